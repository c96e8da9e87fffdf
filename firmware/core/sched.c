// SPDX-License-Identifier: Apache-2.0
//
// The scheduler: selects the agent that runs next on a hart, and decides when a hart may sleep.
//
// On one hart the policy decides. The eager policy runs pipes inside the issuing call, on the SU's stack. It switches
// fibers only when the SU has to wait, or a core waits for another one. interleave.c has the other policies. On several
// harts each one runs its agents as the eager policy does.
//
// Sleep. A hart without work announces that (DOZING), looks again, and sleeps only if nobody woke it meanwhile. A waker
// first publishes its change, then reads the hart's state: at least one of the two sees the other. `busy` counts harts
// that are not ASLEEP; a waker increments it before it sends the interrupt. So once `busy` is 0 nothing can happen any
// more: all is done, or it is a deadlock.
//
// A wake-up costs an interrupt. So a sleeping hart lists the pipes its agents wait for; while DOZING it lists all.
//
//   RUNNING --no progress--> DOZING --no progress, CAS--> ASLEEP
//      ^------progress or waker-----'                        |
//      ^------------------waker, busy + 1, interrupt---------'

#include "core.h"
#include "tasks.h"

enum { RUNNING, DOZING, ASLEEP };

#define MOVED(pipe) (1u << (pipe))
#define EMPTY(pipe) (0x100u << (pipe))
#define ROOM(pipe)  (0x10000u << (pipe))
#define ALL_MOVED   0xffu

typedef struct {
    uint32_t state;
    uint32_t awaited;  // bits: MOVED, EMPTY or ROOM of pipes
    uint32_t agent_num;
    hal_fiber_t loop;
    pto_agent_t *agents[PTO_CORE_MAX * (1 + PTO_CORE_PIPES)];
} __attribute__((aligned(64))) hart_t;

__attribute__((section(".noinit"))) static hart_t harts[BOARD_HARTS_MAX];

static bool is_done(void)
{
    return __atomic_load_n(&pto_run_state.cores_left, __ATOMIC_ACQUIRE) == 0;
}

/// Waking ///

void pto_wake_hart(uint32_t index)
{
    hart_t *hart = &harts[index];
    if (__atomic_load_n(&hart->state, __ATOMIC_RELAXED) == RUNNING) {
        return;
    }
    // Counted before the exchange: the woken hart may find nothing to do, and must not conclude that it is the last
    // one.
    __atomic_fetch_add(&pto_run_state.busy, 1, __ATOMIC_SEQ_CST);
    if (__atomic_exchange_n(&hart->state, RUNNING, __ATOMIC_SEQ_CST) == ASLEEP) {
        hal_hart_wake(index);
    } else {
        __atomic_fetch_sub(&pto_run_state.busy, 1, __ATOMIC_SEQ_CST);  // never to 0: this hart is busy
    }
}

static void wake_harts(uint64_t set)
{
    hal_fence();
    for (set &= ~(UINT64_C(1) << hal_hart()->index); set != 0; set &= set - 1) {
        pto_wake_hart((uint32_t)__builtin_ctzll(set));
    }
}

void pto_wake_core(const pto_core_t *core)
{
    if (pto_run_state.hart_num > 1) {
        wake_harts(core->harts);
    }
}

// Wakes harts of a core that wait for any of `events`.
static void wake_waiting(const pto_core_t *core, uint32_t events)
{
    hal_fence();
    for (uint64_t set = core->harts & ~(UINT64_C(1) << hal_hart()->index); set != 0; set &= set - 1) {
        uint32_t index = (uint32_t)__builtin_ctzll(set);
        if ((__atomic_load_n(&harts[index].awaited, __ATOMIC_RELAXED) & events) != 0) {
            pto_wake_hart(index);
        }
    }
}

void pto_wake_waiting(const pto_core_t *core, uint32_t pipe)
{
    if (pto_run_state.hart_num > 1) {
        wake_waiting(core, MOVED(pipe));
    }
}

void pto_wake_group(const pto_core_t *core)
{
    if (pto_run_state.hart_num > 1) {
        wake_harts(core->group->harts);
    }
}

void pto_wake_all(void)
{
    if (pto_run_state.hart_num > 1) {
        wake_harts((UINT64_C(1) << pto_run_state.hart_num) - 1);
    }
}

/// Stepping ///

// Runs the commands of a pipe, or only one, until it is empty or blocked. Returns whether any completed.
static inline bool step_pipe(pto_pipe_queue_t *queue, bool only_one)
{
    pto_core_t *core = queue->agent.core;
    uint32_t first = queue->head;
    uint32_t head = first;
    uint32_t tail = __atomic_load_n(&queue->tail, __ATOMIC_ACQUIRE);
    pto_enter(&queue->agent);
    while (head != tail) {
        const pto_cmd_t *cmd = &queue->ring[head % PTO_QUEUE_DEPTH];
        if (pto_execute(core, queue->agent.pipe, cmd) == PTO_BLOCKED) {
            break;
        }
        head++;
        __atomic_store_n(&queue->head, head, __ATOMIC_RELEASE);
        if (only_one) {
            break;
        }
    }
    if (head == tail && core->direct) {
        pto_set_pending(core, core->pending & ~(1u << queue->agent.pipe));
    }
    return head != first;
}

static bool step_su(hart_t *hart, pto_core_t *core)
{
    pto_su_t *su = &core->su;
    pto_enter(&core->pipe[PIPE_S].agent);
    if (su->state == PTO_SU_FINISHED || su->state == PTO_SU_STANDING_BACK ||
        (su->state == PTO_SU_WAITING && pto_execute(core, PIPE_S, su->wait) == PTO_BLOCKED)) {
        return false;
    }
    if (su->state == PTO_SU_WAITING && pto_is_replay()) {
        su->state = PTO_SU_READY;
        return true;  // its next step may be held back
    }
    su->state = PTO_SU_READY;
    hal_fiber_switch(&hart->loop, &su->fiber);
    return true;
}

// Wakes harts that wait for a queue. An SU that waits for room is woken once half of the queue is free. If the pipe
// blocks it is woken earlier, as the pipe may wait for the SU.
static void tell_waiting(const pto_pipe_queue_t *queue, bool progress)
{
    uint32_t pipe = queue->agent.pipe, left = __atomic_load_n(&queue->tail, __ATOMIC_ACQUIRE) - queue->head;
    if (progress) {
        uint32_t room = left <= PTO_QUEUE_DEPTH / 2 ? ROOM(pipe) : 0, empty = left == 0 ? EMPTY(pipe) : 0;
        wake_waiting(queue->agent.core, MOVED(pipe) | room | empty);
    } else if (left != 0 && left != PTO_QUEUE_DEPTH) {
        wake_waiting(queue->agent.core, ROOM(pipe));
    }
}

static bool step_agent(hart_t *hart, pto_agent_t *agent)
{
    if (pto_is_replay() && pto_replay_holds(agent)) {
        return false;
    }
    if (agent->pipe == PIPE_S) {
        return step_su(hart, agent->core);
    }
    // On a core spread over several harts: one command at a time, so that the others see each as soon as it is done.
    pto_pipe_queue_t *queue = &agent->core->pipe[agent->pipe];
    bool progress = step_pipe(queue, !agent->core->direct);
    if (pto_run_state.hart_num > 1) {
        tell_waiting(queue, progress);
    }
    return progress;
}

// Makes scalar units that stood back ready again. Returns whether there were any.
static bool step_forward(hart_t *hart)
{
    bool any = false;
    for (uint32_t i = 0; i < hart->agent_num; i++) {
        pto_su_t *su = &hart->agents[i]->core->su;
        if (hart->agents[i]->pipe == PIPE_S && su->state == PTO_SU_STANDING_BACK) {
            su->state = PTO_SU_READY;
            any = true;
        }
    }
    return any;
}

// Steps the first agent that can run. Returns false if there is none.
static bool step_any(hart_t *hart)
{
    for (uint32_t i = 0; i < hart->agent_num; i++) {
        if (step_agent(hart, hart->agents[i])) {
            pto_leave();
            return true;
        }
    }
    pto_leave();
    return step_forward(hart) || (pto_is_replay() && pto_replay_give_up());
}

// A completion on one pipe may unblock another: repeats until no pipe makes progress.
static void run_local_pipes(pto_core_t *core)
{
    uint32_t self = core->pipe[PIPE_S].agent.hart;
    bool progress;
    do {
        progress = false;
        for (uint32_t i = 0; i < core->kind->pipe_num; i++) {
            pto_pipe_queue_t *queue = &core->pipe[core->kind->pipes[i]];
            if (queue->agent.hart == self && queue->head != queue->tail) {
                progress |= step_pipe(queue, false);
            }
        }
    } while (progress);
    pto_enter(&core->pipe[PIPE_S].agent);
}

void pto_sched_settle(pto_core_t *core)
{
    run_local_pipes(core);
}

// Whether a sleeping hart need not be woken for the command just issued. Its pipe is blocked by an earlier command, or
// the new one waits for another pipe, whose progress will wake the hart.
static bool can_sleep_on(const pto_pipe_queue_t *queue)
{
    hart_t *hart = &harts[queue->agent.hart];
    if (__atomic_load_n(&hart->state, __ATOMIC_RELAXED) != ASLEEP) {
        return false;
    }
    uint32_t head = __atomic_load_n(&queue->head, __ATOMIC_ACQUIRE);
    if (head != queue->tail - 1) {
        return true;
    }
    const pto_cmd_t *cmd = &queue->ring[head % PTO_QUEUE_DEPTH];
    if (cmd->op->awaits != PTO_AWAITS_PIPE && cmd->op->awaits != PTO_AWAITS_FLAG) {
        return false;
    }
    __atomic_fetch_or(&hart->awaited, MOVED(cmd->arg[0]), __ATOMIC_SEQ_CST);
    hal_fence();
    return !pto_sync_has_come(queue->agent.core, cmd);
}

void pto_sched_issued(pto_core_t *core, pto_pipe_queue_t *queue)
{
    if (queue->agent.hart != core->pipe[PIPE_S].agent.hart) {
        hal_fence();
        if (!can_sleep_on(queue)) {
            pto_wake_hart(queue->agent.hart);
        }
    } else if (pto_is_replay()) {
        pto_sched_leave(core);
    } else {
        run_local_pipes(core);
        pto_wake_core(core);
    }
}

void pto_sched_stand_back(pto_core_t *core)
{
    if (pto_run_state.hart_num == 1 && (pto_run_state.options.policy == PTO_POLICY_EAGER || pto_is_replay())) {
        core->su.state = PTO_SU_STANDING_BACK;
        pto_sched_leave(core);
    }
}

void pto_sched_poll(pto_core_t *core)
{
    if (core->interleaved) {
        pto_interleave_stand_back(core);
    } else if (!core->direct || core->pending != 0 || pto_run_state.core_num > 1) {
        core->su.state = PTO_SU_STANDING_BACK;
        pto_sched_leave(core);
    }
}

void pto_sched_leave(pto_core_t *core)
{
    if (core->interleaved) {
        pto_interleave_pass(core);
    } else {
        hal_fiber_switch(&core->su.fiber, &harts[core->pipe[PIPE_S].agent.hart].loop);
    }
}

/// The loop of a hart ///

// Returns the last pipe that is not empty: all have to drain, and data flows towards the last.
static uint32_t last_to_empty(const pto_core_t *core)
{
    for (uint32_t i = core->kind->pipe_num; i-- > 0;) {
        const pto_pipe_queue_t *queue = &core->pipe[core->kind->pipes[i]];
        if (__atomic_load_n(&queue->head, __ATOMIC_ACQUIRE) != queue->tail) {
            return EMPTY(core->kind->pipes[i]);
        }
    }
    return ALL_MOVED;  // all have drained meanwhile
}

// Returns what an agent is blocked in, or NULL. Only its own hart may ask: another one may be changing it.
static const pto_cmd_t *blocked_command(const pto_agent_t *agent)
{
    if (agent->pipe == PIPE_S) {
        const pto_su_t *su = &agent->core->su;
        return su->state == PTO_SU_WAITING ? su->wait : NULL;
    }
    const pto_pipe_queue_t *queue = &agent->core->pipe[agent->pipe];
    bool empty = queue->head == __atomic_load_n(&queue->tail, __ATOMIC_ACQUIRE);
    return empty ? NULL : &queue->ring[queue->head % PTO_QUEUE_DEPTH];
}

// Returns the events that unblock an agent. An empty pipe is woken by its SU directly.
static uint32_t awaited_by(const pto_agent_t *agent)
{
    const pto_cmd_t *cmd = blocked_command(agent);
    if (cmd == NULL) {
        return 0;
    }
    switch (cmd->op->awaits) {
        case PTO_AWAITS_PIPE:
        case PTO_AWAITS_FLAG:
            return MOVED(cmd->arg[0]);
        case PTO_AWAITS_EMPTY:
            return last_to_empty(agent->core);
        case PTO_AWAITS_ROOM:
            return ROOM(cmd->arg[0]);
        case PTO_AWAITS_SIGNAL:
            return 0;
        default:
            return ALL_MOVED;
    }
}

static uint32_t awaited_by_all(const hart_t *hart)
{
    uint32_t awaited = 0;
    for (uint32_t i = 0; i < hart->agent_num; i++) {
        awaited |= awaited_by(hart->agents[i]);
    }
    return awaited;
}

void pto_sched_stuck(void)
{
    if (pto_tasks_start_in_turns()) {
        return;
    }
    if (pto_run_state.peers == NULL) {
        pto_fault_deadlock();
    }
    pto_peers_idle();
}

static void sleep(hart_t *hart)
{
    __atomic_store_n(&hart->awaited, ALL_MOVED, __ATOMIC_RELAXED);
    __atomic_store_n(&hart->state, DOZING, __ATOMIC_SEQ_CST);
    hal_fence();
    if (is_done() || step_any(hart)) {
        __atomic_store_n(&hart->state, RUNNING, __ATOMIC_SEQ_CST);
        return;
    }
    // From here on, a waker finds the events of this hart, even if the look above missed its change.
    __atomic_store_n(&hart->awaited, awaited_by_all(hart), __ATOMIC_SEQ_CST);
    uint32_t expected = DOZING;
    if (!__atomic_compare_exchange_n(&hart->state, &expected, ASLEEP, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        return;
    }
    if (__atomic_sub_fetch(&pto_run_state.busy, 1, __ATOMIC_SEQ_CST) == 0 && !is_done()) {
        __atomic_fetch_add(&pto_run_state.busy, 1, __ATOMIC_SEQ_CST);
        __atomic_store_n(&hart->state, RUNNING, __ATOMIC_SEQ_CST);
        pto_sched_stuck();
        pto_wake_all();  // any of them may host the one that can go on
        return;
    }
    while (__atomic_load_n(&hart->state, __ATOMIC_ACQUIRE) != RUNNING) {
        hal_hart_sleep();
    }
}

static void run_hart(void *arg)
{
    hart_t *hart = arg;
    hal_float_reset();  // a fault may have left another mode
    if (pto_run_state.cores[0]->interleaved) {
        pto_interleave_run(hart->agents, hart->agent_num, &hart->loop);
    }
    while (!is_done()) {
        if (!step_any(hart)) {
            if (pto_run_state.hart_num == 1) {
                pto_sched_stuck();
            } else {
                sleep(hart);
            }
        }
    }
    pto_leave();
    // The last access to the run: hart 0 waits for all harts to leave, and may then start the next run.
    uint32_t self = hal_hart()->index;
    if (__atomic_sub_fetch(&pto_run_state.inside, 1, __ATOMIC_ACQ_REL) == 0 && self != 0) {
        hal_hart_wake(0);
    }
}

void pto_sched_finish(pto_core_t *core)
{
    pto_run_t *run = &pto_run_state;
    core->su.state = PTO_SU_FINISHED;
    if (__atomic_sub_fetch(&run->cores_left, 1, __ATOMIC_SEQ_CST) == 0) {
        run->result.instret = hal_instret() - run->result.instret_entry;
        pto_wake_all();
    }
    if (core->interleaved) {
        pto_interleave_finish(core);
    }
    pto_sched_leave(core);
    __builtin_unreachable();
}

/// Assignment of agents to harts ///

void pto_sched_reset(void)
{
    const pto_run_t *run = &pto_run_state;
    for (uint32_t i = 0; i < run->hart_num; i++) {
        harts[i].state = RUNNING;
        harts[i].awaited = ALL_MOVED;
        harts[i].agent_num = 0;
    }
}

void pto_sched_host(pto_agent_t *agent, uint32_t index)
{
    hart_t *hart = &harts[index];
    hart->agents[hart->agent_num++] = agent;
    agent->hart = (uint8_t)index;
    agent->core->harts |= UINT64_C(1) << index;
    agent->core->group->harts |= UINT64_C(1) << index;
}

static uint32_t order_key(const pto_agent_t *agent)
{
    uint32_t place = 0;
    while (agent->pipe != PIPE_S && agent->core->kind->pipes[place] != agent->pipe) {
        place++;
    }
    if (agent->core->interleaved && pto_run_state.options.policy != PTO_POLICY_RANDOM) {
        return agent->pipe == PIPE_S ? 0 : 100 - place;  // SUs run ahead; of the pipes, consumers first
    }
    return agent->pipe == PIPE_S ? 100 : place;
}

// A stable insertion sort: there are few agents.
static void sort_agents(hart_t *hart)
{
    for (uint32_t i = 1; i < hart->agent_num; i++) {
        pto_agent_t *agent = hart->agents[i];
        uint32_t j = i;
        for (; j > 0 && order_key(hart->agents[j - 1]) > order_key(agent); j--) {
            hart->agents[j] = hart->agents[j - 1];
        }
        hart->agents[j] = agent;
    }
}

void pto_sched_run(void)
{
    pto_run_t *run = &pto_run_state;
    run->cores_left = run->core_num;
    run->busy = run->hart_num;
    run->inside = run->hart_num;
    for (uint32_t i = 0; i < run->hart_num; i++) {
        sort_agents(&harts[i]);
    }
    for (uint32_t i = 1; i < run->hart_num; i++) {
        hal_hart_start(i, run_hart, &harts[i]);
    }
    run_hart(&harts[0]);
    while (__atomic_load_n(&run->inside, __ATOMIC_ACQUIRE) != 0) {
        hal_hart_sleep();
    }
}
