// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/lane_ops.py from isa/lanes.def and isa/vector.def: do not edit.
//
// The formulas of the lane-wise operations:
//
//   PTO_LANEWISE(vadd, f32, m8)(x, y)   on groups of the vector unit: the first pto_vl lanes. L is ignored. Operands
//                                       are evaluated once unless they are groups
//   PTO_LANEWISE_C(vadd, f32)(f32, x, y)  on elements, in C; operands may be evaluated several times
//   PTO_REGISTER_OPS_2(X, H)            X(T, fn) for each function of two registers and a mask. Others: of one (1),
//                                       with a scalar (S), with shift counts (U) or one count (N),
//                                       multiply-accumulate (3), axpy (A). H replaces X if bf16 is computed in f32
//   PTO_STRIP_OPS_2(X)                  as above for strips, as PTO_STRIPS_FIU(X, fn)
// clang-format off
#ifndef PTO_VECTOR_LANE_OPS_H
#define PTO_VECTOR_LANE_OPS_H

#define PTO_LANEWISE(op, T, L) PTO_LANE_FN(PTO_LANE_, op, PTO_LANE_KIND_##T)
#define PTO_LANEWISE_C(op, T)  PTO_LANE_FN(PTO_C_, op, PTO_C_KIND_##T)
#define PTO_LANE_FN(stem, op, kind)  PTO_LANE_FN_(stem, op, kind)
#define PTO_LANE_FN_(stem, op, kind) stem##op##_##kind

#define PTO_LANE_KIND_i8 I
#define PTO_LANE_KIND_u8 U
#define PTO_LANE_KIND_i16 I
#define PTO_LANE_KIND_u16 U
#define PTO_LANE_KIND_i32 I
#define PTO_LANE_KIND_u32 U
#define PTO_LANE_KIND_i64 I
#define PTO_LANE_KIND_u64 U
#define PTO_LANE_KIND_f16 F
#define PTO_LANE_KIND_f32 F
#define PTO_LANE_KIND_bf16 B
#define PTO_C_KIND_i8 N
#define PTO_C_KIND_u8 N
#define PTO_C_KIND_i16 N
#define PTO_C_KIND_u16 N
#define PTO_C_KIND_i32 N
#define PTO_C_KIND_u32 N
#define PTO_C_KIND_i64 N
#define PTO_C_KIND_u64 N
#define PTO_C_KIND_f16 F
#define PTO_C_KIND_f32 F
#define PTO_C_KIND_bf16 F

#define PTO_LANE_vabs_F(x) __riscv_vfabs((x), pto_vl)
#define PTO_C_vabs_F(T, x) pto_##T##_of(pto_##T##_bits(x) & ~PTO_SIGN_##T)
#define PTO_LANE_vabs_I(x) __riscv_vmax((x), __riscv_vneg((x), pto_vl), pto_vl)
#define PTO_C_vabs_N(T, x) ((pto_##T##_t)((x) > 0 ? (uint64_t)(x) : 0 - (uint64_t)(x)))
#define PTO_LANE_vabs_U(x) (x)
#define PTO_LANE_vabs_B(x) __riscv_vand((x), 0x7fff, pto_vl)
#define PTO_LANE_vneg_F(x) __riscv_vfneg((x), pto_vl)
#define PTO_C_vneg_F(T, x) pto_##T##_of(pto_##T##_bits(x) ^ PTO_SIGN_##T)
#define PTO_LANE_vneg_I(x) __riscv_vrsub((x), 0, pto_vl)
#define PTO_C_vneg_N(T, x) ((pto_##T##_t)(0 - (uint64_t)(x)))
#define PTO_LANE_vneg_U(x) __riscv_vrsub((x), 0, pto_vl)
#define PTO_LANE_vneg_B(x) __riscv_vxor((x), 0x8000, pto_vl)
#define PTO_LANE_vsqrt_F(x) __riscv_vfsqrt((x), pto_vl)
#define PTO_C_vsqrt_F(T, x) pto_sqrt_##T(x)
#define PTO_LANE_vrec_F(x) __riscv_vfrdiv((x), 1, pto_vl)
#define PTO_C_vrec_F(T, x) pto_narrow_##T(1 / pto_wide_##T(x))
#define PTO_LANE_vrelu_F(x) __riscv_vfmax((x), 0, pto_vl)
#define PTO_C_vrelu_F(T, x) pto_narrow_##T(pto_wide_##T(x) > 0 ? pto_wide_##T(x) : 0)
#define PTO_LANE_vrelu_I(x) __riscv_vmax((x), 0, pto_vl)
#define PTO_C_vrelu_N(T, x) ((pto_##T##_t)((x) > 0 ? (x) : 0))
#define PTO_LANE_vrelu_B(x) __riscv_vmerge((x), 0, __riscv_vmsgtu((x), 0x7f80, pto_vl), pto_vl)
#define PTO_LANE_vnot_I(x) __riscv_vnot((x), pto_vl)
#define PTO_C_vnot_N(T, x) ((pto_##T##_t)(~(x)))
#define PTO_LANE_vnot_U(x) __riscv_vnot((x), pto_vl)
#define PTO_LANE_vmov_F(x) (x)
#define PTO_C_vmov_F(T, x) (x)
#define PTO_LANE_vmov_I(x) (x)
#define PTO_C_vmov_N(T, x) (x)
#define PTO_LANE_vmov_U(x) (x)
#define PTO_LANE_vmov_B(x) (x)
#define PTO_LANE_vmov_all_F(x) (x)
#define PTO_LANE_vmov_all_I(x) (x)
#define PTO_LANE_vmov_all_U(x) (x)
#define PTO_LANE_vadd_F(x, y) __riscv_vfadd((x), (y), pto_vl)
#define PTO_C_vadd_F(T, x, y) pto_narrow_##T(pto_wide_##T(x) + pto_wide_##T(y))
#define PTO_LANE_vadds_F(x, s) __riscv_vfadd((x), (s), pto_vl)
#define PTO_C_vadds_F(T, x, s) pto_narrow_##T(pto_wide_##T(x) + pto_wide_##T(s))
#define PTO_LANE_vadd_I(x, y) __riscv_vadd((x), (y), pto_vl)
#define PTO_C_vadd_N(T, x, y) ((pto_##T##_t)((uint64_t)(x) + (uint64_t)(y)))
#define PTO_LANE_vadds_I(x, s) __riscv_vadd((x), (s), pto_vl)
#define PTO_C_vadds_N(T, x, s) ((pto_##T##_t)((uint64_t)(x) + (uint64_t)(s)))
#define PTO_LANE_vadd_U(x, y) __riscv_vadd((x), (y), pto_vl)
#define PTO_LANE_vadds_U(x, s) __riscv_vadd((x), (s), pto_vl)
#define PTO_LANE_vsub_F(x, y) __riscv_vfsub((x), (y), pto_vl)
#define PTO_C_vsub_F(T, x, y) pto_narrow_##T(pto_wide_##T(x) - pto_wide_##T(y))
#define PTO_LANE_vsubs_F(x, s) __riscv_vfsub((x), (s), pto_vl)
#define PTO_C_vsubs_F(T, x, s) pto_narrow_##T(pto_wide_##T(x) - pto_wide_##T(s))
#define PTO_LANE_vsub_I(x, y) __riscv_vsub((x), (y), pto_vl)
#define PTO_C_vsub_N(T, x, y) ((pto_##T##_t)((uint64_t)(x) - (uint64_t)(y)))
#define PTO_LANE_vsubs_I(x, s) __riscv_vsub((x), (s), pto_vl)
#define PTO_C_vsubs_N(T, x, s) ((pto_##T##_t)((uint64_t)(x) - (uint64_t)(s)))
#define PTO_LANE_vsub_U(x, y) __riscv_vsub((x), (y), pto_vl)
#define PTO_LANE_vsubs_U(x, s) __riscv_vsub((x), (s), pto_vl)
#define PTO_LANE_vmul_F(x, y) __riscv_vfmul((x), (y), pto_vl)
#define PTO_C_vmul_F(T, x, y) pto_narrow_##T(pto_wide_##T(x) * pto_wide_##T(y))
#define PTO_LANE_vmuls_F(x, s) __riscv_vfmul((x), (s), pto_vl)
#define PTO_C_vmuls_F(T, x, s) pto_narrow_##T(pto_wide_##T(x) * pto_wide_##T(s))
#define PTO_LANE_vmul_I(x, y) __riscv_vmul((x), (y), pto_vl)
#define PTO_C_vmul_N(T, x, y) ((pto_##T##_t)((uint64_t)(x) * (uint64_t)(y)))
#define PTO_LANE_vmuls_I(x, s) __riscv_vmul((x), (s), pto_vl)
#define PTO_C_vmuls_N(T, x, s) ((pto_##T##_t)((uint64_t)(x) * (uint64_t)(s)))
#define PTO_LANE_vmul_U(x, y) __riscv_vmul((x), (y), pto_vl)
#define PTO_LANE_vmuls_U(x, s) __riscv_vmul((x), (s), pto_vl)
#define PTO_LANE_vdiv_F(x, y) __riscv_vfdiv((x), (y), pto_vl)
#define PTO_C_vdiv_F(T, x, y) pto_narrow_##T(pto_wide_##T(x) / pto_wide_##T(y))
#define PTO_LANE_vdivs_F(x, s) __riscv_vfdiv((x), (s), pto_vl)
#define PTO_C_vdivs_F(T, x, s) pto_narrow_##T(pto_wide_##T(x) / pto_wide_##T(s))
#define PTO_LANE_vrdivs_F(x, s) __riscv_vfrdiv((x), (s), pto_vl)
#define PTO_C_vrdivs_F(T, x, s) pto_narrow_##T(pto_wide_##T(s) / pto_wide_##T(x))
#define PTO_LANE_vrsubs_F(x, s) __riscv_vfrsub((x), (s), pto_vl)
#define PTO_C_vrsubs_F(T, x, s) pto_narrow_##T(pto_wide_##T(s) - pto_wide_##T(x))
#define PTO_LANE_vrsubs_I(x, s) __riscv_vrsub((x), (s), pto_vl)
#define PTO_C_vrsubs_N(T, x, s) ((pto_##T##_t)((uint64_t)(s) - (uint64_t)(x)))
#define PTO_LANE_vrsubs_U(x, s) __riscv_vrsub((x), (s), pto_vl)
#define PTO_LANE_vmax_F(x, y) PTO_LANE_MAXIMUM((x), (y))
#define PTO_C_vmax_F(T, x, y) pto_narrow_##T(PTO_MAXIMUM(T, pto_wide_##T(x), pto_wide_##T(y)))
#define PTO_LANE_vmax_I(x, y) __riscv_vmax((x), (y), pto_vl)
#define PTO_C_vmax_N(T, x, y) ((pto_##T##_t)((x) > (y) ? (x) : (y)))
#define PTO_LANE_vmax_U(x, y) __riscv_vmaxu((x), (y), pto_vl)
#define PTO_LANE_vmax_B(x, y) PTO_LANE_MAXIMUM_BF16((x), (y))
#define PTO_LANE_vmin_F(x, y) PTO_LANE_MINIMUM((x), (y))
#define PTO_C_vmin_F(T, x, y) pto_narrow_##T(PTO_MINIMUM(T, pto_wide_##T(x), pto_wide_##T(y)))
#define PTO_LANE_vmin_I(x, y) __riscv_vmin((x), (y), pto_vl)
#define PTO_C_vmin_N(T, x, y) ((pto_##T##_t)((x) < (y) ? (x) : (y)))
#define PTO_LANE_vmin_U(x, y) __riscv_vminu((x), (y), pto_vl)
#define PTO_LANE_vmin_B(x, y) PTO_LANE_MINIMUM_BF16((x), (y))
#define PTO_LANE_vmaxs_F(x, s) PTO_LANE_MAXIMUM_OF((x), (s))
#define PTO_C_vmaxs_F(T, x, s) pto_narrow_##T(PTO_MAXIMUM(T, pto_wide_##T(x), pto_wide_##T(s)))
#define PTO_LANE_vmaxs_I(x, s) __riscv_vmax((x), (s), pto_vl)
#define PTO_C_vmaxs_N(T, x, s) ((pto_##T##_t)((x) > (s) ? (x) : (s)))
#define PTO_LANE_vmaxs_U(x, s) __riscv_vmaxu((x), (s), pto_vl)
#define PTO_LANE_vmins_F(x, s) PTO_LANE_MINIMUM_OF((x), (s))
#define PTO_C_vmins_F(T, x, s) pto_narrow_##T(PTO_MINIMUM(T, pto_wide_##T(x), pto_wide_##T(s)))
#define PTO_LANE_vmins_I(x, s) __riscv_vmin((x), (s), pto_vl)
#define PTO_C_vmins_N(T, x, s) ((pto_##T##_t)((x) < (s) ? (x) : (s)))
#define PTO_LANE_vmins_U(x, s) __riscv_vminu((x), (s), pto_vl)
#define PTO_LANE_vand_I(x, y) __riscv_vand((x), (y), pto_vl)
#define PTO_C_vand_N(T, x, y) ((pto_##T##_t)((x) & (y)))
#define PTO_LANE_vands_I(x, s) __riscv_vand((x), (s), pto_vl)
#define PTO_C_vands_N(T, x, s) ((pto_##T##_t)((x) & (s)))
#define PTO_LANE_vand_U(x, y) __riscv_vand((x), (y), pto_vl)
#define PTO_LANE_vands_U(x, s) __riscv_vand((x), (s), pto_vl)
#define PTO_LANE_vor_I(x, y) __riscv_vor((x), (y), pto_vl)
#define PTO_C_vor_N(T, x, y) ((pto_##T##_t)((x) | (y)))
#define PTO_LANE_vors_I(x, s) __riscv_vor((x), (s), pto_vl)
#define PTO_C_vors_N(T, x, s) ((pto_##T##_t)((x) | (s)))
#define PTO_LANE_vor_U(x, y) __riscv_vor((x), (y), pto_vl)
#define PTO_LANE_vors_U(x, s) __riscv_vor((x), (s), pto_vl)
#define PTO_LANE_vxor_I(x, y) __riscv_vxor((x), (y), pto_vl)
#define PTO_C_vxor_N(T, x, y) ((pto_##T##_t)((x) ^ (y)))
#define PTO_LANE_vxors_I(x, s) __riscv_vxor((x), (s), pto_vl)
#define PTO_C_vxors_N(T, x, s) ((pto_##T##_t)((x) ^ (s)))
#define PTO_LANE_vxor_U(x, y) __riscv_vxor((x), (y), pto_vl)
#define PTO_LANE_vxors_U(x, s) __riscv_vxor((x), (s), pto_vl)
#define PTO_LANE_vshl_I(x, n) __riscv_vsll((x), (n), pto_vl)
#define PTO_C_vshl_N(T, x, n) ((pto_##T##_t)((uint64_t)(x) << ((n) & (PTO_BITS_##T - 1))))
#define PTO_LANE_vshls_I(x, n) __riscv_vsll((x), (size_t)(n), pto_vl)
#define PTO_C_vshls_N(T, x, n) ((pto_##T##_t)((uint64_t)(x) << ((n) & (PTO_BITS_##T - 1))))
#define PTO_LANE_vshl_U(x, n) __riscv_vsll((x), (n), pto_vl)
#define PTO_LANE_vshls_U(x, n) __riscv_vsll((x), (size_t)(n), pto_vl)
#define PTO_LANE_vshr_I(x, n) __riscv_vsra((x), (n), pto_vl)
#define PTO_C_vshr_N(T, x, n) ((pto_##T##_t)((x) >> ((n) & (PTO_BITS_##T - 1))))
#define PTO_LANE_vshrs_I(x, n) __riscv_vsra((x), (size_t)(n), pto_vl)
#define PTO_C_vshrs_N(T, x, n) ((pto_##T##_t)((x) >> ((n) & (PTO_BITS_##T - 1))))
#define PTO_LANE_vshr_U(x, n) __riscv_vsrl((x), (n), pto_vl)
#define PTO_LANE_vshrs_U(x, n) __riscv_vsrl((x), (size_t)(n), pto_vl)
#define PTO_LANE_vmula_F(acc, x, y) __riscv_vfmacc((acc), (x), (y), pto_vl)
#define PTO_C_vmula_F(T, acc, x, y) pto_fma_##T(x, y, acc)
#define PTO_LANE_vmula_I(acc, x, y) __riscv_vmacc((acc), (x), (y), pto_vl)
#define PTO_C_vmula_N(T, acc, x, y) ((pto_##T##_t)((uint64_t)(acc) + (uint64_t)(x) * (uint64_t)(y)))
#define PTO_LANE_vmula_U(acc, x, y) __riscv_vmacc((acc), (x), (y), pto_vl)
#define PTO_LANE_vaxpy_F(x, y, s) __riscv_vfmacc((y), (s), (x), pto_vl)
#define PTO_C_vaxpy_F(T, x, y, s) pto_fma_##T(s, x, y)
#define PTO_LANE_vlrelu_F(x, s) __riscv_vmerge(__riscv_vfmul((x), (s), pto_vl), (x), __riscv_vmfge((x), 0, pto_vl), pto_vl)
#define PTO_C_vlrelu_F(T, x, s) pto_narrow_##T(pto_wide_##T(x) >= 0 ? pto_wide_##T(x) : pto_wide_##T(x) * pto_wide_##T(s))
#define PTO_LANE_vprelu_F(x, y) __riscv_vmerge(__riscv_vfmul((x), (y), pto_vl), (x), __riscv_vmfge((x), 0, pto_vl), pto_vl)
#define PTO_C_vprelu_F(T, x, y) pto_narrow_##T(pto_wide_##T(x) >= 0 ? pto_wide_##T(x) : pto_wide_##T(x) * pto_wide_##T(y))
#define PTO_LANE_vaddrelu_F(x, y) __riscv_vfmax(__riscv_vfadd((x), (y), pto_vl), 0, pto_vl)
#define PTO_C_vaddrelu_F(T, x, y) pto_narrow_##T(pto_wide_##T(x) + pto_wide_##T(y) > 0 ? pto_wide_##T(x) + pto_wide_##T(y) : 0)
#define PTO_LANE_vsubrelu_F(x, y) __riscv_vfmax(__riscv_vfsub((x), (y), pto_vl), 0, pto_vl)
#define PTO_C_vsubrelu_F(T, x, y) pto_narrow_##T(pto_wide_##T(x) - pto_wide_##T(y) > 0 ? pto_wide_##T(x) - pto_wide_##T(y) : 0)
#define PTO_LANE_vsel_F(x, y, mask) __riscv_vmerge((y), (x), (mask), pto_vl)
#define PTO_LANE_vsel_I(x, y, mask) __riscv_vmerge((y), (x), (mask), pto_vl)
#define PTO_LANE_vsel_U(x, y, mask) __riscv_vmerge((y), (x), (mask), pto_vl)
#define PTO_LANE_vaddc_U(x, y) __riscv_vadd((x), (y), pto_vl)
#define PTO_LANE_vaddc_carry_U(x, y) __riscv_vmadc((x), (y), pto_vl)
#define PTO_LANE_vsubc_U(x, y) __riscv_vsub((x), (y), pto_vl)
#define PTO_LANE_vsubc_carry_U(x, y) PTO_LANE_BORROWED((x), (y))
#define PTO_LANE_vaddcs_U(x, y, c) __riscv_vadc((x), (y), (c), pto_vl)
#define PTO_LANE_vaddcs_carry_U(x, y, c) __riscv_vmadc((x), (y), (c), pto_vl)
#define PTO_LANE_vsubcs_U(x, y, c) __riscv_vsbc((x), (y), PTO_LANE_OF_BORROW((c)), pto_vl)
#define PTO_LANE_vsubcs_carry_U(x, y, c) PTO_LANE_OF_BORROW(__riscv_vmsbc((x), (y), PTO_LANE_OF_BORROW((c)), pto_vl))
#define PTO_LANE_eq_F(x, y) __riscv_vmfeq((x), (y), pto_vl)
#define PTO_LANE_ne_F(x, y) __riscv_vmfne((x), (y), pto_vl)
#define PTO_LANE_lt_F(x, y) __riscv_vmflt((x), (y), pto_vl)
#define PTO_LANE_le_F(x, y) __riscv_vmfle((x), (y), pto_vl)
#define PTO_LANE_gt_F(x, y) __riscv_vmfgt((x), (y), pto_vl)
#define PTO_LANE_ge_F(x, y) __riscv_vmfge((x), (y), pto_vl)
#define PTO_LANE_eq_I(x, y) __riscv_vmseq((x), (y), pto_vl)
#define PTO_LANE_eq_U(x, y) __riscv_vmseq((x), (y), pto_vl)
#define PTO_LANE_ne_I(x, y) __riscv_vmsne((x), (y), pto_vl)
#define PTO_LANE_ne_U(x, y) __riscv_vmsne((x), (y), pto_vl)
#define PTO_LANE_lt_I(x, y) __riscv_vmslt((x), (y), pto_vl)
#define PTO_LANE_le_I(x, y) __riscv_vmsle((x), (y), pto_vl)
#define PTO_LANE_gt_I(x, y) __riscv_vmsgt((x), (y), pto_vl)
#define PTO_LANE_ge_I(x, y) __riscv_vmsge((x), (y), pto_vl)
#define PTO_LANE_lt_U(x, y) __riscv_vmsltu((x), (y), pto_vl)
#define PTO_LANE_le_U(x, y) __riscv_vmsleu((x), (y), pto_vl)
#define PTO_LANE_gt_U(x, y) __riscv_vmsgtu((x), (y), pto_vl)
#define PTO_LANE_ge_U(x, y) __riscv_vmsgeu((x), (y), pto_vl)

#define PTO_REGISTER_OPS_1(X, H) \
    PTO_FOR_INTS64(X, vabs) PTO_FOR_F16_32(X, vabs) X(bf16, vabs) \
    PTO_FOR_INTS64(X, vneg) PTO_FOR_F16_32(X, vneg) X(bf16, vneg) \
    PTO_FOR_F16_32(X, vsqrt) \
    PTO_FOR_F16_32(X, vrec) \
    PTO_FOR_SINT(X, vrelu) PTO_FOR_F16_32(X, vrelu) X(bf16, vrelu) \
    PTO_FOR_INTS64(X, vnot) \
    PTO_FOR_INTS64(X, vmov) PTO_FOR_F16_32(X, vmov) X(bf16, vmov)
#define PTO_STRIP_OPS_1(X) PTO_STRIPS_FIU(X, vabs) PTO_STRIPS_FI(X, vneg) PTO_STRIPS_F(X, vsqrt) PTO_STRIPS_F(X, vrec) PTO_STRIPS_FI(X, vrelu) PTO_STRIPS_IU(X, vnot) PTO_STRIPS_FIU(X, vmov)
#define PTO_REGISTER_OPS_2(X, H) \
    PTO_FOR_INTS64(X, vadd) PTO_FOR_F16_32(X, vadd) H(bf16, vadd) \
    PTO_FOR_INTS64(X, vsub) PTO_FOR_F16_32(X, vsub) H(bf16, vsub) \
    PTO_FOR_INT16(X, vmul) PTO_FOR_INT32(X, vmul) PTO_FOR_INT64(X, vmul) PTO_FOR_F16_32(X, vmul) H(bf16, vmul) \
    PTO_FOR_F16_32(X, vdiv) \
    PTO_FOR_INTS64(X, vmax) PTO_FOR_F16_32(X, vmax) X(bf16, vmax) \
    PTO_FOR_INTS64(X, vmin) PTO_FOR_F16_32(X, vmin) X(bf16, vmin) \
    PTO_FOR_INTS64(X, vand) \
    PTO_FOR_INTS64(X, vor) \
    PTO_FOR_INTS64(X, vxor) \
    PTO_FOR_F16_32(X, vprelu) \
    PTO_FOR_F16_32(X, vaddrelu) \
    PTO_FOR_F16_32(X, vsubrelu)
#define PTO_STRIP_OPS_2(X) PTO_STRIPS_FIU(X, vadd) PTO_STRIPS_FIU(X, vsub) PTO_STRIPS_FIU_16(X, vmul) PTO_STRIPS_F(X, vdiv) PTO_STRIPS_FIU(X, vmax) PTO_STRIPS_FIU(X, vmin) PTO_STRIPS_IU(X, vand) PTO_STRIPS_IU(X, vor) PTO_STRIPS_IU(X, vxor) PTO_STRIPS_F(X, vprelu) PTO_STRIPS_F(X, vaddrelu) PTO_STRIPS_F(X, vsubrelu)
#define PTO_REGISTER_OPS_S(X, H) \
    PTO_FOR_INTS64(X, vadds) PTO_FOR_F16_32(X, vadds) H(bf16, vadds) \
    PTO_FOR_INTS64(X, vsubs) PTO_FOR_F16_32(X, vsubs) H(bf16, vsubs) \
    PTO_FOR_INT16(X, vmuls) PTO_FOR_INT32(X, vmuls) PTO_FOR_INT64(X, vmuls) PTO_FOR_F16_32(X, vmuls) H(bf16, vmuls) \
    PTO_FOR_INTS64(X, vmaxs) \
    PTO_FOR_INTS64(X, vmins) \
    PTO_FOR_INTS64(X, vands) \
    PTO_FOR_INTS64(X, vors) \
    PTO_FOR_INTS64(X, vxors) \
    PTO_FOR_F16_32(X, vlrelu)
#define PTO_STRIP_OPS_S(X) PTO_STRIPS_FIU(X, vadds) PTO_STRIPS_FIU(X, vsubs) PTO_STRIPS_FIU_16(X, vmuls) PTO_STRIPS_FIU(X, vmaxs) PTO_STRIPS_FIU(X, vmins) PTO_STRIPS_IU(X, vands) PTO_STRIPS_IU(X, vors) PTO_STRIPS_IU(X, vxors) PTO_STRIPS_F(X, vlrelu)
#define PTO_REGISTER_OPS_U(X, H) \
    PTO_FOR_INTS64(X, vshl) \
    PTO_FOR_INTS64(X, vshr)
#define PTO_STRIP_OPS_U(X) PTO_STRIPS_IU(X, vshl) PTO_STRIPS_IU(X, vshr)
#define PTO_REGISTER_OPS_N(X, H) \
    PTO_FOR_INTS64(X, vshls) \
    PTO_FOR_INTS64(X, vshrs)
#define PTO_STRIP_OPS_N(X) PTO_STRIPS_IU(X, vshls) PTO_STRIPS_IU(X, vshrs)
#define PTO_REGISTER_OPS_3(X, H) \
    PTO_FOR_INTS(X, vmula) PTO_FOR_F16_32(X, vmula) H(bf16, vmula)
#define PTO_STRIP_OPS_3(X) PTO_STRIPS_FIU(X, vmula)
#define PTO_REGISTER_OPS_A(X, H) \
    PTO_FOR_F16_32(X, vaxpy)
#define PTO_STRIP_OPS_A(X) PTO_STRIPS_F(X, vaxpy)

// clang-format on
#endif
