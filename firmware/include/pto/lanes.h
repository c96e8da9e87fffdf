// SPDX-License-Identifier: Apache-2.0
//
// PTO_FOR_LANES, the loop over lanes of vector functions: what it is, hal/vector/lanes.h says.
#ifndef PTO_LANES_H
#define PTO_LANES_H

#include <pto/pto.h>

#include <hal/vector/lanes.h>

#endif
