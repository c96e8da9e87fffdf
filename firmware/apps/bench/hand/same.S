// SPDX-License-Identifier: Apache-2.0
//
// The reductions of vector.S with the bits of the PTO kernels. Each of the 64 lanes of a register folds its elements in
// the order of the loop; a register is summed by halves and then in order; e^x is accurate to 1 ulp for every argument;
// a maximum is NaN if an element is. This is the second yardstick of `ptometal bench`, and is tuned for instruction
// count like the first.
//
// If a group of LMUL 8 is several registers (VLEN 512 and 1024), each is added separately. The vtype is that of one
// register; whole groups are loaded and stored independently of it.

#include "function.h"

    .text

#define GROUP __riscv_v_min_vlen       // bytes of a group; an iteration processes two
#define TURN  (GROUP / 2)              // floats

// The accumulator is v8; at VLEN 128 also v0, for the second half of a register. FOLD folds v16, FOLD_BOTH v16 and v24.
// SUM sums v8 into fa0; a6 holds 32. With square=1 fused squares are added, with square=2 rounded ones.
    .macro  FOLD_ v, square, acc=v8
    .if \square == 1
    vfmacc.vv \acc, \v, \v
    .else
    .if \square == 2
    vfmul.vv \v, \v, \v
    .endif
    vfadd.vv \acc, \acc, \v
    .endif
    .endm
    .macro  HALVES lmul, high
    vsetvli zero, a6, e32, \lmul, ta, ma
    vfadd.vv v8, v8, \high
    .endm

#if GROUP == 1024
#define REG m2
    .macro  FOLD square=0
    FOLD_   v16, \square
    FOLD_   v18, \square
    FOLD_   v20, \square
    FOLD_   v22, \square
    .endm
    .macro  FOLD_BOTH square=0
    FOLD    \square
    FOLD_   v24, \square
    FOLD_   v26, \square
    FOLD_   v28, \square
    FOLD_   v30, \square
    .endm
#define SUM_HALVES HALVES m1, v9
#elif GROUP == 512
#define REG m4
    .macro  FOLD square=0
    FOLD_   v16, \square
    FOLD_   v20, \square
    .endm
    .macro  FOLD_BOTH square=0
    FOLD    \square
    FOLD_   v24, \square
    FOLD_   v28, \square
    .endm
#define SUM_HALVES HALVES m2, v10
#elif GROUP == 256
#define REG m8
    .macro  FOLD square=0
    FOLD_   v16, \square
    .endm
    .macro  FOLD_BOTH square=0
    FOLD_   v16, \square
    FOLD_   v24, \square
    .endm
#define SUM_HALVES HALVES m4, v12
#else
#define REG m8
    .macro  FOLD_BOTH square=0
    FOLD_   v16, \square
    FOLD_   v24, \square, v0
    .endm
#define SUM_HALVES HALVES m8, v0
#endif

    .macro  SUM
    SUM_HALVES
    vmv.s.x v16, zero
    vfredosum.vs v8, v8, v16
    vfmv.f.s fa0, v8
    .endm

    .macro  ZERO
    vmv.v.i v8, 0
#if GROUP == 128
    vmv.v.i v0, 0
#endif
    .endm

// Folds the last \n floats at \p, less than an iteration, register by register: inactive lanes are unchanged. Clobbers
// \n and \p.
    .macro  FOLD_REST n, p, square=0
7:  vsetvli t4, \n, e32, REG, tu, ma
    vle32.v v16, (\p)
    sub     \n, \n, t4
    slli    t4, t4, 2
    add     \p, \p, t4
    FOLD_   v16, \square
#if GROUP == 128
    beqz    \n, 8f
    vsetvli zero, \n, e32, REG, tu, ma
    vle32.v v16, (\p)
    slli    \n, \n, 2
    add     \p, \p, \n
    FOLD_   v16, \square, v0
8:
#else
    bnez    \n, 7b
#endif
    .endm

// void same_row_sum(float *out, const float *in, size_t rows, size_t cols)
FUNC same_row_sum
    li      a6, 32
    li      t1, GROUP
    andi    t5, a3, TURN - 1
    sub     t6, a3, t5
    slli    t6, t6, 2
1:  vsetvli t0, zero, e32, REG, ta, ma
    ZERO
    beqz    t6, 3f
    add     t4, a1, t6
2:  vl8re32.v v16, (a1)
    add     a1, a1, t1
    vl8re32.v v24, (a1)
    add     a1, a1, t1
    FOLD_BOTH
    bne     a1, t4, 2b
3:  beqz    t5, 4f
    mv      t3, t5
    FOLD_REST t3, a1
4:  SUM
    addi    a2, a2, -1
    fsw     fa0, 0(a0)
    addi    a0, a0, 4
    bnez    a2, 1b
    ret
END same_row_sum

// void same_rmsnorm(float *out, const float *in, const float *gain, float eps, size_t n)
FUNC same_rmsnorm
    fmv.s   fa2, fa0
    li      a6, 32
    li      t1, GROUP
    andi    t5, a3, TURN - 1
    sub     t6, a3, t5
    slli    t6, t6, 2
    mv      t3, a1
    vsetvli t0, zero, e32, REG, ta, ma
    ZERO
    add     a4, a1, t6                 // end of the last whole iteration
    beqz    t6, 3f
2:  vl8re32.v v16, (t3)
    add     t3, t3, t1
    vl8re32.v v24, (t3)
    add     t3, t3, t1
    FOLD_BOTH 1
    bne     t3, a4, 2b
3:  beqz    t5, 4f
    mv      t0, t5
    FOLD_REST t0, t3, 1
4:  SUM
    fcvt.s.lu fa1, a3
    li      t4, 0x3f800000
    fmv.w.x fa3, t4
    fdiv.s  fa1, fa3, fa1
    fmul.s  fa0, fa0, fa1
    fadd.s  fa0, fa0, fa2
    fsqrt.s fa0, fa0
    fdiv.s  fa0, fa3, fa0
    vsetvli t0, zero, e32, m8, ta, ma
    beqz    t6, 6f
5:  vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (a2)
    add     a2, a2, t1
    vle32.v v24, (a1)
    add     a1, a1, t1
    vle32.v v0, (a2)
    add     a2, a2, t1
    vfmul.vf v8, v8, fa0
    vfmul.vf v24, v24, fa0
    vfmul.vv v8, v8, v16
    vfmul.vv v24, v24, v0
    vse32.v v8, (a0)
    add     a0, a0, t1
    vse32.v v24, (a0)
    add     a0, a0, t1
    bne     a1, a4, 5b
6:  beqz    t5, 8f
7:  vsetvli t0, t5, e32, m8, ta, ma
    vle32.v v8, (a1)
    vle32.v v16, (a2)
    sub     t5, t5, t0
    slli    t0, t0, 2
    vfmul.vf v8, v8, fa0
    add     a1, a1, t0
    add     a2, a2, t0
    vfmul.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t0
    bnez    t5, 7b
8:  ret
END same_rmsnorm

// void same_rmsnorm_rows(float *out, const float *in, const float *gain, size_t rows, size_t cols, float eps), with the
// bits of examples/rmsnorm: squares are rounded, and the row is divided by its root.
FUNC same_rmsnorm_rows
    fmv.s   fa2, fa0
    li      a6, 32
    li      t1, GROUP
    andi    t5, a4, TURN - 1
    sub     t6, a4, t5
    slli    t6, t6, 2
    fcvt.s.lu fa1, a4
    li      t4, 0x3f800000
    fmv.w.x fa3, t4
    fdiv.s  fa1, fa3, fa1
1:  vsetvli t0, zero, e32, REG, ta, ma
    ZERO
    mv      t3, a1
    beqz    t6, 3f
    add     a5, a1, t6                 // end of the last whole iteration
2:  vl8re32.v v16, (t3)
    add     t3, t3, t1
    vl8re32.v v24, (t3)
    add     t3, t3, t1
#if GROUP > 256
    vsetvli t0, zero, e32, m8, ta, ma
#endif
    vfmul.vv v16, v16, v16
    vfmul.vv v24, v24, v24
#if GROUP > 256
    vsetvli t0, zero, e32, REG, ta, ma
#endif
    FOLD_BOTH
    bne     t3, a5, 2b
3:  beqz    t5, 4f
    mv      t0, t5
    FOLD_REST t0, t3, 2
4:  SUM
    fmul.s  fa0, fa0, fa1
    fadd.s  fa0, fa0, fa2
    fsqrt.s fa0, fa0
    mv      t3, a2
    beqz    t6, 6f
    vsetvli t0, zero, e32, m8, ta, ma
5:  vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (t3)
    add     t3, t3, t1
    vle32.v v24, (a1)
    add     a1, a1, t1
    vle32.v v0, (t3)
    add     t3, t3, t1
    vfdiv.vf v8, v8, fa0
    vfdiv.vf v24, v24, fa0
    vfmul.vv v8, v8, v16
    vfmul.vv v24, v24, v0
    vse32.v v8, (a0)
    add     a0, a0, t1
    vse32.v v24, (a0)
    add     a0, a0, t1
    bne     a1, a5, 5b
6:  beqz    t5, 8f
    mv      t2, t5
7:  vsetvli t0, t2, e32, m8, ta, ma
    vle32.v v8, (a1)
    vle32.v v16, (t3)
    sub     t2, t2, t0
    slli    t0, t0, 2
    vfdiv.vf v8, v8, fa0
    add     a1, a1, t0
    add     t3, t3, t0
    vfmul.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t0
    bnez    t2, 7b
8:  addi    a3, a3, -1
    bnez    a3, 1b
    ret
END same_rmsnorm_rows

// Constants of e^x, those of hal/vector/math_const.h.
    .section .rodata
    .balign 4
.Lexp:
    .word   0x3fb8aa3b, 0x4b40007f     // 1 / ln 2; 1.5 * 2^23 + 127
    .word   0x3f317218, 0xb102e308     // ln 2, high and low part
    .word   0x3effffff, 0x3e2aaa44     // the polynomial, from its quadratic term up
    .word   0x3d2aacda, 0x3c091efc
    .word   0x3ab43b74
    .text

// v16 = e^v16, to 1 ulp; clobbers v0 and v24. Constants are in ft0-ft8; t2 has the bits of twice the largest magnitude
// with a normal result.
    .macro  EXP_REDUCED
    vfsub.vf v0, v24, ft1
    vfnmsac.vf v16, ft2, v0
    vfnmsac.vf v16, ft3, v0
    vfmul.vf v0, v16, ft8
    vfadd.vf v0, v0, ft7
    vfmul.vv v0, v0, v16
    vfadd.vf v0, v0, ft6
    vfmul.vv v0, v0, v16
    vfadd.vf v0, v0, ft5
    vfmul.vv v0, v0, v16
    vfadd.vf v0, v0, ft4
    vfmul.vv v0, v0, v16
    vfmadd.vv v0, v16, v16
    .endm
    .macro  EXP any
    vadd.vv v24, v16, v16
    vmsgtu.vx v0, v24, t2
    vfirst.m t4, v0
    bgez    t4, \any
    vfmul.vf v24, v16, ft0
    vfadd.vf v24, v24, ft1
    EXP_REDUCED
    vsll.vi v16, v24, 23
    vfmadd.vv v16, v0, v16
    .endm
// As above for every argument. Keeps the mask of NaN arguments on the stack.
    .macro  EXP_ANY
    vmfne.vv v0, v16, v16
    vs1r.v  v0, (a7)
    li      t4, 0xc2d00000             // -104
    fmv.w.x fa1, t4
    vfmax.vf v16, v16, fa1
    li      t4, 0x42b20000             // 89
    fmv.w.x fa1, t4
    vfmin.vf v16, v16, fa1
    vfmul.vf v24, v16, ft0
    vfadd.vf v24, v24, ft1
    EXP_REDUCED
    li      t4, 127
    vadd.vx v16, v24, t4
    vsrl.vi v24, v16, 1
    vsub.vv v16, v16, v24
    vsll.vi v24, v24, 23
    vfmadd.vv v0, v24, v24
    vsll.vi v16, v16, 23
    vfmul.vv v16, v0, v16
    vl1r.v  v0, (a7)
    li      t4, 0x7fc00000
    fmv.w.x fa1, t4
    vfmerge.vfm v16, v16, fa1, v0
    .endm

// The next group of a row.
    .macro  STRIP again, any
    vl8re32.v v16, (a1)
    vsetvli zero, t1, e32, m8, ta, ma
    vfsub.vf v16, v16, fa0
    add     a1, a1, t1
    EXP     \any
\again:
    .endm
// void same_softmax(float *out, const float *in, size_t rows, size_t cols)
FUNC same_softmax
    lla     t0, .Lexp
    flw     ft0, 0(t0)
    flw     ft1, 4(t0)
    flw     ft2, 8(t0)
    flw     ft3, 12(t0)
    flw     ft4, 16(t0)
    flw     ft5, 20(t0)
    flw     ft6, 24(t0)
    flw     ft7, 28(t0)
    flw     ft8, 32(t0)
    addi    sp, sp, -2 * GROUP         // room for a mask, and for a group
    mv      a7, sp
    addi    t6, sp, GROUP
    li      t2, 0x855c0000
    li      a6, 32
    li      t1, GROUP
    andi    t5, a3, TURN - 1
    sub     t0, a3, t5
    slli    t0, t0, 2                  // bytes of whole iterations

// Computes the maximum in v0. If the sum of all, in v8, is NaN, the row is searched for one.
1:  vsetvli t4, zero, e32, m8, ta, ma
    flw     fa0, 0(a1)
    vfmv.v.f v0, fa0
    vmv.v.i v8, 0
    mv      t3, a1
    add     a4, a1, t0
    beqz    t0, 3f
2:  vle32.v v16, (t3)
    add     t3, t3, t1
    vle32.v v24, (t3)
    add     t3, t3, t1
    vfmax.vv v0, v0, v16
    vfadd.vv v8, v8, v16
    vfmax.vv v0, v0, v24
    vfadd.vv v8, v8, v24
    bne     t3, a4, 2b
3:  beqz    t5, 5f
    mv      a4, t5
4:  vsetvli t4, a4, e32, m8, tu, ma
    vle32.v v16, (t3)
    sub     a4, a4, t4
    slli    t4, t4, 2
    add     t3, t3, t4
    vfmax.vv v0, v0, v16
    vfadd.vv v8, v8, v16
    bnez    a4, 4b
    vsetvli t4, zero, e32, m8, ta, ma
5:  vmfne.vv v16, v8, v8
    vfirst.m t4, v16
    vfredmax.vs v0, v0, v0
    vfmv.f.s fa0, v0
    bgez    t4, 20f

// Stores e^(x - max) to the output.
6:  vsetvli t4, zero, e32, REG, ta, ma
    vmv.v.i v8, 0
#if GROUP == 128
    vs8r.v  v8, (t6)
#endif
    add     a4, a0, t0
    mv      t3, a0
    beqz    t0, 9f
7:
#if GROUP == 128
    STRIP   30, 31f
    vfadd.vv v8, v8, v16
    vs8r.v  v16, (t3)
    add     t3, t3, t1
    STRIP   32, 33f
    vl8re32.v v24, (t6)
    vfadd.vv v24, v24, v16
    vs8r.v  v24, (t6)
#else
    STRIP   30, 31f
#if GROUP > 256
    vsetvli zero, t1, e32, REG, ta, ma
#endif
    FOLD
#endif
    vs8r.v  v16, (t3)
    add     t3, t3, t1
    bne     t3, a4, 7b
9:
#if GROUP == 128
    vl8re32.v v0, (t6)
#endif
    beqz    t5, 12f
// The remainder: computes its e^x, then sums them from the output.
    vs8r.v  v0, (t6)
    mv      a4, t5
10: vsetvli t4, a4, e32, m8, ta, ma
    vle32.v v16, (a1)
    sub     a4, a4, t4
    slli    a5, t4, 2
    add     a1, a1, a5
    vfsub.vf v16, v16, fa0
    EXP_ANY
    vse32.v v16, (t3)
    add     t3, t3, a5
    bnez    a4, 10b
    vl8re32.v v0, (t6)
    slli    a4, t5, 2
    sub     t3, t3, a4
    mv      a4, t5
    FOLD_REST a4, t3
12: SUM

    vsetvli t4, zero, e32, m8, ta, ma
    add     a4, a0, t0
    beqz    t0, 14f
13: vle32.v v8, (a0)
    add     t3, a0, t1
    vle32.v v16, (t3)
    vfdiv.vf v8, v8, fa0
    vfdiv.vf v16, v16, fa0
    vse32.v v8, (a0)
    add     a0, t3, t1
    vse32.v v16, (t3)
    bne     a0, a4, 13b
14: beqz    t5, 16f
    mv      a4, t5
15: vsetvli t4, a4, e32, m8, ta, ma
    vle32.v v8, (a0)
    sub     a4, a4, t4
    slli    t4, t4, 2
    vfdiv.vf v8, v8, fa0
    vse32.v v8, (a0)
    add     a0, a0, t4
    bnez    a4, 15b
16: addi    a2, a2, -1
    bnez    a2, 1b
    addi    sp, sp, GROUP
    addi    sp, sp, GROUP
    ret

// Searches the row for a NaN.
20: mv      t3, a1
    mv      a4, a3
21: vsetvli t4, a4, e32, m8, ta, ma
    vle32.v v16, (t3)
    sub     a4, a4, t4
    slli    t4, t4, 2
    add     t3, t3, t4
    vmfne.vv v0, v16, v16
    vfirst.m t4, v0
    bgez    t4, 22f
    bnez    a4, 21b
    j       6b
22: li      t4, 0x7fc00000
    fmv.w.x fa0, t4
    j       6b
31: EXP_ANY
    j       30b
#if GROUP == 128
33: EXP_ANY
    j       32b
#endif
END same_softmax
