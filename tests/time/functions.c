// SPDX-License-Identifier: Apache-2.0
//
// Vector functions in C whose cycles are worked out by hand: run.py compares. As in functions.pto a function takes
//
//   23 + 6 + (from the first instruction behind the loads to the store) + 9 + 12 = 50 + that.

#include <pto/lanes.h>

#define KERNEL(name)                                                              \
    PTO_KERNEL(name, (float *, x), (float *, y))                                  \
    {                                                                             \
        (void)x, (void)y;                                                         \
        pto_launch(name##_vf, pto_ub(float, 0), pto_ub(float, 8192));             \
    }

// cycles: 55
// A store takes a result 2 cycles before it retires: vadd 7 - 2 = 5.
PTO_VF(added_vf, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vadd(pto_vlds(x, 0), pto_vlds(x, 64), all), y, 0, all);
}
KERNEL(added)

// cycles: 64
// The second result of vintlv is there when the first one is: 9, then vadd 5.
PTO_VF(interleaved_vf, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t a = pto_vlds(x, 0), high;
    pto_vf32_t low = pto_vintlv(a, a, &high);
    (void)low;
    pto_vsts(pto_vadd(high, high, all), y, 0, all);
}
KERNEL(interleaved)

// cycles: 75
// The first lane of a sum as a scalar: vcadd 19, then vmuls 8 - 2 = 6.
PTO_VF(scaled_vf, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t a = pto_vlds(x, 0);
    pto_vsts(pto_vmuls(a, pto_first(pto_vcadd(a, all)), all), y, 0, all);
}
KERNEL(scaled)

// cycles: 58
// Shift counts of another signedness are the same register: vadd 3, then vshl 7 - 2 = 5.
PTO_VF(shifted_vf, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vu32_t a = pto_vlds((pto_u32_t *)x, 0);
    pto_vi32_t by = pto_vlds((pto_i32_t *)x, 64);
    pto_vsts(pto_vshl(a, pto_vadd(by, by, all), all), (pto_u32_t *)y, 0, all);
}
KERNEL(shifted)

// cycles: 70
// A chain through a loop: 6 iterations of vadd, 3 cycles apart, then the store: 5 * 3 + 5.
PTO_VF(chained_vf, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t a = pto_vlds(x, 0);
    for (int i = 0; i < 6; i++) {
        a = pto_vadd(a, a, all);
    }
    pto_vsts(a, y, 0, all);
}
KERNEL(chained)

// cycles: 55
// Calls by their typed names, as in added: vadd 7 - 2 = 5.
PTO_VF(typed_vf, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t a = pto_vlds_f32(x, 0, PTO_LD_NORM), b = pto_vlds_f32(x, 64, PTO_LD_NORM);
    pto_vsts_f32_b32(pto_vadd_f32(a, b, all), y, 0, all, PTO_ST_NORM);
}
KERNEL(typed)

// cycles: 78
// Both kinds of names: vadds 3, vcadd 19, vmuls 8 - 2 = 6.
PTO_VF(mixed_vf, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t a = pto_vadds_f32(pto_vlds(x, 0), 1, all);
    pto_vsts(pto_vmuls_f32(a, pto_first(pto_vcadd_f32(a, all)), all), y, 0, all);
}
KERNEL(mixed)
