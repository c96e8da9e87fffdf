// SPDX-License-Identifier: Apache-2.0
//
// Lanes are for vector functions.
// error: vlds needs a vector function

#include <pto/lanes.h>

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    float *x = pto_ub(float, 0);
    PTO_FOR_LANES(f32, i, 64, mask) {
        pto_strip(f32) v = pto_vlds(x, i); // <- here
        (void)v;
    }
}
