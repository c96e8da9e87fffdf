// SPDX-License-Identifier: Apache-2.0
//
// The verifier: runs the checks in order, and has those that all operations share (the operation exists, its operands
// are visible, it is allowed in its position).

#include "ptoc.h"

#include <string.h>

#include "verify.h"

/// Reports and helpers of all checks ///

static diag_t *fail(verifier_t *v, loc_t loc, uint32_t span, const char *rule, text_t *text)
{
    diag_t *diag = diag_error(v->cc, loc, rule, "%s", text->data);
    text_free(text);
    diag->span = span > 0 ? span : 1;
    v->failed = true;
    return diag;
}

diag_t *verify_fail(verifier_t *v, loc_t loc, uint32_t span, const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_t text = {0};
    text_vprintf(&text, format, args);
    va_end(args);
    return fail(v, loc, span, rule, &text);
}

void verify_fail_value(verifier_t *v, const operand_t *operand, const char *rule, const char *format, ...)
{
    const value_t *value = operand->value;
    va_list args;
    va_start(args, format);
    text_t text = {0};
    text_vprintf(&text, format, args);
    va_end(args);
    text_printf(&text, ", and %s is %s", value_spelling(v->cc, value), verify_type(v, value->type));
    diag_t *diag = fail(v, operand->loc, verify_span(value), rule, &text);
    verify_note_value(v, diag, value);
}

uint32_t verify_span(const value_t *value)
{
    return value != NULL && value->name != NULL ? (uint32_t)strlen(value->name) + 1 : 1;
}

uint32_t verify_attr_span(const attr_t *attr)
{
    const char *text = attr->key != NULL ? attr->key : attr->text;  // source location of the key, if there is one
    uint32_t size = text != NULL ? (uint32_t)strlen(text) : 1;
    return attr->key == NULL && attr->kind == ATTR_STRING ? size + 2 : size;
}

void verify_note_value(verifier_t *v, diag_t *diag, const value_t *value)
{
    if (value != NULL && !value->undefined && value->type.kind != TYPE_NONE) {
        diag_note(v->cc, diag, value->loc, "%s is defined here: %s", value_spelling(v->cc, value),
                  verify_type(v, value->type));
    }
}

const char *verify_type(verifier_t *v, type_t type)
{
    return type_name(v->cc, type);
}

/// Edit distance, clipped to `limit`.
static uint32_t distance(const char *a, const char *b, uint32_t limit)
{
    uint32_t row[64];
    size_t rows = strlen(a), columns = strlen(b);
    if (columns >= 64 || rows >= 64) {
        return limit;
    }
    for (size_t j = 0; j <= columns; j++) {
        row[j] = (uint32_t)j;
    }
    for (size_t i = 1; i <= rows; i++) {
        uint32_t diagonal = row[0];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= columns; j++) {
            uint32_t above = row[j];
            uint32_t best = diagonal + (a[i - 1] != b[j - 1]);
            best = above + 1 < best ? above + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[columns] < limit ? row[columns] : limit;
}

const char *verify_nearest(const char *word, const char *const *words)
{
    uint32_t best = (uint32_t)strlen(word) / 3 + 2;
    const char *nearest = NULL;
    for (; *words != NULL; words++) {
        uint32_t now = distance(word, *words, best);
        if (now < best) {
            best = now;
            nearest = *words;
        }
    }
    return nearest;
}

static const op_t *parent_op(const op_t *op)
{
    return op->parent != NULL && op->parent->region != NULL ? op->parent->region->owner : NULL;
}

/// Names ///

void check_known(verifier_t *v, op_t *op)
{
    if (op->desc != NULL) {
        return;
    }
    if (op->name[0] == '\0') {
        v->failed = true;  // a syntax error has been reported
        return;
    }
    const char *near = ops_suggest(v->cc, op->name);
    if (near != NULL) {
        FAIL_OP(v, op, "unknown-op", "there is no operation '%s'; did you mean '%s'?", op->name, near);
    } else {
        FAIL_OP(v, op, "unknown-op", "there is no operation '%s'", op->name);
    }
}

static const block_t *outer_block(const block_t *block)
{
    return block->region != NULL && block->region->owner != NULL ? block->region->owner->parent : NULL;
}

/// Whether `inner` is `outer` or nested in it; *strict is set to a strict_vecscope between them.
static bool block_within(const block_t *inner, const block_t *outer, const op_t **strict)
{
    for (; inner != NULL; inner = outer_block(inner)) {
        if (inner == outer) {
            return true;
        }
        if (inner->region != NULL && op_is(inner->region->owner, OP_STRICT)) {
            *strict = inner->region->owner;
        }
    }
    return false;
}

static void check_visible_operand(verifier_t *v, op_t *op, const operand_t *operand)
{
    const value_t *value = operand->value;
    if (value == NULL || value->undefined) {
        return;
    }
    const block_t *home = value->def != NULL ? value->def->parent : value->block;
    if (home == NULL) {
        return;
    }
    const op_t *strict = NULL;
    diag_t *diag = NULL;
    const char *name = value_spelling(v->cc, value);
    if (value->def != NULL && value->def->flags >= op->flags) {
        diag = FAIL_OPERAND(v, operand, "use-before-definition", "%s is used before it is defined", name);
    } else if (!block_within(op->parent, home, &strict)) {
        diag = FAIL_OPERAND(v, operand, "out-of-scope", "%s is not visible here: it belongs to a region that has ended",
                            name);
    } else if (strict != NULL) {
        diag = FAIL_OPERAND(v, operand, "implicit-capture",
                            "the body of pto.strict_vecscope uses %s from outside; pass it as an operand", name);
        diag_note(v->cc, diag, strict->loc, "the scope starts here");
    } else if (value->def != NULL && value->def->regions_num > 0 && value->def != op) {
        const op_t *unused = NULL;
        for (uint32_t i = 0; i < value->def->regions_num; i++) {
            const block_t *body = value->def->regions[i].block;
            if (body != NULL && block_within(op->parent, body, &unused)) {
                diag = FAIL_OPERAND(v, operand, "use-before-definition",
                                    "%s is used inside the operation that gives it", name);
            }
        }
    }
    if (diag != NULL) {
        diag_note(v->cc, diag, value->loc, "%s is defined here", name);
    }
}

void check_visible(verifier_t *v, op_t *op)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        bool seen = false;
        for (uint32_t j = 0; j < i && j < 16; j++) {
            seen |= op->operands[j].value == op->operands[i].value;
        }
        if (!seen) {
            check_visible_operand(v, op, &op->operands[i]);
        }
    }
}

/// Scopes ///

static bool type_is_vector(type_t type)
{
    return type.kind == TYPE_VREG || type.kind == TYPE_MASK || type.kind == TYPE_ALIGN || type.kind == TYPE_LOGICAL ||
           type.kind == TYPE_LOGICAL_MASK;
}

/// Whether an operation works on vector values: by its form, its operands or its results.
static bool op_is_vector(const op_t *op)
{
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (type_is_vector(op->results[i].type)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (op->operands[i].value != NULL && type_is_vector(op->operands[i].value->type)) {
            return true;
        }
    }
    if (op->desc == NULL || op->desc->cls != OPS_VECTOR || op->form == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < op->form->operands_num; i++) {
        uint8_t kind = op->form->operands[i].kind;
        if (kind <= SIG_A && kind != SIG_P && kind != SIG_Q && kind != SIG_S) {
            return true;
        }
    }
    return op->form->results_num > 0;
}

void check_vector_scope(verifier_t *v, op_t *op)
{
    if (op->desc != NULL && op->desc->cls == OPS_CUBE) {
        return;
    }
    bool inside = op_vecscope(op) != NULL || op_is_vecscope(op);
    // Reports a sequence of vector instructions once: their common scope is missing.
    bool follows = op->prev != NULL && op_is_vector(op->prev);
    if (!inside && op_is_vector(op) && follows) {
        v->failed = true;
    } else if (!inside && op_is_vector(op)) {
        FAIL_OP(v, op, "vector-outside-scope", "'%s' has vector values, which live only inside pto.vecscope", op->name);
    }
}

void check_nesting(verifier_t *v, op_t *op)
{
    const op_t *outer = op_is_vecscope(op) ? op_vecscope(op) : NULL;
    if (outer != NULL) {
        diag_t *diag = FAIL_OP(v, op, "nested-scope", "a vector scope cannot contain another vector scope");
        diag_note(v->cc, diag, outer->loc, "the scope around it starts here");
    }
}

/// A launch of a scope returns at once: neither vectors nor results leave it.
void check_scope_border(verifier_t *v, op_t *op)
{
    if (!op_is_vecscope(op)) {
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        if (value != NULL && type_is_vector(value->type)) {
            FAIL_OPERAND(v, &op->operands[i], "vector-outside-scope", "%s is %s, which cannot enter a vector scope",
                         value_spelling(v->cc, value), verify_type(v, value->type));
        }
    }
    if (!op_is(op, OP_FOR) && op->results_num == 0 && op->result_types_num > 0) {
        FAIL_OP(v, op, "scope-result", "a vector scope is launched and gives no values, but %u result %s listed",
                op->result_types_num, op->result_types_num == 1 ? "type is" : "types are");
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (!op_is(op, OP_FOR) || op->results[i].uses_num > 0 || type_is_vector(op->results[i].type)) {
            verify_fail(v, op->results[i].loc, verify_span(&op->results[i]), "scope-result",
                        "a vector scope is launched and gives no values: store %s to UB and load it",
                        value_spelling(v->cc, &op->results[i]));
        }
    }
}

void check_placement(verifier_t *v, op_t *op)
{
    const op_t *scope = op_vecscope(op);
    if (op->desc == NULL) {
        return;
    }
    if (op->desc->id == OP_MEM_BAR) {
        if (scope == NULL) {
            FAIL_OP(v, op, "outside-scope", "pto.mem_bar orders vector accesses and stands inside pto.vecscope");
        }
        return;
    }
    bool issued = op->desc->cls == OPS_SYNC || op->desc->cls == OPS_DMA || op->desc->cls == OPS_CUBE ||
                  op->desc->id == OP_FENCE_ALL;
    if (issued && scope != NULL) {
        diag_t *diag = FAIL_OP(v, op, "in-scope",
                               "'%s' is issued by the scalar unit and cannot stand inside a vector scope", op->name);
        diag_note(v->cc, diag, scope->loc, "the scope starts here");
    }
}

void check_core(verifier_t *v, op_t *op)
{
    core_t core = op_core(op);
    bool scope = op_is_vecscope(op), cube = op->desc->where == ON_CUBE, vector = op->desc->where == ON_VEC;
    if (core == CORE_CUBE && scope) {
        FAIL_OP(v, op, "kernel-kind", "a cube core has no vector unit: no vector scope here");
    } else if (core == CORE_VECTOR && cube) {
        FAIL_OP(v, op, "kernel-kind", "'%s' needs a cube core, and this is code for a vector core", op->name);
    } else if (core == CORE_CUBE && vector) {
        FAIL_OP(v, op, "kernel-kind", "'%s' needs a vector core, and this is code for a cube core", op->name);
    } else if (core == CORE_ANY && (scope || cube || vector) && op->func->is_kernel &&
               func_kernel(op->func) == KERNEL_MIXED) {
        FAIL_OP(v, op, "section",
                "'%s' needs a %s core: in a kernel for both kinds of cores it stands in pto.section.%s", op->name,
                cube ? "cube" : "vector", cube ? "cube" : "vector");
    }
}

void check_section(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_SECTION_CUBE) && !op_is(op, OP_SECTION_VEC)) {
        return;
    }
    const op_t *outer = parent_op(op);
    if (outer != NULL) {
        diag_t *diag = FAIL_OP(v, op, "section", "'%s' stands directly in a function body, not inside '%s'", op->name,
                               outer->name);
        diag_note(v->cc, diag, outer->loc, "'%s' starts here", outer->name);
    }
}

void check_scope_arguments(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_STRICT) || op->regions_num == 0 || op->regions[0].block == NULL) {
        return;
    }
    const block_t *body = op->regions[0].block;
    if (body->args_num != op->operands_num) {
        diag_t *diag = FAIL_OP(v, op, "scope-arguments", "the scope has %u operands and its block %u arguments",
                               op->operands_num, body->args_num);
        diag_note(v->cc, diag, body->loc, "the block starts here");
        return;
    }
    for (uint32_t i = 0; i < body->args_num; i++) {
        const value_t *outside = op->operands[i].value, *inside = &body->args[i];
        if (outside != NULL && !type_compatible(outside->type, inside->type)) {
            diag_t *diag = verify_fail(v, inside->loc, verify_span(inside), "scope-arguments",
                                       "block argument %s is %s, but its operand is %s", value_spelling(v->cc, inside),
                                       verify_type(v, inside->type), verify_type(v, outside->type));
            diag_note(v->cc, diag, op->operands[i].loc, "the operand is here");
        }
    }
}

/// The table of checks ///

enum check_id {
    CHECK_none,
#define CHECK(name, ...) CHECK_##name,
#include "checks.def"
#undef CHECK
    CHECK_COUNT
};

#define AFTER(name) CHECK_##name
#define ALWAYS      CHECK_none

static const struct check {
    check_fn_t *fn;
    uint8_t after[4];  // check_id of its prerequisites, ended by CHECK_none
} checks[CHECK_COUNT] = {
#define CHECK(name, ...) [CHECK_##name] = {check_##name, {__VA_ARGS__}},
#include "checks.def"
#undef CHECK
};

/// Whether an operation failed a prerequisite of the check.
static bool failed_before(const struct check *check, const bool *failed)
{
    for (size_t i = 0; i < sizeof(check->after) && check->after[i] != CHECK_none; i++) {
        if (failed[check->after[i]]) {
            return true;
        }
    }
    return false;
}

static void verify_op(op_t *op, void *arg)
{
    verifier_t *v = arg;
    bool failed[CHECK_COUNT] = {false};
    for (uint32_t i = CHECK_none + 1; i < CHECK_COUNT; i++) {
        v->failed = failed_before(&checks[i], failed);
        if (!v->failed) {
            checks[i].fn(v, op);
        }
        failed[i] = v->failed;
    }
}

/// During verification op->flags is the operation's number in source order.
static void number_op(op_t *op, void *arg)
{
    op->flags = ++*(uint32_t *)arg;
}

static void clear_op(op_t *op, void *arg)
{
    (void)arg;
    op->flags = 0;
}

/// The profile of a module must exist, and match --arch.
static void check_module_arch(verifier_t *v, const module_t *module)
{
    const attr_t *attr = attr_find(module->attrs, module->attrs_num, "pto.target_arch");
    arch_t arch;
    if (attr == NULL) {
        return;
    }
    if (attr->text == NULL || !arch_find(attr->text, &arch)) {
        FAIL_ATTR(v, attr, "arch", "there is no profile '%s': pto.target_arch is \"a5\" or \"a2a3\"",
                  attr->text != NULL ? attr->text : "");
    } else if (v->cc->arch_given && arch != v->cc->arch) {
        FAIL_ATTR(v, attr, "arch", "this module is for %s, and --arch asks for %s", attr->text,
                  v->cc->arch == ARCH_A5 ? "a5" : "a2a3");
    }
}

static void verify_funcs(verifier_t *v, module_t *module)
{
    check_module_arch(v, module);
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block == NULL) {
            continue;
        }
        uint32_t count = 0;
        ir_walk(func->body.block, number_op, &count);
        ir_walk(func->body.block, verify_op, v);
        ir_walk(func->body.block, clear_op, NULL);
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        verify_funcs(v, inner);
    }
}

/// Whatever passed all checks must have a type, which the C text needs.
static void check_typed(op_t *op, void *arg)
{
    verifier_t *v = arg;
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (op->results[i].type.kind == TYPE_NONE) {
            verify_fail(v, op->results[i].loc, verify_span(&op->results[i]), "unknown-type",
                        "the type of %s is written nowhere", value_spelling(v->cc, &op->results[i]));
        }
    }
}

static void check_all_typed(verifier_t *v, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            ir_walk(func->body.block, check_typed, v);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        check_all_typed(v, inner);
    }
}

void verify_module(ptoc_t *cc, module_t *module)
{
    verifier_t v = {.cc = cc, .root = module};
    check_functions(&v);
    verify_funcs(&v, module);
    if (cc->errors_num == 0) {
        check_all_typed(&v, module);
    }
    arena_free(&v.scratch);
}
