// SPDX-License-Identifier: Apache-2.0
//
// vdiv is for floats.

#include <pto/pto.h>

PTO_VF(vf, (int32_t *, ub))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vi32_t v = pto_vlds(ub, 0);
    pto_vsts(pto_vdiv(v, v, all), ub, 0, all); // <- here
}

PTO_KERNEL(kernel, (int32_t *, gm))
{
    (void)gm;
    pto_launch(vf, pto_ub(int32_t, 0));
}
