// SPDX-License-Identifier: Apache-2.0
//
// The parameters of a vector function have to fit into the parameter buffer.
// error: exceed the parameter buffer

#include <pto/pto.h>

typedef struct {
    uint8_t bytes[PTO_VF_PARAM_BYTES + 1];
} large_t;

PTO_VF(too_large, (large_t, value)) // <- here
{
    (void)value;
}

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    pto_launch(too_large, (large_t){{0}});
}
