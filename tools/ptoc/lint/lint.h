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

/// Abstract value: an integer, or a pointer as root and byte offset.
typedef struct cell {
    bool known;
    uint32_t root;  // of pointers: 0 unknown, ROOT_ABSOLUTE, or a symbol
    int64_t value;
    uint64_t loads;  // of the vector scope that it depends on, one bit each
} cell_t;

typedef struct eval {
    ptoc_t *cc;
    uint32_t roots_num;
} eval_t;

cell_t eval_known(int64_t value);
/// The cell of a value, and of an operand; a missing operand is unknown.
cell_t *eval_cell(eval_t *eval, value_t *value);
cell_t eval_operand(eval_t *eval, const op_t *op, uint32_t i);
/// Sets the cell of a value; a pointer without a root gets a new one.
void eval_set(eval_t *eval, value_t *value, cell_t cell);
/// Evaluates the first result of an operation.
cell_t eval_op(eval_t *eval, const op_t *op);
/// pto.local_array_set. Sets in loops or branches make the whole array unknown.
void eval_array_set(eval_t *eval, const op_t *op);
/// Clears value_t.aux, which holds the cells: the emitter expects NULL.
void eval_forget(func_t *func);

// lint_sync.c

/// Walks the function in issue order and warns about unordered accesses to UB.
void lint_order(ptoc_t *cc, func_t *func);

// lint.c

/// Warns unless the lint is disabled. NULL: disabled, or this source location already has the warning.
diag_t *lint_warn(ptoc_t *cc, const op_t *op, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Whether the section around an operation belongs to the cube core.
bool lint_on_cube(const op_t *op);
/// The event or buffer id of an operation, -1 if it is not constant.
int lint_id(const op_t *op);

#endif
