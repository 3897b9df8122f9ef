#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_pairs.py TILEPORT DEMO [PAIRS...]: reviews and reports workspaces of so many pairs (100, 1,000 and 10,000), prints time and peak memory.

The pairs are those of the demo over and over. Memory that does not grow with their number is what is wanted: what is kept of each is what was
found, not the programs. The workspace itself grows: one pair of it reported by itself says how much that is, and what is above it is told by
the pair.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time


def workspace_of(demo, folder, pairs):
    """A copy of the demo with that many variants of its own files. Answers the name of the first."""
    shutil.copytree(demo, folder)
    path = os.path.join(folder, "workspace.json")
    with open(path, encoding="utf-8") as file:
        workspace = json.load(file)
    variants = [(operator, variant) for operator in workspace["operators"] for variant in operator["variants"]]
    for operator in workspace["operators"]:
        operator["variants"] = []
    for number in range(pairs):
        operator, variant = variants[number % len(variants)]
        operator["variants"].append({**variant, "name": f"{variant['name']} {number}"})
    with open(path, "w", encoding="utf-8") as file:
        json.dump(workspace, file)
    return f"{variants[0][0]['name']}/{variants[0][1]['name']} 0"


def measure(command):
    """Seconds, peak MiB and MiB of output of a process of its own, so that the peak is its own."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    size = 0
    while block := child.stdout.read(1 << 20):
        size += len(block)
    _, status, usage = os.wait4(child.pid, 0)
    elapsed = time.monotonic() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1, 4):
        sys.exit(f"{' '.join(command)} ended with {code}")
    return elapsed, usage.ru_maxrss / 1024, size / 1048576


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tileport, demo = sys.argv[1:3]
    sizes = [int(each) for each in sys.argv[3:]] or [100, 1000, 10000]
    for pairs in sizes:
        with tempfile.TemporaryDirectory() as temporary:
            folder = os.path.join(temporary, "workspace")
            first = workspace_of(demo, folder, pairs)
            _, itself, _ = measure([tileport, "report", folder, first, "--format", "json"])
            print(f"{pairs:6} pairs, the workspace and one of them: peak {itself:.1f} MiB")
            commands = [("review --json", [tileport, "review", "--json", folder])]
            commands += [(f"report --format {each}", [tileport, "report", folder, "--format", each]) for each in ("markdown", "html", "json", "sarif")]
            for name, command in commands:
                elapsed, peak, size = measure(command)
                print(f"{pairs:6} pairs, {name:24} {elapsed:7.1f} s, {1000 * elapsed / pairs:5.2f} ms a pair, peak {peak:6.1f} MiB, above the workspace "
                      f"{1024 * (peak - itself) / pairs:6.2f} KiB a pair, {size:.0f} MiB written", flush=True)


if __name__ == "__main__":
    main()
