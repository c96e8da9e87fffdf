// SPDX-License-Identifier: Apache-2.0
//
// The tile rows of the bench as kernels in C. Every kernel takes (a, b, out) and ignores those that it does not use.

#include <pto/pto.h>

#include "tile.h"

#define GM_TILE(p, T)      pto_tensor(p, T, ND, {64, 64})
#define GM_LINE(p, ...)    pto_tensor(p, f32, ND, {__VA_ARGS__})
#define GM_PITCHED(p)      pto_tensor(p, f32, ND, {64, 64}, {BENCH_TILE_GM_PITCH, 1})
#define UB(T, rows, cols, number) pto_tile(VEC, T, rows, cols, .address = (number) * BENCH_TILE_BYTES)

#define LOAD(tile, tensor) pto_tload(tile, tensor, PTO_NONE, PTO_PAD_MODE_NULL)
#define STORE(tensor, tile, after) \
    pto_tstore(tensor, tile, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, after)

// A kernel of one source: SOURCE, RESULT the tensors; X, D the tiles; the instruction with its event.
#define KERNEL_1(name, TA, TD, rows, cols, instruction)                     \
    PTO_KERNEL(c_##name, (void *, a), (void *, b), (void *, out))           \
    {                                                                       \
        (void)b;                                                            \
        pto_tensor_t source = GM_TILE(a, TA);                               \
        pto_tensor_t result = pto_tensor(out, TD, ND, {rows, cols});        \
        pto_tile_t x = UB(TA, 64, 64, 0), d = UB(TD, rows, cols, 1);        \
        pto_event_t loaded = LOAD(&x, &source);                             \
        pto_event_t done = instruction;                                     \
        STORE(&result, &d, done);                                           \
    }

KERNEL_1(tabs, f32, f32, 64, 64, pto_tabs(&d, &x, loaded))
KERNEL_1(tcvt_f16_f32, f16, f32, 64, 64,
         pto_tcvt(&d, &x, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF, loaded))
KERNEL_1(tcvt_f32_f16, f32, f16, 64, 64,
         pto_tcvt(&d, &x, NULL, PTO_ROUND_CAST_RINT, PTO_SATURATION_OFF, loaded))
KERNEL_1(texp, f32, f32, 64, 64, pto_texp(&d, &x, PTO_PRECISION_DEFAULT, loaded))
KERNEL_1(trowsum, f32, f32, 64, 1, pto_trowsum(&d, &x, NULL, loaded))
KERNEL_1(trowmax, f32, f32, 64, 1, pto_trowmax(&d, &x, NULL, loaded))
KERNEL_1(tcolsum, f32, f32, 1, 64, pto_tcolsum(&d, &x, NULL, 0, loaded))
KERNEL_1(ttrans, f32, f32, 64, 64, pto_ttrans(&d, &x, NULL, loaded))

PTO_KERNEL(c_tadd, (float *, a), (float *, b), (float *, out))
{
    pto_tensor_t left = GM_TILE(a, f32), right = GM_TILE(b, f32), result = GM_TILE(out, f32);
    pto_tile_t x = UB(f32, 64, 64, 0), y = UB(f32, 64, 64, 1), d = UB(f32, 64, 64, 2);
    LOAD(&x, &left);
    pto_event_t loaded = LOAD(&y, &right);
    pto_event_t done = pto_tadd(&d, &x, &y, loaded);
    STORE(&result, &d, done);
}

PTO_KERNEL(c_trowexpandmul, (float *, a), (float *, b), (float *, out))
{
    pto_tensor_t left = GM_TILE(a, f32), factors = GM_LINE(b, 64, 1), result = GM_TILE(out, f32);
    pto_tile_t x = UB(f32, 64, 64, 0), y = UB(f32, 64, 1, 1), d = UB(f32, 64, 64, 2);
    LOAD(&x, &left);
    pto_event_t loaded = LOAD(&y, &factors);
    pto_event_t done = pto_trowexpandmul(&d, &x, &y, NULL, loaded);
    STORE(&result, &d, done);
}

PTO_KERNEL(c_tload, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    pto_tensor_t source = GM_PITCHED(a), result = GM_TILE(out, f32);
    pto_tile_t x = UB(f32, 64, 64, 0);
    pto_event_t loaded = LOAD(&x, &source);
    STORE(&result, &x, loaded);
}

PTO_KERNEL(c_tstore, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    pto_tensor_t source = GM_TILE(a, f32), result = GM_PITCHED(out);
    pto_tile_t x = UB(f32, 64, 64, 0);
    pto_event_t loaded = LOAD(&x, &source);
    STORE(&result, &x, loaded);
}

PTO_KERNEL(c_mscatter, (float *, a), (uint32_t *, b), (float *, out))
{
    pto_tensor_t source = GM_TILE(a, f32), places = GM_TILE(b, u32), table = GM_TILE(out, f32);
    pto_tile_t x = UB(f32, 64, 64, 0), index = UB(u32, 64, 64, 1);
    LOAD(&x, &source);
    pto_event_t loaded = LOAD(&index, &places);
    pto_mscatter(&table, &x, &index, PTO_COALESCE_ELEM, PTO_SCATTER_STORE, PTO_SCATTER_SKIP, PTO_CONFLICT_DEFAULT,
                 loaded);
}

PTO_KERNEL(c_mscatter_rows, (float *, a), (uint32_t *, b), (float *, out))
{
    pto_tensor_t source = GM_TILE(a, f32), places = pto_tensor(b, u32, ND, {1, 64}), table = GM_TILE(out, f32);
    pto_tile_t x = UB(f32, 64, 64, 0), index = UB(u32, 1, 64, 1);
    LOAD(&x, &source);
    pto_event_t loaded = LOAD(&index, &places);
    pto_mscatter(&table, &x, &index, PTO_COALESCE_ROW, PTO_SCATTER_ADD, PTO_SCATTER_SKIP, PTO_CONFLICT_DEFAULT, loaded);
}

#define GM_RAGGED(p, T, cols, pitch) pto_tensor(p, T, ND, {BENCH_RAGGED_ROWS, cols}, {pitch, 1})
#define UB_RAGGED(T, number)                                                                            \
    pto_tile(VEC, T, 64, 64, .address = (number) * BENCH_TILE_BYTES, .valid_rows = BENCH_RAGGED_ROWS, \
             .valid_cols = BENCH_RAGGED_COLS)
#define UB_RAGGED_LINE(T, number)                                                                    \
    pto_tile(VEC, T, 64, 1, .address = (number) * BENCH_TILE_BYTES, .valid_rows = BENCH_RAGGED_ROWS, \
             .blayout = PTO_COL_MAJOR)

#define KERNEL_RAGGED_SUM(name, T)                                                                          \
    PTO_KERNEL(c_##name, (void *, a), (void *, b), (void *, out))                                           \
    {                                                                                                       \
        pto_tensor_t left = GM_RAGGED(a, T, BENCH_RAGGED_COLS, 64);                                         \
        pto_tensor_t right = GM_RAGGED(b, T, BENCH_RAGGED_COLS, 64);                                        \
        pto_tensor_t result = GM_RAGGED(out, T, BENCH_RAGGED_COLS, 64);                                     \
        pto_tile_t x = UB_RAGGED(T, 0), y = UB_RAGGED(T, 1), d = UB_RAGGED(T, 2);                           \
        LOAD(&x, &left);                                                                                    \
        pto_event_t loaded = LOAD(&y, &right);                                                              \
        pto_event_t done = pto_tadd(&d, &x, &y, loaded);                                                    \
        STORE(&result, &d, done);                                                                           \
    }
KERNEL_RAGGED_SUM(tadd_ragged, f32)
KERNEL_RAGGED_SUM(tadd_bf16_ragged, bf16)

#define KERNEL_RAGGED_PRODUCT(name, T)                                                                      \
    PTO_KERNEL(c_##name, (void *, a), (void *, b), (void *, out))                                           \
    {                                                                                                       \
        pto_tensor_t left = GM_RAGGED(a, T, BENCH_RAGGED_COLS, 64), factors = GM_RAGGED(b, T, 1, 1);        \
        pto_tensor_t result = GM_RAGGED(out, T, BENCH_RAGGED_COLS, 64);                                     \
        pto_tile_t x = UB_RAGGED(T, 0), y = UB_RAGGED_LINE(T, 1), d = UB_RAGGED(T, 2);                      \
        LOAD(&x, &left);                                                                                    \
        pto_event_t loaded = LOAD(&y, &factors);                                                            \
        pto_event_t done = pto_trowexpandmul(&d, &x, &y, NULL, loaded);                                     \
        STORE(&result, &d, done);                                                                           \
    }
KERNEL_RAGGED_PRODUCT(trowexpandmul_ragged, f32)
KERNEL_RAGGED_PRODUCT(trowexpandmul_i16_ragged, i16)

#define KERNEL_RAGGED_ROWS(name, T, instruction)                                                            \
    PTO_KERNEL(c_##name, (void *, a), (void *, b), (void *, out))                                           \
    {                                                                                                       \
        (void)b;                                                                                            \
        pto_tensor_t source = GM_RAGGED(a, T, BENCH_RAGGED_COLS, 64), result = GM_RAGGED(out, T, 1, 1);     \
        pto_tile_t x = UB_RAGGED(T, 0), d = UB_RAGGED_LINE(T, 1);                                           \
        pto_event_t loaded = LOAD(&x, &source);                                                             \
        pto_event_t done = instruction;                                                                     \
        STORE(&result, &d, done);                                                                           \
    }
KERNEL_RAGGED_ROWS(trowsum_ragged, f32, pto_trowsum(&d, &x, NULL, loaded))
KERNEL_RAGGED_ROWS(trowmax_ragged, f32, pto_trowmax(&d, &x, NULL, loaded))
KERNEL_RAGGED_ROWS(trowmax_f16_ragged, f16, pto_trowmax(&d, &x, NULL, loaded))
KERNEL_RAGGED_ROWS(trowmax_i16_ragged, i16, pto_trowmax(&d, &x, NULL, loaded))
KERNEL_RAGGED_ROWS(trowmax_u16_ragged, u16, pto_trowmax(&d, &x, NULL, loaded))
