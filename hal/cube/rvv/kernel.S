// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of the multiply. In assembly, because the accumulators and one vector of B fill the register file:
// compilers load ahead and spill.
//
// Rows of the result are vectors of f32 along n, in accumulators; each step of k uses one vector of B and one scalar of
// A for each row. So every element of the result is summed over ascending k, with one fused multiply-add each, at any
// VLEN. The sum is a chain over all of k, or is split into boxes of a fractal column, each summed alone and then added
// to C.
//
//   A  rows of RS bytes in one fractal column; columns are `pitch` bytes apart
//   B  one vector for each step of k, packed: a panel
//   C  one vector for each row, packed
//
// mm_chain_<type>_<rows>_<RS> and mm_boxes_... keep the accumulators over a column, chains over all of k.
// mm_outer_<part>_<type>_<groups>_<RS> does 8 steps for three rows and `groups` panels. The scalars of A are loaded
// once for all panels, and the addresses of B stay in registers over all rows. This pays off if vectors are short.
// mm_long_<part>_<type>_<RS> does as many steps for three rows of one panel as there are registers for addresses. There
// `pitch` is the distance from the first half of these steps to the second.
//
// f16 is multiplied in pairs of steps: two vectors of B of half the size are one load of whole registers.

#include "kernel.h"

    .text

/// LMUL 8: three rows in v8, v16, v24; B in v0 (f16: v0 and v4) ///

#define A_F32(f, rs, row, i) flw f, ((rs) * (row) + 4 * (i))(t2);
#define A_F16(f, rs, row, i) flh f, ((rs) * (row) + 2 * (i))(t2);

#define A3(elem, rs, i) A_##elem(ft0, rs, 0, i) A_##elem(ft1, rs, 1, i) A_##elem(ft2, rs, 2, i)
#define A2(elem, rs, i) A_##elem(ft0, rs, 0, i) A_##elem(ft1, rs, 1, i)
#define A1(elem, rs, i) A_##elem(ft0, rs, 0, i)

// `op` of the macros below: MACC adds products, MUL is the first product of a box.
#define MACC_F32(d, f, b) vfmacc.vf d, f, b;
#define MACC_F16(d, f, b) vfwmacc.vf d, f, b;
#define MUL_F32(d, f, b)  vfmul.vf d, b, f;
#define MUL_F16(d, f, b)  vfwmul.vf d, b, f;

#define M8_1(op, b) op(v8, ft0, b)
#define M8_2(op, b) M8_1(op, b) op(v16, ft1, b)
#define M8_3(op, b) M8_2(op, b) op(v24, ft2, b)

#define LOAD_M8_3(c) vl8re32.v v8, (c); add c, c, t0; vl8re32.v v16, (c); add c, c, t0; vl8re32.v v24, (c)
#define LOAD_M8_2(c) vl8re32.v v8, (c); add c, c, t0; vl8re32.v v16, (c)
#define LOAD_M8_1(c) vl8re32.v v8, (c)
#define STORE_M8_3(c) vs8r.v v8, (c); add c, c, t0; vs8r.v v16, (c); add c, c, t0; vs8r.v v24, (c); add c, c, t0
#define STORE_M8_2(c) vs8r.v v8, (c); add c, c, t0; vs8r.v v16, (c); add c, c, t0
#define STORE_M8_1(c) vs8r.v v8, (c); add c, c, t0

/// LMUL 4: seven rows in v4, v8 ... v28; B in v0 (f16: v0 and v2) ///

#define A7(elem, rs, i)                                                                                        \
    A_##elem(ft0, rs, 0, i) A_##elem(ft1, rs, 1, i) A_##elem(ft2, rs, 2, i) A_##elem(ft3, rs, 3, i)             \
    A_##elem(ft4, rs, 4, i) A_##elem(ft5, rs, 5, i) A_##elem(ft6, rs, 6, i)
#define A4(elem, rs, i) A_##elem(ft0, rs, 0, i) A_##elem(ft1, rs, 1, i) A_##elem(ft2, rs, 2, i) A_##elem(ft3, rs, 3, i)

#define M4_1(op, b) op(v4, ft0, b)
#define M4_2(op, b) M4_1(op, b) op(v8, ft1, b)
#define M4_4(op, b) M4_2(op, b) op(v12, ft2, b) op(v16, ft3, b)
#define M4_7(op, b) M4_4(op, b) op(v20, ft4, b) op(v24, ft5, b) op(v28, ft6, b)

#define LOAD_M4_1(c) vl4re32.v v4, (c)
#define LOAD_M4_2(c) LOAD_M4_1(c); add c, c, t0; vl4re32.v v8, (c)
#define LOAD_M4_4(c) LOAD_M4_2(c); add c, c, t0; vl4re32.v v12, (c); add c, c, t0; vl4re32.v v16, (c)
#define LOAD_M4_7(c)                                                                                          \
    LOAD_M4_4(c); add c, c, t0; vl4re32.v v20, (c); add c, c, t0; vl4re32.v v24, (c); add c, c, t0;            \
    vl4re32.v v28, (c)
#define STORE_M4_1(c) vs4r.v v4, (c); add c, c, t0
#define STORE_M4_2(c) STORE_M4_1(c); vs4r.v v8, (c); add c, c, t0
#define STORE_M4_4(c) STORE_M4_2(c); vs4r.v v12, (c); add c, c, t0; vs4r.v v16, (c); add c, c, t0
#define STORE_M4_7(c)                                                                                         \
    STORE_M4_4(c); vs4r.v v20, (c); add c, c, t0; vs4r.v v24, (c); add c, c, t0; vs4r.v v28, (c); add c, c, t0

/// Steps at LMUL w, 8 or 4: HALF_<w> is w / 2, LOG_<w> its logarithm, V_<w> the second half of the group v0 ///

#define HALF_8 4
#define HALF_4 2
#define LOG_8  3
#define LOG_4  2
#define V_8    v4
#define V_4    v2

#define CALL(macro, ...) macro(__VA_ARGS__)
#define LOAD_B(w, bits) vl##w##re##bits.v v0, (t3)
#define SET(rd, bits, w) vsetvli rd, zero, e##bits, m##w, ta, ma

#define STEP_W_F32(w, op, rows, rs, i) LOAD_B(w, 32); add t3, t3, t0; A##rows(F32, rs, i) M##w##_##rows(op##_F32, v0)
#define PAIR_W_F16(w, op, rows, rs, i)                                                                        \
    LOAD_B(w, 16); add t3, t3, t0; A##rows(F16, rs, i) M##w##_##rows(op##_F16, v0)                            \
    A##rows(F16, rs, (i) + 1) M##w##_##rows(MACC_F16, V_##w)

#define LAST_F32(w, op, rows, rs) STEP_W_F32(w, op, rows, rs, 0) addi t2, t2, 4
#define LAST_F16(w, op, rows, rs)                                                                             \
    CALL(LOAD_B, HALF_##w, 16); add t3, t3, t1; A##rows(F16, rs, 0) M##w##_##rows(op##_F16, v0) addi t2, t2, 2

#define EIGHT_W_F32(w, op, rows, rs, i)                                                                       \
    STEP_W_F32(w, op, rows, rs, (i) + 0) STEP_W_F32(w, MACC, rows, rs, (i) + 1)                               \
    STEP_W_F32(w, MACC, rows, rs, (i) + 2) STEP_W_F32(w, MACC, rows, rs, (i) + 3)                             \
    STEP_W_F32(w, MACC, rows, rs, (i) + 4) STEP_W_F32(w, MACC, rows, rs, (i) + 5)                             \
    STEP_W_F32(w, MACC, rows, rs, (i) + 6) STEP_W_F32(w, MACC, rows, rs, (i) + 7)
#define EIGHT_W_F16(w, op, rows, rs, i)                                                                       \
    PAIR_W_F16(w, op, rows, rs, (i) + 0) PAIR_W_F16(w, MACC, rows, rs, (i) + 2)                               \
    PAIR_W_F16(w, MACC, rows, rs, (i) + 4) PAIR_W_F16(w, MACC, rows, rs, (i) + 6)

// Adds the sums of a box, in the accumulators, to rows of C, and advances C to the next rows.
#define ADD(w, c, sum) vl##w##re32.v v0, (c); vfadd.vv v0, v0, sum; vs##w##r.v v0, (c); add c, c, t0;
#define ADD_8_1(c) ADD(8, c, v8)
#define ADD_8_2(c) ADD_8_1(c) ADD(8, c, v16)
#define ADD_8_3(c) ADD_8_2(c) ADD(8, c, v24)
#define ADD_4_1(c) ADD(4, c, v4)
#define ADD_4_2(c) ADD_4_1(c) ADD(4, c, v8)
#define ADD_4_4(c) ADD_4_2(c) ADD(4, c, v12) ADD(4, c, v16)
#define ADD_4_7(c) ADD_4_4(c) ADD(4, c, v20) ADD(4, c, v24) ADD(4, c, v28)

// Sets the element type for that, and restores that of the panels.
#define WIDE_F32(w)
#define WIDE_F16(w)   SET(zero, 32, w);
#define NARROW_F32(w)
#define NARROW_F16(w) CALL(SET, zero, 16, HALF_##w);

#define START_F32(w) SET(t1, 32, w); csrr t0, vlenb; slli t0, t0, LOG_##w
#define START_F16(w) CALL(SET, t1, 16, HALF_##w); csrr t0, vlenb; slli t1, t0, LOG_##w - 1; slli t0, t0, LOG_##w

/// inner ///

#define BYTES_F32 4
#define BYTES_F16 2

// The elements of a column, in groups of eight; a long column is a loop. `op` of the first.
#define COLUMN_8(op, elem, w, rows, rs)  EIGHT_W_##elem(w, op, rows, rs, 0)
#define COLUMN_16(op, elem, w, rows, rs) EIGHT_W_##elem(w, op, rows, rs, 0) EIGHT_W_##elem(w, MACC, rows, rs, 8)
#define COLUMN_32(op, elem, w, rows, rs)                                                                      \
    COLUMN_16(op, elem, w, rows, rs) EIGHT_W_##elem(w, MACC, rows, rs, 16) EIGHT_W_##elem(w, MACC, rows, rs, 24)
#define COLUMN_64(op, elem, w, rows, rs)                                                                      \
    EIGHT_W_##elem(w, op, rows, rs, 0) li t6, 7;                                                              \
    9: addi t2, t2, 8 * BYTES_##elem; EIGHT_W_##elem(w, MACC, rows, rs, 0) addi t6, t6, -1; bnez t6, 9b;      \
    addi t2, t2, -56 * BYTES_##elem;

// Whole columns, t4 of them. Columns of eight elements go two in each iteration, after one if their number is odd.
#define COLUMNS(column, elem, w, rows, rs)                                                                    \
    2: column(MACC, elem, w, rows, rs) add t2, t2, a4; addi t4, t4, -1; bnez t4, 2b;
#define COLUMNS_8(elem, w, rows, rs)                                                                          \
    andi t6, t4, 1; beqz t6, 2f; EIGHT_W_##elem(w, MACC, rows, rs, 0) add t2, t2, a4; addi t4, t4, -1; beqz t4, 3f; \
    2: EIGHT_W_##elem(w, MACC, rows, rs, 0) add t2, t2, a4; EIGHT_W_##elem(w, MACC, rows, rs, 0) add t2, t2, a4; \
    addi t4, t4, -2; bnez t4, 2b;
#define COLUMNS_16(elem, w, rows, rs) COLUMNS(COLUMN_16, elem, w, rows, rs)
#define COLUMNS_32(elem, w, rows, rs) COLUMNS(COLUMN_32, elem, w, rows, rs)

// Of a function over MM_COUNT groups of rows: what comes before the work on a group, and after it.
#define BEGIN(name, elem, w)                                                                                  \
    .globl name; .type name, @function; .balign 4; name:                                                      \
    MM_LP a1, MM_A(a0); MM_LP a2, MM_B(a0); MM_LP a3, MM_C(a0); MM_LP a4, MM_PITCH(a0);                       \
    MM_LC a5, MM_COLUMNS(a0); MM_LC a6, MM_REST(a0); MM_LC a7, MM_COUNT(a0); START_##elem(w);                 \
    1: mv t2, a1; mv t3, a2; mv t4, a5;
#define END(name, rows, rs) addi a1, a1, rows * rs; addi a7, a7, -1; bnez a7, 1b; ret; .size name, . - name;

#define INNER(name, w, elem, rows, rs, c0)                                                                    \
    BEGIN(name, elem, w)                                                                                      \
    mv t5, a3; LOAD_M##w##_##rows(t5);                                                                        \
    beqz t4, 3f;                                                                                              \
    COLUMNS_##c0(elem, w, rows, rs)                                                                           \
    3: beqz a6, 5f;                                                                                           \
    mv t4, a6;                                                                                                \
    4: LAST_##elem(w, MACC, rows, rs); addi t4, t4, -1; bnez t4, 4b;                                          \
    5: STORE_M##w##_##rows(a3);                                                                               \
    END(name, rows, rs)

// As above in boxes: a column is summed starting from its first product, and then added to C.
#define BOX(w, elem, rows) mv t5, a3; WIDE_##elem(w) ADD_##w##_##rows(t5) NARROW_##elem(w)

#define BOXES(name, w, elem, rows, rs, c0)                                                                    \
    BEGIN(name, elem, w)                                                                                      \
    beqz t4, 3f;                                                                                              \
    2: COLUMN_##c0(MUL, elem, w, rows, rs)                                                                    \
    BOX(w, elem, rows)                                                                                        \
    add t2, t2, a4; addi t4, t4, -1; bnez t4, 2b;                                                             \
    3: beqz a6, 5f;                                                                                           \
    LAST_##elem(w, MUL, rows, rs);                                                                            \
    addi t4, a6, -1;                                                                                          \
    beqz t4, 6f;                                                                                              \
    4: LAST_##elem(w, MACC, rows, rs); addi t4, t4, -1; bnez t4, 4b;                                          \
    6: BOX(w, elem, rows)                                                                                     \
    5: mv a3, t5;                                                                                             \
    END(name, rows, rs)

#define INNER_ROWS(form, kind, elem, rs, c0)                                                                  \
    form(mm_##kind##_##elem##_3_##rs, 8, elem, 3, rs, c0)                                                     \
    form(mm_##kind##_##elem##_2_##rs, 8, elem, 2, rs, c0)                                                     \
    form(mm_##kind##_##elem##_1_##rs, 8, elem, 1, rs, c0)                                                     \
    form(mm_narrow_##kind##_##elem##_7_##rs, 4, elem, 7, rs, c0)                                              \
    form(mm_narrow_##kind##_##elem##_4_##rs, 4, elem, 4, rs, c0)                                              \
    form(mm_narrow_##kind##_##elem##_2_##rs, 4, elem, 2, rs, c0)                                              \
    form(mm_narrow_##kind##_##elem##_1_##rs, 4, elem, 1, rs, c0)

INNER_ROWS(INNER, chain, F32, 32, 8)
INNER_ROWS(INNER, chain, F16, 32, 16)
INNER_ROWS(INNER, chain, F16, 64, 32)
INNER_ROWS(BOXES, boxes, F32, 64, 16)
INNER_ROWS(BOXES, boxes, F32, 128, 32)
INNER_ROWS(BOXES, boxes, F32, 256, 64)
INNER_ROWS(BOXES, boxes, F16, 64, 32)

/// outer: three rows, eight steps ///

// Scalars of A: row 0 in f0-f7, row 1 in f10-f17, row 2 in f28-f31, f8, f9, f18, f19.
#define LOAD_A8(insn, bytes, at, f0_, f1_, f2_, f3_, f4_, f5_, f6_, f7_)                                      \
    insn f0_, (at)(a1); insn f1_, ((at) + bytes)(a1); insn f2_, ((at) + 2 * bytes)(a1); insn f3_, ((at) + 3 * bytes)(a1);  \
    insn f4_, ((at) + 4 * bytes)(a1); insn f5_, ((at) + 5 * bytes)(a1); insn f6_, ((at) + 6 * bytes)(a1);             \
    insn f7_, ((at) + 7 * bytes)(a1);
#define LOAD_A24(insn, bytes, rs)                                           \
    LOAD_A8(insn, bytes, 0, f0, f1, f2, f3, f4, f5, f6, f7)                 \
    LOAD_A8(insn, bytes, rs, f10, f11, f12, f13, f14, f15, f16, f17)        \
    LOAD_A8(insn, bytes, 2 * (rs), f28, f29, f30, f31, f8, f9, f18, f19)

// Eight steps are a part of a box whose partial sums are in memory: `first` stores them there, `mid` loads and stores
// them, `last` loads them from MM_SUMS after C and adds them to C. Sums without boxes are all `mid`, in C itself.
#define IN_first(elem, c)
#define IN_mid(elem, c)  vl8re32.v v8, (c); add t2, c, t0; vl8re32.v v16, (t2); add t3, t2, t0; vl8re32.v v24, (t3);
#define IN_last(elem, c) add t2, c, t6; vl8re32.v v8, (t2); add t2, t2, t0; vl8re32.v v16, (t2); add t2, t2, t0; vl8re32.v v24, (t2);
#define IN_whole(elem, c)
#define OUT_first(elem, c) \
    vs8r.v v8, (c); add t2, c, t0; vs8r.v v16, (t2); add t3, t2, t0; vs8r.v v24, (t3); add c, t3, t0;
#define OUT_mid(elem, c)   vs8r.v v8, (c); vs8r.v v16, (t2); vs8r.v v24, (t3); add c, t3, t0;
#define OUT_last(elem, c)  WIDE_##elem(8) ADD_8_3(c) NARROW_##elem(8)
#define OUT_whole(elem, c) OUT_last(elem, c)
#define OP_first MUL
#define OP_mid   MACC
#define OP_last  MACC
#define OP_whole MUL

#define OUT3(op, b, fa_, fb_, fc_) op(v8, fa_, b) op(v16, fb_, b) op(v24, fc_, b)
#define STEP_F32(op, b, fa_, fb_, fc_) vl8re32.v v0, (b); OUT3(op##_F32, v0, fa_, fb_, fc_)
#define STEP_F16(op, b, fa_, fb_, fc_, fd_, fe_, ff_) \
    vl8re16.v v0, (b); OUT3(op##_F16, v0, fa_, fb_, fc_) OUT3(MACC_F16, v4, fd_, fe_, ff_)

#define EIGHT_F32(op, b0, b1, b2, b3, b4, b5, b6, b7)                                                     \
    STEP_F32(op, b0, f0, f10, f28) STEP_F32(MACC, b1, f1, f11, f29) STEP_F32(MACC, b2, f2, f12, f30)        \
    STEP_F32(MACC, b3, f3, f13, f31) STEP_F32(MACC, b4, f4, f14, f8) STEP_F32(MACC, b5, f5, f15, f9)        \
    STEP_F32(MACC, b6, f6, f16, f18) STEP_F32(MACC, b7, f7, f17, f19)
#define EIGHT_F16(op, b0, b1, b2, b3)                                                                     \
    STEP_F16(op, b0, f0, f10, f28, f1, f11, f29) STEP_F16(MACC, b1, f2, f12, f30, f3, f13, f31)             \
    STEP_F16(MACC, b2, f4, f14, f8, f5, f15, f9) STEP_F16(MACC, b3, f6, f16, f18, f7, f17, f19)
// `op` is expanded before it is pasted to a type.
#define EIGHT(elem, op, ...) EIGHT_##elem(op, __VA_ARGS__)
#define GROUP(elem, part, c, ...) IN_##part(elem, c) EIGHT(elem, OP_##part, __VA_ARGS__) OUT_##part(elem, c)

// Addresses of the vectors of a group, t0 bytes apart.
#define ADDRESSES_4(first, b0, b1, b2, b3) mv b0, first; add b1, b0, t0; add b2, b1, t0; add b3, b2, t0
#define ADDRESSES_8(first, b0, b1, b2, b3, b4, b5, b6, b7) \
    ADDRESSES_4(first, b0, b1, b2, b3); add b4, b3, t0; add b5, b4, t0; add b6, b5, t0; add b7, b6, t0

#define ADDRESSES_F32_2                                  \
    ADDRESSES_8(t2, s0, s1, s2, s3, s4, s5, s6, s7);     \
    add t2, t2, t3;                                      \
    ADDRESSES_8(t2, s8, s9, s10, s11, a4, a5, a6, a7)
#define GROUPS_F32_2(part) \
    GROUP(F32, part, a2, s0, s1, s2, s3, s4, s5, s6, s7) GROUP(F32, part, a3, s8, s9, s10, s11, a4, a5, a6, a7)

#define ADDRESSES_F16_2               \
    ADDRESSES_4(t2, s0, s1, s2, s3);  \
    add t2, t2, t3;                   \
    ADDRESSES_4(t2, s4, s5, s6, s7)
#define GROUPS_F16_2(part) GROUP(F16, part, a2, s0, s1, s2, s3) GROUP(F16, part, a3, s4, s5, s6, s7)

#define ADDRESSES_F16_4                 \
    ADDRESSES_F16_2;                    \
    add t2, t2, t3;                     \
    ADDRESSES_4(t2, s8, s9, s10, s11);  \
    add t2, t2, t3;                     \
    ADDRESSES_4(t2, a4, a5, a6, a7)
#define GROUPS_F16_4(part) \
    GROUPS_F16_2(part) GROUP(F16, part, t4, s8, s9, s10, s11) GROUP(F16, part, t5, a4, a5, a6, a7)

#define FRAME    128
#define SAVED_X(insn)                                                                                           \
    insn s0, 0(sp); insn s1, 8(sp); insn s2, 16(sp); insn s3, 24(sp); insn s4, 32(sp); insn s5, 40(sp);          \
    insn s6, 48(sp); insn s7, 56(sp); insn s8, 64(sp); insn s9, 72(sp); insn s10, 80(sp); insn s11, 88(sp);
#define SAVED(insn, finsn)                                                                                      \
    SAVED_X(insn)                                                                                               \
    finsn fs0, 96(sp); finsn fs1, 104(sp); finsn fs2, 112(sp); finsn fs3, 120(sp);

#define LOAD_F32 flw
#define LOAD_F16 flh

#define OUTER(name, part, elem, groups, rs)              \
    .globl name;                                         \
    .type name, @function;                               \
    .balign 4;                                           \
    name:                                                \
    addi sp, sp, -FRAME;                                 \
    SAVED(MM_SP, fsd)                                       \
    START_##elem(8);                                     \
    MM_LP a1, MM_A(a0);                                  \
    MM_LP t2, MM_B(a0);                                  \
    MM_LP t3, MM_B_GROUP(a0);                            \
    ADDRESSES_##elem##_##groups;                         \
    MM_LP a2, MM_C(a0);                                  \
    MM_LP t2, MM_C_GROUP(a0);                            \
    add a3, a2, t2;                                      \
    add t4, a3, t2;                                      \
    add t5, t4, t2;                                      \
    li t6, MM_SUMS;                                      \
    MM_LC t1, MM_COUNT(a0);                              \
    1: LOAD_A24(LOAD_##elem, BYTES_##elem, rs)           \
    GROUPS_##elem##_##groups(part)                       \
    addi a1, a1, 3 * rs;                                 \
    addi t1, t1, -1;                                     \
    bnez t1, 1b;                                         \
    SAVED(MM_LP, fld)                                       \
    addi sp, sp, FRAME;                                  \
    ret;                                                 \
    .size name, . - name;

#define OUTER_PARTS(elem, groups, rs)                            \
    OUTER(mm_outer_first_##elem##_##groups##_##rs, first, elem, groups, rs) \
    OUTER(mm_outer_mid_##elem##_##groups##_##rs, mid, elem, groups, rs)     \
    OUTER(mm_outer_last_##elem##_##groups##_##rs, last, elem, groups, rs)

OUTER(mm_outer_mid_F32_2_32, mid, F32, 2, 32)
OUTER_PARTS(F32, 2, 64)
OUTER_PARTS(F32, 2, 128)
OUTER_PARTS(F32, 2, 256)
OUTER(mm_outer_mid_F16_2_32, mid, F16, 2, 32)
OUTER_PARTS(F16, 2, 64)
OUTER(mm_outer_mid_F16_4_32, mid, F16, 4, 32)
OUTER_PARTS(F16, 4, 64)

/// long: three rows, the vectors of sixteen addresses: 16 steps of f32, 32 of f16 ///

// A: the first half of the steps at a1, the second at a3.
#define LONG_F32(op, b, a, rs, i) \
    A3_AT(flw, a, rs, 4 * (i)) vl8re32.v v0, (b); M8_3(op##_F32, v0)
#define LONG_F16(op, b, a, rs, i)                                              \
    A3_AT(flh, a, rs, 4 * (i)) vl8re16.v v0, (b); M8_3(op##_F16, v0)           \
    A3_AT(flh, a, rs, 4 * (i) + 2) M8_3(MACC_F16, v4)
#define A3_AT(insn, a, rs, at) insn ft0, (at)(a); insn ft1, ((rs) + (at))(a); insn ft2, (2 * (rs) + (at))(a);

#define LONG_8(op, step, a, rs, b0, b1, b2, b3, b4, b5, b6, b7)                                         \
    step(op, b0, a, rs, 0) step(MACC, b1, a, rs, 1) step(MACC, b2, a, rs, 2) step(MACC, b3, a, rs, 3)   \
    step(MACC, b4, a, rs, 4) step(MACC, b5, a, rs, 5) step(MACC, b6, a, rs, 6) step(MACC, b7, a, rs, 7)

// The steps of `whole` are a complete box.
#define LONG(name, part, elem, rs)                                      \
    .globl name;                                                        \
    .type name, @function;                                              \
    .balign 4;                                                          \
    name:                                                               \
    addi sp, sp, -FRAME;                                                \
    SAVED_X(MM_SP)                                                      \
    START_##elem(8);                                                    \
    MM_LP a1, MM_A(a0);                                                 \
    MM_LP a3, MM_PITCH(a0);                                             \
    add a3, a3, a1;                                                     \
    MM_LP a2, MM_B(a0);                                                 \
    ADDRESSES_8(a2, s0, s1, s2, s3, s4, s5, s6, s7);                    \
    add a2, s7, t0;                                                     \
    ADDRESSES_8(a2, s8, s9, s10, s11, a4, a5, a6, a7);                  \
    MM_LP a2, MM_C(a0);                                                 \
    MM_LC t1, MM_COUNT(a0);                                             \
    li t6, MM_SUMS;                                                     \
    1: IN_##part(elem, a2)                                              \
    LONG_8(OP_##part, LONG_##elem, a1, rs, s0, s1, s2, s3, s4, s5, s6, s7)         \
    LONG_8(MACC, LONG_##elem, a3, rs, s8, s9, s10, s11, a4, a5, a6, a7)   \
    OUT_##part(elem, a2)                                                \
    addi a1, a1, 3 * rs;                                                \
    addi a3, a3, 3 * rs;                                                \
    addi t1, t1, -1;                                                    \
    bnez t1, 1b;                                                        \
    SAVED_X(MM_LP)                                                      \
    addi sp, sp, FRAME;                                                 \
    ret;                                                                \
    .size name, . - name;

LONG(mm_long_mid_F32_32, mid, F32, 32)
LONG(mm_long_whole_F32_64, whole, F32, 64)
LONG(mm_long_first_F32_128, first, F32, 128)
LONG(mm_long_last_F32_128, last, F32, 128)
LONG(mm_long_first_F32_256, first, F32, 256)
LONG(mm_long_mid_F32_256, mid, F32, 256)
LONG(mm_long_last_F32_256, last, F32, 256)
LONG(mm_long_mid_F16_32, mid, F16, 32)
LONG(mm_long_mid_F16_64, mid, F16, 64)
LONG(mm_long_whole_F16_64, whole, F16, 64)
