// SPDX-License-Identifier: Apache-2.0
//
// The bench kernels as PTO kernels in C, written with plain vector registers as a kernel author would. main.c counts
// the instructions of the vector functions; the transfers around them are the same for each and are counted separately.
// kernels.pto has the same kernels as text.
//
// Every kernel takes (a, b, out) and ignores those that it does not use.

#include <pto/pto.h>

#include "bench.h"
#include "transfers.h"

#define F32_LANES 64
#define I8_LANES  256

PTO_VF(vabs_vf, (const float *, in), (float *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += F32_LANES) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vabs(pto_vlds(in, i), mask), out, i, mask);
    }
}

PTO_KERNEL(c_vabs, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_TAIL_N * 4);
    loaded();
    pto_launch(vabs_vf, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_TAIL_N);
    store(out, BENCH_TAIL_N * 4);
}

PTO_KERNEL(c_vabs_64, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_SHORT_N * 4);
    loaded();
    pto_launch(vabs_vf, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_SHORT_N);
    store(out, BENCH_SHORT_N * 4);
}

PTO_VF(vabs_tile_vf, (const float *, in), (float *, out), (int32_t, rows), (int32_t, cols), (int32_t, pitch))
{
    for (int32_t r = 0; r < rows; r++) {
        for (int32_t c = 0, left = cols; c < cols; c += F32_LANES) {
            pto_b32_t mask = pto_plt_b32(left, &left);
            pto_vsts(pto_vabs(pto_vlds(in, r * pitch + c), mask), out, r * pitch + c, mask);
        }
    }
}

PTO_KERNEL(c_vabs_tile, (float *, a), (float *, b), (float *, out))
{
    const int32_t bytes = BENCH_TILE_COLS * 4, pitch = BENCH_TILE_PITCH * 4;
    (void)b;
    pto_mte_gm_ub(a, pto_ub(float, UB_A), 0, bytes, .nburst = {BENCH_TILE_ROWS, pitch, pitch});
    loaded();
    pto_launch(vabs_tile_vf, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_TILE_ROWS, BENCH_TILE_COLS,
               BENCH_TILE_PITCH);
    computed();
    pto_mte_ub_gm(pto_ub(float, UB_OUT), out, bytes, .nburst = {BENCH_TILE_ROWS, pitch, pitch});
}

PTO_VF(vadd_f32_vf, (const float *, a), (const float *, b), (float *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += F32_LANES) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vadd(pto_vlds(a, i), pto_vlds(b, i), mask), out, i, mask);
    }
}

PTO_KERNEL(c_vadd_f32, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_B, BENCH_N * 4);
    loaded();
    pto_launch(vadd_f32_vf, pto_ub(float, UB_A), pto_ub(float, UB_B), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(vadd_i8_vf, (const int8_t *, a), (const int8_t *, b), (int8_t *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += I8_LANES) {
        pto_b8_t mask = pto_plt_b8(left, &left);
        pto_vsts(pto_vadd(pto_vlds(a, i), pto_vlds(b, i), mask), out, i, mask);
    }
}

PTO_KERNEL(c_vadd_i8, (int8_t *, a), (int8_t *, b), (int8_t *, out))
{
    load(a, UB_A, BENCH_I8_N);
    load(b, UB_B, BENCH_I8_N);
    loaded();
    pto_launch(vadd_i8_vf, pto_ub(int8_t, UB_A), pto_ub(int8_t, UB_B), pto_ub(int8_t, UB_OUT), BENCH_I8_N);
    store(out, BENCH_I8_N);
}

PTO_VF(axpy_vf, (const float *, x), (float *, y), (float, factor), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += F32_LANES) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vaxpy(pto_vlds(x, i), pto_vlds(y, i), factor, mask), y, i, mask);
    }
}

PTO_KERNEL(c_axpy, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_OUT, BENCH_N * 4);
    loaded();
    pto_launch(axpy_vf, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_FACTOR, BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(relu_vf, (const float *, in), (float *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += F32_LANES) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vrelu(pto_vlds(in, i), mask), out, i, mask);
    }
}

PTO_KERNEL(c_relu, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_N * 4);
    loaded();
    pto_launch(relu_vf, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(softmax_vf, (const float *, in), (float *, out), (int32_t, rows), (int32_t, cols))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t r = 0; r < rows; r++, in += cols, out += cols) {
        pto_vf32_t max = pto_vlds(in, 0);
        for (int32_t c = F32_LANES; c < cols; c += F32_LANES) {
            max = pto_vmax(max, pto_vlds(in, c), all);
        }
        max = pto_vdup(pto_vcmax(max, all), all);
        pto_vf32_t sum = pto_vbr(0.0f);
        for (int32_t c = 0; c < cols; c += F32_LANES) {
            pto_vf32_t e = pto_vexp(pto_vsub(pto_vlds(in, c), max, all), all);
            sum = pto_vadd(sum, e, all);
            pto_vsts(e, out, c, all);
        }
        sum = pto_vdup(pto_vcadd(sum, all), all);
        pto_mem_bar(PTO_VST_VLD);
        for (int32_t c = 0; c < cols; c += F32_LANES) {
            pto_vsts(pto_vdiv(pto_vlds(out, c), sum, all), out, c, all);
        }
    }
}

PTO_KERNEL(c_softmax, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4);
    loaded();
    pto_launch(softmax_vf, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_SOFTMAX_ROWS, BENCH_COLS);
    store(out, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4);
}

PTO_VF(rmsnorm_vf, (const float *, in), (const float *, gain), (float *, out), (float, eps), (int32_t, n))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t squares = pto_vbr(0.0f);
    for (int32_t i = 0; i < n; i += F32_LANES) {
        pto_vf32_t x = pto_vlds(in, i);
        squares = pto_vmula(squares, x, x, all);
    }
    pto_vf32_t mean = pto_vmuls(pto_vcadd(squares, all), 1.0f / (float)n, all);
    pto_vf32_t rms = pto_vsqrt(pto_vadds(mean, eps, all), all);
    pto_vf32_t scale = pto_vdup(pto_vdiv(pto_vbr(1.0f), rms, all), all);
    for (int32_t i = 0; i < n; i += F32_LANES) {
        pto_vf32_t y = pto_vmul(pto_vlds(in, i), scale, all);
        pto_vsts(pto_vmul(y, pto_vlds(gain, i), all), out, i, all);
    }
}

PTO_KERNEL(c_rmsnorm, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_B, BENCH_N * 4);
    loaded();
    pto_launch(rmsnorm_vf, pto_ub(float, UB_A), pto_ub(float, UB_B), pto_ub(float, UB_OUT), BENCH_RMS_EPS,
               BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(add_carry_vf, (const uint32_t *, a), (const uint32_t *, b), (uint32_t *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += F32_LANES) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_b32_t carry;
        pto_vu32_t sum = pto_vaddc(pto_vlds(a, i), pto_vlds(b, i), mask, &carry);
        pto_vsts(sum, out, i, mask);
        for (int32_t limb = 1; limb < BENCH_LIMBS; limb++) {
            int32_t at = limb * n + i;
            sum = pto_vaddcs(pto_vlds(a, at), pto_vlds(b, at), carry, mask, &carry);
            pto_vsts(sum, out, at, mask);
        }
    }
}

PTO_KERNEL(c_add_carry, (uint32_t *, a), (uint32_t *, b), (uint32_t *, out))
{
    load(a, UB_A, BENCH_LIMBS * BENCH_LIMB_N * 4);
    load(b, UB_B, BENCH_LIMBS * BENCH_LIMB_N * 4);
    loaded();
    pto_launch(add_carry_vf, pto_ub(uint32_t, UB_A), pto_ub(uint32_t, UB_B), pto_ub(uint32_t, UB_OUT),
               BENCH_LIMB_N);
    store(out, BENCH_LIMBS * BENCH_LIMB_N * 4);
}

PTO_VF(f16_to_f32_vf, (const pto_f16_t *, in), (float *, out), (int32_t, n))
{
    // UNPK puts each of 64 halves into the even part of a 32-bit lane; the odd parts are empty.
    pto_b16_t halves = pto_pset_b16(PTO_PAT_ALL);
    for (int32_t i = 0, left = n; i < n; i += F32_LANES) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vf16_t h = pto_vlds(in, i, PTO_LD_UNPK_B16);
        pto_vsts(pto_vcvt_f16_f32(h, halves, PTO_RND_R, PTO_NOSAT, PTO_CVT_EVEN), out, i, mask);
    }
}

PTO_KERNEL(c_f16_to_f32, (pto_f16_t *, a), (pto_f16_t *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_N * 2);
    loaded();
    pto_launch(f16_to_f32_vf, pto_ub(pto_f16_t, UB_A), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(row_sum_vf, (const float *, in), (float *, out), (int32_t, rows), (int32_t, cols))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t r = 0; r < rows; r++) {
        pto_vf32_t sum = pto_vbr(0.0f);
        for (int32_t c = 0; c < cols; c += F32_LANES) {
            sum = pto_vadd(sum, pto_vlds(in, r * cols + c), all);
        }
        pto_vsts(pto_vcadd(sum, all), out, r, all, PTO_ST_1PT_B32);
    }
}

PTO_KERNEL(c_row_sum, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    pto_mte_gm_ub(a, pto_ub(float, UB_A), 0, BENCH_COLS * 4, .nburst = {BENCH_SUM_ROWS, BENCH_COLS * 4, BENCH_COLS * 4});
    loaded();
    pto_launch(row_sum_vf, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_SUM_ROWS, BENCH_COLS);
    store(out, BENCH_SUM_ROWS * 4);
}

PTO_VF(gather_vf, (const uint32_t *, table), (const uint32_t *, index), (uint32_t *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += F32_LANES) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vgather2(table, pto_vlds(index, i), mask), out, i, mask);
    }
}

PTO_KERNEL(c_gather, (uint32_t *, a), (uint32_t *, b), (uint32_t *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_B, BENCH_N * 4);
    loaded();
    pto_launch(gather_vf, pto_ub(uint32_t, UB_A), pto_ub(uint32_t, UB_B), pto_ub(uint32_t, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

// The copy is a transfer. base_copy2d is the kernel without it, so that the difference is the copy alone.
static inline void copy2d_back(uint8_t *out)
{
    const int32_t bytes = BENCH_COPY_ROWS * BENCH_COPY_BYTES;
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(uint8_t, UB_OUT), out, bytes, .nburst = {1, bytes, bytes});
}

PTO_KERNEL(c_copy2d, (uint8_t *, a), (uint8_t *, b), (uint8_t *, out))
{
    (void)b;
    pto_mte_gm_ub(a, pto_ub(uint8_t, UB_OUT), 0, BENCH_COPY_BYTES,
                  .nburst = {BENCH_COPY_ROWS, BENCH_COPY_PITCH, BENCH_COPY_BYTES});
    copy2d_back(out);
}

PTO_KERNEL(base_copy2d, (uint8_t *, a), (uint8_t *, b), (uint8_t *, out))
{
    (void)a;
    (void)b;
    copy2d_back(out);
}
