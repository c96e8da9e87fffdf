// SPDX-License-Identifier: Apache-2.0
//
// Commands whose operands share bytes, with the finding of each, as in kernels.c.

#include <pto/pto.h>

static void hand_over(pto_pipe_t from, pto_pipe_t to)
{
    pto_set_flag(from, to, EVENT_ID0);
    pto_wait_flag(from, to, EVENT_ID0);
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
