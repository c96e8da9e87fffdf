// SPDX-License-Identifier: Apache-2.0
//
// Four blocks on three cores each, with four mistakes: what the checker says of all of them is cluster.txt.
//
// Each vector core doubles a tile in UB and stores it to GM. The cube core loads both to L1, takes them on to L0A, and
// stores a copy of its own.

#include <pto/pto.h>

enum { N = 256, BYTES = N * 4, FROM_AIV0 = 0, FROM_AIV1 = 16, DONE = 0 };

PTO_VF(twice, (const float *, in), (float *, out))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < N; i += 64) {
        pto_vsts(pto_vmuls(pto_vlds(in, i), 2.0f, all), out, i, all);
    }
}

static void vector_part(float *x, float *y)
{
    float *in = pto_ub(float, 0), *out = pto_ub(float, BYTES);
    pto_mte_gm_ub(x, in, 0, BYTES, .nburst = {1, BYTES, BYTES});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(twice, in, out);
    // Nothing makes MTE3 wait for V.
    pto_mte_ub_gm(out, y, BYTES, .nburst = {1, BYTES, BYTES});
    // The signal is V's, and the store is MTE3's.
    pto_set_intra_block(PIPE_V, DONE);
}

static void cube_part(float *y)
{
    pto_wait_intra_block(PIPE_MTE2, FROM_AIV0);
    pto_wait_intra_block(PIPE_MTE2, FROM_AIV1);
    pto_mte_gm_l1(y, pto_l1(float, 0), 2 * BYTES, .nburst = {1, 2 * BYTES, 2 * BYTES});
    // Nothing makes MTE1 wait for MTE2.
    pto_mte_l1_l0a(pto_l1(float, 0), pto_l0a(float, 0), 16, 16);
    pto_mte_l1_l0a(pto_l1(float, BYTES), pto_l0a(float, BYTES), 16, 16);
}

PTO_MIXED_KERNEL(cluster, (float *, x), (float *, y))
{
    // All blocks have the same rows of y.
    float *mine = y + pto_get_subblock_idx() * N;
    PTO_VECTOR_SECTION
    {
        vector_part(x + (pto_get_block_idx() * 2 + pto_get_subblock_idx()) * N, mine);
    }
    PTO_CUBE_SECTION
    {
        cube_part(y);
    }
}
