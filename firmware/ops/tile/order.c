// SPDX-License-Identifier: Apache-2.0
//
// Automatic events (pto/order.h). A core remembers the accesses of its last commands. Every command waits for those
// that are no longer remembered, which costs nothing once they are complete.

#include <pto/order.h>

#include "tile.h"

static bool is_later(uint32_t a, uint32_t b)
{
    return (int32_t)(a - b) > 0;
}

// Raises seq[pipe] to a later command. 0 is no command: commands count from 1.
static void wait_for(uint32_t seq[PTO_PIPE_NUM], pto_event_t event)
{
    if (seq[event.pipe] == 0 || is_later(event.seq, seq[event.pipe])) {
        seq[event.pipe] = event.seq;
    }
}

static bool conflicts(const pto_touch_t *a, const pto_touch_t *b)
{
    return a->space == b->space && (a->write || b->write) && a->begin < b->end && b->begin < a->end;
}

void pto_order_before(const pto_touch_t *touches, uint32_t num, pto_event_t events[PTO_ORDER_EVENTS])
{
    const pto_agent_t *agent = pto_agent();
    uint32_t count = 0;
    if (agent != NULL) {
        const pto_order_t *order = &agent->core->order;
        uint32_t seq[PTO_PIPE_NUM];
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            seq[pipe] = order->forgotten[pipe];
        }
        for (uint32_t i = 0; i < order->num; i++) {
            for (uint32_t j = 0; j < num; j++) {
                if (conflicts(&order->entries[i].touch, &touches[j])) {
                    wait_for(seq, order->entries[i].event);
                }
            }
        }
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            if (seq[pipe] != 0) {
                events[count++] = (pto_event_t){pipe, seq[pipe]};
            }
        }
    }
    events[count] = PTO_NO_EVENT;
}

void pto_order_issued(const pto_touch_t *touches, uint32_t num, pto_event_t event)
{
    const pto_agent_t *agent = pto_agent();
    if (agent == NULL || event.pipe == PIPE_S) {
        return;  // it ran inside its issue
    }
    pto_order_t *order = &agent->core->order;
    for (uint32_t i = 0; i < num; i++) {
        uint32_t at = order->num;
        if (at < PTO_ORDER_DEPTH) {
            order->num++;
        } else {
            at = order->oldest;
            order->oldest = (at + 1) % PTO_ORDER_DEPTH;
            wait_for(order->forgotten, order->entries[at].event);
        }
        order->entries[at].touch = touches[i];
        order->entries[at].event = event;
    }
}

pto_event_t pto_order_behind_at(const pto_loc_t *loc, uint32_t pipe)
{
    return pto_pipe_barrier_at(loc, pipe);
}

void pto_order_ahead_at(const pto_loc_t *loc, uint32_t pipe, pto_event_t event)
{
    if (pipe == PIPE_S) {
        pto_tsync_at(loc, (const pto_event_t[]){event, PTO_NO_EVENT});
    } else {
        pto_wait_event_at(loc, pipe, event);
    }
}
