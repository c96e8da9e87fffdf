// SPDX-License-Identifier: Apache-2.0
//
// Three operands. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_taddc .kinds = "TTTT", .places = "\1\1\1\1"
#define PTO_TILE_TYPES_taddc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taddc, V, ternary, (kT, dst), (kT, src0), (kT, src1), (kT, src2))
#define pto_taddc(dst, src0, src1, src2, ...) PTO_TILE_CALL(taddc, (dst, src0, src1, src2), __VA_ARGS__)

#define PTO_TILE_ROW_tsubc .kinds = "TTTT", .places = "\1\1\1\1"
#define PTO_TILE_TYPES_tsubc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubc, V, ternary, (kT, dst), (kT, src0), (kT, src1), (kT, src2))
#define pto_tsubc(dst, src0, src1, src2, ...) PTO_TILE_CALL(tsubc, (dst, src0, src1, src2), __VA_ARGS__)

#define PTO_TILE_ROW_taddsc .kinds = "TTST", .places = "\1\1\1\1"
#define PTO_TILE_TYPES_taddsc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taddsc, V, ternary_scalar, (kT, dst), (kT, src0), (kS, scalar), (kT, src1))
#define pto_taddsc(dst, src0, scalar, src1, ...) PTO_TILE_CALL(taddsc, (dst, src0, PTO_TILE_SCALAR(scalar), src1), __VA_ARGS__)

#define PTO_TILE_ROW_tsubsc .kinds = "TTST", .places = "\1\1\1\1"
#define PTO_TILE_TYPES_tsubsc (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubsc, V, ternary_scalar, (kT, dst), (kT, src0), (kS, scalar), (kT, src1))
#define pto_tsubsc(dst, src0, scalar, src1, ...) PTO_TILE_CALL(tsubsc, (dst, src0, PTO_TILE_SCALAR(scalar), src1), __VA_ARGS__)
// clang-format on
