// SPDX-License-Identifier: Apache-2.0
//
// Comparison of file names.
#ifndef HAL_TRANSFER_SAME_H
#define HAL_TRANSFER_SAME_H

#include <stdbool.h>

static inline bool hal_same(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

#endif
