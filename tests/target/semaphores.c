// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation of the cores of a cluster and of a launch, under every schedule.
//
// The vector cores of a block bring the halves of a tile to L1, the cube core brings the tile to the UB of the first,
// which stores it; several tiles, so that each buffer is used again and every hand-over needs both directions.

#include <pto/pto.h>

#include <hal/hal.h>
#include <pto/tap.h>

#include "schedules.h"

enum { TILE = 512, HALF = TILE / 2, TILES = 3, BLOCKS = 3, N = BLOCKS * TILES * TILE };
enum { FULL, BACK, L1_FREE, UB_FREE };
enum { SKIP_NONE = -1 };

static float in[N];
static float out[N];
static float want[N];

PTO_VF(abs_vf, (const float *, from), (float *, to))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < HALF; i += 64) {
        pto_vsts(pto_vabs(pto_vlds(from, i), all), to, i, all);
    }
}

// Both profiles in one text: sets and waits of the cube core are for both vector cores.
static void set_both(uint32_t pipe, int64_t id, bool a5)
{
    if (a5) {
        pto_set_intra_block(pipe, id);
        pto_set_intra_block(pipe, id + 16);
    } else {
        pto_set_cross_core(pipe, 2, id);
    }
}

// A wait may be skipped by its number in `skip`.
#define WAIT(number, pipe, id)      \
    do {                            \
        if (skip != (number)) {     \
            pto_sync_wait(pipe, id); \
        }                           \
    } while (0)

static void cube_side(bool a5, int32_t skip)
{
    for (int32_t t = 0; t < TILES; t++) {
        WAIT(0, PIPE_MTE1, FULL);
        if (a5) {
            WAIT(1, PIPE_MTE1, FULL + 16);
        }
        if (t > 0) {
            WAIT(2, PIPE_MTE1, UB_FREE);
            if (a5) {
                WAIT(3, PIPE_MTE1, UB_FREE + 16);
            }
        }
        pto_mte_l1_ub(pto_l1(float, 0), pto_ub(float, 8192), TILE * 4 / 32, .nburst = {1, 0, 0});
        set_both(PIPE_MTE1, BACK, a5);
        if (t + 1 < TILES) {
            set_both(PIPE_MTE1, L1_FREE, a5);
        }
    }
}

static void store_tile(float *out, int32_t half, int32_t skip, bool more)
{
    WAIT(5, PIPE_MTE3, BACK);
    if (half == 0) {
        pto_mte_ub_gm(pto_ub(float, 8192), out, TILE * 4, .nburst = {1, TILE * 4, TILE * 4});
    }
    if (more) {
        pto_sync_set(PIPE_MTE3, UB_FREE);
    }
}

// Sends each tile before it stores the previous one.
static void vector_side(const float *in, float *out, int32_t skip)
{
    int32_t half = (int32_t)pto_get_subblock_idx() * HALF;
    float *from = pto_ub(float, 0), *to = pto_ub(float, 4096);
    for (int32_t t = 0; t < TILES; t++) {
        if (t > 0) {
            pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
            pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID1);
        }
        pto_mte_gm_ub(in + t * TILE + half, from, 0, HALF * 4, .nburst = {1, HALF * 4, HALF * 4});
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_launch(abs_vf, from, to);
        pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
        pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
        if (t > 0) {
            WAIT(4, PIPE_MTE3, L1_FREE);
        }
        pto_mte_ub_l1(to, pto_l1(float, half * 4), HALF * 4 / 32, .nburst = {1, 0, 0});
        pto_sync_set(PIPE_MTE3, FULL);
        if (t + 1 < TILES) {
            pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
            pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID1);
        }
        if (t > 0) {
            store_tile(out + (t - 1) * TILE, half, skip, true);
        }
    }
    store_tile(out + (TILES - 1) * TILE, half, skip, false);
}

PTO_MIXED_KERNEL(exchange, (const float *, in), (float *, out), (int32_t, a5), (int32_t, skip))
{
    int64_t block = pto_get_block_idx() * TILES * TILE;
    PTO_CUBE_SECTION
    {
        cube_side(a5 != 0, skip);
    }
    PTO_VECTOR_SECTION
    {
        vector_side(in + block, out + block, skip);
    }
}

static bool run_exchange(const schedule_t *s, pto_arch_t arch, int32_t skip, pto_run_result_t *result)
{
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0]), arch == PTO_ARCH_A5, (uint64_t)(int64_t)skip};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}};
    schedule_t mine = *s;
    mine.options.block_num = BLOCKS;
    mine.options.arch = arch;
    for (int k = 0; k < N; k++) {
        out[k] = -1.0f;
    }
    return schedule_run(&mine, &pto_kernel_exchange, args, buffers, 2, result) == 0;
}

static void test_exchange(pto_arch_t arch, const char *name)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        pto_run_result_t result;
        bool clean = run_exchange(&s, arch, SKIP_NONE, &result) && result.warnings == 0;
        if (!clean || __builtin_memcmp(out, want, sizeof want) != 0) {
            tap_note("%s: %s", s.name, clean ? "wrong result" : result.report);
            wrong++;
        }
    }
    tap_equal(wrong, 0, "%s, under %u schedules", name, schedule_num());
}

// Without any one of the waits some schedule gives other bytes, and all of them report leftovers.
static void test_skips(pto_arch_t arch, const char *name)
{
    for (int32_t skip = 0; skip <= 5; skip++) {
        if (arch == PTO_ARCH_A2A3 && (skip == 1 || skip == 3)) {
            continue;  // one wait covers both vector cores
        }
        unsigned noticed = 0, wrong = 0;
        for (unsigned i = 0; i < schedule_num(); i++) {
            schedule_t s = schedule(i);
            pto_run_result_t result;
            bool clean = run_exchange(&s, arch, skip, &result);
            noticed += !clean || result.warnings != 0;
            wrong += clean && __builtin_memcmp(out, want, sizeof want) != 0;
        }
        tap_equal(noticed, schedule_num(), "%s without wait %d: every schedule says that something is left", name,
                  (int)skip);
        tap_ok(wrong != 0 || skip == 3, "%s without wait %d: some schedule gives other bytes", name, (int)skip);
        tap_note("%u of %u schedules", wrong, schedule_num());
    }
}

/// Barriers ///

enum { ROUNDS = 3, CORES = 6, MODE0, HARD_AIV, SOFT_AIV, HARD_MIX };

static int32_t board[ROUNDS][CORES];
static int32_t sums[CORES];
static int32_t counter[16];

// In each round every core writes its element, and after the barrier adds up the elements of all.
static void add_rounds(int32_t *board, int32_t *sums, int32_t *counter, int32_t how, int32_t self, int32_t cores)
{
    int32_t sum = 0;
    for (int32_t round = 0; round < ROUNDS; round++) {
        pto_store_scalar(self + 1 + round, board, round * CORES + self);
        if (how == MODE0) {
            pto_set_cross_core(PIPE_S, 0, 5);
            pto_wait_flag_dev(5);
        } else if (how == SOFT_AIV) {
            pto_syncall_soft(PTO_SYNC_AIV_ONLY, counter, 0);
        } else {
            pto_syncall(how == HARD_AIV ? PTO_SYNC_AIV_ONLY : PTO_SYNC_MIX);
        }
        for (int32_t i = 0; i < cores; i++) {
            sum += pto_load_scalar(board, round * CORES + i);
        }
    }
    pto_store_scalar(sum, sums, self);
}

PTO_KERNEL(vector_rounds, (int32_t *, board), (int32_t *, sums), (int32_t *, counter), (int32_t, how))
{
    add_rounds(board, sums, counter, how, (int32_t)pto_get_block_idx(), (int32_t)pto_get_block_num());
}

PTO_MIXED_KERNEL(mixed_rounds, (int32_t *, board), (int32_t *, sums), (int32_t *, counter), (int32_t, how))
{
    int32_t role = pto_on_cube_core() ? 0 : 1 + (int32_t)pto_get_subblock_idx();
    add_rounds(board, sums, counter, how, (int32_t)pto_get_block_idx() * 3 + role, 3 * (int32_t)pto_get_block_num());
}

static void test_rounds(const pto_kernel_t *kernel, int32_t how, uint32_t blocks, int32_t cores, const char *name)
{
    const uint64_t args[] = {PTO_ARG(&board[0][0]), PTO_ARG(&sums[0]), PTO_ARG(&counter[0]), (uint64_t)how};
    const pto_gm_buffer_t buffers[] = {
        {board, sizeof board, "board"}, {sums, sizeof sums, "sums"}, {counter, sizeof counter, "counter"}};
    int32_t expected = 0;
    for (int32_t i = 0; i < ROUNDS * cores; i++) {
        expected += i / cores + i % cores + 1;
    }
    unsigned wrong = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.block_num = blocks;
        s.options.arch = PTO_ARCH_A2A3;
        __builtin_memset(board, 0, sizeof board);
        __builtin_memset(sums, 0, sizeof sums);
        __builtin_memset(counter, 0, sizeof counter);
        pto_run_result_t result;
        bool right = schedule_run(&s, kernel, args, buffers, 3, &result) == 0 && result.warnings == 0;
        for (int32_t k = 0; k < CORES; k++) {
            right = right && sums[k] == (k < cores ? expected : 0);
        }
        wrong += !right;
    }
    tap_equal(wrong, 0, "%s of %d cores, under %u schedules", name, (int)cores, schedule_num());
}

/// Single rules: reports on one hart ///

static int32_t number;  // the run-time id of a kernel below

PTO_MIXED_KERNEL(counts, (int32_t, sets), (int32_t, waits), (int32_t, id))
{
    PTO_CUBE_SECTION
    {
        for (int32_t i = 0; i < sets; i++) {
            pto_set_intra_block(PIPE_FIX, id); // the cube core's set
        }
    }
    PTO_VECTOR_SECTION
    {
        for (int32_t i = 0; i < waits && pto_get_subblock_idx() == id / 16; i++) {
            pto_wait_intra_core(PIPE_V, id % 16);
        }
    }
}

PTO_MIXED_KERNEL(cross_counts, (int32_t, sets), (int32_t, waits), (int32_t, id))
{
    PTO_CUBE_SECTION
    {
        for (int32_t i = 0; i < waits; i++) {
            pto_wait_flag_dev(id);
        }
    }
    PTO_VECTOR_SECTION
    {
        for (int32_t i = 0; i < sets; i++) {
            pto_set_cross_core(PIPE_MTE3, 2, id);
        }
    }
}

// Vector core 0 reaches its second command only if the wait blocks just its own pipe.
PTO_MIXED_KERNEL(one_pipe, (int32_t, whole_core), (int32_t, unused), (int32_t, id))
{
    (void)unused;
    PTO_CUBE_SECTION
    {
        pto_wait_cross_core(PIPE_FIX, 1);
        pto_set_cross_core(PIPE_FIX, 2, id);
    }
    PTO_VECTOR_SECTION
    {
        if (whole_core) {
            pto_wait_flag_dev(id);
        } else {
            pto_wait_cross_core(PIPE_V, id);
        }
        pto_set_cross_core(PIPE_MTE3, 2, 1);
    }
}

PTO_MIXED_KERNEL(vector_id, (int32_t, core), (int32_t, id), (int32_t, unused))
{
    (void)unused;
    PTO_VECTOR_SECTION
    {
        if (pto_get_subblock_idx() == core) {
            pto_set_intra_block(PIPE_V, id);
        }
    }
}

PTO_KERNEL(alone, (int32_t, how), (int32_t, id), (int32_t, unused))
{
    (void)unused;
    switch (how) {
        case 0: pto_set_intra_block(PIPE_V, id); break;
        case 1: pto_set_cross_core(PIPE_V, id, 0); break;
        case 2: pto_syncall(PTO_SYNC_AIV_ONLY); break;
        case 3: pto_syncall(PTO_SYNC_AIC_ONLY); break;
        case 4: pto_syncall_soft(PTO_SYNC_AIV_ONLY, &number, 0); break;
        case 5: pto_wait_flag_dev(id); break;
        case 7: pto_set_cross_core_with(id, 0); break;
        case 8: pto_wait_flag_dev_with(id, 0); break;
        default: pto_set_cross_core(PIPE_V, 1, 0); pto_wait_flag_dev(0); break;
    }
}

typedef struct {
    const pto_kernel_t *kernel;
    int32_t args[3];
    pto_arch_t arch;
    uint32_t blocks;
} probe_t;

static const pto_run_result_t *result_of(probe_t probe)
{
    static pto_run_result_t result;
    const pto_run_options_t options = {
        .hart_num = 1, .arch = probe.arch, .block_num = probe.blocks, .return_on_fault = true};
    const uint64_t args[] = {(uint64_t)probe.args[0], (uint64_t)probe.args[1], (uint64_t)probe.args[2]};
    pto_run(probe.kernel, args, NULL, 0, &options, &result);
    return &result;
}

#define REPORT(...) result_of((probe_t){__VA_ARGS__})->report
#define CLEAN(...)  (result_of((probe_t){__VA_ARGS__})->faults + result_of((probe_t){__VA_ARGS__})->warnings == 0)

static void test_a5_rules(void)
{
    for (int32_t id = 0; id < 32; id++) {
        tap_ok(CLEAN(&pto_kernel_counts, {15, 15, id}), "semaphore %d counts to 15 and back", (int)id);
    }
    tap_like(REPORT(&pto_kernel_counts, {16, 0, 3}),
             "set_intra_block: semaphore 3 counts 15 already, the last by*core 0 AIC, block 0, PIPE_FIX", "overflow");
    tap_like(REPORT(&pto_kernel_counts, {2, 1, 20}),
             "warning: semaphore 20 still counts 1 at the end of block 0; set at", "a semaphore is left over");
    tap_ok(CLEAN(&pto_kernel_counts, {2, 2, 20}), "and does not live on in the next launch");
    tap_like(REPORT(&pto_kernel_counts, {1, 2, 20}),
             "deadlock: core 0 AIV1 PIPE_V waits for what nobody will do*core 0 AIV1, block 0, PIPE_V waits: wait_intra_block semaphore 20*"
             "core 0 AIV0, block 0, PIPE_S waits: the end of the kernel on the other cores of the block",
             "a wait too many");
    tap_like(REPORT(&pto_kernel_counts, {1, 0, 32}), "set_intra_block: semaphore 32 is not in 0..31", "id 32");
    tap_like(REPORT(&pto_kernel_counts, {1, 0, -1}), "set_intra_block: semaphore -1 is not in 0..31", "id -1");
    tap_like(REPORT(&pto_kernel_vector_id, {0, 16, 0}), "semaphore 16 is between the cube core and vector core 1",
             "the other vector core's id");
    tap_like(REPORT(&pto_kernel_vector_id, {1, 17, 0}), "semaphore 17 still counts 1", "vector core 1 may say 17");
    tap_like(REPORT(&pto_kernel_vector_id, {1, 1, 0}), "semaphore 17 still counts 1", "or 1");
    tap_like(REPORT(&pto_kernel_counts, {1, 0, 0}, PTO_ARCH_A2A3), "set_intra_block: A2A3 has no such instruction",
             "not on A2A3");
    tap_like(REPORT(&pto_kernel_alone, {0, 0, 0}), "a block of kernel alone is one core", "not in a vector kernel");
    tap_like(REPORT(&pto_kernel_counts, {1, 0, 1}, .blocks = 4), "semaphore 1 still counts 1 at the end of block",
             "waves");
    tap_equal(result_of((probe_t){&pto_kernel_counts, {1, 0, 1}, .blocks = 5})->warnings, 5, "one warning a block");
}

static void test_cross_rules(void)
{
    const pto_arch_t arch = PTO_ARCH_A2A3;
    for (int32_t id = 0; id < 16; id++) {
        tap_ok(CLEAN(&pto_kernel_cross_counts, {15, 15, id}, arch), "flag %d counts to 15 and back", (int)id);
    }
    tap_like(REPORT(&pto_kernel_cross_counts, {16, 0, 3}, arch),
             "set_cross_core: core 0 AIC has not taken flag 3, which arrives for the 16th time", "overflow");
    tap_like(REPORT(&pto_kernel_cross_counts, {2, 1, 9}, arch),
             "cross-core flag 9 was sent to core 0 AIC and not taken by the end of block 0; sent at", "left over");
    tap_like(REPORT(&pto_kernel_cross_counts, {1, 2, 9}, arch),
             "deadlock: core 0 AIC PIPE_S waits for what nobody will do*core 0 AIC, block 0, PIPE_S waits: wait_flag_dev "
             "flag 9",
             "a wait too many");
    tap_like(REPORT(&pto_kernel_cross_counts, {1, 0, 16}, arch), "set_cross_core: flag 16 is not in 0..15", "flag 16");
    tap_like(REPORT(&pto_kernel_alone, {5, -1, 0}, arch), "wait_flag_dev: flag -1 is not in 0..15", "flag -1");
    tap_like(REPORT(&pto_kernel_alone, {7, 2, 0}, arch), "set_cross_core: vector core 2 is not 0 to 1", "vector core 2");
    tap_like(REPORT(&pto_kernel_alone, {8, -1, 0}, arch), "wait_flag_dev: vector core -1 is not 0 to 1", "vector core -1");
    tap_like(REPORT(&pto_kernel_alone, {1, 3, 0}, arch), "set_cross_core: mode 3 is not 0, 1 or 2", "mode 3");
    tap_like(REPORT(&pto_kernel_alone, {1, 2, 0}, arch), "mode 2 is between a cube core and vector cores", "mode 2");
    tap_ok(CLEAN(&pto_kernel_alone, {6, 0, 0}, arch, 9), "mode 1 of a block that is one core");
    tap_ok(CLEAN(&pto_kernel_one_pipe, {0, 0, 7}, arch), "wait_cross_core holds one pipe");
    tap_like(REPORT(&pto_kernel_one_pipe, {1, 0, 7}, arch),
             "deadlock*core 0 AIV0, block 0, PIPE_S waits: wait_flag_dev flag 7", "wait_flag_dev holds the core");
    tap_like(REPORT(&pto_kernel_alone, {2, 0, 0}, arch, 5), "syncall: not all blocks can meet, as 5 blocks run in waves",
             "a barrier of blocks in waves");
    tap_like(REPORT(&pto_kernel_alone, {1, 0, 0}, arch, 5), "mode 0: not all blocks can meet", "mode 0 in waves");
    tap_like(REPORT(&pto_kernel_alone, {3, 0, 0}, arch), "a vector core takes no part in a barrier of cube cores",
             "the wrong cores");
    tap_like(REPORT(&pto_kernel_alone, {4, 0, 0}, arch), "are in no bound GM buffer", "a counter outside of GM");
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        in[i] = (float)(i + 1) * (i % 2 == 0 ? 1.0f : -1.0f);
        want[i] = (float)(i + 1);
    }
    test_exchange(PTO_ARCH_A5, "semaphores of A5");
    test_exchange(PTO_ARCH_A2A3, "flags of A2A3");
    test_rounds(&pto_kernel_vector_rounds, MODE0, 4, 4, "set_cross_core of mode 0");
    test_rounds(&pto_kernel_vector_rounds, HARD_AIV, 3, 3, "syncall");
    test_rounds(&pto_kernel_vector_rounds, SOFT_AIV, 4, 4, "syncall over a counter");
    test_rounds(&pto_kernel_mixed_rounds, HARD_MIX, 2, 6, "syncall of both kinds");
    if (hal_hart_num() == 1) {
        test_skips(PTO_ARCH_A5, "A5");
        test_skips(PTO_ARCH_A2A3, "A2A3");
        test_a5_rules();
        test_cross_rules();
    }
    return tap_done();
}
