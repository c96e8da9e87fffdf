// SPDX-License-Identifier: Apache-2.0
//
// Checks of the operations of system.def: operands by their shapes, then rules that shapes cannot express, on
// constants, comparisons, casts and pointers.

#include "ptoc.h"

#include <string.h>
#include <strings.h>

#include "verify.h"

/// Shapes ///

/// The memory of a pointer word, SPACE_ANY of *ptr.
static space_t shape_space(const shape_word_t *word)
{
    for (int space = SPACE_GM; space < SPACE_COUNT; space++) {
        const char *name = space_name((space_t)space);
        if (strlen(name) == word->name_size && strncasecmp(name, word->name, word->name_size) == 0) {
            return (space_t)space;
        }
    }
    return SPACE_ANY;
}

static bool is_scalar(type_t type)
{
    return type.kind == TYPE_SCALAR;
}

/// Whether an operation computes pairs of integers or floats one by one: its result has the type of its operands.
static bool computes_pairs(const op_t *op, const shape_word_t *word, type_t type)
{
    const char *result = strchr(op->desc->shape, ':');
    elem_class_t cls = elem_class(type.elem);
    return op_is_arith(op) && is_scalar(type) && result != NULL && strcmp(result, ": =") == 0 &&
           ((word->letter == 'I' && cls == CLASS_INTS) || (word->letter == 'F' && cls == CLASS_FLTS));
}

static bool is_integer(type_t type)
{
    return is_scalar(type) && elem_is_int(type.elem);
}

static bool is_float(type_t type)
{
    return is_scalar(type) && elem_is_float(type.elem);
}

static bool is_boolean(type_t type)
{
    return is_scalar(type) && type.elem == ELEM_I1;
}

/// Letters of scalars: the types that they take, and the rule that others violate.
static const struct {
    char letter;
    bool (*takes)(type_t type);
    const char *want, *rule;
} scalar_words[] = {
    {'I', is_integer, "an integer", "scalar-type"}, {'N', is_integer, "an integer", "operand-type"},
    {'F', is_float, "a float", "scalar-type"},      {'A', is_scalar, "a scalar", "scalar-type"},
    {'B', is_boolean, "an i1", "scalar-type"},
};

static const char *pointer_rule(verifier_t *v, const shape_word_t *word, type_t type, const char **want)
{
    space_t space = shape_space(word);
    *want = space == SPACE_ANY ? "a pointer" : arena_printf(&v->scratch, "a pointer to %s", space_name(space));
    if (type.kind != TYPE_PTR) {
        return "operand-type";
    }
    return space == SPACE_ANY || type.space == SPACE_ANY || type.space == space ? NULL : "address-space";
}

/// The error of a type at a word; NULL: none.
static const char *word_rule(verifier_t *v, const shape_word_t *word, type_t type, const char **want)
{
    if (type.kind == TYPE_NONE) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof(scalar_words) / sizeof(scalar_words[0]); i++) {
        if (scalar_words[i].letter == word->letter) {
            *want = scalar_words[i].want;
            return scalar_words[i].takes(type) ? NULL : scalar_words[i].rule;
        }
    }
    return word->letter == '*' ? pointer_rule(v, word, type, want) : NULL;
}

void verify_word(verifier_t *v, op_t *op, const shape_word_t *word, const operand_t *operand)
{
    const value_t *value = operand->value;
    const char *want = NULL;
    if (value == NULL) {
        return;
    }
    if (word->letter == '=') {
        const value_t *first = op->operands[0].value;
        if (first != NULL && !type_compatible(first->type, value->type)) {
            diag_t *diag =
                FAIL_OPERAND(v, operand, "type-mismatch", "%s is %s, but %s is %s", value_spelling(v->cc, value),
                             verify_type(v, value->type), value_spelling(v->cc, first), verify_type(v, first->type));
            verify_note_value(v, diag, value);
        }
        return;
    }
    const char *rule = word_rule(v, word, value->type, &want);
    if (rule != NULL && !computes_pairs(op, word, value->type)) {
        verify_fail_value(v, operand, rule, "'%s' takes %s here", op->name, want);
    }
}

/// Operands outside of clauses.
static uint32_t plain_operands(const op_t *op)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        count += op->operands[i].clause == 0;
    }
    return count;
}

/// The types after the colon. One type covers all operands of an arith operation. For others only pointers are
/// compared, in order, since documents and kernels disagree on the rest of the list.
static void check_listed(verifier_t *v, op_t *op)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        if (value == NULL || value->type.kind == TYPE_NONE) {
            continue;
        }
        const listed_type_t *listed = NULL;
        if (op_is_arith(op)) {
            listed = op->types_num == 1 ? &op->types[0] : NULL;
        } else if (value->type.kind == TYPE_PTR) {
            while (next < op->types_num && op->types[next].type.kind != TYPE_PTR) {
                next++;
            }
            listed = next < op->types_num ? &op->types[next++] : NULL;
        }
        if (listed != NULL && !type_compatible(listed->type, value->type)) {
            diag_t *diag =
                FAIL_OPERAND(v, &op->operands[i], "type-mismatch", "%s is %s, but %s is listed",
                             value_spelling(v->cc, value), verify_type(v, value->type), verify_type(v, listed->type));
            verify_note_value(v, diag, value);
            return;
        }
    }
}

/// verify_sync.c checks shapes of synchronisation words.
static bool has_shape(const op_t *op)
{
    if (op->desc != NULL && op->desc->cls == OPS_SYNC && !op_is(op, OP_SYNCALL)) {
        return false;
    }
    return op->desc != NULL && op->desc->cls != OPS_VECTOR && op->desc->shape != NULL && op->desc->shape[0] != '\0';
}

/// Operands of the shape, for the message.
static const char *shape_text(verifier_t *v, const char *shape, bool results)
{
    static const struct {
        char letter;
        const char *words;
    } names[] = {{'I', "integer"}, {'N', "integer"}, {'F', "float"}, {'A', "scalar"}, {'B', "i1"}, {'*', "pointer"}};
    text_t text = {0};
    uint32_t count = 0;
    shape_word_t word;
    const char *first = "value";
    bool behind = false;
    while (shape_next(&shape, &word)) {
        if (word.letter == ':') {
            behind = true;
            continue;
        }
        if (behind != results || word.is_attr || word.letter == '(' || word.letter == '.' || word.optional) {
            continue;
        }
        const char *words = first;
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
            words = names[i].letter == word.letter ? names[i].words : words;
        }
        first = count == 0 ? words : first;
        text_printf(&text, "%s%s", count++ > 0 ? ", " : "", words);
    }
    const char *copy = count == 0
                           ? "no operands"
                           : arena_printf(&v->scratch, "%u operand%s (%s)", count, count > 1 ? "s" : "", text.data);
    text_free(&text);
    return copy;
}

static uint32_t shape_results(const char *shape)
{
    uint32_t count = 0;
    shape_word_t word;
    bool behind = false;
    while (shape_next(&shape, &word)) {
        count += behind;
        behind |= word.letter == ':';
    }
    return count;
}

static const shape_word_t number = {.text = "N", .size = 1, .letter = 'N'};

/// The first operand from `next` on that stands in no clause.
static uint32_t next_plain(const op_t *op, uint32_t next)
{
    while (next < op->operands_num && op->operands[next].clause != 0) {
        next++;
    }
    return next;
}

/// Operands outside of clauses against the words of the shape before its colon.
static void check_shape_operands(verifier_t *v, op_t *op)
{
    const char *at = op->desc->shape;
    uint32_t next = 0;
    bool rest = false, optional = shape_has_optional(op);
    shape_word_t word;
    while (shape_next(&at, &word) && word.letter != ':') {
        rest |= word.letter == '.';
        // What stands in parentheses is for check_dma.
        if (word.letter == '.' || word.letter == '(' || word.is_attr || (word.optional && !optional)) {
            continue;
        }
        next = next_plain(op, next);
        if (next < op->operands_num) {
            verify_word(v, op, &word, &op->operands[next++]);
            continue;
        }
        if (!rest) {
            FAIL_OP(v, op, "operand-count", "'%s' takes %s, but %u %s given", op->name,
                    shape_text(v, op->desc->shape, false), plain_operands(op), plain_operands(op) == 1 ? "is" : "are");
        }
        return;
    }
    // Further operands of a cube command are offsets and strides.
    for (uint32_t i = next; rest && op->desc->cls == OPS_CUBE && i < op->operands_num && !v->failed; i++) {
        if (op->operands[i].clause == 0) {
            verify_word(v, op, &number, &op->operands[i]);
        }
    }
    next = next_plain(op, next);
    if (!rest && next < op->operands_num) {
        FAIL_OPERAND(v, &op->operands[next], "operand-count", "'%s' takes %s; this one is too many", op->name,
                     shape_text(v, op->desc->shape, false));
    }
}

void check_shape(verifier_t *v, op_t *op)
{
    if (!has_shape(op)) {
        return;
    }
    check_shape_operands(v, op);
    uint32_t results = shape_results(op->desc->shape);
    if (op->results_num != 0 && op->results_num != results) {
        FAIL_OP(v, op, "result-count", "'%s' gives %u result%s, but %u %s bound", op->name, results,
                results == 1 ? "" : "s", op->results_num, op->results_num == 1 ? "is" : "are");
    }
    if (!v->failed) {
        check_listed(v, op);
    }
}

/// Constants ///

/// A constant may be written signed or unsigned: i8 holds -128 to 255 in text.
static void integer_range(elem_t elem, int64_t *lowest, int64_t *highest)
{
    uint32_t bits = elem_bits(elem);
    bool wide = bits >= 64;
    *lowest = elem_class(elem) == CLASS_UINT ? 0 : wide ? INT64_MIN : -(INT64_C(1) << (bits - 1));
    *highest = wide                             ? INT64_MAX
               : elem_class(elem) == CLASS_SINT ? (INT64_C(1) << (bits - 1)) - 1
                                                : (INT64_C(1) << bits) - 1;
}

static bool integer_fits(int64_t integer, elem_t elem)
{
    int64_t lowest, highest;
    integer_range(elem, &lowest, &highest);
    return elem_bits(elem) >= 64 || (integer >= lowest && integer <= highest);
}

/// A value of an attribute against the scalar type of its constant.
static void check_constant_value(verifier_t *v, const attr_t *attr, type_t type)
{
    const char *name = verify_type(v, type);
    bool boolean = attr->kind == ATTR_BOOL, integer = attr->kind == ATTR_INT, is_float = attr->kind == ATTR_FLOAT;
    bool bits = integer && attr->is_bits;
    if (elem_class(type.elem) == CLASS_PACK) {
        if (!bits) {
            FAIL_ATTR(v, attr, "constant-kind", "a constant of %s is written by its bits: 0x...", name);
        }
    } else if (boolean && type.elem != ELEM_I1) {
        FAIL_ATTR(v, attr, "constant-kind", "true and false are i1, not %s", name);
    } else if (!boolean && !integer && !is_float) {
        FAIL_ATTR(v, attr, "constant-kind", "a constant is a number, true or false");
    } else if (elem_is_float(type.elem) && !is_float && !bits) {
        FAIL_ATTR(v, attr, "constant-kind", "%s is a float and takes a number with a point: %lld.0", name,
                  (long long)attr->integer);
    } else if (elem_is_int(type.elem) && is_float) {
        FAIL_ATTR(v, attr, "constant-kind", "%s is an integer type, and this is a float", name);
    } else if (elem_is_int(type.elem) && integer && (attr->too_large || !integer_fits(attr->integer, type.elem))) {
        int64_t lowest, highest;
        integer_range(type.elem, &lowest, &highest);
        verify_fail(v, attr->loc, 1, "constant", "this does not fit %s: %lld to %lld", name, (long long)lowest,
                    (long long)highest);
    }
}

void check_constant(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_CONSTANT)) {
        return;
    }
    if (op->attrs_num == 0) {
        FAIL_OP(v, op, "missing-attribute", "arith.constant needs a value");
        return;
    }
    if (op->results_num != 1) {
        FAIL_OP(v, op, "result-count", "arith.constant gives one result, but %u are bound", op->results_num);
        return;
    }
    type_t type = op->results[0].type;
    if (type.kind == TYPE_NONE || (type.kind == TYPE_OPAQUE && strcmp(type.name, "vector") == 0)) {
        return;
    }
    if (type.kind != TYPE_SCALAR) {
        FAIL_OP(v, op, "constant-kind", "a constant is a scalar, not %s", verify_type(v, type));
        return;
    }
    check_constant_value(v, &op->attrs[0], type);
}

/// Comparisons ///

void check_predicate(verifier_t *v, op_t *op)
{
    static const char *const integer[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", NULL};
    static const char *const floating[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one",  "ord", "ueq",
                                           "ugt",   "uge", "ult", "ule", "une", "uno", "true", NULL};
    if (!op_is(op, OP_CMPI) && !op_is(op, OP_CMPF)) {
        return;
    }
    const char *const *words = op_is(op, OP_CMPI) ? integer : floating;
    const attr_t *attr = op_attr(op, "predicate");
    attr = attr != NULL ? attr : op_positional(op, 0);
    if (attr == NULL) {
        FAIL_OP(v, op, "predicate", "'%s' needs a predicate", op->name);
        return;
    }
    if (attr->text == NULL) {
        // The generic form has a number; true and false are predicates of cmpf.
        bool known = attr->kind == ATTR_BOOL || (attr->kind == ATTR_INT && attr->integer >= 0 && attr->integer < 16);
        if (!known) {
            FAIL_ATTR(v, attr, "predicate", "'%s' has no such predicate", op->name);
        }
        return;
    }
    for (uint32_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], attr->text) == 0) {
            return;
        }
    }
    const char *near = verify_nearest(attr->text, words);
    if (near != NULL) {
        FAIL_ATTR(v, attr, "predicate", "'%s' has no predicate '%s'; did you mean '%s'?", op->name, attr->text, near);
    } else {
        FAIL_ATTR(v, attr, "predicate", "'%s' has no predicate '%s'", op->name, attr->text);
    }
}

/// Casts ///

typedef enum { CAST_WIDER, CAST_NARROWER, CAST_INDEX, CAST_BITS, CAST_ANY } cast_t;

void check_cast(verifier_t *v, op_t *op)
{
    static const struct {
        op_id_t id;
        cast_t cast;
        const char *words;
    } casts[] = {
        {OP_EXTSI, CAST_WIDER, "goes to a wider type"},
        {OP_EXTUI, CAST_WIDER, "goes to a wider type"},
        {OP_EXTF, CAST_WIDER, "goes to a wider type"},
        {OP_TRUNCI, CAST_NARROWER, "goes to a narrower type"},
        {OP_TRUNCF, CAST_NARROWER, "goes to a narrower type"},
        {OP_INDEX_CAST, CAST_INDEX, "goes from or to index"},
        {OP_INDEX_CASTUI, CAST_INDEX, "goes from or to index"},
        {OP_BITCAST, CAST_BITS, "goes to another type of the same width"},
        {OP_SITOFP, CAST_ANY, ""},
        {OP_UITOFP, CAST_ANY, ""},
        {OP_FPTOSI, CAST_ANY, ""},
        {OP_FPTOUI, CAST_ANY, ""},
    };
    for (size_t i = 0; i < sizeof(casts) / sizeof(casts[0]); i++) {
        if (!op_is(op, casts[i].id) || op->operands_num != 1 || op->results_num != 1 || op->operands[0].value == NULL) {
            continue;
        }
        type_t from = op->operands[0].value->type, to = op->results[0].type;
        if (from.kind == TYPE_NONE || to.kind == TYPE_NONE) {
            return;
        }
        // The letter after the colon of the shape: I, F or A.
        const char *want = NULL;
        const char *results = strchr(op->desc->shape, ':') + 2;
        const char *rule = word_rule(v, &(shape_word_t){.text = results, .size = 1, .letter = *results}, to, &want);
        if (rule != NULL) {
            FAIL_OP(v, op, "cast", "'%s' gives %s, not %s", op->name, want, verify_type(v, to));
            return;
        }
        uint32_t from_bits = elem_bits(from.elem), to_bits = elem_bits(to.elem);
        bool index = from.elem == ELEM_INDEX || to.elem == ELEM_INDEX;
        bool good = casts[i].cast == CAST_WIDER      ? to_bits > from_bits && !index
                    : casts[i].cast == CAST_NARROWER ? to_bits < from_bits && !index
                    : casts[i].cast == CAST_INDEX    ? (from.elem == ELEM_INDEX) != (to.elem == ELEM_INDEX)
                    : casts[i].cast == CAST_BITS     ? to_bits == from_bits && !index
                                                     : !index;
        if (!good) {
            FAIL_OP(v, op, "cast", "'%s' %s: not from %s to %s", op->name,
                    casts[i].cast == CAST_ANY ? "has no index on either side" : casts[i].words, verify_type(v, from),
                    verify_type(v, to));
        }
        return;
    }
}

void check_select(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_SELECT)) {
        return;
    }
    if (op->operands_num != 3) {
        FAIL_OP(v, op, "operand-count", "arith.select takes 3 operands (condition, value, value), but %u %s given",
                op->operands_num, op->operands_num == 1 ? "is" : "are");
        return;
    }
    const value_t *condition = op->operands[0].value, *a = op->operands[1].value, *b = op->operands[2].value;
    if (condition != NULL && condition->type.kind != TYPE_NONE && condition->type.elem != ELEM_I1) {
        verify_fail_value(v, &op->operands[0], "condition-type", "a condition is an i1");
    }
    if (a != NULL && b != NULL && !type_compatible(a->type, b->type)) {
        diag_t *diag =
            FAIL_OPERAND(v, &op->operands[2], "type-mismatch", "%s is %s, but %s is %s", value_spelling(v->cc, b),
                         verify_type(v, b->type), value_spelling(v->cc, a), verify_type(v, a->type));
        verify_note_value(v, diag, b);
    } else if (a != NULL && op->types_num > 0 && !type_compatible(op->types[op->types_num - 1].type, a->type)) {
        FAIL_OPERAND(v, &op->operands[1], "type-mismatch", "%s is %s, but %s is listed", value_spelling(v->cc, a),
                     verify_type(v, a->type), verify_type(v, op->types[op->types_num - 1].type));
    }
}

/// Pointers ///

/// The memory that a pointer of a scalar access reaches.
static void check_scalar_space(verifier_t *v, const op_t *op, const operand_t *pointer)
{
    type_t type = pointer->value->type;
    bool device = OP_IS_ANY(op, OP_LD_DEV, OP_ST_DEV);
    if (op_vecscope(op) != NULL && type.space != SPACE_UB && type.space != SPACE_ANY) {
        verify_fail_value(v, pointer, "address-space", "inside a vector scope scalars are in UB");
    } else if (device && type.space != SPACE_GM && type.space != SPACE_ANY) {
        verify_fail_value(v, pointer, "address-space", "'%s' goes past the cache to GM", op->name);
    } else if (device && !elem_is_int((elem_t)type.elem)) {
        FAIL_OPERAND(v, pointer, "element-type", "'%s' moves integers of 8 to 64 bits, not %s", op->name,
                     elem_name((elem_t)type.elem));
    }
}

/// Whether a scalar is moved through a pointer to `elem`: integers of one width are alike.
static bool moves_through(type_t moved, elem_t elem)
{
    bool integers = elem_is_int(elem) && elem_is_int(moved.elem) && moved.elem != ELEM_INDEX;
    return moved.kind == TYPE_SCALAR && (moved.elem == elem || (integers && elem_bits(elem) == elem_bits(moved.elem)));
}

static void check_scalar_memory(verifier_t *v, op_t *op)
{
    bool store = OP_IS_ANY(op, OP_STORE_SCALAR, OP_STORE, OP_ST_DEV);
    uint32_t at = store ? 1 : 0;
    if (op->operands_num < at + 1 || op->operands_num > at + 2) {
        FAIL_OP(v, op, "operand-count", "'%s' takes %s pointer and an offset in brackets", op->name,
                store ? "a value, a" : "a");
        return;
    }
    const operand_t *pointer = &op->operands[at];
    if (pointer->value == NULL || pointer->value->type.kind == TYPE_NONE) {
        return;
    }
    type_t type = pointer->value->type;
    if (type.kind != TYPE_PTR) {
        verify_fail_value(v, pointer, "operand-type", "'%s' takes a pointer here", op->name);
        return;
    }
    if (op->operands_num > at + 1) {
        verify_word(v, op, &number, &op->operands[at + 1]);
    }
    check_scalar_space(v, op, pointer);
    const value_t *value = store ? op->operands[0].value : op->results_num > 0 ? &op->results[0] : NULL;
    if (v->failed || value == NULL || value->type.kind == TYPE_NONE || type.elem == ELEM_NONE) {
        return;
    }
    if (!moves_through(value->type, (elem_t)type.elem)) {
        diag_t *diag = FAIL_OP(v, op, "pointer-type", "'%s' moves %s through a pointer to %s", op->name,
                               verify_type(v, value->type), elem_name(type.elem));
        verify_note_value(v, diag, pointer->value);
    }
}

static bool is_pointer_or_integer(type_t type)
{
    return type.kind == TYPE_PTR || (type.kind == TYPE_SCALAR && elem_is_int(type.elem));
}

static void check_castptr(verifier_t *v, op_t *op)
{
    if (op->operands_num != 1) {
        FAIL_OP(v, op, "operand-count", "pto.castptr takes 1 operand, but %u are given", op->operands_num);
        return;
    }
    type_t from = op->operands[0].value != NULL ? op->operands[0].value->type : (type_t){0};
    type_t to = op->results_num > 0 ? op->results[0].type : (type_t){0};
    if (op->results_num > 0 && op->result_types_num == 0) {
        FAIL_OP(v, op, "result-type", "pto.castptr says what it goes to: %%p = pto.castptr %%n : i64 -> !pto.ptr<...>");
        return;
    }
    if (from.kind == TYPE_NONE || to.kind == TYPE_NONE) {
        return;
    }
    bool pointers = from.kind == TYPE_PTR && to.kind == TYPE_PTR,
         integers = from.kind != TYPE_PTR && to.kind != TYPE_PTR;
    if (!is_pointer_or_integer(from) || !is_pointer_or_integer(to) || integers) {
        FAIL_OP(v, op, "operand-type", "pto.castptr goes between integers and pointers: not from %s to %s",
                verify_type(v, from), verify_type(v, to));
    } else if (pointers && from.space != to.space && from.space != SPACE_ANY && to.space != SPACE_ANY) {
        FAIL_OP(v, op, "address-space", "pto.castptr keeps the memory space: not from %s to %s", verify_type(v, from),
                verify_type(v, to));
    }
}

static void check_addptr(verifier_t *v, op_t *op)
{
    type_t from = op->operands[0].value != NULL ? op->operands[0].value->type : (type_t){0};
    type_t to = op->results_num > 0 ? op->results[0].type : (type_t){0};
    if (from.kind == TYPE_NONE || to.kind == TYPE_NONE || type_compatible(from, to)) {
        return;
    }
    const char *rule = to.kind == TYPE_PTR && from.space != to.space ? "address-space" : "pointer-type";
    diag_t *diag = FAIL_OP(v, op, rule, "%s keeps the type of its pointer: not from %s to %s", op->name,
                           verify_type(v, from), verify_type(v, to));
    verify_note_value(v, diag, op->operands[0].value);
}

void check_pointer(verifier_t *v, op_t *op)
{
    if (OP_IS_ANY(op, OP_LOAD_SCALAR, OP_STORE_SCALAR, OP_LOAD, OP_STORE, OP_LD_DEV, OP_ST_DEV)) {
        check_scalar_memory(v, op);
    } else if (op_is(op, OP_CASTPTR)) {
        check_castptr(v, op);
    } else if (op_is(op, OP_ADDPTR) || op_is(op, OP_REMOTE)) {
        check_addptr(v, op);
    }
}

/// Caches and special registers ///

/// Positional word `which` of an operation must be in a list.
static void check_word_of(verifier_t *v, op_t *op, uint32_t which, const char *const *words, bool optional)
{
    const attr_t *attr = op_positional(op, which);
    if (attr == NULL && optional) {
        return;
    }
    const char *text = attr != NULL && attr->text != NULL ? attr->text : "";
    const char *list = "";
    for (uint32_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            return;
        }
        list = arena_printf(&v->scratch, "%s%s%s", list, i == 0 ? "" : ", ", words[i]);
    }
    if (attr == NULL) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs one of %s", op->name, list);
    } else {
        FAIL_ATTR(v, attr, "attribute-value", "'%s' is none of %s", text, list);
    }
}

void check_cache(verifier_t *v, op_t *op)
{
    static const char *const domains[] = {"ALL", "DDR", "UB", "SEQ", NULL};
    static const char *const scopes[] = {"SINGLE_CACHE_LINE", "ENTIRE_DATA_CACHE", NULL};
    static const char *const targets[] = {"CACHELINE_ALL", "CACHELINE_UB", "CACHELINE_OUT", "CACHELINE_ATOMIC", NULL};
    if (op_is(op, OP_DSB)) {
        check_word_of(v, op, 0, domains, false);
    }
    if (!op_is(op, OP_DCCI)) {
        return;
    }
    check_word_of(v, op, 0, scopes, false);
    check_word_of(v, op, 1, targets, true);
    const value_t *pointer = op->operands_num > 0 ? op->operands[0].value : NULL;
    space_t space = pointer != NULL ? (space_t)pointer->type.space : SPACE_ANY;
    if (space != SPACE_ANY && space != SPACE_GM && space != SPACE_UB) {
        verify_fail_value(v, &op->operands[0], "address-space", "there is a cache for GM and UB");
    }
}

/// The operands of sprsti and sprsts.
static void check_spr_store(verifier_t *v, op_t *op)
{
    const value_t *pointer = op->operands[0].value, *offset = op->operands[1].value;
    if (pointer == NULL || offset == NULL || pointer->type.kind == TYPE_NONE || offset->type.kind == TYPE_NONE) {
        return;
    }
    bool word = pointer->type.kind == TYPE_PTR && (pointer->type.elem == ELEM_U32 || pointer->type.elem == ELEM_I32);
    if (!word || (pointer->type.space != SPACE_UB && pointer->type.space != SPACE_ANY)) {
        verify_fail_value(v, &op->operands[0], "operand-type", "'%s' stores to a !pto.ptr<ui32, ub>", op->name);
    } else if (offset->type.kind != TYPE_SCALAR || !elem_is_int(offset->type.elem)) {
        FAIL_OPERAND(v, &op->operands[1], "operand-type", "the offset of '%s' is an integer, and %s is %s", op->name,
                     value_spelling(v->cc, offset), verify_type(v, offset->type));
    } else if (op->results_num == 1 && !type_compatible(op->results[0].type, pointer->type)) {
        FAIL_OP(v, op, "result-type", "'%s' gives %s, not %s", op->name, verify_type(v, pointer->type),
                verify_type(v, op->results[0].type));
    }
    int64_t constant;
    if (op_is(op, OP_SPRSTI) && (!value_constant(offset, &constant) || constant < -128 || constant > 127)) {
        FAIL_OPERAND(v, &op->operands[1], "immediate", "the offset of '%s' is a constant from -128 to 127", op->name);
    }
}

/// sprclr "AR"; sprsti and sprsts "AR", %dest[%offset], whose result is the advanced pointer.
void check_spr(verifier_t *v, op_t *op)
{
    static const char *const registers[] = {"AR", NULL};
    if (!OP_IS_ANY(op, OP_SPRSTI, OP_SPRSTS, OP_SPRCLR)) {
        return;
    }
    check_word_of(v, op, 0, registers, false);
    if (op_is(op, OP_SPRCLR) || v->failed) {
        return;
    }
    if (op->operands_num != 2 || op->results_num > 1) {
        FAIL_OP(v, op, "operand-count", "'%s' takes a pointer and an offset in brackets", op->name);
        return;
    }
    check_spr_store(v, op);
}
