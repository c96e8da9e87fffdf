// SPDX-License-Identifier: Apache-2.0
//
// Moves. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tmov .kinds = "RTRQAAA", .places = "\157\23\301\201"
#define PTO_TILE_TYPES_tmov (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tmov, MOVE, move, (kR, dst), (kT, src), (kR, fp), (kQ, preQuantScalar), (kA, accToVecMode), (kA, reluPreMode), (kA, grpAxis))
#define pto_tmov(dst, src, fp, preQuantScalar, accToVecMode, reluPreMode, grpAxis, ...) PTO_TILE_CALL(tmov, (dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, grpAxis), __VA_ARGS__)

#define PTO_TILE_ROW_textract .kinds = "RTIIRQAA", .places = "\117\23\1\1\300\201"
#define PTO_TILE_TYPES_textract (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(textract, MOVE, extract, (kR, dst), (kT, src), (kI, indexRow), (kI, indexCol), (kR, fp), (kQ, preQuantScalar), (kA, accToVecMode), (kA, reluPreMode))
#define pto_textract(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, ...) PTO_TILE_CALL(textract, (dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode), __VA_ARGS__)

#define PTO_TILE_ROW_tinsert .kinds = "RTIIRQAAA", .places = "\3\21\1\1\300\201"
#define PTO_TILE_TYPES_tinsert (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_FN(tinsert, MOVE, (kR, dst), (kT, src), (kI, indexRow), (kI, indexCol), (kR, fp), (kQ, preQuantScalar), (kA, accToVecMode), (kA, reluPreMode), (kA, tinsertMode))
#define pto_tinsert(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, tinsertMode, ...) PTO_TILE_CALL(tinsert, (dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, tinsertMode), __VA_ARGS__)

#define PTO_TILE_ROW_ttrans .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_ttrans (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(ttrans, V, trans, (kT, dst), (kT, src), (kW, tmp))
#define pto_ttrans(dst, src, tmp, ...) PTO_TILE_CALL(ttrans, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tconcat .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tconcat (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tconcat, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tconcat(dst, src0, src1, ...) PTO_TILE_CALL(tconcat, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tconcatidx .kinds = "TTTXX", .places = "\1\1\1\1\1"
#define PTO_TILE_TYPES_tconcatidx (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tconcatidx, V, (kT, dst), (kT, src0), (kT, src1), (kX, src0Idx), (kX, src1Idx))
#define pto_tconcatidx(dst, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tconcatidx, (dst, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_ROW_tfillpad .kinds = "TTA", .places = "\3\3"
#define PTO_TILE_TYPES_tfillpad (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_FN(tfillpad, PAD, (kT, dst), (kT, src), (kA, padValue))
#define pto_tfillpad(dst, src, padValue, ...) PTO_TILE_CALL(tfillpad, (dst, src, padValue), __VA_ARGS__)

#define PTO_TILE_ROW_tinterleave .kinds = "TTTT", .places = "\1\1\1\1"
#define PTO_TILE_TYPES_tinterleave (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tinterleave, V, (kT, dst0), (kT, dst1), (kT, src0), (kT, src1))
#define pto_tinterleave(dst0, dst1, src0, src1, ...) PTO_TILE_CALL(tinterleave, (dst0, dst1, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tdeinterleave .kinds = "TTTT", .places = "\1\1\1\1"
#define PTO_TILE_TYPES_tdeinterleave (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tdeinterleave, V, (kT, dst0), (kT, dst1), (kT, src0), (kT, src1))
#define pto_tdeinterleave(dst0, dst1, src0, src1, ...) PTO_TILE_CALL(tdeinterleave, (dst0, dst1, src0, src1), __VA_ARGS__)
// clang-format on
