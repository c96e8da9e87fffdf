// SPDX-License-Identifier: Apache-2.0
//
// A lane is an element of the result. Each step of k uses one vector of A and one of B, gathered from fractal order;
// f16 uses two steps at a time, which are adjacent. So nothing is packed, and no lane is idle for any shape. Every
// element is summed over ascending k, in chains or in boxes, as in kernel.S. Rows of a fractal column have RS bytes.
//
//   v0  offsets of A   v4  offsets of B   v8  sums   v16  A   v24  B

#include "small.h"

    .text

// `op` is MACC, or MUL for the first product of a box.
#define MACC_F32 vfmacc.vv v8, v16, v24
#define MUL_F32  vfmul.vv v8, v16, v24
#define MACC_F16 vfwmacc.vv v8, v16, v24
#define MUL_F16  vfwmul.vv v8, v16, v24

#define STEP_F32(op)                                                \
    vluxei16.v v16, (a1), v0; addi a1, a1, 4;                       \
    vluxei16.v v24, (a2), v4; addi a2, a2, 4;                       \
    op##_F32;
#define COLUMN_F32(op)                                              \
    STEP_F32(op) STEP_F32(MACC) STEP_F32(MACC) STEP_F32(MACC)       \
    STEP_F32(MACC) STEP_F32(MACC) STEP_F32(MACC) STEP_F32(MACC)
#define STEPS_F32 3: STEP_F32(MACC) addi t0, t0, -1; bnez t0, 3b;

#define PAIR_F16(op)                                                \
    vluxseg2ei16.v v16, (a1), v0; addi a1, a1, 4;                   \
    vluxseg2ei16.v v24, (a2), v4; addi a2, a2, 4;                   \
    op##_F16;                                                       \
    vfwmacc.vv v8, v20, v28;
#define COLUMN_F16(op)                                              \
    PAIR_F16(op) PAIR_F16(MACC) PAIR_F16(MACC) PAIR_F16(MACC)       \
    PAIR_F16(MACC) PAIR_F16(MACC) PAIR_F16(MACC) PAIR_F16(MACC)
#define LAST_F16(op)                                                \
    vluxei16.v v16, (a1), v0; addi a1, a1, 2;                       \
    vluxei16.v v24, (a2), v4; addi a2, a2, 2;                       \
    op##_F16;
#define PAIRS_F16 3: PAIR_F16(MACC) addi t0, t0, -1; bnez t0, 3b;

// The a6 steps after whole columns: f16 pairs, and a single step if their number is odd. In a box the first is
// separate.
#define REST_chain_F32 mv t0, a6; STEPS_F32
#define REST_chain_F16                                              \
    srli t0, a6, 1;                                                 \
    beqz t0, 5f;                                                    \
    PAIRS_F16                                                       \
    5: andi a6, a6, 1;                                              \
    beqz a6, 4f;                                                    \
    LAST_F16(MACC)
#define REST_boxes_F32                                              \
    STEP_F32(MUL)                                                   \
    addi t0, a6, -1;                                                \
    beqz t0, 5f;                                                    \
    STEPS_F32                                                       \
    5: BOX_F32
#define REST_boxes_F16                                              \
    LAST_F16(MUL)                                                   \
    addi t0, a6, -1;                                                \
    beqz t0, 5f;                                                    \
    3: LAST_F16(MACC)                                               \
    addi t0, t0, -1;                                                \
    bnez t0, 3b;                                                    \
    5: BOX_F16

// Adds the sums of a box to those in memory.
#define BOX_F32                                                     \
    vle32.v v16, (a7);                                              \
    vfadd.vv v16, v16, v8;                                          \
    vse32.v v16, (a7);
#define BOX_F16                                                     \
    vsetvli zero, zero, e32, m8, ta, ma;                            \
    BOX_F32                                                         \
    vsetvli zero, zero, e16, m4, ta, ma;

// Chains keep their sums in registers throughout.
#define IN_chain          vle32.v v8, (a7);
#define IN_boxes
#define OP_chain          MACC
#define OP_boxes          MUL
#define COLUMN_END_chain_F32
#define COLUMN_END_chain_F16
#define COLUMN_END_boxes_F32 BOX_F32
#define COLUMN_END_boxes_F16 BOX_F16
#define OUT_chain         vsetvli zero, t2, e32, m8, ta, ma; vse32.v v8, (a7);
#define OUT_boxes

// `op` is expanded before it is pasted to a type.
#define COLUMN(elem, op) COLUMN_##elem(op)

#define LANES(name, kind, elem, sew, lmul, rs)                      \
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
    IN_##kind                                                       \
    beqz a5, 2f;                                                    \
    1: COLUMN(elem, OP_##kind)                                      \
    .rept rs / 32 - 1;                                              \
    COLUMN_##elem(MACC)                                             \
    .endr;                                                          \
    COLUMN_END_##kind##_##elem                                      \
    add a1, a1, a3;                                                 \
    add a2, a2, a4;                                                 \
    addi a5, a5, -1;                                                \
    bnez a5, 1b;                                                    \
    2: beqz a6, 4f;                                                 \
    REST_##kind##_##elem                                            \
    4: OUT_##kind                                                   \
    ret;                                                            \
    .size name, . - name;

LANES(mm_lanes_chain_F32_32, chain, F32, e32, m8, 32)
LANES(mm_lanes_chain_F16_64, chain, F16, e16, m4, 64)
LANES(mm_lanes_boxes_F32_64, boxes, F32, e32, m8, 64)
LANES(mm_lanes_boxes_F32_128, boxes, F32, e32, m8, 128)
LANES(mm_lanes_boxes_F32_256, boxes, F32, e32, m8, 256)
LANES(mm_lanes_chain_F16_32, chain, F16, e16, m4, 32)
LANES(mm_lanes_boxes_F16_64, boxes, F16, e16, m4, 64)
