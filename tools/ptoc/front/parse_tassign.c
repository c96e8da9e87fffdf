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

/// Without a result, the tile is allocated here at that address. It must be unused before.
void parse_bind_address(parser_t *p, op_t *op)
{
    value_t *tile = op->operands_num == 2 ? op->operands[0].value : NULL;
    op_t *alloc = tile == NULL ? NULL : tile->def;
    if (tile == NULL || tile->undefined) {
        return;
    }
    if (!op_is(alloc, OP_ALLOC_TILE) || alloc->parent != op->parent || tile->uses_num != 1 ||
        op_operand(alloc, "addr") != NULL) {
        diag_t *diag =
            diag_error(p->cc, op->loc, "tile-address",
                       "'pto.tassign' without a result stands behind the pto.alloc_tile of %s, in its block, "
                       "before it is used",
                       value_spelling(p->cc, tile));
        diag_note(p->cc, diag, tile->loc, "made here");
        op->desc = NULL;  // already reported
        op->name = "";
        return;
    }
    operand_t *operands = ARENA_ARRAY(&p->cc->arena, operand_t, alloc->operands_num + 1u);
    if (alloc->operands_num != 0) {
        memcpy(operands, alloc->operands, alloc->operands_num * sizeof(*operands));
    }
    operands[alloc->operands_num] = op->operands[1];
    operands[alloc->operands_num].key = intern(p->cc, "addr", 4);
    alloc->operands = operands;
    alloc->operands_num++;
    tile->uses_num--;
    parse_move_before(alloc, op);
    *(op->prev == NULL ? &op->parent->first : &op->prev->next) = op->next;
    *(op->next == NULL ? &op->parent->last : &op->next->prev) = op->prev;
}
