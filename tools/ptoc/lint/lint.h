// SPDX-License-Identifier: Apache-2.0
//
// Shared by lint.c, lint_eval.c and lint_sync.c.

#ifndef PTOC_LINT_H
#define PTOC_LINT_H

#ifndef PTOC_H
#error "include ptoc.h before lint.h"
#endif

// lint_eval.c

#define ROOT_ABSOLUTE 1

/// What is known of a value: an integer, or a pointer as root and byte offset.
typedef struct cell {
    bool known;
    uint32_t root;  // of pointers: 0 unknown, ROOT_ABSOLUTE, or a symbol
    int64_t value;
    uint64_t loads;  // of the vector scope, that it is made of, a bit each
} cell_t;

typedef struct eval {
    ptoc_t *cc;
    uint32_t roots_num;
} eval_t;

cell_t eval_known(int64_t value);
/// The cell of a value, of an operand; the operand that is not there is not known.
cell_t *eval_cell(eval_t *eval, value_t *value);
cell_t eval_operand(eval_t *eval, const op_t *op, uint32_t i);
/// A pointer without a root gets a root of its own.
void eval_set(eval_t *eval, value_t *value, cell_t cell);
/// The first result of an operation.
cell_t eval_op(eval_t *eval, const op_t *op);
/// pto.local_array_set. What is set in a loop or a branch leaves the whole array unknown.
void eval_array_set(eval_t *eval, const op_t *op);
/// Cells hang on value_t.aux, which the emitter wants back clean.
void eval_forget(func_t *func);

// lint_sync.c

/// Walk the function the way its commands are issued and warn about accesses to UB that nothing orders.
void lint_order(ptoc_t *cc, func_t *func);

// lint.c

/// Warn unless the lint is off. NULL: it is off, or that place has its warning already.
diag_t *lint_warn(ptoc_t *cc, const op_t *op, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Whether the section around an operation belongs to the cube core.
bool lint_on_cube(const op_t *op);
/// The event or buffer id of an operation: -1 when it is not a constant.
int lint_id(const op_t *op);

#endif
