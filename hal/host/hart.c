// SPDX-License-Identifier: Apache-2.0
//
// Harts on the host: threads, which start on first use. hal/wake wakes them. The environment variable HAL_HOST_HARTS
// sets their number (1).

#define _GNU_SOURCE

#include <hal/hal.h>
#include <hal/vector/core.h>

#include <board.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <hal/riscv/hal_riscv.h>

#include "host.h"

typedef struct {
    hal_hart_t hart;
    pthread_t thread;
    bool started;
} place_t;

static place_t places[BOARD_HARTS_MAX];
static uint32_t hart_num;
__thread void *hal_host_tp;
#ifdef __SANITIZE_THREAD__
unsigned hal_host_fences;
#endif

uint64_t hal_host_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint32_t hal_hart_num(void)
{
    return hart_num;
}

uint32_t hal_hart_id(uint32_t index)
{
    return index;
}

static void become(uint32_t index)
{
    hal_hart_t *hart = &places[index].hart;
    hart->index = hart->id = index;
    pto_idle_core(hart->idle, hart->spr);
    hart->core = hart->idle;
    hal_host_tp = hart;
    hal_host_take_traps(index);
}

void hal_host_boot_harts(void)
{
    const char *wanted = getenv("HAL_HOST_HARTS");
    long num = wanted != NULL ? strtol(wanted, NULL, 10) : 1;
    hart_num = num < 1 ? 1 : num > BOARD_HARTS_MAX ? BOARD_HARTS_MAX : (uint32_t)num;
    become(0);
}

// Main function of a hart other than the boot hart.
static void *hart_main(void *arg)
{
    place_t *place = arg;
    become((uint32_t)(place - places));
    for (;;) {
        hal_hart_sleep();
        void (*run)(void *) = __atomic_exchange_n(&place->hart.run, NULL, __ATOMIC_ACQUIRE);
        if (run != NULL) {
            run(place->hart.arg);
        }
    }
    return NULL;
}

void hal_hart_start(uint32_t index, void (*run)(void *arg), void *arg)
{
    place_t *place = &places[index];
    if (!place->started) {
        place->started = true;
        if (pthread_create(&place->thread, NULL, hart_main, place) != 0) {
            hal_puts(HAL_STDERR, "fault: no more threads\n");
            hal_exit(HAL_STATUS_FAULT);
        }
    }
    place->hart.arg = arg;
    __atomic_store_n(&place->hart.run, run, __ATOMIC_RELEASE);
    hal_hart_wake(index);
}
