// SPDX-License-Identifier: Apache-2.0
//
// Hoists work of lane-wise loops in front of a loop over rows: their number of lanes, if all rows have the same, and
// the alias check, as distances are usually linear in the row.

#include "ptoc.h"

#include "find.h"

#define DEPTH_MAX   8
#define PLACE_TERMS 12

/// Lanes ///

static bool same_count(const lane_plan_t *a, const lane_plan_t *b)
{
    const operand_t *left = a->loop->operands, *right = b->loop->operands;
    bool same = left[0].value == right[0].value && left[1].value == right[1].value && a->step == b->step &&
                a->lanes == b->lanes && (a->plt == NULL) == (b->plt == NULL) && (a->sum == NULL) == (b->sum == NULL);
    return same && (a->plt == NULL || (a->sum == NULL ? a->left == b->left : lanes_same_sum(a->sum, b->sum)));
}

static void find_count(ptoc_t *cc, const op_t *rows, lane_plan_t *plan)
{
    const block_t *body = rows->regions[0].block;
    const op_t *loop = plan->loop;
    bool varies = lanes_is_inside(body, loop->operands[0].value) || lanes_is_inside(body, loop->operands[1].value) ||
                  (plan->plt != NULL && lanes_left_is_inside(plan, body));
    if (plan->count >= 0 || varies) {
        return;
    }
    plan->counted = COUNT_ROWS;
    for (const op_t *op = body->first; op != loop && plan->counted == COUNT_ROWS; op = op->next) {
        const lane_plan_t *other = op_id(op) == OP_FOR ? op->aux : NULL;
        if (other != NULL && other->counted == COUNT_ROWS && same_count(other, plan)) {
            plan->counted = COUNT_SAME;
            plan->lanes_value = other->lanes_value;
        }
    }
    if (plan->counted == COUNT_ROWS) {
        plan->lanes_value = ARENA_NEW(&cc->arena, value_t);
    }
}

/// Addresses ///

static const expr_t *make(ptoc_t *cc, expr_t expr)
{
    expr_t *made = ARENA_NEW(&cc->arena, expr_t);
    *made = expr;
    return made;
}

static const expr_t *constant(ptoc_t *cc, int64_t number)
{
    return make(cc, (expr_t){EXPR_CONSTANT, .number = (uint64_t)number});
}

static const expr_t *value(ptoc_t *cc, const value_t *of)
{
    return make(cc, (expr_t){EXPR_VALUE, .value = of});
}

static per_row_t times(ptoc_t *cc, per_row_t a, const expr_t *factor)
{
    return (per_row_t){make(cc, (expr_t){EXPR_MUL, .a = a.first, .b = factor}),
                       a.step == NULL ? NULL : make(cc, (expr_t){EXPR_MUL, .a = a.step, .b = factor})};
}

/// a + b or a - b.
static per_row_t plus(ptoc_t *cc, per_row_t a, bool negative, per_row_t b)
{
    const int kind = negative ? EXPR_SUB : EXPR_ADD;
    const expr_t *step = a.step;
    if (b.step != NULL) {
        const expr_t *so_far = a.step != NULL ? a.step : make(cc, (expr_t){EXPR_ZERO});
        step = make(cc, (expr_t){kind, .a = so_far, .b = b.step});
    }
    return (per_row_t){make(cc, (expr_t){kind, .a = a.first, .b = b.first}), step};
}

static bool is_wide(const value_t *index)
{
    return index->type.kind == TYPE_SCALAR && (index->type.elem == ELEM_INDEX || elem_bits(index->type.elem) == 64);
}

static bool find_linear(ptoc_t *cc, const op_t *rows, const value_t *index, uint32_t depth, per_row_t *found);

/// A sum, difference or product; one factor of a product must be the same in all rows.
static bool find_pair(ptoc_t *cc, const op_t *rows, const op_t *def, uint32_t depth, per_row_t *found)
{
    per_row_t a, b;
    const op_id_t id = def == NULL || def->operands_num != 2 ? OP_NONE : op_id(def);
    if ((id != OP_ADDI && id != OP_SUBI && id != OP_MULI) ||
        !find_linear(cc, rows, def->operands[0].value, depth + 1, &a) ||
        !find_linear(cc, rows, def->operands[1].value, depth + 1, &b)) {
        return false;
    }
    if (id != OP_MULI) {
        *found = plus(cc, a, id == OP_SUBI, b);
        return true;
    }
    *found = b.step == NULL ? times(cc, a, b.first) : times(cc, b, a.first);
    return a.step == NULL || b.step == NULL;
}

/// A 64-bit index as a linear function of the row; false if it is not known to be one.
static bool find_linear(ptoc_t *cc, const op_t *rows, const value_t *index, uint32_t depth, per_row_t *found)
{
    int64_t number;
    if (!is_wide(index) || depth > DEPTH_MAX) {
        return false;
    }
    if (value_constant(index, &number)) {
        *found = (per_row_t){constant(cc, number), NULL};
    } else if (index == &rows->regions[0].block->args[0]) {
        *found = (per_row_t){value(cc, rows->operands[0].value), value(cc, rows->operands[2].value)};
    } else if (!lanes_is_inside(rows->regions[0].block, index)) {
        *found = (per_row_t){value(cc, index), NULL};
    } else {
        return find_pair(cc, rows, index->def, depth, found);
    }
    return true;
}

/// The first address that a loop accesses: a pointer from outside of the rows plus an offset in bytes.
typedef struct place {
    const value_t *pointer;
    const value_t *terms[PLACE_TERMS];
    int64_t bytes[PLACE_TERMS];  // factor of each term
    uint32_t terms_num;
    int64_t constant;
} place_t;

static bool add_term(place_t *place, const value_t *term, int64_t bytes)
{
    int64_t number;
    if (value_constant(term, &number)) {
        place->constant += (int64_t)((uint64_t)number * (uint64_t)bytes);
        return true;
    }
    if (place->terms_num == PLACE_TERMS) {
        return false;
    }
    place->terms[place->terms_num] = term;
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
    while (found && lanes_is_inside(rows->regions[0].block, place->pointer)) {
        const op_t *def = place->pointer->def;
        found = op_id(def) == OP_ADDPTR && def->operands_num == 2 &&
                add_term(place, def->operands[1].value, elem_bits(place->pointer->type.elem) / 8);
        place->pointer = found ? def->operands[0].value : place->pointer;
    }
    return found;
}

/// Removes common terms.
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

static bool add_terms(ptoc_t *cc, const op_t *rows, const place_t *place, bool negative, per_row_t *sum)
{
    for (uint32_t i = 0; i < place->terms_num; i++) {
        per_row_t term;
        if (!find_linear(cc, rows, place->terms[i], 0, &term)) {
            return false;
        }
        *sum = plus(cc, *sum, negative, times(cc, term, constant(cc, place->bytes[i])));
    }
    return true;
}

/// The distance between the first addresses of two accesses, in bytes.
static bool find_distance(ptoc_t *cc, const op_t *rows, const lane_plan_t *plan, apart_t *apart)
{
    place_t a, b;
    if (!find_place(rows, plan, apart->store, &a) || !find_place(rows, plan, apart->other, &b)) {
        return false;
    }
    cancel(&a, &b);
    const uint64_t bytes = (uint64_t)a.constant - (uint64_t)b.constant;
    apart->distance =
        (per_row_t){make(cc, (expr_t){EXPR_DISTANCE, .number = bytes, .value = a.pointer, .from = b.pointer}), NULL};
    return add_terms(cc, rows, &a, false, &apart->distance) && add_terms(cc, rows, &b, true, &apart->distance);
}

/// Hoists the alias check for all rows. If it fails, each row has its own check, provided that distances vary by row.
static void find_aparts(ptoc_t *cc, const op_t *rows, lane_plan_t *plan)
{
    int64_t step;
    bool known = plan->aparts_num != 0 && (plan->count >= 0 || plan->counted != COUNT_TEXT) &&
                 value_constant(rows->operands[2].value, &step) && step > 0 && step < INT32_MAX &&
                 is_wide(rows->operands[0].value);
    plan->rows_same = true;
    for (uint32_t i = 0; i < plan->aparts_num && known; i++) {
        known = plan->aparts[i].last_store == NULL && find_distance(cc, rows, plan, &plan->aparts[i]);
        plan->rows_same = plan->rows_same && plan->aparts[i].distance.step == NULL;
    }
    plan->apart_name = known ? ARENA_NEW(&cc->arena, const char *) : NULL;
}

void lanes_find_rows(ptoc_t *cc, op_t *rows)
{
    for (op_t *op = rows->regions[0].block->first; op != NULL; op = op->next) {
        lane_plan_t *plan = op_id(op) == OP_FOR ? op->aux : NULL;
        if (plan != NULL) {
            plan->rows = rows;
            find_count(cc, rows, plan);
            find_aparts(cc, rows, plan);
        }
    }
}
