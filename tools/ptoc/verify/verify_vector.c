// SPDX-License-Identifier: Apache-2.0
//
// Checks of vector and predicate instructions: each operand, attribute and result against its item in
// the signature of isa/vector.def.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

#define VREG_BITS 2048

/// Result types stand behind an arrow, or alone behind the colon when there are no operands.
static const listed_type_t *listed_results(const op_t *op, uint32_t *num)
{
    bool alone = op->operands_num == 0 && op->result_types_num == 0;
    *num = alone ? op->types_num : op->result_types_num;
    return alone ? op->types : op->result_types;
}

/// Types that no instruction could have ///

void verify_check_type(verifier_t *v, loc_t loc, type_t type)
{
    if (type.kind == TYPE_VREG && type.elem != ELEM_NONE) {
        uint32_t bits = elem_bits(type.elem);
        uint32_t lanes = bits > 0 ? VREG_BITS / bits : 0;
        const char *name = verify_type(v, type);
        if (bits < 8) {
            verify_fail(v, loc, (uint32_t)strlen(name), "vreg-width", "%s: registers hold elements of 8 to 64 bits",
                        name);
        } else if (type.lanes != lanes) {
            verify_fail(v, loc, (uint32_t)strlen(name), "vreg-width",
                        "%s has %u x %u bits; a register of %s has %u lanes", name, type.lanes, bits,
                        elem_name(type.elem), lanes);
        }
    } else if (type.kind == TYPE_PTR && type.elem == ELEM_NONE) {
        verify_fail(v, loc, (uint32_t)strlen("!pto.ptr"), "pointer-type",
                    "the type of a pointer that is made has its element and its space: !pto.ptr<f32, ub>");
    } else if (type.kind == TYPE_MASK && type.gran != 0 && type.gran != 8 && type.gran != 16 && type.gran != 32) {
        const char *name = verify_type(v, type);
        verify_fail(v, loc, (uint32_t)strlen(name), "mask-type", "%s: a mask is of b8, b16 or b32", name);
    } else if (type.kind == TYPE_OPAQUE && strcmp(type.name, "vector") != 0) {  // tmrgsort takes one
        const char *name = verify_type(v, type);
        verify_fail(v, loc, (uint32_t)strlen(name), "unknown-type", "%s: there is no such type", name);
    }
}

/// Registers are checked where they are made: where they are used the same text would be reported again.
void check_registers(verifier_t *v, op_t *op)
{
    uint32_t num;
    const listed_type_t *listed = listed_results(op, &num);
    for (uint32_t i = 0; i < op->results_num; i++) {
        verify_check_type(v, i < num ? listed[i].loc : op->results[i].loc, op->results[i].type);
    }
    for (uint32_t i = op->results_num; i < num; i++) {
        verify_check_type(v, listed[i].loc, listed[i].type);
    }
    for (uint32_t r = 0; r < op->regions_num; r++) {
        const block_t *block = op->regions[r].block;
        for (uint32_t i = 0; block != NULL && i < block->args_num; i++) {
            verify_check_type(v, block->args[i].loc, block->args[i].type);
        }
    }
}

/// Counts ///

static bool is_vector_op(const op_t *op)
{
    return op->desc != NULL && op->desc->cls == OPS_VECTOR && op->form != NULL;
}

static const char *item_words(const sig_item_t *item)
{
    switch (item->kind) {
        case SIG_V:
        case SIG_C:
        case SIG_R:
        case SIG_F:
            return "vector";
        case SIG_U:
        case SIG_X:
            return "integer vector";
        case SIG_M:
        case SIG_G:
        case SIG_M8:
        case SIG_M16:
        case SIG_M32:
            return "mask";
        case SIG_S:
            return "scalar";
        case SIG_P:
        case SIG_Q:
            return item->indexed ? "pointer[offset]" : "pointer";
        case SIG_A:
            return "align";
        case SIG_I16:
            return "i16";
        case SIG_I32:
            return "i32";
        case SIG_I64:
            return "i64";
        case SIG_IDX:
            return "index";
        default:
            return "attribute";
    }
}

/// "2 operands (vector, mask)" or "no operands".
static const char *items_text(verifier_t *v, const sig_item_t *items, uint32_t num, const char *noun)
{
    text_t list = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < num; i++) {
        if (items[i].kind != SIG_ATTR) {
            text_printf(&list, "%s%s", count > 0 ? ", " : "", item_words(&items[i]));
            count++;
        }
    }
    const char *words = count == 0
                            ? arena_printf(&v->scratch, "no %ss", noun)
                            : arena_printf(&v->scratch, "%u %s%s (%s)", count, noun, count > 1 ? "s" : "", list.data);
    text_free(&list);
    return words;
}

/// Operands outside of brackets, as the text form counts them.
static uint32_t plain_operands(const op_t *op)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        count += !op->operands[i].indexed;
    }
    return count;
}

static bool item_kind(const bound_t *bound, uint32_t num, uint8_t kind)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == kind) {
            return true;
        }
    }
    return false;
}

void check_vector_counts(verifier_t *v, op_t *op)
{
    if (!is_vector_op(op)) {
        return;
    }
    bound_t bound[SIG_MAX];
    const operand_t *extra = NULL;
    uint32_t num = ops_operands(op, bound, &extra);
    const char *takes = items_text(v, op->form->operands, op->form->operands_num, "operand");
    if (extra != NULL) {
        FAIL_OPERAND(v, extra, "operand-count", "'%s' takes %s; this one is too many", op->name, takes);
        return;
    }
    for (uint32_t i = 0; i < num; i++) {
        const sig_item_t *item = bound[i].item;
        if (item->kind != SIG_ATTR && bound[i].operand == NULL) {
            FAIL_OP(v, op, "operand-count", "'%s' takes %s, but %u %s given", op->name, takes, plain_operands(op),
                    plain_operands(op) == 1 ? "is" : "are");
            return;
        }
        if (item->indexed && bound[i].index == NULL) {
            FAIL_OPERAND(v, bound[i].operand, "operand-count", "the pointer of '%s' has an offset in brackets",
                         op->name);
            return;
        }
    }
    uint32_t listed_num;
    (void)listed_results(op, &listed_num);
    uint32_t results = op->results_num > 0 ? op->results_num : listed_num;
    if (results != op->form->results_num) {
        FAIL_OP(v, op, "result-count", "'%s' gives %s, but %u %s %s", op->name,
                items_text(v, op->form->results, op->form->results_num, "result"), results, results == 1 ? "is" : "are",
                op->results_num > 0 ? "bound" : "listed");
        return;
    }
    if (op->results_num > 0 && listed_num > 0 && listed_num != op->results_num) {
        FAIL_OP(v, op, "result-count", "%u results are bound and %u result types listed", op->results_num, listed_num);
        return;
    }
    if (op->operands_num == 0) {
        return;
    }
    // The offset in brackets has a type in the lists of some operations and none in others.
    uint32_t plain = plain_operands(op);
    bool without_index = op->types_num + 1u == plain && item_kind(bound, num, SIG_IDX);
    if (op->types_num != op->operands_num && op->types_num != plain && !without_index) {
        FAIL_OP(v, op, "operand-count", "%u type%s listed for %u operand%s", op->types_num,
                op->types_num == 1 ? " is" : "s are", plain, plain == 1 ? "" : "s");
    }
}

/// Attributes ///

static const char *values_text(verifier_t *v, attr_class_t cls)
{
    text_t text = {0};
    const attr_value_t *value;
    for (uint32_t i = 0; (value = attr_value_at(cls, i)) != NULL; i++) {
        text_printf(&text, "%s%s", i > 0 ? " " : "", value->spelling);
    }
    const char *copy = arena_printf(&v->scratch, "%s", text.data != NULL ? text.data : "");
    text_free(&text);
    return copy;
}

static const char *nearest_value(attr_class_t cls, const char *word)
{
    const char *words[33];
    uint32_t num = 0;
    const attr_value_t *value;
    while (num < 32 && (value = attr_value_at(cls, num)) != NULL) {
        words[num++] = value->spelling;
    }
    words[num] = NULL;
    return verify_nearest(word, words);
}

/// Whether `word` names a family of the class that has no member of the element's width: "BRC" for BRC_B8...
static bool is_family(attr_class_t cls, const char *word)
{
    size_t size = strlen(word);
    const attr_value_t *value;
    for (uint32_t i = 0; size > 0 && (value = attr_value_at(cls, i)) != NULL; i++) {
        if (strncmp(value->spelling, word, size) == 0 && strncmp(value->spelling + size, "_B", 2) == 0) {
            return true;
        }
    }
    return false;
}

static void check_value(verifier_t *v, op_t *op, const bound_t *bound)
{
    const char *key = attr_class_key(bound->item->attr);
    if (bound->attr == NULL) {
        if (!bound->item->optional) {
            FAIL_OP(v, op, "missing-attribute", "'%s' needs %s: one of %s", op->name, key,
                    values_text(v, bound->item->attr));
        }
        return;
    }
    if (bound->value != NULL) {
        return;
    }
    const char *word = bound->attr->text;
    if (word == NULL) {
        FAIL_ATTR(v, bound->attr, "attribute-value", "%s is a word in quotes, one of %s", key,
                  values_text(v, bound->item->attr));
    } else if (is_family(bound->item->attr, word)) {
        FAIL_ATTR(v, bound->attr, "dist-width",
                  "\"%s\" does not exist for %u-bit elements (%s); name the width: one of %s", word,
                  elem_bits(op->elem), elem_name(op->elem), values_text(v, bound->item->attr));
    } else {
        const char *near = nearest_value(bound->item->attr, word);
        FAIL_ATTR(v, bound->attr, "attribute-value", "%s of '%s' cannot be \"%s\"%s%s%s It is one of %s", key, op->name,
                  word, near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : ".",
                  values_text(v, bound->item->attr));
    }
}

void check_attributes(verifier_t *v, op_t *op)
{
    if (!is_vector_op(op)) {
        return;
    }
    bound_t bound[SIG_MAX];
    const operand_t *extra;
    uint32_t num = ops_operands(op, bound, &extra);
    for (uint32_t a = 0; a < op->attrs_num; a++) {
        const attr_t *attr = &op->attrs[a];
        bool taken = false;
        const char *keys[SIG_MAX + 1];
        uint32_t keys_num = 0;
        for (uint32_t i = 0; i < num; i++) {
            if (bound[i].item->kind == SIG_ATTR) {
                taken |= bound[i].attr == attr;
                keys[keys_num++] = attr_class_key(bound[i].item->attr);
            }
        }
        // Keys with a dialect ("llvm.x") are other people's notes.
        if (taken || (attr->key != NULL && strchr(attr->key, '.') != NULL)) {
            continue;
        }
        keys[keys_num] = NULL;
        const char *near = attr->key != NULL ? verify_nearest(attr->key, keys) : NULL;
        const char *what = attr->key != NULL ? attr->key : attr->text != NULL ? attr->text : "this one";
        diag_t *diag = verify_fail(
            v, attr->loc, (uint32_t)strlen(what), "unknown-attribute", "'%s' has no attribute '%s'%s%s%s", op->name,
            what, near != NULL ? "; did you mean '" : "", near != NULL ? near : "", near != NULL ? "'?" : "");
        (void)diag;
    }
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR) {
            check_value(v, op, &bound[i]);
        }
    }
}

/// Element types ///

static const char *table_types(verifier_t *v, uint32_t types)
{
    text_t text = {0};
    uint32_t done = 0;
    for (uint32_t e = 1; e < ELEM_COUNT; e++) {
        uint32_t bit = elem_table_bit((elem_t)e);
        if ((types & bit) != 0 && (done & bit) == 0) {
            text_printf(&text, "%s%s", done != 0 ? " " : "", elem_name((elem_t)e));
            done |= bit;
        }
    }
    const char *copy = arena_printf(&v->scratch, "%s", text.data != NULL ? text.data : "");
    text_free(&text);
    return copy;
}

static uint32_t element_types(const op_t *op)
{
    uint32_t types = 0;
    for (uint32_t i = 0; i < op->desc->forms_num; i++) {
        const op_form_t *form = &op->desc->forms[i];
        if (form->operands_num == op->form->operands_num && form->results_num == op->form->results_num) {
            types |= form->types;
        }
    }
    return types;
}

void check_element(verifier_t *v, op_t *op)
{
    if (!is_vector_op(op) || op->elem == ELEM_NONE || op->form->types == 0) {
        return;
    }
    uint32_t types = element_types(op);
    uint32_t elements = types & ~(uint32_t)(B8 | B16 | B32);
    if (elements != 0 && (elements & elem_table_bit(op->elem)) == 0) {
        FAIL_OP(v, op, "element-type", "'%s' does not exist for %s; it does for %s", op->name, elem_name(op->elem),
                table_types(v, elements));
    }
}

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
            *want = arena_printf(&v->scratch, "a vector of %s", name);
            return type.kind == TYPE_VREG && same_elem(type.elem, elem) ? NULL : "operand-type";
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
            *want = "a vector of integers";
            return type.kind == TYPE_VREG && elem_is_int(type.elem) ? NULL : "operand-type";
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
            *want = need != 0 ? arena_printf(&v->scratch, "!pto.mask<b%u>", need) : "a mask";
            if (type.kind != TYPE_MASK) {
                return "operand-type";
            }
            return need == 0 || type.gran == 0 || type.gran == need ? NULL : "mask-granularity";
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
    bool with_number = op->types_num >= plain_operands(op);
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
    if (!is_vector_op(op)) {
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
    if (!is_vector_op(op)) {
        return;
    }
    uint32_t num;
    const listed_type_t *listed = listed_results(op, &num);
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

/// Rules of single families ///

/// Pairs of vcvt and its relatives, by type token.
static const struct pair {
    const char *fn, *from, *to, *attrs;
} pairs[] = {
#define PTO_CVT(fn, from, to, attrs) {#fn, #from, #to, attrs},
#include <isa/cvt.def>
};

static const char *pairs_text(verifier_t *v, const char *fn, const char *from)
{
    text_t text = {0};
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (strcmp(pairs[i].fn, fn) == 0 && strcmp(pairs[i].from, from) == 0) {
            text_printf(&text, " %s", pairs[i].to);
        }
    }
    const char *copy = arena_printf(&v->scratch, "%s", text.data != NULL ? text.data : " nothing");
    text_free(&text);
    return copy;
}

/// Quarters exist only where an element shrinks to a quarter or grows from one.
static void check_part(verifier_t *v, op_t *op, const char *attrs)
{
    const attr_t *part = op_attr(op, "part");
    const char *text = part != NULL && part->text != NULL ? strrchr(part->text, 'P') : NULL;
    bool quarter = text != NULL && text[1] >= '0' && text[1] <= '3';
    if (quarter && strchr(attrs, 'q') == NULL) {
        FAIL_ATTR(v, part, "attribute-value", "part \"%s\" is for conversions between 8 and 32 bits; this one has %s",
                  part->text, strchr(attrs, 'p') != NULL ? "EVEN and ODD" : "no parts");
    }
}

void check_conversion(verifier_t *v, op_t *op)
{
    if (!is_vector_op(op) || op->form->results_num != 1 || op->form->results[0].kind != SIG_R ||
        op->elem == ELEM_NONE) {
        return;
    }
    uint32_t num;
    const listed_type_t *listed = listed_results(op, &num);
    type_t to = op->results_num > 0 ? op->results[0].type : num > 0 ? listed[0].type : (type_t){0};
    if (to.kind != TYPE_VREG) {
        return;
    }
    const char *fn = op->form->fn, *from = elem_token(op->elem);
    bool restricted = false;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (strcmp(pairs[i].fn, fn) == 0) {
            restricted = true;
            if (strcmp(pairs[i].from, from) == 0 && strcmp(pairs[i].to, elem_token(to.elem)) == 0) {
                check_part(v, op, pairs[i].attrs);
                return;
            }
        }
    }
    if (restricted) {
        FAIL_OP(v, op, "conversion", "'%s' does not go from %s to %s; from %s it goes to%s", op->name,
                elem_name(op->elem), elem_name(to.elem), elem_name(op->elem), pairs_text(v, fn, from));
    }
}

/// pldi and psti: the offset is an immediate.
void check_immediate(verifier_t *v, op_t *op)
{
    if (!is_vector_op(op) || (strcmp(op->name, "pto.pldi") != 0 && strcmp(op->name, "pto.psti") != 0)) {
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        int64_t constant;
        if (op->operands[i].indexed && op->operands[i].value != NULL && !op->operands[i].value->undefined &&
            !value_constant(op->operands[i].value, &constant)) {
            FAIL_OPERAND(v, &op->operands[i], "immediate", "the offset of '%s' is a constant; '%s' takes any offset",
                         op->name, strcmp(op->name, "pto.pldi") == 0 ? "pto.plds" : "pto.psts");
        }
    }
}

/// What single instructions demand beyond their signature.
void check_family(verifier_t *v, op_t *op)
{
    if (!is_vector_op(op)) {
        return;
    }
    const attr_t *rnd = op_attr(op, "rnd") != NULL ? op_attr(op, "rnd") : op_positional(op, 0);
    bool trc = strcmp(op->name, "pto.vtrc") == 0 && rnd != NULL && rnd->text != NULL && rnd->text[0] != '\0';
    if (trc && strchr("RAFCZ", rnd->text[strlen(rnd->text) - 1]) == NULL) {
        FAIL_ATTR(v, rnd, "attribute-value", "pto.vtrc rounds by R, A, F, C or Z, not by \"%s\"", rnd->text);
    }
    // The predicate stream is counted in elements of the mask's width.
    const value_t *base = strcmp(op->name, "pto.pstu") == 0 && op->operands_num == 3 ? op->operands[2].value : NULL;
    if (base != NULL && base->type.kind == TYPE_PTR && base->type.elem != ELEM_NONE && op->gran != 0 &&
        (!elem_is_int(base->type.elem) || elem_bits(base->type.elem) != op->gran)) {
        diag_t *diag = FAIL_OPERAND(v, &op->operands[2], "pointer-type",
                                    "a b%u predicate goes to !pto.ptr<ui%u, ub>, and %s is %s", op->gran, op->gran,
                                    value_spelling(v->cc, base), verify_type(v, base->type));
        verify_note_value(v, diag, base);
    }
}

typedef enum { STREAM_UNKNOWN, STREAM_LOAD, STREAM_STORE } stream_t;

/// What kind of unaligned stream an align value belongs to, as far as one step back shows it.
static stream_t stream_of(const value_t *value)
{
    if (value == NULL || value->def == NULL || value->def->form == NULL) {
        return STREAM_UNKNOWN;
    }
    return strncmp(value->def->form->name, "vld", 3) == 0 ? STREAM_LOAD : STREAM_STORE;
}

void check_align_stream(verifier_t *v, op_t *op)
{
    if (!is_vector_op(op)) {
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        if (value == NULL || value->type.kind != TYPE_ALIGN) {
            continue;
        }
        stream_t want = strncmp(op->form->name, "vld", 3) == 0 ? STREAM_LOAD : STREAM_STORE;
        stream_t have = stream_of(value);
        if (have != STREAM_UNKNOWN && have != want) {
            diag_t *diag =
                FAIL_OPERAND(v, &op->operands[i], "align-stream", "%s belongs to a stream of %s; start from %s",
                             value_spelling(v->cc, value), have == STREAM_LOAD ? "loads" : "stores",
                             want == STREAM_LOAD ? "pto.vldas" : "pto.init_align");
            verify_note_value(v, diag, value);
        }
    }
}
