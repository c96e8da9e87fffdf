// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose waits can be taken away, one at a time. Include this, then the source of the kernel: a wait is known by
// its line.
#ifndef PTO_TESTS_WAITS_H
#define PTO_TESTS_WAITS_H

#include <pto/pto.h>

enum { LINES = 512 };

static bool waits_at[LINES];  // lines that have waited
static int taken_away;        // the line that does not

static inline bool does_wait(int line)
{
    waits_at[line] = true;
    return line != taken_away;
}

#define WAIT_IF(call)              \
    do {                           \
        if (does_wait(__LINE__)) { \
            call;                  \
        }                          \
    } while (0)

#undef pto_wait_flag
#define pto_wait_flag(src, dst, id) WAIT_IF(pto_wait_flag_at(PTO_LOC, src, dst, id))
#undef pto_wait_intra_block
#define pto_wait_intra_block(pipe, id) WAIT_IF(pto_wait_intra_block_at(PTO_LOC, pipe, id))
#undef pto_wait_intra_core
#define pto_wait_intra_core(pipe, id) WAIT_IF(pto_wait_intra_block_at(PTO_LOC, pipe, id))

#endif
