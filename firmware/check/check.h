// SPDX-License-Identifier: Apache-2.0
//
// The checker of `ptometal run --check`: an observer (../core/observe.h) that judges one run for all legal orders.
//
//   clock.h   vector clocks
//   order.c   which accesses are ordered: clocks of the agents of a block, joined where they synchronise
//   tasks.c   which tasks of a program have ended before which others begin
//   access.c  accesses of commands and of scalar units
//   scalar.c  plain C accesses of scalar units
//   vf.c      accesses of vector functions, merged into ranges
//   map.h     bit maps of UB
//   doubt.c   which loaded bytes of a vector function affect its result
//   overtake.c  stores of a vector function that its own loads may see too early
//   shadow.c  last writer and readers of each byte of all memories
//   states.c  how an access changes them
//   cells.c   their storage
//   place.c   memories of addresses
//   notes.c   names and source locations of commands in reports
//   signals.c  signals between ranks, by the value that a wait may have seen
//   findings.c  what was found, one for each cause, printed at the end
//   report.c  what findings say
//
// A vector clock counts, for every agent, the commands known to be complete. An access of command n of agent a happens
// before a command whose clock is at least n for a. Commands of a pipe start in order, but transfers of MTE2 and MTE3
// may overlap: their pipe counts its own commands only after a barrier, or through a clock that another agent sends.
#ifndef PTO_CHECK_H
#define PTO_CHECK_H

#include <pto/print.h>

#include "clock.h"

// How a report names a command. Commands of one source location share a note.
typedef struct {
    const pto_loc_t *loc;
    const char *op;
    const char *vf;  // the name of a vector function, else NULL
    uintptr_t pc;    // of an access without a source location, else 0
} check_note_t;

// An epoch: 1 + agent and seq, packed; 0: no access.
typedef uint32_t check_mark_t;

#define CHECK_UNKNOWN UINT32_MAX  // an access that is not checked any more

typedef struct {
    check_mark_t mark;
    uint32_t block : 24, updates : 8;  // of the launch; 0 or the kind of atomic update
    uint32_t note;
    uint32_t order;  // in the program of its core
} __attribute__((aligned(8))) check_who_t;

// A flag in this block.
typedef struct {
    check_clock_t clock;    // of the last set
    check_who_t set, wait;  // the last ones
    uint32_t num, taken;    // number of sets and waits
    bool several;           // set from several source locations
} check_flag_t;

// A command in flight.
typedef struct {
    check_clock_t issued, began;  // clock of the scalar unit at the issue, and of the pipe at the start
    uint32_t note, order;
} check_command_t;

// A pipe, or the scalar unit, whose steps count as its commands.
typedef struct {
    check_clock_t knows;
    uint32_t self;            // its index in clocks
    check_mark_t first_mark;  // epoch before its first command
    uint32_t time;            // commands so far
    uint32_t seq;             // of the command that runs
    check_who_t now;          // its accesses; of the SU, with the source location of its last issue or wait
    check_command_t command[PTO_QUEUE_DEPTH];
} check_agent_t;

typedef struct {
    const pto_core_t *core;
    uint32_t slot;         // of the core in its block
    const pto_task_t *task;  // the one it runs
    uint32_t first_agent;  // index in clocks
    uint32_t stores;       // index of its scalar unit's stores in clocks: see check_store_pipe()
    uint32_t link, copies;   // vector core: indices of its writes to other ranks and of its asynchronous copies; else 0
    int64_t copy;          // number of the copy that runs, or 0
    check_who_t last_copy;
    uint32_t handed;       // stores of the scalar unit that vector functions may read
    check_agent_t agent[PTO_PIPE_NUM];
    check_flag_t flag[PTO_PIPE_NUM][PTO_PIPE_NUM][PTO_EVENT_ID_NUM];
    check_clock_t release[PTO_BUFFER_ID_NUM][PTO_PIPE_NUM];
} check_core_t;

// An access in progress: command `seq` of an agent, with its clock.
typedef struct {
    check_core_t *core;
    uint32_t pipe, seq;
    const check_clock_t *clock;
    check_who_t who;
} check_access_t;

// Bits of a mark for the number of a command; the rest names one of up to 62 agents, or of 254.
#define CHECK_SEQ_BITS (CHECK_AGENTS < 63 ? 26 : 24)
#define CHECK_SEQ_MASK ((1u << CHECK_SEQ_BITS) - 1)
_Static_assert(CHECK_AGENTS < 1 << (32 - CHECK_SEQ_BITS), "a mark names an agent");

static inline uint32_t check_agent(const check_core_t *core, uint32_t pipe)
{
    return core->first_agent + pipe;
}

// Stores of a scalar unit have a clock entry of their own: a launch orders a vector function after the loads and waits
// of the scalar unit, but not after its stores. The entry is that of a pipe which the core does not have. Stores of a
// step have its number plus 1, since the first step of a block has the number of the last step before it.
static inline uint32_t check_store_pipe(bool cube)
{
    return cube ? PIPE_V : PIPE_M;
}

// Writes to other ranks land later than their command ends, and asynchronous copies later than their call returns. Both
// have clock entries of their own on vector cores, those of pipes that these do not have. A write has the number of its
// command; a fence tells the scalar unit of those whose commands it knows to be complete.
#define CHECK_LINK   PIPE_MTE1
#define CHECK_COPIES PIPE_FIX

#define CHECK_SIGNALS 128  // between ranks, at a time

static inline bool check_same_agent(check_mark_t a, check_mark_t b)
{
    return a >> CHECK_SEQ_BITS == b >> CHECK_SEQ_BITS;
}

// tasks.c Whether the order of blocks decides; for blocks that run at the same time, clocks do.
typedef enum { CHECK_UNORDERED, CHECK_ORDERED, CHECK_BY_CLOCK } check_relation_t;

// Returns the relation to an access in another block.
check_relation_t check_blocks(check_who_t first, const check_access_t *access);
// The tasks that run from now on.
void check_tasks_begin(void);
// The clock with which a task begins. NULL: none.
const check_clock_t *check_task_clock(const pto_task_t *task);
// A signal is used from now on, has been sent, has been waited for; by its number among CHECK_SIGNALS.
void check_signal_begins(uint32_t signal);
void check_task_tells(const pto_core_t *core, uint32_t signal);
void check_task_hears(const pto_core_t *core, uint32_t signal);
// The number of the first block of a core's task, among those of all tasks.
uint32_t check_first_block(const pto_core_t *core);

// A task and a block of it, by its number there.
typedef struct {
    uint32_t number;
    const char *kernel;
    uint32_t block, block_num;
} check_task_t;

// Whether an address is in the arguments of a core's task, which are in GM.
bool check_is_argument(const pto_core_t *core, uintptr_t address);
// A scalar unit has accessed its GM.
void check_if_writable(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind);
// Returns false where there are no tasks.
bool check_task_of(check_who_t who, check_task_t *found);

// Whether an access happens before another one, or belongs to the same command. Blocks of different waves are
// unordered, although the same core runs them one after the other; tasks of a program are ordered only by dependences.
static inline bool check_is_ordered(check_who_t first, const check_access_t *access)
{
    if (first.mark == 0 || first.mark == CHECK_UNKNOWN) {
        return true;
    }
    if (first.block != access->who.block) {
        check_relation_t relation = check_blocks(first, access);
        if (relation != CHECK_BY_CLOCK) {
            return relation == CHECK_ORDERED;
        }
    }
    return first.mark == access->who.mark ||
           (first.mark & CHECK_SEQ_MASK) <= access->clock->at[(first.mark >> CHECK_SEQ_BITS) - 1];
}

// order.c
extern check_core_t *check_last_core;  // result of the last lookup
check_core_t *check_find_core(const pto_core_t *core);

static inline check_core_t *check_core_of(const pto_core_t *core)
{
    check_core_t *last = __atomic_load_n(&check_last_core, __ATOMIC_RELAXED);
    return last->core == core ? last : check_find_core(core);
}

check_core_t *check_core_at(const pto_core_t *core, uint32_t slot);
// Joins into a clock what the cores of a task know, and all that they have done.
void check_join_cores(const pto_task_t *task, check_clock_t *clock);
// The core that made an access; `core` made another one of its block, task or rank.
check_core_t *check_core_by(const pto_core_t *core, check_who_t who);
// The clock of a command at its start, if its block is running. NULL: overwritten by later commands.
const check_clock_t *check_known(const pto_core_t *core, check_who_t who);
static inline check_access_t check_access_of(check_core_t *self, uint32_t pipe)
{
    const check_agent_t *agent = &self->agent[pipe];
    return (check_access_t){self, pipe, agent->seq, &agent->knows, agent->now};
}

// The access of the code that this hart executes: a vector function or a scalar unit. False: neither.
static inline bool check_current(check_access_t *access)
{
    const pto_agent_t *agent = pto_agent();
    if (agent == NULL) {
        return false;
    }
    *access = check_access_of(check_core_of(agent->core), agent->pipe);
    return true;
}

// Incremented whenever the clock of an agent is joined with another.
extern uint32_t check_heard;
static inline void check_join(check_clock_t *clock, const check_clock_t *other)
{
    check_heard++;
    check_clock_join(clock, other);
}

extern uint32_t check_locked;

static inline void check_lock(void)
{
    while (__atomic_exchange_n(&check_locked, 1, __ATOMIC_ACQUIRE) != 0) {
    }
}

static inline void check_unlock(void)
{
    __atomic_store_n(&check_locked, 0, __ATOMIC_RELEASE);
}

// shadow.c
void check_shadow_start(void);
// Marks bytes as written by the orchestration of a program, whose order is not checked.
void check_shadow_settle(uintptr_t address, size_t bytes);
void check_shadow_forget(hal_window_t window);
// As above, for bytes that are not whole pages.
void check_shadow_forget_bytes(uintptr_t address, size_t bytes);
// Rows of `bytes` bytes each, `pitch` bytes apart.
typedef struct {
    uintptr_t base;
    size_t bytes, pitch;
    uint32_t num;
} check_rows_t;

static inline bool check_same_rows(const check_rows_t *a, const check_rows_t *b)
{
    return a->base == b->base && a->num == b->num && a->pitch == b->pitch && a->bytes == b->bytes;
}

void check_touch_rows(const check_access_t *access, const check_rows_t *rows, pto_access_t kind);
// Some rows of a table.
void check_touch_some_rows(const check_access_t *access, check_rows_t table, const uint32_t *some, uint32_t num,
                           pto_access_t kind);
void check_touch(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind);
bool check_any_written(const check_rows_t *rows);
// Whether a quick look shows that no byte of the rows has been written.
bool check_are_unwritten(const check_rows_t *rows);
// The last writer of the byte at `address`; `same_until`, at most `end`: where another writer begins.
check_who_t check_writer(uintptr_t address, uintptr_t end, uintptr_t *same_until);
// The sheet that holds `address`, and its writer; false: none.
bool check_sheet_at(uintptr_t address, check_rows_t *rows, check_who_t *writer);
// Whether one access wrote all bytes of the rows last, and which.
bool check_writer_of_rows(check_rows_t rows, check_who_t *writer);

// vf.c
void check_vf_begin(const check_access_t *access, const pto_cmd_t *cmd);
void check_vf_end(void);
// Accesses without a source location: check_vf_next() comes before those of each instruction.
void check_vf_next(void);
void check_vf_access(uintptr_t address, size_t bytes, bool stores);

// doubt.c: loaded bytes of a vector function that may not affect its result.
void check_doubt_begin(const check_access_t *access, const pto_cmd_t *cmd);
// Call before bytes of UB change. Bytes in [*from, returned end) may then change without another call.
uintptr_t check_doubt_save(uintptr_t address, size_t bytes, uintptr_t *from);
void check_doubt_add(uintptr_t from, uintptr_t to, bool unwritten, check_who_t racer);
// Runs the vector function again if there are doubtful bytes. Calls `read` for those that affect the result.
void check_doubt_end(void (*read)(uintptr_t from, uintptr_t to));
// Whether such a repeated run is going on: its accesses are ignored.
extern bool check_again;
// Other repeated runs: the result is kept, any number of runs begin with the former UB, and the result is restored.
void check_doubt_keep(void);
void check_doubt_repeat(void);
void check_doubt_restore(void);

// overtake.c: stores over bytes that the vector function has loaded, without a mem_bar between.
struct pto_site;
void check_overtake_begin(uintptr_t ub);
// Call for each site of loads before its rows are forgotten.
void check_overtake_look(const struct pto_site *load, const struct pto_site *stores);
// Runs the vector function again if loads and stores met.
void check_overtake_end(const check_access_t *access, struct pto_site *loads, struct pto_site *stores);
// Whether each access of a site is passed to check_overtake_access().
extern bool check_recording;
void check_overtake_access(struct pto_site *site, uintptr_t at, size_t bytes, bool stores);

// notes.c Finds or creates a note; returns its number.
uint32_t check_note_number(const pto_loc_t *loc, const char *op, const char *vf, uintptr_t pc);
const check_note_t *check_note(uint32_t number);
void check_notes_forget(void);

// place.c
// The memory of an address: its name, and the offset of the address in it.
typedef struct {
    const char *name;
    uintptr_t offset;
    bool written_at_start;    // by the host
    const pto_core_t *owner;  // of a local memory
} check_place_t;

check_place_t check_place(uintptr_t address);
// Whether the host filled the buffer of an address.
bool check_is_of_input(uintptr_t address);
void check_places_forget(void);

// findings.c
void check_report_reset(void);
void check_unknown(const char *op);
uint32_t check_report_end(void);
// report.c
void check_race(const check_access_t *access, pto_access_t kind, check_who_t other, pto_access_t other_kind,
                uintptr_t address);
// Two threads of a grid access a word, with no barrier between. UINT32_MAX - 1: several threads.
typedef struct {
    uint32_t thread;
    const pto_loc_t *loc;
    bool reads;
} check_side_t;
void check_thread_race(const check_access_t *access, uintptr_t address, check_side_t first, check_side_t second);
void check_uninitialised(const check_access_t *access, uintptr_t address);
// A transfer copies unwritten bytes. The driver finds out by another run whether they affect an output.
void check_carried(const check_access_t *access, uintptr_t address);
// A stream of unaligned stores ended at `address` without a flush.
void check_unflushed(const check_access_t *access, uintptr_t address);
// A vector function loads bytes at `address` that it has stored, with no mem_bar between.
void check_unfenced(const check_access_t *access, uintptr_t address);
// It stores to bytes at `address` that it has loaded, with no mem_bar between.
void check_overtaken(const check_access_t *access, uintptr_t address);
void check_outside(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind);
// A set of a flag whose last wait may not have completed.
void check_reused(const check_access_t *access, const pto_cmd_t *set, check_who_t wait);
// On A2A3: a set of a flag while `other`'s flag, which differs only in the waiting pipe `dst`, may be pending.
void check_shared(const check_access_t *access, const pto_cmd_t *set, uint32_t dst, check_who_t other);
// A notification that overwrites a signal whose wait may not have seen it.
void check_signal_reused(const check_access_t *access, const int32_t *signal, check_who_t wait);
// A notification that another one has overwritten before any wait.
void check_signal_lost(const check_access_t *access, const int32_t *signal, check_who_t lost, check_who_t by);
// hands.c
void check_hands_forget(void);
// signals.c
void check_signals_forget(void);
// A semaphore wait that may consume the set that another wait needs.
void check_taken(const check_access_t *access, const pto_cmd_t *cmd, check_who_t wait);
// A task writes what its arguments let it read.
void check_read_only(const check_access_t *access, uintptr_t address);
// A transfer writes a byte twice; a command writes a byte that it reads as another operand.
void check_overlap(const check_access_t *access, uintptr_t address);
void check_operands(const check_access_t *access, uintptr_t address);
// A command has completed: one line of the recorded order.
void check_order(const check_access_t *access);
// A scalar unit accesses memory: one line for the first access of each step.
void check_order_scalar(const check_access_t *access);

#endif
