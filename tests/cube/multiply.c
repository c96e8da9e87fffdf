// SPDX-License-Identifier: Apache-2.0
//
// Multiplies on a cube core, of every type and kind, with each clause, against nested loops over numbers that are
// decoded here. And what a multiply refuses.

#include <pto/pto.h>

#include <hal/hal.h>
#include <hal/vector/hif8.h>
#include <pto/tap.h>
#include <target/schedules.h>

enum { AREA = 32 * 1024, ROWS_MAX = 48, K_MAX = 128 };

static uint8_t lhs[AREA] __attribute__((aligned(64))), rhs[AREA] __attribute__((aligned(64)));
static uint8_t scales[2][1024] __attribute__((aligned(64)));
static uint32_t initial[64] __attribute__((aligned(64)));  // bias only

// One case: m x n x k of a kind. GEMV rows are contiguous.
typedef struct {
    int64_t m, n, k;
    pto_mad_kind_t kind;
    pto_mad_t clauses;
    enum { BY_SHAPE, BY_STEPS, BY_REGISTERS } scales;  // spelling of their load
} case_t;
static case_t now;

// The scales of both operands from L1, in boxes of 16 rows; the longer spellings start at the second row of boxes of
// what lies before.
static void load_scales(uint8_t *a, uint8_t *b)
{
    uint8_t *left = pto_l1(uint8_t, 131072), *right = pto_l1(uint8_t, 132096);
    int64_t boxes = (now.k + 63) / 64, m = (now.m + 15) / 16, n = (now.n + 15) / 16;
    if (now.scales == BY_SHAPE) {
        pto_mte_l1_l0a_mx(left, a, now.m, now.k);
        pto_mte_l1_l0b_mx(right, b, now.k, now.n);
    } else if (now.scales == BY_STEPS) {
        pto_mte_l1_l0a_mx_full(left - boxes * 32, a, 1, 0, m, boxes, boxes, boxes);
        pto_mte_l1_l0b_mx_full(right - boxes * 32, b, 1, 0, n, boxes, boxes, boxes);
    } else {
        pto_load_cbuf_to_ca_mx(left - boxes * 32, pto_l0a(uint8_t, 1024 / 16), 1, 0, m, boxes, boxes, boxes);
        pto_load_cbuf_to_cb_mx(right - boxes * 32, pto_l0b(uint8_t, 512 / 16), 1, 0, n, boxes, boxes, boxes);
    }
}

#define CALL(T, U, R)                                                                            \
    switch (now.kind) {                                                                          \
        case PTO_MAD:                                                                            \
            pto_mad(a, b, c, now.m, now.n, now.k, CLAUSES);                                      \
            break;                                                                               \
        case PTO_MAD_ACC:                                                                        \
            pto_mad(a, b, c, now.m, now.n, now.k, CLAUSES);                                      \
            pto_mad_acc(a, b, c, now.m, now.n, now.k, CLAUSES);                                  \
            break;                                                                               \
        case PTO_MAD_BIAS:                                                                       \
            pto_mad_bias(a, b, c, pto_bt(R, 64), now.m, now.n, now.k, CLAUSES);                  \
            break;                                                                               \
        case PTO_MAD_MX_ACC:                                                                     \
            pto_mad_mx(a, b, c, now.m, now.n, now.k, CLAUSES);                                   \
            pto_mad_mx_acc(a, b, c, now.m, now.n, now.k, CLAUSES);                               \
            break;                                                                               \
        default:                                                                                 \
            pto_mad_mx_bias(a, b, c, pto_bt(R, 64), now.m, now.n, now.k, CLAUSES);               \
            break;                                                                               \
    }
#define CLAUSES now.clauses.unit_flag, now.clauses.disable_gemv, now.clauses.sat, now.clauses.tf32_mode

#define KERNEL(name, T, U, R)                                                                            \
    PTO_CUBE_KERNEL(multiply_##name, (uint8_t *, x), (uint8_t *, y), (uint8_t *, s), (uint32_t *, bias)) \
    {                                                                                                    \
        T *a = pto_l0a(T, 1024);                                                                         \
        U *b = pto_l0b(U, 512);                                                                          \
        R *c = pto_l0c(R, 2048);                                                                         \
        pto_mte_gm_l1(x, pto_l1(uint8_t, 0), AREA, .nburst = {1, 0, 0});                                 \
        pto_mte_gm_l1(y, pto_l1(uint8_t, 65536), AREA, .nburst = {1, 0, 0});                             \
        pto_mte_gm_l1(s, pto_l1(uint8_t, 131072), 2048, .nburst = {1, 0, 0});                            \
        pto_mte_gm_l1(bias, pto_l1(uint8_t, 139264), 256, .nburst = {1, 0, 0});                          \
        pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);                                                   \
        pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);                                                  \
        pto_load_cbuf_to_ca(pto_l1(T, 0), a, 0, 0, 3, 16, 3, 3, false);                                  \
        pto_load_cbuf_to_cb(pto_l1(U, 65536), b, 0, 0, 3, 16, 3, 3, false);                              \
        load_scales((uint8_t *)a, (uint8_t *)b);                                                         \
        pto_mte_l1_bt(pto_l1(R, 139264), pto_bt(R, 64), 8, .nburst = {1, 0, 0});                         \
        pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);                                                      \
        pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);                                                     \
        CALL(T, U, R)                                                                                    \
    }
KERNEL(f32, float, float, float)
KERNEL(f16, pto_f16_t, pto_f16_t, float)
KERNEL(bf16, pto_bf16_t, pto_bf16_t, float)
KERNEL(i8, int8_t, int8_t, int32_t)
KERNEL(e4m3, pto_e4m3_t, pto_e4m3_t, float)
KERNEL(e5m2, pto_e5m2_t, pto_e4m3_t, float)
KERNEL(hif8, pto_hif8_t, pto_hif8_t, float)
KERNEL(e2m1, pto_e2m1x2_t, pto_e1m2x2_t, float)

/// Numbers ///

static double power(int e)
{
    double x = 1;
    for (; e > 0; e--) {
        x *= 2;
    }
    for (; e < 0; e++) {
        x /= 2;
    }
    return x;
}

// A sign, exponent bits e and fraction bits f; no special codes.
static double small(uint32_t code, int e, int f, int bias)
{
    int exponent = (int)(code >> f & ((1u << e) - 1)), fraction = (int)(code & ((1u << f) - 1));
    double value = exponent == 0 ? fraction * power(1 - bias - f) : (fraction + (1 << f)) * power(exponent - bias - f);
    return code >> (e + f) & 1 ? -value : value;
}

static uint32_t bits_of(pto_elem_t elem)
{
    return elem == PTO_ELEM_F32                                 ? 32
           : elem == PTO_ELEM_F16 || elem == PTO_ELEM_BF16      ? 16
           : elem == PTO_ELEM_E2M1X2 || elem == PTO_ELEM_E1M2X2 ? 4
                                                                : 8;
}

static float decode(pto_elem_t elem, uint32_t code)
{
    pto_f16_t half;
    uint16_t low = (uint16_t)code;
    switch (elem) {
        case PTO_ELEM_F32:
            return pto_f32_of(code);
        case PTO_ELEM_F16:
            __builtin_memcpy(&half, &low, 2);
            return (float)half;
        case PTO_ELEM_BF16:
            return pto_f32_of(code << 16);
        case PTO_ELEM_I8:
            return (float)(int8_t)code;
        case PTO_ELEM_E4M3:
            return (code & 0x7f) == 0x7f ? __builtin_nanf("") : (float)small(code, 4, 3, 7);
        case PTO_ELEM_E5M2:
            return (code & 0x7f) > 0x7c    ? __builtin_nanf("")
                   : (code & 0x7f) == 0x7c ? pto_f32_of(0x7f800000 | code >> 7 << 31)
                                           : (float)small(code, 5, 2, 15);
        case PTO_ELEM_HIF8:
            return pto_f32_of(pto_hif8_values[code]);
        case PTO_ELEM_E2M1X2:
            return (float)small(code, 2, 1, 1);
        default:
            return (float)small(code, 1, 2, 1);
    }
}

static float finite(float x, float largest)
{
    return x != x ? 0 : x > largest ? largest : x < -largest ? -largest : x;
}

static float largest_of(pto_elem_t elem)
{
    return elem == PTO_ELEM_F16    ? 65504
           : elem == PTO_ELEM_E5M2 ? 57344
           : elem == PTO_ELEM_HIF8 ? 32768
           : elem == PTO_ELEM_BF16 ? pto_f32_of(0x7f7f0000)
                                   : pto_f32_of(0x7f7fffff);
}

// Element k of row r, 3 fractals from column to column; a vector and its scales are contiguous.
static float operand(const uint8_t *base, const uint8_t *scale, pto_elem_t elem, int64_t r, int64_t k, bool vector)
{
    uint32_t bits = bits_of(elem);
    int64_t per = 256 / bits, pitch = vector ? 32 : 3 * 512;
    const uint8_t *at = base + k / per * pitch + r * 32 + k % per * bits / 8;
    uint32_t code = 0;
    __builtin_memcpy(&code, at, bits < 8 ? 1 : bits / 8);
    float x = decode(elem, bits == 4 ? code >> k % 2 * 4 & 15 : code);
    if (elem == PTO_ELEM_F32 && now.clauses.tf32_mode != PTO_TF32_OFF && (code & 0x7f800000) != 0x7f800000) {
        uint32_t half = now.clauses.tf32_mode == PTO_TF32_ROUND_AWAY ? 0x1000 : 0xfff + (code >> 13 & 1);
        x = pto_f32_of((code + half) & ~0x1fffu);
    }
    if (now.clauses.sat == PTO_SAT_ON) {
        x = finite(x, largest_of(elem));
    }
    if (now.kind >= PTO_MAD_MX) {
        int64_t group = k / 32, box = vector ? 2 : 32;
        uint32_t code8 = scale[(r / 16 * ((now.k + 63) / 64) + group / 2) * box + r % 16 * 2 + group % 2];
        x *= (float)power((int)code8 - 127);
    }
    return x;
}

static int64_t box_of(pto_elem_t elem)
{
    return 256 / bits_of(elem);
}

static bool is_right(pto_elem_t a, pto_elem_t b)
{
    const uint8_t *l0c = hal_memory(HAL_MEM_L0C, 0, 0).base + 2048;
    bool bias = now.kind == PTO_MAD_BIAS || now.kind == PTO_MAD_MX_BIAS;
    int rounds = now.kind == PTO_MAD_ACC || now.kind == PTO_MAD_MX_ACC ? 2 : 1;
    bool vector = now.m == 1 && !now.clauses.disable_gemv;
    for (int64_t m = 0; m < now.m; m++) {
        for (int64_t n = 0; n < now.n; n++) {
            float sum = bias ? pto_f32_of(initial[n]) : 0;
            uint32_t integer = bias ? initial[n] : 0, want, got;
            for (int round = 0; round < rounds; round++) {
                float part = 0;  // of a box of 32 bytes along k, added to the sum when complete
                for (int64_t k = 0; k < now.k; k++) {
                    float x = operand(lhs, scales[0], a, m, k, vector), y = operand(rhs, scales[1], b, n, k, false);
                    if (a == PTO_ELEM_F32 || a == PTO_ELEM_F16) {
                        sum = __builtin_fmaf(x, y, sum);
                    } else {
                        part = k % box_of(a) == 0 ? x * y : __builtin_fmaf(x, y, part);
                        sum = (k + 1) % box_of(a) == 0 || k + 1 == now.k ? sum + part : sum;
                    }
                    if (a == PTO_ELEM_I8) {
                        integer += (uint32_t)((int32_t)x * (int32_t)y);
                    }
                }
                sum = now.clauses.sat == PTO_SAT_ON ? finite(sum, pto_f32_of(0x7f7fffff)) : sum;
            }
            __builtin_memcpy(&want, &sum, 4);
            want = a == PTO_ELEM_I8 ? integer : want;
            int64_t rows = (now.m + 15) / 16 * 16;
            __builtin_memcpy(&got, l0c + n / 16 * rows * 64 + m * 64 + n % 16 * 4, 4);
            if (got != want) {
                tap_note("(%d, %d) is 0x%08x, expected 0x%08x", (int)m, (int)n, (unsigned)got, (unsigned)want);
                return false;
            }
        }
    }
    return true;
}

static bool run(const pto_kernel_t *kernel, unsigned index, pto_run_result_t *result)
{
    schedule_t s = schedule(index);
    const uint64_t args[] = {PTO_ARG(&lhs[0]), PTO_ARG(&rhs[0]), PTO_ARG(&scales[0][0]), PTO_ARG(&initial[0])};
    const pto_gm_buffer_t buffers[] = {{lhs, sizeof lhs, "lhs"},
                                       {rhs, sizeof rhs, "rhs"},
                                       {scales, sizeof scales, "scales"},
                                       {initial, sizeof initial, "bias"}};
    return schedule_run(&s, kernel, args, buffers, 4, result) == 0;
}

static uint32_t state = 3;

static uint32_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

// Moderate numbers; with `any` also infinities and NaN, where sat makes them numbers.
static void fill(uint8_t *at, pto_elem_t elem, bool any)
{
    for (size_t i = 0; i < AREA; i += 4) {
        uint32_t bits = draw();
        if (!(any && bits % 32 == 0)) {
            bits = elem == PTO_ELEM_F32    ? (bits & 0x80ffffff) | 0x3f000000
                   : elem == PTO_ELEM_F16  ? (bits & 0x83ff83ff) | 0x38003800
                   : elem == PTO_ELEM_BF16 ? (bits & 0x80ff80ff) | 0x3f003f00
                   : elem == PTO_ELEM_E4M3 || elem == PTO_ELEM_E5M2 || elem == PTO_ELEM_HIF8 ? bits & 0xbfbfbfbf
                                                                                             : bits;
        }
        __builtin_memcpy(at + i, &bits, 4);
    }
}

static void test(const char *name, const pto_kernel_t *kernel, pto_elem_t a, pto_elem_t b, case_t c)
{
    now = c;
    fill(lhs, a, c.clauses.sat == PTO_SAT_ON);
    fill(rhs, b, c.clauses.sat == PTO_SAT_ON);
    for (size_t i = 0; i < sizeof scales[0]; i++) {
        scales[0][i] = (uint8_t)(120 + draw() % 14);
        scales[1][i] = (uint8_t)(120 + draw() % 14);
    }
    for (size_t i = 0; i < 64; i++) {
        initial[i] = a == PTO_ELEM_I8 ? draw() : (draw() & 0x80ffffff) | 0x40000000;
    }
    pto_run_result_t result;
    bool good = true;
    for (unsigned i = 0; i < 3; i++) {
        if (!run(kernel, i, &result)) {
            tap_note("%s", result.report);
            good = false;
        }
        good = good && is_right(a, b);
    }
    static const char *const kinds[] = {"mad", "mad_acc", "mad_bias", "mad_mx", "mad_mx_acc", "mad_mx_bias"};
    tap_ok(good, "%s %s, %d x %d x %d%s%s", kinds[c.kind], name, (int)c.m, (int)c.n, (int)c.k,
           c.clauses.sat == PTO_SAT_ON ? ", sat" : "", c.clauses.tf32_mode != PTO_TF32_OFF ? ", tf32" : "");
}

static void refused(const pto_kernel_t *kernel, case_t c, const char *report)
{
    now = c;
    pto_run_result_t result = {0};
    if (hal_hart_num() != 1) {
        return;
    }
    bool ran = run(kernel, 0, &result);
    tap_like(ran ? "no fault" : result.report, report, "refused: %s", report);
}

int main(void)
{
#define TYPES(X)                          \
    X(f32, PTO_ELEM_F32, PTO_ELEM_F32)    \
    X(f16, PTO_ELEM_F16, PTO_ELEM_F16)    \
    X(bf16, PTO_ELEM_BF16, PTO_ELEM_BF16) \
    X(i8, PTO_ELEM_I8, PTO_ELEM_I8)       \
    X(e4m3, PTO_ELEM_E4M3, PTO_ELEM_E4M3) \
    X(e5m2, PTO_ELEM_E5M2, PTO_ELEM_E4M3) \
    X(hif8, PTO_ELEM_HIF8, PTO_ELEM_HIF8)
#define RUN(name, a, b)                                                                                          \
    test(#name, &pto_kernel_multiply_##name, a, b, (case_t){40, 35, 60, PTO_MAD, {.disable_gemv = true}});       \
    test(#name, &pto_kernel_multiply_##name, a, b, (case_t){33, 40, 37, PTO_MAD_ACC, {0}});                      \
    test(#name, &pto_kernel_multiply_##name, a, b, (case_t){48, 48, 8, PTO_MAD_BIAS, {0}});                      \
    test(#name, &pto_kernel_multiply_##name, a, b, (case_t){1, 40, 50, PTO_MAD, {0}});                           \
    if (a != PTO_ELEM_I8) {                                                                                      \
        test(#name, &pto_kernel_multiply_##name, a, b, (case_t){40, 35, 60, PTO_MAD_BIAS, {.sat = PTO_SAT_ON}}); \
    }
    TYPES(RUN)
    test("f32", &pto_kernel_multiply_f32, PTO_ELEM_F32, PTO_ELEM_F32,
         (case_t){40, 35, 60, PTO_MAD, {.tf32_mode = PTO_TF32_ROUND_AWAY}});
    test("f32", &pto_kernel_multiply_f32, PTO_ELEM_F32, PTO_ELEM_F32,
         (case_t){40, 35, 60, PTO_MAD, {.tf32_mode = PTO_TF32_ROUND_EVEN}});
    test("e4m3", &pto_kernel_multiply_e4m3, PTO_ELEM_E4M3, PTO_ELEM_E4M3, (case_t){40, 35, 128, PTO_MAD_MX_ACC, {0}});
    test("e5m2", &pto_kernel_multiply_e5m2, PTO_ELEM_E5M2, PTO_ELEM_E4M3, (case_t){40, 35, 64, PTO_MAD_MX_BIAS, {0}});
    test("e2m1", &pto_kernel_multiply_e2m1, PTO_ELEM_E2M1X2, PTO_ELEM_E1M2X2,
         (case_t){33, 40, 192, PTO_MAD_MX_BIAS, {0}});
    test("e2m1", &pto_kernel_multiply_e2m1, PTO_ELEM_E2M1X2, PTO_ELEM_E1M2X2,
         (case_t){33, 40, 64, PTO_MAD_MX_ACC, {0}});
    test("e4m3", &pto_kernel_multiply_e4m3, PTO_ELEM_E4M3, PTO_ELEM_E4M3, (case_t){1, 35, 128, PTO_MAD_MX_ACC, {0}});
    test("e4m3, scales by steps", &pto_kernel_multiply_e4m3, PTO_ELEM_E4M3, PTO_ELEM_E4M3,
         (case_t){40, 35, 128, PTO_MAD_MX_ACC, {0}, BY_STEPS});
    test("e4m3, scales by registers", &pto_kernel_multiply_e4m3, PTO_ELEM_E4M3, PTO_ELEM_E4M3,
         (case_t){40, 35, 128, PTO_MAD_MX_ACC, {0}, BY_REGISTERS});

    refused(&pto_kernel_multiply_f16, (case_t){0, 16, 16, PTO_MAD, {0}}, "fault: mad: m is 0, not 1 to 4095");
    refused(&pto_kernel_multiply_f16, (case_t){16, 16, 4096, PTO_MAD, {0}}, "fault: mad: k is 4096, not 1 to 4095");
    refused(&pto_kernel_multiply_f32, (case_t){1024, 16, 32, PTO_MAD, {0}},
            "fault: mad: left operand range of * bytes at L0A");
    refused(&pto_kernel_multiply_f16, (case_t){1600, 64, 16, PTO_MAD, {0}},
            "fault: mad: result range of * bytes at L0C");
    refused(&pto_kernel_multiply_e4m3, (case_t){16, 16, 96, PTO_MAD_MX_ACC, {0}},
            "fault: mad_mx: k is 96, no multiple of 64");
    refused(&pto_kernel_multiply_e2m1, (case_t){16, 16, 64, PTO_MAD, {0}},
            "fault: mad: no multiply of these element types");
    refused(&pto_kernel_multiply_f16, (case_t){16, 16, 16, PTO_MAD, {.tf32_mode = PTO_TF32_ROUND_EVEN}},
            "fault: mad: tf32_mode is for f32 operands");
    refused(&pto_kernel_multiply_i8, (case_t){16, 16, 16, PTO_MAD, {.sat = PTO_SAT_ON}},
            "fault: mad: sat and nosat are not for integers");
    return tap_done();
}
