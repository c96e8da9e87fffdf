// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

extern const pto_tile_op_t pto_tile_tload;
#define PTO_TILE_KINDS_tload "TGQA"
static inline pto_event_t pto_tload_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tensor_t *src, pto_scalar_t pad_value, pto_tile_attr_t pad_mode)
{
    return pto_tile_issue(loc, &pto_tile_tload, dst, src, pad_value, (int)pad_mode);
}
#define PTO_TILE_ARGS_tload(dst, src, pad_value, pad_mode, ...) dst, src, PTO_TILE_SCALAR(pad_value), pad_mode
#define PTO_TILE_EVENTS_tload(dst, src, pad_value, pad_mode, ...) __VA_ARGS__
#define pto_tload(...) PTO_TILE_CALL(tload, (PTO_TILE_ARGS_tload(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tload(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tstore;
#define PTO_TILE_KINDS_tstore "GTRQAAA"
static inline pto_event_t pto_tstore_at(const pto_loc_t *loc, const pto_tensor_t *dst, const pto_tile_t *src, const pto_tile_t *fp, pto_scalar_t preQuantScalar, pto_tile_attr_t stPhase, pto_tile_attr_t atomicType, pto_tile_attr_t reluPreMode)
{
    return pto_tile_issue(loc, &pto_tile_tstore, dst, src, fp, preQuantScalar, (int)stPhase, (int)atomicType, (int)reluPreMode);
}
#define PTO_TILE_ARGS_tstore(dst, src, fp, preQuantScalar, stPhase, atomicType, reluPreMode, ...) dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), stPhase, atomicType, reluPreMode
#define PTO_TILE_EVENTS_tstore(dst, src, fp, preQuantScalar, stPhase, atomicType, reluPreMode, ...) __VA_ARGS__
#define pto_tstore(...) PTO_TILE_CALL(tstore, (PTO_TILE_ARGS_tstore(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tstore(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tprefetch;
#define PTO_TILE_KINDS_tprefetch "TG"
static inline pto_event_t pto_tprefetch_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tensor_t *src)
{
    return pto_tile_issue(loc, &pto_tile_tprefetch, dst, src);
}
#define PTO_TILE_ARGS_tprefetch(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_tprefetch(dst, src, ...) __VA_ARGS__
#define pto_tprefetch(...) PTO_TILE_CALL(tprefetch, (PTO_TILE_ARGS_tprefetch(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tprefetch(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_mgather;
#define PTO_TILE_KINDS_mgather "TGXAA"
static inline pto_event_t pto_mgather_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tensor_t *mem, const pto_tile_t *idx, pto_tile_attr_t coalesce, pto_tile_attr_t gatherOob)
{
    return pto_tile_issue(loc, &pto_tile_mgather, dst, mem, idx, (int)coalesce, (int)gatherOob);
}
#define PTO_TILE_ARGS_mgather(dst, mem, idx, coalesce, gatherOob, ...) dst, mem, idx, coalesce, gatherOob
#define PTO_TILE_EVENTS_mgather(dst, mem, idx, coalesce, gatherOob, ...) __VA_ARGS__
#define pto_mgather(...) PTO_TILE_CALL(mgather, (PTO_TILE_ARGS_mgather(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_mgather(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_mgather_mat;
#define PTO_TILE_KINDS_mgather_mat "TGGGAA"
static inline pto_event_t pto_mgather_mat_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tensor_t *mem, const pto_tensor_t *idx, const pto_tensor_t *scratch, pto_tile_attr_t coalesce, pto_tile_attr_t gatherOob)
{
    return pto_tile_issue(loc, &pto_tile_mgather_mat, dst, mem, idx, scratch, (int)coalesce, (int)gatherOob);
}
#define PTO_TILE_ARGS_mgather_mat(dst, mem, idx, scratch, coalesce, gatherOob, ...) dst, mem, idx, scratch, coalesce, gatherOob
#define PTO_TILE_EVENTS_mgather_mat(dst, mem, idx, scratch, coalesce, gatherOob, ...) __VA_ARGS__
#define pto_mgather_mat(...) PTO_TILE_CALL(mgather_mat, (PTO_TILE_ARGS_mgather_mat(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_mgather_mat(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_mscatter;
#define PTO_TILE_KINDS_mscatter "GTXAAAA"
static inline pto_event_t pto_mscatter_at(const pto_loc_t *loc, const pto_tensor_t *mem, const pto_tile_t *src, const pto_tile_t *idx, pto_tile_attr_t coalesce, pto_tile_attr_t scatterAtomicOp, pto_tile_attr_t scatterOob, pto_tile_attr_t scatterConflict)
{
    return pto_tile_issue(loc, &pto_tile_mscatter, mem, src, idx, (int)coalesce, (int)scatterAtomicOp, (int)scatterOob, (int)scatterConflict);
}
#define PTO_TILE_ARGS_mscatter(mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict, ...) mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict
#define PTO_TILE_EVENTS_mscatter(mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict, ...) __VA_ARGS__
#define pto_mscatter(...) PTO_TILE_CALL(mscatter, (PTO_TILE_ARGS_mscatter(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_mscatter(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmov;
#define PTO_TILE_KINDS_tmov "RTRQAAA"
static inline pto_event_t pto_tmov_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *fp, pto_scalar_t preQuantScalar, pto_tile_attr_t accToVecMode, pto_tile_attr_t reluPreMode, pto_tile_attr_t grpAxis)
{
    return pto_tile_issue(loc, &pto_tile_tmov, dst, src, fp, preQuantScalar, (int)accToVecMode, (int)reluPreMode, (int)grpAxis);
}
#define PTO_TILE_ARGS_tmov(dst, src, fp, preQuantScalar, accToVecMode, reluPreMode, grpAxis, ...) dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, grpAxis
#define PTO_TILE_EVENTS_tmov(dst, src, fp, preQuantScalar, accToVecMode, reluPreMode, grpAxis, ...) __VA_ARGS__
#define pto_tmov(...) PTO_TILE_CALL(tmov, (PTO_TILE_ARGS_tmov(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmov(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_textract;
#define PTO_TILE_KINDS_textract "RTIIRQAA"
static inline pto_event_t pto_textract_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, int64_t indexRow, int64_t indexCol, const pto_tile_t *fp, pto_scalar_t preQuantScalar, pto_tile_attr_t accToVecMode, pto_tile_attr_t reluPreMode)
{
    return pto_tile_issue(loc, &pto_tile_textract, dst, src, indexRow, indexCol, fp, preQuantScalar, (int)accToVecMode, (int)reluPreMode);
}
#define PTO_TILE_ARGS_textract(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, ...) dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode
#define PTO_TILE_EVENTS_textract(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, ...) __VA_ARGS__
#define pto_textract(...) PTO_TILE_CALL(textract, (PTO_TILE_ARGS_textract(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_textract(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tinsert;
#define PTO_TILE_KINDS_tinsert "RTIIRQAAA"
static inline pto_event_t pto_tinsert_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, int64_t indexRow, int64_t indexCol, const pto_tile_t *fp, pto_scalar_t preQuantScalar, pto_tile_attr_t accToVecMode, pto_tile_attr_t reluPreMode, pto_tile_attr_t tinsertMode)
{
    return pto_tile_issue(loc, &pto_tile_tinsert, dst, src, indexRow, indexCol, fp, preQuantScalar, (int)accToVecMode, (int)reluPreMode, (int)tinsertMode);
}
#define PTO_TILE_ARGS_tinsert(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, tinsertMode, ...) dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, tinsertMode
#define PTO_TILE_EVENTS_tinsert(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, tinsertMode, ...) __VA_ARGS__
#define pto_tinsert(...) PTO_TILE_CALL(tinsert, (PTO_TILE_ARGS_tinsert(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tinsert(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_ttrans;
#define PTO_TILE_KINDS_ttrans "TTW"
static inline pto_event_t pto_ttrans_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_ttrans, dst, src, tmp);
}
#define PTO_TILE_ARGS_ttrans(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_ttrans(dst, src, tmp, ...) __VA_ARGS__
#define pto_ttrans(...) PTO_TILE_CALL(ttrans, (PTO_TILE_ARGS_ttrans(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_ttrans(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tconcat;
#define PTO_TILE_KINDS_tconcat "TTT"
static inline pto_event_t pto_tconcat_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tconcat, dst, src0, src1);
}
#define PTO_TILE_ARGS_tconcat(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tconcat(dst, src0, src1, ...) __VA_ARGS__
#define pto_tconcat(...) PTO_TILE_CALL(tconcat, (PTO_TILE_ARGS_tconcat(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tconcat(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tconcatidx;
#define PTO_TILE_KINDS_tconcatidx "TTTXX"
static inline pto_event_t pto_tconcatidx_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *src0Idx, const pto_tile_t *src1Idx)
{
    return pto_tile_issue(loc, &pto_tile_tconcatidx, dst, src0, src1, src0Idx, src1Idx);
}
#define PTO_TILE_ARGS_tconcatidx(dst, src0, src1, src0Idx, src1Idx, ...) dst, src0, src1, src0Idx, src1Idx
#define PTO_TILE_EVENTS_tconcatidx(dst, src0, src1, src0Idx, src1Idx, ...) __VA_ARGS__
#define pto_tconcatidx(...) PTO_TILE_CALL(tconcatidx, (PTO_TILE_ARGS_tconcatidx(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tconcatidx(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tfillpad;
#define PTO_TILE_KINDS_tfillpad "TTA"
static inline pto_event_t pto_tfillpad_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t padValue)
{
    return pto_tile_issue(loc, &pto_tile_tfillpad, dst, src, (int)padValue);
}
#define PTO_TILE_ARGS_tfillpad(dst, src, padValue, ...) dst, src, padValue
#define PTO_TILE_EVENTS_tfillpad(dst, src, padValue, ...) __VA_ARGS__
#define pto_tfillpad(...) PTO_TILE_CALL(tfillpad, (PTO_TILE_ARGS_tfillpad(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tfillpad(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tinterleave;
#define PTO_TILE_KINDS_tinterleave "TTTT"
static inline pto_event_t pto_tinterleave_at(const pto_loc_t *loc, const pto_tile_t *dst0, const pto_tile_t *dst1, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tinterleave, dst0, dst1, src0, src1);
}
#define PTO_TILE_ARGS_tinterleave(dst0, dst1, src0, src1, ...) dst0, dst1, src0, src1
#define PTO_TILE_EVENTS_tinterleave(dst0, dst1, src0, src1, ...) __VA_ARGS__
#define pto_tinterleave(...) PTO_TILE_CALL(tinterleave, (PTO_TILE_ARGS_tinterleave(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tinterleave(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tdeinterleave;
#define PTO_TILE_KINDS_tdeinterleave "TTTT"
static inline pto_event_t pto_tdeinterleave_at(const pto_loc_t *loc, const pto_tile_t *dst0, const pto_tile_t *dst1, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tdeinterleave, dst0, dst1, src0, src1);
}
#define PTO_TILE_ARGS_tdeinterleave(dst0, dst1, src0, src1, ...) dst0, dst1, src0, src1
#define PTO_TILE_EVENTS_tdeinterleave(dst0, dst1, src0, src1, ...) __VA_ARGS__
#define pto_tdeinterleave(...) PTO_TILE_CALL(tdeinterleave, (PTO_TILE_ARGS_tdeinterleave(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tdeinterleave(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tadd;
#define PTO_TILE_KINDS_tadd "TTT"
static inline pto_event_t pto_tadd_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tadd, dst, src0, src1);
}
#define PTO_TILE_ARGS_tadd(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tadd(dst, src0, src1, ...) __VA_ARGS__
#define pto_tadd(...) PTO_TILE_CALL(tadd, (PTO_TILE_ARGS_tadd(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tadd(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsub;
#define PTO_TILE_KINDS_tsub "TTT"
static inline pto_event_t pto_tsub_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tsub, dst, src0, src1);
}
#define PTO_TILE_ARGS_tsub(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tsub(dst, src0, src1, ...) __VA_ARGS__
#define pto_tsub(...) PTO_TILE_CALL(tsub, (PTO_TILE_ARGS_tsub(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsub(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmul;
#define PTO_TILE_KINDS_tmul "TTT"
static inline pto_event_t pto_tmul_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tmul, dst, src0, src1);
}
#define PTO_TILE_ARGS_tmul(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tmul(dst, src0, src1, ...) __VA_ARGS__
#define pto_tmul(...) PTO_TILE_CALL(tmul, (PTO_TILE_ARGS_tmul(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmul(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tdiv;
#define PTO_TILE_KINDS_tdiv "TTTA"
static inline pto_event_t pto_tdiv_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tdiv, dst, src0, src1, (int)precisionType);
}
#define PTO_TILE_ARGS_tdiv(dst, src0, src1, precisionType, ...) dst, src0, src1, precisionType
#define PTO_TILE_EVENTS_tdiv(dst, src0, src1, precisionType, ...) __VA_ARGS__
#define pto_tdiv(...) PTO_TILE_CALL(tdiv, (PTO_TILE_ARGS_tdiv(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tdiv(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmax;
#define PTO_TILE_KINDS_tmax "TTT"
static inline pto_event_t pto_tmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tmax, dst, src0, src1);
}
#define PTO_TILE_ARGS_tmax(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tmax(dst, src0, src1, ...) __VA_ARGS__
#define pto_tmax(...) PTO_TILE_CALL(tmax, (PTO_TILE_ARGS_tmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmin;
#define PTO_TILE_KINDS_tmin "TTT"
static inline pto_event_t pto_tmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tmin, dst, src0, src1);
}
#define PTO_TILE_ARGS_tmin(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tmin(dst, src0, src1, ...) __VA_ARGS__
#define pto_tmin(...) PTO_TILE_CALL(tmin, (PTO_TILE_ARGS_tmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trem;
#define PTO_TILE_KINDS_trem "TTTWA"
static inline pto_event_t pto_trem_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_trem, dst, src0, src1, tmp, (int)precisionType);
}
#define PTO_TILE_ARGS_trem(dst, src0, src1, tmp, precisionType, ...) dst, src0, src1, tmp, precisionType
#define PTO_TILE_EVENTS_trem(dst, src0, src1, tmp, precisionType, ...) __VA_ARGS__
#define pto_trem(...) PTO_TILE_CALL(trem, (PTO_TILE_ARGS_trem(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trem(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tfmod;
#define PTO_TILE_KINDS_tfmod "TTTA"
static inline pto_event_t pto_tfmod_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tfmod, dst, src0, src1, (int)precisionType);
}
#define PTO_TILE_ARGS_tfmod(dst, src0, src1, precisionType, ...) dst, src0, src1, precisionType
#define PTO_TILE_EVENTS_tfmod(dst, src0, src1, precisionType, ...) __VA_ARGS__
#define pto_tfmod(...) PTO_TILE_CALL(tfmod, (PTO_TILE_ARGS_tfmod(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tfmod(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpow;
#define PTO_TILE_KINDS_tpow "TTTWA"
static inline pto_event_t pto_tpow_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *base, const pto_tile_t *exp_, const pto_tile_t *tmp, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tpow, dst, base, exp_, tmp, (int)precisionType);
}
#define PTO_TILE_ARGS_tpow(dst, base, exp_, tmp, precisionType, ...) dst, base, exp_, tmp, precisionType
#define PTO_TILE_EVENTS_tpow(dst, base, exp_, tmp, precisionType, ...) __VA_ARGS__
#define pto_tpow(...) PTO_TILE_CALL(tpow, (PTO_TILE_ARGS_tpow(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpow(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tand;
#define PTO_TILE_KINDS_tand "TTT"
static inline pto_event_t pto_tand_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tand, dst, src0, src1);
}
#define PTO_TILE_ARGS_tand(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tand(dst, src0, src1, ...) __VA_ARGS__
#define pto_tand(...) PTO_TILE_CALL(tand, (PTO_TILE_ARGS_tand(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tand(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tor;
#define PTO_TILE_KINDS_tor "TTT"
static inline pto_event_t pto_tor_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tor, dst, src0, src1);
}
#define PTO_TILE_ARGS_tor(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tor(dst, src0, src1, ...) __VA_ARGS__
#define pto_tor(...) PTO_TILE_CALL(tor, (PTO_TILE_ARGS_tor(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tor(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_txor;
#define PTO_TILE_KINDS_txor "TTTW"
static inline pto_event_t pto_txor_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_txor, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_txor(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_txor(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_txor(...) PTO_TILE_CALL(txor, (PTO_TILE_ARGS_txor(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_txor(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tshl;
#define PTO_TILE_KINDS_tshl "TTT"
static inline pto_event_t pto_tshl_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tshl, dst, src0, src1);
}
#define PTO_TILE_ARGS_tshl(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tshl(dst, src0, src1, ...) __VA_ARGS__
#define pto_tshl(...) PTO_TILE_CALL(tshl, (PTO_TILE_ARGS_tshl(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tshl(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tshr;
#define PTO_TILE_KINDS_tshr "TTT"
static inline pto_event_t pto_tshr_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tshr, dst, src0, src1);
}
#define PTO_TILE_ARGS_tshr(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tshr(dst, src0, src1, ...) __VA_ARGS__
#define pto_tshr(...) PTO_TILE_CALL(tshr, (PTO_TILE_ARGS_tshr(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tshr(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tprelu;
#define PTO_TILE_KINDS_tprelu "TTTW"
static inline pto_event_t pto_tprelu_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tprelu, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_tprelu(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_tprelu(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_tprelu(...) PTO_TILE_CALL(tprelu, (PTO_TILE_ARGS_tprelu(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tprelu(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_taddrelu;
#define PTO_TILE_KINDS_taddrelu "TTT"
static inline pto_event_t pto_taddrelu_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_taddrelu, dst, src0, src1);
}
#define PTO_TILE_ARGS_taddrelu(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_taddrelu(dst, src0, src1, ...) __VA_ARGS__
#define pto_taddrelu(...) PTO_TILE_CALL(taddrelu, (PTO_TILE_ARGS_taddrelu(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_taddrelu(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsubrelu;
#define PTO_TILE_KINDS_tsubrelu "TTT"
static inline pto_event_t pto_tsubrelu_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tsubrelu, dst, src0, src1);
}
#define PTO_TILE_ARGS_tsubrelu(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tsubrelu(dst, src0, src1, ...) __VA_ARGS__
#define pto_tsubrelu(...) PTO_TILE_CALL(tsubrelu, (PTO_TILE_ARGS_tsubrelu(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsubrelu(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_taddreluconv;
#define PTO_TILE_KINDS_taddreluconv "RTT"
static inline pto_event_t pto_taddreluconv_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_taddreluconv, dst, src0, src1);
}
#define PTO_TILE_ARGS_taddreluconv(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_taddreluconv(dst, src0, src1, ...) __VA_ARGS__
#define pto_taddreluconv(...) PTO_TILE_CALL(taddreluconv, (PTO_TILE_ARGS_taddreluconv(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_taddreluconv(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tadddeqrelu;
#define PTO_TILE_KINDS_tadddeqrelu "RTTQW"
static inline pto_event_t pto_tadddeqrelu_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, pto_scalar_t deqScale, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tadddeqrelu, dst, src0, src1, deqScale, tmp);
}
#define PTO_TILE_ARGS_tadddeqrelu(dst, src0, src1, deqScale, tmp, ...) dst, src0, src1, PTO_TILE_SCALAR(deqScale), tmp
#define PTO_TILE_EVENTS_tadddeqrelu(dst, src0, src1, deqScale, tmp, ...) __VA_ARGS__
#define pto_tadddeqrelu(...) PTO_TILE_CALL(tadddeqrelu, (PTO_TILE_ARGS_tadddeqrelu(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tadddeqrelu(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmuladddst;
#define PTO_TILE_KINDS_tmuladddst "TTT"
static inline pto_event_t pto_tmuladddst_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tmuladddst, dst, src0, src1);
}
#define PTO_TILE_ARGS_tmuladddst(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tmuladddst(dst, src0, src1, ...) __VA_ARGS__
#define pto_tmuladddst(...) PTO_TILE_CALL(tmuladddst, (PTO_TILE_ARGS_tmuladddst(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmuladddst(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tfusedmuladd;
#define PTO_TILE_KINDS_tfusedmuladd "TTT"
static inline pto_event_t pto_tfusedmuladd_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tfusedmuladd, dst, src0, src1);
}
#define PTO_TILE_ARGS_tfusedmuladd(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tfusedmuladd(dst, src0, src1, ...) __VA_ARGS__
#define pto_tfusedmuladd(...) PTO_TILE_CALL(tfusedmuladd, (PTO_TILE_ARGS_tfusedmuladd(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tfusedmuladd(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tfusedmuladdrelu;
#define PTO_TILE_KINDS_tfusedmuladdrelu "TTT"
static inline pto_event_t pto_tfusedmuladdrelu_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tfusedmuladdrelu, dst, src0, src1);
}
#define PTO_TILE_ARGS_tfusedmuladdrelu(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tfusedmuladdrelu(dst, src0, src1, ...) __VA_ARGS__
#define pto_tfusedmuladdrelu(...) PTO_TILE_CALL(tfusedmuladdrelu, (PTO_TILE_ARGS_tfusedmuladdrelu(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tfusedmuladdrelu(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tadds;
#define PTO_TILE_KINDS_tadds "TTS"
static inline pto_event_t pto_tadds_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tadds, dst, src, scalar);
}
#define PTO_TILE_ARGS_tadds(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tadds(dst, src, scalar, ...) __VA_ARGS__
#define pto_tadds(...) PTO_TILE_CALL(tadds, (PTO_TILE_ARGS_tadds(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tadds(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsubs;
#define PTO_TILE_KINDS_tsubs "TTS"
static inline pto_event_t pto_tsubs_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tsubs, dst, src, scalar);
}
#define PTO_TILE_ARGS_tsubs(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tsubs(dst, src, scalar, ...) __VA_ARGS__
#define pto_tsubs(...) PTO_TILE_CALL(tsubs, (PTO_TILE_ARGS_tsubs(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsubs(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmuls;
#define PTO_TILE_KINDS_tmuls "TTS"
static inline pto_event_t pto_tmuls_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tmuls, dst, src, scalar);
}
#define PTO_TILE_ARGS_tmuls(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tmuls(dst, src, scalar, ...) __VA_ARGS__
#define pto_tmuls(...) PTO_TILE_CALL(tmuls, (PTO_TILE_ARGS_tmuls(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmuls(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tdivs;
#define PTO_TILE_KINDS_tdivs "TTSA"
static inline pto_event_t pto_tdivs_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tdivs, dst, src, scalar, (int)precisionType);
}
#define PTO_TILE_ARGS_tdivs(dst, src, scalar, precisionType, ...) dst, src, PTO_TILE_SCALAR(scalar), precisionType
#define PTO_TILE_EVENTS_tdivs(dst, src, scalar, precisionType, ...) __VA_ARGS__
#define pto_tdivs(...) PTO_TILE_CALL(tdivs, (PTO_TILE_ARGS_tdivs(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tdivs(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsdiv;
#define PTO_TILE_KINDS_tsdiv "TSTA"
static inline pto_event_t pto_tsdiv_at(const pto_loc_t *loc, const pto_tile_t *dst, pto_scalar_t scalar, const pto_tile_t *src, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tsdiv, dst, scalar, src, (int)precisionType);
}
#define PTO_TILE_ARGS_tsdiv(dst, scalar, src, precisionType, ...) dst, PTO_TILE_SCALAR(scalar), src, precisionType
#define PTO_TILE_EVENTS_tsdiv(dst, scalar, src, precisionType, ...) __VA_ARGS__
#define pto_tsdiv(...) PTO_TILE_CALL(tsdiv, (PTO_TILE_ARGS_tsdiv(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsdiv(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmaxs;
#define PTO_TILE_KINDS_tmaxs "TTS"
static inline pto_event_t pto_tmaxs_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tmaxs, dst, src, scalar);
}
#define PTO_TILE_ARGS_tmaxs(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tmaxs(dst, src, scalar, ...) __VA_ARGS__
#define pto_tmaxs(...) PTO_TILE_CALL(tmaxs, (PTO_TILE_ARGS_tmaxs(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmaxs(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmins;
#define PTO_TILE_KINDS_tmins "TTS"
static inline pto_event_t pto_tmins_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tmins, dst, src, scalar);
}
#define PTO_TILE_ARGS_tmins(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tmins(dst, src, scalar, ...) __VA_ARGS__
#define pto_tmins(...) PTO_TILE_CALL(tmins, (PTO_TILE_ARGS_tmins(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmins(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trems;
#define PTO_TILE_KINDS_trems "TTSW"
static inline pto_event_t pto_trems_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trems, dst, src, scalar, tmp);
}
#define PTO_TILE_ARGS_trems(dst, src, scalar, tmp, ...) dst, src, PTO_TILE_SCALAR(scalar), tmp
#define PTO_TILE_EVENTS_trems(dst, src, scalar, tmp, ...) __VA_ARGS__
#define pto_trems(...) PTO_TILE_CALL(trems, (PTO_TILE_ARGS_trems(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trems(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tfmods;
#define PTO_TILE_KINDS_tfmods "TTS"
static inline pto_event_t pto_tfmods_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tfmods, dst, src, scalar);
}
#define PTO_TILE_ARGS_tfmods(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tfmods(dst, src, scalar, ...) __VA_ARGS__
#define pto_tfmods(...) PTO_TILE_CALL(tfmods, (PTO_TILE_ARGS_tfmods(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tfmods(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpows;
#define PTO_TILE_KINDS_tpows "TTSWA"
static inline pto_event_t pto_tpows_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar, const pto_tile_t *tmp, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tpows, dst, src, scalar, tmp, (int)precisionType);
}
#define PTO_TILE_ARGS_tpows(dst, src, scalar, tmp, precisionType, ...) dst, src, PTO_TILE_SCALAR(scalar), tmp, precisionType
#define PTO_TILE_EVENTS_tpows(dst, src, scalar, tmp, precisionType, ...) __VA_ARGS__
#define pto_tpows(...) PTO_TILE_CALL(tpows, (PTO_TILE_ARGS_tpows(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpows(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tands;
#define PTO_TILE_KINDS_tands "TTS"
static inline pto_event_t pto_tands_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tands, dst, src, scalar);
}
#define PTO_TILE_ARGS_tands(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tands(dst, src, scalar, ...) __VA_ARGS__
#define pto_tands(...) PTO_TILE_CALL(tands, (PTO_TILE_ARGS_tands(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tands(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tors;
#define PTO_TILE_KINDS_tors "TTS"
static inline pto_event_t pto_tors_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tors, dst, src, scalar);
}
#define PTO_TILE_ARGS_tors(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tors(dst, src, scalar, ...) __VA_ARGS__
#define pto_tors(...) PTO_TILE_CALL(tors, (PTO_TILE_ARGS_tors(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tors(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_txors;
#define PTO_TILE_KINDS_txors "TTSW"
static inline pto_event_t pto_txors_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_txors, dst, src, scalar, tmp);
}
#define PTO_TILE_ARGS_txors(dst, src, scalar, tmp, ...) dst, src, PTO_TILE_SCALAR(scalar), tmp
#define PTO_TILE_EVENTS_txors(dst, src, scalar, tmp, ...) __VA_ARGS__
#define pto_txors(...) PTO_TILE_CALL(txors, (PTO_TILE_ARGS_txors(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_txors(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tshls;
#define PTO_TILE_KINDS_tshls "TTS"
static inline pto_event_t pto_tshls_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tshls, dst, src, scalar);
}
#define PTO_TILE_ARGS_tshls(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tshls(dst, src, scalar, ...) __VA_ARGS__
#define pto_tshls(...) PTO_TILE_CALL(tshls, (PTO_TILE_ARGS_tshls(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tshls(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tshrs;
#define PTO_TILE_KINDS_tshrs "TTS"
static inline pto_event_t pto_tshrs_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tshrs, dst, src, scalar);
}
#define PTO_TILE_ARGS_tshrs(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tshrs(dst, src, scalar, ...) __VA_ARGS__
#define pto_tshrs(...) PTO_TILE_CALL(tshrs, (PTO_TILE_ARGS_tshrs(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tshrs(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tlrelu;
#define PTO_TILE_KINDS_tlrelu "TTS"
static inline pto_event_t pto_tlrelu_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t slope)
{
    return pto_tile_issue(loc, &pto_tile_tlrelu, dst, src, slope);
}
#define PTO_TILE_ARGS_tlrelu(dst, src, slope, ...) dst, src, PTO_TILE_SCALAR(slope)
#define PTO_TILE_EVENTS_tlrelu(dst, src, slope, ...) __VA_ARGS__
#define pto_tlrelu(...) PTO_TILE_CALL(tlrelu, (PTO_TILE_ARGS_tlrelu(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tlrelu(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_taxpy;
#define PTO_TILE_KINDS_taxpy "RTS"
static inline pto_event_t pto_taxpy_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_taxpy, dst, src, scalar);
}
#define PTO_TILE_ARGS_taxpy(dst, src, scalar, ...) dst, src, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_taxpy(dst, src, scalar, ...) __VA_ARGS__
#define pto_taxpy(...) PTO_TILE_CALL(taxpy, (PTO_TILE_ARGS_taxpy(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_taxpy(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_taddc;
#define PTO_TILE_KINDS_taddc "TTTT"
static inline pto_event_t pto_taddc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *src2)
{
    return pto_tile_issue(loc, &pto_tile_taddc, dst, src0, src1, src2);
}
#define PTO_TILE_ARGS_taddc(dst, src0, src1, src2, ...) dst, src0, src1, src2
#define PTO_TILE_EVENTS_taddc(dst, src0, src1, src2, ...) __VA_ARGS__
#define pto_taddc(...) PTO_TILE_CALL(taddc, (PTO_TILE_ARGS_taddc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_taddc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsubc;
#define PTO_TILE_KINDS_tsubc "TTTT"
static inline pto_event_t pto_tsubc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *src2)
{
    return pto_tile_issue(loc, &pto_tile_tsubc, dst, src0, src1, src2);
}
#define PTO_TILE_ARGS_tsubc(dst, src0, src1, src2, ...) dst, src0, src1, src2
#define PTO_TILE_EVENTS_tsubc(dst, src0, src1, src2, ...) __VA_ARGS__
#define pto_tsubc(...) PTO_TILE_CALL(tsubc, (PTO_TILE_ARGS_tsubc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsubc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_taddsc;
#define PTO_TILE_KINDS_taddsc "TTST"
static inline pto_event_t pto_taddsc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, pto_scalar_t scalar, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_taddsc, dst, src0, scalar, src1);
}
#define PTO_TILE_ARGS_taddsc(dst, src0, scalar, src1, ...) dst, src0, PTO_TILE_SCALAR(scalar), src1
#define PTO_TILE_EVENTS_taddsc(dst, src0, scalar, src1, ...) __VA_ARGS__
#define pto_taddsc(...) PTO_TILE_CALL(taddsc, (PTO_TILE_ARGS_taddsc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_taddsc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsubsc;
#define PTO_TILE_KINDS_tsubsc "TTST"
static inline pto_event_t pto_tsubsc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, pto_scalar_t scalar, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tsubsc, dst, src0, scalar, src1);
}
#define PTO_TILE_ARGS_tsubsc(dst, src0, scalar, src1, ...) dst, src0, PTO_TILE_SCALAR(scalar), src1
#define PTO_TILE_EVENTS_tsubsc(dst, src0, scalar, src1, ...) __VA_ARGS__
#define pto_tsubsc(...) PTO_TILE_CALL(tsubsc, (PTO_TILE_ARGS_tsubsc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsubsc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tabs;
#define PTO_TILE_KINDS_tabs "TT"
static inline pto_event_t pto_tabs_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_tile_issue(loc, &pto_tile_tabs, dst, src);
}
#define PTO_TILE_ARGS_tabs(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_tabs(dst, src, ...) __VA_ARGS__
#define pto_tabs(...) PTO_TILE_CALL(tabs, (PTO_TILE_ARGS_tabs(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tabs(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tneg;
#define PTO_TILE_KINDS_tneg "TT"
static inline pto_event_t pto_tneg_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_tile_issue(loc, &pto_tile_tneg, dst, src);
}
#define PTO_TILE_ARGS_tneg(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_tneg(dst, src, ...) __VA_ARGS__
#define pto_tneg(...) PTO_TILE_CALL(tneg, (PTO_TILE_ARGS_tneg(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tneg(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tnot;
#define PTO_TILE_KINDS_tnot "TT"
static inline pto_event_t pto_tnot_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_tile_issue(loc, &pto_tile_tnot, dst, src);
}
#define PTO_TILE_ARGS_tnot(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_tnot(dst, src, ...) __VA_ARGS__
#define pto_tnot(...) PTO_TILE_CALL(tnot, (PTO_TILE_ARGS_tnot(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tnot(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_texp;
#define PTO_TILE_KINDS_texp "TTA"
static inline pto_event_t pto_texp_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_texp, dst, src, (int)precisionType);
}
#define PTO_TILE_ARGS_texp(dst, src, precisionType, ...) dst, src, precisionType
#define PTO_TILE_EVENTS_texp(dst, src, precisionType, ...) __VA_ARGS__
#define pto_texp(...) PTO_TILE_CALL(texp, (PTO_TILE_ARGS_texp(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_texp(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tlog;
#define PTO_TILE_KINDS_tlog "TTA"
static inline pto_event_t pto_tlog_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tlog, dst, src, (int)precisionType);
}
#define PTO_TILE_ARGS_tlog(dst, src, precisionType, ...) dst, src, precisionType
#define PTO_TILE_EVENTS_tlog(dst, src, precisionType, ...) __VA_ARGS__
#define pto_tlog(...) PTO_TILE_CALL(tlog, (PTO_TILE_ARGS_tlog(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tlog(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsqrt;
#define PTO_TILE_KINDS_tsqrt "TTA"
static inline pto_event_t pto_tsqrt_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tsqrt, dst, src, (int)precisionType);
}
#define PTO_TILE_ARGS_tsqrt(dst, src, precisionType, ...) dst, src, precisionType
#define PTO_TILE_EVENTS_tsqrt(dst, src, precisionType, ...) __VA_ARGS__
#define pto_tsqrt(...) PTO_TILE_CALL(tsqrt, (PTO_TILE_ARGS_tsqrt(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsqrt(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trsqrt;
#define PTO_TILE_KINDS_trsqrt "TTWA"
static inline pto_event_t pto_trsqrt_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_trsqrt, dst, src, tmp, (int)precisionType);
}
#define PTO_TILE_ARGS_trsqrt(dst, src, tmp, precisionType, ...) dst, src, tmp, precisionType
#define PTO_TILE_EVENTS_trsqrt(dst, src, tmp, precisionType, ...) __VA_ARGS__
#define pto_trsqrt(...) PTO_TILE_CALL(trsqrt, (PTO_TILE_ARGS_trsqrt(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trsqrt(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trecip;
#define PTO_TILE_KINDS_trecip "TTA"
static inline pto_event_t pto_trecip_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_trecip, dst, src, (int)precisionType);
}
#define PTO_TILE_ARGS_trecip(dst, src, precisionType, ...) dst, src, precisionType
#define PTO_TILE_EVENTS_trecip(dst, src, precisionType, ...) __VA_ARGS__
#define pto_trecip(...) PTO_TILE_CALL(trecip, (PTO_TILE_ARGS_trecip(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trecip(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trelu;
#define PTO_TILE_KINDS_trelu "TT"
static inline pto_event_t pto_trelu_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_tile_issue(loc, &pto_tile_trelu, dst, src);
}
#define PTO_TILE_ARGS_trelu(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_trelu(dst, src, ...) __VA_ARGS__
#define pto_trelu(...) PTO_TILE_CALL(trelu, (PTO_TILE_ARGS_trelu(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trelu(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_texpands;
#define PTO_TILE_KINDS_texpands "TS"
static inline pto_event_t pto_texpands_at(const pto_loc_t *loc, const pto_tile_t *dst, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_texpands, dst, scalar);
}
#define PTO_TILE_ARGS_texpands(dst, scalar, ...) dst, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_texpands(dst, scalar, ...) __VA_ARGS__
#define pto_texpands(...) PTO_TILE_CALL(texpands, (PTO_TILE_ARGS_texpands(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_texpands(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tci;
#define PTO_TILE_KINDS_tci "TSWI"
static inline pto_event_t pto_tci_at(const pto_loc_t *loc, const pto_tile_t *dst, pto_scalar_t S_, const pto_tile_t *tmp, int64_t descending)
{
    return pto_tile_issue(loc, &pto_tile_tci, dst, S_, tmp, descending);
}
#define PTO_TILE_ARGS_tci(dst, S_, tmp, descending, ...) dst, PTO_TILE_SCALAR(S_), tmp, descending
#define PTO_TILE_EVENTS_tci(dst, S_, tmp, descending, ...) __VA_ARGS__
#define pto_tci(...) PTO_TILE_CALL(tci, (PTO_TILE_ARGS_tci(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tci(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_ttri;
#define PTO_TILE_KINDS_ttri "TII"
static inline pto_event_t pto_ttri_at(const pto_loc_t *loc, const pto_tile_t *dst, int64_t diagonal, int64_t upperOrLower)
{
    return pto_tile_issue(loc, &pto_tile_ttri, dst, diagonal, upperOrLower);
}
#define PTO_TILE_ARGS_ttri(dst, diagonal, upperOrLower, ...) dst, diagonal, upperOrLower
#define PTO_TILE_EVENTS_ttri(dst, diagonal, upperOrLower, ...) __VA_ARGS__
#define pto_ttri(...) PTO_TILE_CALL(ttri, (PTO_TILE_ARGS_ttri(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_ttri(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trandom;
#define PTO_TILE_KINDS_trandom "TIIIIIII"
static inline pto_event_t pto_trandom_at(const pto_loc_t *loc, const pto_tile_t *dst, int64_t key0, int64_t key1, int64_t counter0, int64_t counter1, int64_t counter2, int64_t counter3, int64_t rounds)
{
    return pto_tile_issue(loc, &pto_tile_trandom, dst, key0, key1, counter0, counter1, counter2, counter3, rounds);
}
#define PTO_TILE_ARGS_trandom(dst, key0, key1, counter0, counter1, counter2, counter3, rounds, ...) dst, key0, key1, counter0, counter1, counter2, counter3, rounds
#define PTO_TILE_EVENTS_trandom(dst, key0, key1, counter0, counter1, counter2, counter3, rounds, ...) __VA_ARGS__
#define pto_trandom(...) PTO_TILE_CALL(trandom, (PTO_TILE_ARGS_trandom(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trandom(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpartadd;
#define PTO_TILE_KINDS_tpartadd "TTT"
static inline pto_event_t pto_tpartadd_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tpartadd, dst, src0, src1);
}
#define PTO_TILE_ARGS_tpartadd(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tpartadd(dst, src0, src1, ...) __VA_ARGS__
#define pto_tpartadd(...) PTO_TILE_CALL(tpartadd, (PTO_TILE_ARGS_tpartadd(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpartadd(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpartmul;
#define PTO_TILE_KINDS_tpartmul "TTT"
static inline pto_event_t pto_tpartmul_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tpartmul, dst, src0, src1);
}
#define PTO_TILE_ARGS_tpartmul(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tpartmul(dst, src0, src1, ...) __VA_ARGS__
#define pto_tpartmul(...) PTO_TILE_CALL(tpartmul, (PTO_TILE_ARGS_tpartmul(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpartmul(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpartmax;
#define PTO_TILE_KINDS_tpartmax "TTT"
static inline pto_event_t pto_tpartmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tpartmax, dst, src0, src1);
}
#define PTO_TILE_ARGS_tpartmax(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tpartmax(dst, src0, src1, ...) __VA_ARGS__
#define pto_tpartmax(...) PTO_TILE_CALL(tpartmax, (PTO_TILE_ARGS_tpartmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpartmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpartmin;
#define PTO_TILE_KINDS_tpartmin "TTT"
static inline pto_event_t pto_tpartmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tpartmin, dst, src0, src1);
}
#define PTO_TILE_ARGS_tpartmin(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tpartmin(dst, src0, src1, ...) __VA_ARGS__
#define pto_tpartmin(...) PTO_TILE_CALL(tpartmin, (PTO_TILE_ARGS_tpartmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpartmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpartargmax;
#define PTO_TILE_KINDS_tpartargmax "TXTTXX"
static inline pto_event_t pto_tpartargmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *dstIdx, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *src0Idx, const pto_tile_t *src1Idx)
{
    return pto_tile_issue(loc, &pto_tile_tpartargmax, dst, dstIdx, src0, src1, src0Idx, src1Idx);
}
#define PTO_TILE_ARGS_tpartargmax(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) dst, dstIdx, src0, src1, src0Idx, src1Idx
#define PTO_TILE_EVENTS_tpartargmax(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) __VA_ARGS__
#define pto_tpartargmax(...) PTO_TILE_CALL(tpartargmax, (PTO_TILE_ARGS_tpartargmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpartargmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpartargmin;
#define PTO_TILE_KINDS_tpartargmin "TXTTXX"
static inline pto_event_t pto_tpartargmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *dstIdx, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *src0Idx, const pto_tile_t *src1Idx)
{
    return pto_tile_issue(loc, &pto_tile_tpartargmin, dst, dstIdx, src0, src1, src0Idx, src1Idx);
}
#define PTO_TILE_ARGS_tpartargmin(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) dst, dstIdx, src0, src1, src0Idx, src1Idx
#define PTO_TILE_EVENTS_tpartargmin(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) __VA_ARGS__
#define pto_tpartargmin(...) PTO_TILE_CALL(tpartargmin, (PTO_TILE_ARGS_tpartargmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpartargmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcmp;
#define PTO_TILE_KINDS_tcmp "MTTA"
static inline pto_event_t pto_tcmp_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, pto_tile_attr_t cmpMode)
{
    return pto_tile_issue(loc, &pto_tile_tcmp, dst, src0, src1, (int)cmpMode);
}
#define PTO_TILE_ARGS_tcmp(dst, src0, src1, cmpMode, ...) dst, src0, src1, cmpMode
#define PTO_TILE_EVENTS_tcmp(dst, src0, src1, cmpMode, ...) __VA_ARGS__
#define pto_tcmp(...) PTO_TILE_CALL(tcmp, (PTO_TILE_ARGS_tcmp(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcmp(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcmps;
#define PTO_TILE_KINDS_tcmps "MTSA"
static inline pto_event_t pto_tcmps_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_scalar_t scalar, pto_tile_attr_t cmpMode)
{
    return pto_tile_issue(loc, &pto_tile_tcmps, dst, src, scalar, (int)cmpMode);
}
#define PTO_TILE_ARGS_tcmps(dst, src, scalar, cmpMode, ...) dst, src, PTO_TILE_SCALAR(scalar), cmpMode
#define PTO_TILE_EVENTS_tcmps(dst, src, scalar, cmpMode, ...) __VA_ARGS__
#define pto_tcmps(...) PTO_TILE_CALL(tcmps, (PTO_TILE_ARGS_tcmps(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcmps(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsel;
#define PTO_TILE_KINDS_tsel "TMTTW"
static inline pto_event_t pto_tsel_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *mask, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tsel, dst, mask, src0, src1, tmp);
}
#define PTO_TILE_ARGS_tsel(dst, mask, src0, src1, tmp, ...) dst, mask, src0, src1, tmp
#define PTO_TILE_EVENTS_tsel(dst, mask, src0, src1, tmp, ...) __VA_ARGS__
#define pto_tsel(...) PTO_TILE_CALL(tsel, (PTO_TILE_ARGS_tsel(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsel(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsels;
#define PTO_TILE_KINDS_tsels "TMTWS"
static inline pto_event_t pto_tsels_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *mask, const pto_tile_t *src, const pto_tile_t *tmp, pto_scalar_t scalar)
{
    return pto_tile_issue(loc, &pto_tile_tsels, dst, mask, src, tmp, scalar);
}
#define PTO_TILE_ARGS_tsels(dst, mask, src, tmp, scalar, ...) dst, mask, src, tmp, PTO_TILE_SCALAR(scalar)
#define PTO_TILE_EVENTS_tsels(dst, mask, src, tmp, scalar, ...) __VA_ARGS__
#define pto_tsels(...) PTO_TILE_CALL(tsels, (PTO_TILE_ARGS_tsels(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsels(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowsum;
#define PTO_TILE_KINDS_trowsum "TTW"
static inline pto_event_t pto_trowsum_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowsum, dst, src, tmp);
}
#define PTO_TILE_ARGS_trowsum(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_trowsum(dst, src, tmp, ...) __VA_ARGS__
#define pto_trowsum(...) PTO_TILE_CALL(trowsum, (PTO_TILE_ARGS_trowsum(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowsum(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowprod;
#define PTO_TILE_KINDS_trowprod "TTW"
static inline pto_event_t pto_trowprod_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowprod, dst, src, tmp);
}
#define PTO_TILE_ARGS_trowprod(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_trowprod(dst, src, tmp, ...) __VA_ARGS__
#define pto_trowprod(...) PTO_TILE_CALL(trowprod, (PTO_TILE_ARGS_trowprod(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowprod(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowmax;
#define PTO_TILE_KINDS_trowmax "TTW"
static inline pto_event_t pto_trowmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowmax, dst, src, tmp);
}
#define PTO_TILE_ARGS_trowmax(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_trowmax(dst, src, tmp, ...) __VA_ARGS__
#define pto_trowmax(...) PTO_TILE_CALL(trowmax, (PTO_TILE_ARGS_trowmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowmin;
#define PTO_TILE_KINDS_trowmin "TTW"
static inline pto_event_t pto_trowmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowmin, dst, src, tmp);
}
#define PTO_TILE_ARGS_trowmin(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_trowmin(dst, src, tmp, ...) __VA_ARGS__
#define pto_trowmin(...) PTO_TILE_CALL(trowmin, (PTO_TILE_ARGS_trowmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowargmax;
#define PTO_TILE_KINDS_trowargmax "XTW"
static inline pto_event_t pto_trowargmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowargmax, dst, src, tmp);
}
#define PTO_TILE_ARGS_trowargmax(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_trowargmax(dst, src, tmp, ...) __VA_ARGS__
#define pto_trowargmax(...) PTO_TILE_CALL(trowargmax, (PTO_TILE_ARGS_trowargmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowargmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowargmin;
#define PTO_TILE_KINDS_trowargmin "XTW"
static inline pto_event_t pto_trowargmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowargmin, dst, src, tmp);
}
#define PTO_TILE_ARGS_trowargmin(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_trowargmin(dst, src, tmp, ...) __VA_ARGS__
#define pto_trowargmin(...) PTO_TILE_CALL(trowargmin, (PTO_TILE_ARGS_trowargmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowargmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolsum;
#define PTO_TILE_KINDS_tcolsum "TTWI"
static inline pto_event_t pto_tcolsum_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp, int64_t isBinary)
{
    return pto_tile_issue(loc, &pto_tile_tcolsum, dst, src, tmp, isBinary);
}
#define PTO_TILE_ARGS_tcolsum(dst, src, tmp, isBinary, ...) dst, src, tmp, isBinary
#define PTO_TILE_EVENTS_tcolsum(dst, src, tmp, isBinary, ...) __VA_ARGS__
#define pto_tcolsum(...) PTO_TILE_CALL(tcolsum, (PTO_TILE_ARGS_tcolsum(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolsum(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolprod;
#define PTO_TILE_KINDS_tcolprod "TTW"
static inline pto_event_t pto_tcolprod_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tcolprod, dst, src, tmp);
}
#define PTO_TILE_ARGS_tcolprod(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_tcolprod(dst, src, tmp, ...) __VA_ARGS__
#define pto_tcolprod(...) PTO_TILE_CALL(tcolprod, (PTO_TILE_ARGS_tcolprod(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolprod(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolmax;
#define PTO_TILE_KINDS_tcolmax "TTW"
static inline pto_event_t pto_tcolmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tcolmax, dst, src, tmp);
}
#define PTO_TILE_ARGS_tcolmax(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_tcolmax(dst, src, tmp, ...) __VA_ARGS__
#define pto_tcolmax(...) PTO_TILE_CALL(tcolmax, (PTO_TILE_ARGS_tcolmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolmin;
#define PTO_TILE_KINDS_tcolmin "TTW"
static inline pto_event_t pto_tcolmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tcolmin, dst, src, tmp);
}
#define PTO_TILE_ARGS_tcolmin(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_tcolmin(dst, src, tmp, ...) __VA_ARGS__
#define pto_tcolmin(...) PTO_TILE_CALL(tcolmin, (PTO_TILE_ARGS_tcolmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolargmax;
#define PTO_TILE_KINDS_tcolargmax "XTW"
static inline pto_event_t pto_tcolargmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tcolargmax, dst, src, tmp);
}
#define PTO_TILE_ARGS_tcolargmax(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_tcolargmax(dst, src, tmp, ...) __VA_ARGS__
#define pto_tcolargmax(...) PTO_TILE_CALL(tcolargmax, (PTO_TILE_ARGS_tcolargmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolargmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolargmin;
#define PTO_TILE_KINDS_tcolargmin "XTW"
static inline pto_event_t pto_tcolargmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tcolargmin, dst, src, tmp);
}
#define PTO_TILE_ARGS_tcolargmin(dst, src, tmp, ...) dst, src, tmp
#define PTO_TILE_EVENTS_tcolargmin(dst, src, tmp, ...) __VA_ARGS__
#define pto_tcolargmin(...) PTO_TILE_CALL(tcolargmin, (PTO_TILE_ARGS_tcolargmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolargmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tpairreducesum;
#define PTO_TILE_KINDS_tpairreducesum "TT"
static inline pto_event_t pto_tpairreducesum_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_tile_issue(loc, &pto_tile_tpairreducesum, dst, src);
}
#define PTO_TILE_ARGS_tpairreducesum(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_tpairreducesum(dst, src, ...) __VA_ARGS__
#define pto_tpairreducesum(...) PTO_TILE_CALL(tpairreducesum, (PTO_TILE_ARGS_tpairreducesum(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tpairreducesum(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_thistogram;
#define PTO_TILE_KINDS_thistogram "RTRI"
static inline pto_event_t pto_thistogram_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *idx, int64_t byte)
{
    return pto_tile_issue(loc, &pto_tile_thistogram, dst, src, idx, byte);
}
#define PTO_TILE_ARGS_thistogram(dst, src, idx, byte, ...) dst, src, idx, byte
#define PTO_TILE_EVENTS_thistogram(dst, src, idx, byte, ...) __VA_ARGS__
#define pto_thistogram(...) PTO_TILE_CALL(thistogram, (PTO_TILE_ARGS_thistogram(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_thistogram(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpand;
#define PTO_TILE_KINDS_trowexpand "TT"
static inline pto_event_t pto_trowexpand_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_tile_issue(loc, &pto_tile_trowexpand, dst, src);
}
#define PTO_TILE_ARGS_trowexpand(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_trowexpand(dst, src, ...) __VA_ARGS__
#define pto_trowexpand(...) PTO_TILE_CALL(trowexpand, (PTO_TILE_ARGS_trowexpand(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpand(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpandadd;
#define PTO_TILE_KINDS_trowexpandadd "TTTW"
static inline pto_event_t pto_trowexpandadd_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowexpandadd, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_trowexpandadd(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_trowexpandadd(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_trowexpandadd(...) PTO_TILE_CALL(trowexpandadd, (PTO_TILE_ARGS_trowexpandadd(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpandadd(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpandsub;
#define PTO_TILE_KINDS_trowexpandsub "TTTW"
static inline pto_event_t pto_trowexpandsub_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowexpandsub, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_trowexpandsub(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_trowexpandsub(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_trowexpandsub(...) PTO_TILE_CALL(trowexpandsub, (PTO_TILE_ARGS_trowexpandsub(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpandsub(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpandmul;
#define PTO_TILE_KINDS_trowexpandmul "TTTW"
static inline pto_event_t pto_trowexpandmul_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowexpandmul, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_trowexpandmul(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_trowexpandmul(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_trowexpandmul(...) PTO_TILE_CALL(trowexpandmul, (PTO_TILE_ARGS_trowexpandmul(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpandmul(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpanddiv;
#define PTO_TILE_KINDS_trowexpanddiv "TTTWA"
static inline pto_event_t pto_trowexpanddiv_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_trowexpanddiv, dst, src0, src1, tmp, (int)precisionType);
}
#define PTO_TILE_ARGS_trowexpanddiv(dst, src0, src1, tmp, precisionType, ...) dst, src0, src1, tmp, precisionType
#define PTO_TILE_EVENTS_trowexpanddiv(dst, src0, src1, tmp, precisionType, ...) __VA_ARGS__
#define pto_trowexpanddiv(...) PTO_TILE_CALL(trowexpanddiv, (PTO_TILE_ARGS_trowexpanddiv(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpanddiv(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpandmax;
#define PTO_TILE_KINDS_trowexpandmax "TTTW"
static inline pto_event_t pto_trowexpandmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowexpandmax, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_trowexpandmax(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_trowexpandmax(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_trowexpandmax(...) PTO_TILE_CALL(trowexpandmax, (PTO_TILE_ARGS_trowexpandmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpandmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpandmin;
#define PTO_TILE_KINDS_trowexpandmin "TTTW"
static inline pto_event_t pto_trowexpandmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowexpandmin, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_trowexpandmin(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_trowexpandmin(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_trowexpandmin(...) PTO_TILE_CALL(trowexpandmin, (PTO_TILE_ARGS_trowexpandmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpandmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_trowexpandexpdif;
#define PTO_TILE_KINDS_trowexpandexpdif "TTTW"
static inline pto_event_t pto_trowexpandexpdif_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_trowexpandexpdif, dst, src0, src1, tmp);
}
#define PTO_TILE_ARGS_trowexpandexpdif(dst, src0, src1, tmp, ...) dst, src0, src1, tmp
#define PTO_TILE_EVENTS_trowexpandexpdif(dst, src0, src1, tmp, ...) __VA_ARGS__
#define pto_trowexpandexpdif(...) PTO_TILE_CALL(trowexpandexpdif, (PTO_TILE_ARGS_trowexpandexpdif(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_trowexpandexpdif(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpand;
#define PTO_TILE_KINDS_tcolexpand "TT"
static inline pto_event_t pto_tcolexpand_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpand, dst, src);
}
#define PTO_TILE_ARGS_tcolexpand(dst, src, ...) dst, src
#define PTO_TILE_EVENTS_tcolexpand(dst, src, ...) __VA_ARGS__
#define pto_tcolexpand(...) PTO_TILE_CALL(tcolexpand, (PTO_TILE_ARGS_tcolexpand(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpand(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpandadd;
#define PTO_TILE_KINDS_tcolexpandadd "TTT"
static inline pto_event_t pto_tcolexpandadd_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpandadd, dst, src0, src1);
}
#define PTO_TILE_ARGS_tcolexpandadd(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tcolexpandadd(dst, src0, src1, ...) __VA_ARGS__
#define pto_tcolexpandadd(...) PTO_TILE_CALL(tcolexpandadd, (PTO_TILE_ARGS_tcolexpandadd(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpandadd(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpandsub;
#define PTO_TILE_KINDS_tcolexpandsub "TTT"
static inline pto_event_t pto_tcolexpandsub_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpandsub, dst, src0, src1);
}
#define PTO_TILE_ARGS_tcolexpandsub(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tcolexpandsub(dst, src0, src1, ...) __VA_ARGS__
#define pto_tcolexpandsub(...) PTO_TILE_CALL(tcolexpandsub, (PTO_TILE_ARGS_tcolexpandsub(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpandsub(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpandmul;
#define PTO_TILE_KINDS_tcolexpandmul "TTT"
static inline pto_event_t pto_tcolexpandmul_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpandmul, dst, src0, src1);
}
#define PTO_TILE_ARGS_tcolexpandmul(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tcolexpandmul(dst, src0, src1, ...) __VA_ARGS__
#define pto_tcolexpandmul(...) PTO_TILE_CALL(tcolexpandmul, (PTO_TILE_ARGS_tcolexpandmul(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpandmul(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpanddiv;
#define PTO_TILE_KINDS_tcolexpanddiv "TTTA"
static inline pto_event_t pto_tcolexpanddiv_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1, pto_tile_attr_t precisionType)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpanddiv, dst, src0, src1, (int)precisionType);
}
#define PTO_TILE_ARGS_tcolexpanddiv(dst, src0, src1, precisionType, ...) dst, src0, src1, precisionType
#define PTO_TILE_EVENTS_tcolexpanddiv(dst, src0, src1, precisionType, ...) __VA_ARGS__
#define pto_tcolexpanddiv(...) PTO_TILE_CALL(tcolexpanddiv, (PTO_TILE_ARGS_tcolexpanddiv(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpanddiv(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpandmax;
#define PTO_TILE_KINDS_tcolexpandmax "TTT"
static inline pto_event_t pto_tcolexpandmax_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpandmax, dst, src0, src1);
}
#define PTO_TILE_ARGS_tcolexpandmax(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tcolexpandmax(dst, src0, src1, ...) __VA_ARGS__
#define pto_tcolexpandmax(...) PTO_TILE_CALL(tcolexpandmax, (PTO_TILE_ARGS_tcolexpandmax(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpandmax(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpandmin;
#define PTO_TILE_KINDS_tcolexpandmin "TTT"
static inline pto_event_t pto_tcolexpandmin_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpandmin, dst, src0, src1);
}
#define PTO_TILE_ARGS_tcolexpandmin(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tcolexpandmin(dst, src0, src1, ...) __VA_ARGS__
#define pto_tcolexpandmin(...) PTO_TILE_CALL(tcolexpandmin, (PTO_TILE_ARGS_tcolexpandmin(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpandmin(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcolexpandexpdif;
#define PTO_TILE_KINDS_tcolexpandexpdif "TTT"
static inline pto_event_t pto_tcolexpandexpdif_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    return pto_tile_issue(loc, &pto_tile_tcolexpandexpdif, dst, src0, src1);
}
#define PTO_TILE_ARGS_tcolexpandexpdif(dst, src0, src1, ...) dst, src0, src1
#define PTO_TILE_EVENTS_tcolexpandexpdif(dst, src0, src1, ...) __VA_ARGS__
#define pto_tcolexpandexpdif(...) PTO_TILE_CALL(tcolexpandexpdif, (PTO_TILE_ARGS_tcolexpandexpdif(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcolexpandexpdif(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tcvt;
#define PTO_TILE_KINDS_tcvt "RTWAA"
static inline pto_event_t pto_tcvt_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *tmp, pto_tile_attr_t rmode, pto_tile_attr_t satmode)
{
    return pto_tile_issue(loc, &pto_tile_tcvt, dst, src, tmp, (int)rmode, (int)satmode);
}
#define PTO_TILE_ARGS_tcvt(dst, src, tmp, rmode, satmode, ...) dst, src, tmp, rmode, satmode
#define PTO_TILE_EVENTS_tcvt(dst, src, tmp, rmode, satmode, ...) __VA_ARGS__
#define pto_tcvt(...) PTO_TILE_CALL(tcvt, (PTO_TILE_ARGS_tcvt(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tcvt(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tquant;
#define PTO_TILE_KINDS_tquant "RTRRWA"
static inline pto_event_t pto_tquant_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *fp, const pto_tile_t *offset, const pto_tile_t *tmp, pto_tile_attr_t quant_type)
{
    return pto_tile_issue(loc, &pto_tile_tquant, dst, src, fp, offset, tmp, (int)quant_type);
}
#define PTO_TILE_ARGS_tquant(dst, src, fp, offset, tmp, quant_type, ...) dst, src, fp, offset, tmp, quant_type
#define PTO_TILE_EVENTS_tquant(dst, src, fp, offset, tmp, quant_type, ...) __VA_ARGS__
#define pto_tquant(...) PTO_TILE_CALL(tquant, (PTO_TILE_ARGS_tquant(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tquant(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tquant_mx;
#define PTO_TILE_KINDS_tquant_mx "RRTTRTAAAAI"
static inline pto_event_t pto_tquant_mx_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *exp_, const pto_tile_t *max_, const pto_tile_t *scaling, const pto_tile_t *exp_zz, const pto_tile_t *src, pto_tile_attr_t quant_type, pto_tile_attr_t quantScaleAlg, pto_tile_attr_t storeMode, pto_tile_attr_t grpAxis, int64_t interleave)
{
    return pto_tile_issue(loc, &pto_tile_tquant_mx, dst, exp_, max_, scaling, exp_zz, src, (int)quant_type, (int)quantScaleAlg, (int)storeMode, (int)grpAxis, interleave);
}
#define PTO_TILE_ARGS_tquant_mx(dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave, ...) dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave
#define PTO_TILE_EVENTS_tquant_mx(dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave, ...) __VA_ARGS__
#define pto_tquant_mx(...) PTO_TILE_CALL(tquant_mx, (PTO_TILE_ARGS_tquant_mx(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tquant_mx(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tdequant;
#define PTO_TILE_KINDS_tdequant "RTRR"
static inline pto_event_t pto_tdequant_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *scale, const pto_tile_t *offset)
{
    return pto_tile_issue(loc, &pto_tile_tdequant, dst, src, scale, offset);
}
#define PTO_TILE_ARGS_tdequant(dst, src, scale, offset, ...) dst, src, scale, offset
#define PTO_TILE_EVENTS_tdequant(dst, src, scale, offset, ...) __VA_ARGS__
#define pto_tdequant(...) PTO_TILE_CALL(tdequant, (PTO_TILE_ARGS_tdequant(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tdequant(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgather;
#define PTO_TILE_KINDS_tgather "TTXW"
static inline pto_event_t pto_tgather_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *indices, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tgather, dst, src, indices, tmp);
}
#define PTO_TILE_ARGS_tgather(dst, src, indices, tmp, ...) dst, src, indices, tmp
#define PTO_TILE_EVENTS_tgather(dst, src, indices, tmp, ...) __VA_ARGS__
#define pto_tgather(...) PTO_TILE_CALL(tgather, (PTO_TILE_ARGS_tgather(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgather(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgather_cmp;
#define PTO_TILE_KINDS_tgather_cmp "XXTSWAI"
static inline pto_event_t pto_tgather_cmp_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *cdst, const pto_tile_t *src, pto_scalar_t kValue, const pto_tile_t *tmp, pto_tile_attr_t cmpMode, int64_t offset)
{
    return pto_tile_issue(loc, &pto_tile_tgather_cmp, dst, cdst, src, kValue, tmp, (int)cmpMode, offset);
}
#define PTO_TILE_ARGS_tgather_cmp(dst, cdst, src, kValue, tmp, cmpMode, offset, ...) dst, cdst, src, PTO_TILE_SCALAR(kValue), tmp, cmpMode, offset
#define PTO_TILE_EVENTS_tgather_cmp(dst, cdst, src, kValue, tmp, cmpMode, offset, ...) __VA_ARGS__
#define pto_tgather_cmp(...) PTO_TILE_CALL(tgather_cmp, (PTO_TILE_ARGS_tgather_cmp(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgather_cmp(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgather_mask;
#define PTO_TILE_KINDS_tgather_mask "TTA"
static inline pto_event_t pto_tgather_mask_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t maskPattern)
{
    return pto_tile_issue(loc, &pto_tile_tgather_mask, dst, src, (int)maskPattern);
}
#define PTO_TILE_ARGS_tgather_mask(dst, src, maskPattern, ...) dst, src, maskPattern
#define PTO_TILE_EVENTS_tgather_mask(dst, src, maskPattern, ...) __VA_ARGS__
#define pto_tgather_mask(...) PTO_TILE_CALL(tgather_mask, (PTO_TILE_ARGS_tgather_mask(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgather_mask(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgatherb;
#define PTO_TILE_KINDS_tgatherb "TTX"
static inline pto_event_t pto_tgatherb_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *offsets)
{
    return pto_tile_issue(loc, &pto_tile_tgatherb, dst, src, offsets);
}
#define PTO_TILE_ARGS_tgatherb(dst, src, offsets, ...) dst, src, offsets
#define PTO_TILE_EVENTS_tgatherb(dst, src, offsets, ...) __VA_ARGS__
#define pto_tgatherb(...) PTO_TILE_CALL(tgatherb, (PTO_TILE_ARGS_tgatherb(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgatherb(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tscatter;
#define PTO_TILE_KINDS_tscatter "TTX"
static inline pto_event_t pto_tscatter_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *indexes)
{
    return pto_tile_issue(loc, &pto_tile_tscatter, dst, src, indexes);
}
#define PTO_TILE_ARGS_tscatter(dst, src, indexes, ...) dst, src, indexes
#define PTO_TILE_EVENTS_tscatter(dst, src, indexes, ...) __VA_ARGS__
#define pto_tscatter(...) PTO_TILE_CALL(tscatter, (PTO_TILE_ARGS_tscatter(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tscatter(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tscatter_mask;
#define PTO_TILE_KINDS_tscatter_mask "TTAA"
static inline pto_event_t pto_tscatter_mask_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t maskPattern, pto_tile_attr_t axis)
{
    return pto_tile_issue(loc, &pto_tile_tscatter_mask, dst, src, (int)maskPattern, (int)axis);
}
#define PTO_TILE_ARGS_tscatter_mask(dst, src, maskPattern, axis, ...) dst, src, maskPattern, axis
#define PTO_TILE_EVENTS_tscatter_mask(dst, src, maskPattern, axis, ...) __VA_ARGS__
#define pto_tscatter_mask(...) PTO_TILE_CALL(tscatter_mask, (PTO_TILE_ARGS_tscatter_mask(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tscatter_mask(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tsort32;
#define PTO_TILE_KINDS_tsort32 "TTXW"
static inline pto_event_t pto_tsort32_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *idx, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tsort32, dst, src, idx, tmp);
}
#define PTO_TILE_ARGS_tsort32(dst, src, idx, tmp, ...) dst, src, idx, tmp
#define PTO_TILE_EVENTS_tsort32(dst, src, idx, tmp, ...) __VA_ARGS__
#define pto_tsort32(...) PTO_TILE_CALL(tsort32, (PTO_TILE_ARGS_tsort32(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tsort32(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmrgsort;
#define PTO_TILE_KINDS_tmrgsort "TTI"
static inline pto_event_t pto_tmrgsort_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *src, int64_t blockLen)
{
    return pto_tile_issue(loc, &pto_tile_tmrgsort, dst, src, blockLen);
}
#define PTO_TILE_ARGS_tmrgsort(dst, src, blockLen, ...) dst, src, blockLen
#define PTO_TILE_EVENTS_tmrgsort(dst, src, blockLen, ...) __VA_ARGS__
#define pto_tmrgsort(...) PTO_TILE_CALL(tmrgsort, (PTO_TILE_ARGS_tmrgsort(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmrgsort(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmrgsort2;
#define PTO_TILE_KINDS_tmrgsort2 "TWTTI"
static inline pto_event_t pto_tmrgsort2_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *tmp, const pto_tile_t *src0, const pto_tile_t *src1, int64_t exhausted)
{
    return pto_tile_issue(loc, &pto_tile_tmrgsort2, dst, tmp, src0, src1, exhausted);
}
#define PTO_TILE_ARGS_tmrgsort2(dst, tmp, src0, src1, exhausted, ...) dst, tmp, src0, src1, exhausted
#define PTO_TILE_EVENTS_tmrgsort2(dst, tmp, src0, src1, exhausted, ...) __VA_ARGS__
#define pto_tmrgsort2(...) PTO_TILE_CALL(tmrgsort2, (PTO_TILE_ARGS_tmrgsort2(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmrgsort2(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmrgsort3;
#define PTO_TILE_KINDS_tmrgsort3 "TWTTTI"
static inline pto_event_t pto_tmrgsort3_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *tmp, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *src2, int64_t exhausted)
{
    return pto_tile_issue(loc, &pto_tile_tmrgsort3, dst, tmp, src0, src1, src2, exhausted);
}
#define PTO_TILE_ARGS_tmrgsort3(dst, tmp, src0, src1, src2, exhausted, ...) dst, tmp, src0, src1, src2, exhausted
#define PTO_TILE_EVENTS_tmrgsort3(dst, tmp, src0, src1, src2, exhausted, ...) __VA_ARGS__
#define pto_tmrgsort3(...) PTO_TILE_CALL(tmrgsort3, (PTO_TILE_ARGS_tmrgsort3(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmrgsort3(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmrgsort4;
#define PTO_TILE_KINDS_tmrgsort4 "TWTTTTI"
static inline pto_event_t pto_tmrgsort4_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *tmp, const pto_tile_t *src0, const pto_tile_t *src1, const pto_tile_t *src2, const pto_tile_t *src3, int64_t exhausted)
{
    return pto_tile_issue(loc, &pto_tile_tmrgsort4, dst, tmp, src0, src1, src2, src3, exhausted);
}
#define PTO_TILE_ARGS_tmrgsort4(dst, tmp, src0, src1, src2, src3, exhausted, ...) dst, tmp, src0, src1, src2, src3, exhausted
#define PTO_TILE_EVENTS_tmrgsort4(dst, tmp, src0, src1, src2, src3, exhausted, ...) __VA_ARGS__
#define pto_tmrgsort4(...) PTO_TILE_CALL(tmrgsort4, (PTO_TILE_ARGS_tmrgsort4(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmrgsort4(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tprint;
#define PTO_TILE_KINDS_tprint "TW"
static inline pto_event_t pto_tprint_at(const pto_loc_t *loc, const pto_tile_t *src, const pto_tile_t *tmp)
{
    return pto_tile_issue(loc, &pto_tile_tprint, src, tmp);
}
#define PTO_TILE_ARGS_tprint(src, tmp, ...) src, tmp
#define PTO_TILE_EVENTS_tprint(src, tmp, ...) __VA_ARGS__
#define pto_tprint(...) PTO_TILE_CALL(tprint, (PTO_TILE_ARGS_tprint(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tprint(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmatmul;
#define PTO_TILE_KINDS_tmatmul "RTRA"
static inline pto_event_t pto_tmatmul_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *lhs, const pto_tile_t *rhs, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tmatmul, dst, lhs, rhs, (int)accPhase);
}
#define PTO_TILE_ARGS_tmatmul(dst, lhs, rhs, accPhase, ...) dst, lhs, rhs, accPhase
#define PTO_TILE_EVENTS_tmatmul(dst, lhs, rhs, accPhase, ...) __VA_ARGS__
#define pto_tmatmul(...) PTO_TILE_CALL(tmatmul, (PTO_TILE_ARGS_tmatmul(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmatmul(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmatmul_acc;
#define PTO_TILE_KINDS_tmatmul_acc "RRTRA"
static inline pto_event_t pto_tmatmul_acc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *acc_in, const pto_tile_t *lhs, const pto_tile_t *rhs, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tmatmul_acc, dst, acc_in, lhs, rhs, (int)accPhase);
}
#define PTO_TILE_ARGS_tmatmul_acc(dst, acc_in, lhs, rhs, accPhase, ...) dst, acc_in, lhs, rhs, accPhase
#define PTO_TILE_EVENTS_tmatmul_acc(dst, acc_in, lhs, rhs, accPhase, ...) __VA_ARGS__
#define pto_tmatmul_acc(...) PTO_TILE_CALL(tmatmul_acc, (PTO_TILE_ARGS_tmatmul_acc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmatmul_acc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmatmul_bias;
#define PTO_TILE_KINDS_tmatmul_bias "RTRRA"
static inline pto_event_t pto_tmatmul_bias_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *a, const pto_tile_t *b, const pto_tile_t *bias, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tmatmul_bias, dst, a, b, bias, (int)accPhase);
}
#define PTO_TILE_ARGS_tmatmul_bias(dst, a, b, bias, accPhase, ...) dst, a, b, bias, accPhase
#define PTO_TILE_EVENTS_tmatmul_bias(dst, a, b, bias, accPhase, ...) __VA_ARGS__
#define pto_tmatmul_bias(...) PTO_TILE_CALL(tmatmul_bias, (PTO_TILE_ARGS_tmatmul_bias(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmatmul_bias(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmatmul_mx;
#define PTO_TILE_KINDS_tmatmul_mx "RTRRRA"
static inline pto_event_t pto_tmatmul_mx_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *a, const pto_tile_t *a_scale, const pto_tile_t *b, const pto_tile_t *b_scale, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tmatmul_mx, dst, a, a_scale, b, b_scale, (int)accPhase);
}
#define PTO_TILE_ARGS_tmatmul_mx(dst, a, a_scale, b, b_scale, accPhase, ...) dst, a, a_scale, b, b_scale, accPhase
#define PTO_TILE_EVENTS_tmatmul_mx(dst, a, a_scale, b, b_scale, accPhase, ...) __VA_ARGS__
#define pto_tmatmul_mx(...) PTO_TILE_CALL(tmatmul_mx, (PTO_TILE_ARGS_tmatmul_mx(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmatmul_mx(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmatmul_mx_acc;
#define PTO_TILE_KINDS_tmatmul_mx_acc "RRTRRRA"
static inline pto_event_t pto_tmatmul_mx_acc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *c_in, const pto_tile_t *a, const pto_tile_t *a_scale, const pto_tile_t *b, const pto_tile_t *b_scale, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tmatmul_mx_acc, dst, c_in, a, a_scale, b, b_scale, (int)accPhase);
}
#define PTO_TILE_ARGS_tmatmul_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) dst, c_in, a, a_scale, b, b_scale, accPhase
#define PTO_TILE_EVENTS_tmatmul_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) __VA_ARGS__
#define pto_tmatmul_mx_acc(...) PTO_TILE_CALL(tmatmul_mx_acc, (PTO_TILE_ARGS_tmatmul_mx_acc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmatmul_mx_acc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tmatmul_mx_bias;
#define PTO_TILE_KINDS_tmatmul_mx_bias "RTRRRR"
static inline pto_event_t pto_tmatmul_mx_bias_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *a, const pto_tile_t *a_scale, const pto_tile_t *b, const pto_tile_t *b_scale, const pto_tile_t *bias)
{
    return pto_tile_issue(loc, &pto_tile_tmatmul_mx_bias, dst, a, a_scale, b, b_scale, bias);
}
#define PTO_TILE_ARGS_tmatmul_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) dst, a, a_scale, b, b_scale, bias
#define PTO_TILE_EVENTS_tmatmul_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) __VA_ARGS__
#define pto_tmatmul_mx_bias(...) PTO_TILE_CALL(tmatmul_mx_bias, (PTO_TILE_ARGS_tmatmul_mx_bias(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tmatmul_mx_bias(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgemv;
#define PTO_TILE_KINDS_tgemv "RTRA"
static inline pto_event_t pto_tgemv_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *lhs, const pto_tile_t *rhs, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tgemv, dst, lhs, rhs, (int)accPhase);
}
#define PTO_TILE_ARGS_tgemv(dst, lhs, rhs, accPhase, ...) dst, lhs, rhs, accPhase
#define PTO_TILE_EVENTS_tgemv(dst, lhs, rhs, accPhase, ...) __VA_ARGS__
#define pto_tgemv(...) PTO_TILE_CALL(tgemv, (PTO_TILE_ARGS_tgemv(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgemv(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgemv_acc;
#define PTO_TILE_KINDS_tgemv_acc "RRTRA"
static inline pto_event_t pto_tgemv_acc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *acc_in, const pto_tile_t *lhs, const pto_tile_t *rhs, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tgemv_acc, dst, acc_in, lhs, rhs, (int)accPhase);
}
#define PTO_TILE_ARGS_tgemv_acc(dst, acc_in, lhs, rhs, accPhase, ...) dst, acc_in, lhs, rhs, accPhase
#define PTO_TILE_EVENTS_tgemv_acc(dst, acc_in, lhs, rhs, accPhase, ...) __VA_ARGS__
#define pto_tgemv_acc(...) PTO_TILE_CALL(tgemv_acc, (PTO_TILE_ARGS_tgemv_acc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgemv_acc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgemv_bias;
#define PTO_TILE_KINDS_tgemv_bias "RTRRA"
static inline pto_event_t pto_tgemv_bias_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *a, const pto_tile_t *b, const pto_tile_t *bias, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tgemv_bias, dst, a, b, bias, (int)accPhase);
}
#define PTO_TILE_ARGS_tgemv_bias(dst, a, b, bias, accPhase, ...) dst, a, b, bias, accPhase
#define PTO_TILE_EVENTS_tgemv_bias(dst, a, b, bias, accPhase, ...) __VA_ARGS__
#define pto_tgemv_bias(...) PTO_TILE_CALL(tgemv_bias, (PTO_TILE_ARGS_tgemv_bias(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgemv_bias(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgemv_mx;
#define PTO_TILE_KINDS_tgemv_mx "RTRRRA"
static inline pto_event_t pto_tgemv_mx_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *a, const pto_tile_t *a_scale, const pto_tile_t *b, const pto_tile_t *b_scale, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tgemv_mx, dst, a, a_scale, b, b_scale, (int)accPhase);
}
#define PTO_TILE_ARGS_tgemv_mx(dst, a, a_scale, b, b_scale, accPhase, ...) dst, a, a_scale, b, b_scale, accPhase
#define PTO_TILE_EVENTS_tgemv_mx(dst, a, a_scale, b, b_scale, accPhase, ...) __VA_ARGS__
#define pto_tgemv_mx(...) PTO_TILE_CALL(tgemv_mx, (PTO_TILE_ARGS_tgemv_mx(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgemv_mx(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgemv_mx_acc;
#define PTO_TILE_KINDS_tgemv_mx_acc "RRTRRRA"
static inline pto_event_t pto_tgemv_mx_acc_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *c_in, const pto_tile_t *a, const pto_tile_t *a_scale, const pto_tile_t *b, const pto_tile_t *b_scale, pto_tile_attr_t accPhase)
{
    return pto_tile_issue(loc, &pto_tile_tgemv_mx_acc, dst, c_in, a, a_scale, b, b_scale, (int)accPhase);
}
#define PTO_TILE_ARGS_tgemv_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) dst, c_in, a, a_scale, b, b_scale, accPhase
#define PTO_TILE_EVENTS_tgemv_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) __VA_ARGS__
#define pto_tgemv_mx_acc(...) PTO_TILE_CALL(tgemv_mx_acc, (PTO_TILE_ARGS_tgemv_mx_acc(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgemv_mx_acc(__VA_ARGS__, PTO_NO_EVENT))

extern const pto_tile_op_t pto_tile_tgemv_mx_bias;
#define PTO_TILE_KINDS_tgemv_mx_bias "RTRRRR"
static inline pto_event_t pto_tgemv_mx_bias_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_tile_t *a, const pto_tile_t *a_scale, const pto_tile_t *b, const pto_tile_t *b_scale, const pto_tile_t *bias)
{
    return pto_tile_issue(loc, &pto_tile_tgemv_mx_bias, dst, a, a_scale, b, b_scale, bias);
}
#define PTO_TILE_ARGS_tgemv_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) dst, a, a_scale, b, b_scale, bias
#define PTO_TILE_EVENTS_tgemv_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) __VA_ARGS__
#define pto_tgemv_mx_bias(...) PTO_TILE_CALL(tgemv_mx_bias, (PTO_TILE_ARGS_tgemv_mx_bias(__VA_ARGS__, )), \
    PTO_TILE_EVENTS_tgemv_mx_bias(__VA_ARGS__, PTO_NO_EVENT))
// clang-format on
