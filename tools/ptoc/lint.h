// SPDX-License-Identifier: Apache-2.0
//
// Shared by lint.c and lint_sync.c.

#ifndef PTOC_LINT_H
#define PTOC_LINT_H

#ifndef PTOC_H
#error "include ptoc.h before lint.h"
#endif

/// Walk the function the way its commands are issued and warn about accesses to UB that nothing orders.
void lint_order(ptoc_t *cc, func_t *func);

/// Warn unless the lint is off. NULL: it is off, or that place has its warning already.
diag_t *lint_warn(ptoc_t *cc, const op_t *op, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Whether the section around an operation belongs to the cube core.
bool lint_on_cube(const op_t *op);
/// The which-th pipe that an operation names, -1 when there is none.
int lint_pipe(const op_t *op, uint32_t which);
/// The event or buffer id of an operation: -1 when it is not a constant.
int lint_id(const op_t *op);

#endif
