# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The demo's programs, both sides of each variant, with extents that their facts allow."""

import pathlib
import re
import subprocess

from probe import Buffer, close, result, uniform

DEMO = pathlib.Path(__file__).resolve().parents[4] / "resources" / "demo"
SIDES = (("reference", "reference"), ("port", "generated"))
LIMIT = {"f16": close(2.0 ** -9, 2.0 ** -13, "sums and exponentials differ in the last bits before the result is rounded"),
         "bf16": close(2.0 ** -7, 2.0 ** -10, "sums and exponentials differ in the last bits before the result is rounded"),
         "f32": close(2.0 ** -18, 2.0 ** -20, "sums and exponentials differ in the last bits")}


def array(name, extents, strides):
    return [{"buffer": name}] + [{"type": "i32", "value": v} for v in (*extents, *strides)]


def entry_of(disassembler, path):
    text = subprocess.run([disassembler, path], check=True, capture_output=True, text=True).stdout
    return re.search(r"^entry @(\w+)\(", text, re.MULTILINE)[1]


def softmax(dtype):
    rows, columns, stride = 16, 112, {"f16": 120, "f32": 116}[dtype]
    buffers = [Buffer("x", dtype, rows * stride, uniform(1, -8, 8, edges=600)), result("y", dtype, rows * stride)]
    return buffers, array("x", [rows, columns], [stride, 1]) + array("y", [rows, columns], [stride, 1]), [rows, 1, 1]


def log_softmax(dtype):
    # One row of two tiles, the second ragged. Extents say 16 rows, as the program may assume. The columns fill whole groups of 16
    # bytes: README.md says what a store does otherwise.
    rows, columns, stride = 16, 4104, 4104
    buffers = [Buffer("x", dtype, columns, uniform(2, -8, 8)), result("y", dtype, columns)]
    return buffers, array("x", [rows, columns], [stride, 1]) + array("y", [rows, columns], [stride, 1]), [1, 1, 1]


def rms_norm(dtype):
    rows, columns, stride = 16, 112, 120
    buffers = [Buffer("x", dtype, rows * stride, uniform(3, -4, 4)), Buffer("weight", dtype, columns, uniform(4, -2, 2)),
               result("y", dtype, rows * stride)]
    arguments = array("x", [rows, columns], [stride, 1]) + array("weight", [columns], [1]) + array("y", [rows, columns], [stride, 1])
    return buffers, arguments + [{"type": "f32", "value": 1e-6}], [rows, 1, 1]


def matmul(dtype):
    m, n, depth = 32, 48, 80
    buffers = [Buffer("a", dtype, m * 88, uniform(5, -2, 2)), Buffer("b", dtype, depth * 56, uniform(6, -2, 2)), result("c", dtype, m * 56)]
    return buffers, array("a", [m, depth], [88, 1]) + array("b", [depth, n], [56, 1]) + array("c", [m, n], [56, 1]), [1, 1, 1]


def cases(disassembler):
    for operator, make in (("softmax", softmax), ("log_softmax", log_softmax), ("rms_norm", rms_norm), ("matmul", matmul)):
        for path in sorted((DEMO / operator / "reference").glob("*.tileirbc")):
            variant = path.stem.removeprefix("reference_")
            dtype = variant.split("-")[0]
            for side, folder in SIDES:
                program = DEMO / operator / folder / f"{folder}_{variant}.tileirbc"
                buffers, arguments, grid = make(dtype)
                yield {"schema": "tileport-gpu-case/1", "name": f"demo-{operator.replace('_', '-')}-{variant}-{side}",
                       "about": f"the demo's {operator}, {variant}, {side}", "program": f"../../../../resources/demo/{operator}/{folder}/{program.name}",
                       "entry": entry_of(disassembler, program), "grid": grid, "buffers": [b.json() for b in buffers], "arguments": arguments,
                       "compare": LIMIT[dtype]}, None
