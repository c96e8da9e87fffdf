// SPDX-License-Identifier: Apache-2.0

#include <hal/cube/cube.h>

#include <riscv_vector.h>

// A piece of a source column is strided, and 32 bytes in a row of the destination. LMUL 2 holds 32 bytes at any VLEN.
#define TRANSPOSE(bits)                                                                                             \
    static void transpose_##bits(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column,      \
                                 size_t rows, size_t columns)                                                       \
    {                                                                                                               \
        const size_t bytes = bits / 8, elements = 32 / bytes;                                                       \
        for (size_t column = 0; column < columns; column++) {                                                       \
            const uint8_t *from = src + (ptrdiff_t)(column / elements) * src_column + column % elements * bytes;    \
            uint8_t *to = dst + column * 32;                                                                        \
            for (size_t row = 0; row < rows; row += elements) {                                                     \
                size_t vl = rows - row < elements ? rows - row : elements;                                          \
                vuint##bits##m2_t piece = __riscv_vlse##bits##_v_u##bits##m2((const uint##bits##_t *)from, 32, vl); \
                __riscv_vse##bits##_v_u##bits##m2((uint##bits##_t *)to, piece, vl);                                 \
                from += 32 * elements;                                                                              \
                to += dst_column;                                                                                   \
            }                                                                                                       \
        }                                                                                                           \
    }

TRANSPOSE(8)
TRANSPOSE(16)
TRANSPOSE(32)

void hal_cube_transpose(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column, size_t rows,
                        size_t columns, uint32_t bits)
{
    switch (bits) {
        case 8:
            transpose_8(dst, dst_column, src, src_column, rows, columns);
            break;
        case 16:
            transpose_16(dst, dst_column, src, src_column, rows, columns);
            break;
        case 32:
            transpose_32(dst, dst_column, src, src_column, rows, columns);
            break;
        default:
            hal_cube_transpose_scalar(dst, dst_column, src, src_column, rows, columns, bits);
            break;
    }
}
