// SPDX-License-Identifier: Apache-2.0
//
// No protection by hardware. Commands always check their ranges; vector accesses check theirs with PTO_CHECK_BOUNDS,
// which cmake/pto_flags.cmake defines for such a board.

#include <hal/riscv/hal_riscv.h>

void hal_protect(uint32_t hart)
{
    (void)hart;
}
