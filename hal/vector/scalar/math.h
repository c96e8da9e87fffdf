// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: elementary functions, with the constants and in the order of operations of rvv/math.h. The file must
// be compiled without contraction of expressions into fma (-ffp-contract=off, or the pragma below if the compiler
// supports it).
#ifndef PTO_VECTOR_SCALAR_MATH_H
#define PTO_VECTOR_SCALAR_MATH_H

#include "../math_const.h"
#include "reg.h"

PTO_VFN float pto_scalar_exp(float x)
{
    if (x != x) {
        return __builtin_nanf("");
    }
    x = x < PTO_EXP_MIN ? PTO_EXP_MIN : x > PTO_EXP_MAX ? PTO_EXP_MAX : x;
    float product = x * PTO_LOG2E;
    float t = product + PTO_EXP_ROUND;
    float n = t - PTO_EXP_ROUND;
    float r = pto_fma_f32(-PTO_LN2_HI, n, x);
    r = pto_fma_f32(-PTO_LN2_LO, n, r);
    float p = r * PTO_EXP_C6;
    p = p + PTO_EXP_C5;
    p = p * r;
    p = p + PTO_EXP_C4;
    p = p * r;
    p = p + PTO_EXP_C3;
    p = p * r;
    p = p + PTO_EXP_C2;
    p = p * r;
    float v = pto_fma_f32(p, r, r);
    uint32_t biased = pto_f32_bits(t) + 127;
    uint32_t half = biased >> 1;
    float s = pto_f32_of(half << 23);
    v = pto_fma_f32(v, s, s);
    return v * pto_f32_of((biased - half) << 23);
}

PTO_VFN float pto_scalar_ln(float x)
{
    if (!(x >= 0.0f)) {
        return __builtin_nanf("");
    }
    if (x == 0.0f) {
        return -__builtin_inff();
    }
    if (x == __builtin_inff()) {
        return x;
    }
    int32_t adjust = 0;
    if (x < 0x1p-126f) {
        x *= 0x1p25f;
        adjust = 25;
    }
    int32_t i = (int32_t)pto_f32_bits(x) - PTO_LN_SQRT_HALF;
    float n = (float)((i >> 23) - adjust);
    float f = pto_f32_of((uint32_t)(i & 0x7fffff) + PTO_LN_SQRT_HALF) - 1.0f;
    float s = f / (f + 2.0f);
    float z = s * s;
    float p = z * PTO_LN_R3;
    p = p + PTO_LN_R2;
    p = p * z;
    p = p + PTO_LN_R1;
    float h = f * 0.5f;
    h = h * f;
    p = pto_fma_f32(p, z, h);
    p = p * s;
    p = pto_fma_f32(PTO_LN_2_LO, n, p);
    h = h - p;
    f = f - h;
    return pto_fma_f32(PTO_LN_2_HI, n, f);
}

PTO_VFN float pto_scalar_rsqrt(float x)
{
    float scale = 1.0f;
    if (!(x > 0.0f) || x == __builtin_inff()) {
        return pto_canonical_f32(1.0f / pto_sqrt_f32(x));
    }
    if (x < PTO_RSQRT_MIN) {
        x *= 0x1p64f;
        scale = 0x1p32f;
    }
    float s = __builtin_sqrtf(x);
    float y = 1.0f / s;
    float h = pto_fma_f32(-s, s, x);
    float q = y * 0.5f;
    q = q * y;
    q = q * h;
    float d = pto_fma_f32(-s, y, 1.0f);
    d = d - q;
    return pto_fma_f32(d, y, y) * scale;
}

#define PTO_SCALAR_MATH(name, fn)                                                        \
    PTO_VOP pto_vf32_t pto_##name##_f32(pto_vf32_t a, pto_b32_t m)                       \
    {                                                                                    \
        PTO_LANE_LOOP(f32, i)                                                            \
        {                                                                                \
            a.lane[i] = pto_scalar_##fn(a.lane[i]);                                      \
        }                                                                                \
        return pto_zero_f32(a, m);                                                       \
    }                                                                                    \
    PTO_VOP pto_vf16_t pto_##name##_f16(pto_vf16_t a, pto_b16_t m)                       \
    {                                                                                    \
        PTO_LANE_LOOP(f16, i)                                                            \
        {                                                                                \
            a.lane[i] = pto_narrow_f16(pto_scalar_##fn((float)pto_wide_f16(a.lane[i]))); \
        }                                                                                \
        return pto_zero_f16(a, m);                                                       \
    }
PTO_SCALAR_MATH(vexp, exp)
PTO_SCALAR_MATH(vln, ln)
PTO_SCALAR_MATH(vrsqrt, rsqrt)

// e^(a - max): the part is ignored for f32 lanes; for f16 lanes it selects one of each pair.
PTO_VOP pto_vf32_t pto_vexpdif_f32(pto_vf32_t a, pto_vf32_t max, pto_b32_t m, pto_attr_t part)
{
    (void)part;
    PTO_LANE_LOOP(f32, i)
    {
        a.lane[i] = pto_scalar_exp(a.lane[i] - max.lane[i]);
    }
    return pto_zero_f32(a, m);
}

PTO_VOP pto_vf32_t pto_vexpdif_f16(pto_vf16_t a, pto_vf16_t max, pto_b16_t m, pto_attr_t part)
{
    pto_vf32_t r;
    const unsigned odd = part == PTO_PART_ODD;
    PTO_LANE_LOOP(f32, i)
    {
        float x = (float)pto_wide_f16(a.lane[2 * i + odd]) - (float)pto_wide_f16(max.lane[2 * i + odd]);
        r.lane[i] = PTO_BIT(m, 4 * i) ? pto_scalar_exp(x) : 0.0f;
    }
    return r;
}

#endif
