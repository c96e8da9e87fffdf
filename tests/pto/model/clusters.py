# SPDX-License-Identifier: Apache-2.0
"""Kernels of clusters as a compiler for A2/A3 emits them: halves that hand tiles over in GM, by pipes or by semaphores.

Each function gives its kernel or its two halves, the arguments, what is expected of the outputs as in vector.py, and the names of
those that are scratch.
"""
import numpy as np

from text import Kernel, Kernels, low, tile_type

kernel = Kernels(19)
R, f = kernel.random, kernel.normal
RINT = "#pto<round_mode RINT>"


def tile(k, elem, rows, cols, at, valid=None, **kind):
    return k.tile(elem, rows, cols, valid or (rows, cols), at=at, **kind)


def left(k, elem, rows, cols, at=0, valid=None):
    return tile(k, elem, rows, cols, at, valid, loc="left", layout="nz")


def product(k, a, b, elem, m, kk, n, acc="f32", rows=None):
    """a in L1 times b in L1, in slices of 64 of the sum; rows: those that are valid"""
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
