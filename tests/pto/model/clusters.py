# SPDX-License-Identifier: Apache-2.0
"""Kernels of clusters as a compiler for A2/A3 emits them: halves that pass tiles in GM, by pipes or by semaphores.

Each function gives its kernel or its two halves, the arguments, the expected outputs as in vector.py, and the names of
scratch outputs.
"""
import numpy as np

import lowbits
from text import Kernel, Kernels, low, tile_type

kernel = Kernels(19)
R, f = kernel.random, kernel.normal
RINT = "#pto<round_mode RINT>"


def tile(k, elem, rows, cols, at, valid=None, **kind):
    return k.tile(elem, rows, cols, valid or (rows, cols), at=at, **kind)


def left(k, elem, rows, cols, at=0, valid=None):
    return tile(k, elem, rows, cols, at, valid, loc="left", layout="nz")


def product(k, a, b, elem, m, kk, n, acc="f32", rows=None):
    """a in L1 times b in L1, in slices of 64 along k; rows: the valid ones"""
    c = tile(k, acc, m, n, 0, (rows or m, n), loc="acc", layout="acc")
    for s in range(0, kk, 64):
        l, r = left(k, elem, m, 64, 0, (rows or m, 64)), tile(k, elem, 64, n, 0, loc="right", layout="zn")
        k.op("textract", [a, k.value(0), k.value(s)], l)
        k.op("textract", [b, k.value(s), k.value(0)], r)
        k.op("tmatmul", [l, r], c) if s == 0 else k.op("tmatmul.acc", [c, l, r], c)
    return c


def pipes(cube, vector, mask, slot, slots):
    """Both ends of a pipe with slots in GM, from the parameter g."""
    name = cube.name.removesuffix("_aic")
    size = slot * slots
    for k, mine, other, kind in ((cube, "v2c", "c2v", "aic"), (vector, "c2v", "v2c", "aiv")):
        ends = {}
        for way, bit, place in (("c2v", 1, "vec"), ("v2c", 2, "mat")):
            if not mask & bit:
                continue
            ends[way] = k.new("i32")
            if way == mine:
                k.line(f'{ends[way]} = pto.reserve_buffer {{name = "{name}_{way}", size = {size}, location = #pto.address_space<{place}>, '
                       f"auto = false, base = 0}} -> i32")
            else:
                peer = f"@{name}_{'aiv' if kind == 'aic' else 'aic'}"
                k.line(f'{ends[way]} = pto.import_reserved_buffer {{name = "{name}_{way}", peer_func = {peer}}} -> i32')
        buffers = ", ".join(f"{way}_consumer_buf = {end} : i32" for way, end in ends.items())
        k.line(f"pto.{kind}_initialize_pipe {{dir_mask = {mask}, slot_size = {slot}}}")
        k.line(f"    (gm_slot_buffer = {k.g} : {k.g.kind}, {buffers})")


def push(k, way, value, split=0):
    k.line(f"pto.tpush_to_{way}({value} : {value.kind}) {{split = {split}}}")


def pop(k, way, kind, split=0):
    out = k.new(kind)
    k.line(f"{out} = pto.tpop_from_{way} {{split = {split}}} -> {kind}")
    return out


def vector_core(k):
    """The number of the vector core in its cluster."""
    out = k.new("i64")
    k.line(f"{out} = pto.get_subblock_idx")
    return k.arith("index_cast", out, to="index")


def free(k, way, split=0):
    k.line(f"pto.tfree_from_{way} {{split = {split}}}")


@kernel
def int8_matmul():
    """int8 product in the cube core, scales of rows and columns in the vector cores, half of the rows each"""
    M, K, N, B = (32, 128, 128, 64)
    params = "a:i8* b:i8* rs:f32* cs:f32* y:bf16* g:i32*"
    cube, vec = Kernel("int8_matmul_aic", params, core="cube"), Kernel("int8_matmul_aiv", params)
    pipes(cube, vec, 1, M * B * 4, 8)
    k = cube
    a = k.load(k.view(k.a, [M, K]), [0, 0], tile(k, "i8", M, K, 0, loc="mat", layout="nz"), [M, K])
    bv = k.view(k.b, [K, N])
    with k.loop(0, N, B) as j:
        b = k.load(bv, [0, j], tile(k, "i8", K, B, 65536, loc="mat", layout="nz"), [K, B])
        push(k, "aiv", product(k, a, b, "i8", M, K, B, acc="i32"), 1)
    k, h = vec, M // 2
    first = k.arith("muli", vector_core(k), h)
    rs, cs, y = k.view(k.rs, [M, 1], [1, M], layout="dn"), k.view(k.cs, [1, N]), k.view(k.y, [M, N])
    r = k.load(rs, [first, 0], tile(k, "f32", h, 1, 65536, layout="col"), [h, 1])
    with k.loop(0, N, B) as j:
        x = pop(k, "aic", tile_type("i32", h, B), 1)
        w = k.op("tcvt", x, tile(k, "f32", h, B, 69632), rmode=RINT)
        free(k, "aic", 1)
        c = k.load(cs, [0, j], tile(k, "f32", 1, B, 77824), [1, B])
        w = k.op("tcolexpandmul", [k.op("trowexpandmul", [w, r], w), c], w)
        k.store(k.op("tcvt", w, tile(k, "bf16", h, B, 81920), rmode=RINT), y, [first, j], [h, B])
    A, B_ = (R.integers(-128, 128, shape).astype(np.int8) for shape in ((M, K), (K, N)))
    RS, CS = np.abs(f(M)) * 0.01, np.abs(f(N))
    want = (A.astype(int) @ B_.astype(int)) * RS[:, None].astype(float) * CS
    return ([cube, vec], [("in", A), ("in", B_), ("in", RS), ("in", CS), ("out", "y", np.zeros((M, N))), ("inout", "g", np.zeros(M * 64 * 8, np.int32))],
        {"y": (want, 0.01, 0.01)}, "g")


@kernel
def indexer():
    """relu(q k^T) of each head, weighted and summed over heads"""
    H, D, S, B = (16, 64, 192, 64)
    params = "q:bf16* keys:bf16* w:f32* y:f32* g:f32* blocks:index"
    cube, vec = Kernel("indexer_aic", params, core="cube"), Kernel("indexer_aiv", params)
    pipes(cube, vec, 1, H * B * 4, 8)
    k = cube
    q = k.load(k.view(k.q, [H, D]), [0, 0], tile(k, "bf16", H, D, 0, loc="mat", layout="nz"), [H, D])
    keys = k.view(k.keys, [D, k.arith("muli", k.blocks, B)], [1, D], layout="dn")
    with k.loop(0, k.blocks) as i:
        at = k.arith("muli", i, B)
        t = k.load(keys, [0, at], tile(k, "bf16", D, B, 65536, loc="mat", layout="zn"), [D, B])
        l, r = left(k, "bf16", H, D), tile(k, "bf16", D, B, 0, loc="right", layout="zn")
        k.op("tmov", q, l)
        k.op("tmov", t, r)
        push(k, "aiv", k.op("tmatmul", [l, r], tile(k, "f32", H, B, 0, loc="acc", layout="acc")))
    k = vec
    mine = k.compare("eq", vector_core(k), 0)
    w, y = k.load(k.view(k.w, [H, 1], [1, H], layout="dn"), [0, 0], tile(k, "f32", H, 1, 65536, layout="col"), [H, 1]), k.view(k.y, [1, S])
    with k.loop(0, k.blocks) as i:
        x = pop(k, "aic", tile_type("f32", H, B, ("?", "?")))
        z = k.op("trelu", x, tile(k, "f32", H, B, 69632))
        free(k, "aic")
        k.op("trowexpandmul", [z, w], z)
        s = k.op("tcolsum", z, tile(k, "f32", 1, B, 81920))
        with k.branch(mine):
            k.store(s, y, [0, k.arith("muli", i, B)], [1, B])
    Q, KK, W = low(f(H, D), "bf16"), low(f(S, D), "bf16"), f(H)
    want = (np.maximum(Q.astype(float) @ KK.T, 0) * W[:, None]).sum(0)
    return ([cube, vec], [("in", Q), ("in", KK), ("in", W), ("out", "y", np.zeros(S, np.float32)), ("inout", "g", np.zeros(H * B * 8, np.float32)), S // B],
        {"y": (want, 1e-04, 1e-03)}, "g")


class Softmax:
    """A streaming softmax over blocks of keys that weights rows of values; its state is in UB from 64 KiB on."""

    MOST, TOTAL, NEW, SHRINK, SUM = 32768, 32832, 32896, 32960, 33024   # one number per row each

    def __init__(self, k, rows, keys, columns):
        self.k, self.rows, self.keys = k, rows, keys
        self.out = tile(k, "f32", rows, columns, 65536)
        k.op("texpands", k.value(0.0, "f32"), self.out)
        k.op("texpands", k.value(-1e30, "f32"), self.line(self.MOST))
        k.op("texpands", k.value(0.0, "f32"), self.line(self.TOTAL))

    def scores(self, at):
        return tile(self.k, "f32", self.rows, self.keys, 65536 + at)

    def column(self, at):
        return tile(self.k, "f32", self.rows, 1, 65536 + at, layout="col")

    def line(self, at):
        return tile(self.k, "f32", 1, self.rows, 65536 + at)

    def weights(self, z):
        """Weights of the scores z, in place."""
        k, line, column = self.k, self.line, self.column
        k.op("trowmax", [z, self.scores(16384)], column(self.NEW))
        k.op("tmax", [line(self.MOST), line(self.NEW)], line(self.NEW))
        k.op("texp", k.op("tsub", [line(self.MOST), line(self.NEW)], line(self.SHRINK)), line(self.SHRINK))
        k.op("tmov", line(self.NEW), line(self.MOST))
        e = k.op("texp", k.op("trowexpandsub", [z, column(self.NEW)], z), z)
        k.op("trowsum", [e, self.scores(16384)], column(self.SUM))
        total = k.op("tmul", [line(self.TOTAL), line(self.SHRINK)], line(self.TOTAL))
        k.op("tadd", [total, line(self.SUM)], line(self.TOTAL))
        return e

    def add(self, part):
        """Adds the weighted values of a block."""
        shrunk = self.k.op("trowexpandmul", [self.out, self.column(self.SHRINK)], self.out)
        self.k.op("tadd", [shrunk, part], self.out)

    def result(self):
        return self.k.op("trowexpanddiv", [self.out, self.column(self.TOTAL)], self.out)


@kernel
def attention_both_ways():
    """scores to the vector cores, weights back, values to them again: one pipe of both directions"""
    H, D, S, B = (16, 64, 128, 64)
    params = "q:bf16* keys:bf16* values:bf16* y:f32* g:f32* blocks:index"
    cube, vec = Kernel("attention_both_ways_aic", params, core="cube"), Kernel("attention_both_ways_aiv", params)
    pipes(cube, vec, 3, H * B * 4, 4)
    k = cube
    rows = k.arith("muli", k.blocks, B)
    q = k.load(k.view(k.q, [H, D]), [0, 0], tile(k, "bf16", H, D, 65536, loc="mat", layout="nz"), [H, D])
    keys, values = k.view(k.keys, [D, rows], [1, D], layout="dn"), k.view(k.values, [rows, D])
    with k.loop(0, k.blocks) as i:
        at = k.arith("muli", i, B)
        t = k.load(keys, [0, at], tile(k, "bf16", D, B, 98304, loc="mat", layout="zn"), [D, B])
        v = k.load(values, [at, 0], tile(k, "bf16", B, D, 131072, loc="mat", layout="nz"), [B, D])
        l, r = left(k, "bf16", H, D), tile(k, "bf16", D, B, 0, loc="right", layout="zn")
        k.op("tmov", q, l)
        k.op("tmov", t, r)
        push(k, "aiv", k.op("tmatmul", [l, r], tile(k, "f32", H, B, 0, loc="acc", layout="acc")))
        p = pop(k, "aiv", tile_type("bf16", H, B, ("?", "?"), "mat", "nz"))
        l = left(k, "bf16", H, B, 16384)
        k.op("tmov", p, l)
        free(k, "aiv")
        r = k.op("tmov", v, tile(k, "bf16", B, D, 16384, loc="right", layout="zn"))
        push(k, "aiv", k.op("tmatmul", [l, r], tile(k, "f32", H, D, 16384, loc="acc", layout="acc")))
    k = vec
    mine = k.compare("eq", vector_core(k), 0)
    state = Softmax(k, H, B, D)
    with k.loop(0, k.blocks):
        x = pop(k, "aic", tile_type("f32", H, B, ("?", "?")))
        z = k.op("tmuls", [x, k.value(0.125, "f32")], state.scores(8192))
        free(k, "aic")
        e = state.weights(z)
        push(k, "aic", k.op("tcvt", e, tile(k, "bf16", H, B, 65536 + 16384), rmode=RINT))
        part = pop(k, "aic", tile_type("f32", H, D, ("?", "?")))
        state.add(part)
        free(k, "aic")
    with k.branch(mine):
        k.store(state.result(), k.view(k.y, [H, D]), [0, 0], [H, D])
    Q, KK, V = low(f(H, D), "bf16"), low(f(S, D), "bf16"), low(f(S, D), "bf16")
    z_ = Q.astype(float) @ KK.T / 8
    e_ = np.exp(z_ - z_.max(1, keepdims=True))
    return ([cube, vec], [("in", Q), ("in", KK), ("in", V), ("out", "y", np.zeros((H, D), np.float32)), ("inout", "g", np.zeros(H * B * 8, np.float32)), S // B],
        {"y": (e_ / e_.sum(1, keepdims=True) @ V, 0.02, 0.02)}, "g")


@kernel
def split_k():
    """several products share L0; each slice of the sum is added to GM atomically"""
    M, K, N, B = (16, 256, 64, 128)
    k = Kernel("split_k", "a:bf16* b:bf16* b2:bf16* y:f32* z:f32* m:i32", core="cube")
    m = k.arith("index_cast", k.m, kind="i32", to="index")
    a = k.view(k.a, [m, K])
    outs = [(k.view(w, [K, N]), k.view(o, [m, N])) for w, o in ((k.b, k.y), (k.b2, k.z))]
    with k.loop(0, K, B) as s:
        am = k.load(a, [0, s], tile(k, "bf16", M, B, 0, (m, B), loc="mat", layout="nz"), [m, B])
        for n, (w, o) in enumerate(outs):
            bm = k.load(w, [s, 0], tile(k, "bf16", B, N, 65536 * (n + 1), loc="mat", layout="nz"), [B, N])
            c = product(k, am, bm, "bf16", M, B, N, rows=m)
            p = k.part(o, [0, 0], [m, N])
            k.line(f"pto.tstore ins({c} : {c.kind}) outs({p} : {p.kind}) {{atomicType = #pto<atomic_type atomic_add>}}")
    A, B1, B2 = low(f(13, K), "bf16"), low(f(K, N), "bf16"), low(f(K, N), "bf16")
    Z = np.zeros((13, N), np.float32)
    return ([k], [("in", A), ("in", B1), ("in", B2), ("inout", "y", Z), ("inout", "z", Z), 13],
        {"y": (A.astype(float) @ B1, 1e-4, 1e-3), "z": (A.astype(float) @ B2, 1e-4, 1e-3)})


@kernel
def gemv_rows():
    """one row, which is a vector, times a matrix that is stored transposed"""
    K, N, B = (256, 64, 128)
    k = Kernel("gemv_rows", "x:f16* w:f16* y:f32*", core="cube")
    x, w = k.view(k.x, [1, K]), k.view(k.w, [K, N], [1, K], layout="dn")
    c = tile(k, "f32", 16, N, 0, (1, N), loc="acc", layout="acc")
    for s in range(0, K, B):
        a = k.load(x, [0, s], tile(k, "f16", 16, B, 0, (1, B), loc="mat", layout="nz"), [1, B])
        b = k.load(w, [s, 0], tile(k, "f16", B, N, 65536, loc="mat", layout="zn"), [B, N])
        l, r = left(k, "f16", 16, B, 0, (1, B)), tile(k, "f16", B, N, 0, loc="right", layout="zn")
        k.op("tmov", a, l)
        k.op("tmov", b, r)
        k.op("tgemv", [l, r], c) if s == 0 else k.op("tgemv.acc", [c, l, r], c)
    k.store(c, k.view(k.y, [1, N]), [0, 0], [1, N])
    X, W = f(K).astype(np.float16), f(N, K).astype(np.float16)
    return ([k], [("in", X), ("in", W), ("out", "y", np.zeros(N, np.float32))], {"y": (W.astype(float) @ X.astype(float), 1e-3, 1e-3)})


@kernel
def semaphores():
    """a product through GM: the cube core sets, the vector cores wait; and back"""
    M, N = (32, 64)
    k = Kernel("semaphores", "a:bf16* b:bf16* t:f32* y:f32* ffts:i64*", core="")
    k.line(f"pto.set_ffts {k.ffts} : {k.ffts.kind}")
    a, b, t, y = k.view(k.a, [M, N]), k.view(k.b, [N, N]), k.view(k.t, [M, N]), k.view(k.y, [M, N])
    k.line("pto.section.cube {")
    am = k.load(a, [0, 0], tile(k, "bf16", M, N, 0, loc="mat", layout="nz"), [M, N])
    bm = k.load(b, [0, 0], tile(k, "bf16", N, N, 65536, loc="mat", layout="nz"), [N, N])
    k.store(product(k, am, bm, "bf16", M, N, N), t, [0, 0], [M, N])
    k.line("pto.sync.set #pto.pipe<PIPE_FIX>, 2 {ffts_mode = 2 : i32}")
    k.line("pto.sync.wait #pto.pipe<PIPE_FIX>, 3 {ffts_mode = 2 : i32}")
    k.line("}")
    k.line("pto.section.vector {")
    first = k.arith("muli", vector_core(k), M // 2)
    k.line("pto.sync.wait #pto.pipe<PIPE_MTE2>, 2 {ffts_mode = 2 : i32}")
    v = k.load(t, [first, 0], tile(k, "f32", M // 2, N, 0), [M // 2, N])
    k.store(k.op("tmul", [v, v], tile(k, "f32", M // 2, N, 8192)), y, [first, 0], [M // 2, N])
    k.line("pto.sync.set #pto.pipe<PIPE_MTE3>, 3 {ffts_mode = 2 : i32}")
    k.line("}")
    A, B = low(f(M, N), "bf16"), low(f(N, N), "bf16")
    want = A.astype(float) @ B
    return ([k], [("in", A), ("in", B), ("out", "t", np.zeros((M, N), np.float32)), ("out", "y", np.zeros((M, N), np.float32)), ("in", np.zeros(16, np.int64))],
        {"t": (want, 1e-4, 1e-3), "y": (want ** 2, 1e-3, 1e-3)})


@kernel
def pushed_by_words():
    """columns have individual parameter words"""
    scales = 2.0 ** -R.integers(6, 12, 64)
    return lowbits.epilogue("pushed_by_words", "i8", "i32", "f16", "deqf16_vec", "no_relu", scales, lambda shape: R.integers(-128, 128, shape).astype(np.int8),
                            gm=True, columns="")


@kernel
def pushed_in_gm():
    """pushed data are converted to i8 on the way to GM"""
    return lowbits.epilogue("pushed_in_gm", "f16", "f32", "i8", "qf322b8_pre_scalar", "normal_relu", 2.0, lambda shape: f(*shape).astype(np.float16), gm=True)


@kernel
def pushed_halves():
    """the valid rows or columns halved, odd numbers too; each vector core pops its half"""
    M, K, N = (16, 64, 64)
    params = "a:bf16* b:bf16* y:f32* z:f32* w:f32* g:f32* n:index"
    cube, vec = Kernel("pushed_halves_aic", params, core="cube"), Kernel("pushed_halves_aiv", params)
    pipes(cube, vec, 1, M * N * 4, 8)
    even = lambda k: k.arith("subi", k.n, 1)
    k = cube
    for rows, split, cols in ((k.n, 3, N), (even(k), 1, N), (even(k), 4, N - 1)):
        a = k.load(k.view(k.a, [k.n, K]), [0, 0], tile(k, "bf16", M, K, 0, (rows, K), loc="mat", layout="nz"), [rows, K])
        b = k.load(k.view(k.b, [K, N]), [0, 0], tile(k, "bf16", K, N, 65536, (K, cols), loc="mat", layout="nz"), [K, cols])
        l, r = left(k, "bf16", M, K, 0, (rows, K)), tile(k, "bf16", K, N, 0, (K, cols), loc="right", layout="zn")
        k.op("tmov", a, l)
        k.op("tmov", b, r)
        push(k, "aiv", k.op("tmatmul", [l, r], tile(k, "f32", M, N, 0, (rows, cols), loc="acc", layout="acc")), split)
    k = vec
    core = vector_core(k)
    upper = k.arith("ceildivui", k.n, 2)
    first = k.compare("eq", core, 0)
    swapped = k.arith("subi", 1, core)

    def part(split, rows, cols, at, out, mine=None):
        x = k.new(tile_type("f32", M, N, ("?", "?")))
        asks = f" aiv_subblockid({mine})" if mine else ""
        k.line(f"{x} = pto.tpop_from_aic({k.value(rows)}, {k.value(cols)}) {{split = {split}}}{asks} -> {x.kind}")
        k.store(x, k.view(out, [16, N]), at, [rows, cols])
        free(k, "aic", split)

    half = k.arith("divui", even(k), 2)
    part(3, k.select(first, k.arith("subi", k.n, upper), upper), N, [k.select(first, upper, k.value(0)), 0], k.y, swapped)
    part(1, half, N, [k.arith("muli", core, half), 0], k.z)
    part(4, even(k), k.select(first, k.value(32), k.value(31)), [0, k.arith("muli", core, 32)], k.w)
    A, B = low(f(13, K), "bf16"), low(f(K, N), "bf16")
    Y = np.zeros((16, N), np.float32)
    want = A.astype(float) @ B
    rows = np.arange(16)[:, None]
    whole = np.vstack([want, Y[13:]])
    return ([cube, vec], [("in", A), ("in", B), ("inout", "y", Y), ("inout", "z", Y), ("inout", "w", Y), ("inout", "g", np.zeros(M * N * 8, np.float32)), 13],
        {"y": (whole, 1e-4, 1e-3), "z": (np.where(rows < 12, whole, 0), 1e-4, 1e-3),
         "w": (np.where((rows < 12) & (np.arange(N) < 63), whole, 0), 1e-4, 1e-3)}, "g")


@kernel
def paged_attention():
    """keys and values in pages of a table, the last page not full; each vector core has half of the heads"""
    H, D, P, PAGES, L = (16, 64, 32, 20, 150)
    params = "q:bf16* keys:bf16* values:bf16* table:i32* y:f32* g:f32* len:i32"
    cube, vec = Kernel("paged_attention_aic", params, core="cube"), Kernel("paged_attention_aiv", params)
    pipes(cube, vec, 3, H * D * 4, 4)

    def turns(k):
        """The length, and its number of pages."""
        n = k.arith("index_cast", k.len, kind="i32", to="index")
        return n, k.arith("ceildivsi", n, P)

    k = cube
    n, pages = turns(k)
    q = k.load(k.view(k.q, [H, D]), [0, 0], tile(k, "bf16", H, D, 65536, loc="mat", layout="nz"), [H, D])
    keys, values = k.view(k.keys, [D, PAGES * P], [1, D], layout="dn"), k.view(k.values, [PAGES * P, D])
    with k.loop(0, pages) as i:
        page = k.arith("muli", k.arith("index_cast", k.scalar(k.table, i), kind="i32", to="index"), P)
        rows = k.arith("minsi", k.arith("subi", n, k.arith("muli", i, P)), P)
        t = k.load(keys, [0, page], tile(k, "bf16", D, P, 98304, loc="mat", layout="zn"), [D, P])
        v = k.load(values, [page, 0], tile(k, "bf16", P, D, 131072, (rows, D), loc="mat", layout="nz"), [rows, D])
        l, r = left(k, "bf16", H, D), tile(k, "bf16", D, P, 0, loc="right", layout="zn")
        k.op("tmov", q, l)
        k.op("tmov", t, r)
        push(k, "aiv", k.op("tmatmul", [l, r], tile(k, "f32", H, P, 0, loc="acc", layout="acc")), 1)
        p = pop(k, "aiv", tile_type("bf16", H, P, ("?", "?"), "mat", "nz"), 1)
        l = left(k, "bf16", H, P, 16384, (H, rows))
        k.op("textract", [p, k.value(0), k.value(0)], l)
        free(k, "aiv", 1)
        r = k.op("tmov", v, tile(k, "bf16", P, D, 16384, (rows, D), loc="right", layout="zn"))
        push(k, "aiv", k.op("tmatmul", [l, r], tile(k, "f32", H, D, 16384, loc="acc", layout="acc")), 1)
    k, h = vec, H // 2
    n, pages = turns(k)
    state = Softmax(k, h, P, D)
    with k.loop(0, pages) as i:
        rows = k.arith("minsi", k.arith("subi", n, k.arith("muli", i, P)), P)
        x = pop(k, "aic", tile_type("f32", h, P, ("?", "?")), 1)
        k.op("tmuls", [x, k.value(0.125, "f32")], state.scores(8192))
        free(k, "aic", 1)
        # Keys beyond the length are ignored.
        k.op("tfillpad", tile(k, "f32", h, P, 65536 + 8192, (h, rows)), tile(k, "f32", h, P, 65536 + 12288, pad=3))
        z = state.scores(12288)
        e = state.weights(z)
        push(k, "aic", k.op("tcvt", e, tile(k, "bf16", h, P, 65536 + 20480), rmode=RINT), 1)
        part = pop(k, "aic", tile_type("f32", h, D, ("?", "?")), 1)
        state.add(part)
        free(k, "aic", 1)
    first = k.arith("muli", vector_core(k), h)
    k.store(state.result(), k.view(k.y, [H, D]), [first, 0], [h, D])
    Q, KK, V = low(f(H, D), "bf16"), low(f(PAGES * P, D), "bf16"), low(f(PAGES * P, D), "bf16")
    T = R.permutation(PAGES)[:-(-L // P)].astype(np.int32)
    rows = np.concatenate([np.arange(page * P, page * P + P) for page in T])[:L]
    z_ = Q.astype(float) @ KK[rows].T / 8
    e_ = np.exp(z_ - z_.max(1, keepdims=True))
    return ([cube, vec], [("in", Q), ("in", KK), ("in", V), ("in", T), ("out", "y", np.zeros((H, D), np.float32)),
                          ("inout", "g", np.zeros(2 * H * D * 4, np.float32)), L],
        {"y": (e_ / e_.sum(1, keepdims=True) @ V[rows], 0.02, 0.02)}, "g")
