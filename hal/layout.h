// SPDX-License-Identifier: Apache-2.0
//
// A memory map for boards with contiguous RAM: macros that board.h does not define are derived from the RAM and the
// numbers of clusters and cores. For C, assembly and the linker script: preprocessor only.
//
//   BOARD_IMAGE_BASE   code, data, queues
//   BOARD_WINDOW_BASE  a slot for each cluster, then a stack for each hart; protection denies the gaps between them
//   BOARD_GM_BASE      global memory, to the end of RAM
#ifndef HAL_LAYOUT_H
#define HAL_LAYOUT_H

#ifndef BOARD_CLUSTERS
#define BOARD_CLUSTERS     1
#define BOARD_VECTOR_CORES 2
#define BOARD_CUBE_CORES   1
#endif

// A slot. It does not begin with UB, as addresses below UB have to be denied too. The stack and the memories of a cube
// core are contiguous, with the stack first: a stack overflow leaves the slot.
#define BOARD_UB_OFFSET       0x00080000
#define BOARD_UB_STRIDE       0x00080000
#define BOARD_UB_BYTES        0x00040000
// Stacks, SU_STACK those of the vector cores: in plain C, GCC keeps all registers of a vector function in memory: up to 260
// bytes for an instruction. BOARD_IS_PROCESS: room is free there, as memory is taken when it is first written.
#ifdef BOARD_IS_PROCESS
#define BOARD_CLUSTER_STRIDE  0x00800000
#define BOARD_SU_STACK_OFFSET 0x00480000
#define BOARD_SU_STACK_BYTES  0x00080000
#else
#define BOARD_CLUSTER_STRIDE  0x00400000
#define BOARD_SU_STACK_OFFSET 0x00180000
#define BOARD_SU_STACK_BYTES  0x00020000
#endif
#define BOARD_SU_STACK_STRIDE   (2 * BOARD_SU_STACK_BYTES)
#define BOARD_HART_STACK_BYTES  BOARD_SU_STACK_BYTES
#define BOARD_HART_STACK_STRIDE BOARD_SU_STACK_STRIDE
#define BOARD_CUBE_OFFSET     0x00200000
#define BOARD_CUBE_BYTES      0x00200000
#define BOARD_L1_OFFSET       0x00280000
#define BOARD_L1_BYTES        0x00080000
#define BOARD_L0C_OFFSET      0x00300000
#define BOARD_L0C_BYTES       0x00040000
#define BOARD_L0A_OFFSET      0x00350000
#define BOARD_L0A_BYTES       0x00010000
#define BOARD_L0B_OFFSET      0x00370000
#define BOARD_L0B_BYTES       0x00010000
#define BOARD_BT_OFFSET       0x00390000
#define BOARD_BT_BYTES        0x00004000
#define BOARD_FB_OFFSET       0x003a0000
#define BOARD_FB_BYTES        0x00014000
#if BOARD_VECTOR_CORES > 2
#error "a slot has room for two vector cores: define the map in board.h"
#endif

#if BOARD_HARTS_MAX * BOARD_HART_STACK_STRIDE > BOARD_CLUSTERS * BOARD_CLUSTER_STRIDE
#error "the stacks of so many harts do not fit behind the clusters: define the map in board.h"
#endif

// The image occupies the memory before the windows, which are aligned to their size. That of a process lies elsewhere.
#define BOARD_WINDOW_BYTES    (2 * BOARD_CLUSTERS * BOARD_CLUSTER_STRIDE)
#define BOARD_IMAGE_BASE      BOARD_RAM_BASE
#ifdef BOARD_IS_PROCESS
#define BOARD_WINDOW_BASE BOARD_RAM_BASE
#else
#define BOARD_IMAGE_BYTES BOARD_WINDOW_BYTES
#define BOARD_WINDOW_BASE (BOARD_IMAGE_BASE + BOARD_IMAGE_BYTES)
#endif
#define BOARD_CLUSTER_BASE    BOARD_WINDOW_BASE
#define BOARD_HART_STACK_BASE (BOARD_WINDOW_BASE + BOARD_CLUSTERS * BOARD_CLUSTER_STRIDE)
#define BOARD_GM_BASE         (BOARD_WINDOW_BASE + BOARD_WINDOW_BYTES)
#define BOARD_GM_BYTES        (BOARD_RAM_BASE + BOARD_RAM_BYTES - BOARD_GM_BASE)
#if BOARD_RAM_BYTES <= 2 * BOARD_WINDOW_BYTES
#error "BOARD_RAM_BYTES: the image, the memories of the cores and the stacks take 16 MiB for each of BOARD_CLUSTERS, and GM is \
the rest: define more RAM, fewer clusters, or the map itself"
#endif

#endif
