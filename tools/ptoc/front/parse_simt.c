// SPDX-License-Identifier: Apache-2.0
//
// pto.simt_launch: the launch of a grid of threads.

#include "ptoc.h"

#include "parse.h"

/// punctuation = the same character several times
static bool expect_all(parser_t *p, char punct, int num)
{
    bool ok = true;
    for (int i = 0; i < num && ok; i++) {
        ok = parse_expect(p, punct);
    }
    return ok;
}

/// launch = name SYMBOL "<<<" use "," use "," use ">>>" "(" items ")" types
bool parse_simt_launch(parser_t *p, builder_t *b)
{
    if (p->at->kind != TK_SYMBOL) {
        return parse_fail(p, "the name of a SIMT function");
    }
    b->op->symbol = p->at->text;
    parse_advance(p);
    if (!expect_all(p, '<', 3)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (p->at->kind != TK_VALUE) {
            return parse_fail(p, "the number of threads in x, y and z");
        }
        parse_value_use(p, b, 0);
        if (i < 2 && !parse_expect(p, ',')) {
            return false;
        }
    }
    bool ok = expect_all(p, '>', 3) && parse_expect(p, '(') && parse_items(p, b, 0, ')') &&
              (!parse_at_dict(p) || parse_dict(p)) && parse_type_part(p, b);
    parse_take_lists(p, b);
    return ok;
}
