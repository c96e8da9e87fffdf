// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/PTOAS #735: a sequence of indices is made by the scalar unit, and the compiler took it for a command of
// V: so the vector function that reads it follows with nothing between the two. PIPE_S -> PIPE_V is needed.
//
// A launch orders a vector function behind what the scalar unit has waited for, not behind what it has stored.

#include "bugs.h"

static void make_indices(int32_t first)
{
    for (int32_t i = 0; i < N; i++) {
        pto_store_scalar((float)(first + i), TILE(0), i);
    }
}

// finds: race, read after write: UB +0x0: PIPE_S writes it (*), PIPE_V reads it (vector function add_one at *), and
// nothing orders the two: set_flag PIPE_S -> PIPE_V
PTO_KERNEL(bug, (float *, x))
{
    make_indices(0);
    pto_launch(add_one, TILE(0), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x);
}

PTO_KERNEL(fixed, (float *, x))
{
    make_indices(0);
    hand_over(PIPE_S, PIPE_V);
    pto_launch(add_one, TILE(0), TILE(1));
    hand_over(PIPE_V, PIPE_S);
    make_indices(N);
    hand_over(PIPE_S, PIPE_V);
    pto_launch(add_one, TILE(0), TILE(2));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x);
    store(TILE(2), x + N);
}
