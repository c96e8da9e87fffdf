// SPDX-License-Identifier: Apache-2.0
//
// The next word of a text: one that is given, else the one with the largest logit. Its row of the table is x.

#include <pto/pto.h>

#define WIDTH 256

// The first of the largest.
static int32_t largest(const float *logits, int32_t n)
{
    int32_t best = 0;
    for (int32_t i = 1; i < n; i++) {
        best = pto_load_scalar(logits, i) > pto_load_scalar(logits, best) ? i : best;
    }
    return best;
}

PTO_KERNEL(next, (const float *, logits), (int32_t *, word), (const int32_t *, given), (const float *, table),
           (float *, x), (int32_t, n))
{
    if (pto_load_scalar(given, 0) == 0) {
        pto_store_scalar(largest(logits, n), word, 0);
    }
    int32_t row = pto_load_scalar(word, 0);
    for (int32_t i = 0; i < WIDTH; i++) {
        pto_store_scalar(pto_load_scalar(table, row * WIDTH + i), x, i);
    }
}
