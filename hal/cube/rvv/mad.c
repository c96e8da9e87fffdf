// SPDX-License-Identifier: Apache-2.0
//
// The matrix multiply on RVV, over panels. It does passes of 256 columns of the result, chunks of 128 steps of k,
// blocks of 128 rows, and for each block the loops of kernel.S.

#include <hal/cube/cube.h>

#include "../decode.h"
#include "pack.h"
#include "small.h"

// Part of a box that one kernel call computes: its first steps, steps between, its last, or all of it.
enum { FIRST, MID, LAST, WHOLE, PARTS };

// Kernels for one type of panels and one row size of the left operand, in bytes. Sums in chains have only the middle
// part.
typedef struct {
    mm_kernel_t *wide[4];    // by rows - 1; [3] unused
    mm_kernel_t *narrow[7];  // by rows - 1: 1, 2, 4, 7
    mm_kernel_t *outer_2[PARTS], *outer_4[PARTS], *one[PARTS];
} kernels_t;

#define INNER(kind, type, rs)                                                                        \
    .wide = {mm_##kind##_##type##_1_##rs, mm_##kind##_##type##_2_##rs, mm_##kind##_##type##_3_##rs}, \
    .narrow = {[0] = mm_narrow_##kind##_##type##_1_##rs,                                             \
               [1] = mm_narrow_##kind##_##type##_2_##rs,                                             \
               [3] = mm_narrow_##kind##_##type##_4_##rs,                                             \
               [6] = mm_narrow_##kind##_##type##_7_##rs}
#define OUTER(size) {[FIRST] = mm_outer_first_##size, [MID] = mm_outer_mid_##size, [LAST] = mm_outer_last_##size}

static const kernels_t f32_kernels[] = {
    {INNER(chain, F32, 32), .outer_2 = {[MID] = mm_outer_mid_F32_2_32}, .one = {[MID] = mm_long_mid_F32_32}},
    {INNER(boxes, F32, 64), .outer_2 = OUTER(F32_2_64), .one = {[WHOLE] = mm_long_whole_F32_64}},
    {INNER(boxes, F32, 128), .outer_2 = OUTER(F32_2_128),
     .one = {[FIRST] = mm_long_first_F32_128, [LAST] = mm_long_last_F32_128}},
    {INNER(boxes, F32, 256), .outer_2 = OUTER(F32_2_256),
     .one = {[FIRST] = mm_long_first_F32_256, [MID] = mm_long_mid_F32_256, [LAST] = mm_long_last_F32_256}},
};
static const kernels_t f16_kernels[] = {
    {INNER(chain, F16, 32), .outer_2 = {[MID] = mm_outer_mid_F16_2_32}, .outer_4 = {[MID] = mm_outer_mid_F16_4_32},
     .one = {[MID] = mm_long_mid_F16_32}},
    {INNER(boxes, F16, 64), .outer_2 = OUTER(F16_2_64), .outer_4 = OUTER(F16_4_64),
     .one = {[WHOLE] = mm_long_whole_F16_64}},
};
static const kernels_t i8_kernels = {INNER(chain, F16, 64), .outer_2 = {[MID] = mm_outer_mid_F16_2_64},
                                     .outer_4 = {[MID] = mm_outer_mid_F16_4_64}, .one = {[MID] = mm_long_mid_F16_64}};

typedef struct {
    const hal_cube_mad_t *mad;
    mm_form_t form;
    const kernels_t *kernels;
    uint8_t *rhs, *lhs, *result;  // panels
    uint32_t lanes;               // columns of the result in a group
    uint32_t groups;              // of this pass
    bool narrow;
    bool chains;                 // sums are chains, not boxes
    bool turned;                 // the result is a transpose: mad has its operands exchanged
    uint32_t rows, steps;        // of this block
    uint32_t lhs_row, lhs_step;  // of the block that is in the panel
    const uint8_t *a;            // its left operand
    ptrdiff_t pitch;
} pass_t;

#define RHS_BYTES    (MM_KC * MM_PASS * 4)
#define RESULT_BYTES (MM_MC * MM_PASS * 4)
#define LHS_BYTES    (MM_MC * MM_KC * 4)
_Static_assert(RHS_BYTES + RESULT_BYTES + MM_SUMS + LHS_BYTES <= HAL_CUBE_WORK_BYTES, "work memory");
_Static_assert(RESULT_BYTES <= MM_SUMS, "sums lie behind the result");

mm_form_t mm_form_of(const hal_cube_mad_t *mad)
{
    hal_cube_type_t type = mad->lhs.type;
    bool f32 = type == HAL_CUBE_F32 || type == HAL_CUBE_BF16 || mad->lhs.scale != NULL;
    bool native = !mad->sat && mad->tf32 == HAL_CUBE_TF32_OFF && (type == HAL_CUBE_F32 || type == HAL_CUBE_F16);
    return (mm_form_t){
        .half = !f32,
        .native_lhs = native,
        .native_rhs = native,
        .bytes = f32 ? 4 : 2,
        .columns = cube_column_elements(type),
    };
}

static size_t row_bytes(const pass_t *pass)
{
    return pass->form.columns * pass->form.bytes;
}

static mm_block_t block_at(const pass_t *pass, uint32_t group, uint32_t row, uint32_t step)
{
    uint32_t columns = pass->form.columns;
    ptrdiff_t b_group = (ptrdiff_t)MM_KC * pass->lanes * pass->form.bytes;
    ptrdiff_t c_group = (ptrdiff_t)MM_MC * pass->lanes * 4;
    return (mm_block_t){
        .a = pass->a + step / columns * pass->pitch + row * row_bytes(pass) + step % columns * pass->form.bytes,
        .b = pass->rhs + group * b_group + (size_t)step * pass->lanes * pass->form.bytes,
        .c = pass->result + group * c_group + (size_t)row * pass->lanes * 4,
        .pitch = pass->pitch,
        .b_group = b_group,
        .c_group = c_group,
    };
}

// Computes rows [first, first + rows) of a group, for steps from `step` to the last.
static void run_inner(const pass_t *pass, uint32_t group, uint32_t first, uint32_t rows, uint32_t step)
{
    static const uint8_t wide_sizes[] = {3, 2, 1, 0}, narrow_sizes[] = {7, 4, 2, 1, 0};
    const uint8_t *size = pass->narrow ? narrow_sizes : wide_sizes;
    for (; rows != 0 && *size != 0; size++) {
        uint32_t count = rows / *size;
        if (count == 0) {
            continue;
        }
        mm_block_t block = block_at(pass, group, first, step);
        block.columns = (pass->steps - step) / pass->form.columns;
        block.rest = (pass->steps - step) % pass->form.columns;
        block.count = count;
        (pass->narrow ? pass->kernels->narrow : pass->kernels->wide)[*size - 1](&block);
        first += count * *size;
        rows -= count * *size;
    }
}

// Returns how many steps of k are left to kernels of `unit` steps: whole units, or whole boxes.
static uint32_t whole_steps(const pass_t *pass, uint32_t unit)
{
    uint32_t box = pass->chains ? unit : pass->form.columns;
    return pass->steps / box * box;
}

// Returns which part of its box the `unit` steps from `step` on are.
static uint32_t part_at(const pass_t *pass, uint32_t step, uint32_t unit)
{
    uint32_t box = pass->form.columns, at = step % box;
    if (pass->chains) {
        return MID;
    }
    return unit == box ? WHOLE : at == 0 ? FIRST : at + unit == box ? LAST : MID;
}

// Computes all groups of three rows, for `unit` steps from `step` on. An unfinished box keeps its sums after the
// result.
static void run_part(const pass_t *pass, mm_kernel_t *const kernels[PARTS], mm_block_t block, uint32_t step,
                     uint32_t unit)
{
    uint32_t part = part_at(pass, step, unit);
    block.count = pass->rows / 3;
    if (!pass->chains && (part == FIRST || part == MID)) {
        block.c += MM_SUMS;
    }
    kernels[part](&block);
}

static uint32_t run_outer(const pass_t *pass, uint32_t group)
{
    uint32_t together = pass->groups - group >= 4 && pass->kernels->outer_4[MID] != NULL ? 4 : 2;
    uint32_t whole = whole_steps(pass, 8), threes = pass->rows / 3;
    for (uint32_t step = 0; step < whole; step += 8) {
        run_part(pass, together == 4 ? pass->kernels->outer_4 : pass->kernels->outer_2, block_at(pass, group, 0, step),
                 step, 8);
    }
    for (uint32_t i = 0; i < together; i++) {
        if (whole != pass->steps) {
            run_inner(pass, group + i, 0, 3 * threes, whole);
        }
        run_inner(pass, group + i, 3 * threes, pass->rows % 3, 0);
    }
    return together;
}

// Returns the number of steps of one group that the long kernel does at a time.
static uint32_t long_steps(const pass_t *pass)
{
    return pass->form.half ? 32 : 16;
}

static void run_long(const pass_t *pass, uint32_t group)
{
    uint32_t unit = long_steps(pass), whole = whole_steps(pass, unit), threes = pass->rows / 3;
    uint32_t step = 0;
    if (!pass->chains && unit == pass->form.columns) {  // one box in each iteration: the next one is a column further
        mm_block_t block = block_at(pass, group, 0, 0);
        block.count = threes;
        block.pitch = (ptrdiff_t)(unit / 2 * pass->form.bytes);
        size_t b_step = (size_t)unit * pass->lanes * pass->form.bytes;
        for (; step < whole; step += unit, block.a += pass->pitch, block.b += b_step) {
            pass->kernels->one[WHOLE](&block);
        }
    }
    for (; step < whole; step += unit) {
        mm_block_t block = block_at(pass, group, 0, step);
        if (pass->form.columns >= unit) {
            block.pitch = (ptrdiff_t)(unit / 2 * pass->form.bytes);
        }
        run_part(pass, pass->kernels->one, block, step, unit);
    }
    if (whole != pass->steps) {
        run_inner(pass, group, 0, 3 * threes, whole);
    }
    run_inner(pass, group, 3 * threes, pass->rows % 3, 0);
}

static void run_block(const pass_t *pass)
{
    uint32_t group = 0;
    while (!pass->narrow && pass->groups - group >= 2 && pass->rows >= 3 && pass->steps >= 8) {
        group += run_outer(pass, group);
    }
    if (!pass->narrow && pass->groups - group == 1 && pass->rows >= 3 && pass->steps >= long_steps(pass)) {
        run_long(pass, group++);
    }
    for (; group < pass->groups; group++) {
        run_inner(pass, group, 0, pass->rows, 0);
    }
}

// Returns the number of columns of a group that exist.
static uint32_t valid_lanes(const pass_t *pass, uint32_t n0, uint32_t group)
{
    uint32_t left = pass->mad->n - n0 - group * pass->lanes;
    return left < pass->lanes ? left : pass->lanes;
}

static void run_rows(pass_t *pass, uint32_t n0, uint32_t m0, uint32_t k0)
{
    const hal_cube_mad_t *mad = pass->mad;
    bool integers = mad->lhs.type == HAL_CUBE_I8;
    bool starts = integers || (k0 == 0 && !mad->accumulate);
    bool adds = integers && (k0 != 0 || mad->accumulate || mad->bias != NULL);
    bool ends = mad->sat && k0 + pass->steps == mad->k;
    size_t panel_bytes = (size_t)MM_MC * pass->lanes * 4;
    for (uint32_t g = 0; g < pass->groups; g++) {
        uint8_t *panel = pass->result + g * panel_bytes;
        uint32_t n = n0 + g * pass->lanes, valid = valid_lanes(pass, n0, g);
        if (pass->turned && starts) {
            mm_start_turned(mad, panel, pass->lanes, m0, pass->rows);
        } else if (pass->turned) {
            mm_load_turned(mad, panel, pass->lanes, m0, pass->rows, n, valid);
        } else if (starts) {
            mm_start_panel(mad, panel, pass->lanes, pass->rows, n, valid);
        } else {
            mm_load_result(mad, panel, pass->lanes, m0, pass->rows, n, valid);
        }
    }
    if (pass->form.native_lhs) {
        pass->a = mad->lhs.data + k0 / pass->form.columns * mad->lhs.pitch + (size_t)m0 * 32;
        pass->pitch = (ptrdiff_t)mad->lhs.pitch;
    } else {
        if (m0 != pass->lhs_row || k0 != pass->lhs_step) {
            mm_pack_lhs(mad, pass->form, pass->lhs, m0, pass->rows, k0, pass->steps);
            pass->lhs_row = m0, pass->lhs_step = k0;
        }
        pass->a = pass->lhs;
        pass->pitch = (ptrdiff_t)(MM_MC * row_bytes(pass));
    }
    run_block(pass);
    for (uint32_t g = 0; g < pass->groups; g++) {
        uint8_t *panel = pass->result + g * panel_bytes;
        size_t elements = (size_t)pass->rows * pass->lanes;
        if (ends) {
            mm_saturate_panel(panel, elements);
        }
        (pass->turned ? mm_store_turned : mm_store_result)(mad, panel, pass->lanes, m0, pass->rows,
                                                           n0 + g * pass->lanes, valid_lanes(pass, n0, g), adds);
    }
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void run_pass(pass_t *pass, uint32_t n0)
{
    const hal_cube_mad_t *mad = pass->mad;
    uint32_t columns = least(mad->n - n0, MM_PASS);
    uint32_t vlenb = __riscv_v_fixed_vlen / 8;  // elements of LMUL 4
    pass->narrow = columns <= vlenb || 2 * vlenb > MM_PASS;
    pass->lanes = pass->narrow ? vlenb : 2 * vlenb;
    pass->groups = (columns + pass->lanes - 1) / pass->lanes;
    for (uint32_t k0 = 0; k0 < mad->k; k0 += MM_KC) {
        pass->steps = least(mad->k - k0, MM_KC);
        for (uint32_t g = 0; g < pass->groups; g++) {
            uint8_t *panel = pass->rhs + (size_t)g * MM_KC * pass->lanes * pass->form.bytes;
            mm_pack_rhs(mad, pass->form, panel, pass->lanes, n0 + g * pass->lanes, valid_lanes(pass, n0, g), k0,
                        pass->steps);
        }
        for (uint32_t m0 = 0; m0 < mad->m; m0 += MM_MC) {
            pass->rows = least(mad->m - m0, MM_MC);
            run_rows(pass, n0, m0, k0);
        }
    }
}

// Returns the number of vectors in the rows of a result. A transpose has to halve it, as its panels are moved by
// elements.
static uint32_t vector_num(uint32_t rows, uint32_t columns)
{
    uint32_t lanes = __riscv_v_fixed_vlen / 4;
    return (columns + lanes - 1) / lanes * rows;
}

static bool is_turned(const hal_cube_mad_t *mad)
{
    return 2 * vector_num(mad->n, mad->m) <= vector_num(mad->m, mad->n);
}

void mm_panels(const hal_cube_mad_t *mad, mm_form_t form, void *work)
{
    hal_cube_mad_t exchanged;
    bool turned = is_turned(mad);
    if (mad->lhs.type == HAL_CUBE_I8 && mad->bias != NULL && !mad->accumulate) {
        mm_start_integers(mad);
    }
    if (turned) {
        exchanged = *mad;
        exchanged.lhs = mad->rhs, exchanged.rhs = mad->lhs;
        exchanged.m = mad->n, exchanged.n = mad->m;
        mad = &exchanged;
    }
    pass_t pass = {.mad = mad, .form = form, .rhs = work, .turned = turned, .lhs_row = UINT32_MAX};
    pass.result = pass.rhs + RHS_BYTES;
    pass.lhs = pass.result + RESULT_BYTES + MM_SUMS;
    // Rows of 32, 64, 128, 256 bytes.
    uint32_t size = (uint32_t)__builtin_ctz((uint32_t)row_bytes(&pass)) - 5;
    pass.kernels = mad->lhs.type == HAL_CUBE_I8 ? &i8_kernels : (pass.form.half ? f16_kernels : f32_kernels) + size;
    pass.chains = !cube_has_boxes(mad->lhs.type);
    for (uint32_t n0 = 0; n0 < mad->n; n0 += MM_PASS) {
        run_pass(&pass, n0);
    }
}

#define PASS_COST 1500

// Estimates the instructions of mm_panels(): a scalar and a multiply-add for each row, step and group of columns;
// packing a step, moving a row, beginning a pass. For a partial group also clearing its rest and moving parts of rows.
static uint64_t panels_cost(const hal_cube_mad_t *mad)
{
    bool turned = is_turned(mad);
    uint64_t rows = turned ? mad->n : mad->m, columns = turned ? mad->m : mad->n;
    uint64_t lanes = columns <= __riscv_v_fixed_vlen / 8 ? __riscv_v_fixed_vlen / 8 : __riscv_v_fixed_vlen / 4;
    uint64_t groups = (columns + lanes - 1) / lanes, passes = (columns + MM_PASS - 1) / MM_PASS;
    uint64_t ragged = columns % lanes != 0 ? 12 * mad->k + 30 * rows : 0;
    return passes * PASS_COST + groups * (rows * mad->k * 9 / 4 + 4 * mad->k + 15 * rows) + ragged;
}

// Whether small.c takes fewer instructions.
static bool is_small(const hal_cube_mad_t *mad, mm_form_t form)
{
    uint64_t cost = mm_small_cost(mad, form);
    return cost < PASS_COST || (cost != UINT64_MAX && cost < panels_cost(mad));
}

void hal_cube_mad(const hal_cube_mad_t *mad, void *work)
{
    mm_form_t form = mm_form_of(mad);
    if (!is_small(mad, form) || !mm_small(mad, form, work)) {
        mm_panels(mad, form, work);
    }
}
