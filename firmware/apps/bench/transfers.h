// SPDX-License-Identifier: Apache-2.0
//
// Shared by the bench kernels in C: the addresses of their data in UB, the transfers of whole buffers, and the two
// flags.

#ifndef PTO_APPS_BENCH_TRANSFERS_H
#define PTO_APPS_BENCH_TRANSFERS_H

#include <pto/pto.h>

enum { UB_A = 0, UB_B = 64 * 1024, UB_OUT = 128 * 1024 };

static inline void load(const void *gm, int32_t ub, int32_t bytes)
{
    pto_mte_gm_ub(gm, pto_ub(uint8_t, ub), 0, bytes, .nburst = {1, bytes, bytes});
}

static inline void loaded(void)
{
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
}

static inline void computed(void)
{
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
}

static inline void store(void *gm, int32_t bytes)
{
    computed();
    pto_mte_ub_gm(pto_ub(uint8_t, UB_OUT), gm, bytes, .nburst = {1, bytes, bytes});
}

#endif // PTO_APPS_BENCH_TRANSFERS_H
