// SPDX-License-Identifier: Apache-2.0
//
// mscatter of 32-bit elements into one matrix, by whole register groups: elements by one ordered indexed store a group,
// so that the last of several equal indices stays; rows with their addresses computed ahead.

#include "../atomic.h"
#include "lanes/lanes.h"
#include "transfer.h"

#ifdef PTO_HAS_STRIPS

// An index beyond the table under the policy `undefined`.
static __attribute__((noinline, cold)) void refuse(const pto_tile_run_t *run, bool rows)
{
    size_t cols = rows ? 1 : run->cols;
    for (size_t r = 0; r < run->rows; r++) {
        for (size_t c = 0; c < cols; c++) {
            uint32_t index = *(const uint32_t *)(const void *)(run->b + (ptrdiff_t)r * run->b_step + c * 4);
            if (index >= run->s) {
                size_t place = rows ? r : r * cols + c, width = rows ? 1 : (size_t)run->valid_cols;
                pto_fault_at(NULL, "mscatter: index %u at (%zu, %zu) is outside the table's %lu %s", index,
                             place / width, place % width, (unsigned long)run->s, rows ? "rows" : "elements");
            }
        }
    }
}

/// Elements ///

// What becomes of an index beyond the last: a constant of each caller.
typedef enum { SKIP, CLAMP, WRAP } beyond_t;

// The elements of a group, at a, to the indices at b.
static inline __attribute__((always_inline)) void elements_group(uint32_t *d, const uint8_t *a, const uint8_t *b,
                                                                 uint32_t last, beyond_t beyond, size_t vl)
{
    vuint32m8_t i = __riscv_vle32_v_u32m8((const uint32_t *)(const void *)b, vl);
    const vbool4_t in = __riscv_vmsleu(i, last, vl);
    if (beyond == CLAMP) {
        i = __riscv_vminu(i, last, vl);
    } else if (beyond == WRAP) {
        i = __riscv_vremu(i, last + 1, vl);
    }
    const vuint32m8_t x = __riscv_vle32_v_u32m8((const uint32_t *)(const void *)a, vl);
    if (beyond == SKIP) {
        __riscv_vsoxei32(in, d, __riscv_vsll(i, 2, vl), x, vl);
    } else {
        __riscv_vsoxei32(d, __riscv_vsll(i, 2, vl), x, vl);
    }
}

static inline __attribute__((always_inline)) void elements(const pto_tile_run_t *run, beyond_t beyond)
{
    const uint32_t last = (uint32_t)(run->s - 1);
    uint32_t *const d = (uint32_t *)(void *)run->d;
    const uint8_t *a = run->a, *b = run->b;
    const size_t cols = run->cols, four = 4 * PTO_STRIP_MAX(u32, m8);
    for (size_t rows = run->rows;;) {
        size_t left = cols % four, vl;
        const uint8_t *const end = a + (cols - left) * 4;
        if (a != end) {
            vl = PTO_LANE_VLMAX(u32, m8);
            size_t step = PTO_STRIP_MAX(u32, m8) * 4;
            PTO_OPAQUE(step);
            PTO_STRIP_FOURS(a, end, {
                elements_group(d, a, b, last, beyond, vl);
                a += step, b += step;
            })
        }
        for (; left != 0; left -= vl, a += vl * 4, b += vl * 4) {
            vl = PTO_LANE_VL(u32, m8, left);
            elements_group(d, a, b, last, beyond, vl);
        }
        if (--rows == 0) {
            break;
        }
        a += run->a_step - (ptrdiff_t)cols * 4;
        b += run->b_step - (ptrdiff_t)cols * 4;
    }
}

// A routine: a function with a constant, which the compiler knows in it.
#define ROUTINE(name, function, constant)       \
    static void name(const pto_tile_run_t *run) \
    {                                           \
        function(run, constant);                \
    }
ROUTINE(elements_skip, elements, SKIP)
ROUTINE(elements_clamp, elements, CLAMP)
ROUTINE(elements_wrap, elements, WRAP)

static void elements_checked(const pto_tile_run_t *run)
{
    uint32_t largest = 0;
    for (size_t r = 0; r < run->rows; r++) {
        const uint32_t *b = (const uint32_t *)(const void *)(run->b + (ptrdiff_t)r * run->b_step);
        vuint32m8_t most = __riscv_vmv_v_x_u32m8(0, PTO_STRIP_MAX(u32, m8));
        for (size_t left = run->cols, vl; left != 0; left -= vl, b += vl) {
            vl = __riscv_vsetvl_e32m8(left);
            most = __riscv_vmaxu_tu(most, most, __riscv_vle32_v_u32m8(b, vl), vl);
        }
        vuint32m1_t one = __riscv_vredmaxu(most, __riscv_vmv_s_x_u32m1(largest, 1), PTO_STRIP_MAX(u32, m8));
        largest = __riscv_vmv_x(one);
    }
    if (largest >= run->s) {
        refuse(run, false);
    }
    elements_clamp(run);
}

/// Rows ///

#define ROWS_NUM 64

// Computes the addresses of up to ROWS_NUM rows. False: some row is outside of the table.
static inline bool addresses(const pto_tile_run_t *run, size_t first, size_t num, uint64_t *at)
{
    for (size_t i = 0, vl; i < num; i += vl) {
        vl = __riscv_vsetvl_e64m8(num - i);
        const uint32_t *b = (const uint32_t *)(const void *)(run->b + (ptrdiff_t)(first + i) * run->b_step);
        vuint32m4_t index =
            run->b_step == 4 ? __riscv_vle32_v_u32m4(b, vl) : __riscv_vlse32_v_u32m4(b, run->b_step, vl);
        if (__riscv_vfirst(__riscv_vmsgtu(index, (uint32_t)(run->s - 1), vl), vl) >= 0) {
            return false;
        }
        vuint64m8_t row = __riscv_vmul(__riscv_vzext_vf2(index, vl), (uint64_t)run->d_step, vl);
        __riscv_vse64(at + i, __riscv_vadd(row, (uintptr_t)run->d, vl), vl);
    }
    return true;
}

static __attribute__((noinline)) void add_row(uint8_t *to, const uint8_t *from, size_t cols)
{
    float *d = (float *)(void *)to;
    const float *a = (const float *)(const void *)from;
    for (size_t vl; cols != 0; cols -= vl, d += vl, a += vl) {
        vl = __riscv_vsetvl_e32m8(cols);
        __riscv_vse32(d, __riscv_vfadd(__riscv_vle32_v_f32m8(d, vl), __riscv_vle32_v_f32m8(a, vl), vl), vl);
    }
}

// Contiguous rows, of which `num` fill a group.
// clang-format off
typedef vfloat32m8_t wide_t __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen * 8)));
#define ADD_PIECE(L, k)                                                                                          \
    {                                                                                                            \
        float *d = (float *)(uintptr_t)at[k];                                                                               \
        __riscv_vse32(d, __riscv_vfadd(__riscv_vle32_v_f32##L(d, vl), __riscv_vget_v_f32m8_f32##L(x, k), vl), vl); \
    }
#define ADD_ROWS(L, num, ...)                                                                                    \
    static inline void add_rows_##L(const uint64_t *at, const uint8_t *a, size_t rows)                          \
    {                                                                                                            \
        const size_t vl = __riscv_vsetvlmax_e32##L();                                                            \
        _Pragma("GCC unroll 4")                                                                                  \
        for (const uint8_t *const end = a + rows / num * __riscv_v_fixed_vlen; a != end; at += num) {            \
            const wide_t x = *(const wide_t *)(const void *)a;                                                   \
            a += __riscv_v_fixed_vlen;                                                                           \
            __VA_ARGS__                                                                                          \
        }                                                                                                        \
    }
ADD_ROWS(m4, 2, ADD_PIECE(m4, 0) ADD_PIECE(m4, 1))
ADD_ROWS(m2, 4, ADD_PIECE(m2, 0) ADD_PIECE(m2, 1) ADD_PIECE(m2, 2) ADD_PIECE(m2, 3))
// clang-format on

// Rows of `groups` groups each.
static inline void add_long_rows(const uint64_t *at, const uint8_t *a, ptrdiff_t step, size_t num, const size_t groups)
{
    const size_t vl = __riscv_vsetvlmax_e32m8();
    _Pragma("GCC unroll 2") for (const uint64_t *const end = at + num; at != end; at++, a += step)
    {
        float *d = (float *)(uintptr_t)*at;
        const float *x = (const float *)(const void *)a;
        PTO_UNROLL_ALL
        for (size_t i = 0; i < groups; i++, d += PTO_STRIP_MAX(f32, m8), x += PTO_STRIP_MAX(f32, m8)) {
            __riscv_vse32(d, __riscv_vfadd(__riscv_vle32_v_f32m8(d, vl), __riscv_vle32_v_f32m8(x, vl), vl), vl);
        }
    }
}

// Rows of frequent lengths, or none.
static inline bool add_frequent_rows(const pto_tile_run_t *run, size_t first, size_t num, const uint64_t *at)
{
    const uint8_t *a = run->a + (ptrdiff_t)first * run->a_step;
    const bool follow = run->a_step == (ptrdiff_t)run->cols * 4 && num % 4 == 0;
    if (follow && run->cols == PTO_STRIP_MAX(f32, m4)) {
        add_rows_m4(at, a, num);
    } else if (follow && run->cols == PTO_STRIP_MAX(f32, m2)) {
        add_rows_m2(at, a, num);
    } else if (run->cols == PTO_STRIP_MAX(f32, m8)) {
        add_long_rows(at, a, run->a_step, num, 1);
    } else if (run->cols == 2 * PTO_STRIP_MAX(f32, m8)) {
        add_long_rows(at, a, run->a_step, num, 2);
    } else {
        return false;
    }
    return true;
}

typedef void (*add_row_t)(uint8_t *to, const uint8_t *from, size_t cols);

static void add_shared_row(uint8_t *to, const uint8_t *from, size_t cols)
{
    pto_atomic_row(to, from, cols * 4, (pto_atomic_mode_t){PTO_ATOMIC_F32, PTO_ATOMIC_ADD});
}

static void add_rows(const pto_tile_run_t *run, size_t first, size_t num, const uint64_t *at)
{
    const bool shared = pto_tile_shares_gm();
    if (!shared && add_frequent_rows(run, first, num, at)) {
        return;
    }
    const add_row_t add = shared ? add_shared_row : add_row;
    const uint8_t *a = run->a + (ptrdiff_t)first * run->a_step;
    for (size_t i = 0; i < num; i++, a += run->a_step) {
        add((uint8_t *)(uintptr_t)at[i], a, run->cols);
    }
}

// Adds rows one by one, with the policy for indices outside of the table.
static __attribute__((noinline)) void add_some_rows(const pto_tile_run_t *run, size_t first, size_t num, uint32_t oob)
{
    const add_row_t add = pto_tile_shares_gm() ? add_shared_row : add_row;
    for (size_t i = first; i < first + num; i++) {
        uint64_t index = *(const uint32_t *)(const void *)(run->b + (ptrdiff_t)i * run->b_step);
        if (index >= run->s && oob == PTO_SCATTER_SKIP) {
            continue;
        }
        index = index < run->s ? index : oob == PTO_SCATTER_CLAMP ? run->s - 1 : index % run->s;
        add(run->d + (ptrdiff_t)index * run->d_step, run->a + (ptrdiff_t)i * run->a_step, run->cols);
    }
}

static __attribute__((noinline)) void rows_add_parts(const pto_tile_run_t *run, uint32_t oob)
{
    uint64_t at[ROWS_NUM];
    for (size_t first = 0, num; first < run->rows; first += num) {
        num = run->rows - first < ROWS_NUM ? run->rows - first : ROWS_NUM;
        if (addresses(run, first, num, at)) {
            add_rows(run, first, num, at);
        } else if (oob == PTO_SCATTER_UNDEFINED) {
            refuse(run, true);
        } else {
            add_some_rows(run, first, num, oob);
        }
    }
}

// Where no other core runs at the same time, up to ROWS_NUM rows are checked and added at once.
static __attribute__((noinline)) void rows_add(const pto_tile_run_t *run, uint32_t oob)
{
    uint64_t at[ROWS_NUM];
    const bool plain = run->rows <= ROWS_NUM && !pto_tile_shares_gm();
    if (!plain || !addresses(run, 0, run->rows, at) || !add_frequent_rows(run, 0, run->rows, at)) {
        rows_add_parts(run, oob);
    }
}

ROUTINE(rows_add_checked, rows_add, PTO_SCATTER_UNDEFINED)
ROUTINE(rows_add_skip, rows_add, PTO_SCATTER_SKIP)
ROUTINE(rows_add_clamp, rows_add, PTO_SCATTER_CLAMP)
ROUTINE(rows_add_wrap, rows_add, PTO_SCATTER_WRAP)

pto_tile_routine_t pto_tile_scatter_routine(uint32_t elem, bool rows, pto_tile_attr_t atomic, pto_tile_attr_t oob)
{
    static const pto_tile_routine_t elements[4] = {elements_checked, elements_skip, elements_clamp, elements_wrap};
    static const pto_tile_routine_t additions[4] = {rows_add_checked, rows_add_skip, rows_add_clamp, rows_add_wrap};
    uint32_t policy = (uint32_t)oob - PTO_SCATTER_UNDEFINED;
    if (policy > 3) {
        return NULL;
    }
    if (!rows && atomic == PTO_SCATTER_STORE &&
        (elem == PTO_ELEM_I32 || elem == PTO_ELEM_U32 || elem == PTO_ELEM_F32)) {
        return elements[policy];
    }
    return rows && atomic == PTO_SCATTER_ADD && elem == PTO_ELEM_F32 ? additions[policy] : NULL;
}

#else

pto_tile_routine_t pto_tile_scatter_routine(uint32_t elem, bool rows, pto_tile_attr_t atomic, pto_tile_attr_t oob)
{
    (void)elem, (void)rows, (void)atomic, (void)oob;
    return NULL;
}

#endif
