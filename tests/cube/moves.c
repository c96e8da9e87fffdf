// SPDX-License-Identifier: Apache-2.0
//
// The data path of a cube core up to its operands: every move, against loops over elements. A kernel issues one
// command; what it left is read in the core's memories, all bytes of them.

#include <pto/pto.h>

#include <hal/cube/cube.h>
#include <hal/hal.h>
#include <pto/tap.h>
#include <target/schedules.h>

enum { AREA = 64 * 1024, MEM = 256 * 1024 };

static uint8_t gm[AREA] __attribute__((aligned(64)));
static uint8_t want[MEM];

static void run(const pto_kernel_t *kernel, unsigned schedule_index)
{
    schedule_t s = schedule(schedule_index);
    const uint64_t args[] = {PTO_ARG(&gm[0])};
    const pto_gm_buffer_t buffers[] = {{gm, sizeof gm, "gm"}};
    pto_run_result_t result;
    if (schedule_run(&s, kernel, args, buffers, 1, &result) != 0) {
        tap_note("%s: %s", s.name, result.report);
    }
}

static void check(const pto_kernel_t *kernel, hal_mem_t mem, const char *name)
{
    const uint8_t *got = hal_memory(mem, 0, 0).base;
    for (unsigned i = 0; i < 4; i++) {
        run(kernel, i);
        size_t bytes = hal_memory(mem, 0, 0).bytes < MEM ? hal_memory(mem, 0, 0).bytes : MEM;
        if (__builtin_memcmp(got, want, bytes) != 0) {
            tap_same(got, want, bytes, "%s", name);
            return;
        }
    }
    tap_ok(true, "%s", name);
}

__attribute__((noinline)) static void start(void)  // a name unlikely to clash
{
    for (size_t i = 0; i < AREA; i++) {
        gm[i] = (uint8_t)((uint32_t)(i + 1) * 2654435761u >> 11);
    }
    __builtin_memset(want, 0, sizeof want);
}

/// GM -> L1 ///

PTO_CUBE_KERNEL(rows_to_l1, (uint8_t *, x))
{
    pto_mte_gm_l1(x + 3, pto_l1(uint8_t, 64), 40, .nburst = {3, 100, 64}, .loop = {{2, 1000, 256}, {3, 5000, 1024}},
                  .pad = PTO_PAD((uint16_t)0xabcd));
}

static void test_rows(void)
{
    start();
    for (size_t k = 0; k < 3; k++) {
        for (size_t j = 0; j < 2; j++) {
            for (size_t i = 0; i < 3; i++) {
                uint8_t *to = want + 64 + k * 1024 + j * 256 + i * 64;
                for (size_t b = 0; b < 64; b++) {
                    to[b] = b < 40 ? gm[3 + k * 5000 + j * 1000 + i * 100 + b] : b % 2 ? 0xab : 0xcd;
                }
            }
        }
    }
    check(&pto_kernel_rows_to_l1, HAL_MEM_L1, "mte_gm_l1, two loops and padding");
}

PTO_CUBE_KERNEL(copy_to_l1, (uint8_t *, x))
{
    pto_set_loop1_stride_outtol1(5000 | (int64_t)2048 << 40);
    pto_set_loop2_stride_outtol1(10000 | (int64_t)4096 << 40);
    pto_set_loop_size_outtol1(2 | 3 << 21);
    pto_set_pad_val_outtol1(0x12345678);  // no copy of the text form reads it
    pto_copy_gm_to_cbuf(x, pto_l1(uint8_t, 0), 4, 90, 128, 96);
}

static void test_copy(void)
{
    start();
    for (size_t k = 0; k < 3; k++) {
        for (size_t j = 0; j < 2; j++) {
            for (size_t i = 0; i < 4; i++) {
                for (size_t b = 0; b < 90; b++) {
                    want[k * 4096 + j * 2048 + i * 96 + b] = gm[k * 10000 + j * 5000 + i * 128 + b];
                }
            }
        }
    }
    check(&pto_kernel_copy_to_l1, HAL_MEM_L1, "copy_gm_to_cbuf with loop registers, which pads nothing");
}

// The parameters of a fractal load; `bytes` per element.
static struct {
    pto_frac_mode_t mode;
    int64_t n, d;
    pto_frac_t shape;
    size_t bytes;
    bool raw;
} frac;

#define ISSUE_FRAC(T)                                                                                          \
    pto_mte_gm_l1_frac((const T *)(const void *)x, pto_l1(T, 96), frac.mode, frac.n, frac.d,                   \
                       .src_layout = {frac.shape.src_layout.inner_stride, frac.shape.src_layout.outer_stride}, \
                       .dst_group = {frac.shape.dst_group.count, frac.shape.dst_group.loop2_stride,            \
                                     frac.shape.dst_group.loop3_stride, frac.shape.dst_group.loop4_stride},    \
                       .ctrl = {0, frac.shape.ctrl.smallc0})

PTO_CUBE_KERNEL(fractals_to_l1, (uint8_t *, x))
{
    if (frac.raw) {
        const int64_t dst[] = {frac.shape.dst_group.count, frac.shape.dst_group.loop2_stride,
                               frac.shape.dst_group.loop3_stride, frac.shape.dst_group.loop4_stride};
        pto_set_mte2_nz_para(dst[0] | dst[1] << 16 | dst[2] << 32 | dst[3] << 48);
        if (frac.mode == PTO_ND2NZ) {
            pto_copy_gm_to_cbuf_multi_nd2nz(x, pto_l1(uint16_t, 96), 0, frac.shape.src_layout.inner_stride, 0, frac.n,
                                            frac.d, frac.shape.src_layout.outer_stride, false);
        } else {
            pto_copy_gm_to_cbuf_multi_dn2nz(x, pto_l1(uint16_t, 96), 0, frac.shape.src_layout.inner_stride, 0, frac.n,
                                            frac.d, frac.shape.src_layout.outer_stride, false);
        }
    } else if (frac.bytes == 1) {
        ISSUE_FRAC(uint8_t);
    } else if (frac.bytes == 2) {
        ISSUE_FRAC(pto_f16_t);
    } else {
        ISSUE_FRAC(float);
    }
}

static uint8_t *frac_place(size_t g, size_t n, size_t d)
{
    uint8_t *group = want + 96 + g * (size_t)frac.shape.dst_group.loop4_stride * 32;
    if (frac.shape.ctrl.smallc0) {
        return group + (n * 4 + d) * frac.bytes;
    }
    size_t at = d * frac.bytes;
    return group + at / 32 * (size_t)frac.shape.dst_group.loop3_stride * 32 +
           n * (size_t)frac.shape.dst_group.loop2_stride * 32 + at % 32;
}

static void test_frac(size_t bytes, pto_frac_mode_t mode, int64_t n, int64_t d, bool small, bool raw)
{
    start();
    int64_t columns = (d * (int64_t)bytes + 31) / 32;
    frac.mode = mode;
    frac.n = n;
    frac.d = d;
    frac.bytes = bytes;
    frac.raw = raw;
    frac.shape = (pto_frac_t){
        .src_layout = {(mode == PTO_ND2NZ ? d : n) * (int64_t)bytes + 6, 5000},
        .dst_group = {2, 1, n + 3, (n + 3) * columns + 2},
        .ctrl = {0, small},
    };
    // Bytes around the elements must be zero. They cannot be prefilled: memories are zero at the start.
    for (size_t g = 0; g < 2; g++) {
        for (size_t i = 0; i < (size_t)n; i++) {
            for (size_t j = 0; j < (size_t)d; j++) {
                size_t inner = (size_t)frac.shape.src_layout.inner_stride;
                size_t from = g * 5000 + (mode == PTO_ND2NZ ? i * inner + j * bytes : j * inner + i * bytes);
                __builtin_memcpy(frac_place(g, i, j), gm + from, bytes);
            }
        }
    }
    char name[] = "mte_gm_l1_frac";
    const uint8_t *got = hal_memory(HAL_MEM_L1, 0, 0).base;
    run(&pto_kernel_fractals_to_l1, 0);
    tap_same(got, want, MEM, "%s %s%s%s, %d x %d of %u bytes", name, mode == PTO_ND2NZ ? "nd2nz" : "dn2nz",
             small ? ", small C0" : "", raw ? ", by registers" : "", (int)n, (int)d, (unsigned)bytes);
}

PTO_CUBE_KERNEL(fills_l1)
{
    pto_raw_fill_l1(pto_l1(uint16_t, 0), 64, 0x12345678u, 3, 2, 1, 16);
    pto_raw_fill_l1(pto_l1(uint32_t, 1024), 0, 0x12345678u, 1, 1, 0, 32);
    // The rest of the last C0 column and of small C0 is written as zeros.
    pto_raw_fill_l1(pto_l1(uint16_t, 4096), 0, 0xffffffffu, 1, 64, 0, 32);
}

PTO_CUBE_KERNEL(zero_fill, (uint8_t *, x))
{
    pto_raw_fill_l1(pto_l1(uint16_t, 0), 0, 0xffffffffu, 1, 64, 0, 32);
    pto_mte_gm_l1_frac(x, pto_l1(uint8_t, 0), PTO_ND2NZ, 2, 33, .src_layout = {33}, .dst_group = {1, 1, 4, 0});
    pto_mte_gm_l1_frac(x, pto_l1(uint8_t, 1024), PTO_DN2NZ, 2, 3, .src_layout = {2}, .dst_group = {1, 1, 4, 0});
    pto_mte_gm_l1_frac(x, pto_l1(uint8_t, 1536), PTO_ND2NZ, 3, 2, .src_layout = {2}, .dst_group = {1, 1, 4, 0},
                       .ctrl = {0, true});
}

static void test_fill(void)
{
    start();
    for (size_t r = 0; r < 3; r++) {
        for (size_t i = 0; i < 64; i += 2) {
            want[64 + r * 96 + i] = 0x78;
            want[64 + r * 96 + i + 1] = 0x56;
        }
    }
    for (size_t i = 0; i < 32; i += 4) {
        __builtin_memcpy(want + 1024 + i, &(uint32_t){0x12345678}, 4);
    }
    __builtin_memset(want + 4096, 0xff, 2048);
    check(&pto_kernel_fills_l1, HAL_MEM_L1, "raw_fill_l1");

    start();
    __builtin_memset(want, 0xff, 2048);
    for (size_t n = 0; n < 2; n++) {
        __builtin_memcpy(want + n * 32, gm + n * 33, 32);
        __builtin_memset(want + 128 + n * 32, 0, 32);
        want[128 + n * 32] = gm[n * 33 + 32];
        __builtin_memset(want + 1024 + n * 32, 0, 32);
        for (size_t d = 0; d < 3; d++) {
            want[1024 + n * 32 + d] = gm[d * 2 + n];
        }
    }
    __builtin_memset(want + 1536, 0, 32);
    for (size_t i = 0; i < 6; i++) {
        want[1536 + i / 2 * 4 + i % 2] = gm[i];
    }
    check(&pto_kernel_zero_fill, HAL_MEM_L1, "mte_gm_l1_frac fills up with zeros");
}

/// L1 -> L0A, L0B ///

static struct {
    uint32_t mem, bits;
    int64_t rows, k;
    pto_l0_load_t shape;
    bool full;
    int64_t steps[6];
} load;

#define ISSUE_LOAD(T)                                                                                              \
    do {                                                                                                           \
        T *src = pto_l1(T, 512);                                                                                   \
        if (load.full && load.mem == PTO_MEM_L0A) {                                                                \
            pto_load_cbuf_to_ca(src, pto_l0a(T, 1024), load.steps[0], load.steps[1], load.steps[2], load.steps[3], \
                                load.steps[4], load.steps[5], load.shape.transpose);                               \
        } else if (load.full) {                                                                                    \
            pto_load_cbuf_to_cb(src, pto_l0b(T, 1024), load.steps[0], load.steps[1], load.steps[2], load.steps[3], \
                                load.steps[4], load.steps[5], load.shape.transpose);                               \
        } else if (load.mem == PTO_MEM_L0A) {                                                                      \
            pto_mte_l1_l0a(src, pto_l0a(T, 1024), load.rows, load.k, load.shape.start_row, load.shape.start_col,   \
                           load.shape.transpose);                                                                  \
        } else {                                                                                                   \
            pto_mte_l1_l0b(src, pto_l0b(T, 1024), load.k, load.rows, load.shape.start_row, load.shape.start_col,   \
                           load.shape.transpose);                                                                  \
        }                                                                                                          \
    } while (0)

PTO_CUBE_KERNEL(load_l0, (uint8_t *, x))
{
    pto_mte_gm_l1(x, pto_l1(uint8_t, 0), 32768, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    if (load.bits == 4) {
        ISSUE_LOAD(pto_e2m1x2_t);
    } else if (load.bits == 8) {
        ISSUE_LOAD(int8_t);
    } else if (load.bits == 16) {
        ISSUE_LOAD(pto_bf16_t);
    } else {
        ISSUE_LOAD(float);
    }
}

// An element in fractal order: row r, column c, `pitch` fractals from column to column.
static uint32_t get(const uint8_t *base, size_t r, size_t c, size_t pitch)
{
    size_t per = 256 / load.bits;
    const uint8_t *at = base + (c / per * pitch + r / 16) * 512 + r % 16 * 32 + c % per * load.bits / 8;
    uint32_t value = 0;
    if (load.bits == 4) {
        return *at >> c % 2 * 4 & 15;
    }
    __builtin_memcpy(&value, at, load.bits / 8);
    return value;
}

static void put(uint8_t *base, size_t r, size_t c, size_t pitch, uint32_t value)
{
    size_t per = 256 / load.bits;
    uint8_t *at = base + (c / per * pitch + r / 16) * 512 + r % 16 * 32 + c % per * load.bits / 8;
    if (load.bits == 4) {
        *at = (uint8_t)(c % 2 ? (*at & 15) | value << 4 : (*at & 0xf0) | value);
    } else {
        __builtin_memcpy(at, &value, load.bits / 8);
    }
}

// steps of the full-control form
static void model_load(const int64_t steps[6])
{
    size_t per = 256 / load.bits;
    const uint8_t *src = gm + 512;
    for (size_t r = 0; r < (size_t)steps[2] * 16; r++) {
        for (size_t c = 0; c < (size_t)steps[3] * per; c++) {
            uint32_t value = get(src, (size_t)steps[0] * 16 + r, (size_t)steps[1] * per + c, (size_t)steps[4]);
            if (load.shape.transpose) {
                put(want + 1024, c, r, (size_t)steps[5], value);
            } else {
                put(want + 1024, r, c, (size_t)steps[5], value);
            }
        }
    }
}

static void check_load(void)
{
    hal_mem_t mem = (hal_mem_t)load.mem;
    run(&pto_kernel_load_l0, 0);
    tap_same(hal_memory(mem, 0, 0).base, want, hal_memory(mem, 0, 0).bytes, "%s%s, %d x %d of %u bits%s",
             load.full ? "load_cbuf to " : "mte_l1 to ", load.mem == PTO_MEM_L0A ? "L0A" : "L0B", (int)load.rows,
             (int)load.k, (unsigned)load.bits, load.shape.transpose ? ", transposed" : "");
}

// The shape forms: extents of `rows` (m or n) and k, rounded up to fractals.
static void test_load(uint32_t mem, uint32_t bits, int64_t rows, int64_t k, bool transpose, int64_t start_row)
{
    start();
    load.mem = mem;
    load.bits = bits;
    load.rows = rows;
    load.k = k;
    load.full = false;
    load.shape = (pto_l0_load_t){start_row, bits == 4 ? 2 : 1, transpose};
    int64_t per = 256 / bits, unit = per > 16 ? per : 16;
    int64_t r = (rows + 15) / 16, c = (k + per - 1) / per;
    if (transpose) {
        // rows and k to whole squares of fractals
        int64_t kr = (k + unit - 1) / unit * unit / 16, rr = (rows + unit - 1) / unit * unit;
        model_load((const int64_t[]){start_row, 1, kr, rr / per, kr, rr / 16});
    } else {
        model_load((const int64_t[]){start_row, 1, r, c, r, r});
    }
    check_load();
}

static void test_full(uint32_t mem, uint32_t bits, bool transpose)
{
    start();
    load.mem = mem;
    load.bits = bits;
    load.rows = load.k = 0;
    load.full = true;
    load.shape = (pto_l0_load_t){0, 0, transpose};
    const int64_t steps[6] = {1, 2, 4, 2, 7, 9};
    __builtin_memcpy(load.steps, steps, sizeof steps);
    model_load(steps);
    check_load();
}

/// L1 -> BT, FB, UB ///

PTO_CUBE_KERNEL(tables, (uint8_t *, x))
{
    pto_mte_gm_l1(x, pto_l1(uint8_t, 0), 8192, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_set_flag(PIPE_MTE2, PIPE_FIX, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_FIX, EVENT_ID0);
    pto_mte_l1_bt(pto_l1(pto_f16_t, 0), pto_bt(float, 0), 1, .nburst = {3, 1, 2});
    pto_mte_l1_bt(pto_l1(pto_bf16_t, 1024), pto_bt(float, 1024), 2, .nburst = {1, 0, 0});
    pto_mte_l1_bt(pto_l1(float, 2048), pto_bt(float, 2048), 2, .nburst = {2, 1, 0});
    pto_copy_cbuf_to_bt(pto_l1(int32_t, 4096), pto_bt(int32_t, 4096), 1, 3, 0, 0);
    pto_mte_l1_fb(pto_l1(uint64_t, 512), pto_fb(float, 128), 2, .nburst = {2, 1, 3});
    pto_copy_cbuf_to_fbuf(pto_l1(uint64_t, 64), pto_fb(float, 2048), 1, 2, 0, 0);
    pto_mte_l1_fb(pto_l1(uint64_t, 64), pto_fb(float, 65600), 1, .nburst = {1, 0, 0});
}

static void test_tables(void)
{
    start();
    // no NaN
    for (size_t i = 0; i < 2048; i += 2) {
        gm[i + 1] &= 0xbb;
    }
    float *bt = (float *)(void *)want;
    for (size_t burst = 0; burst < 3; burst++) {
        for (size_t i = 0; i < 16; i++) {
            bt[burst * 48 + i] = (float)((const pto_f16_t *)(const void *)gm)[burst * 32 + i];
        }
    }
    for (size_t i = 0; i < 32; i++) {
        bt[256 + i] = pto_bf16_to_float(((const pto_bf16_t *)(const void *)(gm + 1024))[i]);
    }
    __builtin_memcpy(want + 2048, gm + 2048, 64);
    __builtin_memcpy(want + 2048 + 64, gm + 2048 + 96, 64);
    __builtin_memcpy(want + 4096, gm + 4096, 96);
    check(&pto_kernel_tables, HAL_MEM_BT, "mte_l1_bt of f16, bf16, f32, i32");
    __builtin_memset(want, 0, sizeof want);
    __builtin_memcpy(want + 128, gm + 512, 128);
    __builtin_memcpy(want + 128 + 320, gm + 512 + 192, 128);
    __builtin_memcpy(want + 2048, gm + 64, 128);
    __builtin_memcpy(want + 65600, gm + 64, 64);
    check(&pto_kernel_tables, HAL_MEM_FB, "mte_l1_fb");
}

PTO_CUBE_KERNEL(l1_to_ub, (uint8_t *, x))
{
    pto_mte_gm_l1(x, pto_l1(uint8_t, 0), 32768, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_mte_l1_ub(pto_l1(uint8_t, 64), pto_ub(uint8_t, 32), 2, .nburst = {3, 1, 2},
                  .loop = {{2, 1024, 4096}, {2, 4096, 16384}});
    pto_copy_cbuf_to_ubuf(pto_l1(uint8_t, 64), pto_ub(uint8_t, 65536), 0, 3, 2, 1, 2);
}

// The opposite direction, in the older copy: bursts of two blocks, with a gap of one before and two after.
PTO_MIXED_KERNEL(ub_to_l1, (uint8_t *, x))
{
    PTO_VECTOR_SECTION {
        if (pto_get_subblock_idx() == 0) {
            pto_mte_gm_ub(x, pto_ub(uint8_t, 0), 0, 4096, .nburst = {1, 4096, 4096});
            pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
            pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
            pto_copy_ubuf_to_cbuf(pto_ub(uint8_t, 64), pto_l1(uint8_t, 4096), 0, 3, 2, 1, 2);
        }
    }
}

static void test_l1_to_ub(void)
{
    start();
    for (size_t k = 0; k < 2; k++) {
        for (size_t j = 0; j < 2; j++) {
            for (size_t i = 0; i < 3; i++) {
                __builtin_memcpy(want + 32 + k * 16384 + j * 4096 + i * 128, gm + 64 + k * 4096 + j * 1024 + i * 96,
                                 64);
            }
        }
    }
    for (size_t i = 0; i < 3; i++) {
        __builtin_memcpy(want + 65536 + i * 128, gm + 64 + i * 96, 64);
    }
    check(&pto_kernel_l1_to_ub, HAL_MEM_UB, "mte_l1_ub in loops, copy_cbuf_to_ubuf");
    start();
    for (size_t i = 0; i < 3; i++) {
        __builtin_memcpy(want + 4096 + i * 128, gm + 64 + i * 96, 64);
    }
    check(&pto_kernel_ub_to_l1, HAL_MEM_L1, "copy_ubuf_to_cbuf");
}

/// Both backends ///

static void test_transpose(void)
{
    static uint8_t a[AREA], b[AREA];
    bool good = true;
    for (uint32_t bits = 4; bits <= 32; bits *= 2) {
        __builtin_memset(a, 0, sizeof a);
        __builtin_memset(b, 0, sizeof b);
        hal_cube_transpose(a, 5 * 512 * (int)(256 / bits) / 16, gm, 4 * 512, 64, 256 / bits * 3, bits);
        hal_cube_transpose_scalar(b, 5 * 512 * (int)(256 / bits) / 16, gm, 4 * 512, 64, 256 / bits * 3, bits);
        good = good && __builtin_memcmp(a, b, sizeof a) == 0;
    }
    tap_ok(good, "transposition on both backends");
}

int main(void)
{
    test_rows();
    test_copy();
    for (size_t bytes = 1; bytes <= 4; bytes *= 2) {
        test_frac(bytes, PTO_ND2NZ, 40, 50, false, false);
        test_frac(bytes, PTO_DN2NZ, 17, 33, false, false);
        test_frac(bytes, PTO_ND2NZ, 5, 3, true, false);
        test_frac(bytes, PTO_DN2NZ, 5, 4, true, false);
    }
    test_frac(2, PTO_ND2NZ, 16, 32, false, true);
    test_frac(2, PTO_DN2NZ, 16, 30, false, true);
    test_fill();
    for (uint32_t bits = 4; bits <= 32; bits *= 2) {
        for (uint32_t mem = PTO_MEM_L0A; mem <= PTO_MEM_L0B; mem++) {
            test_load(mem, bits, 40, 50, false, 1);
            test_load(mem, bits, 40, 50, true, 0);
            test_load(mem, bits, 16, 64, true, 0);
            test_full(mem, bits, false);
            test_full(mem, bits, true);
        }
    }
    test_tables();
    test_l1_to_ub();
    test_transpose();
    return tap_done();
}
