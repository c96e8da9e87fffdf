// SPDX-License-Identifier: Apache-2.0
//
// Lane functions: sums, differences, products, maxima, activations.

#include "lanes.h"

// clang-format off
#define FOR_INTS(X)   X(i8) X(u8) X(i16) X(u16) X(i32) X(u32)
#define FOR_INTS64(X) FOR_INTS(X) X(i64) X(u64)
#define FOR_F16_32(X) X(f16) X(f32)

/// Sums, differences, products ///

#define ADD_INT(T) \
    PTO_LANES_2(tadd, T, m8, PTO_LANEWISE(vadd, T, m8)(x, y), PTO_LANE_WRAP(T, x, +, y))   \
    PTO_LANES_2(tsub, T, m8, PTO_LANEWISE(vsub, T, m8)(x, y), PTO_LANE_WRAP(T, x, -, y))   \
    PTO_LANES_2(tmul, T, m8, PTO_LANEWISE(vmul, T, m8)(x, y), PTO_LANE_WRAP(T, x, *, y))   \
    PTO_LANES_1S(tadds, T, m8, PTO_LANEWISE(vadds, T, m8)(x, s), PTO_LANE_WRAP(T, x, +, s)) \
    PTO_LANES_1S(tsubs, T, m8, PTO_LANEWISE(vsubs, T, m8)(x, s), PTO_LANE_WRAP(T, x, -, s)) \
    PTO_LANES_1S(tmuls, T, m8, PTO_LANEWISE(vmuls, T, m8)(x, s), PTO_LANE_WRAP(T, x, *, s)) \
    PTO_LANES_C1(trsubs, T, PTO_LANE_WRAP(T, s, -, x))
FOR_INTS64(ADD_INT)
#define ADD_FLOAT(T) \
    PTO_LANES_2(tadd, T, m8, PTO_LANEWISE(vadd, T, m8)(x, y), x + y)    \
    PTO_LANES_2(tsub, T, m8, PTO_LANEWISE(vsub, T, m8)(x, y), x - y)    \
    PTO_LANES_2(tmul, T, m8, PTO_LANEWISE(vmul, T, m8)(x, y), x * y)    \
    PTO_LANES_1S(tadds, T, m8, PTO_LANEWISE(vadds, T, m8)(x, s), x + s) \
    PTO_LANES_1S(tsubs, T, m8, PTO_LANEWISE(vsubs, T, m8)(x, s), x - s) \
    PTO_LANES_1S(tmuls, T, m8, PTO_LANEWISE(vmuls, T, m8)(x, s), x * s) \
    PTO_LANES_C1(trsubs, T, s - x)
FOR_F16_32(ADD_FLOAT)
PTO_LANES_BF16(tadd, PTO_BF16_XY, x + y)
PTO_LANES_BF16(tsub, PTO_BF16_XY, x - y)
PTO_LANES_BF16(tmul, PTO_BF16_XY, x * y)
PTO_LANES_BF16(tadds, PTO_BF16_X, x + s)
PTO_LANES_BF16(tsubs, PTO_BF16_X, x - s)
PTO_LANES_BF16(tmuls, PTO_BF16_X, x * s)
PTO_LANES_BF16(trsubs, PTO_BF16_X, s - x)
PTO_LANES_TABLE(tadd, PTO_ROW_INTS64(tadd) PTO_ROW_FLOATS(tadd));
PTO_LANES_TABLE(tsub, PTO_ROW_INTS64(tsub) PTO_ROW_FLOATS(tsub));
PTO_LANES_TABLE(tmul, PTO_ROW_INTS64(tmul) PTO_ROW_FLOATS(tmul));
PTO_LANES_TABLE(tadds, PTO_ROW_INTS64(tadds) PTO_ROW_FLOATS(tadds));
PTO_LANES_TABLE(tsubs, PTO_ROW_INTS64(tsubs) PTO_ROW_FLOATS(tsubs));
PTO_LANES_TABLE(tmuls, PTO_ROW_INTS64(tmuls) PTO_ROW_FLOATS(tmuls));
// The scalar minus the element: for expansions.
PTO_LANES_TABLE(trsubs, PTO_ROW_INTS64(trsubs) PTO_ROW_FLOATS(trsubs));

/// Quotients ///

// Integers as the hardware divides: by 0 gives all ones, the smallest by -1 itself.
#define DIV_SINT(T) \
    PTO_LANES_C2(tdiv, T, y == 0 ? -1 : y == -1 ? PTO_LANE_WRAP(T, 0, -, x) : x / y)  \
    PTO_LANES_C1(tdivs, T, s == 0 ? -1 : s == -1 ? PTO_LANE_WRAP(T, 0, -, x) : x / s) \
    PTO_LANES_C1(tsdiv, T, x == 0 ? -1 : x == -1 ? PTO_LANE_WRAP(T, 0, -, s) : s / x)
DIV_SINT(i8) DIV_SINT(i16) DIV_SINT(i32)
#define DIV_UINT(T) \
    PTO_LANES_C2(tdiv, T, y == 0 ? (pto_##T##_t)-1 : x / y)  \
    PTO_LANES_C1(tdivs, T, s == 0 ? (pto_##T##_t)-1 : x / s) \
    PTO_LANES_C1(tsdiv, T, x == 0 ? (pto_##T##_t)-1 : s / x)
DIV_UINT(u8) DIV_UINT(u16) DIV_UINT(u32)
#ifdef PTO_HAS_STRIPS
#define DIV_BY(x, s)   __riscv_vfdiv((x), (s), pto_vl)
#define DIV_FROM(x, s) __riscv_vfrdiv((x), (s), pto_vl)
#endif
#define DIV_FLOAT(T) \
    PTO_LANES_2(tdiv, T, m8, PTO_LANEWISE(vdiv, T, m8)(x, y), x / y) \
    PTO_LANES_1S(tdivs, T, m8, DIV_BY(x, s), x / s)                 \
    PTO_LANES_1S(tsdiv, T, m8, DIV_FROM(x, s), s / x)
FOR_F16_32(DIV_FLOAT)
PTO_LANES_BF16(tdiv, PTO_BF16_XY, x / y)
PTO_LANES_BF16(tdivs, PTO_BF16_X, x / s)
PTO_LANES_BF16(tsdiv, PTO_BF16_X, s / x)
PTO_LANES_TABLE(tdiv, PTO_ROW_INTS(tdiv) PTO_ROW_FLOATS(tdiv));
PTO_LANES_TABLE(tdivs, PTO_ROW_INTS(tdivs) PTO_ROW_FLOATS(tdivs));
PTO_LANES_TABLE(tsdiv, PTO_ROW_INTS(tsdiv) PTO_ROW_FLOATS(tsdiv));

/// Maxima and minima ///

#define MAX_INT(T) \
    PTO_LANES_2(tmax, T, m8, PTO_LANEWISE(vmax, T, m8)(x, y), x > y ? x : y)    \
    PTO_LANES_2(tmin, T, m8, PTO_LANEWISE(vmin, T, m8)(x, y), x < y ? x : y)    \
    PTO_LANES_1S(tmaxs, T, m8, PTO_LANEWISE(vmaxs, T, m8)(x, s), x > s ? x : s) \
    PTO_LANES_1S(tmins, T, m8, PTO_LANEWISE(vmins, T, m8)(x, s), x < s ? x : s)
FOR_INTS(MAX_INT)
#define MAX_FLOAT(T) \
    PTO_LANES_2(tmax, T, m8, PTO_LANEWISE(vmax, T, m8)(x, y), PTO_LANE_MAXF(x, y)) \
    PTO_LANES_2(tmin, T, m8, PTO_LANEWISE(vmin, T, m8)(x, y), PTO_LANE_MINF(x, y)) \
    PTO_LANES_1S(tmaxs, T, m8, PTO_LANEWISE(vmax, T, m8)(x, PTO_STRIP_SPLAT(T, m8, s)), PTO_LANE_MAXF(x, s)) \
    PTO_LANES_1S(tmins, T, m8, PTO_LANEWISE(vmin, T, m8)(x, PTO_STRIP_SPLAT(T, m8, s)), PTO_LANE_MINF(x, s))
FOR_F16_32(MAX_FLOAT)
PTO_LANES_BF16(tmax, PTO_BF16_XY, PTO_LANE_MAXF(x, y))
PTO_LANES_BF16(tmin, PTO_BF16_XY, PTO_LANE_MINF(x, y))
PTO_LANES_BF16(tmaxs, PTO_BF16_X, PTO_LANE_MAXF(x, s))
PTO_LANES_BF16(tmins, PTO_BF16_X, PTO_LANE_MINF(x, s))
PTO_LANES_TABLE(tmax, PTO_ROW_INTS(tmax) PTO_ROW_FLOATS(tmax));
PTO_LANES_TABLE(tmin, PTO_ROW_INTS(tmin) PTO_ROW_FLOATS(tmin));
PTO_LANES_TABLE(tmaxs, PTO_ROW_INTS(tmaxs) PTO_ROW_FLOATS(tmaxs));
PTO_LANES_TABLE(tmins, PTO_ROW_INTS(tmins) PTO_ROW_FLOATS(tmins));

/// One operand ///

#define ABS_SINT(T) \
    PTO_LANES_1(tabs, T, m8, PTO_LANEWISE(vabs, T, m8)(x), x > 0 ? x : PTO_LANE_WRAP(T, 0, -, x)) \
    PTO_LANES_1(tneg, T, m8, PTO_LANEWISE(vneg, T, m8)(x), PTO_LANE_WRAP(T, 0, -, x))
ABS_SINT(i8) ABS_SINT(i16) ABS_SINT(i32)
#define ABS_UINT(T) PTO_LANES_C1(tabs, T, x) PTO_LANES_C1(tneg, T, PTO_LANE_WRAP(T, 0, -, x))
ABS_UINT(u8) ABS_UINT(u16) ABS_UINT(u32)
#define ABS_FLOAT(T) \
    PTO_LANES_1(tabs, T, m8, PTO_LANEWISE(vabs, T, m8)(x), __builtin_signbit((float)x) ? -x : x) \
    PTO_LANES_1(tneg, T, m8, PTO_LANEWISE(vneg, T, m8)(x), -x)                                   \
    PTO_LANES_1(trelu, T, m8, PTO_LANEWISE(vrelu, T, m8)(x), x > 0 ? x : 0)                      \
    PTO_LANES_1(trecip, T, m8, PTO_LANEWISE(vrec, T, m8)(x), 1 / x)
FOR_F16_32(ABS_FLOAT)
PTO_LANES_1(trelu, i32, m8, PTO_LANEWISE(vrelu, i32, m8)(x), x > 0 ? x : 0)
// Signs of bf16 are bits, of NaN too.
PTO_LANE_HEAD(tabs, bf16)
{
    uint16_t *d = d_;
    const uint16_t *a = a_;
    PTO_LANE_LOOP_C
    {
        d[i] = a[i] & 0x7fff;
    }
}
PTO_LANE_HEAD(tneg, bf16)
{
    uint16_t *d = d_;
    const uint16_t *a = a_;
    PTO_LANE_LOOP_C
    {
        d[i] = a[i] ^ 0x8000;
    }
}
PTO_LANES_TABLE(tabs, PTO_ROW_INTS(tabs) PTO_ROW_FLOATS(tabs));
PTO_LANES_TABLE(tneg, PTO_ROW_INTS(tneg) PTO_ROW_FLOATS(tneg));
PTO_LANES_TABLE(trelu, PTO_ROW(trelu, I32, i32) PTO_ROW_F16_32(trelu));
PTO_LANES_TABLE(trecip, PTO_ROW_F16_32(trecip));

/// Activations and fused forms ///

#define RELU_SINT(T) \
    PTO_LANES_C2(taddrelu, T, PTO_LANE_WRAP(T, x, +, y) > 0 ? PTO_LANE_WRAP(T, x, +, y) : 0) \
    PTO_LANES_C2(tsubrelu, T, PTO_LANE_WRAP(T, x, -, y) > 0 ? PTO_LANE_WRAP(T, x, -, y) : 0)
RELU_SINT(i16) RELU_SINT(i32)
// Nothing unsigned is below 0.
#define RELU_UINT(T) \
    PTO_LANES_C2(taddrelu, T, PTO_LANE_WRAP(T, x, +, y)) PTO_LANES_C2(tsubrelu, T, PTO_LANE_WRAP(T, x, -, y))
RELU_UINT(u16) RELU_UINT(u32)
#define RELU_FLOAT(T) \
    PTO_LANES_2(taddrelu, T, m8, PTO_LANEWISE(vaddrelu, T, m8)(x, y), x + y > 0 ? x + y : 0) \
    PTO_LANES_2(tsubrelu, T, m8, PTO_LANEWISE(vsubrelu, T, m8)(x, y), x - y > 0 ? x - y : 0) \
    PTO_LANES_2(tprelu, T, m4, PTO_LANEWISE(vprelu, T, m4)(x, y), x >= 0 ? x : y * x)        \
    PTO_LANES_1S(tlrelu, T, m8, PTO_LANEWISE(vlrelu, T, m8)(x, s), x >= 0 ? x : x * s)       \
    PTO_LANES_C3(tmuladddst, T, PTO_LANE_ROUND(T, x * y) + z)                                \
    PTO_LANES_C3(tfusedmuladd, T, PTO_LANE_ROUND(T, x * z) + y)                              \
    PTO_LANES_C3(tfusedmuladdrelu, T, PTO_LANE_ROUND(T, x * z) + y > 0 ? PTO_LANE_ROUND(T, x * z) + y : 0)
FOR_F16_32(RELU_FLOAT)
PTO_LANES_TABLE(taddrelu, PTO_ROW(taddrelu, I16, i16) PTO_ROW(taddrelu, U16, u16) PTO_ROW(taddrelu, I32, i32)
                PTO_ROW(taddrelu, U32, u32) PTO_ROW_F16_32(taddrelu));
PTO_LANES_TABLE(tsubrelu, PTO_ROW(tsubrelu, I16, i16) PTO_ROW(tsubrelu, U16, u16) PTO_ROW(tsubrelu, I32, i32)
                PTO_ROW(tsubrelu, U32, u32) PTO_ROW_F16_32(tsubrelu));
PTO_LANES_TABLE(tprelu, PTO_ROW_F16_32(tprelu));
PTO_LANES_TABLE(tlrelu, PTO_ROW_F16_32(tlrelu));
PTO_LANES_TABLE(tmuladddst, PTO_ROW_F16_32(tmuladddst));
PTO_LANES_TABLE(tfusedmuladd, PTO_ROW_F16_32(tfusedmuladd));
PTO_LANES_TABLE(tfusedmuladdrelu, PTO_ROW_F16_32(tfusedmuladdrelu));

// axpy is one fused operation, as vaxpy is.
#ifdef PTO_HAS_STRIPS
#define AXPY_STRIP(T, L) PTO_LANEWISE(vaxpy, T, L)(x, y, s)
#endif
static inline float fma_f32(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
// Exact in double: where the product's low bits are lost, the sum is not near a tie of f16.
static inline double fma_f16(pto_wide_f16_t a, pto_wide_f16_t b, pto_wide_f16_t c)
{
    return (double)a * (double)b + (double)c;
}
PTO_LANES_2S(taxpy, f16, m8, AXPY_STRIP(f16, m8), fma_f16(s, x, y))
PTO_LANES_2S(taxpy, f32, m8, AXPY_STRIP(f32, m8), fma_f32(s, x, y))
PTO_LANES_BF16(taxpy, PTO_BF16_XY, fma_f32(s, x, y))
PTO_LANE_HEAD(taxpy, f16_f32)
{
    pto_f16_t s;
    __builtin_memcpy(&s, &s_, sizeof s);
    float *d = d_;
    const pto_f16_t *a = a_;
    const float *b = b_;
    PTO_LANE_LOOP_C
    {
        d[i] = fma_f32((float)pto_wide_f16(s), (float)pto_wide_f16(a[i]), b[i]);
    }
}
PTO_LANES_TABLE(taxpy, PTO_ROW_FLOATS(taxpy)[PTO_ELEM_F64] = lanes_taxpy_f16_f32);

/// Three operands ///

#define ADDC_INT(T) \
    PTO_LANES_C3(taddc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, +, y), +, z))  \
    PTO_LANES_C3(tsubc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, -, y), +, z))  \
    PTO_LANES_C2(taddsc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, +, s), +, y)) \
    PTO_LANES_C2(tsubsc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, -, s), +, y))
ADDC_INT(i16) ADDC_INT(u16) ADDC_INT(i32) ADDC_INT(u32)
#define ADDC_FLOAT(T) \
    PTO_LANES_C3(taddc, T, PTO_LANE_ROUND(T, x + y) + z)   \
    PTO_LANES_C3(tsubc, T, PTO_LANE_ROUND(T, x - y) + z)   \
    PTO_LANES_C2(taddsc, T, PTO_LANE_ROUND(T, x + s) + y) \
    PTO_LANES_C2(tsubsc, T, PTO_LANE_ROUND(T, x - s) + y)
FOR_F16_32(ADDC_FLOAT)
#define ADDC_ROWS(id) \
    PTO_ROW(id, I16, i16) PTO_ROW(id, U16, u16) PTO_ROW(id, I32, i32) PTO_ROW(id, U32, u32) PTO_ROW_F16_32(id)
PTO_LANES_TABLE(taddc, ADDC_ROWS(taddc));
PTO_LANES_TABLE(tsubc, ADDC_ROWS(tsubc));
PTO_LANES_TABLE(taddsc, ADDC_ROWS(taddsc));
PTO_LANES_TABLE(tsubsc, ADDC_ROWS(tsubsc));
// clang-format on
