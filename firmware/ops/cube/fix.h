// SPDX-License-Identifier: Apache-2.0
//
// One accumulator through the stages of FIXPIPE. Private to firmware/ops/cube.
#ifndef PTO_OPS_FIX_H
#define PTO_OPS_FIX_H

#include <pto/cube.h>

// What all elements of a store have in common.
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

#endif
