// SPDX-License-Identifier: Apache-2.0
//
// No source. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_texpands .kinds = "TS", .places = "\3\1"
#define PTO_TILE_TYPES_texpands (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(texpands, V, expands, (kT, dst), (kS, scalar))
#define pto_texpands(dst, scalar, ...) PTO_TILE_CALL(texpands, (dst, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tci .kinds = "TSWI", .places = "\1\1\201"
#define PTO_TILE_TYPES_tci (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_FN(tci, V, (kT, dst), (kS, S_), (kW, tmp), (kI, descending))
#define pto_tci(dst, S_, tmp, descending, ...) PTO_TILE_CALL(tci, (dst, PTO_TILE_SCALAR(S_), tmp, descending), __VA_ARGS__)

#define PTO_TILE_ROW_ttri .kinds = "TII", .places = "\1\1"
#define PTO_TILE_TYPES_ttri (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(ttri, V, (kT, dst), (kI, diagonal), (kI, upperOrLower))
#define pto_ttri(dst, diagonal, upperOrLower, ...) PTO_TILE_CALL(ttri, (dst, diagonal, upperOrLower), __VA_ARGS__)

#define PTO_TILE_ROW_trandom .kinds = "TIIIIIII", .places = "\1\1\1\1\1\1\1"
#define PTO_TILE_TYPES_trandom (1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_FN(trandom, V, (kT, dst), (kI, key0), (kI, key1), (kI, counter0), (kI, counter1), (kI, counter2), (kI, counter3), (kI, rounds))
#define pto_trandom(dst, key0, key1, counter0, counter1, counter2, counter3, rounds, ...) PTO_TILE_CALL(trandom, (dst, key0, key1, counter0, counter1, counter2, counter3, rounds), __VA_ARGS__)
// clang-format on
