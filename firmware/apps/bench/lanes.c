// SPDX-License-Identifier: Apache-2.0
//
// The kernels of kernels.c over PTO_FOR_LANES: the recommended form.

#include <pto/lanes.h>

#include "bench.h"
#include "transfers.h"

PTO_VF(vabs_lanes, (const float *, in), (float *, out), (int32_t, n))
{
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vabs(pto_vlds(in, i), mask), out, i, mask);
    }
}

PTO_KERNEL(l_vabs, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_TAIL_N * 4);
    loaded();
    pto_launch(vabs_lanes, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_TAIL_N);
    store(out, BENCH_TAIL_N * 4);
}

PTO_KERNEL(l_vabs_64, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_SHORT_N * 4);
    loaded();
    pto_launch(vabs_lanes, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_SHORT_N);
    store(out, BENCH_SHORT_N * 4);
}

PTO_VF(vabs_tile_lanes, (const float *, in), (float *, out), (int32_t, rows), (int32_t, cols), (int32_t, pitch))
{
    for (int32_t r = 0; r < rows; r++, in += pitch, out += pitch) {
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_vsts(pto_vabs(pto_vlds(in, i), mask), out, i, mask);
        }
    }
}

PTO_KERNEL(l_vabs_tile, (float *, a), (float *, b), (float *, out))
{
    const int32_t bytes = BENCH_TILE_COLS * 4, pitch = BENCH_TILE_PITCH * 4;
    (void)b;
    pto_mte_gm_ub(a, pto_ub(float, UB_A), 0, bytes, .nburst = {BENCH_TILE_ROWS, pitch, pitch});
    loaded();
    pto_launch(vabs_tile_lanes, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_TILE_ROWS, BENCH_TILE_COLS,
               BENCH_TILE_PITCH);
    computed();
    pto_mte_ub_gm(pto_ub(float, UB_OUT), out, bytes, .nburst = {BENCH_TILE_ROWS, pitch, pitch});
}

PTO_VF(vadd_f32_lanes, (const float *, a), (const float *, b), (float *, out), (int32_t, n))
{
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vadd(pto_vlds(a, i), pto_vlds(b, i), mask), out, i, mask);
    }
}

PTO_KERNEL(l_vadd_f32, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_B, BENCH_N * 4);
    loaded();
    pto_launch(vadd_f32_lanes, pto_ub(float, UB_A), pto_ub(float, UB_B), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(vadd_i8_lanes, (const int8_t *, a), (const int8_t *, b), (int8_t *, out), (int32_t, n))
{
    PTO_FOR_LANES(i8, i, n, mask) {
        pto_vsts(pto_vadd(pto_vlds(a, i), pto_vlds(b, i), mask), out, i, mask);
    }
}

PTO_KERNEL(l_vadd_i8, (int8_t *, a), (int8_t *, b), (int8_t *, out))
{
    load(a, UB_A, BENCH_I8_N);
    load(b, UB_B, BENCH_I8_N);
    loaded();
    pto_launch(vadd_i8_lanes, pto_ub(int8_t, UB_A), pto_ub(int8_t, UB_B), pto_ub(int8_t, UB_OUT), BENCH_I8_N);
    store(out, BENCH_I8_N);
}

PTO_VF(axpy_lanes, (const float *, x), (float *, y), (float, factor), (int32_t, n))
{
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vaxpy(pto_vlds(x, i), pto_vlds(y, i), factor, mask), y, i, mask);
    }
}

PTO_KERNEL(l_axpy, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_OUT, BENCH_N * 4);
    loaded();
    pto_launch(axpy_lanes, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_FACTOR, BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(relu_lanes, (const float *, in), (float *, out), (int32_t, n))
{
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vrelu(pto_vlds(in, i), mask), out, i, mask);
    }
}

PTO_KERNEL(l_relu, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_N * 4);
    loaded();
    pto_launch(relu_lanes, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(softmax_lanes, (const float *, in), (float *, out), (int32_t, rows), (int32_t, cols))
{
    for (int32_t r = 0; r < rows; r++, in += cols, out += cols) {
        pto_fold_f32_t max = pto_fold_f32(-__builtin_inff());
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_fold_max(max, pto_vlds(in, i), mask);
        }
        float top = pto_folded_max(max);
        pto_fold_f32_t sum = pto_fold_f32(0.0f);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_strip(f32) e = pto_vexp(pto_vsubs(pto_vlds(in, i), top, mask), mask);
            pto_fold_add(sum, e, mask);
            pto_vsts(e, out, i, mask);
        }
        float total = pto_folded_sum(sum);
        pto_mem_bar(PTO_VST_VLD);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_vsts(pto_vdiv(pto_vlds(out, i), pto_vbr(total), mask), out, i, mask);
        }
    }
}

PTO_KERNEL(l_softmax, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4);
    loaded();
    pto_launch(softmax_lanes, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_SOFTMAX_ROWS, BENCH_COLS);
    store(out, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4);
}

PTO_VF(rmsnorm_lanes, (const float *, in), (const float *, gain), (float *, out), (float, eps), (int32_t, n))
{
    pto_fold_f32_t squares = pto_fold_f32(0.0f);
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_strip(f32) x = pto_vlds(in, i);
        pto_fold_mula(squares, x, x, mask);
    }
    float mean = pto_folded_sum(squares) * (1.0f / (float)n);
    float scale = 1.0f / __builtin_sqrtf(mean + eps);
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_strip(f32) y = pto_vmuls(pto_vlds(in, i), scale, mask);
        pto_vsts(pto_vmul(y, pto_vlds(gain, i), mask), out, i, mask);
    }
}

PTO_KERNEL(l_rmsnorm, (float *, a), (float *, b), (float *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_B, BENCH_N * 4);
    loaded();
    pto_launch(rmsnorm_lanes, pto_ub(float, UB_A), pto_ub(float, UB_B), pto_ub(float, UB_OUT), BENCH_RMS_EPS, BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(add_carry_lanes, (const uint32_t *, a), (const uint32_t *, b), (uint32_t *, out), (int32_t, n))
{
    PTO_FOR_LANES(u32, i, n, mask) {
        pto_strip(mask) carry;
        pto_vsts(pto_vaddc(pto_vlds(a, i), pto_vlds(b, i), mask, &carry), out, i, mask);
        for (int32_t limb = 1; limb < BENCH_LIMBS; limb++) {
            int32_t at = limb * n;
            pto_strip(u32) sum = pto_vaddcs(pto_vlds(a, at + i), pto_vlds(b, at + i), carry, mask, &carry);
            pto_vsts(sum, out, at + i, mask);
        }
    }
}

PTO_KERNEL(l_add_carry, (uint32_t *, a), (uint32_t *, b), (uint32_t *, out))
{
    load(a, UB_A, BENCH_LIMBS * BENCH_LIMB_N * 4);
    load(b, UB_B, BENCH_LIMBS * BENCH_LIMB_N * 4);
    loaded();
    pto_launch(add_carry_lanes, pto_ub(uint32_t, UB_A), pto_ub(uint32_t, UB_B), pto_ub(uint32_t, UB_OUT), BENCH_LIMB_N);
    store(out, BENCH_LIMBS * BENCH_LIMB_N * 4);
}

PTO_VF(f16_to_f32_lanes, (const pto_f16_t *, in), (float *, out), (int32_t, n))
{
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vcvt(f32, pto_vlds(in, i), mask), out, i, mask);
    }
}

PTO_KERNEL(l_f16_to_f32, (pto_f16_t *, a), (pto_f16_t *, b), (float *, out))
{
    (void)b;
    load(a, UB_A, BENCH_N * 2);
    loaded();
    pto_launch(f16_to_f32_lanes, pto_ub(pto_f16_t, UB_A), pto_ub(float, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}

PTO_VF(row_sum_lanes, (const float *, in), (float *, out), (int32_t, rows), (int32_t, cols))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t r = 0; r < rows; r++, in += cols) {
        pto_fold_f32_t sum = pto_fold_f32(0.0f);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_fold_add(sum, pto_vlds(in, i), mask);
        }
        pto_vsts(pto_vcadd(pto_folded(sum), all), out, r, all, PTO_ST_1PT_B32);
    }
}

PTO_KERNEL(l_row_sum, (float *, a), (float *, b), (float *, out))
{
    (void)b;
    pto_mte_gm_ub(a, pto_ub(float, UB_A), 0, BENCH_COLS * 4,
                  .nburst = {BENCH_SUM_ROWS, BENCH_COLS * 4, BENCH_COLS * 4});
    loaded();
    pto_launch(row_sum_lanes, pto_ub(float, UB_A), pto_ub(float, UB_OUT), BENCH_SUM_ROWS, BENCH_COLS);
    store(out, BENCH_SUM_ROWS * 4);
}

PTO_VF(gather_lanes, (const uint32_t *, table), (const uint32_t *, index), (uint32_t *, out), (int32_t, n))
{
    PTO_FOR_LANES(u32, i, n, mask) {
        pto_vsts(pto_vgather2(table, pto_vlds(index, i), mask), out, i, mask);
    }
}

PTO_KERNEL(l_gather, (uint32_t *, a), (uint32_t *, b), (uint32_t *, out))
{
    load(a, UB_A, BENCH_N * 4);
    load(b, UB_B, BENCH_N * 4);
    loaded();
    pto_launch(gather_lanes, pto_ub(uint32_t, UB_A), pto_ub(uint32_t, UB_B), pto_ub(uint32_t, UB_OUT), BENCH_N);
    store(out, BENCH_N * 4);
}
