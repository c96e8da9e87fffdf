// SPDX-License-Identifier: Apache-2.0
//
// A recursive lock of harts on a link. A hart that traps while it holds the lock, as at a time limit, keeps it.
#ifndef HAL_TRANSFER_TURN_H
#define HAL_TRANSFER_TURN_H

#include <hal/hal.h>

#include <stdbool.h>

typedef struct {
    void *holder;
} hal_turn_t;

// Waits for the lock; returns whether this hart held it already.
static inline bool hal_turn_take(hal_turn_t *turn)
{
    void *here = hal_hart(), *nobody = NULL;
    if (__atomic_load_n(&turn->holder, __ATOMIC_RELAXED) == here) {
        return true;
    }
    while (!__atomic_compare_exchange_n(&turn->holder, &nobody, here, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        nobody = NULL;
    }
    return false;
}

static inline void hal_turn_give(hal_turn_t *turn, bool had_it)
{
    if (!had_it) {
        __atomic_store_n(&turn->holder, NULL, __ATOMIC_RELEASE);
    }
}

#endif
