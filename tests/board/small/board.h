// SPDX-License-Identifier: Apache-2.0
//
// A small board: 64 KiB of flash and 16 KiB of RAM beside the memories of one vector core. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "small"

#define BOARD_HARTS_MAX    1
#define BOARD_CLUSTERS     1
#define BOARD_VECTOR_CORES 1
#define BOARD_CUBE_CORES   0

#define BOARD_FLASH_BASE  0x20000000
#define BOARD_FLASH_BYTES 0x10000

// The RAM of the program starts with its stacks: an overflow of the first one leaves the RAM.
#define BOARD_IMAGE_BASE        0x80000000
#define BOARD_IMAGE_BYTES       0x4000
#define BOARD_STACKS_BYTES      0x1000
#define BOARD_HART_STACK_BASE   0x80000000
#define BOARD_HART_STACK_STRIDE 0x800
#define BOARD_HART_STACK_BYTES  0x800
#define BOARD_SU_STACK_OFFSET   0x800
#define BOARD_SU_STACK_STRIDE   0x800
#define BOARD_SU_STACK_BYTES    0x800
#define BOARD_TRAP_STACK_SHIFT  10

#define BOARD_QUEUE_DEPTH  2
#define BOARD_PARAM_MAX    16
#define BOARD_REPORT_BYTES 272

// The memories of the NPU.
#define BOARD_RAM_BASE       0x80000000
#define BOARD_RAM_BYTES      0x02000000
#define BOARD_CLUSTER_BASE   0x80000000
#define BOARD_CLUSTER_STRIDE 0x01000000
#define BOARD_WINDOW_BASE    0x80000000
#define BOARD_WINDOW_BYTES   0x01000000
#define BOARD_UB_OFFSET      0x00080000
#define BOARD_UB_STRIDE      0x00080000
#define BOARD_UB_BYTES       0x00040000
#define BOARD_GM_BASE        0x81000000

#define BOARD_UART_BASE      0x10000000
#define BOARD_UART_REG_SHIFT 0
#define BOARD_FINISHER_BASE  0x00100000

#endif
