// SPDX-License-Identifier: Apache-2.0
//
// Turns loops over whole logical vectors into loops over registers, which can then run in strips:
//
//   scf.for %i = %lb to %ub step 256 iter_args(%left = %n)     step 64, and one register for each value
//     %m = pto.vmi.create_mask %left                           the first %n + %lb - %i lanes
//     %x = pto.vmi.vload %in[%i]                               contiguous, lane k of iteration %i at %i + k
//     pto.vmi.vstore %y, %out[%i], %m
//     scf.yield %left - 256
//
// A loop over rows, whose variable only stands in %r * 256, counts lanes first: from %lb * 256 to %ub * 256.
//
// Registers count the lanes of the widest type. Narrower elements are the low part of each lane: UNPK_Bn loads them,
// PK_Bn stores them. The order of loads and stores changes. So accesses to different addresses must be far enough apart
// that no iteration of the original loop touches both.

#include "ptoc.h"

#include <stdlib.h>
#include <string.h>

#include "vmi.h"

#define ACCESSES_MAX 32
#define SUMS_MAX     32

/// The loop variable plus a loop invariant.
typedef struct sum {
    const value_t *value, *rest;  // NULL rest: a constant
    int64_t constant;
} sum_t;

typedef struct access {
    const value_t *pointer;
    const sum_t *sum;
    int64_t address;  // in bytes, without the loop variable's part; -1: unknown
    uint32_t bytes;   // of an element
    bool store;
} access_t;

typedef struct narrow {
    ptoc_t *cc;
    op_t *loop;
    block_t *body;
    int64_t lanes;    // of the original vectors, the step
    uint32_t widest;  // bits
    sum_t sums[SUMS_MAX];
    access_t accesses[ACCESSES_MAX];
    uint32_t sums_num, accesses_num;
} narrow_t;

/// The yield of the body, NULL if there is none.
static op_t *yield_of(const narrow_t *n)
{
    return op_is(n->body->last, OP_YIELD) ? n->body->last : NULL;
}

static uint32_t carried_num(const narrow_t *n)
{
    return yield_of(n) == NULL ? 0 : yield_of(n)->operands_num;
}

static bool is_inside(const narrow_t *n, const value_t *value)
{
    return value->def != NULL ? value->def->parent == n->body : value->block == n->body;
}

static const sum_t *sum_of(const narrow_t *n, const value_t *value)
{
    for (uint32_t i = 0; i < n->sums_num; i++) {
        if (n->sums[i].value == value) {
            return &n->sums[i];
        }
    }
    return NULL;
}

/// Whether a value of the body is the loop variable, a sum with it, or loop-carried.
static bool varies(const narrow_t *n, const value_t *value)
{
    return value->block == n->body || sum_of(n, value) != NULL;
}

/// Scalars ///

/// %i + c, or %i + a loop invariant.
static bool visit_sum(narrow_t *n, const op_t *op)
{
    const value_t *one = op->operands[0].value, *two = op->operands[1].value;
    const sum_t *base = sum_of(n, one);
    const value_t *other = base != NULL ? two : one;
    base = base != NULL ? base : sum_of(n, two);
    int64_t constant = 0;
    bool known = value_constant(other, &constant);
    if (base == NULL || varies(n, other) || n->sums_num == SUMS_MAX || (!known && base->rest != NULL)) {
        return false;
    }
    n->sums[n->sums_num++] = (sum_t){
        .value = op->results, .rest = known ? base->rest : other, .constant = base->constant + (known ? constant : 0)};
    return true;
}

/// Whether a carried value is the remaining count: it decreases by the step.
static bool counts_down(const narrow_t *n, const op_t *op)
{
    int64_t step;
    const value_t *arg = op->operands[0].value, *next = op->results;
    return op_is(op, OP_SUBI) && arg->block == n->body && arg->index > 0 && arg->index <= carried_num(n) &&
           value_constant(op->operands[1].value, &step) && step == n->lanes && next->uses_num == 1 &&
           yield_of(n)->operands[arg->index - 1].value == next;
}

static bool visit_scalar(narrow_t *n, const op_t *op)
{
    bool moves = false;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        moves |= varies(n, op->operands[i].value);
    }
    if (!moves) {
        return op_is_arith(op);
    }
    return (op_is(op, OP_ADDI) && visit_sum(n, op)) || counts_down(n, op);
}

/// Accesses ///

static int64_t address_of(const access_t *access)
{
    const op_t *def = access->pointer->def;
    int64_t base;
    bool known = op_is(def, OP_CASTPTR) && value_constant(def->operands[0].value, &base) && access->sum->rest == NULL;
    return known && base >= 0 && access->sum->constant >= 0 ? base + access->sum->constant * access->bytes : -1;
}

static bool visit_access(narrow_t *n, const vmi_op_t *x)
{
    const sum_t *sum = sum_of(n, x->offset->value);
    const char *mode = vmi_word(x->op, "dist_mode");
    bool plain = (mode == NULL || strcmp(mode, "continuous") == 0) && x->scalars_num == 0 && x->row->micro[0] == '\0' &&
                 elem_bits(x->pointer->value->type.elem) == elem_bits(x->elem);
    if (!plain || sum == NULL || is_inside(n, x->pointer->value) || n->accesses_num == ACCESSES_MAX) {
        return false;
    }
    access_t *access = &n->accesses[n->accesses_num++];
    *access = (access_t){.pointer = x->pointer->value, .sum = sum, .bytes = elem_bits(x->elem) / 8};
    access->store = x->row->kind == VMI_STORE;
    access->address = address_of(access);
    return true;
}

/// Whether two accesses have the same lanes and address, or are disjoint in every iteration.
static bool are_apart(const narrow_t *n, const access_t *a, const access_t *b)
{
    bool same_sum = a->sum->rest == b->sum->rest && a->sum->constant == b->sum->constant;
    if (a->pointer == b->pointer && same_sum && a->bytes == b->bytes) {
        return true;
    }
    if (a->address < 0 || b->address < 0) {
        return false;
    }
    int64_t lower, upper, distance = llabs(a->address - b->address);
    if (a->bytes == b->bytes) {
        return distance == 0 || distance >= n->lanes * a->bytes;
    }
    bool known =
        value_constant(n->loop->operands[0].value, &lower) && value_constant(n->loop->operands[1].value, &upper);
    int64_t end = known ? upper + n->lanes : 0;
    return known && lower >= 0 &&
           (a->address + end * a->bytes <= b->address + lower * b->bytes ||
            b->address + end * b->bytes <= a->address + lower * a->bytes);
}

static bool all_apart(const narrow_t *n)
{
    for (uint32_t i = 0; i < n->accesses_num; i++) {
        for (uint32_t k = i + 1; k < n->accesses_num; k++) {
            const access_t *a = &n->accesses[i], *b = &n->accesses[k];
            if ((a->store || b->store) && !are_apart(n, a, b)) {
                return false;
            }
        }
    }
    return true;
}

/// Operations ///

/// Full masks and broadcast scalars: all of their registers are equal.
static bool is_uniform(const value_t *value)
{
    const vmi_op_t *x = value->def == NULL || !vmi_is(value->def) ? NULL : value->def->aux;
    int64_t count;
    if (x == NULL) {
        return false;
    }
    bool all = x->row->kind == VMI_FIRST && value_constant(x->scalars[0]->value, &count) && count >= (int64_t)x->lanes;
    bool set = x->row->kind == VMI_PATTERN && vmi_has_all(x->row);
    return all || set || (x->row->kind == VMI_SPREAD && x->vectors[0]->value->type.kind == TYPE_SCALAR);
}

static bool fits_operands(const narrow_t *n, const vmi_op_t *x)
{
    for (uint32_t i = 0; i < x->op->operands_num; i++) {
        const value_t *value = x->op->operands[i].value;
        bool logical = value->type.kind == TYPE_LOGICAL || value->type.kind == TYPE_LOGICAL_MASK;
        bool role = &x->op->operands[i] == x->offset || x->row->kind == VMI_FIRST;
        if (logical ? value->type.lanes != n->lanes || (!is_inside(n, value) && !is_uniform(value))
                    : varies(n, value) && !role) {
            return false;
        }
    }
    return true;
}

static bool fits_first(const narrow_t *n, const vmi_op_t *x)
{
    const value_t *count = x->scalars[0]->value;
    int64_t known;
    return value_constant(count, &known) ? known >= n->lanes : count->block == n->body && count->index > 0;
}

static bool fits_conversion(const vmi_op_t *x, elem_t result)
{
    return x->masks_num == 0 && vmi_conversion(x->elem, result) != NULL && result != ELEM_BF16X2 &&
           x->elem != ELEM_BF16X2 && x->row->micro[0] == '\0';
}

static bool visit_logical(narrow_t *n, const vmi_op_t *x)
{
    elem_t result = x->op->results_num == 0 ? ELEM_NONE : (elem_t)x->op->results[0].type.elem;
    bool wide = x->elem == ELEM_NONE || elem_bits(x->elem) == n->widest;
    if (x->lanes != n->lanes || !fits_operands(n, x)) {
        return false;
    }
    switch ((vmi_kind_t)x->row->kind) {
        case VMI_LOAD:
        case VMI_STORE:
            return visit_access(n, x);
        case VMI_CONVERT:
            return fits_conversion(x, result);
        case VMI_CAST:
            return wide && elem_bits(result) == n->widest;
        case VMI_SPREAD:
            return wide && x->vectors[0]->value->type.kind == TYPE_SCALAR;
        case VMI_FIRST:
            return fits_first(n, x);
        case VMI_PATTERN:
            return vmi_has_all(x->row);
        case VMI_LANES:
        case VMI_COMPARE:
        case VMI_SELECT:
        case VMI_MASKS:
            return wide;
        default:
            return false;
    }
}

static uint32_t widest_of(const block_t *body)
{
    uint32_t widest = 0;
    for (const op_t *op = body->first; op != NULL; op = op->next) {
        const vmi_op_t *x = vmi_is(op) ? op->aux : NULL;
        elem_t result = x == NULL || op->results_num == 0 ? ELEM_NONE : (elem_t)op->results[0].type.elem;
        uint32_t bits = x == NULL || x->elem == ELEM_NONE ? 0 : elem_bits(x->elem);
        bits = result != ELEM_NONE && elem_bits(result) > bits ? elem_bits(result) : bits;
        widest = bits > widest ? bits : widest;
    }
    return widest;
}

static bool visit_body(narrow_t *n)
{
    for (op_t *op = n->body->first; op != NULL && op != yield_of(n); op = op->next) {
        bool fits = vmi_is(op) ? visit_logical(n, op->aux) : op->regions_num == 0 && visit_scalar(n, op);
        if (!fits) {
            return false;
        }
    }
    for (uint32_t i = 0; i < carried_num(n); i++) {
        const op_t *def = yield_of(n)->operands[i].value->def;
        if (def == NULL || def->parent != n->body || !counts_down(n, def)) {
            return false;
        }
    }
    return n->accesses_num != 0 && all_apart(n);
}

/// The loop as one over registers ///

static void narrow_value(value_t *value, uint32_t lanes)
{
    bool logical = value->type.kind == TYPE_LOGICAL || value->type.kind == TYPE_LOGICAL_MASK;
    value->type.lanes = logical ? lanes : value->type.lanes;
}

/// The remaining count at an iteration, from the loop variable: n + lb - i.
static value_t *left_at(vmi_t *b, const narrow_t *n, const value_t *count, op_t *first)
{
    const value_t *init = n->loop->operands[2 + count->index].value;
    b->at = n->loop;
    b->loc = n->loop->loc;
    value_t *start = vmi_number(b, n->loop->operands[0].value, (elem_t)init->type.elem);
    value_t *total = vmi_sum(b, (value_t *)init, start);
    b->at = first;
    value_t *at = vmi_number(b, &n->body->args[0], (elem_t)init->type.elem);
    return vmi_do(b, "arith.subi", init->type, "", total, at, NULL);
}

/// Rounds the upper bound up to whole iterations: lb + (ub - lb + L - 1) / L * L.
static void round_end(vmi_t *b, const narrow_t *n)
{
    int64_t lower, upper;
    operand_t *begin = &n->loop->operands[0], *end = &n->loop->operands[1];
    elem_t elem = (elem_t)end->value->type.elem;
    bool known = value_constant(begin->value, &lower) && value_constant(end->value, &upper);
    if (known && (upper - lower) % n->lanes == 0) {
        return;
    }
    b->at = n->loop;
    b->loc = n->loop->loc;
    if (known) {
        int64_t turns_num = upper <= lower ? 0 : (upper - lower + n->lanes - 1) / n->lanes;
        end->value = vmi_int(b, elem, lower + turns_num * n->lanes);
        return;
    }
    value_t *more = vmi_do(b, "arith.subi", end->value->type, "", end->value, begin->value, NULL);
    value_t *lanes = vmi_int(b, elem, n->lanes), *step = vmi_add(b, more, n->lanes - 1);
    value_t *whole = vmi_do(b, "arith.divsi", end->value->type, "", step, lanes, NULL);
    end->value = vmi_sum(b, vmi_times(b, whole, n->lanes), begin->value);
}

/// Removes carried values that only the masks used.
static void drop_carried(narrow_t *n)
{
    op_t *yield = yield_of(n);
    for (uint32_t i = 0; i < n->loop->results_num; i++) {
        if (n->loop->results[i].uses_num != 0) {
            return;
        }
    }
    for (uint32_t i = 0; i < carried_num(n); i++) {
        op_t *counts = yield->operands[i].value->def;
        *(counts->prev == NULL ? &n->body->first : &counts->prev->next) = counts->next;
        counts->next->prev = counts->prev;
    }
    if (yield != NULL) {
        yield->operands_num = yield->types_num = 0;
    }
    n->loop->operands_num = 3;
    n->loop->results_num = n->loop->result_types_num = 0;
    n->body->args_num = 1;
}

static void apply(vmi_t *b, narrow_t *n)
{
    uint32_t lanes = 2048 / n->widest;
    for (op_t *op = n->body->first; op != NULL; op = op->next) {
        vmi_op_t *x = vmi_is(op) ? op->aux : NULL;
        for (uint32_t i = 0; i < op->results_num; i++) {
            narrow_value(&op->results[i], lanes);
        }
        if (x == NULL) {
            continue;
        }
        x->lanes = lanes;
        x->slot = n->widest;
        if (x->row->kind == VMI_FIRST && varies(n, x->scalars[0]->value)) {
            x->scalars[0]->value = left_at(b, n, x->scalars[0]->value, op);
        }
    }
    for (uint32_t i = 0; i < carried_num(n); i++) {
        op_t *counts = yield_of(n)->operands[i].value->def;
        b->at = n->loop;
        counts->operands[1].value = vmi_int(b, (elem_t)counts->results[0].type.elem, lanes);
    }
    drop_carried(n);
    round_end(b, n);
    b->at = n->loop;
    n->loop->operands[2].value = vmi_int(b, (elem_t)n->loop->operands[2].value->type.elem, lanes);
}

/// Rows ///

/// The constant that a loop variable is multiplied by wherever it is used; 0: there is none.
static int64_t row_length(const block_t *body)
{
    const value_t *row = &body->args[0];
    int64_t length = 0, factor;
    for (const op_t *op = body->first; op != NULL; op = op->next) {
        bool uses = false;
        for (uint32_t i = 0; i < op->operands_num; i++) {
            uses |= op->operands[i].value == row;
        }
        if (!uses && op->regions_num == 0) {
            continue;
        }
        bool first = op->operands_num == 2 && op->operands[0].value == row;
        if (!op_is(op, OP_MULI) || !value_constant(op->operands[first].value, &factor) || factor < 1 ||
            (length != 0 && factor != length)) {
            return 0;
        }
        length = factor;
    }
    return length;
}

/// Counts lanes instead of rows, which does not change what the loop does.
static void count_lanes(vmi_t *b, op_t *loop, block_t *body)
{
    int64_t length = row_length(body), bound;
    value_t *row = &body->args[0];
    if (length <= 1) {
        return;
    }
    b->at = loop;
    b->loc = loop->loc;
    for (uint32_t i = 0; i < 3; i++) {
        value_t *old = loop->operands[i].value;
        bool known = value_constant(old, &bound) && llabs(bound) < INT32_MAX && length < INT32_MAX;
        loop->operands[i].value =
            known ? vmi_int(b, (elem_t)old->type.elem, bound * length) : vmi_times(b, old, length);
    }
    row->uses_num = 0;
    // Backwards: a product of a product, which now multiplies the loop variable, stays.
    for (op_t *op = body->last; op != NULL; op = op->prev) {
        bool product = op_is(op, OP_MULI) && (op->operands[0].value == row || op->operands[1].value == row);
        if (product) {
            *(op->prev == NULL ? &body->first : &op->prev->next) = op->next;
            *(op->next == NULL ? &body->last : &op->next->prev) = op->prev;
            ir_replacement_t counted = {.from = op->results, .to = row};
            ir_walk(body, ir_replace, &counted);
        }
    }
}

void vmi_narrow(vmi_t *b, op_t *loop)
{
    narrow_t n = {.cc = b->cc, .loop = loop, .body = loop->regions_num == 0 ? NULL : loop->regions[0].block};
    bool inside = op_vecscope(loop) != NULL;
    if (!op_is(loop, OP_FOR) || !inside || n.body == NULL || n.body->last == NULL) {
        return;
    }
    count_lanes(b, loop, n.body);
    if (!value_constant(loop->operands[2].value, &n.lanes)) {
        return;
    }
    n.widest = widest_of(n.body);
    n.sums[n.sums_num++] = (sum_t){.value = &n.body->args[0]};
    if (n.widest != 0 && n.lanes > 0 && n.lanes % (2048 / n.widest) == 0 && visit_body(&n)) {
        apply(b, &n);
    }
}
