// SPDX-License-Identifier: Apache-2.0
//
// Kernels that call the C library: on the scalar unit and in a vector function.

#include <pto/pto.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local int of_this_hart = 42;

PTO_VF(exps, (const float *, x), (float *, y), (int32_t, n))
{
    for (int32_t i = 0; i < n; i++) {
        y[i] = expf(x[i]);
    }
    // The result overflows: errno is per hart, and can be written here.
    errno = 0;
    y[n] = expf(y[0] + 1000);
}

// y = exp(x) for n floats by expf(), in a vector function and on the scalar unit, through memory of malloc().
PTO_KERNEL(libc, (const float *, x), (float *, y), (int32_t, n))
{
    printf("%s: %d floats of block %d, the first %.3f, the last %g\n", "libc", (int)n, (int)pto_get_block_idx(), (double)x[0],
           (double)x[n - 1]);

    float *in = pto_ub(float, 0), *out = pto_ub(float, 65536);
    uint32_t bytes = (uint32_t)n * sizeof(float);
    pto_mte_gm_ub(x, in, 0, bytes, .nburst = {1, bytes, bytes});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(exps, in, out, n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(out, y, bytes, .nburst = {1, bytes, bytes});
    pto_pipe_barrier(PIPE_ALL);
    int infinite = isinf(out[n]);

    float *copy = malloc(bytes);
    float *other = malloc(bytes);
    int differ = 0;
    for (int32_t i = 0; i < n; i++) {
        copy[i] = expf(x[i]);
        other[i] = y[i];
        differ += copy[i] != other[i];
    }
    char text[64];
    snprintf(text, sizeof text, "%d of %d differ, %d", differ, (int)n, memcmp(copy, other, bytes));
    puts(text);
    free(copy);
    free(other);

    // Repeatedly requests more than there is: malloc() fails, and freed memory can be allocated again.
    errno = 0;
    void *too_much = malloc((size_t)1 << 31);
    int refused = too_much == NULL && errno == ENOMEM;
    int reused = 1;
    for (int i = 0; i < 1000; i++) {
        char *piece = malloc(100000);
        reused &= piece != NULL;
        free(piece);
    }
    of_this_hart++;
    printf("refused %d, reused %d, infinite %d, thread-local %d", refused, reused, infinite, of_this_hart);
    fflush(stdout);
    printf(".");  // never flushed
}
