// SPDX-License-Identifier: Apache-2.0
//
// The fast path of commands: those that run inside their own issue, in the code of the kernel. Private to these
// headers.
//
// A core is `ready` if all its agents live on one hart, under the eager policy, with nothing queued. Then set_flag sets
// its flag at once, and a wait for a flag that is set only clears it. All other cases (a flag that is not set, invalid
// ids, other policies, several harts, observers) take the slow path, through a record.
#ifndef PTO_DIRECT_H
#define PTO_DIRECT_H

#include <pto/types.h>

#include <hal/sync_regs.h>
#include <hal/vector/core.h>
#include <isa/limits.h>

/**
 * A decoded tile instruction of known shape: a routine and the addresses of its operands (pto/tile/run.h).
 *
 * The result is at d, sources at a, b and c (those that the routine has), s is a scalar. Each advances by its step in
 * bytes from row to row; steps are unused if there is one row. The routine defines the meaning of rows and columns; for
 * lane-wise ones they are runs of elements.
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

// The tile instruction that runs inside its issue; laid out like the begin of a command record. It runs while `loc` is
// not NULL.
typedef struct {
    const void *op;
    const pto_loc_t *loc;
    uint16_t arg[4];
    pto_tile_run_t run;
} pto_tile_now_t;

// Source locations that set each flag, by the slots of its pipes and its id.
typedef const pto_loc_t *pto_flag_locs_t[HAL_SYNC_PLACES][HAL_SYNC_PLACES][PTO_EVENT_ID_NUM];

// A set_flag or wait_flag as one word, for cores that queue it (firmware/core/flags.h):
//
//   [6:0] bits of both pipes  [9:7] its pipe  [10] 1  [13:11] the other pipe  [15] it is a set
//   [23:16] index of its pair of pipes  [30:24] id  [31] 1
#define PTO_FLAG_PIPE  7u  // first bits
#define PTO_FLAG_OTHER 11u
#define PTO_FLAG_SETS  0x8000u

static inline __attribute__((always_inline)) uint32_t pto_flag_word(bool sets, uint32_t src, uint32_t dst, uint32_t id)
{
    uint32_t pipe = sets ? src : dst, other = sets ? dst : src;
    return (1u << src | 1u << dst) | pipe << PTO_FLAG_PIPE | 1u << 10 | other << PTO_FLAG_OTHER |
           (sets ? PTO_FLAG_SETS : 0) | hal_sync_pair(src, dst) << 16 | id << 24 | 1u << 31;
}

#define PTO_TURNS 0x1000000u

// Common prefix of every core: firmware/core/core.h has the rest, hal/hal.h the hart registers that point to it.
typedef struct {
    pto_spr_t *spr;
    hal_window_t ub;       // reach of scalar accesses; 0 bytes on a cube core
    pto_reach_t reach;     // reach of vector accesses
    // Bits of the pipes, PIPE_S included: those whose commands may run inside their issue; and as multiples of PTO_TURNS
    // all, if they take turns and nobody observes them.
    uint32_t ready;
    const pto_gm_buffer_t *gm;  // of the launch: PTO_GM_BUFFER_MAX, unused ones are empty
    pto_tile_now_t now;
    pto_flag_locs_t *flag_loc;
    hal_sync_t sync;
} pto_direct_t;

// Returns the core whose scalar unit runs here, or NULL.
static inline __attribute__((always_inline)) pto_direct_t *pto_direct(void)
{
    pto_direct_t *const *hart = (pto_direct_t *const *)hal_tp();
    return hart[2];
}

_Static_assert(PTO_PIPE_NUM == 7, "pto_is_flag");

// Whether such a flag exists between two of these pipes. Bit 7 of the mask is 0: there is no pipe 7.
static inline __attribute__((always_inline)) bool pto_is_flag(uint32_t pipes, uint32_t src, uint32_t dst, int64_t id)
{
    uint32_t both = 1u << (src & 7) | 1u << (dst & 7);
    return (src | dst) <= 7 && (pipes & both) == both && src != dst && (uint64_t)id < PTO_EVENT_ID_NUM;
}

// Sets a flag; returns false if that needs the slow path.
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
