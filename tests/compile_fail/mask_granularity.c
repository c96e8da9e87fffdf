// SPDX-License-Identifier: Apache-2.0
//
// The mask of an f32 instruction has granularity b32.

#include <pto/pto.h>

PTO_VF(vf, (float *, ub))
{
    pto_vf32_t v = pto_vlds(ub, 0);
    pto_vsts(pto_vabs(v, pto_pset_b16(PTO_PAT_ALL)), ub, 0, pto_pset_b32(PTO_PAT_ALL)); // <- here
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(vf, pto_ub(float, 0));
}
