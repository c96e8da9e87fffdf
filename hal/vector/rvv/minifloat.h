// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: vcvt from and to the formats of 8 and 4 bits.
//
// An f32 is rounded to a coarser format by adding and subtracting a number so large that the sum has the format's last
// place: 1.5 * 2^23 units in the last place. The addition is the only inexact step, and rounds by its rounding mode.
// Subnormals are handled as well, because the last place stops shrinking at the smallest exponent.
#ifndef PTO_VECTOR_RVV_MINIFLOAT_H
#define PTO_VECTOR_RVV_MINIFLOAT_H

#include "../hif8.h"
#include "convert.h"

#define PTO_MINI_ADD(mode, a, b) PTO_CAT(PTO_RVV_E(vfadd_vv, f32), _rm)((a), (b), (mode), PTO_VL(f32))

// Rounds x to `places` fraction bits, at its own exponent or at exp_min if that is larger. The magnitude is clipped to
// 2^20, which is beyond all these formats.
typedef struct {
    pto_gf32_t magnitude;
    pto_gu32_t odd;  // 1 if round to odd has to set the last place
} pto_mini_t;

PTO_VFN pto_mini_t pto_mini_round(pto_gf32_t x, pto_gu32_t shift, uint32_t exp_min, pto_attr_t rnd)
{
    const size_t vl = PTO_VL(f32);
    pto_mini_t r;
    x = PTO_RVV_E(vfmin_vf, f32)(x, 0x1p20f, vl);
    x = PTO_RVV_E(vfmax_vf, f32)(x, -0x1p20f, vl);
    if (rnd != PTO_RND_R && rnd != PTO_RND_F && rnd != PTO_RND_C) {
        /* The large number breaks the symmetry: round the magnitude. */
        x = PTO_RVV_E(vfabs_v, f32)(x, vl);
    }
    pto_gu32_t e = PTO_RVV_E(vand_vx, u32)(PTO_CAST_E(u32, f32)(x), 0x7f800000, vl);
    e = PTO_RVV_E(vmaxu_vx, u32)(e, exp_min << 23, vl);
    e = PTO_RVV_E(vadd_vv, u32)(e, shift, vl);
    pto_gf32_t large = PTO_CAST_E(f32, u32)(PTO_RVV_E(vor_vx, u32)(e, 0x400000, vl));
    pto_gf32_t sum = rnd == PTO_RND_R ? PTO_RVV_E(vfadd_vv, f32)(x, large, vl) : PTO_ROUND(rnd, PTO_MINI_ADD, x, large);
    sum = PTO_RVV_E(vfsub_vv, f32)(sum, large, vl);
    r.magnitude = PTO_RVV_E(vfabs_v, f32)(sum, vl);
    r.odd = PTO_RVV_E(vmv_v_x, u32)(0, vl);
    if (rnd == PTO_RND_O) {
        PTO_BOOL_BITS(32) inexact = PTO_CMP_E(vmfne_vv, f32, 32)(r.magnitude, x, vl);
        r.odd = PTO_RVV_E(vmerge_vxm, u32)(r.odd, 1, inexact, vl);
    }
    return r;
}

// Returns the magnitude's code in an IEEE-like format of `places` fraction bits: exponent and fraction as one number.
// It continues beyond the largest code of the format.
PTO_VFN pto_gu32_t pto_mini_code(pto_gf32_t x, unsigned places, unsigned bias, int exp_min, pto_attr_t rnd)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t shift = PTO_RVV_E(vmv_v_x, u32)((23 - places) << 23, vl);
    pto_mini_t y = pto_mini_round(x, shift, (uint32_t)(127 + exp_min), rnd);
    /* Scaled so that subnormals of the format map to those of f32. */
    const float scale = bias == 7 ? 0x1p-120f : bias == 15 ? 0x1p-112f : 0x1p-126f;
    pto_gf32_t scaled = PTO_RVV_E(vfmul_vf, f32)(y.magnitude, scale, vl);
    pto_gu32_t code = PTO_RVV_E(vsrl_vx, u32)(PTO_CAST_E(u32, f32)(scaled), 23 - places, vl);
    return PTO_RVV_E(vor_vv, u32)(code, y.odd, vl);
}

PTO_VFN pto_gu32_t pto_mini_sign(pto_gf32_t x, unsigned bit)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t sign = PTO_RVV_E(vsrl_vx, u32)(PTO_CAST_E(u32, f32)(x), 31, vl);
    return PTO_RVV_E(vsll_vx, u32)(sign, bit, vl);
}

// f32 lanes to one byte each. max: largest finite code, over: result of overflow without saturation, nan: code of NaN.
PTO_VFN pto_gu32_t pto_mini_fp8(pto_gf32_t x, pto_gu32_t code, uint32_t max, uint32_t over, uint32_t nan,
                                pto_attr_t sat)
{
    const size_t vl = PTO_VL(f32);
    PTO_BOOL_BITS(32) is_nan = PTO_CMP_E(vmfne_vv, f32, 32)(x, x, vl);
    PTO_BOOL_BITS(32) is_over = PTO_CMP_E(vmsgtu_vx, u32, 32)(code, max, vl);
    code = PTO_RVV_E(vmerge_vxm, u32)(code, sat == PTO_SAT ? max : over, is_over, vl);
    code = PTO_RVV_E(vor_vv, u32)(code, pto_mini_sign(x, 7), vl);
    return PTO_RVV_E(vmerge_vxm, u32)(code, sat == PTO_SAT ? 0 : nan, is_nan, vl);
}

PTO_VFN pto_gu32_t pto_code_e4m3(pto_gf32_t x, pto_attr_t rnd, pto_attr_t sat)
{
    return pto_mini_fp8(x, pto_mini_code(x, 3, 7, -6, rnd), 0x7e, 0x7f, 0x7f, sat);
}

PTO_VFN pto_gu32_t pto_code_e5m2(pto_gf32_t x, pto_attr_t rnd, pto_attr_t sat)
{
    return pto_mini_fp8(x, pto_mini_code(x, 2, 15, -14, rnd), 0x7b, 0x7c, 0x7e, sat);
}

// Sets the shift of lanes whose biased exponent is in [low, high].
PTO_VFN pto_gu32_t pto_hif8_places(pto_gu32_t shift, pto_gu32_t e, uint32_t low, uint32_t high, unsigned places)
{
    const size_t vl = PTO_VL(u32);
    PTO_BOOL_BITS(32) in = PTO_CMP_E(vmsleu_vx, u32, 32)(PTO_RVV_E(vsub_vx, u32)(e, low, vl), high - low, vl);
    return PTO_RVV_E(vmerge_vxm, u32)(shift, (23 - places) << 23, in, vl);
}

// The format documents rounding by A, and by H, which is random. Here F, C and Z round as elsewhere, all others as A.
PTO_VFN pto_gu32_t pto_code_hif8(pto_gf32_t x, pto_attr_t rnd, pto_attr_t sat)
{
    const size_t vl = PTO_VL(f32);
    const int directed = rnd == PTO_RND_F || rnd == PTO_RND_C || rnd == PTO_RND_Z;
    pto_gu32_t e = PTO_CAST_E(u32, f32)(PTO_RVV_E(vfabs_v, f32)(x, vl));
    e = PTO_RVV_E(vsrl_vx, u32)(e, 23, vl);
    pto_gu32_t shift = PTO_RVV_E(vmv_v_x, u32)(23u << 23, vl);
    shift = pto_hif8_places(shift, e, 127 - 15, 127 + 15, 1);
    shift = pto_hif8_places(shift, e, 127 - 7, 127 + 7, 2);
    shift = pto_hif8_places(shift, e, 127 - 3, 127 + 3, 3);
    pto_mini_t y = pto_mini_round(x, shift, PTO_HIF8_EXP_MIN, directed ? rnd : PTO_RND_A);
    pto_gu32_t index = PTO_RVV_E(vsrl_vx, u32)(PTO_CAST_E(u32, f32)(y.magnitude), 20, vl);
    index = PTO_RVV_E(vsub_vx, u32)(index, PTO_HIF8_EXP_MIN << 3, vl);
    index = PTO_RVV_E(vminu_vx, u32)(index, sizeof pto_hif8_codes - 1, vl);
    pto_gu32_t code = PTO_RVV_E(vzext_vf4, u32)(PTO_RVV_Q(vluxei32_v, u8)(pto_hif8_codes, index, vl), vl);
    if (sat == PTO_SAT) {
        PTO_BOOL_BITS(32) over = PTO_CMP_E(vmseq_vx, u32, 32)(code, PTO_HIF8_INF, vl);
        code = PTO_RVV_E(vmerge_vxm, u32)(code, PTO_HIF8_MAX, over, vl);
    }
    code = PTO_RVV_E(vor_vv, u32)(code, pto_mini_sign(x, 7), vl);
    PTO_BOOL_BITS(32) zero = PTO_CMP_E(vmfeq_vf, f32, 32)(y.magnitude, 0, vl);
    code = PTO_RVV_E(vmerge_vxm, u32)(code, 0, zero, vl);
    PTO_BOOL_BITS(32) nan = PTO_CMP_E(vmfne_vv, f32, 32)(x, x, vl);
    return PTO_RVV_E(vmerge_vxm, u32)(code, sat == PTO_SAT ? 0 : PTO_HIF8_NAN, nan, vl);
}

#define PTO_CVT_F32_FP8(D)                                                                                            \
    PTO_VFN pto_v##D##_t pto_vcvt_f32_##D(pto_vf32_t v, pto_b32_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part) \
    {                                                                                                                 \
        pto_vu32_t r;                                                                                                 \
        PTO_GROUPS(r.g[k] = pto_code_##D(v.g[k], rnd, sat);)                                                          \
        r = pto_zero_u32(r, m);                                                                                       \
        PTO_GROUPS(r.g[k] = pto_shift_to_u32(r.g[k], 8, pto_part_index(part));)                                       \
        return pto_from_raw_##D(pto_bytes_u32(r));                                                                    \
    }
PTO_CVT_F32_FP8(e4m3)
PTO_CVT_F32_FP8(e5m2)
PTO_CVT_F32_FP8(hif8)

PTO_VFN pto_vhif8_t pto_vcvt_f16_hif8(pto_vf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    pto_vu32_t x = pto_pairs_f16(pto_zero_f16(v, m));
    PTO_GROUPS(pto_gu32_t low = pto_code_hif8(pto_part_f16_f32(x.g[k], 0), rnd, sat);
               pto_gu32_t high = pto_code_hif8(pto_part_f16_f32(x.g[k], 1), rnd, sat);
               high = PTO_RVV_E(vsll_vx, u32)(high, 16, PTO_VL(u32));
               low = PTO_RVV_E(vor_vv, u32)(low, high, PTO_VL(u32));
               x.g[k] = pto_shift_to_u32(low, 8, pto_part_index(part));)
    return pto_from_raw_hif8(pto_bytes_u32(x));
}

// Bytes to f32 lanes.

PTO_VFN pto_gf32_t pto_value_e4m3(pto_gu32_t x, unsigned p)
{
    const size_t vl = PTO_VL(f32);
    x = PTO_RVV_E(vsll_vx, u32)(x, 24 - 8 * p, vl);
    pto_gu32_t code = PTO_RVV_E(vand_vx, u32)(PTO_RVV_E(vsrl_vx, u32)(x, 4, vl), 0x07f00000, vl);
    pto_gf32_t y = PTO_RVV_E(vfmul_vf, f32)(PTO_CAST_E(f32, u32)(code), 0x1p120f, vl);
    y = PTO_RVV_E(vfsgnj_vv, f32)(y, PTO_CAST_E(f32, u32)(x), vl);
    return PTO_RVV_E(vfmerge_vfm, f32)(y, __builtin_nanf(""), PTO_CMP_E(vmseq_vx, u32, 32)(code, 0x07f00000, vl), vl);
}

// An e5m2 is the upper byte of an f16.
PTO_VFN pto_gf32_t pto_value_e5m2(pto_gu32_t x, unsigned p)
{
    const size_t vl = PTO_VL(f32);
    pto_hu16_t f = PTO_RVV_H(vnsrl_wx, u16)(x, 8 * p, vl);
    f = PTO_RVV_H(vsll_vx, u16)(f, 8, vl);
    return PTO_RVV_E(vfwcvt_f_f_v, f32)(PTO_CAST_H(f16, u16)(f), vl);
}

PTO_VFN pto_gf32_t pto_value_hif8(pto_gu32_t x, unsigned p)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t offset = PTO_RVV_E(vsll_vx, u32)(pto_take_u32(x, 8, p), 2, vl);
    return PTO_CAST_E(f32, u32)(PTO_RVV_E(vluxei32_v, u32)(pto_hif8_values, offset, vl));
}

#define PTO_CVT_FP8_F32(S)                                                                                             \
    PTO_VFN pto_vf32_t pto_vcvt_##S##_f32(pto_v##S##_t v, pto_b8_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part) \
    {                                                                                                                  \
        (void)rnd, (void)sat;                                                                                          \
        pto_vu32_t x = pto_from_bytes_u32(pto_raw_##S(v));                                                             \
        pto_vf32_t r;                                                                                                  \
        PTO_GROUPS(r.g[k] = pto_value_##S(x.g[k], pto_part_index(part));)                                              \
        return pto_zero_f32(r, pto_wider_b8_b32(m));                                                                   \
    }
PTO_CVT_FP8_F32(e4m3)
PTO_CVT_FP8_F32(e5m2)
PTO_CVT_FP8_F32(hif8)

// All hif8 values are f16 values.
PTO_VFN pto_vf16_t pto_vcvt_hif8_f16(pto_vhif8_t v, pto_b8_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)rnd, (void)sat;
    pto_vu32_t x = pto_from_bytes_u32(pto_raw_hif8(v));
    const unsigned p = pto_part_index(part);
    PTO_GROUPS(pto_gu32_t low = pto_low_f16(pto_value_hif8(x.g[k], p), PTO_RND_R, PTO_NOSAT);
               pto_gu32_t high = pto_low_f16(pto_value_hif8(x.g[k], p + 2), PTO_RND_R, PTO_NOSAT);
               high = PTO_RVV_E(vsll_vx, u32)(high, 16, PTO_VL(u32));
               x.g[k] = PTO_RVV_E(vor_vv, u32)(low, high, PTO_VL(u32));)
    return pto_zero_f16(pto_from_raw_f16(pto_from_pairs(x)), pto_wider_b8_b16(m));
}

// Pairs of 4-bit floats: byte p of a 32-bit lane belongs to the lane's two bf16 elements. They have neither infinity
// nor NaN: overflow gives the largest number, NaN gives 0.

PTO_VFN pto_gu32_t pto_code_fp4(pto_gf32_t x, unsigned places, pto_attr_t rnd)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t code = pto_mini_code(x, places, 1, 0, rnd);
    code = PTO_RVV_E(vminu_vx, u32)(code, 7, vl);
    code = PTO_RVV_E(vor_vv, u32)(code, pto_mini_sign(x, 3), vl);
    return PTO_RVV_E(vmerge_vxm, u32)(code, 0, PTO_CMP_E(vmfne_vv, f32, 32)(x, x, vl), vl);
}

// Returns the value of the 4-bit code at this bit, as a bf16 in the upper half of the lane.
PTO_VFN pto_gu32_t pto_value_fp4(pto_gu32_t x, unsigned at, unsigned places)
{
    const size_t vl = PTO_VL(f32);
    x = PTO_RVV_E(vsll_vx, u32)(x, 28 - at, vl);
    const uint32_t field = 7u << (23 - places);
    pto_gu32_t code = PTO_RVV_E(vsrl_vx, u32)(x, 5 + places, vl);
    code = PTO_RVV_E(vand_vx, u32)(code, field, vl);
    pto_gf32_t y = PTO_RVV_E(vfmul_vf, f32)(PTO_CAST_E(f32, u32)(code), 0x1p126f, vl);
    return PTO_CAST_E(u32, f32)(PTO_RVV_E(vfsgnj_vv, f32)(y, PTO_CAST_E(f32, u32)(x), vl));
}

#define PTO_CVT_TO_FP4(F, places)                                                                      \
    PTO_VFN pto_v##F##_t pto_vcvt_bf16_##F(pto_vbf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, \
                                           pto_attr_t part)                                            \
    {                                                                                                  \
        (void)sat;                                                                                     \
        pto_vu32_t x = pto_pairs_bf16(pto_zero_bf16(v, m));                                            \
        PTO_GROUPS(pto_gu32_t low = pto_code_fp4(pto_part_bf16_f32(x.g[k], 0), places, rnd);           \
                   pto_gu32_t high = pto_code_fp4(pto_part_bf16_f32(x.g[k], 1), places, rnd);          \
                   high = PTO_RVV_E(vsll_vx, u32)(high, 4, PTO_VL(u32));                               \
                   low = PTO_RVV_E(vor_vv, u32)(low, high, PTO_VL(u32));                               \
                   x.g[k] = pto_shift_to_u32(low, 8, pto_part_index(part));)                           \
        return pto_from_raw_##F(pto_bytes_u32(x));                                                     \
    }
#define PTO_CVT_FROM_FP4(F, places)                                                                     \
    PTO_VFN pto_vbf16_t pto_vcvt_##F##_bf16(pto_v##F##_t v, pto_b8_t m, pto_attr_t rnd, pto_attr_t sat, \
                                            pto_attr_t part)                                            \
    {                                                                                                   \
        (void)rnd, (void)sat;                                                                           \
        pto_vu32_t x = pto_from_bytes_u32(pto_raw_##F(v));                                              \
        const unsigned at = 8 * pto_part_index(part);                                                   \
        PTO_GROUPS(pto_gu32_t low = pto_value_fp4(x.g[k], at, places);                                  \
                   pto_gu32_t high = pto_value_fp4(x.g[k], at + 4, places);                             \
                   low = PTO_RVV_E(vsrl_vx, u32)(low, 16, PTO_VL(u32));                                 \
                   x.g[k] = PTO_RVV_E(vor_vv, u32)(low, high, PTO_VL(u32));)                            \
        return pto_zero_bf16(pto_from_raw_bf16(pto_from_pairs(x)), pto_wider_b8_b16(m));                \
    }
#define PTO_CVT_FP4(F, places) PTO_CVT_TO_FP4(F, places) PTO_CVT_FROM_FP4(F, places)
PTO_CVT_FP4(e2m1x2, 1)
PTO_CVT_FP4(e1m2x2, 2)

#endif
