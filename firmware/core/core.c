// SPDX-License-Identifier: Apache-2.0
//
// Core instances: descriptions, reset, the begin and the end of a block.

#include "core.h"

const char *const pto_pipe_names[PTO_PIPE_NUM + 1] = {
    "PIPE_S", "PIPE_V", "PIPE_M", "PIPE_MTE1", "PIPE_MTE2", "PIPE_MTE3", "PIPE_FIX", "PIPE_ALL",
};

const char *const pto_mem_names[PTO_MEM_NUM] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};

static const uint8_t vector_pipes[] = {PIPE_MTE2, PIPE_V, PIPE_MTE3};

const pto_core_kind_t pto_vector_core = {"vector core", vector_pipes, sizeof vector_pipes};

#define CORES_MAX     (BOARD_CLUSTERS * BOARD_VECTOR_CORES)

#define RINGS (CORES_MAX * sizeof vector_pipes)

// Written before they are read, and big: not in .bss, which start-up clears.
__attribute__((section(".noinit"))) pto_core_t pto_cores[CORES_MAX];
__attribute__((section(".noinit"))) static pto_cmd_t rings[RINGS][PTO_QUEUE_DEPTH];

#ifndef BOARD_RAM_ZERO_AT_RESET
#define BOARD_RAM_ZERO_AT_RESET 0
#endif

// Memories that something may have written since reset.
static bool ub_used[CORES_MAX];
static bool l1_used[BOARD_CLUSTERS];

void pto_core_init(pto_core_t *core, const pto_core_kind_t *kind, uint32_t index)
{
    uint32_t vector_cores = hal_vector_core_num();
    core->kind = kind;
    core->index = index;
    core->cluster = index / vector_cores;
    core->subblock = index % vector_cores;
    core->pipe_mask = 1u << PIPE_S;
    core->pending = 0;
    core->direct = pto_run_state.options.policy == PTO_POLICY_EAGER && pto_run_state.hart_num == 1;
    core->harts = 0;
    for (uint32_t mem = 0; mem < PTO_MEM_NUM; mem++) {
        core->mem[mem] = hal_memory((hal_mem_t)mem, core->cluster, core->subblock);
    }
    if (pto_run_state.options.arch == PTO_ARCH_A2A3 && core->mem[PTO_MEM_UB].bytes > PTO_UB_BYTES_A2A3) {
        core->mem[PTO_MEM_UB].bytes = PTO_UB_BYTES_A2A3;
    }
    core->view.ub = core->mem[PTO_MEM_UB];
    core->su.agent = (pto_agent_t){core, PIPE_S, 0};
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        core->pipe[pipe] = (pto_pipe_queue_t){.agent = {core, (uint8_t)pipe, 0}};
    }
    for (uint32_t i = 0; i < kind->pipe_num; i++) {
        core->pipe_mask |= 1u << kind->pipes[i];
        core->pipe[kind->pipes[i]].ring = rings[index * kind->pipe_num + i];
    }
    if (core->subblock == 0 && (l1_used[core->cluster] || !BOARD_RAM_ZERO_AT_RESET)) {
        hal_zero(core->mem[PTO_MEM_L1].base, core->mem[PTO_MEM_L1].bytes);
        l1_used[core->cluster] = false;
    }
}

void pto_core_uses_l1(const pto_core_t *core)
{
    l1_used[core->cluster] = true;
}

void pto_core_begin_block(pto_core_t *core, uint32_t block)
{
    pto_su_t *su = &core->su;
    core->view.spr = (pto_spr_t){0};
    su->block = block;
    su->ctrl = 0;
    for (uint32_t i = 0; i < 2; i++) {
        su->loop[i].count[0] = su->loop[i].count[1] = 1;
        su->loop[i].src_stride[0] = su->loop[i].src_stride[1] = 0;
        su->loop[i].dst_stride[0] = su->loop[i].dst_stride[1] = 0;
    }
    su->pad_bits = 0;
    su->pad_bytes = 1;
    hal_zero(su->gets, sizeof su->gets);
    hal_zero(su->users, sizeof su->users);
    hal_zero(su->held, sizeof su->held);
    hal_sync_reset(&core->sync);
    if (ub_used[core->index] || !BOARD_RAM_ZERO_AT_RESET) {
        hal_zero(core->mem[PTO_MEM_UB].base, core->mem[PTO_MEM_UB].bytes);
    }
    ub_used[core->index] = true;
    // The pipes on other harts must see all this before the first command.
    hal_fence();
}

// What a kernel left behind is no error by itself, but the next iteration or launch would have met it.
void pto_core_end_block(pto_core_t *core)
{
    for (uint32_t src = 0; src < PTO_PIPE_NUM; src++) {
        for (uint32_t dst = 0; dst < PTO_PIPE_NUM; dst++) {
            uint32_t flags = hal_sync_flags(&core->sync, src, dst);
            for (uint32_t id = 0; flags != 0; id++, flags >>= 1) {
                if (flags & 1) {
                    const pto_loc_t *loc = core->flag_loc[src][dst][id];
                    pto_warn("flag %s -> %s EVENT_ID%u is still set at the end of block %u; set at %s:%u",
                             pto_pipe_names[src], pto_pipe_names[dst], id, core->su.block, loc->file, loc->line);
                }
            }
        }
    }
    for (uint32_t buffer = 0; buffer < PTO_BUFFER_ID_NUM; buffer++) {
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            if (core->su.held[buffer] >> pipe & 1) {
                const pto_loc_t *loc = core->su.get_loc[buffer][pipe];
                pto_warn("buffer %u is still held by %s at the end of block %u; got at %s:%u", buffer,
                         pto_pipe_names[pipe], core->su.block, loc->file, loc->line);
            }
        }
    }
}
