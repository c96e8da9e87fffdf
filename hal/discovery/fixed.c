// SPDX-License-Identifier: Apache-2.0
//
// The board always has all its harts.

#include <hal/board.h>

#include <board.h>

uint32_t board_hart_num(const void *device_tree)
{
    (void)device_tree;
    return BOARD_HARTS_MAX;
}
