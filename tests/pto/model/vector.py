# SPDX-License-Identifier: Apache-2.0
"""Kernels of vector cores as used by language models, and their results.

Each function gives its kernel (or the two halves of a mixed one), the arguments, and the expected outputs: values and
the allowed relative and absolute error. Capitals are sizes and arrays.
"""
import numpy as np

from text import Kernel, Kernels, Value, low, tile_type

kernel = Kernels(7)
R, f = kernel.random, kernel.normal


@kernel
def layernorm():
    T, D = (37, 256)
    k = Kernel("layernorm", "x:bf16* g:f32* b:f32* y:bf16* n:index")
    x, y = (k.view(k.x, [k.n, D]), k.view(k.y, [k.n, D]))
    g, b = (k.view(k.g, [1, D]), k.view(k.b, [1, D]))
    gt = k.load(g, [0, 0], k.tile("f32", 1, D, (1, D), at=0), [1, D])
    bt = k.load(b, [0, 0], k.tile("f32", 1, D, (1, D), at=1024), [1, D])
    steps = k.arith("ceildivsi", k.n, 8)
    with k.loop(0, steps) as i:
        at = k.arith("muli", i, 8)
        left = k.arith("minsi", k.arith("subi", k.n, at), 8)
        v = (left, D)
        big = lambda a: k.tile("f32", 8, D, v, at=a)
        col = lambda a: k.tile("f32", 8, 1, (left, 1), at=a, layout="col")
        row = lambda a: k.tile("f32", 1, 8, (1, left), at=a)
        xb = k.load(x, [at, 0], k.tile("bf16", 8, D, v, at=2048), [left, D])
        xf = k.op("tcvt", xb, big(8192), rmode="#pto<round_mode NONE>")
        k.op("trowsum", [xf, big(16384)], col(24576))
        k.op("tmuls", [row(24576), k.value(1.0 / D, "f32")], row(24576))
        c = k.op("trowexpandsub", [xf, col(24576)], big(8192))
        q = k.op("tmul", [c, c], big(32768))
        k.op("trowsum", [q, big(16384)], col(24608))
        k.op("tmuls", [row(24608), k.value(1.0 / D, "f32")], row(24640))
        k.op("tadds", [row(24640), k.value(1e-05, "f32")], row(24640))
        k.op("trsqrt", row(24640), row(24672))
        n = k.op("trowexpandmul", [c, col(24672)], big(8192))
        o = k.op("tcolexpandadd", [k.op("tcolexpandmul", [n, gt], big(16384)), bt], big(16384))
        ob = k.op("tcvt", o, k.tile("bf16", 8, D, v, at=2048), rmode="#pto<round_mode RINT>")
        k.store(ob, y, [at, 0], [left, D])
    X, G, B = (low(f(T, D), "bf16"), f(D), f(D))
    xx = X.astype(np.float64)
    n_ = (xx - xx.mean(1, keepdims=True)) / np.sqrt(xx.var(1, keepdims=True) + 1e-05)
    return ([k], [("in", X), ("in", G), ("in", B), ("out", "y", X), T], {"y": (n_ * G + B, 0.01, 0.01)})


@kernel
def softmax_masked():
    H, S = (16, 128)
    k = Kernel("softmax_masked", "x:f32* y:bf16* m:f32* len:i32 scale:f32")
    x, y, mv = (k.view(k.x, [H, S]), k.view(k.y, [H, S]), k.view(k.m, [H, 1], [1, H], layout="dn"))
    n = k.arith("index_cast", k.len, kind="i32", to="index")
    t = k.load(x, [0, 0], k.tile("f32", H, S, (16, n), at=0), [H, n])
    t2 = k.op("tmuls", [t, k.scale], k.tile("f32", H, S, (16, n), at=8192))
    p = k.op("tfillpad", t2, k.tile("f32", H, S, (16, 128), at=16384, pad=3))
    tmp = k.tile("f32", H, S, (16, 128), at=8192)
    mx = k.op("trowmax", [p, tmp], k.tile("f32", H, 1, (16, 1), at=24576, layout="col"))
    k.store(mx, mv, [0, 0], [H, 1])
    e = k.op("texp", k.op("trowexpandsub", [p, mx], k.tile("f32", H, S, (16, 128), at=0)), k.tile("f32", H, S, (16,
        128), at=0))
    s = k.op("trowsum", [e, tmp], k.tile("f32", H, 1, (16, 1), at=24704, layout="col"))
    d = k.op("trowexpanddiv", [e, s], k.tile("f32", H, S, (16, 128), at=16384))
    o = k.op("tcvt", d, k.tile("bf16", H, S, (16, 128), at=0), rmode="#pto<round_mode ROUND>")
    k.store(o, y, [0, 0], [H, S])
    X, L, sc = (f(H, S), 77, 0.125)
    z = X[:, :L] * np.float32(sc)
    w = np.zeros((H, S))
    e_ = np.exp(z - z.max(1, keepdims=True))
    w[:, :L] = e_ / e_.sum(1, keepdims=True)
    return ([k], [("in", X), ("out", "y", X), ("out", "m", X[:, :1].copy()), L, sc], {"y": (w, 0.01, 0.0001),
        "m": (z.max(1, keepdims=True), 1e-06, 0)})


@kernel
def rope_interleaved():
    T, D = (19, 64)
    k = Kernel("rope_interleaved", "x:f32* c:f32* s:f32* y:f32* n:index")
    x, y, c, s = (k.view(k.x, [k.n, D]), k.view(k.y, [k.n, D]), k.view(k.c, [k.n, D // 2]), k.view(k.s, [k.n,
        D // 2]))
    with k.loop(0, k.n) as i:
        t = k.load(x, [i, 0], k.tile("f32", 1, D), [1, D])
        ct = k.load(c, [i, 0], k.tile("f32", 1, D // 2), [1, D // 2])
        st = k.load(s, [i, 0], k.tile("f32", 1, D // 2), [1, D // 2])
        ev = k.op("tgather", t, k.tile("f32", 1, D // 2), maskPattern="#pto.mask_pattern<P0101>")
        od = k.op("tgather", t, k.tile("f32", 1, D // 2), maskPattern="#pto.mask_pattern<P1010>")
        a = k.op("tsub", [k.op("tmul", [ev, ct], k.tile("f32", 1, 32)), k.op("tmul", [od, st], k.tile("f32", 1,
            32))], k.tile("f32", 1, 32))
        b = k.op("tadd", [k.op("tmul", [ev, st], k.tile("f32", 1, 32)), k.op("tmul", [od, ct], k.tile("f32", 1,
            32))], k.tile("f32", 1, 32))
        d0, d1 = (k.tile("f32", 1, 32), k.tile("f32", 1, 32))
        k.op("tinterleave", [a, b], [d0, d1])
        k.store(d0, y, [i, 0], [1, 32])
        k.store(d1, y, [i, 32], [1, 32])
    X = f(T, D)
    th = f(T, D // 2)
    C, S = (np.cos(th), np.sin(th))
    w = np.empty((T, D))
    w[:, 0::2] = X[:, 0::2] * C - X[:, 1::2] * S
    w[:, 1::2] = X[:, 0::2] * S + X[:, 1::2] * C
    return ([k], [("in", X), ("in", C), ("in", S), ("out", "y", X), T], {"y": (w, 1e-05, 1e-06)})


@kernel
def router_topk():
    T, E, K = (6, 128, 8)
    k = Kernel("router_topk", "x:f32* vals:f32* ids:i32* n:index")
    x, v, ids = (k.view(k.x, [k.n, E]), k.view(k.vals, [k.n, K]), k.view(k.ids, [k.n, K]))
    with k.loop(0, k.n) as i:
        t = k.load(x, [i, 0], k.tile("f32", 1, E), [1, E])
        ii = k.tile("i32", 1, E)
        k.op("tci", k.value(0, "i32"), ii)
        iu = k.treshape(ii, tile_type("ui32", 1, E))
        so = k.tile("f32", 1, 2 * E)
        k.op("tsort32", [t, iu], so)
        mg = k.tile("f32", 1, 2 * E)
        k.op("tmrgsort", [so, k.value(64, "i32")], mg)
        vv = k.op("tgather", k.sub(mg, 0, 0, 1, 2 * K), k.tile("f32", 1, K), maskPattern="#pto.mask_pattern<P0101>")
        mi = k.treshape(mg, tile_type("i32", 1, 2 * E))
        vi = k.op("tgather", k.sub(mi, 0, 0, 1, 2 * K), k.tile("i32", 1, K), maskPattern="#pto.mask_pattern<P1010>")
        mx = k.op("trowmax", [vv, k.tile("f32", 1, K)], k.tile("f32", 1, 8, (1, 1)))
        e = k.op("texp", k.op("trowexpandsub", [vv, mx], k.tile("f32", 1, K)), k.tile("f32", 1, K))
        s = k.op("trowsum", [e, k.tile("f32", 1, K)], k.tile("f32", 1, 8, (1, 1)))
        k.store(k.op("trowexpanddiv", [e, s], k.tile("f32", 1, K)), v, [i, 0], [1, K])
        k.store(vi, ids, [i, 0], [1, K])
    X = f(T, E)
    o = np.argsort(-X, 1, kind="stable")[:, :K]
    z = np.take_along_axis(X, o, 1)
    e_ = np.exp(z - z.max(1, keepdims=True))
    return ([k], [("in", X), ("out", "v", X[:, :K].copy()), ("out", "i", o.astype(np.int32)), T],
        {"v": (e_ / e_.sum(1, keepdims=True), 1e-05, 1e-06), "i": (o, 0, 0)})


@kernel
def argmax_vocab():
    T, V, C = (8, 1000, 256)
    k = Kernel("argmax_vocab", "x:f32* out:i32* best:f32*")
    x = k.view(k.x, [T, V])
    o = k.view(k.out, [T, 1], [1, T], layout="dn")
    bv = k.view(k.best, [T, 1], [1, T], layout="dn")
    m0 = k.tile("f32", T, 1, layout="col")
    i0 = k.tile("i32", T, 1, layout="col")
    mr, ir = (k.treshape(m0, tile_type("f32", 1, T)), k.treshape(i0, tile_type("i32", 1, T)))
    k.op("texpands", k.value(-3e+38, "f32"), mr)
    k.op("texpands", k.value(0, "i32"), ir)
    with k.loop(0, V, C) as j:
        n = k.arith("minsi", k.arith("subi", V, j), C)
        t = k.load(x, [0, j], k.tile("f32", T, C, (T, n)), [T, n])
        tmp = k.tile("f32", T, C, (T, n))
        mm = k.op("trowmax", [t, tmp], k.tile("f32", T, 1, layout="col"))
        am = k.op("trowargmax", [t, tmp], k.tile("i32", T, 1, layout="col"))
        amr = k.treshape(am, tile_type("i32", 1, T))
        mmr = k.treshape(mm, tile_type("f32", 1, T))
        ga = k.op("tadds", [amr, k.arith("index_cast", j, kind="index", to="i32")], k.tile("i32", 1, T))
        msk = k.tile("i8", 1, 32, (1, 8))
        k.op("tcmp", [mmr, mr], msk, cmpMode="#pto<cmp gt>")
        k.op("tsel", [msk, ga, ir, k.tile("i32", 1, 8)], ir)
        k.op("tmax", [mmr, mr], mr)
    k.store(i0, o, [0, 0], [T, 1])
    k.store(m0, bv, [0, 0], [T, 1])
    X = f(T, V)
    return ([k], [("in", X), ("out", "o", np.zeros(T, np.int32)), ("out", "b", np.zeros(T, np.float32))],
        {"o": (X.argmax(1), 0, 0), "b": (X.max(1), 0, 0)})


@kernel
def quant_per_token():
    T, D = (16, 256)
    k = Kernel("quant_per_token", "x:bf16* q:i8* s:f32*")
    x, q, s = (k.view(k.x, [T, D]), k.view(k.q, [T, D]), k.view(k.s, [T, 1], [1, T], layout="dn"))
    xf = k.op("tcvt", k.load(x, [0, 0], k.tile("bf16", T, D), [T, D]), k.tile("f32", T, D),
        rmode="#pto<round_mode RINT>")
    tmp = k.tile("f32", T, D)
    am = k.op("trowmax", [k.op("tabs", xf, k.tile("f32", T, D)), tmp], k.tile("f32", T, 1, layout="col"))
    ar = k.treshape(am, tile_type("f32", 1, T))
    sc = k.op("tdivs", [ar, k.value(127.0, "f32")], k.tile("f32", 1, T))
    k.store(k.treshape(sc, tile_type("f32", T, 1, layout="col")), s, [0, 0], [T, 1])
    inv = k.op("trecip", sc, k.tile("f32", 1, T))
    z = k.op("trowexpandmul", [xf, k.treshape(inv, tile_type("f32", T, 1, layout="col"))], k.tile("f32", T, D))
    i = k.op("tcvt", z, k.tile("i32", T, D), rmode="#pto<round_mode RINT>")
    h = k.op("tcvt", i, k.tile("f16", T, D), rmode="#pto<round_mode ROUND>")
    o = k.op("tcvt", h, k.tile("i8", T, D), rmode="#pto<round_mode TRUNC>")
    k.store(o, q, [0, 0], [T, D])
    X = low(f(T, D), "bf16")
    S = np.abs(X.astype(np.float32)).max(1) / np.float32(127)
    Q = np.rint(X.astype(np.float32) * (np.float32(1) / S)[:, None])
    return ([k], [("in", X), ("out", "q", np.zeros((T, D), np.int8)), ("out", "s", S)], {"q": (Q, 0, 0), "s": (S,
        1e-06, 0)})


@kernel
def dequant_rows_cols():
    T, D = (24, 96)
    k = Kernel("dequant_rows_cols", "acc:i32* rs:f32* cs:f32* y:bf16*")
    a, y = (k.view(k.acc, [T, D]), k.view(k.y, [T, D]))
    rs, cs = (k.view(k.rs, [T, 1], [1, T], layout="dn"), k.view(k.cs, [1, D]))
    t = k.op("tcvt", k.load(a, [0, 0], k.tile("i32", T, D), [T, D]), k.tile("f32", T, D),
        rmode="#pto<round_mode RINT>")
    r = k.load(rs, [0, 0], k.tile("f32", T, 1, layout="col"), [T, 1])
    c = k.load(cs, [0, 0], k.tile("f32", 1, D), [1, D])
    u = k.op("tcolexpandmul", [k.op("trowexpandmul", [t, r], k.tile("f32", T, D)), c], k.tile("f32", T, D))
    k.store(k.op("tcvt", u, k.tile("bf16", T, D), rmode="#pto<round_mode RINT>"), y, [0, 0], [T, D])
    A, RS, CS = (R.integers(-100000, 100000, (T, D)).astype(np.int32), f(T), f(D))
    return ([k], [("in", A), ("in", RS), ("in", CS), ("out", "y", np.zeros((T, D)))], {"y": (A * RS.astype(float)[:,
        None] * CS, 0.01, 0.01)})


@kernel
def gelu_tanh():
    N = 300
    k = Kernel("gelu_tanh", "x:f16* y:f16* n:index")
    x, y = (k.view(k.x, [1, k.n]), k.view(k.y, [1, k.n]))
    with k.loop(0, k.n, 128) as i:
        n = k.arith("minsi", k.arith("subi", k.n, i), 128)
        v = (1, n)
        t = k.op("tcvt", k.load(x, [0, i], k.tile("f16", 1, 128, v), [1, n]), k.tile("f32", 1, 128, v),
            rmode="#pto<round_mode RINT>")
        nt = lambda: k.tile("f32", 1, 128, v)
        c3 = k.op("tmul", [k.op("tmul", [t, t], nt()), t], nt())
        u = k.op("tmuls", [k.op("tadd", [t, k.op("tmuls", [c3, k.value(0.044715, "f32")], nt())], nt()),
            k.value(-1.5957691216, "f32")], nt())
        s = k.op("tadds", [k.op("texp", u, nt()), k.value(1.0, "f32")], nt())
        o = k.op("tdiv", [t, s], nt())
        k.store(k.op("tcvt", o, k.tile("f16", 1, 128, v), rmode="#pto<round_mode RINT>"), y, [0, i], [1, n])
    X = f(N).astype(np.float16)
    z = X.astype(float)
    return ([k], [("in", X), ("out", "y", X), N], {"y": (z / (1 + np.exp(-1.5957691216 * (z + 0.044715 * z ** 3))),
        0.002, 0.0001)})


@kernel
def causal_mask():
    N = 32
    k = Kernel("causal_mask", "x:f32* y:f32* q0:i32")
    x, y = (k.view(k.x, [N, N]), k.view(k.y, [N, N]))
    t = k.load(x, [0, 0], k.tile("f32", N, N), [N, N])
    one = k.tile("f32", N, N)
    k.op("ttri", k.q0, one)
    msk = k.tile("i8", N, 32)
    k.op("tcmps", [one, k.value(0.5, "f32")], msk, cmpMode="#pto<cmp gt>")
    o = k.tile("f32", N, N)
    k.op("tsels", [msk, t, k.tile("f32", 1, N), k.value(-1000000000.0, "f32")], o)
    k.store(o, y, [0, 0], [N, N])
    X = f(N, N)
    return ([k], [("in", X), ("out", "y", X), 3], {"y": (np.where(np.tril(np.ones((N, N)), 3) > 0, X,
        np.float32(-1000000000.0)), 0, 0)})


@kernel
def carried_online():
    """online softmax with tiles as iter_args"""
    H, S, C = (8, 256, 64)
    k = Kernel("carried_online", "x:f32* v:f32* y:f32* n:index")
    x, y = (k.view(k.x, [H, S]), k.view(k.y, [H, 1], [1, H], layout="dn"))
    col = lambda: k.tile("f32", H, 1, layout="col")
    row = lambda t: k.treshape(t, tile_type("f32", 1, H))
    m0, l0 = (col(), col())
    k.op("texpands", k.value(-1e+30, "f32"), row(m0))
    k.op("texpands", k.value(0.0, "f32"), row(l0))
    with k.loop(0, k.n, C, carried=(m0, l0)) as (j, m, l):
        res = j.results
        t = k.load(x, [0, j], k.tile("f32", H, C), [H, C])
        tmp = k.tile("f32", H, C)
        mn = col()
        k.op("trowmax", [t, tmp], mn)
        k.op("tmax", [row(mn), row(m)], row(mn))
        al = col()
        k.op("tsub", [row(m), row(mn)], row(al))
        k.op("texp", row(al), row(al))
        e = k.op("texp", k.op("trowexpandsub", [t, mn], k.tile("f32", H, C)), k.tile("f32", H, C))
        ln = col()
        k.op("trowsum", [e, tmp], ln)
        k.op("tmul", [row(l), row(al)], row(al))
        k.op("tadd", [row(ln), row(al)], row(l))
        k.op("tmov", mn, m)
        k.give(m, l)
    o = col()
    k.op("tlog", row(res[1]), row(o))
    k.op("tadd", [row(o), row(res[0])], row(o))
    k.store(o, y, [0, 0], [H, 1])
    X = f(H, S) * 3
    return ([k], [("in", X), ("in", X), ("out", "y", X[:, 0].copy()), S],
        {"y": (np.log(np.exp(X.astype(float)).sum(1)), 1e-05, 1e-05)})


@kernel
def branch_yield():
    N = 64
    k = Kernel("branch_yield", "x:f32* y:f32* c:i32")
    x, y = (k.view(k.x, [4, N]), k.view(k.y, [4, N]))
    with k.loop(0, 4) as i:
        t = k.load(x, [i, 0], k.tile("f32", 1, N), [1, N])
        odd = k.compare("eq", k.arith("remsi", i, 2), 1)
        with k.branch(odd, t.kind) as r:
            k.give(k.op("tneg", t, k.tile("f32", 1, N)))
            k.otherwise()
            k.give(k.op("tmuls", [t, k.value(2.0, "f32")], k.tile("f32", 1, N)))
        o = k.op("tadds", [r[0], k.value(1.0, "f32")], k.tile("f32", 1, N))
        k.store(o, y, [i, 0], [1, N])
    X = f(4, N)
    w = X * 2
    w[1::2] = -X[1::2]
    return ([k], [("in", X), ("out", "y", X), 3], {"y": (w + 1, 1e-06, 0)})


@kernel
def paged_gather():
    """rows of a paged cache by a block table, written contiguously; bf16; dynamic"""
    B, P, D = (7, 16, 64)
    k = Kernel("paged_gather", "cache:bf16* table:i32* y:bf16* len:index")
    c, y = (k.view(k.cache, [k.arith("muli", 12, P), D]), k.view(k.y, [k.len, D]))
    n = k.arith("ceildivsi", k.len, P)
    with k.loop(0, n) as i:
        b = k.arith("index_cast", k.scalar(k.table, i), kind="i32", to="index")
        at = k.arith("muli", i, P)
        left = k.arith("minsi", k.arith("subi", k.len, at), P)
        t = k.load(c, [k.arith("muli", b, P), 0], k.tile("bf16", P, D, (left, D)), [left, D])
        k.store(t, y, [at, 0], [left, D])
    C, T, L = (low(f(12 * P, D), "bf16"), R.permutation(12)[:B].astype(np.int32), B * P - 5)
    return ([k], [("in", C), ("in", T), ("out", "y", C[:L].copy()), L],
        {"y": (np.concatenate([C[t * P:t * P + P] for t in T])[:L], 0, 0)})


@kernel
def transposes():
    k = Kernel("transposes", "x:f32* h:f16* b:i8* y:f32* g:f16* c:i8*")
    for p, q, e, r, s in ((k.x, k.y, "f32", 24, 40), (k.h, k.g, "f16", 32, 48), (k.b, k.c, "i8", 32, 64)):
        t = k.load(k.view(p, [r, s]), [0, 0], k.tile(e, r, s), [r, s])
        o = k.op("ttrans", [t, k.tile(e, r, s)], k.tile(e, s, -(-r // 32) * 32, (s, r)))
        k.store(o, k.view(q, [s, r]), [0, 0], [s, r])
    X, H, B = (f(24, 40), f(32, 48).astype(np.float16), R.integers(-128, 127, (32, 64)).astype(np.int8))
    return ([k], [("in", X), ("in", H), ("in", B), ("out", "y", X.T.copy()), ("out", "g", H.T.copy()), ("out", "c",
        B.T.copy())], {"y": (X.T, 0, 0), "g": (H.T, 0, 0), "c": (B.T, 0, 0)})


@kernel
def embedding_rows():
    N, D, V = (21, 96, 50)
    k = Kernel("embedding_rows", "w:f16* ids:i32* y:f16* n:index")
    w, y, ids = (k.view(k.w, [V, D]), k.view(k.y, [k.n, D]), k.view(k.ids, [1, k.n]))
    with k.loop(0, k.n, 8) as i:
        n = k.arith("minsi", k.arith("subi", k.n, i), 8)
        it = k.load(ids, [0, i], k.tile("i32", 1, 8, (1, n)), [1, n])
        pv = k.part(w, [0, 0], [V, D])
        o = k.tile("f16", 8, D, (n, D))
        k.line(f"pto.mgather ins({pv}, {it} : {pv.kind}, {it.kind}) outs({o} : {o.kind}) {{coalesce = #pto<coalesce row>, gatherOob = #pto<gather_oob zero>}}")
        k.store(o, y, [i, 0], [n, D])
    W, I = (f(V, D).astype(np.float16), R.integers(0, V + 5, N).astype(np.int32))
    w_ = np.where((I < V)[:, None], W[np.minimum(I, V - 1)], 0)
    return ([k], [("in", W), ("in", I), ("out", "y", w_.astype(np.float16)), N], {"y": (w_, 0, 0)})


@kernel
def expert_counts():
    """Scalar accesses to a tile."""
    N, E = (64, 16)
    k = Kernel("expert_counts", "ids:i32* y:i32*")
    t = k.load(k.view(k.ids, [1, N]), [0, 0], k.tile("i32", 1, N), [1, N])
    cnt = k.tile("i32", 1, E)
    k.op("texpands", k.value(0, "i32"), cnt)
    with k.loop(0, N) as i:
        v = k.getval(t, i)
        vi = k.arith("index_cast", v, kind="i32", to="index")
        k.setval(cnt, vi, k.arith("addi", k.getval(cnt, vi), 1, kind="i32"))
    k.store(cnt, k.view(k.y, [1, E]), [0, 0], [1, E])
    I = R.integers(0, E, N).astype(np.int32)
    return ([k], [("in", I), ("out", "y", np.zeros(E, np.int32))], {"y": (np.bincount(I, minlength=E), 0, 0)})


@kernel
def fp8_cast():
    N, D = (8, 128)
    k = Kernel("fp8_cast", "x:f32* q:f8E4M3FN* y:f32*")
    t = k.load(k.view(k.x, [N, D]), [0, 0], k.tile("f32", N, D), [N, D])
    q = k.op("tcvt", t, k.tile("f8E4M3FN", N, D), rmode="#pto<round_mode RINT>")
    k.store(q, k.view(k.q, [N, D]), [0, 0], [N, D])
    k.store(k.op("tcvt", q, k.tile("f32", N, D), rmode="#pto<round_mode RINT>"), k.view(k.y, [N, D]), [0, 0], [N, D])
    X = f(N, D) * 20
    Q = low(X, "e4m3")
    return ([k], [("in", X), ("out", "q", Q), ("out", "y", X)], {"q": (Q, 0, 0), "y": (Q, 0, 0)})


@kernel
def subview_window():
    k = Kernel("subview_window", "x:f32* y:f32* r:index c:index")
    t = k.load(k.view(k.x, [16, 64]), [0, 0], k.tile("f32", 16, 64), [16, 64])
    s = k.sub(t, 4, 16, 8, 32)
    o = k.op("tmul", [s, s], k.tile("f32", 8, 32))
    s2 = k.sub(t, 0, 32, 8, 32)
    k.op("tmov", o, s2)
    k.store(t, k.view(k.y, [16, 64]), [0, 0], [16, 64])
    X = f(16, 64)
    w = X.copy()
    w[0:8, 32:64] = X[4:12, 16:48] ** 2
    return ([k], [("in", X), ("out", "y", X), 3, 4], {"y": (w, 1e-06, 0)})


@kernel
def int_math():
    N = 100
    k = Kernel("int_math", "x:i32* y:i32* z:i16*")
    t = k.load(k.view(k.x, [1, N]), [0, 0], k.tile("i32", 1, 104, (1, N)), [1, N])
    nt = lambda: k.tile("i32", 1, 104, (1, N))
    a = k.op("tshrs", [t, k.value(4, "i32")], nt())
    b = k.op("tands", [t, k.value(15, "i32")], nt())
    c = k.op("tadd", [k.op("tmuls", [a, k.value(7, "i32")], nt()), b], nt())
    d = k.op("tdivs", [c, k.value(3, "i32")], nt())
    k.store(k.op("txor", [d, t, nt()], nt()), k.view(k.y, [1, N]), [0, 0], [1, N])
    h = k.op("tcvt", b, k.tile("i16", 1, 112, (1, N)), rmode="#pto<round_mode RINT>")
    k.store(h, k.view(k.z, [1, N]), [0, 0], [1, N])
    X = R.integers(0, 1 << 20, N).astype(np.int32)
    return ([k], [("in", X), ("out", "y", X), ("out", "z", X.astype(np.int16))],
        {"y": (((X >> 4) * 7 + (X & 15)) // 3 ^ X, 0, 0), "z": (X & 15, 0, 0)})


@kernel
def atomic_accumulate():
    k = Kernel("atomic_accumulate", "x:f32* y:f32*")
    x, y = (k.view(k.x, [4, 64]), k.view(k.y, [1, 64]))
    with k.loop(0, 4) as i:
        t = k.load(x, [i, 0], k.tile("f32", 1, 64), [1, 64])
        p = k.part(y, [0, 0], [1, 64])
        k.line(f"pto.tstore ins({t} : {t.kind}) outs({p} : {p.kind}) {{atomicType = #pto<atomic_type atomic_add>}}")
    X, Y = (np.round(f(4, 64) * 16), np.round(f(64) * 16))
    return ([k], [("in", X), ("inout", "y", Y)], {"y": (Y + X.sum(0), 0, 0)})


@kernel
def multi_buffer():
    k = Kernel("multi_buffer", "x:f16* y:f16* n:index")
    x, y = (k.view(k.x, [k.n, 128]), k.view(k.y, [k.n, 128]))
    mt = "!pto.multi_tile_buf<vec, 1x128xf16, count=2>"
    a, b = (k.new(mt), k.new(mt))
    k.line(f"{a} = pto.alloc_multi_tile : {mt}")
    k.line(f"{b} = pto.alloc_multi_tile : {mt}")
    with k.loop(0, k.n) as i:
        s = k.arith("remsi", i, 2)
        ta, tb = (Value(f"%m{n}_{k.count}", "!pto.tile_buf<vec, 1x128xf16>") for n in (0, 1))
        k.line(f"{ta} = pto.multi_tile_get {a}[{s}] : {mt} -> {ta.kind}")
        k.line(f"{tb} = pto.multi_tile_get {b}[{s}] : {mt} -> {tb.kind}")
        k.load(x, [i, 0], ta, [1, 128])
        k.op("trelu", ta, tb)
        k.store(tb, y, [i, 0], [1, 128])
    X = f(9, 128).astype(np.float16)
    return ([k], [("in", X), ("out", "y", X), 9], {"y": (np.maximum(X, 0), 0, 0)})


@kernel
def sampling():
    """Two lists sorted and merged."""
    N = 256
    k = Kernel("sampling", "x:f32* y:f32* i:i32*")
    t = k.load(k.view(k.x, [1, N]), [0, 0], k.tile("f32", 1, N), [1, N])
    ii = k.tile("i32", 1, N)
    k.op("tci", k.value(0, "i32"), ii)
    s = k.tile("f32", 1, 2 * N)
    k.op("tsort32", [t, k.treshape(ii, tile_type("ui32", 1, N))], s)
    m = k.tile("f32", 1, 2 * N)
    k.op("tmrgsort", [s, k.value(64, "i32")], m)
    m2 = k.tile("f32", 1, 2 * N)
    a, b = (k.sub(m, 0, 0, 1, N), k.sub(m, 0, N, 1, N))
    tmp = k.tile("f32", 1, 2 * N)
    k.line(f"pto.tmrgsort ins({a}, {b} {{exhausted = false}} : {a.kind}, {b.kind}) outs({m2}, {tmp} : {m2.kind}, {tmp.kind})")
    v = k.op("tgather", m2, k.tile("f32", 1, N), maskPattern="#pto.mask_pattern<P0101>")
    vi = k.op("tgather", k.treshape(m2, tile_type("i32", 1, 2 * N)), k.tile("i32", 1, N),
        maskPattern="#pto.mask_pattern<P1010>")
    k.store(v, k.view(k.y, [1, N]), [0, 0], [1, N])
    k.store(vi, k.view(k.i, [1, N]), [0, 0], [1, N])
    X = f(N)
    o = np.argsort(-X, kind="stable")
    return ([k], [("in", X), ("out", "y", X), ("out", "i", o.astype(np.int32))], {"y": (X[o], 0, 0), "i": (o, 0, 0)})


@kernel
def scatter_moe():
    """tokens into expert order by mscatter rows, bf16; weights by element atomics"""
    T, D, E = (12, 64, 4)
    k = Kernel("scatter_moe", "x:bf16* pos:i32* y:bf16* w:f32* id:i32* acc:f32*")
    x = k.load(k.view(k.x, [T, D]), [0, 0], k.tile("bf16", T, D), [T, D])
    p = k.load(k.view(k.pos, [1, T]), [0, 0], k.tile("i32", 1, 16, (1, T)), [1, T])
    y = k.part(k.view(k.y, [T, D]), [0, 0], [T, D])
    k.line(f"pto.mscatter ins({x}, {p} : {x.kind}, {p.kind}) outs({y} : {y.kind}) {{coalesce = #pto<coalesce row>, scatterOob = #pto<scatter_oob skip>}}")
    w = k.load(k.view(k.w, [1, T]), [0, 0], k.tile("f32", 1, 16, (1, T)), [1, T])
    i = k.load(k.view(k.id, [1, T]), [0, 0], k.tile("i32", 1, 16, (1, T)), [1, T])
    a = k.part(k.view(k.acc, [1, E]), [0, 0], [1, E])
    k.line(f"pto.mscatter ins({w}, {i} : {w.kind}, {i.kind}) outs({a} : {a.kind}) {{coalesce = #pto<coalesce elem>, scatterAtomicOp = #pto<scatter_atomic_op add>}}")
    X, P, W, I = (low(f(T, D), "bf16"), R.permutation(T).astype(np.int32), np.round(f(T) * 8), R.integers(0, E,
        T).astype(np.int32))
    P[3] = 99
    wy = np.zeros((T, D))
    for r in range(T):
        if P[r] < T:
            wy[P[r]] = X[r]
    return ([k], [("in", X), ("in", P), ("out", "y", wy), ("in", W), ("in", I), ("inout", "acc", np.zeros(E,
        np.float32))], {"y": (wy.astype(float), 0, 0), "acc": (np.bincount(I, W, E), 0, 0)})


@kernel
def dequant_tiles():
    """tdequant i8 by row scale and offset, tquant back"""
    T, D = (16, 64)
    k = Kernel("dequant_tiles", "x:i8* s:f32* o:f32* y:f32* q:i8* is:f32*")
    x = k.load(k.view(k.x, [T, D]), [0, 0], k.tile("i8", T, D), [T, D])
    s = k.load(k.view(k.s, [T, 1], [1, T], layout="dn"), [0, 0], k.tile("f32", T, 1, layout="col"), [T, 1])
    o = k.load(k.view(k.o, [T, 1], [1, T], layout="dn"), [0, 0], k.tile("f32", T, 1, layout="col"), [T, 1])
    y = k.op("tdequant", [x, s, o], k.tile("f32", T, D))
    k.store(y, k.view(k.y, [T, D]), [0, 0], [T, D])
    iv = k.load(k.view(getattr(k, "is"), [T, 1], [1, T], layout="dn"), [0, 0], k.tile("f32", T, 1, layout="col"), [T,
        1])
    q = k.op("tquant", [y, iv], k.tile("i8", T, D), quant_type="#pto<quant_type INT8_SYM>")
    k.store(q, k.view(k.q, [T, D]), [0, 0], [T, D])
    X, S = (R.integers(-100, 100, (T, D)).astype(np.int8), np.exp2(R.integers(-3, 3, T)).astype(np.float32))
    O = np.zeros(T, np.float32)
    Y = (X - O[:, None]) * S[:, None]
    return ([k], [("in", X), ("in", S), ("in", O), ("out", "y", Y.astype(np.float32)), ("out", "q", X), ("in",
        (1 / S).astype(np.float32))], {"y": (Y, 0, 0), "q": (X, 0, 0)})


@kernel
def column_ops():
    T, D = (20, 64)
    k = Kernel("column_ops", "x:f32* y:f32* m:f32* a:i32* n:index")
    x = k.load(k.view(k.x, [k.n, D]), [0, 0], k.tile("f32", 24, D, (k.n, D)), [k.n, D])
    s = k.op("tcolsum", [x, k.tile("f32", 24, D)], k.tile("f32", 1, D))
    m = k.op("tcolmax", x, k.tile("f32", 1, D))
    a = k.op("tcolargmax", [x, k.tile("f32", 1, D)], k.tile("ui32", 1, D))
    k.store(s, k.view(k.y, [1, D]), [0, 0], [1, D])
    k.store(m, k.view(k.m, [1, D]), [0, 0], [1, D])
    k.store(k.treshape(a, tile_type("i32", 1, D)), k.view(k.a, [1, D]), [0, 0], [1, D])
    X = f(T, D)
    return ([k], [("in", X), ("out", "y", X[0]), ("out", "m", X[0]), ("out", "a", np.zeros(D, np.int32)), T],
        {"y": (X.sum(0), 0.0001, 0.0001), "m": (X.max(0), 0, 0), "a": (X.argmax(0), 0, 0)})


@kernel
def concat_insert():
    k = Kernel("concat_insert", "x:bf16* y:bf16* z:bf16*")
    a = k.load(k.view(k.x, [8, 64]), [0, 0], k.tile("bf16", 8, 64), [8, 64])
    lo, hi = (k.tile("bf16", 8, 32), k.tile("bf16", 8, 32))
    k.op("textract", [a, k.value(0), k.value(0)], lo)
    k.op("textract", [a, k.value(0), k.value(32)], hi)
    c = k.op("tconcat", [hi, lo], k.tile("bf16", 8, 64))
    k.store(c, k.view(k.y, [8, 64]), [0, 0], [8, 64])
    k.op("tinsert", [lo, k.value(0), k.value(32)], c)
    k.store(c, k.view(k.z, [8, 64]), [0, 0], [8, 64])
    X = low(f(8, 64), "bf16")
    return ([k], [("in", X), ("out", "y", X), ("out", "z", X)], {"y": (np.concatenate([X[:, 32:], X[:, :32]],
        1).astype(float), 0, 0), "z": (np.concatenate([X[:, 32:], X[:, :32]], 1).astype(float), 0, 0)})


@kernel
def bf16_arith():
    T, D = (8, 64)
    k = Kernel("bf16_arith", "x:bf16* w:bf16* y:bf16* s:bf16*")
    x = k.load(k.view(k.x, [T, D]), [0, 0], k.tile("bf16", T, D), [T, D])
    w = k.load(k.view(k.w, [1, D]), [0, 0], k.tile("bf16", 1, D), [1, D])
    m = k.op("tcolexpandmul", [x, w], k.tile("bf16", T, D))
    a = k.op("tadd", [m, x], k.tile("bf16", T, D))
    k.store(k.op("tmaxs", [a, k.value(0.0, "bf16")], k.tile("bf16", T, D)), k.view(k.y, [T, D]), [0, 0], [T, D])
    cs = k.op("tcolsum", [x, k.tile("bf16", T, D)], k.tile("bf16", 1, D))
    k.store(cs, k.view(k.s, [1, D]), [0, 0], [1, D])
    X, W = (low(f(T, D), "bf16"), low(f(D), "bf16"))
    return ([k], [("in", X), ("in", W), ("out", "y", X), ("out", "s", W)],
        {"y": (np.maximum((X * W).astype(float) + X.astype(float), 0), 0.01, 0.01), "s": (X.astype(float).sum(0),
        0.03, 0.03)})


@kernel
def while_loop():
    """scf.while over a counter, tile doubled until above"""
    k = Kernel("while_loop", "x:f32* y:f32* n:index")
    t = k.load(k.view(k.x, [1, 64]), [0, 0], k.tile("f32", 1, 64), [1, 64])
    c = k.value(0)
    k.line(f"%w = scf.while (%a = {c}) : (index) -> index {{")
    k.line(f"  %cc = arith.cmpi slt, %a, {k.n} : index")
    k.line("  scf.condition(%cc) %a : index")
    k.line("} do {")
    k.line("^bb0(%b: index):")
    k.op("tadd", [t, t], t)
    k.line(f"  %nn = arith.addi %b, {k.value(1)} : index")
    k.line("  scf.yield %nn : index")
    k.line("}")
    k.store(t, k.view(k.y, [1, 64]), [0, 0], [1, 64])
    X = f(64)
    return ([k], [("in", X), ("out", "y", X), 5], {"y": (X * 32, 0, 0)})


@kernel
def nd5_views():
    """5-D views: heads x tokens strided, one head at a time"""
    B, S, H, D = (2, 8, 3, 32)
    k = Kernel("nd5_views", "x:f32* y:f32*")
    x = k.view(k.x, [1, B, S, H, D])
    y = k.view(k.y, [1, B, H, S, D])
    with k.loop(0, B) as b, k.loop(0, H) as h:
        t = k.tile("f32", S, D)
        p = k.part(x, [0, b, 0, h, 0], [1, 1, S, 1, D])
        k.op("tload", p, t)
        k.store(t, y, [0, b, h, 0, 0], [1, 1, 1, S, D])
    X = f(B, S, H, D)
    return ([k], [("in", X), ("out", "y", X)], {"y": (X.transpose(0, 2, 1, 3), 0, 0)})
