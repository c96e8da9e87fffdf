// SPDX-License-Identifier: Apache-2.0
//
// Decoding of single elements of the operand types. Private to hal/cube.
#ifndef HAL_CUBE_DECODE_H
#define HAL_CUBE_DECODE_H

#include <hal/cube/cube.h>
#include <hal/vector/element.h>
#include <hal/vector/hif8.h>

#define CUBE_F32_MAX 0x7f7fffffu
#define CUBE_F32_INF 0x7f800000u
#define CUBE_F32_NAN 0x7fc00000u

// Returns the number of elements in 32 bytes.
static inline uint32_t cube_column_elements(hal_cube_type_t type)
{
    switch (type) {
        case HAL_CUBE_F32:
            return 8;
        case HAL_CUBE_F16:
        case HAL_CUBE_BF16:
            return 16;
        case HAL_CUBE_E2M1:
        case HAL_CUBE_E1M2:
            return 64;
        default:
            return 32;
    }
}

// Whether products are summed in boxes of a fractal column each (docs/spec-decisions.md, "Sums of mad"), not in one
// chain.
static inline bool cube_has_boxes(hal_cube_type_t type)
{
    return type != HAL_CUBE_F32 && type != HAL_CUBE_F16 && type != HAL_CUBE_I8;
}

// Decodes a sign, `exponent_bits` with `bias`, and a fraction in the low bits of `code`. The top exponent is an
// ordinary one.
static inline float cube_small_float(uint32_t code, uint32_t exponent_bits, uint32_t fraction_bits, int32_t bias)
{
    uint32_t sign = code >> (exponent_bits + fraction_bits) & 1;
    uint32_t exponent = code >> fraction_bits & ((1u << exponent_bits) - 1);
    int32_t fraction = (int32_t)(code & ((1u << fraction_bits) - 1));
    int32_t power = exponent == 0 ? 1 - bias : (int32_t)exponent - bias;
    float unit = pto_f32_of((uint32_t)(power - (int32_t)fraction_bits + 127) << 23);
    float value = (float)(exponent == 0 ? fraction : fraction + (1 << fraction_bits)) * unit;
    return sign ? -value : value;
}

// Returns the value of a code of 4 or 8 bits.
static inline float cube_decode_code(hal_cube_type_t type, uint32_t code)
{
    switch (type) {
        case HAL_CUBE_I8:
            return (float)(int8_t)code;
        case HAL_CUBE_E4M3:
            return (code & 0x7f) == 0x7f ? pto_f32_of(CUBE_F32_NAN) : cube_small_float(code, 4, 3, 7);
        case HAL_CUBE_E5M2:
            if ((code & 0x7c) == 0x7c) {
                return pto_f32_of((code & 3) != 0 ? CUBE_F32_NAN : CUBE_F32_INF | code >> 7 << 31);
            }
            return cube_small_float(code, 5, 2, 15);
        case HAL_CUBE_HIF8:
            return pto_f32_of(pto_hif8_values[code]);
        case HAL_CUBE_E2M1:
            return cube_small_float(code, 2, 1, 1);
        default:  // e1m2
            return cube_small_float(code, 1, 2, 1);
    }
}

// Returns the largest number of a type, which replaces infinities with sat.
static inline float cube_largest(hal_cube_type_t type)
{
    switch (type) {
        case HAL_CUBE_F16:
            return 65504;
        case HAL_CUBE_BF16:
            return pto_f32_of(0x7f7f0000);
        case HAL_CUBE_E5M2:
            return 57344;
        case HAL_CUBE_HIF8:
            return 32768;
        default:
            return pto_f32_of(CUBE_F32_MAX);
    }
}

static inline float cube_tf32(float value, hal_cube_tf32_t mode)
{
    uint32_t bits = pto_f32_bits(value);
    if (mode == HAL_CUBE_TF32_OFF || (bits & CUBE_F32_INF) == CUBE_F32_INF) {
        return value;
    }
    bits += mode == HAL_CUBE_TF32_EVEN ? 0xfff + (bits >> 13 & 1) : 0x1000;
    return pto_f32_of(bits & ~0x1fffu);
}

static inline float cube_saturate(float value, float largest)
{
    if (value != value) {
        return 0;
    }
    return value > largest ? largest : value < -largest ? -largest : value;
}

// 2^(code - 127), NaN for 255.
static inline float cube_scale(uint32_t code)
{
    return pto_f32_of(code == 255 ? CUBE_F32_NAN : code == 0 ? 1u << 22 : code << 23);
}

static inline uint32_t cube_scale_code(const hal_cube_operand_t *operand, size_t row, size_t group)
{
    size_t box = (row / 16 * operand->scale_columns + group / 2) * operand->scale_box;
    return operand->scale[box + row % 16 * 2 + group % 2];
}

// Returns the operand of a multiply at (row, k).
static inline float cube_element(const hal_cube_mad_t *mad, const hal_cube_operand_t *operand, size_t row, size_t k)
{
    size_t elements = cube_column_elements(operand->type);
    const uint8_t *at = operand->data + k / elements * operand->pitch + row * 32 + k % elements * 32 / elements;
    float value;
    switch (operand->type) {
        case HAL_CUBE_F32: {
            uint32_t bits;
            __builtin_memcpy(&bits, at, sizeof bits);
            value = cube_tf32(pto_f32_of(bits), mad->tf32);
            break;
        }
        case HAL_CUBE_F16: {
            pto_f16_t half;
            __builtin_memcpy(&half, at, sizeof half);
            value = (float)pto_wide_f16(half);
            break;
        }
        case HAL_CUBE_BF16:
            value = pto_f32_of((uint32_t)at[0] << 16 | (uint32_t)at[1] << 24);
            break;
        case HAL_CUBE_E2M1:
        case HAL_CUBE_E1M2:
            value = cube_decode_code(operand->type, *at >> k % 2 * 4 & 15);
            break;
        default:
            value = cube_decode_code(operand->type, *at);
            break;
    }
    if (mad->sat) {
        value = cube_saturate(value, cube_largest(operand->type));
    }
    return operand->scale == NULL ? value : value * cube_scale(cube_scale_code(operand, row, k / 32));
}

#endif
