// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/PTOAS #1532: a sequence of indices with a scratch tile is made by V, and the compiler took it for a
// command of the scalar unit: the store waits for PIPE_S, which has done nothing, and may go before V is done.

#include "bugs.h"

// finds: race, read after write: UB +0x400: PIPE_V writes it (vector function add_one at *), PIPE_MTE3 reads it
// (mte_ub_gm at *), and nothing orders the two: set_flag PIPE_V -> PIPE_MTE3
PTO_KERNEL(bug, (float *, x))
{
    load(x, TILE(0));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(add_one, TILE(0), TILE(1));
    hand_over(PIPE_S, PIPE_MTE3);
    store(TILE(1), x + N);
}

PTO_KERNEL(fixed, (float *, x))
{
    load(x, TILE(0));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(add_one, TILE(0), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x + N);
}
