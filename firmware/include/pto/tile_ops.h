// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_KINDS_tload "TGQA"
#define PTO_TILE_PLACES_tload "\3\1\201"
#define PTO_TILE_TYPES_tload (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tload, LOAD, load, (kT, dst), (kG, src), (kQ, pad_value), (kA, pad_mode))
#define pto_tload(dst, src, pad_value, pad_mode, ...) PTO_TILE_CALL(tload, (dst, src, PTO_TILE_SCALAR(pad_value), pad_mode), __VA_ARGS__)

#define PTO_TILE_KINDS_tstore "GTRQAAA"
#define PTO_TILE_PLACES_tstore "\1\23\300\201"
#define PTO_TILE_TYPES_tstore (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tstore, STORE, store, (kG, dst), (kT, src), (kR, fp), (kQ, preQuantScalar), (kA, stPhase), (kA, atomicType), (kA, reluPreMode))
#define pto_tstore(dst, src, fp, preQuantScalar, stPhase, atomicType, reluPreMode, ...) PTO_TILE_CALL(tstore, (dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), stPhase, atomicType, reluPreMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tprefetch "TG"
#define PTO_TILE_PLACES_tprefetch "\3\1"
#define PTO_TILE_TYPES_tprefetch (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tprefetch, LOAD, load, (kT, dst), (kG, src))
#define pto_tprefetch(dst, src, ...) PTO_TILE_CALL(tprefetch, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_mgather "TGXAA"
#define PTO_TILE_PLACES_mgather "\1\1\1"
#define PTO_TILE_TYPES_mgather (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(mgather, MTE2, (kT, dst), (kG, mem), (kX, idx), (kA, coalesce), (kA, gatherOob))
#define pto_mgather(dst, mem, idx, coalesce, gatherOob, ...) PTO_TILE_CALL(mgather, (dst, mem, idx, coalesce, gatherOob), __VA_ARGS__)

#define PTO_TILE_KINDS_mgather_rows "TGGA"
#define PTO_TILE_PLACES_mgather_rows "\2\1\1"
#define PTO_TILE_TYPES_mgather_rows (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(mgather_rows, MTE2, (kT, dst), (kG, mem), (kG, idx), (kA, gatherOob))
#define pto_mgather_rows(dst, mem, idx, gatherOob, ...) PTO_TILE_CALL(mgather_rows, (dst, mem, idx, gatherOob), __VA_ARGS__)

#define PTO_TILE_KINDS_mgather_elems "TGGWA"
#define PTO_TILE_PLACES_mgather_elems "\2\1\1\100"
#define PTO_TILE_TYPES_mgather_elems (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(mgather_elems, MTE2, (kT, dst), (kG, mem), (kG, idx), (kW, scratch), (kA, gatherOob))
#define pto_mgather_elems(dst, mem, idx, scratch, gatherOob, ...) PTO_TILE_CALL(mgather_elems, (dst, mem, idx, scratch, gatherOob), __VA_ARGS__)

#define PTO_TILE_KINDS_mscatter "GTXAAAA"
#define PTO_TILE_PLACES_mscatter "\1\1\1"
#define PTO_TILE_TYPES_mscatter (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_RUN_FN(mscatter, MTE3, mscatter, (kG, mem), (kT, src), (kX, idx), (kA, coalesce), (kA, scatterAtomicOp), (kA, scatterOob), (kA, scatterConflict))
#define pto_mscatter(mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict, ...) PTO_TILE_CALL(mscatter, (mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict), __VA_ARGS__)

#define PTO_TILE_KINDS_tmov "RTRQAAA"
#define PTO_TILE_PLACES_tmov "\157\23\301\201"
#define PTO_TILE_TYPES_tmov (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tmov, MOVE, move, (kR, dst), (kT, src), (kR, fp), (kQ, preQuantScalar), (kA, accToVecMode), (kA, reluPreMode), (kA, grpAxis))
#define pto_tmov(dst, src, fp, preQuantScalar, accToVecMode, reluPreMode, grpAxis, ...) PTO_TILE_CALL(tmov, (dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, grpAxis), __VA_ARGS__)

#define PTO_TILE_KINDS_textract "RTIIRQAA"
#define PTO_TILE_PLACES_textract "\117\23\1\1\300\201"
#define PTO_TILE_TYPES_textract (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(textract, MOVE, extract, (kR, dst), (kT, src), (kI, indexRow), (kI, indexCol), (kR, fp), (kQ, preQuantScalar), (kA, accToVecMode), (kA, reluPreMode))
#define pto_textract(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, ...) PTO_TILE_CALL(textract, (dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tinsert "RTIIRQAAA"
#define PTO_TILE_PLACES_tinsert "\3\21\1\1\300\201"
#define PTO_TILE_TYPES_tinsert (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_FN(tinsert, MOVE, (kR, dst), (kT, src), (kI, indexRow), (kI, indexCol), (kR, fp), (kQ, preQuantScalar), (kA, accToVecMode), (kA, reluPreMode), (kA, tinsertMode))
#define pto_tinsert(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, tinsertMode, ...) PTO_TILE_CALL(tinsert, (dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, tinsertMode), __VA_ARGS__)

#define PTO_TILE_KINDS_ttrans "TTW"
#define PTO_TILE_PLACES_ttrans "\1\1\201"
#define PTO_TILE_TYPES_ttrans (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(ttrans, V, trans, (kT, dst), (kT, src), (kW, tmp))
#define pto_ttrans(dst, src, tmp, ...) PTO_TILE_CALL(ttrans, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tconcat "TTT"
#define PTO_TILE_PLACES_tconcat "\1\1\1"
#define PTO_TILE_TYPES_tconcat (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tconcat, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tconcat(dst, src0, src1, ...) PTO_TILE_CALL(tconcat, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tconcatidx "TTTXX"
#define PTO_TILE_PLACES_tconcatidx "\1\1\1\1\1"
#define PTO_TILE_TYPES_tconcatidx (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tconcatidx, V, (kT, dst), (kT, src0), (kT, src1), (kX, src0Idx), (kX, src1Idx))
#define pto_tconcatidx(dst, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tconcatidx, (dst, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_KINDS_tfillpad "TTA"
#define PTO_TILE_PLACES_tfillpad "\3\3"
#define PTO_TILE_TYPES_tfillpad (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_FN(tfillpad, PAD, (kT, dst), (kT, src), (kA, padValue))
#define pto_tfillpad(dst, src, padValue, ...) PTO_TILE_CALL(tfillpad, (dst, src, padValue), __VA_ARGS__)

#define PTO_TILE_KINDS_tinterleave "TTTT"
#define PTO_TILE_PLACES_tinterleave "\1\1\1\1"
#define PTO_TILE_TYPES_tinterleave (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tinterleave, V, (kT, dst0), (kT, dst1), (kT, src0), (kT, src1))
#define pto_tinterleave(dst0, dst1, src0, src1, ...) PTO_TILE_CALL(tinterleave, (dst0, dst1, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tdeinterleave "TTTT"
#define PTO_TILE_PLACES_tdeinterleave "\1\1\1\1"
#define PTO_TILE_TYPES_tdeinterleave (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tdeinterleave, V, (kT, dst0), (kT, dst1), (kT, src0), (kT, src1))
#define pto_tdeinterleave(dst0, dst1, src0, src1, ...) PTO_TILE_CALL(tdeinterleave, (dst0, dst1, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tadd "TTT"
#define PTO_TILE_PLACES_tadd "\1\1\1"
#define PTO_TILE_TYPES_tadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64)
PTO_TILE_RUN_FN(tadd, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tadd(dst, src0, src1, ...) PTO_TILE_CALL(tadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tsub "TTT"
#define PTO_TILE_PLACES_tsub "\1\1\1"
#define PTO_TILE_TYPES_tsub (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64)
PTO_TILE_RUN_FN(tsub, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tsub(dst, src0, src1, ...) PTO_TILE_CALL(tsub, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tmul "TTT"
#define PTO_TILE_PLACES_tmul "\1\1\1"
#define PTO_TILE_TYPES_tmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64)
PTO_TILE_RUN_FN(tmul, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmul(dst, src0, src1, ...) PTO_TILE_CALL(tmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tdiv "TTTA"
#define PTO_TILE_PLACES_tdiv "\1\1\1"
#define PTO_TILE_TYPES_tdiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tdiv, V, binary, (kT, dst), (kT, src0), (kT, src1), (kA, precisionType))
#define pto_tdiv(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tdiv, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tmax "TTT"
#define PTO_TILE_PLACES_tmax "\1\1\1"
#define PTO_TILE_TYPES_tmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmax, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmax(dst, src0, src1, ...) PTO_TILE_CALL(tmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tmin "TTT"
#define PTO_TILE_PLACES_tmin "\1\1\1"
#define PTO_TILE_TYPES_tmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmin, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmin(dst, src0, src1, ...) PTO_TILE_CALL(tmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_trem "TTTWA"
#define PTO_TILE_PLACES_trem "\1\1\1\201"
#define PTO_TILE_TYPES_trem (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trem, V, binary, (kT, dst), (kT, src0), (kT, src1), (kW, tmp), (kA, precisionType))
#define pto_trem(dst, src0, src1, tmp, precisionType, ...) PTO_TILE_CALL(trem, (dst, src0, src1, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tfmod "TTTA"
#define PTO_TILE_PLACES_tfmod "\1\1\1"
#define PTO_TILE_TYPES_tfmod (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfmod, V, binary, (kT, dst), (kT, src0), (kT, src1), (kA, precisionType))
#define pto_tfmod(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tfmod, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tpow "TTTWA"
#define PTO_TILE_PLACES_tpow "\1\1\1\201"
#define PTO_TILE_TYPES_tpow (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tpow, V, binary, (kT, dst), (kT, base), (kT, exp_), (kW, tmp), (kA, precisionType))
#define pto_tpow(dst, base, exp_, tmp, precisionType, ...) PTO_TILE_CALL(tpow, (dst, base, exp_, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tand "TTT"
#define PTO_TILE_PLACES_tand "\1\1\1"
#define PTO_TILE_TYPES_tand (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tand, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tand(dst, src0, src1, ...) PTO_TILE_CALL(tand, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tor "TTT"
#define PTO_TILE_PLACES_tor "\1\1\1"
#define PTO_TILE_TYPES_tor (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tor, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tor(dst, src0, src1, ...) PTO_TILE_CALL(tor, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_txor "TTTW"
#define PTO_TILE_PLACES_txor "\1\1\1\201"
#define PTO_TILE_TYPES_txor (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(txor, V, binary, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_txor(dst, src0, src1, tmp, ...) PTO_TILE_CALL(txor, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tshl "TTT"
#define PTO_TILE_PLACES_tshl "\1\1\1"
#define PTO_TILE_TYPES_tshl (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshl, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tshl(dst, src0, src1, ...) PTO_TILE_CALL(tshl, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tshr "TTT"
#define PTO_TILE_PLACES_tshr "\1\1\1"
#define PTO_TILE_TYPES_tshr (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshr, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tshr(dst, src0, src1, ...) PTO_TILE_CALL(tshr, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tprelu "TTTW"
#define PTO_TILE_PLACES_tprelu "\1\1\1\201"
#define PTO_TILE_TYPES_tprelu (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tprelu, V, binary, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_tprelu(dst, src0, src1, tmp, ...) PTO_TILE_CALL(tprelu, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_taddrelu "TTT"
#define PTO_TILE_PLACES_taddrelu "\1\1\1"
#define PTO_TILE_TYPES_taddrelu (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taddrelu, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_taddrelu(dst, src0, src1, ...) PTO_TILE_CALL(taddrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubrelu "TTT"
#define PTO_TILE_PLACES_tsubrelu "\1\1\1"
#define PTO_TILE_TYPES_tsubrelu (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubrelu, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tsubrelu(dst, src0, src1, ...) PTO_TILE_CALL(tsubrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_taddreluconv "RTT"
#define PTO_TILE_PLACES_taddreluconv "\1\1\1"
#define PTO_TILE_TYPES_taddreluconv (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(taddreluconv, V, (kR, dst), (kT, src0), (kT, src1))
#define pto_taddreluconv(dst, src0, src1, ...) PTO_TILE_CALL(taddreluconv, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tadddeqrelu "RTTQW"
#define PTO_TILE_PLACES_tadddeqrelu "\1\1\1\201\201"
#define PTO_TILE_TYPES_tadddeqrelu (1u << PTO_ELEM_I32)
PTO_TILE_FN(tadddeqrelu, V, (kR, dst), (kT, src0), (kT, src1), (kQ, deqScale), (kW, tmp))
#define pto_tadddeqrelu(dst, src0, src1, deqScale, tmp, ...) PTO_TILE_CALL(tadddeqrelu, (dst, src0, src1, PTO_TILE_SCALAR(deqScale), tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tmuladddst "TTT"
#define PTO_TILE_PLACES_tmuladddst "\1\1\1"
#define PTO_TILE_TYPES_tmuladddst (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmuladddst, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmuladddst(dst, src0, src1, ...) PTO_TILE_CALL(tmuladddst, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tfusedmuladd "TTT"
#define PTO_TILE_PLACES_tfusedmuladd "\1\1\1"
#define PTO_TILE_TYPES_tfusedmuladd (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfusedmuladd, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tfusedmuladd(dst, src0, src1, ...) PTO_TILE_CALL(tfusedmuladd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tfusedmuladdrelu "TTT"
#define PTO_TILE_PLACES_tfusedmuladdrelu "\1\1\1"
#define PTO_TILE_TYPES_tfusedmuladdrelu (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfusedmuladdrelu, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tfusedmuladdrelu(dst, src0, src1, ...) PTO_TILE_CALL(tfusedmuladdrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tadds "TTS"
#define PTO_TILE_PLACES_tadds "\1\1\1"
#define PTO_TILE_TYPES_tadds (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tadds, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tadds(dst, src, scalar, ...) PTO_TILE_CALL(tadds, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubs "TTS"
#define PTO_TILE_PLACES_tsubs "\1\1\1"
#define PTO_TILE_TYPES_tsubs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubs, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tsubs(dst, src, scalar, ...) PTO_TILE_CALL(tsubs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tmuls "TTS"
#define PTO_TILE_PLACES_tmuls "\1\1\1"
#define PTO_TILE_TYPES_tmuls (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmuls, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tmuls(dst, src, scalar, ...) PTO_TILE_CALL(tmuls, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tdivs "TTSA"
#define PTO_TILE_PLACES_tdivs "\1\1\1"
#define PTO_TILE_TYPES_tdivs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tdivs, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kA, precisionType))
#define pto_tdivs(dst, src, scalar, precisionType, ...) PTO_TILE_CALL(tdivs, (dst, src, PTO_TILE_SCALAR(scalar), precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tsdiv "TSTA"
#define PTO_TILE_PLACES_tsdiv "\1\1\1"
#define PTO_TILE_TYPES_tsdiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsdiv, V, scalar_first, (kT, dst), (kS, scalar), (kT, src), (kA, precisionType))
#define pto_tsdiv(dst, scalar, src, precisionType, ...) PTO_TILE_CALL(tsdiv, (dst, PTO_TILE_SCALAR(scalar), src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tmaxs "TTS"
#define PTO_TILE_PLACES_tmaxs "\1\1\1"
#define PTO_TILE_TYPES_tmaxs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmaxs, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tmaxs(dst, src, scalar, ...) PTO_TILE_CALL(tmaxs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tmins "TTS"
#define PTO_TILE_PLACES_tmins "\1\1\1"
#define PTO_TILE_TYPES_tmins (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmins, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tmins(dst, src, scalar, ...) PTO_TILE_CALL(tmins, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_trems "TTSW"
#define PTO_TILE_PLACES_trems "\1\1\1\201"
#define PTO_TILE_TYPES_trems (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trems, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kW, tmp))
#define pto_trems(dst, src, scalar, tmp, ...) PTO_TILE_CALL(trems, (dst, src, PTO_TILE_SCALAR(scalar), tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tfmods "TTS"
#define PTO_TILE_PLACES_tfmods "\1\1\1"
#define PTO_TILE_TYPES_tfmods (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfmods, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tfmods(dst, src, scalar, ...) PTO_TILE_CALL(tfmods, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tpows "TTSWA"
#define PTO_TILE_PLACES_tpows "\1\1\1\201"
#define PTO_TILE_TYPES_tpows (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tpows, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kW, tmp), (kA, precisionType))
#define pto_tpows(dst, src, scalar, tmp, precisionType, ...) PTO_TILE_CALL(tpows, (dst, src, PTO_TILE_SCALAR(scalar), tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tands "TTS"
#define PTO_TILE_PLACES_tands "\1\1\1"
#define PTO_TILE_TYPES_tands (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tands, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tands(dst, src, scalar, ...) PTO_TILE_CALL(tands, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tors "TTS"
#define PTO_TILE_PLACES_tors "\1\1\1"
#define PTO_TILE_TYPES_tors (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tors, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tors(dst, src, scalar, ...) PTO_TILE_CALL(tors, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_txors "TTSW"
#define PTO_TILE_PLACES_txors "\1\1\1\201"
#define PTO_TILE_TYPES_txors (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(txors, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kW, tmp))
#define pto_txors(dst, src, scalar, tmp, ...) PTO_TILE_CALL(txors, (dst, src, PTO_TILE_SCALAR(scalar), tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tshls "TTS"
#define PTO_TILE_PLACES_tshls "\1\1\1"
#define PTO_TILE_TYPES_tshls (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshls, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tshls(dst, src, scalar, ...) PTO_TILE_CALL(tshls, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tshrs "TTS"
#define PTO_TILE_PLACES_tshrs "\1\1\1"
#define PTO_TILE_TYPES_tshrs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshrs, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tshrs(dst, src, scalar, ...) PTO_TILE_CALL(tshrs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tlrelu "TTS"
#define PTO_TILE_PLACES_tlrelu "\1\1\1"
#define PTO_TILE_TYPES_tlrelu (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tlrelu, V, scalar, (kT, dst), (kT, src), (kS, slope))
#define pto_tlrelu(dst, src, slope, ...) PTO_TILE_CALL(tlrelu, (dst, src, PTO_TILE_SCALAR(slope)), __VA_ARGS__)

#define PTO_TILE_KINDS_taxpy "RTS"
#define PTO_TILE_PLACES_taxpy "\1\1\1"
#define PTO_TILE_TYPES_taxpy (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taxpy, V, axpy, (kR, dst), (kT, src), (kS, scalar))
#define pto_taxpy(dst, src, scalar, ...) PTO_TILE_CALL(taxpy, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_taddc "TTTT"
#define PTO_TILE_PLACES_taddc "\1\1\1\1"
#define PTO_TILE_TYPES_taddc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taddc, V, ternary, (kT, dst), (kT, src0), (kT, src1), (kT, src2))
#define pto_taddc(dst, src0, src1, src2, ...) PTO_TILE_CALL(taddc, (dst, src0, src1, src2), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubc "TTTT"
#define PTO_TILE_PLACES_tsubc "\1\1\1\1"
#define PTO_TILE_TYPES_tsubc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubc, V, ternary, (kT, dst), (kT, src0), (kT, src1), (kT, src2))
#define pto_tsubc(dst, src0, src1, src2, ...) PTO_TILE_CALL(tsubc, (dst, src0, src1, src2), __VA_ARGS__)

#define PTO_TILE_KINDS_taddsc "TTST"
#define PTO_TILE_PLACES_taddsc "\1\1\1\1"
#define PTO_TILE_TYPES_taddsc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taddsc, V, ternary_scalar, (kT, dst), (kT, src0), (kS, scalar), (kT, src1))
#define pto_taddsc(dst, src0, scalar, src1, ...) PTO_TILE_CALL(taddsc, (dst, src0, PTO_TILE_SCALAR(scalar), src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubsc "TTST"
#define PTO_TILE_PLACES_tsubsc "\1\1\1\1"
#define PTO_TILE_TYPES_tsubsc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubsc, V, ternary_scalar, (kT, dst), (kT, src0), (kS, scalar), (kT, src1))
#define pto_tsubsc(dst, src0, scalar, src1, ...) PTO_TILE_CALL(tsubsc, (dst, src0, PTO_TILE_SCALAR(scalar), src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tabs "TT"
#define PTO_TILE_PLACES_tabs "\1\1"
#define PTO_TILE_TYPES_tabs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tabs, V, unary, (kT, dst), (kT, src))
#define pto_tabs(dst, src, ...) PTO_TILE_CALL(tabs, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_tneg "TT"
#define PTO_TILE_PLACES_tneg "\1\1"
#define PTO_TILE_TYPES_tneg (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tneg, V, unary, (kT, dst), (kT, src))
#define pto_tneg(dst, src, ...) PTO_TILE_CALL(tneg, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_tnot "TT"
#define PTO_TILE_PLACES_tnot "\1\1"
#define PTO_TILE_TYPES_tnot (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tnot, V, unary, (kT, dst), (kT, src))
#define pto_tnot(dst, src, ...) PTO_TILE_CALL(tnot, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_texp "TTA"
#define PTO_TILE_PLACES_texp "\1\1"
#define PTO_TILE_TYPES_texp (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(texp, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_texp(dst, src, precisionType, ...) PTO_TILE_CALL(texp, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tlog "TTA"
#define PTO_TILE_PLACES_tlog "\1\1"
#define PTO_TILE_TYPES_tlog (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tlog, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_tlog(dst, src, precisionType, ...) PTO_TILE_CALL(tlog, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tsqrt "TTA"
#define PTO_TILE_PLACES_tsqrt "\1\1"
#define PTO_TILE_TYPES_tsqrt (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsqrt, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_tsqrt(dst, src, precisionType, ...) PTO_TILE_CALL(tsqrt, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trsqrt "TTWA"
#define PTO_TILE_PLACES_trsqrt "\1\1\201"
#define PTO_TILE_TYPES_trsqrt (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trsqrt, V, unary, (kT, dst), (kT, src), (kW, tmp), (kA, precisionType))
#define pto_trsqrt(dst, src, tmp, precisionType, ...) PTO_TILE_CALL(trsqrt, (dst, src, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trecip "TTA"
#define PTO_TILE_PLACES_trecip "\1\1"
#define PTO_TILE_TYPES_trecip (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trecip, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_trecip(dst, src, precisionType, ...) PTO_TILE_CALL(trecip, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trelu "TT"
#define PTO_TILE_PLACES_trelu "\1\1"
#define PTO_TILE_TYPES_trelu (1u << PTO_ELEM_I32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trelu, V, unary, (kT, dst), (kT, src))
#define pto_trelu(dst, src, ...) PTO_TILE_CALL(trelu, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_texpands "TS"
#define PTO_TILE_PLACES_texpands "\3\1"
#define PTO_TILE_TYPES_texpands (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(texpands, V, expands, (kT, dst), (kS, scalar))
#define pto_texpands(dst, scalar, ...) PTO_TILE_CALL(texpands, (dst, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tci "TSWI"
#define PTO_TILE_PLACES_tci "\1\1\201"
#define PTO_TILE_TYPES_tci (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_FN(tci, V, (kT, dst), (kS, S_), (kW, tmp), (kI, descending))
#define pto_tci(dst, S_, tmp, descending, ...) PTO_TILE_CALL(tci, (dst, PTO_TILE_SCALAR(S_), tmp, descending), __VA_ARGS__)

#define PTO_TILE_KINDS_ttri "TII"
#define PTO_TILE_PLACES_ttri "\1\1"
#define PTO_TILE_TYPES_ttri (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(ttri, V, (kT, dst), (kI, diagonal), (kI, upperOrLower))
#define pto_ttri(dst, diagonal, upperOrLower, ...) PTO_TILE_CALL(ttri, (dst, diagonal, upperOrLower), __VA_ARGS__)

#define PTO_TILE_KINDS_trandom "TIIIIIII"
#define PTO_TILE_PLACES_trandom "\1\1\1\1\1\1\1"
#define PTO_TILE_TYPES_trandom (1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_FN(trandom, V, (kT, dst), (kI, key0), (kI, key1), (kI, counter0), (kI, counter1), (kI, counter2), (kI, counter3), (kI, rounds))
#define pto_trandom(dst, key0, key1, counter0, counter1, counter2, counter3, rounds, ...) PTO_TILE_CALL(trandom, (dst, key0, key1, counter0, counter1, counter2, counter3, rounds), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartadd "TTT"
#define PTO_TILE_PLACES_tpartadd "\1\1\1"
#define PTO_TILE_TYPES_tpartadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartadd, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartadd(dst, src0, src1, ...) PTO_TILE_CALL(tpartadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartmul "TTT"
#define PTO_TILE_PLACES_tpartmul "\1\1\1"
#define PTO_TILE_TYPES_tpartmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartmul, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartmul(dst, src0, src1, ...) PTO_TILE_CALL(tpartmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartmax "TTT"
#define PTO_TILE_PLACES_tpartmax "\1\1\1"
#define PTO_TILE_TYPES_tpartmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartmax, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartmax(dst, src0, src1, ...) PTO_TILE_CALL(tpartmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartmin "TTT"
#define PTO_TILE_PLACES_tpartmin "\1\1\1"
#define PTO_TILE_TYPES_tpartmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartmin, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartmin(dst, src0, src1, ...) PTO_TILE_CALL(tpartmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartargmax "TXTTXX"
#define PTO_TILE_PLACES_tpartargmax "\1\1\1\1\1\1"
#define PTO_TILE_TYPES_tpartargmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartargmax, V, (kT, dst), (kX, dstIdx), (kT, src0), (kT, src1), (kX, src0Idx), (kX, src1Idx))
#define pto_tpartargmax(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tpartargmax, (dst, dstIdx, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartargmin "TXTTXX"
#define PTO_TILE_PLACES_tpartargmin "\1\1\1\1\1\1"
#define PTO_TILE_TYPES_tpartargmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartargmin, V, (kT, dst), (kX, dstIdx), (kT, src0), (kT, src1), (kX, src0Idx), (kX, src1Idx))
#define pto_tpartargmin(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tpartargmin, (dst, dstIdx, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_KINDS_tcmp "MTTA"
#define PTO_TILE_PLACES_tcmp "\1\1\1"
#define PTO_TILE_TYPES_tcmp (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcmp, V, (kM, dst), (kT, src0), (kT, src1), (kA, cmpMode))
#define pto_tcmp(dst, src0, src1, cmpMode, ...) PTO_TILE_CALL(tcmp, (dst, src0, src1, cmpMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tcmps "MTSA"
#define PTO_TILE_PLACES_tcmps "\1\1\1"
#define PTO_TILE_TYPES_tcmps (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcmps, V, (kM, dst), (kT, src), (kS, scalar), (kA, cmpMode))
#define pto_tcmps(dst, src, scalar, cmpMode, ...) PTO_TILE_CALL(tcmps, (dst, src, PTO_TILE_SCALAR(scalar), cmpMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tsel "TMTTW"
#define PTO_TILE_PLACES_tsel "\1\1\1\1\201"
#define PTO_TILE_TYPES_tsel (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tsel, V, (kT, dst), (kM, mask), (kT, src0), (kT, src1), (kW, tmp))
#define pto_tsel(dst, mask, src0, src1, tmp, ...) PTO_TILE_CALL(tsel, (dst, mask, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tsels "TMTWS"
#define PTO_TILE_PLACES_tsels "\1\1\1\201\1"
#define PTO_TILE_TYPES_tsels (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tsels, V, (kT, dst), (kM, mask), (kT, src), (kW, tmp), (kS, scalar))
#define pto_tsels(dst, mask, src, tmp, scalar, ...) PTO_TILE_CALL(tsels, (dst, mask, src, tmp, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_trowsum "TTW"
#define PTO_TILE_PLACES_trowsum "\1\1\201"
#define PTO_TILE_TYPES_trowsum (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowsum, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowsum(dst, src, tmp, ...) PTO_TILE_CALL(trowsum, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowprod "TTW"
#define PTO_TILE_PLACES_trowprod "\1\1\201"
#define PTO_TILE_TYPES_trowprod (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowprod, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowprod(dst, src, tmp, ...) PTO_TILE_CALL(trowprod, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowmax "TTW"
#define PTO_TILE_PLACES_trowmax "\1\1\201"
#define PTO_TILE_TYPES_trowmax (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowmax, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowmax(dst, src, tmp, ...) PTO_TILE_CALL(trowmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowmin "TTW"
#define PTO_TILE_PLACES_trowmin "\1\1\201"
#define PTO_TILE_TYPES_trowmin (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowmin, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowmin(dst, src, tmp, ...) PTO_TILE_CALL(trowmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowargmax "XTW"
#define PTO_TILE_PLACES_trowargmax "\1\1\201"
#define PTO_TILE_TYPES_trowargmax (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(trowargmax, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_trowargmax(dst, src, tmp, ...) PTO_TILE_CALL(trowargmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowargmin "XTW"
#define PTO_TILE_PLACES_trowargmin "\1\1\201"
#define PTO_TILE_TYPES_trowargmin (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(trowargmin, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_trowargmin(dst, src, tmp, ...) PTO_TILE_CALL(trowargmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolsum "TTWI"
#define PTO_TILE_PLACES_tcolsum "\1\1\201"
#define PTO_TILE_TYPES_tcolsum (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolsum, V, col_reduce, (kT, dst), (kT, src), (kW, tmp), (kI, isBinary))
#define pto_tcolsum(dst, src, tmp, isBinary, ...) PTO_TILE_CALL(tcolsum, (dst, src, tmp, isBinary), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolprod "TTW"
#define PTO_TILE_PLACES_tcolprod "\1\1\201"
#define PTO_TILE_TYPES_tcolprod (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolprod, V, col_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_tcolprod(dst, src, tmp, ...) PTO_TILE_CALL(tcolprod, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolmax "TTW"
#define PTO_TILE_PLACES_tcolmax "\1\1\201"
#define PTO_TILE_TYPES_tcolmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolmax, V, col_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_tcolmax(dst, src, tmp, ...) PTO_TILE_CALL(tcolmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolmin "TTW"
#define PTO_TILE_PLACES_tcolmin "\1\1\201"
#define PTO_TILE_TYPES_tcolmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolmin, V, col_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_tcolmin(dst, src, tmp, ...) PTO_TILE_CALL(tcolmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolargmax "XTW"
#define PTO_TILE_PLACES_tcolargmax "\1\1\201"
#define PTO_TILE_TYPES_tcolargmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcolargmax, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_tcolargmax(dst, src, tmp, ...) PTO_TILE_CALL(tcolargmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolargmin "XTW"
#define PTO_TILE_PLACES_tcolargmin "\1\1\201"
#define PTO_TILE_TYPES_tcolargmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcolargmin, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_tcolargmin(dst, src, tmp, ...) PTO_TILE_CALL(tcolargmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tpairreducesum "TT"
#define PTO_TILE_PLACES_tpairreducesum "\1\1"
#define PTO_TILE_TYPES_tpairreducesum (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpairreducesum, V, (kT, dst), (kT, src))
#define pto_tpairreducesum(dst, src, ...) PTO_TILE_CALL(tpairreducesum, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_thistogram "RTRI"
#define PTO_TILE_PLACES_thistogram "\1\1\1"
#define PTO_TILE_TYPES_thistogram (1u << PTO_ELEM_U16 | 1u << PTO_ELEM_U32)
PTO_TILE_FN(thistogram, V, (kR, dst), (kT, src), (kR, idx), (kI, byte))
#define pto_thistogram(dst, src, idx, byte, ...) PTO_TILE_CALL(thistogram, (dst, src, idx, byte), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpand "TT"
#define PTO_TILE_PLACES_trowexpand "\1\1"
#define PTO_TILE_TYPES_trowexpand (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(trowexpand, V, (kT, dst), (kT, src))
#define pto_trowexpand(dst, src, ...) PTO_TILE_CALL(trowexpand, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandadd "TTTW"
#define PTO_TILE_PLACES_trowexpandadd "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandadd, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandadd(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandadd, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandsub "TTTW"
#define PTO_TILE_PLACES_trowexpandsub "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandsub (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandsub, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandsub(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandsub, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandmul "TTTW"
#define PTO_TILE_PLACES_trowexpandmul "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandmul, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandmul(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmul, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpanddiv "TTTWA"
#define PTO_TILE_PLACES_trowexpanddiv "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpanddiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpanddiv, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp), (kA, precisionType))
#define pto_trowexpanddiv(dst, src0, src1, tmp, precisionType, ...) PTO_TILE_CALL(trowexpanddiv, (dst, src0, src1, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandmax "TTTW"
#define PTO_TILE_PLACES_trowexpandmax "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandmax, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandmax(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmax, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandmin "TTTW"
#define PTO_TILE_PLACES_trowexpandmin "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandmin, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandmin(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmin, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandexpdif "TTTW"
#define PTO_TILE_PLACES_trowexpandexpdif "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandexpdif (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandexpdif, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandexpdif(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandexpdif, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpand "TT"
#define PTO_TILE_PLACES_tcolexpand "\1\1"
#define PTO_TILE_TYPES_tcolexpand (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcolexpand, V, (kT, dst), (kT, src))
#define pto_tcolexpand(dst, src, ...) PTO_TILE_CALL(tcolexpand, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandadd "TTT"
#define PTO_TILE_PLACES_tcolexpandadd "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandadd, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandadd(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandsub "TTT"
#define PTO_TILE_PLACES_tcolexpandsub "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandsub (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandsub, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandsub(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandsub, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandmul "TTT"
#define PTO_TILE_PLACES_tcolexpandmul "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandmul, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandmul(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpanddiv "TTTA"
#define PTO_TILE_PLACES_tcolexpanddiv "\1\1\1"
#define PTO_TILE_TYPES_tcolexpanddiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpanddiv, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1), (kA, precisionType))
#define pto_tcolexpanddiv(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tcolexpanddiv, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandmax "TTT"
#define PTO_TILE_PLACES_tcolexpandmax "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandmax, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandmax(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandmin "TTT"
#define PTO_TILE_PLACES_tcolexpandmin "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandmin, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandmin(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandexpdif "TTT"
#define PTO_TILE_PLACES_tcolexpandexpdif "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandexpdif (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandexpdif, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandexpdif(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandexpdif, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcvt "RTWAA"
#define PTO_TILE_PLACES_tcvt "\1\1\201"
#define PTO_TILE_TYPES_tcvt (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_RUN_FN(tcvt, V, convert, (kR, dst), (kT, src), (kW, tmp), (kA, rmode), (kA, satmode))
#define pto_tcvt(dst, src, tmp, rmode, satmode, ...) PTO_TILE_CALL(tcvt, (dst, src, tmp, rmode, satmode), __VA_ARGS__)

#define PTO_TILE_KINDS_tquant "RTRRWA"
#define PTO_TILE_PLACES_tquant "\1\1\1\201\201"
#define PTO_TILE_TYPES_tquant (1u << PTO_ELEM_F32)
PTO_TILE_FN(tquant, V, (kR, dst), (kT, src), (kR, fp), (kR, offset), (kW, tmp), (kA, quant_type))
#define pto_tquant(dst, src, fp, offset, tmp, quant_type, ...) PTO_TILE_CALL(tquant, (dst, src, fp, offset, tmp, quant_type), __VA_ARGS__)

#define PTO_TILE_KINDS_tquant_mx "RRTTRTAAAAI"
#define PTO_TILE_PLACES_tquant_mx "\1\1\1\1\201\1"
#define PTO_TILE_TYPES_tquant_mx (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tquant_mx, V, (kR, dst), (kR, exp_), (kT, max_), (kT, scaling), (kR, exp_zz), (kT, src), (kA, quant_type), (kA, quantScaleAlg), (kA, storeMode), (kA, grpAxis), (kI, interleave))
#define pto_tquant_mx(dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave, ...) PTO_TILE_CALL(tquant_mx, (dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave), __VA_ARGS__)

#define PTO_TILE_KINDS_tdequant "RTRR"
#define PTO_TILE_PLACES_tdequant "\1\1\1\1"
#define PTO_TILE_TYPES_tdequant (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_I16)
PTO_TILE_FN(tdequant, V, (kR, dst), (kT, src), (kR, scale), (kR, offset))
#define pto_tdequant(dst, src, scale, offset, ...) PTO_TILE_CALL(tdequant, (dst, src, scale, offset), __VA_ARGS__)

#define PTO_TILE_KINDS_tgather "TTXW"
#define PTO_TILE_PLACES_tgather "\1\1\1\201"
#define PTO_TILE_TYPES_tgather (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgather, V, (kT, dst), (kT, src), (kX, indices), (kW, tmp))
#define pto_tgather(dst, src, indices, tmp, ...) PTO_TILE_CALL(tgather, (dst, src, indices, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tgather_cmp "XXTSWAI"
#define PTO_TILE_PLACES_tgather_cmp "\1\1\1\1\201"
#define PTO_TILE_TYPES_tgather_cmp (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tgather_cmp, V, (kX, dst), (kX, cdst), (kT, src), (kS, kValue), (kW, tmp), (kA, cmpMode), (kI, offset))
#define pto_tgather_cmp(dst, cdst, src, kValue, tmp, cmpMode, offset, ...) PTO_TILE_CALL(tgather_cmp, (dst, cdst, src, PTO_TILE_SCALAR(kValue), tmp, cmpMode, offset), __VA_ARGS__)

#define PTO_TILE_KINDS_tgather_mask "RTAA"
#define PTO_TILE_PLACES_tgather_mask "\1\1"
#define PTO_TILE_TYPES_tgather_mask (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgather_mask, V, (kR, dst), (kT, src), (kA, maskPattern), (kA, axis))
#define pto_tgather_mask(dst, src, maskPattern, axis, ...) PTO_TILE_CALL(tgather_mask, (dst, src, maskPattern, axis), __VA_ARGS__)

#define PTO_TILE_KINDS_tgatherb "TTX"
#define PTO_TILE_PLACES_tgatherb "\1\1\1"
#define PTO_TILE_TYPES_tgatherb (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tgatherb, V, (kT, dst), (kT, src), (kX, offsets))
#define pto_tgatherb(dst, src, offsets, ...) PTO_TILE_CALL(tgatherb, (dst, src, offsets), __VA_ARGS__)

#define PTO_TILE_KINDS_tscatter "TTX"
#define PTO_TILE_PLACES_tscatter "\1\1\1"
#define PTO_TILE_TYPES_tscatter (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tscatter, V, (kT, dst), (kT, src), (kX, indexes))
#define pto_tscatter(dst, src, indexes, ...) PTO_TILE_CALL(tscatter, (dst, src, indexes), __VA_ARGS__)

#define PTO_TILE_KINDS_tscatter_mask "TTAA"
#define PTO_TILE_PLACES_tscatter_mask "\1\1"
#define PTO_TILE_TYPES_tscatter_mask (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tscatter_mask, V, (kT, dst), (kT, src), (kA, maskPattern), (kA, axis))
#define pto_tscatter_mask(dst, src, maskPattern, axis, ...) PTO_TILE_CALL(tscatter_mask, (dst, src, maskPattern, axis), __VA_ARGS__)

#define PTO_TILE_KINDS_tsort32 "TTXW"
#define PTO_TILE_PLACES_tsort32 "\1\1\1\201"
#define PTO_TILE_TYPES_tsort32 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tsort32, V, (kT, dst), (kT, src), (kX, idx), (kW, tmp))
#define pto_tsort32(dst, src, idx, tmp, ...) PTO_TILE_CALL(tsort32, (dst, src, idx, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort "TTI"
#define PTO_TILE_PLACES_tmrgsort "\1\1\1"
#define PTO_TILE_TYPES_tmrgsort (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort, V, (kT, dst), (kT, src), (kI, blockLen))
#define pto_tmrgsort(dst, src, blockLen, ...) PTO_TILE_CALL(tmrgsort, (dst, src, blockLen), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort2 "TWTTI"
#define PTO_TILE_PLACES_tmrgsort2 "\1\201\1\1"
#define PTO_TILE_TYPES_tmrgsort2 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort2, V, (kT, dst), (kW, tmp), (kT, src0), (kT, src1), (kI, exhausted))
#define pto_tmrgsort2(dst, tmp, src0, src1, exhausted, ...) PTO_TILE_CALL(tmrgsort2, (dst, tmp, src0, src1, exhausted), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort3 "TWTTTI"
#define PTO_TILE_PLACES_tmrgsort3 "\1\201\1\1\1"
#define PTO_TILE_TYPES_tmrgsort3 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort3, V, (kT, dst), (kW, tmp), (kT, src0), (kT, src1), (kT, src2), (kI, exhausted))
#define pto_tmrgsort3(dst, tmp, src0, src1, src2, exhausted, ...) PTO_TILE_CALL(tmrgsort3, (dst, tmp, src0, src1, src2, exhausted), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort4 "TWTTTTI"
#define PTO_TILE_PLACES_tmrgsort4 "\1\201\1\1\1\1"
#define PTO_TILE_TYPES_tmrgsort4 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort4, V, (kT, dst), (kW, tmp), (kT, src0), (kT, src1), (kT, src2), (kT, src3), (kI, exhausted))
#define pto_tmrgsort4(dst, tmp, src0, src1, src2, src3, exhausted, ...) PTO_TILE_CALL(tmrgsort4, (dst, tmp, src0, src1, src2, src3, exhausted), __VA_ARGS__)

#define PTO_TILE_KINDS_tprint "TW"
#define PTO_TILE_PLACES_tprint "\1\201"
#define PTO_TILE_TYPES_tprint (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_FN(tprint, V, (kT, src), (kW, tmp))
#define pto_tprint(src, tmp, ...) PTO_TILE_CALL(tprint, (src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul "RTRA"
#define PTO_TILE_PLACES_tmatmul "\20\4\10"
#define PTO_TILE_TYPES_tmatmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tmatmul, M, (kR, dst), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tmatmul(dst, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tmatmul, (dst, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_acc "RRTRA"
#define PTO_TILE_PLACES_tmatmul_acc "\20\20\4\10"
#define PTO_TILE_TYPES_tmatmul_acc (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tmatmul_acc, M, (kR, dst), (kR, acc_in), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tmatmul_acc(dst, acc_in, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tmatmul_acc, (dst, acc_in, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_bias "RTRRA"
#define PTO_TILE_PLACES_tmatmul_bias "\20\4\10\40"
#define PTO_TILE_TYPES_tmatmul_bias (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tmatmul_bias, M, (kR, dst), (kT, a), (kR, b), (kR, bias), (kA, accPhase))
#define pto_tmatmul_bias(dst, a, b, bias, accPhase, ...) PTO_TILE_CALL(tmatmul_bias, (dst, a, b, bias, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_mx "RTRRRA"
#define PTO_TILE_PLACES_tmatmul_mx "\20\4\100\10\100"
#define PTO_TILE_TYPES_tmatmul_mx (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tmatmul_mx, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tmatmul_mx(dst, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tmatmul_mx, (dst, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_mx_acc "RRTRRRA"
#define PTO_TILE_PLACES_tmatmul_mx_acc "\20\20\4\100\10\100"
#define PTO_TILE_TYPES_tmatmul_mx_acc (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tmatmul_mx_acc, M, (kR, dst), (kR, c_in), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tmatmul_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tmatmul_mx_acc, (dst, c_in, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_mx_bias "RTRRRR"
#define PTO_TILE_PLACES_tmatmul_mx_bias "\20\4\100\10\100\40"
#define PTO_TILE_TYPES_tmatmul_mx_bias (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tmatmul_mx_bias, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kR, bias))
#define pto_tmatmul_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) PTO_TILE_CALL(tmatmul_mx_bias, (dst, a, a_scale, b, b_scale, bias), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv "RTRA"
#define PTO_TILE_PLACES_tgemv "\20\4\10"
#define PTO_TILE_TYPES_tgemv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgemv, M, (kR, dst), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tgemv(dst, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tgemv, (dst, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_acc "RRTRA"
#define PTO_TILE_PLACES_tgemv_acc "\20\20\4\10"
#define PTO_TILE_TYPES_tgemv_acc (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgemv_acc, M, (kR, dst), (kR, acc_in), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tgemv_acc(dst, acc_in, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tgemv_acc, (dst, acc_in, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_bias "RTRRA"
#define PTO_TILE_PLACES_tgemv_bias "\20\4\10\40"
#define PTO_TILE_TYPES_tgemv_bias (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgemv_bias, M, (kR, dst), (kT, a), (kR, b), (kR, bias), (kA, accPhase))
#define pto_tgemv_bias(dst, a, b, bias, accPhase, ...) PTO_TILE_CALL(tgemv_bias, (dst, a, b, bias, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_mx "RTRRRA"
#define PTO_TILE_PLACES_tgemv_mx "\20\4\100\10\100"
#define PTO_TILE_TYPES_tgemv_mx (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tgemv_mx, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tgemv_mx(dst, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tgemv_mx, (dst, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_mx_acc "RRTRRRA"
#define PTO_TILE_PLACES_tgemv_mx_acc "\20\20\4\100\10\100"
#define PTO_TILE_TYPES_tgemv_mx_acc (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tgemv_mx_acc, M, (kR, dst), (kR, c_in), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tgemv_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tgemv_mx_acc, (dst, c_in, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_mx_bias "RTRRRR"
#define PTO_TILE_PLACES_tgemv_mx_bias "\20\4\100\10\100\40"
#define PTO_TILE_TYPES_tgemv_mx_bias (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tgemv_mx_bias, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kR, bias))
#define pto_tgemv_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) PTO_TILE_CALL(tgemv_mx_bias, (dst, a, a_scale, b, b_scale, bias), __VA_ARGS__)
// clang-format on
