// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/: lazy, adverse and random orders on one hart (interleave.c). Part of core.h.
#ifndef PTO_CORE_INTERLEAVE_H
#define PTO_CORE_INTERLEAVE_H

#ifndef PTO_CORE_H
#error "include core.h, which includes interleave.h"
#endif

// The number of flags that stand in the ring of a pipe.
static inline uint32_t pto_flags_left(const pto_pipe_queue_t *queue)
{
#if PTO_FLAG_RINGS
    return (queue->flag_tail - queue->flag_head) / PTO_FLAG_STEP;
#else
    (void)queue;
    return 0;
#endif
}

#if PTO_FLAG_RINGS
// Returns the next flag of a pipe if it stands before its command number `head`, else NULL.
static inline const pto_flag_entry_t *pto_next_flag(const pto_pipe_queue_t *queue, uint32_t head)
{
    if (queue->flag_head == queue->flag_tail) {
        return NULL;
    }
    const pto_flag_entry_t *entry = pto_flag_in(queue->flags, queue->flag_head);
    return entry->before == head ? entry : NULL;
}
#endif

// The agents that can run, without the running one: a list, the one woken last first.
extern pto_agent_t *pto_interleave_ready;

// Commands that the running scalar unit issues before it looks at the others. Under the random policy these are steps, as
// long as no agent that can run is in front of it; behind them are those until the policy draws the next order. Otherwise
// the count has no end, and numbers the commands.
extern uint32_t pto_interleave_ahead, pto_interleave_steps;

static inline void pto_interleave_unblock(pto_agent_t *agent)
{
    agent->blocked = PTO_NOT_BLOCKED;
    agent->next = pto_interleave_ready;
    pto_interleave_ready = agent;
}

// Takes back the steps that a scalar unit goes ahead.
static inline void pto_interleave_halt(void)
{
    pto_interleave_steps += pto_interleave_ahead;
    pto_interleave_ahead = 0;
}

// Unblocks an agent, which may be in front of the running scalar unit.
static inline void pto_interleave_call(pto_agent_t *agent)
{
    pto_interleave_unblock(agent);
    if (agent->core->interleaved == PTO_POLICY_RANDOM && agent->place < pto_agent()->place) {
        pto_interleave_halt();
    }
}

// Unblocks an agent of a core, unless it has no command.
static inline void pto_interleave_wake(pto_core_t *core, uint32_t pipe)
{
    if (core->pipe[pipe].agent.blocked > PTO_UNTIL_ISSUE) {
        pto_interleave_call(&core->pipe[pipe].agent);
    }
}

// Runs all agents to their end, in the order of the policy, which changes it.
void pto_interleave_run(pto_agent_t **agents, uint32_t agent_num, hal_fiber_t *loop);

// Called by a scalar unit to give way: when it waits, and after its end (does not return).
void pto_interleave_pass(pto_core_t *core);
// Lets all other agents run first.
void pto_interleave_stand_back(pto_core_t *core);
void pto_interleave_finish(pto_core_t *core);

// Whether a pipe of an interleaved core may be idle or its queue full.
static inline bool pto_interleave_is_stopped(const pto_core_t *core, uint32_t pipe)
{
    return core->pipe[pipe].tail == core->pipe[pipe].stop;
}

// Wakes an idle pipe for its next command or flag. Returns false if the queue is full, or the core has no such pipe.
static inline bool pto_interleave_make_room(pto_core_t *core, uint32_t pipe)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    if ((core->pipe_mask >> pipe & 1) == 0) {
        return false;
    }
    queue->stop = queue->head + PTO_QUEUE_DEPTH;
#if PTO_FLAG_RINGS
    queue->flag_stop = queue->flag_head + PTO_FLAG_RING_BYTES;
#endif
    if (queue->agent.blocked == PTO_UNTIL_ISSUE) {
        pto_interleave_call(&queue->agent);
    }
    return !pto_interleave_is_stopped(core, pipe);
}

// Ends a step of a scalar unit that has queued a command, where another agent may be next.
pto_event_t pto_interleave_look(pto_core_t *core, const pto_pipe_queue_t *queue);

// Queues the record at the tail of a pipe that is not stopped. Setting or waiting for a flag does not end a step of the
// scalar unit. It touches no memory, and an agent that it unblocks may as well run after the next command.
static inline __attribute__((always_inline)) pto_event_t pto_interleave_commit(pto_core_t *core, uint32_t pipe,
                                                                               bool ends_step)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    PTO_OBSERVE(issue, core, pipe, &queue->ring[queue->tail % PTO_QUEUE_DEPTH], queue->tail + 1);
    const uint32_t tail = ++queue->tail, ahead = pto_interleave_ahead;
    if (queue->issued_at != NULL) {
        queue->issued_at[(tail - 1) % PTO_QUEUE_DEPTH] = ahead;
    }
    if (ends_step || core->interleaved != PTO_POLICY_RANDOM) {
        if (ahead == 0) {
            return pto_interleave_look(core, queue);
        }
        pto_interleave_ahead = ahead - 1;
    }
    return pto_event(pipe, tail);
}

#endif
