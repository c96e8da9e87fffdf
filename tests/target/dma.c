// SPDX-License-Identifier: Apache-2.0
//
// Transfers with random operands against a model that moves one byte at a time.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

enum {
    GM_BYTES = 64 * 1024,
    UB_BYTES = 64 * 1024, // size of the part of UB in use
    CASES = 48,           // of each kind
};

// Operands of one transfer. Strides and gaps in the instruction's units.
typedef struct {
    uint32_t gm;
    uint32_t ub;
    uint32_t ub_to; // of transfers within UB
    int64_t len;
    pto_nburst_t nburst;
    pto_loop_t loop[2];
    pto_pad_t pad;
} transfer_t;

static _Alignas(64) uint8_t gm[GM_BYTES];
static _Alignas(64) uint8_t gm_want[GM_BYTES];
static _Alignas(64) uint8_t ub_want[UB_BYTES];
static transfer_t transfer;

// ---------------------------------------------------------------------------------------------------------------------
// Kernels. They read their operands from GM like any other data of the scalar unit.

PTO_KERNEL(in, (uint8_t *, gm), (const transfer_t *, t))
{
    pto_mte_gm_ub(gm + t->gm, pto_ub(uint8_t, t->ub), 0, t->len, .nburst = t->nburst,
                  .loop = {t->loop[0], t->loop[1]}, .pad = t->pad);
}

static void fill_ub(const uint8_t *gm)
{
    pto_mte_gm_ub(gm, pto_ub(uint8_t, 0), 0, UB_BYTES / 2, .nburst = {2, UB_BYTES / 2, UB_BYTES / 2});
    pto_pipe_barrier(PIPE_ALL);
}

PTO_KERNEL(out, (uint8_t *, gm), (const transfer_t *, t))
{
    fill_ub(gm);
    pto_mte_ub_gm(pto_ub(uint8_t, t->ub), gm + t->gm, t->len, .nburst = t->nburst,
                  .loop = {t->loop[0], t->loop[1]});
}

PTO_KERNEL(inside, (uint8_t *, gm), (const transfer_t *, t))
{
    fill_ub(gm);
    pto_mte_ub_ub(pto_ub(uint8_t, t->ub), pto_ub(uint8_t, t->ub_to), t->len, .nburst = t->nburst);
}

// The same in the spelling before v0.6.

PTO_KERNEL(copy_in, (uint8_t *, gm), (const transfer_t *, t))
{
    pto_set_loop_size_outtoub(t->loop[0].count, t->loop[1].count);
    pto_set_loop1_stride_outtoub(t->loop[0].src_stride, t->loop[0].dst_stride);
    pto_set_loop2_stride_outtoub(t->loop[1].src_stride, t->loop[1].dst_stride);
    int32_t size = (int32_t)t->pad.element_bytes;
    if (size == 1) {
        pto_set_mov_pad_val((uint8_t)t->pad.bits);
    } else if (size == 2) {
        pto_set_mov_pad_val((uint16_t)t->pad.bits);
    } else {
        pto_set_mov_pad_val((uint32_t)t->pad.bits);
    }
    pto_copy_gm_to_ubuf(gm + t->gm, pto_ub(uint8_t, t->ub), 0, t->nburst.n, t->len, t->pad.left * size,
                        t->pad.right * size, size != 0, 0, t->nburst.src_stride, t->nburst.dst_stride);
}

PTO_KERNEL(copy_out, (uint8_t *, gm), (const transfer_t *, t))
{
    fill_ub(gm);
    pto_set_loop_size_ubtoout(t->loop[0].count, t->loop[1].count);
    pto_set_loop1_stride_ubtoout(t->loop[0].src_stride, t->loop[0].dst_stride);
    pto_set_loop2_stride_ubtoout(t->loop[1].src_stride, t->loop[1].dst_stride);
    pto_copy_ubuf_to_gm(pto_ub(uint8_t, t->ub), gm + t->gm, 0, t->nburst.n, t->len, 0, t->nburst.dst_stride,
                        t->nburst.src_stride);
}

PTO_KERNEL(copy_inside, (uint8_t *, gm), (const transfer_t *, t))
{
    fill_ub(gm);
    pto_copy_ubuf_to_ubuf(pto_ub(uint8_t, t->ub), pto_ub(uint8_t, t->ub_to), 0, t->nburst.n, t->len,
                          t->nburst.src_stride, t->nburst.dst_stride);
}

// ---------------------------------------------------------------------------------------------------------------------
// The model

static void move_row(const uint8_t *src, uint8_t *dst, int64_t len)
{
    for (int64_t i = 0; i < len; i++) {
        dst[i] = src[i];
    }
}

// One padded row in the UB: left elements, the burst, right elements, then whatever is missing to the next row
// or, where rows lie closer than that, to the next 32 bytes.
static void move_padded_row(const transfer_t *t, const uint8_t *src, uint8_t *dst)
{
    int64_t size = t->pad.element_bytes;
    int64_t left = t->pad.left * size;
    int64_t end = left + t->len + t->pad.right * size;
    int64_t filled = end <= t->nburst.dst_stride ? t->nburst.dst_stride : (end + 31) / 32 * 32;
    for (int64_t i = 0; i < filled; i++) {
        if (i < left || i >= left + t->len) {
            // Elements count from the start of the row before the burst, and from its end after it.
            int64_t at = i < left ? i : i - left - t->len;
            dst[i] = (uint8_t)(t->pad.bits >> at % size * 8);
        }
    }
    move_row(src, dst + left, t->len);
}

// All rows of a transfer with its two loops, from `src` to `dst`.
static void move(const transfer_t *t, const uint8_t *src, uint8_t *dst)
{
    for (int64_t j = 0; j < t->loop[1].count; j++) {
        for (int64_t i = 0; i < t->loop[0].count; i++) {
            for (int64_t row = 0; row < t->nburst.n; row++) {
                int64_t from = j * t->loop[1].src_stride + i * t->loop[0].src_stride + row * t->nburst.src_stride;
                int64_t to = j * t->loop[1].dst_stride + i * t->loop[0].dst_stride + row * t->nburst.dst_stride;
                if (t->pad.element_bytes != 0) {
                    move_padded_row(t, src + from, dst + to);
                } else {
                    move_row(src + from, dst + to, t->len);
                }
            }
        }
    }
}

// Rows within UB: lengths and gaps in units of 32 bytes.
static void move_inside(const transfer_t *t, uint8_t *ub)
{
    for (int64_t row = 0; row < t->nburst.n; row++) {
        move_row(ub + t->ub + row * (t->len + t->nburst.src_stride) * 32,
                 ub + t->ub_to + row * (t->len + t->nburst.dst_stride) * 32, t->len * 32);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Cases

static uint32_t random_state;

static int64_t below(int64_t bound)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (int64_t)(random_state >> 8) % bound;
}

static void reset_memories(void)
{
    for (int i = 0; i < GM_BYTES; i++) {
        gm[i] = gm_want[i] = (uint8_t)(i * 7 + i / 256);
    }
    for (int i = 0; i < UB_BYTES; i++) {
        ub_want[i] = 0;
    }
}

// Rows of a transfer between GM and UB; on the UB side they do not overlap and start at multiples of 32 bytes.
static void draw_rows(transfer_t *t, bool to_ub, bool with_pad)
{
    *t = (transfer_t){.loop = {{1, 0, 0, true}, {1, 0, 0, true}}};
    t->len = 1 + below(300);
    t->nburst.n = 1 + below(6);
    int64_t row_bytes = t->len;
    if (with_pad) {
        static const uint8_t sizes[] = {1, 2, 4};
        t->pad.element_bytes = sizes[below(3)];
        t->len = (t->len + t->pad.element_bytes - 1) / t->pad.element_bytes * t->pad.element_bytes;
        t->pad.bits = (0x1122334455667788u + (uint64_t)below(1000)) &
                      (t->pad.element_bytes == 4 ? 0xffffffffu : (1u << t->pad.element_bytes * 8) - 1);
        if (below(2)) {
            t->pad.left = (int32_t)below(32 / t->pad.element_bytes);
            t->pad.right = (int32_t)below(32 / t->pad.element_bytes);
        }
        row_bytes = t->len + (t->pad.left + t->pad.right) * t->pad.element_bytes;
    }
    int64_t ub_stride = (row_bytes + 31) / 32 * 32 + below(3) * 32;
    int64_t gm_stride = t->len + below(40);
    int64_t ub_size = ub_stride * t->nburst.n;
    int64_t gm_size = gm_stride * t->nburst.n;
    t->nburst.src_stride = to_ub ? gm_stride : ub_stride;
    t->nburst.dst_stride = to_ub ? ub_stride : gm_stride;
    for (int i = 0; i < 2; i++) {
        int64_t count = 1 + below(3);
        int64_t ub_step = ub_size + below(3) * 32;
        int64_t gm_step = gm_size + below(50);
        t->loop[i] = (pto_loop_t){count, to_ub ? gm_step : ub_step, to_ub ? ub_step : gm_step, true};
        ub_size = ub_step * count;
        gm_size = gm_step * count;
    }
    t->ub = (uint32_t)below((UB_BYTES - ub_size) / 32) * 32;
    t->gm = (uint32_t)below(GM_BYTES - gm_size);
}

static void draw_inside(transfer_t *t)
{
    *t = (transfer_t){0};
    t->len = 1 + below(12);
    t->nburst = (pto_nburst_t){1 + below(8), below(6), below(6)};
    // Source in the lower half, destination in the upper one.
    t->ub = (uint32_t)below(UB_BYTES / 2 / 32 - 8 * 18) * 32;
    t->ub_to = UB_BYTES / 2 + (uint32_t)below(UB_BYTES / 2 / 32 - 8 * 18) * 32;
}

static bool run(const pto_kernel_t *kernel)
{
    const uint64_t args[] = {PTO_ARG(&gm[0]), PTO_ARG((const transfer_t *)&transfer)};
    const pto_gm_buffer_t buffers[] = {{gm, sizeof gm, "gm"}};
    const pto_run_options_t options = {.hart_num = 1, .return_on_fault = true};
    pto_run_result_t result;
    if (pto_run(kernel, args, buffers, 1, &options, &result) != 0) {
        tap_ok(false, "%s: %s", kernel->name, result.report);
        return false;
    }
    return true;
}

static void note_operands(void)
{
    const transfer_t *t = &transfer;
    tap_note("len %lld, nburst %lld %lld %lld, loops %lld %lld %lld, %lld %lld %lld, pad %u bytes %d %d",
             (long long)t->len, (long long)t->nburst.n, (long long)t->nburst.src_stride,
             (long long)t->nburst.dst_stride, (long long)t->loop[0].count, (long long)t->loop[0].src_stride,
             (long long)t->loop[0].dst_stride, (long long)t->loop[1].count, (long long)t->loop[1].src_stride,
             (long long)t->loop[1].dst_stride, t->pad.element_bytes, t->pad.left, t->pad.right);
}

static void test_in(const pto_kernel_t *kernel, bool with_pad)
{
    for (uint32_t seed = 1; seed <= CASES; seed++) {
        random_state = seed;
        draw_rows(&transfer, true, with_pad);
        reset_memories();
        move(&transfer, gm + transfer.gm, ub_want + transfer.ub);
        if (!run(kernel) || !tap_same(hal_memory(HAL_MEM_UB, 0, 0).base, ub_want, UB_BYTES, "%s%s, seed %u",
                                      kernel->name, with_pad ? " padded" : "", seed)) {
            note_operands();
        }
    }
}

static void test_out(const pto_kernel_t *kernel)
{
    for (uint32_t seed = 1; seed <= CASES; seed++) {
        random_state = seed;
        draw_rows(&transfer, false, false);
        reset_memories();
        move(&transfer, gm + transfer.ub, gm_want + transfer.gm); // the UB starts as a copy of GM
        if (!run(kernel) || !tap_same(gm, gm_want, sizeof gm, "%s, seed %u", kernel->name, seed)) {
            note_operands();
        }
    }
}

static void test_inside(const pto_kernel_t *kernel)
{
    for (uint32_t seed = 1; seed <= CASES; seed++) {
        random_state = seed;
        draw_inside(&transfer);
        reset_memories();
        move_row(gm, ub_want, UB_BYTES);
        move_inside(&transfer, ub_want);
        if (!run(kernel) || !tap_same(hal_memory(HAL_MEM_UB, 0, 0).base, ub_want, UB_BYTES, "%s, seed %u",
                                      kernel->name, seed)) {
            note_operands();
        }
    }
}

int main(void)
{
    test_in(&pto_kernel_in, false);
    test_in(&pto_kernel_in, true);
    test_out(&pto_kernel_out);
    test_inside(&pto_kernel_inside);
    test_in(&pto_kernel_copy_in, false);
    test_in(&pto_kernel_copy_in, true);
    test_out(&pto_kernel_copy_out);
    test_inside(&pto_kernel_copy_inside);
    return tap_done();
}
