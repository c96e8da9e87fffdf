// SPDX-License-Identifier: Apache-2.0
//
// examples/softmax.pto in C, instruction by instruction, in plain loops over registers: the cycles must be the same.

#include <pto/pto.h>

#define BUFFER_BYTES (56 * 1024)
#define UB_IN(i)     pto_ub(float, (i) * BUFFER_BYTES)
#define UB_OUT(i)    pto_ub(float, (2 + (i)) * BUFFER_BYTES)

PTO_VF(softmax_tile, (float *, ub_in), (float *, ub_out), (int32_t, rows), (int32_t, cols), (int32_t, pitch))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t r = 0; r < rows; r++) {
        float *in = ub_in + r * pitch, *out = ub_out + r * pitch;
        pto_vf32_t max = pto_vbr(-__builtin_inff());
        int32_t left = cols;
        for (int32_t c = 0; c < cols; c += 64) {
            pto_b32_t mask = pto_plt_b32(left, &left);
            pto_vf32_t x = pto_vlds(in, c);
            max = pto_vsel(pto_vmax(max, x, mask), max, mask);
        }
        max = pto_vdup(pto_vcmax(max, all), all, PTO_LOWEST);
        pto_vf32_t sum = pto_vbr(0.0f);
        left = cols;
        for (int32_t c = 0; c < cols; c += 64) {
            pto_b32_t mask = pto_plt_b32(left, &left);
            pto_vf32_t e = pto_vexp(pto_vsub(pto_vlds(in, c), max, mask), mask);
            pto_vsts(e, out, c, mask);
            sum = pto_vadd(sum, e, all);
        }
        sum = pto_vdup(pto_vcadd(sum, all), all, PTO_LOWEST);
        pto_mem_bar(PTO_VST_VLD);
        left = cols;
        for (int32_t c = 0; c < cols; c += 64) {
            pto_b32_t mask = pto_plt_b32(left, &left);
            pto_vsts(pto_vdiv(pto_vlds(out, c), sum, mask), out, c, mask);
        }
    }
}
PTO_KERNEL(softmax, (float *, x), (float *, y), (int32_t, rows), (int32_t, cols))
{
    // Rows start at multiples of 32 bytes in the UB, whatever their length.
    int32_t pitch = (cols + 7) / 8 * 8;
    int32_t tile_rows = BUFFER_BYTES / (pitch * 4);
    int32_t tiles = (rows + tile_rows - 1) / tile_rows;

    // A flag a buffer and direction. At the start both inputs and both outputs are free.
    for (int32_t i = 0; i < 2; i++) {
        pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + i);
        pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID0 + i);
    }

    for (int32_t tile = 0; tile < tiles; tile++) {
        int32_t pp = tile % 2;
        int32_t row = tile * tile_rows;
        int32_t n = rows - row < tile_rows ? rows - row : tile_rows;

        pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + pp); // the input buffer has been read
        pto_mte_gm_ub(x + row * cols, UB_IN(pp), 0, cols * 4, .nburst = {n, cols * 4, pitch * 4});
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0 + pp);

        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0 + pp);
        pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0 + pp); // the output buffer has been stored
        pto_launch(softmax_tile, UB_IN(pp), UB_OUT(pp), n, cols, pitch);
        pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + pp);
        pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0 + pp);

        pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0 + pp);
        pto_mte_ub_gm(UB_OUT(pp), y + row * cols, cols * 4, .nburst = {n, pitch * 4, cols * 4});
        pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID0 + pp);
    }

    // The last two iterations set flags that no iteration waits for: consume them.
    for (int32_t i = 0; i < 2; i++) {
        pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + i);
        pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0 + i);
    }
}
