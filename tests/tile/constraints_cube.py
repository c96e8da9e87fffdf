# SPDX-License-Identifier: Apache-2.0
"""Constraints of the tile instructions of cube cores: the words of each message, one case each."""
import numpy as np

from tiles import Case, MEMORIES, Scalar, Tensor, Tile


def left(elem, rows, cols, **more):
    return Tile(elem, rows, cols, loc="left", column_major=True, box=1, fractal=512, **more)


def right(elem, rows, cols, **more):
    return Tile(elem, rows, cols, loc="right", box=2, fractal=512, **more)


def acc(elem, rows, cols, **more):
    return Tile(elem, rows, cols, loc="acc", column_major=True, box=1, fractal=1024, **more)


def mat(elem, rows, cols, **more):
    return Tile(elem, rows, cols, loc="mat", column_major=True, box=1, fractal=512, **more)


def refuse(op, operands, fault, *attributes, pipe=None, gm=None):
    return Case(op, operands, list(attributes), image=np.zeros(64, np.uint8), memory=MEMORIES.index("L1"), fault=fault,
                pipe=pipe, gm=gm, name=fault)


def products():
    """Layouts, types, extents and scales of matrix products."""
    f16, other, f32 = left("f16", 32, 64), right("f16", 64, 48), acc("f32", 32, 48)
    phase = "ACC_PHASE_UNSPECIFIED"

    def product(fault, dst=f32, lhs=f16, rhs=other, op="tmatmul"):
        return refuse(op, [dst, lhs, rhs], fault, phase)
    yield product("the left tile is not in row-major boxes of 512 bytes", lhs=Tile("f16", 32, 64, loc="left"))
    yield product("the right tile is not row-major of column-major boxes", rhs=Tile("f16", 64, 48, loc="right"))
    yield product("dst is not column-major of row-major boxes of 1024 bytes", dst=Tile("f32", 32, 48, loc="acc"))
    yield refuse("tmatmul_acc", [f32, Tile("f32", 32, 48, loc="acc"), f16, other],
                 "acc_in is not column-major of row-major boxes of 1024 bytes", phase)
    yield product("no product of f16 and bf16", rhs=right("bf16", 64, 48))
    yield product("dst has element type i32, the product f32", dst=acc("i32", 32, 48))
    yield refuse("tmatmul_acc", [f32, acc("i32", 32, 48), f16, other], "acc_in has element type i32, dst f32", phase)
    yield refuse("tmatmul_bias", [f32, f16, other, Tile("i32", 1, 48, loc="bias")], "bias has element type i32, dst f32", phase)
    yield product("dst of 16 x 48 has no room for 32 x 48", dst=acc("f32", 16, 48))
    yield refuse("tmatmul_acc", [f32, acc("f32", 32, 16), f16, other], "acc_in of 32 x 16 has no room for 32 x 48", phase)
    yield refuse("tmatmul_bias", [f32, f16, other, Tile("f32", 1, 32, loc="bias")], "bias of 1 x 32 is no row of 48", phase)
    yield product("the right tile has 32 rows, the left 64 valid columns", rhs=right("f16", 32, 48))
    yield product("the left tile has 32 valid rows, not 1", op="tgemv")
    yield refuse("tgemv", [acc("i32", 32, 48), Tile("i8", 1, 4096, loc="left"), right("i8", 64, 48)], "m 1, k 4096 or n 48 exceeds 4095", phase)
    scales = [Tile("e8m0", 32, 2, loc="scaling", box=1, fractal=32), Tile("e8m0", 2, 48, loc="scaling", box=2, column_major=True, fractal=32)]

    def scaled(fault, lhs, rhs, scale):
        return refuse("tmatmul_mx", [f32, lhs, scale, rhs, scales[1]], fault, phase)
    yield scaled("no product of e4m3 and e2m1x2 with scales", left("e4m3", 32, 64), right("e2m1x2", 64, 48), scales[0])
    yield scaled("the left tile has 32 columns of bytes, no multiple of 64", left("e4m3", 32, 32), right("e4m3", 32, 48), scales[0])
    far = Tile("e8m0", 32, 2, loc="scaling", box=1, fractal=32, address=4096 - 32)
    yield scaled("the scales at offset 4064 are outside their 4096 bytes", left("e4m3", 32, 64), right("e4m3", 64, 48), far)


def moves():
    """Paths, quantisation, halves for the two vector cores."""
    window = "ACC_TO_VEC_0", "RELU_NONE", "GROUP_AXIS1"
    source, none = acc("f32", 32, 32), [None, Scalar()]
    yield refuse("tmov", [mat("f16", 32, 32), mat("f16", 32, 32, address=4096), *none], "no path from mat to mat", *window,
                 pipe="MTE1")
    scales = {"box": 1, "fractal": 32}
    yield refuse("tmov", [Tile("e8m0", 32, 4, loc="scaling", address=4000, **scales), Tile("e8m0", 32, 4, loc="mat", **scales),
                          *none], "128 bytes at offset 4000 are outside the 4096 bytes of scales", *window, pipe="MTE1")
    yield refuse("tmov", [right("e2m1x2", 32, 64, blocks=1), mat("e2m1x2", 128, 32), *none],
                 "4-bit elements move to right as whole tiles only", *window, pipe="MTE1")
    yield refuse("tmov", [mat("f16", 32, 32), source, *none], "accToVecMode is for moves from acc to vec", "ACC_TO_VEC_1",
                 *window[1:], pipe="FIX")
    yield refuse("tmov", [Tile("f32", 16, 32), acc("f32", 31, 32), *none], "31 x 32 elements do not split in halves",
                 "ACC_TO_VEC_SPLIT_M", *window[1:], pipe="FIX")
    yield refuse("tmov", [Tile("i32", 32, 32), source, *none], "f32 in acc does not become i32 without quantisation", *window,
                 pipe="FIX")
    yield refuse("tmov", [Tile("i16", 32, 32), source, None, Scalar("f32", 2)], "f32 in acc does not become i16 by quantisation",
                 *window, pipe="FIX")
    scales = Tile("u64", 1, 32, loc="scaling")
    yield refuse("tmov", [Tile("i8", 32, 32), source, scales, Scalar("f32", 2)], "fp and preQuantScalar exclude each other",
                 *window, pipe="FIX")
    yield refuse("tmov", [Tile("i8", 32, 32), source, Tile("u64", 1, 16, loc="scaling"), Scalar()],
                 "fp has parameters for 16 columns, and src has 32", *window, pipe="FIX")
    yield refuse("tfillpad", [Tile("f32", 8, 32, pad=1), Tile("f32", 8, 32, loc="mat")], "src lies in mat and dst in vec",
                 "PAD_VALUE_TILE", pipe="MTE1")


def gathers():
    """Gathers into L1 by indices in GM."""
    gm, table = np.zeros(4096, np.uint8), Tensor("f32", (16, 16), (16, 1))

    def gather(fault, index, dst=mat("f32", 32, 32, valid=(20, 16))):
        return refuse("mgather_rows", [dst, table, index], fault, "GATHER_UNDEFINED", gm=gm)
    index = Tensor("i32", (1, 20), (20, 1), 1024)
    yield gather("dst is not in NZ layout", index, Tile("f32", 32, 32, (20, 16), loc="mat"))
    yield gather("idx has element type f32: indices are of 32 bits", Tensor("f32", (1, 20), (20, 1), 1024))
    yield gather("idx has 19 indices for 20 rows", Tensor("i32", (1, 19), (19, 1), 1024))
    yield gather("rows of 32 elements and a table of 16 columns", index, mat("f32", 32, 32, valid=(20, 32)))
    yield refuse("mgather_elems", [mat("f32", 32, 32, valid=(20, 16)), table, index, None],
                 "idx has 20 indices for 320 elements", "GATHER_UNDEFINED", gm=gm)


def refusals(_rng):
    for family in (products, moves, gathers):
        yield from family()
