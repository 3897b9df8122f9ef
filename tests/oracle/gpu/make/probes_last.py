# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accesses beyond the extents, orders of memory, matrices of edge values."""

from probe import A, C, M, MS, R, S, V, Buffer, PaddingValue, Probe, bits, close, enc, out, sequence, uniform, values
from probes_memory import ORDER
from probes_views import EXTENTS, ROWS, STRIDE, X, matrix, read, write


def beyond():
    def body(k):
        far, one = k.constant("i32", [], 9), k.constant("i32", [], 1)
        kind, view = matrix(k, "x")
        part = enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 8], kind, None, PaddingValue.PosInf), view)
        k.store("below", read(k, part, k.tile("f32", 8, 8), [far, one]), 8, 8)
        k.store("right", read(k, part, k.tile("f32", 8, 8), [one, far]), 8, 8)
        other, target = matrix(k, "kept")
        place = enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 8], other), target)
        write(k, place, k.constant("f32", [8, 8], 5.0), [far, one])
        write(k, place, k.constant("f32", [8, 8], 6.0), [one, far])

    yield Probe("probe-view-beyond", "tiles wholly beyond the extents: padding is read, nothing is written",
                [X, out("below", "f32", 64), out("right", "f32", 64), Buffer("kept", "f32", ROWS * STRIDE, uniform(141, -8, 8), True)], body,
                scalars=EXTENTS)

    def gather(k):
        zero = k.constant("i32", [], 0)
        kind, view = matrix(k, "x")
        kinds = k.p.types.gather_scatter_view([8, 8], kind, 0, PaddingValue.NegInf), k.p.types.gather_scatter_view([8, 8], kind, 1, PaddingValue.Zero)
        rows = enc.encode_MakeGatherScatterViewOp(k.b, kinds[0], view)
        k.store("rows_read", read(k, rows, k.tile("f32", 8, 8), [k.load("rows", 8), zero]), 8, 8)
        columns = enc.encode_MakeGatherScatterViewOp(k.b, kinds[1], view)
        k.store("columns_read", read(k, columns, k.tile("f32", 8, 8), [k.constant("i32", [], 1), k.load("columns", 8)]), 8, 8)

    yield Probe("probe-view-gather-beyond", "rows and columns by index, some of them beyond the extents: those read as padding",
                [X, Buffer("rows", "i32", 8, values([3, 12, 0, 40, 11, 5, 1000, 7])), Buffer("columns", "i32", 8, values([18, 2, 19, 0, 31, 9, 4, 20])),
                 out("rows_read", "f32", 64), out("columns_read", "f32", 64)], gather, scalars=EXTENTS)


def orders():
    def body(k):
        t = enc.encode_MakeTokenOp(k.b, k.p.token)
        pointers, again = k.pointers("x", k.places(32), 32), k.pointers("y", k.places(32), 32)
        total = k.constant("f32", [32], 0.0)
        for order, scope in ((M.WEAK, None), (M.RELAXED, MS.DEVICE), (M.ACQUIRE, MS.DEVICE), (M.RELAXED, MS.TL_BLK), (M.ACQUIRE, MS.SYS)):
            value, t = enc.encode_LoadPtrTkoOp(k.b, k.tile("f32", 32), k.p.token, pointers, None, None, t, order, scope, None)
            total = enc.encode_AddFOp(k.b, k.tile("f32", 32), total, value, R.NEAREST_EVEN, False)
            storing = M.RELEASE if order == M.ACQUIRE else order
            t = enc.encode_StorePtrTkoOp(k.b, k.p.token, again, total, None, t, storing, scope, None)

    yield Probe("probe-memory-orders", "loads and stores of each order and scope, one after another",
                [Buffer("x", "f32", 32, uniform(142, -8, 8)), out("y", "f32", 32)], body)

    def masked(k):
        mask = enc.encode_CmpIOp(k.b, k.tile("i1", 64), k.load("key", 64), k.constant("i32", [64], 0), C.GREATER_THAN, S.Signed)
        pointers = k.pointers("counts", k.places(64), 64)
        old, t = enc.encode_AtomicRMWTkoOp(k.b, k.tile("i32", 64), k.p.token, pointers, k.load("x", 64), mask, None, M.ACQ_REL, MS.DEVICE, A.ADD)
        shown = enc.encode_SelectOp(k.b, k.tile("i32", 64), mask, old, k.constant("i32", [64], -1))
        k.store("old", shown, 64)
        wide = k.pointers("swapped", k.places(64), 64)
        enc.encode_AtomicCASTkoOp(k.b, k.tile("i64", 64), k.p.token, wide, k.load("expected", 64), k.load("wanted", 64), mask, t, M.RELAXED, MS.SYS)

    yield Probe("probe-atomics-masked", "atomic_rmw and an i64 atomic_cas under a mask",
                [Buffer("key", "i32", 64, bits(143)), Buffer("x", "i32", 64, bits(144)), Buffer("counts", "i32", 64, bits(145), True), out("old", "i32", 64),
                 Buffer("swapped", "i64", 64, sequence(0, 1, 4), True), Buffer("expected", "i64", 64, sequence(0, 1, 3)),
                 Buffer("wanted", "i64", 64, bits(146))], masked)

    def fences(k):
        t = k.store("x", k.constant("i32", [16], 3), 16)
        t = enc.encode_MemoryFenceAliasTkoOp(k.b, k.p.token, t)
        t = enc.encode_GdcWaitTkoOp(k.b, k.p.token, t)
        value = k.load("x", 16, token=t)
        t = k.store("y", enc.encode_AddIOp(k.b, k.tile("i32", 16), value, value, V.NONE), 16)
        enc.encode_GdcLaunchDependentsTkoOp(k.b, k.p.token, t)

    yield Probe("probe-fences", "memory_fence_alias and the two ops of dependent launches", [out("x", "i32", 16), out("y", "i32", 16)], fences)


def matrices():
    def product(name, about, kind, result, fills, compare, fast=False, depth=32):
        def body(k):
            x, y, z = k.load("x", 16, depth), k.load("y", depth, 16), k.load("z", 16, 16)
            k.store("r", enc.encode_MmaFOp(k.b, k.tile(result, 16, 16), x, y, z, fast), 16, 16)

        return Probe(f"probe-mma-{name}", about, [Buffer("x", kind, 16 * depth, fills[0]), Buffer("y", kind, depth * 16, fills[1]),
                                                  Buffer("z", result, 256, fills[2]), out("r", result, 256, compare)], body)

    sums = close(2.0 ** -10, 2.0 ** -10, ORDER)
    yield product("edges", "f16 into f32 with NaN, infinities and denormals among the factors", "f16", "f32",
                  (uniform(147, -2, 2, edges=60), uniform(148, -2, 2, edges=60), uniform(149, -2, 2)), sums)
    # One factor a row is not 0: no sum is rounded, so denormals show.
    yield product("denormals", "f16 denormals by powers of two: products are exact", "f16", "f32",
                  (values(["0x0001"] + [0] * 32), values(["0x3c00", "0x0001", "0x03ff", "0x8001", "0x4000"]), {"kind": "zero"}), None)
    yield product("bf16-denormals", "bf16 denormals by powers of two", "bf16", "f32",
                  (values(["0x0001"] + [0] * 32), values(["0x3f80", "0x4000", "0x5f80", "0xbf80"]), {"kind": "zero"}), None)
    yield product("fast", "f8E4M3FN with fast_acc", "f8E4M3FN", "f32", (uniform(150, -2, 2), uniform(151, -2, 2), uniform(152, -2, 2)),
                  close(2.0 ** -6, 2.0 ** -6, "sums are kept in fewer bits"), True)
    yield product("f8-f16", "f8E5M2 into f16", "f8E5M2", "f16", (uniform(153, -2, 2), uniform(154, -2, 2), uniform(155, -2, 2)),
                  close(2.0 ** -8, 2.0 ** -6, ORDER))


def probes():
    for family in (beyond, orders, matrices):
        yield from family()
