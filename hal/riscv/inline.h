// SPDX-License-Identifier: Apache-2.0
//
// Functions of hal.h that expand to a few RISC-V instructions.
#ifndef HAL_HAL_H
#error "include <hal/hal.h>"
#endif

#if __riscv_xlen == 64
#define HAL_COUNTER(name)                                            \
    (__extension__({                                                 \
        uint64_t value;                                              \
        __asm__ volatile("csrr %0, " #name : "=r"(value)::"memory"); \
        value;                                                       \
    }))
#else
// Reads two halves; repeats if the low one has wrapped in between.
#define HAL_COUNTER(name)                                                    \
    (__extension__({                                                         \
        uint32_t low, high, again;                                           \
        do {                                                                 \
            __asm__ volatile("csrr %0, " #name "h" : "=r"(high)::"memory");  \
            __asm__ volatile("csrr %0, " #name : "=r"(low)::"memory");       \
            __asm__ volatile("csrr %0, " #name "h" : "=r"(again)::"memory"); \
        } while (high != again);                                             \
        (uint64_t)high << 32 | low;                                          \
    }))
#endif

// Change bits of a control register; return its old value.
#define hal_csr_set(name, bits)                                                                         \
    (__extension__({                                                                                    \
        uintptr_t before;                                                                               \
        __asm__ volatile("csrrs %0, " #name ", %1" : "=r"(before) : "r"((uintptr_t)(bits)) : "memory"); \
        before;                                                                                         \
    }))
#define hal_csr_clear(name, bits)                                                                       \
    (__extension__({                                                                                    \
        uintptr_t before;                                                                               \
        __asm__ volatile("csrrc %0, " #name ", %1" : "=r"(before) : "r"((uintptr_t)(bits)) : "memory"); \
        before;                                                                                         \
    }))

static inline uint64_t hal_instret(void)
{
    return HAL_COUNTER(minstret);
}

static inline uint64_t hal_cycle(void)
{
    return HAL_COUNTER(mcycle);
}

static inline hal_hart_t *hal_hart(void)
{
    return (hal_hart_t *)hal_tp();
}

static inline void hal_float_reset(void)
{
#ifdef __riscv_flen
    __asm__ volatile("csrw fcsr, zero");
#endif
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
    __asm__ volatile("wfi" ::: "memory");
}
