// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation under every schedule: kernels that are complete give the same bytes everywhere, and for
// each kernel named race_* some schedule gives others.

#include <pto/tap.h>

#include "schedules.h"
#include "sync_kernels.h"

static float in[SYNC_N];
static float out[SYNC_N];
static float want[SYNC_N];

static bool starts_with(const char *text, const char *start)
{
    while (*start != '\0') {
        if (*text++ != *start++) {
            return false;
        }
    }
    return true;
}

static int run(const schedule_t *s, const pto_kernel_t *kernel, pto_run_result_t *result)
{
    for (int i = 0; i < SYNC_N; i++) {
        out[i] = -1.0f;
    }
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}};
    return schedule_run(s, kernel, args, buffers, 2, result);
}

static void test_complete(const pto_kernel_t *kernel)
{
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        pto_run_result_t result;
        if (run(&s, kernel, &result) != 0 || result.warnings != 0) {
            tap_ok(false, "%s, %s: %s", kernel->name, s.name, result.report);
        } else {
            tap_same(out, want, sizeof want, "%s, %s", kernel->name, s.name);
        }
    }
}

static void test_race(const pto_kernel_t *kernel)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        pto_run_result_t result;
        bool clean = run(&s, kernel, &result) == 0 && result.warnings == 0;
        bool right = true;
        for (int k = 0; k < SYNC_N; k++) {
            right = right && out[k] == want[k];
        }
        wrong += clean && !right;
    }
    tap_ok(wrong != 0, "%s: some schedule shows it", kernel->name);
    tap_note("%u of %u schedules", wrong, schedule_num());
}

int main(void)
{
    for (int i = 0; i < SYNC_N; i++) {
        in[i] = (float)(i + 1) * (i % 2 == 0 ? 1.0f : -1.0f);
        want[i] = (float)(i + 1);
    }
    bool one_hart = schedule(0).options.hart_num == 1;
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        if (!starts_with(kernel->name, "race_")) {
            test_complete(kernel);
        } else if (one_hart) {
            test_race(kernel);
        }
    }
    return tap_done();
}
