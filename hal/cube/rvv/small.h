// SPDX-License-Identifier: Apache-2.0
//
// Products with one element of the result in each lane, in small.S. Private to hal/cube/rvv; included by assembly too.
#ifndef HAL_CUBE_RVV_SMALL_H
#define HAL_CUBE_RVV_SMALL_H

#include "kernel.h"

// Offsets in mm_lanes_t
#define MM_LANES_A       0
#define MM_LANES_B       (1 * MM_WORD)
#define MM_LANES_A_NEXT  (2 * MM_WORD)
#define MM_LANES_B_NEXT  (3 * MM_WORD)
#define MM_LANES_A_ROW   (4 * MM_WORD)
#define MM_LANES_B_ROW   (5 * MM_WORD)
#define MM_LANES_SUM     (6 * MM_WORD)
#define MM_LANES_NUM     (7 * MM_WORD)
#define MM_LANES_COLUMNS (7 * MM_WORD + 4)
#define MM_LANES_REST    (7 * MM_WORD + 8)

#ifndef __ASSEMBLER__

#include "pack.h"

typedef struct {
    const uint8_t *a, *b;           // first row of each operand, first step
    ptrdiff_t a_next, b_next;       // from the end of a row's part in a fractal column to its next part
    const uint16_t *a_row, *b_row;  // for each lane: byte offset of its row
    void *sum;                      // for each lane: initial value, then the sum
    uint32_t lanes;                 // at most those of LMUL 8
    uint32_t columns, rest;         // whole fractal columns of k, steps after them
} mm_lanes_t;

_Static_assert(offsetof(mm_lanes_t, sum) == MM_LANES_SUM && offsetof(mm_lanes_t, rest) == MM_LANES_REST, "small.S");

typedef void mm_lanes_kernel_t(const mm_lanes_t *lanes);
mm_lanes_kernel_t mm_lanes_chain_F32_32, mm_lanes_chain_F16_64, mm_lanes_boxes_F32_64, mm_lanes_boxes_F32_128,
    mm_lanes_boxes_F32_256, mm_lanes_chain_F16_32, mm_lanes_boxes_F16_64;

// Estimates the instructions of mm_small(); UINT64_MAX if panels are better at any cost of theirs.
uint64_t mm_small_cost(const hal_cube_mad_t *mad, mm_form_t form);

// Returns false without any effect if the product is too large.
bool mm_small(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *work);

#endif

#endif
