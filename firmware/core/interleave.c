// SPDX-License-Identifier: Apache-2.0
//
// Policies of one hart other than eager: lazy, adverse, random. Agents are interleaved, one command at a time, and the
// policy selects the next agent.
//
// The running agent selects its successor. A scalar unit that issues or waits steps pipes on its own stack until it is
// selected again, and switches fibers only for another scalar unit. A blocked agent is not retried before the event
// that may unblock it.

#include "core.h"

enum { FIRST_STEPS = 16 };  // steps for which the random policy keeps its first order

pto_agent_t *pto_interleave_ready;
uint32_t pto_interleave_ahead, pto_interleave_steps;

static struct {
    pto_agent_t **agents;  // in the order of the policy
    uint32_t agent_num;
    pto_policy_t policy;
    bool any_waits;     // whether some agent is PTO_UNTIL_ANY
    uint32_t awaiting;  // agents among the waiters of pipes, and 1 if any_waits
    uint64_t random;
    hal_fiber_t *loop;
} interleave;

static inline pto_pipe_queue_t *queue_of(pto_agent_t *agent)
{
    _Static_assert(offsetof(pto_pipe_queue_t, agent) == 0, "an agent is the first of its queue");
    return (pto_pipe_queue_t *)agent;
}

/// Orders ///

// Lets a scalar unit go ahead that is in front of all others that can run.
static inline void go_ahead(void)
{
    pto_interleave_ahead = pto_interleave_steps;
    pto_interleave_steps = 0;
}

static void swap_agents(uint32_t a, uint32_t b)
{
    pto_agent_t *agent = interleave.agents[a];
    interleave.agents[a] = interleave.agents[b];
    interleave.agents[b] = agent;
}

// xorshift64*
static uint32_t draw(void)
{
    interleave.random ^= interleave.random >> 12;
    interleave.random ^= interleave.random << 25;
    interleave.random ^= interleave.random >> 27;
    return (uint32_t)(interleave.random * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

// The first order differs for each seed, as long as there are more orders.
static void number_order(uint64_t number)
{
    number = (number - 1) * 15485863;  // a prime: neighbouring seeds give dissimilar orders
    for (uint32_t i = interleave.agent_num; i > 1; number /= i, i--) {
        swap_agents((uint32_t)(number % i), i - 1);
    }
    pto_interleave_steps = FIRST_STEPS;
}

// Tells agents their positions after a change of the order.
static void number_places(void)
{
    for (uint32_t i = 0; i < interleave.agent_num; i++) {
        interleave.agents[i]->place = (uint8_t)i;
    }
}

static inline void wake_any(void);

// Draws a new order of priorities for 1 to 64 steps: long intervals let one agent run far ahead of another. A drawn
// number serves four choices, each of less than 256.
static __attribute__((noinline)) void draw_order(void)
{
    uint32_t number = draw();
    pto_interleave_steps = 1u << number % 7;
    number /= 7;
    for (uint32_t i = interleave.agent_num; i > 1; i--) {
        number = i % 4 == 0 ? draw() : number;
        swap_agents(number % i, i - 1);
        interleave.agents[i - 1]->place = (uint8_t)(i - 1);
        number /= i;
    }
    interleave.agents[0]->place = 0;
    if (pto_run_state.under_way != 0) {
        pto_link_land_sometimes();
        wake_any();
    }
}

// Call before each step. Returns whether a new order has been drawn.
static inline bool count_random_step(void)
{
    if (__builtin_expect(pto_interleave_steps-- == 0, 0)) {
        draw_order();
        return true;
    }
    return false;
}

static inline void count_step(void)
{
    if (interleave.policy == PTO_POLICY_RANDOM) {
        pto_interleave_halt();
        count_random_step();
    }
}

#if PTO_FLAG_RINGS && !defined PTO_OBSERVED
static pto_flag_entry_t flag_rings[PTO_CORE_MAX * PTO_CORE_PIPES][PTO_FLAG_DEPTH] __attribute__((section(".noinit")));
#endif

static uint32_t issued_at[PTO_RECORDS] __attribute__((section(".noinit")));

// Returns the rank of an agent under the adverse policy. Scalar units run ahead, then pipes with flags alone, which
// touch no memory, then the one whose next command was issued last.
static uint32_t adverse_rank(pto_agent_t *agent)
{
    if (agent->pipe == PIPE_S) {
        return agent->place;
    }
    const pto_pipe_queue_t *queue = queue_of(agent);
    const bool flags_alone = queue->head == queue->tail;
    return UINT8_MAX +
           (flags_alone ? 0 : queue->issued_at[queue->head % PTO_QUEUE_DEPTH] - pto_interleave_ahead);
}

static uint32_t place_rank(pto_agent_t *agent)
{
    return agent->place;
}

// Takes the ready agent of the lowest rank; there is one.
static inline __attribute__((always_inline)) pto_agent_t *take_lowest(uint32_t (*rank_of)(pto_agent_t *agent))
{
    pto_agent_t **first = &pto_interleave_ready;
    uint32_t rank = rank_of(*first);
    for (pto_agent_t **at = &(*first)->next; *at != NULL; at = &(*at)->next) {
        uint32_t other = rank_of(*at);
        if (other < rank) {
            first = at;
            rank = other;
        }
    }
    pto_agent_t *agent = *first;
    *first = agent->next;
    return agent;
}

static __attribute__((noinline)) pto_agent_t *take_newest(void)
{
    return take_lowest(adverse_rank);
}

static __attribute__((noinline)) pto_agent_t *take_foremost(void)
{
    return take_lowest(place_rank);
}

// Takes the agent that the policy selects of those that can run; NULL: there is none. Mostly there are one or two.
static inline pto_agent_t *take_first(pto_policy_t policy)
{
    pto_agent_t *agent = pto_interleave_ready;
    pto_agent_t *other = agent == NULL ? NULL : agent->next;
    if (other != NULL && (policy == PTO_POLICY_ADVERSE || other->next != NULL)) {
        return policy == PTO_POLICY_ADVERSE ? take_newest() : take_foremost();
    }
    if (other != NULL && other->place < agent->place) {
        agent->next = NULL;
        return other;
    }
    pto_interleave_ready = other;
    return agent;
}

// Whether any of the agents woken since `seen` was the first ready one has a place before this one.
static __attribute__((noinline)) bool is_behind_woken(const pto_agent_t *agent, const pto_agent_t *seen)
{
    const pto_agent_t *woken = pto_interleave_ready;
    while (woken != seen && woken->place > agent->place) {
        woken = woken->next;
    }
    return woken != seen;
}

/// Waiting ///

static __attribute__((noinline)) void wake_waiters(pto_core_t *core, uint32_t pipe)
{
    uint32_t set = core->waiters[pipe];
    core->waiters[pipe] = 0;
    for (uint32_t waiter = 0; set >> waiter != 0; waiter++) {
        if ((set >> waiter & 1) != 0) {
            interleave.awaiting--;
            pto_interleave_wake(core, waiter);
        }
    }
}

// Unblocks all agents with a value of `blocked`. Returns whether there are any.
static __attribute__((noinline)) bool wake_all(uint32_t way)
{
    bool any = false;
    for (uint32_t i = 0; i < interleave.agent_num; i++) {
        if (interleave.agents[i]->blocked == way) {
            pto_interleave_unblock(interleave.agents[i]);
            any = true;
        }
    }
    return any;
}

// Unblocks scalar units that wait for a half-empty queue if it has any room at all; called when no other agent can run.
// Returns whether there are any.
static __attribute__((noinline)) bool wake_where_room(void)
{
    bool any = false;
    for (uint32_t i = 0; i < interleave.agent_num; i++) {
        pto_agent_t *agent = interleave.agents[i];
        if (agent->blocked == PTO_UNTIL_ROOM) {
            const pto_pipe_queue_t *queue = &agent->core->pipe[agent->core->su.wait->arg[0]];
            if (queue->tail - queue->head < PTO_QUEUE_DEPTH) {
                pto_interleave_unblock(agent);
                any = true;
            }
        }
    }
    return any;
}

static inline void wake_any(void)
{
    if (interleave.any_waits) {
        interleave.any_waits = false;
        interleave.awaiting--;
        wake_all(PTO_UNTIL_ANY);
    }
}

// A scalar unit that waits for room is woken once half of the queue is free.
static void note_full(pto_agent_t *su, pto_pipe_queue_t *queue)
{
    su->blocked = PTO_UNTIL_ROOM;
    queue->half_at = queue->tail - PTO_QUEUE_DEPTH / 2;
}

static inline void note_idle(pto_pipe_queue_t *queue)
{
    queue->agent.blocked = PTO_UNTIL_ISSUE;
    queue->stop = queue->tail;
#if PTO_FLAG_RINGS
    queue->flag_stop = queue->flag_tail;
#endif
}

static void note_waiter(pto_core_t *core, uint32_t pipe, uint32_t waiter)
{
    interleave.awaiting += (core->waiters[pipe] >> waiter & 1) != 0 ? 0 : 1;
    core->waiters[pipe] |= (uint8_t)(1u << waiter);
}

static __attribute__((noinline)) void note_blocked(pto_agent_t *agent, const pto_cmd_t *cmd)
{
    switch (cmd->op->awaits) {
        case PTO_AWAITS_FLAG:
        case PTO_AWAITS_RELEASE:
            agent->blocked = PTO_UNTIL_WOKEN;
            return;
        case PTO_AWAITS_PIPE:
            agent->blocked = PTO_UNTIL_WOKEN;
            note_waiter(agent->core, cmd->arg[0], agent->pipe);
            return;
        case PTO_AWAITS_ROOM:
            note_full(agent, &agent->core->pipe[cmd->arg[0]]);
            return;
        case PTO_AWAITS_EMPTY:
            agent->blocked = PTO_UNTIL_EMPTY;
            return;
        default:
            agent->blocked = PTO_UNTIL_ANY;
            interleave.awaiting += interleave.any_waits ? 0 : 1;
            interleave.any_waits = true;
    }
}

/// Steps ///

static __attribute__((noinline)) void wake_su(pto_core_t *core, uint32_t way)
{
    if (core->pipe[PIPE_S].agent.blocked == way) {
        pto_interleave_wake(core, PIPE_S);
    }
}

// Call after progress of a pipe.
static inline void wake_awaiting(pto_core_t *core, uint32_t pipe)
{
    if (__builtin_expect(interleave.awaiting != 0, 0)) {
        wake_waiters(core, pipe);
        wake_any();
    }
}

#if PTO_FLAG_RINGS

static __attribute__((noinline)) void set_flag(pto_core_t *core, const pto_flag_entry_t *entry)
{
    const uint32_t pair = pto_flag_pair(entry), id = pto_flag_id(entry);
    if (hal_sync_set_pair_here(&core->view.sync, pair, id)) {
        pto_flag_set_twice(core, entry);
    }
    (&core->flag_loc[0][0][0])[pair * PTO_EVENT_ID_NUM + id] = entry->loc;
    pto_interleave_wake(core, pto_flag_other(entry));
}

// Passes the flags of a pipe in front of its command number `head`. Returns false if it has to wait for one. A set
// whose waiter stands at its wait takes the waiter past it. Meanwhile nobody issues, so the tail stays.
static inline __attribute__((always_inline)) bool pass_flags(pto_core_t *core, pto_pipe_queue_t *queue, uint32_t head)
{
    const uint32_t tail = queue->flag_tail;
    for (uint32_t at = queue->flag_head; at != tail; queue->flag_head = at += PTO_FLAG_STEP) {
        const pto_flag_entry_t *entry = pto_flag_in(queue->flags, at);
        if (entry->before != head) {
            break;
        }
        if ((entry->pipes & PTO_FLAG_SETS) == 0) {
            if (!hal_sync_take_pair_here(&core->view.sync, pto_flag_pair(entry), pto_flag_id(entry))) {
                queue->agent.blocked = entry->key;
                return false;
            }
        } else {
            pto_pipe_queue_t *waiter = &core->pipe[pto_flag_other(entry)];
            if (waiter->agent.blocked == entry->key) {
                waiter->flag_head += PTO_FLAG_STEP;
                pto_interleave_unblock(&waiter->agent);
                wake_awaiting(core, waiter->agent.pipe);
            } else {
                set_flag(core, entry);
            }
        }
        wake_awaiting(core, queue->agent.pipe);
    }
    return true;
}

#else

static inline bool pass_flags(pto_core_t *core, pto_pipe_queue_t *queue, uint32_t head)
{
    (void)core, (void)queue, (void)head;
    return true;
}

#endif

// Runs commands of a pipe as long as the policy selects it: until it wakes one in front of it, under the adverse policy
// any. Meanwhile no other agent issues.
static inline __attribute__((always_inline)) void run_pipe(pto_core_t *core, pto_agent_t *agent, pto_policy_t policy)
{
    pto_pipe_queue_t *queue = queue_of(agent);
    const pto_agent_t *seen = pto_interleave_ready;
    uint32_t head = queue->head;
    hal_hart()->agent = agent;
    for (;;) {
        if (!pass_flags(core, queue, head)) {
            return;
        }
        if (head == queue->tail) {
            note_idle(queue);
            wake_su(core, PTO_UNTIL_EMPTY);
            return;
        }
        if (pto_interleave_ready != seen) {
            if (policy == PTO_POLICY_ADVERSE || is_behind_woken(agent, seen)) {
                break;
            }
            seen = pto_interleave_ready;
        }
        const pto_cmd_t *cmd = &queue->ring[head % PTO_QUEUE_DEPTH];
        if (pto_execute(core, agent->pipe, cmd) == PTO_BLOCKED) {
            note_blocked(agent, cmd);
            return;
        }
        queue->head = ++head;
        if (head == queue->half_at) {
            queue->stop = head + PTO_QUEUE_DEPTH;
            wake_su(core, PTO_UNTIL_ROOM);
        }
        wake_awaiting(core, agent->pipe);
        if (policy == PTO_POLICY_RANDOM && count_random_step()) {
            break;
        }
    }
    pto_interleave_unblock(agent);
}

// Runs pipes of a core, as long as the next agent is one of them. Returns the one that comes then.
static inline __attribute__((always_inline)) pto_agent_t *run_pipes(pto_agent_t *agent, pto_policy_t policy)
{
    pto_core_t *core = agent->core;
    pto_enter(agent);
    do {
        run_pipe(core, agent, policy);
        agent = take_first(policy);
    } while (agent != NULL && agent->core == core && agent->pipe != PIPE_S);
    return agent;
}

// Returns whether the wait of a scalar unit has ended.
static __attribute__((noinline)) bool step_wait(pto_agent_t *agent)
{
    pto_core_t *core = agent->core;
    if (pto_execute(core, PIPE_S, core->su.wait) == PTO_BLOCKED) {
        note_blocked(agent, core->su.wait);
        return false;
    }
    core->su.state = PTO_SU_READY;
    return true;
}

// Returns whether a scalar unit can run.
static inline bool step_su(pto_agent_t *agent)
{
    pto_enter(agent);
    return agent->core->su.state != PTO_SU_WAITING || step_wait(agent);
}

// Returns the next scalar unit, after stepping the pipes that come before it. The current step has been counted. Vector
// functions of another core cannot run on the stack of this scalar unit, whose memory they do not reach: returns NULL
// then.
static inline __attribute__((always_inline)) const pto_core_t *next_su_by(pto_policy_t policy,
                                                                          const pto_core_t *stack_of)
{
    for (pto_agent_t *agent = take_first(policy);;) {
        if (agent == NULL) {
            bool any = wake_where_room();
            any |= wake_all(PTO_UNTIL_IDLE);
            if (pto_link_idle(any)) {
                wake_any();
            } else if (!any) {
                pto_leave();
                pto_sched_stuck();
                wake_any();
            }
            agent = take_first(policy);
        } else if (agent->pipe == PIPE_S) {
            if (step_su(agent)) {
                if (interleave.any_waits) {
                    wake_any();  // the scalar unit makes progress
                } else if (policy == PTO_POLICY_RANDOM) {
                    go_ahead();
                }
                return agent->core;
            }
            agent = take_first(policy);
        } else if (agent->core != stack_of && stack_of != NULL) {
            pto_interleave_unblock(agent);
            return NULL;
        } else {
            agent = run_pipes(agent, policy);
        }
    }
}

// One instance for each policy, which keeps registers free.
static __attribute__((noinline)) const pto_core_t *next_su_lazy(const pto_core_t *stack_of)
{
    return next_su_by(PTO_POLICY_LAZY, stack_of);
}

static __attribute__((noinline)) const pto_core_t *next_su_adverse(const pto_core_t *stack_of)
{
    return next_su_by(PTO_POLICY_ADVERSE, stack_of);
}

static __attribute__((noinline)) const pto_core_t *next_su_random(const pto_core_t *stack_of)
{
    return next_su_by(PTO_POLICY_RANDOM, stack_of);
}

static const pto_core_t *next_su(const pto_core_t *stack_of)
{
    return interleave.policy == PTO_POLICY_LAZY      ? next_su_lazy(stack_of)
           : interleave.policy == PTO_POLICY_ADVERSE ? next_su_adverse(stack_of)
                                                     : next_su_random(stack_of);
}

/// Interface ///

void pto_interleave_run(pto_agent_t **agents, uint32_t agent_num, hal_fiber_t *loop)
{
    interleave.agents = agents;
    interleave.agent_num = agent_num;
    interleave.policy = pto_run_state.options.policy;
    interleave.loop = loop;
    interleave.any_waits = false;
    interleave.awaiting = 0;
    pto_interleave_ahead = interleave.policy == PTO_POLICY_RANDOM ? 0 : UINT32_MAX;
    pto_interleave_steps = 0;
    pto_interleave_ready = NULL;
    interleave.random = (pto_run_state.options.seed + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    for (uint32_t i = 0; i < agent_num; i++) {
        pto_pipe_queue_t *queue = queue_of(agents[i]);
        note_idle(queue);
        if (queue->agent.pipe == PIPE_S) {
            pto_interleave_unblock(&queue->agent);
        }
        bool is_numbered = interleave.policy == PTO_POLICY_ADVERSE && queue->agent.pipe != PIPE_S;
        queue->issued_at = is_numbered ? &issued_at[queue->ring - pto_records] : NULL;
#if PTO_FLAG_RINGS && !defined PTO_OBSERVED
        queue->flags = queue->agent.pipe == PIPE_S ? NULL : flag_rings[(queue->ring - pto_records) / PTO_QUEUE_DEPTH];
#endif
        pto_set_pending(agents[i]->core, 0);
    }
    if (interleave.policy == PTO_POLICY_RANDOM) {
        number_order(pto_run_state.options.seed);
    }
    number_places();
    count_step();
    do {
        hal_fiber_switch(loop, &next_su(NULL)->su.fiber);
    } while (pto_run_state.cores_left != 0);
}

// Slow path: selects the next scalar unit and switches to it.
static __attribute__((noinline)) void pass(pto_core_t *core)
{
    pto_agent_t *su = &core->pipe[PIPE_S].agent;
    if (su->blocked == PTO_NOT_BLOCKED) {
        pto_interleave_unblock(su);
    }
    const pto_core_t *next = next_su(core);
    if (next != core) {
        hal_fiber_switch(&core->su.fiber, next != NULL ? &next->su.fiber : interleave.loop);
    }
}

void pto_interleave_pass(pto_core_t *core)
{
    wake_any();
    count_step();
    pass(core);
}

void pto_interleave_stand_back(pto_core_t *core)
{
    core->pipe[PIPE_S].agent.blocked = PTO_UNTIL_IDLE;
    pto_interleave_pass(core);
}

pto_event_t pto_interleave_look(pto_core_t *core, const pto_pipe_queue_t *queue)
{
    const pto_event_t event = {queue->agent.pipe, queue->tail};
    if (interleave.policy != PTO_POLICY_RANDOM) {
        pto_interleave_ahead = UINT32_MAX;
        return event;
    }
    if (pto_interleave_steps-- == 0) {
        wake_any();
        draw_order();
    }
    if (is_behind_woken(&core->pipe[PIPE_S].agent, NULL)) {
        pass(core);
    } else {
        go_ahead();
    }
    return event;
}

void pto_interleave_finish(pto_core_t *core)
{
    core->pipe[PIPE_S].agent.blocked = PTO_UNTIL_ISSUE;
    if (pto_run_state.cores_left == 0) {
        hal_fiber_switch(&core->su.fiber, interleave.loop);
    }
    pto_interleave_pass(core);
}
