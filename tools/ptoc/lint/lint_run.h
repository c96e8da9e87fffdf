// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files of the abstract run: lint_sync.c (what runs when), lint_tokens.c (clocks, flags, buffers) and
// lint_access.c (who uses which bytes).

#ifndef PTOC_LINT_RUN_H
#define PTOC_LINT_RUN_H

#ifndef PTOC_LINT_H
#error "include lint.h before lint_run.h"
#endif

#define STEPS_MAX    100000
#define TURNS_MAX    3  // of a loop: enough for the edge back to a buffer of a pair
#define ACCESSES_MAX 1024
#define STORES_MAX   256
#define LOADS_MAX    64        // a bit each
#define EVENT_IDS    (8 + 1)   // the last one stands for ids that are not constant
#define BUF_IDS      (32 + 1)  // here too
#define IF_STEPS     100       // what a branch of unknown condition costs: it copies the state
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

/// What a branch copies.
typedef struct order {
    pipe_clock_t know[PIPE_COUNT];
    pipe_clock_t flags[PIPE_COUNT][PIPE_COUNT][EVENT_IDS];
    pipe_clock_t released[BUF_IDS];
    pipe_clock_t issued;
} order_t;

/// Flags that are set and buffers that are held, as far as ids and branches are known.
typedef struct tokens {
    int32_t flags[PIPE_COUNT][PIPE_COUNT][EVENT_IDS];  // sets less waits
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
    uint64_t loads;                     // that it is made of
} store_t;

/// A load of the vector scope, and up to where it is sure to use bytes: of its first element, and of all of it.
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
        *getters[PIPE_COUNT][BUF_IDS];  // of waiters the first that finds no set
    int64_t written[SPACE_COUNT];       // the lowest address that may have been written; INT64_MAX: none
    access_t accesses[ACCESSES_MAX];
    uint32_t accesses_num, accesses_base;  // entries before the base belong to code around the branch
    store_t stores[STORES_MAX];            // of the vector scope
    uint32_t stores_num;
    load_t loads[LOADS_MAX];
    uint32_t loads_num;
    uint64_t loaded;   // the bit of the load that this operation is, and of those that are over before it
    uint64_t settled;  // the loads that stores behind a barrier are made of: they are over before later loads
    uint32_t steps;
    bool in_scope;
    bool on_cube;  // the run of a cube core: sections of vector cores are left out, else those of cube cores
} run_t;

// lint_tokens.c

void run_join_clock(pipe_clock_t into, const pipe_clock_t from);
/// A command is issued on a pipe: it starts behind what the scalar unit knows to be complete. Returns its number.
uint32_t run_issue(run_t *run, int pipe);
void run_complete_all(run_t *run);
void run_flag(run_t *run, const op_t *op);
void run_buffer(run_t *run, const op_t *op);
/// pipe_barrier of one pipe: its commands so far are complete.
void run_pipe_barrier(run_t *run, int pipe);
/// What a call or another way out of sight may have done to flags and buffers.
void run_forget_tokens(tokens_t *tokens);
/// Where two states of the tokens differ, nothing is known: behind a branch, and behind a loop that ran too short.
void run_join_tokens(tokens_t *into, const tokens_t *other);
/// What a turn of a loop takes away that it does not give back, and was not there even for this one.
void run_check_turn(run_t *run, const tokens_t *before);
/// What is left at the end of the function.
void run_check_tokens(run_t *run);

// lint_access.c

void run_mem_bar(run_t *run, const op_t *op);
/// The loads of the scope that the operands of an operation are made of.
uint64_t run_loads_of(run_t *run, const op_t *op);
void run_vector(run_t *run, const op_t *op, uint32_t seq);
void run_transfer(run_t *run, const op_t *op);
void run_scalar_access(run_t *run, const op_t *op);
/// Something may write local memories of which nothing is known.
void run_forget_written(run_t *run);

#endif
