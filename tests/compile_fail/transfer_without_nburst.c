// SPDX-License-Identifier: Apache-2.0
//
// A transfer says how many bursts it moves.
// error: the clauses of a transfer begin with .nburst

#include <pto/pto.h>

PTO_KERNEL(kernel, (float *, gm))
{
    pto_mte_gm_ub(gm, pto_ub(float, 0), 0, 32, .loop = {{1, 32, 32}}); // <- here
}
