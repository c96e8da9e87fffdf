// SPDX-License-Identifier: Apache-2.0
//
// Reset: every hart arrives here with its id in a0 and a device tree (or anything) in a1.

#include <board.h>

#include "hal_riscv.h"

    .section .boot, "ax", @progbits
    .globl _start
    .type _start, @function
_start:
    // The linker must not relax the load of gp to be relative to gp.
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop

    // The index of this hart. Parked harts get a large one.
    csrr    s0, mhartid
    addi    s0, s0, -HAL_HART_FIRST
    mv      s1, a1
    li      t0, BOARD_HARTS_MAX
    bgeu    s0, t0, .L_halt

    // FP and vector units are off at reset, and their registers trap. Harts without V ignore the bits.
    li      t0, MSTATUS_FS_INITIAL | MSTATUS_VS_INITIAL
    csrs    mstatus, t0

    // Stacks grow down from the top of each hart's window.
    li      t0, BOARD_HART_STACK_STRIDE
    mul     t0, t0, s0
    li      sp, BOARD_HART_STACK_BASE + BOARD_HART_STACK_BYTES
    add     sp, sp, t0

    // Traps run on a separate stack: that of the hart may have overflowed.
    la      t1, hal_trap_stacks
    addi    t0, s0, 1
    slli    t0, t0, HAL_TRAP_STACK_SHIFT
    add     t1, t1, t0
    csrw    mscratch, t1
    la      t0, hal_trap_entry
    csrw    mtvec, t0

    // Software interrupts end WFI; mstatus.MIE stays 0, so they are never taken.
    csrw    mie, MIP_MSIP

    // tp points to this hart's hal_hart_t, in .bss
    la      tp, hal_harts
    slli    t0, s0, HAL_HART_SHIFT
    add     tp, tp, t0

    bnez    s0, .L_wait_start

    // If code is in flash, the data is still stored after it. Both ends are multiples of 64.
    la      a0, hal_data_begin
    la      a1, hal_data_load
    la      t1, hal_data_end
    beq     a0, a1, .L_data_done
.L_copy_data:
    beq     a0, t1, .L_data_done
    REG_L   t0, 0(a1)
    REG_S   t0, 0(a0)
    addi    a0, a0, REG_BYTES
    addi    a1, a1, REG_BYTES
    j       .L_copy_data
.L_data_done:

#if !BOARD_RAM_ZERO_AT_RESET
    la      a0, hal_bss_begin
    la      t1, hal_bss_end
#ifdef __riscv_vector
    // hal_zero() works at any VLEN, which is checked later; but there must be a vector unit.
    csrr    t0, misa
    srli    t0, t0, 'V' - 'A'
    andi    t0, t0, 1
    beqz    t0, 1f
    sub     a1, t1, a0
    call    hal_zero
    j       .L_boot
1:
#endif
    // Both ends are multiples of 64.
    beq     a0, t1, .L_boot
.L_clear_bss:
    .irp i, 0,1,2,3,4,5,6,7
    REG_S   zero, (REG_BYTES * \i)(a0)
    .endr
    addi    a0, a0, 8 * REG_BYTES
    bne     a0, t1, .L_clear_bss
.L_boot:
#endif
    mv      a0, s1
    call    hal_boot

    // The other harts access no memory before hart 0 starts them: .bss may not be clear yet.
.L_wait_start:
    wfi
    csrr    t0, mip
    andi    t0, t0, MIP_MSIP
    beqz    t0, .L_wait_start
    mv      a0, s0
    call    hal_hart_main

.L_halt:
    wfi
    j       .L_halt
    .size _start, . - _start

// Saves the whole integer state as a hal_trap_t on the trap stack and reports it.
    .text
    .balign 4
    .globl hal_trap_entry
    .type hal_trap_entry, @function
hal_trap_entry:
    csrrw   sp, mscratch, sp
    addi    sp, sp, -HAL_TRAP_BYTES
    REG_S   zero, 0(sp)
    .irp i, 1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    REG_S   x\i, (REG_BYTES * \i)(sp)
    .endr
    addi    t1, sp, HAL_TRAP_BYTES
    csrrw   t0, mscratch, t1
    REG_S   t0, (REG_BYTES * 2)(sp)
    csrr    t0, mepc
    REG_S   t0, (REG_BYTES * 32)(sp)
    csrr    t0, mcause
    REG_S   t0, (REG_BYTES * 33)(sp)
    csrr    t0, mtval
    REG_S   t0, (REG_BYTES * 34)(sp)
    csrr    t0, mstatus
    REG_S   t0, (REG_BYTES * 35)(sp)
    REG_S   zero, (REG_BYTES * 36)(sp)
    REG_S   zero, (REG_BYTES * 37)(sp)
    REG_S   zero, (REG_BYTES * 38)(sp)
#ifdef __riscv_vector
    // vtype and vl trap if V is missing or still off
    csrr    t0, misa
    srli    t0, t0, 'V' - 'A'
    andi    t0, t0, 1
    beqz    t0, 1f
    csrr    t0, vtype
    REG_S   t0, (REG_BYTES * 36)(sp)
    csrr    t0, vl
    REG_S   t0, (REG_BYTES * 37)(sp)
    // A load that faulted midway leaves vstart non-zero; the next vector instruction would start there.
    csrrw   t0, vstart, zero
    REG_S   t0, (REG_BYTES * 38)(sp)
1:
#endif
    // A trap inside the report must not return here.
    la      t0, hal_trap_again
    csrw    mtvec, t0
    // The code that trapped may have changed gp and tp.
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    csrr    t0, mhartid
    addi    t0, t0, -HAL_HART_FIRST
    slli    t0, t0, HAL_HART_SHIFT
    la      tp, hal_harts
    add     tp, tp, t0
    mv      a0, sp
    call    hal_trap
    .size hal_trap_entry, . - hal_trap_entry

    .balign 4
    .type hal_trap_again, @function
hal_trap_again:
    la      t0, 1f
    csrw    mtvec, t0
    call    hal_trap_in_report
    .balign 4
1:
    li      a0, HAL_STATUS_FAULT
    call    hal_exit
    .size hal_trap_again, . - hal_trap_again

    .section .noinit, "aw", @nobits
    .balign 16
    .globl hal_trap_stacks
hal_trap_stacks:
    .space  BOARD_HARTS_MAX << HAL_TRAP_STACK_SHIFT
