// SPDX-License-Identifier: Apache-2.0
//
// Bulk copies with the vector unit, one register group of 8 at a time; scalar forms are in cpu.c.

#include "cpu.h"

#ifdef __riscv_vector

    .text

// Copies `left` > 0 bytes, four groups in each iteration as long as possible; `group` and `turn` are the bytes of one
// and of four groups.
.macro COPY_PIECE dst, src, left, group, turn
    bltu    \left, \turn, 2f
1:
    vl8re8.v v0, (\src)
    add     \src, \src, \group
    vl8re8.v v8, (\src)
    add     \src, \src, \group
    vl8re8.v v16, (\src)
    add     \src, \src, \group
    vl8re8.v v24, (\src)
    add     \src, \src, \group
    sub     \left, \left, \turn
    vs8r.v  v0, (\dst)
    add     \dst, \dst, \group
    vs8r.v  v8, (\dst)
    add     \dst, \dst, \group
    vs8r.v  v16, (\dst)
    add     \dst, \dst, \group
    vs8r.v  v24, (\dst)
    add     \dst, \dst, \group
    bgeu    \left, \turn, 1b
    beqz    \left, 3f
2:
    vsetvli t0, \left, e8, m8, ta, ma
    vle8.v  v0, (\src)
    add     \src, \src, t0
    sub     \left, \left, t0
    vse8.v  v0, (\dst)
    add     \dst, \dst, t0
    bnez    \left, 2b
3:
.endm

// void hal_copy_rows(void *dst, ptrdiff_t dst_stride, const void *src, ptrdiff_t src_stride, size_t row_bytes,
//                    size_t rows)
    .globl HAL_CPU_COPY_ROWS
    .type HAL_CPU_COPY_ROWS, @function
HAL_CPU_COPY_ROWS:
    li      t3, 4
    bltu    a5, t3, .L_few_rows
    beqz    a4, .L_rows_done
    // Packed rows are one contiguous copy.
    bne     a1, a4, .L_rows
    beq     a3, a4, .L_dense
.L_rows:
    // Rows of 2 or 4 whole registers that are contiguous on one side use one access of 8 registers there.
    csrr    t1, vlenb
    slli    t2, t1, 2
    beq     a4, t2, .L_rows_of_4
    slli    t2, t1, 1
    beq     a4, t2, .L_rows_of_2
    // Short rows of words, as in fractals: many at a time, one register for each word.
    or      t1, a0, a1
    or      t2, a2, a3
    or      t1, t1, t2
    andi    t1, t1, 7
    bnez    t1, .L_any_rows
    li      t1, 32
    beq     a4, t1, .L_rows_of_32_bytes
    li      t1, 64
    beq     a4, t1, .L_rows_of_64_bytes
.L_any_rows:
    vsetvli t0, a4, e8, m8, ta, ma
    bltu    t0, a4, .L_wide

    // A row fits a register group: four rows in each iteration, loads before stores.
    bltu    a5, t3, .L_narrow_tail
.L_narrow:
    vle8.v  v0, (a2)
    add     a2, a2, a3
    vle8.v  v8, (a2)
    add     a2, a2, a3
    vle8.v  v16, (a2)
    add     a2, a2, a3
    vle8.v  v24, (a2)
    add     a2, a2, a3
    addi    a5, a5, -4
    vse8.v  v0, (a0)
    add     a0, a0, a1
    vse8.v  v8, (a0)
    add     a0, a0, a1
    vse8.v  v16, (a0)
    add     a0, a0, a1
    vse8.v  v24, (a0)
    add     a0, a0, a1
    bgeu    a5, t3, .L_narrow
.L_narrow_rest:
    beqz    a5, .L_rows_done
.L_narrow_tail:
    vle8.v  v0, (a2)
    add     a2, a2, a3
    addi    a5, a5, -1
    vse8.v  v0, (a0)
    add     a0, a0, a1
    bnez    a5, .L_narrow_tail
.L_rows_done:
    ret

.L_few_rows:
    vsetvli t0, a4, e8, m8, ta, ma
    bgeu    t0, a4, .L_narrow_rest
    beqz    a5, .L_rows_done

    // A row is exactly two groups (256 bytes at VLEN 128): no inner loop, two rows in each iteration.
.L_wide:
    slli    t1, t0, 1
    bne     t1, a4, .L_wider
    li      t1, 2
    bltu    a5, t1, .L_wider
.L_double:
    add     t2, a2, t0
    vle8.v  v0, (a2)
    vle8.v  v8, (t2)
    add     a2, a2, a3
    add     t2, a2, t0
    vle8.v  v16, (a2)
    vle8.v  v24, (t2)
    add     a2, a2, a3
    add     t3, a0, t0
    vse8.v  v0, (a0)
    vse8.v  v8, (t3)
    add     a0, a0, a1
    add     t3, a0, t0
    vse8.v  v16, (a0)
    vse8.v  v24, (t3)
    add     a0, a0, a1
    addi    a5, a5, -2
    bgeu    a5, t1, .L_double
    bnez    a5, .L_wider
    ret

.L_rows_of_4:
    slli    t2, t1, 3
    beq     a1, a4, .L_gather_4
    bne     a3, a4, .L_any_rows
.L_scatter_4:
    vl8re8.v v0, (a2)
    add     a2, a2, t2
    vl8re8.v v8, (a2)
    add     a2, a2, t2
    vs4r.v  v0, (a0)
    add     a0, a0, a1
    vs4r.v  v4, (a0)
    add     a0, a0, a1
    vs4r.v  v8, (a0)
    add     a0, a0, a1
    vs4r.v  v12, (a0)
    add     a0, a0, a1
    addi    a5, a5, -4
    bgeu    a5, t3, .L_scatter_4
    bnez    a5, .L_any_rows
    ret
.L_gather_4:
    vl4re8.v v0, (a2)
    add     a2, a2, a3
    vl4re8.v v4, (a2)
    add     a2, a2, a3
    vl4re8.v v8, (a2)
    add     a2, a2, a3
    vl4re8.v v12, (a2)
    add     a2, a2, a3
    vs8r.v  v0, (a0)
    add     a0, a0, t2
    vs8r.v  v8, (a0)
    add     a0, a0, t2
    addi    a5, a5, -4
    bgeu    a5, t3, .L_gather_4
    bnez    a5, .L_any_rows
    ret

.L_rows_of_2:
    slli    t2, t1, 3
    beq     a1, a4, .L_gather_2
    bne     a3, a4, .L_any_rows
.L_scatter_2:
    vl8re8.v v0, (a2)
    add     a2, a2, t2
    vs2r.v  v0, (a0)
    add     a0, a0, a1
    vs2r.v  v2, (a0)
    add     a0, a0, a1
    vs2r.v  v4, (a0)
    add     a0, a0, a1
    vs2r.v  v6, (a0)
    add     a0, a0, a1
    addi    a5, a5, -4
    bgeu    a5, t3, .L_scatter_2
    bnez    a5, .L_any_rows
    ret
.L_gather_2:
    vl2re8.v v0, (a2)
    add     a2, a2, a3
    vl2re8.v v2, (a2)
    add     a2, a2, a3
    vl2re8.v v4, (a2)
    add     a2, a2, a3
    vl2re8.v v6, (a2)
    add     a2, a2, a3
    vs8r.v  v0, (a0)
    add     a0, a0, t2
    addi    a5, a5, -4
    bgeu    a5, t3, .L_gather_2
    bnez    a5, .L_any_rows
    ret

.L_rows_of_32_bytes:
    vsetvli t0, a5, e64, m2, ta, ma
    vlsseg4e64.v v0, (a2), a3
    mul     t1, t0, a3
    mul     t2, t0, a1
    add     a2, a2, t1
    sub     a5, a5, t0
    vssseg4e64.v v0, (a0), a1
    add     a0, a0, t2
    bnez    a5, .L_rows_of_32_bytes
    ret
.L_rows_of_64_bytes:
    vsetvli t0, a5, e64, m1, ta, ma
    vlsseg8e64.v v0, (a2), a3
    mul     t1, t0, a3
    mul     t2, t0, a1
    add     a2, a2, t1
    sub     a5, a5, t0
    vssseg8e64.v v0, (a0), a1
    add     a0, a0, t2
    bnez    a5, .L_rows_of_64_bytes
    ret

.L_wider:
    csrr    t5, vlenb
    slli    t5, t5, 3
    slli    t6, t5, 2
.L_wide_row:
    mv      t2, a2
    mv      t3, a0
    mv      t4, a4
    COPY_PIECE t3, t2, t4, t5, t6
    add     a2, a2, a3
    add     a0, a0, a1
    addi    a5, a5, -1
    bnez    a5, .L_wide_row
    ret
.L_dense:
    mv      a1, a2
    mul     a2, a4, a5
    j       .L_copy
    .size HAL_CPU_COPY_ROWS, . - HAL_CPU_COPY_ROWS

// void hal_copy(void *dst, const void *src, size_t bytes)
    .globl HAL_CPU_COPY
    .type HAL_CPU_COPY, @function
HAL_CPU_COPY:
    beqz    a2, .L_copied
.L_copy:
    csrr    t1, vlenb
    slli    t1, t1, 3
    slli    t2, t1, 2
    COPY_PIECE a0, a1, a2, t1, t2
.L_copied:
    ret
    .size HAL_CPU_COPY, . - HAL_CPU_COPY

// void hal_zero(void *dst, size_t bytes)
    .globl hal_zero
    .type hal_zero, @function
hal_zero:
    beqz    a1, .L_zeroed
    vsetvli t0, zero, e8, m8, ta, ma
    vmv.v.i v0, 0
    slli    t1, t0, 3
    bltu    a1, t1, .L_zero_rest
.L_zero_eight:
    .rept 8
    vse8.v  v0, (a0)
    add     a0, a0, t0
    .endr
    sub     a1, a1, t1
    bgeu    a1, t1, .L_zero_eight
    beqz    a1, .L_zeroed
.L_zero_rest:
    vsetvli t0, a1, e8, m8, ta, ma
    vse8.v  v0, (a0)
    sub     a1, a1, t0
    add     a0, a0, t0
    bnez    a1, .L_zero_rest
.L_zeroed:
    ret
    .size hal_zero, . - hal_zero

#endif
