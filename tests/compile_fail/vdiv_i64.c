// SPDX-License-Identifier: Apache-2.0
//
// vdiv takes no integers of 64 bits.

#include <pto/pto.h>

PTO_VF(vf, (int64_t *, ub))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vi64_t v = pto_vlds(ub, 0);
    pto_vsts(pto_vdiv(v, v, all), ub, 0, all); // <- here
}

PTO_KERNEL(kernel, (int64_t *, gm))
{
    (void)gm;
    pto_launch(vf, pto_ub(int64_t, 0));
}
