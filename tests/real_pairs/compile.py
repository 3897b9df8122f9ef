#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles both programs of each run about hints, and says whether the machine code differs: compiled.tsv.

    tests/real_pairs/compile.py --runner build/release/bin/tests/real-pairs [--gpu-name sm_100]

Uses the Python environment --tools with tileiras, ptxas and libnvvm, which is made where it is missing (tests/oracle/gpu/record.py).
"""

import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "oracle" / "gpu"))

import record  # noqa: E402

RUNS = ("matmul-latency", "silu-latency", "silu-entry-hints", "swiglu-entry-hints", "silu-padding", "swiglu-padding", "swiglu-mask", "silu-flush-add",
        "silu-flush-products")


def sections(elf):
    """Names and contents of the sections of a 64-bit little-endian ELF file."""
    start, = struct.unpack_from("<Q", elf, 40)
    size, count, names = struct.unpack_from("<HHH", elf, 58)
    headers = [struct.unpack_from("<IIQQQQ", elf, start + i * size) for i in range(count)]
    table = headers[names][4]
    for name, kind, _, _, offset, length in headers:
        text = elf[table + name:elf.index(b"\0", table + name)].decode()
        yield text, b"" if kind == 8 else elf[offset:offset + length]


def code(elf):
    """Machine code and what the driver is told of it: registers, shared memory, clusters."""
    return [content for name, content in sections(elf) if name.startswith((".text.", ".nv.info."))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runner", required=True)
    parser.add_argument("--gpu-name", default="sm_100")
    parser.add_argument("--tools", type=pathlib.Path, default=HERE.parents[1] / "build" / "tileiras")
    options = parser.parse_args()
    tool, version = record.tileiras_in(options.tools)
    lines = [f"# Whether the machine code of a run's two programs differs: tileiras {version}, {options.gpu_name}. By compile.py."]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.runner, HERE, "--programs", folder, *RUNS], check=True, stdout=subprocess.DEVNULL)
        for run in RUNS:
            codes = []
            for side in (1, 2):
                cubin = pathlib.Path(folder) / f"{run}-{side}.cubin"
                problem = record.compile_cubin(tool, options.gpu_name, f"{folder}/{run}-{side}.tileirbc", cubin)
                if problem:
                    raise SystemExit(f"{run}: {problem}")
                codes.append(code(cubin.read_bytes()))
            lines.append(f"{run}\t{'same' if codes[0] == codes[1] else 'differs'}")
            print(lines[-1], flush=True)
    (HERE / "compiled.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
