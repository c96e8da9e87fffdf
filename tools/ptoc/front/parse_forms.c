// SPDX-License-Identifier: Apache-2.0
//
// Other text forms of tile operations, which become ins(...) and outs(...): those with results, those that list a view
// of GM last, and the assembly names of table accesses: mscatter.row.clamp.atomic_add.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

void parse_give_clauses(parser_t *p, op_t *op, uint32_t outs)
{
    uint32_t ins = op->operands_num - outs;
    op->clauses = ARENA_ARRAY(&p->cc->arena, clause_t, 2);
    op->clauses[0] = (clause_t){.name = "ins", .loc = op->loc, .num = (uint16_t)ins};
    op->clauses[1] = (clause_t){.name = "outs", .loc = op->loc, .first = (uint16_t)ins, .num = (uint16_t)outs};
    op->clauses_num = 2;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        op->operands[i].clause = op->operands[i].key != NULL ? 0 : i < ins ? 1 : 2;
    }
}

/// Gives a form without clauses its clauses. `pto.tstore %s, %view : T, V` has the view in outs(...). For the results of
/// `%d = pto.tadd %a, %b : T, T -> T` tiles are allocated, which become outs(...); only then true.
bool parse_level1(parser_t *p, op_t *op)
{
    if (op->desc == NULL || op->desc->tiles_num == 0 || op->clauses_num != 0) {
        return false;
    }
    if (op->results_num == 0) {
        uint8_t last = op->operands_num == 0 ? TYPE_NONE : op->operands[op->operands_num - 1].value->type.kind;
        if (last == TYPE_PART || last == TYPE_TENSOR) {
            parse_give_clauses(p, op, 1);
        }
        return false;
    }
    uint32_t ins = op->operands_num, outs = op->results_num;
    operand_t *operands = ARENA_ARRAY(&p->cc->arena, operand_t, ins + outs);
    for (uint32_t i = 0; i < ins; i++) {
        operands[i] = op->operands[i];
    }
    for (uint32_t i = 0; i < outs; i++) {
        op_t *tile = ARENA_NEW(&p->cc->arena, op_t);
        *tile = (op_t){.name = "pto.alloc_tile",
                       .loc = op->results[i].loc,
                       .end_loc = op->results[i].loc,
                       .results = &op->results[i],
                       .results_num = 1,
                       .desc = ops_find(p->cc, "pto.alloc_tile")};
        ir_insert_before(tile, op);
        op->results[i].uses_num++;
        operands[ins + i] = (operand_t){.value = &op->results[i], .loc = op->results[i].loc};
    }
    op->operands = operands;
    op->operands_num = (uint16_t)(ins + outs);
    op->results_num = 0;
    parse_give_clauses(p, op, outs);
    return true;
}

/// The generic form ///

/// The first output operand, for operations whose outputs are not last.
static uint32_t generic_outs(const op_t *op, uint32_t outs)
{
    static const struct {
        const char *name;
        uint32_t first;
    } early[] = {{"tload", 1},    {"tstore", 1}, {"tmov", 1}, {"textract", 3}, {"tinsert", 3}, {"tgather", 1},
                 {"tscatter", 1}, {"trsqrt", 1}, {"tpow", 2}, {"tpows", 2},    {"mgather", 2}};
    for (size_t i = 0; i < sizeof(early) / sizeof(early[0]); i++) {
        if (strcmp(early[i].name, op->desc->tiles[0].name) == 0) {
            return early[i].first;
        }
    }
    return op->operands_num < outs ? 0 : op->operands_num - outs;
}

/// {src_pipe = ..., dst_pipe = ..., event_id = ...}: turned into the positional words of the form without keys; and
/// {callee = @f}.
void parse_generic_words(parser_t *p, op_t *op)
{
    static const char *const order[] = {"src_pipe", "dst_pipe", "pipe", "op_type", "event_id", "buf_id", "mode"};
    const attr_t *callee = op_attr(op, "callee");
    op->symbol = callee != NULL && op->symbol == NULL ? callee->text : op->symbol;
    bool synchronises = op->desc != NULL && op->desc->cls == OPS_SYNC && !op_is(op, OP_SYNCALL);
    attr_t *attrs = synchronises ? ARENA_ARRAY(&p->cc->arena, attr_t, op->attrs_num + 1u) : NULL;
    uint16_t num = 0;
    for (size_t i = 0; synchronises && i < sizeof(order) / sizeof(order[0]); i++) {
        const attr_t *attr = op_attr(op, order[i]);
        if (attr != NULL) {
            attrs[num] = *attr;
            attrs[num++].key = NULL;
        }
    }
    const attr_t *mode = op_attr(op, "ffts_mode");
    if (num != 0) {
        attrs[num] = mode != NULL ? *mode : (attr_t){0};
        op->attrs = attrs;
        op->attrs_num = (uint16_t)(num + (mode != NULL));
    }
}

/// Removes the counts of operands, which the operation tells by itself.
static void remove_counts(op_t *op)
{
    uint16_t kept = 0;
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const char *key = op->attrs[i].key;
        bool counts = key != NULL &&
                      (strcmp(key, "operandSegmentSizes") == 0 || (strcmp(key, "sizes") == 0 && op_is(op, OP_SUBVIEW)));
        op->attrs[kept] = op->attrs[i];
        kept += !counts;
    }
    op->attrs_num = kept;
}

/// Makes a clause of the operands from `first` on.
static void give_clause(op_t *op, const char *name, uint32_t first, uint32_t num)
{
    op->clauses[op->clauses_num++] =
        (clause_t){.name = name, .loc = op->loc, .first = (uint16_t)first, .num = (uint16_t)num};
    for (uint32_t i = first; i < first + num; i++) {
        op->operands[i].clause = op->clauses_num;
    }
}

/// Operations that make views and tiles have clauses and keys in their own form: "pto.partition_view"(%v, %offset,
/// %size).
static void generic_value(parser_t *p, op_t *op)
{
    const bool view = op_is(op, OP_MAKE_VIEW), part = op_is(op, OP_PARTITION);
    op->clauses = ARENA_ARRAY(&p->cc->arena, clause_t, 2);
    if ((view || part) && op->operands_num % 2 == 1) {
        uint32_t rank = op->operands_num / 2;
        give_clause(op, view ? "shape" : "offsets", 1, rank);
        give_clause(op, view ? "strides" : "sizes", 1 + rank, rank);
    } else if (op_is(op, OP_SUBVIEW) && op->operands_num == 5) {
        give_clause(op, "valid", 3, 2);
    } else if (op_is(op, OP_ALLOC_TILE)) {
        const shape_t *shape = op->result_types_num == 1 ? op->result_types[0].type.shape : NULL;
        bool rows = shape != NULL && shape->valid[0] == DIM_DYNAMIC;
        for (uint32_t i = 0; i < op->operands_num; i++) {
            bool address = i == 0 && op->operands[i].value->type.elem != ELEM_INDEX;
            op->operands[i].key = address ? "addr" : rows ? "valid_row" : "valid_col";
            rows &= address;
        }
    }
    op->types_num = 0;  // the values have their types
}

/// "pto.tadd"(%a, %b, %c) : (T, T, T) -> (): operands in the order of the documents' tables.
bool parse_generic_tile(parser_t *p, op_t *op)
{
    remove_counts(op);
    if (op->desc->tiles_num == 0) {
        generic_value(p, op);
        return true;
    }
    if (strcmp(op->desc->tiles[0].name, "tmrgsort") == 0) {
        diag_error(p->cc, op->loc, "syntax", "'%s' is not read in its generic form, only in its own", op->name);
        return false;
    }
    const tile_form_t *form = &op->desc->tiles[0];
    uint32_t outs = 0;
    for (uint32_t i = 0; i < form->outs_num; i++) {
        outs += !form->outs[i].optional && form->outs[i].kind != 'W';
    }
    uint32_t first = generic_outs(op, outs), num = op->operands_num;
    operand_t *operands = ARENA_ARRAY(&p->cc->arena, operand_t, num + 1);
    for (uint32_t i = 0, to = 0; i < num; i++) {
        bool out = i >= first && i < first + outs;
        operands[out ? num - outs + (i - first) : to++] = op->operands[i];
    }
    op->operands = operands;
    op->types_num = 0;  // the values have their types
    op->result_types_num = 0;
    if (num >= first + outs) {
        parse_give_clauses(p, op, outs);
    }
    return true;
}

/// Assembly names ///

/// Suffixes of mscatter and mgather, and the attribute of each.
static const struct suffix {
    const char *word, *scatter_key, *gather_key, *value;
} suffixes[] = {
    {"auto", "coalesce", "coalesce", "auto"},       {"row", "coalesce", "coalesce", "row"},
    {"elem", "coalesce", "coalesce", "elem"},       {"undefined", "scatterOob", "gatherOob", "undefined"},
    {"skip", "scatterOob", NULL, "skip"},           {"clamp", "scatterOob", "gatherOob", "clamp"},
    {"wrap", "scatterOob", "gatherOob", "wrap"},    {"zero", NULL, "gatherOob", "zero"},
    {"atomic_add", "scatterAtomicOp", NULL, "add"}, {"atomic_max", "scatterAtomicOp", NULL, "max"},
    {"atomic_min", "scatterAtomicOp", NULL, "min"}, {"last", "scatterConflict", NULL, "last"},
};

bool parse_is_assembly(const char *name)
{
    size_t size = strcspn(name, ".");
    return (size == strlen("mscatter") && strncmp(name, "mscatter", size) == 0) ||
           (size == strlen("mgather") && strncmp(name, "mgather", size) == 0);
}

bool parse_is_bare(const char *name)
{
    return strcmp(name, "return") == 0 || strcmp(name, "call") == 0 || strcmp(name, "tsync") == 0;
}

static bool add_suffix(parser_t *p, op_t *op, bool scatter, const char *word, size_t size)
{
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
        const struct suffix *suffix = &suffixes[i];
        const char *key = scatter ? suffix->scatter_key : suffix->gather_key;
        if (key == NULL || strlen(suffix->word) != size || strncmp(suffix->word, word, size) != 0) {
            continue;
        }
        attr_t *attrs = ARENA_ARRAY(&p->cc->arena, attr_t, op->attrs_num + 1);
        if (op->attrs_num != 0) {
            memcpy(attrs, op->attrs, op->attrs_num * sizeof(*attrs));
        }
        attrs[op->attrs_num] =
            (attr_t){.key = intern(p->cc, key, strlen(key)), .kind = ATTR_ENUM, .text = suffix->value, .loc = op->loc};
        op->attrs = attrs;
        op->attrs_num++;
        return true;
    }
    return false;
}

/// Permutes the operands and their types: new operand i is old operand order[i].
static void reorder(op_t *op, const uint8_t order[3])
{
    operand_t operands[3] = {op->operands[0], op->operands[1], op->operands[2]};
    listed_type_t types[3];
    bool typed = op->types_num == 3;
    if (typed) {
        memcpy(types, op->types, sizeof(types));
    }
    for (uint32_t i = 0; i < 3; i++) {
        op->operands[i] = operands[order[i]];
        if (typed) {
            op->types[i] = types[order[i]];
        }
    }
}

/// Three operand orders: mscatter %src, %table, %idx; mscatter.row %table, %src, %idx; mgather.row %dst, %table, %idx.
void parse_assembly(parser_t *p, op_t *op, const char *name)
{
    bool scatter = name[1] == 's', plain = strchr(name, '.') == NULL;
    if (op->operands_num == 3 && op->results_num == 0 && op->clauses_num == 0) {
        static const uint8_t orders[3][3] = {{0, 2, 1}, {1, 2, 0}, {1, 2, 0}};
        reorder(op, orders[scatter && plain ? 0 : 1]);
        parse_give_clauses(p, op, 1);
    }
    for (const char *word = strchr(name, '.'); word != NULL;) {
        size_t size = strcspn(++word, ".");
        if (!add_suffix(p, op, scatter, word, size)) {
            diag_error(p->cc, op->loc, "unknown-op", "'%s': no access of a table is called '%.*s'", name, (int)size,
                       word);
            return;
        }
        word = word[size] == '.' ? word + size : NULL;
    }
    if (!scatter && op_attr(op, "coalesce") == NULL) {
        add_suffix(p, op, false, "auto", 4);
    }
}
