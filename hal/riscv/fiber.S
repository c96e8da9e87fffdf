// SPDX-License-Identifier: Apache-2.0

// void hal_fiber_switch(hal_fiber_t *from, const hal_fiber_t *to)
//
// A call, so only callee-saved registers are live across it, and no vector register. tp is kept: a fiber never changes
// harts.

#include "hal_riscv.h"

    // Offsets of hal_fiber_t: ra, sp, s0-s11, fs0-fs11
    .macro SAVE_CALLEE base
    REG_S   ra, 0(\base)
    REG_S   sp, REG_BYTES(\base)
    .irp i, 0,1,2,3,4,5,6,7,8,9,10,11
    REG_S   s\i, (REG_BYTES * (2 + \i))(\base)
    .endr
#ifdef FREG_S
    .irp i, 0,1,2,3,4,5,6,7,8,9,10,11
    FREG_S  fs\i, (REG_BYTES * 14 + 8 * \i)(\base)
    .endr
#endif
    .endm

    .macro LOAD_CALLEE base
    REG_L   ra, 0(\base)
    REG_L   sp, REG_BYTES(\base)
    .irp i, 0,1,2,3,4,5,6,7,8,9,10,11
    REG_L   s\i, (REG_BYTES * (2 + \i))(\base)
    .endr
#ifdef FREG_S
    .irp i, 0,1,2,3,4,5,6,7,8,9,10,11
    FREG_L  fs\i, (REG_BYTES * 14 + 8 * \i)(\base)
    .endr
#endif
    .endm

    .text
    .globl hal_fiber_switch
    .type hal_fiber_switch, @function
hal_fiber_switch:
    SAVE_CALLEE a0
    LOAD_CALLEE a1
    ret
    .size hal_fiber_switch, . - hal_fiber_switch

// uintptr_t hal_fiber_save(hal_fiber_t *fiber)
//
// Returns 0 after saving. Returns again, with a non-zero pointer, when another fiber switches to `fiber`.
    .globl hal_fiber_save
    .type hal_fiber_save, @function
hal_fiber_save:
    SAVE_CALLEE a0
    li      a0, 0
    ret
    .size hal_fiber_save, . - hal_fiber_save

// First instructions of a fiber: hal_fiber_init() left the entry in s0 and its argument in s1.
    .globl hal_fiber_start
    .type hal_fiber_start, @function
hal_fiber_start:
    mv      a0, s1
    jalr    s0
    ebreak
    .size hal_fiber_start, . - hal_fiber_start
