// SPDX-License-Identifier: Apache-2.0
//
// The clocks of `ptometal run --time`: an observer (../core/observe.h) that counts what a run would take on an NPU.
//
//   clocks.c   a clock for each pipe and scalar unit, and what orders them
//   hands.c    flags, tokens, semaphores, cross-core flags, barriers: the times that they carry
//   cost.c     the cycles of a command
//   work.c     what a command moves: bytes and bursts by memory
//   recipe.c   tile operations as vector instructions
//   memo.c     cycles that have been worked out once
//   vector.c   the vector unit of A5: instructions of a vector function to cycles
//   told.c     what vector functions tell it
//   table.c    the numbers, of isa/time/
//   report.c   lines for the driver
//
// A command starts when it has been issued, its pipe is free and what it waits for has come; it ends by its cost. None
// of that depends on who ran first here, so every policy, hart map and backend gives the same cycles.
#ifndef PTO_TIME_H
#define PTO_TIME_H

#include <pto/print.h>

#include "../core/core.h"
#include "table.h"

typedef uint64_t cycles_t;

// A moment, and the command that made it so late: its agent and number. Agent 0: nobody.
typedef struct {
    cycles_t at;
    uint32_t agent, seq;
} moment_t;

// What a command moved while it ran.
typedef struct {
    uint64_t gm_read, gm_written, local_read, local_written;
    uint64_t gm_bursts;  // rows in GM
    uint8_t written;     // a memory of the core that it wrote: pto_mem_t
    uint64_t rate;       // bytes a cycle of its path, multiplications a cycle of the cube
    uint64_t products;   // multiplications
} work_t;

#define TIME_ENDS  256  // ends of commands that are kept for each pipe
#define TIME_POSTS 64   // what was set and not yet waited for

// A pipe, or the scalar unit.
typedef struct {
    moment_t now;  // the end of its last command
    uint32_t self;
    uint32_t seq;
    moment_t issued[PTO_QUEUE_DEPTH];
    cycles_t ends[TIME_ENDS];
    cycles_t busy, waiting;
    uint64_t bytes, products;
    uint64_t possible;  // bytes, or products, at the peak of its paths in the cycles that it was busy
    uint32_t commands;
} time_agent_t;

typedef struct {
    const pto_core_t *core;
    uint32_t block;
    cycles_t began, done;  // of the block that runs; of the one before
    time_agent_t agent[PTO_PIPE_NUM];
    moment_t flag[PTO_PIPE_NUM][PTO_PIPE_NUM][PTO_EVENT_ID_NUM];
    moment_t release[PTO_BUFFER_ID_NUM][PTO_PIPE_NUM][TIME_POSTS];
    uint32_t releases[PTO_BUFFER_ID_NUM][PTO_PIPE_NUM];
} time_core_t;

extern time_core_t time_cores[PTO_CORE_MAX];
extern uint32_t time_core_num;

// Of a moment and one that it waits for, the later.
static inline void time_join(moment_t *moment, moment_t other)
{
    if (other.at > moment->at) {
        *moment = other;
    }
}

// hands.c: what a command that waits hears of, and what one tells that has ended.
void time_hands_reset(void);
void time_hear(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t *moment);
void time_tell(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t end);
// Hand-overs inside of commands: the one that runs begins and ends.
void time_hands_begin(void);
void time_hands_end(moment_t *start);
void time_hands_given(moment_t end);

// work.c
void time_work_begin(void);
work_t time_work(void);

// cost.c
// Notes in `work` what the pipe does at its peak.
cycles_t time_cost(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, work_t *work);

// recipe.c: the cycles of a tile operation on PIPE_V; 0: of none that is known.
cycles_t time_recipe(const pto_cmd_t *cmd, const work_t *work);

// vector.c
void time_vector_begin(void);
cycles_t time_vector_end(void);
typedef struct {
    uint16_t dst[2], src[4];  // numbers of values, 0: none
} time_values_t;
void time_vector_op(const time_op_t *op, const time_values_t *values);
void time_vector_move(uint32_t dst, uint32_t src);
// The next load widens its elements; nothing is issued for some cycles.
void time_vector_widen(void);
void time_vector_wait(uint32_t cycles);
// A loop of so many turns that are the same, 0: unknown. Before each turn: returns how many need not be run, as they
// are like those before. A row is a turn that does not end what is issued in a cycle.
void time_vector_loop(uint64_t turns);
uint64_t time_vector_turn(void);
uint64_t time_vector_row(void);
void time_vector_loop_end(void);
// Nothing more is issued in this cycle.
void time_vector_next(void);

// told.c: a vector function begins, which tells of nothing where its cycles are known
void time_told_begin(bool is_known);
void time_told_access(bool is_store);
bool time_told_is_guess(void);  // not all of its instructions were seen
bool time_told_varies(void);    // its cycles are not known from its parameters

// memo.c
uint64_t time_key(uint64_t key, uint64_t more);
void time_memo_reset(void);
bool time_recall(uint64_t key, cycles_t *cycles);
void time_remember(uint64_t key, cycles_t cycles);
// A vector function runs; its cycles.
void time_function_begin(const pto_cmd_t *cmd);
bool time_function_is_guess(void);
cycles_t time_function_end(void);

// report.c
typedef struct {
    uint32_t pipe, seq;
    cycles_t issued, start, end;
    cycles_t waited;  // with a free pipe
    moment_t cause;  // what it started after
    uint64_t bytes, products, possible;
    bool syncs;
    bool guess;  // its cost: not all of its instructions were seen
} time_span_t;
void time_report_begin(const pto_run_t *run);
void time_report_command(const time_core_t *self, const pto_cmd_t *cmd, const time_span_t *span);
void time_report_end(cycles_t cycles);

#endif
