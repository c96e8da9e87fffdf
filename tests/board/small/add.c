// SPDX-License-Identifier: Apache-2.0
//
// A program of its own around one kernel: runs it on numbers in GM, says how much of each stack was used, and ends with
// 0 where the sums are right.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>

#include <board.h>

#define LANES 64
#define ROWS  4

PTO_VF(add_one, (float *, in), (float *, out), (int32_t, n))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < n; i += LANES) {
        pto_vsts(pto_vadds(pto_vlds(in, i), 1.0f, all), out, i, all);
    }
}

PTO_KERNEL(add, (float *, x), (float *, y), (int32_t, n))
{
    float *in = pto_ub(float, 0), *out = pto_ub(float, 4096);
    uint32_t bytes = (uint32_t)n * sizeof(float);
    pto_mte_gm_ub(x, in, 0, bytes, .nburst = {1, bytes, bytes});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(add_one, in, out, n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(out, y, bytes, .nburst = {1, bytes, bytes});
}

// Words at the bottom of a stack that were never written: they are 0, as all RAM of this emulator.
static void show_free(const char *name, uintptr_t base, size_t bytes)
{
    const uint32_t *p = (const uint32_t *)base;
    size_t words = 0;
    while (words < bytes / 4 && p[words] == 0) {
        words++;
    }
    char text[] = ": 0000 bytes free\n";
    for (size_t i = 5, left = 4 * words; i > 1; i--, left /= 10) {
        text[i] = (char)('0' + left % 10);
    }
    hal_puts(HAL_STDOUT, name);
    hal_puts(HAL_STDOUT, text);
}

#ifdef BALLAST
static volatile char ballast[BALLAST];  // more than fits
#endif

int main(void)
{
#ifdef BALLAST
    ballast[0] = 1;
#endif
    float *x = (float *)hal_memory(HAL_MEM_GM, 0, 0).base, *y = x + 1024;
    for (int i = 0; i < ROWS * LANES; i++) {
        x[i] = (float)i;
    }
    const size_t bytes = ROWS * LANES * sizeof(float);
    const pto_gm_buffer_t buffers[] = {{x, bytes, "x", 0, true}, {y, bytes, "y", 0, false}};
    static const pto_policy_t policies[] = {PTO_POLICY_EAGER, PTO_POLICY_LAZY, PTO_POLICY_RANDOM};
    int wrong = 0;
    for (unsigned run = 0; run < sizeof policies / sizeof policies[0]; run++) {
        const uint64_t args[] = {(uintptr_t)x, (uintptr_t)y, ROWS * LANES};
        const pto_run_options_t options = {.policy = policies[run], .seed = 1};
        hal_zero(y, bytes);
        pto_run(&pto_kernels_begin[0], args, buffers, 2, &options, NULL);
        for (int i = 0; i < ROWS * LANES; i++) {
            wrong += y[i] != (float)(i + 1);
        }
    }
    show_free("hart stack", BOARD_HART_STACK_BASE, BOARD_HART_STACK_BYTES);
    show_free("scalar unit's stack", BOARD_CLUSTER_BASE + BOARD_SU_STACK_OFFSET, BOARD_SU_STACK_BYTES);
    return wrong != 0;
}
