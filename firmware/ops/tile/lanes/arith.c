// SPDX-License-Identifier: Apache-2.0
//
// Lane functions: sums, differences, products, maxima, activations.

#include "lanes.h"

// clang-format off
#define FOR_RELU(X, ...)  X(i32, __VA_ARGS__) PTO_FOR_F16_32(X, __VA_ARGS__)
#define FOR_16_32(X, ...) PTO_FOR_INT16(X, __VA_ARGS__) PTO_FOR_INT32(X, __VA_ARGS__) PTO_FOR_F16_32(X, __VA_ARGS__)
#define FOR_SMALL(X, ...) PTO_FOR_INTS(X, __VA_ARGS__) PTO_FOR_FLOATS(X, __VA_ARGS__)

/// Lane operations of isa/lanes.def ///

PTO_LANES_INSTRUCTION(tadd,     2H,  vadd,   PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tsub,     2H,  vsub,   PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tmul,     2H,  vmul,   PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tadds,    1SH, vadds,  PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tsubs,    1SH, vsubs,  PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tmuls,    1SH, vmuls,  PTO_FOR_NUMBERS);
// The scalar minus the element: for expansions.
PTO_LANES_INSTRUCTION(trsubs,   1SH, vrsubs, PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tmax,     2,   vmax,   PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tmin,     2,   vmin,   PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tmaxs,    1S,  vmaxs,  PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tmins,    1S,  vmins,  PTO_FOR_NUMBERS);
PTO_LANES_INSTRUCTION(tabs,     1,   vabs,   FOR_SMALL);
PTO_LANES_INSTRUCTION(tneg,     1,   vneg,   FOR_SMALL);
PTO_LANES_INSTRUCTION(trelu,    1,   vrelu,  FOR_RELU);
PTO_LANES_INSTRUCTION(trecip,   1,   vrec,   PTO_FOR_F16_32);
PTO_LANES_INSTRUCTION(tprelu,   2,   vprelu, PTO_FOR_F16_32);
PTO_LANES_INSTRUCTION(tlrelu,   1S,  vlrelu, PTO_FOR_F16_32);

/// Quotients ///

PTO_FOR_FLOATS(PTO_FORMULA_2H, tdiv, vdiv)
PTO_FOR_FLOATS(PTO_FORMULA_1SH, tdivs, vdivs)
PTO_FOR_FLOATS(PTO_FORMULA_1SH, tsdiv, vrdivs)
// Integers as the hardware divides: by 0 gives all ones, the smallest by -1 itself.
#define DIV_SINT(T, ...) \
    PTO_LANES_C2(tdiv, T, y == 0 ? -1 : y == -1 ? PTO_LANE_WRAP(T, 0, -, x) : x / y)  \
    PTO_LANES_C1(tdivs, T, s == 0 ? -1 : s == -1 ? PTO_LANE_WRAP(T, 0, -, x) : x / s) \
    PTO_LANES_C1(tsdiv, T, x == 0 ? -1 : x == -1 ? PTO_LANE_WRAP(T, 0, -, s) : s / x)
PTO_FOR_SINT(DIV_SINT, ) DIV_SINT(i64, )
#define DIV_UINT(T, ...) \
    PTO_LANES_C2(tdiv, T, y == 0 ? (pto_##T##_t)-1 : x / y)  \
    PTO_LANES_C1(tdivs, T, s == 0 ? (pto_##T##_t)-1 : x / s) \
    PTO_LANES_C1(tsdiv, T, x == 0 ? (pto_##T##_t)-1 : s / x)
PTO_FOR_UINT(DIV_UINT, ) DIV_UINT(u64, )
PTO_LANES_TABLE(tdiv, PTO_FOR_NUMBERS(PTO_ROW, tdiv));
PTO_LANES_TABLE(tdivs, PTO_FOR_NUMBERS(PTO_ROW, tdivs));
PTO_LANES_TABLE(tsdiv, PTO_FOR_NUMBERS(PTO_ROW, tsdiv));

/// Activations and fused forms ///

PTO_FOR_F16_32(PTO_FORMULA_2, taddrelu, vaddrelu)
PTO_FOR_F16_32(PTO_FORMULA_2, tsubrelu, vsubrelu)
#define RELU_SINT(T) \
    PTO_LANES_C2(taddrelu, T, PTO_LANE_WRAP(T, x, +, y) > 0 ? PTO_LANE_WRAP(T, x, +, y) : 0) \
    PTO_LANES_C2(tsubrelu, T, PTO_LANE_WRAP(T, x, -, y) > 0 ? PTO_LANE_WRAP(T, x, -, y) : 0)
RELU_SINT(i16) RELU_SINT(i32)
// Nothing unsigned is below 0.
PTO_FORMULA_C2(u16, taddrelu, vadd) PTO_FORMULA_C2(u32, taddrelu, vadd)
PTO_FORMULA_C2(u16, tsubrelu, vsub) PTO_FORMULA_C2(u32, tsubrelu, vsub)
PTO_LANES_TABLE(taddrelu, FOR_16_32(PTO_ROW, taddrelu));
PTO_LANES_TABLE(tsubrelu, FOR_16_32(PTO_ROW, tsubrelu));
#define FUSED_FLOAT(T, ...) \
    PTO_LANES_C3(tmuladddst, T, PTO_LANE_ROUND(T, x * y) + z)   \
    PTO_LANES_C3(tfusedmuladd, T, PTO_LANE_ROUND(T, x * z) + y) \
    PTO_LANES_C3(tfusedmuladdrelu, T, PTO_LANE_ROUND(T, x * z) + y > 0 ? PTO_LANE_ROUND(T, x * z) + y : 0)
PTO_FOR_F16_32(FUSED_FLOAT, )
PTO_LANES_TABLE(tmuladddst, PTO_FOR_F16_32(PTO_ROW, tmuladddst));
PTO_LANES_TABLE(tfusedmuladd, PTO_FOR_F16_32(PTO_ROW, tfusedmuladd));
PTO_LANES_TABLE(tfusedmuladdrelu, PTO_FOR_F16_32(PTO_ROW, tfusedmuladdrelu));

// axpy is one fused operation, as vaxpy is; of f16 also into f32.
PTO_FOR_FLOATS(PTO_FORMULA_2S, taxpy, vaxpy)
PTO_LANE_HEAD(taxpy, f16_f32)
{
    pto_f16_t s;
    __builtin_memcpy(&s, &s_, sizeof s);
    float *d = d_;
    const pto_f16_t *a = a_;
    const float *b = b_;
    PTO_LANE_LOOP_C
    {
        d[i] = pto_fma_f32((float)pto_wide_f16(s), (float)pto_wide_f16(a[i]), b[i]);
    }
}
PTO_LANES_TABLE(taxpy, PTO_FOR_FLOATS(PTO_ROW, taxpy)[PTO_ELEM_F64] = lanes_taxpy_f16_f32);

/// Three operands ///

#define ADDC_INT(T, ...) \
    PTO_LANES_C3(taddc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, +, y), +, z))  \
    PTO_LANES_C3(tsubc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, -, y), +, z))  \
    PTO_LANES_C2(taddsc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, +, s), +, y)) \
    PTO_LANES_C2(tsubsc, T, PTO_LANE_WRAP(T, PTO_LANE_WRAP(T, x, -, s), +, y))
PTO_FOR_INT16(ADDC_INT, )
PTO_FOR_INT32(ADDC_INT, )
#define ADDC_FLOAT(T, ...) \
    PTO_LANES_C3(taddc, T, PTO_LANE_ROUND(T, x + y) + z)   \
    PTO_LANES_C3(tsubc, T, PTO_LANE_ROUND(T, x - y) + z)   \
    PTO_LANES_C2(taddsc, T, PTO_LANE_ROUND(T, x + s) + y) \
    PTO_LANES_C2(tsubsc, T, PTO_LANE_ROUND(T, x - s) + y)
PTO_FOR_F16_32(ADDC_FLOAT, )
PTO_LANES_TABLE(taddc, FOR_16_32(PTO_ROW, taddc));
PTO_LANES_TABLE(tsubc, FOR_16_32(PTO_ROW, tsubc));
PTO_LANES_TABLE(taddsc, FOR_16_32(PTO_ROW, taddsc));
PTO_LANES_TABLE(tsubsc, FOR_16_32(PTO_ROW, tsubsc));
// clang-format on
