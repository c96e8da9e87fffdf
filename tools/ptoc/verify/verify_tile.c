// SPDX-License-Identifier: Apache-2.0
//
// Checks of the rows of isa/tile.def (operands, locations, element types, attributes, valid regions) and of the pipes
// between cores.

#include "ptoc.h"

#include <inttypes.h>
#include <string.h>

#include "plan/plan.h"
#include "verify.h"

#define SPLITS_NUM 5  // none, up and down, left and right, and both for odd numbers

/// Rows of isa/tile.def ///

static const char *list_text(verifier_t *v, const tile_item_t *items, uint32_t num)
{
    const char *text = "";
    for (uint32_t i = 0; i < num; i++) {
        text = arena_printf(&v->scratch, "%s%s%s%s", text, i == 0 ? "" : ", ", items[i].name,
                            items[i].optional ? "?" : "");
    }
    return text;
}

static const char *form_text(verifier_t *v, const tile_form_t *form)
{
    return arena_printf(&v->scratch, "ins(%s) outs(%s)", list_text(v, form->ins, form->ins_num),
                        list_text(v, form->outs, form->outs_num));
}

static const char *kind_text(char kind)
{
    return kind == 'G'                  ? "a view of GM"
           : kind == 'S' || kind == 'Q' ? "a scalar"
           : kind == 'I'                ? "an integer"
                                        : "a tile";
}

static bool kind_fits(char kind, type_t type)
{
    bool view = type.kind == TYPE_PART || type.kind == TYPE_TENSOR;
    bool integer = type.kind == TYPE_SCALAR && elem_is_int(type.elem);
    return type.kind == TYPE_NONE || (kind == 'G'                  ? view
                                      : kind == 'S' || kind == 'Q' ? type.kind == TYPE_SCALAR
                                      : kind == 'I'                ? integer
                                      : kind == 'E'                ? true
                                                                   : type.kind == TYPE_TILE);
}

typedef void (*item_fn_t)(verifier_t *v, op_t *op, const tile_bound_t *bound, const tile_item_t *item,
                          const operand_t *operand);

static void each_item(verifier_t *v, op_t *op, const tile_bound_t *bound, item_fn_t fn)
{
    for (uint32_t i = 0; i < bound->form->ins_num; i++) {
        if (bound->ins[i] != NULL) {
            fn(v, op, bound, &bound->form->ins[i], bound->ins[i]);
        }
    }
    for (uint32_t i = 0; i < bound->form->outs_num; i++) {
        if (bound->outs[i] != NULL) {
            fn(v, op, bound, &bound->form->outs[i], bound->outs[i]);
        }
    }
}

static void check_kind(verifier_t *v, op_t *op, const tile_bound_t *bound, const tile_item_t *item,
                       const operand_t *operand)
{
    (void)bound;
    char kind = (item->spaces & 1u << SPACE_GM) != 0 ? 'G' : item->kind;
    if (!kind_fits(kind, operand->value->type)) {
        verify_fail_value(v, operand, "operand-type", "%s of '%s' is %s", item->name, op->name, kind_text(kind));
    }
}

void check_tile_operands(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound)) {
        return;
    }
    if (bound.extra != NULL) {
        FAIL_OPERAND(v, bound.extra, "tile-operands", "'%s' takes %s; this one is too many", op->name,
                     form_text(v, bound.form));
    } else if (bound.missing != NULL) {
        FAIL_OP(v, op, "tile-operands", "'%s' takes %s, and %s is missing", op->name, form_text(v, bound.form),
                bound.missing->name);
    } else if (op->results_num > 1 || (op->results_num == 1 && !type_is_event(op->results[0].type))) {
        FAIL_OP(v, op, "result-count", "'%s' writes its outs(...) and gives no result", op->name);
    }
    each_item(v, op, &bound, check_kind);
}

static void check_location(verifier_t *v, op_t *op, const tile_bound_t *bound, const tile_item_t *item,
                           const operand_t *operand)
{
    (void)bound;
    type_t type = operand->value->type;
    if (type.kind != TYPE_TILE || (item->spaces & 1u << type.space) != 0) {
        return;
    }
    const char *places = "";
    for (int space = 0; space < SPACE_COUNT; space++) {
        if ((item->spaces & 1u << space) != 0) {
            places = arena_printf(&v->scratch, "%s%s%s", places, *places == '\0' ? "" : " or ",
                                  tile_space_name((space_t)space));
        }
    }
    diag_t *diag =
        FAIL_OPERAND(v, operand, "tile-location", "%s of '%s' lies in %s, and %s lies in %s", item->name, op->name,
                     places, value_spelling(v->cc, operand->value), tile_space_name((space_t)type.space));
    verify_note_value(v, diag, operand->value);
}

static void find_flags(op_t *op, void *arg)
{
    *(bool *)arg |= OP_IS_ANY(op, OP_SET_FLAG, OP_WAIT_FLAG, OP_GET_BUF, OP_RLS_BUF);
}

/// Explicit flags cannot order an implied move.
static void check_implied(verifier_t *v, op_t *op)
{
    bool flags = false;
    ir_walk(op->func->body.block, find_flags, &flags);
    if (flags) {
        bool factor = op->operands[1].value->type.space == SPACE_L0A || op->operands[1].value->type.space == SPACE_L0B;
        const operand_t *tile = &op->operands[!factor];
        const char *text = factor ? "%s lies in mat: where flags are written out, so is the 'pto.tmov' of a factor"
                                  : "%s is loaded through mat: where flags are written out, so is that 'pto.tmov'";
        diag_t *diag = FAIL_OPERAND(v, tile, "tile-location", text, value_spelling(v->cc, tile->value));
        verify_note_value(v, diag, tile->value);
    }
}

void check_tile_location(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    if (op->implied) {
        check_implied(v, op);
    } else if (tile_bind(op, &bound)) {
        each_item(v, op, &bound, check_location);
    }
}

/// The first operand of kind T; its element type is T.
static const operand_t *elem_operand(const tile_bound_t *bound, const tile_item_t **item)
{
    for (uint32_t i = 0; i < bound->form->ins_num; i++) {
        if (bound->form->ins[i].kind == 'T' && bound->ins[i] != NULL) {
            *item = &bound->form->ins[i];
            return bound->ins[i];
        }
    }
    for (uint32_t i = 0; i < bound->form->outs_num; i++) {
        if (bound->form->outs[i].kind == 'T' && bound->outs[i] != NULL) {
            *item = &bound->form->outs[i];
            return bound->outs[i];
        }
    }
    return NULL;
}

static void check_same_elem(verifier_t *v, op_t *op, const tile_bound_t *bound, const tile_item_t *item,
                            const operand_t *operand)
{
    const tile_item_t *first_item;
    const operand_t *first = elem_operand(bound, &first_item);
    type_t type = operand->value->type;
    bool wanted = item->kind == 'T' || item->kind == 'S';
    uint32_t bit = elem_table_bit((elem_t)type.elem), first_bit = elem_table_bit((elem_t)first->value->type.elem);
    // A scalar is converted to an element: integers of any width, and any number for floats.
    bool becomes = item->kind == 'S' &&
                   (elem_is_float((elem_t)first->value->type.elem) || elem_is_int((elem_t)type.elem));
    if (!wanted || type.kind == TYPE_NONE || bit == first_bit || becomes) {
        return;
    }
    diag_t *diag =
        FAIL_OPERAND(v, operand, "tile-element", "%s of '%s' has the element type of %s, which is %s, and %s is of %s",
                     item->name, op->name, first_item->name, elem_name((elem_t)first->value->type.elem),
                     value_spelling(v->cc, operand->value), elem_name((elem_t)type.elem));
    verify_note_value(v, diag, first->value);
}

/// Indices and masks, whose types follow from no other operand.
static void check_integer_tile(verifier_t *v, op_t *op, const tile_bound_t *bound, const tile_item_t *item,
                               const operand_t *operand)
{
    type_t type = operand->value->type;
    uint32_t counts = strcmp(bound->form->family, "concat") == 0 ? T_I8 | T_U8 : 0;  // may have 8 bits
    uint32_t taken = T_I16 | T_U16 | T_I32 | T_U32 | counts;
    bool narrow = item->kind == 'X' && (elem_table_bit((elem_t)type.elem) & taken) == 0;
    if (type.kind == TYPE_TILE && (narrow || (item->kind == 'M' && !elem_is_int((elem_t)type.elem)))) {
        diag_t *diag = FAIL_OPERAND(v, operand, "element-type", "%s of '%s' is a tile of integers%s, not of %s", item->name,
                                    op->name, narrow ? " of 16 or 32 bits" : "", elem_name((elem_t)type.elem));
        verify_note_value(v, diag, operand->value);
    }
}

void check_tile_element(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    const tile_item_t *item;
    if (!tile_bind(op, &bound)) {
        return;
    }
    if (strncmp(bound.form->family, "mgather", 7) != 0 && strcmp(bound.form->family, "mscatter") != 0) {
        each_item(v, op, &bound, check_integer_tile);  // table operations have stricter rules: verify_table.c
    }
    const operand_t *first = elem_operand(&bound, &item);
    if (first == NULL || first->value->type.kind != TYPE_TILE) {
        return;
    }
    elem_t elem = (elem_t)first->value->type.elem;
    if ((elem_table_bit(elem) & bound.form->types) == 0) {
        diag_t *diag =
            FAIL_OPERAND(v, first, "element-type", "'%s' does not exist for tiles of %s", op->name, elem_name(elem));
        verify_note_value(v, diag, first->value);
        return;
    }
    each_item(v, op, &bound, check_same_elem);
}

/// Attributes ///

static void check_attr_value(verifier_t *v, op_t *op, const tile_attr_t *item, const attr_t *attr)
{
    bool number = strcmp(item->cls, "int") == 0 || strcmp(item->cls, "bool") == 0;
    bool integer = attr->kind == ATTR_INT || attr->kind == ATTR_BOOL;
    if (number ? integer : attr->text != NULL && tile_attr_value(item->cls, attr->text) != NULL) {
        return;
    }
    const char *words[32] = {NULL}, *all = "";
    for (uint32_t i = 0; i < 31 && (words[i] = tile_attr_spelling(item->cls, i)) != NULL; i++) {
        all = arena_printf(&v->scratch, "%s%s%s", all, i == 0 ? "" : ", ", words[i]);
    }
    FAIL_ATTR(v, attr, "attribute-value", "%s of '%s' is %s", item->key, op->name, number ? "a number" : all);
}

/// The dictionary may hold attributes of other tools, so only near misses of known keys are reported.
static const char *nearest_key(const tile_form_t *form, const char *key)
{
    for (uint32_t k = 0; k < form->attrs_num; k++) {
        if (edit_distance(key, form->attrs[k].key, 3) < 3) {
            return form->attrs[k].key;
        }
    }
    return NULL;
}

void check_tile_attrs(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound)) {
        return;
    }
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const tile_attr_t *item = NULL;
        for (uint32_t k = 0; k < bound.form->attrs_num && op->attrs[i].key != NULL; k++) {
            item = strcmp(bound.form->attrs[k].key, op->attrs[i].key) == 0 ? &bound.form->attrs[k] : item;
        }
        const char *near = item == NULL && op->attrs[i].key != NULL ? nearest_key(bound.form, op->attrs[i].key) : NULL;
        if (item != NULL) {
            check_attr_value(v, op, item, &op->attrs[i]);
        } else if (near != NULL) {
            FAIL_ATTR(v, &op->attrs[i], "unknown-attribute", "'%s' has no attribute '%s'; did you mean '%s'?", op->name,
                      op->attrs[i].key, near);
        }
    }
    for (uint32_t k = 0; k < bound.form->attrs_num; k++) {
        if (bound.form->attrs[k].fallback == NULL && op_attr(op, bound.form->attrs[k].key) == NULL) {
            FAIL_OP(v, op, "missing-attribute", "'%s' needs {%s = ...}", op->name, bound.form->attrs[k].key);
        }
    }
}

/// Listed types ///

void check_tile_listed(verifier_t *v, op_t *op)
{
    if (op->desc == NULL || op->desc->cls != OPS_TILE || op->types_num == 0) {
        return;
    }
    bool ins = op->clauses_num == 2 && op->clauses[0].num == op->types_num;  // of the form with results
    bool all = op->types_num == op->operands_num || ins;
    for (uint32_t i = 0; i < op->types_num && (all || i == 0) && i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        type_t listed = op->types[i].type;
        bool shaped = listed.kind == TYPE_TILE || listed.kind == TYPE_TENSOR || listed.kind == TYPE_PART;
        if ((all || shaped) && value->type.kind == listed.kind && !type_compatible(value->type, listed)) {
            diag_t *diag =
                verify_fail(v, op->types[i].loc, 1, "type-mismatch", "%s is %s, and %s is listed",
                            value_spelling(v->cc, value), verify_type(v, value->type), verify_type(v, listed));
            verify_note_value(v, diag, value);
        }
    }
}

/// Valid regions ///

static bool one_valid(const char *family)
{
    static const char *const families[] = {"unary", "binary", "scalar", "convert"};
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
        if (strcmp(families[i], family) == 0) {
            return true;
        }
    }
    return false;
}

/// Two elements per byte; columns are counted in bytes.
static bool is_packed(elem_t elem)
{
    return elem == ELEM_E2M1X2 || elem == ELEM_E1M2X2;
}

static void check_same_valid(verifier_t *v, op_t *op, const tile_bound_t *bound, const tile_item_t *item,
                             const operand_t *operand)
{
    const operand_t *dst = bound->outs[0];
    type_t a = operand->value->type, b = dst->value->type;
    bool packed = is_packed(a.elem) || is_packed(b.elem);
    if (item->kind != 'T' || a.kind != TYPE_TILE || b.kind != TYPE_TILE || packed) {
        return;
    }
    for (int d = 0; d < 2; d++) {
        int64_t mine = a.shape->valid[d], theirs = b.shape->valid[d];
        if (mine != DIM_DYNAMIC && theirs != DIM_DYNAMIC && mine != theirs) {
            diag_t *diag = FAIL_OPERAND(v, operand, "tile-valid",
                                        "%s of '%s' has the valid region of dst: %" PRId64 " %s, not %" PRId64,
                                        item->name, op->name, theirs, d == 0 ? "rows" : "columns", mine);
            verify_note_value(v, diag, dst->value);
            return;
        }
    }
}

void check_tile_valid(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    if (tile_bind(op, &bound) && one_valid(bound.form->family) && bound.outs[0] != NULL) {
        each_item(v, op, &bound, check_same_valid);
    }
}

/// Pipes between cores ///

static int64_t number_of(const op_t *op, const char *key, int64_t missing)
{
    const attr_t *attr = op_attr(op, key);
    return attr == NULL ? missing : attr->integer;
}

/// acc_push_epilogue: its words, and the source of its numbers.
static void check_epilogue(verifier_t *v, op_t *op, const attr_t *epilogue)
{
    static const char *const words[] = {
        "nz2nd",  "nz2dn", "nz2nz", "no_relu", "normal_relu", "no_convert", "f32_f16", "f32_bf16", "req8_scalar",
        "deqf16_scalar", "qf322b8_pre_scalar", "qf322f16_pre_scalar", "qf322bf16_pre_scalar", "qs322bf16_pre_scalar",
        "qf322hif8_pre_scalar", "qf322fp8_pre_scalar", "req8_vec", "deqf16_vec", "qf322b8_pre_vec", "qs322bf16_pre_vec"};
    for (uint32_t i = 0; i < epilogue->items_num; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
            known |= strcmp(words[k], epilogue->items[i].text) == 0;
        }
        if (!known) {
            FAIL_ATTR(v, &epilogue->items[i], "attribute-value", "acc_push_epilogue has no '%s'",
                      epilogue->items[i].text);
            return;
        }
    }
    if (epilogue->kind != ATTR_DICT || number_of(op, "dir_mask", 0) != 1) {
        FAIL_ATTR(v, epilogue, "tile-pipe",
                  "acc_push_epilogue = <layout = ..., quant = ..., relu = ...> is for pipes with dir_mask = 1");
    }
}

/// Whether an operation transfers one vector core's part of an entry, as a tile.
static bool asks_for_part(const op_t *op, int64_t split)
{
    const value_t *entry = op_is(op, OP_TPUSH_AIC)  ? op->operands[0].value
                           : op_is(op, OP_TPOP_AIC) ? &op->results[0]
                                                    : NULL;
    return split != 0 && entry != NULL && entry->type.kind == TYPE_TILE && op_clause(op, "aiv_subblockid", 0)->num == 1;
}

static void check_pipe(verifier_t *v, op_t *op)
{
    int64_t mask = number_of(op, "dir_mask", 0);
    if (mask < 1 || mask > 3) {
        FAIL_OP(v, op, "tile-pipe", "dir_mask is 1 (to the vector cores), 2 (to the cube core) or 3 (both)");
    } else if (number_of(op, "slot_size", 0) <= 0) {
        FAIL_OP(v, op, "tile-pipe", "slot_size is a number of bytes");
    } else if (op_attr(op, "acc_push_epilogue") != NULL) {
        check_epilogue(v, op, op_attr(op, "acc_push_epilogue"));
    }
}

/// An operation on an entry of a pipe: to the vector cores (c2v) or from them.
static void check_entry(verifier_t *v, op_t *op, bool c2v)
{
    const op_t *init = plan_pipe_of(op);
    int64_t split = number_of(op, "split", 0);
    if (init == NULL) {
        FAIL_OP(v, op, "tile-pipe", "no pipe with id %" PRId64 " is initialised in this function",
                number_of(op, "id", 0));
    } else if ((number_of(init, "dir_mask", 0) & (c2v ? 1 : 2)) == 0) {
        diag_t *diag =
            FAIL_OP(v, op, "tile-pipe", "the pipe has no direction to the %s", c2v ? "vector cores" : "cube core");
        diag_note(v->cc, diag, init->loc, "it is initialised here");
    } else if (split < 0 || split >= SPLITS_NUM) {
        FAIL_OP(v, op, "tile-pipe", "split is 0 to %d, not %" PRId64, SPLITS_NUM - 1, split);
    } else if (op_clause(op, "aiv_subblockid", 0) != NULL && !asks_for_part(op, split)) {
        FAIL_OP(v, op, "tile-pipe", "aiv_subblockid says whose part of a split entry a vector core's tile is");
    } else if (split != 0 && op_attr(init, "acc_push_epilogue") != NULL) {
        diag_t *diag = FAIL_OP(v, op, "tile-pipe", "a pipe with acc_push_epilogue does not split");
        diag_note(v->cc, diag, init->loc, "it is initialised here");
    }
}

void check_tile_pipe(verifier_t *v, op_t *op)
{
    if (OP_IS_ANY(op, OP_AIC_PIPE, OP_AIV_PIPE)) {
        check_pipe(v, op);
    } else if (op_is(op, OP_IMPORT) && plan_imported(op) == NULL) {
        FAIL_OP(v, op, "tile-pipe", "peer_func names a function of this module that reserves a buffer of this name");
    } else if (OP_IS_ANY(op, OP_TALLOC_AIV, OP_TPUSH_AIV, OP_TPOP_AIC, OP_TFREE_AIC)) {
        check_entry(v, op, true);
    } else if (OP_IS_ANY(op, OP_TALLOC_AIC, OP_TPUSH_AIC, OP_TPOP_AIV, OP_TFREE_AIV)) {
        check_entry(v, op, false);
    }
}
