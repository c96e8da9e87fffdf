// SPDX-License-Identifier: Apache-2.0
//
// pto/arith.h against plain models: every pair of 8-bit integers, the edges of the wider ones, and floats whose
// results are known. Runs on the host and prints TAP.

#include <limits.h>
#include <math.h>
#include <string.h>

#include <pto/arith.h>

#include "report.h"

/// Floor and ceiling of a quotient of small numbers, by search.
static int floor_quotient(int a, int b)
{
    int q = -300;
    while (b > 0 ? (q + 1) * b <= a : (q + 1) * b >= a) {
        q++;
    }
    return q;
}

#define PAIRS(type)                                \
    for (int i = CHAR_MIN; i <= CHAR_MAX; i++)     \
        for (int j = CHAR_MIN; j <= CHAR_MAX; j++) \
            for (type a = (type)i, b = (type)j, once = 1; once; once = 0)

/// One operation over all pairs of int8_t, against an expression of the ints i, j and the unsigned u, v.
#define CHECK8(name, got, want)                       \
    do {                                              \
        long wrong = 0;                               \
        PAIRS(int8_t)                                 \
        {                                             \
            unsigned u = (uint8_t)a, v = (uint8_t)b;  \
            (void)u, (void)v;                         \
            wrong += (int8_t)(got) != (int8_t)(want); \
        }                                             \
        report(name, wrong);                          \
    } while (0)

static void check_integers(void)
{
    CHECK8("addi", pto_addi(a, b), i + j);
    CHECK8("subi", pto_subi(a, b), i - j);
    CHECK8("muli", pto_muli(a, b), i * j);
    CHECK8("divsi", pto_divsi(a, b), j == 0 ? -1 : i / j);
    CHECK8("remsi", pto_remsi(a, b), j == 0 ? i : i % j);
    CHECK8("divui", pto_divui(a, b), v == 0 ? 255 : u / v);
    CHECK8("remui", pto_remui(a, b), v == 0 ? u : u % v);
    CHECK8("floordivsi", pto_floordivsi(a, b), j == 0 ? -1 : floor_quotient(i, j));
    CHECK8("ceildivsi", pto_ceildivsi(a, b), j == 0 ? -1 : -floor_quotient(-i, j));
    CHECK8("ceildivui", pto_ceildivui(a, b), v == 0 ? 255 : (u + v - 1) / v);
    CHECK8("shli", pto_shli(a, b), v >= 8 ? 0 : u << v);
    CHECK8("shrui", pto_shrui(a, b), v >= 8 ? 0 : u >> v);
    CHECK8("shrsi", pto_shrsi(a, b), v >= 8 ? (i < 0 ? -1 : 0) : i >> v);
    CHECK8("maxsi", pto_maxsi(a, b), i > j ? i : j);
    CHECK8("minsi", pto_minsi(a, b), i < j ? i : j);
    CHECK8("maxui", pto_maxui(a, b), u > v ? u : v);
    CHECK8("minui", pto_minui(a, b), u < v ? u : v);
    CHECK8("addui_extended", pto_addui_carry(a, b), u + v > 255);
    CHECK8("mulsi_extended", pto_mulsi_high(a, b), (i * j) >> 8);
    CHECK8("mului_extended", pto_mului_high(a, b), (u * v) >> 8);
}

static void check_edges(void)
{
    int64_t least = INT64_MIN, minus = -1, zero = 0, big = 70;
    int32_t least32 = INT32_MIN, minus32 = -1;
    bool yes = true, no = false;
    long wrong = 0;
    wrong += pto_divsi(least, minus) != INT64_MIN;
    wrong += pto_remsi(least, minus) != 0;
    wrong += pto_divsi(least, zero) != -1;
    wrong += pto_divui(least, zero) != -1;
    wrong += pto_divsi(least32, minus32) != INT32_MIN;
    wrong += pto_shli(minus, big) != 0;
    wrong += pto_shrsi(minus, big) != -1;
    wrong += pto_shrui(minus32, big) != 0;
    wrong += pto_addi(least, minus) != INT64_MAX;
    wrong += pto_mulsi_high(least, minus) != 0;
    wrong += pto_mului_high(minus, minus) != -2;
    report("the edges of 32 and 64 bits", wrong);
    wrong = pto_addi(yes, yes) != false;
    wrong += pto_muli(yes, no) != false;
    wrong += pto_sext(yes) != -1;
    wrong += pto_zext(yes) != 1;
    report("i1", wrong);
}

static void check_floats(void)
{
    float nan = __builtin_nanf(""), plus = 0.0f, minus = -0.0f, one = 1.0f, two = 2.0f, big = 3e38f;
    long wrong = 0;
    wrong += !isnan(pto_maximumf(nan, one)) + !isnan(pto_minimumf(one, nan));
    wrong += (pto_maxnumf(nan, one) != 1) + (pto_minnumf(two, nan) != 2);
    wrong += signbit(pto_maximumf(minus, plus)) != 0;
    wrong += signbit(pto_minimumf(plus, minus)) == 0;
    report("maximum and minimum", wrong);
    wrong = pto_cmpf_oeq(nan, nan) + pto_cmpf_one(nan, one) + !pto_cmpf_une(nan, one) + !pto_cmpf_ueq(nan, one);
    wrong += !pto_cmpf_olt(one, two) + !pto_cmpf_ult(nan, two) + pto_cmpf_ord(nan, one) + !pto_cmpf_uno(nan, one);
    report("comparisons", wrong);
    wrong = (pto_fptosi(big, 32) != INT32_MAX) + (pto_fptosi(nan, 32) != 0) + (pto_fptoui(big, 64) != UINT64_MAX);
    wrong += (pto_fptoui(minus, 8) != 0) + (pto_fptosi(two, 8) != 2);
    float low = -129.0f;
    wrong += pto_fptosi(low, 8) != -128;
    report("to integers", wrong);
    float a = 5.5f, b = -2.0f;
    wrong = (pto_remf(a, b) != fmodf(a, b)) + (pto_remf(big, a) != fmodf(big, a)) + !isnan(pto_remf(a, plus));
    report("remf", wrong);
}

/// Every bf16 and every f8 through f32 and back; ties and the ends of the range.
static void check_formats(void)
{
    long wrong = 0;
    for (uint32_t bits = 0; bits < 65536; bits++) {
        pto_bf16_t x = {(uint16_t)bits};
        float wide = pto_convertf(x, f32);
        uint32_t expect = bits << 16, got;
        memcpy(&got, &wide, 4);
        bool is_nan = (bits & 0x7F80) == 0x7F80 && (bits & 0x7F) != 0;
        wrong += is_nan ? !isnan(wide) : got != expect || pto_convertf(wide, bf16).bits != bits;
    }
    report("bf16 through f32", wrong);
    wrong = 0;
    for (uint32_t bits = 0; bits < 256; bits++) {
        pto_e4m3_t x = {(uint8_t)bits};
        float wide = pto_convertf(x, f32);
        wrong += (bits & 0x7F) == 0x7F ? !isnan(wide) : pto_convertf(wide, e4m3).bits != bits;
        pto_e5m2_t y = {(uint8_t)bits};
        wide = pto_convertf(y, f32);
        bool is_nan = (bits & 0x7C) == 0x7C && (bits & 3) != 0;
        wrong += is_nan ? !isnan(wide) : pto_convertf(wide, e5m2).bits != bits;
    }
    report("f8 through f32", wrong);
    float tie = 1.00390625f, above = 1.00390637f, far = 448.0f + 16.0f, too_far = 480.0f;
    wrong = (pto_convertf(tie, bf16).bits != 0x3F80) + (pto_convertf(above, bf16).bits != 0x3F81);
    wrong += (pto_convertf(far, e4m3).bits != 0x7E) + (pto_convertf(too_far, e4m3).bits != 0x7F);
    float huge = 1e30f, tiny = 1e-30f;
    wrong += (pto_convertf(huge, e5m2).bits != 0x7C) + (pto_convertf(tiny, e5m2).bits != 0);
    report("ties and ends of the range", wrong);
    // One rounding from 64 bits: 2^24 + 1 below half a unit of f16's largest, and a sticky bit far down.
    int64_t odd = (INT64_C(257) << 40) + 1, even = INT64_C(257) << 40;
    wrong = (pto_sitofp(odd, bf16).bits != 0x5781) + (pto_sitofp(even, bf16).bits != 0x5780);
    report("64-bit integers round once", wrong);
}

int main(void)
{
    check_integers();
    check_edges();
    check_floats();
    check_formats();
    return report_end();
}
