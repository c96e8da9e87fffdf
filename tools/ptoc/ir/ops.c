// SPDX-License-Identifier: Apache-2.0
//
// The known operations: the rows of isa/vector.def and system.def as one table by name, the values of isa/attrs.def,
// and the selection of a row for an operation.

#include "ptoc.h"

#include <string.h>
#include <strings.h>

/// Attributes ///

static const char *const attr_class_names[ATTRS_COUNT] = {
    "",    "dist_ld", "dist_ldx2", "dist_st",  "dist_stx2", "dist_pld", "dist_pst", "stride", "pat",
    "rnd", "sat",     "part",      "cvt_part", "half",      "cmp",      "position", "order",  "post",
};

static const attr_value_t attr_values[] = {
#define PTO_ATTR(cls_, key_, VALUE_, spelling_) \
    {.cls = ATTRS_##cls_, .key = #key_, .c_name = #VALUE_, .spelling = spelling_},
#include <isa/attrs.def>
};

#define ATTR_VALUES_NUM (sizeof(attr_values) / sizeof(attr_values[0]))

const char *attr_class_name(attr_class_t cls)
{
    return attr_class_names[cls];
}

const attr_value_t *attr_value_at(attr_class_t cls, uint32_t i)
{
    for (size_t row = 0; row < ATTR_VALUES_NUM; row++) {
        if (attr_values[row].cls == cls && i-- == 0) {
            return &attr_values[row];
        }
    }
    return NULL;
}

const char *attr_class_key(attr_class_t cls)
{
    const attr_value_t *first = attr_value_at(cls, 0);
    return first == NULL ? "" : first->key;
}

static const attr_value_t *attr_value_exact(attr_class_t cls, const char *spelling)
{
    for (size_t row = 0; row < ATTR_VALUES_NUM; row++) {
        if (attr_values[row].cls == cls && strcmp(attr_values[row].spelling, spelling) == 0) {
            return &attr_values[row];
        }
    }
    return NULL;
}

/// Maps the longer spellings of the pto-isa manual: ROUND_R, RS_ENABLE, PART_EVEN.
static const char *short_spelling(attr_class_t cls, const char *spelling)
{
    if (cls == ATTRS_sat) {
        return strcmp(spelling, "RS_ENABLE") == 0 ? "SAT" : strcmp(spelling, "RS_DISABLE") == 0 ? "NOSAT" : spelling;
    }
    const char *prefix = cls == ATTRS_rnd                                                  ? "ROUND_"
                         : cls == ATTRS_part || cls == ATTRS_cvt_part || cls == ATTRS_half ? "PART_"
                                                                                           : "";
    size_t size = strlen(prefix);
    return strncmp(spelling, prefix, size) == 0 ? spelling + size : spelling;
}

const attr_value_t *attr_value_find(attr_class_t cls, const char *spelling, elem_t elem)
{
    spelling = short_spelling(cls, spelling);
    const attr_value_t *value = attr_value_exact(cls, spelling);
    if (value == NULL && elem != ELEM_NONE && strlen(spelling) < 24) {
        char with_width[32];
        snprintf(with_width, sizeof(with_width), "%s_B%u", spelling, elem_bits(elem));
        value = attr_value_exact(cls, with_width);
    }
    return value;
}

/// Signatures ///

uint32_t elem_table_bit(elem_t elem)
{
    static const uint32_t bits[ELEM_COUNT] = {
        [ELEM_I8] = T_I8,     [ELEM_I16] = T_I16,       [ELEM_I32] = T_I32,       [ELEM_I64] = T_I64,
        [ELEM_S8] = T_I8,     [ELEM_S16] = T_I16,       [ELEM_S32] = T_I32,       [ELEM_S64] = T_I64,
        [ELEM_U8] = T_U8,     [ELEM_U16] = T_U16,       [ELEM_U32] = T_U32,       [ELEM_U64] = T_U64,
        [ELEM_F16] = T_F16,   [ELEM_BF16] = T_BF16,     [ELEM_F32] = T_F32,       [ELEM_E4M3] = T_E4M3,
        [ELEM_E5M2] = T_E5M2, [ELEM_HIF8] = T_HIF8,     [ELEM_E2M1X2] = T_E2M1X2, [ELEM_E1M2X2] = T_E1M2X2,
        [ELEM_E8M0] = T_E8M0, [ELEM_BF16X2] = T_BF16X2,
    };
    return bits[elem];
}

uint32_t gran_table_bit(uint32_t gran)
{
    return gran == 8 ? B8 : gran == 16 ? B16 : gran == 32 ? B32 : 0;
}

static const struct {
    const char *letter;
    uint8_t kind;
    bool indexed;
    uint8_t bits;
} sig_letters[] = {
    {"V", SIG_V, false, 0},     {"C", SIG_C, false, 0},     {"R", SIG_R, false, 0},     {"U", SIG_U, false, 0},
    {"G", SIG_G, false, 0},     {"S", SIG_S, false, 0},     {"F", SIG_F, false, 0},     {"X", SIG_X, false, 0},
    {"X16", SIG_X, false, 16},  {"X32", SIG_X, false, 32},  {"M", SIG_M, false, 0},     {"M8", SIG_M8, false, 0},
    {"M16", SIG_M16, false, 0}, {"M32", SIG_M32, false, 0}, {"P", SIG_P, false, 0},     {"Q", SIG_Q, false, 0},
    {"P[]", SIG_P, true, 0},    {"Q[]", SIG_Q, true, 0},    {"A", SIG_A, false, 0},     {"i16", SIG_I16, false, 0},
    {"i32", SIG_I32, false, 0}, {"i64", SIG_I64, false, 0}, {"idx", SIG_IDX, false, 0},
};

static bool parse_attr_item(const char *word, size_t size, sig_item_t *item)
{
    item->kind = SIG_ATTR;
    item->optional = word[size - 1] == '?';
    size -= item->optional;
    for (int cls = 1; cls < ATTRS_COUNT; cls++) {
        if (strncmp(attr_class_names[cls], word + 1, size - 1) == 0 && attr_class_names[cls][size - 1] == '\0') {
            item->attr = (uint8_t)cls;
            return true;
        }
    }
    return false;
}

static bool parse_sig_item(const char *word, size_t size, sig_item_t *item)
{
    if (word[0] == '#') {
        return parse_attr_item(word, size, item);
    }
    for (size_t i = 0; i < sizeof(sig_letters) / sizeof(sig_letters[0]); i++) {
        if (strlen(sig_letters[i].letter) == size && memcmp(sig_letters[i].letter, word, size) == 0) {
            item->kind = sig_letters[i].kind;
            item->indexed = sig_letters[i].indexed;
            item->bits = sig_letters[i].bits;
            return true;
        }
    }
    return false;
}

/// The table is part of ptoc: a row that does not parse is an internal error, found by the first run.
static void parse_signature(op_form_t *form)
{
    bool results = false;
    for (const char *at = form->signature; *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (size == 1 && *at == ':') {
            results = true;
        } else if (size != 0) {
            sig_item_t *item = results ? &form->results[form->results_num++] : &form->operands[form->operands_num++];
            if (form->operands_num > SIG_MAX || form->results_num > 4 || !parse_sig_item(at, size, item)) {
                fprintf(stderr, "ptoc: isa/vector.def: bad signature of %s: %s\n", form->name, form->signature);
            }
        }
        at += size;
        at += *at == ' ';
    }
}

static bool is_pointer(const sig_item_t *item)
{
    return item->kind == SIG_P || item->kind == SIG_Q;
}

static bool form_has(const op_form_t *form, sig_kind_t kind)
{
    uint32_t i = 0;
    while (i < form->operands_num && form->operands[i].kind != kind) {
        i++;
    }
    return i < form->operands_num;
}

form_use_t form_use(const op_form_t *form)
{
    const bool loads = form->operands_num != 0 && is_pointer(&form->operands[0]);
    const bool copies = loads && form->results_num == 0;  // outside of vector functions
    if (copies || !(form_has(form, SIG_P) || form_has(form, SIG_Q))) {
        return USE_NONE;
    }
    if (form_has(form, SIG_X)) {
        return loads ? USE_GATHER : USE_SCATTER;
    }
    return loads ? USE_LOAD : USE_STORE;
}

bool form_is_stream(const op_form_t *form)
{
    return form_has(form, SIG_A);
}

/// The table ///

static const op_form_t form_rows[] = {
#define PTO_OP(name_, fn_, signature_, types_) {.name = #name_, .fn = #fn_, .signature = signature_, .types = types_},
#include <isa/vector.def>
};

static const op_desc_t system_rows[] = {
#define OP(id_, name_, cls_, shape_) {.name = name_, .cls = OPS_##cls_, .id = OP_##id_, .shape = shape_},
#define COMMAND(id_, name_, cls_, call_, where_, pipe_, does_, shape_) \
    {.name = name_,                                                    \
     .cls = OPS_##cls_,                                                \
     .id = OP_##id_,                                                   \
     .fn = #call_,                                                     \
     .where = ON_##where_,                                             \
     .pipe = PIPE_##pipe_,                                             \
     .does = DOES_##does_,                                             \
     .shape = shape_},
#include <isa/system.def>
#define OP(id_, name_, cls_, shape_) {.name = name_, .cls = OPS_##cls_, .id = OP_##id_, .shape = shape_},
#include <isa/tile_values.def>
#define SIMT(id_, name_, kind_, types_, shape_) \
    {.name = name_, .cls = OPS_SIMT, .id = OP_##id_, .simt = SIMT_##kind_, .simt_types = types_, .shape = shape_},
#include <isa/simt.def>
};

/// Aliases of operations.
static const struct {
    op_id_t id;
    const char *name;
} aliases[] = {
#define OP(id_, name_, cls_, shape_)
#define ALIAS(id_, name_) {OP_##id_, name_},
#include <isa/system.def>
#define OP(id_, name_, cls_, shape_)
#define ALIAS(id_, name_) {OP_##id_, name_},
#include <isa/tile_values.def>
    {OP_CALL, "call"},
    {OP_RETURN, "return"},
};

#define FORMS_NUM  (sizeof(form_rows) / sizeof(form_rows[0]))
#define SYSTEM_NUM (sizeof(system_rows) / sizeof(system_rows[0]))
#define ALIAS_NUM  (sizeof(aliases) / sizeof(aliases[0]))
#define SLOTS_NUM  1024u  // a power of two, well above the number of rows

struct ops_table {
    op_form_t forms[2 * FORMS_NUM];  // those of X_post are listed under both names
    op_desc_t descs[FORMS_NUM + SYSTEM_NUM + ALIAS_NUM + OPS_TILE_ROWS_MAX + OPS_VMI_ROWS_MAX];
    uint32_t descs_num;
    const op_desc_t *slots[SLOTS_NUM];
};

static uint32_t hash_name(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return (hash ^ hash >> 15) & (SLOTS_NUM - 1);
}

static const op_desc_t **ops_slot(struct ops_table *table, const char *name)
{
    uint32_t i = hash_name(name);
    while (table->slots[i] != NULL && strcmp(table->slots[i]->name, name) != 0) {
        i = (i + 1) & (SLOTS_NUM - 1);
    }
    return &table->slots[i];
}

/// A row X_post belongs to X as well: it is the form with the advanced pointer as a further result.
static bool is_form_of(const char *row, const char *name)
{
    size_t size = strlen(name);
    return strncmp(row, name, size) == 0 && (row[size] == '\0' || strcmp(row + size, "_post") == 0);
}

/// Rows of a name may be scattered: the first one makes the entry, and the others' forms are appended.
static void gather_forms(ptoc_t *cc, struct ops_table *table)
{
    uint32_t num = 0;
    for (size_t i = 0; i < FORMS_NUM; i++) {
        const char *full = arena_printf(&cc->arena, "pto.%s", form_rows[i].name);
        const op_desc_t **slot = ops_slot(table, full);
        if (*slot != NULL) {
            continue;
        }
        op_desc_t *desc = &table->descs[table->descs_num++];
        *desc = (op_desc_t){.name = full, .cls = OPS_VECTOR, .shape = "", .forms = &table->forms[num]};
        for (size_t j = i; j < FORMS_NUM; j++) {
            if (is_form_of(form_rows[j].name, form_rows[i].name)) {
                table->forms[num] = form_rows[j];
                table->forms[num].row = (uint16_t)j;
                parse_signature(&table->forms[num++]);
                desc->forms_num++;
            }
        }
        *slot = desc;
    }
}

static void add_row(struct ops_table *table, const op_desc_t *row, const char *name)
{
    op_desc_t *desc = &table->descs[table->descs_num++];
    *desc = *row;
    desc->name = name;
    *ops_slot(table, name) = desc;
}

static struct ops_table *ops_table(ptoc_t *cc)
{
    if (cc->ops == NULL) {
        cc->ops = ARENA_NEW(&cc->arena, struct ops_table);
        gather_forms(cc, cc->ops);
        for (size_t i = 0; i < SYSTEM_NUM; i++) {
            add_row(cc->ops, &system_rows[i], system_rows[i].name);
        }
        for (size_t i = 0; i < ALIAS_NUM; i++) {
            add_row(cc->ops, &system_rows[aliases[i].id - 1], aliases[i].name);  // ids count from OP_NONE
        }
        for (uint32_t i = 0; vmi_desc(cc, i, &cc->ops->descs[cc->ops->descs_num]); i++) {
            op_desc_t *desc = &cc->ops->descs[cc->ops->descs_num];
            const op_desc_t **slot = ops_slot(cc->ops, desc->name);
            cc->ops->descs_num += *slot == NULL;  // the first row of a name represents all of them
            *slot = *slot == NULL ? desc : *slot;
        }
        for (uint32_t i = 0, num; (num = tile_rows(cc, i, &cc->ops->descs[cc->ops->descs_num])) != 0; i += num) {
            op_desc_t *desc = &cc->ops->descs[cc->ops->descs_num++];
            *ops_slot(cc->ops, desc->name) = desc;
        }
    }
    return cc->ops;
}

const op_desc_t *ops_find(ptoc_t *cc, const char *name)
{
    return *ops_slot(ops_table(cc), name);
}

op_id_t op_id(const op_t *op)
{
    return op == NULL || op->desc == NULL ? OP_NONE : (op_id_t)op->desc->id;
}

bool op_is(const op_t *op, op_id_t id)
{
    return op != NULL && op->desc != NULL && op->desc->id == id;
}

bool op_is_arith(const op_t *op)
{
    return op->desc != NULL && (op->desc->cls == OPS_ARITH || op->desc->cls == OPS_MATH);
}

bool op_is_any(const op_t *op, const op_id_t *ids)
{
    op_id_t id = op_id(op);
    while (*ids != OP_NONE && *ids != id) {
        ids++;
    }
    return *ids != OP_NONE;
}

bool op_is_index_cast(const op_t *op)
{
    return OP_IS_ANY(op, OP_INDEX_CAST, OP_INDEX_CASTUI, OP_EXTSI, OP_EXTUI) && op->operands_num == 1;
}

const op_form_t *ops_form_at(uint32_t i)
{
    return i < FORMS_NUM ? &form_rows[i] : NULL;
}

uint32_t edit_distance(const char *a, const char *b, uint32_t limit)
{
    size_t a_size = strlen(a), b_size = strlen(b);
    uint8_t row[64];
    size_t longer = a_size > b_size ? a_size - b_size : b_size - a_size;
    if (longer >= limit || a_size >= sizeof(row) || b_size >= sizeof(row)) {
        return limit;
    }
    for (size_t j = 0; j <= b_size; j++) {
        row[j] = (uint8_t)j;
    }
    for (size_t i = 1; i <= a_size; i++) {
        uint8_t diagonal = row[0];
        row[0] = (uint8_t)i;
        for (size_t j = 1; j <= b_size; j++) {
            uint8_t best = (uint8_t)(diagonal + (a[i - 1] != b[j - 1]));
            diagonal = row[j];
            best = best < row[j] + 1 ? best : (uint8_t)(row[j] + 1);
            row[j] = best < row[j - 1] + 1 ? best : (uint8_t)(row[j - 1] + 1);
        }
    }
    return row[b_size];
}

const char *ops_suggest(ptoc_t *cc, const char *name)
{
    struct ops_table *table = ops_table(cc);
    const char *nearest = NULL;
    uint32_t least = 3;
    for (uint32_t i = 0; i < table->descs_num; i++) {
        uint32_t distance = edit_distance(name, table->descs[i].name, least);
        if (distance < least) {
            least = distance;
            nearest = table->descs[i].name;
        }
    }
    return nearest;
}

/// Binding ///

static bool is_kind(const operand_t *operand, type_kind_t kind)
{
    return operand->value->type.kind == kind || operand->value->type.kind == TYPE_NONE;
}

static bool item_accepts(const sig_item_t *item, const operand_t *operand)
{
    switch (item->kind) {
        case SIG_V:
        case SIG_C:
        case SIG_R:
        case SIG_U:
        case SIG_F:
        case SIG_X:
            return is_kind(operand, TYPE_VREG);
        case SIG_M:
        case SIG_G:
        case SIG_M8:
        case SIG_M16:
        case SIG_M32:
            return is_kind(operand, TYPE_MASK);
        case SIG_P:
        case SIG_Q:
            return is_kind(operand, TYPE_PTR);
        case SIG_A:
            return is_kind(operand, TYPE_ALIGN);
        case SIG_ATTR:
            return false;
        default:
            return is_kind(operand, TYPE_SCALAR);
    }
}

static const attr_t *find_attr(const op_t *op, const sig_item_t *item, uint32_t *position)
{
    const attr_t *attr = op_attr(op, attr_class_key((attr_class_t)item->attr));
    if (attr == NULL && item->attr == ATTRS_rnd) {
        attr = op_attr(op, "round_mode");
    }
    if (attr == NULL && (attr = op_positional(op, *position)) != NULL) {
        ++*position;
    }
    return attr;
}

static const attr_value_t *attr_value_of(const op_t *op, const sig_item_t *item, const attr_t *attr)
{
    if (attr == NULL) {
        return item->optional ? attr_value_at((attr_class_t)item->attr, 0) : NULL;
    }
    return attr->text == NULL ? NULL : attr_value_find((attr_class_t)item->attr, attr->text, op->elem);
}

static uint32_t bind_items(const op_t *op, const op_form_t *form, bound_t bound[SIG_MAX], const operand_t **extra)
{
    uint32_t next = 0, position = 0;
    for (uint32_t i = 0; i < form->operands_num; i++) {
        const sig_item_t *item = &form->operands[i];
        bound[i] = (bound_t){.item = item};
        if (item->kind == SIG_ATTR) {
            bound[i].attr = find_attr(op, item, &position);
            bound[i].value = attr_value_of(op, item, bound[i].attr);
            continue;
        }
        if (next < op->operands_num) {
            bound[i].operand = &op->operands[next++];
        }
        bool index_follows = next < op->operands_num && op->operands[next].indexed;
        bool plain_index = item->indexed && next < op->operands_num && is_kind(&op->operands[next], TYPE_SCALAR);
        if (item->indexed && (index_follows || plain_index)) {
            bound[i].index = &op->operands[next++];
        }
    }
    if (extra != NULL) {
        *extra = next < op->operands_num ? &op->operands[next] : NULL;
    }
    return form->operands_num;
}

uint32_t ops_operands(const op_t *op, bound_t bound[SIG_MAX], const operand_t **extra)
{
    return bind_items(op, op->form, bound, extra);
}

/// T of a form: the element type of the first V operand, else of the first V result, else of P; else of the result's
/// mask.
static elem_t form_elem(const op_t *op, const op_form_t *form, const bound_t *bound)
{
    elem_t from_pointer = ELEM_NONE;
    for (uint32_t i = 0; i < form->operands_num; i++) {
        if (bound[i].operand == NULL) {
            continue;
        }
        type_t type = bound[i].operand->value->type;
        if (bound[i].item->kind == SIG_V) {
            return type.kind == TYPE_VREG ? (elem_t)type.elem : ELEM_NONE;
        }
        bool fits = from_pointer == ELEM_NONE || (form->types & elem_table_bit(from_pointer)) == 0;
        if (bound[i].item->kind == SIG_P && fits && type.kind == TYPE_PTR) {
            from_pointer = (elem_t)type.elem;
        }
    }
    for (uint32_t i = 0; i < form->results_num && i < op->results_num; i++) {
        if (form->results[i].kind == SIG_V) {
            return op->results[i].type.kind == TYPE_VREG ? (elem_t)op->results[i].type.elem : ELEM_NONE;
        }
    }
    return from_pointer;
}

/// Granularity of M: of the name (pset_b32), else of a mask operand, else of a mask result, else of T.
static uint8_t form_gran(const op_t *op, const op_form_t *form, const bound_t *bound)
{
    if ((form->types & (B8 | B16 | B32)) != 0 && (form->types & (form->types - 1)) == 0) {
        return form->types == B8 ? 8 : form->types == B16 ? 16 : 32;
    }
    for (uint32_t i = 0; i < form->operands_num; i++) {
        if (bound[i].item->kind == SIG_M && bound[i].operand != NULL && bound[i].operand->value->type.gran != 0) {
            return bound[i].operand->value->type.gran;
        }
    }
    for (uint32_t i = 0; i < form->results_num && i < op->results_num; i++) {
        if (form->results[i].kind == SIG_M && op->results[i].type.gran != 0) {
            return op->results[i].type.gran;
        }
    }
    uint32_t bits = elem_bits(op->elem);
    return (uint8_t)(bits == 8 || bits == 16 || bits == 32 ? bits : bits == 64 ? 32 : 0);
}

/// A pointer to elements of another width than T: loads that widen bytes have a form of their own.
static bool points_elsewhere(const operand_t *operand, elem_t elem)
{
    type_t type = operand->value->type;
    return type.kind == TYPE_PTR && type.elem != ELEM_NONE && elem_bits(type.elem) != elem_bits(elem);
}

/// A mask of other lanes than those that the form gives it.
static bool masks_elsewhere(const bound_t *bound, elem_t elem)
{
    type_t type = bound->operand->value->type;
    uint32_t bits = bound->item->kind == SIG_M16 ? 16 : bound->item->kind == SIG_M ? elem_bits(elem) : 0;
    return type.kind == TYPE_MASK && type.gran != 0 && bits != 0 && bits < 64 && type.gran != bits;
}

/// The misfit of a form: 0 if kinds and counts match exactly.
static uint32_t misfit(const op_t *op, const op_form_t *form)
{
    bound_t bound[SIG_MAX];
    const operand_t *extra = NULL;
    uint32_t num = bind_items(op, form, bound, &extra), bad = 0;
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR) {
            bad += bound[i].attr == NULL && !bound[i].item->optional ? 2 : 0;
        } else if (bound[i].operand == NULL) {
            bad += 4;
        } else {
            bad += item_accepts(bound[i].item, bound[i].operand) ? 0 : 4;
        }
    }
    for (; extra != NULL && extra < op->operands + op->operands_num; extra++) {
        bad += 4;
    }
    bad += form->results_num == op->results_num ? 0 : 3;
    elem_t elem = form_elem(op, form, bound);
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].operand != NULL) {
            bad += bound[i].item->kind == SIG_P && points_elsewhere(bound[i].operand, elem);
            bad += masks_elsewhere(&bound[i], elem);
        }
    }
    bad += elem != ELEM_NONE && (form->types & ~(uint32_t)(B8 | B16 | B32)) != 0 &&
                   (form->types & elem_table_bit(elem)) == 0
               ? 1
               : 0;
    return bad;
}

void ops_bind(ptoc_t *cc, op_t *op)
{
    (void)cc;
    if (op->desc == NULL || op->desc->forms_num == 0) {
        return;
    }
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < op->desc->forms_num && least != 0; i++) {
        uint32_t bad = misfit(op, &op->desc->forms[i]);
        if (bad < least) {
            least = bad;
            op->form = &op->desc->forms[i];
        }
    }
    bound_t bound[SIG_MAX];
    bind_items(op, op->form, bound, NULL);
    op->elem = form_elem(op, op->form, bound);
    op->gran = form_gran(op, op->form, bound);
}

/// Pipes and events ///

static const char *const pipe_names[PIPE_COUNT] = {"PIPE_S",    "PIPE_V",    "PIPE_M",   "PIPE_MTE1",
                                                   "PIPE_MTE2", "PIPE_MTE3", "PIPE_FIX", "PIPE_ALL"};

/// Kinds of tile operations that get_buf and rls_buf accept in place of a pipe.
static const struct {
    const char *name;
    pipe_t pipe;
} pipe_users[] = {
    {"TLOAD", PIPE_MTE2},    {"TSTORE_VEC", PIPE_MTE3}, {"TSTORE_ACC", PIPE_FIX},   {"TMOV_M2L", PIPE_MTE1},
    {"TMOV_M2B", PIPE_MTE1}, {"TMOV_M2S", PIPE_FIX},    {"TMOV_M2V", PIPE_V},       {"TMOV_V2M", PIPE_FIX},
    {"TMATMUL", PIPE_M},     {"TVEC", PIPE_V},          {"TVECWAIT_EVENT", PIPE_V},
};

int pipe_find(const char *spelling)
{
    for (int i = 0; i < PIPE_COUNT; i++) {
        if (strcmp(pipe_names[i], spelling) == 0 || strcmp(pipe_names[i] + 5, spelling) == 0) {
            return i;
        }
    }
    for (size_t i = 0; i < sizeof(pipe_users) / sizeof(pipe_users[0]); i++) {
        if (strcmp(pipe_users[i].name, spelling) == 0) {
            return (int)pipe_users[i].pipe;
        }
    }
    return -1;
}

int pipe_of_number(int64_t number)
{
    static const pipe_t pipes[] = {PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL};
    return number >= 0 && number <= 6 ? (int)pipes[number] : number == 10 ? PIPE_FIX : -1;
}

const char *pipe_name(pipe_t pipe)
{
    return pipe_names[pipe];
}

int event_find(const char *spelling)
{
    if (strncmp(spelling, "EVENT_ID", 8) != 0) {
        return -1;
    }
    const char *digits = spelling + 8;
    size_t size = strlen(digits);
    if (size == 0 || size > 2 || strspn(digits, "0123456789") != size) {
        return -1;
    }
    return size == 1 ? digits[0] - '0' : (digits[0] - '0') * 10 + digits[1] - '0';
}
