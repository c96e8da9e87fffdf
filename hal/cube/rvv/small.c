// SPDX-License-Identifier: Apache-2.0
//
// Small products: lanes are the elements of the result, row by row, whatever its shape.
//
// A gathered operand costs a core more than its one instruction. But panels have to be packed, and leave lanes idle if
// a result is narrow.

#include "small.h"

#include <riscv_vector.h>

enum { MOST_LANES = __riscv_v_fixed_vlen / 4 };  // f32 at LMUL 8

// For each lane: offsets of its rows in both operands, and its offset in the result.
typedef struct {
    uint16_t a_row[MOST_LANES], b_row[MOST_LANES];
    uint32_t at[MOST_LANES], sum[MOST_LANES];
} work_t;

// Operands that need a conversion are converted as a whole before.
#define PANEL_BYTES (MM_MC * MM_KC * 4)
_Static_assert(2 * PANEL_BYTES + sizeof(work_t) <= HAL_CUBE_WORK_BYTES, "work memory");

enum { MOST_PRODUCTS = 80 * 80 * 80 };

// Offsets of rows and element counts have 16 bits; a converted operand has to fit its panel.
static bool fits(const hal_cube_mad_t *mad, mm_form_t form)
{
    uint32_t most = form.native_lhs ? 2048 : MM_MC;
    return mad->m <= most && mad->n <= most && mad->m * mad->n <= UINT16_MAX && (form.native_lhs || mad->k <= MM_KC);
}

uint64_t mm_small_cost(const hal_cube_mad_t *mad, mm_form_t form)
{
    uint32_t num = mad->m * mad->n;
    if (!fits(mad, form) || (uint64_t)num * mad->k > MOST_PRODUCTS) {
        return UINT64_MAX;
    }
    return (uint64_t)((num + MOST_LANES - 1) / MOST_LANES) * (70 + mad->k * (form.half ? 3 : 5));
}

// Initialises lanes for the elements from `first` on: rows of both operands, offsets in the result, initial values.
static void start(const hal_cube_mad_t *mad, work_t *work, uint32_t shift, uint32_t first, size_t vl)
{
    vuint16m4_t element = __riscv_vadd_vx_u16m4(__riscv_vid_v_u16m4(vl), (uint16_t)first, vl);
    vuint16m4_t m = __riscv_vdivu_vx_u16m4(element, (uint16_t)mad->n, vl);
    vuint16m4_t n = __riscv_vnmsac_vx_u16m4(element, (uint16_t)mad->n, m, vl);
    __riscv_vse16_v_u16m4(work->a_row, __riscv_vsll_vx_u16m4(m, shift, vl), vl);
    __riscv_vse16_v_u16m4(work->b_row, __riscv_vsll_vx_u16m4(n, shift, vl), vl);
    vuint32m8_t at = __riscv_vwmulu_vx_u32m8(m, 64, vl);
    at = __riscv_vwaddu_wv_u32m8(at, __riscv_vsll_vx_u16m4(__riscv_vand_vx_u16m4(n, 15, vl), 2, vl), vl);
    vuint32m8_t fractal = __riscv_vzext_vf2_u32m8(__riscv_vsrl_vx_u16m4(n, 4, vl), vl);
    at = __riscv_vmacc_vx_u32m8(at, (uint32_t)mad->dst_pitch, fractal, vl);
    __riscv_vse32_v_u32m8(work->at, at, vl);
    vuint32m8_t initial = __riscv_vmv_v_x_u32m8(0, vl);
    bool integers = mad->lhs.type == HAL_CUBE_I8;  // finish() adds to them
    if (mad->accumulate && !integers) {
        initial = __riscv_vluxei32_v_u32m8((const uint32_t *)mad->dst, at, vl);
    } else if (mad->bias != NULL && !integers) {
        initial = __riscv_vluxei16_v_u32m8((const uint32_t *)mad->bias, __riscv_vsll_vx_u16m4(n, 2, vl), vl);
    }
    __riscv_vse32_v_u32m8(work->sum, initial, vl);
}

// Converts sums of i8 products, exact in f32, and adds them to the integers of the result, or to the bias.
static vuint32m8_t to_integers(const hal_cube_mad_t *mad, vuint32m8_t at, vuint32m8_t sum, uint32_t first, size_t vl)
{
    vint32m8_t whole = __riscv_vfcvt_x_f_v_i32m8(__riscv_vreinterpret_v_u32m8_f32m8(sum), vl);
    sum = __riscv_vreinterpret_v_i32m8_u32m8(whole);
    if (mad->accumulate) {
        return __riscv_vadd_vv_u32m8(sum, __riscv_vluxei32_v_u32m8((const uint32_t *)mad->dst, at, vl), vl);
    }
    if (mad->bias != NULL) {
        vuint32m8_t column = __riscv_vadd_vx_u32m8(__riscv_vid_v_u32m8(vl), first, vl);
        column = __riscv_vsll_vx_u32m8(__riscv_vremu_vx_u32m8(column, mad->n, vl), 2, vl);
        return __riscv_vadd_vv_u32m8(sum, __riscv_vluxei32_v_u32m8((const uint32_t *)mad->bias, column, vl), vl);
    }
    return sum;
}

static void finish(const hal_cube_mad_t *mad, work_t *work, uint32_t first, size_t vl)
{
    if (mad->sat) {
        mm_saturate_panel((uint8_t *)work->sum, vl);
    }
    vuint32m8_t at = __riscv_vle32_v_u32m8(work->at, vl), sum = __riscv_vle32_v_u32m8(work->sum, vl);
    if (mad->lhs.type == HAL_CUBE_I8) {
        sum = to_integers(mad, at, sum, first, vl);
    }
    __riscv_vsuxei32_v_u32m8((uint32_t *)mad->dst, at, sum, vl);
}

// Returns the address of an operand: the operand itself, or its conversion in a panel.
static const uint8_t *convert(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, ptrdiff_t *next)
{
    ptrdiff_t row = (ptrdiff_t)(form.columns * form.bytes);
    if (form.native_lhs) {
        *next = (ptrdiff_t)mad->lhs.pitch - row;
        return mad->lhs.data;
    }
    *next = (MM_MC - 1) * row;
    mm_pack_lhs(mad, form, panel, 0, mad->m, 0, mad->k);
    return panel;
}

static const uint8_t *convert_rhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, ptrdiff_t *next)
{
    if (form.native_lhs) {
        *next = (ptrdiff_t)mad->rhs.pitch - 32;
        return mad->rhs.data;
    }
    hal_cube_mad_t exchanged = *mad;
    exchanged.lhs = mad->rhs;
    exchanged.m = mad->n;
    return convert(&exchanged, form, panel, next);
}

bool mm_small(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *memory)
{
    if (!fits(mad, form)) {
        return false;
    }
    static mm_lanes_kernel_t *const f32[] = {mm_lanes_chain_F32_32, mm_lanes_boxes_F32_64, mm_lanes_boxes_F32_128,
                                             mm_lanes_boxes_F32_256};
    static mm_lanes_kernel_t *const f16[] = {mm_lanes_chain_F16_32, mm_lanes_boxes_F16_64};
    uint32_t shift = (uint32_t)__builtin_ctz(form.columns * form.bytes), num = mad->m * mad->n;
    mm_lanes_kernel_t *kernel =
        mad->lhs.type == HAL_CUBE_I8 ? mm_lanes_chain_F16_64 : (form.half ? f16 : f32)[shift - 5];
    work_t *work = (work_t *)(void *)(memory + 2 * PANEL_BYTES);
    mm_lanes_t lanes = {
        .a_row = work->a_row,
        .b_row = work->b_row,
        .sum = work->sum,
        .columns = mad->k / form.columns,
        .rest = mad->k % form.columns,
    };
    lanes.a = convert(mad, form, memory, &lanes.a_next);
    lanes.b = convert_rhs(mad, form, memory + PANEL_BYTES, &lanes.b_next);
    for (uint32_t first = 0; first < num; first += lanes.lanes) {
        lanes.lanes = num - first < MOST_LANES ? num - first : MOST_LANES;
        start(mad, work, shift, first, lanes.lanes);
        kernel(&lanes);
        finish(mad, work, first, lanes.lanes);
    }
    return true;
}
