// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/PTOAS #1149: flags of a step that not every iteration takes are moved out of its scf.if, some but not all of
// them: over the iterations of the loop sets and waits are no longer as many, and the kernel hangs.

#include "bugs.h"

enum { TURNS = 4, WORK = 2 };

// finds: fault: deadlock: PIPE_V waits for what nobody will do*likely cause: the wait at *hoisted_flags.c:* needs
// set_flag PIPE_MTE2 -> PIPE_V EVENT_ID0 for the 3. time: the only one, at *hoisted_flags.c:*, has run 2 times, and the
// kernel has issued all it has
PTO_KERNEL(bug, (float *, x))
{
    pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    for (int32_t i = 0; i < TURNS; i++) {
        if (i < WORK) {
            pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
            load(x + i * N, TILE(0));
            pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        }
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        if (i < WORK) {
            pto_launch(absolute, TILE(0), TILE(1 + i));
            pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
        }
    }
    pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    hand_over(PIPE_V, PIPE_MTE3);
    pto_mte_ub_gm(TILE(1), x + WORK * N, WORK * TILE_BYTES, .nburst = {1, WORK * TILE_BYTES, WORK * TILE_BYTES});
}

PTO_KERNEL(fixed, (float *, x))
{
    pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    for (int32_t i = 0; i < TURNS; i++) {
        if (i < WORK) {
            pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
            load(x + i * N, TILE(0));
            pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
            pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
            pto_launch(absolute, TILE(0), TILE(1 + i));
            pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
        }
    }
    pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    hand_over(PIPE_V, PIPE_MTE3);
    pto_mte_ub_gm(TILE(1), x + WORK * N, WORK * TILE_BYTES, .nburst = {1, WORK * TILE_BYTES, WORK * TILE_BYTES});
}
