# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of the TileGym package with extents and tiles of a size that an interpreter can follow.

Each launch starts from one of resources/tilegym and changes arrays and constants. plugins/cutile_python/export.py compiles them.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from probe import Buffer, close, result, sequence, uniform, values

ROOT = pathlib.Path(__file__).resolve().parents[4]
DTYPES = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "i32": "int32", "f8E4M3FN": "float8_e4m3fn", "i8": "int8"}
LAST_BITS = "sums and functions differ in the last bits"
EXACT = {"rule": "exact"}
NARROW = {"f16": close(2.0 ** -8, 2.0 ** -10, LAST_BITS), "bf16": close(2.0 ** -6, 2.0 ** -8, LAST_BITS),
          "f32": close(2.0 ** -14, 2.0 ** -16, LAST_BITS)}


class Array:
    def __init__(self, dtype, shape, fill=None, *, written=False, row=None):
        """`row`: elements from one row to the next, where they are more than the row has."""
        self.dtype, self.shape, self.fill, self.written = dtype, shape, fill, written
        self.strides = [1] * len(shape)
        for axis in reversed(range(len(shape) - 1)):
            self.strides[axis] = self.strides[axis + 1] * (row if row and axis == len(shape) - 2 else shape[axis + 1])
        self.count = self.strides[0] * shape[0]

    def value(self):
        return {"kind": "array", "dtype": DTYPES[self.dtype], "shape": self.shape, "strides": self.strides, "base_aligned16": True}

    def buffer(self, name):
        if self.fill is None:
            return result(name, self.dtype, self.count)
        return Buffer(name, self.dtype, self.count, self.fill, self.written)


def x(dtype, *shape, seed=1, low=-4, high=4):
    return Array(dtype, list(shape), uniform(seed, low, high))


def y(dtype, *shape):
    return Array(dtype, list(shape))


def changed(dtype, *shape, seed=9, low=-4, high=4):
    """Read and written."""
    return Array(dtype, list(shape), uniform(seed, low, high), written=True)


def softmaxes():
    yield "softmax-f32", "_softmax_kernel", [2, 1, 1], {"output": y("f32", 5, 100), "input": x("f32", 5, 100), "N_ROWS": 5, "TILE_SIZE": 128,
                                                       "DIM_COLS": 100}
    yield "softmax-tma-f16", "_softmax_kernel_tma", [3, 1, 1], {"output": y("f16", 8, 104), "input": x("f16", 8, 104), "N_ROWS": 8, "N_COLS": 104,
                                                               "TILE_SIZE": 128}
    # Rows end within a group of 16 bytes: README.md says what the GPU's tensor stores do then.
    rows = Array("f16", [8, 98], uniform(1, -4, 4), row=104)
    yield "softmax-tma-ragged-f16", "_softmax_kernel_tma", [3, 1, 1], {"output": Array("f16", [8, 98], row=104), "input": rows, "N_ROWS": 8, "N_COLS": 98,
                                                                      "TILE_SIZE": 128}
    yield "softmax-ldg-bf16", "_softmax_kernel_multi_wave_full_row_reg_cached_ldg", [4, 1, 1], {
        "output": y("bf16", 4, 100), "input": x("bf16", 4, 100), "N": 100, "TILE_SIZE": 128}
    yield "softmax-chunked-f32", "_softmax_kernel_chunked", [2, 1, 1], {"output": y("f32", 3, 80), "input": x("f32", 3, 80), "N_ROWS": 3, "N_COLS": 80,
                                                                       "TILE_SIZE": 32}


def norms():
    small = {"low": -2, "high": 2}
    yield "rms-norm-gather-f32", "_rms_norm_kernel_gather", [4, 1, 1], {
        "x": x("f32", 4, 80), "w": x("f32", 80, seed=2), "out": y("f32", 4, 80), "Rstd": y("f32", 4), "N": 80, "TILE_SIZE": 32}
    yield "rms-norm-cached-f16", "_rms_norm_kernel_multi_wave_cached", [4, 1, 1], {
        "x": x("f16", 4, 64), "w": x("f16", 64, seed=2), "out": y("f16", 4, 64), "Rstd": y("f32", 4), "N": 64, "TILE_SIZE": 64}
    yield "rms-norm-persistent-bf16", "_rms_norm_kernel_static_persistent", [2, 1, 1], {
        "X": x("bf16", 10, 96), "Y": y("bf16", 10, 96), "W": x("bf16", 96, seed=2), "Rstd": y("f32", 10), "TILE_SIZE_N": 128}
    yield "rms-norm-backward-f32", "_rms_bwd_kernel", [2, 1, 1], {
        "dx": y("f32", 6, 48), "dy": x("f32", 6, 48, seed=2), "x": x("f32", 6, 48), "weight": x("f32", 48, seed=3),
        "Rstd": x("f32", 6, seed=4, low=0.5, high=1), "dw_partial": y("f32", 2, 64), "TILE_M": 1, "TILE_N": 64}
    yield "layer-norm-f32", "_layer_norm_fwd_kernel", [2, 2, 1], {
        "x": x("f32", 2, 20, 40), "y": y("f32", 2, 20, 40), "w": x("f32", 20, seed=2, **small), "b": x("f32", 20, seed=3, **small),
        "mean": y("f32", 2, 40), "rstd": y("f32", 2, 40), "C": 20, "W": 40, "BLOCK_SIZE_C": 8, "BLOCK_SIZE_W": 32}
    yield "layer-norm-gather-f16", "_layer_norm_fwd_kernel_gather", [3, 1, 1], {
        "x": x("f16", 120), "y": y("f16", 120), "w": x("f16", 40, seed=2, **small), "b": x("f16", 40, seed=3, **small), "mean": y("f32", 3),
        "rstd": y("f32", 3), "STRIDE_N": 40, "C": 40, "BLOCK_SIZE_C": 64, "N_ELEMENTS": 120, "STAT_N_ELEMENTS": 3}
    yield "layer-norm-persistent-bf16", "_persistent_layer_norm_fwd_kernel", [2, 1, 1], {
        "X": x("bf16", 10, 64), "Y": y("bf16", 10, 64), "W": x("bf16", 64, seed=2, **small), "B": x("bf16", 64, seed=3, **small),
        "Mean": y("f32", 10), "Rstd": y("f32", 10), "N": 10, "D": 64, "STRIDE_X": 64, "STRIDE_Y": 64, "BLOCK_D": 64, "NUM_SMS": 2}


def activations():
    for approximate in (0, 1):
        yield f"gelu-f32-{approximate}", "_gelu_kernel", [2, 1, 1], {"y": y("f32", 200), "x": x("f32", 200), "N_ELEMENTS": 200, "BLOCK_SIZE": 128,
                                                                    "APPROXIMATE": approximate}
    yield "gelu-backward-f16", "_gelu_kernel_backward", [2, 1, 1], {"dx": y("f16", 200), "dy": x("f16", 200, seed=2), "x": x("f16", 200),
                                                                   "N_ELEMENTS": 200, "BLOCK_SIZE": 128, "APPROXIMATE": 1}
    yield "relu-bf16", "_relu_fwd_kernel", [2, 1, 1], {"x": x("bf16", 200), "y": y("bf16", 200), "N_ELEMENTS": 200, "BLOCK_SIZE": 128}, EXACT
    yield "geglu-f32", "_geglu_fwd_kernel", [3, 1, 1], {"y": y("f32", 120), "x": x("f32", 240), "N": 40, "M_STRIDE": 80, "MY_STRIDE": 40,
                                                       "BLOCK_SIZE": 64}
    yield "geglu-backward-f16", "_geglu_bwd_kernel", [3, 1, 1], {"dx": y("f16", 240), "dy": x("f16", 120, seed=2), "x": x("f16", 240), "N": 40,
                                                                "M_STRIDE": 80, "MY_STRIDE": 40, "BLOCK_SIZE": 64}
    yield "silu-and-mul-bf16", "_silu_and_mul_kernel_row_wise", [3, 1, 1], {"input": x("bf16", 3, 120), "output": y("bf16", 3, 60), "TILE_SIZE": 64,
                                                                          "TOTAL_HIDDEN_SIZE": 60}
    yield "silu-and-mul-backward-f32", "_silu_and_mul_backward_kernel_row_wise", [3, 1, 1], {
        "grad_output": x("f32", 3, 48, seed=2), "input": x("f32", 3, 96), "grad_a": y("f32", 3, 48), "grad_b": y("f32", 3, 48), "TILE_SIZE": 64,
        "TOTAL_HIDDEN_SIZE": 48}
    yield "swiglu-f16", "_swiglu_forward_kernel", [3, 1, 1], {"a": x("f16", 3, 88), "b": x("f16", 3, 88, seed=2), "c": y("f16", 3, 88),
                                                             "TILE_SIZE": 128, "check_bounds": True}
    yield "swiglu-backward-f32", "_swiglu_backward_kernel", [2, 2, 1], {
        "dc": x("f32", 2, 60, seed=3), "a": x("f32", 2, 60), "b": x("f32", 2, 60, seed=2), "da": y("f32", 2, 60), "db": y("f32", 2, 60),
        "TILE_SIZE": 32}
    yield "dropout-f32", "_dropout_kernel", [2, 1, 1], {"x": x("f32", 200), "output": y("f32", 200), "P": 0.25, "SEED": 12345, "TILE_SIZE": 128,
                                                       "TRAINING": True}, EXACT


def movement():
    yield "transpose-f16", "_transpose_kernel", [2, 3, 1], {"input": x("f16", 24, 40), "output": y("f16", 40, 24), "M": 24, "N": 40, "BLOCK_M": 16,
                                                           "BLOCK_N": 16}, EXACT
    yield "rope-f32", "_rope_kernel", [6, 1, 1], {"q": changed("f32", 2, 4, 3, 16), "k": changed("f32", 2, 2, 3, 16, seed=8),
                                                 "cos": x("f32", 1, 3, 16, seed=2, low=-1, high=1), "sin": x("f32", 1, 3, 16, seed=3, low=-1, high=1),
                                                 "COS_BS": 1, "SEQ_LEN": 3, "TILE_QH": 4, "TILE_KH": 2, "TILE_RD": 8}
    yield "chunk-cumsum-f32", "chunk_cumsum_kernel", [2, 2, 2], {
        "a": x("f32", 8, low=-1, high=0), "dt": x("bf16", 2, 32, 8, seed=2, low=0, high=1), "out_bth": y("f32", 2, 32, 8),
        "out_bht": y("f32", 2, 8, 32), "dt_bht": y("bf16", 2, 8, 32), "chunk_size": 16, "BLOCK_H": 4}
    yield "splitk-reduce-f32", "_splitk_reduce_kernel", [2, 3, 1], {
        "attn_splitk_out": x("f32", 2, 3, 4, 16), "lse_splitk_out": x("f32", 2, 3, 4, seed=2), "attn_out": y("f32", 2, 3, 16), "B": 2, "S_KV": 64,
        "NUM_HEADS": 3, "HEAD_DIM": 16, "NUM_KV_SPLITS": 4, "NUM_KV_SPLITS_POW2": 4, "TILE_D": 16, "USE_DOT": False}
    yield "mhc-sinkhorn-bf16", "_mhc_sinkhorn_kernel", [6, 1, 1], {"Y": changed("bf16", 6, 16, low=-2, high=2)}
    yield "mhc-residual-f32", "_mhc_apply_residual_kernel", [3, 2, 1], {
        "X": x("f32", 3, 4, 48), "F_out": x("f32", 3, 48, seed=2), "Y_post": x("f32", 3, 4, seed=3), "Y_res": x("f32", 3, 4, 4, seed=4),
        "Out": y("f32", 3, 4, 48), "C": 48, "TILE_SIZE_C": 32}
    yield "cross-entropy-f32", "_ce_online_kernel", [2, 1, 1], {
        "logits": changed("f32", 3, 72), "loss_out": y("f32", 3), "target_logits": x("f32", 3, seed=2), "N_ROWS": 3, "VOCAB_SIZE": 72, "TILE_V": 32}


def experts():
    """The four steps that sort tokens by expert, each with the counts that the step before it would have left."""
    experts_, tokens, programs, block = 4, 24, 4, 8
    ids = [(i * 7 + i // 5) % experts_ for i in range(tokens)]
    each = tokens // programs
    counts = [[0] * experts_] + [[ids[p * each:(p + 1) * each].count(e) for e in range(experts_)] for p in range(programs)]
    sums = [[sum(counts[q][e] for q in range(p + 1)) for e in range(experts_)] for p in range(programs + 1)]
    padded = [-(-sums[-1][e] // block) * block for e in range(experts_)]
    starts = [sum(padded[:e]) for e in range(experts_ + 1)]

    def flat(table):
        return values([v for row in table for v in row])

    common = {"NUM_EXPERTS": experts_, "NUMEL": tokens, "TOKENS_PER_THREAD": each, "SUB_CHUNK": 8, "NUM_EXPERTS_POW2": 4}
    cells = (programs + 1) * experts_
    yield "moe-align-1", "_moe_align_block_size_stage1_kernel", [programs, 1, 1], {
        "topk_ids": Array("i32", [tokens], values(ids)), "tokens_cnts": y("i32", cells), **common}, EXACT
    yield "moe-align-2", "_moe_align_block_size_stage2_kernel", [experts_, 1, 1], {
        "tokens_cnts": Array("i32", [cells], flat(counts), written=True), "NUM_EXPERTS": experts_, "NUM_EXPERTS_POW2": 4}, EXACT
    yield "moe-align-3", "_moe_align_block_size_stage3_kernel", [1, 1, 1], {
        "total_tokens_post_pad": y("i32", 1), "max_expert_cnt": y("i32", 1), "tokens_cnts": Array("i32", [cells], flat(sums)), "cumsum": y("i32", 5),
        "NUM_EXPERTS": experts_, "BLOCK_SIZE": block, "NUM_PROGRAMS": programs}, EXACT
    yield "moe-align-4", "_moe_align_block_size_stage4b_scatter_kernel", [experts_, 1, 1], {
        "topk_ids": Array("i32", [tokens], values(ids)), "sorted_token_ids": Array("i32", [starts[-1]], sequence(tokens, 0), written=True),
        "expert_ids": Array("i32", [starts[-1] // block], sequence(-1, 0), written=True), "tokens_cnts": Array("i32", [cells], flat(sums)),
        "cumsum": Array("i32", [experts_ + 1], values(starts)), "BLOCK_SIZE": block, **common}, EXACT


def matrices():
    few = {"low": -2, "high": 2}
    yield "matmul-bf16", "_matmul_kernel", [4, 1, 1], {"A": x("bf16", 40, 72, **few), "B": x("bf16", 72, 48, seed=2, **few), "C": y("bf16", 40, 48),
                                                      "TILE_SIZE_M": 32, "TILE_SIZE_N": 32, "TILE_SIZE_K": 32}
    yield "matmul-persistent-f16", "_static_persistent_matmul_kernel", [2, 1, 1], {
        "A": x("f16", 40, 64, **few), "B": x("f16", 64, 48, seed=2, **few), "C": y("f16", 40, 48), "M": 40, "N": 48, "K": 64, "TILE_SIZE_M": 16,
        "TILE_SIZE_N": 32, "TILE_SIZE_K": 32, "TRANSPOSE_A": False, "TRANSPOSE_B": False, "GROUP_SIZE_M": 2, "LOAD_LATENCY": 2}
    yield "bmm-f32", "_bmm_kernel", [2, 2, 2], {"A": x("f32", 2, 24, 40, **few), "B": x("f32", 2, 40, 24, seed=2, **few), "C": y("f32", 2, 24, 24),
                                               "TM": 16, "TN": 16, "TK": 16}, close(2.0 ** -8, 2.0 ** -7, LAST_BITS)
    yield "bmm-persistent-f16", "_static_persistent_bmm_kernel", [3, 1, 1], {
        "A": x("f16", 2, 32, 40, **few), "B": x("f16", 2, 40, 32, seed=2, **few), "C": y("f16", 2, 32, 32), "Batch": 2, "M": 32, "N": 32, "K": 40,
        "TILE_M": 16, "TILE_N": 16, "TILE_K": 16, "GROUP_SIZE_M": 2, "LATENCY": 2, "TRANSPOSE_A": False, "TRANSPOSE_B": False}
    # Keys fill whole tiles: the kernel loads values without padding, and multiplies what lies beyond their end by 0.
    for causal in (False, True):
        yield f"attention-{'causal' if causal else 'full'}-f16", "_fmha_kernel", [2, 4, 1], {
            "Q": x("f16", 1, 4, 32, 16), "K": x("f16", 1, 2, 48, 16, seed=2), "V": x("f16", 1, 2, 48, 16, seed=3), "Out": y("f16", 1, 4, 32, 16),
            "qk_scale": 0.25, "input_pos": 16, "TILE_D": 16, "H": 4, "TILE_M": 16, "TILE_N": 16, "QUERY_GROUP_SIZE": 2, "CAUSAL": causal,
            "EVEN_K": False}, close(2.0 ** -6, 2.0 ** -7, LAST_BITS)


FAMILIES = (softmaxes, norms, activations, movement, experts, matrices)


def template(kernel):
    for name in ("tilegym-reference-launches.jsonl", "tilegym-reference-launches-more.jsonl"):
        for line in (ROOT / "resources" / "tilegym" / name).read_text().splitlines():
            launch = json.loads(line)
            if launch["kernel"] == kernel:
                return launch
    raise SystemExit(f"resources/tilegym has no launch of {kernel}")


def launch_of(name, kernel, members):
    """The recorded launch with what the case changes. Its hints are for big tiles, so they are left out."""
    launch = template(kernel)
    unknown = set(members) - {a["name"] for a in launch["args"]}
    if unknown:
        raise SystemExit(f"{name}: {kernel} has no arguments {sorted(unknown)}")
    for argument in launch["args"]:
        member = members.get(argument["name"])
        if isinstance(member, Array):
            argument["value"] = member.value()
        elif member is not None:
            argument["value"] = member
        elif isinstance(argument["value"], dict):
            raise SystemExit(f"{name}: no array is given for {argument['name']}")
    launch |= {"variant": name, "hints": {}}
    # An extent of 1 is a fact that only the second convention knows.
    if any(1 in m.shape for m in members.values() if isinstance(m, Array)):
        launch["convention"] = "cutile_python_v2"
    for fact in ("symbol", "ops"):
        launch.pop(fact, None)
    return launch


def export(launches):
    """Bytecode of each launch, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "launches.jsonl"
        lines.write_text("".join(json.dumps(each) + "\n" for each in launches))
        subprocess.run([sys.executable, ROOT / "plugins" / "cutile_python" / "export.py", "corpus", lines, "--out", folder], check=True)
        return {each["variant"]: next(pathlib.Path(folder).glob(f"*.{each['variant']}.tileirbc")).read_bytes() for each in launches}


def scalar_type(value):
    return "i1" if isinstance(value, bool) else "i32" if isinstance(value, int) else "f32"


def flat_arguments(launch, arrays):
    """Each array is a pointer, its extents and its strides; constants are part of the program."""
    arguments = []
    for argument in launch["args"]:
        name, value = argument["name"], argument["value"]
        if name in arrays:
            array = arrays[name]
            arguments.append({"buffer": name})
            arguments += [{"type": "i32", "value": v} for v in (*array.shape, *array.strides)]
        elif not argument["constant"]:
            arguments.append({"type": scalar_type(value), "value": int(value) if isinstance(value, bool) else value})
    return arguments


def cases(disassembler):
    from demo import entry_of
    made = [entry for family in FAMILIES for entry in family()]
    launches = [launch_of(name, kernel, members) for name, kernel, _, members, *_ in made]
    programs = export(launches)
    for (name, kernel, grid, members, *compare), launch in zip(made, launches):
        arrays = {n: m for n, m in members.items() if isinstance(m, Array)}
        ordered = {a["name"]: arrays[a["name"]] for a in launch["args"] if a["name"] in arrays}
        written = next(a.dtype for a in arrays.values() if a.fill is None or a.written)
        with tempfile.NamedTemporaryFile(suffix=".tileirbc") as file:
            file.write(programs[name])
            file.flush()
            entry = entry_of(disassembler, file.name)
        case = f"tilegym-{name}"
        yield {"schema": "tileport-gpu-case/1", "name": case, "about": f"{kernel} of the TileGym package, with small extents and tiles",
               "program": f"../programs/{case}.tileirbc", "entry": entry, "grid": grid,
               "buffers": [a.buffer(n).json() for n, a in ordered.items()], "arguments": flat_arguments(launch, arrays),
               "compare": compare[0] if compare else NARROW[written]}, programs[name]
