// SPDX-License-Identifier: Apache-2.0
//
// So do instructions that make masks.
// error: pset_b32 needs a vector function

#include <pto/pto.h>

PTO_KERNEL(kernel, (float *, gm))
{
    (void)gm;
    (void)pto_pset_b32(PTO_PAT_ALL); // <- here
}
