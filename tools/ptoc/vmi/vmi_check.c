// SPDX-License-Identifier: Apache-2.0
//
// The verifier's rules for operations on logical vectors: operand types, attributes, lanes and groups, accesses.

#include "ptoc.h"

#include <string.h>

#include "verify/verify.h"
#include "vmi.h"

/// Operands and results ///

static void check_counts(verifier_t *v, vmi_op_t *x, bool fits, const operand_t *wrong)
{
    op_t *op = x->op;
    if (fits) {
        return;
    }
    const char *takes = vmi_operands_text(v->cc, x->row);
    if (wrong != NULL) {
        FAIL_OPERAND(v, wrong, "operand-type", "'%s' takes %s; %s here does not fit", op->name, takes,
                     verify_type(v, wrong->value->type));
    } else {
        FAIL_OP(v, op, "operand-count",
                "'%s' takes %s, with the right number of results; %u operand%s and %u result%s "
                "are given",
                op->name, takes, op->operands_num, op->operands_num == 1 ? "" : "s", op->results_num,
                op->results_num == 1 ? "" : "s");
    }
}

/// Compares the types in the text with those of the values.
static void check_listed(verifier_t *v, const op_t *op)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        type_t type = op->operands[i].value->type;
        bool listed = next < op->types_num && type_compatible(op->types[next].type, type);
        if (listed) {
            next++;
        } else if (type.kind != TYPE_SCALAR && next < op->types_num) {
            const char *name = verify_type(v, op->types[next].type);
            diag_t *diag = verify_fail(v, op->types[next].loc, (uint32_t)strlen(name), "type-mismatch",
                                       "%s is listed as %s, but it is %s", value_spelling(v->cc, op->operands[i].value),
                                       name, verify_type(v, type));
            verify_note_value(v, diag, op->operands[i].value);
            return;
        } else if (type.kind != TYPE_SCALAR) {
            FAIL_OP(v, op, "operand-count", "the type of %s is not listed",
                    value_spelling(v->cc, op->operands[i].value));
            return;
        }
    }
}

/// Elements of T. Signless and signed integers differ here; scalars may have any signedness.
static bool fits_elem(char letter, type_t type, const vmi_op_t *x)
{
    switch (letter) {
        case 'S':
        case 'B':
            return type.elem == x->elem ||
                   (type.kind == TYPE_SCALAR && elem_is_int(type.elem) && elem_is_int(x->elem) &&
                    elem_bits(type.elem) == elem_bits(x->elem) && type.elem != ELEM_INDEX);
        case 'P':
            return elem_bits(type.elem) == elem_bits(x->elem) &&
                   (type.elem == x->elem || (elem_is_int(type.elem) && elem_is_int(x->elem)));
        case 'V':
        case 'G':
        case 'E':
            return type.elem == x->elem;
        case 'X':
            return elem_is_int(type.elem);
        default:
            return true;
    }
}

static const char *elem_wanted(verifier_t *v, char letter, const vmi_op_t *x)
{
    return letter == 'X' ? "integers" : arena_printf(&v->scratch, "%s", elem_name(x->elem));
}

static void check_item(verifier_t *v, const vmi_op_t *x, char letter, const value_t *value, loc_t loc)
{
    type_t type = value->type;
    bool lanes = letter == 'V' || letter == 'W' || letter == 'X' || letter == 'M';
    if (type.kind == TYPE_PTR && type.space != SPACE_UB) {
        verify_fail(v, loc, verify_span(value), "address-space", "vector operations access UB only, and %s is %s",
                    value_spelling(v->cc, value), verify_type(v, type));
    } else if (!fits_elem(letter, type, x)) {
        verify_fail(v, loc, verify_span(value), letter == 'P' ? "pointer-type" : "element-type",
                    "'%s' takes %s here, and %s is %s", x->op->name, elem_wanted(v, letter, x),
                    value_spelling(v->cc, value), verify_type(v, type));
    } else if (lanes && type.lanes != x->lanes) {
        verify_fail(v, loc, verify_span(value), "lane-count", "'%s' has %u lanes, and %s is %s", x->op->name, x->lanes,
                    value_spelling(v->cc, value), verify_type(v, type));
    }
}

static void check_items(verifier_t *v, const vmi_op_t *x)
{
    const op_t *op = x->op;
    for (uint32_t i = 0; i < op->operands_num && !v->failed; i++) {
        check_item(v, x, x->operand_letters[i], op->operands[i].value, op->operands[i].loc);
    }
    for (uint32_t i = 0; i < op->results_num && !v->failed; i++) {
        type_t type = op->results[i].type;
        char letter = x->result_letters[i];
        type_kind_t want = letter == 'M' ? TYPE_LOGICAL_MASK : letter == 'n' ? TYPE_SCALAR : TYPE_LOGICAL;
        if (type.kind != want) {
            verify_fail(v, op->results[i].loc, verify_span(&op->results[i]), "result-type", "'%s' gives a %s, not %s",
                        op->name,
                        letter == 'M'   ? "mask"
                        : letter == 'n' ? "scalar"
                                        : "vector",
                        verify_type(v, type));
        } else {
            check_item(v, x, letter, &op->results[i], op->results[i].loc);
        }
    }
    if (!v->failed && x->row->types != 0 && (x->row->types & elem_table_bit(x->elem)) == 0) {
        FAIL_OP(v, op, "element-type", "'%s' does not exist for %s", op->name, elem_name(x->elem));
    }
}

/// Vector types that no value can have.
static void check_shape_of(verifier_t *v, loc_t loc, type_t type)
{
    const char *name = verify_type(v, type);
    bool logical = type.kind == TYPE_LOGICAL || type.kind == TYPE_LOGICAL_MASK;
    if (logical && (type.lanes == 0 || type.lanes > VMI_LANES_MAX)) {
        verify_fail(v, loc, (uint32_t)strlen(name), "logical-type", "%s: a logical vector has 1 to %d lanes", name,
                    VMI_LANES_MAX);
    } else if (type.kind == TYPE_LOGICAL && (elem_bits(type.elem) < 8 || elem_bits(type.elem) > 32)) {
        verify_fail(v, loc, (uint32_t)strlen(name), "logical-type", "%s: a logical vector has elements of 8 to 32 bits",
                    name);
    }
}

/// Attributes ///

typedef struct attr_words {
    const char *key, *words;
} attr_words_t;

static const attr_words_t attr_words[] = {
    {"pmode", "zero merge"},     {"order", "ASC DESC"},     {"dist_mode", "continuous unpack dintlv brc"},
    {"rounding", "R A F C Z H"}, {"saturate", "SAT NOSAT"},
};

static bool is_word_of(const char *words, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = words; *at != '\0'; at += strspn(at, " ")) {
        size_t next = strcspn(at, " ");
        if (next == size && memcmp(at, word, size) == 0) {
            return true;
        }
        at += next;
    }
    return false;
}

/// Whether "key" or "key!" is in the list of a row.
static bool row_has(const vmi_row_t *row, const char *key)
{
    char needed[32];
    snprintf(needed, sizeof(needed), "%s!", key);
    return is_word_of(row->attrs, key) || is_word_of(row->attrs, needed);
}

static void check_attr(verifier_t *v, const vmi_op_t *x, const attr_t *attr)
{
    bool positional = attr->key == NULL && (row_has(x->row, "pattern") || row_has(x->row, "cmp"));
    if (positional || (attr->key != NULL && strchr(attr->key, '.') != NULL)) {
        return;
    }
    if (attr->key == NULL || !row_has(x->row, attr->key)) {
        FAIL_ATTR(v, attr, "unknown-attribute", "'%s' has no attribute '%s'", x->op->name,
                  attr->key != NULL    ? attr->key
                  : attr->text != NULL ? attr->text
                                       : "this one");
        return;
    }
    for (size_t i = 0; i < sizeof(attr_words) / sizeof(attr_words[0]); i++) {
        bool here = strcmp(attr_words[i].key, attr->key) == 0;
        if (here && (attr->text == NULL || !is_word_of(attr_words[i].words, attr->text))) {
            FAIL_ATTR(v, attr, "attribute-value", "%s of '%s' is one of: %s", attr->key, x->op->name,
                      attr_words[i].words);
        }
    }
    bool number =
        strcmp(attr->key, "group") == 0 || strcmp(attr->key, "num_groups") == 0 || strcmp(attr->key, "group_size") == 0;
    if (number && (attr->kind != ATTR_INT || attr->integer <= 0 || attr->integer > VMI_LANES_MAX)) {
        FAIL_ATTR(v, attr, "attribute-value", "%s of '%s' is a number from 1 to %d", attr->key, x->op->name,
                  VMI_LANES_MAX);
    }
}

static void check_attrs(verifier_t *v, const vmi_op_t *x)
{
    const op_t *op = x->op;
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        check_attr(v, x, &op->attrs[i]);
    }
    for (const char *at = x->row->attrs; *at != '\0' && !v->failed; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (at[size - 1] == '!') {
            const char *key = arena_printf(&v->scratch, "%.*s", (int)size - 1, at);
            bool given = op_attr(op, key) != NULL || op_positional(op, 0) != NULL;
            if (!given) {
                FAIL_OP(v, op, "missing-attribute", "'%s' needs the attribute %s", op->name, key);
            }
        }
        at += size;
    }
    bool is_unsigned, is_signed;
    if (!v->failed && x->row->kind == VMI_COMPARE && vmi_compares(op, &is_unsigned, &is_signed) == NULL) {
        FAIL_OP(v, op, "attribute-value",
                "'%s' compares by eq, ne, lt, le, gt or ge, of floats by oeq, one and so on too", op->name);
    }
}

/// Merging keeps lanes of the first operand, which must have the result's type. Stores keep the lanes in memory.
static void check_merge(verifier_t *v, const vmi_op_t *x)
{
    const attr_t *mode = op_attr(x->op, "pmode");
    bool merges = mode != NULL && mode->text != NULL && strcmp(mode->text, "merge") == 0;
    vmi_kind_t kind = (vmi_kind_t)x->row->kind;
    bool keeps = kind == VMI_LANES || kind == VMI_SELECT || kind == VMI_LOAD || kind == VMI_STORE ||
                 kind == VMI_BLOCKS || kind == VMI_SCATTER || (kind == VMI_EXPDIF && x->elem == ELEM_F32);
    if (merges && !keeps && x->masks_num != 0) {
        FAIL_ATTR(v, mode, "attribute-value", "'%s' has no lanes that merge could keep", x->op->name);
    }
}

/// Groups ///

static void check_divides(verifier_t *v, const vmi_op_t *x, uint32_t groups)
{
    if (groups != 0 && x->lanes % groups != 0) {
        FAIL_OP(v, x->op, "group", "%u groups do not divide the %u lanes of '%s'", groups, x->lanes, x->op->name);
    }
}

static void check_reduce(verifier_t *v, const vmi_op_t *x)
{
    uint32_t groups = vmi_groups(x->op), slots = groups == 0 ? 1 : groups;
    bool reassoc = op_attr(x->op, "reassoc") != NULL;
    if (x->op->results[0].type.lanes != slots) {
        FAIL_OP(v, x->op, "group", "the result of '%s' has a lane for each group, %u here, and not %u", x->op->name,
                slots, x->op->results[0].type.lanes);
    } else if (strcmp(x->row->micro, "add") == 0 && elem_is_float(x->elem) && !reassoc) {
        FAIL_OP(v, x->op, "missing-attribute",
                "'%s' adds floats in an order of its own: it needs the attribute reassoc", x->op->name);
    }
}

static void check_spread(verifier_t *v, const vmi_op_t *x)
{
    uint32_t groups = vmi_groups(x->op);
    type_t type = x->vectors[0]->value->type;
    uint32_t slots = type.kind == TYPE_LOGICAL ? type.lanes : 1;
    if (slots != (groups == 0 ? 1 : groups) || (groups != 0 && type.kind != TYPE_LOGICAL)) {
        FAIL_OP(v, x->op, "group",
                "'%s' spreads a scalar, a vector of one lane, or of a lane for each group, and not %s", x->op->name,
                verify_type(v, type));
    }
}

static void check_group_mask(verifier_t *v, const vmi_op_t *x)
{
    const attr_t *size = op_attr(x->op, "group_size");
    if ((uint64_t)vmi_groups(x->op) * (uint64_t)size->integer != x->lanes) {
        FAIL_OP(v, x->op, "group", "num_groups times group_size are the %u lanes of '%s'", x->lanes, x->op->name);
    }
}

static void check_pattern(verifier_t *v, const vmi_op_t *x)
{
    const attr_t *attr = op_positional(x->op, 0);
    attr = attr == NULL ? op_attr(x->op, "pattern") : attr;
    const char *text = attr->text == NULL ? "" : attr->text;
    bool all = vmi_has_all(x->row) && strcmp(text, "PAT_ALL") == 0;
    bool first = !vmi_has_all(x->row) && strncmp(text, "PAT_VL", 6) == 0 && text[6] >= '1' && text[6] <= '9' &&
                 strspn(text + 6, "0123456789") == strlen(text + 6) && strlen(text) < 11;
    if (!all && !first) {
        FAIL_OP(v, x->op, "attribute-value",
                "the pattern of 'pto.vmi.pset' is \"PAT_ALL\", of 'pto.vmi.pge' \"PAT_VL16\" "
                "with any number of lanes");
    }
}

/// Accesses ///

static void check_elements(verifier_t *v, const vmi_op_t *x, bool unpack, bool narrow)
{
    type_t type = x->pointer->value->type;
    uint32_t from = elem_bits(type.elem), to = elem_bits(x->elem);
    bool ok = unpack ? from < to : narrow && from == 8 && to == 32 ? true : fits_elem('P', type, x);
    if (!ok) {
        FAIL_OPERAND(v, x->pointer, "pointer-type", "'%s' moves %s, and %s is %s", x->op->name,
                     unpack ? "narrower elements here" : elem_name(x->elem), value_spelling(v->cc, x->pointer->value),
                     verify_type(v, type));
    }
}

/// A load or store as its dist_mode and its row say.
typedef struct {
    bool store, plain, brc, unpack, pairs;  // plain: "continuous"; pairs: two vectors, interleaved in memory
    uint32_t groups;
} access_mode_t;

static access_mode_t access_mode(const vmi_op_t *x)
{
    const char *mode = vmi_word(x->op, "dist_mode");
    mode = mode == NULL ? "continuous" : mode;
    return (access_mode_t){.store = x->row->kind == VMI_STORE,
                           .plain = strcmp(mode, "continuous") == 0,
                           .brc = strcmp(mode, "brc") == 0,
                           .unpack = strcmp(mode, "unpack") == 0,
                           .pairs = strcmp(mode, "dintlv") == 0 || strcmp(x->row->micro, "dintlv") == 0,
                           .groups = vmi_groups(x->op)};
}

/// Whether the number of strides and indices goes with the groups. Gathers of 16 bits may have one index without
/// groups.
static bool strides_fit(const vmi_op_t *x, uint32_t groups)
{
    bool strided = x->scalars_num == 1;
    return (groups != 0) == strided ||
           (groups == 0 && strided && x->row->micro[0] == '\0' && elem_bits(x->scalars[0]->value->type.elem) == 16);
}

/// What is wrong with a mode, with %s for the operation; NULL: nothing.
static const char *wrong_mode(const vmi_op_t *x, const access_mode_t *mode)
{
    uint32_t vectors = mode->store ? x->vectors_num : x->op->results_num;
    if (mode->groups != 0 && !mode->plain && (mode->store || !mode->brc)) {
        return "has groups or a dist_mode, not both";
    }
    if (!strides_fit(x, mode->groups)) {
        return "has a stride of its groups, and no other index";
    }
    if (mode->groups == 0 && x->scalars_num != 0 && !mode->plain) {
        return "has block strides or a dist_mode, not both";
    }
    if (mode->groups != 0 && mode->store && x->masks_num != 0) {
        return "stores groups without a mask";
    }
    if (mode->store && (mode->brc || mode->unpack)) {
        return "stores \"continuous\" or \"dintlv\"";
    }
    return vectors == (mode->pairs ? 2 : 1) ? NULL : "moves two vectors with dintlv, else one";
}

static void check_access(verifier_t *v, const vmi_op_t *x)
{
    access_mode_t mode = access_mode(x);
    const char *wrong = wrong_mode(x, &mode);
    if (wrong != NULL) {
        FAIL_OP(v, x->op, "access-mode", "'%s' %s", x->op->name, wrong);
        return;
    }
    check_elements(v, x, mode.unpack, mode.store && mode.groups != 0);
    check_divides(v, x, mode.groups);
}

/// Conversions ///

static const struct {
    const char *from, *to, *attrs;
} conversions[] = {
#define PTO_CVT(fn_, SRC, DST, attrs_) {#fn_ "." #SRC, #DST, attrs_},
#include <isa/cvt.def>
};

static const char *pair_attrs(elem_t from, elem_t to)
{
    char name[32];
    snprintf(name, sizeof(name), "vcvt.%s", elem_token(from));
    for (size_t i = 0; i < sizeof(conversions) / sizeof(conversions[0]); i++) {
        if (strcmp(conversions[i].from, name) == 0 && strcmp(conversions[i].to, elem_token(to)) == 0) {
            return conversions[i].attrs;
        }
    }
    return NULL;
}

/// In conversions between integers, signless ones are unsigned. Converted to floats they are signed, as in the manual's
/// examples. Converted from floats they are unsigned if there is such a conversion.
elem_t vmi_converted(elem_t elem, elem_t other, bool result)
{
    if (elem == ELEM_BF16X2) {
        return ELEM_BF16;
    }
    if (elem_class(elem) != CLASS_INT) {
        return elem;
    }
    bool is_unsigned = elem_is_int(other) || (result && pair_attrs(other, vmi_raw(elem)) != NULL);
    return is_unsigned ? vmi_raw(elem) : elem;
}

const char *vmi_conversion(elem_t from, elem_t to)
{
    return pair_attrs(vmi_converted(from, to, false), vmi_converted(to, from, true));
}

static bool is_fp4(elem_t elem)
{
    return elem == ELEM_E2M1X2 || elem == ELEM_E1M2X2;
}

/// Whether a conversion can be composed of steps of which all but the last are exact.
static bool converts(elem_t from, elem_t to)
{
    if (from == ELEM_BF16X2 || to == ELEM_BF16X2 || is_fp4(from) || is_fp4(to)) {
        return (from == ELEM_BF16X2 && is_fp4(to)) || (is_fp4(from) && to == ELEM_BF16X2);
    }
    if (elem_is_int(from) && elem_is_int(to)) {
        return elem_bits(from) != elem_bits(to);
    }
    bool exact = from != ELEM_F32 && (!elem_is_int(from) || elem_bits(from) <= 16);
    return from != to &&
           (vmi_conversion(from, to) != NULL || (exact && (to == ELEM_F32 || vmi_conversion(ELEM_F32, to) != NULL)));
}

/// The attributes that a conversion takes.
typedef struct {
    bool saturates, rounds;
    const char *modes;  // of rounding
} conversion_t;

static conversion_t conversion_of(elem_t from, elem_t to)
{
    bool from_float = !elem_is_int(from), to_int = elem_is_int(to), fp4 = is_fp4(to);
    bool narrows = elem_bits(to) < elem_bits(from) || (from_float && !to_int && elem_bits(to) == elem_bits(from));
    bool always_fits = from == ELEM_F16 && elem_bits(to) == 32;
    return (conversion_t){.saturates = (narrows && !fp4) || (from_float && to_int && !always_fits),
                          .rounds = from_float && (narrows || to_int),
                          .modes = to_int || fp4 ? "R A F C Z" : "R A H Z"};
}

static void check_convert(verifier_t *v, const vmi_op_t *x)
{
    elem_t from = x->elem, to = (elem_t)x->op->results[0].type.elem;
    const char *const a = elem_name(from), *const b = elem_name(to);
    if (!converts(from, to)) {
        FAIL_OP(v, x->op, "conversion", "there is no conversion from %s to %s", a, b);
        return;
    }
    conversion_t takes = conversion_of(from, to);
    const attr_t *rounding = op_attr(x->op, "rounding"), *saturate = op_attr(x->op, "saturate");
    if (takes.saturates && saturate == NULL) {
        FAIL_OP(v, x->op, "missing-attribute", "the conversion from %s to %s needs the attribute saturate", a, b);
    } else if (!takes.saturates && saturate != NULL) {
        FAIL_ATTR(v, saturate, "conversion", "the conversion from %s to %s does not saturate", a, b);
    } else if (!takes.rounds && rounding != NULL) {
        FAIL_ATTR(v, rounding, "conversion", "the conversion from %s to %s does not round", a, b);
    } else if (rounding != NULL && !is_word_of(takes.modes, rounding->text)) {
        FAIL_ATTR(v, rounding, "attribute-value", "the conversion from %s to %s rounds by one of: %s", a, b,
                  takes.modes);
    }
}

static void check_same_bits(verifier_t *v, const vmi_op_t *x)
{
    type_t type = x->op->results[0].type;
    if ((uint64_t)type.lanes * elem_bits(type.elem) != (uint64_t)x->lanes * elem_bits(x->elem)) {
        FAIL_OP(v, x->op, "lane-count", "%s and %s do not have the same number of bits",
                verify_type(v, x->vectors[0]->value->type), verify_type(v, type));
    }
}

/// Further rules by kind ///

static void check_index(verifier_t *v, const vmi_op_t *x, const operand_t *index)
{
    elem_t elem = (elem_t)index->value->type.elem;
    if (!elem_is_int(elem) || elem_class(elem) == CLASS_SINT || elem_bits(elem) == 8) {
        FAIL_OPERAND(v, index, "element-type", "indices of '%s' have 16 or 32 bits and no sign, and %s is %s",
                     x->op->name, value_spelling(v->cc, index->value), verify_type(v, index->value->type));
    }
}

static void check_permute(verifier_t *v, const vmi_op_t *x)
{
    type_t index = x->vectors[1]->value->type;
    if (elem_bits(index.elem) != elem_bits(x->elem)) {
        FAIL_OPERAND(v, x->vectors[1], "element-type", "indices of '%s' are as wide as its elements, and %s is %s",
                     x->op->name, value_spelling(v->cc, x->vectors[1]->value), verify_type(v, index));
    } else if (x->lanes > vmi_per_reg(x->elem) || vmi_lanes(x->vectors[0]) > vmi_per_reg(x->elem)) {
        FAIL_OP(v, x->op, "lane-count", "'%s' takes at most the %u lanes of a register of %s", x->op->name,
                vmi_per_reg(x->elem), elem_name(x->elem));
    }
}

static void check_hist(verifier_t *v, const vmi_op_t *x)
{
    type_t src = x->vectors[1]->value->type;
    bool bytes = elem_is_int(src.elem) && elem_bits(src.elem) == 8 && elem_class(src.elem) != CLASS_SINT;
    if (!bytes || elem_class(x->elem) == CLASS_SINT || (x->lanes != 128 && x->lanes != 256) ||
        src.lanes != x->masks[0]->value->type.lanes) {
        FAIL_OP(v, x->op, "operand-type",
                "'%s' counts bytes in 128 or 256 lanes of 16 bits, both without a sign, with a "
                "mask of the bytes",
                x->op->name);
    }
}

static void check_kind(verifier_t *v, const vmi_op_t *x)
{
    switch ((vmi_kind_t)x->row->kind) {
        case VMI_REDUCE:
            check_reduce(v, x);
            check_divides(v, x, vmi_groups(x->op));
            break;
        case VMI_SPREAD:
            check_spread(v, x);
            check_divides(v, x, vmi_groups(x->op));
            break;
        case VMI_RAMP:
            check_divides(v, x, vmi_groups(x->op));
            break;
        case VMI_GROUPS:
            check_group_mask(v, x);
            break;
        case VMI_PATTERN:
            check_pattern(v, x);
            check_divides(v, x, vmi_groups(x->op));
            break;
        case VMI_LOAD:
        case VMI_STORE:
            check_access(v, x);
            break;
        case VMI_CONVERT:
            check_convert(v, x);
            break;
        case VMI_CAST:
            check_same_bits(v, x);
            break;
        case VMI_PERMUTE:
            check_permute(v, x);
            break;
        case VMI_HIST:
            check_hist(v, x);
            break;
        case VMI_GATHER:
        case VMI_GATHERIF:
        case VMI_GATHERB:
            check_index(v, x, x->vectors[0]);
            break;
        case VMI_SCATTER:
            check_index(v, x, x->vectors[1]);
            break;
        default:
            break;
    }
}

bool vmi_check(ptoc_t *cc, op_t *op, vmi_op_t *bound)
{
    verifier_t v = {.cc = cc};
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (op->operands[i].value->type.kind == TYPE_NONE) {
            return false;  // reported at its definition
        }
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        check_shape_of(&v, i < op->result_types_num ? op->result_types[i].loc : op->results[i].loc,
                       op->results[i].type);
    }
    const operand_t *wrong = NULL;
    bool fits = vmi_bind(op, bound, &wrong);
    void (*const checks[])(verifier_t *v, const vmi_op_t *x) = {check_items, check_attrs, check_merge, check_kind};
    if (!v.failed) {
        check_counts(&v, bound, fits, wrong);
    }
    if (!v.failed) {
        check_listed(&v, op);
    }
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]) && !v.failed; i++) {
        checks[i](&v, bound);
    }
    arena_free(&v.scratch);
    return !v.failed;
}
