// SPDX-License-Identifier: Apache-2.0
//
// Errors on the host are reported as on a target: an access outside of all windows, a stack overflow, a command outside
// of its memory. And the next launch runs.

#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

static int32_t out[16];

PTO_KERNEL(store_beside, (int32_t *, y))
{
    volatile int32_t *ub = pto_ub(int32_t, 0);
    ub[-1] = y[0];
}

// Each frame holds a part of the required stack depth.
static __attribute__((noinline)) int32_t deeper(volatile int32_t *y, int32_t n)
{
    volatile int32_t frame[256];
    frame[n & 255] = y[0];
    return n == 0 ? 0 : deeper(frame, n - 1) + frame[1];
}

PTO_KERNEL(too_deep, (int32_t *, y))
{
    y[0] = deeper(y, 1000);
}

PTO_KERNEL(too_far, (int32_t *, y))
{
    pto_mte_ub_gm(pto_ub(int32_t, 0), y, 65, .nburst = {1, 0, 0});
}

PTO_VF(store_far, (int32_t *, y))
{
    pto_vsts(pto_vbr(7), y, 1 << 20, pto_pset_b32(PTO_PAT_ALL));
}

PTO_KERNEL(vector_far, (int32_t *, y))
{
    (void)y;
    pto_launch(store_far, pto_ub(int32_t, 0));
}

PTO_KERNEL(right, (int32_t *, y))
{
    pto_store_scalar(42, y, 0);
}

static int run(const pto_kernel_t *kernel, pto_run_result_t *result)
{
    const uint64_t args[] = {PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {{out, sizeof out, "y"}};
    return pto_run(kernel, args, buffers, 1, &(pto_run_options_t){.return_on_fault = true}, result);
}

static void test_fault(const pto_kernel_t *kernel, const char *report)
{
    pto_run_result_t result;
    tap_ok(run(kernel, &result) != 0, "%s ends with a fault", kernel->name);
    tap_like(result.report, report, "%s says what is wrong", kernel->name);
    tap_note("%s", result.report);
    out[0] = 0;
    tap_ok(run(&pto_kernel_right, &result) == 0 && out[0] == 42, "the next launch is right");
}

int main(void)
{
    test_fault(&pto_kernel_store_beside, "fault: store access fault: * (UB offset -4 of 262144 bytes)*");
    test_fault(&pto_kernel_too_deep, "fault: stack overflow*");
    test_fault(&pto_kernel_too_far,
               "fault: mte_ub_gm: destination range of 65 bytes at offset 0 of GM buffer y is outside its 64 bytes; *");
    test_fault(&pto_kernel_vector_far, "fault: vector store outside UB: * (UB offset 4194304)*");
    return tap_done();
}
