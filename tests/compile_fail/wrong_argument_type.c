// SPDX-License-Identifier: Apache-2.0
//
// The arguments of a launch have the types of the parameters.

#include <pto/pto.h>

PTO_VF(takes_pointer, (float *, p))
{
    (void)p;
}

PTO_KERNEL(kernel, (float *, gm))
{
    struct { int x; } other = {0};
    (void)gm;
    pto_launch(takes_pointer, other); // <- here
}
