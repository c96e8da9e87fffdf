// SPDX-License-Identifier: Apache-2.0
//
// Images share memory at BOARD_PEERS_BASE, or all of GM. A doorbell is a word: a register of the board
// (BOARD_DOORBELL_BASE, one for each image), which may interrupt the image, or one of the window. A waiting image looks
// at its own a few thousand times a second, so it hears one that cannot interrupt.

#include "peers.h"

#include <hal/hal.h>

#include <board.h>

#ifndef BOARD_PEERS_BASE
#define BOARD_PEERS_BASE BOARD_GM_BASE
#endif

#define PEERS ((hal_peers_t *)BOARD_PEERS_BASE)

#ifdef BOARD_DOORBELL_BASE
#define DOORBELL(image) (&((hal_io_rw_32 *)BOARD_DOORBELL_BASE)[image])
#else
#define DOORBELL(image) (&PEERS->doorbell[image])
#endif

#define LOOK_US 200

hal_window_t hal_peers_window(void)
{
    const uint64_t bytes = (uint64_t)PEERS->bytes[1] << 32 | PEERS->bytes[0];
    return (hal_window_t){(uint8_t *)PEERS, (size_t)bytes};
}

void hal_doorbell_ring(uint32_t image)
{
    hal_fence();
    hal_fence_to_device();
    hal_io_write(DOORBELL(image), 1);
}

void hal_doorbell_wait(uint32_t image)
{
    if (hal_io_read(DOORBELL(image)) == 0) {
        hal_hart_nap(LOOK_US);
    }
    hal_io_write(DOORBELL(image), 0);
    // What the ring announced is read after the doorbell is cleared.
    hal_fence_from_device();
    hal_fence();
}
