// SPDX-License-Identifier: Apache-2.0
//
// Counts the instructions of the runtime itself: start-up to the first kernel, single commands, transfers, blocks. It
// is an image of its own, where vector functions are called as usual (main.c counts theirs separately). One line for
// each result:
//
//   bench <row> runtime <instructions> <units>

#include <hal/hal.h>

#include <board.h>
#include <pto/print.h>
#include <pto/pto.h>
#include <pto/runtime.h>

enum { GM_BYTES = 131072, COPY_BYTES = 32768, ROW_NUM = 64, ROW_PITCH = 1024 };

static _Alignas(256) uint8_t memory[GM_BYTES];
static pto_run_result_t result;

PTO_KERNEL(price_flags, (uint8_t *, gm), (int32_t, n))
{
    (void)gm;
    for (int32_t i = 0; i < n; i++) {
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    }
}

PTO_KERNEL(price_bufs, (uint8_t *, gm), (int32_t, n))
{
    (void)gm;
    for (int32_t i = 0; i < n; i++) {
        pto_get_buf(PIPE_MTE2, 0, 0);
        pto_rls_buf(PIPE_MTE2, 0, 0);
    }
}

PTO_KERNEL(price_dma, (uint8_t *, gm), (int32_t, n))
{
    for (int32_t i = 0; i < n; i++) {
        pto_mte_gm_ub(gm, pto_ub(uint8_t, 0), 0, 32, .nburst = {1, 32, 32});
    }
}

PTO_VF(empty_vf, (int32_t, unused))
{
    (void)unused;
}

PTO_KERNEL(price_launch, (uint8_t *, gm), (int32_t, n))
{
    (void)gm;
    for (int32_t i = 0; i < n; i++) {
        pto_launch(empty_vf, i);
    }
}

// A tile call on eight elements. With a constant shape its record has no descriptors. If the tile is hidden from the
// compiler, the record has copies of them, which the executor checks and decodes.
PTO_KERNEL(price_tile, (uint8_t *, gm), (int32_t, n))
{
    (void)gm;
    pto_tile_t tile = pto_tile(VEC, f32, 1, 8);
    for (int32_t i = 0; i < n; i++) {
        pto_tabs(&tile, &tile);
    }
}

PTO_KERNEL(price_tile_general, (uint8_t *, gm), (int32_t, n))
{
    (void)gm;
    pto_tile_t tile = pto_tile(VEC, f32, 1, 8);
    __asm__("" : "+m"(tile));
    for (int32_t i = 0; i < n; i++) {
        pto_tabs(&tile, &tile);
    }
}

// One transfer of n rows of `bytes` each; contiguous if the pitch equals `bytes`.
PTO_KERNEL(price_copy, (uint8_t *, gm), (int32_t, n), (int32_t, bytes), (int32_t, pitch))
{
    pto_mte_gm_ub(gm, pto_ub(uint8_t, 0), 0, bytes, .nburst = {n, pitch, bytes});
}

PTO_VF(one_vabs, (float *, in), (float *, out))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vabs(pto_vlds(in, 0), all), out, 0, all);
}

// The loop at the core of every kernel: load, compute, store, each waiting for the previous one.
PTO_KERNEL(price_loop, (uint8_t *, gm), (int32_t, n))
{
    for (int32_t i = 0; i < n; i++) {
        pto_mte_gm_ub(gm, pto_ub(uint8_t, 0), 0, 256, .nburst = {1, 256, 256});
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_launch(one_vabs, pto_ub(float, 0), pto_ub(float, 256));
        pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
        pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
        pto_mte_ub_gm(pto_ub(uint8_t, 256), gm + 256, 256, .nburst = {1, 256, 256});
        pto_set_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID0);
        pto_wait_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID0);
    }
}

static void run_with(pto_run_options_t options, const pto_kernel_t *kernel, const uint64_t *args)
{
    const pto_gm_buffer_t buffers[] = {{memory, sizeof memory, "memory"}};
    options.hart_num = 1;
    pto_run(kernel, args, buffers, 1, &options, &result);
}

static void run(const pto_kernel_t *kernel, const uint64_t *args)
{
    run_with((pto_run_options_t){0}, kernel, args);
}

static void print_price(const char *name, uint64_t instructions, uint32_t units)
{
    pto_printf("bench %s runtime %lu %u\n", name, (unsigned long)instructions, (unsigned)units);
}

// Prices a command: runs a kernel that issues n of them for two values of n, under `seeds` seeds.
static void price_under(const char *name, const pto_kernel_t *kernel, pto_policy_t policy, uint32_t seeds)
{
    enum { FEW = 16, MANY = 80 };
    const uint64_t few[] = {PTO_ARG(&memory[0]), PTO_ARG(FEW)}, many[] = {PTO_ARG(&memory[0]), PTO_ARG(MANY)};
    uint64_t instructions = 0;
    run(kernel, few);  // warm-up
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        const pto_run_options_t options = {.policy = policy, .seed = seed};
        run_with(options, kernel, many);
        instructions += result.instret;
        run_with(options, kernel, few);
        instructions -= result.instret;
    }
    print_price(name, instructions, seeds * (MANY - FEW));
}

static void price(const char *name, const pto_kernel_t *kernel)
{
    price_under(name, kernel, PTO_POLICY_EAGER, 1);
}

extern const pto_kernel_t pto_kernel_price_flags, pto_kernel_price_bufs, pto_kernel_price_dma, pto_kernel_price_launch,
    pto_kernel_price_tile, pto_kernel_price_tile_general, pto_kernel_price_copy, pto_kernel_price_loop;

#undef PTO_KERNEL_WRITES
#define PTO_KERNEL_WRITES ((const uint32_t[PTO_MEM_NUM]){[PTO_MEM_UB] = 16384})
PTO_KERNEL(price_tiles, (uint8_t *, gm), (int32_t, n))
{
    (void)gm, (void)n;
}

extern const pto_kernel_t pto_kernel_price_tiles;

// Prices blocks of an empty kernel, from the second wave on: what they may write has to be cleared.
static void price_blocks(const char *name, const pto_kernel_t *kernel)
{
    enum { FEW = 4 * BOARD_CLUSTERS * BOARD_VECTOR_CORES, MANY = 2 * FEW };
    const uint64_t args[] = {PTO_ARG(&memory[0]), PTO_ARG(0)};
    run_with((pto_run_options_t){.block_num = FEW}, kernel, args);  // no core has a first block later
    run_with((pto_run_options_t){.block_num = FEW}, kernel, args);
    uint64_t few = result.instret;
    run_with((pto_run_options_t){.block_num = MANY}, kernel, args);
    print_price(name, result.instret - few, MANY - FEW);
}

// Prices a transfer, without the cost of an empty kernel. A unit is 256 bytes.
static void price_copy(const char *name, int32_t n, int32_t bytes, int32_t pitch, uint64_t empty)
{
    run(&pto_kernel_price_copy, (const uint64_t[]){PTO_ARG(&memory[0]), PTO_ARG(n), PTO_ARG(bytes), PTO_ARG(pitch)});
    print_price(name, result.instret - empty, (uint32_t)(n * bytes / 256));
}

int main(void)
{
    run(&pto_kernel_price_flags, (const uint64_t[]){PTO_ARG(&memory[0]), PTO_ARG(0)});
    uint64_t empty = result.instret;
    print_price("boot", result.instret_entry, 1);
    print_price("block_end", empty, 1);

    price_blocks("block_later", &pto_kernel_price_flags);
    price_blocks("block_tiles", &pto_kernel_price_tiles);
    price("flag_pair", &pto_kernel_price_flags);
    price("buf_pair", &pto_kernel_price_bufs);
    price("dma_command", &pto_kernel_price_dma);
    price("vf_launch", &pto_kernel_price_launch);
    price("tile_call", &pto_kernel_price_tile);
    price("tile_call_general", &pto_kernel_price_tile_general);

    price("loop_eager", &pto_kernel_price_loop);
    price_under("loop_lazy", &pto_kernel_price_loop, PTO_POLICY_LAZY, 1);
    price_under("loop_adverse", &pto_kernel_price_loop, PTO_POLICY_ADVERSE, 1);
    price_under("loop_random", &pto_kernel_price_loop, PTO_POLICY_RANDOM, 8);

    price_copy("copy_large", 4, COPY_BYTES, COPY_BYTES, empty);
    price_copy("copy_whole", 1, COPY_BYTES, COPY_BYTES, empty);
    price_copy("copy_dense", ROW_NUM, COPY_BYTES / ROW_NUM, COPY_BYTES / ROW_NUM, empty);
    price_copy("copy_rows_1024", 16, 1024, 2048, empty);
    price_copy("copy_rows_96", ROW_NUM, 96, ROW_PITCH, empty);
    return 0;
}
