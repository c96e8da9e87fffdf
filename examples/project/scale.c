// SPDX-License-Identifier: Apache-2.0
//
// y = factor * x for n floats: a kernel to start from.
//
//   ptometal run scale.c in:x.f32 out:y.f32=4000 1.5 1000
//
// Tiles of the data stream through the UB. One buffer is enough to be right; two that take turns are what
// a fast kernel has (see softmax.c among the examples of ptometal).

#include <pto/lanes.h>

#define TILE 8192  // floats: 32 KiB

PTO_VF(scale_tile, (float *, x), (float *, y), (float, factor), (int32_t, n))
{
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vmuls(pto_vlds(x, i), factor, mask), y, i, mask);
    }
}

PTO_KERNEL(scale, (float *, x), (float *, y), (float, factor), (int32_t, n))
{
    float *in = pto_ub(float, 0);
    float *out = pto_ub(float, TILE * 4);

    for (int32_t at = 0; at < n; at += TILE) {
        int32_t count = n - at < TILE ? n - at : TILE;
        int32_t bytes = count * 4;

        pto_mte_gm_ub(x + at, in, 0, bytes, .nburst = {1, bytes, bytes});
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);

        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_launch(scale_tile, in, out, factor, count);
        pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);

        pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
        pto_mte_ub_gm(out, y + at, bytes, .nburst = {1, bytes, bytes});

        // The next tile overwrites both buffers: first let everything finish.
        pto_pipe_barrier(PIPE_ALL);
    }
}
