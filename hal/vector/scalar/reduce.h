// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: reductions. Float sums are in the order of rvv/reduce.h: vcadd by halves down to 32 sums, which are
// added from first to last; vcgadd and vcpadd by neighbours. f16 is summed in f32.
#ifndef PTO_VECTOR_SCALAR_REDUCE_H
#define PTO_VECTOR_SCALAR_REDUCE_H

#include "arith.h"
#include "reg.h"

PTO_VFN float pto_sum_halves(float *sums, unsigned n)
{
    for (; n > 32; n /= 2) {
        for (unsigned i = 0; i < n / 2; ++i) {
            sums[i] = sums[i] + sums[i + n / 2];
        }
    }
    float sum = 0;
    for (unsigned i = 0; i < 32; ++i) {
        sum = sum + sums[i];
    }
    return sum;
}

#define PTO_VCADD_FLOAT(T)                                                           \
    PTO_VOP pto_v##T##_t pto_vcadd_##T(pto_v##T##_t v, pto_m##T##_t m)               \
    {                                                                                \
        float sums[PTO_LANES(T)];                                                    \
        v = pto_zero_##T(v, m);                                                      \
        PTO_LANE_LOOP(T, i)                                                          \
        {                                                                            \
            sums[i] = (float)pto_wide_##T(v.lane[i]);                                \
        }                                                                            \
        return (pto_v##T##_t){{pto_narrow_##T(pto_sum_halves(sums, PTO_LANES(T)))}}; \
    }
PTO_VCADD_FLOAT(f16)
PTO_VCADD_FLOAT(f32)

// Integers: sums of 8 and 16 bits are twice as wide.
#define PTO_VCADD_INT(T, D)                                            \
    PTO_VOP pto_v##D##_t pto_vcadd_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                  \
        pto_u32_t sum = 0;                                             \
        PTO_LANE_LOOP(T, i)                                            \
        {                                                              \
            sum += PTO_ON(T, m, i) ? (pto_u32_t)v.lane[i] : 0;         \
        }                                                              \
        return (pto_v##D##_t){{(pto_##D##_t)sum}};                     \
    }
PTO_VCADD_INT(i8, i16)
PTO_VCADD_INT(u8, u16)
PTO_VCADD_INT(i16, i32)
PTO_VCADD_INT(u16, u32)
PTO_VCADD_INT(i32, i32)
PTO_VCADD_INT(u32, u32)

// Maximum and minimum of two integers; for floats see arith.h: NaN wins, +0 is above -0.
#define PTO_PICK_INT(T, ...)                                          \
    PTO_VFN pto_##T##_t pto_maximum_##T(pto_##T##_t a, pto_##T##_t b) \
    {                                                                 \
        return a > b ? a : b;                                         \
    }                                                                 \
    PTO_VFN pto_##T##_t pto_minimum_##T(pto_##T##_t a, pto_##T##_t b) \
    {                                                                 \
        return a < b ? a : b;                                         \
    }
PTO_FOR_INTS(PTO_PICK_INT, )

// Inactive lanes count as the identity. Returns the value, and the index of the first lane that equals it.
#define PTO_VCEXTREME_ACTIVE(T, name, pick, fn)                                               \
    PTO_VOP pto_v##T##_t pto_##name##_active_##T(pto_v##T##_t v, pto_m##T##_t m)              \
    {                                                                                         \
        PTO_LANE_LOOP(T, i)                                                                   \
        {                                                                                     \
            v.lane[i] = PTO_ON(T, m, i) ? v.lane[i] : pto_narrow_##T(PTO_NEUTRAL_##fn##_##T); \
        }                                                                                     \
        return v;                                                                             \
    }
#define PTO_VCEXTREME_INDEX(T, name, pick, fn)                            \
    PTO_VOP pto_v##T##_t pto_##name##_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                     \
        v = pto_##name##_active_##T(v, m);                                \
        pto_wide_##T##_t x = (pto_wide_##T##_t)(PTO_NEUTRAL_##fn##_##T);  \
        PTO_LANE_LOOP(T, i)                                               \
        {                                                                 \
            x = pick(x, pto_wide_##T(v.lane[i]));                         \
        }                                                                 \
        PTO_CAT3(pto_u, PTO_BITS_##T, _t) index = 0;                      \
        for (unsigned i = PTO_LANES(T); i-- > 0;) {                       \
            const pto_wide_##T##_t y = pto_wide_##T(v.lane[i]);           \
            int same = y == x || (x != x && y != y);                      \
            index = same ? (__typeof__(index))i : index;                  \
        }                                                                 \
        pto_v##T##_t r = {{pto_narrow_##T(x)}};                           \
        __builtin_memcpy(&r.lane[1], &index, sizeof index);               \
        return r;                                                         \
    }
#define PTO_VCEXTREME_LOWEST(T, name, pick, fn)                                 \
    PTO_VFN pto_##T##_t pto_##name##_lowest_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                           \
        return pto_##name##_##T(v, m).lane[0];                                  \
    }
#define PTO_VCEXTREME(T, name, pick, fn)    \
    PTO_VCEXTREME_ACTIVE(T, name, pick, fn) \
    PTO_VCEXTREME_INDEX(T, name, pick, fn)  \
    PTO_VCEXTREME_LOWEST(T, name, pick, fn)
#define PTO_VCEXTREMES(T, ...)                     \
    PTO_VCEXTREME(T, vcmax, pto_maximum_##T, vmax) \
    PTO_VCEXTREME(T, vcmin, pto_minimum_##T, vmin)
PTO_FOR_INTS(PTO_VCEXTREMES, )
PTO_FOR_F16_32(PTO_VCEXTREMES, )

// Blocks of 32 bytes: ACC is the type of the accumulator.
#define PTO_BLOCKS(T, ACC, name, active, OP)                              \
    PTO_VOP pto_v##T##_t pto_##name##_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                     \
        enum { n = PTO_LANES(T) / 8 };                                    \
        pto_v##T##_t r = {0};                                             \
        v = active(v, m);                                                 \
        for (unsigned block = 0; block < 8; ++block) {                    \
            ACC x[n];                                                     \
            for (unsigned i = 0; i < n; ++i) {                            \
                x[i] = (ACC)pto_wide_##T(v.lane[block * n + i]);          \
            }                                                             \
            for (unsigned left = n / 2; left > 0; left /= 2) {            \
                for (unsigned i = 0; i < left; ++i) {                     \
                    x[i] = (ACC)OP(x[2 * i], x[2 * i + 1]);               \
                }                                                         \
            }                                                             \
            r.lane[block] = pto_narrow_##T(x[0]);                         \
        }                                                                 \
        return r;                                                         \
    }
#define PTO_PLUS(a, b)     ((a) + (b))
#define PTO_PLUS_U32(a, b) ((uint32_t)(a) + (uint32_t)(b))
#define PTO_VCG(T, ACC, PLUS)                                                      \
    PTO_BLOCKS(T, ACC, vcgadd, pto_zero_##T, PLUS)                                 \
    PTO_BLOCKS(T, pto_wide_##T##_t, vcgmax, pto_vcmax_active_##T, pto_maximum_##T) \
    PTO_BLOCKS(T, pto_wide_##T##_t, vcgmin, pto_vcmin_active_##T, pto_minimum_##T)
PTO_VCG(i8, pto_i8_t, PTO_PLUS_U32)
PTO_VCG(u8, pto_u8_t, PTO_PLUS_U32)
PTO_VCG(i16, pto_i16_t, PTO_PLUS_U32)
PTO_VCG(u16, pto_u16_t, PTO_PLUS_U32)
PTO_VCG(i32, pto_i32_t, PTO_PLUS_U32)
PTO_VCG(u32, pto_u32_t, PTO_PLUS_U32)
PTO_VCG(f16, float, PTO_PLUS)
PTO_VCG(f32, float, PTO_PLUS)

#define PTO_VCPADD(T)                                                                                  \
    PTO_VOP pto_v##T##_t pto_vcpadd_##T(pto_v##T##_t v, pto_m##T##_t m)                                \
    {                                                                                                  \
        pto_v##T##_t r = {0};                                                                          \
        v = pto_zero_##T(v, m);                                                                        \
        for (unsigned i = 0; i < PTO_LANES(T) / 2; ++i) {                                              \
            r.lane[i] = pto_narrow_##T(pto_wide_##T(v.lane[2 * i]) + pto_wide_##T(v.lane[2 * i + 1])); \
        }                                                                                              \
        return r;                                                                                      \
    }
PTO_VCPADD(f16)
PTO_VCPADD(f32)

#endif
