// SPDX-License-Identifier: Apache-2.0

#include <hal/cube/cube.h>

// A byte holds two elements of 4 bits, the first in its low half.
static void transpose_packed(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column, size_t rows,
                             size_t columns)
{
    for (size_t column = 0; column < columns; column++) {
        const uint8_t *from = src + (ptrdiff_t)(column / 64) * src_column + column % 64 / 2;
        uint32_t shift = column % 2 * 4;
        for (size_t row = 0; row < rows; row += 2) {
            uint32_t low = from[row * 32] >> shift & 15, high = from[row * 32 + 32] >> shift & 15;
            dst[(ptrdiff_t)(row / 64) * dst_column + (ptrdiff_t)(column * 32 + row % 64 / 2)] =
                (uint8_t)(low | high << 4);
        }
    }
}

void hal_cube_transpose_scalar(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column,
                               size_t rows, size_t columns, uint32_t bits)
{
    if (bits == 4) {
        transpose_packed(dst, dst_column, src, src_column, rows, columns);
        return;
    }
    size_t bytes = bits / 8, elements = 32 / bytes;
    for (size_t column = 0; column < columns; column++) {
        const uint8_t *from = src + (ptrdiff_t)(column / elements) * src_column + column % elements * bytes;
        for (size_t row = 0; row < rows; row++) {
            uint8_t *to = dst + (ptrdiff_t)(row / elements) * dst_column + column * 32 + row % elements * bytes;
            for (size_t i = 0; i < bytes; i++) {
                to[i] = from[row * 32 + i];
            }
        }
    }
}

#ifndef __riscv_vector
void hal_cube_transpose(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column, size_t rows,
                        size_t columns, uint32_t bits)
{
    hal_cube_transpose_scalar(dst, dst_column, src, src_column, rows, columns, bits);
}
#endif
