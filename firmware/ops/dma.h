// SPDX-License-Identifier: Apache-2.0
//
// What a row transfer touches, for observers. Private to firmware/.
#ifndef PTO_OPS_DMA_H
#define PTO_OPS_DMA_H

#include <pto/dma.h>

#include "../core/core.h"

// One side of a transfer: rows of `len` bytes, `stride` bytes apart, in loops from inner to outer.
typedef struct {
    uint32_t mem;  // PTO_MEM_...
    uintptr_t address;
    uint64_t len, rows, stride;
    uint32_t loops;
    uint64_t loop_count[PTO_DMA_LOOPS], loop_stride[PTO_DMA_LOOPS];
    bool atomic;  // elements are combined with what is there
} pto_dma_side_t;

// The source and the destination of a transfer, padding included. False: the command is none.
bool pto_dma_sides(const pto_cmd_t *cmd, pto_dma_side_t sides[2]);

#endif
