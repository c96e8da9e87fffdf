// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/ops/tile: reductions whose lanes are rows or columns of several rows. Each function does a run,
// in the order that reduce.c describes, or returns false.
#ifndef PTO_OPS_TILE_REDUCE_H
#define PTO_OPS_TILE_REDUCE_H

#include "columns.h"

#define PTO_SUMS 64

// clang-format off
#define PTO_COLUMNS_FN(name, T) static inline bool pto_columns_##name##_##T(const pto_tile_run_t *run)
#define PTO_NO_COLUMNS(name, T) PTO_COLUMNS_FN(name, T) { (void)run; return false; }
#define PTO_FOR_ROW_FNS(X, T) X(rowsum, T) X(rowprod, T) X(rowmax, T) X(rowmin, T)
#define PTO_FOR_COL_FNS(X, T) X(colsum, T) X(colprod, T) X(colmax, T) X(colmin, T)

#ifndef PTO_HAS_STRIPS
PTO_NO_COLUMNS(rowmax, i8) PTO_NO_COLUMNS(rowmax, u8) PTO_NO_COLUMNS(rowmin, i8) PTO_NO_COLUMNS(rowmin, u8)
PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, i16) PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, u16) PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, f16)
PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, i32) PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, u32) PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, f32)
PTO_FOR_COL_FNS(PTO_NO_COLUMNS, i32) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, u32) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, f32)
#else

/// Rows ///

// A group holds four columns of 64 rows, or two, or one: the partial sums of a row are in as many lanes, and the groups
// that these leave. Few rows are better taken one by one.
#define COLUMNS_MAX PTO_STRIP_MAX(f32, m8)
#define COLUMNS_NUM PTO_TILE_SUM_COLUMNS
#define COLUMNS_FEW 8

// One column of each row is better loaded by its step: offsets would take the registers of sums.
#define FOUR_INSN(x, p)      "vluxei16.v " x ", (" p "), %[at]\n"
#define FOUR_LOAD(T, p)      PTO_STRIP_INSN(vluxei16_v, T, m8)((const pto_##T##_t *)(const void *)(p), at, pto_vl)
#if __riscv_v_fixed_vlen < 512
#define COLUMNS_AT           ptrdiff_t
#define COLUMNS_OFFSETS      step
#define COLUMNS_LOAD(T, p)   PTO_STRIP_INSN(vlse32_v, T, m8)((const pto_##T##_t *)(const void *)(p), at, pto_vl)
#define COLUMNS_INSN(x, p)   "vlse32.v " x ", (" p "), %[at]\n"
#define COLUMNS_OPERAND      "r"
#else
#define COLUMNS_AT           vuint16m4_t
#define COLUMNS_OFFSETS      pto_column_offsets_m4(rows, COLUMNS_NUM, step, 4)
#define COLUMNS_LOAD         FOUR_LOAD
#define COLUMNS_INSN         FOUR_INSN
#define COLUMNS_OPERAND      "vr"
#endif
#define COLUMNS_STORE(T, p, step, x, n)                                                                          \
    ((step) == 4 ? PTO_STRIP_INSN(vse32_v, T, m8)((pto_##T##_t *)(void *)(p), x, n)                              \
                 : PTO_STRIP_INSN(vsse32_v, T, m8)((pto_##T##_t *)(void *)(p), step, x, n))
#define COLUMNS_SAME(x) (x)
#define COLUMNS_ZERO(x) __riscv_vfadd((x), 0.0f, pto_vl)  // sums start with +0

// Groups of rows, of which there are some: `num` columns of each from p on, whose value goes to d.
#define COLUMNS_GROUPS(num, ...)                                                                                 \
    const ptrdiff_t step = run->a_step;                                                                          \
    const uint8_t *first = run->a;                                                                               \
    uint8_t *d = run->d;                                                                                         \
    for (size_t left = run->rows, rows;;) {                                                                      \
        rows = pto_columns_rows(left, COLUMNS_MAX / (num), step);                                                \
        const size_t pto_vl = rows * (num);                                                                      \
        const uint8_t *p = first;                                                                                \
        __VA_ARGS__                                                                                              \
        left -= rows;                                                                                            \
        if (left == 0) {                                                                                         \
            break;                                                                                               \
        }                                                                                                        \
        first += (ptrdiff_t)rows * step;                                                                         \
        d += (ptrdiff_t)rows * run->d_step;                                                                      \
    }

// The columns of a group are in `sum`.
#define COLUMNS_FOLD(T, op, last)                                                                                \
    if (COLUMNS_NUM == 4) {                                                                                      \
        sum = PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(sum, 2 * rows, pto_vl));                           \
    }                                                                                                            \
    if (COLUMNS_NUM >= 2) {                                                                                      \
        sum = PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(sum, rows, pto_vl));                               \
    }                                                                                                            \
    COLUMNS_STORE(T, d, run->d_step, last(sum), rows)

#include "reduce_ragged.h"

#define SUM_OF_BLOCKS(name, T, op)                                                                               \
    /* One column of each block of 64. */                                                               \
    PTO_VFN PTO_STRIP(T, m8) name##_block_##T(const uint8_t *p, size_t n, COLUMNS_AT at, size_t pto_vl) \
    {                                                                                                   \
        PTO_STRIP(T, m8) x = COLUMNS_LOAD(T, p);                                                        \
        for (size_t j = PTO_SUMS; j < n; j += PTO_SUMS) {                                               \
            x = PTO_LANEWISE(op, T, m8)(x, COLUMNS_LOAD(T, p + j * 4));                                 \
        }                                                                                               \
        return x;                                                                                       \
    }
#define SUM_INSNS(insn)                                                                                          \
    "vsetvli zero, %[vl], e32, m8, ta, ma\n"                                                                     \
    "addi %[p], %[p], 16\n"                                                                                      \
    "1:\n"                                                                                                       \
    ".rept 5\n"                                                                                                  \
    COLUMNS_INSN("%[x]", "%[p]")                                                                                 \
    "addi %[p], %[p], 16\n"                                                                                      \
    insn " %[sum], %[sum], %[x]\n"                                                                               \
    ".endr\n"                                                                                                    \
    "bne %[p], %[end], 1b"
#define SUM_OF_FOURTHS(name, T, op, insn)                                                                        \
    /* Every fourth column. */                                                                                   \
    PTO_VFN PTO_STRIP(T, m8) name##_part_##T(const uint8_t *p, size_t n, COLUMNS_AT at, size_t pto_vl)           \
    {                                                                                                            \
        PTO_STRIP(T, m8) sum = name##_block_##T(p, n, at, pto_vl);                                               \
        const uint8_t *const end = p + (n < PTO_SUMS ? n : PTO_SUMS) * 4;                                        \
        if (n == PTO_SUMS) {                                                                                     \
            PTO_STRIP(T, m8) x;                                                                                  \
            __asm__(SUM_INSNS(insn) : [p] "+r"(p), [sum] "+vr"(sum), [x] "=&vr"(x)                               \
                    : [at] COLUMNS_OPERAND(at), [end] "r"(end), [vl] "r"(pto_vl) : "vl", "vtype", "memory");     \
            return sum;                                                                                          \
        }                                                                                                        \
        for (p += 16; p != end; p += 16) {                                                                       \
            sum = PTO_LANEWISE(op, T, m8)(sum, name##_block_##T(p, n, at, pto_vl));                              \
        }                                                                                                        \
        return sum;                                                                                              \
    }
#define SUM_BY_COLUMNS(name, T, op, last)                                                                        \
    PTO_VFN void name##_columns_##T(const pto_tile_run_t *run, const size_t n)              \
    {                                                                                       \
        COLUMNS_GROUPS(COLUMNS_NUM, {                                                       \
            const COLUMNS_AT at = COLUMNS_OFFSETS;                                          \
            PTO_STRIP(T, m8) sum = name##_part_##T(p, n, at, pto_vl);                       \
            if (COLUMNS_NUM <= 2) {                                                         \
                sum = PTO_LANEWISE(op, T, m8)(sum, name##_part_##T(p + 8, n, at, pto_vl));  \
            }                                                                               \
            if (COLUMNS_NUM == 1) {                                                         \
                PTO_STRIP(T, m8) odd = name##_part_##T(p + 4, n, at, pto_vl);               \
                odd = PTO_LANEWISE(op, T, m8)(odd, name##_part_##T(p + 12, n, at, pto_vl)); \
                sum = PTO_LANEWISE(op, T, m8)(sum, odd);                                    \
            }                                                                               \
            COLUMNS_FOLD(T, op, last);                                                      \
        })                                                                                  \
    }
#define SUM_OF_COLUMNS(name, T, op, insn)                                                                        \
    /* Columns of each block of 64, `num` of them from p on. */                                           \
    PTO_VFN PTO_STRIP(T, m8) name##_blocks_##T(const uint8_t *p, size_t n, vuint16m4_t at, size_t pto_vl) \
    {                                                                                                     \
        PTO_STRIP(T, m8) x = FOUR_LOAD(T, p);                                                             \
        if (n == 2 * PTO_SUMS) {                                                                          \
            return PTO_LANEWISE(op, T, m8)(x, FOUR_LOAD(T, p + PTO_SUMS * 4));                            \
        }                                                                                                 \
        if (n > PTO_SUMS) {                                                                               \
            PTO_STRIP(T, m8) y;                                                                           \
            const uint8_t *const end = p + (n - PTO_SUMS) * 4;                                            \
            __asm__("vsetvli zero, %[vl], e32, m8, ta, ma\n"                                              \
                    "1:\n"                                                                                \
                    "addi %[p], %[p], 256\n"                                                              \
                    "vluxei16.v %[y], (%[p]), %[at]\n"                                                    \
                    insn " %[x], %[x], %[y]\n"                                                            \
                    "bne %[p], %[end], 1b"                                                                \
                    : [p] "+r"(p), [x] "+vr"(x), [y] "=&vr"(y)                                            \
                    : [at] "vr"(at), [end] "r"(end), [vl] "r"(pto_vl)                                     \
                    : "vl", "vtype", "memory");                                                           \
        }                                                                                                 \
        return x;                                                                                         \
    }
#define SUM_BY_FOUR(name, T, op, last)                                                                           \
    /* Four or eight columns of some rows in a group: the sums of a row are four, in which eight come one after the other. */ \
    PTO_VFN void name##_four_##T(const pto_tile_run_t *run, const size_t n, const size_t num)                                 \
    {                                                                                                                         \
        COLUMNS_GROUPS(num, {                                                                                                 \
            const vuint16m4_t at = pto_column_offsets_m4(rows, num, step, 4);                                                 \
            const uint8_t *const end = p + (n < PTO_SUMS ? n : PTO_SUMS) * 4;                                                 \
            PTO_STRIP(T, m8) sum = name##_blocks_##T(p, n, at, pto_vl), x = sum;                                              \
            for (;;) {                                                                                                        \
                if (num == 8) {                                                                                               \
                    sum = PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(x, 4 * rows, pto_vl));                              \
                }                                                                                                             \
                p += num * 4;                                                                                                 \
                if (p == end) {                                                                                               \
                    break;                                                                                                    \
                }                                                                                                             \
                x = name##_blocks_##T(p, n, at, pto_vl);                                                                      \
                sum = PTO_LANEWISE(op, T, m8)(sum, x);                                                                        \
            }                                                                                                                 \
            sum = PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(sum, 2 * rows, pto_vl));                                    \
            sum = PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(sum, rows, pto_vl));                                        \
            COLUMNS_STORE(T, d, run->d_step, last(sum), rows);                                                                \
        })                                                                                                                    \
    }
#define SUM_OF_FEW(name, T)                                                                                      \
    static __attribute__((noinline)) void name##_others_##T(const pto_tile_run_t *run)                           \
    {                                                                                                            \
        name##_columns_##T(run, run->cols);                                                                      \
    }                                                                                                            \
    static __attribute__((noinline)) void name##_few_##T(const pto_tile_run_t *run) \
    {                                                                               \
        const bool eight = run->rows <= COLUMNS_MAX / 8 && run->cols % 8 == 0;      \
        if (eight && run->cols == 2 * PTO_SUMS) {                                   \
            name##_four_##T(run, 2 * PTO_SUMS, 8);                                  \
        } else if (eight) {                                                         \
            name##_four_##T(run, run->cols, 8);                                     \
        } else {                                                                    \
            name##_four_##T(run, run->cols, 4);                                     \
        }                                                                           \
    }
#define SUM_FN(name, T)                                                                                          \
    PTO_COLUMNS_FN(name, T)                                                                 \
    {                                                                                       \
        const size_t n = run->cols;                                                         \
        if (run->rows < COLUMNS_FEW || n % 4 != 0 || (n > PTO_SUMS && n % PTO_SUMS != 0)) { \
            name##_any_##T(run);                                                            \
            return true;                                                                    \
        }                                                                                   \
        if (PTO_TILE_SUM_IS_FEW(run->rows)) {                                               \
            name##_few_##T(run);                                                            \
        } else if (n == PTO_SUMS) {                                                         \
            name##_columns_##T(run, PTO_SUMS);                                              \
        } else {                                                                            \
            name##_others_##T(run);                                                         \
        }                                                                                   \
        return true;                                                                        \
    }
#define COLUMNS_SUM(name, T, op, insn, last, start)                                                              \
    SUM_OF_BLOCKS(name, T, op) SUM_OF_FOURTHS(name, T, op, insn) SUM_BY_COLUMNS(name, T, op, last)               \
    SUM_OF_COLUMNS(name, T, op, insn) SUM_BY_FOUR(name, T, op, last) RAGGED_FN(name, T, op, start)               \
    SUM_OF_FEW(name, T) SUM_FN(name, T)
COLUMNS_SUM(rowsum, i32, vadd, "vadd.vv", COLUMNS_SAME, 0)
COLUMNS_SUM(rowsum, u32, vadd, "vadd.vv", COLUMNS_SAME, 0)
COLUMNS_SUM(rowsum, f32, vadd, "vfadd.vv", COLUMNS_ZERO, 0.0f)
COLUMNS_SUM(rowprod, i32, vmul, "vmul.vv", COLUMNS_SAME, 1)
COLUMNS_SUM(rowprod, u32, vmul, "vmul.vv", COLUMNS_SAME, 1)
COLUMNS_SUM(rowprod, f32, vmul, "vfmul.vv", COLUMNS_SAME, 1.0f)
COLUMNS_SUM(rowmax, i32, vmax, "vmax.vv", COLUMNS_SAME, PTO_NEUTRAL(vmax, i32))
COLUMNS_SUM(rowmax, u32, vmax, "vmaxu.vv", COLUMNS_SAME, PTO_NEUTRAL(vmax, u32))
COLUMNS_SUM(rowmin, i32, vmin, "vmin.vv", COLUMNS_SAME, PTO_NEUTRAL(vmin, i32))
COLUMNS_SUM(rowmin, u32, vmin, "vminu.vv", COLUMNS_SAME, PTO_NEUTRAL(vmin, u32))

#include "reduce_narrow.h"

// Maxima of floats know nothing of NaN; a comparison of two loads raises the flag `invalid` for it, and then rows are
// taken one by one. In assembly, as a compiler would drop comparisons that nothing reads.
#define MAX_INSNS(insn, load_insn)                                                                               \
    "vsetvli zero, %[vl], e32, m8, ta, ma\n"                                                                     \
    "1:\n"                                                                                                       \
    ".rept 2\n"                                                                                                  \
    load_insn("%[x]", "%[p]")                                                                                    \
    "addi %[p], %[p], %[step]\n"                                                                                 \
    load_insn("%[y]", "%[p]")                                                                                    \
    "addi %[p], %[p], %[step]\n"                                                                                 \
    insn " %[sum], %[sum], %[x]\n"                                                                               \
    insn " %[sum], %[sum], %[y]\n"                                                                               \
    "vmfle.vv v0, %[x], %[y]\n"                                                                                  \
    ".endr\n"                                                                                                    \
    "bne %[p], %[end], 1b"
#define MAX_GROUPS(name, insn, num, at_type, offsets, load, load_insn, operand)                                  \
    COLUMNS_GROUPS(num, {                                                                                        \
        const at_type at = offsets;                                                                              \
        const uint8_t *const end = p + n * 4;                                                                    \
        vfloat32m8_t sum = load(f32, p), x, y;                                                                   \
        __asm__ volatile(MAX_INSNS(insn, load_insn)                                                              \
                         : [p] "+r"(p), [sum] "+vr"(sum), [x] "=&vr"(x), [y] "=&vr"(y)                           \
                         : [at] operand(at), [end] "r"(end), [vl] "r"(pto_vl), [step] "i"(4 * (num))             \
                         : "v0", "vl", "vtype", "memory");                                                       \
        for (size_t half = (num) / 2; half != 0; half /= 2) {                                                    \
            sum = PTO_LANEWISE(name##_fold, f32, m8)(sum, __riscv_vslidedown(sum, half * rows, pto_vl));         \
        }                                                                                                        \
        COLUMNS_STORE(f32, d, run->d_step, sum, rows);                                                           \
    })
#define COLUMNS_MAX_FLOAT(name, insn)                                                                            \
    PTO_COLUMNS_FN(name, f32)                                                                                    \
    {                                                                                                            \
        const size_t n = run->cols;                                                                              \
        if (run->rows < COLUMNS_FEW || n % (4 * COLUMNS_NUM) != 0) {                                             \
            name##_any_f32(run);                                                                                 \
            return true;                                                                                         \
        }                                                                                                        \
        pto_forget_nans();                                                                                       \
        if (run->rows <= COLUMNS_MAX / 8 && n % (4 * 8) == 0) {                                                  \
            MAX_GROUPS(name, insn, 8, vuint16m4_t, pto_column_offsets_m4(rows, 8, step, 4), FOUR_LOAD,           \
                       FOUR_INSN, "vr")                                                                          \
        } else {                                                                                                 \
            MAX_GROUPS(name, insn, COLUMNS_NUM, COLUMNS_AT, COLUMNS_OFFSETS, COLUMNS_LOAD, COLUMNS_INSN,         \
                       COLUMNS_OPERAND)                                                                          \
        }                                                                                                        \
        return !pto_saw_nan();                                                                                   \
    }
#define PTO_LANE_rowmax_fold_F(x, y) __riscv_vfmax((x), (y), pto_vl)
#define PTO_LANE_rowmin_fold_F(x, y) __riscv_vfmin((x), (y), pto_vl)
RAGGED_MAX_FLOAT(rowmax, "vfmax.vv") COLUMNS_MAX_FLOAT(rowmax, "vfmax.vv")
RAGGED_MAX_FLOAT(rowmin, "vfmin.vv") COLUMNS_MAX_FLOAT(rowmin, "vfmin.vv")

/// Columns ///

// Strips of columns, row by row. `four` adds four rows in each iteration, after the rows modulo four.
#define COLUMNS_DOWN(name, T, op, four)                                                                          \
    static __attribute__((noinline)) void name##_down_##T(const pto_tile_run_t *run)                             \
    {                                                                                                            \
        const size_t step = (size_t)run->a_step, added = run->rows - 1, reach = added * step;                    \
        const uint8_t *first = run->a;                                                                           \
        uint8_t *d = run->d;                                                                                     \
        size_t pto_vl;                                                                                           \
        for (size_t left = run->cols; left != 0; left -= pto_vl, first += pto_vl * 4, d += pto_vl * 4) {         \
            pto_vl = PTO_LANE_VL(T, m8, left);                                                                   \
            const uint8_t *p = first, *const last = p + reach;                                                   \
            PTO_STRIP(T, m8) sum = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)p), x;               \
            for (size_t i = added % 4; i != 0; i--) {                                                            \
                COLUMNS_STEP(op, T)                                                                              \
            }                                                                                                    \
            while (p != last) {                                                                                  \
                four                                                                                             \
            }                                                                                                    \
            PTO_STRIP_STORE(T, m8, (pto_##T##_t *)(void *)d, sum);                                               \
        }                                                                                                        \
    }
#define COLUMNS_STEP(op, T)                                                                                      \
    p += step;                                                                                                   \
    x = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)p);                                             \
    sum = PTO_LANEWISE(op, T, m8)(sum, x);
#define COLUMNS_FOUR(op, T) COLUMNS_STEP(op, T) COLUMNS_STEP(op, T) COLUMNS_STEP(op, T) COLUMNS_STEP(op, T)

// As above for one instruction, in assembly: compilers keep an address for each of the four rows, and run out of
// registers.
#define COLUMNS_INSNS(insn)                                                                                      \
    __asm__ volatile("vsetvli zero, %[vl], e32, m8, ta, ma\n"                                                    \
                     "1:\n"                                                                                      \
                     ".rept 4\n"                                                                                 \
                     "add %[p], %[p], %[step]\n"                                                                 \
                     "vle32.v %[x], (%[p])\n"                                                                    \
                     insn " %[sum], %[sum], %[x]\n"                                                              \
                     ".endr\n"                                                                                   \
                     "bne %[p], %[last], 1b"                                                                     \
                     : [p] "+r"(p), [sum] "+vr"(sum), [x] "=&vr"(x)                                              \
                     : [step] "r"(step), [last] "r"(last), [vl] "r"(pto_vl)                                      \
                     : "vl", "vtype", "memory");

// Rows of a half or a quarter of a register group that follow each other come in by whole registers, several at once.
// `start` changes nothing that is added to it.
#define COLUMNS_WHOLE(T, L, start, ...)                                                                          \
    PTO_VFN void colsum_##L##_##T(const pto_tile_run_t *run)                                                     \
    {                                                                                                            \
        typedef PTO_STRIP(T, m8) wide_t __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen * 8)));        \
        const size_t pto_vl = PTO_LANE_VLMAX(T, L);                                                              \
        const uint8_t *p = run->a, *const end = p + run->rows * (size_t)run->a_step;                             \
        PTO_STRIP(T, L) sum = PTO_STRIP_SPLAT(T, L, start);                                                      \
        _Pragma("GCC unroll 4")                                                                                  \
        for (; p != end; p += __riscv_v_fixed_vlen) {                                                            \
            const wide_t x = *(const wide_t *)(const void *)p;                                                   \
            __VA_ARGS__                                                                                          \
        }                                                                                                        \
        PTO_STRIP_STORE(T, L, (pto_##T##_t *)(void *)run->d, sum);                                               \
    }
#define COLUMNS_PIECE(T, L, i) \
    sum = PTO_LANEWISE(vadd, T, L)(sum, PTO_CAT(PTO_STRIP_INSN(vget_v, T, m8), PTO_CAT(_, PTO_CAT(PTO_E_##T, L)))(x, i));
#define COLUMNS_SUMS(T, start, insn)                                                                             \
    COLUMNS_DOWN(colsum, T, vadd, COLUMNS_INSNS(insn))                                                           \
    COLUMNS_WHOLE(T, m4, start, COLUMNS_PIECE(T, m4, 0) COLUMNS_PIECE(T, m4, 1))                                 \
    COLUMNS_WHOLE(T, m2, start, COLUMNS_PIECE(T, m2, 0) COLUMNS_PIECE(T, m2, 1)                                  \
                  COLUMNS_PIECE(T, m2, 2) COLUMNS_PIECE(T, m2, 3))                                               \
    PTO_COLUMNS_FN(colsum, T)                                                                                    \
    {                                                                                                            \
        const bool follow = run->rows % 4 == 0 && run->a_step == (ptrdiff_t)run->cols * 4;                       \
        if (follow && run->cols == PTO_STRIP_MAX(T, m4)) {                                                       \
            colsum_m4_##T(run);                                                                                  \
        } else if (follow && run->cols == PTO_STRIP_MAX(T, m2)) {                                                \
            colsum_m2_##T(run);                                                                                  \
        } else {                                                                                                 \
            colsum_down_##T(run);                                                                                \
        }                                                                                                        \
        return true;                                                                                             \
    }
COLUMNS_SUMS(i32, 0, "vadd.vv") COLUMNS_SUMS(u32, 0, "vadd.vv") COLUMNS_SUMS(f32, -0.0f, "vfadd.vv")

#define COLUMNS_ONE(name, T, op)                                                                                 \
    COLUMNS_DOWN(name, T, op, COLUMNS_FOUR(op, T))                                                               \
    PTO_COLUMNS_FN(name, T)                                                                                      \
    {                                                                                                            \
        name##_down_##T(run);                                                                                    \
        return true;                                                                                             \
    }
#define COLUMNS_OTHERS(T) COLUMNS_ONE(colprod, T, vmul) COLUMNS_ONE(colmax, T, vmax) COLUMNS_ONE(colmin, T, vmin)
COLUMNS_OTHERS(i32) COLUMNS_OTHERS(u32) COLUMNS_OTHERS(f32)

#endif
PTO_FOR_COL_FNS(PTO_NO_COLUMNS, i8) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, u8) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, i16)
PTO_FOR_COL_FNS(PTO_NO_COLUMNS, u16) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, f16) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, bf16)
PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, i64) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, i64)
PTO_FOR_ROW_FNS(PTO_NO_COLUMNS, u64) PTO_FOR_COL_FNS(PTO_NO_COLUMNS, u64)
// clang-format on

#endif
