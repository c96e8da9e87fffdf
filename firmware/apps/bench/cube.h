// SPDX-License-Identifier: Apache-2.0

#ifndef PTO_APPS_BENCH_CUBE_H
#define PTO_APPS_BENCH_CUBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Counts the products. Returns whether all forms agree.
bool bench_cube(void);

typedef struct {
    size_t m, n, k;
} bench_shape_t;

// Hand-written products in fractal order (hal/cube/cube.h); `turned`: lanes along m.
void hand_mad_f32(float *c, const float *a, const float *b, const bench_shape_t *shape, bool turned);
void hand_mad_f16(float *c, const _Float16 *a, const _Float16 *b, const bench_shape_t *shape, bool turned);
void hand_mad_i8(int32_t *c, const int8_t *a, const int8_t *b, const bench_shape_t *shape, bool turned);

// Products of square matrices in fractal order (hal/cube/cube.h), in plain C.
void auto_mad_f32(float *c, const float *a, const float *b, size_t n);
void auto_mad_f16(float *c, const _Float16 *a, const _Float16 *b, size_t n);
void auto_mad_i8(int32_t *c, const int8_t *a, const int8_t *b, size_t n);

#endif  // PTO_APPS_BENCH_CUBE_H
