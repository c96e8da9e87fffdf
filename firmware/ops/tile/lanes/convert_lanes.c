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

// bf16 is the upper half of f32: integers do what not every core has instructions for.
PTO_LANE_HEAD(tcvt, bf16_f32)
{
    PTO_LANE_D;
    PTO_LANE_A;
    PTO_LANE_STRIPS(u32, m8, {
        vuint16m4_t x = __riscv_vle16_v_u16m4((const uint16_t *)(const void *)a, pto_vl);
        a += pto_half;
        PTO_LANE_STORE(u32, m8, __riscv_vsll(__riscv_vzext_vf2(x, pto_vl), 16, pto_vl))
    })
}

// A clip by 16 bits has an explicit rounding mode; the sum makes every NaN canonical. There are two strips in each
// iteration, as sums and clips need different vector lengths.
#define BF16_SUM(x, at)                                                                                          \
    vfloat32m8_t x = __riscv_vle32_v_f32m8((const float *)(const void *)(at), pto_vl);                           \
    x = __riscv_vfadd(x, -0.0f, pto_vl);
#define BF16_CLIP(x, rounding)                                                                                   \
    PTO_LANE_STORE(u16, m4, __riscv_vnclipu(__riscv_vreinterpret_v_f32m8_u32m8(x), 16, rounding, pto_vl))
#define BF16_STRIPS(rounding)                                                                                    \
    PTO_LANE_D;                                                                                                  \
    PTO_LANE_A;                                                                                                  \
    PTO_LANE_STRIPS_(u16, m4, 2,                                                                                 \
                     {                                                                                           \
                         BF16_SUM(x, a)                                                                          \
                         BF16_SUM(y, a + 2 * pto_step)                                                           \
                         a += 4 * pto_step;                                                                      \
                         BF16_CLIP(x, rounding)                                                                  \
                         BF16_CLIP(y, rounding)                                                                  \
                     },                                                                                          \
                     {                                                                                           \
                         BF16_SUM(x, a)                                                                          \
                         a += 2 * pto_step;                                                                      \
                         BF16_CLIP(x, rounding)                                                                  \
                     })

PTO_LANE_HEAD(tcvt, f32_bf16)
{
    BF16_STRIPS(__RISCV_VXRM_RNE)
}

PTO_LANE_HEAD(tcvt, f32_bf16_away)
{
    BF16_STRIPS(__RISCV_VXRM_RNU)
}

PTO_LANE_HEAD(tcvt, i32_f32)
{
    PTO_LANE_D;
    PTO_LANE_A;
    PTO_LANE_STRIPS(f32, m8, {
        PTO_LANE_LOAD(x, i32, m8, a)
        PTO_LANE_STORE(f32, m8, __riscv_vfcvt_f(x, pto_vl))
    })
}
#else
PTO_LANE_HEAD(tcvt, f16_f32)
{
    float *d = d_;
    const pto_f16_t *a = a_;
    PTO_LANE_LOOP_C
    {
        d[i] = pto_narrow_f32(pto_wide_f16(a[i]));
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

PTO_LANE_HEAD(tcvt, bf16_f32)
{
    uint32_t *d = d_;
    const uint16_t *a = a_;
    PTO_LANE_LOOP_C
    {
        d[i] = (uint32_t)a[i] << 16;
    }
}

#define BF16_LOOP(half)                                                                 \
    uint16_t *d = d_;                                                                   \
    const uint32_t *a = a_;                                                             \
    PTO_LANE_LOOP_C                                                                     \
    {                                                                                   \
        uint32_t x = a[i];                                                              \
        d[i] = (uint16_t)((x & 0x7fffffff) > 0x7f800000 ? 0x7fc0 : (x + (half)) >> 16); \
    }

PTO_LANE_HEAD(tcvt, f32_bf16)
{
    BF16_LOOP(0x7fff + (x >> 16 & 1))
}

PTO_LANE_HEAD(tcvt, f32_bf16_away)
{
    BF16_LOOP(0x8000)
}

PTO_LANE_HEAD(tcvt, i32_f32)
{
    float *d = d_;
    const int32_t *a = a_;
    PTO_LANE_LOOP_C
    {
        d[i] = (float)a[i];
    }
}
#endif

#define PTO_TILE_CONVERSION(FROM, TO, is_rounding, name) \
    void pto_tile_tcvt_##name(const pto_tile_run_t *run) { lanes_tcvt_##name(run); }
PTO_TILE_CONVERSIONS(PTO_TILE_CONVERSION)
