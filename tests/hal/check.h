// SPDX-License-Identifier: Apache-2.0
//
// TAP for small tests on the host.
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>

static int check_num, check_failed;

#define CHECK(condition, name)                                                   \
    do {                                                                         \
        int check_pass = (condition);                                            \
        check_failed += !check_pass;                                             \
        printf("%s %d - %s\n", check_pass ? "ok" : "not ok", ++check_num, name); \
        if (!check_pass) {                                                       \
            printf("# %s:%d: not true: %s\n", __FILE__, __LINE__, #condition);   \
        }                                                                        \
    } while (0)

static inline int check_done(void)
{
    printf("1..%d\n", check_num);
    return check_failed != 0;
}

#endif
