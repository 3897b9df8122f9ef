# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The TileGym package's five cuTile Rust ports with small extents and tiles, made by plugins/cutile_rust/export.py."""

import json
import pathlib
import subprocess
import sys
import tempfile

from probe import close
from tilegym import LAST_BITS, NARROW, ROOT, Array, x, y

PREFIX = "port-"


def divisor(value):
    """The largest power of two that divides it, to 16: what the host of a port finds out about an extent or a stride."""
    return min(value & -value, 16)


def tensor(name, array):
    ones = [stride == 1 for stride in array.strides]
    return {"name": name, "dtype": array.dtype, "shape": array.shape, "strides": array.strides,
            "specialization": {"base_ptr_div_bytes": 16, "elements_disjoint": True, "shape_div": [divisor(n) for n in array.shape],
                               "stride_div": [divisor(n) for n in array.strides], "stride_one": ones}}


def views(op, kernel, variant, generics, tensors, scalars, grid, compare=None):
    """A port whose arguments are tensors and then numbers."""
    launch = {"op": op, "module": f"{op}_module", "kernel": kernel, "entry": f"{kernel}_entry", "variant": variant, "generics": generics,
              "compile_options": {"num_cta_in_cga": None, "occupancy": None}, "tensors": [tensor(n, a) for n, a in tensors.items()],
              "stride_args": [[n, [1 if s == 1 else -1 for s in a.strides]] for n, a in tensors.items()], "target": "sm_90", "set": "variants"}
    hints = [[n, divisor(v)] for n, v in scalars if isinstance(v, int)]
    arguments = []
    for name, array in tensors.items():
        arguments += [{"buffer": name}] + [{"type": "i32", "value": v} for v in (*array.shape, *array.strides)]
    arguments += [{"type": "i32" if isinstance(v, int) else "f32", "value": v} for _, v in scalars]
    return launch | ({"scalar_hints": hints} if hints else {}), tensors, arguments, grid, compare


def pointers(op, kernel, variant, generics, arrays, order, grid):
    """A port that takes raw pointers: `order` is of array names and (name, number)."""
    launch = {"op": op, "module": f"{op}_module", "kernel": kernel, "entry": f"{kernel}_entry", "variant": variant, "generics": generics,
              "compile_options": {"num_cta_in_cga": None, "occupancy": None}, "target": "sm_90", "set": "variants",
              "scalar_hints": [[f"{n}_ptr", 16] if isinstance(n, str) else [n[0], divisor(n[1])] for n in order]}
    arguments = [{"buffer": n} if isinstance(n, str) else {"type": "i32", "value": n[1]} for n in order]
    return launch, arrays, arguments, grid, None


def generics(dtype, **sizes):
    return [["E", dtype], *([name, str(value)] for name, value in sizes.items())]


def elementwise():
    yield pointers("silu_and_mul", "silu_and_mul_kernel", "silu-and-mul-f16", generics("f16", BLOCK_SIZE=128),
                   {"out": y("f16", 3, 120), "in": x("f16", 3, 240)}, ["out", "in", ("hidden_size", 120), ("in_row_stride", 240), ("out_row_stride", 120)],
                   [3, 1, 1])
    arrays = {"a": x("f32", 16, 96), "b": x("f32", 16, 96, seed=2), "c": y("f32", 16, 96)}
    order = []
    for name in arrays:
        order += [name, (f"{name}_shape0", 16), (f"{name}_shape1", 96), (f"{name}_stride0", 96), (f"{name}_stride1", 1)]
    yield pointers("swiglu", "swiglu_forward_kernel", "swiglu-f32", generics("f32", TILE_SIZE=128), arrays, order, [16, 1, 1])


def products():
    few = {"low": -2, "high": 2}
    yield views("bmm", "non_persistent_bmm_kernel", "bmm-f16", generics("f16", BM=16, BN=32, BK=16),
                {"a": x("f16", 2, 32, 48, **few), "b": x("f16", 2, 48, 32, seed=2, **few), "c": y("f16", 2, 32, 32)}, [], [2, 1, 2])
    yield views("bmm", "static_persistent_bmm_kernel", "bmm-persistent-bf16",
                generics("bf16", BM=16, BN=16, BK=32, GROUP_SIZE_M=2, TRANSPOSE_A=0, TRANSPOSE_B=1),
                {"a": x("bf16", 2, 32, 64, **few), "b": x("bf16", 2, 32, 64, seed=2, **few), "c": y("bf16", 2, 32, 32)},
                [("rt_q", 2), ("rt_m", 32), ("rt_n", 32), ("rt_k", 64)], [3, 1, 1])
    tf32 = close(2.0 ** -8, 2.0 ** -6, LAST_BITS)
    yield views("matmul", "non_persistent_matmul_kernel", "matmul-odd-f32", generics("f32", BM=16, BN=16, BK=16, CAST_TF32=1),
                {"a": x("f32", 25, 39, **few), "b": x("f32", 39, 27, seed=2, **few), "c": y("f32", 25, 27)}, [], [4, 1, 1], tf32)
    yield views("matmul", "static_persistent_matmul_kernel", "matmul-persistent-f16",
                generics("f16", BM=16, BN=32, BK=32, GROUP_SIZE_M=2, CAST_TF32=0),
                {"a": x("f16", 48, 64, **few), "b": x("f16", 64, 48, seed=2, **few), "c": y("f16", 48, 48)}, [("m", 48), ("n", 48), ("k", 64)],
                [2, 1, 1])


def attention():
    for band in (0, 16):
        arrays = {"q": x("f16", 1, 8, 32, 16, low=-2, high=2), "k": x("f16", 1, 2, 32, 16, seed=2, low=-2, high=2), "v": x("f16", 1, 2, 32, 16, seed=3),
                  "sinks": x("f16", 8, seed=4, low=-1, high=1), "out": y("f16", 1, 8, 32, 16),
                  "start_q": Array("i32", [1], {"kind": "zero"})}
        yield views("attention_sink", "attention_sink_kernel", f"attention-sink-{band}-f16",
                    generics("f16", TILE_D=16, H=8, N_KV_CTX=32, TILE_M=16, TILE_N=16, QUERY_GROUP_SIZE=4, BANDWIDTH=band), arrays, [("qk_scale", 0.25)],
                    [2, 8, 1], close(2.0 ** -6, 2.0 ** -7, LAST_BITS))


def export(launches):
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "launches.jsonl"
        lines.write_text("".join(json.dumps(each) + "\n" for each in launches))
        subprocess.run([sys.executable, ROOT / "plugins" / "cutile_rust" / "export.py", "corpus", lines, "--out", folder, "--jobs", "1"], check=True)
        return {each["variant"]: next(pathlib.Path(folder).glob(f"*{each['variant']}.tileirbc")).read_bytes() for each in launches}


def cases(_disassembler):
    made = [entry for family in (elementwise, products, attention) for entry in family()]
    programs = export([launch for launch, *_ in made])
    for launch, arrays, arguments, grid, compare in made:
        name = PREFIX + launch["variant"]
        written = next(a.dtype for a in arrays.values() if a.fill is None)
        yield {"schema": "tileport-gpu-case/1", "name": name, "about": f"the port {launch['kernel']} of the TileGym package, with small extents and tiles",
               "program": f"../programs/{name}.tileirbc", "entry": launch["entry"], "grid": grid,
               "buffers": [a.buffer(n).json() for n, a in arrays.items()], "arguments": arguments,
               "compare": compare or NARROW[written]}, programs[launch["variant"]]
