# SPDX-License-Identifier: Apache-2.0
"""Constraints of the instructions beyond elementwise work: the words of each message, one case each."""
import numpy as np

from tiles import Case, Scalar, Tensor, Tile


def vec(elem, rows, cols, **more):
    return Tile(elem, rows, cols, **more)


def refusals(_rng):
    image = np.zeros(64 * 1024, np.uint8)
    table = np.zeros((10, 32), np.float32)
    a, b, i = vec("f32", 8, 32), vec("f32", 8, 32, address=4096), vec("i32", 8, 32, address=8192)
    u = vec("u32", 8, 32, address=8192)
    one_row = vec("f32", 1, 32, address=16384)
    boxed = vec("f32", 16, 16, column_major=True, box=1, fractal=512, pitch=16)

    def refuse(op, operands, fault, *attributes, gm=None):
        return Case(op, operands, list(attributes), image=image, fault=fault, gm=gm, name=fault)

    # Gather and scatter
    yield refuse("tgather", [a, b, vec("i32", 4, 32, address=8192), None], "indices of 4 x 32 are too few for 8 x 32 elements")
    yield refuse("tgatherb", [a, b, vec("u32", 1, 8, address=8192)], "offsets of 1 x 8 are too few for 8 x 4 blocks")
    yield refuse("tscatter", [a, b, vec("i16", 8, 32, address=8192)], "indexes of i16 go with elements of 2 bytes, not 4")
    yield refuse("tscatter", [a, vec("f32", 4, 32, address=4096), i], "indexes of 8 x 32 exceed src of 4 x 32")
    yield refuse("tgather_mask", [vec("f32", 8, 8), b], "dst of 8 x 8 has no room for 128 elements", "MASK_P0101")
    yield refuse("tgather_cmp", [i, vec("i32", 8, 1, address=24576), b, Scalar("f32", 0), a], "cmpMode is neither eq nor gt",
                 "COMPARE_LT", 0)
    # Sorting
    yield refuse("tsort32", [vec("f32", 1, 64), one_row, vec("i16", 1, 32, address=8192), None], "idx has element type i16, not ui32")
    yield refuse("tsort32", [vec("f32", 8, 64), b, vec("u32", 1, 16, address=16384), None],
                 "idx of 1 x 16 has no index for each of 8 x 32 values")
    yield refuse("tsort32", [vec("f32", 8, 32), b, u, None], "dst of 8 x 32 has no room for 8 x 32 pairs")
    # Reductions
    yield refuse("trowsum", [boxed, b, None], "boxes")
    yield refuse("trowsum", [vec("f32", 8, 1, column_major=True), vec("f32", 8, 32, valid=(8, 0), address=4096), None],
                 "the valid region of src is empty")
    yield refuse("tcolsum", [vec("f32", 1, 32), vec("f32", 8, 32, valid=(0, 32), address=4096), None],
                 "the valid region of src is empty", 0)
    yield refuse("tcolsum", [vec("f32", 1, 16), b, None], "dst has 16 valid columns, src 32", 0)
    yield refuse("thistogram", [vec("f32", 8, 256, address=16384), vec("u16", 8, 32), vec("u8", 8, 32, address=4096)], "dst has element type f32, not ui32", 1)
    yield refuse("thistogram", [u, vec("u16", 8, 32), vec("i32", 8, 32, address=4096)], "idx has element type i32, not ui8", 1)
    yield refuse("thistogram", [u, vec("u16", 8, 32), vec("u8", 8, 32, address=4096)],
                 "dst has 8 x 32 valid elements, not 8 x 256", 1)
    # Expansion
    yield refuse("trowexpand", [a, vec("f32", 4, 1, column_major=True, address=4096)],
                 "src of 4 x 1 valid elements has no value for each of 8 rows")
    yield refuse("tcolexpand", [a, vec("f32", 1, 16, address=4096)],
                 "src of 1 x 16 valid elements has no value for each of 32 columns")
    yield refuse("trowexpandadd", [a, b, vec("f32", 8, 3, address=8192), None],
                 "has 3 valid columns: neither one value nor a block of 8 values a row")
    yield refuse("ttri", [a, 0], "upperOrLower is 2, not 0 or 1", 2)
    # Partial
    yield refuse("tpartadd", [vec("f32", 4, 32), b, vec("f32", 4, 32, address=8192)], "src0 (8 x 32) exceeds the valid region of dst")
    # Conversion
    yield refuse("tcvt", [vec("f16", 8, 16), b, None], "valid region 8 x 32 of src differs from 8 x 16 of dst",
                 "ROUND_CAST_RINT", "SATURATION_OFF")
    yield refuse("taxpy", [vec("f16", 8, 32), b, Scalar("f32", 1)], "src of f32 is accumulated into dst of f16")
    # Moves
    yield refuse("textract", [vec("f32", 8, 16), b, 0, 20, None, Scalar()], "are outside src's 8 x 32", "ACC_TO_VEC_0", "RELU_NONE")
    yield refuse("tconcat", [vec("f32", 4, 64), vec("f32", 8, 16, address=4096), vec("f32", 8, 16, address=8192)],
                 "dst, src0 and src1 have 4, 8 and 8 valid rows")
    yield refuse("tmov", [a, b, None, Scalar("f32", 1)], "are for sources in acc", "ACC_TO_VEC_0", "RELU_NONE", "GROUP_AXIS1")
    yield refuse("tmov", [a, b, None, Scalar()], "accToVecMode", "ACC_TO_VEC_1", "RELU_NONE", "GROUP_AXIS1")
    yield refuse("trandom", [u, 0, 0, 0, 0, 0, 0], "8 rounds, not 7 or 10", 8)
    # Tables
    scatter = ["COALESCE_ELEM", "SCATTER_STORE", "SCATTER_UNDEFINED", "CONFLICT_DEFAULT"]
    yield refuse("mscatter", [Tensor("f32", (10, 32), (32, 1)), a, vec("i32", 8, 32, column_major=True, address=8192)],
                 "idx is not row-major", *scatter, gm=table)
    yield refuse("mscatter", [Tensor("f32", (10, 16), (16, 1)), a, vec("i32", 1, 8, address=8192)],
                 "rows of 32 elements and a table of 16 columns", "COALESCE_ROW", *scatter[1:], gm=table)
    yield refuse("mscatter", [Tensor("f32", (0, 32), (32, 1)), a, i], "the table is empty", "COALESCE_ELEM", "SCATTER_STORE",
                 "SCATTER_CLAMP", "CONFLICT_DEFAULT", gm=table)
    yield refuse("tstore", [Tensor("f32", (10, 32), (32, 1)), a, None, Scalar("f32", 2)], "is for tiles in acc, and src lies in vec",
                 "ST_PHASE_UNSPECIFIED", "STORE_PLAIN", "RELU_NONE", gm=table)
    # Quantisation
    yield refuse("tquant", [vec("i8", 8, 32), b, vec("f32", 2, 1, column_major=True, address=16384), None, None],
                 "has no value for each of 8 rows", "QUANT_INT8_SYM")
    yield refuse("tquant", [vec("i8", 8, 32), b, vec("f32", 8, 1, column_major=True, address=16384), None, None],
                 "quant_type is neither INT8_SYM nor INT8_ASYM", "QUANT_MXFP8")
