// SPDX-License-Identifier: Apache-2.0
//
// Signals between ranks. A wait synchronises with a value that it may have seen: the earliest that satisfies it and is not
// older than what its scalar unit knows already. That a later one was there in this run is chance. So a wait which an
// older signal may satisfy orders less than it seems to, and what it fails to order is a race.
//
// Additions are one chain: who sees the sum knows what came before each. A set begins a new chain.

#include "check.h"

#define VALUES  8  // kept of each; older ones count as known

typedef struct {
    check_who_t who;
    int32_t value;
    bool set, taken;
    check_clock_t clock;
} value_t;

static struct signal {
    const int32_t *at;  // NULL: unused
    uint32_t num;       // values so far
    uint32_t used;      // time of the last use
    check_who_t wait;   // the last one that needs a certain value
    value_t value[VALUES];
} signals[CHECK_SIGNALS] __attribute__((section(".noinit")));
static uint32_t now;

void check_signals_forget(void)
{
    for (uint32_t i = 0; i < CHECK_SIGNALS; i++) {
        signals[i].at = NULL;
        signals[i].used = 0;
    }
    now = 0;
}

// Finds or creates a signal; if all are in use, in place of the least recently used one.
static struct signal *signal_at(const int32_t *at)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < CHECK_SIGNALS && signals[found].at != at; i++) {
        found = signals[i].at == at || signals[i].used < signals[found].used ? i : found;
    }
    if (signals[found].at != at) {
        signals[found].at = at;
        signals[found].num = 0;
        signals[found].wait = (check_who_t){0};
        check_signal_begins(found);
    }
    signals[found].used = ++now;
    return &signals[found];
}

void pto_observe_notify(const int32_t *at, int32_t value, bool adds)
{
    check_access_t access;
    if (!check_current(&access)) {
        return;
    }
    check_lock();
    struct signal *signal = signal_at(at);
    const value_t *before = signal->num == 0 ? NULL : &signal->value[(signal->num - 1) % VALUES];
    if (!adds && !check_is_ordered(signal->wait, &access)) {
        check_signal_reused(&access, at, signal->wait);
    }
    value_t *next = &signal->value[signal->num++ % VALUES];
    check_clock_t clock = *access.clock;
    clock.at[check_agent(access.core, access.pipe)] = access.seq;
    if (adds && before != NULL) {
        check_clock_join(&clock, &before->clock);
    }
    *next = (value_t){.who = access.who, .value = value, .set = !adds, .clock = clock};
    check_task_tells(access.core->core, (uint32_t)(signal - signals));
    check_unlock();
}

// The index of the first value that a wait may have seen. Values that are known to be overwritten come before it.
static uint32_t first_visible(const struct signal *signal, const check_access_t *access)
{
    uint32_t oldest = signal->num > VALUES ? signal->num - VALUES : 0, first = oldest;
    for (uint32_t i = oldest; i < signal->num; i++) {
        first = check_is_ordered(signal->value[i % VALUES].who, access) ? i : first;
    }
    return first;
}

// A set value that satisfies a wait exactly, but that a later set has overwritten before: the wait may miss it.
static void judge_lost(struct signal *signal, const check_access_t *access, uint32_t first, uint32_t seen,
                       bool (*holds)(int32_t, uint32_t, int32_t), uint32_t cmp, int32_t value)
{
    for (uint32_t i = first; i < signal->num; i++) {
        const value_t *one = &signal->value[i % VALUES], *next = &signal->value[(i + 1) % VALUES];
        bool over = i + 1 < signal->num && next->set && !one->taken && holds(one->value, cmp, value) &&
                    !holds(next->value, cmp, value);
        if (over && i >= seen && !check_is_ordered(next->who, access)) {
            check_signal_lost(access, signal->at, one->who, next->who);
        }
    }
}

void pto_observe_signal(const int32_t *at, bool (*holds)(int32_t found, uint32_t cmp, int32_t value), uint32_t cmp,
                        int32_t value)
{
    check_access_t access;
    if (!check_current(&access)) {
        return;
    }
    check_lock();
    struct signal *signal = signal_at(at);
    uint32_t first = first_visible(signal, &access), seen = first;
    while (seen < signal->num && !holds(signal->value[seen % VALUES].value, cmp, value)) {
        seen++;
    }
    // Without a value that fits, plain stores have changed the signal.
    if (seen < signal->num) {
        judge_lost(signal, &access, first, seen, holds, cmp, value);
        signal->value[seen % VALUES].taken = true;
        check_join(&access.core->agent[access.pipe].knows, &signal->value[seen % VALUES].clock);
        check_task_hears(access.core->core, (uint32_t)(signal - signals));
    }
    bool exact = !holds(INT32_MAX, cmp, value) && !holds(INT32_MIN, cmp, value);
    signal->wait = exact ? access.who : signal->wait;
    check_unlock();
}
