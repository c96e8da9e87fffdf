// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// The typed functions in kernels that count cycles: a call by its typed name is reported as one of generic.h.
// clang-format off
#ifndef PTO_VECTOR_TYPED_H
#define PTO_VECTOR_TYPED_H

#include "typed/loads.h"
#include "typed/stores.h"
#include "typed/predicate_load_and_store.h"
#include "typed/predicate_generation_and_algebra.h"
#include "typed/materialization.h"
#include "typed/unary.h"
#include "typed/binary.h"
#include "typed/vector_and_scalar.h"
#include "typed/conversion.h"
#include "typed/reduction.h"
#include "typed/compare_and_select.h"
#include "typed/rearrangement.h"
#include "typed/ub_to_ub.h"

// clang-format on
#endif
