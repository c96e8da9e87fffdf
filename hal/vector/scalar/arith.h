// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: lane-wise arithmetic. Unary, binary, vector with scalar, carry chains, splats.
//
// Integers wrap: sums and products are computed in uint64_t and truncated. bf16 is computed in f32 and rounded once. A
// NaN that an operation creates is the canonical one; RISC-V creates no other.
#ifndef PTO_VECTOR_SCALAR_ARITH_H
#define PTO_VECTOR_SCALAR_ARITH_H

// Computes each lane of a by an expression of x = a.lane[i], then applies the predicate.
#define PTO_REGISTER_FN(T, name, params, expr)   \
    PTO_VOP pto_v##T##_t pto_##name##_##T params \
    {                                            \
        PTO_LANE_LOOP(T, i)                      \
        {                                        \
            const pto_##T##_t x = a.lane[i];     \
            a.lane[i] = (expr);                  \
        }                                        \
        return pto_zero_##T(a, m);               \
    }

// Helpers on scalars

PTO_VFN unsigned pto_count_ones(uint64_t x)
{
    unsigned n = 0;
    for (; x != 0; x &= x - 1) {
        ++n;
    }
    return n;
}

// Counts the equal bits from the top of a number of this width, including the sign.
PTO_VFN unsigned pto_count_sign(int64_t x, unsigned bits)
{
    unsigned n = 1;
    const unsigned sign = (unsigned)(x >> (bits - 1)) & 1;
    while (n < bits && ((unsigned)(x >> (bits - 1 - n)) & 1) == sign) {
        ++n;
    }
    return n;
}

// The formulas of isa/lanes.def.
#define PTO_REGISTER_1(T, name) \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, pto_m##T##_t m), PTO_LANEWISE_C(name, T)(T, x))
#define PTO_REGISTER_2(T, name) \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m), PTO_LANEWISE_C(name, T)(T, x, b.lane[i]))
#define PTO_REGISTER_S(T, name) \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, pto_##T##_t s, pto_m##T##_t m), PTO_LANEWISE_C(name, T)(T, x, s))
#define PTO_REGISTER_U(T, name)                                                                      \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, PTO_CAT3(pto_vu, PTO_BITS_##T, _t) n, pto_m##T##_t m), \
                    PTO_LANEWISE_C(name, T)(T, x, n.lane[i]))
#define PTO_REGISTER_N(T, name) \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, int16_t n, pto_m##T##_t m), PTO_LANEWISE_C(name, T)(T, x, n))
#define PTO_REGISTER_3(T, name)                                                                \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, pto_v##T##_t b, pto_v##T##_t c, pto_m##T##_t m), \
                    PTO_LANEWISE_C(name, T)(T, x, b.lane[i], c.lane[i]))
#define PTO_REGISTER_A(T, name)                                                               \
    PTO_REGISTER_FN(T, name, (pto_v##T##_t a, pto_v##T##_t b, pto_##T##_t s, pto_m##T##_t m), \
                    PTO_LANEWISE_C(name, T)(T, x, b.lane[i], s))
PTO_REGISTER_OPS_1(PTO_REGISTER_1, PTO_REGISTER_1)
PTO_REGISTER_OPS_2(PTO_REGISTER_2, PTO_REGISTER_2)
PTO_REGISTER_OPS_S(PTO_REGISTER_S, PTO_REGISTER_S)
PTO_REGISTER_OPS_U(PTO_REGISTER_U, )
PTO_REGISTER_OPS_N(PTO_REGISTER_N, )
PTO_REGISTER_OPS_3(PTO_REGISTER_3, PTO_REGISTER_3)
PTO_REGISTER_OPS_A(PTO_REGISTER_A, )
PTO_FOR_FLOATS(PTO_REGISTER_S, vmaxs)
PTO_FOR_FLOATS(PTO_REGISTER_S, vmins)

#define PTO_COUNT_FNS(T, ...)                                                        \
    PTO_REGISTER_FN(T, vbcnt, (pto_v##T##_t a, pto_m##T##_t m),                      \
                    (pto_##T##_t)pto_count_ones((uint64_t)x << (64 - PTO_BITS_##T))) \
    PTO_REGISTER_FN(T, vcls, (pto_v##T##_t a, pto_m##T##_t m), (pto_##T##_t)pto_count_sign((int64_t)x, PTO_BITS_##T))
PTO_FOR_INTS(PTO_COUNT_FNS, )

// Bitwise operations of the other types: vor merges the parts of a conversion
#define PTO_BITS_FN(T, fn, op)                                                          \
    PTO_VOP pto_v##T##_t pto_##fn##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m) \
    {                                                                                   \
        PTO_CAT3(pto_vu, PTO_BITS_##T, _t) x = pto_raw_##T(a), y = pto_raw_##T(b);      \
        PTO_LANE_LOOP(T, i)                                                             \
        {                                                                               \
            x.lane[i] = x.lane[i] op y.lane[i];                                         \
        }                                                                               \
        return pto_zero_##T(pto_from_raw_##T(x), m);                                    \
    }
PTO_FOR_FLOATS(PTO_BITS_FN, vor, |)
PTO_FOR_FP8(PTO_BITS_FN, vor, |)
PTO_FOR_FP4(PTO_BITS_FN, vor, |)
PTO_FOR_FP8(PTO_BITS_FN, vand, &)
PTO_FOR_FP8(PTO_BITS_FN, vxor, ^)
#undef PTO_BITS_FN

#define PTO_MULL_FN(T, wide)                                                                               \
    PTO_VOP pto_v##T##_t pto_vmull_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m, pto_v##T##_t *high) \
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

// Carry chains: unsigned, whatever the sign of the type. A subtraction is x + ~y + carry. Its masks are carries, or
// with PTO_SUBC_BORROW borrows: `inverted`.

#define PTO_CHAIN_FN(T, name, flip, params, carry_bit, inverted)                                                \
    PTO_VOP pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, params pto_b32_t m, pto_b32_t *carry) \
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

// Splats of a lane

#define PTO_DUP_FN(T, ...)                                                                 \
    PTO_VOP pto_v##T##_t pto_vdup_##T(pto_v##T##_t a, pto_m##T##_t m, pto_attr_t position) \
    {                                                                                      \
        const pto_##T##_t x = a.lane[position == PTO_HIGHEST ? PTO_LANES(T) - 1 : 0];      \
        return pto_zero_##T(pto_splat_##T(x), m);                                          \
    }
PTO_FOR_NUMBERS(PTO_DUP_FN, )

#endif
