// SPDX-License-Identifier: Apache-2.0
//
// Step 1 of docs/tutorial.md: layernorm of each row as a loop of the scalar unit.

#include <pto/pto.h>

PTO_KERNEL(layernorm, (const float *, x), (float *, y), (int32_t, rows), (int32_t, cols))
{
    for (int32_t r = 0; r < rows; r++, x += cols, y += cols) {
        float sum = 0.0f, squares = 0.0f;
        for (int32_t i = 0; i < cols; i++) {
            sum += pto_load_scalar(x, i);
        }
        float mean = sum / (float)cols;
        for (int32_t i = 0; i < cols; i++) {
            float d = pto_load_scalar(x, i) - mean;
            squares += d * d;
        }
        float deviation = __builtin_sqrtf(squares / (float)cols + 1e-5f);
        for (int32_t i = 0; i < cols; i++) {
            pto_store_scalar((pto_load_scalar(x, i) - mean) / deviation, y, i);
        }
    }
}
