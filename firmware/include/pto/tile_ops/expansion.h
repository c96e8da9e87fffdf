// SPDX-License-Identifier: Apache-2.0
//
// Expansion. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_trowexpand .kinds = "TT", .places = "\1\1"
#define PTO_TILE_TYPES_trowexpand (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(trowexpand, V, (kT, dst), (kT, src))
#define pto_trowexpand(dst, src, ...) PTO_TILE_CALL(trowexpand, (dst, src), __VA_ARGS__)

#define PTO_TILE_ROW_trowexpandadd .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandadd, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandadd(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandadd, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowexpandsub .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandsub (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandsub, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandsub(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandsub, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowexpandmul .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandmul, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandmul(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmul, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowexpanddiv .kinds = "TTTWA", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpanddiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpanddiv, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp), (kA, precisionType))
#define pto_trowexpanddiv(dst, src0, src1, tmp, precisionType, ...) PTO_TILE_CALL(trowexpanddiv, (dst, src0, src1, tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_trowexpandmax .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandmax, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandmax(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmax, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowexpandmin .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandmin, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandmin(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandmin, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowexpandexpdif .kinds = "TTTW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trowexpandexpdif (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowexpandexpdif, V, row_expand_op, (kT, dst), (kT, src0), (kT, src1), (kW, tmp))
#define pto_trowexpandexpdif(dst, src0, src1, tmp, ...) PTO_TILE_CALL(trowexpandexpdif, (dst, src0, src1, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpand .kinds = "TT", .places = "\1\1"
#define PTO_TILE_TYPES_tcolexpand (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcolexpand, V, (kT, dst), (kT, src))
#define pto_tcolexpand(dst, src, ...) PTO_TILE_CALL(tcolexpand, (dst, src), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpandadd .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandadd (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandadd, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandadd(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandadd, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpandsub .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandsub (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandsub, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandsub(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandsub, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpandmul .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandmul, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandmul(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmul, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpanddiv .kinds = "TTTA", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcolexpanddiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpanddiv, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1), (kA, precisionType))
#define pto_tcolexpanddiv(dst, src0, src1, precisionType, ...) PTO_TILE_CALL(tcolexpanddiv, (dst, src0, src1, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpandmax .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandmax, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandmax(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmax, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpandmin .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandmin, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandmin(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandmin, (dst, src0, src1), __VA_ARGS__)

#define PTO_TILE_ROW_tcolexpandexpdif .kinds = "TTT", .places = "\1\1\1"
#define PTO_TILE_TYPES_tcolexpandexpdif (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolexpandexpdif, V, col_expand_op, (kT, dst), (kT, src0), (kT, src1))
#define pto_tcolexpandexpdif(dst, src0, src1, ...) PTO_TILE_CALL(tcolexpandexpdif, (dst, src0, src1), __VA_ARGS__)
// clang-format on
