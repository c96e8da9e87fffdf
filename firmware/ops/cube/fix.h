// SPDX-License-Identifier: Apache-2.0
//
// One accumulator through the stages of FIXPIPE. Private to firmware/ops/cube.
#ifndef PTO_OPS_FIX_H
#define PTO_OPS_FIX_H

#include <pto/cube.h>

// The conversion of all elements of a store.
typedef struct {
    uint8_t dst_elem;
    bool integer;     // the accumulator is i32
    bool scales;      // multiplied by the channel's scale
    bool half_first;  // rounded to f16 before that
    bool four_bits;   // the result is a signed number of 4 bits
    bool clips;
    uint8_t relu;  // pto_relu_pre_t
    uint8_t sat;   // pto_sat_mode_t
    uint32_t clip;
} pto_fix_stage_t;

// Parameters of a channel, a column of the result.
typedef struct {
    float scale, alpha;
    int32_t offset;
    bool is_signed;
} pto_fix_channel_t;

// The bits of the result, in the low bits.
uint32_t pto_fix_element(const pto_fix_stage_t *stage, const pto_fix_channel_t *channel, uint32_t accumulator);

// Blocks of 16 x 16 elements.
#define PTO_FIX_BLOCK 256

// The parameters of each element of a block.
typedef struct {
    float scale[PTO_FIX_BLOCK], alpha[PTO_FIX_BLOCK];
    int32_t offset[PTO_FIX_BLOCK], low[PTO_FIX_BLOCK], high[PTO_FIX_BLOCK];
} pto_fix_channels_t;

// Whether pto_fix_rows implements the stages.
bool pto_fix_has_rows(const pto_fix_stage_t *stage);

// 16 channels, row after row.
void pto_fix_repeat(pto_fix_channels_t *all, const pto_fix_stage_t *stage, const pto_fix_channel_t *channels);

// The results of a block of accumulators, row after row.
void pto_fix_rows(const pto_fix_stage_t *stage, const pto_fix_channels_t *channels, const uint32_t *in, void *out);

#endif
