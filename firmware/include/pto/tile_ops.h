// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_KINDS_tload "TGQA"
PTO_TILE_FN(tload, LOAD, (T, dst), (G, src), (Q, pad_value), (A, pad_mode))
#define pto_tload(dst, src, pad_value, pad_mode, ...) PTO_TILE_CALL(tload, (dst, src, PTO_TILE_SCALAR(pad_value), pad_mode), __VA_ARGS__)

#define PTO_TILE_KINDS_tstore "GTRQAAA"
PTO_TILE_FN(tstore, STORE, (G, dst), (T, src), (R, fp), (Q, preQuantScalar), (A, stPhase), (A, atomicType), (A, reluPreMode))
#define pto_tstore(dst, src, fp, preQuantScalar, stPhase, atomicType, reluPreMode, ...) PTO_TILE_CALL(tstore, (dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), stPhase, atomicType, reluPreMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tprefetch "TG"
PTO_TILE_FN(tprefetch, LOAD, (T, dst), (G, src))
#define pto_tprefetch(dst, src, ...) PTO_TILE_CALL(tprefetch, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_mgather "TGXAA"
PTO_TILE_FN(mgather, MTE2, (T, dst), (G, mem), (X, idx), (A, coalesce), (A, gatherOob))
#define pto_mgather(dst, mem, idx, coalesce, gatherOob, ...) PTO_TILE_CALL(mgather, (dst, mem, idx, coalesce, gatherOob), __VA_ARGS__)

#define PTO_TILE_KINDS_mgather_mat "TGGGAA"
PTO_TILE_FN(mgather_mat, MTE2, (T, dst), (G, mem), (G, idx), (G, scratch), (A, coalesce), (A, gatherOob))
#define pto_mgather_mat(dst, mem, idx, scratch, coalesce, gatherOob, ...) PTO_TILE_CALL(mgather_mat, (dst, mem, idx, scratch, coalesce, gatherOob), __VA_ARGS__)

#define PTO_TILE_KINDS_mscatter "GTXAAAA"
PTO_TILE_FN(mscatter, MTE3, (G, mem), (T, src), (X, idx), (A, coalesce), (A, scatterAtomicOp), (A, scatterOob), (A, scatterConflict))
#define pto_mscatter(mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict, ...) PTO_TILE_CALL(mscatter, (mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict), __VA_ARGS__)

#define PTO_TILE_KINDS_tmov "RTRQAAA"
PTO_TILE_FN(tmov, MOVE, (R, dst), (T, src), (R, fp), (Q, preQuantScalar), (A, accToVecMode), (A, reluPreMode), (A, grpAxis))
#define pto_tmov(dst, src, fp, preQuantScalar, accToVecMode, reluPreMode, grpAxis, ...) PTO_TILE_CALL(tmov, (dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, grpAxis), __VA_ARGS__)

#define PTO_TILE_KINDS_textract "RTIIRQAA"
PTO_TILE_FN(textract, MOVE, (R, dst), (T, src), (I, indexRow), (I, indexCol), (R, fp), (Q, preQuantScalar), (A, accToVecMode), (A, reluPreMode))
#define pto_textract(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, ...) PTO_TILE_CALL(textract, (dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tinsert "RTIIRQAAA"
PTO_TILE_FN(tinsert, MOVE, (R, dst), (T, src), (I, indexRow), (I, indexCol), (R, fp), (Q, preQuantScalar), (A, accToVecMode), (A, reluPreMode), (A, tinsertMode))
#define pto_tinsert(dst, src, indexRow, indexCol, fp, preQuantScalar, accToVecMode, reluPreMode, tinsertMode, ...) PTO_TILE_CALL(tinsert, (dst, src, indexRow, indexCol, fp, PTO_TILE_SCALAR(preQuantScalar), accToVecMode, reluPreMode, tinsertMode), __VA_ARGS__)

#define PTO_TILE_KINDS_ttrans "TTW"
PTO_TILE_FN(ttrans, V, (T, dst), (T, src), (W, tmp))
#define pto_ttrans(dst, src, tmp, ...) PTO_TILE_CALL(ttrans, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tconcat "TTT"
PTO_TILE_FN(tconcat, V, (T, dst), (T, src0), (T, src1))
#define pto_tconcat(dst, src0, src1, ...) PTO_TILE_CALL(tconcat, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tconcatidx "TTTXX"
PTO_TILE_FN(tconcatidx, V, (T, dst), (T, src0), (T, src1), (X, src0Idx), (X, src1Idx))
#define pto_tconcatidx(dst, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tconcatidx, (dst, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_KINDS_tfillpad "TTA"
PTO_TILE_FN(tfillpad, PAD, (T, dst), (T, src), (A, padValue))
#define pto_tfillpad(dst, src, padValue, ...) PTO_TILE_CALL(tfillpad, (dst, src, padValue), __VA_ARGS__)

#define PTO_TILE_KINDS_tinterleave "TTTT"
PTO_TILE_FN(tinterleave, V, (T, dst0), (T, dst1), (T, src0), (T, src1))
#define pto_tinterleave(dst0, dst1, src0, src1, ...) PTO_TILE_CALL(tinterleave, (dst0, dst1, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tdeinterleave "TTTT"
PTO_TILE_FN(tdeinterleave, V, (T, dst0), (T, dst1), (T, src0), (T, src1))
#define pto_tdeinterleave(dst0, dst1, src0, src1, ...) PTO_TILE_CALL(tdeinterleave, (dst0, dst1, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tadd "TTT"
PTO_TILE_FN(tadd, V, (T, dst), (T, src0), (T, src1))
#define pto_tadd(dst, src0, src1, ...) PTO_TILE_CALL(tadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tsub "TTT"
PTO_TILE_FN(tsub, V, (T, dst), (T, src0), (T, src1))
#define pto_tsub(dst, src0, src1, ...) PTO_TILE_CALL(tsub, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tmul "TTT"
PTO_TILE_FN(tmul, V, (T, dst), (T, src0), (T, src1))
#define pto_tmul(dst, src0, src1, ...) PTO_TILE_CALL(tmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tdiv "TTTA"
PTO_TILE_FN(tdiv, V, (T, dst), (T, src0), (T, src1), (A, precisionType))
#define pto_tdiv(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tdiv, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tmax "TTT"
PTO_TILE_FN(tmax, V, (T, dst), (T, src0), (T, src1))
#define pto_tmax(dst, src0, src1, ...) PTO_TILE_CALL(tmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tmin "TTT"
PTO_TILE_FN(tmin, V, (T, dst), (T, src0), (T, src1))
#define pto_tmin(dst, src0, src1, ...) PTO_TILE_CALL(tmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_trem "TTTWA"
PTO_TILE_FN(trem, V, (T, dst), (T, src0), (T, src1), (W, tmp), (A, precisionType))
#define pto_trem(dst, src0, src1, tmp, precisionType, ...) PTO_TILE_CALL(trem, (dst, src0, src1, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tfmod "TTTA"
PTO_TILE_FN(tfmod, V, (T, dst), (T, src0), (T, src1), (A, precisionType))
#define pto_tfmod(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tfmod, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tpow "TTTWA"
PTO_TILE_FN(tpow, V, (T, dst), (T, base), (T, exp_), (W, tmp), (A, precisionType))
#define pto_tpow(dst, base, exp_, tmp, precisionType, ...) PTO_TILE_CALL(tpow, (dst, base, exp_, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tand "TTT"
PTO_TILE_FN(tand, V, (T, dst), (T, src0), (T, src1))
#define pto_tand(dst, src0, src1, ...) PTO_TILE_CALL(tand, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tor "TTT"
PTO_TILE_FN(tor, V, (T, dst), (T, src0), (T, src1))
#define pto_tor(dst, src0, src1, ...) PTO_TILE_CALL(tor, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_txor "TTTW"
PTO_TILE_FN(txor, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_txor(dst, src0, src1, tmp, ...) PTO_TILE_CALL(txor, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tshl "TTT"
PTO_TILE_FN(tshl, V, (T, dst), (T, src0), (T, src1))
#define pto_tshl(dst, src0, src1, ...) PTO_TILE_CALL(tshl, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tshr "TTT"
PTO_TILE_FN(tshr, V, (T, dst), (T, src0), (T, src1))
#define pto_tshr(dst, src0, src1, ...) PTO_TILE_CALL(tshr, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tprelu "TTTW"
PTO_TILE_FN(tprelu, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_tprelu(dst, src0, src1, tmp, ...) PTO_TILE_CALL(tprelu, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_taddrelu "TTT"
PTO_TILE_FN(taddrelu, V, (T, dst), (T, src0), (T, src1))
#define pto_taddrelu(dst, src0, src1, ...) PTO_TILE_CALL(taddrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubrelu "TTT"
PTO_TILE_FN(tsubrelu, V, (T, dst), (T, src0), (T, src1))
#define pto_tsubrelu(dst, src0, src1, ...) PTO_TILE_CALL(tsubrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_taddreluconv "RTT"
PTO_TILE_FN(taddreluconv, V, (R, dst), (T, src0), (T, src1))
#define pto_taddreluconv(dst, src0, src1, ...) PTO_TILE_CALL(taddreluconv, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tadddeqrelu "RTTQW"
PTO_TILE_FN(tadddeqrelu, V, (R, dst), (T, src0), (T, src1), (Q, deqScale), (W, tmp))
#define pto_tadddeqrelu(dst, src0, src1, deqScale, tmp, ...) PTO_TILE_CALL(tadddeqrelu, (dst, src0, src1, PTO_TILE_SCALAR(deqScale), tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tmuladddst "TTT"
PTO_TILE_FN(tmuladddst, V, (T, dst), (T, src0), (T, src1))
#define pto_tmuladddst(dst, src0, src1, ...) PTO_TILE_CALL(tmuladddst, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tfusedmuladd "TTT"
PTO_TILE_FN(tfusedmuladd, V, (T, dst), (T, src0), (T, src1))
#define pto_tfusedmuladd(dst, src0, src1, ...) PTO_TILE_CALL(tfusedmuladd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tfusedmuladdrelu "TTT"
PTO_TILE_FN(tfusedmuladdrelu, V, (T, dst), (T, src0), (T, src1))
#define pto_tfusedmuladdrelu(dst, src0, src1, ...) PTO_TILE_CALL(tfusedmuladdrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tadds "TTS"
PTO_TILE_FN(tadds, V, (T, dst), (T, src), (S, scalar))
#define pto_tadds(dst, src, scalar, ...) PTO_TILE_CALL(tadds, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubs "TTS"
PTO_TILE_FN(tsubs, V, (T, dst), (T, src), (S, scalar))
#define pto_tsubs(dst, src, scalar, ...) PTO_TILE_CALL(tsubs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tmuls "TTS"
PTO_TILE_FN(tmuls, V, (T, dst), (T, src), (S, scalar))
#define pto_tmuls(dst, src, scalar, ...) PTO_TILE_CALL(tmuls, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tdivs "TTSA"
PTO_TILE_FN(tdivs, V, (T, dst), (T, src), (S, scalar), (A, precisionType))
#define pto_tdivs(dst, src, scalar, precisionType, ...) PTO_TILE_CALL(tdivs, (dst, src, PTO_TILE_SCALAR(scalar), precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tsdiv "TSTA"
PTO_TILE_FN(tsdiv, V, (T, dst), (S, scalar), (T, src), (A, precisionType))
#define pto_tsdiv(dst, scalar, src, precisionType, ...) PTO_TILE_CALL(tsdiv, (dst, PTO_TILE_SCALAR(scalar), src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tmaxs "TTS"
PTO_TILE_FN(tmaxs, V, (T, dst), (T, src), (S, scalar))
#define pto_tmaxs(dst, src, scalar, ...) PTO_TILE_CALL(tmaxs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tmins "TTS"
PTO_TILE_FN(tmins, V, (T, dst), (T, src), (S, scalar))
#define pto_tmins(dst, src, scalar, ...) PTO_TILE_CALL(tmins, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_trems "TTSW"
PTO_TILE_FN(trems, V, (T, dst), (T, src), (S, scalar), (W, tmp))
#define pto_trems(dst, src, scalar, tmp, ...) PTO_TILE_CALL(trems, (dst, src, PTO_TILE_SCALAR(scalar), tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tfmods "TTS"
PTO_TILE_FN(tfmods, V, (T, dst), (T, src), (S, scalar))
#define pto_tfmods(dst, src, scalar, ...) PTO_TILE_CALL(tfmods, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tpows "TTSWA"
PTO_TILE_FN(tpows, V, (T, dst), (T, src), (S, scalar), (W, tmp), (A, precisionType))
#define pto_tpows(dst, src, scalar, tmp, precisionType, ...) PTO_TILE_CALL(tpows, (dst, src, PTO_TILE_SCALAR(scalar), tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tands "TTS"
PTO_TILE_FN(tands, V, (T, dst), (T, src), (S, scalar))
#define pto_tands(dst, src, scalar, ...) PTO_TILE_CALL(tands, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tors "TTS"
PTO_TILE_FN(tors, V, (T, dst), (T, src), (S, scalar))
#define pto_tors(dst, src, scalar, ...) PTO_TILE_CALL(tors, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_txors "TTSW"
PTO_TILE_FN(txors, V, (T, dst), (T, src), (S, scalar), (W, tmp))
#define pto_txors(dst, src, scalar, tmp, ...) PTO_TILE_CALL(txors, (dst, src, PTO_TILE_SCALAR(scalar), tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tshls "TTS"
PTO_TILE_FN(tshls, V, (T, dst), (T, src), (S, scalar))
#define pto_tshls(dst, src, scalar, ...) PTO_TILE_CALL(tshls, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tshrs "TTS"
PTO_TILE_FN(tshrs, V, (T, dst), (T, src), (S, scalar))
#define pto_tshrs(dst, src, scalar, ...) PTO_TILE_CALL(tshrs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tlrelu "TTS"
PTO_TILE_FN(tlrelu, V, (T, dst), (T, src), (S, slope))
#define pto_tlrelu(dst, src, slope, ...) PTO_TILE_CALL(tlrelu, (dst, src, PTO_TILE_SCALAR(slope)), __VA_ARGS__)

#define PTO_TILE_KINDS_taxpy "RTS"
PTO_TILE_FN(taxpy, V, (R, dst), (T, src), (S, scalar))
#define pto_taxpy(dst, src, scalar, ...) PTO_TILE_CALL(taxpy, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_taddc "TTTT"
PTO_TILE_FN(taddc, V, (T, dst), (T, src0), (T, src1), (T, src2))
#define pto_taddc(dst, src0, src1, src2, ...) PTO_TILE_CALL(taddc, (dst, src0, src1, src2), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubc "TTTT"
PTO_TILE_FN(tsubc, V, (T, dst), (T, src0), (T, src1), (T, src2))
#define pto_tsubc(dst, src0, src1, src2, ...) PTO_TILE_CALL(tsubc, (dst, src0, src1, src2), __VA_ARGS__)

#define PTO_TILE_KINDS_taddsc "TTST"
PTO_TILE_FN(taddsc, V, (T, dst), (T, src0), (S, scalar), (T, src1))
#define pto_taddsc(dst, src0, scalar, src1, ...) PTO_TILE_CALL(taddsc, (dst, src0, PTO_TILE_SCALAR(scalar), src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tsubsc "TTST"
PTO_TILE_FN(tsubsc, V, (T, dst), (T, src0), (S, scalar), (T, src1))
#define pto_tsubsc(dst, src0, scalar, src1, ...) PTO_TILE_CALL(tsubsc, (dst, src0, PTO_TILE_SCALAR(scalar), src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tabs "TT"
PTO_TILE_FN(tabs, V, (T, dst), (T, src))
#define pto_tabs(dst, src, ...) PTO_TILE_CALL(tabs, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_tneg "TT"
PTO_TILE_FN(tneg, V, (T, dst), (T, src))
#define pto_tneg(dst, src, ...) PTO_TILE_CALL(tneg, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_tnot "TT"
PTO_TILE_FN(tnot, V, (T, dst), (T, src))
#define pto_tnot(dst, src, ...) PTO_TILE_CALL(tnot, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_texp "TTA"
PTO_TILE_FN(texp, V, (T, dst), (T, src), (A, precisionType))
#define pto_texp(dst, src, precisionType, ...) PTO_TILE_CALL(texp, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tlog "TTA"
PTO_TILE_FN(tlog, V, (T, dst), (T, src), (A, precisionType))
#define pto_tlog(dst, src, precisionType, ...) PTO_TILE_CALL(tlog, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tsqrt "TTA"
PTO_TILE_FN(tsqrt, V, (T, dst), (T, src), (A, precisionType))
#define pto_tsqrt(dst, src, precisionType, ...) PTO_TILE_CALL(tsqrt, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trsqrt "TTWA"
PTO_TILE_FN(trsqrt, V, (T, dst), (T, src), (W, tmp), (A, precisionType))
#define pto_trsqrt(dst, src, tmp, precisionType, ...) PTO_TILE_CALL(trsqrt, (dst, src, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trecip "TTA"
PTO_TILE_FN(trecip, V, (T, dst), (T, src), (A, precisionType))
#define pto_trecip(dst, src, precisionType, ...) PTO_TILE_CALL(trecip, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trelu "TT"
PTO_TILE_FN(trelu, V, (T, dst), (T, src))
#define pto_trelu(dst, src, ...) PTO_TILE_CALL(trelu, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_texpands "TS"
PTO_TILE_FN(texpands, V, (T, dst), (S, scalar))
#define pto_texpands(dst, scalar, ...) PTO_TILE_CALL(texpands, (dst, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_tci "TSWI"
PTO_TILE_FN(tci, V, (T, dst), (S, S_), (W, tmp), (I, descending))
#define pto_tci(dst, S_, tmp, descending, ...) PTO_TILE_CALL(tci, (dst, PTO_TILE_SCALAR(S_), tmp, descending), __VA_ARGS__)

#define PTO_TILE_KINDS_ttri "TII"
PTO_TILE_FN(ttri, V, (T, dst), (I, diagonal), (I, upperOrLower))
#define pto_ttri(dst, diagonal, upperOrLower, ...) PTO_TILE_CALL(ttri, (dst, diagonal, upperOrLower), __VA_ARGS__)

#define PTO_TILE_KINDS_trandom "TIIIIIII"
PTO_TILE_FN(trandom, V, (T, dst), (I, key0), (I, key1), (I, counter0), (I, counter1), (I, counter2), (I, counter3), (I, rounds))
#define pto_trandom(dst, key0, key1, counter0, counter1, counter2, counter3, rounds, ...) PTO_TILE_CALL(trandom, (dst, key0, key1, counter0, counter1, counter2, counter3, rounds), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartadd "TTT"
PTO_TILE_FN(tpartadd, V, (T, dst), (T, src0), (T, src1))
#define pto_tpartadd(dst, src0, src1, ...) PTO_TILE_CALL(tpartadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartmul "TTT"
PTO_TILE_FN(tpartmul, V, (T, dst), (T, src0), (T, src1))
#define pto_tpartmul(dst, src0, src1, ...) PTO_TILE_CALL(tpartmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartmax "TTT"
PTO_TILE_FN(tpartmax, V, (T, dst), (T, src0), (T, src1))
#define pto_tpartmax(dst, src0, src1, ...) PTO_TILE_CALL(tpartmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartmin "TTT"
PTO_TILE_FN(tpartmin, V, (T, dst), (T, src0), (T, src1))
#define pto_tpartmin(dst, src0, src1, ...) PTO_TILE_CALL(tpartmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartargmax "TXTTXX"
PTO_TILE_FN(tpartargmax, V, (T, dst), (X, dstIdx), (T, src0), (T, src1), (X, src0Idx), (X, src1Idx))
#define pto_tpartargmax(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tpartargmax, (dst, dstIdx, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_KINDS_tpartargmin "TXTTXX"
PTO_TILE_FN(tpartargmin, V, (T, dst), (X, dstIdx), (T, src0), (T, src1), (X, src0Idx), (X, src1Idx))
#define pto_tpartargmin(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tpartargmin, (dst, dstIdx, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_KINDS_tcmp "MTTA"
PTO_TILE_FN(tcmp, V, (M, dst), (T, src0), (T, src1), (A, cmpMode))
#define pto_tcmp(dst, src0, src1, cmpMode, ...) PTO_TILE_CALL(tcmp, (dst, src0, src1, cmpMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tcmps "MTSA"
PTO_TILE_FN(tcmps, V, (M, dst), (T, src), (S, scalar), (A, cmpMode))
#define pto_tcmps(dst, src, scalar, cmpMode, ...) PTO_TILE_CALL(tcmps, (dst, src, PTO_TILE_SCALAR(scalar), cmpMode), __VA_ARGS__)

#define PTO_TILE_KINDS_tsel "TMTTW"
PTO_TILE_FN(tsel, V, (T, dst), (M, mask), (T, src0), (T, src1), (W, tmp))
#define pto_tsel(dst, mask, src0, src1, tmp, ...) PTO_TILE_CALL(tsel, (dst, mask, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tsels "TMTWS"
PTO_TILE_FN(tsels, V, (T, dst), (M, mask), (T, src), (W, tmp), (S, scalar))
#define pto_tsels(dst, mask, src, tmp, scalar, ...) PTO_TILE_CALL(tsels, (dst, mask, src, tmp, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_KINDS_trowsum "TTW"
PTO_TILE_FN(trowsum, V, (T, dst), (T, src), (W, tmp))
#define pto_trowsum(dst, src, tmp, ...) PTO_TILE_CALL(trowsum, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowprod "TTW"
PTO_TILE_FN(trowprod, V, (T, dst), (T, src), (W, tmp))
#define pto_trowprod(dst, src, tmp, ...) PTO_TILE_CALL(trowprod, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowmax "TTW"
PTO_TILE_FN(trowmax, V, (T, dst), (T, src), (W, tmp))
#define pto_trowmax(dst, src, tmp, ...) PTO_TILE_CALL(trowmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowmin "TTW"
PTO_TILE_FN(trowmin, V, (T, dst), (T, src), (W, tmp))
#define pto_trowmin(dst, src, tmp, ...) PTO_TILE_CALL(trowmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowargmax "XTW"
PTO_TILE_FN(trowargmax, V, (X, dst), (T, src), (W, tmp))
#define pto_trowargmax(dst, src, tmp, ...) PTO_TILE_CALL(trowargmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowargmin "XTW"
PTO_TILE_FN(trowargmin, V, (X, dst), (T, src), (W, tmp))
#define pto_trowargmin(dst, src, tmp, ...) PTO_TILE_CALL(trowargmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolsum "TTWI"
PTO_TILE_FN(tcolsum, V, (T, dst), (T, src), (W, tmp), (I, isBinary))
#define pto_tcolsum(dst, src, tmp, isBinary, ...) PTO_TILE_CALL(tcolsum, (dst, src, tmp, isBinary), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolprod "TTW"
PTO_TILE_FN(tcolprod, V, (T, dst), (T, src), (W, tmp))
#define pto_tcolprod(dst, src, tmp, ...) PTO_TILE_CALL(tcolprod, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolmax "TTW"
PTO_TILE_FN(tcolmax, V, (T, dst), (T, src), (W, tmp))
#define pto_tcolmax(dst, src, tmp, ...) PTO_TILE_CALL(tcolmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolmin "TTW"
PTO_TILE_FN(tcolmin, V, (T, dst), (T, src), (W, tmp))
#define pto_tcolmin(dst, src, tmp, ...) PTO_TILE_CALL(tcolmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolargmax "XTW"
PTO_TILE_FN(tcolargmax, V, (X, dst), (T, src), (W, tmp))
#define pto_tcolargmax(dst, src, tmp, ...) PTO_TILE_CALL(tcolargmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolargmin "XTW"
PTO_TILE_FN(tcolargmin, V, (X, dst), (T, src), (W, tmp))
#define pto_tcolargmin(dst, src, tmp, ...) PTO_TILE_CALL(tcolargmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tpairreducesum "TT"
PTO_TILE_FN(tpairreducesum, V, (T, dst), (T, src))
#define pto_tpairreducesum(dst, src, ...) PTO_TILE_CALL(tpairreducesum, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_thistogram "RTRI"
PTO_TILE_FN(thistogram, V, (R, dst), (T, src), (R, idx), (I, byte))
#define pto_thistogram(dst, src, idx, byte, ...) PTO_TILE_CALL(thistogram, (dst, src, idx, byte), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpand "TT"
PTO_TILE_FN(trowexpand, V, (T, dst), (T, src))
#define pto_trowexpand(dst, src, ...) PTO_TILE_CALL(trowexpand, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandadd "TTTW"
PTO_TILE_FN(trowexpandadd, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_trowexpandadd(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandadd, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandsub "TTTW"
PTO_TILE_FN(trowexpandsub, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_trowexpandsub(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandsub, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandmul "TTTW"
PTO_TILE_FN(trowexpandmul, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_trowexpandmul(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmul, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpanddiv "TTTWA"
PTO_TILE_FN(trowexpanddiv, V, (T, dst), (T, src0), (T, src1), (W, tmp), (A, precisionType))
#define pto_trowexpanddiv(dst, src0, src1, tmp, precisionType, ...) PTO_TILE_CALL(trowexpanddiv, (dst, src0, src1, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandmax "TTTW"
PTO_TILE_FN(trowexpandmax, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_trowexpandmax(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmax, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandmin "TTTW"
PTO_TILE_FN(trowexpandmin, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_trowexpandmin(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmin, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_trowexpandexpdif "TTTW"
PTO_TILE_FN(trowexpandexpdif, V, (T, dst), (T, src0), (T, src1), (W, tmp))
#define pto_trowexpandexpdif(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandexpdif, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpand "TT"
PTO_TILE_FN(tcolexpand, V, (T, dst), (T, src))
#define pto_tcolexpand(dst, src, ...) PTO_TILE_CALL(tcolexpand, (dst, src), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandadd "TTT"
PTO_TILE_FN(tcolexpandadd, V, (T, dst), (T, src0), (T, src1))
#define pto_tcolexpandadd(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandsub "TTT"
PTO_TILE_FN(tcolexpandsub, V, (T, dst), (T, src0), (T, src1))
#define pto_tcolexpandsub(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandsub, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandmul "TTT"
PTO_TILE_FN(tcolexpandmul, V, (T, dst), (T, src0), (T, src1))
#define pto_tcolexpandmul(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpanddiv "TTTA"
PTO_TILE_FN(tcolexpanddiv, V, (T, dst), (T, src0), (T, src1), (A, precisionType))
#define pto_tcolexpanddiv(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tcolexpanddiv, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandmax "TTT"
PTO_TILE_FN(tcolexpandmax, V, (T, dst), (T, src0), (T, src1))
#define pto_tcolexpandmax(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandmin "TTT"
PTO_TILE_FN(tcolexpandmin, V, (T, dst), (T, src0), (T, src1))
#define pto_tcolexpandmin(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcolexpandexpdif "TTT"
PTO_TILE_FN(tcolexpandexpdif, V, (T, dst), (T, src0), (T, src1))
#define pto_tcolexpandexpdif(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandexpdif, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_KINDS_tcvt "RTWAA"
PTO_TILE_FN(tcvt, V, (R, dst), (T, src), (W, tmp), (A, rmode), (A, satmode))
#define pto_tcvt(dst, src, tmp, rmode, satmode, ...) PTO_TILE_CALL(tcvt, (dst, src, tmp, rmode, satmode), __VA_ARGS__)

#define PTO_TILE_KINDS_tquant "RTRRWA"
PTO_TILE_FN(tquant, V, (R, dst), (T, src), (R, fp), (R, offset), (W, tmp), (A, quant_type))
#define pto_tquant(dst, src, fp, offset, tmp, quant_type, ...) PTO_TILE_CALL(tquant, (dst, src, fp, offset, tmp, quant_type), __VA_ARGS__)

#define PTO_TILE_KINDS_tquant_mx "RRTTRTAAAAI"
PTO_TILE_FN(tquant_mx, V, (R, dst), (R, exp_), (T, max_), (T, scaling), (R, exp_zz), (T, src), (A, quant_type), (A, quantScaleAlg), (A, storeMode), (A, grpAxis), (I, interleave))
#define pto_tquant_mx(dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave, ...) PTO_TILE_CALL(tquant_mx, (dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave), __VA_ARGS__)

#define PTO_TILE_KINDS_tdequant "RTRR"
PTO_TILE_FN(tdequant, V, (R, dst), (T, src), (R, scale), (R, offset))
#define pto_tdequant(dst, src, scale, offset, ...) PTO_TILE_CALL(tdequant, (dst, src, scale, offset), __VA_ARGS__)

#define PTO_TILE_KINDS_tgather "TTXW"
PTO_TILE_FN(tgather, V, (T, dst), (T, src), (X, indices), (W, tmp))
#define pto_tgather(dst, src, indices, tmp, ...) PTO_TILE_CALL(tgather, (dst, src, indices, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tgather_cmp "XXTSWAI"
PTO_TILE_FN(tgather_cmp, V, (X, dst), (X, cdst), (T, src), (S, kValue), (W, tmp), (A, cmpMode), (I, offset))
#define pto_tgather_cmp(dst, cdst, src, kValue, tmp, cmpMode, offset, ...) PTO_TILE_CALL(tgather_cmp, (dst, cdst, src, PTO_TILE_SCALAR(kValue), tmp, cmpMode, offset), __VA_ARGS__)

#define PTO_TILE_KINDS_tgather_mask "TTA"
PTO_TILE_FN(tgather_mask, V, (T, dst), (T, src), (A, maskPattern))
#define pto_tgather_mask(dst, src, maskPattern, ...) PTO_TILE_CALL(tgather_mask, (dst, src, maskPattern), __VA_ARGS__)

#define PTO_TILE_KINDS_tgatherb "TTX"
PTO_TILE_FN(tgatherb, V, (T, dst), (T, src), (X, offsets))
#define pto_tgatherb(dst, src, offsets, ...) PTO_TILE_CALL(tgatherb, (dst, src, offsets), __VA_ARGS__)

#define PTO_TILE_KINDS_tscatter "TTX"
PTO_TILE_FN(tscatter, V, (T, dst), (T, src), (X, indexes))
#define pto_tscatter(dst, src, indexes, ...) PTO_TILE_CALL(tscatter, (dst, src, indexes), __VA_ARGS__)

#define PTO_TILE_KINDS_tscatter_mask "TTAA"
PTO_TILE_FN(tscatter_mask, V, (T, dst), (T, src), (A, maskPattern), (A, axis))
#define pto_tscatter_mask(dst, src, maskPattern, axis, ...) PTO_TILE_CALL(tscatter_mask, (dst, src, maskPattern, axis), __VA_ARGS__)

#define PTO_TILE_KINDS_tsort32 "TTXW"
PTO_TILE_FN(tsort32, V, (T, dst), (T, src), (X, idx), (W, tmp))
#define pto_tsort32(dst, src, idx, tmp, ...) PTO_TILE_CALL(tsort32, (dst, src, idx, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort "TTI"
PTO_TILE_FN(tmrgsort, V, (T, dst), (T, src), (I, blockLen))
#define pto_tmrgsort(dst, src, blockLen, ...) PTO_TILE_CALL(tmrgsort, (dst, src, blockLen), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort2 "TWTTI"
PTO_TILE_FN(tmrgsort2, V, (T, dst), (W, tmp), (T, src0), (T, src1), (I, exhausted))
#define pto_tmrgsort2(dst, tmp, src0, src1, exhausted, ...) PTO_TILE_CALL(tmrgsort2, (dst, tmp, src0, src1, exhausted), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort3 "TWTTTI"
PTO_TILE_FN(tmrgsort3, V, (T, dst), (W, tmp), (T, src0), (T, src1), (T, src2), (I, exhausted))
#define pto_tmrgsort3(dst, tmp, src0, src1, src2, exhausted, ...) PTO_TILE_CALL(tmrgsort3, (dst, tmp, src0, src1, src2, exhausted), __VA_ARGS__)

#define PTO_TILE_KINDS_tmrgsort4 "TWTTTTI"
PTO_TILE_FN(tmrgsort4, V, (T, dst), (W, tmp), (T, src0), (T, src1), (T, src2), (T, src3), (I, exhausted))
#define pto_tmrgsort4(dst, tmp, src0, src1, src2, src3, exhausted, ...) PTO_TILE_CALL(tmrgsort4, (dst, tmp, src0, src1, src2, src3, exhausted), __VA_ARGS__)

#define PTO_TILE_KINDS_tprint "TW"
PTO_TILE_FN(tprint, V, (T, src), (W, tmp))
#define pto_tprint(src, tmp, ...) PTO_TILE_CALL(tprint, (src, tmp), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul "RTRA"
PTO_TILE_FN(tmatmul, M, (R, dst), (T, lhs), (R, rhs), (A, accPhase))
#define pto_tmatmul(dst, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tmatmul, (dst, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_acc "RRTRA"
PTO_TILE_FN(tmatmul_acc, M, (R, dst), (R, acc_in), (T, lhs), (R, rhs), (A, accPhase))
#define pto_tmatmul_acc(dst, acc_in, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tmatmul_acc, (dst, acc_in, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_bias "RTRRA"
PTO_TILE_FN(tmatmul_bias, M, (R, dst), (T, a), (R, b), (R, bias), (A, accPhase))
#define pto_tmatmul_bias(dst, a, b, bias, accPhase, ...) PTO_TILE_CALL(tmatmul_bias, (dst, a, b, bias, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_mx "RTRRRA"
PTO_TILE_FN(tmatmul_mx, M, (R, dst), (T, a), (R, a_scale), (R, b), (R, b_scale), (A, accPhase))
#define pto_tmatmul_mx(dst, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tmatmul_mx, (dst, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_mx_acc "RRTRRRA"
PTO_TILE_FN(tmatmul_mx_acc, M, (R, dst), (R, c_in), (T, a), (R, a_scale), (R, b), (R, b_scale), (A, accPhase))
#define pto_tmatmul_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tmatmul_mx_acc, (dst, c_in, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tmatmul_mx_bias "RTRRRR"
PTO_TILE_FN(tmatmul_mx_bias, M, (R, dst), (T, a), (R, a_scale), (R, b), (R, b_scale), (R, bias))
#define pto_tmatmul_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) PTO_TILE_CALL(tmatmul_mx_bias, (dst, a, a_scale, b, b_scale, bias), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv "RTRA"
PTO_TILE_FN(tgemv, M, (R, dst), (T, lhs), (R, rhs), (A, accPhase))
#define pto_tgemv(dst, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tgemv, (dst, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_acc "RRTRA"
PTO_TILE_FN(tgemv_acc, M, (R, dst), (R, acc_in), (T, lhs), (R, rhs), (A, accPhase))
#define pto_tgemv_acc(dst, acc_in, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tgemv_acc, (dst, acc_in, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_bias "RTRRA"
PTO_TILE_FN(tgemv_bias, M, (R, dst), (T, a), (R, b), (R, bias), (A, accPhase))
#define pto_tgemv_bias(dst, a, b, bias, accPhase, ...) PTO_TILE_CALL(tgemv_bias, (dst, a, b, bias, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_mx "RTRRRA"
PTO_TILE_FN(tgemv_mx, M, (R, dst), (T, a), (R, a_scale), (R, b), (R, b_scale), (A, accPhase))
#define pto_tgemv_mx(dst, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tgemv_mx, (dst, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_mx_acc "RRTRRRA"
PTO_TILE_FN(tgemv_mx_acc, M, (R, dst), (R, c_in), (T, a), (R, a_scale), (R, b), (R, b_scale), (A, accPhase))
#define pto_tgemv_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tgemv_mx_acc, (dst, c_in, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_KINDS_tgemv_mx_bias "RTRRRR"
PTO_TILE_FN(tgemv_mx_bias, M, (R, dst), (T, a), (R, a_scale), (R, b), (R, b_scale), (R, bias))
#define pto_tgemv_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) PTO_TILE_CALL(tgemv_mx_bias, (dst, a, a_scale, b, b_scale, bias), __VA_ARGS__)
// clang-format on
