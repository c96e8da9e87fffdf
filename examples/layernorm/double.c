// SPDX-License-Identifier: Apache-2.0
//
// Step 5 of docs/tutorial.md: two buffers on each side take turns.

#include "rows.h"

#define TILE_BYTES (48 * 1024)
#define UB_IN(i)   pto_ub(float, (i) * TILE_BYTES)
#define UB_OUT(i)  pto_ub(float, (2 + (i)) * TILE_BYTES)

PTO_KERNEL(layernorm, (const float *, x), (float *, y), (int32_t, rows), (int32_t, cols))
{
    int32_t pitch = (cols + 7) / 8 * 8;
    int32_t tile_rows = TILE_BYTES / (pitch * 4);

    for (int32_t id = 0; id < 2; id++) {
        pto_set_flag(PIPE_V, PIPE_MTE2, id);
        pto_set_flag(PIPE_MTE3, PIPE_V, id);
    }
    for (int32_t row = 0, id = 0; row < rows; row += tile_rows, id ^= 1) {
        int32_t n = rows - row < tile_rows ? rows - row : tile_rows;

        pto_wait_flag(PIPE_V, PIPE_MTE2, id);
        pto_mte_gm_ub((float *)x + row * cols, UB_IN(id), 0, cols * 4, .nburst = {n, cols * 4, pitch * 4});
        pto_set_flag(PIPE_MTE2, PIPE_V, id);

        pto_wait_flag(PIPE_MTE2, PIPE_V, id);
        pto_wait_flag(PIPE_MTE3, PIPE_V, id);
        pto_launch(normalize_rows, UB_IN(id), UB_OUT(id), n, cols, pitch);
        pto_set_flag(PIPE_V, PIPE_MTE2, id);
        pto_set_flag(PIPE_V, PIPE_MTE3, id);

        pto_wait_flag(PIPE_V, PIPE_MTE3, id);
        pto_mte_ub_gm(UB_OUT(id), y + row * cols, cols * 4, .nburst = {n, pitch * 4, cols * 4});
        pto_set_flag(PIPE_MTE3, PIPE_V, id);
    }
    for (int32_t id = 0; id < 2; id++) {
        pto_wait_flag(PIPE_V, PIPE_MTE2, id);
        pto_wait_flag(PIPE_MTE3, PIPE_V, id);
    }
}
