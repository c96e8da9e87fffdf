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

    def refuse(op, operands, fault, *attributes, gm=None, ones=False):
        return Case(op, operands, list(attributes), image=image | 255 if ones else image, fault=fault, gm=gm, name=fault)

    # All instructions
    yield refuse("tadd", [a, b, vec("f32", 8, 0)], "src1 is no tile: make one with pto_tile")
    yield refuse("tload", [a, None, Scalar()], "tensor src is missing", "PAD_MODE_NULL", gm=table)
    yield refuse("tcmp", [a, b, b], "dst has element type f32: masks are integers", "COMPARE_EQ")
    yield refuse("tadds", [a, b, Scalar()], "the scalar is missing")
    yield refuse("tgather", [vec("f32", 8, 32, column_major=True), b, i, None],
                 "dst is not a row-major tile without boxes")
    yield refuse("tcmp", [vec("u8", 8, 1), a, b], "dst has 8 bits a row, its tile 32 columns", "COMPARE_EQ")
    yield refuse("taxpy", [i, b, Scalar("f32", 1)], "no form for elements of i32")
    yield refuse("tload", [a, Tensor("f32", (8, 32), (32, 1), offset=1 << 28), Scalar()],
                 "of the tensor at address*are in no bound GM buffer", "PAD_MODE_NULL", gm=table)
    # Gather and scatter
    yield refuse("tgather", [a, b, i, None], "index -1 at (0, 0) is outside src of 8 x 32", ones=True)
    yield refuse("tgatherb", [a, b, u], "offset 4294967295 at (0, 0) is outside the 1024 bytes of src", ones=True)
    yield refuse("tscatter_mask", [a, b], "src has 8 x 32 valid elements, and dst takes 8 x 16", "MASK_P0101", "AXIS_ROW")
    yield refuse("tgather_cmp", [vec("i32", 8, 16), vec("i32", 8, 1, address=24576), b, Scalar("f32", 0), a],
                 "dst of 8 x 16 may have no room for the indices of 8 x 32", "COMPARE_EQ", 0)
    yield refuse("tgather_cmp", [i, vec("i32", 4, 1, address=24576), b, Scalar("f32", 0), a],
                 "cdst of 4 x 1 has no room for 8 counts", "COMPARE_EQ", 0)
    yield refuse("tgather", [a, b, vec("i32", 4, 32, address=8192), None], "indices of 4 x 32 are too few for 8 x 32 elements")
    yield refuse("tgatherb", [a, b, vec("u32", 1, 8, address=8192)], "offsets of 1 x 8 are too few for 8 x 4 blocks")
    yield refuse("tscatter", [a, b, vec("i16", 8, 32, address=8192)], "indexes of i16 go with elements of 2 bytes, not 4")
    yield refuse("tscatter", [a, vec("f32", 4, 32, address=4096), i], "indexes of 8 x 32 exceed src of 4 x 32")
    yield refuse("tgather_mask", [vec("f32", 8, 8), b], "dst of 8 x 8 has no room for 128 elements", "MASK_P0101", "AXIS_ROW")
    yield refuse("tgather_mask", [vec("f32", 8, 32, valid=(8, 16)), b],
                 "dst has 16 valid columns of 32, and elements are packed without gaps", "MASK_P0101", "AXIS_ROW")
    yield refuse("tgather_mask", [vec("f32", 2, 32), b], "dst of 2 x 32 has no room for 128 elements", "MASK_P0101", "AXIS_COL")
    yield refuse("tgather_mask", [vec("i16", 8, 32), b], "elements of f32 do not move to elements of i16", "MASK_P0101", "AXIS_ROW")
    yield refuse("tgather_cmp", [i, vec("i32", 8, 1, address=24576), b, Scalar("f32", 0), a], "cmpMode is neither eq nor gt",
                 "COMPARE_LT", 0)
    # Sorting
    yield refuse("tsort32", [vec("f32", 1, 64), one_row, vec("i16", 1, 32, address=8192), None], "idx has element type i16, not ui32")
    yield refuse("tsort32", [vec("f32", 8, 64), b, vec("u32", 1, 16, address=16384), None],
                 "idx of 1 x 16 has no index for each of 8 x 32 values")
    yield refuse("tsort32", [vec("f32", 8, 32), b, u, None], "dst of 8 x 32 has no room for 8 x 32 pairs")
    line = vec("f32", 1, 512)
    yield refuse("tmrgsort", [line, line, 64], "dst overlaps a source")
    yield refuse("tmrgsort", [line, vec("f32", 1, 192, address=4096), 64],
                 "192 valid columns are not 1 to 255 times four blocks of 64")
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
    yield refuse("thistogram", [vec("u32", 8, 256, address=16384), vec("u16", 8, 32), vec("u8", 8, 32, address=4096)],
                 "byte 2 of elements of 2 bytes", 2)
    yield refuse("thistogram", [vec("u32", 8, 256, address=16384), vec("u16", 8, 32), vec("u8", 4, 32, address=4096)],
                 "idx of 4 x 32 is too small for byte 0", 0)
    # Expansion
    yield refuse("trowexpandadd", [a, b, vec("f32", 4, 1, column_major=True, address=8192), None],
                 "src1 has 4 valid rows, dst 8")
    yield refuse("tcolexpandadd", [a, b, vec("f32", 1, 16, address=8192)], "src1 has 16 valid columns, dst 32")
    yield refuse("trowexpandadd", [vec("f32", 16, 16, address=8192), vec("f32", 16, 16), boxed, None], "src1 has boxes")
    yield refuse("trowexpand", [vec("f32", 16, 16, address=8192), boxed], "src has boxes")
    yield refuse("trowexpand", [a, vec("f32", 4, 1, column_major=True, address=4096)],
                 "src of 4 x 1 valid elements has no value for each of 8 rows")
    yield refuse("tcolexpand", [a, vec("f32", 1, 16, address=4096)],
                 "src of 1 x 16 valid elements has no value for each of 32 columns")
    yield refuse("trowexpandadd", [a, b, vec("f32", 8, 3, address=8192), None],
                 "has 3 valid columns: neither one value nor a block of 8 values a row")
    yield refuse("ttri", [a, 0], "upperOrLower is 2, not 0 or 1", 2)
    # Partial
    yield refuse("tpartadd", [vec("f32", 4, 32), b, vec("f32", 4, 32, address=8192)], "src0 (8 x 32) exceeds the valid region of dst")
    yield refuse("tpartargmax", [a, i, a, b, i, vec("u32", 8, 32, address=12288)],
                 "src0Idx, src1Idx and dstIdx have element types i32, u32 and i32")
    # Conversion
    yield refuse("tcvt", [vec("f16", 8, 32, column_major=True), b, None], "src and dst are not of one layout without boxes",
                 "ROUND_CAST_RINT", "SATURATION_OFF")
    yield refuse("tcvt", [vec("f16", 8, 16), b, None], "valid region 8 x 32 of src differs from 8 x 16 of dst",
                 "ROUND_CAST_RINT", "SATURATION_OFF")
    yield refuse("taxpy", [vec("f16", 8, 32), b, Scalar("f32", 1)], "src of f32 is accumulated into dst of f16")
    # Moves
    plain_move = "ACC_TO_VEC_0", "RELU_NONE", "GROUP_AXIS1"
    yield refuse("tmov", [vec("f16", 8, 32), b, None, Scalar()], "elements of f32 do not move to elements of f16", *plain_move)
    exponents = [vec("u8", 16, 2), vec("u8", 16, 2, address=4096), vec("u8", 16, 2, address=8192)]

    def pack(fault, dst=exponents[0], src=exponents[1], axis="GROUP_AXIS1"):
        return refuse("tmov", [dst, src, exponents[2], Scalar()], fault, "ACC_TO_VEC_0", "RELU_NONE", axis)
    yield pack("exponents are bytes, not f32", src=b)
    yield pack("dst has 16 x 2 valid elements, src 8 x 2", src=vec("u8", 8, 2, address=4096))
    yield pack("src of 16 x 2 is no multiple of 2 x 16", axis="GROUP_AXIS0")
    yield pack("dst has 1 valid columns, an odd number", dst=vec("u8", 32, 1))
    yield pack("dst has no room for 16 rows of 2 exponents", dst=vec("u8", 8, 2), src=vec("u8", 8, 2, address=4096))
    yield refuse("tmov", [a, b, None, Scalar()], "are for sources in acc", "ACC_TO_VEC_SPLIT_M", "RELU_NONE", "GROUP_AXIS1")
    yield refuse("ttrans", [vec("f32", 32, 32), vec("f32", 32, 32), None], "dst is src: a transposition in place is not")
    yield refuse("tfillpad", [vec("f32", 8, 16, pad=1), b], "dst of 8 x 16 has no room for the 8 x 32 valid elements",
                 "PAD_VALUE_TILE")
    odd = [vec("f32", 8, 32, valid=(8, 31), address=4096 * k) for k in range(4)]
    yield refuse("tinterleave", odd, "31 valid columns are an odd number")
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
    yield refuse("mscatter", [Tensor("f32", (10, 32), (32, 1)), a, vec("i16", 8, 32, address=8192)],
                 "idx has element type i16: indices are of 32 bits", *scatter, gm=table)
    yield refuse("mscatter", [Tensor("f32", (10, 32), (32, 1)), a,
                              vec("i32", 16, 16, column_major=True, box=1, fractal=512, pitch=16)], "idx has boxes", *scatter,
                 gm=table)
    yield refuse("tstore", [Tensor("u32", (10, 32), (32, 1)), u, None, Scalar()], "atomic_add has no elements of u32",
                 "ST_PHASE_UNSPECIFIED", "STORE_ADD", "RELU_NONE", gm=table)
    yield refuse("tstore", [Tensor("f32", (8, 32), (32, 1), 2), a, None, Scalar()], "atomic updates of elements of 4 bytes at GM",
                 "ST_PHASE_UNSPECIFIED", "STORE_ADD", "RELU_NONE", gm=table)
    yield refuse("tstore", [Tensor("f32", (10, 32), (32, 1)), a, None, Scalar("f32", 2)], "is for tiles in acc, and src lies in vec",
                 "ST_PHASE_UNSPECIFIED", "STORE_PLAIN", "RELU_NONE", gm=table)
    # Quantisation
    yield refuse("tquant", [vec("i8", 8, 32), b, vec("f32", 2, 1, column_major=True, address=16384), None, None],
                 "has no value for each of 8 rows", "QUANT_INT8_SYM")
    yield refuse("tquant", [vec("i8", 8, 32), b, vec("f32", 8, 1, column_major=True, address=16384), None, None],
                 "quant_type is neither INT8_SYM nor INT8_ASYM", "QUANT_MXFP8")
    column = vec("f32", 8, 1, column_major=True, address=16384)
    yield refuse("tquant", [vec("u8", 8, 32), b, column, None, None], "INT8_ASYM needs an offset", "QUANT_INT8_ASYM")
    yield refuse("tquant", [vec("i8", 8, 32), b, column, column, None], "INT8_SYM has no offset", "QUANT_INT8_SYM")
    # MX groups
    def groups(fault, *attributes, src=vec("f32", 8, 64), dst=vec("e4m3", 8, 64, address=4096), exponents=16, zz=None):
        one = [vec(elem, 1, num, address=8192 + 4096 * k)
               for k, (elem, num) in enumerate((("e8m0", exponents), ("f32", 16), ("f32", 16)))]
        return refuse("tquant_mx", [dst, *one, zz, src], fault, *attributes)
    kind = "QUANT_MXFP8", "QUANT_OCP", "VEC_STORE_ND"
    yield groups("quant_type is neither MXFP8 nor MXFP4_E2M1", "QUANT_INT8_SYM", *kind[1:], "GROUP_AXIS1", 0)
    yield groups("the output exp_zz is deprecated", *kind, "GROUP_AXIS1", 0, zz=vec("e8m0", 1, 32, address=24576))
    yield groups("interleave goes with axis0", *kind, "GROUP_AXIS1", 1)
    yield groups("8 valid rows of src are no multiple of 32", *kind, "GROUP_AXIS0", 0)
    yield groups("48 valid columns of src are no multiple of 32", *kind, "GROUP_AXIS1", 0, src=vec("f32", 8, 64, valid=(8, 48)))
    yield groups("dst has 8 x 32 valid elements, not 8 x 64", *kind, "GROUP_AXIS1", 0, dst=vec("e4m3", 8, 32, address=4096))
    yield groups("exp has 1 x 8 valid elements for 16 groups", *kind, "GROUP_AXIS1", 0, exponents=8)
    yield groups("dst has element type u16", *kind, "GROUP_AXIS1", 0, dst=vec("u16", 8, 64, address=4096))
