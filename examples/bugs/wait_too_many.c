// SPDX-License-Identifier: Apache-2.0
//
// hw-native-sys/PTOAS #112: a matrix product whose loop over k has branches hangs: one branch was analysed twice, so
// that more waits than sets stand in the code. Here MTE1 waits for the multiply once in the branch of later steps, and
// once more behind the last.

#include "bugs.h"

enum { STEPS = 3, SIDE = 16, MATRIX = SIDE * SIDE };

static void multiply(const float *x, int32_t step)
{
    pto_mte_gm_l1(x + step * MATRIX, pto_l1(float, step *MATRIX * 4), MATRIX * 4,
                  .nburst = {1, MATRIX * 4, MATRIX * 4});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0 + step);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0 + step);
    if (step > 0) {
        pto_wait_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
    }
    pto_mte_l1_l0a(pto_l1(float, step *MATRIX * 4), pto_l0a(float, 0), SIDE, SIDE);
    pto_mte_l1_l0b(pto_l1(float, step *MATRIX * 4), pto_l0b(float, 0), SIDE, SIDE);
    hand_over(PIPE_MTE1, PIPE_M);
    if (step == 0) {
        pto_mad(pto_l0a(float, 0), pto_l0b(float, 0), pto_l0c(float, 0), SIDE, SIDE, SIDE);
    } else {
        pto_mad_acc(pto_l0a(float, 0), pto_l0b(float, 0), pto_l0c(float, 0), SIDE, SIDE, SIDE);
    }
    if (step + 1 < STEPS) {
        pto_set_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
    }
}

// finds: fault: deadlock: PIPE_MTE1 waits for what nobody will do*likely cause: the wait at *wait_too_many.c:* needs
// set_flag PIPE_M -> PIPE_MTE1 EVENT_ID0 for the 3. time: the only one, at *wait_too_many.c:*, has run 2 times, and the
// kernel has issued all it has
PTO_CUBE_KERNEL(bug, (float *, x))
{
    for (int32_t step = 0; step < STEPS; step++) {
        multiply(x, step);
    }
    pto_wait_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
    hand_over(PIPE_M, PIPE_FIX);
    pto_mte_l0c_gm(pto_l0c(float, 0), x, SIDE, SIDE, SIDE, SIDE, 0, 0);
}

PTO_CUBE_KERNEL(fixed, (float *, x))
{
    for (int32_t step = 0; step < STEPS; step++) {
        multiply(x, step);
    }
    hand_over(PIPE_M, PIPE_FIX);
    pto_mte_l0c_gm(pto_l0c(float, 0), x + STEPS * MATRIX, SIDE, SIDE, SIDE, SIDE, 0, 0);
}
