// SPDX-License-Identifier: Apache-2.0
//
// vmul does not exist for 8-bit integers.

#include <pto/pto.h>

PTO_VF(vf, (int8_t *, ub))
{
    pto_b8_t all = pto_pset_b8(PTO_PAT_ALL);
    pto_vi8_t v = pto_vlds(ub, 0);
    pto_vsts(pto_vmul(v, v, all), ub, 0, all); // <- here
}

PTO_KERNEL(kernel, (int8_t *, gm))
{
    (void)gm;
    pto_launch(vf, pto_ub(int8_t, 0));
}
