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

#define PTO_FOLD_STATE(T)                                            \
    pto_v##T##_t v;                                                  \
    int extreme_m8, extreme_m4; /* kind of fold of the wide forms */ \
    pto_wide_##T##m8_t wide_m8;                                      \
    pto_wide_##T##m4_t wide_m4;                                      \
    PTO_FOLD_SUMS(T)
// --fast-math reassociate: sums of floats also use the wide form for strips that span several registers.
#ifdef PTO_REASSOCIATE
#define PTO_FOLD_WIDELY(T, L) (PTO_FOLD_MANY(L) && (pto_##T##_t)0.5f != 0)
#define PTO_FOLD_SUMS(T)       \
    int summed_m8, summed_m4;  \
    pto_wide_##T##m8_t sum_m8; \
    pto_wide_##T##m4_t sum_m4;
#define PTO_FOLD_SUMS_START(T, L, r)                                                           \
    if (PTO_FOLD_MANY(L)) {                                                                    \
        r.sum_##L = PTO_STRIP_INSN(PTO_SPLAT_##T, T, L)((pto_##T##_t)0, PTO_STRIP_FULL(T, L)); \
    }
#define PTO_FOLD_SUM_IN(fn, T, L, ...)                                                                    \
    {                                                                                                     \
        r.summed_##L = 1;                                                                                 \
        r.sum_##L = PTO_STRIP_NEXT((PTO_STRIP(T, L))r.sum_##L, fn, T, PTO_STRIP_FULL(T, L), __VA_ARGS__); \
    }
#define PTO_FOLD_SUMMED(j, L, T)                                                                     \
    if (r.summed_##L) {                                                                              \
        r.v.g[0] = PTO_STRIP_NEXT(r.v.g[0], vadd, T, PTO_VL(T), PTO_STRIP_PART(T, L, r.sum_##L, j)); \
    }
#else
#define PTO_FOLD_WIDELY(T, L) 0
#define PTO_FOLD_SUMS(T)
#define PTO_FOLD_SUMS_START(T, L, r)
#define PTO_FOLD_SUM_IN(fn, T, L, ...)
#define PTO_FOLD_SUMMED(j, L, T)
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
#define PTO_FOLD_TYPE_F(T, ...)                                                         \
    typedef struct {                                                                    \
        PTO_FOLD_STATE(T)                                                               \
        pto_bits_t nan_m8[PTO_STRIP_PHASES(m8)], nan_m4[PTO_STRIP_PHASES(m4)];          \
    } pto_fold_##T##_t;                                                                 \
    /* Either no lane has seen a NaN, or all have. */                                   \
    PTO_VFN pto_fold_##T##_t pto_fold_##T(pto_##T##_t s)                                \
    {                                                                                   \
        const pto_bits_t nan = __riscv_vmv_v_x_u8m1(s == s ? 0 : 0xff, PTO_MASK_BYTES); \
        PTO_FOLD_START(T, r, s)                                                         \
        for (unsigned i = 0; i < PTO_STRIP_PHASES(m8); i++) {                           \
            r.nan_m8[i] = nan;                                                          \
        }                                                                               \
        for (unsigned i = 0; i < PTO_STRIP_PHASES(m4); i++) {                           \
            r.nan_m4[i] = nan;                                                          \
        }                                                                               \
        return r;                                                                       \
    }
PTO_FOR_INTS(PTO_FOLD_TYPE, )
PTO_FOR_F16_32(PTO_FOLD_TYPE_F, )

// Folds registers, or strips that are a part of one, into an accumulator of `lanes` lanes; fn is a row of PTO_WIDE_.
#define PTO_FOLD_CUT(T, L, m) (!(__builtin_constant_p((m).vl) && (m).vl == PTO_STRIP_FULL(T, L)))
#define PTO_FOLD_DO(fn, T, L, acc, lanes, ...)                                                              \
    (acc) = !PTO_FOLD_MANY(L) && PTO_FOLD_CUT(T, L, m) ? PTO_STRIP_NEXT_SOME(acc, fn, T, m.vl, __VA_ARGS__) \
                                                       : PTO_STRIP_NEXT(acc, fn, T, lanes, __VA_ARGS__);
#define PTO_FOLD_GROUP(j, fn, T, L, k, ...) \
    PTO_FOLD_DO(fn, T, L, r.v.g[k], PTO_VL(T), PTO_STRIP_PARTS_OF(T, L, j, __VA_ARGS__))
#define PTO_FOLD_HALF(at, fn, T, L, ...)                                                  \
    {                                                                                     \
        PTO_STRIP(T, L) half_ = PTO_GET_HALF(PTO_E_##T)(r.v.g[(at) / 2], (at) % 2);       \
        PTO_FOLD_DO(fn, T, L, half_, PTO_STRIP_FULL(T, L), __VA_ARGS__)                   \
        r.v.g[(at) / 2] = PTO_FOLD_SET_HALF(PTO_E_##T)(r.v.g[(at) / 2], (at) % 2, half_); \
    }
#define PTO_FOLD_SET_HALF(e) PTO_CAT_HM(__riscv_vset_v_, e)

// Folds strips of L into their accumulators.
#if PTO_VGROUPS == 1
#define PTO_FOLD_m8(fn, T, ...) PTO_STRIP_EACH_m8(PTO_FOLD_GROUP, fn, T, m8, 0, __VA_ARGS__)
#else
#define PTO_FOLD_m8(fn, T, ...)                      \
    if (phase == 0)                                  \
        PTO_FOLD_GROUP(0, fn, T, m8, 0, __VA_ARGS__) \
    else                                             \
        PTO_FOLD_GROUP(0, fn, T, m8, 1, __VA_ARGS__)
#endif
#if PTO_VLMUL < 8
#define PTO_FOLD_m4(fn, T, ...) PTO_STRIP_EACH_m4(PTO_FOLD_GROUP, fn, T, m4, 0, __VA_ARGS__)
#elif PTO_VGROUPS == 1
#define PTO_FOLD_m4(fn, T, ...)                  \
    if (phase == 0)                              \
        PTO_FOLD_HALF(0, fn, T, m4, __VA_ARGS__) \
    else                                         \
        PTO_FOLD_HALF(1, fn, T, m4, __VA_ARGS__)
#else
#define PTO_FOLD_m4(fn, T, ...)                  \
    if (phase == 0)                              \
        PTO_FOLD_HALF(0, fn, T, m4, __VA_ARGS__) \
    else if (phase == 1)                         \
        PTO_FOLD_HALF(1, fn, T, m4, __VA_ARGS__) \
    else if (phase == 2)                         \
        PTO_FOLD_HALF(2, fn, T, m4, __VA_ARGS__) \
    else                                         \
        PTO_FOLD_HALF(3, fn, T, m4, __VA_ARGS__)
#endif

// Inactive lanes: replaced by the neutral element if a mask excludes them, or in the tail of a strip that spans several
// registers. In any other tail the accumulator is tail-undisturbed.
#define PTO_FOLD_PAD(T, L, R, x, neutral, padded)                                                \
    if (!m.all) {                                                                                \
        const size_t pto_vl = m.vl;                                                              \
        x = __riscv_vmerge(PTO_STRIP_SPLAT(T, L, neutral), x, PTO_LANE_MASK_BOOL(R, m), pto_vl); \
    }                                                                                            \
    if ((padded) && PTO_FOLD_CUT(T, L, m)) {                                                     \
        const size_t pto_vl = PTO_STRIP_FULL(T, L);                                              \
        x = __riscv_vmv_v_tu(PTO_STRIP_SPLAT(T, L, PTO_FOLD_PAD_HERE(T, neutral)), x, m.vl);     \
    }

#define PTO_FOLD_FN(T, L, R, name, strips, ...)                                                                   \
    PTO_VFN pto_fold_##T##_t pto_fold_##name##_##T##L(pto_fold_##T##_t r, strips(T, L), pto_lane_mask_r##R##_t m, \
                                                      unsigned phase)                                             \
    {                                                                                                             \
        (void)phase;                                                                                              \
        __VA_ARGS__                                                                                               \
        return r;                                                                                                 \
    }
#define PTO_FOLD_X(T, L)  PTO_STRIP(T, L) x
#define PTO_FOLD_XY(T, L) PTO_STRIP(T, L) x, PTO_STRIP(T, L) y
#define PTO_FOLD_SUM(fn, T, L, ...)            \
    if (PTO_FOLD_WIDELY(T, L)) {               \
        PTO_FOLD_SUM_IN(fn, T, L, __VA_ARGS__) \
    } else {                                   \
        PTO_FOLD_##L(fn, T, __VA_ARGS__)       \
    }
// Maxima do not depend on the order: strips that span several registers are folded in the wide form, and combined at
// the end.
#define PTO_FOLD_EXTREME(fn, T, L, R, how)                                               \
    PTO_FOLD_PAD(T, L, R, x, PTO_NEUTRAL(fn, T), 1)                                                          \
    r.extreme_##L = how;                                                                          \
    if (PTO_FOLD_MANY(L)) {                                                                       \
        r.wide_##L = PTO_STRIP_NEXT((PTO_STRIP(T, L))r.wide_##L, fn, T, PTO_STRIP_FULL(T, L), x); \
    } else {                                                                                      \
        PTO_FOLD_##L(fn, T, x)                                                                    \
    }                                                                                             \
    PTO_CAT(PTO_FOLD_NAN_, PTO_LANE_KIND_##T)(T, L, R)

// Records the lanes of x that are NaN.
#define PTO_FOLD_NAN_I(T, L, R)
#define PTO_FOLD_NAN_U(T, L, R)
#define PTO_FOLD_NAN_F(T, L, R)                                    \
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
        r.nan_##L[at_] = PTO_LANE_MASK_BITS(R, __riscv_vmor(nan_, before_, pto_vl));                \
    }

#define PTO_FOLD_FNS(T, L, R)                                                                                     \
    PTO_FOLD_FN(T, L, R, add, PTO_FOLD_X,                                                                         \
                PTO_FOLD_PAD(T, L, R, x, PTO_NEUTRAL(vadd, T), PTO_FOLD_MANY(L)) PTO_FOLD_SUM(vadd, T, L, x))     \
    PTO_FOLD_FN(T, L, R, mul, PTO_FOLD_X,                                                                         \
                PTO_FOLD_PAD(T, L, R, x, PTO_NEUTRAL(vmul, T), PTO_FOLD_MANY(L)) PTO_FOLD_##L(vmul, T, x))              \
    PTO_FOLD_FN(T, L, R, max, PTO_FOLD_X, PTO_FOLD_EXTREME(vmax, T, L, R, PTO_FOLD_MAX))       \
    PTO_FOLD_FN(T, L, R, min, PTO_FOLD_X, PTO_FOLD_EXTREME(vmin, T, L, R, PTO_FOLD_MIN)) \
    PTO_FOLD_FN(T, L, R, mula, PTO_FOLD_XY,                                                                       \
                PTO_FOLD_PAD(T, L, R, x, PTO_NEUTRAL(vadd, T), PTO_FOLD_MANY(L))                                  \
                    PTO_FOLD_PAD(T, L, R, y, 0, PTO_FOLD_MANY(L)) PTO_FOLD_SUM(vmula, T, L, x, y))

// Accumulators have the type of the lanes: m8 and m4.
#define PTO_FOLDS_OF(T, R8, R4) PTO_FOLD_FNS(T, m8, R8) PTO_FOLD_FNS(T, m4, R4)
PTO_FOLDS_OF(f16, 2, 4)
PTO_FOLDS_OF(f32, 4, 8)
PTO_FOLDS_OF(i8, 1, 2)
PTO_FOLDS_OF(i16, 2, 4)
PTO_FOLDS_OF(i32, 4, 8)
PTO_FOLDS_OF(u8, 1, 2)
PTO_FOLDS_OF(u16, 2, 4)
PTO_FOLDS_OF(u32, 4, 8)

PTO_VFN long pto_first_bit(pto_bits_t bits, size_t n)
{
    return __riscv_vfirst_m_b1(__riscv_vreinterpret_v_u8m1_b1(bits), n);  // b1: n may be any number of bits
}

// Returns the register, combined with the wide forms.
#if PTO_VLMUL < 8
#define PTO_FOLD_EACH(STEP, T) PTO_STRIP_EACH_m8(STEP, m8, T) PTO_STRIP_EACH_m4(STEP, m4, T)
#else
#define PTO_FOLD_EACH(STEP, T)
#endif
#define PTO_FOLD_TOGETHER(j, L, T)                                                                      \
    if (PTO_FOLD_MANY(L) && r.extreme_##L != PTO_FOLD_NOT) {                                            \
        const __auto_type part_ = PTO_STRIP_PART(T, L, r.wide_##L, j);                                  \
        r.v.g[0] = r.extreme_##L == PTO_FOLD_MAX ? PTO_STRIP_NEXT(r.v.g[0], vmax, T, PTO_VL(T), part_)  \
                                                 : PTO_STRIP_NEXT(r.v.g[0], vmin, T, PTO_VL(T), part_); \
    }
#define PTO_FOLDED_VALUES(T, ...)                                                         \
    PTO_VFN pto_v##T##_t pto_folded_values_##T(pto_fold_##T##_t r)                        \
    {                                                                                     \
        PTO_FOLD_EACH(PTO_FOLD_SUMMED, T) PTO_FOLD_EACH(PTO_FOLD_TOGETHER, T) return r.v; \
    }
PTO_FOR_INTS(PTO_FOLDED_VALUES, )
PTO_FOR_F16_32(PTO_FOLDED_VALUES, )

// Sets lanes to NaN that have seen one, for phase i of strips of n lanes: rare, so lane by lane.
#define PTO_FOLDED(T, ...)                                  \
    PTO_VFN pto_v##T##_t pto_folded_##T(pto_fold_##T##_t r) \
    {                                                       \
        return pto_folded_values_##T(r);                    \
    }
#define PTO_FOLD_NAN_LANES(T, ...)                                                              \
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
PTO_FOR_F16_32(PTO_FOLD_NAN_LANES, )
PTO_FOR_F16_32(PTO_FOLDED_F, )

// Whether only the wide form of m8 is in use: its extreme is then found without the register.
#define PTO_FOLD_ALONE(r) (PTO_FOLD_MANY(m8) && (r).extreme_m8 != PTO_FOLD_NOT && (r).extreme_m4 == PTO_FOLD_NOT)
#define PTO_FOLD_GREATEST(T, name)                                                       \
    (PTO_FOLD_ALONE(r) ? PTO_STRIP_GREATEST(v##name, T, m8, (PTO_STRIP(T, m8))r.wide_m8) \
                       : pto_vc##name##_value_##T(pto_folded_values_##T(r)))

// Returns the extreme as a scalar, without a pass over single lanes: NaN if any lane has seen one. The NaN masks are
// searched in the vtype of the strips.
#define PTO_FOLD_FIRST_NAN(T, L, nan)    PTO_FOLD_FIRST_NAN_(PTO_STRIP_RATIO(T, L), PTO_STRIP_FULL(T, L), nan)
#define PTO_FOLD_FIRST_NAN_(R, vl, nan)  PTO_FOLD_FIRST_NAN_R(R, vl, nan)
#define PTO_FOLD_FIRST_NAN_R(R, vl, nan) __riscv_vfirst(PTO_CAT(__riscv_vreinterpret_v_u8m1_b, R)(nan), vl)
#define PTO_FOLDED_EXTREME(T, name)                                            \
    PTO_VFN pto_##T##_t pto_folded_##name##_##T(pto_fold_##T##_t r)            \
    {                                                                          \
        long nan = -1;                                                         \
        for (unsigned i = 0; r.extreme_m8 && i < PTO_STRIP_PHASES(m8); i++) {  \
            nan = nan >= 0 ? nan : PTO_FOLD_FIRST_NAN(T, m8, r.nan_m8[i]);     \
        }                                                                      \
        for (unsigned i = 0; r.extreme_m4 && i < PTO_STRIP_PHASES(m4); i++) {  \
            nan = nan >= 0 ? nan : PTO_FOLD_FIRST_NAN(T, m4, r.nan_m4[i]);     \
        }                                                                      \
        pto_##T##_t value = PTO_FOLD_GREATEST(T, name);                        \
        return PTO_RARELY(nan >= 0) ? (pto_##T##_t)__builtin_nanf("") : value; \
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
