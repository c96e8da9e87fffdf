// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: strips of PTO_FOR_LANES whose elements are narrower than the lanes, strips of bf16, and the conversions of
// isa/lanes.def. See rvv/lanes.h.
#ifndef PTO_VECTOR_RVV_LANES_CONVERT_H
#define PTO_VECTOR_RVV_LANES_CONVERT_H

#include "lanes.h"
#include "strip_convert.h"

// bf16 has no vector type of its own: a struct distinguishes its strips from those of u16.
#define PTO_STRIP_BF16(T, L, R, ...)                                                                                   \
    PTO_VFN pto_strip_bf16##L##_t pto_vlds_bf16##L(const pto_bf16_t *p, ptrdiff_t offset, pto_attr_t dist,             \
                                                   size_t pto_vl, pto_reach_t reach)                                   \
    {                                                                                                                  \
        return (pto_strip_bf16##L##_t){pto_vlds_u16##L((const uint16_t *)p, offset, dist, pto_vl, reach)};             \
    }                                                                                                                  \
    PTO_VFN void pto_vsts_bf16##L(pto_strip_bf16##L##_t v, pto_bf16_t *p, ptrdiff_t offset, pto_lane_mask_r##R##_t m,      \
                                  pto_attr_t dist)                                                                     \
    {                                                                                                                  \
        pto_vsts_u16##L(v.bits, (uint16_t *)p, offset, m, dist);                                                       \
    }                                                                                                                  \
    PTO_VFN pto_strip_bf16##L##_t pto_vdups_bf16##L(pto_bf16_t s, pto_lane_mask_r##R##_t m)                                \
    {                                                                                                                  \
        return (pto_strip_bf16##L##_t){pto_vdups_u16##L(s.bits, m)};                                                   \
    }                                                                                                                  \
    PTO_VFN pto_strip_bf16##L##_t pto_vbr_bf16##L(pto_bf16_t s, size_t pto_vl)                                         \
    {                                                                                                                  \
        return (pto_strip_bf16##L##_t){pto_vbr_u16##L(s.bits, pto_vl)};                                                \
    }
PTO_STRIPS_BF16(PTO_STRIP_BF16, )

// A conversion in lanes of the wider type in m8 and m4, and of 16-bit lanes that are parts themselves. Calls X(from,
// its group, to, its group, group of the wider one, R, ...) for each. Parts of 8 bits are in m8 lanes, or in 16-bit
// lanes.
#define PTO_STRIP_RATIOS_16_16(X, S, D, ...) \
    X(S, m8, D, m8, m8, 2, __VA_ARGS__) X(S, m4, D, m4, m4, 4, __VA_ARGS__) X(S, m2, D, m2, m2, 8, __VA_ARGS__)
#define PTO_STRIP_RATIOS_32_32(X, S, D, ...) X(S, m8, D, m8, m8, 4, __VA_ARGS__) X(S, m4, D, m4, m4, 8, __VA_ARGS__)
#define PTO_STRIP_RATIOS_8_16(X, S, D, ...)  X(S, m4, D, m8, m8, 2, __VA_ARGS__) X(S, m2, D, m4, m4, 4, __VA_ARGS__)
#define PTO_STRIP_RATIOS_16_8(X, S, D, ...)  X(S, m8, D, m4, m8, 2, __VA_ARGS__) X(S, m4, D, m2, m4, 4, __VA_ARGS__)
#define PTO_STRIP_RATIOS_16_32(X, S, D, ...) X(S, m4, D, m8, m8, 4, __VA_ARGS__) X(S, m2, D, m4, m4, 8, __VA_ARGS__)
#define PTO_STRIP_RATIOS_32_16(X, S, D, ...) X(S, m8, D, m4, m8, 4, __VA_ARGS__) X(S, m4, D, m2, m4, 8, __VA_ARGS__)
#define PTO_STRIP_RATIOS_8_32(X, S, D, ...)  X(S, m2, D, m8, m8, 4, __VA_ARGS__)
#define PTO_STRIP_RATIOS_32_8(X, S, D, ...)  X(S, m8, D, m2, m8, 4, __VA_ARGS__)
#define PTO_STRIP_RATIOS(sbits, dbits, ...)  PTO_STRIP_RATIOS_(sbits, dbits, __VA_ARGS__)
#define PTO_STRIP_RATIOS_(sbits, dbits, ...) PTO_STRIP_RATIOS_##sbits##_##dbits(__VA_ARGS__)

// Inactive lanes become zero, which converts to zero. Each part is the lowest one of its lane.
#define PTO_STRIP_CONVERT(S, LS, D, LD, L, R, ...)                                                                     \
    PTO_VFN PTO_LANES_STRIP(D, LD) pto_vcvt_##S##LS##_##D(PTO_LANES_STRIP(S, LS) x, pto_lane_mask_r##R##_t m,              \
                                                          pto_attr_t pto_rnd, pto_attr_t pto_sat, pto_attr_t part)     \
    {                                                                                                                  \
        const size_t pto_vl = m.vl;                                                                                    \
        (void)pto_rnd, (void)pto_sat;                                                                                  \
        if (PTO_BITS_##S != PTO_BITS_##D && part != PTO_CVT_EVEN && part != PTO_CVT_P0) {                              \
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, 0, part);                                                       \
        }                                                                                                              \
        return PTO_STRIP_OUT_##D(LD, PTO_STRIP_ZERO_OF(D, LD)(                                                         \
                                         PTO_STRIP_CVT_##S##_##D(PTO_STRIP_IN_##S(x), any, any, L), m));               \
    }
#define PTO_STRIP_ZERO_OF(T, L)          PTO_CAT(pto_strip_zero_, PTO_CAT(PTO_E_##T, L))
#define PTO_STRIP_CONVERTS(S, D, ...)    PTO_STRIP_RATIOS(PTO_BITS_##S, PTO_BITS_##D, PTO_STRIP_CONVERT, S, D, )
PTO_STRIPS_TO_i8(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_u8(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_i16(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_u16(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_f16(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_bf16(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_i32(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_u32(PTO_STRIP_CONVERTS, )
PTO_STRIPS_TO_f32(PTO_STRIP_CONVERTS, )

#define PTO_LANES_C(S, LS, D, LD, L, R, f) , PTO_LANES_STRIP(S, LS) : f##_##S##LS##_##D
#define PTO_LANES_CS(S, D, f)              PTO_STRIP_RATIOS(PTO_BITS_##S, PTO_BITS_##D, PTO_LANES_C, S, D, f)

#endif
