// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: those parts of the formulas of isa/lanes.def that take more than one instruction. PTO_LANEWISE() of
// lane_ops.h applies them, as overloaded intrinsics of groups of any LMUL.
#ifndef PTO_VECTOR_RVV_OPS_H
#define PTO_VECTOR_RVV_OPS_H

#include "hal/vector/lane_ops.h"

// NaN if either is NaN: vfmin and vfmax return the other operand.
#define PTO_LANE_NAN(x) _Generic(__riscv_vfmv_f(x), float : __builtin_nanf(""), default : (pto_f16_t)__builtin_nanf(""))
#define PTO_LANE_EXTREME(insn, x, y)                         \
    __riscv_vfmerge(insn((x), (y), pto_vl), PTO_LANE_NAN(x), \
                    __riscv_vmor(__riscv_vmfne((x), (x), pto_vl), __riscv_vmfne((y), (y), pto_vl), pto_vl), pto_vl)
#define PTO_LANE_MAXIMUM(x, y) PTO_LANE_EXTREME(__riscv_vfmax, x, y)
#define PTO_LANE_MINIMUM(x, y) PTO_LANE_EXTREME(__riscv_vfmin, x, y)

// A NaN scalar makes all lanes NaN: it is added to the lanes before they are compared with themselves.
#define PTO_LANE_EXTREME_OF(insn, x, s)                                                                              \
    (__extension__({                                                                                                 \
        const __typeof__(s) pto_s = (s), pto_nan = pto_s != pto_s ? pto_s : (__typeof__(s))0;                        \
        const __typeof__(x) pto_sum = __riscv_vfadd((x), pto_nan, pto_vl);                                           \
        __riscv_vfmerge(insn((x), pto_s, pto_vl), PTO_LANE_NAN(x), __riscv_vmfne(pto_sum, pto_sum, pto_vl), pto_vl); \
    }))
#define PTO_LANE_MAXIMUM_OF(x, s) PTO_LANE_EXTREME_OF(__riscv_vfmax, x, s)
#define PTO_LANE_MINIMUM_OF(x, s) PTO_LANE_EXTREME_OF(__riscv_vfmin, x, s)

// Masks of differences are set if there is no borrow, or with PTO_SUBC_BORROW if there is one.
#if PTO_SUBC_BORROW
#define PTO_LANE_OF_BORROW(borrow) (borrow)
#define PTO_LANE_BORROWED(x, y)    __riscv_vmsltu((x), (y), pto_vl)
#else
#define PTO_LANE_OF_BORROW(borrow) __riscv_vmnot((borrow), pto_vl)
#define PTO_LANE_BORROWED(x, y)    __riscv_vmsgeu((x), (y), pto_vl)
#endif

// Computes the mask of a comparison mode.
#define PTO_LANE_COMPARE(T, mask, mode, x, y)                    \
    switch (mode) {                                              \
        PTO_LANE_COMPARE_CASE(T, mask, PTO_CMP_EQ, eq, x, y)     \
        PTO_LANE_COMPARE_CASE(T, mask, PTO_CMP_NE, ne, x, y)     \
        PTO_LANE_COMPARE_CASE(T, mask, PTO_CMP_LT, lt, x, y)     \
        PTO_LANE_COMPARE_CASE(T, mask, PTO_CMP_LE, le, x, y)     \
        PTO_LANE_COMPARE_CASE(T, mask, PTO_CMP_GT, gt, x, y)     \
        PTO_LANE_COMPARE_CASE(T, mask, PTO_CMP_GE, ge, x, y)     \
        default:                                                 \
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, 0, mode); \
    }
#define PTO_LANE_COMPARE_CASE(T, mask, MODE, op, x, y) \
    case MODE:                                         \
        mask = PTO_LANEWISE(op, T, )(x, y);            \
        break;

#endif
