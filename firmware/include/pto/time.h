// SPDX-License-Identifier: Apache-2.0
//
// Hooks that ptoc adds to kernels for `ptometal run --time`: each vector instruction reports its row and its operands.
#ifndef PTO_TIME_HOOKS_H
#define PTO_TIME_HOOKS_H

#include <pto/elem.h>
#include <stdint.h>

// Non-zero in iterations that take as long as earlier ones: they are not reported.
extern uint32_t pto_time_left_out;
#define PTO_TIME(call)                  \
    do {                                \
        if (pto_time_left_out == 0) {   \
            call;                       \
        }                               \
    } while (0)

// An instruction: its row of isa/vector.def, its element type, and the numbers of its values within the function, 0 for
// none.
#define PTO_TIME_OP(row, elem, dst, dst2, src, src2, src3, src4) \
    PTO_TIME(pto_time_op((row), (elem), (dst) | (dst2) << 16, (src) | (src2) << 16, (src3) | (src4) << 16))
void pto_time_op(uint32_t row, uint32_t elem, uint32_t results, uint32_t sources, uint32_t more);
// The next load widens its elements.
void pto_time_widen(void);
void pto_time_bar(void);
// A loop-carried value replaces another one.
void pto_time_move(uint32_t dst, uint32_t src);
// Begin of a loop with this trip count if all iterations are alike, else 0; begin of an iteration; end of the loop.
#define PTO_TIME_TURNS(from, to, step) ((to) > (from) ? (uint64_t)((to) - (from) + (step) - 1) / (uint64_t)(step) : 0)
void pto_time_loop(uint64_t turns);
void pto_time_turn(void);
void pto_time_loop_end(void);
// Called if the timing of the function depends on more than its parameters.
void pto_time_varies(void);

#endif
