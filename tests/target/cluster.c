// SPDX-License-Identifier: Apache-2.0
//
// Kernels of vector cores, of cube cores and of whole clusters: who runs what, with which memories and pipes.

#include <pto/pto.h>

#include <pto/tap.h>

#include "schedules.h"

enum { MAX_BLOCKS = 7, ROLES = 3, WORDS = 8 };

// Written by each core of each block: times run, block, blocks, subblock, subblocks, word of a fresh UB
static int32_t seen[MAX_BLOCKS][ROLES][WORDS];

// The row of a core in the table. The cube core has the first row of each block.
static int32_t *row_of(int32_t *table)
{
    int64_t role = pto_on_cube_core() ? 0 : 1 + pto_get_subblock_idx();
    return table + (pto_get_block_idx() * ROLES + role) * WORDS;
}

static void report_to(int32_t *row)
{
    pto_store_scalar(pto_load_scalar(row, 0) + 1, row, 0);
    pto_store_scalar((int32_t)pto_get_block_idx(), row, 1);
    pto_store_scalar((int32_t)pto_get_block_num(), row, 2);
    pto_store_scalar((int32_t)pto_get_subblock_idx(), row, 3);
    pto_store_scalar((int32_t)pto_get_subblock_num(), row, 4);
}

PTO_KERNEL(vector_kind, (int32_t *, table))
{
    report_to(row_of(table));
}

PTO_CUBE_KERNEL(cube_kind, (int32_t *, table))
{
    report_to(row_of(table));
    // All pipes of a cube core accept commands, and no others.
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID1);
    pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID1);
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID7);
    pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID7);
    pto_set_flag(PIPE_FIX, PIPE_MTE2, EVENT_ID0);
    pto_wait_flag(PIPE_FIX, PIPE_MTE2, EVENT_ID0);
}

PTO_MIXED_KERNEL(mixed_kind, (int32_t *, table))
{
    int32_t *row = row_of(table);
    int32_t *ub = pto_ub(int32_t, 64);
    PTO_CUBE_SECTION
    {
        report_to(row);
        pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
        pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    }
    PTO_VECTOR_SECTION
    {
        report_to(row);
        pto_store_scalar(pto_load_scalar(ub, 0), row, 5); // left by an earlier wave, if it were not zero
        pto_store_scalar(7, ub, 0);
        pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
        pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    }
}

static bool is_row(const int32_t *row, bool runs, int32_t block, int32_t blocks, int32_t subblock, int32_t subblocks)
{
    if (!runs) {
        return row[0] == 0;
    }
    return row[0] == 1 && row[1] == block && row[2] == blocks && row[3] == subblock && row[4] == subblocks &&
           row[5] == 0;
}

// Whether every core of a kind of kernel reported once, and no other.
static bool is_complete(pto_kernel_kind_t kind, int32_t blocks)
{
    int32_t subblocks = kind == PTO_KERNEL_MIXED ? 2 : 1;
    for (int32_t block = 0; block < MAX_BLOCKS; block++) {
        for (int32_t role = 0; role < ROLES; role++) {
            bool runs = block < blocks && (kind == PTO_KERNEL_MIXED || role == (kind == PTO_KERNEL_CUBE ? 0 : 1));
            if (!is_row(seen[block][role], runs, block, blocks, role == 2, subblocks)) {
                return false;
            }
        }
    }
    return true;
}

static void test_kind(const pto_kernel_t *kernel, int32_t blocks)
{
    const uint64_t args[] = {PTO_ARG(&seen[0][0][0])};
    const pto_gm_buffer_t buffers[] = {{seen, sizeof seen, "seen"}};
    unsigned wrong = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.block_num = (uint32_t)blocks;
        __builtin_memset(seen, 0, sizeof seen);
        pto_run_result_t result;
        bool clean = schedule_run(&s, kernel, args, buffers, 1, &result) == 0 && result.warnings == 0;
        if (!clean || !is_complete(kernel->kind, blocks)) {
            tap_note("%s: %s", s.name, clean ? "wrong table" : result.report);
            wrong++;
        }
    }
    tap_equal(wrong, 0, "%s, %d blocks under %u schedules", kernel->name, (int)blocks, schedule_num());
}

/// Memories and missing features: faults that return, on one hart ///

static pto_mem_t probe_mem;
static int64_t probe_offset;

PTO_CUBE_KERNEL(cube_address)
{
    pto_mem(uint8_t, probe_mem, probe_offset);
}

PTO_KERNEL(vector_address)
{
    pto_mem(uint8_t, probe_mem, probe_offset);
}

PTO_CUBE_KERNEL(cube_uses_v)
{
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
}

PTO_KERNEL(vector_uses_m)
{
    pto_set_flag(PIPE_MTE2, PIPE_M, EVENT_ID0);
}

PTO_CUBE_KERNEL(cube_uses_mte3)
{
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
}

PTO_CUBE_KERNEL(cube_reads_ub)
{
    pto_load_scalar(pto_ub(int32_t, 0), 0);
}

PTO_MIXED_KERNEL(waits_for_nothing)
{
    PTO_CUBE_SECTION pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    PTO_VECTOR_SECTION pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
}

static const char *report_of(const pto_kernel_t *kernel, pto_arch_t arch)
{
    static pto_run_result_t result;
    const pto_run_options_t options = {.hart_num = 1, .arch = arch, .return_on_fault = true};
    return pto_run(kernel, NULL, NULL, 0, &options, &result) != 0 ? result.report : "";
}

// The profile determines the size of a memory: its end is an address, the byte after it is not.
static void test_size(pto_mem_t mem, const char *name, pto_arch_t arch, int64_t bytes)
{
    const pto_kernel_t *kernels[] = {&pto_kernel_cube_address, &pto_kernel_vector_address};
    for (unsigned i = 0; i < 2; i++) {
        probe_mem = mem;
        probe_offset = bytes;
        tap_ok(report_of(kernels[i], arch)[0] == '\0', "%s, %s: the end is an address", name, kernels[i]->name);
        probe_offset = bytes + 1;
        tap_like(report_of(kernels[i], arch), "is outside its*bytes", "%s, %s: no more", name, kernels[i]->name);
    }
}

static void test_memories(void)
{
    static const struct {
        pto_mem_t mem;
        const char *name;
        int64_t a5, a2a3;
    } sizes[] = {
        {PTO_MEM_UB, "UB", 256 << 10, 192 << 10},   {PTO_MEM_L1, "L1", 512 << 10, 512 << 10},
        {PTO_MEM_L0A, "L0A", 64 << 10, 64 << 10},   {PTO_MEM_L0B, "L0B", 64 << 10, 64 << 10},
        {PTO_MEM_L0C, "L0C", 256 << 10, 128 << 10},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_size(sizes[i].mem, sizes[i].name, PTO_ARCH_A5, sizes[i].a5);
        test_size(sizes[i].mem, sizes[i].name, PTO_ARCH_A2A3, sizes[i].a2a3);
    }
}

static void test_faults(void)
{
    tap_like(report_of(&pto_kernel_cube_uses_v, PTO_ARCH_A5), "a cube core has no pipe PIPE_V", "no PIPE_V");
    tap_like(report_of(&pto_kernel_vector_uses_m, PTO_ARCH_A5), "a vector core has no pipe PIPE_M", "no PIPE_M");
    tap_like(report_of(&pto_kernel_cube_uses_mte3, PTO_ARCH_A5), "a cube core has no pipe PIPE_MTE3",
             "no PIPE_MTE3 on the cube core of A5");
    tap_ok(report_of(&pto_kernel_cube_uses_mte3, PTO_ARCH_A2A3)[0] == '\0', "PIPE_MTE3 on the cube core of A2A3");
    tap_like(report_of(&pto_kernel_cube_reads_ub, PTO_ARCH_A5), "scalar access of 4 bytes*is outside the GM buffers",
             "the scalar unit of a cube core reaches no UB");
    const char *deadlock = report_of(&pto_kernel_waits_for_nothing, PTO_ARCH_A5);
    tap_like(deadlock,
             "deadlock: core 0 AIV0 PIPE_MTE3 waits for *core 0 AIV0, block 0, PIPE_MTE3 waits*core 0 AIV1, block 0, PIPE_MTE3 waits*"
             "core 0 AIC, block 0, PIPE_FIX waits",
             "a deadlock report names all cores of a cluster");
}

int main(void)
{
    static const int32_t numbers[] = {1, 2, 3, MAX_BLOCKS};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        test_kind(&pto_kernel_vector_kind, numbers[i]);
        test_kind(&pto_kernel_cube_kind, numbers[i]);
        test_kind(&pto_kernel_mixed_kind, numbers[i]);
    }
    if (schedule_num() > 5) {
        test_memories();
        test_faults();
    }
    return tap_done();
}
