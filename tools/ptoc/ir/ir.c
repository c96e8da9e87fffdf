// SPDX-License-Identifier: Apache-2.0
//
// Types, values and operations: their names, queries, and printing (--emit=ir).

#include "ptoc.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include <isa/limits.h>

/// Element types ///

static const struct {
    const char *spelling, *token, *ctype;
    uint8_t bits, cls;
} elems[ELEM_COUNT] = {
#define ELEM(id, spelling_, bits_, cls_, token_, ctype_) \
    [ELEM_##id] = {.spelling = spelling_, .token = token_, .ctype = ctype_, .bits = bits_, .cls = CLASS_##cls_},
#include <isa/elems.def>
};

/// Aliases of the storage formats, compared without case.
static const struct {
    const char *spelling;
    elem_t elem;
} elem_aliases[] = {
    {"f8E4M3FN", ELEM_E4M3},        {"f8E4M3", ELEM_E4M3},          {"float8_e4m3", ELEM_E4M3},
    {"f8E5M2", ELEM_E5M2},          {"float8_e5m2", ELEM_E5M2},     {"hif8", ELEM_HIF8},
    {"f4E2M1x2", ELEM_E2M1X2},      {"f4E2M1FNx2", ELEM_E2M1X2},    {"f4E1M2x2", ELEM_E1M2X2},
    {"float4_e2m1x2", ELEM_E2M1X2}, {"float4_e1m2x2", ELEM_E1M2X2},
};

const char *elem_name(elem_t elem)
{
    return elem == ELEM_NONE ? "?" : elems[elem].spelling;
}

const char *elem_token(elem_t elem)
{
    return elems[elem].token;
}

const char *elem_ctype(elem_t elem)
{
    return elems[elem].ctype;
}

uint32_t elem_bits(elem_t elem)
{
    return elems[elem].bits;
}

elem_class_t elem_class(elem_t elem)
{
    return elems[elem].cls;
}

bool elem_is_int(elem_t elem)
{
    return elems[elem].cls >= CLASS_INT && elems[elem].cls <= CLASS_IDX;
}

bool elem_is_float(elem_t elem)
{
    return elems[elem].cls == CLASS_FLT;
}

bool elem_is_pair(elem_t elem)
{
    return elems[elem].cls == CLASS_INTS || elems[elem].cls == CLASS_FLTS;
}

/// Fast rejection: most words are no element types, and differ in the first letter, ignoring case.
static bool may_match(const char *one, const char *other)
{
    return ((one[0] ^ other[0]) & ~0x20) == 0;
}

elem_t elem_find(const char *spelling)
{
    for (int i = 1; i < ELEM_COUNT; i++) {
        if (may_match(elems[i].spelling, spelling) && strcmp(elems[i].spelling, spelling) == 0) {
            return (elem_t)i;
        }
    }
    for (size_t i = 0; i < sizeof(elem_aliases) / sizeof(elem_aliases[0]); i++) {
        if (may_match(elem_aliases[i].spelling, spelling) && strcasecmp(elem_aliases[i].spelling, spelling) == 0) {
            return elem_aliases[i].elem;
        }
    }
    return ELEM_NONE;
}

/// Types ///

static const char *const space_names[SPACE_COUNT] = {"any", "gm", "ub", "l1", "l0a", "l0b", "l0c", "bt", "fb"};

const char *space_name(space_t space)
{
    return space_names[space];
}

uint64_t space_bytes(space_t space, arch_t arch)
{
    switch (space) {
        case SPACE_UB:
            return arch == ARCH_A5 ? PTO_UB_BYTES : PTO_UB_BYTES_A2A3;
        case SPACE_L1:
            return PTO_L1_BYTES;
        case SPACE_L0A:
            return PTO_L0A_BYTES;
        case SPACE_L0B:
            return PTO_L0B_BYTES;
        case SPACE_L0C:
            return arch == ARCH_A5 ? PTO_L0C_BYTES : PTO_L0C_BYTES_A2A3;
        case SPACE_BT:
        case SPACE_FB:
            return arch == ARCH_A5 ? PTO_TABLE_PLAN_BYTES : PTO_TABLE_PLAN_BYTES_A2A3;
        default:
            return UINT64_MAX;
    }
}

bool type_equal(type_t a, type_t b)
{
    return a.kind == b.kind && a.elem == b.elem && a.space == b.space && a.gran == b.gran && a.lanes == b.lanes &&
           a.name == b.name && shape_equal(a.shape, b.shape);
}

bool type_compatible(type_t a, type_t b)
{
    if (a.kind == TYPE_NONE || b.kind == TYPE_NONE) {
        return true;
    }
    if (a.kind != b.kind) {
        return false;
    }
    switch (a.kind) {
        case TYPE_PTR:
            return (a.elem == b.elem || a.elem == ELEM_NONE || b.elem == ELEM_NONE) &&
                   (a.space == b.space || a.space == SPACE_ANY || b.space == SPACE_ANY);
        case TYPE_MASK:
            return a.gran == b.gran || a.gran == 0 || b.gran == 0;
        default:
            return type_equal(a, b);
    }
}

bool type_is_event(type_t type)
{
    return type.kind == TYPE_OPAQUE &&
           (strcmp(type.name, "pto.event") == 0 || strcmp(type.name, "pto.record_event") == 0);
}

const char *type_name(ptoc_t *cc, type_t type)
{
    switch (type.kind) {
        case TYPE_SCALAR:
            return elem_name(type.elem);
        case TYPE_PTR:
            if (type.elem == ELEM_NONE) {
                return "!pto.ptr";
            }
            return arena_printf(&cc->arena, "!pto.ptr<%s, %s>", elem_name(type.elem), space_name(type.space));
        case TYPE_VREG:
            return arena_printf(&cc->arena, "!pto.vreg<%ux%s>", type.lanes, elem_name(type.elem));
        case TYPE_MASK:
            return type.gran == 0 ? "!pto.mask<G>" : arena_printf(&cc->arena, "!pto.mask<b%u>", type.gran);
        case TYPE_ALIGN:
            return "!pto.align";
        case TYPE_LOGICAL:
            return arena_printf(&cc->arena, "!pto.vmi.vreg<%ux%s>", type.lanes, elem_name(type.elem));
        case TYPE_LOGICAL_MASK:
            return arena_printf(&cc->arena, "!pto.vmi.mask<%u>", type.lanes);
        case TYPE_ARRAY:
        case TYPE_STRUCT:
            return type.name;
        case TYPE_TILE:
        case TYPE_TENSOR:
        case TYPE_PART:
            return shape_name(cc, type);
        case TYPE_OPAQUE:
            return arena_printf(&cc->arena, "!%s", type.name);
        default:
            return "unknown";
    }
}

/// Questions ///

const attr_t *attr_find(const attr_t *attrs, uint32_t attrs_num, const char *key)
{
    for (uint32_t i = 0; i < attrs_num; i++) {
        if (attrs[i].key != NULL && strcmp(attrs[i].key, key) == 0) {
            return &attrs[i];
        }
    }
    return NULL;
}

const attr_t *op_attr(const op_t *op, const char *key)
{
    return attr_find(op->attrs, op->attrs_num, key);
}

const operand_t *op_operand(const op_t *op, const char *key)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (op->operands[i].key != NULL && strcmp(op->operands[i].key, key) == 0) {
            return &op->operands[i];
        }
    }
    return NULL;
}

const attr_t *op_positional(const op_t *op, uint32_t which)
{
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        if (op->attrs[i].key == NULL && op->attrs[i].clause == 0 && which-- == 0) {
            return &op->attrs[i];
        }
    }
    return NULL;
}

const attr_t *op_word(const op_t *op, const char *word)
{
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const attr_t *attr = &op->attrs[i];
        const char *name = attr->kind == ATTR_UNIT ? attr->key : attr->key == NULL ? attr->text : NULL;
        if (attr->clause == 0 && name != NULL && strcmp(name, word) == 0) {
            return attr;
        }
    }
    return NULL;
}

const clause_t *op_clause(const op_t *op, const char *name, uint32_t which)
{
    for (uint32_t i = 0; i < op->clauses_num; i++) {
        if (strcmp(op->clauses[i].name, name) == 0 && which-- == 0) {
            return &op->clauses[i];
        }
    }
    return NULL;
}

const char *value_spelling(ptoc_t *cc, const value_t *value)
{
    return arena_printf(&cc->arena, "%%%s", value->name);
}

bool value_constant(const value_t *value, int64_t *integer)
{
    for (int i = 0; i < 16 && value->def != NULL; i++) {
        op_id_t id = op_id(value->def);
        if (id == OP_CONSTANT && value->def->attrs_num != 0) {
            const attr_t *attr = &value->def->attrs[0];
            *integer = attr->integer;
            return (attr->kind == ATTR_INT || attr->kind == ATTR_BOOL) && elem_is_int(value->type.elem);
        }
        bool cast = id == OP_INDEX_CAST || id == OP_INDEX_CASTUI || id == OP_EXTSI;
        if (!cast || value->def->operands_num != 1) {
            return false;
        }
        value = value->def->operands[0].value;
    }
    return false;
}

bool value_is_zero(const value_t *value)
{
    if (value->def == NULL || op_id(value->def) != OP_CONSTANT || value->def->attrs_num == 0) {
        return false;
    }
    const attr_t *attr = &value->def->attrs[0];
    const bool number = attr->kind == ATTR_FLOAT || attr->kind == ATTR_INT;
    return number && attr->integer == 0 && attr->real == 0 && !signbit(attr->real);
}

bool op_is_vecscope(const op_t *op)
{
    op_id_t id = op_id(op);
    return id == OP_VECSCOPE || id == OP_STRICT || (id == OP_FOR && op_attr(op, "llvm.loop.aivector_scope") != NULL);
}

op_t *op_vecscope(const op_t *op)
{
    for (op_t *at = op->parent == NULL ? NULL : op->parent->region->owner; at != NULL;
         at = at->parent == NULL ? NULL : at->parent->region->owner) {
        if (op_is_vecscope(at)) {
            return at;
        }
    }
    return NULL;
}

void ir_insert_before(op_t *op, op_t *place)
{
    op->parent = place->parent;
    op->func = place->func;
    op->depth = place->depth;
    op->next = place;
    op->prev = place->prev;
    *(place->prev == NULL ? &place->parent->first : &place->prev->next) = op;
    place->prev = op;
}

void ir_walk(block_t *block, void (*visit)(op_t *op, void *arg), void *arg)
{
    for (op_t *op = block->first; op != NULL; op = op->next) {
        visit(op, arg);
        for (uint32_t i = 0; i < op->regions_num; i++) {
            if (op->regions[i].block != NULL) {
                ir_walk(op->regions[i].block, visit, arg);
            }
        }
    }
}

void ir_replace(op_t *op, void *replacement)
{
    const ir_replacement_t *r = replacement;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (op->operands[i].value == r->from) {
            op->operands[i].value = r->to;
            r->to->uses_num++;
        }
    }
}

void ir_walk_module(module_t *module, void (*visit)(op_t *op, void *arg), void *arg)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            ir_walk(func->body.block, visit, arg);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        ir_walk_module(inner, visit, arg);
    }
}

/// Printing ///

typedef struct printer {
    ptoc_t *cc;
    text_t *out;
    ir_notes_t *notes;
} printer_t;

static void print_indent(printer_t *p, int depth)
{
    text_printf(p->out, "%*s", depth * 2, "");
}

static void print_string(printer_t *p, const char *text)
{
    text_append(p->out, "\"", 1);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\' || (unsigned char)*text < 0x20) {
            text_printf(p->out, "\\%02X", (unsigned char)*text);
        } else {
            text_append(p->out, text, 1);
        }
    }
    text_append(p->out, "\"", 1);
}

static void print_attrs(printer_t *p, const attr_t *attrs, uint32_t num);

static void print_attr_value(printer_t *p, const attr_t *attr)
{
    switch (attr->kind) {
        case ATTR_UNIT:
            break;
        case ATTR_BOOL:
            text_printf(p->out, "%s", attr->integer != 0 ? "true" : "false");
            break;
        case ATTR_INT:
            text_printf(p->out, "%lld", (long long)attr->integer);
            break;
        case ATTR_FLOAT:
            if (attr->is_bits) {
                text_printf(p->out, "0x%llX", (unsigned long long)attr->integer);
            } else {
                text_printf(p->out, "%.17e", attr->real);
            }
            break;
        case ATTR_STRING:
            print_string(p, attr->text);
            break;
        case ATTR_ENUM:
            text_printf(p->out, attr->dialect == NULL ? "%s<%s>" : "#%s<%s>",
                        attr->dialect == NULL ? "" : attr->dialect, attr->text);
            break;
        case ATTR_SYMBOL:
            text_printf(p->out, "@%s", attr->text);
            break;
        case ATTR_WORD:
            text_printf(p->out, "%s", attr->text);
            break;
        case ATTR_TYPE:
            text_printf(p->out, "%s", type_name(p->cc, attr->type));
            return;
        case ATTR_LIST:
            text_printf(p->out, "[");
            for (uint32_t i = 0; i < attr->items_num; i++) {
                text_printf(p->out, i == 0 ? "" : ", ");
                print_attr_value(p, &attr->items[i]);
            }
            text_printf(p->out, "]");
            break;
        case ATTR_DICT:
            print_attrs(p, attr->items, attr->items_num);
            break;
    }
    if (attr->type.kind != TYPE_NONE) {
        text_printf(p->out, " : %s", type_name(p->cc, attr->type));
    }
}

static void print_attrs(printer_t *p, const attr_t *attrs, uint32_t num)
{
    text_printf(p->out, "{");
    const char *separator = "";
    for (uint32_t i = 0; i < num; i++) {
        if (attrs[i].key == NULL) {
            continue;
        }
        text_printf(p->out, "%s%s%s", separator, attrs[i].key, attrs[i].kind == ATTR_UNIT ? "" : " = ");
        print_attr_value(p, &attrs[i]);
        separator = ", ";
    }
    text_printf(p->out, "}");
}

static void print_block(printer_t *p, const block_t *block, int depth);

static void print_args(printer_t *p, const value_t *args, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        text_printf(p->out, "%s%%%s: %s", i == 0 ? "" : ", ", args[i].name, type_name(p->cc, args[i].type));
    }
}

static void print_regions(printer_t *p, const op_t *op, int depth)
{
    for (uint32_t i = 0; i < op->regions_num; i++) {
        const block_t *block = op->regions[i].block;
        if (block == NULL) {
            continue;
        }
        text_printf(p->out, i == 0 ? " {\n" : ", {\n");
        if (block->args_num != 0) {
            print_indent(p, depth);
            text_printf(p->out, "^bb0(");
            print_args(p, block->args, block->args_num);
            text_printf(p->out, "):\n");
        }
        print_block(p, block, depth + 1);
        print_indent(p, depth);
        text_printf(p->out, "}");
    }
}

/// An operand or positional attribute list in source order, with clauses as `name(...)`.
static void print_operands(printer_t *p, const op_t *op)
{
    uint32_t plain = 0, clause = 0, attr = 0;
    const char *separator = " ";
    for (uint32_t i = 0; i <= op->operands_num; i++) {
        for (; attr < op->attrs_num; attr++) {
            const attr_t *at = &op->attrs[attr];
            if (at->key != NULL || at->clause != 0) {
                continue;
            }
            if (at->position > plain && i < op->operands_num) {
                break;
            }
            text_printf(p->out, "%s", separator);
            print_attr_value(p, at);
            separator = ", ";
        }
        if (i == op->operands_num) {
            break;
        }
        const operand_t *operand = &op->operands[i];
        if (operand->clause != clause) {
            text_printf(p->out, "%s %s(", clause != 0 ? ")" : "",
                        operand->clause == 0 ? "" : op->clauses[operand->clause - 1].name);
            separator = "";
            clause = operand->clause;
        }
        text_printf(p->out, "%s%%%s%s", operand->indexed ? "[" : separator, operand->value->name,
                    operand->indexed ? "]" : "");
        separator = ", ";
        plain += operand->clause == 0;
    }
    text_printf(p->out, clause != 0 ? ")" : "");
}

static void print_types(printer_t *p, const op_t *op)
{
    text_printf(p->out, " : (");
    for (uint32_t i = 0; i < op->operands_num; i++) {
        text_printf(p->out, "%s%s", i == 0 ? "" : ", ", type_name(p->cc, op->operands[i].value->type));
    }
    text_printf(p->out, ") -> (");
    for (uint32_t i = 0; i < op->results_num; i++) {
        text_printf(p->out, "%s%s", i == 0 ? "" : ", ", type_name(p->cc, op->results[i].type));
    }
    text_printf(p->out, ")");
}

static void print_op(printer_t *p, const op_t *op, int depth)
{
    if (p->notes != NULL) {
        p->notes(op, depth, p->out);
    }
    print_indent(p, depth);
    for (uint32_t i = 0; i < op->results_num; i++) {
        text_printf(p->out, "%s%%%s%s", i == 0 ? "" : ", ", op->results[i].name, i + 1 == op->results_num ? " = " : "");
    }
    text_printf(p->out, "%s", op->name);
    if (op->symbol != NULL) {
        text_printf(p->out, " @%s", op->symbol);
    }
    print_operands(p, op);
    print_regions(p, op, depth);
    bool keyed = false;
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        keyed |= op->attrs[i].key != NULL;
    }
    if (keyed) {
        text_printf(p->out, " ");
        print_attrs(p, op->attrs, op->attrs_num);
    }
    if (op->operands_num + op->results_num != 0) {
        print_types(p, op);
    }
    text_printf(p->out, "\n");
}

static void print_block(printer_t *p, const block_t *block, int depth)
{
    for (const op_t *op = block->first; op != NULL; op = op->next) {
        print_op(p, op, depth);
    }
}

static void print_func(printer_t *p, const func_t *func, int depth)
{
    print_indent(p, depth);
    text_printf(p->out, "func.func %s@%s(", func->is_private ? "private " : "", func->name);
    print_args(p, func->params, func->params_num);
    text_printf(p->out, ")");
    for (uint32_t i = 0; i < func->results_num; i++) {
        text_printf(p->out, "%s%s%s", i == 0 ? " -> (" : ", ", type_name(p->cc, func->results[i]),
                    i + 1 == func->results_num ? ")" : "");
    }
    if (func->attrs_num != 0) {
        text_printf(p->out, " attributes ");
        print_attrs(p, func->attrs, func->attrs_num);
    }
    if (func->body.block != NULL) {
        text_printf(p->out, " {\n");
        print_block(p, func->body.block, depth + 1);
        print_indent(p, depth);
        text_printf(p->out, "}");
    }
    text_printf(p->out, "\n");
}

static void print_module(printer_t *p, const module_t *module, int depth)
{
    print_indent(p, depth);
    text_printf(p->out, "module%s%s", module->name == NULL ? "" : " @", module->name == NULL ? "" : module->name);
    if (module->attrs_num != 0) {
        text_printf(p->out, " attributes ");
        print_attrs(p, module->attrs, module->attrs_num);
    }
    text_printf(p->out, " {\n");
    for (const func_t *func = module->funcs; func != NULL; func = func->next) {
        print_func(p, func, depth + 1);
    }
    for (const module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        print_module(p, inner, depth + 1);
    }
    print_indent(p, depth);
    text_printf(p->out, "}\n");
}

void ir_print(ptoc_t *cc, const module_t *module, ir_notes_t *notes, text_t *out)
{
    printer_t printer = {.cc = cc, .out = out, .notes = notes};
    print_module(&printer, module, 0);
}

bool arch_find(const char *name, arch_t *arch)
{
    bool a2a3 = strcmp(name, "a2a3") == 0 || strcmp(name, "a2") == 0 || strcmp(name, "a3") == 0;
    *arch = a2a3 ? ARCH_A2A3 : ARCH_A5;
    return a2a3 || strcmp(name, "a5") == 0;
}

bool module_arch(const ptoc_t *cc, const module_t *module, arch_t *arch)
{
    for (; module != NULL; module = module->parent) {
        const attr_t *attr = attr_find(module->attrs, module->attrs_num, "pto.target_arch");
        if (attr != NULL && attr->text != NULL) {
            return arch_find(attr->text, arch);
        }
    }
    *arch = cc->arch;
    return cc->arch_given;
}

arch_t op_arch(const ptoc_t *cc, const op_t *op)
{
    arch_t arch;
    (void)module_arch(cc, op->func->module, &arch);
    return arch;
}
