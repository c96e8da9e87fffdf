// SPDX-License-Identifier: Apache-2.0
//
// A name by which kernels ask for parts of <pto/pto-inst.hpp>.
#include <pto/pto-inst.hpp>
