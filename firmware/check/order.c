// SPDX-License-Identifier: Apache-2.0
//
// Happens-before between accesses: turns the calls of ../core/observe.h into vector clocks.

#include "check.h"

static check_core_t cores[PTO_CORE_MAX] __attribute__((section(".noinit")));
check_core_t *check_last_core = cores;
static uint32_t core_num;
uint32_t check_locked;

// Semaphores between the cores of a block: the clock of each set, in order.
#define POSTS 32
static struct {
    check_clock_t posted[POSTS];
    uint32_t set, taken;
    check_who_t waits[PTO_PIPE_NUM];  // last wait of each pipe
} semaphores[BOARD_CLUSTERS][PTO_SEMAPHORE_NUM] __attribute__((section(".noinit")));

// Cross-core flags, followed by barriers of the launch, one for each counter. For each core: the clock of each signal
// sent, in order, the modes used, and the number of waits.
#define BARRIERS   4
#define MODE_MEET  3  // of barriers; flags have modes 0 to 2
#define SIGNAL_NUM (PTO_CROSS_ID_NUM + BARRIERS)
static struct {
    check_clock_t posted[PTO_SEMAPHORE_MAX + 1];
    uint32_t set, taken, modes;
} signals[PTO_CORE_MAX][SIGNAL_NUM] __attribute__((section(".noinit")));
static uint64_t counters[BARRIERS];

uint32_t check_heard;

// Out of line, so that a repeated lookup of the same core saves no registers for it.
__attribute__((noinline, cold)) check_core_t *check_find_core(const pto_core_t *core)
{
    check_core_t *self = cores;
    while (self->core != core) {
        self++;
    }
    __atomic_store_n(&check_last_core, self, __ATOMIC_RELAXED);
    return self;
}

check_core_t *check_core_at(const pto_core_t *core, uint32_t slot)
{
    for (uint32_t i = 0; i < core_num; i++) {
        if (cores[i].core->group == core->group && cores[i].slot == slot) {
            return &cores[i];
        }
    }
    return check_core_of(core);
}

check_core_t *check_core_by(const pto_core_t *core, check_who_t who)
{
    uint32_t agent = (who.mark >> CHECK_SEQ_BITS) - 1;
    if (pto_run_state.rank_num == 1) {
        return check_core_at(core, agent / PTO_PIPE_NUM % CHECK_SLOTS);
    }
    for (uint32_t i = 0; i < core_num; i++) {
        if (cores[i].first_agent == agent - agent % PTO_PIPE_NUM) {
            return &cores[i];
        }
    }
    return check_core_of(core);
}

// Whether commands of a pipe may overlap. Those of other pipes run one after the other.
static bool overlaps(uint32_t pipe)
{
    return pipe == PIPE_MTE2 || pipe == PIPE_MTE3;
}

const check_clock_t *check_known(const pto_core_t *core, check_who_t who)
{
    uint32_t agent = (who.mark >> CHECK_SEQ_BITS) - 1, pipe = agent % PTO_PIPE_NUM, seq = who.mark & CHECK_SEQ_MASK;
    const check_core_t *self = check_core_by(core, who);
    if (pipe == PIPE_S || pipe == check_store_pipe(self->core->kind->cube)) {
        return &self->agent[PIPE_S].knows;
    }
    if (check_agent(self, pipe) == self->copies) {
        return NULL;
    }
    pipe = check_agent(self, pipe) == self->link ? PIPE_MTE3 : pipe;
    bool recent = pto_seq(self->core, pipe) - seq < PTO_QUEUE_DEPTH;
    return recent ? &self->agent[pipe].command[seq % PTO_QUEUE_DEPTH].began : NULL;
}

/// Launch and blocks ///

// The history of memory persists from one run of tasks to the next.
void pto_observe_program(void)
{
    check_shadow_start();
    check_notes_forget();
}

void pto_observe_launch(const pto_run_t *run)
{
    core_num = run->core_num;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *core = run->cores[i];
        hal_zero(&cores[i], sizeof cores[i]);
        cores[i].core = core;
        cores[i].slot = core->slot;
        cores[i].first_agent = (pto_cluster_index(core) * CHECK_SLOTS + core->slot) * PTO_PIPE_NUM;
        cores[i].stores = check_agent(&cores[i], check_store_pipe(core->kind->cube));
        if (!core->kind->cube && !core->kind->unified) {
            cores[i].link = check_agent(&cores[i], CHECK_LINK);
            cores[i].copies = check_agent(&cores[i], CHECK_COPIES);
        }
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            cores[i].agent[pipe].self = check_agent(&cores[i], pipe);
            cores[i].agent[pipe].first_mark = (check_agent(&cores[i], pipe) + 1) << CHECK_SEQ_BITS;
        }
    }
    // Their clocks need no reset: they are written before they are read.
    for (uint32_t i = 0; i < BOARD_CLUSTERS * PTO_SEMAPHORE_NUM; i++) {
        semaphores[i / PTO_SEMAPHORE_NUM][i % PTO_SEMAPHORE_NUM].set = 0;
        semaphores[i / PTO_SEMAPHORE_NUM][i % PTO_SEMAPHORE_NUM].taken = 0;
        hal_zero(semaphores[i / PTO_SEMAPHORE_NUM][i % PTO_SEMAPHORE_NUM].waits, PTO_PIPE_NUM * sizeof(check_who_t));
    }
    for (uint32_t i = 0; i < PTO_CORE_MAX * SIGNAL_NUM; i++) {
        signals[i / SIGNAL_NUM][i % SIGNAL_NUM].set = 0;
        signals[i / SIGNAL_NUM][i % SIGNAL_NUM].taken = 0;
        signals[i / SIGNAL_NUM][i % SIGNAL_NUM].modes = 0;
    }
    hal_zero(counters, sizeof counters);
    if (!pto_is_program()) {
        pto_observe_program();
    }
    check_tasks_begin();
    check_signals_forget();
    check_hands_forget();
    check_report_reset();
}

// Forgets what happened to the memories of a core. `mem` of a vector core also lists those of its cube core.
static void forget_memories(const pto_core_t *core)
{
    for (uint32_t mem = 0; mem < PTO_MEM_NUM; mem++) {
        if (mem != PTO_MEM_GM && (mem == PTO_MEM_UB) == !core->kind->cube) {
            check_shadow_forget(core->mem[mem]);
        }
    }
    if (core->kind->cube) {
        check_shadow_forget_bytes((uintptr_t)core->scales, 2 * sizeof core->scales[0]);
    }
}

// Starts command or step `seq` of an agent.
static void begin_command(check_agent_t *agent, uint32_t seq)
{
    agent->seq = seq;
    agent->now.mark = agent->first_mark | (seq & CHECK_SEQ_MASK);
}

// The cores of a task begin together, and none of them has sent anything by then.
static void begin_task(check_core_t *self)
{
    self->task = self->core->launch->task;
    for (uint32_t i = 0; i < SIGNAL_NUM; i++) {
        signals[self - cores][i].set = signals[self - cores][i].taken = signals[self - cores][i].modes = 0;
    }
    for (uint32_t i = 0; i < PTO_SEMAPHORE_NUM && self->core->group->core_num > 1; i++) {
        semaphores[pto_cluster_index(self->core)][i].set = semaphores[pto_cluster_index(self->core)][i].taken = 0;
    }
    const check_clock_t *clock = check_task_clock(self->task);
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM && clock != NULL; pipe++) {
        check_join(&self->agent[pipe].knows, clock);
    }
}

// Enters into a clock that all commands of a core are complete.
static void enter_all(const check_core_t *self, check_clock_t *clock)
{
    for (uint32_t i = 0; i < PTO_PIPE_NUM; i++) {
        clock->at[check_agent(self, i)] = self->agent[i].time;
    }
    clock->at[self->stores] = self->agent[PIPE_S].time;
    if (self->link != 0) {
        clock->at[self->link] = self->agent[PIPE_MTE3].time;
        clock->at[self->copies] = (uint32_t)self->core->su.copies;
    }
}

void check_join_cores(const pto_task_t *task, check_clock_t *clock)
{
    for (uint32_t i = 0; i < core_num; i++) {
        const pto_launch_t *launch = cores[i].core->launch;
        if (launch != NULL && launch->task == task) {
            for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
                check_clock_join(clock, &cores[i].agent[pipe].knows);
            }
            enter_all(&cores[i], clock);
        }
    }
}

void pto_observe_block(const pto_core_t *core)
{
    check_lock();
    check_core_t *self = check_core_of(core);
    uint32_t block = check_first_block(core) + core->su.block;
    if (self->task != core->launch->task) {
        begin_task(self);
    }
    // All earlier commands are complete: the cores of a block meet at its end.
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        enter_all(self, &self->agent[pipe].knows);
        self->agent[pipe].now.block = block & 0xffffff;
    }
    self->handed = self->agent[PIPE_S].time;
    self->agent[PIPE_S].knows.at[self->stores]++;
    begin_command(&self->agent[PIPE_S], self->agent[PIPE_S].time);
    hal_zero(self->flag, sizeof self->flag);
    forget_memories(core);
    check_unlock();
}

void pto_observe_block_end(const pto_core_t *core)
{
    const check_core_t *self = check_core_of(core);
    if (self->copies != 0 && self->agent[PIPE_S].knows.at[self->copies] < (uint32_t)core->su.copies) {
        const check_note_t *note = check_note(self->last_copy.note);
        char text[128];
        pto_format(text, sizeof text, "%s at %s:%u is not waited for", note->op, note->loc->file, note->loc->line);
        pto_observe_left(core, note->loc, text);
    }
}

void pto_observe_launch_end(const pto_run_t *run)
{
    (void)run;
    pto_run_state.result.findings = check_report_end();
}

/// Commands ///

static uint32_t note_of(const pto_cmd_t *cmd)
{
    bool is_vf = cmd->op->means == PTO_MEANS_VECTOR_FUNCTION;
    const char *vf = is_vf ? ((const pto_vf_t *)(uintptr_t)cmd->data[0])->name : NULL;
    return check_note_number(cmd->loc, cmd->op->name, vf, 0);
}

// Starts the next step of the scalar unit: whoever joins its clock from now on is ordered after the last step.
static inline __attribute__((always_inline)) void step(check_core_t *self)
{
    check_agent_t *su = &self->agent[PIPE_S];
    const uint32_t time = su->time + 1;
    su->knows.at[su->self] = su->time;
    su->knows.at[self->stores] = time + 1;  // its own stores are in program order
    su->time = time;
    su->now.order = time * 2;
    begin_command(su, time);
}

void pto_observe_fence(const pto_core_t *core)
{
    check_lock();
    check_core_t *self = check_core_of(core);
    self->handed = self->agent[PIPE_S].time + 1;
    check_clock_t *clock = &self->agent[PIPE_S].knows;
    if (self->link != 0) {
        clock->at[self->link] = clock->at[check_agent(self, PIPE_MTE3)];
    }
    step(self);
    check_unlock();
}

void pto_observe_copy(const pto_core_t *core, int64_t number)
{
    check_core_t *self = check_core_of(core);
    self->copy = self->copies != 0 ? number : 0;
}

void pto_observe_copied(const pto_core_t *core, int64_t number)
{
    check_lock();
    check_core_t *self = check_core_of(core);
    uint32_t *known = &self->agent[PIPE_S].knows.at[self->copies];
    *known = self->copies != 0 && (uint32_t)number > *known ? (uint32_t)number : *known;
    step(self);
    check_unlock();
}

void pto_observe_issue(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    check_lock();
    check_core_t *self = check_core_of(core);
    step(self);
    check_agent_t *su = &self->agent[PIPE_S];
    check_command_t *command = &self->agent[pipe].command[seq % PTO_QUEUE_DEPTH];
    check_clock_copy(&command->issued, &su->knows);
    if (pipe == PIPE_V && cmd->op->means != PTO_MEANS_WORK) {  // a vector function, or a wait before one
        command->issued.at[self->stores] = self->handed;
    }
    command->note = su->now.note = note_of(cmd);
    command->order = su->now.order - 1;  // between two steps of the scalar unit
    check_unlock();
}

// The clock that an agent sends with a signal: all its earlier commands are complete.
static void tell_done(const check_core_t *self, uint32_t pipe, check_clock_t *clock)
{
    const check_agent_t *agent = &self->agent[pipe];
    check_clock_copy(clock, &agent->knows);
    clock->at[agent->self] = agent->time;
}

// On A2A3 the waiting pipe may not be part of a flag's identity: docs/spec-decisions.md.
static void judge_sharing(const check_core_t *self, const check_access_t *access, const pto_cmd_t *cmd)
{
    uint32_t src = cmd->arg[0], id = cmd->arg[2];
    for (uint32_t dst = 0; dst < PTO_PIPE_NUM; dst++) {
        const check_flag_t *flag = &self->flag[src][dst][id];
        bool pending = flag->num != flag->taken || !check_is_ordered(flag->wait, access);
        if (dst != cmd->arg[1] && flag->num != 0 && pending) {
            check_shared(access, cmd, dst, flag->set);
        }
    }
}

static check_flag_t *flag_of(check_core_t *self, const pto_cmd_t *cmd)
{
    return &self->flag[cmd->arg[0]][cmd->arg[1]][cmd->arg[2]];
}

// A flag holds one set, so the wait for the last one must happen before the next set.
static void judge_set(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, check_flag_t *flag)
{
    check_access_t access = check_access_of(self, pipe);
    if (!check_is_ordered(flag->wait, &access)) {
        check_reused(&access, cmd, flag->wait);
    }
    flag->several |= flag->num != 0 && flag->set.note != access.who.note;
    flag->set = access.who;
    flag->num++;
    if (pto_run_state.options.arch == PTO_ARCH_A2A3) {
        judge_sharing(self, &access, cmd);
    }
}

// Holds a set whose flag is still pending. On several harts it would be chance whether this happens; another legal
// order of the same run has it in any case, and judge_set() reports it.
bool pto_observe_holds(const pto_core_t *core, const pto_cmd_t *cmd)
{
    return cmd->op->means == PTO_MEANS_SET_FLAG &&
           (hal_sync_flags(&core->view.sync, cmd->arg[0], cmd->arg[1]) >> cmd->arg[2] & 1) != 0;
}

// For the deadlock report: how often the flag of a wait has been set.
size_t pto_observe_sets(const pto_core_t *core, const pto_cmd_t *wait, char *text, size_t bytes)
{
    const check_flag_t *flag = flag_of(check_core_of(core), wait);
    const pto_loc_t *loc = check_note(flag->set.note)->loc;
    size_t length = pto_format(text, bytes, "set_flag %s -> %s EVENT_ID%u", pto_pipe_names[wait->arg[0]],
                               pto_pipe_names[wait->arg[1]], wait->arg[2]);
    if (flag->num == 0) {
        return length + pto_format(text + length, bytes - length, ", which has not run");
    }
    return length + pto_format(text + length, bytes - length, " for the %u. time: %s, at %s:%u, has run %u time%s",
                               flag->num + 1, flag->several ? "the last one" : "the only one", loc->file, loc->line,
                               flag->num, flag->num == 1 ? "" : "s");
}

/// Cross-core flags and barriers of the launch ///

// The signal of a barrier, found by its counter. Beyond BARRIERS counters, the last entry is shared.
static uint32_t barrier_of(const pto_cmd_t *syncall)
{
    uint32_t i = 0;
    while (i < BARRIERS - 1 && counters[i] != 0 && counters[i] != syncall->data[0]) {
        i++;
    }
    counters[i] = syncall->data[0];
    return PTO_CROSS_ID_NUM + i;
}

static void send(const check_core_t *self, uint32_t pipe, uint32_t id, uint32_t mode)
{
    uint32_t n = signals[self - cores][id].set++;
    tell_done(self, pipe, &signals[self - cores][id].posted[n % (PTO_SEMAPHORE_MAX + 1)]);
    signals[self - cores][id].modes |= 1u << mode;
}

static bool reaches(const pto_core_t *from, const pto_core_t *to, uint32_t modes)
{
    bool same_kind = from->kind->cube == to->kind->cube, same_group = from->group == to->group;
    if (from->launch != to->launch) {
        return false;
    }
    return (modes >> MODE_MEET & 1) != 0 || ((modes & 1) != 0 && same_kind) ||
           ((modes >> 1 & 1) != 0 && same_group && same_kind) || ((modes >> 2 & 1) != 0 && same_group && !same_kind);
}

// The n-th wait joins the n-th signal of each core; if an id is used in several modes, all of them.
static void receive(const check_core_t *self, uint32_t id, check_clock_t *clock)
{
    uint32_t at = signals[self - cores][id].taken++, modes = 0;
    for (uint32_t i = 0; i < core_num; i++) {
        modes |= signals[i][id].modes;
    }
    for (uint32_t i = 0; i < core_num; i++) {
        for (uint32_t n = 0; n <= PTO_SEMAPHORE_MAX && reaches(cores[i].core, self->core, signals[i][id].modes); n++) {
            bool mixed = (modes & (modes - 1)) != 0, taken = n == at % (PTO_SEMAPHORE_MAX + 1);
            if (n < signals[i][id].set && (mixed || taken)) {
                check_join(clock, &signals[i][id].posted[n]);
            }
        }
    }
}

static __attribute__((noinline)) void publish_flag(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd)
{
    check_flag_t *flag = flag_of(self, cmd);
    judge_set(self, pipe, cmd, flag);
    tell_done(self, pipe, &flag->clock);
}

static __attribute__((noinline)) void publish(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd)
{
    uint32_t cluster = pto_cluster_index(self->core);
    switch ((pto_means_t)cmd->op->means) {
        case PTO_MEANS_RLS_BUF:
            tell_done(self, pipe, &self->release[cmd->arg[0]][pipe]);
            break;
        case PTO_MEANS_SET_INTRA:
            tell_done(self, pipe,
                      &semaphores[cluster][cmd->arg[0]].posted[semaphores[cluster][cmd->arg[0]].set % POSTS]);
            break;
        case PTO_MEANS_SET_CROSS:
            send(self, pipe, cmd->arg[1], cmd->arg[0]);
            break;
        case PTO_MEANS_ARRIVE:
            send(self, pipe, barrier_of(cmd), MODE_MEET);
            break;
        default:
            break;
    }
}

// Joins the clock of the scalar unit at the issue of a command into that of the pipe which starts it.
static void take_issued(check_agent_t *agent, uint32_t pipe, check_command_t *command)
{
    agent->now.note = command->note;
    agent->now.order = command->order;
    if (!overlaps(pipe)) {
        agent->knows.at[agent->self] = agent->time;  // no clock has a greater value for it
    }
    check_clock_join_copy(&agent->knows, &command->issued,
                          &command->began);  // no check_heard++: the epoch is new anyway
}

static __attribute__((noinline)) void begin_function(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd)
{
    check_access_t access = check_access_of(self, pipe);
    check_vf_begin(&access, cmd);
}

static inline void begin(check_core_t *self, check_agent_t *agent, uint32_t pipe, const pto_cmd_t *cmd,
                         pto_means_t means, uint32_t seq)
{
    check_lock();
    if (pipe == PIPE_S) {
        agent->now.note = note_of(cmd);
    } else {
        begin_command(agent, seq);
        take_issued(agent, pipe, &agent->command[seq % PTO_QUEUE_DEPTH]);
    }
    if (means == PTO_MEANS_SET_FLAG) {
        publish_flag(self, pipe, cmd);
    } else if (means > PTO_MEANS_WAIT_FLAG) {
        publish(self, pipe, cmd);
    }
    check_unlock();
    if (means == PTO_MEANS_VECTOR_FUNCTION) {
        begin_function(self, pipe, cmd);
    }
}

// Reports two unordered waits of a core for one semaphore, if the second set depends on what follows the first wait, or
// never comes: the second wait may then consume the set that the first one needs. `set`: the clock of the set that this
// wait consumed; NULL: there is none.
static void judge_wait(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, const check_clock_t *set)
{
    uint32_t cluster = pto_cluster_index(self->core), id = cmd->arg[0];
    check_access_t access = check_access_of(self, pipe), knows_set = access;
    knows_set.clock = set;
    for (uint32_t other = 0; other < PTO_PIPE_NUM; other++) {
        check_who_t wait = semaphores[cluster][id].waits[other];
        bool alike = other == pipe || wait.mark == 0 || wait.block != access.who.block;
        if (!alike && !check_is_ordered(wait, &access) && (set == NULL || check_is_ordered(wait, &knows_set))) {
            check_taken(&access, cmd, wait);
        }
    }
}

static const check_clock_t *take_semaphore(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd)
{
    uint32_t cluster = pto_cluster_index(self->core), id = cmd->arg[0];
    const check_clock_t *set = &semaphores[cluster][id].posted[semaphores[cluster][id].taken++ % POSTS];
    judge_wait(self, pipe, cmd, set);
    semaphores[cluster][id].waits[pipe] = self->agent[pipe].now;
    return set;
}

// A deadlock may be the result of a semaphore set that the wrong wait consumed.
void pto_observe_deadlock(void)
{
    for (uint32_t i = 0; i < core_num; i++) {
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            const pto_pipe_queue_t *queue = &cores[i].core->pipe[pipe];
            const pto_cmd_t *cmd = &queue->ring[queue->head % PTO_QUEUE_DEPTH];
            if (queue->head != queue->tail && cmd->op->means == PTO_MEANS_WAIT_INTRA) {
                judge_wait(&cores[i], pipe, cmd, NULL);
            }
        }
    }
}

// Joins the clock of a pipe into that of an agent that waited for all its commands.
static void hear_all(const check_core_t *self, uint32_t pipe, check_clock_t *clock)
{
    const check_agent_t *agent = &self->agent[pipe];
    check_join(clock, &agent->knows);
    clock->at[agent->self] = agent->time;
}

static inline void hear_flag(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd)
{
    check_flag_t *flag = flag_of(self, cmd);
    check_clock_t *clock = &self->agent[pipe].knows;
    uint32_t stores = clock->at[self->stores];
    flag->taken++;
    flag->wait = self->agent[pipe].now;
    check_join(clock, &flag->clock);
    if (pipe == PIPE_V && cmd->arg[0] != PIPE_S) {
        clock->at[self->stores] = stores;
    }
}

static __attribute__((noinline)) void hear(check_core_t *self, uint32_t pipe, const pto_cmd_t *cmd)
{
    check_clock_t *clock = &self->agent[pipe].knows;
    uint32_t cluster = pto_cluster_index(self->core);
    switch ((pto_means_t)cmd->op->means) {
        case PTO_MEANS_GET_BUF:
        case PTO_MEANS_RLS_BUF:  // in mode 1, which waits for the other pipes itself
            for (uint32_t i = 0; i < PTO_PIPE_NUM && cmd->arg[2]; i++) {
                if (i != pipe && (cmd->arg[3] >> i & 1) != 0) {
                    check_join(clock, &self->release[cmd->arg[0]][i]);
                }
            }
            if (cmd->op->means == PTO_MEANS_RLS_BUF && cmd->arg[2]) {
                check_join(&self->release[cmd->arg[0]][pipe], clock);  // its own release carries what it has waited for
            }
            break;
        case PTO_MEANS_SET_INTRA:
            semaphores[cluster][cmd->arg[0]].set++;
            break;
        case PTO_MEANS_WAIT_INTRA:
            check_join(clock, take_semaphore(self, pipe, cmd));
            break;
        case PTO_MEANS_WAIT_CROSS:
            receive(self, cmd->arg[1], clock);
            break;
        case PTO_MEANS_SYNCALL:
            receive(self, barrier_of(cmd), clock);
            break;
        case PTO_MEANS_BARRIER: {
            uint32_t heard = 1u << pipe | (pipe == PIPE_S ? self->core->pipe_mask : 0);
            self->handed = pipe == PIPE_S ? self->agent[PIPE_S].time + 1 : self->handed;
            for (uint32_t i = 0; i < PTO_PIPE_NUM; i++) {
                if ((heard >> i & 1) != 0) {
                    hear_all(self, i, clock);
                }
            }
            break;
        }
        case PTO_MEANS_WAIT_EVENT: {
            uint32_t other = cmd->arg[0], *known = &clock->at[check_agent(self, other)];
            check_join(clock, &self->agent[other].knows);
            *known = *known > (uint32_t)cmd->data[0] ? *known : (uint32_t)cmd->data[0];
            break;
        }
        default:
            break;
    }
}

static __attribute__((noinline)) void say_order(check_core_t *self, uint32_t pipe)
{
    check_access_t access = check_access_of(self, pipe);
    check_order(&access);
}

static inline void end(check_core_t *self, check_agent_t *agent, uint32_t pipe, const pto_cmd_t *cmd, pto_means_t means,
                       uint32_t seq)
{
    if (means == PTO_MEANS_VECTOR_FUNCTION) {
        check_vf_end();
    }
    if (pipe != PIPE_S) {
        // No lock: readers have waited for the end of the command.
        __atomic_store_n(&agent->time, seq, __ATOMIC_RELAXED);
        if (means < PTO_MEANS_WAIT_FLAG && !pto_run_state.options.order) {
            return;
        }
    }
    check_lock();
    if (pto_run_state.options.order && cmd->op != &pto_op_idle) {
        say_order(self, pipe);
    }
    if (means == PTO_MEANS_WAIT_FLAG) {
        hear_flag(self, pipe, cmd);
    } else if (means > PTO_MEANS_WAIT_FLAG) {
        hear(self, pipe, cmd);
    }
    if (pipe == PIPE_S) {
        step(self);
    }
    check_unlock();
}

pto_step_t pto_observe_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    check_core_t *self = check_core_of(core);
    check_agent_t *agent = &self->agent[pipe];
    pto_means_t means = cmd->op->means;  // read once: the compiler assumes that calls change all memory
    begin(self, agent, pipe, cmd, means, seq);
    pto_step_t done = pto_step(core, pipe, cmd);
    if (done == PTO_DONE) {
        end(self, agent, pipe, cmd, means, seq);
    }
    return done;
}
