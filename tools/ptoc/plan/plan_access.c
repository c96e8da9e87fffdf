// SPDX-License-Identifier: Apache-2.0
//
// Which memory an operation touches and on which pipe.
//
// Tiles are followed to where they were made, through views, reshapes, loops and branches; what cannot be followed may
// lie anywhere in its memory. Two pointers that a kernel takes are different memory; behind one pointer everything may
// overlap.

#include "ptoc.h"

#include "plan.h"

#include <string.h>

arch_t plan_arch(const ptoc_t *cc, const func_t *func)
{
    for (const module_t *module = func->module; module != NULL; module = module->parent) {
        const attr_t *attr = attr_find(module->attrs, module->attrs_num, "pto.target_arch");
        if (attr != NULL && attr->text != NULL) {
            return strcmp(attr->text, "a5") == 0 ? ARCH_A5 : ARCH_A2A3;
        }
    }
    return cc->arch;
}

/// Where tiles lie ///

typedef struct reserve_search {
    const char *name;
    const op_t *found;
} reserve_search_t;

static void find_reserve(op_t *op, void *arg)
{
    reserve_search_t *search = arg;
    const attr_t *name = op_attr(op, "name");
    if (op_id(op) == OP_RESERVE && name != NULL && name->text != NULL && strcmp(name->text, search->name) == 0) {
        search->found = op;
    }
}

/// The buffer that another function of the module reserves.
const op_t *plan_imported(const op_t *op)
{
    const attr_t *name = op_attr(op, "name"), *peer = op_attr(op, "peer_func");
    reserve_search_t search = {.name = name == NULL || name->text == NULL ? "" : name->text};
    for (func_t *func = op->func->module->funcs; func != NULL; func = func->next) {
        bool wanted = peer != NULL && peer->text != NULL && strcmp(func->name, peer->text) == 0;
        if (wanted && func->body.block != NULL) {
            ir_walk(func->body.block, find_reserve, &search);
        }
    }
    return search.found;
}

bool plan_address(const op_t *op, int64_t *address)
{
    if (op_id(op) == OP_IMPORT) {
        op = plan_imported(op);
        if (op == NULL) {
            return false;
        }
    }
    const operand_t *operand = op_operand(op, "addr");
    if (operand != NULL) {
        return value_constant(operand->value, address);
    }
    const attr_t *attr = op_attr(op, op_id(op) == OP_RESERVE ? "base" : "pto.addr");
    *address = attr == NULL ? 0 : attr->integer;
    return attr != NULL;
}

static int64_t attr_number(const op_t *op, const char *key, int64_t missing)
{
    const attr_t *attr = op_attr(op, key);
    return attr == NULL ? missing : attr->integer;
}

typedef struct search {
    const op_t *op;
    const op_t *found;
} search_t;

static void find_pipe(op_t *op, void *arg)
{
    search_t *search = arg;
    bool is_init = op_id(op) == OP_AIC_PIPE || op_id(op) == OP_AIV_PIPE;
    if (search->found == NULL && is_init && attr_number(op, "id", 0) == attr_number(search->op, "id", 0)) {
        search->found = op;
    }
}

const op_t *plan_pipe_of(const op_t *op)
{
    search_t search = {.op = op};
    ir_walk(op->func->body.block, find_pipe, &search);
    return search.found;
}

static void find_pop(op_t *op, void *arg)
{
    search_t *search = arg;
    if (search->found == NULL && op_id(op) == OP_TPOP_AIC &&
        attr_number(op, "id", 0) == attr_number(search->op, "id", 0)) {
        search->found = op;
    }
}

const op_t *plan_popped(const op_t *op)
{
    const func_t *vector = op->func->peer != NULL ? op->func->peer : op->func;
    search_t search = {.op = op};
    ir_walk(vector->body.block, find_pop, &search);
    return search.found;
}

/// Popped tiles lie in one of the slots of the consumer's buffer.
static bool popped_range(const op_t *op, int64_t *from, int64_t *to)
{
    const op_t *init = plan_pipe_of(op);
    if (init == NULL) {
        return false;
    }
    const operand_t *buffer = op_operand(init, op_id(op) == OP_TPOP_AIC ? "c2v_consumer_buf" : "v2c_consumer_buf");
    const op_t *reserve = buffer == NULL ? NULL : buffer->value->def;
    int64_t size = 0;
    if (buffer != NULL && value_constant(buffer->value, from)) {
        size = attr_number(init, "slot_size", 0) * attr_number(init, "slot_num", 8);
    } else if (op_id(reserve) == OP_RESERVE && plan_address(reserve, from)) {
        size = attr_number(reserve, "size", 0);
    }
    *to = *from + size;
    return size != 0;
}

enum { WAY_MAX = 12 };  // what is farther away may be anywhere

/// The way to a value: the arguments of loops on it, which add nothing to the range when they come again.
typedef struct way {
    const value_t *argument;
    const struct way *before;
    uint32_t depth;
} way_t;

static bool range_of(const value_t *tile, int64_t *from, int64_t *to, const way_t *way);

static bool join_range(const value_t *tile, int64_t *from, int64_t *to, const way_t *way)
{
    int64_t more_from, more_to;
    if (!range_of(tile, &more_from, &more_to, way)) {
        return false;
    }
    *from = more_from < *from ? more_from : *from;
    *to = more_to > *to ? more_to : *to;
    return true;
}

static const op_t *yield_of(const region_t *region)
{
    const op_t *last = region->block == NULL ? NULL : region->block->last;
    return op_id(last) == OP_YIELD ? last : NULL;
}

/// What a value of a region's operation may be: everything that is handed to its place.
static bool region_range(const op_t *op, uint32_t index, int64_t *from, int64_t *to, const way_t *way)
{
    *from = INT64_MAX;
    *to = 0;
    bool known = true;
    if (op_id(op) == OP_FOR) {
        known = index + 3 < op->operands_num && join_range(op->operands[index + 3].value, from, to, way);
    } else if (op_id(op) != OP_IF) {
        return false;
    }
    for (uint32_t i = 0; i < op->regions_num && known; i++) {
        const op_t *yield = yield_of(&op->regions[i]);
        known = yield != NULL && index < yield->operands_num && join_range(yield->operands[index].value, from, to, way);
    }
    return known;
}

/// Byte offsets of a window in a tile without boxes; the whole parent where they are not known, or where it may be one
/// of several tiles, or is a window itself.
static void narrow(const op_t *op, int64_t *from, int64_t *to)
{
    type_t parent = op->operands[0].value->type, window = op->results[0].type;
    int64_t row, column;
    bool whole = *to - *from == (int64_t)tile_bytes(parent);
    if (!whole || parent.shape->slayout != LAYOUT_NONE || op->operands_num < 3 ||
        !value_constant(op->operands[1].value, &row) || !value_constant(op->operands[2].value, &column)) {
        return;
    }
    bool rows = parent.shape->blayout == LAYOUT_ROW;
    int64_t pitch = parent.shape->dims[rows ? 1 : 0], bits = elem_bits(parent.elem);
    int64_t first = rows ? row * pitch + column : column * pitch + row;
    int64_t last = first + (window.shape->dims[rows ? 0 : 1] - 1) * pitch + window.shape->dims[rows ? 1 : 0];
    *to = *from + (last * bits + 7) / 8;
    *from += first * bits / 8;
}

/// The range of the value in front of `op`, narrowed to what the operation selects of it.
static bool selected_range(const op_t *op, const value_t *tile, int64_t *from, int64_t *to, const way_t *way)
{
    int64_t slot;
    if (!range_of(op->operands[0].value, from, to, way)) {
        return false;
    }
    if (*to == 0) {
        return true;
    }
    if (OP_IS_ANY(op, OP_SUBVIEW, OP_SUBSET)) {
        narrow(op, from, to);
    } else if (op_is(op, OP_MULTI_GET) && value_constant(op->operands[1].value, &slot)) {
        *from += slot * (int64_t)tile_bytes(tile->type);
        *to = *from + (int64_t)tile_bytes(tile->type);
    }
    return true;
}

static bool result_range(const op_t *op, const value_t *tile, int64_t *from, int64_t *to, const way_t *way)
{
    switch (op_id(op)) {
        case OP_ALLOC_TILE:
        case OP_ALLOC_MULTI:
            *to = plan_address(op, from) ? *from + (int64_t)tile_bytes(tile->type) : 0;
            return *to != 0;
        case OP_TASSIGN:
            *to = value_constant(op->operands[1].value, from) ? *from + (int64_t)tile_bytes(tile->type) : 0;
            return *to != 0;
        case OP_SUBVIEW:
        case OP_SUBSET:
        case OP_MULTI_GET:
        case OP_TRESHAPE:
        case OP_TILE_BITCAST:
            return selected_range(op, tile, from, to, way);
        case OP_TPOP_AIC:
        case OP_TPOP_AIV:
            return popped_range(op, from, to);
        case OP_SELECT:
            *from = INT64_MAX;
            *to = 0;
            return join_range(op->operands[1].value, from, to, way) && join_range(op->operands[2].value, from, to, way);
        case OP_FOR:
        case OP_IF:
            return region_range(op, tile->index, from, to, way);
        default:
            return false;
    }
}

static bool range_of(const value_t *tile, int64_t *from, int64_t *to, const way_t *way)
{
    const way_t here = {
        .argument = tile->def == NULL ? tile : NULL, .before = way, .depth = way == NULL ? 0 : way->depth + 1};
    if (here.depth > WAY_MAX || tile->type.kind != TYPE_TILE) {
        return false;
    }
    if (tile->def != NULL) {
        return result_range(tile->def, tile, from, to, &here);
    }
    for (const way_t *at = way; at != NULL; at = at->before) {
        if (at->argument == tile) {
            *from = INT64_MAX;
            *to = 0;
            return true;
        }
    }
    const op_t *owner = tile->block == NULL ? NULL : tile->block->region->owner;
    return op_id(owner) == OP_FOR && tile->index != 0 && region_range(owner, tile->index - 1, from, to, &here);
}

bool plan_tile_range(const value_t *tile, int64_t *from, int64_t *to)
{
    return range_of(tile, from, to, NULL) && *to != 0;
}

/// What an operation touches ///

static void add(touch_t *touch, access_t access)
{
    if (touch->num == ACCESSES_MAX) {
        touch->barrier = true;
        return;
    }
    touch->accesses[touch->num++] = access;
}

/// The pointer behind views and offsets.
static const value_t *root_of(const value_t *value)
{
    for (int i = 0; i < 64 && value->def != NULL; i++) {
        switch (op_id(value->def)) {
            case OP_MAKE_VIEW:
            case OP_PARTITION:
            case OP_ADDPTR:
            case OP_VIEW_ADDR:
            case OP_CASTPTR:
                value = value->def->operands[0].value;
                break;
            default:
                return NULL;
        }
    }
    return value->block != NULL && value->block->region->owner == NULL ? value : NULL;
}

static void add_pointer(touch_t *touch, const value_t *value, bool write)
{
    access_t access = {.space = value->type.space, .write = write, .to = ANYWHERE};
    if (access.space == SPACE_GM || access.space == SPACE_ANY) {
        access.space = SPACE_GM;
        access.root = root_of(value);
    } else if (op_id(value->def) == OP_TILE_ADDR) {
        const value_t *tile = value->def->operands[0].value;
        access.slot = plan_slot(tile);
        if (!plan_tile_range(tile, &access.from, &access.to)) {
            access.from = 0;
            access.to = ANYWHERE;
        }
    }
    add(touch, access);
}

/// The bytes of a part of a view, from the pointer of the view: where offsets, sizes and strides are constants, and the
/// part has no gaps.
static bool part_range(const value_t *part, int64_t *from, int64_t *to)
{
    const op_t *cut = part->def, *view = op_is(cut, OP_PARTITION) ? cut->operands[0].value->def : NULL;
    const clause_t *offsets = view == NULL ? NULL : op_clause(cut, "offsets", 0);
    const clause_t *strides = op_is(view, OP_MAKE_VIEW) ? op_clause(view, "strides", 0) : NULL;
    if (offsets == NULL || strides == NULL || offsets->num != strides->num || view->operands[0].value->def != NULL) {
        return false;
    }
    int64_t bits = elem_bits((elem_t)part->type.elem), offset, stride, elements = 1;
    *from = 0;
    *to = bits / 8;
    for (uint32_t i = 0; i < offsets->num; i++) {
        int64_t size = view_extent(part, i);
        if (!value_constant(cut->operands[offsets->first + i].value, &offset) ||
            !value_constant(view->operands[strides->first + i].value, &stride) || size <= 0 || offset < 0 ||
            stride < 0) {
            return false;
        }
        *from += offset * stride * bits / 8;
        *to += (offset + size - 1) * stride * bits / 8;
        elements *= size;
    }
    return *to - *from == elements * bits / 8;
}

static void add_value(touch_t *touch, const value_t *value, bool write)
{
    access_t access = {.space = value->type.space, .write = write};
    switch (value->type.kind) {
        case TYPE_TILE:
            if (!plan_tile_range(value, &access.from, &access.to)) {
                access.from = 0;
                access.to = ANYWHERE;
            }
            access.slot = plan_slot(value);
            add(touch, access);
            break;
        case TYPE_PART:
        case TYPE_TENSOR:
            access = (access_t){.space = SPACE_GM, .write = write, .root = root_of(value)};
            if (!part_range(value, &access.from, &access.to)) {
                access.from = 0;
                access.to = ANYWHERE;
            }
            add(touch, access);
            break;
        case TYPE_PTR:
            add_pointer(touch, value, write);
            break;
        default:
            break;
    }
}

typedef struct inner {
    touch_t *touch;
    const op_t *scope;
} inner_t;

static void add_scope_op(op_t *op, void *arg)
{
    inner_t *inner = arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        bool outside = value->def == NULL || op_vecscope(value->def) != inner->scope;
        if (value->type.kind == TYPE_PTR && outside) {
            add_value(inner->touch, value, true);
        }
        if (op_id(op) == OP_TILE_ADDR) {
            add_value(inner->touch, value, true);
        }
    }
}

static touch_t touch_scope(op_t *op)
{
    touch_t touch = {.pipe = PIPE_V};
    inner_t inner = {.touch = &touch, .scope = op};
    for (uint32_t i = 0; i < op->operands_num; i++) {
        add_value(&touch, op->operands[i].value, true);
    }
    if (op->regions_num != 0 && op->regions[0].block != NULL) {
        ir_walk(op->regions[0].block, add_scope_op, &inner);
    }
    if (touch.barrier || touch.num == 0) {  // too many pointers, or made of numbers inside
        touch.barrier = false;
        touch.num = 0;
        add(&touch, (access_t){.space = SPACE_UB, .write = true, .to = ANYWHERE});
    }
    return touch;
}

static touch_t touch_form(const tile_bound_t *bound)
{
    touch_t touch = {.pipe = tile_pipe(bound)};
    for (uint32_t i = 0; i < bound->form->ins_num; i++) {
        if (bound->ins[i] != NULL && bound->form->ins[i].kind != 'W') {
            add_value(&touch, bound->ins[i]->value, false);
        }
    }
    for (uint32_t i = 0; i < bound->form->outs_num; i++) {
        if (bound->outs[i] != NULL && bound->form->outs[i].kind != 'W') {
            add_value(&touch, bound->outs[i]->value, true);
        }
    }
    return touch;
}

static touch_t touch_operands(const op_t *op, int pipe, bool write)
{
    touch_t touch = {.pipe = pipe};
    for (uint32_t i = 0; i < op->operands_num; i++) {
        add_value(&touch, op->operands[i].value, write);
    }
    return touch;
}

/// A transfer of the micro level.
static touch_t touch_move(const op_t *op)
{
    touch_t touch = {.pipe = op->desc->does == DOES_MOVE ? op->desc->pipe : -1};
    for (uint32_t i = 0; i < op->operands_num && touch.pipe >= 0; i++) {
        shape_word_t word;
        bool writes = !shape_of_operand(op, i, &word) || word.writes;
        add_value(&touch, op->operands[i].value, writes);
    }
    return touch;
}

static int64_t pipe_id(const op_t *op)
{
    const attr_t *attr = op_attr(op, "id");
    return attr == NULL ? 0 : attr->integer;
}

/// A push reads the numbers that set_quant_vector named last, in front of it or of what it stands in.
static touch_t touch_push(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    touch_t touch = touch_operands(op, PIPE_FIX, false);
    int64_t id = pipe_id(op);
    while (op != NULL) {
        const op_t *it = op->prev;
        while (it != NULL && (op_id(it) != OP_QUANT_VECTOR || pipe_id(it) != id)) {
            it = it->prev;
        }
        if (it != NULL) {
            add_value(&touch, it->operands[0].value, false);
            break;
        }
        op = op->parent->region->owner;
    }
    return touch;
}

static void add_clause(touch_t *touch, const op_t *op, const char *name, bool write)
{
    const clause_t *clause = op_clause(op, name, 0);
    for (uint32_t i = 0; clause != NULL && i < clause->num; i++) {
        add_value(touch, op->operands[clause->first + i].value, write);
    }
}

static touch_t *add_step(ptoc_t *cc, touch_t *touch, int pipe)
{
    touch->then = ARENA_NEW(&cc->arena, touch_t);
    *touch->then = (touch_t){.pipe = pipe};
    return touch->then;
}

/// A copy through tiles: (%dst, %src, buf(...)) between ranks, (%local, recv(...), group(...)) in a group.
static touch_t touch_copy(ptoc_t *cc, const op_t *op)
{
    touch_t load = {.pipe = PIPE_MTE2};
    touch_t *store = add_step(cc, &load, PIPE_MTE3);
    bool pair = OP_IS_ANY(op, OP_COMM_TPUT, OP_COMM_TGET), from_group = op_is(op, OP_COMM_GATHER);
    const char *stage = pair ? "buf" : "recv";
    add_clause(&load, op, stage, true);
    add_clause(store, op, stage, false);
    add_clause(from_group ? &load : store, op, "group", !from_group);
    add_value(from_group || pair ? store : &load, op->operands[0].value, from_group || pair);
    if (pair) {
        add_value(&load, op->operands[1].value, false);
    }
    return load;
}

/// (%dst, %acc, recv(...), group(...))
static touch_t touch_reduce(ptoc_t *cc, const op_t *op)
{
    touch_t load = {.pipe = PIPE_MTE2};
    touch_t *combine = add_step(cc, &load, PIPE_V), *store = add_step(cc, combine, PIPE_MTE3);
    add_clause(&load, op, "group", false);
    add_clause(&load, op, "recv", true);
    add_value(&load, op->operands[1].value, true);
    add_clause(combine, op, "recv", false);
    add_value(combine, op->operands[1].value, true);
    add_value(store, op->operands[1].value, false);
    add_value(store, op->operands[0].value, true);
    return load;
}

static touch_t touch_read(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    return touch_operands(op, PIPE_S, false);
}

static touch_t touch_write(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    return touch_operands(op, PIPE_S, true);
}

static touch_t touch_push_to_cube(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    return touch_operands(op, PIPE_MTE3, false);
}

static touch_t touch_pop(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    touch_t touch = {.pipe = PIPE_MTE2};
    add_value(&touch, &op->results[0], true);
    return touch;
}

static touch_t touch_free(ptoc_t *cc, const op_t *op)
{
    touch_t touch = {.pipe = PIPE_MTE2};
    if (plan_arch(cc, op->func) == ARCH_A5) {  // the slot is the tile itself: its readers are done first
        space_t space = op_id(op) == OP_TFREE_AIC ? SPACE_UB : SPACE_L1;
        add(&touch, (access_t){.space = space, .write = true, .to = ANYWHERE});
    }
    return touch;
}

static touch_t touch_alloc(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    return (touch_t){.pipe = op_id(op) == OP_TALLOC_AIV ? PIPE_FIX : PIPE_MTE3};
}

static touch_t touch_everything(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    (void)op;
    return (touch_t){.pipe = -1, .barrier = true};
}

static touch_t touch_pipe_barrier(ptoc_t *cc, const op_t *op)
{
    (void)cc;
    bool all = op->attrs_num != 0 && op->attrs[0].text != NULL && pipe_find(op->attrs[0].text) == PIPE_ALL;
    return (touch_t){.pipe = all ? PIPE_ALL : -1};
}

touch_t plan_touch(ptoc_t *cc, op_t *op)
{
    static touch_t (*const touches[OP_COUNT])(ptoc_t *cc, const op_t *op) = {
        [OP_TGETVAL] = touch_read,
        [OP_LOAD_SCALAR] = touch_read,
        [OP_LOAD] = touch_read,
        [OP_TSETVAL] = touch_write,
        [OP_STORE_SCALAR] = touch_write,
        [OP_STORE] = touch_write,
        [OP_TPUSH_AIV] = touch_push,
        [OP_TPUSH_AIC] = touch_push_to_cube,
        [OP_TPOP_AIC] = touch_pop,
        [OP_TPOP_AIV] = touch_pop,
        [OP_TFREE_AIC] = touch_free,
        [OP_TFREE_AIV] = touch_free,
        [OP_TALLOC_AIV] = touch_alloc,
        [OP_TALLOC_AIC] = touch_alloc,
        [OP_COMM_TPUT] = touch_copy,
        [OP_COMM_TGET] = touch_copy,
        [OP_COMM_BROADCAST] = touch_copy,
        [OP_COMM_GATHER] = touch_copy,
        [OP_COMM_SCATTER] = touch_copy,
        [OP_COMM_REDUCE] = touch_reduce,
        [OP_CALL] = touch_everything,
        [OP_COMM_PUT_ASYNC] = touch_everything,
        [OP_COMM_GET_ASYNC] = touch_everything,
        [OP_COMM_NOTIFY] = touch_everything,
        [OP_SYNCALL] = touch_everything,
        [OP_FENCE_ALL] = touch_everything,
        [OP_DSB] = touch_everything,
        [OP_PIPE_BARRIER] = touch_pipe_barrier,
    };
    tile_bound_t bound;
    if (op_is_vecscope(op)) {
        return touch_scope(op);
    }
    if (tile_bind(op, &bound)) {
        return touch_form(&bound);
    }
    if (touches[op_id(op)] != NULL) {
        return touches[op_id(op)](cc, op);
    }
    if (op->desc != NULL && (op->desc->cls == OPS_DMA || op->desc->cls == OPS_CUBE)) {
        return touch_move(op);
    }
    return (touch_t){.pipe = -1, .barrier = op->desc != NULL && op->desc->cls == OPS_SYNC};
}

/// Ignores slots: only the caller knows the iterations of the two.
bool plan_conflict(const access_t *a, const access_t *b)
{
    if (a->space != b->space || (!a->write && !b->write)) {
        return false;
    }
    if (a->space == SPACE_GM && a->root != NULL && b->root != NULL && a->root != b->root) {
        return false;
    }
    return a->space == SPACE_GM || (a->from < b->to && b->from < a->to);
}

bool plan_stores_meet(const access_t *a, const access_t *b)
{
    return a->space == SPACE_GM && b->space == SPACE_GM && a->write && b->write && a->root != NULL &&
           a->root == b->root && a->to != ANYWHERE && b->to != ANYWHERE && a->from < b->to && b->from < a->to;
}
