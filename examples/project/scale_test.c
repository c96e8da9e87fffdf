// SPDX-License-Identifier: Apache-2.0
//
// Tests of scale that run on the target, each case a line of TAP (pto/tap.h). `ptometal test .` runs them.
//
// A case calls the kernel as often as it likes, under the schedules that it likes, and looks at memory itself: no files.

#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

enum { MAX = 20001 };

static float x[MAX], y[MAX], wanted[MAX];

// Runs scale on the first n floats of x. Returns 0, or 1 after a fault, which result->report then tells.
static int run_scale(float factor, int32_t n, size_t room, pto_policy_t policy, pto_run_result_t *result)
{
    const uint64_t args[] = {PTO_ARG(&x[0]), PTO_ARG(&y[0]), PTO_ARG(factor), PTO_ARG(n)};
    const pto_gm_buffer_t buffers[] = {{x, room * sizeof x[0], .name = "x", .read_only = true},
                                       {y, room * sizeof y[0], .name = "y"}};
    const pto_run_options_t options = {.hart_num = 1, .policy = policy, .timeout_s = 20, .return_on_fault = true};
    return pto_run(pto_kernel_find("scale"), args, buffers, 2, &options, result);
}

static void test_length(int32_t n, pto_policy_t policy, const char *schedule)
{
    pto_run_result_t result;
    for (int32_t i = 0; i < MAX; i++) {
        x[i] = 0.25f * (float)i - 1000;
        y[i] = 7;
        wanted[i] = i < n ? 1.5f * x[i] : 7;
    }
    if (run_scale(1.5f, n, MAX, policy, &result) != 0) {
        tap_note("%s", result.report);
    }
    tap_same(y, wanted, sizeof wanted, "%d floats, %s", n, schedule);
}

int main(void)
{
    static const int32_t lengths[] = {0, 1, 63, 64, 65, 8192, 8193, MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        test_length(lengths[i], PTO_POLICY_EAGER, "eager");
        test_length(lengths[i], PTO_POLICY_LAZY, "lazy");
    }

    pto_run_result_t result;
    run_scale(1.5f, 101, 100, PTO_POLICY_EAGER, &result);
    tap_like(result.report, "fault: *outside its 400 bytes", "more floats than the buffer has are a fault");
    return tap_done();
}
