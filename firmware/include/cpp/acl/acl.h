// SPDX-License-Identifier: Apache-2.0
//
// Names of the host API that kernels use.
#include <pto/pto-inst.hpp>
