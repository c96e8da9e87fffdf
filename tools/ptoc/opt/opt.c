// SPDX-License-Identifier: Apache-2.0
//
// What the C compiler cannot see for itself.

#include "ptoc.h"

#include "lanes.h"

void opt_module(ptoc_t *cc, module_t *module)
{
    lanes_find(cc, module);
    lanes_find_first(cc, module);
    lanes_settle(cc, module);
    lanes_split(module);
}
