// SPDX-License-Identifier: Apache-2.0
//
// Matrix. Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile_ops.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_ROW_tmatmul .kinds = "RTRA", .places = "\20\4\10"
#define PTO_TILE_TYPES_tmatmul (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tmatmul, M, (kR, dst), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tmatmul(dst, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tmatmul, (dst, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tmatmul_acc .kinds = "RRTRA", .places = "\20\20\4\10"
#define PTO_TILE_TYPES_tmatmul_acc (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tmatmul_acc, M, (kR, dst), (kR, acc_in), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tmatmul_acc(dst, acc_in, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tmatmul_acc, (dst, acc_in, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tmatmul_bias .kinds = "RTRRA", .places = "\20\4\10\40"
#define PTO_TILE_TYPES_tmatmul_bias (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tmatmul_bias, M, (kR, dst), (kT, a), (kR, b), (kR, bias), (kA, accPhase))
#define pto_tmatmul_bias(dst, a, b, bias, accPhase, ...) PTO_TILE_CALL(tmatmul_bias, (dst, a, b, bias, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tmatmul_mx .kinds = "RTRRRA", .places = "\20\4\100\10\100"
#define PTO_TILE_TYPES_tmatmul_mx (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tmatmul_mx, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tmatmul_mx(dst, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tmatmul_mx, (dst, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tmatmul_mx_acc .kinds = "RRTRRRA", .places = "\20\20\4\100\10\100"
#define PTO_TILE_TYPES_tmatmul_mx_acc (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tmatmul_mx_acc, M, (kR, dst), (kR, c_in), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tmatmul_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tmatmul_mx_acc, (dst, c_in, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tmatmul_mx_bias .kinds = "RTRRRR", .places = "\20\4\100\10\100\40"
#define PTO_TILE_TYPES_tmatmul_mx_bias (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tmatmul_mx_bias, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kR, bias))
#define pto_tmatmul_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) PTO_TILE_CALL(tmatmul_mx_bias, (dst, a, a_scale, b, b_scale, bias), __VA_ARGS__)

#define PTO_TILE_ROW_tgemv .kinds = "RTRA", .places = "\20\4\10"
#define PTO_TILE_TYPES_tgemv (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgemv, M, (kR, dst), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tgemv(dst, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tgemv, (dst, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tgemv_acc .kinds = "RRTRA", .places = "\20\20\4\10"
#define PTO_TILE_TYPES_tgemv_acc (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgemv_acc, M, (kR, dst), (kR, acc_in), (kT, lhs), (kR, rhs), (kA, accPhase))
#define pto_tgemv_acc(dst, acc_in, lhs, rhs, accPhase, ...) PTO_TILE_CALL(tgemv_acc, (dst, acc_in, lhs, rhs, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tgemv_bias .kinds = "RTRRA", .places = "\20\4\10\40"
#define PTO_TILE_TYPES_tgemv_bias (1u << PTO_ELEM_I8 | 1u << PTO_ELEM_F16 | 1u << PTO_ELEM_BF16 | 1u << PTO_ELEM_F32 | 1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_HIF8)
PTO_TILE_FN(tgemv_bias, M, (kR, dst), (kT, a), (kR, b), (kR, bias), (kA, accPhase))
#define pto_tgemv_bias(dst, a, b, bias, accPhase, ...) PTO_TILE_CALL(tgemv_bias, (dst, a, b, bias, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tgemv_mx .kinds = "RTRRRA", .places = "\20\4\100\10\100"
#define PTO_TILE_TYPES_tgemv_mx (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tgemv_mx, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tgemv_mx(dst, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tgemv_mx, (dst, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tgemv_mx_acc .kinds = "RRTRRRA", .places = "\20\20\4\100\10\100"
#define PTO_TILE_TYPES_tgemv_mx_acc (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tgemv_mx_acc, M, (kR, dst), (kR, c_in), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kA, accPhase))
#define pto_tgemv_mx_acc(dst, c_in, a, a_scale, b, b_scale, accPhase, ...) PTO_TILE_CALL(tgemv_mx_acc, (dst, c_in, a, a_scale, b, b_scale, accPhase), __VA_ARGS__)

#define PTO_TILE_ROW_tgemv_mx_bias .kinds = "RTRRRR", .places = "\20\4\100\10\100\40"
#define PTO_TILE_TYPES_tgemv_mx_bias (1u << PTO_ELEM_E4M3 | 1u << PTO_ELEM_E5M2 | 1u << PTO_ELEM_E2M1X2 | 1u << PTO_ELEM_E1M2X2)
PTO_TILE_FN(tgemv_mx_bias, M, (kR, dst), (kT, a), (kR, a_scale), (kR, b), (kR, b_scale), (kR, bias))
#define pto_tgemv_mx_bias(dst, a, a_scale, b, b_scale, bias, ...) PTO_TILE_CALL(tgemv_mx_bias, (dst, a, a_scale, b, b_scale, bias), __VA_ARGS__)
// clang-format on
