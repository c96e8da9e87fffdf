// SPDX-License-Identifier: Apache-2.0
//
// The checker of `ptometal run --check`: an observer (../core/observe.h) that judges one run for all legal orders.
//
//   order.c   which accesses are ordered: clocks of the agents of a block, joined where they synchronise
//   shadow.c  who wrote and read each 32 bytes of UB, and whether anybody has
//   vf.c      accesses of vector functions, and which of what they load matters
//   gm.c      transfers from and to GM, of all blocks
//   report.c  findings, each cause once
//
// A clock says how many commands of every agent are known to be over. An access of command n of agent a is ordered
// before a command whose clock has at least n for a. Commands of a pipe start in order, but transfers of MTE2 and MTE3
// may overlap: their pipe knows its own commands to be over only after a barrier, or when it hears so from others.
#ifndef PTO_CHECK_H
#define PTO_CHECK_H

#include "../core/core.h"
#include "../core/print.h"

#define CHECK_SLOTS  PTO_CLUSTER_CORES
#define CHECK_AGENTS (CHECK_SLOTS * PTO_PIPE_NUM)
#define CHECK_NOTES  1024  // commands of an agent that reports can still name; a power of two

typedef struct {
    uint32_t at[CHECK_AGENTS];
} check_clock_t;

// What a report says of a command.
typedef struct {
    const pto_loc_t *loc;
    const char *op;
    const char *vf;  // the name of a vector function, else NULL
    uint32_t seq;
} check_note_t;

typedef struct {
    const pto_core_t *core;
    uint32_t slot;                                        // of the core in its block
    uint32_t epoch;                                       // barriers of the whole launch that it has passed
    check_clock_t agent[PTO_PIPE_NUM];                    // what each agent knows
    uint32_t time[PTO_PIPE_NUM];                          // its commands so far; of the SU, its steps
    check_clock_t issued[PTO_PIPE_NUM][PTO_QUEUE_DEPTH];  // the SU's clock when it issued a command
    check_clock_t flag[PTO_PIPE_NUM][PTO_PIPE_NUM][PTO_EVENT_ID_NUM];
    check_clock_t release[PTO_BUFFER_ID_NUM][PTO_PIPE_NUM];
    check_note_t note[PTO_PIPE_NUM][CHECK_NOTES];
} check_core_t;

// Who accesses: command `seq` of an agent, with its clock.
typedef struct {
    check_core_t *core;
    uint32_t pipe, seq;
    const check_clock_t *clock;
} check_access_t;

// What was seen of an earlier access: agent and seq packed, 0 for nobody.
typedef uint32_t check_mark_t;

#define CHECK_SEQ_BITS 26
#define CHECK_SEQ_MASK ((1u << CHECK_SEQ_BITS) - 1)

static inline uint32_t check_agent(const check_core_t *core, uint32_t pipe)
{
    return core->slot * PTO_PIPE_NUM + pipe;
}

static inline check_mark_t check_mark(const check_access_t *access)
{
    return (check_agent(access->core, access->pipe) + 1) << CHECK_SEQ_BITS | (access->seq & CHECK_SEQ_MASK);
}

// Whether a marked access is over before this one begins, or is part of it.
static inline bool check_is_ordered(check_mark_t mark, const check_access_t *access)
{
    return mark == 0 || mark == check_mark(access) ||
           (mark & CHECK_SEQ_MASK) <= access->clock->at[(mark >> CHECK_SEQ_BITS) - 1];
}

// order.c
check_core_t *check_core_of(const pto_core_t *core);
check_core_t *check_core_at(const pto_core_t *core, uint32_t slot);
check_access_t check_now(const pto_core_t *core, uint32_t pipe, uint32_t seq);
// The access of code that this hart runs now: a vector function or a scalar unit.
bool check_current(check_access_t *access);
void check_lock(void);
void check_unlock(void);

// shadow.c
typedef enum { CHECK_READ, CHECK_WRITE } check_kind_t;

void check_shadow_reset(const pto_core_t *core);
void check_local(const check_access_t *access, const pto_core_t *owner, uintptr_t offset, size_t bytes,
                 check_kind_t kind);
// Which of the bytes doubt->mask give rise to doubt: nobody has written them, their writer is not ordered before the
// access, or another command wrote them than `first` (which takes the writer of the first byte where it is 0).
typedef struct {
    uint32_t granule;
    uint32_t mask;       // the doubtful bytes
    uint32_t unwritten;  // those that nobody has written
    uint32_t raced;      // those that `racer` wrote, which is not ordered before the load
    check_mark_t racer;
} check_doubt_t;

void check_doubts(const check_access_t *access, const pto_core_t *owner, check_doubt_t *doubt, check_mark_t *first);
void check_mark_read(const check_access_t *access, const pto_core_t *owner, uint32_t granule, uint32_t mask);
void check_read_bytes(const check_access_t *access, const pto_core_t *owner, uint32_t granule, uint32_t mask);

#define CHECK_GRANULE 32

// vf.c
void check_vf_begin(const check_access_t *access, const pto_cmd_t *cmd);
void check_vf_end(const check_access_t *access, const pto_cmd_t *cmd);

// gm.c
void check_gm_reset(void);
void check_gm(const check_access_t *access, const pto_cmd_t *cmd, uintptr_t address, uint64_t len, uint64_t rows,
              uint64_t stride, check_kind_t kind);

// report.c
void check_report_reset(void);
void check_race(const check_access_t *access, check_kind_t kind, check_mark_t other, check_kind_t other_kind,
                const char *mem, uintptr_t offset);
void check_race_of_blocks(const check_access_t *access, check_kind_t kind, const check_note_t *other,
                          uint32_t other_block, check_kind_t other_kind, const char *buffer, uintptr_t offset);
void check_uninitialised(const check_access_t *access, const char *mem, uintptr_t offset);
void check_unknown(const char *op);
uint32_t check_report_end(void);

// The bytes of a mask of a granule: of its first and of the one behind its last.
static inline uint32_t check_first(uint32_t mask)
{
    return (uint32_t)__builtin_ctz(mask);
}

#endif
