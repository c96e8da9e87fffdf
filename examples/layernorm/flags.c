// SPDX-License-Identifier: Apache-2.0
//
// Step 3 of docs/tutorial.md: a flag at each hand-over.

#include "rows.h"

PTO_KERNEL(layernorm, (const float *, x), (float *, y), (int32_t, rows), (int32_t, cols))
{
    float *in = pto_ub(float, 0), *out = pto_ub(float, 128 * 1024);
    int32_t pitch = (cols + 7) / 8 * 8; // rows start at multiples of 32 bytes

    pto_mte_gm_ub((float *)x, in, 0, cols * 4, .nburst = {rows, cols * 4, pitch * 4});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);

    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(normalize_rows, in, out, rows, cols, pitch);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);

    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(out, y, cols * 4, .nburst = {rows, pitch * 4, cols * 4});
}
