// SPDX-License-Identifier: Apache-2.0
//
// The multiply of the cube core, on operands in fractal order: by hal/cube, as hand-written RVV, and as plain C that
// the compiler vectorises.

#include "count.h"
#include "cube.h"

#include <hal/cube/cube.h>
#include <hal/hal.h>

enum { EXTENT = 128 };

static uint8_t lhs[EXTENT * EXTENT * 4] __attribute__((aligned(64))), rhs[EXTENT * EXTENT * 4];
static uint8_t result[EXTENT * EXTENT * 4] __attribute__((aligned(64)));
static uint8_t expected[EXTENT * EXTENT * 4] __attribute__((aligned(64)));
static uint8_t work[HAL_CUBE_WORK_BYTES] __attribute__((aligned(64)));

static void put(uint8_t *to, uint32_t i, hal_cube_type_t type, int32_t value)
{
    static const uint8_t e4m3[] = {0x00, 0x38, 0x40, 0x44, 0x48, 0x4a, 0x4c};  // 0 to 6
    if (type == HAL_CUBE_F32) {
        ((float *)(void *)to)[i] = (float)value;
    } else if (type == HAL_CUBE_F16) {
        ((_Float16 *)(void *)to)[i] = (_Float16)value;
    } else if (type == HAL_CUBE_BF16) {
        float wide = (float)value;
        __builtin_memcpy(to + 2 * i, (uint8_t *)&wide + 2, 2);
    } else if (type == HAL_CUBE_I8) {
        ((int8_t *)to)[i] = (int8_t)value;
    } else {
        to[i] = (uint8_t)(value < 0 ? 0x80 | e4m3[-value] : e4m3[value]);
    }
}

// Small integers: sums in any order are equal.
static void fill(hal_cube_type_t type)
{
    for (uint32_t i = 0; i < EXTENT * EXTENT; i++) {
        put(lhs, i, type, (int32_t)(i * 7 % 13) - 6);
        put(rhs, i, type, (int32_t)(i * 5 % 11) - 5);
    }
}

static uint64_t count_library(hal_cube_type_t type, const bench_shape_t *s)
{
    const size_t rows = (s->m + 15) / 16, columns = (s->n + 15) / 16;
    const hal_cube_mad_t mad = {
        .lhs = {.data = lhs, .pitch = rows * 512, .type = type},
        .rhs = {.data = rhs, .pitch = columns * 512, .type = type},
        .dst = result,
        .dst_pitch = rows * 1024,
        .m = (uint32_t)s->m,
        .n = (uint32_t)s->n,
        .k = (uint32_t)s->k,
    };
    uint64_t before = hal_instret();
    hal_cube_mad(&mad, work);
    return hal_instret() - before;
}

static uint64_t count_hand(hal_cube_type_t type, const bench_shape_t *s)
{
    void *c = expected, *a = lhs, *b = rhs;
    uint64_t before = hal_instret();
    if (type == HAL_CUBE_F32) {
        hand_mad_f32(c, a, b, s, s->n == 1);
    } else if (type == HAL_CUBE_F16) {
        hand_mad_f16(c, a, b, s, s->n == 1);
    } else {
        hand_mad_i8(c, a, b, s, s->n == 1);
    }
    return hal_instret() - before;
}

static uint64_t count_auto(hal_cube_type_t type)
{
    void *c = expected, *a = lhs, *b = rhs;
    uint64_t before = hal_instret();
    if (type == HAL_CUBE_F32) {
        auto_mad_f32(c, a, b, EXTENT);
    } else if (type == HAL_CUBE_F16) {
        auto_mad_f16(c, a, b, EXTENT);
    } else {
        auto_mad_i8(c, a, b, EXTENT);
    }
    return hal_instret() - before;
}

static bool is_same(void)
{
    bool same = __builtin_memcmp(result, expected, sizeof result) == 0;
    __builtin_memset(expected, 0, sizeof expected);
    return same;
}

typedef struct {
    const char *name;
    hal_cube_type_t type;
    bool others;  // other forms too
    bench_shape_t shape;
} row_t;

bool bench_cube(void)
{
    static const row_t rows[] = {
        {"mad_f32", HAL_CUBE_F32, true, {EXTENT, EXTENT, EXTENT}},
        {"mad_f16", HAL_CUBE_F16, true, {EXTENT, EXTENT, EXTENT}},
        {"mad_bf16", HAL_CUBE_BF16, false, {EXTENT, EXTENT, EXTENT}},
        {"mad_i8", HAL_CUBE_I8, true, {EXTENT, EXTENT, EXTENT}},
        {"mad_e4m3", HAL_CUBE_E4M3, false, {EXTENT, EXTENT, EXTENT}},
        {"mad_16x16x16", HAL_CUBE_F16, true, {16, 16, 16}},
        {"mad_17x33x50", HAL_CUBE_F16, true, {17, 33, 50}},
        {"mad_64x1x64", HAL_CUBE_F16, true, {64, 1, 64}},
        {"mad_1x64x64", HAL_CUBE_F16, true, {1, 64, 64}},
        {"mad_32x32x32", HAL_CUBE_F16, true, {32, 32, 32}},
        {"mad_48x40x56", HAL_CUBE_F16, true, {48, 40, 56}},
        {"mad_64x64x64", HAL_CUBE_F16, true, {64, 64, 64}},
        {"mad_33x65x127", HAL_CUBE_F16, true, {33, 65, 127}},
        {"mad_33x65x127_f32", HAL_CUBE_F32, true, {33, 65, 127}},
        {"mad_33x65x127_i8", HAL_CUBE_I8, true, {33, 65, 127}},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row_t *row = &rows[i];
        const uint32_t units = (uint32_t)(row->shape.m * row->shape.n * row->shape.k);
        fill(row->type);
        __builtin_memset(result, 0, sizeof result);
        if (row->type == HAL_CUBE_E4M3) {
            count_library(row->type, &row->shape);  // fills a table on its first call
        }
        count_print(row->name, "runtime", count_library(row->type, &row->shape), units);
        if (row->others) {
            count_print(row->name, "hand", count_hand(row->type, &row->shape), units);
            same = is_same() && same;
        }
        if (row->others && row->shape.n == EXTENT) {
            count_print(row->name, "auto", count_auto(row->type), units);
            same = is_same() && same;
        }
    }
    return same;
}
