// SPDX-License-Identifier: Apache-2.0
//
// The state of an unaligned stream lives in a vector function.
// error: init_align needs a vector function

#include <pto/pto.h>

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    (void)pto_init_align(); // <- here
}
