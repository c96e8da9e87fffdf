// SPDX-License-Identifier: Apache-2.0
//
// State of a core for automatic events (pto/order.h). It lists the memory that its last commands touch, and for each
// pipe the last command that has been dropped from the list.
#ifndef PTO_CORE_ORDER_H
#define PTO_CORE_ORDER_H

#include <board.h>
#include <pto/touch.h>
#include <pto/types.h>

// A board with short queues has little memory.
#if defined(BOARD_QUEUE_DEPTH) && BOARD_QUEUE_DEPTH < 8
#define PTO_ORDER_DEPTH 1
#else
#define PTO_ORDER_DEPTH 32
#endif
typedef struct {
    uint32_t num, oldest;
    uint32_t forgotten[PTO_PIPE_NUM];
    struct {
        pto_touch_t touch;
        pto_event_t event;
    } entries[PTO_ORDER_DEPTH];
} pto_order_t;

static inline void pto_order_reset(pto_order_t *order)
{
    order->num = order->oldest = 0;
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        order->forgotten[pipe] = 0;
    }
}

#endif
