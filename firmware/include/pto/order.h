// SPDX-License-Identifier: Apache-2.0
//
// Automatic events: derives the order of commands from the bytes they touch, for kernels that do not state it.
//
//   pto_touch_t touches[] = {pto_touch_tile(&dst, true), pto_touch_tile(&src, false)};
//   pto_event_t events[PTO_ORDER_EVENTS];
//   pto_order_before(touches, 2, events);       the events that the next command has to wait for
//   pto_tile_after(events);
//   pto_order_issued(touches, 2, pto_tabs_at(loc, &dst, &src));
//
// A command waits for earlier commands of its core that write bytes it touches, or touch bytes it writes. Pipes run
// their commands in order, so one event for each pipe suffices. Commands of other cores, and accesses of vector
// functions, are not seen.
#ifndef PTO_ORDER_H
#define PTO_ORDER_H

#include <pto/tile.h>
#include <pto/touch.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTO_SPACE_GM PTO_LOC_NUM

#define PTO_ORDER_EVENTS (PTO_PIPE_NUM + 1)

static inline pto_touch_t pto_touch_tile(const pto_tile_t *tile, bool write)
{
    return (pto_touch_t){tile->address, tile->address + pto_tile_span(tile), tile->loc, write};
}

// Spans the bytes from the first to the last element: strides are not negative.
static inline pto_touch_t pto_touch_tensor(const pto_tensor_t *tensor, bool write)
{
    int64_t last = 0;
    for (uint32_t i = 0; i < PTO_RANK_MAX; i++) {
        last += (tensor->shape[i] - 1) * tensor->stride[i];
    }
    const uint64_t begin = (uint64_t)(uintptr_t)tensor->data;
    return (pto_touch_t){begin, begin + (uint64_t)(last + 1) * pto_elem_bytes[tensor->elem], PTO_SPACE_GM, write};
}

// Returns the events that a command with these touches has to wait for, ended by PTO_NO_EVENT.
void pto_order_before(const pto_touch_t *touches, uint32_t num, pto_event_t events[PTO_ORDER_EVENTS]);
// Records a command that has been issued.
void pto_order_issued(const pto_touch_t *touches, uint32_t num, pto_event_t event);

// Order a command like one of another pipe: the event of that pipe's earlier commands, and a wait of its later ones.
pto_event_t pto_order_behind_at(const pto_loc_t *loc, uint32_t pipe);
void pto_order_ahead_at(const pto_loc_t *loc, uint32_t pipe, pto_event_t event);

#ifdef __cplusplus
}
#endif

#endif
