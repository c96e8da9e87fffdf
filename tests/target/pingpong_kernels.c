// SPDX-License-Identifier: Apache-2.0

#include "pingpong_kernels.h"

#include <pto/pto.h>

// Event ids with the document's names.
enum {
    EVT_IN_FWD_0,
    EVT_IN_FWD_1,
    EVT_IN_REV_0,
    EVT_IN_REV_1,
    EVT_OUT_FWD_0,
    EVT_OUT_FWD_1,
    EVT_OUT_REV_0,
    EVT_OUT_REV_1,
};

// Buffer ids.
enum { BUFID_IN, BUFID_OUT = BUFID_IN + 2 };

enum { TILE_BYTES = TILE * sizeof(float) };

#define UB_IN(i)  pto_ub(float, (i) * TILE_BYTES)
#define UB_OUT(i) pto_ub(float, (2 + (i)) * TILE_BYTES)

// A synchronisation that `omit` may remove.
#define SYNC(number, call)              \
    do {                                \
        if (!(omit >> (number) & 1)) {  \
            call;                       \
        }                               \
    } while (0)

PTO_VF(abs_tile, (float *, in), (float *, out))
{
    for (int32_t lane = 0; lane < TILE; lane += 64) {
        pto_vf32_t v = pto_vlds(in, lane);
        pto_b32_t mask = pto_pset_b32(PTO_PAT_ALL);
        pto_vsts(pto_vabs(v, mask), out, lane, mask);
    }
}

static inline void load(const float *gm, float *ub)
{
    pto_mte_gm_ub(gm, ub, 0, TILE_BYTES, .nburst = {1, TILE_BYTES, TILE_BYTES});
}

static inline void store(const float *ub, float *gm)
{
    pto_mte_ub_gm(ub, gm, TILE_BYTES, .nburst = {1, TILE_BYTES, TILE_BYTES});
}

PTO_KERNEL(pingpong_flags, (float *, in), (float *, out), (int32_t, tiles), (uint32_t, omit))
{
    // Pre-loop: all buffers are free.
    SYNC(PRIME_IN_0, pto_set_flag(PIPE_V, PIPE_MTE2, EVT_IN_REV_0));
    SYNC(PRIME_IN_1, pto_set_flag(PIPE_V, PIPE_MTE2, EVT_IN_REV_1));
    SYNC(PRIME_OUT_0, pto_set_flag(PIPE_MTE3, PIPE_V, EVT_OUT_REV_0));
    SYNC(PRIME_OUT_1, pto_set_flag(PIPE_MTE3, PIPE_V, EVT_OUT_REV_1));

    for (int32_t i = 0; i < tiles; i++) {
        int32_t pp = i % 2;

        // MTE2: load tile i.
        SYNC(WAIT_IN_REV, pto_wait_flag(PIPE_V, PIPE_MTE2, EVT_IN_REV_0 + pp));
        load(in + i * TILE, UB_IN(pp));
        SYNC(SET_IN_FWD, pto_set_flag(PIPE_MTE2, PIPE_V, EVT_IN_FWD_0 + pp));

        // Vector: compute.
        SYNC(WAIT_IN_FWD, pto_wait_flag(PIPE_MTE2, PIPE_V, EVT_IN_FWD_0 + pp));
        SYNC(WAIT_OUT_REV, pto_wait_flag(PIPE_MTE3, PIPE_V, EVT_OUT_REV_0 + pp));
        pto_launch(abs_tile, UB_IN(pp), UB_OUT(pp));
        SYNC(SET_IN_REV, pto_set_flag(PIPE_V, PIPE_MTE2, EVT_IN_REV_0 + pp));
        SYNC(SET_OUT_FWD, pto_set_flag(PIPE_V, PIPE_MTE3, EVT_OUT_FWD_0 + pp));

        // MTE3: store the result.
        SYNC(WAIT_OUT_FWD, pto_wait_flag(PIPE_V, PIPE_MTE3, EVT_OUT_FWD_0 + pp));
        store(UB_OUT(pp), out + i * TILE);
        SYNC(SET_OUT_REV, pto_set_flag(PIPE_MTE3, PIPE_V, EVT_OUT_REV_0 + pp));
    }

    // Post-loop: a wait for each set before the loop.
    SYNC(DRAIN_IN_0, pto_wait_flag(PIPE_V, PIPE_MTE2, EVT_IN_REV_0 + (tiles - 1) % 2));
    SYNC(DRAIN_IN_1, pto_wait_flag(PIPE_V, PIPE_MTE2, EVT_IN_REV_0 + (tiles - 2) % 2));
    SYNC(DRAIN_OUT_0, pto_wait_flag(PIPE_MTE3, PIPE_V, EVT_OUT_REV_0 + (tiles - 1) % 2));
    SYNC(DRAIN_OUT_1, pto_wait_flag(PIPE_MTE3, PIPE_V, EVT_OUT_REV_0 + (tiles - 2) % 2));
}

PTO_KERNEL(pingpong_bufs, (float *, in), (float *, out), (int32_t, tiles), (uint32_t, omit))
{
    for (int32_t i = 0; i < tiles; i++) {
        int32_t pp = i % 2;

        // MTE2: load tile i.
        SYNC(GET_LOAD, pto_get_buf(PIPE_MTE2, BUFID_IN + pp, 0));
        load(in + i * TILE, UB_IN(pp));
        SYNC(RLS_LOAD, pto_rls_buf(PIPE_MTE2, BUFID_IN + pp, 0));

        // Vector: compute.
        SYNC(GET_VECTOR_IN, pto_get_buf(PIPE_V, BUFID_IN + pp, 0));
        SYNC(GET_VECTOR_OUT, pto_get_buf(PIPE_V, BUFID_OUT + pp, 0));
        pto_launch(abs_tile, UB_IN(pp), UB_OUT(pp));
        SYNC(RLS_VECTOR_IN, pto_rls_buf(PIPE_V, BUFID_IN + pp, 0));
        SYNC(RLS_VECTOR_OUT, pto_rls_buf(PIPE_V, BUFID_OUT + pp, 0));

        // MTE3: store the result.
        SYNC(GET_STORE, pto_get_buf(PIPE_MTE3, BUFID_OUT + pp, 0));
        store(UB_OUT(pp), out + i * TILE);
        SYNC(RLS_STORE, pto_rls_buf(PIPE_MTE3, BUFID_OUT + pp, 0));
    }
}

const char *const flag_op_names[FLAG_OP_NUM] = {
    [PRIME_IN_0] = "set V->MTE2 before the loop, buffer 0",
    [PRIME_IN_1] = "set V->MTE2 before the loop, buffer 1",
    [PRIME_OUT_0] = "set MTE3->V before the loop, buffer 0",
    [PRIME_OUT_1] = "set MTE3->V before the loop, buffer 1",
    [WAIT_IN_REV] = "wait V->MTE2",
    [SET_IN_FWD] = "set MTE2->V",
    [WAIT_IN_FWD] = "wait MTE2->V",
    [WAIT_OUT_REV] = "wait MTE3->V",
    [SET_IN_REV] = "set V->MTE2",
    [SET_OUT_FWD] = "set V->MTE3",
    [WAIT_OUT_FWD] = "wait V->MTE3",
    [SET_OUT_REV] = "set MTE3->V",
    [DRAIN_IN_0] = "wait V->MTE2 after the loop, last buffer",
    [DRAIN_IN_1] = "wait V->MTE2 after the loop, other buffer",
    [DRAIN_OUT_0] = "wait MTE3->V after the loop, last buffer",
    [DRAIN_OUT_1] = "wait MTE3->V after the loop, other buffer",
};

const char *const buf_op_names[BUF_OP_NUM] = {
    [GET_LOAD] = "get_buf MTE2 in",
    [RLS_LOAD] = "rls_buf MTE2 in",
    [GET_VECTOR_IN] = "get_buf V in",
    [GET_VECTOR_OUT] = "get_buf V out",
    [RLS_VECTOR_IN] = "rls_buf V in",
    [RLS_VECTOR_OUT] = "rls_buf V out",
    [GET_STORE] = "get_buf MTE3 out",
    [RLS_STORE] = "rls_buf MTE3 out",
};
