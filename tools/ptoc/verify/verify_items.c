// SPDX-License-Identifier: Apache-2.0
//
// Each operand and result of a vector instruction against its item in the signature of isa/vector.def.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

/// Operands and results against their items ///

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

/// The same element in the C API: signless and signed integers are one type there.
static bool same_elem(elem_t a, elem_t b)
{
    return a == ELEM_NONE || b == ELEM_NONE || a == b || strcmp(elem_token(a), elem_token(b)) == 0;
}

/// The granularity of masks over an element type. 64-bit elements have none of their own and use b32.
static uint32_t elem_gran(elem_t elem)
{
    uint32_t bits = elem == ELEM_NONE ? 0 : elem_bits(elem);
    return bits == 64 ? 32 : bits == 8 || bits == 16 || bits == 32 ? bits : 0;
}

/// Granularity that the mask of a store has, by its distribution; 0: any.
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

/// What is wrong with a type at an item: the rule, and in *want what the item takes. NULL: nothing.
static const char *item_rule(verifier_t *v, const op_t *op, const sig_item_t *item, type_t type, uint32_t gran,
                             const char **want)
{
    elem_t elem = op->elem;
    const char *name = elem != ELEM_NONE ? elem_name(elem) : "any type";
    if (type.kind == TYPE_NONE) {
        return NULL;
    }
    switch (item->kind) {
        case SIG_V:
            if (type.kind == TYPE_VREG && same_elem(type.elem, elem)) {
                return NULL;
            }
            *want = arena_printf(&v->scratch, "a vector of %s", name);
            return "operand-type";
        case SIG_C:
            *want = arena_printf(&v->scratch, "a vector of %s",
                                 elem != ELEM_NONE ? elem_name(accumulation_elem(elem)) : name);
            return type.kind == TYPE_VREG && same_elem(type.elem, accumulation_elem(elem)) ? NULL : "operand-type";
        case SIG_F:
            *want = "a vector of f32";
            return type.kind == TYPE_VREG && type.elem == ELEM_F32 ? NULL : "operand-type";
        case SIG_R:
            *want = "a vector";
            return type.kind == TYPE_VREG ? NULL : "operand-type";
        case SIG_U:
            *want = arena_printf(&v->scratch, "a vector of %u-bit integers", elem != ELEM_NONE ? elem_bits(elem) : 0);
            return type.kind == TYPE_VREG && elem_is_int(type.elem) &&
                           (elem == ELEM_NONE || elem_bits(type.elem) == elem_bits(elem))
                       ? NULL
                       : "operand-type";
        case SIG_X:
            *want = item->bits != 0 ? arena_printf(&v->scratch, "a vector of %u-bit integers", item->bits)
                                    : "a vector of integers of 8 to 32 bits";
            return type.kind == TYPE_VREG && elem_is_int(type.elem) &&
                           (item->bits != 0 ? elem_bits(type.elem) == item->bits : elem_bits(type.elem) <= 32)
                       ? NULL
                       : "operand-type";
        case SIG_S:
            *want = arena_printf(&v->scratch, "a scalar %s", name);
            return type.kind == TYPE_SCALAR && (elem == ELEM_NONE || same_elem(type.elem, elem) ||
                                                (elem_is_int(elem) && elem_is_int(type.elem) &&
                                                 type.elem != ELEM_INDEX && elem_bits(type.elem) == elem_bits(elem)))
                       ? NULL
                       : "operand-type";
        case SIG_M:
        case SIG_G:
        case SIG_M8:
        case SIG_M16:
        case SIG_M32: {
            uint32_t need = item->kind == SIG_M8 ? 8 : item->kind == SIG_M16 ? 16 : item->kind == SIG_M32 ? 32 : gran;
            if (type.kind == TYPE_MASK && (need == 0 || type.gran == 0 || type.gran == need)) {
                return NULL;
            }
            *want = need != 0 ? arena_printf(&v->scratch, "!pto.mask<b%u>", need) : "a mask";
            return type.kind != TYPE_MASK ? "operand-type" : "mask-granularity";
        }
        case SIG_P:
        case SIG_Q:
            *want = item->kind == SIG_P && elem != ELEM_NONE ? arena_printf(&v->scratch, "!pto.ptr<%s, ub>", name)
                                                             : "a pointer to UB";
            if (type.kind != TYPE_PTR) {
                return "operand-type";
            }
            if (type.space != SPACE_UB && type.space != SPACE_ANY) {
                return "address-space";
            }
            // Sorted records are scores and indices: their place may be typed as either.
            bool records = strcmp(op->form->fn, "vbitsort") == 0 && item == &op->form->operands[0] &&
                           elem_is_int(type.elem) && elem_bits(type.elem) == 32;
            return item->kind == SIG_Q || type.elem == ELEM_NONE || same_elem(type.elem, elem) || records
                       ? NULL
                       : "pointer-type";
        case SIG_A:
            *want = "!pto.align";
            return type.kind == TYPE_ALIGN ? NULL : "operand-type";
        case SIG_I16:
        case SIG_I32:
        case SIG_I64: {
            uint32_t bits = item->kind == SIG_I16 ? 16 : item->kind == SIG_I32 ? 32 : 64;
            *want = arena_printf(&v->scratch, "i%u", bits);
            bool integer = type.kind == TYPE_SCALAR && elem_is_int(type.elem);
            // The manuals write shift counts as i16, as i32 and as the elements; only the low bits count.
            bool count = strcmp(op->form->fn, "vshls") == 0 || strcmp(op->form->fn, "vshrs") == 0;
            bool other = count && (elem_bits(type.elem) == 32 || elem_bits(type.elem) == elem_bits(op->elem));
            return integer && (elem_bits(type.elem) == bits || other) ? NULL : "operand-type";
        }
        case SIG_IDX:
            *want = "index";
            return type.kind == TYPE_SCALAR && elem_is_int(type.elem) && elem_bits(type.elem) > 1 ? NULL
                                                                                                  : "operand-type";
        default:
            return NULL;
    }
}

/// The granularity that an M item has: of the elements, or of the predicate form.
static uint32_t form_gran(const op_t *op)
{
    uint32_t grans = op->form->types & (B8 | B16 | B32);
    if (grans == 0) {
        return elem_gran(op->elem);
    }
    return grans == B8 ? 8 : grans == B16 ? 16 : grans == B32 ? 32 : op->gran;
}

/// A mask that every item of a predicate form would accept: its own list of granularities.
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

/// Listed types against the types that the operands were defined with.
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
        // What is listed rather than what the parser made of it: !pto.mask<G> is settled by then.
        type_t type = i < num ? listed[i].type : i < op->results_num ? op->results[i].type : (type_t){0};
        const char *want = NULL;
        // The name of a predicate instruction fixes its granularity, whatever is listed.
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
