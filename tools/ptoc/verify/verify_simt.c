// SPDX-License-Identifier: Apache-2.0
//
// Checks of SIMT code: where its operations stand, their words and types, and the launches of grids.

#include "ptoc.h"

#include <isa/limits.h>

#include <string.h>

#include "verify.h"

static bool is_simt(const op_t *op)
{
    return op->desc != NULL && op->desc->cls == OPS_SIMT;
}

/// Places ///

static void check_thread_code(verifier_t *v, op_t *op)
{
    static const uint32_t thread = 1u << OPS_ARITH | 1u << OPS_MATH | 1u << OPS_SCF | 1u << OPS_FUNC | 1u << OPS_VALUE |
                                   1u << OPS_SCALAR | 1u << OPS_SIMT;
    if (op_is_simt_launch(op) || op_is(op, OP_SIMT_INFO)) {
        FAIL_OP(v, op, "simt-place", "'%s' belongs to the caller: a thread cannot launch threads", op->name);
    } else if ((thread >> op->desc->cls & 1) == 0 || op_is_vecscope(op)) {
        FAIL_OP(v, op, "simt-place", "'%s' is no code of a thread: a function with pto.simt_entry is scalar code",
                op->name);
    }
}

void check_simt_place(verifier_t *v, op_t *op)
{
    if (func_is_simt(op->func)) {
        check_thread_code(v, op);
        if (!v->failed && (op_is(op, OP_ARRAY) || op_is(op, OP_STRUCT)) && func_meets(op->func)) {
            FAIL_OP(v, op, "simt-local", "threads of '@%s' meet, and none keeps an array or a struct while others run",
                    op->func->name);
        }
        return;
    }
    bool of_threads = is_simt(op) && (op->desc->simt == SIMT_QUERY || op->desc->simt == SIMT_GROUP ||
                                      op->desc->simt == SIMT_SYNC || op->desc->simt == SIMT_STATE);
    if (of_threads) {
        FAIL_OP(v, op, "simt-place", "'%s' is about threads, and stands in a function with pto.simt_entry", op->name);
    } else if (is_simt(op) && op_arch(v->cc, op) != ARCH_A5) {
        FAIL_OP(v, op, "arch", "'%s' does not exist on A2/A3: it has no SIMT unit", op->name);
    } else if ((op_is_simt_launch(op) || op_is(op, OP_SIMT_INFO)) && op_core(op) == CORE_CUBE) {
        FAIL_OP(v, op, "kernel-kind", "'%s' needs a vector core, and this is code for a cube core", op->name);
    }
}

/// Words ///

static const char *const load_caches[] = {"nmfv",   "nmlv",  "nmprs",  "nmpref", "nakeep",  "naclean",
                                          "nadrop", "idsfv", "idslv",  "idsprs", "idspref", "exfv",
                                          "exlv",   "exprs", "expref", NULL};
static const char *const store_caches[] = {"nmfv",  "nmlv",  "nmprs",  "nmred",  "naci",   "napw",
                                           "napi",  "nared", "wbhfv",  "wbhlv",  "wbhprs", "wbhred",
                                           "wtsfv", "wtslv", "wtsprs", "wtsred", NULL};
static const char *const l1_caches[] = {"cache", "uncache", NULL};
static const char *const roundings[] = {"r", "a", "f", "c", "z", "o", "h", NULL};
static const char *const signs[] = {"signed", "unsigned", NULL};
static const char *const signs_and_limits[] = {"signed", "unsigned", "sat", "nosat", NULL};

static bool has_word(const char *const *words, const char *word)
{
    while (*words != NULL && strcmp(*words, word) != 0) {
        words++;
    }
    return *words != NULL;
}

/// The words of a clause; NULL: the operation has no such clause.
static const char *const *clause_words(const op_t *op, const char *name)
{
    bool gm = op_is(op, OP_LDG) || op_is(op, OP_STG);
    if (strcmp(name, "l1cache") == 0) {
        return gm ? l1_caches : NULL;
    }
    if (strcmp(name, "l2cache") == 0) {
        return op_is(op, OP_LDG) ? load_caches : gm || op->desc->simt == SIMT_ATOMIC ? store_caches : NULL;
    }
    return strcmp(name, "round") == 0 && op_is(op, OP_CONVERT) ? roundings : NULL;
}

static bool takes_sign(const op_t *op)
{
    return op->desc->simt == SIMT_ATOMIC ||
           OP_IS_ANY(op, OP_REDUX_ADD, OP_REDUX_MAX, OP_REDUX_MIN, OP_MULHI, OP_MUL_I32TOI64, OP_CONVERT);
}

static void check_clauses(verifier_t *v, op_t *op)
{
    for (uint32_t i = 0; i < op->clauses_num; i++) {
        const clause_t *clause = &op->clauses[i];
        const char *const *words = clause_words(op, clause->name);
        if (words == NULL) {
            verify_fail(v, clause->loc, (uint32_t)strlen(clause->name), "unknown-attribute", "'%s' has no %s(...)",
                        op->name, clause->name);
            return;
        }
        const char *word = cube_clause_word(op, clause, NULL);
        if (!has_word(words, word)) {
            verify_fail(v, clause->loc, (uint32_t)strlen(clause->name), "attribute-value",
                        "%s(%s): there is no such word", clause->name, word);
            return;
        }
    }
}

void check_simt_words(verifier_t *v, op_t *op)
{
    if (!is_simt(op)) {
        return;
    }
    check_clauses(v, op);
    const char *const *words = op_is(op, OP_CONVERT) ? signs_and_limits : signs;
    for (uint32_t i = 0; i < op->attrs_num && !v->failed; i++) {
        const attr_t *attr = &op->attrs[i];
        bool of_shuffle = op->desc->simt == SIMT_GROUP && op->operands_num > 1;
        if (attr->clause != 0) {
            continue;
        }
        if (attr->key == NULL && !(takes_sign(op) && attr->text != NULL && has_word(words, attr->text))) {
            FAIL_ATTR(v, attr, "unknown-attribute", "'%s' has no word '%s'", op->name,
                      attr->text != NULL ? attr->text : "");
        } else if (attr->key != NULL && strcmp(attr->key, "width") == 0 && of_shuffle) {
            if (attr->kind != ATTR_INT || (attr->integer != 16 && attr->integer != 32)) {
                FAIL_ATTR(v, attr, "attribute-value", "a shuffle has a width of 16 or 32 threads");
            }
        }
    }
}

/// Types ///

static bool type_listed(const char *types, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = strstr(types, name); at != NULL; at = strstr(at + 1, name)) {
        bool starts = at == types || at[-1] == ' ', ends = at[size] == ' ' || at[size] == '\0';
        if (starts && ends) {
            return true;
        }
    }
    return false;
}

/// The type that the table restricts: of what the pointer points to, of the first operand, else of the result.
static type_t table_type(const op_t *op)
{
    const value_t *first = op->operands_num != 0 ? op->operands[0].value : op->results_num != 0 ? op->results : NULL;
    const value_t *pointer = op_is(op, OP_STG) ? op->operands[1].value : first;
    if (pointer != NULL && pointer->type.kind == TYPE_PTR) {
        return TYPE_OF_ELEM(pointer->type.elem);
    }
    return first == NULL ? (type_t){0} : first->type;
}

/// The operand, or with -1 the result, must have this type.
static bool expect_elem(verifier_t *v, op_t *op, int operand, elem_t elem)
{
    const value_t *value = operand < 0 ? &op->results[0] : op->operands[operand].value;
    if ((operand < 0 && op->results_num == 0) || value == NULL || value->type.kind == TYPE_NONE ||
        (value->type.kind == TYPE_SCALAR && value->type.elem == elem)) {
        return true;
    }
    diag_t *diag = verify_fail(v, operand < 0 ? value->loc : op->operands[operand].loc, verify_span(value),
                               "type-mismatch", "'%s' has %s here, and %s is %s", op->name, elem_name(elem),
                               value_spelling(v->cc, value), verify_type(v, value->type));
    verify_note_value(v, diag, value);
    return false;
}

static bool has_sign(const op_t *op)
{
    return op_word(op, "signed") != NULL || op_word(op, "unsigned") != NULL;
}

static void check_sign(verifier_t *v, op_t *op, elem_t elem)
{
    bool always = op_is(op, OP_MULHI) || op_is(op, OP_MUL_I32TOI64),
         compares = op_is(op, OP_REDUX_MAX) || op_is(op, OP_REDUX_MIN);
    bool is_int = elem_is_int(elem);
    if (op_is(op, OP_CONVERT)) {
        is_int |= op->results_num != 0 && elem_is_int(op->results[0].type.elem);
        always = is_int;
    }
    if (has_sign(op) && !is_int) {
        FAIL_OP(v, op, "unknown-attribute", "'%s' of floats takes neither 'signed' nor 'unsigned'", op->name);
    } else if (is_int && (always || compares) && !has_sign(op)) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs 'signed' or 'unsigned' here", op->name);
    }
}

/// Pairs of types that pto.convert has.
static bool converts(elem_t from, elem_t to)
{
    static const elem_t pairs[][2] = {
        {ELEM_F32V2, ELEM_F16V2}, {ELEM_F16V2, ELEM_F32V2}, {ELEM_F32V2, ELEM_BF16V2}, {ELEM_BF16V2, ELEM_F32V2}};
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (pairs[i][0] == from && pairs[i][1] == to) {
            return true;
        }
    }
    bool from_float = from == ELEM_F32 || from == ELEM_F16 || from == ELEM_BF16;
    bool to_float = to == ELEM_F32 || to == ELEM_F16 || to == ELEM_BF16;
    return (from_float && to_float) || (from == ELEM_I64 && to == ELEM_F32) || (from == ELEM_F32 && to == ELEM_I64) ||
           (from == ELEM_I32 && to_float) || (from_float && to == ELEM_I32);
}

static void check_convert(verifier_t *v, op_t *op, elem_t from)
{
    elem_t to = op->results_num != 0 ? (elem_t)op->results[0].type.elem : ELEM_NONE;
    if (to == ELEM_NONE) {
        return;
    }
    if (!converts(from, to)) {
        FAIL_OP(v, op, "conversion", "'%s' has no conversion from %s to %s", op->name, elem_name(from), elem_name(to));
    } else if (op_clause(op, "round", 0) == NULL) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs round(...)", op->name);
    } else if (op_word(op, "sat") == NULL && op_word(op, "nosat") == NULL) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs 'sat' or 'nosat'", op->name);
    } else if (elem_is_int(to) && op_word(op, "sat") == NULL) {
        FAIL_OP(v, op, "conversion", "'%s' to integers saturates: 'sat'", op->name);
    }
}

static void check_atomic(verifier_t *v, op_t *op, elem_t elem)
{
    const value_t *pointer = op->operands[0].value;
    if (pointer->type.space != SPACE_GM && pointer->type.space != SPACE_UB && pointer->type.space != SPACE_ANY) {
        FAIL_OPERAND(v, &op->operands[0], "address-space", "'%s' works on GM and UB, and %s is %s", op->name,
                     value_spelling(v->cc, pointer), verify_type(v, pointer->type));
    } else if (pointer->type.space == SPACE_UB && elem == ELEM_I64) {
        FAIL_OPERAND(v, &op->operands[0], "element-type", "'%s' in UB has no i64", op->name);
    }
}

/// Scalars that are stored, or worked on in memory, have the type of the operation.
static void check_moved(verifier_t *v, op_t *op, elem_t elem)
{
    for (uint32_t i = 0; i < op->operands_num && !v->failed; i++) {
        const value_t *value = op->operands[i].value;
        if (value != NULL && value->type.kind == TYPE_SCALAR && !op->operands[i].indexed) {
            expect_elem(v, op, (int)i, elem);
        }
    }
}

/// The type of the result where the operation fixes it; ELEM_NONE where the text gives it.
static elem_t result_elem(const op_t *op, elem_t elem)
{
    return op_is(op, OP_VOTE_BALLOT)    ? ELEM_I32
           : op_is(op, OP_MUL_I32TOI64) ? ELEM_I64
           : op_is(op, OP_CONVERT)      ? ELEM_NONE
                                        : elem;
}

/// What atomics, conversions and operations with a sign demand beside their types.
static void check_kind(verifier_t *v, op_t *op, elem_t elem)
{
    if (op->desc->simt == SIMT_ATOMIC) {
        check_atomic(v, op, elem);
    }
    if (!v->failed && op_is(op, OP_CONVERT)) {
        check_convert(v, op, elem);
    }
    if (!v->failed && takes_sign(op)) {
        check_sign(v, op, elem);
    }
}

void check_simt_types(verifier_t *v, op_t *op)
{
    if (!is_simt(op) || op->desc->simt == SIMT_LAUNCH || op->desc->simt == SIMT_SYNC) {
        return;
    }
    type_t type = table_type(op);
    elem_t elem = (elem_t)type.elem;
    if (type.kind == TYPE_NONE || elem == ELEM_NONE) {
        return;
    }
    if (type.kind != TYPE_SCALAR || !type_listed(op->desc->simt_types, elem_name(elem))) {
        FAIL_OP(v, op, "element-type", "'%s' has no %s; it has %s", op->name, verify_type(v, type),
                op->desc->simt_types);
        return;
    }
    if (op->desc->simt == SIMT_ATOMIC || op_is(op, OP_STG)) {
        check_moved(v, op, elem);
    }
    elem_t result = result_elem(op, elem);
    if (!v->failed && result != ELEM_NONE) {
        expect_elem(v, op, -1, result);
    }
    if (!v->failed && op->desc->simt == SIMT_GROUP && op->operands_num > 1) {
        expect_elem(v, op, 1, ELEM_I32);
    }
    if (!v->failed) {
        check_kind(v, op, elem);
    }
}

/// Kept values ///

static const op_t *first_behind(const op_t *op, op_id_t id)
{
    while (op != NULL && (op_is(op, id) || op_is(op, OP_CONSTANT))) {
        op = op->prev;
    }
    return op;
}

/// Whether the value that an operation keeps or resumes takes two slots.
static bool takes_two_slots(const op_t *op)
{
    type_t type = op_is(op, OP_KEEP)     ? op->operands[0].value->type
                  : op->results_num != 0 ? op->results[0].type
                                         : (type_t){0};
    return type.elem == ELEM_I64;
}

/// Whether a slot's words are also those of another operation of the same group.
static const op_t *slot_taken(const op_t *op, int64_t slot, bool wide)
{
    for (const op_t *other = op->prev; other != NULL; other = other->prev) {
        const attr_t *attr = other->desc != NULL && other->desc->id == op->desc->id ? op_attr(other, "slot") : NULL;
        if (attr != NULL && attr->integer <= slot + wide && slot <= attr->integer + takes_two_slots(other)) {
            return other;
        }
    }
    return NULL;
}

void check_simt_slot(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_KEEP) && !op_is(op, OP_RESUME)) {
        return;
    }
    const attr_t *slot = op_attr(op, "slot");
    if (slot == NULL || slot->kind != ATTR_INT) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs {slot = N : i64}", op->name);
        return;
    }
    bool wide = takes_two_slots(op);
    if (slot->integer < 0 || slot->integer + wide >= PTO_SIMT_SLOTS || (wide && slot->integer % 2 != 0)) {
        FAIL_ATTR(v, slot, "attribute-value",
                  wide ? "i64 takes two slots, from an even one of 0 to %d" : "slots are 0 to %d",
                  wide ? (PTO_SIMT_SLOTS - 2) / 2 * 2 : PTO_SIMT_SLOTS - 1);
        return;
    }
    const op_t *taken = slot_taken(op, slot->integer, wide);
    if (taken != NULL) {
        diag_t *diag = FAIL_ATTR(v, slot, "attribute-value", "this slot is taken");
        diag_note(v->cc, diag, taken->loc, "here");
        return;
    }
    if (op->parent->region->owner != NULL) {
        FAIL_OP(v, op, "simt-place", "'%s' stands directly in its function", op->name);
    } else if (op_is(op, OP_RESUME) && first_behind(op, OP_RESUME) != NULL) {
        FAIL_OP(v, op, "simt-place", "'%s' comes first in its function", op->name);
    } else if (op_is(op, OP_KEEP)) {
        const op_t *next = op->next;
        while (op_is(next, OP_KEEP) || op_is(next, OP_SYNCTHREADS)) {
            next = next->next;
        }
        if (next != NULL && !op_is(next, OP_RETURN)) {
            FAIL_OP(v, op, "simt-place", "'%s' comes last in its function", op->name);
        }
    }
}

/// Launches ///

/// Whether a launch configuration comes before an operation on every path: before it or one of the operations around
/// it.
static bool is_configured(const op_t *op)
{
    for (const op_t *at = op; at != NULL; at = at->parent->region != NULL ? at->parent->region->owner : NULL) {
        for (const op_t *before = at->prev; before != NULL; before = before->prev) {
            if (op_is(before, OP_SIMT_INFO)) {
                return true;
            }
        }
    }
    return false;
}

static void check_threads(verifier_t *v, op_t *op, const func_t *callee)
{
    int64_t threads = 1, extent, most = func_simt_threads(callee);
    for (uint32_t i = 0; i < 3 && op_is(op, OP_SIMT_LAUNCH); i++) {
        if (op->operands[i].value == NULL || !value_constant(op->operands[i].value, &extent)) {
            return;
        }
        if (extent < 1 || extent > PTO_SIMT_THREADS_MAX) {
            FAIL_OPERAND(v, &op->operands[i], "simt-launch", "a grid has 1 to %d threads", PTO_SIMT_THREADS_MAX);
            return;
        }
        threads *= extent;
    }
    if (threads > most) {
        FAIL_OP(v, op, "simt-launch", "%lld threads, and '@%s' is for at most %lld", (long long)threads, callee->name,
                (long long)most);
    }
}

void check_simt_launch(verifier_t *v, op_t *op)
{
    if (!op_is_simt_launch(op)) {
        return;
    }
    const func_t *callee = op_callee(op);
    if (callee == NULL) {
        return;
    }
    if (!func_is_simt(callee)) {
        diag_t *diag =
            FAIL_OP(v, op, "simt-launch", "'@%s' is no SIMT function: it has no pto.simt_entry", callee->name);
        diag_note(v->cc, diag, callee->loc, "'@%s' is here", callee->name);
    } else if (op_vecscope(op) != NULL) {
        FAIL_OP(v, op, "in-scope", "'%s' is issued by the scalar unit and cannot stand inside a vector scope",
                op->name);
    } else if (op_is(op, OP_CALL) && !is_configured(op)) {
        FAIL_OP(v, op, "simt-launch", "'@%s' is a SIMT function: pto.store_vfsimt_info comes before its call",
                callee->name);
    } else {
        check_threads(v, op, callee);
    }
}

/// Functions ///

static uint32_t param_bytes(type_t type)
{
    return type.kind == TYPE_PTR ? 8 : (elem_bits(type.elem) + 7) / 8;
}

/// The three extents of the grid and the parameters share the buffer of a vector function.
static void check_params(verifier_t *v, const func_t *func)
{
    uint32_t bytes = 3 * 4;
    for (uint32_t i = 0; i < func->params_num; i++) {
        uint32_t size = param_bytes(func->params[i].type);
        bytes = size == 0 ? bytes : (bytes + size - 1) / size * size + size;
    }
    if (bytes > PTO_VF_PARAM_BYTES || func->params_num + 3 > PTO_VF_PARAM_MAX) {
        verify_fail(v, func->loc, (uint32_t)strlen(func->name) + 1, "vf-parameters",
                    "'@%s' takes %u parameters (%u bytes with the extents of the grid); a launch holds %d and %d bytes",
                    func->name, func->params_num, bytes, PTO_VF_PARAM_MAX - 3, PTO_VF_PARAM_BYTES);
    }
}

void verify_simt_function(verifier_t *v, const func_t *func)
{
    const attr_t *threads = attr_find(func->attrs, func->attrs_num, "pto.simt_max_threads");
    if (threads != NULL && !func_is_simt(func)) {
        FAIL_ATTR(v, threads, "unknown-attribute", "pto.simt_max_threads is for functions with pto.simt_entry");
    } else if (threads != NULL &&
               (threads->kind != ATTR_INT || threads->integer < 1 || threads->integer > PTO_SIMT_THREADS_MAX)) {
        FAIL_ATTR(v, threads, "attribute-value", "pto.simt_max_threads is 1 to %d", PTO_SIMT_THREADS_MAX);
    }
    if (!func_is_simt(func)) {
        return;
    }
    if (func->results_num > 0) {
        verify_fail(v, func->loc, (uint32_t)strlen(func->name) + 1, "return",
                    "'@%s' is run by each thread and cannot return values", func->name);
    }
    check_params(v, func);
}
