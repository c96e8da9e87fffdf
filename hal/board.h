// SPDX-License-Identifier: Apache-2.0
//
// What the HAL asks of a board beyond the facts in its board.h: hal/discovery answers, or the board's board.c.
#ifndef HAL_BOARD_H
#define HAL_BOARD_H

#include <stddef.h>
#include <stdint.h>

/**
 * How many harts the machine has, at most BOARD_HARTS_MAX; they have the ids 0, 1, ...
 *
 * @param device_tree  what the boot loader passed in a1; may be anything
 */
uint32_t board_hart_num(const void *device_tree);

#endif
