// SPDX-License-Identifier: Apache-2.0

#include <hal/cube/cube.h>

#include <riscv_vector.h>

// 32 bytes of a row of the destination are strided elements of a source column. Processes as many columns at a time as
// fit the register file.
#if __riscv_v_fixed_vlen >= 256
#define PIECES       8
#define TUPLE(bits)  vuint##bits##m1x8_t
#define LOAD(bits)   __riscv_vlsseg8e##bits##_v_u##bits##m1x8
#define STORE(bits)  __riscv_vse##bits##_v_u##bits##m1
#define GET(bits, i) __riscv_vget_v_u##bits##m1x8_u##bits##m1(pieces, i)
#else
#define PIECES       4
#define TUPLE(bits)  vuint##bits##m2x4_t
#define LOAD(bits)   __riscv_vlsseg4e##bits##_v_u##bits##m2x4
#define STORE(bits)  __riscv_vse##bits##_v_u##bits##m2
#define GET(bits, i) __riscv_vget_v_u##bits##m2x4_u##bits##m2(pieces, i)
#endif
#define PUT(bits, i) STORE(bits)((uint##bits##_t *)(to + (i) * 32), GET(bits, i), vl)

#if PIECES == 8
#define PUT_MORE(bits) PUT(bits, 4), PUT(bits, 5), PUT(bits, 6), PUT(bits, 7)
#else
#define PUT_MORE(bits) (void)0
#endif

#define TRANSPOSE(bits)                                                                                          \
    static void transpose_##bits(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column,   \
                                 size_t rows, size_t columns)                                                    \
    {                                                                                                            \
        const size_t bytes = bits / 8, elements = 32 / bytes;                                                    \
        for (size_t column = 0; column < columns; column += PIECES) {                                            \
            const uint8_t *from = src + (ptrdiff_t)(column / elements) * src_column + column % elements * bytes; \
            uint8_t *to = dst + column * 32;                                                                     \
            for (size_t row = 0; row < rows; row += elements) {                                                  \
                size_t vl = rows - row < elements ? rows - row : elements;                                       \
                TUPLE(bits) pieces = LOAD(bits)((const uint##bits##_t *)from, 32, vl);                           \
                PUT(bits, 0), PUT(bits, 1), PUT(bits, 2), PUT(bits, 3), PUT_MORE(bits);                          \
                from += 32 * elements;                                                                           \
                to += dst_column;                                                                                \
            }                                                                                                    \
        }                                                                                                        \
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
