// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/: lazy, adverse and random orders on one hart (turn.c). Part of core.h.
#ifndef PTO_CORE_TURN_H
#define PTO_CORE_TURN_H

#ifndef PTO_CORE_H
#error "include core.h, which includes turn.h"
#endif

// The agents that can run, without the running one: a list, the one woken last first.
extern pto_agent_t *pto_turn_ready;
extern uint32_t pto_turn_commands;  // issued so far, under the adverse policy

static inline void pto_turn_unblock(pto_agent_t *agent)
{
    agent->blocked = PTO_NOT_BLOCKED;
    agent->next = pto_turn_ready;
    pto_turn_ready = agent;
}

// Unblocks an agent of a core, unless it has no command.
static inline void pto_turn_wake(pto_core_t *core, uint32_t pipe)
{
    if (core->pipe[pipe].agent.blocked > PTO_UNTIL_ISSUE) {
        pto_turn_unblock(&core->pipe[pipe].agent);
    }
}

// Runs all agents to their end, in the order of the policy, which changes it.
void pto_turn_run(pto_agent_t **agents, uint32_t agent_num, hal_fiber_t *loop);

// Called by a scalar unit to give way: when it waits, and after its end (does not return).
void pto_turn_pass(pto_core_t *core);
// Lets all other agents run first.
void pto_turn_stand_back(pto_core_t *core);
void pto_turn_finish(pto_core_t *core);

// Whether a frequent command may be issued without the calls above.
static inline bool pto_turn_can_issue(const pto_core_t *core, uint32_t pipe)
{
    return core->turns != 0 && core->pipe[pipe].tail - core->pipe[pipe].head != PTO_QUEUE_DEPTH;
}

// Ends a step of a scalar unit that has queued a command, under the random policy.
pto_event_t pto_turn_pass_random(pto_core_t *core, const pto_pipe_queue_t *queue);

// Call after the tail of a queue has moved. Setting or waiting for a flag does not end a step of the scalar unit. It
// touches no memory, and an agent that it unblocks may as well run after the next command.
static inline __attribute__((always_inline)) pto_event_t pto_turn_queued(pto_core_t *core, uint32_t pipe,
                                                                         bool ends_step)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    const uint32_t tail = queue->tail;
    if (queue->agent.blocked == PTO_UNTIL_ISSUE) {
        pto_turn_unblock(&queue->agent);
    }
    if (core->turns == PTO_POLICY_ADVERSE) {
        queue->issued_at[(tail - 1) % PTO_QUEUE_DEPTH] = ++pto_turn_commands;
    } else if (core->turns == PTO_POLICY_RANDOM && ends_step) {
        return pto_turn_pass_random(core, queue);
    }
    return pto_event(pipe, tail);
}

static inline __attribute__((always_inline)) pto_event_t pto_turn_commit(pto_core_t *core, uint32_t pipe,
                                                                         bool ends_step)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    PTO_OBSERVE(issue, core, pipe, &queue->ring[queue->tail % PTO_QUEUE_DEPTH], queue->tail + 1);
    queue->tail++;
    return pto_turn_queued(core, pipe, ends_step);
}

#endif
