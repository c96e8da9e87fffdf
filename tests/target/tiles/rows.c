// SPDX-License-Identifier: Apache-2.0
//
// Reductions of rows: every width around the 64 partial sums, a few and many rows, NaNs and zeros of both signs among
// them, against loops over elements in the order that the runtime promises, bit for bit.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

enum { ROWS = 70, PITCH = 224, SUMS = 64, OPS = 4, LANES = ROWS * PITCH };

static _Alignas(64) uint32_t in[LANES], out[OPS * ROWS];  // of 1, 2 or 4 bytes each

/// The same in plain C ///

static uint32_t bits_of(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

static float extreme(float x, float y, bool max)
{
    if (x != x || y != y) {
        return __builtin_nanf("");
    }
    if (x == y) {
        return (__builtin_signbit(x) != 0) == max ? y : x;
    }
    return (x > y) == max ? x : y;
}

static uint32_t combine_f32(uint32_t a, uint32_t b, int op)
{
    float x = float_of(a), y = float_of(b);
    return bits_of(op == 0 ? x + y : op == 1 ? x * y : extreme(x, y, op == 2));
}

static uint32_t combine_i32(uint32_t a, uint32_t b, int op)
{
    return op == 0 ? a + b : op == 1 ? a * b : ((int32_t)a > (int32_t)b) == (op == 2) ? a : b;
}

static uint32_t combine_u32(uint32_t a, uint32_t b, int op)
{
    return op == 0 ? a + b : op == 1 ? a * b : (a > b) == (op == 2) ? a : b;
}

// Elements as numbers of 32 bits, in which they are combined.
typedef struct {
    const char *name;
    uint32_t (*combine)(uint32_t a, uint32_t b, int op);
    uint32_t start[OPS];
    const pto_kernel_t *kernel;
    uint32_t bytes;
    bool is_float, is_signed;
    int first_op;  // integers of 8 bits have no sums
} type_t;

static uint32_t element(const type_t *type, const void *from, uint32_t i)
{
    const uint32_t bits = type->bytes * 8;
    uint32_t x = 0;
    __builtin_memcpy(&x, (const uint8_t *)from + i * type->bytes, type->bytes);
    if (type->is_float && bits == 16) {
        pto_f16_t half;
        __builtin_memcpy(&half, &x, sizeof half);
        return bits_of((float)pto_wide_f16(half));
    }
    return type->is_signed ? (uint32_t)((int32_t)(x << (32 - bits)) >> (32 - bits)) : x;
}

// What is left of a number in an element.
static uint32_t cut(const type_t *type, uint32_t x)
{
    if (type->is_float && type->bytes == 2) {
        pto_f16_t half = pto_narrow_f16(float_of(x));
        x = 0;
        __builtin_memcpy(&x, &half, sizeof half);
    }
    return type->bytes == 4 ? x : x & ((1u << type->bytes * 8) - 1);
}

static uint32_t reduced(const type_t *type, uint32_t row, uint32_t n, int op)
{
    uint32_t sums[SUMS];
    for (uint32_t i = 0; i < SUMS; i++) {
        sums[i] = type->start[op];
    }
    for (uint32_t j = 0; j < n; j++) {
        sums[j % SUMS] = type->combine(sums[j % SUMS], element(type, in, row * PITCH + j), op);
    }
    for (uint32_t i = 4; i < SUMS; i++) {
        sums[i % 4] = type->combine(sums[i % 4], sums[i], op);
    }
    return cut(type, type->combine(type->combine(sums[0], sums[2], op), type->combine(sums[1], sums[3], op), op));
}

/// Kernels ///

#define REDUCE(T, number, instruction)                                                                         \
    do {                                                                                                       \
        pto_tensor_t place = pto_tensor((pto_##T##_t *)y + (number) * ROWS, T, DN, {rows, 1}, {1, ROWS});      \
        instruction(&d, &a, NULL);                                                                             \
        pto_pipe_barrier(PIPE_ALL);                                                                            \
        pto_tstore(&place, &d, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);      \
        pto_pipe_barrier(PIPE_ALL);                                                                            \
    } while (0)

#define KERNEL(T, ...)                                                                                         \
    PTO_KERNEL(rows_##T, (uint32_t *, x), (uint32_t *, y), (int32_t, rows), (int32_t, cols))                   \
    {                                                                                                          \
        pto_tile_t a = pto_tile(VEC, T, ROWS, PITCH, .valid_rows = rows, .valid_cols = cols);                  \
        pto_tile_t d = pto_tile(VEC, T, 96, 1, .address = 4 * LANES, .valid_rows = rows,                       \
                                .blayout = PTO_COL_MAJOR);                                                     \
        pto_tensor_t source = pto_tensor(x, T, ND, {rows, cols}, {PITCH, 1});                                  \
        pto_tload(&a, &source, PTO_NONE, PTO_PAD_MODE_NULL);                                                   \
        pto_pipe_barrier(PIPE_ALL);                                                                            \
        __VA_ARGS__                                                                                            \
        REDUCE(T, 2, pto_trowmax);                                                                             \
        REDUCE(T, 3, pto_trowmin);                                                                             \
    }
#define SUMS_OF(T) REDUCE(T, 0, pto_trowsum); REDUCE(T, 1, pto_trowprod);
KERNEL(f32, SUMS_OF(f32))
KERNEL(i32, SUMS_OF(i32))
KERNEL(u32, SUMS_OF(u32))
KERNEL(f16, SUMS_OF(f16))
KERNEL(i16, SUMS_OF(i16))
KERNEL(u16, SUMS_OF(u16))
KERNEL(i8, )
KERNEL(u8, )

/// Cases ///

static const type_t types[] = {
    {"f32", combine_f32, {0, 0x3f800000, 0xff800000, 0x7f800000}, &pto_kernel_rows_f32, 4, .is_float = true},
    {"i32", combine_i32, {0, 1, 0x80000000, 0x7fffffff}, &pto_kernel_rows_i32, 4, .is_signed = true},
    {"u32", combine_u32, {0, 1, 0, 0xffffffff}, &pto_kernel_rows_u32, 4},
    {"f16", combine_f32, {0, 0x3f800000, 0xff800000, 0x7f800000}, &pto_kernel_rows_f16, 2, .is_float = true},
    {"i16", combine_i32, {0, 1, 0xffff8000, 0x7fff}, &pto_kernel_rows_i16, 2, .is_signed = true},
    {"u16", combine_u32, {0, 1, 0, 0xffff}, &pto_kernel_rows_u16, 2},
    {"i8", combine_i32, {0, 1, 0xffffff80, 0x7f}, &pto_kernel_rows_i8, 1, .is_signed = true, .first_op = 2},
    {"u8", combine_u32, {0, 1, 0, 0xff}, &pto_kernel_rows_u8, 1, .first_op = 2},
};

// Numbers whose sum depends on the order; some rows have a NaN with a payload, or only zeros.
static void fill(const type_t *type, bool special)
{
    const uint32_t nan = type->bytes == 2 ? 0xfe12 : 0xffc12345, minus = 1u << (type->bytes * 8 - 1);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t r = i / PITCH, j = i % PITCH, noise = (i + 1) * 2654435761u;
        uint32_t x = cut(type, type->is_float ? bits_of((float)(int32_t)noise * 1e-9f) : noise >> (32 - type->bytes * 8));
        if (special && r % 5 == 2) {
            x = (j + r) % 3 == 0 ? 0 : minus;
        } else if (special && r % 5 == 0 && j == r % 7) {
            x = nan;
        }
        __builtin_memcpy((uint8_t *)in + i * type->bytes, &x, type->bytes);
    }
}

static bool is_right(const type_t *type, uint32_t rows, uint32_t cols)
{
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0]), PTO_ARG(rows), PTO_ARG(cols)};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}};
    pto_run_result_t result;
    if (pto_run(type->kernel, args, buffers, 2, &(pto_run_options_t){.return_on_fault = true}, &result) != 0) {
        tap_note("%s", result.report);
        return false;
    }
    for (uint32_t i = (uint32_t)type->first_op * rows; i < OPS * rows; i++) {
        uint32_t op = i / rows, r = i % rows, want = reduced(type, r, cols, (int)op), got = 0;
        __builtin_memcpy(&got, (const uint8_t *)out + (op * ROWS + r) * type->bytes, type->bytes);
        if (got != want) {
            tap_note("%u x %u, operation %u, row %u: 0x%x, not 0x%x", rows, cols, op, r, got, want);
            return false;
        }
    }
    return true;
}

int main(void)
{
    static const uint32_t widths[] = {1,  2,  3,  4,  5,  6,  7,   8,   15,  16,  17,  31,  32,  33,  50, 60,
                                      61, 62, 63, 64, 65, 66, 100, 126, 127, 128, 129, 160, 191, 192, 193, 200};
    static const uint32_t heights[] = {1, 2, 3, 7, 8, 9, 33, 61, 70};
    for (uint32_t special = 0; special < 2; special++) {
        for (uint32_t t = 0; t < sizeof types / sizeof *types; t++) {
            fill(&types[t], special != 0);
            for (uint32_t h = 0; h < sizeof heights / sizeof *heights; h++) {
                bool right = true;
                for (uint32_t w = 0; w < sizeof widths / sizeof *widths; w++) {
                    right = right && is_right(&types[t], heights[h], widths[w]);
                }
                tap_ok(right, "%s, %u rows%s", types[t].name, heights[h], special ? ", special values" : "");
            }
        }
    }
    return tap_done();
}
