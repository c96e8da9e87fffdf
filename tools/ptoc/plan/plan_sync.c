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
// The body of a loop is walked twice: what the second turn needs of the first is a carried flag, set once before the
// outermost loop and waited for once behind it. What is known after a loop or a branch is what all ways through it
// have in common.
//
// A flag may not be set again before its wait has run. The walk checks that too; where nothing else orders the two, a
// flag back, the *credit*, is added. Set and wait of a flag stand in one block, so each run of the block has both.

#include "ptoc.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "plan_sync.h"

/// Clocks ///

static void clock_join(int32_t *clock, const int32_t *other)
{
    for (int p = 0; p < PIPES; p++) {
        clock[p] = clock[p] > other[p] ? clock[p] : other[p];
    }
}

static void state_copy(state_t *to, const state_t *from)
{
    memcpy(to->clock, from->clock, sizeof(to->clock));
    memcpy(to->last, from->last, sizeof(to->last));
    memcpy(to->tokens, from->tokens, sizeof(*to->tokens) * from->pairs_num);
    to->pairs_num = from->pairs_num;
}

/// A state whose contents the caller writes; state_free gives it back.
static state_t *state_new(syncer_t *s)
{
    s->cost += s->pairs_num / 16 + 4;
    if (s->free_states != NULL) {
        state_t *state = s->free_states;
        s->free_states = state->next;
        return state;
    }
    state_t *state = arena_alloc(&s->scratch, sizeof(state_t));
    state->tokens = arena_alloc(&s->scratch, sizeof(carried_t) * (s->pairs_num + 1));
    state->pairs_num = s->pairs_num;
    return state;
}

static void state_free(syncer_t *s, state_t *state)
{
    state->next = s->free_states;
    s->free_states = state;
}

/// One way through a branch or loop: what it knows, and the last commands that it has issued.
typedef struct way {
    const state_t *state;
    int32_t since;  // the number before its first own command; what lies between the fork and that ran on other ways
} way_t;

/// What a number of `clock` on one way says where others have issued commands that this way has not: those are done.
static int32_t way_clock(const way_t *way, int32_t clock, int32_t last, int32_t fork)
{
    if (clock >= last) {
        return INT32_MAX;
    }
    return clock >= fork && clock < way->since ? way->since : clock;
}

static void merge_clock(int32_t *out, const int32_t *const *clocks, const way_t *ways, uint32_t num,
                        const int32_t *fork)
{
    for (int p = 0; p < PIPES; p++) {
        int32_t least = INT32_MAX;
        for (uint32_t w = 0; w < num; w++) {
            int32_t now = way_clock(&ways[w], clocks[w][p], ways[w].state->last[p], fork[p]);
            least = now < least ? now : least;
        }
        out[p] = least;
    }
}

/// The knowledge that all ways have in common. `fork`: the last commands before they parted.
static void state_merge(syncer_t *s, state_t *out, const way_t *ways, uint32_t num, const int32_t *fork)
{
    const int32_t *clocks[4];
    state_t *merged = state_new(s);
    for (int q = 0; q < PIPES; q++) {
        for (uint32_t w = 0; w < num; w++) {
            clocks[w] = ways[w].state->clock[q];
        }
        merge_clock(merged->clock[q], clocks, ways, num, fork);
        for (int p = 0; p < PIPES; p++) {
            merged->clock[q][p] = merged->clock[q][p] > s->count ? s->count : merged->clock[q][p];
        }
    }
    for (uint32_t i = 0; i < s->pairs_num && i < out->pairs_num; i++) {
        carried_t *token = &merged->tokens[i];
        if (s->pairs[i].off) {
            continue;
        }
        token->waited = 0;
        for (uint32_t w = 0; w < num; w++) {
            clocks[w] = ways[w].state->tokens[i].clock;
            int32_t waited = ways[w].state->tokens[i].waited;
            token->waited = waited > token->waited ? waited : token->waited;
        }
        merge_clock(token->clock, clocks, ways, num, fork);
        for (int p = 0; p < PIPES; p++) {
            token->clock[p] = token->clock[p] > s->count ? s->count : token->clock[p];
        }
    }
    memset(merged->last, 0, sizeof(merged->last));
    for (int p = 0; p < PIPES; p++) {
        for (uint32_t w = 0; w < num; w++) {
            int32_t last = ways[w].state->last[p];
            merged->last[p] = last > merged->last[p] ? last : merged->last[p];
        }
    }
    merged->pairs_num = out->pairs_num;
    state_copy(out, merged);
    state_free(s, merged);
}

/// Where commands stand ///

static bool same_turn(const command_t *a, const syncer_t *s, uint32_t depth)
{
    return depth < a->depth && depth < s->depth && a->turns[depth].loop == s->turns[depth].loop &&
           a->turns[depth].turn == s->turns[depth].turn;
}

static const op_t *owner_of(const block_t *block)
{
    return block->region->owner;
}

/// The operation of `block` in which `op` stands, or itself; NULL when it stands elsewhere.
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

/// Places ///

sync_places_t *syncer_places(syncer_t *s, op_t *op)
{
    if (op->aux == NULL) {
        op->aux = ARENA_NEW(&s->cc->arena, sync_places_t);
    }
    return op->aux;
}

static void add_item(syncer_t *s, sync_item_t **list, bool first, uint8_t kind, uint32_t pair)
{
    sync_item_t *item = ARENA_NEW(&s->cc->arena, sync_item_t);
    *item = (sync_item_t){.kind = kind, .pair = pair};
    while (!first && *list != NULL) {
        list = &(*list)->next;
    }
    item->next = *list;
    *list = item;
}

void syncer_barrier(syncer_t *s, op_t *op)
{
    sync_places_t *places = syncer_places(s, op);
    for (sync_item_t *item = places->before; item != NULL; item = item->next) {
        if (item->kind == SYNC_BARRIER) {
            return;
        }
    }
    add_item(s, &places->before, true, SYNC_BARRIER, 0);
    s->changed = true;
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
                                           .set_op = set_op,
                                           .wait_op = wait_op,
                                           .loop = carried ? outermost_loop(wait_op) : NULL};
    s->changed = true;
    return s->pairs_num++;
}

/// Whether there is that flag: PAIR_NEW has been added by this walk, which does not know it yet.
enum { PAIR_NONE, PAIR_OLD, PAIR_NEW };

static int has_pair(const syncer_t *s, int from, int to, const op_t *set_op, const op_t *wait_op)
{
    for (uint32_t i = 0; i < s->pairs_num; i++) {
        const sync_pair_t *pair = &s->pairs[i];
        if (pair->from == from && pair->to == to && pair->set_op == set_op && pair->wait_op == wait_op) {
            return i < s->known_num ? PAIR_OLD : PAIR_NEW;
        }
    }
    return PAIR_NONE;
}

static void prime(syncer_t *s, uint32_t index)
{
    sync_pair_t *pair = &s->pairs[index];
    if (pair->carried) {
        add_item(s, &syncer_places(s, pair->loop)->before, false, SYNC_SET, index);
        add_item(s, &syncer_places(s, pair->loop)->after, true, SYNC_WAIT, index);
    }
}

/// A flag from the command that `op` has to wait for; where flags cannot say it, a barrier in front of `op`.
static void add_pair(syncer_t *s, const command_t *earlier, op_t *op, int pipe)
{
    s->changed = true;
    if (s->trial) {
        return;
    }
    uint32_t depth = 0;
    while (same_turn(earlier, s, depth)) {
        depth++;
    }
    bool same_loop = depth < earlier->depth && depth < s->depth && earlier->turns[depth].loop == s->turns[depth].loop;
    op_t *set_op = NULL, *wait_op = NULL;
    bool carried = false;
    if (same_loop) {
        const block_t *body = s->turns[depth].loop->regions[0].block;
        set_op = ancestor_in(earlier->op, body);
        wait_op = ancestor_in(op, body);
        carried = set_op == wait_op || !precedes(set_op, wait_op);
    } else {
        for (const block_t *block = op->parent; block != NULL;
             block = owner_of(block) == NULL ? NULL : owner_of(block)->parent) {
            set_op = ancestor_in(earlier->op, block);
            if (set_op != NULL) {
                wait_op = ancestor_in(op, block);
                break;
            }
        }
    }
    bool scalar = pipe == PIPE_S;
    if (scalar) {  // the scalar unit waits where it reads
        set_op = wait_op = op;
    }
    int there = has_pair(s, earlier->pipe, pipe, set_op, wait_op);
    bool usable = set_op != NULL && wait_op != NULL && (carried || scalar || set_op != wait_op);
    if (there == PAIR_NEW) {
        return;
    }
    if (!usable || there == PAIR_OLD || s->pairs_num == PAIRS_MAX) {
        syncer_barrier(s, op);
        return;
    }
    if (scalar) {
        uint32_t pair = new_pair(s, earlier->pipe, pipe, set_op, wait_op, false);
        add_item(s, &syncer_places(s, op)->before, false, SYNC_SET, pair);
        add_item(s, &syncer_places(s, op)->before, false, SYNC_WAIT, pair);
        return;
    }
    uint32_t pair = new_pair(s, earlier->pipe, pipe, set_op, wait_op, carried);
    add_item(s, &syncer_places(s, set_op)->after, true, SYNC_SET, pair);
    add_item(s, &syncer_places(s, wait_op)->before, false, SYNC_WAIT, pair);
    prime(s, pair);
}

static sync_item_t **item_of(sync_item_t **list, uint32_t pair)
{
    while (*list != NULL && (*list)->pair != pair) {
        list = &(*list)->next;
    }
    return list;
}

/// The flag back: from the wait of one pair to the next set of another, or of the same.
static uint32_t add_credit(syncer_t *s, uint32_t waited, uint32_t set)
{
    const sync_pair_t last = s->pairs[waited], first = s->pairs[set];
    if (s->pairs_num >= PAIRS_MAX) {
        syncer_barrier(s, last.wait_op);
        return 0;
    }
    uint32_t back = new_pair(s, last.to, last.from, last.wait_op, first.set_op, !last.carried);
    s->pairs[back].credit_of = waited + 1;
    s->pairs[back].guard = waited + 1;  // set behind that wait, waited for in front of that set
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

/// One credit serves all flags of two pipes in one block: pipes run in order, so what comes back from the last wait
/// holds back the first set and with it all others. Carried flags have their waits in front, so each has its own.
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

static int32_t issue(syncer_t *s, state_t *state, int pipe)
{
    state->last[pipe] = ++s->count;
    clock_join(state->clock[pipe], state->clock[PIPE_S]);  // issued after what the scalar unit has waited for
    state->clock[pipe][pipe] = s->count;
    return s->count;
}

static void log_event(syncer_t *s, uint32_t pair, bool set, int32_t at, int32_t known)
{
    if (!s->logging) {
        return;
    }
    if (s->log_num == s->log_capacity) {
        s->log_capacity = s->log_capacity == 0 ? 1024 : s->log_capacity * 2;
        event_t *log = arena_alloc(&s->scratch, sizeof(event_t) * s->log_capacity);
        memcpy(log, s->log, sizeof(event_t) * s->log_num);
        s->log = log;
    }
    s->log[s->log_num++] = (event_t){.pair = pair, .set = set, .at = at, .known = known};
}

/// All that was issued is done.
static void drain(const syncer_t *s, state_t *state)
{
    for (int q = 0; q < PIPES; q++) {
        for (int p = 0; p < PIPES; p++) {
            state->clock[q][p] = s->count;
        }
    }
}

static void walk_items(syncer_t *s, state_t *state, const sync_item_t *item)
{
    for (; item != NULL; item = item->next) {
        if (item->kind == SYNC_BARRIER) {
            drain(s, state);
            continue;
        }
        if (item->pair >= state->pairs_num || s->pairs[item->pair].off) {
            continue;  // added by this walk, or not needed
        }
        const sync_pair_t *pair = &s->pairs[item->pair];
        carried_t *token = &state->tokens[item->pair];
        if (item->kind == SYNC_SET) {
            clock_join(state->clock[pair->from], state->clock[PIPE_S]);
            int32_t known = state->clock[pair->from][pair->to];
            bool guarded = pair->guard != 0 && !s->pairs[pair->guard - 1].off;
            if (known < token->waited && !s->changed && !guarded) {
                s->exposed[item->pair] = true;
            }
            memcpy(token->clock, state->clock[pair->from], sizeof(token->clock));
            token->clock[pair->from] =
                state->last[pair->from] > token->clock[pair->from] ? state->last[pair->from] : token->clock[pair->from];
            log_event(s, item->pair, true, s->count, known);
        } else {
            clock_join(state->clock[pair->to], token->clock);
            token->waited = issue(s, state, pair->to);
            log_event(s, item->pair, false, token->waited, 0);
        }
    }
}

static command_t *new_command(syncer_t *s, op_t *op, const touch_t *touch)
{
    if (s->commands_num == s->commands_capacity) {
        s->commands_capacity = s->commands_capacity == 0 ? 1024 : s->commands_capacity * 2;
        command_t *commands = arena_alloc(&s->scratch, sizeof(command_t) * s->commands_capacity);
        if (s->commands_num != 0) {
            memcpy(commands, s->commands, sizeof(command_t) * s->commands_num);
        }
        s->commands = commands;
    }
    command_t *command = &s->commands[s->commands_num++];
    *command = (command_t){.op = op, .touch = touch, .pipe = touch->pipe, .depth = s->depth};
    memcpy(command->turns, s->turns, sizeof(turn_t) * s->depth);
    return command;
}

/// The latest command of a pipe that the next one of `pipe` has to wait for and does not yet.
static const command_t *find_need(const syncer_t *s, const state_t *state, int from, int pipe, const touch_t *touch)
{
    for (uint32_t i = s->commands_num; i-- > 0;) {
        const command_t *earlier = &s->commands[i];
        if (earlier->number <= state->clock[pipe][from]) {
            break;
        }
        if (earlier->pipe == from && plan_conflict(earlier->touch, touch)) {
            return earlier;
        }
    }
    return NULL;
}

static void walk_command(syncer_t *s, state_t *state, op_t *op, const touch_t *touch)
{
    int pipe = touch->pipe;
    clock_join(state->clock[pipe], state->clock[PIPE_S]);
    for (int from = 0; from < PIPES && touch->num != 0; from++) {
        if (from == pipe || from == PIPE_S) {
            continue;
        }
        const command_t *earlier = find_need(s, state, from, pipe, touch);
        if (earlier != NULL) {
            add_pair(s, earlier, op, pipe);
            clock_join(state->clock[pipe], earlier->clock);
            state->clock[pipe][from] =
                earlier->number > state->clock[pipe][from] ? earlier->number : state->clock[pipe][from];
        }
    }
    command_t *command = new_command(s, op, touch);
    command->number = issue(s, state, pipe);
    memcpy(command->clock, state->clock[pipe], sizeof(command->clock));
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
    if (s->depth == DEPTH_TURNS) {
        return;
    }
    int32_t fork[PIPES], before = s->count;
    memcpy(fork, state->last, sizeof(fork));
    state_t *none = state_new(s), *once = state_new(s);
    state_copy(none, state);
    turn_t *turn = &s->turns[s->depth++];
    turn->loop = op;
    for (uint32_t i = 0; i < 2; i++) {
        turn->turn = ++s->turns_num;
        for (uint32_t r = 0; r < op->regions_num; r++) {
            if (op->regions[r].block != NULL) {
                walk_block(s, state, op->regions[r].block);
            }
        }
        if (i == 0) {
            state_copy(once, state);
        }
    }
    s->depth--;
    // One turn knows as much of its own commands as the second of two does; of what ran before the loop, less.
    state_t *twice = state_new(s);
    state_copy(twice, state);
    way_t ways[3] = {{twice, before}, {once, before}, {none, s->count}};
    for (int p = 0; p < PIPES; p++) {
        once->last[p] = fork[p];
        none->last[p] = fork[p];
    }
    state_merge(s, state, ways, surely_runs(op) ? 2 : 3, fork);
    state_free(s, none);
    state_free(s, once);
    state_free(s, twice);
}

static void walk_if(syncer_t *s, state_t *state, op_t *op)
{
    int32_t fork[PIPES];
    memcpy(fork, state->last, sizeof(fork));
    state_t *states[2] = {state_new(s), state_new(s)};
    way_t ways[2];
    for (uint32_t i = 0; i < 2; i++) {
        state_copy(states[i], state);
        ways[i] = (way_t){states[i], s->count};
        if (i < op->regions_num && op->regions[i].block != NULL) {
            walk_block(s, states[i], op->regions[i].block);
        }
    }
    state_merge(s, state, ways, 2, fork);
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
            drain(s, state);
        } else if (touch->pipe >= 0) {
            walk_command(s, state, op, touch);
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

/// One walk over the function. False: something was missing and has been added.
bool syncer_walk(syncer_t *s, bool logging)
{
    s->changed = false;
    s->logging = logging;
    s->count = 0;
    s->commands_num = s->log_num = s->depth = s->turns_num = 0;
    s->commands_capacity = s->log_capacity = 0;
    arena_free(&s->scratch);
    s->scratch = (arena_t){0};
    s->commands = NULL;
    s->free_states = NULL;
    s->log = NULL;
    s->exposed = arena_alloc(&s->scratch, PAIRS_MAX + 64);
    uint32_t pairs_num = s->known_num = s->pairs_num;
    state_t *state = state_new(s);
    walk_block(s, state, s->func->body.block);
    bool exposed = false;
    for (uint32_t i = 0; i < pairs_num && !s->changed; i++) {
        exposed |= s->exposed[i];
    }
    if (exposed && !s->changed) {
        s->changed = true;
        if (!s->trial) {
            add_credits(s, pairs_num);
        }
    }
    return !s->changed;
}
