// SPDX-License-Identifier: Apache-2.0
//
// IR to C over pto/pto.h: names, functions, and the file that emits each operation. A vecscope becomes a vector
// function before the function that contains it, and a launch at its own position.

#include "ptoc.h"

#include "emit.h"

#include <isa/limits.h>

#include <stdlib.h>
#include <string.h>

/// Text ///

static void print(emitter_t *e, const char *format, va_list args)
{
    size_t from = e->out->size;
    text_vprintf(e->out, format, args);
    for (; from < e->out->size; from++) {
        e->line += e->line != 0 && e->out->data[from] == '\n';
    }
}

void emit_printf(emitter_t *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(e, format, args);
    va_end(args);
}

void emit_indent(emitter_t *e)
{
    emit_printf(e, "%*s", (int)e->indent * 4, "");
}

/// Maps the next line of C to the line of `loc`. Writes nothing where the C compiler's own count already gives that
/// line.
void emit_line(emitter_t *e, loc_t loc)
{
    uint32_t line = source_line(e->cc, loc);
    if (e->line == line) {
        return;
    }
    emit_printf(e, "#line %u \"", line);
    for (const char *c = e->cc->source.path; *c != '\0'; c++) {
        emit_printf(e, (unsigned char)*c < 0x20 ? "\\%03o" : *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    emit_printf(e, "\"\n");
    e->line = line;
}

void emit_begin(emitter_t *e, loc_t loc)
{
    emit_line(e, loc);
    emit_indent(e);
}

void emit_text(emitter_t *e, loc_t loc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    emit_begin(e, loc);
    print(e, format, args);
    va_end(args);
}

void emit_open(emitter_t *e)
{
    emit_indent(e);
    emit_printf(e, "{\n");
    e->indent++;
}

void emit_close(emitter_t *e)
{
    e->indent--;
    emit_indent(e);
    emit_printf(e, "}\n");
}

/// Types ///

const char *emit_type(emitter_t *e, type_t type)
{
    switch (type.kind) {
        case TYPE_SCALAR:
            return elem_ctype(type.elem);
        case TYPE_PTR:
            return arena_printf(&e->cc->arena, "%s *", type.elem == ELEM_NONE ? "void" : elem_ctype(type.elem));
        case TYPE_VREG:
            return arena_printf(&e->cc->arena, "pto_v%s_t", elem_token(type.elem));
        case TYPE_MASK:
            return arena_printf(&e->cc->arena, "pto_b%u_t", type.gran);
        case TYPE_ALIGN:
            return "pto_align_t";
        case TYPE_STRUCT:
            return arena_printf(&e->cc->arena, "%s *", type.record->cname);
        case TYPE_TILE:
            return "pto_tile_t";
        case TYPE_TENSOR:
        case TYPE_PART:
            return "pto_tensor_t";
        default:
            return "void";
    }
}

const char *emit_value_type(emitter_t *e, const value_t *value)
{
    return lanes_is_first(value) ? "float" : emit_type(e, value->type);
}

static void emit_declarator(emitter_t *e, value_t *value)
{
    const char *name = emit_name(e, value), *type = emit_value_type(e, value);
    const char *space = value->type.kind == TYPE_PTR || value->type.kind == TYPE_STRUCT ? "" : " ";
    emit_printf(e, "%s%s%s", type, space, name);
}

void emit_result(emitter_t *e, value_t *value)
{
    emit_declarator(e, value);
    emit_printf(e, " = ");
}

void emit_declare(emitter_t *e, loc_t loc, value_t *value)
{
    emit_begin(e, loc);
    emit_declarator(e, value);
    emit_printf(e, ";\n");
}

void emit_define(emitter_t *e, loc_t loc, value_t *value, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    emit_begin(e, loc);
    emit_result(e, value);
    print(e, format, args);
    va_end(args);
}

void emit_begin_op(emitter_t *e, op_t *op)
{
    emit_begin(e, op->loc);
    if (op->results_num != 0) {
        emit_result(e, &op->results[0]);
    }
}

/// Value names must not hide functions that the kernel calls.
static void take_function_names(emitter_t *e, const module_t *module)
{
    for (const func_t *func = module->funcs; func != NULL; func = func->next) {
        emit_name_take(e, func->cname);
    }
    for (const module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        take_function_names(e, inner);
    }
}

/// Vector functions ///

static uint32_t type_bytes(type_t type)
{
    return type.kind == TYPE_PTR ? 8 : type.kind == TYPE_SCALAR ? (elem_bits(type.elem) + 7) / 8 : 256;
}

static bool check_params(emitter_t *e, const op_t *op, value_t *const *params, uint32_t num)
{
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < num; i++) {
        uint32_t size = type_bytes(params[i]->type);
        bytes = (bytes + size - 1) / size * size + size;
    }
    bytes = (bytes + 7) / 8 * 8;
    if (bytes <= PTO_VF_PARAM_BYTES && num <= PTO_VF_PARAM_MAX) {
        return true;
    }
    diag_t *diag = diag_error(
        e->cc, op->loc, "vf-parameters",
        "this vector interval takes %u values (%u bytes) from outside; a launch holds %d values and %d bytes", num,
        bytes, PTO_VF_PARAM_MAX, PTO_VF_PARAM_BYTES);
    diag_note(e->cc, diag, op->loc,
              "load what is constant over the kernel from UB inside, or compute it inside from fewer values");
    return false;
}

void emit_params(emitter_t *e, value_t *const *params, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        emit_printf(e, ", (%s, %s)", emit_type(e, params[i]->type), params[i]->cname);
    }
}

/// Parameters: the block arguments of a strict_vecscope first, then the captured values.
static value_t **scope_params(emitter_t *e, op_t *op, const captures_t *captures, uint32_t *num)
{
    block_t *body = op->regions[0].block;
    uint32_t strict = op_id(op) == OP_STRICT ? body->args_num : 0;
    value_t **params = ARENA_ARRAY(&e->cc->arena, value_t *, strict + captures->num + 1);
    for (uint32_t i = 0; i < strict; i++) {
        emit_name(e, &body->args[i]);
        params[i] = &body->args[i];
    }
    for (uint32_t i = 0; i < captures->num; i++) {
        emit_name_take(e, captures->values[i]->cname);
        params[strict + i] = captures->values[i];
    }
    *num = strict + captures->num;
    return params;
}

/// Repeats the constants from outside of the scope.
void emit_constants(emitter_t *e, const captures_t *captures)
{
    for (uint32_t i = 0; i < captures->constants_num; i++) {
        op_t *constant = captures->constants[i];
        value_t *result = &constant->results[0];
        emit_text(e, constant->loc, "const %s %s = ", emit_type(e, result->type), result->cname);
        emit_literal(e, &constant->attrs[0], result->type);
        emit_printf(e, ";\n");
    }
}

static void emit_vector_function(emitter_t *e, op_t *op, const char *name, const captures_t *captures)
{
    text_t body = {0};
    text_t *out = e->out;
    names_t names = e->names;
    uint32_t indent = e->indent;
    e->out = &body;
    e->line = 0;
    e->names = (names_t){0};
    e->indent = 1;
    e->scope = op;
    e->timed_num = 0;
    take_function_names(e, e->root);
    for (uint32_t i = 0; i < captures->constants_num; i++) {
        emit_name_take(e, captures->constants[i]->results[0].cname);
    }
    uint32_t params_num;
    value_t **params = scope_params(e, op, captures, &params_num);
    if (check_params(e, op, params, params_num) && !emit_pieces(e, op, name, captures, params, params_num)) {
        emit_line(e, op->loc);
        emit_printf(e, "PTO_VF(%s", name);
        emit_params(e, params, params_num);
        emit_printf(e, ")\n{\n");
        emit_constants(e, captures);
        if (op_id(op) == OP_FOR) {
            emit_for(e, op);
        } else {
            emit_block(e, op->regions[0].block);
        }
        emit_printf(e, "}\n\n");
    }
    text_append(e->prelude, body.data, body.size);
    text_free(&body);
    e->out = out;
    e->line = 0;
    e->names = names;
    e->indent = indent;
    e->scope = NULL;
}

/// In source order.
static int compare_ops(const void *a, const void *b)
{
    loc_t left = (*(op_t *const *)a)->loc, right = (*(op_t *const *)b)->loc;
    return left < right ? -1 : left > right;
}

static void emit_vecscope(emitter_t *e, op_t *op)
{
    if (e->scope != NULL) {
        return;  // nested: the verifier rejects it
    }
    captures_t captures = live_captures(e->cc, op);
    if (captures.constants_num > 1) {
        qsort(captures.constants, captures.constants_num, sizeof(captures.constants[0]), compare_ops);
    }
    const char *name = arena_printf(&e->cc->arena, "%s_vf%u", e->func->cname, ++e->vf_num);
    emit_vector_function(e, op, name, &captures);
    emit_text(e, op->loc, "pto_launch(%s", name);
    for (uint32_t i = 0; i < op->operands_num && op_id(op) == OP_STRICT; i++) {
        emit_printf(e, ", %s", op->operands[i].value->cname);
    }
    for (uint32_t i = 0; i < captures.num; i++) {
        emit_printf(e, ", %s", captures.values[i]->cname);
    }
    emit_printf(e, ");\n");
}

/// A PIPE_V command outside of a vecscope becomes a vector function of its own.
static void emit_alone(emitter_t *e, op_t *op)
{
    const char *name = arena_printf(&e->cc->arena, "%s_vf%u", e->func->cname, ++e->vf_num);
    text_t body = {0};
    text_t *out = e->out;
    uint32_t indent = e->indent;
    e->out = &body;
    e->line = 0;
    e->indent = 1;
    e->scope = op;
    e->timed_num = 0;
    emit_line(e, op->loc);
    emit_printf(e, "PTO_VF(%s", name);
    for (uint32_t i = 0; i < op->operands_num; i++) {
        emit_printf(e, ", (%s, pto_%u)", emit_type(e, op->operands[i].value->type), i);
    }
    emit_printf(e, ")\n{\n");
    for (uint32_t i = 0; i < op->operands_num; i++) {
        value_t *outside = op->operands[i].value, *inside = ARENA_NEW(&e->cc->arena, value_t);
        *inside = *outside;
        inside->cname = arena_printf(&e->cc->arena, "pto_%u", i);
        inside->aux = outside;
        op->operands[i].value = inside;
    }
    if (op->desc->cls == OPS_VECTOR) {
        emit_vector(e, op);
    } else {
        emit_scalar(e, op);
    }
    emit_printf(e, "}\n\n");
    text_append(e->prelude, body.data, body.size);
    text_free(&body);
    e->out = out;
    e->line = 0;
    e->indent = indent;
    e->scope = NULL;
    emit_text(e, op->loc, "pto_launch(%s", name);
    for (uint32_t i = 0; i < op->operands_num; i++) {
        op->operands[i].value = op->operands[i].value->aux;
        emit_printf(e, ", %s", op->operands[i].value->cname);
    }
    emit_printf(e, ");\n");
}

/// Operations ///

static void emit_section(emitter_t *e, op_t *op)
{
    uint32_t mark = e->names.order_num;
    emit_begin(e, op->loc);
    bool mixed = !op->func->is_kernel || func_kernel(op->func) == KERNEL_MIXED;
    bool cube = op_id(op) == OP_SECTION_CUBE;
    emit_printf(e, "%s{\n", !mixed ? "" : cube ? "PTO_CUBE_SECTION " : "PTO_VECTOR_SECTION ");
    emit_body(e, op->regions[0].block);
    emit_names_release(e, mark);
    emit_indent(e);
    emit_printf(e, "}\n");
}

/// Whether an operation is control flow, which is then emitted.
static bool emit_control(emitter_t *e, op_t *op)
{
    if (op_is_vecscope(op)) {
        emit_vecscope(e, op);
        return true;
    }
    switch (op_id(op)) {
        case OP_FOR:
            emit_for(e, op);
            return true;
        case OP_IF:
            emit_if(e, op);
            return true;
        case OP_WHILE:
            emit_while(e, op);
            return true;
        case OP_SECTION_VEC:
        case OP_SECTION_CUBE:
            emit_section(e, op);
            return true;
        case OP_YIELD:
        case OP_CONDITION:
            return true;  // emitted with the enclosing loop
        case OP_CALL:
            emit_call(e, op);
            return true;
        case OP_RETURN:
            emit_return(e, op);
            return true;
        default:
            return false;
    }
}

static void emit_op(emitter_t *e, op_t *op)
{
    static void (*const emits[])(emitter_t *e, op_t *op) = {
        [OPS_VECTOR] = emit_vector, [OPS_SYNC] = emit_sync, [OPS_TILE] = emit_tile,
        [OPS_DMA] = emit_dma,       [OPS_CUBE] = emit_cube, [OPS_SIMT] = emit_simt,
    };
    if (emit_control(e, op)) {
        return;
    }
    bool commands_v = op->desc->cls == OPS_VECTOR || OP_IS_ANY(op, OP_SPRCLR, OP_SPRSTI, OP_SPRSTS);
    if (commands_v && e->scope == NULL && op->func->is_kernel && op->results_num == 0) {
        emit_alone(e, op);
        return;
    }
    emit_timed_thread_op(e, op);
    (emits[op->desc->cls] != NULL ? emits[op->desc->cls] : emit_scalar)(e, op);
}

void emit_block(emitter_t *e, block_t *block)
{
    emit_operations(e, block->first, NULL);
}

void emit_operations(emitter_t *e, op_t *first, const op_t *end)
{
    for (op_t *op = first; op != end; op = op->next) {
        if (op->desc == NULL) {
            continue;
        }
        if ((op->flags & OP_LIVE) == 0) {
            if (op_id(op) == OP_CONSTANT && op->results_num == 1) {
                emit_name(e, &op->results[0]);  // repeated in a vector function under this name
            }
            continue;
        }
        emit_op(e, op);
    }
}

/// Functions ///

static void find_grid(op_t *op, void *arg)
{
    *(bool *)arg |= op_is(op, OP_SIMT_INFO);
}

static void emit_prototype(emitter_t *e, func_t *func)
{
    emit_printf(e, "static %s %s(", func->results_num == 0 ? "void" : emit_type(e, func->results[0]), func->cname);
    const char *separator = "";
    for (uint32_t i = 0; i < func->params_num; i++, separator = ", ") {
        emit_printf(e, "%s%s%s%s", separator, emit_type(e, func->params[i].type),
                    func->params[i].type.kind == TYPE_PTR ? "" : " ", func->params[i].cname);
    }
    for (uint32_t i = 1; i < func->results_num; i++, separator = ", ") {
        emit_printf(e, "%s%s *pto_out%u", separator, emit_type(e, func->results[i]), i);
    }
    emit_printf(e, "%s)", *separator == '\0' ? "void" : "");
}

/// Variables for pto.store_vfsimt_info.
static void emit_grid(emitter_t *e, const func_t *func)
{
    bool found = false;
    ir_walk(func->body.block, find_grid, &found);
    if (found) {
        emit_printf(e, "    int32_t pto_grid_z = 0, pto_grid_y = 0, pto_grid_x = 0;\n");
    }
}

static void emit_func(emitter_t *e, func_t *func, text_t *out)
{
    text_t body = {0}, prelude = {0};
    e->func = func;
    e->out = &body;
    e->line = 0;
    e->prelude = &prelude;
    e->names = (names_t){0};
    e->indent = 1;
    e->vf_num = 0;
    take_function_names(e, e->root);
    live_mark(e->cc, func);
    emit_find_forms(e, func);
    for (uint32_t i = 0; i < func->params_num; i++) {
        emit_name(e, &func->params[i]);
    }
    e->thread = func->is_threaded ? "thread" : NULL;
    if (func_is_simt(func)) {
        emit_threads(e, func);
        text_append(out, body.data, body.size);
        text_free(&body);
        return;
    }
    if (func->is_kernel && func_other_half(func) == NULL) {
        emit_reach(e, func, NULL);
    }
    emit_line(e, func->loc);
    if (func->is_kernel && func_other_half(func) == NULL) {
        emit_kernel_head(e, func, emit_kernel_title(e, func->name, func->cname), func->cname, func_kernel(func));
    } else {
        emit_prototype(e, func);
    }
    emit_printf(e, "\n{\n");
    emit_grid(e, func);
    emit_block(e, func->body.block);
    emit_printf(e, "}\n\n");
    if (func->is_kernel && func_other_half(func) == NULL) {
        emit_buffer_bytes(e, func, NULL, emit_kernel_title(e, func->name, func->cname));
    }
    text_append(out, prelude.data == NULL ? "" : prelude.data, prelude.size);
    text_append(out, body.data, body.size);
    text_free(&body);
    text_free(&prelude);
    func_t *vector = func_core(func) == CORE_CUBE ? func_other_half(func) : NULL;
    if (vector != NULL) {
        emit_whole_kernel(e, func, vector, out);
    }
}

/// Assigns the C names of all functions first: a call may precede its callee. Two modules may have the same name.
static void name_funcs(emitter_t *e, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        const char *name = emit_half_name(e, func);
        bool kernel = func->is_kernel && func_other_half(func) == NULL;
        func->cname = kernel ? emit_kernel_name(e, name) : emit_helper_name(e, name);
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        name_funcs(e, inner);
    }
}

static void emit_prototypes(emitter_t *e, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if ((func->is_kernel && func_other_half(func) == NULL) || func->body.block == NULL) {
            continue;
        }
        names_t names = e->names;
        e->names = (names_t){0};
        for (uint32_t i = 0; i < func->params_num; i++) {
            emit_name(e, &func->params[i]);
        }
        if (func_is_simt(func)) {
            emit_threads_prototype(e, func);
        } else {
            emit_printf(e, func->is_threaded ? "PTO_UNWATCHED " : "");
            emit_prototype(e, func);
            emit_printf(e, ";\n\n");
        }
        e->names = names;
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        emit_prototypes(e, inner);
    }
}

/// The kernels of a module record its profile, so that they run on cores of that profile.
static void emit_profile(emitter_t *e, const module_t *module, text_t *out)
{
    arch_t arch;
    const char *profile = !module_arch(e->cc, module, &arch) ? "ANY" : arch == ARCH_A5 ? "A5" : "A2A3";
    if (module->funcs != NULL && strcmp(e->profile, profile) != 0) {
        text_printf(out, "#undef PTO_KERNEL_ARCH\n#define PTO_KERNEL_ARCH PTO_FOR_%s\n\n", profile);
        e->profile = profile;
    }
}

static void emit_funcs(emitter_t *e, module_t *module, text_t *out)
{
    emit_profile(e, module, out);
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL && (!func->is_kernel || kernel_is_entry(e->cc, func))) {
            emit_func(e, func, out);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        emit_funcs(e, inner, out);
    }
}

static uint32_t count_kernels(const ptoc_t *cc, const module_t *module)
{
    uint32_t count = 0;
    for (const func_t *func = module->funcs; func != NULL; func = func->next) {
        count += func->is_kernel && kernel_is_entry(cc, func);
    }
    for (const module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        count += count_kernels(cc, inner);
    }
    return count;
}

static void find_tile_op(op_t *op, void *arg)
{
    *(bool *)arg |= op->desc != NULL && op->desc->cls == OPS_TILE;
}

static void find_math_op(op_t *op, void *arg)
{
    *(bool *)arg |= op->desc != NULL && op->desc->cls == OPS_MATH;
}

static void find_simt_op(op_t *op, void *arg)
{
    *(bool *)arg |= op->desc != NULL && op->desc->cls == OPS_SIMT;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        *(bool *)arg |= op->operands[i].value->type.elem >= ELEM_F16V2;
    }
}

static bool uses(const module_t *module, void (*find)(op_t *op, void *arg))
{
    bool found = false;
    for (const func_t *func = module->funcs; func != NULL && !found; func = func->next) {
        if (func->body.block != NULL) {
            ir_walk(func->body.block, find, &found);
        }
    }
    for (const module_t *inner = module->modules; inner != NULL && !found; inner = inner->next) {
        found = uses(inner, find);
    }
    return found;
}

/// Names the input file in a comment; its name must not end the comment.
static void emit_title(emitter_t *e)
{
    const char *slash = strrchr(e->cc->source.path, '/');
    text_printf(e->out, "// Made by ptoc from ");
    for (const char *c = slash == NULL ? e->cc->source.path : slash + 1; *c != '\0'; c++) {
        bool plain = (unsigned char)*c >= 0x20 && *c != '\\' && *c != '?';  // these could end or continue the line
        text_printf(e->out, "%c", plain ? *c : '_');
    }
    text_printf(e->out, ".\n\n");
}

void emit_module(ptoc_t *cc, module_t *module, text_t *out)
{
    if (count_kernels(cc, module) == 0) {
        diag_error(cc, module->loc, "no-kernel",
                   cc->entry == NULL ? "there is no kernel in this file" : "there is no kernel @%s in this file",
                   cc->entry);
        return;
    }
    emitter_t emitter = {.cc = cc, .out = out, .root = module, .profile = "ANY"};
    emit_title(&emitter);
    if (cc->subc_borrow) {
        text_printf(out, "#define PTO_SUBC_BORROW 1\n\n");
    }
    text_t body = {0};
    emitter.out = &body;
    emit_structs(&emitter);
    threads_mark(module);
    name_funcs(&emitter, module);
    emit_prototypes(&emitter, module);
    emit_funcs(&emitter, module, &body);
    text_printf(out, "%s%s#include <pto/pto.h>\n#include <pto/arith.h>\n%s%s%s%s\n",
                emitter.has_long_scope ? "#define PTO_LONG_SCOPES 1\n" : "",
                cc->timed ? "#define PTO_TOLD 1\n" : "",  // its vector functions report their instructions themselves
                cc->timed ? "#include <pto/time.h>\n" : "", uses(module, find_math_op) ? "#include <pto/math.h>\n" : "",
                uses(module, find_simt_op) ? "#include <pto/simt.h>\n" : "",
                uses(module, find_tile_op) ? "#include <pto/tile.h>\n" : "");
    text_printf(out,
                "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n#pragma GCC diagnostic ignored "
                "\"-Wunused-but-set-variable\"\n"
                "#pragma GCC diagnostic ignored \"-Wunused-function\"\n\n"
                "#undef PTO_VF_IS_CHECKED\n#define PTO_VF_IS_CHECKED true\n\n");
    text_append(out, body.data, body.size);
    text_free(&body);
}
