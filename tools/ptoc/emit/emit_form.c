// SPDX-License-Identifier: Apache-2.0
//
// Tile operations of the table (isa/tile.def) as calls of pto/tile.h.
//
// A call with constant shapes is inline, some hundred instructions of compiler IR, and compile time grows faster than
// linearly with the size of a function. So a large kernel outlines operations into C functions. Equal ones, with the
// same tile types, addresses and attributes, share one.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

#include "plan/plan.h"

// From this many operations of a function on, equal ones share code; from the second number on, addresses become
// parameters. On 8 KiB an outlined call costs 7 % of an operation, and addresses unknown to the compiler 20 % more.
// Without both, clang takes one second for 64 operations, and 20 for 250.
enum { SHARED_FROM = 64, MOVED_FROM = 160 };

/// Masks ///

typedef struct selection {
    const op_t *mask;  // its alloc_tile; NULL: one of several tiles
    bool found;
} selection_t;

static const op_t *allocation_of(const value_t *tile)
{
    const op_t *op = plan_tile_op(tile);
    return op_is(op, OP_ALLOC_TILE) ? op : NULL;
}

/// Whether two allocations are the same bytes by the addresses of the text. Planned ones meet where lives do not.
static bool same_address(const op_t *a, const op_t *b)
{
    const operand_t *x = op_operand(a, "addr"), *y = op_operand(b, "addr");
    int64_t at, other;
    return x != NULL && y != NULL && value_constant(x->value, &at) && value_constant(y->value, &other) && at == other;
}

static void find_selection(op_t *op, void *arg)
{
    selection_t *selection = arg;
    tile_bound_t bound;
    if (!tile_bind(op, &bound) || bound.form->ins[0].kind != 'M' || bound.ins[0] == NULL) {
        return;
    }
    const op_t *mask = allocation_of(bound.ins[0]->value);
    selection->found |=
        mask == NULL || selection->mask == NULL || mask == selection->mask || same_address(mask, selection->mask);
}

/// Whether a selection may take the result of a comparison as its mask, which has rows of bits then.
static bool is_mask_of_selection(const op_t *compare)
{
    tile_bound_t bound;
    selection_t selection = {0};
    selection.mask = tile_bind(compare, &bound) && bound.outs[0] != NULL ? allocation_of(bound.outs[0]->value) : NULL;
    ir_walk(compare->func->body.block, find_selection, &selection);
    return selection.found;
}

/// Calls ///

static const char *attr_c(emitter_t *e, const op_t *op, const tile_form_t *form, const tile_attr_t *item)
{
    const attr_t *attr = op_attr(op, item->key);
    bool number = strcmp(item->cls, "int") == 0 || strcmp(item->cls, "bool") == 0;
    if (number) {
        return attr == NULL ? item->fallback : arena_printf(&e->cc->arena, "%" PRId64, attr->integer);
    }
    const char *spelling = attr != NULL && attr->text != NULL ? attr->text : item->fallback;
    const char *value = spelling == NULL ? NULL : tile_attr_value(item->cls, spelling);
    if (value != NULL && strcmp(form->family, "compare_scalar") == 0 && op_arch(e->cc, op) == ARCH_A5 &&
        !is_mask_of_selection(op)) {
        return arena_printf(&e->cc->arena, "(pto_tile_attr_t)(%s | PTO_COMPARE_PACKED)", value);
    }
    return value == NULL ? "0" : value;
}

/// Whether an integer denotes an element of a float type.
static bool becomes_float(const tile_bound_t *bound, const tile_item_t *item, const operand_t *operand)
{
    if (item->kind != 'S' || !elem_is_int((elem_t)operand->value->type.elem)) {
        return false;
    }
    for (uint32_t i = 0; i < bound->form->ins_num; i++) {
        if (bound->form->ins[i].kind == 'T' && bound->ins[i] != NULL) {
            return elem_is_float((elem_t)bound->ins[i]->value->type.elem);
        }
    }
    return bound->outs[0] != NULL && elem_is_float((elem_t)bound->outs[0]->value->type.elem);
}

static bool is_scalar(const tile_item_t *item)
{
    return item->kind == 'S' || item->kind == 'Q' || item->kind == 'I';
}

static void emit_operand(emitter_t *e, const tile_bound_t *bound, const tile_item_t *item, const operand_t *operand)
{
    if (operand == NULL || (item->kind == 'W' && operand->value->type.kind != TYPE_TILE)) {
        emit_printf(e, is_scalar(item) ? "PTO_NONE" : "NULL");
    } else {
        bool number = is_scalar(item) && becomes_float(bound, item, operand);
        emit_printf(e, "%s%s", !is_scalar(item) ? "&" : number ? "(float)" : "", operand->value->cname);
    }
}

/// The arguments of a call, up to its end. In an outlined function scalars are wrapped as the instruction's macro does.
static void emit_args(emitter_t *e, const op_t *op, const tile_bound_t *bound, const char *separator, bool of_function)
{
    const tile_form_t *form = bound->form;
    for (uint32_t i = 0; i < form->outs_num + form->ins_num; i++) {
        bool out = i < form->outs_num;
        const tile_item_t *item = out ? &form->outs[i] : &form->ins[i - form->outs_num];
        if (item->kind == 'E') {
            continue;  // the used length of each list, which the callee does not read
        }
        bool wrapped = of_function && (item->kind == 'S' || item->kind == 'Q');
        emit_printf(e, "%s%s", separator, wrapped ? "PTO_TILE_SCALAR(" : "");
        emit_operand(e, bound, item, out ? bound->outs[i] : bound->ins[i - form->outs_num]);
        emit_printf(e, "%s", wrapped ? ")" : "");
        separator = ", ";
    }
    for (uint32_t i = 0; i < form->attrs_num; i++, separator = ", ") {
        emit_printf(e, "%s%s", separator, attr_c(e, op, form, &form->attrs[i]));
    }
    emit_printf(e, ");\n");
}

/// Shared functions ///

struct shared_form {
    shared_form_t *next;
    const char *name, *text;  // the end of the function's name, and its body
};

/// Operands of an operation while the body of its function is written, and the arguments for a call of it.
typedef struct operands {
    value_t *values[2 * TILE_ITEMS_MAX];
    const char *names[2 * TILE_ITEMS_MAX];  // in the kernel
    uint32_t num;
    const char *args;
    int64_t addresses[2 * TILE_ITEMS_MAX];  // of the tiles whose addresses are parameters
    uint32_t addresses_num;
} operands_t;

static void find_form(op_t *op, void *arg)
{
    emitter_t *e = arg;
    tile_bound_t bound;
    if (op_id(op) == OP_SET_VALID) {
        op->operands[0].value->is_resized = true;
    }
    e->forms_num += op->desc != NULL && op->desc->cls == OPS_TILE && tile_bind(op, &bound);
}

void emit_find_forms(emitter_t *e, const func_t *func)
{
    e->forms_num = 0;
    ir_walk(func->body.block, find_form, e);
}

static void take_operand(operands_t *all, const operand_t *operand)
{
    if (operand == NULL) {
        return;
    }
    for (uint32_t i = 0; i < all->num; i++) {
        if (all->values[i] == operand->value) {
            return;
        }
    }
    all->names[all->num] = operand->value->cname;
    all->values[all->num++] = operand->value;
}

static operands_t take_operands(const tile_bound_t *bound)
{
    operands_t all = {.args = ""};
    for (uint32_t i = 0; i < bound->form->outs_num; i++) {
        take_operand(&all, bound->outs[i]);
    }
    for (uint32_t i = 0; i < bound->form->ins_num; i++) {
        take_operand(&all, bound->ins[i]);
    }
    return all;
}

static void add_arg(emitter_t *e, operands_t *all, const char *arg)
{
    all->args = arena_printf(&e->cc->arena, "%s, %s", all->args, arg);
}

/// A tile whose allocation is known completely; false for any other.
static bool emit_allocated(emitter_t *e, operands_t *all, text_t *params, uint32_t i)
{
    const op_t *op = all->values[i]->def;
    int64_t address;
    if (!plan_address(op, &address) ||
        !emit_checked_tile(e, op->results[0].type, op_operand(op, "valid_row"), op_operand(op, "valid_col"))) {
        return false;
    }
    if (e->forms_num < MOVED_FROM) {
        emit_printf(e, ", .address = %" PRId64 ");\n", address);
        return true;
    }
    uint32_t at = 0;  // equal addresses share a parameter, so that the compiler sees in-place operations
    while (at < all->addresses_num && all->addresses[at] != address) {
        at++;
    }
    if (at == all->addresses_num) {
        all->addresses[all->addresses_num++] = address;
        text_printf(params, ", uint32_t pto_at%u", at);
        add_arg(e, all, arena_printf(&e->cc->arena, "%" PRId64, address));
    }
    emit_printf(e, ", .address = pto_at%u);\n", at);
    return true;
}

/// A popped tile; dynamic valid extents are those of the whole tile. Its address is a parameter.
static bool emit_popped(emitter_t *e, operands_t *all, text_t *params, uint32_t i)
{
    type_t type = all->values[i]->type;
    shape_t shape = *type.shape;
    type.shape = &shape;
    for (uint32_t d = 0; d < 2; d++) {
        shape.valid[d] = shape.valid[d] == DIM_DYNAMIC ? shape.dims[d] : shape.valid[d];
    }
    if (all->values[i]->def->operands_num != 0 || !emit_checked_tile(e, type, NULL, NULL)) {
        return false;
    }
    emit_printf(e, ", .address = pto_%u_address);\n", i);
    text_printf(params, ", uint32_t pto_%u_address", i);
    add_arg(e, all, arena_printf(&e->cc->arena, "%s.address", all->names[i]));
    return true;
}

static bool emit_known_tile(emitter_t *e, operands_t *all, text_t *params, uint32_t i)
{
    const value_t *tile = all->values[i];
    op_id_t id = tile->def == NULL || tile->is_resized ? OP_NONE : op_id(tile->def);
    emit_printf(e, "    const pto_tile_t pto_%u = ", i);
    return id == OP_ALLOC_TILE                      ? emit_allocated(e, all, params, i)
           : id == OP_TPOP_AIC || id == OP_TPOP_AIV ? emit_popped(e, all, params, i)
                                                    : false;
}

/// Extents or strides as a C list: constants if known, else parameters. False if the clause is missing.
static bool emit_dims(emitter_t *e, operands_t *all, text_t *params, uint32_t i, const op_t *op, const char *name,
                      const char *field)
{
    const clause_t *clause = op_clause(op, name, 0);
    uint32_t rank = all->values[i]->type.shape->rank;
    emit_printf(e, ", (const int64_t[]){");
    for (uint32_t d = 0; clause != NULL && d < rank && clause->num == rank; d++) {
        int64_t number;
        const char *separator = d == 0 ? "" : ", ";
        if (value_constant(op->operands[clause->first + d].value, &number)) {
            emit_printf(e, "%s%" PRId64, separator, number);
        } else {
            emit_printf(e, "%spto_%u_%s%u", separator, i, field, d);
            text_printf(params, ", int64_t pto_%u_%s%u", i, field, d);
            add_arg(e, all, arena_printf(&e->cc->arena, "%s.%s[%u]", all->names[i], field, DIMS_MAX - rank + d));
        }
    }
    emit_printf(e, "}");
    return clause != NULL && clause->num == rank;
}

/// A partition of a view, rebuilt from its data pointer and its dynamic extents and strides; false for any other.
static bool emit_known_part(emitter_t *e, operands_t *all, text_t *params, uint32_t i)
{
    const op_t *part = all->values[i]->def;
    const op_t *view = part == NULL || op_id(part) != OP_PARTITION ? NULL : part->operands[0].value->def;
    if (view == NULL || op_id(view) != OP_MAKE_VIEW) {
        return false;
    }
    const value_t *whole = &view->results[0];
    text_printf(params, ", void *pto_%u_data", i);
    add_arg(e, all, arena_printf(&e->cc->arena, "%s.data", all->names[i]));
    emit_printf(e, "    const pto_tensor_t pto_%u = pto_tensor_in_buffer(%u, pto_tensor_at(pto_loc, pto_%u_data, ", i,
                emit_buffer_of(view->operands[0].value), i);
    emit_printf(e, "PTO_ELEM_OF_TOKEN(%s), PTO_LAYOUT_%s, %u", elem_token(whole->type.elem), view_layout(whole),
                whole->type.shape->rank);
    bool known =
        emit_dims(e, all, params, i, part, "sizes", "shape") && emit_dims(e, all, params, i, view, "strides", "stride");
    emit_printf(e, "));\n");
    return known;
}

static bool emit_known_operand(emitter_t *e, operands_t *all, text_t *params, uint32_t i)
{
    const value_t *value = all->values[i];
    if (value->type.kind == TYPE_SCALAR) {
        text_printf(params, ", %s pto_%u", emit_type(e, value->type), i);
        add_arg(e, all, all->names[i]);
        return true;
    }
    return value->type.kind == TYPE_TILE ? emit_known_tile(e, all, params, i) : emit_known_part(e, all, params, i);
}

/// The parameters and the body of a function; false if an operand is not known well enough.
static bool emit_shared_text(emitter_t *e, const op_t *op, const tile_bound_t *bound, operands_t *all, text_t *params)
{
    for (uint32_t i = 0; i < all->num; i++) {
        if (!emit_known_operand(e, all, params, i)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < all->num; i++) {
        all->values[i]->cname = arena_printf(&e->cc->arena, "pto_%u", i);
    }
    emit_printf(e, "    pto_%s_at(pto_loc", bound->form->fn);
    emit_args(e, op, bound, ", ", true);
    for (uint32_t i = 0; i < all->num; i++) {
        all->values[i]->cname = all->names[i];
    }
    return true;
}

/// The function with that body, created on first use.
static const char *shared_name(emitter_t *e, const op_t *op, const char *text)
{
    uint32_t num = 0;
    for (shared_form_t *form = e->shared; form != NULL; form = form->next, num++) {
        if (strcmp(form->text, text) == 0) {
            return form->name;
        }
    }
    shared_form_t *form = ARENA_NEW(&e->cc->arena, shared_form_t);
    form->name = arena_printf(&e->cc->arena, "%s_op%u", e->func->cname, num + 1);
    form->text = text;
    form->next = e->shared;
    e->shared = form;
    text_t *out = e->out;
    uint32_t line = e->line;
    e->out = e->prelude;
    e->line = 0;
    emit_line(e, op->loc);
    emit_printf(e, "static __attribute__((noinline)) void %s%s", form->name, text);
    e->out = out;
    e->line = line;
    return form->name;
}

static bool emit_shared(emitter_t *e, const op_t *op, const tile_bound_t *bound)
{
    if (e->cc->no_opt || e->forms_num < SHARED_FROM) {
        return false;
    }
    operands_t all = take_operands(bound);
    text_t body = {0}, params = {0}, *out = e->out;
    uint32_t line = e->line;
    e->out = &body;
    bool known = emit_shared_text(e, op, bound, &all, &params);
    e->out = out;
    e->line = line;
    if (known) {
        const char *text = arena_printf(&e->cc->arena, "(const pto_loc_t *pto_loc%.*s)\n{\n%.*s}\n\n", (int)params.size,
                                        params.data == NULL ? "" : params.data, (int)body.size, body.data);
        const char *name = shared_name(e, op, text);
        emit_text(e, op->loc, "%s(PTO_LOC%s);\n", name, all.args);
    }
    text_free(&body);
    text_free(&params);
    return known;
}

void emit_tile_form(emitter_t *e, const op_t *op, const tile_bound_t *bound)
{
    if (!emit_shared(e, op, bound)) {
        emit_text(e, op->loc, "pto_%s(", bound->form->fn);
        emit_args(e, op, bound, "", false);
    }
}
