// SPDX-License-Identifier: Apache-2.0
//
// The rows of isa/vmi.def, and the binding of operands.

#include "ptoc.h"

#include <stdlib.h>
#include <string.h>

#include "vmi.h"

static const vmi_row_t rows[] = {
#define VMI(name_, kind_, micro_, signature_, types_, attrs_, meaning_) \
    {.name = #name_, .kind = VMI_##kind_, .micro = micro_, .signature = signature_, .types = types_, .attrs = attrs_},
#include <isa/vmi.def>
};

#define ROWS_NUM (sizeof(rows) / sizeof(rows[0]))

_Static_assert(ROWS_NUM <= OPS_VMI_ROWS_MAX, "the table of operations has room for all rows");

const vmi_row_t *vmi_row_at(uint32_t i)
{
    return i < ROWS_NUM ? &rows[i] : NULL;
}

bool vmi_desc(ptoc_t *cc, uint32_t i, op_desc_t *desc)
{
    if (i >= ROWS_NUM) {
        return false;
    }
    const char *name = arena_printf(&cc->arena, "pto.vmi.%s", rows[i].name);
    *desc = (op_desc_t){.name = name, .cls = OPS_LOGICAL, .where = ON_VEC, .shape = "", .vmi = &rows[i]};
    return true;
}

bool vmi_is(const op_t *op)
{
    return op->desc != NULL && op->desc->cls == OPS_LOGICAL;
}

/// The letter of the next word of a signature, without [] and ?; '\0' at its end.
static char next_letter(const char **at, bool *optional)
{
    *at += strspn(*at, " ");
    char letter = **at == ':' ? '\0' : **at;
    size_t size = strcspn(*at, " ");
    *optional = size != 0 && (*at)[size - 1] == '?';
    *at += letter == '\0' ? 0 : size;
    return letter;
}

static bool is_number(type_t type)
{
    return type.kind == TYPE_SCALAR && elem_is_int(type.elem) && elem_bits(type.elem) > 1;
}

/// Whether an operand is of the kind of a letter.
static bool takes(char letter, type_t type)
{
    switch (letter) {
        case 'M':
        case 'K':
            return type.kind == TYPE_LOGICAL_MASK;
        case 'S':
            return type.kind == TYPE_SCALAR;
        case 'n':
            return is_number(type);
        case 'B':
            return type.kind == TYPE_SCALAR || type.kind == TYPE_LOGICAL;
        case 'P':
        case 'Q':
            return type.kind == TYPE_PTR;
        default:
            return type.kind == TYPE_LOGICAL;
    }
}

static void put(vmi_op_t *bound, char letter, operand_t *operand)
{
    switch (letter) {
        case 'M':
        case 'K':
            bound->masks[bound->masks_num++] = operand;
            break;
        case 'S':
        case 'n':
            bound->scalars[bound->scalars_num++] = operand;
            break;
        case 'P':
        case 'Q':
            bound->pointer = operand;
            break;
        default:
            bound->vectors[bound->vectors_num++] = operand;
            break;
    }
}

/// T and L: of the first V, else of a mask.
static void find_shape(vmi_op_t *bound)
{
    const op_t *op = bound->op;
    type_t type = {0}, mask = {0};
    for (uint32_t i = 0; i < op->operands_num + op->results_num; i++) {
        bool result = i >= op->operands_num;
        char letter = result ? bound->result_letters[i - op->operands_num] : bound->operand_letters[i];
        type_t here = result ? op->results[i - op->operands_num].type : op->operands[i].value->type;
        type = letter == 'V' && type.kind == TYPE_NONE ? here : type;
        mask = letter == 'M' && mask.kind == TYPE_NONE ? here : mask;
    }
    bound->elem = type.kind == TYPE_LOGICAL ? (elem_t)type.elem : ELEM_NONE;
    bound->lanes = type.kind == TYPE_LOGICAL ? type.lanes : mask.lanes;
}

/// The number of leading operands that fit a row; *fits: all of them, and none is missing.
static uint32_t bind_row(op_t *op, const vmi_row_t *row, vmi_op_t *bound, bool *fits)
{
    *bound = (vmi_op_t){.op = op, .row = row};
    const char *at = row->signature;
    uint32_t next = 0;
    bool optional, short_of = false;
    for (char letter; (letter = next_letter(&at, &optional)) != '\0';) {
        bool pointer = letter == 'P' || letter == 'Q';
        bool offset = pointer && at[-1] == ']';
        if (next < op->operands_num && next < VMI_ITEMS_MAX - 1 && takes(letter, op->operands[next].value->type)) {
            bound->operand_letters[next] = letter;
            put(bound, letter, &op->operands[next++]);
        } else if (!optional) {
            short_of = true;
            break;
        }
        if (offset && next < op->operands_num && op->operands[next].indexed &&
            is_number(op->operands[next].value->type)) {
            bound->operand_letters[next] = 'n';
            bound->offset = &op->operands[next++];
        } else if (offset) {
            short_of = true;
            break;
        }
    }
    at = strchr(row->signature, ':') + 1;
    uint32_t results = 0;
    for (char letter; (letter = next_letter(&at, &optional)) != '\0' && (!optional || results < op->results_num);) {
        bound->result_letters[results++] = letter;
    }
    *fits = !short_of && next == op->operands_num && results == op->results_num;
    return next;
}

bool vmi_bind(op_t *op, vmi_op_t *bound, const operand_t **wrong)
{
    uint32_t most = 0;
    bool found = false;
    for (const vmi_row_t *row = op->desc->vmi; row < rows + ROWS_NUM; row++) {
        vmi_op_t tried;
        bool fits;
        if (strcmp(row->name, op->desc->vmi->name) != 0) {
            continue;
        }
        uint32_t taken = bind_row(op, row, &tried, &fits);
        if (!found || fits || taken > most) {
            *bound = tried;
            most = taken;
            *wrong = taken < op->operands_num ? &op->operands[taken] : NULL;
        }
        found = true;
        if (fits) {
            find_shape(bound);
            return true;
        }
    }
    return false;
}

const char *vmi_operands_text(ptoc_t *cc, const vmi_row_t *row)
{
    text_t text = {0};
    const char *at = row->signature;
    bool optional;
    for (char letter; (letter = next_letter(&at, &optional)) != '\0';) {
        const char *word = letter == 'M' || letter == 'K'   ? "mask"
                           : letter == 'S'                  ? "scalar"
                           : letter == 'n'                  ? "integer"
                           : letter == 'B'                  ? "scalar or vector"
                           : letter == 'P' || letter == 'Q' ? at[-1] == ']' ? "pointer[offset]" : "pointer"
                                                            : "vector";
        text_printf(&text, "%s%s%s%s", text.size == 0 ? "" : ", ", optional ? "[" : "", word, optional ? "]" : "");
    }
    const char *copy = arena_printf(&cc->arena, "%s", text.data == NULL ? "nothing" : text.data);
    text_free(&text);
    return copy;
}

const char *vmi_word(const op_t *op, const char *key)
{
    const attr_t *attr = op_attr(op, key);
    return attr == NULL ? NULL : attr->text;
}

uint32_t vmi_groups(const op_t *op)
{
    const attr_t *attr = op_attr(op, "group");
    attr = attr == NULL ? op_attr(op, "num_groups") : attr;
    return attr == NULL || attr->kind != ATTR_INT ? 0 : (uint32_t)attr->integer;
}

uint32_t vmi_lanes(const operand_t *operand)
{
    return operand->value->type.lanes;
}

const char *vmi_compares(const op_t *op, bool *is_unsigned, bool *is_signed)
{
    static const char *const words[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    const attr_t *attr = op_attr(op, "cmp");
    attr = attr == NULL ? op_positional(op, 0) : attr;
    const char *text = attr == NULL || attr->text == NULL ? "" : attr->text;
    *is_unsigned = text[0] == 'u';
    *is_signed = text[0] == 's';
    text += (text[0] == 'o' || text[0] == 'u' || text[0] == 's') && text[1] != '\0';
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(words[i], text) == 0) {
            return words[i];
        }
    }
    return NULL;
}
