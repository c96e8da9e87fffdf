// SPDX-License-Identifier: Apache-2.0
//
// Conversion. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tcvt .kinds = "RTWAA", .places = "\1\1\201"
#define PTO_TILE_TYPES_tcvt (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_RUN_FN(tcvt, V, convert, (kR, dst), (kT, src), (kW, tmp), (kA, rmode), (kA, satmode))
#define pto_tcvt(dst, src, tmp, rmode, satmode, ...) PTO_TILE_CALL(tcvt, (dst, src, tmp, rmode, satmode), __VA_ARGS__)

#define PTO_TILE_ROW_tquant .kinds = "RTRRWA", .places = "\1\1\1\201\201"
#define PTO_TILE_TYPES_tquant (1u << PTO_ELEM_F32)
PTO_TILE_FN(tquant, V, (kR, dst), (kT, src), (kR, fp), (kR, offset), (kW, tmp), (kA, quant_type))
#define pto_tquant(dst, src, fp, offset, tmp, quant_type, ...) PTO_TILE_CALL(tquant, (dst, src, fp, offset, tmp, quant_type), __VA_ARGS__)

#define PTO_TILE_ROW_tquant_mx .kinds = "RRTTRTAAAAI", .places = "\1\1\1\1\201\1"
#define PTO_TILE_TYPES_tquant_mx (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_FN(tquant_mx, V, (kR, dst), (kR, exp_), (kT, max_), (kT, scaling), (kR, exp_zz), (kT, src), (kA, quant_type), (kA, quantScaleAlg), (kA, storeMode), (kA, grpAxis), (kI, interleave))
#define pto_tquant_mx(dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave, ...) PTO_TILE_CALL(tquant_mx, (dst, exp_, max_, scaling, exp_zz, src, quant_type, quantScaleAlg, storeMode, grpAxis, interleave), __VA_ARGS__)

#define PTO_TILE_ROW_tdequant .kinds = "RTRR", .places = "\1\1\1\1"
#define PTO_TILE_TYPES_tdequant (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_I16)
PTO_TILE_FN(tdequant, V, (kR, dst), (kT, src), (kR, scale), (kR, offset))
#define pto_tdequant(dst, src, scale, offset, ...) PTO_TILE_CALL(tdequant, (dst, src, scale, offset), __VA_ARGS__)
// clang-format on
