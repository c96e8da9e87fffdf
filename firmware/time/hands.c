// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation between agents: each set carries the time at which it happens. Repeated sets are kept in order, so
// that a wait gets the set of its own number, independent of the order in which agents ran.

#include "time.h"

// Semaphores of a cluster and cross-core flags of a core.
typedef struct {
    moment_t posted[TIME_POSTS];
    uint32_t set, taken;
} posts_t;

static posts_t semaphores[BOARD_CLUSTERS][PTO_SEMAPHORE_NUM] __attribute__((section(".noinit")));
static struct {
    posts_t posts;
    uint32_t modes;
} signals[PTO_CORE_MAX][PTO_CROSS_ID_NUM] __attribute__((section(".noinit")));

// Barriers of the launch, by their counter: arrival time of the last core, for each round.
#define BARRIERS (3 * PTO_CORE_MAX)
static struct {
    uint64_t counter;
    moment_t round[TIME_POSTS];
    uint32_t arrived[PTO_CORE_MAX], left[PTO_CORE_MAX];
} barriers[BARRIERS] __attribute__((section(".noinit")));

// Hand-overs inside commands: entries of tile pipes, unit flags.
#define HANDS 4096
static struct {
    const void *what;
    uint32_t number;
    moment_t moment;
} hands[HANDS] __attribute__((section(".noinit")));
static uint16_t given[HANDS];
static uint32_t given_num;
static moment_t taken;

// Signals of ranks that the running command notifies.
#define NOTIFIED 64
static const int32_t *notified[NOTIFIED];
static uint32_t notified_num;
static bool any;

void time_hands_reset(void)
{
    hal_zero(semaphores, sizeof semaphores);
    hal_zero(signals, sizeof signals);
    hal_zero(barriers, sizeof barriers);
    hal_zero(hands, sizeof hands);
}

void time_hands_forget(const time_core_t *self)
{
    hal_zero(semaphores[pto_cluster_index(self->core)], sizeof semaphores[0]);
    hal_zero(signals[self - time_cores], sizeof signals[0]);
}

void time_barriers_forget(const pto_launch_t *launch)
{
    for (uint32_t i = 0; i < BARRIERS; i++) {
        if (barriers[i].counter - (uintptr_t)launch < sizeof *launch) {
            hal_zero(&barriers[i], sizeof barriers[i]);
        }
    }
}

static void post(posts_t *posts, moment_t moment)
{
    posts->posted[posts->set++ % TIME_POSTS] = moment;
}

/// Flags and tokens ///

// Whether `to` waits for `from` only to write over what that has read. So it is where `to` reads nothing that `from`
// writes; MTE2 may load from GM what MTE3 has stored, and is not among them.
static bool gives_back(uint32_t from, uint32_t to)
{
    switch (from) {
        case PIPE_V:
        case PIPE_MTE1:
            return to == PIPE_MTE2;
        case PIPE_MTE3:
            return to == PIPE_V;
        case PIPE_M:
            return to == PIPE_MTE1;
        case PIPE_FIX:
            return to == PIPE_M;
        default:
            return false;
    }
}

// With two buffers for each, a pipe gets the one that was given back before the last.
static bool has_spare(uint32_t from, uint32_t to)
{
    return TIME(buffers) > 1 && gives_back(from, to);
}

static void hear_flag(const time_core_t *self, const pto_cmd_t *cmd, moment_t *moment)
{
    uint32_t from = cmd->arg[0], to = cmd->arg[1], id = cmd->arg[2];
    time_join(moment, has_spare(from, to) ? self->before[from][to][id] : self->flag[from][to][id]);
}

static void tell_flag(time_core_t *self, const pto_cmd_t *cmd, moment_t end)
{
    moment_t *flag = &self->flag[cmd->arg[0]][cmd->arg[1]][cmd->arg[2]];
    self->before[cmd->arg[0]][cmd->arg[1]][cmd->arg[2]] = *flag;
    *flag = end;
}

// A get waits until every other pipe has released the buffer as often as it had got it when the get was issued.
static void hear_buffer(const time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t *moment)
{
    const uint32_t *tickets = (const uint32_t *)cmd->data;
    for (uint32_t other = 0; other < PTO_PIPE_NUM && cmd->arg[2]; other++) {
        uint32_t ticket = tickets[hal_sync_place(other)];
        ticket -= ticket != 0 && has_spare(other, pipe);
        if (other != pipe && (cmd->arg[3] >> other & 1) != 0 && ticket != 0) {
            time_join(moment, self->release[cmd->arg[0]][other][ticket % TIME_POSTS]);
        }
    }
}

static void tell_release(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t end)
{
    uint32_t count = ++self->releases[cmd->arg[0]][pipe];
    self->release[cmd->arg[0]][pipe][count % TIME_POSTS] = end;
}

/// Between cores ///

static bool reaches(const pto_core_t *from, const pto_core_t *to, uint32_t modes)
{
    bool same_kind = from->kind->cube == to->kind->cube, same_group = from->group == to->group;
    return ((modes & 1) != 0 && same_kind) || ((modes >> 1 & 1) != 0 && same_group && same_kind) ||
           ((modes >> 2 & 1) != 0 && same_group && !same_kind);
}

static void hear_cross(const time_core_t *self, uint32_t id, moment_t *moment)
{
    uint32_t at = signals[self - time_cores][id].posts.taken++;
    for (uint32_t i = 0; i < time_core_num; i++) {
        const posts_t *posts = &signals[i][id].posts;
        if (time_cores[i].core->launch == self->core->launch && at < posts->set &&
            reaches(time_cores[i].core, self->core, signals[i][id].modes)) {
            time_join(moment, posts->posted[at % TIME_POSTS]);
        }
    }
}

static uint32_t barrier_of(const pto_cmd_t *cmd)
{
    uint32_t free = 0;
    for (uint32_t i = 0; i < BARRIERS; i++) {
        if (barriers[i].counter == cmd->data[0]) {
            return i;
        }
        free = barriers[i].counter == 0 ? i : free;
    }
    barriers[free].counter = cmd->data[0];
    return free;
}

static void arrive(const time_core_t *self, const pto_cmd_t *cmd, moment_t end)
{
    uint32_t i = barrier_of(cmd), round = barriers[i].arrived[self - time_cores]++;
    time_join(&barriers[i].round[round % TIME_POSTS], end);  // the slot may hold an older round, which is earlier
}

static void hear_barrier(const time_core_t *self, const pto_cmd_t *cmd, moment_t *moment)
{
    uint32_t i = barrier_of(cmd), round = barriers[i].left[self - time_cores]++;
    time_join(moment, barriers[i].round[round % TIME_POSTS]);
}

static void hear_pipes(const time_core_t *self, uint32_t pipe, moment_t *moment)
{
    for (uint32_t i = 0; i < PTO_PIPE_NUM && pipe == PIPE_S; i++) {
        time_join(moment, self->agent[i].now);
    }
}

void time_hear(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t *moment)
{
    posts_t *posts;
    switch ((pto_means_t)cmd->op->means) {
        case PTO_MEANS_WAIT_FLAG:
            hear_flag(self, cmd, moment);
            break;
        case PTO_MEANS_GET_BUF:
        case PTO_MEANS_RLS_BUF:  // in mode 1, which waits for the others itself
            hear_buffer(self, pipe, cmd, moment);
            break;
        case PTO_MEANS_WAIT_INTRA:
            posts = &semaphores[pto_cluster_index(self->core)][cmd->arg[0]];
            time_join(moment, posts->posted[posts->taken++ % TIME_POSTS]);
            break;
        case PTO_MEANS_WAIT_CROSS:
            hear_cross(self, cmd->arg[1], moment);
            break;
        case PTO_MEANS_SYNCALL:
            hear_barrier(self, cmd, moment);
            break;
        case PTO_MEANS_BARRIER:
            hear_pipes(self, pipe, moment);
            break;
        case PTO_MEANS_WAIT_EVENT: {
            const time_agent_t *other = &self->agent[cmd->arg[0]];
            uint32_t seq = (uint32_t)cmd->data[0];
            time_join(moment, (moment_t){other->ends[seq % TIME_ENDS], other->self, seq});
            break;
        }
        default:
            break;
    }
}

void time_tell(time_core_t *self, uint32_t pipe, const pto_cmd_t *cmd, moment_t end)
{
    switch ((pto_means_t)cmd->op->means) {
        case PTO_MEANS_SET_FLAG:
            tell_flag(self, cmd, end);
            break;
        case PTO_MEANS_RLS_BUF:
            tell_release(self, pipe, cmd, end);
            break;
        case PTO_MEANS_SET_INTRA:
            post(&semaphores[pto_cluster_index(self->core)][cmd->arg[0]], end);
            break;
        case PTO_MEANS_SET_CROSS:
            post(&signals[self - time_cores][cmd->arg[1]].posts, end);
            signals[self - time_cores][cmd->arg[1]].modes |= 1u << cmd->arg[0];
            break;
        case PTO_MEANS_ARRIVE:
            arrive(self, cmd, end);
            break;
        default:
            break;
    }
}

/// Inside commands ///

static uint32_t hand_of(const void *what, uint32_t number)
{
    uint32_t at = ((uint32_t)((uintptr_t)what >> 6) * 31 + number + (number >> 26) * 37) % HANDS;
    if (hands[at].what != what || hands[at].number != number) {
        hands[at].what = what;
        hands[at].number = number;
        hands[at].moment = (moment_t){0};
    }
    return at;
}

void time_hands_begin(void)
{
    given_num = notified_num = 0;
    any = false;
    taken = (moment_t){0};
}

bool time_hands_any(void)
{
    return any;
}

// Signals lie side by side, so their place in a line of 64 bytes numbers them.
static uint32_t hand_of_signal(const int32_t *at)
{
    return hand_of(at, UINT32_C(1) << 30 | ((uint32_t)(uintptr_t)at & 63));
}

void pto_observe_notify(const int32_t *at, int32_t value, bool adds)
{
    (void)value, (void)adds;
    any = true;
    if (notified_num < NOTIFIED) {
        notified[notified_num++] = at;
    }
}

void pto_observe_signal(const int32_t *at, bool (*holds)(int32_t found, uint32_t cmp, int32_t value), uint32_t cmp,
                        int32_t value)
{
    (void)holds, (void)cmp, (void)value;
    any = true;
    time_join(&taken, hands[hand_of_signal(at)].moment);
}

void pto_observe_give(const void *what, uint32_t number)
{
    if (given_num < HANDS) {
        given[given_num++] = (uint16_t)hand_of(what, number);
    }
}

void pto_observe_take(const void *what, uint32_t number)
{
    time_join(&taken, hands[hand_of(what, number)].moment);
}

void time_hands_end(moment_t *start)
{
    time_join(start, taken);
}

void time_hands_given(moment_t end)
{
    for (uint32_t i = 0; i < given_num; i++) {
        hands[given[i]].moment = end;
    }
    const pto_agent_t *agent = pto_agent();
    for (uint32_t i = 0; i < notified_num; i++) {
        moment_t there = end;
        there.at += pto_is_remote(agent->core, notified[i]) ? TIME(link_latency) : 0;
        time_join(&hands[hand_of_signal(notified[i])].moment, there);  // of several notifications, the last to arrive
    }
}
