// SPDX-License-Identifier: Apache-2.0
//
// Compare and select. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tcmp .kinds = "MTTA", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcmp (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcmp, V, (kM, dst), (kT, src0), (kT, src1), (kA, cmpMode))
#define pto_tcmp(dst, src0, src1, cmpMode, ...) PTO_TILE_CALL(tcmp, (dst, src0, src1, cmpMode), __VA_ARGS__)

#define PTO_TILE_ROW_tcmps .kinds = "MTSA", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcmps (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcmps, V, (kM, dst), (kT, src), (kS, scalar), (kA, cmpMode))
#define pto_tcmps(dst, src, scalar, cmpMode, ...) PTO_TILE_CALL(tcmps, (dst, src, PTO_TILE_SCALAR(scalar), cmpMode), __VA_ARGS__)

#define PTO_TILE_ROW_tsel .kinds = "TMTTW", .places = "\1\1\1\1\201"
#define PTO_TILE_TYPES_tsel (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tsel, V, (kT, dst), (kM, mask), (kT, src0), (kT, src1), (kW, tmp))
#define pto_tsel(dst, mask, src0, src1, tmp, ...) PTO_TILE_CALL(tsel, (dst, mask, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tsels .kinds = "TMTWS", .places = "\1\1\1\201\1"
#define PTO_TILE_TYPES_tsels (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tsels, V, (kT, dst), (kM, mask), (kT, src), (kW, tmp), (kS, scalar))
#define pto_tsels(dst, mask, src, tmp, scalar, ...) PTO_TILE_CALL(tsels, (dst, mask, src, tmp, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)
// clang-format on
