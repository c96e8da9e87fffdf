// SPDX-License-Identifier: Apache-2.0
//
// plain of conv.cpp in C: a feature map of 16 x 6 x 7, a filter of 3 x 2, 16 channels.

#include <pto/pto.h>

#include <pto/conv.h>

#define NZ .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR

enum { H = 6, WIDTH = 7, K = 96, M = 24 };

PTO_CUBE_KERNEL(plain, (pto_f16_t *, x), (pto_f16_t *, weights), (float *, out))
{
    const pto_conv_t map = {.address = 0, .elem = PTO_ELEM_F16, .images = 1, .groups = 1, .height = H, .width = WIDTH,
                            .filter = {3, 2}, .stride = {1, 1}, .dilation = {1, 1}};
    pto_tile_t filter = pto_tile(MAT, f16, K, 16, .address = 0x10000, .slayout = PTO_BOX_COL_MAJOR);
    pto_tile_t left = pto_tile(LEFT, f16, 32, K, NZ, .valid_rows = M);
    pto_tile_t right = pto_tile(RIGHT, f16, K, 16, .slayout = PTO_BOX_COL_MAJOR);
    pto_tile_t acc = pto_tile(ACC, f32, 32, 16, NZ, .valid_rows = M);
    pto_tensor_t gm = pto_tensor(out, f32, ND, {M, 16});
    pto_mte_gm_l1_frac(x, pto_l1(pto_f16_t, 0), PTO_DN2NZ, H * WIDTH, 16, {H * WIDTH * 2, 0}, {1, 1, H * WIDTH, 0});
    pto_event_t loaded = pto_mte_gm_l1_frac(weights, pto_l1(pto_f16_t, 0x10000), PTO_DN2NZ, 6, 16, {12, 16 * 12}, {16, 16, 96, 1});
    pto_event_t patches = pto_timg2col(&left, &map, 0, 0, PTO_FMATRIX_NONE, loaded);
    pto_event_t moved = pto_tmov(&right, &filter, NULL, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, PTO_GROUP_AXIS1, loaded);
    pto_event_t done = pto_tmatmul(&acc, &left, &right, PTO_ACC_PHASE_UNSPECIFIED, patches, moved);
    pto_tstore(&gm, &acc, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, done);
}
