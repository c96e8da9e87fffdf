// SPDX-License-Identifier: Apache-2.0
//
// Counts the tile rows.

#include "count.h"
#include "tile.h"

#include <hal/hal.h>
#include <pto/print.h>
#include <pto/pto.h>
#include <pto/runtime.h>

#include "data.h"

enum { OUT_BYTES = BENCH_TILE_EXTENT * BENCH_TILE_GM_PITCH * 4 };

static _Alignas(256) uint8_t want[OUT_BYTES], out[OUT_BYTES];
static uint32_t rows_index[BENCH_TILE_LANES];

typedef struct {
    const char *name;
    void (*hand)(void *out);
    const void *a, *b;
    uint32_t a_bytes, b_bytes, out_bytes;
    uint32_t routine, routines;  // which of the kernel's tile instructions counts, and their number
    float tolerance;             // relative; 0: every form has to give the same bits
} row_t;

#define A bench_data.a
#define B bench_data.b
#define H bench_data.half
#define I bench_data.index

// clang-format off
static void tadd(void *o) { hand_tadd(o, A, B); }
static void tabs(void *o) { hand_tabs(o, A); }
static void tcvt_f16_f32(void *o) { hand_tcvt_f16_f32(o, H); }
static void tcvt_f32_f16(void *o) { hand_tcvt_f32_f16(o, A); }
static void texp(void *o) { hand_texp(o, A); }
static void trowsum(void *o) { hand_trowsum(o, A); }
static void trowmax(void *o) { hand_trowmax(o, A); }
static void tcolsum(void *o) { hand_tcolsum(o, A); }
static void ttrans(void *o) { hand_ttrans(o, A); }
static void trowexpandmul(void *o) { hand_trowexpandmul(o, A, B); }
static void tload(void *o) { hand_tload(o, A); }
static void tstore(void *o) { hand_tstore(o, A); }
static void mscatter(void *o) { hand_mscatter(o, A, I); }
static void mscatter_rows(void *o) { hand_mscatter_rows(o, A, rows_index); }
static void tadd_ragged(void *o) { hand_tadd_ragged(o, A, B); }
static void trowsum_ragged(void *o) { hand_trowsum_ragged(o, A); }
static void trowmax_ragged(void *o) { hand_trowmax_ragged(o, A); }
static void trowexpandmul_ragged(void *o) { hand_trowexpandmul_ragged(o, A, B); }
static void trowmax_f16_ragged(void *o) { hand_trowmax_f16_ragged(o, H); }
static void trowmax_i16_ragged(void *o) { hand_trowmax_i16_ragged(o, (const int16_t *)H); }
static void trowmax_u16_ragged(void *o) { hand_trowmax_u16_ragged(o, (const uint16_t *)H); }
static void trowexpandmul_i16_ragged(void *o) { hand_trowexpandmul_i16_ragged(o, (const int16_t *)H, (const int16_t *)B); }
static void tadd_bf16_ragged(void *o) { hand_tadd_bf16_ragged(o, (const uint16_t *)A, (const uint16_t *)B); }
// clang-format on

// Loads and stores are routines too.
#define ROW(name, a, a_bytes, b, b_bytes, out_bytes, routine, routines, tolerance) \
    {#name, name, a, b, a_bytes, b_bytes, out_bytes, routine, routines, tolerance}
enum { FULL = BENCH_TILE_BYTES, LINE = BENCH_TILE_EXTENT * 4, PITCHED = OUT_BYTES };

static const row_t rows[] = {
    ROW(tadd, A, FULL, B, FULL, FULL, 2, 4, 0.0f),
    ROW(tabs, A, FULL, B, FULL, FULL, 1, 3, 0.0f),
    ROW(tcvt_f16_f32, H, FULL / 2, B, FULL, FULL, 1, 3, 0.0f),
    ROW(tcvt_f32_f16, A, FULL, B, FULL, FULL / 2, 1, 3, 0.0f),
    ROW(texp, A, FULL, B, FULL, FULL, 1, 3, 0.0f),
    ROW(trowsum, A, FULL, B, FULL, LINE, 1, 3, 1e-4f),
    ROW(trowmax, A, FULL, B, FULL, LINE, 1, 3, 0.0f),
    ROW(tcolsum, A, FULL, B, FULL, LINE, 1, 3, 0.0f),
    ROW(ttrans, A, FULL, B, FULL, FULL, 1, 3, 0.0f),
    ROW(trowexpandmul, A, FULL, B, LINE, FULL, 2, 4, 0.0f),
    ROW(tload, A, PITCHED, B, FULL, FULL, 0, 2, 0.0f),
    ROW(tstore, A, FULL, B, FULL, PITCHED, 1, 2, 0.0f),
    ROW(mscatter, A, FULL, I, FULL, FULL, 2, 3, 0.0f),
    ROW(mscatter_rows, A, FULL, rows_index, LINE, FULL, 2, 3, 0.0f),
    ROW(tadd_ragged, A, FULL, B, FULL, FULL, 2, 4, 0.0f),
    ROW(trowsum_ragged, A, FULL, B, FULL, LINE, 1, 3, 1e-4f),
    ROW(trowmax_ragged, A, FULL, B, FULL, LINE, 1, 3, 0.0f),
    ROW(trowexpandmul_ragged, A, FULL, B, LINE, FULL, 2, 4, 0.0f),
    ROW(trowmax_f16_ragged, H, FULL / 2, B, FULL, LINE / 2, 1, 3, 0.0f),
    ROW(trowmax_i16_ragged, H, FULL / 2, B, FULL, LINE / 2, 1, 3, 0.0f),
    ROW(trowmax_u16_ragged, H, FULL / 2, B, FULL, LINE / 2, 1, 3, 0.0f),
    ROW(trowexpandmul_i16_ragged, H, FULL / 2, B, LINE / 2, FULL / 2, 2, 4, 0.0f),
    ROW(tadd_bf16_ragged, A, FULL / 2, B, FULL / 2, FULL / 2, 2, 4, 0.0f),
};

#undef A
#undef B
#undef H
#undef I

/// Counting ///

enum { ROUTINES = 8 };
static uint64_t counts[ROUTINES];
static uint32_t count_num;

// Overrides the runtime's call of routines of tile instructions (pto/runtime.h).
void pto_tile_run(const struct pto_tile_run *run)
{
    uint64_t before = hal_instret();
    run->routine(run);
    counts[count_num++ % ROUTINES] = hal_instret() - before;
}

// Counts tile instructions that are inlined in kernels.
static uint64_t here;

void pto_tile_here_begins(void)
{
    here = hal_instret();
}

void pto_tile_here_ends(void)
{
    counts[count_num++ % ROUTINES] = hal_instret() - here;
}

static void reset(uint8_t *buffer)
{
    for (size_t i = 0; i < OUT_BYTES; i++) {
        buffer[i] = 0;
    }
}

static bool run_kernel(const row_t *row, const char *prefix)
{
    char name[32] = {prefix[0], '_'};
    for (size_t i = 0; row->name[i] != 0 && i < sizeof name - 3; i++) {
        name[2 + i] = row->name[i];
    }
    const pto_kernel_t *kernel = pto_kernel_find(name);
    if (kernel == NULL) {
        pto_printf("bench: there is no kernel %s\n", name);
        return false;
    }
    const uint64_t args[] = {PTO_ARG(row->a), PTO_ARG(row->b), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {
        {(void *)row->a, row->a_bytes, "a"}, {(void *)row->b, row->b_bytes, "b"}, {out, row->out_bytes, "out"}};
    const pto_run_options_t options = {.hart_num = 1};
    pto_run_result_t result;
    count_num = 0;
    pto_run(kernel, args, buffers, 3, &options, &result);
    return true;
}

static bool count_kernel(const row_t *row, const char *form, const char *prefix)
{
    reset(out);
    if (!run_kernel(row, prefix)) {
        return false;
    }
    if (count_num != row->routines) {
        pto_printf("bench: %s %s: %u of %u instructions were known where they were issued\n", row->name, form,
                   (unsigned)count_num, (unsigned)row->routines);
        return false;
    }
    count_print(row->name, form, counts[row->routine], BENCH_TILE_EXTENT);
    size_t same = bench_compare(out, want, row->out_bytes, row->tolerance);
    if (same != row->out_bytes) {
        pto_printf("bench: %s %s: differs from the hand-written form at byte %zu\n", row->name, form, same);
        return false;
    }
    return true;
}

bool bench_tile(void)
{
    bool same = true;
    for (uint32_t i = 0; i < BENCH_TILE_EXTENT; i++) {
        rows_index[i] = i * 29 % 64 / 2;  // each twice
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row_t *row = &rows[i];
        reset(want);
        uint64_t before = hal_instret();
        row->hand(want);
        count_print(row->name, "hand", hal_instret() - before, BENCH_TILE_EXTENT);
        same &= count_kernel(row, "c", "c");
        same &= count_kernel(row, "cpp", "x");
        same &= count_kernel(row, "pto", "t");
    }
    return same;
}
