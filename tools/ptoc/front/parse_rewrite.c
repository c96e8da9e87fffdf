// SPDX-License-Identifier: Apache-2.0
//
// Alternative forms of instructions that the op table has in another form: each becomes the table's form, with inserted
// operations for its operands. docs/pto-language.md lists them.

#include "ptoc.h"

#include "parse.h"

#include <ctype.h>
#include <string.h>

typedef struct rewrite {
    parser_t *p;
    op_t *op;
} rewrite_t;

static type_t type_of(const op_t *op, uint32_t i)
{
    return i < op->operands_num ? op->operands[i].value->type : (type_t){0};
}

static type_t integer(elem_t elem)
{
    return TYPE_OF_ELEM((uint8_t)elem);
}

static void set_operands(rewrite_t *r, op_t *op, value_t *const *values, uint32_t num)
{
    op->operands = ARENA_ARRAY(&r->p->cc->arena, operand_t, num);
    op->types = ARENA_ARRAY(&r->p->cc->arena, listed_type_t, num);
    op->operands_num = op->types_num = (uint16_t)num;
    for (uint32_t i = 0; i < num; i++) {
        op->operands[i] = (operand_t){.value = values[i], .loc = r->op->loc};
        op->types[i] = (listed_type_t){.type = values[i]->type, .loc = r->op->loc};
        values[i]->uses_num++;
    }
}

/// Inserts an operation; returns its first result.
static value_t *emit_before(rewrite_t *r, const char *name, value_t *const *values, uint32_t num, type_t type)
{
    op_t *op = parse_insert_op(r->p, r->op, name, r->op->loc, strrchr(name, '.') + 1, type);
    set_operands(r, op, values, num);
    ops_bind(r->p->cc, op);
    return op->results;
}

static void attribute(rewrite_t *r, op_t *op, const char *text)
{
    op->attrs = ARENA_NEW(&r->p->cc->arena, attr_t);
    op->attrs_num = 1;
    *op->attrs = (attr_t){.kind = ATTR_STRING, .text = text, .loc = r->op->loc};
}

static uint32_t mask_gran(elem_t elem)
{
    uint32_t bits = elem_bits(elem);
    return bits > 32 ? 32 : bits;
}

/// A full mask for elements of a type.
static value_t *all_before(rewrite_t *r, elem_t elem)
{
    uint32_t gran = mask_gran(elem);
    const char *name = gran == 8 ? "pto.pset_b8" : gran == 16 ? "pto.pset_b16" : "pto.pset_b32";
    value_t *mask = emit_before(r, name, NULL, 0, (type_t){.kind = TYPE_MASK, .gran = (uint8_t)gran});
    attribute(r, mask->def, "PAT_ALL");
    return mask;
}

static void become(rewrite_t *r, const char *name, value_t *const *values, uint32_t num)
{
    r->op->name = intern(r->p->cc, name, strlen(name));
    r->op->desc = ops_find(r->p->cc, r->op->name);
    set_operands(r, r->op, values, num);
}

/// A second result without a name in the text.
static void add_result(rewrite_t *r, const char *name, type_t type)
{
    op_t *op = r->op;
    value_t *results = ARENA_ARRAY(&r->p->cc->arena, value_t, 2);
    results[0] = op->results[0];
    results[1] = (value_t){.name = intern(r->p->cc, name, strlen(name)), .type = type, .loc = op->loc};
    listed_type_t *types = ARENA_ARRAY(&r->p->cc->arena, listed_type_t, 2);
    // A form without operands has only its result type after the colon.
    types[0] = op->result_types_num == 1 ? op->result_types[0] : (listed_type_t){.loc = op->loc};
    types[1] = (listed_type_t){.type = type, .loc = op->loc};
    op->results = results;
    op->result_types = types;
    op->results_num = op->result_types_num = 2;
}

static value_t *value_at(const rewrite_t *r, uint32_t i)
{
    return r->op->operands[i].value;
}

static type_t result_type(const rewrite_t *r)
{
    return r->op->result_types_num == 1 ? r->op->result_types[0].type : (type_t){0};
}

/// Whether there are `operands` operands, none of them a mask.
static bool is_unmasked(const rewrite_t *r, uint32_t operands)
{
    for (uint32_t i = 0; i < r->op->operands_num; i++) {
        if (type_of(r->op, i).kind == TYPE_MASK) {
            return false;
        }
    }
    return r->op->operands_num == operands;
}

/// %r = pto.vprelu %a, %b: under a full mask, for the first register's type, or the result's if the operand is a scalar
static void rewrite_unmasked(rewrite_t *r, uint32_t operands)
{
    type_t type = is_unmasked(r, operands) ? type_of(r->op, 0) : (type_t){0};
    type = type.kind == TYPE_SCALAR ? result_type(r) : type;
    if (type.kind == TYPE_VREG) {
        value_t *values[4];
        for (uint32_t i = 0; i < operands; i++) {
            values[i] = value_at(r, i);
        }
        values[operands] = all_before(r, (elem_t)type.elem);
        become(r, r->op->name, values, operands + 1);
    }
}

static void rewrite_unmasked_1(rewrite_t *r)
{
    rewrite_unmasked(r, 1);
}

static void rewrite_unmasked_2(rewrite_t *r)
{
    rewrite_unmasked(r, 2);
}

static void rewrite_unmasked_3(rewrite_t *r)
{
    rewrite_unmasked(r, 3);
}

/// %r = pto.vexpdif %a, %max: on f32, for which the part is irrelevant
static void rewrite_vexpdif(rewrite_t *r)
{
    if (is_unmasked(r, 2) && type_of(r->op, 0).elem == ELEM_F32 && r->op->attrs_num == 0) {
        attribute(r, r->op, "EVEN");
        rewrite_unmasked(r, 2);
    }
}

/// %r = pto.vusqz %mask: the register operand does not influence the result
static void rewrite_vusqz(rewrite_t *r)
{
    type_t type = result_type(r);
    if (r->op->operands_num == 1 && type_of(r->op, 0).kind == TYPE_MASK && type.kind == TYPE_VREG &&
        elem_is_int(type.elem)) {
        value_t *zero = parse_insert_constant(r->p, r->op, 0, integer((elem_t)type.elem));
        value_t *values[] = {emit_before(r, "pto.vbr", &zero, 1, type), value_at(r, 0)};
        become(r, r->op->name, values, 2);
    }
}

/// The part, given as an index: only 0 is in use.
static bool is_zero(const value_t *value)
{
    const op_t *def = value->def;
    return def != NULL && strcmp(def->name, "arith.constant") == 0 && def->attrs_num == 1 && def->attrs[0].integer == 0;
}

/// %r = pto.vpack %a, %b, %c0: one register packed to the lower half, the other to the upper
static void rewrite_vpack(rewrite_t *r)
{
    type_t type = result_type(r);
    if (r->op->operands_num == 3 && type.kind == TYPE_VREG && is_zero(value_at(r, 2))) {
        value_t *sources[] = {value_at(r, 0), value_at(r, 1)};
        value_t *values[3];
        for (uint32_t i = 0; i < 2; i++) {
            values[i] = emit_before(r, "pto.vpack", &sources[i], 1, type);
            attribute(r, values[i]->def, i == 0 ? "LOWER" : "HIGHER");
            ops_bind(r->p->cc, values[i]->def);
        }
        values[2] = all_before(r, (elem_t)type.elem);
        become(r, "pto.vor", values, 3);
    }
}

/// %r = pto.vgatherb %p, %offsets, %n: only the first n blocks
static void rewrite_vgatherb(rewrite_t *r)
{
    if (r->op->operands_num == 3 && type_of(r->op, 2).kind == TYPE_SCALAR) {
        value_t *num = value_at(r, 2);
        if (num->type.elem != ELEM_I32) {
            num = emit_before(r, "arith.index_cast", &num, 1, integer(ELEM_I32));
        }
        value_t *mask = emit_before(r, "pto.plt_b32", &num, 1, (type_t){.kind = TYPE_MASK, .gran = 32});
        rewrite_t plt = {.p = r->p, .op = mask->def};
        add_result(&plt, "left", integer(ELEM_I32));
        ops_bind(r->p->cc, mask->def);
        value_t *values[] = {value_at(r, 0), value_at(r, 1), &mask->def->results[0]};
        become(r, r->op->name, values, 3);
    }
}

/// %v, %align, %next = pto.vldus %p, %align: advances by a register
static void rewrite_vldus(rewrite_t *r)
{
    bool three = r->op->operands_num == 2 && r->op->results_num == 3 && r->op->result_types_num == 3;
    if (three && r->op->result_types[0].type.kind == TYPE_VREG) {
        value_t *lanes = parse_insert_constant(r->p, r->op, r->op->result_types[0].type.lanes, integer(ELEM_I32));
        value_t *values[] = {value_at(r, 0), value_at(r, 1), lanes};
        become(r, "pto.vldus_post", values, 3);
    }
}

/// %r = pto.uvld %p[%i]: an unaligned load
static void rewrite_uvld(rewrite_t *r)
{
    type_t type = type_of(r->op, 0);
    if (r->op->operands_num == 2 && type.kind == TYPE_PTR && r->op->results_num == 1) {
        value_t *place[] = {value_at(r, 0), value_at(r, 1)};
        value_t *address = emit_before(r, "pto.addptr", place, 2, type);
        value_t *stream = emit_before(r, "pto.vldas", &address, 1, (type_t){.kind = TYPE_ALIGN});
        value_t *values[] = {address, stream};
        become(r, "pto.vldus", values, 2);
        add_result(r, "stream", stream->type);
    }
}

/// %r = pto.vmadd %a, %x, %y, %m: a * x + y, which is vmula with the addend first
static void rewrite_vmadd(rewrite_t *r)
{
    if (r->op->operands_num == 4 && elem_is_float(type_of(r->op, 0).elem)) {
        value_t *values[] = {value_at(r, 2), value_at(r, 1), value_at(r, 0), value_at(r, 3)};
        become(r, "pto.vmula", values, 4);
    }
}

/// %r = pto.vmull %s, %x, %y, %m with one result: x * y - s
static void rewrite_vmull(rewrite_t *r)
{
    type_t type = type_of(r->op, 0);
    if (r->op->operands_num == 4 && type.kind == TYPE_VREG && r->op->results_num == 1) {
        value_t *factors[] = {value_at(r, 1), value_at(r, 2), value_at(r, 3)};
        value_t *product = emit_before(r, "pto.vmul", factors, 3, type);
        value_t *values[] = {product, value_at(r, 0), value_at(r, 3)};
        become(r, "pto.vsub", values, 3);
    }
}

/// %r = pto.vmulscvt %v, %s, %m, "RND", "PART": the product is rounded, then converted
static void rewrite_vmulscvt(rewrite_t *r)
{
    static const char *const keys[] = {"rnd", "part"};
    type_t type = type_of(r->op, 0);
    if (r->op->operands_num != 3 || type.kind != TYPE_VREG) {
        return;
    }
    value_t *factors[] = {value_at(r, 0), value_at(r, 1), value_at(r, 2)};
    value_t *product = emit_before(r, "pto.vmuls", factors, 3, type);
    value_t *values[] = {product, value_at(r, 2)};
    for (uint32_t i = 0, named = 0; i < r->op->attrs_num && named < 2; i++) {
        if (r->op->attrs[i].key == NULL) {
            r->op->attrs[i].key = keys[named++];
        }
    }
    become(r, "pto.vcvt", values, 2);
}

/// %m = pto.plds %p, pto.psts %m, %p: at the pointer itself
static void rewrite_at_pointer(rewrite_t *r)
{
    op_t *op = r->op;
    uint32_t num = op->operands_num;
    if (num == 0 || num > 2 || type_of(op, num - 1).kind != TYPE_PTR) {
        return;
    }
    operand_t *offset = parse_append_operand(r->p, op, op->operands[num - 1]);
    offset->value = parse_insert_constant(r->p, op, 0, integer(ELEM_INDEX));
    offset->indexed = true;
    offset->value->uses_num++;
    if (op->attrs_num == 0) {
        attribute(r, op, "NORM");
    }
}

/// %m, %left = pto.plt_b32 %n {post_update}: it always gives what is left
static void rewrite_plt(rewrite_t *r)
{
    const attr_t *attr = r->op->attrs;
    const char *word = r->op->attrs_num != 1 ? NULL : attr->key != NULL ? attr->key : attr->text;
    if (word != NULL && strcmp(word, "post_update") == 0) {
        r->op->attrs_num = 0;
    }
}

/// %m = pto.pltm_b32 %i, %bound: lanes i with i + %i * lanes < bound
static void rewrite_pltm(rewrite_t *r)
{
    if (r->op->operands_num != 2 || type_of(r->op, 0).elem != ELEM_I16 || type_of(r->op, 1).elem != ELEM_I32 ||
        r->op->results_num != 1) {
        return;
    }
    const char *width = strrchr(r->op->name, 'b');
    uint32_t lanes = strcmp(width, "b8") == 0 ? 256 : strcmp(width, "b16") == 0 ? 128 : 64;
    type_t i32 = integer(ELEM_I32);
    value_t *iteration = value_at(r, 0);
    value_t *wide[] = {emit_before(r, "arith.extui", &iteration, 1, i32),
                       parse_insert_constant(r->p, r->op, lanes, i32)};
    value_t *none[] = {value_at(r, 1), parse_insert_constant(r->p, r->op, 0, i32)};  // a negative bound must not wrap
    value_t *left[] = {emit_before(r, "arith.maxsi", none, 2, i32), emit_before(r, "arith.muli", wide, 2, i32)};
    value_t *rest = emit_before(r, "arith.subi", left, 2, i32);
    become(r, arena_printf(&r->p->cc->arena, "pto.plt_%s", width), &rest, 1);
    add_result(r, "left", i32);
}

static void rename_op(rewrite_t *r, const char *name)
{
    r->op->name = intern(r->p->cc, name, strlen(name));
    r->op->desc = ops_find(r->p->cc, r->op->name);
}

static void rewrite_vmrgsort(rewrite_t *r)
{
    rename_op(r, "pto.vmrgsort4");
}

/// %r = pto.vbroadcast %scalar
static void rewrite_vbroadcast(rewrite_t *r)
{
    rename_op(r, "pto.vbr");
}

/// %n = pto.ptrtoint %p, %p = pto.inttoptr %n: addresses of GM in bytes
static void rewrite_address(rewrite_t *r)
{
    rename_op(r, "pto.castptr");
}

/// %r = builtin.unrealized_conversion_cast %v : i32 to ui32: reinterprets a number or address
static void rewrite_conversion(rewrite_t *r)
{
    type_t from = r->op->operands_num == 1 ? type_of(r->op, 0) : (type_t){0}, to = result_type(r);
    bool numbers =
        from.kind == TYPE_SCALAR && to.kind == TYPE_SCALAR && !elem_is_float(from.elem) && !elem_is_float(to.elem);
    if (numbers) {
        rename_op(r, (from.elem == ELEM_INDEX) != (to.elem == ELEM_INDEX) ? "arith.index_cast" : "arith.bitcast");
    } else if (from.kind == TYPE_PTR || to.kind == TYPE_PTR) {
        rename_op(r, "pto.castptr");
    }
}

static bool is_view(const rewrite_t *r, uint32_t i)
{
    return r->op->operands_num > i && (type_of(r->op, i).kind == TYPE_TENSOR || type_of(r->op, i).kind == TYPE_PART);
}

/// pto.syncall(%view, %cores) mode = ...: the counter is at the start of the view
static void rewrite_syncall(rewrite_t *r)
{
    if (is_view(r, 0)) {
        value_t *view = value_at(r, 0);
        type_t type = {.kind = TYPE_PTR, .space = SPACE_GM, .elem = view->type.elem};
        r->op->operands[0].value = emit_before(r, "pto.tensor_view_addr", &view, 1, type);
        r->op->operands[0].value->uses_num++;
        r->op->types_num = 0;
    }
}

/// pto.tprint ins(%tile, %view): drops the workspace in GM, which is unused
static void rewrite_tprint(rewrite_t *r)
{
    if (is_view(r, 1) && r->op->operands_num == 2 && r->op->clauses_num == 1) {
        r->op->operands_num = 1;
        r->op->clauses[0].num = 1;
        r->op->types_num = r->op->types_num > 1 ? 1 : r->op->types_num;
    }
}

/// pto.tget_scale_addr ins(%data) outs(%scales) defines the address of scales, so it is moved before the moves to them.
static void rewrite_scale_addr(rewrite_t *r)
{
    op_t *op = r->op, *place = op;
    if (op->operands_num != 2) {
        return;
    }
    const value_t *data = value_at(r, 0), *scales = value_at(r, 1);
    for (op_t *it = op->prev; it != NULL && it != data->def && it != scales->def; it = it->prev) {
        uint32_t last = it->operands_num;
        place = strcmp(it->name, "pto.tmov") == 0 && last != 0 && it->operands[last - 1].value == scales ? it : place;
    }
    if (place != op) {
        op->prev->next = op->next;
        *(op->next == NULL ? &op->parent->last : &op->next->prev) = op->prev;
        ir_insert_before(op, place);
    }
}

static void compare_itself(rewrite_t *r, value_t *value, const char *predicate)
{
    value_t *values[] = {value, value};
    become(r, "arith.cmpf", values, 2);
    attribute(r, r->op, predicate);
    r->op->attrs->kind = ATTR_WORD;
}

/// %b = math.isnan %x
static void rewrite_isnan(rewrite_t *r)
{
    if (r->op->operands_num == 1) {
        compare_itself(r, value_at(r, 0), "uno");
    }
}

/// %b = math.isfinite %x: x - x is not NaN
static void rewrite_isfinite(rewrite_t *r)
{
    if (r->op->operands_num == 1) {
        value_t *values[] = {value_at(r, 0), value_at(r, 0)};
        compare_itself(r, emit_before(r, "arith.subf", values, 2, type_of(r->op, 0)), "ord");
    }
}

/// Classes of operations and their pipes; both spellings are in the manual.
static const struct {
    const char *words[2];
    pipe_t pipe;
} classes[] = {
    {{"TLOAD", "EVENT_LOAD_FROM_GM"}, PIPE_MTE2},          {{"TSTORE_VEC", "EVENT_STORE_FROM_VEC"}, PIPE_MTE3},
    {{"TSTORE_ACC", "EVENT_STORE_FROM_ACC"}, PIPE_FIX},    {{"TMOV_M2L", "EVENT_MOVE_MAT_TO_LEFT"}, PIPE_MTE1},
    {{"TMOV_M2S", "EVENT_MOVE_MAT_TO_SCALAR"}, PIPE_MTE1}, {{"TMOV_M2B", "EVENT_MOVE_MAT_TO_BIAS"}, PIPE_MTE1},
    {{"TMOV_M2V", "EVENT_MOVE_MAT_TO_VEC"}, PIPE_MTE1},    {{"TMOV_V2M", "EVENT_MOVE_VEC_TO_MAT"}, PIPE_MTE3},
    {{"TMATMUL", "EVENT_COMPUTE_MATMUL"}, PIPE_M},         {{"TVEC", "EVENT_COMPUTE_VEC"}, PIPE_V},
    {{"TVECWAIT_EVENT", "EVENT_VEC_WAITPOINT"}, PIPE_V},
};

/// pto.record_event [<TLOAD>, <TVEC>, <EVENT_ID0>], wait_event, barrier_sync [<TVEC>]: between classes of operations
static void rewrite_classes(rewrite_t *r)
{
    for (uint32_t i = 0; i < r->op->attrs_num; i++) {
        attr_t *attr = &r->op->attrs[i];
        for (size_t k = 0; k < sizeof(classes) / sizeof(classes[0]) && attr->text != NULL; k++) {
            if (strcmp(classes[k].words[0], attr->text) == 0 || strcmp(classes[k].words[1], attr->text) == 0) {
                attr->text = pipe_name(classes[k].pipe);
            }
        }
    }
}

/// The pipe of a class of operations, in the ISA's enumerator names; PIPE_ALL if it depends on memories. NULL: no such
/// class.
static const char *class_pipe(ptoc_t *cc, const char *word)
{
    for (size_t k = 0; k < sizeof(classes) / sizeof(classes[0]); k++) {
        if (strcmp(classes[k].words[0], word) == 0) {
            return pipe_name(classes[k].pipe);
        }
    }
    char name[64] = "pto.";
    bool upper = strlen(word) < sizeof(name) - strlen(name);
    for (size_t i = 0; upper && word[i] != '\0'; i++) {
        upper = !islower((unsigned char)word[i]);
        name[4 + i] = (char)tolower((unsigned char)word[i]);
    }
    const op_desc_t *desc = upper ? ops_find(cc, name) : NULL;
    char *place = strchr(name + 4, '_');  // TMOV_V2M, TSTORE_ACC
    if (desc == NULL && upper && place != NULL) {
        *place = '\0';
        desc = ops_find(cc, name);
    }
    if (desc == NULL || desc->tiles_num == 0) {
        return NULL;
    }
    switch (desc->tiles[0].queue) {
        case QUEUE_V:
            return pipe_name(PIPE_V);
        case QUEUE_M:
            return pipe_name(PIPE_M);
        case QUEUE_LOAD:
        case QUEUE_MTE2:
            return pipe_name(PIPE_MTE2);
        case QUEUE_MTE3:
            return pipe_name(PIPE_MTE3);
        default:
            return "PIPE_ALL";
    }
}

/// pto.tsync ins(%a, ... : T, ...), pto.tsync %e, ...: waits for these tiles or events, and for all other issued
/// commands. Without operands it waits for nothing. pto.tsync.op #pto.op<TADD> orders earlier additions before later
/// ones.
static void rewrite_tsync(rewrite_t *r)
{
    ptoc_t *cc = r->p->cc;
    const char *pipe = "PIPE_ALL";
    for (uint32_t i = 0; i < r->op->operands_num; i++) {
        type_t type = type_of(r->op, i);
        if (type.kind != TYPE_TILE && type.kind != TYPE_NONE && !type_is_event(type)) {
            diag_error(cc, r->op->operands[i].loc, "tile-operands",
                       "'pto.tsync' waits for tiles and events, not for %s", type_name(cc, type));
        }
    }
    const attr_t *attr = op_positional(r->op, 0);
    if (attr != NULL && attr->text != NULL && r->op->operands_num == 0) {
        pipe = class_pipe(cc, attr->text);
        if (pipe == NULL) {
            diag_error(cc, attr->loc, "attribute-value", "there is no class of operations '%s': TLOAD, TADD, ...",
                       attr->text);
            pipe = "PIPE_ALL";
        }
    } else if (strcmp(r->op->name, "pto.tsync.op") == 0) {
        diag_error(cc, r->op->loc, "missing-attribute", "'pto.tsync.op' needs a class of operations: #pto.op<TADD>");
    }
    r->op->clauses_num = 0;
    become(r, "pto.pipe_barrier", NULL, 0);
    attribute(r, r->op, pipe);
}

static void move_operand(op_t *op, uint32_t from, uint32_t to)
{
    operand_t operand = op->operands[from];
    listed_type_t type = op->types_num > from ? op->types[from] : (listed_type_t){0};
    for (uint32_t i = from; i < to; i++) {
        op->operands[i] = op->operands[i + 1];
        if (i + 1 < op->types_num) {
            op->types[i] = op->types[i + 1];
        }
    }
    op->operands[to] = operand;
    if (to < op->types_num) {
        op->types[to] = type;
    }
}

/// pto.tinsert_fp ins(%src, %fp, %row, %col): the table has the parameters behind the place.
static void rewrite_window(rewrite_t *r)
{
    const clause_t *ins = op_clause(r->op, "ins", 0);
    if (ins != NULL && ins->num == 4 && type_of(r->op, ins->first + 1u).kind == TYPE_TILE) {
        move_operand(r->op, ins->first + 1u, ins->first + 3u);
    }
}

/// pto.trowargmax ins(%src, %tmp) outs(%values, %indices): trowmax, then trowargmax
static void rewrite_argument(rewrite_t *r)
{
    op_t *op = r->op;
    clause_t *outs = op->clauses_num == 2 ? &op->clauses[1] : NULL;
    if (outs == NULL || strcmp(outs->name, "outs") != 0 || outs->num != 2) {
        return;
    }
    uint32_t ins = outs->first;
    const char *arg = strstr(op->name, "arg"), *name;
    name = arena_printf(&r->p->cc->arena, "%.*s%s", (int)(arg - op->name), op->name, arg + strlen("arg"));
    op_t *extreme = ARENA_NEW(&r->p->cc->arena, op_t);
    *extreme = (op_t){.name = intern(r->p->cc, name, strlen(name)), .loc = op->loc, .end_loc = op->end_loc};
    extreme->desc = ops_find(r->p->cc, extreme->name);
    extreme->operands = ARENA_ARRAY(&r->p->cc->arena, operand_t, ins + 1);
    extreme->operands_num = (uint16_t)(ins + 1);
    for (uint32_t i = 0; i <= ins; i++) {
        extreme->operands[i] = op->operands[i];
        op->operands[i].value->uses_num += i < ins;
    }
    parse_give_clauses(r->p, extreme, 1);
    ir_insert_before(extreme, op);
    move_operand(op, ins, ins + 1);
    op->types_num -= op->types_num == op->operands_num;
    op->operands_num--;
    outs->num = 1;
}

/// Adds results that are listed but have no name in the text: the C call needs them.
static void add_unnamed(parser_t *p, op_t *op)
{
    uint32_t listed = op->operands_num == 0 && op->result_types_num == 0 ? op->types_num : op->result_types_num;
    bool form = false;
    for (uint32_t i = 0; op->desc != NULL && op->desc->cls == OPS_VECTOR && i < op->desc->forms_num; i++) {
        form |= op->desc->forms[i].results_num == listed;
    }
    if (op->results_num != 0 || listed == 0 || !form) {
        return;
    }
    op->results = ARENA_ARRAY(&p->cc->arena, value_t, listed);
    op->results_num = (uint16_t)listed;
    for (uint32_t i = 0; i < listed; i++) {
        op->results[i] = (value_t){.name = intern(p->cc, "unused", strlen("unused")), .loc = op->loc};
    }
}

static const struct {
    const char *name;
    void (*rewrite)(rewrite_t *r);
} rewritings[] = {
    {"pto.vcvt", rewrite_unmasked_1},
    {"pto.vtrc", rewrite_unmasked_1},
    {"pto.vdup", rewrite_unmasked_1},
    {"pto.vprelu", rewrite_unmasked_2},
    {"pto.vaddrelu", rewrite_unmasked_2},
    {"pto.vsubrelu", rewrite_unmasked_2},
    {"pto.vaddreluconv", rewrite_unmasked_2},
    {"pto.vmulconv", rewrite_unmasked_2},
    {"pto.vaxpy", rewrite_unmasked_3},
    {"pto.vexpdif", rewrite_vexpdif},
    {"pto.vusqz", rewrite_vusqz},
    {"pto.vpack", rewrite_vpack},
    {"pto.vgatherb", rewrite_vgatherb},
    {"pto.vldus", rewrite_vldus},
    {"pto.uvld", rewrite_uvld},
    {"pto.vmadd", rewrite_vmadd},
    {"pto.vmull", rewrite_vmull},
    {"pto.vmulscvt", rewrite_vmulscvt},
    {"pto.plds", rewrite_at_pointer},
    {"pto.psts", rewrite_at_pointer},
    {"pto.plt_b8", rewrite_plt},
    {"pto.plt_b16", rewrite_plt},
    {"pto.plt_b32", rewrite_plt},
    {"pto.pltm_b8", rewrite_pltm},
    {"pto.pltm_b16", rewrite_pltm},
    {"pto.pltm_b32", rewrite_pltm},
    {"pto.vmrgsort", rewrite_vmrgsort},
    {"pto.vbroadcast", rewrite_vbroadcast},
    {"pto.ptrtoint", rewrite_address},
    {"pto.inttoptr", rewrite_address},
    {"builtin.unrealized_conversion_cast", rewrite_conversion},
    {"pto.syncall", rewrite_syncall},
    {"pto.tprint", rewrite_tprint},
    {"pto.tget_scale_addr", rewrite_scale_addr},
    {"pto.tinsert", rewrite_window},
    {"pto.textract", rewrite_window},
    {"pto.trowargmax", rewrite_argument},
    {"pto.trowargmin", rewrite_argument},
    {"pto.tcolargmax", rewrite_argument},
    {"pto.tcolargmin", rewrite_argument},
    {"math.isnan", rewrite_isnan},
    {"math.isfinite", rewrite_isfinite},
    {"pto.record_event", rewrite_classes},
    {"pto.wait_event", rewrite_classes},
    {"pto.barrier_sync", rewrite_classes},
    {"pto.tsync", rewrite_tsync},
    {"pto.tsync.op", rewrite_tsync},
};

bool parse_is_rewritten(const char *name)
{
    bool found = false;
    for (size_t i = 0; i < sizeof(rewritings) / sizeof(rewritings[0]); i++) {
        found |= strcmp(rewritings[i].name, name) == 0;
    }
    return found;
}

void parse_rewrite(parser_t *p, op_t *op)
{
    add_unnamed(p, op);
    rewrite_t r = {.p = p, .op = op};
    for (size_t i = 0; i < sizeof(rewritings) / sizeof(rewritings[0]); i++) {
        if (strcmp(rewritings[i].name, op->name) == 0) {
            rewritings[i].rewrite(&r);
            return;
        }
    }
}
