// SPDX-License-Identifier: Apache-2.0
//
// The matrix multiply in plain C: what cores without vectors run, and what the tests hold the other against.

#include <hal/cube/cube.h>

#include "../decode.h"

#define K_CHUNK 128

// One fractal column of the result, `columns` of it used.
typedef struct {
    const hal_cube_mad_t *mad;
    uint32_t first, columns;
    float rhs[K_CHUNK][16];
    float lhs[K_CHUNK];
} work_t;

_Static_assert(sizeof(work_t) <= HAL_CUBE_WORK_BYTES, "work memory");

static uint8_t *element(const work_t *work, uint32_t m, uint32_t n)
{
    return work->mad->dst + (work->first + n) / 16 * work->mad->dst_pitch + m * 64 + n * 4;
}

static uint32_t initial(const work_t *work, uint32_t m, uint32_t n)
{
    uint32_t bits = 0;
    if (work->mad->accumulate) {
        __builtin_memcpy(&bits, element(work, m, n), sizeof bits);
    } else if (work->mad->bias != NULL) {
        __builtin_memcpy(&bits, (const uint8_t *)work->mad->bias + 4 * (work->first + n), sizeof bits);
    }
    return bits;
}

static void set_initial(const work_t *work)
{
    for (uint32_t m = 0; m < work->mad->m; m++) {
        for (uint32_t n = 0; n < work->columns; n++) {
            uint32_t bits = initial(work, m, n);
            __builtin_memcpy(element(work, m, n), &bits, sizeof bits);
        }
    }
}

static float add_chain(const work_t *work, uint32_t first, uint32_t end, uint32_t n, float sum)
{
    for (uint32_t k = first; k < end; k++) {
        sum = __builtin_fmaf(work->lhs[k], work->rhs[k][n], sum);
    }
    return sum;
}

// Each box is summed from its first product on, and then added.
static float add_boxes(const work_t *work, uint32_t steps, uint32_t n, float sum)
{
    uint32_t box = cube_column_elements(work->mad->lhs.type);
    for (uint32_t first = 0; first < steps; first += box) {
        uint32_t end = steps - first < box ? steps : first + box;
        sum += add_chain(work, first + 1, end, n, work->lhs[first] * work->rhs[first][n]);
    }
    return sum;
}

static void add_chunk(work_t *work, uint32_t first, uint32_t steps)
{
    const hal_cube_mad_t *mad = work->mad;
    for (uint32_t k = 0; k < steps; k++) {
        for (uint32_t n = 0; n < work->columns; n++) {
            work->rhs[k][n] = cube_element(mad, &mad->rhs, work->first + n, first + k);
        }
    }
    for (uint32_t m = 0; m < mad->m; m++) {
        for (uint32_t k = 0; k < steps; k++) {
            work->lhs[k] = cube_element(mad, &mad->lhs, m, first + k);
        }
        for (uint32_t n = 0; n < work->columns; n++) {
            uint8_t *at = element(work, m, n);
            if (mad->lhs.type == HAL_CUBE_I8) {
                uint32_t sum;
                __builtin_memcpy(&sum, at, sizeof sum);
                for (uint32_t k = 0; k < steps; k++) {
                    sum += (uint32_t)((int32_t)work->lhs[k] * (int32_t)work->rhs[k][n]);
                }
                __builtin_memcpy(at, &sum, sizeof sum);
                continue;
            }
            float sum;
            __builtin_memcpy(&sum, at, sizeof sum);
            bool boxes = cube_has_boxes(mad->lhs.type);
            sum = boxes ? add_boxes(work, steps, n, sum) : add_chain(work, 0, steps, n, sum);
            __builtin_memcpy(at, &sum, sizeof sum);
        }
    }
}

static void saturate(const work_t *work)
{
    for (uint32_t m = 0; m < work->mad->m; m++) {
        for (uint32_t n = 0; n < work->columns; n++) {
            float value;
            __builtin_memcpy(&value, element(work, m, n), sizeof value);
            value = cube_saturate(value, pto_f32_of(CUBE_F32_MAX));
            __builtin_memcpy(element(work, m, n), &value, sizeof value);
        }
    }
}

void hal_cube_mad_scalar(const hal_cube_mad_t *mad, void *memory)
{
    work_t *work = memory;
    work->mad = mad;
    for (work->first = 0; work->first < mad->n; work->first += 16) {
        work->columns = mad->n - work->first < 16 ? mad->n - work->first : 16;
        set_initial(work);
        for (uint32_t k = 0; k < mad->k; k += K_CHUNK) {
            add_chunk(work, k, mad->k - k < K_CHUNK ? mad->k - k : K_CHUNK);
        }
        if (mad->sat) {
            saturate(work);
        }
    }
}

#ifndef __riscv_vector
void hal_cube_mad(const hal_cube_mad_t *mad, void *work)
{
    hal_cube_mad_scalar(mad, work);
}
#endif
