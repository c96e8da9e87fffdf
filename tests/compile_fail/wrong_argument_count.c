// SPDX-License-Identifier: Apache-2.0
//
// A launch gives each parameter a value.
// error: wrong number of arguments

#include <pto/pto.h>

PTO_VF(two, (int32_t, a), (int32_t, b))
{
    (void)a;
    (void)b;
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(two, 1); // <- here
}
