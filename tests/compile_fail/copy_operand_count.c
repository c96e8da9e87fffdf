// SPDX-License-Identifier: Apache-2.0
//
// copy_gm_to_ubuf has 11 operands, or 13 with the valid shape of the tile.
// error: wrong number of operands

#include <pto/pto.h>

PTO_KERNEL(kernel, (float *, gm))
{
    pto_copy_gm_to_ubuf(gm, pto_ub(float, 0), 0, 1, 128, 0, 0, false, 0, 128); // <- here
}
