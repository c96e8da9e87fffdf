// SPDX-License-Identifier: Apache-2.0
//
// Kernels around their functions. A mixed kernel may consist of two halves: kernels of the same name in a cube and a
// vector module, or X_aic and X_aiv in one module, which form the kernel X. It has the parameters of the cube half.
// Further parameters of the vector half are queried from the core.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

bool kernel_is_entry(const ptoc_t *cc, const func_t *func)
{
    size_t size = strlen(func->name) - (func->peer != NULL ? strlen("_aic") : 0);
    return cc->entry == NULL || (strlen(cc->entry) == size && strncmp(cc->entry, func->name, size) == 0);
}

void emit_kernel_head(emitter_t *e, func_t *func, const char *title, const char *name, kernel_t kernel)
{
    static const char *const macros[] = {
        [KERNEL_VECTOR] = "PTO_KERNEL", [KERNEL_CUBE] = "PTO_CUBE_KERNEL", [KERNEL_MIXED] = "PTO_MIXED_KERNEL"};
    static const char *const kinds[] = {
        [KERNEL_VECTOR] = "PTO_KERNEL_VECTOR", [KERNEL_CUBE] = "PTO_KERNEL_CUBE", [KERNEL_MIXED] = "PTO_KERNEL_MIXED"};
    if (strcmp(title, name) == 0) {
        emit_printf(e, "%s(%s", macros[kernel], name);
    } else {
        emit_printf(e, "PTO_TITLED_KERNEL(%s, \"%s\", %s", kinds[kernel], title, name);
    }
    for (uint32_t i = 0; i < func->params_num; i++) {
        emit_printf(e, ", (%s, %s)", emit_type(e, func->params[i].type), func->params[i].cname);
    }
    emit_printf(e, ")");
}

void emit_reach(emitter_t *e, const func_t *func, const func_t *half)
{
    uint64_t reach[SPACE_COUNT] = {0};
    plan_reach(func, reach);
    if (half != NULL) {
        plan_reach(half, reach);
    }
    emit_printf(e, "#undef PTO_KERNEL_WRITES\n#define PTO_KERNEL_WRITES ((const uint32_t[]){0");
    for (uint32_t space = SPACE_UB; space < SPACE_COUNT; space++) {
        emit_printf(e, ", %" PRIu64, reach[space] < REACH_WHOLE ? reach[space] : REACH_WHOLE);
    }
    emit_printf(e, "})\n");
}

const char *emit_half_name(emitter_t *e, const func_t *func)
{
    if (func->peer != NULL || func_other_half(func) == NULL) {
        return func->name;
    }
    return arena_printf(&e->cc->arena, "%s%s", emit_identifier(e, func->name),
                        func_core(func) == CORE_CUBE ? "_aic" : "_aiv");
}

/// The argument for a parameter of a half: a kernel parameter, or a query of the core.
static const char *argument(emitter_t *e, const func_t *kernel, const func_t *half, uint32_t i)
{
    const value_t *given = half_param(kernel, half, i);
    if (given != NULL) {
        bool same = given->type.kind != TYPE_PTR || type_equal(given->type, half->params[i].type);
        return same ? given->cname : arena_printf(&e->cc->arena, "(void *)%s", given->cname);
    }
    const char *name = half->params[i].name;
    return strstr(name, "subblock_idx") != NULL   ? "pto_get_subblock_idx()"
           : strstr(name, "subblock_num") != NULL ? "pto_get_subblock_num()"
           : strstr(name, "block_idx") != NULL    ? "pto_get_block_idx()"
           : strstr(name, "block_num") != NULL    ? "pto_get_block_num()"
                                                  : "0";
}

static void emit_half_call(emitter_t *e, const func_t *kernel, const func_t *half, const char *section)
{
    emit_printf(e, "    %s {\n        %s(", section, half->cname);
    for (uint32_t i = 0; i < half->params_num; i++) {
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", argument(e, kernel, half, i));
    }
    emit_printf(e, ");\n    }\n");
}

/// The bytes of a buffer that the views of a parameter cover: -1 if one is dynamic, 0 without views.
typedef struct span {
    const value_t *param;
    int64_t bytes;
} span_t;

static void span_view(op_t *op, void *arg)
{
    span_t *span = arg;
    if (op_id(op) != OP_MAKE_VIEW || op->operands[0].value != span->param || span->bytes < 0) {
        return;
    }
    const clause_t *shape = op_clause(op, "shape", 0), *strides = op_clause(op, "strides", 0);
    int64_t last = 0;
    for (uint32_t i = 0; i < shape->num; i++) {
        int64_t size, stride;
        if (!value_constant(op->operands[shape->first + i].value, &size) ||
            !value_constant(op->operands[strides->first + i].value, &stride) || size <= 0 || stride < 0 ||
            size > INT32_MAX || stride > INT32_MAX) {
            span->bytes = -1;
            return;
        }
        last += (size - 1) * stride;
    }
    int64_t bytes = ((last + 1) * elem_bits(op->results[0].type.elem) + 7) / 8;
    span->bytes = bytes > span->bytes ? bytes : span->bytes;
}

void emit_buffer_bytes(emitter_t *e, const func_t *func, const func_t *half, const char *name)
{
    for (uint32_t i = 0; i < func->params_num; i++) {
        span_t span = {.param = &func->params[i]};
        ir_walk(func->body.block, span_view, &span);
        if (half != NULL && i < half->params_num && span.bytes >= 0) {
            span.param = &half->params[i];
            ir_walk(half->body.block, span_view, &span);
        }
        if (span.bytes > 0) {
            emit_printf(e, "PTO_BUFFER_BYTES(%s, %u, %" PRId64 ")\n\n", name, i, span.bytes);
        }
    }
}

void emit_whole_kernel(emitter_t *e, func_t *cube, func_t *vector, text_t *out)
{
    size_t size = strlen(cube->name) - (cube->peer != NULL ? strlen("_aic") : 0);
    e->out = out;
    e->line = 0;
    emit_reach(e, cube, vector);
    emit_line(e, cube->loc);
    const char *text = arena_printf(&e->cc->arena, "%.*s", (int)size, cube->name);
    const char *name = emit_identifier(e, text), *title = emit_kernel_title(e, text, name);
    emit_kernel_head(e, cube, title, name, KERNEL_MIXED);
    emit_printf(e, "\n{\n");
    emit_half_call(e, cube, cube, "PTO_CUBE_SECTION");
    emit_half_call(e, cube, vector, "PTO_VECTOR_SECTION");
    emit_printf(e, "}\n\n");
    emit_buffer_bytes(e, cube, vector, title);
}
