// SPDX-License-Identifier: Apache-2.0
//
// Partial. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tpartadd .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tpartadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartadd, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartadd(dst, src0, src1, ...) PTO_TILE_CALL(tpartadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tpartmul .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tpartmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartmul, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartmul(dst, src0, src1, ...) PTO_TILE_CALL(tpartmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tpartmax .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tpartmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartmax, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartmax(dst, src0, src1, ...) PTO_TILE_CALL(tpartmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tpartmin .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tpartmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartmin, V, (kT, dst), (kT, src0), (kT, src1))
#define pto_tpartmin(dst, src0, src1, ...) PTO_TILE_CALL(tpartmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tpartargmax .kinds = "TXTTXX", .places = "\1\1\1\1\1\1"
#define PTO_TILE_TYPES_tpartargmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartargmax, V, (kT, dst), (kX, dstIdx), (kT, src0), (kT, src1), (kX, src0Idx), (kX, src1Idx))
#define pto_tpartargmax(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tpartargmax, (dst, dstIdx, src0, src1, src0Idx, src1Idx), __VA_ARGS__)

#define PTO_TILE_ROW_tpartargmin .kinds = "TXTTXX", .places = "\1\1\1\1\1\1"
#define PTO_TILE_TYPES_tpartargmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpartargmin, V, (kT, dst), (kX, dstIdx), (kT, src0), (kT, src1), (kX, src0Idx), (kX, src1Idx))
#define pto_tpartargmin(dst, dstIdx, src0, src1, src0Idx, src1Idx, ...) PTO_TILE_CALL(tpartargmin, (dst, dstIdx, src0, src1, src0Idx, src1Idx), __VA_ARGS__)
// clang-format on
