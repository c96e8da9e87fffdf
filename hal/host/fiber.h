// SPDX-License-Identifier: Apache-2.0
//
// Fibers on the host.
#ifndef HAL_HAL_H
#error "include <hal/hal.h>"
#endif

typedef struct {
    uintptr_t saved[22];  // resume address, stack pointer, callee-saved registers (fiber.c)
    void (*entry)(void *arg);
    void *arg;
    const void *stack;  // NULL: that of the thread
    size_t bytes;
    void *shadow;  // for AddressSanitizer
    void *thread;  // for ThreadSanitizer
} hal_fiber_t;
