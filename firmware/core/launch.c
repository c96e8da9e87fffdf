// SPDX-License-Identifier: Apache-2.0
//
// Launches: selects the cores, their blocks, and the harts of their agents.

#include "core.h"

_Static_assert(PTO_CORE_MAX * (1 + PTO_CORE_PIPES) <= UINT8_MAX, "pto_agent_t.place");

pto_run_t pto_run_state = {.cores = {[PTO_CORE_MAX - 1] = NULL}};
pto_group_t pto_groups[PTO_CORE_MAX];

// Arguments of a task may change from block to block.
static __attribute__((noinline)) void enter_task(const pto_core_t *core)
{
    uint64_t slots[PTO_GM_BUFFER_MAX];
    if (pto_task_leaves_out(core)) {
        return;
    }
    core->launch->kernel->entry(pto_task_args(core, slots));
}

// Whether the instruction count of the run begins with this block. On one hart the first core to begin starts it: the
// cube core of a mixed kernel may finish before another begins.
static bool is_first(const pto_core_t *core)
{
    const pto_run_t *run = &pto_run_state;
    return core->su.block == 0 &&
           (run->hart_num == 1 ? run->result.instret_entry == 0 : core == run->cores[0] && core->launch->task == NULL);
}

// The cores of a block begin and end it together, so that none sees state of the previous block.
static inline __attribute__((always_inline)) void run_blocks(pto_core_t *core)
{
    const pto_launch_t *launch = core->launch;
    const pto_loc_t *loc = launch->kernel->loc;
    for (uint32_t block = core->index; block < launch->block_num; block += launch->group_num) {
        pto_core_begin_block(core, block);
        PTO_OBSERVE(block, core);
        pto_sync_meet(core, loc);
        if (is_first(core)) {
            pto_run_state.result.instret_entry = hal_instret();
        }
        if (launch->task == NULL) {
            launch->kernel->entry(launch->args);
        } else {
            enter_task(core);
        }
        pto_sync_finish(core, loc);
        if (core->link != NULL) {
            pto_link_end(core);
        }
        PTO_OBSERVE(block_end, core);
        pto_sync_meet(core, loc);
        pto_core_end_block(core);
        if (launch->task != NULL || block + launch->group_num < launch->block_num) {
            pto_semaphore_end_block(core);
        }
    }
}

void pto_run_blocks(pto_core_t *core)
{
    run_blocks(core);
}

static void run_su(void *arg)
{
    run_blocks(arg);
    pto_sched_finish(arg);
}

static uint32_t minimum(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/// Cores ///

const pto_share_t pto_shares[] = {
    [PTO_KERNEL_VECTOR] = {0, 1, BOARD_VECTOR_CORES},
    [PTO_KERNEL_CUBE] = {BOARD_VECTOR_CORES, 1, BOARD_CUBE_CORES},
    [PTO_KERNEL_MIXED] = {0, PTO_CLUSTER_CORES, BOARD_CUBE_CORES},
    [PTO_KERNEL_UNIFIED] = {0, 1, BOARD_CUBE_CORES ? BOARD_CUBE_CORES : BOARD_VECTOR_CORES},
};

pto_core_t *pto_take_core(pto_run_t *run, uint32_t cluster, uint32_t slot, void (*life)(void *core))
{
    pto_core_t *core = pto_core_take(cluster, slot, run->kernel->kind == PTO_KERNEL_UNIFIED);
    hal_window_t stack = hal_su_stack(cluster, slot);
    hal_fiber_init(&core->su.fiber, stack.base, stack.bytes, life, core);
    run->cores[run->core_num++] = core;
    return core;
}

// The number of blocks that a rank has cores for. Ranks share a cluster only where there are more of them than clusters.
static uint32_t rank_share(const pto_run_t *run, const pto_share_t *share)
{
    uint32_t rank_num = run->options.images ? 1 : run->rank_num;
    return rank_num <= BOARD_CLUSTERS ? BOARD_CLUSTERS / rank_num * share->block_num
                                      : BOARD_CLUSTERS * share->block_num / rank_num;
}

static void take_rank(pto_run_t *run, uint32_t rank, uint32_t block_max)
{
    const pto_share_t *share = &pto_shares[run->kernel->kind];
    pto_launch_t *launch = pto_rank_launch(rank);
    launch->block_num = run->options.block_num;
    launch->group_num = minimum(run->options.block_num, block_max);
    for (uint32_t i = 0; i < launch->group_num; i++) {
        uint32_t place = (run->options.images ? 0 : rank * block_max) + i;
        pto_groups[place] = (pto_group_t){.core_num = share->core_num};
        uint32_t cluster = place / share->block_num, first = share->first_slot + place % share->block_num;
        for (uint32_t j = 0; j < share->core_num; j++) {
            pto_core_t *core = pto_take_core(run, cluster, first + j, run_su);
            pto_core_join(core, launch, &pto_groups[place], i);
        }
    }
}

static void take_cores(pto_run_t *run)
{
    const pto_share_t *share = &pto_shares[run->kernel->kind];
    if (share->block_num == 0) {
        pto_fault_at(run->kernel->loc, "kernel %s needs a cube core, which the board has not", run->kernel->name);
    }
    run->core_num = 0;
    for (uint32_t rank = 0; rank < run->rank_num; rank++) {
        if (!run->options.images || rank == run->options.rank) {
            take_rank(run, rank, rank_share(run, share));
        }
    }
}

/// Harts ///
//
// Agents are assigned by load. With at most as many harts as cores, each core lives on one hart, so that its commands
// need no other hart; else the agents of all cores are spread. The heaviest come first, each to the hart with the least
// load so far: four blocks on four harts have their vector pipes on different harts.

// Returns the expected relative load of an agent: compute, data movement, control.
static uint32_t load_of(const pto_agent_t *agent)
{
    switch (agent->pipe) {
        case PIPE_V:
        case PIPE_M:
            return 8;
        case PIPE_S:
            return 1;
        default:
            return 3;
    }
}

static uint32_t least_loaded(const uint32_t *loads)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < BOARD_HARTS_MAX && i < pto_run_state.hart_num; i++) {
        least = loads[i] < loads[least] ? i : least;
    }
    return least;
}

static void host(pto_agent_t *agent, uint32_t hart, uint32_t *loads)
{
    loads[hart] += load_of(agent);
    pto_sched_host(agent, hart);
}

static void host_core(pto_core_t *core, uint32_t hart, uint32_t *loads)
{
    host(&core->pipe[PIPE_S].agent, hart, loads);
    for (uint32_t i = 0; i < core->kind->pipe_num; i++) {
        host(&core->pipe[core->kind->pipes[i]].agent, hart, loads);
    }
    core->direct = pto_run_state.options.policy == PTO_POLICY_EAGER;
    core->interleaved = pto_run_state.hart_num == 1 && !pto_is_replay() ? (uint8_t)pto_run_state.options.policy : 0;
    pto_set_pending(core, 0);
}

static void spread_agents(pto_run_t *run, uint32_t load, uint32_t *loads)
{
    for (uint32_t i = 0; i < run->core_num; i++) {
        pto_core_t *core = run->cores[i];
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            pto_agent_t *agent = &core->pipe[pipe].agent;
            if ((core->pipe_mask >> pipe & 1) != 0 && load_of(agent) == load) {
                host(agent, least_loaded(loads), loads);
            }
        }
    }
}

static void place_agents(pto_run_t *run)
{
    uint32_t loads[BOARD_HARTS_MAX] = {0};
    if (run->hart_num <= run->core_num) {
        for (uint32_t i = 0; i < run->core_num; i++) {
            host_core(run->cores[i], least_loaded(loads), loads);
        }
        return;
    }
    static const uint32_t heaviest_first[] = {8, 3, 1};
    for (uint32_t i = 0; i < sizeof heaviest_first / sizeof heaviest_first[0]; i++) {
        spread_agents(run, heaviest_first[i], loads);
    }
}

static uint32_t agent_num(const pto_run_t *run)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < run->core_num; i++) {
        num += 1 + run->cores[i]->kind->pipe_num;
    }
    return num;
}

/// Entry ///

static void prepare(pto_run_t *run, void (*take)(pto_run_t *run))
{
    run->hart_num = hal_hart_num();
    if (run->options.hart_num != 0) {
        run->hart_num = minimum(run->hart_num, run->options.hart_num);
    }
    if (pto_is_replay()) {
        pto_replay_begin();
        run->hart_num = 1;
    }
    pto_semaphore_begin();
    pto_core_know_memories();
    take(run);
    run->hart_num = minimum(run->hart_num, agent_num(run));
    pto_sched_reset();
    place_agents(run);
    pto_link_begin(run);
}

static void reset(pto_run_t *run, const pto_run_options_t *options)
{
    hal_zero(run->overrun, sizeof run->overrun);
    run->options = options != NULL ? *options : (pto_run_options_t){0};
    run->result.faults = 0;
    run->result.warnings = 0;
    run->result.findings = 0;
    run->result.report[0] = 0;
    run->result.instret_entry = 0;
    if (run->options.block_num == 0) {
        run->options.block_num = 1;
    }
}

int pto_run_cores(const pto_kernel_t *kernel, const pto_run_options_t *options, void (*take)(pto_run_t *run),
                  void (*begin)(pto_run_t *run), pto_run_result_t *result)
{
    pto_run_t *run = &pto_run_state;
    run->kernel = kernel;
    reset(run, options);
    if (hal_fiber_save(&run->escape) == 0) {
        prepare(run, take);
        PTO_OBSERVE(launch, run);
        begin(run);
        hal_alarm(run->options.timeout_s);
        pto_sched_run();
        hal_alarm(0);
        if (run->semaphores_used && run->launch.kernel != NULL) {
            pto_semaphore_end();
        }
        PTO_OBSERVE(launch_end, run);
    }
    pto_leave();
    if (run->hart_num > 1 || run->result.faults != 0) {
        run->result.instret = hal_instret() - run->result.instret_entry;  // of hart 0
    }
    run->kernel = NULL;
    if (result != NULL) {
        hal_copy(result, &run->result, sizeof *result);
    }
    return run->result.faults != 0;
}

static void begin(pto_run_t *run)
{
    (void)run;
}

int pto_run(const pto_kernel_t *kernel, const uint64_t *args, const pto_gm_buffer_t *buffers, size_t buffer_num,
            const pto_run_options_t *options, pto_run_result_t *result)
{
    pto_run_t *run = &pto_run_state;
    uint32_t rank_num = options != NULL && options->rank_num > 1 ? options->rank_num : 1;
    if (buffer_num > PTO_GM_BUFFER_MAX || rank_num > PTO_GM_BUFFER_MAX ||
        kernel->param_num * rank_num > PTO_GM_BUFFER_MAX) {
        pto_fault_at(kernel->loc, "%zu buffers or %u parameters of %u ranks are more than %u", buffer_num,
                     kernel->param_num, rank_num, PTO_GM_BUFFER_MAX);
    }
    run->rank_num = rank_num;
    run->peers = NULL;
    if (kernel->kind == PTO_KERNEL_PROGRAM) {
        return pto_program_run(kernel, args, buffers, buffer_num, options, result);
    }
    hal_copy(run->args, args, (size_t)kernel->param_num * rank_num * sizeof args[0]);
    hal_copy(run->copies, buffers, buffer_num * sizeof buffers[0]);
    for (size_t i = buffer_num; i < run->buffer_num && i < PTO_GM_BUFFER_MAX; i++) {
        run->copies[i] = (pto_gm_buffer_t){0};  // a sentinel: cores look it up without testing buffer_num
    }
    run->buffers = run->copies;
    run->buffer_num = buffer_num;
    const pto_launch_t launch = {
        .kernel = kernel,
        .args = run->args,
        .buffers = run->buffers,
        .last_buffer = &run->buffers[buffer_num == 0 ? 0 : buffer_num - 1],
        .buffer_num = buffer_num,
    };
    reset(run, options);
    pto_ranks_begin(&launch);
    if (run->options.images) {
        pto_peers_begin();
    }
    int status = pto_run_cores(kernel, options, take_cores, begin, result);
    if (run->options.images && status == 0) {
        pto_peers_end();
    }
    return status;
}
