// SPDX-License-Identifier: Apache-2.0
//
// Tile and scalar. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tadds .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tadds (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tadds, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tadds(dst, src, scalar, ...) PTO_TILE_CALL(tadds, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tsubs .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tsubs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsubs, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tsubs(dst, src, scalar, ...) PTO_TILE_CALL(tsubs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tmuls .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmuls (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmuls, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tmuls(dst, src, scalar, ...) PTO_TILE_CALL(tmuls, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tdivs .kinds = "TTSA", .places = "\1\1\1"
#define PTO_TILE_TYPES_tdivs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tdivs, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kA, precisionType))
#define pto_tdivs(dst, src, scalar, precisionType, ...) PTO_TILE_CALL(tdivs, (dst, src, PTO_TILE_SCALAR(scalar), precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tsdiv .kinds = "TSTA", .places = "\1\1\1"
#define PTO_TILE_TYPES_tsdiv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tsdiv, V, scalar_first, (kT, dst), (kS, scalar), (kT, src), (kA, precisionType))
#define pto_tsdiv(dst, scalar, src, precisionType, ...) PTO_TILE_CALL(tsdiv, (dst, PTO_TILE_SCALAR(scalar), src, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tmaxs .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmaxs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmaxs, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tmaxs(dst, src, scalar, ...) PTO_TILE_CALL(tmaxs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tmins .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tmins (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tmins, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tmins(dst, src, scalar, ...) PTO_TILE_CALL(tmins, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_trems .kinds = "TTSW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_trems (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(trems, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kW, tmp))
#define pto_trems(dst, src, scalar, tmp, ...) PTO_TILE_CALL(trems, (dst, src, PTO_TILE_SCALAR(scalar), tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tfmods .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tfmods (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tfmods, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tfmods(dst, src, scalar, ...) PTO_TILE_CALL(tfmods, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tpows .kinds = "TTSWA", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_tpows (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tpows, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kW, tmp), (kA, precisionType))
#define pto_tpows(dst, src, scalar, tmp, precisionType, ...) PTO_TILE_CALL(tpows, (dst, src, PTO_TILE_SCALAR(scalar), tmp, precisionType), __VA_ARGS__)

#define PTO_TILE_ROW_tands .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tands (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tands, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tands(dst, src, scalar, ...) PTO_TILE_CALL(tands, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tors .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tors (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tors, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tors(dst, src, scalar, ...) PTO_TILE_CALL(tors, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_txors .kinds = "TTSW", .places = "\1\1\1\201"
#define PTO_TILE_TYPES_txors (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(txors, V, scalar, (kT, dst), (kT, src), (kS, scalar), (kW, tmp))
#define pto_txors(dst, src, scalar, tmp, ...) PTO_TILE_CALL(txors, (dst, src, PTO_TILE_SCALAR(scalar), tmp), __VA_ARGS__)

#define PTO_TILE_ROW_tshls .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tshls (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshls, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tshls(dst, src, scalar, ...) PTO_TILE_CALL(tshls, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tshrs .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tshrs (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32)
PTO_TILE_RUN_FN(tshrs, V, scalar, (kT, dst), (kT, src), (kS, scalar))
#define pto_tshrs(dst, src, scalar, ...) PTO_TILE_CALL(tshrs, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)

#define PTO_TILE_ROW_tlrelu .kinds = "TTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_tlrelu (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(tlrelu, V, scalar, (kT, dst), (kT, src), (kS, slope))
#define pto_tlrelu(dst, src, slope, ...) PTO_TILE_CALL(tlrelu, (dst, src, PTO_TILE_SCALAR(slope)), __VA_ARGS__)

#define PTO_TILE_ROW_taxpy .kinds = "RTS", .places = "\1\1\1"
#define PTO_TILE_TYPES_taxpy (1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32)
PTO_TILE_RUN_FN(taxpy, V, axpy, (kR, dst), (kT, src), (kS, scalar))
#define pto_taxpy(dst, src, scalar, ...) PTO_TILE_CALL(taxpy, (dst, src, PTO_TILE_SCALAR(scalar)), __VA_ARGS__)
// clang-format on
