// SPDX-License-Identifier: Apache-2.0
//
// Commands whose operands share bytes, with the finding of each, as in kernels.c.

#include <pto/pto.h>

static void hand_over(pto_pipe_t from, pto_pipe_t to)
{
    pto_set_flag(from, to, EVENT_ID0);
    pto_wait_flag(from, to, EVENT_ID0);
}

// Loads 16 x 16 floats, adds 1 to a window of them into another one, and stores all.
static void add_one(float *x, uint32_t from, uint32_t to, int32_t rows, int32_t cols)
{
    pto_tile_t all = pto_tile(VEC, f32, 16, 16, .address = 0);
    pto_tile_t src = pto_tile(VEC, f32, rows, 16, .address = from), dst = pto_tile(VEC, f32, rows, 16, .address = to);
    src.valid_cols = dst.valid_cols = cols;
    pto_tensor_t gm = pto_tensor(x, f32, ND, {16, 16});
    pto_tload(&all, &gm, PTO_NONE, PTO_PAD_MODE_NULL);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_tadds(&dst, &src, 1.0f);
    hand_over(PIPE_V, PIPE_MTE3);
    pto_tstore(&gm, &all, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
}

// finding: overlapping operands: UB +0x40 is read and written by one command, in any order: tadds at *
PTO_KERNEL(a_row_further, (float *, x))
{
    add_one(x, 0, 64, 8, 16);
}

// finding: overlapping operands: UB +0x40 is read and written by one command, in any order: tadds at *
PTO_KERNEL(half_a_row_further, (float *, x))
{
    add_one(x, 0, 32, 8, 12);
}

// silent: 1 block
PTO_KERNEL(in_place, (float *, x))
{
    add_one(x, 64, 64, 8, 16);
}

// The rows of each lie between those of the other.
// silent: 1 block
PTO_KERNEL(side_by_side, (float *, x))
{
    add_one(x, 0, 32, 8, 8);
}

// silent: 1 block
PTO_KERNEL(behind_each_other, (float *, x))
{
    add_one(x, 0, 512, 8, 16);
}

// Converts 8 x 16 floats to halves and back, where they lie.
static void narrow_and_widen(float *x, uint32_t widened)
{
    pto_tile_t wide = pto_tile(VEC, f32, 8, 16, .address = 0), halves = pto_tile(VEC, f16, 8, 16, .address = 0);
    pto_tensor_t gm = pto_tensor(x, f32, ND, {8, 16});
    pto_tload(&wide, &gm, PTO_NONE, PTO_PAD_MODE_NULL);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_tcvt(&halves, &wide, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF);
    wide.address = widened;
    pto_tcvt(&wide, &halves, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF);
    hand_over(PIPE_V, PIPE_MTE3);
    pto_tstore(&gm, &wide, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
}

// finding: overlapping operands: UB +0x* is read and written by one command, in any order: tcvt at *
PTO_KERNEL(widened_in_place, (float *, x))
{
    narrow_and_widen(x, 0);
}

// silent: 1 block
PTO_KERNEL(narrowed_in_place, (float *, x))
{
    narrow_and_widen(x, 1024);
}

// finding: overlapping operands: UB +0x0 is read and written by one command, in any order: ttrans at *
PTO_KERNEL(transposed_in_place, (float *, x))
{
    pto_tile_t tile = pto_tile(VEC, f32, 16, 16, .address = 0);
    pto_tensor_t gm = pto_tensor(x, f32, ND, {16, 16});
    pto_tload(&tile, &gm, PTO_NONE, PTO_PAD_MODE_NULL);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_ttrans(&tile, &tile, NULL);
    hand_over(PIPE_V, PIPE_MTE3);
    pto_tstore(&gm, &tile, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
}

// Copies 128 bytes within UB.
static void copy(float *x, uint32_t to)
{
    pto_mte_gm_ub(x, pto_ub(float, 0), 0, 128, .nburst = {1, 128, 128});
    hand_over(PIPE_MTE2, PIPE_V);
    pto_mte_ub_ub(pto_ub(float, 0), pto_ub(float, to), 4, .nburst = {1, 0, 0});
    hand_over(PIPE_V, PIPE_MTE3);
    pto_mte_ub_gm(pto_ub(float, to), x, 128, .nburst = {1, 128, 128});
}

// finding: overlapping operands: UB +0x40 is read and written by one command, in any order: mte_ub_ub at *
PTO_KERNEL(copied_two_blocks_further, (float *, x))
{
    copy(x, 64);
}

// silent: 1 block
PTO_KERNEL(copied_apart, (float *, x))
{
    copy(x, 128);
}
