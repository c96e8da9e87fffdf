# SPDX-License-Identifier: Apache-2.0
"""The kernels that the driver's tests build, as texts that a test writes to a file."""

# Doubles n floats in place, through the UB.
DOUBLE = """
#include <pto/pto.h>
#ifndef FACTOR
#define FACTOR 2.0f
#endif
PTO_VF(double_vf, (float *, x), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vmuls(pto_vlds(x, i), FACTOR, mask), x, i, mask);
    }
}
PTO_KERNEL(double_it, (float *, x), (float *, y), (int32_t, n))
{
    float *ub = pto_ub(float, 0);
    pto_mte_gm_ub(x, ub, 0, n * 4, .nburst = {1, n * 4, n * 4});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(double_vf, ub, n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(ub, y, n * 4, .nburst = {1, n * 4, n * 4});
}
"""

# Reads an address where nothing is, on the scalar unit: line 5.
TRAP = """#include <pto/pto.h>
PTO_KERNEL(trap, (float *, x))
{
    volatile int32_t *nowhere = (volatile int32_t *)0x10;
    int32_t value = *nowhere;
    x[0] = (float)value;
}
"""

ENDLESS = """#include <pto/pto.h>
PTO_KERNEL(endless, (float *, x))
{
    for (volatile int32_t i = 0; i >= 0; i = i & 1) {
    }
}
"""

# Waits for a flag that nobody sets.
DEADLOCK = """#include <pto/pto.h>
PTO_KERNEL(deadlock, (float *, x))
{
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
}
"""

WITH_HEADER = '#include "factor.h"\n' + DOUBLE

# Reads UB at an address. A5 has 256 KiB of it, A2 and A3 have 192.
READ_UB = """module attributes {%s} {
  func.func @edge(%%x: !pto.ptr<f32, gm>, %%address: i64) attributes {pto.aicore} {
    %%c0 = arith.constant 0 : index
    %%ub = pto.castptr %%address : i64 -> !pto.ptr<f32, ub>
    %%v = pto.load_scalar %%ub[%%c0] : !pto.ptr<f32, ub> -> f32
    pto.store_scalar %%v, %%x[%%c0] : !pto.ptr<f32, gm>, f32
    return
  }
}
"""

BROKEN = """#include <pto/pto.h>
PTO_KERNEL(broken, (float *, x))
{
    pto_vadd(x);
    undeclared = 1;
}
"""

# y = factor x on the scalar unit
SCALE = """#include <pto/pto.h>
PTO_KERNEL(scale, (const float *, x), (float *, y), (float, factor), (int32_t, n))
{
    for (int32_t i = 0; i < n; i++) {
        pto_store_scalar(pto_load_scalar(x, i) * factor, y, i);
    }
}
"""
