// SPDX-License-Identifier: Apache-2.0
//
// Two tiles. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tadd .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64)
PTO_TILE_RUN_FN(tadd, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tadd(dst, src0, src1, ...) PTO_TILE_CALL(tadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tsub .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tsub (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64)
PTO_TILE_RUN_FN(tsub, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tsub(dst, src0, src1, ...) PTO_TILE_CALL(tsub, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tmul .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64)
PTO_TILE_RUN_FN(tmul, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmul(dst, src0, src1, ...) PTO_TILE_CALL(tmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tdiv .kinds = "TTTA", .places = "\1\1\1"
#define PTO_TILE_TYPES_tdiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tdiv, V, binary, (kT, dst), (kT, src0), (kT, src1), (kA, precisionType))
#define pto_tdiv(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tdiv, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tmax .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmax, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmax(dst, src0, src1, ...) PTO_TILE_CALL(tmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tmin .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmin, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmin(dst, src0, src1, ...) PTO_TILE_CALL(tmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_trem .kinds = "TTTWA", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trem (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trem, V, binary, (kT, dst), (kT, src0), (kT, src1), (kW, tmp), (kA, precisionType))
#define pto_trem(dst, src0, src1, tmp, precisionType, ...) PTO_TILE_CALL(trem, (dst, src0, src1, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tfmod .kinds = "TTTA", .places = "\1\1\1"
#define PTO_TILE_TYPES_tfmod (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfmod, V, binary, (kT, dst), (kT, src0), (kT, src1), (kA, precisionType))
#define pto_tfmod(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tfmod, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tpow .kinds = "TTTWA", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_tpow (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tpow, V, binary, (kT, dst), (kT, base), (kT, exp_), (kW, tmp), (kA, precisionType))
#define pto_tpow(dst, base, exp_, tmp, precisionType, ...) PTO_TILE_CALL(tpow, (dst, base, exp_, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tand .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tand (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tand, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tand(dst, src0, src1, ...) PTO_TILE_CALL(tand, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tor .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tor (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tor, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tor(dst, src0, src1, ...) PTO_TILE_CALL(tor, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_txor .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_txor (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(txor, V, binary, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_txor(dst, src0, src1, tmp, ...) PTO_TILE_CALL(txor, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tshl .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tshl (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshl, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tshl(dst, src0, src1, ...) PTO_TILE_CALL(tshl, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tshr .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tshr (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshr, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tshr(dst, src0, src1, ...) PTO_TILE_CALL(tshr, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tprelu .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_tprelu (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tprelu, V, binary, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_tprelu(dst, src0, src1, tmp, ...) PTO_TILE_CALL(tprelu, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_taddrelu .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_taddrelu (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taddrelu, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_taddrelu(dst, src0, src1, ...) PTO_TILE_CALL(taddrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tsubrelu .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tsubrelu (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubrelu, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tsubrelu(dst, src0, src1, ...) PTO_TILE_CALL(tsubrelu, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_taddreluconv .kinds = "RTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_taddreluconv (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(taddreluconv, V, (kR, dst), (kT, src0), (kT, src1))
#define pto_taddreluconv(dst, src0, src1, ...) PTO_TILE_CALL(taddreluconv, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tsubreluconv .kinds = "RTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tsubreluconv (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tsubreluconv, V, (kR, dst), (kT, src0), (kT, src1))
#define pto_tsubreluconv(dst, src0, src1, ...) PTO_TILE_CALL(tsubreluconv, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tadddeqrelu .kinds = "RTTQW", .places = "\1\1\1\201\201"
#define PTO_TILE_TYPES_tadddeqrelu (1u << PTO_ELEM_I32)
PTO_TILE_FN(tadddeqrelu, V, (kR, dst), (kT, src0), (kT, src1), (kQ, deqScale), (kW, tmp))
#define pto_tadddeqrelu(dst, src0, src1, deqScale, tmp, ...) PTO_TILE_CALL(tadddeqrelu, (dst, src0, src1, PTO_TILE_SCALAR(deqScale), tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tmuladddst .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmuladddst (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmuladddst, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tmuladddst(dst, src0, src1, ...) PTO_TILE_CALL(tmuladddst, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tfusedmuladd .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tfusedmuladd (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfusedmuladd, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tfusedmuladd(dst, src0, src1, ...) PTO_TILE_CALL(tfusedmuladd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tfusedmuladdrelu .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tfusedmuladdrelu (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfusedmuladdrelu, V, binary, (kT, dst), (kT, src0), (kT, src1))
#define pto_tfusedmuladdrelu(dst, src0, src1, ...) PTO_TILE_CALL(tfusedmuladdrelu, (dst, src0, src1), __VA_ARGS__)
// clang-format on
