// SPDX-License-Identifier: Apache-2.0

#include "check.h"

void pto_bad_width(const pto_op_t *op, const char *what, int64_t value, unsigned bits)
{
    pto_fault_at(NULL, "%s: %s %ld does not fit %u bits", op->name, what, (long)value, bits);
}

void pto_bad_alignment(const pto_op_t *op, const char *side, uint32_t mem, const char *what, int64_t value,
                       unsigned unit)
{
    pto_fault_at(NULL, "%s: misaligned %s: %s %s %ld (0x%lx) is no multiple of %u", op->name, side, pto_mem_names[mem],
                 what, (long)value, (unsigned long)value, unit);
}

void pto_bad_range(const pto_core_t *core, const pto_op_t *op, const char *side, uint32_t mem, uintptr_t address,
                   uint64_t span)
{
    if (mem != PTO_MEM_GM) {
        int64_t offset = pto_mem_offset(mem, (const void *)address);
        pto_fault_at(NULL, "%s: %s range of %lu bytes at %s offset %ld is outside its %zu bytes", op->name, side,
                     (unsigned long)span, pto_mem_names[mem], (long)offset, core->mem[mem].bytes);
    }
    const pto_gm_buffer_t *buffer = pto_gm_holder(address, 0);
    buffer = buffer != NULL ? buffer : pto_gm_before(address);
    if (buffer != NULL) {
        // With slack, it is a write.
        pto_fault_at(NULL, "%s: %s range of %lu bytes at offset %lu of GM buffer %s is outside its %zu bytes%s", op->name,
                     side, (unsigned long)span, (unsigned long)(address - (uintptr_t)buffer->address),
                     buffer->name != NULL ? buffer->name : "(unnamed)", buffer->bytes,
                     buffer->slack != 0 ? " (--gm discard drops what is past them)" : "");
    }
    pto_fault_at(NULL, "%s: %s range of %lu bytes at address 0x%zx is in no bound GM buffer", op->name, side,
                 (unsigned long)span, address);
}

bool pto_is_first_warning(const pto_loc_t *loc)
{
    for (uint32_t i = 0; i < PTO_OVERRUN_MAX; i++) {
        const pto_loc_t *seen = NULL;
        if (__atomic_compare_exchange_n(&pto_run_state.overrun[i], &seen, loc, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            return true;
        }
        if (seen == loc) {
            return false;
        }
    }
    return true;
}

void pto_bad_write(const pto_cmd_t *cmd, const pto_gm_buffer_t *buffer)
{
    const char *name = buffer->name != NULL ? buffer->name : "(unnamed)";
    if (buffer->slack == 0) {
        pto_fault_at(NULL, "%s: GM buffer %s is an input, which nothing may write: bind it with inout: or out:",
                     cmd->op->name, name);
    }
    if (pto_is_first_warning(cmd->loc)) {
        pto_warn("%s: writes into GM buffer %s, which is an input: its file stays as it is; at %s:%u", cmd->op->name,
                 name, cmd->loc->file, cmd->loc->line);
    }
}

bool pto_is_in_slack(const pto_cmd_t *cmd, bool reads, uintptr_t address, uint64_t span)
{
    const pto_launch_t *launch = pto_launch_now();
    for (size_t i = 0; i < launch->buffer_num; i++) {
        const pto_gm_buffer_t *buffer = &launch->buffers[i];
        uint64_t offset = address - (uintptr_t)buffer->address;
        bool allowed = reads || buffer->discards;
        if (!allowed || offset >= buffer->bytes || span > buffer->bytes + buffer->slack - offset) {
            continue;
        }
        if (pto_is_first_warning(cmd->loc)) {
            pto_warn("%s: %s %lu bytes past the end of GM buffer %s (%zu bytes), as device allocations allow; at %s:%u",
                     cmd->op->name, reads ? "reads" : "writes", (unsigned long)(offset + span - buffer->bytes),
                     buffer->name != NULL ? buffer->name : "(unnamed)", buffer->bytes, cmd->loc->file, cmd->loc->line);
        }
        return true;
    }
    return false;
}
