# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the other families leave over: truth values, memory of a block, wider atomics, views of other ranks, directed narrowing."""

from probe import (DYNAMIC, IEEE, MODE, A, C, M, MS, R, S, V, Buffer, PaddingValue, Probe, bits, close, elementwise, enc, out, sequence, truth,
                   uniform, values)
from probes_float import PAIRS, arithmetic, convert
from probes_memory import ORDER, fold, two
from probes_views import ids, read, write


def narrowing():
    yield elementwise("probe-ftof-toward-zero", "f32 narrowed toward zero, random bits and edges", [("a", "f32", bits(121, edges=4))],
                      [convert(to, R.ZERO) for to in ("f16", "bf16")], PAIRS)
    yield elementwise("probe-ftof-toward-zero-near", "f32 narrowed toward zero where it rounds", [("a", "f32", uniform(122, -512, 512))],
                      [convert(to, R.ZERO) for to in ("f16", "bf16")], PAIRS)


def tiny():
    """Results next to the smallest normal number: what is flushed, and which way."""
    left = ["0x00800000", "0x80800000", "0x00800001", "0x80800001", "0x00ffffff", "0x80ffffff", "0x01000000", "0x007fffff",
            "0x807fffff", "0x00000001", "0x01000001", "0x81000001", "0x00c00000", "0x80c00000", "0x01800000", "0x81800000"]
    right = ["0x3f800000", "0x3f7fffff", "0x3f800001", "0xbf7fffff", "0xbf800001", "0x3f000000", "0x3f000001", "0xbeffffff",
             "0x40000000", "0x40000001", "0x3fffffff", "0x3f400000", "0x3faaaaab", "0x3e800000", "0x40800001", "0xc0000001"]
    operands = [("a", "f32", values(left, 16)), ("b", "f32", values(right))]
    outputs = [o for m in ("MulF", "DivF") for o in arithmetic("f32", m, IEEE, (True,))]
    for mode in IEEE:
        def sum_(k, x, y, mode=mode):
            # x + y * 2^-127 by fma: the sum is next to the smallest normal number too.
            scale = k.constant("f32", [PAIRS], ("bits", 0x00400000))
            return enc.encode_FmaOp(k.b, k.tile("f32", PAIRS), y, scale, x, mode, False)
        def product(k, x, y, mode=mode):
            return enc.encode_FmaOp(k.b, k.tile("f32", PAIRS), x, y, k.constant("f32", [PAIRS], 0.0), mode, True)
        outputs += [(f"fma_{MODE[mode]}", "f32", sum_), (f"fma_{MODE[mode]}_ftz", "f32", product)]
    yield elementwise("probe-f32-tiny", "mulf, divf and fma with flush_to_zero, fma without, next to the smallest normal number", operands, outputs, PAIRS)


def logic():
    def body(k):
        one = k.tile("i1", 64)
        p, q = (enc.encode_TruncIOp(k.b, one, k.load(n, 64), V.NONE) for n in ("p", "q"))
        for name, op in (("both", "AndI"), ("either", "OrI"), ("one_of", "XOrI")):
            k.store(name, truth(k, getattr(enc, f"encode_{op}Op")(k.b, one, p, q), 64), 64)
        k.store("signed", enc.encode_ExtIOp(k.b, k.tile("i32", 64), p, S.Signed), 64)
        x, y = k.load("x", 64), k.load("y", 64)
        k.store("chosen", enc.encode_SelectOp(k.b, k.tile("f32", 64), p, x, y), 64)
        swapped = enc.encode_SelectOp(k.b, one, q, p, k.constant("i1", [64], 1))
        k.store("nested", truth(k, swapped, 64), 64)
        enc.encode_AssertOp(k.b, k.constant("i1", [64], 1), "this holds")

    yield Probe("probe-logic", "i1: bitwise ops, extension with sign, select of floats and of truth values, an assert that holds",
                [Buffer("p", "i8", 64, bits(123)), Buffer("q", "i8", 64, bits(124)), Buffer("x", "f32", 64, uniform(125, -8, 8)),
                 Buffer("y", "f32", 64, uniform(126, -8, 8))] + [out(n, "i8", 64) for n in ("both", "either", "one_of", "nested")] +
                [out("signed", "i32", 64), out("chosen", "f32", 64)], body)


def unsigned_loop():
    def body(k):
        i32 = k.tile("i32")
        low, high = k.scalar_arguments
        one, zero = k.constant("i32", [], 1), k.constant("i32", [], 0)
        for name, unsigned in (("counted", True), ("skipped", False)):
            loop = enc.encode_ForOp(k.b, [i32], low, high, one, [zero], unsigned)
            with loop.new_block([i32, i32]) as (_, n):
                enc.encode_ContinueOp(k.b, [enc.encode_AddIOp(k.b, i32, n, one, V.NONE)])
            (n,) = loop.done()
            enc.encode_StorePtrTkoOp(k.b, k.p.token, k.arguments[name], n, None, None, M.WEAK, None, None)

    yield Probe("probe-for-unsigned", "a loop from 2147483646 to 2147483651: five turns when unsigned, none when signed",
                [out("counted", "i32", 1), out("skipped", "i32", 1)], body, scalars=[("i32", 2147483646), ("i32", -2147483645)])


def atomics():
    modes = [(m, "i64") for m in A if m != A.ADDF] + [(A.ADDF, d) for d in ("f16", "bf16", "f64")]

    def name(mode, dtype):
        return f"{mode.name.lower()}_{dtype}"

    def body(k):
        for mode, dtype in modes:
            pointers = k.pointers(name(mode, dtype), k.places(16), 16)
            enc.encode_AtomicRMWTkoOp(k.b, k.tile(dtype, 16), k.p.token, pointers, k.load(f"x_{dtype}", 16), None, None, M.RELAXED, MS.DEVICE, mode)

    fills = {"i64": bits(127, edges=6)} | {d: uniform(128, -8, 8) for d in ("f16", "bf16", "f64")}
    arguments = {"i64": bits(129, edges=6)} | {d: uniform(130, -8, 8) for d in ("f16", "bf16", "f64")}
    yield Probe("probe-atomics-wide", "atomic_rmw of i64 in each mode, addf of f16, bf16, f64",
                [Buffer(f"x_{d}", d, 16, f) for d, f in arguments.items()] + [Buffer(name(m, d), d, 16, fills[d], True) for m, d in modes], body)


def folds():
    rows, columns = 8, 32

    def body(k):
        for dtype in ("f16", "bf16", "f64"):
            x = k.load(dtype, rows, columns)
            for name, mnemonic, attributes, start in (("sum", "AddF", (R.NEAREST_EVEN, False), 0.0), ("max", "MaxF", (False, False), float("-inf"))):
                (r,) = fold(k, [(x, dtype)], [k.tile(dtype, rows)], 1, [start], two(k, mnemonic, dtype, *attributes))
                k.store(f"{name}_{dtype}", r, rows)
        wide = k.load("i64", rows, columns)
        (r,) = fold(k, [(wide, "i64")], [k.tile("i64", columns)], 0, [0], two(k, "AddI", "i64", V.NONE))
        k.store("sum_i64", r, columns)

    limit = {"f16": close(2.0 ** -6, 2.0 ** -4, ORDER), "bf16": close(2.0 ** -4, 2.0 ** -2, ORDER), "f64": close(2.0 ** -44, 2.0 ** -44, ORDER)}
    buffers = [Buffer(d, d, rows * columns, uniform(131, -4, 4)) for d in ("f16", "bf16", "f64")] + [Buffer("i64", "i64", rows * columns, bits(132))]
    for dtype in ("f16", "bf16", "f64"):
        buffers += [out(f"sum_{dtype}", dtype, rows, limit[dtype]), out(f"max_{dtype}", dtype, rows)]
    yield Probe("probe-reduce-widths", "sums and maxima of f16, bf16 and f64, sums of i64", buffers + [out("sum_i64", "i64", columns)], body)


def ranks():
    def body(k):
        x, y, z = ids(k)
        shape = [3, 5, 10]
        kind = k.p.tview("f16", shape, [60, 12, 1])
        parts = []
        for buffer, padding in (("x", PaddingValue.Nan), ("copy", PaddingValue.Missing)):
            view = enc.encode_MakeTensorViewOp(k.b, kind, k.arguments[buffer], [], [])
            parts.append(enc.encode_MakePartitionViewOp(k.b, k.p.pview([2, 4, 8], kind, None, padding), view))
        index = [enc.encode_ExtIOp(k.b, k.tile("i64"), n, S.Signed) for n in (x, y, z)]
        tile = read(k, parts[0], k.tile("f16", 2, 4, 8), index)
        write(k, parts[1], tile, index)

    yield Probe("probe-view-ranks", "a static view of rank 3 with i64 indices and gaps between rows",
                [Buffer("x", "f16", 180, uniform(133, -8, 8)), Buffer("copy", "f16", 180, sequence(77, 0), True)], body, grid=(2, 2, 2))

    def line(k):
        x, _, _ = ids(k)
        kind = k.p.tview("i32", [DYNAMIC], [1])
        counts = enc.encode_MakeTensorViewOp(k.b, kind, k.arguments["line"], [k.scalar_arguments[0]], [])
        loaded = read(k, enc.encode_MakePartitionViewOp(k.b, k.p.pview([16], kind, None, PaddingValue.Zero), counts), k.tile("i32", 16), [x])
        target = enc.encode_MakePartitionViewOp(k.b, k.p.pview([16], kind), enc.encode_MakeTensorViewOp(
            k.b, kind, k.arguments["doubled"], [k.scalar_arguments[0]], []))
        write(k, target, enc.encode_AddIOp(k.b, k.tile("i32", 16), loaded, loaded, V.NONE), [x])

    yield Probe("probe-view-line", "a view of rank 1 whose extent is a scalar", [Buffer("line", "i32", 29, bits(134)),
                                                                               Buffer("doubled", "i32", 29, sequence(77, 0), True)], line,
                scalars=[("i32", 29)], grid=(2, 1, 1))


def early_return():
    def body(k):
        x, _, _ = ids(k)
        small = enc.encode_CmpIOp(k.b, k.tile("i1"), x, k.constant("i32", [], 2), C.LESS_THAN, S.Signed)
        leave = enc.encode_IfOp(k.b, [], small)
        with leave.new_block([]):
            enc.encode_ReturnOp(k.b, [])
        with leave.new_block([]):
            enc.encode_YieldOp(k.b, [])
        leave.done()
        where = enc.encode_OffsetOp(k.b, k.p.tile(k.p.ptr("i32")), k.arguments["marks"], x)
        enc.encode_StorePtrTkoOp(k.b, k.p.token, where, x, None, None, M.WEAK, None, None)

    yield Probe("probe-return", "blocks 0 and 1 return from within an if, the others store their number", [Buffer("marks", "i32", 5, sequence(77, 0), True)],
                body, grid=(5, 1, 1))


def block_memory():
    def body(k):
        memory = enc.encode_AllocaOp(k.b, k.p.tile(k.p.ptr("f32")), 64, 16, True)
        base = k.splat(memory, k.p.ptr("f32"), [64])
        there = enc.encode_OffsetOp(k.b, k.p.tile(k.p.ptr("f32"), 64), base, k.load("order", 64))
        t = enc.encode_StorePtrTkoOp(k.b, k.p.token, there, k.load("x", 64), None, None, M.WEAK, None, None)
        back = enc.encode_OffsetOp(k.b, k.p.tile(k.p.ptr("f32"), 64), base, k.places(64))
        loaded, _ = enc.encode_LoadPtrTkoOp(k.b, k.tile("f32", 64), k.p.token, back, None, None, t, M.WEAK, None, None)
        k.store("sorted", loaded, 64)

    order = [(i * 29 + 3) % 64 for i in range(64)]
    yield Probe("probe-alloca", "memory of a block, written in one order and read in another",
                [Buffer("x", "f32", 64, uniform(135, -8, 8)), Buffer("order", "i32", 64, {"kind": "values", "values": order}), out("sorted", "f32", 64)],
                body)


def probes():
    for family in (narrowing, tiny, logic, unsigned_loop, atomics, folds, ranks, early_return, block_memory):
        yield from family()
