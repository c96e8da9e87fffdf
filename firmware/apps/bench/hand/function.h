// SPDX-License-Identifier: Apache-2.0
//
// Begin and end of a function in an assembly file.
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
