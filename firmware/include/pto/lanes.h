// SPDX-License-Identifier: Apache-2.0
//
// PTO_FOR_LANES, the loop over lanes of vector functions: see hal/vector/lanes.h.
#ifndef PTO_LANES_H
#define PTO_LANES_H

#include <pto/pto.h>

#include <hal/vector/lanes.h>

#endif
