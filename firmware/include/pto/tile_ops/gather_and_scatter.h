// SPDX-License-Identifier: Apache-2.0
//
// Gather and scatter. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tgather .kinds = "TTXW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_tgather (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgather, V, (kT, dst), (kT, src), (kX, indices), (kW, tmp))
#define pto_tgather(dst, src, indices, tmp, ...) PTO_TILE_CALL(tgather, (dst, src, indices, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tgather_cmp .kinds = "XXTSWAI", .places = "\1\1\1\1\201"
#define PTO_TILE_TYPES_tgather_cmp (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tgather_cmp, V, (kX, dst), (kX, cdst), (kT, src), (kS, kValue), (kW, tmp), (kA, cmpMode), (kI, offset))
#define pto_tgather_cmp(dst, cdst, src, kValue, tmp, cmpMode, offset, ...) PTO_TILE_CALL(tgather_cmp, (dst, cdst, src, PTO_TILE_SCALAR(kValue), tmp, cmpMode, offset), __VA_ARGS__)

#define PTO_TILE_ROW_tgather_mask .kinds = "RTAA", .places = "\1\1"
#define PTO_TILE_TYPES_tgather_mask (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgather_mask, V, (kR, dst), (kT, src), (kA, maskPattern), (kA, axis))
#define pto_tgather_mask(dst, src, maskPattern, axis, ...) PTO_TILE_CALL(tgather_mask, (dst, src, maskPattern, axis), __VA_ARGS__)

#define PTO_TILE_ROW_tgatherb .kinds = "TTX", .places = "\1\1\1"
#define PTO_TILE_TYPES_tgatherb (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tgatherb, V, (kT, dst), (kT, src), (kX, offsets))
#define pto_tgatherb(dst, src, offsets, ...) PTO_TILE_CALL(tgatherb, (dst, src, offsets), __VA_ARGS__)

#define PTO_TILE_ROW_tscatter .kinds = "TTX", .places = "\1\1\1"
#define PTO_TILE_TYPES_tscatter (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tscatter, V, (kT, dst), (kT, src), (kX, indexes))
#define pto_tscatter(dst, src, indexes, ...) PTO_TILE_CALL(tscatter, (dst, src, indexes), __VA_ARGS__)

#define PTO_TILE_ROW_tscatter_mask .kinds = "TTAA", .places = "\1\1"
#define PTO_TILE_TYPES_tscatter_mask (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tscatter_mask, V, (kT, dst), (kT, src), (kA, maskPattern), (kA, axis))
#define pto_tscatter_mask(dst, src, maskPattern, axis, ...) PTO_TILE_CALL(tscatter_mask, (dst, src, maskPattern, axis), __VA_ARGS__)
// clang-format on
