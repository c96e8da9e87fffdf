// SPDX-License-Identifier: Apache-2.0
//
// Lowers operations on logical vectors to instructions, and values of control flow to lists of registers. See vmi.h.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

/// Values ///

vmi_value_t *vmi_value(const operand_t *operand)
{
    return operand->value->aux;
}

value_t *vmi_reg(const operand_t *operand, uint32_t i)
{
    return vmi_value(operand)->parts[0][i];
}

value_t *vmi_scalar(const operand_t *operand)
{
    return operand->value->aux == NULL ? operand->value : vmi_reg(operand, 0);
}

value_t *vmi_mask(vmi_t *b, const operand_t *operand, uint32_t bits, uint32_t i)
{
    return operand == NULL ? vmi_all(b, bits) : vmi_value(operand)->parts[vmi_gran(bits)][i];
}

value_t *vmi_mask_inside(vmi_t *b, const operand_t *operand, uint32_t bits, uint32_t i, uint32_t lanes)
{
    value_t *mask = vmi_mask(b, operand, bits, i);
    uint32_t per_reg = 2048 / bits, left = lanes - i * per_reg;
    if (left >= per_reg) {
        return mask;
    }
    value_t *first = vmi_first(b, bits, left);
    return vmi_is_all(mask) ? first : vmi_do(b, "pto.pand", mask->type, "", mask, first, first, NULL);
}

value_t **vmi_list(vmi_t *b, uint32_t num)
{
    return ARENA_ARRAY(&b->cc->arena, value_t *, num + 1);
}

void vmi_set(vmi_t *b, vmi_op_t *x, uint32_t r, value_t **regs, uint32_t num)
{
    vmi_value_t *value = ARENA_NEW(&b->cc->arena, vmi_value_t);
    *value = (vmi_value_t){.need = 1, .parts = {regs}, .num = {num}};
    x->op->results[r].aux = value;
}

void vmi_set_masks(vmi_t *b, vmi_op_t *x, uint32_t r, uint32_t bits, value_t **masks)
{
    vmi_value_t *value = x->op->results[r].aux;
    uint32_t lanes = x->op->results[r].type.lanes;
    for (uint32_t g = 0; g < 3; g++) {
        if ((value->need >> g & 1) != 0) {
            value->parts[g] = vmi_mask_regrain(b, masks, lanes, vmi_gran(bits), g);
        }
    }
}

bool vmi_merges(const vmi_op_t *x)
{
    const char *mode = vmi_word(x->op, "pmode");
    return mode != NULL && strcmp(mode, "merge") == 0;
}

value_t *vmi_governed(vmi_t *b, vmi_op_t *x, value_t *reg, value_t *old, const operand_t *mask, elem_t elem, uint32_t i)
{
    if (mask == NULL || vmi_is_all(vmi_mask(b, mask, elem_bits(elem), i))) {
        return reg;
    }
    bool keeps = vmi_merges(x) && old != NULL;
    value_t *other = keeps ? old : vmi_as(b, vmi_splat(b, vmi_raw(elem), 0), elem);
    return vmi_choose(b, reg, other, vmi_mask(b, mask, elem_bits(elem), i), elem);
}

/// Granularities that masks need ///

typedef struct needs {
    ptoc_t *cc;
    bool changed;
} needs_t;

static bool is_logical(type_t type)
{
    return type.kind == TYPE_LOGICAL || type.kind == TYPE_LOGICAL_MASK;
}

static vmi_value_t *mask_value(needs_t *n, value_t *value)
{
    if (value->aux == NULL) {
        vmi_value_t *mask = ARENA_NEW(&n->cc->arena, vmi_value_t);
        for (uint32_t g = 0; g < 3; g++) {
            uint32_t per_reg = 256u >> g;
            mask->num[g] = (value->type.lanes + per_reg - 1) / per_reg;
        }
        value->aux = mask;
    }
    return value->aux;
}

static void need(needs_t *n, value_t *value, uint8_t bits)
{
    if (value->type.kind == TYPE_LOGICAL_MASK) {
        vmi_value_t *mask = mask_value(n, value);
        n->changed |= (mask->need | bits) != mask->need;
        mask->need |= bits;
    }
}

/// Two names of one mask need the same granularities.
static void unite(needs_t *n, value_t *a, value_t *b)
{
    if (a->type.kind == TYPE_LOGICAL_MASK && b->type.kind == TYPE_LOGICAL_MASK) {
        need(n, a, mask_value(n, b)->need);
        need(n, b, mask_value(n, a)->need);
    }
}

static uint8_t need_of(elem_t elem)
{
    return (uint8_t)(1u << vmi_gran(elem_bits(elem)));
}

static void need_of_op(needs_t *n, op_t *op)
{
    vmi_op_t *x = op->aux;
    uint32_t width = x->slot != 0 ? x->slot : x->elem == ELEM_NONE ? 0 : elem_bits(x->elem);
    uint8_t bits = x->elem == ELEM_NONE ? 0 : (uint8_t)(1u << vmi_gran(width));
    if (x->row->kind == VMI_MASKS) {
        bits = mask_value(n, &op->results[0])->need;
    } else if (x->row->kind == VMI_CONVERT || x->row->kind == VMI_EXPDIF) {
        bits = need_of((elem_t)op->results[0].type.elem);
    } else if (x->row->kind == VMI_HIST) {
        bits = 1;
    } else if (x->row->kind == VMI_GATHER || x->row->kind == VMI_GATHERIF || x->row->kind == VMI_SCATTER) {
        elem_t index = (elem_t)x->vectors[x->row->kind == VMI_SCATTER ? 1 : 0]->value->type.elem;
        bits |= elem_bits(index) == elem_bits(x->elem) ? 0 : need_of(ELEM_U32);
    } else if (x->row->kind == VMI_GATHERB) {
        bits |= need_of(ELEM_U32);
    }
    for (uint32_t i = 0; i < x->masks_num; i++) {
        need(n, x->masks[i]->value, bits);
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        need(n, &op->results[i], 0);
    }
}

/// Unites the block arguments, yields and results that are one value.
static void need_of_flow(needs_t *n, op_t *op)
{
    uint32_t skip = op_is(op, OP_FOR) ? 3 : 0;  // bounds
    for (uint32_t r = 0; r < op->regions_num; r++) {
        block_t *block = op->regions[r].block;
        if (block == NULL || block->last == NULL) {
            continue;
        }
        op_t *end = block->last;
        bool condition = op->regions_num == 2 && r == 0 && op_is(op, OP_WHILE);
        for (uint32_t i = condition; i < end->operands_num; i++) {
            uint32_t k = i - condition;
            if (k < op->results_num && !(op_is(op, OP_WHILE) && r == 1)) {
                unite(n, end->operands[i].value, &op->results[k]);
            }
            block_t *next = op_is(op, OP_WHILE) ? op->regions[1 - r].block : op_is(op, OP_FOR) ? block : NULL;
            uint32_t arg = op_is(op, OP_FOR) ? k + 1 : k;
            if (next != NULL && arg < next->args_num) {
                unite(n, end->operands[i].value, &next->args[arg]);
            }
        }
        for (uint32_t i = skip; i < op->operands_num && r == 0 && !op_is(op, OP_IF); i++) {
            uint32_t arg = i - skip + (skip != 0);
            if (arg < block->args_num) {
                unite(n, op->operands[i].value, &block->args[arg]);
            }
        }
    }
}

static bool is_select(const op_t *op)
{
    return op_is(op, OP_SELECT) && op->operands_num == 3 && is_logical(op->results[0].type);
}

static void visit_needs(op_t *op, void *arg)
{
    if (vmi_is(op)) {
        need_of_op(arg, op);
    } else if (is_select(op)) {
        unite(arg, &op->results[0], op->operands[1].value);
        unite(arg, &op->results[0], op->operands[2].value);
    } else if (op->regions_num != 0) {
        need_of_flow(arg, op);
    }
}

/// Control flow ///

static uint32_t parts_num(const value_t *value)
{
    const vmi_value_t *parts = value->aux;
    uint32_t num = parts == NULL;
    for (uint32_t g = 0; g < 3 && parts != NULL; g++) {
        num += (parts->need >> g & 1) != 0 ? parts->num[g] : 0;
    }
    return num;
}

static void replace_operands(vmi_t *b, op_t *op)
{
    uint32_t num = 0, next = 0;
    bool replaced = false;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        num += parts_num(op->operands[i].value);
        replaced |= op->operands[i].value->aux != NULL;
    }
    if (!replaced) {
        return;
    }
    operand_t *operands = ARENA_ARRAY(&b->cc->arena, operand_t, num + 1);
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const vmi_value_t *parts = op->operands[i].value->aux;
        if (parts == NULL) {
            operands[next++] = op->operands[i];
        }
        for (uint32_t g = 0; g < 3 && parts != NULL; g++) {
            for (uint32_t k = 0; (parts->need >> g & 1) != 0 && k < parts->num[g]; k++) {
                operands[next] = op->operands[i];
                operands[next++].value = parts->parts[g][k];
            }
        }
    }
    bool condition = op->types_num + 1u == op->operands_num;
    uint32_t listed = op->types_num == op->operands_num ? num : condition ? num - 1 : 0;
    if (listed != 0) {
        op->types = ARENA_ARRAY(&b->cc->arena, listed_type_t, listed);
        op->types_num = (uint16_t)listed;
    }
    for (uint32_t i = 0; i < listed; i++) {
        op->types[i] = (listed_type_t){.type = operands[i + num - listed].value->type, .loc = op->loc};
    }
    op->operands = operands;
    op->operands_num = (uint16_t)num;
}

static bool any_logical(const value_t *values, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (is_logical(values[i].type)) {
            return true;
        }
    }
    return false;
}

static value_t *add_part(vmi_t *b, value_t *list, uint32_t *num, const value_t *old, type_t type, uint32_t part)
{
    value_t *value = &list[*num];
    const char *name = is_logical(old->type) ? arena_printf(&b->cc->arena, "%s#%u", old->name, part) : old->name;
    *value = *old;
    value->aux = NULL;
    value->name = intern(b->cc, name, strlen(name));
    value->type = type;
    value->index = (*num)++;
    return value;
}

/// Replaces the logical values of a list by their registers, in place; the other values move along.
static value_t *replace_values(vmi_t *b, value_t *values, uint32_t *num)
{
    uint32_t total = 0, next = 0;
    if (!any_logical(values, *num)) {
        return values;
    }
    for (uint32_t i = 0; i < *num; i++) {
        vmi_value_t *parts = values[i].aux;
        if (parts == NULL) {
            bool logical = values[i].type.kind == TYPE_LOGICAL;
            parts = ARENA_NEW(&b->cc->arena, vmi_value_t);
            parts->need = 1;
            parts->num[0] = logical ? vmi_regs((elem_t)values[i].type.elem, values[i].type.lanes) : 1;
            values[i].aux = parts;
        }
        total += parts_num(&values[i]);
    }
    value_t *list = ARENA_ARRAY(&b->cc->arena, value_t, total + 1);
    for (uint32_t i = 0; i < *num; i++) {
        vmi_value_t *parts = values[i].aux;
        type_t type = values[i].type;
        uint32_t part = 0;
        for (uint32_t g = 0; g < 3; g++) {
            parts->parts[g] = vmi_list(b, parts->num[g]);
            type_t held = type.kind == TYPE_LOGICAL        ? vmi_vreg((elem_t)type.elem)
                          : type.kind == TYPE_LOGICAL_MASK ? vmi_mask_type(g)
                                                           : type;
            for (uint32_t k = 0; (parts->need >> g & 1) != 0 && k < parts->num[g]; k++) {
                parts->parts[g][k] = add_part(b, list, &next, &values[i], held, part++);
            }
        }
    }
    *num = total;
    return list;
}

static void replace_results(vmi_t *b, op_t *op)
{
    uint32_t num = op->results_num;
    value_t *results = replace_values(b, op->results, &num);
    if (results == op->results) {
        return;
    }
    op->results = results;
    op->results_num = (uint16_t)num;
    op->result_types = ARENA_ARRAY(&b->cc->arena, listed_type_t, num);
    op->result_types_num = (uint16_t)num;
    for (uint32_t i = 0; i < num; i++) {
        op->result_types[i] = (listed_type_t){.type = results[i].type, .loc = op->loc};
    }
}

/// Lowering ///

static void (*const lowerings[])(vmi_t *b, vmi_op_t *x) = {
    [VMI_LANES] = vmi_lower_lanes,     [VMI_MASKS] = vmi_lower_masks,     [VMI_COMPARE] = vmi_lower_compare,
    [VMI_SELECT] = vmi_lower_select,   [VMI_SPREAD] = vmi_lower_spread,   [VMI_RAMP] = vmi_lower_ramp,
    [VMI_PERMUTE] = vmi_lower_permute, [VMI_REDUCE] = vmi_lower_reduce,   [VMI_CONVERT] = vmi_lower_convert,
    [VMI_CAST] = vmi_lower_cast,       [VMI_EXPDIF] = vmi_lower_expdif,   [VMI_HIST] = vmi_lower_hist,
    [VMI_LOAD] = vmi_lower_load,       [VMI_LOADIF] = vmi_lower_loadif,   [VMI_STORE] = vmi_lower_store,
    [VMI_BLOCKS] = vmi_lower_blocks,   [VMI_GATHER] = vmi_lower_gather,   [VMI_GATHERIF] = vmi_lower_gather,
    [VMI_GATHERB] = vmi_lower_gatherb, [VMI_SCATTER] = vmi_lower_scatter, [VMI_FIRST] = vmi_lower_first,
    [VMI_GROUPS] = vmi_lower_groups,   [VMI_PATTERN] = vmi_lower_pattern, [VMI_LEFT] = vmi_lower_left,
    [VMI_INTLV] = vmi_lower_intlv,     [VMI_DINTLV] = vmi_lower_dintlv,
};

static void remove_op(op_t *op)
{
    *(op->prev == NULL ? &op->parent->first : &op->prev->next) = op->next;
    *(op->next == NULL ? &op->parent->last : &op->next->prev) = op->prev;
}

static void lower_block(vmi_t *b, block_t *block);

/// Sets the position for hoisted operations: the start of the vector scope.
static void enter_scope(vmi_t *b, op_t *op)
{
    b->home = op->regions[0].block == NULL ? NULL : op->regions[0].block->first;
    b->hoisted = NULL;
    b->hoisted_num = b->hoisted_capacity = 0;
}

/// One select for each register.
static void lower_select(vmi_t *b, op_t *op)
{
    const vmi_value_t *one = op->operands[1].value->aux, *two = op->operands[2].value->aux;
    vmi_value_t *result = ARENA_NEW(&b->cc->arena, vmi_value_t);
    *result = *one;
    b->at = op;
    for (uint32_t g = 0; g < 3; g++) {
        result->parts[g] = vmi_list(b, one->num[g]);
        for (uint32_t i = 0; (one->need >> g & 1) != 0 && i < one->num[g]; i++) {
            value_t *operands[] = {vmi_scalar(&op->operands[0]), one->parts[g][i], two->parts[g][i]};
            vmi_do_list(b, "arith.select", "", operands, 3, &operands[1]->type, &result->parts[g][i], 1);
        }
    }
    op->results[0].aux = result;
    b->home = b->home == op ? op->next : b->home;
    remove_op(op);
}

static void lower_op(vmi_t *b, op_t *op)
{
    b->loc = op->loc;
    if (is_select(op)) {
        lower_select(b, op);
        return;
    }
    if (vmi_is(op)) {
        b->at = op;
        lowerings[((vmi_op_t *)op->aux)->row->kind](b, op->aux);
        b->home = b->home == op ? op->next : b->home;
        remove_op(op);
        return;
    }
    replace_operands(b, op);
    replace_results(b, op);
    if (op_is_vecscope(op)) {
        enter_scope(b, op);
    }
    for (uint32_t i = 0; i < op->regions_num; i++) {
        block_t *block = op->regions[i].block;
        if (block != NULL) {
            block->args = replace_values(b, block->args, &block->args_num);
            lower_block(b, block);
        }
    }
}

static void lower_block(vmi_t *b, block_t *block)
{
    for (op_t *op = block->first, *next; op != NULL; op = next) {
        next = op->next;
        lower_op(b, op);
    }
}

static void clear_uses(op_t *op, void *arg)
{
    (void)arg;
    for (uint32_t i = 0; i < op->results_num; i++) {
        op->results[i].uses_num = 0;
    }
    for (uint32_t r = 0; r < op->regions_num; r++) {
        for (uint32_t i = 0; op->regions[r].block != NULL && i < op->regions[r].block->args_num; i++) {
            op->regions[r].block->args[i].uses_num = 0;
        }
    }
}

static void count_uses(op_t *op, void *arg)
{
    (void)arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        op->operands[i].value->uses_num++;
    }
}

static void visit_loops(op_t *op, void *arg)
{
    vmi_t *b = arg;
    if (op_is_vecscope(op)) {
        enter_scope(b, op);
    } else if (op_is(op, OP_FOR)) {
        vmi_narrow(b, op);
    }
}

static void lower_func(ptoc_t *cc, func_t *func)
{
    vmi_t b = {.cc = cc, .func = func};
    if (!cc->no_opt) {
        ir_walk(func->body.block, visit_loops, &b);
    }
    needs_t needs = {.cc = cc, .changed = true};
    while (needs.changed) {
        needs.changed = false;
        ir_walk(func->body.block, visit_needs, &needs);
    }
    lower_block(&b, func->body.block);
    for (uint32_t i = 0; i < func->body.block->args_num; i++) {
        func->body.block->args[i].uses_num = 0;
    }
    ir_walk(func->body.block, clear_uses, NULL);
    ir_walk(func->body.block, count_uses, NULL);
}

/// Modules ///

typedef struct vmi_finder {
    ptoc_t *cc;
    bool found;
} vmi_finder_t;

static void check_op(op_t *op, void *arg)
{
    vmi_finder_t *f = arg;
    if (!vmi_is(op)) {
        return;
    }
    f->found = true;
    vmi_op_t *bound = ARENA_NEW(&f->cc->arena, vmi_op_t);
    (void)vmi_check(f->cc, op, bound);
    op->aux = bound;
}

static bool check_module(ptoc_t *cc, module_t *module)
{
    vmi_finder_t f = {.cc = cc};
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            ir_walk(func->body.block, check_op, &f);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        f.found |= check_module(cc, inner);
    }
    return f.found;
}

static void lower_module(ptoc_t *cc, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            lower_func(cc, func);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        lower_module(cc, inner);
    }
}

void vmi_module(ptoc_t *cc, module_t *module)
{
    if (check_module(cc, module) && cc->errors_num == 0) {
        lower_module(cc, module);
        verify_module(cc, module);
    }
}
