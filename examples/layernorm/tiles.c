// SPDX-License-Identifier: Apache-2.0
//
// Step 4 of docs/tutorial.md: any number of rows, in tiles that pass through one buffer.

#include "rows.h"

#define TILE_BYTES (48 * 1024)

PTO_KERNEL(layernorm, (const float *, x), (float *, y), (int32_t, rows), (int32_t, cols))
{
    float *in = pto_ub(float, 0), *out = pto_ub(float, TILE_BYTES);
    int32_t pitch = (cols + 7) / 8 * 8;
    int32_t tile_rows = TILE_BYTES / (pitch * 4);

    // At the start both buffers are free.
    pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    for (int32_t row = 0; row < rows; row += tile_rows) {
        int32_t n = rows - row < tile_rows ? rows - row : tile_rows;

        pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
        pto_mte_gm_ub((float *)x + row * cols, in, 0, cols * 4, .nburst = {n, cols * 4, pitch * 4});
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);

        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
        pto_launch(normalize_rows, in, out, n, cols, pitch);
        pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
        pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);

        pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
        pto_mte_ub_gm(out, y + row * cols, cols * 4, .nburst = {n, pitch * 4, cols * 4});
        pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    }
    pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
}
