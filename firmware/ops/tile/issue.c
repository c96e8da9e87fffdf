// SPDX-License-Identifier: Apache-2.0
//
// Issuing tile instructions: operands into a record, events in front of it.

#include <stdarg.h>

#include "../../core/print.h"
#include "tile.h"

/// Pipes ///

// The first tile or tensor among the operands of one side.
static const pto_tile_t *first_tile(const pto_tile_op_t *op, va_list *arguments, bool of_ins)
{
    va_list args;
    va_copy(args, *arguments);
    const pto_tile_t *found = NULL;
    const char *kind = op->kinds;
    uint32_t outs = 1;  // instructions whose pipe depends on a location have one
    for (uint32_t i = 0; *kind != 0 && found == NULL; kind++, i++) {
        const void *operand = NULL;
        switch (*kind) {
            case 'S':
            case 'Q':
                (void)va_arg(args, pto_scalar_t);
                break;
            case 'I':
                (void)va_arg(args, int64_t);
                break;
            case 'A':
                (void)va_arg(args, int);
                break;
            default:
                operand = va_arg(args, const void *);
                break;
        }
        if (operand != NULL && *kind != 'G' && (i >= outs) == of_ins) {
            found = operand;
        }
    }
    va_end(args);
    return found;
}

static uint32_t pipe_of_move(uint32_t src, uint32_t dst)
{
    switch (src) {
        case PTO_LOC_ACC:
            return PIPE_FIX;
        case PTO_LOC_MAT:
            return PIPE_MTE1;
        default:
            return dst == PTO_LOC_VEC ? PIPE_V : PIPE_MTE3;
    }
}

static uint32_t pipe_of(const pto_tile_op_t *op, va_list *arguments)
{
    if (op->pipe < PTO_PIPE_NUM) {
        return op->pipe;
    }
    if (op->pipe == PTO_TILE_PIPE_LOAD) {
        return PIPE_MTE2;
    }
    const pto_tile_t *src = first_tile(op, arguments, true);
    if (op->pipe == PTO_TILE_PIPE_STORE) {
        return src != NULL && src->loc == PTO_LOC_ACC ? PIPE_FIX : PIPE_MTE3;
    }
    if (op->pipe == PTO_TILE_PIPE_PAD) {
        return src != NULL && src->loc == PTO_LOC_MAT ? PIPE_MTE1 : PIPE_V;
    }
    const pto_tile_t *dst = first_tile(op, arguments, false);
    return pipe_of_move(src != NULL ? src->loc : PTO_LOC_VEC, dst != NULL ? dst->loc : PTO_LOC_VEC);
}

/// Events ///

// What the next instruction of each core waits for. Set and used by its scalar unit, within one expression.
static const pto_event_t *after[BOARD_CLUSTERS][PTO_CLUSTER_CORES];

static const pto_event_t **after_of(const pto_core_t *core)
{
    return &after[pto_cluster_index(core)][core->slot];
}

void pto_tile_after_at(const pto_event_t *events)
{
    const pto_agent_t *agent = pto_agent();
    if (agent != NULL) {
        *after_of(agent->core) = events;
    }
}

static void wait_for_events(const pto_core_t *core, const pto_loc_t *loc, uint32_t pipe)
{
    const pto_event_t *event = *after_of(core);
    if (event == NULL) {
        return;
    }
    *after_of(core) = NULL;
    for (; event->pipe != PIPE_ALL; event++) {
        if (event->pipe != pipe) {  // a pipe runs its commands in order
            pto_wait_event_at(loc, pipe, *event);
        }
    }
}

void pto_tsync_at(const pto_loc_t *loc, const pto_event_t *events)
{
    for (; events->pipe != PIPE_ALL; events++) {
        pto_wait_event_at(loc, PIPE_S, *events);
    }
}

void pto_tsync_op_at(const pto_loc_t *loc, const pto_tile_op_t *op, pto_tile_loc_t src)
{
    uint32_t pipe = op->pipe;
    if (pipe == PTO_TILE_PIPE_LOAD) {
        pipe = PIPE_MTE2;
    } else if (pipe == PTO_TILE_PIPE_STORE) {
        pipe = src == PTO_LOC_ACC ? PIPE_FIX : PIPE_MTE3;
    } else if (pipe >= PTO_PIPE_NUM) {
        pipe = pipe_of_move(src, PTO_LOC_VEC);
    }
    pto_pipe_barrier_at(loc, pipe);
}

/// Records ///

// Takes one operand off the arguments and appends it to the record. NULL becomes zeros.
static uint64_t *put(uint64_t *at, const uint64_t *end, const pto_loc_t *loc, const pto_tile_op_t *op, const void *from,
                     size_t bytes)
{
    if ((size_t)(end - at) * 8 < bytes) {
        pto_fault_at(loc, "%s: the operands exceed a command record", op->op.name);
    }
    if (from != NULL) {
        __builtin_memcpy(at, from, bytes);
    } else {
        __builtin_memset(at, 0, bytes);
    }
    return at + bytes / 8;
}

pto_event_t pto_tile_issue(const pto_loc_t *loc, const pto_tile_op_t *op, ...)
{
    pto_core_t *core = pto_issuer(loc, op->op.name);
    va_list args;
    va_start(args, op);
    uint32_t pipe = pipe_of(op, &args);
    wait_for_events(core, loc, pipe);
    pto_cmd_t *cmd = pto_issue_begin(core, pipe, &op->op, loc);
    uint64_t *at = cmd->data;
    const uint64_t *end = at + PTO_CMD_DATA / 8;
    for (const char *kind = op->kinds; *kind != 0; kind++) {
        switch (*kind) {
            case 'S':
            case 'Q': {
                pto_scalar_t scalar = va_arg(args, pto_scalar_t);
                at = put(at, end, loc, op, &scalar, sizeof scalar);
                break;
            }
            case 'I': {
                int64_t number = va_arg(args, int64_t);
                at = put(at, end, loc, op, &number, sizeof number);
                break;
            }
            case 'A': {
                int64_t attribute = va_arg(args, int);
                at = put(at, end, loc, op, &attribute, sizeof attribute);
                break;
            }
            case 'W':
                (void)va_arg(args, const void *);
                break;
            default:
                at = put(at, end, loc, op, va_arg(args, const void *),
                         *kind == 'G' ? sizeof(pto_tensor_t) : sizeof(pto_tile_t));
                break;
        }
    }
    va_end(args);
    return pto_issue_commit(core, pipe);
}

/// Reports ///

size_t pto_tile_describe(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    size_t length = 0;
    const uint8_t *at = (const uint8_t *)cmd->data;
    for (const char *kind = pto_tile_op_of(cmd)->kinds; *kind != 0; kind++) {
        switch (*kind) {
            case 'G':
                length += pto_format(text + length, bytes - length, "%stensor at 0x%lx", length == 0 ? "" : ", ",
                                     (unsigned long)(uintptr_t)((const pto_tensor_t *)at)->data);
                at += sizeof(pto_tensor_t);
                break;
            case 'S':
            case 'Q':
                at += sizeof(pto_scalar_t);
                break;
            case 'I':
            case 'A':
                at += 8;
                break;
            case 'W':
                break;
            default: {
                const pto_tile_t *tile = (const pto_tile_t *)at;
                if (pto_tile_is_present(tile)) {
                    length += pto_format(text + length, bytes - length, "%s%s +0x%x %d x %d %s",
                                         length == 0 ? "" : ", ", pto_tile_loc_names[tile->loc], tile->address,
                                         tile->valid_rows, tile->valid_cols, pto_elem_names[tile->elem]);
                }
                at += sizeof(pto_tile_t);
                break;
            }
        }
    }
    return length;
}
