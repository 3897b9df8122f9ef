# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer arithmetic, comparisons, bits, and what changes an integer's width."""

from probe import C, R, S, V, bits, elementwise, enc, truth, uniform, values

EDGES = {
    "i8": [0, 1, -1, 2, 3, -3, 7, -7, 10, 64, -64, 85, 126, 127, -127, -128],
    "i16": [0, 1, -1, 2, 3, -3, 7, -7, 255, 256, -256, 21845, 32766, 32767, -32767, -32768],
    "i32": [0, 1, -1, 2, 3, -3, 7, -7, 65535, 65536, -65536, 1431655765, 2147483646, 2147483647, -2147483647, -2147483648],
    "i64": [0, 1, -1, 2, 3, -3, 7, -7, 4294967295, 4294967296, -4294967296, 6148914691236517205, 9223372036854775806, 9223372036854775807,
            -9223372036854775807, -9223372036854775808],
}
PAIRS = 256
SIGN = {S.Signed: "s", S.Unsigned: "u"}


def arithmetic(dtype):
    t = lambda k: k.tile(dtype, PAIRS)  # noqa: E731
    results = [(m.lower(), dtype, lambda k, x, y, m=m: getattr(enc, f"encode_{m}Op")(k.b, t(k), x, y, V.NONE)) for m in ("AddI", "SubI", "MulI")]
    results += [(m.lower(), dtype, lambda k, x, y, m=m: getattr(enc, f"encode_{m}Op")(k.b, t(k), x, y)) for m in ("AndI", "OrI", "XOrI", "MulhiI")]
    results += [(f"{m.lower()}_{SIGN[s]}", dtype, lambda k, x, y, m=m, s=s: getattr(enc, f"encode_{m}Op")(k.b, t(k), x, y, s))
                for m in ("MaxI", "MinI") for s in S]
    results += [("negi", dtype, lambda k, x, _: enc.encode_NegIOp(k.b, t(k), x, V.NONE)),
                ("absi", dtype, lambda k, x, _: enc.encode_AbsIOp(k.b, t(k), x))]
    return elementwise(f"probe-{dtype}-arithmetic", f"arithmetic, bits, maxi and mini of {dtype}, all pairs of 16 values; overflow wraps",
                       [("a", dtype, values(EDGES[dtype], 16)), ("b", dtype, values(EDGES[dtype]))], results, PAIRS)


def division(dtype):
    """Divisors are not 0, and -1 does not meet the least value: both are undefined."""
    dividends = [v for v in EDGES[dtype] if v != min(EDGES[dtype])] + [100]
    divisors = [v for v in EDGES[dtype] if v] + [5]
    t = lambda k: k.tile(dtype, PAIRS)  # noqa: E731
    modes = [(S.Signed, R.ZERO), (S.Signed, R.NEGATIVE_INF), (S.Signed, R.POSITIVE_INF), (S.Unsigned, R.ZERO), (S.Unsigned, R.POSITIVE_INF)]
    name = {R.ZERO: "zero", R.NEGATIVE_INF: "down", R.POSITIVE_INF: "up"}
    results = [(f"divi_{SIGN[s]}_{name[r]}", dtype, lambda k, x, y, s=s, r=r: enc.encode_DivIOp(k.b, t(k), x, y, s, r)) for s, r in modes]
    results += [(f"remi_{SIGN[s]}", dtype, lambda k, x, y, s=s: enc.encode_RemIOp(k.b, t(k), x, y, s)) for s in S]
    return elementwise(f"probe-{dtype}-division", f"divi of {dtype} in each rounding, remi; signs and unsigned",
                       [("a", dtype, values(dividends, 16)), ("b", dtype, values(divisors))], results, PAIRS)


def shifts(dtype, width):
    t = lambda k: k.tile(dtype, PAIRS)  # noqa: E731
    results = [("shli", dtype, lambda k, x, n: enc.encode_ShLIOp(k.b, t(k), x, n, V.NONE))]
    results += [(f"shri_{SIGN[s]}", dtype, lambda k, x, n, s=s: enc.encode_ShRIOp(k.b, t(k), x, n, s)) for s in S]
    return elementwise(f"probe-{dtype}-shifts", f"shifts of {dtype} by 0 to {width - 1}",
                       [("a", dtype, bits(51, edges=5)), ("n", dtype, uniform(52, 0, width - 1))], results, PAIRS)


def comparisons(dtype):
    results = [(f"{c.name.lower()}_{SIGN[s]}", "i8",
                lambda k, x, y, c=c, s=s: truth(k, enc.encode_CmpIOp(k.b, k.tile("i1", PAIRS), x, y, c, s), PAIRS)) for c in C for s in S]

    def choose(k, x, y):
        less = enc.encode_CmpIOp(k.b, k.tile("i1", PAIRS), x, y, C.LESS_THAN, S.Signed)
        return enc.encode_SelectOp(k.b, k.tile(dtype, PAIRS), less, x, y)

    return elementwise(f"probe-{dtype}-cmp", f"cmpi of {dtype}, each predicate and sign, and select",
                       [("a", dtype, values(EDGES[dtype], 16)), ("b", dtype, values(EDGES[dtype]))], results + [("select", dtype, choose)], PAIRS)


def widths():
    def widen(to, sign):
        return (f"exti_{to}_{SIGN[sign]}", to, lambda k, x: enc.encode_ExtIOp(k.b, k.tile(to, PAIRS), x, sign))

    def narrow(to):
        return (f"trunci_{to}", to, lambda k, x: enc.encode_TruncIOp(k.b, k.tile(to, PAIRS), x, V.NONE))

    yield elementwise("probe-exti-i8", "i8 extended to wider integers", [("a", "i8", bits(61))],
                      [widen(to, s) for to in ("i16", "i32", "i64") for s in S], PAIRS)
    yield elementwise("probe-trunci-i64", "i64 cut to narrower integers, and its lowest bit",
                      [("a", "i64", bits(62, edges=8))],
                      [narrow(to) for to in ("i8", "i16", "i32")] +
                      [("trunci_i1", "i8", lambda k, x: truth(k, enc.encode_TruncIOp(k.b, k.tile("i1", PAIRS), x, V.NONE), PAIRS))], PAIRS)


def bitcasts():
    def same(to):
        return lambda k, x: enc.encode_BitcastOp(k.b, k.tile(to, PAIRS), x)

    def packed(k, x):
        return enc.encode_UnpackOp(k.b, k.tile("f32", PAIRS), enc.encode_PackOp(k.b, k.tile("i8", 4 * PAIRS), x))

    return elementwise("probe-bitcast", "bitcast there and back, pack and unpack; NaN payloads are kept", [("a", "i32", bits(63))],
                       [("as_f32", "f32", same("f32")),
                        ("repacked", "f32", packed)], PAIRS)


def probes():
    for dtype in ("i8", "i16", "i32", "i64"):
        yield arithmetic(dtype)
        yield division(dtype)
    yield shifts("i32", 32)
    yield shifts("i8", 8)
    yield shifts("i64", 64)
    yield comparisons("i32")
    yield comparisons("i8")
    yield from widths()
    yield bitcasts()
