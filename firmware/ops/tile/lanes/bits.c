// SPDX-License-Identifier: Apache-2.0
//
// Lane functions: bitwise operations, shifts, remainders, and copies of one scalar.

#include "lanes.h"

// clang-format off
PTO_LANES_INSTRUCTION(tand,  2,  vand,  PTO_FOR_INTS);
PTO_LANES_INSTRUCTION(tor,   2,  vor,   PTO_FOR_INTS);
PTO_LANES_INSTRUCTION(txor,  2,  vxor,  PTO_FOR_INTS);
PTO_LANES_INSTRUCTION(tands, 1S, vands, PTO_FOR_INTS);
PTO_LANES_INSTRUCTION(tors,  1S, vors,  PTO_FOR_INTS);
PTO_LANES_INSTRUCTION(txors, 1S, vxors, PTO_FOR_INTS);
PTO_LANES_INSTRUCTION(tnot,  1,  vnot,  PTO_FOR_INTS);
PTO_LANES_INSTRUCTION(tshls, 1S, vshls, PTO_FOR_INTS64);
PTO_LANES_INSTRUCTION(tshrs, 1S, vshrs, PTO_FOR_INTS64);
// Counts are elements of the other tile, of its type.
PTO_FOR_INTS64(PTO_FORMULA_C2, tshl, vshl)
PTO_FOR_INTS64(PTO_FORMULA_C2, tshr, vshr)
PTO_LANES_TABLE(tshl, PTO_FOR_INTS64(PTO_ROW, tshl));
PTO_LANES_TABLE(tshr, PTO_FOR_INTS64(PTO_ROW, tshr));

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

#define REM_INT(T, ...) \
    PTO_LANES_C2(tfmod, T, fmod_int(x, y)) PTO_LANES_C1(tfmods, T, fmod_int(x, s)) \
    PTO_LANES_C2(trem, T, rem_int(x, y)) PTO_LANES_C1(trems, T, rem_int(x, s))
PTO_FOR_INTS(REM_INT, ) REM_INT(i64, )
// Both remainders of unsigned numbers are the same.
PTO_LANES_C2(trem, u64, y == 0 ? x : x % y) PTO_LANES_C1(trems, u64, s == 0 ? x : x % s)
#define REM_FLOAT(T, ...) \
    PTO_LANES_C2(tfmod, T, fmod_f32((float)x, (float)y)) PTO_LANES_C1(tfmods, T, fmod_f32((float)x, (float)s)) \
    PTO_LANES_C2(trem, T, rem_f32((float)x, (float)y)) PTO_LANES_C1(trems, T, rem_f32((float)x, (float)s))
PTO_FOR_FLOATS(REM_FLOAT, )
PTO_LANES_TABLE(tfmod, PTO_FOR_INTS(PTO_ROW, tfmod) PTO_FOR_FLOATS(PTO_ROW, tfmod));
PTO_LANES_TABLE(tfmods, PTO_FOR_INTS(PTO_ROW, tfmods) PTO_FOR_FLOATS(PTO_ROW, tfmods));
PTO_LANES_TABLE(trem, PTO_FOR_NUMBERS(PTO_ROW, trem));
PTO_LANES_TABLE(trems, PTO_FOR_NUMBERS(PTO_ROW, trems));

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
