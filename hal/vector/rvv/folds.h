// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: accumulators of PTO_FOR_LANES (hal/vector/lanes.h).
//
// An accumulator is a register. Each lane folds its elements one after the other, so the bits are those of a loop over
// registers. A strip is one register, several, or a part of one. Its *phase* says which part; it is a constant if the
// loop is unrolled over a whole register:
//
//   VLEN   strips in m8         in m4
//   128    half a register      a quarter
//   256    a register           half a register
//   512    2 registers          a register
//   1024   4 registers          2 registers
//
// Inactive lanes, in the tail or by a mask, are replaced by the neutral element.
//
// Maxima and minima of floats are NaN if one of the elements is, unlike those of vfmax. So masks record the lanes of
// strips that have seen a NaN; if there is one at the end, it is merged into the lanes of the register.
#ifndef PTO_VECTOR_RVV_FOLDS_H
#define PTO_VECTOR_RVV_FOLDS_H

#include "lanes.h"
#include "lanes_convert.h"

// Strips in a whole register, at least one.
#define PTO_STRIP_PHASES(L) \
    (PTO_LMUL_##L * __riscv_v_fixed_vlen < 2048 ? 2048 / (PTO_LMUL_##L * __riscv_v_fixed_vlen) : 1)
// Whether a strip spans several registers.
#define PTO_FOLD_MANY(L) (PTO_LMUL_##L * __riscv_v_fixed_vlen > 2048)
#define PTO_MASK_BYTES   ((size_t)__riscv_v_fixed_vlen / 8)

// Compilers hoist the initial value of accumulators out of a loop over rows, into registers that are not free. So its
// scalar is hidden from them. The bounds of UB are read before, as clang otherwise does not hoist that read out of the
// loop; GCC does.
#ifdef __clang__
#define PTO_FOLD_HERE(T, s) (pto_fold_reached(pto_reach()), PTO_STRIP_HERE(T, s))
#else
#define PTO_FOLD_HERE(T, s) PTO_STRIP_HERE(T, s)
#endif
PTO_VFN void pto_fold_reached(pto_reach_t reach)
{
    __asm__ volatile("" : : "r"(reach.base), "r"(reach.mask));
}
// With large register groups, the padding of tails is hidden, too.
#if __riscv_v_fixed_vlen < 512
#define PTO_FOLD_PAD_HERE(T, s) PTO_STRIP_HERE(T, s)
#else
#define PTO_FOLD_PAD_HERE(T, s) ((pto_##T##_t)(s))
#endif

// The kind of fold of an accumulator, for kinds that need a step at the end.
enum { PTO_FOLD_NOT, PTO_FOLD_MAX, PTO_FOLD_MIN };

#define PTO_FOLD_STRIP(T, ...)                                \
    typedef PTO_STRIP(T, m8) pto_wide_##T##m8_t PTO_FIXED(8); \
    typedef PTO_STRIP(T, m4) pto_wide_##T##m4_t PTO_FIXED(4);
PTO_FOR_INTS(PTO_FOLD_STRIP, )
PTO_FOR_F16_32(PTO_FOLD_STRIP, )

#define PTO_FOLD_STATE(T)                                                               \
    pto_v##T##_t v;                                                                     \
    int extreme_m8, extreme_m4; /* kind of fold of the wide forms */                    \
    pto_wide_##T##m8_t wide_m8;                                                         \
    pto_wide_##T##m4_t wide_m4;                                                         \
    PTO_FOLD_SUMS(T)
// --fast-math reassociate: sums of floats also use the wide form for strips that span several registers.
#ifdef PTO_REASSOCIATE
#define PTO_FOLD_WIDELY(L) PTO_FOLD_MANY(L)
#define PTO_FOLD_SUMS(T)        \
    int summed_m8, summed_m4;   \
    pto_wide_##T##m8_t sum_m8;  \
    pto_wide_##T##m4_t sum_m4;
#define PTO_FOLD_SUMS_START(T, L, r)                                                             \
    if (PTO_FOLD_MANY(L)) {                                                                      \
        r.sum_##L = PTO_STRIP_INSN(PTO_SPLAT_##T, T, L)((pto_##T##_t)0, PTO_STRIP_FULL(T, L)); \
    }
#define PTO_FOLD_SUM_IN(T, L, sum)                                  \
    {                                                               \
        const size_t pto_vl = PTO_STRIP_FULL(T, L);                 \
        (void)pto_vl;                                               \
        r.summed_##L = 1;                                           \
        r.sum_##L = sum;                                            \
    }
#define PTO_FOLD_SUMMED(L, j, T)                                                                        \
    if (r.summed_##L) {                                                                                 \
        r.v.g[0] = __riscv_vfadd(r.v.g[0], PTO_STRIP_PART(T, L, r.sum_##L, j), PTO_VL(T)); \
    }
#else
#define PTO_FOLD_WIDELY(L) 0
#define PTO_FOLD_SUMS(T)
#define PTO_FOLD_SUMS_START(T, L, r)
#define PTO_FOLD_SUM_IN(T, L, sum)
#define PTO_FOLD_SUMMED(L, j, T)
#endif
#define PTO_FOLD_START(T, r, s)                                                     \
    s = PTO_FOLD_HERE(T, s);                                                        \
    pto_fold_##T##_t r = {.v = pto_splat_##T(s)};                                   \
    if (PTO_FOLD_MANY(m4)) {                                                        \
        r.wide_m4 = PTO_STRIP_INSN(PTO_SPLAT_##T, T, m4)(s, PTO_STRIP_FULL(T, m4)); \
    }                                                                               \
    if (PTO_FOLD_MANY(m8)) {                                                        \
        r.wide_m8 = PTO_STRIP_INSN(PTO_SPLAT_##T, T, m8)(s, PTO_STRIP_FULL(T, m8)); \
    }                                                                               \
    PTO_FOLD_SUMS_START(T, m4, r)                                                   \
    PTO_FOLD_SUMS_START(T, m8, r)
#define PTO_FOLD_TYPE(T, ...)                            \
    typedef struct {                                     \
        PTO_FOLD_STATE(T)                                \
    } pto_fold_##T##_t;                                  \
    PTO_VFN pto_fold_##T##_t pto_fold_##T(pto_##T##_t s) \
    {                                                    \
        PTO_FOLD_START(T, r, s)                          \
        return r;                                        \
    }
#define PTO_FOLD_TYPE_F(T, ...)                                                                            \
    typedef struct {                                                                                       \
        PTO_FOLD_STATE(T)                                                                                  \
        pto_bits_t nan_m8[PTO_STRIP_PHASES(m8)], nan_m4[PTO_STRIP_PHASES(m4)];                             \
    } pto_fold_##T##_t;                                                                                    \
    /* Either no lane has seen a NaN, or all have. */                                                      \
    PTO_VFN pto_fold_##T##_t pto_fold_##T(pto_##T##_t s)                                                   \
    {                                                                                                      \
        const pto_bits_t nan = __riscv_vmv_v_x_u8m1(s == s ? 0 : 0xff, PTO_MASK_BYTES);                    \
        PTO_FOLD_START(T, r, s)                                                                            \
        for (unsigned i = 0; i < PTO_STRIP_PHASES(m8); i++) {                                              \
            r.nan_m8[i] = nan;                                                                             \
        }                                                                                                  \
        for (unsigned i = 0; i < PTO_STRIP_PHASES(m4); i++) {                                              \
            r.nan_m4[i] = nan;                                                                             \
        }                                                                                                  \
        return r;                                                                                          \
    }
PTO_FOR_INTS(PTO_FOLD_TYPE, )
PTO_FOR_F16_32(PTO_FOLD_TYPE_F, )

// DO(T, L, accumulator, lanes, PART, j): folds part j of the strips x and y into its accumulator. The mapping of a
// strip of L to accumulators:
#define PTO_FOLD_ONE(T, L, v, j)             (v)
#define PTO_FOLD_GROUP(DO, T, L, k, PART, j) DO(T, L, r.v.g[k], PTO_VL(T), PART, j)
#define PTO_FOLD_HALF(DO, T, L, at)                                                       \
    {                                                                                     \
        PTO_STRIP(T, L) half_ = PTO_GET_HALF(PTO_E_##T)(r.v.g[(at) / 2], (at) % 2);       \
        DO(T, L, half_, PTO_STRIP_FULL(T, L), PTO_FOLD_ONE, 0)                            \
        r.v.g[(at) / 2] = PTO_FOLD_SET_HALF(PTO_E_##T)(r.v.g[(at) / 2], (at) % 2, half_); \
    }
#define PTO_FOLD_SET_HALF(e) PTO_CAT_HM(__riscv_vset_v_, e)

#if PTO_VLMUL == 2
#define PTO_FOLD_m8(DO, T)                          \
    PTO_FOLD_GROUP(DO, T, m8, 0, PTO_STRIP_PART, 0) \
    PTO_FOLD_GROUP(DO, T, m8, 0, PTO_STRIP_PART, 1) \
    PTO_FOLD_GROUP(DO, T, m8, 0, PTO_STRIP_PART, 2) \
    PTO_FOLD_GROUP(DO, T, m8, 0, PTO_STRIP_PART, 3)
#define PTO_FOLD_m4(DO, T)                          \
    PTO_FOLD_GROUP(DO, T, m4, 0, PTO_STRIP_PART, 0) \
    PTO_FOLD_GROUP(DO, T, m4, 0, PTO_STRIP_PART, 1)
#elif PTO_VLMUL == 4
#define PTO_FOLD_m8(DO, T)                          \
    PTO_FOLD_GROUP(DO, T, m8, 0, PTO_STRIP_PART, 0) \
    PTO_FOLD_GROUP(DO, T, m8, 0, PTO_STRIP_PART, 1)
#define PTO_FOLD_m4(DO, T) PTO_FOLD_GROUP(DO, T, m4, 0, PTO_FOLD_ONE, 0)
#elif PTO_VGROUPS == 1
#define PTO_FOLD_m8(DO, T) PTO_FOLD_GROUP(DO, T, m8, 0, PTO_FOLD_ONE, 0)
#define PTO_FOLD_m4(DO, T)          \
    if (phase == 0)                 \
        PTO_FOLD_HALF(DO, T, m4, 0) \
    else                            \
        PTO_FOLD_HALF(DO, T, m4, 1)
#else
#define PTO_FOLD_m8(DO, T)                            \
    if (phase == 0)                                   \
        PTO_FOLD_GROUP(DO, T, m8, 0, PTO_FOLD_ONE, 0) \
    else                                              \
        PTO_FOLD_GROUP(DO, T, m8, 1, PTO_FOLD_ONE, 0)
#define PTO_FOLD_m4(DO, T)          \
    if (phase == 0)                 \
        PTO_FOLD_HALF(DO, T, m4, 0) \
    else if (phase == 1)            \
        PTO_FOLD_HALF(DO, T, m4, 1) \
    else if (phase == 2)            \
        PTO_FOLD_HALF(DO, T, m4, 2) \
    else                            \
        PTO_FOLD_HALF(DO, T, m4, 3)
#endif

// Inactive lanes: replaced by the neutral element if a mask excludes them, or in the tail of a strip that spans several
// registers. In any other tail the accumulator is tail-undisturbed.
#define PTO_FOLD_CUT(T, L, m) (!(__builtin_constant_p((m).vl) && (m).vl == PTO_STRIP_FULL(T, L)))
#define PTO_FOLD_PAD(T, L, R, x, neutral, padded)                                            \
    if (!m.all) {                                                                            \
        const size_t pto_vl = m.vl;                                                          \
        x = __riscv_vmerge(PTO_STRIP_SPLAT(T, L, neutral), x, PTO_LANE_MASK_BOOL(R, m), pto_vl); \
    }                                                                                        \
    if ((padded) && PTO_FOLD_CUT(T, L, m)) {                                                 \
        const size_t pto_vl = PTO_STRIP_FULL(T, L);                                          \
        x = __riscv_vmv_v_tu(PTO_STRIP_SPLAT(T, L, PTO_FOLD_PAD_HERE(T, neutral)), x, m.vl); \
    }

#define PTO_FOLD_FN(T, L, R, name, DO, neutral)                                                                    \
    PTO_VFN pto_fold_##T##_t pto_fold_##name##_##T##L(pto_fold_##T##_t r, PTO_STRIP(T, L) x, pto_lane_mask_r##R##_t m, \
                                                      unsigned phase)                                              \
    {                                                                                                              \
        (void)phase;                                                                                               \
        PTO_FOLD_PAD(T, L, R, x, neutral, PTO_FOLD_MANY(L))                                                        \
        PTO_FOLD_##L(DO, T) return r;                                                                              \
    }
#define PTO_FOLD_MULA_FN(T, L, R, DO, neutral)                                                              \
    PTO_VFN pto_fold_##T##_t pto_fold_mula_##T##L(pto_fold_##T##_t r, PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, \
                                                  pto_lane_mask_r##R##_t m, unsigned phase)                     \
    {                                                                                                       \
        (void)phase;                                                                                        \
        PTO_FOLD_PAD(T, L, R, x, neutral, PTO_FOLD_MANY(L))                                                 \
        PTO_FOLD_PAD(T, L, R, y, 0, PTO_FOLD_MANY(L))                                                       \
        PTO_FOLD_##L(DO, T) return r;                                                                       \
    }
#define PTO_FOLD_SUM_FN(T, L, R, name, DO, neutral)                                                                \
    PTO_VFN pto_fold_##T##_t pto_fold_##name##_##T##L(pto_fold_##T##_t r, PTO_STRIP(T, L) x, pto_lane_mask_r##R##_t m, \
                                                      unsigned phase)                                              \
    {                                                                                                              \
        (void)phase;                                                                                               \
        PTO_FOLD_PAD(T, L, R, x, neutral, PTO_FOLD_MANY(L))                                                        \
        if (PTO_FOLD_WIDELY(L)) {                                                                                  \
            PTO_FOLD_SUM_IN(T, L, __riscv_vfadd((PTO_STRIP(T, L))r.sum_##L, x, pto_vl))                            \
        } else {                                                                                                   \
            PTO_FOLD_##L(DO, T)                                                                                    \
        }                                                                                                          \
        return r;                                                                                                  \
    }
#define PTO_FOLD_MULA_FN_F(T, L, R, DO, neutral)                                                            \
    PTO_VFN pto_fold_##T##_t pto_fold_mula_##T##L(pto_fold_##T##_t r, PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, \
                                                  pto_lane_mask_r##R##_t m, unsigned phase)                     \
    {                                                                                                       \
        (void)phase;                                                                                        \
        PTO_FOLD_PAD(T, L, R, x, neutral, PTO_FOLD_MANY(L))                                                 \
        PTO_FOLD_PAD(T, L, R, y, 0, PTO_FOLD_MANY(L))                                                       \
        if (PTO_FOLD_WIDELY(L)) {                                                                           \
            PTO_FOLD_SUM_IN(T, L, __riscv_vfmacc((PTO_STRIP(T, L))r.sum_##L, x, y, pto_vl))                 \
        } else {                                                                                            \
            PTO_FOLD_##L(DO, T)                                                                             \
        }                                                                                                   \
        return r;                                                                                           \
    }
// Maxima do not depend on the order: strips that span several registers are folded in the wide form, and combined at
// the end.
#define PTO_FOLD_EXTREME_FN(T, L, R, name, DO, WIDE, how, neutral, ...)                                            \
    PTO_VFN pto_fold_##T##_t pto_fold_##name##_##T##L(pto_fold_##T##_t r, PTO_STRIP(T, L) x, pto_lane_mask_r##R##_t m, \
                                                      unsigned phase)                                              \
    {                                                                                                              \
        (void)phase;                                                                                               \
        PTO_FOLD_PAD(T, L, R, x, neutral, 1)                                                                       \
        r.extreme_##L = how;                                                                                       \
        if (PTO_FOLD_MANY(L)) {                                                                                    \
            r.wide_##L = WIDE((PTO_STRIP(T, L))r.wide_##L, x, PTO_STRIP_FULL(T, L));                               \
        } else {                                                                                                   \
            PTO_FOLD_##L(DO, T)                                                                                    \
        }                                                                                                          \
        __VA_ARGS__ return r;                                                                                      \
    }

#define PTO_FOLD_DO(insn, T, L, acc, lanes, PART, j)                                                              \
    (acc) = !PTO_FOLD_MANY(L) && PTO_FOLD_CUT(T, L, m) ? PTO_CAT(insn, _tu)((acc), (acc), PART(T, L, x, j), m.vl) \
                                                       : insn((acc), PART(T, L, x, j), (lanes));
#define PTO_FOLD_DO_fadd(T, L, acc, lanes, PART, j) PTO_FOLD_DO(__riscv_vfadd, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_fmul(T, L, acc, lanes, PART, j) PTO_FOLD_DO(__riscv_vfmul, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_fmax(T, L, acc, lanes, PART, j) PTO_FOLD_DO(__riscv_vfmax, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_fmin(T, L, acc, lanes, PART, j) PTO_FOLD_DO(__riscv_vfmin, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_add(T, L, acc, lanes, PART, j)  PTO_FOLD_DO(__riscv_vadd, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_mul(T, L, acc, lanes, PART, j)  PTO_FOLD_DO(__riscv_vmul, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_max(T, L, acc, lanes, PART, j)  PTO_FOLD_DO(__riscv_vmax, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_min(T, L, acc, lanes, PART, j)  PTO_FOLD_DO(__riscv_vmin, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_maxu(T, L, acc, lanes, PART, j) PTO_FOLD_DO(__riscv_vmaxu, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_minu(T, L, acc, lanes, PART, j) PTO_FOLD_DO(__riscv_vminu, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_2(insn, T, L, acc, lanes, PART, j)                                \
    (acc) = !PTO_FOLD_MANY(L) && PTO_FOLD_CUT(T, L, m)                                \
                ? PTO_CAT(insn, _tu)((acc), PART(T, L, x, j), PART(T, L, y, j), m.vl) \
                : insn((acc), PART(T, L, x, j), PART(T, L, y, j), (lanes));
#define PTO_FOLD_DO_fmula(T, L, acc, lanes, PART, j) PTO_FOLD_DO_2(__riscv_vfmacc, T, L, acc, lanes, PART, j)
#define PTO_FOLD_DO_mula(T, L, acc, lanes, PART, j)  PTO_FOLD_DO_2(__riscv_vmacc, T, L, acc, lanes, PART, j)

// Records the lanes of x that are NaN.
#define PTO_FOLD_NAN(T, L, R)                                      \
    {                                                              \
        const size_t pto_vl = PTO_STRIP_FULL(T, L);                \
        PTO_CAT3(vbool, R, _t) nan_ = __riscv_vmfne(x, x, pto_vl); \
        PTO_FOLD_NAN_IN(L, R, 0)                                   \
        PTO_FOLD_NAN_IN(L, R, 1)                                   \
        PTO_FOLD_NAN_IN(L, R, 2)                                   \
        PTO_FOLD_NAN_IN(L, R, 3)                                   \
    }
#define PTO_FOLD_NAN_IN(L, R, p)                                                                    \
    if (PTO_STRIP_PHASES(L) > (p) && (PTO_STRIP_PHASES(L) == 1 || phase == (p))) {                  \
        enum { at_ = (p) % PTO_STRIP_PHASES(L) };                                                   \
        PTO_CAT3(vbool, R, _t) before_ = PTO_CAT(__riscv_vreinterpret_v_u8m1_b, R)(r.nan_##L[at_]); \
        r.nan_##L[at_] = PTO_LANE_MASK_BITS(R, __riscv_vmor(nan_, before_, pto_vl));                    \
    }

#define PTO_FOLD_FNS_F(T, L, R)                                                                                      \
    PTO_FOLD_SUM_FN(T, L, R, add, PTO_FOLD_DO_fadd, -0.0f)                                                             \
    PTO_FOLD_FN(T, L, R, mul, PTO_FOLD_DO_fmul, 1.0f)                                                                \
    PTO_FOLD_EXTREME_FN(T, L, R, max, PTO_FOLD_DO_fmax, __riscv_vfmax, PTO_FOLD_MAX, -(pto_##T##_t)__builtin_inff(), \
                        PTO_FOLD_NAN(T, L, R))                                                                       \
    PTO_FOLD_EXTREME_FN(T, L, R, min, PTO_FOLD_DO_fmin, __riscv_vfmin, PTO_FOLD_MIN, (pto_##T##_t)__builtin_inff(),  \
                        PTO_FOLD_NAN(T, L, R))                                                                       \
    PTO_FOLD_MULA_FN_F(T, L, R, PTO_FOLD_DO_fmula, -0.0f)
#define PTO_FOLD_FNS_I(T, L, R)                                                    \
    PTO_FOLD_FN(T, L, R, add, PTO_FOLD_DO_add, 0)                                  \
    PTO_FOLD_FN(T, L, R, mul, PTO_FOLD_DO_mul, 1)                                  \
    PTO_FOLD_EXTREME_FN(T, L, R, max, PTO_FOLD_DO_max, __riscv_vmax, PTO_FOLD_MAX, \
                        (pto_##T##_t)((uint64_t)1 << (PTO_BITS_##T - 1)))          \
    PTO_FOLD_EXTREME_FN(T, L, R, min, PTO_FOLD_DO_min, __riscv_vmin, PTO_FOLD_MIN, \
                        (pto_##T##_t)(((uint64_t)1 << (PTO_BITS_##T - 1)) - 1))    \
    PTO_FOLD_MULA_FN(T, L, R, PTO_FOLD_DO_mula, 0)
#define PTO_FOLD_FNS_U(T, L, R)                                                                         \
    PTO_FOLD_FN(T, L, R, add, PTO_FOLD_DO_add, 0)                                                       \
    PTO_FOLD_FN(T, L, R, mul, PTO_FOLD_DO_mul, 1)                                                       \
    PTO_FOLD_EXTREME_FN(T, L, R, max, PTO_FOLD_DO_maxu, __riscv_vmaxu, PTO_FOLD_MAX, 0)                 \
    PTO_FOLD_EXTREME_FN(T, L, R, min, PTO_FOLD_DO_minu, __riscv_vminu, PTO_FOLD_MIN, (pto_##T##_t) - 1) \
    PTO_FOLD_MULA_FN(T, L, R, PTO_FOLD_DO_mula, 0)

// Accumulators have the type of the lanes: m8 and m4.
#define PTO_FOLDS_OF(FN, T, R8, R4) FN(T, m8, R8) FN(T, m4, R4)
PTO_FOLDS_OF(PTO_FOLD_FNS_F, f16, 2, 4)
PTO_FOLDS_OF(PTO_FOLD_FNS_F, f32, 4, 8)
PTO_FOLDS_OF(PTO_FOLD_FNS_I, i8, 1, 2)
PTO_FOLDS_OF(PTO_FOLD_FNS_I, i16, 2, 4)
PTO_FOLDS_OF(PTO_FOLD_FNS_I, i32, 4, 8)
PTO_FOLDS_OF(PTO_FOLD_FNS_U, u8, 1, 2)
PTO_FOLDS_OF(PTO_FOLD_FNS_U, u16, 2, 4)
PTO_FOLDS_OF(PTO_FOLD_FNS_U, u32, 4, 8)

PTO_VFN long pto_first_bit(pto_bits_t bits, size_t n)
{
    return __riscv_vfirst_m_b1(__riscv_vreinterpret_v_u8m1_b1(bits), n);  // b1: n may be any number of bits
}

// Returns the register, combined with the wide forms.
#if PTO_VLMUL == 2 && PTO_VGROUPS == 1
#define PTO_FOLD_PARTS_m8(STEP, ...) \
    STEP(m8, 0, __VA_ARGS__) STEP(m8, 1, __VA_ARGS__) STEP(m8, 2, __VA_ARGS__) STEP(m8, 3, __VA_ARGS__)
#define PTO_FOLD_PARTS_m4(STEP, ...) STEP(m4, 0, __VA_ARGS__) STEP(m4, 1, __VA_ARGS__)
#elif PTO_VLMUL == 4 && PTO_VGROUPS == 1
#define PTO_FOLD_PARTS_m8(STEP, ...) STEP(m8, 0, __VA_ARGS__) STEP(m8, 1, __VA_ARGS__)
#define PTO_FOLD_PARTS_m4(STEP, ...)
#else
#define PTO_FOLD_PARTS_m8(STEP, ...)
#define PTO_FOLD_PARTS_m4(STEP, ...)
#endif
#define PTO_FOLD_TOGETHER(L, j, T, max, min)                                                                      \
    if (r.extreme_##L != PTO_FOLD_NOT) {                                                                          \
        r.v.g[0] = r.extreme_##L == PTO_FOLD_MAX ? max(r.v.g[0], PTO_STRIP_PART(T, L, r.wide_##L, j), PTO_VL(T))  \
                                                 : min(r.v.g[0], PTO_STRIP_PART(T, L, r.wide_##L, j), PTO_VL(T)); \
    }
#define PTO_FOLDED_VALUES(T, max, min, ...)                               \
    PTO_VFN pto_v##T##_t pto_folded_values_##T(pto_fold_##T##_t r)        \
    {                                                                     \
        __VA_ARGS__                                                       \
        PTO_FOLD_PARTS_m8(PTO_FOLD_TOGETHER, T, max, min)                 \
            PTO_FOLD_PARTS_m4(PTO_FOLD_TOGETHER, T, max, min) return r.v; \
    }
PTO_FOLDED_VALUES(i8, __riscv_vmax, __riscv_vmin)
PTO_FOLDED_VALUES(i16, __riscv_vmax, __riscv_vmin)
PTO_FOLDED_VALUES(i32, __riscv_vmax, __riscv_vmin)
PTO_FOLDED_VALUES(u8, __riscv_vmaxu, __riscv_vminu)
PTO_FOLDED_VALUES(u16, __riscv_vmaxu, __riscv_vminu)
PTO_FOLDED_VALUES(u32, __riscv_vmaxu, __riscv_vminu)
PTO_FOLDED_VALUES(f16, __riscv_vfmax, __riscv_vfmin,
                  PTO_FOLD_PARTS_m8(PTO_FOLD_SUMMED, f16) PTO_FOLD_PARTS_m4(PTO_FOLD_SUMMED, f16))
PTO_FOLDED_VALUES(f32, __riscv_vfmax, __riscv_vfmin,
                  PTO_FOLD_PARTS_m8(PTO_FOLD_SUMMED, f32) PTO_FOLD_PARTS_m4(PTO_FOLD_SUMMED, f32))

// Sets lanes to NaN that have seen one, for phase i of strips of n lanes: rare, so lane by lane.
#define PTO_FOLDED(T, ...)                                  \
    PTO_VFN pto_v##T##_t pto_folded_##T(pto_fold_##T##_t r) \
    {                                                       \
        return pto_folded_values_##T(r);                    \
    }
#define PTO_FOLD_NAN_F(T, ...)                                                                  \
    PTO_VFN pto_v##T##_t pto_fold_nan_##T(pto_v##T##_t v, pto_bits_t nan, unsigned i, size_t n) \
    {                                                                                           \
        if (PTO_RARELY(pto_first_bit(nan, n) >= 0)) {                                           \
            pto_##T##_t lane[PTO_LANES(T)];                                                     \
            uint8_t bits[PTO_MASK_BYTES];                                                       \
            pto_store_##T(lane, v);                                                             \
            __riscv_vse8_v_u8m1(bits, nan, PTO_MASK_BYTES);                                     \
            for (size_t j = 0; j < n; j++) {                                                    \
                if (bits[j / 8] >> j % 8 & 1) {                                                 \
                    lane[(i * n + j) % PTO_LANES(T)] = (pto_##T##_t)__builtin_nanf("");         \
                }                                                                               \
            }                                                                                   \
            v = pto_load_##T(lane);                                                             \
        }                                                                                       \
        return v;                                                                               \
    }
#define PTO_FOLDED_F(T, ...)                                                   \
    PTO_VFN pto_v##T##_t pto_folded_##T(pto_fold_##T##_t r)                    \
    {                                                                          \
        r.v = pto_folded_values_##T(r);                                        \
        for (unsigned i = 0; r.extreme_m8 && i < PTO_STRIP_PHASES(m8); i++) {  \
            r.v = pto_fold_nan_##T(r.v, r.nan_m8[i], i, PTO_STRIP_MAX(T, m8)); \
        }                                                                      \
        for (unsigned i = 0; r.extreme_m4 && i < PTO_STRIP_PHASES(m4); i++) {  \
            r.v = pto_fold_nan_##T(r.v, r.nan_m4[i], i, PTO_STRIP_MAX(T, m4)); \
        }                                                                      \
        return r.v;                                                            \
    }
PTO_FOR_INTS(PTO_FOLDED, )
PTO_FOR_F16_32(PTO_FOLD_NAN_F, )
PTO_FOR_F16_32(PTO_FOLDED_F, )

// Whether only the wide form of m8 is in use: its extreme is then found without the register.
#define PTO_FOLD_ALONE(r) (PTO_FOLD_MANY(m8) && (r).extreme_m8 != PTO_FOLD_NOT && (r).extreme_m4 == PTO_FOLD_NOT)
#define PTO_FOLD_GREATEST(T, name)                                                                             \
    (PTO_FOLD_ALONE(r)                                                                                         \
         ? PTO_FOLD_FIRST(T)(PTO_FOLD_REDUCE(T, name)(                                                         \
               (PTO_STRIP(T, m8))r.wide_m8,                                                                    \
               PTO_CAT3(__riscv_vget_v_, PTO_CAT(PTO_E_##T, m8_), PTO_CAT(PTO_E_##T, m1))(r.wide_m8, 0),       \
               PTO_STRIP_FULL(T, m8)))                                                                         \
         : pto_vc##name##_value_##T(pto_folded_values_##T(r)))
#define PTO_FOLD_FIRST(T)        PTO_CAT(PTO_FOLD_FIRST_, PTO_LANE_KIND_##T)
#define PTO_FOLD_REDUCE(T, name) PTO_CAT3(PTO_FOLD_RED, name, PTO_CAT(_, PTO_LANE_KIND_##T))
#define PTO_FOLD_FIRST_F   __riscv_vfmv_f
#define PTO_FOLD_FIRST_I   __riscv_vmv_x
#define PTO_FOLD_FIRST_U   __riscv_vmv_x
#define PTO_FOLD_REDmax_F  __riscv_vfredmax
#define PTO_FOLD_REDmax_I  __riscv_vredmax
#define PTO_FOLD_REDmax_U  __riscv_vredmaxu
#define PTO_FOLD_REDmin_F  __riscv_vfredmin
#define PTO_FOLD_REDmin_I  __riscv_vredmin
#define PTO_FOLD_REDmin_U  __riscv_vredminu

// Returns the extreme as a scalar, without a pass over single lanes: NaN if any lane has seen one. The NaN masks are
// searched in the vtype of the strips.
#define PTO_FOLD_FIRST_NAN(T, L, nan)   PTO_FOLD_FIRST_NAN_(PTO_LANES_RATIO(T, L), PTO_STRIP_FULL(T, L), nan)
#define PTO_FOLD_FIRST_NAN_(R, vl, nan) PTO_FOLD_FIRST_NAN_R(R, vl, nan)
#define PTO_FOLD_FIRST_NAN_R(R, vl, nan) __riscv_vfirst(PTO_CAT(__riscv_vreinterpret_v_u8m1_b, R)(nan), vl)
#define PTO_FOLDED_EXTREME(T, name)                                                  \
    PTO_VFN pto_##T##_t pto_folded_##name##_##T(pto_fold_##T##_t r)                  \
    {                                                                                \
        long nan = -1;                                                               \
        for (unsigned i = 0; r.extreme_m8 && i < PTO_STRIP_PHASES(m8); i++) {        \
            nan = nan >= 0 ? nan : PTO_FOLD_FIRST_NAN(T, m8, r.nan_m8[i]);           \
        }                                                                            \
        for (unsigned i = 0; r.extreme_m4 && i < PTO_STRIP_PHASES(m4); i++) {        \
            nan = nan >= 0 ? nan : PTO_FOLD_FIRST_NAN(T, m4, r.nan_m4[i]);           \
        }                                                                            \
        pto_##T##_t value = PTO_FOLD_GREATEST(T, name);                              \
        return PTO_RARELY(nan >= 0) ? (pto_##T##_t)__builtin_nanf("") : value;       \
    }
PTO_FOR_F16_32(PTO_FOLDED_EXTREME, max)
PTO_FOR_F16_32(PTO_FOLDED_EXTREME, min)

#define PTO_FOLDED_EXTREME_INT(T, name)                             \
    PTO_VFN pto_##T##_t pto_folded_##name##_##T(pto_fold_##T##_t r) \
    {                                                               \
        return PTO_FOLD_GREATEST(T, name);                          \
    }
PTO_FOR_INTS(PTO_FOLDED_EXTREME_INT, max)
PTO_FOR_INTS(PTO_FOLDED_EXTREME_INT, min)

PTO_VFN float pto_folded_sum_f32(pto_fold_f32_t r)
{
    return pto_sum_value_f32(pto_folded_values_f32(r));
}

#endif
