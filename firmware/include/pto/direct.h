// SPDX-License-Identifier: Apache-2.0
//
// The short way of commands: what runs inside its own issue, in the code of the kernel. Private to these headers.
//
// A core whose agents all live on one hart, under the eager policy, with nothing queued anywhere, is `ready`: a flag is
// set where set_flag stands, and a wait for a flag that is set only takes it. All else (a flag that is not set, ids
// that are wrong, other policies, several harts, observers) goes the long way, through a record.
#ifndef PTO_DIRECT_H
#define PTO_DIRECT_H

#include <pto/types.h>

#include <hal/sync_regs.h>
#include <hal/vector/core.h>
#include <isa/limits.h>

/**
 * What is left of a tile instruction of known shape: a routine, and where its operands lie (pto/tile_run.h).
 *
 * The result is at d, sources at a, b and c (of those that the routine has), s is a scalar. All of them advance from
 * row to row by their steps in bytes, which nothing reads where there is one row. What rows and columns count is the
 * routine's to say; of lane-wise ones they are runs of elements.
 */
typedef struct pto_tile_run pto_tile_run_t;
typedef void (*pto_tile_routine_t)(const pto_tile_run_t *run);
struct pto_tile_run {
    pto_tile_routine_t routine;
    uint8_t *d;
    const uint8_t *a, *b, *c;
    uint64_t s;
    size_t rows, cols;
    ptrdiff_t d_step, a_step, b_step, c_step;
    // The first operand, for reports
    uint32_t address, elem;
    int32_t valid_rows, valid_cols;
};

// The tile instruction that runs inside its issue: begins as a command record does. It runs while `loc` is not NULL.
typedef struct {
    const void *op;
    const pto_loc_t *loc;
    uint16_t arg[4];
    pto_tile_run_t run;
} pto_tile_now_t;

// By the places of its pipes and its id: who set a flag.
typedef const pto_loc_t *pto_flag_locs_t[HAL_SYNC_PLACES][HAL_SYNC_PLACES][PTO_EVENT_ID_NUM];

// How every core begins: firmware/core/core.h holds the core, hal/hal.h the registers of a hart that lead here.
typedef struct {
    pto_spr_t *spr;
    hal_window_t ub;            // what scalar accesses reach; 0 bytes on a cube core
    pto_reach_t reach;          // and vector accesses
    uint32_t ready;             // bits of the pipes, PIPE_S among them, whose commands may run inside their issue
    const pto_gm_buffer_t *gm;  // of the launch: PTO_GM_BUFFER_MAX, unused ones are empty
    pto_tile_now_t now;
    pto_flag_locs_t *flag_loc;
    hal_sync_t sync;
} pto_direct_t;

// The core whose scalar unit runs here, or NULL.
static inline __attribute__((always_inline)) pto_direct_t *pto_direct(void)
{
    pto_direct_t *const *hart = (pto_direct_t *const *)hal_tp();
    return hart[2];
}

_Static_assert(PTO_PIPE_NUM == 7, "pto_is_flag");

// Whether there is such a flag between two of these pipes. Bit 7 of the mask is 0: pipe 7 is none of them.
static inline __attribute__((always_inline)) bool pto_is_flag(uint32_t pipes, uint32_t src, uint32_t dst, int64_t id)
{
    uint32_t both = 1u << (src & 7) | 1u << (dst & 7);
    return (src | dst) <= 7 && (pipes & both) == both && src != dst && (uint64_t)id < PTO_EVENT_ID_NUM;
}

// Sets a flag, or says that this is no case for the short way.
static inline __attribute__((always_inline)) bool pto_set_flag_now(const pto_loc_t *loc, uint32_t src, uint32_t dst,
                                                                   int64_t id)
{
    pto_direct_t *core = pto_direct();
    if (__builtin_expect(core == NULL || !pto_is_flag(core->ready, src, dst, id) ||
                             hal_sync_set_here(&core->sync, src, dst, (uint32_t)id),
                         0)) {
        return false;
    }
    (*core->flag_loc)[hal_sync_place(src)][hal_sync_place(dst)][id] = loc;
    return true;
}

static inline __attribute__((always_inline)) bool pto_wait_flag_now(uint32_t src, uint32_t dst, int64_t id)
{
    pto_direct_t *core = pto_direct();
    return __builtin_expect(core != NULL && pto_is_flag(core->ready, src, dst, id) &&
                                hal_sync_take_here(&core->sync, src, dst, (uint32_t)id),
                            1);
}

#endif
