// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: interleaving, compression, packing, shifts of lanes, and vci.
#ifndef PTO_VECTOR_SCALAR_REARRANGE_H
#define PTO_VECTOR_SCALAR_REARRANGE_H

#include "reg.h"

// The halves of two interleaved registers, and the even or odd elements of two.
#define PTO_VINTLVV2(T, ...)                                                               \
    PTO_VOP pto_v##T##_t pto_vintlvv2_##T(pto_v##T##_t a, pto_v##T##_t b, pto_attr_t part) \
    {                                                                                      \
        const unsigned first = part == PTO_HIGHER ? PTO_LANES(T) / 2 : 0;                  \
        pto_v##T##_t r;                                                                    \
        PTO_LANE_LOOP(T, i)                                                                \
        {                                                                                  \
            r.lane[i] = (i % 2 ? b : a).lane[first + i / 2];                               \
        }                                                                                  \
        return r;                                                                          \
    }
#define PTO_VDINTLVV2(T, ...)                                                               \
    PTO_VOP pto_v##T##_t pto_vdintlvv2_##T(pto_v##T##_t a, pto_v##T##_t b, pto_attr_t part) \
    {                                                                                       \
        const unsigned odd = part == PTO_HIGHER;                                            \
        pto_v##T##_t r;                                                                     \
        PTO_LANE_LOOP(T, i)                                                                 \
        {                                                                                   \
            const unsigned at = 2 * i + odd;                                                \
            r.lane[i] = at < PTO_LANES(T) ? a.lane[at] : b.lane[at - PTO_LANES(T)];         \
        }                                                                                   \
        return r;                                                                           \
    }
#define PTO_INTLV_OPS(T, ...) PTO_VINTLVV2(T, __VA_ARGS__) PTO_VDINTLVV2(T, __VA_ARGS__)
PTO_FOR_NUMBERS(PTO_INTLV_OPS, )
PTO_FOR_FP8(PTO_INTLV_OPS, )

// vsqz compacts the selected elements at the front and leaves their size in SQZN; vusqz counts for each lane the
// selected lanes below it.
#define PTO_VSQZ(T, ...)                                              \
    PTO_VOP pto_v##T##_t pto_vsqz_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                 \
        pto_v##T##_t r = {0};                                         \
        unsigned count = 0;                                           \
        PTO_LANE_LOOP(T, i)                                           \
        {                                                             \
            if (PTO_ON(T, m, i)) {                                    \
                r.lane[count++] = v.lane[i];                          \
            }                                                         \
        }                                                             \
        pto_spr()->sqzn = (uint32_t)(count * sizeof(pto_##T##_t));    \
        return r;                                                     \
    }
PTO_FOR_INTS(PTO_VSQZ, )
PTO_FOR_FLOATS(PTO_VSQZ, )

#define PTO_VUSQZ(T, ...)                                              \
    PTO_VOP pto_v##T##_t pto_vusqz_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                  \
        unsigned count = 0;                                            \
        PTO_LANE_LOOP(T, i)                                            \
        {                                                              \
            v.lane[i] = (pto_##T##_t)count;                            \
            count += PTO_ON(T, m, i);                                  \
        }                                                              \
        pto_spr()->sqzn = (uint32_t)(count * sizeof(pto_##T##_t));     \
        return v;                                                      \
    }
PTO_FOR_INTS(PTO_VUSQZ, )

// Packing keeps the lower half of each element and fills one half of the result. Unpacking widens the elements of one
// half, selected by index or by name.
#define PTO_VPACK(S, D)                                                       \
    PTO_VOP pto_v##D##_t pto_vpack_##S##_##D(pto_v##S##_t v, pto_attr_t part) \
    {                                                                         \
        pto_v##D##_t r = {0};                                                 \
        const unsigned first = part == PTO_HIGHER ? PTO_LANES(S) : 0;         \
        PTO_LANE_LOOP(S, i)                                                   \
        {                                                                     \
            r.lane[first + i] = (pto_##D##_t)v.lane[i];                       \
        }                                                                     \
        return r;                                                             \
    }
#define PTO_UNPACK(S, D, name, EXTEND)                                             \
    PTO_VOP pto_v##D##_t pto_##name##_##S##_##D(pto_v##S##_t v, ptrdiff_t part)    \
    {                                                                              \
        pto_v##D##_t r;                                                            \
        const unsigned first = part != 0 ? PTO_LANES(D) : 0;                       \
        PTO_LANE_LOOP(D, i)                                                        \
        {                                                                          \
            r.lane[i] = (pto_##D##_t)(EXTEND)v.lane[first + i];                    \
        }                                                                          \
        return r;                                                                  \
    }                                                                              \
    PTO_VOP pto_v##D##_t pto_##name##_h_##S##_##D(pto_v##S##_t v, pto_attr_t part) \
    {                                                                              \
        return pto_##name##_##S##_##D(v, part == PTO_HIGHER);                      \
    }
#define PTO_PACK_PAIR(S, D, n)               \
    PTO_VPACK(D, S)                          \
    PTO_UNPACK(S, D, vsunpack, pto_i##n##_t) \
    PTO_UNPACK(S, D, vzunpack, pto_u##n##_t)
#define PTO_PACK_OPS(n, w)       \
    PTO_PACK_PAIR(i##n, i##w, n) \
    PTO_PACK_PAIR(i##n, u##w, n) \
    PTO_PACK_PAIR(u##n, i##w, n) \
    PTO_PACK_PAIR(u##n, u##w, n)
PTO_PACK_OPS(8, 16)
PTO_PACK_OPS(16, 32)
PTO_PACK_OPS(32, 64)

// Shifts of lanes, by an unsigned amount. vslide returns a window of the concatenation b, a; lanes beyond it are 0.
#define PTO_SHIFT_OP(T, ...)                                            \
    PTO_VOP pto_v##T##_t pto_vshift_##T(pto_v##T##_t v, int16_t amount) \
    {                                                                   \
        const unsigned n = (uint16_t)amount;                            \
        pto_v##T##_t r = {0};                                           \
        for (unsigned i = n; i < PTO_LANES(T); ++i) {                   \
            r.lane[i] = v.lane[i - n];                                  \
        }                                                               \
        return r;                                                       \
    }
#define PTO_SLIDE_OP(T, ...)                                                            \
    PTO_VOP pto_v##T##_t pto_vslide_##T(pto_v##T##_t a, pto_v##T##_t b, int16_t amount) \
    {                                                                                   \
        const unsigned n = (uint16_t)amount;                                            \
        pto_v##T##_t r = {0};                                                           \
        PTO_LANE_LOOP(T, i)                                                             \
        {                                                                               \
            if (n + i < PTO_LANES(T)) {                                                 \
                r.lane[i] = b.lane[n + i];                                              \
            } else if (n + i < 2 * PTO_LANES(T)) {                                      \
                r.lane[i] = a.lane[n + i - PTO_LANES(T)];                               \
            }                                                                           \
        }                                                                               \
        return r;                                                                       \
    }
PTO_FOR_NUMBERS(PTO_SHIFT_OP, )
PTO_FOR_NUMBERS(PTO_SLIDE_OP, )

// vci: the base, plus or minus the lane index.
#define PTO_VCI(T, ACC)                                                                    \
    PTO_VOP pto_v##T##_t pto_vci_##T(pto_##T##_t base, pto_attr_t order)                   \
    {                                                                                      \
        pto_v##T##_t r;                                                                    \
        PTO_LANE_LOOP(T, i)                                                                \
        {                                                                                  \
            const ACC from = (ACC)pto_wide_##T(base);                                      \
            r.lane[i] = pto_narrow_##T(order == PTO_DESC ? from - (ACC)i : from + (ACC)i); \
        }                                                                                  \
        return r;                                                                          \
    }
PTO_VCI(i8, uint32_t)
PTO_VCI(i16, uint32_t)
PTO_VCI(i32, uint32_t)
PTO_VCI(f16, pto_wide_f16_t)
PTO_VCI(f32, float)

#endif
