// SPDX-License-Identifier: Apache-2.0
//
// QEMU `amd-microblaze-v-generic`, the soft core of AMD FPGAs: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "amd-microblaze-v-generic"

#define BOARD_HARTS_MAX 1

#define BOARD_RAM_BASE          0x80000000
#define BOARD_RAM_BYTES         0x08000000
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_UART_BASE 0x40600000

#include <hal/layout.h>

#endif
