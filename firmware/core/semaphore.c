// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation of cores: semaphores, cross-core flags, barriers of a launch. docs/registers.md states the rules.
//
// A cross-core flag is counted by its sender: each core counts the flags it sent, by mode, and those it took. Arrivals
// at a core follow from the counts of its senders. So no core writes another core's counts.

#include <pto/semaphore.h>

#include <pto/print.h>

#include "core.h"

// Not in .bss, which start-up clears.
__attribute__((section(".noinit"))) pto_cluster_t pto_clusters[BOARD_CLUSTERS];

static bool is_mixed(const pto_core_t *core)
{
    return core->group->core_num > 1;
}

static void mark_used(const pto_core_t *core, const pto_loc_t *loc, const char *what)
{
#ifdef BOARD_SYNC_MMIO
    if (core->launch->task != NULL && !is_mixed(core)) {
        pto_fault_at(loc, "%s: in a program, this board has it for kernels of whole clusters only", what);
    }
#else
    (void)core, (void)loc, (void)what;
#endif
    __atomic_store_n(&pto_run_state.semaphores_used, true, __ATOMIC_RELAXED);
}

static void check_pipe(const pto_core_t *core, const pto_loc_t *loc, const char *what, uint32_t pipe)
{
    if (pipe != PIPE_S) {
        pto_sync_check_pipe(core, loc, what, pipe);
    }
}

/// Semaphores: A5 ///

static size_t describe_semaphore(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "semaphore %u", cmd->arg[0]);
}

static pto_step_t exec_set_intra(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    uint32_t id = cmd->arg[0];
    pto_cluster_t *cluster = core->cluster;
    if (!hal_semaphore_add(&cluster->sync, id)) {
        const pto_loc_t *last = cluster->semaphore_loc[id];
        pto_fault_at(cmd->loc, "set_intra_block: semaphore %u counts %u already, the last by %s:%u", id,
                     PTO_SEMAPHORE_MAX, last->file, last->line);
    }
    cluster->semaphore_loc[id] = cmd->loc;
    pto_wake_group(core);
    return PTO_DONE;
}

static pto_step_t exec_wait_intra(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    return hal_semaphore_take(&core->cluster->sync, cmd->arg[0]) ? PTO_DONE : PTO_BLOCKED;
}

static const pto_op_t op_set_intra = {"set_intra_block", exec_set_intra, describe_semaphore,
                                      .means = PTO_MEANS_SET_INTRA};
static const pto_op_t op_wait_intra = {"wait_intra_block", exec_wait_intra, describe_semaphore, PTO_AWAITS_SIGNAL,
                                       .means = PTO_MEANS_WAIT_INTRA};

// Returns the cluster-wide number of a semaphore. On vector core n, its own 0 to 15 become 16 n + id.
static uint32_t semaphore_id(const pto_core_t *core, const pto_loc_t *loc, const char *what, int64_t id)
{
    if ((uint64_t)id >= PTO_SEMAPHORE_NUM) {
        pto_fault_at(loc, "%s: semaphore %ld is not in 0..%u", what, (long)id, PTO_SEMAPHORE_NUM - 1);
    }
    enum { OWN = PTO_SEMAPHORE_NUM / 2 };
    if (core->kind->cube) {
        return (uint32_t)id;
    }
    if (id >= OWN && id / OWN != core->subblock) {
        pto_fault_at(loc, "%s: semaphore %ld is between the cube core and vector core %ld, and this is vector core %u",
                     what, (long)id, (long)id / OWN, core->subblock);
    }
    return core->subblock * OWN + (uint32_t)id % OWN;
}

static pto_event_t issue_intra(const pto_loc_t *loc, const pto_op_t *op, uint32_t pipe, int64_t id)
{
    pto_core_t *core = pto_issuer(loc, op->name);
    if (pto_run_state.options.arch != PTO_ARCH_A5) {
        pto_fault_at(loc, "%s: A2A3 has no such instruction; set_cross_core and wait_flag_dev are its own", op->name);
    }
    if (!is_mixed(core)) {
        pto_fault_at(loc, "%s: a block of kernel %s is one core, there is no other to synchronise with", op->name,
                     core->launch->kernel->name);
    }
    check_pipe(core, loc, op->name, pipe);
    uint32_t number = semaphore_id(core, loc, op->name, id);
    mark_used(core, loc, op->name);
    return pto_sync_issue(core, pipe, op, loc, number, 0, 0);
}

pto_event_t pto_set_intra_block_at(const pto_loc_t *loc, uint32_t pipe, int64_t id)
{
    return issue_intra(loc, &op_set_intra, pipe, id);
}

pto_event_t pto_wait_intra_block_at(const pto_loc_t *loc, uint32_t pipe, int64_t id)
{
    pto_event_t event = issue_intra(loc, &op_wait_intra, pipe, id);
    pto_sched_stand_back(pto_issuer(loc, op_wait_intra.name));
    return event;
}

/// Cross-core flags: A2A3 ///

enum { MODE_ALL, MODE_VECTOR, MODE_CLUSTER, MODE_NUM };

// Whether a flag sent by `from` in a mode reaches `to`, once all such senders have sent it.
static bool reaches(const pto_core_t *from, const pto_core_t *to, uint32_t mode)
{
    switch (mode) {
        case MODE_ALL:
            return from->kind == to->kind && from->launch == to->launch;
        case MODE_VECTOR:
            return from->group == to->group && !from->kind->cube && !to->kind->cube;
        default:
            return from->group == to->group && from->kind->cube != to->kind->cube;
    }
}

// Returns how often a flag has arrived at a core in a mode: the minimum over its senders, or with `any` the maximum.
static uint32_t arrived_in_mode(const pto_core_t *to, uint32_t mode, uint32_t flag, bool any)
{
    const pto_run_t *run = &pto_run_state;
    uint32_t num = 0;
    bool first = true;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *from = run->cores[i];
        if (reaches(from, to, mode)) {
            uint32_t sent = hal_cross_sent(&from->cluster->sync, from->slot, mode, flag);
            if (first || (any ? (int32_t)(sent - num) > 0 : (int32_t)(sent - num) < 0)) {
                num = sent;
            }
            first = false;
        }
    }
    return num;
}

static uint32_t arrived(const pto_core_t *to, uint32_t flag, bool any)
{
    return arrived_in_mode(to, MODE_ALL, flag, any) + arrived_in_mode(to, MODE_VECTOR, flag, any) +
           arrived_in_mode(to, MODE_CLUSTER, flag, any);
}

static uint32_t pending(const pto_core_t *to, uint32_t flag, bool any)
{
    uint32_t taken = hal_cross_taken(&to->cluster->sync, to->slot, flag);
    return arrived(to, flag, any) - taken;
}

static void check_overflow(const pto_core_t *from, const pto_cmd_t *cmd)
{
    const pto_run_t *run = &pto_run_state;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *to = run->cores[i];
        if (reaches(from, to, cmd->arg[0]) && pending(to, cmd->arg[1], false) > PTO_SEMAPHORE_MAX) {
            pto_fault_at(cmd->loc, "set_cross_core: core %u%s has not taken flag %u, which arrives for the %uth time",
                         to->index, to->role, cmd->arg[1], PTO_SEMAPHORE_MAX + 1);
        }
    }
}

static pto_step_t exec_set_cross(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    core->cluster->cross_loc[core->slot][cmd->arg[1]] = cmd->loc;
    hal_cross_send(&core->cluster->sync, core->slot, cmd->arg[0], cmd->arg[1]);
    check_overflow(core, cmd);
    if (cmd->arg[0] == MODE_ALL) {
        pto_wake_all();
    } else {
        pto_wake_group(core);
    }
    return PTO_DONE;
}

static pto_step_t exec_wait_cross(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    hal_cluster_sync_t *sync = &core->cluster->sync;
    uint32_t taken;
    do {
        taken = hal_cross_taken(sync, core->slot, cmd->arg[1]);
        if (arrived(core, cmd->arg[1], false) == taken) {
            return PTO_BLOCKED;
        }
    } while (!hal_cross_take(sync, core->slot, cmd->arg[1], taken));
    return PTO_DONE;
}

static size_t describe_cross(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "mode %u flag %u", cmd->arg[0], cmd->arg[1]);
}

static size_t describe_cross_wait(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "flag %u", cmd->arg[1]);
}

static const pto_op_t op_set_cross = {"set_cross_core", exec_set_cross, describe_cross, .means = PTO_MEANS_SET_CROSS};
static const pto_op_t op_wait_cross = {"wait_cross_core", exec_wait_cross, describe_cross_wait, PTO_AWAITS_SIGNAL,
                                       .means = PTO_MEANS_WAIT_CROSS};
static const pto_op_t op_wait_dev = {"wait_flag_dev", exec_wait_cross, describe_cross_wait, PTO_AWAITS_SIGNAL,
                                     .means = PTO_MEANS_WAIT_CROSS};

static void check_flag(const pto_loc_t *loc, const char *what, int64_t id)
{
    if ((uint64_t)id >= PTO_CROSS_ID_NUM) {
        pto_fault_at(loc, "%s: flag %ld is not in 0..%u", what, (long)id, PTO_CROSS_ID_NUM - 1);
    }
}

// The cores of a launch can only meet if all of its blocks run at the same time.
static void check_all_blocks(const pto_loc_t *loc, const char *what)
{
    const pto_launch_t *launch = pto_launch_now();
    if (launch->block_num > launch->group_num) {
        pto_fault_at(loc, "%s: not all blocks can meet, as %u blocks run in waves of %u on this board", what,
                     launch->block_num, launch->group_num);
    }
}

static void check_mode(const pto_core_t *core, const pto_loc_t *loc, int64_t mode)
{
    if ((uint64_t)mode >= MODE_NUM) {
        pto_fault_at(loc, "set_cross_core: mode %ld is not 0, 1 or 2", (long)mode);
    }
    if (mode == MODE_ALL) {
        check_all_blocks(loc, "set_cross_core of mode 0");
    }
    if (mode == MODE_VECTOR && core->kind->cube) {
        pto_fault_at(loc, "set_cross_core: mode 1 is between vector cores, and this is a cube core");
    }
    if (mode == MODE_CLUSTER && !is_mixed(core)) {
        pto_fault_at(loc,
                     "set_cross_core: mode 2 is between a cube core and vector cores, and a block of kernel %s is "
                     "one core",
                     core->launch->kernel->name);
    }
}

pto_event_t pto_set_cross_core_at(const pto_loc_t *loc, uint32_t pipe, int64_t mode, int64_t id)
{
    pto_core_t *core = pto_issuer(loc, "set_cross_core");
    check_pipe(core, loc, "set_cross_core", pipe);
    check_mode(core, loc, mode);
    check_flag(loc, "set_cross_core", id);
    mark_used(core, loc, "set_cross_core");
    return pto_sync_issue(core, pipe, &op_set_cross, loc, (uint32_t)mode, (uint32_t)id, 0);
}

pto_event_t pto_wait_cross_core_at(const pto_loc_t *loc, uint32_t pipe, int64_t id)
{
    const pto_op_t *op = pipe == PIPE_S ? &op_wait_dev : &op_wait_cross;
    pto_core_t *core = pto_issuer(loc, op->name);
    check_pipe(core, loc, op->name, pipe);
    check_flag(loc, op->name, id);
    return pto_sync_issue(core, pipe, op, loc, 0, (uint32_t)id, 0);
}

static void check_vector_core(const pto_loc_t *loc, const char *what, int64_t core_id)
{
    if ((uint64_t)core_id >= BOARD_VECTOR_CORES) {
        pto_fault_at(loc, "%s: vector core %ld is not 0 to %d", what, (long)core_id, BOARD_VECTOR_CORES - 1);
    }
}

// No pipe is named, so the flag is set after all commands that the core has issued.
void pto_set_cross_core_with_at(const pto_loc_t *loc, int64_t core_id, int64_t id)
{
    check_vector_core(loc, "set_cross_core", core_id);
    pto_pipe_barrier_at(loc, PIPE_ALL);
    pto_set_cross_core_at(loc, PIPE_S, MODE_CLUSTER, id);
}

void pto_wait_flag_dev_with_at(const pto_loc_t *loc, int64_t core_id, int64_t id)
{
    check_vector_core(loc, "wait_flag_dev", core_id);
    pto_wait_cross_core_at(loc, PIPE_S, id);
}

/// Names of both profiles ///

pto_event_t pto_sync_set_at(const pto_loc_t *loc, uint32_t pipe, int64_t id)
{
    return pto_run_state.options.arch == PTO_ARCH_A5 ? pto_set_intra_block_at(loc, pipe, id)
                                                     : pto_set_cross_core_at(loc, pipe, MODE_CLUSTER, id);
}

pto_event_t pto_sync_wait_at(const pto_loc_t *loc, uint32_t pipe, int64_t id)
{
    return pto_run_state.options.arch == PTO_ARCH_A5 ? pto_wait_intra_block_at(loc, pipe, id)
                                                     : pto_wait_cross_core_at(loc, PIPE_S, id);
}

/// Barriers of a launch ///

// A barrier is two commands, so that an observer sees the arrival before any core goes on. data[0] is the address of
// the counter of arrivals, data[1] the number of cores that meet. The goal is the count at the end of the current
// round.
static pto_step_t exec_arrive(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    uint32_t num = (uint32_t)cmd->data[1];
    uint32_t before = __atomic_fetch_add((uint32_t *)(uintptr_t)cmd->data[0], 1, __ATOMIC_ACQ_REL);
    core->su.syncall_goal = (before / num + 1) * num;
    pto_wake_all();
    return PTO_DONE;
}

static pto_step_t exec_syncall(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    uint32_t arrived = __atomic_load_n((const uint32_t *)(uintptr_t)cmd->data[0], __ATOMIC_ACQUIRE);
    return (int32_t)(arrived - core->su.syncall_goal) < 0 ? PTO_BLOCKED : PTO_DONE;
}

static size_t describe_syncall(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    static const char *const names[] = {"all vector cores", "all cube cores", "all cores"};
    return pto_format(text, bytes, "of %s", names[cmd->arg[0]]);
}

static const pto_op_t op_arrive = {"syncall", exec_arrive, describe_syncall, .means = PTO_MEANS_ARRIVE};
static const pto_op_t op_syncall = {"syncall", exec_syncall, describe_syncall, PTO_AWAITS_SIGNAL,
                                    .means = PTO_MEANS_SYNCALL};

static bool takes_part(const pto_core_t *core, pto_sync_core_type_t who)
{
    return who == PTO_SYNC_MIX || core->kind->cube == (who == PTO_SYNC_AIC_ONLY);
}

static pto_core_t *check_syncall(const pto_loc_t *loc, pto_sync_core_type_t who)
{
    pto_core_t *core = pto_issuer(loc, "syncall");
    if ((uint32_t)who > PTO_SYNC_MIX) {
        pto_fault_at(loc, "syncall: there is no core type %d", (int)who);
    }
    if (!takes_part(core, who)) {
        pto_fault_at(loc, "syncall: a %s takes no part in a barrier of %s cores", core->kind->name,
                     who == PTO_SYNC_AIC_ONLY ? "cube" : "vector");
    }
    return core;
}

static uint32_t participants(const pto_launch_t *launch, pto_sync_core_type_t who)
{
    const pto_run_t *run = &pto_run_state;
    uint32_t num = 0;
    for (uint32_t i = 0; i < run->core_num; i++) {
        num += run->cores[i]->launch == launch && takes_part(run->cores[i], who);
    }
    return num;
}

static void meet(pto_core_t *core, const pto_loc_t *loc, pto_sync_core_type_t who, uint32_t *counter, uint32_t num)
{
    pto_cmd_t cmd = {.op = &op_arrive, .loc = loc, .arg = {(uint16_t)who}, .data = {(uintptr_t)counter, num}};
    pto_su_exec(core, &cmd);
    cmd.op = &op_syncall;
    pto_su_exec(core, &cmd);
}

void pto_syncall_at(const pto_loc_t *loc, pto_sync_core_type_t who)
{
    pto_core_t *core = check_syncall(loc, who);
    check_all_blocks(loc, "syncall");
    meet(core, loc, who, &core->launch->syncall_arrived[who], participants(core->launch, who));
}

void pto_syncall_soft_at(const pto_loc_t *loc, pto_sync_core_type_t who, int32_t *counter, int64_t num)
{
    pto_core_t *core = check_syncall(loc, who);
    uint32_t all = participants(core->launch, who);
    if (num < 0 || num > all) {
        pto_fault_at(loc, "syncall: %ld cores of %u cannot meet", (long)num, all);
    }
    if (num == 0) {
        check_all_blocks(loc, "syncall");
    }
    if ((uintptr_t)counter % 4 != 0 || !pto_in_gm((uintptr_t)counter, 64)) {
        pto_fault_at(loc, "syncall: the 64 bytes of the counter at address %p are in no bound GM buffer",
                     (void *)counter);
    }
    meet(core, loc, who, (uint32_t *)counter, num == 0 ? all : (uint32_t)num);
}

/// Left-overs ///

void pto_semaphore_begin(void)
{
    static bool is_open;
    pto_run_t *run = &pto_run_state;
    bool is_clear = is_open ? !run->semaphores_used : hal_ram_was_zero();
    for (uint32_t i = 0; (!is_open || !is_clear) && i < BOARD_CLUSTERS; i++) {
        hal_cluster_open(&pto_clusters[i].sync, i);
        if (!is_clear) {
            hal_cluster_reset(&pto_clusters[i].sync);
        }
    }
    is_open = true;
    run->semaphores_used = false;
}

void pto_semaphore_forget(const pto_core_t *first, uint32_t num)
{
    if (num > 1) {
        hal_cluster_reset(&first->cluster->sync);
        return;
    }
#ifndef BOARD_SYNC_MMIO
    hal_cross_forget(&first->cluster->sync, first->slot);
#endif
}

static const pto_loc_t *sender_of(const pto_core_t *to, uint32_t flag)
{
    const pto_run_t *run = &pto_run_state;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *from = run->cores[i];
        for (uint32_t mode = 0; mode < MODE_NUM; mode++) {
            if (reaches(from, to, mode) && hal_cross_sent(&from->cluster->sync, from->slot, mode, flag) != 0) {
                return from->cluster->cross_loc[from->slot][flag];
            }
        }
    }
    return NULL;
}

static void warn_flags(const pto_core_t *core)
{
    for (uint32_t flag = 0; flag < PTO_CROSS_ID_NUM; flag++) {
        if (pending(core, flag, true) != 0) {
            const pto_loc_t *loc = sender_of(core, flag);
            pto_left_over(
                core, loc,
                "cross-core flag %u was sent to core %u%s and not taken by the end of block %u; sent at %s:%u", flag,
                core->index, core->role, core->su.block, loc->file, loc->line);
        }
    }
}

static void warn_semaphores(const pto_core_t *core)
{
    for (uint32_t id = 0; id < PTO_SEMAPHORE_NUM; id++) {
        uint32_t count = hal_semaphore_count(&core->cluster->sync, id);
        if (count != 0) {
            const pto_loc_t *loc = core->cluster->semaphore_loc[id];
            pto_left_over(core, loc, "semaphore %u still counts %u at the end of block %u; set at %s:%u", id, count,
                          core->su.block, loc->file, loc->line);
        }
    }
}

// For a core that forms a block alone: takes the flags left over, so that the next block starts without them.
static void take_all(const pto_core_t *core)
{
    hal_cluster_sync_t *sync = &core->cluster->sync;
    for (uint32_t flag = 0; flag < PTO_CROSS_ID_NUM; flag++) {
        while (pending(core, flag, false) != 0) {
            hal_cross_take(sync, core->slot, flag, hal_cross_taken(sync, core->slot, flag));
        }
    }
}

static bool is_leader(const pto_core_t *core)
{
    return core->slot == 0 || !is_mixed(core);
}

void pto_semaphore_end_block(const pto_core_t *core)
{
    const pto_run_t *run = &pto_run_state;
    if (!__atomic_load_n(&run->semaphores_used, __ATOMIC_RELAXED) || !is_leader(core)) {
        return;
    }
    for (uint32_t i = 0; i < run->core_num; i++) {
        if (run->cores[i]->group == core->group) {
            warn_flags(run->cores[i]);
        }
    }
    if (!is_mixed(core)) {
        take_all(core);
    } else {
        warn_semaphores(core);
        // The other cores of the block wait for the next block to begin.
        hal_cluster_reset(&core->cluster->sync);
    }
}

void pto_semaphore_end(void)
{
    const pto_run_t *run = &pto_run_state;
    for (uint32_t i = 0; i < run->core_num; i++) {
        warn_flags(run->cores[i]);
        if (is_mixed(run->cores[i]) && is_leader(run->cores[i])) {
            warn_semaphores(run->cores[i]);
        }
    }
}
