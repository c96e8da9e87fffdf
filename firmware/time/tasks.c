// SPDX-License-Identifier: Apache-2.0
//
// Tasks of a program. Each has cycles of its own, as if its launch were alone: on which cores it runs here, and beside
// which others, depends on the policy. The driver places tasks on the cores of a board.

#include "../core/tasks.h"

#include "time.h"

typedef struct {
    const pto_task_t *task;  // NULL: free
    cycles_t began, end;
    uint32_t left;  // ends of blocks, of all cores
    cycles_t busy[PTO_PIPE_NUM];
} time_task_t;

// One for each launch that runs.
static time_task_t running[PTO_CORE_MAX];

void time_tasks_reset(void)
{
    hal_zero(running, sizeof running);
}

uint32_t time_sharers(const pto_core_t *core)
{
    const pto_launch_t *launch = core->launch;
    uint32_t wave = core->su.block - core->index;  // its first block
    uint32_t left = launch->block_num - wave;
    return (left < launch->group_num ? left : launch->group_num) * core->group->core_num;
}

// Its clocks start behind everything that was timed so far, so that no time of an earlier task can delay it.
static void start(time_task_t *self, const pto_launch_t *launch, uint32_t group_cores)
{
    *self = (time_task_t){.task = launch->task, .left = launch->block_num * group_cores};
    for (uint32_t i = 0; i < time_core_num; i++) {
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            cycles_t now = time_cores[i].agent[pipe].now.at;
            self->began = now > self->began ? now : self->began;
        }
    }
    for (uint32_t i = 0; i < time_core_num; i++) {
        time_core_t *core = &time_cores[i];
        if (core->core->launch != launch) {
            continue;
        }
        core->done = self->began;
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            core->agent[pipe].busy = 0;
        }
        time_hands_forget(core);
    }
    time_barriers_forget(launch);
}

void time_task_block(const pto_core_t *core)
{
    const pto_task_t *task = core->launch->task;
    if (task == NULL) {
        return;
    }
    time_task_t *self = running, *free = NULL;
    for (; self < running + PTO_CORE_MAX && self->task != task; self++) {
        free = self->task == NULL ? self : free;
    }
    if (self == running + PTO_CORE_MAX) {
        start(free, core->launch, core->group->core_num);
    }
}

void time_task_block_end(const time_core_t *core)
{
    const pto_launch_t *launch = core->core->launch;
    if (launch->task == NULL) {
        return;
    }
    time_task_t *self = running;
    while (self->task != launch->task) {
        self++;
    }
    self->end = core->done > self->end ? core->done : self->end;
    if (--self->left != 0) {
        return;
    }
    for (uint32_t i = 0; i < time_core_num; i++) {
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM && time_cores[i].core->launch == launch; pipe++) {
            self->busy[pipe] += time_cores[i].agent[pipe].busy;
        }
    }
    time_report_task(launch, self->end - self->began, self->busy);
    self->task = NULL;
}
