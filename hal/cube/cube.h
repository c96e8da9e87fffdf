// SPDX-License-Identifier: Apache-2.0
//
// The matrix multiply of a cube core, on operands in fractal order. There are two implementations, rvv/ and scalar/,
// which agree bit for bit.
//
// Each element of the result starts at its initial value and adds lhs[m, k] * rhs[k, n] for k = 0, 1, 2 ... Each step
// is rounded to f32 once (fused). i8 operands sum in i32 and wrap.
#ifndef HAL_CUBE_CUBE_H
#define HAL_CUBE_CUBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    HAL_CUBE_F32,
    HAL_CUBE_F16,
    HAL_CUBE_BF16,
    HAL_CUBE_I8,
    HAL_CUBE_E4M3,
    HAL_CUBE_E5M2,
    HAL_CUBE_HIF8,
    HAL_CUBE_E2M1,
    HAL_CUBE_E1M2,
    HAL_CUBE_TYPE_NUM,
} hal_cube_type_t;

typedef enum { HAL_CUBE_TF32_OFF, HAL_CUBE_TF32_EVEN, HAL_CUBE_TF32_AWAY } hal_cube_tf32_t;

// Rows of 32 bytes of elements along k: row r of column c is at data + c * pitch + r * 32.
typedef struct {
    const uint8_t *data;
    size_t pitch;
    hal_cube_type_t type;
    // Scales, e8m0, in boxes of 16 rows x 2 groups of 32 elements. That of row r and group g is at
    // (r / 16 * scale_columns + g / 2) * scale_box + r % 16 * 2 + g % 2
    const uint8_t *scale;  // NULL: none
    size_t scale_columns;
    size_t scale_box;  // bytes between boxes; 2: a single row, contiguous
} hal_cube_operand_t;

typedef struct {
    hal_cube_operand_t lhs;  // rows are those of the result
    hal_cube_operand_t rhs;  // rows are the columns of the result
    uint8_t *dst;            // column n / 16 is at n / 16 * dst_pitch: rows of 16 elements of 32 bits
    size_t dst_pitch;
    const void *bias;  // initial value of each column, of the type of dst; NULL: 0
    bool accumulate;   // the initial value is dst
    bool sat;          // operands and result: infinities become the largest number, NaN becomes 0
    hal_cube_tf32_t tf32;
    uint32_t m, n, k;  // at most 4095
} hal_cube_mad_t;

// Bytes of 64-byte aligned work memory for a multiply.
#define HAL_CUBE_WORK_BYTES (448 * 1024)

// The fastest implementation in the image, and the scalar one.
void hal_cube_mad(const hal_cube_mad_t *mad, void *work);
void hal_cube_mad_scalar(const hal_cube_mad_t *mad, void *work);

/**
 * Transposes a matrix of `rows` x `columns` elements of `bits` (4, 8, 16, 32) bits in fractal order: a fractal column
 * holds 32 bytes of each row, rows 32 bytes apart. Rows fill whole fractal columns of the destination.
 */
void hal_cube_transpose(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column, size_t rows,
                        size_t columns, uint32_t bits);
void hal_cube_transpose_scalar(uint8_t *dst, ptrdiff_t dst_column, const uint8_t *src, ptrdiff_t src_column,
                               size_t rows, size_t columns, uint32_t bits);

#ifdef __cplusplus
}
#endif

#endif
