// SPDX-License-Identifier: Apache-2.0
//
// The window that images side by side share: GM at the same addresses in each, with this header at its start. Whoever
// starts the images zeroes the header and writes BYTES before the first of them reads it.
//
// Writes of an image reach the others in the order of its fences, and atomic operations of all images on a word of the
// window exclude each other.
#ifndef HAL_PEERS_H
#define HAL_PEERS_H

#include <hal/io.h>

#define HAL_PEERS_MAX          16
#define HAL_PEERS_HEADER_BYTES 4096

typedef struct {
    // 0x000: BYTES            of the window, header included
    hal_io_rw_32 bytes[2];
    uint32_t _pad0[14];
    // 0x040: DOORBELL[image]  [0] rung (0); unless the board has registers for them (BOARD_DOORBELL_BASE)
    hal_io_rw_32 doorbell[HAL_PEERS_MAX];
    uint32_t _pad1[96];
    // 0x200: of the firmware (pto_peers_t)
    uint8_t firmware[HAL_PEERS_HEADER_BYTES - 0x200];
} hal_peers_t;

HAL_ASSERT_OFFSET(hal_peers_t, bytes, 0x000);
HAL_ASSERT_OFFSET(hal_peers_t, doorbell, 0x040);
HAL_ASSERT_OFFSET(hal_peers_t, firmware, 0x200);
_Static_assert(sizeof(hal_peers_t) == HAL_PEERS_HEADER_BYTES, "buffers follow");

#endif
