// SPDX-License-Identifier: Apache-2.0
//
// Addresses of a lane-wise loop: the parts known at compile time, and the pairs that a runtime check compares. See
// strips.h.

#include "ptoc.h"

#include "find.h"

/// Comparisons of addresses before a loop.
#define APARTS_MAX 4

/// Beyond all distances in a local memory. Sums and products of fewer elements fit 64 bits.
#define DISTANCE_MAX (INT64_C(1) << 40)

/// sum += a * b
static void add_product(finder_t *f, const address_t *address, int64_t *sum, int64_t a, int64_t b)
{
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product) || product < -DISTANCE_MAX || product > DISTANCE_MAX) {
        lanes_give_up(f, address->op->loc, "the address is beyond every memory");
        return;
    }
    *sum += product;
}

static void add_term(finder_t *f, address_t *address, const value_t *value, int64_t factor)
{
    for (uint32_t i = 0; i < address->terms_num; i++) {
        if (address->terms[i] == value) {
            add_product(f, address, &address->factors[i], factor, 1);
            return;
        }
    }
    if (address->terms_num == ADDRESS_TERMS) {
        lanes_give_up(f, address->op->loc, "the address has more than %u terms", ADDRESS_TERMS);
        return;
    }
    address->factors[address->terms_num] = factor;
    address->terms[address->terms_num++] = value;
}

/// An index cast that preserves addresses: UB is smaller than the range of any of the types.
static bool is_index_cast(const op_t *def)
{
    return op_is_index_cast(def) && elem_bits(def->operands[0].value->type.elem) >= 32;
}

/// Decomposes an index into factor * (loop variable + terms + constant).
static void split_index(finder_t *f, address_t *address, const value_t *index, int64_t factor, uint32_t depth)
{
    int64_t constant;
    const op_t *def = depth < 8 ? index->def : NULL;
    op_id_t id = def != NULL && def->operands_num == 2 ? op_id(def) : OP_NONE;
    bool scaled = id == OP_MULI && (value_constant(def->operands[0].value, &constant) ||
                                    value_constant(def->operands[1].value, &constant));
    if (index == &f->body->args[0]) {
        add_product(f, address, &address->variable, factor, 1);
    } else if (value_constant(index, &constant)) {
        add_product(f, address, &address->offset, factor, constant);
    } else if (lanes_class(f, index) == LANE_SCALAR) {
        add_term(f, address, index, factor);
    } else if (id == OP_ADDI || id == OP_SUBI) {
        split_index(f, address, def->operands[0].value, factor, depth + 1);
        split_index(f, address, def->operands[1].value, id == OP_ADDI ? factor : -factor, depth + 1);
    } else if (scaled) {
        bool first = value_constant(def->operands[0].value, &constant);
        int64_t scale = 0;
        add_product(f, address, &scale, factor, constant);
        split_index(f, address, def->operands[first ? 1 : 0].value, scale, depth + 1);
    } else if (def != NULL && is_index_cast(def)) {
        split_index(f, address, def->operands[0].value, factor, depth + 1);
    } else {
        lanes_give_up(f, address->op->loc, "the index is not the loop variable plus what does not change");
    }
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint64_t multiple_of(const value_t *value, uint32_t depth);

/// For a block argument: a loop variable, or 1 if nothing is known.
static uint64_t multiple_of_argument(const value_t *value, uint32_t depth)
{
    const op_t *owner = value->block != NULL && value->index == 0 ? value->block->region->owner : NULL;
    if (!op_is(owner, OP_FOR) || owner->operands_num < 3) {
        return 1;
    }
    return gcd(multiple_of(owner->operands[0].value, depth + 1), multiple_of(owner->operands[2].value, depth + 1));
}

static uint64_t multiple_of_pair(const op_t *def, uint32_t depth)
{
    uint64_t a = multiple_of(def->operands[0].value, depth + 1), b = multiple_of(def->operands[1].value, depth + 1);
    bool small = a < 1u << 20 && b < 1u << 20;
    return op_id(def) != OP_MULI ? gcd(a, b) : small ? a * b : 1;
}

/// A constant divisor of the value; 0 for the constant 0.
static uint64_t multiple_of(const value_t *value, uint32_t depth)
{
    int64_t constant;
    if (value_constant(value, &constant)) {
        return constant < 0 ? 0 - (uint64_t)constant : (uint64_t)constant;
    }
    if (depth >= 8) {
        return 1;
    }
    const op_t *def = value->def;
    if (def == NULL) {
        return multiple_of_argument(value, depth);
    }
    if (op_is_index_cast(def)) {
        return multiple_of(def->operands[0].value, depth + 1);
    }
    bool linear = OP_IS_ANY(def, OP_ADDI, OP_SUBI, OP_MULI) && def->operands_num == 2;
    return linear ? multiple_of_pair(def, depth) : 1;
}

/// Whether a term is a sum, or a product with a constant, modulo 2^64.
static bool is_linear(const value_t *value)
{
    int64_t constant;
    const op_t *def = value->def;
    const bool wide = value->type.kind == TYPE_SCALAR && value->type.elem == ELEM_INDEX;
    if (!wide || def == NULL || def->operands_num != 2) {
        return false;
    }
    return op_id(def) == OP_ADDI || op_id(def) == OP_SUBI ||
           (op_id(def) == OP_MULI && (value_constant(def->operands[0].value, &constant) ||
                                      value_constant(def->operands[1].value, &constant)));
}

static void add_root_term(finder_t *f, address_t *address, const value_t *value, uint64_t bytes, uint32_t depth);

static void add_linear_term(finder_t *f, address_t *address, const op_t *def, uint64_t bytes, uint32_t depth)
{
    int64_t factor;
    const value_t *a = def->operands[0].value, *b = def->operands[1].value;
    if (op_id(def) != OP_MULI) {
        add_root_term(f, address, a, bytes, depth + 1);
        add_root_term(f, address, b, op_id(def) == OP_ADDI ? bytes : 0 - bytes, depth + 1);
    } else if (value_constant(a, &factor)) {
        add_root_term(f, address, b, (uint64_t)factor * bytes, depth + 1);
    } else if (value_constant(b, &factor)) {
        add_root_term(f, address, a, (uint64_t)factor * bytes, depth + 1);
    }
}

static void add_root_term(finder_t *f, address_t *address, const value_t *value, uint64_t bytes, uint32_t depth)
{
    int64_t constant;
    if (value_constant(value, &constant)) {
        add_product(f, address, &address->root_bytes, constant, (int64_t)bytes);
        return;
    }
    if (depth < 4 && is_linear(value)) {
        add_linear_term(f, address, value->def, bytes, depth);
        return;
    }
    uint64_t multiple = multiple_of(value, 0);
    uint64_t size = (int64_t)bytes < 0 ? 0 - bytes : bytes;
    address->multiple = gcd(address->multiple, multiple < 1u << 20 && size < 1u << 20 ? multiple * size : 1);
    for (uint32_t i = 0; i < address->root_terms_num; i++) {
        if (address->root_terms[i] == value) {
            address->root_scales[i] += bytes;
            return;
        }
    }
    if (address->root_terms_num < ROOT_TERMS) {
        address->root_scales[address->root_terms_num] = bytes;
        address->root_terms[address->root_terms_num++] = value;
    } else {
        address->vague = true;
    }
}

/// Traces the base to its origin: an UB address, or an opaque pointer.
static void find_root(finder_t *f, address_t *address, const value_t *lower)
{
    uint64_t bytes = elem_bits(address->elem) / 8;
    const value_t *pointer = address->base;
    address->multiple = 0;
    address->root_bytes = address->offset * (int64_t)bytes;
    for (uint32_t i = 0; i < address->terms_num; i++) {
        add_root_term(f, address, address->terms[i], (uint64_t)address->factors[i] * bytes, 0);
    }
    if (address->variable != 0) {
        add_root_term(f, address, lower, (uint64_t)address->variable * bytes, 0);
    }
    for (uint32_t depth = 0; pointer->def != NULL && depth < 8; depth++) {
        const op_t *def = pointer->def;
        if (op_id(def) == OP_ADDPTR && def->operands_num == 2) {
            add_root_term(f, address, def->operands[1].value, elem_bits(pointer->type.elem) / 8, 0);
            pointer = def->operands[0].value;
        } else if (op_id(def) == OP_CASTPTR && def->operands[0].value->type.kind == TYPE_PTR) {
            pointer = def->operands[0].value;
        } else {
            break;
        }
    }
    int64_t constant;
    bool known = pointer->def != NULL && op_id(pointer->def) == OP_CASTPTR &&
                 value_constant(pointer->def->operands[0].value, &constant);
    if (known) {
        add_product(f, address, &address->root_bytes, constant, 1);
    } else {
        address->root = pointer;
        address->multiple = gcd(address->multiple, 1);
    }
    address->multiple =
        gcd(address->multiple, (uint64_t)(address->root_bytes < 0 ? -address->root_bytes : address->root_bytes));
}

address_t *lanes_new_address(finder_t *f, const op_t *op, const bound_t *pointer, bool store)
{
    lane_plan_t *plan = f->plan;
    if (plan->addresses_num == f->addresses_capacity) {
        uint32_t capacity = f->addresses_capacity == 0 ? 8 : f->addresses_capacity * 2;
        address_t *larger = ARENA_ARRAY(&f->cc->arena, address_t, capacity);
        for (uint32_t i = 0; i < plan->addresses_num; i++) {
            larger[i] = plan->addresses[i];
        }
        plan->addresses = larger;
        f->addresses_capacity = capacity;
    }
    address_t *address = &plan->addresses[plan->addresses_num++];
    *address = (address_t){
        .op = op, .base = pointer->operand->value, .elem = pointer->operand->value->type.elem, .store = store};
    if (lanes_class(f, address->base) != LANE_SCALAR) {
        lanes_give_up(f, op->loc, "the pointer changes in the loop");
        return address;
    }
    if (pointer->index != NULL) {
        split_index(f, address, pointer->index->value, 1, 0);
    }
    int64_t step = 0;
    add_product(f, address, &step, address->variable, plan->step);
    address->moves = plan->once || step == (int64_t)plan->lanes;
    address->pitch = step * (int64_t)(elem_bits(address->elem) / 8);
    find_root(f, address, f->loop->operands[0].value);
    return address;
}

bool lanes_affine(finder_t *f, const value_t *value, address_t *address)
{
    finder_t asked = *f;  // a failure here is no reason to give up the loop
    *address = (address_t){.op = f->loop};
    split_index(&asked, address, value, 1, 0);
    return !asked.failed;
}

bool lanes_same_sum(const address_t *a, const address_t *b)
{
    bool same = a->offset == b->offset && a->variable == b->variable && a->terms_num == b->terms_num;
    for (uint32_t i = 0; same && i < a->terms_num; i++) {
        same = a->terms[i] == b->terms[i] && a->factors[i] == b->factors[i];
    }
    return same;
}

/// Whether the distance of two accesses is known, in bytes.
static bool known_distance(const address_t *a, const address_t *b, int64_t *bytes)
{
    if (a->vague || b->vague || a->root != b->root || a->root_terms_num != b->root_terms_num) {
        return false;
    }
    for (uint32_t i = 0; i < a->root_terms_num; i++) {
        if (a->root_terms[i] != b->root_terms[i] || a->root_scales[i] != b->root_scales[i]) {
            return false;
        }
    }
    *bytes = a->root_bytes - b->root_bytes;
    return true;
}

/// Whether an address is computed in the loop, and so unavailable before it.
static bool starts_inside(const finder_t *f, const address_t *address)
{
    bool inside = lanes_is_inside(f->body, address->base);
    for (uint32_t i = 0; i < address->terms_num; i++) {
        inside |= lanes_is_inside(f->body, address->terms[i]);
    }
    return inside;
}

int64_t lanes_extent(const lane_plan_t *plan, const address_t *address)
{
    if (address->mask) {
        return plan->count * plan->bits / 64;
    }
    if (address->parts) {
        int64_t iterations = (plan->count + plan->lanes - 1) / plan->lanes;
        return iterations == 0 ? 0 : (iterations - 1) * address->pitch + address->bytes;
    }
    if (!plan->once) {
        return (plan->count * address->pitch + plan->lanes - 1) / plan->lanes;
    }
    return plan->count * (int64_t)(elem_bits(address->elem) / 8);
}

/// Compares a store with another access: disjoint, the same lanes, or left to the runtime check.
static void compare_addresses(finder_t *f, const address_t *store, const address_t *other)
{
    lane_plan_t *plan = f->plan;
    int64_t distance;
    bool same_lanes = elem_bits(store->elem) == elem_bits(other->elem) && !store->mask && !other->mask &&
                      !store->parts && !other->parts;
    if (known_distance(store, other, &distance)) {
        if (distance == 0 && same_lanes) {
            return;
        }
        if (plan->count >= 0 && (distance >= lanes_extent(plan, other) || -distance >= lanes_extent(plan, store))) {
            return;
        }
        if (plan->count >= 0) {
            lanes_give_up(f, store->op->loc, "the store overlaps what other iterations of the loop access");
            return;
        }
    }
    if (starts_inside(f, store) || starts_inside(f, other)) {
        lanes_give_up(f, store->op->loc, "the store may overlap what other iterations of the loop access");
        return;
    }
    plan->aparts[plan->aparts_num++] = (apart_t){.store = store, .other = other, .same_lanes = same_lanes};
}

void lanes_compare(finder_t *f)
{
    lane_plan_t *plan = f->plan;
    uint32_t stores = 0;
    for (uint32_t i = 0; i < plan->addresses_num; i++) {
        stores += plan->addresses[i].store;
    }
    if (stores > 8 || plan->addresses_num > 24) {
        lanes_give_up(f, f->loop->loc, "too many loads and stores");
        return;
    }
    plan->aparts = ARENA_ARRAY(&f->cc->arena, apart_t, (size_t)stores * plan->addresses_num + 1);
    for (uint32_t i = 0; i < plan->addresses_num && !f->failed; i++) {
        for (uint32_t j = 0; j < plan->addresses_num && plan->addresses[i].store; j++) {
            if (j != i && !(plan->addresses[j].store && j < i)) {
                compare_addresses(f, &plan->addresses[i], &plan->addresses[j]);
            }
        }
    }
    if (plan->aparts_num > APARTS_MAX && !f->failed) {
        lanes_join_families(f, APARTS_MAX);
    }
    if (plan->aparts_num > APARTS_MAX) {
        // The comparisons would cost more than strips gain.
        lanes_give_up(f, f->loop->loc, "too many places to compare at run time");
    }
}
