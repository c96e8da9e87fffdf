// SPDX-License-Identifier: Apache-2.0
//
// What the HAL asks of boards/<name>/board.c; the facts are in its board.h.
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
