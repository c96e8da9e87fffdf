// SPDX-License-Identifier: Apache-2.0
//
// Tasks of a program, and the happens-before order between them.
//
// Blocks are numbered through all tasks of the program, so that a number identifies the task of a block. Dependencies
// are a row of bits for each task: the tasks it waits for, transitively. The rows are in memory that tasks leave free.

#include "../core/tasks.h"

#include "check.h"

#define WORD_BITS 64

static struct {
    const pto_task_t *tasks;
    uint32_t num;
    uint32_t words;    // of a row
    uint64_t *before;  // rows
} order;

static uint64_t *row_of(uint32_t task)
{
    return &order.before[(size_t)task * order.words];
}

static void note_dependents(uint32_t task)
{
    for (const pto_dependent_t *next = order.tasks[task].dependents; next != NULL; next = next->next) {
        uint64_t *row = row_of((uint32_t)(next->task - order.tasks));
        for (uint32_t i = 0; i < order.words; i++) {
            row[i] |= row_of(task)[i];
        }
        row[task / WORD_BITS] |= UINT64_C(1) << task % WORD_BITS;
    }
}

// Tasks depend only on tasks with lower numbers, whose rows are complete by then.
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
    order.before = memory;
    if ((uint64_t)order.num * order.words * sizeof(uint64_t) > room) {
        pto_fault_at(NULL, "--check: %zu bytes of GM are left, too few for the order of %u tasks", room, order.num);
    }
    hal_zero(order.before, (size_t)order.num * order.words * sizeof(uint64_t));
    for (uint32_t i = 0; i < order.num; i++) {
        note_dependents(i);
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
        uint32_t number = other == NULL ? 0 : (uint32_t)(other - order.tasks);
        bool waits = other == NULL ||
                     (row_of((uint32_t)(own - order.tasks))[number / WORD_BITS] >> number % WORD_BITS & 1) != 0;
        return waits ? CHECK_ORDERED : CHECK_UNORDERED;
    }
    uint32_t group_num = launch->group_num;
    bool same_cores = (first.block - begin) % group_num == (access->who.block - begin) % group_num;
    return same_cores ? CHECK_UNORDERED : CHECK_BY_CLOCK;
}
