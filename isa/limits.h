// SPDX-License-Identifier: Apache-2.0
//
// Numbers of the hardware that the compiler and the runtime share. Preprocessor only.

#ifndef ISA_LIMITS_H
#define ISA_LIMITS_H

// Ids
#define PTO_EVENT_ID_NUM  8   // event flags of a pair of pipes
#define PTO_BUFFER_ID_NUM 32  // buffer tokens of a core
#define PTO_SEMAPHORE_NUM 32  // semaphores of a cluster: 0 to 15 with AIV0, 16 to 31 with AIV1
#define PTO_SEMAPHORE_MAX 15  // a semaphore counts to this
#define PTO_FIFO_NUM      16  // tile pipes of a cluster
#define PTO_CROSS_ID_NUM  16  // semaphores of set_cross_core and wait_flag_dev (A2A3)
#define PTO_VECTOR_CORE_NUM 2  // vector cores of a cluster

// Launches
#define PTO_PARAM_MAX      64   // parameters of a kernel
#define PTO_VF_PARAM_MAX   32   // parameters of a vector function
#define PTO_VF_PARAM_BYTES 192  // the parameter buffer of a vector function
#define PTO_SIMT_THREADS     1024  // threads of a grid, unless pto.simt_max_threads says otherwise
#define PTO_SIMT_THREADS_MAX 2048
#define PTO_SIMT_SLOTS       123   // words that a thread keeps from launch to launch
#define PTO_WARP             32    // threads that exchange values

// Memories, in bytes; A2A3 where it differs from A5
#define PTO_UB_BYTES       (256 * 1024)
#define PTO_UB_BYTES_A2A3  (192 * 1024)
#define PTO_L1_BYTES       (512 * 1024)
#define PTO_L0A_BYTES      (64 * 1024)
#define PTO_L0B_BYTES      (64 * 1024)
#define PTO_L0C_BYTES      (256 * 1024)
#define PTO_L0C_BYTES_A2A3 (128 * 1024)
#define PTO_SCALE_BYTES    (4 * 1024)  // scales of L0A, and of L0B: 1/16 of its size
#define PTO_BT_BYTES       (16 * 1024)  // undocumented: the f32 bias of the widest tile
#define PTO_FB_RELU_OFFSET (64 * 1024)  // block 1 of FB, where FPC finds alphas; words of quantisation are in block 0
#define PTO_FB_BYTES       (80 * 1024)  // undocumented: 4 bytes in block 1 for each channel of the widest tile

// The parts of BT and of FB in which ptoc places tiles
#define PTO_TABLE_PLAN_BYTES      (4 * 1024)
#define PTO_TABLE_PLAN_BYTES_A2A3 1024

#define PTO_L0_FRACTAL_BYTES  512   // of L1, L0A and L0B: 16 rows of 32 bytes
#define PTO_L0C_FRACTAL_BYTES 1024  // 16 rows of 16 elements
#define PTO_MAD_MAX           ((1 << PTO_BITS_MAD) - 1)  // extent of a multiply

// Widths of the fields of cube commands, in bits: of what is checked, and of what ptoc takes (isa/system.def).
#define PTO_BITS_MAD           12
#define PTO_BITS_FRAC_N        16
#define PTO_BITS_FRAC_D        21
#define PTO_BITS_FRAC_SRC      40  // strides
#define PTO_BITS_FRAC_GROUP    16  // their number, and strides
#define PTO_BITS_FILL          15
#define PTO_BITS_TABLE         16
#define PTO_BITS_LOAD_START    16
#define PTO_BITS_LOAD_STEP     8
#define PTO_BITS_LOAD_STRIDE   16
#define PTO_BITS_FIX_M         16
#define PTO_BITS_FIX_N         12
#define PTO_BITS_FIX_SRC       16  // strides
#define PTO_BITS_FIX_DST       32
#define PTO_BITS_FIX_ROWS      16
#define PTO_BITS_FIX_COUNT     16

#define PTO_DMA_BLOCK_BYTES 32  // alignment of local memories, unit of local copies

#endif
