// SPDX-License-Identifier: Apache-2.0
//
// Elements are as wide as the lanes, or parts that become them.
// error: pto_elements_are_wider_than_the_lanes_of_PTO_FOR_LANES

#include <pto/lanes.h>

PTO_VF(vf, (float *, x), (int32_t, n))
{
    PTO_FOR_LANES(f16, i, n, mask) {
        pto_strip(f16) half = pto_vlds(x, i); // <- here
        pto_vsts(half, (pto_f16_t *)x, i, mask);
    }
}

PTO_KERNEL(kernel, (float *, gm))
{
    pto_launch(vf, pto_ub(float, 0), 64);
}
