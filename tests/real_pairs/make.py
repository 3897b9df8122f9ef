#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes cases/*.json and programs/*.tileirbc from what `tileport import tilegym` made.

    $(packaging/toolchain)/bin/python tests/real_pairs/make.py WORKSPACE --tileport build/release/bin/tileport

Each pair becomes two cases (tests/oracle/gpu, README.md) with the same buffers: the programs are those of the review, without the
locations of ops; extents that they leave open are small, those that they fix are as they are. Of large grids an interpreter runs a few
blocks.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "oracle" / "gpu"))
sys.path.insert(0, str(HERE.parent / "oracle" / "gpu" / "make"))

from make_cases import write_json  # noqa: E402
from tilegym import Array, uniform, y  # noqa: E402


def filled(dtype, *shape, seed=1, low=-8, high=8, edges=None):
    return Array(dtype, list(shape), uniform(seed, low, high, edges))


def i32(*numbers):
    return [{"type": "i32", "value": number} for number in numbers]


def tensors(arrays, *names):
    """A pointer, extents and strides of each, as both front ends flatten a tensor."""
    arguments = []
    for name in names:
        arguments += [{"buffer": name}] + i32(*arrays[name].shape, *arrays[name].strides)
    return arguments


class Pair:
    """Two programs, the memory they share, and the arguments of each."""

    def __init__(self, name, operator, reference, port, grid, arrays, reference_arguments, port_arguments, blocks=None):
        self.name, self.operator, self.programs = name, operator, (reference, port)
        self.grid, self.arrays, self.arguments, self.blocks = grid, arrays, (reference_arguments, port_arguments), blocks


def silu(variant, dtype, hidden, name=None, **inputs):
    arrays = {"x": filled(dtype, 16, 2 * hidden, **inputs), "out": y(dtype, 16, hidden)}
    # The port has no hints at its entry, as the launch of the reference that is not tuned.
    reference = variant.replace("b4096-", "").replace("h4096", "h4096-notune")
    return Pair(name or f"silu-{variant}", "silu_and_mul", f"_silu_and_mul_kernel_row_wise.{reference}", f"silu_and_mul_kernel.{variant}", [3, 1, 1], arrays,
                tensors(arrays, "x", "out"), [{"buffer": "out"}, {"buffer": "x"}, *i32(hidden, 2 * hidden, hidden)])


def swiglu(variant, dtype, hidden, name=None, **inputs):
    arrays = {"a": filled(dtype, 16, hidden, **inputs), "b": filled(dtype, 16, hidden, **(inputs | {"seed": 2})), "c": y(dtype, 16, hidden)}
    reference = variant.replace("t4096-c4096", "h4096")
    return Pair(name or f"swiglu-{variant}", "swiglu", f"_swiglu_forward_kernel.{reference}", f"swiglu_forward_kernel.{variant}", [2, 1, 1], arrays,
                tensors(arrays, "a", "b", "c"), tensors(arrays, "a", "b", "c"))


def product(variant, dtype, m, n, k, grid, name=None, **inputs):
    few = {"low": -2, "high": 2} | inputs
    arrays = {"a": filled(dtype, m, k, **few), "b": filled(dtype, k, n, **(few | {"seed": 2})), "c": y(dtype, m, n)}
    flat = tensors(arrays, "a", "b", "c")
    return Pair(name or f"matmul-{variant}", "matmul", f"_matmul_kernel.{variant}", f"non_persistent_matmul_kernel.{variant}", grid, arrays, flat, flat)


def persistent_product(variant, dtype, m, n, k, grid, name=None):
    pair = product(variant, dtype, m, n, k, grid, name or f"matmul-persistent-{variant}")
    pair.programs = (f"_static_persistent_matmul_kernel.{variant}-lat4", f"static_persistent_matmul_kernel.{variant}")
    pair.arguments = tuple(flat + i32(m, n, k) for flat in pair.arguments)
    return pair


def batched(variant, dtype, m, n, k, grid, blocks, **inputs):
    few = {"low": -2, "high": 2} | inputs
    arrays = {"a": filled(dtype, 8, m, k, **few), "b": filled(dtype, 8, k, n, **(few | {"seed": 2})), "c": y(dtype, 8, m, n)}
    flat = tensors(arrays, "a", "b", "c")
    return Pair(f"bmm-{variant}", "bmm", f"_bmm_kernel.{variant}", f"non_persistent_bmm_kernel.{variant}", grid, arrays, flat, flat, blocks)


def persistent_batched(variant, dtype):
    # The reference has M, N and K as constants. With a block a tile, each block runs one turn of its loop.
    pair = batched(variant, dtype, 1024, 1024, 512, [256, 1, 1], [0, 171])
    pair.programs = (f"_static_persistent_bmm_kernel.{variant}", f"static_persistent_bmm_kernel.{variant}")
    pair.arguments = (pair.arguments[0] + i32(8), pair.arguments[1] + i32(8, 1024, 1024, 512))
    return pair


def attention(variant, dtype):
    heads, tokens = 64, 1024
    arrays = {"q": filled(dtype, 2, heads, tokens, 64, low=-2, high=2), "k": filled(dtype, 2, 8, tokens, 64, seed=2, low=-2, high=2),
              "v": filled(dtype, 2, 8, tokens, 64, seed=3), "sinks": filled(dtype, heads, seed=4, low=-1, high=1),
              "out": y(dtype, 2, heads, tokens, 64), "start_q": Array("i32", [1], {"kind": "zero"})}
    flat = tensors(arrays, *arrays) + [{"type": "f32", "value": 0.125}]
    return Pair(f"attention-{variant}", "attention_sink", f"_attention_sink_kernel.{variant}", f"attention_sink_kernel.{variant}", [16, 128, 1], arrays, flat, flat,
                [0, 3 + 16 * 70])


DTYPES = ("bf16", "f16", "f32")
EDGES = {"low": -8, "high": 8, "edges": 50}
MATMUL, BMM, PERSISTENT_BMM = "f16-sm100-256x256x64", "f16-128x128x32", "f16-sm100-128x256x64"


def pairs():
    """Each pair of the review, and some with inputs at the edges."""
    for dtype in DTYPES:
        for variant, hidden in (("h3000", 3000), ("h4096", 4096), ("b4096-h4096", 4096)):
            yield silu(f"{dtype}-{variant}", dtype, hidden)
        yield silu(f"{dtype}-h3000", dtype, 3000, f"silu-{dtype}-h3000-edges", **EDGES)
        yield silu(f"{dtype}-h3000", dtype, 3000, f"silu-{dtype}-h3000-large", low=-128, high=128)
        for variant, hidden in (("h11008", 11008), ("h4096", 4096), ("t4096-c4096", 4096)):
            yield swiglu(f"{dtype}-{variant}", dtype, hidden, **EDGES)
        yield product(f"{dtype}-sm100-256x256x64", dtype, 304, 272, 80, [4, 1, 1])
        yield persistent_product(f"{dtype}-sm100-256x256x64", dtype, 304, 272, 80, [2, 1, 1])
        yield batched(f"{dtype}-128x128x32", dtype, 144, 112, 48, [2, 1, 8], [0, 13])
        yield persistent_batched(f"{dtype}-sm100-128x256x64", dtype)
        for band in (0, 128):
            yield attention(f"{dtype}-64x64-bw{band}", dtype)


def with_arguments(pair, name, reference=(), port=()):
    """The pair with other numbers at positions of an argument list."""
    pair.name = name
    changed = [list(arguments) for arguments in pair.arguments]
    for arguments, numbers in zip(changed, (reference, port)):
        for position, number in numbers:
            arguments[position] = i32(number)[0]
    pair.arguments = tuple(changed)
    return pair


def with_grid(pair, name, grid, blocks=None):
    pair.name, pair.grid, pair.blocks = name, grid, blocks
    return pair


def with_rows(pair, name, array, row):
    """The pair with a tensor whose rows lie `row` elements apart."""
    old = pair.arrays[array]
    new = Array(old.dtype, old.shape, old.fill, row=row)
    positions = [{"buffer": array}, *i32(*old.shape, *old.strides)]
    replacement = [{"buffer": array}, *i32(*new.shape, *new.strides)]
    arguments = []
    for side in pair.arguments:
        at = next(i for i in range(len(side)) if side[i:i + len(positions)] == positions)
        arguments.append(side[:at] + replacement + side[at + len(positions):])
    pair.name, pair.arrays, pair.arguments = name, pair.arrays | {array: new}, tuple(arguments)
    return pair


def probes():
    """Launches that the pairs were not made for, each to show what one finding means."""
    # A block more than there are rows.
    yield with_grid(silu("f16-h3000", "f16", 3000), "silu-f16-h3000-surplus", [17, 1, 1])
    # Another width than the reference's constant; pointers in the reference's order.
    yield with_arguments(silu("f16-h3000", "f16", 3000), "silu-f16-h3000-narrower", port=[(2, 2992)])
    crossed = silu("f16-h3000", "f16", 3000, "silu-f16-h3000-crossed")
    crossed.arguments = (crossed.arguments[0], [crossed.arguments[1][1], crossed.arguments[1][0], *crossed.arguments[1][2:]])
    yield crossed
    # Fewer columns than the tile has, which the reference's launch without bounds checks leaves out.
    yield swiglu("f16-h4096", "f16", 4080, "swiglu-f16-h4096-ragged")
    # Rows that are a multiple of 16 bytes apart, not of 16 elements.
    yield with_rows(swiglu("f16-h11008", "f16", 11008), "swiglu-f16-h11008-rows", "a", 11016)
    yield with_rows(product(MATMUL, "f16", 304, 272, 80, [4, 1, 1]), "matmul-f16-rows", "a", 88)
    yield with_rows(batched(BMM, "f16", 144, 112, 48, [2, 1, 8], [0]), "bmm-f16-rows", "a", 56)
    yield with_rows(attention("f16-64x64-bw0", "f16"), "attention-f16-rows", "q", 72)
    # Blocks beyond the last tile; all tiles by one block; sizes at the end of 32 bits.
    yield with_grid(product(MATMUL, "f16", 304, 272, 80, [4, 1, 1]), "matmul-f16-surplus", [40, 1, 1])
    yield with_grid(persistent_product(MATMUL, "f16", 304, 272, 80, [2, 1, 1]), "matmul-persistent-f16-one-block", [1, 1, 1])
    huge = [(15, 2147483632), (17, 0)]
    yield with_grid(with_arguments(persistent_product(MATMUL, "f16", 304, 272, 80, [2, 1, 1]), "", huge, huge), "matmul-persistent-f16-huge",
                    [65535, 1, 1], [0])
    odd = [(16, 280)]
    yield with_arguments(persistent_product(MATMUL, "f16", 304, 272, 80, [2, 1, 1]), "matmul-persistent-f16-odd", odd, odd)
    # Another number of rows than the reference's constant; batches that are none or odd.
    yield with_arguments(persistent_batched(PERSISTENT_BMM, "f16"), "bmm-persistent-f16-fewer-rows", port=[(22, 512)])
    yield with_arguments(persistent_batched(PERSISTENT_BMM, "f16"), "bmm-persistent-f16-negative", [(21, -8)], [(21, -8)])
    yield with_grid(persistent_batched(PERSISTENT_BMM, "f16"), "bmm-persistent-f16-few-blocks", [128, 1, 1], [5])
    odd = [(1, 7)]
    yield with_arguments(batched(BMM, "f16", 144, 112, 48, [2, 1, 7], [0]), "bmm-f16-odd-batch", odd, odd)
    # A sink of -0.0; a start that the port's view does not cover; blocks beyond the last tokens; one sequence.
    zero = attention("f16-64x64-bw0", "f16")
    zero.name, zero.arrays["sinks"] = "attention-f16-negative-zero", Array("f16", [64], {"kind": "values", "values": ["0x8000"]})
    yield zero
    empty = attention("f16-64x64-bw0", "f16")
    empty.arrays["start_q"] = Array("i32", [1], {"kind": "values", "values": [64]})
    yield with_arguments(empty, "attention-f16-empty-start", port=[(40, 0)])
    yield with_grid(attention("f16-64x64-bw0", "f16"), "attention-f16-surplus", [17, 128, 1], [16])
    odd = [(1, 1)]
    yield with_arguments(with_grid(attention("f16-64x64-bw0", "f16"), "", [16, 64, 1], [0]), "attention-f16-one-sequence", odd, odd)


def plain(tileport, program, to):
    """Without locations, which hold paths."""
    subprocess.run([tileport, "convert", "--no-locations", program, to], check=True)
    text = subprocess.run([tileport, "show", to], check=True, capture_output=True, text=True).stdout
    head = re.search(r"^entry @([^(]+)\((.*?)\)(?: optimization_hints.*)? {$", text, re.MULTILINE)
    return head[1], re.findall(r"%arg\d+: tile<(ptr<\w+>|\w+)>", head[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workspace", type=pathlib.Path)
    parser.add_argument("--tileport", default="tileport")
    options = parser.parse_args()
    (HERE / "cases").mkdir(exist_ok=True)
    (HERE / "programs").mkdir(exist_ok=True)
    made, programs = set(), set()
    for pair in (*pairs(), *probes()):
        for side, folder, program, arguments in zip(("reference", "port"), ("reference", "generated"), pair.programs, pair.arguments):
            name, file = f"{pair.name}-{side}", f"{program}.tileirbc"
            entry, wanted = plain(options.tileport, options.workspace / pair.operator / folder / file, HERE / "programs" / file)
            given = [f"ptr<{pair.arrays[a['buffer']].dtype}>" if "buffer" in a else a["type"] for a in arguments]
            if given != wanted:
                raise SystemExit(f"{name}: the entry takes {wanted}, the case gives {given}")
            write_json(HERE / "cases" / f"{name}.json", {
                "schema": "tileport-gpu-case/1", "name": name, "about": f"{program} of the TileGym package as reviewed",
                "program": f"../programs/{file}", "entry": entry, "grid": pair.grid, **({"blocks": pair.blocks} if pair.blocks else {}),
                "buffers": [a.buffer(n).json() for n, a in pair.arrays.items()], "arguments": arguments, "compare": {"rule": "exact"}})
            made.add(f"{name}.json")
            programs.add(file)
    for folder, kept in (("cases", made), ("programs", programs)):
        for file in (HERE / folder).iterdir():
            if file.name not in kept:
                file.unlink()
    print(f"{len(made)} cases, {len(programs)} programs")


if __name__ == "__main__":
    main()
