// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: vcvt and vtrc.
//
// Element by element (element_convert.h). The RVV backend uses other methods, so the two check each other.
#ifndef PTO_VECTOR_SCALAR_CONVERT_H
#define PTO_VECTOR_SCALAR_CONVERT_H

#include "../element_convert.h"
#include "math.h"
#include "reg.h"

PTO_VFN unsigned pto_part_index(pto_attr_t part)
{
    return part == PTO_CVT_ODD || part == PTO_CVT_P1 ? 1 : part == PTO_CVT_P2 ? 2 : part == PTO_CVT_P3 ? 3 : 0;
}

// Lanes of the wider type, narrow elements as their parts. The predicate of a lane is its bit in the wider granularity,
// whatever the type of the mask.

#define PTO_CVT_HEAD(S, D)                                                                                  \
    PTO_VOP pto_v##D##_t pto_vcvt_##S##_##D(pto_v##S##_t v, pto_m##S##_t m, pto_attr_t rnd, pto_attr_t sat, \
                                            pto_attr_t part)

#define PTO_CVT_FF(S, D)                                                                 \
    PTO_VFN pto_##D##_t pto_cvt_##S##_##D(pto_##S##_t x, pto_attr_t rnd, pto_attr_t sat) \
    {                                                                                    \
        return pto_to_##D(pto_from_##S(x), rnd, sat);                                    \
    }
#define PTO_CVT_EXACT(S, D)                                                              \
    PTO_VFN pto_##D##_t pto_cvt_##S##_##D(pto_##S##_t x, pto_attr_t rnd, pto_attr_t sat) \
    {                                                                                    \
        (void)rnd, (void)sat;                                                            \
        return pto_to_##D(pto_from_##S(x), PTO_RND_R, PTO_NOSAT);                        \
    }
#define PTO_CVT_II(S, D)                                                                 \
    PTO_VFN pto_##D##_t pto_cvt_##S##_##D(pto_##S##_t x, pto_attr_t rnd, pto_attr_t sat) \
    {                                                                                    \
        (void)rnd;                                                                       \
        return pto_to_##D##_int((int64_t)x, sat);                                        \
    }
#define PTO_CVT_EXTEND(S, D)                                                             \
    PTO_VFN pto_##D##_t pto_cvt_##S##_##D(pto_##S##_t x, pto_attr_t rnd, pto_attr_t sat) \
    {                                                                                    \
        (void)rnd, (void)sat;                                                            \
        return (pto_##D##_t)x;                                                           \
    }
#define PTO_CVT_IF(S, D)                                                                 \
    PTO_VFN pto_##D##_t pto_cvt_##S##_##D(pto_##S##_t x, pto_attr_t rnd, pto_attr_t sat) \
    {                                                                                    \
        (void)rnd, (void)sat;                                                            \
        return pto_int_to_##D((int64_t)x, rnd);                                          \
    }
PTO_VFN pto_f16_t pto_int_to_f16(int64_t x, pto_attr_t rnd)
{
    return pto_to_f16((double)x, rnd, PTO_NOSAT);
}

PTO_VFN float pto_int_to_f32(int64_t x, pto_attr_t rnd)
{
    return pto_int_f32(x, rnd);
}

// KIND defines the conversion of one element. Narrower results: each lane goes to its part.
#define PTO_CVT_NARROW(S, D, KIND)                                                \
    PTO_CVT_##KIND(S, D) PTO_CVT_HEAD(S, D)                                       \
    {                                                                             \
        const unsigned n = PTO_BITS_##S / PTO_BITS_##D, p = pto_part_index(part); \
        pto_v##D##_t r = {0};                                                     \
        PTO_LANE_LOOP(S, i)                                                       \
        {                                                                         \
            if (PTO_ON(S, m, i)) {                                                \
                r.lane[n * i + p] = pto_cvt_##S##_##D(v.lane[i], rnd, sat);       \
            }                                                                     \
        }                                                                         \
        return r;                                                                 \
    }
// Results that are wider, or of the same width.
#define PTO_CVT_WIDEN(S, D, KIND)                                           \
    PTO_CVT_##KIND(S, D) PTO_CVT_HEAD(S, D)                                 \
    {                                                                       \
        const unsigned n = PTO_BITS_##D / PTO_BITS_##S;                     \
        const unsigned p = n == 1 ? 0 : pto_part_index(part);               \
        pto_v##D##_t r = {0};                                               \
        PTO_LANE_LOOP(D, i)                                                 \
        {                                                                   \
            if (PTO_ON(D, m, i)) {                                          \
                r.lane[i] = pto_cvt_##S##_##D(v.lane[n * i + p], rnd, sat); \
            }                                                               \
        }                                                                   \
        return r;                                                           \
    }

PTO_FOR_VCVT(PTO_CVT)

// Pairs of 4-bit floats: byte p of a 32-bit lane belongs to the lane's two bf16 elements.
#define PTO_CVT_TO_FP4(F, places)                                                                            \
    PTO_CVT_HEAD(bf16, F)                                                                                    \
    {                                                                                                        \
        (void)sat;                                                                                           \
        pto_v##F##_t r = {0};                                                                                \
        PTO_LANE_LOOP(bf16, i)                                                                               \
        {                                                                                                    \
            if (PTO_ON(bf16, m, i)) {                                                                        \
                uint8_t code = pto_to_fp4(pto_from_bf16(v.lane[i]), places, rnd);                            \
                r.lane[4 * (i / 2) + pto_part_index(part)].bits |= (uint8_t)(i % 2 == 0 ? code : code << 4); \
            }                                                                                                \
        }                                                                                                    \
        return r;                                                                                            \
    }
#define PTO_CVT_FROM_FP4(F, places)                                                         \
    PTO_CVT_HEAD(F, bf16)                                                                   \
    {                                                                                       \
        (void)rnd, (void)sat;                                                               \
        pto_vbf16_t r = {0};                                                                \
        PTO_LANE_LOOP(bf16, i)                                                              \
        {                                                                                   \
            unsigned code = v.lane[4 * (i / 2) + pto_part_index(part)].bits >> 4 * (i % 2); \
            double x = pto_from_code(code & 7, places, 0);                                  \
            if (PTO_ON(bf16, m, i)) {                                                       \
                r.lane[i] = pto_to_bf16(code & 8 ? -x : x, PTO_RND_R, PTO_NOSAT);           \
            }                                                                               \
        }                                                                                   \
        return r;                                                                           \
    }
#define PTO_CVT_FP4(F, places) PTO_CVT_TO_FP4(F, places) PTO_CVT_FROM_FP4(F, places)
PTO_CVT_FP4(e2m1x2, 1)
PTO_CVT_FP4(e1m2x2, 2)

// vtrc. NaN and infinity are unchanged.
#define PTO_VTRC(T)                                                                      \
    PTO_VOP pto_v##T##_t pto_vtrc_##T(pto_v##T##_t v, pto_m##T##_t m, pto_attr_t rnd)    \
    {                                                                                    \
        PTO_LANE_LOOP(T, i)                                                              \
        {                                                                                \
            double x = pto_from_##T(v.lane[i]);                                          \
            if (__builtin_fabs(x) < 0x1p23) {                                            \
                v.lane[i] = pto_to_##T(pto_round_integer(x, rnd), PTO_RND_Z, PTO_NOSAT); \
            }                                                                            \
        }                                                                                \
        return pto_zero_##T(v, m);                                                       \
    }
PTO_VTRC(f32)
PTO_VTRC(f16)
PTO_VTRC(bf16)

#endif
