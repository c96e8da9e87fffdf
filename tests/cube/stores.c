// SPDX-License-Identifier: Apache-2.0
//
// FIXPIPE: every clause of the stores of L0C, against loops over elements. A kernel multiplies an identity with the
// values to store, to bring them into L0C; the model reads its input from L0C.

#include <pto/pto.h>

#include <hal/hal.h>
#include <pto/tap.h>
#include <target/schedules.h>

#include "modes.h"
#include "rounding.h"

enum { M = 40, N = 50, N1 = 4, ROWS = 48, L0C_STRIDE = ROWS, AREA = 64 * 1024 };

static uint8_t out[AREA] __attribute__((aligned(64)));
static uint8_t want[AREA];
static float values[ROWS * 64];      // [n1][m][16], as L0C holds them
static int32_t integers[ROWS * 64];  // the same values as i32
static uint64_t parameters[64];      // of quantisation
static float alphas[64];

static uint32_t state = 7;

static uint32_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/// Contents of L0C: f32 by K = 1 products with 1, i32 by small products ///

// f32 values reach L0C as bias, row by row of one column of fractals: mad_bias adds 0 * 0 to them.
static void fill_f32(float *l0c, const float *x)
{
    pto_mte_gm_l1(x, pto_l1(float, 0), ROWS * 64, .nburst = {4, ROWS * 64, ROWS * 64});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    // Each row of 16 elements is a result of its own: 1 x 16.
    for (int64_t row = 0; row < ROWS * 4; row++) {
        pto_mte_l1_bt(pto_l1(float, row * 64), pto_bt(float, row % 128 * 64), 2, .nburst = {1, 0, 0});
        pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
        pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
        pto_mad_bias(pto_l0a(float, 0), pto_l0b(float, 0), l0c + row * 16, pto_bt(float, row % 128 * 64), 1, 16, 8);
        pto_set_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
        pto_wait_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
    }
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
}

static void fill_i32(int32_t *l0c, const int32_t *x)
{
    pto_mte_gm_l1(x, pto_l1(int32_t, 0), ROWS * 64, .nburst = {4, ROWS * 64, ROWS * 64});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    for (int64_t row = 0; row < ROWS * 4; row++) {
        pto_mte_l1_bt(pto_l1(int32_t, row * 64), pto_bt(int32_t, row % 128 * 64), 2, .nburst = {1, 0, 0});
        pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
        pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
        pto_mad_bias(pto_l0a(int8_t, 0), pto_l0b(int8_t, 0), l0c + row * 16, pto_bt(int32_t, row % 128 * 64), 1, 16,
                     32);
        pto_set_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
        pto_wait_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
    }
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
}

static void load_parameters(const uint64_t *quant, const float *alpha)
{
    pto_mte_gm_l1(quant, pto_l1(uint64_t, 65536), 512, .nburst = {1, 0, 0});
    pto_mte_gm_l1(alpha, pto_l1(float, 66560), 256, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE2, PIPE_FIX, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_FIX, EVENT_ID0);
    pto_mte_l1_fb(pto_l1(uint64_t, 65536), pto_fb(float, 0), 8, .nburst = {1, 0, 0});
    pto_mte_l1_fb(pto_l1(float, 66560), pto_fb(float, 1024), 4, .nburst = {1, 0, 0});
    pto_mte_l1_fb(pto_l1(float, 66560), pto_fb(float, 65536 + 1024), 4, .nburst = {1, 0, 0});
}

/// The stores under test ///

#define LIST_F32(X)                                                                                                    \
    X(nd, float, .layout = {PTO_NZ2ND})                                                                                \
    X(normal, float, .unit_flag = PTO_UNIT_FLAG_OFF)                                                                   \
    X(dn, float, .layout = {PTO_NZ2DN, 1})                                                                             \
    X(dn_rows, float, .layout = {PTO_NZ2DN, 2})                                                                        \
    X(nz, float, .layout = {PTO_NZ2NZ, 0})                                                                             \
    X(nz_split, float, .layout = {PTO_NZ2NZ, 1})                                                                       \
    X(relu, float, .pre_relu = PTO_PRE_RELU(PTO_NORMAL_RELU))                                                          \
    X(leaky, float, .pre_relu = PTO_PRE_RELU(PTO_SCALAR_RELU, 0.25f), .layout = {PTO_NZ2DN, 1})                        \
    X(prelu, float, .pre_relu = PTO_PRE_RELU(PTO_VECTOR_RELU, pto_fb(float, 1024)))                                    \
    X(prelu_block, float, .pre_relu = PTO_PRE_RELU(PTO_VECTOR_RELU, pto_fb(float, 66560)))                             \
    X(scaled, float, .pre_quant = PTO_PRE_QUANT(PTO_QF322F32_PRE_SCALAR, 3.0f))                                        \
    X(scaled_vec, float, .pre_quant = PTO_PRE_QUANT(PTO_QF322F32_PRE_VEC, pto_fb(float, 0)))                           \
    X(half, pto_f16_t, .pre_quant = PTO_PRE_QUANT(PTO_F32_F16, 1.0f))                                                  \
    X(half_nosat, pto_f16_t, .pre_quant = PTO_PRE_QUANT(PTO_F32_F16, 1.0f), .sat = PTO_SAT_OFF)                        \
    X(half_relu_clip, pto_f16_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322F16_PRE_SCALAR, (pto_f16_t)2),                    \
      .pre_relu = PTO_PRE_RELU(PTO_SCALAR_RELU, (pto_f16_t)0.5), .clip = PTO_CLIP((pto_f16_t)100),                     \
      .layout = {PTO_NZ2NZ, 0})                                                                                        \
    X(half_vec, pto_f16_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322F16_PRE_VEC, pto_fb(float, 0)),                         \
      .pre_relu = PTO_PRE_RELU(PTO_VECTOR_RELU, pto_fb(float, 1024)), .layout = {PTO_NZ2DN, 1})                        \
    X(brain, pto_bf16_t, .pre_quant = PTO_PRE_QUANT(PTO_F32_BF16, 1.0f))                                               \
    X(brain_nosat, pto_bf16_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322BF16_PRE_SCALAR, 0.5f), .sat = PTO_SAT_OFF)         \
    X(e4m3, pto_e4m3_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322FP8_PRE_SCALAR, 0.5f))                                     \
    X(e4m3_nan, pto_e4m3_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322FP8_PRE_VEC, pto_fb(float, 0)),                        \
      .sat = PTO_SAT_PRESERVE_NAN, .layout = {PTO_NZ2NZ, 0})                                                           \
    X(e5m2, pto_e5m2_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322FP8_PRE_SCALAR, 2.0f), .sat = PTO_SAT_OFF)                 \
    X(hif8, pto_hif8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322HIF8_PRE_SCALAR, 1.0f))                                    \
    X(b8, int8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322B8_PRE_SCALAR, 0.5f))                                            \
    X(b8_vec, int8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322B8_PRE_VEC, pto_fb(float, 0)),                               \
      .pre_relu = PTO_PRE_RELU(PTO_NORMAL_RELU), .clip = PTO_CLIP((int8_t)100))                                        \
    X(b8_unsigned, uint8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322B8_PRE_SCALAR, 0.5f), .clip = PTO_CLIP((uint16_t)200)) \
    X(b8_raw, int8_t,                                                                                                  \
      .pre_quant = PTO_PRE_QUANT(PTO_QF322B8_PRE_SCALAR, (uint64_t)0x3f000000 | 500ull << 37 | 1ull << 46))            \
    X(b8_half, int8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF162B8_PRE_SCALAR, 0.5f))                                       \
    X(s4, uint8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322S4_PRE_SCALAR, 0.125f))                                         \
    X(s4_vec, uint8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322S4_PRE_VEC, pto_fb(float, 0)))                              \
    X(s4_half, uint8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF162S4_PRE_SCALAR, 0.125f))                                    \
    X(s4_half_vec, uint8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF162S4_PRE_VEC, pto_fb(float, 0)))                         \
    X(b8_half_vec, int8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF162B8_PRE_VEC, pto_fb(float, 0)))                          \
    X(hif8_hybrid, pto_hif8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322HIF8_PRE_HYBRID_SCALAR, 2.0f))                      \
    X(hif8_hybrid_vec, pto_hif8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322HIF8_PRE_HYBRID_VEC, pto_fb(float, 0)))         \
    X(hif8_vec, pto_hif8_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322HIF8_PRE_VEC, pto_fb(float, 0)))                       \
    X(brain_vec, pto_bf16_t, .pre_quant = PTO_PRE_QUANT(PTO_QF322BF16_PRE_VEC, pto_fb(float, 0)))

#define LIST_I32(X)                                                                                           \
    X(i32_nd, int32_t, .layout = {PTO_NZ2ND})                                                                 \
    X(i32_relu, int32_t, .pre_relu = PTO_PRE_RELU(PTO_NORMAL_RELU))                                           \
    X(req8, int8_t, .pre_quant = PTO_PRE_QUANT(PTO_REQ8_SCALAR, 0.015625f))                                   \
    X(req8_vec, int8_t, .pre_quant = PTO_PRE_QUANT(PTO_REQ8_VEC, pto_fb(float, 0)))                           \
    X(req4, uint8_t, .pre_quant = PTO_PRE_QUANT(PTO_REQ4_SCALAR, 0.001f))                                     \
    X(deqf16, pto_f16_t, .pre_quant = PTO_PRE_QUANT(PTO_DEQF16_SCALAR, 0.25f))                                \
    X(deqs16, int16_t, .pre_quant = PTO_PRE_QUANT(PTO_DEQS16_SCALAR, 2.5f), .clip = PTO_CLIP((int16_t)30000)) \
    X(deqs16_relu, int16_t, .pre_quant = PTO_PRE_QUANT(PTO_DEQS16_SCALAR, 2.5f),                              \
      .pre_relu = PTO_PRE_RELU(PTO_NORMAL_RELU))                                                              \
    X(deqs32, int32_t, .pre_quant = PTO_PRE_QUANT(PTO_DEQS32_INT_SCALAR, 2.5f))                               \
    X(qf162s16, int16_t, .pre_quant = PTO_PRE_QUANT(PTO_QF162S16_PRE_SCALAR, 0.5f))                           \
    X(qs322bf16, pto_bf16_t, .pre_quant = PTO_PRE_QUANT(PTO_QS322BF16_PRE_SCALAR, 0.5f))                      \
    X(req4_vec, uint8_t, .pre_quant = PTO_PRE_QUANT(PTO_REQ4_VEC, pto_fb(float, 0)))                          \
    X(deqf16_vec, pto_f16_t, .pre_quant = PTO_PRE_QUANT(PTO_DEQF16_VEC, pto_fb(float, 0)))                    \
    X(deqs16_vec, int16_t, .pre_quant = PTO_PRE_QUANT(PTO_DEQS16_VEC, pto_fb(float, 0)))                      \
    X(deqs32_vec, int32_t, .pre_quant = PTO_PRE_QUANT(PTO_DEQS32_INT_VEC, pto_fb(float, 0)))                  \
    X(qf162s16_vec, int16_t, .pre_quant = PTO_PRE_QUANT(PTO_QF162S16_PRE_VEC, pto_fb(float, 0)))              \
    X(qs322bf16_vec, pto_bf16_t, .pre_quant = PTO_PRE_QUANT(PTO_QS322BF16_PRE_VEC, pto_fb(float, 0)))

// Distances of rows, columns or fractal columns that leave gaps, even and a multiple of what layouts need.
enum { ND_STRIDE = 66, DN_STRIDE = 44, NZ_STRIDE = ROWS * 32 + 32 };

#define STRIDE_OF(...)                                                       \
    (((const pto_fix_t){__VA_ARGS__}).layout.mode == PTO_NZ2DN   ? DN_STRIDE \
     : ((const pto_fix_t){__VA_ARGS__}).layout.mode == PTO_NZ2NZ ? NZ_STRIDE \
                                                                 : ND_STRIDE)

#define KERNEL_F32(name, T, ...)                                                                                       \
    PTO_CUBE_KERNEL(store_##name, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), (float *, alpha)) \
    {                                                                                                                  \
        (void)z;                                                                                                       \
        float *l0c = pto_l0c(float, 0);                                                                                \
        fill_f32(l0c, x);                                                                                              \
        load_parameters(quant, alpha);                                                                                 \
        /* dn_rows takes every second row */                                                                           \
        int64_t rows = ((const pto_fix_t){__VA_ARGS__}).layout.value == 2 ? M / 2 : M;                                 \
        pto_mte_l0c_gm(l0c, (T *)(void *)y, rows, N, L0C_STRIDE, STRIDE_OF(__VA_ARGS__), 0, 0, __VA_ARGS__);           \
    }
#define KERNEL_I32(name, T, ...)                                                                                       \
    PTO_CUBE_KERNEL(store_##name, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), (float *, alpha)) \
    {                                                                                                                  \
        (void)x;                                                                                                       \
        int32_t *l0c = pto_l0c(int32_t, 0);                                                                            \
        fill_i32(l0c, z);                                                                                              \
        load_parameters(quant, alpha);                                                                                 \
        pto_mte_l0c_gm(l0c, (T *)(void *)y, M, N, L0C_STRIDE, STRIDE_OF(__VA_ARGS__), 0, 0, __VA_ARGS__);              \
    }
LIST_F32(KERNEL_F32)
LIST_I32(KERNEL_I32)

/// The model ///

static int64_t clamp(double x, int64_t low, int64_t high)
{
    return x != x ? 0 : x<(double)low ? low : x>(double) high ? high : (int64_t)x;
}

typedef struct {
    pto_elem_t elem;
    uint32_t bits;
    pto_fix_t clauses;
    bool integer, vector, scales, half_first, four;
} case_t;

static uint32_t element(const case_t *c, uint32_t accumulator, uint32_t n)
{
    uint64_t word = c->vector ? parameters[n] : c->clauses.pre_quant.payload;
    bool fields = c->vector || c->clauses.pre_quant.raw;
    float scale = pto_f32_of((uint32_t)(fields ? word & 0xffffe000 : word));
    int32_t offset = fields ? (int32_t)(word >> 37 & 0x1ff) : 0;
    offset -= offset >= 256 ? 512 : 0;
    bool is_signed = fields ? word >> 46 & 1 : c->elem != PTO_ELEM_U8;
    float alpha =
        c->clauses.pre_relu.mode == PTO_VECTOR_RELU ? alphas[n] : pto_f32_of((uint32_t)c->clauses.pre_relu.payload);
    uint32_t sat = c->clauses.sat == PTO_SAT_AS_SET ? PTO_SAT_ON : c->clauses.sat;
    if (c->integer && !c->scales) {
        return c->clauses.pre_relu.mode == PTO_NORMAL_RELU && (int32_t)accumulator < 0 ? 0 : accumulator;
    }
    float x = c->integer ? (float)(int32_t)accumulator : pto_f32_of(accumulator);
    if (c->half_first) {
        pto_f16_t half = (pto_f16_t)x;
        x = x != x ? 0 : (float)half > 65504 ? 65504 : (float)half < -65504 ? -65504 : (float)half;
    }
    x = c->scales ? x * scale : x;
    if (c->clauses.pre_relu.mode == PTO_NORMAL_RELU) {
        x = x > 0 ? x : 0;
    } else if (c->clauses.pre_relu.mode != PTO_NO_RELU) {
        x = x >= 0 ? x : alpha * x;
    }
    uint32_t bits = 0;
    switch (c->elem) {
        case PTO_ELEM_F32:
            __builtin_memcpy(&bits, &x, 4);
            return bits;
        case PTO_ELEM_F16: {
            pto_f16_t half = (pto_f16_t)x;
            if (sat != PTO_SAT_OFF) {
                half = x != x ? 0 : (float)half > 65504 ? 65504 : (float)half < -65504 ? -65504 : half;
            }
            uint16_t low = (uint16_t)c->clauses.clip.bits;
            pto_f16_t bound;
            __builtin_memcpy(&bound, &low, 2);
            half = c->clauses.clip.present && half > bound ? bound : half;
            __builtin_memcpy(&bits, &half, 2);
            return bits;
        }
        case PTO_ELEM_BF16:
            bits = pto_bf16_from_float(x).bits;
            if (sat != PTO_SAT_OFF && (bits & 0x7f80) == 0x7f80) {
                return x != x ? 0 : (bits & 0x8000) | 0x7f7f;
            }
            return bits;
        case PTO_ELEM_E4M3:
            return to_fp8((double)x, 3, 7, 0x7e, 0x7f, 0x7f, sat);
        case PTO_ELEM_E5M2:
            return to_fp8((double)x, 2, 15, 0x7b, 0x7c, 0x7e, sat);
        case PTO_ELEM_HIF8:
            return to_hif8((double)x);
        default:
            break;
    }
    double whole = round_even((double)x);
    int64_t value = clamp(whole, INT32_MIN, INT32_MAX) + offset;
    if (c->elem == PTO_ELEM_I32) {
        return (uint32_t)clamp((double)value, INT32_MIN, INT32_MAX);
    }
    value = c->four                   ? clamp((double)value, -8, 7)
            : c->elem == PTO_ELEM_I16 ? clamp((double)value, -32768, 32767)
            : is_signed               ? clamp((double)value, -128, 127)
                                      : clamp((double)value, 0, 255);
    if (c->clauses.clip.present) {
        int64_t bound = c->elem == PTO_ELEM_U8   ? (int64_t)(c->clauses.clip.bits & 0xffff)
                        : c->elem == PTO_ELEM_I8 ? (int8_t)c->clauses.clip.bits
                                                 : (int16_t)c->clauses.clip.bits;
        value = value > bound ? bound : value;
    }
    return (uint32_t)value;
}

static size_t place(const case_t *c, size_t m, size_t n)
{
    size_t columns = c->clauses.layout.value != 0 ? 8 : c->bits >= 16 ? 16 : 256 / c->bits;
    switch (c->clauses.layout.mode) {
        case PTO_NZ2DN:
            return n * DN_STRIDE + m;
        case PTO_NZ2NZ:
            return n / columns * NZ_STRIDE + m * columns + n % columns;
        default:
            return m * ND_STRIDE + n;
    }
}

static void write(const case_t *c, size_t at, uint32_t value)
{
    if (c->four) {
        uint8_t *to = want + at / 2;
        *to = (uint8_t)(at % 2 ? (*to & 15) | value << 4 : (*to & 0xf0) | (value & 15));
    } else {
        __builtin_memcpy(want + at * c->bits / 8, &value, c->bits / 8);
    }
}

static void model(const case_t *c)
{
    __builtin_memset(want, 0x55, sizeof want);
    size_t step = c->clauses.layout.value == 2 ? 2 : 1;
    for (size_t m = 0; m < M / step; m++) {
        for (size_t n = 0; n < N; n++) {
            size_t at = n / 16 * ROWS * 16 + m * step * 16 + n % 16;
            uint32_t bits;
            __builtin_memcpy(&bits, c->integer ? (const void *)&integers[at] : (const void *)&values[at], 4);
            write(c, place(c, m, n), element(c, bits, (uint32_t)n));
        }
    }
}

static bool run(const pto_kernel_t *kernel, unsigned index)
{
    schedule_t s = schedule(index);
    const uint64_t args[] = {PTO_ARG(&out[0]), PTO_ARG(&values[0]), PTO_ARG(&integers[0]), PTO_ARG(&parameters[0]),
                             PTO_ARG(&alphas[0])};
    const pto_gm_buffer_t buffers[] = {{out, sizeof out, "out"},
                                       {values, sizeof values, "values"},
                                       {integers, sizeof integers, "integers"},
                                       {parameters, sizeof parameters, "parameters"},
                                       {alphas, sizeof alphas, "alphas"}};
    pto_run_result_t result;
    __builtin_memset(out, 0x55, sizeof out);
    if (schedule_run(&s, kernel, args, buffers, 5, &result) != 0) {
        tap_note("%s: %s", s.name, result.report);
        return false;
    }
    return true;
}

static void check(const char *name, const pto_kernel_t *kernel, const case_t *c)
{
    model(c);
    if (run(kernel, 0)) {
        run(kernel, 2);
    }
    tap_same(out, want, sizeof out, "%s", name);
}

/// Destinations, halves, atomics, unit flags ///

PTO_CUBE_KERNEL(to_l1, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), (float *, alpha))
{
    (void)z;
    float *l0c = pto_l0c(float, 0);
    fill_f32(l0c, x);
    load_parameters(quant, alpha);
    pto_mte_l0c_l1(l0c, pto_l1(float, 131072), M, N, L0C_STRIDE, 64);
    pto_mte_l0c_ub(l0c, pto_ub(float, 1024), 16, 32, L0C_STRIDE, 64, PTO_SUBBLOCK(0));
    pto_mte_l0c_ub(l0c, pto_ub(float, 8192), 16, 32, L0C_STRIDE, 64, PTO_SUBBLOCK(1));
    pto_mte_l0c_ub(l0c, pto_ub(float, 16384), M, 32, L0C_STRIDE, 64, PTO_SPLIT_M);
    pto_mte_l0c_ub(l0c, pto_ub(float, 32768), M, 64, L0C_STRIDE, 64, PTO_SPLIT_N, .layout = {PTO_NZ2ND});
    // The register spelling
    const int64_t size = N << 4 | M << 16 | (int64_t)64 << 32, nd = L0C_STRIDE | (int64_t)1 << 43;
    pto_set_loop3_para(1, 0);
    pto_copy_matrix_cc_to_cbuf(l0c, pto_l1(float, 163840), size, nd);
    pto_copy_matrix_cc_to_ub(l0c, pto_ub(float, 49152), size, nd | 1 << 18);
    pto_copy_matrix_cc_to_ub(l0c, pto_ub(float, 65536), size, nd | 1 << 16);
    (void)y;
}

static float value_at(size_t m, size_t n)
{
    return values[n / 16 * ROWS * 16 + m * 16 + n % 16];
}

static bool is_tile(const void *base, size_t offset, size_t m0, size_t rows, size_t n0, size_t columns)
{
    const uint8_t *at = (const uint8_t *)base + offset;
    for (size_t m = 0; m < rows; m++) {
        for (size_t n = 0; n < columns; n++) {
            float value = value_at(m0 + m, n0 + n);
            if (__builtin_memcmp(at + (m * 64 + n) * 4, &value, 4) != 0) {
                return false;
            }
        }
    }
    return true;
}

static void test_destinations(void)
{
    run(&pto_kernel_to_l1, 0);
    const void *ub0 = hal_memory(HAL_MEM_UB, 0, 0).base, *ub1 = hal_memory(HAL_MEM_UB, 0, 1).base;
    tap_ok(is_tile(hal_memory(HAL_MEM_L1, 0, 0).base, 131072, 0, M, 0, N), "mte_l0c_l1");
    tap_ok(is_tile(ub0, 1024, 0, 16, 0, 32), "mte_l0c_ub to sub-block 0");
    tap_ok(is_tile(ub1, 8192, 0, 16, 0, 32), "mte_l0c_ub to sub-block 1");
    tap_ok(is_tile(ub0, 16384, 0, M / 2, 0, 32) && is_tile(ub1, 16384, M / 2, M / 2, 0, 32), "mte_l0c_ub split_m");
    tap_ok(is_tile(ub0, 32768, 0, M, 0, 32) && is_tile(ub1, 32768, 0, M, 32, 32), "mte_l0c_ub split_n");
    tap_ok(is_tile(hal_memory(HAL_MEM_L1, 0, 0).base, 163840, 0, M, 0, N), "copy_matrix_cc_to_cbuf");
    tap_ok(is_tile(ub1, 49152, 0, M, 0, N), "copy_matrix_cc_to_ub to sub-block 1");
    tap_ok(is_tile(ub0, 65536, 0, M / 2, 0, N) && is_tile(ub1, 65536, M / 2, M / 2, 0, N),
           "copy_matrix_cc_to_ub split_m");
}

enum { F16_100 = 0x5640 };

PTO_CUBE_KERNEL(loop3, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), (float *, alpha))
{
    (void)z;
    float *l0c = pto_l0c(float, 0);
    fill_f32(l0c, x);
    load_parameters(quant, alpha);
    pto_mte_l0c_gm(l0c, (float *)(void *)y, 8, 20, L0C_STRIDE, 24, 0, 0, .layout = {PTO_NZ2ND},
                   .loop3 = PTO_LOOP(3, 10, 400));
    const uint64_t loops = 2 | 10 << 16 | (uint64_t)400 << 32;
    pto_set_loop3_para(loops & 0xffffffffff, loops >> 40);
    pto_copy_matrix_cc_to_gm(l0c, (float *)(void *)(y + 8192), 20 << 4 | 8 << 16 | (int64_t)24 << 32,
                             L0C_STRIDE | (int64_t)1 << 43);
    // nz2dn by registers, with quantisation and ReLU
    pto_set_loop3_para(1, 0);
    pto_set_channel_para(0, 1 << 8);
    pto_set_quant_pre(0x40000000);
    pto_set_relu_alpha(0x3f000000);
    pto_copy_matrix_cc_to_gm(l0c, (pto_f16_t *)(void *)(y + 16384), 20 << 4 | 8 << 16 | (int64_t)24 << 32,
                             L0C_STRIDE | (int64_t)1 << 62 | (int64_t)1 << 29 | (int64_t)2 << 39);
    // Rows of parameters by register, and the bound. The alphas are in block 1.
    pto_mte_l1_fb(pto_l1(uint64_t, 65536), pto_fb(float, 1024), 4, .nburst = {1, 0, 0});
    const int64_t mode = PTO_QF322F16_PRE_VEC;
    pto_set_fpc(1024 / 64);
    pto_set_fix_clip_relu(F16_100);
    pto_copy_matrix_cc_to_gm(
        l0c, (pto_f16_t *)(void *)(y + 24576), 20 << 4 | 8 << 16 | (int64_t)24 << 32,
        L0C_STRIDE | (int64_t)1 << 43 | (mode & 31) << 34 | mode >> 5 << 29 | 1 << 30 | (int64_t)PTO_VECTOR_RELU << 39);
}

static void test_loop3(void)
{
    const case_t by_rows = {.elem = PTO_ELEM_F16,
                            .bits = 16,
                            .vector = true,
                            .scales = true,
                            .clauses = {.pre_relu = {.mode = PTO_VECTOR_RELU}, .clip = {F16_100, true}}};
    run(&pto_kernel_loop3, 0);
    __builtin_memset(want, 0x55, sizeof want);
    for (size_t r = 0; r < 3; r++) {
        for (size_t m = 0; m < 8; m++) {
            for (size_t n = 0; n < 20; n++) {
                float value = value_at(r * 10 + m, n);
                __builtin_memcpy(want + (r * 400 + m * 24 + n) * 4, &value, 4);
                if (r < 2) {
                    __builtin_memcpy(want + 8192 + (r * 400 + m * 24 + n) * 4, &value, 4);
                }
                value = value_at(m, n) * 2;
                value = value >= 0 ? value : value * 0.5f;
                pto_f16_t half = value != value   ? 0
                                 : value > 65504  ? 65504
                                 : value < -65504 ? -65504
                                                  : (pto_f16_t)value;
                if (r == 0) {
                    uint32_t bits;
                    value = value_at(m, n);
                    __builtin_memcpy(&bits, &value, 4);
                    bits = element(&by_rows, bits, (uint32_t)n);
                    __builtin_memcpy(want + 24576 + (m * 24 + n) * 2, &bits, 2);
                    __builtin_memcpy(want + 16384 + (n * 24 + m) * 2, &half, 2);
                }
            }
        }
    }
    tap_same(out, want, sizeof out, "loop3, and the register spelling");
}

#define ATOMICS(X)                  \
    X(f32_add, float, F32, ADD)     \
    X(f32_max, float, F32, MAX)     \
    X(f16_add, pto_f16_t, F16, ADD) \
    X(bf16_min, pto_bf16_t, BF16, MIN)

// Stores twice to the same address, so the second updates the first.
#define ATOMIC_KERNEL(name, T, type_, op_)                                                            \
    PTO_CUBE_KERNEL(atomic_##name, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), \
                    (float *, alpha))                                                                 \
    {                                                                                                 \
        (void)z, (void)quant, (void)alpha;                                                            \
        float *l0c = pto_l0c(float, 0);                                                               \
        fill_f32(l0c, x);                                                                             \
        pto_mte_l0c_gm(l0c, (T *)(void *)y, 16, 16, L0C_STRIDE, 16, 0, 0,                             \
                       .atomic = {PTO_ATOMIC_##type_, PTO_ATOMIC_##op_});                             \
        pto_set_atomic_##op_##_();                                                                    \
        pto_set_atomic_##type_##_();                                                                  \
        pto_mte_l0c_gm(l0c + 16, (T *)(void *)y, 16, 16, L0C_STRIDE, 16, 0, 0);                       \
        pto_set_atomic_none();                                                                        \
    }
#define pto_set_atomic_ADD_()  pto_set_atomic_add()
#define pto_set_atomic_MAX_()  pto_set_atomic_max()
#define pto_set_atomic_MIN_()  pto_set_atomic_min()
#define pto_set_atomic_F32_()  pto_set_atomic_f32()
#define pto_set_atomic_F16_()  pto_set_atomic_f16()
#define pto_set_atomic_BF16_() pto_set_atomic_bf16()
ATOMICS(ATOMIC_KERNEL)

PTO_CUBE_KERNEL(atomic_s8_max, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), (float *, alpha))
{
    (void)x, (void)quant, (void)alpha;
    int32_t *l0c = pto_l0c(int32_t, 0);
    fill_i32(l0c, z);
    pto_mte_l0c_gm(l0c, (int8_t *)y, 16, 16, L0C_STRIDE, 16, 0, 0, .atomic = {PTO_ATOMIC_S8, PTO_ATOMIC_MAX},
                   .pre_quant = PTO_PRE_QUANT(PTO_REQ8_SCALAR, 0.125f));
    pto_mte_l0c_gm(l0c, (int32_t *)(void *)(y + 1024), 16, 16, L0C_STRIDE, 16, 0, 0,
                   .atomic = {PTO_ATOMIC_S32, PTO_ATOMIC_ADD});
}

PTO_CUBE_KERNEL(atomic_s16_min, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), (float *, alpha))
{
    (void)x, (void)quant, (void)alpha;
    int32_t *l0c = pto_l0c(int32_t, 0);
    fill_i32(l0c, z);
    pto_mte_l0c_gm(l0c, (int16_t *)(void *)y, 16, 16, L0C_STRIDE, 16, 0, 0,
                   .pre_quant = PTO_PRE_QUANT(PTO_DEQS16_SCALAR, 0.125f), .atomic = {PTO_ATOMIC_S16, PTO_ATOMIC_MIN});
    pto_set_atomic_s16();
    pto_set_atomic_add();
    pto_mte_l0c_gm(l0c, (int16_t *)(void *)(y + 1024), 16, 16, L0C_STRIDE, 16, 0, 0,
                   .pre_quant = PTO_PRE_QUANT(PTO_DEQS16_SCALAR, 0.125f));
    pto_set_atomic_s32();
    pto_set_atomic_max();
    pto_mte_l0c_gm(l0c, (int32_t *)(void *)(y + 2048), 16, 16, L0C_STRIDE, 16, 0, 0);
    pto_set_atomic_none();
}

static int32_t integer_at(size_t offset, size_t bytes)
{
    int32_t word = 0;
    __builtin_memcpy(&word, out + offset, bytes);
    return bytes == 2 ? (int16_t)word : word;
}

static void test_atomic_s16(void)
{
    bool least = true, sum = true, most = true;
    run(&pto_kernel_atomic_s16_min, 0);
    for (size_t i = 0; i < 16 * 16; i++) {
        int32_t x = integers[i];
        int64_t y = clamp(round_even((double)((float)x * 0.125f)), INT16_MIN, INT16_MAX);
        least = least && integer_at(i * 2, 2) == (y < 0x5555 ? y : 0x5555);
        sum = sum && integer_at(1024 + i * 2, 2) == (int16_t)(0x5555 + y);
        most = most && integer_at(2048 + i * 4, 4) == (x > 0x55555555 ? x : 0x55555555);
    }
    tap_ok(least, "atomic min s16");
    tap_ok(sum, "atomic add s16, by CTRL");
    tap_ok(most, "atomic max s32, by CTRL");
}

static float combine(float a, float b, int op)
{
    return op == PTO_ATOMIC_ADD ? a + b : a != a ? a : op == PTO_ATOMIC_MAX ? (b < a ? a : b) : (a < b ? a : b);
}

static void test_atomics(void)
{
    float there;
    uint32_t fives = 0x55555555;
    __builtin_memcpy(&there, &fives, 4);
    bool add = true, max = true, half = true, low = true;
    pto_f16_t there16;
    __builtin_memcpy(&there16, &fives, 2);
    static uint8_t results[4][16 * 16 * 4];
    const pto_kernel_t *kernels[] = {&pto_kernel_atomic_f32_add, &pto_kernel_atomic_f32_max, &pto_kernel_atomic_f16_add,
                                     &pto_kernel_atomic_bf16_min};
    for (int i = 0; i < 4; i++) {
        run(kernels[i], 0);
        __builtin_memcpy(results[i], out, sizeof results[i]);
    }
    for (size_t m = 0; m < 16; m++) {
        for (size_t n = 0; n < 16; n++) {
            float first = value_at(m, n), second = value_at(m + 1, n);
            float sum = combine(combine(there, first, PTO_ATOMIC_ADD), second, PTO_ATOMIC_ADD);
            float most = combine(combine(there, first, PTO_ATOMIC_MAX), second, PTO_ATOMIC_MAX);
            add = add && __builtin_memcmp(results[0] + (m * 16 + n) * 4, &sum, 4) == 0;
            max = max && __builtin_memcmp(results[1] + (m * 16 + n) * 4, &most, 4) == 0;
            case_t c = {.elem = PTO_ELEM_F16, .bits = 16};
            uint32_t a, b;
            __builtin_memcpy(&a, &first, 4);
            __builtin_memcpy(&b, &second, 4);
            pto_f16_t x, y;
            a = element(&c, a, 0);
            b = element(&c, b, 0);
            __builtin_memcpy(&x, &a, 2);
            __builtin_memcpy(&y, &b, 2);
            x = (pto_f16_t)(there16 + x);
            x = (pto_f16_t)(x + y);
            half = half && __builtin_memcmp(results[2] + (m * 16 + n) * 2, &x, 2) == 0;
            c.elem = PTO_ELEM_BF16;
            __builtin_memcpy(&a, &first, 4);
            __builtin_memcpy(&b, &second, 4);
            float least =
                combine(pto_bf16_to_float((pto_bf16_t){0x5555}), pto_f32_of(element(&c, a, 0) << 16), PTO_ATOMIC_MIN);
            least = combine(least, pto_f32_of(element(&c, b, 0) << 16), PTO_ATOMIC_MIN);
            uint16_t bits = pto_bf16_from_float(least).bits;
            low = low && __builtin_memcmp(results[3] + (m * 16 + n) * 2, &bits, 2) == 0;
        }
    }
    tap_ok(add, "atomic add, f32, by clause and by CTRL");
    tap_ok(max, "atomic max, f32");
    tap_ok(half, "atomic add, f16");
    tap_ok(low, "atomic min, bf16");
    run(&pto_kernel_atomic_s8_max, 0);
    bool integer = true;
    for (size_t m = 0; m < 16; m++) {
        for (size_t n = 0; n < 16; n++) {
            int32_t x = integers[m * 16 + n];
            int64_t y = clamp(round_even((double)((float)x * 0.125f)), -128, 127);
            int32_t sum;
            __builtin_memcpy(&sum, out + 1024 + (m * 16 + n) * 4, 4);
            integer =
                integer && (int8_t)out[m * 16 + n] == (y > 0x55 ? y : 0x55) && sum == (int32_t)(fives + (uint32_t)x);
        }
    }
    tap_ok(integer, "atomic max s8, add s32");
}

// Products alternate with their stores, ordered by unit flags alone.
PTO_CUBE_KERNEL(unit_flags, (uint8_t *, y), (float *, x), (int32_t *, z), (uint64_t *, quant), (float *, alpha))
{
    (void)z, (void)quant, (void)alpha;
    float *l0c = pto_l0c(float, 0);
    pto_mte_gm_l1(x, pto_l1(float, 0), 1024, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_mte_l1_bt(pto_l1(float, 0), pto_bt(float, 0), 32, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    for (int64_t i = 0; i < 12; i++) {
        // The first of two products and the first of two stores wait for the flags without changing them.
        pto_mad_bias(pto_l0a(float, 0), pto_l0b(float, 0), l0c, pto_bt(float, i * 64), 20, 16, 8,
                     .unit_flag = PTO_CHECK_ONLY);
        pto_mad_acc(pto_l0a(float, 0), pto_l0b(float, 0), l0c, 20, 16, 8, .unit_flag = PTO_CHECK_AND_SET);
        float *to = (float *)(void *)(y + 4096 * i);
        pto_mte_l0c_gm(l0c, to, 20, 16, 32, 16, 0, 0, .unit_flag = PTO_CHECK_ONLY);
        pto_mte_l0c_gm(l0c, to + 512, 20, 16, 32, 16, 0, 0, .unit_flag = PTO_CHECK_AND_CLEAR);
    }
}

static void test_unit_flags(void)
{
    bool good = true;
    for (unsigned i = 0; i < schedule_num(); i++) {
        good = run(&pto_kernel_unit_flags, i) && good;
        for (size_t t = 0; t < 12; t++) {
            for (size_t e = 0; e < 320; e++) {
                const uint8_t *stored = out + 4096 * t + 4 * e;
                good = good && __builtin_memcmp(stored, &values[16 * t + e % 16], 4) == 0 &&
                       __builtin_memcmp(stored + 2048, stored, 4) == 0;
            }
        }
    }
    tap_ok(good, "unit flags, set, cleared and only looked at, order products and stores under %u schedules", schedule_num());
}

int main(void)
{
    static const uint32_t special[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x47801000, 0xc7801000, 0x00000001};
    for (size_t i = 0; i < ROWS * 64; i++) {
        float value = (float)(int32_t)(draw() % 60001 - 30000) / 64.0f;
        values[i] = i % 97 == 5 ? pto_f32_of(special[i / 97 % 6]) : value;
        integers[i] = (int32_t)draw() >> (draw() % 24);
    }
    for (uint32_t n = 0; n < 64; n++) {
        float scale = 0.5f + (float)(n % 5) * 0.25f;
        uint32_t bits;
        __builtin_memcpy(&bits, &scale, 4);
        parameters[n] = bits | (uint64_t)(n * 9 % 512) << 37 | (uint64_t)(n % 3 != 0) << 46;
        alphas[n] = (float)(n % 7) * 0.125f;
    }
#define RUN(name_, T, integer_, ...)                                                               \
    {                                                                                              \
        case_t c = {.elem = PTO_ELEM_OF((T *)0), .bits = sizeof(T) * 8, .clauses = {__VA_ARGS__}}; \
        uint32_t mode = c.clauses.pre_quant.mode;                                                  \
        c.integer = integer_;                                                                      \
        c.scales = mode != PTO_NO_CONVERT && mode != PTO_F32_F16 && mode != PTO_F32_BF16;          \
        c.vector = in_rows(mode);                                                                  \
        c.half_first = through_half(mode);                                                         \
        c.four = to_four_bits(mode);                                                               \
        c.bits = c.four ? 4 : c.bits;                                                              \
        check(#name_, &pto_kernel_store_##name_, &c);                                              \
    }
// The model ignores pointers into FB.
#undef pto_fb
#define pto_fb(T, offset)      ((T *)0)
#define RUN_F32(name_, T, ...) RUN(name_, T, false, __VA_ARGS__)
#define RUN_I32(name_, T, ...) RUN(name_, T, true, __VA_ARGS__)
    LIST_F32(RUN_F32)
    LIST_I32(RUN_I32)
    test_destinations();
    test_loop3();
    test_atomics();
    test_atomic_s16();
    test_unit_flags();
    return tap_done();
}
