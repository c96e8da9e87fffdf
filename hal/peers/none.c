// SPDX-License-Identifier: Apache-2.0
//
// A board whose memory no other image reaches.

#include <hal/hal.h>

hal_window_t hal_peers_window(void)
{
    return (hal_window_t){NULL, 0};
}

void hal_doorbell_ring(uint32_t image)
{
    (void)image;
}

void hal_doorbell_wait(uint32_t image)
{
    (void)image;
}
