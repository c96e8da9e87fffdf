// SPDX-License-Identifier: Apache-2.0
//
// A recursive lock of harts on a link. A hart that traps while it holds the lock, as at a time limit, keeps it.
#ifndef HAL_TRANSFER_LOCK_H
#define HAL_TRANSFER_LOCK_H

#include <hal/hal.h>

#include <stdbool.h>

typedef struct {
    void *holder;
} hal_lock_t;

// Waits for the lock; returns whether this hart held it already.
static inline bool hal_lock_take(hal_lock_t *lock)
{
    void *here = hal_hart(), *nobody = NULL;
    if (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == here) {
        return true;
    }
    while (!__atomic_compare_exchange_n(&lock->holder, &nobody, here, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        nobody = NULL;
    }
    return false;
}

static inline void hal_lock_give(hal_lock_t *lock, bool had_it)
{
    if (!had_it) {
        __atomic_store_n(&lock->holder, NULL, __ATOMIC_RELEASE);
    }
}

#endif
