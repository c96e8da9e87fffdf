// SPDX-License-Identifier: Apache-2.0
//
// Replay: a wanted order of commands, as a list of holds. A hold names two commands; the first waits until the second
// is over. All other choices are those of the eager policy, one command at a time. A hold that no legal order can keep
// is given up. So a schedule lists only the constraints that matter.
//
// In a program a hold may name two tasks instead: the first does not start until the second is over.

#include "tasks.h"

#ifdef PTO_OBSERVED

// A command of the launch. `core` is the number of its group, in a program its cluster. For a scalar unit, `seq` counts
// steps: issues and commands of its own.
typedef struct {
    uint32_t core, slot, pipe, seq;
} command_t;

typedef struct {
    command_t held, until;
    bool given_up;
} hold_t;

typedef struct {
    uint32_t held, until;  // numbers of tasks
    bool given_up;
} task_hold_t;

enum { HOLDS_MAX = 64 };

static hold_t holds[HOLDS_MAX];
static task_hold_t task_holds[HOLDS_MAX];
static uint32_t hold_num, task_hold_num;

static uint32_t read_number(const char **text)
{
    uint32_t number = 0;
    for (; **text >= '0' && **text <= '9'; (*text)++) {
        number = number * 10 + (uint32_t)(**text - '0');
    }
    *text += **text != 0;
    return number;
}

static command_t read_command(const char **text)
{
    command_t command;
    command.core = read_number(text);
    command.slot = read_number(text);
    command.pipe = read_number(text) % PTO_PIPE_NUM;
    command.seq = read_number(text);
    return command;
}

static void read_hold(const char **text)
{
    if (**text == 't') {
        (*text)++;
        task_hold_t *hold = &task_holds[task_hold_num++];
        hold->held = read_number(text);
        hold->until = read_number(text);
        hold->given_up = false;
        return;
    }
    hold_t *hold = &holds[hold_num++];
    hold->held = read_command(text);
    hold->until = read_command(text);
    hold->given_up = false;
}

void pto_replay_begin(void)
{
    const char *text = pto_run_state.options.holds;
    hold_num = task_hold_num = 0;
    while (text != NULL && *text != 0) {
        if (hold_num + task_hold_num == HOLDS_MAX) {
            pto_fault_at(pto_run_state.kernel->loc, "a schedule of more than %u holds", HOLDS_MAX);
        }
        read_hold(&text);
    }
}

static bool is_of(const pto_core_t *core, const command_t *command)
{
    uint32_t number = pto_is_program() ? pto_cluster_index(core) : pto_group_number(core);
    return number == command->core && core->slot == command->slot;
}

static const pto_agent_t *find_agent(const command_t *command)
{
    const pto_run_t *run = &pto_run_state;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *core = run->cores[i];
        if (is_of(core, command)) {
            return &core->pipe[command->pipe].agent;
        }
    }
    return NULL;
}

// Returns the number of completed commands of an agent; for a scalar unit, its steps so far.
static uint32_t over(const pto_agent_t *agent)
{
    const pto_core_t *core = agent->core;
    if (agent->pipe != PIPE_S) {
        return core->pipe[agent->pipe].head;
    }
    uint32_t steps = core->su.done;
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        steps += core->pipe[pipe].tail;
    }
    return steps;
}

static bool is_over(const command_t *command)
{
    const pto_agent_t *agent = find_agent(command);
    return agent == NULL || agent->core->su.state == PTO_SU_FINISHED ||
           (int32_t)(over(agent) - command->seq) >= (agent->pipe == PIPE_S);
}

// Work of a scalar unit between two steps belongs to the earlier one.
static bool is_next(const pto_agent_t *agent, const command_t *command)
{
    return find_agent(command) == agent && over(agent) == command->seq - (agent->pipe != PIPE_S);
}

static bool keeps(const hold_t *hold, const pto_agent_t *agent)
{
    return !hold->given_up && is_next(agent, &hold->held) && !is_over(&hold->until);
}

bool pto_replay_holds(const pto_agent_t *agent)
{
    for (uint32_t i = 0; i < hold_num; i++) {
        if (keeps(&holds[i], agent)) {
            return true;
        }
    }
    return false;
}

static bool keeps_task(const task_hold_t *hold)
{
    return !hold->given_up && !pto_task_is_over(hold->until);
}

bool pto_replay_holds_task(uint32_t number)
{
    for (uint32_t i = 0; i < task_hold_num; i++) {
        if (task_holds[i].held == number && keeps_task(&task_holds[i])) {
            return true;
        }
    }
    return false;
}

static bool give_up_task(void)
{
    for (uint32_t i = 0; i < task_hold_num; i++) {
        if (keeps_task(&task_holds[i])) {
            task_holds[i].given_up = true;
            pto_tasks_retry();
            return true;
        }
    }
    return false;
}

bool pto_replay_give_up(void)
{
    for (uint32_t i = 0; i < hold_num; i++) {
        const pto_agent_t *agent = find_agent(&holds[i].held);
        if (agent != NULL && keeps(&holds[i], agent)) {
            holds[i].given_up = true;
            return true;
        }
    }
    return give_up_task();
}

#endif
