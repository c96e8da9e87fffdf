// SPDX-License-Identifier: Apache-2.0
//
// Shared by plan_sync.c, which walks, and plan_flags.c, which starts the walks and writes the result down.

#ifndef PTOC_PLAN_SYNC_H
#define PTOC_PLAN_SYNC_H

#ifndef PTOC_PLAN_H
#error "include plan.h before plan_sync.h"
#endif

#define PIPES       ((int)PIPE_ALL)
#define PAIRS_MAX   4000
#define DEPTH_TURNS 16

/// Which turn of which loop a command belongs to.
typedef struct turn {
    op_t *loop;
    uint32_t turn;
} turn_t;

/// A command as it was issued by the walk.
typedef struct command {
    op_t *op;
    const touch_t *touch;
    int pipe;
    int32_t number;
    int32_t clock[8];  // what was complete before it started, and itself
    uint32_t depth;
    turn_t turns[DEPTH_TURNS];
} command_t;

/// A flag: what its last set has carried, and the number of its last wait.
typedef struct carried {
    int32_t clock[8];
    int32_t waited;
} carried_t;

typedef struct state {
    struct state *next;   // of those that are free
    int32_t clock[8][8];  // [q][p]: the last command of p that is complete before the next of q starts
    int32_t last[8];      // the last command of each pipe
    carried_t *tokens;    // of each pair
    uint32_t pairs_num;
} state_t;

/// A set or wait as the walk has passed it: its number, and for a set what its pipe knew of the destination.
typedef struct event {
    uint32_t pair;
    bool set;
    int32_t at, known;
} event_t;

typedef struct syncer {
    ptoc_t *cc;
    func_t *func;
    arena_t scratch;  // of one walk
    sync_pair_t *pairs;
    uint32_t pairs_num, pairs_capacity;
    uint32_t known_num;  // pairs when the walk began
    command_t *commands;
    uint32_t commands_num, commands_capacity;
    event_t *log;
    uint32_t log_num, log_capacity;
    bool *exposed;  // pairs that may be set twice
    turn_t turns[DEPTH_TURNS];
    uint32_t depth, turns_num;
    int32_t count;
    state_t *free_states;
    uint64_t cost;  // of the walks so far, in commands
    bool changed, logging;
    bool trial;  // only ask whether something is missing
} syncer_t;

sync_places_t *syncer_places(syncer_t *s, op_t *op);
/// A barrier of all pipes in front of an operation.
void syncer_barrier(syncer_t *s, op_t *op);
bool syncer_walk(syncer_t *s, bool logging);
const touch_t *syncer_touch(syncer_t *s, op_t *op);

#endif
