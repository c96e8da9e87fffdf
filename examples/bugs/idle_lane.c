// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/pypto #2097: a cube function and a vector function that a user paired by hand, with a tile pipe between
// them, hang on A2/A3: the vector function was started on the first of the two vector cores alone. An entry that is not
// split is free again when both have freed it. Mended, the second one takes part and does nothing with what it takes.
//
// options: --arch a2a3

#include "bugs.h"

#include <pto/tile.h>

enum { PIPE, NO_SPLIT = 0, SLOTS = 2, STEPS = 3, SIDE = 16 };

static void declare(float *x)
{
    pto_initialize_pipe(PIPE, .dir_mask = 1, .slot_size = TILE_BYTES, .slot_num = SLOTS, .gm = x + 4 * N);
}

static void multiply(float *x)
{
    pto_tile_t product =
        pto_tile(ACC, f32, SIDE, SIDE, .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR, .address = 0);
    declare(x);
    pto_mte_gm_l1(x, pto_l1(float, 0), TILE_BYTES, .nburst = {1, TILE_BYTES, TILE_BYTES});
    hand_over(PIPE_MTE2, PIPE_MTE1);
    pto_mte_l1_l0a(pto_l1(float, 0), pto_l0a(float, 0), SIDE, SIDE);
    pto_mte_l1_l0b(pto_l1(float, 0), pto_l0b(float, 0), SIDE, SIDE);
    hand_over(PIPE_MTE1, PIPE_M);
    pto_mad(pto_l0a(float, 0), pto_l0b(float, 0), pto_l0c(float, 0), SIDE, SIDE, SIDE);
    hand_over(PIPE_M, PIPE_FIX);
    for (int32_t step = 0; step < STEPS; step++) {
        pto_tpush_to_aiv(PIPE, &product, NO_SPLIT);
    }
}

static void take(float *x, bool works)
{
    declare(x);
    for (int32_t step = 0; step < STEPS; step++) {
        pto_tile_t tile = pto_tpop_from_aic(PIPE, pto_tile(VEC, f32, SIDE, SIDE), NO_SPLIT);
        if (works) {
            pto_tensor_t y = pto_tensor(x + (1 + step) * N, f32, ND, {SIDE, SIDE});
            hand_over(PIPE_MTE2, PIPE_MTE3);
            pto_tstore(&y, &tile, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
            hand_over(PIPE_MTE3, PIPE_MTE2);
        }
        pto_tfree_from_aic(PIPE, NO_SPLIT);
    }
}

// finds: fault: deadlock: core 0 AIC PIPE_FIX waits for what nobody will do*likely cause: tpush_to_aiv entry 2 of pipe
// 0, AIC to AIV at *idle_lane.c:* waits for core 0 AIV1, which has issued all it has
PTO_MIXED_KERNEL(bug, (float *, x))
{
    PTO_CUBE_SECTION
    {
        multiply(x);
    }
    PTO_VECTOR_SECTION
    {
        if (pto_get_subblock_idx() == 0) {
            take(x, true);
        }
    }
}

PTO_MIXED_KERNEL(fixed, (float *, x))
{
    PTO_CUBE_SECTION
    {
        multiply(x);
    }
    PTO_VECTOR_SECTION
    {
        take(x, pto_get_subblock_idx() == 0);
    }
}
