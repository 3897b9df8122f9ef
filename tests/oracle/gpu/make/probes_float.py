# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Float arithmetic, functions, comparisons and conversions."""

from probe import C, EXACT, IEEE, MODE, O, R, S, bits, close, elementwise, enc, truth, uniform, values

# 16 values, so that two buffers hold all pairs: zeros, ones and their neighbours, thirds, infinities, NaN, denormals and both ends.
F32 = ["0x00000000", "0x80000000", "0x3f800000", "0xbf800001", "0x40400000", "0x3eaaaaab", "0x7f800000", "0xff800000",
       "0x7fc00000", "0x00000001", "0x807fffff", "0x00800000", "0x7f7fffff", "0xff7fffff", "0x1f800003", "0x4b800001"]
F64 = ["0x0000000000000000", "0x8000000000000000", "0x3ff0000000000000", "0xbff0000000000001", "0x4008000000000000", "0x3fd5555555555555",
       "0x7ff0000000000000", "0xfff0000000000000", "0x7ff8000000000000", "0x0000000000000001", "0x800fffffffffffff", "0x0010000000000000",
       "0x7fefffffffffffff", "0xffefffffffffffff", "0x1ff0000000000003", "0x4340000000000001"]
F16 = ["0x0000", "0x8000", "0x3c00", "0xbc01", "0x4200", "0x3555", "0x7c00", "0xfc00",
       "0x7e00", "0x0001", "0x83ff", "0x0400", "0x7bff", "0xfbff", "0x1c03", "0x6801"]
BF16 = ["0x0000", "0x8000", "0x3f80", "0xbf81", "0x4040", "0x3eab", "0x7f80", "0xff80",
        "0x7fc0", "0x0001", "0x807f", "0x0080", "0x7f7f", "0xff7f", "0x1f83", "0x4381"]
VALUES = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}
PAIRS = 256
FUNCTION = "the function is not correctly rounded"


def pairs(dtype):
    return [("a", dtype, values(VALUES[dtype], 16)), ("b", dtype, values(VALUES[dtype]))]


def arithmetic(dtype, mnemonic, modes, flushes=(False,)):
    """(name, dtype, function) for each rounding mode and flush_to_zero."""
    encode = getattr(enc, f"encode_{mnemonic}Op")
    results = []
    for mode in modes:
        for flush in flushes:
            def make(k, *tiles, mode=mode, flush=flush):
                return encode(k.b, k.tile(dtype, PAIRS), *tiles, mode, flush)
            results.append((f"{mnemonic.lower()}_{MODE[mode]}{'_ftz' if flush else ''}", dtype, make))
    return results


def only(function, *indices):
    """The function on some of the loaded tiles."""
    return lambda k, *tiles: function(k, *(tiles[i] for i in indices))


def taking(outputs, *indices):
    return [(o[0], o[1], only(o[2], *indices), *o[3:]) for o in outputs]


def function(dtype, mnemonic, *attributes, name=None, compare=None):
    encode = getattr(enc, f"encode_{mnemonic}Op")
    return (name or mnemonic.lower(), dtype, lambda k, x: encode(k.b, k.tile(dtype, PAIRS), x, *attributes), compare)


def loose(relative, absolute=0.0):
    return close(relative, absolute, FUNCTION)


def f32_arithmetic():
    both = (False, True)
    third = ("c", "f32", uniform(11, -4, 4, edges=5))
    yield elementwise("probe-f32-add", "addf and subf of f32 in each rounding mode, all pairs of 16 values", pairs("f32"),
                      arithmetic("f32", "AddF", IEEE, both) + arithmetic("f32", "SubF", IEEE[:2]), PAIRS)
    yield elementwise("probe-f32-mul", "mulf of f32 in each rounding mode", pairs("f32"), arithmetic("f32", "MulF", IEEE, both), PAIRS)
    limits = loose(2.0 ** -21)
    division = arithmetic("f32", "DivF", IEEE, both)
    division += [(*o, limits) for o in arithmetic("f32", "DivF", (R.APPROX, R.FULL), both)]
    yield elementwise("probe-f32-div", "divf of f32 in each rounding mode, approx and full, at the edges", pairs("f32"), division, PAIRS)
    yield elementwise("probe-f32-fma", "fma of f32 in each rounding mode", pairs("f32") + [third], arithmetic("f32", "Fma", IEEE, both), PAIRS)


def maximum(dtype, flushes):
    results = []
    for mnemonic in ("MaxF", "MinF"):
        for nan in (False, True):
            for flush in flushes:
                def make(k, x, y, mnemonic=mnemonic, nan=nan, flush=flush):
                    return getattr(enc, f"encode_{mnemonic}Op")(k.b, k.tile(dtype, PAIRS), x, y, nan, flush)
                results.append((mnemonic.lower() + "_nan" * nan + "_ftz" * flush, dtype, make))
    return results


def comparisons(dtype):
    results = []
    for predicate in C:
        for ordering in O:
            def make(k, x, y, predicate=predicate, ordering=ordering):
                return truth(k, enc.encode_CmpFOp(k.b, k.tile("i1", PAIRS), x, y, predicate, ordering), PAIRS)
            results.append((f"{predicate.name.lower()}_{ordering.name.lower()}", "i8", make))
    return results


def f32_selection():
    yield elementwise("probe-f32-minmax", "maxf and minf of f32: NaN, signed zeros, denormals", pairs("f32"), maximum("f32", (False, True)),
                      PAIRS)
    yield elementwise("probe-f32-cmp", "cmpf of f32, each predicate, ordered and unordered", pairs("f32"), comparisons("f32"), PAIRS)


def line(dtype, low, high):
    """One input: edge values among others."""
    return [("a", dtype, uniform(21, low, high, edges=4))]


def f32_functions():
    roots = arithmetic("f32", "Sqrt", IEEE, (False, True))
    roots += [(*o, loose(2.0 ** -21)) for o in arithmetic("f32", "Sqrt", (R.APPROX,), (False, True))]
    roots += [function("f32", "Rsqrt", flush, name="rsqrt" + "_ftz" * flush, compare=loose(2.0 ** -21)) for flush in (False, True)]
    yield elementwise("probe-f32-roots", "sqrt in each rounding mode and approx, rsqrt; edges and numbers to 8", line("f32", -1, 8), roots,
                      PAIRS)
    exponentials = [function("f32", "Exp", R.FULL, name="exp_full", compare=loose(2.0 ** -20)),
                    function("f32", "Exp", R.APPROX, name="exp_approx", compare=loose(2.0 ** -16)),
                    function("f32", "Exp2", False, compare=loose(2.0 ** -20)),
                    function("f32", "Exp2", True, name="exp2_ftz", compare=loose(2.0 ** -20))]
    yield elementwise("probe-f32-exp", "exp and exp2 of f32 through their whole range, denormal results included", line("f32", -160, 160),
                      exponentials, PAIRS)
    logarithms = [function("f32", m, compare=loose(2.0 ** -19, 2.0 ** -22)) for m in ("Log", "Log2")]
    yield elementwise("probe-f32-log", "log and log2 of f32; edges and numbers to 4", line("f32", 0, 4), logarithms, PAIRS)
    curves = [function("f32", m, compare=loose(2.0 ** -18, 2.0 ** -20)) for m in ("Sin", "Cos", "Tan", "SinH", "CosH")]
    curves += [function("f32", "TanH", R.FULL, name="tanh_full", compare=loose(2.0 ** -18, 2.0 ** -20)),
               function("f32", "TanH", R.APPROX, name="tanh_approx", compare=loose(2.0 ** -10, 2.0 ** -10))]
    yield elementwise("probe-f32-trig", "sin, cos, tan, sinh, cosh, tanh of f32 from -20 to 20 and at edges", line("f32", -20, 20), curves,
                      PAIRS)
    signs = [function("f32", m) for m in ("AbsF", "NegF", "Ceil", "Floor")]
    yield elementwise("probe-f32-signs", "absf, negf, ceil, floor of f32", line("f32", -4, 4), signs, PAIRS)
    two = [(m.lower(), "f32", lambda k, x, y, m=m: getattr(enc, f"encode_{m}Op")(k.b, k.tile("f32", PAIRS), x, y), c)
           for m, c in (("RemF", EXACT), ("FPowF", loose(2.0 ** -18)), ("Atan2", loose(2.0 ** -18)))]
    yield elementwise("probe-f32-binary", "remf, pow and atan2 of f32, all pairs of 16 values", pairs("f32"), two, PAIRS)
    power = [("fpowi", "f32", lambda k, x, n: enc.encode_FPowIOp(k.b, k.tile("f32", PAIRS), x, n), loose(2.0 ** -18))]
    yield elementwise("probe-f32-powi", "fpowi of f32, exponents from -6 to 6",
                      [("a", "f32", uniform(22, -3, 3, edges=8)), ("n", "i32", uniform(23, -6, 6))], power, PAIRS)


def narrow_arithmetic(dtype):
    even = (R.NEAREST_EVEN,)
    results = [o for m in ("AddF", "SubF", "MulF", "DivF") for o in arithmetic(dtype, m, even)]
    results += taking(arithmetic(dtype, "Sqrt", even), 0)
    results += maximum(dtype, (False,)) + comparisons(dtype)[:4]
    results += taking([function(dtype, m) for m in ("AbsF", "NegF", "Ceil", "Floor")], 0)
    fused = arithmetic(dtype, "Fma", even)
    results += [(fused[0][0], dtype, lambda k, x, y: fused[0][2](k, x, y, x))]
    return elementwise(f"probe-{dtype}-arithmetic", f"arithmetic, maxf, minf, cmpf and signs of {dtype}, all pairs of 16 values", pairs(dtype),
                       results, PAIRS)


def f64_arithmetic():
    results = [o for m in ("AddF", "SubF", "MulF", "DivF") for o in arithmetic("f64", m, (R.NEAREST_EVEN, R.POSITIVE_INF))]
    results += maximum("f64", (False,))[:2] + comparisons("f64")[:2]
    results += taking(arithmetic("f64", "Sqrt", (R.NEAREST_EVEN, R.ZERO)), 0)
    return elementwise("probe-f64-arithmetic", "arithmetic of f64, all pairs of 16 values", pairs("f64"), results, PAIRS)


def narrow_functions(dtype):
    limit = loose(2.0 ** -7 if dtype == "bf16" else 2.0 ** -9, 2.0 ** -10)
    results = [function(dtype, "Exp", R.FULL, name="exp", compare=limit), function(dtype, "Exp2", False, compare=limit),
               function(dtype, "TanH", R.FULL, name="tanh", compare=limit), function(dtype, "Rsqrt", False, compare=limit)]
    results += [function(dtype, m, compare=limit) for m in ("Log", "Log2", "Sin", "Cos")]
    return elementwise(f"probe-{dtype}-functions", f"functions of {dtype}", line(dtype, -8, 8), results, PAIRS)


def convert(to, mode=R.NEAREST_EVEN):
    return (f"{to}_{MODE[mode]}", to, lambda k, x: enc.encode_FToFOp(k.b, k.tile(to, PAIRS), x, mode))


def conversions():
    yield elementwise("probe-ftof-f32", "f32 narrowed to each type, random bits and edges", [("a", "f32", bits(31, edges=4))],
                      [convert(to) for to in ("f16", "bf16", "tf32", "f64", "f8E4M3FN", "f8E5M2")], PAIRS)
    yield elementwise("probe-ftof-f32-near", "f32 narrowed where the narrow types round and overflow",
                      [("a", "f32", uniform(32, -512, 512, edges=64))],
                      [convert(to) for to in ("f16", "bf16", "tf32", "f8E4M3FN", "f8E5M2")], PAIRS)
    yield elementwise("probe-ftof-f32-small", "f32 narrowed to denormals of the narrow types",
                      [("a", "f32", uniform(33, -0.03125, 0.03125))], [convert(to) for to in ("f16", "f8E4M3FN", "f8E5M2")], PAIRS)
    yield elementwise("probe-ftof-f16", "f16 to the other types, random bits", [("a", "f16", bits(34, edges=8))],
                      [convert(to) for to in ("f32", "bf16", "f64", "f8E4M3FN", "f8E5M2")], PAIRS)
    yield elementwise("probe-ftof-bf16", "bf16 to the other types, random bits", [("a", "bf16", bits(35, edges=8))],
                      [convert(to) for to in ("f32", "f16", "f64")], PAIRS)
    yield elementwise("probe-ftof-f64", "f64 to the other types, random bits and edges", [("a", "f64", bits(36, edges=3)), ],
                      [convert(to) for to in ("f32", "f16", "bf16")], PAIRS)
    for dtype in ("f8E4M3FN", "f8E5M2"):
        every = {"kind": "values", "values": [f"0x{n:02x}" for n in range(256)]}
        yield elementwise(f"probe-ftof-{dtype.lower()}", f"all 256 values of {dtype} widened", [("a", dtype, every)],
                          [convert(to) for to in ("f32", "f16")], PAIRS)


def integer_conversions():
    def to_integer(to, sign, saturating=False):
        name = f"{to}_{'s' if sign == S.Signed else 'u'}{'_sat' * saturating}"
        return (name, to, lambda k, x: enc.encode_FToIOp(k.b, k.tile(to, PAIRS), x, sign, R.NEAREST_INT_TO_ZERO, saturating))

    wide = [to_integer(to, sign, True) for to in ("i8", "i16", "i32", "i64") for sign in S]
    yield elementwise("probe-ftoi-saturating", "f32 to integers, saturating: edges, halves, beyond the range",
                      [("a", "f32", uniform(41, -65536, 65536, edges=4))], wide, PAIRS)
    for dtype in ("f32", "f16", "f64"):
        plain = [to_integer(to, S.Signed) for to in ("i8", "i16", "i32", "i64")]
        yield elementwise(f"probe-ftoi-{dtype}", f"{dtype} to integers where the result fits", [("a", dtype, uniform(42, -127, 127))], plain,
                          PAIRS)

    def to_float(to, sign):
        return (f"{to}_{'s' if sign == S.Signed else 'u'}", to,
                lambda k, x: enc.encode_IToFOp(k.b, k.tile(to, PAIRS), x, sign, R.NEAREST_EVEN))

    for source in ("i32", "i64", "i8"):
        yield elementwise(f"probe-itof-{source}", f"{source} to floats, signed and unsigned, edges among random bits",
                          [("a", source, bits(43, edges=6))], [to_float(to, sign) for to in ("f16", "bf16", "f32", "f64") for sign in S], PAIRS)


def probes():
    yield from f32_arithmetic()
    yield from f32_selection()
    yield from f32_functions()
    for dtype in ("f16", "bf16"):
        yield narrow_arithmetic(dtype)
        yield narrow_functions(dtype)
    yield f64_arithmetic()
    yield from conversions()
    yield from integer_conversions()
