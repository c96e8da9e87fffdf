// SPDX-License-Identifier: Apache-2.0
//
// Checks shared by executors. Each ends the run with a one-line error. Private to firmware/ops.
#ifndef PTO_OPS_CHECK_H
#define PTO_OPS_CHECK_H

#include "../core/core.h"

_Noreturn void pto_bad_width(const pto_op_t *op, const char *what, int64_t value, unsigned bits) __attribute__((cold));
_Noreturn void pto_bad_alignment(const pto_op_t *op, const char *side, uint32_t mem, const char *what, int64_t value,
                                 unsigned unit) __attribute__((cold));

// A write into an input: a fault, or with --gm granule a warning, as devices let kernels keep scratch data there.
void pto_bad_write(const pto_cmd_t *cmd, const pto_gm_buffer_t *buffer) __attribute__((cold));

_Noreturn void pto_bad_range(const pto_core_t *core, const pto_op_t *op, const char *side, uint32_t mem,
                             uintptr_t address, uint64_t span) __attribute__((cold));

// Whether this command has not been warned of yet. Once the list is full every command counts as new.
bool pto_is_first_warning(const pto_loc_t *loc);

// Whether a range of GM starts in a buffer and ends in its slack, where that is allowed.
bool pto_is_in_slack(const pto_cmd_t *cmd, bool reads, uintptr_t address, uint64_t span) __attribute__((cold));

// A value that fits a field.
static inline void pto_check_width(const pto_op_t *op, const char *what, uint64_t value, unsigned bits)
{
    if (value >> bits != 0) {
        pto_bad_width(op, what, (int64_t)value, bits);
    }
}

// A range of GM that a bound buffer holds. `side` is "source" or "destination".
static inline void pto_check_gm(const pto_core_t *core, const pto_cmd_t *cmd, const char *side, uintptr_t address,
                                uint64_t span)
{
    bool reads = side[0] == 's';
    const pto_gm_buffer_t *buffer = pto_gm_holder(address, span);
    if (buffer == NULL && !pto_is_in_slack(cmd, reads, address, span)) {
        pto_bad_range(core, cmd->op, side, PTO_MEM_GM, address, span);
    }
    if (buffer != NULL && buffer->read_only && !reads) {
        pto_bad_write(cmd, buffer);
    }
}

// A range of a memory of the core that starts at a multiple of `unit`; of GM, see pto_check_gm().
static inline void pto_check_mem(const pto_core_t *core, const pto_cmd_t *cmd, const char *side, uint32_t mem,
                                 uintptr_t address, uint64_t span, unsigned unit)
{
    if (mem == PTO_MEM_GM) {
        pto_check_gm(core, cmd, side, address, span);
        return;
    }
    if (address % unit != 0) {
        pto_bad_alignment(cmd->op, side, mem, "offset", pto_mem_offset((pto_mem_t)mem, (const void *)address), unit);
    }
    if (!pto_in_window(core->mem[mem], address, span)) {
        pto_bad_range(core, cmd->op, side, mem, address, span);
    }
}

#endif
