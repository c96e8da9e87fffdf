// SPDX-License-Identifier: Apache-2.0
//
// Blocks and cores that share GM, as in kernels.c: barriers of the launch, cross-core flags, atomic updates.

#include <pto/comm.h>
#include <pto/pto.h>

#define N 64  // floats

static void load_rows(const float *gm, float *ub)
{
    pto_mte_gm_ub(gm, ub, 0, N * 4, .nburst = {1, N * 4, N * 4});
}

static void store_rows(const float *ub, float *gm)
{
    pto_mte_ub_gm(ub, gm, N * 4, .nburst = {1, N * 4, N * 4});
}

// Stores a row of this block, or core, to GM.
static void store_own(float *x, uint32_t row)
{
    load_rows(x + 512 + N * row, pto_ub(float, 0));
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    store_rows(pto_ub(float, 0), x + N * row);
}

// Loads the row of the next block, and stores it elsewhere.
static void copy_next(float *x)
{
    uint32_t block = (uint32_t)pto_get_block_idx();
    load_rows(x + N * ((block + 1) % pto_get_block_num()), pto_ub(float, 1024));
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID1);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID1);
    store_rows(pto_ub(float, 1024), x + 1280 + N * block);
}

// silent: 4 blocks
PTO_KERNEL(met, (float *, x))
{
    store_own(x, pto_get_block_idx());
    pto_pipe_barrier(PIPE_ALL);
    pto_syncall(PTO_SYNC_AIV_ONLY);
    copy_next(x);
}

// Who has arrived may still be storing.
// finding: race between blocks: *gm.bin +0x*: block * writes it (mte_ub_gm at *), block * reads it (mte_gm_ub at *); blocks run in any order, and at one time; 4 times
PTO_KERNEL(met_too_early, (float *, x))
{
    store_own(x, pto_get_block_idx());
    pto_syncall(PTO_SYNC_AIV_ONLY);
    copy_next(x);
}

// finding: race between blocks: *gm.bin +0x*: block * writes it (mte_ub_gm at *), block * reads it (mte_gm_ub at *); blocks run in any order, and at one time; 4 times
PTO_KERNEL(met_softly_too_early, (float *, x))
{
    store_own(x, pto_get_block_idx());
    pto_syncall_soft(PTO_SYNC_AIV_ONLY, (int32_t *)x + 1024, 0);
    copy_next(x);
}

// silent: 2 blocks
PTO_KERNEL(met_often, (float *, x))
{
    for (uint32_t i = 0; i < 140; i++) {
        if (pto_get_block_idx() == i % 2) {
            store_own(x, 0);
        }
        pto_pipe_barrier(PIPE_ALL);
        pto_syncall(PTO_SYNC_AIV_ONLY);
    }
}

// arch: a2a3
// silent: 4 blocks
PTO_KERNEL(all_told, (float *, x))
{
    store_own(x, pto_get_block_idx());
    pto_set_cross_core(PIPE_MTE3, 0, 1);
    pto_wait_flag_dev(1);
    copy_next(x);
}

// The flag is MTE2's, and the store is MTE3's.
// arch: a2a3
// finding: race between blocks: *gm.bin +0x*: block * writes it (mte_ub_gm at *), block * reads it (mte_gm_ub at *); blocks run in any order, and at one time; 4 times
PTO_KERNEL(all_told_too_early, (float *, x))
{
    store_own(x, pto_get_block_idx());
    pto_set_cross_core(PIPE_MTE2, 0, 1);
    pto_wait_flag_dev(1);
    copy_next(x);
}

// Both vector cores store two rows and tell of each; the cube core needs the second ones.
static void tell_twice(float *x, int32_t waits)
{
    PTO_VECTOR_SECTION
    {
        for (uint32_t i = 0; i < 2; i++) {
            store_own(x, 2 * i + pto_get_subblock_idx());
            pto_set_cross_core(PIPE_MTE3, 2, 1);
            pto_pipe_barrier(PIPE_ALL);
        }
    }
    PTO_CUBE_SECTION
    {
        for (int32_t i = 0; i < waits; i++) {
            pto_wait_flag_dev(1);
        }
        pto_mte_gm_l1(x + 2 * N, pto_l1(float, 0), 2 * N * 4, .nburst = {1, 2 * N * 4, 2 * N * 4});
        for (int32_t i = waits; i < 2; i++) {
            pto_wait_flag_dev(1);
        }
    }
}

// arch: a2a3
// silent: 1 block
PTO_MIXED_KERNEL(told_twice, (float *, x))
{
    tell_twice(x, 2);
}

// The first flag says nothing of the second rows, whether or not they are there by then.
// arch: a2a3
// finding: race, read after write: *gm.bin +0x200: AIV0 PIPE_MTE3 writes it (mte_ub_gm at *), AIC PIPE_MTE2 reads it (mte_gm_l1 at *), and nothing orders the two: a semaphore between the two cores would
PTO_MIXED_KERNEL(told_once, (float *, x))
{
    tell_twice(x, 1);
}

// Block 1 reads a row of block 0 when a signal in GM says 7.
static void pass_by_signal(float *x, bool too_early)
{
    pto_tensor_t signal = pto_tensor((int32_t *)x + 1024, i32, ND, {1});
    if (pto_get_block_idx() == 0) {
        if (too_early) {
            pto_comm_tnotify(&signal, 7, PTO_NOTIFY_SET);
        }
        store_own(x, 0);
        if (!too_early) {
            pto_comm_tnotify(&signal, 7, PTO_NOTIFY_SET);
        }
    } else if (pto_get_block_idx() == 1) {
        pto_comm_twait(&signal, 7, PTO_COMPARE_EQ);
        load_rows(x, pto_ub(float, 1024));
    }
}

// silent: 2 blocks
PTO_KERNEL(signalled, (float *, x))
{
    pass_by_signal(x, false);
}

// finding: race between blocks: *gm.bin +0x0: block 0 writes it (mte_ub_gm at *), block 1 reads it (mte_gm_ub at *); blocks run in any order, and at one time
PTO_KERNEL(signalled_too_early, (float *, x))
{
    pass_by_signal(x, true);
}

// Adds a row of this block to a row of all.
static void add_own(float *x)
{
    load_rows(x + 512 + N * pto_get_block_idx(), pto_ub(float, 0));
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    store_rows(pto_ub(float, 0), x);
    pto_set_atomic_none();
}

// silent: 4 blocks
PTO_KERNEL(added, (float *, x))
{
    pto_set_atomic_f32();
    pto_set_atomic_add();
    add_own(x);
}

// That its own part is in the sum says nothing of the others'.
// finding: race between blocks: *gm.bin +0x0: block * writes it (mte_ub_gm at *), block 1 reads it (mte_gm_ub at *); blocks run in any order, and at one time; 3 times
PTO_KERNEL(added_and_read, (float *, x))
{
    pto_set_atomic_f32();
    pto_set_atomic_add();
    add_own(x);
    pto_set_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID0);
    pto_wait_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID0);
    if (pto_get_block_idx() == 1) {
        load_rows(x, pto_ub(float, 1024));
    }
}

// Additions may change places, but not with the larger of two.
// finding: race between blocks: *gm.bin +0x0: block * writes it (mte_ub_gm at *), block * writes it (mte_ub_gm at *); blocks run in any order, and at one time; 3 times
PTO_KERNEL(added_and_compared, (float *, x))
{
    pto_set_atomic_f32();
    if (pto_get_block_idx() == 1) {
        pto_set_atomic_max();
    } else {
        pto_set_atomic_add();
    }
    add_own(x);
}

// Each block tells by signals of its own, which lie side by side; all wait for those of the next block.
// silent: 4 blocks
PTO_KERNEL(signals_side_by_side, (float *, x))
{
    enum { SIGNALS = 8 };
    int32_t *signals = (int32_t *)x + 1024, block = (int32_t)pto_get_block_idx();
    store_own(x, pto_get_block_idx());
    for (int32_t i = 0; i < SIGNALS; i++) {
        pto_tensor_t own = pto_tensor(signals + 4 * i + block, i32, ND, {1});
        pto_comm_tnotify(&own, 7, PTO_NOTIFY_SET);
    }
    for (int32_t i = 0; i < SIGNALS; i++) {
        pto_tensor_t next = pto_tensor(signals + 4 * i + (block + 1) % 4, i32, ND, {1});
        pto_comm_twait(&next, 7, PTO_COMPARE_EQ);
    }
    copy_next(x);
}
