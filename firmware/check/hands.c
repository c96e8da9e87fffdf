// SPDX-License-Identifier: Apache-2.0
//
// Happens-before by synchronisation other than commands: pto_observe_give() and pto_observe_take().

#include "check.h"

#define HANDS      4096
#define NEIGHBOURS 32  // entries probed for one

static struct {
    const void *what;
    uint32_t number, used;  // used: time of the last use
} hands[HANDS] __attribute__((section(".noinit")));
static check_clock_t hand_clocks[HANDS] __attribute__((section(".noinit")));

void check_hands_forget(void)
{
    hal_zero(hands, sizeof hands);
}

// The entry of a hand-over, found by open addressing; if all probed entries are taken, the least recently used one. The
// high bits of `number` separate simultaneous hand-overs of one object, the low ones count.
static check_clock_t *hand_of(const void *what, uint32_t number)
{
    static uint32_t now;
    uint32_t first = (uint32_t)((uintptr_t)what >> 2) * 31 + number + (number >> 26) * 37, at = first % HANDS;
    for (uint32_t i = 0; i < NEIGHBOURS && (hands[at].what != what || hands[at].number != number); i++) {
        uint32_t next = (first + i) % HANDS;
        bool same = hands[next].what == what && hands[next].number == number;
        at = same || hands[next].used < hands[at].used ? next : at;
    }
    hands[at].used = ++now;
    if (hands[at].what != what || hands[at].number != number) {
        hands[at].what = what;
        hands[at].number = number;
        hand_clocks[at] = (check_clock_t){0};
    }
    return &hand_clocks[at];
}

void pto_observe_give(const void *what, uint32_t number)
{
    check_access_t access;
    if (check_current(&access)) {
        check_lock();
        check_clock_t clock = *access.clock;
        clock.at[check_agent(access.core, access.pipe)] = access.seq;
        check_join(hand_of(what, number), &clock);
        check_unlock();
    }
}

void pto_observe_take(const void *what, uint32_t number)
{
    check_access_t access;
    if (check_current(&access)) {
        check_lock();
        check_join(&access.core->agent[access.pipe].knows, hand_of(what, number));
        check_unlock();
    }
}
