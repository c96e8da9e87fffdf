# SPDX-License-Identifier: Apache-2.0
"""Kernels with types of few bits as a compiler for A5 emits them, and their results, as in vector.py."""
import struct

import numpy as np

from text import Kernel, Kernels, low, tile_type

kernel = Kernels(23)
R, f = kernel.random, kernel.normal
RINT = "#pto<round_mode RINT>"


def bits(scale):
    return struct.unpack("<I", struct.pack("<f", scale))[0]


def tile(k, elem, rows, cols, at, valid=None, **kind):
    return k.tile(elem, rows, cols, valid or (rows, cols), at=at, **kind)


def product(k, a, b, elem, m, kk, n, acc="f32"):
    """The parameters a times b, whole, into acc at 0."""
    am = k.load(k.view(a, [m, kk]), [0, 0], tile(k, elem, m, kk, 0, loc="mat", layout="nz"), [m, kk])
    bm = k.load(k.view(b, [kk, n]), [0, 0], tile(k, elem, kk, n, 65536, loc="mat", layout="nz"), [kk, n])
    l, r = tile(k, elem, m, kk, 0, loc="left", layout="nz"), tile(k, elem, kk, n, 0, loc="right", layout="zn")
    k.op("tmov", am, l)
    k.op("tmov", bm, r)
    return k.op("tmatmul", [l, r], tile(k, acc, m, n, 0, loc="acc", layout="acc"))


@kernel
def fp8_product():
    """fp8 times fp8, stored as fp8 by one scale"""
    M, K, N = (32, 64, 64)
    k = Kernel("fp8_product", "a:f8E4M3FN* b:f8E4M3FN* y:f8E4M3FN*", core="cube")
    c = product(k, k.a, k.b, "f8E4M3FN", M, K, N)
    p, scale = k.part(k.view(k.y, [M, N]), [0, 0], [M, N]), k.value(bits(0.25), "i64")
    k.line(f"pto.tstore ins({c} : {c.kind}, {scale} : i64) outs({p} : {p.kind})")
    A, B = low(f(M, K), "e4m3"), low(f(K, N), "e4m3")
    want = low(A.astype(float) @ B * 0.25, "e4m3")
    return ([k], [("in", A), ("in", B), ("out", "y", want)], {"y": (want, 0.13, 0.002)})


@kernel
def column_scales():
    """i8 times i8, stored as f16 by a scale for each column"""
    M, K, N = (32, 64, 64)
    k = Kernel("column_scales", "a:i8* b:i8* s:i64* y:f16*", core="cube")
    c = product(k, k.a, k.b, "i8", M, K, N, "i32")
    sm = k.load(k.view(k.s, [1, N]), [0, 0], tile(k, "i64", 1, N, 131072, loc="mat"), [1, N])
    s = k.op("tmov", sm, tile(k, "i64", 1, N, 0, loc="scaling"))
    p = k.part(k.view(k.y, [M, N]), [0, 0], [M, N])
    k.line(f"pto.tstore ins({c} : {c.kind} fp {s} : {s.kind}) outs({p} : {p.kind})")
    A, B = R.integers(-128, 128, (M, K)).astype(np.int8), R.integers(-128, 128, (K, N)).astype(np.int8)
    S = 2.0 ** R.integers(-14, -8, N)
    want = A.astype(int) @ B.astype(int) * S
    return ([k], [("in", A), ("in", B), ("in", np.array([bits(s) for s in S])), ("out", "y", want)], {"y": (want, 1e-3, 1e-3)})


@kernel
def chained():
    """a product whose result is an operand of the next, by way of L1"""
    M, N = (32, 64)
    k = Kernel("chained", "a:bf16* b:bf16* y:f32*", core="cube")
    c = product(k, k.a, k.b, "bf16", M, N, N)
    m = tile(k, "bf16", M, N, 131072, loc="mat", layout="nz")
    k.line(f"pto.tmov ins({c} : {c.kind}) outs({m} : {m.kind}) {{reluPreMode = #pto<relu_pre_mode normal_relu>}}")
    l = k.op("tmov", m, tile(k, "bf16", M, N, 8192, loc="left", layout="nz"))
    d = tile(k, "f32", M, N, 16384, loc="acc", layout="acc")
    k.op("tmatmul", [l, tile(k, "bf16", N, N, 0, loc="right", layout="zn")], d)
    k.store(d, k.view(k.y, [M, N]), [0, 0], [M, N])
    A, B = low(f(M, N), "bf16"), low(f(N, N), "bf16")
    want = low(np.maximum(A.astype(float) @ B, 0), "bf16") @ B.astype(float)
    return ([k], [("in", A), ("in", B), ("out", "y", np.zeros((M, N), np.float32))], {"y": (want, 0.01, 0.3)})


def epilogue(name, elem, acc, out, quant, relu, scale, values, gm=False, layout="nd", columns=None):
    """A product converted by a pipe to another type, in UB or in GM, and to another layout."""
    M, N = (32, 64)
    tiles, shape, strides = {"nd": ("row", [M, N], None), "dn": ("col", [M, N], [1, M]),
                             "nz": ("nz", [1, N // 16, M // 16, 16, 16], None)}[layout]
    kind = "f32" if columns is None else "f32*" if columns else "i64*"
    params = f"a:{elem}* b:{elem}* y:{out}*" + (f" s:{kind}" if scale is not None else "") + (f" g:{out}*" if gm else "")
    cube, vec = Kernel(name + "_aic", params, core="cube"), Kernel(name + "_aiv", params)
    size = M * N * (1 if out == "i8" else 2)
    for k, kind in ((cube, "aic"), (vec, "aiv")):
        end = k.new("i32")
        if k is vec:
            k.line(f'{end} = pto.reserve_buffer {{name = "c2v", size = {size * 2}, location = #pto.address_space<vec>, auto = false, base = 0}} -> i32')
        else:
            k.line(f'{end} = pto.import_reserved_buffer {{name = "c2v", peer_func = @{name}_aiv}} -> i32')
        slots = f"gm_slot_buffer = {k.g} : {k.g.kind}, " if gm else ""
        k.line(f"pto.{kind}_initialize_pipe {{id = 2, dir_mask = 1, slot_size = {size}, slot_num = 2, nosplit = true, "
               f"acc_push_epilogue = #pto.acc_push_epilogue<layout = nz2{layout}, quant = {quant}, relu = {relu}>}} ({slots}c2v_consumer_buf = {end} : i32)")
    c = product(cube, cube.a, cube.b, elem, M, N, N, acc)
    if columns is not None:
        word = cube.s.kind[len("!pto.ptr<"):-1]
        sm = cube.load(cube.view(cube.s, [1, N]), [0, 0], tile(cube, word, 1, N, 131072, loc="mat"), [1, N])
        fp = cube.op("tmov", sm, tile(cube, word, 1, N, 0, loc="scaling"))
        cube.line(f"pto.set_quant_vector({fp} : {fp.kind}) {{id = 2}}")
    elif scale is not None:
        cube.line(f"pto.set_quant_scalar({cube.s} : f32) {{id = 2}}")
    cube.line(f"pto.tpush_to_aiv({c} : {c.kind}) {{id = 2, split = 0}}")
    k = vec
    sub = k.new("i64")
    k.line(f"{sub} = pto.get_subblock_idx")
    mine, x = k.compare("eq", sub, k.value(0, "i64"), kind="i64"), k.new(tile_type(out, M, N, layout=tiles))
    pop, free = f"{x} = pto.tpop_from_aic {{id = 2, split = 0}} -> {x.kind}", "pto.tfree_from_aic {id = 2, split = 0}"
    if gm:  # both vector cores participate
        k.line(pop)
    with k.branch(mine):
        if not gm:
            k.line(pop)
        k.store(x, k.view(k.y, shape, strides, layout), [0] * len(shape), shape)
        if not gm:
            k.line(free)
    if gm:
        k.line(free)
    A, B = values((M, N)), values((N, N))
    want = A.astype(float) @ B * (1 if scale is None else scale)
    want = np.maximum(want, 0) if relu == "normal_relu" else want
    want = np.clip(np.rint(want), -128, 127) if out == "i8" else want
    want = {"nd": want, "dn": want.T, "nz": want.reshape(M, N // 16, 16).transpose(1, 0, 2)}[layout]
    return ([cube, vec], [("in", A), ("in", B), ("out", "y", want), *([scale if columns is None else ("in", scale if columns else [bits(it) for it in scale])] if scale is not None else []), *([("inout", "g", np.zeros(M * N * 2))] if gm else [])],
        {"y": (want, 0.01, 0.01)}, "g")


@kernel
def pushed_as_bf16():
    return epilogue("pushed_as_bf16", "bf16", "f32", "bf16", "f32_bf16", "normal_relu", None, lambda shape: low(f(*shape), "bf16"), layout="dn")


@kernel
def pushed_as_f16():
    return epilogue("pushed_as_f16", "i8", "i32", "f16", "deqf16_scalar", "no_relu", 0.0078125, lambda shape: R.integers(-128, 128, shape).astype(np.int8),
                    layout="nz")


@kernel
def pushed_as_i8():
    return epilogue("pushed_as_i8", "f16", "f32", "i8", "qf322b8_pre_scalar", "no_relu", 2.0, lambda shape: f(*shape).astype(np.float16))


@kernel
def pushed_by_columns():
    """columns have scales of their own, as floats"""
    return epilogue("pushed_by_columns", "f16", "f32", "i8", "qf322b8_pre_vec", "no_relu", 2.0 ** R.integers(-2, 3, 64), lambda shape: f(*shape).astype(np.float16),
                    columns="f32")


@kernel
def fp8_rows():
    """fp8 of each row scaled by its maximum, and back"""
    T, D = (16, 256)
    k = Kernel("fp8_rows", "x:bf16* q:f8E4M3FN* s:f32* y:bf16*")
    x, q, s, y = k.view(k.x, [T, D]), k.view(k.q, [T, D]), k.view(k.s, [T, 1], [1, T], layout="dn"), k.view(k.y, [T, D])
    w = k.op("tcvt", k.load(x, [0, 0], tile(k, "bf16", T, D, 0), [T, D]), tile(k, "f32", T, D, 16384), rmode=RINT)
    k.op("trowmax", [k.op("tabs", w, tile(k, "f32", T, D, 32768)), tile(k, "f32", T, D, 49152)], tile(k, "f32", T, 1, 65536, layout="col"))
    line, col = tile(k, "f32", 1, T, 65536), tile(k, "f32", T, 1, 65536, layout="col")
    k.op("tmuls", [line, k.value(1.0 / 448.0, "f32")], line)
    k.store(col, s, [0, 0], [T, 1])
    z = k.op("trowexpanddiv", [w, col], tile(k, "f32", T, D, 32768))
    b = tile(k, "f8E4M3FN", T, D, 0)
    k.line(f"pto.tcvt ins({z} {{rmode = {RINT}, sat_mode = #pto<saturation_mode ON>}} : {z.kind}) outs({b} : {b.kind})")
    k.store(b, q, [0, 0], [T, D])
    back = k.op("trowexpandmul", [k.op("tcvt", b, tile(k, "f32", T, D, 16384), rmode=RINT), col], tile(k, "f32", T, D, 32768))
    k.store(k.op("tcvt", back, tile(k, "bf16", T, D, 49152), rmode=RINT), y, [0, 0], [T, D])
    X = low(f(T, D), "bf16").astype(np.float32)
    S = np.abs(X).max(1) * np.float32(1 / 448)
    Q = low(X / S[:, None], "e4m3")
    return ([k], [("in", X), ("out", "q", Q), ("out", "s", S), ("out", "y", X)], {"q": (Q, 0, 0), "s": (S, 1e-6, 0), "y": (Q * S[:, None], 0.01, 0.001)})


@kernel
def read_as():
    """bits reinterpreted as integers: exponents by shifts, for a ragged tile reshaped to another type"""
    T, D, n = (8, 64, 5)
    k = Kernel("read_as", "x:f32* y:i32* z:f32* n:index")
    x = k.load(k.view(k.x, [k.n, D]), [0, 0], tile(k, "f32", T, D, 0, (k.n, D)), [k.n, D])
    i = k.new(tile_type("i32", T, D, ("?", "?")))
    k.line(f"{i} = pto.bitcast {x} : {x.kind} -> {i.kind}")
    e = k.op("tands", [k.op("tshrs", [i, k.value(23, "i32")], tile(k, "i32", T, D, 4096, (k.n, D))), k.value(255, "i32")], tile(k, "i32", T, D, 8192, (k.n, D)))
    k.store(e, k.view(k.y, [k.n, D]), [0, 0], [k.n, D])
    k.setval(x, 3, k.value(0.5, "f32"))
    k.store(x, k.view(k.z, [k.n, D]), [0, 0], [k.n, D])
    X = f(n, D)
    Z = X.copy()
    Z[0, 3] = 0.5
    return ([k], [("in", X), ("out", "y", np.zeros((n, D), np.int32)), ("out", "z", X), n], {"y": (X.view(np.int32) >> 23 & 255, 0, 0), "z": (Z, 0, 0)})


def mx(name, place):
    """fp8 times fp8 with a scale for each 32 numbers; scales are packed boxes, whose addresses are given after the
    moves"""
    M, K, N, G, scale = 32, 128, 64, 4, "!pto.f8E8M0"
    k = Kernel(name, f"a:f8E4M3FN* b:f8E4M3FN* p:{scale}* q:{scale}* y:f32*", core="cube")

    def mat(pointer, rows, cols, at, layout, order=None):
        elem = pointer.kind[len("!pto.ptr<"):-1]
        return k.load(k.view(pointer, [rows, cols], layout=order), [0, 0], k.tile(elem, rows, cols, at=place(at), loc="mat", layout=layout), [rows, cols])

    am, bm = mat(k.a, M, K, 0, "nz"), mat(k.b, K, N, 65536, "nz")
    pm, qm = mat(k.p, M, G, 131072, "zz", "mx_a_zz"), mat(k.q, G, N, 132096, "nn", "mx_b_nn")
    l, r = k.tile("f8E4M3FN", M, K, at=place(4096), loc="left", layout="nz"), k.tile("f8E4M3FN", K, N, at=place(0), loc="right", layout="zn")
    ls, rs = k.tile(scale, M, G, at=place(0), loc="scaling", layout="zz"), k.tile(scale, G, N, at=place(512), loc="scaling", layout="nn")
    for source, into in ((am, l), (bm, r), (pm, ls), (qm, rs)):
        k.op("tmov", source, into)
    k.op("tget_scale_addr", l, ls)
    k.op("tget_scale_addr", r, rs)
    c = k.op("tmatmul.mx", [l, ls, r, rs], k.tile("f32", M, N, at=place(0), loc="acc", layout="acc"))
    k.op("tmatmul.mx.acc", [c, l, ls, r, rs], c)
    k.store(c, k.view(k.y, [M, N]), [0, 0], [M, N])
    A, B, P, Q = low(f(M, K), "e4m3"), low(f(K, N), "e4m3"), R.integers(120, 134, (M, G)), R.integers(120, 134, (N, G))
    boxes = [it.reshape(-1, 16, G // 2, 2).transpose(0, 2, 1, 3) for it in (P, Q)]
    want = 2 * (A * 2.0 ** (np.repeat(P, 32, 1) - 127)) @ (B * 2.0 ** (np.repeat(Q.T, 32, 0) - 127))
    return ([k], [("in", A), ("in", B), *(("in", it) for it in boxes), ("out", "y", want)], {"y": (want, 1e-4, 1e-4 * np.abs(want).max())})


@kernel
def mx_product():
    return mx("mx_product", lambda at: at)


@kernel
def mx_planned():
    return mx("mx_planned", lambda at: None)
