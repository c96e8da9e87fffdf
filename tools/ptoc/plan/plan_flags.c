// SPDX-License-Identifier: Apache-2.0
//
// Turns the flags that plan_sync.c finds into set_flag and wait_flag operations: drops the superfluous ones, gives each
// an event id, and replaces a flag by a barrier where the eight ids of two pipes do not suffice.

#include "ptoc.h"

#include "plan.h"

#include <string.h>

#include "plan_sync.h"

#define EVENTS_NUM 8
#define WALKS_MAX  2000
#define TRIALS_MAX (4 * 1000 * 1000)  // limit of commands walked in search of superfluous flags

const touch_t *syncer_touch(syncer_t *s, op_t *op)
{
    sync_places_t *places = syncer_places(s, op);
    if (places->touch == NULL) {
        places->touch = ARENA_NEW(&s->cc->arena, touch_t);
        *places->touch = plan_touch(s->cc, op);
    }
    return places->touch;
}

typedef struct slots_search {
    syncer_t *s;
    const op_t *loop;
    uint32_t most;
} slots_search_t;

static void find_slots(op_t *op, void *arg)
{
    slots_search_t *search = arg;
    for (const touch_t *touch = syncer_touch(search->s, op); touch != NULL; touch = touch->then) {
        for (uint32_t i = 0; i < touch->num; i++) {
            const slot_t *slot = &touch->accesses[i].slot;
            bool mine = slot->buffer != NULL && slot->number.loop == search->loop;
            search->most = mine && slot->count > search->most ? slot->count : search->most;
        }
    }
}

uint32_t syncer_slots(syncer_t *s, op_t *loop)
{
    sync_places_t *places = syncer_places(s, loop);
    if (places->slots == 0) {
        slots_search_t search = {.s = s, .loop = loop, .most = 1};
        ir_walk(loop->regions[0].block, find_slots, &search);
        places->slots = search.most;
    }
    return s->plain ? 1 : places->slots;
}

/// Superfluous flags ///

/// Switches a flag and its credits off or on.
static void switch_pair(syncer_t *s, uint32_t index, bool off)
{
    s->pairs[index].off = off;
    for (uint32_t i = index + 1; i < s->pairs_num; i++) {
        if (s->pairs[i].credit_of == index + 1) {
            s->pairs[i].off = off || s->pairs[i].dropped;
        }
    }
}

/// Drops each flag without which every conflict is still ordered.
static void drop_superfluous(syncer_t *s)
{
    s->trial = true;
    for (uint32_t i = s->pairs_num; i-- > 0 && s->cost < TRIALS_MAX;) {
        if (s->pairs[i].off) {
            continue;
        }
        switch_pair(s, i, true);
        s->pairs[i].dropped = syncer_walk(s, false);
        s->cost += s->commands_num;
        if (!s->pairs[i].dropped) {
            switch_pair(s, i, false);
        }
    }
    s->trial = false;
}

/// Event ids ///

/// Whether two flags may share an id: at each set the other flag's wait is complete, by the clock of the setting pipe.
static bool may_share(const syncer_t *s, uint32_t a, uint32_t b)
{
    if (s->pairs[a].ids_num > 1 || s->pairs[b].ids_num > 1) {
        return false;
    }
    const uint8_t to[2] = {s->pairs[a].to, s->pairs[b].to};
    bool set[2] = {false, false};
    int32_t waited[2] = {0, 0};
    uint32_t next[2] = {s->pairs[a].first_event, s->pairs[b].first_event};
    while (next[0] != 0 || next[1] != 0) {
        int me = next[0] == 0 || (next[1] != 0 && next[1] < next[0]);
        const event_t *event = &s->log[next[me] - 1];
        next[me] = event->next;
        if (event->set && (set[!me] || event->known[to[!me]] < waited[!me])) {
            return false;
        }
        set[me] = event->set;
        waited[me] = event->set ? waited[me] : event->at;
    }
    return true;
}

/// On A2A3 the waiting pipe may not be part of a flag's identity: docs/spec-decisions.md.
static bool is_same_flag(const syncer_t *s, const sync_pair_t *a, const sync_pair_t *b)
{
    return a->from == b->from && (a->to == b->to || s->wide_flags);
}

static int find_id(const syncer_t *s, uint32_t index)
{
    const sync_pair_t *pair = &s->pairs[index];
    for (int id = 0; id + pair->ids_num <= EVENTS_NUM; id++) {
        bool free = true;
        for (uint32_t i = 0; i < index && free; i++) {
            const sync_pair_t *other = &s->pairs[i];
            bool same = !other->off && is_same_flag(s, other, pair) && other->id < id + pair->ids_num &&
                        id < other->id + other->ids_num;
            free = !same || may_share(s, i, index);
        }
        if (free) {
            return id;
        }
    }
    return -1;
}

/// Assigns ids; returns the first flag without one, or PAIRS_MAX.
static uint32_t give_ids(syncer_t *s)
{
    for (uint32_t i = 0; i < s->pairs_num; i++) {
        int id = s->pairs[i].off ? 0 : find_id(s, i);
        if (id < 0) {
            return i;
        }
        s->pairs[i].id = (uint8_t)id;
    }
    return PAIRS_MAX;
}

static void forget_pairs(op_t *op, void *arg)
{
    (void)arg;
    sync_places_t *places = op->aux;
    if (places == NULL) {
        return;
    }
    for (sync_item_t **at = &places->before; *at != NULL;) {
        *at = (*at)->kind == SYNC_BARRIER ? *at : (*at)->next;
        at = *at != NULL && (*at)->kind == SYNC_BARRIER ? &(*at)->next : at;
    }
    places->after = NULL;
}

/// With a barrier in front of each command no flags are needed.
static void fence_all(op_t *op, void *arg)
{
    syncer_t *s = arg;
    if (syncer_touch(s, op)->pipe >= 0) {
        syncer_barrier(s, op);
    }
}

static void forget_all(syncer_t *s)
{
    ir_walk(s->func->body.block, forget_pairs, NULL);
    s->pairs_num = 0;
}

static bool any_rotation(const syncer_t *s)
{
    for (uint32_t i = 0; i < s->pairs_num; i++) {
        if (s->pairs[i].ids_num > 1) {
            return true;
        }
    }
    return false;
}

/// Adds flags until none is missing. If ids run out: first treats the slots of multi-buffers as one, then adds
/// barriers. After WALKS_MAX walks: barriers everywhere.
static void settle(syncer_t *s)
{
    for (uint32_t walks = 0;;) {
        bool plain = s->plain;
        while (!syncer_walk(s, false) && s->plain == plain && walks++ < WALKS_MAX) {
        }
        if (s->plain != plain) {
            forget_all(s);
            continue;
        }
        if (walks >= WALKS_MAX) {
            forget_all(s);
            ir_walk(s->func->body.block, fence_all, s);
            return;
        }
        drop_superfluous(s);
        syncer_walk(s, true);
        uint32_t unplaced = give_ids(s);
        if (unplaced == PAIRS_MAX) {
            return;
        }
        const sync_pair_t *pair = &s->pairs[unplaced];
        op_t *place = pair->credit_of != 0 ? s->pairs[pair->credit_of - 1].wait_op : pair->wait_op;
        bool rotation = any_rotation(s);
        forget_all(s);
        if (rotation) {
            s->plain = true;
        } else {
            syncer_barrier(s, place);
        }
    }
}

/// Operations ///

static attr_t word(const op_t *place, const char *text)
{
    return (attr_t){.kind = ATTR_STRING, .text = text, .loc = place->loc};
}

static op_t *new_op(ptoc_t *cc, op_t *place, const char *name, uint32_t words)
{
    op_t *op = ARENA_NEW(&cc->arena, op_t);
    *op = (op_t){.name = intern(cc, name, strlen(name)),
                 .loc = place->loc,
                 .end_loc = place->loc,
                 .parent = place->parent,
                 .func = place->func,
                 .depth = place->depth,
                 .attrs = ARENA_ARRAY(&cc->arena, attr_t, words),
                 .attrs_num = (uint16_t)words};
    op->desc = ops_find(cc, op->name);
    return op;
}

static void insert(op_t *op, op_t *prev, op_t *next, block_t *block)
{
    op->prev = prev;
    op->next = next;
    *(prev == NULL ? &block->first : &prev->next) = op;
    *(next == NULL ? &block->last : &next->prev) = op;
}

/// A value computed in front of an operation; named, since `--emit sync` prints it.
static value_t *number(syncer_t *s, op_t *place, const char *name, type_t type, const value_t *a, const value_t *b)
{
    op_t *op = new_op(s->cc, place, name, 0);
    value_t *value = ARENA_NEW(&s->cc->arena, value_t);
    *value = (value_t){
        .name = arena_printf(&s->cc->arena, "sync_%u", s->numbers_num++), .type = type, .loc = place->loc, .def = op};
    op->results = value;
    op->results_num = 1;
    if (a != NULL) {
        op->operands = ARENA_ARRAY(&s->cc->arena, operand_t, 2);
        op->operands[0] = (operand_t){.value = (value_t *)a, .loc = place->loc};
        op->operands[1] = (operand_t){.value = (value_t *)b, .loc = place->loc};
        op->operands_num = 2;
        op->operands[0].value->uses_num++;
        op->operands[1].value->uses_num++;
    }
    insert(op, place->prev, place, place->parent);
    return value;
}

static value_t *constant(syncer_t *s, op_t *place, type_t type, int64_t integer)
{
    value_t *value = number(s, place, "arith.constant", type, NULL, NULL);
    value->def->attrs = ARENA_NEW(&s->cc->arena, attr_t);
    value->def->attrs[0] = (attr_t){.kind = ATTR_INT, .integer = integer, .loc = place->loc, .type = type};
    value->def->attrs_num = 1;
    return value;
}

/// id + iteration % ids_num, computed at the start of the loop body.
static value_t *rotating_id(syncer_t *s, const sync_pair_t *pair)
{
    for (uint32_t i = 0; i < s->pairs_num; i++) {
        const sync_pair_t *other = &s->pairs[i];
        if (other->rotating_id != NULL && other->body == pair->body && other->ids_num == pair->ids_num &&
            other->id == pair->id) {
            return other->rotating_id;
        }
    }
    op_t *loop = pair->body, *place = loop->regions[0].block->first;
    value_t *iteration = &loop->regions[0].block->args[0];
    type_t type = iteration->type;
    int64_t from, step;
    if (!value_constant(loop->operands[0].value, &from) || from != 0) {
        iteration = number(s, place, "arith.subi", type, iteration, loop->operands[0].value);
    }
    if (!value_constant(loop->operands[2].value, &step) || step != 1) {
        iteration = number(s, place, "arith.divui", type, iteration, loop->operands[2].value);
    }
    value_t *slot = number(s, place, "arith.remui", type, iteration, constant(s, place, type, pair->ids_num));
    return pair->id == 0 ? slot : number(s, place, "arith.addi", type, slot, constant(s, place, type, pair->id));
}

static op_t *flag(syncer_t *s, op_t *place, const sync_item_t *item, uint32_t offset)
{
    sync_pair_t *pair = &s->pairs[item->pair];
    bool rotating = pair->ids_num > 1 && !item->all;
    op_t *op = new_op(s->cc, place, item->kind == SYNC_SET ? "pto.set_flag" : "pto.wait_flag", rotating ? 2 : 3);
    op->attrs[0] = word(place, pipe_name((pipe_t)pair->from));
    op->attrs[1] = word(place, pipe_name((pipe_t)pair->to));
    if (rotating) {
        pair->rotating_id = pair->rotating_id == NULL ? rotating_id(s, pair) : pair->rotating_id;
        pair->rotating_id->uses_num++;
        op->operands = ARENA_NEW(&s->cc->arena, operand_t);
        op->operands[0] = (operand_t){.value = pair->rotating_id, .loc = place->loc};
        op->operands_num = 1;
    } else {
        op->attrs[2] = word(place, arena_printf(&s->cc->arena, "EVENT_ID%u", pair->id + offset));
    }
    return op;
}

static op_t *barrier(syncer_t *s, op_t *place, uint8_t kind)
{
    op_t *op = new_op(s->cc, place, "pto.pipe_barrier", 1);
    op->attrs[0] = word(place, pipe_name(sync_barrier_pipe(kind)));
    return op;
}

/// Writes planned synchronisation in front of or behind an operation.
static void write_items(syncer_t *s, op_t *place, const sync_item_t *item, bool before)
{
    for (op_t *behind = place; item != NULL; item = item->next) {
        bool is_barrier = item->kind >= SYNC_BARRIER;
        if (!is_barrier && s->pairs[item->pair].off) {
            continue;
        }
        uint32_t num = is_barrier || !item->all ? 1 : s->pairs[item->pair].ids_num;
        for (uint32_t k = 0; k < num; k++) {
            op_t *op = is_barrier ? barrier(s, place, item->kind) : flag(s, place, item, k);
            insert(op, before ? place->prev : behind, before ? place : behind->next, place->parent);
            behind = op;
        }
    }
}

static void write_block(syncer_t *s, block_t *block)
{
    for (op_t *op = block->first, *next; op != NULL; op = next) {
        next = op->next;
        for (uint32_t i = 0; i < op->regions_num; i++) {
            if (op->regions[i].block != NULL) {
                write_block(s, op->regions[i].block);
            }
        }
        const sync_places_t *places = op->aux;
        op->aux = NULL;
        if (places == NULL) {
            continue;
        }
        write_items(s, op, places->before, true);
        write_items(s, op, places->after, false);
    }
}

/// Which functions ///

typedef struct census {
    bool flags, tiles;
} census_t;

static void count_op(op_t *op, void *arg)
{
    census_t *census = arg;
    census->flags |= OP_IS_ANY(op, OP_SET_FLAG, OP_WAIT_FLAG, OP_GET_BUF, OP_RLS_BUF);
    census->tiles |= op->desc != NULL && op->desc->cls == OPS_TILE;
}

/// Barriers around operations whose accesses are unknown.
static void fence_unknown(op_t *op, void *arg)
{
    syncer_t *s = arg;
    bool unknown = false;
    for (const touch_t *touch = syncer_touch(s, op); touch != NULL; touch = touch->then) {
        unknown |= touch->barrier;
    }
    if (unknown) {
        syncer_barrier(s, op);
        if (op->next != NULL) {
            syncer_barrier(s, op->next);
        }
    }
}

/// Leaves functions with flags or buffer tokens of their own alone.
void plan_sync(ptoc_t *cc, func_t *func)
{
    census_t census = {0};
    ir_walk(func->body.block, count_op, &census);
    if (census.flags || !census.tiles) {
        return;
    }
    syncer_t s = {.cc = cc, .func = func, .wide_flags = plan_arch(cc, func) == ARCH_A2A3};
    ir_walk(func->body.block, fence_unknown, &s);
    settle(&s);
    write_block(&s, func->body.block);
    arena_free(&s.scratch);
}
