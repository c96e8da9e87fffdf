// SPDX-License-Identifier: Apache-2.0
//
// What kind of kernel a function is. X_aic and X_aiv are one mixed kernel X with the parameters of X_aic; what X_aiv
// takes beyond them is asked of the core.

#include "ptoc.h"

#include "emit.h"

#include <string.h>

static const char *kind_of(const attr_t *attrs, uint32_t attrs_num)
{
    const attr_t *kind = attr_find(attrs, attrs_num, "pto.kernel_kind");
    return kind == NULL ? NULL : kind->text;
}

bool kernel_on_cube(const func_t *func)
{
    const char *kind = kind_of(func->attrs, func->attrs_num);
    for (const module_t *module = func->module; kind == NULL && module != NULL; module = module->parent) {
        kind = kind_of(module->attrs, module->attrs_num);
    }
    return kind != NULL && strcmp(kind, "cube") == 0;
}

bool kernel_is_cube_side(const func_t *func)
{
    return func->name[strlen(func->name) - 1] == 'c';
}

bool kernel_is_entry(const ptoc_t *cc, const func_t *func)
{
    size_t size = strlen(func->name) - (func->peer != NULL ? strlen("_aic") : 0);
    return cc->entry == NULL || (strlen(cc->entry) == size && strncmp(cc->entry, func->name, size) == 0);
}

const char *kernel_macro(const func_t *func)
{
    return kernel_on_cube(func) ? "PTO_CUBE_KERNEL" : "PTO_KERNEL";
}

void emit_kernel_head(emitter_t *e, func_t *func, const char *macro, const char *name)
{
    emit_printf(e, "%s(%s", macro, name);
    for (uint32_t i = 0; i < func->params_num; i++) {
        emit_printf(e, ", (%s, %s)", emit_type(e, func->params[i].type), func->params[i].cname);
    }
    emit_printf(e, ")");
}

/// What the parameter of one side is in the kernel's own parameters, or what the core answers.
static const char *argument(const func_t *kernel, const func_t *side, uint32_t i)
{
    const char *name = side->params[i].name;
    if (strstr(name, "subblock_idx") != NULL) {
        return "pto_get_subblock_idx()";
    }
    if (strstr(name, "subblock_num") != NULL) {
        return "pto_get_subblock_num()";
    }
    for (uint32_t k = 0; k < kernel->params_num; k++) {
        if (strcmp(kernel->params[k].name, name) == 0) {
            return kernel->params[k].cname;
        }
    }
    if (i < kernel->params_num) {
        return kernel->params[i].cname;
    }
    return strstr(name, "block_idx") != NULL   ? "pto_get_block_idx()"
           : strstr(name, "block_num") != NULL ? "pto_get_block_num()"
                                               : "0";
}

static void emit_side(emitter_t *e, const func_t *kernel, const func_t *side, const char *section)
{
    emit_printf(e, "    %s {\n        %s(", section, side->cname);
    for (uint32_t i = 0; i < side->params_num; i++) {
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", argument(kernel, side, i));
    }
    emit_printf(e, ");\n    }\n");
}

void emit_mixed_kernel(emitter_t *e, func_t *func)
{
    const char *name = arena_printf(&e->cc->arena, "%.*s", (int)(strlen(func->name) - strlen("_aic")), func->name);
    emit_begin(e, func->loc);
    emit_kernel_head(e, func, "PTO_MIXED_KERNEL", emit_identifier(e, name));
    emit_printf(e, "\n{\n");
    emit_side(e, func, func, "PTO_CUBE_SECTION");
    emit_side(e, func, func->peer, "PTO_VECTOR_SECTION");
    emit_printf(e, "}\n\n");
}
