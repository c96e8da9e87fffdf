// SPDX-License-Identifier: Apache-2.0
//
// The multiply of the cube core: a 128 x 128 x 128 product of operands in fractal order, as hal/cube does it and as
// plain C for the compiler to vectorise.

#include "cube.h"

#include <hal/cube/cube.h>
#include <hal/hal.h>

enum { EXTENT = 128 };

static uint8_t lhs[EXTENT * EXTENT * 4] __attribute__((aligned(64))), rhs[EXTENT * EXTENT * 4];
static uint8_t result[EXTENT * EXTENT * 4] __attribute__((aligned(64)));
static uint8_t expected[EXTENT * EXTENT * 4] __attribute__((aligned(64)));
static uint8_t work[HAL_CUBE_WORK_BYTES] __attribute__((aligned(64)));

// Small whole numbers: every order of the sums gives the same.
static void fill(hal_cube_type_t type)
{
    for (uint32_t i = 0; i < EXTENT * EXTENT; i++) {
        int32_t a = (int32_t)(i * 7 % 13) - 6, b = (int32_t)(i * 5 % 11) - 5;
        if (type == HAL_CUBE_F32) {
            ((float *)(void *)lhs)[i] = (float)a;
            ((float *)(void *)rhs)[i] = (float)b;
        } else if (type == HAL_CUBE_F16) {
            ((_Float16 *)(void *)lhs)[i] = (_Float16)a;
            ((_Float16 *)(void *)rhs)[i] = (_Float16)b;
        } else {
            ((int8_t *)lhs)[i] = (int8_t)a;
            ((int8_t *)rhs)[i] = (int8_t)b;
        }
    }
}

static uint64_t count_library(hal_cube_type_t type)
{
    const hal_cube_mad_t mad = {
        .lhs = {lhs, EXTENT * 32, type, NULL, 0},
        .rhs = {rhs, EXTENT * 32, type, NULL, 0},
        .dst = result,
        .dst_pitch = EXTENT * 64,
        .m = EXTENT,
        .n = EXTENT,
        .k = EXTENT,
    };
    uint64_t before = hal_instret();
    hal_cube_mad(&mad, work);
    return hal_instret() - before;
}

bool bench_cube(bench_cube_print_t *print)
{
    static const struct {
        const char *name;
        hal_cube_type_t type;
    } rows[] = {{"mad_f32", HAL_CUBE_F32}, {"mad_f16", HAL_CUBE_F16}, {"mad_i8", HAL_CUBE_I8}};
    bool same = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fill(rows[i].type);
        print(rows[i].name, "runtime", count_library(rows[i].type), EXTENT * EXTENT * EXTENT);
        uint64_t before = hal_instret();
        if (rows[i].type == HAL_CUBE_F32) {
            auto_mad_f32((float *)(void *)expected, (const float *)(void *)lhs, (const float *)(void *)rhs, EXTENT);
        } else if (rows[i].type == HAL_CUBE_F16) {
            auto_mad_f16((float *)(void *)expected, (const _Float16 *)(void *)lhs, (const _Float16 *)(void *)rhs,
                         EXTENT);
        } else {
            auto_mad_i8((int32_t *)(void *)expected, (const int8_t *)lhs, (const int8_t *)rhs, EXTENT);
        }
        print(rows[i].name, "auto", hal_instret() - before, EXTENT * EXTENT * EXTENT);
        same = same && __builtin_memcmp(result, expected, sizeof result) == 0;
    }
    return same;
}
