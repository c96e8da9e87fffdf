// SPDX-License-Identifier: Apache-2.0
//
// What vector functions reach. Apart from hal.h, as it is all that depends on how a board protects memory: objects of
// the other sources are the same for boards with page tables and without.
#ifndef HAL_CONFINE_H
#define HAL_CONFINE_H

#include <hal/hal.h>

// Bracket a vector function: its loads and stores reach only one UB, the stacks that it may run on, and code and data
// of the image. Any other access traps. No-op on a board without protection, where vector accesses check their bounds.
// `function` identifies it for a board that cannot afford to confine each launch: NULL if all its accesses are checked
// where nothing confines it.
static inline void hal_confine(const void *ub, const void *function);
static inline void hal_release(void);
static inline bool hal_is_confined(void);

#ifdef __riscv
#include <hal/riscv/confine.h>
#else
#include <hal/host/confine.h>
#endif

#endif
