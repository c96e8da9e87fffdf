// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/PTOAS #823: a kernel for A2A3 hangs where one that differs in event ids alone runs. What passed and
// what failed fits flags that are (setting pipe, event id): the waiting pipe is no part of them. Here a fence MTE3 ->
// MTE2 with the same id stands inside a fence MTE3 -> V.

#include "bugs.h"

// options: --arch a2a3
// finds: flag shared: PIPE_MTE3 -> PIPE_MTE2 EVENT_ID2 is set (set_flag at *) while PIPE_MTE3 -> PIPE_V EVENT_ID2 may
// be pending (set_flag at *): on A2A3 they are one flag, whoever waits for it; another event id would do
PTO_KERNEL(bug, (float *, x))
{
    load(x, TILE(0));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(absolute, TILE(0), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x + N);
    pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID2);
    pto_set_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID2);
    pto_wait_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID2);
    load(x + N, TILE(2));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID2);
    pto_launch(add_one, TILE(2), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x);
}

PTO_KERNEL(fixed, (float *, x))
{
    load(x, TILE(0));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_launch(absolute, TILE(0), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x + N);
    pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID2);
    pto_set_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID3);
    pto_wait_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID3);
    load(x + N, TILE(2));
    hand_over(PIPE_MTE2, PIPE_V);
    pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID2);
    pto_launch(add_one, TILE(2), TILE(1));
    hand_over(PIPE_V, PIPE_MTE3);
    store(TILE(1), x);
}
