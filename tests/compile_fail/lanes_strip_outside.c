// SPDX-License-Identifier: Apache-2.0
//
// Strips exist in the body of PTO_FOR_LANES.
// error: pto_strips_are_for_the_body_of_PTO_FOR_LANES

#include <pto/lanes.h>

PTO_VF(vf, (float *, x), (int32_t, n))
{
    pto_strip(f32) sum; // <- here
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vlds(x, i), x, i, mask);
    }
}

PTO_KERNEL(kernel, (float *, gm))
{
    pto_launch(vf, pto_ub(float, 0), 64);
}
