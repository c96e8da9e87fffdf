// SPDX-License-Identifier: Apache-2.0
//
// Quantisation: to integers with a scale a row, to MX groups with a shared exponent, and back; additions with ReLU and
// a narrower result. Plain C on the scalar conversions: the same bits in every image.

#include "tile.h"

#ifndef PTO_VECTOR_SCALAR
#define PTO_VECTOR_SCALAR 1
#endif
#include <hal/vector/vector.h>

#include "transfer.h"

static float float_at(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col)
{
    const uint8_t *from = pto_tile_element(core, tile, row, col);
    switch (tile->elem) {
        case PTO_ELEM_F16:
            return (float)pto_wide_f16(*(const pto_f16_t *)from);
        case PTO_ELEM_BF16:
            return pto_bf16_to_float(*(const pto_bf16_t *)from);
        default:
            return *(const float *)from;
    }
}

static void put_float(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col, float x)
{
    uint8_t *to = pto_tile_element(core, tile, row, col);
    switch (tile->elem) {
        case PTO_ELEM_F16:
            *(pto_f16_t *)to = pto_narrow_f16(x);
            break;
        case PTO_ELEM_BF16:
            *(pto_bf16_t *)to = pto_bf16_from_float(x);
            break;
        default:
            *(float *)to = x;
            break;
    }
}

static void check_type(const pto_cmd_t *cmd, const char *name, const pto_tile_t *tile, uint32_t types)
{
    if ((types >> tile->elem & 1) == 0) {
        PTO_TILE_FAULT(cmd, "%s has element type %s", name, pto_elem_names[tile->elem]);
    }
}

#define BYTES_TYPES (PTO_ELEM_BIT(I8) | PTO_ELEM_BIT(U8))

/// Integers ///

// One f32 for each row; with several columns, the last serves all remaining columns.
static float parameter(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col)
{
    int32_t last = tile->valid_cols - 1;
    return float_at(core, tile, row, col < last ? col : last);
}

static void check_parameter(const pto_cmd_t *cmd, const char *name, const pto_tile_t *tile, const pto_tile_t *dst)
{
    check_type(cmd, name, tile, PTO_ELEM_BIT(F32));
    if (tile->valid_rows < dst->valid_rows || tile->valid_cols < 1) {
        PTO_TILE_FAULT(cmd, "%s of %d x %d has no value for each of %d rows", name, tile->valid_rows, tile->valid_cols,
                       dst->valid_rows);
    }
}

pto_step_t pto_tile_exec_quant(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, fp, offset;
        uint64_t type;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    bool asymmetric = p->type == PTO_QUANT_INT8_ASYM;
    if (!asymmetric && p->type != PTO_QUANT_INT8_SYM) {
        PTO_TILE_FAULT(cmd, "quant_type is neither INT8_SYM nor INT8_ASYM");
    }
    check_type(cmd, "dst", &p->dst, asymmetric ? PTO_ELEM_BIT(U8) : PTO_ELEM_BIT(I8));
    pto_tile_check_same_valid(cmd, "src", &p->src, "dst", &p->dst);
    check_parameter(cmd, "fp", &p->fp, &p->dst);
    if (asymmetric != pto_tile_is_present(&p->offset)) {
        PTO_TILE_FAULT(cmd, "%s", asymmetric ? "INT8_ASYM needs an offset" : "INT8_SYM has no offset");
    }
    if (asymmetric) {
        check_parameter(cmd, "offset", &p->offset, &p->dst);
    }
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            float x = float_at(core, &p->src, r, c) * parameter(core, &p->fp, r, c);
            x += asymmetric ? parameter(core, &p->offset, r, c) : 0;
            uint8_t *to = pto_tile_element(core, &p->dst, r, c);
            if (asymmetric) {
                *to = pto_to_u8((double)x, PTO_RND_R, PTO_SAT);
            } else {
                *(int8_t *)to = pto_to_i8((double)x, PTO_RND_R, PTO_SAT);
            }
        }
    }
    return PTO_DONE;
}

pto_step_t pto_tile_exec_dequant(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, scale, offset;
    } *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    check_type(cmd, "dst", &p->dst, PTO_ELEM_BIT(F32));
    pto_tile_check_same_valid(cmd, "src", &p->src, "dst", &p->dst);
    check_parameter(cmd, "scale", &p->scale, &p->dst);
    check_parameter(cmd, "offset", &p->offset, &p->dst);
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            const uint8_t *from = pto_tile_element(core, &p->src, r, c);
            float x = p->src.elem == PTO_ELEM_I8 ? (float)*(const int8_t *)from : (float)*(const int16_t *)from;
            put_float(core, &p->dst, r, c, (x - parameter(core, &p->offset, r, c)) * parameter(core, &p->scale, r, c));
        }
    }
    return PTO_DONE;
}

/// MX groups ///

#define GROUP 32

typedef struct {
    uint8_t exponent;  // e8m0 of the group's scale
    float scaling;     // what elements are multiplied by: its reciprocal
} scale_t;

static float from_exponent(uint32_t exponent)
{
    return exponent == 0 ? 0x1p-127f : pto_f32_of(exponent << 23);
}

static scale_t scale_of(float max, bool fp4, bool nv)
{
    // NV: the least power of two by which no number exceeds the largest of the format, 6 or 448.
    // OCP: the exponent of the maximum less that of this largest number.
    const uint32_t bits = pto_f32_bits(nv ? max * (1.0f / (fp4 ? 6.0f : 448.0f)) : max), largest = fp4 ? 2 : 8;
    uint32_t exponent = bits >> 23;
    if (max != max) {
        return (scale_t){0xff, max};
    }
    if (nv) {
        exponent += bits > 0x400000 && bits < 0x7f000000 && (bits & 0x7fffff) != 0;
        exponent = exponent > 254 ? 254 : exponent;
    } else {
        exponent = exponent > largest ? exponent - largest : 0;
    }
    return (scale_t){(uint8_t)exponent, from_exponent(254 - exponent)};
}

typedef struct {
    const pto_tile_t *dst, *exponent, *max, *scaling, *src;
    bool fp4, nv, rows, interleave;
} mx_t;

static void check_groups(const pto_cmd_t *cmd, const mx_t *m)
{
    const pto_tile_t *src = m->src;
    int32_t extent = m->rows ? src->valid_rows : src->valid_cols, unit = m->interleave ? 2 * GROUP : GROUP;
    if (extent % unit != 0) {
        PTO_TILE_FAULT(cmd, "%d valid %s of src are no multiple of %d", extent, m->rows ? "rows" : "columns", unit);
    }
    int32_t cols = src->valid_cols / (m->fp4 ? 2 : 1);
    if (m->dst->valid_rows != src->valid_rows || m->dst->valid_cols != cols) {
        PTO_TILE_FAULT(cmd, "dst has %d x %d valid elements, not %d x %d", m->dst->valid_rows, m->dst->valid_cols,
                       src->valid_rows, cols);
    }
    int64_t groups = (int64_t)src->valid_rows * src->valid_cols / GROUP;
    const pto_tile_t *tiles[3] = {m->exponent, m->max, m->scaling};
    static const char *const names[3] = {"exp", "max", "scaling"};
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t room = (int64_t)tiles[i]->valid_rows * tiles[i]->valid_cols;
        if (i == 2 ? room < groups : room != groups) {  // scaling is scratch memory
            PTO_TILE_FAULT(cmd, "%s has %d x %d valid elements for %ld groups", names[i], tiles[i]->valid_rows,
                           tiles[i]->valid_cols, (long)groups);
        }
    }
}

// The position of a group's value in a tile with one value for each group, or with all groups in one row.
static void group_place(const mx_t *m, const pto_tile_t *tile, int32_t group_row, int32_t group_col, int32_t *row,
                        int32_t *col)
{
    *row = group_row;
    *col = group_col;
    if (tile == m->scaling && (int64_t)tile->valid_rows * tile->valid_cols * GROUP !=
                                  (int64_t)m->src->valid_rows * m->src->valid_cols) {
        const int32_t flat = group_row * (m->src->valid_cols / (m->rows ? 1 : GROUP)) + group_col;
        *row = flat / tile->valid_cols;
        *col = flat % tile->valid_cols;
    } else if (!m->rows && tile->valid_rows == 1) {
        *row = 0;
        *col = group_row * (m->src->valid_cols / GROUP) + group_col;
    } else if (m->interleave && tile == m->exponent) {
        *row = group_row / 2;
        *col = 2 * group_col + group_row % 2;
    }
}

static void quantise_element(const pto_core_t *core, const mx_t *m, int32_t row, int32_t col, float scaling)
{
    float x = float_at(core, m->src, row, col) * scaling;
    if (!m->fp4) {
        *pto_tile_element(core, m->dst, row, col) = pto_to_e4m3((double)x, PTO_RND_R, PTO_SAT).bits;
        return;
    }
    x = m->src->elem == PTO_ELEM_BF16 ? pto_bf16_to_float(pto_bf16_from_float(x)) : x;
    uint8_t code = x != x ? 7 : pto_to_fp4((double)x, 1, PTO_RND_R), *to = pto_tile_element(core, m->dst, row, col / 2);
    *to = (uint8_t)(col % 2 == 0 ? (*to & 0xf0) | code : (*to & 0x0f) | code << 4);
}

static void quantise_group(const pto_core_t *core, const mx_t *m, int32_t group_row, int32_t group_col)
{
    int32_t row = group_row * (m->rows ? GROUP : 1), col = group_col * (m->rows ? 1 : GROUP);
    float max = 0;
    for (int32_t i = 0; i < GROUP; i++) {
        float x = __builtin_fabsf(float_at(core, m->src, row + (m->rows ? i : 0), col + (m->rows ? 0 : i)));
        max = x > max || x != x ? x : max;
    }
    scale_t scale = scale_of(max, m->fp4, m->nv);
    int32_t r, c;
    group_place(m, m->exponent, group_row, group_col, &r, &c);
    *pto_tile_element(core, m->exponent, r, c) = scale.exponent;
    group_place(m, m->max, group_row, group_col, &r, &c);
    put_float(core, m->max, r, c, max);
    group_place(m, m->scaling, group_row, group_col, &r, &c);
    put_float(core, m->scaling, r, c, scale.scaling);
    for (int32_t i = 0; i < GROUP; i++) {
        quantise_element(core, m, row + (m->rows ? i : 0), col + (m->rows ? 0 : i), scale.scaling);
    }
}

pto_step_t pto_tile_exec_quant_mx(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, exponent, max, scaling, exp_zz, src;
        uint64_t type, algorithm, store_mode, axis;
        int64_t interleave;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    if (p->type != PTO_QUANT_MXFP8 && p->type != PTO_QUANT_MXFP4_E2M1) {
        PTO_TILE_FAULT(cmd, "quant_type is neither MXFP8 nor MXFP4_E2M1");
    }
    if (pto_tile_is_present(&p->exp_zz)) {
        PTO_TILE_FAULT(cmd, "the output exp_zz is deprecated: move exp with tmov instead");
    }
    mx_t m = {.dst = &p->dst,
              .exponent = &p->exponent,
              .max = &p->max,
              .scaling = &p->scaling,
              .src = &p->src,
              .fp4 = p->type == PTO_QUANT_MXFP4_E2M1,
              .nv = p->algorithm == PTO_QUANT_NV,
              .rows = p->axis == PTO_GROUP_AXIS0,
              .interleave = p->interleave != 0};
    if (m.interleave && !m.rows) {
        PTO_TILE_FAULT(cmd, "interleave goes with axis0");
    }
    check_type(cmd, "dst", &p->dst, m.fp4 ? PTO_ELEM_BIT(E2M1X2) : BYTES_TYPES | PTO_ELEM_BIT(E4M3));
    check_type(cmd, "exp", &p->exponent, BYTES_TYPES | PTO_ELEM_BIT(E8M0));
    check_groups(cmd, &m);
    int32_t group_rows = p->src.valid_rows / (m.rows ? GROUP : 1),
            group_cols = p->src.valid_cols / (m.rows ? 1 : GROUP);
    for (int32_t r = 0; r < group_rows; r++) {
        for (int32_t c = 0; c < group_cols; c++) {
            quantise_group(core, &m, r, c);
        }
    }
    return PTO_DONE;
}

/// Sums and differences with ReLU ///

static void check_sum(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    pto_tile_check_rows(cmd, "dst", dst);
    pto_tile_check_rows(cmd, "src0", src0);
    pto_tile_check_rows(cmd, "src1", src1);
    pto_tile_check_same_valid(cmd, "src0", src0, "dst", dst);
    pto_tile_check_same_valid(cmd, "src1", src1, "dst", dst);
}

// The sum or the difference of two elements, rounded or wrapped to their type.
static double sum(uint8_t elem, const void *a, const void *b, bool minus)
{
    if (elem == PTO_ELEM_I16) {
        int32_t x = *(const int16_t *)a, y = *(const int16_t *)b;
        return (double)(int16_t)(minus ? x - y : x + y);
    }
    if (elem == PTO_ELEM_F16) {
        float x = pto_wide_f16(*(const pto_f16_t *)a), y = pto_wide_f16(*(const pto_f16_t *)b);
        return pto_from_f16(pto_narrow_f16(minus ? x - y : x + y));
    }
    float x = *(const float *)a, y = *(const float *)b;
    return (double)(minus ? x - y : x + y);
}

pto_step_t pto_tile_exec_relu_convert(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_binary_t *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    check_sum(cmd, &p->dst, &p->src0, &p->src1);
    uint8_t from = p->src0.elem, to = p->dst.elem;
    bool legal = (from == PTO_ELEM_F32 && to == PTO_ELEM_F16) ||
                 ((from == PTO_ELEM_F16 || from == PTO_ELEM_I16) && to == PTO_ELEM_I8);
    if (!legal) {
        PTO_TILE_FAULT(cmd, "%s does not become %s", pto_elem_names[from], pto_elem_names[to]);
    }
    bool minus = pto_tile_op_of(cmd)->id == PTO_TILE_ID_tsubreluconv;
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            double x = sum(from, pto_tile_element(core, &p->src0, r, c), pto_tile_element(core, &p->src1, r, c), minus);
            x = x > 0 ? x : 0;
            if (to == PTO_ELEM_F16) {
                *(pto_f16_t *)pto_tile_element(core, &p->dst, r, c) = pto_to_f16(x, PTO_RND_R, PTO_SAT);
            } else {
                *(int8_t *)pto_tile_element(core, &p->dst, r, c) = pto_to_i8(x, PTO_RND_R, PTO_SAT);
            }
        }
    }
    return PTO_DONE;
}

pto_step_t pto_tile_exec_relu_dequant(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src0, src1;
        pto_scalar_t scale;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    check_sum(cmd, &p->dst, &p->src0, &p->src1);
    check_type(cmd, "dst", &p->dst, PTO_ELEM_BIT(F16));
    float scale = pto_f32_of((uint32_t)pto_tile_scalar(cmd, p->scale, PTO_ELEM_F32));
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            uint32_t sum = *(const uint32_t *)pto_tile_element(core, &p->src0, r, c) +
                           *(const uint32_t *)pto_tile_element(core, &p->src1, r, c);
            float x = (float)(int32_t)sum * 0x1p-17f * scale * 0x1p17f;
            *(pto_f16_t *)pto_tile_element(core, &p->dst, r, c) = pto_to_f16(x > 0 ? (double)x : 0, PTO_RND_R, PTO_SAT);
        }
    }
    return PTO_DONE;
}
