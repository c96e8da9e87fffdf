// SPDX-License-Identifier: Apache-2.0
//
// Shifts are for integers.

#include <pto/pto.h>

PTO_VF(vf, (float *, ub))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t v = pto_vlds(ub, 0);
    pto_vsts(pto_vshl(v, v, all), ub, 0, all); // <- here
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(vf, pto_ub(float, 0));
}
