// SPDX-License-Identifier: Apache-2.0
//
// Ranks: launches of one kernel that run at the same time, each with its own arguments and cores. A rank reaches the
// buffers of another by the parameter that they are bound to, so every rank has the same windows (docs/ranks.md).

#include <pto/comm.h>
#include <pto/print.h>

#include "tasks.h"

// Ranks other than the first: at most one has a core here, or an image.
#define PTO_OTHER_RANKS (PTO_QUEUE_DEPTH < 8 || PTO_CORE_MAX > HAL_PEERS_MAX ? PTO_CORE_MAX : HAL_PEERS_MAX)

static pto_launch_t other_ranks[PTO_OTHER_RANKS];

pto_launch_t *pto_rank_launch(uint32_t rank)
{
    return rank == 0 ? &pto_run_state.launch : &other_ranks[rank - 1];
}

// Gives the buffer of a parameter to a rank.
static void own_buffer(const pto_kernel_t *kernel, const uint64_t *args, uint32_t param, uint32_t rank)
{
    for (size_t i = 0; kernel->params[param].kind == PTO_PARAM_POINTER && i < pto_run_state.buffer_num; i++) {
        if ((uintptr_t)pto_run_state.copies[i].address == args[param]) {
            pto_run_state.copies[i].rank = rank;
        }
    }
}

void pto_ranks_begin(const pto_launch_t *first)
{
    pto_run_t *run = &pto_run_state;
    run->notices = &run->own_notices;
    run->notices->num = 0;
    uint32_t num = run->rank_num, block_max = BOARD_CLUSTERS * pto_shares[first->kernel->kind].block_num;
    if (run->options.images && (num > HAL_PEERS_MAX || num > PTO_OTHER_RANKS || run->options.rank >= num)) {
        pto_fault_at(first->kernel->loc, "rank %u of %u images: there are at most %u", run->options.rank, num, HAL_PEERS_MAX);
    }
    if (num > 1 && !run->options.images && num > block_max) {
        pto_fault_at(first->kernel->loc, "%u ranks of kernel %s need %u blocks at a time, and the board has cores for %u",
                     num, first->kernel->name, num, block_max);
    }
    for (uint32_t rank = 0; rank < num; rank++) {
        pto_launch_t *launch = pto_rank_launch(rank);
        *launch = *first;
        launch->args = first->args + rank * first->kernel->param_num;
        launch->rank = rank;
        for (uint32_t i = 0; num > 1 && i < first->kernel->param_num; i++) {
            own_buffer(first->kernel, launch->args, i, rank);
        }
    }
}

/// Queries ///

static const pto_launch_t *launch_of_caller(const pto_loc_t *loc, const char *what)
{
    if (pto_agent() == NULL) {
        pto_fault_at(loc, "%s outside a kernel", what);
    }
    return pto_launch_now();
}

static uint32_t rank_num_of(const pto_launch_t *launch)
{
    return launch->task != NULL ? pto_task_rank_num() : pto_run_state.rank_num;
}

int64_t pto_get_rank(void)
{
    return launch_of_caller(NULL, "get_rank")->rank;
}

int64_t pto_get_rank_num(void)
{
    return rank_num_of(launch_of_caller(NULL, "get_rank_num"));
}

// Returns the parameter whose buffer holds an address, or param_num.
static uint32_t param_of(const pto_launch_t *launch, const pto_gm_buffer_t *holder)
{
    const pto_kernel_t *kernel = launch->kernel;
    uint32_t i = 0;
    while (i < kernel->param_num && (holder == NULL || kernel->params[i].kind != PTO_PARAM_POINTER ||
                                     launch->args[i] != (uintptr_t)holder->address)) {
        i++;
    }
    return i;
}

void *pto_remote_at(const pto_loc_t *loc, const void *address, int64_t rank)
{
    const pto_launch_t *launch = launch_of_caller(loc, "a remote address");
    if ((uint64_t)rank >= rank_num_of(launch)) {
        pto_fault_at(loc, "remote address: there is no rank %ld of %u", (long)rank, rank_num_of(launch));
    }
    if (launch->task != NULL && rank != launch->rank) {
        pto_fault_at(loc, "remote address: a task of a program has buffers of other ranks as its arguments");
    }
    if (launch->task != NULL) {
        return (void *)(uintptr_t)address;
    }
    const pto_gm_buffer_t *holder = pto_gm_holder((uintptr_t)address, 1);
    uint32_t param = param_of(launch, holder);
    if (param == launch->kernel->param_num) {
        pto_fault_at(loc, "remote address: 0x%zx is in no buffer of rank %u", (uintptr_t)address, launch->rank);
    }
    uintptr_t offset = (uintptr_t)address - (uintptr_t)holder->address;
    uintptr_t remote = (uintptr_t)pto_rank_launch((uint32_t)rank)->args[param] + offset;
    const pto_gm_buffer_t *there = pto_gm_holder((uintptr_t)pto_rank_launch((uint32_t)rank)->args[param], 1);
    if (there == NULL || !pto_in_buffer(there, remote, 1)) {
        pto_fault_at(loc, "remote address: offset %zu is outside buffer %s of rank %ld, which has %zu bytes", offset,
                     launch->kernel->params[param].name, (long)rank, there == NULL ? 0 : there->bytes);
    }
    return (void *)remote;
}

/// Who owes a signal ///
//
// Ranks run one kernel, so a rank that has been notified tells who notifies the others: from the same distance. What is
// known of the same signal counts most, then of the same offset in other windows, then of the same buffer.

// An address in the window of a rank.
typedef struct {
    uint32_t rank, param;
    uintptr_t offset;
} place_t;

static bool place_of(const void *at, place_t *place)
{
    const pto_run_t *run = &pto_run_state;
    for (size_t i = 0; i < run->buffer_num; i++) {
        const pto_gm_buffer_t *buffer = &run->buffers[i];
        if (pto_in_buffer(buffer, (uintptr_t)at, 1)) {
            const pto_launch_t *launch = pto_rank_launch(buffer->rank);
            *place = (place_t){buffer->rank, param_of(launch, buffer), (uintptr_t)at - (uintptr_t)buffer->address};
            return place->param < launch->kernel->param_num;
        }
    }
    return false;
}

void pto_rank_notified(const pto_core_t *core, const void *at, const pto_loc_t *loc)
{
    pto_run_t *run = &pto_run_state;
    uint32_t number = __atomic_fetch_add(&run->notices->num, 1, __ATOMIC_RELAXED);
    run->notices->last[number % PTO_NOTICES] = (pto_notice_t){at, core->launch->rank, loc};
}

// How much a notice tells about a signal: 0 nothing, 4 most.
static uint32_t weight(const place_t *signal, const place_t *notified)
{
    if (notified->param != signal->param) {
        return 0;
    }
    return 1 + (notified->rank == signal->rank) + 2 * (notified->offset == signal->offset);
}

static const pto_notice_t *best_notice(const place_t *signal, place_t *where, uint32_t least)
{
    const pto_notices_t *notices = pto_run_state.notices;
    const pto_notice_t *best = NULL;
    for (uint32_t i = 0; i < PTO_NOTICES && i < notices->num; i++) {
        const pto_notice_t *notice = &notices->last[(notices->num - 1 - i) % PTO_NOTICES];
        place_t place;
        if (place_of(notice->at, &place) && weight(signal, &place) >= least) {
            least = weight(signal, &place) + 1;
            best = notice;
            *where = place;
        }
    }
    return best;
}

// Returns a core of a rank: one that has not ended, if there is one.
static const pto_core_t *core_of(uint32_t rank)
{
    const pto_core_t *found = NULL;
    for (uint32_t i = 0; i < pto_run_state.core_num; i++) {
        const pto_core_t *core = pto_run_state.cores[i];
        bool better = found == NULL || (found->su.state == PTO_SU_FINISHED && core->su.state != PTO_SU_FINISHED);
        bool is_of = core->launch != NULL && core->launch->rank == rank;  // one without a task has no launch
        found = is_of && better ? core : found;
    }
    return found;
}

// Returns the rank that owes a signal, or the number of ranks: unknown.
static uint32_t owing(const void *at)
{
    const uint32_t num = pto_run_state.rank_num;
    place_t signal, where;
    if (num == 1 || !place_of(at, &signal)) {
        return num;
    }
    const pto_notice_t *notice = best_notice(&signal, &where, 1);
    if (notice == NULL && num > 2) {
        return num;
    }
    uint32_t distance = notice == NULL ? 1 : (notice->by + num - where.rank) % num;
    return (signal.rank + distance) % num;
}

const pto_core_t *pto_rank_owes(const pto_core_t *core, const void *at)
{
    uint32_t by = owing(at);
    return by == core->launch->rank ? NULL : core_of(by);
}

size_t pto_rank_describe(const int32_t *at, char *text, size_t bytes)
{
    place_t signal;
    return !place_of(at, &signal) ? 0
                                  : pto_format(text, bytes, "%s[%zu] of rank %u",
                                               pto_rank_launch(0)->kernel->params[signal.param].name,
                                               signal.offset / sizeof *at, signal.rank);
}

size_t pto_rank_describe_notice(const int32_t *at, char *text, size_t bytes)
{
    place_t signal, where;
    const pto_notice_t *notice = place_of(at, &signal) ? best_notice(&signal, &where, 4) : NULL;
    size_t length = notice == NULL ? pto_format(text, bytes, " (no rank has notified it)")
                                   : pto_format(text, bytes, " (rank %u has notified it at %s:%u)", notice->by,
                                                notice->loc->file, notice->loc->line);
    uint32_t by = owing(at);
    if (pto_run_state.peers != NULL && by != pto_run_state.rank_num && by != pto_run_state.options.rank) {
        length += pto_format(text + length, bytes - length, "; rank %u owes it, which %s", by, pto_peers_stand(by));
    }
    return length;
}
