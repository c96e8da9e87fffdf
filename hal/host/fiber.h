// SPDX-License-Identifier: Apache-2.0
//
// Fibers of the host.
#ifndef HAL_HAL_H
#error "include <hal/hal.h>"
#endif

typedef struct {
    uintptr_t saved[22];  // where to go on, the stack pointer, what a call keeps (fiber.c)
    void (*entry)(void *arg);
    void *arg;
    const void *stack;  // NULL: that of the thread
    size_t bytes;
    void *shadow;  // AddressSanitizer's
    void *thread;  // ThreadSanitizer's
} hal_fiber_t;
