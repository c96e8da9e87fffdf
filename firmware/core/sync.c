// SPDX-License-Identifier: Apache-2.0
//
// Event flags, buffer tokens, barriers and completion events. docs/registers.md states the rules.

#include <pto/sync.h>

#include <pto/print.h>

#include "core.h"

pto_event_t pto_sync_issue(pto_core_t *core, uint32_t pipe, const pto_op_t *op, const pto_loc_t *loc, uint32_t a,
                           uint32_t b, uint32_t c)
{
    if (pipe == PIPE_S) {
        pto_cmd_t cmd;
        cmd.op = op;
        cmd.loc = loc;
        cmd.arg[0] = (uint16_t)a;
        cmd.arg[1] = (uint16_t)b;
        cmd.arg[2] = (uint16_t)c;
        pto_su_exec(core, &cmd);
        pto_wake_waiting(core, PIPE_S);
        return PTO_EVENT_DONE;
    }
    pto_cmd_t *cmd = pto_issue_begin(core, pipe, op, loc);
    cmd->arg[0] = (uint16_t)a;
    cmd->arg[1] = (uint16_t)b;
    cmd->arg[2] = (uint16_t)c;
    return pto_issue_commit(core, pipe);
}

static __attribute__((noinline, cold)) void bad_pipe(const pto_core_t *core, const pto_loc_t *loc, const char *what,
                                                     uint32_t pipe)
{
    if (pipe > PTO_PIPE_NUM) {
        pto_fault_at(loc, "%s: there is no pipe %u", what, pipe);
    }
    pto_fault_at(loc, "%s: a %s has no pipe %s", what, core->kind->name, pto_pipe_names[pipe]);
}

void pto_sync_check_pipe(const pto_core_t *core, const pto_loc_t *loc, const char *what, uint32_t pipe)
{
    if (pipe >= PTO_PIPE_NUM || (core->pipe_mask >> pipe & 1) == 0) {
        bad_pipe(core, loc, what, pipe);
    }
}

/// Event flags ///

static size_t describe_flag(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "%s -> %s EVENT_ID%u", pto_pipe_names[cmd->arg[0]], pto_pipe_names[cmd->arg[1]],
                      cmd->arg[2]);
}

static const pto_loc_t **flag_loc(pto_core_t *core, const pto_cmd_t *cmd)
{
    return &core->flag_loc[hal_sync_place(cmd->arg[0])][hal_sync_place(cmd->arg[1])][cmd->arg[2]];
}

static _Noreturn __attribute__((noinline, cold)) void set_twice(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const pto_loc_t *first = *flag_loc((pto_core_t *)core, cmd);
    pto_fault_at(cmd->loc, "set_flag: %s -> %s EVENT_ID%u is set already, by %s:%u", pto_pipe_names[cmd->arg[0]],
                 pto_pipe_names[cmd->arg[1]], cmd->arg[2], first->file, first->line);
}

void pto_flag_set_twice(const pto_core_t *core, const pto_flag_entry_t *entry)
{
    pto_flag_cmd_t cmd;
    set_twice(core, pto_flag_show(entry, &cmd));
}

static pto_step_t exec_set_flag(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    if (hal_sync_set(&core->view.sync, cmd->arg[0], cmd->arg[1], cmd->arg[2])) {
        set_twice(core, cmd);
    }
    *flag_loc(core, cmd) = cmd->loc;
    return PTO_DONE;
}

static pto_step_t exec_wait_flag(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    return hal_sync_take(&core->view.sync, cmd->arg[0], cmd->arg[1], cmd->arg[2]) ? PTO_DONE : PTO_BLOCKED;
}

// For a core whose agents are interleaved on one hart.
static pto_step_t exec_set_flag_here(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    uint32_t dst = cmd->arg[1];
    if (hal_sync_set_here(&core->view.sync, cmd->arg[0], dst, cmd->arg[2])) {
        set_twice(core, cmd);
    }
    *flag_loc(core, cmd) = cmd->loc;
    pto_interleave_wake(core, dst);
    return PTO_DONE;
}

static pto_step_t exec_wait_flag_here(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    return hal_sync_take_here(&core->view.sync, cmd->arg[0], cmd->arg[1], cmd->arg[2]) ? PTO_DONE : PTO_BLOCKED;
}

// Indexed by whether agents are interleaved.
static const pto_op_t ops_set_flag[2] = {
    {"set_flag", exec_set_flag, describe_flag, .means = PTO_MEANS_SET_FLAG},
    {"set_flag", exec_set_flag_here, describe_flag, .means = PTO_MEANS_SET_FLAG},
};
static const pto_op_t ops_wait_flag[2] = {
    {"wait_flag", exec_wait_flag, describe_flag, PTO_AWAITS_FLAG, .means = PTO_MEANS_WAIT_FLAG},
    {"wait_flag", exec_wait_flag_here, describe_flag, PTO_AWAITS_FLAG, .means = PTO_MEANS_WAIT_FLAG},
};

static __attribute__((noinline, cold)) void bad_flag(const pto_core_t *core, const pto_loc_t *loc, const char *what,
                                                     uint32_t src, uint32_t dst, int64_t id)
{
    pto_sync_check_pipe(core, loc, what, src);
    pto_sync_check_pipe(core, loc, what, dst);
    if (src == dst) {
        pto_fault_at(loc, "%s: %s to itself; pipe_barrier orders one pipe", what, pto_pipe_names[src]);
    }
    pto_fault_at(loc, "%s: event id %ld is not in 0..%u", what, (long)id, PTO_EVENT_ID_NUM - 1);
}

static __attribute__((noinline)) pto_event_t issue_flag(const pto_loc_t *loc, const pto_op_t *ops, uint32_t pipe,
                                                        uint32_t src, uint32_t dst, int64_t id)
{
    pto_core_t *core = pto_issuer(loc, ops->name);
    if (!pto_is_flag(core->pipe_mask, src, dst, id)) {
        bad_flag(core, loc, ops->name, src, dst, id);
    }
    if (pipe == PIPE_S || core->interleaved == 0 || pto_interleave_is_stopped(core, pipe)) {
        return pto_sync_issue(core, pipe, &ops[core->interleaved != 0], loc, src, dst, (uint32_t)id);
    }
    pto_cmd_t *cmd = pto_take_record(&core->pipe[pipe], &ops[1], loc);
    cmd->arg[0] = (uint16_t)src;
    cmd->arg[1] = (uint16_t)dst;
    cmd->arg[2] = (uint16_t)id;
    return pto_interleave_commit(core, pipe, false);
}

static __attribute__((noinline)) pto_event_t issue_word(const pto_loc_t *loc, uint32_t word)
{
    uint32_t pipe = word >> PTO_FLAG_PIPE & 7, other = word >> PTO_FLAG_OTHER & 7, id = word >> 24 & 0x7f;
    return (word & PTO_FLAG_SETS) != 0 ? issue_flag(loc, ops_set_flag, pipe, pipe, other, id)
                                       : issue_flag(loc, ops_wait_flag, pipe, other, pipe, id);
}

#if PTO_FLAG_RINGS

// As pto_flag_at() of an interleaved core, where the pipe may be idle or its ring full.
static __attribute__((noinline)) pto_event_t flag_slowly(const pto_loc_t *loc, uint32_t word)
{
    pto_core_t *core = hal_hart()->issuer;
    pto_pipe_queue_t *queue = &core->pipe[word >> PTO_FLAG_PIPE & 7];
    (void)pto_interleave_make_room(core, queue->agent.pipe);
    return queue->flag_tail == queue->flag_stop ? issue_word(loc, word) : pto_flag_at(loc, word);
}

// All calls are tail calls.
pto_event_t pto_flag_at(const pto_loc_t *loc, uint32_t word)
{
    pto_core_t *core = hal_hart()->issuer;
    uint32_t both = word & 0x7f;
    if (core == NULL || (core->view.ready / PTO_TURNS & both) != both) {
        return issue_word(loc, word);
    }
    pto_pipe_queue_t *queue = &core->pipe[word >> PTO_FLAG_PIPE & 7];
    uint32_t tail = queue->flag_tail;
    if (tail == queue->flag_stop) {
        return flag_slowly(loc, word);
    }
    pto_flag_entry_t *entry = pto_flag_in(queue->flags, tail);
    entry->loc = loc;
    entry->word = word;
    entry->before = queue->tail;
    queue->flag_tail = tail + PTO_FLAG_STEP;
    return pto_event(word & PTO_EVENT_BITS, tail + PTO_FLAG_STEP);
}

#else

pto_event_t pto_flag_at(const pto_loc_t *loc, uint32_t word)
{
    return issue_word(loc, word);
}

#endif

static inline __attribute__((always_inline)) pto_event_t flag_at(const pto_loc_t *loc, bool sets, const pto_op_t *ops,
                                                                 uint32_t pipe, uint32_t src, uint32_t dst, int64_t id)
{
    return pipe != PIPE_S && pto_is_flag(0x7f, src, dst, id)
               ? pto_flag_at(loc, pto_flag_word(sets, src, dst, (uint32_t)id))
               : issue_flag(loc, ops, pipe, src, dst, id);
}

// What a caller has tried already where it is not called for this, too (sync.h).
#ifdef PTO_FLAGS_CALLED
#define NOW(call) (call)
#else
#define NOW(call) false
#endif

pto_event_t pto_set_flag_at(const pto_loc_t *loc, uint32_t src, uint32_t dst, int64_t id)
{
    if (NOW(pto_set_flag_now(loc, src, dst, id))) {
        return PTO_EVENT_DONE;
    }
    return flag_at(loc, true, ops_set_flag, src, src, dst, id);
}

pto_event_t pto_wait_flag_at(const pto_loc_t *loc, uint32_t src, uint32_t dst, int64_t id)
{
    if (NOW(pto_wait_flag_now(src, dst, id))) {
        return PTO_EVENT_DONE;
    }
    return flag_at(loc, false, ops_wait_flag, dst, src, dst, id);
}

const pto_cmd_t *pto_flag_show(const pto_flag_entry_t *entry, pto_flag_cmd_t *cmd)
{
    bool sets = (entry->pipes & PTO_FLAG_SETS) != 0;
    uint16_t pipe = entry->pipes >> PTO_FLAG_PIPE & 7, other = (uint16_t)pto_flag_other(entry);
    *cmd = (pto_flag_cmd_t){sets ? &ops_set_flag[1] : &ops_wait_flag[1], entry->loc,
                            {sets ? pipe : other, sets ? other : pipe, (uint16_t)pto_flag_id(entry)}};
    return (const pto_cmd_t *)(const void *)cmd;
}

/// Buffer tokens ///
//
// A get takes its ticket when it is issued: it records how many gets of the buffer every other pipe had issued by then.
// It waits until those pipes have released the buffer as often. arg[0] is the buffer, arg[1] the mode, arg[2] whether
// to wait, data[] are the counts.

static size_t describe_buffer(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "buffer %u mode %u", cmd->arg[0], cmd->arg[1]);
}

static inline bool are_released(const pto_core_t *core, uint32_t buffer, uint32_t pipe, uint32_t users,
                                const uint32_t *tickets)
{
    users &= ~(1u << pipe);
    for (uint32_t other = 0; users >> other != 0; other++) {
        if ((users >> other & 1) != 0 && !pto_has_released(core, buffer, other, tickets)) {
            return false;
        }
    }
    return true;
}

static bool earlier_holders_released(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    return are_released(core, cmd->arg[0], pipe, cmd->arg[3], (const uint32_t *)cmd->data);
}

static pto_step_t exec_get_buf(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    return !cmd->arg[2] || earlier_holders_released(core, pipe, cmd) ? PTO_DONE : PTO_BLOCKED;
}

// Wakes all possible waiters for a buffer. A get that is being issued is not yet among its users, so all pipes are
// woken.
static void wake_getters(pto_core_t *core)
{
    for (uint32_t pipe = 0, pipes = core->pipe_mask; pipes >> pipe != 0; pipe++) {
        if ((pipes >> pipe & 1) != 0) {
            pto_interleave_wake(core, pipe);
        }
    }
}

static pto_step_t exec_rls_buf(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    if (cmd->arg[2] && !earlier_holders_released(core, pipe, cmd)) {
        return PTO_BLOCKED;
    }
    hal_sync_release(&core->view.sync, cmd->arg[0], pipe);
    if (core->interleaved) {
        wake_getters(core);
    }
    return PTO_DONE;
}

static const pto_op_t op_get_buf = {"get_buf", exec_get_buf, describe_buffer, PTO_AWAITS_RELEASE,
                                    .means = PTO_MEANS_GET_BUF};
static const pto_op_t op_rls_buf = {"rls_buf", exec_rls_buf, describe_buffer, PTO_AWAITS_RELEASE,
                                    .means = PTO_MEANS_RLS_BUF};

static __attribute__((noinline, cold)) void bad_buffer(const pto_core_t *core, const pto_loc_t *loc, const char *what,
                                                       uint32_t pipe, int64_t id, int64_t mode)
{
    pto_sync_check_pipe(core, loc, what, pipe);
    if ((uint64_t)id >= PTO_BUFFER_ID_NUM) {
        pto_fault_at(loc, "%s: buffer id %ld is not in 0..%u", what, (long)id, PTO_BUFFER_ID_NUM - 1);
    }
    pto_fault_at(loc, "%s: mode %ld is not 0 or 1", what, (long)mode);
}

static inline void check_buffer(const pto_core_t *core, const pto_loc_t *loc, const char *what, uint32_t pipe,
                                int64_t id, int64_t mode)
{
    if (__builtin_expect(
            pipe > 7 || (core->pipe_mask >> pipe & 1) == 0 || (uint64_t)id >= PTO_BUFFER_ID_NUM || (uint64_t)mode > 1,
            0)) {
        bad_buffer(core, loc, what, pipe, id, mode);
    }
}

static __attribute__((noinline)) pto_event_t buffer_at(pto_core_t *core, const pto_loc_t *loc, const pto_op_t *op,
                                                       uint32_t pipe, uint32_t id, uint32_t mode, bool waits,
                                                       const uint32_t *tickets)
{
    pto_cmd_t local;
    pto_cmd_t *cmd = &local;
    if (pipe == PIPE_S) {
        cmd->op = op;
        cmd->loc = loc;
    } else {
        cmd = pto_issue_begin(core, pipe, op, loc);
    }
    cmd->arg[0] = (uint16_t)id;
    cmd->arg[1] = (uint16_t)mode;
    cmd->arg[2] = waits;
    if (waits) {
        cmd->arg[3] = core->su.users[id];
        uint32_t *counts = (uint32_t *)cmd->data;
        for (uint32_t i = 0; i < HAL_SYNC_PLACES; i++) {
            counts[i] = tickets[i];
        }
    }
    if (pipe == PIPE_S) {
        pto_su_exec(core, cmd);
        pto_wake_waiting(core, PIPE_S);
        return PTO_EVENT_DONE;
    }
    return pto_issue_commit(core, pipe);
}

static __attribute__((noinline, cold)) void held_already(const pto_su_t *su, const pto_loc_t *loc, uint32_t pipe,
                                                         uint32_t id)
{
    const pto_loc_t *first = su->get_loc[id][hal_sync_place(pipe)];
    pto_fault_at(loc, "get_buf: %s holds buffer %u already, since %s:%u", pto_pipe_names[pipe], id, first->file,
                 first->line);
}

pto_event_t pto_get_buf_at(const pto_loc_t *loc, uint32_t pipe, int64_t id, int64_t mode)
{
    pto_core_t *core = pto_issuer(loc, "get_buf");
    check_buffer(core, loc, "get_buf", pipe, id, mode);
    pto_su_t *su = &core->su;
    uint32_t place = hal_sync_place(pipe);
    if (su->held[id] >> pipe & 1) {
        held_already(su, loc, pipe, (uint32_t)id);
    }
    if (mode == 1) {
        for (uint32_t i = 0; i < HAL_SYNC_PLACES; i++) {
            su->tickets[id][place][i] = su->gets[id][i];
        }
    }
    pto_event_t event;
    if (pto_can_skip(core, pipe) &&
        (mode == 1 || are_released(core, (uint32_t)id, pipe, su->users[id], su->gets[id]))) {
        event = PTO_EVENT_DONE;
    } else {
        event = buffer_at(core, loc, &op_get_buf, pipe, (uint32_t)id, (uint32_t)mode, mode == 0, su->gets[id]);
    }
    su->gets[id][place]++;
    su->users[id] |= (uint8_t)(1u << pipe);
    su->held[id] |= (uint8_t)(1u << pipe);
    su->held_buffers |= 1u << id;
    su->get_loc[id][place] = loc;
    return event;
}

pto_event_t pto_rls_buf_at(const pto_loc_t *loc, uint32_t pipe, int64_t id, int64_t mode)
{
    pto_core_t *core = pto_issuer(loc, "rls_buf");
    check_buffer(core, loc, "rls_buf", pipe, id, mode);
    pto_su_t *su = &core->su;
    if (__builtin_expect((su->held[id] >> pipe & 1) == 0, 0)) {
        pto_fault_at(loc, "rls_buf: %s does not hold buffer %ld", pto_pipe_names[pipe], (long)id);
    }
    su->held[id] &= (uint8_t)~(1u << pipe);
    su->held_buffers &= ~((uint32_t)(su->held[id] == 0) << id);
    if (mode == 0 && pto_can_skip(core, pipe)) {
        hal_sync_release(&core->view.sync, (uint32_t)id, pipe);
        return PTO_EVENT_DONE;
    }
    return buffer_at(core, loc, &op_rls_buf, pipe, (uint32_t)id, (uint32_t)mode, mode == 1,
                     su->tickets[id][hal_sync_place(pipe)]);
}

/// Barriers and events ///

// A pipe runs its commands in order, each to its end, so at a barrier all earlier ones are done.
static pto_step_t exec_barrier(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)core;
    (void)pipe;
    (void)cmd;
    return PTO_DONE;
}

static pto_step_t exec_drain(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    (void)cmd;
    for (uint32_t i = 0; i < core->kind->pipe_num; i++) {
        const pto_pipe_queue_t *queue = &core->pipe[core->kind->pipes[i]];
        if (__atomic_load_n(&queue->head, __ATOMIC_ACQUIRE) != queue->tail || pto_flags_left(queue) != 0) {
            return PTO_BLOCKED;
        }
    }
    return PTO_DONE;
}

static size_t describe_barrier(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "%s", pto_pipe_names[cmd->arg[0]]);
}

static const pto_op_t op_barrier = {"pipe_barrier", exec_barrier, describe_barrier, .means = PTO_MEANS_BARRIER};
static const pto_op_t op_drain = {"pipe_barrier", exec_drain, describe_barrier, PTO_AWAITS_EMPTY,
                                  .means = PTO_MEANS_BARRIER};

static size_t describe_end(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    (void)cmd;
    return pto_format(text, bytes, "until every pipe is empty");
}

static const pto_op_t op_end = {"the end of the kernel", exec_drain, describe_end, PTO_AWAITS_EMPTY,
                                .means = PTO_MEANS_BARRIER};

void pto_sync_finish(pto_core_t *core, const pto_loc_t *loc)
{
    if (pto_can_skip(core, PIPE_S)) {
        return;
    }
    pto_sync_issue(core, PIPE_S, &op_end, loc, 0, 0, 0);
}

// A meeting is two commands, so that an observer sees the arrival before any core goes on.
static pto_step_t exec_arrive(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    (void)cmd;
    __atomic_fetch_add(&core->group->arrived, 1, __ATOMIC_RELEASE);
    pto_wake_group(core);
    return PTO_DONE;
}

static pto_step_t exec_meet(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    (void)cmd;
    uint32_t arrived = __atomic_load_n(&core->group->arrived, __ATOMIC_ACQUIRE);
    return (int32_t)(arrived - core->su.meetings * core->group->core_num) < 0 ? PTO_BLOCKED : PTO_DONE;
}

static size_t describe_meet(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    (void)cmd;
    return pto_format(text, bytes, "on the other cores of the block");
}

static const pto_op_t op_arrive = {"arrival", exec_arrive, describe_meet};
static const pto_op_t op_meet = {"the end of the kernel", exec_meet, describe_meet, PTO_AWAITS_SIGNAL,
                                 .means = PTO_MEANS_BARRIER};

bool pto_sync_is_end(const pto_cmd_t *cmd)
{
    return cmd->op == &op_end || cmd->op == &op_meet;
}

void pto_sync_meet(pto_core_t *core, const pto_loc_t *loc)
{
    if (core->group->core_num > 1) {
        core->su.meetings++;
        pto_sync_issue(core, PIPE_S, &op_arrive, loc, 0, 0, 0);
        pto_sync_issue(core, PIPE_S, &op_meet, loc, 0, 0, 0);
    }
}

pto_event_t pto_pipe_barrier_at(const pto_loc_t *loc, uint32_t pipe)
{
    pto_core_t *core = pto_issuer(loc, "pipe_barrier");
    if (pipe == PIPE_ALL) {
        return pto_sync_issue(core, PIPE_S, &op_drain, loc, pipe, 0, 0);
    }
    pto_sync_check_pipe(core, loc, "pipe_barrier", pipe);
    if (pto_can_skip(core, pipe)) {
        return PTO_EVENT_DONE;
    }
    return pto_sync_issue(core, pipe, &op_barrier, loc, pipe, 0, 0);
}

static pto_step_t exec_wait_event(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const pto_pipe_queue_t *queue = &core->pipe[cmd->arg[0]];
    uint32_t head = __atomic_load_n(&queue->head, __ATOMIC_ACQUIRE);
#if PTO_FLAG_RINGS
    head = cmd->arg[1] ? queue->flag_head : head;
#endif
    return (int32_t)(head - (uint32_t)cmd->data[0]) < 0 ? PTO_BLOCKED : PTO_DONE;
}

static size_t describe_event(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    bool flag = cmd->arg[1] != 0;
    unsigned number = (unsigned)cmd->data[0] / (flag ? PTO_FLAG_STEP : 1);
    return pto_format(text, bytes, "%s %u of %s", flag ? "flag" : "command", number, pto_pipe_names[cmd->arg[0]]);
}

bool pto_sync_has_come(pto_core_t *core, const pto_cmd_t *cmd)
{
    return cmd->op == &ops_wait_flag[0]
               ? (hal_sync_flags(&core->view.sync, cmd->arg[0], cmd->arg[1]) >> cmd->arg[2] & 1) != 0
               : cmd->op->exec(core, PIPE_S, cmd) == PTO_DONE;
}

static const pto_op_t op_wait_event = {"wait_event", exec_wait_event, describe_event, PTO_AWAITS_PIPE,
                                       .means = PTO_MEANS_WAIT_EVENT};

pto_event_t pto_wait_event_at(const pto_loc_t *loc, uint32_t pipe, pto_event_t event)
{
    pto_core_t *core = pto_issuer(loc, "wait_event");
    bool of_flag = (event.pipe & PTO_EVENT_OF_FLAG) != 0;
    event.pipe = of_flag ? (event.pipe - PTO_EVENT_OF_FLAG) >> PTO_FLAG_PIPE : event.pipe;
    pto_sync_check_pipe(core, loc, "wait_event", pipe);
    pto_sync_check_pipe(core, loc, "wait_event", event.pipe);
    if (event.pipe != PIPE_S && !of_flag && (int32_t)(core->pipe[event.pipe].tail - event.seq) < 0) {
        pto_fault_at(loc, "wait_event: command %u of %s has not been issued", event.seq, pto_pipe_names[event.pipe]);
    }
    if (pipe == PIPE_S) {
        pto_cmd_t cmd = {
            .op = &op_wait_event, .loc = loc, .arg = {(uint16_t)event.pipe, of_flag}, .data = {event.seq}};
        pto_su_exec(core, &cmd);
        return PTO_EVENT_DONE;
    }
    pto_cmd_t *cmd = pto_issue_begin(core, pipe, &op_wait_event, loc);
    cmd->arg[0] = (uint16_t)event.pipe;
    cmd->arg[1] = of_flag;
    cmd->data[0] = event.seq;
    return pto_issue_commit(core, pipe);
}
