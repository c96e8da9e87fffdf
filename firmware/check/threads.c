// SPDX-License-Identifier: Apache-2.0
//
// Threads of a grid: the memory that they touch, for other commands, and races between them. A table has the last
// accesses of each word since the last barrier; words that do not fit are forgotten.

#include "check.h"

#define CELLS  16384  // a power of two
#define PROBES 8
#define NOBODY UINT32_MAX
#define MANY   (UINT32_MAX - 1)

// The accesses of a word: threads, and their source locations.
typedef struct {
    uintptr_t at;
    uint32_t phase;  // number of the barrier before them; another one: a free cell
    uint32_t writer, reader;
    bool is_atomic;  // of the writer
    const pto_loc_t *written, *read;
} cell_t;

static cell_t cells[CELLS];
static uint32_t phase, thread;

void pto_observe_grid(void)
{
    phase++;
}

void pto_observe_thread(uint32_t index)
{
    thread = index;
}

static cell_t *cell_of(uintptr_t at)
{
    uint32_t first = (uint32_t)(at * UINT64_C(0x9e3779b97f4a7c15) >> 40);
    cell_t *found = NULL;
    for (uint32_t i = 0; i < PROBES; i++) {
        cell_t *cell = &cells[(first + i) % CELLS];
        if (cell->phase == phase && cell->at == at) {
            return cell;
        }
        found = found == NULL && cell->phase != phase ? cell : found;
    }
    found = found != NULL ? found : &cells[first % CELLS];
    *found = (cell_t){.at = at, .phase = phase, .writer = NOBODY, .reader = NOBODY};
    return found;
}

static bool is_other(uint32_t one)
{
    return one != NOBODY && one != thread;
}

static void judge_thread(const check_access_t *access, pto_access_t kind, const pto_loc_t *loc, uintptr_t at)
{
    cell_t *cell = cell_of(at);
    const bool reads = kind == PTO_READS, atomic = kind == PTO_UPDATES;
    const check_side_t now = {thread, loc, reads};
    if (is_other(cell->writer) && !(atomic && cell->is_atomic)) {
        check_thread_race(access, at, (check_side_t){cell->writer, cell->written, false}, now);
    } else if (is_other(cell->reader) && !reads) {
        check_thread_race(access, at, (check_side_t){cell->reader, cell->read, true}, now);
    }
    if (reads) {
        cell->reader = is_other(cell->reader) ? MANY : thread;
        cell->read = loc;
    } else {
        cell->writer = thread;
        cell->written = loc;
        cell->is_atomic = atomic;
    }
}

void pto_observe_thread_access(pto_access_t kind, const pto_loc_t *loc, const void *address, size_t bytes)
{
    check_access_t access;
    if (check_current(&access)) {
        check_touch(&access, (uintptr_t)address, bytes, kind);
        judge_thread(&access, kind, loc, (uintptr_t)address);
    }
}
