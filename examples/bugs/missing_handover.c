// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/PTOAS #10: the pass that inserts synchronisation leaves a load, an abs and a store of one tile without
// correct pairs of set and wait. Here the wait of the store is missing: it may carry away what was in UB before.

#include "bugs.h"

// finds: race, read after write: UB +0x400: PIPE_V writes it (vector function absolute at *), PIPE_MTE3 reads it
// (mte_ub_gm at *), and nothing orders the two: set_flag PIPE_V -> PIPE_MTE3
PTO_KERNEL(bug, (float *, x))
{
    load(x, TILE(0));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(absolute, TILE(0), TILE(1));
    store(TILE(1), x + N);
}

PTO_KERNEL(fixed, (float *, x))
{
    load(x, TILE(0));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(absolute, TILE(0), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x + N);
}
