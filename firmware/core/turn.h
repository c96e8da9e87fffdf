// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/: lazy, adverse and random orders on one hart (turn.c). Part of core.h.
#ifndef PTO_CORE_TURN_H
#define PTO_CORE_TURN_H

#ifndef PTO_CORE_H
#error "include core.h, which includes turn.h"
#endif

// Agents in places before this one cannot run: where the search for the next one begins. Waking an agent lowers it.
extern uint32_t pto_turn_first;
extern uint32_t pto_turn_commands;  // issued so far, under the adverse policy

static inline void pto_turn_unblock(pto_agent_t *agent)
{
    agent->blocked = PTO_NOT_BLOCKED;
    pto_turn_first = agent->place < pto_turn_first ? agent->place : pto_turn_first;
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

// What other policies than lazy do after a command has been queued.
pto_event_t pto_turn_queued_by(pto_core_t *core, pto_pipe_queue_t *queue, bool ends_step);

// Call after the tail of a queue has moved. Setting or waiting for a flag does not end a step of the scalar unit. It
// touches no memory, and an agent that it unblocks may as well run after the next command.
static inline __attribute__((always_inline)) pto_event_t pto_turn_queued(pto_core_t *core, uint32_t pipe,
                                                                         bool ends_step)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    const uint32_t tail = queue->tail;
#if PTO_FLAG_RINGS
    queue->notes[(tail - 1) % PTO_QUEUE_DEPTH].flags_at = queue->flag_tail;
#endif
    if (queue->agent.blocked == PTO_UNTIL_ISSUE) {
        pto_turn_unblock(&queue->agent);
    }
    return core->turns == PTO_POLICY_LAZY ? pto_event(pipe, tail) : pto_turn_queued_by(core, queue, ends_step);
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
