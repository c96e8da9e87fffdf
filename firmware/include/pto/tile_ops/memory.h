// SPDX-License-Identifier: Apache-2.0
//
// Memory. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tload .kinds = "TGQA", .places = "\3\1\201"
#define PTO_TILE_TYPES_tload (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tload, LOAD, load, (kT, dst), (kG, src), (kQ, pad_value), (kA, pad_mode))
#define pto_tload(dst, src, pad_value, pad_mode, ...) PTO_TILE_CALL(tload, (dst, src, PTO_TILE_SCALAR(pad_value), pad_mode), __VA_ARGS__)

#define PTO_TILE_ROW_tstore .kinds = "GTRQAAA", .places = "\1\23\300\201"
#define PTO_TILE_TYPES_tstore (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tstore, STORE, store, (kG, dst), (kT, src), (kR, fp), (kQ, preQuantScalar), (kA, stPhase), (kA, atomicType), (kA, reluPreMode))
#define pto_tstore(dst, src, fp, preQuantScalar, stPhase, atomicType, reluPreMode, ...) PTO_TILE_CALL(tstore, (dst, src, fp, PTO_TILE_SCALAR(preQuantScalar), stPhase, atomicType, reluPreMode), __VA_ARGS__)

#define PTO_TILE_ROW_tprefetch .kinds = "TG", .places = "\3\1"
#define PTO_TILE_TYPES_tprefetch (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_I64 | 1u << PTO_ELEM_U64 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2 | 1u << PTO_ELEM_E8M0)
PTO_TILE_RUN_FN(tprefetch, LOAD, load, (kT, dst), (kG, src))
#define pto_tprefetch(dst, src, ...) PTO_TILE_CALL(tprefetch, (dst, src), __VA_ARGS__)

#define PTO_TILE_ROW_mgather .kinds = "TGXAA", .places = "\1\1\1"
#define PTO_TILE_TYPES_mgather (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(mgather, MTE2, (kT, dst), (kG, mem), (kX, idx), (kA, coalesce), (kA, gatherOob))
#define pto_mgather(dst, mem, idx, coalesce, gatherOob, ...) PTO_TILE_CALL(mgather, (dst, mem, idx, coalesce, gatherOob), __VA_ARGS__)

#define PTO_TILE_ROW_mgather_rows .kinds = "TGGA", .places = "\2\1\1"
#define PTO_TILE_TYPES_mgather_rows (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(mgather_rows, MTE2, (kT, dst), (kG, mem), (kG, idx), (kA, gatherOob))
#define pto_mgather_rows(dst, mem, idx, gatherOob, ...) PTO_TILE_CALL(mgather_rows, (dst, mem, idx, gatherOob), __VA_ARGS__)

#define PTO_TILE_ROW_mgather_elems .kinds = "TGGWA", .places = "\2\1\1\100"
#define PTO_TILE_TYPES_mgather_elems (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(mgather_elems, MTE2, (kT, dst), (kG, mem), (kG, idx), (kW, scratch), (kA, gatherOob))
#define pto_mgather_elems(dst, mem, idx, scratch, gatherOob, ...) PTO_TILE_CALL(mgather_elems, (dst, mem, idx, scratch, gatherOob), __VA_ARGS__)

#define PTO_TILE_ROW_mscatter .kinds = "GTXAAAA", .places = "\1\1\1"
#define PTO_TILE_TYPES_mscatter (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_U8 | 1u << PTO_ELEM_I16 | 1u << PTO_ELEM_U16 | 1u << PTO_ELEM_I32 | 1u << PTO_ELEM_U32 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_RUN_FN(mscatter, MTE3, mscatter, (kG, mem), (kT, src), (kX, idx), (kA, coalesce), (kA, scatterAtomicOp), (kA, scatterOob), (kA, scatterConflict))
#define pto_mscatter(mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict, ...) PTO_TILE_CALL(mscatter, (mem, src, idx, coalesce, scatterAtomicOp, scatterOob, scatterConflict), __VA_ARGS__)
// clang-format on
