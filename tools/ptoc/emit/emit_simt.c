// SPDX-License-Identifier: Apache-2.0
//
// SIMT operations in C, over pto/simt.h: of a thread, and launches of grids. What threads do together is in
// emit_threads.c.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

static bool is_unsigned(const op_t *op)
{
    return op_word(op, "unsigned") != NULL;
}

/// Values ///

/// The macro for a value of one element.
static const char *math_macro(const op_t *op)
{
    switch (op_id(op)) {
        case OP_MULHI:
            return is_unsigned(op) ? "pto_mului_high" : "pto_mulsi_high";
        case OP_MUL_I32TOI64:
            return is_unsigned(op) ? "pto_mul_wide_unsigned" : "pto_mul_wide_signed";
        case OP_ABSF:
            return "pto_math_absf";
        case OP_SQRT:
            return "pto_math_sqrt";
        case OP_EXP:
            return "pto_math_exp";
        case OP_LOG:
            return "pto_math_log";
        case OP_SIN:
            return "pto_math_sin";
        case OP_COS:
            return "pto_math_cos";
        case OP_POW:
            return "pto_math_powf";
        case OP_CEIL:
            return "pto_math_ceil";
        case OP_FLOOR:
            return "pto_math_floor";
        case OP_RINT:
            return "pto_math_roundeven";
        case OP_ROUND:
            return "pto_math_round";
        case OP_FMIN:
            return "pto_minnumf";
        case OP_FMAX:
            return "pto_maxnumf";
        case OP_FMA:
            return "pto_math_fma";
        default:
            return "pto_prmt";
    }
}

static const char *join_args(emitter_t *e, const op_t *op)
{
    const char *text = emit_arg(op, 0);
    for (uint32_t i = 1; i < op->operands_num; i++) {
        text = arena_printf(&e->cc->arena, "%s, %s", text, emit_arg(op, i));
    }
    return text;
}

static const char *math_call(emitter_t *e, const op_t *op)
{
    bool pair = elem_is_pair(op->operands[0].value->type.elem);
    const char *head = pair ? arena_printf(&e->cc->arena, "PTO_PAIR%u(%s, ", op->operands_num, math_macro(op))
                            : arena_printf(&e->cc->arena, "%s(", math_macro(op));
    return arena_printf(&e->cc->arena, "%s%s)", head, join_args(e, op));
}

/// An element in another type. Every source but i64 is exact as a double.
static const char *converted(emitter_t *e, const op_t *op, const char *value, elem_t from, elem_t to)
{
    arena_t *arena = &e->cc->arena;
    const char *word = cube_clause_word(op, op_clause(op, "round", 0), NULL);
    const char *rnd = arena_printf(arena, "PTO_RND_%c", *word - 'a' + 'A');
    const char *sat = op_word(op, "nosat") != NULL ? "PTO_NOSAT" : "PTO_SAT";
    if (elem_is_int(to)) {
        return arena_printf(arena, "(%s)pto_simt_to_%s(pto_real(%s), %s, %u)", elem_ctype(to),
                            is_unsigned(op) ? "unsigned" : "signed", value, rnd, elem_bits(to));
    }
    const char *real = arena_printf(arena, elem_is_int(from) ? "(double)%s(%s)" : "%spto_real(%s)",
                                    !elem_is_int(from) ? ""
                                    : is_unsigned(op)  ? "pto_zext"
                                                       : "pto_sext",
                                    value);
    if (elem_is_int(from) && to == ELEM_F32) {
        return is_unsigned(op)
                   ? arena_printf(arena, "pto_simt_integer_to_f32(pto_zext(%s), false, %s)", value, rnd)
                   : arena_printf(arena, "pto_simt_integer_to_f32(pto_size(%s), %s < 0, %s)", value, value, rnd);
    }
    return arena_printf(arena, "pto_simt_to_%s(%s, %s, %s)", elem_token(to), real, rnd, sat);
}

static elem_t element_of_pair(elem_t elem)
{
    return elem == ELEM_F16V2 ? ELEM_F16 : elem == ELEM_BF16V2 ? ELEM_BF16 : elem == ELEM_F32V2 ? ELEM_F32 : elem;
}

static const char *convert_call(emitter_t *e, const op_t *op)
{
    arena_t *arena = &e->cc->arena;
    elem_t from = op->operands[0].value->type.elem, to = op->results[0].type.elem;
    const char *value = emit_arg(op, 0);
    if (!elem_is_pair(from)) {
        return converted(e, op, value, from, to);
    }
    from = element_of_pair(from);
    const char *low = converted(e, op, arena_printf(arena, "%s.lane[0]", value), from, element_of_pair(to));
    const char *high = converted(e, op, arena_printf(arena, "%s.lane[1]", value), from, element_of_pair(to));
    return arena_printf(arena, "(%s){{%s, %s}}", elem_ctype(to), low, high);
}

/// Atomics ///

/// The macro that makes the new value.
static const char *atomic_macro(emitter_t *e, const op_t *op, elem_t elem)
{
    bool pair = elem_is_pair(elem), is_int = elem_is_int(elem);
    const char *sign = is_unsigned(op) ? "ui" : "si", *name;
    switch (op_id(op)) {
        case OP_ATOMIC_ADD:
            name = is_int ? "addi" : "addf";
            break;
        case OP_ATOMIC_SUB:
            name = is_int ? "subi" : "subf";
            break;
        case OP_ATOMIC_MIN:
            name = is_int ? arena_printf(&e->cc->arena, "min%s", sign) : "minnumf";
            break;
        case OP_ATOMIC_MAX:
            name = is_int ? arena_printf(&e->cc->arena, "max%s", sign) : "maxnumf";
            break;
        case OP_ATOMIC_AND:
            name = "andi";
            break;
        case OP_ATOMIC_OR:
            name = "ori";
            break;
        case OP_ATOMIC_XOR:
            name = "xori";
            break;
        default:
            return "pto_exchange";
    }
    return arena_printf(&e->cc->arena, "pto_%s%s", pair ? "pair_" : "", name);
}

static const char *atomic_call(emitter_t *e, const op_t *op)
{
    arena_t *arena = &e->cc->arena;
    elem_t elem = op->operands[0].value->type.elem;
    const char *pointer = emit_arg(op, 0);
    const char *at = e->thread == NULL ? arena_printf(arena, "PTO_SCALAR_AT(%s, 0)", pointer)
                     : strcmp(e->thread, "confined") == 0
                         ? arena_printf(arena, "PTO_CONFINED_AT(%s, 0, UPDATES)", pointer)
                         : arena_printf(arena, "PTO_THREAD_AT(%s, 0, UPDATES)", pointer);
    return op_is(op, OP_ATOMIC_CAS)
               ? arena_printf(arena, "PTO_ATOMIC_CAS(%s, %s, %s)", at, emit_arg(op, 1), emit_arg(op, 2))
               : arena_printf(arena, "PTO_ATOMIC(%s, %s, %s)", at, atomic_macro(e, op, elem), emit_arg(op, 1));
}

/// Launches ///

static void emit_grid_launch(emitter_t *e, op_t *op)
{
    const func_t *callee = op_callee(op);
    bool own = op_is(op, OP_SIMT_LAUNCH);
    const char *x = own ? emit_arg(op, 0) : "pto_grid_x", *y = own ? emit_arg(op, 1) : "pto_grid_y",
               *z = own ? emit_arg(op, 2) : "pto_grid_z";
    emit_text(e, op->loc, "pto_simt_check(%s, %s, %s, %" PRId64 ");\n", x, y, z, func_simt_threads(callee));
    emit_text(e, op->loc, "pto_launch(%s, %s, %s, %s", callee->cname, x, y, z);
    for (uint32_t i = own ? 3 : 0; i < op->operands_num; i++) {
        emit_printf(e, ", %s", emit_arg(op, i));
    }
    emit_printf(e, ");\n");
}

static void emit_grid_info(emitter_t *e, op_t *op)
{
    emit_text(e, op->loc, "pto_grid_z = %s, pto_grid_y = %s, pto_grid_x = %s;\n", emit_arg(op, 0), emit_arg(op, 1),
              emit_arg(op, 2));
}

static const char *state_call(emitter_t *e, const op_t *op)
{
    int64_t slot = op_attr(op, "slot")->integer;
    return op_is(op, OP_KEEP)
               ? arena_printf(&e->cc->arena, "pto_keep(%s, %" PRId64 ")", emit_arg(op, 0), slot)
               : arena_printf(&e->cc->arena, "pto_resume(%s, %" PRId64 ")", emit_type(e, op->results[0].type), slot);
}

void emit_simt(emitter_t *e, op_t *op)
{
    if (op_is(op, OP_CALL) || op_is(op, OP_SIMT_LAUNCH)) {
        emit_grid_launch(e, op);
        return;
    }
    switch ((simt_kind_t)op->desc->simt) {
        case SIMT_LAUNCH:
            emit_grid_info(e, op);
            break;
        case SIMT_QUERY:
            emit_query(e, op, arena_printf(&e->cc->arena, "pto_%s()", op->name + 4));
            break;
        case SIMT_SYNC:
            emit_query(e, op, op_is(op, OP_SYNCTHREADS) ? "pto_syncthreads()" : "pto_threadfence()");
            break;
        case SIMT_STATE:
            emit_query(e, op, state_call(e, op));
            break;
        case SIMT_MEMORY:
            emit_query(e, op,
                       op_is(op, OP_LDG) ? emit_element_load(e, op, "load_scalar")
                                         : emit_element_store(e, op, "store_scalar"));
            break;
        case SIMT_ATOMIC:
            emit_query(e, op, atomic_call(e, op));
            break;
        default:
            emit_query(e, op, op_is(op, OP_CONVERT) ? convert_call(e, op) : math_call(e, op));
            break;
    }
}
