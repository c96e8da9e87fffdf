// SPDX-License-Identifier: Apache-2.0
//
// Kernels as people write them, for the checker, as in kernels.c: tokens, loops in loops, counts that come from data,
// steps that not every iteration takes, slots that cores share. Each legal one has a twin with one mistake.

#include <pto/pto.h>
#include <pto/tile.h>

#define N 64  // floats

PTO_VF(twice, (const float *, in), (float *, out))
{
    pto_vsts(pto_vadd(pto_vlds(in, 0), pto_vlds(in, 0), pto_pset_b32(PTO_PAT_ALL)), out, 0, pto_pset_b32(PTO_PAT_ALL));
}

static void load_row(const float *gm, float *ub)
{
    pto_mte_gm_ub(gm, ub, 0, N * 4, .nburst = {1, N * 4, N * 4});
}

static void store_row(const float *ub, float *gm)
{
    pto_mte_ub_gm(ub, gm, N * 4, .nburst = {1, N * 4, N * 4});
}

static void hand_over(pto_pipe_t from, pto_pipe_t to)
{
    pto_set_flag(from, to, EVENT_ID0);
    pto_wait_flag(from, to, EVENT_ID0);
}

// How often, from data that compilers do not know: 5 to 8.
static int32_t turns(const float *x)
{
    return 5 + (((const volatile uint8_t *)x)[2] & 3);
}

/// Two buffers by tokens ///

static void by_tokens(float *x, int32_t mode, int32_t out_slots)
{
    for (int32_t i = 0, n = turns(x); i < n; i++) {
        int32_t in = i % 2, out = i % out_slots;
        pto_get_buf(PIPE_MTE2, in, 0);
        load_row(x + i * N, pto_ub(float, in * 256));
        pto_rls_buf(PIPE_MTE2, in, 0);
        pto_get_buf(PIPE_V, in, mode);
        pto_get_buf(PIPE_V, 2 + i % 2, 0);
        pto_launch(twice, pto_ub(float, in * 256), pto_ub(float, 1024 + out * 256));
        pto_rls_buf(PIPE_V, in, mode);
        pto_rls_buf(PIPE_V, 2 + i % 2, 0);
        pto_get_buf(PIPE_MTE3, 2 + i % 2, 0);
        store_row(pto_ub(float, 1024 + out * 256), x + 1024 + i * N);
        pto_rls_buf(PIPE_MTE3, 2 + i % 2, 0);
    }
}

// silent: 1 block
PTO_KERNEL(tokens, (float *, x))
{
    by_tokens(x, 0, 2);
}

// A get of mode 1 does not wait; its release does.
// finding: race, read after write: UB +0x0: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_V reads it (vector function twice at *), and nothing orders the two
PTO_KERNEL(token_of_mode_1, (float *, x))
{
    by_tokens(x, 1, 2);
}

// Two tokens, one buffer.
// finding: race, write after read: UB +0x400: PIPE_MTE3 reads it (mte_ub_gm at *), PIPE_V writes it (vector function twice at *), and nothing orders the two
PTO_KERNEL(tokens_for_one, (float *, x))
{
    by_tokens(x, 0, 1);
}

/// A step that not every iteration takes, in a loop in a loop ///

static void now_and_then(float *x, bool always_back)
{
    pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID3);
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t j = 0, n = turns(x); j < n; j++) {
            bool loads = j % 3 == 0, last = j % 3 == 2 || j == n - 1;
            if (loads) {
                pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID3);
                load_row(x + i * N, pto_ub(float, 0));
                pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0 + i);
                pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0 + i);
            }
            if (loads && always_back) {
                pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID3);
            }
            pto_launch(twice, pto_ub(float, 0), pto_ub(float, 4096 + (i * 8 + j) * 256));
            if (last && !always_back) {
                pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID3);
            }
        }
    }
    pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID3);
    hand_over(PIPE_V, PIPE_MTE3);
    pto_mte_ub_gm(pto_ub(float, 4096), x + 512, 24 * 256, .nburst = {1, 0, 0});
}

// silent: 1 block
PTO_KERNEL(flags_now_and_then, (float *, x))
{
    now_and_then(x, false);
}

// The buffer is given back before it has been read.
// finding: race, write after read: UB +0x0: PIPE_V reads it (vector function twice at *), PIPE_MTE2 writes it (mte_gm_ub at *), and nothing orders the two
PTO_KERNEL(given_back_early, (float *, x))
{
    now_and_then(x, true);
}

/// Slots in L1, between a vector core and the cube core ///

static void send_tiles(float *x, int32_t slots, int32_t credits)
{
    int32_t n = turns(x);
    PTO_VECTOR_SECTION
    {
        for (int32_t i = 0; i < n && pto_get_subblock_idx() == 0; i++) {
            load_row(x + i * N, pto_ub(float, i * 1024));
            pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0 + i);
            pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0 + i);
            if (i >= credits) {
                pto_wait_intra_block(PIPE_MTE3, 1);
            }
            pto_mte_ub_l1(pto_ub(float, i * 1024), pto_l1(float, i % slots * 1024), 8, .nburst = {1, 0, 0});
            pto_set_intra_block(PIPE_MTE3, 0);
        }
        for (int32_t i = 0; i < credits && pto_get_subblock_idx() == 0; i++) {
            pto_wait_intra_block(PIPE_MTE3, 1);
        }
    }
    PTO_CUBE_SECTION
    {
        for (int32_t i = 0; i < n; i++) {
            pto_wait_intra_block(PIPE_MTE1, 0);
            pto_mte_l1_l0a(pto_l1(float, i % slots * 1024), pto_l0a(float, 0), 16, 4);
            pto_set_intra_block(PIPE_MTE1, 1);
        }
    }
}

// silent: 1 block
PTO_MIXED_KERNEL(slots, (float *, x))
{
    send_tiles(x, 2, 2);
}

// finding: race, *L1 of AIC +0x0: *AIV0 PIPE_MTE3 writes it (mte_ub_l1 at *
PTO_MIXED_KERNEL(credit_too_many, (float *, x))
{
    send_tiles(x, 2, 3);
}

/// Scales of a product ///

static void multiply_with_scales(float *x, bool late)
{
    pto_e4m3_t *a = pto_l1(pto_e4m3_t, 0), *b = pto_l1(pto_e4m3_t, 1024), *scales = pto_l1(pto_e4m3_t, 2048);
    pto_mte_gm_l1(x, pto_l1(float, 0), 2048 + 256, .nburst = {1, 0, 0});
    hand_over(PIPE_MTE2, PIPE_MTE1);
    pto_mte_l1_l0a(a, pto_l0a(pto_e4m3_t, 0), 16, 64);
    pto_mte_l1_l0b(b, pto_l0b(pto_e4m3_t, 0), 64, 16);
    pto_mte_l1_l0a_mx(scales, pto_l0a(pto_e4m3_t, 0), 16, 64);
    if (!late) {
        pto_mte_l1_l0b_mx(scales, pto_l0b(pto_e4m3_t, 0), 64, 16);
    }
    hand_over(PIPE_MTE1, PIPE_M);
    if (late) {
        pto_mte_l1_l0b_mx(scales, pto_l0b(pto_e4m3_t, 0), 64, 16);
    }
    pto_mad_mx(pto_l0a(pto_e4m3_t, 0), pto_l0b(pto_e4m3_t, 0), pto_l0c(float, 0), 16, 16, 64);
    hand_over(PIPE_M, PIPE_FIX);
    pto_mte_l0c_gm(pto_l0c(float, 0), x + 1024 + 256 * pto_get_block_idx(), 16, 16, 16, 16, 0, 0, .layout = {PTO_NZ2ND});
}

// silent: 4 blocks
PTO_CUBE_KERNEL(scales_in_time, (float *, x))
{
    multiply_with_scales(x, false);
}

// finding: race, read after write: the scales of L0B +0x0: PIPE_MTE1 writes it (mte_l1_l0b_mx at *), PIPE_M reads it (mad_mx at *), and nothing orders the two
PTO_CUBE_KERNEL(scales_late, (float *, x))
{
    multiply_with_scales(x, true);
}

/// Events, and blocks whose ends meet ///

static void by_events(float *x, bool waits)
{
    pto_event_t stored = PTO_EVENT_DONE;
    for (int32_t i = 0, n = turns(x); i < n; i++) {
        pto_wait_event(PIPE_MTE2, stored);
        pto_mte_gm_ub(x + i * N, pto_ub(float, 0), 0, N * 4, .nburst = {1, N * 4, N * 4});
        hand_over(PIPE_MTE2, PIPE_MTE3);
        pto_event_t done = pto_mte_ub_gm(pto_ub(float, 0), x + 1024 + i * N, N * 4, .nburst = {1, N * 4, N * 4});
        stored = waits ? done : stored;
    }
}

// silent: 1 block
PTO_KERNEL(events, (float *, x))
{
    by_events(x, true);
}

// finding: race, write after read: UB +0x0: PIPE_MTE3 reads it (mte_ub_gm at *), PIPE_MTE2 writes it (mte_gm_ub at *), and nothing orders the two
PTO_KERNEL(event_not_waited_for, (float *, x))
{
    by_events(x, false);
}

// Rows of 60 numbers, stored in whole blocks of 32 bytes.
// finding: race between blocks: *gm.bin +0x*: block * writes it (mte_ub_gm at *), block * writes it (mte_ub_gm at *)
PTO_KERNEL(ends_overlap, (float *, x))
{
    load_row(x + 1024, pto_ub(float, 0));
    hand_over(PIPE_MTE2, PIPE_MTE3);
    store_row(pto_ub(float, 0), x + 60 * pto_get_block_idx());
}

/// Tiles ///

// A merge that ends with the first list that does leaves the rest of dst as it was.
static void merge(float *x, bool exhausted)
{
    pto_tile_t list[2] = {pto_tile(VEC, f32, 1, 16, .address = 0), pto_tile(VEC, f32, 1, 16, .address = 64)};
    pto_tile_t merged = pto_tile(VEC, f32, 1, 32, .address = 128);
    pto_tensor_t from = pto_tensor(x, f32, ND, {1, 16}), to = pto_tensor(x + 1024, f32, ND, {1, 32});
    pto_tload(&list[0], &from, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_tload(&list[1], &from, PTO_NONE, PTO_PAD_MODE_NULL);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_tmrgsort2(&merged, NULL, &list[0], &list[1], exhausted);
    hand_over(PIPE_V, PIPE_MTE3);
    pto_tstore(&to, &merged, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
}

// silent: 1 block
PTO_KERNEL(whole_merge, (float *, x))
{
    merge(x, false);
}

// finding: uninitialised: PIPE_MTE3 reads UB +0x*, which nothing in this block has written: tstore at *
PTO_KERNEL(rest_of_merge, (float *, x))
{
    merge(x, true);
}

// 64 comparisons fill one store of 16 bytes, half of the mask.
static void select_larger(float *x, int32_t stored)
{
    pto_tile_t a = pto_tile(VEC, f32, 1, 64, .address = 0), mask = pto_tile(VEC, u8, 1, 32, .address = 256);
    pto_tensor_t gm = pto_tensor(x, f32, ND, {1, 64}), to = pto_tensor(x + 1024, u8, ND, {1, stored});
    pto_tload(&a, &gm, PTO_NONE, PTO_PAD_MODE_NULL);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_tcmps(&mask, &a, 1.0f, PTO_COMPARE_GT);
    pto_tsels(&a, &mask, &a, NULL, 0.0f);
    hand_over(PIPE_V, PIPE_MTE3);
    mask.valid_cols = stored;
    pto_tstore(&to, &mask, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
}

// silent: 1 block
PTO_KERNEL(bits_of_mask, (float *, x))
{
    select_larger(x, 16);
}

// finding: uninitialised: PIPE_MTE3 reads UB +0x110, which nothing in this block has written: tstore at *
PTO_KERNEL(rest_of_mask, (float *, x))
{
    select_larger(x, 32);
}
