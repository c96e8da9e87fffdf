// SPDX-License-Identifier: Apache-2.0
//
// Commands of the scalar unit in C: synchronisation and transfers. The row in isa/system.def names the call; operands
// follow in source order, then clauses as designated initialisers.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

const char *emit_arg(const op_t *op, uint32_t i)
{
    return i < op->operands_num && op->operands[i].value->cname != NULL ? op->operands[i].value->cname : "0";
}

/// Synchronisation ///

/// A word of a shape as an argument: a pipe, an event, a type of barrier or a number.
static const char *sync_arg(emitter_t *e, const op_t *op, const shape_word_t *word, uint32_t pipe)
{
    item_t item;
    if (shape_word_is(word, "pipe") && !op_core_number(op, &item)) {
        int found = op_pipe(op, pipe);
        return found < 0 ? "PIPE_S" : pipe_name((pipe_t)found);
    }
    const char *name = arena_printf(&e->cc->arena, "%.*s", (int)word->name_size, word->name);
    if (!op_item(op, name, 0, &item)) {
        return "0";
    }
    if (item.operand != NULL) {
        return item.operand->value->cname != NULL ? item.operand->value->cname : "0";
    }
    if (item.attr->text == NULL) {
        return arena_printf(&e->cc->arena, "%" PRId64, item.attr->integer);
    }
    bool barrier = shape_word_is(word, "barrier");
    return arena_printf(&e->cc->arena, barrier ? "PTO_%s" : "%s", item.attr->text);
}

/// The mode of set_cross_core, "" of other calls: between cube and vector cores unless the operation says otherwise.
static const char *cross_mode(emitter_t *e, const op_t *op)
{
    const attr_t *mode = op_attr(op, "ffts_mode");
    bool all = op_id(op) == OP_SET_CROSS_BLOCK;
    int64_t number = mode != NULL ? mode->integer : all ? 0 : 2;
    return arena_printf(&e->cc->arena, "%" PRId64, number);
}

static bool is_in_branch(const op_t *op)
{
    const op_t *owner = op->parent->region->owner;
    while (owner != NULL && !op_is(owner, OP_IF)) {
        owner = owner->parent->region->owner;
    }
    return owner != NULL;
}

/// Whether a module addresses the semaphores of each vector core separately: by ids of the second core, by ids unknown
/// at compile time, or in branches.
static void find_semaphores(op_t *op, void *arg)
{
    op_id_t id = op_id(op);
    item_t item;
    if ((id == OP_SYNC_SET || id == OP_SYNC_WAIT || id == OP_SET_INTRA || id == OP_WAIT_INTRA) &&
        op_item(op, "semaphore", 0, &item)) {
        int64_t number = item.attr == NULL ? 16 : item.attr->integer;
        bool known = item.attr != NULL || value_constant(item.operand->value, &number);
        *(bool *)arg |= !known || number >= 16 || (op_core(op) == CORE_VECTOR && is_in_branch(op));
    }
}

/// sync.set and sync.wait of an A5 module that uses the same ids for both vector cores.
static bool means_both(emitter_t *e, const op_t *op)
{
    bool own = op_arch(e->cc, op) != ARCH_A5;
    for (func_t *func = op->func->module->funcs; func != NULL && !own; func = func->next) {
        if (func->body.block != NULL) {
            ir_walk(func->body.block, find_semaphores, &own);
        }
    }
    return !own;
}

/// With a mode, sync.set and sync.wait operate on a flag of all cores.
static const char *sync_call(emitter_t *e, const op_t *op)
{
    op_id_t id = op_id(op);
    item_t item;
    if (op_core_number(op, &item)) {
        return arena_printf(&e->cc->arena, "%s_with", op->desc->fn);
    }
    bool mode = op_attr(op, "ffts_mode") != NULL || ((id == OP_SYNC_SET || id == OP_SYNC_WAIT) && means_both(e, op));
    return mode && id == OP_SYNC_SET ? "set_cross_core" : mode && id == OP_SYNC_WAIT ? "wait_cross_core" : op->desc->fn;
}

static void emit_syncall(emitter_t *e, const op_t *op)
{
    const attr_t *who = op_attr(op, "core_type");
    const char *c_name = strcmp(who->text, "aiv_only") == 0   ? "AIV_ONLY"
                         : strcmp(who->text, "aic_only") == 0 ? "AIC_ONLY"
                                                              : "MIX";
    emit_printf(e, op->operands_num > 0 ? "pto_syncall_soft(PTO_SYNC_%s" : "pto_syncall(PTO_SYNC_%s", c_name);
    if (op->operands_num > 0) {
        emit_printf(e, ", %s, %s", emit_arg(op, 0), emit_arg(op, 1));
    }
    emit_printf(e, ");\n");
}

void emit_sync(emitter_t *e, op_t *op)
{
    if (op_id(op) == OP_MEM_BAR) {
        emit_timed_call(e, "bar");
    }
    emit_begin(e, op->loc);
    if (op_id(op) == OP_SYNCALL) {
        emit_syncall(e, op);
        return;
    }
    const char *call = sync_call(e, op), *separator = "";
    item_t item;
    bool whole_core = op_id(op) == OP_WAIT_DEV && !op_core_number(op, &item);  // no pipe in C
    emit_printf(e, "pto_%s(", call);
    shape_word_t word;
    uint32_t pipes = 0;
    for (const char *at = op->desc->shape; shape_next(&at, &word) && word.letter != ':';) {
        bool pipe = shape_word_is(&word, "pipe");
        if (!pipe || !whole_core) {
            emit_printf(e, "%s%s", separator, sync_arg(e, op, &word, pipes));
            pipes += pipe;
            separator = ", ";
        }
        if (pipe && strcmp(call, "set_cross_core") == 0) {
            emit_printf(e, ", %s", cross_mode(e, op));
        }
    }
    emit_printf(e, ");\n");
}

/// Transfers ///

/// The operands of a clause, after `open`.
static void emit_group(emitter_t *e, const op_t *op, const clause_t *clause, const char *open, const char *close)
{
    emit_printf(e, "%s", open);
    for (uint32_t i = 0; i < clause->num; i++) {
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", emit_arg(op, clause->first + i));
    }
    emit_printf(e, "%s", close);
}

/// `, .loop = {PTO_LOOP(n, s, d), ...}` and the other clauses of row transfers.
void emit_row_clauses(emitter_t *e, const op_t *op)
{
    const clause_t *clause = op_clause(op, "nburst", 0);
    if (clause != NULL) {
        emit_group(e, op, clause, ", .nburst = {", "}");
    }
    for (uint32_t i = 0; (clause = op_clause(op, "loop", i)) != NULL; i++) {
        emit_group(e, op, clause, i == 0 ? ", .loop = {PTO_LOOP(" : ", PTO_LOOP(", ")");
    }
    emit_printf(e, op_clause(op, "loop", 0) != NULL ? "}" : "");
    clause = op_clause(op, "pad", 0);
    if (clause != NULL) {
        emit_group(e, op, clause, ", .pad = PTO_PAD(", ")");
    }
}

void emit_plain_args(emitter_t *e, const op_t *op)
{
    const char *separator = "";
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (op->operands[i].clause == 0) {
            emit_printf(e, "%s%s", separator, emit_arg(op, i));
            separator = ", ";
        }
    }
}

void emit_dma(emitter_t *e, op_t *op)
{
    emit_text(e, op->loc, "pto_%s(", op->desc->fn);
    emit_plain_args(e, op);
    emit_row_clauses(e, op);
    emit_printf(e, ");\n");
}
