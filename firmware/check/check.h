// SPDX-License-Identifier: Apache-2.0
//
// The checker of `ptometal run --check`: an observer (../core/observe.h) that judges one run for all legal orders.
//
//   clock.h   what is known to be over
//   order.c   which accesses are ordered: clocks of the agents of a block, joined where they synchronise
//   access.c  accesses of commands and of scalar units
//   scalar.c  plain C accesses of scalar units
//   vf.c      accesses of vector functions, gathered to ranges
//   map.h     ranges of UB
//   doubt.c   which of what a vector function loads matters
//   shadow.c  who wrote each byte of all memories last, and who has read it since
//   states.c  what an access makes of that
//   cells.c   where it is kept
//   report.c  findings, each cause once
//
// A clock says how many commands of every agent are known to be over. An access of command n of agent a is ordered
// before a command whose clock has at least n for a. Commands of a pipe start in order, but transfers of MTE2 and MTE3
// may overlap: their pipe knows its own commands to be over only after a barrier, or when it hears so from others.
#ifndef PTO_CHECK_H
#define PTO_CHECK_H

#include <pto/print.h>

#include "clock.h"

// What a report says of commands: those of one place in the source are one.
typedef struct {
    const pto_loc_t *loc;
    const char *op;
    const char *vf;  // the name of a vector function, else NULL
    uintptr_t pc;    // of an access without a place, else 0
} check_note_t;

// What is kept of an access: agent and seq packed, 0 for nobody, and in which block of the launch.
typedef uint32_t check_mark_t;

#define CHECK_UNKNOWN UINT32_MAX  // somebody of whom nothing is said

typedef struct {
    check_mark_t mark;
    uint32_t block : 24, updates : 8;  // updates: 0, or by what
    uint32_t note;
    uint32_t order;  // in the program of its core
} __attribute__((aligned(8))) check_who_t;

// A flag in this block.
typedef struct {
    check_clock_t clock;    // what the last set knew
    check_who_t set, wait;  // the last ones
    uint32_t num, taken;    // sets and waits
    bool several;           // sets, from several places
} check_flag_t;

// A command on the way.
typedef struct {
    check_clock_t issued, began;  // what the SU knew when it issued it, and what it knew when it began
    uint32_t note, order;
} check_command_t;

// A pipe, or the scalar unit, whose steps count as its commands.
typedef struct {
    check_clock_t knows;
    uint32_t self;            // in clocks
    check_mark_t first_mark;  // of no command yet
    uint32_t time;            // its commands so far
    uint32_t seq;             // of the command that runs
    check_who_t now;          // what that does; of the SU, with the place where it issued or waited last
    check_command_t command[PTO_QUEUE_DEPTH];
} check_agent_t;

typedef struct {
    const pto_core_t *core;
    uint32_t slot;         // of the core in its block
    uint32_t first_agent;  // in clocks
    uint32_t stores;       // of its scalar unit, in clocks: see check_store_pipe()
    uint32_t handed;       // stores of the scalar unit that are over for vector functions
    check_agent_t agent[PTO_PIPE_NUM];
    check_flag_t flag[PTO_PIPE_NUM][PTO_PIPE_NUM][PTO_EVENT_ID_NUM];
    check_clock_t release[PTO_BUFFER_ID_NUM][PTO_PIPE_NUM];
} check_core_t;

// Who accesses: command `seq` of an agent, with its clock.
typedef struct {
    check_core_t *core;
    uint32_t pipe, seq;
    const check_clock_t *clock;
    check_who_t who;
} check_access_t;

#define CHECK_SEQ_BITS 26
#define CHECK_SEQ_MASK ((1u << CHECK_SEQ_BITS) - 1)
_Static_assert(CHECK_AGENTS < 1 << (32 - CHECK_SEQ_BITS), "a mark names an agent");

static inline uint32_t check_agent(const check_core_t *core, uint32_t pipe)
{
    return core->first_agent + pipe;
}

// Stores of scalar units to memory count in a clock of their own: a vector function that is launched behind one is not
// ordered behind it, as it is behind what the scalar unit has read and waited for. It is that of a pipe which the core
// does not have; those of a step have its number plus 1, as the first step of a block has that of the last one before.
static inline uint32_t check_store_pipe(bool cube)
{
    return cube ? PIPE_V : PIPE_M;
}

static inline bool check_same_agent(check_mark_t a, check_mark_t b)
{
    return a >> CHECK_SEQ_BITS == b >> CHECK_SEQ_BITS;
}

// Whether an access is over before another one begins, or is part of it. Blocks are not ordered because the same cores
// run one after the other.
static inline bool check_is_ordered(check_who_t first, const check_access_t *access)
{
    if (first.mark == 0 || first.mark == CHECK_UNKNOWN) {
        return true;
    }
    if (first.block != access->who.block &&
        first.block % pto_run_state.launch.group_num == access->who.block % pto_run_state.launch.group_num) {
        return false;
    }
    return first.mark == access->who.mark ||
           (first.mark & CHECK_SEQ_MASK) <= access->clock->at[(first.mark >> CHECK_SEQ_BITS) - 1];
}

// order.c
extern check_core_t *check_last_core;  // that was asked for
check_core_t *check_find_core(const pto_core_t *core);

static inline check_core_t *check_core_of(const pto_core_t *core)
{
    check_core_t *last = __atomic_load_n(&check_last_core, __ATOMIC_RELAXED);
    return last->core == core ? last : check_find_core(core);
}

check_core_t *check_core_at(const pto_core_t *core, uint32_t slot);
// What a command of a block that runs knew when it began. NULL: that was too long ago.
const check_clock_t *check_known(const pto_core_t *core, check_who_t who);
static inline check_access_t check_access_of(check_core_t *self, uint32_t pipe)
{
    const check_agent_t *agent = &self->agent[pipe];
    return (check_access_t){self, pipe, agent->seq, &agent->knows, agent->now};
}

// The access of code that this hart runs now: a vector function or a scalar unit.
static inline bool check_current(check_access_t *access)
{
    const pto_agent_t *agent = pto_agent();
    if (agent == NULL) {
        return false;
    }
    *access = check_access_of(check_core_of(agent->core), agent->pipe);
    return true;
}

// Changes whenever an agent hears of others.
extern uint32_t check_heard;
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
void check_shadow_forget(hal_window_t window);
// The same of what is no whole pages.
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
// Whether it is certain, and soon seen, that nobody has written any of some rows.
bool check_are_unwritten(const check_rows_t *rows);
// Who wrote the byte at an address last, and how far, up to `end`, that is so of those behind it.
check_who_t check_writer(uintptr_t address, uintptr_t end, uintptr_t *same_until);
// Rows that one wrote as a whole, one of them with an address, and who; false: there are none.
bool check_sheet_at(uintptr_t address, check_rows_t *rows, check_who_t *writer);
// Whether one wrote all of some rows last, and who.
bool check_writer_of_rows(check_rows_t rows, check_who_t *writer);

// vf.c
void check_vf_begin(const check_access_t *access, const pto_cmd_t *cmd);
void check_vf_end(void);
// Accesses of no place: check_vf_next() before those of an instruction.
void check_vf_next(void);
void check_vf_access(uintptr_t address, size_t bytes, bool stores);

// doubt.c: bytes that a vector function loads and of which it has to be seen whether they matter.
void check_doubt_begin(const check_access_t *access, const pto_cmd_t *cmd);
// To be called before bytes of UB change. Returns up to where, and sets from where on, more may change without a call.
uintptr_t check_doubt_save(uintptr_t address, size_t bytes, uintptr_t *from);
void check_doubt_add(uintptr_t from, uintptr_t to, bool unwritten, check_who_t racer);
// Runs the vector function again where there are doubts. `read` is called for bytes that do matter.
void check_doubt_end(void (*read)(uintptr_t from, uintptr_t to));
// Whether this is such a run: nothing is looked at then.
extern bool check_again;

// report.c
// The number of a note, and the note of a number.
uint32_t check_note_number(const pto_loc_t *loc, const char *op, const char *vf, uintptr_t pc);
const check_note_t *check_note(uint32_t number);

// The memory that an address is in, by its name, and the offset in it.
typedef struct {
    const char *name;
    uintptr_t offset;
    bool written_at_start;    // by the host
    const pto_core_t *owner;  // of a local memory
} check_place_t;

check_place_t check_place(uintptr_t address);
void check_report_reset(void);
void check_race(const check_access_t *access, pto_access_t kind, check_who_t other, pto_access_t other_kind,
                uintptr_t address);
void check_uninitialised(const check_access_t *access, uintptr_t address);
// A transfer takes along what nobody has written. The driver sees by another run whether it matters.
void check_carried(const check_access_t *access, uintptr_t address);
// A stream of unaligned stores that ends at an address, without a flush.
void check_unflushed(const check_access_t *access, uintptr_t address);
// A vector function loads what it has stored, from an address on, and no mem_bar is between the two.
void check_unfenced(const check_access_t *access, uintptr_t address);
void check_unknown(const char *op);
void check_outside(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind);
// A set of a flag whose last wait may still be to come.
void check_reused(const check_access_t *access, const pto_cmd_t *set, check_who_t wait);
// On A2A3: a set of a flag while one that differs in the waiting pipe alone, to `dst`, may be pending, set by `other`.
void check_shared(const check_access_t *access, const pto_cmd_t *set, uint32_t dst, check_who_t other);
// A wait for a semaphore that may take the set that another wait needs.
void check_taken(const check_access_t *access, const pto_cmd_t *cmd, check_who_t wait);
void check_overlap(const check_access_t *access, uintptr_t address);
// A command is over: a line of the order of a run.
void check_order(const check_access_t *access);
// A scalar unit accesses memory: a line for the first access of each step.
void check_order_scalar(const check_access_t *access);
uint32_t check_report_end(void);

#endif
