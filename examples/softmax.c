// SPDX-License-Identifier: Apache-2.0
//
// Softmax of each row of a rows x cols matrix, of any number of rows and up to 8192 columns.
//
//   ptometal run examples/softmax.c in:examples/data/scores.f32 out:softmax.f32=360000 300 300
//
// The matrix streams through the UB in tiles of whole rows. Two input and two output buffers take turns
// (ping-pong), so that MTE2 loads tile i+1 and MTE3 stores tile i-1 while the vector pipe works on tile i.
// Here event flags keep the three pipes in step; rmsnorm.c does the same with buffer tokens.

#include <pto/lanes.h>

// Where the UB buffers lie.
#define BUFFER_BYTES (56 * 1024)
#define UB_IN(i)     pto_ub(float, (i) * BUFFER_BYTES)
#define UB_OUT(i)    pto_ub(float, (2 + (i)) * BUFFER_BYTES)

// `pitch` is the distance in floats from row to row in the UB.
PTO_VF(softmax_tile, (float *, in), (float *, out), (int32_t, rows), (int32_t, cols), (int32_t, pitch))
{
    for (int32_t r = 0; r < rows; r++, in += pitch, out += pitch) {
        // The maximum: of each lane of an accumulator, then of its lanes.
        pto_fold_f32_t max = pto_fold_f32(-__builtin_inff());
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_fold_max(max, pto_vlds(in, i), mask);
        }
        float top = pto_folded_max(max);

        // e^(x - max), and their sum.
        pto_fold_f32_t sum = pto_fold_f32(0.0f);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_strip(f32) e = pto_vexp(pto_vsubs(pto_vlds(in, i), top, mask), mask);
            pto_vsts(e, out, i, mask);
            pto_fold_add(sum, e, mask);
        }
        float total = pto_folded_sum(sum);

        pto_mem_bar(PTO_VST_VLD);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_vsts(pto_vdiv(pto_vlds(out, i), pto_vbr(total), mask), out, i, mask);
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
