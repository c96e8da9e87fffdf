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

// While mstatus.MPRV is set, loads and stores obey the rules of the mode in mstatus.MPP. A trap sets MPP to machine
// mode.
#define HAL_MSTATUS_MPRV  0x20000
#define HAL_MSTATUS_SUM   0x40000
#define HAL_MSTATUS_MPP   0x01800
#define HAL_MSTATUS_MPP_S 0x00800

// With page tables (hal/protection/paging.c) MPRV is always set, and MPP is supervisor mode outside of vector
// functions. Otherwise MPP is user mode, and MPRV is set only in vector functions.
#ifdef PTO_PAGING
#define HAL_MSTATUS_HOME HAL_MSTATUS_MPP_S
#else
#define HAL_MSTATUS_HOME 0
#endif

void hal_confine_to(const void *ub);  // hal/protection

static inline void hal_confine(const void *ub, const void *function)
{
    (void)function;
#ifndef PTO_CHECK_BOUNDS
    if (__builtin_expect(hal_hart()->ub != ub, 0)) {
        hal_confine_to(ub);
    }
#ifdef PTO_PAGING
    (void)hal_csr_clear(mstatus, HAL_MSTATUS_HOME);
#else
    (void)hal_csr_set(mstatus, HAL_MSTATUS_MPRV);
#endif
#else
    (void)ub;
#endif
}

static inline void hal_release(void)
{
#ifdef PTO_PAGING
    (void)hal_csr_set(mstatus, HAL_MSTATUS_HOME);
#elif !defined(PTO_CHECK_BOUNDS)
    (void)hal_csr_clear(mstatus, HAL_MSTATUS_MPRV);
#endif
}

static inline bool hal_is_confined(void)
{
#ifdef PTO_PAGING
    return (hal_csr_set(mstatus, 0) & HAL_MSTATUS_HOME) == 0;
#elif !defined(PTO_CHECK_BOUNDS)
    return (hal_csr_set(mstatus, 0) & HAL_MSTATUS_MPRV) != 0;
#else
    return false;
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
