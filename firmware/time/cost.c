// SPDX-License-Identifier: Apache-2.0
//
// The duration of a command once it has started.

#include "../ops/tile/tile.h"
#include "time.h"

// Cores that run blocks of one wave share the bandwidth of GM equally, even if only some use it at the moment.
uint32_t time_gm_rate(const pto_core_t *core, uint32_t rate)
{
    uint32_t share = TIME(gm_shared) / time_sharers(core);
    return share < rate ? (share == 0 ? 1 : share) : rate;
}

static cycles_t move(work_t *work, uint64_t bytes, uint64_t bursts, uint32_t rate)
{
    work->rate = rate;
    return TIME(move_start) + bursts * TIME(move_burst) + (bytes + rate - 1) / rate;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static cycles_t cost_of_move(const pto_core_t *core, uint32_t pipe, work_t *work)
{
    uint64_t local = larger(work->local_read, work->local_written);
    if (work->far_read != 0) {  // asks, and waits for the answer
        return 2 * TIME(link_latency) + move(work, work->gm_read, work->gm_bursts, TIME(link_bytes));
    }
    if (work->gm_read != 0 || work->gm_written != 0) {
        uint32_t rate = pipe == PIPE_FIX        ? TIME(l0c_to_gm)
                        : work->gm_written != 0 ? TIME(ub_to_gm)
                        : core->kind->cube      ? TIME(gm_to_l1)
                                                : TIME(gm_to_ub);
        return move(work, work->gm_read + work->gm_written, work->gm_bursts, time_gm_rate(core, rate));
    }
    switch (work->written) {
        case PTO_MEM_L0A:
            return move(work, work->local_written, 0, TIME(l1_to_l0a));
        case PTO_MEM_L0B:
            return move(work, work->local_written, 0, TIME(l1_to_l0b));
        case PTO_MEM_BT:
        case PTO_MEM_FB:
            return move(work, work->local_written, 0, TIME(l1_to_table));
        case PTO_MEM_L1:
            return move(work, local, 0, pipe == PIPE_FIX ? TIME(l0c_to_l1) : TIME(ub_to_l1));
        default:
            return move(work, local, 0, pipe == PIPE_FIX ? TIME(l0c_to_l1) : TIME(ub_to_ub));
    }
}

/// Cube ///

static cycles_t passes(work_t *work, uint64_t m, uint64_t k, uint64_t n, uint32_t bits)
{
    uint32_t depth = 256 / bits;  // elements of 32 bytes
    uint32_t pass = bits == 32 ? TIME(cube_pass_f32) : TIME(cube_pass);
    work->products = m * k * n;
    work->rate = UINT64_C(16) * 16 * depth / pass;
    uint64_t num = (m + 15) / 16 * ((k + depth - 1) / depth) * ((n + 15) / 16);
    return TIME(cube_start) + num * pass;
}

static uint32_t bits_of(uint32_t elem)
{
    return elem == PTO_ELEM_E2M1X2 || elem == PTO_ELEM_E1M2X2 ? 4 : pto_elem_bytes[elem] * 8u;
}

static bool is_tile(const pto_cmd_t *cmd)
{
    return cmd->op->describe == pto_tile_describe;
}

// m and k are those of the left tile, n is that of the right one. A cube command states them itself (ops/cube/mad.c).
static cycles_t cost_of_multiply(const pto_cmd_t *cmd, work_t *work)
{
    if (!is_tile(cmd)) {
        return passes(work, cmd->data[4], cmd->data[6], cmd->data[5], bits_of(cmd->arg[1] & 0xff));
    }
    const pto_tile_op_t *op = pto_tile_op_of(cmd);
    const pto_tile_t *tile = (const pto_tile_t *)cmd->data, *left = NULL, *right = NULL;
    for (const char *kind = op->kinds; *kind != 0 && *kind != 'A'; kind++, tile++) {
        left = tile->loc == PTO_LOC_LEFT && left == NULL ? tile : left;
        right = tile->loc == PTO_LOC_RIGHT && right == NULL ? tile : right;
    }
    if (left == NULL || right == NULL) {
        return TIME(cube_start);
    }
    return passes(work, (uint64_t)left->valid_rows, (uint64_t)left->valid_cols, (uint64_t)right->valid_cols,
                  bits_of(left->elem));
}

cycles_t time_cost(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, work_t *work)
{
    if (cmd->op->means == PTO_MEANS_VECTOR_FUNCTION) {
        return time_function_end();
    }
    switch (pipe) {
        case PIPE_M:
            return cost_of_multiply(cmd, work);
        case PIPE_V:
            if (is_tile(cmd)) {
                cycles_t cycles = time_recipe(cmd, work);
                return cycles != 0 ? cycles : 1;
            }
            return cost_of_move(core, pipe, work);
        default:
            return work->gm_read + work->gm_written + work->local_read + work->local_written != 0
                       ? cost_of_move(core, pipe, work)
                       : 1;
    }
}
