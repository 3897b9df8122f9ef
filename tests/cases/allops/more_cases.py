# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs about constants, names, entries, locations and what 13.5 brought."""

import struct

from cases import M, MS, R, S, V, branch
from program import DYNAMIC, MISSING_DEBUG_ATTR_ID, Raw, SameElements, Text, at, enc

INTS = {"i1": [0, 1], "i8": [0, 1, -1, -128, 127], "i16": [-32768, 300], "i32": [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 1000000],
        "i64": [0, -1, 2 ** 63 - 1, -(2 ** 63), 1234567890123]}


def facts(p):
    with p.entry("facts", [p.tile(p.ptr("f32")), p.tile("i32"), p.tile("i64")]) as f:
        b, (base, n, l) = f
        p.b = b
        i32, rows = p.tile("i32"), p.const("i32", [4, 8], [3])
        a = enc.encode_AssumeOp(b, p.tile(p.ptr("f32")), base, at.DivBy(16))
        enc.encode_AssumeOp(b, p.tile(p.ptr("f32")), a, at.DivBy(2 ** 20))
        for lower in (None, -4, 0):
            for upper in (None, 0, 2 ** 31 - 1):
                n2 = enc.encode_AssumeOp(b, i32, n, at.Bounded(lower, upper))
        enc.encode_AssumeOp(b, i32, enc.encode_AssumeOp(b, i32, n2, at.DivBy(1)), at.DivBy(4))
        enc.encode_AssumeOp(b, p.tile("i64"), l, at.Bounded(-(2 ** 63), 2 ** 63 - 1))
        wide = p.tile("i32", 4, 8)
        enc.encode_AssumeOp(b, wide, rows, at.DivBy(4, 4, 0))
        enc.encode_AssumeOp(b, wide, rows, at.DivBy(8, 2, 1))
        enc.encode_AssumeOp(b, wide, rows, SameElements([2, 4]))
        five = enc.encode_AddIOp(b, i32, n, n, V.NONE)
        enc.encode_AssumeOp(b, i32, five, at.Bounded(0, None))
        v = enc.encode_MakeTensorViewOp(b, p.tview("f32", [DYNAMIC], [1]), a, [n], [])
        enc.encode_AssumeOp(b, p.tview("f32", [DYNAMIC], [1]), v, at.DivBy(16))
        x, y, z = enc.encode_GetTileBlockIdOp(b, i32, i32, i32)
        enc.encode_AssumeOp(b, i32, y, at.Bounded(0, 7))
        enc.encode_AssumeOp(b, i32, p.const("i32", [], [32]), at.DivBy(32))
        suggestions(p, b, n)
        enc.encode_ReturnOp(b, [])


def suggestions(p, b, n):
    """A fact about each kind of result: ops with regions take part in naming even where they suggest nothing."""
    i32, i4 = p.tile("i32"), p.tile("i32", 4)

    def about(value, t=i32):
        enc.encode_AssumeOp(b, t, value, at.DivBy(2))

    x = enc.encode_IotaOp(b, i4)
    about(x, i4)
    about(enc.encode_ReshapeOp(b, p.tile("i32", 1, 4), x), p.tile("i32", 1, 4))
    zeros = [p.integer("i32", 0)] * 2
    for node, t in ((enc.encode_ReduceOp, i32), (enc.encode_ScanOp, i4)):
        direction = [False] if t is i4 else []
        node = node(b, [t, t], [x, x], 0, *direction, zeros)
        with node.new_block([i32] * 4) as a:
            enc.encode_YieldOp(b, [a[0], a[2]])
        for result in node.done():
            about(result, t)
    loop = enc.encode_ForOp(b, [i32, i32], n, n, n, [n, n], False)
    with loop.new_block([i32] * 3) as a:
        for argument in a:
            about(argument)
        enc.encode_ContinueOp(b, a[1:])
    for result in loop.done():
        about(result)
    bit = enc.encode_CmpIOp(b, p.tile("i1"), n, n, enc.ComparisonPredicate.EQUAL, S.Signed)

    def both():
        enc.encode_YieldOp(b, [n, n])

    for result in branch(p, b, [i32, i32], bit, both, both):
        about(result)


def patterns(element):
    """Bit patterns that are hard to print: zeros, ends, infinities, NaNs, and plain numbers."""
    if element == "f64":
        numbers = [0.0, -0.0, 1.0, 0.1, 1 / 3, 1e300, 5e-324, 2.5e-7, 123456789.0, 1e22, 100000.5,
                   float("inf"), float("-inf"), 3.14159265358979]
        bits = [struct.unpack("<Q", struct.pack("<d", n))[0] for n in numbers]
        return bits + [0x7FF8000000000000, 0xFFF8000000000001, 0x7FF0000000000001, 0x7FEFFFFFFFFFFFFF]
    if element == "f32":
        numbers = [0.0, -0.0, 1.0, -2.5, 0.1, 1 / 3, 1.44269504, 0.69314718, 1e-6, 1e-5, 3e38, 1e-45, 123456.0,
                   1234567.0, 16777216.0, 1e10, 0.5, 0.001, 448.0, 65504.0, 1e20, 0.0123456789, 9.999999e-5, 99999.99,
                   999999.9, 2.0 ** -126, 3.14159274]
        bits = [struct.unpack("<I", struct.pack("<f", n))[0] for n in numbers]
        return bits + [0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x7F800001, 0x7F7FFFFF, 0x00000001, 0x007FFFFF]
    if element in ("f16", "bf16"):
        return [0, 0x8000, 0x3C00, 0x3F80, 0x7C00, 0xFC00, 0x7E00, 0x7F80, 0xFF80, 0x7FC0, 1, 0x8001, 0x03FF, 0x7BFF,
                0x7F7F, 0x3555, 0x2E66, 0x4248]
    if element == "tf32":
        return [0, 0x40000, 0x1FC00, 0x3FC00, 0x7FC00, 0x3FE00, 1, 0x3FBFF, 0x1FD55]
    if element == "e2m1":
        return list(range(16))
    return [0, 1, 2, 7, 8, 0x30, 0x38, 0x3C, 0x55, 0x77, 0x78, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0xBC, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]


def float_elements(p):
    known = ["f16", "bf16", "f32", "tf32", "f64", "e4m3", "e5m2"]
    known += ["e8m0"] if p.minor >= 2 else []
    known += ["e2m1"] if p.minor >= 3 else []
    return known + (["e5m3"] if p.minor >= 5 else [])  # the 13.4 tool crashes on constants of it


def constants(p):
    with p.entry("constants", []) as f:
        b = p.b = f.code_builder
        for element, values in INTS.items():
            for value in values:
                p.const(element, [], [value])
                p.const(element, [4], [value])
            pair = (values * 4)[:4]
            p.const(element, [4], pair)
            p.const(element, [2, 2], pair)
            p.const(element, [1, 2, 2], pair)
        p.const("i1", [16], [1, 0, 1, 0] * 4)
        p.const("i32", [64], list(range(64)))
        p.const("i1", [128], [n % 3 == 0 for n in range(128)])
        for value in (2.0 ** 63, 2.0 ** 64 - 2.0 ** 40, 2.0 ** 64, 0.5, -3.0):
            p.const("f32", [], [value])
            p.const("f64", [], [value])
        p.const("f32", [2], [0.0, -0.0])
        p.const("i32", [1], [5])
        p.const("i32", [1, 1], [5])
        p.const("i32", [128], list(range(128)))
        p.const("i32", [4], [7, 7, 7, 7])
        p.const("f32", [2], [1.0, 1.0])
        enc.encode_ReturnOp(b, [])


def numbers(p):
    with p.entry("numbers", []) as f:
        b = p.b = f.code_builder
        for element in float_elements(p):
            for bits in patterns(element):
                shape = [4] if element == "e2m1" else []
                p.const(element, shape, [("bits", bits)])
            values = [("bits", bits) for bits in (patterns(element) * 4)[:4]]
            if element != "e2m1":
                p.const(element, [4], values)
                p.const(element, [2, 2], values)
        enc.encode_ReturnOp(b, [])


def identities(p):
    """The same numbers as attributes with a type."""
    with p.entry("identities", []) as f:
        b = p.b = f.code_builder
        for element in ("f16", "bf16", "f32", "f64"):
            for bits in patterns(element)[::2]:
                if bits < 1 << 63:  # the encoder writes such numbers in 65 bits
                    scan(p, element, p.float(element, ("bits", bits)))
        for element in ("i8", "i16", "i32", "i64"):
            for value in INTS[element]:
                scan(p, element, p.integer(element, value))
        scan(p, "i1", p.integer("i1", 1))
        enc.encode_ReturnOp(b, [])


def scan(p, element, identity):
    x, s = p.const(element, [4], [1]), p.tile(element)
    n = enc.encode_ReduceOp(p.b, [s], [x], 0, [identity])
    with n.new_block([s, s]) as (l, r):
        enc.encode_YieldOp(p.b, [l])
    n.done()


def names(p):
    """Clashes between suggested names, in regions beside and inside one another."""
    i32 = p.tile("i32")
    with p.entry("names", [i32]) as f:
        b, (n,) = f
        p.b = b
        five = [p.const("i32", [], [5]) for _ in range(3)]
        for depth in range(3):
            nest(p, n, depth, five)
        p.const("i32", [], [5])
        enc.encode_AddIOp(b, i32, n, n, V.NONE)
        enc.encode_ReturnOp(b, [])


def nest(p, n, depth, five):
    i32 = p.tile("i32")
    loop = enc.encode_ForOp(p.b, [i32], n, n, n, [five[0]], False)
    with loop.new_block([i32, i32]) as (iv, a):
        p.const("i32", [], [5])
        enc.encode_AddIOp(p.b, i32, iv, a, V.NONE)
        inner = enc.encode_LoopOp(p.b, [i32], [a])
        with inner.new_block([i32]) as (k,):
            if depth:
                nest(p, k, depth - 1, five)
            p.const("i32", [], [5])
            enc.encode_AssumeOp(p.b, i32, k, at.DivBy(2))
            enc.encode_BreakOp(p.b, [k])
        (r,) = inner.done()
        enc.encode_AssumeOp(p.b, i32, r, at.DivBy(4))
        enc.encode_ContinueOp(p.b, [r])
    (r,) = loop.done()
    enc.encode_AssumeOp(p.b, i32, r, at.DivBy(4))


def entries(p):
    hints = [None, {"sm_100": at.EntryHints()}, {"default": at.EntryHints(occupancy=2)} if p.minor >= 3 else None,
             {"sm_90": at.EntryHints(num_cta_in_cga=1), "sm_100": at.EntryHints(2, 1, 4 if p.minor >= 3 else None)}]
    for position, hint in enumerate(hints):
        with p.entry(f"entry{position}", [p.tile("i32")] * position, hint) as f:
            enc.encode_ReturnOp(f.code_builder, [])
    with p.entry("needs quotes!", []) as f:
        enc.encode_ReturnOp(f.code_builder, [])
    with p.entry("odd_hints", [], {"no arch": at.EntryHints(occupancy=99)}) as f:
        b = p.b = f.code_builder
        x = enc.encode_IntToPtrOp(b, p.tile(p.ptr("f32")), p.const("i64", [], [0]))
        kinds = [p.integer("i32", 4), p.integer("i64", -1), p.integer("i1", 1), p.float("f32", 1.0), Text(b'a"\n'), at.DivBy(4),
                 at.AttributeArray([p.integer("i64", 4), p.integer("i32", 4)]), at.Dictionary([("x y", p.integer("i32", 4))])]
        for hint in kinds:
            hints = at.OptimizationHints([('sm"_100', at.Dictionary([("a b", hint)]))])
            enc.encode_LoadPtrTkoOp(b, p.tile("f32"), p.token, x, None, None, None, M.WEAK, None, hints)
        enc.encode_LoadPtrTkoOp(b, p.tile("f32"), p.token, x, None, None, None, M.WEAK, None, at.OptimizationHints([]))
        enc.encode_ReturnOp(b, [])


def private(p):
    with p.entry("hidden", [p.tile("i32")], {"sm_100": at.EntryHints(2)}) as f:
        enc.encode_ReturnOp(f.code_builder, [])


def make_private(data):
    """Sets bit 0 of the flags in front of location 1 and the tag of hints."""
    return data.replace(b"\x06\x01\x0b", b"\x07\x01\x0b", 1)


def arguments(p):
    """Version 13.5: attributes of arguments."""
    lists = [at.AttributeArray([p.integer("i32", 1), p.integer("i64", 2), at.Bool(False), p.float("f64", 0.5)])]
    plain = [p.integer("i32", 3), p.integer("i64", -3), p.integer("i1", 1), p.float("f32", 1.0), p.float("f64", 1.5),
             p.float("f16", float("inf")), at.Bool(True), Text(b'a"b'), at.DivBy(16), at.Bounded(0, None), SameElements([1, 2]),
             at.Dictionary([("zz", at.Bool(True)), ("a b", p.integer("i32", 2))]),
             at.OptimizationHints([("sm_100", at.Dictionary([]))]), Raw(b"\x0d\x02")]
    kinds = [p.tile("f32", 4), p.scalar("f32"), p.pview([4], p.tview("f32", [4], [1])), p.tile(p.ptr("f32"))]
    values = lists + plain + [Raw(bytes([4, kind.type_id])) for kind in kinds]
    dictionaries = [at.Dictionary([(f"cuda_tile.x{n}", value), ("cuda_tile.a", at.Bool(True))]) for n, value in enumerate(values)]
    with p.argument_attributes(dictionaries + [at.Dictionary([])]):
        with p.entry("arguments", [p.tile("i32")] * (len(values) + 1)) as f:
            enc.encode_ReturnOp(f.code_builder, [])


def places(p):
    """Debug records of every kind: nested scopes, calls inside calls, the same place twice, none at all."""
    d = p.w.debug_attr_table
    file, other = d.file("kernel.py", "/src"), d.file('odd "name".py', "")
    unit, second = d.compile_unit(file), d.compile_unit(other)
    outer = d.subprogram(file, 10, "outer", "places", unit, 11)
    helper = d.subprogram(other, 20, "helper", "helper_s0", second, 21)
    block = d.lexical_block(outer, file, 12, 3)
    inner = d.lexical_block(block, other, 13, 4)
    here = d.loc(outer, "kernel.py", 14, 5)
    points = [here, d.loc(block, "kernel.py", 15, 1), d.loc(inner, 'odd "name".py', 16, 0), MISSING_DEBUG_ATTR_ID,
              d.call_site(d.loc(helper, "helper.py", 22, 2), here)]
    points.append(d.call_site(d.loc(helper, "helper.py", 23, 2), points[-1]))
    points += [here, d.loc(outer, "kernel.py", 14, 5), d[b"\x00"]]
    if p.minor >= 5:
        record = next(key for key, value in d.items() if value == helper)
        points.append(d.call_site(d.loc(d[record[:-1] + b"\x01"], "helper.py", 24, 2), here))
    i32 = p.tile("i32")
    with p.entry("places", [i32], debug=d.loc(outer, "kernel.py", 10, 0)) as f:
        b, (n,) = f
        p.b = b
        for point in points:
            p.at(point)
            n = enc.encode_AddIOp(b, i32, n, n, V.NONE)
        p.at(d.loc(outer, "kernel.py", 30, 1))
        loop = enc.encode_ForOp(b, [], n, n, n, [], False)
        with loop.new_block([i32]) as (iv,):
            p.at(d.loc(outer, "kernel.py", 31, 1))
            enc.encode_AddIOp(b, i32, iv, iv, V.NONE)
            p.at(d.loc(outer, "only_on_continue.py", 32, 1))
            enc.encode_ContinueOp(b, [])
        p.at(d.loc(outer, "kernel.py", 33, 1))
        loop.done()
        scan(p, "f32", p.float("f32", 0.0))
        p.at(d.loc(outer, "kernel.py", 34, 1))
        enc.encode_ReturnOp(b, [])
    third = d.subprogram(file, 40, "second", "second", unit, 41)
    with p.entry("second", [i32], debug=d.loc(third, "kernel.py", 40, 0)) as f:
        b, (n,) = f
        p.b = b
        p.at(d.loc(third, "kernel.py", 41, 0))
        enc.encode_AddIOp(b, i32, n, n, V.NONE)
        p.at(MISSING_DEBUG_ATTR_ID)
        enc.encode_ReturnOp(b, [])


def multimem(p):
    """Version 13.5: the same tensor in several devices' memory."""
    ptr = p.ptr("f32", 2)
    with p.entry("multimem", [p.tile(ptr), p.tile("i32"), p.tile(p.ptr("i64", 2)), p.tile(p.ptr("f32", 0)), p.tile(p.ptr("f32", 1))]) as f:
        b, (base, n, ibase, nbase, ubase) = f
        p.b = b
        token = enc.encode_MakeTokenOp(b, p.token)
        plain = p.tview("f32", [DYNAMIC, 64], [DYNAMIC, 1], 0)
        enc.encode_MakeTensorViewOp(b, plain, nbase, [n], [n])
        enc.encode_MakeTensorViewOp(b, p.tview("f32", [16, 64], [64, 1], 1), ubase, [], [])
        views = []
        for element, pointer in (("f32", base), ("i64", ibase)):
            shape = p.tview(element, [DYNAMIC, 64], [DYNAMIC, 1], 2)
            v = enc.encode_MakeTensorViewOp(b, shape, pointer, [n], [n])
            views.append(enc.encode_MakePartitionViewOp(b, p.pview([16, 16], shape), v))
        enc.encode_MakeTensorViewOp(b, p.tview("f32", [16, 64], [64, 1], 2), base, [], [])
        for element, view, kinds in (("f32", views[0], [enc.MultimemReductionKind.ADD]), ("i64", views[1], enc.MultimemReductionKind)):
            multimem_accesses(p, element, view, [n, n], token, kinds)
        enc.encode_ReturnOp(b, [])


def multimem_accesses(p, element, view, index, token, kinds):
    b, t = p.b, p.tile(element, 16, 16)
    for kind in kinds:
        add = kind == enc.MultimemReductionKind.ADD
        for tok, flags in ((token, [True, False]), (None, [False, False]), (token, [False, False]), (None, [True, True]))[:4 if add else 2]:
            x, _ = enc.encode_MultimemLoadReduceViewTkoOp(b, t, p.token, view, index, tok, M.RELAXED, MS.SYS, kind, flags)
            enc.encode_MultimemReduceViewTkoOp(b, p.token, view, x, index, tok, M.RELEASE, MS.DEVICE, kind, flags)
            if add:
                enc.encode_MultimemStoreViewTkoOp(b, p.token, view, x, index, tok, M.WEAK, None, flags)
                enc.encode_MultimemStoreViewTkoOp(b, p.token, view, x, index, tok, M.RELEASE, MS.TL_BLK, flags)
    enc.encode_MultimemLoadReduceViewTkoOp(b, t, p.token, view, index, None, M.WEAK, None, enc.MultimemReductionKind.ADD, [False, False])
