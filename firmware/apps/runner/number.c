// SPDX-License-Identifier: Apache-2.0
//
// Does not use strtod() of a libc: it stores errno, which is thread-local, and tp points to our harts.

#include "number.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int digit(char c)
{
    if (is_digit(c)) {
        return c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static bool skip_word(const char **text, const char *word)
{
    const char *p = *text;
    for (; *word != 0; p++, word++) {
        if ((*p | 0x20) != *word) {
            return false;
        }
    }
    *text = p;
    return true;
}

/// Integers ///

static const char *parse_magnitude(const char *p, uint64_t *value)
{
    unsigned base = 10;
    if (p[0] == '0' && (p[1] | 0x20) == 'x') {
        base = 16;
        p += 2;
    }
    if ((unsigned)digit(*p) >= base) {
        return "is no integer";
    }
    *value = 0;
    for (; (unsigned)digit(*p) < base; p++) {
        if (__builtin_mul_overflow(*value, base, value) || __builtin_add_overflow(*value, (unsigned)digit(*p), value)) {
            return "is too large";
        }
    }
    return *p == 0 ? NULL : "is no integer";
}

static const char *parse_integer(const char *text, const pto_param_t *param, uint64_t *slot)
{
    bool negative = *text == '-';
    const char *digits = text + (*text == '-' || *text == '+');
    uint64_t value;
    const char *wrong = parse_magnitude(digits, &value);
    if (wrong != NULL) {
        return wrong;
    }
    unsigned bits = 8 * param->bytes;
    uint64_t unsigned_max = UINT64_MAX >> (64 - bits), signed_max = unsigned_max >> 1;
    // In hexadecimal a signed parameter also accepts bit patterns: 0xffffffff is -1.
    bool pattern = digits[0] == '0' && (digits[1] | 0x20) == 'x';
    bool whole = param->kind == PTO_PARAM_UINT || pattern;
    uint64_t max = negative ? signed_max + 1 : whole ? unsigned_max : signed_max;
    if (value > max || (negative && value != 0 && param->kind == PTO_PARAM_UINT)) {
        return "is out of range";
    }
    *slot = (negative ? -value : value) & unsigned_max;
    return NULL;
}

/// Floating point ///

static double scale(double value, int exponent)
{
    // Powers up to 10^22 are exact, so one step is correctly rounded; more steps may be off by a few ulp.
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    for (; exponent > 22; exponent -= 22) {
        value *= 1e22;
    }
    for (; exponent < -22; exponent += 22) {
        value /= 1e22;
    }
    return exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
}

// A decimal number: mantissa * 10^exponent.
typedef struct {
    uint64_t mantissa;
    int exponent;
} decimal_t;

// [0-9]* ["." [0-9]*] with at least one digit; NULL without one. Digits that the mantissa cannot hold are dropped.
static const char *parse_mantissa(const char *p, decimal_t *number)
{
    bool point = false, any = false;
    for (; is_digit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        any = true;
        if (number->mantissa < UINT64_C(100000000000000000)) {
            number->mantissa = number->mantissa * 10 + (uint64_t)(*p - '0');
            number->exponent -= point;
        } else {
            number->exponent += !point;
        }
    }
    return any ? p : NULL;
}

// [eE] [+-]? [0-9]+; NULL without a digit.
static const char *parse_exponent(const char *p, decimal_t *number)
{
    bool negative = p[1] == '-';
    p += 1 + (p[1] == '-' || p[1] == '+');
    if (!is_digit(*p)) {
        return NULL;
    }
    int power = 0;
    for (; is_digit(*p); p++) {
        power = power < 10000 ? power * 10 + (*p - '0') : power;
    }
    number->exponent += negative ? -power : power;
    return p;
}

static const char *parse_decimal(const char *p, double *value)
{
    decimal_t number = {0};
    p = parse_mantissa(p, &number);
    if (p != NULL && (*p | 0x20) == 'e') {
        p = parse_exponent(p, &number);
    }
    if (p == NULL) {
        return "is no number";
    }
    // Trailing zeros would cost exactness: 100000 is 1 * 10^5.
    while (number.mantissa != 0 && number.mantissa % 10 == 0 && number.exponent < 0) {
        number.mantissa /= 10;
        number.exponent++;
    }
    *value = number.mantissa == 0 ? 0 : scale((double)number.mantissa, number.exponent);
    return *p != 0 ? "is no number" : __builtin_isinf(*value) ? "is out of range" : NULL;
}

static const char *parse_double(const char *text, double *value)
{
    bool negative = *text == '-';
    const char *p = text + (*text == '-' || *text == '+');
    const char *wrong = NULL;
    uint64_t integer;
    if (p[0] == '0' && (p[1] | 0x20) == 'x') {
        wrong = parse_magnitude(p, &integer);
        *value = wrong == NULL ? (double)integer : 0;
    } else if (skip_word(&p, "infinity") || skip_word(&p, "inf")) {
        *value = __builtin_inf();
        wrong = *p == 0 ? NULL : "is no number";
    } else if (skip_word(&p, "nan")) {
        *value = __builtin_nan("");
        wrong = *p == 0 ? NULL : "is no number";
    } else {
        wrong = parse_decimal(p, value);
    }
    *value = negative ? -*value : *value;
    return wrong;
}

// Round to nearest, ties to even; a NaN stays one.
static uint16_t to_bf16(float value)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    if (value != value) {
        return (uint16_t)(bits >> 16 | 0x40);
    }
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static const char *parse_float(const char *text, const pto_param_t *param, uint64_t *slot)
{
    double value;
    const char *wrong = parse_double(text, &value);
    if (wrong != NULL) {
        return wrong;
    }
    float single = (float)value;
    uint64_t infinity = 0;
    *slot = 0;
    if (param->kind == PTO_PARAM_BF16) {
        *slot = to_bf16(single);
        infinity = 0x7f80;
    } else if (param->bytes == 2) {
        pto_f16_t half = pto_narrow_f16(value);
        __builtin_memcpy(slot, &half, sizeof half);
        infinity = 0x7c00;
    } else if (param->bytes == 4) {
        __builtin_memcpy(slot, &single, sizeof single);
        infinity = 0x7f800000;
    } else {
        __builtin_memcpy(slot, &value, sizeof value);
        infinity = UINT64_C(0x7ff0000000000000);
    }
    return __builtin_isfinite(value) && (*slot & infinity) == infinity ? "is out of range" : NULL;
}

const char *runner_number(const char *text, const pto_param_t *param, uint64_t *slot)
{
    switch (param->kind) {
        case PTO_PARAM_INT:
        case PTO_PARAM_UINT:
            return parse_integer(text, param, slot);
        case PTO_PARAM_FLOAT:
        case PTO_PARAM_BF16:
            return parse_float(text, param, slot);
        default:
            return "is for a parameter that a command line cannot give";
    }
}
