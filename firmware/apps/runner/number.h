// SPDX-License-Identifier: Apache-2.0
//
// Conversion of command-line numbers to argument slots.
#ifndef RUNNER_NUMBER_H
#define RUNNER_NUMBER_H

#include <pto/kernel.h>

/**
 * Converts text to the slot of a scalar parameter: decimal, hexadecimal (0x) or, for floats, 1.5 -2e-3 inf nan.
 *
 * @return NULL, or an error message
 */
const char *runner_number(const char *text, const pto_param_t *param, uint64_t *slot);

#endif
