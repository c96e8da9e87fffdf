// SPDX-License-Identifier: Apache-2.0
//
// Matrix multiplications of tiles, on the multiply of the cube core (hal/cube). m and k are the valid rows and columns
// of the left tile, n the valid columns of the right one.
//
// The layouts of the operands are those of the cube core: the left tile NZ, the right one ZN, the result NZ of 16 x 16
// boxes; pto_tile_at() sees to that.

#include <hal/cube/cube.h>
#include <isa/limits.h>

#include "../cube/cube.h"
#include "tile.h"
#include "transfer.h"

#define MKN_MAX 4095

typedef struct {
    const pto_tile_t *dst, *acc, *lhs, *rhs, *bias, *lhs_scale, *rhs_scale;
} matmul_t;

// The operands in the order of the record: dst, then the ins.
static matmul_t operands_of(const pto_cmd_t *cmd)
{
    const pto_tile_t *t = (const pto_tile_t *)cmd->data;
    switch (pto_tile_op_of(cmd)->id) {
        case PTO_TILE_ID_tmatmul_acc:
        case PTO_TILE_ID_tgemv_acc:
            return (matmul_t){.dst = t, .acc = t + 1, .lhs = t + 2, .rhs = t + 3};
        case PTO_TILE_ID_tmatmul_bias:
        case PTO_TILE_ID_tgemv_bias:
            return (matmul_t){.dst = t, .lhs = t + 1, .rhs = t + 2, .bias = t + 3};
        case PTO_TILE_ID_tmatmul_mx:
        case PTO_TILE_ID_tgemv_mx:
            return (matmul_t){.dst = t, .lhs = t + 1, .lhs_scale = t + 2, .rhs = t + 3, .rhs_scale = t + 4};
        case PTO_TILE_ID_tmatmul_mx_acc:
        case PTO_TILE_ID_tgemv_mx_acc:
            return (matmul_t){
                .dst = t, .acc = t + 1, .lhs = t + 2, .lhs_scale = t + 3, .rhs = t + 4, .rhs_scale = t + 5};
        case PTO_TILE_ID_tmatmul_mx_bias:
        case PTO_TILE_ID_tgemv_mx_bias:
            return (matmul_t){
                .dst = t, .lhs = t + 1, .lhs_scale = t + 2, .rhs = t + 3, .rhs_scale = t + 4, .bias = t + 5};
        default:
            return (matmul_t){.dst = t, .lhs = t + 1, .rhs = t + 2};
    }
}

// The element type of the result, or PTO_ELEM_NUM if the types do not fit.
static uint8_t result_of(const matmul_t *m)
{
    uint8_t a = m->lhs->elem, b = m->rhs->elem;
    if (m->lhs_scale != NULL) {
        return (pto_is_fp8(a) && pto_is_fp8(b)) || (pto_is_fp4(a) && pto_is_fp4(b)) ? PTO_ELEM_F32 : PTO_ELEM_NUM;
    }
    if (a == PTO_ELEM_I8 && b == PTO_ELEM_I8) {
        return PTO_ELEM_I32;
    }
    bool same = a == b && (a == PTO_ELEM_F16 || a == PTO_ELEM_BF16 || a == PTO_ELEM_F32 || a == PTO_ELEM_HIF8);
    return same || (pto_is_fp8(a) && pto_is_fp8(b)) ? PTO_ELEM_F32 : PTO_ELEM_NUM;
}

static hal_cube_type_t type_of(uint8_t elem)
{
    switch (elem) {
        case PTO_ELEM_I8:
            return HAL_CUBE_I8;
        case PTO_ELEM_F16:
            return HAL_CUBE_F16;
        case PTO_ELEM_BF16:
            return HAL_CUBE_BF16;
        case PTO_ELEM_E4M3:
            return HAL_CUBE_E4M3;
        case PTO_ELEM_E5M2:
            return HAL_CUBE_E5M2;
        case PTO_ELEM_HIF8:
            return HAL_CUBE_HIF8;
        case PTO_ELEM_E2M1X2:
            return HAL_CUBE_E2M1;
        case PTO_ELEM_E1M2X2:
            return HAL_CUBE_E1M2;
        default:
            return HAL_CUBE_F32;
    }
}

// A left tile of one row is contiguous, and so are its scales.
static bool is_vector(const pto_tile_t *tile)
{
    return tile->loc == PTO_LOC_LEFT && tile->rows == 1;
}

/// Checks ///

static void check_layouts(const pto_cmd_t *cmd, const matmul_t *m)
{
    const pto_tile_t *accs[2] = {m->dst, m->acc};
    bool boxes = m->lhs->slayout == PTO_BOX_ROW_MAJOR && m->lhs->blayout == PTO_COL_MAJOR && m->lhs->fractal16 == 32;
    if (!boxes && !is_vector(m->lhs)) {
        PTO_TILE_FAULT(cmd, "the left tile is not in row-major boxes of 512 bytes");
    }
    if (m->rhs->slayout != PTO_BOX_COL_MAJOR || m->rhs->blayout != PTO_ROW_MAJOR || m->rhs->fractal16 != 32) {
        PTO_TILE_FAULT(cmd, "the right tile is not row-major of column-major boxes of 512 bytes");
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (accs[i] != NULL &&
            (accs[i]->slayout != PTO_BOX_ROW_MAJOR || accs[i]->blayout != PTO_COL_MAJOR || accs[i]->fractal16 != 64)) {
            PTO_TILE_FAULT(cmd, "%s is not column-major of row-major boxes of 1024 bytes", i == 0 ? "dst" : "acc_in");
        }
    }
}

static void check_types(const pto_cmd_t *cmd, const matmul_t *m)
{
    uint8_t result = result_of(m);
    if (result == PTO_ELEM_NUM) {
        PTO_TILE_FAULT(cmd, "no product of %s and %s%s", pto_elem_names[m->lhs->elem], pto_elem_names[m->rhs->elem],
                       m->lhs_scale != NULL ? " with scales" : "");
    }
    if (m->dst->elem != result) {
        PTO_TILE_FAULT(cmd, "dst has element type %s, the product %s", pto_elem_names[m->dst->elem],
                       pto_elem_names[result]);
    }
    if (m->acc != NULL && m->acc->elem != result) {
        PTO_TILE_FAULT(cmd, "acc_in has element type %s, dst %s", pto_elem_names[m->acc->elem], pto_elem_names[result]);
    }
    if (m->bias != NULL && m->bias->elem != result) {
        PTO_TILE_FAULT(cmd, "bias has element type %s, dst %s", pto_elem_names[m->bias->elem], pto_elem_names[result]);
    }
}

static void check_extents(const pto_cmd_t *cmd, const matmul_t *m, bool gemv)
{
    int32_t rows = m->lhs->valid_rows, k = m->lhs->valid_cols, cols = m->rhs->valid_cols;
    if (rows > MKN_MAX || k > MKN_MAX || cols > MKN_MAX) {
        PTO_TILE_FAULT(cmd, "m %d, k %d or n %d exceeds %d", rows, k, cols, MKN_MAX);
    }
    if (gemv && rows != 1) {
        PTO_TILE_FAULT(cmd, "the left tile has %d valid rows, not 1", rows);
    }
    if (m->rhs->rows < k) {
        PTO_TILE_FAULT(cmd, "the right tile has %d rows, the left %d valid columns", m->rhs->rows, k);
    }
    const pto_tile_t *accs[2] = {m->dst, m->acc};
    for (uint32_t i = 0; i < 2; i++) {
        if (accs[i] != NULL && (accs[i]->rows < rows || accs[i]->cols < cols)) {
            PTO_TILE_FAULT(cmd, "%s of %d x %d has no room for %d x %d", i == 0 ? "dst" : "acc_in", accs[i]->rows,
                           accs[i]->cols, rows, cols);
        }
    }
    if (m->bias != NULL && (m->bias->rows != 1 || m->bias->cols < cols)) {
        PTO_TILE_FAULT(cmd, "bias of %d x %d is no row of %d", m->bias->rows, m->bias->cols, cols);
    }
}

/// Execution ///

// Scales have a memory beside L0A and L0B; the scaling tile's address is 1/16 of the address of its data.
static hal_cube_operand_t operand(const pto_core_t *core, const pto_cmd_t *cmd, const pto_tile_t *tile,
                                  const pto_tile_t *scale, uint32_t k, int32_t rows)
{
    // The tile's pitch is the extent of a column of boxes in rows of 32 bytes.
    hal_cube_operand_t result = {.data = pto_tile_base(core, tile),
                                 .pitch = is_vector(tile) ? 32 : (size_t)tile->pitch * 32,
                                 .type = type_of(tile->elem)};
    if (scale != NULL) {
        result.scale_columns = (k + 63) / 64;
        result.scale_box = is_vector(tile) ? 2 : 32;
        if (scale->address + (size_t)((rows + 15) / 16) * result.scale_columns * 32 > PTO_SCALE_BYTES) {
            PTO_TILE_FAULT(cmd, "the scales at offset %u are outside their %u bytes", scale->address, PTO_SCALE_BYTES);
        }
        result.scale = core->scales[tile->loc == PTO_LOC_RIGHT] + scale->address;
    }
    return result;
}

static bool is_gemv(const pto_cmd_t *cmd)
{
    uint8_t id = pto_tile_op_of(cmd)->id;
    return id == PTO_TILE_ID_tgemv || id == PTO_TILE_ID_tgemv_acc || id == PTO_TILE_ID_tgemv_bias ||
           id == PTO_TILE_ID_tgemv_mx || id == PTO_TILE_ID_tgemv_mx_acc || id == PTO_TILE_ID_tgemv_mx_bias;
}

pto_step_t pto_tile_exec_matmul(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    matmul_t m = operands_of(cmd);
    pto_tile_check(core, cmd);
    check_layouts(cmd, &m);
    check_types(cmd, &m);
    check_extents(cmd, &m, is_gemv(cmd));
    uint32_t k = (uint32_t)m.lhs->valid_cols;  // of fp4 too: elements, not the bytes that hold two
    if (m.lhs_scale != NULL && m.lhs->cols % (pto_is_fp4(m.lhs->elem) ? 32 : 64) != 0) {
        PTO_TILE_FAULT(cmd, "the left tile has %d columns of bytes, no multiple of %d", m.lhs->cols,
                       pto_is_fp4(m.lhs->elem) ? 32 : 64);
    }
    if (m.lhs->valid_rows == 0 || m.rhs->valid_cols == 0) {
        return PTO_DONE;
    }
    if (m.acc != NULL && m.acc->address != m.dst->address) {
        pto_tile_copy_window(core, m.dst, 0, 0, m.acc, 0, 0, m.lhs->valid_rows, m.rhs->valid_cols);
    }
    const hal_cube_mad_t mad = {.lhs = operand(core, cmd, m.lhs, m.lhs_scale, k, m.lhs->valid_rows),
                                .rhs = operand(core, cmd, m.rhs, m.rhs_scale, k, m.rhs->valid_cols),
                                .dst = pto_tile_base(core, m.dst),
                                .dst_pitch = (size_t)m.dst->pitch * 64,
                                .bias = m.bias != NULL ? pto_tile_base(core, m.bias) : NULL,
                                .accumulate = m.acc != NULL,
                                .m = (uint32_t)m.lhs->valid_rows,
                                .n = (uint32_t)m.rhs->valid_cols,
                                .k = k};
    hal_cube_mad(&mad, pto_cube_work(core));
    return PTO_DONE;
}
