# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel.rs with the files that it pulls in, as they are copied beside the scratch crate's main.rs."""

import hashlib
import os
import re
from dataclasses import dataclass

from processes import Failure

# The name of the kernel's file in the scratch crate, and so in programs and in the compiler's messages.
KERNEL = "kernel.rs"
# Files that a scratch crate has of its own.
OURS = {"Cargo.toml", "Cargo.lock", "main.rs", "compile.rs", "front_end.rs", "lookup.rs", "variant.rs"}
LONGEST_FILE = 16 << 20
MOST_FILES = 200

_INCLUDE = re.compile(r"\binclude(?:_str|_bytes)?!\s*[(\[{]\s*\"([^\"\\]+)\"")
_MODULE = re.compile(r"(?:#\[path\s*=\s*\"([^\"\\]+)\"\]\s*)?(?:pub(?:\([^)]*\))?\s+)?\bmod\s+([A-Za-z_]\w*)\s*;")


@dataclass(frozen=True)
class File:
    path: str
    # Where it lies in the scratch crate.
    place: str
    data: bytes

    @property
    def digest(self):
        return hashlib.sha256(self.data).hexdigest()


def _read(path):
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise Failure(f"{path}: not a file")
        with open(path, "rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    if len(data) > LONGEST_FILE:
        raise Failure(f"{path}: longer than {LONGEST_FILE >> 20} MiB, which no kernel is")
    try:
        return data, data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Failure(f"{path}:{line}: not UTF-8; save it as UTF-8") from error


def _pulled_in(text, path, place):
    """(path, place) of what a file names. Rust looks for modules below a folder of the file's own name, and beside a
    file that is itself named by a #[path] or included; both are tried."""
    folder, stem = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
    there, there_stem = os.path.dirname(place), os.path.splitext(os.path.basename(place))[0]
    for name in _INCLUDE.findall(text):
        yield [os.path.join(folder, name)], os.path.join(there, name)
    for named, module in _MODULE.findall(text):
        if named:
            yield [os.path.join(folder, named)], os.path.join(there, named)
            continue
        tails = (f"{module}.rs", os.path.join(module, "mod.rs"))
        heads = (os.path.join(folder, stem), folder)
        found = [os.path.join(head, tail) for head in heads for tail in tails]
        yield found, os.path.join(there, there_stem, f"{module}.rs")


class Source:
    """What is compiled: `files[0]` is the kernel's own."""

    def __init__(self, path):
        self.path = path
        self.files = []
        self._add(path, KERNEL)
        digest = hashlib.sha256()
        for file in self.files:
            digest.update(f"{file.place}\0{file.digest}\0".encode())
        self.key = digest.hexdigest()

    def _add(self, path, place):
        data, text = _read(path)
        self.files.append(File(path, place, data))
        for candidates, where in _pulled_in(text, path, place):
            where = os.path.normpath(where)
            found = next((name for name in candidates if os.path.isfile(name)), None)
            # What is not there may stand in a comment; the compiler says so if it does not.
            if not found or any(file.place == where for file in self.files):
                continue
            if where.startswith((os.pardir + os.sep, os.sep)) or where in OURS:
                raise Failure(f"{path}: it pulls in {found}, which has to lie in the kernel's own folder or below it")
            if len(self.files) >= MOST_FILES:
                raise Failure(f"{path}: it pulls in more than {MOST_FILES} files")
            self._add(os.path.normpath(found), where)

    @property
    def dependencies(self):
        return [[file.path, file.digest] for file in self.files]

    def original(self, place):
        """The path of what lies at a place of the scratch crate, or None."""
        place = os.path.normpath(place)
        return next((file.path for file in self.files if file.place == place), None)
