// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: lane-wise arithmetic. Unary, binary, vector with scalar, carry chains, splats.
//
// Integers wrap: sums and products are made of uint64_t and cut. bf16 computes in f32 and rounds once.
// The NaN that an operation makes is the canonical one; RISC-V makes no other.
#ifndef PTO_VECTOR_SCALAR_ARITH_H
#define PTO_VECTOR_SCALAR_ARITH_H

// r.lane[i] = expr of x (and y or s), then predication.
#define PTO_UNARY_FN(T, name, expr)                                       \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_m##T##_t m) \
    {                                                                     \
        PTO_LANE_LOOP(T, i)                                               \
        {                                                                 \
            const pto_##T##_t x = a.lane[i];                              \
            a.lane[i] = (expr);                                           \
        }                                                                 \
        return pto_zero_##T(a, m);                                        \
    }

#define PTO_BINARY_FN(T, name, expr)                                                      \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m) \
    {                                                                                     \
        PTO_LANE_LOOP(T, i)                                                               \
        {                                                                                 \
            const pto_##T##_t x = a.lane[i], y = b.lane[i];                               \
            a.lane[i] = (expr);                                                           \
        }                                                                                 \
        return pto_zero_##T(a, m);                                                        \
    }

// The vector form and the scalar form of an operation.
#define PTO_BINARY_FNS(T, name, expr)                                                     \
    PTO_BINARY_FN(T, name, expr)                                                          \
    PTO_VFN pto_v##T##_t pto_##name##s_##T(pto_v##T##_t a, pto_##T##_t y, pto_m##T##_t m) \
    {                                                                                     \
        PTO_LANE_LOOP(T, i)                                                               \
        {                                                                                 \
            const pto_##T##_t x = a.lane[i];                                              \
            a.lane[i] = (expr);                                                           \
        }                                                                                 \
        return pto_zero_##T(a, m);                                                        \
    }

// Helpers on scalars

// With one rounding. Without an FPU the fmaf() of a libc may round twice. The product is exact in double; the sum is
// rounded to odd there, so that rounding it to float gives what rounding the exact sum would.
PTO_VFN float pto_fma_f32(float a, float b, float c)
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
    return __builtin_fmaf(a, b, c);
#endif
}

// Exact in double: where the product's low bits are lost, the sum is not near a tie of f16.
PTO_VFN pto_f16_t pto_fma_f16(pto_f16_t a, pto_f16_t b, pto_f16_t c)
{
    return pto_narrow_f16((double)pto_wide_f16(a) * (double)pto_wide_f16(b) + (double)pto_wide_f16(c));
}

PTO_VFN pto_f16_t pto_sqrt_f16(pto_f16_t x)
{
    return pto_narrow_f16(pto_sqrt_f32((float)pto_wide_f16(x)));
}

PTO_VFN unsigned pto_count_ones(uint64_t x)
{
    unsigned n = 0;
    for (; x != 0; x &= x - 1) {
        ++n;
    }
    return n;
}

// Equal bits from the top of a number of that width, the sign among them.
PTO_VFN unsigned pto_count_sign(int64_t x, unsigned bits)
{
    unsigned n = 1;
    const unsigned sign = (unsigned)(x >> (bits - 1)) & 1;
    while (n < bits && ((unsigned)(x >> (bits - 1 - n)) & 1) == sign) {
        ++n;
    }
    return n;
}

// Integers

#define PTO_WRAP(T, x, op, y) ((pto_##T##_t)((uint64_t)(x)op(uint64_t)(y)))
#define PTO_INT_FNS(T, ...)                                                             \
    PTO_BINARY_FNS(T, vadd, PTO_WRAP(T, x, +, y))                                       \
    PTO_BINARY_FNS(T, vsub, PTO_WRAP(T, x, -, y))                                       \
    PTO_BINARY_FNS(T, vmax, x > y ? x : y)                                              \
    PTO_BINARY_FNS(T, vmin, x < y ? x : y)                                              \
    PTO_BINARY_FNS(T, vand, (pto_##T##_t)(x & y))                                       \
    PTO_BINARY_FNS(T, vor, (pto_##T##_t)(x | y))                                        \
    PTO_BINARY_FNS(T, vxor, (pto_##T##_t)(x ^ y))                                       \
    PTO_UNARY_FN(T, vneg, PTO_WRAP(T, 0, -, x))                                         \
    PTO_UNARY_FN(T, vabs, x > 0 ? x : (pto_##T##_t) - 1 < 1 ? PTO_WRAP(T, 0, -, x) : x) \
    PTO_UNARY_FN(T, vnot, (pto_##T##_t) ~x)
PTO_FOR_INTS64(PTO_INT_FNS, )
#define PTO_INT_MUL_FNS(T, ...) PTO_BINARY_FNS(T, vmul, PTO_WRAP(T, x, *, y))
PTO_FOR_INT16(PTO_INT_MUL_FNS, )
PTO_FOR_INT32(PTO_INT_MUL_FNS, )
PTO_FOR_INT64(PTO_INT_MUL_FNS, )
#define PTO_INT_UNARY_FNS(T, ...)                                                           \
    PTO_UNARY_FN(T, vbcnt, (pto_##T##_t)pto_count_ones((uint64_t)x << (64 - PTO_BITS_##T))) \
    PTO_UNARY_FN(T, vcls, (pto_##T##_t)pto_count_sign((int64_t)x, PTO_BITS_##T))
PTO_FOR_INTS(PTO_INT_UNARY_FNS, )
#define PTO_INT_RELU_FN(T, ...) PTO_UNARY_FN(T, vrelu, x > 0 ? x : 0)
PTO_FOR_SINT(PTO_INT_RELU_FN, )

// Shift counts are unsigned, modulo the width of the element.
#define PTO_SHIFT_FNS(T, U)                                                               \
    PTO_VFN pto_v##T##_t pto_vshl_##T(pto_v##T##_t a, pto_v##U##_t n, pto_m##T##_t m)     \
    {                                                                                     \
        PTO_LANE_LOOP(T, i)                                                               \
        {                                                                                 \
            a.lane[i] = (pto_##T##_t)((uint64_t)a.lane[i] << (n.lane[i] % PTO_BITS_##T)); \
        }                                                                                 \
        return pto_zero_##T(a, m);                                                        \
    }                                                                                     \
    PTO_VFN pto_v##T##_t pto_vshr_##T(pto_v##T##_t a, pto_v##U##_t n, pto_m##T##_t m)     \
    {                                                                                     \
        PTO_LANE_LOOP(T, i)                                                               \
        {                                                                                 \
            a.lane[i] = (pto_##T##_t)(a.lane[i] >> (n.lane[i] % PTO_BITS_##T));           \
        }                                                                                 \
        return pto_zero_##T(a, m);                                                        \
    }                                                                                     \
    PTO_VFN pto_v##T##_t pto_vshls_##T(pto_v##T##_t a, int16_t n, pto_m##T##_t m)         \
    {                                                                                     \
        return pto_vshl_##T(a, pto_splat_##U((pto_##U##_t)n), m);                         \
    }                                                                                     \
    PTO_VFN pto_v##T##_t pto_vshrs_##T(pto_v##T##_t a, int16_t n, pto_m##T##_t m)         \
    {                                                                                     \
        return pto_vshr_##T(a, pto_splat_##U((pto_##U##_t)n), m);                         \
    }
PTO_SHIFT_FNS(i8, u8)
PTO_SHIFT_FNS(u8, u8)
PTO_SHIFT_FNS(i16, u16)
PTO_SHIFT_FNS(u16, u16)
PTO_SHIFT_FNS(i32, u32)
PTO_SHIFT_FNS(u32, u32)
PTO_SHIFT_FNS(i64, u64)
PTO_SHIFT_FNS(u64, u64)

// Bits of the other types: vor merges the parts of a conversion
#define PTO_MERGE_FN(T, ...)                                                         \
    PTO_VFN pto_v##T##_t pto_vor_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m) \
    {                                                                                \
        PTO_CAT3(pto_vu, PTO_BITS_##T, _t) x = pto_raw_##T(a), y = pto_raw_##T(b);   \
        PTO_LANE_LOOP(T, i)                                                          \
        {                                                                            \
            x.lane[i] = x.lane[i] | y.lane[i];                                       \
        }                                                                            \
        return pto_zero_##T(pto_from_raw_##T(x), m);                                 \
    }
PTO_FOR_FLOATS(PTO_MERGE_FN, )
PTO_FOR_FP8(PTO_MERGE_FN, )
PTO_FOR_FP4(PTO_MERGE_FN, )
#undef PTO_MERGE_FN

// Floats. Minimum and maximum: NaN if either is NaN, and -0 is less than +0.

#define PTO_MAX_FN(T)                                                                \
    PTO_VFN pto_wide_##T##_t pto_maximum_##T(pto_wide_##T##_t x, pto_wide_##T##_t y) \
    {                                                                                \
        return x != x || y != y ? (pto_wide_##T##_t)__builtin_nanf("")               \
               : x == y         ? (__builtin_signbit((float)x) ? y : x)              \
               : x > y          ? x                                                  \
                                : y;                                                          \
    }                                                                                \
    PTO_VFN pto_wide_##T##_t pto_minimum_##T(pto_wide_##T##_t x, pto_wide_##T##_t y) \
    {                                                                                \
        return x != x || y != y ? (pto_wide_##T##_t)__builtin_nanf("")               \
               : x == y         ? (__builtin_signbit((float)x) ? x : y)              \
               : x < y          ? x                                                  \
                                : y;                                                          \
    }
PTO_MAX_FN(f16)
PTO_MAX_FN(f32)

// Of x and y, with one rounding.
#define PTO_X(T)         pto_wide_##T(x)
#define PTO_Y(T)         pto_wide_##T(y)
#define PTO_FLOAT(T, op) pto_narrow_##T(PTO_X(T) op PTO_Y(T))
#define PTO_FLOAT_FNS(T, ...)                                                                            \
    PTO_BINARY_FNS(T, vadd, PTO_FLOAT(T, +))                                                             \
    PTO_BINARY_FNS(T, vsub, PTO_FLOAT(T, -))                                                             \
    PTO_BINARY_FNS(T, vmul, PTO_FLOAT(T, *))                                                             \
    PTO_BINARY_FN(T, vdiv, PTO_FLOAT(T, /))                                                              \
    PTO_BINARY_FNS(T, vmax, pto_narrow_##T(pto_maximum_##T(PTO_X(T), PTO_Y(T))))                         \
    PTO_BINARY_FNS(T, vmin, pto_narrow_##T(pto_minimum_##T(PTO_X(T), PTO_Y(T))))                         \
    PTO_BINARY_FN(T, vaddrelu, PTO_X(T) + PTO_Y(T) > 0 ? PTO_FLOAT(T, +) : pto_narrow_##T(0))            \
    PTO_BINARY_FN(T, vsubrelu, PTO_X(T) - PTO_Y(T) > 0 ? PTO_FLOAT(T, -) : pto_narrow_##T(0))            \
    PTO_BINARY_FN(T, vprelu, PTO_X(T) >= 0 ? x : PTO_FLOAT(T, *))                                        \
    PTO_UNARY_FN(T, vrelu, PTO_X(T) > 0 ? x : pto_narrow_##T(0))                                         \
    PTO_UNARY_FN(T, vrec, pto_narrow_##T(1 / PTO_X(T)))                                                  \
    PTO_UNARY_FN(T, vsqrt, pto_sqrt_##T(x))                                                              \
    PTO_VFN pto_v##T##_t pto_vlrelu_##T(pto_v##T##_t a, pto_##T##_t s, pto_m##T##_t m)                   \
    {                                                                                                    \
        return pto_vprelu_##T(a, pto_splat_##T(s), m);                                                   \
    }                                                                                                    \
    PTO_VFN pto_v##T##_t pto_vaxpy_##T(pto_v##T##_t a, pto_v##T##_t b, pto_##T##_t s, pto_m##T##_t m)    \
    {                                                                                                    \
        PTO_LANE_LOOP(T, i)                                                                              \
        {                                                                                                \
            a.lane[i] = pto_fma_##T(s, a.lane[i], b.lane[i]);                                            \
        }                                                                                                \
        return pto_zero_##T(a, m);                                                                       \
    }                                                                                                    \
    PTO_VFN pto_v##T##_t pto_vmula_##T(pto_v##T##_t acc, pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m) \
    {                                                                                                    \
        PTO_LANE_LOOP(T, i)                                                                              \
        {                                                                                                \
            acc.lane[i] = pto_fma_##T(a.lane[i], b.lane[i], acc.lane[i]);                                \
        }                                                                                                \
        return pto_zero_##T(acc, m);                                                                     \
    }
PTO_FOR_F16_32(PTO_FLOAT_FNS, )

// The sign alone changes, of NaN too.
#define PTO_SIGN_FNS(T, sign)                                         \
    PTO_VFN pto_v##T##_t pto_vabs_##T(pto_v##T##_t a, pto_m##T##_t m) \
    {                                                                 \
        PTO_CAT3(pto_vu, PTO_BITS_##T, _t) x = pto_raw_##T(a);        \
        PTO_LANE_LOOP(T, i)                                           \
        {                                                             \
            x.lane[i] &= (sign) - 1;                                  \
        }                                                             \
        return pto_zero_##T(pto_from_raw_##T(x), m);                  \
    }                                                                 \
    PTO_VFN pto_v##T##_t pto_vneg_##T(pto_v##T##_t a, pto_m##T##_t m) \
    {                                                                 \
        PTO_CAT3(pto_vu, PTO_BITS_##T, _t) x = pto_raw_##T(a);        \
        PTO_LANE_LOOP(T, i)                                           \
        {                                                             \
            x.lane[i] ^= (sign);                                      \
        }                                                             \
        return pto_zero_##T(pto_from_raw_##T(x), m);                  \
    }
PTO_SIGN_FNS(f16, 0x8000u)
PTO_SIGN_FNS(bf16, 0x8000u)
PTO_SIGN_FNS(f32, 0x80000000u)

#define PTO_B2F(x) pto_bf16_to_float(x)
#define PTO_F2B(x) pto_bf16_from_float(x)
PTO_BINARY_FNS(bf16, vadd, PTO_F2B(PTO_B2F(x) + PTO_B2F(y)))
PTO_BINARY_FNS(bf16, vsub, PTO_F2B(PTO_B2F(x) - PTO_B2F(y)))
PTO_BINARY_FNS(bf16, vmul, PTO_F2B(PTO_B2F(x) * PTO_B2F(y)))
PTO_BINARY_FNS(bf16, vmax, PTO_F2B(pto_maximum_f32(PTO_B2F(x), PTO_B2F(y))))
PTO_BINARY_FNS(bf16, vmin, PTO_F2B(pto_minimum_f32(PTO_B2F(x), PTO_B2F(y))))
PTO_UNARY_FN(bf16, vrelu, PTO_B2F(x) > 0 ? x : (pto_bf16_t){0})

PTO_VFN pto_vbf16_t pto_vmula_bf16(pto_vbf16_t acc, pto_vbf16_t a, pto_vbf16_t b, pto_b16_t m)
{
    PTO_LANE_LOOP(bf16, i)
    {
        acc.lane[i] = PTO_F2B(pto_fma_f32(PTO_B2F(a.lane[i]), PTO_B2F(b.lane[i]), PTO_B2F(acc.lane[i])));
    }
    return pto_zero_bf16(acc, m);
}

#define PTO_INT_MULA_FN(T, ...)                                                                             \
    PTO_VFN pto_v##T##_t pto_vmula_##T(pto_v##T##_t acc, pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m)    \
    {                                                                                                       \
        PTO_LANE_LOOP(T, i)                                                                                 \
        {                                                                                                   \
            acc.lane[i] = (pto_##T##_t)((uint64_t)acc.lane[i] + (uint64_t)a.lane[i] * (uint64_t)b.lane[i]); \
        }                                                                                                   \
        return pto_zero_##T(acc, m);                                                                        \
    }
PTO_FOR_INTS(PTO_INT_MULA_FN, )

#define PTO_MULL_FN(T, wide)                                                                               \
    PTO_VFN pto_v##T##_t pto_vmull_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m, pto_v##T##_t *high) \
    {                                                                                                      \
        pto_v##T##_t h;                                                                                    \
        PTO_LANE_LOOP(T, i)                                                                                \
        {                                                                                                  \
            const wide product = (wide)a.lane[i] * (wide)b.lane[i];                                        \
            a.lane[i] = (pto_##T##_t)product;                                                              \
            h.lane[i] = (pto_##T##_t)(product >> 32);                                                      \
        }                                                                                                  \
        *high = pto_zero_##T(h, m);                                                                        \
        return pto_zero_##T(a, m);                                                                         \
    }
PTO_MULL_FN(i32, int64_t)
PTO_MULL_FN(u32, uint64_t)

// Carry chains: unsigned, whatever the sign of the type. A subtraction is x + ~y + carry, whose masks are carries or,
// where PTO_SUBC_BORROW says so, borrows: `inverted`.

#define PTO_CHAIN_FN(T, name, flip, params, carry_bit, inverted)                                                \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, params pto_b32_t m, pto_b32_t *carry) \
    {                                                                                                           \
        pto_b32_t out = {0};                                                                                    \
        PTO_LANE_LOOP(T, i)                                                                                     \
        {                                                                                                       \
            const uint64_t sum =                                                                                \
                (uint64_t)(uint32_t)a.lane[i] + ((uint32_t)b.lane[i] ^ (uint32_t)(flip)) + (carry_bit);         \
            a.lane[i] = (pto_##T##_t)sum;                                                                       \
            PTO_SET_ON(T, out, i, PTO_ON(T, m, i) && (sum >> 32 != 0) != (inverted));                           \
        }                                                                                                       \
        *carry = out;                                                                                           \
        return pto_zero_##T(a, m);                                                                              \
    }
#define PTO_CARRY_IN pto_b32_t carry_in,
#define PTO_CHAIN_FNS(T, ...)                                           \
    PTO_CHAIN_FN(T, vaddc, 0, , 0, 0)                                   \
    PTO_CHAIN_FN(T, vsubc, -1, , 1, PTO_SUBC_BORROW)                    \
    PTO_CHAIN_FN(T, vaddcs, 0, PTO_CARRY_IN, PTO_ON(T, carry_in, i), 0) \
    PTO_CHAIN_FN(T, vsubcs, -1, PTO_CARRY_IN, PTO_ON(T, carry_in, i) != PTO_SUBC_BORROW, PTO_SUBC_BORROW)
PTO_FOR_INT32(PTO_CHAIN_FNS, )

// Copies and splats

#define PTO_COPY_FNS(T, ...)                                                               \
    PTO_UNARY_FN(T, vmov, x)                                                               \
    PTO_VFN pto_v##T##_t pto_vmov_all_##T(pto_v##T##_t a)                                  \
    {                                                                                      \
        return a;                                                                          \
    }                                                                                      \
    PTO_VFN pto_v##T##_t pto_vdups_##T(pto_##T##_t s, pto_m##T##_t m)                      \
    {                                                                                      \
        return pto_zero_##T(pto_splat_##T(s), m);                                          \
    }                                                                                      \
    PTO_VFN pto_v##T##_t pto_vdup_##T(pto_v##T##_t a, pto_m##T##_t m, pto_attr_t position) \
    {                                                                                      \
        return pto_vdups_##T(a.lane[position == PTO_HIGHEST ? PTO_LANES(T) - 1 : 0], m);   \
    }
PTO_FOR_NUMBERS(PTO_COPY_FNS, )

#define PTO_BR_FN(T, ...)                           \
    PTO_VFN pto_v##T##_t pto_vbr_##T(pto_##T##_t s) \
    {                                               \
        return pto_splat_##T(s);                    \
    }
PTO_FOR_INTS(PTO_BR_FN, )
PTO_FOR_FLOATS(PTO_BR_FN, )

#endif
