// SPDX-License-Identifier: Apache-2.0
//
// Everything a kernel needs: #include <pto/pto.h>.
#ifndef PTO_PTO_H
#define PTO_PTO_H

#include <pto/types.h>

#if defined(PTO_TIMED) && !defined(__cplusplus)
#include <pto/time.h>
#endif

#include <pto/cube.h>
#include <pto/dma.h>
#include <pto/kernel.h>
#include <pto/semaphore.h>
#include <pto/sync.h>

#ifndef __cplusplus
#include <hal/vector/vector.h>
#include <pto/comm.h>
#include <pto/fifo.h>
#include <pto/tile.h>
#endif

#endif
