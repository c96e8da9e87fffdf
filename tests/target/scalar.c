// SPDX-License-Identifier: Apache-2.0
//
// C functions of the scalar unit other than loads and stores: uncached GM accesses, fences, CTRL, the special registers
// of vector instructions.

#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

enum { WORDS = 64, LISTS = 4, RECORD = 2 };

static int32_t in[WORDS], out[WORDS];

static bool runs(const pto_kernel_t *kernel)
{
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}};
    const pto_run_options_t options = {.hart_num = 1, .return_on_fault = true};
    pto_run_result_t result;
    __builtin_memset(out, 0, sizeof out);
    bool good = pto_run(kernel, args, buffers, 2, &options, &result) == 0;
    return tap_ok(good, "%s%s", kernel->name, good ? "" : result.report);
}

PTO_KERNEL(device_words, (int32_t *, x), (int32_t *, y))
{
    for (int32_t i = 0; i < 4; i++) {
        pto_st_dev(pto_ld_dev(x, i) + 1, y, i);
    }
    pto_dsb(PTO_DSB_DDR);
    pto_dcci(y, PTO_ENTIRE_DATA_CACHE);
}

PTO_KERNEL(control_bits, (int32_t *, x), (int32_t *, y))
{
    (void)x;
    int64_t before = pto_get_ctrl();
    pto_set_ctrl(pto_sbitset1(before, 60));
    pto_store_scalar((int32_t)(pto_get_ctrl() >> 60 & 1), y, 0);
    pto_set_ctrl(pto_sbitset0(pto_get_ctrl(), 60));
    pto_store_scalar(pto_get_ctrl() == before, y, 1);
}

// Streams seven words, then stores AR, 28, in each of the four forms.
PTO_VF(streams, (int32_t *, words), (int32_t *, stream))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    int32_t left = 7;
    pto_b32_t seven = pto_plt_b32(left, &left);
    pto_vsts(pto_vbr_i32(3), words, 0, all);
    pto_sprclr_ar();
    pto_align_t align = pto_init_align();
    align = pto_vstur(align, pto_vsqz(pto_vbr_i32(5), seven), stream, PTO_POST_UPDATE);
    pto_vstar(align, stream);
    pto_mem_bar(PTO_VST_ST);
    pto_sprsti(words, 3);
    pto_sprsts(words, 20);
    int32_t *next = pto_sprsti_post(words, 7);
    int32_t *last = pto_sprsts_post(next, 8);
    pto_store_scalar((int32_t)(last - words), last, 0);
}

PTO_KERNEL(address_register, (int32_t *, x), (int32_t *, y))
{
    (void)x;
    pto_launch(streams, pto_ub(int32_t, 0), pto_ub(int32_t, 4096));
    pto_pipe_barrier(PIPE_ALL);
    pto_mte_ub_gm(pto_ub(int32_t, 0), y, 64, .nburst = {1, 64, 64});
    pto_pipe_barrier(PIPE_ALL);
}

// Four lists of 1 to 4 records, the first with the highest scores; stops when one is exhausted.
PTO_VF(merges, (float *, lists), (float *, merged), (int32_t *, taken))
{
    pto_vmrgsort4(merged, lists, lists + 8, lists + 16, lists + 24, INT64_C(0x0004000300020001), 1 << 12 | 1);
    for (int32_t i = 0; i < LISTS; i++) {
        pto_store_scalar((int32_t)pto_get_vms4_sr(i), taken, i);
    }
}

PTO_KERNEL(merged_records, (int32_t *, x), (int32_t *, y))
{
    pto_mte_gm_ub(x, pto_ub(int32_t, 0), 0, 128, .nburst = {1, 128, 128});
    pto_pipe_barrier(PIPE_ALL);
    pto_launch(merges, pto_ub(float, 0), pto_ub(float, 1024), pto_ub(int32_t, 4096));
    pto_pipe_barrier(PIPE_ALL);
    pto_mte_ub_gm(pto_ub(int32_t, 4096), y, 32, .nburst = {1, 32, 32});
    pto_pipe_barrier(PIPE_ALL);
}

static void set_record(int list, int at, float score)
{
    __builtin_memcpy(&in[list * 8 + at * RECORD], &score, sizeof score);
}

int main(void)
{
    for (int i = 0; i < WORDS; i++) {
        in[i] = 10 * i;
    }
    runs(&pto_kernel_device_words);
    tap_ok(out[0] == 1 && out[3] == 31 && out[4] == 0, "ld_dev, st_dev");
    runs(&pto_kernel_control_bits);
    tap_ok(out[0] == 1 && out[1] == 1, "get_ctrl, set_ctrl, sbitset0, sbitset1");
    runs(&pto_kernel_address_register);
    static const int32_t want[] = {28, 3, 3, 28, 3, 28, 3, 28, 3, 9, 3};
    tap_same(out, want, sizeof want, "sprsti, sprsts and their post forms");
    static const float scores[LISTS][4] = {{9}, {10, 1}, {8, 7, 2}, {6, 5, 4, 3}};
    for (int list = 0; list < LISTS; list++) {
        for (int i = 0; i <= list; i++) {
            set_record(list, i, scores[list][i]);
        }
    }
    runs(&pto_kernel_merged_records);
    static const int32_t taken[LISTS] = {1, 1, 0, 0};
    tap_same(out, taken, sizeof taken, "get_vms4_sr: list 0 runs empty after a record of list 1");
    return tap_done();
}
