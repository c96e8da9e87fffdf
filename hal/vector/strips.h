// SPDX-License-Identifier: Apache-2.0
//
// Strips without registers, for tile instructions and kernels in C++: they have no vector functions, and parsing those
// takes most of the time of a short file. On cores without V only what strips build on.
#ifndef PTO_VECTOR_STRIPS_H
#define PTO_VECTOR_STRIPS_H

#include "base.h"

#ifdef PTO_VECTOR_RVV
#include "rvv/strips.h"
#endif

#endif
