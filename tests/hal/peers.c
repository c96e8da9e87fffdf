// SPDX-License-Identifier: Apache-2.0
//
// Images side by side on a board with registers for its doorbells: the window and the doorbells of docs/porting.md.

#include <hal/hal.h>
#include <hal/io.h>
#include <hal/peers/peers.h>

#include <board.h>

#include "check.h"

uint8_t test_peers[HAL_PEERS_HEADER_BYTES] __attribute__((aligned(8)));
uint8_t test_doorbell[4 * HAL_PEERS_MAX] __attribute__((aligned(4)));

static hal_hart_t hart;
__thread void *hal_host_tp = &hart;
static uint32_t naps, longest;

void hal_hart_nap(uint32_t microseconds)
{
    naps++;
    longest = microseconds > longest ? microseconds : longest;
}

uint32_t hal_io_read_model(const volatile void *reg, unsigned bytes)
{
    uint32_t value = 0;
    __builtin_memcpy(&value, (const void *)reg, bytes);
    return value;
}

void hal_io_write_model(volatile void *reg, uint32_t value, unsigned bytes)
{
    __builtin_memcpy((void *)reg, &value, bytes);
}

// Returns the image whose doorbell alone is rung, or -1.
static int rung(void)
{
    int found = -1;
    for (int i = 0; i < HAL_PEERS_MAX; i++) {
        uint32_t value = hal_io_read_model(&test_doorbell[4 * i], 4);
        found = value == 0 ? found : value == 1 && found == -1 ? i : HAL_PEERS_MAX;
    }
    return found;
}

int main(void)
{
    CHECK(hal_peers_window().bytes == 0, "no window before its size is written");
    const uint64_t bytes = UINT64_C(0x123456000);
    __builtin_memcpy(test_peers, &bytes, sizeof bytes);
    CHECK(hal_peers_window().base == test_peers && hal_peers_window().bytes == bytes,
          "the header says how large it is");
    hal_doorbell_ring(2);
    CHECK(rung() == 2, "a ring stores 1 to the register of the image, and to no other");
    hal_doorbell_wait(2);
    CHECK(rung() == -1 && naps == 0, "who was rung before it waits does not sleep, and stores 0");
    hal_doorbell_wait(2);
    CHECK(naps == 1 && longest > 0 && longest < 1000, "else it sleeps for less than a millisecond");
    return check_done();
}
