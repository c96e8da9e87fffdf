// SPDX-License-Identifier: Apache-2.0
//
// The tile rows of the bench, hand-written for RVV 1.0 (vector.S): packed tiles of 64 x 64 floats, any VLEN from 128 to
// 1024. If a row is shorter than a register group, several rows fill it.
//
// Nothing here uses the stack or a callee-saved register, except the atomic scatter, whose addresses are below sp.

#include "function.h"

    .text

    .equ    LANES, 64 * 64

// t0: bytes of a group of floats, t1: the end of \p
    .macro  BEGIN_GROUPS p
    vsetvli t0, zero, e32, m8, ta, ma
    slli    t0, t0, 2
    li      t1, LANES * 4
    add     t1, t1, \p
    .endm

// ---------------------------------------------------------------------------------------------------------------------
// Lane-wise: four groups in each iteration

// void hand_tadd(float *out, const float *a, const float *b)
FUNC hand_tadd
    BEGIN_GROUPS a0
1:
    .rept   4
    vle32.v v8, (a1)
    add     a1, a1, t0
    vle32.v v16, (a2)
    add     a2, a2, t0
    vfadd.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t0
    .endr
    bne     a0, t1, 1b
    ret
END hand_tadd

// void hand_tabs(float *out, const float *in)
FUNC hand_tabs
    BEGIN_GROUPS a0
1:
    .rept   4
    vle32.v v8, (a1)
    add     a1, a1, t0
    vfabs.v v8, v8
    vse32.v v8, (a0)
    add     a0, a0, t0
    .endr
    bne     a0, t1, 1b
    ret
END hand_tabs

// void hand_tcvt_f16_f32(float *out, const _Float16 *in)
FUNC hand_tcvt_f16_f32
    BEGIN_GROUPS a0
    srli    t2, t0, 1
    vsetvli zero, zero, e16, m4, ta, ma
1:
    .rept   4
    vle16.v v8, (a1)
    add     a1, a1, t2
    vfwcvt.f.f.v v16, v8
    vse32.v v16, (a0)
    add     a0, a0, t0
    .endr
    bne     a0, t1, 1b
    ret
END hand_tcvt_f16_f32

// void hand_tcvt_f32_f16(_Float16 *out, const float *in)
FUNC hand_tcvt_f32_f16
    BEGIN_GROUPS a1
    srli    t2, t0, 1
    vsetvli zero, zero, e16, m4, ta, ma
1:
    .rept   4
    vle32.v v8, (a1)
    add     a1, a1, t0
    vfncvt.f.f.w v16, v8
    vse16.v v16, (a0)
    add     a0, a0, t2
    .endr
    bne     a1, t1, 1b
    ret
END hand_tcvt_f32_f16

// void hand_texp(float *out, const float *in), within 1 ulp
//
// e^x = 2^n e^r by a polynomial of degree 6. Lanes beyond +-87, or NaN, do not occur: the caller guarantees it.
    .section .rodata
    .balign 4
exp_constants:
    .word   0x3fb8aa3b          // log2 e
    .word   0x4b40007f          // 1.5 * 2^23 + 127: the sum's low bits are a rounded integer plus the exponent bias
    .word   0x3f317218, 0xb102e308  // ln 2 in two parts
    .word   0x3ab43b74, 0x3c091efc, 0x3d2aacda, 0x3e2aaa44, 0x3effffff
    .text

FUNC hand_texp
    BEGIN_GROUPS a0
    la      t2, exp_constants
    .set    at, 0
    .irp    register, fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7, ft0
    flw     \register, at(t2)
    .set    at, at + 4
    .endr
    li      t3, 2 * 0x42ae0000
1:  vle32.v v8, (a1)
    add     a1, a1, t0
    vadd.vv v16, v8, v8
    vmsgtu.vx v0, v16, t3
    vfirst.m t4, v0
    bgez    t4, 2f
    vfmul.vf v16, v8, fa0
    vfadd.vf v16, v16, fa1      // n
    vfsub.vf v24, v16, fa1
    vfnmsac.vf v8, fa2, v24
    vfnmsac.vf v8, fa3, v24     // r
    vfmul.vf v24, v8, fa4
    .irp    constant, fa5, fa6, fa7, ft0
    vfadd.vf v24, v24, \constant
    vfmul.vv v24, v24, v8
    .endr
    vfmadd.vv v24, v8, v8       // e^r - 1
    vsll.vi v16, v16, 23        // 2^n
    vfmadd.vv v24, v16, v16
    vse32.v v24, (a0)
    add     a0, a0, t0
    bne     a0, t1, 1b
2:  ret
END hand_texp

// ---------------------------------------------------------------------------------------------------------------------
// Rows: a group holds one column, or several, of as many rows as fit; rows are 256 bytes apart

// v4: byte offsets of a group's lanes, column by column; a4: rows of the group, a5: bytes of its columns.
    .macro  BEGIN_COLUMNS
    vsetvli t0, zero, e32, m8, ta, ma
    li      a4, 64
    bgeu    t0, a4, 1f
    mv      a4, t0
1:  divu    a5, t0, a4
    slli    a5, a5, 2
    vsetvli zero, zero, e16, m4, ta, ma
    vid.v   v4
    vdivu.vx v8, v4, a4         // the column
    vmul.vx v12, v8, a4
    vsub.vv v4, v4, v12         // the row
    vsll.vi v4, v4, 8
    vsll.vi v8, v8, 2
    vadd.vv v4, v4, v8
    vsetvli zero, zero, e32, m8, ta, ma
    .endm

// void hand_trowsum(float *out, const float *in)
FUNC hand_trowsum
    BEGIN_COLUMNS
    li      a6, 64              // rows left
2:  mv      t1, a1
    addi    t2, a1, 256
    vmv.v.i v8, 0
3:
    .rept   4
    vluxei16.v v16, (t1), v4
    add     t1, t1, a5
    vfadd.vv v8, v8, v16
    .endr
    bne     t1, t2, 3b
    mv      t3, t0
4:  beq     t3, a4, 5f
    srli    t3, t3, 1
    vslidedown.vx v16, v8, t3
    vfadd.vv v8, v8, v16
    j       4b
5:  vsetvli zero, a4, e32, m8, ta, ma
    vse32.v v8, (a0)
    vsetvli zero, t0, e32, m8, ta, ma
    sub     a6, a6, a4
    slli    t1, a4, 2
    add     a0, a0, t1
    slli    t1, t1, 6
    add     a1, a1, t1
    bnez    a6, 2b
    ret
END hand_trowsum

// int hand_trowmax(float *out, const float *in): returns whether there is a NaN, which vfredmax ignores. Comparing two
// loads raises a flag for it.
FUNC hand_trowmax
    csrwi   fflags, 0
    BEGIN_COLUMNS
    li      a6, 64
2:  vluxei16.v v8, (a1), v4
    mv      t1, a1
    addi    t2, a1, 256
3:
    .rept   2
    vluxei16.v v16, (t1), v4
    add     t1, t1, a5
    vluxei16.v v24, (t1), v4
    add     t1, t1, a5
    vfmax.vv v8, v8, v16
    vfmax.vv v8, v8, v24
    vmfle.vv v0, v16, v24
    .endr
    bne     t1, t2, 3b
    mv      t3, t0
4:  beq     t3, a4, 5f
    srli    t3, t3, 1
    vslidedown.vx v16, v8, t3
    vfmax.vv v8, v8, v16
    j       4b
5:  vsetvli zero, a4, e32, m8, ta, ma
    vse32.v v8, (a0)
    vsetvli zero, t0, e32, m8, ta, ma
    sub     a6, a6, a4
    slli    t1, a4, 2
    add     a0, a0, t1
    slli    t1, t1, 6
    add     a1, a1, t1
    bnez    a6, 2b
    csrr    a0, fflags
    andi    a0, a0, 16
    ret
END hand_trowmax

// void hand_tcolsum(float *out, const float *in): each column from its first row to its last
//
// Rows shorter than a group are loaded several at a time, by whole registers, and added one by one.
    .macro  SUM_ROWS lmul, first, second, third, fourth
    vsetvli t0, zero, e32, \lmul, ta, ma
    vfmv.v.f v8, fa0
1:
    .rept   4
    vl8re32.v v16, (a1)
    add     a1, a1, t1
    .irp    row, \first, \second, \third, \fourth
    .ifnb   \row
    vfadd.vv v8, v8, \row
    .endif
    .endr
    .endr
    bne     a1, t2, 1b
    vse32.v v8, (a0)
    ret
    .endm

FUNC hand_tcolsum
    lui     t0, 0x80000
    fmv.w.x fa0, t0             // -0: neutral element of the sum
    vsetvli t0, zero, e32, m8, ta, ma
    slli    t1, t0, 2
    li      t3, LANES * 4
    add     t2, a1, t3
    li      t3, 128
    beq     t0, t3, 5f
    bgtu    t0, t3, 6f
    li      a4, 64              // columns left
3:  vfmv.v.f v8, fa0
    mv      t3, a1
4:
    .rept   4
    vle32.v v16, (t3)
    addi    t3, t3, 256
    vfadd.vv v8, v8, v16
    .endr
    bltu    t3, t2, 4b
    vse32.v v8, (a0)
    add     a0, a0, t1
    add     a1, a1, t1
    sub     a4, a4, t0
    bgtz    a4, 3b
    ret
5:  SUM_ROWS m4, v16, v20
6:  SUM_ROWS m2, v16, v18, v20, v22
END hand_tcolsum

// void hand_ttrans(float *out, const float *in)
FUNC hand_ttrans
    BEGIN_COLUMNS
    slli    t3, a5, 6           // bytes of the result between groups
    li      a6, 64              // rows left
1:  mv      t1, a1
    mv      t4, a0
    addi    t2, a1, 256
2:
    .rept   4
    vluxei16.v v16, (t1), v4
    add     t1, t1, a5
    vse32.v v16, (t4)
    add     t4, t4, t3
    .endr
    bne     t1, t2, 2b
    sub     a6, a6, a4
    slli    t5, a4, 2
    add     a0, a0, t5
    slli    t5, t5, 6
    add     a1, a1, t5
    bnez    a6, 1b
    ret
END hand_ttrans

// void hand_trowexpandmul(float *out, const float *in, const float *factors)
FUNC hand_trowexpandmul
    BEGIN_GROUPS a0
    li      t2, 256
    bgtu    t0, t2, 3f
    beq     t0, t2, 2f
1:
    .irp    row, 0, 4, 8, 12
    flw     fa0, \row(a2)
    .rept   2
    vle32.v v8, (a1)
    add     a1, a1, t0
    vfmul.vf v8, v8, fa0
    vse32.v v8, (a0)
    add     a0, a0, t0
    .endr
    .endr
    addi    a2, a2, 16
    bne     a0, t1, 1b
    ret
2:
    .irp    row, 0, 4, 8, 12
    flw     fa0, \row(a2)
    vle32.v v8, (a1)
    add     a1, a1, t0
    vfmul.vf v8, v8, fa0
    vse32.v v8, (a0)
    add     a0, a0, t0
    .endr
    addi    a2, a2, 16
    bne     a0, t1, 2b
    ret
3:  vsetvli zero, zero, e16, m4, ta, ma
    vid.v   v4
    vsrl.vi v4, v4, 6
    vsll.vi v4, v4, 2           // the factor of each lane
    vsetvli zero, zero, e32, m8, ta, ma
    srli    t2, t0, 6
4:
    .rept   4
    vluxei16.v v16, (a2), v4
    add     a2, a2, t2
    vle32.v v8, (a1)
    add     a1, a1, t0
    vfmul.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t0
    .endr
    bne     a0, t1, 4b
    ret
END hand_trowexpandmul

// ---------------------------------------------------------------------------------------------------------------------
// Memory: 64 rows of 256 bytes, which are 1024 bytes apart on one side

// v4: byte offsets of a group's double words, rows 1024 bytes apart; t1: bytes of the group, t2: bytes that it spans.
    .macro  BEGIN_PITCHED
    vsetvli t0, zero, e16, m2, ta, ma
    vid.v   v4
    vsrl.vi v6, v4, 5           // the row
    li      t5, 31
    vand.vx v4, v4, t5
    vsll.vi v4, v4, 3
    vsll.vi v6, v6, 10
    vadd.vv v4, v4, v6
    vsetvli t0, zero, e64, m8, ta, ma
    slli    t1, t0, 3
    slli    t2, t1, 2
    .endm

// void hand_tload(float *out, const float *in)
FUNC hand_tload
    vsetvli t0, zero, e64, m8, ta, ma
    slli    t1, t0, 3
    li      t3, LANES * 4
    add     t3, t3, a0
    li      t4, 256
    bgtu    t1, t4, 4f
    li      t2, 1024
    beq     t1, t4, 2f
1:
    .rept   2
    addi    t5, a1, 128
    vle64.v v8, (a1)
    add     a1, a1, t2
    vle64.v v16, (t5)
    vse64.v v8, (a0)
    addi    a0, a0, 128
    vse64.v v16, (a0)
    addi    a0, a0, 128
    .endr
    bne     a0, t3, 1b
    ret
2:
    .rept   4
    vle64.v v8, (a1)
    add     a1, a1, t2
    vse64.v v8, (a0)
    addi    a0, a0, 256
    .endr
    bne     a0, t3, 2b
    ret
4:  BEGIN_PITCHED
5:
    .rept   4
    vluxei16.v v8, (a1), v4
    add     a1, a1, t2
    vse64.v v8, (a0)
    add     a0, a0, t1
    .endr
    bne     a0, t3, 5b
    ret
END hand_tload

// void hand_tstore(float *out, const float *in)
FUNC hand_tstore
    vsetvli t0, zero, e64, m8, ta, ma
    slli    t1, t0, 3
    li      t3, LANES * 4
    add     t3, t3, a1
    li      t4, 256
    bgtu    t1, t4, 4f
    li      t2, 1024
    beq     t1, t4, 2f
1:
    .rept   2
    addi    t5, a0, 128
    vle64.v v8, (a1)
    addi    a1, a1, 128
    vle64.v v16, (a1)
    addi    a1, a1, 128
    vse64.v v8, (a0)
    add     a0, a0, t2
    vse64.v v16, (t5)
    .endr
    bne     a1, t3, 1b
    ret
2:
    .rept   4
    vle64.v v8, (a1)
    addi    a1, a1, 256
    vse64.v v8, (a0)
    add     a0, a0, t2
    .endr
    bne     a1, t3, 2b
    ret
4:  BEGIN_PITCHED
5:
    .rept   4
    vle64.v v8, (a1)
    add     a1, a1, t1
    vsuxei16.v v8, (a0), v4
    add     a0, a0, t2
    .endr
    bne     a1, t3, 5b
    ret
END hand_tstore

// void hand_mscatter(float *table, const float *in, const uint32_t *index): elements into a table of 4096. An index out
// of range is skipped; the last of several equal ones wins
FUNC hand_mscatter
    BEGIN_GROUPS a1
    li      t2, LANES - 1
1:
    .rept   4
    vle32.v v8, (a2)
    add     a2, a2, t0
    vmsleu.vx v0, v8, t2
    vsll.vi v8, v8, 2
    vle32.v v16, (a1)
    add     a1, a1, t0
    vsoxei32.v v16, (a0), v8, v0.t
    .endr
    bne     a1, t1, 1b
    ret
END hand_mscatter

// void hand_mscatter_rows(float *table, const float *in, const uint32_t *index): adds rows to those of a table of 64.
// Indices out of range do not occur: the caller guarantees it
    .macro  ADD_ROWS load, lmul, rows:vararg
    vsetvli t0, zero, e32, \lmul, ta, ma
1:  \load  v8, (a1)
    add     a1, a1, t1
    .set    at, 0
    .irp    row, \rows
    ld      t3, at(a3)
    vle32.v v16, (t3)
    vfadd.vv v16, v16, \row
    vse32.v v16, (t3)
    .set    at, at + 8
    .endr
    addi    a3, a3, at
    bne     a1, t2, 1b
    ret
    .endm

FUNC hand_mscatter_rows
    addi    a3, sp, -512        // addresses of 64 rows
    mv      t4, a3
    li      t3, 64
    li      t5, 63
1:  vsetvli t0, t3, e64, m8, ta, ma
    vle32.v v8, (a2)
    vzext.vf2 v16, v8
    vmsgtu.vx v0, v16, t5
    vfirst.m t6, v0
    bgez    t6, 5f
    vsll.vi v16, v16, 8
    vadd.vx v16, v16, a0
    vse64.v v16, (t4)
    sub     t3, t3, t0
    slli    t0, t0, 2
    add     a2, a2, t0
    slli    t0, t0, 1
    add     t4, t4, t0
    bnez    t3, 1b
    BEGIN_GROUPS a1
    mv      t2, t1
    mv      t1, t0
    li      t3, 256
    bltu    t1, t3, 2f
    beq     t1, t3, 3f
    slli    t3, t3, 1
    beq     t1, t3, 4f
    ADD_ROWS vl8re32.v, m2, v8, v10, v12, v14
4:  ADD_ROWS vl8re32.v, m4, v8, v12
3:  ADD_ROWS vle32.v, m8, v8
2:  ld      t3, 0(a3)
    addi    a3, a3, 8
    vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (t3)
    addi    t4, t3, 128
    vfadd.vv v16, v16, v8
    vle32.v v8, (a1)
    add     a1, a1, t1
    vse32.v v16, (t3)
    vle32.v v16, (t4)
    vfadd.vv v16, v16, v8
    vse32.v v16, (t4)
    bne     a1, t2, 2b
5:  ret
END hand_mscatter_rows

// ---------------------------------------------------------------------------------------------------------------------
// Tiles with a valid region of 61 rows of 50: row by row, without an inner loop if a row fits a group

    .equ    RAGGED_ROWS, 61
    .equ    RAGGED_COLS, 50

// Runs \body for t3 lanes of a strip at t1, t2 and t4; it advances them to the next strip.
    .macro  FOR_RAGGED_STRIPS body
    li      a6, RAGGED_ROWS
    li      t5, RAGGED_COLS
    vsetvli t0, zero, e32, m8, ta, ma
    bltu    t0, t5, 2f
    vsetvli zero, t5, e32, m8, ta, ma
1:  \body   a1, a2, a0
    addi    a6, a6, -1
    NEXT_\body
    bnez    a6, 1b
    ret
2:  mv      t1, a1
    mv      t2, a2
    mv      t4, a0
    li      t5, RAGGED_COLS
3:  vsetvli t0, t5, e32, m8, ta, ma
    \body   t1, t2, t4
    sub     t5, t5, t0
    slli    t3, t0, 2
    add     t1, t1, t3
    add     t2, t2, t3
    add     t4, t4, t3
    bnez    t5, 3b
    addi    a6, a6, -1
    NEXT_\body
    bnez    a6, 2b
    ret
    .endm

    .macro  ADD_RAGGED a, b, d
    vle32.v v8, (\a)
    vle32.v v16, (\b)
    vfadd.vv v8, v8, v16
    vse32.v v8, (\d)
    .endm
    .macro  NEXT_ADD_RAGGED
    addi    a1, a1, 256
    addi    a2, a2, 256
    addi    a0, a0, 256
    .endm

// void hand_tadd_ragged(float *out, const float *a, const float *b)
FUNC hand_tadd_ragged
    FOR_RAGGED_STRIPS ADD_RAGGED
END hand_tadd_ragged

    .macro  MUL_RAGGED a, b, d
    vle32.v v8, (\a)
    vfmul.vf v8, v8, fa0
    vse32.v v8, (\d)
    .endm
    .macro  NEXT_MUL_RAGGED
    addi    a3, a3, 4
    flw     fa0, (a3)
    addi    a1, a1, 256
    addi    a0, a0, 256
    .endm

// void hand_trowexpandmul_ragged(float *out, const float *in, const float *factors)
FUNC hand_trowexpandmul_ragged
    mv      a3, a2
    flw     fa0, (a3)
    FOR_RAGGED_STRIPS MUL_RAGGED
END hand_trowexpandmul_ragged

// The value of a row is lane 0 of v4, initialised from lane 0 of v5.
    .macro  SUM_RAGGED a, b, d
    vle32.v v8, (\a)
    vfredusum.vs v4, v8, v4
    .endm
    .macro  NEXT_SUM_RAGGED
    vfmv.f.s fa0, v4
    fsw     fa0, (a0)
    vmv1r.v v4, v5
    addi    a1, a1, 256
    addi    a0, a0, 4
    .endm

// void hand_trowsum_ragged(float *out, const float *in)
FUNC hand_trowsum_ragged
    vsetvli t0, zero, e32, m1, ta, ma
    vmv.v.i v5, 0
    vmv1r.v v4, v5
    FOR_RAGGED_STRIPS SUM_RAGGED
END hand_trowsum_ragged

    .macro  MAX_RAGGED a, b, d
    vle32.v v8, (\a)
    vmfle.vv v0, v8, v8
    vfredmax.vs v4, v8, v4
    .endm
    .macro  NEXT_MAX_RAGGED
    NEXT_SUM_RAGGED
    .endm

// void hand_trowmax_ragged(float *out, const float *in): leaves the NaN flag to its caller
FUNC hand_trowmax_ragged
    csrwi   fflags, 0
    lui     t0, 0xff800         // -inf
    vsetvli t1, zero, e32, m1, ta, ma
    vmv.v.x v5, t0
    vmv1r.v v4, v5
    FOR_RAGGED_STRIPS MAX_RAGGED
END hand_trowmax_ragged
