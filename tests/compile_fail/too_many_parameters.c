// SPDX-License-Identifier: Apache-2.0
//
// A kernel has at most 64 parameters.
// error: more than 64 parameters

#include <pto/pto.h>

#define FOUR(n)    (int32_t, n##a), (int32_t, n##b), (int32_t, n##c), (int32_t, n##d)
#define SIXTEEN(n) FOUR(n##0), FOUR(n##1), FOUR(n##2), FOUR(n##3)

PTO_KERNEL(kernel, SIXTEEN(p), SIXTEEN(q), SIXTEEN(r), SIXTEEN(s), (int32_t, one_more)) // <- here
{
}
