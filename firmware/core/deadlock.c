// SPDX-License-Identifier: Apache-2.0
//
// The report of a deadlock: who waits for whom, and which command is likely to be missing or misplaced.
//
// Each agent waits for one other agent: the pipe whose queue holds the awaited command, or the scalar unit that has not
// issued it. Following these edges ends in a cycle, or at a wait for a command that will never be issued.

#include <pto/print.h>

#include "core.h"

static bool is(const pto_cmd_t *cmd, pto_means_t means)
{
    return cmd->op->means == means;
}

static bool is_of_buffer(const pto_cmd_t *cmd)
{
    return is(cmd, PTO_MEANS_GET_BUF) || is(cmd, PTO_MEANS_RLS_BUF);
}

// Returns the flag that a pipe has to pass next as a command, or NULL.
static const pto_cmd_t *current_flag(const pto_core_t *core, uint32_t pipe)
{
#if PTO_FLAG_RINGS
    static pto_flag_cmd_t shown[PTO_CORE_MAX][PTO_PIPE_NUM];
    const pto_pipe_queue_t *queue = &core->pipe[pipe];
    const pto_flag_entry_t *entry = pto_next_flag(queue, queue->head);
    if (entry != NULL) {
        return pto_flag_show(entry, &shown[pto_cluster_index(core) * PTO_CLUSTER_CORES + core->slot][pipe]);
    }
#else
    (void)core, (void)pipe;
#endif
    return NULL;
}

const pto_cmd_t *pto_current_cmd(const pto_agent_t *agent)
{
    const pto_core_t *core = agent->core;
    const pto_cmd_t *now = pto_now(core);
    if (now != NULL && now->op->pipe == agent->pipe) {
        return now;
    }
    if (agent->pipe == PIPE_S) {
        return core->su.wait;
    }
    const pto_pipe_queue_t *queue = &core->pipe[agent->pipe];
    const pto_cmd_t *flag = current_flag(core, agent->pipe);
    return flag != NULL ? flag : queue->head == queue->tail ? NULL : &queue->ring[queue->head % PTO_QUEUE_DEPTH];
}

// Whether the kernel function has issued all of its commands.
static bool has_issued_all(const pto_core_t *core)
{
    return core->su.state == PTO_SU_FINISHED || (core->su.state == PTO_SU_WAITING && pto_sync_is_end(core->su.wait));
}

/// The wait-for graph ///

static bool is_like(const pto_cmd_t *cmd, pto_means_t means, const pto_cmd_t *like, uint32_t first, uint32_t last)
{
    bool same = is(cmd, means);
    for (uint32_t arg = first; same && arg <= last; arg++) {
        same = cmd->arg[arg] == like->arg[arg];
    }
    return same;
}

// Returns a queued command of a pipe that means this and whose arguments `first` to `last` equal those of `like`, or
// NULL. A flag in a ring is a copy that is valid until the next call.
static const pto_cmd_t *find_queued(const pto_core_t *core, uint32_t pipe, pto_means_t means, const pto_cmd_t *like,
                                    uint32_t first, uint32_t last)
{
    const pto_pipe_queue_t *queue = &core->pipe[pipe];
#if PTO_FLAG_RINGS
    static pto_flag_cmd_t shown;
    for (uint32_t at = queue->flag_head; at != queue->flag_tail; at += PTO_FLAG_STEP) {
        const pto_cmd_t *cmd = pto_flag_show(pto_flag_in(queue->flags, at), &shown);
        if (is_like(cmd, means, like, first, last)) {
            return cmd;
        }
    }
#endif
    for (uint32_t i = queue->head; i != queue->tail; i++) {
        const pto_cmd_t *cmd = &queue->ring[i % PTO_QUEUE_DEPTH];
        if (is_like(cmd, means, like, first, last)) {
            return cmd;
        }
    }
    return NULL;
}

static const pto_agent_t *issuer_of(const pto_core_t *core)
{
    return has_issued_all(core) ? NULL : &core->pipe[PIPE_S].agent;
}

static const pto_agent_t *holder_of_flag(const pto_core_t *core, const pto_cmd_t *wait)
{
    uint32_t src = wait->arg[0];
    return src != PIPE_S && find_queued(core, src, PTO_MEANS_SET_FLAG, wait, 0, 2) != NULL ? &core->pipe[src].agent
                                                                                           : issuer_of(core);
}

// Returns the pipe that still holds the buffer which a get of another pipe needs, or PTO_PIPE_NUM.
static uint32_t pipe_that_holds(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *get)
{
    const uint32_t *tickets = (const uint32_t *)get->data;
    for (uint32_t users = get->arg[3] & ~(1u << pipe); users != 0; users &= users - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(users);
        if (!pto_has_released(core, get->arg[0], other, tickets)) {
            return other;
        }
    }
    return PTO_PIPE_NUM;
}

static const pto_agent_t *holder_of_buffer(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *get)
{
    uint32_t other = pipe_that_holds(core, pipe, get);
    bool queued =
        other < PTO_PIPE_NUM && other != PIPE_S && find_queued(core, other, PTO_MEANS_RLS_BUF, get, 0, 0) != NULL;
    return other == PTO_PIPE_NUM ? NULL : queued ? &core->pipe[other].agent : issuer_of(core);
}

// Returns the agent on another core that has queued, or may still issue, the set that a wait needs.
static const pto_agent_t *holder_on_other_core(const pto_core_t *core, const pto_cmd_t *wait, pto_means_t set,
                                               uint32_t arg)
{
    const pto_run_t *run = &pto_run_state;
    const pto_agent_t *issuer = NULL;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *other = run->cores[i];
        for (uint32_t pipe = 0; other != core && pipe < PTO_PIPE_NUM; pipe++) {
            if (pipe != PIPE_S && find_queued(other, pipe, set, wait, arg, arg) != NULL) {
                return &other->pipe[pipe].agent;
            }
        }
        if (other != core && issuer == NULL) {
            issuer = issuer_of(other);
        }
    }
    return issuer;
}

// Returns a pipe of this core that still has commands, else a core that has not arrived yet.
static const pto_agent_t *straggler(const pto_core_t *core, const pto_cmd_t *cmd)
{
    for (uint32_t i = 0; i < core->kind->pipe_num; i++) {
        const pto_pipe_queue_t *queue = &core->pipe[core->kind->pipes[i]];
        if (queue->head != queue->tail || pto_flags_left(queue) != 0) {
            return &queue->agent;
        }
    }
    const pto_run_t *run = &pto_run_state;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_su_t *su = &run->cores[i]->su;
        if (run->cores[i]->launch == core->launch && su->state == PTO_SU_WAITING && su->wait->op != cmd->op) {
            return &run->cores[i]->pipe[PIPE_S].agent;
        }
    }
    return NULL;
}

// For an entry of a tile pipe: the agent of the core it lacks. This is a pipe with a command on tile pipes, else the
// scalar unit that may issue one.
static const pto_agent_t *holder_of_entry(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const pto_core_t *other = cmd->op->lacks(core, cmd);
    for (uint32_t i = 0; other != NULL && i < other->kind->pipe_num; i++) {
        const pto_pipe_queue_t *queue = &other->pipe[other->kind->pipes[i]];
        for (uint32_t at = queue->head; at != queue->tail; at++) {
            if (queue->ring[at % PTO_QUEUE_DEPTH].op->lacks != NULL) {
                return &queue->agent;
            }
        }
    }
    return other == NULL ? NULL : issuer_of(other);
}

// Returns the agent that a blocked agent waits for. NULL: none will unblock it, or it is unknown.
static const pto_agent_t *waits_for(const pto_agent_t *agent)
{
    const pto_core_t *core = agent->core;
    const pto_cmd_t *cmd = pto_current_cmd(agent);
    if (cmd == NULL) {
        return NULL;
    }
    if (is(cmd, PTO_MEANS_WAIT_FLAG)) {
        return holder_of_flag(core, cmd);
    }
    if (is_of_buffer(cmd)) {
        return holder_of_buffer(core, agent->pipe, cmd);
    }
    if (is(cmd, PTO_MEANS_WAIT_INTRA)) {
        return holder_on_other_core(core, cmd, PTO_MEANS_SET_INTRA, 0);
    }
    if (is(cmd, PTO_MEANS_WAIT_CROSS)) {
        return holder_on_other_core(core, cmd, PTO_MEANS_SET_CROSS, 1);
    }
    if (cmd->op->awaits == PTO_AWAITS_ROOM || is(cmd, PTO_MEANS_WAIT_EVENT)) {
        return &core->pipe[cmd->arg[0]].agent;
    }
    if (cmd->op->lacks != NULL && cmd->op->lacks(core, cmd) != NULL) {
        return holder_of_entry(core, cmd);
    }
    return agent->pipe == PIPE_S ? straggler(core, cmd) : NULL;
}

/// The chain from agent to agent ///

#define CHAIN_MAX (PTO_CORE_MAX * (1 + PTO_CORE_PIPES))

typedef struct {
    const pto_agent_t *agent[CHAIN_MAX];
    uint32_t num;
    uint32_t cycle;  // index where its cycle begins; num: no cycle
} chain_t;

static void follow(chain_t *chain, const pto_agent_t *agent)
{
    chain->num = chain->cycle = 0;
    for (; agent != NULL && chain->num < CHAIN_MAX; agent = waits_for(agent)) {
        for (uint32_t i = 0; i < chain->num; i++) {
            if (chain->agent[i] == agent) {
                chain->cycle = i;
                return;
            }
        }
        chain->agent[chain->num++] = agent;
    }
    chain->cycle = chain->num;
}

// Finds the chain of the first agent in a cycle, else that of the first one that waits.
static void find_chain(chain_t *chain)
{
    const pto_run_t *run = &pto_run_state;
    const pto_agent_t *first = NULL;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *core = run->cores[i];
        for (uint32_t j = 0; j <= core->kind->pipe_num; j++) {
            const pto_agent_t *agent =
                j < core->kind->pipe_num ? &core->pipe[core->kind->pipes[j]].agent : &core->pipe[PIPE_S].agent;
            if (pto_current_cmd(agent) == NULL || core->launch == NULL || core->su.state == PTO_SU_FINISHED) {
                continue;
            }
            first = first == NULL ? agent : first;
            follow(chain, agent);
            if (chain->cycle < chain->num) {
                return;
            }
        }
    }
    follow(chain, first);
}

static void put_core(pto_report_t *report, const pto_core_t *core)
{
    if (core->launch != NULL && pto_run_state.rank_num > 1) {
        pto_append(report, "rank %u ", core->launch->rank);
    }
    pto_append(report, "core %u%s", core->index, core->role);
}

static void put_agent(pto_report_t *report, const pto_agent_t *agent)
{
    if (pto_run_state.core_num > 1 || pto_run_state.peers != NULL) {
        put_core(report, agent->core);
        pto_append(report, " ");
    }
    pto_append(report, "%s", pto_pipe_names[agent->pipe]);
}

// Appends the cycle, else the end of the chain.
static void put_chain(pto_report_t *report, const chain_t *chain)
{
    uint32_t first = chain->cycle < chain->num ? chain->cycle : chain->num - 1;
    for (uint32_t i = first; i < chain->num; i++) {
        pto_append(report, "%s", i == first ? "" : ", ");
        put_agent(report, chain->agent[i]);
        pto_append(report, " waits for ");
        if (i + 1 < chain->num || chain->cycle < chain->num) {
            const pto_agent_t *next = chain->agent[i + 1 < chain->num ? i + 1 : chain->cycle];
            if (next == chain->agent[i]) {
                pto_append(report, "itself");
            } else {
                put_agent(report, next);
            }
        } else {
            pto_append(report, "what nobody will do");
        }
    }
}

/// The likely cause ///

#ifdef PTO_OBSERVED
__attribute__((weak)) size_t pto_observe_sets(const pto_core_t *core, const pto_cmd_t *wait, char *text, size_t bytes)
{
    (void)core, (void)wait, (void)text, (void)bytes;
    return 0;
}

__attribute__((weak)) void pto_observe_deadlock(void)
{
}
#endif

// Appends how often the flag of a wait has been set. Returns false without an observer that counts.
static bool put_sets(pto_report_t *report, const pto_core_t *core, const pto_cmd_t *wait)
{
#ifdef PTO_OBSERVED
    size_t length = pto_observe_sets(core, wait, report->text + report->length, PTO_REPORT_ROOM - report->length);
    report->length += length;
    return length != 0;
#else
    (void)report, (void)core, (void)wait;
    return false;
#endif
}

// Appends a flag that is set now and differs from the awaited one in a single operand.
static void put_near_miss(pto_report_t *report, const pto_core_t *core, const pto_cmd_t *wait)
{
    for (uint32_t src = 0; src < PTO_PIPE_NUM; src++) {
        for (uint32_t dst = 0; dst < PTO_PIPE_NUM; dst++) {
            uint32_t both = 1u << src | 1u << dst;
            uint32_t flags = (core->pipe_mask & both) == both ? hal_sync_flags(&core->view.sync, src, dst) : 0;
            for (; flags != 0; flags &= flags - 1) {
                uint32_t id = (uint32_t)__builtin_ctz(flags);
                if ((src != wait->arg[0]) + (dst != wait->arg[1]) + (id != wait->arg[2]) == 1) {
                    const pto_loc_t *loc = core->flag_loc[hal_sync_place(src)][hal_sync_place(dst)][id];
                    pto_append(report, "; %s -> %s EVENT_ID%u is set instead, at %s:%u", pto_pipe_names[src],
                               pto_pipe_names[dst], id, loc->file, loc->line);
                    return;
                }
            }
        }
    }
}

static void put_missing_set(pto_report_t *report, const pto_core_t *core, const pto_cmd_t *wait)
{
    pto_append(report, "the wait at %s:%u needs ", wait->loc->file, wait->loc->line);
    if (!put_sets(report, core, wait)) {
        pto_append(report, "another set_flag %s -> %s EVENT_ID%u", pto_pipe_names[wait->arg[0]],
                   pto_pipe_names[wait->arg[1]], wait->arg[2]);
    }
    if (has_issued_all(core)) {
        pto_append(report, ", and the kernel has issued all it has");
    } else if (core->su.wait == wait) {
        pto_append(report, ", which can only come behind it");
    } else if (core->su.wait != NULL) {
        pto_append(report, ", and the scalar unit stands in front of it, at %s:%u: ", core->su.wait->loc->file,
                   core->su.wait->loc->line);
        pto_append_cmd(report, core->su.wait);
    }
    put_near_miss(report, core, wait);
}

static bool runs_before(const pto_core_t *core, uint32_t pipe, uint32_t other)
{
    uint32_t i = 0;
    while (i < core->kind->pipe_num && core->kind->pipes[i] != pipe && core->kind->pipes[i] != other) {
        i++;
    }
    return i < core->kind->pipe_num && core->kind->pipes[i] == pipe;
}

// Pipes that wait for each other although all sets are queued: the reverse flag was not set before the first iteration.
static void put_missing_priming(pto_report_t *report, const pto_core_t *core, const pto_cmd_t *wait)
{
    const pto_cmd_t *set = find_queued(core, wait->arg[0], PTO_MEANS_SET_FLAG, wait, 0, 2);
    pto_append_cmd(report, set);
    pto_append(report, " at %s:%u comes too late for the wait at %s:%u: the first iteration needs one in front of it",
               set->loc->file, set->loc->line, wait->loc->file, wait->loc->line);
}

// Returns the wait to blame: in a cycle, one in which an earlier pipe waits for a later one.
static const pto_agent_t *culprit(const chain_t *chain)
{
    if (chain->cycle == chain->num) {
        return chain->num != 0 ? chain->agent[chain->num - 1] : NULL;
    }
    const pto_agent_t *found = chain->agent[chain->cycle];
    for (uint32_t i = chain->cycle; i < chain->num; i++) {
        const pto_agent_t *agent = chain->agent[i];
        const pto_cmd_t *cmd = pto_current_cmd(agent);
        if (is(cmd, PTO_MEANS_WAIT_FLAG) && waits_for(agent)->pipe == PIPE_S) {
            return agent;
        }
        if (is(cmd, PTO_MEANS_WAIT_FLAG) && runs_before(agent->core, cmd->arg[1], cmd->arg[0])) {
            found = agent;
        }
    }
    return found;
}

static void put_holder(pto_report_t *report, const pto_core_t *core, uint32_t pipe, const pto_cmd_t *get)
{
    uint32_t other = pipe_that_holds(core, pipe, get);
    if (other < PTO_PIPE_NUM) {
        const pto_loc_t *loc = core->su.get_loc[get->arg[0]][hal_sync_place(other)];
        pto_append(report, "; %s has held it since %s:%u", pto_pipe_names[other], loc->file, loc->line);
    }
}

static void put_cause(pto_report_t *report, const chain_t *chain)
{
    const pto_agent_t *agent = culprit(chain);
    const pto_cmd_t *cmd = agent != NULL ? pto_current_cmd(agent) : NULL;
    if (cmd == NULL) {
        return;
    }
    const pto_agent_t *next = waits_for(agent);
    bool issued = next != NULL && next->pipe != PIPE_S;
    if (is(cmd, PTO_MEANS_WAIT_FLAG)) {
        pto_append(report, "\n  likely cause: ");
        (issued ? put_missing_priming : put_missing_set)(report, agent->core, cmd);
    } else if (!issued && (is_of_buffer(cmd) || is(cmd, PTO_MEANS_WAIT_INTRA) || is(cmd, PTO_MEANS_WAIT_CROSS))) {
        const bool buffer = is_of_buffer(cmd);
        pto_append(report, "\n  likely cause: nothing %s for ", buffer ? "releases its buffer" : "is sent");
        pto_append_cmd(report, cmd);
        pto_append(report, " at %s:%u", cmd->loc->file, cmd->loc->line);
        if (buffer) {
            put_holder(report, agent->core, agent->pipe, cmd);
        }
    } else if (!issued && cmd->op->lacks != NULL && cmd->op->lacks(agent->core, cmd) != NULL) {
        pto_append(report, "\n  likely cause: ");
        pto_append_cmd(report, cmd);
        pto_append(report, " at %s:%u waits for ", cmd->loc->file, cmd->loc->line);
        const pto_core_t *owes = cmd->op->lacks(agent->core, cmd);
        put_core(report, owes);
        bool of_rank = owes->launch != agent->core->launch;
        pto_append(report, of_rank && !has_issued_all(owes) ? ", which waits too" : ", which has issued all it has");
    }
}

// Notes a wait that any block may satisfy while some blocks have not begun.
static void put_waves(pto_report_t *report)
{
    const pto_run_t *run = &pto_run_state;
    uint32_t begun = 0;
    const pto_cmd_t *wait = NULL;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *core = run->cores[i];
        const pto_cmd_t *cmd = core->su.state == PTO_SU_WAITING ? core->su.wait : NULL;
        bool of_blocks = cmd != NULL && cmd->op->awaits == PTO_AWAITS_SIGNAL && cmd->op->means == PTO_MEANS_WORK;
        wait = of_blocks && (cmd->op->lacks == NULL || cmd->op->lacks(core, cmd) == NULL) && wait == NULL ? cmd : wait;
        begun = core->su.block >= begun ? core->su.block + 1 : begun;
    }
    if (wait != NULL && begun < run->launch.block_num) {
        pto_append(report, "\n  likely cause: %u blocks run in waves of %u on this board, block %u and those behind it ",
                   run->launch.block_num, run->launch.group_num, begun);
        pto_append(report, "have not begun: ");
        pto_append_cmd(report, wait);
        pto_append(report, " at %s:%u may be for one of them", wait->loc->file, wait->loc->line);
    }
}

void pto_append_deadlock(pto_report_t *report)
{
    static chain_t chain;
    find_chain(&chain);
    if (chain.num != 0) {
        put_chain(report, &chain);
    }
    pto_append_agents(report, " waits: ");
    put_cause(report, &chain);
    put_waves(report);
#ifdef PTO_OBSERVED
    pto_observe_deadlock();
#endif
}
