// SPDX-License-Identifier: Apache-2.0
//
// The parts that follow an operation's name: operands, attributes, keywords, clauses; and the listed types.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// Operand lists ///

/// statement-start = VALUE [":" INT] {"," VALUE [":" INT]} "="
static bool at_statement(const parser_t *p)
{
    const token_t *token = p->at;
    while (token->kind == TK_VALUE) {
        token++;
        if (token->punct == ':' && token[1].kind == TK_INT) {
            token += 2;
        }
        if (token->punct == '=') {
            return true;
        }
        if (token->punct != ',') {
            return false;
        }
        token++;
    }
    return false;
}

static attr_t *push_attr(parser_t *p, builder_t *b, uint32_t clause)
{
    attr_t *attr = parse_push(p, &p->attrs, sizeof(attr_t));
    *attr = (attr_t){.loc = p->at->loc, .position = b->plain_num, .clause = clause};
    return attr;
}

/// value-use = VALUE ["#" INT]
raw_operand_t *parse_value_use(parser_t *p, builder_t *b, uint32_t clause)
{
    raw_operand_t *raw = parse_push(p, &p->operands, sizeof(raw_operand_t));
    raw->operand.loc = p->at->loc;
    raw->operand.clause = (uint16_t)clause;
    raw->base = raw->name = p->at->text;
    const token_t *value = p->at;
    parse_advance(p);
    bool adjacent = p->at->kind == TK_ATTR && p->at->loc == value->loc + value->size;
    if (adjacent && strspn(p->at->text, "0123456789") == strlen(p->at->text)) {
        const char *name = arena_printf(&p->cc->arena, "%s#%s", raw->base, p->at->text);
        raw->name = intern(p->cc, name, strlen(name));
        parse_advance(p);
    }
    b->plain_num += clause == 0;
    return raw;
}

void parse_append_op(parser_t *p, op_t *op)
{
    op->parent = p->block;
    op->func = p->func;
    op->depth = (uint8_t)p->op_depth;
    op->prev = p->block->last;
    *(p->block->last == NULL ? &p->block->first : &p->block->last->next) = op;
    p->block->last = op;
}

bool parse_at_dict(const parser_t *p)
{
    const token_t *first = parse_peek(p, 1), *second = parse_peek(p, 2);
    if (!parse_at(p, '{')) {
        return false;
    }
    // A region with a single operation without operands looks like a dictionary with a unit attribute.
    if (first->kind == TK_WORD && second->punct == '}' && ops_find(p->cc, first->text) != NULL) {
        return false;
    }
    return first->punct == '}' || ((first->kind == TK_WORD || first->kind == TK_STRING) &&
                                   (second->punct == '=' || second->punct == ',' || second->punct == '}'));
}

bool parse_items(parser_t *p, builder_t *b, uint32_t clause, char close);

/// Whether an operation has the syntax of tile operations. Unknown operations count as such, so that their name is
/// reported.
bool parse_is_tile(const builder_t *b)
{
    return b->op->desc != NULL ? b->op->desc->cls == OPS_TILE : b->unknown_tile;
}

/// word-item = WORD "(" items ")" | WORD "=" value | WORD "<" ... ">" | WORD
static bool parse_word_item(parser_t *p, builder_t *b, uint32_t clause)
{
    const token_t *next = parse_peek(p, 1);
    bool tile = parse_is_tile(b), keyed_ok;
    if (tile && parse_tile_keyed(p, b, clause, &keyed_ok)) {
        return keyed_ok;
    }
    if (next->punct == '(' && clause == 0) {
        clause_t *entry = parse_push(p, &p->clauses, sizeof(clause_t));
        *entry = (clause_t){.name = p->at->text, .loc = p->at->loc, .first = (uint16_t)(p->operands.num - b->operands)};
        uint32_t number = p->clauses.num - b->clauses;
        parse_advance(p);
        parse_advance(p);
        if (!parse_items(p, b, number, ')')) {
            return false;
        }
        entry = &((clause_t *)p->clauses.items)[b->clauses + number - 1];
        entry->num = (uint16_t)(p->operands.num - b->operands - entry->first);
        return true;
    }
    if (next->punct == '=') {
        attr_t attr = {.key = p->at->text, .loc = p->at->loc, .clause = clause};
        parse_advance(p);
        parse_advance(p);
        if (p->at->kind == TK_VALUE) {  // clip = %limit: the key, then an operand of the clause
            if (!tile) {
                *(attr_t *)parse_push(p, &p->attrs, sizeof(attr_t)) = attr;
            }
            parse_value_use(p, b, clause)->operand.key = attr.key;
            return true;
        }
        bool ok = parse_attr_value(p, &attr);
        *(attr_t *)parse_push(p, &p->attrs, sizeof(attr_t)) = attr;
        return ok;
    }
    attr_t *attr = push_attr(p, b, clause);
    if (parse_at_word(p, "true") || parse_at_word(p, "false")) {
        attr->kind = ATTR_BOOL;
        attr->integer = parse_at_word(p, "true");
        parse_advance(p);
        return true;
    }
    attr->kind = ATTR_WORD;
    attr->text = p->at->text;
    parse_advance(p);
    if (parse_at(p, '<')) {  // fastmath<contract>
        attr->key = attr->text;
        parse_skip_balanced(p, '<', '>');
    }
    return true;
}

/// Documents abbreviate the operands of the older copies as "...".
static void report_placeholder(parser_t *p, const op_t *op)
{
    const char *form = op_is(op, OP_COPY_GM_UB) ? "%gm, %ub, %stream, %bursts, %bytes, %left_padding, %right_padding, "
                                                  "%pad, %cache, %gm_stride, %ub_stride"
                       : op_is(op, OP_COPY_UB_GM) ? "%ub, %gm, %stream, %bursts, %bytes, %cache, %gm_stride, %ub_stride"
                                                  : NULL;
    if (form != NULL) {
        diag_error(p->cc, p->at->loc, "syntax", "'...' is a placeholder of the documents: write '%s %s'", op->name,
                   form);
    } else {
        diag_error(p->cc, p->at->loc, "syntax", "'...' is a placeholder of the documents, not an operand");
    }
}

/// item = indexed-value | STRING | number | enum | word-item | SYMBOL | "[" items "]" | "(" items ")"
static bool parse_item(parser_t *p, builder_t *b, uint32_t clause)
{
    switch (p->at->kind) {
        case TK_VALUE:
            return parse_indexed_value(p, b, clause);
        case TK_STRING: {
            attr_t *attr = push_attr(p, b, clause);
            attr->kind = ATTR_STRING;
            attr->text = p->at->text;
            parse_advance(p);
            return true;
        }
        case TK_INT:
        case TK_FLOAT:
            return parse_number(p, push_attr(p, b, clause));
        case TK_ATTR:
            return parse_enum(p, push_attr(p, b, clause));
        case TK_WORD:
            return parse_word_item(p, b, clause);
        case TK_SYMBOL:
            b->op->symbol = p->at->text;
            parse_advance(p);
            return true;
        case TK_ELLIPSIS:
            report_placeholder(p, b->op);
            return false;
        default:
            break;
    }
    if (parse_at(p, '<')) {
        return parse_enum(p, push_attr(p, b, clause));
    }
    if (parse_at(p, '-')) {
        return parse_number(p, push_attr(p, b, clause));
    }
    char close = parse_at(p, '[') ? ']' : parse_at(p, '(') ? ')' : '\0';
    if (close == '\0') {
        return parse_fail(p, "an operand");
    }
    parse_advance(p);
    return parse_items(p, b, clause, close);
}

/// A word that cannot be a keyword of the preceding operation.
bool parse_at_next_op(const parser_t *p)
{
    if (p->at->kind != TK_WORD) {
        return p->at->kind == TK_VALUE && p->at->line_start && at_statement(p);
    }
    return strchr(p->at->text, '.') != NULL || parse_is_assembly(p->at->text) || parse_is_bare(p->at->text) ||
           (p->at->line_start && strcmp(p->at->text, "module") == 0);
}

/// ins(...) or outs(...) of a vector instruction that names its results so.
bool parse_at_dps(const parser_t *p, const builder_t *b, const char *word)
{
    bool vector = b->op->desc != NULL && b->op->desc->cls == OPS_VECTOR;
    return vector && b->op->results_num == 0 && parse_at_word(p, word) && parse_peek(p, 1)->punct == '(';
}

static const char *clause_name(const parser_t *p, const builder_t *b, uint32_t clause)
{
    return ((const clause_t *)p->clauses.items)[b->clauses + clause - 1].name;
}

/// A token that cannot start an item: the end of the operation.
static bool at_end_of_items(const parser_t *p, const builder_t *b, char close)
{
    switch (p->at->kind) {
        case TK_END:
        case TK_ARROW:
        case TK_BLOCK:
            return true;
        case TK_STRING:
            return p->at->line_start && parse_peek(p, 1)->punct == '(' && close == '\0';
        case TK_PUNCT:
            return strchr("}:{])", p->at->punct) != NULL;
        default:
            return parse_at_next_op(p) || parse_at_dps(p, b, "outs") ||
                   (parse_at_word(p, "loc") && parse_peek(p, 1)->punct == '(');
    }
}

/// Non-items between the items of tile operations and of generic forms; false if there is none.
static bool parse_between_items(parser_t *p, builder_t *b, uint32_t clause, char close, bool *ok, bool *comma)
{
    const bool tile_clause = close == ')' && parse_is_tile(b);
    if (tile_clause && parse_at(p, ':')) {
        *ok = parse_clause_types(p, b, clause == 0 ? "" : clause_name(p, b, clause));
        *comma = true;
        return true;
    }
    if (tile_clause && parse_at_dict(p)) {
        *ok = parse_dict(p);
        return true;
    }
    if (parse_at(p, '<') && parse_peek(p, 1)->punct == '{') {
        parse_advance(p);
        *ok = parse_dict(p) && parse_expect(p, '>');  // properties of a generic form
        return true;
    }
    return false;
}

/// An item; *comma: whether another may follow without a comma before it.
static bool parse_one_item(parser_t *p, builder_t *b, uint32_t clause, bool *comma)
{
    if (p->at->kind == TK_VALUE && !*comma) {
        return parse_fail(p, "','");
    }
    bool ok = parse_item(p, b, clause);
    *comma = parse_take(p, ',') || parse_at(p, '(') || p->at[-1].punct == ')' || p->at[-1].kind == TK_WORD ||
             (parse_is_tile(b) && p->at[-1].punct == ']');
    if (p->operands.num - b->operands > ITEMS_MAX || p->attrs.num - b->attrs > ITEMS_MAX ||
        p->clauses.num - b->clauses > ITEMS_MAX) {
        diag_error(p->cc, p->at->loc, "syntax", "more than %d operands", ITEMS_MAX);
        return false;
    }
    return ok;
}

/// items = [item {[","] item}], up to and including `close`, or up to a token that is no item when close is 0.
bool parse_items(parser_t *p, builder_t *b, uint32_t clause, char close)
{
    if (!parse_deeper(p)) {
        return false;
    }
    bool ok = true, comma = true;
    while (ok) {
        if (close != '\0' && parse_at(p, close)) {
            parse_advance(p);
            break;
        }
        if (parse_between_items(p, b, clause, close, &ok, &comma)) {
            continue;
        }
        if (at_end_of_items(p, b, close)) {
            char text[4] = {'\'', close, '\'', '\0'};
            ok = close == '\0' || parse_fail(p, text);
            break;
        }
        if (parse_at(p, '(') && parse_peek(p, 1)->punct == '{') {
            break;  // the regions of a generic form
        }
        ok = parse_one_item(p, b, clause, &comma);
    }
    p->depth--;
    return ok;
}

/// i33, f8: probably meant as a type, not as the keyword of a group.
static bool looks_like_type(const char *word)
{
    size_t letters = strspn(word, "bfisu");
    size_t digits = strspn(word + letters, "0123456789");
    return letters > 0 && letters <= 2 && digits > 0 && word[letters + digits] == '\0';
}

/// Whether a word occurs among the operands of the current operation, which repeats it among the types.
static bool is_own_word(const parser_t *p, const char *word)
{
    for (uint32_t i = 0; i < p->attrs.num; i++) {
        const attr_t *attr = &((const attr_t *)p->attrs.items)[i];
        if (attr->text == word || attr->key == word) {
            return true;
        }
    }
    for (uint32_t i = 0; i < p->clauses.num; i++) {
        if (((const clause_t *)p->clauses.items)[i].name == word) {
            return true;
        }
    }
    return false;
}

/// A word that ends a list of types: the next operation, or a keyword behind the list.
static bool at_end_of_types(const parser_t *p)
{
    return parse_at_next_op(p) || parse_at_word(p, "to") || parse_at_word(p, "do") || parse_at_word(p, "loc");
}

/// The list under way, and what its next item needs to know of those before it.
typedef struct {
    stack_t *stack;
    uint32_t base;      // where the list begins on the stack
    const char *group;  // loop i64, i64, i64: the word in front
    bool comma;         // a comma stands before the next item
} type_list_t;

static bool parse_listed_type(parser_t *p, type_list_t *list)
{
    listed_type_t *entry = parse_push(p, list->stack, sizeof(listed_type_t));
    entry->loc = p->at->loc;
    entry->group = list->group;
    type_t type;
    bool ok = parse_type(p, &type);
    ((listed_type_t *)list->stack->items)[list->stack->num - 1].type = type;
    return ok;
}

static bool unknown_type(parser_t *p, const token_t *word)
{
    diag_error(p->cc, word->loc, "syntax", "unknown type '%s'", word->text);
    p->at = word;
    return false;
}

/// The word of a group. Without a type behind it, it must repeat a word of the operation.
static bool parse_group_word(parser_t *p, type_list_t *list, bool *more)
{
    const token_t *word = p->at;
    list->group = word->text;
    parse_advance(p);
    bool typed = parse_at_type(p) || parse_at(p, '(');
    if (!typed && (list->stack->num == list->base || !is_own_word(p, word->text))) {
        return unknown_type(p, word);
    }
    list->comma = parse_take(p, ',');
    *more = list->comma || typed;
    return true;
}

/// Whether another item follows the one just read.
static bool more_types(parser_t *p, type_list_t *list)
{
    list->comma = parse_take(p, ',');
    if (list->comma) {
        return !parse_at(p, ')') && !parse_at(p, '}') && !parse_at_next_op(p);  // else a trailing comma
    }
    return p->at->kind == TK_WORD && !at_end_of_types(p) && !parse_at_word(p, "else") &&
           !parse_at_word(p, "attributes") && elem_find(p->at->text) == ELEM_NONE;
}

static bool parse_type_items(parser_t *p, type_list_t *list)
{
    for (bool more = true; more;) {
        bool word = p->at->kind == TK_WORD;
        bool ok;
        if (parse_take(p, '(')) {
            ok = (parse_at(p, ')') || parse_types(p, list->stack, list->base, list->group)) && parse_expect(p, ')');
        } else if (parse_at_type(p) && !(word && p->at->line_start && !list->comma)) {
            ok = parse_listed_type(p, list);
        } else if (word && looks_like_type(p->at->text)) {
            ok = unknown_type(p, p->at);
        } else if (word && !at_end_of_types(p)) {
            if (!parse_group_word(p, list, &more)) {
                return false;
            }
            continue;
        } else {
            ok = parse_fail(p, "a type");
        }
        if (ok && list->stack->num - list->base > ITEMS_MAX) {
            diag_error(p->cc, p->at->loc, "syntax", "more than %d types", ITEMS_MAX);
            ok = false;
        }
        if (!ok) {
            return false;
        }
        more = more_types(p, list);
    }
    return true;
}

/// types = type-item {"," type-item} ; type-item = [WORD] type | WORD | [WORD] "(" [types] ")"
bool parse_types(parser_t *p, stack_t *stack, uint32_t base, const char *group)
{
    if (!parse_deeper(p)) {
        return false;
    }
    type_list_t list = {.stack = stack, .base = base, .group = group, .comma = true};
    bool ok = parse_type_items(p, &list);
    p->depth--;
    return ok;
}

/// type-part = ":" types [("->" | "to") types] | "->" types
bool parse_type_part(parser_t *p, builder_t *b)
{
    bool ok = true;
    if (parse_take(p, ':')) {
        b->op->has_types = true;
        bool empty = parse_at(p, '(') && parse_peek(p, 1)->punct == ')';
        if (empty) {
            parse_advance(p);
            parse_advance(p);
        } else if (p->at->kind != TK_ARROW) {
            ok = parse_types(p, &p->types, b->types, NULL);
        }
    }
    if (ok && (p->at->kind == TK_ARROW || parse_at_word(p, "to"))) {
        parse_advance(p);
        b->op->has_types = true;
        if (parse_at(p, '(') && parse_peek(p, 1)->punct == ')') {
            parse_advance(p);
            parse_advance(p);
            return true;
        }
        ok = parse_types(p, &p->result_types, b->result_types, NULL);
    }
    return ok;
}
