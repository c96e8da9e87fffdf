// SPDX-License-Identifier: Apache-2.0
//
// Kernels that are something else on the host, where `run --time` counts: host.py runs them.

#include <pto/pto.h>
#include <stdio.h>

#if defined(AS_TEXT) && !defined(__riscv)
#error this is no kernel for the host
#endif

PTO_VF(more, (int32_t *, x))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vadds(pto_vlds(x, 0), 1, all), x, 0, all);
#if defined(AS_TRAP) && !defined(__riscv)
    __builtin_trap();
#endif
}

// Adds 1 to 64 numbers, in place.
PTO_KERNEL(one_more, (int32_t *, x), (int32_t, n))
{
    printf("%d\n", x[0]);
    pto_mte_gm_ub(x, pto_ub(int32_t, 0), 0, n * 4, .nburst = {1, n * 4, n * 4});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(more, pto_ub(int32_t, 0));
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(int32_t, 0), x, n * 4, .nburst = {1, n * 4, n * 4});
}
