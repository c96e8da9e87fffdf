// SPDX-License-Identifier: Apache-2.0
//
// Which slot of a multi-buffer a tile occupies, if that is chosen at run time. The number of the slot is taken modulo
// the number of slots: in most loops it is a linear function of their iteration, `%i rem 2`, a toggling iter_arg, and
// so on. Then two tiles of one buffer are known to be disjoint, although neither address is known.

#include "ptoc.h"

#include "plan.h"

#include <string.h>

#define DEPTH_MAX 16

/// How a value is examined.
typedef struct ask {
    int64_t modulus;
    const value_t *self;  // an iter_arg whose next value is being examined: not expanded
    uint32_t depth;
} ask_t;

static linear_t linear_of(const value_t *value, ask_t ask);

static linear_t constant(int64_t number, int64_t modulus)
{
    return (linear_t){.phase = (number % modulus + modulus) % modulus};
}

/// A value that is not examined further.
static linear_t symbol(const value_t *value)
{
    return (linear_t){.origin = value, .factor = 1};
}

/// a += factor * b; false if the sum has two loops or two origins.
static bool add_linear(linear_t *a, linear_t b, int64_t factor, int64_t modulus)
{
    factor = (factor % modulus + modulus) % modulus;
    bool loops = a->loop == NULL || b.loop == NULL || a->loop == b.loop;
    bool origins = a->origin == NULL || b.origin == NULL || a->origin == b.origin;
    a->loop = a->loop == NULL ? b.loop : a->loop;
    a->origin = a->origin == NULL ? b.origin : a->origin;
    a->step = (a->step + factor * b.step) % modulus;
    a->factor = (a->factor + factor * b.factor) % modulus;
    a->phase = (a->phase + factor * b.phase) % modulus;
    a->origin = a->factor == 0 ? NULL : a->origin;
    a->loop = a->step == 0 ? NULL : a->loop;
    return loops && origins;
}

static op_t *loop_of(const value_t *value)
{
    op_t *owner = value->block == NULL ? NULL : value->block->region->owner;
    return op_is(owner, OP_FOR) ? owner : NULL;
}

static const value_t *operand(const op_t *op, uint32_t i)
{
    return i < op->operands_num ? op->operands[i].value : NULL;
}

/// first + step * iteration, for a loop that starts at a value from outside.
static linear_t counted(op_t *loop, const value_t *first, int64_t step, ask_t ask)
{
    linear_t from = linear_of(first, ask);
    from = from.loop == NULL ? from : symbol(first);
    linear_t iteration = {.loop = loop, .step = 1};
    return add_linear(&from, iteration, step, ask.modulus) ? from : symbol(first);
}

/// An iter_arg that grows by a constant each iteration.
static linear_t carried(const value_t *value, op_t *loop, ask_t ask)
{
    const op_t *yield = loop->regions[0].block->last;
    const value_t *first = operand(loop, value->index + 2);
    const value_t *next = op_is(yield, OP_YIELD) ? operand(yield, value->index - 1) : NULL;
    if (first == NULL || next == NULL || next == value) {
        return symbol(value);
    }
    linear_t step = linear_of(next, (ask_t){ask.modulus, value, ask.depth});
    bool counts = step.origin == value && step.factor == 1 && step.loop == NULL;
    return counts ? counted(loop, first, step.phase, ask) : symbol(value);
}

static linear_t argument(const value_t *value, ask_t ask)
{
    op_t *loop = loop_of(value);
    int64_t step;
    if (loop == NULL) {
        return symbol(value);
    }
    if (value->index != 0) {
        return carried(value, loop, ask);
    }
    return value_constant(operand(loop, 2), &step) ? counted(loop, operand(loop, 0), step, ask) : symbol(value);
}

/// The iteration of a loop with a step: (%i - %first) / %step, or %i / %step.
static bool divided(const op_t *op, ask_t ask, linear_t *out)
{
    int64_t by, first = 0, step;
    const value_t *value = operand(op, 0);
    const op_t *minus = op_is(value->def, OP_SUBI) ? value->def : NULL;
    value = minus != NULL ? operand(minus, 0) : value;
    op_t *loop = value->index == 0 ? loop_of(value) : NULL;
    if (loop == NULL || !value_constant(operand(op, 1), &by) || by <= 0 || !value_constant(operand(loop, 2), &step) ||
        step % by != 0) {
        return false;
    }
    bool from_first = minus != NULL && operand(minus, 1) == operand(loop, 0);
    if (!from_first && (minus != NULL || !value_constant(operand(loop, 0), &first) || first % by != 0)) {
        return false;
    }
    *out = constant(from_first ? 0 : first / by, ask.modulus);
    return add_linear(out, (linear_t){.loop = loop, .step = 1}, step / by, ask.modulus);
}

/// select(next == modulus, 0, next), also with `last == modulus - 1`: next modulo the modulus.
static bool wraps(const op_t *op, ask_t ask, linear_t *out)
{
    int64_t zero, limit, one = 0;
    const op_t *compare = operand(op, 0)->def;
    const attr_t *predicate = op_is(compare, OP_CMPI) ? op_positional(compare, 0) : NULL;
    const char *word = predicate == NULL || predicate->text == NULL ? "" : predicate->text;
    bool reaches = strcmp(word, "eq") == 0 || strcmp(word, "sge") == 0 || strcmp(word, "uge") == 0;
    if (!reaches || !value_constant(operand(op, 1), &zero) || zero != 0 ||
        !value_constant(operand(compare, 1), &limit)) {
        return false;
    }
    const value_t *next = operand(op, 2), *compared = operand(compare, 0);
    const op_t *plus = op_is(next->def, OP_ADDI) ? next->def : NULL;
    bool last = plus != NULL && operand(plus, 0) == compared && value_constant(operand(plus, 1), &one) && one == 1;
    if (!(next == compared && limit == ask.modulus) && !(last && limit == ask.modulus - 1)) {
        return false;
    }
    *out = linear_of(next, ask);
    return true;
}

/// The operation changes nothing modulo the modulus.
static bool is_same(const value_t *a, ask_t ask, linear_t *out)
{
    *out = linear_of(a, ask);
    return true;
}

/// An operation with a constant: a remainder, a mask, a product or a flipped bit. False where it is not linear.
static bool by_constant(const op_t *op, int64_t number, ask_t ask, linear_t *out)
{
    const value_t *a = operand(op, 0);
    switch ((op_id_t)op->desc->id) {
        case OP_MULI:
            return add_linear(out, linear_of(a, ask), number, ask.modulus);
        case OP_REMSI:
        case OP_REMUI:
            return number > 0 && number % ask.modulus == 0 && is_same(a, ask, out);
        case OP_ANDI:
            return number > 0 && (number & (number + 1)) == 0 && (number + 1) % ask.modulus == 0 &&
                   is_same(a, ask, out);
        case OP_XORI:
            *out = constant(1, ask.modulus);
            return number == 1 && ask.modulus == 2 && add_linear(out, linear_of(a, ask), 1, ask.modulus);
        default:
            return false;
    }
}

/// The value of an operation as a linear expression; false where it is none.
static bool arithmetic(const op_t *op, const value_t *value, ask_t ask, linear_t *out)
{
    const value_t *a = operand(op, 0), *b = operand(op, 1);
    int64_t number = 0;
    switch ((op_id_t)op->desc->id) {
        case OP_ADDI:
        case OP_SUBI:
            *out = linear_of(a, ask);
            return add_linear(out, linear_of(b, ask), op_is(op, OP_ADDI) ? 1 : -1, ask.modulus);
        case OP_MULI:
        case OP_REMSI:
        case OP_REMUI:
        case OP_ANDI:
        case OP_XORI:
            return b != NULL && value_constant(b, &number) && by_constant(op, number, ask, out);
        case OP_DIVSI:
        case OP_DIVUI:
            return divided(op, ask, out);
        case OP_SELECT:
            return op->operands_num == 3 && wraps(op, ask, out);
        case OP_TRUNCI:
            number = (int64_t)1 << (elem_bits((elem_t)value->type.elem) & 31);
            return number % ask.modulus == 0 && is_same(a, ask, out);
        case OP_INDEX_CAST:
        case OP_INDEX_CASTUI:
        case OP_EXTUI:
            return is_same(a, ask, out);
        default:
            return false;
    }
}

static linear_t linear_of(const value_t *value, ask_t ask)
{
    int64_t number;
    if (value_constant(value, &number)) {
        return constant(number, ask.modulus);
    }
    if (value == ask.self || ask.depth++ >= DEPTH_MAX) {
        return symbol(value);
    }
    if (value->def == NULL) {
        return argument(value, ask);
    }
    linear_t out = {0};
    bool linear = value->def->desc != NULL && value->def->operands_num != 0 && arithmetic(value->def, value, ask, &out);
    return linear ? out : symbol(value);
}

/// Whether a value is invariant in a loop.
static bool is_outside(const value_t *value, const op_t *loop)
{
    const block_t *block = value->def != NULL ? value->def->parent : value->block;
    for (; block != NULL && block->region->owner != NULL; block = block->region->owner->parent) {
        if (block->region->owner == loop) {
            return false;
        }
    }
    return true;
}

const op_t *plan_tile_op(const value_t *tile)
{
    const op_t *def = tile->def;
    while (OP_IS_ANY(def, OP_SUBVIEW, OP_SUBSET, OP_TRESHAPE, OP_TILE_BITCAST)) {
        def = def->operands[0].value->def;
    }
    return def;
}

slot_t plan_slot(const value_t *tile)
{
    const op_t *def = plan_tile_op(tile);
    if (!op_is(def, OP_MULTI_GET) || !op_is(def->operands[0].value->def, OP_ALLOC_MULTI)) {
        return (slot_t){0};
    }
    const op_t *buffer = def->operands[0].value->def;
    uint32_t count = buffer->results[0].type.shape->count;
    linear_t number = linear_of(def->operands[1].value, (ask_t){.modulus = count});
    bool known = number.loop != NULL && (number.origin == NULL || is_outside(number.origin, number.loop));
    return known ? (slot_t){.buffer = buffer, .count = count, .number = number} : (slot_t){0};
}

bool plan_slots_differ(const slot_t *a, const slot_t *b, int64_t distance)
{
    const linear_t *x = &a->number, *y = &b->number;
    if (a->buffer == NULL || a->buffer != b->buffer || x->loop != y->loop || x->step != y->step ||
        x->origin != y->origin || x->factor != y->factor) {
        return false;
    }
    return (y->phase - x->phase + y->step * distance) % a->count != 0;
}
