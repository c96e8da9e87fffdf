// SPDX-License-Identifier: Apache-2.0
//
// hal/confine.h by the mode of data accesses.
#ifndef HAL_CONFINE_H
#error "include <hal/confine.h>"
#endif

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
