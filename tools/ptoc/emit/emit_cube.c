// SPDX-License-Identifier: Apache-2.0
//
// Commands of the cube core in C over pto/cube.h: clauses become designated initialisers.

#include "ptoc.h"

#include "emit.h"

#include <string.h>

static uint32_t plain_num(const op_t *op)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        count += op->operands[i].clause == 0;
    }
    return count;
}

static const char *name_of(const operand_t *operand)
{
    return operand->value->cname != NULL ? operand->value->cname : "0";
}

/// `, .name = {a, b}`
static void emit_braced(emitter_t *e, const op_t *op, const char *name)
{
    const clause_t *clause = cube_clause(op, name);
    if (clause == NULL) {
        return;
    }
    emit_printf(e, ", .%s = {", name);
    for (uint32_t i = 0; i < clause->num; i++) {
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", emit_arg(op, clause->first + i));
    }
    emit_printf(e, "}");
}

/// nd2nz is written between the pointers and the clauses; in C it comes between the pointers and the shape.
static void emit_frac(emitter_t *e, const op_t *op)
{
    const attr_t *mode = op_positional(op, 0);
    const clause_t *shape = cube_clause(op, "shape");
    emit_printf(e, "pto_%s(%s, %s, PTO_%s, %s, %s", op->desc->fn, emit_arg(op, 0), emit_arg(op, 1),
                cube_word(WORDS_FRAC, mode->text), emit_arg(op, shape->first), emit_arg(op, shape->first + 1u));
    emit_braced(e, op, "src_layout");
    emit_braced(e, op, "dst_group");
    emit_braced(e, op, "ctrl");
}

/// The letter of the memory that a load fills: "a" of L0A, "b" of L0B.
static const char *filled(const op_t *op)
{
    return strstr(op->desc->shape, ">L0B") != NULL ? "b" : "a";
}

/// Two extents, with two start positions; or the six numbers of the hardware's load.
static void emit_load(emitter_t *e, const op_t *op)
{
    uint32_t num = plain_num(op);
    if (num >= 8) {
        emit_printf(e, "pto_load_cbuf_to_c%s(", filled(op));
        emit_plain_args(e, op);
        if (num == 8) {
            emit_printf(e, ", %s", cube_transposes(op) ? "true" : "false");
        }
        return;
    }
    emit_printf(e, "pto_%s(%s, %s, %s, %s", op->desc->fn, emit_arg(op, 0), emit_arg(op, 1), emit_arg(op, 2),
                emit_arg(op, 3));
    if (num == 6) {
        emit_printf(e, ", .start_row = %s, .start_col = %s", emit_arg(op, 4), emit_arg(op, 5));
    }
    if (cube_transposes(op)) {
        emit_printf(e, ", .transpose = true");
    }
}

static void emit_load_mx(emitter_t *e, const op_t *op, bool raw)
{
    uint32_t num = op->operands_num;
    if (num == 8) {  // named or not
        emit_printf(e, raw ? "pto_load_cbuf_to_c%s_mx(" : "pto_mte_l1_l0%s_mx_full(", filled(op));
        for (uint32_t i = 0; i < num; i++) {
            emit_printf(e, "%s%s", i == 0 ? "" : ", ", emit_arg(op, i));
        }
        return;
    }
    emit_printf(e, "pto_mte_l1_l0%s_mx(%s, %s, %s, %s", filled(op), emit_arg(op, 0), emit_arg(op, 1), emit_arg(op, 2),
                emit_arg(op, 3));
    if (num == 6) {
        emit_printf(e, ", .start_row = %s, .start_col = %s", emit_arg(op, 4), emit_arg(op, 5));
    }
}

static void emit_unit_flag(emitter_t *e, const op_t *op, word_set_t set)
{
    const clause_t *clause = cube_clause(op, "unit_flag");
    if (clause != NULL) {
        emit_printf(e, ", .unit_flag = PTO_%s", cube_word(set, cube_clause_word(op, clause, NULL)));
    }
}

static void emit_sat(emitter_t *e, const op_t *op)
{
    if (cube_clause(op, "sat") != NULL) {
        emit_printf(e, ", .sat = PTO_%s", cube_word(WORDS_SAT_NAN, "preserve_nan"));
    } else if (op_word(op, "sat") != NULL || op_word(op, "nosat") != NULL) {
        emit_printf(e, ", .sat = PTO_%s", cube_word(WORDS_SAT, op_word(op, "sat") != NULL ? "sat" : "nosat"));
    }
}

static void emit_mad(emitter_t *e, const op_t *op)
{
    emit_printf(e, "pto_%s(", op->desc->fn);
    emit_plain_args(e, op);
    emit_unit_flag(e, op, WORDS_MAD_UNIT_FLAG);
    if (op_word(op, "disable_gemv") != NULL) {
        emit_printf(e, ", .disable_gemv = true");
    }
    emit_sat(e, op);
    const clause_t *tf32 = cube_clause(op, "tf32_mode");
    if (tf32 != NULL) {
        emit_printf(e, ", .tf32_mode = PTO_%s", cube_word(WORDS_TF32_MODE, cube_clause_word(op, tf32, NULL)));
    }
    if (op_word(op, "n_dir") != NULL) {
        emit_printf(e, ", .n_dir = true");
    }
}

/// `, .pre_quant = PTO_PRE_QUANT(mode, payload)`
static void emit_pre(emitter_t *e, const op_t *op, const clause_t *clause, const char *key, const char *macro,
                     const char *mode)
{
    const operand_t *payload = cube_payload(op, clause);
    emit_printf(e, ", .%s = %s(PTO_%s", key, macro, mode);
    if (payload != NULL) {
        emit_printf(e, ", %s", name_of(payload));
    }
    emit_printf(e, ")");
}

static void emit_layout(emitter_t *e, const op_t *op)
{
    static const char *const layouts[] = {"nz2nd", "nz2dn", "nz2nz"};
    for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
        const clause_t *clause = cube_clause(op, layouts[i]);
        if (clause == NULL && op_word(op, layouts[i]) == NULL) {
            continue;
        }
        emit_printf(e, ", .layout = {PTO_%s", cube_word(WORDS_LAYOUT, layouts[i]));
        emit_printf(e, clause != NULL && clause->num > 0 ? ", %s}" : "}",
                    clause != NULL ? emit_arg(op, clause->first) : "");
    }
}

static void emit_dst_mode(emitter_t *e, const op_t *op)
{
    const clause_t *clause = cube_clause(op, "dst_mode");
    if (clause != NULL && clause->num > 0) {
        emit_printf(e, ", PTO_SUBBLOCK(%s)", emit_arg(op, clause->first));
    } else if (clause != NULL) {
        emit_printf(e, ", PTO_%s", cube_word(WORDS_SPLIT, cube_clause_word(op, clause, NULL)));
    }
}

static void emit_store(emitter_t *e, const op_t *op)
{
    emit_printf(e, "pto_%s(", op->desc->fn);
    emit_plain_args(e, op);
    emit_dst_mode(e, op);
    emit_unit_flag(e, op, WORDS_FIX_UNIT_FLAG);
    const clause_t *quant = cube_clause(op, "pre_quant"), *relu = cube_clause(op, "pre_relu");
    if (quant != NULL) {
        emit_pre(e, op, quant, "pre_quant", "PTO_PRE_QUANT", quant_find(cube_clause_word(op, quant, "mode"))->c_name);
    }
    if (relu != NULL) {
        emit_pre(e, op, relu, "pre_relu", "PTO_PRE_RELU", cube_word(WORDS_RELU, cube_clause_word(op, relu, "mode")));
    }
    const operand_t *clip = cube_clip(op, relu);
    if (clip != NULL) {
        emit_printf(e, ", .clip = PTO_CLIP(%s)", name_of(clip));
    }
    emit_layout(e, op);
    const clause_t *loop3 = cube_clause(op, "loop3");
    if (loop3 != NULL) {
        emit_printf(e, ", .loop3 = PTO_LOOP(%s, %s, %s)", emit_arg(op, loop3->first), emit_arg(op, loop3->first + 1u),
                    emit_arg(op, loop3->first + 2u));
    }
    emit_sat(e, op);
    const clause_t *atomic = cube_clause(op, "atomic");
    if (atomic != NULL) {
        emit_printf(e, ", .atomic = {PTO_%s, PTO_%s}",
                    cube_word(WORDS_ATOMIC_TYPE, cube_clause_word(op, atomic, "type")),
                    cube_word(WORDS_ATOMIC_OP, cube_clause_word(op, atomic, "op")));
    }
}

/// The conversion of copy_cbuf_to_bt, named before its numbers, follows from the types of its pointers.
static void emit_bias_copy(emitter_t *e, const op_t *op)
{
    emit_printf(e, "pto_%s(%s, %s", op->desc->fn, emit_arg(op, 0), emit_arg(op, 1));
    for (uint32_t i = op->operands_num - 4u; i < op->operands_num; i++) {
        emit_printf(e, ", %s", emit_arg(op, i));
    }
}

void emit_cube(emitter_t *e, op_t *op)
{
    emit_begin(e, op->loc);
    switch (op_id(op)) {
        case OP_MTE_GM_L1_FRAC:
            emit_frac(e, op);
            break;
        case OP_MTE_L1_L0A:
        case OP_LOAD_L1_L0A:
        case OP_LOAD_L1_L0A_S4:
        case OP_MTE_L1_L0B:
        case OP_LOAD_L1_L0B:
        case OP_LOAD_L1_L0B_S4:
            emit_load(e, op);
            break;
        case OP_MTE_L1_L0A_MX:
        case OP_MTE_L1_L0B_MX:
            emit_load_mx(e, op, false);
            break;
        case OP_LOAD_L1_L0A_MX:
        case OP_LOAD_L1_L0B_MX:
            emit_load_mx(e, op, true);
            break;
        case OP_COPY_L1_BT:
            emit_bias_copy(e, op);
            break;
        case OP_RAW_FILL_L1:
            emit_printf(e, "pto_%s(", op->desc->fn);
            emit_plain_args(e, op);
            emit_printf(e, ", %d", (int)op_attr(op, "fill_word_bits")->integer);
            break;
        case OP_MTE_L0C_L1:
        case OP_MTE_L0C_GM:
        case OP_MTE_L0C_UB:
            emit_store(e, op);
            break;
        default:
            if (op->desc->pipe == PIPE_M) {
                emit_mad(e, op);
                break;
            }
            emit_printf(e, "pto_%s(", op->desc->fn);
            emit_plain_args(e, op);
            emit_row_clauses(e, op);
            break;
    }
    emit_printf(e, ");\n");
}
