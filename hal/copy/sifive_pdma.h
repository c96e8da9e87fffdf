// SPDX-License-Identifier: Apache-2.0
//
// The platform DMA engine of SiFive's FU540 and of the PolarFire SoC.
#ifndef HAL_COPY_SIFIVE_PDMA_H
#define HAL_COPY_SIFIVE_PDMA_H

#include <hal/io.h>

#define HAL_PDMA_CHANNELS 4

#define HAL_PDMA_CLAIM 0x00000001u
#define HAL_PDMA_RUN   0x00000002u
#define HAL_PDMA_DONE  0x40000000u
#define HAL_PDMA_ERROR 0x80000000u

// One channel. Numbers of 64 bits have their low half first.
typedef struct {
    // 0x000: CONTROL      [0] CLAIM the channel is in use: setting it clears the NEXT registers
    //                     [1] RUN set by software, cleared when the transfer has ended
    //                     [14] DONE_IE [15] ERROR_IE interrupts (0)  [30] DONE  [31] ERROR of the last transfer
    hal_io_rw_32 control;
    // 0x004: NEXT_CONFIG  [2] REPEAT [3] ORDER (0)  [27:24] WSIZE [31:28] RSIZE log2 of the bytes of a bus transaction
    hal_io_rw_32 next_config;
    // 0x008: NEXT_BYTES
    hal_io_rw_32 next_bytes[2];
    // 0x010: NEXT_DESTINATION
    hal_io_rw_32 next_destination[2];
    // 0x018: NEXT_SOURCE
    hal_io_rw_32 next_source[2];
    // 0x020: _pad0
    uint32_t _pad0[57];
    // 0x104: EXEC_CONFIG, then the same of the transfer that runs; read only
    hal_io_ro_32 exec_config;
    // 0x108: EXEC_BYTES       what is left
    hal_io_ro_32 exec_bytes[2];
    // 0x110: EXEC_DESTINATION
    hal_io_ro_32 exec_destination[2];
    // 0x118: EXEC_SOURCE
    hal_io_ro_32 exec_source[2];
    // 0x120: _pad1
    uint32_t _pad1[952];
} hal_pdma_channel_t;

HAL_ASSERT_OFFSET(hal_pdma_channel_t, control, 0x000);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, next_config, 0x004);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, next_bytes, 0x008);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, next_destination, 0x010);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, next_source, 0x018);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, exec_config, 0x104);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, exec_bytes, 0x108);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, exec_destination, 0x110);
HAL_ASSERT_OFFSET(hal_pdma_channel_t, exec_source, 0x118);
_Static_assert(sizeof(hal_pdma_channel_t) == 0x1000, "a page for each channel");

#endif
