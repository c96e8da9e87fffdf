// SPDX-License-Identifier: Apache-2.0
//
// Fibers of the host: contexts of its C library, without its header, which would give its names to kernels.
#ifndef HAL_HAL_H
#error "include <hal/hal.h>"
#endif

typedef struct {
    _Alignas(16) unsigned char context[5120];  // a ucontext_t
    void (*entry)(void *arg);
    void *arg;
    const void *stack;  // NULL: that of the thread
    size_t bytes;
    void *shadow;                // AddressSanitizer's
    volatile uintptr_t returns;  // to where the fiber was left
} hal_fiber_t;
