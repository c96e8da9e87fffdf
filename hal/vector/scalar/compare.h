// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: comparison, selection, permutation.
#ifndef PTO_VECTOR_SCALAR_COMPARE_H
#define PTO_VECTOR_SCALAR_COMPARE_H

// C compares floats as IEEE 754 does: with a NaN only `ne` is true.
#define PTO_COMPARE(mode, x, y)          \
    ((mode) == PTO_CMP_EQ   ? (x) == (y) \
     : (mode) == PTO_CMP_NE ? (x) != (y) \
     : (mode) == PTO_CMP_LT ? (x) < (y)  \
     : (mode) == PTO_CMP_LE ? (x) <= (y) \
     : (mode) == PTO_CMP_GT ? (x) > (y)  \
                            : (x) >= (y))

#define PTO_CMP_FN(T, value, ...)                                                                             \
    PTO_VOP pto_m##T##_t pto_vcmps_##T(pto_v##T##_t a, pto_##T##_t s, pto_m##T##_t seed, pto_attr_t mode)     \
    {                                                                                                         \
        pto_m##T##_t r = {0};                                                                                 \
        PTO_LANE_LOOP(T, i)                                                                                   \
        {                                                                                                     \
            PTO_SET_ON(T, r, i, PTO_ON(T, seed, i) && PTO_COMPARE(mode, value(a.lane[i]), value(s)));         \
        }                                                                                                     \
        return r;                                                                                             \
    }                                                                                                         \
    PTO_VOP pto_m##T##_t pto_vcmp_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t seed, pto_attr_t mode)     \
    {                                                                                                         \
        pto_m##T##_t r = {0};                                                                                 \
        PTO_LANE_LOOP(T, i)                                                                                   \
        {                                                                                                     \
            PTO_SET_ON(T, r, i, PTO_ON(T, seed, i) && PTO_COMPARE(mode, value(a.lane[i]), value(b.lane[i]))); \
        }                                                                                                     \
        return r;                                                                                             \
    }
PTO_FOR_INTS64(PTO_CMP_FN, )
PTO_CMP_FN(f16, pto_wide_f16)
PTO_CMP_FN(f32, pto_wide_f32)
PTO_CMP_FN(bf16, pto_bf16_to_float)

#define PTO_SEL_FN(T, ...)                                                              \
    PTO_VOP pto_v##T##_t pto_vsel_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m)   \
    {                                                                                   \
        if (PTO_TESTS_FULL && pto_is_full(m.image, sizeof(pto_##T##_t))) {              \
            return a;                                                                   \
        }                                                                               \
        PTO_LANE_LOOP(T, i)                                                             \
        {                                                                               \
            const pto_##T##_t x = a.lane[i], y = b.lane[i]; /* both: else no vectors */ \
            a.lane[i] = PTO_ON(T, m, i) ? x : y;                                        \
        }                                                                               \
        return a;                                                                       \
    }
PTO_FOR_ANY(PTO_SEL_FN, )

// Selects lanes by index, modulo the number of lanes.
#define PTO_PERMUTE_FN(T, name)                                                                     \
    PTO_VOP pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, PTO_CAT3(pto_vu, PTO_BITS_##T, _t) index) \
    {                                                                                               \
        pto_v##T##_t r;                                                                             \
        PTO_LANE_LOOP(T, i)                                                                         \
        {                                                                                           \
            r.lane[i] = a.lane[index.lane[i] % PTO_LANES(T)];                                       \
        }                                                                                           \
        return r;                                                                                   \
    }

#endif
