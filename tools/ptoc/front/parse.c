// SPDX-License-Identifier: Apache-2.0
//
// Tokens to IR: recursive descent over the MLIR forms that .pto files use.
//
// Most operations need no grammar of their own. Their name is followed by operands, attributes, keywords and clauses in
// any order, then by the types. `parse_items` and `parse_types` record all of them with their source locations, and the
// verifier compares them with the op table. Only operations with regions and functions have rules here.
//
// Names are resolved during parsing. Uses of unknown names are deferred to the end of the function. A name defined
// anywhere in the function is linked then (the verifier reports the order or the scope); any other is an undefined
// value.
//
// After a syntax error the parser skips to the next line that starts an operation, so that one run finds them all.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// Regions ///

/// Skips to the next line that may start an operation, or to the '}' that ends the region.
static void recover(parser_t *p)
{
    uint32_t level = 0;
    const token_t *start = p->at;
    for (; p->at->kind != TK_END; parse_advance(p)) {
        if (level == 0 && parse_at(p, '}')) {
            return;
        }
        level += parse_at(p, '{');
        level -= parse_at(p, '}');
        bool starts = p->at->line_start && p->at != start && level == 0;
        if (starts && (parse_at_next_op(p) || p->at->kind == TK_END)) {
            return;
        }
    }
}

/// block-args = "^" name ["(" VALUE ":" type {"," VALUE ":" type} ")"] ":"
bool parse_block_args(parser_t *p, value_t **args, uint32_t *args_num)
{
    parse_advance(p);
    uint32_t capacity = 8;
    *args = parse_new_args(p, capacity);
    *args_num = 0;
    if (parse_take(p, '(')) {
        while (!parse_at(p, ')')) {
            if (p->at->kind != TK_VALUE) {
                return parse_fail(p, "a block argument");
            }
            if (*args_num == capacity) {
                value_t *larger = parse_new_args(p, capacity * 2);
                memcpy(larger, *args, sizeof(**args) * capacity);
                *args = larger;
                capacity *= 2;
            }
            value_t *arg = &(*args)[(*args_num)++];
            *arg = (value_t){.name = p->at->text, .loc = p->at->loc};
            parse_advance(p);
            if (!parse_expect(p, ':') || !parse_type(p, &arg->type)) {
                return false;
            }
            parse_skip_location(p);
            if (!parse_take(p, ',') && !parse_at(p, ')')) {
                return parse_fail(p, "',' or ')'");
            }
        }
        parse_advance(p);
    }
    return parse_expect(p, ':');
}

void parse_ops(parser_t *p)
{
    while (!parse_at(p, '}') && p->at->kind != TK_END) {
        if (p->at->kind == TK_BLOCK && p->depth == p->body_depth) {
            if (!parse_label(p)) {
                recover(p);
            }
        } else if (p->at->kind == TK_BLOCK) {
            diag_error(p->cc, p->at->loc, "syntax",
                       "branches between blocks inside a region are not part of the language: use scf");
            parse_advance(p);
            recover(p);
        } else if (!parse_op(p)) {
            recover(p);
        }
    }
}

/// region = "{" [block-args] {op} "}"
bool parse_region(parser_t *p, region_t *region, value_t *args, uint32_t args_num)
{
    loc_t open = p->at->loc;
    if (!parse_open_region(p) || !parse_deeper(p)) {
        return false;
    }
    symbol_t *outer_scope = p->scope;
    block_t *outer_block = p->block;
    bool ok = true;
    p->body_depth = region->owner == NULL ? p->depth : p->body_depth;
    if (p->at->kind == TK_BLOCK) {
        ok = parse_block_args(p, &args, &args_num);
        if (!ok) {
            recover(p);
        }
    }
    block_t *block = ARENA_NEW(&p->cc->arena, block_t);
    *block = (block_t){.region = region, .args = args, .args_num = args == NULL ? 0 : args_num, .loc = open};
    for (uint32_t i = 0; i < block->args_num; i++) {
        args[i].block = block;
        args[i].index = i;
        names_define(p, args[i].name, &args[i]);
    }
    region->block = block;
    p->block = block;
    p->op_depth++;
    parse_ops(p);
    if (region->owner != NULL) {
        region->owner->end_loc = p->at->loc;
    }
    if (p->at->kind == TK_END) {
        diag_t *diag = diag_error(p->cc, p->at->loc, "syntax", "expected '}' before the end of the file");
        diag_note(p->cc, diag, open, "the region starts here");
    }
    parse_advance(p);
    names_close(p, outer_scope);
    p->block = outer_block;
    p->op_depth--;
    p->depth--;
    return true;
}

/// Functions and modules ///

/// param = VALUE ":" type [dict] | type [dict]
static bool parse_params(parser_t *p, func_t *func)
{
    uint32_t capacity = 8;
    value_t *list = parse_new_args(p, capacity);
    while (!parse_at(p, ')')) {
        if (func->params_num == capacity) {
            value_t *larger = parse_new_args(p, capacity * 2);
            memcpy(larger, list, sizeof(*list) * capacity);
            list = larger;
            capacity *= 2;
        }
        value_t *param = &list[func->params_num];
        *param = (value_t){.name = arena_printf(&p->cc->arena, "arg%u", func->params_num), .loc = p->at->loc};
        if (p->at->kind == TK_VALUE) {
            param->name = p->at->text;
            parse_advance(p);
            if (!parse_expect(p, ':')) {
                return false;
            }
        }
        if (!parse_type(p, &param->type)) {
            return false;
        }
        func->params_num++;
        bool ok = parse_ignored_dict(p);
        parse_skip_location(p);
        if (!ok || (!parse_take(p, ',') && !parse_at(p, ')') && !parse_fail(p, "',' or ')'"))) {
            return false;
        }
    }
    parse_advance(p);
    func->params = list;
    return true;
}

/// results = type | "(" [type [dict] {"," type [dict]}] ")"
static bool parse_result_list(parser_t *p, func_t *func)
{
    uint32_t base = p->result_types.num;
    bool list = parse_take(p, '('), ok = true;
    for (bool more = !(list && parse_at(p, ')')); ok && more; more = list && parse_take(p, ',')) {
        type_t type;
        ok = parse_type(p, &type);
        ((listed_type_t *)parse_push(p, &p->result_types, sizeof(listed_type_t)))->type = type;
        ok = ok && (!list || parse_ignored_dict(p));
    }
    uint16_t num;
    listed_type_t *types = parse_pop(p, &p->result_types, base, sizeof(listed_type_t), &num);
    func->results = ARENA_ARRAY(&p->cc->arena, type_t, (size_t)num + 1);
    func->results_num = num;
    for (uint32_t i = 0; i < num; i++) {
        func->results[i] = types[i].type;
    }
    return ok && (!list || parse_expect(p, ')'));
}

/// The body of a function whose head has been parsed, or none.
bool parse_func_region(parser_t *p, func_t *func)
{
    *func->module->funcs_tail = func;
    func->module->funcs_tail = &func->next;
    names_reset(p);
    p->func = func;
    uint32_t errors = p->cc->errors_num;
    func->body = (region_t){.func = func};
    p->nodes = ARENA_ARRAY(&p->cc->arena, node_t, NODES_MAX);
    p->nodes[0] = (node_t){.loc = func->loc};
    p->nodes_num = 1;
    bool ok = parse_region(p, &func->body, func->params, func->params_num);
    names_resolve(p);
    if (func->body.block != NULL) {
        bool labelled = func->params_num == 0;  // in the generic form the parameters are at the first block
        func->params = labelled ? func->body.block->args : func->params;
        func->params_num = labelled ? func->body.block->args_num : func->params_num;
        parse_structure(p, errors);
        parse_memref_params(p);
        parse_pipe_handles(p);
        parse_hoist_elements(func->body.block);
    }
    return ok;
}

/// func = "func.func" ["private" | "public"] SYMBOL "(" params ")" ["->" types] ["attributes" dict] [region]
static bool parse_func(parser_t *p, module_t *module)
{
    parse_advance(p);
    func_t *func = ARENA_NEW(&p->cc->arena, func_t);
    func->module = module;
    func->is_private = parse_at_word(p, "private");
    if (func->is_private || parse_at_word(p, "public") || parse_at_word(p, "nested")) {
        parse_advance(p);
    }
    if (p->at->kind != TK_SYMBOL) {
        return parse_fail(p, "@ and the function's name");
    }
    func->name = p->at->text;
    func->loc = p->at->loc;
    parse_advance(p);
    if (!parse_expect(p, '(') || !parse_params(p, func)) {
        return false;
    }
    if (p->at->kind == TK_ARROW) {
        parse_advance(p);
        if (!parse_result_list(p, func)) {
            return false;
        }
    }
    uint32_t base = p->attrs.num;
    bool ok = !parse_take_word(p, "attributes") || !parse_at(p, '{') || parse_dict(p);
    uint16_t num;
    func->attrs = parse_pop(p, &p->attrs, base, sizeof(attr_t), &num);
    func->attrs_num = num;
    bool beside = parse_at_word(p, "func.func") || parse_at_word(p, "func") || parse_at_word(p, "module") ||
                  parse_at_word(p, "builtin.module");
    bool forgotten = p->at->line_start && parse_at_next_op(p) && !beside;
    if (ok && (parse_at(p, '{') || forgotten)) {
        ok = parse_func_region(p, func);
    } else {
        func->body = (region_t){.func = func};
        *module->funcs_tail = func;
        module->funcs_tail = &func->next;
    }
    p->func = NULL;
    parse_skip_location(p);
    return ok;
}

static module_t *new_module(parser_t *p, module_t *parent, loc_t loc)
{
    module_t *module = ARENA_NEW(&p->cc->arena, module_t);
    module->parent = parent;
    module->loc = loc;
    module->modules_tail = &module->modules;
    module->funcs_tail = &module->funcs;
    return module;
}

static void parse_module_body(parser_t *p, module_t *module);

/// The braces of a module; its attributes are applied before its body is parsed.
static bool parse_module_braces(parser_t *p, module_t *module)
{
    *module->parent->modules_tail = module;
    module->parent->modules_tail = &module->next;
    arch_t outer_arch = p->arch;
    const attr_t *arch = attr_find(module->attrs, module->attrs_num, "pto.target_arch");
    if (arch != NULL && arch->text != NULL) {
        p->arch = strcmp(arch->text, "a5") == 0 ? ARCH_A5 : ARCH_A2A3;
    }
    loc_t open = p->at->loc;
    if (!parse_open_region(p) || !parse_deeper(p)) {
        return false;
    }
    parse_module_body(p, module);
    p->arch = outer_arch;
    if (p->at->kind == TK_END) {
        diag_t *diag = diag_error(p->cc, p->at->loc, "syntax", "expected '}' before the end of the file");
        diag_note(p->cc, diag, open, "the module starts here");
    }
    parse_advance(p);
    p->depth--;
    parse_skip_location(p);
    return true;
}

/// module = "module" [SYMBOL] ["attributes" dict] "{" module-body "}"
static bool parse_module(parser_t *p, module_t *parent)
{
    module_t *module = new_module(p, parent, p->at->loc);
    parse_advance(p);
    if (p->at->kind == TK_SYMBOL) {
        module->name = p->at->text;
        parse_advance(p);
    }
    uint32_t base = p->attrs.num;
    bool ok = !parse_take_word(p, "attributes") || !parse_at(p, '{') || parse_dict(p);
    uint16_t num;
    module->attrs = parse_pop(p, &p->attrs, base, sizeof(attr_t), &num);
    module->attrs_num = num;
    return ok ? parse_module_braces(p, module) : false;
}

bool parse_module_region(parser_t *p, module_t *parent, loc_t loc, attr_t *attrs, uint16_t attrs_num)
{
    module_t *module = new_module(p, parent, loc);
    module->attrs = attrs;
    module->attrs_num = attrs_num;
    return parse_module_braces(p, module);
}

/// alias = TYPE "=" type | ATTR "=" value
static bool parse_alias(parser_t *p)
{
    bool is_type = p->at->kind == TK_TYPE;
    alias_t *alias = ARENA_NEW(&p->cc->arena, alias_t);
    alias->name = p->at->text;
    parse_advance(p);
    if (!parse_expect(p, '=')) {
        return false;
    }
    if (!is_type) {
        attr_t ignored = {0};
        if (parse_at_word(p, "loc")) {
            parse_skip_location(p);
            return true;
        }
        alias->value = p->at;
        if (!parse_attr_value(p, &ignored)) {
            return false;
        }
    } else if (!parse_type(p, &alias->type)) {
        return false;
    }
    alias->next = p->aliases;
    p->aliases = alias;
    return true;
}

/// Whether the body of the module ends here.
static bool at_end_of_body(const parser_t *p, const module_t *module)
{
    return p->at->kind == TK_END || (parse_at(p, '}') && module->parent != NULL);
}

static bool parse_module_item(parser_t *p, module_t *module)
{
    if (parse_at_word(p, "module") || parse_at_word(p, "builtin.module")) {
        return parse_module(p, module);
    }
    if (parse_at_generic(p, "builtin.module")) {
        return parse_generic_module(p, module);
    }
    bool generic = parse_at_generic(p, "func.func");
    if (generic || parse_at_word(p, "func.func") || parse_at_word(p, "func")) {
        bool ok = generic ? parse_generic_func(p, module) : parse_func(p, module);
        p->func = NULL;
        p->block = NULL;
        return ok;
    }
    if (p->at->kind == TK_BLOCK && parse_peek(p, 1)->punct == ':' && module->parent != NULL) {
        parse_advance(p);  // ^bb0: of a generic module
        return parse_take(p, ':');
    }
    if (p->at->kind == TK_TYPE || p->at->kind == TK_ATTR) {
        return parse_alias(p);
    }
    parse_fail(p, "func.func or module");
    parse_advance(p);
    return false;
}

/// Skips to the next function or module, or to the end of the body.
static void recover_item(parser_t *p, const module_t *module)
{
    while (!at_end_of_body(p, module) && !parse_at_word(p, "func.func") && !parse_at_word(p, "module") &&
           !parse_at_generic(p, "func.func")) {
        if (parse_at(p, '{')) {
            parse_skip_balanced(p, '{', '}');
        } else {
            parse_advance(p);
        }
    }
}

/// module-body = {func | module | alias}
static void parse_module_body(parser_t *p, module_t *module)
{
    while (!at_end_of_body(p, module)) {
        if (!parse_module_item(p, module)) {
            recover_item(p, module);
        }
    }
}

/// X_aic and X_aiv are the sides of one mixed kernel X.
static void mark_peers(module_t *module)
{
    for (func_t *cube = module->funcs; cube != NULL; cube = cube->next) {
        size_t size = strlen(cube->name);
        if (size < 5 || strcmp(cube->name + size - 4, "_aic") != 0) {
            continue;
        }
        for (func_t *vector = module->funcs; vector != NULL; vector = vector->next) {
            if (strncmp(vector->name, cube->name, size - 1) == 0 && strcmp(vector->name + size - 1, "v") == 0) {
                cube->peer = vector;
                vector->peer = cube;
            }
        }
    }
}

/// A function is a kernel if it is declared one, or if it is public in a module without kernel declarations.
static void mark_kernels(module_t *module)
{
    bool named = false;
    mark_peers(module);
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        func->is_kernel = attr_find(func->attrs, func->attrs_num, "pto.aicore") != NULL ||
                          attr_find(func->attrs, func->attrs_num, "pto.kernel") != NULL ||
                          attr_find(func->attrs, func->attrs_num, "pto.entry") != NULL;
        named |= func->is_kernel;
    }
    for (func_t *func = module->funcs; func != NULL && !named; func = func->next) {
        func->is_kernel =
            !func->is_private && func->results_num == 0 && func->body.block != NULL && !func_is_simt(func);
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        mark_kernels(inner);
    }
}

module_t *parse_file(ptoc_t *cc)
{
    uint32_t tokens_num;
    parser_t parser = {.cc = cc, .tokens = lex_file(cc, &tokens_num), .arch = cc->arch};
    parser.at = parser.tokens;
    module_t *top = new_module(&parser, NULL, 0);
    names_reset(&parser);
    parse_module_body(&parser, top);
    mark_kernels(top);
    return top->funcs == NULL && top->modules != NULL && top->modules->next == NULL ? top->modules : top;
}
