// SPDX-License-Identifier: Apache-2.0
//
// Checks of vector and predicate instructions: valid types, counts, attributes, element types.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

#define VREG_BITS 2048

const listed_type_t *verify_listed_results(const op_t *op, uint32_t *num)
{
    bool alone = op->operands_num == 0 && op->result_types_num == 0;
    *num = alone ? op->types_num : op->result_types_num;
    return alone ? op->types : op->result_types;
}

/// Types that no instruction has ///

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
    } else if (type.kind == TYPE_OPAQUE && strcmp(type.name, "memref") == 0) {
        verify_fail(v, loc, (uint32_t)strlen("memref"), "unknown-type",
                    "a memref here has constant sizes, one element behind the other: memref<4x8xf32>");
    } else if (type.kind == TYPE_OPAQUE && strcmp(type.name, "vector") != 0 && !type_is_event(type)) {
        const char *name = verify_type(v, type);
        verify_fail(v, loc, (uint32_t)strlen(name), "unknown-type", "%s: there is no such type", name);
    }
}

/// Registers are checked at their definition: at uses the same error would be repeated.
void check_registers(verifier_t *v, op_t *op)
{
    uint32_t num;
    const listed_type_t *listed = verify_listed_results(op, &num);
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

bool verify_is_vector(const op_t *op)
{
    return op->desc != NULL && op->desc->cls == OPS_VECTOR && op->form != NULL;
}

static const char *item_words(const sig_item_t *item)
{
    static const char *const words[] = {
        [SIG_V] = "vector",         [SIG_C] = "vector",         [SIG_R] = "vector",  [SIG_F] = "vector",
        [SIG_U] = "integer vector", [SIG_X] = "integer vector", [SIG_M] = "mask",    [SIG_G] = "mask",
        [SIG_M8] = "mask",          [SIG_M16] = "mask",         [SIG_M32] = "mask",  [SIG_S] = "scalar",
        [SIG_P] = "pointer",        [SIG_Q] = "pointer",        [SIG_A] = "align",   [SIG_I16] = "i16",
        [SIG_I32] = "i32",          [SIG_I64] = "i64",          [SIG_IDX] = "index", [SIG_ATTR] = "attribute",
    };
    return item->indexed ? "pointer[offset]" : words[item->kind];
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

static const char *operands_text(verifier_t *v, const op_t *op)
{
    return items_text(v, op->form->operands, op->form->operands_num, "operand");
}

uint32_t verify_plain_operands(const op_t *op)
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

/// Operands against the form of a vector instruction.
static void check_operand_count(verifier_t *v, op_t *op, const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num && !v->failed; i++) {
        const sig_item_t *item = bound[i].item;
        if (item->kind != SIG_ATTR && bound[i].operand == NULL) {
            FAIL_OP(v, op, "operand-count", "'%s' takes %s, but %u %s given", op->name, operands_text(v, op),
                    verify_plain_operands(op), verify_plain_operands(op) == 1 ? "is" : "are");
        } else if (item->indexed && bound[i].index == NULL) {
            FAIL_OPERAND(v, bound[i].operand, "operand-count", "the pointer of '%s' has an offset in brackets",
                         op->name);
        }
    }
}

static void check_result_count(verifier_t *v, op_t *op)
{
    uint32_t listed_num;
    (void)verify_listed_results(op, &listed_num);
    uint32_t results = op->results_num > 0 ? op->results_num : listed_num;
    if (results != op->form->results_num) {
        FAIL_OP(v, op, "result-count", "'%s' gives %s, but %u %s %s", op->name,
                items_text(v, op->form->results, op->form->results_num, "result"), results, results == 1 ? "is" : "are",
                op->results_num > 0 ? "bound" : "listed");
    } else if (op->results_num > 0 && listed_num > 0 && listed_num != op->results_num) {
        FAIL_OP(v, op, "result-count", "%u results are bound and %u result types listed", op->results_num, listed_num);
    }
}

void check_vector_counts(verifier_t *v, op_t *op)
{
    if (!verify_is_vector(op)) {
        return;
    }
    bound_t bound[SIG_MAX];
    const operand_t *extra = NULL;
    uint32_t num = ops_operands(op, bound, &extra);
    if (extra != NULL) {
        FAIL_OPERAND(v, extra, "operand-count", "'%s' takes %s; this one is too many", op->name, operands_text(v, op));
        return;
    }
    check_operand_count(v, op, bound, num);
    if (!v->failed) {
        check_result_count(v, op);
    }
    if (v->failed || op->operands_num == 0) {
        return;
    }
    // The offset in brackets has a type in the lists of some operations only.
    uint32_t plain = verify_plain_operands(op);
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

/// The nearest value to an unknown word. If only its width does not exist ("UNPK4_B8"), that value.
static const char *nearest_value(attr_class_t cls, const char *word)
{
    const char *words[33];
    uint32_t num = 0;
    const attr_value_t *value;
    size_t family = (size_t)(strstr(word, "_B") != NULL ? strstr(word, "_B") - word : 0);
    while (num < 32 && (value = attr_value_at(cls, num)) != NULL) {
        if (strlen(value->spelling) == family && strncmp(value->spelling, word, family) == 0) {
            return value->spelling;
        }
        words[num++] = value->spelling;
    }
    words[num] = NULL;
    return verify_nearest(word, words);
}

/// Whether `word` names a family of the class without a member of the element's width: "BRC" for BRC_B8...
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
    if (!verify_is_vector(op)) {
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
        // Keys with a dialect ("llvm.x") belong to other tools.
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
    if (!verify_is_vector(op) || op->elem == ELEM_NONE || op->form->types == 0) {
        return;
    }
    uint32_t types = element_types(op);
    uint32_t elements = types & ~(uint32_t)(B8 | B16 | B32);
    if (elements != 0 && (elements & elem_table_bit(op->elem)) == 0) {
        FAIL_OP(v, op, "element-type", "'%s' does not exist for %s; it does for %s", op->name, elem_name(op->elem),
                table_types(v, elements));
    }
}
