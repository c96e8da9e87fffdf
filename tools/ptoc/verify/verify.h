// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files of the verifier: verify.c (names, scopes), verify_vector.c,
// verify_scalar.c and verify_sync.c.
//
// A check examines one operation and reports violations. Checks run in the order of checks.def. A check is skipped for
// an operation that failed one of its prerequisites, so that consequences of an error are not reported.

#ifndef PTOC_VERIFY_H
#define PTOC_VERIFY_H

#ifndef PTOC_H
#error "include ptoc.h before verify.h"
#endif

typedef struct verifier {
    ptoc_t *cc;
    module_t *root;
    bool failed;      // the current check reported something
    arena_t scratch;  // freed at the end of the verification
} verifier_t;

/// Reports a rule violation at `loc`, underlining `span` characters.
diag_t *verify_fail(verifier_t *v, loc_t loc, uint32_t span, const char *rule, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/// As above, at an operation's name, an operand and a listed type.
#define FAIL_OP(v, op, rule, ...) verify_fail((v), (op)->loc, (uint32_t)strlen((op)->name), (rule), __VA_ARGS__)
#define FAIL_OPERAND(v, operand, rule, ...) \
    verify_fail((v), (operand)->loc, verify_span((operand)->value), (rule), __VA_ARGS__)
#define FAIL_ATTR(v, attr, rule, ...) verify_fail((v), (attr)->loc, verify_attr_span(attr), (rule), __VA_ARGS__)
/// As FAIL_OPERAND; ", and %x is <its type>" follows the message, and a note says where the value is defined.
void verify_fail_value(verifier_t *v, const operand_t *operand, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Characters of "%name".
uint32_t verify_span(const value_t *value);
/// Characters of an attribute's value.
uint32_t verify_attr_span(const attr_t *attr);
/// A note with the definition of a value and its type.
void verify_note_value(verifier_t *v, diag_t *diag, const value_t *value);
/// The nearest of a list of words (ended by NULL) to a misspelt one, or NULL if none is near.
const char *verify_nearest(const char *word, const char *const *words);
/// A type as text.
const char *verify_type(verifier_t *v, type_t type);

/// Reports a type that no value can have.
void verify_check_type(verifier_t *v, loc_t loc, type_t type);

/// Compares an operand with a word of a shape.
void verify_word(verifier_t *v, op_t *op, const shape_word_t *word, const operand_t *operand);

typedef void check_fn_t(verifier_t *v, op_t *op);
#define CHECK(name, ...) check_fn_t check_##name;
#include "checks.def"
#undef CHECK

// verify_vector.c
/// Whether the checks of vector instructions apply to an operation.
bool verify_is_vector(const op_t *op);
/// Result types follow an arrow, or the colon if there are no operands.
const listed_type_t *verify_listed_results(const op_t *op, uint32_t *num);
/// Operands outside of brackets, counted as in the text form.
uint32_t verify_plain_operands(const op_t *op);

// verify_flow.c
/// Functions: names, signatures, recursion; over the whole module.
void check_functions(verifier_t *v);

// verify_simt.c
/// The attributes of a function that threads run.
void verify_simt_function(verifier_t *v, const func_t *func);

// verify_sync.c
/// The operands from `first` on must be integers.
void verify_integers(verifier_t *v, const op_t *op, uint32_t first);

#endif
