// SPDX-License-Identifier: Apache-2.0
//
// Small kernels for sync.c, and how it finds them.

#ifndef PTO_TESTS_SYNC_KERNELS_H
#define PTO_TESTS_SYNC_KERNELS_H

enum { SYNC_N = 4096 };

#endif // PTO_TESTS_SYNC_KERNELS_H
