// SPDX-License-Identifier: Apache-2.0
//
// Conversions from an accumulator to the destination, and atomic additions in GM.
//
// A quantisation parameter is a 64-bit word: an f32 scale in bits 31..0 (of which hardware keeps the top 19), the
// offset in bits 45..37, and bit 46: the 8-bit result is signed.

#include "../atomic.h"
#include "tile.h"

// The conversions of the scalar backend.
#ifndef PTO_VECTOR_SCALAR
#define PTO_VECTOR_SCALAR 1
#endif
#include <hal/vector/vector.h>

#include "transfer.h"

static bool is_quantised_type(uint8_t from, uint8_t to)
{
    if (to == PTO_ELEM_I8 || to == PTO_ELEM_U8 || to == PTO_ELEM_F16 || to == PTO_ELEM_BF16) {
        return true;
    }
    return from == PTO_ELEM_F32 && (to == PTO_ELEM_F32 || to == PTO_ELEM_HIF8 || to == PTO_ELEM_E4M3);
}

// Whether elements leave a tile as elements of `to` without quantisation.
static bool is_plain_type(const pto_tile_t *src, uint8_t to)
{
    return src->loc != PTO_LOC_ACC || to == src->elem ||
           (src->elem == PTO_ELEM_F32 && (to == PTO_ELEM_F16 || to == PTO_ELEM_BF16));
}

static const char *name_of(uint8_t elem)
{
    return elem < PTO_ELEM_NUM ? pto_elem_names[elem] : "?";
}

static void check_scales(const pto_cmd_t *cmd, const pto_tile_t *src, const pto_tile_t *fp, pto_scalar_t scale)
{
    if (pto_scalar_is_present(scale)) {
        PTO_TILE_FAULT(cmd, "fp and preQuantScalar exclude each other");
    }
    if (fp->valid_cols < src->valid_cols) {
        PTO_TILE_FAULT(cmd, "fp has parameters for %d columns, and src has %d", fp->valid_cols, src->valid_cols);
    }
}

pto_tile_convert_t pto_tile_conversion(const pto_core_t *core, const pto_cmd_t *cmd, const pto_tile_t *src, uint8_t to,
                                       const pto_tile_t *fp, pto_scalar_t scale, bool relu, bool add)
{
    pto_tile_convert_t convert = {.from = src->elem, .to = to, .relu = relu, .scale = scale};
    convert.add = add ? (uint8_t)pto_atomic_type_of(to) : PTO_ATOMIC_NONE;
    if (pto_tile_is_present(fp)) {
        check_scales(cmd, src, fp, scale);
        convert.scales = pto_tile_base(core, fp);
        convert.scales_elem = fp->elem;
    }
    convert.quantise = convert.scales != NULL || pto_scalar_is_present(scale);
    if (!(convert.quantise ? is_quantised_type(src->elem, to) : is_plain_type(src, to))) {
        PTO_TILE_FAULT(cmd, "%s in %s does not become %s%s", pto_elem_names[src->elem], pto_tile_loc_names[src->loc],
                       name_of(to), convert.quantise ? " by quantisation" : " without quantisation");
    }
    if (add && convert.add == PTO_ATOMIC_NONE) {
        PTO_TILE_FAULT(cmd, "atomic_add has no elements of %s", name_of(to));
    }
    convert.plain = !relu && !add && !convert.quantise && (src->loc != PTO_LOC_ACC || to == src->elem);
    return convert;
}

/// Elements ///

static double value_of(uint8_t elem, const void *at)
{
    switch (elem) {
        case PTO_ELEM_F32: {
            float x;
            __builtin_memcpy(&x, at, sizeof x);
            return x;
        }
        case PTO_ELEM_F16: {
            pto_f16_t x;
            __builtin_memcpy(&x, at, sizeof x);
            return (double)pto_wide_f16(x);
        }
        case PTO_ELEM_BF16: {
            pto_bf16_t x;
            __builtin_memcpy(&x, at, sizeof x);
            return pto_bf16_to_float(x);
        }
        case PTO_ELEM_I8:
            return *(const int8_t *)at;
        case PTO_ELEM_I16: {
            int16_t x;
            __builtin_memcpy(&x, at, sizeof x);
            return x;
        }
        default: {
            int32_t x;
            __builtin_memcpy(&x, at, sizeof x);
            return x;
        }
    }
}

// Rounds |x| < 2^52 to the nearest integer, ties to even.
static double round_even(double x)
{
    const double big = 0x1.8p52;
    return x > -0x1p51 && x < 0x1p51 ? (x + big) - big : x;
}

static void put(uint8_t elem, void *at, double x, bool is_signed)
{
    switch (elem) {
        case PTO_ELEM_F32: {
            float y = (float)x;
            __builtin_memcpy(at, &y, sizeof y);
            break;
        }
        case PTO_ELEM_F16: {
            pto_f16_t y = pto_narrow_f16((float)x);
            __builtin_memcpy(at, &y, sizeof y);
            break;
        }
        case PTO_ELEM_BF16: {
            pto_bf16_t y = pto_bf16_from_float((float)x);
            __builtin_memcpy(at, &y, sizeof y);
            break;
        }
        case PTO_ELEM_I8:
        case PTO_ELEM_U8: {
            double low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
            x = x != x ? 0 : round_even(x);
            *(uint8_t *)at = (uint8_t)(int32_t)(x < low ? low : x > high ? high : x);
            break;
        }
        case PTO_ELEM_E4M3:
            *(pto_e4m3_t *)at = pto_to_e4m3((double)(float)x, PTO_RND_R, PTO_SAT);
            break;
        case PTO_ELEM_HIF8:
            *(pto_hif8_t *)at = pto_to_hif8((double)(float)x, PTO_RND_A, PTO_SAT);
            break;
        case PTO_ELEM_I16: {
            int16_t y = (int16_t)x;
            __builtin_memcpy(at, &y, sizeof y);
            break;
        }
        default: {
            int32_t y = (int32_t)(int64_t)x;
            __builtin_memcpy(at, &y, sizeof y);
            break;
        }
    }
}

// The parameter word of a column.
static uint64_t parameter(const pto_tile_convert_t *convert, int32_t col)
{
    const uint8_t *at = convert->scales;
    switch (convert->scales_elem) {
        case PTO_ELEM_F32:
        case PTO_ELEM_F16:
        case PTO_ELEM_BF16: {
            at += (size_t)col * pto_elem_bytes[convert->scales_elem];
            float scale = (float)value_of(convert->scales_elem, at);
            uint32_t bits;
            __builtin_memcpy(&bits, &scale, sizeof bits);
            return bits;
        }
        default:
            return ((const uint64_t *)convert->scales)[col];
    }
}

void pto_tile_convert(const pto_tile_convert_t *convert, const void *from, void *to, int32_t col)
{
    double x = value_of(convert->from, from);
    bool is_signed = convert->to == PTO_ELEM_I8;
    if (convert->quantise) {
        uint64_t word = convert->scales != NULL ? parameter(convert, col) : convert->scale.bits;
        uint32_t bits = (uint32_t)word;
        float scale;
        __builtin_memcpy(&scale, &bits, sizeof scale);
        int32_t offset = (int32_t)((word >> 37 & 0x1ff) ^ 0x100) - 0x100;
        x = (float)x * scale;
        x = convert->relu && !(x > 0) ? 0 : x;
        x += convert->to == PTO_ELEM_I8 || convert->to == PTO_ELEM_U8 ? offset : 0;
    } else if (convert->relu && !(x > 0)) {
        x = 0;
    }
    if (convert->add != PTO_ATOMIC_NONE) {
        uint32_t rounded = 0;
        put(convert->to, &rounded, x, is_signed);
        pto_atomic_update(to, (pto_atomic_mode_t){convert->add, PTO_ATOMIC_ADD}, rounded);
    } else {
        put(convert->to, to, x, is_signed);
    }
}
