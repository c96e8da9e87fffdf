// SPDX-License-Identifier: Apache-2.0
//
// One tile. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tabs .kinds = "TT", .places = "\1\1"
#define PTO_TILE_TYPES_tabs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tabs, V, unary, (kT, dst), (kT, src))
#define pto_tabs(dst, src, ...) PTO_TILE_CALL(tabs, (dst, src), __VA_ARGS__)

#define PTO_TILE_ROW_tneg .kinds = "TT", .places = "\1\1"
#define PTO_TILE_TYPES_tneg (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tneg, V, unary, (kT, dst), (kT, src))
#define pto_tneg(dst, src, ...) PTO_TILE_CALL(tneg, (dst, src), __VA_ARGS__)

#define PTO_TILE_ROW_tnot .kinds = "TT", .places = "\1\1"
#define PTO_TILE_TYPES_tnot (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tnot, V, unary, (kT, dst), (kT, src))
#define pto_tnot(dst, src, ...) PTO_TILE_CALL(tnot, (dst, src), __VA_ARGS__)

#define PTO_TILE_ROW_texp .kinds = "TTA", .places = "\1\1"
#define PTO_TILE_TYPES_texp (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(texp, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_texp(dst, src, precisionType, ...) PTO_TILE_CALL(texp, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tlog .kinds = "TTA", .places = "\1\1"
#define PTO_TILE_TYPES_tlog (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tlog, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_tlog(dst, src, precisionType, ...) PTO_TILE_CALL(tlog, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tsqrt .kinds = "TTA", .places = "\1\1"
#define PTO_TILE_TYPES_tsqrt (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsqrt, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_tsqrt(dst, src, precisionType, ...) PTO_TILE_CALL(tsqrt, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_trsqrt .kinds = "TTWA", .places = "\1\1\201"
#define PTO_TILE_TYPES_trsqrt (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trsqrt, V, unary, (kT, dst), (kT, src), (kW, tmp), (kA, precisionType))
#define pto_trsqrt(dst, src, tmp, precisionType, ...) PTO_TILE_CALL(trsqrt, (dst, src, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_trecip .kinds = "TTA", .places = "\1\1"
#define PTO_TILE_TYPES_trecip (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trecip, V, unary, (kT, dst), (kT, src), (kA, precisionType))
#define pto_trecip(dst, src, precisionType, ...) PTO_TILE_CALL(trecip, (dst, src, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_trelu .kinds = "TT", .places = "\1\1"
#define PTO_TILE_TYPES_trelu (1u << PTO_ELEM_I32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trelu, V, unary, (kT, dst), (kT, src))
#define pto_trelu(dst, src, ...) PTO_TILE_CALL(trelu, (dst, src), __VA_ARGS__)
// clang-format on
