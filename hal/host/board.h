// SPDX-License-Identifier: Apache-2.0
//
// The host as a board: its RAM is a mapping at a fixed address, far from what a process of Linux has elsewhere.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "host"

#define BOARD_HARTS_MAX         16
#define BOARD_RAM_BASE          0x2f0000000000
#define BOARD_RAM_BYTES         0x08000000
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_CLUSTERS     2
#define BOARD_VECTOR_CORES 2
#define BOARD_CUBE_CORES   1

#include <hal/layout.h>

#endif
