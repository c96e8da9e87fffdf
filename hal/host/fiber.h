// SPDX-License-Identifier: Apache-2.0
//
// Fibers of the host: contexts of its C library.
#ifndef HAL_HAL_H
#error "include <hal/hal.h>"
#endif

#include <ucontext.h>

typedef struct {
    ucontext_t context;
    void (*entry)(void *arg);
    void *arg;
    const void *stack;  // NULL: that of the thread
    size_t bytes;
    void *shadow;                // AddressSanitizer's
    volatile uintptr_t returns;  // to where the fiber was left
} hal_fiber_t;
