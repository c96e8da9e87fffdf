// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: lane-wise arithmetic. Unary, binary, vector with scalar, carry chains, splats.
//
// bf16 is computed in f32: each half group is widened, computed and rounded once, to nearest even.
#ifndef PTO_VECTOR_RVV_ARITH_H
#define PTO_VECTOR_RVV_ARITH_H

#define PTO_NAN_f16  ((pto_f16_t)__builtin_nanf(""))
#define PTO_NAN_f32  __builtin_nanf("")
#define PTO_NAN_BF16 0x7fc0
#define PTO_INF_BF16 0x7f80

// Functions of one vector, two, or a vector and a scalar, and a mask. expr computes group k of the result from x, y or
// s, and pto_vl.
#define PTO_REGISTER_FN(T, name, params, operands, expr)                       \
    PTO_VFN pto_v##T##_t pto_##name##_##T params                               \
    {                                                                          \
        typedef PTO_CAT3(pto_g, PTO_E_##T, _t) pto_group_t;                    \
        const size_t pto_vl = PTO_VL(T);                                       \
        pto_v##T##_t r;                                                        \
        PTO_GROUPS(const pto_group_t operands; r.g[k] = (expr); (void)pto_vl;) \
        return pto_zero_##T(r, m);                                             \
    }
#define PTO_UNARY_FN(T, name, expr) PTO_REGISTER_FN(T, name, (pto_v##T##_t a, pto_m##T##_t m), x = a.g[k], expr)
#define PTO_BINARY_FN(T, name, expr) \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m), PTO_OPERANDS_2, expr)
#define PTO_SCALAR_FN(T, name, stype, expr) \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, stype s, pto_m##T##_t m), x = a.g[k], expr)
#define PTO_OPERANDS_2 x = a.g[k], y = b.g[k]

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

PTO_VFN pto_gf32_t pto_widen_half_bf16(pto_hu16_t x)
{
    return PTO_WIDEN_BF16(PTO_BF16_OF_U16(x), PTO_VL(f32));
}

PTO_VFN pto_hu16_t pto_narrow_half_bf16(pto_gf32_t x)
{
    return PTO_U16_OF_BF16(PTO_NARROW_BF16(x, PTO_VL(f32)));
}
#else
PTO_VFN pto_gf32_t pto_widen_half_bf16(pto_hu16_t x)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t bits = PTO_RVV(vsll_vx, u32)(PTO_RVV(vzext_vf2, u32)(x, vl), 16, vl);
    return PTO_CAST_E(f32, u32)(bits);
}

PTO_VFN pto_hu16_t pto_narrow_half_bf16(pto_gf32_t x)
{
    const size_t vl = PTO_VL(f32);
    pto_gu32_t bits = PTO_CAST_E(u32, f32)(x);
    pto_gu32_t odd = PTO_RVV(vand_vx, u32)(PTO_RVV(vsrl_vx, u32)(bits, 16, vl), 1, vl);
    pto_gu32_t up = PTO_RVV(vadd_vv, u32)(PTO_RVV(vadd_vx, u32)(bits, 0x7fff, vl), odd, vl);
    pto_gu32_t r = PTO_RVV(vmerge_vxm, u32)(up, (uint32_t)PTO_NAN_BF16 << 16, PTO_CMP(vmfne_vv, f32)(x, x, vl), vl);
    return PTO_RVV_H(vnsrl_wx, u16)(r, 16, vl);
}
#endif

// Computes r.g[k] by an f32 expression of the operands' halves: PTO_BF16_HALF(a) and so on for half h.
#define PTO_BF16_HALF(v) pto_widen_half_bf16(PTO_GET_HALF(u16)((v).g[k], h))
#define PTO_BF16_GROUPS(expr)                   \
    PTO_GROUPS(                                 \
        pto_hu16_t lower, upper; {              \
            enum { h = 0 };                     \
            lower = pto_narrow_half_bf16(expr); \
        } {                                     \
            enum { h = 1 };                     \
            upper = pto_narrow_half_bf16(expr); \
        } r.g[k] = PTO_SET_HALVES(u16)(lower, upper);)

// Applies the f32 formula to each half.
#define PTO_BF16_FN(name, params, expr)          \
    PTO_VFN pto_vbf16_t pto_##name##_bf16 params \
    {                                            \
        const size_t pto_vl = PTO_VL(f32);       \
        pto_vbf16_t r;                           \
        PTO_BF16_GROUPS(expr)                    \
        return pto_zero_bf16(r, m);              \
    }

// Maps sign-magnitude bf16 bits to signed integers of the same order (-0 below +0), and back.
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
#define PTO_LANE_EXTREME_BF16(insn, x, y)                                                                  \
    PTO_RVV(vmerge_vxm, u16)                                                                               \
    (PTO_CAST_E(u16, i16)(pto_order_bf16(                                                                  \
         insn(pto_order_bf16(PTO_CAST_E(i16, u16)(x)), pto_order_bf16(PTO_CAST_E(i16, u16)(y)), pto_vl))), \
     PTO_NAN_BF16, PTO_RVV_B(vmor_mm, 16)(pto_is_nan_bf16(x), pto_is_nan_bf16(y), pto_vl), pto_vl)
#define PTO_LANE_MAXIMUM_BF16(x, y) PTO_LANE_EXTREME_BF16(__riscv_vmax, x, y)
#define PTO_LANE_MINIMUM_BF16(x, y) PTO_LANE_EXTREME_BF16(__riscv_vmin, x, y)

// With a scalar, whose NaN is tested once.
#define PTO_FLOAT_MINMAXS_FN(T, name, insn)                                                                       \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_##T##_t s, pto_m##T##_t m)                          \
    {                                                                                                             \
        const size_t pto_vl = PTO_VL(T);                                                                          \
        pto_v##T##_t r;                                                                                           \
        PTO_GROUPS(const pto_g##T##_t x = a.g[k]; r.g[k] = __riscv_vfmerge(insn(x, s, pto_vl), PTO_LANE_NAN(x),   \
                                                                           __riscv_vmfne(x, x, pto_vl), pto_vl);) \
        if (s != s) {                                                                                             \
            r = pto_splat_##T(PTO_NAN_##T);                                                                       \
        }                                                                                                         \
        return pto_zero_##T(r, m);                                                                                \
    }
PTO_FOR_F16_32(PTO_FLOAT_MINMAXS_FN, vmaxs, __riscv_vfmax)
PTO_FOR_F16_32(PTO_FLOAT_MINMAXS_FN, vmins, __riscv_vfmin)

// Instantiates the formulas of isa/lanes.def group by group.
#define PTO_REGISTER_1(T, name) PTO_UNARY_FN(T, name, PTO_LANEWISE(name, T, )(x))
#define PTO_REGISTER_2(T, name) PTO_BINARY_FN(T, name, PTO_LANEWISE(name, T, )(x, y))
#define PTO_REGISTER_S(T, name) PTO_SCALAR_FN(T, name, pto_##T##_t, PTO_LANEWISE(name, T, )(x, s))
#define PTO_REGISTER_N(T, name) PTO_SCALAR_FN(T, name, int16_t, PTO_LANEWISE(name, T, )(x, s))
#define PTO_REGISTER_U(T, name)                                                                                 \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, PTO_CAT3(pto_vu, PTO_BITS_##T, _t) n, pto_m##T##_t m) \
    {                                                                                                           \
        const size_t pto_vl = PTO_VL(T);                                                                        \
        PTO_GROUPS(a.g[k] = PTO_LANEWISE(name, T, )(a.g[k], n.g[k]);)                                           \
        return pto_zero_##T(a, m);                                                                              \
    }
#define PTO_REGISTER_3(T, name)                                                                           \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t r, pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m) \
    {                                                                                                     \
        const size_t pto_vl = PTO_VL(T);                                                                  \
        PTO_GROUPS(r.g[k] = PTO_LANEWISE(name, T, )(r.g[k], a.g[k], b.g[k]);)                             \
        return pto_zero_##T(r, m);                                                                        \
    }
#define PTO_REGISTER_A(T, name)                                                                          \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_##T##_t s, pto_m##T##_t m) \
    {                                                                                                    \
        const size_t pto_vl = PTO_VL(T);                                                                 \
        PTO_GROUPS(b.g[k] = PTO_LANEWISE(name, T, )(a.g[k], b.g[k], s);)                                 \
        return pto_zero_##T(b, m);                                                                       \
    }
#define PTO_BF16_2(T, name)                                        \
    PTO_BF16_FN(name, (pto_vbf16_t a, pto_vbf16_t b, pto_b16_t m), \
                PTO_LANEWISE(name, f32, )(PTO_BF16_HALF(a), PTO_BF16_HALF(b)))
#define PTO_BF16_S(T, name)                                       \
    PTO_BF16_FN(name, (pto_vbf16_t a, pto_bf16_t s, pto_b16_t m), \
                PTO_LANEWISE(name, f32, )(PTO_BF16_HALF(a), pto_bf16_to_float(s)))
#define PTO_BF16_3(T, name)                                                         \
    PTO_BF16_FN(name, (pto_vbf16_t acc, pto_vbf16_t a, pto_vbf16_t b, pto_b16_t m), \
                PTO_LANEWISE(name, f32, )(PTO_BF16_HALF(acc), PTO_BF16_HALF(a), PTO_BF16_HALF(b)))
PTO_REGISTER_OPS_1(PTO_REGISTER_1, )
PTO_REGISTER_OPS_2(PTO_REGISTER_2, PTO_BF16_2)
PTO_REGISTER_OPS_S(PTO_REGISTER_S, PTO_BF16_S)
PTO_REGISTER_OPS_U(PTO_REGISTER_U, )
PTO_REGISTER_OPS_N(PTO_REGISTER_N, )
PTO_REGISTER_OPS_3(PTO_REGISTER_3, PTO_BF16_3)
PTO_REGISTER_OPS_A(PTO_REGISTER_A, )

PTO_VFN pto_vbf16_t pto_vmaxs_bf16(pto_vbf16_t a, pto_bf16_t s, pto_b16_t m)
{
    return pto_vmax_bf16(a, pto_splat_bf16(s), m);
}

PTO_VFN pto_vbf16_t pto_vmins_bf16(pto_vbf16_t a, pto_bf16_t s, pto_b16_t m)
{
    return pto_vmin_bf16(a, pto_splat_bf16(s), m);
}

// Bitwise operations of the other types: vor merges the parts of a conversion.
#define PTO_BITS_FN(T, fn)                                                              \
    PTO_VFN pto_v##T##_t pto_##fn##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m) \
    {                                                                                   \
        PTO_CAT3(pto_vu, PTO_BITS_##T, _t) x = pto_raw_##T(a), y = pto_raw_##T(b);      \
        const size_t pto_vl = PTO_VL(T);                                                \
        PTO_GROUPS(x.g[k] = PTO_LANE_##fn##_U(x.g[k], y.g[k]);)                         \
        return pto_zero_##T(pto_from_raw_##T(x), m);                                    \
    }
PTO_FOR_FLOATS(PTO_BITS_FN, vor)
PTO_FOR_FP8(PTO_BITS_FN, vor)
PTO_FOR_FP4(PTO_BITS_FN, vor)
PTO_FOR_FP8(PTO_BITS_FN, vand)
PTO_FOR_FP8(PTO_BITS_FN, vxor)
#undef PTO_BITS_FN

// Counts the set bits of each byte; those of wider elements follow from them.
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

// Counts the equal bits from the top, including the sign: the leading zeros of x ^ sign, in the width.
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

// Smaller groups leave enough registers, and need a vsetvli less without it.
PTO_VFN PTO_BOOL(u32) pto_carried(PTO_BOOL(u32) carry)
{
    if (PTO_VLMUL == 8) {
        PTO_CARRIED(carry);
    }
    return carry;
}
#define PTO_CARRY_OUT(m, r, b) \
    PTO_MASK_SET(              \
        32, r, k,              \
        PTO_ALL(m) ? pto_carried(b) : PTO_RVV_B(vmand_mm, 32)(pto_carried(b), PTO_VIEW(32, m, k), PTO_VL(u32)))
#define PTO_CARRY_FN(T, name, params, ...)                                                                      \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, params pto_b32_t m, pto_b32_t *carry) \
    {                                                                                                           \
        const size_t pto_vl = PTO_VL(u32);                                                                      \
        pto_vu32_t x = pto_raw_##T(a), y = pto_raw_##T(b), r;                                                   \
        pto_b32_t c = {.all = 0};                                                                               \
        PTO_GROUPS(r.g[k] = PTO_LANEWISE(name, u32, )(x.g[k], y.g[k] __VA_ARGS__);                              \
                   const PTO_BOOL(u32) out = PTO_LANEWISE(name##_carry, u32, )(x.g[k], y.g[k] __VA_ARGS__);     \
                   PTO_CARRY_OUT(m, c, out);)                                                                   \
        *carry = c;                                                                                             \
        return pto_zero_##T(pto_from_raw_##T(r), m);                                                            \
    }
#define PTO_CARRY_IN pto_b32_t in,
#define PTO_CARRY_FNS(T, ...)                                    \
    PTO_CARRY_FN(T, vaddc, , )                                   \
    PTO_CARRY_FN(T, vsubc, , )                                   \
    PTO_CARRY_FN(T, vaddcs, PTO_CARRY_IN, , PTO_VIEW(32, in, k)) \
    PTO_CARRY_FN(T, vsubcs, PTO_CARRY_IN, , PTO_VIEW(32, in, k))
PTO_FOR_INT32(PTO_CARRY_FNS, )

// Splats of a lane

#ifdef __clang__
#define PTO_DUP_FIRST(T, x) PTO_OWN_FIRSTS(T, x)
#else
#define PTO_DUP_FIRST(T, x) PTO_RVV(vrgather_vx, T)((x), 0, PTO_VL(T))
#endif
#define PTO_DUP_FN(T, ...)                                                                     \
    PTO_VFN pto_v##T##_t pto_vdup_##T(pto_v##T##_t a, pto_m##T##_t m, pto_attr_t position)     \
    {                                                                                          \
        enum { last = PTO_VGROUPS - 1 };                                                       \
        pto_v##T##_t r;                                                                        \
        if (position == PTO_HIGHEST) {                                                         \
            PTO_GROUPS(r.g[k] = PTO_RVV(vrgather_vx, T)(a.g[last], PTO_GL(T) - 1, PTO_VL(T));) \
        } else {                                                                               \
            PTO_GROUPS(r.g[k] = PTO_DUP_FIRST(T, a.g[0]);)                                     \
        }                                                                                      \
        return pto_zero_##T(r, m);                                                             \
    }
PTO_FOR_NUMBERS(PTO_DUP_FN, )

#endif
