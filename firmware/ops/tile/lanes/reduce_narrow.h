// SPDX-License-Identifier: Apache-2.0
//
// Private to reduce.h: reductions of rows of 8 and 16 bits, one row after the other.
#ifndef PTO_OPS_TILE_REDUCE_NARROW_H
#define PTO_OPS_TILE_REDUCE_NARROW_H

// clang-format off

// Sums wrap, and extremes of integers depend on no order. The first strip of each row is as long as that of the others.
#define NARROW_INT(name, T, bits, V, insn, start)                                                                \
    PTO_COLUMNS_FN(name, T)                                                                                      \
    {                                                                                                            \
        const size_t first = __riscv_vsetvl_e##bits##m8(run->cols);                                              \
        const v##V##m1_t none = __riscv_vmv_s_x_##T##m1(start, 1);                                               \
        const uint8_t *row = run->a;                                                                             \
        uint8_t *d = run->d;                                                                                     \
        for (size_t r = run->rows; r != 0; r--, row += run->a_step, d += run->d_step) {                          \
            const pto_##T##_t *p = (const void *)row;                                                            \
            v##V##m1_t sum = insn(__riscv_vle##bits##_v_##T##m8(p, first), none, first);                         \
            p += first;                                                                                          \
            for (size_t left = run->cols - first, vl; left != 0; left -= vl, p += vl) {                          \
                vl = __riscv_vsetvl_e##bits##m8(left);                                                           \
                sum = insn(__riscv_vle##bits##_v_##T##m8(p, vl), sum, vl);                                       \
            }                                                                                                    \
            *(pto_##T##_t *)(void *)d = __riscv_vmv_x(sum);                                                      \
        }                                                                                                        \
        return true;                                                                                             \
    }
#define NARROW_EDGES(T, bits, V, u)                                                                              \
    NARROW_INT(rowmax, T, bits, V, __riscv_vredmax##u, PTO_NEUTRAL(vmax, T))                                     \
    NARROW_INT(rowmin, T, bits, V, __riscv_vredmin##u, PTO_NEUTRAL(vmin, T))
NARROW_EDGES(i8, 8, int8, ) NARROW_EDGES(u8, 8, uint8, u) NARROW_EDGES(i16, 16, int16, ) NARROW_EDGES(u16, 16, uint16, u)
NARROW_INT(rowsum, i16, 16, int16, __riscv_vredsum, 0) NARROW_INT(rowsum, u16, 16, uint16, __riscv_vredsum, 0)
PTO_NO_COLUMNS(rowprod, i16) PTO_NO_COLUMNS(rowprod, u16)

// A comparison raises the flag `invalid` for NaN, of which reductions know nothing; then rows are taken again, one
// element after the other. In assembly, as a compiler would drop a comparison that nothing reads.
#define NARROW_STRIP(insn, best, vl)                                                                             \
    ({                                                                                                           \
        vfloat16m8_t x;                                                                                          \
        vfloat16m1_t out;                                                                                        \
        __asm__ volatile("vsetvli zero, %3, e16, m8, ta, ma\n vle16.v %0, (%2)\n vmfle.vv v0, %0, %0\n"          \
                         #insn ".vs %1, %0, %4"                                                                  \
                         : "=&vr"(x), "=&vr"(out) : "r"(p), "r"(vl), "vr"(best) : "v0", "vl", "vtype", "memory"); \
        out;                                                                                                     \
    })
#define NARROW_MAX(name, insn, start)                                                                            \
    PTO_COLUMNS_FN(name, f16)                                                                                    \
    {                                                                                                            \
        const size_t first = __riscv_vsetvl_e16m8(run->cols), rest = run->cols - first;                          \
        const ptrdiff_t a_step = run->a_step, d_step = run->d_step;                                              \
        const vfloat16m1_t none = __riscv_vfmv_s_f_f16m1((pto_f16_t)(start), 1);                                 \
        const uint8_t *row = run->a;                                                                             \
        uint8_t *d = run->d;                                                                                     \
        pto_forget_nans();                                                                                       \
        for (size_t r = run->rows; r != 0; r--, row += a_step, d += d_step) {                                    \
            const pto_f16_t *p = (const void *)row;                                                              \
            vfloat16m1_t best = NARROW_STRIP(insn, none, first);                                                 \
            p += first;                                                                                          \
            for (size_t left = rest, vl; left != 0; left -= vl, p += vl) {                                       \
                vl = __riscv_vsetvl_e16m8(left);                                                                 \
                best = NARROW_STRIP(insn, best, vl);                                                             \
            }                                                                                                    \
            *(pto_f16_t *)(void *)d = __riscv_vfmv_f(best);                                                      \
        }                                                                                                        \
        return !pto_saw_nan();                                                                                   \
    }
NARROW_MAX(rowmax, vfredmax, PTO_NEUTRAL_vmax_f16)
NARROW_MAX(rowmin, vfredmin, PTO_NEUTRAL_vmin_f16)

// In f32. One row at a time its 64 partial sums are the lanes of a group; lanes behind the row keep what they have.
#define NARROW_ALONE(name, op, insn_tu, start)                                                      \
    RAGGED_ROWS(name, f16, f32, op, start)                                                          \
    static __attribute__((noinline)) void name##_alone_f16(const pto_tile_run_t *run)               \
    {                                                                                               \
        for (size_t r = 0; r < run->rows; r++) {                                                    \
            const pto_f16_t *p = (const void *)(run->a + (ptrdiff_t)r * run->a_step);               \
            vfloat32m8_t sums = __riscv_vfmv_v_f_f32m8(start, PTO_SUMS);                            \
            for (size_t left = run->cols, vl; left != 0; left -= vl, p += vl) {                     \
                vl = left < PTO_SUMS ? left : PTO_SUMS;                                             \
                sums = insn_tu(sums, sums, __riscv_vfwcvt_f(__riscv_vle16_v_f16m4(p, vl), vl), vl); \
            }                                                                                       \
            *(pto_f16_t *)(void *)(run->d + (ptrdiff_t)r * run->d_step) =                           \
                pto_narrow_f16(__riscv_vfmv_f_s_f32m8_f32(name##_fold_f32(sums, run->cols)));       \
        }                                                                                           \
    }
#define NARROW_SUM_FN(name)                                   \
    PTO_COLUMNS_FN(name, f16)                                 \
    {                                                         \
        const bool fits = PTO_STRIP_MAX(f32, m8) >= PTO_SUMS; \
        if (fits && pto_rows_are_few(run->rows, run->cols)) { \
            name##_alone_f16(run);                            \
        } else if (run->rows > 1) {                           \
            name##_ragged_f16(run);                           \
        } else {                                              \
            return false;                                     \
        }                                                     \
        return true;                                          \
    }
NARROW_ALONE(rowsum, vadd, __riscv_vfadd_tu, 0.0f) NARROW_SUM_FN(rowsum)
NARROW_ALONE(rowprod, vmul, __riscv_vfmul_tu, 1.0f) NARROW_SUM_FN(rowprod)

// clang-format on

#endif
