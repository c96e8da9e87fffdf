// SPDX-License-Identifier: Apache-2.0
//
// RMSNorm of each row of a rows x cols matrix: y = x / sqrt(mean(x^2) + eps) * gain, up to 4096 columns.
//
//   ptometal run examples/rmsnorm.c in:examples/data/hidden.f32 in:examples/data/gain.f32
//       out:rmsnorm.f32=300000 300 250 1e-5
//
// The tiles stream as in softmax.c, but buffer tokens keep the pipes in step: a pipe takes the token of a
// buffer (get_buf) before it touches the buffer and gives it back afterwards (rls_buf). Tokens change hands
// in program order, so nothing has to be primed before the loop or drained behind it.

#include <pto/lanes.h>

// Where the UB buffers lie; the gain comes first and stays.
#define GAIN_BYTES   (16 * 1024)
#define BUFFER_BYTES (56 * 1024)
#define UB_GAIN      pto_ub(float, 0)
#define UB_IN(i)     pto_ub(float, GAIN_BYTES + (i) * BUFFER_BYTES)
#define UB_OUT(i)    pto_ub(float, GAIN_BYTES + (2 + (i)) * BUFFER_BYTES)

enum { TOKEN_GAIN, TOKEN_IN, TOKEN_OUT = TOKEN_IN + 2 };

// `pitch` is the distance in floats from row to row in the UB.
PTO_VF(rmsnorm_tile, (float *, in), (float *, gain), (float *, out), (int32_t, rows), (int32_t, cols),
       (int32_t, pitch), (float, eps))
{
    for (int32_t r = 0; r < rows; r++, in += pitch, out += pitch) {
        // The squares' mean, a number a row and so plain C.
        pto_fold_f32_t squares = pto_fold_f32(0.0f);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_strip(f32) x = pto_vlds(in, i);
            pto_fold_add(squares, pto_vmul(x, x, mask), mask);
        }
        float mean = pto_folded_sum(squares) * (1.0f / (float)cols);
        float rms = __builtin_sqrtf(mean + eps);

        // The row by its root, and the gain.
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_strip(f32) y = pto_vdiv(pto_vlds(in, i), pto_vbr(rms), mask);
            pto_vsts(pto_vmul(y, pto_vlds(gain, i), mask), out, i, mask);
        }
    }
}

PTO_KERNEL(rmsnorm, (float *, x), (float *, gain), (float *, y), (int32_t, rows), (int32_t, cols), (float, eps))
{
    // Rows start at multiples of 32 bytes in the UB, whatever their length.
    int32_t pitch = (cols + 7) / 8 * 8;
    int32_t tile_rows = BUFFER_BYTES / (pitch * 4);
    int32_t tiles = (rows + tile_rows - 1) / tile_rows;

    pto_get_buf(PIPE_MTE2, TOKEN_GAIN, 0);
    pto_mte_gm_ub(gain, UB_GAIN, 0, cols * 4, .nburst = {1, cols * 4, pitch * 4});
    pto_rls_buf(PIPE_MTE2, TOKEN_GAIN, 0);
    pto_get_buf(PIPE_V, TOKEN_GAIN, 0);

    for (int32_t tile = 0; tile < tiles; tile++) {
        int32_t pp = tile % 2;
        int32_t row = tile * tile_rows;
        int32_t n = rows - row < tile_rows ? rows - row : tile_rows;

        pto_get_buf(PIPE_MTE2, TOKEN_IN + pp, 0);
        pto_mte_gm_ub(x + row * cols, UB_IN(pp), 0, cols * 4, .nburst = {n, cols * 4, pitch * 4});
        pto_rls_buf(PIPE_MTE2, TOKEN_IN + pp, 0);

        pto_get_buf(PIPE_V, TOKEN_IN + pp, 0);
        pto_get_buf(PIPE_V, TOKEN_OUT + pp, 0);
        pto_launch(rmsnorm_tile, UB_IN(pp), UB_GAIN, UB_OUT(pp), n, cols, pitch, eps);
        pto_rls_buf(PIPE_V, TOKEN_IN + pp, 0);
        pto_rls_buf(PIPE_V, TOKEN_OUT + pp, 0);

        pto_get_buf(PIPE_MTE3, TOKEN_OUT + pp, 0);
        pto_mte_ub_gm(UB_OUT(pp), y + row * cols, cols * 4, .nburst = {n, pitch * 4, cols * 4});
        pto_rls_buf(PIPE_MTE3, TOKEN_OUT + pp, 0);
    }
    pto_rls_buf(PIPE_V, TOKEN_GAIN, 0);
}
