// SPDX-License-Identifier: Apache-2.0
//
// Bulk copies with the vector unit, one register group of 8 at a time; scalar forms are in cpu.c.

#ifdef __riscv_vector

    .text

// void hal_copy_rows(void *dst, ptrdiff_t dst_stride, const void *src, ptrdiff_t src_stride, size_t row_bytes,
//                    size_t rows)
    .globl hal_copy_rows
    .type hal_copy_rows, @function
hal_copy_rows:
    beqz    a5, .L_rows_done
    beqz    a4, .L_rows_done
    // Rows of 2 or 4 whole registers that are contiguous on one side share the access of 8 registers there.
    csrr    t1, vlenb
    slli    t2, t1, 2
    beq     a4, t2, .L_rows_of_4
    slli    t2, t1, 1
    beq     a4, t2, .L_rows_of_2
.L_any_rows:
    vsetvli t0, a4, e8, m8, ta, ma
    bltu    t0, a4, .L_wide

    // A row fits a register group: four rows a turn, loads before stores.
    li      t1, 4
    bltu    a5, t1, .L_narrow_tail
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
    bgeu    a5, t1, .L_narrow
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

    // A row takes two groups exactly (256 bytes at VLEN 128): no inner loop, two rows a turn.
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
    li      t3, 4
    bltu    a5, t3, .L_any_rows
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
    li      t3, 4
    bltu    a5, t3, .L_any_rows
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

.L_wider:
    mv      t2, a2
    mv      t3, a0
    mv      t4, a4
.L_strip:
    vsetvli t0, t4, e8, m8, ta, ma
    vle8.v  v0, (t2)
    add     t2, t2, t0
    sub     t4, t4, t0
    vse8.v  v0, (t3)
    add     t3, t3, t0
    bnez    t4, .L_strip
    add     a2, a2, a3
    add     a0, a0, a1
    addi    a5, a5, -1
    bnez    a5, .L_wider
    ret
    .size hal_copy_rows, . - hal_copy_rows

// void hal_copy(void *dst, const void *src, size_t bytes)
    .globl hal_copy
    .type hal_copy, @function
hal_copy:
    beqz    a2, 2f
1:
    vsetvli t0, a2, e8, m8, ta, ma
    vle8.v  v0, (a1)
    add     a1, a1, t0
    sub     a2, a2, t0
    vse8.v  v0, (a0)
    add     a0, a0, t0
    bnez    a2, 1b
2:
    ret
    .size hal_copy, . - hal_copy

// void hal_zero(void *dst, size_t bytes)
    .globl hal_zero
    .type hal_zero, @function
hal_zero:
    beqz    a1, 2f
    vsetvli t0, zero, e8, m8, ta, ma
    vmv.v.i v0, 0
1:
    vsetvli t0, a1, e8, m8, ta, ma
    vse8.v  v0, (a0)
    sub     a1, a1, t0
    add     a0, a0, t0
    bnez    a1, 1b
2:
    ret
    .size hal_zero, . - hal_zero

#endif
