// SPDX-License-Identifier: Apache-2.0
//
// What the kernels of this gallery share: tiles of 256 floats in UB, moved and computed whole.
#ifndef BUGS_H
#define BUGS_H

#include <pto/pto.h>

enum { N = 256, TILE_BYTES = N * 4 };

#define TILE(number) pto_ub(float, (number) * TILE_BYTES)

PTO_VF(absolute, (const float *, in), (float *, out))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < N; i += 64) {
        pto_vsts(pto_vabs(pto_vlds(in, i), all), out, i, all);
    }
}

PTO_VF(add_one, (const float *, in), (float *, out))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < N; i += 64) {
        pto_vsts(pto_vadds(pto_vlds(in, i), 1.0f, all), out, i, all);
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

static inline void hand_over(pto_pipe_t from, pto_pipe_t to)
{
    pto_set_flag(from, to, EVENT_ID0);
    pto_wait_flag(from, to, EVENT_ID0);
}

#endif
