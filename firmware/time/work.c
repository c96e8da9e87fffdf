// SPDX-License-Identifier: Apache-2.0
//
// Data that a command moves, as reported by its executor. Those of threads go to threads.c.

#include <pto/kernel.h>

#include "time.h"

static work_t now;

void time_work_begin(void)
{
    now = (work_t){.written = PTO_MEM_NUM};
}

work_t time_work(void)
{
    return now;
}

static uint8_t memory_of(const pto_core_t *core, uintptr_t at)
{
    for (uint32_t mem = 0; mem < PTO_MEM_NUM; mem++) {
        if (mem != PTO_MEM_GM && core->mem[mem].bytes != 0 && pto_in_window(core->mem[mem], at, 1)) {
            return (uint8_t)mem;
        }
    }
    return PTO_MEM_NUM;
}

static void add(pto_access_t kind, uintptr_t at, uint64_t bytes, uint64_t rows)
{
    const pto_agent_t *agent = pto_agent();
    bool writes = !pto_is_read(kind);
    if (agent == NULL || bytes * rows == 0) {
        return;
    }
    uint8_t memory = memory_of(agent->core, at);
    if (memory == PTO_MEM_NUM && pto_in_gm(at, 1)) {
        *(writes ? &now.gm_written : &now.gm_read) += bytes * rows;
        now.gm_bursts += rows;
        if (pto_run_state.rank_num > 1 && pto_is_remote(agent->core, (const void *)at)) {
            *(writes ? &now.far_written : &now.far_read) += bytes * rows;
        }
        return;
    }
    *(writes ? &now.local_written : &now.local_read) += bytes * rows;
    now.written = writes ? memory : now.written;
}

void pto_observe_access(pto_access_t kind, const void *address, uint64_t bytes, uint64_t rows, uint64_t stride)
{
    (void)stride;
    add(kind, (uintptr_t)address, bytes, rows);
}

void pto_observe_some_rows(pto_access_t kind, const pto_table_t *table, const uint32_t *some, uint32_t num)
{
    (void)some;
    add(kind, (uintptr_t)table->base, table->bytes, num);
}

/// Scalar accesses of vector functions ///

static void accessed(bool stores)
{
    const pto_agent_t *agent = pto_agent();
    if (agent != NULL && agent->pipe == PIPE_V) {
        time_told_access(stores);
    }
}

void pto_observe_load(const void *p, size_t bytes)
{
    (void)p, (void)bytes;
    accessed(false);
}

void pto_observe_store(const void *p, size_t bytes)
{
    (void)p, (void)bytes;
    accessed(true);
}
