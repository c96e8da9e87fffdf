// SPDX-License-Identifier: Apache-2.0
//
// Flags belong to the scalar unit.
// error: set_flag is not allowed inside a vector function

#include <pto/pto.h>

PTO_VF(vf, (int32_t, n))
{
    (void)n;
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0); // <- here
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(vf, 1);
}
