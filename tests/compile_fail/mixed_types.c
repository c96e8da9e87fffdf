// SPDX-License-Identifier: Apache-2.0
//
// Both operands of vadd have one type.

#include <pto/pto.h>

PTO_VF(vf, (float *, ub), (int32_t *, numbers))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vadd(pto_vlds(ub, 0), pto_vlds(numbers, 0), all), ub, 0, all); // <- here
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(vf, pto_ub(float, 0), pto_ub(int32_t, 256));
}
