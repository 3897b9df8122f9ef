#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_pairs.py TILEPORT DEMO [PAIRS...]: reviews workspaces of so many pairs (1,000 and 10,000) and prints time and peak memory.

The pairs are those of the demo over and over. Memory that does not grow with their number is what is wanted: a review of all variants
keeps what it found of each, not the programs.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time


def workspace_of(demo, folder, pairs):
    """A copy of the demo with that many variants of its own files."""
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


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tileport, demo = sys.argv[1:3]
    sizes = [int(each) for each in sys.argv[3:]] or [1000, 10000]
    for pairs in sizes:
        with tempfile.TemporaryDirectory() as temporary:
            folder = os.path.join(temporary, "workspace")
            workspace_of(demo, folder, pairs)
            start = time.monotonic()
            # A process of its own for each, so that the peak is its own.
            child = subprocess.Popen([tileport, "review", "--json", folder], stdout=subprocess.PIPE)
            size = 0
            while block := child.stdout.read(1 << 20):
                size += len(block)
            _, status, usage = os.wait4(child.pid, 0)
            elapsed = time.monotonic() - start
            code = os.waitstatus_to_exitcode(status)
            if code not in (0, 1, 4):
                sys.exit(f"tileport review ended with {code}")
            print(f"{pairs:6} pairs in one review: {elapsed:7.1f} s, {1000 * elapsed / pairs:5.2f} ms a pair, peak {usage.ru_maxrss / 1024:.0f} MiB, "
                  f"{size / 1048576:.0f} MiB of JSON")


if __name__ == "__main__":
    main()
