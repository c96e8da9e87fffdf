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

// How every core begins: firmware/core/core.h holds the core, hal/hal.h the registers of a hart that lead here.
typedef struct {
    pto_spr_t spr;
    hal_window_t ub;    // what scalar accesses reach; 0 bytes on a cube core
    pto_reach_t reach;  // and vector accesses
    uint32_t ready;   // bits of the pipes, PIPE_S among them, whose commands may run inside their issue
    hal_sync_t sync;
    const pto_loc_t *flag_loc[HAL_SYNC_PLACES][HAL_SYNC_PLACES][PTO_EVENT_ID_NUM];  // who set it
} pto_direct_t;

// The core whose scalar unit runs here, or NULL.
static inline __attribute__((always_inline)) pto_direct_t *pto_direct(void)
{
    pto_direct_t *const *hart = hal_tp();
    return hart[2];
}

static inline __attribute__((always_inline)) bool pto_flag_is_ready(const pto_direct_t *core, uint32_t src,
                                                                    uint32_t dst, int64_t id)
{
    uint32_t both = 1u << (src & 7) | 1u << (dst & 7);
    return core != NULL && (core->ready & both) == both && src < PTO_PIPE_NUM && dst < PTO_PIPE_NUM && src != dst &&
           (uint64_t)id < PTO_EVENT_ID_NUM;
}

// Sets a flag, or says that this is no case for the short way.
static inline __attribute__((always_inline)) bool pto_set_flag_now(const pto_loc_t *loc, uint32_t src, uint32_t dst,
                                                                   int64_t id)
{
    pto_direct_t *core = pto_direct();
    if (__builtin_expect(
            !pto_flag_is_ready(core, src, dst, id) || hal_sync_set_here(&core->sync, src, dst, (uint32_t)id), 0)) {
        return false;
    }
    core->flag_loc[hal_sync_place(src)][hal_sync_place(dst)][id] = loc;
    return true;
}

static inline __attribute__((always_inline)) bool pto_wait_flag_now(uint32_t src, uint32_t dst, int64_t id)
{
    pto_direct_t *core = pto_direct();
    if (__builtin_expect(
            !pto_flag_is_ready(core, src, dst, id) || !hal_sync_take_here(&core->sync, src, dst, (uint32_t)id), 0)) {
        return false;
    }
    return true;
}

#endif
