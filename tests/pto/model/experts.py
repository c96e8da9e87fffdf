# SPDX-License-Identifier: Apache-2.0
"""Kernels of a mixture of experts as a compiler for A2/A3 emits them: every tile at an address, addresses shared by tiles whose
lives do not meet, every valid region given as values.

Each function gives its kernel (or the two halves of a mixed one), the arguments, and what is expected of the outputs, as in vector.py.
"""
import numpy as np

from text import Kernel, Kernels, low

kernel = Kernels(17)
R, f = kernel.random, kernel.normal
RINT, NONE = "#pto<round_mode RINT>", "#pto<round_mode NONE>"


def tile(k, elem, rows, cols, at, valid=None, **kind):
    return k.tile(elem, rows, cols, valid or (rows, cols), at=at, **kind)


def stable_top(scores, count):
    return np.argsort(-scores, 1, kind="stable")[:, :count]


def merge(k, lists, whole, room=None):
    """tmrgsort of several lists, with a workspace or the word that there is none"""
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
        merged = k.op("tmrgsort", [pairs, k.value(64, "i32")], tile(k, "f32", 1, 2 * E, 12288))
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
