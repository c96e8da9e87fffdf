// SPDX-License-Identifier: Apache-2.0
//
// Finds loops of vector functions that run in strips, and other properties that the C compiler cannot see.

#include "ptoc.h"

#include "find.h"

void strips_module(ptoc_t *cc, module_t *module)
{
    lanes_find(cc, module);
    lanes_find_first(cc, module);
    lanes_settle(cc, module);
    lanes_split(module);
}

bool lanes_may_misalign(const address_t *address)
{
    return !address->mask && !address->parts && address->multiple % 32 != 0;
}
