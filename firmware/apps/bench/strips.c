// SPDX-License-Identifier: Apache-2.0
//
// The lane-wise kernels of kernels.c as loops over strips: vector functions that do not care how long a
// register is, and so run in the largest register groups at every VLEN (hal/vector/rvv/strips.h). ptoc
// writes such loops by itself; this is what a kernel author gets who does so in C.

#include <pto/pto.h>

#ifdef PTO_VECTOR_RVV
#include <hal/vector/rvv/strips.h>
#endif

#include "bench.h"
#include "transfers.h"

#ifdef PTO_HAS_STRIPS

PTO_VF(vabs_strips, (const float *, in), (float *, out), (size_t, n))
{
    PTO_STRIP_ALIGNED(in);
    PTO_STRIP_ALIGNED(out);
    PTO_STRIPS(f32, m8, i, n)
    {
        PTO_STRIP(f32, m8) x = PTO_STRIP_LOAD(f32, m8, in + i);
        PTO_STRIP_STORE(f32, m8, out + i, PTO_LANEWISE(vabs, f32, m8)(x));
    }
}

PTO_KERNEL(s_vabs, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_TAIL_N * 4);
    loaded();
    pto_launch(vabs_strips, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_TAIL_N);
    store(out, BENCH_TAIL_N * 4);
}

PTO_VF(vabs_tile_strips, (const float *, in), (float *, out), (size_t, rows))
{
    PTO_STRIP_ALIGNED(in);
    PTO_STRIP_ALIGNED(out);
    for (size_t r = 0; r < rows; r++, in += BENCH_TILE_PITCH, out += BENCH_TILE_PITCH) {
        PTO_SLICES(f32, m8, i, BENCH_TILE_COLS)
        {
            PTO_STRIP(f32, m8) x = PTO_STRIP_LOAD(f32, m8, in + i);
            PTO_STRIP_STORE(f32, m8, out + i, PTO_LANEWISE(vabs, f32, m8)(x));
        }
    }
}

PTO_KERNEL(s_vabs_tile, (float *, a), (float *, b), (float *, out))
{
    const int32_t bytes = BENCH_TILE_COLS * 4, pitch = BENCH_TILE_PITCH * 4;
    (void)b;
    pto_mte_gm_ub(a, pto_ub(float, UB_A), 0, bytes, .nburst = {BENCH_TILE_ROWS, pitch, pitch});
    loaded();
    pto_launch(vabs_tile_strips, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_TILE_ROWS);
    computed();
    pto_mte_ub_gm(pto_ub(float, UB_OUT), out, bytes, .nburst = {BENCH_TILE_ROWS, pitch, pitch});
}

PTO_VF(vadd_f32_strips, (const float *, a), (const float *, b), (float *, out), (size_t, n))
{
    PTO_STRIP_ALIGNED(a);
    PTO_STRIP_ALIGNED(b);
    PTO_STRIP_ALIGNED(out);
    PTO_STRIPS(f32, m8, i, n)
    {
        PTO_STRIP(f32, m8) x = PTO_STRIP_LOAD(f32, m8, a + i);
        PTO_STRIP(f32, m8) y = PTO_STRIP_LOAD(f32, m8, b + i);
        PTO_STRIP_STORE(f32, m8, out + i, PTO_LANEWISE(vadd, f32, m8)(x, y));
    }
}

PTO_KERNEL(s_vadd_f32, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_B, BENCH_N * 4);
    loaded();
    pto_launch(vadd_f32_strips, pto_ub(float, UB_A), pto_ub(float, UB_B), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(vadd_i8_strips, (const int8_t *, a), (const int8_t *, b), (int8_t *, out), (size_t, n))
{
    PTO_STRIP_ALIGNED(a);
    PTO_STRIP_ALIGNED(b);
    PTO_STRIP_ALIGNED(out);
    PTO_STRIPS(i8, m8, i, n)
    {
        PTO_STRIP(i8, m8) x = PTO_STRIP_LOAD(i8, m8, a + i);
        PTO_STRIP(i8, m8) y = PTO_STRIP_LOAD(i8, m8, b + i);
        PTO_STRIP_STORE(i8, m8, out + i, PTO_LANEWISE(vadd, i8, m8)(x, y));
    }
}

PTO_KERNEL(s_vadd_i8, (int8_t *, a), (int8_t *, b), (int8_t *, out))
{
    load(a, UB_A, BENCH_I8_N);
    load(b, UB_B, BENCH_I8_N);
    loaded();
    pto_launch(vadd_i8_strips, pto_ub(int8_t, UB_A), pto_ub(int8_t, UB_B), pto_ub(int8_t, UB_OUT), BENCH_I8_N);
    store(out, BENCH_I8_N);
}

PTO_VF(axpy_strips, (const float *, x), (float *, y), (float, factor), (size_t, n))
{
    PTO_STRIP_ALIGNED(x);
    PTO_STRIP_ALIGNED(y);
    PTO_STRIPS(f32, m8, i, n)
    {
        PTO_STRIP(f32, m8) a = PTO_STRIP_LOAD(f32, m8, x + i);
        PTO_STRIP(f32, m8) b = PTO_STRIP_LOAD(f32, m8, y + i);
        PTO_STRIP_STORE(f32, m8, y + i, PTO_LANEWISE(vaxpy, f32, m8)(a, b, factor));
    }
}

PTO_KERNEL(s_axpy, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_OUT, BENCH_N * 4);
    loaded();
    pto_launch(axpy_strips, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_FACTOR, BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(relu_strips, (const float *, in), (float *, out), (size_t, n))
{
    PTO_STRIP_ALIGNED(in);
    PTO_STRIP_ALIGNED(out);
    PTO_STRIPS(f32, m8, i, n)
    {
        PTO_STRIP(f32, m8) x = PTO_STRIP_LOAD(f32, m8, in + i);
        PTO_STRIP_STORE(f32, m8, out + i, PTO_LANEWISE(vrelu, f32, m8)(x));
    }
}

PTO_KERNEL(s_relu, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_N * 4);
    loaded();
    pto_launch(relu_strips, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

#endif // PTO_HAS_STRIPS
