// SPDX-License-Identifier: Apache-2.0
//
// Images side by side: each runs one rank, and all share GM (hal_peers_window). They meet before the kernel begins, when
// all buffers are loaded, and when all have ended.
//
// Deadlock. An image whose agents all wait says so: in `seen`, the value of `changes` from before it last looked at its
// signals. Whoever has moved since it last waited increments `changes` first. So if all that have not ended have seen the
// present value, none has written anything that another one has not looked at, and none will.

#include <hal/peers/peers.h>

#include "core.h"
#include "ranges.h"

// States of a rank, in this order. The driver writes DIED for an image that has ended without a word, and `failed` first.
enum { LOADING, READY, ENDED, FAILED, DIED };

static struct {
    uint32_t moves;   // as of pto_run_state when it last waited
    uint32_t looked;  // value of `changes` before the last look
} own;

_Static_assert(sizeof(pto_peers_t) <= sizeof(((hal_peers_t *)0)->firmware), "the header of the window has room");
_Static_assert(offsetof(pto_peers_t, failed) == 8 && offsetof(pto_peers_t, rank) == 12 &&
                   sizeof(((pto_peers_t *)0)->rank[0]) == 8, "the driver writes them for a rank that has died");

static uint32_t state_of(uint32_t rank)
{
    return __atomic_load_n(&pto_run_state.peers->rank[rank].state, __ATOMIC_SEQ_CST);
}

static void ring_all(void)
{
    for (uint32_t rank = 0; rank < pto_run_state.rank_num; rank++) {
        hal_doorbell_ring(rank);
    }
}

static void enter(uint32_t state)
{
    __atomic_store_n(&pto_run_state.peers->rank[pto_run_state.options.rank].state, state, __ATOMIC_SEQ_CST);
    ring_all();
}

// Counted from 1; 0: none has.
static uint32_t first_failed(void)
{
    return __atomic_load_n(&pto_run_state.peers->failed, __ATOMIC_SEQ_CST);
}

static void report_failure(uint32_t failed, const char *what)
{
    if (failed != 0) {
        pto_fault_peer("rank %u has %s, and rank %u waits for %s", failed - 1,
                       state_of(failed - 1) == FAILED ? "ended with a fault" : "died", pto_run_state.options.rank, what);
    }
}

// Whether a rank is in a state, or in a later one. One that has failed never is: it sets its state before `failed`.
static bool has_come(uint32_t rank, uint32_t state)
{
    uint32_t now = state_of(rank);
    return now >= state && now <= ENDED;
}

// Waits until all ranks have come to a state.
static void meet(uint32_t state, const char *what)
{
    enter(state);
    for (uint32_t rank = 0; rank < pto_run_state.rank_num; rank++) {
        while (!has_come(rank, state)) {
            report_failure(first_failed(), what);
            hal_doorbell_wait(pto_run_state.options.rank);
        }
    }
    report_failure(first_failed(), what);
}

void pto_peers_begin(void)
{
    pto_run_t *run = &pto_run_state;
    run->peers = (pto_peers_t *)(void *)((hal_peers_t *)(void *)hal_peers_window().base)->firmware;
    run->notices = &run->peers->notices;
    own.moves = run->moves - 1;
    meet(READY, "it");
}

void pto_peers_ring(const void *at)
{
    const pto_gm_buffer_t *holder = pto_gm_holder((uintptr_t)at, 1);
    if (holder != NULL) {
        hal_doorbell_ring(holder->rank);
    }
}

// Announces what this image has written.
static uint32_t count_change(void)
{
    own.moves = pto_run_state.moves;
    return __atomic_add_fetch(&pto_run_state.peers->changes, 1, __ATOMIC_SEQ_CST);
}

void pto_peers_end(void)
{
    count_change();
    meet(ENDED, "its end");
}

void pto_peers_fail(void)
{
    enter(FAILED);
    uint32_t none = 0;
    (void)__atomic_compare_exchange_n(&pto_run_state.peers->failed, &none, pto_run_state.options.rank + 1, false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    ring_all();
}

static bool all_wait(uint32_t changes)
{
    const pto_peers_t *peers = pto_run_state.peers;
    bool all = true;
    for (uint32_t rank = 0; rank < pto_run_state.rank_num; rank++) {
        all &= state_of(rank) == ENDED || __atomic_load_n(&peers->rank[rank].seen, __ATOMIC_SEQ_CST) == changes;
    }
    return all && __atomic_load_n(&peers->changes, __ATOMIC_SEQ_CST) == changes;
}

void pto_peers_idle(void)
{
    pto_peers_t *peers = pto_run_state.peers;
    const uint32_t self = pto_run_state.options.rank;
    if (own.moves != pto_run_state.moves) {
        own.looked = count_change();
        return;
    }
    __atomic_store_n(&peers->rank[self].seen, own.looked, __ATOMIC_SEQ_CST);
    if (all_wait(own.looked)) {
        __atomic_store_n(&peers->deadlock, 1, __ATOMIC_SEQ_CST);
        ring_all();
    }
    uint32_t failed = first_failed();  // before `deadlock`, which whoever finds one sets first
    if (__atomic_load_n(&peers->deadlock, __ATOMIC_SEQ_CST) != 0) {
        pto_fault_deadlock();
    }
    report_failure(failed, "it");
    hal_doorbell_wait(self);
    own.looked = __atomic_load_n(&peers->changes, __ATOMIC_SEQ_CST);
}

const char *pto_peers_stand(uint32_t rank)
{
    static const char *const stands[] = {"has not begun", "waits too", "has ended", "has ended with a fault", "has died"};
    uint32_t state = state_of(rank);
    // Those that have reported the deadlock have failed by now.
    return stands[state == FAILED && pto_run_state.peers->deadlock != 0 ? READY : state];
}
