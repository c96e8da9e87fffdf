// SPDX-License-Identifier: Apache-2.0
//
// Alias of <pto/pto-inst.hpp> for kernels that include this name.
#include <pto/pto-inst.hpp>
