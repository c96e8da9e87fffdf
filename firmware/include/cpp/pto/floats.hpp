// SPDX-License-Identifier: Apache-2.0
//
// Floats of 16 and 8 bits that no compiler has, as numbers of the scalar unit. Part of <pto/pto-inst.hpp>.
#ifndef PTO_CPP_FLOATS_HPP
#define PTO_CPP_FLOATS_HPP

#include <bit>
#include <concepts>
#include <limits>
#include <type_traits>

#include <pto/types.h>

namespace pto::detail {

// Types of numbers that a compiler has.
template <class T>
concept compiler_number = std::is_arithmetic_v<T> || std::same_as<T, pto_f16_t>;

// Converts to float and from any number, rounded to nearest even; arithmetic is that of float. Overflow gives infinity, or
// NaN if the format has no infinity: then only its top code is NaN. Other conversions are explicit, so that `c ? -1 : x` has
// one type.
template <class Bits, int exponent_bits, int fraction_bits, bool has_infinity>
struct small_number : Bits {
    using word = decltype(Bits::bits);

    small_number() = default;
    constexpr small_number(Bits bits) : Bits(bits) {}
    template <compiler_number T>
    constexpr small_number(T value) : Bits{encode(static_cast<float>(value))}
    {
    }
    template <class T>
        requires(!std::is_base_of_v<small_number, T> && requires { T::largest; })
    constexpr explicit small_number(T value) : small_number(static_cast<float>(value))
    {
    }

    template <std::same_as<float> T>
    constexpr operator T() const
    {
        return decode(this->bits);
    }
    template <compiler_number T>
        requires(!std::same_as<T, float>)
    constexpr explicit operator T() const
    {
        return static_cast<T>(decode(this->bits));
    }
    static constexpr small_number of(uint32_t bits) { return Bits{static_cast<word>(bits)}; }

    constexpr small_number &operator+=(float x) { return *this = small_number(*this + x); }
    constexpr small_number &operator-=(float x) { return *this = small_number(*this - x); }
    constexpr small_number &operator*=(float x) { return *this = small_number(*this * x); }
    constexpr small_number &operator/=(float x) { return *this = small_number(*this / x); }

    static constexpr int digits = fraction_bits + 1;
    static constexpr uint32_t top = (1u << exponent_bits) - 1, all = (1u << fraction_bits) - 1;
    static constexpr uint32_t nan = top << fraction_bits | (has_infinity ? 1u << (fraction_bits - 1) : all);
    static constexpr uint32_t largest = (top << fraction_bits | all) - (has_infinity ? all + 1 : 1);

private:
    static constexpr int bias = (1 << (exponent_bits - 1)) - 1, shift = 23 - fraction_bits;

    static constexpr word encode(float value)
    {
        const uint32_t bits = std::bit_cast<uint32_t>(value), sign = bits >> 31 << (exponent_bits + fraction_bits);
        if (value != value) {
            return static_cast<word>(sign | nan);
        }
        const int exponent = static_cast<int>(bits >> 23 & 255) - 127 + bias;
        const int lost = shift + (exponent < 1 && exponent_bits < 8 ? 1 - exponent : 0);
        if (lost > 25) {
            return static_cast<word>(sign);
        }
        // Below the normal numbers of bf16 are those of float.
        const uint32_t whole = exponent_bits == 8 ? bits & 0x7fffffff : (bits & 0x7fffff) | 0x800000;
        const uint32_t kept = (whole + (1u << (lost - 1)) - 1 + (whole >> lost & 1)) >> lost;
        const uint32_t rest = exponent_bits == 8 || exponent < 1 ? 0 : static_cast<uint32_t>(exponent - 1) << fraction_bits;
        const uint32_t overflow = has_infinity ? top << fraction_bits : nan;
        return static_cast<word>(sign | (kept + rest > overflow ? overflow : kept + rest));
    }

    static constexpr float decode(uint32_t bits)
    {
        const uint32_t sign = bits >> (exponent_bits + fraction_bits) << 31;
        const uint32_t exponent = bits >> fraction_bits & top, fraction = bits & all;
        if (exponent == top && (has_infinity || fraction == all)) {
            return std::bit_cast<float>(sign | 0x7f800000u | fraction << shift);
        }
        if (exponent_bits == 8) {
            return std::bit_cast<float>(bits << shift);
        }
        if (exponent == 0) {
            const float size = std::bit_cast<float>(static_cast<uint32_t>(128 - bias - fraction_bits) << 23);
            return (sign != 0 ? -1.0f : 1.0f) * static_cast<float>(fraction) * size;
        }
        return std::bit_cast<float>(sign | (exponent + static_cast<uint32_t>(127 - bias)) << 23 | fraction << shift);
    }
};

// Compilers find no operators for operands that convert by templates alone; GCC also where one operand converts so.
template <class T>
concept number = requires(T value) { []<class B, int e, int f, bool i>(const small_number<B, e, f, i> &) {}(value); };
#define PTO_CPP_OPERATOR(type, op)         \
    template <number T>                    \
    constexpr type operator op(T a, T b)   \
    {                                      \
        return float(a) op float(b);       \
    }                                      \
    template <number T, compiler_number U> \
    constexpr type operator op(T a, U b)   \
    {                                      \
        return float(a) op b;              \
    }                                      \
    template <compiler_number U, number T> \
    constexpr type operator op(U a, T b)   \
    {                                      \
        return a op float(b);              \
    }
#define PTO_CPP_ARITHMETIC(op)              \
    PTO_CPP_OPERATOR(auto, op)              \
    template <compiler_number U, number T>  \
    constexpr U &operator op##=(U & a, T b) \
    {                                       \
        return a = static_cast<U>(a op b);  \
    }
PTO_CPP_ARITHMETIC(+)
PTO_CPP_ARITHMETIC(-)
PTO_CPP_ARITHMETIC(*)
PTO_CPP_ARITHMETIC(/)
PTO_CPP_OPERATOR(bool, ==)
PTO_CPP_OPERATOR(bool, <)
PTO_CPP_OPERATOR(bool, <=)
PTO_CPP_OPERATOR(bool, >)
PTO_CPP_OPERATOR(bool, >=)
#undef PTO_CPP_ARITHMETIC
#undef PTO_CPP_OPERATOR
template <number T>
constexpr float operator-(T a)
{
    return -float(a);
}

// A format without numbers of the scalar unit: its bits are not those of an integer.
template <class Bits>
struct opaque_number : Bits {
    opaque_number() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    opaque_number(T value) = delete;
};

// The integer by which an element is accessed in memory: class types have no volatile copies.
template <class T>
using word_of = std::conditional_t<!__is_class(T), T, std::conditional_t<sizeof(T) == 1, uint8_t, uint16_t>>;

}  // namespace pto::detail

struct bfloat16_t : pto::detail::small_number<pto_bf16_t, 8, 7, true> {
    using small_number::small_number;
};

namespace pto {
struct float8_e4m3_t : detail::small_number<pto_e4m3_t, 4, 3, false> {
    using small_number::small_number;
};
struct float8_e5m2_t : detail::small_number<pto_e5m2_t, 5, 2, true> {
    using small_number::small_number;
};
struct hifloat8_t : detail::opaque_number<pto_hif8_t> {};
struct float4_e2m1x2_t : detail::opaque_number<pto_e2m1x2_t> {};
struct float4_e1m2x2_t : detail::opaque_number<pto_e1m2x2_t> {};
}  // namespace pto

namespace std {
template <class T>
    requires requires { T::largest; }
class numeric_limits<T> {
public:
    static constexpr bool is_specialized = true, is_integer = false, is_signed = true;
    static constexpr bool has_infinity = T::largest < T::top << (T::digits - 1);
    static constexpr int digits = T::digits;
    static constexpr T max() noexcept { return T(T::of(T::largest)); }
    static constexpr T lowest() noexcept { return T(-max()); }
    static constexpr T min() noexcept { return T(T::of(1u << (digits - 1))); }
    static constexpr T epsilon() noexcept { return T(1.0f / static_cast<float>(1u << (digits - 1))); }
    static constexpr T infinity() noexcept { return T(has_infinity ? __builtin_huge_valf() : 0.0f); }
    static constexpr T quiet_NaN() noexcept { return T(T::of(T::nan)); }
};
}  // namespace std

#endif
