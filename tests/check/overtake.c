// SPDX-License-Identifier: Apache-2.0
//
// Vector functions whose stores overwrite what they have loaded, with the finding of each, as in kernels.c.

#include <pto/pto.h>

#define N 256  // floats

PTO_VF(scale, (float *, x), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vmuls(pto_vlds(x, i), 2.0f, mask), x, i, mask);
    }
}

// Neither store depends on the load of what it overwrites.
PTO_VF(exchange, (float *, a), (float *, b), (int32_t, fenced))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < N; i += 64) {
        pto_vf32_t first = pto_vlds(a, i), second = pto_vlds(b, i);
        if (fenced) {
            pto_mem_bar(PTO_VLD_VST);
        } else {
            pto_mem_bar(PTO_VST_VLD);
        }
        pto_vsts(second, a, i, all);
        pto_vsts(first, b, i, all);
    }
}

// Adds what is 8 floats ahead, which the next iteration overwrites.
PTO_VF(add_ahead, (float *, x), (int32_t, fenced))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < N; i += 64) {
        pto_vsts(pto_vadd(pto_vlds(x, i), pto_vlds(x, i + 8), all), x, i, all);
        if (fenced) {
            pto_mem_bar(PTO_VLD_VST);
        }
    }
}

// Each row goes through the same scratch; its registers reach past the end of the row.
PTO_VF(through_scratch, (float *, x), (float *, scratch), (int32_t, fenced))
{
    pto_b32_t mask = pto_pge_b32(PTO_PAT_VL32);
    for (int32_t i = 0; i < N; i += 32) {
        pto_vsts(pto_vlds(x, i), scratch, 0, mask);
        pto_mem_bar(PTO_VST_VLD);
        pto_vsts(pto_vlds(scratch, 0, PTO_LD_BRC_B32), x, i, mask);
        if (fenced) {
            pto_mem_bar(PTO_VLD_VST);
        }
    }
}

// Stores after a mem_bar VST_VLD come behind the loads that an earlier store depends on.
PTO_VF(behind_stores, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vlds(x, 0), y, 0, all);
    pto_mem_bar(PTO_VST_VLD);
    pto_vsts(pto_vlds(y, 64), x, 0, all);
}

static void load_two(const float *gm)
{
    pto_mte_gm_ub(gm, pto_ub(float, 0), 0, 8 * N, .nburst = {1, 8 * N, 8 * N});
    pto_mte_gm_ub(gm, pto_ub(float, 8192), 0, 8 * N, .nburst = {1, 8 * N, 8 * N});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
}

// silent: 1 block
PTO_KERNEL(not_overtaken, (float *, x))
{
    load_two(x);
    pto_launch(scale, pto_ub(float, 0), N - 7);
    pto_launch(exchange, pto_ub(float, 0), pto_ub(float, 8192), 1);
    pto_launch(add_ahead, pto_ub(float, 0), 1);
    pto_launch(through_scratch, pto_ub(float, 0), pto_ub(float, 16384), 1);
    pto_launch(behind_stores, pto_ub(float, 0), pto_ub(float, 8192));
}

// finding: unfenced: UB +0x0: loaded and then stored from other data, and no mem_bar VLD_VST between the two keeps them in order: vector function exchange at *
PTO_KERNEL(exchange_overtaken, (float *, x))
{
    load_two(x);
    pto_launch(exchange, pto_ub(float, 0), pto_ub(float, 8192), 0);
}

// finding: unfenced: UB +0x100: loaded and then stored from other data, and no mem_bar VLD_VST between the two keeps them in order: vector function add_ahead at *
PTO_KERNEL(loads_ahead_overtaken, (float *, x))
{
    load_two(x);
    pto_launch(add_ahead, pto_ub(float, 0), 0);
}

// finding: unfenced: UB +0x4000: loaded and then stored from other data, and no mem_bar VLD_VST between the two keeps them in order: vector function through_scratch at *
PTO_KERNEL(scratch_overtaken, (float *, x))
{
    load_two(x);
    pto_launch(through_scratch, pto_ub(float, 0), pto_ub(float, 16384), 0);
}
