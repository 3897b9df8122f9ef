# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real launches of kernels through cuTile Rust's host calls, on a machine without a GPU.

A program of ours is built by cargo with the settings and the pinned crates of plugins/cutile_rust, around a kernel.rs as a user has it.
It calls the launch functions that #[cutile::entry] makes.  Three things below it are not real: libcuda.so.1, tileiras, and the memory of
the tensors.  All that cuTile Rust makes of a launch until it hands bytecode to tileiras is its own.
"""

import json
import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

from driving import HERE, ROOT

sys.path.insert(0, os.path.join(ROOT, "plugins", "cutile_rust"))
import scratch  # noqa: E402

SOURCES = os.path.join(HERE, "public")
# The demo's operators, and the files of `public/calls` that launch them.
DEMO = {"log_softmax": "log_softmax", "matmul": "demo_matmul", "rms_norm": "rms_norm", "softmax": "softmax"}
# TileGym's kernels, launched by TileGym itself.
TILEGYM = "tilegym"
# What host code calls beside the crates that the driver's programs need; they are pinned already, since those need them.
HOST_CRATES = ("cuda-async", "cuda-core")
SECONDS = 900


def run(command, **members):
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL, **members)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} ends with {done.returncode}:\n{done.stderr[-8000:]}\n{done.stdout[-2000:]}")
    return done.stdout


def demo_kernel(operator):
    return os.path.join(ROOT, "resources", "demo", operator, "kernel.rs")


def build_driver(cuda, folder):
    """The stand-in for libcuda.so.1, checked against the real one's header."""
    warnings = ["-Wall", "-Wextra", "-Werror"]
    source, library = os.path.join(SOURCES, "libcuda.c"), os.path.join(folder, "libcuda.so.1")
    run(["gcc", "-std=gnu11", *warnings, "-shared", "-fPIC", f"-I{cuda}/include", "-o", library, source])


class Launchers:
    """Where programs that launch are built, for one version of cuTile Rust, and what they run with."""

    def __init__(self, front_end, toolchain, target, folder):
        options = SimpleNamespace(toolchain=toolchain, target_dir=target, jobs=None, timeout=SECONDS, offline=False)
        self.front_end = front_end
        self.target = target
        self.cargo = scratch.Cargo(front_end, options)
        self.tilegym = os.path.join(self.cargo.toolchain.site_packages, "tilegym", "ops", "cutile_rs")
        self.folder = folder
        self.driver = os.path.join(folder, "driver")
        os.mkdir(self.driver)
        build_driver(self.cargo.toolchain.cuda, self.driver)

    def tilegym_kernel(self, operator):
        return os.path.join(self.tilegym, f"{operator}_kernel", "kernel.rs")

    def tilegym_calls(self, operator):
        """The file of `public/calls` that launches a kernel of TileGym, whose own host code is written for one version."""
        return TILEGYM if self.front_end == "0.2.0" else operator


class Launcher:
    """A program that launches the kernels of a kernel.rs, or all of TileGym's."""

    def __init__(self, launchers, calls, kernel):
        self._all = launchers
        self._calls = calls
        self._kernel = kernel
        self._name = f"tileport-public-{launchers.front_end.replace('.', '_')}-{calls}"
        self._crate = os.path.join(launchers.target, "tileport-scratch", self._name)
        self._executable = os.path.join(launchers.folder, self._name)

    def build(self):
        os.makedirs(self._crate, exist_ok=True)
        with scratch.locked(os.path.join(self._crate, "lock")):
            for name, data in self._files().items():
                scratch.write_if_changed(os.path.join(self._crate, name), data)
            command = ["cargo", "build", "--locked", "--quiet", "--message-format=json-render-diagnostics"]
            out = run(command, cwd=self._crate, env=self._all.cargo.environment())
            executables = [message["executable"] for message in map(json.loads, out.splitlines()) if message.get("executable")]
            # Another run may build it otherwise as soon as the lock is gone.
            shutil.copy(executables[0], self._executable)

    def _files(self):
        files = {name: scratch.read(SOURCES, name) for name in ("main.rs", "launch.rs")}
        files["front_end.rs"] = scratch.read(SOURCES, f"front_end_{self._all.front_end}.rs")
        files["calls.rs"] = scratch.read(SOURCES, "calls", f"{self._calls}.rs")
        # Programs of 0.5.0 name it, and what its macros see of it depends on whether it is there under that name.
        files["kernel.rs"] = b"" if self._calls == TILEGYM else scratch.read(self._kernel)
        files["Cargo.toml"] = self._manifest().encode()
        files["Cargo.lock"] = self._pins().encode()
        return files

    def _template(self, name):
        text = scratch.read(scratch.HERE, "crates", self._all.front_end, name).decode()
        return text.replace('"tileport-export"', f'"{self._name}"')

    def _manifest(self):
        dependencies = "[dependencies]\n"
        own = "".join(f'{name} = "={self._all.front_end}"\n' for name in HOST_CRATES)
        library = ""
        if self._calls == TILEGYM:
            path = os.path.join(self._all.tilegym, "cutile_kernels", "src", "lib.rs")
            library = f'[lib]\nname = "cutile_kernels"\npath = {json.dumps(path)}\n\n'
        return self._template("Cargo.toml").replace(dependencies, library + dependencies + own)

    def _pins(self):
        own = "".join(f' "{name}",\n' for name in HOST_CRATES)
        head, rest = self._template("Cargo.lock").split(f'name = "{self._name}"\n')
        return head + f'name = "{self._name}"\n' + rest.replace(' "cutile",\n', own + ' "cutile",\n', 1)

    def launch(self, launches, target, bytecode_version):
        """Launches all on a device of that target. Returns what reached the driver: (entry, grid) of each."""
        listed, reached = (os.path.join(self._all.folder, name) for name in ("launches", "reached"))
        with open(listed, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(launch) + "\n" for launch in launches)
        with open(reached, "w", encoding="utf-8"):
            pass
        number = target.removeprefix("sm_")
        environment = {
            **scratch.clean_environment(),
            "LD_LIBRARY_PATH": self._all.driver,
            "TILEPORT_COMPUTE_CAPABILITY": f"{number[:-1]}.{number[-1]}",
            "TILEPORT_LAUNCHES": reached,
            "CUTILE_TILEIRAS_PATH": os.path.join(SOURCES, "tileiras"),
            "CUTILE_BYTECODE_VERSION": bytecode_version,
            # 0.2.0 leaves files there.
            "TMPDIR": self._all.folder,
        }
        run([self._executable, listed], env=environment, cwd=self._all.folder)
        with open(reached, encoding="utf-8") as file:
            lines = [line.split() for line in file]
        return [(entry, [int(size) for size in grid]) for entry, *grid in lines]
