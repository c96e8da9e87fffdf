// SPDX-License-Identifier: Apache-2.0
//
// Tasks of a program. Private to firmware: submit.c creates them with their dependencies, tasks.c runs them.
#ifndef PTO_TASKS_H
#define PTO_TASKS_H

#include <pto/program.h>

#include "core.h"

typedef struct pto_dependent pto_dependent_t;

// An argument that changes from block to block.
typedef struct {
    uint16_t param;
    uint16_t kind;
    uint64_t step;
} pto_varying_t;

struct pto_task {
    const pto_kernel_t *kernel;
    uint64_t *args;
    pto_gm_buffer_t *buffers;  // one for each parameter, or one; empty for numbers
    pto_varying_t *varying;
    uint32_t varying_num;
    uint32_t block_num;
    uint32_t rank;  // whose clusters it runs on
    uint32_t number;
    uint32_t first_block;  // the blocks of the tasks before it
    uint64_t instret;      // what it took, if tasks are counted; before its end, the counter at its start
    uint32_t waits;  // tasks that have to end before this one
    bool over;
    bool one_vector;  // the second vector core of a cluster does nothing
    pto_dependent_t *dependents;
    pto_task_t *next;  // in the ready list
};

struct pto_dependent {
    pto_task_t *task;
    pto_dependent_t *next;
};

// Runs tasks to their end. Returns as pto_run() does.
int pto_tasks_run(pto_task_t *tasks, uint32_t num, const pto_run_options_t *options, pto_run_result_t *result);

// Whether a task is over. True for one that is not among those that run.
bool pto_task_is_over(uint32_t number);

// Starts tasks that a schedule no longer holds back.
void pto_tasks_retry(void);

// Called where nothing can go on: running tasks wait, on cores that another one needs. Starts that one on the cores that are
// free, where its blocks run in turn. Returns whether there is such a task.
bool pto_tasks_start_in_turns(void);

// replay.c: whether the schedule holds a task back.
bool pto_replay_holds_task(uint32_t number);

// The number of ranks that the tasks are of.
uint32_t pto_task_rank_num(void);

// For observers: the running tasks, and the memory that they leave free.
const pto_task_t *pto_tasks_now(uint32_t *num);
void *pto_tasks_room(size_t *bytes);

#endif
