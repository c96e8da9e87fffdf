// SPDX-License-Identifier: Apache-2.0
//
// Tasks of a program, and the happens-before order between them.
//
// Blocks are numbered through all tasks of the program, so that a number identifies the task of a block. Each task has
// two rows of bits. The first is of tasks that had ended when it began: those it depends on, transitively. The second
// is of tasks that it has heard of, by the signals of tasks that run at the same time: of these, clocks tell which
// accesses happened before. So a task also has a clock, with which it begins: a core's own would order it after
// whatever task the core happened to run. What a task knows passes to its dependents when it ends.
//
// Rows and clocks are in memory that tasks leave free.

#include "../core/tasks.h"

#include "check.h"

#define WORD_BITS 64

static struct {
    const pto_task_t *tasks;
    uint32_t num;
    uint32_t words;          // of a row
    check_clock_t *clocks;   // of tasks: at their begin; from their end on, what they leave
    uint64_t *over, *heard;  // rows of tasks
    uint64_t *told;          // rows of signals: what those who sent them had heard of
} order;

static uint64_t *row_of(uint64_t *rows, uint32_t number)
{
    return &rows[(size_t)number * order.words];
}

static void add_row(uint64_t *row, const uint64_t *other)
{
    for (uint32_t i = 0; i < order.words; i++) {
        row[i] |= other[i];
    }
}

static void add_task(uint64_t *row, uint32_t task)
{
    row[task / WORD_BITS] |= UINT64_C(1) << task % WORD_BITS;
}

static bool has_task(const uint64_t *row, uint32_t task)
{
    return (row[task / WORD_BITS] >> task % WORD_BITS & 1) != 0;
}

static uint32_t index_of(const pto_task_t *task)
{
    return (uint32_t)(task - order.tasks);
}

void check_tasks_begin(void)
{
    order.num = 0;
    if (!pto_is_program()) {
        return;
    }
    size_t room;
    void *memory = pto_tasks_room(&room);
    order.tasks = pto_tasks_now(&order.num);
    order.words = (order.num + WORD_BITS - 1) / WORD_BITS;
    const uint64_t rows = (2 * (uint64_t)order.num + CHECK_SIGNALS) * order.words;
    const uint64_t bytes = order.num * sizeof order.clocks[0] + rows * sizeof order.over[0];
    if (bytes > room) {
        pto_fault_at(NULL, "--check: %zu bytes of GM are left, too few for the order of %u tasks", room, order.num);
    }
    hal_zero(memory, bytes);
    order.clocks = memory;
    order.over = (uint64_t *)&order.clocks[order.num];
    order.heard = row_of(order.over, order.num);
    order.told = row_of(order.heard, order.num);
}

const check_clock_t *check_task_clock(const pto_task_t *task)
{
    return order.num == 0 || task == NULL ? NULL : &order.clocks[index_of(task)];
}

void pto_observe_task_end(const pto_task_t *task)
{
    check_lock();
    const uint32_t number = index_of(task);
    check_clock_t *clock = &order.clocks[number];
    check_join_cores(task, clock);
    for (const pto_dependent_t *next = task->dependents; next != NULL; next = next->next) {
        const uint32_t dependent = index_of(next->task);
        add_row(row_of(order.over, dependent), row_of(order.over, number));
        add_task(row_of(order.over, dependent), number);
        add_row(row_of(order.heard, dependent), row_of(order.heard, number));
        check_clock_join(&order.clocks[dependent], clock);
    }
    check_unlock();
}

/// Signals ///

void check_signal_begins(uint32_t signal)
{
    if (order.num != 0) {
        hal_zero(row_of(order.told, signal), order.words * sizeof order.told[0]);
    }
}

void check_task_tells(const pto_core_t *core, uint32_t signal)
{
    if (order.num != 0) {
        const uint32_t number = index_of(core->launch->task);
        add_row(row_of(order.told, signal), row_of(order.over, number));
        add_row(row_of(order.told, signal), row_of(order.heard, number));
        add_task(row_of(order.told, signal), number);
    }
}

void check_task_hears(const pto_core_t *core, uint32_t signal)
{
    if (order.num != 0) {
        add_row(row_of(order.heard, index_of(core->launch->task)), row_of(order.told, signal));
    }
}

// NULL: it has ended before the tasks that run now, or this is no program.
static const pto_task_t *task_of(uint32_t block)
{
    if (order.num == 0 || block < order.tasks[0].first_block) {
        return NULL;
    }
    uint32_t low = 0, high = order.num;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (order.tasks[middle].first_block <= block) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &order.tasks[low];
}

bool check_task_of(check_who_t who, check_task_t *found)
{
    const pto_task_t *task = task_of(who.block);
    if (task == NULL) {
        bool ranks = pto_run_state.rank_num > 1;
        *found = (check_task_t){.block = ranks ? who.block % pto_run_state.launch.block_num : who.block};
        return false;
    }
    *found = (check_task_t){task->number, task->kernel->name, who.block - task->first_block, task->block_num};
    return true;
}

bool check_is_argument(const pto_core_t *core, uintptr_t address)
{
    const pto_task_t *task = core->launch->task;
    return task != NULL && address - (uintptr_t)task->args < task->kernel->param_num * sizeof task->args[0];
}

void check_if_writable(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind)
{
    const pto_gm_buffer_t *holder = kind == PTO_WRITES ? pto_gm_holder(address, bytes) : NULL;
    if (holder != NULL && holder->read_only && pto_is_program()) {
        check_read_only(access, address);
    }
}

uint32_t check_first_block(const pto_core_t *core)
{
    // Ranks number their blocks one after the other.
    return core->launch->task == NULL ? core->launch->rank * core->launch->block_num : core->launch->task->first_block;
}

check_relation_t check_blocks(check_who_t first, const check_access_t *access)
{
    const pto_launch_t *launch = access->core->core->launch;
    const pto_task_t *own = launch->task;
    uint32_t begin = check_first_block(access->core->core);
    if (own == NULL && first.block - begin >= launch->block_num) {
        return CHECK_BY_CLOCK;  // of another rank
    }
    if (own != NULL && (first.block < begin || first.block - begin >= own->block_num)) {
        const pto_task_t *other = task_of(first.block);
        if (other == NULL || has_task(row_of(order.over, index_of(own)), index_of(other))) {
            return CHECK_ORDERED;
        }
        return has_task(row_of(order.heard, index_of(own)), index_of(other)) ? CHECK_BY_CLOCK : CHECK_UNORDERED;
    }
    uint32_t group_num = launch->group_num;
    bool same_cores = (first.block - begin) % group_num == (access->who.block - begin) % group_num;
    return same_cores ? CHECK_UNORDERED : CHECK_BY_CLOCK;
}
