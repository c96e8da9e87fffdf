// SPDX-License-Identifier: Apache-2.0
//
// Modules and functions in MLIR's generic form: "builtin.module"() ({ ... }) {pto.target_arch = "a5"} : () -> ().
// Attributes after the body influence how it is parsed, so the frame around the body is parsed first.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// The text around the region of a generic operation.
typedef struct frame {
    const token_t *region, *end;
    attr_t *attrs;
    uint16_t attrs_num;
} frame_t;

/// frame = STRING "(" ")" ["<" dict ">"] "(" region ")" [dict] ":" type "->" type [loc]
static bool parse_frame(parser_t *p, frame_t *frame)
{
    uint32_t base = p->attrs.num;
    parse_advance(p);
    bool ok = parse_expect(p, '(') && parse_expect(p, ')');
    if (ok && parse_take(p, '<')) {
        ok = (!parse_at(p, '{') || parse_dict(p)) && parse_expect(p, '>');
    }
    ok = ok && parse_expect(p, '(');
    frame->region = p->at;
    if (ok && !parse_at(p, '{')) {
        ok = parse_fail(p, "'{'");
    }
    if (ok) {
        parse_skip_balanced(p, '{', '}');
        ok = parse_expect(p, ')') && (!parse_at(p, '{') || parse_dict(p)) && parse_expect(p, ':');
    }
    if (ok) {
        attr_t ignored = {0};
        ok = parse_attr_value(p, &ignored);
        parse_skip_location(p);
    }
    frame->attrs = parse_pop(p, &p->attrs, base, sizeof(attr_t), &frame->attrs_num);
    frame->end = p->at;
    return ok;
}

bool parse_at_generic(const parser_t *p, const char *name)
{
    return p->at->kind == TK_STRING && strcmp(p->at->text, name) == 0;
}

bool parse_generic_module(parser_t *p, module_t *parent)
{
    frame_t frame;
    loc_t loc = p->at->loc;
    if (!parse_frame(p, &frame)) {
        return false;
    }
    p->at = frame.region;
    bool ok = parse_module_region(p, parent, loc, frame.attrs, frame.attrs_num);
    p->at = frame.end;
    return ok;
}

/// Takes the name, the visibility and the results from the properties.
static bool take_properties(parser_t *p, func_t *func, const frame_t *frame)
{
    const attr_t *name = attr_find(frame->attrs, frame->attrs_num, "sym_name");
    const attr_t *visibility = attr_find(frame->attrs, frame->attrs_num, "sym_visibility");
    const attr_t *type = attr_find(frame->attrs, frame->attrs_num, "function_type");
    if (name == NULL || name->text == NULL || type == NULL) {
        diag_error(p->cc, func->loc, "syntax", "\"func.func\" has the properties sym_name and function_type");
        return false;
    }
    func->name = name->text;
    func->is_private = visibility != NULL && visibility->text != NULL && strcmp(visibility->text, "private") == 0;
    func->results = ARENA_NEW(&p->cc->arena, type_t);
    *func->results = type->type;
    func->results_num = type->type.kind != TYPE_NONE;
    return true;
}

bool parse_generic_func(parser_t *p, module_t *module)
{
    frame_t frame;
    func_t *func = ARENA_NEW(&p->cc->arena, func_t);
    *func = (func_t){.module = module, .loc = p->at->loc};
    if (!parse_frame(p, &frame) || !take_properties(p, func, &frame)) {
        return false;
    }
    func->attrs = frame.attrs;
    func->attrs_num = frame.attrs_num;
    p->at = frame.region;
    bool ok = parse_func_region(p, func);
    p->at = frame.end;
    return ok;
}
