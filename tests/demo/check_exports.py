#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports every program of the demo workspace again, with the real front ends, and compares with what is committed.

Programs carry neutral file names, so the same sources must give the same bytes.  Where bytes differ, the official
disassembly decides, and the difference is shown.
"""

import argparse
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEMO = os.path.join(ROOT, "resources", "demo")
SHOWN_LINES = 20


def parse_arguments():
    cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tileport")
    parser = argparse.ArgumentParser(
        description="Export the demo's programs again and compare with the committed ones.",
        epilog="Exit codes: 0 all equal, 1 something differs or failed.",
    )
    parser.add_argument("--toolchain", default=os.path.join(cache, "toolchain"), help="default: %(default)s")
    parser.add_argument("--target-dir", default=os.path.join(cache, "cargo-target"), help="default: %(default)s")
    parser.add_argument("--workspace", default=DEMO, help="default: resources/demo")
    parser.add_argument("--side", choices=("reference", "port"), help="only this side")
    parser.add_argument("--jobs", type=int, help="parallel jobs of cargo")
    parser.add_argument("--offline", action="store_true", help="cargo fetches nothing")
    return parser.parse_args()


class Check:
    def __init__(self):
        self.passed = self.failed = 0

    def report(self, name, problem=None):
        if problem:
            self.failed += 1
            print(f"FAILED {name}: {problem}")
        else:
            self.passed += 1
            print(f"passed {name}")


def export(arguments, operator, side, out):
    """Runs one front end on one operator; its complaints, or None."""
    folder = os.path.join(arguments.workspace, operator)
    if side == "reference":
        command = [os.path.join(arguments.toolchain, "bin", "python")]
        command.append(os.path.join(ROOT, "plugins", "cutile_python", "export.py"))
        command += ["operator", folder, "--out", out]
    else:
        command = [sys.executable, os.path.join(ROOT, "plugins", "cutile_rust", "export.py")]
        command += ["operator", folder, "--out", out]
        command += ["--toolchain", arguments.toolchain, "--target-dir", arguments.target_dir]
        command += ["--offline"] if arguments.offline else []
        command += ["--jobs", str(arguments.jobs)] if arguments.jobs else []
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError as error:
        return f"{command[0]}: {error.strerror}; run packaging/toolchain"
    return None if done.returncode == 0 else done.stderr.strip()


def disassembly(arguments, path):
    """The official text of a program with its locations."""
    found = glob.glob(os.path.join(arguments.toolchain, "lib", "python3*", "site-packages/nvidia/cu13/bin/tileirdisasm"))
    if not found:
        raise RuntimeError("no tileirdisasm to compare the texts with")
    done = subprocess.run([found[0], "-g", path], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"tileirdisasm {path}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def difference(arguments, committed, fresh):
    """What tells the two programs apart; None if their bytes or at least their texts are equal."""
    with open(committed, "rb") as file, open(fresh, "rb") as other:
        if file.read() == other.read():
            return None
    texts = [disassembly(arguments, path) for path in (committed, fresh)]
    lines = list(difflib.unified_diff(*texts, "committed", "exported", n=0, lineterm=""))
    return "the exported program differs:\n  " + "\n  ".join(lines[:SHOWN_LINES]) if lines else None


def private_path(path):
    """A path in a program: the demo's sources are named without any folder, so one could only be the builder's."""
    with open(path, "rb") as file:
        data = file.read()
    found = re.search(rb"[/\\\\][A-Za-z][\w.+-]+[/\\\\][\w.+-]{2,}", data)
    return found.group(0).decode() if found else None


def check_program(arguments, check, variant, side, out):
    committed = os.path.join(arguments.workspace, variant[side]["program"])
    name = variant[side]["program"]
    if not os.path.isfile(committed):
        return check.report(name, "not there")
    if found := private_path(committed):
        return check.report(name, f"it names {found}")
    try:
        check.report(name, difference(arguments, committed, os.path.join(out, os.path.basename(committed))))
    except (OSError, RuntimeError) as error:
        check.report(name, str(error))


def main():
    arguments = parse_arguments()
    with open(os.path.join(arguments.workspace, "workspace.json"), encoding="utf-8") as file:
        workspace = json.load(file)
    check = Check()
    scratch = tempfile.mkdtemp(prefix="tileport-exports-")
    try:
        for operator in workspace["operators"]:
            for side in [arguments.side] if arguments.side else ["reference", "port"]:
                out = os.path.join(scratch, operator["name"], side)
                problem = export(arguments, operator["name"], side, out)
                if problem:
                    check.report(f"{operator['name']}, {side}", problem)
                    continue
                for variant in operator["variants"]:
                    check_program(arguments, check, variant, side, out)
    finally:
        shutil.rmtree(scratch)
    print(f"{check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
