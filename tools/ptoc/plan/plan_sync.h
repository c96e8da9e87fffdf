// SPDX-License-Identifier: Apache-2.0
//
// Shared by plan_sync.c, which walks, plan_state.c, which remembers, and plan_flags.c, which starts the walks and
// writes the result down.

#ifndef PTOC_PLAN_SYNC_H
#define PTOC_PLAN_SYNC_H

#ifndef PTOC_PLAN_H
#error "include plan.h before plan_sync.h"
#endif

#define PIPES        ((int)PIPE_ALL)
#define PAIRS_MAX    4000
#define LOOPS_MAX    16  // nested
#define ROTATION_MAX 4   // ids of a flag in a loop
#define HIDDEN_MAX   64  // nested branches

/// The iteration of a loop that a command belongs to.
typedef struct iteration {
    op_t *loop;
    uint32_t run;     // numbers the executions of the loop
    uint32_t number;  // within that run, from 0
} iteration_t;

/// A command as it was issued by the walk.
typedef struct command {
    op_t *op;
    const touch_t *touch;
    int pipe;
    int32_t number;
    int32_t clock[8];  // the commands complete before it started, and its own number
    int32_t ended[8];  // of MTE2 and MTE3 the last command that was complete for it
    uint32_t depth;
    iteration_t loops[LOOPS_MAX];
} command_t;

/// A flag during a walk: the clock of its last set, the number of its last wait.
typedef struct carried {
    int32_t clock[8];
    int32_t waited;
} carried_t;

typedef struct state {
    struct state *next;   // of those that are free
    int32_t clock[8][8];  // [q][p]: the last command of p that is complete before the next of q starts
    int32_t last[8];      // the last command of each pipe
    int32_t ended[8];     // the last command of MTE2, or MTE3, that is complete before its next one starts
    carried_t *tokens;    // ids_num of each pair
} state_t;

/// A set or wait in walking order: its number, and for a set the clock of its pipe.
typedef struct event {
    uint32_t pair;
    bool set;
    int32_t at, known[8];
    uint32_t next;  // 1 + index of the next event of this pair, 0: none
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
    // Of the last walk in which nothing was missing. A trial issues the same commands with the same numbers.
    command_t *base;
    uint32_t base_capacity;
    struct {
        uint32_t from, to;
    } hidden[HIDDEN_MAX];  // commands of branches that exclude the one being walked, in ascending order
    uint32_t hidden_num;
    event_t *log;
    uint32_t log_num, log_capacity;
    bool *exposed;  // pairs that may be set twice
    iteration_t loops[LOOPS_MAX];
    uint32_t depth, runs_num;
    uint32_t tokens_num, numbers_num;
    int32_t count;
    state_t *free_states;
    uint64_t cost;  // of the walks so far, in commands
    bool changed, logging;
    bool trial;       // only find out whether something is missing
    bool wide_flags;  // ids belong to the setting pipe, whichever pipe waits
    bool plain;       // treat all slots of a multi-buffer as one; no rotation of ids
} syncer_t;

#define PATHS_MAX 4

/// One path through a branch or loop: its clocks at the end, and the last commands that it issued.
typedef struct path {
    const state_t *state;
    int32_t since;  // the number before its first own command; those between the fork and it belong to other paths
} path_t;

// plan_state.c
void clock_join(int32_t *clock, const int32_t *other);
/// A state whose contents the caller writes; state_free gives it back.
state_t *state_new(syncer_t *s);
/// Marks all issued commands as complete.
void state_drain(const syncer_t *s, state_t *state);
void state_free(syncer_t *s, state_t *state);
void state_copy(const syncer_t *s, state_t *to, const state_t *from);
/// The clocks that hold on all paths. `fork`: the last commands before the paths parted.
void state_merge(syncer_t *s, state_t *out, const path_t *paths, uint32_t num, const int32_t *fork);

// plan_needs.c. `last`: only commands up to this number.
/// The latest command of pipe `from` that conflicts with the next one of `pipe` and is not covered by its clock.
const command_t *syncer_need(const syncer_t *s, const state_t *state, int from, int pipe, const touch_t *touch,
                             int32_t last);
/// Transfers of MTE2, and of MTE3, start in order but may overlap: whether one has to wait for an earlier one of its pipe,
/// as they use the same local memory (MTE2), or write the same bytes of GM (MTE3).
bool syncer_transfers_conflict(const syncer_t *s, const state_t *state, const op_t *op, const touch_t *touch,
                               int32_t last);

// plan_sync.c, plan_flags.c
sync_places_t *syncer_places(syncer_t *s, op_t *op);
/// A barrier of all pipes in front of an operation.
void syncer_barrier(syncer_t *s, op_t *op);
bool syncer_walk(syncer_t *s, bool logging);
const touch_t *syncer_touch(syncer_t *s, op_t *op);
/// The most slots of a multi-buffer that a loop selects from by its iteration; 1: none.
uint32_t syncer_slots(syncer_t *s, op_t *loop);

#endif
