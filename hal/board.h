// SPDX-License-Identifier: Apache-2.0
//
// Interface of the HAL to a board beyond the facts in its board.h, implemented by hal/discovery, or by the board's
// board.c.
#ifndef HAL_BOARD_H
#define HAL_BOARD_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t hart_num;   // at most BOARD_HARTS_MAX; they have the ids 0, 1, ...
    uint64_t ram_bytes;  // from BOARD_RAM_BASE on
} board_machine_t;

/**
 * Discovers the properties of the machine that vary between machines of its kind.
 *
 * @param device_tree  value of a1 from the boot loader, possibly invalid. It may lie in GM, so it is zeroed.
 */
board_machine_t board_discover(void *device_tree);

#endif
