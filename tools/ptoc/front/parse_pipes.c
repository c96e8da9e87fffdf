// SPDX-License-Identifier: Apache-2.0
//
// Pipes between cores as handles, which become pipes with numbers:
//
//   %pipe = pto.initialize_l2l_pipe {...}(%slots : i32) -> !pto.pipe    pto.aic_initialize_pipe {id = 0, ...}
//   pto.tpush(%a, %pipe : T, !pto.pipe) {split = 0}                     pto.tpush_to_aiv(%a : T) {id = 0, ...}
//   %t = pto.declare_tile -> T
//   pto.tpop(%t, %pipe : T, !pto.pipe) {split = 0}                      %t = pto.tpop_from_aic {id = 0, ...} -> T
//
// The core of an operation determines the direction. A popped or allocated entry is a value of its own, defined by the
// operation that fills it. So a declared tile or view can be filled more than once, as long as each use has a unique
// reaching fill.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

#define DECLARED_MAX 256

typedef struct pipes {
    ptoc_t *cc;
    int64_t next[CORE_CUBE + 1];  // the next free pipe number on each kind of core
    value_t *declared[DECLARED_MAX], *filled[DECLARED_MAX];
    uint32_t declared_num;
} pipes_t;

/// A declared value whose fills differ on the paths that reach here.
static value_t unclear;

static bool is_init(const op_t *op)
{
    return op_is(op, OP_L2L_PIPE) || op_is(op, OP_L2G2L_PIPE);
}

static bool fills(const op_t *op)
{
    return op_is(op, OP_TALLOC) || op_is(op, OP_TPOP);
}

static bool uses_pipe(const op_t *op)
{
    return fills(op) || op_is(op, OP_TPUSH) || op_is(op, OP_TFREE);
}

static void __attribute__((format(printf, 4, 0))) fail(pipes_t *s, op_t *op, loc_t loc, const char *text)
{
    if (op->desc != NULL) {
        diag_error(s->cc, loc, "tile-pipe", text, op->name);
    }
    op->desc = NULL;  // suppresses further errors
    op->name = "";
}

static void become(pipes_t *s, op_t *op, const char *name)
{
    op->desc = ops_find(s->cc, intern(s->cc, name, strlen(name)));
    op->name = op->desc->name;
    op->types_num = 0;  // the values have their types
    op->result_types_num = 0;
}

static void add_number(pipes_t *s, op_t *op, int64_t number)
{
    attr_t *attrs = ARENA_ARRAY(&s->cc->arena, attr_t, op->attrs_num + 1u);
    if (op->attrs_num != 0) {
        memcpy(attrs, op->attrs, op->attrs_num * sizeof(*attrs));
    }
    attrs[op->attrs_num++] =
        (attr_t){.key = intern(s->cc, "id", 2), .kind = ATTR_INT, .integer = number, .loc = op->loc};
    op->attrs = attrs;
}

/// Pipes ///

typedef struct same_number {
    const op_t *op;
    int64_t number;
    bool found;
} same_number_t;

static void look_for_number(op_t *op, void *arg)
{
    same_number_t *search = arg;
    const attr_t *id = op_is(op, OP_AIC_PIPE) || op_is(op, OP_AIV_PIPE) ? op_attr(op, "id") : NULL;
    search->found |=
        op != search->op && id != NULL && id->integer == search->number && op_core(op) == op_core(search->op);
}

/// Both ends of a pipe have the same number. It is the front end's number if a lowered text keeps it, else the pipe's
/// first flag, else the position among the pipes of its core.
static int64_t number_of(pipes_t *s, op_t *op)
{
    const attr_t *given = op_attr(op, "__pto.frontend_id");
    given = given == NULL ? op_attr(op, "flag_base") : given;
    int64_t number = given == NULL ? s->next[op_core(op)] : given->integer;
    s->next[op_core(op)]++;
    same_number_t search = {.op = op, .number = number};
    ir_walk(op->func->body.block, look_for_number, &search);
    if (search.found) {
        fail(s, op, op->loc, "'%s': another pipe of this core has the same flag_base or place");
    }
    return number;
}

/// (%gm, %local, %peer): the buffers in UB and in L1 by the directions of the pipe.
static void convert_init(pipes_t *s, op_t *op)
{
    const attr_t *mask = op_attr(op, "dir_mask");
    uint32_t locals = op_is(op, OP_L2G2L_PIPE), most = mask != NULL && mask->integer == 3 ? 2 : 1;
    bool bare = locals != 0 && op->operands_num == 1;  // entries in GM alone
    if (op->operands_num < locals || (!bare && op->operands_num != locals + most)) {
        return fail(s, op, op->loc,
                    "'%s' has the address of the consumer's buffer, of both consumers for dir_mask = 3");
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        operand_t *operand = &op->operands[i];
        bool to_cube = i > locals || (mask != NULL && mask->integer == 2);
        uint8_t kind = operand->value->type.kind;
        if (i < locals && kind != TYPE_PTR && kind != TYPE_TENSOR) {
            return fail(s, op, operand->loc, "'%s' has its entries in GM: a pointer, or a view of one");
        }
        operand->key = i >= locals           ? to_cube ? "v2c_consumer_buf" : "c2v_consumer_buf"
                       : kind == TYPE_TENSOR ? "gm_slot_tensor"
                                             : "gm_slot_buffer";
        operand->clause = 0;
    }
    int64_t number = number_of(s, op);
    become(s, op, op_core(op) == CORE_VECTOR ? "pto.aiv_initialize_pipe" : "pto.aic_initialize_pipe");
    add_number(s, op, number);
    op->results_num = 0;
}

/// Entries ///

/// The index of a value declared to be filled later, -1 for others; `filled` has the current fills.
static int declared_index(const pipes_t *s, const value_t *value)
{
    for (uint32_t i = 0; i < s->declared_num; i++) {
        if (s->declared[i] == value) {
            return (int)i;
        }
    }
    return -1;
}

static void note_fill(op_t *op, void *arg)
{
    pipes_t *s = arg;
    value_t *value = fills(op) && op->operands_num != 0 ? op->operands[0].value : NULL;
    bool declared = value != NULL && (op_is(value->def, OP_DECLARE_TILE) || op_is(value->def, OP_DECLARE_GLOBAL));
    if (declared && declared_index(s, value) < 0 && s->declared_num < DECLARED_MAX) {
        s->declared[s->declared_num++] = value;
    }
}

static void note_global(op_t *op, void *arg)
{
    pipes_t *s = arg;
    if (op_is(op, OP_DECLARE_GLOBAL) && op->results_num == 1 && declared_index(s, op->results) < 0 &&
        s->declared_num < DECLARED_MAX) {
        s->declared[s->declared_num++] = op->results;
    }
}

typedef struct obscured {
    const pipes_t *s;
    value_t **filled;
} obscured_t;

static void obscure_fill(op_t *op, void *arg)
{
    obscured_t *o = arg;
    int i = fills(op) && op->operands_num != 0 ? declared_index(o->s, op->operands[0].value) : -1;
    if (i >= 0) {
        o->filled[i] = &unclear;
    }
}

/// The entry that an operation fills becomes its result.
static void give_result(pipes_t *s, op_t *op, int index)
{
    value_t *declared = s->declared[index], *result = ARENA_NEW(&s->cc->arena, value_t);
    *result = (value_t){.name = declared->name, .type = declared->type, .loc = declared->loc, .def = op};
    declared->uses_num--;
    s->filled[index] = result;
    op->results = result;
    op->results_num = 1;
}

static void remove_operand(op_t *op, uint32_t which)
{
    for (uint32_t i = which; i + 1u < op->operands_num; i++) {
        op->operands[i] = op->operands[i + 1];
    }
    op->operands_num--;
    for (uint32_t i = 0; i < op->clauses_num; i++) {
        op->clauses[i].first -= op->clauses[i].first > which;
    }
}

/// The directed name of an operation, seen from its core: sends go to the other kind of core, receives come from there.
static const char *own_name(const op_t *op, core_t core)
{
    static const char *const names[][2] = {{"pto.talloc_to_aic", "pto.talloc_to_aiv"},
                                           {"pto.tpush_to_aic", "pto.tpush_to_aiv"},
                                           {"pto.tpop_from_aic", "pto.tpop_from_aiv"},
                                           {"pto.tfree_from_aic", "pto.tfree_from_aiv"}};
    uint32_t which = op_is(op, OP_TALLOC) ? 0 : op_is(op, OP_TPUSH) ? 1 : op_is(op, OP_TPOP) ? 2 : 3;
    return names[which][core == CORE_CUBE];
}

static void convert_use(pipes_t *s, op_t *op)
{
    uint32_t entry = op_is(op, OP_TFREE) && op->operands_num == 1 ? 0 : 1;  // tfree of a tile names only the pipe
    core_t core = op_core(op);
    const op_t *init = op->operands_num > entry ? op->operands[entry].value->def : NULL;
    const attr_t *number = op_is(init, OP_AIC_PIPE) || op_is(init, OP_AIV_PIPE) ? op_attr(init, "id") : NULL;
    if (number == NULL && init != NULL && init->desc == NULL) {
        op->desc = NULL;  // the error has been reported at the definition
    }
    if (number == NULL) {
        return fail(s, op, op->loc, "'%s' goes through a pipe of pto.initialize_l2l_pipe or pto.initialize_l2g2l_pipe");
    }
    if (core == CORE_ANY) {
        return fail(s, op, op->loc, "'%s' stands in a section or in a function with pto.kernel_kind");
    }
    int index = fills(op) ? declared_index(s, op->operands[0].value) : -1;
    if (fills(op) && index < 0) {
        return fail(s, op, op->operands[0].loc, "'%s' fills what pto.declare_tile or pto.declare_global gives");
    }
    remove_operand(op, entry);
    if (index >= 0) {
        remove_operand(op, 0);
    }
    const char *name = own_name(op, core);
    if (index >= 0) {
        give_result(s, op, index);
    }
    become(s, op, name);
    add_number(s, op, number->integer);
}

/// Replaces uses of declared values by the current fills.
static void link_filled(pipes_t *s, op_t *op)
{
    for (uint32_t i = fills(op); i < op->operands_num; i++) {
        operand_t *operand = &op->operands[i];
        int index = declared_index(s, operand->value);
        value_t *filled = index < 0 ? NULL : s->filled[index];
        bool pipe = op_is(operand->value->def, OP_AIC_PIPE) || op_is(operand->value->def, OP_AIV_PIPE);
        if (pipe && !uses_pipe(op)) {
            fail(s, op, operand->loc, "'%s' takes no pipe: pto.talloc, pto.tpush, pto.tpop and pto.tfree do");
        } else if (filled == &unclear ||
                   (index >= 0 && filled == NULL && op_is(operand->value->def, OP_DECLARE_GLOBAL))) {
            fail(s, op, operand->loc, "'%s' uses what no pto.talloc or pto.tpop has filled on every way to here");
        } else if (filled != NULL) {
            operand->value->uses_num--;
            operand->value = filled;
            filled->uses_num++;
        }
    }
}

static void convert_block(pipes_t *s, block_t *block);

/// Fills in a region are unknown at its start, because of back edges, and after it.
static void convert_regions(pipes_t *s, op_t *op)
{
    value_t *before[DECLARED_MAX];
    obscured_t obscured = {.s = s, .filled = before};
    memcpy(before, s->filled, sizeof(before));
    for (uint32_t i = 0; i < op->regions_num; i++) {
        if (op->regions[i].block != NULL) {
            ir_walk(op->regions[i].block, obscure_fill, &obscured);
        }
    }
    for (uint32_t i = 0; i < op->regions_num; i++) {
        memcpy(s->filled, before, sizeof(before));
        if (op->regions[i].block != NULL) {
            convert_block(s, op->regions[i].block);
        }
    }
    memcpy(s->filled, before, sizeof(before));
}

static void remove_op(op_t *op)
{
    *(op->prev == NULL ? &op->parent->first : &op->prev->next) = op->next;
    *(op->next == NULL ? &op->parent->last : &op->next->prev) = op->prev;
}

static void convert_block(pipes_t *s, block_t *block)
{
    for (op_t *op = block->first; op != NULL; op = op->next) {
        link_filled(s, op);
        if (is_init(op)) {
            convert_init(s, op);
        } else if (uses_pipe(op)) {
            convert_use(s, op);
        } else if (op->regions_num != 0) {
            convert_regions(s, op);
        }
    }
}

static void note_pipe(op_t *op, void *arg)
{
    *(bool *)arg |= is_init(op) || uses_pipe(op) || op_is(op, OP_DECLARE_GLOBAL);
}

void parse_pipe_handles(parser_t *p)
{
    block_t *body = p->func->body.block;
    bool pipes = false;
    ir_walk(body, note_pipe, &pipes);
    if (!pipes) {
        return;
    }
    pipes_t *s = ARENA_NEW(&p->cc->arena, pipes_t);
    *s = (pipes_t){.cc = p->cc};
    ir_walk(body, note_fill, s);
    ir_walk(body, note_global, s);
    convert_block(s, body);
    for (uint32_t i = 0; i < s->declared_num; i++) {
        if (s->declared[i]->uses_num == 0) {
            remove_op(s->declared[i]->def);
        }
    }
}
