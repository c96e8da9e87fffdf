// SPDX-License-Identifier: Apache-2.0
//
// Calls of pto/time.h: each vector instruction passes its row of isa/vector.def, its type, and the numbers of its
// operands and results. Numbers restart in each vector function, and wrap in functions of very many values.

#include "ptoc.h"

#include "emit.h"

#include <ctype.h>
#include <string.h>

#include "strips/strips.h"

enum { VALUES = 4095 };

static bool is_asked_for(const emitter_t *e)
{
    return e->cc->timed && e->scope != NULL;
}

/// Registers, masks and alignment states have numbers.
static uint32_t number_of(emitter_t *e, value_t *value)
{
    if (value->type.kind != TYPE_VREG && value->type.kind != TYPE_MASK && value->type.kind != TYPE_ALIGN) {
        return 0;
    }
    if (value->timed == 0) {
        value->timed = e->timed_num++ % VALUES + 1;
    }
    return value->timed;
}

static const char *enumerator_of(emitter_t *e, const char *token)
{
    char *name = arena_printf(&e->cc->arena, "%s", token);
    for (char *c = name; *c != '\0'; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    return name;
}

static const char *vector_elem(emitter_t *e, const op_t *op)
{
    if ((op->form->types & (B8 | B16 | B32)) != 0) {
        return arena_printf(&e->cc->arena, "I%u", op->gran);
    }
    return enumerator_of(e, op->form->types == 0 ? "u8" : elem_token(op->elem));
}

static bool widens(const op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    for (uint32_t i = 0; i < num; i++) {
        const bool given = bound[i].item->kind == SIG_ATTR && bound[i].value != NULL;
        if (given && strncmp(bound[i].value->c_name, "LD_UNPK", 7) == 0) {
            return true;
        }
    }
    return false;
}

void emit_timed_op(emitter_t *e, op_t *op)
{
    if (!is_asked_for(e)) {
        return;
    }
    uint32_t source[4] = {0}, source_num = 0, result[2] = {0}, result_num = 0;
    for (uint32_t i = 0; i < op->operands_num && source_num < 4; i++) {
        source[source_num] = number_of(e, op->operands[i].value);
        source_num += source[source_num] != 0;
    }
    for (uint32_t i = 0; i < op->results_num && result_num < 2; i++) {
        result[result_num] = number_of(e, &op->results[i]);
        result_num += result[result_num] != 0;
    }
    emit_text(e, op->loc, "%sPTO_TIME_OP(%u, PTO_ELEM_%s, %uu, %uu, %uu, %uu, %uu, %uu);\n",
              widens(op) ? "PTO_TIME(pto_time_widen()); " : "", op->form->row, vector_elem(e, op), result[0],
              result[1], source[0], source[1], source[2], source[3]);
}

void emit_timed_move(emitter_t *e, value_t *target, value_t *source)
{
    if (is_asked_for(e) && number_of(e, target) != 0) {
        emit_text(e, source->loc, "PTO_TIME(pto_time_move(%uu, %uu));\n", number_of(e, target), number_of(e, source));
    }
}

void emit_timed_call(emitter_t *e, const char *what)
{
    if (is_asked_for(e)) {
        emit_indent(e);
        emit_printf(e, "pto_time_%s();\n", what);
    }
}

/// Threads ///

/// What an operation of a thread takes; `times` 0: nothing.
typedef struct {
    op_id_t id;
    const char *row;
    uint32_t times;
} thread_cost_t;

static thread_cost_t cost_of(const op_t *op)
{
    static const thread_cost_t costs[] = {
#define TIME_THREAD(id, fn, num) {OP_##id, #fn, num},
#include <isa/time/threads.def>
    };
    for (size_t i = 0; i < sizeof(costs) / sizeof(costs[0]); i++) {
        if (costs[i].id == op_id(op)) {
            return costs[i];
        }
    }
    bool computes = op_is_arith(op) || (op->desc->cls == OPS_SIMT && op->desc->simt == SIMT_MATH);
    return (thread_cost_t){op_id(op), "vadd", computes};
}

/// The element type that an operation works with: that of its first operand, or of what it points to.
static const char *thread_elem(emitter_t *e, const op_t *op)
{
    elem_t elem = op->operands_num != 0 ? op->operands[0].value->type.elem : op->results[0].type.elem;
    return enumerator_of(e, elem_is_float(elem) || elem_is_int(elem) ? elem_token(elem) : "f16");
}

void emit_timed_thread_op(emitter_t *e, op_t *op)
{
    thread_cost_t cost = cost_of(op);
    if (e->cc->timed && e->thread != NULL && cost.times != 0) {
        emit_text(e, op->loc, "pto_time_thread_op(%uu, PTO_ROW_%s, PTO_ELEM_%s, %uu);\n", e->places_num++, cost.row,
                  thread_elem(e, op), cost.times);
    }
}

void emit_timed_exchange(emitter_t *e, op_t *op, const char *mask)
{
    if (e->cc->timed) {
        emit_text(e, op->loc, "pto_time_exchange(PTO_ROW_%s, PTO_ELEM_%s, pto_first / PTO_WARP, %s, PTO_WARPS);\n",
                  cost_of(op).row, thread_elem(e, op), mask);
    }
}

/// Loops ///

/// Whether each iteration runs the same operations: no branches, and no nested loops with bounds that vary.
static bool is_same_each_iteration(const block_t *body, const block_t *block)
{
    for (const op_t *op = block->first; op != NULL; op = op->next) {
        if (op_id(op) == OP_CALL || (op->regions_num != 0 && op_id(op) != OP_FOR)) {
            return false;
        }
        for (uint32_t i = 0; i < 3 && op->regions_num != 0; i++) {
            if (lanes_is_inside(body, op->operands[i].value)) {
                return false;
            }
        }
        if (op->regions_num != 0 && !is_same_each_iteration(body, op->regions[0].block)) {
            return false;
        }
    }
    return true;
}

void emit_timed_loop(emitter_t *e, const op_t *op, const char *from)
{
    if (!is_asked_for(e)) {
        return;
    }
    const block_t *body = op->regions[0].block;
    emit_indent(e);
    if (is_same_each_iteration(body, body)) {
        emit_printf(e, "pto_time_loop(PTO_TIME_TRIP_COUNT(%s, %s, %s));\n", from, op->operands[1].value->cname,
                    op->operands[2].value->cname);
    } else {
        emit_printf(e, "pto_time_loop(0);\n");
    }
}
