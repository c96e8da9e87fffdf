// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/pto-isa #82: a tile goes to another core through GM; one pipe stores it, and another one tells the
// other core that it is there. Nothing orders the two pipes, so the signal may come first. Here a vector core stores on
// MTE3 and signals on V, and the cube core loads.

#include "bugs.h"

enum { FROM_AIV0 = 0, FROM_AIV1 = 16, MINE = 0 };

static void produce(float *x, pto_pipe_t signals)
{
    float *mine = x + pto_get_subblock_idx() * N;
    load(mine, TILE(0));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(add_one, TILE(0), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), mine + 2 * N);
    pto_set_intra_block(signals, MINE);
}

// Multiplies the one tile by the other: 16 x 16 numbers each.
static void consume(float *x)
{
    pto_wait_intra_block(PIPE_MTE2, FROM_AIV0);
    pto_wait_intra_block(PIPE_MTE2, FROM_AIV1);
    pto_mte_gm_l1(x + 2 * N, pto_l1(float, 0), 2 * TILE_BYTES, .nburst = {1, 2 * TILE_BYTES, 2 * TILE_BYTES});
    hand_over(PIPE_MTE2, PIPE_MTE1);
    pto_mte_l1_l0a(pto_l1(float, 0), pto_l0a(float, 0), 16, 16);
    pto_mte_l1_l0b(pto_l1(float, TILE_BYTES), pto_l0b(float, 0), 16, 16);
    hand_over(PIPE_MTE1, PIPE_M);
    pto_mad(pto_l0a(float, 0), pto_l0b(float, 0), pto_l0c(float, 0), 16, 16, 16);
    hand_over(PIPE_M, PIPE_FIX);
    pto_mte_l0c_gm(pto_l0c(float, 0), x + 4 * N, 16, 16, 16, 16, 0, 0, .layout = {PTO_NZ2ND});
}

// finds: race, *: *gm.bin +0x800: *AIV0 PIPE_MTE3 writes it (mte_ub_gm at *
// explored: core 0.0 PIPE_MTE3 2 comes after core 0.2 PIPE_MTE2 3
PTO_MIXED_KERNEL(bug, (float *, x))
{
    PTO_VECTOR_SECTION
    {
        produce(x, PIPE_V);
    }
    PTO_CUBE_SECTION
    {
        consume(x);
    }
}

PTO_MIXED_KERNEL(fixed, (float *, x))
{
    PTO_VECTOR_SECTION
    {
        produce(x, PIPE_MTE3);
    }
    PTO_CUBE_SECTION
    {
        consume(x);
    }
}
