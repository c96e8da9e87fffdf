// SPDX-License-Identifier: Apache-2.0
//
// add.c that stores to address n: see the README's troubleshooting.
//
//   ptometal run trap.c in:a.f32 in:b.f32 out:sum.f32=4000 1000
//
// A kernel runs on the scalar unit and only gives orders: MTE2 brings data into the UB, PIPE_V runs the
// vector function, MTE3 takes the result back. The three work at the same time, so each hand-over needs
// a flag: set by the one that has finished, waited for by the one that goes on.

#include <pto/lanes.h>

PTO_VF(add_vf, (float *, a), (float *, b), (float *, out), (int32_t, n))
{
    // The body runs for lanes 0 to n - 1, a strip of them at a time, as long as the core likes best: from lane i on
    // those that the mask has.
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_strip(f32) sum = pto_vadd(pto_vlds(a, i), pto_vlds(b, i), mask);
        pto_vsts(sum, out, i, mask);
    }
}

PTO_KERNEL(add, (float *, a), (float *, b), (float *, out), (int32_t, n))
{
    float *ub_a = pto_ub(float, 0);
    float *ub_b = pto_ub(float, 64 * 1024);
    float *ub_out = pto_ub(float, 128 * 1024);
    *(volatile int32_t *)(uintptr_t)n = 0;
    int32_t bytes = n * (int32_t)sizeof(float);

    pto_mte_gm_ub(a, ub_a, 0, bytes, .nburst = {1, bytes, bytes});
    pto_mte_gm_ub(b, ub_b, 0, bytes, .nburst = {1, bytes, bytes});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);

    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(add_vf, ub_a, ub_b, ub_out, n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);

    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(ub_out, out, bytes, .nburst = {1, bytes, bytes});
}
