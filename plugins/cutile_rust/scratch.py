# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The scratch crate around one kernel.rs: prepared, built and run, each step with a time limit."""

import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
FRONT_ENDS = ("0.5.0", "0.2.0")
# One variant takes well under a second; a request that needs longer than this hangs.
SECONDS_PER_VARIANT = 30


class Failure(Exception):
    """Something that the person who called can mend; its text says where and what."""


class ToolchainMissing(Failure):
    """A tool that packaging/toolchain or the system has to bring."""


@dataclass(frozen=True)
class Toolchain:
    site_packages: str
    cuda: str
    libclang: str


def find_toolchain(folder):
    """Where the CUDA headers and libclang of a toolchain folder are."""
    found = sorted(glob.glob(os.path.join(folder, "lib", "python3*", "site-packages")))
    for site_packages in found:
        cuda = os.path.join(site_packages, "nvidia", "cu13")
        libclang = os.path.join(site_packages, "clang", "native")
        headers = [os.path.join(cuda, "include", name) for name in ("cuda.h", "curand.h")]
        if os.path.isdir(libclang) and all(os.path.isfile(header) for header in headers):
            return Toolchain(site_packages, cuda, libclang)
    raise ToolchainMissing(f"{folder}: no CUDA headers and libclang there; run packaging/toolchain")


def run(command, seconds, **options):
    """Runs a command in a process group of its own, which ends with it however it ends."""
    try:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, **options
        )
    except FileNotFoundError as error:
        raise ToolchainMissing(f"{command[0]} is not installed") from error
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failure(f"{os.path.basename(command[0])} took more than {seconds} s and was stopped") from None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return process.returncode, out, err


def compiler_headers():
    """The folder of stddef.h and its like, which the libclang wheel does not bring."""
    try:
        code, out, _ = run(["gcc", "-print-file-name=include"], 20)
    except ToolchainMissing:
        return None
    return out.strip() if code == 0 and os.path.isdir(out.strip()) else None


def module_names(source):
    """The #[cutile::module] modules of a kernel.rs, in order."""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    names = re.findall(r"#\[cutile::module[^\]]*\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)", text)
    if not names:
        raise Failure(f"{source}: no #[cutile::module] in it")
    return names


def write_if_changed(path, text):
    """Keeps the time stamp of what is the same, so that cargo builds nothing again."""
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


class Crate:
    """An exporter of the kernels of one source file."""

    def __init__(self, name, front_end, source, arguments):
        if front_end not in FRONT_ENDS:
            raise Failure(f"unknown cuTile Rust {front_end!r}; known: {', '.join(FRONT_ENDS)}")
        if not os.path.isfile(source):
            raise Failure(f"{source}: no such file")
        self.source = source
        self.front_end = front_end
        # A binary of its own name: kernels share the target folder and may be built at the same time.
        self.binary = "export-" + re.sub(r"\W", "_", name) + "-" + front_end.replace(".", "_")
        self.arguments = arguments
        self.folder = os.path.join(arguments.target_dir, "tileport-scratch", self.binary)
        self.toolchain = find_toolchain(arguments.toolchain)

    def export(self, variants, bytecode_version):
        """Compiles the variants; {name: error or None}."""
        self._prepare()
        self._build()
        request = os.path.join(self.folder, f"request-{os.getpid()}.json")
        # Written beside their places, moved when they have been checked.
        asked = [{**v, "file": self._temporary(v)} for v in variants]
        with open(request, "w", encoding="utf-8") as file:
            json.dump({"bytecode_version": bytecode_version, "variants": asked}, file)
        try:
            command = [os.path.join(self.arguments.target_dir, "debug", self.binary), request]
            code, out, err = run(command, 30 + SECONDS_PER_VARIANT * len(variants))
            results = {item["name"]: item["error"] for item in map(json.loads, out.splitlines())}
            if code != 0:
                print(f"warning: {self.source}: the exporter ended with {code}: {err.strip()}", file=sys.stderr)
            for variant in variants:
                if variant["name"] in results:
                    error = results[variant["name"]]
                    results[variant["name"]] = self._keep(variant) if error is None else self._one_line(error)
            return results
        finally:
            os.remove(request)
            for variant in variants:
                if os.path.exists(self._temporary(variant)):
                    os.remove(self._temporary(variant))

    @staticmethod
    def _temporary(variant):
        return f"{os.path.abspath(variant['file'])}.{os.getpid()}.tmp"

    def _one_line(self, error):
        """A front end's error with its place in front, if it names one."""
        place = re.search(r"\s*--> kernel\.rs:(\d+:\d+)", error)
        text = " ".join((error[: place.start()] + error[place.end() :] if place else error).split())
        return f"{self.source}:{place.group(1)}: {text}" if place else f"{self.source}: {text}"

    def _keep(self, variant):
        """Moves a checked program to its place; an error if it must not be kept."""
        path = self._temporary(variant)
        with open(path, "rb") as file:
            data = file.read()
        for folder in self._private_folders():
            if folder.encode() + b"/" in data:
                return f"the program names a folder of this machine: {folder}"
        os.replace(path, variant["file"])
        return None

    def _private_folders(self):
        folders = {self.folder, self._cargo_home(), os.path.expanduser("~"), os.getcwd(), self.toolchain.site_packages}
        folders.add(os.path.dirname(os.path.realpath(self.source)))
        return {folder for folder in folders if folder.strip("/")}

    @staticmethod
    def _cargo_home():
        return os.environ.get("CARGO_HOME") or os.path.join(os.path.expanduser("~"), ".cargo")

    def _prepare(self):
        os.makedirs(self.folder, exist_ok=True)
        template = os.path.join(HERE, "crates", self.front_end)
        manifest = read(template, "Cargo.toml").replace('name = "export"', f'name = "{self.binary}"')
        write_if_changed(os.path.join(self.folder, "Cargo.toml"), manifest)
        write_if_changed(os.path.join(self.folder, "Cargo.lock"), read(template, "Cargo.lock"))
        write_if_changed(os.path.join(self.folder, "front_end.rs"), read(template, "front_end.rs"))
        write_if_changed(os.path.join(self.folder, "main.rs"), read(HERE, "crates", "main.rs"))
        write_if_changed(os.path.join(self.folder, "kernel.rs"), read(self.source))
        lines = [f'    ("{name}", crate::kernel::{name}::__module_ast_self),' for name in module_names(self.source)]
        table = "pub const MODULES: &[(&str, crate::front_end::ModuleSource)] = &[\n" + "\n".join(lines) + "\n];\n"
        write_if_changed(os.path.join(self.folder, "modules.rs"), table)

    def _environment(self):
        environment = dict(os.environ)
        environment["CUDA_TOOLKIT_PATH"] = self.toolchain.cuda
        environment["LIBCLANG_PATH"] = self.toolchain.libclang
        if headers := compiler_headers():
            environment["BINDGEN_EXTRA_CLANG_ARGS"] = f"-I{headers}"
        environment["CARGO_TARGET_DIR"] = self.arguments.target_dir
        environment["CARGO_TERM_COLOR"] = "never"
        environment.pop("CARGO_ENCODED_RUSTFLAGS", None)
        # The front end writes the file names of its own sources into programs: they become cargo/cutile-0.5.0/...
        registries = sorted(glob.glob(os.path.join(self._cargo_home(), "registry", "src", "*")))
        environment["RUSTFLAGS"] = " ".join(f"--remap-path-prefix={folder}=cargo" for folder in registries)
        return environment

    def _cargo(self, *words):
        command = ["cargo", *words, "--locked"]
        if self.arguments.offline:
            command.append("--offline")
        return run(command, self.arguments.timeout, cwd=self.folder, env=self._environment())

    def _build(self):
        if shutil.which("cargo") is None:
            raise ToolchainMissing("cargo is not installed; cuTile Rust needs Rust 1.89 or newer")
        # Fetched first, because the flags of the build name the folder that the crates lie in.
        code, _, err = self._cargo("fetch", "--quiet")
        if code != 0:
            raise Failure(f"the crates of cuTile Rust {self.front_end} cannot be fetched:\n{err.strip()}")
        jobs = ["--jobs", str(self.arguments.jobs)] if self.arguments.jobs else []
        code, _, err = self._cargo("build", "--quiet", *jobs)
        if code != 0:
            raise Failure(f"{self.source} does not compile:\n{self._located(err)}")

    def _located(self, text):
        """The compiler's errors with the kernel's own path, without the warnings before them."""
        blocks = re.split(r"\n\n+(?=(?:warning|error))", text.strip())
        errors = [block for block in blocks if block.startswith("error")]
        return re.sub(r"(?<=--> )kernel\.rs(?=:)", self.source, "\n\n".join(errors or blocks))
