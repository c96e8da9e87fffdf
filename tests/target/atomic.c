// SPDX-License-Identifier: Apache-2.0
//
// Atomic stores from UB to GM: every type and operation in both spellings against loops over elements, and cores that
// meet in the same elements.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

#include "schedules.h"

enum { BYTES = 96, ROWS = 3, PITCH = 160, TURNS = 2, GM_BYTES = TURNS * ROWS * PITCH };

static _Alignas(64) uint8_t there[GM_BYTES], values[GM_BYTES], got[GM_BYTES], want[GM_BYTES];

static void load_values(const uint8_t *x)
{
    pto_mte_gm_ub(x, pto_ub(uint8_t, 0), 0, GM_BYTES, .nburst = {1, GM_BYTES, GM_BYTES});
    pto_pipe_barrier(PIPE_ALL);
}

// The rows of two tiles; then, without a mode, the first row over the old contents.
static void store_rows(uint8_t *y, bool older)
{
    uint8_t *ub = pto_ub(uint8_t, 0);
    if (older) {
        pto_set_loop_size_ubtoout(TURNS, 1);
        pto_set_loop1_stride_ubtoout(ROWS * PITCH, ROWS * PITCH);
        pto_copy_ubuf_to_gm(ub, y, 0, ROWS, BYTES, 0, PITCH, PITCH);
        pto_set_loop_size_ubtoout(1, 1);
    } else {
        pto_mte_ub_gm(ub, y, BYTES, .nburst = {ROWS, PITCH, PITCH}, .loop = {{TURNS, ROWS * PITCH, ROWS * PITCH}});
    }
    pto_set_atomic_none();
    pto_mte_ub_gm(ub, y, 32, .nburst = {1, 32, 32});
}

#define KERNEL(type, op)                                                            \
    PTO_KERNEL(type##_##op, (uint8_t *, y), (const uint8_t *, x), (int32_t, older)) \
    {                                                                               \
        load_values(x);                                                             \
        pto_set_atomic_##type();                                                    \
        pto_set_atomic_##op();                                                      \
        store_rows(y, older != 0);                                                  \
    }
#define TYPES(X, op) X(f32, op) X(f16, op) X(bf16, op) X(s32, op) X(s16, op) X(s8, op)
TYPES(KERNEL, add)
TYPES(KERNEL, max)
TYPES(KERNEL, min)

/// The model ///

typedef enum { ADD, MAX, MIN } op_t;

#define PLAIN(T, add)                                                 \
    static T T##_combine(T a, T b, op_t op)                           \
    {                                                                 \
        return op == ADD ? (T)(add) : (op == MAX) == (b > a) ? b : a; \
    }
typedef float f32;
typedef _Float16 f16;
typedef int32_t s32;
typedef int16_t s16;
typedef int8_t s8;
PLAIN(f32, a + b)
PLAIN(f16, a + b)
PLAIN(s32, (uint32_t)a + (uint32_t)b)
PLAIN(s16, a + b)
PLAIN(s8, a + b)

typedef uint16_t bf16;
static float widen(bf16 x)
{
    uint32_t bits = (uint32_t)x << 16;
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static bf16 bf16_combine(bf16 a, bf16 b, op_t op)
{
    if (op != ADD) {
        return (op == MAX) == (widen(b) > widen(a)) ? b : a;
    }
    float sum = widen(a) + widen(b);
    uint32_t bits;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    return (bf16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#define ROW(type, op)                                          \
    static void type##_row(uint8_t *at, op_t op, size_t from)  \
    {                                                          \
        for (size_t i = 0; i < BYTES; i += sizeof(type)) {     \
            type a, b;                                         \
            __builtin_memcpy(&a, at + i, sizeof a);            \
            __builtin_memcpy(&b, values + from + i, sizeof b); \
            a = type##_combine(a, b, op);                      \
            __builtin_memcpy(at + i, &a, sizeof a);            \
        }                                                      \
    }
TYPES(ROW, op)

typedef void row_t(uint8_t *at, op_t op, size_t from);

static void model(row_t *row, op_t op)
{
    __builtin_memcpy(want, there, sizeof want);
    for (size_t i = 0; i < TURNS * ROWS; i++) {
        row(want + i * PITCH, op, i * PITCH);
    }
    __builtin_memcpy(want, values, 32);
}

/// Cases ///

// Random numbers of a type without infinities and NaN: the exponent is kept in the middle.
#define FILL(type, value)                                       \
    static void type##_fill(uint8_t *to, uint32_t state)        \
    {                                                           \
        for (size_t i = 0; i < GM_BYTES; i += sizeof(type)) {   \
            state = state * 1664525u + 1013904223u;             \
            int32_t x = (int32_t)state >> 8;                    \
            type element = (type)(value);                       \
            __builtin_memcpy(to + i, &element, sizeof element); \
        }                                                       \
    }
FILL(f32, (float)x * 0x1p-10f)
FILL(f16, (float)x * 0x1p-10f)
FILL(bf16, (uint32_t)x & 0xbfff)
FILL(s32, (uint32_t)x << 8)
FILL(s16, x)
FILL(s8, x)

static void run_case(const pto_kernel_t *kernel, row_t *row, op_t op, bool older, const char *name)
{
    unsigned wrong = 0;
    model(row, op);
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        pto_run_result_t result;
        int32_t flag = older;
        const uint64_t args[] = {PTO_ARG(&got[0]), PTO_ARG(&values[0]), PTO_ARG(flag)};
        const pto_gm_buffer_t buffers[] = {{got, sizeof got, "y"}, {values, sizeof values, "x"}};
        __builtin_memcpy(got, there, sizeof got);
        bool clean = schedule_run(&s, kernel, args, buffers, 2, &result) == 0;
        wrong += !clean || __builtin_memcmp(got, want, sizeof want) != 0;
    }
    tap_equal(wrong, 0, "%s, %s", name, older ? "copy_ubuf_to_gm" : "mte_ub_gm");
}

#define CASES(type, unused)                                                           \
    {                                                                                 \
        type##_fill(there, 1);                                                        \
        type##_fill(values, 7);                                                       \
        for (int older = 0; older < 2; older++) {                                     \
            run_case(&pto_kernel_##type##_add, type##_row, ADD, older, #type " add"); \
            run_case(&pto_kernel_##type##_max, type##_row, MAX, older, #type " max"); \
            run_case(&pto_kernel_##type##_min, type##_row, MIN, older, #type " min"); \
        }                                                                             \
    }

/// Cores with common elements ///

enum { BLOCKS = 8, TIMES = 20, NUMBERS = 64 };

// Each block adds 1 to each byte-sized element, many times.
PTO_KERNEL(count, (int8_t *, y), (const int8_t *, x))
{
    pto_mte_gm_ub(x, pto_ub(int8_t, 0), 0, NUMBERS, .nburst = {1, NUMBERS, NUMBERS});
    pto_pipe_barrier(PIPE_ALL);
    pto_set_atomic_s8();
    pto_set_atomic_add();
    for (int i = 0; i < TIMES; i++) {
        pto_mte_ub_gm(pto_ub(int8_t, 0), y, NUMBERS, .nburst = {1, NUMBERS, NUMBERS});
    }
}

static void test_count(void)
{
    static int8_t ones[NUMBERS], counts[NUMBERS], all[NUMBERS];
    unsigned wrong = 0;
    for (int i = 0; i < NUMBERS; i++) {
        ones[i] = 1;
        all[i] = (int8_t)(BLOCKS * TIMES);
    }
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.block_num = BLOCKS;
        pto_run_result_t result;
        const uint64_t args[] = {PTO_ARG(&counts[0]), PTO_ARG(&ones[0])};
        const pto_gm_buffer_t buffers[] = {{counts, sizeof counts, "y"}, {ones, sizeof ones, "x"}};
        __builtin_memset(counts, 0, sizeof counts);
        bool clean = schedule_run(&s, &pto_kernel_count, args, buffers, 2, &result) == 0;
        wrong += !clean || __builtin_memcmp(counts, all, sizeof all) != 0;
    }
    tap_equal(wrong, 0, "%d blocks add to the same bytes", (int)BLOCKS);
}

int main(void)
{
    TYPES(CASES, unused)
    test_count();
    return tap_done();
}
