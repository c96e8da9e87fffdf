// SPDX-License-Identifier: Apache-2.0
//
// There are twelve kinds of mem_bar.
// error: no such barrier type

#include <pto/pto.h>

PTO_VF(vf, (int32_t, n))
{
    (void)n;
    pto_mem_bar(12); // <- here
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(vf, 1);
}
