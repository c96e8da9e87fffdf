// SPDX-License-Identifier: Apache-2.0
//
// What a loop over rows finds once, in front of it, for the lane-wise loops in its body: how many lanes they have,
// where that is the same in every row; and whether their places are apart, which is linear in the row as a rule.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

static bool is_inside(const op_t *rows, const value_t *value)
{
    const finder_t finder = {.body = rows->regions[0].block};
    return lanes_is_inside(&finder, value);
}

/// Lanes ///

/// The name of a count that an earlier loop of the rows has, or NULL.
static const char *known_count(const op_t *rows, const op_t *loop, const char *count)
{
    for (const op_t *op = rows->regions[0].block->first; op != loop; op = op->next) {
        const lane_plan_t *other = op_id(op) == OP_FOR ? op->aux : NULL;
        if (other != NULL && other->row_count != NULL && strcmp(other->row_text, count) == 0) {
            return other->row_count;
        }
    }
    return NULL;
}

static void hoist_count(emitter_t *e, const op_t *rows, lane_plan_t *plan)
{
    const op_t *loop = plan->loop;
    bool varies = is_inside(rows, loop->operands[0].value) || is_inside(rows, loop->operands[1].value) ||
                  (plan->plt != NULL && lanes_left_is_inside(plan, rows->regions[0].block));
    if (plan->count >= 0 || varies) {
        return;
    }
    plan->row_text = lanes_count(e, plan);
    const char *known = known_count(rows, loop, plan->row_text);
    if (known == NULL) {
        known = arena_printf(&e->cc->arena, "pto_lanes%u", ++e->loops_num);
        emit_printf(e, "#ifdef PTO_HAS_STRIPS\n");
        emit_begin(e, rows->loc);
        emit_printf(e, "const ptrdiff_t %s = pto_strips_num((ptrdiff_t)(%s));\n", known, plan->row_text);
        emit_printf(e, "#endif\n");
    }
    plan->row_count = known;
}

/// Places ///

/// A number as C of uint64_t, modulo 2^64 as indices and addresses are: in the first row, and what each row adds to it
/// (NULL: nothing).
typedef struct linear {
    const char *first, *step;
} linear_t;

static linear_t times(arena_t *arena, linear_t a, const char *factor)
{
    return (linear_t){arena_printf(arena, "%s * %s", a.first, factor),
                      a.step == NULL ? NULL : arena_printf(arena, "%s * %s", a.step, factor)};
}

static linear_t plus(arena_t *arena, linear_t a, const char *sign, linear_t b)
{
    const char *step = a.step;
    if (b.step != NULL) {
        step = arena_printf(arena, "(%s %s %s)", a.step == NULL ? "0" : a.step, sign, b.step);
    }
    return (linear_t){arena_printf(arena, "(%s %s %s)", a.first, sign, b.first), step};
}

static bool is_wide(const value_t *value)
{
    return value->type.kind == TYPE_SCALAR && (value->type.elem == ELEM_INDEX || elem_bits(value->type.elem) == 64);
}

/// An index of 64 bits, false where it is not known to be linear.
static bool find_linear(emitter_t *e, const op_t *rows, const value_t *value, uint32_t depth, linear_t *found)
{
    arena_t *arena = &e->cc->arena;
    const value_t *row = &rows->regions[0].block->args[0];
    const op_t *def = value->def;
    linear_t a, b;
    int64_t constant;
    if (!is_wide(value) || depth > 8) {
        return false;
    }
    if (value_constant(value, &constant)) {
        *found = (linear_t){arena_printf(arena, "UINT64_C(%" PRIu64 ")", (uint64_t)constant), NULL};
        return true;
    }
    if (value == row) {
        *found = (linear_t){arena_printf(arena, "(uint64_t)%s", rows->operands[0].value->cname),
                            arena_printf(arena, "(uint64_t)%s", rows->operands[2].value->cname)};
        return true;
    }
    if (!is_inside(rows, value)) {
        *found = (linear_t){arena_printf(arena, "(uint64_t)%s", value->cname), NULL};
        return value->cname != NULL;
    }
    if (def == NULL || def->operands_num != 2 ||
        (op_id(def) != OP_ADDI && op_id(def) != OP_SUBI && op_id(def) != OP_MULI)) {
        return false;
    }
    if (!find_linear(e, rows, def->operands[0].value, depth + 1, &a) ||
        !find_linear(e, rows, def->operands[1].value, depth + 1, &b)) {
        return false;
    }
    if (op_id(def) != OP_MULI) {
        *found = plus(arena, a, op_id(def) == OP_ADDI ? "+" : "-", b);
        return true;
    }
    *found = b.step == NULL ? times(arena, a, b.first) : times(arena, b, a.first);
    return a.step == NULL || b.step == NULL;
}

enum { PLACE_TERMS = 12 };

/// Where a loop starts to access: a pointer from outside of the rows, and bytes behind it.
typedef struct place {
    const value_t *pointer;
    const value_t *terms[PLACE_TERMS];
    int64_t bytes[PLACE_TERMS];  // of one of the term
    uint32_t terms_num;
    int64_t constant;
} place_t;

static bool add_term(place_t *place, const value_t *value, int64_t bytes)
{
    int64_t constant;
    if (value_constant(value, &constant)) {
        place->constant += (int64_t)((uint64_t)constant * (uint64_t)bytes);
        return true;
    }
    if (place->terms_num == PLACE_TERMS) {
        return false;
    }
    place->terms[place->terms_num] = value;
    place->bytes[place->terms_num++] = bytes;
    return true;
}

static bool find_place(const op_t *rows, const lane_plan_t *plan, const address_t *address, place_t *place)
{
    const int64_t size = elem_bits(address->elem) / 8;
    *place = (place_t){.pointer = address->base, .constant = address->offset * size};
    bool found = address->variable == 0 || add_term(place, plan->loop->operands[0].value, address->variable * size);
    for (uint32_t i = 0; i < address->terms_num; i++) {
        found = found && add_term(place, address->terms[i], address->factors[i] * size);
    }
    while (found && is_inside(rows, place->pointer)) {
        const op_t *def = place->pointer->def;
        found = def != NULL && op_id(def) == OP_ADDPTR && def->operands_num == 2 &&
                add_term(place, def->operands[1].value, elem_bits(place->pointer->type.elem) / 8);
        place->pointer = found ? def->operands[0].value : place->pointer;
    }
    return found && place->pointer->cname != NULL;
}

/// Terms that both have make no difference.
static void cancel(place_t *a, place_t *b)
{
    for (uint32_t i = 0; i < a->terms_num; i++) {
        for (uint32_t j = 0; j < b->terms_num; j++) {
            if (a->terms[i] == b->terms[j] && a->bytes[i] == b->bytes[j]) {
                a->terms[i] = a->terms[--a->terms_num];
                a->bytes[i] = a->bytes[a->terms_num];
                b->terms[j] = b->terms[--b->terms_num];
                b->bytes[j] = b->bytes[b->terms_num];
                i--;
                break;
            }
        }
    }
}

static bool add_terms(emitter_t *e, const op_t *rows, const place_t *place, const char *sign, linear_t *sum)
{
    arena_t *arena = &e->cc->arena;
    for (uint32_t i = 0; i < place->terms_num; i++) {
        linear_t term;
        if (!find_linear(e, rows, place->terms[i], 0, &term)) {
            return false;
        }
        const char *bytes = arena_printf(arena, "UINT64_C(%" PRIu64 ")", (uint64_t)place->bytes[i]);
        *sum = plus(arena, *sum, sign, times(arena, term, bytes));
    }
    return true;
}

/// The bytes from one place to another.
static bool find_distance(emitter_t *e, const op_t *rows, const lane_plan_t *plan, const apart_t *apart,
                          linear_t *distance)
{
    place_t a, b;
    if (!find_place(rows, plan, apart->store, &a) || !find_place(rows, plan, apart->other, &b)) {
        return false;
    }
    cancel(&a, &b);
    *distance =
        (linear_t){arena_printf(&e->cc->arena, "((uintptr_t)%s - (uintptr_t)%s + UINT64_C(%" PRIu64 "))",
                                a.pointer->cname, b.pointer->cname, (uint64_t)a.constant - (uint64_t)b.constant),
                   NULL};
    return add_terms(e, rows, &a, "+", distance) && add_terms(e, rows, &b, "-", distance);
}

/// Whether all places of a loop are apart in all rows. Where they are not, each row asks for itself, if rows differ.
static void hoist_aparts(emitter_t *e, const op_t *rows, lane_plan_t *plan)
{
    arena_t *arena = &e->cc->arena;
    const value_t *lower = rows->operands[0].value, *upper = rows->operands[1].value;
    const char *text = "";
    int64_t step;
    bool known = plan->aparts_num != 0 && (plan->count >= 0 || plan->row_count != NULL) &&
                 value_constant(rows->operands[2].value, &step) && step > 0 && step < INT32_MAX && is_wide(lower);
    plan->row_same = true;
    for (uint32_t i = 0; i < plan->aparts_num && known; i++) {
        linear_t distance;
        known = find_distance(e, rows, plan, &plan->aparts[i], &distance);
        if (known) {
            plan->row_same = plan->row_same && distance.step == NULL;
            text = arena_printf(arena, "%s%spto_strips_%s_rows(%s, %s, pto_strip_lanes(%s, %s, %s, 1), %s)", text,
                                i == 0 ? "" : " & ", plan->aparts[i].same_lanes ? "apart" : "clear", distance.first,
                                distance.step == NULL ? "0" : distance.step, lower->cname, upper->cname,
                                rows->operands[2].value->cname, lanes_extents(e, plan, &plan->aparts[i]));
        }
    }
    if (known) {
        plan->row_apart = arena_printf(arena, "pto_apart%u", ++e->loops_num);
        emit_printf(e, "#ifdef PTO_HAS_STRIPS\n");
        emit_begin(e, rows->loc);
        emit_printf(e, "const int %s = %s;\n", plan->row_apart, text);
        emit_printf(e, "#endif\n");
    }
}

void emit_rows(emitter_t *e, op_t *rows)
{
    for (op_t *op = rows->regions[0].block->first; op != NULL && e->scope != NULL; op = op->next) {
        if (op_id(op) == OP_FOR && op->aux != NULL) {
            hoist_count(e, rows, op->aux);
            hoist_aparts(e, rows, op->aux);
        }
    }
}
