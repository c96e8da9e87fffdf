// SPDX-License-Identifier: Apache-2.0
//
// Automatic synchronisation: flags between pipes, so that every two operations that touch the same memory run in the
// order of the text.
//
// The function is walked as it would run. Commands are numbered as they are issued, and for each pair of pipes the walk
// knows a *clock*: the last command of one that is complete before the next command of the other starts. A flag carries
// the clock of its source, as of the set, to its destination at the wait. Where a command conflicts with one that its
// clock does not cover, a flag is added and the walk starts again, until nothing is missing.
//
// The body of a loop is walked twice: a dependence of the second iteration on the first is a carried flag, set once
// before the outermost loop and waited for once behind it. The clocks after a loop or a branch are those that hold on
// all paths through it.
//
// A flag may not be set again before its wait has run. The walk checks that too; where nothing else orders the two, a
// flag back, the *credit*, is added. Set and wait of a flag stand in one block, so each run of the block has both.
//
// If the iteration of a loop selects one of N slots of a multi-buffer, N + 1 iterations are walked, and tiles of
// different slots do not conflict. A dependence on the k-th iteration before is a carried flag with k ids, used in
// rotation.

#include "ptoc.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "plan_sync.h"

/// Position of commands ///

static bool same_iteration(const command_t *a, const syncer_t *s, uint32_t depth)
{
    return depth < a->depth && depth < s->depth && a->loops[depth].run == s->loops[depth].run &&
           a->loops[depth].number == s->loops[depth].number;
}

static const op_t *owner_of(const block_t *block)
{
    return block->region->owner;
}

/// The operation of `block` that contains `op` or is it; NULL if `op` is outside of the block.
static op_t *ancestor_in(op_t *op, const block_t *block)
{
    while (op != NULL && op->parent != block) {
        op = (op_t *)owner_of(op->parent);
    }
    return op;
}

static bool precedes(const op_t *a, const op_t *b)
{
    for (; a != NULL; a = a->next) {
        if (a == b) {
            return true;
        }
    }
    return false;
}

static op_t *outermost_loop(op_t *op)
{
    op_t *found = NULL;
    for (const block_t *block = op->parent; owner_of(block) != NULL; block = owner_of(block)->parent) {
        op_t *owner = (op_t *)owner_of(block);
        found = op_is(owner, OP_FOR) || op_is(owner, OP_WHILE) ? owner : found;
    }
    return found;
}

/// Planned synchronisation ///

sync_places_t *syncer_places(syncer_t *s, op_t *op)
{
    if (op->aux == NULL) {
        op->aux = ARENA_NEW(&s->cc->arena, sync_places_t);
    }
    return op->aux;
}

static sync_item_t *add_item(syncer_t *s, sync_item_t **list, bool first, uint8_t kind, uint32_t pair)
{
    sync_item_t *item = ARENA_NEW(&s->cc->arena, sync_item_t);
    *item = (sync_item_t){.kind = kind, .pair = pair};
    while (!first && *list != NULL) {
        list = &(*list)->next;
    }
    item->next = *list;
    *list = item;
    return item;
}

static void add_barrier(syncer_t *s, op_t *op, uint8_t kind)
{
    sync_places_t *places = syncer_places(s, op);
    for (sync_item_t *item = places->before; item != NULL; item = item->next) {
        if (item->kind == kind) {
            return;
        }
    }
    add_item(s, &places->before, kind == SYNC_BARRIER, kind, 0);
    s->changed = true;
}

void syncer_barrier(syncer_t *s, op_t *op)
{
    add_barrier(s, op, SYNC_BARRIER);
}

static uint32_t new_pair(syncer_t *s, int from, int to, op_t *set_op, op_t *wait_op, bool carried)
{
    if (s->pairs_num == s->pairs_capacity) {
        uint32_t capacity = s->pairs_capacity == 0 ? 64 : s->pairs_capacity * 2;
        sync_pair_t *pairs = ARENA_ARRAY(&s->cc->arena, sync_pair_t, capacity);
        if (s->pairs_num != 0) {
            memcpy(pairs, s->pairs, sizeof(*pairs) * s->pairs_num);
        }
        s->pairs = pairs;
        s->pairs_capacity = capacity;
    }
    s->pairs[s->pairs_num] = (sync_pair_t){.from = (uint8_t)from,
                                           .to = (uint8_t)to,
                                           .carried = carried,
                                           .ids_num = 1,
                                           .set_op = set_op,
                                           .wait_op = wait_op,
                                           .loop = carried ? outermost_loop(wait_op) : NULL};
    s->changed = true;
    return s->pairs_num++;
}

/// The flag with this set and this wait, or NULL.
static sync_pair_t *find_pair(const syncer_t *s, int from, int to, const op_t *set_op, const op_t *wait_op)
{
    for (uint32_t i = 0; i < s->pairs_num; i++) {
        sync_pair_t *pair = &s->pairs[i];
        if (pair->from == from && pair->to == to && pair->set_op == set_op && pair->wait_op == wait_op) {
            return pair;
        }
    }
    return NULL;
}

/// Whether an existing flag can cover the dependence: it was added by this walk and is not in the clocks yet, or its
/// distance can be shortened.
static bool improve(const syncer_t *s, sync_pair_t *pair, uint32_t distance)
{
    bool fewer = pair->carried && distance < pair->ids_num;
    pair->ids_num = fewer ? (uint8_t)distance : pair->ids_num;
    return fewer || pair >= s->pairs + s->known_num;
}

static void prime(syncer_t *s, uint32_t index)
{
    sync_pair_t *pair = &s->pairs[index];
    if (pair->carried) {
        add_item(s, &syncer_places(s, pair->loop)->before, false, SYNC_SET, index)->all = true;
        add_item(s, &syncer_places(s, pair->loop)->after, true, SYNC_WAIT, index)->all = true;
    }
}

/// Where the flag of a pair is set and waited for.
typedef struct {
    op_t *set, *wait;   // set behind the one, wait before the other; NULL where no block holds both
    bool carried;       // into a later iteration
    uint32_t distance;  // in iterations
} handover_t;

/// Both commands stand in the loop at `depth`, in different iterations.
static handover_t handover_in_loop(syncer_t *s, const command_t *earlier, op_t *op, uint32_t depth)
{
    op_t *loop = s->loops[depth].loop;
    handover_t at = {.set = ancestor_in(earlier->op, loop->regions[0].block),
                     .wait = ancestor_in(op, loop->regions[0].block),
                     .distance = 1};
    at.carried = at.set == at.wait || !precedes(at.set, at.wait);
    if (syncer_slots(s, loop) > 1) {  // this iteration uses another slot: the wait for an earlier one comes first
        uint32_t distance = s->loops[depth].number - earlier->loops[depth].number;
        at.wait = at.carried ? at.wait : at.set;
        at.carried = true;
        at.distance = distance > ROTATION_MAX ? ROTATION_MAX : distance;
    }
    return at;
}

/// In the innermost block that holds both commands.
static handover_t handover_in_block(const command_t *earlier, op_t *op)
{
    for (const block_t *block = op->parent; block != NULL;
         block = owner_of(block) == NULL ? NULL : owner_of(block)->parent) {
        op_t *set = ancestor_in(earlier->op, block);
        if (set != NULL) {
            return (handover_t){.set = set, .wait = ancestor_in(op, block), .distance = 1};
        }
    }
    return (handover_t){.distance = 1};
}

static void insert_pair(syncer_t *s, const command_t *earlier, int pipe, handover_t at, op_t *body)
{
    uint32_t pair = new_pair(s, earlier->pipe, pipe, at.set, at.wait, at.carried);
    if (pipe == PIPE_S) {
        add_item(s, &syncer_places(s, at.wait)->before, false, SYNC_SET, pair);
        add_item(s, &syncer_places(s, at.wait)->before, false, SYNC_WAIT, pair);
        return;
    }
    if (at.carried && at.distance > 1) {
        s->pairs[pair].ids_num = (uint8_t)at.distance;
        s->pairs[pair].body = body;
    }
    add_item(s, &syncer_places(s, at.set)->after, true, SYNC_SET, pair);
    add_item(s, &syncer_places(s, at.wait)->before, false, SYNC_WAIT, pair);
    prime(s, pair);
}

/// Adds a flag from the command that `op` has to wait for, or a barrier in front of `op` where no flag can do it.
static void add_pair(syncer_t *s, const command_t *earlier, op_t *op, int pipe)
{
    s->changed = true;
    if (s->trial) {
        return;
    }
    uint32_t depth = 0;
    while (same_iteration(earlier, s, depth)) {
        depth++;
    }
    bool same_loop = depth < earlier->depth && depth < s->depth && earlier->loops[depth].loop == s->loops[depth].loop;
    handover_t at = same_loop ? handover_in_loop(s, earlier, op, depth) : handover_in_block(earlier, op);
    bool usable = at.set != NULL && at.wait != NULL && (at.carried || at.set != at.wait);
    if (pipe == PIPE_S) {  // the scalar unit waits where it reads
        at = (handover_t){.set = op, .wait = op, .distance = at.distance};
        usable = true;
    }
    sync_pair_t *there = find_pair(s, earlier->pipe, pipe, at.set, at.wait);
    if (there != NULL && improve(s, there, at.distance)) {
        return;
    }
    if (!usable || there != NULL || s->pairs_num == PAIRS_MAX) {
        syncer_barrier(s, op);
        return;
    }
    insert_pair(s, earlier, pipe, at, same_loop ? s->loops[depth].loop : NULL);
}

static sync_item_t **item_of(sync_item_t **list, uint32_t pair)
{
    while (*list != NULL && (*list)->pair != pair) {
        list = &(*list)->next;
    }
    return list;
}

/// Adds the credit: a flag back from the wait of one pair to the next set of another pair, or of the same.
static uint32_t add_credit(syncer_t *s, uint32_t waited, uint32_t set)
{
    const sync_pair_t last = s->pairs[waited], first = s->pairs[set];
    if (s->pairs_num >= PAIRS_MAX) {
        syncer_barrier(s, last.wait_op);
        return 0;
    }
    uint32_t back = new_pair(s, last.to, last.from, last.wait_op, first.set_op, !last.carried);
    s->pairs[back].credit_of = waited + 1;
    s->pairs[back].guard = waited + 1;  // set after that wait, waited for before that set
    add_item(s, item_of(&syncer_places(s, first.set_op)->after, set), true, SYNC_WAIT, back);
    sync_item_t **wait = item_of(&syncer_places(s, last.wait_op)->before, waited);
    add_item(s, &(*wait)->next, true, SYNC_SET, back);
    prime(s, back);
    return back + 1;
}

static bool together(const sync_pair_t *a, const sync_pair_t *b)
{
    return a->from == b->from && a->to == b->to && !a->carried && !b->carried && a->set_op->parent == b->set_op->parent;
}

/// The loop whose iterations may rotate the ids of a flag, or NULL.
static op_t *rotation_loop(syncer_t *s, const sync_pair_t *pair)
{
    op_t *owner = pair->set_op == pair->wait_op ? NULL : (op_t *)owner_of(pair->set_op->parent);
    while (op_is(owner, OP_IF)) {
        owner = (op_t *)owner_of(owner->parent);
    }
    return owner != NULL && syncer_slots(s, owner) > 1 ? owner : NULL;
}

/// Gives a flag that may be set twice in a loop over slots an id for each slot.
static void rotate_ids(syncer_t *s, uint32_t pairs_num)
{
    for (uint32_t i = 0; i < pairs_num; i++) {
        sync_pair_t *pair = &s->pairs[i];
        op_t *loop = s->exposed[i] && !pair->carried && pair->credit_of == 0 ? rotation_loop(s, pair) : NULL;
        s->plain |= s->exposed[i] && pair->ids_num > 1;  // rotation did not suffice
        if (loop != NULL && pair->ids_num == 1) {
            uint32_t slots = syncer_slots(s, loop);
            pair->ids_num = (uint8_t)(slots > ROTATION_MAX ? ROTATION_MAX : slots);
            pair->body = loop;
            s->exposed[i] = false;
        }
    }
}

/// One credit serves all flags of two pipes in one block: pipes run in order, so the flag back from the last wait holds
/// back the first set and with it all others. Carried flags are waited for before they are set, so each has its own.
static void add_credits(syncer_t *s, uint32_t pairs_num)
{
    for (uint32_t i = 0; i < pairs_num; i++) {
        if (!s->exposed[i]) {
            continue;
        }
        uint32_t last = i, first = i;
        for (uint32_t k = i + 1; k < pairs_num; k++) {
            if (!s->exposed[k] || !together(&s->pairs[i], &s->pairs[k])) {
                continue;
            }
            last = precedes(s->pairs[last].wait_op, s->pairs[k].wait_op) ? k : last;
            first = precedes(s->pairs[k].set_op, s->pairs[first].set_op) ? k : first;
        }
        uint32_t guard = add_credit(s, last, first);
        for (uint32_t k = pairs_num; k-- > i;) {
            if (k == i || (s->exposed[k] && together(&s->pairs[i], &s->pairs[k]))) {
                s->pairs[k].guard = guard;
                s->exposed[k] = false;
            }
        }
    }
}

/// The walk ///

static int32_t max_number(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/// Transfers of these pipes may overlap.
static bool may_overlap(int pipe)
{
    return pipe == PIPE_MTE2 || pipe == PIPE_MTE3;
}

/// `known` commands are complete, for transfers of a pipe that follow.
static void end_transfers(state_t *state, int pipe, const int32_t known[8])
{
    if (may_overlap(pipe)) {
        state->ended[pipe] = max_number(state->ended[pipe], known[pipe]);
    }
}

static int32_t issue(syncer_t *s, state_t *state, int pipe)
{
    state->last[pipe] = ++s->count;
    clock_join(state->clock[pipe],
               state->clock[PIPE_S]);  // issued after everything that the scalar unit has waited for
    state->clock[pipe][pipe] = s->count;
    end_transfers(state, PIPE_MTE2, state->clock[PIPE_S]);
    end_transfers(state, PIPE_MTE3, state->clock[PIPE_S]);
    return s->count;
}

static void log_event(syncer_t *s, uint32_t pair, bool set, int32_t at, const int32_t known[8])
{
    if (!s->logging) {
        return;
    }
    if (s->log_num == s->log_capacity) {
        s->log_capacity = s->log_capacity == 0 ? 1024 : s->log_capacity * 2;
        event_t *log = arena_alloc(&s->scratch, sizeof(event_t) * s->log_capacity);
        if (s->log_num != 0) {
            memcpy(log, s->log, sizeof(event_t) * s->log_num);
        }
        s->log = log;
    }
    event_t *event = &s->log[s->log_num++];
    *event = (event_t){.pair = pair, .set = set, .at = at};
    uint32_t last = s->pairs[pair].last_event;
    *(last == 0 ? &s->pairs[pair].first_event : &s->log[last - 1].next) = s->log_num;
    s->pairs[pair].last_event = s->log_num;
    memcpy(event->known, known, sizeof(event->known));
}

static void walk_set(syncer_t *s, state_t *state, uint32_t index, carried_t *token)
{
    const sync_pair_t *pair = &s->pairs[index];
    clock_join(state->clock[pair->from], state->clock[PIPE_S]);
    int32_t known = state->clock[pair->from][pair->to];
    bool guarded = pair->guard != 0 && !s->pairs[pair->guard - 1].off;
    if (known < token->waited && !s->changed && !guarded) {
        s->exposed[index] = true;
    }
    memcpy(token->clock, state->clock[pair->from], sizeof(token->clock));
    token->clock[pair->from] =
        state->last[pair->from] > token->clock[pair->from] ? state->last[pair->from] : token->clock[pair->from];
    log_event(s, index, true, s->count, state->clock[pair->from]);
}

static void walk_wait(syncer_t *s, state_t *state, uint32_t index, carried_t *token)
{
    const sync_pair_t *pair = &s->pairs[index];
    clock_join(state->clock[pair->to], token->clock);
    end_transfers(state, pair->to, token->clock);
    token->waited = issue(s, state, pair->to);
    log_event(s, index, false, token->waited, state->clock[pair->to]);
}

/// The iteration of a loop that the walk is in.
static uint32_t iteration_of(const syncer_t *s, const op_t *loop)
{
    for (uint32_t i = 0; i < s->depth; i++) {
        if (s->loops[i].loop == loop) {
            return s->loops[i].number;
        }
    }
    return 0;
}

static void walk_items(syncer_t *s, state_t *state, const sync_item_t *item)
{
    for (; item != NULL; item = item->next) {
        if (item->kind == SYNC_BARRIER) {
            state_drain(s, state);
            continue;
        }
        if (item->kind == SYNC_LOADS || item->kind == SYNC_STORES) {
            // Also those of a branch that this path did not take.
            state->ended[sync_barrier_pipe(item->kind)] = s->count;
            continue;
        }
        const sync_pair_t *pair = &s->pairs[item->pair];
        if (item->pair >= s->known_num) {
            continue;  // added by this walk
        }
        uint32_t from = item->all || pair->ids_num == 1 ? 0 : iteration_of(s, pair->body) % pair->ids_num;
        uint32_t to = item->all ? pair->ids_num : from + 1;
        if (pair->off) {
            s->count += item->kind == SYNC_WAIT ? (int32_t)(to - from) : 0;  // later commands keep their numbers
            continue;
        }
        for (uint32_t k = from; k < to; k++) {
            (item->kind == SYNC_SET ? walk_set : walk_wait)(s, state, item->pair, &state->tokens[pair->token + k]);
        }
    }
}

static command_t *new_command(syncer_t *s, op_t *op, const touch_t *touch)
{
    if (s->commands_num == s->commands_capacity) {
        s->commands_capacity = s->commands_capacity == 0 ? 1024 : s->commands_capacity * 2;
        command_t *commands = ARENA_ARRAY(&s->cc->arena, command_t, s->commands_capacity);
        if (s->commands_num != 0) {
            memcpy(commands, s->commands, sizeof(command_t) * s->commands_num);
        }
        s->commands = commands;
    }
    command_t *command = &s->commands[s->commands_num++];
    *command = (command_t){.op = op, .touch = touch, .pipe = touch->pipe, .depth = s->depth};
    memcpy(command->loops, s->loops, sizeof(iteration_t) * s->depth);
    return command;
}

static void walk_command(syncer_t *s, state_t *state, op_t *op, const touch_t *touch)
{
    int pipe = touch->pipe;
    // In a trial, what the clock covered before and does not cover now is all that can be missing.
    const command_t *base = s->trial && s->base != NULL ? &s->base[s->commands_num] : NULL;
    clock_join(state->clock[pipe], state->clock[PIPE_S]);
    for (int from = 0; from < PIPES && touch->num != 0; from++) {
        if (from == pipe || from == PIPE_S || (base != NULL && base->clock[from] <= state->clock[pipe][from])) {
            continue;
        }
        const command_t *earlier =
            syncer_need(s, state, from, pipe, touch, base != NULL ? base->clock[from] : INT32_MAX);
        if (earlier != NULL) {
            add_pair(s, earlier, op, pipe);
            clock_join(state->clock[pipe], earlier->clock);
            state->clock[pipe][from] =
                earlier->number > state->clock[pipe][from] ? earlier->number : state->clock[pipe][from];
        }
    }
    end_transfers(state, pipe, state->clock[PIPE_S]);
    int32_t ended[8];
    memcpy(ended, state->ended, sizeof(ended));
    // Only once no flag is missing.
    if (!s->changed && may_overlap(pipe) &&
        syncer_transfers_conflict(s, state, op, touch, base != NULL ? base->ended[pipe] : INT32_MAX)) {
        s->changed = true;
        if (!s->trial) {
            add_barrier(s, op, pipe == PIPE_MTE2 ? SYNC_LOADS : SYNC_STORES);
        }
        state->ended[pipe] = s->count;
    }
    command_t *command = new_command(s, op, touch);
    command->number = issue(s, state, pipe);
    memcpy(command->ended, ended, sizeof(ended));
    memcpy(command->clock, state->clock[pipe], sizeof(command->clock));
}

/// The steps of an operation: each waits for the one before it, and later commands of the first pipe for the last.
static void walk_steps(syncer_t *s, state_t *state, op_t *op, const touch_t *touch)
{
    int first = touch->pipe;
    walk_command(s, state, op, touch);
    for (; touch->then != NULL; touch = touch->then) {
        clock_join(state->clock[touch->then->pipe], state->clock[touch->pipe]);
        walk_command(s, state, op, touch->then);
    }
    if (touch->pipe != first) {
        clock_join(state->clock[first], state->clock[touch->pipe]);
        end_transfers(state, first, state->clock[first]);
    }
}

static void walk_block(syncer_t *s, state_t *state, block_t *block);

static bool surely_runs(const op_t *loop)
{
    int64_t from, to;
    return op_is(loop, OP_FOR) && value_constant(loop->operands[0].value, &from) &&
           value_constant(loop->operands[1].value, &to) && from < to;
}

static void walk_loop(syncer_t *s, state_t *state, op_t *op)
{
    if (s->depth == LOOPS_MAX) {
        return;
    }
    int32_t fork[PIPES], before = s->count;
    memcpy(fork, state->last, sizeof(fork));
    state_t *none = state_new(s), *once = state_new(s);
    state_copy(s, none, state);
    iteration_t *iteration = &s->loops[s->depth++];
    *iteration = (iteration_t){.loop = op, .run = ++s->runs_num};
    uint32_t walks = syncer_slots(s, op) + 1;
    for (uint32_t i = 0; i < walks; i++) {
        iteration->number = i;
        for (uint32_t r = 0; r < op->regions_num; r++) {
            if (op->regions[r].block != NULL) {
                walk_block(s, state, op->regions[r].block);
            }
        }
        if (i == 0) {
            state_copy(s, once, state);
        }
    }
    s->depth--;
    // A single iteration has the same clocks for its own commands as the last of several, older ones for what ran
    // before.
    state_t *twice = state_new(s);
    state_copy(s, twice, state);
    path_t paths[3] = {{twice, before}, {once, before}, {none, s->count}};
    for (int p = 0; p < PIPES; p++) {
        once->last[p] = fork[p];
        none->last[p] = fork[p];
    }
    state_merge(s, state, paths, surely_runs(op) ? 2 : 3, fork);
    state_free(s, none);
    state_free(s, once);
    state_free(s, twice);
}

static void walk_if(syncer_t *s, state_t *state, op_t *op)
{
    int32_t fork[PIPES];
    memcpy(fork, state->last, sizeof(fork));
    state_t *states[2] = {state_new(s), state_new(s)};
    path_t paths[2];
    const uint32_t hidden_num = s->hidden_num, first = s->commands_num;
    for (uint32_t i = 0; i < 2; i++) {
        state_copy(s, states[i], state);
        paths[i] = (path_t){states[i], s->count};
        if (i < op->regions_num && op->regions[i].block != NULL) {
            walk_block(s, states[i], op->regions[i].block);
        }
        if (i == 0 && hidden_num < HIDDEN_MAX && s->commands_num != first) {
            s->hidden[s->hidden_num].from = first;
            s->hidden[s->hidden_num++].to = s->commands_num;
        }
    }
    s->hidden_num = hidden_num;
    state_merge(s, state, paths, 2, fork);
    state_free(s, states[0]);
    state_free(s, states[1]);
}

static void walk_op(syncer_t *s, state_t *state, op_t *op)
{
    const sync_places_t *places = op->aux;
    if (places != NULL) {
        walk_items(s, state, places->before);
    }
    if (op_is_vecscope(op)) {
        walk_command(s, state, op, syncer_touch(s, op));
    } else if (op_is(op, OP_FOR) || op_is(op, OP_WHILE)) {
        walk_loop(s, state, op);
    } else if (op_is(op, OP_IF)) {
        walk_if(s, state, op);
    } else {
        for (uint32_t r = 0; r < op->regions_num; r++) {
            if (op->regions[r].block != NULL) {
                walk_block(s, state, op->regions[r].block);
            }
        }
        const touch_t *touch = syncer_touch(s, op);
        if (touch->pipe == PIPE_ALL) {
            state_drain(s, state);
        } else if (touch->pipe >= 0) {
            walk_steps(s, state, op, touch);
        }
    }
    places = op->aux;
    if (places != NULL) {
        walk_items(s, state, places->after);
    }
}

static void walk_block(syncer_t *s, state_t *state, block_t *block)
{
    for (op_t *op = block->first; op != NULL && !(s->trial && s->changed); op = op->next) {
        walk_op(s, state, op);
    }
}

/// Walks over the function once. False: something was missing and has been added.
bool syncer_walk(syncer_t *s, bool logging)
{
    s->changed = false;
    s->logging = logging;
    s->count = 0;
    s->commands_num = s->log_num = s->depth = s->runs_num = s->hidden_num = 0;
    s->log_capacity = 0;
    arena_free(&s->scratch);
    s->scratch = (arena_t){0};
    s->free_states = NULL;
    s->log = NULL;
    s->exposed = arena_alloc(&s->scratch, PAIRS_MAX + 64);
    uint32_t pairs_num = s->known_num = s->pairs_num;
    s->tokens_num = 0;
    for (uint32_t i = 0; i < pairs_num; i++) {
        s->pairs[i].first_event = s->pairs[i].last_event = 0;
        s->pairs[i].token = s->tokens_num;
        s->tokens_num += s->pairs[i].ids_num;
    }
    state_t *state = state_new(s);
    walk_block(s, state, s->func->body.block);
    bool exposed = false;
    for (uint32_t i = 0; i < pairs_num && !s->changed; i++) {
        exposed |= s->exposed[i];
    }
    if (exposed && !s->changed) {
        s->changed = true;
        if (!s->trial) {
            rotate_ids(s, pairs_num);
            add_credits(s, pairs_num);
        }
    }
    if (!s->changed) {
        command_t *commands = s->base;
        uint32_t capacity = s->base_capacity;
        s->base = s->commands;
        s->base_capacity = s->commands_capacity;
        s->commands = commands;
        s->commands_capacity = capacity;
    }
    return !s->changed;
}
