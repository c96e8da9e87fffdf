// SPDX-License-Identifier: Apache-2.0
//
// Reductions. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_trowsum .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_trowsum (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowsum, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowsum(dst, src, tmp, ...) PTO_TILE_CALL(trowsum, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowprod .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_trowprod (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowprod, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowprod(dst, src, tmp, ...) PTO_TILE_CALL(trowprod, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowmax .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_trowmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowmax, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowmax(dst, src, tmp, ...) PTO_TILE_CALL(trowmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowmin .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_trowmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trowmin, V, row_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_trowmin(dst, src, tmp, ...) PTO_TILE_CALL(trowmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowargmax .kinds = "XTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_trowargmax (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(trowargmax, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_trowargmax(dst, src, tmp, ...) PTO_TILE_CALL(trowargmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_trowargmin .kinds = "XTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_trowargmin (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(trowargmin, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_trowargmin(dst, src, tmp, ...) PTO_TILE_CALL(trowargmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tcolsum .kinds = "TTWI", .places = "\1\1\201"
#define PTO_TILE_TYPES_tcolsum (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolsum, V, col_reduce, (kT, dst), (kT, src), (kW, tmp), (kI, isBinary))
#define pto_tcolsum(dst, src, tmp, isBinary, ...) PTO_TILE_CALL(tcolsum, (dst, src, tmp, isBinary), __VA_ARGS__)

#define PTO_TILE_ROW_tcolprod .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_tcolprod (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolprod, V, col_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_tcolprod(dst, src, tmp, ...) PTO_TILE_CALL(tcolprod, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tcolmax .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_tcolmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolmax, V, col_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_tcolmax(dst, src, tmp, ...) PTO_TILE_CALL(tcolmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tcolmin .kinds = "TTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_tcolmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tcolmin, V, col_reduce, (kT, dst), (kT, src), (kW, tmp))
#define pto_tcolmin(dst, src, tmp, ...) PTO_TILE_CALL(tcolmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tcolargmax .kinds = "XTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_tcolargmax (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcolargmax, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_tcolargmax(dst, src, tmp, ...) PTO_TILE_CALL(tcolargmax, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tcolargmin .kinds = "XTW", .places = "\1\1\201"
#define PTO_TILE_TYPES_tcolargmin (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tcolargmin, V, (kX, dst), (kT, src), (kW, tmp))
#define pto_tcolargmin(dst, src, tmp, ...) PTO_TILE_CALL(tcolargmin, (dst, src, tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tpairreducesum .kinds = "TT", .places = "\1\1"
#define PTO_TILE_TYPES_tpairreducesum (1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tpairreducesum, V, (kT, dst), (kT, src))
#define pto_tpairreducesum(dst, src, ...) PTO_TILE_CALL(tpairreducesum, (dst, src), __VA_ARGS__)

#define PTO_TILE_ROW_thistogram .kinds = "RTRI", .places = "\1\1\1"
#define PTO_TILE_TYPES_thistogram (1u << PTO_ELEM_U16 | 1u << PTO_ELEM_U32)
PTO_TILE_FN(thistogram, V, (kR, dst), (kT, src), (kR, idx), (kI, byte))
#define pto_thistogram(dst, src, idx, byte, ...) PTO_TILE_CALL(thistogram, (dst, src, idx, byte), __VA_ARGS__)
// clang-format on
