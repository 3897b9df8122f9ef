#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Both sides of the pairs on a GPU: on_gpu.tsv.

    on_gpu.py pack --runner oracle-gpu --out PACK [--gpu-name sm_90]   cubins and what a run needs, into a folder
    PACK/on_gpu.py run PACK --out on_gpu.tsv                           on the GPU machine: Python 3 and a driver, nothing else

Launches that the interpreter stops are left out: on a GPU they may do anything. Uses tests/oracle/gpu's runner, record.py and --tools.
"""

import argparse
import base64
import json
import pathlib
import shutil
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 120
# The format of an element, and the mask and the least value above it of a NaN.
FORMATS = {"f32": ("I", 0x7FFFFFFF, 0x7F800000), "f16": ("H", 0x7FFF, 0x7C00), "bf16": ("H", 0x7FFF, 0x7F80)}


def pack(options):
    sys.path.insert(0, str(HERE.parent / "oracle" / "gpu"))
    import record
    tool, version = record.tileiras_in(options.tools)
    shutil.rmtree(options.out, ignore_errors=True)
    options.out.mkdir(parents=True)
    names = []
    for run in json.loads((HERE / "runs.json").read_text()):
        cases = [side["case"] for side in run["sides"]]
        if " stops: " in run["expected"] or " races" in run["expected"] or [f"{run['name']}-reference", f"{run['name']}-port"] != cases:
            continue
        for name in cases:
            case = json.loads((HERE / "cases" / f"{name}.json").read_text())
            (options.out / f"{name}.json").write_text(json.dumps(case))
            problem = record.compile_cubin(tool, options.gpu_name, (HERE / "cases" / case["program"]).resolve(), options.out / f"{name}.cubin")
            if problem:
                print(f"{name}: {problem}")
                break
        else:
            names.append(run["name"])
    for file in (options.runner, __file__):
        shutil.copy(file, options.out)
    (options.out / "pack.json").write_text(json.dumps({"tileiras": version, "target": options.gpu_name, "runs": names}))
    print(f"{len(names)} pairs packed")
    return 0


def launch(folder, name):
    command = [folder / "oracle-gpu", "run", folder / f"{name}.json", folder / f"{name}.cubin"]
    run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    if run.returncode:
        raise RuntimeError(f"{name}: {run.stderr.strip()[:200]}")
    return json.loads(run.stdout)


def compared(case, reference, port):
    texts = []
    for buffer in case["buffers"]:
        if not buffer.get("output"):
            continue
        letter, mask, infinity = FORMATS[buffer["dtype"]]
        sides = []
        for result in (reference, port):
            data = base64.b64decode(result["outputs"][buffer["name"]])
            sides.append(struct.unpack(f"<{len(data) // struct.calcsize(letter)}{letter}", data))
        differ = sum(a != b for a, b in zip(*sides))
        nans = [sum((bits & mask) > infinity for bits in side) for side in sides]
        texts.append(f"{buffer['name']}: {len(sides[0]) - differ} equal, {differ} differ, NaN: {nans[0]} and {nans[1]}")
    return "; ".join(texts)


def run(options):
    options.pack = options.pack.resolve()
    facts = json.loads((options.pack / "pack.json").read_text())
    (options.pack / "oracle-gpu").chmod(0o755)
    lines, gpu = [], ""
    for name in facts["runs"]:
        try:
            sides = [launch(options.pack, f"{name}-{side}") for side in ("reference", "port")]
            gpu = sides[0].get("gpu", gpu)
            text = compared(json.loads((options.pack / f"{name}-reference.json").read_text()), *sides)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            text = f"failed: {error}"
        lines.append(f"{name}\t{text}")
        print(lines[-1], flush=True)
    head = f"# Outputs of reference and port, bit by bit: {gpu}, tileiras {facts['tileiras']}, {facts['target']}. By on_gpu.py."
    options.out.write_text("\n".join([head, *lines]) + "\n")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    packing = commands.add_parser("pack")
    packing.add_argument("--runner", type=pathlib.Path, required=True)
    packing.add_argument("--gpu-name", default="sm_90")
    packing.add_argument("--tools", type=pathlib.Path, default=HERE.parents[min(1, len(HERE.parents) - 1)] / "build" / "tileiras")
    packing.set_defaults(command=pack)
    running = commands.add_parser("run")
    running.add_argument("pack", type=pathlib.Path)
    running.set_defaults(command=run)
    for command in (packing, running):
        command.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    return options.command(options)


if __name__ == "__main__":
    sys.exit(main())
