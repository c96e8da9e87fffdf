// SPDX-License-Identifier: Apache-2.0
//
// Tile instructions whose operands are known where they are issued. Private to these headers.
#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

/**
 * What is left of an instruction: a routine, and where its operands lie.
 *
 * The result is at d, sources at a, b and c (NULL: none), s is a scalar. All of them advance from row to row by their
 * steps in bytes. What rows and columns count is the routine's to say; of lane-wise ones they are runs of elements.
 */
typedef struct pto_tile_run pto_tile_run_t;
typedef void (*pto_tile_routine_t)(const pto_tile_run_t *run);
struct pto_tile_run {
    pto_tile_routine_t routine;
    uint8_t *d;
    const uint8_t *a, *b, *c;
    uint64_t s;
    size_t rows, cols;
    ptrdiff_t d_step, a_step, b_step, c_step;
};
