// SPDX-License-Identifier: Apache-2.0
//
// Transfers belong to the scalar unit.
// error: mte_gm_ub is not allowed inside a vector function

#include <pto/pto.h>

PTO_VF(vf, (float *, gm), (float *, ub))
{
    pto_mte_gm_ub(gm, ub, 0, 32, .nburst = {1, 32, 32}); // <- here
}

PTO_KERNEL(kernel, (float *, gm))
{
    pto_launch(vf, gm, pto_ub(float, 0));
}
