// SPDX-License-Identifier: Apache-2.0
//
// Ranks: launches of one kernel that run at the same time, each with its own arguments and cores. A rank reaches the
// buffers of another by the parameter that they are bound to, so every rank has the same windows (docs/ranks.md).

#include <pto/comm.h>

#include "core.h"

pto_launch_t *pto_rank_launch(uint32_t rank)
{
    return rank == 0 ? &pto_run_state.launch : &pto_run_state.other_ranks[rank - 1];
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
    uint32_t num = pto_run_state.rank_num, block_max = BOARD_CLUSTERS * pto_shares[first->kernel->kind].block_num;
    if (num > 1 && num > block_max) {
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

int64_t pto_get_rank(void)
{
    return launch_of_caller(NULL, "get_rank")->rank;
}

int64_t pto_get_rank_num(void)
{
    launch_of_caller(NULL, "get_rank_num");
    return pto_run_state.rank_num;
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
    if ((uint64_t)rank >= pto_run_state.rank_num) {
        pto_fault_at(loc, "remote address: there is no rank %ld of %u", (long)rank, pto_run_state.rank_num);
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
