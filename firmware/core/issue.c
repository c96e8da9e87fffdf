// SPDX-License-Identifier: Apache-2.0
//
// Issue of commands by the scalar unit.

#include <pto/print.h>

#include <hal/confine.h>

#include "core.h"

void pto_bad_issuer(const pto_loc_t *loc, const char *what)
{
    pto_fault_at(loc, pto_agent() == NULL ? "%s outside a kernel" : "%s inside a vector function", what);
}

/// Waiting on the scalar unit ///

void pto_su_exec(pto_core_t *core, const pto_cmd_t *cmd)
{
    pto_su_t *su = &core->su;
    su->wait = cmd;  // also named by fault reports
    if (pto_execute(core, PIPE_S, cmd) == PTO_BLOCKED) {
        su->state = PTO_SU_WAITING;
        pto_sched_leave(core);
    } else if (pto_is_replay()) {
        pto_sched_leave(core);
    }
    su->wait = NULL;
}

static pto_step_t exec_queue_room(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const pto_pipe_queue_t *queue = &core->pipe[cmd->arg[0]];
    return queue->tail - __atomic_load_n(&queue->head, __ATOMIC_ACQUIRE) == PTO_QUEUE_DEPTH ? PTO_BLOCKED : PTO_DONE;
}

static size_t describe_queue_room(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "in the queue of %s", pto_pipe_names[cmd->arg[0]]);
}

static const pto_op_t op_queue_room = {"room", exec_queue_room, describe_queue_room, PTO_AWAITS_ROOM};

/// Queues ///

static __attribute__((noinline, cold)) pto_cmd_t *begin_slowly(pto_core_t *core, uint32_t pipe, const pto_op_t *op,
                                                               const pto_loc_t *loc)
{
    if ((core->pipe_mask >> pipe & 1) == 0) {
        pto_fault_at(loc, "%s: a %s has no pipe %s", op->name, core->kind->name, pto_pipe_names[pipe]);
    }
    pto_su_exec(core, &(const pto_cmd_t){.op = &op_queue_room, .loc = loc, .arg = {(uint16_t)pipe}});
    return pto_take_record(&core->pipe[pipe], op, loc);
}

pto_cmd_t *pto_issue_begin(pto_core_t *core, uint32_t pipe, const pto_op_t *op, const pto_loc_t *loc)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    uint32_t room = PTO_QUEUE_DEPTH - (queue->tail - __atomic_load_n(&queue->head, __ATOMIC_ACQUIRE));
    if (__builtin_expect((core->pipe_mask >> pipe & 1) == 0 || room == 0, 0)) {
        return begin_slowly(core, pipe, op, loc);
    }
    return pto_take_record(queue, op, loc);
}

// Runs the only command of a queue inside its issue.
static inline void run_now(pto_core_t *core, pto_pipe_queue_t *queue, uint32_t pipe)
{
    hal_hart_t *hart = hal_hart();
    const pto_cmd_t *cmd = &queue->ring[queue->head % PTO_QUEUE_DEPTH];
    hart->agent = &queue->agent;
    hart->issuer = NULL;
    pto_step_t step = pto_execute(core, pipe, cmd);
    hart->agent = &core->pipe[PIPE_S].agent;
    hart->issuer = core;
    if (step == PTO_BLOCKED) {
        pto_set_pending(core, core->pending | 1u << pipe);
        return;
    }
    queue->head++;
    if (core->pending != 0) {
        pto_sched_settle(core);
    }
}

pto_event_t pto_issue_commit(pto_core_t *core, uint32_t pipe)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    if (core->interleaved) {
        pto_interleave_make_room(core, pipe);
        return pto_interleave_commit(core, pipe, true);
    }
    uint32_t seq = queue->tail + 1;
    PTO_OBSERVE(issue, core, pipe, &queue->ring[queue->tail % PTO_QUEUE_DEPTH], seq);
    __atomic_store_n(&queue->tail, seq, __ATOMIC_RELEASE);
    if (!core->direct) {
        pto_sched_issued(core, queue);
    } else if (queue->head == seq - 1) {
        run_now(core, queue, pipe);
    }
    return (pto_event_t){pipe, seq};
}

/// Vector functions ///

__attribute__((weak)) void pto_vf_run(const pto_vf_t *vf, const void *params)
{
    vf->entry(params);
}

// Confines memory to what a vector function may reach, except under observers, whose reports need more.
static inline void run_confined(const pto_core_t *core, const pto_vf_t *vf, const void *params)
{
#ifndef PTO_OBSERVED
    hal_confine((const void *)core->view.reach.base, vf->is_checked ? NULL : vf);
#endif
    pto_vf_run(vf, params);
    hal_release();
}

static pto_step_t exec_vf(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    run_confined(core, (const pto_vf_t *)(uintptr_t)cmd->data[0], &cmd->data[1]);
    return PTO_DONE;
}

static size_t describe_vf(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "%s", ((const pto_vf_t *)(uintptr_t)cmd->data[0])->name);
}

static const pto_op_t op_vf = {"vector function", exec_vf, describe_vf, .means = PTO_MEANS_VECTOR_FUNCTION};

_Static_assert(PTO_VF_PARAM_BYTES + 8 <= PTO_CMD_DATA, "a record holds the parameters of a vector function");

static inline void fill_launch(pto_cmd_t *cmd, const pto_vf_t *vf, const uint64_t *params, size_t bytes)
{
    cmd->data[0] = (uintptr_t)vf;
    cmd->arg[0] = (uint16_t)bytes;
    for (size_t i = 0; i < bytes / 8; i++) {
        cmd->data[1 + i] = params[i];
        __asm__ volatile("" ::: "memory");  // keeps the compiler from making this a vector loop: mostly there are two
    }
}

static __attribute__((noinline)) pto_event_t launch_slowly(const pto_loc_t *loc, const pto_vf_t *vf,
                                                           const uint64_t *params, size_t bytes)
{
    pto_core_t *core = pto_issuer(loc, "launching a vector function");
    fill_launch(pto_issue_begin(core, PIPE_V, &op_vf, loc), vf, params, bytes);
    return pto_issue_commit(core, PIPE_V);
}

static __attribute__((noinline)) pto_event_t launch_queued(const pto_loc_t *loc, const pto_vf_t *vf,
                                                           const uint64_t *params, size_t bytes);

// As launch_queued() where the queue may be idle or full.
static __attribute__((noinline)) pto_event_t launch_stopped(const pto_loc_t *loc, const pto_vf_t *vf,
                                                            const uint64_t *params, size_t bytes)
{
    return pto_interleave_make_room(hal_hart()->issuer, PIPE_V) ? launch_queued(loc, vf, params, bytes)
                                                                : launch_slowly(loc, vf, params, bytes);
}

static pto_event_t launch_queued(const pto_loc_t *loc, const pto_vf_t *vf, const uint64_t *params, size_t bytes)
{
    pto_core_t *core = hal_hart()->issuer;
    if (core == NULL || core->interleaved == 0) {
        return launch_slowly(loc, vf, params, bytes);
    }
    if (pto_interleave_is_stopped(core, PIPE_V)) {
        return launch_stopped(loc, vf, params, bytes);
    }
    fill_launch(pto_take_record(&core->pipe[PIPE_V], &op_vf, loc), vf, params, bytes);
    return pto_interleave_commit(core, PIPE_V, true);
}

// If the pipe is idle the function runs here, on the caller's parameters. The slow paths are separate functions, so
// that this one saves few registers.
pto_event_t pto_launch_at(const pto_loc_t *loc, const pto_vf_t *vf, const uint64_t *params, size_t bytes)
{
    pto_core_t *core = hal_hart()->issuer;
    if (core == NULL || !pto_can_skip(core, PIPE_V)) {
        return launch_queued(loc, vf, params, bytes);
    }
    pto_take_record(&core->pipe[PIPE_V], &op_vf, loc)->data[0] = (uintptr_t)vf;
    pto_enter_pipe(core, PIPE_V);
    run_confined(core, vf, params);
    pto_leave_pipe(hal_hart()->core, PIPE_V);  // which need not be saved across the function
    return PTO_EVENT_DONE;
}

pto_event_t pto_launch_raw_at(const pto_loc_t *loc, const pto_vf_t *vf, const void *params, size_t bytes)
{
    uint64_t slots[PTO_VF_PARAM_BYTES / 8] = {0};
    (void)pto_issuer(loc, "launching a vector function");
    if (bytes > sizeof slots) {
        pto_fault_at(loc, "vector function %s: %zu bytes of parameters exceed the parameter buffer of %u", vf->name,
                     bytes, PTO_VF_PARAM_BYTES);
    }
    hal_copy(slots, params, bytes);
    return pto_launch_at(loc, vf, slots, (bytes + 7) / 8 * 8);
}
