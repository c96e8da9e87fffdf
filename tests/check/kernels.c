// SPDX-License-Identifier: Apache-2.0
//
// One kernel for each finding of `run --check`, its text above it (* stands for anything), and kernels in which there is
// nothing to find. Each runs on a buffer of 8192 bytes, in as many blocks as its comment says.

#include <pto/print.h>
#include <pto/pto.h>

#define N 256  // floats

PTO_VF(scale, (const float *, in), (float *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vmuls(pto_vlds(in, i), 2.0f, mask), out, i, mask);
    }
}

static void load_rows(const float *gm, float *ub, int32_t floats)
{
    pto_mte_gm_ub(gm, ub, 0, floats * 4, .nburst = {1, floats * 4, floats * 4});
}

static void store_rows(const float *ub, float *gm, int32_t floats)
{
    pto_mte_ub_gm(ub, gm, floats * 4, .nburst = {1, floats * 4, floats * 4});
}

static void hand_over(pto_pipe_t from, pto_pipe_t to)
{
    pto_set_flag(from, to, EVENT_ID0);
    pto_wait_flag(from, to, EVENT_ID0);
}

// Stores the first lanes of each register, one behind the other; with `flush` what stays behind too.
PTO_VF(pack, (const float *, in), (float *, out), (int32_t, flush))
{
    pto_align_t stream = pto_init_align();
    for (int32_t i = 0; i < N; i += 64) {
        stream = pto_vstus(stream, 9, pto_vlds(in, i), out + i / 64 * 9);
    }
    if (flush) {
        pto_vstas(stream, out + 36, 0);
    }
}

// silent: 1 block
PTO_KERNEL(flushed, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(pack, pto_ub(float, 0), pto_ub(float, 4096), 1);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(pto_ub(float, 4096), x, 36);
}

// silent: 1 block
PTO_KERNEL(updated_by_the_scalar_unit, (float *, x))
{
    pto_pipe_barrier(PIPE_ALL);  // a step: the block begins with accesses of an earlier one
    for (int32_t i = 0; i < N; i++) {
        pto_store_scalar(pto_load_scalar(x, i) + 1, x, i);
    }
}

// finding: unflushed: a stream of unaligned stores ends at UB +0x1090, and its last bytes, from +0x1080 on, stay behind: a flush (vstas, vstar) would store them: vector function pack at *
PTO_KERNEL(unflushed, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(pack, pto_ub(float, 0), pto_ub(float, 4096), 0);
}

// The one loop stores what the other one loads, row by row; registers of the second one reach past the ends of rows.
PTO_VF(store_and_load, (float *, in), (float *, out), (int32_t, rows), (int32_t, cols), (int32_t, fenced))
{
    for (int32_t row = 0; row < rows; row++, in += 64, out += 64) {
        int32_t left = cols;
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vlds(in, 0), out, 0, mask);
        if (fenced) {
            pto_mem_bar(PTO_VST_VLD);
        }
        pto_vsts(pto_vadds(pto_vlds(out, 0), 1.0f, mask), in, 0, mask);
    }
}

static void stored_and_loaded(float *x, int32_t cols, int32_t fenced)
{
    load_rows(x, pto_ub(float, 0), N);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(store_and_load, pto_ub(float, 0), pto_ub(float, 8192), 4, cols, fenced);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(pto_ub(float, 0), x, N);
}

// silent: 1 block
PTO_KERNEL(fenced, (float *, x))
{
    stored_and_loaded(x, 64, 1);
}

// silent: 1 block
PTO_KERNEL(fenced_ends, (float *, x))
{
    stored_and_loaded(x, 50, 1);
}

// finding: unfenced: UB +0x2000: stored and then loaded, and no mem_bar VST_VLD between the two keeps them in order: vector function store_and_load at *
PTO_KERNEL(unfenced, (float *, x))
{
    stored_and_loaded(x, 64, 0);
}

// finding: unfenced: UB +0x2000: stored and then loaded, and no mem_bar VST_VLD between the two keeps them in order: vector function store_and_load at *
PTO_KERNEL(unfenced_ends, (float *, x))
{
    stored_and_loaded(x, 50, 0);
}

// Three buffers take turns; the flags of each go back and forth.
static void three_buffers(float *x, bool give_back)
{
    for (int32_t i = 0; i < 3 && give_back; i++) {
        pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + i);
    }
    for (int32_t i = 0; i < 7; i++) {
        float *in = pto_ub(float, i % 3 * 1024), *out = pto_ub(float, 8192 + i * 1024);
        if (give_back) {
            pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + i % 3);
        }
        load_rows(x + i * N, in, N);
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0 + i % 3);
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0 + i % 3);
        pto_launch(scale, in, out, N);
        if (give_back) {
            pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + i % 3);
        }
    }
    for (int32_t i = 0; i < 3 && give_back; i++) {
        pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0 + i);
    }
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(pto_ub(float, 8192), x, 7 * N);
}

// silent: 1 block
PTO_KERNEL(three_in_turn, (float *, x))
{
    three_buffers(x, true);
}

// finding: race, write after read: UB +0x0: PIPE_V reads it (vector function scale at *), PIPE_MTE2 writes it (mte_gm_ub at *), and nothing orders the two
PTO_KERNEL(three_not_given_back, (float *, x))
{
    three_buffers(x, false);
}

// silent: 1 block
PTO_KERNEL(ordered, (float *, x))
{
    float *in = pto_ub(float, 0), *out = pto_ub(float, 4096);
    load_rows(x, in, N - 7);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(scale, in, out, N - 7);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(out, x, N - 7);
}

// silent: 4 blocks
PTO_KERNEL(blocks_apart, (float *, x))
{
    float *ub = pto_ub(float, 0), *mine = x + 512 * pto_get_block_idx();
    load_rows(mine, ub, N);
    hand_over(PIPE_MTE2, PIPE_MTE3);
    store_rows(ub, mine, N);
}

// silent: 1 block
PTO_KERNEL(neighbours, (float *, x))
{
    // The loads of `scale` reach into the bytes that MTE2 fills meanwhile, and no result depends on them.
    float *in = pto_ub(float, 0), *next = pto_ub(float, 32), *out = pto_ub(float, 4096);
    load_rows(x, in, 8);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(scale, in, out, 8);
    load_rows(x + 8, next, 8);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(out, x + 1024, 8);
}

// finding: race, read after write: UB +0x0: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_V reads it (vector function scale at *), and nothing orders the two: set_flag PIPE_MTE2 -> PIPE_V behind the first and its wait_flag in front of the second would
PTO_KERNEL(read_after_write, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    pto_launch(scale, pto_ub(float, 0), pto_ub(float, 4096), N);
}

// finding: race, write after read: UB +0x0: PIPE_V reads it (vector function scale at *), PIPE_MTE2 writes it (mte_gm_ub at *), and nothing orders the two: set_flag PIPE_V -> PIPE_MTE2 behind the first
PTO_KERNEL(write_after_read, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(scale, pto_ub(float, 0), pto_ub(float, 4096), N);
    load_rows(x + N, pto_ub(float, 0), N);
}

// finding: race, write after write: UB +0x0: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_MTE2 writes it (mte_gm_ub at *), and nothing orders the two: pipe_barrier PIPE_MTE2 between them would
PTO_KERNEL(write_after_write, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    load_rows(x + N, pto_ub(float, 0), N);
}

// What memory has been through is in more states than there are numbers for: those of long ago are used again.
// finding: race, write after write: UB +0x20: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_MTE2 writes it (mte_gm_ub at *), and nothing orders the two: pipe_barrier PIPE_MTE2 between them would
PTO_KERNEL(after_many, (float *, x))
{
    load_rows(x, pto_ub(float, 32), 8);
    for (uint32_t i = 0; i < 12000; i++) {
        load_rows(x, pto_ub(float, i % 2 * 64), 8);
        pto_pipe_barrier(PIPE_MTE2);
    }
    load_rows(x, pto_ub(float, 32), 8);
    load_rows(x, pto_ub(float, 32), 8);
}

// finding: race, read after write: UB +0x*: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_V reads it (vector function scale at *), and nothing orders the two: *; core 0, block 0; 3 more findings of the same cause
PTO_KERNEL(one_cause, (float *, x))
{
    // One flag between the loads and the first launch would order all of it.
    load_rows(x, pto_ub(float, 0), N);
    load_rows(x + N, pto_ub(float, 1024), N);
    pto_launch(scale, pto_ub(float, 0), pto_ub(float, 4096), N);
    pto_launch(scale, pto_ub(float, 1024), pto_ub(float, 5120), N);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(pto_ub(float, 0), x, N);
}

// finding: race, read after write: UB +0x0: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_V reads it (vector function scale at *), and nothing orders the two: *; 1 more finding of the same cause
PTO_KERNEL(wait_forgotten, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(scale, pto_ub(float, 0), pto_ub(float, 4096), N);
}

// differs: PIPE_MTE2 1 comes after core 0.0 PIPE_V 1
// finding: race, read after write: UB +0x0: PIPE_MTE2 writes it
PTO_KERNEL(waits_for_nothing, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    pto_launch(scale, pto_ub(float, 0), pto_ub(float, 4096), N);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(pto_ub(float, 4096), x + N, N);
}

// differs: PIPE_MTE2 1 comes after core 0.0 PIPE_S 1
// finding: race, read after write: UB +0x0: PIPE_MTE2 writes it
PTO_KERNEL(scalar_is_early, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    float first = pto_load_scalar(pto_ub(float, 0), 0);
    pto_store_scalar(first, pto_ub(float, 4096), 0);
    hand_over(PIPE_S, PIPE_MTE3);
    store_rows(pto_ub(float, 4096), x + N, 1);
}

// finding: flag reused: PIPE_MTE2 -> PIPE_V EVENT_ID0 is set (set_flag at *) while it may be pending from before (wait_flag at * takes that), and nothing orders the two: set_flag PIPE_V -> PIPE_MTE2 behind the wait and its wait_flag in front of the set would
// differs: PIPE_V 1 comes after core 0.0 PIPE_MTE2 4
PTO_KERNEL(set_twice, (float *, x))
{
    for (int32_t i = 0; i < 2; i++) {
        load_rows(x + i * N, pto_ub(float, i * 4096), N);
        hand_over(PIPE_MTE2, PIPE_V);
    }
}

// finding: left over: flag PIPE_MTE2 -> PIPE_V EVENT_ID3 is still set at the end of block 0; set at *kernels.c:*; core 0, block 0
PTO_KERNEL(flag_left, (float *, x))
{
    (void)x;
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
}

// finding: left over: buffer 2 is still held by PIPE_V at the end of block 0; got at *kernels.c:*
PTO_KERNEL(buffer_left, (float *, x))
{
    (void)x;
    pto_get_buf(PIPE_V, 2, 0);
}

// finding: left over: semaphore 3 still counts 2 at the end of block 0; set at *kernels.c:*
PTO_MIXED_KERNEL(semaphore_left, (float *, x))
{
    (void)x;
    PTO_CUBE_SECTION
    {
        pto_set_intra_block(PIPE_FIX, 3);
        pto_set_intra_block(PIPE_FIX, 3);
    }
}

// silent: 1 block
PTO_KERNEL(barrier_between, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    pto_pipe_barrier(PIPE_MTE2);
    load_rows(x + N, pto_ub(float, 0), N);
    hand_over(PIPE_MTE2, PIPE_MTE3);
    store_rows(pto_ub(float, 0), x + 2 * N, N);
}

// From one vector core to the other through GM: the cube core passes the signal on.
// silent: 1 block
PTO_MIXED_KERNEL(passed_on, (float *, x))
{
    PTO_VECTOR_SECTION
    {
        if (pto_get_subblock_idx() == 0) {
            load_rows(x, pto_ub(float, 0), N);
            hand_over(PIPE_MTE2, PIPE_MTE3);
            store_rows(pto_ub(float, 0), x + N, N);
            pto_set_intra_block(PIPE_MTE3, 1);
        } else {
            pto_wait_intra_block(PIPE_MTE2, 2);
            load_rows(x + N, pto_ub(float, 0), N);
            hand_over(PIPE_MTE2, PIPE_MTE3);
            store_rows(pto_ub(float, 0), x + 2 * N, N);
        }
    }
    PTO_CUBE_SECTION
    {
        pto_wait_intra_block(PIPE_S, 1);
        pto_set_intra_block(PIPE_S, 16 + 2);
    }
}

// Two pipes take a set each; with `asks` the second set answers what MTE2 did behind its wait.
static void take_two(bool asks)
{
    PTO_VECTOR_SECTION
    {
        if (pto_get_subblock_idx() == 0) {
            pto_wait_intra_block(PIPE_MTE2, 2);
            if (asks) {
                pto_set_intra_block(PIPE_MTE2, 1);
            }
            pto_wait_intra_block(PIPE_V, 2);
        }
    }
    PTO_CUBE_SECTION
    {
        pto_set_intra_block(PIPE_S, 2);
        if (asks) {
            pto_wait_intra_block(PIPE_S, 1);
        }
        pto_set_intra_block(PIPE_S, 2);
    }
}

// silent: 1 block
PTO_MIXED_KERNEL(a_set_each, (float *, x))
{
    (void)x;
    take_two(false);
}

// finding: semaphore taken: semaphore 2 is waited for by AIV0 PIPE_MTE2 (wait_intra_block at *) and by AIV0 PIPE_V (wait_intra_block at *), and nothing orders the two: one may take the set that the other one needs; core 0 AIV0, block 0
PTO_MIXED_KERNEL(set_taken, (float *, x))
{
    (void)x;
    take_two(true);
}

// finding: uninitialised: PIPE_V reads UB +0x0, which nothing in this block has written: vector function scale at *
PTO_KERNEL(uninitialised, (float *, x))
{
    (void)x;
    pto_launch(scale, pto_ub(float, 0), pto_ub(float, 4096), N);
}

// finding: race, read after write: *gm.bin +0x0: PIPE_MTE3 writes it (mte_ub_gm at *), PIPE_MTE2 reads it (mte_gm_ub at *), and nothing orders the two: set_flag PIPE_MTE3 -> PIPE_MTE2
PTO_KERNEL(through_gm, (float *, x))
{
    load_rows(x + N, pto_ub(float, 0), N);
    hand_over(PIPE_MTE2, PIPE_MTE3);
    store_rows(pto_ub(float, 0), x, N);
    load_rows(x, pto_ub(float, 4096), N);
}

// finding: race between blocks: *gm.bin +0x0: block * writes it (mte_ub_gm at *), block * writes it (mte_ub_gm at *); blocks run in any order, and at one time
PTO_KERNEL(between_blocks, (float *, x))
{
    load_rows(x + N, pto_ub(float, 0), N);
    hand_over(PIPE_MTE2, PIPE_MTE3);
    store_rows(pto_ub(float, 0), x, N);
}

// finding: uninitialised: PIPE_MTE3 reads UB +0x0, which nothing in this block has written: mte_ub_gm at *
PTO_KERNEL(stored_unwritten, (float *, x))
{
    store_rows(pto_ub(float, 0), x, N);
}

// finding: race, read after write: UB +0x0: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_S reads it (*), and nothing orders the two
PTO_KERNEL(scalar_read, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N);
    float first = pto_load_scalar(pto_ub(float, 0), 0);
    pto_store_scalar(first, pto_ub(float, 4096), 0);
}

// finding: race, read after write: UB +0x0: PIPE_MTE2 writes it (mte_gm_ub at *), PIPE_S reads it (a scalar access at pc=* (kernels.c:* plain_read)), and nothing orders the two: set_flag PIPE_MTE2 -> PIPE_S
PTO_KERNEL(plain_read, (float *, x))
{
    volatile float *ub = pto_ub(float, 0);
    load_rows(x, pto_ub(float, 0), N);
    (void)ub[0];
}

// finding: out of bounds: PIPE_S reads 4 bytes at offset 8192 of *gm.bin, which has 8192: a scalar access at pc=* (kernels.c:* past_the_end)
PTO_KERNEL(past_the_end, (float *, x))
{
    (void)*(volatile float *)(x + 2048);
}

// finding: out of bounds: PIPE_S writes 4 bytes at offset 33554432 of *gm.bin, which has 8192: a scalar access at pc=* (kernels.c:* far_in_gm)
PTO_KERNEL(far_in_gm, (float *, x))
{
    *(volatile float *)(x + (8 << 20)) = 1;
}

// What the hardware lets the scalar unit do, as it shares a hart with the others.
// finding: out of bounds: PIPE_S writes 4 bytes at *, which it does not reach: a scalar access at pc=* (kernels.c:* into_l1)
PTO_KERNEL(into_l1, (float *, x))
{
    (void)x;
    *(volatile float *)pto_l1(float, 64) = 1;
}

// finding: out of bounds: PIPE_S writes 4 bytes at *, which it does not reach: a scalar access at pc=* (kernels.c:* into_another_ub)
PTO_KERNEL(into_another_ub, (float *, x))
{
    (void)x;
    *(volatile float *)(pto_ub(float, 0) + PTO_UB_BYTES * 2 / 4) = 1;
}

// finding: out of bounds: PIPE_S writes 4 bytes at *, which it does not reach: a scalar access at pc=* (kernels.c:* into_ub)
PTO_CUBE_KERNEL(into_ub, (float *, x))
{
    (void)x;
    *(volatile float *)pto_ub(float, 64) = 1;
}

PTO_VF(gather_at, (uint32_t *, ub), (uint32_t, index))
{
    pto_b32_t one = pto_pset_b32(PTO_PAT_VL1);
    pto_vsts(pto_vgather2(ub, pto_vbr(index), one), ub, 0, one);
}

// finding: out of bounds: PIPE_V reads 4 bytes at address +0x*, which it does not reach: vector function gather_at at *
PTO_KERNEL(gather_from_another_core, (float *, x))
{
    (void)x;
    pto_launch(gather_at, pto_ub(uint32_t, 0), 2 * PTO_UB_BYTES / 4);
}

PTO_VF(scatter_at, (uint32_t *, ub), (uint32_t, index))
{
    pto_b32_t one = pto_pset_b32(PTO_PAT_VL1);
    pto_vscatter(pto_vbr(index), ub, pto_vbr(index), one);
}

// finding: out of bounds: PIPE_V writes 4 bytes at address +0x*, which it does not reach: vector function scatter_at at *
PTO_KERNEL(scatter_to_another_core, (float *, x))
{
    (void)x;
    pto_launch(scatter_at, pto_ub(uint32_t, 0), 2 * PTO_UB_BYTES / 4);
}

// finding: overlapping bursts: UB +0x20 is written twice by one transfer, in any order: mte_gm_ub at *
PTO_KERNEL(overlap, (float *, x))
{
    pto_mte_gm_ub(x, pto_ub(float, 0), 0, 64, .nburst = {2, 64, 32});
}

// finding: race, read after write: L1 +0x0: PIPE_MTE2 writes it (mte_gm_l1 at *), PIPE_MTE1 reads it (mte_l1_l0a at *), and nothing orders the two: set_flag PIPE_MTE2 -> PIPE_MTE1
PTO_CUBE_KERNEL(cube_read_after_write, (float *, x))
{
    pto_mte_gm_l1(x, pto_l1(float, 0), 1024, .nburst = {1, 1024, 1024});
    pto_mte_l1_l0a(pto_l1(float, 0), pto_l0a(float, 0), 16, 16);
}

// finding: race, read after write: L1 of AIC +0x0: AIV0 PIPE_MTE3 writes it (mte_ub_l1 at *), AIC PIPE_MTE1 reads it (mte_l1_l0a at *), and nothing orders the two: a semaphore between the two cores would
PTO_MIXED_KERNEL(to_the_cube_core, (float *, x))
{
    PTO_VECTOR_SECTION
    {
        if (pto_get_subblock_idx() == 0) {
            load_rows(x, pto_ub(float, 0), N);
            hand_over(PIPE_MTE2, PIPE_MTE3);
            pto_mte_ub_l1(pto_ub(float, 0), pto_l1(float, 0), N / 8, .nburst = {1, 0, 0});
        }
    }
    PTO_CUBE_SECTION
    {
        pto_mte_l1_l0a(pto_l1(float, 0), pto_l0a(float, 0), 16, 16);
    }
}

// finding: uninitialised: PIPE_MTE1 reads L1 +0x400, which nothing in this block has written: mte_l1_l0b at *
PTO_CUBE_KERNEL(cube_uninitialised, (float *, x))
{
    (void)x;
    pto_mte_l1_l0b(pto_l1(float, 1024), pto_l0b(float, 0), 16, 16);
}

// silent: 2 block
PTO_CUBE_KERNEL(cube_ordered, (float *, x))
{
    pto_mte_gm_l1(x, pto_l1(float, 0), 1024, .nburst = {1, 1024, 1024});
    hand_over(PIPE_MTE2, PIPE_MTE1);
    pto_mte_l1_l0a(pto_l1(float, 0), pto_l0a(float, 0), 16, 16);
}

// What is stored as it is, nobody has computed with.
// silent: 1 block
PTO_KERNEL(stored_in_part, (float *, x))
{
    load_rows(x, pto_ub(float, 0), N / 2);
    hand_over(PIPE_MTE2, PIPE_MTE3);
    store_rows(pto_ub(float, 0), x, N);
}

// Of one operand of a product of 16 x 16 only the first 8 of 16 lines in depth are there.
static void multiply_to_depth(float *x, int32_t depth)
{
    pto_mte_gm_l1(x, pto_l1(float, 0), 1024, .nburst = {1, 1024, 1024});
    pto_mte_gm_l1(x, pto_l1(float, 1024), 512, .nburst = {1, 512, 512});
    hand_over(PIPE_MTE2, PIPE_MTE1);
    pto_mte_l1_l0a(pto_l1(float, 0), pto_l0a(float, 0), 16, 16);
    pto_mte_l1_l0b(pto_l1(float, 1024), pto_l0b(float, 0), 16, 16);
    hand_over(PIPE_MTE1, PIPE_M);
    pto_mad(pto_l0a(float, 0), pto_l0b(float, 0), pto_l0c(float, 0), 16, 16, depth);
    hand_over(PIPE_M, PIPE_FIX);
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .layout = {PTO_NZ2ND});
}

// silent: 1 block
PTO_CUBE_KERNEL(carried_and_left, (float *, x))
{
    multiply_to_depth(x, 8);
}

// finding: uninitialised: *gm.bin: * bytes from +0x* on are other ones if local memories begin with other values: PIPE_MTE1 takes along L1 +0x600, which nothing in this block has written: mte_l1_l0b at *
PTO_CUBE_KERNEL(carried_and_multiplied, (float *, x))
{
    multiply_to_depth(x, 16);
}

// Of two equal indices it is chance which row stays, unless the last one has to.
static void scatter_rows(float *x, int32_t last, pto_tile_attr_t conflict)
{
    pto_tensor_t table = pto_tensor(x, f32, ND, {8, 8});
    pto_tile_t rows = pto_tile(VEC, f32, 4, 8, .address = 0), idx = pto_tile(VEC, i32, 1, 8, .address = 4096);
    idx.valid_cols = 4;
    load_rows(x, pto_ub(float, 0), 32);
    for (int32_t i = 0; i < 4; i++) {
        pto_tsetval(int32_t, &idx, i, i == 3 ? last : i);
    }
    hand_over(PIPE_MTE2, PIPE_MTE3);
    hand_over(PIPE_S, PIPE_MTE3);
    pto_mscatter(&table, &rows, &idx, PTO_COALESCE_ROW, PTO_SCATTER_STORE, PTO_SCATTER_UNDEFINED, conflict);
}

// finding: overlapping bursts: *gm.bin +0x20 is written twice by one transfer, in any order: mscatter at *
PTO_KERNEL(scattered_twice, (float *, x))
{
    scatter_rows(x, 1, PTO_CONFLICT_DEFAULT);
}

// silent: 1 block
PTO_KERNEL(scattered_apart, (float *, x))
{
    scatter_rows(x, 7, PTO_CONFLICT_DEFAULT);
}

// silent: 1 block
PTO_KERNEL(scattered_in_order, (float *, x))
{
    scatter_rows(x, 1, PTO_CONFLICT_LAST);
}

// Reads past what has been loaded, and what it reads there matters: it is run again, and prints once.
PTO_VF(print_and_add, (const float *, in), (float *, out))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_printf("lane 40 is %d\n", (int)pto_load_scalar((const int32_t *)in, 40));
    pto_vsts(pto_vadd(pto_vlds(in, 0), pto_vlds(in, 0), all), out, 0, all);
}

// finding: uninitialised: PIPE_V reads UB +0xa0, which nothing in this block has written: vector function print_and_add at *
PTO_KERNEL(printed, (float *, x))
{
    load_rows(x, pto_ub(float, 0), 32);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(print_and_add, pto_ub(float, 0), pto_ub(float, 4096));
}

// A row that the scalar unit writes and a vector function reads.
static void write_and_scale(float *x, int32_t how)
{
    float *ub = pto_ub(float, 0);
    for (int32_t i = 0; i < 64; i++) {
        ub[i] = 1.0f;
    }
    switch (how) {
        case 0: hand_over(PIPE_S, PIPE_V); break;
        case 1: pto_pipe_barrier(PIPE_ALL); break;
        case 2: pto_dsb(PTO_DSB_UB); break;
        default: break;
    }
    pto_launch(scale, ub, pto_ub(float, 4096), 64);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(pto_ub(float, 4096), x, 64);
}

// silent: 2 blocks
PTO_KERNEL(scalar_store_by_flag, (float *, x))
{
    write_and_scale(x + 64 * pto_get_block_idx(), 0);
}

// silent: 1 block
PTO_KERNEL(scalar_store_by_barrier, (float *, x))
{
    write_and_scale(x, 1);
}

// silent: 1 block
PTO_KERNEL(scalar_store_by_dsb, (float *, x))
{
    write_and_scale(x, 2);
}

// finding: race, read after write: UB +0x0: PIPE_S writes it (a scalar access at *), PIPE_V reads it (vector function scale at *), and nothing orders the two: set_flag PIPE_S -> PIPE_V behind the first and its wait_flag in front of the second would
PTO_KERNEL(scalar_store_launched, (float *, x))
{
    write_and_scale(x, 3);
}

// A flag of another pipe says nothing of the store.
// finding: race, read after write: UB +0x0: PIPE_S writes it (a scalar access at *), PIPE_V reads it (vector function scale at *), and nothing orders the two: set_flag PIPE_S -> PIPE_V behind the first and its wait_flag in front of the second would
PTO_KERNEL(scalar_store_beside_a_load, (float *, x))
{
    float *ub = pto_ub(float, 0);
    ub[0] = 1.0f;
    load_rows(x, ub + 1024, 64);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(scale, ub, pto_ub(float, 8192), 1);
}

// Sorts groups of scores to lists of records, and merges these; ends where one list is empty if asked to.
PTO_VF(sort_rows, (float *, scores), (float *, records), (float *, merged), (int32_t, until_empty))
{
    pto_vbitsort(records, scores, (int32_t *)scores + 128, 4);
    pto_vmrgsort4(merged, records, records + 64, records + 128, records + 192, 32, until_empty << 12 | 1);
    pto_vtranspose(scores, merged, 1);
    pto_vsort32(records, merged, 1);
}

static void sort_and_store(float *x, int32_t loaded, int32_t until_empty)
{
    load_rows(x, pto_ub(float, 0), loaded);
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(sort_rows, pto_ub(float, 0), pto_ub(float, 4096), pto_ub(float, 8192), until_empty);
    hand_over(PIPE_V, PIPE_MTE3);
    store_rows(pto_ub(float, 8192), x, 256);
}

// silent: 1 block
PTO_KERNEL(sorted, (float *, x))
{
    sort_and_store(x, 256, 0);
}

// finding: uninitialised: PIPE_V reads UB +0x3*, which nothing in this block has written: vector function sort_rows at *
PTO_KERNEL(sorted_unwritten, (float *, x))
{
    sort_and_store(x, 240, 0);
}
