// SPDX-License-Identifier: Apache-2.0
//
// Element types of vector registers, and the macros that iterate over them.
//
// An operation family is written once, as a macro of the type token T, and instantiated for the types of its row in
// isa/vector.def:
//
//   PTO_FOR_INTS64(MY_MACRO, argument...)   ->  MY_MACRO(i8, argument...) MY_MACRO(u8, ...) ...
//
// Macros find the properties of a type by pasting the token (type_names.h, which tools/macros.py writes):
//
//   pto_<T>_t          the element in C          PTO_BITS_<T>   its width
//   pto_v<T>_t         the vector register       PTO_LANES(T)   elements in a register
//   pto_m<T>_t         the mask of that type     PTO_GRAN_<T>   its granularity: b8 b16 b32
//   pto_vu<width>_t    the same bits as integers, through pto_raw_<T>() and pto_from_raw_<T>()
#ifndef PTO_VECTOR_ELEMENT_H
#define PTO_VECTOR_ELEMENT_H

#include <hal/vector/type_names.h>
#include <stdint.h>

// The sets of types named in isa/vector.def. X is called with the type and the arguments after it.
#define PTO_FOR_SINT(X, ...)    X(i8, __VA_ARGS__) X(i16, __VA_ARGS__) X(i32, __VA_ARGS__)
#define PTO_FOR_UINT(X, ...)    X(u8, __VA_ARGS__) X(u16, __VA_ARGS__) X(u32, __VA_ARGS__)
#define PTO_FOR_INT16(X, ...)   X(i16, __VA_ARGS__) X(u16, __VA_ARGS__)
#define PTO_FOR_INT32(X, ...)   X(i32, __VA_ARGS__) X(u32, __VA_ARGS__)
#define PTO_FOR_INT64(X, ...)   X(i64, __VA_ARGS__) X(u64, __VA_ARGS__)
#define PTO_FOR_INTS(X, ...)    PTO_FOR_SINT(X, __VA_ARGS__) PTO_FOR_UINT(X, __VA_ARGS__)
#define PTO_FOR_INTS64(X, ...)  PTO_FOR_INTS(X, __VA_ARGS__) PTO_FOR_INT64(X, __VA_ARGS__)
#define PTO_FOR_F16_32(X, ...)  X(f16, __VA_ARGS__) X(f32, __VA_ARGS__)
#define PTO_FOR_FLOATS(X, ...)  PTO_FOR_F16_32(X, __VA_ARGS__) X(bf16, __VA_ARGS__)
#define PTO_FOR_FP8(X, ...)     X(e4m3, __VA_ARGS__) X(e5m2, __VA_ARGS__) X(hif8, __VA_ARGS__)
#define PTO_FOR_FP4(X, ...)     X(e2m1x2, __VA_ARGS__) X(e1m2x2, __VA_ARGS__)
#define PTO_FOR_NUMBERS(X, ...) PTO_FOR_INTS64(X, __VA_ARGS__) PTO_FOR_FLOATS(X, __VA_ARGS__)
#define PTO_FOR_ANY(X, ...)     PTO_FOR_NUMBERS(X, __VA_ARGS__) PTO_FOR_FP8(X, __VA_ARGS__) PTO_FOR_FP4(X, __VA_ARGS__)

// X for the granularities of masks, without and with their bits.
#define PTO_FOR_MASKS(X)     X(b8) X(b16) X(b32)
#define PTO_FOR_MASK_BITS(X) X(b8, 8) X(b16, 16) X(b32, 32)

// The neutral element of a fold as an element.
#define PTO_NEUTRAL(fn, T) ((pto_##T##_t)PTO_NEUTRAL_##fn##_##T)

typedef int8_t pto_i8_t;
typedef uint8_t pto_u8_t;
typedef int16_t pto_i16_t;
typedef uint16_t pto_u16_t;
typedef int32_t pto_i32_t;
typedef uint32_t pto_u32_t;
typedef int64_t pto_i64_t;
typedef uint64_t pto_u64_t;
typedef float pto_f32_t;

// f16 is a type of the compiler. For a compiler without one (GCC 12 for RISC-V) it is a struct of bits, computed in
// float. That is wide enough: double rounding never changes a sum, product, quotient or root.
//
//   pto_wide_f16_t   the type that f16 is computed in; for other element types, the type itself
//   pto_wide_f16(x)  converts to it; pto_narrow_f16(x) from it, from float or from double, to nearest, ties to even
#ifdef __FLT16_MANT_DIG__
typedef _Float16 pto_f16_t;
typedef pto_f16_t pto_wide_f16_t;
#define pto_wide_f16(x)   (x)
#define pto_narrow_f16(x) pto_canonical_f16((pto_f16_t)(x))
#else
typedef struct {
    uint16_t bits;
} pto_f16_t;
typedef float pto_wide_f16_t;
float pto_f16_to_float(pto_f16_t x);
pto_f16_t pto_f16_from_double(double x);
#define pto_wide_f16(x)   pto_f16_to_float(x)
#define pto_narrow_f16(x) pto_f16_from_double((double)(x))
#endif

// RISC-V arithmetic returns one canonical NaN; other machines keep a payload, or a sign. Every computation of floats
// ends in these, so that the results are the same bits.
#if defined(__riscv)
#define pto_canonical_f16(x) (x)
#define pto_canonical_f32(x) (x)
#else
static inline __attribute__((always_inline)) float pto_canonical_f32(float x)
{
    return x == x ? x : __builtin_nanf("");
}

static inline __attribute__((always_inline)) pto_f16_t pto_canonical_f16(pto_f16_t x)
{
    uint16_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits = (bits & 0x7fff) <= 0x7c00 ? bits : 0x7e00;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}
#endif

#define PTO_PLAIN_TYPE(T, ...)                                                             \
    typedef pto_##T##_t pto_wide_##T##_t;                                                  \
    static inline __attribute__((always_inline)) pto_##T##_t pto_wide_##T(pto_##T##_t x)   \
    {                                                                                      \
        return x;                                                                          \
    }                                                                                      \
    static inline __attribute__((always_inline)) pto_##T##_t pto_narrow_##T(pto_##T##_t x) \
    {                                                                                      \
        return x;                                                                          \
    }
PTO_FOR_INTS64(PTO_PLAIN_TYPE, )
typedef float pto_wide_f32_t;
#define pto_wide_f32(x)   ((float)(x))
#define pto_narrow_f32(x) pto_canonical_f32((float)(x))

// Square root without errno, for which compilers may call a library.
static inline __attribute__((always_inline)) float pto_sqrt_f32(float x)
{
#ifdef __riscv_f
    __asm__("fsqrt.s %0, %0" : "+f"(x));
    return x;
#else
    return pto_canonical_f32(__builtin_sqrtf(x));
#endif
}

// Formats without arithmetic in C: only their bits. FP4: two elements in a byte, the first in the low half. e8m0, the scale
// of a group of MX elements, is 2^(bits - 127), 255 is NaN; no vector instruction computes with it.
#define PTO_BITS_TYPE(T, uint) \
    typedef struct {           \
        uint bits;             \
    } pto_##T##_t;
PTO_BITS_TYPE(bf16, uint16_t)
PTO_BITS_TYPE(e8m0, uint8_t)
PTO_FOR_FP8(PTO_BITS_TYPE, uint8_t)
PTO_FOR_FP4(PTO_BITS_TYPE, uint8_t)

// Memory is also accessed as elements of other types (distributions, bit casts).
typedef uint8_t pto_alias_u8_t __attribute__((may_alias));
typedef uint16_t pto_alias_u16_t __attribute__((may_alias));
typedef uint32_t pto_alias_u32_t __attribute__((may_alias));
typedef uint64_t pto_alias_u64_t __attribute__((may_alias));

// Converts a number to its bits, and bits to a number.
#define PTO_FLOAT_BITS(T, type, B)                                                   \
    static inline __attribute__((always_inline)) uint##B##_t pto_##T##_bits(type x)  \
    {                                                                                \
        uint##B##_t bits;                                                            \
        __builtin_memcpy(&bits, &x, sizeof bits);                                    \
        return bits;                                                                 \
    }                                                                                \
    static inline __attribute__((always_inline)) type pto_##T##_of(uint##B##_t bits) \
    {                                                                                \
        type x;                                                                      \
        __builtin_memcpy(&x, &bits, sizeof x);                                       \
        return x;                                                                    \
    }
PTO_FLOAT_BITS(f16, pto_f16_t, 16)
PTO_FLOAT_BITS(bf16, pto_bf16_t, 16)
PTO_FLOAT_BITS(f32, float, 32)
PTO_FLOAT_BITS(f64, double, 64)

static inline float pto_bf16_to_float(pto_bf16_t x)
{
    return pto_f32_of((uint32_t)x.bits << 16);
}

// Rounds to nearest, ties to even; every NaN becomes the canonical one.
static inline pto_bf16_t pto_bf16_from_float(float f)
{
    uint32_t bits = pto_f32_bits(f);
    bits += 0x7fff + (bits >> 16 & 1);
    return (pto_bf16_t){(uint16_t)(f != f ? 0x7fc0 : bits >> 16)};
}

// bf16 is computed in float.
typedef float pto_wide_bf16_t;
#define pto_wide_bf16(x)   pto_bf16_to_float(x)
#define pto_narrow_bf16(x) pto_bf16_from_float(x)

#define PTO_SIGN_f16  0x8000u
#define PTO_SIGN_bf16 0x8000u
#define PTO_SIGN_f32  0x80000000u

// Maximum and minimum: NaN if either is NaN, and -0 is less than +0.
#define PTO_EXTREME(T, name, y_of_equals, op)                                                                  \
    static inline __attribute__((always_inline)) pto_wide_##T##_t name(pto_wide_##T##_t x, pto_wide_##T##_t y) \
    {                                                                                                          \
        return x != x || y != y ? (pto_wide_##T##_t)__builtin_nanf("")                                         \
               : x == y         ? ((y_of_equals) ? y : x)                                                      \
               : x op y         ? x                                                                            \
                                : y;                                                                                   \
    }
#define PTO_EXTREMES(T)                                             \
    PTO_EXTREME(T, pto_maximum_##T, __builtin_signbit((float)x), >) \
    PTO_EXTREME(T, pto_minimum_##T, !__builtin_signbit((float)x), <)
PTO_EXTREMES(f16)
PTO_EXTREMES(bf16)
PTO_EXTREMES(f32)
#define PTO_MAXIMUM(T, x, y) pto_maximum_##T(x, y)
#define PTO_MINIMUM(T, x, y) pto_minimum_##T(x, y)

// Rounds once. Without an FPU the fmaf() of a libc may round twice. The product is exact in double, and the sum is
// rounded to odd. So rounding it to float gives the same as rounding the exact sum.
static inline __attribute__((always_inline)) float pto_fma_f32(float a, float b, float c)
{
#if defined(__riscv) && !defined(__riscv_f)
    double product = (double)a * (double)b;
    double sum = product + (double)c;
    double added = sum - product;
    double error = (product - (sum - added)) + ((double)c - added);
    uint64_t bits;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    if (error != 0 && (bits & 1) == 0 && sum - sum == 0) {
        bits += (error > 0) == (sum > 0) ? 1 : -1;
        __builtin_memcpy(&sum, &bits, sizeof sum);
    }
    return (float)sum;
#else
    return pto_canonical_f32(__builtin_fmaf(a, b, c));
#endif
}

// Rounds once: the product is exact in double, and if the sum loses low bits it is not near a tie of f16.
static inline __attribute__((always_inline)) pto_f16_t pto_fma_f16(pto_f16_t a, pto_f16_t b, pto_f16_t c)
{
    return pto_narrow_f16((double)pto_wide_f16(a) * (double)pto_wide_f16(b) + (double)pto_wide_f16(c));
}

static inline __attribute__((always_inline)) pto_f16_t pto_sqrt_f16(pto_f16_t x)
{
    return pto_narrow_f16(pto_sqrt_f32((float)pto_wide_f16(x)));
}

static inline __attribute__((always_inline)) pto_bf16_t pto_fma_bf16(pto_bf16_t a, pto_bf16_t b, pto_bf16_t c)
{
    return pto_narrow_bf16(pto_fma_f32(pto_wide_bf16(a), pto_wide_bf16(b), pto_wide_bf16(c)));
}

// Bytes of a vector register; also the bits of a predicate register.
#define PTO_VREG_BYTES 256

#define PTO_LANES(T) (PTO_VREG_BYTES * 8 / PTO_BITS_##T)

#endif
