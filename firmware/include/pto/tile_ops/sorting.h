// SPDX-License-Identifier: Apache-2.0
//
// Sorting. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tsort32 .kinds = "TTXW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_tsort32 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tsort32, V, (kT, dst), (kT, src), (kX, idx), (kW, tmp))
#define pto_tsort32(dst, src, idx, tmp, ...) PTO_TILE_CALL(tsort32, (dst, src, idx, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tmrgsort .kinds = "TTI", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmrgsort (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort, V, (kT, dst), (kT, src), (kI, blockLen))
#define pto_tmrgsort(dst, src, blockLen, ...) PTO_TILE_CALL(tmrgsort, (dst, src, blockLen), __VA_ARGS__)

#define PTO_TILE_ROW_tmrgsort2 .kinds = "TWTTI", .places = "\1\201\1\1"
#define PTO_TILE_TYPES_tmrgsort2 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort2, V, (kT, dst), (kW, tmp), (kT, src0), (kT, src1), (kI, exhausted))
#define pto_tmrgsort2(dst, tmp, src0, src1, exhausted, ...) PTO_TILE_CALL(tmrgsort2, (dst, tmp, src0, src1, exhausted), __VA_ARGS__)

#define PTO_TILE_ROW_tmrgsort3 .kinds = "TWTTTI", .places = "\1\201\1\1\1"
#define PTO_TILE_TYPES_tmrgsort3 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort3, V, (kT, dst), (kW, tmp), (kT, src0), (kT, src1), (kT, src2), (kI, exhausted))
#define pto_tmrgsort3(dst, tmp, src0, src1, src2, exhausted, ...) PTO_TILE_CALL(tmrgsort3, (dst, tmp, src0, src1, src2, exhausted), __VA_ARGS__)

#define PTO_TILE_ROW_tmrgsort4 .kinds = "TWTTTTI", .places = "\1\201\1\1\1\1"
#define PTO_TILE_TYPES_tmrgsort4 (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tmrgsort4, V, (kT, dst), (kW, tmp), (kT, src0), (kT, src1), (kT, src2), (kT, src3), (kI, exhausted))
#define pto_tmrgsort4(dst, tmp, src0, src1, src2, src3, exhausted, ...) PTO_TILE_CALL(tmrgsort4, (dst, tmp, src0, src1, src2, src3, exhausted), __VA_ARGS__)
// clang-format on
