// SPDX-License-Identifier: Apache-2.0
//
// Lane functions: the most frequent conversions.

#include "lanes.h"

#ifdef PTO_HAS_STRIPS
PTO_LANE_HEAD(tcvt, f16_f32)
{
    PTO_LANE_D;
    PTO_LANE_A;
    PTO_LANE_STRIPS(f32, m8, {
        vfloat16m4_t x = PTO_STRIP_LOAD(f16, m4, (const pto_f16_t *)(const void *)a);
        a += pto_half;
        PTO_LANE_STORE(f32, m8, __riscv_vfwcvt_f(x, pto_vl))
    })
}

PTO_LANE_HEAD(tcvt, f32_f16)
{
    PTO_LANE_D;
    PTO_LANE_A;
    PTO_LANE_STRIPS(f16, m4, {
        vfloat32m8_t x = PTO_STRIP_LOAD(f32, m8, (const float *)(const void *)a);
        a += 2 * pto_step;
        PTO_LANE_STORE(f16, m4, __riscv_vfncvt_f(x, pto_vl))
    })
}
#else
PTO_LANE_HEAD(tcvt, f16_f32)
{
    float *d = d_;
    const pto_f16_t *a = a_;
    PTO_LANE_LOOP_C
    {
        d[i] = (float)pto_wide_f16(a[i]);
    }
}

PTO_LANE_HEAD(tcvt, f32_f16)
{
    pto_f16_t *d = d_;
    const float *a = a_;
    PTO_LANE_LOOP_C
    {
        d[i] = pto_narrow_f16(a[i]);
    }
}
#endif

extern const pto_tile_routine_t pto_lanes_tcvt_f16_f32, pto_lanes_tcvt_f32_f16;
const pto_tile_routine_t pto_lanes_tcvt_f16_f32 = lanes_tcvt_f16_f32, pto_lanes_tcvt_f32_f16 = lanes_tcvt_f32_f16;
