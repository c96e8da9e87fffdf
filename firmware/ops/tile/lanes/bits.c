// SPDX-License-Identifier: Apache-2.0
//
// Lane functions: bitwise operations, shifts, remainders, and copies of one scalar.

#include "lanes.h"

// clang-format off
#define FOR_INTS(X) X(i8) X(u8) X(i16) X(u16) X(i32) X(u32)

/// Bits ///

#define BITS_INT(T) \
    PTO_LANES_2(tand, T, m8, PTO_LANEWISE(vand, T, m8)(x, y), x & y)    \
    PTO_LANES_2(tor, T, m8, PTO_LANEWISE(vor, T, m8)(x, y), x | y)      \
    PTO_LANES_2(txor, T, m8, PTO_LANEWISE(vxor, T, m8)(x, y), x ^ y)    \
    PTO_LANES_1S(tands, T, m8, PTO_LANEWISE(vands, T, m8)(x, s), x & s) \
    PTO_LANES_1S(tors, T, m8, PTO_LANEWISE(vors, T, m8)(x, s), x | s)   \
    PTO_LANES_1S(txors, T, m8, PTO_LANEWISE(vxors, T, m8)(x, s), x ^ s) \
    PTO_LANES_1(tnot, T, m8, PTO_LANEWISE(vnot, T, m8)(x), ~x)
FOR_INTS(BITS_INT)
PTO_LANES_TABLE(tand, PTO_ROW_INTS(tand));
PTO_LANES_TABLE(tor, PTO_ROW_INTS(tor));
PTO_LANES_TABLE(txor, PTO_ROW_INTS(txor));
PTO_LANES_TABLE(tands, PTO_ROW_INTS(tands));
PTO_LANES_TABLE(tors, PTO_ROW_INTS(tors));
PTO_LANES_TABLE(txors, PTO_ROW_INTS(txors));
PTO_LANES_TABLE(tnot, PTO_ROW_INTS(tnot));

/// Shifts: counts modulo the width, right shifts of signed elements keep the sign ///

#define SHIFT_INT(T) \
    PTO_LANES_C2(tshl, T, (uint64_t)x << ((uint64_t)y % PTO_BITS_##T)) \
    PTO_LANES_C2(tshr, T, x >> ((uint64_t)y % PTO_BITS_##T))           \
    PTO_LANES_1S(tshls, T, m8, PTO_LANEWISE(vshls, T, m8)(x, s), (uint64_t)x << ((uint64_t)s % PTO_BITS_##T)) \
    PTO_LANES_1S(tshrs, T, m8, PTO_LANEWISE(vshrs, T, m8)(x, s), x >> ((uint64_t)s % PTO_BITS_##T))
FOR_INTS(SHIFT_INT)
PTO_LANES_TABLE(tshl, PTO_ROW_INTS(tshl));
PTO_LANES_TABLE(tshr, PTO_ROW_INTS(tshr));
PTO_LANES_TABLE(tshls, PTO_ROW_INTS(tshls));
PTO_LANES_TABLE(tshrs, PTO_ROW_INTS(tshrs));

/// Remainders: fmod has the sign of the dividend, rem that of the divisor. Of 0: the dividend, as the hardware. ///

static inline int64_t fmod_int(int64_t x, int64_t y)
{
    return y == 0 ? x : y == -1 ? 0 : x % y;
}

static inline int64_t rem_int(int64_t x, int64_t y)
{
    int64_t r = fmod_int(x, y);
    return y != 0 && r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

// Exact: the quotient's bits from the top, as many at a time as fit.
static float fmod_f32(float x, float y)
{
    uint32_t xb, yb;
    __builtin_memcpy(&xb, &x, 4);
    __builtin_memcpy(&yb, &y, 4);
    uint32_t sign = xb & 0x80000000;
    xb &= 0x7fffffff;
    yb &= 0x7fffffff;
    if (yb == 0 || xb >= 0x7f800000 || yb > 0x7f800000) {
        return __builtin_nanf("");
    }
    if (xb < yb) {
        return x;
    }
    int xe = (int)(xb >> 23), ye = (int)(yb >> 23);
    uint64_t r = xe == 0 ? xb : (xb & 0x7fffff) | 0x800000;
    uint64_t m = ye == 0 ? yb : (yb & 0x7fffff) | 0x800000;
    int shift = (xe == 0 ? 1 : xe) - (ye == 0 ? 1 : ye);
    r %= shift == 0 ? m : UINT64_MAX;
    while (shift > 0) {
        int step = shift < 40 ? shift : 40;
        r = (r << step) % m;
        shift -= step;
    }
    r %= m;
    float result = (float)(uint32_t)r;  // less than 2^24: exact
    int e = (ye == 0 ? 1 : ye) - 150;
    // In two factors, so that each is a normal number.
    int half = e / 2;
    uint32_t a = (uint32_t)(half + 127) << 23, b = (uint32_t)(e - half + 127) << 23;
    return pto_f32_of(pto_f32_bits(result * pto_f32_of(a) * pto_f32_of(b)) | sign);
}

static float rem_f32(float x, float y)
{
    float r = fmod_f32(x, y);
    return r != 0 && __builtin_signbit(r) != __builtin_signbit(y) ? r + y : r;
}

#define REM_INT(T) \
    PTO_LANES_C2(tfmod, T, fmod_int(x, y)) PTO_LANES_C1(tfmods, T, fmod_int(x, s)) \
    PTO_LANES_C2(trem, T, rem_int(x, y)) PTO_LANES_C1(trems, T, rem_int(x, s))
FOR_INTS(REM_INT)
#define REM_FLOAT(T) \
    PTO_LANES_C2(tfmod, T, fmod_f32((float)x, (float)y)) PTO_LANES_C1(tfmods, T, fmod_f32((float)x, (float)s)) \
    PTO_LANES_C2(trem, T, rem_f32((float)x, (float)y)) PTO_LANES_C1(trems, T, rem_f32((float)x, (float)s))
REM_FLOAT(f16) REM_FLOAT(f32)
PTO_LANES_BF16(tfmod, PTO_BF16_XY, fmod_f32(x, y))
PTO_LANES_BF16(tfmods, PTO_BF16_X, fmod_f32(x, s))
PTO_LANES_BF16(trem, PTO_BF16_XY, rem_f32(x, y))
PTO_LANES_BF16(trems, PTO_BF16_X, rem_f32(x, s))
PTO_LANES_TABLE(tfmod, PTO_ROW_INTS(tfmod) PTO_ROW_FLOATS(tfmod));
PTO_LANES_TABLE(tfmods, PTO_ROW_INTS(tfmods) PTO_ROW_FLOATS(tfmods));
PTO_LANES_TABLE(trem, PTO_ROW_INTS(trem) PTO_ROW_FLOATS(trem));
PTO_LANES_TABLE(trems, PTO_ROW_INTS(trems) PTO_ROW_FLOATS(trems));

/// One scalar everywhere ///

#define FILL(U) \
    PTO_LANE_HEAD(fill, U)                                                                               \
    {                                                                                                    \
        pto_##U##_t *d = d_, s = (pto_##U##_t)s_;                                                        \
        PTO_LANE_LOOP_C                                                                                  \
        {                                                                                                \
            d[i] = s;                                                                                    \
        }                                                                                                \
    }
FILL(u8) FILL(u16) FILL(u32) FILL(u64)
    // clang-format on

    pto_tile_routine_t pto_tile_fill_routine(uint32_t elem)
{
    switch (pto_elem_bytes[elem]) {
        case 1:
            return lanes_fill_u8;
        case 2:
            return lanes_fill_u16;
        case 4:
            return lanes_fill_u32;
        default:
            return lanes_fill_u64;
    }
}
