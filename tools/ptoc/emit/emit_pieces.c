// SPDX-License-Identifier: Apache-2.0
//
// Long vector functions. Compile time grows with the square of a function's size, so a function of many operations is
// emitted in pieces, functions of their own. Values that later pieces read go through a struct. Masks of constant
// patterns are repeated instead, so that compilers know them. Struct members have the size of a register, on the stack;
// values of one type with disjoint live ranges share one.

#include <string.h>

#include "ptoc.h"

#include "emit.h"

#define PIECE_OPS   200
#define LONG_OPS    500
#define MEMBERS_MAX 128  // of the struct
#define AGAIN_MAX   128
#define PIECE_SHIFT 16  // of a top-level operation's piece in its flags

static uint32_t piece_of(const op_t *op)
{
    return op->flags >> PIECE_SHIFT;
}

static void set_piece(op_t *op, uint32_t piece)
{
    op->flags = (op->flags & ((1u << PIECE_SHIFT) - 1)) | piece << PIECE_SHIFT;
}

/// A value that later pieces read.
typedef struct crossing {
    value_t *value;
    uint32_t last_use;  // the last piece that reads it
    uint32_t member;    // index into the struct
} crossing_t;

typedef struct pieces {
    emitter_t *e;
    block_t *body;
    uint32_t num;    // of pieces
    uint32_t piece;  // the one being emitted
    op_t *rest;      // of the body, not yet emitted
    crossing_t *across;
    uint32_t across_num, across_capacity;
    const char *members[MEMBERS_MAX];  // their types
    uint32_t members_num;
    value_t *again[AGAIN_MAX];  // masks, repeated in each piece that reads them
    uint32_t again_num;
    bool failed;
} pieces_t;

static void note_again(pieces_t *p, value_t *value)
{
    uint32_t at = 0;
    while (at < p->again_num && p->again[at] != value) {
        at++;
    }
    if (at == AGAIN_MAX) {
        p->failed = true;
        return;
    }
    p->again_num += at == p->again_num;
    p->again[at] = value;
}

static void note_across(pieces_t *p, value_t *value)
{
    if (value->across != 0) {
        p->across[value->across - 1].last_use = p->piece;
        return;
    }
    if (p->across_num == p->across_capacity) {
        p->across_capacity = p->across_capacity == 0 ? 64 : p->across_capacity * 2;
        crossing_t *larger = ARENA_ARRAY(&p->e->cc->arena, crossing_t, p->across_capacity);
        for (uint32_t i = 0; i < p->across_num; i++) {
            larger[i] = p->across[i];
        }
        p->across = larger;
    }
    p->across[p->across_num++] = (crossing_t){value, p->piece, 0};
    value->across = p->across_num;
}

/// Assigns each crossing a struct member that is free when its piece ends. Pieces read all members before they write
/// any.
static void choose_members(pieces_t *p)
{
    uint32_t free_from[MEMBERS_MAX];
    for (uint32_t piece = 0; piece < p->num; piece++) {
        for (uint32_t i = 0; i < p->across_num; i++) {
            crossing_t *crossing = &p->across[i];
            if (piece_of(crossing->value->def) != piece) {
                continue;
            }
            const char *type = emit_value_type(p->e, crossing->value);
            uint32_t at = 0;
            while (at < p->members_num && (free_from[at] > piece || strcmp(p->members[at], type) != 0)) {
                at++;
            }
            if (at == MEMBERS_MAX) {
                p->failed = true;
                return;
            }
            p->members_num += at == p->members_num;
            p->members[at] = type;
            free_from[at] = crossing->last_use;
            crossing->member = at;
        }
    }
}

static bool is_pattern(const value_t *value)
{
    return lanes_has(value->def, LANES_PATTERN) && value->def->operands_num == 0;
}

/// The scalar that strips read instead of a uniform register, or NULL.
static value_t *scalar_of(const value_t *value)
{
    return value != NULL && value->type.kind == TYPE_VREG && lanes_uniform(value) ? (value_t *)lanes_scalar(value)
                                                                                  : NULL;
}

static void note_operand(pieces_t *p, value_t *value)
{
    if (value == NULL || value->def == NULL || value->def->parent != p->body || piece_of(value->def) == p->piece ||
        op_id(value->def) == OP_CONSTANT) {
        return;
    }
    if (is_pattern(value)) {
        note_again(p, value);
    } else {
        note_across(p, value);
    }
}

/// Operands produced by an earlier piece.
static void note_operands(op_t *op, void *arg)
{
    pieces_t *p = arg;
    for (uint32_t i = 0; (op->flags & OP_LIVE) != 0 && i < op->operands_num; i++) {
        note_operand(p, op->operands[i].value);
        note_operand(p, scalar_of(op->operands[i].value));
    }
    const op_t *reduction = (op->flags & OP_LIVE) != 0 ? emit_lowest_of(op) : NULL;
    for (uint32_t i = 0; reduction != NULL && i < reduction->operands_num; i++) {
        note_operand(p, reduction->operands[i].value);
    }
}

/// An operation and its nested operations.
static void visit(op_t *op, void (*what)(op_t *op, void *arg), pieces_t *p)
{
    what(op, p);
    for (uint32_t i = 0; i < op->regions_num; i++) {
        if (op->regions[i].block != NULL) {
            ir_walk(op->regions[i].block, what, p);
        }
    }
}

static void fetch_constant(pieces_t *p, const value_t *value)
{
    op_t *def = value == NULL ? NULL : value->def;
    if (def != NULL && def->parent == p->body && op_id(def) == OP_CONSTANT && piece_of(def) != p->piece) {
        set_piece(def, p->piece);
        emit_operations(p->e, def, def->next);
    }
}

/// Constants of earlier pieces are repeated at the start of this one.
static void fetch_constants(op_t *op, void *arg)
{
    pieces_t *p = arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        fetch_constant(p, op->operands[i].value);
        fetch_constant(p, scalar_of(op->operands[i].value));
    }
}

/// Assigns each operation its piece, and finds the values that pieces pass on.
static bool divide(pieces_t *p)
{
    uint32_t ops = 0;
    for (op_t *op = p->body->first; op != NULL; op = op->next) {
        set_piece(op, ops / PIECE_OPS);
        ops += (op->flags & OP_LIVE) != 0 && op_id(op) != OP_CONSTANT;
    }
    p->num = (ops + PIECE_OPS - 1) / PIECE_OPS;
    for (op_t *op = p->body->first; op != NULL && ops > LONG_OPS; op = op->next) {
        p->piece = piece_of(op);
        visit(op, note_operands, p);
    }
    choose_members(p);
    p->e->has_long_scope |= ops > PIECE_OPS;
    return ops > LONG_OPS && !p->failed;
}

/// The prologue of a piece: the values that earlier pieces pass to it.
static void emit_arrivals(pieces_t *p)
{
    emitter_t *e = p->e;
    for (uint32_t i = 0; i < p->again_num; i++) {
        if (piece_of(p->again[i]->def) < p->piece) {
            emit_vector(e, p->again[i]->def);
            emit_indent(e);
            emit_printf(e, "(void)%s;\n", p->again[i]->cname);
        }
    }
    for (uint32_t i = 0; i < p->across_num; i++) {
        const value_t *value = p->across[i].value;
        if (piece_of(value->def) < p->piece && p->piece <= p->across[i].last_use) {
            const char *type = emit_value_type(e, value);
            emit_indent(e);
            emit_printf(e, "%s%s%s = pto_across->pto_%u;\n", type, value->type.kind == TYPE_PTR ? "" : " ",
                        value->cname, p->across[i].member);
            emit_indent(e);
            emit_printf(e, "(void)%s;\n", value->cname);
        }
    }
}

static void emit_departures(pieces_t *p)
{
    emitter_t *e = p->e;
    for (uint32_t i = 0; i < p->across_num; i++) {
        const value_t *value = p->across[i].value;
        if (piece_of(value->def) == p->piece) {
            emit_indent(e);
            emit_printf(e, "pto_across->pto_%u = %s;\n", p->across[i].member, value->cname);
        }
    }
}

static void emit_arguments(pieces_t *p, value_t *const *params, uint32_t num, bool types)
{
    emitter_t *e = p->e;
    for (uint32_t i = 0; i < num; i++) {
        const char *type = types ? emit_type(e, params[i]->type) : "";
        emit_printf(e, ", %s%s%s", type, types && params[i]->type.kind != TYPE_PTR ? " " : "", params[i]->cname);
    }
}

static void emit_piece(pieces_t *p, const char *name, const captures_t *captures, value_t *const *params, uint32_t num)
{
    emitter_t *e = p->e;
    emit_printf(e, "static __attribute__((noinline)) void %s_%u(struct %s_across *pto_across", name, p->piece, name);
    emit_arguments(p, params, num, true);
    emit_printf(e, ")\n{\n    (void)pto_across;\n");
    for (uint32_t i = 0; i < num; i++) {
        emit_printf(e, "    (void)%s;\n", params[i]->cname);
    }
    emit_constants(e, captures);
    for (uint32_t i = 0; i < captures->constants_num; i++) {
        emit_indent(e);
        emit_printf(e, "(void)%s;\n", captures->constants[i]->results[0].cname);
    }
    emit_arrivals(p);
    op_t *first = p->rest;
    while (p->rest != NULL && piece_of(p->rest) == p->piece) {
        visit(p->rest, fetch_constants, p);
        p->rest = p->rest->next;
    }
    emit_operations(e, first, p->rest);
    emit_departures(p);
    emit_printf(e, "}\n\n");
}

bool emit_pieces(emitter_t *e, op_t *op, const char *name, const captures_t *captures, value_t *const *params,
                 uint32_t num)
{
    pieces_t p = {.e = e, .body = op->regions_num == 1 ? op->regions[0].block : NULL};
    if (e->cc->no_opt || op_id(op) == OP_FOR || p.body == NULL || !divide(&p)) {
        return false;
    }
    text_t functions = {0}, *out = e->out;
    e->out = &functions;
    p.rest = p.body->first;
    for (p.piece = 0; p.piece < p.num; p.piece++) {
        e->line = 0;
        emit_piece(&p, name, captures, params, num);
    }
    e->out = out;
    emit_printf(e, "struct %s_across {\n", name);
    for (uint32_t i = 0; i < p.members_num; i++) {
        bool is_pointer = p.members[i][strlen(p.members[i]) - 1] == '*';
        emit_printf(e, "    %s%spto_%u;\n", p.members[i], is_pointer ? "" : " ", i);
    }
    emit_printf(e, "    char pto_none;\n};\n\n");
    text_append(e->out, functions.data, functions.size);
    text_free(&functions);
    e->line = 0;
    emit_line(e, op->loc);
    emit_printf(e, "PTO_VF(%s", name);
    emit_params(e, params, num);
    emit_printf(e, ")\n{\n    struct %s_across pto_across;\n", name);
    for (uint32_t i = 0; i < p.num; i++) {
        emit_printf(e, "    %s_%u(&pto_across", name, i);
        emit_arguments(&p, params, num, false);
        emit_printf(e, ");\n");
    }
    emit_printf(e, "}\n\n");
    return true;
}
