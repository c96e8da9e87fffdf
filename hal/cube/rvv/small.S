// SPDX-License-Identifier: Apache-2.0
//
// A lane is an element of the result. Each step of k takes one vector of A and one of B, gathered from where fractal
// order has them; f16 takes two steps at a time, which lie side by side. So nothing is laid out anew, and no lane is
// idle however odd the shape. Every element is summed over ascending k, one fused multiply-add each, as in kernel.S.
// Rows of a fractal column have RS bytes.
//
//   v0  offsets of A   v4  offsets of B   v8  sums   v16  A   v24  B

#include "small.h"

    .text

#define STEP_F32                                                    \
    vluxei16.v v16, (a1), v0; addi a1, a1, 4;                       \
    vluxei16.v v24, (a2), v4; addi a2, a2, 4;                       \
    vfmacc.vv v8, v16, v24;
#define COLUMN_F32                                                  \
    STEP_F32 STEP_F32 STEP_F32 STEP_F32 STEP_F32 STEP_F32 STEP_F32 STEP_F32
#define REST_F32                                                    \
    3: STEP_F32                                                     \
    addi a6, a6, -1;                                                \
    bnez a6, 3b;

#define PAIR_F16                                                    \
    vluxseg2ei16.v v16, (a1), v0; addi a1, a1, 4;                   \
    vluxseg2ei16.v v24, (a2), v4; addi a2, a2, 4;                   \
    vfwmacc.vv v8, v16, v24;                                        \
    vfwmacc.vv v8, v20, v28;
#define COLUMN_F16                                                  \
    PAIR_F16 PAIR_F16 PAIR_F16 PAIR_F16 PAIR_F16 PAIR_F16 PAIR_F16 PAIR_F16
#define LAST_F16                                                    \
    vluxei16.v v16, (a1), v0;                                       \
    vluxei16.v v24, (a2), v4;                                       \
    vfwmacc.vv v8, v16, v24;

// Steps after whole columns: pairs, and one where their number is odd.
#define REST_F16                                                    \
    srli t0, a6, 1;                                                 \
    beqz t0, 5f;                                                    \
    3: PAIR_F16                                                  \
    addi t0, t0, -1;                                                \
    bnez t0, 3b;                                                    \
    5: andi a6, a6, 1;                                              \
    beqz a6, 4f;                                                    \
    LAST_F16

#define LANES(name, elem, sew, lmul, rs)                             \
    .globl name;                                                    \
    .type name, @function;                                          \
    .balign 4;                                                      \
    name:                                                           \
    MM_LP a1, MM_LANES_A(a0);                                       \
    MM_LP a2, MM_LANES_B(a0);                                       \
    MM_LP a3, MM_LANES_A_NEXT(a0);                                  \
    MM_LP a4, MM_LANES_B_NEXT(a0);                                  \
    MM_LP t0, MM_LANES_A_ROW(a0);                                   \
    MM_LP t1, MM_LANES_B_ROW(a0);                                   \
    MM_LP a7, MM_LANES_SUM(a0);                                     \
    MM_LC t2, MM_LANES_NUM(a0);                                     \
    MM_LC a5, MM_LANES_COLUMNS(a0);                                 \
    MM_LC a6, MM_LANES_REST(a0);                                    \
    vsetvli zero, t2, sew, lmul, ta, ma;                            \
    vle16.v v0, (t0);                                               \
    vle16.v v4, (t1);                                               \
    vle32.v v8, (a7);                                               \
    beqz a5, 2f;                                                    \
    1: .rept rs / 32;                                               \
    COLUMN_##elem                                                   \
    .endr;                                                          \
    add a1, a1, a3;                                                 \
    add a2, a2, a4;                                                 \
    addi a5, a5, -1;                                                \
    bnez a5, 1b;                                                    \
    2: beqz a6, 4f;                                                 \
    REST_##elem                                                     \
    4: vsetvli zero, t2, e32, m8, ta, ma;                           \
    vse32.v v8, (a7);                                               \
    ret;                                                            \
    .size name, . - name;

LANES(mm_lanes_F32_32, F32, e32, m8, 32)
LANES(mm_lanes_F32_64, F32, e32, m8, 64)
LANES(mm_lanes_F32_128, F32, e32, m8, 128)
LANES(mm_lanes_F32_256, F32, e32, m8, 256)
LANES(mm_lanes_F16_32, F16, e16, m4, 32)
LANES(mm_lanes_F16_64, F16, e16, m4, 64)
