// SPDX-License-Identifier: Apache-2.0
//
// Addresses of the tiles that come without one.
//
// A tile lives from its first to its last use in the order of the text; a use inside a loop that the tile was made
// outside of lasts for the whole loop. Tiles whose lives do not meet may share bytes. The largest is placed first, each
// at the lowest address where it meets no other; tiles with an address of their own and reserved buffers stay.

#include "ptoc.h"

#include "plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct life {
    op_t *op;  // alloc_tile, alloc_multi_tile, reserve_buffer
    uint8_t space;
    bool fixed;
    bool unused;  // only ever a workspace, which nothing accesses
    uint64_t bytes, address;
    uint32_t from, to;  // positions in the text
} life_t;

typedef struct planner {
    ptoc_t *cc;
    func_t *func;
    life_t *lives;
    uint32_t num, capacity;
    uint32_t place;
} planner_t;

static uint64_t align_of(uint8_t space)
{
    return space == SPACE_UB || space == SPACE_L1 ? 32 : space == SPACE_BT ? 64 : 512;
}

static uint64_t round_up(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/// Places in the text ///

static void number_op(op_t *op, void *arg)
{
    op->flags = ++((planner_t *)arg)->place;
}

static void clear_op(op_t *op, void *arg)
{
    (void)arg;
    op->flags = 0;
}

/// The last position inside an operation with regions.
static uint32_t end_of(const op_t *op)
{
    const op_t *at = op;
    for (const op_t *last = op; last != NULL;) {
        at = last;
        last = NULL;
        for (uint32_t i = at->regions_num; i-- > 0 && last == NULL;) {
            last = at->regions[i].block == NULL ? NULL : at->regions[i].block->last;
        }
    }
    return at->flags;
}

static uint8_t reserve_space(const op_t *op)
{
    const attr_t *attr = op_attr(op, "location");
    return attr != NULL && attr->text != NULL && strcmp(attr->text, "mat") == 0 ? SPACE_L1 : SPACE_UB;
}

static void add_life(op_t *op, void *arg)
{
    planner_t *p = arg;
    bool reserve = op_is(op, OP_RESERVE);
    if ((!op_is(op, OP_ALLOC_TILE) && !op_is(op, OP_ALLOC_MULTI) && !reserve) || op->results_num != 1) {
        return;
    }
    if (p->num == p->capacity) {
        p->capacity = p->capacity == 0 ? 64 : p->capacity * 2;
        life_t *lives = ARENA_ARRAY(&p->cc->arena, life_t, p->capacity);
        if (p->num != 0) {
            memcpy(lives, p->lives, sizeof(*lives) * p->num);
        }
        p->lives = lives;
    }
    life_t *life = &p->lives[p->num++];
    *life = (life_t){.op = op, .from = op->flags, .to = op->flags, .unused = !reserve};
    const attr_t *size = op_attr(op, "size");
    life->space = reserve ? reserve_space(op) : op->results[0].type.space;
    life->bytes = reserve ? (uint64_t)(size == NULL ? 0 : size->integer) : tile_bytes(op->results[0].type);
    int64_t address = 0;
    life->fixed = plan_address(op, &address) || op_operand(op, "addr") != NULL;
    life->address = (uint64_t)address;
    if (reserve) {  // other cores write there at any time
        life->from = 0;
        life->to = UINT32_MAX;
    }
}

/// Lives ///

static void extend(const planner_t *p, life_t *life, const op_t *user)
{
    // A use in a loop around which the tile lives lasts until the loop ends, and from where it begins.
    const op_t *at = user;
    uint32_t to = end_of(user);
    for (const op_t *outer = user; outer != NULL && outer->parent != life->op->parent;) {
        outer = outer->parent->region->owner;
        if (outer != NULL && (op_is(outer, OP_FOR) || op_is(outer, OP_WHILE))) {
            at = outer;
            to = end_of(outer);
        }
    }
    (void)p;
    life->to = to > life->to ? to : life->to;
    life->from = at->flags < life->from ? at->flags : life->from;
}

typedef struct tracer {
    const planner_t *p;
    life_t *life;
    const value_t *values[256];
    uint32_t num;
    bool lost;
} tracer_t;

static bool traced(const tracer_t *t, const value_t *value)
{
    for (uint32_t i = 0; i < t->num; i++) {
        if (t->values[i] == value) {
            return true;
        }
    }
    return false;
}

static void trace(tracer_t *t, const value_t *value)
{
    if (!traced(t, value)) {
        if (t->num == 256) {
            t->lost = true;
            return;
        }
        t->values[t->num++] = value;
    }
}

static bool carries(type_t type)
{
    return type.kind == TYPE_TILE || (type.kind == TYPE_PTR && type.space != SPACE_GM);
}

/// Whether an operation takes what is traced as a workspace only.
static bool is_workspace(const tracer_t *t, const op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound)) {
        return false;
    }
    bool other = false;
    for (uint32_t i = 0; i < bound.form->ins_num; i++) {
        other |= bound.ins[i] != NULL && bound.form->ins[i].kind != 'W' && traced(t, bound.ins[i]->value);
    }
    for (uint32_t i = 0; i < bound.form->outs_num; i++) {
        other |= bound.outs[i] != NULL && bound.form->outs[i].kind != 'W' && traced(t, bound.outs[i]->value);
    }
    return !other;
}

/// A use of a tile, and the values that are the same memory.
static void trace_op(op_t *op, void *arg)
{
    tracer_t *t = arg;
    bool uses = false;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        uses |= traced(t, op->operands[i].value);
    }
    if (!uses) {
        return;
    }
    extend(t->p, t->life, op);
    t->life->unused &= is_workspace(t, op);
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (carries(op->results[i].type)) {
            trace(t, &op->results[i]);
        }
    }
    if (op_is(op, OP_FOR) && op->regions[0].block != NULL) {
        const block_t *body = op->regions[0].block;
        for (uint32_t i = 1; i < body->args_num && i + 2 < op->operands_num; i++) {
            if (traced(t, op->operands[i + 2].value)) {
                trace(t, &body->args[i]);
                trace(t, i - 1 < op->results_num ? &op->results[i - 1] : &body->args[i]);
            }
        }
    }
    const op_t *owner = op->parent->region->owner;
    for (uint32_t i = 0; op_is(op, OP_YIELD) && owner != NULL && i < op->operands_num; i++) {
        if (traced(t, op->operands[i].value) && i < owner->results_num) {
            trace(t, &owner->results[i]);
            if (op_is(owner, OP_FOR) && i + 1 < owner->regions[0].block->args_num) {
                trace(t, &owner->regions[0].block->args[i + 1]);
                extend(t->p, t->life, owner);
            }
        }
    }
}

static void find_life(const planner_t *p, life_t *life)
{
    tracer_t *t = ARENA_NEW(&p->cc->arena, tracer_t);
    *t = (tracer_t){.p = p, .life = life};
    trace(t, &life->op->results[0]);
    for (uint32_t before = 0; before != t->num;) {
        before = t->num;
        ir_walk(p->func->body.block, trace_op, t);
    }
    if (t->lost) {
        life->from = 0;
        life->to = UINT32_MAX;
    }
}

/// Placing ///

static int compare_lives(const void *a, const void *b)
{
    const life_t *x = a, *y = b;
    if (x->fixed != y->fixed) {
        return x->fixed ? -1 : 1;
    }
    if (x->unused != y->unused) {
        return x->unused ? 1 : -1;
    }
    if (x->bytes != y->bytes) {
        return x->bytes > y->bytes ? -1 : 1;
    }
    return x->op->loc < y->op->loc ? -1 : x->op->loc > y->op->loc;
}

static bool meet(const life_t *a, const life_t *b)
{
    return a->space == b->space && a->from <= b->to && b->from <= a->to;
}

/// The lowest address at which a tile meets none of those that are placed.
static void place_life(planner_t *p, uint32_t index)
{
    life_t *life = &p->lives[index];
    uint64_t unit = align_of(life->space), at = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < index; i++) {
            const life_t *other = &p->lives[i];
            bool overlap = meet(life, other) && at < other->address + other->bytes && other->address < at + life->bytes;
            if (overlap) {
                at = round_up(other->address + other->bytes, unit);
                moved = true;
            }
        }
    }
    life->address = at;
}

static const char *life_name(planner_t *p, const life_t *life)
{
    return value_spelling(p->cc, &life->op->results[0]);
}

/// Who else lies there at the same time.
static void report_full(planner_t *p, uint32_t index, uint64_t capacity)
{
    const life_t *life = &p->lives[index];
    diag_t *diag = diag_error(p->cc, life->op->loc, "memory-full",
                              "%s needs %" PRIu64 " bytes of %s, which has %" PRIu64 " and is taken by others",
                              life_name(p, life), life->bytes, tile_space_name(life->space), capacity);
    uint32_t notes = 0;
    for (uint32_t i = 0; i < index && notes < 12; i++) {
        const life_t *other = &p->lives[i];
        if (meet(life, other)) {
            diag_note(p->cc, diag, other->op->loc, "%s has bytes %" PRIu64 " to %" PRIu64, life_name(p, other),
                      other->address, other->address + other->bytes - 1);
            notes++;
        }
    }
}

static void write_address(planner_t *p, const life_t *life)
{
    op_t *op = life->op;
    const char *key = op_is(op, OP_RESERVE) ? "base" : "pto.addr";
    attr_t *attrs = ARENA_ARRAY(&p->cc->arena, attr_t, op->attrs_num + 1u);
    if (op->attrs_num != 0) {
        memcpy(attrs, op->attrs, sizeof(attr_t) * op->attrs_num);
    }
    attrs[op->attrs_num] = (attr_t){
        .key = intern(p->cc, key, strlen(key)), .kind = ATTR_INT, .integer = (int64_t)life->address, .loc = op->loc};
    op->attrs = attrs;
    op->attrs_num++;
}

void plan_memory(ptoc_t *cc, func_t *func)
{
    planner_t p = {.cc = cc, .func = func};
    ir_walk(func->body.block, number_op, &p);
    ir_walk(func->body.block, add_life, &p);
    for (uint32_t i = 0; i < p.num; i++) {
        if (!op_is(p.lives[i].op, OP_RESERVE)) {
            find_life(&p, &p.lives[i]);
        }
    }
    ir_walk(func->body.block, clear_op, NULL);
    if (p.num > 1) {
        qsort(p.lives, p.num, sizeof(p.lives[0]), compare_lives);
    }
    arch_t arch = plan_arch(cc, func);
    for (uint32_t i = 0; i < p.num; i++) {
        life_t *life = &p.lives[i];
        if (life->fixed) {
            continue;
        }
        place_life(&p, i);
        uint64_t capacity = space_bytes(life->space, arch);
        if (life->unused && life->address + life->bytes > capacity) {
            life->address = 0;
        } else if (life->address + life->bytes > capacity) {
            report_full(&p, i, capacity);
            return;
        }
        write_address(&p, life);
    }
}
