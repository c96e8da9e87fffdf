// SPDX-License-Identifier: Apache-2.0
//
// Memories: which one an address is in, and by which name reports speak of it.

#include "check.h"

static uint32_t last_buffer;  // result of the last lookup

// Whether a memory belongs to a core. `mem` of each core of a cluster lists the memories of all of them.
static bool has_memory(const pto_core_t *core, uint32_t mem)
{
    return (mem == PTO_MEM_UB) == (core->view.ub.bytes != 0);
}

check_place_t check_place(uintptr_t address)
{
    for (size_t i = 0; i < pto_run_state.buffer_num; i++) {
        const pto_gm_buffer_t *buffer = &pto_run_state.buffers[i];
        size_t offset = address - (uintptr_t)buffer->address;
        if (offset < buffer->bytes + buffer->slack) {
            return (check_place_t){buffer->name != NULL ? buffer->name : "GM", offset,
                                   offset < buffer->bytes - buffer->unwritten || offset >= buffer->bytes, NULL};
        }
    }
    check_place_t place = {NULL, address, true, NULL};
    for (uint32_t i = 0; i < pto_run_state.core_num; i++) {
        const pto_core_t *core = pto_run_state.cores[i];
        for (uint32_t mem = 0; mem < PTO_MEM_NUM; mem++) {
            bool there = mem != PTO_MEM_GM && pto_in_window(core->mem[mem], address, 1);
            if (there && (place.owner == NULL || has_memory(core, mem))) {
                place = (check_place_t){pto_mem_names[mem], address - (uintptr_t)core->mem[mem].base, false, core};
            }
        }
        uintptr_t offset = address - (uintptr_t)core->scales;
        if (core->kind->cube && offset < 2 * PTO_SCALE_BYTES) {
            const char *name = offset < PTO_SCALE_BYTES ? "the scales of L0A" : "the scales of L0B";
            place = (check_place_t){name, offset % PTO_SCALE_BYTES, false, core};
        }
    }
    return place;
}

// Whether an address is in a buffer that the host filled. The buffer of the last call is tried first.
bool check_is_of_input(uintptr_t address)
{
    const pto_gm_buffer_t *buffers = pto_run_state.buffers;
    if (address - (uintptr_t)buffers[last_buffer].address < buffers[last_buffer].bytes) {
        return buffers[last_buffer].unwritten == 0;
    }
    for (uint32_t i = 0; i < pto_run_state.buffer_num; i++) {
        if (address - (uintptr_t)buffers[i].address < buffers[i].bytes) {
            last_buffer = i;
            return buffers[i].unwritten == 0;
        }
    }
    return false;
}

void check_places_forget(void)
{
    last_buffer = 0;
}
