// SPDX-License-Identifier: Apache-2.0
//
// PIPE_M: operands and unit flags of the multiply. hal/cube computes it.

#include <hal/cube/cube.h>

#include "cube.h"

// arg[0] kind   arg[1] types of the operands   arg[2] clauses   arg[3] unit flag
enum { LHS, RHS, DST, BIAS, M, N, K, NUM };
enum { CLAUSE_FRACTALS = 1, CLAUSE_SAT = 2, CLAUSE_TF32_EVEN = 4, CLAUSE_TF32_AWAY = 8 };

// Panels of the running multiply: a cube core runs one at a time.
__attribute__((section(".noinit"), aligned(64))) static uint8_t work[BOARD_CLUSTERS][HAL_CUBE_WORK_BYTES];

void *pto_cube_work(const pto_core_t *core)
{
    return work[pto_cluster_index(core)];
}

uint8_t *pto_cube_scales(const pto_core_t *core, uint32_t mem, size_t offset)
{
    return core->scales[mem == PTO_MEM_L0B] + offset / 16;
}

static const uint8_t hal_types[PTO_ELEM_NUM] = {
    [PTO_ELEM_F32] = HAL_CUBE_F32,   [PTO_ELEM_F16] = HAL_CUBE_F16,     [PTO_ELEM_BF16] = HAL_CUBE_BF16,
    [PTO_ELEM_I8] = HAL_CUBE_I8,     [PTO_ELEM_E4M3] = HAL_CUBE_E4M3,   [PTO_ELEM_E5M2] = HAL_CUBE_E5M2,
    [PTO_ELEM_HIF8] = HAL_CUBE_HIF8, [PTO_ELEM_E2M1X2] = HAL_CUBE_E2M1, [PTO_ELEM_E1M2X2] = HAL_CUBE_E1M2,
};

static bool is_mx(uint32_t kind)
{
    return kind >= PTO_MAD_MX;
}

static bool has_bias(uint32_t kind)
{
    return kind == PTO_MAD_BIAS || kind == PTO_MAD_MX_BIAS;
}

static bool are_types_good(uint32_t kind, uint32_t lhs, uint32_t rhs, uint32_t dst)
{
    if (is_mx(kind)) {
        return dst == PTO_ELEM_F32 && ((pto_is_fp8(lhs) && pto_is_fp8(rhs)) || (pto_is_fp4(lhs) && pto_is_fp4(rhs)));
    }
    switch (lhs) {
        case PTO_ELEM_F16:
        case PTO_ELEM_BF16:
        case PTO_ELEM_F32:
        case PTO_ELEM_HIF8:
            return rhs == lhs && dst == PTO_ELEM_F32;
        case PTO_ELEM_I8:
            return rhs == lhs && dst == PTO_ELEM_I32;
        default:
            return pto_is_fp8(lhs) && pto_is_fp8(rhs) && dst == PTO_ELEM_F32;
    }
}

/// Unit flags ///

static bool any_unit_flag(pto_core_t *core, uint64_t first, uint64_t count)
{
    for (uint64_t i = first; i < first + count; i++) {
        if (__atomic_load_n(&core->unit_flags[i / 32], __ATOMIC_ACQUIRE) >> i % 32 & 1) {
            return true;
        }
    }
    return false;
}

static void set_unit_flags(pto_core_t *core, uint64_t first, uint64_t count)
{
    for (uint64_t i = first; i < first + count; i++) {
        __atomic_fetch_or(&core->unit_flags[i / 32], 1u << i % 32, __ATOMIC_RELEASE);
    }
    pto_wake_core(core);
}

/// Running ///

static void check_extent(const pto_cmd_t *cmd, const char *what, uint64_t value)
{
    if (value - 1 >= PTO_MAD_MAX) {
        pto_fault_at(NULL, "%s: %s is %ld, not 1 to %u", cmd->op->name, what, (long)value, PTO_MAD_MAX);
    }
}

static hal_cube_operand_t operand(const pto_core_t *core, const pto_cmd_t *cmd, const char *side, uint32_t mem,
                                  uint64_t data, uint32_t elem, uint64_t rows, bool vector)
{
    uint64_t elements = 32 * 8 / pto_cube_bits(NULL, cmd->op->name, elem);
    uint64_t columns = pto_ceil_div(cmd->data[K], elements);
    // A row vector is contiguous.
    uint64_t pitch = vector ? 32 : pto_ceil_div(rows, 16) * FRACTAL;
    pto_check_mem(core, cmd, side, mem, (uintptr_t)data, columns * pitch, FRACTAL);
    hal_cube_operand_t result = {(const uint8_t *)(uintptr_t)data, pitch, (hal_cube_type_t)hal_types[elem], NULL, 0, 0};
    if (!is_mx(cmd->arg[0])) {
        return result;
    }
    uint64_t at = (data - (uintptr_t)core->mem[mem].base) / 16;
    result.scale_columns = pto_ceil_div(cmd->data[K], 64);
    result.scale_box = vector ? 2 : 32;
    if (at + pto_ceil_div(rows, 16) * result.scale_columns * 32 > PTO_SCALE_BYTES) {
        pto_fault_at(NULL, "%s: the scales of %s offset %ld are outside their %u bytes", cmd->op->name,
                     pto_mem_names[mem], (long)(at * 16), PTO_SCALE_BYTES);
    }
    result.scale = pto_cube_scales(core, mem, at * 16);
    return result;
}

// The rows of an operand in fractals that are used, 32 bytes for each column.
static void observe_operand(const hal_cube_operand_t *operand, uint32_t rows, uint32_t k)
{
#ifdef PTO_OBSERVED
    uint32_t bits = operand->type == HAL_CUBE_F32                                        ? 32
                    : operand->type == HAL_CUBE_F16 || operand->type == HAL_CUBE_BF16    ? 16
                    : operand->type == HAL_CUBE_E2M1 || operand->type == HAL_CUBE_E1M2   ? 4
                                                                                         : 8;
    for (uint32_t at = 0; at < k * bits; at += 256) {
        uint32_t left = k * bits - at;
        pto_observe_access(PTO_READS, operand->data + at / 256 * operand->pitch, left < 256 ? (left + 7) / 8 : 32, rows,
                           32);
    }
    if (operand->scale != NULL) {
        uint32_t bytes = operand->scale_columns * operand->scale_box;
        pto_observe_access(PTO_READS, operand->scale, bytes, (rows + 15) / 16, bytes);
    }
#else
    (void)operand, (void)rows, (void)k;
#endif
}

// For observers: unit flags are handed over fractal by fractal.
static void observe_mad(const pto_core_t *core, const hal_cube_mad_t *mad, uint32_t unit_flag, uint64_t first,
                        uint64_t fractals)
{
    for (uint64_t i = first; unit_flag != PTO_UNIT_FLAG_OFF && i < first + fractals; i++) {
        PTO_OBSERVE(take, core->unit_flags, (uint32_t)i);
    }
    observe_operand(&mad->lhs, mad->m, mad->k);
    observe_operand(&mad->rhs, mad->n, mad->k);
    PTO_OBSERVE(access, PTO_READS, mad->bias, mad->bias != NULL ? mad->n * 4 : 0, 1, 0);
    for (uint32_t n = 0; n < mad->n; n += 16) {
        __attribute__((unused)) uint32_t cols = mad->n - n < 16 ? mad->n - n : 16;
        __attribute__((unused)) uint8_t *column = mad->dst + n / 16 * mad->dst_pitch;
        if (mad->accumulate) {
            PTO_OBSERVE(access, PTO_READS, column, cols * 4, mad->m, 64);
        }
        PTO_OBSERVE(access, PTO_WRITES, column, cols * 4, mad->m, 64);
    }
    for (uint64_t i = first; unit_flag == PTO_CHECK_AND_SET && i < first + fractals; i++) {
        PTO_OBSERVE(give, core->unit_flags, (uint32_t)i + UNIT_FLAG_SET);
    }
}

static pto_step_t exec_mad(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const uint64_t *data = cmd->data;
    uint32_t kind = cmd->arg[0];
    check_extent(cmd, "m", data[M]);
    check_extent(cmd, "n", data[N]);
    check_extent(cmd, "k", data[K]);
    if (is_mx(kind) && data[K] % 64 != 0) {
        pto_fault_at(NULL, "%s: k is %ld, no multiple of 64", cmd->op->name, (long)data[K]);
    }
    uint64_t fractals = pto_ceil_div(data[M], 16) * pto_ceil_div(data[N], 16);
    bool vector = data[M] == 1 && !(cmd->arg[2] & CLAUSE_FRACTALS);
    hal_cube_mad_t mad = {
        .lhs = operand(core, cmd, "left operand", PTO_MEM_L0A, data[LHS], cmd->arg[1] & 0xff, data[M], vector),
        .rhs = operand(core, cmd, "right operand", PTO_MEM_L0B, data[RHS], cmd->arg[1] >> 8, data[N], false),
        .dst = (uint8_t *)(uintptr_t)data[DST],
        .dst_pitch = pto_ceil_div(data[M], 16) * FRACTAL_L0C,
        .bias = has_bias(kind) ? (const void *)(uintptr_t)data[BIAS] : NULL,
        .accumulate = kind == PTO_MAD_ACC || kind == PTO_MAD_MX_ACC,
        .sat = (cmd->arg[2] & CLAUSE_SAT) != 0,
        .tf32 = cmd->arg[2] & CLAUSE_TF32_EVEN   ? HAL_CUBE_TF32_EVEN
                : cmd->arg[2] & CLAUSE_TF32_AWAY ? HAL_CUBE_TF32_AWAY
                                                 : HAL_CUBE_TF32_OFF,
        .m = (uint32_t)data[M],
        .n = (uint32_t)data[N],
        .k = (uint32_t)data[K],
    };
    pto_check_mem(core, cmd, "result", PTO_MEM_L0C, (uintptr_t)data[DST], fractals * FRACTAL_L0C, 64);
    if (mad.bias != NULL) {
        pto_check_mem(core, cmd, "bias", PTO_MEM_BT, (uintptr_t)data[BIAS], data[N] * 4, 32);
    }
    uint64_t first = (data[DST] - (uintptr_t)core->mem[PTO_MEM_L0C].base) / FRACTAL_L0C;
    if (cmd->arg[3] != PTO_UNIT_FLAG_OFF && any_unit_flag(core, first, fractals)) {
        return PTO_BLOCKED;
    }
    observe_mad(core, &mad, cmd->arg[3], first, fractals);
    hal_cube_mad(&mad, pto_cube_work(core));
    if (cmd->arg[3] == PTO_CHECK_AND_SET) {
        set_unit_flags(core, first, fractals);
    }
    return PTO_DONE;
}

static size_t describe_mad(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "%ld x %ld x %ld into L0C +0x%lx", (long)cmd->data[M], (long)cmd->data[N],
                      (long)cmd->data[K],
                      (unsigned long)pto_mem_offset(PTO_MEM_L0C, (const void *)(uintptr_t)cmd->data[DST]));
}

static const pto_op_t ops[PTO_MAD_NUM] = {
    [PTO_MAD] = {"mad", exec_mad, describe_mad},
    [PTO_MAD_ACC] = {"mad_acc", exec_mad, describe_mad},
    [PTO_MAD_BIAS] = {"mad_bias", exec_mad, describe_mad},
    [PTO_MAD_MX] = {"mad_mx", exec_mad, describe_mad},
    [PTO_MAD_MX_ACC] = {"mad_mx_acc", exec_mad, describe_mad},
    [PTO_MAD_MX_BIAS] = {"mad_mx_bias", exec_mad, describe_mad},
};

static void check_clauses(const pto_loc_t *loc, const pto_op_t *op, uint32_t kind, uint32_t lhs,
                          const pto_mad_t *clauses)
{
    if (clauses->tf32_mode != PTO_TF32_OFF && (lhs != PTO_ELEM_F32 || is_mx(kind))) {
        pto_fault_at(loc, "%s: tf32_mode is for f32 operands", op->name);
    }
    if (clauses->sat != PTO_SAT_AS_SET && lhs == PTO_ELEM_I8) {
        pto_fault_at(loc, "%s: sat and nosat are not for integers", op->name);
    }
    if (clauses->sat == PTO_SAT_PRESERVE_NAN) {
        pto_fault_at(loc, "%s: sat(preserve_nan) is for stores", op->name);
    }
    if (clauses->unit_flag == PTO_CHECK_AND_CLEAR) {
        pto_fault_at(loc, "%s: unit_flag(check_and_clear) is for stores", op->name);
    }
}

pto_event_t pto_mad_at(const pto_loc_t *loc, pto_mad_kind_t kind, const void *lhs, pto_elem_t lhs_elem, const void *rhs,
                       pto_elem_t rhs_elem, void *dst, pto_elem_t dst_elem, const void *bias, int64_t m, int64_t n,
                       int64_t k, const pto_mad_t *clauses)
{
    const pto_op_t *op = &ops[kind];
    if (!are_types_good(kind, lhs_elem, rhs_elem, dst_elem)) {
        pto_fault_at(loc, "%s: no multiply of these element types", op->name);
    }
    check_clauses(loc, op, kind, lhs_elem, clauses);
    const uint64_t data[NUM] = {(uintptr_t)lhs, (uintptr_t)rhs, (uintptr_t)dst, (uintptr_t)bias,
                                (uint64_t)m,    (uint64_t)n,    (uint64_t)k};
    pto_cmd_t *cmd = pto_cube_begin(loc, PIPE_M, op, data, NUM);
    cmd->arg[0] = (uint16_t)kind;
    cmd->arg[1] = (uint16_t)(lhs_elem | rhs_elem << 8);
    cmd->arg[2] =
        (uint16_t)((clauses->disable_gemv ? CLAUSE_FRACTALS : 0) | (clauses->sat == PTO_SAT_ON ? CLAUSE_SAT : 0) |
                   (clauses->tf32_mode == PTO_TF32_ROUND_EVEN ? CLAUSE_TF32_EVEN : 0) |
                   (clauses->tf32_mode == PTO_TF32_ROUND_AWAY ? CLAUSE_TF32_AWAY : 0));
    cmd->arg[3] = (uint16_t)clauses->unit_flag;
    return pto_cube_commit(PIPE_M);
}
