// SPDX-License-Identifier: Apache-2.0
//
// Observers: what an image may watch of a run. Private to firmware/.
//
// An image whose runtime is built with PTO_OBSERVED (the library pto_runtime_observed) defines the functions below.
// They see everything that happens, as every command is a record then and runs through pto_execute(). Other images hold
// nothing of this: PTO_OBSERVE() is empty, and commands that can run at once do so without a record.
//
//   pto_observe_program      a program begins, with a launch for all tasks between two times that it is flushed
//   pto_observe_launch       the cores are ready, nothing runs yet
//     pto_observe_block      a core begins a block; the others of its block wait for it
//       pto_observe_issue    a command has been issued on a pipe: these calls are the program order of the core
//       pto_observe_execute  an agent is about to run a command: the observer does that, by pto_step(). Comes again for
//                            one that was blocked
//         pto_observe_access while it runs: what it reads and writes, before it does so, and only once it cannot be
//                            blocked any more. Vector functions tell by hal/vector/observe.h
//     pto_observe_block_end  all commands of the block are done
//   pto_observe_launch_end   all is over, or a fault is about to be reported
//
// `seq` counts the commands of an agent from 1. For pipes it is the number in the command's completion event, the same
// at its issue and when it runs; at most PTO_QUEUE_DEPTH are on the way, so a table by seq % PTO_QUEUE_DEPTH can keep
// what an observer notes of each. Commands of the scalar unit itself (its waits, sets with PIPE_S, barriers, the end of
// a block) are not issued, they run on PIPE_S.
//
// Calls come from the hart of the agent. What makes other agents go on (a set, a release, an arrival) happens within
// pto_step(); what is waited for has happened when that is done. So an observer publishes before it and joins after it.
#ifndef PTO_OBSERVE_H
#define PTO_OBSERVE_H

// What an access does.
typedef enum {
    PTO_READS,
    PTO_CARRIES,  // reads of a transfer, which may take along what lies beside the data
    PTO_REST,     // more of the same transfer, which may be all beside the data
    PTO_WRITES,
    PTO_BURSTS,   // writes of a transfer: in no order among each other
    PTO_UPDATES,  // reads and writes, each element as one: adds to it
    PTO_UPDATES_MAX,
    PTO_UPDATES_MIN,
} pto_access_t;

// Rows of a table, of which an access takes some.
typedef struct {
    const void *base;
    uint64_t bytes, num, pitch;
} pto_table_t;

#define PTO_UPDATES_BY(atomic_op) ((pto_access_t)(PTO_UPDATES + (atomic_op)))

#ifdef PTO_OBSERVED

void pto_observe_launch(const pto_run_t *run);
void pto_observe_block(const pto_core_t *core);
void pto_observe_issue(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq);
pto_step_t pto_observe_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq);
// Rows of `bytes` bytes each, `stride` bytes apart, by the agent that this hart runs.
void pto_observe_access(pto_access_t kind, const void *address, uint64_t bytes, uint64_t rows, uint64_t stride);
void pto_observe_some_rows(pto_access_t kind, const pto_table_t *table, const uint32_t *some, uint32_t num);
// A hand-over between agents that is no command of its own: who takes what somebody has given knows what that one did
// before. `what` and `number` say which.
void pto_observe_give(const void *what, uint32_t number);
void pto_observe_take(const void *what, uint32_t number);
void pto_observe_block_end(const pto_core_t *core);
void pto_observe_launch_end(const pto_run_t *run);
// May be there: a program begins, of which runs of tasks follow.
void pto_observe_program(void);
// May be there, asked on several harts: whether a command has to wait although it could run.
bool pto_observe_holds(const pto_core_t *core, const pto_cmd_t *cmd);
// May be there: synchronisation that a block has left behind. Returns false where it shall be a warning.
bool pto_observe_left(const pto_core_t *core, const pto_loc_t *loc, const char *text);
// May be there: a scalar unit waits for its own stores (pto_dsb, pto_dcci).
void pto_observe_fence(const pto_core_t *core);
// May be there: for the report of a deadlock, writes what is known of the sets of a flag and returns the length.
size_t pto_observe_sets(const pto_core_t *core, const pto_cmd_t *wait, char *text, size_t bytes);
// May be there: nobody can go on.
void pto_observe_deadlock(void);

#define PTO_OBSERVE(what, ...) pto_observe_##what(__VA_ARGS__)

#else
#define PTO_OBSERVE(what, ...) ((void)0)
#endif

#endif
