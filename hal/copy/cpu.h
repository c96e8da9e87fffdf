// SPDX-License-Identifier: Apache-2.0
//
// The copy loops of the CPU. If a DMA device (BOARD_PDMA_BASE) does bulk copies, they have names of their own. They
// then copy pieces that are too small for it, and in vector functions, which may not access device registers. For C and
// assembly.
#ifndef HAL_COPY_CPU_H
#define HAL_COPY_CPU_H

#include <board.h>

#ifdef BOARD_PDMA_BASE
#define HAL_CPU_COPY      hal_cpu_copy
#define HAL_CPU_COPY_ROWS hal_cpu_copy_rows
#else
#define HAL_CPU_COPY      hal_copy
#define HAL_CPU_COPY_ROWS hal_copy_rows
#endif

#ifndef __ASSEMBLER__

#include <stddef.h>

void HAL_CPU_COPY(void *dst, const void *src, size_t bytes);
void HAL_CPU_COPY_ROWS(void *dst, ptrdiff_t dst_stride, const void *src, ptrdiff_t src_stride, size_t row_bytes,
                       size_t rows);

#endif

#endif
