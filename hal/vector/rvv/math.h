// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: elementary functions.
//
// The functions exist for strips of every register group size L,
//
//   pto_rvv_exp_f32<L>(x, vl)   pto_rvv_ln_f32<L>(x, vl)   pto_rvv_rsqrt_f32<L>(x, vl)
//   pto_rvv_exp_f16<L>(x, vl)   ...
//
// and the operations of isa/vector.def apply them to whole registers. Each has a fast path for common arguments and a
// slow path for all of them; a strip takes the slow path if one of its lanes needs it. Both give the same bits for
// arguments of the fast path.
//
// exp needs three live groups, so it works on groups of m8, and leaves room for a sum beside it. The others need about
// six: groups of m8 are processed in halves, and f16 groups in pieces whose f32 form has m4.
#ifndef PTO_VECTOR_RVV_MATH_H
#define PTO_VECTOR_RVV_MATH_H

#include "../math_const.h"
#include "reg.h"
#include "wide.h"

#define PTO_F32(insn, L)      PTO_CAT3(__riscv_, insn, PTO_CAT(_f32, L))
#define PTO_I32(insn, L)      PTO_CAT3(__riscv_, insn, PTO_CAT(_i32, L))
#define PTO_U32(insn, L)      PTO_CAT3(__riscv_, insn, PTO_CAT(_u32, L))
#define PTO_F32_B(insn, L, B) PTO_CAT3(PTO_F32(insn, L), _, B)
#define PTO_U32_B(insn, L, B) PTO_CAT3(PTO_U32(insn, L), _, B)
#define PTO_AS32(to, from, L) PTO_CAT3(PTO_CAT3(__riscv_vreinterpret_v_, from, L), _, PTO_CAT(to, L))

// e^x

// The constants of e^x. Weak: compilers that know their values reload them for each strip or row.
typedef struct {
    float log2e, round, ln2_hi, ln2_lo, c2, c3, c4, c5, c6;
} pto_rvv_exp_t;

__attribute__((weak)) extern const pto_rvv_exp_t pto_rvv_exp_constants;
const pto_rvv_exp_t pto_rvv_exp_constants = {
    .log2e = PTO_LOG2E,
    .round = PTO_EXP_ROUND,
    .ln2_hi = PTO_LN2_HI,
    .ln2_lo = PTO_LN2_LO,
    .c2 = PTO_EXP_C2,
    .c3 = PTO_EXP_C3,
    .c4 = PTO_EXP_C4,
    .c5 = PTO_EXP_C5,
    .c6 = PTO_EXP_C6,
};

#define PTO_RVV_EXP_ROUND(L, B)                                                                     \
    /* t: n = round(x log2 e) as a float, n + 127 in its low bits. */                               \
    PTO_VFN vfloat32##L##_t pto_rvv_exp_round_f32##L(vfloat32##L##_t x, pto_rvv_exp_t c, size_t vl) \
    {                                                                                               \
        vfloat32##L##_t t = PTO_F32(vfmul_vf, L)(x, c.log2e, vl);                                   \
        return PTO_F32(vfadd_vf, L)(t, c.round, vl);                                                \
    }
#define PTO_RVV_EXP_REDUCED(L, B)                                                                                        \
    /* e^r - 1 for r = x - n ln 2. */                                                                                    \
    PTO_VFN vfloat32##L##_t pto_rvv_exp_reduced_f32##L(vfloat32##L##_t x, vfloat32##L##_t t, pto_rvv_exp_t c, size_t vl) \
    {                                                                                                                    \
        vfloat32##L##_t n = PTO_F32(vfsub_vf, L)(t, c.round, vl);                                                        \
        vfloat32##L##_t r = PTO_F32(vfnmsac_vf, L)(x, c.ln2_hi, n, vl);                                                  \
        r = PTO_F32(vfnmsac_vf, L)(r, c.ln2_lo, n, vl);                                                                  \
        vfloat32##L##_t p = PTO_F32(vfmul_vf, L)(r, c.c6, vl);                                                           \
        p = PTO_F32(vfadd_vf, L)(p, c.c5, vl);                                                                           \
        p = PTO_F32(vfmul_vv, L)(p, r, vl);                                                                              \
        p = PTO_F32(vfadd_vf, L)(p, c.c4, vl);                                                                           \
        p = PTO_F32(vfmul_vv, L)(p, r, vl);                                                                              \
        p = PTO_F32(vfadd_vf, L)(p, c.c3, vl);                                                                           \
        p = PTO_F32(vfmul_vv, L)(p, r, vl);                                                                              \
        p = PTO_F32(vfadd_vf, L)(p, c.c2, vl);                                                                           \
        p = PTO_F32(vfmul_vv, L)(p, r, vl);                                                                              \
        return PTO_F32(vfmadd_vv, L)(p, r, r, vl);                                                                       \
    }
#define PTO_RVV_EXP_ANY(L, B)                                                                     \
    /* For every x: 2^n in two factors, so that a subnormal result is rounded by the second. */   \
    PTO_VFN vfloat32##L##_t pto_rvv_exp_any_f32##L(vfloat32##L##_t x, pto_rvv_exp_t c, size_t vl) \
    {                                                                                             \
        vbool##B##_t nan = PTO_F32_B(vmfne_vv, L, b##B)(x, x, vl);                                \
        x = PTO_F32(vfmax_vf, L)(x, PTO_EXP_MIN, vl);                                             \
        x = PTO_F32(vfmin_vf, L)(x, PTO_EXP_MAX, vl);                                             \
        vfloat32##L##_t t = pto_rvv_exp_round_f32##L(x, c, vl);                                   \
        vfloat32##L##_t v = pto_rvv_exp_reduced_f32##L(x, t, c, vl);                              \
        vuint32##L##_t n = PTO_U32(vadd_vx, L)(PTO_AS32(u32, f32, L)(t), 127, vl);                \
        vuint32##L##_t half = PTO_U32(vsrl_vx, L)(n, 1, vl);                                      \
        n = PTO_U32(vsub_vv, L)(n, half, vl);                                                     \
        vfloat32##L##_t s = PTO_AS32(f32, u32, L)(PTO_U32(vsll_vx, L)(half, 23, vl));             \
        v = PTO_F32(vfmadd_vv, L)(v, s, s, vl);                                                   \
        s = PTO_AS32(f32, u32, L)(PTO_U32(vsll_vx, L)(n, 23, vl));                                \
        v = PTO_F32(vfmul_vv, L)(v, s, vl);                                                       \
        return PTO_F32(vfmerge_vfm, L)(v, __builtin_nanf(""), nan, vl);                           \
    }
#define PTO_RVV_EXP_NORMAL(L, B)                                                                       \
    PTO_VFN vfloat32##L##_t pto_rvv_exp_f32##L(vfloat32##L##_t x, size_t vl)                           \
    {                                                                                                  \
        const pto_rvv_exp_t c = pto_rvv_exp_constants;                                                 \
        vuint32##L##_t twice = PTO_AS32(u32, f32, L)(x);                                               \
        twice = PTO_U32(vadd_vv, L)(twice, twice, vl);                                                 \
        vbool##B##_t far = PTO_U32_B(vmsgtu_vx, L, b##B)(twice, 2 * pto_f32_bits(PTO_EXP_NORMAL), vl); \
        if (PTO_RARELY(__riscv_vfirst_m_b##B(far, vl) >= 0)) {                                         \
            return pto_rvv_exp_any_f32##L(x, c, vl);                                                   \
        }                                                                                              \
        vfloat32##L##_t t = pto_rvv_exp_round_f32##L(x, c, vl);                                        \
        vfloat32##L##_t v = pto_rvv_exp_reduced_f32##L(x, t, c, vl);                                   \
        vuint32##L##_t n = PTO_AS32(u32, f32, L)(t);                                                   \
        vfloat32##L##_t s = PTO_AS32(f32, u32, L)(PTO_U32(vsll_vx, L)(n, 23, vl));                     \
        return PTO_F32(vfmadd_vv, L)(v, s, s, vl);                                                     \
    }
#define PTO_RVV_EXP_F32(L, B) \
    PTO_RVV_EXP_ROUND(L, B) PTO_RVV_EXP_REDUCED(L, B) PTO_RVV_EXP_ANY(L, B) PTO_RVV_EXP_NORMAL(L, B)

// ln x

#define PTO_RVV_LN_NORMAL(L, B)                                                                          \
    /* For normal x: ln x - adjust ln 2. */                                                              \
    PTO_VFN vfloat32##L##_t pto_rvv_ln_normal_f32##L(vfloat32##L##_t x, vint32##L##_t adjust, size_t vl) \
    {                                                                                                    \
        vint32##L##_t i = PTO_AS32(i32, f32, L)(x);                                                      \
        i = PTO_I32(vsub_vx, L)(i, PTO_LN_SQRT_HALF, vl);                                                \
        vint32##L##_t e = PTO_I32(vsra_vx, L)(i, 23, vl);                                                \
        i = PTO_I32(vand_vx, L)(i, 0x7fffff, vl);                                                        \
        i = PTO_I32(vadd_vx, L)(i, PTO_LN_SQRT_HALF, vl);                                                \
        e = PTO_I32(vsub_vv, L)(e, adjust, vl);                                                          \
        vfloat32##L##_t n = PTO_F32(vfcvt_f_x_v, L)(e, vl);                                              \
        vfloat32##L##_t f = PTO_F32(vfsub_vf, L)(PTO_AS32(f32, i32, L)(i), 1.0f, vl);                    \
        vfloat32##L##_t s = PTO_F32(vfdiv_vv, L)(f, PTO_F32(vfadd_vf, L)(f, 2.0f, vl), vl);              \
        vfloat32##L##_t z = PTO_F32(vfmul_vv, L)(s, s, vl);                                              \
        vfloat32##L##_t p = PTO_F32(vfmul_vf, L)(z, PTO_LN_R3, vl);                                      \
        p = PTO_F32(vfadd_vf, L)(p, PTO_LN_R2, vl);                                                      \
        p = PTO_F32(vfmul_vv, L)(p, z, vl);                                                              \
        p = PTO_F32(vfadd_vf, L)(p, PTO_LN_R1, vl);                                                      \
        vfloat32##L##_t h = PTO_F32(vfmul_vf, L)(f, 0.5f, vl);                                           \
        h = PTO_F32(vfmul_vv, L)(h, f, vl);                                                              \
        p = PTO_F32(vfmadd_vv, L)(p, z, h, vl);                                                          \
        p = PTO_F32(vfmul_vv, L)(p, s, vl);                                                              \
        p = PTO_F32(vfmacc_vf, L)(p, PTO_LN_2_LO, n, vl);                                                \
        h = PTO_F32(vfsub_vv, L)(h, p, vl);                                                              \
        f = PTO_F32(vfsub_vv, L)(f, h, vl);                                                              \
        return PTO_F32(vfmacc_vf, L)(f, PTO_LN_2_HI, n, vl);                                             \
    }
#define PTO_RVV_LN_ANY(L, B)                                                                                        \
    PTO_VFN vfloat32##L##_t pto_rvv_ln_f32##L(vfloat32##L##_t x, size_t vl)                                         \
    {                                                                                                               \
        vuint32##L##_t bits = PTO_AS32(u32, f32, L)(x);                                                             \
        bits = PTO_U32(vsub_vx, L)(bits, 0x00800000, vl);                                                           \
        vbool##B##_t odd = PTO_U32_B(vmsgtu_vx, L, b##B)(bits, 0x7effffff, vl);                                     \
        vint32##L##_t adjust = PTO_I32(vmv_v_x, L)(0, vl);                                                          \
        if (PTO_RARELY(__riscv_vfirst_m_b##B(odd, vl) >= 0)) {                                                      \
            vbool##B##_t tiny = PTO_F32_B(vmflt_vf, L, b##B)(x, 0x1p-126f, vl);                                     \
            vfloat32##L##_t y = PTO_CAT(PTO_F32(vfmul_vf, L), _mu)(tiny, x, x, 0x1p25f, vl);                        \
            adjust = PTO_I32(vmerge_vxm, L)(adjust, 25, tiny, vl);                                                  \
            y = pto_rvv_ln_normal_f32##L(y, adjust, vl);                                                            \
            y = PTO_F32(vfmerge_vfm, L)(y, -__builtin_inff(), PTO_F32_B(vmfeq_vf, L, b##B)(x, 0.0f, vl), vl);       \
            y = PTO_F32(vfmerge_vfm, L)(y, __builtin_inff(), PTO_F32_B(vmfeq_vf, L, b##B)(x, __builtin_inff(), vl), \
                                        vl);                                                                        \
            vbool##B##_t none = __riscv_vmnot_m_b##B(PTO_F32_B(vmfge_vf, L, b##B)(x, 0.0f, vl), vl);                \
            return PTO_F32(vfmerge_vfm, L)(y, __builtin_nanf(""), none, vl);                                        \
        }                                                                                                           \
        return pto_rvv_ln_normal_f32##L(x, adjust, vl);                                                             \
    }
#define PTO_RVV_LN_F32(L, B) PTO_RVV_LN_NORMAL(L, B) PTO_RVV_LN_ANY(L, B)

// 1 / sqrt(x): the quotient of the two rounded operations, corrected by both residuals.

#define PTO_RVV_RSQRT_NORMAL(L, B)                                                    \
    PTO_VFN vfloat32##L##_t pto_rvv_rsqrt_normal_f32##L(vfloat32##L##_t x, size_t vl) \
    {                                                                                 \
        vfloat32##L##_t s = PTO_F32(vfsqrt_v, L)(x, vl);                              \
        vfloat32##L##_t y = PTO_F32(vfrdiv_vf, L)(s, 1.0f, vl);                       \
        vfloat32##L##_t h = PTO_F32(vfnmsac_vv, L)(x, s, s, vl);                      \
        vfloat32##L##_t q = PTO_F32(vfmul_vf, L)(y, 0.5f, vl);                        \
        q = PTO_F32(vfmul_vv, L)(q, y, vl);                                           \
        q = PTO_F32(vfmul_vv, L)(q, h, vl);                                           \
        vfloat32##L##_t d = PTO_F32(vfmv_v_f, L)(1.0f, vl);                           \
        d = PTO_F32(vfnmsac_vv, L)(d, s, y, vl);                                      \
        d = PTO_F32(vfsub_vv, L)(d, q, vl);                                           \
        return PTO_F32(vfmadd_vv, L)(d, y, y, vl);                                    \
    }
#define PTO_RVV_RSQRT_ANY(L, B)                                                                                 \
    PTO_VFN vfloat32##L##_t pto_rvv_rsqrt_f32##L(vfloat32##L##_t x, size_t vl)                                  \
    {                                                                                                           \
        const uint32_t low = pto_f32_bits(PTO_RSQRT_MIN);                                                       \
        vuint32##L##_t bits = PTO_AS32(u32, f32, L)(x);                                                         \
        bits = PTO_U32(vsub_vx, L)(bits, low, vl);                                                              \
        vbool##B##_t odd = PTO_U32_B(vmsgtu_vx, L, b##B)(bits, 0x7f7fffff - low, vl);                           \
        if (PTO_RARELY(__riscv_vfirst_m_b##B(odd, vl) >= 0)) {                                                  \
            vbool##B##_t tiny = PTO_F32_B(vmflt_vf, L, b##B)(x, PTO_RSQRT_MIN, vl);                             \
            vfloat32##L##_t y = PTO_CAT(PTO_F32(vfmul_vf, L), _mu)(tiny, x, x, 0x1p64f, vl);                    \
            y = pto_rvv_rsqrt_normal_f32##L(y, vl);                                                             \
            y = PTO_CAT(PTO_F32(vfmul_vf, L), _mu)(tiny, y, y, 0x1p32f, vl);                                    \
            vfloat32##L##_t plain = PTO_F32(vfrdiv_vf, L)(PTO_F32(vfsqrt_v, L)(x, vl), 1.0f, vl);               \
            /* 0 and infinity: infinity and 0, of their sign. */                                                \
            y = PTO_F32(vmerge_vvm, L)(y, plain, PTO_F32_B(vmfeq_vf, L, b##B)(x, 0.0f, vl), vl);                \
            return PTO_F32(vmerge_vvm, L)(y, plain, PTO_F32_B(vmfeq_vf, L, b##B)(x, __builtin_inff(), vl), vl); \
        }                                                                                                       \
        return pto_rvv_rsqrt_normal_f32##L(x, vl);                                                              \
    }
#define PTO_RVV_RSQRT_F32(L, B) PTO_RVV_RSQRT_NORMAL(L, B) PTO_RVV_RSQRT_ANY(L, B)

#define PTO_RVV_MATH_F32(L, B) PTO_RVV_EXP_F32(L, B) PTO_RVV_LN_F32(L, B) PTO_RVV_RSQRT_F32(L, B)
PTO_RVV_EXP_F32(m8, 4)
PTO_RVV_MATH_F32(m1, 32)
PTO_RVV_MATH_F32(m2, 16)
PTO_RVV_MATH_F32(m4, 8)

// Processes groups of m8 in halves of m4. f16 is computed in f32: correctly rounded, except for a rare tie to which the
// f32 result is rounded. A group is split into PIECES pieces of register group P; W is the group of twice P's width.

#define PTO_RVV_MATH_F32M8(fn)                                                                           \
    PTO_VFN vfloat32m8_t pto_rvv_##fn##_f32m8(vfloat32m8_t x, size_t vl)                                 \
    {                                                                                                    \
        const size_t half = __riscv_vsetvlmax_e32m4();                                                   \
        vfloat32m4_t lo = pto_rvv_##fn##_f32m4(__riscv_vget_v_f32m8_f32m4(x, 0), vl < half ? vl : half); \
        vfloat32m4_t hi = __riscv_vget_v_f32m8_f32m4(x, 1);                                              \
        if (vl > half) {                                                                                 \
            hi = pto_rvv_##fn##_f32m4(hi, vl == (size_t)-1 ? vl : vl - half);                            \
        }                                                                                                \
        return __riscv_vcreate_v_f32m4_f32m8(lo, hi);                                                    \
    }
#define PTO_RVV_MATH_F16(fn, L, W)                                               \
    PTO_VFN vfloat16##L##_t pto_rvv_##fn##_f16##L(vfloat16##L##_t x, size_t vl)  \
    {                                                                            \
        vfloat32##W##_t wide = __riscv_vfwcvt_f_f_v_f32##W(x, vl);               \
        return __riscv_vfncvt_f_f_w_f16##L(pto_rvv_##fn##_f32##W(wide, vl), vl); \
    }
#define PTO_RVV_MATH_F16_HALVES(fn, L, H)                                                                        \
    PTO_VFN vfloat16##L##_t pto_rvv_##fn##_f16##L(vfloat16##L##_t x, size_t vl)                                  \
    {                                                                                                            \
        const size_t half = __riscv_vsetvlmax_e16##H();                                                          \
        vfloat16##H##_t lo = pto_rvv_##fn##_f16##H(__riscv_vget_v_f16##L##_f16##H(x, 0), vl < half ? vl : half); \
        vfloat16##H##_t hi = __riscv_vget_v_f16##L##_f16##H(x, 1);                                               \
        if (vl > half) {                                                                                         \
            hi = pto_rvv_##fn##_f16##H(hi, vl == (size_t)-1 ? vl : vl - half);                                   \
        }                                                                                                        \
        return __riscv_vcreate_v_f16##H##_f16##L(lo, hi);                                                        \
    }

// The operations, on whole registers.

#define PTO_RVV_MATH_OP(name, fn, T)                                            \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_m##T##_t m)       \
    {                                                                           \
        PTO_GROUPS(a.g[k] = PTO_CAT_MX(pto_rvv_##fn##_, T)(a.g[k], PTO_VL(T));) \
        return pto_zero_##T(a, m);                                              \
    }

#define PTO_RVV_MATH(name, fn)                                                                   \
    PTO_RVV_MATH_F16(fn, m1, m2)                                                                 \
    PTO_RVV_MATH_F16(fn, m2, m4)                                                                 \
    PTO_RVV_MATH_F16_##fn(fn) PTO_RVV_MATH_F16_HALVES(fn, m8, m4) PTO_RVV_MATH_OP(name, fn, f32) \
        PTO_RVV_MATH_OP(name, fn, f16)
#define PTO_RVV_MATH_F16_exp(fn)   PTO_RVV_MATH_F16(fn, m4, m8)
#define PTO_RVV_MATH_F16_ln(fn)    PTO_RVV_MATH_F32M8(fn) PTO_RVV_MATH_F16_HALVES(fn, m4, m2)
#define PTO_RVV_MATH_F16_rsqrt(fn) PTO_RVV_MATH_F32M8(fn) PTO_RVV_MATH_F16_HALVES(fn, m4, m2)
PTO_RVV_MATH(vexp, exp)
PTO_RVV_MATH(vln, ln)
PTO_RVV_MATH(vrsqrt, rsqrt)

// e^(a - max). The part is ignored for f32 lanes. For f16 lanes it selects one of each pair, which is 16 bits of a
// 32-bit lane.

PTO_VFN pto_vf32_t pto_vexpdif_f32(pto_vf32_t a, pto_vf32_t max, pto_b32_t m, pto_attr_t part)
{
    (void)part;
    PTO_GROUPS(a.g[k] = PTO_RVV_E(vfsub_vv, f32)(a.g[k], max.g[k], PTO_VL(f32));)
    return pto_vexp_f32(a, m);
}

PTO_VFN pto_gf32_t pto_rvv_widen_part_f16(pto_gf16_t x, int part)
{
    pto_gu32_t pairs = PTO_CAST_E(u32, u16)(PTO_CAST_E(u16, f16)(x));
    pto_hu16_t bits = PTO_RVV_H(vnsrl_wx, u16)(pairs, 16 * part, PTO_VL(f32));
    return PTO_RVV_E(vfwcvt_f_f_v, f32)(PTO_CAST_H(f16, u16)(bits), PTO_VL(f32));
}

PTO_VFN pto_vf32_t pto_vexpdif_f16(pto_vf16_t a, pto_vf16_t max, pto_b16_t m, pto_attr_t part)
{
    pto_vf32_t r;
    const int odd = part == PTO_PART_ODD;
    PTO_GROUPS(r.g[k] = PTO_RVV_E(vfsub_vv, f32)(pto_rvv_widen_part_f16(a.g[k], odd),
                                                 pto_rvv_widen_part_f16(max.g[k], odd), PTO_VL(f32));)
    return pto_vexp_f32(r, pto_wider_b16_b32(m));
}

#endif
