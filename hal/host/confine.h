// SPDX-License-Identifier: Apache-2.0
//
// hal/confine.h by the protection of pages.
#ifndef HAL_CONFINE_H
#error "include <hal/confine.h>"
#endif

// Vector accesses check their bounds (PTO_CHECK_BOUNDS). Plain accesses are confined by hal/protection/mprotect.c in
// some launches of each function.
extern bool hal_host_confines, hal_host_is_confined;
void hal_host_confine(const void *ub, const void *function);
void hal_host_release(void);

static inline void hal_confine(const void *ub, const void *function)
{
    if (hal_host_confines && function != NULL) {
        hal_host_confine(ub, function);
    }
}

static inline void hal_release(void)
{
    if (__builtin_expect(hal_host_is_confined, 0)) {
        hal_host_release();
    }
}

// Output needs nothing that is out of reach: a function remains confined while it prints.
static inline bool hal_is_confined(void)
{
    return false;
}
