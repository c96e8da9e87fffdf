# SPDX-License-Identifier: Apache-2.0
"""The kernels of the driver's tests, as texts that a test writes to a file."""

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

# Reads an unmapped address on the scalar unit: line 5.
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

# Waits for a flag that is never set.
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

# A tile at an address given on the command line; 32 bytes are copied through it.
TILE_AT = """module {
  func.func @at(%in: !pto.ptr<f32, gm>, %out: !pto.ptr<f32, gm>, %x: i64) attributes {pto.aicore} {
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %v = pto.make_tensor_view %in, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<1x8xf32>
    %w = pto.make_tensor_view %out, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<1x8xf32>
    %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<1x8xf32> -> !pto.partition_tensor_view<1x8xf32>
    %q = pto.partition_view %w, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<1x8xf32> -> !pto.partition_tensor_view<1x8xf32>
    %t = pto.alloc_tile addr = %x : !pto.tile_buf<vec, 1x8xf32>
    pto.tload ins(%p : !pto.partition_tensor_view<1x8xf32>) outs(%t : !pto.tile_buf<vec, 1x8xf32>)
    pto.tstore ins(%t : !pto.tile_buf<vec, 1x8xf32>) outs(%q : !pto.partition_tensor_view<1x8xf32>)
    return
  }
}
"""

# The extent of a dimension whose number is given on the command line.
VIEW_DIM = """module {
  func.func @ask(%out: !pto.ptr<i32, gm>, %number: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %v = pto.make_tensor_view %out, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<?x?xi32>
    %i = arith.index_cast %number : i32 to index
    %dim = pto.get_tensor_view_dim %v, %i : !pto.tensor_view<?x?xi32> -> index
    %word = arith.index_cast %dim : index to i32
    pto.store_scalar %word, %out[%c0] : !pto.ptr<i32, gm>, i32
    return
  }
}
"""
