// SPDX-License-Identifier: Apache-2.0
//
// Functions of hal.h on the host: machine instructions become calls, or nothing.
#ifndef HAL_HAL_H
#error "include <hal/hal.h>"
#endif

// The host has no control registers: changes are ignored, old values are 0.
static inline uintptr_t hal_host_csr(uintptr_t bits)
{
    (void)bits;
    return 0;
}

#define hal_csr_set(name, bits)   hal_host_csr(bits)
#define hal_csr_clear(name, bits) hal_host_csr(bits)

uint64_t hal_host_clock(void);  // nanoseconds

// The host can count neither instructions nor cycles; both return the time.
static inline uint64_t hal_instret(void)
{
    return hal_host_clock();
}

static inline uint64_t hal_cycle(void)
{
    return hal_host_clock();
}

static inline hal_hart_t *hal_hart(void)
{
    return (hal_hart_t *)hal_tp();
}

static inline void hal_float_reset(void)
{
}

static inline void hal_fence(void)
{
    hal_fence_of(rw, rw);
}

static inline void hal_fence_to_device(void)
{
    hal_fence_of(rw, o);
}

static inline void hal_fence_from_device(void)
{
    hal_fence_of(io, rw);
}

static inline void hal_wait_for_interrupt(void)
{
}

// Saves the frame of its caller, which must still exist at the second return.
#define hal_fiber_save(fiber) (hal_host_save(hal_host_saves(fiber)) == 0 ? 0 : hal_host_came_back())

uintptr_t *hal_host_saves(hal_fiber_t *fiber);
uintptr_t hal_host_save(uintptr_t *saved) __attribute__((returns_twice));
uintptr_t hal_host_came_back(void);
