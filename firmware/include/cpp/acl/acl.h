// SPDX-License-Identifier: Apache-2.0
//
// What kernels use of the names of a host program.
#include <pto/pto-inst.hpp>
