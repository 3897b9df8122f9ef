#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the programs of this folder and what tileirdisasm prints for them.

    make_allops.py --disassembler PATH [--disassembler-13.5 PATH] [--out FOLDER] [--only NAME]

Needs cuda-tile (pip) in the Python that runs it. tileirdisasm 13.4 reads the versions up to 13.4, that of 13.5 the rest.
"""

import argparse
import pathlib
import subprocess
import sys

import cases
import more_cases
from program import build

EVERY = (1, 2, 3, 4, 5)
GROUPS = [  # name, function, entries, minor versions, whether locations are worth a text of their own
    ("floats", cases.floats, 1, EVERY, False),
    ("integers", cases.integers, 1, EVERY, False),
    ("matrices", cases.matrices, 1, EVERY, False),
    ("conversions", cases.conversions, 1, EVERY, False),
    ("shapes", cases.shapes, 1, EVERY, False),
    ("folds", cases.folds, 1, EVERY, True),
    ("control", cases.control, 1, EVERY, True),
    ("views", cases.views, 1, EVERY, False),
    ("pointers", cases.pointers, 1, EVERY, False),
    ("tokens", cases.tokens, 1, EVERY, True),
    ("facts", more_cases.facts, 1, (1, 5), False),
    ("constants", more_cases.constants, 1, (1, 5), False),
    ("numbers", more_cases.numbers, 1, (1, 3, 5), False),
    ("identities", more_cases.identities, 1, (1, 5), False),
    ("names", more_cases.names, 1, (1, 5), False),
    ("entries", more_cases.entries, 6, EVERY, True),
    ("private", more_cases.private, 1, (1, 4), True),
    ("arguments", more_cases.arguments, 1, (5,), True),
    ("places", more_cases.places, 2, EVERY, True),
    ("multimem", more_cases.multimem, 1, (5,), False),
]
# What the encoder cannot write is changed in its bytes.
CHANGES = {"private": more_cases.make_private}


def disassemble(tool, path, locations):
    run = subprocess.run([tool, *(["-g"] if locations else []), str(path)], capture_output=True)
    if run.returncode:
        print(f"{path.name}: {run.stderr.decode(errors='replace').strip()[:400]}", file=sys.stderr)
        return None
    return run.stdout


def make(folder, tools, only):
    failed = 0
    for name, fill, functions, versions, located in GROUPS:
        if only and name != only:
            continue
        for minor in versions:
            tool = tools[minor == 5]
            if not tool:
                continue
            path = folder / f"{name}-13.{minor}.tileirbc"
            path.write_bytes(CHANGES.get(name, bytes)(build(minor, fill, functions)))
            for suffix, locations in ((".mlir", False), (".g.mlir", True))[:1 + located]:
                text = disassemble(tool, path, locations)
                failed += text is None
                if text is not None:
                    path.with_suffix(suffix).write_bytes(text)
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--disassembler", required=True)
    parser.add_argument("--disassembler-13.5", dest="newest")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    parser.add_argument("--only")
    options = parser.parse_args()
    sys.exit(make(options.out, (options.disassembler, options.newest), options.only) > 0)
