// SPDX-License-Identifier: Apache-2.0
//
// What ptoc adds to kernels for `ptometal run --time`: each vector instruction tells which it is and of which values.
#ifndef PTO_TIME_HOOKS_H
#define PTO_TIME_HOOKS_H

#include <pto/elem.h>
#include <stdint.h>

// An instruction: its row of isa/vector.def, its element type, and numbers of values within the function, 0 for none.
#define PTO_TIME_OP(row, elem, dst, dst2, src, src2, src3, src4) \
    pto_time_op((row), (elem), (dst) | (dst2) << 16, (src) | (src2) << 16, (src3) | (src4) << 16)
void pto_time_op(uint32_t row, uint32_t elem, uint32_t results, uint32_t sources, uint32_t more);
// The next load widens its elements.
void pto_time_widen(void);
void pto_time_bar(void);
// A loop-carried value takes another one's place.
void pto_time_move(uint32_t dst, uint32_t src);
void pto_time_loop(void);
void pto_time_turn(void);
void pto_time_loop_end(void);

#endif
