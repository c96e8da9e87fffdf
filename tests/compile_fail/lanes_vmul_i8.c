// SPDX-License-Identifier: Apache-2.0
//
// Strips have no product of 8-bit integers, as registers have none.
// error: vmul has no 8-bit elements

#include <pto/lanes.h>

PTO_VF(vf, (int8_t *, x), (int32_t, n))
{
    PTO_FOR_LANES(i8, i, n, mask) {
        pto_strip(i8) v = pto_vlds(x, i);
        pto_vsts(pto_vmul(v, v, mask), x, i, mask);  // <- here
    }
}

PTO_KERNEL(kernel, (int8_t *, gm))
{
    (void)gm;
    pto_launch(vf, pto_ub(int8_t, 0), 64);
}
