// SPDX-License-Identifier: Apache-2.0
//
// The clocks of `ptometal run --time`: an observer (../core/observe.h) that computes the time of a run on an NPU.
//
//   clocks.c   a clock for each pipe and scalar unit, and the order between them
//   hands.c    flags, tokens, semaphores, cross-core flags, barriers: the times that they carry
//   cost.c     the cycles of a command
//   work.c     the data that a command moves: bytes and bursts by memory
//   recipe.c   tile operations as vector instructions
//   memo.c     memoised cycles
//   vector.c   the vector unit of A5: instructions of a vector function to cycles
//   told.c     the reports of vector functions of .pto kernels to it
//   threads.c  grids of SIMT threads
//   trace.c    the instructions that vector functions in C have recorded
//   table.c    the numbers, of isa/time/
//   tasks.c    tasks of a program, each with cycles of its own
//   report.c   lines for the driver
//
// A command starts once it has been issued, its pipe is free and the events it waits for have happened; it ends after
// its cost. The order in which agents run here has no influence, so every policy, hart map and backend gives the same
// cycles.
#ifndef PTO_TIME_H
#define PTO_TIME_H

#include <pto/print.h>

#include "../core/core.h"
#include "table.h"

typedef uint64_t cycles_t;

// A time, and the command that determined it: its agent and number. Agent 0: none.
typedef struct {
    cycles_t at;
    uint32_t agent, seq;
} moment_t;

// Data that a command moved while it ran.
typedef struct {
    uint64_t gm_read, gm_written, local_read, local_written;
    uint64_t gm_bursts;  // rows in GM
    uint64_t far_read, far_written;  // of these, bytes of other ranks
    uint8_t written;     // a memory of the core that it wrote: pto_mem_t
    uint64_t rate;       // bytes for each cycle of its path, multiplications for each cycle of the cube
    uint64_t products;   // multiplications
} work_t;

#define TIME_ENDS  256  // ends of commands kept for each pipe
#define TIME_POSTS 64   // sets that are not yet waited for

// A pipe, or the scalar unit.
typedef struct {
    moment_t now;  // the end of its last command
    uint32_t self;
    uint32_t seq;
    moment_t issued[PTO_QUEUE_DEPTH];
    cycles_t ends[TIME_ENDS];
    cycles_t busy, waiting;
    uint64_t bytes, products;
    uint64_t possible;  // bytes, or products, at the peak rate of its paths during its busy cycles
    uint32_t commands;
} time_agent_t;

typedef struct {
    const pto_core_t *core;
    uint32_t block;
    cycles_t began, done;  // of the current block; of the one before
    time_agent_t agent[PTO_PIPE_NUM];
    moment_t flag[PTO_PIPE_NUM][PTO_PIPE_NUM][PTO_EVENT_ID_NUM];
    moment_t before[PTO_PIPE_NUM][PTO_PIPE_NUM][PTO_EVENT_ID_NUM];  // the sets before these
    moment_t release[PTO_BUFFER_ID_NUM][PTO_PIPE_NUM][TIME_POSTS];
    uint32_t releases[PTO_BUFFER_ID_NUM][PTO_PIPE_NUM];
    cycles_t link_free;       // when its link has sent all writes to other ranks
    moment_t landed, copied;  // when the last write has landed, and the last asynchronous copy
} time_core_t;

extern time_core_t time_cores[PTO_CORE_MAX];
extern uint32_t time_core_num;

// Advances a time to that of an event that it waits for.
static inline void time_join(moment_t *moment, moment_t other)
{
    if (other.at > moment->at) {
        *moment = other;
    }
}

// hands.c: times that a waiting command receives, and those that a finished one passes on.
void time_hands_reset(void);
// For a task that begins: forget what a core, or the barriers of a launch, carried before.
void time_hands_forget(const time_core_t *self);
void time_barriers_forget(const pto_launch_t *launch);
void time_hear(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t *moment);
void time_tell(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t end);
// Hand-overs inside commands: begin and end of the running one.
void time_hands_begin(void);
void time_hands_end(moment_t *start);
void time_hands_given(moment_t end);
// Whether the running command has handed anything over.
bool time_hands_any(void);

// work.c
void time_work_begin(void);
work_t time_work(void);

// cost.c
// Returns the cycles of a command. Sets in `work` the peak rate of the pipe.
cycles_t time_cost(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, work_t *work);
// Returns the bytes of GM that a core moves in a cycle, on a path of this rate.
uint32_t time_gm_rate(const pto_core_t *core, uint32_t rate);

// recipe.c: the cycles of a tile operation on PIPE_V; 0 if its recipe is unknown.
cycles_t time_recipe(const pto_cmd_t *cmd, const work_t *work);

// vector.c
void time_vector_begin(void);
cycles_t time_vector_end(void);
typedef struct {
    uint16_t dst[2], src[4];  // numbers of values, 0: none
} time_values_t;
void time_vector_op(const time_op_t *op, const time_values_t *values);
void time_vector_move(uint32_t dst, uint32_t src);
// The next load widens its elements; issue pauses for some cycles.
void time_vector_widen(void);
void time_vector_wait(uint32_t cycles);
// Begins a loop of this many equal iterations, 0: unknown. Then, before each iteration: returns how many iterations to
// skip, as they equal earlier ones. A row is an iteration that does not end the issue of the current cycle.
void time_vector_loop(uint64_t iterations);
uint64_t time_vector_iteration(void);
uint64_t time_vector_row(void);
// Before an iteration of a loop of unknown length, of which this and the next ones, `alike` in all, equal the one before.
uint64_t time_vector_iterations_alike(uint64_t alike);
void time_vector_loop_end(void);
// Ends the issue of the current cycle.
void time_vector_next(void);

// told.c: begin of a vector function, which reports nothing if its cycles are known
void time_told_begin(bool is_known);
void time_told_access(bool is_store);
bool time_told_is_guess(void);  // not all of its instructions were reported
bool time_told_varies(void);    // its cycles do not follow from its parameters

// trace.c: a vector function in C: begin, whether it has recorded instructions, and its cycles
void time_trace_begin(void);
bool time_trace_any(void);
cycles_t time_trace_end(void);

// threads.c: begin of a vector function, whether it has run threads, and its cycles
void time_threads_begin(void);
bool time_threads_any(void);
cycles_t time_threads_end(void);

// memo.c
uint64_t time_key(uint64_t key, uint64_t more);
void time_memo_reset(void);
bool time_recall(uint64_t key, cycles_t *cycles);
void time_remember(uint64_t key, cycles_t cycles);
// Begin and end of a vector function; returns its cycles.
void time_function_begin(const pto_cmd_t *cmd);
bool time_function_is_guess(void);
cycles_t time_function_end(void);

// tasks.c
void time_tasks_reset(void);
// The number of cores that share the bandwidth of GM: those of the launch that have a block in the same wave.
uint32_t time_sharers(const pto_core_t *core);
void time_task_block(const pto_core_t *core);
void time_task_block_end(const time_core_t *core);

// report.c
typedef struct {
    uint32_t pipe, seq;
    cycles_t issued, start, end;
    cycles_t waited;  // while the pipe was free
    moment_t cause;  // the event after which it started
    uint64_t bytes, products, possible;
    uint64_t wall_start, wall_end;  // hal_cycle() of the machine that counts
    bool syncs;
    bool guess;  // its cost is a guess: not all of its instructions were reported
} time_span_t;
void time_report_begin(const pto_run_t *run);
void time_report_command(const time_core_t *self, const pto_cmd_t *cmd, const time_span_t *span);
// A task has ended: its cycles, and the busy cycles of each pipe on all of its cores.
void time_report_task(const pto_launch_t *launch, cycles_t cycles, const cycles_t *busy);
void time_report_end(cycles_t cycles);

#endif
