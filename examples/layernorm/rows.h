// SPDX-License-Identifier: Apache-2.0
//
// The vector function of steps 2 to 5 of docs/tutorial.md.

#ifndef LAYERNORM_ROWS_H
#define LAYERNORM_ROWS_H

#include <pto/lanes.h>

// Layernorm of rows in the UB; `pitch` is the distance in floats from row to row.
PTO_VF(normalize_rows, (float *, in), (float *, out), (int32_t, rows), (int32_t, cols), (int32_t, pitch))
{
    for (int32_t r = 0; r < rows; r++, in += pitch, out += pitch) {
        pto_fold_f32_t sum = pto_fold_f32(0.0f), squares = pto_fold_f32(0.0f);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_fold_add(sum, pto_vlds(in, i), mask);
        }
        float mean = pto_folded_sum(sum) / (float)cols;
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_strip(f32) d = pto_vsub(pto_vlds(in, i), pto_vbr(mean), mask);
            pto_fold_add(squares, pto_vmul(d, d, mask), mask);
        }
        float deviation = __builtin_sqrtf(pto_folded_sum(squares) / (float)cols + 1e-5f);
        PTO_FOR_LANES(f32, i, cols, mask) {
            pto_strip(f32) d = pto_vsub(pto_vlds(in, i), pto_vbr(mean), mask);
            pto_vsts(pto_vdiv(d, pto_vbr(deviation), mask), out, i, mask);
        }
    }
}

#endif
