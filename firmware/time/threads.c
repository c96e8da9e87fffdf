// SPDX-License-Identifier: Apache-2.0
//
// Grids of SIMT threads on A5. What threads of a warp do at one place of the code is one instruction of the warp: it is
// issued as often as by the thread that comes there most often, so branches that threads take apart take the sum of both.
//
//   a warp alone   begins each instruction when the one before it has its result
//   all warps      share one issue of an instruction a cycle, of the long unit one in as many as vectors take
//   GM             moves the bytes of all accesses at the rate of a transfer
//
// Between two barriers a grid takes the longest of these.

#include <isa/limits.h>
#include <pto/kernel.h>
#include <pto/time.h>

#include "time.h"

#define PLACES 1024
#define WARPS  (PTO_SIMT_THREADS_MAX / PTO_WARP)

// An operation of the code of threads.
typedef struct {
    const time_op_t *op;
    uint32_t here;   // how often the running thread has come here
    uint32_t most;   // how often another thread of the warp has, at most
    bool is_far;     // reached GM
    bool is_listed;
} place_t;

static place_t places[PLACES];
static uint16_t listed[PLACES];  // places that the running warp has come to
static uint32_t listed_num;

static struct {
    bool any;
    uint32_t thread;
    place_t *last;        // the place of the last operation
    cycles_t before;      // up to the last barrier
    cycles_t issue;       // since then, of all warps
    cycles_t alone[WARPS];
    uint64_t gm_bytes;
} grid;

static cycles_t larger(cycles_t a, cycles_t b)
{
    return a > b ? a : b;
}

static void add_to_warp(uint32_t warp, const time_op_t *op, uint32_t times, bool is_far)
{
    grid.issue += (cycles_t)times * op->interval;
    grid.alone[warp % WARPS] += (cycles_t)times * (is_far ? TIME(simt_gm) : op->forward);
}

static void end_thread(void)
{
    for (uint32_t i = 0; i < listed_num; i++) {
        place_t *place = &places[listed[i]];
        place->most = place->here > place->most ? place->here : place->most;
        place->here = 0;
    }
}

static void end_warp(void)
{
    end_thread();
    for (uint32_t i = 0; i < listed_num; i++) {
        place_t *place = &places[listed[i]];
        add_to_warp(grid.thread / PTO_WARP, place->op, place->most, place->is_far);
        *place = (place_t){0};
    }
    listed_num = 0;
}

static void end_part(void)
{
    end_warp();
    cycles_t cycles = larger(grid.issue, grid.gm_bytes / time_gm_rate(pto_agent()->core, TIME(gm_to_ub)));
    for (uint32_t i = 0; i < WARPS; i++) {
        cycles = larger(cycles, grid.alone[i]);
        grid.alone[i] = 0;
    }
    grid.before += cycles;
    grid.issue = 0;
    grid.gm_bytes = 0;
}

void time_threads_begin(void)
{
    hal_zero(&grid, sizeof grid);
}

bool time_threads_any(void)
{
    return grid.any;
}

cycles_t time_threads_end(void)
{
    end_part();
    return TIME(vf_start) + grid.before + TIME(vf_drain);
}

void pto_observe_grid(void)
{
    grid.any = true;
    end_part();
}

void pto_observe_thread(uint32_t index)
{
    if (index / PTO_WARP != grid.thread / PTO_WARP || index <= grid.thread) {
        end_warp();  // another warp, or the next piece of the code of this one
    } else {
        end_thread();
    }
    grid.thread = index;
}

void pto_time_thread_op(uint32_t number, uint32_t row, uint32_t elem, uint32_t times)
{
    place_t *place = &places[number % PLACES];
    place->op = time_op_of_row(row, elem);
    place->here += times;
    if (!place->is_listed) {
        place->is_listed = true;
        listed[listed_num++] = (uint16_t)(number % PLACES);
    }
    grid.last = place;
}

void pto_observe_thread_access(pto_access_t kind, const pto_loc_t *loc, const void *address, size_t bytes)
{
    (void)kind, (void)loc;
    if (pto_in_gm((uintptr_t)address, 1) && grid.last != NULL) {
        grid.last->is_far = true;
        grid.gm_bytes += bytes;
    }
}

void pto_time_exchange(uint32_t row, uint32_t elem, uint32_t first, const uint32_t *mask, uint32_t warps)
{
    end_warp();
    for (uint32_t warp = 0; warp < warps; warp++) {
        if (mask[warp] != 0) {
            add_to_warp(first + warp, time_op_of_row(row, elem), 1, false);
        }
    }
}
