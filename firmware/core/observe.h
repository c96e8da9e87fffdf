// SPDX-License-Identifier: Apache-2.0
//
// Observers: the events of a run that an image may watch. Private to firmware/.
//
// An image whose runtime is built with PTO_OBSERVED (the library pto_runtime_observed) defines the functions below.
// They see every command, as each has a record then and runs through pto_execute(). Other images pay nothing:
// PTO_OBSERVE() is empty, and commands that can run at once do so without a record.
//
//   pto_observe_program      a program begins; a launch of all submitted tasks follows at each flush
//   pto_observe_launch       the cores are ready, nothing runs yet
//     pto_observe_block      a core begins a block; the other cores of the block wait for it
//       pto_observe_issue    a command has been issued on a pipe: these calls are the program order of the core
//       pto_observe_execute  an agent is about to run a command: the observer runs it by pto_step(). Called again for
//                            one that was blocked
//         pto_observe_access during the command: the bytes it is about to read or write. Called only once it cannot
//                            block any more. Vector functions report through hal/vector/observe.h
//     pto_observe_block_end  all commands of the block are done
//   pto_observe_launch_end   the launch is over, or a fault is about to be reported
//
// `seq` counts the commands of an agent from 1. For pipes it is the number in the command's completion event, the same
// at issue and execution. At most PTO_QUEUE_DEPTH commands are in flight, so an observer can keep notes of each in a
// table indexed by seq % PTO_QUEUE_DEPTH. Commands of the scalar unit itself (its waits, sets with PIPE_S, barriers,
// the end of a block) are not issued; they run on PIPE_S.
//
// Calls come from the hart of the agent. Other agents are unblocked (by a set, a release, an arrival) within
// pto_step(), and an awaited event has happened when pto_step() returns. So an observer publishes its clock before
// pto_step() and joins after it.
#ifndef PTO_OBSERVE_H
#define PTO_OBSERVE_H

// Kinds of accesses.
typedef enum {
    PTO_READS,
    PTO_CARRIES,  // reads of a transfer, which may include bytes beside the data
    PTO_REST,     // more reads of that transfer, which may all lie beside the data
    PTO_WRITES,
    PTO_BURSTS,   // writes of a transfer: unordered among each other
    PTO_UPDATES,  // atomic read-modify-write of each element: adds to it
    PTO_UPDATES_MAX,
    PTO_UPDATES_MIN,
} pto_access_t;

static inline bool pto_is_read(pto_access_t kind)
{
    return kind == PTO_READS || kind == PTO_CARRIES || kind == PTO_REST;
}

// A table, of which an access touches some rows.
typedef struct {
    const void *base;
    uint64_t bytes, num, pitch;
} pto_table_t;

// The region of an operand: runs of contiguous bytes.
typedef struct {
    const uint8_t *at;
    uint64_t bytes, step, num;
    uint32_t element;  // bytes
    bool by_rows;      // a run is a row, else a column
} pto_runs_t;

#define PTO_UPDATES_BY(atomic_op) ((pto_access_t)(PTO_UPDATES + (atomic_op)))

#ifdef PTO_OBSERVED

void pto_observe_launch(const pto_run_t *run);
void pto_observe_block(const pto_core_t *core);
void pto_observe_issue(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq);
pto_step_t pto_observe_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq);
// Reports rows of `bytes` bytes each, `stride` bytes apart, accessed by the agent that this hart runs.
void pto_observe_access(pto_access_t kind, const void *address, uint64_t bytes, uint64_t rows, uint64_t stride);
void pto_observe_some_rows(pto_access_t kind, const pto_table_t *table, const uint32_t *some, uint32_t num);
// Hand-over between agents inside a command: the commands before the give happen before those after the take. `what`
// and `number` name the object.
void pto_observe_give(const void *what, uint32_t number);
void pto_observe_take(const void *what, uint32_t number);
// SIMT code (core/simt.c): all threads of a grid have come here, at its begin and at barriers; thread `index` runs now;
// it is about to read, write or update memory.
void pto_observe_grid(void);
void pto_observe_thread(uint32_t index);
void pto_observe_thread_access(pto_access_t kind, const pto_loc_t *loc, const void *address, size_t bytes);
void pto_observe_block_end(const pto_core_t *core);
void pto_observe_launch_end(const pto_run_t *run);
// Optional: a program begins; launches of its tasks follow.
void pto_observe_program(void);
// Optional, called on several harts: whether a command has to wait although it could run.
bool pto_observe_holds(const pto_core_t *core, const pto_cmd_t *cmd);
// Optional: synchronisation left over by a block. Returns false to make it a warning.
bool pto_observe_left(const pto_core_t *core, const pto_loc_t *loc, const char *text);
// Optional: a command writes `dst` and reads `src`. In place, it reads an element of src before it writes the one of dst
// at its place; else nothing is stated of the order.
void pto_observe_operands(pto_runs_t dst, pto_runs_t src, bool in_place);
// Optional: a scalar unit waits for its own stores (pto_dsb, pto_dcci).
void pto_observe_fence(const pto_core_t *core);
// Optional: accesses until the next call are of an asynchronous copy, by its number; 0: of their agent again.
void pto_observe_copy(const pto_core_t *core, int64_t number);
// Optional: the scalar unit has waited for its copies up to a number.
void pto_observe_copied(const pto_core_t *core, int64_t number);
// Optional: an element of a signal has a new value, set or added to. And: a wait or test has found a value.
void pto_observe_notify(const int32_t *at, int32_t value, bool adds);
void pto_observe_signal(const int32_t *at, bool (*holds)(int32_t found, uint32_t cmp, int32_t value), uint32_t cmp,
                        int32_t value);
// Optional: all cores of a task have ended their blocks, and none of its dependents has begun.
void pto_observe_task_end(const pto_task_t *task);
// Optional: for the report of a deadlock, writes how often a flag was set and returns the length.
size_t pto_observe_sets(const pto_core_t *core, const pto_cmd_t *wait, char *text, size_t bytes);
// Optional: no agent can run.
void pto_observe_deadlock(void);

#define PTO_OBSERVE(what, ...) pto_observe_##what(__VA_ARGS__)

#else
#define PTO_OBSERVE(what, ...) ((void)0)
#endif

#endif
