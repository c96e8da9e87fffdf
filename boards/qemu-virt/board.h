// SPDX-License-Identifier: Apache-2.0
//
// QEMU `virt`: facts, for C, assembly and the linker script. Preprocessor only.
//
//   0x8000_0000  image: code, data
//   0x8100_0000  windows: UB, cube memories, stacks; PMP denies the space between them
//   0x8200_0000  GM, to the end of 512 MiB of RAM
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "qemu-virt"

#define BOARD_HARTS_MAX 16

// QEMU starts with zeroed RAM, so memories need no clearing before their first use.
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_CLINT_BASE     0x02000000
#define BOARD_UART_BASE      0x10000000
#define BOARD_UART_REG_SHIFT 0
#define BOARD_FINISHER_BASE  0x00100000

#define BOARD_IMAGE_BASE  0x80000000
#define BOARD_IMAGE_BYTES 0x01000000

#define BOARD_GM_BASE  0x82000000
#define BOARD_GM_BYTES 0x1e000000

// Clusters of one cube core and two vector cores. Each cluster has a slot in the window region; offsets are within it.
#define BOARD_CLUSTERS     2
#define BOARD_VECTOR_CORES 2
#define BOARD_CUBE_CORES   1

#define BOARD_WINDOW_BASE     0x81000000
#define BOARD_WINDOW_BYTES    0x01000000  // a power of two, naturally aligned: one PMP entry denies it
#define BOARD_CLUSTER_BASE    BOARD_WINDOW_BASE
#define BOARD_CLUSTER_STRIDE  0x00400000
#define BOARD_UB_OFFSET       0x00080000  // not 0: what is below UB must be denied too
#define BOARD_UB_STRIDE       0x00080000
#define BOARD_UB_BYTES        0x00040000
#define BOARD_CUBE_OFFSET     0x00200000  // the memories of the cube core: one piece for PMP
#define BOARD_CUBE_BYTES      0x00100000
#define BOARD_L1_OFFSET       0x00200000
#define BOARD_L1_BYTES        0x00080000
#define BOARD_L0C_OFFSET      0x00280000
#define BOARD_L0C_BYTES       0x00040000
#define BOARD_L0A_OFFSET      0x002c4000
#define BOARD_L0A_BYTES       0x00010000
#define BOARD_L0B_OFFSET      0x002d8000
#define BOARD_L0B_BYTES       0x00010000
#define BOARD_BT_OFFSET       0x002ec000
#define BOARD_BT_BYTES        0x00004000
#define BOARD_FB_OFFSET       0x002f4000
#define BOARD_FB_BYTES        0x00008000
#define BOARD_SU_STACK_OFFSET 0x00340000  // not right behind the cube memories: what is below must be denied
#define BOARD_SU_STACK_STRIDE 0x00040000
#define BOARD_SU_STACK_BYTES  0x00010000

#define BOARD_HART_STACK_BASE   0x81800000
#define BOARD_HART_STACK_STRIDE 0x00020000
#define BOARD_HART_STACK_BYTES  0x00010000

#endif
