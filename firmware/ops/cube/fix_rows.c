// SPDX-License-Identifier: Apache-2.0
//
// The stages of FIXPIPE over many elements, as loops that compilers vectorise, for the most frequent types of results.
// Bit for bit what fix_element.c computes.

#include "fix.h"

static void load_floats(float *x, const uint32_t *in, bool integers)
{
    for (size_t i = 0; integers && i < PTO_FIX_BLOCK; i++) {
        x[i] = (float)(int32_t)in[i];
    }
    for (size_t i = 0; !integers && i < PTO_FIX_BLOCK; i++) {
        x[i] = pto_f32_of(in[i]);
    }
}

static void scale(float *x, const float *scales)
{
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        x[i] *= scales[i];
    }
}

static void apply_relu(float *x, uint32_t relu, const float *alphas)
{
    for (size_t i = 0; relu == PTO_NORMAL_RELU && i < PTO_FIX_BLOCK; i++) {
        x[i] = x[i] > 0 ? x[i] : 0;
    }
    for (size_t i = 0; relu != PTO_NORMAL_RELU && i < PTO_FIX_BLOCK; i++) {
        x[i] = x[i] >= 0 ? x[i] : alphas[i] * x[i];
    }
}

// Clips to the bounds; NaN becomes 0.
static void saturate(float *x, float bound)
{
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        float y = x[i] == x[i] ? x[i] : 0;
        y = y < bound ? y : bound;
        x[i] = y > -bound ? y : -bound;
    }
}

static void to_half(void *out, const float *x)
{
    pto_f16_t *y = out;
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        y[i] = pto_narrow_f16(x[i]);
    }
}

static void to_brain(void *out, const float *x)
{
    uint16_t *y = out;
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        uint32_t bits = pto_f32_bits(x[i]), rounded = bits + 0x7fff + (bits >> 16 & 1);
        y[i] = (uint16_t)(x[i] == x[i] ? rounded >> 16 : 0x7fc0);
    }
}

// Rounds to the nearest integer, ties to even: adding this leaves no fraction bits.
static const float magic = 0x1.8p23f;

// Results of 8 and 16 bits. Values beyond 2^18 are at the bounds with any offset.
static void to_small_integers(int32_t *y, float *x, const int32_t *offsets, const int32_t *low, const int32_t *high)
{
    saturate(x, 0x1p18f);
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        int32_t value = (int32_t)(pto_f32_bits(x[i] + magic) - pto_f32_bits(magic)) + offsets[i];
        value = value < low[i] ? low[i] : value;
        y[i] = value > high[i] ? high[i] : value;
    }
}

static void to_bytes(uint8_t *out, const int32_t *y)
{
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        out[i] = (uint8_t)y[i];
    }
}

static void to_shorts(uint16_t *out, const int32_t *y)
{
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        out[i] = (uint16_t)y[i];
    }
}

bool pto_fix_has_rows(const pto_fix_stage_t *stage)
{
    bool integer_result =
        stage->dst_elem == PTO_ELEM_I8 || stage->dst_elem == PTO_ELEM_U8 || stage->dst_elem == PTO_ELEM_I16;
    bool float_result =
        stage->dst_elem == PTO_ELEM_F32 || stage->dst_elem == PTO_ELEM_F16 || stage->dst_elem == PTO_ELEM_BF16;
    return !stage->half_first && !stage->four_bits && !stage->clips && (float_result || integer_result) &&
           (stage->scales || !stage->integer);
}

void pto_fix_repeat(pto_fix_channels_t *all, const pto_fix_stage_t *stage, const pto_fix_channel_t *channels)
{
    bool wide = stage->dst_elem == PTO_ELEM_I16;
    for (size_t i = 0; i < PTO_FIX_BLOCK; i++) {
        const pto_fix_channel_t *channel = &channels[i % 16];
        all->scale[i] = channel->scale;
        all->alpha[i] = channel->alpha;
        all->offset[i] = channel->offset;
        all->low[i] = wide ? INT16_MIN : channel->is_signed ? INT8_MIN : 0;
        all->high[i] = wide ? INT16_MAX : channel->is_signed ? INT8_MAX : UINT8_MAX;
    }
}

void pto_fix_rows(const pto_fix_stage_t *stage, const pto_fix_channels_t *channels, const uint32_t *in, void *out)
{
    float x[PTO_FIX_BLOCK];
    int32_t y[PTO_FIX_BLOCK];
    load_floats(x, in, stage->integer);
    if (stage->scales) {
        scale(x, channels->scale);
    }
    if (stage->relu != PTO_NO_RELU) {
        apply_relu(x, stage->relu, channels->alpha);
    }
    switch (stage->dst_elem) {
        case PTO_ELEM_F32:
            __builtin_memcpy(out, x, sizeof x);
            break;
        case PTO_ELEM_F16:
            if (stage->sat != PTO_SAT_OFF) {
                saturate(x, 65504);
            }
            to_half(out, x);
            break;
        case PTO_ELEM_BF16:
            if (stage->sat != PTO_SAT_OFF) {
                saturate(x, 0x1.fep127f);
            }
            to_brain(out, x);
            break;
        default:
            to_small_integers(y, x, channels->offset, channels->low, channels->high);
            if (stage->dst_elem == PTO_ELEM_I16) {
                to_shorts(out, y);
            } else {
                to_bytes(out, y);
            }
    }
}
