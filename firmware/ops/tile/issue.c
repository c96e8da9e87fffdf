// SPDX-License-Identifier: Apache-2.0
//
// Issue of tile instructions: waits for their events and fills a record.

#include <pto/print.h>

#include "tile.h"

/// Events ///

void pto_tile_after_at(const pto_event_t *events)
{
    const pto_agent_t *agent = pto_agent();
    if (agent != NULL) {
        agent->core->su.after = events;
        agent->core->view.ready &= -PTO_TURNS;  // so that the next instruction takes the slow path
    }
}

static __attribute__((noinline, cold)) void wait_for_them(pto_core_t *core, const pto_loc_t *loc, uint32_t pipe)
{
    const pto_event_t *event = core->su.after;
    core->su.after = NULL;
    for (; event->pipe != PIPE_ALL; event++) {
        bool waits = event->pipe != pipe;  // a pipe runs its commands in order
#ifdef PTO_OBSERVED
        waits |= pipe == PIPE_MTE2 || pipe == PIPE_MTE3;  // for a checker, their transfers may overlap
#endif
        if (waits) {
            pto_wait_event_at(loc, pipe, *event);
        }
    }
    pto_set_pending(core, core->pending);
}

static inline void wait_for_events(pto_core_t *core, const pto_loc_t *loc, uint32_t pipe)
{
    if (core->su.after != NULL) {
        wait_for_them(core, loc, pipe);
    }
}

void pto_tsync_at(const pto_loc_t *loc, const pto_event_t *events)
{
    for (; events->pipe != PIPE_ALL; events++) {
        pto_wait_event_at(loc, PIPE_S, *events);
    }
}

pto_event_t pto_tile_reached_at(const pto_loc_t *loc, uint32_t pipe)
{
    return pto_pipe_barrier_at(loc, pipe);
}

void pto_tile_settle_at(const pto_loc_t *loc, uint32_t pipe)
{
    pto_wait_event_at(loc, PIPE_S, pto_pipe_barrier_at(loc, pipe));
}

void pto_tsync_op_at(const pto_loc_t *loc, const pto_tile_op_t *op, pto_tile_loc_t src)
{
    uint32_t pipe = op->pipe;
    if (pipe == PTO_TILE_PIPE_LOAD) {
        pipe = PIPE_MTE2;
    } else if (pipe == PTO_TILE_PIPE_STORE) {
        pipe = src == PTO_LOC_ACC ? PIPE_FIX : PIPE_MTE3;
    } else if (pipe >= PTO_PIPE_NUM) {
        pipe = pto_tile_pipe_of_locations(src, PTO_LOC_VEC);
    }
    pto_pipe_barrier_at(loc, pipe);
}

/// Records ///

void *pto_tile_begin_at(const pto_loc_t *loc, const pto_tile_op_t *op, uint32_t pipe)
{
    pto_core_t *core = pto_issuer(loc, op->op.name);
    wait_for_events(core, loc, pipe);
    return pto_issue_begin(core, pipe, &op->op, loc)->data;
}

pto_event_t pto_tile_commit_at(uint32_t pipe)
{
    return pto_issue_commit(hal_hart()->issuer, pipe);
}

pto_event_t pto_tile_queue_run_at(const pto_loc_t *loc, const pto_tile_op_t *op, uint32_t pipe)
{
    pto_core_t *core = pto_issuer(loc, op->op.name);
    wait_for_events(core, loc, pipe);
    pto_cmd_t *cmd = pto_issue_begin(core, pipe, &op->run, loc);
    hal_copy(cmd->data, &core->view.now.run, sizeof core->view.now.run);
    return pto_issue_commit(core, pipe);
}

bool pto_tile_in_gm_at(const void *gm, uint64_t bytes)
{
    return pto_in_gm((uintptr_t)gm, bytes);
}

pto_step_t pto_tile_exec_run(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)core, (void)pipe;
    pto_tile_run((const pto_tile_run_t *)cmd->data);
    return PTO_DONE;
}

__attribute__((weak)) void pto_tile_run(const pto_tile_run_t *run)
{
    run->routine(run);
}

/// Reports ///

size_t pto_tile_describe_run(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    const pto_tile_run_t *run = (const pto_tile_run_t *)cmd->data;
    return pto_format(text, bytes, "vec +0x%x %d x %d %s", run->address, run->valid_rows, run->valid_cols,
                      pto_elem_names[run->elem]);
}

static size_t describe_operand(char kind, const uint8_t *at, const char *comma, char *text, size_t bytes)
{
    const pto_tile_t *tile = (const pto_tile_t *)at;
    if (kind == 'G') {
        return pto_format(text, bytes, "%stensor at 0x%lx", comma,
                          (unsigned long)(uintptr_t)((const pto_tensor_t *)at)->data);
    }
    if (!pto_tile_is_tile_kind(kind) || !pto_tile_is_present(tile)) {
        return 0;
    }
    return pto_format(text, bytes, "%s%s +0x%x %d x %d %s", comma, pto_tile_loc_names[tile->loc], tile->address,
                      tile->valid_rows, tile->valid_cols, pto_elem_names[tile->elem]);
}

size_t pto_tile_describe(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    size_t length = 0;
    const uint8_t *at = (const uint8_t *)cmd->data;
    for (const char *kind = pto_tile_op_of(cmd)->kinds; *kind != 0; at += pto_tile_operand_bytes(*kind++)) {
        length += describe_operand(*kind, at, length == 0 ? "" : ", ", text + length, bytes - length);
    }
    return length;
}
