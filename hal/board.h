// SPDX-License-Identifier: Apache-2.0
//
// What the HAL asks of a board beyond the facts in its board.h: hal/discovery answers, or the board's board.c.
#ifndef HAL_BOARD_H
#define HAL_BOARD_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t hart_num;   // at most BOARD_HARTS_MAX; they have the ids 0, 1, ...
    uint64_t ram_bytes;  // from BOARD_RAM_BASE on
} board_machine_t;

/**
 * Finds out what the machine has, beyond what is the same on all of its kind.
 *
 * @param device_tree  what the boot loader passed in a1; may be anything. It may lie in GM, so it is zeroed.
 */
board_machine_t board_discover(void *device_tree);

#endif
