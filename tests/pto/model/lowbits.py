# SPDX-License-Identifier: Apache-2.0
"""Kernels with numbers of few bits as a compiler for A5 emits them, and what they compute, as in vector.py."""
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
