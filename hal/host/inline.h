// SPDX-License-Identifier: Apache-2.0
//
// Functions of hal.h for tests that run on the host.
#ifndef HAL_HAL_H
#error "include <hal/hal.h>"
#endif

extern hal_hart_t *hal_host_hart;  // the hart that the test plays

// The host has no control registers.
#define hal_csr_set(name, bits)   ((uintptr_t)(bits) * 0)
#define hal_csr_clear(name, bits) ((uintptr_t)(bits) * 0)

static inline uint64_t hal_instret(void)
{
    return 0;
}

static inline uint64_t hal_cycle(void)
{
    return 0;
}

static inline hal_hart_t *hal_hart(void)
{
    return hal_host_hart;
}

static inline void hal_float_reset(void)
{
}

static inline void hal_confine(const void *ub)
{
    (void)ub;
}

static inline void hal_release(void)
{
}

static inline void hal_fence(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void hal_fence_to_device(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void hal_fence_from_device(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void hal_wait_for_interrupt(void)
{
}
