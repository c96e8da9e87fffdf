// SPDX-License-Identifier: Apache-2.0
//
// Kernels that end badly, one for each way: an entry in what `run --check --json` writes.

#include <pto/pto.h>

// entry: fault
PTO_KERNEL(faults, (float *, x))
{
    pto_mte_gm_ub(x, pto_ub(float, 0), 0, 1 << 20, .nburst = {1, 1 << 20, 1 << 20}); // <- here
}

// entry: deadlock
PTO_KERNEL(hangs, (float *, x))
{
    (void)x;
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0); // <- here
}

// entry: left over
PTO_KERNEL(leaves, (float *, x))
{
    (void)x;
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0); // <- here
}

// entry: time limit
PTO_KERNEL(spins, (float *, x))
{
    (void)x;
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0); // <- here
    for (;;) {
        pto_poll();
    }
}

#undef PTO_KERNEL_WRITES
#define PTO_KERNEL_WRITES ((const uint32_t[PTO_MEM_NUM]){[PTO_MEM_UB] = 256})

// entry: fault
PTO_KERNEL(exceeds, (float *, x)) // <- here: kernel exceeds has written UB at 256, and PTO_KERNEL_WRITES allows 256 bytes
{
    pto_mte_gm_ub(x, pto_ub(float, 128), 0, 256, .nburst = {1, 256, 256});
}
