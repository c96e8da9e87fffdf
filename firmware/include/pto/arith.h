// SPDX-License-Identifier: Apache-2.0
//
// Scalar arithmetic of the arith dialect, exactly, for the C that ptoc writes.
//
// Integers wrap. Division and shifts have no undefined cases. Division returns what the RISC-V instructions return: x /
// 0 is all ones, x % 0 is x, the most negative value / -1 is itself. A shift by the width or more returns 0 or, for
// arithmetic right shifts, the sign. Conversions to integers saturate and return 0 for NaN. i1 is bool.
//
// The macros evaluate their arguments more than once: pass names or constants.
#ifndef PTO_ARITH_H
#define PTO_ARITH_H

#include <pto/types.h>

#define PTO_ARITH static inline __attribute__((always_inline, unused))

// ---------------------------------------------------------------------------------------------------------------------
// Integers

// Width in bits, and a value widened to 64 bits without or with its sign.
#define pto_width(a) (_Generic((a), bool: 1, default: (int)sizeof(a) * 8))
#define pto_zext(a)                       \
    _Generic((a),                         \
        bool: (uint64_t)(a),              \
        int8_t: (uint64_t)(uint8_t)(a),   \
        int16_t: (uint64_t)(uint16_t)(a), \
        int32_t: (uint64_t)(uint32_t)(a), \
        default: (uint64_t)(a))
#define pto_sext(a)                      \
    _Generic((a),                        \
        bool: -(int64_t)(a),             \
        uint8_t: (int64_t)(int8_t)(a),   \
        uint16_t: (int64_t)(int16_t)(a), \
        uint32_t: (int64_t)(int32_t)(a), \
        default: (int64_t)(a))

// A 64-bit result truncated to the type of `a`.
#define pto_cut(a, wide) ((__typeof__(a))_Generic((a), bool: (wide) & 1, default: (wide)))

PTO_ARITH int64_t pto_divs_wide(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

PTO_ARITH int64_t pto_rems_wide(int64_t a, int64_t b)
{
    return b == 0 ? a : b == -1 ? 0 : a % b;
}

PTO_ARITH uint64_t pto_divu_wide(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : a / b;
}

PTO_ARITH uint64_t pto_remu_wide(uint64_t a, uint64_t b)
{
    return b == 0 ? a : a % b;
}

// Rounds up: one more than the quotient if there is a remainder and the signs agree.
PTO_ARITH int64_t pto_ceildivs_wide(int64_t a, int64_t b)
{
    int64_t rest = pto_rems_wide(a, b);
    return pto_divs_wide(a, b) + (b != 0 && rest != 0 && (rest < 0) == (b < 0));
}

PTO_ARITH int64_t pto_floordivs_wide(int64_t a, int64_t b)
{
    int64_t rest = pto_rems_wide(a, b);
    return pto_divs_wide(a, b) - (b != 0 && rest != 0 && (rest < 0) != (b < 0));
}

PTO_ARITH uint64_t pto_ceildivu_wide(uint64_t a, uint64_t b)
{
    return pto_divu_wide(a, b) + (b != 0 && a % b != 0);
}

#define pto_addi(a, b)       pto_cut(a, (uint64_t)(a) + (uint64_t)(b))
#define pto_subi(a, b)       pto_cut(a, (uint64_t)(a) - (uint64_t)(b))
#define pto_muli(a, b)       pto_cut(a, (uint64_t)(a) * (uint64_t)(b))
#define pto_divsi(a, b)      pto_cut(a, pto_divs_wide(pto_sext(a), pto_sext(b)))
#define pto_remsi(a, b)      pto_cut(a, pto_rems_wide(pto_sext(a), pto_sext(b)))
#define pto_divui(a, b)      pto_cut(a, pto_divu_wide(pto_zext(a), pto_zext(b)))
#define pto_remui(a, b)      pto_cut(a, pto_remu_wide(pto_zext(a), pto_zext(b)))
#define pto_ceildivsi(a, b)  pto_cut(a, pto_ceildivs_wide(pto_sext(a), pto_sext(b)))
#define pto_floordivsi(a, b) pto_cut(a, pto_floordivs_wide(pto_sext(a), pto_sext(b)))
#define pto_ceildivui(a, b)  pto_cut(a, pto_ceildivu_wide(pto_zext(a), pto_zext(b)))
#define pto_maxsi(a, b)      (pto_sext(a) > pto_sext(b) ? (a) : (b))
#define pto_minsi(a, b)      (pto_sext(a) < pto_sext(b) ? (a) : (b))
#define pto_maxui(a, b)      (pto_zext(a) > pto_zext(b) ? (a) : (b))
#define pto_minui(a, b)      (pto_zext(a) < pto_zext(b) ? (a) : (b))

#define pto_too_far(a, b) (pto_zext(b) >= (uint64_t)pto_width(a))
#define pto_shli(a, b)    pto_cut(a, pto_too_far(a, b) ? 0 : pto_zext(a) << (pto_zext(b) & 63))
#define pto_shrui(a, b)   pto_cut(a, pto_too_far(a, b) ? 0 : pto_zext(a) >> (pto_zext(b) & 63))
#define pto_shrsi(a, b)   pto_cut(a, pto_sext(a) >> (pto_too_far(a, b) ? 63 : pto_zext(b) & 63))

// The results of extended operations beyond those of addi and muli.
#define pto_addui_carry(a, b) (pto_zext(pto_addi(a, b)) < pto_zext(a))
#define pto_mulsi_high(a, b)  pto_cut(a, (int64_t)(((__int128)pto_sext(a) * pto_sext(b)) >> pto_width(a)))
#define pto_mului_high(a, b)  pto_cut(a, (uint64_t)(((unsigned __int128)pto_zext(a) * pto_zext(b)) >> pto_width(a)))

// The same bits as another type.
#define pto_bitcast(type, a)                                                           \
    (__extension__({                                                                   \
        __typeof__(a) pto_from = (a);                                                  \
        type pto_to;                                                                   \
        _Static_assert(sizeof pto_from == sizeof pto_to, "a bitcast keeps the width"); \
        __builtin_memcpy(&pto_to, &pto_from, sizeof pto_to);                           \
        pto_to;                                                                        \
    }))

// ---------------------------------------------------------------------------------------------------------------------
// Floating point. Formats without arithmetic are computed in float and rounded once.

PTO_ARITH float pto_bf16_to_f32(pto_bf16_t a)
{
    return pto_bitcast(float, (uint32_t)a.bits << 16);
}

// Converts a double to a small format with one rounding, to nearest even. Overflow gives infinity, or NaN if the format
// has no infinity.
PTO_ARITH uint32_t pto_narrow(double a, int exponent_bits, int fraction_bits, bool infinity)
{
    uint64_t bits = pto_bitcast(uint64_t, a);
    uint32_t sign = (uint32_t)(bits >> 63) << (exponent_bits + fraction_bits);
    uint32_t top = ((1u << exponent_bits) - 1) << fraction_bits;
    uint32_t too_large = infinity ? top : top + (1u << fraction_bits) - 1;
    if (a != a) {
        return sign | top | (infinity ? 1u << (fraction_bits - 1) : (1u << fraction_bits) - 1);
    }
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023 + (1 << (exponent_bits - 1)) - 1;
    uint64_t fraction = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    if (exponent >= 1 << exponent_bits) {
        return sign | too_large;
    }
    int shift = 52 - fraction_bits + (exponent < 1 ? 1 - exponent : 0);
    if (shift > 63) {
        return sign;
    }
    uint64_t rest = fraction & ((UINT64_C(1) << shift) - 1), half = UINT64_C(1) << (shift - 1);
    uint64_t kept = fraction >> shift;
    kept += rest > half || (rest == half && (kept & 1) != 0);
    uint64_t packed = kept + (exponent < 1 ? 0 : (uint64_t)(exponent - 1) << fraction_bits);
    return sign | (packed > too_large ? too_large : (uint32_t)packed);
}

// Converts the bits of a small format to float, exactly. `infinity`: the top exponent holds infinity and NaN, else only
// the top code is NaN.
PTO_ARITH float pto_widen(uint32_t bits, int exponent_bits, int fraction_bits, bool infinity)
{
    uint32_t sign = bits >> (exponent_bits + fraction_bits) & 1, top = (1u << exponent_bits) - 1;
    uint32_t exponent = bits >> fraction_bits & top, fraction = bits & ((1u << fraction_bits) - 1);
    int bias = (1 << (exponent_bits - 1)) - 1;
    if (exponent == top && (infinity || fraction == (1u << fraction_bits) - 1)) {
        return pto_bitcast(float, sign << 31 | 0x7F800000u | (fraction != 0 ? 0x400000u : 0));
    }
    if (exponent == 0) {
        float value = (float)fraction * pto_bitcast(float, (uint32_t)(127 + 1 - bias - fraction_bits) << 23);
        return sign != 0 ? -value : value;
    }
    return pto_bitcast(float,
                       sign << 31 | (uint32_t)((int)exponent - bias + 127) << 23 | fraction << (23 - fraction_bits));
}

// A format: its value as a double (exact), and a double in the format. NaN becomes the one that RISC-V makes: machines
// that keep sign and payload, and constants that compilers fold, give the same bits.
#define PTO_REAL_FNS(T, type, from, to)        \
    PTO_ARITH double pto_real_from_##T(type a) \
    {                                          \
        return from;                           \
    }                                          \
    PTO_ARITH type pto_real_to_##T(double a)   \
    {                                          \
        a = a == a ? a : __builtin_nan("");    \
        return to;                             \
    }
PTO_REAL_FNS(f16, pto_f16_t, (double)pto_wide_f16(a), pto_narrow_f16(a))
PTO_REAL_FNS(f32, float, (double)a, (float)a)
PTO_REAL_FNS(f64, double, a, a)
PTO_REAL_FNS(bf16, pto_bf16_t, (double)pto_bf16_to_f32(a), ((pto_bf16_t){(uint16_t)pto_narrow(a, 8, 7, true)}))
PTO_REAL_FNS(e4m3, pto_e4m3_t, (double)pto_widen(a.bits, 4, 3, false),
             ((pto_e4m3_t){(uint8_t)pto_narrow(a, 4, 3, false)}))
PTO_REAL_FNS(e5m2, pto_e5m2_t, (double)pto_widen(a.bits, 5, 2, true),
             ((pto_e5m2_t){(uint8_t)pto_narrow(a, 5, 2, true)}))

// As above for a float of any format, and in the format of `a`.
#define PTO_OF_FLOAT(fn, a)    \
    _Generic((a),              \
        pto_f16_t: fn##_f16,   \
        float: fn##_f32,       \
        double: fn##_f64,      \
        pto_bf16_t: fn##_bf16, \
        pto_e4m3_t: fn##_e4m3, \
        pto_e5m2_t: fn##_e5m2)
#define pto_real(a)     PTO_OF_FLOAT(pto_real_from, a)(a)
#define pto_as(a, real) PTO_OF_FLOAT(pto_real_to, a)(real)

// The sign of a float, of a NaN too, and the float with another one. The payload of a NaN is preserved, but for f16,
// which compilers may move as float.
#define pto_get_sign(a)                                  \
    (__extension__({                                     \
        __typeof__(a) pto_a = (a);                       \
        ((uint8_t *)&pto_a)[sizeof pto_a - 1] >> 7 != 0; \
    }))
#define pto_set_sign(a, sign)                                                                  \
    (__extension__({                                                                           \
        __typeof__(a) pto_to = _Generic((a), pto_f16_t: pto_as(a, pto_real(a)), default: (a)); \
        uint8_t *pto_top = (uint8_t *)&pto_to + sizeof pto_to - 1;                             \
        *pto_top = (uint8_t)((*pto_top & 0x7f) | (sign) << 7);                                 \
        pto_to;                                                                                \
    }))

// Converts between floats; `to` is a type token.
#define pto_convertf(a, to) pto_real_to_##to(pto_real(a))

// Computed in double and rounded again. For bf16 and narrower formats a double has enough digits that only the second
// rounding changes the result.
#define pto_addf(a, b) pto_as(a, pto_real(a) + pto_real(b))
#define pto_subf(a, b) pto_as(a, pto_real(a) - pto_real(b))
#define pto_mulf(a, b) pto_as(a, pto_real(a) * pto_real(b))
#define pto_divf(a, b) pto_as(a, pto_real(a) / pto_real(b))
#define pto_negf(a)    pto_set_sign(a, !pto_get_sign(a))

// The value of an operator of C.
#ifdef __riscv_d
#define pto_canonical(x) (x)
#else
#define pto_canonical(x) pto_as(x, pto_real(x))
#endif

// Returns the remainder of a / b with the sign of a, exactly: subtracts shifted multiples of b.
PTO_ARITH double pto_fmod(double a, double b)
{
    double size = __builtin_fabs(a), step = __builtin_fabs(b);
    if (a != a || b != b || size == __builtin_inf() || step == 0) {
        return __builtin_nan("");
    }
    if (step == __builtin_inf()) {
        return a;
    }
    while (size >= step) {
        double multiple = step;
        while (multiple <= size * 0.5) {
            multiple *= 2;
        }
        size -= multiple;
    }
    return __builtin_copysign(size, a);
}
#define pto_remf(a, b) pto_as(a, pto_fmod(pto_real(a), pto_real(b)))

// maximum, minimum: NaN wins, +0 is above -0. maxnum, minnum: the number wins over NaN.
PTO_ARITH double pto_maximum_real(double a, double b)
{
    if (a != a || b != b) {
        return __builtin_nan("");
    }
    return a > b || (a == b && !__builtin_signbit(a)) ? a : b;
}

PTO_ARITH double pto_minimum_real(double a, double b)
{
    return -pto_maximum_real(-a, -b);
}

PTO_ARITH double pto_maxnum_real(double a, double b)
{
    return a != a ? b : b != b ? a : pto_maximum_real(a, b);
}

PTO_ARITH double pto_minnum_real(double a, double b)
{
    return a != a ? b : b != b ? a : pto_minimum_real(a, b);
}

#define pto_maximumf(a, b) pto_as(a, pto_maximum_real(pto_real(a), pto_real(b)))
#define pto_minimumf(a, b) pto_as(a, pto_minimum_real(pto_real(a), pto_real(b)))
#define pto_maxnumf(a, b)  pto_as(a, pto_maxnum_real(pto_real(a), pto_real(b)))
#define pto_minnumf(a, b)  pto_as(a, pto_minnum_real(pto_real(a), pto_real(b)))

// Comparisons with a NaN: o.. is false, u.. is true.
#define pto_cmpf_ord(a, b) (!__builtin_isunordered(pto_real(a), pto_real(b)))
#define pto_cmpf_uno(a, b) ((bool)__builtin_isunordered(pto_real(a), pto_real(b)))
#define pto_cmpf_oeq(a, b) (pto_real(a) == pto_real(b))
#define pto_cmpf_ogt(a, b) (pto_real(a) > pto_real(b))
#define pto_cmpf_oge(a, b) (pto_real(a) >= pto_real(b))
#define pto_cmpf_olt(a, b) (pto_real(a) < pto_real(b))
#define pto_cmpf_ole(a, b) (pto_real(a) <= pto_real(b))
#define pto_cmpf_one(a, b) (pto_cmpf_ord(a, b) && !pto_cmpf_oeq(a, b))
#define pto_cmpf_ueq(a, b) (!pto_cmpf_one(a, b))
#define pto_cmpf_ugt(a, b) (!pto_cmpf_ole(a, b))
#define pto_cmpf_uge(a, b) (!pto_cmpf_olt(a, b))
#define pto_cmpf_ult(a, b) (!pto_cmpf_oge(a, b))
#define pto_cmpf_ule(a, b) (!pto_cmpf_ogt(a, b))
#define pto_cmpf_une(a, b) (!pto_cmpf_oeq(a, b))

// Conversions between integers and floats. A 64-bit integer is rounded to odd first if the format is narrower than a
// double, so that the result is rounded once.
PTO_ARITH double pto_odd_double(uint64_t size, bool negative)
{
    int shift = size >> 53 == 0 ? 0 : 11 - __builtin_clzll(size);
    uint64_t kept = size >> shift;
    kept |= (kept << shift) != size;
    double value = (double)kept * (double)(UINT64_C(1) << shift);
    return negative ? -value : value;
}

PTO_ARITH double pto_signed_odd(int64_t a)
{
    return pto_odd_double(a < 0 ? 0 - (uint64_t)a : (uint64_t)a, a < 0);
}

#define PTO_FROM_S_f16(a)  pto_real_to_f16(pto_signed_odd(a))
#define PTO_FROM_S_bf16(a) pto_real_to_bf16(pto_signed_odd(a))
#define PTO_FROM_S_e4m3(a) pto_real_to_e4m3(pto_signed_odd(a))
#define PTO_FROM_S_e5m2(a) pto_real_to_e5m2(pto_signed_odd(a))
#define PTO_FROM_S_f32(a)  ((float)(a))
#define PTO_FROM_S_f64(a)  ((double)(a))
#define PTO_FROM_U_f16(a)  pto_real_to_f16(pto_odd_double(a, false))
#define PTO_FROM_U_bf16(a) pto_real_to_bf16(pto_odd_double(a, false))
#define PTO_FROM_U_e4m3(a) pto_real_to_e4m3(pto_odd_double(a, false))
#define PTO_FROM_U_e5m2(a) pto_real_to_e5m2(pto_odd_double(a, false))
#define PTO_FROM_U_f32(a)  ((float)(a))
#define PTO_FROM_U_f64(a)  ((double)(a))
#define pto_sitofp(a, to)  PTO_FROM_S_##to(pto_sext(a))
#define pto_uitofp(a, to)  PTO_FROM_U_##to(pto_zext(a))

// Truncates, saturating; NaN is 0.
PTO_ARITH int64_t pto_real_to_signed(double a, int bits)
{
    int64_t top = (int64_t)(UINT64_MAX >> (65 - bits));
    if (a != a) {
        return 0;
    }
    return a >= (double)(UINT64_C(1) << (bits - 1))   ? top
           : a < -(double)(UINT64_C(1) << (bits - 1)) ? -top - 1
                                                      : (int64_t)a;
}

PTO_ARITH uint64_t pto_real_to_unsigned(double a, int bits)
{
    uint64_t top = UINT64_MAX >> (64 - bits);
    if (!(a > 0)) {
        return 0;
    }
    return a >= 2 * (double)(UINT64_C(1) << (bits - 1)) ? top : (uint64_t)a;
}

#define pto_fptosi(a, bits) pto_real_to_signed(pto_real(a), bits)
#define pto_fptoui(a, bits) pto_real_to_unsigned(pto_real(a), bits)

#endif
