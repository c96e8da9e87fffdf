// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of the multiply on RVV, in kernel.S. Private to hal/cube/rvv; included by assembly too.
#ifndef HAL_CUBE_RVV_KERNEL_H
#define HAL_CUBE_RVV_KERNEL_H

// Offsets in mm_block_t
#if __riscv_xlen == 64
#define MM_WORD 8
#define MM_LP   ld  // a pointer
#define MM_SP   sd
#define MM_LC   lwu  // a count
#else
#define MM_WORD 4
#define MM_LP   lw
#define MM_SP   sw
#define MM_LC   lw
#endif

#define MM_A       0
#define MM_B       (1 * MM_WORD)
#define MM_C       (2 * MM_WORD)
#define MM_PITCH   (3 * MM_WORD)
#define MM_B_GROUP (4 * MM_WORD)
#define MM_C_GROUP (5 * MM_WORD)
#define MM_COLUMNS (6 * MM_WORD)
#define MM_REST    (6 * MM_WORD + 4)
#define MM_COUNT   (6 * MM_WORD + 8)

// Offset from a result in its panel to the partial sum of its current box.
#define MM_SUMS (128 * 1024)

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *a;   // first row, first step
    const uint8_t *b;   // panel, first step
    uint8_t *c;         // panel, first row
    ptrdiff_t pitch;    // of A: between fractal columns; long: to the second half of the steps
    ptrdiff_t b_group;  // outer: between panels
    ptrdiff_t c_group;
    uint32_t columns;  // inner: whole fractal columns of k
    uint32_t rest;     // inner: steps of k after them
    uint32_t count;    // groups of rows
} mm_block_t;

_Static_assert(offsetof(mm_block_t, c_group) == MM_C_GROUP && offsetof(mm_block_t, count) == MM_COUNT, "kernel.S");

typedef void mm_kernel_t(const mm_block_t *block);

#define MM_DECLARE_INNER(kind, type, rs)                                                                            \
    mm_kernel_t mm_##kind##_##type##_3_##rs, mm_##kind##_##type##_2_##rs, mm_##kind##_##type##_1_##rs,              \
        mm_narrow_##kind##_##type##_7_##rs, mm_narrow_##kind##_##type##_4_##rs, mm_narrow_##kind##_##type##_2_##rs, \
        mm_narrow_##kind##_##type##_1_##rs;
MM_DECLARE_INNER(chain, F32, 32)
MM_DECLARE_INNER(chain, F16, 32)
MM_DECLARE_INNER(chain, F16, 64)
MM_DECLARE_INNER(boxes, F32, 64)
MM_DECLARE_INNER(boxes, F32, 128)
MM_DECLARE_INNER(boxes, F32, 256)
MM_DECLARE_INNER(boxes, F16, 64)

#define MM_DECLARE_OUTER(size) mm_kernel_t mm_outer_first_##size, mm_outer_mid_##size, mm_outer_last_##size;
MM_DECLARE_OUTER(F32_2_64)
MM_DECLARE_OUTER(F32_2_128)
MM_DECLARE_OUTER(F32_2_256)
MM_DECLARE_OUTER(F16_2_64)
MM_DECLARE_OUTER(F16_4_64)
mm_kernel_t mm_outer_mid_F32_2_32, mm_outer_mid_F16_2_32, mm_outer_mid_F16_4_32;

mm_kernel_t mm_long_mid_F32_32, mm_long_whole_F32_64, mm_long_first_F32_128, mm_long_last_F32_128,
    mm_long_first_F32_256, mm_long_mid_F32_256, mm_long_last_F32_256, mm_long_mid_F16_32, mm_long_mid_F16_64,
    mm_long_whole_F16_64;

#endif

#endif
