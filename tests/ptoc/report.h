// SPDX-License-Identifier: Apache-2.0
//
// TAP for tests on the host that count wrong results.
#ifndef TEST_REPORT_H
#define TEST_REPORT_H

#include <stdio.h>

static int number, failed;

static inline void report(const char *name, long wrong)
{
    failed += wrong != 0;
    printf("%sok %d - %s\n", wrong != 0 ? "not " : "", ++number, name);
    if (wrong != 0) {
        printf("# %ld wrong results\n", wrong);
    }
}

static inline int report_end(void)
{
    printf("1..%d\n", number);
    return failed != 0;
}

#endif
