// SPDX-License-Identifier: Apache-2.0
//
// Bulk copies by the platform DMA engine of SiFive (BOARD_PDMA_BASE): a channel for each hart. It is coherent with the
// caches of the harts. The CPU copies small pieces, and ranges of different alignment.

#include "sifive_pdma.h"

#include <hal/hal.h>

#include <board.h>

#include <hal/riscv/hal_riscv.h>

#include "cpu.h"

_Static_assert(BOARD_HARTS_MAX <= HAL_PDMA_CHANNELS, "a channel for each hart");

// Smallest copy that is worth a dozen accesses to the device.
#define PDMA_BYTES_MIN 1024

enum { LOG2_MIN = 3, LOG2_MAX = 6 };

static hal_pdma_channel_t *channel(void)
{
    return (hal_pdma_channel_t *)BOARD_PDMA_BASE + hal_hart()->index;
}

static void write_64(hal_io_rw_32 *halves, uint64_t value)
{
    hal_io_write(&halves[0], (uint32_t)value);
    hal_io_write(&halves[1], (uint32_t)(value >> 32));
}

// Returns log2 of the largest bus transaction to which both addresses are aligned; 0 if it is below the minimum.
static uint32_t transaction_log2(const void *dst, const void *src)
{
    uint32_t log2 = (uint32_t)__builtin_ctzl((uintptr_t)dst | (uintptr_t)src | 1ul << LOG2_MAX);
    return log2 < LOG2_MIN ? 0 : log2;
}

static void transfer(void *dst, const void *src, size_t bytes, uint32_t log2)
{
    hal_pdma_channel_t *pdma = channel();
    hal_io_write(&pdma->control, HAL_PDMA_CLAIM);
    hal_io_write(&pdma->next_config, log2 << 28 | log2 << 24);
    write_64(pdma->next_bytes, bytes);
    write_64(pdma->next_destination, (uintptr_t)dst);
    write_64(pdma->next_source, (uintptr_t)src);
    hal_fence_to_device();
    hal_io_write(&pdma->control, HAL_PDMA_CLAIM | HAL_PDMA_RUN);
    uint32_t control;
    do {
        control = hal_io_read(&pdma->control);
    } while ((control & (HAL_PDMA_RUN | HAL_PDMA_ERROR)) == HAL_PDMA_RUN);  // QEMU's keeps RUN set after an error
    hal_io_write(&pdma->control, 0);
    hal_fence_from_device();
    if ((control & HAL_PDMA_ERROR) != 0) {
        hal_puts(HAL_STDERR, "fault: the DMA engine could not do a bulk copy\n");
        hal_exit(HAL_STATUS_FAULT);
    }
}

void hal_copy(void *dst, const void *src, size_t bytes)
{
    uint32_t log2 = bytes < PDMA_BYTES_MIN ? 0 : transaction_log2(dst, src);
    size_t whole = log2 == 0 ? 0 : bytes >> log2 << log2;
    if (whole != 0) {
        transfer(dst, src, whole, log2);
    }
    hal_cpu_copy((uint8_t *)dst + whole, (const uint8_t *)src + whole, bytes - whole);
}

void hal_copy_rows(void *dst, ptrdiff_t dst_stride, const void *src, ptrdiff_t src_stride, size_t row_bytes,
                   size_t rows)
{
    if (dst_stride == (ptrdiff_t)row_bytes && src_stride == (ptrdiff_t)row_bytes) {
        row_bytes *= rows;
        rows = rows != 0;
    }
    if (row_bytes < PDMA_BYTES_MIN) {
        hal_cpu_copy_rows(dst, dst_stride, src, src_stride, row_bytes, rows);
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        hal_copy((uint8_t *)dst + (ptrdiff_t)i * dst_stride, (const uint8_t *)src + (ptrdiff_t)i * src_stride,
                 row_bytes);
    }
}
