// SPDX-License-Identifier: Apache-2.0
//
// Checks of control flow and functions: operands and results of regions, terminators, calls and signatures.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

#include <isa/limits.h>

#define CALL_STEPS_MAX 64
#define CALL_DEPTH_MAX 500

static bool is_terminator(const op_t *op)
{
    return OP_IS_ANY(op, OP_YIELD, OP_CONDITION, OP_RETURN);
}

static const op_t *owner_of(const op_t *op)
{
    return op->parent != NULL && op->parent->region != NULL ? op->parent->region->owner : NULL;
}

/// Compares a value's type with the required one; the message starts with `what` ("the loop carries").
static void check_value_type(verifier_t *v, const operand_t *operand, type_t want, const char *rule, const char *what)
{
    const value_t *value = operand->value;
    if (value == NULL || type_compatible(value->type, want)) {
        return;
    }
    verify_fail_value(v, operand, rule, "%s %s here", what, verify_type(v, want));
}

/// Loops and branches ///

/// Lower bound, upper bound and step of a loop.
static void check_bounds(verifier_t *v, op_t *op)
{
    static const char *const words[] = {"lower bound", "upper bound", "step"};
    const value_t *lower = op->operands[0].value;
    type_t first = lower != NULL ? lower->type : (type_t){0};
    for (uint32_t i = 0; i < 3 && !v->failed; i++) {
        const value_t *value = op->operands[i].value;
        if (value == NULL || value->type.kind == TYPE_NONE) {
            continue;
        }
        bool integer = value->type.kind == TYPE_SCALAR && elem_is_int(value->type.elem) && value->type.elem != ELEM_I1;
        if (!integer) {
            verify_fail_value(v, &op->operands[i], "loop-type", "the %s of a loop is an integer or index", words[i]);
        } else if (!type_compatible(first, value->type)) {
            diag_t *diag =
                FAIL_OPERAND(v, &op->operands[i], "loop-type", "bounds and step have one type: %s is %s, but %s is %s",
                             value_spelling(v->cc, value), verify_type(v, value->type), value_spelling(v->cc, lower),
                             verify_type(v, first));
            verify_note_value(v, diag, value);
        }
    }
}

static void check_step(verifier_t *v, const operand_t *operand)
{
    int64_t step;
    if (operand->value != NULL && value_constant(operand->value, &step) && step <= 0) {
        diag_t *diag = FAIL_OPERAND(v, operand, "loop-step", "the step of a loop is positive, and %s is %lld",
                                    value_spelling(v->cc, operand->value), (long long)step);
        verify_note_value(v, diag, operand->value);
    }
}

/// Initial values against the types of the results.
static void check_carried(verifier_t *v, op_t *op)
{
    uint32_t inits = op->operands_num - 3u;
    uint32_t results = op->result_types_num > 0 ? op->result_types_num : op->results_num;
    if (results != inits) {
        FAIL_OP(v, op, "loop-carried", "the loop carries %u value%s and lists %u result type%s", inits,
                inits == 1 ? "" : "s", results, results == 1 ? "" : "s");
        return;
    }
    if (op->results_num != 0 && op->results_num != inits) {
        FAIL_OP(v, op, "result-count", "the loop carries %u value%s, but %u result%s bound", inits,
                inits == 1 ? "" : "s", op->results_num, op->results_num == 1 ? " is" : "s are");
        return;
    }
    for (uint32_t i = 0; i < inits; i++) {
        type_t want = op->result_types_num > 0 ? op->result_types[i].type : op->results[i].type;
        check_value_type(v, &op->operands[3 + i], want, "loop-carried", "the loop carries");
    }
}

void check_for(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_FOR) || op->operands_num < 3) {
        return;
    }
    check_bounds(v, op);
    if (v->failed) {
        return;
    }
    check_step(v, &op->operands[2]);
    check_carried(v, op);
}

static void check_condition(verifier_t *v, const operand_t *operand)
{
    const value_t *value = operand->value;
    if (value == NULL || value->type.kind == TYPE_NONE ||
        (value->type.kind == TYPE_SCALAR && value->type.elem == ELEM_I1)) {
        return;
    }
    diag_t *diag = FAIL_OPERAND(v, operand, "condition-type", "a condition is an i1, and %s is %s",
                                value_spelling(v->cc, value), verify_type(v, value->type));
    verify_note_value(v, diag, value);
}

static uint32_t given_results(const op_t *op)
{
    return op->result_types_num > 0 ? op->result_types_num : op->results_num;
}

static type_t given_type(const op_t *op, uint32_t i)
{
    return i < op->result_types_num ? op->result_types[i].type
           : i < op->results_num    ? op->results[i].type
                                    : (type_t){0};
}

void check_if(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_IF)) {
        return;
    }
    if (op->operands_num > 0) {
        check_condition(v, &op->operands[0]);
    }
    if (given_results(op) > 0 && (op->regions_num < 2 || op->regions[1].block == NULL)) {
        FAIL_OP(v, op, "missing-else", "this scf.if gives %u result%s, so it needs an else", given_results(op),
                given_results(op) == 1 ? "" : "s");
    }
    if (op->results_num != 0 && op->results_num != given_results(op)) {
        FAIL_OP(v, op, "result-count", "%u result types are listed, but %u results are bound", given_results(op),
                op->results_num);
    }
}

void check_while(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_WHILE) || op->regions_num < 2 || op->regions[0].block == NULL || op->regions[1].block == NULL) {
        return;
    }
    const block_t *before = op->regions[0].block, *after = op->regions[1].block;
    if (before->args_num != op->operands_num) {
        FAIL_OP(v, op, "while", "the loop starts with %u value%s, and its first region takes %u", op->operands_num,
                op->operands_num == 1 ? "" : "s", before->args_num);
        return;
    }
    for (uint32_t i = 0; i < before->args_num; i++) {
        check_value_type(v, &op->operands[i], before->args[i].type, "while", "the loop takes");
    }
    if (after->args_num != given_results(op)) {
        diag_t *diag =
            verify_fail(v, after->loc, 1, "while", "the second region takes %u value%s, but the loop gives %u",
                        after->args_num, after->args_num == 1 ? "" : "s", given_results(op));
        diag_note(v->cc, diag, op->loc, "the loop starts here");
        return;
    }
    for (uint32_t i = 0; i < after->args_num; i++) {
        if (!type_compatible(after->args[i].type, given_type(op, i))) {
            verify_fail(v, after->args[i].loc, verify_span(&after->args[i]), "while", "%s is %s, but the loop gives %s",
                        value_spelling(v->cc, &after->args[i]), verify_type(v, after->args[i].type),
                        verify_type(v, given_type(op, i)));
        }
    }
}

/// Operands of a terminator: they become results of `owner`, or arguments of its first region in the next iteration.
static void check_handed(verifier_t *v, op_t *op, uint32_t first, uint32_t want_num, const block_t *args,
                         const op_t *owner, const char *rule)
{
    uint32_t num = op->operands_num - first;
    if (num != want_num) {
        diag_t *diag = FAIL_OP(v, op, rule, "%u value%s handed over, but '%s' takes %u", num,
                               num == 1 ? " is" : "s are", owner->name, want_num);
        diag_note(v->cc, diag, owner->loc, "'%s' starts here", owner->name);
        return;
    }
    for (uint32_t i = 0; i < num; i++) {
        type_t want = args != NULL ? args->args[i].type : given_type(owner, i);
        check_value_type(v, &op->operands[first + i], want, rule, arena_printf(&v->scratch, "'%s' takes", owner->name));
    }
}

void check_yield(verifier_t *v, op_t *op)
{
    const op_t *owner = owner_of(op);
    if (op_is(op, OP_CONDITION)) {
        if (!op_is(owner, OP_WHILE) || op->parent != owner->regions[0].block) {
            FAIL_OP(v, op, "while", "scf.condition ends the first region of scf.while and stands nowhere else");
        } else if (op->operands_num == 0) {
            FAIL_OP(v, op, "operand-count", "scf.condition needs a condition");
        } else {
            check_condition(v, &op->operands[0]);
            check_handed(v, op, 1, given_results(owner), NULL, owner, "while");
        }
        return;
    }
    if (!op_is(op, OP_YIELD)) {
        return;
    }
    if (op_is(owner, OP_FOR) || op_is(owner, OP_IF)) {
        check_handed(v, op, 0, given_results(owner), NULL, owner, "yield");
    } else if (op_is(owner, OP_WHILE) && op->parent == owner->regions[1].block) {
        const block_t *before = owner->regions[0].block;
        check_handed(v, op, 0, before != NULL ? before->args_num : 0, before, owner, "while");
    } else {
        FAIL_OP(v, op, "yield", "scf.yield ends the body of scf.for, scf.if or scf.while%s%s%s",
                owner != NULL ? ", not of '" : "", owner != NULL ? owner->name : "", owner != NULL ? "'" : "");
    }
}

/// After a syntax error the end of a block may have been skipped.
static bool has_syntax_errors(const verifier_t *v)
{
    for (const diag_t *diag = v->cc->diags; diag != NULL; diag = diag->next) {
        if (diag->rule != NULL && strcmp(diag->rule, "syntax") == 0) {
            return true;
        }
    }
    return false;
}

/// The terminators of an operation's blocks.
void check_blocks(verifier_t *v, op_t *op)
{
    if (is_terminator(op) && op->next != NULL) {
        diag_t *diag = FAIL_OP(v, op->next, "after-terminator", "nothing follows the end of a block");
        diag_note(v->cc, diag, op->loc, "the block ends with this '%s'", op->name);
    }
    for (uint32_t i = 0; i < op->regions_num; i++) {
        const block_t *block = op->regions[i].block;
        if (block == NULL || (block->last != NULL && is_terminator(block->last))) {
            continue;
        }
        bool condition = op_is(op, OP_WHILE) && i == 0;
        bool yields = (op_is(op, OP_FOR) || op_is(op, OP_IF)) && given_results(op) > 0;
        yields |= op_is(op, OP_WHILE) && i == 1 && op->regions[0].block != NULL && op->regions[0].block->args_num > 0;
        if (!condition && !yields) {
            continue;
        }
        bool seen = has_syntax_errors(v);
        for (const op_t *inner = block->first; inner != NULL; inner = inner->next) {
            seen |= is_terminator(inner);  // reported as after-terminator
        }
        if (!seen) {
            FAIL_OP(v, op, "missing-terminator", "a region of this '%s' does not end with %s", op->name,
                    condition ? "scf.condition" : "scf.yield");
        }
    }
}

/// Calls and returns ///

static const func_t *find_func(const module_t *module, const char *name)
{
    for (const func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->name == name) {  // names are interned
            return func;
        }
    }
    return NULL;
}

static const func_t *find_callee(const op_t *op)
{
    for (const module_t *module = op->func->module; module != NULL && op->symbol != NULL; module = module->parent) {
        const func_t *func = find_func(module, op->symbol);
        if (func != NULL) {
            return func;
        }
    }
    return NULL;
}

static const value_t *func_params(const func_t *func, uint32_t *num)
{
    if (func->body.block != NULL) {
        *num = func->body.block->args_num;
        return func->body.block->args;
    }
    *num = func->params_num;
    return func->params;
}

static void report_unknown_callee(verifier_t *v, op_t *op)
{
    const char *names[65];
    uint32_t num = 0;
    for (const func_t *func = op->func->module->funcs; func != NULL && num < 64; func = func->next) {
        names[num++] = func->name;
    }
    names[num] = NULL;
    const char *near = op->symbol != NULL ? verify_nearest(op->symbol, names) : NULL;
    if (near != NULL) {
        FAIL_OP(v, op, "unknown-callee", "there is no function '@%s'; did you mean '@%s'?", op->symbol, near);
    } else {
        FAIL_OP(v, op, "unknown-callee", "there is no function '@%s'", op->symbol != NULL ? op->symbol : "");
    }
}

/// Whether a function may be called, with so many arguments and results.
static diag_t *check_callee(verifier_t *v, op_t *op, const func_t *callee, uint32_t given_num)
{
    uint32_t num;
    (void)func_params(callee, &num);
    if (callee->is_kernel) {
        return FAIL_OP(v, op, "call", "'@%s' is a kernel: kernels are launched, not called", callee->name);
    }
    if (callee->body.block == NULL) {
        return FAIL_OP(v, op, "unknown-callee",
                       "'@%s' is only declared: a func.func @%s with a body in this file would define it", callee->name,
                       callee->name);
    }
    if (given_num != num) {
        return FAIL_OP(v, op, "call", "'@%s' takes %u argument%s, but %u %s given", callee->name, num,
                       num == 1 ? "" : "s", given_num, given_num == 1 ? "is" : "are");
    }
    uint32_t listed = given_results(op), bound = op->results_num;
    if (listed != callee->results_num || (bound != 0 && bound != callee->results_num)) {
        bool expects = listed != callee->results_num;
        uint32_t wrong = expects ? listed : bound;
        return FAIL_OP(v, op, "call", "'@%s' gives %u result%s, but %u %s %s", callee->name, callee->results_num,
                       callee->results_num == 1 ? "" : "s", wrong, wrong == 1 ? "is" : "are",
                       expects ? "expected" : "bound");
    }
    return NULL;
}

/// The types of arguments and results; returns the first error.
static diag_t *check_call_types(verifier_t *v, op_t *op, const func_t *callee, const operand_t *given)
{
    uint32_t num;
    const value_t *params = func_params(callee, &num);
    for (uint32_t i = 0; i < num; i++) {
        const value_t *value = given[i].value;
        if (value != NULL && !type_compatible(value->type, params[i].type)) {
            return FAIL_OPERAND(v, &given[i], "call", "argument %u of '@%s' is %s, and %s is %s", i + 1, callee->name,
                                verify_type(v, params[i].type), value_spelling(v->cc, value),
                                verify_type(v, value->type));
        }
    }
    for (uint32_t i = 0; i < callee->results_num; i++) {
        if (!type_compatible(given_type(op, i), callee->results[i])) {
            return FAIL_OP(v, op, "call", "'@%s' gives %s, not %s", callee->name, verify_type(v, callee->results[i]),
                           verify_type(v, given_type(op, i)));
        }
    }
    return NULL;
}

void check_call(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_CALL) && !op_is(op, OP_SIMT_LAUNCH)) {
        return;
    }
    const func_t *callee = find_callee(op);
    if (callee == NULL) {
        report_unknown_callee(v, op);
        return;
    }
    const uint32_t extents = op_is(op, OP_CALL) ? 0 : 3;
    if (op->operands_num < extents) {
        return;  // check_shape
    }
    diag_t *diag = check_callee(v, op, callee, op->operands_num - extents);
    if (diag == NULL) {
        diag = check_call_types(v, op, callee, op->operands + extents);
    }
    if (diag != NULL) {
        diag_note(v->cc, diag, callee->loc, "'@%s' is here", callee->name);
    }
}

/// Searches the functions reachable from a call for operations that a vector scope must not contain.
typedef struct reach {
    const op_t *found;
    uint32_t depth, steps;
} reach_t;

static void reach_op(op_t *op, void *arg)
{
    reach_t *reach = arg;
    if (reach->found != NULL || op->desc == NULL) {
        return;
    }
    bool issued = op->desc->cls == OPS_SYNC || op->desc->cls == OPS_DMA || op->desc->cls == OPS_CUBE;
    if ((issued && !op_is(op, OP_MEM_BAR)) || op_is_vecscope(op)) {
        reach->found = op;
        return;
    }
    const func_t *callee = op_is(op, OP_CALL) ? find_callee(op) : NULL;
    if (callee != NULL && callee->body.block != NULL && reach->depth < CALL_DEPTH_MAX &&
        reach->steps < CALL_STEPS_MAX) {
        reach->depth++;
        reach->steps++;
        ir_walk(callee->body.block, reach_op, reach);
        reach->depth--;
    }
}

/// A function called from a vector scope runs in it.
void check_scope_call(verifier_t *v, op_t *op)
{
    const func_t *callee = op_is(op, OP_CALL) && op_vecscope(op) != NULL ? find_callee(op) : NULL;
    if (callee == NULL || callee->body.block == NULL) {
        return;
    }
    reach_t reach = {0};
    ir_walk(callee->body.block, reach_op, &reach);
    if (reach.found != NULL) {
        bool scope = op_is_vecscope(reach.found);
        diag_t *diag = FAIL_OP(v, op, scope ? "nested-scope" : "in-scope", "a vector scope cannot call '@%s', which %s",
                               callee->name, scope ? "has a vector scope" : "issues commands");
        diag_note(v->cc, diag, reach.found->loc, "this '%s'", reach.found->name);
    }
}

void check_return(verifier_t *v, op_t *op)
{
    if (!op_is(op, OP_RETURN)) {
        return;
    }
    const func_t *func = op->func;
    const op_t *owner = owner_of(op);
    if (owner != NULL) {
        diag_t *diag = FAIL_OP(v, op, "return", "a function returns at its end, not inside '%s'", owner->name);
        diag_note(v->cc, diag, owner->loc, "'%s' starts here", owner->name);
        return;
    }
    if (op->operands_num != func->results_num) {
        diag_t *diag = FAIL_OP(v, op, "return", "'@%s' returns %u value%s, not %u", func->name, func->results_num,
                               func->results_num == 1 ? "" : "s", op->operands_num);
        diag_note(v->cc, diag, func->loc, "'@%s' is declared here", func->name);
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        check_value_type(v, &op->operands[i], func->results[i], "return", "the function returns");
    }
}

/// Functions ///

static uint32_t name_span(const func_t *func)
{
    return func->name != NULL ? (uint32_t)strlen(func->name) + 1 : 1;
}

static void say_duplicate(verifier_t *v, const func_t *func, const func_t *first)
{
    diag_t *diag = verify_fail(v, func->loc, name_span(func), "duplicate-function", "'@%s' is defined twice", func->name);
    diag_note(v->cc, diag, first->loc, "the first definition is here");
}

/// The first kernel with this name and kind of core, in file order: a launch names kernels, not modules.
static const func_t *first_kernel(const module_t *module, func_t *like)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->is_kernel && func->body.block != NULL && func->name == like->name &&
            func_kernel(func) == func_kernel(like)) {
            return func;
        }
    }
    const func_t *found = NULL;
    for (const module_t *inner = module->modules; inner != NULL && found == NULL; inner = inner->next) {
        found = first_kernel(inner, like);
    }
    return found;
}

static void check_duplicate(verifier_t *v, const module_t *module, func_t *func)
{
    for (const func_t *other = module->funcs; other != func; other = other->next) {
        if (other->body.block != NULL && func->body.block != NULL && other->name == func->name) {
            say_duplicate(v, func, other);
            return;
        }
    }
    const func_t *same = func_same_half(func);
    if (same != NULL && same->loc < func->loc) {
        diag_t *diag = verify_fail(v, func->loc, name_span(func), "duplicate-function",
                                   "'@%s' is the %s half of its kernel twice", func->name,
                                   func_core(func) == CORE_CUBE ? "cube" : "vector");
        diag_note(v->cc, diag, same->loc, "the first definition is here");
        return;
    }
    const module_t *root = module;
    while (root->parent != NULL) {
        root = root->parent;
    }
    const func_t *first = func->is_kernel && func->body.block != NULL ? first_kernel(root, func) : NULL;
    if (first != NULL && first != func && first->module != module) {
        say_duplicate(v, func, first);
    }
}

static bool is_vector_type(type_t type)
{
    return type.kind == TYPE_VREG || type.kind == TYPE_MASK || type.kind == TYPE_ALIGN || type.kind == TYPE_LOGICAL ||
           type.kind == TYPE_LOGICAL_MASK;
}

/// A bare !pto.ptr in a list of types matches any pointer.
static bool is_bare_pointer(type_t type)
{
    return type.kind == TYPE_PTR && type.elem == ELEM_NONE;
}

static void check_signature(verifier_t *v, const func_t *func)
{
    uint32_t num;
    const value_t *params = func_params(func, &num);
    for (uint32_t i = 0; i < num; i++) {
        type_t type = params[i].type;
        if (type.kind == TYPE_OPAQUE || is_bare_pointer(type)) {
            verify_check_type(v, params[i].loc, type);
        } else if (type.kind == TYPE_ARRAY) {
            verify_fail(v, params[i].loc, verify_span(&params[i]), "array-type",
                        "%s: a function cannot take an array; pass its elements", verify_type(v, type));
        } else if (func->is_kernel && type.kind == TYPE_STRUCT) {
            verify_fail(v, params[i].loc, verify_span(&params[i]), "kernel-parameters",
                        "a kernel takes numbers and pointers to GM, not a struct");
        } else if (is_vector_type(type)) {
            verify_fail(v, params[i].loc, verify_span(&params[i]), "vector-signature",
                        "%s: a function cannot take vector values", verify_type(v, type));
        } else if (func->is_kernel && type.kind == TYPE_PTR && type.space != SPACE_GM && type.space != SPACE_ANY) {
            verify_fail(v, params[i].loc, verify_span(&params[i]), "kernel-parameters",
                        "a kernel takes pointers to GM, and %s is %s", value_spelling(v->cc, &params[i]),
                        verify_type(v, type));
        } else if (func->is_kernel && i == PTO_PARAM_MAX) {
            verify_fail(v, params[i].loc, verify_span(&params[i]), "kernel-parameters",
                        "a kernel takes at most %u parameters, and '@%s' has %u", PTO_PARAM_MAX, func->name, num);
        }
    }
    for (uint32_t i = 0; i < func->results_num; i++) {
        if (func->results[i].kind == TYPE_OPAQUE || is_bare_pointer(func->results[i])) {
            verify_check_type(v, func->loc, func->results[i]);
        } else if (is_vector_type(func->results[i])) {
            verify_fail(v, func->loc, name_span(func), "vector-signature", "a function cannot return %s",
                        verify_type(v, func->results[i]));
        }
    }
    if (func->is_kernel && func->results_num > 0) {
        verify_fail(v, func->loc, name_span(func), "return", "'@%s' is a kernel and cannot return values", func->name);
    }
}

/// Both halves of a kernel must have the same parameters, except for the element types of pointers.
static void check_halves(verifier_t *v, const func_t *func)
{
    const func_t *kernel = func_core(func) == CORE_VECTOR ? func_other_half(func) : NULL;
    for (uint32_t i = 0; kernel != NULL && i < func->params_num; i++) {
        const value_t *given = half_param(kernel, func, i);
        type_t type = func->params[i].type;
        bool integers = given != NULL && type.kind == TYPE_SCALAR && elem_is_int((elem_t)type.elem) &&
                        given->type.kind == TYPE_SCALAR && elem_is_int((elem_t)given->type.elem);
        if (given != NULL && !integers && !(type.kind == TYPE_PTR && given->type.kind == TYPE_PTR) &&
            !type_compatible(type, given->type)) {
            verify_fail(v, func->params[i].loc, verify_span(&func->params[i]), "kernel-parameters",
                        "%s is %s here and %s in the cube half of the kernel", value_spelling(v->cc, &func->params[i]),
                        verify_type(v, type), verify_type(v, given->type));
        }
    }
}

static void check_end(verifier_t *v, const func_t *func)
{
    const block_t *body = func->body.block;
    bool seen = has_syntax_errors(v);
    for (const op_t *op = body != NULL ? body->first : NULL; op != NULL; op = op->next) {
        seen |= is_terminator(op);
    }
    if (body != NULL && !seen) {
        verify_fail(v, func->loc, name_span(func), "missing-terminator", "'@%s' does not end with return", func->name);
    }
}

/// Depth-first search along calls: each function is entered once; a call of an open one closes a cycle.
typedef struct visit {
    const func_t *func;
    const op_t *call;  // in it, on the current path
    bool open;
} visit_t;

typedef struct call_walk {
    verifier_t *v;
    visit_t *visits;
    uint32_t visits_num, visits_max, depth;
    visit_t *at;
} call_walk_t;

static visit_t *find_visit(call_walk_t *walk, const func_t *func)
{
    for (uint32_t i = 0; i < walk->visits_num; i++) {
        if (walk->visits[i].func == func) {
            return &walk->visits[i];
        }
    }
    return NULL;
}

static void report_recursion(verifier_t *v, const visit_t *visit, bool direct)
{
    diag_t *diag = FAIL_OP(v, visit->call, "recursion", "'@%s' calls itself%s", visit->func->name,
                           direct ? "" : " by way of this call");
    diag_note(v->cc, diag, visit->func->loc, "'@%s' is here", visit->func->name);
}

static void enter_func(call_walk_t *walk, const func_t *func);

static void follow_call(op_t *op, void *arg)
{
    call_walk_t *walk = arg;
    const func_t *callee = op_is(op, OP_CALL) ? find_callee(op) : NULL;
    if (callee == NULL || callee->body.block == NULL) {
        return;
    }
    walk->at->call = op;
    visit_t *seen = find_visit(walk, callee);
    if (seen == NULL) {
        enter_func(walk, callee);
    } else if (seen->open) {
        report_recursion(walk->v, seen, seen == walk->at);
    }
}

static void enter_func(call_walk_t *walk, const func_t *func)
{
    if (walk->depth >= CALL_DEPTH_MAX || walk->visits_num == walk->visits_max) {
        return;
    }
    visit_t *outer = walk->at, *visit = &walk->visits[walk->visits_num++];
    *visit = (visit_t){.func = func, .open = true};
    walk->at = visit;
    walk->depth++;
    ir_walk(func->body.block, follow_call, walk);
    walk->depth--;
    walk->at = outer;
    visit->open = false;
}

static uint32_t count_functions(const module_t *module)
{
    uint32_t count = 0;
    for (const func_t *func = module->funcs; func != NULL; func = func->next) {
        count++;
    }
    for (const module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        count += count_functions(inner);
    }
    return count;
}

static void check_recursion(call_walk_t *walk, const module_t *module)
{
    for (const func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL && find_visit(walk, func) == NULL) {
            enter_func(walk, func);
        }
    }
    for (const module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        check_recursion(walk, inner);
    }
}

static void check_module_functions(verifier_t *v, const module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        check_duplicate(v, module, func);
        check_signature(v, func);
        check_halves(v, func);
        check_end(v, func);
        verify_simt_function(v, func);
    }
    for (const module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        check_module_functions(v, inner);
    }
}

void check_functions(verifier_t *v)
{
    check_module_functions(v, v->root);
    call_walk_t walk = {.v = v, .visits_max = count_functions(v->root)};
    walk.visits = ARENA_ARRAY(&v->scratch, visit_t, walk.visits_max);
    check_recursion(&walk, v->root);
}
