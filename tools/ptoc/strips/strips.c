// SPDX-License-Identifier: Apache-2.0
//
// Loops of vector functions in strips, and what else the C compiler cannot see for itself.

#include "ptoc.h"

#include "find.h"

void strips_module(ptoc_t *cc, module_t *module)
{
    lanes_find(cc, module);
    lanes_find_first(cc, module);
    lanes_settle(cc, module);
    lanes_split(module);
}
