# SPDX-License-Identifier: Apache-2.0
"""Kernels of cube cores and of clusters as used by language models, and their results.

Each function gives its kernel (or the two halves of a mixed one), the arguments, and the expected outputs: values and
the allowed relative and absolute error. Capitals are sizes and arrays.
"""
import numpy as np

from text import Kernel, Kernels, low, tile_type

kernel = Kernels(9)
R, f = kernel.random, kernel.normal


def operands(k, am, bm, M, K, N, e):
    """The left and the right tile of a product, from L1."""
    return [k.op("tmov", am, k.tile(e, M, K, loc="left", layout="nz")), k.op("tmov", bm, k.tile(e, K, N, loc="right", layout="zn"))]


def mm(k, a, b, M, K, N, c, e):
    am = k.load(a, [0, 0], k.tile(e, M, K, loc="mat", layout="nz"), [M, K])
    bm = k.load(b, [0, 0], k.tile(e, K, N, loc="mat", layout="nz"), [K, N])
    k.op("tmatmul", operands(k, am, bm, M, K, N, e), c)


@kernel
def mm_kloop():
    """K loop with scf.if in the first iteration"""
    M, K, N, C = (16, 256, 64, 64)
    k = Kernel("mm_kloop", "a:bf16* b:bf16* y:bf16*", core="cube")
    a, b, y = (k.view(k.a, [M, K]), k.view(k.b, [K, N]), k.view(k.y, [M, N]))
    c = k.tile("f32", M, N, loc="acc", layout="acc")
    with k.loop(0, K, C) as i:
        am = k.load(a, [0, i], k.tile("bf16", M, C, loc="mat", layout="nz"), [M, C])
        bm = k.load(b, [i, 0], k.tile("bf16", C, N, loc="mat", layout="nz"), [C, N])
        l, r = operands(k, am, bm, M, C, N, "bf16")
        with k.branch(k.compare("eq", i, 0)):
            k.op("tmatmul", [l, r], c)
            k.otherwise()
            k.op("tmatmul.acc", [c, l, r], c)
    k.store(c, y, [0, 0], [M, N])
    A, B = (low(f(M, K), "bf16"), low(f(K, N), "bf16"))
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((M, N)))], {"y": (A.astype(float) @ B.astype(float),
        0.01, 0.01)})


@kernel
def mm_acc_yield():
    """scf.if yields acc tiles; iter_args carry acc"""
    M, K, N, C = (32, 128, 32, 32)
    k = Kernel("mm_acc_yield", "a:f16* b:f16* y:f32*", core="cube")
    a, b, y = (k.view(k.a, [M, K]), k.view(k.b, [K, N]), k.view(k.y, [M, N]))
    c = k.tile("f32", M, N, loc="acc", layout="acc")
    with k.loop(0, K, C, carried=(c,)) as (i, cc):
        res = i.results
        am = k.load(a, [0, i], k.tile("f16", M, C, loc="mat", layout="nz"), [M, C])
        bm = k.load(b, [i, 0], k.tile("f16", C, N, loc="mat", layout="nz"), [C, N])
        l, r = operands(k, am, bm, M, C, N, "f16")
        with k.branch(k.compare("eq", i, 0), c.kind) as z:
            k.op("tmatmul", [l, r], cc)
            k.give(cc)
            k.otherwise()
            k.op("tmatmul.acc", [cc, l, r], cc)
            k.give(cc)
        k.give(z[0])
    k.store(res[0], y, [0, 0], [M, N])
    A, B = (f(M, K).astype(np.float16), f(K, N).astype(np.float16))
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((M, N), np.float32))],
        {"y": (A.astype(float) @ B.astype(float), 0.0001, 0.0001)})


@kernel
def mm_transposed_tail():
    """b given as N x K (transposed), dynamic rows, textract k slices"""
    M, K, N = (16, 128, 48)
    k = Kernel("mm_transposed_tail", "a:bf16* b:bf16* y:f32* m:index", core="cube")
    a, y = (k.view(k.a, [k.m, K]), k.view(k.y, [k.m, N]))
    b = k.view(k.b, [K, N], [1, K], layout="dn")
    v = (k.m, K)
    am = k.load(a, [0, 0], k.tile("bf16", M, K, v, loc="mat", layout="nz"), [k.m, K])
    bm = k.load(b, [0, 0], k.tile("bf16", K, N, loc="mat", layout="zn"), [K, N])
    c = k.tile("f32", M, N, (k.m, N), loc="acc", layout="acc")
    for s in (0, 64):
        l = k.tile("bf16", M, 64, (k.m, 64), loc="left", layout="nz")
        r = k.tile("bf16", 64, N, loc="right", layout="zn")
        k.op("textract", [am, k.value(0), k.value(s)], l)
        k.op("textract", [bm, k.value(s), k.value(0)], r)
        k.op("tmatmul", [l, r], c) if s == 0 else k.op("tmatmul.acc", [c, l, r], c)
    k.store(c, y, [0, 0], [k.m, N])
    A, B, m = (low(f(13, K), "bf16"), low(f(N, K), "bf16"), 13)
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((13, N), np.float32)), m],
        {"y": (A.astype(float) @ B.astype(float).T, 0.0001, 0.0001)})


@kernel
def mm_int8():
    M, K, N = (32, 64, 32)
    k = Kernel("mm_int8", "a:i8* b:i8* y:i32*", core="cube")
    c = k.tile("i32", M, N, loc="acc", layout="acc")
    mm(k, k.view(k.a, [M, K]), k.view(k.b, [K, N]), M, K, N, c, "i8")
    k.store(c, k.view(k.y, [M, N]), [0, 0], [M, N])
    A, B = (R.integers(-128, 128, (M, K)).astype(np.int8), R.integers(-128, 128, (K, N)).astype(np.int8))
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((M, N), np.int32))],
        {"y": (A.astype(int) @ B.astype(int), 0, 0)})


@kernel
def mm_bias():
    M, K, N = (16, 32, 64)
    k = Kernel("mm_bias", "a:f16* b:f16* d:f32* y:f16*", core="cube")
    c = k.tile("f32", M, N, loc="acc", layout="acc")
    a, b, d = (k.view(k.a, [M, K]), k.view(k.b, [K, N]), k.view(k.d, [1, N]))
    am = k.load(a, [0, 0], k.tile("f16", M, K, loc="mat", layout="nz"), [M, K])
    bm = k.load(b, [0, 0], k.tile("f16", K, N, loc="mat", layout="nz"), [K, N])
    dm = k.load(d, [0, 0], k.tile("f32", 1, N, loc="mat"), [1, N])
    l, r = operands(k, am, bm, M, K, N, "f16")
    bt = k.op("tmov", dm, k.tile("f32", 1, N, loc="bias"))
    k.op("tmatmul.bias", [l, r, bt], c)
    k.store(c, k.view(k.y, [M, N]), [0, 0], [M, N])
    A, B, D = (f(M, K).astype(np.float16), f(K, N).astype(np.float16), f(N))
    return ([k], [("in", A), ("in", B), ("in", D), ("out", "y", np.zeros((M, N), np.float16))],
        {"y": (A.astype(float) @ B.astype(float) + D, 0.002, 0.002)})


@kernel
def mm_quant_store():
    """int32 accumulators dequantised to f16 by one scale"""
    M, K, N = (16, 32, 32)
    k = Kernel("mm_quant_store", "a:i8* b:i8* y:f16*", core="cube")
    c = k.tile("i32", M, N, loc="acc", layout="acc")
    mm(k, k.view(k.a, [M, K]), k.view(k.b, [K, N]), M, K, N, c, "i8")
    q = int(np.float32(0.0078125).view(np.uint32))
    p = k.part(k.view(k.y, [M, N]), [0, 0], [M, N])
    s = k.value(q, "i64")
    k.line(f"pto.tstore ins({c}, {s} : {c.kind}, i64) outs({p} : {p.kind})")
    A, B = (R.integers(-128, 128, (M, K)).astype(np.int8), R.integers(-128, 128, (K, N)).astype(np.int8))
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((M, N), np.float16))],
        {"y": (A.astype(int) @ B.astype(int) * 0.0078125, 0.001, 0)})


@kernel
def gemv_row():
    K, N = (128, 64)
    k = Kernel("gemv_row", "a:f16* b:f16* y:f32*", core="cube")
    am = k.load(k.view(k.a, [1, K]), [0, 0], k.tile("f16", 1, K, loc="mat"), [1, K])
    bm = k.load(k.view(k.b, [K, N]), [0, 0], k.tile("f16", K, N, loc="mat", layout="nz"), [K, N])
    l = k.op("tmov", am, k.tile("f16", 1, K, loc="left"))
    r = k.op("tmov", bm, k.tile("f16", K, N, loc="right", layout="zn"))
    c = k.tile("f32", 16, N, (1, N), loc="acc", layout="acc")
    k.op("tgemv", [l, r], c)
    k.store(c, k.view(k.y, [1, N]), [0, 0], [1, N])
    A, B = (f(1, K).astype(np.float16), f(K, N).astype(np.float16))
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((1, N), np.float32))],
        {"y": (A.astype(float) @ B.astype(float), 0.0001, 0.0001)})


def mixed(name, params, slot, dir_mask=1, num=2):
    c, v = (Kernel(name + "_aic", params, core="cube"), Kernel(name + "_aiv", params))
    size = slot * num
    if dir_mask & 1:
        c.line(f'%c2v = pto.import_reserved_buffer {{name = "c2v", peer_func = @{name}_aiv}} -> i32')
        v.line(f'%c2v = pto.reserve_buffer {{name = "c2v", size = {size}, location = #pto.address_space<vec>, auto = true}} -> i32')
    if dir_mask & 2:
        c.line(f'%v2c = pto.reserve_buffer {{name = "v2c", size = {size}, location = #pto.address_space<mat>, auto = true}} -> i32')
        v.line(f'%v2c = pto.import_reserved_buffer {{name = "v2c", peer_func = @{name}_aic}} -> i32')
    zero = lambda k: k.value(0, "i32")
    for k, w in ((c, "aic"), (v, "aiv")):
        a = "%c2v" if dir_mask & 1 else zero(k)
        b = "%v2c" if dir_mask & 2 else zero(k)
        k.line(f"pto.{w}_initialize_pipe {{dir_mask = {dir_mask}, slot_size = {slot}, slot_num = {num}}} (c2v_consumer_buf = {a} : i32, v2c_consumer_buf = {b} : i32)")
    return (c, v)


@kernel
def mixed_split_rows():
    """4 iterations of K x matmul pushed to both vector cores, scaled by rows and stored"""
    M, K, N, T = (32, 32, 64, 4)
    c, v = mixed("mixed_split_rows", "a:f16* b:f16* s:f32* y:bf16* n:index", M * N * 4)
    a, b = (c.view(c.a, [c.arith("muli", c.n, M), K]), c.view(c.b, [K, N]))
    bm = c.load(b, [0, 0], c.tile("f16", K, N, loc="mat", layout="nz"), [K, N])
    r = c.op("tmov", bm, c.tile("f16", K, N, loc="right", layout="zn"))
    with c.loop(0, c.n) as i:
        am = c.load(a, [c.arith("muli", i, M), 0], c.tile("f16", M, K, loc="mat", layout="nz"), [M, K])
        l = c.op("tmov", am, c.tile("f16", M, K, loc="left", layout="nz"))
        o = c.tile("f32", M, N, loc="acc", layout="acc")
        c.op("tmatmul", [l, r], o)
        c.line(f"pto.tpush_to_aiv({o} : {o.kind}) {{split = 1}}")
    sub = v.new("i64")
    v.line(f"{sub} = pto.get_subblock_idx")
    si = v.arith("index_cast", sub, kind="i64", to="index")
    tot = v.arith("muli", v.n, M)
    y, s = (v.view(v.y, [tot, N]), v.view(v.s, [tot, 1], [1, tot], layout="dn"))
    with v.loop(0, v.n) as i:
        t = v.new(tile_type("f32", M // 2, N))
        v.line(f"{t} = pto.tpop_from_aic {{split = 1}} -> {t.kind}")
        at = v.arith("addi", v.arith("muli", i, M), v.arith("muli", si, M // 2))
        sc = v.load(s, [at, 0], v.tile("f32", M // 2, 1, layout="col"), [M // 2, 1])
        m = v.op("trowexpandmul", [t, sc], v.tile("f32", M // 2, N))
        v.line("pto.tfree_from_aic {split = 1}")
        v.store(v.op("tcvt", m, v.tile("bf16", M // 2, N), rmode="#pto<round_mode RINT>"), y, [at, 0], [M // 2, N])
    A, B, S = (f(M * T, K).astype(np.float16), f(K, N).astype(np.float16), f(M * T))
    return ([c, v], [("in", A), ("in", B), ("in", S), ("out", "y", np.zeros((M * T, N))), T],
        {"y": (A.astype(float) @ B.astype(float) * S[:, None], 0.01, 0.01)})


@kernel
def mixed_back():
    """vector cores dequantise weights i8 -> f16 and push them to the cube core (split rows)"""
    M, K, N, T = (16, 32, 32, 3)
    c, v = mixed("mixed_back", "a:f16* w:i8* s:f32* y:f32*", K * N * 2, dir_mask=2)
    si = v.arith("index_cast", (lambda t: (v.line(f"{t} = pto.get_subblock_idx"), t)[1])(v.new("i64")), kind="i64",
        to="index")
    w, s = (v.view(v.w, [K * T, N]), v.view(v.s, [1, N]))
    st = v.load(s, [0, 0], v.tile("f32", 1, N), [1, N])
    with v.loop(0, T) as i:
        at = v.arith("addi", v.arith("muli", i, K), v.arith("muli", si, K // 2))
        wt = v.load(w, [at, 0], v.tile("i8", K // 2, N), [K // 2, N])
        h = v.op("tcvt", wt, v.tile("f16", K // 2, N), rmode="#pto<round_mode NONE>")
        g = v.op("tcvt", h, v.tile("f32", K // 2, N), rmode="#pto<round_mode NONE>")
        d = v.op("tcvt", v.op("tcolexpandmul", [g, st], v.tile("f32", K // 2, N)), v.tile("f16", K // 2, N),
            rmode="#pto<round_mode RINT>")
        v.line(f"pto.tpush_to_aic({d} : {d.kind}) {{split = 1}}")
    a, y = (c.view(c.a, [M, K * T]), c.view(c.y, [M, N]))
    o = c.tile("f32", M, N, loc="acc", layout="acc")
    for i in range(T):
        am = c.load(a, [0, i * K], c.tile("f16", M, K, loc="mat", layout="nz"), [M, K])
        l = c.op("tmov", am, c.tile("f16", M, K, loc="left", layout="nz"))
        p = c.new(tile_type("f16", K, N, loc="mat", layout="nz"))
        c.line(f"{p} = pto.tpop_from_aiv {{split = 1}} -> {p.kind}")
        r = c.op("tmov", p, c.tile("f16", K, N, loc="right", layout="zn"))
        c.line("pto.tfree_from_aiv {split = 1}")
        c.op("tmatmul", [l, r], o) if i == 0 else c.op("tmatmul.acc", [o, l, r], o)
    c.store(o, y, [0, 0], [M, N])
    A, W, S = (f(M, K * T).astype(np.float16), R.integers(-128, 128, (K * T, N)).astype(np.int8), f(N) / 64)
    Wd = (W.astype(np.float32) * S).astype(np.float16).astype(float)
    return ([c, v], [("in", A), ("in", W), ("in", S), ("out", "y", np.zeros((M, N), np.float32))],
        {"y": (A.astype(float) @ Wd, 0.0001, 0.001)})


@kernel
def mm_fp8():
    M, K, N = (16, 64, 32)
    k = Kernel("mm_fp8", "a:f8E4M3FN* b:f8E4M3FN* y:f32*", core="cube")
    c = k.tile("f32", M, N, loc="acc", layout="acc")
    mm(k, k.view(k.a, [M, K]), k.view(k.b, [K, N]), M, K, N, c, "f8E4M3FN")
    k.store(c, k.view(k.y, [M, N]), [0, 0], [M, N])
    A, B = (low(f(M, K), "e4m3"), low(f(K, N), "e4m3"))
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((M, N), np.float32))],
        {"y": (A.astype(float) @ B.astype(float), 0.0001, 0.0001)})


@kernel
def mm_f32_nz_store():
    """f32 (HF32-free) product stored as NZ and as atomic add"""
    M, K, N = (16, 32, 32)
    k = Kernel("mm_f32_nz_store", "a:f32* b:f32* y:f32* z:f32*", core="cube")
    c = k.tile("f32", M, N, loc="acc", layout="acc")
    mm(k, k.view(k.a, [M, K]), k.view(k.b, [K, N]), M, K, N, c, "f32")
    nz = k.view(k.y, [1, N // 16, M // 16, 16, 16], layout="nz")
    k.store(c, nz, [0, 0, 0, 0, 0], [1, N // 16, M // 16, 16, 16])
    p = k.part(k.view(k.z, [M, N]), [0, 0], [M, N])
    for _ in range(2):
        k.line(f"pto.tstore ins({c} : {c.kind}) outs({p} : {p.kind}) {{atomicType = #pto<atomic_type atomic_add>}}")
    A, B, Z = (np.round(f(M, K) * 4), np.round(f(K, N) * 4), np.round(f(M, N) * 4))
    P = A @ B
    return ([k], [("in", A), ("in", B), ("out", "y", P), ("inout", "z", Z)], {"y": (P.reshape(M, N // 16,
        16).transpose(1, 0, 2), 0, 0), "z": (Z + 2 * P, 0, 0)})


@kernel
def gather_matmul():
    M, K, N, T = (32, 64, 32, 100)
    k = Kernel("gather_matmul", "t:bf16* i:i32* j:i32* b:bf16* y:f32* z:f32*", core="cube")
    t, idx = (k.part(k.view(k.t, [T, K]), [0, 0], [T, K]), k.part(k.view(k.i, [1, M]), [0, 0], [1, M]))
    am = k.tile("bf16", M, K, loc="mat", layout="nz")
    k.line(f"pto.mgather ins({t}, {idx} : {t.kind}, {idx.kind}) outs({am} : {am.kind}) {{coalesce = #pto<coalesce row>, gatherOob = #pto<gather_oob clamp>}}")
    bm = k.load(k.view(k.b, [K, N]), [0, 0], k.tile("bf16", K, N, loc="mat", layout="nz"), [K, N])
    l, r = operands(k, am, bm, M, K, N, "bf16")
    c = k.op("tmatmul", [l, r], k.tile("f32", M, N, loc="acc", layout="acc"))
    k.store(c, k.view(k.y, [M, N]), [0, 0], [M, N])
    e = k.part(k.view(k.j, [M, K]), [0, 0], [M, K])
    sc = k.part(k.view(k.t, [M, K]), [0, 0], [M, K])
    k.line(f"pto.mgather ins({t}, {e}, {sc} : {t.kind}, {e.kind}, {sc.kind}) outs({am} : {am.kind}) {{coalesce = #pto<coalesce elem>}}")
    k.op("tmov", am, l)
    k.op("tmatmul", [l, r], c)
    k.store(c, k.view(k.z, [M, N]), [0, 0], [M, N])
    Tt, I, J, B = (low(f(T, K), "bf16"), R.integers(0, T + 3, M).astype(np.int32), R.integers(0, T * K, (M,
        K)).astype(np.int32), low(f(K, N), "bf16"))
    return ([k], [("in", Tt), ("in", I), ("in", J), ("in", B), ("out", "y", np.zeros((M, N), np.float32)), ("out",
        "z", np.zeros((M, N), np.float32))], {"y": (Tt[np.minimum(I,
        T - 1)].astype(float) @ B.astype(float), 0.0001, 0.0001), "z": (Tt.reshape(-1)[J].astype(float) @ B.astype(float), 0.0001, 0.0001)})


@kernel
def sections():
    """sections of one function; products through GM, and flags for both vector cores"""
    M, K, N = 32, 64, 32
    k = Kernel("sections", "a:f16* b:f16* c:f16* t:f32* u:f16* y:f32*", core=None)
    t, u = k.view(k.t, [M, N]), k.view(k.u, [M, N])

    def product(left, right, depth, out):
        am = k.load(left, [0, 0], k.tile("f16", M, depth, loc="mat", layout="nz"), [M, depth])
        bm = k.load(right, [0, 0], k.tile("f16", depth, N, loc="mat", layout="nz"), [depth, N])
        l = k.op("tmov", am, k.tile("f16", M, depth, loc="left", layout="nz"))
        r = k.op("tmov", bm, k.tile("f16", depth, N, loc="right", layout="zn"))
        k.store(k.op("tmatmul", [l, r], k.tile("f32", M, N, loc="acc", layout="acc")), out, [0, 0], [M, N])

    with k.section("cube"):
        product(k.view(k.a, [M, K]), k.view(k.b, [K, N]), K, t)
        k.line("pto.sync.set #pto.pipe<PIPE_FIX>, 3")
        k.line("pto.sync.wait #pto.pipe<PIPE_MTE2>, 4")
        product(u, k.view(k.c, [N, N]), N, k.view(k.y, [M, N]))
    with k.section("vector"):
        core = k.new("i64")
        k.line(f"{core} = pto.get_subblock_idx")
        row = k.arith("muli", k.arith("index_cast", core, kind="i64", to="index"), M // 2)
        k.line("pto.sync.wait #pto.pipe<PIPE_MTE2>, 3")
        x = k.load(t, [row, 0], k.tile("f32", M // 2, N), [M // 2, N])
        half = k.op("tcvt", k.op("trelu", x, k.tile("f32", M // 2, N)), k.tile("f16", M // 2, N), rmode="#pto<round_mode RINT>")
        k.store(half, u, [row, 0], [M // 2, N])
        k.line("pto.sync.set #pto.pipe<PIPE_MTE3>, 4")
    A, B, C = (f(*shape).astype(np.float16) for shape in ((M, K), (K, N), (N, N)))
    want = np.maximum(A.astype(float) @ B, 0).astype(np.float16).astype(float) @ C
    return ([k], [("in", A), ("in", B), ("in", C), *((("inout", name, np.zeros((M, N)))) for name in "tu"), ("out", "y", want)],
        {"y": (want, 0.01, 0.05)}, "t", "u")


@kernel
def mm_windows():
    """operands that stay in L1, and square windows of them loaded to L0"""
    M, K, N, C = (64, 128, 128, 64)
    k = Kernel("mm_windows", "a:bf16* b:bf16* y:f32*", core="cube")
    y = k.view(k.y, [M, N])
    am = k.load(k.view(k.a, [M, K]), [0, 0], k.tile("bf16", M, K, loc="mat", layout="nz"), [M, K])
    bm = k.load(k.view(k.b, [K, N]), [0, 0], k.tile("bf16", K, N, loc="mat", layout="nz"), [K, N])
    for n in range(0, N, C):
        c = k.tile("f32", M, C, loc="acc", layout="acc")
        for s in range(0, K, C):
            l, r = k.tile("bf16", M, C, loc="left", layout="nz"), k.tile("bf16", C, C, loc="right", layout="zn")
            k.op("textract", [am, k.value(0), k.value(s)], l)
            k.op("textract", [bm, k.value(s), k.value(n)], r)
            k.op("tmatmul", [l, r], c) if s == 0 else k.op("tmatmul.acc", [c, l, r], c)
        k.store(c, y, [0, n], [M, C])
    A, B = (low(f(M, K), "bf16"), low(f(K, N), "bf16"))
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((M, N), np.float32))],
        {"y": (A.astype(float) @ B.astype(float), 0.0001, 0.0001)})
