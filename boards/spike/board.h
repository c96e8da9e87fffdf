// SPDX-License-Identifier: Apache-2.0
//
// QEMU `spike`: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "spike"

#define BOARD_HARTS_MAX 8

#define BOARD_RAM_BASE          0x80000000
#define BOARD_RAM_BYTES         0x44000000  // GM: more than 1 GiB
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_CLINT_BASE 0x02000000

// Two clusters of a cube core and two vector cores
#define BOARD_CLUSTERS     2
#define BOARD_VECTOR_CORES 2
#define BOARD_CUBE_CORES   1

#include <hal/layout.h>

#endif
