// SPDX-License-Identifier: Apache-2.0
//
// Vector instructions need a vector function around them.
// error: vlds needs a vector function

#include <pto/pto.h>

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    float *ub = pto_ub(float, 0);
    (void)pto_vlds(ub, 0); // <- here
}
