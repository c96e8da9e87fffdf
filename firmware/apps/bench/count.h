// SPDX-License-Identifier: Apache-2.0
//
// Counts and output of the bench images. One line for each result, for tools/ptometal/commands/bench:
//
//   bench <row> <form> <instructions> <units>
//
// A unit is 256 bytes of the widest operand (64 floats).
// Run them with -icount on one hart: otherwise minstret does not count instructions exactly.

#ifndef PTO_APPS_BENCH_COUNT_H
#define PTO_APPS_BENCH_COUNT_H

#include <stdint.h>

/// Instructions that vector functions took since it was last set to 0.
extern uint64_t count_vf_instructions;

void count_print(const char *row, const char *form, uint64_t instructions, uint32_t units);

#endif  // PTO_APPS_BENCH_COUNT_H
