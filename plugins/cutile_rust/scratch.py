# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The scratch crate around one kernel.rs: prepared and built by cargo into a target folder that all of them share."""

import contextlib
import fcntl
import glob
import hashlib
import json
import os
import re
import shutil
import time
from dataclasses import dataclass

from diagnostics import compile_error
from processes import Failure, ToolchainMissing, run

HERE = os.path.dirname(os.path.abspath(__file__))
FRONT_ENDS = ("0.5.0", "0.2.0")
PREFIX = "tileport-export"
SHARED_FILES = ("main.rs", "compile.rs", "lookup.rs", "variant.rs")
OLDEST_RUST = (1, 89)
# Every edit of a kernel.rs is a crate of its own; those used last are kept.
KEPT_CRATES = 40
# Seconds between two lines that say how far a build is.
PROGRESS_EVERY = 2


@dataclass(frozen=True)
class Toolchain:
    site_packages: str
    cuda: str
    libclang: str


def find_toolchain(folder):
    """Where the CUDA headers and libclang of a toolchain folder are."""
    found = sorted(glob.glob(os.path.join(glob.escape(folder), "lib", "python3*", "site-packages")))
    for site_packages in found:
        cuda = os.path.join(site_packages, "nvidia", "cu13")
        libclang = os.path.join(site_packages, "clang", "native")
        headers = [os.path.join(cuda, "include", name) for name in ("cuda.h", "curand.h")]
        if os.path.isdir(libclang) and all(os.path.isfile(header) for header in headers):
            return Toolchain(site_packages, cuda, libclang)
    raise ToolchainMissing(f"{folder}: no CUDA headers and libclang there; run packaging/toolchain")


def compiler_headers():
    """The folder of stddef.h and its like, which the libclang wheel does not bring."""
    try:
        code, out, _ = run(["gcc", "-print-file-name=include"], 20)
    except Failure:
        return None
    return out.strip() if code == 0 and os.path.isdir(out.strip()) else None


def cargo_home():
    return os.environ.get("CARGO_HOME") or os.path.join(os.path.expanduser("~"), ".cargo")


def check_cargo(seconds):
    """A cargo that is new enough."""
    code, out, err = run(["cargo", "--version"], min(60, seconds))
    found = re.match(r"cargo (\d+)\.(\d+)", out)
    if code != 0 or not found:
        raise ToolchainMissing(f"cargo --version fails: {last_error(err or out)}; install Rust 1.89 or newer")
    if tuple(map(int, found.groups())) < OLDEST_RUST:
        raise ToolchainMissing(f"{out.strip()} is too old; install Rust 1.89 or newer")


def last_error(text):
    """The line of a tool's standard error that says most."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error")]
    return (errors or lines or ["it said nothing"])[0]


def write_if_changed(path, data):
    """Keeps the time stamp of what is the same, so that cargo builds nothing again; never leaves half of a file."""
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f"{path}.{os.getpid()}.new", "wb") as file:
        file.write(data)
    os.replace(file.name, path)


def read(*parts):
    with open(os.path.join(*parts), "rb") as file:
        return file.read()


@contextlib.contextmanager
def locked(path):
    """Holds the lock file while the block runs."""
    with open(path, "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Cargo:
    """cargo with the environment in which cuTile Rust builds, for one version of it."""

    def __init__(self, front_end, options):
        if front_end not in FRONT_ENDS:
            raise Failure(f"unknown cuTile Rust {front_end!r}; known: {', '.join(FRONT_ENDS)}")
        self.front_end = front_end
        self.options = options
        self.toolchain = find_toolchain(options.toolchain)
        self._fetched = False
        self._environment = None

    def build(self, folder, on_progress=None):
        """(exit code, messages, standard error) of cargo build. Fetches first: the flags name the crates' folder."""
        self._fetch(folder)
        jobs = ["--jobs", str(self.options.jobs)] if self.options.jobs else []
        messages, crates, said = [], 0, time.monotonic()

        def take(line):
            nonlocal crates, said
            try:
                message = json.loads(line)
            except ValueError:
                return
            if not isinstance(message, dict):
                return
            if message.get("reason") == "compiler-artifact":
                crates += not message.get("fresh")
            messages.append(message)
            if on_progress and crates and time.monotonic() - said > PROGRESS_EVERY:
                said = time.monotonic()
                on_progress(f"building cuTile Rust {self.front_end}, once for all kernels: {crates} crates so far")

        code, _, err = self._run(folder, take, "build", "--quiet", "--message-format=json", *jobs)
        if code != 0 and any("linker `cc` not found" in text for text in [err, *_errors(messages)]):
            raise ToolchainMissing("there is no C compiler to link with; install gcc")
        return code, messages, err

    def _fetch(self, folder):
        if not self._fetched and not self._registries():
            code, _, err = self._run(folder, None, "fetch", "--quiet")
            if code != 0:
                advice = "go online once" if not self.options.offline else "leave out --offline once"
                raise ToolchainMissing(
                    f"the crates of cuTile Rust {self.front_end} cannot be fetched; {advice}: {last_error(err)}"
                )
            self._environment = None
        self._fetched = True

    def _registries(self):
        """Folders with the sources of this version's crates."""
        pattern = os.path.join(glob.escape(cargo_home()), "registry", "src", "*", f"cutile-{self.front_end}")
        return sorted(os.path.dirname(folder) for folder in glob.glob(pattern))

    def environment(self):
        if self._environment is None:
            environment = build_environment()
            environment["CUDA_TOOLKIT_PATH"] = self.toolchain.cuda
            environment["LIBCLANG_PATH"] = self.toolchain.libclang
            if headers := compiler_headers():
                environment["BINDGEN_EXTRA_CLANG_ARGS"] = f"-I{headers}"
            environment["CARGO_TARGET_DIR"] = self.options.target_dir
            environment["CARGO_TERM_COLOR"] = "never"
            # The front end writes the file names of its own sources into programs: they become cargo/cutile-0.5.0/...
            flags = [f"--remap-path-prefix={folder}=cargo" for folder in self._registries()]
            environment["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join(flags)
            self._environment = environment
        return self._environment

    def _run(self, folder, on_line, *words):
        command = ["cargo", *words, "--locked"]
        if self.options.offline:
            command.append("--offline")
        return run(command, self.options.timeout, on_line, cwd=folder, env=self.environment())


def clean_environment():
    """Without the variables by which cuTile Rust changes what it compiles or prints."""
    theirs = ("CUTILE_", "CUDA_RUST_", "TILE_IR_")
    return {name: value for name, value in os.environ.items() if not name.startswith(theirs)}


def build_environment():
    """Without what changes how cargo builds, too: with debug information cuTile Rust 0.5.0 compiles kernels otherwise."""
    theirs = ("CARGO_PROFILE_", "CARGO_BUILD_", "CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS")
    return {name: value for name, value in clean_environment().items() if not name.startswith(theirs)}


class Crate:
    """An exporter of the kernels of one source. Sources of the same content share it."""

    def __init__(self, source, cargo):
        self.source = source
        self.cargo = cargo
        target = cargo.options.target_dir
        self.root = os.path.join(target, "tileport-scratch")
        files = self._files(b"")
        # Keyed by everything that goes into it: two kernels of one name never take turns in one folder.
        self.name = f"{PREFIX}-{cargo.front_end.replace('.', '_')}-{_digest(files)}"
        self.folder = os.path.join(self.root, self.name)

    def _files(self, name):
        template = os.path.join(HERE, "crates", self.cargo.front_end)
        files = {name: read(HERE, "crates", name) for name in SHARED_FILES}
        files["front_end.rs"] = read(template, "front_end.rs")
        for manifest in ("Cargo.toml", "Cargo.lock"):
            files[manifest] = read(template, manifest).replace(b'"tileport-export"', b'"%s"' % name)
        files.update({file.place: file.data for file in self.source.files})
        return files

    def build(self, on_progress=None):
        """The path of the exporter; raises CompileError where the kernel does not compile."""
        try:
            self._prepare()
        except OSError as error:
            raise Failure(f"{error.filename}: {error.strerror}; --target-dir names another folder") from error
        code, messages, err = self.cargo.build(self.folder, on_progress)
        ours = [m for m in messages if (m.get("target") or {}).get("name") == self.name]
        found = [m.get("message") or {} for m in ours if m.get("reason") == "compiler-message"]
        if any(message.get("level", "").startswith("error") for message in found):
            for message in found:
                if message.get("message", "").startswith("linking with"):
                    raise Failure(f"{self.source.path}: the linker failed: {message['message']}")
            raise compile_error(found, self.source)
        if code != 0:
            why = "; ".join([last_error(err), *_errors(messages)[:1]])
            raise Failure(f"cuTile Rust {self.cargo.front_end} cannot be built: {why}")
        for message in ours:
            if message.get("executable") and os.path.isfile(message["executable"]):
                return message["executable"]
        raise Failure(f"cargo built nothing of {self.source.path}: {last_error(err)}")

    def _prepare(self):
        os.makedirs(self.root, exist_ok=True)
        # One at a time, so that nobody prunes what another one writes.
        with locked(os.path.join(self.root, "lock")):
            for place, data in self._files(self.name.encode()).items():
                write_if_changed(os.path.join(self.folder, place), data)
            os.utime(self.folder)
            self._prune()

    def _prune(self):
        """Drops the crates that were used longest ago, with what cargo made of them, unless they are in use."""
        kept = sorted(glob.glob(os.path.join(glob.escape(self.root), PREFIX + "-*")), key=os.path.getmtime)
        recent = time.time() - 3600
        for folder in kept[:-KEPT_CRATES]:
            if os.path.getmtime(folder) > recent:
                continue
            name = os.path.basename(folder)
            made = os.path.join(glob.escape(self.cargo.options.target_dir), "debug")
            patterns = (name, name + ".d", f"deps/{name.replace('-', '_')}-*", f".fingerprint/{name}-*")
            for path in [path for pattern in patterns for path in glob.glob(os.path.join(made, pattern))]:
                if os.path.isdir(path):
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    with contextlib.suppress(OSError):
                        os.remove(path)
            shutil.rmtree(folder, ignore_errors=True)

    def private_folders(self):
        """Folders of this machine, which no program may name."""
        folders = {self.folder, cargo_home(), os.path.expanduser("~"), os.getcwd(), self.cargo.toolchain.site_packages}
        folders.add(os.path.dirname(os.path.realpath(self.source.path)))
        return {folder for folder in folders if folder.strip("/")}


def _errors(messages):
    """What the compiler's error messages say, of whatever crate."""
    found = [message.get("message") or {} for message in messages if message.get("reason") == "compiler-message"]
    return [str(message.get("message")) for message in found if str(message.get("level", "")).startswith("error")]


def _digest(files):
    digest = hashlib.sha256()
    for place in sorted(files):
        digest.update(f"{place}\0{len(files[place])}\0".encode())
        digest.update(files[place])
    return digest.hexdigest()[:16]
