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
