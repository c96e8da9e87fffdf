// SPDX-License-Identifier: Apache-2.0
//
// Links: writes of a core to the memory of other ranks, and its asynchronous copies, are commands of a pipe of their own.
// They are posted there, land later than all local writes, and pass each other until something orders them:
//
//   a fence (pto_dsb, fence.barrier_all) or a notify   lands the writes of the core
//   the wait for an asynchronous copy                  lands the copies of the core up to that one
//   the end of the block                               lands all
//
// The lazy, adverse and random policies post writes, with a copy of what they store. Under the eager policy and on
// several harts a write lands at once, which is one of its legal times.

#include "core.h"

// Copies that a session may have outstanding (pto-isa TPUT_ASYNC).
#define LINK_WRITES 64

typedef struct {
    pto_cmd_t cmd;
    pto_land_t land;       // NULL: the entry is free
    const uint8_t *stored;  // what a write stores; NULL: copies read their source when they land
    int64_t number;         // of an asynchronous copy, from 1; 0: a write
    uint32_t time;          // when it was posted
} write_t;

struct pto_link {
    write_t writes[LINK_WRITES];
    uint32_t num;
    uint8_t *room;  // for what is stored: as many bytes for each entry
    size_t room_bytes;
};

// Times that scalar units which poll run again before a write lands that nobody waits for.
#define LINK_PATIENCE 8

static struct {
    uint32_t time, idle;
    uint64_t random;
} links;

void pto_link_begin(pto_run_t *run)
{
    run->under_way = 0;
    links.time = 0;
    links.random = (run->options.seed + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    uint8_t *room = run->options.link_room;
    size_t share = run->options.link_bytes / run->core_num / 64 * 64;
    for (uint32_t i = 0; i < run->core_num; i++) {
        pto_core_t *core = run->cores[i];
        bool posts = run->rank_num > 1 && core->interleaved != 0 && share >= 2 * sizeof(pto_link_t);
#ifdef PTO_OBSERVED
        posts = false;  // observers judge all orders at once
#endif
        core->link = posts ? (pto_link_t *)(void *)(room + i * share) : NULL;
        if (posts) {
            hal_zero(core->link, sizeof *core->link);
            core->link->room = (uint8_t *)(core->link + 1);
            core->link->room_bytes = (share - sizeof *core->link) / LINK_WRITES / 64 * 64;
        }
    }
}

/// Landing ///

// xorshift64*
static uint32_t draw(void)
{
    links.random ^= links.random >> 12;
    links.random ^= links.random << 25;
    links.random ^= links.random >> 27;
    return (uint32_t)(links.random * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

// Lands a write for its core; another agent may be running.
static void land(pto_core_t *core, write_t *write)
{
    hal_hart_t *hart = hal_hart();
    void *const was_core = hart->core, *const was_issuer = hart->issuer, *const was_agent = hart->agent;
    pto_land_t how = write->land;
    write->land = NULL;
    core->link->num--;
    pto_run_state.under_way--;
    pto_run_state.moves++;
    pto_enter(&core->pipe[PIPE_S].agent);
    how(core, &write->cmd, write->stored);
    hart->core = was_core;
    hart->issuer = was_issuer;
    hart->agent = was_agent;
}

typedef bool (*among_t)(const write_t *write, int64_t number);

// Whether the policy lands a write before another one: the lazy policy the oldest, the adverse one the newest.
static bool comes_first(const write_t *write, const write_t *other, uint32_t seen)
{
    switch (pto_run_state.options.policy) {
        case PTO_POLICY_ADVERSE:
            return (int32_t)(write->time - other->time) > 0;
        case PTO_POLICY_RANDOM:
            return draw() % seen == 0;
        default:
            return (int32_t)(write->time - other->time) < 0;
    }
}

// Returns the write of a core to land next, or NULL. `seen` counts the candidates, of other cores too.
static write_t *next_of(const pto_core_t *core, among_t among, int64_t number, write_t *best, uint32_t *seen)
{
    for (uint32_t i = 0; i < LINK_WRITES; i++) {
        write_t *write = &core->link->writes[i];
        if (write->land != NULL && among(write, number)) {
            ++*seen;
            best = best == NULL || comes_first(write, best, *seen) ? write : best;
        }
    }
    return best;
}

static bool is_any(const write_t *write, int64_t number)
{
    (void)write, (void)number;
    return true;
}

static bool is_write(const write_t *write, int64_t number)
{
    (void)number;
    return write->number == 0;
}

static bool is_copy_until(const write_t *write, int64_t number)
{
    return write->number != 0 && write->number <= number;
}

static bool has(const pto_core_t *core, among_t among, int64_t number)
{
    const write_t *writes = core->link->writes;
    uint32_t i = 0;
    while (i < LINK_WRITES && (writes[i].land == NULL || !among(&writes[i], number))) {
        i++;
    }
    return i < LINK_WRITES;
}

// Holds the scalar unit until some of its writes have landed. The scheduler lands them, as if the others ran meanwhile.
static void wait_for(pto_core_t *core, among_t among, int64_t number)
{
    while (core->link != NULL && core->link->num != 0 && has(core, among, number)) {
        pto_sched_poll(core);
    }
}

static void land_one(void)
{
    write_t *best = NULL;
    pto_core_t *of = NULL;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < pto_run_state.core_num; i++) {
        pto_core_t *core = pto_run_state.cores[i];
        write_t *found = core->link != NULL ? next_of(core, is_any, 0, best, &seen) : best;
        of = found != best ? core : of;
        best = found;
    }
    if (best != NULL) {
        land(of, best);
    }
}

bool pto_link_idle(bool polls)
{
    if (pto_run_state.under_way == 0 || (polls && ++links.idle < LINK_PATIENCE)) {
        return false;
    }
    links.idle = 0;
    land_one();
    return true;
}

void pto_link_land_sometimes(void)
{
    if (draw() % 2 == 0) {
        land_one();
    }
}

/// Interface ///

bool pto_is_remote(const pto_core_t *core, const void *address)
{
    const pto_gm_buffer_t *holder = pto_gm_holder((uintptr_t)address, 1);
    return holder != NULL && holder->rank != core->launch->rank;
}

static write_t *free_place(pto_core_t *core)
{
    write_t *writes = core->link->writes;
    if (core->link->num == LINK_WRITES) {
        uint32_t seen = 0;
        land(core, next_of(core, is_any, 0, NULL, &seen));
    }
    uint32_t i = 0;
    while (writes[i].land != NULL) {
        i++;
    }
    return &writes[i];
}

static void post(pto_core_t *core, write_t *write, const pto_cmd_t *cmd, pto_land_t how, int64_t number)
{
    write->cmd = *cmd;
    write->land = how;
    write->number = number;
    write->time = links.time++;
    core->link->num++;
    pto_run_state.under_way++;
}

bool pto_link_post(pto_core_t *core, const pto_cmd_t *cmd, pto_land_t how, const void *to, const void *stored,
                   size_t bytes)
{
    if (bytes > core->link->room_bytes || !pto_is_remote(core, to)) {
        return false;
    }
    write_t *write = free_place(core);
    uint8_t *room = core->link->room + (size_t)(write - core->link->writes) * core->link->room_bytes;
    hal_copy(room, stored, bytes);
    write->stored = room;
    post(core, write, cmd, how, 0);
    return true;
}

void pto_link_copy(pto_core_t *core, const pto_cmd_t *cmd, pto_land_t how, int64_t number)
{
    write_t *write = free_place(core);
    write->stored = NULL;
    post(core, write, cmd, how, number);
}

void pto_link_fence(pto_core_t *core)
{
    wait_for(core, is_write, 0);
}

void pto_link_wait(pto_core_t *core, int64_t number)
{
    wait_for(core, is_copy_until, number);
}

bool pto_link_test(pto_core_t *core, int64_t number)
{
    uint32_t seen = 0;
    write_t *write = core->link == NULL ? NULL : next_of(core, is_copy_until, number, NULL, &seen);
    if (write != NULL) {
        land(core, write);
    }
    return write == NULL;
}

void pto_link_end(pto_core_t *core)
{
    wait_for(core, is_any, 0);
}
