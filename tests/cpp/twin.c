// SPDX-License-Identifier: Apache-2.0
//
// The kernel `flagged` of kernels.cpp in C: the same bytes, in about as many instructions.

#include <pto/pto.h>
#include <pto/tile.h>

PTO_KERNEL(flagged, (float *, a), (float *, b), (float *, out))
{
    pto_tile_t x = pto_tile(VEC, f32, 64, 64, .address = 0), y = pto_tile(VEC, f32, 64, 64, .address = 0x4000);
    pto_tensor_t a_gm = pto_tensor(a, f32, ND, {64, 64}), b_gm = pto_tensor(b, f32, ND, {64, 64});
    pto_tensor_t out_gm = pto_tensor(out, f32, ND, {64, 64});
    pto_tload(&x, &a_gm, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_tload(&y, &b_gm, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_tadd(&x, &x, &y);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_tstore(&out_gm, &x, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
}
