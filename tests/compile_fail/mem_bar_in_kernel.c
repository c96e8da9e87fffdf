// SPDX-License-Identifier: Apache-2.0
//
// mem_bar orders accesses inside a vector function.
// error: mem_bar needs a vector function

#include <pto/pto.h>

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_mem_bar(PTO_VST_VLD); // <- here
}
