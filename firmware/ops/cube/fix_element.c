// SPDX-License-Identifier: Apache-2.0
//
// The numbers of FIXPIPE, one at a time: scale, ReLU, round, clip.

#include "fix.h"

// The conversions of the scalar backend.
#define PTO_VECTOR_SCALAR 1
#include <hal/vector/vector.h>

/// Stages ///

static float relu(const pto_fix_stage_t *stage, const pto_fix_channel_t *channel, float x)
{
    switch (stage->relu) {
        case PTO_NORMAL_RELU:
            return x > 0 ? x : 0;
        case PTO_SCALAR_RELU:
        case PTO_VECTOR_RELU:
            return x >= 0 ? x : channel->alpha * x;
        default:
            return x;
    }
}

static uint32_t to_half(const pto_fix_stage_t *stage, float x)
{
    pto_f16_t value = pto_to_f16((double)x, PTO_RND_R, stage->sat == PTO_SAT_OFF ? PTO_NOSAT : PTO_SAT);
    if (stage->clips && pto_wide_f16(value) > pto_wide_f16(pto_f16_of(stage->clip))) {
        value = pto_f16_of(stage->clip);
    }
    return pto_f16_bits(value);
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

// The bound of a clip in the type of the result.
static int64_t clip_bound(const pto_fix_stage_t *stage)
{
    switch (stage->dst_elem) {
        case PTO_ELEM_U8:
            return stage->clip & 0xffff;
        case PTO_ELEM_I8:
            return (int8_t)stage->clip;
        default:
            return (int16_t)stage->clip;
    }
}

static uint32_t to_integer(const pto_fix_stage_t *stage, const pto_fix_channel_t *channel, float x)
{
    int64_t value = pto_integer((double)x, PTO_RND_R, INT32_MIN, INT32_MAX) + channel->offset;
    if (stage->four_bits) {
        value = clamp(value, -8, 7);
    } else if (stage->dst_elem == PTO_ELEM_I16) {
        value = clamp(value, INT16_MIN, INT16_MAX);
    } else if (stage->dst_elem == PTO_ELEM_I32) {
        return (uint32_t)clamp(value, INT32_MIN, INT32_MAX);
    } else {
        value = channel->is_signed ? clamp(value, INT8_MIN, INT8_MAX) : clamp(value, 0, UINT8_MAX);
    }
    if (stage->clips && value > clip_bound(stage)) {
        value = clip_bound(stage);
    }
    return (uint32_t)value;
}

// i32 to i32 without quantisation.
static uint32_t plain_integer(const pto_fix_stage_t *stage, const pto_fix_channel_t *channel, int32_t x)
{
    if (stage->relu == PTO_NO_RELU || x >= 0) {
        return (uint32_t)x;
    }
    return stage->relu == PTO_NORMAL_RELU ? 0 : to_integer(stage, channel, channel->alpha * (float)x);
}

uint32_t pto_fix_element(const pto_fix_stage_t *stage, const pto_fix_channel_t *channel, uint32_t accumulator)
{
    if (stage->integer && !stage->scales) {
        return plain_integer(stage, channel, (int32_t)accumulator);
    }
    float x = stage->integer ? (float)(int32_t)accumulator : pto_f32_of(accumulator);
    if (stage->half_first) {
        x = (float)pto_wide_f16(pto_to_f16((double)x, PTO_RND_R, PTO_SAT));
    }
    if (stage->scales) {
        x *= channel->scale;
    }
    x = relu(stage, channel, x);
    pto_attr_t sat = stage->sat == PTO_SAT_OFF || (stage->sat == PTO_SAT_PRESERVE_NAN && x != x) ? PTO_NOSAT : PTO_SAT;
    switch (stage->dst_elem) {
        case PTO_ELEM_F32:
            return pto_f32_bits(x);
        case PTO_ELEM_F16:
            return to_half(stage, x);
        case PTO_ELEM_BF16:
            return pto_to_bf16((double)x, PTO_RND_R, stage->sat == PTO_SAT_OFF ? PTO_NOSAT : PTO_SAT).bits;
        case PTO_ELEM_E4M3:
            return pto_to_e4m3((double)x, PTO_RND_R, sat).bits;
        case PTO_ELEM_E5M2:
            return pto_to_e5m2((double)x, PTO_RND_R, sat).bits;
        case PTO_ELEM_HIF8:
            return pto_to_hif8((double)x, PTO_RND_A, sat).bits;
        default:
            return to_integer(stage, channel, x);
    }
}
