// SPDX-License-Identifier: Apache-2.0
//
// The multiply of hal/cube: the vector form against the plain one, bit for bit, over types, shapes and clauses.
// multiply.c tests the plain one.

#include <hal/cube/cube.h>
#include <hal/hal.h>
#include <pto/tap.h>

#ifdef __riscv_v
#include <hal/cube/rvv/small.h>
#endif

enum { L0 = 64 * 1024, L0C = 256 * 1024 };

static uint8_t lhs[L0], rhs[L0], lhs_scale[4096], rhs_scale[4096];
static uint8_t got[L0C], want[L0C];
static float bias[1024];
static uint8_t work[HAL_CUBE_WORK_BYTES] __attribute__((aligned(64)));

static const char *const names[] = {"f32", "f16", "bf16", "i8", "e4m3", "e5m2", "hif8", "e2m1", "e1m2"};

static uint32_t state = 1;

static uint32_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

// Numbers of moderate size; one in 64 is any code: subnormals, infinities, NaN.
static void fill(uint8_t *at, size_t bytes, hal_cube_type_t type, bool any)
{
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t bits = draw();
        if (type == HAL_CUBE_F32 && !(any && bits % 64 == 0)) {
            bits = (bits & 0x803fffff) | 0x3f000000 | (bits >> 4 & 0x00800000);
        } else if (type == HAL_CUBE_F16 && !(any && bits % 64 == 0)) {
            bits = (bits & 0x83ff83ff) | 0x38003800;
        } else if (type == HAL_CUBE_BF16 && !(any && bits % 64 == 0)) {
            bits = (bits & 0x80ff80ff) | 0x3f003f00;
        } else if (type == HAL_CUBE_E5M2 && !any) {
            bits &= 0xbfbfbfbf;
        } else if ((type == HAL_CUBE_E4M3 || type == HAL_CUBE_HIF8) && !any) {
            bits &= 0xbfbfbfbf;
        }
        *(uint32_t *)(at + i) = bits;
    }
}

static hal_cube_mad_t job(hal_cube_type_t a, hal_cube_type_t b, uint32_t m, uint32_t n, uint32_t k)
{
    return (hal_cube_mad_t){
        .lhs = {lhs, (m + 15) / 16 * 512, a, NULL, 0, 32},
        .rhs = {rhs, (n + 15) / 16 * 512, b, NULL, 0, 32},
        .dst = got,
        .dst_pitch = (m + 15) / 16 * 1024,
        .m = m,
        .n = n,
        .k = k,
    };
}

// The form that the image selects, and with vectors both forms that it selects from.
typedef bool way_t(const hal_cube_mad_t *mad);

static bool chosen(const hal_cube_mad_t *mad)
{
    hal_cube_mad(mad, work);
    return true;
}

#ifdef __riscv_v
static bool panels(const hal_cube_mad_t *mad)
{
    mm_panels(mad, mm_form_of(mad), work);
    return true;
}

static bool lanes(const hal_cube_mad_t *mad)
{
    return mm_small(mad, mm_form_of(mad), work);
}

static way_t *const ways[] = {chosen, panels, lanes};
#else
static way_t *const ways[] = {chosen};
#endif

// Compares a form with the plain one, including the rows and columns beyond the result, which must be preserved.
static bool is_same_by(way_t *way, hal_cube_mad_t mad)
{
    size_t bytes = (mad.n + 15) / 16 * mad.dst_pitch;
    for (size_t i = 0; i < bytes; i += 4) {
        *(float *)(got + i) = *(float *)(want + i) = (float)(int32_t)(draw() % 256 - 128);
    }
    if (!way(&mad)) {
        return true;
    }
    mad.dst = want;
    hal_cube_mad_scalar(&mad, work);
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t x = *(uint32_t *)(got + i), y = *(uint32_t *)(want + i);
        if (x != y) {
            tap_note("m %u n %u k %u: byte %zu is 0x%08x, expected 0x%08x", mad.m, mad.n, mad.k, i, x, y);
            return false;
        }
    }
    return true;
}

static bool is_same(hal_cube_mad_t mad)
{
    bool same = true;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        same = is_same_by(ways[i], mad) && same;
    }
    return same;
}

static void test_types(void)
{
    static const hal_cube_type_t pairs[][2] = {
        {HAL_CUBE_F32, HAL_CUBE_F32},   {HAL_CUBE_F16, HAL_CUBE_F16},   {HAL_CUBE_BF16, HAL_CUBE_BF16},
        {HAL_CUBE_I8, HAL_CUBE_I8},     {HAL_CUBE_E4M3, HAL_CUBE_E4M3}, {HAL_CUBE_E4M3, HAL_CUBE_E5M2},
        {HAL_CUBE_E5M2, HAL_CUBE_E4M3}, {HAL_CUBE_E5M2, HAL_CUBE_E5M2}, {HAL_CUBE_HIF8, HAL_CUBE_HIF8},
    };
    static const uint16_t shapes[][3] = {{1, 1, 1},   {16, 16, 16},  {3, 17, 9},     {40, 64, 50}, {7, 130, 33},
                                         {23, 40, 7}, {128, 33, 61}, {130, 100, 72}, {5, 260, 40}, {34, 48, 200},
                                         {64, 1, 64}, {200, 3, 150}, {70, 17, 20},   {1, 64, 64},  {2, 2, 129}};
    for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++) {
        for (int any = 0; any < 2; any++) {
            fill(lhs, L0, pairs[p][0], any);
            fill(rhs, L0, pairs[p][1], any);
            bool good = true;
            for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
                hal_cube_mad_t mad = job(pairs[p][0], pairs[p][1], shapes[s][0], shapes[s][1], shapes[s][2]);
                mad.bias = s % 3 == 1 ? bias : NULL;
                mad.accumulate = s % 3 == 2;
                good = is_same(mad) && good;
                mad.sat = pairs[p][0] != HAL_CUBE_I8;
                good = is_same(mad) && good;
            }
            tap_ok(good, "%s x %s%s", names[pairs[p][0]], names[pairs[p][1]], any ? ", any codes" : "");
        }
    }
}

// Scales of 2^-3 to 2^4 for each 32 steps of a row.
static void test_scaled(void)
{
    static const hal_cube_type_t pairs[][2] = {{HAL_CUBE_E4M3, HAL_CUBE_E5M2}, {HAL_CUBE_E2M1, HAL_CUBE_E1M2}};
    static const uint16_t shapes[][3] = {{1, 1, 64}, {16, 16, 64}, {17, 33, 64}, {40, 130, 192}, {5, 100, 128}};
    for (size_t i = 0; i < sizeof lhs_scale; i++) {
        lhs_scale[i] = (uint8_t)(124 + draw() % 8);
        rhs_scale[i] = (uint8_t)(124 + draw() % 8);
    }
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        fill(lhs, L0, pairs[p][0], false);
        fill(rhs, L0, pairs[p][1], false);
        bool good = true;
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            hal_cube_mad_t mad = job(pairs[p][0], pairs[p][1], shapes[s][0], shapes[s][1], shapes[s][2]);
            mad.lhs.scale = lhs_scale, mad.rhs.scale = rhs_scale;
            mad.lhs.scale_columns = mad.rhs.scale_columns = (mad.k + 63) / 64;
            mad.accumulate = s % 2 == 1;
            good = is_same(mad) && good;
        }
        tap_ok(good, "%s x %s, scaled", names[pairs[p][0]], names[pairs[p][1]]);
    }
}

int main(void)
{
    for (int i = 0; i < 1024; i++) {
        bias[i] = (float)(int32_t)(draw() % 64) - 31.5f;
    }
    test_types();
    test_scaled();
    return tap_done();
}
