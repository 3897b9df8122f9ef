# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the Rust front end's driver share: running it, requests, and a fake cargo."""

import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXPORT = os.path.join(ROOT, "plugins", "cutile_rust", "export.py")
KERNELS = os.path.join(HERE, "kernels")


class Answer:
    """How a run of the driver ended and what it answered."""

    def __init__(self, code, out, errors):
        self.code = code
        self.errors = errors
        # Whatever else stood on standard output would fail here.
        self.all = [json.loads(line) for line in out.splitlines()]

    def of(self, kind):
        return [answer for answer in self.all if answer["answer"] == kind]

    @property
    def programs(self):
        return {answer["id"]: answer for answer in self.of("program")}

    @property
    def failures(self):
        return {answer["id"]: answer for answer in self.of("failure")}

    @property
    def ended(self):
        return bool(self.all) and self.all[-1]["answer"] == "end"


def start(arguments, environment=None):
    return subprocess.Popen(
        [sys.executable, EXPORT, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    )


def finish(process, seconds=900):
    out, errors = process.communicate(timeout=seconds)
    return Answer(process.returncode, out, errors)


def launch(module="m", kernel="k", **members):
    return {"module": module, "kernel": kernel, "generics": [], "tensors": [], "target": "sm_100", **members}


class DriverTest(unittest.TestCase):
    """Each test has a folder of its own, with an `out` in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport driver é ")
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.out = os.path.join(self.folder, "out")
        os.mkdir(self.out)

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def request(self, items, /, **members):
        """A request's path. An item is (id, source, launch)."""
        listed = [
            {"id": name, "source": source, "file": f"{number}.tileirbc", "launch": wanted}
            for number, (name, source, wanted) in enumerate(items)
        ]
        request = {
            "schema": "tileport-job/1",
            "job": "export",
            "out": self.out,
            "bytecode_version": "13.3",
            "seconds": 60,
            "front_end": "0.5.0",
            "items": listed,
            **members,
        }
        return self.write("request.json", json.dumps(request))

    def written(self):
        return sorted(os.listdir(self.out))


FAKE_CARGO = '''#!{python}
import json, os, sys, time
mode, log = os.environ.get("FAKE_CARGO", ""), os.environ.get("FAKE_CARGO_LOG")
if log:
    with open(log, "a") as file:
        file.write(" ".join(sys.argv[1:]) + "\\n")
if mode == "hang":
    time.sleep(600)
if mode == "crash":
    os.abort()
if mode == "garbage":
    sys.stdout.buffer.write(bytes(range(256)) * 4000 + b"\\n[]\\n{{}}\\nnull\\n")
    sys.exit(0)
if sys.argv[1] == "--version":
    print("cargo 1.60.0" if mode == "old" else "cargo 1.95.0 (0)")
    sys.exit(0)
if sys.argv[1] == "fetch":
    if mode == "offline":
        print("error: failed to get `cutile` as a dependency", file=sys.stderr)
        sys.exit(101)
    sys.exit(0)
name = next(line.split('"')[1] for line in open("Cargo.toml") if line.startswith("name"))
target = {{"name": name}}
if mode == "dependency":
    print("error: could not compile `cutile`", file=sys.stderr)
    sys.exit(101)
if mode == "hang_build":
    print(json.dumps({{"reason": "compiler-artifact", "target": {{"name": "syn"}}, "fresh": False}}), flush=True)
    time.sleep(600)
if mode == "slow":
    time.sleep(2)
# The reader of facts has no kernel.
text = open("kernel.rs").read() if os.path.exists("kernel.rs") else ""
if "does not compile" in text:
    span = {{"file_name": "kernel.rs", "line_start": 3, "column_start": 7, "is_primary": True}}
    macro = {{"file_name": "elsewhere.rs", "line_start": 9, "is_primary": True, "expansion": {{"span": span}}}}
    message = {{"level": "error", "message": "no", "rendered": "error: no\\n --> kernel.rs:3:7\\n", "spans": [macro]}}
    print(json.dumps({{"reason": "compiler-message", "target": target, "message": message}}))
    sys.exit(101)
program = os.path.join(os.environ["CARGO_TARGET_DIR"], "debug", name)
os.makedirs(os.path.dirname(program), exist_ok=True)
with open(program + ".new" + str(os.getpid()), "w") as file:
    file.write({exporter!r})
os.chmod(file.name, 0o755)
os.replace(file.name, program)
executable = None if mode == "nothing" else program
print(json.dumps({{"reason": "compiler-artifact", "target": target, "executable": executable, "fresh": False}}))
'''

FAKE_EXPORTER = '''#!{python}
import json, os, sys, time
answers = os.fdopen(int(sys.argv[1]), "w")
if os.environ.get("CUTILE_DUMP"):
    sys.exit("the environment changes what is compiled")
print("the front end prints this", flush=True)
for line in sys.stdin:
    variant = json.loads(line)
    kind = variant.get("kernel")
    if kind == "crash":
        os.abort()
    if kind == "overflow":
        sys.stderr.write("thread 'front end' has overflowed its stack\\n")
        sys.stderr.flush()
        os.abort()
    if kind == "hang":
        time.sleep(600)
    if kind == "garbage":
        answers.write("what?\\n")
        answers.flush()
        continue
    if kind == "refused":
        answer = {{"kind": "front_end", "message": "no\\n such  thing", "file": "kernel.rs", "line": 2, "column": 5}}
    elif kind == "elsewhere":
        answer = {{"kind": "front_end", "message": "no", "file": "cargo/cutile/x.rs", "line": 2, "column": 5}}
    elif kind == "launch":
        answer = {{"kind": "launch", "message": "generics: too few", "file": "", "line": 0, "column": 0}}
    else:
        if kind == "slow":
            time.sleep(0.5)
        with open(variant["file"], "w") as file:
            file.write(os.path.expanduser("~") + "/secret" if kind == "private" else "program " + variant["kernel"])
        answer = {{"symbol": kind + "_entry", "seconds": 0.25}}
    answers.write(json.dumps(answer) + "\\n")
    answers.flush()
'''


class FakeCargoTest(DriverTest):
    """A cargo that builds what FAKE_EXPORTER says, and a toolchain of empty files: neither Rust nor CUDA is needed."""

    def setUp(self):
        super().setUp()
        exporter = FAKE_EXPORTER.format(python=sys.executable)
        path = self.write("bin/cargo", FAKE_CARGO.format(python=sys.executable, exporter=exporter))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        packages = "toolchain/lib/python3.11/site-packages"
        for name in ("nvidia/cu13/include/cuda.h", "nvidia/cu13/include/curand.h", "clang/native/libclang.so"):
            self.write(f"{packages}/{name}", "")
        self.kernel = self.write("kernel.rs", "// a kernel\n")
        self.log = os.path.join(self.folder, "log")
        self.target = os.path.join(self.folder, "target")

    def environment(self, mode=""):
        path = os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"]
        home = os.path.join(self.folder, "cargo-home")
        return {"PATH": path, "FAKE_CARGO": mode, "FAKE_CARGO_LOG": self.log, "CARGO_HOME": home}

    def options(self):
        return ["--toolchain", os.path.join(self.folder, "toolchain"), "--target-dir", self.target]

    def start(self, request, mode="", options=(), **environment):
        return start(["job", request, *self.options(), *options], {**self.environment(mode), **environment})

    def job(self, request, mode="", options=(), **environment):
        return finish(self.start(request, mode, options, **environment), 60)
