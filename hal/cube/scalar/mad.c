// SPDX-License-Identifier: Apache-2.0
//
// The matrix multiply in plain C, for cores without vectors, and as the reference of the tests.

#include <hal/cube/cube.h>

#include "../decode.h"

enum { K_CHUNK = 128, ROW_CHUNK = 256, COLUMNS = 16 };

// Size of the sums that are kept in registers. On hosts, compilers vectorise over the columns.
#ifdef __riscv
enum { TILE_ROWS = 1, TILE_COLUMNS = 4 };
#else
enum { TILE_ROWS = 8, TILE_COLUMNS = COLUMNS };
#endif

// Several rows and one fractal column of the result, with a part of the steps of their sums.
typedef struct {
    const hal_cube_mad_t *mad;
    uint32_t row, rows;        // of the left operand
    uint32_t column, columns;  // of the right operand
    uint32_t steps;
    float lhs[ROW_CHUNK][K_CHUNK];
    float rhs[K_CHUNK][COLUMNS];
} work_t;

_Static_assert(sizeof(work_t) <= HAL_CUBE_WORK_BYTES, "work memory");

static uint8_t *element(const hal_cube_mad_t *mad, uint32_t m, uint32_t n)
{
    return mad->dst + n / COLUMNS * mad->dst_pitch + m * 64 + n % COLUMNS * 4;
}

static uint32_t initial(const hal_cube_mad_t *mad, uint32_t n)
{
    uint32_t bits = 0;
    if (mad->bias != NULL) {
        __builtin_memcpy(&bits, (const uint8_t *)mad->bias + 4 * n, sizeof bits);
    }
    return bits;
}

static void set_initial(const hal_cube_mad_t *mad)
{
    for (uint32_t n = 0; n < mad->n; n++) {
        uint32_t bits = initial(mad, n);
        for (uint32_t m = 0; m < mad->m; m++) {
            __builtin_memcpy(element(mad, m, n), &bits, sizeof bits);
        }
    }
}

typedef struct {
    uint32_t sum[TILE_ROWS][TILE_COLUMNS];  // bits
    uint32_t row, column;                   // in the piece
    uint32_t rows, columns;                 // of it that exist
} tile_t;

static void load(const work_t *work, tile_t *tile)
{
    for (uint32_t m = 0; m < tile->rows; m++) {
        const uint8_t *from = element(work->mad, work->row + tile->row + m, work->column + tile->column);
        __builtin_memcpy(tile->sum[m], from, 4 * tile->columns);
    }
}

static void store(const work_t *work, const tile_t *tile)
{
    for (uint32_t m = 0; m < tile->rows; m++) {
        uint8_t *to = element(work->mad, work->row + tile->row + m, work->column + tile->column);
        __builtin_memcpy(to, tile->sum[m], 4 * tile->columns);
    }
}

#define FOR_TILE(m, n)                           \
    for (uint32_t m = 0; m < TILE_ROWS; m++)     \
        for (uint32_t n = 0; n < TILE_COLUMNS; n++)

static inline __attribute__((always_inline)) void add_chain(const work_t *work, const tile_t *tile, uint32_t first,
                                                            uint32_t end, float sum[TILE_ROWS][TILE_COLUMNS])
{
    for (uint32_t k = first; k < end; k++) {
        FOR_TILE(m, n)
        {
            sum[m][n] = __builtin_fmaf(work->lhs[tile->row + m][k], work->rhs[k][tile->column + n], sum[m][n]);
        }
    }
}

_Static_assert(K_CHUNK << 14 <= 1 << 24, "sums of products of 8-bit integers are exact");

static void add_integers(const work_t *work, tile_t *tile)
{
    float sum[TILE_ROWS][TILE_COLUMNS] = {{0}};
    add_chain(work, tile, 0, work->steps, sum);
    FOR_TILE(m, n)
    {
        tile->sum[m][n] += (uint32_t)(int32_t)sum[m][n];
    }
}

static void add_floats(const work_t *work, tile_t *tile)
{
    float sum[TILE_ROWS][TILE_COLUMNS];
    __builtin_memcpy(sum, tile->sum, sizeof sum);
    add_chain(work, tile, 0, work->steps, sum);
    FOR_TILE(m, n)
    {
        tile->sum[m][n] = pto_f32_bits(pto_canonical_f32(sum[m][n]));
    }
}

// Each box is summed starting from its first product, and then added.
static void add_boxes(const work_t *work, tile_t *tile)
{
    const uint32_t box = cube_column_elements(work->mad->lhs.type);
    float sum[TILE_ROWS][TILE_COLUMNS];
    __builtin_memcpy(sum, tile->sum, sizeof sum);
    for (uint32_t first = 0; first < work->steps; first += box) {
        float chain[TILE_ROWS][TILE_COLUMNS];
        FOR_TILE(m, n)
        {
            chain[m][n] = work->lhs[tile->row + m][first] * work->rhs[first][tile->column + n];
        }
        add_chain(work, tile, first + 1, work->steps - first < box ? work->steps : first + box, chain);
        FOR_TILE(m, n)
        {
            sum[m][n] += chain[m][n];
        }
    }
    FOR_TILE(m, n)
    {
        tile->sum[m][n] = pto_f32_bits(pto_canonical_f32(sum[m][n]));
    }
}

static uint32_t at_most(uint32_t count, uint32_t most)
{
    return count < most ? count : most;
}

static void add_piece(const work_t *work)
{
    const hal_cube_type_t type = work->mad->lhs.type;
    for (uint32_t row = 0; row < work->rows; row += TILE_ROWS) {
        for (uint32_t column = 0; column < work->columns; column += TILE_COLUMNS) {
            tile_t tile = {.row = row, .column = column};
            tile.rows = at_most(work->rows - row, TILE_ROWS);
            tile.columns = at_most(work->columns - column, TILE_COLUMNS);
            load(work, &tile);
            (type == HAL_CUBE_I8 ? add_integers : cube_has_boxes(type) ? add_boxes : add_floats)(work, &tile);
            store(work, &tile);
        }
    }
}

// Decodes steps of a row of an operand.
static void read_row(const work_t *work, const hal_cube_operand_t *operand, size_t row, size_t first, float *to,
                     size_t stride)
{
    const uint32_t steps = work->steps;
    if (operand->type == HAL_CUBE_I8) {  // the usual one of quantised models, and the simplest
        const uint8_t *data = operand->data + row * 32;
        const size_t pitch = operand->pitch;
        for (size_t k = 0; k < steps; k++) {
            to[k * stride] = (int8_t)data[(first + k) / 32 * pitch + (first + k) % 32];
        }
        return;
    }
    for (size_t k = 0; k < steps; k++) {
        to[k * stride] = cube_element(work->mad, operand, row, first + k);
    }
}

// Adds some steps to the sums of rows of the result, in all its columns.
static void add_rows(work_t *work, uint32_t first)
{
    const hal_cube_mad_t *mad = work->mad;
    for (uint32_t m = 0; m < work->rows; m++) {
        read_row(work, &mad->lhs, work->row + m, first, work->lhs[m], 1);
    }
    for (work->column = 0; work->column < mad->n; work->column += COLUMNS) {
        work->columns = at_most(mad->n - work->column, COLUMNS);
        for (uint32_t n = 0; n < work->columns; n++) {
            read_row(work, &mad->rhs, work->column + n, first, &work->rhs[0][n], COLUMNS);
        }
        add_piece(work);
    }
}

static void saturate(const hal_cube_mad_t *mad)
{
    for (uint32_t n = 0; n < mad->n; n++) {
        for (uint32_t m = 0; m < mad->m; m++) {
            float value;
            __builtin_memcpy(&value, element(mad, m, n), sizeof value);
            value = cube_saturate(value, pto_f32_of(CUBE_F32_MAX));
            __builtin_memcpy(element(mad, m, n), &value, sizeof value);
        }
    }
}

void hal_cube_mad_scalar(const hal_cube_mad_t *mad, void *memory)
{
    work_t *work = memory;
    work->mad = mad;
    if (!mad->accumulate) {
        set_initial(mad);
    }
    for (uint32_t k = 0; k < mad->k; k += K_CHUNK) {
        work->steps = at_most(mad->k - k, K_CHUNK);
        for (work->row = 0; work->row < mad->m; work->row += ROW_CHUNK) {
            work->rows = at_most(mad->m - work->row, ROW_CHUNK);
            add_rows(work, k);
        }
    }
    if (mad->sat) {
        saturate(mad);
    }
}

#ifndef __riscv_vector
void hal_cube_mad(const hal_cube_mad_t *mad, void *work)
{
    hal_cube_mad_scalar(mad, work);
}
#endif
