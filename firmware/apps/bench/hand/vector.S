// SPDX-License-Identifier: Apache-2.0
//
// The bench kernels, hand-written for RVV 1.0: VLEN-agnostic, LMUL 8 (or the largest that the widths and masks allow).
// A loop of memory traffic only processes two groups in each iteration; tails get their length from vsetvli. This is
// the yardstick of `ptometal bench`: it is tuned for instruction count, so change it only to make it faster.
//
// Arguments as declared in bench.h. Nothing here uses the stack or a callee-saved register.

#include "function.h"

    .text

// The frame of a streaming loop. a1 advances over the first input, \n counts elements of 1 << \shift bytes.
//   t0 elements of a group   t1 its bytes   t3 the last a1 at which an iteration of two groups fits
// So the main loop needs one branch and no counter. A group is loaded, processed and stored before the next one:
// in-order cores would wait for the second load before they begin with the first group.
    .macro  TURNS_BEGIN n, sew, shift
    vsetvli t0, zero, e\sew, m8, ta, ma
    slli    t1, t0, \shift
    slli    t2, t0, 1
    sub     t4, \n, t2
    bltz    t4, 2f
    slli    t3, t4, \shift
    add     t3, t3, a1
1:
    .endm

// After the main loop: \n becomes the number of remaining elements; label 3 is the loop over them, while \n is above 0.
// Its last group is shorter; pointers that then advance too far do no harm.
    .macro  TURNS_END n, sew, shift
    bleu    a1, t3, 1b
    sub     t3, t3, a1
    srai    t3, t3, \shift
    add     \n, t3, t2
2:  blez    \n, 4f
3:  vsetvli zero, \n, e\sew, m8, ta, ma
    sub     \n, \n, t0
    .endm

// void hand_vabs(float *out, const float *in, size_t n)
FUNC hand_vabs
    TURNS_BEGIN a2, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vfabs.v v8, v8
    vse32.v v8, (a0)
    add     a0, a0, t1
    vle32.v v16, (a1)
    add     a1, a1, t1
    vfabs.v v16, v16
    vse32.v v16, (a0)
    add     a0, a0, t1
    TURNS_END a2, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vfabs.v v8, v8
    vse32.v v8, (a0)
    add     a0, a0, t1
    bgtz    a2, 3b
4:  ret
END hand_vabs

// The loop of an operation on floats and fa0.
    .macro  STREAM_WITH_FA0 insn
    TURNS_BEGIN a2, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    \insn v8, v8, fa0
    vse32.v v8, (a0)
    add     a0, a0, t1
    vle32.v v16, (a1)
    add     a1, a1, t1
    \insn v16, v16, fa0
    vse32.v v16, (a0)
    add     a0, a0, t1
    TURNS_END a2, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    \insn v8, v8, fa0
    vse32.v v8, (a0)
    add     a0, a0, t1
    bgtz    a2, 3b
4:  ret
    .endm

// void hand_relu(float *out, const float *in, size_t n)
FUNC hand_relu
    fmv.w.x fa0, zero
    STREAM_WITH_FA0 vfmax.vf
END hand_relu

// void hand_scale(float *out, const float *in, float factor, size_t n)
FUNC hand_scale
    STREAM_WITH_FA0 vfmul.vf
END hand_scale

// void hand_vabs_tile(float *out, const float *in, size_t rows, size_t cols, size_t pitch)
//
// Processes one strip of columns after the other, so that the length is set once for each strip. A strip goes by
// iterations of ROWS_A_TURN rows, and then row by row.
    .equ    ROWS_A_TURN, 4

// t5: bytes of the rows of whole iterations, t6: bytes of all; clobbers \rows.
    .macro  ROWS rows, pitch
    mul     t6, \rows, \pitch
    andi    \rows, \rows, -ROWS_A_TURN
    mul     t5, \rows, \pitch
    .endm

FUNC hand_vabs_tile
    slli    a4, a4, 2
    ROWS    a2, a4
1:  vsetvli t0, a3, e32, m8, ta, ma
    mv      t1, a0
    mv      t2, a1
    add     t3, a1, t5
    add     t4, a1, t6
    beq     t2, t3, 3f
2:  .rept   ROWS_A_TURN
    vle32.v v8, (t2)
    add     t2, t2, a4
    vfabs.v v8, v8
    vse32.v v8, (t1)
    add     t1, t1, a4
    .endr
    bne     t2, t3, 2b
3:  beq     t2, t4, 4f
    vle32.v v8, (t2)
    add     t2, t2, a4
    vfabs.v v8, v8
    vse32.v v8, (t1)
    add     t1, t1, a4
    j       3b
4:  sub     a3, a3, t0
    slli    t0, t0, 2
    add     a0, a0, t0
    add     a1, a1, t0
    bnez    a3, 1b
    ret
END hand_vabs_tile

// void hand_vadd_f32(float *out, const float *a, const float *b, size_t n)
FUNC hand_vadd_f32
    TURNS_BEGIN a3, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (a2)
    add     a2, a2, t1
    vfadd.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t1
    vle32.v v24, (a1)
    add     a1, a1, t1
    vle32.v v0, (a2)
    add     a2, a2, t1
    vfadd.vv v24, v24, v0
    vse32.v v24, (a0)
    add     a0, a0, t1
    TURNS_END a3, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (a2)
    add     a2, a2, t1
    vfadd.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t1
    bgtz    a3, 3b
4:  ret
END hand_vadd_f32

// void hand_vadd_i8(int8_t *out, const int8_t *a, const int8_t *b, size_t n)
FUNC hand_vadd_i8
    TURNS_BEGIN a3, 8, 0
    vle8.v  v8, (a1)
    add     a1, a1, t1
    vle8.v  v16, (a2)
    add     a2, a2, t1
    vadd.vv v8, v8, v16
    vse8.v  v8, (a0)
    add     a0, a0, t1
    vle8.v  v24, (a1)
    add     a1, a1, t1
    vle8.v  v0, (a2)
    add     a2, a2, t1
    vadd.vv v24, v24, v0
    vse8.v  v24, (a0)
    add     a0, a0, t1
    TURNS_END a3, 8, 0
    vle8.v  v8, (a1)
    add     a1, a1, t1
    vle8.v  v16, (a2)
    add     a2, a2, t1
    vadd.vv v8, v8, v16
    vse8.v  v8, (a0)
    add     a0, a0, t1
    bgtz    a3, 3b
4:  ret
END hand_vadd_i8

// void hand_axpy(float *y, const float *x, float a, size_t n)
FUNC hand_axpy
    TURNS_BEGIN a2, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (a0)
    vfmacc.vf v16, fa0, v8
    vse32.v v16, (a0)
    add     a0, a0, t1
    vle32.v v24, (a1)
    add     a1, a1, t1
    vle32.v v0, (a0)
    vfmacc.vf v0, fa0, v24
    vse32.v v0, (a0)
    add     a0, a0, t1
    TURNS_END a2, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (a0)
    vfmacc.vf v16, fa0, v8
    vse32.v v16, (a0)
    add     a0, a0, t1
    bgtz    a2, 3b
4:  ret
END hand_axpy

// void hand_f16_to_f32(float *out, const _Float16 *in, size_t n)
//
// The length is set for 16-bit elements in LMUL 4; the 32-bit store then works on LMUL 8.
FUNC hand_f16_to_f32
    vsetvli t0, zero, e16, m4, ta, ma
    slli    t1, t0, 1
    slli    t2, t0, 2
    slli    t5, t0, 1
    bltu    a2, t5, 2f
    slli    t3, a2, 1
    add     t3, t3, a1
    slli    t4, t1, 1
    sub     t3, t3, t4
1:  vle16.v v0, (a1)
    add     a1, a1, t1
    vfwcvt.f.f.v v8, v0
    vse32.v v8, (a0)
    add     a0, a0, t2
    vle16.v v4, (a1)
    add     a1, a1, t1
    vfwcvt.f.f.v v16, v4
    vse32.v v16, (a0)
    add     a0, a0, t2
    bleu    a1, t3, 1b
    add     t3, t3, t4
    sub     a2, t3, a1
    srli    a2, a2, 1
2:  beqz    a2, 4f
3:  vsetvli t0, a2, e16, m4, ta, ma
    sub     a2, a2, t0
    slli    t1, t0, 1
    slli    t2, t0, 2
    vle16.v v0, (a1)
    add     a1, a1, t1
    vfwcvt.f.f.v v8, v0
    vse32.v v8, (a0)
    add     a0, a0, t2
    bnez    a2, 3b
4:  ret
END hand_f16_to_f32

// void hand_gather(uint32_t *out, const uint32_t *table, const uint32_t *index, size_t n)
FUNC hand_gather
    mv      a4, a1                     // the table; a1 advances over the indices as the frame requires
    mv      a1, a2
    TURNS_BEGIN a3, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vsll.vi v8, v8, 2
    vluxei32.v v8, (a4), v8
    vse32.v v8, (a0)
    add     a0, a0, t1
    vle32.v v16, (a1)
    add     a1, a1, t1
    vsll.vi v16, v16, 2
    vluxei32.v v16, (a4), v16
    vse32.v v16, (a0)
    add     a0, a0, t1
    TURNS_END a3, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vsll.vi v8, v8, 2
    vluxei32.v v8, (a4), v8
    vse32.v v8, (a0)
    add     a0, a0, t1
    bgtz    a3, 3b
4:  ret
END hand_gather

// void hand_copy2d(uint8_t *out, const uint8_t *in, size_t rows, size_t bytes, size_t pitch)
//
// In strips of columns like hand_vabs_tile. The output is packed.
FUNC hand_copy2d
    mv      a5, a3
    ROWS    a2, a4
1:  vsetvli t0, a3, e8, m8, ta, ma
    mv      t1, a0
    mv      t2, a1
    add     t3, a1, t5
    add     t4, a1, t6
    beq     t2, t3, 3f
2:  .rept   ROWS_A_TURN
    vle8.v  v8, (t2)
    add     t2, t2, a4
    vse8.v  v8, (t1)
    add     t1, t1, a5
    .endr
    bne     t2, t3, 2b
3:  beq     t2, t4, 4f
    vle8.v  v8, (t2)
    add     t2, t2, a4
    vse8.v  v8, (t1)
    add     t1, t1, a5
    j       3b
4:  sub     a3, a3, t0
    add     a0, a0, t0
    add     a1, a1, t0
    bnez    a3, 1b
    ret
END hand_copy2d

// void hand_add_carry(uint32_t *out, const uint32_t *a, const uint32_t *b, size_t n)
//
// BENCH_LIMBS = 4 limbs, limb-major. The carries of a block of lanes stay in v0.
    .macro  LIMB carry
    vle32.v v8, (t1)
    add     t1, t1, t4
    vle32.v v16, (t2)
    add     t2, t2, t4
    .if \carry
    vadc.vvm v24, v8, v16, v0
    .else
    vadd.vv v24, v8, v16
    .endif
    .endm

FUNC hand_add_carry
    slli    t4, a3, 2                  // bytes between limbs
1:  vsetvli t0, a3, e32, m8, ta, ma
    slli    t6, t0, 2
    add     t3, a0, t4
    add     t1, a1, t4
    add     t2, a2, t4
    add     t5, t3, t4
    // Limbs 0 and 1 use the plain pointers; 2 and 3 continue from them.
    vle32.v v8, (a1)
    vle32.v v16, (a2)
    vadd.vv v24, v8, v16
    vmadc.vv v0, v8, v16
    vse32.v v24, (a0)
    LIMB    1
    vmadc.vvm v1, v8, v16, v0
    vse32.v v24, (t3)
    vmv1r.v v0, v1
    LIMB    1
    vmadc.vvm v1, v8, v16, v0
    vse32.v v24, (t5)
    add     t5, t5, t4
    vmv1r.v v0, v1
    LIMB    1
    vse32.v v24, (t5)
    sub     a3, a3, t0
    add     a0, a0, t6
    add     a1, a1, t6
    add     a2, a2, t6
    bnez    a3, 1b
    ret
END hand_add_carry

// void hand_row_sum(float *out, const float *in, size_t rows, size_t cols)
//
// Accumulates whole groups and reduces once for each row. The tail keeps the other lanes (tu).
FUNC hand_row_sum
    vsetvli t0, zero, e32, m8, ta, ma
    slli    t1, t0, 2
    slli    t2, t0, 1
    divu    t6, a3, t2                 // whole iterations of two groups in a row, in bytes
    mul     t6, t6, t2
    slli    t6, t6, 2
1:  vmv.v.i v8, 0
    vmv.v.i v16, 0
    mv      t3, a3
    bltu    t3, t2, 4f
    add     t4, a1, t6
2:  vle32.v v24, (a1)
    add     a1, a1, t1
    vfadd.vv v8, v8, v24
    vle32.v v0, (a1)
    add     a1, a1, t1
    vfadd.vv v16, v16, v0
    bne     a1, t4, 2b
    srli    t3, t6, 2
    sub     t3, a3, t3
    beqz    t3, 5f
4:  vsetvli t4, t3, e32, m8, tu, ma
    vle32.v v24, (a1)
    sub     t3, t3, t4
    slli    t5, t4, 2
    add     a1, a1, t5
    vfadd.vv v8, v8, v24
    bnez    t3, 4b
    vsetvli t0, zero, e32, m8, ta, ma
5:  vfadd.vv v8, v8, v16
    vmv.s.x v24, zero
    vfredusum.vs v24, v8, v24
    vfmv.f.s fa0, v24
    addi    a2, a2, -1
    fsw     fa0, 0(a0)
    addi    a0, a0, 4
    bnez    a2, 1b
    ret
END hand_row_sum

// void hand_rmsnorm(float *out, const float *in, const float *gain, float eps, size_t n)
FUNC hand_rmsnorm
    vsetvli t0, zero, e32, m8, ta, ma
    slli    t1, t0, 2
    slli    t2, t0, 1
    vmv.v.i v8, 0
    vmv.v.i v16, 0
    mv      t3, a1
    divu    t5, a3, t2                 // whole iterations of two groups
    mul     t5, t5, t2
    sub     t4, a3, t5
    beqz    t5, 2f
    slli    t5, t5, 2
    add     t5, t5, a1
1:  vle32.v v24, (t3)
    add     t3, t3, t1
    vfmacc.vv v8, v24, v24
    vle32.v v0, (t3)
    add     t3, t3, t1
    vfmacc.vv v16, v0, v0
    bne     t3, t5, 1b
2:  beqz    t4, 4f
3:  vsetvli t5, t4, e32, m8, tu, ma
    vle32.v v24, (t3)
    sub     t4, t4, t5
    slli    t5, t5, 2
    add     t3, t3, t5
    vfmacc.vv v8, v24, v24
    bnez    t4, 3b
    vsetvli t0, zero, e32, m8, ta, ma
4:  vfadd.vv v8, v8, v16
    vmv.s.x v24, zero
    vfredusum.vs v24, v8, v24
    vfmv.f.s fa1, v24
    fcvt.s.lu fa2, a3
    li      t4, 0x3f800000
    fdiv.s  fa1, fa1, fa2
    fmv.w.x fa2, t4
    fadd.s  fa1, fa1, fa0
    fsqrt.s fa1, fa1
    fdiv.s  fa1, fa2, fa1

    TURNS_BEGIN a3, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (a2)
    add     a2, a2, t1
    vfmul.vf v8, v8, fa1
    vfmul.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t1
    vle32.v v24, (a1)
    add     a1, a1, t1
    vle32.v v0, (a2)
    add     a2, a2, t1
    vfmul.vf v24, v24, fa1
    vfmul.vv v24, v24, v0
    vse32.v v24, (a0)
    add     a0, a0, t1
    TURNS_END a3, 32, 2
    vle32.v v8, (a1)
    add     a1, a1, t1
    vle32.v v16, (a2)
    add     a2, a2, t1
    vfmul.vf v8, v8, fa1
    vfmul.vv v8, v8, v16
    vse32.v v8, (a0)
    add     a0, a0, t1
    bgtz    a3, 3b
4:  ret
END hand_rmsnorm

// Constants of the exponential: e^x = 2^k * p(r), k = round(x / ln 2), r = x - k ln 2.
    .section .rodata
    .balign 4
.Lexp:
    .float  -87.0                      // below, 2^k would be denormal: clamped to e^-87
    .float  1.44269504                 // 1 / ln 2
    .float  0.693145752                // ln 2, high part: k times it is exact
    .float  1.42860677e-6              // ln 2, low part
    .float  1.38888889e-3              // 1/6!
    .float  8.33333333e-3              // 1/5!
    .float  4.16666667e-2              // 1/4!
    .float  1.66666667e-1              // 1/3!
    .float  0.5
    .float  1.0
    .text

// v8 = e^v8 for v8 <= 0; clobbers v16 and v24. Constants in ft0-ft9.
    .macro  EXP
    vfmax.vf v8, v8, ft0
    vfmul.vf v16, v8, ft1
    vfcvt.x.f.v v16, v16
    vfcvt.f.x.v v24, v16
    vsll.vi v16, v16, 23
    vfnmsac.vf v8, ft2, v24
    vfnmsac.vf v8, ft3, v24
    vfmul.vf v24, v8, ft4
    vfadd.vf v24, v24, ft5
    vfmul.vv v24, v24, v8
    vfadd.vf v24, v24, ft6
    vfmul.vv v24, v24, v8
    vfadd.vf v24, v24, ft7
    vfmul.vv v24, v24, v8
    vfadd.vf v24, v24, ft8
    vfmul.vv v24, v24, v8
    vfadd.vf v24, v24, ft9
    vfmul.vv v24, v24, v8
    vfadd.vf v24, v24, ft9
    vadd.vv v8, v24, v16
    .endm

// void hand_softmax(float *out, const float *in, size_t rows, size_t cols)
FUNC hand_softmax
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
    flw     ft9, 36(t0)
    vsetvli t0, zero, e32, m8, ta, ma
    slli    t1, t0, 2
    slli    t2, t0, 1

// The maximum of a row, two groups in each iteration, initialised with its first element.
1:  flw     fa0, 0(a1)
    vfmv.v.f v0, fa0
    vfmv.v.f v8, fa0
    mv      t3, a1
    mv      t4, a3
    bltu    t4, t2, 3f
2:  vle32.v v16, (t3)
    add     t3, t3, t1
    vfmax.vv v0, v0, v16
    vle32.v v24, (t3)
    add     t3, t3, t1
    sub     t4, t4, t2
    vfmax.vv v8, v8, v24
    bgeu    t4, t2, 2b
3:  beqz    t4, 5f
4:  vsetvli t5, t4, e32, m8, tu, ma
    vle32.v v16, (t3)
    sub     t4, t4, t5
    slli    t5, t5, 2
    add     t3, t3, t5
    vfmax.vv v0, v0, v16
    bnez    t4, 4b
    vsetvli t0, zero, e32, m8, ta, ma
5:  vfmax.vv v0, v0, v8
    vfredmax.vs v0, v0, v0
    vfmv.f.s fa0, v0

// Stores e^(x - max), with its sum in v0. One group in each iteration: every register group is in use.
    vmv.v.i v0, 0
    mv      t3, a0
    mv      t4, a3
    bltu    t4, t0, 7f
6:  vle32.v v8, (a1)
    add     a1, a1, t1
    vfsub.vf v8, v8, fa0
    sub     t4, t4, t0
    EXP
    vse32.v v8, (t3)
    add     t3, t3, t1
    vfadd.vv v0, v0, v8
    bgeu    t4, t0, 6b
7:  beqz    t4, 8f
    vsetvli t5, t4, e32, m8, tu, ma
    vle32.v v8, (a1)
    slli    t5, t5, 2
    add     a1, a1, t5
    vfsub.vf v8, v8, fa0
    EXP
    vse32.v v8, (t3)
    vfadd.vv v0, v0, v8
    vsetvli t0, zero, e32, m8, ta, ma
8:  vmv.s.x v8, zero
    vfredusum.vs v8, v0, v8
    vfmv.f.s fa0, v8

// Divide.
    mv      t4, a3
    bltu    t4, t2, 10f
9:  vle32.v v8, (a0)
    add     t5, a0, t1
    vfdiv.vf v8, v8, fa0
    sub     t4, t4, t2
    vse32.v v8, (a0)
    vle32.v v16, (t5)
    add     a0, t5, t1
    vfdiv.vf v16, v16, fa0
    vse32.v v16, (t5)
    bgeu    t4, t2, 9b
10: beqz    t4, 12f
11: vsetvli t5, t4, e32, m8, ta, ma
    vle32.v v8, (a0)
    sub     t4, t4, t5
    slli    t5, t5, 2
    vfdiv.vf v8, v8, fa0
    vse32.v v8, (a0)
    add     a0, a0, t5
    bnez    t4, 11b
    vsetvli t0, zero, e32, m8, ta, ma
12: addi    a2, a2, -1
    bnez    a2, 1b
    ret
END hand_softmax
