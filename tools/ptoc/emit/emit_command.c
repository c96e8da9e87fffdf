// SPDX-License-Identifier: Apache-2.0
//
// Commands of the scalar unit in C: synchronisation and transfers. The call is that of the row in isa/system.def, the
// operands stand in the order of the text, clauses are designated initialisers behind them.

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
    if (shape_word_is(word, "pipe")) {
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

/// sync.set and sync.wait are the operations of the profile.
static const char *sync_call(emitter_t *e, const op_t *op)
{
    bool a5 = op_arch(e->cc, op) == ARCH_A5;
    op_id_t id = live_id(op);
    return a5 || (id != OP_SYNC_SET && id != OP_SYNC_WAIT) ? op->desc->fn
           : id == OP_SYNC_SET                             ? "set_cross_core"
                                                           : "wait_flag_dev";
}

void emit_sync(emitter_t *e, op_t *op)
{
    emit_begin(e, op->loc);
    const char *call = sync_call(e, op), *separator = "";
    bool whole_core = strcmp(call, "wait_flag_dev") == 0;  // it stalls all pipes
    emit_printf(e, "pto_%s(", call);
    shape_word_t word;
    uint32_t pipes = 0;
    for (const char *at = op->desc->shape; shape_next(&at, &word) && word.letter != ':';) {
        bool pipe = shape_word_is(&word, "pipe");
        if (pipe && whole_core) {
            continue;
        }
        emit_printf(e, "%s%s", separator, sync_arg(e, op, &word, pipes));
        pipes += pipe;
        separator = ", ";
    }
    if (strcmp(call, "set_cross_core") == 0) {
        const attr_t *mode = op_attr(op, "ffts_mode");
        emit_printf(e, ", %" PRId64, mode != NULL ? mode->integer : 2);
    }
    emit_printf(e, ");\n");
}

/// Transfers ///

/// The operands of a clause, `open` in front.
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
    emit_begin(e, op->loc);
    emit_printf(e, "pto_%s(", op->desc->fn);
    emit_plain_args(e, op);
    emit_row_clauses(e, op);
    emit_printf(e, ");\n");
}
