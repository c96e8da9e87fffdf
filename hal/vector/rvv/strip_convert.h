// SPDX-License-Identifier: Apache-2.0
//
// Conversions of strips, with the same bits as vcvt of registers (rvv/convert.h): PTO_STRIP_CVT_<from>_<to>(x, rnd,
// sat, L). L is the register group of the wider type; the strip of the narrower one has a half or a quarter of it.
// `rnd` is a letter of R A H F C Z, `sat` is SAT or NOSAT; conversions ignore those that make no difference. Both may
// be `any`, which selects the attributes pto_rnd and pto_sat at run time. Strips of bf16 are those of u16.
#ifndef PTO_VECTOR_RVV_STRIP_CONVERT_H
#define PTO_VECTOR_RVV_STRIP_CONVERT_H

// An intrinsic that rounds: to even by the core's default mode, else with an explicit mode.
#define PTO_STRIP_ROUND_R(insn, x) insn((x), pto_vl)
#define PTO_STRIP_ROUND_A(insn, x) insn((x), __RISCV_FRM_RMM, pto_vl)
#define PTO_STRIP_ROUND_H(insn, x) insn((x), __RISCV_FRM_RMM, pto_vl)
#define PTO_STRIP_ROUND_F(insn, x) insn((x), __RISCV_FRM_RDN, pto_vl)
#define PTO_STRIP_ROUND_C(insn, x) insn((x), __RISCV_FRM_RUP, pto_vl)
#define PTO_STRIP_ROUND_Z(insn, x) insn((x), __RISCV_FRM_RTZ, pto_vl)
#define PTO_STRIP_ROUND_any(insn, x)                                                           \
    (pto_strip_not_odd(pto_rnd),                                                               \
     pto_rnd == PTO_RND_R                           ? PTO_STRIP_ROUND_R(insn, x)               \
     : pto_rnd == PTO_RND_A || pto_rnd == PTO_RND_H ? PTO_STRIP_ROUND_A(insn, x)               \
     : pto_rnd == PTO_RND_F                         ? PTO_STRIP_ROUND_F(insn, x)               \
     : pto_rnd == PTO_RND_C                         ? PTO_STRIP_ROUND_C(insn, x)               \
                                                    : PTO_STRIP_ROUND_Z(insn, x))
#define PTO_STRIP_ROUND(rnd, insn, x) PTO_CAT(PTO_STRIP_ROUND_, rnd)(insn, x)

#define PTO_STRIP_IF_SAT_SAT(x)   x
#define PTO_STRIP_IF_SAT_NOSAT(x)
#define PTO_STRIP_IF_SAT_any(x)                                                                \
    if (pto_sat == PTO_SAT) {                                                                  \
        x                                                                                      \
    }
#define PTO_STRIP_IF_SAT(sat, x)  PTO_CAT(PTO_STRIP_IF_SAT_, sat)(x)

// Strips cannot round to odd.
PTO_VFN void pto_strip_not_odd(pto_attr_t rnd)
{
    if (rnd == PTO_RND_O) {
        pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, 0, rnd);
    }
}

// Floats to integers saturate, NaN becomes 0. Without saturation, integers of 8 and 16 bits are the low bits of 32.
#define PTO_STRIP_INT(insn, x, rnd)                                                            \
    (__extension__({                                                                           \
        const __auto_type float_ = (x);                                                        \
        const __auto_type int_ = PTO_STRIP_ROUND(rnd, insn, float_);                           \
        __riscv_vmerge(int_, 0, __riscv_vmfne(float_, float_, pto_vl), pto_vl);                \
    }))
#define PTO_STRIP_CVT_f32_i32(x, rnd, sat, L)  PTO_STRIP_INT(__riscv_vfcvt_x, x, rnd)
#define PTO_STRIP_CVT_f16_i32(x, rnd, sat, L)  PTO_STRIP_INT(__riscv_vfwcvt_x, x, rnd)
#define PTO_STRIP_CVT_bf16_i32(x, rnd, sat, L) PTO_STRIP_INT(__riscv_vfcvt_x, PTO_STRIP_CVT_bf16_f32(x, rnd, sat, L), rnd)
#define PTO_STRIP_CVT_f32_i16(x, rnd, sat, L)                                                  \
    PTO_STRIP_IS_SAT(sat, PTO_STRIP_INT(__riscv_vfncvt_x, x, rnd),                             \
                     PTO_STRIP_LOWEST(PTO_STRIP_INT(__riscv_vfcvt_x, x, rnd)))
#define PTO_STRIP_CVT_f16_i16(x, rnd, sat, L)                                                  \
    PTO_STRIP_IS_SAT(sat, PTO_STRIP_INT(__riscv_vfcvt_x, x, rnd), PTO_STRIP_LOW_I16(x, rnd, L))
#define PTO_STRIP_CVT_f16_i8(x, rnd, sat, L)                                                   \
    PTO_STRIP_IS_SAT(sat, PTO_STRIP_INT(__riscv_vfncvt_x, x, rnd),                             \
                     PTO_STRIP_LOWEST(PTO_STRIP_LOW_I16(x, rnd, L)))
#define PTO_STRIP_CVT_f16_u8(x, rnd, sat, L)                                                   \
    PTO_STRIP_IS_SAT(sat, PTO_STRIP_INT(__riscv_vfncvt_xu, x, rnd),                            \
                     PTO_STRIP_LOWEST(PTO_STRIP_AS_U(16, L, PTO_STRIP_LOW_I16(x, rnd, L))))

#define PTO_STRIP_IS_SAT_SAT(sat, nosat)   sat
#define PTO_STRIP_IS_SAT_NOSAT(sat, nosat) nosat
#define PTO_STRIP_IS_SAT_any(sat, nosat)   (pto_sat == PTO_SAT ? sat : nosat)
#define PTO_STRIP_IS_SAT(which, sat, nosat) PTO_CAT(PTO_STRIP_IS_SAT_, which)(sat, nosat)

// The low 16 bits of f16 as i32. Groups of eight registers are processed in halves, as their i32 would have sixteen.
#define PTO_STRIP_LOW_I16(x, rnd, L)  PTO_CAT(PTO_STRIP_LOW_I16_, L)(x, rnd)
#define PTO_STRIP_LOW_I16_m1(x, rnd)  PTO_STRIP_LOWEST(PTO_STRIP_INT_OF_F16(x, rnd))
#define PTO_STRIP_LOW_I16_m2(x, rnd)  PTO_STRIP_LOWEST(PTO_STRIP_INT_OF_F16(x, rnd))
#define PTO_STRIP_LOW_I16_m4(x, rnd)  PTO_STRIP_LOWEST(PTO_STRIP_INT_OF_F16(x, rnd))
#define PTO_STRIP_LOW_I16_m8(x, rnd)                                                           \
    (__extension__({                                                                           \
        const vfloat16m8_t both_ = (x);                                                        \
        const size_t pto_vl = PTO_STRIP_FULL(f16, m4);                                         \
        __riscv_vcreate_v_i16m4_i16m8(PTO_STRIP_LOW_I16_m4(__riscv_vget_f16m4(both_, 0), rnd), \
                                      PTO_STRIP_LOW_I16_m4(__riscv_vget_f16m4(both_, 1), rnd)); \
    }))
#define PTO_STRIP_INT_OF_F16(x, rnd)                                                           \
    (__extension__({                                                                           \
        const __auto_type half_ = (x);                                                         \
        const __auto_type word_ = PTO_STRIP_ROUND(rnd, __riscv_vfwcvt_x, half_);               \
        __riscv_vmerge(word_, 0, __riscv_vmfne(half_, half_, pto_vl), pto_vl);                 \
    }))

#define PTO_STRIP_CVT_i32_f32(x, rnd, sat, L) PTO_STRIP_ROUND(rnd, __riscv_vfcvt_f, x)
#define PTO_STRIP_CVT_u32_f32(x, rnd, sat, L) PTO_STRIP_ROUND(rnd, __riscv_vfcvt_f, x)
#define PTO_STRIP_CVT_i16_f16(x, rnd, sat, L) PTO_STRIP_ROUND(rnd, __riscv_vfcvt_f, x)
#define PTO_STRIP_CVT_i16_f32(x, rnd, sat, L) __riscv_vfwcvt_f((x), pto_vl)
#define PTO_STRIP_CVT_u8_f16(x, rnd, sat, L)  __riscv_vfwcvt_f((x), pto_vl)
#define PTO_STRIP_CVT_i8_f16(x, rnd, sat, L)  __riscv_vfwcvt_f((x), pto_vl)

#define PTO_STRIP_CVT_u8_u16(x, rnd, sat, L)  __riscv_vzext_vf2((x), pto_vl)
#define PTO_STRIP_CVT_u8_u32(x, rnd, sat, L)  __riscv_vzext_vf4((x), pto_vl)
#define PTO_STRIP_CVT_u16_u32(x, rnd, sat, L) __riscv_vzext_vf2((x), pto_vl)
#define PTO_STRIP_CVT_i8_i16(x, rnd, sat, L)  __riscv_vsext_vf2((x), pto_vl)
#define PTO_STRIP_CVT_i8_i32(x, rnd, sat, L)  __riscv_vsext_vf4((x), pto_vl)
#define PTO_STRIP_CVT_i16_i32(x, rnd, sat, L) __riscv_vsext_vf2((x), pto_vl)

// Integers to half their width, truncated or saturated. Signed to unsigned: negative numbers saturate to 0.
#define PTO_STRIP_LOWEST(x)  __riscv_vncvt_x((x), pto_vl)
#define PTO_STRIP_CLIP(x) __riscv_vnclip((x), 0, __RISCV_VXRM_RDN, pto_vl)
#define PTO_STRIP_CLIPU(x) __riscv_vnclipu((x), 0, __RISCV_VXRM_RDN, pto_vl)
#define PTO_STRIP_AS_U(bits, L, x) PTO_CAT(__riscv_vreinterpret_u, PTO_CAT(bits, L))(x)
#define PTO_STRIP_LOW_SAT(x)         PTO_STRIP_CLIP(x)
#define PTO_STRIP_LOW_NOSAT(x)       PTO_STRIP_LOWEST(x)
#define PTO_STRIP_LOW_any(x)         PTO_STRIP_IS_SAT_any(PTO_STRIP_CLIP(x), PTO_STRIP_LOWEST(x))
#define PTO_STRIP_LOWU_SAT(x)        PTO_STRIP_CLIPU(x)
#define PTO_STRIP_LOWU_NOSAT(x)      PTO_STRIP_LOWEST(x)
#define PTO_STRIP_LOWU_any(x)        PTO_STRIP_IS_SAT_any(PTO_STRIP_CLIPU(x), PTO_STRIP_LOWEST(x))
#define PTO_STRIP_AT_LEAST_0_SAT(x)   __riscv_vmax((x), 0, pto_vl)
#define PTO_STRIP_AT_LEAST_0_NOSAT(x) (x)
#define PTO_STRIP_AT_LEAST_0_any(x)   PTO_STRIP_IS_SAT_any(__riscv_vmax((x), 0, pto_vl), (x))
#define PTO_STRIP_LOWU(sat, x)       PTO_CAT(PTO_STRIP_LOWU_, sat)(x)
#define PTO_STRIP_TO_U(sat, bits, L, x) PTO_STRIP_AS_U(bits, L, PTO_CAT(PTO_STRIP_AT_LEAST_0_, sat)(x))
#define PTO_STRIP_CVT_i32_i16(x, rnd, sat, L) PTO_CAT(PTO_STRIP_LOW_, sat)(x)
#define PTO_STRIP_CVT_u32_u16(x, rnd, sat, L) PTO_STRIP_LOWU(sat, x)
#define PTO_STRIP_CVT_u16_u8(x, rnd, sat, L)  PTO_STRIP_LOWU(sat, x)
#define PTO_STRIP_CVT_i32_u16(x, rnd, sat, L) PTO_STRIP_LOWU(sat, PTO_STRIP_TO_U(sat, 32, L, x))
#define PTO_STRIP_CVT_i16_u8(x, rnd, sat, L)  PTO_STRIP_LOWU(sat, PTO_STRIP_TO_U(sat, 16, L, x))
#define PTO_STRIP_CVT_u32_u8(x, rnd, sat, L)  PTO_STRIP_LOWU(sat, PTO_STRIP_LOWU(sat, x))
#define PTO_STRIP_CVT_i32_u8(x, rnd, sat, L)  PTO_STRIP_CVT_u32_u8(PTO_STRIP_TO_U(sat, 32, L, x), rnd, sat, L)

#define PTO_STRIP_CVT_f16_f32(x, rnd, sat, L) __riscv_vfwcvt_f((x), pto_vl)

// With saturation, infinities become the largest numbers and NaN 0.
#define PTO_STRIP_CVT_f32_f16(x, rnd, sat, L)                                                  \
    (__extension__({                                                                           \
        __auto_type narrow_ = PTO_STRIP_ROUND(rnd, __riscv_vfncvt_f, x);                       \
        PTO_STRIP_IF_SAT(sat,                                                                  \
            const __auto_type nan_ = __riscv_vmfne(narrow_, narrow_, pto_vl);                  \
            narrow_ = __riscv_vfmin(narrow_, (pto_f16_t)65504.0f, pto_vl);                     \
            narrow_ = __riscv_vfmax(narrow_, (pto_f16_t)-65504.0f, pto_vl);                    \
            narrow_ = __riscv_vfmerge(narrow_, (pto_f16_t)0, nan_, pto_vl);)                   \
        narrow_;                                                                               \
    }))

#define PTO_STRIP_CVT_bf16_f32(x, rnd, sat, L)                                                 \
    PTO_CAT(__riscv_vreinterpret_f32, L)(__riscv_vsll(__riscv_vzext_vf2((x), pto_vl), 16, pto_vl))

// bf16 by Zvfbfmin, which returns the canonical NaN. Infinities and NaN have an exponent of all ones.
#if defined(__riscv_zvfbfmin) && defined(__clang__)
#define PTO_STRIP_HALF_m8 m4
#define PTO_STRIP_HALF_m4 m2
#define PTO_STRIP_HALF_m2 m1
#define PTO_STRIP_NARROW_BF16(x, rnd, L)                                                       \
    PTO_CAT(__riscv_vreinterpret_u16, PTO_CAT(PTO_STRIP_HALF_, L))                                      \
    (PTO_STRIP_ROUND(rnd, __riscv_vfncvtbf16_f, x))
#else
// The bits of an f32 plus the rounding increment, before their lower half is truncated.
#define PTO_STRIP_UP(bits, more) __riscv_vadd((bits), (more), pto_vl)
#define PTO_STRIP_UP_R(bits)                                                                   \
    PTO_STRIP_UP(bits, PTO_STRIP_UP(__riscv_vand(__riscv_vsrl((bits), 16, pto_vl), 1, pto_vl), 0x7fff))
#define PTO_STRIP_UP_A(bits) PTO_STRIP_UP(bits, 0x8000)
#define PTO_STRIP_UP_H(bits) PTO_STRIP_UP(bits, 0x8000)
#define PTO_STRIP_UP_F(bits)                                                                   \
    PTO_STRIP_UP(bits, __riscv_vmul(__riscv_vsrl((bits), 31, pto_vl), 0xffff, pto_vl))
#define PTO_STRIP_UP_C(bits)                                                                   \
    PTO_STRIP_UP(bits, __riscv_vmul(__riscv_vxor(__riscv_vsrl((bits), 31, pto_vl), 1, pto_vl), 0xffff, pto_vl))
#define PTO_STRIP_UP_Z(bits) (bits)
#define PTO_STRIP_UP_any(bits)                                                                 \
    (pto_strip_not_odd(pto_rnd),                                                               \
     pto_rnd == PTO_RND_R                           ? PTO_STRIP_UP_R(bits)                     \
     : pto_rnd == PTO_RND_A || pto_rnd == PTO_RND_H ? PTO_STRIP_UP_A(bits)                     \
     : pto_rnd == PTO_RND_F                         ? PTO_STRIP_UP_F(bits)                     \
     : pto_rnd == PTO_RND_C                         ? PTO_STRIP_UP_C(bits)                     \
                                                    : PTO_STRIP_UP_Z(bits))
#define PTO_STRIP_NARROW_BF16(x, rnd, L)                                                       \
    (__extension__({                                                                           \
        const __auto_type float_ = (x);                                                        \
        const __auto_type bits_ = PTO_STRIP_AS_U(32, L, float_);                               \
        const __auto_type up_ = PTO_CAT(PTO_STRIP_UP_, rnd)(bits_);                            \
        __riscv_vmerge(__riscv_vnsrl(up_, 16, pto_vl), 0x7fc0,                                 \
                       __riscv_vmfne(float_, float_, pto_vl), pto_vl);                         \
    }))
#endif
#define PTO_STRIP_CVT_f32_bf16(x, rnd, sat, L)                                                 \
    (__extension__({                                                                           \
        __auto_type narrow_ = PTO_STRIP_NARROW_BF16(x, rnd, L);                                \
        PTO_STRIP_IF_SAT(sat,                                                                  \
            const __auto_type magnitude_ = __riscv_vand(narrow_, 0x7fff, pto_vl);              \
            const __auto_type nan_ = __riscv_vmsgtu(magnitude_, 0x7f80, pto_vl);               \
            const __auto_type inf_ = __riscv_vmseq(magnitude_, 0x7f80, pto_vl);                \
            narrow_ = __riscv_vsub_mu(inf_, narrow_, narrow_, 1, pto_vl);                      \
            narrow_ = __riscv_vmerge(narrow_, 0, nan_, pto_vl);)                               \
        narrow_;                                                                               \
    }))

#endif
