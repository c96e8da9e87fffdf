// SPDX-License-Identifier: Apache-2.0
//
// Lane functions: exponentials, logarithms, roots, powers. With vectors they are those of the vector instructions.

#include <hal/vector/vector.h>

#include "lanes.h"
#include "power.h"

#ifdef PTO_HAS_STRIPS
#define MATH(fn, T, L) PTO_STRIP_MATH(fn, T, L)(x, pto_vl)
#define MATH_LANES(id, fn, scalar)                         \
    PTO_LANES_MATH(id, f32, m4, MATH(fn, f32, m4), scalar(x)) \
    PTO_LANES_MATH(id, f16, m2, MATH(fn, f16, m2), scalar((float)x))
#else
#define MATH_LANES(id, fn, scalar)   \
    PTO_LANES_C1(id, f32, scalar(x)) \
    PTO_LANES_C1(id, f16, scalar((float)x))
#endif

#ifdef PTO_HAS_STRIPS
PTO_LANES_MATH(texp, f32, m8, MATH(exp, f32, m8), )
PTO_LANES_MATH(texp, f16, m4, MATH(exp, f16, m4), )
#else
PTO_LANES_C1(texp, f32, pto_scalar_exp(x))
PTO_LANES_C1(texp, f16, pto_scalar_exp((float)x))
#endif
MATH_LANES(tlog, ln, pto_scalar_ln)
MATH_LANES(trsqrt, rsqrt, pto_scalar_rsqrt)
PTO_LANES_TABLE(texp, PTO_FOR_F16_32(PTO_ROW, texp));
PTO_LANES_TABLE(tlog, PTO_FOR_F16_32(PTO_ROW, tlog));
PTO_LANES_TABLE(trsqrt, PTO_FOR_F16_32(PTO_ROW, trsqrt));

PTO_LANES_INSTRUCTION(tsqrt, 1, vsqrt, PTO_FOR_F16_32);

// e^(x - s) and e^(x - y): the difference is rounded first, as vexpdif does.
#ifdef PTO_HAS_STRIPS
#define EXPDIF(fn, T, L, y) PTO_STRIP_MATH(exp, T, L)(PTO_LANEWISE(fn, T, L)(x, y), pto_vl)
PTO_LANES_1S(texpdifs, f32, m4, EXPDIF(vsubs, f32, m4, s), )
PTO_LANES_1S(texpdifs, f16, m2, EXPDIF(vsubs, f16, m2, s), )
PTO_LANES_2(texpdif, f32, m4, EXPDIF(vsub, f32, m4, y), )
PTO_LANES_2(texpdif, f16, m2, EXPDIF(vsub, f16, m2, y), )
#else
PTO_LANES_C1(texpdifs, f32, pto_scalar_exp(x - s))
PTO_LANES_C1(texpdifs, f16, pto_scalar_exp((float)PTO_LANE_ROUND(f16, x - s)))
PTO_LANES_C2(texpdif, f32, pto_scalar_exp(x - y))
PTO_LANES_C2(texpdif, f16, pto_scalar_exp((float)PTO_LANE_ROUND(f16, x - y)))
#endif
PTO_LANES_TABLE(texpdifs, PTO_FOR_F16_32(PTO_ROW, texpdifs));
PTO_LANES_TABLE(texpdif, PTO_FOR_F16_32(PTO_ROW, texpdif));

/// Powers ///

static int64_t power_int(int64_t base, int64_t exponent)
{
    if (exponent < 0) {
        return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
    }
    uint64_t result = 1, factor = (uint64_t)base;
    for (; exponent != 0; exponent >>= 1) {
        result *= exponent & 1 ? factor : 1;
        factor *= factor;
    }
    return (int64_t)result;
}

#define POWER_INT(T, ...)                  \
    PTO_LANES_C2(tpow, T, power_int(x, y)) \
    PTO_LANES_C1(tpows, T, power_int(x, s))
PTO_FOR_INTS(POWER_INT, )
#define POWER_FLOAT(T, ...)                                  \
    PTO_LANES_C2(tpow, T, pto_power_f32((float)x, (float)y)) \
    PTO_LANES_C1(tpows, T, pto_power_f32((float)x, (float)s))
PTO_FOR_FLOATS(POWER_FLOAT, )
PTO_LANES_TABLE(tpow, PTO_FOR_INTS(PTO_ROW, tpow) PTO_FOR_FLOATS(PTO_ROW, tpow));
PTO_LANES_TABLE(tpows, PTO_FOR_INTS(PTO_ROW, tpows) PTO_FOR_FLOATS(PTO_ROW, tpows));
