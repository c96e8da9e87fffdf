// SPDX-License-Identifier: Apache-2.0
//
// Control flow in C: loops with their carried values as variables, branches, calls.

#include "ptoc.h"

#include "emit.h"

#include <string.h>

static op_t *terminator(block_t *block)
{
    switch (op_id(block->last)) {
        case OP_YIELD:
        case OP_CONDITION:
        case OP_RETURN:
            return block->last;
        default:
            return NULL;
    }
}

/// Whether carrying a loop's new values reads old ones that have been overwritten.
static bool yields_swap(const op_t *yield, const value_t *args, uint32_t num)
{
    for (uint32_t i = 1; i < num; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (yield->operands[i].value == &args[j]) {
                return true;
            }
        }
    }
    return false;
}

/// `target = source;` for each loop-carried value.
static void emit_carry(emitter_t *e, const op_t *yield, uint32_t first, value_t *targets, uint32_t num)
{
    if (num > yield->operands_num - first) {
        num = yield->operands_num - first;
    }
    bool swap = first == 0 && yields_swap(yield, targets, num);
    for (uint32_t i = 0; i < num && swap; i++) {
        emit_begin(e, yield->loc);
        const char *type = emit_type(e, targets[i].type);
        emit_printf(e, "%s pto_%s = %s;\n", type, targets[i].cname, yield->operands[i].value->cname);
    }
    for (uint32_t i = 0; i < num; i++) {
        const value_t *source = yield->operands[first + i].value;
        if (targets[i].cname == NULL || (!swap && source == &targets[i])) {
            continue;
        }
        emit_begin(e, yield->loc);
        if (swap) {
            emit_printf(e, "%s = pto_%s;\n", targets[i].cname, targets[i].cname);
        } else {
            emit_printf(e, "%s = %s;\n", targets[i].cname, source->cname);
        }
        emit_timed_move(e, &targets[i], yield->operands[first + i].value);
    }
}

/// Results of a loop are its carried variables under the result's name.
static void emit_loop_results(emitter_t *e, op_t *op, value_t *args, uint32_t args_num)
{
    for (uint32_t i = 0; i < op->results_num && i < args_num; i++) {
        if (op->results[i].uses_num == 0) {
            continue;
        }
        emit_define(e, op->loc, &op->results[i], "%s;\n", args[i].cname);
        emit_timed_move(e, &op->results[i], &args[i]);
    }
}

void emit_body(emitter_t *e, block_t *block)
{
    e->indent++;
    emit_block(e, block);
    e->indent--;
}

/// A loop body in braces.
static void emit_iteration(emitter_t *e, op_t *op)
{
    block_t *body = op->regions[0].block;
    uint32_t mark = e->names.order_num;
    emit_body(e, body);
    op_t *yield = terminator(body);
    if (yield != NULL) {
        e->indent++;
        emit_carry(e, yield, 0, body->args + 1, body->args_num - 1);
        e->indent--;
    }
    emit_names_release(e, mark);
    emit_indent(e);
    emit_printf(e, "}\n");
}

/// The plt that splits a loop, see strips/split.c; NULL if it is not split.
static op_t *splitting_plt(const op_t *loop)
{
    op_t *op = loop->regions[0].block->first;
    while (op != NULL && (op->flags & OP_SPLIT) == 0) {
        op = op->next;
    }
    return op;
}

static void emit_split_for(emitter_t *e, op_t *op, op_t *plt, const char *from)
{
    value_t *iv = &op->regions[0].block->args[0];
    uint32_t mark = e->names.order_num;
    emit_define(e, op->loc, iv, "%s;\n", from);
    emit_begin(e, op->loc);
    const char *upper = op->operands[1].value->cname, *step = op->operands[2].value->cname;
    emit_printf(e, "for (; %s < %s && %s >= %u; %s += %s) {\n", iv->cname, upper, plt->operands[0].value->cname,
                2048u / plt->gran, iv->cname, step);
    e->full = true;
    emit_iteration(e, op);
    e->full = false;
    emit_text(e, op->loc, "for (; %s < %s; %s += %s) {\n", iv->cname, upper, iv->cname, step);
    emit_iteration(e, op);
    emit_names_release(e, mark);
}

static bool carries_register(const op_t *op)
{
    const block_t *body = op->regions[0].block;
    for (uint32_t i = 1; i < body->args_num; i++) {
        if (body->args[i].type.kind == TYPE_VREG) {
            return true;
        }
    }
    return false;
}

static void emit_plain_for(emitter_t *e, op_t *op)
{
    block_t *body = op->regions[0].block;
    value_t *args = body->args;
    uint32_t carried = body->args_num - 1;
    for (uint32_t i = 0; i < carried; i++) {
        emit_define(e, op->loc, &args[i + 1], "%s;\n", op->operands[i + 3].value->cname);
        emit_timed_move(e, &args[i + 1], op->operands[i + 3].value);
    }
    const char *from = op->operands[0].value->cname;
    emit_rows(e, op);
    emit_lanes_whole(e, op, &from);
    const lane_plan_t *plan = op->aux;
    op_t *plt = splitting_plt(op);
    if (plt != NULL) {
        // Strips that may end inside a register usually leave no iterations.
        if (plan != NULL && plan->cut) {
            emit_printf(e, "#if %s\n", emit_lanes_where(e, plan));
            emit_indent(e);
            emit_printf(e, "if (PTO_RARELY(%s < %s))\n#endif\n", from, op->operands[1].value->cname);
        }
        emit_open(e);
        emit_split_for(e, op, plt, from);
        emit_close(e);
    } else {
        uint32_t mark = e->names.order_num;
        emit_timed_loop(e, op, from);
        emit_text(e, op->loc, carries_register(op) ? "PTO_REG_LOOP for (" : "for (");
        emit_result(e, &args[0]);
        const char *iv = args[0].cname;
        emit_printf(e, "%s; %s < %s; %s += %s) {\n", from, iv, op->operands[1].value->cname, iv,
                    op->operands[2].value->cname);
        emit_timed_call(e, "iteration");
        emit_timed_thread_op(e, op);
        emit_iteration(e, op);
        emit_names_release(e, mark);
        emit_timed_call(e, "loop_end");
    }
    emit_loop_results(e, op, args + 1, carried);
}

void emit_for(emitter_t *e, op_t *op)
{
    const lane_plan_t *plan = op->aux;
    if (plan != NULL && !lanes_whole(plan)) {
        emit_lanes(e, op, emit_plain_for);
    } else {
        emit_plain_for(e, op);
    }
}

static void emit_branch(emitter_t *e, op_t *op, block_t *block)
{
    uint32_t mark = e->names.order_num;
    emit_body(e, block);
    op_t *yield = terminator(block);
    if (yield != NULL && op->results_num != 0) {
        e->indent++;
        emit_carry(e, yield, 0, op->results, op->results_num);
        e->indent--;
    }
    emit_names_release(e, mark);
}

void emit_if(emitter_t *e, op_t *op)
{
    for (uint32_t i = 0; i < op->results_num; i++) {
        emit_declare(e, op->loc, &op->results[i]);
    }
    emit_text(e, op->loc, "if (%s) {\n", op->operands[0].value->cname);
    emit_branch(e, op, op->regions[0].block);
    emit_indent(e);
    bool has_else = op->regions_num > 1 && op->regions[1].block != NULL;
    if (has_else) {
        emit_printf(e, "} else {\n");
        emit_branch(e, op, op->regions[1].block);
        emit_indent(e);
    }
    emit_printf(e, "}\n");
}

/// The loop runs the before region. If the condition fails it exits with the operands as results, else it passes them
/// to the after region.
void emit_while(emitter_t *e, op_t *op)
{
    block_t *before = op->regions[0].block, *after = op->regions[1].block;
    for (uint32_t i = 0; i < before->args_num; i++) {
        emit_define(e, op->loc, &before->args[i], "%s;\n", op->operands[i].value->cname);
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        emit_declare(e, op->loc, &op->results[i]);
    }
    uint32_t mark = e->names.order_num;
    emit_text(e, op->loc, "for (;;) {\n");
    emit_body(e, before);
    op_t *condition = terminator(before);
    e->indent++;
    emit_text(e, condition->loc, "if (!%s) {\n", condition->operands[0].value->cname);
    e->indent++;
    emit_carry(e, condition, 1, op->results, op->results_num);
    emit_indent(e);
    emit_printf(e, "break;\n");
    emit_close(e);
    for (uint32_t i = 0; i < after->args_num && i + 1 < condition->operands_num; i++) {
        emit_define(e, condition->loc, &after->args[i], "%s;\n", condition->operands[i + 1].value->cname);
    }
    e->indent--;
    emit_body(e, after);
    op_t *yield = terminator(after);
    if (yield != NULL) {
        e->indent++;
        emit_carry(e, yield, 0, before->args, before->args_num);
        e->indent--;
    }
    emit_names_release(e, mark);
    emit_indent(e);
    emit_printf(e, "}\n");
}

static func_t *find_func(const module_t *module, const char *name)
{
    for (; module != NULL; module = module->parent) {
        for (func_t *func = module->funcs; func != NULL; func = func->next) {
            if (func->name == name) {
                return func;
            }
        }
    }
    return NULL;
}

/// The first result is returned, the others are written through pointers.
void emit_call(emitter_t *e, op_t *op)
{
    func_t *callee = find_func(op->func->module, op->symbol);
    if (callee == NULL) {
        return;
    }
    if (func_is_simt(callee)) {
        emit_simt(e, op);
        return;
    }
    for (uint32_t i = 1; i < op->results_num; i++) {
        emit_declare(e, op->loc, &op->results[i]);
    }
    emit_begin_op(e, op);
    emit_printf(e, "%s(", callee->cname);
    const char *separator = "";
    for (uint32_t i = 0; i < op->operands_num; i++, separator = ", ") {
        emit_printf(e, "%s%s", separator, op->operands[i].value->cname);
    }
    for (uint32_t i = 1; i < op->results_num; i++, separator = ", ") {
        emit_printf(e, "%s&%s", separator, op->results[i].cname);
    }
    emit_printf(e, ");\n");
}

void emit_return(emitter_t *e, op_t *op)
{
    for (uint32_t i = 1; i < op->operands_num; i++) {
        emit_text(e, op->loc, "*pto_out%u = %s;\n", i, op->operands[i].value->cname);
    }
    if (op->operands_num != 0) {
        emit_text(e, op->loc, "return %s;\n", op->operands[0].value->cname);
    }
}
