# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor views: partition, strided and gather/scatter, ragged extents, padding."""

from probe import DYNAMIC, A, at, M, MS, Buffer, PaddingValue, Probe, V, enc, out, sequence, uniform, values

ROWS, COLUMNS, STRIDE = 12, 19, 20
PADDINGS = (("zero", PaddingValue.Zero), ("neg_zero", PaddingValue.NegZero), ("nan", PaddingValue.Nan), ("pos_inf", PaddingValue.PosInf),
            ("neg_inf", PaddingValue.NegInf))


def matrix(k, buffer, dtype="f32"):
    """A view of ROWS by COLUMNS with rows STRIDE apart; extents and stride are scalar arguments 0 to 2."""
    rows, columns, stride = k.scalar_arguments[:3]
    kind = k.p.tview(dtype, [DYNAMIC, DYNAMIC], [DYNAMIC, 1])
    return kind, enc.encode_MakeTensorViewOp(k.b, kind, k.arguments[buffer], [rows, columns], [stride])


def read(k, view, t, index):
    tile, _ = enc.encode_LoadViewTkoOp(k.b, t, k.p.token, view, index, None, M.WEAK, None, None, [False] * len(index))
    return tile


def write(k, view, tile, index):
    return enc.encode_StoreViewTkoOp(k.b, k.p.token, tile, view, index, None, M.WEAK, None, None, [False] * len(index))


def ids(k):
    i32 = k.tile("i32")
    return enc.encode_GetTileBlockIdOp(k.b, i32, i32, i32)


EXTENTS = [("i32", ROWS), ("i32", COLUMNS), ("i32", STRIDE)]
X = Buffer("x", "f32", ROWS * STRIDE, uniform(111, -8, 8))


def paddings():
    def body(k):
        one = k.constant("i32", [], 1)
        kind, view = matrix(k, "x")
        for name, padding in PADDINGS:
            part = enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 16], kind, None, padding), view)
            k.store(name, read(k, part, k.tile("f32", 8, 16), [one, one]), 8, 16)

    yield Probe("probe-view-padding", "the last tile of a ragged matrix with each padding value", [X] + [out(n, "f32", 128) for n, _ in PADDINGS],
                body, scalars=EXTENTS)


def copies():
    def body(k):
        x, y, _ = ids(k)
        kind, view = matrix(k, "x")
        tile = read(k, enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 8], kind, None, PaddingValue.Zero), view), k.tile("f32", 8, 8), [x, y])
        result, target = matrix(k, "copy")
        write(k, enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 8], result), target), tile, [x, y])
        # The same memory with its axes exchanged by the view: rows of the tile run along columns.
        turned = enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 8], kind, [1, 0], PaddingValue.Zero), view)
        other, place = matrix(k, "turned")
        write(k, enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 8], other, [1, 0]), place), read(k, turned, k.tile("f32", 8, 8), [y, x]), [y, x])

    yield Probe("probe-view-copy", "a ragged matrix tile by tile, also through views with exchanged axes; what lies beyond is not written",
                [X, Buffer("copy", "f32", ROWS * STRIDE, uniform(112, 50, 60), True), Buffer("turned", "f32", ROWS * STRIDE, uniform(113, 50, 60), True)],
                body, scalars=EXTENTS, grid=(2, 3, 1))


def shapes():
    def body(k):
        i32 = k.tile("i32")
        kind, view = matrix(k, "x")
        numbers = list(enc.encode_GetTensorShapeOp(k.b, [i32, i32], view))
        part = enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 4], kind), view)
        numbers += enc.encode_GetIndexSpaceShapeOp(k.b, [i32, i32], part)
        turned = enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 4], kind, [1, 0]), view)
        numbers += enc.encode_GetIndexSpaceShapeOp(k.b, [i32, i32], turned)
        strided = enc.encode_MakeStridedViewOp(k.b, k.p.types.strided_view([4, 8], [3, 5], kind, [0, 1], PaddingValue.Zero), view)
        numbers += enc.encode_GetIndexSpaceShapeOp(k.b, [i32, i32], strided)
        for i, number in enumerate(numbers):
            where = enc.encode_OffsetOp(k.b, k.p.tile(k.p.ptr("i32")), k.arguments["numbers"], k.constant("i32", [], i))
            enc.encode_StorePtrTkoOp(k.b, k.p.token, where, number, None, None, M.WEAK, None, None)

    yield Probe("probe-view-shapes", "get_tensor_shape, and get_index_space_shape of partition and strided views",
                [X, out("numbers", "i32", 8)], body, scalars=EXTENTS)


def strided():
    def body(k):
        x, y, _ = ids(k)
        kind, view = matrix(k, "x")
        window = enc.encode_MakeStridedViewOp(k.b, k.p.types.strided_view([4, 8], [3, 5], kind, [0, 1], PaddingValue.NegInf), view)
        tile = read(k, window, k.tile("f32", 4, 8), [x, y])
        block = enc.encode_AddIOp(k.b, k.tile("i32"), x, enc.encode_MulIOp(k.b, k.tile("i32"), y, k.constant("i32", [], 4), V.NONE), V.NONE)
        start = enc.encode_MulIOp(k.b, k.tile("i32"), block, k.constant("i32", [], 32), V.NONE)
        places = enc.encode_AddIOp(k.b, k.tile("i32", 4, 8), k.places(4, 8), k.splat(start, k.p.scalar("i32"), [4, 8]), V.NONE)
        k.store("windows", tile, 4, 8, offsets=places)

    yield Probe("probe-view-strided", "overlapping windows of 4 by 8, 3 rows and 5 columns apart", [X, out("windows", "f32", 512)], body,
                scalars=EXTENTS, grid=(4, 4, 1))


def gathers():
    def body(k):
        one = k.constant("i32", [], 1)
        rows = k.load("rows", 8)
        kind, view = matrix(k, "x")
        gather = enc.encode_MakeGatherScatterViewOp(k.b, k.p.types.gather_scatter_view([8, 8], kind, 0, PaddingValue.Zero), view)
        tile = read(k, gather, k.tile("f32", 8, 8), [rows, one])
        k.store("gathered", tile, 8, 8)
        other, target = matrix(k, "scattered")
        scatter = enc.encode_MakeGatherScatterViewOp(k.b, k.p.types.gather_scatter_view([8, 8], other, 0, PaddingValue.Missing), target)
        write(k, scatter, tile, [rows, one])

    yield Probe("probe-view-gather", "rows of a matrix by index, in any order, read and written",
                [X, Buffer("rows", "i32", 8, values([11, 0, 3, 7, 1, 10, 5, 2])), out("gathered", "f32", 64),
                 Buffer("scattered", "f32", ROWS * STRIDE, uniform(114, 50, 60), True)], body, scalars=EXTENTS)


def reductions():
    def body(k):
        x, y, _ = ids(k)
        kind, view = matrix(k, "total", "i32")
        part = enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 8], kind), view)
        block = k.splat(enc.encode_AddIOp(k.b, k.tile("i32"), x, y, V.NONE), k.p.scalar("i32"), [8, 8])
        value = enc.encode_AddIOp(k.b, k.tile("i32", 8, 8), k.places(8, 8), block, V.NONE)
        zero = k.constant("i32", [], 0)
        enc.encode_AtomicRedViewTkoOp(k.b, k.p.token, part, [zero, zero], value, None, M.RELAXED, MS.DEVICE, A.ADD, [False, False])

    yield Probe("probe-view-atomic", "six blocks add to the same tile of a view", [Buffer("total", "i32", ROWS * STRIDE, sequence(), True)], body,
                scalars=EXTENTS, grid=(3, 2, 1))


def groups():
    """A copy whose pointers and strides are known to be whole groups of 16 bytes, while its rows end within one."""
    def body(k):
        x, y, _ = ids(k)
        rows, columns, stride = k.scalar_arguments[:3]
        stride = enc.encode_AssumeOp(k.b, k.tile("i32"), stride, at.DivBy(4))
        kind = k.p.tview("f32", [DYNAMIC, DYNAMIC], [DYNAMIC, 1])
        views = []
        for buffer in ("x", "copy"):
            pointer = enc.encode_AssumeOp(k.b, k.p.tile(k.p.ptr("f32")), k.arguments[buffer], at.DivBy(16))
            views.append(enc.encode_MakeTensorViewOp(k.b, kind, pointer, [rows, columns], [stride]))
        tile = read(k, enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 16], kind, None, PaddingValue.NegInf), views[0]), k.tile("f32", 8, 16), [x, y])
        write(k, enc.encode_MakePartitionViewOp(k.b, k.p.pview([8, 16], kind), views[1]), tile, [x, y])

    yield Probe("probe-view-groups", "rows of 17 elements, 20 apart: a store keeps to the last one where facts allow groups of 4",
                [X, Buffer("copy", "f32", ROWS * STRIDE, uniform(115, 50, 60), True)], body, scalars=[("i32", ROWS), ("i32", 17), ("i32", STRIDE)],
                grid=(2, 2, 1))


def probes():
    for family in (groups, paddings, copies, shapes, strided, gathers, reductions):
        yield from family()
