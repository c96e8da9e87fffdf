// SPDX-License-Identifier: Apache-2.0
//
// Vector clocks of the checker: for every agent, the number of its commands known to be complete. Every command copies
// and joins clocks, so this uses the vector unit where the compiler can.
#ifndef PTO_CHECK_CLOCK_H
#define PTO_CHECK_CLOCK_H

#include "../core/core.h"

#ifdef __riscv_v_intrinsic
#include <riscv_vector.h>
#endif

#define CHECK_SLOTS  PTO_CLUSTER_CORES
#define CHECK_AGENTS (PTO_CORE_MAX * PTO_PIPE_NUM)

typedef struct {
    uint32_t at[CHECK_AGENTS];
} check_clock_t;

#ifdef __riscv_v_intrinsic
// Entries per iteration, from `i` on: all of them if VLEN is constant and a register group holds them.
static inline size_t check_clock_step(size_t i)
{
#ifdef __riscv_v_fixed_vlen
    if (CHECK_AGENTS <= __riscv_v_fixed_vlen / 4) {
        return CHECK_AGENTS;
    }
#endif
    return __riscv_vsetvl_e32m8(CHECK_AGENTS - i);
}
#endif

static inline void check_clock_copy(check_clock_t *to, const check_clock_t *from)
{
#ifdef __riscv_v_intrinsic
    for (size_t i = 0, step; i < CHECK_AGENTS; i += step) {
        step = check_clock_step(i);
        __riscv_vse32(&to->at[i], __riscv_vle32_v_u32m8(&from->at[i], step), step);
    }
#else
    *to = *from;
#endif
}

static inline void check_clock_join(check_clock_t *clock, const check_clock_t *other)
{
#ifdef __riscv_v_intrinsic
    for (size_t i = 0, step; i < CHECK_AGENTS; i += step) {
        step = check_clock_step(i);
        vuint32m8_t known = __riscv_vle32_v_u32m8(&clock->at[i], step);
        __riscv_vse32(&clock->at[i], __riscv_vmaxu(known, __riscv_vle32_v_u32m8(&other->at[i], step), step), step);
    }
#else
    for (uint32_t i = 0; i < CHECK_AGENTS; i++) {
        clock->at[i] = other->at[i] > clock->at[i] ? other->at[i] : clock->at[i];
    }
#endif
}

// check_clock_join(), and a copy of the result.
static inline void check_clock_join_copy(check_clock_t *clock, const check_clock_t *other, check_clock_t *copy)
{
#ifdef __riscv_v_intrinsic
    for (size_t i = 0, step; i < CHECK_AGENTS; i += step) {
        step = check_clock_step(i);
        vuint32m8_t known = __riscv_vle32_v_u32m8(&clock->at[i], step);
        known = __riscv_vmaxu(known, __riscv_vle32_v_u32m8(&other->at[i], step), step);
        __riscv_vse32(&clock->at[i], known, step);
        __riscv_vse32(&copy->at[i], known, step);
    }
#else
    check_clock_join(clock, other);
    *copy = *clock;
#endif
}

#endif
