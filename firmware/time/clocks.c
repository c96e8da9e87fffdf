// SPDX-License-Identifier: Apache-2.0
//
// Translates the calls of ../core/observe.h to times.

#include "time.h"

time_core_t time_cores[PTO_CORE_MAX] __attribute__((section(".noinit")));
uint32_t time_core_num;
static uint32_t locked;
static cycles_t last;  // end of the launch so far

static void lock(void)
{
    while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE) != 0) {
    }
}

static void unlock(void)
{
    __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
}

static time_core_t *core_of(const pto_core_t *core)
{
    time_core_t *self = time_cores;
    while (self->core != core) {
        self++;
    }
    return self;
}

/// Launch and blocks ///

void pto_observe_launch(const pto_run_t *run)
{
    time_table_choose(run->options.arch, run->options.times);
    time_core_num = run->core_num;
    last = 0;
    for (uint32_t i = 0; i < run->core_num; i++) {
        hal_zero(&time_cores[i], sizeof time_cores[i]);
        time_cores[i].core = run->cores[i];
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            time_cores[i].agent[pipe].self = 1 + i * PTO_PIPE_NUM + pipe;
        }
    }
    time_hands_reset();
    time_tasks_reset();
    time_memo_reset();
    time_report_begin(run);
}

// The cores of a block begin together, once all have ended the previous block.
void pto_observe_block(const pto_core_t *core)
{
    lock();
    time_task_block(core);
    time_core_t *self = core_of(core);
    moment_t began = {0};
    for (uint32_t i = 0; i < time_core_num; i++) {
        if (time_cores[i].core->group == core->group && time_cores[i].done > began.at) {
            began.at = time_cores[i].done;
        }
    }
    began.at += TIME(block);
    self->began = began.at;
    self->block = core->su.block;
    hal_zero(self->flag, sizeof self->flag);
    hal_zero(self->before, sizeof self->before);
    hal_zero(self->releases, sizeof self->releases);
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        self->agent[pipe].now = began;
    }
    unlock();
}

void pto_observe_block_end(const pto_core_t *core)
{
    lock();
    time_core_t *self = core_of(core);
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        cycles_t end = self->agent[pipe].now.at;
        self->done = end > self->done ? end : self->done;
    }
    last = self->done > last ? self->done : last;
    time_task_block_end(self);
    unlock();
}

void pto_observe_launch_end(const pto_run_t *run)
{
    if (run->result.faults == 0) {
        time_report_end(last);
    }
}

/// Commands ///

// A record of a queue is free again once its command has ended.
static void wait_for_room(time_core_t *self, uint32_t pipe, uint32_t seq)
{
    time_agent_t *agent = &self->agent[pipe];
    uint32_t depth = TIME(queue_depth);
    if (seq > depth) {
        time_join(&self->agent[PIPE_S].now,
                  (moment_t){agent->ends[(seq - depth) % TIME_ENDS], agent->self, seq - depth});
    }
}

void pto_observe_issue(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    lock();
    time_core_t *self = core_of(core);
    moment_t *su = &self->agent[PIPE_S].now;
    cycles_t before = su->at;
    wait_for_room(self, pipe, seq);
    self->agent[PIPE_S].waiting += su->at - before;
    before = su->at;
    su->at += cmd->op->means == PTO_MEANS_VECTOR_FUNCTION ? TIME(issue_vf) : TIME(issue);
    self->agent[PIPE_S].busy += su->at - before;
    self->agent[pipe].issued[seq % PTO_QUEUE_DEPTH] = *su;
    unlock();
}

static bool is_sync(const pto_cmd_t *cmd)
{
    return cmd->op->means > PTO_MEANS_VECTOR_FUNCTION;
}

static void count(time_agent_t *agent, const time_span_t *span)
{
    agent->commands += !span->syncs;
    agent->bytes += span->bytes;
    agent->products += span->products;
    agent->possible += span->possible;
    agent->waiting += span->waited;
    agent->busy += span->syncs ? 0 : span->end - span->start;
}

static cycles_t scaled(uint32_t pipe, cycles_t cost)
{
    static const uint8_t percent[PTO_PIPE_NUM] = {
        [PIPE_V] = TIME_percent_V,       [PIPE_M] = TIME_percent_M,       [PIPE_MTE1] = TIME_percent_MTE1,
        [PIPE_MTE2] = TIME_percent_MTE2, [PIPE_MTE3] = TIME_percent_MTE3, [PIPE_FIX] = TIME_percent_FIX,
    };
    uint32_t of = pipe == PIPE_S ? 100 : time_numbers[percent[pipe]];
    return of == 100 ? cost : (cost * of + 99) / 100;
}

// Sends what a command writes to another rank, or copies asynchronously, on the link of its core. Returns when it has
// landed.
static moment_t send(time_core_t *self, moment_t end, uint64_t bytes)
{
    self->link_free = (self->link_free > end.at ? self->link_free : end.at) + bytes / TIME(link_bytes);
    return (moment_t){self->link_free + TIME(link_latency), end.agent, end.seq};
}

void pto_observe_fence(const pto_core_t *core)
{
    lock();
    time_core_t *self = core_of(core);
    time_join(&self->agent[PIPE_S].now, self->landed);
    unlock();
}

void pto_observe_copied(const pto_core_t *core, int64_t number)
{
    (void)number;
    lock();
    time_core_t *self = core_of(core);
    time_join(&self->agent[PIPE_S].now, self->copied);
    unlock();
}

// On the scalar unit only synchronisation takes time: its other work is not modelled.
static void account(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq, uint64_t wall_start)
{
    uint64_t wall_end = hal_cycle();
    time_agent_t *agent = &self->agent[pipe];
    bool syncs = is_sync(cmd) || (pipe == PIPE_S && time_hands_any());
    work_t work = time_work();
    if (pipe == PIPE_S && !syncs) {
        if (work.far_read + work.far_written != 0) {  // an asynchronous copy
            self->copied = send(self, agent->now, work.gm_written);
        }
        return;
    }
    cycles_t cost = syncs ? TIME(sync) : scaled(pipe, time_cost(self->core, pipe, cmd, &work));
    moment_t start = agent->now;
    cycles_t issued = start.at;
    if (pipe != PIPE_S) {
        issued = agent->issued[seq % PTO_QUEUE_DEPTH].at;
        time_join(&start, agent->issued[seq % PTO_QUEUE_DEPTH]);
    }
    cycles_t ready = start.at;
    time_hear(self, pipe, cmd, &start);
    time_hands_end(&start);
    agent->seq = seq;
    agent->now = (moment_t){start.at + cost, agent->self, seq};
    agent->ends[seq % TIME_ENDS] = agent->now.at;
    time_tell(self, pipe, cmd, agent->now);
    time_hands_given(agent->now);
    if (work.far_written != 0) {
        self->landed = send(self, agent->now, work.far_written);
    }
    time_span_t span = {
        .pipe = pipe,
        .seq = seq,
        .issued = issued,
        .start = start.at,
        .end = agent->now.at,
        .waited = start.at - ready,
        .cause = start,
        .products = work.products,
        .possible = work.rate * cost,
        .wall_start = wall_start,
        .wall_end = wall_end,
        .syncs = syncs,
    };
    span.guess = cmd->op->means == PTO_MEANS_VECTOR_FUNCTION && time_function_is_guess();
    span.bytes = work.gm_read + work.gm_written != 0 ? work.gm_read + work.gm_written : work.local_written;
    count(agent, &span);
    time_report_command(self, cmd, &span);
}

pto_step_t pto_observe_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    time_work_begin();
    time_hands_begin();
    if (cmd->op->means == PTO_MEANS_VECTOR_FUNCTION) {
        time_function_begin(cmd);
    }
    uint64_t wall_start = hal_cycle();
    pto_step_t step = pto_step(core, pipe, cmd);
    if (step == PTO_DONE) {
        lock();
        account(core_of(core), pipe, cmd, seq, wall_start);
        unlock();
    }
    return step;
}
