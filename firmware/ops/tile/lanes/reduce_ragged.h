// SPDX-License-Identifier: Apache-2.0
//
// Private to reduce.h: reductions of rows of any length, in the order that reduce.c describes.
//
// Lanes are rows, and one column of all of them comes in at a time by a strided load; a few long rows are better taken
// one by one, with their 64 partial sums in the lanes of a group.
#ifndef PTO_OPS_TILE_REDUCE_RAGGED_H
#define PTO_OPS_TILE_REDUCE_RAGGED_H

// clang-format off
#define RAGGED_LOAD(T, p)       PTO_CAT(RAGGED_LOAD_, PTO_BITS_##T)(T, p)
#define RAGGED_LOAD_32(T, p)    PTO_STRIP_INSN(vlse32_v, T, m4)((const pto_##T##_t *)(const void *)(p), step, pto_vl)
#define RAGGED_LOAD_16(T, p)    __riscv_vfwcvt_f(__riscv_vlse16_v_f16m2((const pto_##T##_t *)(const void *)(p), step, pto_vl), pto_vl)
#define RAGGED_STORE(T, sum)    PTO_CAT(RAGGED_STORE_, PTO_BITS_##T)(T, sum)
#define RAGGED_STORE_32(T, sum) __riscv_vsse32((pto_##T##_t *)(void *)d, run->d_step, sum, pto_vl)
#define RAGGED_STORE_16(T, sum) __riscv_vsse16((pto_##T##_t *)(void *)d, run->d_step, __riscv_vfncvt_f(sum, pto_vl), pto_vl)
#define RAGGED_LANES      PTO_STRIP_MAX(f32, m4)
#define RAGGED_CUT(n)     ((n) < PTO_SUMS ? (n) : PTO_SUMS)

// Instructions that either way takes, roughly.
static inline bool pto_rows_are_few(size_t rows, size_t n)
{
    return rows * (70 + n / 16) < 4 * n * ((rows + RAGGED_LANES - 1) / RAGGED_LANES);
}

// Element by element: of one row, or with NaNs (reduce.c).
#define RAGGED_EACH(name, T) static void name##_each_##T(const pto_tile_run_t *run);

// Elements of T, sums of A.
#define RAGGED_APART(name, T, A, op)                                                                     \
    /* A column of n that are left, and those 64 apart from it. */                                       \
    PTO_VFN PTO_STRIP(A, m4) name##_apart_##T(const uint8_t *p, size_t n, ptrdiff_t step, size_t pto_vl) \
    {                                                                                                    \
        PTO_STRIP(A, m4) x = RAGGED_LOAD(T, p);                                                          \
        for (size_t j = PTO_SUMS; j < n; j += PTO_SUMS) {                                                \
            x = PTO_LANEWISE(op, A, m4)(x, RAGGED_LOAD(T, p + j * sizeof(pto_##T##_t)));                 \
        }                                                                                                \
        return x;                                                                                        \
    }
#define RAGGED_FOURTH(name, T, A, op)                                                                               \
    /* Every fourth column from k on, which there is. */                                                            \
    PTO_VFN PTO_STRIP(A, m4) name##_fourth_##T(const uint8_t *p, size_t k, size_t n, ptrdiff_t step, size_t pto_vl) \
    {                                                                                                               \
        PTO_STRIP(A, m4) sum = name##_apart_##T(p + k * sizeof(pto_##T##_t), n - k, step, pto_vl);                  \
        if (n <= PTO_SUMS) {                                                                                        \
            _Pragma("GCC unroll 4")                                                                                 \
            for (size_t j = k + 4; j < n; j += 4) {                                                                 \
                sum = PTO_LANEWISE(op, A, m4)(sum, RAGGED_LOAD(T, p + j * sizeof(pto_##T##_t)));                    \
            }                                                                                                       \
            return sum;                                                                                             \
        }                                                                                                           \
        for (size_t j = k + 4; j < PTO_SUMS; j += 4) {                                                              \
            sum = PTO_LANEWISE(op, A, m4)(sum, name##_apart_##T(p + j * sizeof(pto_##T##_t), n - j, step, pto_vl)); \
        }                                                                                                           \
        return sum;                                                                                                 \
    }
#define RAGGED_SUM(name, T, A, op, start)                                                                        \
    PTO_VFN PTO_STRIP(A, m4) name##_lanes_##T(const uint8_t *p, size_t n, ptrdiff_t step, size_t pto_vl)         \
    {                                                                                                            \
        PTO_STRIP(A, m4) sum = name##_fourth_##T(p, 0, n, step, pto_vl);                                         \
        if (n > 2) {                                                                                             \
            sum = PTO_LANEWISE(op, A, m4)(sum, name##_fourth_##T(p, 2, n, step, pto_vl));                        \
        }                                                                                                        \
        if (n > 1) {                                                                                             \
            PTO_STRIP(A, m4) odd = name##_fourth_##T(p, 1, n, step, pto_vl);                                     \
            if (n > 3) {                                                                                         \
                odd = PTO_LANEWISE(op, A, m4)(odd, name##_fourth_##T(p, 3, n, step, pto_vl));                    \
            }                                                                                                    \
            sum = PTO_LANEWISE(op, A, m4)(sum, odd);                                                             \
        }                                                                                                        \
        return PTO_LANEWISE(op, A, m4)(sum, PTO_STRIP_SPLAT(A, m4, start));                                      \
    }
#define RAGGED_ROWS_FN(name, T, A)                                                                               \
    static __attribute__((noinline)) void name##_ragged_##T(const pto_tile_run_t *run)                           \
    {                                                                                                            \
        const ptrdiff_t step = run->a_step;                                                                      \
        const size_t n = run->cols;                                                                              \
        const uint8_t *p = run->a;                                                                               \
        uint8_t *d = run->d;                                                                                     \
        size_t pto_vl;                                                                                           \
        for (size_t left = run->rows; left != 0; left -= pto_vl) {                                               \
            pto_vl = PTO_LANE_VL(A, m4, left);                                                                   \
            PTO_STRIP(A, m4) sum = name##_lanes_##T(p, n, step, pto_vl);                                         \
            RAGGED_STORE(T, sum);                                                                                \
            p += (ptrdiff_t)pto_vl * step;                                                                       \
            d += (ptrdiff_t)pto_vl * run->d_step;                                                                \
        }                                                                                                        \
    }
#define RAGGED_ROWS(name, T, A, op, start)                                                                       \
    RAGGED_APART(name, T, A, op) RAGGED_FOURTH(name, T, A, op) RAGGED_SUM(name, T, A, op, start) RAGGED_ROWS_FN(name, T, A)

#define RAGGED_FN(name, T, op, start)                                                                            \
    RAGGED_ROWS(name, T, T, op, start)                                                                           \
    RAGGED_FOLD_FN(name, T, op) RAGGED_ALONE_FN(name, T, op, start)                                              \
    RAGGED_EACH(name, T)                                                                                         \
    static __attribute__((noinline)) void name##_any_##T(const pto_tile_run_t *run)                              \
    {                                                                                                            \
        if (PTO_STRIP_MAX(f32, m8) >= PTO_SUMS && pto_rows_are_few(run->rows, run->cols)) {                      \
            name##_alone_##T(run);                                                                               \
        } else if (run->rows > 1) {                                                                              \
            name##_ragged_##T(run);                                                                              \
        } else {                                                                                                 \
            name##_each_##T(run);                                                                                \
        }                                                                                                        \
    }

// The value of 64 partial ones, of which the first n count.
#define RAGGED_FOLD_FN(name, T, op)                                                                              \
    PTO_VFN PTO_STRIP(T, m8) name##_fold_##T(PTO_STRIP(T, m8) sums, size_t n)                                    \
    {                                                                                                            \
        const size_t pto_vl = 4;                                                                                 \
        PTO_STRIP(T, m8) sum = sums;                                                                             \
        for (size_t i = 4; i < RAGGED_CUT(n); i += 4) {                                                          \
            sum = PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(sums, i, pto_vl));                             \
        }                                                                                                        \
        sum = PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(sum, 2, pto_vl));                                  \
        return PTO_LANEWISE(op, T, m8)(sum, __riscv_vslidedown(sum, 1, pto_vl));                                 \
    }

// One row at a time. `start` changes nothing that it is combined with, but for the sign of a zero as in plain C.
#define RAGGED_ALONE_FN(name, T, op, start)                                                                      \
    static __attribute__((noinline)) void name##_alone_##T(const pto_tile_run_t *run)                            \
    {                                                                                                            \
        const size_t n = run->cols, pto_vl = PTO_SUMS;                                                           \
        for (size_t r = 0; r < run->rows; r++) {                                                                 \
            const uint8_t *p = run->a + (ptrdiff_t)r * run->a_step, *const end = p + n / PTO_SUMS * PTO_SUMS * 4;\
            const PTO_STRIP(T, m8) none = PTO_STRIP_SPLAT(T, m8, start);                                         \
            PTO_STRIP(T, m8) sums = none;                                                                        \
            for (; p != end; p += PTO_SUMS * 4) {                                                                \
                sums = PTO_LANEWISE(op, T, m8)(sums,                                                             \
                    PTO_STRIP_INSN(vle32_v, T, m8)((const pto_##T##_t *)(const void *)p, pto_vl));               \
            }                                                                                                    \
            if (n % PTO_SUMS != 0) {                                                                             \
                sums = PTO_LANEWISE(op, T, m8)(sums,                                                             \
                    __riscv_vle32_tu(none, (const pto_##T##_t *)(const void *)p, n % PTO_SUMS));                 \
            }                                                                                                    \
            PTO_STRIP_INSN(vse32_v, T, m8)((pto_##T##_t *)(void *)(run->d + (ptrdiff_t)r * run->d_step),         \
                                           name##_fold_##T(sums, n), 1);                                         \
        }                                                                                                        \
    }

// The maxima of rows: the first column of an odd number, then two in each iteration.
#define RAGGED_MAX_INSNS(insn)                                                                                   \
    "vsetvli zero, %[vl], e32, m8, ta, ma\n"                                                                     \
    "vlse32.v %[sum], (%[p]), %[at]\n"                                                                           \
    "vmfle.vv v0, %[sum], %[sum]\n"                                                                              \
    "add %[p], %[p], %[odd]\n"                                                                                   \
    "beq %[p], %[end], 2f\n"                                                                                     \
    "1:\n"                                                                                                       \
    "vlse32.v %[x], (%[p]), %[at]\n"                                                                             \
    "addi %[p], %[p], 4\n"                                                                                       \
    "vlse32.v %[y], (%[p]), %[at]\n"                                                                             \
    "addi %[p], %[p], 4\n"                                                                                       \
    insn " %[sum], %[sum], %[x]\n"                                                                               \
    insn " %[sum], %[sum], %[y]\n"                                                                               \
    "vmfle.vv v0, %[x], %[y]\n"                                                                                  \
    "bne %[p], %[end], 1b\n"                                                                                     \
    "2:"
// Maxima of floats, as COLUMNS_MAX_FLOAT(): false if there is a NaN.
#define RAGGED_MAX_ROWS(name, insn)                                                                              \
    PTO_VFN bool name##_lanes_f32(const pto_tile_run_t *run)                                                     \
    {                                                                                                            \
        const ptrdiff_t at = run->a_step;                                                                        \
        const uint8_t *first = run->a;                                                                           \
        uint8_t *d = run->d;                                                                                     \
        size_t pto_vl;                                                                                           \
        pto_forget_nans();                                                                                       \
        for (size_t left = run->rows; left != 0; left -= pto_vl) {                                               \
            pto_vl = PTO_LANE_VL(f32, m8, left);                                                                 \
            const uint8_t *p = first, *const end = first + run->cols * 4;                                        \
            vfloat32m8_t sum, x, y;                                                                              \
            __asm__ volatile(RAGGED_MAX_INSNS(insn) : [p] "+r"(p), [sum] "=&vr"(sum), [x] "=&vr"(x), [y] "=&vr"(y)\
                             : [at] "r"(at), [end] "r"(end), [vl] "r"(pto_vl), [odd] "r"(run->cols % 2 * 4)      \
                             : "v0", "vl", "vtype", "memory");                                                   \
            COLUMNS_STORE(f32, d, run->d_step, sum, pto_vl);                                                     \
            first += (ptrdiff_t)pto_vl * at, d += (ptrdiff_t)pto_vl * run->d_step;                               \
        }                                                                                                        \
        return !pto_saw_nan();                                                                                   \
    }
#define RAGGED_MAX_FLOAT(name, insn)                                                                             \
    RAGGED_EACH(name, f32)                                                                                       \
    RAGGED_MAX_ROWS(name, insn)                                                                                  \
    static __attribute__((noinline)) void name##_any_f32(const pto_tile_run_t *run)                              \
    {                                                                                                            \
        if (run->rows == 1 || !name##_lanes_f32(run)) {                                                          \
            name##_each_f32(run);                                                                                \
        }                                                                                                        \
    }
// clang-format on

#endif
