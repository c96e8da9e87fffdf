// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: lane-wise arithmetic. Unary, binary, vector with scalar, carry chains, splats.
//
// bf16 goes through f32: each half group is widened, computed and rounded once, to the nearest even.
#ifndef PTO_VECTOR_RVV_ARITH_H
#define PTO_VECTOR_RVV_ARITH_H

#define PTO_NAN_f16  ((pto_f16_t)__builtin_nanf(""))
#define PTO_NAN_f32  __builtin_nanf("")
#define PTO_NAN_BF16 0x7fc0
#define PTO_INF_BF16 0x7f80

// A function of one vector and a mask; expr gives group k of the result from x and vl.
#define PTO_UNARY_FN(T, name, expr)                                                             \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_m##T##_t m)                       \
    {                                                                                           \
        pto_v##T##_t r;                                                                         \
        const size_t vl = PTO_VL(T);                                                            \
        PTO_GROUPS(const PTO_CAT3(pto_g, PTO_E_##T, _t) x = a.g[k]; r.g[k] = (expr); (void)vl;) \
        return pto_zero_##T(r, m);                                                              \
    }

// Of two vectors and a mask, from x, y and vl.
#define PTO_BINARY_FN(T, name, expr)                                                              \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m)         \
    {                                                                                             \
        pto_v##T##_t r;                                                                           \
        const size_t vl = PTO_VL(T);                                                              \
        PTO_GROUPS(const PTO_CAT3(pto_g, PTO_E_##T, _t) x = a.g[k], y = b.g[k]; r.g[k] = (expr);) \
        return pto_zero_##T(r, m);                                                                \
    }

// Of a vector, a scalar s and a mask, from x, s and vl.
#define PTO_SCALAR_FN(T, name, stype, expr)                                           \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, stype s, pto_m##T##_t m)    \
    {                                                                                 \
        pto_v##T##_t r;                                                               \
        const size_t vl = PTO_VL(T);                                                  \
        PTO_GROUPS(const PTO_CAT3(pto_g, PTO_E_##T, _t) x = a.g[k]; r.g[k] = (expr);) \
        return pto_zero_##T(r, m);                                                    \
    }

// bf16 as f32, half a group at a time

#if defined(__riscv_zvfbfmin) && defined(__clang__)
#if PTO_VLMUL == 8
#define PTO_BF16_OF_U16 __riscv_vreinterpret_v_u16m4_bf16m4
#define PTO_U16_OF_BF16 __riscv_vreinterpret_v_bf16m4_u16m4
#define PTO_WIDEN_BF16  __riscv_vfwcvtbf16_f_f_v_f32m8
#define PTO_NARROW_BF16 __riscv_vfncvtbf16_f_f_w_bf16m4
#elif PTO_VLMUL == 4
#define PTO_BF16_OF_U16 __riscv_vreinterpret_v_u16m2_bf16m2
#define PTO_U16_OF_BF16 __riscv_vreinterpret_v_bf16m2_u16m2
#define PTO_WIDEN_BF16  __riscv_vfwcvtbf16_f_f_v_f32m4
#define PTO_NARROW_BF16 __riscv_vfncvtbf16_f_f_w_bf16m2
#else
#define PTO_BF16_OF_U16 __riscv_vreinterpret_v_u16m1_bf16m1
#define PTO_U16_OF_BF16 __riscv_vreinterpret_v_bf16m1_u16m1
#define PTO_WIDEN_BF16  __riscv_vfwcvtbf16_f_f_v_f32m2
#define PTO_NARROW_BF16 __riscv_vfncvtbf16_f_f_w_bf16m1
#endif

PTO_VFN pto_gf32_t pto_widen_bf16(pto_hu16_t x)
{
    return PTO_WIDEN_BF16(PTO_BF16_OF_U16(x), PTO_VL(f32));
}

PTO_VFN pto_hu16_t pto_narrow_bf16(pto_gf32_t x)
{
    return PTO_U16_OF_BF16(PTO_NARROW_BF16(x, PTO_VL(f32)));
}
#else
PTO_VFN pto_gf32_t pto_widen_bf16(pto_hu16_t x)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t bits = PTO_RVV(vsll_vx, u32)(PTO_RVV(vzext_vf2, u32)(x, vl), 16, vl);
    return PTO_CAST_E(f32, u32)(bits);
}

PTO_VFN pto_hu16_t pto_narrow_bf16(pto_gf32_t x)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t bits = PTO_CAST_E(u32, f32)(x);
    pto_gu32_t odd = PTO_RVV(vand_vx, u32)(PTO_RVV(vsrl_vx, u32)(bits, 16, vl), 1, vl);
    pto_gu32_t up = PTO_RVV(vadd_vv, u32)(PTO_RVV(vadd_vx, u32)(bits, 0x7fff, vl), odd, vl);
    pto_gu32_t r = PTO_RVV(vmerge_vxm, u32)(up, (uint32_t)PTO_NAN_BF16 << 16, PTO_CMP(vmfne_vv, f32)(x, x, vl), vl);
    return PTO_RVV_H(vnsrl_wx, u16)(r, 16, vl);
}
#endif

// r.g[k] from the f32 expression of the operands' halves: PTO_BF16_HALF(a) and so on, half h.
#define PTO_BF16_HALF(v) pto_widen_bf16(PTO_GET_HALF(u16)((v).g[k], h))
#define PTO_BF16_GROUPS(expr)              \
    PTO_GROUPS(                            \
        pto_hu16_t lower, upper; {         \
            enum { h = 0 };                \
            lower = pto_narrow_bf16(expr); \
        } {                                \
            enum { h = 1 };                \
            upper = pto_narrow_bf16(expr); \
        } r.g[k] = PTO_SET_HALVES(u16)(lower, upper);)

#define PTO_BF16_BINARY_FN(name, insn)                                                       \
    PTO_VFN pto_vbf16_t pto_##name##_bf16(pto_vbf16_t a, pto_vbf16_t b, pto_b16_t m)         \
    {                                                                                        \
        pto_vbf16_t r;                                                                       \
        PTO_BF16_GROUPS(PTO_RVV(insn, f32)(PTO_BF16_HALF(a), PTO_BF16_HALF(b), PTO_VL(f32))) \
        return pto_zero_bf16(r, m);                                                          \
    }

#define PTO_BF16_SCALAR_FN(name, insn)                                              \
    PTO_VFN pto_vbf16_t pto_##name##_bf16(pto_vbf16_t a, pto_bf16_t s, pto_b16_t m) \
    {                                                                               \
        pto_vbf16_t r;                                                              \
        const float f = pto_bf16_to_float(s);                                       \
        PTO_BF16_GROUPS(PTO_RVV(insn, f32)(PTO_BF16_HALF(a), f, PTO_VL(f32)))       \
        return pto_zero_bf16(r, m);                                                 \
    }

// Sign-magnitude bf16 bits in an order of signed integers (-0 below +0), and back.
PTO_VFN pto_gi16_t pto_order_bf16(pto_gi16_t x)
{
    const size_t vl = PTO_VL(i16);
    pto_gi16_t flip = PTO_RVV(vand_vx, i16)(PTO_RVV(vsra_vx, i16)(x, 15, vl), 0x7fff, vl);
    return PTO_RVV(vxor_vv, i16)(x, flip, vl);
}

PTO_VFN PTO_BOOL(bf16) pto_is_nan_bf16(pto_gu16_t x)
{
    const size_t vl = PTO_VL(u16);
    return PTO_CMP(vmsgtu_vx, u16)(PTO_RVV(vand_vx, u16)(x, 0x7fff, vl), PTO_INF_BF16, vl);
}

// Minimum and maximum: NaN if either is NaN, and -0 is less than +0.

#define PTO_FLOAT_MINMAX(T, insn)                \
    PTO_RVV(vfmerge_vfm, T)(                     \
        PTO_RVV(insn, T)(x, y, vl), PTO_NAN_##T, \
        PTO_RVV_B(vmor_mm, PTO_BITS_##T)(PTO_CMP(vmfne_vv, T)(x, x, vl), PTO_CMP(vmfne_vv, T)(y, y, vl), vl), vl)
#define PTO_BF16_MINMAX_FN(name, insn)                                                                             \
    PTO_BINARY_FN(bf16, name,                                                                                      \
                  PTO_RVV(vmerge_vxm, u16)(                                                                        \
                      PTO_CAST_E(u16, i16)(pto_order_bf16(PTO_RVV(insn, i16)(                                      \
                          pto_order_bf16(PTO_CAST_E(i16, u16)(x)), pto_order_bf16(PTO_CAST_E(i16, u16)(y)), vl))), \
                      PTO_NAN_BF16, PTO_RVV_B(vmor_mm, 16)(pto_is_nan_bf16(x), pto_is_nan_bf16(y), vl), vl))

#define PTO_FLOAT_MINMAXS_FN(T, name, insn)                                                  \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_##T##_t s, pto_m##T##_t m)     \
    {                                                                                        \
        const size_t vl = PTO_VL(T);                                                         \
        pto_v##T##_t r;                                                                      \
        PTO_GROUPS(const pto_g##T##_t x = a.g[k];                                            \
                   r.g[k] = PTO_RVV(vfmerge_vfm, T)(PTO_RVV(insn, T)(x, s, vl), PTO_NAN_##T, \
                                                    PTO_CMP(vmfne_vv, T)(x, x, vl), vl);)    \
        if (s != s) {                                                                        \
            r = pto_splat_##T(PTO_NAN_##T);                                                  \
        }                                                                                    \
        return pto_zero_##T(r, m);                                                           \
    }

// Integers

#define PTO_INT_VV_FN(T, name, insn) PTO_BINARY_FN(T, name, PTO_RVV(insn, T)(x, y, vl))
#define PTO_INT_VX_FN(T, name, insn) PTO_SCALAR_FN(T, name, pto_##T##_t, PTO_RVV(insn, T)(x, s, vl))
PTO_FOR_INTS64(PTO_INT_VV_FN, vadd, vadd_vv)
PTO_FOR_INTS64(PTO_INT_VV_FN, vsub, vsub_vv)
PTO_FOR_INT16(PTO_INT_VV_FN, vmul, vmul_vv)
PTO_FOR_INT32(PTO_INT_VV_FN, vmul, vmul_vv)
PTO_FOR_INT64(PTO_INT_VV_FN, vmul, vmul_vv)
PTO_FOR_SINT(PTO_INT_VV_FN, vmax, vmax_vv)
PTO_FOR_SINT(PTO_INT_VV_FN, vmin, vmin_vv)
PTO_FOR_UINT(PTO_INT_VV_FN, vmax, vmaxu_vv)
PTO_FOR_UINT(PTO_INT_VV_FN, vmin, vminu_vv)
PTO_INT_VV_FN(i64, vmax, vmax_vv)
PTO_INT_VV_FN(i64, vmin, vmin_vv)
PTO_INT_VV_FN(u64, vmax, vmaxu_vv)
PTO_INT_VV_FN(u64, vmin, vminu_vv)

PTO_FOR_INTS64(PTO_INT_VX_FN, vadds, vadd_vx)
PTO_FOR_INTS64(PTO_INT_VX_FN, vsubs, vsub_vx)
PTO_FOR_INT16(PTO_INT_VX_FN, vmuls, vmul_vx)
PTO_FOR_INT32(PTO_INT_VX_FN, vmuls, vmul_vx)
PTO_FOR_INT64(PTO_INT_VX_FN, vmuls, vmul_vx)
PTO_FOR_SINT(PTO_INT_VX_FN, vmaxs, vmax_vx)
PTO_FOR_SINT(PTO_INT_VX_FN, vmins, vmin_vx)
PTO_FOR_UINT(PTO_INT_VX_FN, vmaxs, vmaxu_vx)
PTO_FOR_UINT(PTO_INT_VX_FN, vmins, vminu_vx)
PTO_INT_VX_FN(i64, vmaxs, vmax_vx)
PTO_INT_VX_FN(i64, vmins, vmin_vx)
PTO_INT_VX_FN(u64, vmaxs, vmaxu_vx)
PTO_INT_VX_FN(u64, vmins, vminu_vx)
PTO_FOR_INTS64(PTO_INT_VX_FN, vands, vand_vx)
PTO_FOR_INTS64(PTO_INT_VX_FN, vors, vor_vx)
PTO_FOR_INTS64(PTO_INT_VX_FN, vxors, vxor_vx)

#define PTO_NEG_INT_FN(T, name) PTO_UNARY_FN(T, name, PTO_RVV(vrsub_vx, T)(x, 0, vl))
PTO_FOR_INTS64(PTO_NEG_INT_FN, vneg)
#define PTO_ABS_INT_FN(T, name) PTO_UNARY_FN(T, name, PTO_RVV(vmax_vv, T)(x, PTO_RVV(vrsub_vx, T)(x, 0, vl), vl))
PTO_FOR_SINT(PTO_ABS_INT_FN, vabs)
PTO_ABS_INT_FN(i64, vabs)
#define PTO_SAME_FN(T, name) PTO_UNARY_FN(T, name, x)
PTO_FOR_UINT(PTO_SAME_FN, vabs)
PTO_SAME_FN(u64, vabs)
PTO_FOR_NUMBERS(PTO_SAME_FN, vmov)
#define PTO_RELU_INT_FN(T, name) PTO_UNARY_FN(T, name, PTO_RVV(vmax_vx, T)(x, 0, vl))
PTO_FOR_SINT(PTO_RELU_INT_FN, vrelu)

#define PTO_MOV_ALL_FN(T, ...)                            \
    PTO_VFN pto_v##T##_t pto_vmov_all_##T(pto_v##T##_t a) \
    {                                                     \
        return a;                                         \
    }
PTO_FOR_NUMBERS(PTO_MOV_ALL_FN, )

// Shift counts are unsigned, modulo the width of the element: what the instructions do.
#define PTO_SHIFT_FN(T, U, left, right)                                                        \
    PTO_VFN pto_v##T##_t pto_vshl_##T(pto_v##T##_t a, pto_v##U##_t n, pto_m##T##_t m)          \
    {                                                                                          \
        PTO_GROUPS(a.g[k] = PTO_RVV(left##_vv, T)(a.g[k], n.g[k], PTO_VL(T));)                 \
        return pto_zero_##T(a, m);                                                             \
    }                                                                                          \
    PTO_VFN pto_v##T##_t pto_vshr_##T(pto_v##T##_t a, pto_v##U##_t n, pto_m##T##_t m)          \
    {                                                                                          \
        PTO_GROUPS(a.g[k] = PTO_RVV(right##_vv, T)(a.g[k], n.g[k], PTO_VL(T));)                \
        return pto_zero_##T(a, m);                                                             \
    }                                                                                          \
    PTO_SCALAR_FN(T, vshls, int16_t, PTO_RVV(left##_vx, T)(x, (uint16_t)s % PTO_BITS_##T, vl)) \
    PTO_SCALAR_FN(T, vshrs, int16_t, PTO_RVV(right##_vx, T)(x, (uint16_t)s % PTO_BITS_##T, vl))
PTO_SHIFT_FN(i8, u8, vsll, vsra)
PTO_SHIFT_FN(u8, u8, vsll, vsrl)
PTO_SHIFT_FN(i16, u16, vsll, vsra)
PTO_SHIFT_FN(u16, u16, vsll, vsrl)
PTO_SHIFT_FN(i32, u32, vsll, vsra)
PTO_SHIFT_FN(u32, u32, vsll, vsrl)
PTO_SHIFT_FN(i64, u64, vsll, vsra)
PTO_SHIFT_FN(u64, u64, vsll, vsrl)

// Bits, of every type

#define PTO_BITWISE_FN(T, name, insn)                                                              \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m)          \
    {                                                                                              \
        PTO_CAT3(pto_vu, PTO_BITS_##T, _t) x = pto_raw_##T(a), y = pto_raw_##T(b);                 \
        PTO_GROUPS(x.g[k] = PTO_RVV_E(insn, PTO_CAT(u, PTO_BITS_##T))(x.g[k], y.g[k], PTO_VL(T));) \
        return pto_zero_##T(pto_from_raw_##T(x), m);                                               \
    }
PTO_FOR_INTS64(PTO_BITWISE_FN, vand, vand_vv)
PTO_FOR_ANY(PTO_BITWISE_FN, vor, vor_vv)
PTO_FOR_INTS64(PTO_BITWISE_FN, vxor, vxor_vv)
#define PTO_NOT_FN(T, name) PTO_UNARY_FN(T, name, PTO_RVV(vnot_v, T)(x, vl))
PTO_FOR_INTS64(PTO_NOT_FN, vnot)

// Set bits of each byte, and from them of each element.
PTO_VFN pto_gu8_t pto_count_bytes(pto_gu8_t x)
{
    const size_t vl = PTO_VL(u8);
    pto_gu8_t half = PTO_RVV(vand_vx, u8)(PTO_RVV(vsrl_vx, u8)(x, 1, vl), 0x55, vl);
    x = PTO_RVV(vsub_vv, u8)(x, half, vl);
    pto_gu8_t high = PTO_RVV(vand_vx, u8)(PTO_RVV(vsrl_vx, u8)(x, 2, vl), 0x33, vl);
    x = PTO_RVV(vadd_vv, u8)(PTO_RVV(vand_vx, u8)(x, 0x33, vl), high, vl);
    x = PTO_RVV(vadd_vv, u8)(x, PTO_RVV(vsrl_vx, u8)(x, 4, vl), vl);
    return PTO_RVV(vand_vx, u8)(x, 0x0f, vl);
}

PTO_VFN pto_gu8_t pto_count_u8(pto_gu8_t x)
{
    return pto_count_bytes(x);
}

PTO_VFN pto_gu16_t pto_count_u16(pto_gu16_t x)
{
    x = PTO_CAST_E(u16, u8)(pto_count_bytes(PTO_CAST_E(u8, u16)(x)));
    x = PTO_RVV(vmul_vx, u16)(x, 0x0101, PTO_VL(u16));
    return PTO_RVV(vsrl_vx, u16)(x, 8, PTO_VL(u16));
}

PTO_VFN pto_gu32_t pto_count_u32(pto_gu32_t x)
{
    x = PTO_CAST_E(u32, u8)(pto_count_bytes(PTO_CAST_E(u8, u32)(x)));
    x = PTO_RVV(vmul_vx, u32)(x, 0x01010101, PTO_VL(u32));
    return PTO_RVV(vsrl_vx, u32)(x, 24, PTO_VL(u32));
}

// Equal bits from the top, the sign among them: the zeros above the highest set bit of x ^ sign.
#define PTO_COUNT_SIGN_FN(I, U)                                                   \
    PTO_VFN pto_g##U##_t pto_count_sign_##U(pto_g##U##_t u)                       \
    {                                                                             \
        const size_t vl = PTO_VL(U);                                              \
        const unsigned bits = PTO_BITS_##U;                                       \
        pto_g##I##_t x = PTO_CAST_E(I, U)(u);                                     \
        x = PTO_RVV(vxor_vv, I)(x, PTO_RVV(vsra_vx, I)(x, bits - 1, vl), vl);     \
        u = PTO_CAST_E(U, I)(x);                                                  \
        u = PTO_RVV(vor_vv, U)(u, PTO_RVV(vsrl_vx, U)(u, 1, vl), vl);             \
        u = PTO_RVV(vor_vv, U)(u, PTO_RVV(vsrl_vx, U)(u, 2, vl), vl);             \
        u = PTO_RVV(vor_vv, U)(u, PTO_RVV(vsrl_vx, U)(u, 4, vl), vl);             \
        if (bits > 8) {                                                           \
            u = PTO_RVV(vor_vv, U)(u, PTO_RVV(vsrl_vx, U)(u, 8 % bits, vl), vl);  \
        }                                                                         \
        if (bits > 16) {                                                          \
            u = PTO_RVV(vor_vv, U)(u, PTO_RVV(vsrl_vx, U)(u, 16 % bits, vl), vl); \
        }                                                                         \
        return PTO_RVV(vrsub_vx, U)(pto_count_##U(u), bits, vl);                  \
    }
PTO_COUNT_SIGN_FN(i8, u8)
PTO_COUNT_SIGN_FN(i16, u16)
PTO_COUNT_SIGN_FN(i32, u32)

#define PTO_COUNT_FN(T, name, fn)                                         \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_m##T##_t m) \
    {                                                                     \
        PTO_CAT3(pto_vu, PTO_BITS_##T, _t) x = pto_raw_##T(a);            \
        PTO_GROUPS(x.g[k] = PTO_CAT(fn, PTO_BITS_##T)(x.g[k]);)           \
        return pto_zero_##T(pto_from_raw_##T(x), m);                      \
    }
PTO_FOR_INTS(PTO_COUNT_FN, vbcnt, pto_count_u)
PTO_FOR_INTS(PTO_COUNT_FN, vcls, pto_count_sign_u)

// Floats

#define PTO_FLOAT_VV_FN(T, name, insn)     PTO_BINARY_FN(T, name, PTO_RVV(insn, T)(x, y, vl))
#define PTO_FLOAT_VF_FN(T, name, insn)     PTO_SCALAR_FN(T, name, pto_##T##_t, PTO_RVV(insn, T)(x, s, vl))
#define PTO_FLOAT_MINMAX_FN(T, name, insn) PTO_BINARY_FN(T, name, PTO_FLOAT_MINMAX(T, insn))
PTO_FOR_F16_32(PTO_FLOAT_VV_FN, vadd, vfadd_vv)
PTO_FOR_F16_32(PTO_FLOAT_VV_FN, vsub, vfsub_vv)
PTO_FOR_F16_32(PTO_FLOAT_VV_FN, vmul, vfmul_vv)
PTO_FOR_F16_32(PTO_FLOAT_VV_FN, vdiv, vfdiv_vv)
PTO_FOR_F16_32(PTO_FLOAT_MINMAX_FN, vmax, vfmax_vv)
PTO_FOR_F16_32(PTO_FLOAT_MINMAX_FN, vmin, vfmin_vv)
PTO_FOR_F16_32(PTO_FLOAT_VF_FN, vadds, vfadd_vf)
PTO_FOR_F16_32(PTO_FLOAT_VF_FN, vsubs, vfsub_vf)
PTO_FOR_F16_32(PTO_FLOAT_VF_FN, vmuls, vfmul_vf)
PTO_FOR_F16_32(PTO_FLOAT_MINMAXS_FN, vmaxs, vfmax_vf)
PTO_FOR_F16_32(PTO_FLOAT_MINMAXS_FN, vmins, vfmin_vf)

PTO_BF16_BINARY_FN(vadd, vfadd_vv)
PTO_BF16_BINARY_FN(vsub, vfsub_vv)
PTO_BF16_BINARY_FN(vmul, vfmul_vv)
PTO_BF16_MINMAX_FN(vmax, vmax_vv)
PTO_BF16_MINMAX_FN(vmin, vmin_vv)
PTO_BF16_SCALAR_FN(vadds, vfadd_vf)
PTO_BF16_SCALAR_FN(vsubs, vfsub_vf)
PTO_BF16_SCALAR_FN(vmuls, vfmul_vf)

PTO_VFN pto_vbf16_t pto_vmaxs_bf16(pto_vbf16_t a, pto_bf16_t s, pto_b16_t m)
{
    return pto_vmax_bf16(a, pto_splat_bf16(s), m);
}

PTO_VFN pto_vbf16_t pto_vmins_bf16(pto_vbf16_t a, pto_bf16_t s, pto_b16_t m)
{
    return pto_vmin_bf16(a, pto_splat_bf16(s), m);
}

#define PTO_FLOAT_UNARY_FN(T, name, insn) PTO_UNARY_FN(T, name, PTO_RVV(insn, T)(x, vl))
PTO_FOR_F16_32(PTO_FLOAT_UNARY_FN, vabs, vfabs_v)
PTO_FOR_F16_32(PTO_FLOAT_UNARY_FN, vneg, vfneg_v)
PTO_FOR_F16_32(PTO_FLOAT_UNARY_FN, vsqrt, vfsqrt_v)
#define PTO_FLOAT_WITH_FN(T, name, insn, c) PTO_UNARY_FN(T, name, PTO_RVV(insn, T)(x, c, vl))
PTO_FOR_F16_32(PTO_FLOAT_WITH_FN, vrec, vfrdiv_vf, 1)
PTO_FOR_F16_32(PTO_FLOAT_WITH_FN, vrelu, vfmax_vf, 0)
PTO_UNARY_FN(bf16, vabs, PTO_RVV(vand_vx, u16)(x, 0x7fff, vl))
PTO_UNARY_FN(bf16, vneg, PTO_RVV(vxor_vx, u16)(x, 0x8000, vl))
// Of the bits as signed integers those from 1 to infinity stay: negative values and NaN give 0.
PTO_UNARY_FN(bf16, vrelu, PTO_RVV(vmerge_vxm, u16)(x, 0, PTO_CMP(vmsgtu_vx, u16)(x, PTO_INF_BF16, vl), vl))

#define PTO_FLOAT_RELU_FN(T, name, insn) PTO_BINARY_FN(T, name, PTO_RVV(vfmax_vf, T)(PTO_RVV(insn, T)(x, y, vl), 0, vl))
PTO_FOR_F16_32(PTO_FLOAT_RELU_FN, vaddrelu, vfadd_vv)
PTO_FOR_F16_32(PTO_FLOAT_RELU_FN, vsubrelu, vfsub_vv)

#define PTO_LEAKY_FN(T, ...)                                                                                     \
    PTO_BINARY_FN(T, vprelu,                                                                                     \
                  PTO_RVV(vmerge_vvm, T)(PTO_RVV(vfmul_vv, T)(x, y, vl), x, PTO_CMP(vmfge_vf, T)(x, 0, vl), vl)) \
    PTO_SCALAR_FN(T, vlrelu, pto_##T##_t,                                                                        \
                  PTO_RVV(vmerge_vvm, T)(PTO_RVV(vfmul_vf, T)(x, s, vl), x, PTO_CMP(vmfge_vf, T)(x, 0, vl), vl))
PTO_FOR_F16_32(PTO_LEAKY_FN, )

// Multiply and accumulate, rounded once

#define PTO_MULA_FN(T, insn)                                                                             \
    PTO_VFN pto_v##T##_t pto_vmula_##T(pto_v##T##_t acc, pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m) \
    {                                                                                                    \
        PTO_GROUPS(acc.g[k] = PTO_RVV(insn, T)(acc.g[k], a.g[k], b.g[k], PTO_VL(T));)                    \
        return pto_zero_##T(acc, m);                                                                     \
    }
PTO_FOR_INTS(PTO_MULA_FN, vmacc_vv)
PTO_FOR_F16_32(PTO_MULA_FN, vfmacc_vv)

PTO_VFN pto_vbf16_t pto_vmula_bf16(pto_vbf16_t acc, pto_vbf16_t a, pto_vbf16_t b, pto_b16_t m)
{
    pto_vbf16_t r;
    PTO_BF16_GROUPS(PTO_RVV(vfmacc_vv, f32)(PTO_BF16_HALF(acc), PTO_BF16_HALF(a), PTO_BF16_HALF(b), PTO_VL(f32)))
    return pto_zero_bf16(r, m);
}

#define PTO_AXPY_FN(T, ...)                                                                           \
    PTO_VFN pto_v##T##_t pto_vaxpy_##T(pto_v##T##_t a, pto_v##T##_t b, pto_##T##_t s, pto_m##T##_t m) \
    {                                                                                                 \
        PTO_GROUPS(b.g[k] = PTO_RVV(vfmacc_vf, T)(b.g[k], s, a.g[k], PTO_VL(T));)                     \
        return pto_zero_##T(b, m);                                                                    \
    }
PTO_FOR_F16_32(PTO_AXPY_FN, )

#define PTO_MULL_FN(T, high_insn)                                                                          \
    PTO_VFN pto_v##T##_t pto_vmull_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m, pto_v##T##_t *high) \
    {                                                                                                      \
        pto_v##T##_t lo, hi;                                                                               \
        PTO_GROUPS(lo.g[k] = PTO_RVV(vmul_vv, T)(a.g[k], b.g[k], PTO_VL(T));                               \
                   hi.g[k] = PTO_RVV(high_insn, T)(a.g[k], b.g[k], PTO_VL(T));)                            \
        *high = pto_zero_##T(hi, m);                                                                       \
        return pto_zero_##T(lo, m);                                                                        \
    }
PTO_MULL_FN(i32, vmulh_vv)
PTO_MULL_FN(u32, vmulhu_vv)

// Carry chains: unsigned, whatever the sign of the type. After a subtraction 1 means no borrow.

// Where groups are smaller there are enough registers, and a vsetvli less without it.
PTO_VFN PTO_BOOL(u32) pto_carried(PTO_BOOL(u32) carry)
{
    if (PTO_VLMUL == 8) {
        PTO_CARRIED(carry);
    }
    return carry;
}
#define PTO_CARRY_OUT(m, r, b)                      \
    PTO_MASK_SET(32, r, k,                          \
                 PTO_ALL(m) ? pto_carried(b)        \
                            : PTO_RVV_B(vmand_mm, 32)(pto_carried(b), PTO_VIEW(32, m, k), PTO_VL(u32)))
// The mask of a subtraction out of RVV's borrow, and back: see PTO_SUBC_BORROW.
#define PTO_OF_BORROW(borrow) (PTO_SUBC_BORROW ? (borrow) : PTO_RVV_B(vmnot_m, 32)(borrow, PTO_VL(u32)))
#define PTO_CARRY_FN(T, ...)                                                                                    \
    PTO_VFN pto_v##T##_t pto_vaddc_##T(pto_v##T##_t a, pto_v##T##_t b, pto_b32_t m, pto_b32_t *carry)           \
    {                                                                                                           \
        pto_vu32_t x = pto_raw_##T(a), y = pto_raw_##T(b), r;                                                   \
        pto_b32_t c = {.all = 0};                                                                               \
        PTO_GROUPS(r.g[k] = PTO_RVV(vadd_vv, u32)(x.g[k], y.g[k], PTO_VL(u32));                                 \
                   PTO_CARRY_OUT(m, c, PTO_CMP(vmadc_vv, u32)(x.g[k], y.g[k], PTO_VL(u32)));)                   \
        *carry = c;                                                                                             \
        return pto_zero_##T(pto_from_raw_##T(r), m);                                                            \
    }                                                                                                           \
    PTO_VFN pto_v##T##_t pto_vsubc_##T(pto_v##T##_t a, pto_v##T##_t b, pto_b32_t m, pto_b32_t *carry)           \
    {                                                                                                           \
        pto_vu32_t x = pto_raw_##T(a), y = pto_raw_##T(b), r;                                                   \
        pto_b32_t c = {.all = 0};                                                                               \
        PTO_GROUPS(r.g[k] = PTO_RVV(vsub_vv, u32)(x.g[k], y.g[k], PTO_VL(u32));                                 \
                   const PTO_BOOL(u32) out = PTO_SUBC_BORROW                                                    \
                                                 ? PTO_CMP(vmsltu_vv, u32)(x.g[k], y.g[k], PTO_VL(u32))         \
                                                 : PTO_CMP(vmsgeu_vv, u32)(x.g[k], y.g[k], PTO_VL(u32));        \
                   PTO_CARRY_OUT(m, c, out);)                                                                   \
        *carry = c;                                                                                             \
        return pto_zero_##T(pto_from_raw_##T(r), m);                                                            \
    }                                                                                                           \
    PTO_VFN pto_v##T##_t pto_vaddcs_##T(pto_v##T##_t a, pto_v##T##_t b, pto_b32_t carry_in, pto_b32_t m,        \
                                        pto_b32_t *carry)                                                       \
    {                                                                                                           \
        pto_vu32_t x = pto_raw_##T(a), y = pto_raw_##T(b), r;                                                   \
        pto_b32_t c = {.all = 0};                                                                               \
        PTO_GROUPS(const PTO_BOOL(u32) in = PTO_VIEW(32, carry_in, k);                                          \
                   r.g[k] = PTO_RVV(vadc_vvm, u32)(x.g[k], y.g[k], in, PTO_VL(u32));                            \
                   PTO_CARRY_OUT(m, c, PTO_CMP(vmadc_vvm, u32)(x.g[k], y.g[k], in, PTO_VL(u32)));)              \
        *carry = c;                                                                                             \
        return pto_zero_##T(pto_from_raw_##T(r), m);                                                            \
    }                                                                                                           \
    PTO_VFN pto_v##T##_t pto_vsubcs_##T(pto_v##T##_t a, pto_v##T##_t b, pto_b32_t carry_in, pto_b32_t m,        \
                                        pto_b32_t *carry)                                                       \
    {                                                                                                           \
        pto_vu32_t x = pto_raw_##T(a), y = pto_raw_##T(b), r;                                                   \
        pto_b32_t c = {.all = 0};                                                                               \
        PTO_GROUPS(const PTO_BOOL(u32) borrow = PTO_OF_BORROW(PTO_VIEW(32, carry_in, k));                       \
                   r.g[k] = PTO_RVV(vsbc_vvm, u32)(x.g[k], y.g[k], borrow, PTO_VL(u32));                        \
                   const PTO_BOOL(u32) out = PTO_CMP(vmsbc_vvm, u32)(x.g[k], y.g[k], borrow, PTO_VL(u32));      \
                   PTO_CARRY_OUT(m, c, PTO_OF_BORROW(out));)                                                    \
        *carry = c;                                                                                             \
        return pto_zero_##T(pto_from_raw_##T(r), m);                                                            \
    }
PTO_FOR_INT32(PTO_CARRY_FN, )

// Splats

#define PTO_BR_FN(T, ...)                           \
    PTO_VFN pto_v##T##_t pto_vbr_##T(pto_##T##_t s) \
    {                                               \
        return pto_splat_##T(s);                    \
    }
PTO_FOR_INTS(PTO_BR_FN, )
PTO_FOR_FLOATS(PTO_BR_FN, )

#ifdef __clang__
#define PTO_DUP_FIRST(T, x) PTO_OWN_FIRSTS(T, x)
#else
#define PTO_DUP_FIRST(T, x) PTO_RVV(vrgather_vx, T)((x), 0, PTO_VL(T))
#endif
#define PTO_DUP_FN(T, ...)                                                                                         \
    PTO_VFN pto_v##T##_t pto_vdup_##T(pto_v##T##_t a, pto_m##T##_t m, pto_attr_t position)                         \
    {                                                                                                              \
        enum { last = PTO_VGROUPS - 1 };                                                                           \
        pto_v##T##_t r;                                                                                            \
        if (position == PTO_HIGHEST) {                                                                             \
            PTO_GROUPS(r.g[k] = PTO_RVV(vrgather_vx, T)(a.g[last], PTO_GL(T) - 1, PTO_VL(T));)                     \
        } else {                                                                                                   \
            PTO_GROUPS(r.g[k] = PTO_DUP_FIRST(T, a.g[0]);)                                                         \
        }                                                                                                          \
        return pto_zero_##T(r, m);                                                                                 \
    }                                                                                                              \
    PTO_VFN pto_v##T##_t pto_vdups_##T(pto_##T##_t s, pto_m##T##_t m)                                              \
    {                                                                                                              \
        return pto_zero_##T(pto_splat_##T(s), m);                                                                  \
    }
PTO_FOR_NUMBERS(PTO_DUP_FN, )

#endif
