// SPDX-License-Identifier: Apache-2.0
//
// A finding of the checker: what findings.c keeps and prints, and report.c words.

#ifndef PTO_CHECK_FINDING_H
#define PTO_CHECK_FINDING_H

#include "check.h"

// Kinds of findings; those below RACE_OF_BLOCKS are races within a block, numbered by the kinds of the two accesses.
enum {
    RACE_OF_BLOCKS = 16,
    RACE_OF_RANKS = 20,
    RACE_OF_TASKS = 24,
    RACE_OF_THREADS = 28,
    UNINITIALISED = 32,
    CARRIED,
    UNFLUSHED,
    UNFENCED,
    OVERTAKEN,
    OVERLAP,
    OPERANDS,
    OUTSIDE,
    READ_ONLY,
    REUSED,
    SHARED,
    SIGNAL_REUSED,
    SIGNAL_LOST,
    TAKEN,
    LEFT
};

typedef struct {
    char text[640];
    size_t length;
    uint32_t count;
    // Identity of the finding:
    uint32_t place, other;  // notes
    check_place_t memory;
    uint32_t pipe, core, block;
    uint32_t kind;
    check_mark_t mark, other_mark;  // of the pair counted last
    uint32_t cluster;               // of the two commands, in a program
    uint32_t command_num;           // 2: concerns the order of two commands, listed as they ran
    check_who_t command[2];
    check_who_t side[2];     // the two accesses in program order
    check_clock_t known[2];  // and their clocks
} finding_t;

/// Commands by what identifies them ///

static inline uint32_t slot_of(check_who_t who)
{
    return ((who.mark >> CHECK_SEQ_BITS) - 1) / PTO_PIPE_NUM % CHECK_SLOTS;
}

static inline bool is_store(check_who_t who)
{
    return ((who.mark >> CHECK_SEQ_BITS) - 1) % PTO_PIPE_NUM == check_store_pipe(slot_of(who) >= BOARD_VECTOR_CORES);
}

// Whether an access is a write to another rank on the link, or an asynchronous copy.
static inline bool is_late(check_who_t who, uint32_t pipe)
{
    return slot_of(who) < BOARD_VECTOR_CORES && ((who.mark >> CHECK_SEQ_BITS) - 1) % PTO_PIPE_NUM == pipe &&
           !check_core_by(pto_run_state.cores[0], who)->core->kind->unified;
}

static inline bool is_copy(check_who_t who)
{
    return is_late(who, CHECK_COPIES);
}

static inline uint32_t pipe_of(check_who_t who)
{
    return is_store(who) || is_copy(who) ? PIPE_S
           : is_late(who, CHECK_LINK)    ? PIPE_MTE3
                                         : ((who.mark >> CHECK_SEQ_BITS) - 1) % PTO_PIPE_NUM;
}

// The rank of an access, and the number of its core's group among those of all ranks.
static inline uint32_t rank_of(check_who_t who)
{
    return pto_is_program() ? 0 : who.block / pto_run_state.launch.block_num;
}

static inline uint32_t group_of(check_who_t who)
{
    const uint32_t block_num = pto_run_state.launch.block_num, group_num = pto_run_state.launch.group_num;
    return pto_is_program() ? who.block % group_num : rank_of(who) * group_num + who.block % block_num % group_num;
}

static inline uint32_t number_of(check_who_t who)
{
    return (who.mark & CHECK_SEQ_MASK) - is_store(who);
}

// findings.c
/// Counts a pair of commands. Returns its finding if this pair is the one to report, new or replacing another; else
/// NULL.
finding_t *finding_of_pair(uint32_t kind, const check_access_t *access, check_who_t other, check_who_t first,
                           check_who_t second, uintptr_t address);
/// The same for an access and an earlier one, in this order.
finding_t *finding_of(uint32_t kind, const check_access_t *access, check_who_t other, uintptr_t address);
/// Adds to the text of a finding.
void __attribute__((format(printf, 2, 3))) finding_put(finding_t *finding, const char *format, ...);

#endif
