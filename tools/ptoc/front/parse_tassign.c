// SPDX-License-Identifier: Apache-2.0
//
// pto.tassign: the form with a result, and the forms that set the address of an existing tile: pto.tassign %tile,
// @tile(0x1000), pto.tassign ins(%tile, %address : T, i64).

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// address = VALUE | INT | "@tile" "(" INT ")"
static bool parse_address(parser_t *p, builder_t *b)
{
    if (p->at->kind == TK_SYMBOL && strcmp(p->at->text, "tile") == 0) {
        parse_advance(p);
        return parse_expect(p, '(') && parse_literal_operand(p, b, 0) && parse_expect(p, ')');
    }
    if (p->at->kind == TK_VALUE) {
        parse_value_use(p, b, 0);
        return true;
    }
    return parse_literal_operand(p, b, 0);
}

/// tassign = name VALUE "," address [types] | name "ins" "(" VALUE "," address [types] ")"
bool parse_tassign(parser_t *p, builder_t *b)
{
    bool clause = parse_at_word(p, "ins") && parse_peek(p, 1)->punct == '(';
    if (clause) {
        parse_advance(p);
        parse_advance(p);
    }
    if (p->at->kind != TK_VALUE) {
        return parse_fail(p, "a tile");
    }
    parse_value_use(p, b, 0);
    bool ok = parse_expect(p, ',') && parse_address(p, b) && parse_type_part(p, b) && (!clause || parse_expect(p, ')'));
    parse_take_lists(p, b);
    return ok;
}

/// The pto.alloc_tile of an operand, to which an operation without a result gives its bytes: it stands before that in
/// the same block, has no bytes yet and is unused. Otherwise an error, and NULL.
static op_t *tile_to_bind(parser_t *p, op_t *op, uint32_t which)
{
    value_t *tile = op->operands_num == 2 ? op->operands[which].value : NULL;
    op_t *alloc = tile == NULL ? NULL : tile->def;
    if (tile == NULL || tile->undefined) {
        return NULL;
    }
    bool free = op_is(alloc, OP_ALLOC_TILE) && alloc->parent == op->parent && tile->uses_num == 1;
    if (free && (op_is(op, OP_TRESHAPE) ? alloc->operands_num == 0 : op_operand(alloc, "addr") == NULL)) {
        return alloc;
    }
    diag_t *diag = diag_error(p->cc, op->loc, "tile-address",
                              "'%s' without a result stands behind the pto.alloc_tile of %s, in its block, "
                              "before it is used",
                              op->name, value_spelling(p->cc, tile));
    diag_note(p->cc, diag, tile->loc, "made here");
    op->desc = NULL;  // already reported
    op->name = "";
    return NULL;
}

/// The tile is made where `op` stands, which goes.
static void bind(op_t *alloc, op_t *op)
{
    alloc->results[0].uses_num--;
    parse_move_before(alloc, op);
    *(op->prev == NULL ? &op->parent->first : &op->prev->next) = op->next;
    *(op->next == NULL ? &op->parent->last : &op->next->prev) = op->prev;
}

/// Without a result, the tile is allocated here at that address.
void parse_bind_address(parser_t *p, op_t *op)
{
    op_t *alloc = tile_to_bind(p, op, 0);
    if (alloc != NULL) {
        operand_t *address = parse_append_operand(p, alloc, op->operands[1]);
        address->key = intern(p->cc, "addr", 4);
        bind(alloc, op);
    }
}

/// pto.treshape ins(%src) outs(%dst): dst is another view of the bytes of src.
void parse_bind_reshaped(parser_t *p, op_t *op)
{
    op_t *alloc = tile_to_bind(p, op, 1);
    if (alloc == NULL) {
        return;
    }
    const type_t types[] = {op->operands[0].value->type, alloc->results[0].type};
    alloc->name = op->name;
    alloc->desc = op->desc;
    alloc->loc = op->loc;
    parse_append_operand(p, alloc, op->operands[0])->clause = 0;
    alloc->types = ARENA_ARRAY(&p->cc->arena, listed_type_t, 2);
    alloc->result_types = alloc->types + 1;
    alloc->types_num = alloc->result_types_num = 1;
    for (int i = 0; i < 2; i++) {
        alloc->types[i] = (listed_type_t){.type = types[i], .loc = op->loc};
    }
    bind(alloc, op);
}
