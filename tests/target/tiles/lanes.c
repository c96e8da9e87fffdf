// SPDX-License-Identifier: Apache-2.0
//
// Tiles in C. Instructions with constant shapes run without descriptors. The same instructions on descriptors that are
// opaque to the compiler give the same bytes, for dense tiles, tails, parts of larger tiles and dynamic regions, under
// every schedule. Events alone order the commands.

#define PTO_TILE_COUNTED  // counts instructions that run in the code of a kernel
#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

#include "../schedules.h"

enum { EXTENT = 64, LANES = EXTENT * EXTENT, BYTES = LANES * 4, RESULTS = 24, TABLE = RESULTS * LANES };

static _Alignas(64) float in[3 * LANES], out[(RESULTS + 2) * LANES], want[(RESULTS + 2) * LANES];
static uint32_t places[LANES];

/// Counting ///

static uint32_t routines;  // instructions that ran without descriptors

void pto_tile_run(const struct pto_tile_run *run)
{
    __atomic_fetch_add(&routines, 1, __ATOMIC_RELAXED);
    run->routine(run);
}

void pto_tile_here_begins(void) {}
void pto_tile_here_ends(void)
{
    __atomic_fetch_add(&routines, 1, __ATOMIC_RELAXED);
}

/// The instructions ///

// A descriptor that is opaque to the compiler.
static pto_tile_t hidden(pto_tile_t tile)
{
    __asm__("" : "+m"(tile));
    return tile;
}

static pto_tile_t seen(pto_tile_t tile)
{
    return tile;
}

// Each step stores its result to the next result in `y`; the result tile is free again after the store.
#define STEP(tile, instruction)                                                                                  \
    do {                                                                                                         \
        pto_event_t done = instruction;                                                                          \
        pto_tensor_t place = pto_tensor(y, f32, ND, {(tile).valid_rows, (tile).valid_cols}, {EXTENT, 1});        \
        stored = pto_tstore(&place, &(tile), NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN,          \
                            PTO_RELU_NONE, done);                                                                \
        y += LANES;                                                                                              \
    } while (0)

#define TILE(how, rows, cols, number, ...) \
    how(pto_tile(VEC, f32, rows, cols, .address = (number) * BYTES __VA_OPT__(, ) __VA_ARGS__))

// `rows` x `cols` of 64 x 64; a column of values a row, a row of values a column.
#define INSTRUCTIONS(how, rows, cols)                                                                            \
    const float *from = x;                                                                                       \
    pto_tile_t a = TILE(how, EXTENT, EXTENT, 0, .valid_rows = rows, .valid_cols = cols);                         \
    pto_tile_t b = TILE(how, EXTENT, EXTENT, 1, .valid_rows = rows, .valid_cols = cols);                         \
    pto_tile_t d = TILE(how, EXTENT, EXTENT, 2, .valid_rows = rows, .valid_cols = cols);                         \
    pto_tile_t column = TILE(how, EXTENT, 1, 3, .valid_rows = rows, .blayout = PTO_COL_MAJOR);                   \
    pto_tile_t row = TILE(how, 1, EXTENT, 4, .valid_cols = cols);                                                \
    pto_tile_t turned = TILE(how, EXTENT, EXTENT, 5, .valid_rows = cols, .valid_cols = rows);                    \
    pto_tile_t half = how(pto_tile(VEC, f16, EXTENT, EXTENT, .address = 6 * BYTES, .valid_rows = rows,           \
                                   .valid_cols = cols));                                                         \
    pto_tile_t brain = how(pto_tile(VEC, bf16, EXTENT, EXTENT, .address = 9 * BYTES, .valid_rows = rows,         \
                                    .valid_cols = cols));                                                        \
    pto_tile_t index = how(pto_tile(VEC, u32, EXTENT, EXTENT, .address = 7 * BYTES, .valid_rows = rows,          \
                                    .valid_cols = cols));                                                        \
    pto_tile_t lines = how(pto_tile(VEC, u32, 1, EXTENT, .address = 8 * BYTES, .valid_cols = rows));             \
    pto_tensor_t ga = pto_tensor((void *)from, f32, ND, {rows, cols}, {EXTENT, 1});                              \
    pto_tensor_t gb = pto_tensor((void *)(from + LANES), f32, ND, {rows, cols}, {EXTENT, 1});                    \
    pto_tensor_t gi = pto_tensor((void *)p, u32, ND, {rows, cols}, {EXTENT, 1});                                 \
    pto_tensor_t gl = pto_tensor((void *)p, u32, ND, {1, rows});                                                 \
    pto_tload(&a, &ga, PTO_NONE, PTO_PAD_MODE_NULL);                                                             \
    pto_tload(&index, &gi, PTO_NONE, PTO_PAD_MODE_NULL);                                                         \
    pto_tload(&lines, &gl, PTO_NONE, PTO_PAD_MODE_NULL);                                                         \
    pto_event_t loaded = pto_tload(&b, &gb, PTO_NONE, PTO_PAD_MODE_NULL), stored = PTO_EVENT_DONE;               \
    STEP(d, pto_tadd(&d, &a, &b, loaded));                                                                       \
    STEP(d, pto_tmul(&d, &a, &b, stored));                                                                       \
    STEP(d, pto_tmax(&d, &a, &b, stored));                                                                       \
    STEP(d, pto_tabs(&d, &a, stored));                                                                           \
    STEP(d, pto_texp(&d, &a, PTO_PRECISION_DEFAULT, stored));                                                    \
    STEP(d, pto_tadds(&d, &a, 1.5f, stored));                                                                    \
    STEP(d, pto_taddsc(&d, &a, 0.25f, &b, stored));                                                              \
    STEP(d, pto_taddc(&d, &a, &b, &a, stored));                                                                  \
    STEP(column, pto_trowsum(&column, &a, NULL, stored));                                                        \
    STEP(column, pto_trowmax(&column, &b, NULL, stored));                                                        \
    STEP(d, pto_trowexpandmul(&d, &a, &column, NULL, stored));                                                   \
    STEP(d, pto_trowexpandsub(&d, &b, &column, NULL, stored));                                                   \
    STEP(row, pto_tcolsum(&row, &a, NULL, 0, stored));                                                           \
    STEP(row, pto_tcolmax(&row, &b, NULL, stored));                                                              \
    STEP(d, pto_tcolexpandadd(&d, &a, &row, stored));                                                            \
    STEP(turned, pto_ttrans(&turned, &a, NULL, stored));                                                         \
    STEP(d, pto_tmov(&d, &b, NULL, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, PTO_GROUP_AXIS1, stored));         \
    pto_set_validshape(&d, 3, 3);                                                                                \
    STEP(d, pto_textract(&d, &a, from[0] == 0, 1, NULL, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, stored));     \
    pto_set_validshape(&d, rows, cols);                                                                          \
    STEP(d, pto_texpands(&d, 2.5f, stored));                                                                     \
    pto_tcvt(&half, &a, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF);                                          \
    STEP(d, pto_tcvt(&d, &half, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF, stored));                         \
    pto_tcvt(&brain, &a, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF);                                         \
    STEP(d, pto_tcvt(&d, &brain, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF, stored));                        \
    /* Into tables, behind each other on one pipe */                                                             \
    pto_tensor_t table = pto_tensor(y, f32, ND, {EXTENT, EXTENT}), sums = pto_tensor(y + LANES, f32, ND, {40, EXTENT}); \
    pto_mscatter(&table, &a, &index, PTO_COALESCE_ELEM, PTO_SCATTER_STORE, PTO_SCATTER_SKIP, PTO_CONFLICT_DEFAULT); \
    pto_mscatter(&table, &b, &index, PTO_COALESCE_ELEM, PTO_SCATTER_STORE, PTO_SCATTER_WRAP, PTO_CONFLICT_DEFAULT); \
    pto_mscatter(&table, &a, &index, PTO_COALESCE_ELEM, PTO_SCATTER_STORE, PTO_SCATTER_CLAMP, PTO_CONFLICT_DEFAULT); \
    pto_mscatter(&sums, &a, &lines, PTO_COALESCE_ROW, PTO_SCATTER_ADD, PTO_SCATTER_SKIP, PTO_CONFLICT_DEFAULT);  \
    pto_mscatter(&sums, &b, &lines, PTO_COALESCE_ROW, PTO_SCATTER_ADD, PTO_SCATTER_CLAMP, PTO_CONFLICT_DEFAULT); \
    pto_mscatter(&sums, &b, &lines, PTO_COALESCE_ROW, PTO_SCATTER_ADD, PTO_SCATTER_WRAP, PTO_CONFLICT_DEFAULT);

enum { STEPS = 21, INSTRUCTIONS = 4 + 2 * STEPS + 2 + 6 };

#define KERNEL(name, how, rows, cols)                                                                            \
    PTO_KERNEL(name, (const float *, x), (float *, y), (const uint32_t *, p), (int32_t, r), (int32_t, c))        \
    {                                                                                                            \
        (void)r, (void)c;                                                                                        \
        INSTRUCTIONS(how, rows, cols)                                                                            \
    }
KERNEL(whole, seen, EXTENT, EXTENT)
KERNEL(tail, seen, 61, 37)
KERNEL(narrow, seen, 7, 4)
KERNEL(variable, seen, r, c)
KERNEL(general, hidden, r, c)

/// The test ///

static int run(const schedule_t *s, const pto_kernel_t *kernel, int32_t r, int32_t c, float *result)
{
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        out[i] = 0;
    }
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0]), PTO_ARG(&places[0]), PTO_ARG(r), PTO_ARG(c)};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "x"}, {out, sizeof out, "y"}, {places, sizeof places, "p"}};
    pto_run_result_t status;
    routines = 0;
    int fault = schedule_run(s, kernel, args, buffers, 3, &status);
    if (fault) {
        tap_note("%s", status.report);
    }
    if (result != out) {
        hal_copy(result, out, sizeof out);
    }
    return fault;
}

typedef struct {
    const char *name;
    const pto_kernel_t *known;
    int32_t rows, cols;
} known_t;

#define KNOWN(name, rows, cols) {#name, &pto_kernel_##name, rows, cols}
static const known_t all[] = {
    KNOWN(whole, EXTENT, EXTENT), KNOWN(tail, 61, 37),       KNOWN(narrow, 7, 4),
    KNOWN(variable, 64, 64),      KNOWN(variable, 33, 64),   KNOWN(variable, 16, 1),
};

static bool is_same(void)
{
    return __builtin_memcmp(out, want, sizeof out) == 0;
}

int main(void)
{
    for (uint32_t i = 0; i < 3 * LANES; i++) {
        in[i] = (float)(int32_t)(i * 2654435761u >> 8) * (1.0f / (1 << 21)) - 4;
    }
    in[70] = __builtin_nanf("");
    in[LANES + 130] = -__builtin_inff();
    for (uint32_t i = 0; i < LANES; i++) {
        places[i] = i % 5 == 0 ? i * 7 : i * 13 % LANES;
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const known_t *kernel = &all[i];
        schedule_t first = schedule(0);
        bool right = run(&first, &pto_kernel_general, kernel->rows, kernel->cols, want) == 0;
        tap_ok(right && routines == 0, "%s %d x %d: the general way, %u routines", kernel->name, (int)kernel->rows,
               (int)kernel->cols, (unsigned)routines);
        right = run(&first, kernel->known, kernel->rows, kernel->cols, out) == 0 && is_same();
        // GCC does not treat all layouts as constants; those instructions take the general path.
        bool short_way = routines == INSTRUCTIONS;
#ifndef __clang__
        short_way = routines <= INSTRUCTIONS;
#endif
        tap_ok(right && short_way, "%s %d x %d: the short way, %u routines", kernel->name, (int)kernel->rows,
               (int)kernel->cols, (unsigned)routines);
        for (unsigned k = 0; k < schedule_num(); k++) {
            schedule_t s = schedule(k);
            right = run(&s, kernel->known, kernel->rows, kernel->cols, out) == 0 && is_same();
            tap_ok(right, "%s %d x %d, %s", kernel->name, (int)kernel->rows, (int)kernel->cols, s.name);
        }
    }
    return tap_done();
}
