// SPDX-License-Identifier: Apache-2.0
//
// Structures branches between the blocks of a function as scf. A cf.cond_br whose paths join again is an scf.if. A
// block that ends with cf.cond_br and has a back edge is the head of an scf.while. Other graphs are rejected.
//
//   ^head(%i: index):                        scf.while (%i = %c0) : ... {
//     %c = arith.cmpi slt, %i, %n : index      %c = arith.cmpi slt, %i, %n : index
//     cf.cond_br %c, ^body, ^exit              scf.condition(%c) %i : index
//                                            } do { ...
//
// While the function is parsed all operations are in its first block. Then each block's operations are moved to their
// place; block arguments are replaced by the values passed to them.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

#define FORWARDED_MAX 64

/// target = "^" name ["(" use {"," use} ":" types ")"]; br = "cf.br" target | "cf.cond_br" use "," target "," target
bool parse_branch(parser_t *p, builder_t *b)
{
    bool conditional = strcmp(b->op->name, "cf.cond_br") == 0;
    if (p->depth != p->body_depth) {
        diag_error(p->cc, b->op->loc, "syntax",
                   "branches stand in blocks of a function, not in regions inside it: use scf");
        return false;
    }
    if (conditional) {
        if (p->at->kind != TK_VALUE) {
            return parse_fail(p, "the condition");
        }
        parse_value_use(p, b, 0);
    }
    attr_t *targets = ARENA_ARRAY(&p->cc->arena, attr_t, 2);
    for (uint32_t i = 0; i < 1u + conditional; i++) {
        if (conditional && !parse_expect(p, ',')) {
            return false;
        }
        if (p->at->kind != TK_BLOCK) {
            return parse_fail(p, "a block, ^name");
        }
        targets[i] = (attr_t){.kind = ATTR_WORD, .text = p->at->text, .loc = p->at->loc};
        parse_advance(p);
        uint32_t before = p->operands.num;
        if (parse_take(p, '(') && (!parse_items(p, b, 0, '\0') || !parse_type_part(p, b) || !parse_expect(p, ')'))) {
            return false;
        }
        targets[i].integer = p->operands.num - before;
    }
    parse_take_lists(p, b);
    b->op->types_num = 0;
    b->op->attrs = targets;
    b->op->attrs_num = (uint16_t)(1 + conditional);
    return true;
}

/// label = "^" name ["(" VALUE ":" type {"," VALUE ":" type} ")"] ":"; starts a block
bool parse_label(parser_t *p)
{
    if (p->nodes_num == NODES_MAX) {
        return parse_fail(p, "fewer blocks");
    }
    node_t *node = &p->nodes[p->nodes_num];
    *node = (node_t){.label = p->at->text, .loc = p->at->loc, .before = p->block->last};
    if (!parse_block_args(p, &node->args, &node->args_num)) {
        return false;
    }
    for (uint32_t i = 0; i < node->args_num; i++) {
        names_define(p, node->args[i].name, &node->args[i]);
    }
    p->nodes_num++;
    return true;
}

/// The control flow graph ///

static bool is_branch(const op_t *op)
{
    return op != NULL && op->desc == NULL && op->attrs_num != 0 &&
           (strcmp(op->name, "cf.br") == 0 || strcmp(op->name, "cf.cond_br") == 0);
}

static bool refuse(parser_t *p, loc_t loc)
{
    diag_error(p->cc, loc, "syntax", "branches that are no if, else or while with one way out are not read: use scf");
    return false;
}

/// The operands that a branch passes to a target.
static operand_t *handed(const node_t *node, uint32_t which)
{
    uint32_t conditional = node->end->attrs_num - 1u;
    if (node->end->operands_num == 0) {
        return NULL;
    }
    return node->end->operands + conditional + (which == 0 ? 0 : node->end->attrs[0].integer);
}

static bool types_fit(parser_t *p, const node_t *node, uint32_t which)
{
    const node_t *to = node->next[which];
    const operand_t *given = handed(node, which);
    for (uint32_t i = 0; i < to->args_num; i++) {
        if (!type_compatible(given[i].value->type, to->args[i].type)) {
            diag_error(p->cc, given[i].loc, "type-mismatch", "^%s takes %s here, and %s is %s", to->label,
                       type_name(p->cc, to->args[i].type), value_spelling(p->cc, given[i].value),
                       type_name(p->cc, given[i].value->type));
            return false;
        }
    }
    return true;
}

/// Finds the start, the end and the successors of each block.
static bool connect(parser_t *p)
{
    for (uint32_t i = 0; i < p->nodes_num; i++) {
        node_t *node = &p->nodes[i];
        node->first = node->before != NULL ? node->before->next : p->func->body.block->first;
        node->end = i + 1 < p->nodes_num ? p->nodes[i + 1].before : p->func->body.block->last;
        if (node->first == NULL || node->end == node->before ||
            !(is_branch(node->end) || op_is(node->end, OP_RETURN))) {
            diag_error(p->cc, node->loc, "syntax", "a block ends with a branch or with return");
            return false;
        }
        for (op_t *op = node->first; op != node->end; op = op->next) {
            if (is_branch(op) || op_is(op, OP_RETURN)) {
                diag_error(p->cc, op->loc, "syntax", "a block ends with a branch or with return");
                return false;
            }
        }
        for (uint32_t k = 0; is_branch(node->end) && k < node->end->attrs_num; k++) {
            const attr_t *target = &node->end->attrs[k];
            for (uint32_t to = 1; to < p->nodes_num; to++) {
                node->next[k] = p->nodes[to].label == target->text ? &p->nodes[to] : node->next[k];
            }
            if (node->next[k] == NULL || node->next[k]->args_num != (uint32_t)target->integer) {
                diag_error(p->cc, target->loc, "syntax",
                           "a branch leads to a block of the function, with a value for each argument");
                return false;
            }
            if (!types_fit(p, node, k)) {
                return false;
            }
        }
    }
    return true;
}

static uint64_t bit_of(const parser_t *p, const node_t *node)
{
    return UINT64_C(1) << (node - p->nodes);
}

/// The blocks reachable from this one, including itself and `stop`, where paths end.
static uint64_t reach(const parser_t *p, const node_t *from, const node_t *stop)
{
    uint64_t found = bit_of(p, from), done = stop != NULL ? bit_of(p, stop) : 0;
    while ((found & ~done) != 0) {
        const node_t *node = &p->nodes[__builtin_ctzll(found & ~done)];
        done |= bit_of(p, node);
        for (uint32_t k = 0; k < 2; k++) {
            found |= node->next[k] != NULL ? bit_of(p, node->next[k]) : 0;
        }
    }
    return found;
}

/// Whether a path from the block returns to it before `stop`.
static bool is_head(const parser_t *p, const node_t *node, const node_t *stop)
{
    bool back = false;
    for (uint32_t k = 0; k < 2; k++) {
        back |=
            node->next[k] != NULL && node->next[k] != stop && (reach(p, node->next[k], stop) & bit_of(p, node)) != 0;
    }
    return back;
}

/// The first block on all paths from both successors, or NULL.
static node_t *meeting(const parser_t *p, const node_t *node, const node_t *stop)
{
    uint64_t common = reach(p, node->next[0], stop) & reach(p, node->next[1], stop);
    for (uint32_t i = 0; i < p->nodes_num; i++) {
        node_t *at = &p->nodes[i];
        if ((common & bit_of(p, at)) != 0 && (common & ~reach(p, at, stop)) == 0) {
            return at;
        }
    }
    return NULL;
}

/// Values ///

/// Visits the operations of all blocks in `nodes` that have not been moved yet.
static void walk_rest(parser_t *p, uint64_t nodes, void (*visit)(op_t *op, void *arg), void *arg)
{
    for (uint32_t i = 0; i < p->nodes_num; i++) {
        const node_t *node = &p->nodes[i];
        if (node->moved || (nodes & bit_of(p, node)) == 0) {
            continue;
        }
        for (op_t *op = node->first;; op = op->next) {
            visit(op, arg);
            for (uint32_t k = 0; k < op->regions_num; k++) {
                if (op->regions[k].block != NULL) {
                    ir_walk(op->regions[k].block, visit, arg);
                }
            }
            if (op == node->end) {
                break;
            }
        }
    }
}

/// Replaces the arguments of a block by the operands passed to it; for the head of a loop they are initial values.
static void enter(parser_t *p, node_t *node, operand_t *given, const node_t *stop)
{
    if (is_head(p, node, stop)) {
        node->inits = given;
        return;
    }
    for (uint32_t i = 0; i < node->args_num; i++) {
        ir_replacement_t r = {.from = &node->args[i], .to = given[i].value};
        walk_rest(p, UINT64_MAX, ir_replace, &r);
    }
}

/// Operations ///

static void set_depth(op_t *op, uint32_t depth)
{
    op->depth = (uint8_t)depth;
    for (uint32_t i = 0; i < op->regions_num; i++) {
        block_t *block = op->regions[i].block;
        for (op_t *inner = block != NULL ? block->first : NULL; inner != NULL; inner = inner->next) {
            set_depth(inner, depth + 1);
        }
    }
}

static void put(block_t *into, op_t *op)
{
    const op_t *owner = into->region->owner;
    op->parent = into;
    op->prev = into->last;
    op->next = NULL;
    *(into->last == NULL ? &into->first : &into->last->next) = op;
    into->last = op;
    set_depth(op, owner == NULL ? 1 : owner->depth + 1u);
}

static op_t *new_op(parser_t *p, const char *name, loc_t loc, operand_t *operands, uint32_t num)
{
    op_t *op = ARENA_NEW(&p->cc->arena, op_t);
    *op = (op_t){.name = intern(p->cc, name, strlen(name)), .loc = loc, .end_loc = loc, .func = p->func};
    op->desc = ops_find(p->cc, op->name);
    op->operands = operands;
    op->operands_num = (uint16_t)num;
    return op;
}

static block_t *add_block(parser_t *p, op_t *op, uint32_t which)
{
    block_t *block = ARENA_NEW(&p->cc->arena, block_t);
    *block = (block_t){.region = &op->regions[which], .loc = op->loc};
    op->regions[which].block = block;
    return block;
}

static void add_regions(parser_t *p, op_t *op)
{
    op->regions = ARENA_ARRAY(&p->cc->arena, region_t, 2);
    op->regions_num = 2;
    op->regions[0] = op->regions[1] = (region_t){.owner = op, .func = p->func};
}

/// Results, or block arguments, with the types of some values.
static value_t *like(parser_t *p, value_t *const *values, uint32_t num, op_t *def, block_t *block)
{
    value_t *made = parse_new_args(p, num);
    for (uint32_t i = 0; i < num; i++) {
        made[i] = (value_t){.name = values[i]->name,
                            .type = values[i]->type,
                            .loc = values[i]->loc,
                            .def = def,
                            .block = block,
                            .index = i};
    }
    return made;
}

static operand_t *uses_of(parser_t *p, value_t *values, uint32_t num, loc_t loc)
{
    operand_t *operands = ARENA_ARRAY(&p->cc->arena, operand_t, num + 1);
    for (uint32_t i = 0; i < num; i++) {
        operands[i] = (operand_t){.value = &values[i], .loc = loc};
        values[i].uses_num++;
    }
    return operands;
}

static void move_ops(node_t *node, block_t *into)
{
    node->moved = true;
    for (op_t *op = node->first, *next; op != node->end; op = next) {
        next = op->next;
        put(into, op);
    }
}

static bool build(parser_t *p, node_t *node, const node_t *stop, block_t *into);

/// One path of a branch, up to the join, in a block of its own.
static bool build_way(parser_t *p, node_t *way, operand_t *given, const node_t *stop, block_t *into, loc_t loc)
{
    if (way == stop) {
        put(into, new_op(p, "scf.yield", loc, given, way->args_num));
        return true;
    }
    enter(p, way, given, stop);
    return build(p, way, stop, into);
}

/// An scf.if for the branch that ends a block; NULL: rejected. Its results are the arguments of the join.
static op_t *build_if(parser_t *p, node_t *node, const node_t *meet, block_t *into)
{
    op_t *op = new_op(p, "scf.if", node->end->loc, node->end->operands, 1);
    value_t **args = ARENA_ARRAY(&p->cc->arena, value_t *, meet->args_num + 1);
    for (uint32_t i = 0; i < meet->args_num; i++) {
        args[i] = &meet->args[i];
    }
    op->results = like(p, args, meet->args_num, op, NULL);
    op->results_num = (uint16_t)meet->args_num;
    add_regions(p, op);
    put(into, op);
    for (uint32_t k = 0; k < 2; k++) {
        if (!build_way(p, node->next[k], handed(node, k), meet, add_block(p, op, k), op->loc)) {
            return NULL;
        }
    }
    return op;
}

typedef struct forwarded {
    const block_t *head;
    value_t *values[FORWARDED_MAX + 1];
    uint32_t num;
} forwarded_t;

static void note_forwarded(op_t *op, void *arg)
{
    forwarded_t *f = arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        value_t *value = op->operands[i].value;
        bool known = value->block != f->head && (value->def == NULL || value->def->parent != f->head);
        for (uint32_t k = 0; k < f->num; k++) {
            known |= f->values[k] == value;
        }
        if (!known && f->num <= FORWARDED_MAX) {
            f->values[f->num++] = value;
        }
    }
}

/// scf.condition continues while its condition is true; for a loop that exits on true the condition is inverted.
static void negate(parser_t *p, op_t *condition)
{
    type_t boolean = TYPE_OF_ELEM(ELEM_I1);
    op_t *constant = parse_insert_op(p, condition, "arith.constant", condition->loc, "no", boolean);
    constant->attrs = ARENA_NEW(&p->cc->arena, attr_t);
    constant->attrs_num = 1;
    *constant->attrs = (attr_t){.kind = ATTR_INT, .loc = condition->loc, .type = boolean};
    op_t *op = parse_insert_op(p, condition, "arith.cmpi", condition->loc, "goes_on", boolean);
    op->attrs = ARENA_NEW(&p->cc->arena, attr_t);
    op->attrs_num = 1;
    *op->attrs = (attr_t){.kind = ATTR_WORD, .text = intern(p->cc, "eq", strlen("eq")), .loc = condition->loc};
    op->operands = ARENA_ARRAY(&p->cc->arena, operand_t, 2);
    op->operands_num = 2;
    op->operands[0] = condition->operands[0];
    op->operands[1] = (operand_t){.value = constant->results, .loc = condition->loc};
    constant->results->uses_num++;
    condition->operands[0].value = op->results;
    op->results->uses_num++;
}

/// An scf.while whose first region is the head. Values of the head used elsewhere are forwarded by scf.condition. The
/// exit: *exit with *given.
static bool build_while(parser_t *p, node_t *head, const node_t *stop, block_t *into, node_t **exit, operand_t **given)
{
    op_t *end = head->end;
    bool loops[2] = {false, false};
    for (uint32_t k = 0; k < 2 && head->next[k] != NULL; k++) {
        loops[k] = head->next[k] != stop && (reach(p, head->next[k], stop) & bit_of(p, head)) != 0;
    }
    if (end->attrs_num != 2 || loops[0] == loops[1]) {
        return refuse(p, end->loc);
    }
    uint32_t in = loops[0] ? 0 : 1;
    *exit = head->next[1 - in];
    uint64_t body = reach(p, head->next[in], head);
    if ((body & reach(p, *exit, stop)) != 0) {
        return refuse(p, end->loc);
    }
    op_t *op = new_op(p, "scf.while", end->loc, head->inits, head->args_num);
    add_regions(p, op);
    put(into, op);
    block_t *before = add_block(p, op, 0), *after = add_block(p, op, 1);
    before->args = head->args;
    before->args_num = head->args_num;
    for (uint32_t i = 0; i < head->args_num; i++) {
        head->args[i].block = before;
        head->args[i].index = i;
    }
    move_ops(head, before);
    forwarded_t f = {.head = before};
    walk_rest(p, UINT64_MAX, note_forwarded, &f);
    op_t handed_over = *end;  // the operands without the condition
    handed_over.operands++;
    handed_over.operands_num--;
    note_forwarded(&handed_over, &f);
    if (f.num > FORWARDED_MAX) {
        return refuse(p, end->loc);
    }
    op_t *condition = new_op(p, "scf.condition", end->loc, ARENA_ARRAY(&p->cc->arena, operand_t, f.num + 1), f.num + 1);
    condition->operands[0] = end->operands[0];
    after->args = like(p, f.values, f.num, NULL, after);
    after->args_num = f.num;
    op->results = like(p, f.values, f.num, op, NULL);
    op->results_num = (uint16_t)f.num;
    uint32_t split = (uint32_t)end->attrs[0].integer + 1;
    for (uint32_t i = 0; i < f.num; i++) {
        condition->operands[i + 1] = (operand_t){.value = f.values[i], .loc = end->loc};
        ir_replacement_t inside = {.from = f.values[i], .to = &after->args[i]},
                      outside = {.from = f.values[i], .to = &op->results[i]};
        walk_rest(p, body, ir_replace, &inside);
        walk_rest(p, ~body, ir_replace, &outside);
        op_t first = {.operands = end->operands + 1, .operands_num = (uint16_t)(split - 1)};
        op_t second = {.operands = end->operands + split, .operands_num = (uint16_t)(end->operands_num - split)};
        ir_replace(&first, in == 0 ? &inside : &outside);
        ir_replace(&second, in == 1 ? &inside : &outside);
    }
    put(before, condition);
    if (in == 1) {
        negate(p, condition);
    }
    *given = handed(head, 1 - in);
    return build_way(p, head->next[in], handed(head, in), head, after, end->loc);
}

/// Builds the blocks from one up to `stop`, yielding the values passed to it, or up to the function's return.
static bool build(parser_t *p, node_t *node, const node_t *stop, block_t *into)
{
    for (;;) {
        if (node->moved) {
            return refuse(p, node->loc);
        }
        node_t *next;
        operand_t *given;
        op_t *end = node->end;
        if (is_head(p, node, stop)) {
            if (!build_while(p, node, stop, into, &next, &given)) {
                return false;
            }
        } else if (op_is(end, OP_RETURN)) {
            if (stop != NULL) {
                return refuse(p, end->loc);
            }
            move_ops(node, into);
            put(into, end);
            return true;
        } else if (end->attrs_num == 1) {
            move_ops(node, into);
            next = node->next[0];
            given = handed(node, 0);
        } else {
            next = meeting(p, node, stop);
            if (next == NULL) {
                return refuse(p, end->loc);
            }
            move_ops(node, into);
            op_t *op = build_if(p, node, next, into);
            if (op == NULL) {
                return false;
            }
            given = uses_of(p, op->results, op->results_num, op->loc);
        }
        if (next == stop) {
            put(into, new_op(p, "scf.yield", end->loc, given, next->args_num));
            return true;
        }
        enter(p, next, given, stop);
        node = next;
    }
}

/// Reports uses of block arguments whose block does not dominate them.
static void report_lost(op_t *op, void *arg)
{
    const parser_t *p = arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        value_t *value = op->operands[i].value;
        for (uint32_t k = 0; value->block == NULL && !value->undefined && k < p->nodes_num; k++) {
            if (value >= p->nodes[k].args && value < p->nodes[k].args + p->nodes[k].args_num) {
                diag_error(p->cc, op->operands[i].loc, "out-of-scope",
                           "%s is not visible here: not every way to here goes through its block",
                           value_spelling(p->cc, value));
                value->undefined = true;
            }
        }
    }
}

void parse_structure(parser_t *p, uint32_t errors_before)
{
    block_t *body = p->func->body.block;
    bool branches = p->nodes_num > 1;
    for (const op_t *op = body->first; op != NULL; op = op->next) {
        branches |= is_branch(op);
    }
    if (!branches) {
        return;
    }
    if (p->cc->errors_num != errors_before || !connect(p)) {
        for (op_t *op = body->first; op != NULL; op = op->next) {
            op->name = is_branch(op) ? "" : op->name;  // suppress further errors
        }
        return;
    }
    body->first = body->last = NULL;
    bool ok = build(p, &p->nodes[0], NULL, body);
    for (uint32_t i = 0; ok && i < p->nodes_num; i++) {
        if (!p->nodes[i].moved) {
            diag_error(p->cc, p->nodes[i].loc, "syntax", "no branch leads to this block");
        }
    }
    if (ok) {
        ir_walk(body, report_lost, p);
    }
}
