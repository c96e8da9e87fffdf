// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: vcvt and vtrc.
//
// All conversions of one pair of types are one function, pto_vcvt_<from>_<to>(v, mask, rnd, sat, part), in three steps,
// each on groups of lanes of the wider type:
//
//   take   the part of each lane that is converted (if the source is the narrower type)
//   convert
//   place  the result as that part of the lane, with zeros in the other parts (if the result is narrower)
//
// Inactive lanes become zero, in the source if that is the wider type, else in the result. Every conversion maps zero
// to zero. rvv/minifloat.h has the formats of 8 and 4 bits.
#ifndef PTO_VECTOR_RVV_CONVERT_H
#define PTO_VECTOR_RVV_CONVERT_H

#include "reg.h"
#include "wide.h"

// Part p of w bits in lanes of integers.

PTO_VFN unsigned pto_part_index(pto_attr_t part)
{
    return part == PTO_CVT_ODD || part == PTO_CVT_P1 ? 1 : part == PTO_CVT_P2 ? 2 : part == PTO_CVT_P3 ? 3 : 0;
}

#define PTO_TAKE_FNS(W)                                                                    \
    PTO_VFN pto_gu##W##_t pto_take_u##W(pto_gu##W##_t x, unsigned w, unsigned p)           \
    {                                                                                      \
        if (p == 0) {                                                                      \
            return PTO_RVV_E(vand_vx, u##W)(x, ((uint##W##_t)1 << w) - 1, PTO_VL_BITS(W)); \
        }                                                                                  \
        x = PTO_RVV_E(vsll_vx, u##W)(x, W - w * (p + 1), PTO_VL_BITS(W));                  \
        return PTO_RVV_E(vsrl_vx, u##W)(x, W - w, PTO_VL_BITS(W));                         \
    }                                                                                      \
    PTO_VFN pto_gi##W##_t pto_take_i##W(pto_gu##W##_t x, unsigned w, unsigned p)           \
    {                                                                                      \
        x = PTO_RVV_E(vsll_vx, u##W)(x, W - w * (p + 1), PTO_VL_BITS(W));                  \
        return PTO_RVV_E(vsra_vx, i##W)(PTO_CAST_E(i##W, u##W)(x), W - w, PTO_VL_BITS(W)); \
    }
// pto_shift_to_u32: of lanes whose other bits are zero. pto_place_u32 ignores them.
#define PTO_PLACE_FNS(W)                                                                   \
    PTO_VFN pto_gu##W##_t pto_shift_to_u##W(pto_gu##W##_t x, unsigned w, unsigned p)       \
    {                                                                                      \
        if (p != 0) {                                                                      \
            x = PTO_RVV_E(vsll_vx, u##W)(x, w * p, PTO_VL_BITS(W));                        \
        }                                                                                  \
        return x;                                                                          \
    }                                                                                      \
    PTO_VFN pto_gu##W##_t pto_place_u##W(pto_gu##W##_t x, unsigned w, unsigned p)          \
    {                                                                                      \
        if (w * (p + 1) != W) {                                                            \
            x = PTO_RVV_E(vand_vx, u##W)(x, ((uint##W##_t)1 << w) - 1, PTO_VL_BITS(W));    \
        }                                                                                  \
        return pto_shift_to_u##W(x, w, p);                                                 \
    }
PTO_TAKE_FNS(16) PTO_PLACE_FNS(16)
PTO_TAKE_FNS(32) PTO_PLACE_FNS(32)
PTO_TAKE_FNS(64) PTO_PLACE_FNS(64)

// Integers to wider integers. sign: extension, i or u; D and W as in vreg<D>, lanes uW.

#define PTO_CVT_WIDEN_INT(S, D, sign, w, W)                                                                 \
    PTO_VFN pto_v##D##_t pto_vcvt_##S##_##D(pto_v##S##_t v, pto_m##S##_t m, pto_attr_t rnd, pto_attr_t sat, \
                                            pto_attr_t part)                                                \
    {                                                                                                       \
        (void)rnd, (void)sat;                                                                               \
        pto_vu##W##_t x = pto_from_bytes_u##W(PTO_CAT3(pto_bytes_u, w, )(pto_raw_##S(v)));                  \
        pto_v##D##_t r;                                                                                     \
        PTO_GROUPS(r.g[k] = PTO_CVT_AS_##D(sign, W)(pto_take_##sign##W(x.g[k], w, pto_part_index(part)));)  \
        return pto_zero_##D(r, PTO_WIDER_MASK(S, D)(m));                                                    \
    }
#define PTO_WIDER_MASK(S, D)    PTO_WIDER_MASK_(PTO_GRAN_##S, PTO_GRAN_##D)
#define PTO_WIDER_MASK_(a, b)   PTO_WIDER_MASK__(a, b)
#define PTO_WIDER_MASK__(a, b)  pto_wider_##a##_##b
#define PTO_CVT_AS_i16(sign, W) PTO_CVT_TO_I_##sign(W)
#define PTO_CVT_AS_i32(sign, W) PTO_CVT_TO_I_##sign(W)
#define PTO_CVT_AS_i64(sign, W) PTO_CVT_TO_I_##sign(W)
#define PTO_CVT_AS_u16(sign, W) PTO_CVT_TO_U_##sign(W)
#define PTO_CVT_AS_u32(sign, W) PTO_CVT_TO_U_##sign(W)
#define PTO_CVT_TO_I_i(W)
#define PTO_CVT_TO_I_u(W) PTO_CAST_E(i##W, u##W)
#define PTO_CVT_TO_U_u(W)
#define PTO_CVT_TO_U_i(W) PTO_CAST_E(u##W, i##W)
PTO_CVT_WIDEN_INT(u8, u16, u, 8, 16)
PTO_CVT_WIDEN_INT(u8, u32, u, 8, 32)
PTO_CVT_WIDEN_INT(i8, i16, i, 8, 16)
PTO_CVT_WIDEN_INT(i8, i32, i, 8, 32)
PTO_CVT_WIDEN_INT(u16, u32, u, 16, 32)
PTO_CVT_WIDEN_INT(i16, u32, i, 16, 32)
PTO_CVT_WIDEN_INT(i16, i32, i, 16, 32)
PTO_CVT_WIDEN_INT(i32, i64, i, 32, 64)

// Integers to narrower integers. LOW(x) and HIGH(x) saturate lanes of the source type.

#define PTO_CVT_NARROW_INT(S, D, w, W, LOW, HIGH)                                                           \
    PTO_VFN pto_v##D##_t pto_vcvt_##S##_##D(pto_v##S##_t v, pto_m##S##_t m, pto_attr_t rnd, pto_attr_t sat, \
                                            pto_attr_t part)                                                \
    {                                                                                                       \
        (void)rnd;                                                                                          \
        v = pto_zero_##S(v, m);                                                                             \
        if (sat == PTO_SAT) {                                                                               \
            PTO_GROUPS(v.g[k] = HIGH(S, LOW(S, v.g[k]));)                                                   \
        }                                                                                                   \
        pto_vu##W##_t x = pto_raw_##S(v);                                                                   \
        PTO_GROUPS(x.g[k] = pto_place_u##W(x.g[k], w, pto_part_index(part));)                               \
        return pto_from_raw_##D(PTO_CAT3(pto_from_bytes_u, w, )(pto_bytes_u##W(x)));                        \
    }
#define PTO_CLAMP_NONE(S, x)   (x)
#define PTO_CLAMP_0(S, x)      PTO_RVV(vmax_vx, S)((x), 0, PTO_VL(S))
#define PTO_CLAMP_I16(S, x)    PTO_RVV(vmax_vx, S)((x), INT16_MIN, PTO_VL(S))
#define PTO_CLAMP_I32(S, x)    PTO_RVV(vmax_vx, S)((x), INT32_MIN, PTO_VL(S))
#define PTO_CLAMP_TO_U8(S, x)  PTO_RVV(vmin_vx, S)((x), UINT8_MAX, PTO_VL(S))
#define PTO_CLAMP_TO_U16(S, x) PTO_RVV(vmin_vx, S)((x), UINT16_MAX, PTO_VL(S))
#define PTO_CLAMP_TO_I16(S, x) PTO_RVV(vmin_vx, S)((x), INT16_MAX, PTO_VL(S))
#define PTO_CLAMP_TO_I32(S, x) PTO_RVV(vmin_vx, S)((x), INT32_MAX, PTO_VL(S))
#define PTO_CLAMPU_U8(S, x)    PTO_RVV(vminu_vx, S)((x), UINT8_MAX, PTO_VL(S))
#define PTO_CLAMPU_U16(S, x)   PTO_RVV(vminu_vx, S)((x), UINT16_MAX, PTO_VL(S))
#define PTO_CLAMPU_I16(S, x)   PTO_RVV(vminu_vx, S)((x), INT16_MAX, PTO_VL(S))
PTO_CVT_NARROW_INT(u16, u8, 8, 16, PTO_CLAMP_NONE, PTO_CLAMPU_U8)
PTO_CVT_NARROW_INT(i16, u8, 8, 16, PTO_CLAMP_0, PTO_CLAMP_TO_U8)
PTO_CVT_NARROW_INT(u32, u8, 8, 32, PTO_CLAMP_NONE, PTO_CLAMPU_U8)
PTO_CVT_NARROW_INT(i32, u8, 8, 32, PTO_CLAMP_0, PTO_CLAMP_TO_U8)
PTO_CVT_NARROW_INT(u32, u16, 16, 32, PTO_CLAMP_NONE, PTO_CLAMPU_U16)
PTO_CVT_NARROW_INT(u32, i16, 16, 32, PTO_CLAMP_NONE, PTO_CLAMPU_I16)
PTO_CVT_NARROW_INT(i32, u16, 16, 32, PTO_CLAMP_0, PTO_CLAMP_TO_U16)
PTO_CVT_NARROW_INT(i32, i16, 16, 32, PTO_CLAMP_I16, PTO_CLAMP_TO_I16)
PTO_CVT_NARROW_INT(i64, i32, 32, 64, PTO_CLAMP_I32, PTO_CLAMP_TO_I32)

// Rounding: PTO_ROUND(rnd, CALL, ...) is CALL(mode, ...) with the rounding mode of the instruction. H is defined for
// hif8 results only; elsewhere it rounds as A does. Callers derive O from Z.

#define PTO_ROUND(rnd, CALL, ...)                                                  \
    ((rnd) == PTO_RND_A || (rnd) == PTO_RND_H ? CALL(__RISCV_FRM_RMM, __VA_ARGS__) \
     : (rnd) == PTO_RND_F                     ? CALL(__RISCV_FRM_RDN, __VA_ARGS__) \
     : (rnd) == PTO_RND_C                     ? CALL(__RISCV_FRM_RUP, __VA_ARGS__) \
     : (rnd) == PTO_RND_R                     ? CALL(__RISCV_FRM_RNE, __VA_ARGS__) \
                                              : CALL(__RISCV_FRM_RTZ, __VA_ARGS__))

// As above to integers, where O is derived from F.
#define PTO_ROUND_INT(rnd, CALL, ...) PTO_ROUND((rnd) == PTO_RND_O ? PTO_RND_F : (rnd), CALL, __VA_ARGS__)

// f32 parts and lanes from f16 and bf16.

PTO_VFN pto_hf16_t pto_part_f16(pto_gu32_t x, unsigned p)
{
    return PTO_CAST_H(f16, u16)(PTO_RVV_H(vnsrl_wx, u16)(x, 16 * p, PTO_VL(f32)));
}

PTO_VFN pto_gf32_t pto_part_f16_f32(pto_gu32_t x, unsigned p)
{
    return PTO_RVV_E(vfwcvt_f_f_v, f32)(pto_part_f16(x, p), PTO_VL(f32));
}

PTO_VFN pto_gf32_t pto_part_bf16_f32(pto_gu32_t x, unsigned p)
{
    return PTO_CAST_E(f32, u32)(p == 0 ? PTO_RVV_E(vsll_vx, u32)(x, 16, PTO_VL(f32))
                                       : PTO_RVV_E(vand_vx, u32)(x, 0xffff0000u, PTO_VL(f32)));
}

// The two 16-bit types as pairs in 32-bit lanes.
PTO_VFN pto_vu32_t pto_pairs_f16(pto_vf16_t v)
{
    return pto_from_bytes_u32(pto_bytes_u16(pto_raw_f16(v)));
}

PTO_VFN pto_vu32_t pto_pairs_bf16(pto_vbf16_t v)
{
    return pto_from_bytes_u32(pto_bytes_u16(pto_raw_bf16(v)));
}

PTO_VFN pto_vu16_t pto_from_pairs(pto_vu32_t v)
{
    return pto_from_bytes_u16(pto_bytes_u32(v));
}

#define PTO_CVT_TO_F32(S)                                                                              \
    PTO_VFN pto_vf32_t pto_vcvt_##S##_f32(pto_v##S##_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, \
                                          pto_attr_t part)                                             \
    {                                                                                                  \
        (void)rnd, (void)sat;                                                                          \
        pto_vu32_t x = pto_pairs_##S(v);                                                               \
        pto_vf32_t r;                                                                                  \
        PTO_GROUPS(r.g[k] = pto_part_##S##_f32(x.g[k], pto_part_index(part));)                         \
        return pto_zero_f32(r, pto_wider_b16_b32(m));                                                  \
    }
PTO_CVT_TO_F32(f16)
PTO_CVT_TO_F32(bf16)

// f32 lanes to f16 and bf16 in the low half of 32-bit lanes.

#define PTO_NARROW_F16(mode, x) PTO_CAT(PTO_RVV_H(vfncvt_f_f_w, f16), _rm)((x), (mode), PTO_VL(f32))

PTO_VFN pto_gu32_t pto_low_f16(pto_gf32_t x, pto_attr_t rnd, pto_attr_t sat)
{
    pto_hf16_t y = rnd == PTO_RND_O   ? PTO_RVV_H(vfncvt_rod_f_f_w, f16)(x, PTO_VL(f32))
                   : rnd == PTO_RND_R ? PTO_RVV_H(vfncvt_f_f_w, f16)(x, PTO_VL(f32))
                                      : PTO_ROUND(rnd, PTO_NARROW_F16, x);
    if (sat == PTO_SAT) {
        PTO_BOOL_BITS(32) nan = PTO_CMP_H(vmfne_vv, f16, 32)(y, y, PTO_VL(f32));
        y = PTO_RVV_H(vfmin_vf, f16)(y, 65504.0f16, PTO_VL(f32));
        y = PTO_RVV_H(vfmax_vf, f16)(y, -65504.0f16, PTO_VL(f32));
        y = PTO_RVV_H(vfmerge_vfm, f16)(y, 0, nan, PTO_VL(f32));
    }
    return PTO_RVV_E(vzext_vf2, u32)(PTO_CAST_H(u16, f16)(y), PTO_VL(f32));
}

// Returns the bf16 in the upper 16 bits of each lane, zeros in the lower ones.
PTO_VFN pto_gu32_t pto_high_bf16(pto_gf32_t x, pto_attr_t rnd, pto_attr_t sat)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t bits = PTO_CAST_E(u32, f32)(x);
    PTO_BOOL_BITS(32) nan = PTO_CMP_E(vmfne_vv, f32, 32)(x, x, vl);
    pto_gu32_t up;  // added to the bits before the lower half is truncated
    if (rnd == PTO_RND_R) {
        up = PTO_RVV_E(vand_vx, u32)(PTO_RVV_E(vsrl_vx, u32)(bits, 16, vl), 1, vl);
        up = PTO_RVV_E(vadd_vx, u32)(up, 0x7fff, vl);
    } else if (rnd == PTO_RND_A || rnd == PTO_RND_H) {
        up = PTO_RVV_E(vmv_v_x, u32)(0x8000, vl);
    } else if (rnd == PTO_RND_F || rnd == PTO_RND_C) {
        pto_gi32_t sign = PTO_RVV_E(vsra_vx, i32)(PTO_CAST_E(i32, u32)(bits), 31, vl);
        if (rnd == PTO_RND_C) {
            sign = PTO_RVV_E(vnot_v, i32)(sign, vl);
        }
        up = PTO_RVV_E(vand_vx, u32)(PTO_CAST_E(u32, i32)(sign), 0xffff, vl);
    } else {
        up = PTO_RVV_E(vmv_v_x, u32)(0, vl);
    }
    /* Infinity is exact, so only finite numbers are incremented. */
    pto_gu32_t r = PTO_RVV_E(vadd_vv, u32)(bits, up, vl);
    if (rnd == PTO_RND_O) {
        pto_gu32_t low = PTO_RVV_E(vand_vx, u32)(bits, 0xffff, vl);
        PTO_BOOL_BITS(32) inexact = PTO_CMP_E(vmsne_vx, u32, 32)(low, 0, vl);
        r = PTO_RVV_MU_E(vor_vx, u32)(inexact, r, r, 0x10000, vl);
    }
    r = PTO_RVV_E(vand_vx, u32)(r, 0xffff0000u, vl);
    if (sat == PTO_SAT) {
        /* Magnitudes above the largest finite number: only infinity. */
        pto_gu32_t magnitude = PTO_RVV_E(vsll_vx, u32)(r, 1, vl);
        PTO_BOOL_BITS(32) over = PTO_CMP_E(vmsgtu_vx, u32, 32)(magnitude, 0xfefe0000u, vl);
        r = PTO_RVV_MU_E(vsub_vx, u32)(over, r, r, 0x10000, vl);
        return PTO_RVV_E(vmerge_vxm, u32)(r, 0, nan, vl);
    }
    return PTO_RVV_E(vmerge_vxm, u32)(r, 0x7fc00000u, nan, vl);
}

PTO_VFN pto_vf16_t pto_vcvt_f32_f16(pto_vf32_t v, pto_b32_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    pto_vu32_t r;
    PTO_GROUPS(r.g[k] = pto_low_f16(v.g[k], rnd, sat);)
    r = pto_zero_u32(r, m);
    PTO_GROUPS(r.g[k] = pto_shift_to_u32(r.g[k], 16, pto_part_index(part));)
    return pto_from_raw_f16(pto_from_pairs(r));
}

PTO_VFN pto_vbf16_t pto_vcvt_f32_bf16(pto_vf32_t v, pto_b32_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    pto_vu32_t r;
    PTO_GROUPS(r.g[k] = pto_high_bf16(v.g[k], rnd, sat);)
    r = pto_zero_u32(r, m);
    if (pto_part_index(part) == 0) {
        PTO_GROUPS(r.g[k] = PTO_RVV_E(vsrl_vx, u32)(r.g[k], 16, PTO_VL(u32));)
    }
    return pto_from_raw_bf16(pto_from_pairs(r));
}

// Between the two 16-bit formats: both parts of each 32-bit lane, through f32.

PTO_VFN pto_vbf16_t pto_vcvt_f16_bf16(pto_vf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)part;
    pto_vu32_t x = pto_pairs_f16(v);
    PTO_GROUPS(pto_gu32_t low =
                   PTO_RVV_E(vsrl_vx, u32)(pto_high_bf16(pto_part_f16_f32(x.g[k], 0), rnd, sat), 16, PTO_VL(u32));
               pto_gu32_t high = pto_high_bf16(pto_part_f16_f32(x.g[k], 1), rnd, sat);
               x.g[k] = PTO_RVV_E(vor_vv, u32)(low, high, PTO_VL(u32));)
    return pto_zero_bf16(pto_from_raw_bf16(pto_from_pairs(x)), m);
}

PTO_VFN pto_vf16_t pto_vcvt_bf16_f16(pto_vbf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)part;
    pto_vu32_t x = pto_pairs_bf16(v);
    PTO_GROUPS(pto_gu32_t low = pto_low_f16(pto_part_bf16_f32(x.g[k], 0), rnd, sat);
               pto_gu32_t high =
                   PTO_RVV_E(vsll_vx, u32)(pto_low_f16(pto_part_bf16_f32(x.g[k], 1), rnd, sat), 16, PTO_VL(u32));
               x.g[k] = PTO_RVV_E(vor_vv, u32)(low, high, PTO_VL(u32));)
    return pto_zero_f16(pto_from_raw_f16(pto_from_pairs(x)), m);
}

// Floats to integers. Values out of range saturate, NaN becomes 0. Without saturation, integers of 8 and 16 bits are
// the low bits of the 32-bit result.

#define PTO_F32_I32(mode, x) PTO_CAT(PTO_RVV_E(vfcvt_x_f_v, i32), _rm)((x), (mode), PTO_VL(f32))
#define PTO_F32_I64(mode, x) PTO_CAT(PTO_RVV_E(vfwcvt_x_f_v, i64), _rm)((x), (mode), PTO_VL(i64))
#define PTO_F16_I16(mode, x) PTO_CAT(PTO_RVV_E(vfcvt_x_f_v, i16), _rm)((x), (mode), PTO_VL(f16))

// Round to odd: rounds down, then sets the last bit if the result is inexact.
#define PTO_ODD_INT(i, e, bits, inexact, vl) PTO_RVV_MU_E(vor_vx, e)((inexact), (i), (i), 1, (vl))

PTO_VFN pto_gi32_t pto_int_f32_i32(pto_gf32_t x, pto_attr_t rnd)
{
    const size_t vl = PTO_VL(f32);
    pto_gi32_t r = rnd == PTO_RND_R   ? PTO_RVV_E(vfcvt_x_f_v, i32)(x, vl)
                   : rnd == PTO_RND_Z ? PTO_RVV_E(vfcvt_rtz_x_f_v, i32)(x, vl)
                                      : PTO_ROUND_INT(rnd, PTO_F32_I32, x);
    if (rnd == PTO_RND_O) {
        pto_gf32_t back = PTO_RVV_E(vfcvt_f_x_v, f32)(r, vl);
        /* Beyond 2^23 every f32 is an integer; saturated results are odd or exact. */
        PTO_BOOL_BITS(32) inexact = PTO_CMP_E(vmfne_vv, f32, 32)(back, x, vl);
        PTO_BOOL_BITS(32) small = PTO_CMP_E(vmflt_vf, f32, 32)(PTO_RVV_E(vfabs_v, f32)(x, vl), 0x1p24f, vl);
        r = PTO_ODD_INT(r, i32, 32, PTO_RVV_B(vmand_mm, 32)(inexact, small, vl), vl);
    }
    return PTO_RVV_E(vmerge_vxm, i32)(r, 0, PTO_CMP_E(vmfne_vv, f32, 32)(x, x, vl), vl);
}

PTO_VFN pto_vi32_t pto_vcvt_f32_i32(pto_vf32_t v, pto_b32_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)sat, (void)part;
    pto_vi32_t r;
    PTO_GROUPS(r.g[k] = pto_int_f32_i32(v.g[k], rnd);)
    return pto_zero_i32(r, m);
}

PTO_VFN pto_vi32_t pto_vcvt_bf16_i32(pto_vbf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)sat;
    pto_vu32_t x = pto_pairs_bf16(v);
    pto_vi32_t r;
    PTO_GROUPS(r.g[k] = pto_int_f32_i32(pto_part_bf16_f32(x.g[k], pto_part_index(part)), rnd);)
    return pto_zero_i32(r, pto_wider_b16_b32(m));
}

PTO_VFN pto_vi32_t pto_vcvt_f16_i32(pto_vf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)sat;
    pto_vu32_t x = pto_pairs_f16(v);
    pto_vi32_t r;
    PTO_GROUPS(r.g[k] = pto_int_f32_i32(pto_part_f16_f32(x.g[k], pto_part_index(part)), rnd);)
    return pto_zero_i32(r, pto_wider_b16_b32(m));
}

// i32 lanes to the 16-bit part, truncated or saturated.
PTO_VFN pto_gu32_t pto_low_i16(pto_gi32_t x, pto_attr_t sat)
{
    if (sat == PTO_SAT) {
        x = PTO_CLAMP_TO_I16(i32, PTO_CLAMP_I16(i32, x));
    }
    return PTO_CAST_E(u32, i32)(x);
}

PTO_VFN pto_vi16_t pto_vcvt_f32_i16(pto_vf32_t v, pto_b32_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    pto_vu32_t r;
    PTO_GROUPS(r.g[k] = pto_low_i16(pto_int_f32_i32(v.g[k], rnd), sat);)
    r = pto_zero_u32(r, m);
    PTO_GROUPS(r.g[k] = pto_place_u32(r.g[k], 16, pto_part_index(part));)
    return pto_from_raw_i16(pto_from_pairs(r));
}

PTO_VFN pto_vi16_t pto_vcvt_f16_i16(pto_vf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)part;
    const size_t vl = PTO_VL(f16);
    pto_vi16_t r;
    if (sat == PTO_SAT && rnd != PTO_RND_O) {
        PTO_GROUPS(pto_gi16_t i = rnd == PTO_RND_R   ? PTO_RVV_E(vfcvt_x_f_v, i16)(v.g[k], vl)
                                  : rnd == PTO_RND_Z ? PTO_RVV_E(vfcvt_rtz_x_f_v, i16)(v.g[k], vl)
                                                     : PTO_ROUND(rnd, PTO_F16_I16, v.g[k]);
                   r.g[k] = PTO_RVV_E(vmerge_vxm, i16)(i, 0, PTO_CMP_E(vmfne_vv, f16, 16)(v.g[k], v.g[k], vl), vl);)
        return pto_zero_i16(r, m);
    }
    pto_vu32_t x = pto_pairs_f16(v);
    PTO_GROUPS(pto_gu32_t low = pto_low_i16(pto_int_f32_i32(pto_part_f16_f32(x.g[k], 0), rnd), sat);
               pto_gu32_t high = pto_low_i16(pto_int_f32_i32(pto_part_f16_f32(x.g[k], 1), rnd), sat);
               x.g[k] = PTO_RVV_E(vor_vv, u32)(pto_place_u32(low, 16, 0), pto_place_u32(high, 16, 1), PTO_VL(u32));)
    return pto_zero_i16(pto_from_raw_i16(pto_from_pairs(x)), m);
}

#define PTO_CVT_F16_INT8(D, CLAMP_LOW, CLAMP_HIGH)                                                                    \
    PTO_VFN pto_v##D##_t pto_vcvt_f16_##D(pto_vf16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part) \
    {                                                                                                                 \
        pto_vi16_t x = pto_vcvt_f16_i16(v, m, rnd, sat, PTO_CVT_EVEN);                                                \
        if (sat == PTO_SAT) {                                                                                         \
            PTO_GROUPS(x.g[k] = PTO_RVV_E(vmax_vx, i16)(x.g[k], CLAMP_LOW, PTO_VL(i16));                              \
                       x.g[k] = PTO_RVV_E(vmin_vx, i16)(x.g[k], CLAMP_HIGH, PTO_VL(i16));)                            \
        }                                                                                                             \
        pto_vu16_t r = pto_raw_i16(x);                                                                                \
        PTO_GROUPS(r.g[k] = pto_place_u16(r.g[k], 8, pto_part_index(part));)                                          \
        return pto_from_raw_##D(pto_bytes_u16(r));                                                                    \
    }
PTO_CVT_F16_INT8(i8, INT8_MIN, INT8_MAX)
PTO_CVT_F16_INT8(u8, 0, UINT8_MAX)

PTO_VFN pto_vi64_t pto_vcvt_f32_i64(pto_vf32_t v, pto_b32_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)sat;
    const size_t vl = PTO_VL(i64);
    pto_vu64_t x = pto_from_bytes_u64(pto_bytes_u32(pto_raw_f32(v)));
    pto_vi64_t r;
    PTO_GROUPS(pto_hf32_t f = PTO_CAST_H(f32, u32)(PTO_RVV_H(vnsrl_wx, u32)(x.g[k], 32 * pto_part_index(part), vl));
               pto_gi64_t i = rnd == PTO_RND_R   ? PTO_RVV_E(vfwcvt_x_f_v, i64)(f, vl)
                              : rnd == PTO_RND_Z ? PTO_RVV_E(vfwcvt_rtz_x_f_v, i64)(f, vl)
                                                 : PTO_ROUND_INT(rnd, PTO_F32_I64, f);
               if (rnd == PTO_RND_O) {
                   pto_hf32_t back = PTO_RVV_H(vfncvt_f_x_w, f32)(i, vl);
                   PTO_BOOL_BITS(64) inexact = PTO_CMP_H(vmfne_vv, f32, 64)(back, f, vl);
                   PTO_BOOL_BITS(64) small = PTO_CMP_H(vmflt_vf, f32, 64)(PTO_RVV_H(vfabs_v, f32)(f, vl), 0x1p24f, vl);
                   i = PTO_ODD_INT(i, i64, 64, PTO_RVV_B(vmand_mm, 64)(inexact, small, vl), vl);
               } r.g[k] = PTO_RVV_E(vmerge_vxm, i64)(i, 0, PTO_CMP_H(vmfne_vv, f32, 64)(f, f, vl), vl);)
    return pto_zero_i64(r, m);
}

// Integers to floats.

#define PTO_CVT_INT8_F16(S, sign, insn)                                                                                \
    PTO_VFN pto_vf16_t pto_vcvt_##S##_f16(pto_v##S##_t v, pto_b8_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part) \
    {                                                                                                                  \
        (void)rnd, (void)sat;                                                                                          \
        pto_vu16_t x = pto_from_bytes_u16(pto_raw_##S(v));                                                             \
        pto_vf16_t r;                                                                                                  \
        PTO_GROUPS(r.g[k] = PTO_RVV_E(insn, f16)(pto_take_##sign##16(x.g[k], 8, pto_part_index(part)), PTO_VL(f16));)  \
        return pto_zero_f16(r, pto_wider_b8_b16(m));                                                                   \
    }
PTO_CVT_INT8_F16(u8, u, vfcvt_f_xu_v)
PTO_CVT_INT8_F16(i8, i, vfcvt_f_x_v)

PTO_VFN pto_vf32_t pto_vcvt_i16_f32(pto_vi16_t v, pto_b16_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    pto_vi32_t x = pto_vcvt_i16_i32(v, m, rnd, sat, part);
    pto_vf32_t r;
    PTO_GROUPS(r.g[k] = PTO_RVV_E(vfcvt_f_x_v, f32)(x.g[k], PTO_VL(f32));)
    return r;
}

// Round to odd: truncates, then sets the last bit if the float is inexact. Its magnitude is below the integer's, so the
// conversion back does not saturate.
#define PTO_CVT_INT_FLOAT(S, D, to, back)                                                                   \
    PTO_VFN pto_v##D##_t pto_vcvt_##S##_##D(pto_v##S##_t v, pto_m##S##_t m, pto_attr_t rnd, pto_attr_t sat, \
                                            pto_attr_t part)                                                \
    {                                                                                                       \
        (void)sat, (void)part;                                                                              \
        const size_t vl = PTO_VL(S);                                                                        \
        v = pto_zero_##S(v, m);                                                                             \
        pto_v##D##_t r;                                                                                     \
        PTO_GROUPS(r.g[k] = rnd == PTO_RND_R ? PTO_RVV_E(to, D)(v.g[k], vl)                                 \
                                             : PTO_ROUND(rnd, PTO_CVT_RM, to, D, v.g[k], vl);               \
                   if (rnd == PTO_RND_O) {                                                                  \
                       pto_g##S##_t i = PTO_RVV(back, S)(r.g[k], vl);                                       \
                       PTO_BOOL(S) inexact = PTO_CMP(vmsne_vv, S)(i, v.g[k], vl);                           \
                       pto_v##D##_t odd = r;                                                                \
                       odd.g[k] = PTO_CVT_OR1(D, PTO_BITS_##D)(inexact, r.g[k], vl);                        \
                       r = odd;                                                                             \
                   })                                                                                       \
        return r;                                                                                           \
    }
#define PTO_CVT_RM(mode, insn, D, x, vl) PTO_CAT(PTO_RVV_E(insn, D), _rm)((x), (mode), (vl))
#define PTO_CVT_OR1(D, bits)             PTO_CAT(pto_or1_, D)
PTO_VFN pto_gf16_t pto_or1_f16(PTO_BOOL_BITS(16) where, pto_gf16_t x, size_t vl)
{
    pto_gu16_t bits = PTO_CAST_E(u16, f16)(x);
    return PTO_CAST_E(f16, u16)(PTO_RVV_MU_E(vor_vx, u16)(where, bits, bits, 1, vl));
}

PTO_VFN pto_gf32_t pto_or1_f32(PTO_BOOL_BITS(32) where, pto_gf32_t x, size_t vl)
{
    pto_gu32_t bits = PTO_CAST_E(u32, f32)(x);
    return PTO_CAST_E(f32, u32)(PTO_RVV_MU_E(vor_vx, u32)(where, bits, bits, 1, vl));
}

PTO_CVT_INT_FLOAT(i16, f16, vfcvt_f_x_v, vfcvt_rtz_x_f_v)
PTO_CVT_INT_FLOAT(i32, f32, vfcvt_f_x_v, vfcvt_rtz_x_f_v)
PTO_CVT_INT_FLOAT(u32, f32, vfcvt_f_xu_v, vfcvt_rtz_xu_f_v)

#define PTO_I64_F32(mode, x) PTO_CAT(PTO_RVV_H(vfncvt_f_x_w, f32), _rm)((x), (mode), PTO_VL(i64))
PTO_VFN pto_vf32_t pto_vcvt_i64_f32(pto_vi64_t v, pto_b32_t m, pto_attr_t rnd, pto_attr_t sat, pto_attr_t part)
{
    (void)sat;
    const size_t vl = PTO_VL(i64);
    pto_vu64_t r;
    v = pto_zero_i64(v, m);
    PTO_GROUPS(pto_hf32_t f =
                   rnd == PTO_RND_R ? PTO_RVV_H(vfncvt_f_x_w, f32)(v.g[k], vl) : PTO_ROUND(rnd, PTO_I64_F32, v.g[k]);
               pto_hu32_t bits = PTO_CAST_H(u32, f32)(f); if (rnd == PTO_RND_O) {
                   PTO_BOOL_BITS(64)
                   inexact = PTO_CMP_E(vmsne_vv, i64, 64)(PTO_RVV_E(vfwcvt_rtz_x_f_v, i64)(f, vl), v.g[k], vl);
                   bits = PTO_CAT(PTO_RVV_H(vor_vx, u32), _mu)(inexact, bits, bits, 1, vl);
               } r.g[k] = pto_shift_to_u64(PTO_RVV_E(vzext_vf2, u64)(bits, vl), 32, pto_part_index(part));)
    return pto_from_raw_f32(pto_from_bytes_u32(pto_bytes_u64(r)));
}

// vtrc: floats to integers and back, if the float is small enough to have a fraction.

#define PTO_TRC_I32(mode, x, vl) PTO_CAT(PTO_RVV_E(vfcvt_x_f_v, i32), _rm)((x), (mode), (vl))
#define PTO_TRC_I16(mode, x, vl) PTO_CAT(PTO_RVV_E(vfcvt_x_f_v, i16), _rm)((x), (mode), (vl))
#define PTO_TRC_FN(T, I, bits, RM, limit)                                                                  \
    PTO_VFN pto_g##T##_t pto_trc_##T(pto_g##T##_t x, pto_attr_t rnd)                                       \
    {                                                                                                      \
        const size_t vl = PTO_VL(T);                                                                       \
        PTO_BOOL_BITS(bits) small = PTO_CMP_E(vmflt_vf, T, bits)(PTO_RVV_E(vfabs_v, T)(x, vl), limit, vl); \
        pto_g##I##_t i = rnd == PTO_RND_R   ? PTO_RVV_E(vfcvt_x_f_v, I)(x, vl)                             \
                         : rnd == PTO_RND_Z ? PTO_RVV_E(vfcvt_rtz_x_f_v, I)(x, vl)                         \
                                            : PTO_ROUND_INT(rnd, RM, x, vl);                               \
        pto_g##T##_t y = PTO_RVV_E(vfcvt_f_x_v, T)(i, vl);                                                 \
        if (rnd == PTO_RND_O) {                                                                            \
            PTO_BOOL_BITS(bits) inexact = PTO_CMP_E(vmfne_vv, T, bits)(y, x, vl);                          \
            y = PTO_RVV_E(vfcvt_f_x_v, T)(PTO_ODD_INT(i, I, bits, inexact, vl), vl);                       \
        }                                                                                                  \
        y = PTO_RVV_E(vfsgnj_vv, T)(y, x, vl);                                                             \
        return PTO_RVV_E(vmerge_vvm, T)(x, y, small, vl);                                                  \
    }
PTO_TRC_FN(f32, i32, 32, PTO_TRC_I32, 0x1p23f)
PTO_TRC_FN(f16, i16, 16, PTO_TRC_I16, 0x1p10f16)

#define PTO_VTRC(T)                                                                   \
    PTO_VFN pto_v##T##_t pto_vtrc_##T(pto_v##T##_t v, pto_m##T##_t m, pto_attr_t rnd) \
    {                                                                                 \
        PTO_GROUPS(v.g[k] = pto_trc_##T(v.g[k], rnd);)                                \
        return pto_zero_##T(v, m);                                                    \
    }
PTO_VTRC(f32)
PTO_VTRC(f16)

// Integers in bf16 range are exact in bf16, so the lower halves of the f32 results are zero.
PTO_VFN pto_vbf16_t pto_vtrc_bf16(pto_vbf16_t v, pto_b16_t m, pto_attr_t rnd)
{
    pto_vu32_t x = pto_pairs_bf16(v);
    PTO_GROUPS(pto_gu32_t low = PTO_CAST_E(u32, f32)(pto_trc_f32(pto_part_bf16_f32(x.g[k], 0), rnd));
               pto_gu32_t high = PTO_CAST_E(u32, f32)(pto_trc_f32(pto_part_bf16_f32(x.g[k], 1), rnd));
               x.g[k] = PTO_RVV_E(vor_vv, u32)(PTO_RVV_E(vsrl_vx, u32)(low, 16, PTO_VL(u32)), high, PTO_VL(u32));)
    return pto_zero_bf16(pto_from_raw_bf16(pto_from_pairs(x)), m);
}

#endif
