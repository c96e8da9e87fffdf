// SPDX-License-Identifier: Apache-2.0
//
// Runs the tasks of a program: assigns cores to the ready ones.
//
// A task starts once all of its cores are free: as many groups as a launch of its kernel would have on the board. So
// its blocks can meet as those of a launch can, and no task holds cores while it waits for others. Ranks have clusters
// and ready lists of their own: tasks of one rank may wait for signals of another.
//
//   waits --last one before it ended--> ready list of its kind --its cores are free--> launch --all cores done--> over
//
// Scalar units without a task wait in op_idle. The core that ends a task starts others: one hart at a time, under a
// lock.

#include "tasks.h"

#include <pto/print.h>

enum { KINDS = PTO_KERNEL_MIXED + 1 };

typedef struct {
    pto_task_t *first, *last;
} list_t;

// Protected by `locked`, except `over`.
static struct {
    uint32_t locked;
    uint32_t rank_num;
    list_t ready[BOARD_CLUSTERS][KINDS];  // by rank
    uint32_t left;  // tasks
    bool alone;     // a task runs that is counted: no other one starts
    uint64_t random;
    bool over;
    pto_launch_t launches[PTO_CORE_MAX];
    uint32_t cores_left[PTO_CORE_MAX];  // of each launch
    pto_core_t *cores[BOARD_CLUSTERS][PTO_CLUSTER_CORES];
} state;

static struct {
    pto_task_t *tasks;
    uint32_t num;
} given;

static const pto_loc_t nowhere = {"the program", "the program", 0};

static void lock(void)
{
    while (__atomic_exchange_n(&state.locked, 1, __ATOMIC_ACQUIRE) != 0) {
    }
}

static void unlock(void)
{
    __atomic_store_n(&state.locked, 0, __ATOMIC_RELEASE);
}

// Whether tasks run one at a time. The counter is that of a hart; a task of a rank may wait for those of others.
static bool counts(void)
{
    return pto_run_state.options.count && pto_run_state.hart_num == 1 && state.rank_num == 1;
}

/// Idle cores ///

static pto_step_t exec_idle(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe, (void)cmd;
    bool over = __atomic_load_n(&state.over, __ATOMIC_ACQUIRE);
    return over || __atomic_load_n(&core->has_task, __ATOMIC_ACQUIRE) ? PTO_DONE : PTO_BLOCKED;
}

static size_t describe_idle(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    (void)cmd;
    return pto_format(text, bytes, "for a task");
}

const pto_op_t pto_op_idle = {"wait", exec_idle, describe_idle, PTO_AWAITS_SIGNAL};

/// Ready tasks ///

static uint32_t draw(uint32_t num)
{
    state.random = state.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state.random >> 33) % num;
}

// Chooses the end of the list: eager takes the oldest task first, random either end, the others the newest.
static void push(pto_task_t *task)
{
    list_t *list = &state.ready[task->rank][task->kernel->kind];
    pto_policy_t policy = pto_run_state.options.policy;
    bool front = policy == PTO_POLICY_RANDOM ? draw(2) : policy == PTO_POLICY_LAZY || policy == PTO_POLICY_ADVERSE;
    task->next = front ? list->first : NULL;
    if (list->first == NULL) {
        list->first = list->last = task;
    } else if (front) {
        list->first = task;
    } else {
        list->last = list->last->next = task;
    }
}

/// Starting ///

static bool is_free(const pto_core_t *core)
{
    return core->launch == NULL;
}

// Whether all cores of the group that begins at a slot are free.
static bool group_is_free(uint32_t cluster, uint32_t slot, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (!is_free(state.cores[cluster][slot + i])) {
            return false;
        }
    }
    return true;
}

static void start_core(pto_core_t *core, pto_launch_t *launch, pto_group_t *group, uint32_t index)
{
    pto_core_join(core, launch, group, index);
    group->harts |= core->harts;
}

static void start_group(pto_launch_t *launch, uint32_t cluster, uint32_t slot, uint32_t num, uint32_t index)
{
    pto_group_t *group = &pto_groups[cluster * PTO_CLUSTER_CORES + slot];
    *group = (pto_group_t){.core_num = num};
    if (__atomic_load_n(&pto_run_state.semaphores_used, __ATOMIC_RELAXED)) {
        pto_semaphore_forget(state.cores[cluster][slot], num);
    }
    for (uint32_t i = 0; i < num; i++) {
        start_core(state.cores[cluster][slot + i], launch, group, index);
    }
}

static void go(const pto_launch_t *launch)
{
    for (uint32_t i = 0; i < pto_run_state.core_num; i++) {
        pto_core_t *core = pto_run_state.cores[i];
        if (core->launch == launch) {
            __atomic_store_n(&core->has_task, true, __ATOMIC_RELEASE);
            pto_wake_core(core);
        }
    }
}

// Possible groups of a kind are numbered across clusters; the policy chooses where the search begins.
static uint32_t first_place(uint32_t num)
{
    switch (pto_run_state.options.policy) {
        case PTO_POLICY_RANDOM:
            return draw(num);
        case PTO_POLICY_LAZY:
            return num / 2;
        default:
            return 0;
    }
}

// Starts a task if enough cores are free: as many as its blocks need or, if they may take turns, any.
static bool try_start(pto_task_t *task, bool in_turns)
{
    const pto_share_t *share = &pto_shares[task->kernel->kind];
    const uint32_t clusters = BOARD_CLUSTERS / state.rank_num, first_cluster = task->rank * clusters;
    uint32_t places = clusters * share->block_num, num = 0;
    uint32_t needed = task->block_num < places ? task->block_num : places;
    uint8_t place[PTO_CORE_MAX];
    for (uint32_t i = 0, first = first_place(places); i < places && num < needed; i++) {
        uint32_t at = (first + i) % places;
        uint32_t slot = share->first_slot + at % share->block_num;
        if (group_is_free(first_cluster + at / share->block_num, slot, share->core_num)) {
            place[num++] = (uint8_t)at;
        }
    }
    if (num < (in_turns ? 1 : needed)) {
        return false;
    }
    uint32_t free = 0;
    while (state.launches[free].task != NULL) {
        free++;
    }
    pto_launch_t *launch = &state.launches[free];
    const uint32_t buffer_num = task->kernel->param_num == 0 ? 1 : task->kernel->param_num;
    *launch = (pto_launch_t){
        .kernel = task->kernel,
        .task = task,
        .rank = task->rank,
        .args = task->args,
        .buffers = task->buffers,
        .last_buffer = &task->buffers[buffer_num - 1],
        .buffer_num = buffer_num,
        .block_num = task->block_num,
        .group_num = num,
    };
    state.cores_left[free] = num * share->core_num;
    for (uint32_t i = 0; i < num; i++) {
        uint32_t slot = share->first_slot + place[i] % share->block_num;
        start_group(launch, first_cluster + place[i] / share->block_num, slot, share->core_num, i);
    }
    if (counts()) {
        state.alone = true;
        task->instret = hal_instret();
    }
    go(launch);
    return true;
}

// Whether a list has a task that may start. Brings the first one that no schedule holds back to its front.
static bool find_ready(list_t *list)
{
    pto_task_t *before = NULL, *task = list->first;
    while (task != NULL && pto_is_replay() && pto_replay_holds_task(task->number)) {
        before = task;
        task = task->next;
    }
    if (task != NULL && before != NULL) {
        before->next = task->next;
        list->last = list->last == task ? before : list->last;
        task->next = list->first;
        list->first = task;
    }
    return task != NULL && !state.alone;
}

// Starts the first task of a list that may start, if it has the cores.
static bool start_first(list_t *list, bool in_turns)
{
    if (!find_ready(list) || !try_start(list->first, in_turns)) {
        return false;
    }
    list->first = list->first->next;
    return true;
}

static void start_ready(void)
{
    bool random = pto_run_state.options.policy == PTO_POLICY_RANDOM;
    const uint32_t num = state.rank_num * KINDS;
    for (uint32_t i = 0, first = random ? draw(num) : 0; i < num; i++) {
        uint32_t at = (first + i) % num;
        list_t *list = &state.ready[at / KINDS][at % KINDS];
        while (start_first(list, false)) {
        }
    }
}

/// Ending ///

static void tell_progress(void)
{
    uint32_t over = given.tasks[0].number + given.num - state.left;
    if (pto_run_state.options.progress != 0 && over % pto_run_state.options.progress == 0) {
        pto_print(HAL_STDERR, "progress: %u tasks are over\n", over);
    }
}

static void end_task(pto_task_t *task)
{
    task->over = true;
    if (counts()) {
        state.alone = false;
        task->instret = hal_instret() - task->instret;
    }
    for (const pto_dependent_t *next = task->dependents; next != NULL; next = next->next) {
        if (--next->task->waits == 0) {
            push(next->task);
        }
    }
    if (--state.left == 0) {
        __atomic_store_n(&state.over, true, __ATOMIC_RELEASE);
    }
    tell_progress();
}

// Called when a core has finished its blocks of a task.
static void leave(pto_core_t *core)
{
    lock();
    pto_launch_t *launch = core->launch;
    core->has_task = false;
    if (--state.cores_left[launch - state.launches] == 0) {
        PTO_OBSERVE(task_end, launch->task);
        for (uint32_t i = 0; i < pto_run_state.core_num; i++) {
            pto_core_t *other = pto_run_state.cores[i];
            if (other->launch == launch) {  // else it may be reading it
                other->launch = NULL;
            }
        }
        end_task(launch->task);
        launch->task = NULL;
        start_ready();
    }
    unlock();
    if (__atomic_load_n(&state.over, __ATOMIC_ACQUIRE)) {
        for (uint32_t i = 0; i < pto_run_state.core_num; i++) {
            pto_wake_core(pto_run_state.cores[i]);
        }
    }
}

static void run_tasks(void *arg)
{
    pto_core_t *core = arg;
    for (;;) {
        pto_su_exec(core, &(const pto_cmd_t){.op = &pto_op_idle, .loc = &nowhere});
        if (!__atomic_load_n(&core->has_task, __ATOMIC_ACQUIRE)) {
            pto_sched_finish(core);
        }
        pto_run_blocks(core);
        leave(core);
    }
}

bool pto_task_is_over(uint32_t number)
{
    uint32_t at = given.num == 0 ? 0 : number - given.tasks[0].number;
    return at >= given.num || given.tasks[at].over;
}

void pto_tasks_retry(void)
{
    lock();
    start_ready();
    unlock();
}

bool pto_task_leaves_out(const pto_core_t *core)
{
    return core->launch->task->one_vector && core->group->core_num > 1 && core->subblock != 0;
}

bool pto_tasks_start_in_turns(void)
{
    lock();
    bool started = false;
    for (uint32_t i = 0; i < state.rank_num * KINDS && !started; i++) {
        started = start_first(&state.ready[i / KINDS][i % KINDS], true);
    }
    unlock();
    return started;
}

uint32_t pto_task_rank_num(void)
{
    return state.rank_num;
}

uint32_t pto_task_number(const pto_task_t *task)
{
    return task->number;
}

const uint64_t *pto_task_args(const pto_core_t *core, uint64_t *slots)
{
    const pto_task_t *task = core->launch->task;
    if (task->varying_num == 0) {
        return task->args;
    }
    hal_copy(slots, task->args, task->kernel->param_num * sizeof slots[0]);
    for (uint32_t i = 0; i < task->varying_num; i++) {
        const pto_varying_t *varying = &task->varying[i];
        uint64_t *slot = &slots[varying->param];
        switch ((pto_task_arg_kind_t)varying->kind) {
            case PTO_TASK_BLOCK_IDX:
                *slot += core->su.block;
                break;
            case PTO_TASK_BLOCK_NUM:
                *slot += task->block_num;
                break;
            case PTO_TASK_SUBBLOCK_IDX:
                *slot += core->group->core_num == 1 ? 0 : core->subblock;
                break;
            default:
                *slot += core->su.block * varying->step;
                break;
        }
    }
    return slots;
}

/// Entry ///

// Takes all cores of the board, idle.
static void take_cores(pto_run_t *run)
{
    run->core_num = 0;
    for (uint32_t cluster = 0; cluster < BOARD_CLUSTERS; cluster++) {
        for (uint32_t slot = 0; slot < PTO_CLUSTER_CORES; slot++) {
            pto_core_t *core = pto_take_core(run, cluster, slot, run_tasks);
            core->group = &pto_groups[cluster * PTO_CLUSTER_CORES + slot];
            *core->group = (pto_group_t){.core_num = 1};
            state.cores[cluster][slot] = core;
        }
    }
    hal_zero(state.ready, sizeof state.ready);
    hal_zero(state.launches, sizeof state.launches);
    state.locked = 0;
    state.alone = false;
    state.over = false;
    state.random = run->options.seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

const pto_task_t *pto_tasks_now(uint32_t *num)
{
    *num = given.num;
    return given.tasks;
}

static void begin(pto_run_t *run)
{
    if (run->hart_num > 1 || counts()) {
        run->result.instret_entry = hal_instret();
    }
    state.left = given.num;
    for (uint32_t i = 0; i < given.num; i++) {
        if (given.tasks[i].waits == 0) {
            push(&given.tasks[i]);
        }
    }
    start_ready();
}

int pto_tasks_run(pto_task_t *tasks, uint32_t num, const pto_run_options_t *options, pto_run_result_t *result)
{
    given.tasks = tasks;
    given.num = num;
    pto_run_state.launch.kernel = NULL;
    pto_run_state.rank_num = 1;
    state.rank_num = 1;
    for (uint32_t i = 0; i < num; i++) {
        state.rank_num = tasks[i].rank < state.rank_num ? state.rank_num : tasks[i].rank + 1;
    }
    if (state.rank_num > BOARD_CLUSTERS) {
        pto_fault_at(NULL, "tasks of %u ranks need a cluster for each, and the board has %u", state.rank_num,
                     BOARD_CLUSTERS);
    }
    int status = pto_run_cores(tasks[0].kernel, options, take_cores, begin, result);
    hal_zero(state.ready, sizeof state.ready);  // after a fault, of tasks that have not started
    return status;
}
