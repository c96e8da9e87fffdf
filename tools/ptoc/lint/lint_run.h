// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files of the abstract run: lint_sync.c (control flow), lint_tokens.c (clocks, flags, buffers) and
// lint_access.c (accesses).

#ifndef PTOC_LINT_RUN_H
#define PTOC_LINT_RUN_H

#ifndef PTOC_LINT_H
#error "include lint.h before lint_run.h"
#endif

#define STEPS_MAX    100000
#define ITERATIONS_MAX 3  // iterations simulated: enough for the back edge to a buffer of a pair
#define ACCESSES_MAX 1024
#define STORES_MAX   256
#define LOADS_MAX    64        // one bit each
#define EVENT_IDS    (8 + 1)   // the last one is for ids that are not constant
#define BUF_IDS      (32 + 1)  // likewise
#define IF_STEPS     100       // cost of a branch on an unknown condition: it copies the state
#define VREG_BYTES   256

typedef uint32_t pipe_clock_t[PIPE_COUNT];

typedef struct access {
    const op_t *op;
    uint32_t root, seq;
    int64_t first, last;  // bytes, last included
    uint8_t space;        // space_t
    uint8_t pipe;
    bool write;
} access_t;

/// The state that a branch copies.
typedef struct order {
    pipe_clock_t know[PIPE_COUNT];
    pipe_clock_t flags[PIPE_COUNT][PIPE_COUNT][EVENT_IDS];
    pipe_clock_t released[BUF_IDS];
    pipe_clock_t issued;
} order_t;

/// Flags set and buffers held, as far as ids and branches are known.
typedef struct tokens {
    int32_t flags[PIPE_COUNT][PIPE_COUNT][EVENT_IDS];  // sets minus waits
    bool inexact[PIPE_COUNT][PIPE_COUNT];
    uint8_t held[PIPE_COUNT][BUF_IDS];
} tokens_t;

enum { BUF_FREE, BUF_HELD, BUF_UNKNOWN };

typedef struct store {
    const op_t *op;
    uint32_t root;
    int64_t first, last;
    bool scalar;                        // by the scalar part of the scope
    bool before_vector, before_scalar;  // a barrier orders it before later loads of that kind
    uint64_t loads;                     // that it depends on
} store_t;

/// A load in the vector scope. `first_last` is the last byte of its first element, `last` that of all of it.
typedef struct load {
    const op_t *op;
    uint32_t root;
    int64_t first, first_last, last;
    bool scalar;
    bool before_vector, before_scalar;  // a barrier orders it before later stores of that kind
} load_t;

typedef struct run {
    ptoc_t *cc;
    eval_t eval;
    order_t *order;
    tokens_t *tokens;
    const op_t *setters[PIPE_COUNT][PIPE_COUNT][EVENT_IDS], *waiters[PIPE_COUNT][PIPE_COUNT][EVENT_IDS],
        *getters[PIPE_COUNT][BUF_IDS];  // waiters: the first wait without a set
    int64_t written[SPACE_COUNT];       // the lowest address possibly written; INT64_MAX: none
    access_t accesses[ACCESSES_MAX];
    uint32_t accesses_num, accesses_base;  // entries before the base belong to code around the branch
    store_t stores[STORES_MAX];            // of the vector scope
    uint32_t stores_num;
    load_t loads[LOADS_MAX];
    uint32_t loads_num;
    uint64_t loaded;   // the bit of the current load, and of loads known to complete before it
    uint64_t settled;  // loads that stores before a barrier depend on: they complete before later loads
    uint32_t steps;
    bool in_scope;
    bool on_cube;  // simulates a cube core: skips sections of vector cores, else those of cube cores
} run_t;

// lint_tokens.c

void run_join_clock(pipe_clock_t into, const pipe_clock_t from);
/// Issues a command on a pipe: it starts after everything that the scalar unit knows to be complete. Returns its
/// number.
uint32_t run_issue(run_t *run, int pipe);
void run_complete_all(run_t *run);
void run_flag(run_t *run, const op_t *op);
void run_buffer(run_t *run, const op_t *op);
/// pipe_barrier of one pipe: its commands so far are complete.
void run_pipe_barrier(run_t *run, int pipe);
/// Makes flags and buffers unknown, after a call or other unknown code.
void run_forget_tokens(tokens_t *tokens);
/// Joins two states of the tokens after a branch or a truncated loop: differing tokens become unknown.
void run_join_tokens(tokens_t *into, const tokens_t *other);
/// Reports tokens that an iteration consumes without returning them, and that were missing already in this one.
void run_check_iteration(run_t *run, const tokens_t *before);
/// Reports tokens left at the end of the function.
void run_check_tokens(run_t *run);

// lint_access.c

void run_mem_bar(run_t *run, const op_t *op);
/// The loads of the scope that an operation's operands depend on.
uint64_t run_loads_of(run_t *run, const op_t *op);
void run_vector(run_t *run, const op_t *op, uint32_t seq);
void run_transfer(run_t *run, const op_t *op);
void run_scalar_access(run_t *run, const op_t *op);
/// Assumes that any local memory may have been written.
void run_forget_written(run_t *run);

#endif
