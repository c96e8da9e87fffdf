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
    hand_over(PIPE_MTE2, PIPE_MTE3);
    store(TILE(0), mine + 2 * N);
    pto_set_intra_block(signals, MINE);
}

static void consume(const float *x)
{
    pto_wait_intra_block(PIPE_MTE2, FROM_AIV0);
    pto_wait_intra_block(PIPE_MTE2, FROM_AIV1);
    pto_mte_gm_l1(x + 2 * N, pto_l1(float, 0), 2 * TILE_BYTES, .nburst = {1, 2 * TILE_BYTES, 2 * TILE_BYTES});
}

// finds: race, *: *gm.bin +0x800: *AIV0 PIPE_MTE3 writes it (mte_ub_gm at *
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
