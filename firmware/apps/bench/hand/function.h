// SPDX-License-Identifier: Apache-2.0
//
// How a function of an assembly file begins and ends.
#ifndef BENCH_FUNCTION_H
#define BENCH_FUNCTION_H

    .macro  FUNC name
    .balign 4
    .globl  \name
    .type   \name, @function
\name:
    .endm

    .macro  END name
    .size   \name, . - \name
    .endm

#endif
