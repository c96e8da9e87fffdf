// SPDX-License-Identifier: Apache-2.0
//
// A mask of lanes governs strips.
// error: pto_lane_mask_r4_t

#include <pto/lanes.h>

PTO_VF(vf, (float *, x), (int32_t, n))
{
    pto_vf32_t two = pto_vbr(2.0f);
    PTO_FOR_LANES(f32, i, n, mask) {
        two = pto_vadd(two, two, mask); // <- here
    }
    pto_vsts(two, x, 0, pto_pset_b32(PTO_PAT_ALL));
}

PTO_KERNEL(kernel, (float *, gm))
{
    pto_launch(vf, pto_ub(float, 0), 64);
}
