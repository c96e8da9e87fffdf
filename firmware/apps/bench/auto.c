// SPDX-License-Identifier: Apache-2.0
//
// The bench kernels as plain C, for the compiler's own vectoriser: code without vector intrinsics, compiled with -O3,
// -ffast-math and the largest register groups.

#include "bench.h"

void auto_vadd_f32(float *restrict out, const float *restrict a, const float *restrict b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = a[i] + b[i];
    }
}

void auto_vadd_i8(int8_t *restrict out, const int8_t *restrict a, const int8_t *restrict b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = (int8_t)(a[i] + b[i]);
    }
}

void auto_axpy(float *restrict y, const float *restrict x, float a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        y[i] += a * x[i];
    }
}

void auto_relu(float *restrict out, const float *restrict in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i] > 0.0f ? in[i] : 0.0f;
    }
}

// e^x for x <= 0 without a branch, so that the loop around it vectorises: 2^k * p(x - k ln 2).
static inline float exp_nonpositive(float x)
{
    const float round = 12582912.0f; // 1.5 * 2^23: adding it rounds to an integer
    x = x < -87.0f ? -87.0f : x;
    float shifted = x * 1.44269504f + round;
    int32_t k;
    __builtin_memcpy(&k, &shifted, sizeof k);
    // -ffast-math would cancel the two additions of `round`, so k comes from the bits.
    k = (int32_t)((uint32_t)k - 0x4b400000u);
    float r = x - (float)k * 0.693145752f - (float)k * 1.42860677e-6f;
    float p = 1.38888889e-3f;
    p = p * r + 8.33333333e-3f;
    p = p * r + 4.16666667e-2f;
    p = p * r + 1.66666667e-1f;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    int32_t bits;
    __builtin_memcpy(&bits, &p, sizeof bits);
    bits = (int32_t)((uint32_t)bits + ((uint32_t)k << 23));
    __builtin_memcpy(&p, &bits, sizeof p);
    return p;
}

void auto_softmax(float *restrict out, const float *restrict in, size_t rows, size_t cols)
{
    for (size_t r = 0; r < rows; r++, in += cols, out += cols) {
        float max = in[0];
        for (size_t c = 0; c < cols; c++) {
            max = in[c] > max ? in[c] : max;
        }
        float sum = 0.0f;
        for (size_t c = 0; c < cols; c++) {
            float e = exp_nonpositive(in[c] - max);
            out[c] = e;
            sum += e;
        }
        for (size_t c = 0; c < cols; c++) {
            out[c] /= sum;
        }
    }
}

void auto_rmsnorm(float *restrict out, const float *restrict in, const float *restrict gain, float eps,
                  size_t n)
{
    float squares = 0.0f;
    for (size_t i = 0; i < n; i++) {
        squares += in[i] * in[i];
    }
    float scale = 1.0f / __builtin_sqrtf(squares / (float)n + eps);
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i] * scale * gain[i];
    }
}

void auto_add_carry(uint32_t *restrict out, const uint32_t *restrict a, const uint32_t *restrict b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t carry = 0;
        for (size_t limb = 0; limb < BENCH_LIMBS; limb++) {
            uint32_t x = a[limb * n + i];
            uint32_t sum = x + b[limb * n + i];
            uint32_t total = sum + carry;
            carry = (uint32_t)(sum < x) | (uint32_t)(total < sum);
            out[limb * n + i] = total;
        }
    }
}

void auto_f16_to_f32(float *restrict out, const bench_f16_t *restrict in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = (float)in[i];
    }
}

void auto_row_sum(float *restrict out, const float *restrict in, size_t rows, size_t cols)
{
    for (size_t r = 0; r < rows; r++) {
        float sum = 0.0f;
        for (size_t c = 0; c < cols; c++) {
            sum += in[r * cols + c];
        }
        out[r] = sum;
    }
}

void auto_gather(uint32_t *restrict out, const uint32_t *restrict table, const uint32_t *restrict index, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = table[index[i]];
    }
}
