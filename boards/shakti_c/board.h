// SPDX-License-Identifier: Apache-2.0
//
// QEMU `shakti_c`, the soft core on an Arty A7: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "shakti_c"

#define BOARD_HARTS_MAX 1

#define BOARD_RAM_BASE          0x80000000
#define BOARD_RAM_BYTES         0x08000000
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_CLINT_BASE 0x02000000
#define BOARD_UART_BASE  0x00011300

#include <hal/layout.h>

#endif
