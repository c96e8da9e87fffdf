// SPDX-License-Identifier: Apache-2.0
#ifndef PTO_TOUCH_H
#define PTO_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

// Bytes that a command reads or writes: [begin, end) of a space: a pto_tile_loc_t or PTO_SPACE_GM (pto/order.h).
typedef struct {
    uint64_t begin, end;
    uint8_t space;
    bool write;
} pto_touch_t;

#endif
