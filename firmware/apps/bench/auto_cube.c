// SPDX-License-Identifier: Apache-2.0
//
// Products in fractal order as plain C: computes 16 contiguous results of a row at a time.

#include "cube.h"

#define MAD(name, T, R)                                                            \
    void name(R *restrict c, const T *restrict a, const T *restrict b, size_t n)   \
    {                                                                              \
        const size_t columns = 32 / sizeof(T);                                     \
        for (size_t j = 0; j < n; j += 16) {                                       \
            for (size_t i = 0; i < n; i++) {                                       \
                R sum[16] = {0};                                                   \
                for (size_t k = 0; k < n; k++) {                                   \
                    const size_t column = k / columns * n * columns + k % columns; \
                    const R x = (R)a[column + i * columns];                        \
                    for (size_t lane = 0; lane < 16; lane++) {                     \
                        sum[lane] += x * (R)b[column + (j + lane) * columns];      \
                    }                                                              \
                }                                                                  \
                for (size_t lane = 0; lane < 16; lane++) {                         \
                    c[(j / 16 * n + i) * 16 + lane] = sum[lane];                   \
                }                                                                  \
            }                                                                      \
        }                                                                          \
    }

MAD(auto_mad_f32, float, float)
MAD(auto_mad_f16, _Float16, float)
MAD(auto_mad_i8, int8_t, int32_t)
