# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that hold every op with every flag, enumerator and optional part that the version of the file knows."""

from program import DYNAMIC, PaddingValue, at, enc

R, V, C, O, S = enc.RoundingMode, enc.IntegerOverflow, enc.ComparisonPredicate, enc.ComparisonOrdering, enc.Signedness
M, MS, A = enc.MemoryOrderingSemantics, enc.MemoryScope, enc.AtomicRMWMode
IEEE = (R.NEAREST_EVEN, R.ZERO, R.NEGATIVE_INF, R.POSITIVE_INF)
BOTH = (False, True)


def floats(p):
    with p.entry("floats", []) as f:
        b = p.b = f.code_builder
        x, y, z = (p.const("f32", [4], [v]) for v in (1.0, 2.0, 3.0))
        t, m, h = p.tile("f32", 4), p.tile("i1", 4), p.tile("f16", 4)
        u = p.const("f16", [4], [1.0])
        for encode in (enc.encode_AddFOp, enc.encode_SubFOp, enc.encode_MulFOp):
            for mode in IEEE:
                for flush in BOTH:
                    encode(b, t, x, y, mode, flush)
            encode(b, h, u, u, R.NEAREST_EVEN, False)
        for mode in IEEE + (R.APPROX, R.FULL):
            for flush in BOTH:
                enc.encode_DivFOp(b, t, x, y, mode, flush)
                if mode != R.FULL:
                    enc.encode_SqrtOp(b, t, x, mode, flush)
                if mode in IEEE:
                    enc.encode_FmaOp(b, t, x, y, z, mode, flush)
        for encode in (enc.encode_MaxFOp, enc.encode_MinFOp):
            for nan in BOTH:
                for flush in BOTH:
                    encode(b, t, x, y, nan, flush)
        enc.encode_RemFOp(b, t, x, y)
        enc.encode_FPowFOp(b, t, x, y)
        for name in ("AbsF", "NegF", "Ceil", "Floor", "Cos", "CosH", "Sin", "SinH", "Tan", "Log", "Log2"):
            getattr(enc, f"encode_{name}Op")(b, t, x)
        for flush in BOTH:
            enc.encode_Exp2Op(b, t, x, flush)
            enc.encode_RsqrtOp(b, t, x, flush)
        for mode in (R.FULL, R.APPROX):
            if mode == R.FULL or p.minor >= 3:
                enc.encode_ExpOp(b, t, x, mode)
            if mode == R.FULL or p.minor >= 2:
                enc.encode_TanHOp(b, t, x, mode)
        if p.minor >= 2:
            enc.encode_Atan2Op(b, t, x, y)
        if p.minor >= 4:
            enc.encode_FPowIOp(b, t, x, p.const("i32", [4], [3]))
        for predicate in C:
            for ordering in O:
                enc.encode_CmpFOp(b, m, x, y, predicate, ordering)
        enc.encode_ReturnOp(b, [])


def integers(p):
    with p.entry("integers", []) as f:
        b = p.b = f.code_builder
        i, j, t, m = p.const("i32", [4], [6]), p.const("i32", [4], [-7]), p.tile("i32", 4), p.tile("i1", 4)
        for overflow in V:
            for encode in (enc.encode_AddIOp, enc.encode_SubIOp, enc.encode_MulIOp, enc.encode_ShLIOp):
                encode(b, t, i, j, overflow)
            if overflow == V.NONE or (p.minor >= 2 and overflow == V.NSW):
                enc.encode_NegIOp(b, t, i, overflow)
        for sign in S:
            for mode in (R.ZERO, R.NEGATIVE_INF, R.POSITIVE_INF):
                if sign == S.Signed or mode != R.NEGATIVE_INF:
                    enc.encode_DivIOp(b, t, i, j, sign, mode)
            for encode in (enc.encode_RemIOp, enc.encode_MaxIOp, enc.encode_MinIOp, enc.encode_ShRIOp):
                encode(b, t, i, j, sign)
            for predicate in C:
                enc.encode_CmpIOp(b, m, i, j, predicate, sign)
        enc.encode_MulhiIOp(b, t, i, j)
        enc.encode_AbsIOp(b, t, i)
        for encode in (enc.encode_AndIOp, enc.encode_OrIOp, enc.encode_XOrIOp):
            encode(b, t, i, j)
        enc.encode_ReturnOp(b, [])


def matrices(p):
    with p.entry("matrices", []) as f:
        b = p.b = f.code_builder
        h, c = p.const("f16", [16, 16], [1.0]), p.const("f32", [16, 16], [0.0])
        for fast in BOTH if p.minor >= 3 else (False,):
            enc.encode_MmaFOp(b, p.tile("f32", 16, 16), h, h, c, fast)
        g, k = p.const("f16", [2, 16, 16], [1.0]), p.const("f32", [2, 16, 16], [0.0])
        enc.encode_MmaFOp(b, p.tile("f32", 2, 16, 16), g, g, k, False)
        q, n = p.const("i8", [16, 16], [1]), p.const("i32", [16, 16], [0])
        for left in S:
            for right in S:
                enc.encode_MmaIOp(b, p.tile("i32", 16, 16), q, q, n, left, right)
        if p.minor >= 3:
            x, y = p.const("e4m3", [16, 64], [1.0]), p.const("e4m3", [64, 16], [1.0])
            s, t = p.const("e8m0", [16, 2], [1.0]), p.const("e8m0", [2, 16], [1.0])
            enc.encode_MmaFScaledOp(b, p.tile("f32", 16, 16), x, y, c, s, t)
        enc.encode_ReturnOp(b, [])


def conversions(p):
    with p.entry("conversions", [p.tile(p.ptr("f32"))]) as f:
        b, (base,) = f
        p.b = b
        x, i, l = p.const("f32", [4], [1.0]), p.const("i32", [4], [1]), p.const("i64", [4], [1])
        enc.encode_FToFOp(b, p.tile("f16", 4), x, R.NEAREST_EVEN)
        enc.encode_FToFOp(b, p.tile("f64", 4), x, R.NEAREST_EVEN)
        if p.minor >= 2:
            for mode in (R.ZERO, R.POSITIVE_INF):
                enc.encode_FToFOp(b, p.tile("e8m0", 4), x, mode)
        if p.minor >= 4:
            enc.encode_FToFOp(b, p.tile("f16", 4), x, R.ZERO)
        for sign in S:
            for saturating in BOTH if p.minor >= 4 else (False,):
                enc.encode_FToIOp(b, p.tile("i32", 4), x, sign, R.NEAREST_INT_TO_ZERO, saturating)
            enc.encode_IToFOp(b, p.tile("f32", 4), i, sign, R.NEAREST_EVEN)
            enc.encode_ExtIOp(b, p.tile("i64", 4), i, sign)
        for overflow in V:
            enc.encode_TruncIOp(b, p.tile("i16", 4), i, overflow)
        enc.encode_BitcastOp(b, p.tile("i32", 4), x)
        q = enc.encode_IntToPtrOp(b, p.tile(p.ptr("f32"), 4), l)
        enc.encode_PtrToIntOp(b, p.tile("i64", 4), q)
        enc.encode_PtrToPtrOp(b, p.tile(p.ptr("i32"), 4), q)
        enc.encode_PtrToPtrOp(b, p.tile(p.ptr("i32")), base)
        if p.minor >= 3:
            packed = enc.encode_PackOp(b, p.tile("i8", 16), x)
            enc.encode_UnpackOp(b, p.tile("i4", 32), packed)
            enc.encode_UnpackOp(b, p.tile("f32", 4), packed)
        enc.encode_ReturnOp(b, [])


def shapes(p):
    with p.entry("shapes", [p.tile(p.ptr("f32")), p.tile("i32")]) as f:
        b, (base, k) = f
        p.b = b
        x, t = p.const("f32", [4], [1.0]), p.tile("f32", 4)
        enc.encode_IotaOp(b, p.tile("i32", 128))
        r = enc.encode_ReshapeOp(b, p.tile("f32", 1, 4), x)
        w = enc.encode_BroadcastOp(b, p.tile("f32", 8, 4), r)
        enc.encode_PermuteOp(b, p.tile("f32", 4, 8), w, [1, 0])
        enc.encode_CatOp(b, p.tile("f32", 8), x, x, 0)
        e = enc.encode_ExtractOp(b, p.tile("f32", 2), x, [k])
        enc.encode_ExtractOp(b, p.tile("f32", 2, 2), w, [k, k])
        if p.minor >= 4:
            enc.encode_InsertOp(b, t, e, x, [k])
        enc.encode_SelectOp(b, t, p.const("i1", [4], [1]), x, x)
        ptrs = p.tile(p.ptr("f32"), 4)
        q = enc.encode_BroadcastOp(b, ptrs, enc.encode_ReshapeOp(b, p.tile(p.ptr("f32"), 1), base))
        enc.encode_OffsetOp(b, ptrs, q, p.const("i32", [4], [1]))
        enc.encode_ReturnOp(b, [])


def folds(p):
    with p.entry("folds", []) as f:
        b = p.b = f.code_builder
        x, i, w = p.const("f32", [4], [1.0]), p.const("i32", [4], [1]), p.const("f32", [8, 4], [1.0])
        fs, ints = p.tile("f32"), p.tile("i32")
        zero, one = p.float("f32", 0.0), p.integer("i32", 1)

        def fold(values, results, types, dim, identities, reverse=None):
            if reverse is None:
                n = enc.encode_ReduceOp(b, results, values, dim, identities)
            else:
                n = enc.encode_ScanOp(b, results, values, dim, reverse, identities)
            with n.new_block([t for t in types for _ in (0, 1)]) as a:
                sums = []
                for position, t in enumerate(types):
                    l, r = a[2 * position:2 * position + 2]
                    if t is fs:
                        sums.append(enc.encode_AddFOp(b, t, l, r, R.NEAREST_EVEN, False))
                    else:
                        sums.append(enc.encode_AddIOp(b, t, l, r, V.NONE))
                enc.encode_YieldOp(b, sums)
            return n.done()

        fold([x], [fs], [fs], 0, [zero])
        s, n = fold([x, i], [fs, ints], [fs, ints], 0, [zero, one])
        enc.encode_AddFOp(b, fs, s, s, R.NEAREST_EVEN, False)
        enc.encode_AddIOp(b, ints, n, n, V.NONE)
        fold([w], [p.tile("f32", 8)], [fs], 1, [p.float("f32", -1.5)])
        for reverse in BOTH:
            fold([x], [p.tile("f32", 4)], [fs], 0, [zero], reverse)
        fold([x, i], [p.tile("f32", 4), p.tile("i32", 4)], [fs, ints], 0, [p.float("f32", float("-inf")), p.integer("i32", -5)], True)
        enc.encode_ReturnOp(b, [])


def control(p):
    with p.entry("control", [p.tile("i32"), p.tile("i1")]) as f:
        b, (n, c) = f
        p.b = b
        i32, x = p.tile("i32"), p.const("f32", [4], [1.0])
        t = p.tile("f32", 4)
        for unsigned in BOTH if p.minor >= 2 else (False,):
            loop = enc.encode_ForOp(b, [], n, n, n, [], unsigned)
            with loop.new_block([i32]) as (iv,):
                enc.encode_AddIOp(b, i32, iv, n, V.NONE)
                enc.encode_ContinueOp(b, [])
            loop.done()
            loop = enc.encode_ForOp(b, [t], n, n, n, [x], unsigned)
            with loop.new_block([i32, t]) as (iv, a):
                enc.encode_ContinueOp(b, [enc.encode_AddFOp(b, t, a, x, R.NEAREST_EVEN, False)])
            (r,) = loop.done()
            enc.encode_NegFOp(b, t, r)
        loop = enc.encode_ForOp(b, [t, i32], n, n, n, [x, n], False)
        with loop.new_block([i32, t, i32]) as (iv, a, k):
            inner = enc.encode_ForOp(b, [t], iv, n, n, [a], False)
            with inner.new_block([i32, t]) as (jv, d):
                enc.encode_ContinueOp(b, [d])
            enc.encode_ContinueOp(b, [inner.done()[0], k])
        r, k = loop.done()
        enc.encode_NegFOp(b, t, r)
        enc.encode_AddIOp(b, i32, k, k, V.NONE)
        branch(p, b, [], c, lambda: enc.encode_YieldOp(b, []), None)
        branch(p, b, [], c, lambda: enc.encode_YieldOp(b, []), lambda: enc.encode_YieldOp(b, []))
        (one,) = branch(p, b, [i32], c, lambda: enc.encode_YieldOp(b, [n]), lambda: enc.encode_YieldOp(b, [k]))
        enc.encode_AddIOp(b, i32, one, one, V.NONE)
        two = branch(p, b, [i32, t], c, lambda: enc.encode_YieldOp(b, [n, x]),
                     lambda: enc.encode_YieldOp(b, [enc.encode_AddIOp(b, i32, k, n, V.NONE), x]))
        enc.encode_AddIOp(b, i32, two[0], n, V.NONE)
        loops(p, b, n, c, x)
        enc.encode_ReturnOp(b, [])


def branch(p, b, types, condition, then, other):
    n = enc.encode_IfOp(b, types, condition)
    with n.new_block([]):
        then()
    if other:
        with n.new_block([]):
            other()
        return n.done()
    b.buf.append(0)
    n._num_blocks -= 1
    return n.done()


def loops(p, b, n, c, x):
    i32, t = p.tile("i32"), p.tile("f32", 4)
    loop = enc.encode_LoopOp(b, [], [])
    with loop.new_block([]):
        branch(p, b, [], c, lambda: enc.encode_BreakOp(b, []), None)
        branch(p, b, [], c, lambda: enc.encode_ContinueOp(b, []), lambda: enc.encode_YieldOp(b, []))
        enc.encode_ContinueOp(b, [])
    loop.done()
    loop = enc.encode_LoopOp(b, [t], [n, x])
    with loop.new_block([i32, t]) as (k, a):
        branch(p, b, [], c, lambda: enc.encode_BreakOp(b, [a]), lambda: enc.encode_ContinueOp(b, [k, x]))
        enc.encode_BreakOp(b, [a])
    (r,) = loop.done()
    enc.encode_NegFOp(b, t, r)
    loop = enc.encode_LoopOp(b, [i32, t], [])
    with loop.new_block([]):
        branch(p, b, [], c, lambda: enc.encode_ReturnOp(b, []), None)
        enc.encode_BreakOp(b, [n, x])
    r = loop.done()
    enc.encode_NegFOp(b, t, r[1])


def hints_for(p, tma=True, latency=None):
    return at.make_load_store_hints({"sm_100": at.LoadStoreHints(latency, tma)})


def views(p):
    ptr = p.tile(p.ptr("f32"))
    with p.entry("views", [ptr, p.tile("i32"), p.tile("i64")]) as f:
        b, (base, n, l) = f
        p.b = b
        open_view = p.tview("f32", [DYNAMIC, 64], [DYNAMIC, 1])
        v = enc.encode_MakeTensorViewOp(b, open_view, base, [n], [n])
        fixed = p.tview("f32", [16, 64], [64, 1])
        w = enc.encode_MakeTensorViewOp(b, fixed, base, [], [])
        enc.encode_MakeTensorViewOp(b, p.tview("f32", [DYNAMIC, DYNAMIC], [1, DYNAMIC]), base, [l, l], [l])
        enc.encode_MakeTensorViewOp(b, p.tview("f32", [8, 4], [DYNAMIC, 1]), base, [], [n])
        enc.encode_MakeTensorViewOp(b, p.tview("f32", [], []), base, [], [])
        enc.encode_GetTensorShapeOp(b, [p.tile("i32")] * 2, v)
        line = enc.encode_MakeTensorViewOp(b, p.tview("f32", [DYNAMIC], [1]), base, [n], [])
        enc.encode_GetTensorShapeOp(b, [p.tile("i64")], line)
        t, token = p.tile("f32", 16, 8), enc.encode_MakeTokenOp(b, p.token)
        kinds = [p.pview([16, 8], open_view), p.pview([8, 16], open_view, [1, 0])]
        kinds += [p.pview([16, 8], open_view, None, pad) for pad in PaddingValue if pad != PaddingValue.Missing]
        made = [enc.encode_MakePartitionViewOp(b, kind, v) for kind in kinds]
        enc.encode_GetIndexSpaceShapeOp(b, [p.tile("i32")] * 2, made[0])
        accesses(p, b, t, made[0], [n, n], token)
        accesses(p, b, p.tile("f32", 8), enc.encode_MakePartitionViewOp(b, p.pview([8], p.tview("f32", [DYNAMIC], [1])), line), [l], token)
        if p.minor >= 3:
            newer_views(p, b, v, open_view, n, token)
        enc.encode_ReturnOp(b, [])


def accesses(p, b, t, view, index, token):
    x = None
    for order in (M.WEAK, M.RELAXED, M.ACQUIRE):
        for scope in ((None,) if order == M.WEAK else MS):
            x, _ = enc.encode_LoadViewTkoOp(b, t, p.token, view, index, token, order, scope, None, [False] * len(index))
    enc.encode_LoadViewTkoOp(b, t, p.token, view, index, None, M.WEAK, None, None, [False] * len(index))
    for hints in (hints_for(p, False, 3), hints_for(p, True, 10), at.make_load_store_hints({"sm_100": at.LoadStoreHints()}),
                  at.make_load_store_hints({"sm_90": at.LoadStoreHints(2), "sm_100": at.LoadStoreHints(4, False)})):
        enc.encode_LoadViewTkoOp(b, t, p.token, view, index, token, M.WEAK, None, hints, [False] * len(index))
        enc.encode_StoreViewTkoOp(b, p.token, x, view, index, None, M.WEAK, None, hints, [False] * len(index))
    for order in (M.WEAK, M.RELAXED, M.RELEASE):
        scope = None if order == M.WEAK else MS.DEVICE
        for tok in (token, None):
            enc.encode_StoreViewTkoOp(b, p.token, x, view, index, tok, order, scope, None, [False] * len(index))
    if p.minor >= 4:
        for tok in (token, None):
            for hints in (None, hints_for(p, False, 3)):
                flags = [True] + [False] * (len(index) - 1)
                enc.encode_LoadViewTkoOp(b, t, p.token, view, index, tok, M.WEAK, None, hints, flags)
                enc.encode_StoreViewTkoOp(b, p.token, x, view, index, tok, M.WEAK, None, hints, [True] * len(index))


def newer_views(p, b, v, tensor, n, token):
    t = p.tile("f32", 16, 8)
    for pad in PaddingValue:
        s = enc.encode_MakeStridedViewOp(b, p.types.strided_view([16, 8], [1, 8], tensor, [0, 1], pad), v)
        g = enc.encode_MakeGatherScatterViewOp(b, p.types.gather_scatter_view([16, 8], tensor, 0, pad), v)
    s = enc.encode_MakeStridedViewOp(b, p.types.strided_view([16, 8], [4, 4], tensor, [1, 0], PaddingValue.Missing), v)
    enc.encode_GetIndexSpaceShapeOp(b, [p.tile("i32")] * 2, s)
    accesses(p, b, t, s, [n, n], token)
    enc.encode_GetIndexSpaceShapeOp(b, [p.tile("i32")] * 2, g)
    many = enc.encode_IotaOp(b, p.tile("i32", 16))
    accesses(p, b, t, g, [many, n], token)
    k = enc.encode_MakePartitionViewOp(b, p.pview([16, 8], tensor), v)
    x, _ = enc.encode_LoadViewTkoOp(b, t, p.token, k, [n, n], token, M.WEAK, None, None, [False, False])
    for scope in (MS.TL_BLK, MS.DEVICE):
        for tok in (token, None):
            enc.encode_AtomicRedViewTkoOp(b, p.token, k, [n, n], x, tok, M.RELAXED, scope, A.ADDF, [False, False])
            if p.minor >= 5:
                enc.encode_AtomicRedViewTkoOp(b, p.token, k, [n, n], x, tok, M.RELAXED, scope, A.ADDF, [True, False])


def pointers(p):
    ptr = p.ptr("f32")
    with p.entry("pointers", [p.tile(ptr), p.tile(p.ptr("i32"))]) as f:
        b, (base, ibase) = f
        p.b = b
        q = enc.encode_BroadcastOp(b, p.tile(ptr, 4), enc.encode_ReshapeOp(b, p.tile(ptr, 1), base))
        iq = enc.encode_BroadcastOp(b, p.tile(p.ptr("i32"), 4), enc.encode_ReshapeOp(b, p.tile(p.ptr("i32"), 1), ibase))
        m, pad, i = p.const("i1", [4], [1]), p.const("f32", [4], [0.0]), p.const("i32", [4], [2])
        t, token = p.tile("f32", 4), enc.encode_MakeTokenOp(b, p.token)
        for mask, padding in ((None, None), (m, None), (m, pad)):
            for tok in (None, token):
                for hints in (None, at.make_load_store_hints({"sm_100": at.LoadStoreHints(3)})):
                    enc.encode_LoadPtrTkoOp(b, t, p.token, q, mask, padding, tok, M.WEAK, None, hints)
                    if padding is None:
                        enc.encode_StorePtrTkoOp(b, p.token, q, pad, mask, tok, M.WEAK, None, hints)
        for scope in MS:
            for order in (M.RELAXED, M.ACQUIRE):
                enc.encode_LoadPtrTkoOp(b, t, p.token, q, m, pad, token, order, scope, None)
            for order in (M.RELAXED, M.RELEASE):
                enc.encode_StorePtrTkoOp(b, p.token, q, pad, m, token, order, scope, None)
        for order in (M.RELAXED, M.ACQUIRE, M.RELEASE, M.ACQ_REL):
            for mask in (None, m):
                for tok in (None, token):
                    enc.encode_AtomicRMWTkoOp(b, t, p.token, q, pad, mask, tok, order, MS.DEVICE, A.ADDF)
                    enc.encode_AtomicCASTkoOp(b, p.tile("i32", 4), p.token, iq, i, i, mask, tok, order, MS.SYS)
        for mode in A:
            if mode != A.ADDF:
                enc.encode_AtomicRMWTkoOp(b, p.tile("i32", 4), p.token, iq, i, None, None, M.RELAXED, MS.TL_BLK, mode)
        if p.minor >= 3:
            for is_global in BOTH:
                enc.encode_AllocaOp(b, p.tile(ptr), 128, 16, is_global)
        enc.encode_ReturnOp(b, [])


def tokens(p):
    for name, element, value, align, constant, private in (
            ("lut", "f32", [1.0, 2.0], 16, False, False), ("one", "i32", [7], 0, True, True),
            ("plain", "i64", [-1, 5, 6, 7], 0, False, False), ("hidden", "f16", [0.5], 8, False, True),
            ("fixed", "bf16", [1.5, 2.5], 0, True, False)):
        data = b"".join(p._bytes(element, v) for v in value)
        extra = {} if p.minor < 3 else {
            "constant": constant, "symbol_visibility": enc.SymbolVisibility.Private if private else enc.SymbolVisibility.Public}
        p.w.global_section.define_global(name, p.tile(element, len(value)), data, align, **extra)
    with p.entry("tokens", [p.tile(p.ptr("f32")), p.tile("i32"), p.tile("i64")]) as f:
        b, (base, n, l) = f
        p.b = b
        t = enc.encode_MakeTokenOp(b, p.token)
        u = enc.encode_JoinTokensOp(b, p.token, [t, t])
        enc.encode_JoinTokensOp(b, p.token, [t, u, t])
        i32 = p.tile("i32")
        enc.encode_GetTileBlockIdOp(b, i32, i32, i32)
        enc.encode_GetNumTileBlocksOp(b, i32, i32, i32)
        enc.encode_GetGlobalOp(b, p.tile(p.ptr("f32")), "lut")
        enc.encode_AssertOp(b, p.const("i1", [4], [1]), "bad idx")
        strings = ['v=\n', 'quote " back \\ tab \t bell \x07 end', "caf\u00e9"]
        for text in strings:
            for args in ([], [n], [n, l]):
                token = p.token if p.minor >= 2 else None
                text += " %i" * bool(args)
                enc.encode_PrintTkoOp(b, token, args, None, text)
                if token:
                    enc.encode_PrintTkoOp(b, token, args, t, text)
        if p.minor >= 4:
            for encode in (enc.encode_GdcWaitTkoOp, enc.encode_GdcLaunchDependentsTkoOp):
                encode(b, p.token, None)
                encode(b, p.token, t)
            enc.encode_MemoryFenceAliasTkoOp(b, p.token, t)
        enc.encode_ReturnOp(b, [])
