// SPDX-License-Identifier: Apache-2.0
//
// Queries of a kernel to its core: coordinates, addresses, scalar memory. Also the registry of kernels.

#include <pto/kernel.h>
#include <pto/print.h>

#include "core.h"

/// Registry ///

const pto_kernel_t *pto_kernel_find(const char *name)
{
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        if (pto_same(kernel->name, name)) {
            return kernel;
        }
    }
    return NULL;
}

/// Queries ///

static pto_core_t *current_core(const char *what)
{
    pto_agent_t *agent = pto_agent();
    if (agent == NULL) {
        pto_fault_at(NULL, "%s outside a kernel", what);
    }
    return agent->core;
}

int64_t pto_get_block_idx(void)
{
    return current_core("get_block_idx")->su.block;
}

int64_t pto_get_block_num(void)
{
    return current_core("get_block_num")->launch->block_num;
}

int64_t pto_get_subblock_idx(void)
{
    const pto_core_t *core = current_core("get_subblock_idx");
    return core->group->core_num == 1 ? 0 : core->subblock;
}

int64_t pto_get_subblock_num(void)
{
    return current_core("get_subblock_num")->group->core_num == 1 ? 1 : BOARD_VECTOR_CORES;
}

bool pto_on_cube_core(void)
{
    return current_core("a section")->kind->cube;
}

int64_t pto_get_ctrl(void)
{
    return current_core("get_ctrl")->su.ctrl;
}

void pto_set_ctrl(int64_t value)
{
    current_core("set_ctrl")->su.ctrl = value;
}

/// Addresses ///

void *pto_mem_addr_at(const pto_loc_t *loc, pto_mem_t mem, int64_t offset)
{
    const pto_core_t *core = current_core("a local address");
    if ((uint32_t)mem >= PTO_MEM_NUM || core->mem[mem].bytes == 0) {
        pto_fault_at(loc, "there is no memory %s", (uint32_t)mem < PTO_MEM_NUM ? pto_mem_names[mem] : "of that number");
    }
    if ((uint64_t)offset > core->mem[mem].bytes) {
        pto_fault_at(loc, "%s offset %ld is outside its %zu bytes", pto_mem_names[mem], (long)offset,
                     core->mem[mem].bytes);
    }
    return core->mem[mem].base + offset;
}

int64_t pto_mem_offset(pto_mem_t mem, const void *address)
{
    const pto_agent_t *agent = pto_agent();
    if (agent == NULL || (uint32_t)mem >= PTO_MEM_NUM || mem == PTO_MEM_GM) {
        return (int64_t)(uintptr_t)address;
    }
    return (int64_t)((uintptr_t)address - (uintptr_t)agent->core->mem[mem].base);
}

void pto_poll(void)
{
    pto_core_t *core = hal_hart()->issuer;
    if (core != NULL) {
        pto_sched_poll(core);
    }
}

void pto_su_fence(void)
{
    if (hal_hart()->issuer != NULL) {
        PTO_OBSERVE(fence, hal_hart()->issuer);
        pto_link_fence(hal_hart()->issuer);
    }
    pto_poll();
}

// A kernel may be polling if it reads an address again, or reads many addresses.
static void poll_sometimes(uintptr_t address)
{
    enum { READS_MAX = 32 };
    pto_core_t *core = hal_hart()->issuer;
    if (core != NULL && (address == core->su.read_last || ++core->su.reads % READS_MAX == 0)) {
        pto_sched_poll(core);
    }
    if (core != NULL) {
        core->su.read_last = address;
    }
}

void *pto_scalar_at(const pto_loc_t *loc, const volatile void *address, size_t bytes)
{
    const pto_core_t *core = current_core("scalar access");
    uintptr_t at = (uintptr_t)address;
    if (!pto_in_window(core->view.ub, at, bytes) && (pto_agent()->pipe != PIPE_S || !pto_in_gm(at, bytes))) {
        pto_scalar_fault(loc, address, bytes);
    }
    if (at % bytes != 0) {
        pto_scalar_fault(loc, address, bytes);
    }
    poll_sometimes(at);
    return (void *)at;
}

const pto_gm_buffer_t *pto_gm_before(uintptr_t address)
{
    enum { NEAR = 1 << 16 };
    const pto_launch_t *launch = pto_launch_now();
    const pto_gm_buffer_t *found = NULL;
    size_t least = NEAR;
    for (size_t i = 0; i < launch->buffer_num; i++) {
        const pto_gm_buffer_t *buffer = &launch->buffers[i];
        size_t distance = address - ((uintptr_t)buffer->address + buffer->bytes);
        if (buffer->address != NULL && distance < least) {
            least = distance;
            found = buffer;
        }
    }
    return found;
}

void pto_scalar_fault(const pto_loc_t *loc, const volatile void *address, size_t bytes)
{
    uintptr_t at = (uintptr_t)address;
    if (at % bytes != 0) {
        pto_fault_at(loc, "misaligned scalar access: address 0x%zx is no multiple of %zu", at, bytes);
    }
    const pto_agent_t *agent = pto_agent();
    const char *where = agent->pipe != PIPE_S     ? "UB"
                        : agent->core->kind->cube ? "the GM buffers"
                                                  : "UB and the GM buffers";
    const pto_gm_buffer_t *before = pto_gm_before(at);
    if (before != NULL) {
        pto_fault_at(loc, "scalar access of %zu bytes at address 0x%zx is outside %s, at offset %zu of GM buffer %s, which "
                     "has %zu bytes", bytes, at, where, (size_t)(at - (uintptr_t)before->address),
                     before->name != NULL ? before->name : "(unnamed)", before->bytes);
    }
    pto_fault_at(loc, "scalar access of %zu bytes at address 0x%zx is outside %s", bytes, at, where);
}

void pto_index_fault(const pto_loc_t *loc, int64_t index, int64_t num)
{
    pto_fault_at(loc, "index %ld is outside of %ld items", (long)index, (long)num);
}
