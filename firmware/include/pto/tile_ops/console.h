// SPDX-License-Identifier: Apache-2.0
//
// Console. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tprint .kinds = "TW", .places = "\1\201"
#define PTO_TILE_TYPES_tprint (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_FN(tprint, V, (kT, src), (kW, tmp))
#define pto_tprint(src, tmp, ...) PTO_TILE_CALL(tprint, (src, tmp), __VA_ARGS__)
// clang-format on
