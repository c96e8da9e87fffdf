// SPDX-License-Identifier: Apache-2.0
//
// Both backends: computes only the first lane of an instruction, for registers of which no other lane is used.
// pto_first_<fn>_<T> has the same bits as that lane.
#ifndef PTO_VECTOR_FIRST_H
#define PTO_VECTOR_FIRST_H

#define PTO_FIRST_FN(T, ...)                          \
    PTO_VFN pto_##T##_t pto_first_##T(pto_v##T##_t v) \
    {                                                 \
        return PTO_FIRST_LANE(T, v);                  \
    }
#ifdef PTO_VECTOR_RVV
#define PTO_FIRST_LANE(T, v) PTO_STRIP_FIRST(T, v)
#else
#define PTO_FIRST_LANE(T, v) (v).lane[0]
#endif
PTO_FOR_INTS(PTO_FIRST_FN, )
PTO_FOR_F16_32(PTO_FIRST_FN, )

PTO_VFN float pto_first_vcadd_f32(pto_vf32_t v, pto_b32_t m)
{
#ifdef PTO_VECTOR_RVV
    return pto_sum_value_f32(pto_zero_f32(v, m));
#else
    return pto_first_f32(pto_vcadd_f32(v, m));
#endif
}

PTO_VFN float pto_first_vcmax_f32(pto_vf32_t v, pto_b32_t m)
{
    return pto_vcmax_lowest_f32(v, m);
}

PTO_VFN float pto_first_vcmin_f32(pto_vf32_t v, pto_b32_t m)
{
    return pto_vcmin_lowest_f32(v, m);
}

#define PTO_FIRST_BINARY(name)                             \
    PTO_VFN float pto_first_##name##_f32(float a, float b) \
    {                                                      \
        return PTO_LANEWISE_C(name, f32)(f32, a, b);           \
    }
PTO_FIRST_BINARY(vadd)
PTO_FIRST_BINARY(vadds)
PTO_FIRST_BINARY(vsub)
PTO_FIRST_BINARY(vsubs)
PTO_FIRST_BINARY(vmul)
PTO_FIRST_BINARY(vmuls)
PTO_FIRST_BINARY(vdiv)

PTO_VFN float pto_first_vneg_f32(float a)
{
    return -a;
}

PTO_VFN float pto_first_vsqrt_f32(float a)
{
    return pto_sqrt_f32(a);
}

#endif
