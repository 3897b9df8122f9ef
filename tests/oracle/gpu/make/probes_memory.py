# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folds, shapes, matrices, views, pointers, atomics, control."""

import probes_views
from probe import A, C, M, MS, R, S, V, Buffer, Probe, Raw, bits, close, enc, encode_varint, out, sequence, uniform, values

ORDER = "the order of the sum is not fixed"


def mark(k, dtype, value):
    """An identity. cuTile Python 1.7 loses the sign of an f64 (it writes bits beyond 63 unsigned as a signed number), so that is written here."""
    if dtype.startswith("i"):
        return k.p.integer(dtype, value)
    if dtype != "f64" or value >= 0:
        return k.p.float(dtype, value)
    data = bytearray([2])
    encode_varint(k.p.scalar(dtype).type_id, data)
    negative = k.p.bits(dtype, value) - 2 ** 64
    encode_varint(-2 * negative - 1, data)
    return Raw(bytes(data))


def fold(k, loaded, results, dim, identities, combine, scan=None):
    """reduce, or scan with `scan` (reverse?). `loaded`: (tile, dtype) for each operand; `combine(lefts, rights)` gives the values to yield."""
    tiles, dtypes = [t for t, _ in loaded], [d for _, d in loaded]
    marks = [mark(k, d, v) for d, v in zip(dtypes, identities)]
    if scan is None:
        block = enc.encode_ReduceOp(k.b, results, tiles, dim, marks)
    else:
        block = enc.encode_ScanOp(k.b, results, tiles, dim, scan, marks)
    with block.new_block([k.tile(d) for d in dtypes for _ in (0, 1)]) as a:
        enc.encode_YieldOp(k.b, combine(a[0::2], a[1::2]))
    return block.done()


def two(k, mnemonic, dtype, *attributes):
    return lambda left, right: [getattr(enc, f"encode_{mnemonic}Op")(k.b, k.tile(dtype), left[0], right[0], *attributes)]


def reductions():
    rows, columns = 16, 64
    floats = (("sum", "AddF", (R.NEAREST_EVEN, False), 0.0, close(2.0 ** -18, 2.0 ** -14, ORDER)),
              ("max", "MaxF", (False, False), float("-inf"), None), ("min_nan", "MinF", (True, False), float("inf"), None))

    def float_body(k):
        x = k.load("x", rows, columns)
        for name, mnemonic, attributes, identity, _ in floats:
            for dim, extent in ((0, columns), (1, rows)):
                (r,) = fold(k, [(x, "f32")], [k.tile("f32", extent)], dim, [identity], two(k, mnemonic, "f32", *attributes))
                k.store(f"{name}{dim}", r, extent)

    yield Probe("probe-reduce-f32", "sum, maxf and minf along each dimension; NaN and infinities among the numbers",
                [Buffer("x", "f32", rows * columns, uniform(71, -4, 4, edges=200))] +
                [out(f"{f[0]}{d}", "f32", e, f[4]) for f in floats for d, e in ((0, columns), (1, rows))], float_body)

    integers = (("sum", "AddI", (V.NONE,), 0), ("max", "MaxI", (S.Signed,), -2 ** 31), ("umin", "MinI", (S.Unsigned,), -1),
                ("xor", "XOrI", (), 0), ("and", "AndI", (), -1), ("or", "OrI", (), 0), ("product", "MulI", (V.NONE,), 1))

    def integer_body(k):
        x = k.load("x", rows, columns)
        for name, mnemonic, attributes, identity in integers:
            (r,) = fold(k, [(x, "i32")], [k.tile("i32", rows)], 1, [identity], two(k, mnemonic, "i32", *attributes))
            k.store(name, r, rows)

    yield Probe("probe-reduce-i32", "each integer reduction; sums and products wrap", [Buffer("x", "i32", rows * columns, bits(72))] +
                [out(i[0], "i32", rows) for i in integers], integer_body)

    def arguments(k):
        """The largest value and where it stands first."""
        x, where = k.load("x", rows, columns), k.load("where", rows, columns)

        def larger(left, right):
            flag = k.tile("i1")
            more = enc.encode_CmpFOp(k.b, flag, left[0], right[0], C.GREATER_THAN, O_ORDERED)
            same = enc.encode_CmpFOp(k.b, flag, left[0], right[0], C.EQUAL, O_ORDERED)
            before = enc.encode_CmpIOp(k.b, flag, left[1], right[1], C.LESS_THAN, S.Signed)
            take = enc.encode_OrIOp(k.b, flag, more, enc.encode_AndIOp(k.b, flag, same, before))
            return [enc.encode_SelectOp(k.b, k.tile("f32"), take, left[0], right[0]),
                    enc.encode_SelectOp(k.b, k.tile("i32"), take, left[1], right[1])]

        top, place = fold(k, [(x, "f32"), (where, "i32")], [k.tile("f32", rows), k.tile("i32", rows)], 1,
                          [float("-inf"), 2 ** 31 - 1], larger)
        k.store("top", top, rows)
        k.store("place", place, rows)

    yield Probe("probe-reduce-argmax", "a reduction of two operands: the maximum and its first place, with ties",
                [Buffer("x", "f32", rows * columns, values([1, 5, -3, 5, 2, 4.5, 5], 3)),
                 Buffer("where", "i32", rows * columns, sequence(0, 1, columns)), out("top", "f32", rows), out("place", "i32", rows)], arguments)


O_ORDERED = enc.ComparisonOrdering.ORDERED


def scans():
    rows, columns = 8, 32

    def body(k):
        i, x = k.load("i", rows, columns), k.load("x", rows, columns)
        for reverse in (False, True):
            (r,) = fold(k, [(i, "i32")], [k.tile("i32", rows, columns)], 1, [0], two(k, "AddI", "i32", V.NONE), reverse)
            k.store("sum_reverse" if reverse else "sum", r, rows, columns)
        (r,) = fold(k, [(x, "f32")], [k.tile("f32", rows, columns)], 0, [float("-inf")], two(k, "MaxF", "f32", False, False), False)
        k.store("highest", r, rows, columns)
        (r,) = fold(k, [(x, "f32")], [k.tile("f32", rows, columns)], 1, [0.0], two(k, "AddF", "f32", R.NEAREST_EVEN, False), False)
        k.store("running", r, rows, columns)

    n = rows * columns
    yield Probe("probe-scan", "running sums forwards and backwards, a running maximum along rows and columns",
                [Buffer("i", "i32", n, bits(73)), Buffer("x", "f32", n, uniform(74, -4, 4)), out("sum", "i32", n), out("sum_reverse", "i32", n),
                 out("highest", "f32", n), out("running", "f32", n, close(2.0 ** -18, 2.0 ** -16, ORDER))], body)


def shapes():
    def body(k):
        x, y = k.load("x", 8, 16), k.load("y", 8, 16)
        k.store("turned", enc.encode_PermuteOp(k.b, k.tile("i32", 16, 8), x, [1, 0]), 16, 8)
        cube = enc.encode_ReshapeOp(k.b, k.tile("i32", 2, 4, 16), x)
        k.store("cycled", enc.encode_PermuteOp(k.b, k.tile("i32", 16, 2, 4), cube, [2, 0, 1]), 16, 2, 4)
        k.store("joined0", enc.encode_CatOp(k.b, k.tile("i32", 16, 16), x, y, 0), 16, 16)
        k.store("joined1", enc.encode_CatOp(k.b, k.tile("i32", 8, 32), x, y, 1), 8, 32)
        one, three = k.constant("i32", [], 1), k.constant("i32", [], 3)
        part = enc.encode_ExtractOp(k.b, k.tile("i32", 4, 4), x, [one, three])
        k.store("part", part, 4, 4)
        k.store("put", enc.encode_InsertOp(k.b, k.tile("i32", 8, 16), part, y, [one, one]), 8, 16)
        row = enc.encode_ReshapeOp(k.b, k.tile("i32", 1, 16), enc.encode_IotaOp(k.b, k.tile("i32", 16)))
        k.store("spread", enc.encode_BroadcastOp(k.b, k.tile("i32", 4, 16), row), 4, 16)

    yield Probe("probe-shapes", "permute, reshape, cat, extract, insert, broadcast, iota: every element is told apart",
                [Buffer("x", "i32", 128, sequence(1000)), Buffer("y", "i32", 128, sequence(2000)), out("turned", "i32", 128),
                 out("cycled", "i32", 128), out("joined0", "i32", 256), out("joined1", "i32", 256), out("part", "i32", 16),
                 out("put", "i32", 128), out("spread", "i32", 64)], body)


def matrices():
    def product(name, left, right, result, shape, fills, compare=None, batch=0, signs=None):
        m, n, depth = shape
        lead = [batch] if batch else []
        count = batch or 1

        def body(k):
            x, y = k.load("x", *lead, m, depth), k.load("y", *lead, depth, n)
            z = k.load("z", *lead, m, n)
            t = k.tile(result, *lead, m, n)
            r = enc.encode_MmaIOp(k.b, t, x, y, z, *signs) if signs else enc.encode_MmaFOp(k.b, t, x, y, z, False)
            k.store("r", r, *lead, m, n)

        return Probe(f"probe-mma-{name}", f"{left} by {right} into {result}" + (f", {batch} at once" if batch else ""),
                     [Buffer("x", left, count * m * depth, fills[0]), Buffer("y", right, count * depth * n, fills[1]),
                      Buffer("z", result, count * m * n, fills[2]), out("r", result, count * m * n, compare)], body)

    small, few = (16, 16, 16), (uniform(81, -2, 2), uniform(82, -2, 2), uniform(83, -4, 4))
    # Small whole numbers: every order of the sum gives the same bits.
    whole = (values([1, -2, 3, 0, 4, -1, 2], 1), values([2, 1, -3, 5, -1], 1), values([7, -9, 11], 1))
    sums = close(2.0 ** -12, 2.0 ** -12, ORDER)
    yield product("f16-f32-whole", "f16", "f16", "f32", small, whole)
    yield product("f16-f32", "f16", "f16", "f32", (32, 16, 64), few, sums)
    yield product("f16-f16", "f16", "f16", "f16", small, few, close(2.0 ** -8, 2.0 ** -6, ORDER))
    yield product("bf16-f32", "bf16", "bf16", "f32", small, few, sums)
    yield product("tf32-f32", "tf32", "tf32", "f32", small, few, sums)
    yield product("f32-f32", "f32", "f32", "f32", small, few, sums)
    yield product("f64-f64", "f64", "f64", "f64", small, few, close(2.0 ** -40, 2.0 ** -40, ORDER))
    yield product("e4m3-f32", "f8E4M3FN", "f8E4M3FN", "f32", (16, 16, 32), few, sums)
    yield product("e5m2-f32", "f8E5M2", "f8E5M2", "f32", (16, 16, 32), few, sums)
    yield product("i8-i32", "i8", "i8", "i32", (16, 16, 32), (bits(84), bits(85), bits(86)), signs=(S.Signed, S.Signed))
    yield product("u8-i32", "i8", "i8", "i32", (16, 16, 32), (bits(84), bits(85), bits(86)), signs=(S.Unsigned, S.Unsigned))
    yield product("batch", "f16", "f16", "f32", small, whole, batch=2)


def pointers():
    def body(k):
        which = k.load("which", 64)
        limit = k.constant("i32", [64], 40)
        mask = enc.encode_CmpIOp(k.b, k.tile("i1", 64), k.places(64), limit, C.LESS_THAN, S.Signed)
        gathered = k.load("x", 64, mask=mask, padding=k.constant("f32", [64], -1.5), offsets=which)
        k.store("gathered", gathered, 64)
        odd = enc.encode_TruncIOp(k.b, k.tile("i1", 64), which, V.NONE)
        k.store("kept", gathered, 64, mask=odd)
        k.store("scattered", k.load("x", 64), 64, offsets=k.load("order", 64))

    order = [(i * 37 + 11) % 64 for i in range(64)]
    yield Probe("probe-pointers", "gather with mask and padding, store with mask, scatter by a permutation",
                [Buffer("x", "f32", 96, uniform(91, -8, 8)), Buffer("which", "i32", 64, uniform(92, 0, 95)), Buffer("order", "i32", 64, values(order)),
                 out("gathered", "f32", 64), Buffer("kept", "f32", 64, uniform(93, 100, 200), True), out("scattered", "f32", 64)], body)

    def casts(k):
        pointer = k.pointers("x", k.places(16), 16)
        number = enc.encode_PtrToIntOp(k.b, k.tile("i64", 16), pointer)
        base = k.splat(enc.encode_PtrToIntOp(k.b, k.tile("i64"), k.arguments["x"]), k.p.scalar("i64"), [16])
        k.store("distance", enc.encode_SubIOp(k.b, k.tile("i64", 16), number, base, V.NONE), 16)
        eight = enc.encode_AddIOp(k.b, k.tile("i64", 16), number, k.constant("i64", [16], 8), V.NONE)
        back = enc.encode_IntToPtrOp(k.b, k.p.tile(k.p.ptr("f32"), 16), eight)
        as_integers = enc.encode_PtrToPtrOp(k.b, k.p.tile(k.p.ptr("i32"), 16), back)
        loaded, _ = enc.encode_LoadPtrTkoOp(k.b, k.tile("i32", 16), k.p.token, as_integers, None, None, None, M.WEAK, None, None)
        k.store("two_on", loaded, 16)

    yield Probe("probe-pointer-casts", "pointers as numbers and back, two elements on, read as another type",
                [Buffer("x", "f32", 18, uniform(94, -8, 8)), out("distance", "i64", 16), out("two_on", "i32", 16)], casts)


def atomics():
    modes = [(m, "i32") for m in A if m != A.ADDF] + [(A.ADDF, "f32"), (A.XCHG, "f32")]

    def name(mode, dtype):
        return f"{mode.name.lower()}_{dtype}"

    def body(k):
        for mode, dtype in modes:
            memory = name(mode, dtype)
            old, _ = enc.encode_AtomicRMWTkoOp(k.b, k.tile(dtype, 64), k.p.token, k.pointers(memory, k.places(64), 64), k.load(f"x_{dtype}", 64), None,
                                               None, M.RELAXED, MS.DEVICE, mode)
            k.store(f"old_{memory}", old, 64)

    fills = {"i32": bits(95, edges=8), "f32": uniform(96, -8, 8)}
    buffers = [Buffer("x_i32", "i32", 64, bits(97, edges=8)), Buffer("x_f32", "f32", 64, uniform(98, -8, 8))]
    for mode, dtype in modes:
        buffers += [Buffer(name(mode, dtype), dtype, 64, fills[dtype], True), out("old_" + name(mode, dtype), dtype, 64)]
    yield Probe("probe-atomics", "each atomic_rmw at 64 addresses: what was there and what is there", buffers, body)

    def collide(k):
        where = k.load("where", 256)
        enc.encode_AtomicRMWTkoOp(k.b, k.tile("i32", 256), k.p.token, k.pointers("counts", where, 256), k.constant("i32", [256], 1), None, None,
                                  M.RELAXED, MS.DEVICE, A.ADD)
        enc.encode_AtomicRMWTkoOp(k.b, k.tile("i32", 256), k.p.token, k.pointers("highest", where, 256), k.places(256), None, None, M.RELAXED,
                                  MS.DEVICE, A.MAX)

    yield Probe("probe-atomics-collide", "a histogram by four blocks: many atomics at one address, whose order does not matter",
                [Buffer("where", "i32", 256, uniform(99, 0, 15)), out("counts", "i32", 16), out("highest", "i32", 16)], collide, grid=(4, 1, 1))

    def exchange(k):
        old, _ = enc.encode_AtomicCASTkoOp(k.b, k.tile("i32", 64), k.p.token, k.pointers("memory", k.places(64), 64), k.load("expected", 64),
                                           k.load("wanted", 64), None, None, M.ACQ_REL, MS.DEVICE)
        k.store("old", old, 64)

    yield Probe("probe-cas", "atomic_cas where the expected value stands and where it does not",
                [Buffer("memory", "i32", 64, sequence(0, 1, 4), True), Buffer("expected", "i32", 64, sequence(0, 1, 3)),
                 Buffer("wanted", "i32", 64, sequence(500)), out("old", "i32", 64)], exchange)


def control():
    def body(k):
        i32, n = k.tile("i32"), k.scalar_arguments[0]
        x, y, z = enc.encode_GetTileBlockIdOp(k.b, i32, i32, i32)
        gx, gy, _ = enc.encode_GetNumTileBlocksOp(k.b, i32, i32, i32)

        def add(a, b):
            return enc.encode_AddIOp(k.b, i32, a, b, V.NONE)

        def mul(a, b):
            return enc.encode_MulIOp(k.b, i32, a, b, V.NONE)

        block = add(x, mul(gx, add(y, mul(gy, z))))
        zero, one, two_ = (k.constant("i32", [], v) for v in (0, 1, 2))
        loop = enc.encode_ForOp(k.b, [i32, i32], zero, add(n, block), two_, [one, zero], False)
        with loop.new_block([i32, i32, i32]) as (step, product, total):
            inner = enc.encode_ForOp(k.b, [i32], zero, step, one, [total], True)
            with inner.new_block([i32, i32]) as (j, sum_):
                enc.encode_ContinueOp(k.b, [add(sum_, j)])
            (total,) = inner.done()
            enc.encode_ContinueOp(k.b, [add(mul(product, k.constant("i32", [], 3)), step), total])
        product, total = loop.done()
        collatz = enc.encode_LoopOp(k.b, [i32], [add(block, two_), zero])
        with collatz.new_block([i32, i32]) as (value, steps):
            done = enc.encode_CmpIOp(k.b, k.tile("i1"), value, one, C.EQUAL, S.Signed)
            leave = enc.encode_IfOp(k.b, [], done)
            with leave.new_block([]):
                enc.encode_BreakOp(k.b, [steps])
            with leave.new_block([]):
                enc.encode_YieldOp(k.b, [])
            leave.done()
            odd = enc.encode_TruncIOp(k.b, k.tile("i1"), value, V.NONE)
            choice = enc.encode_IfOp(k.b, [i32], odd)
            with choice.new_block([]):
                enc.encode_YieldOp(k.b, [add(mul(value, k.constant("i32", [], 3)), one)])
            with choice.new_block([]):
                enc.encode_YieldOp(k.b, [enc.encode_DivIOp(k.b, i32, value, two_, S.Signed, R.ZERO)])
            enc.encode_ContinueOp(k.b, [choice.done()[0], add(steps, one)])
        (length,) = collatz.done()
        for name, value in (("product", product), ("total", total), ("length", length)):
            where = enc.encode_OffsetOp(k.b, k.p.tile(k.p.ptr("i32")), k.arguments[name], block)
            enc.encode_StorePtrTkoOp(k.b, k.p.token, where, value, None, None, M.WEAK, None, None)

    yield Probe("probe-control", "for within for, loop left by break, if with values, over a grid of 3 by 2 by 2",
                [out(n, "i32", 12) for n in ("product", "total", "length")], body, scalars=[("i32", 5)], grid=(3, 2, 2))

    def tokens(k):
        t = k.store("memory", k.load("x", 64), 64)
        turned = enc.encode_SubIOp(k.b, k.tile("i32", 64), k.constant("i32", [64], 63), k.places(64), V.NONE)
        pointers = k.pointers("memory", turned, 64)
        again, behind = enc.encode_LoadPtrTkoOp(k.b, k.tile("f32", 64), k.p.token, pointers, None, None, t, M.WEAK, None, None)
        u = enc.encode_JoinTokensOp(k.b, k.p.token, [t, behind, enc.encode_MakeTokenOp(k.b, k.p.token)])
        v = k.store("memory", enc.encode_AddFOp(k.b, k.tile("f32", 64), again, again, R.NEAREST_EVEN, False), 64, token=u)
        k.store("seen", k.load("memory", 64, token=v), 64)

    yield Probe("probe-tokens", "stores and loads of the same memory, ordered by tokens",
                [Buffer("x", "f32", 64, uniform(101, -8, 8)), out("memory", "f32", 64), out("seen", "f32", 64)], tokens)


def arguments():
    scalars = [("i8", -5), ("i16", -1234), ("i32", 123456789), ("i64", -1234567890123), ("f16", "0x3c01"), ("bf16", "0x3f81"), ("f32", "0x7f800001"),
               ("f64", 0.1)]

    def body(k):
        for (dtype, _), value in zip(scalars, k.scalar_arguments):
            k.store(f"from_{dtype}", k.splat(value, k.p.scalar(dtype), [8]), 8)

    yield Probe("probe-scalars", "a scalar argument of each type, between and behind pointers", [out(f"from_{t}", t, 8) for t, _ in scalars], body,
                scalars=scalars)

    def tables(p):
        p.w.global_section.define_global("table", p.tile("f32", 4), b"".join(p._bytes("f32", v) for v in (1.5, -2.25, 1e-40, 3e38)), 16)

    def lookup(k):
        pointer = enc.encode_GetGlobalOp(k.b, k.p.tile(k.p.ptr("f32")), "table")
        base = k.splat(pointer, k.p.ptr("f32"), [16])
        where = enc.encode_OffsetOp(k.b, k.p.tile(k.p.ptr("f32"), 16), base, k.load("which", 16))
        loaded, _ = enc.encode_LoadPtrTkoOp(k.b, k.tile("f32", 16), k.p.token, where, None, None, None, M.WEAK, None, None)
        k.store("found", loaded, 16)
        k.store("listed", k.constant("f32", [4], 0.5, -0.0, ("bits", 0x7F800000), ("bits", 1)), 4)

    yield Probe("probe-global", "a global's elements by index, and a constant of four different values",
                [Buffer("which", "i32", 16, uniform(102, 0, 3)), out("found", "f32", 16), out("listed", "f32", 4)], lookup, before=tables)


def probes():
    for family in (reductions, scans, shapes, matrices, pointers, atomics, control, arguments, probes_views.probes):
        yield from family()
