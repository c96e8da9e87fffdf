// SPDX-License-Identifier: Apache-2.0
//
// The cores that run an operation: sections, kernel kinds, and kernels with halves in two modules.

#include "ptoc.h"

#include <string.h>

static core_t core_of_attrs(const attr_t *attrs, uint32_t attrs_num)
{
    const attr_t *kind = attr_find(attrs, attrs_num, "pto.kernel_kind");
    if (kind == NULL || kind->text == NULL) {
        return CORE_ANY;
    }
    return strcmp(kind->text, "cube") == 0 ? CORE_CUBE : strcmp(kind->text, "vector") == 0 ? CORE_VECTOR : CORE_ANY;
}

core_t func_core(const func_t *func)
{
    core_t core = core_of_attrs(func->attrs, func->attrs_num);
    for (const module_t *module = func->module; core == CORE_ANY && module != NULL; module = module->parent) {
        core = core_of_attrs(module->attrs, module->attrs_num);
    }
    if (core == CORE_ANY && func->peer != NULL) {
        core = func->name[strlen(func->name) - 1] == 'c' ? CORE_CUBE : CORE_VECTOR;
    }
    return core;
}

core_t op_core(const op_t *op)
{
    for (const op_t *outer = op; outer != NULL;
         outer = outer->parent != NULL && outer->parent->region != NULL ? outer->parent->region->owner : NULL) {
        if (op_is(outer, OP_SECTION_CUBE)) {
            return CORE_CUBE;
        }
        if (op_is(outer, OP_SECTION_VEC)) {
            return CORE_VECTOR;
        }
    }
    return func_core(op->func);
}

func_t *op_callee(const op_t *op)
{
    for (const module_t *module = op->func->module; module != NULL && op->symbol != NULL; module = module->parent) {
        for (func_t *func = module->funcs; func != NULL; func = func->next) {
            if (func->name == op->symbol) {
                return func;
            }
        }
    }
    return NULL;
}

/// What a function contains.
typedef struct content {
    bool cube, vector;  // has code for such cores
    bool handshake;     // between cores of one cluster
    uint32_t steps;
} content_t;

#define CALL_STEPS_MAX 64

/// Tiles in UB imply vector cores, tiles in other local memories cube cores.
static void look_at_tile(const value_t *value, content_t *content)
{
    bool tile = value->type.kind == TYPE_TILE;
    content->vector |= tile && value->type.space == SPACE_UB;
    content->cube |= tile && value->type.space != SPACE_UB;
}

static void look_at(op_t *op, void *arg)
{
    content_t *content = arg;
    if (op->desc == NULL) {
        return;
    }
    content->cube |= op_is(op, OP_SECTION_CUBE) || op->desc->where == ON_CUBE;
    content->vector |= op_is(op, OP_SECTION_VEC) || op->desc->where == ON_VEC || op_is_vecscope(op) ||
                       op_is_simt_launch(op);
    bool between_kinds = op->desc->does == DOES_SIGNAL || op->desc->does == DOES_AWAIT;
    bool among_one = OP_IS_ANY(op, OP_SYNCALL, OP_SET_CROSS_BLOCK, OP_WAIT_CROSS_BLOCK);
    content->handshake |= between_kinds && !among_one;
    for (uint32_t i = 0; i < op->results_num; i++) {
        look_at_tile(&op->results[i], content);
    }
    const func_t *callee = op_is(op, OP_CALL) ? op_callee(op) : NULL;
    if (callee != NULL && callee->body.block != NULL && content->steps++ < CALL_STEPS_MAX) {
        ir_walk(callee->body.block, look_at, content);
    }
}

kernel_t func_kernel(func_t *func)
{
    if (func->kernel == KERNEL_UNKNOWN && func->body.block != NULL) {
        core_t core = func_core(func);
        content_t content = {0};
        ir_walk(func->body.block, look_at, &content);
        bool mixed = content.cube == content.vector ? content.cube || content.handshake : content.handshake;
        func->kernel = core == CORE_CUBE || (core == CORE_ANY && content.cube && !content.vector) ? KERNEL_CUBE
                       : core == CORE_VECTOR || !mixed                                            ? KERNEL_VECTOR
                                                                                                  : KERNEL_MIXED;
    }
    return (kernel_t)func->kernel;
}

static func_t *find_kernel(module_t *module, const char *name, core_t core, const func_t *but)
{
    for (func_t *other = module->funcs; other != NULL; other = other->next) {
        if (other != but && other->name == name && other->is_kernel && other->body.block != NULL &&
            func_core(other) == core) {
            return other;
        }
    }
    func_t *found = NULL;
    for (module_t *inner = module->modules; inner != NULL && found == NULL; inner = inner->next) {
        found = find_kernel(inner, name, core, but);
    }
    return found;
}

static module_t *root_of(const func_t *func)
{
    module_t *root = func->module;
    while (root->parent != NULL) {
        root = root->parent;
    }
    return root;
}

func_t *func_other_half(const func_t *func)
{
    if (func->peer != NULL) {
        return func->peer;
    }
    core_t core = func_core(func);
    return !func->is_kernel || core == CORE_ANY || func->body.block == NULL
               ? NULL
               : find_kernel(root_of(func), func->name, core == CORE_CUBE ? CORE_VECTOR : CORE_CUBE, func);
}

func_t *func_same_half(const func_t *func)
{
    return func_other_half(func) == NULL ? NULL : find_kernel(root_of(func), func->name, func_core(func), func);
}

const value_t *half_param(const func_t *kernel, const func_t *half, uint32_t i)
{
    for (uint32_t k = 0; k < kernel->params_num; k++) {
        if (strcmp(kernel->params[k].name, half->params[i].name) == 0) {
            return &kernel->params[k];
        }
    }
    return i < kernel->params_num ? &kernel->params[i] : NULL;
}
