// SPDX-License-Identifier: Apache-2.0
//
// A vector function cannot launch another.
// error: launching a vector function is not allowed inside a vector function

#include <pto/pto.h>

PTO_VF(inner, (int32_t, n))
{
    (void)n;
}

PTO_VF(outer, (int32_t, n))
{
    pto_launch(inner, n); // <- here
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(outer, 1);
}
