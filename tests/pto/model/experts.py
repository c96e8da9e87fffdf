# SPDX-License-Identifier: Apache-2.0
"""Kernels of a mixture of experts as a compiler for A2/A3 emits them: every tile has an address, tiles with disjoint
live ranges share addresses, and every valid region is given by values.

Each function gives its kernel (or the two halves of a mixed one), the arguments, and the expected outputs, as in
vector.py.
"""
import numpy as np

from text import Kernel, Kernels, Value, low

kernel = Kernels(17)
R, f = kernel.random, kernel.normal
RINT, NONE = "#pto<round_mode RINT>", "#pto<round_mode NONE>"


def tile(k, elem, rows, cols, at, valid=None, **kind):
    return k.tile(elem, rows, cols, valid or (rows, cols), at=at, **kind)


def stable_top(scores, count):
    return np.argsort(-scores, 1, kind="stable")[:, :count]


def merge(k, lists, whole, room=None):
    """tmrgsort of several lists, with a workspace or `no_tmp`"""
    used = k.new("vector<4xi16>")
    k.line(f"{used} = arith.constant dense<0> : vector<4xi16>")
    ins = lists + ([room] if room is not None else [])
    k.line(f"pto.tmrgsort ins({', '.join(ins)}{'' if room is not None else ' no_tmp'} {{exhausted = false}} : {', '.join(it.kind for it in ins)}) "
           f"outs({whole}, {used} : {whole.kind}, {used.kind})")


@kernel
def moe_gate():
    """sigmoid scores; the best 8 of 256 by score and bias; their scores, normalised"""
    T, E, K = (5, 256, 8)
    k = Kernel("moe_gate", "x:f32* bias:f32* w:f32* ids:i32* n:index")
    x, w, ids, bias = (k.view(k.x, [k.n, E]), k.view(k.w, [k.n, K]), k.view(k.ids, [k.n, K]), k.view(k.bias, [1, E]))
    b = k.load(bias, [0, 0], tile(k, "f32", 1, E, 0), [1, E])
    with k.loop(0, k.n) as i:
        s = tile(k, "f32", 1, E, 1024)
        k.op("tneg", k.load(x, [i, 0], s, [1, E]), s)
        k.op("texp", s, s)
        k.op("tadds", [s, k.value(1.0, "f32")], s)
        k.op("trecip", s, tile(k, "f32", 1, E, 2048))
        s = tile(k, "f32", 1, E, 2048)
        biased = k.op("tadd", [s, b], tile(k, "f32", 1, E, 1024))
        number = tile(k, "ui32", 1, E, 4096)
        k.op("tci", k.value(0, "i32"), tile(k, "i32", 1, E, 4096))
        pairs = tile(k, "f32", 1, 2 * E, 8192)
        k.line(f"pto.tsort32 ins({biased}, {number} : {biased.kind}, {number.kind}) outs({pairs} : {pairs.kind})")
        k.op("tmrgsort", [pairs, k.value(64, "i32")], tile(k, "f32", 1, 2 * E, 12288))
        merge(k, [tile(k, "f32", 1, E, 12288), tile(k, "f32", 1, E, 13312)], tile(k, "f32", 1, 2 * E, 8192), tile(k, "f32", 1, 2 * E, 16384))
        best, chosen = tile(k, "f32", 1, 2 * K, 8192), tile(k, "i32", 1, K, 4096)
        k.line(f"pto.tgather ins({best}, {{maskPattern = #pto.mask_pattern<P1010>}} : {best.kind}, \"row\") outs({chosen} : {chosen.kind})")
        g = k.op("tgather", [s, chosen, tile(k, "i32", 1, K, 5120)], tile(k, "f32", 1, K, 6144))
        total = tile(k, "f32", 1, 8, 7168, (1, 1))
        k.op("trowsum", [g, tile(k, "f32", 1, K, 16384)], total)
        sum_column = tile(k, "f32", 8, 1, 7168, (1, 1), layout="col")
        g = k.op("trowexpanddiv", [g, sum_column], tile(k, "f32", 1, K, 6144))
        k.store(k.op("tmuls", [g, k.value(2.5, "f32")], g), w, [i, 0], [1, K])
        k.store(chosen, ids, [i, 0], [1, K])
    X, B = f(T, E), f(E) * np.float32(0.1)
    s_ = 1 / (1 + np.exp(-X.astype(float)))
    o = stable_top(s_ + B, K)
    g_ = np.take_along_axis(s_, o, 1)
    return ([k], [("in", X), ("in", B), ("out", "w", X[:, :K].copy()), ("out", "i", o.astype(np.int32)), T],
        {"w": (g_ / g_.sum(1, keepdims=True) * 2.5, 1e-05, 1e-06), "i": (o, 0, 0)})


@kernel
def dispatch_combine():
    """Rows to the slots of their experts, and back with their weights; slots are counted in GM and in tiles."""
    T, D, E, K, C = (9, 64, 4, 2, 16)
    k = Kernel("dispatch_combine", "x:bf16* ids:i32* w:f32* counts:i32* slots:bf16* y:f32* n:index")
    x, y, slots = (k.view(k.x, [k.n, D]), k.view(k.y, [k.n, D]), k.view(k.slots, [E * C, D]))
    w = k.load(k.view(k.w, [1, T * K]), [0, 0], tile(k, "f32", 1, 24, 0, (1, T * K)), [1, T * K])
    place = tile(k, "i32", 1, 24, 128)
    k.op("texpands", k.value(0, "i32"), place)
    index = lambda value: k.arith("index_cast", value, kind="i32", to="index")
    with k.loop(0, k.n) as t:
        row = k.load(x, [t, 0], tile(k, "bf16", 1, D, 256), [1, D])
        with k.loop(0, K) as j:
            at = k.arith("addi", k.arith("muli", t, K), j)
            expert = index(k.scalar(k.ids, at))
            number = k.scalar(k.counts, expert)
            slot = k.arith("addi", k.arith("muli", expert, C), index(number))
            k.store(row, slots, [k.arith("maxsi", slot, 0), 0], [1, D])
            k.setval(place, at, k.arith("index_cast", slot, to="i32"))
            more = k.arith("addi", number, 1, kind="i32")
            k.line(f"pto.store_scalar {more}, {k.counts}[{expert}] : {k.counts.kind}, i32")
    k.line("pto.barrier #pto.pipe<PIPE_ALL>")
    with k.loop(0, k.n) as t:
        total = tile(k, "f32", 1, D, 1024)
        k.op("texpands", k.value(0.0, "f32"), total)
        with k.loop(0, K) as j:
            at = k.arith("addi", k.arith("muli", t, K), j)
            slot = index(k.getval(place, at))
            row = k.load(slots, [slot, 0], tile(k, "bf16", 1, D, 2048), [1, D])
            wide = k.op("tcvt", row, tile(k, "f32", 1, D, 3072), rmode=RINT)
            k.op("tadd", [total, k.op("tmuls", [wide, k.getval(w, at)], wide)], total)
        k.store(total, y, [t, 0], [1, D])
    X, I, W = low(f(T, D), "bf16"), R.integers(0, E, (T, K)).astype(np.int32), f(T, K)
    slots_, count = np.zeros((E * C, D), np.float32), np.zeros(E, np.int32)
    for t in range(T):
        for e in I[t]:
            slots_[e * C + count[e]] = X[t]
            count[e] += 1
    return ([k], [("in", X), ("in", I), ("in", W), ("inout", "counts", np.zeros(E, np.int32)), ("inout", "slots", np.zeros((E * C, D), np.float32)),
                  ("out", "y", X), T],
        {"counts": (count, 0, 0), "slots": (slots_, 0, 0), "y": (X * W.sum(1, keepdims=True), 1e-05, 1e-05)})


@kernel
def quant_blocks():
    """int8 of blocks of 128 columns, a scale for each; the blocks are the rows of the same bytes"""
    T, D, B = (8, 512, 128)
    N = T * D // B
    k = Kernel("quant_blocks", "x:f16* q:i8* s:f32*")
    x, q, s = k.view(k.x, [T, D]), k.view(k.q, [T, D]), k.view(k.s, [N, 1], [1, N], layout="dn")
    k.load(x, [0, 0], tile(k, "f16", T, D, 0), [T, D])
    wide = k.op("tcvt", tile(k, "f16", N, B, 0), tile(k, "f32", N, B, 16384), rmode=NONE)
    k.op("trowmax", [k.op("tabs", wide, tile(k, "f32", N, B, 32768)), tile(k, "f32", N, B, 49152)], tile(k, "f32", N, 1, 65536, layout="col"))
    line = lambda at: tile(k, "f32", 1, N, at)
    k.op("tmaxs", [line(65536), k.value(1e-04, "f32")], line(65536))
    scale = k.op("tmuls", [line(65536), k.value(1.0 / 127.0, "f32")], line(66560))
    k.store(tile(k, "f32", N, 1, 66560, layout="col"), s, [0, 0], [N, 1])
    k.op("trecip", scale, line(67584))
    z = k.op("trowexpandmul", [wide, tile(k, "f32", N, 1, 67584, layout="col")], tile(k, "f32", N, B, 32768))
    i = k.op("tcvt", z, tile(k, "i32", N, B, 16384), rmode=RINT)
    h = k.op("tcvt", i, tile(k, "f16", N, B, 0), rmode="#pto<round_mode ROUND>")
    k.op("tcvt", h, tile(k, "i8", N, B, 49152), rmode="#pto<round_mode TRUNC>")
    k.store(tile(k, "i8", T, D, 49152), q, [0, 0], [T, D])
    X = f(T, D).astype(np.float16)
    blocks = X.astype(np.float32).reshape(N, B)
    S = np.maximum(np.abs(blocks).max(1), np.float32(1e-4)) * np.float32(1 / 127)
    Q = np.rint(blocks * (np.float32(1) / S)[:, None])
    return ([k], [("in", X), ("out", "q", np.zeros((T, D), np.int8)), ("out", "s", S)], {"q": (Q, 0, 1), "s": (S, 1e-06, 0)})


@kernel
def topk_long():
    """the best 32 of a row of up to 1024, in four sorted lists that are merged; the tail is padded with the least number"""
    N, K, L = (1024, 32, 900)
    k = Kernel("topk_long", "x:f32* v:f32* ids:i32* len:i32")
    n = k.arith("index_cast", k.len, kind="i32", to="index")
    k.load(k.view(k.x, [1, n]), [0, 0], tile(k, "f32", 1, N, 0, (1, n)), [1, n])
    padded = k.op("tfillpad", tile(k, "f32", 1, N, 0, (1, n)), tile(k, "f32", 1, N, 4096, pad=3))
    k.op("tci", k.value(0, "i32"), tile(k, "i32", 1, N, 8192))
    number, pairs = tile(k, "ui32", 1, N, 8192), tile(k, "f32", 1, 2 * N, 16384)
    k.line(f"pto.tsort32 ins({padded}, {number} : {padded.kind}, {number.kind}) outs({pairs} : {pairs.kind})")
    merged = k.op("tmrgsort", [pairs, k.value(64, "i32")], tile(k, "f32", 1, 2 * N, 32768))
    k.op("tmrgsort", [merged, k.value(256, "i32")], pairs)
    merge(k, [tile(k, "f32", 1, N, 16384), tile(k, "f32", 1, N, 20480)], merged)
    best = tile(k, "f32", 1, 2 * K, 32768)
    for pattern, elem, out, at in (("P0101", "f32", k.v, 0), ("P1010", "i32", k.ids, 4096)):
        o = tile(k, elem, 1, K, at)
        k.line(f"pto.tgather ins({best}, {{maskPattern = #pto.mask_pattern<{pattern}>}} : {best.kind}, \"row\") outs({o} : {o.kind})")
        k.store(o, k.view(out, [1, K]), [0, 0], [1, K])
    X = f(1, L)
    o = stable_top(X, K)
    return ([k], [("in", X), ("out", "v", X[:, :K].copy()), ("out", "i", o.astype(np.int32)), L],
        {"v": (np.take_along_axis(X, o, 1), 0, 0), "i": (o, 0, 0)})


@kernel
def rope_pairs():
    """rope of interleaved pairs: an index tile, computed in the kernel, selects the partner of each column"""
    T, D = (6, 64)
    k = Kernel("rope_pairs", "x:bf16* c:f32* s:f32* y:bf16* n:index")
    x, y, c, s = k.view(k.x, [k.n, D]), k.view(k.y, [k.n, D]), k.view(k.c, [k.n, D]), k.view(k.s, [k.n, D])
    line = lambda elem, at: tile(k, elem, 1, D, at)
    k.op("tci", k.value(0, "i32"), line("i32", 0))
    partner = k.op("txors", [line("i32", 0), k.value(1, "i32"), line("i32", 512)], line("i32", 256))
    odd = k.op("tands", [line("i32", 0), k.value(1, "i32")], line("i32", 512))
    sign = k.op("tcvt", odd, line("f32", 768), rmode=RINT)
    k.op("tadds", [k.op("tmuls", [sign, k.value(2.0, "f32")], sign), k.value(-1.0, "f32")], sign)
    with k.loop(0, k.n) as i:
        w = k.op("tcvt", k.load(x, [i, 0], line("bf16", 1024), [1, D]), line("f32", 2048), rmode=NONE)
        p = k.op("tgather", [w, partner, line("i32", 1024)], line("f32", 3072))
        p = k.op("tmul", [k.op("tmul", [p, sign], p), k.load(s, [i, 0], line("f32", 4096), [1, D])], p)
        o = k.op("tadd", [k.op("tmul", [w, k.load(c, [i, 0], line("f32", 5120), [1, D])], w), p], w)
        k.store(k.op("tcvt", o, line("bf16", 1024), rmode=RINT), y, [i, 0], [1, D])
    X, C, S = low(f(T, D), "bf16"), f(T, D), f(T, D)
    swapped = X.reshape(T, D // 2, 2)[:, :, ::-1].reshape(T, D) * np.where(np.arange(D) % 2, 1, -1)
    return ([k], [("in", X), ("in", C), ("in", S), ("out", "y", X), T], {"y": (X * C + swapped * S, 0.01, 0.01)})


@kernel
def hyper_mix():
    """four streams mixed by a 4 x 4 matrix whose rows and columns are normalised alternately"""
    S, T, D = (4, 3, 128)
    k = Kernel("hyper_mix", "m:f32* x:bf16* y:bf16* n:index")
    x, y = k.view(k.x, [k.arith("muli", k.n, S), D]), k.view(k.y, [k.arith("muli", k.n, S), D])
    square = lambda at: tile(k, "f32", 8, 8, at, (S, S))
    m = k.op("texp", k.load(k.view(k.m, [S, S]), [0, 0], square(0), [S, S]), square(0))
    with k.loop(0, 3):
        rows = k.op("trowsum", [m, square(256)], tile(k, "f32", 8, 1, 512, (S, 1), layout="col"))
        k.op("trowexpanddiv", [m, rows], m)
        k.op("tcolexpanddiv", [m, k.op("tcolsum", m, tile(k, "f32", 1, 8, 544, (1, S)))], m)
    with k.loop(0, k.n) as t:
        first = k.arith("muli", t, S)
        k.load(x, [first, 0], tile(k, "bf16", S, D, 1024), [S, D])
        wide = k.op("tcvt", tile(k, "bf16", S, D, 1024), tile(k, "f32", S, D, 4096), rmode=NONE)
        with k.loop(0, S) as j:
            total = tile(k, "f32", 1, D, 2048)
            k.op("texpands", k.value(0.0, "f32"), total)
            for i in range(S):
                weight = k.getval(m, k.arith("addi", j, i * 8))
                row = k.op("tmuls", [k.sub(wide, i, 0, 1, D), weight], tile(k, "f32", 1, D, 2560))
                k.op("tadd", [total, row], total)
            k.store(k.op("tcvt", total, tile(k, "bf16", 1, D, 3072), rmode=RINT), y, [k.arith("addi", first, j), 0], [1, D])
    M, X = f(S, S), low(f(T, S, D), "bf16")
    m_ = np.exp(M.astype(float))
    for _ in range(3):
        m_ = m_ / m_.sum(1, keepdims=True)
        m_ = m_ / m_.sum(0)
    return ([k], [("in", M), ("in", X), ("out", "y", X), T], {"y": (np.einsum("ij,tid->tjd", m_, X), 0.01, 0.01)})


@kernel
def hadamard():
    """butterflies: sums and differences of the row's halves are stored side by side"""
    T, D = (5, 64)
    k = Kernel("hadamard", "x:f32* y:f32* n:index")
    x, y = k.view(k.x, [k.n, D]), k.view(k.y, [k.n, D])
    row = tile(k, "f32", 1, D, 0)
    half = lambda at: tile(k, "f32", 1, D // 2, at)
    with k.loop(0, k.n) as i:
        k.load(x, [i, 0], row, [1, D])
        with k.loop(0, 6):
            for pattern, at in (("P0101", 1024), ("P1010", 1152)):
                o = half(at)
                k.line(f"pto.tgather ins({row}, {{maskPattern = #pto.mask_pattern<{pattern}>}} : {row.kind}, \"row\") outs({o} : {o.kind})")
            a, b = half(1024), half(1152)
            k.op("tconcat", [k.op("tadd", [a, b], half(1280)), k.op("tsub", [a, b], half(1408))], row)
        k.store(k.op("tmuls", [row, k.value(0.125, "f32")], row), y, [i, 0], [1, D])
    X, H = f(T, D), np.ones((1, 1))
    while len(H) < D:
        H = np.block([[H, H], [H, -H]])
    return ([k], [("in", X), ("out", "y", X), T], {"y": (X @ H / 8, 1e-05, 1e-05)})


@kernel
def kv_write():
    """rows of a cache at positions from a table; negative positions are skipped"""
    T, D, S = (7, 64, 32)
    k = Kernel("kv_write", "kv:f32* pos:i32* cache:bf16* n:index")
    kv, cache = k.view(k.kv, [k.n, D]), k.view(k.cache, [S, D])
    with k.loop(0, k.n) as i:
        position = k.scalar(k.pos, i)
        with k.branch(k.compare("sge", position, 0, kind="i32")):
            row = k.op("tcvt", k.load(kv, [i, 0], tile(k, "f32", 1, D, 0), [1, D]), tile(k, "bf16", 1, D, 256), rmode="#pto<round_mode ROUND>")
            k.store(row, cache, [k.arith("index_cast", position, kind="i32", to="index"), 0], [1, D])
    X, P, C = low(f(T, D), "bf16"), R.permutation(S)[:T].astype(np.int32), low(f(S, D), "bf16")
    P[2] = -1
    want = C.copy()
    want[P[P >= 0]] = X[P >= 0]
    return ([k], [("in", X), ("in", P), ("inout", "cache", C), T], {"cache": (want, 0, 0)})


@kernel
def decode_combine():
    """partial results of flash decoding: each with its maximum and its sum"""
    P, H, D = (4, 8, 64)
    k = Kernel("decode_combine", "o:f32* m:f32* l:f32* y:bf16* parts:i32")
    rows = k.arith("muli", k.arith("index_cast", k.parts, kind="i32", to="index"), H)
    o, y = k.view(k.o, [rows, D]), k.view(k.y, [H, D])
    m, l = (k.view(p, [rows, 1], [1, rows], layout="dn") for p in (k.m, k.l))
    col = lambda at: tile(k, "f32", H, 1, at, layout="col")
    line = lambda at: tile(k, "f32", 1, H, at)
    acc = tile(k, "f32", H, D, 8192)
    k.load(m, [0, 0], col(0), [H, 1])
    k.load(l, [0, 0], col(32), [H, 1])
    k.load(o, [0, 0], acc, [H, D])
    with k.loop(H, rows, H) as r:
        k.load(m, [r, 0], col(64), [H, 1])
        k.load(l, [r, 0], col(96), [H, 1])
        part = k.load(o, [r, 0], tile(k, "f32", H, D, 16384), [H, D])
        most = k.op("tmax", [line(0), line(64)], line(128))
        for at in (0, 64):
            k.op("texp", k.op("tsub", [line(at), most], line(at + 160)), line(at + 160))
            k.op("tmul", [line(at + 32), line(at + 160)], line(at + 32))
        k.op("tadd", [line(32), line(96)], line(32))
        k.op("trowexpandmul", [acc, col(160)], acc)
        k.op("tadd", [acc, k.op("trowexpandmul", [part, col(224)], part)], acc)
        k.op("tmov", most, line(0))
    out = k.op("trowexpanddiv", [acc, col(32)], acc)
    k.store(k.op("tcvt", out, tile(k, "bf16", H, D, 0), rmode=RINT), y, [0, 0], [H, D])
    O, M, L = f(P, H, D), f(P, H), np.abs(f(P, H)) + 1
    scale = np.exp(M.astype(float) - M.max(0))
    want = (O * scale[..., None]).sum(0) / (L * scale).sum(0)[:, None]
    return ([k], [("in", O), ("in", M), ("in", L), ("out", "y", O[0].copy()), P], {"y": (want, 0.01, 0.01)})


@kernel
def masked_scores():
    """scores of a causal window: a mask from column numbers, chosen numbers, a ragged row"""
    H, S, N, W = (8, 96, 77, 40)
    k = Kernel("masked_scores", "x:f32* y:f32* len:i32 low:i32")
    n = k.arith("index_cast", k.len, kind="i32", to="index")
    t = lambda at, elem="f32": tile(k, elem, H, S, at)
    k.load(k.view(k.x, [H, n]), [0, 0], tile(k, "f32", H, S, 0, (H, n)), [H, n])
    x = k.op("tfillpad", tile(k, "f32", H, S, 0, (H, n)), tile(k, "f32", H, S, 4096, pad=3))
    k.op("tci", k.value(0, "i32"), tile(k, "i32", 1, S, 16384))
    k.op("tcolexpand", tile(k, "i32", 1, S, 16384), t(20480, "i32"))
    k.op("tcvt", t(20480, "i32"), t(24576), rmode=RINT)
    mask = tile(k, "i8", H, 32, 28672, (H, S // 8))
    least = k.arith("sitofp", k.low, kind="i32", to="f32")
    k.op("tcmps", [t(24576), least], mask, cmpMode="#pto<cmp ge>")
    k.op("texpands", k.value(-3.0e38, "f32"), t(8192))
    z = k.op("tsel", [mask, x, t(8192), tile(k, "ui8", 1, 32, 32768)], t(12288))
    most = k.op("trowmax", [z, t(0)], tile(k, "f32", H, 1, 16384, layout="col"))
    e = k.op("texp", k.op("trowexpandsub", [z, most], z), z)
    s = k.op("trowsum", [e, t(0)], tile(k, "f32", H, 1, 16416, layout="col"))
    k.store(k.op("trowexpanddiv", [e, s], e), k.view(k.y, [H, S]), [0, 0], [H, S])
    X = f(H, N)
    z_ = np.full((H, S), -np.inf)
    z_[:, W:N] = X[:, W:]
    e_ = np.exp(z_ - z_.max(1, keepdims=True))
    return ([k], [("in", X), ("out", "y", np.zeros((H, S), np.float32)), N, W], {"y": (e_ / e_.sum(1, keepdims=True), 1e-05, 1e-06)})


@kernel
def greedy():
    """the best token of a vocabulary in chunks, repeated up to a stop token; the scalar unit reads the stored result"""
    V, C, N, MOST = (1000, 256, 64, 20)
    k = Kernel("greedy", "logits:f32* ids:i32* follow:i32* most:index stop:i32")
    logits, ids = k.view(k.logits, [N, V]), k.view(k.ids, [1, N])
    index = lambda value: k.arith("index_cast", value, kind="i32", to="index")
    step, token = Value("%step", "index"), Value("%token", "i32")
    k.line(f"%steps, %last = scf.while ({step} = {k.value(0)}, {token} = {k.value(0, 'i32')}) : (index, i32) -> (index, i32) {{")
    go = k.arith("andi", k.compare("slt", step, k.most), k.compare("ne", token, k.stop, kind="i32"), kind="i1")
    k.line(f"scf.condition({go}) {step}, {token} : index, i32")
    k.line("} do {")
    k.line(f"^bb0({step}: index, {token}: i32):")
    with k.loop(0, V, C, carried=(k.value(-1e30, "f32"), k.value(0, "i32"))) as (j, most, best):
        n = k.arith("minsi", k.arith("subi", V, j), C)
        t = k.load(logits, [index(token), j], tile(k, "f32", 1, C, 0, (1, n)), [1, n])
        at = k.getval(k.op("trowargmax", [t, tile(k, "f32", 1, C, 2048, (1, n))], tile(k, "i32", 8, 1, 4096, (1, 1), layout="col")), 0)
        found = k.getval(t, index(at))
        with k.branch(k.arith("cmpf ogt", found, most, kind="f32", to="i1"), "f32", "i32") as better:
            k.give(found, k.arith("addi", at, k.arith("index_cast", j, to="i32"), kind="i32"))
            k.otherwise()
            k.give(most, best)
        k.give(*better)
    one = tile(k, "i32", 1, 8, 8192, (1, 1))
    k.op("texpands", j.results[1], one)
    k.store(one, ids, [0, step], [1, 1])
    following = k.scalar(k.follow, index(k.scalar(k.ids, step)))
    k.line(f"scf.yield {k.arith('addi', step, 1)}, {following} : index, i32")
    k.line("}")
    X, F = f(N, V), R.integers(0, N, V).astype(np.int32)
    said, tokens = [], [0]
    for _ in range(MOST):
        said.append(X[tokens[-1]].argmax())
        tokens.append(F[said[-1]])
    stop = tokens[7]
    said = said[:tokens.index(stop, 1)]
    want = np.concatenate([said, np.zeros(N - len(said))])
    return ([k], [("in", X), ("inout", "ids", np.zeros(N, np.int32)), ("in", F), MOST, stop], {"ids": (want, 0, 0)})
