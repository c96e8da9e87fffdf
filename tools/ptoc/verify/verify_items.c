// SPDX-License-Identifier: Apache-2.0
//
// Compares each operand and result of a vector instruction with its item in the signature of isa/vector.def.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

/// Operands and results by items ///

static elem_t accumulation_elem(elem_t elem)
{
    switch (elem) {
        case ELEM_I8:
            return ELEM_I16;
        case ELEM_S8:
            return ELEM_S16;
        case ELEM_U8:
            return ELEM_U16;
        case ELEM_I16:
            return ELEM_I32;
        case ELEM_S16:
            return ELEM_S32;
        case ELEM_U16:
            return ELEM_U32;
        default:
            return elem;
    }
}

/// Whether elements have the same C type: signless and signed integers share one.
static bool same_elem(elem_t a, elem_t b)
{
    return a == ELEM_NONE || b == ELEM_NONE || a == b || strcmp(elem_token(a), elem_token(b)) == 0;
}

/// The granularity of masks for an element type. 64-bit elements have no granularity of their own and use b32.
static uint32_t elem_gran(elem_t elem)
{
    uint32_t bits = elem == ELEM_NONE ? 0 : elem_bits(elem);
    return bits == 64 ? 32 : bits == 8 || bits == 16 || bits == 32 ? bits : 0;
}

/// The granularity that a store's mask needs, by its distribution; 0: any.
static uint32_t store_gran(const op_t *op, const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind != SIG_ATTR || bound[i].value == NULL) {
            continue;
        }
        const char *name = bound[i].value->spelling;
        uint8_t cls = bound[i].value->cls;
        if (cls == ATTRS_dist_stx2) {
            return 0;  // interleaving stores ignore the mask
        }
        if (cls != ATTRS_dist_st) {
            continue;
        }
        if (strcmp(name, "NORM") == 0) {
            return elem_gran(op->elem);
        }
        if (strncmp(name, "1PT", 3) == 0 || strcmp(name, "PK_B64") == 0) {
            return 0;
        }
        if (strncmp(name, "MRG", 3) == 0) {
            return strcmp(name, "MRG2CHN_B8") == 0 ? 16 : 32;
        }
        const char *width = strrchr(name, 'B');
        return width == NULL ? 0 : strcmp(width, "B8") == 0 ? 8 : strcmp(width, "B16") == 0 ? 16 : 32;
    }
    return 0;
}

/// A type given for an item of an operation, and the types that the item takes.
typedef struct ask {
    verifier_t *v;
    const op_t *op;
    const sig_item_t *item;
    type_t type;
    uint32_t gran;
    const char *want;
} ask_t;

static bool is_vector_of(type_t type, elem_t elem)
{
    return type.kind == TYPE_VREG && same_elem(type.elem, elem);
}

static const char *elements_name(elem_t elem)
{
    return elem != ELEM_NONE ? elem_name(elem) : "any type";
}

static const char *vector_rule(ask_t *ask)
{
    const elem_t of = ask->op->elem;
    const elem_t elem = ask->item->kind == SIG_F ? ELEM_F32 : ask->item->kind == SIG_C ? accumulation_elem(of) : of;
    ask->want = arena_printf(&ask->v->scratch, "a vector of %s", elements_name(elem));
    return is_vector_of(ask->type, elem) ? NULL : "operand-type";
}

static const char *any_vector_rule(ask_t *ask)
{
    ask->want = "a vector";
    return ask->type.kind == TYPE_VREG ? NULL : "operand-type";
}

static bool is_vector_of_integers(type_t type)
{
    return type.kind == TYPE_VREG && elem_is_int(type.elem);
}

/// Integers as wide as the elements.
static const char *bits_rule(ask_t *ask)
{
    const elem_t elem = ask->op->elem;
    const uint32_t bits = elem != ELEM_NONE ? elem_bits(elem) : 0;
    ask->want = arena_printf(&ask->v->scratch, "a vector of %u-bit integers", bits);
    bool fits = is_vector_of_integers(ask->type) && (elem == ELEM_NONE || elem_bits(ask->type.elem) == bits);
    return fits ? NULL : "operand-type";
}

/// Integers of the item's width, or of any width up to 32 bits.
static const char *indices_rule(ask_t *ask)
{
    const uint32_t bits = ask->item->bits;
    ask->want = bits != 0 ? arena_printf(&ask->v->scratch, "a vector of %u-bit integers", bits)
                          : "a vector of integers of 8 to 32 bits";
    bool fits = is_vector_of_integers(ask->type) &&
                (bits != 0 ? elem_bits(ask->type.elem) == bits : elem_bits(ask->type.elem) <= 32);
    return fits ? NULL : "operand-type";
}

/// A scalar of the element type; integers may have any width.
static const char *scalar_rule(ask_t *ask)
{
    const elem_t elem = ask->op->elem, given = ask->type.elem;
    ask->want = arena_printf(&ask->v->scratch, "a scalar %s", elements_name(elem));
    bool as_wide =
        elem_is_int(elem) && elem_is_int(given) && given != ELEM_INDEX && elem_bits(given) == elem_bits(elem);
    return ask->type.kind == TYPE_SCALAR && (same_elem(given, elem) || as_wide) ? NULL : "operand-type";
}

static const char *mask_rule(ask_t *ask)
{
    static const uint32_t fixed[] = {[SIG_M8] = 8, [SIG_M16] = 16, [SIG_M32] = 32};
    const sig_kind_t kind = ask->item->kind;
    const uint32_t need = kind == SIG_M || kind == SIG_G ? ask->gran : fixed[kind];
    if (ask->type.kind == TYPE_MASK && (need == 0 || ask->type.gran == 0 || ask->type.gran == need)) {
        return NULL;
    }
    ask->want = need != 0 ? arena_printf(&ask->v->scratch, "!pto.mask<b%u>", need) : "a mask";
    return ask->type.kind != TYPE_MASK ? "operand-type" : "mask-granularity";
}

static const char *pointer_rule(ask_t *ask)
{
    const elem_t elem = ask->op->elem;
    const type_t type = ask->type;
    const bool typed = ask->item->kind == SIG_P;
    ask->want = typed && elem != ELEM_NONE ? arena_printf(&ask->v->scratch, "!pto.ptr<%s, ub>", elem_name(elem))
                                           : "a pointer to UB";
    if (type.kind != TYPE_PTR) {
        return "operand-type";
    }
    if (type.space != SPACE_UB && type.space != SPACE_ANY) {
        return "address-space";
    }
    // Sorted records are scores and indices, so their memory may be typed as either.
    bool records = strcmp(ask->op->form->fn, "vbitsort") == 0 && ask->item == &ask->op->form->operands[0] &&
                   elem_is_int(type.elem) && elem_bits(type.elem) == 32;
    return !typed || type.elem == ELEM_NONE || same_elem(type.elem, elem) || records ? NULL : "pointer-type";
}

static const char *align_rule(ask_t *ask)
{
    ask->want = "!pto.align";
    return ask->type.kind == TYPE_ALIGN ? NULL : "operand-type";
}

static const char *integer_rule(ask_t *ask)
{
    const uint32_t bits = ask->item->kind == SIG_I16 ? 16 : ask->item->kind == SIG_I32 ? 32 : 64;
    const uint32_t given = elem_bits(ask->type.elem);
    ask->want = arena_printf(&ask->v->scratch, "i%u", bits);
    bool integer = ask->type.kind == TYPE_SCALAR && elem_is_int(ask->type.elem);
    // The manuals write shift counts as i16, as i32 and as the elements; only the low bits count.
    bool count = strcmp(ask->op->form->fn, "vshls") == 0 || strcmp(ask->op->form->fn, "vshrs") == 0;
    bool other = count && (given == 32 || given == elem_bits(ask->op->elem));
    return integer && (given == bits || other) ? NULL : "operand-type";
}

static const char *index_rule(ask_t *ask)
{
    ask->want = "index";
    bool fits = ask->type.kind == TYPE_SCALAR && elem_is_int(ask->type.elem) && elem_bits(ask->type.elem) > 1;
    return fits ? NULL : "operand-type";
}

/// The rule that a type at an item violates, with *want the expected types; NULL: none.
static const char *item_rule(verifier_t *v, const op_t *op, const sig_item_t *item, type_t type, uint32_t gran,
                             const char **want)
{
    static const char *(*const rules[])(ask_t *) = {
        [SIG_V] = vector_rule,    [SIG_C] = vector_rule,    [SIG_F] = vector_rule,  [SIG_R] = any_vector_rule,
        [SIG_U] = bits_rule,      [SIG_X] = indices_rule,   [SIG_S] = scalar_rule,  [SIG_M] = mask_rule,
        [SIG_G] = mask_rule,      [SIG_M8] = mask_rule,     [SIG_M16] = mask_rule,  [SIG_M32] = mask_rule,
        [SIG_P] = pointer_rule,   [SIG_Q] = pointer_rule,   [SIG_A] = align_rule,   [SIG_I16] = integer_rule,
        [SIG_I32] = integer_rule, [SIG_I64] = integer_rule, [SIG_IDX] = index_rule,
    };
    if (type.kind == TYPE_NONE || item->kind >= sizeof(rules) / sizeof(rules[0]) || rules[item->kind] == NULL) {
        return NULL;
    }
    ask_t ask = {.v = v, .op = op, .item = item, .type = type, .gran = gran, .want = *want};
    const char *rule = rules[item->kind](&ask);
    *want = ask.want;
    return rule;
}

/// The granularity of an M item: of the elements, or of the predicate form.
static uint32_t form_gran(const op_t *op)
{
    uint32_t grans = op->form->types & (B8 | B16 | B32);
    if (grans == 0) {
        return elem_gran(op->elem);
    }
    return grans == B8 ? 8 : grans == B16 ? 16 : grans == B32 ? 32 : op->gran;
}

/// Whether a predicate form exists for a granularity.
static bool gran_exists(const op_t *op, uint32_t gran)
{
    uint32_t grans = op->form->types & (B8 | B16 | B32);
    return grans == 0 || gran == 0 || (grans & gran_table_bit(gran)) != 0;
}

static void check_bound(verifier_t *v, op_t *op, const bound_t *bound, uint32_t gran)
{
    const value_t *value = bound->operand->value;
    if (value == NULL || value->type.kind == TYPE_NONE) {
        return;
    }
    const char *want = NULL;
    const char *rule = item_rule(v, op, bound->item, value->type, gran, &want);
    if (rule == NULL && value->type.kind == TYPE_MASK && bound->item->kind == SIG_M &&
        !gran_exists(op, value->type.gran)) {
        rule = "mask-granularity";
        want = "a mask of another granularity";
    }
    if (rule == NULL) {
        return;
    }
    const char *have = verify_type(v, value->type), *name = value_spelling(v->cc, value);
    diag_t *diag;
    if (strcmp(rule, "address-space") == 0) {
        diag = FAIL_OPERAND(v, bound->operand, rule, "vector instructions access UB only, and %s is %s", name, have);
    } else if (strcmp(rule, "mask-granularity") == 0 && bound->item->kind == SIG_M && op->elem != ELEM_NONE) {
        diag = FAIL_OPERAND(v, bound->operand, rule, "elements of %s are governed by %s, and %s is %s",
                            elem_name(op->elem), want, name, have);
    } else {
        diag = FAIL_OPERAND(v, bound->operand, rule, "'%s' takes %s here, and %s is %s", op->name, want, name, have);
    }
    verify_note_value(v, diag, value);
}

/// Compares listed types with the types of the operands.
static void check_listed(verifier_t *v, op_t *op)
{
    bool with_index = op->types_num == op->operands_num;
    bool with_number = op->types_num >= verify_plain_operands(op);
    for (uint32_t i = 0, t = 0; i < op->operands_num && t < op->types_num; i++) {
        const operand_t *operand = &op->operands[i];
        bool number = operand->value != NULL && operand->value->type.kind == TYPE_SCALAR;
        if ((operand->indexed && !with_index) || (number && !with_number)) {
            continue;
        }
        const listed_type_t *listed = &op->types[t++];
        if (operand->value != NULL && !type_compatible(listed->type, operand->value->type)) {
            const char *name = verify_type(v, listed->type);
            diag_t *diag =
                verify_fail(v, listed->loc, (uint32_t)strlen(name), "type-mismatch", "%s is listed as %s, but it is %s",
                            value_spelling(v->cc, operand->value), name, verify_type(v, operand->value->type));
            verify_note_value(v, diag, operand->value);
        }
    }
}

void check_vector_operands(verifier_t *v, op_t *op)
{
    if (!verify_is_vector(op)) {
        return;
    }
    check_listed(v, op);
    if (v->failed) {
        return;
    }
    bound_t bound[SIG_MAX];
    const operand_t *extra;
    uint32_t num = ops_operands(op, bound, &extra);
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].operand == NULL) {
            continue;
        }
        uint32_t gran = bound[i].item->kind == SIG_G ? store_gran(op, bound, num) : form_gran(op);
        check_bound(v, op, &bound[i], gran);
        if (bound[i].index != NULL) {
            static const sig_item_t index_item = {.kind = SIG_IDX};
            const bound_t index = {.item = &index_item, .operand = bound[i].index};
            check_bound(v, op, &index, 0);
        }
    }
}

void check_vector_results(verifier_t *v, op_t *op)
{
    if (!verify_is_vector(op)) {
        return;
    }
    uint32_t num;
    const listed_type_t *listed = verify_listed_results(op, &num);
    for (uint32_t i = 0; i < op->form->results_num; i++) {
        // The listed type instead of the parsed one, in which !pto.mask<G> has been replaced.
        type_t type = i < num ? listed[i].type : i < op->results_num ? op->results[i].type : (type_t){0};
        const char *want = NULL;
        // The name of a predicate instruction fixes its granularity, whatever type is listed.
        uint32_t gran = op->form->results[i].kind == SIG_G ? 0 : form_gran(op);
        const char *rule = item_rule(v, op, &op->form->results[i], type, gran, &want);
        if (rule == NULL) {
            continue;
        }
        rule = strcmp(rule, "operand-type") == 0 ? "result-type" : rule;
        const char *have = verify_type(v, type);
        loc_t loc = i < num ? listed[i].loc : i < op->results_num ? op->results[i].loc : op->loc;
        verify_fail(v, loc, (uint32_t)strlen(have), rule, "'%s' gives %s, not %s", op->name, want, have);
    }
}
