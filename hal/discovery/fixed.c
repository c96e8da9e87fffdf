// SPDX-License-Identifier: Apache-2.0
//
// The board always has all its harts and all its RAM.

#include <hal/board.h>

#include <board.h>

board_machine_t board_discover(void *device_tree)
{
    (void)device_tree;
    return (board_machine_t){BOARD_HARTS_MAX, BOARD_RAM_BYTES};
}
