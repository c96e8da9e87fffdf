// SPDX-License-Identifier: Apache-2.0
//
// The bench kernels in plain C whose inner loops end inside a vector. They are a separate file because clang needs an
// option to handle such tails by a shorter vector, not by a scalar loop.

#include "bench.h"

void auto_vabs(float *restrict out, const float *restrict in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = __builtin_fabsf(in[i]);
    }
}

void auto_vabs_tile(float *restrict out, const float *restrict in, size_t rows, size_t cols, size_t pitch)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < cols; c++) {
            out[r * pitch + c] = __builtin_fabsf(in[r * pitch + c]);
        }
    }
}

void auto_copy2d(uint8_t *restrict out, const uint8_t *restrict in, size_t rows, size_t bytes, size_t pitch)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < bytes; c++) {
            out[r * bytes + c] = in[r * pitch + c];
        }
    }
}
