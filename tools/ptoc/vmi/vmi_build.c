// SPDX-License-Identifier: Apache-2.0
//
// Inserts instructions before an operation on logical vectors, or at the start of its vector scope.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

#define VREG_BITS    2048
#define OPERANDS_MAX 8

/// Types ///

uint32_t vmi_gran(uint32_t bits)
{
    return bits == 8 ? 0 : bits == 16 ? 1 : 2;
}

elem_t vmi_held(elem_t elem)
{
    bool pairs = elem == ELEM_BF16X2 || elem == ELEM_E2M1X2 || elem == ELEM_E1M2X2;
    return pairs ? vmi_raw(elem) : elem;
}

uint32_t vmi_per_reg(elem_t elem)
{
    return VREG_BITS / elem_bits(elem);
}

uint32_t vmi_regs(elem_t elem, uint32_t lanes)
{
    return (lanes + vmi_per_reg(elem) - 1) / vmi_per_reg(elem);
}

type_t vmi_vreg(elem_t elem)
{
    return (type_t){.kind = TYPE_VREG, .elem = (uint8_t)vmi_held(elem), .lanes = vmi_per_reg(elem)};
}

type_t vmi_mask_type(uint32_t gran)
{
    return (type_t){.kind = TYPE_MASK, .gran = (uint8_t)(8u << gran)};
}

elem_t vmi_integer(elem_class_t class, uint32_t bits)
{
    switch (class) {
        case CLASS_UINT:
            return bits == 8 ? ELEM_U8 : bits == 16 ? ELEM_U16 : ELEM_U32;
        case CLASS_SINT:
            return bits == 8 ? ELEM_S8 : bits == 16 ? ELEM_S16 : ELEM_S32;
        default:
            return bits == 8 ? ELEM_I8 : bits == 16 ? ELEM_I16 : ELEM_I32;
    }
}

elem_t vmi_raw(elem_t elem)
{
    return vmi_integer(CLASS_UINT, elem_bits(elem));
}

elem_t vmi_signless(elem_t elem)
{
    return elem_is_int(elem) ? vmi_integer(CLASS_INT, elem_bits(elem)) : elem;
}

elem_t vmi_unsigned(elem_t elem)
{
    return elem_class(elem) == CLASS_INT ? vmi_raw(elem) : elem;
}

/// Operations ///

/// "key=WORD key=WORD"
static void add_attrs(vmi_t *b, op_t *op, const char *attrs)
{
    op->attrs = ARENA_ARRAY(&b->cc->arena, attr_t, 4);
    for (const char *at = attrs; *at != '\0'; at += strspn(at, " ")) {
        size_t key = strcspn(at, "="), size = strcspn(at, " ");
        op->attrs[op->attrs_num++] = (attr_t){.kind = ATTR_STRING,
                                              .loc = op->loc,
                                              .key = intern(b->cc, at, key),
                                              .text = intern(b->cc, at + key + 1, size - key - 1)};
        at += size;
    }
}

/// The types in the order of the text.
static void list_types(vmi_t *b, op_t *op)
{
    bool select = op_is(op, OP_SELECT);
    uint32_t num = op_is_arith(op) && op->operands_num > 1 ? 1 : op->operands_num;
    op->types = ARENA_ARRAY(&b->cc->arena, listed_type_t, num + 1);
    op->types_num = (uint16_t)num;
    op->has_types = true;
    for (uint32_t i = 0; i < num; i++) {
        op->types[i] = (listed_type_t){.type = op->operands[select ? 1 : i].value->type, .loc = op->loc};
    }
    if (op_is_arith(op) && op->operands_num > 1) {
        return;
    }
    op->result_types = ARENA_ARRAY(&b->cc->arena, listed_type_t, op->results_num + 1);
    op->result_types_num = op->results_num;
    for (uint32_t i = 0; i < op->results_num; i++) {
        op->result_types[i] = (listed_type_t){.type = op->results[i].type, .loc = op->loc};
    }
}

static bool same_attrs(const op_t *a, const op_t *b)
{
    if (a->attrs_num != b->attrs_num) {
        return false;
    }
    for (uint32_t i = 0; i < a->attrs_num; i++) {
        const attr_t *x = &a->attrs[i], *y = &b->attrs[i];
        if (x->key != y->key || x->text != y->text || x->kind != y->kind || x->integer != y->integer ||
            memcmp(&x->real, &y->real, sizeof(x->real)) != 0) {
            return false;
        }
    }
    return true;
}

static bool same_op(const op_t *a, const op_t *b)
{
    bool same = a->name == b->name && a->operands_num == b->operands_num && a->results_num == b->results_num &&
                type_equal(a->results[0].type, b->results[0].type) && same_attrs(a, b);
    for (uint32_t i = 0; same && i < a->operands_num; i++) {
        same = a->operands[i].value == b->operands[i].value;
    }
    return same;
}

/// Inserts an operation. When hoisting, an equal one already hoisted is used instead.
static op_t *place(vmi_t *b, op_t *op)
{
    if (!b->hoists) {
        ir_insert_before(op, b->at);
        return op;
    }
    for (uint32_t i = 0; i < b->hoisted_num; i++) {
        if (same_op(b->hoisted[i], op)) {
            return b->hoisted[i];
        }
    }
    if (b->hoisted_num == b->hoisted_capacity) {
        b->hoisted_capacity = b->hoisted_capacity * 2 + 32;
        op_t **larger = ARENA_ARRAY(&b->cc->arena, op_t *, b->hoisted_capacity);
        if (b->hoisted_num != 0) {
            memcpy(larger, b->hoisted, sizeof(op_t *) * b->hoisted_num);
        }
        b->hoisted = larger;
    }
    b->hoisted[b->hoisted_num++] = op;
    ir_insert_before(op, b->home);
    return op;
}

/// Whether a value has been hoisted. Only constants and operations on them are.
static bool is_hoisted(const vmi_t *b, const value_t *value)
{
    for (uint32_t i = 0; i < b->hoisted_num; i++) {
        if (value->def == b->hoisted[i]) {
            return true;
        }
    }
    return false;
}

static op_t *new_op(vmi_t *b, const char *name, value_t *const *operands, uint32_t num, const type_t *types,
                    uint32_t results_num)
{
    op_t *op = ARENA_NEW(&b->cc->arena, op_t);
    *op = (op_t){.name = intern(b->cc, name, strlen(name)), .loc = b->loc, .end_loc = b->loc};
    op->desc = ops_find(b->cc, op->name);
    op->operands = ARENA_ARRAY(&b->cc->arena, operand_t, num + 1);
    op->operands_num = (uint16_t)num;
    for (uint32_t i = 0; i < num; i++) {
        op->operands[i] = (operand_t){.value = operands[i], .loc = b->loc};
    }
    op->results = ARENA_ARRAY(&b->cc->arena, value_t, results_num + 1);
    op->results_num = (uint16_t)results_num;
    for (uint32_t i = 0; i < results_num; i++) {
        const char *text = arena_printf(&b->cc->arena, "v%u", b->made++);
        op->results[i] = (value_t){
            .name = intern(b->cc, text, strlen(text)), .type = types[i], .loc = b->loc, .def = op, .index = i};
    }
    return op;
}

/// An offset after a pointer is written in brackets if the instruction has them.
static void mark_offsets(op_t *op)
{
    for (uint32_t i = 1; i < op->operands_num && op->desc->forms_num != 0; i++) {
        bool index = op->operands[i].value->type.elem == ELEM_INDEX && op->operands[i].value->type.kind == TYPE_SCALAR;
        op->operands[i].indexed = index && op->operands[i - 1].value->type.kind == TYPE_PTR;
    }
}

void vmi_do_list(vmi_t *b, const char *name, const char *attrs, value_t *const *operands, uint32_t num,
                 const type_t *types, value_t **results, uint32_t results_num)
{
    bool hoists = b->hoists;
    for (uint32_t i = 0; i < num; i++) {
        b->hoists = b->hoists && is_hoisted(b, operands[i]);
    }
    op_t *op = new_op(b, name, operands, num, types, results_num);
    mark_offsets(op);
    add_attrs(b, op, attrs);
    list_types(b, op);
    ops_bind(b->cc, op);
    op = place(b, op);
    b->hoists = hoists;
    for (uint32_t i = 0; i < results_num; i++) {
        results[i] = &op->results[i];
    }
}

value_t *vmi_do(vmi_t *b, const char *name, type_t type, const char *attrs, ...)
{
    value_t *operands[OPERANDS_MAX], *result;
    uint32_t num = 0;
    va_list args;
    va_start(args, attrs);
    for (value_t *value; (value = va_arg(args, value_t *)) != NULL;) {
        operands[num++] = value;
    }
    va_end(args);
    vmi_do_list(b, name, attrs, operands, num, &type, &result, 1);
    return result;
}

value_t *vmi_all_lanes(vmi_t *b, const char *name, elem_t elem, const char *attrs, value_t *x, value_t *y)
{
    value_t *all = vmi_all(b, elem_bits(elem));
    return y == NULL ? vmi_do(b, name, vmi_vreg(elem), attrs, x, all, NULL)
                     : vmi_do(b, name, vmi_vreg(elem), attrs, x, y, all, NULL);
}

void vmi_start_hoist(vmi_t *b)
{
    b->hoists = true;
}

void vmi_end_hoist(vmi_t *b)
{
    b->hoists = false;
}

/// Constants ///

static value_t *constant(vmi_t *b, type_t type, attr_t attr)
{
    bool hoists = b->hoists;
    b->hoists = true;
    op_t *op = new_op(b, "arith.constant", NULL, 0, &type, 1);
    attr.loc = b->loc;
    attr.type = type;
    op->attrs = ARENA_NEW(&b->cc->arena, attr_t);
    *op->attrs = attr;
    op->attrs_num = 1;
    op = place(b, op);
    b->hoists = hoists;
    return op->results;
}

value_t *vmi_int(vmi_t *b, elem_t elem, int64_t number)
{
    uint32_t over = 64 - elem_bits(elem);
    uint64_t top = (uint64_t)number << over;
    int64_t cut = elem_class(elem) == CLASS_UINT ? (int64_t)(top >> over) : (int64_t)top >> over;
    return constant(b, TYPE_OF_ELEM((uint8_t)elem), (attr_t){.kind = ATTR_INT, .integer = cut, .real = (double)cut});
}

value_t *vmi_float(vmi_t *b, elem_t elem, double number)
{
    return constant(b, TYPE_OF_ELEM((uint8_t)elem), (attr_t){.kind = ATTR_FLOAT, .real = number});
}

/// Returns the result of an expression whose instructions are hoisted.
#define HOISTED(b, expression)          \
    do {                                \
        bool hoists_ = (b)->hoists;     \
        (b)->hoists = true;             \
        value_t *value_ = (expression); \
        (b)->hoists = hoists_;          \
        return value_;                  \
    } while (0)

value_t *vmi_all(vmi_t *b, uint32_t bits)
{
    const char *name = arena_printf(&b->cc->arena, "pto.pset_b%u", bits);
    HOISTED(b, vmi_do(b, name, vmi_mask_type(vmi_gran(bits)), "pattern=PAT_ALL", NULL));
}

bool vmi_is_all(const value_t *mask)
{
    return mask->def != NULL && mask->def->attrs_num == 1 && mask->def->attrs[0].text != NULL &&
           strcmp(mask->def->attrs[0].text, "PAT_ALL") == 0;
}

static value_t *count_mask(vmi_t *b, uint32_t bits, uint32_t lanes)
{
    type_t types[] = {vmi_mask_type(vmi_gran(bits)), TYPE_OF_ELEM(ELEM_I32)};
    value_t *count = vmi_int(b, ELEM_I32, lanes), *results[2];
    vmi_do_list(b, arena_printf(&b->cc->arena, "pto.plt_b%u", bits), "", &count, 1, types, results, 2);
    return results[0];
}

value_t *vmi_first(vmi_t *b, uint32_t bits, uint32_t lanes)
{
    if (lanes >= VREG_BITS / bits) {
        return vmi_all(b, bits);
    }
    HOISTED(b, count_mask(b, bits, lanes));
}

value_t *vmi_between(vmi_t *b, uint32_t bits, uint32_t from, uint32_t to)
{
    if (from == 0) {
        return vmi_first(b, bits, to);
    }
    value_t *high = vmi_first(b, bits, to), *low = vmi_first(b, bits, from);
    HOISTED(b, vmi_do(b, "pto.pxor", vmi_mask_type(vmi_gran(bits)), "", high, low, vmi_all(b, bits), NULL));
}

value_t *vmi_splat(vmi_t *b, elem_t elem, int64_t number)
{
    elem_t held = vmi_held(elem);
    value_t *scalar = elem_is_float(held) ? vmi_float(b, held, (double)number) : vmi_int(b, held, number);
    HOISTED(b, vmi_do(b, "pto.vdup", vmi_vreg(held), "", scalar, vmi_all(b, elem_bits(held)), NULL));
}

value_t *vmi_count(vmi_t *b, elem_t elem)
{
    elem_t counted = vmi_signless(elem);
    value_t *zero = vmi_int(b, counted, 0);
    HOISTED(b, vmi_as(b, vmi_do(b, "pto.vci", vmi_vreg(counted), "order=ASC", zero, NULL), elem));
}

/// Registers ///

value_t *vmi_as(vmi_t *b, value_t *reg, elem_t elem)
{
    elem = vmi_held(elem);
    return reg->type.elem == elem ? reg : vmi_do(b, "pto.vbitcast", vmi_vreg(elem), "", reg, NULL);
}

value_t *vmi_slide(vmi_t *b, value_t *high, value_t *low, elem_t elem, uint32_t n)
{
    elem_t raw = vmi_raw(elem);
    value_t *count = vmi_int(b, ELEM_I16, n);
    high = vmi_as(b, high, raw);
    low = vmi_as(b, low, raw);
    return vmi_as(b, vmi_do(b, "pto.vslide", vmi_vreg(raw), "", high, low, count, NULL), elem);
}

value_t *vmi_choose(vmi_t *b, value_t *x, value_t *y, value_t *mask, elem_t elem)
{
    return vmi_is_all(mask) ? x : vmi_do(b, "pto.vsel", vmi_vreg(elem), "", x, y, mask, NULL);
}

/// Scalars ///

value_t *vmi_number(vmi_t *b, value_t *x, elem_t elem)
{
    int64_t number;
    if (x->type.elem == elem) {
        return x;
    }
    if (value_constant(x, &number)) {
        return vmi_int(b, elem, number);
    }
    uint32_t from = elem_bits(x->type.elem), to = elem_bits(elem);
    const char *name = x->type.elem == ELEM_INDEX || elem == ELEM_INDEX ? "arith.index_cast"
                       : to < from                                      ? "arith.trunci"
                                                                        : "arith.extsi";
    return vmi_do(b, name, TYPE_OF_ELEM((uint8_t)elem), "", x, NULL);
}

value_t *vmi_add(vmi_t *b, value_t *x, int64_t number)
{
    int64_t known;
    if (number == 0) {
        return x;
    }
    if (value_constant(x, &known)) {
        return vmi_int(b, (elem_t)x->type.elem, (int64_t)((uint64_t)known + (uint64_t)number));
    }
    return vmi_do(b, "arith.addi", x->type, "", x, vmi_int(b, (elem_t)x->type.elem, number), NULL);
}

value_t *vmi_times(vmi_t *b, value_t *x, int64_t number)
{
    int64_t known;
    if (value_constant(x, &known)) {
        return vmi_int(b, (elem_t)x->type.elem, (int64_t)((uint64_t)known * (uint64_t)number));
    }
    return number == 1 ? x : vmi_do(b, "arith.muli", x->type, "", x, vmi_int(b, (elem_t)x->type.elem, number), NULL);
}

value_t *vmi_sum(vmi_t *b, value_t *x, value_t *y)
{
    int64_t known;
    if (value_constant(x, &known)) {
        return vmi_add(b, y, known);
    }
    return value_constant(y, &known) ? vmi_add(b, x, known) : vmi_do(b, "arith.addi", x->type, "", x, y, NULL);
}
