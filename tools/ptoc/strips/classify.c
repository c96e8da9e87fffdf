// SPDX-License-Identifier: Apache-2.0
//
// What the operations of a loop are to strips. See strips.h.

#include "ptoc.h"

#include "find.h"

#include <string.h>

#define MASK_BYTES 32
#define VREG_BYTES 256

enum {
#define PTO_OP(...) +1
    FORMS_MAX = 0
#include <isa/vector.def>
};

static const lanes_row_t rows[] = {
#define PTO_LANES(fn, kinds, groups, traits, function) {#fn, kinds, groups, traits, function},
#define PTO_LANES_ROLE(fn, traits)                     {#fn, "", 0, traits, ""},
#include <isa/lanes.def>
};

char lanes_elem_kind(elem_t elem)
{
    switch (elem) {
        case ELEM_F16:
        case ELEM_F32:
            return 'F';
        case ELEM_U8:
        case ELEM_U16:
        case ELEM_U32:
        case ELEM_U64:
            return 'U';
        default:
            return elem_is_int(elem) && elem != ELEM_I1 ? 'I' : '\0';
    }
}

/// The row of a form, looked up once.
static const lanes_row_t *row_of_form(const op_form_t *form)
{
    static struct {
        bool known;
        const lanes_row_t *row;
    } forms[FORMS_MAX];
    const uint32_t at = form->row;
    for (size_t i = 0; !forms[at].known && i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(form->fn, rows[i].fn) == 0) {
            forms[at].row = &rows[i];
        }
    }
    forms[at].known = true;
    return forms[at].row;
}

const lanes_row_t *lanes_row(const op_t *op)
{
    return op->form == NULL ? NULL : row_of_form(op->form);
}

bool lanes_has(const op_t *op, unsigned trait)
{
    const lanes_row_t *row = lanes_row(op);
    return row != NULL && (row->traits & trait) != 0;
}

void lanes_give_up(finder_t *f, loc_t loc, const char *format, ...)
{
    if (!f->failed && f->cc->explain) {
        text_t text = {0};
        va_list args;
        va_start(args, format);
        text_vprintf(&text, format, args);
        va_end(args);
        f->why = arena_copy(&f->cc->arena, text.data, text.size);
        f->why_loc = loc;
        text_free(&text);
    }
    f->failed = true;
}

/// Values ///

bool lanes_is_inside(const block_t *body, const value_t *value)
{
    const block_t *block = value->def != NULL ? value->def->parent : value->block;
    while (block != NULL && block != body) {
        block = block->region->owner == NULL ? NULL : block->region->owner->parent;
    }
    return block != NULL;
}

bool lanes_is_all(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL || !lanes_has(def, LANES_PATTERN)) {
        return false;
    }
    const attr_t *attr = def->attrs_num != 0 ? &def->attrs[0] : NULL;
    return attr != NULL && attr->text != NULL && strcmp(attr->text, "PAT_ALL") == 0;
}

const char *lanes_attr(const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR) {
            return bound[i].value == NULL ? "" : bound[i].value->spelling;
        }
    }
    return "";
}

/// A load of one element into all lanes.
static bool is_broadcast(const op_t *op)
{
    bound_t bound[SIG_MAX];
    char sized[16];
    snprintf(sized, sizeof(sized), "BRC_B%u", elem_bits(op->elem));
    return lanes_has(op, LANES_LOAD) && strcmp(lanes_attr(bound, ops_operands(op, bound, NULL)), sized) == 0;
}

bool lanes_uniform(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL) {
        return false;
    }
    if (lanes_has(def, LANES_SPLAT_IF | LANES_SPLAT_LANE)) {
        return def->operands_num == 2 && lanes_is_all(def->operands[1].value);
    }
    return (lanes_has(def, LANES_SPLAT) && def->operands_num == 1) || is_broadcast(def);
}

const value_t *lanes_scalar(const value_t *value)
{
    if (lanes_has(value->def, LANES_SPLAT_LANE) && lanes_is_first(value->def->operands[0].value)) {
        return value->def->operands[0].value;
    }
    return lanes_has(value->def, LANES_SPLAT_LANE | LANES_LOAD) ? NULL : value->def->operands[0].value;
}

const bound_t *lanes_carried(const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].operand != NULL && bound[i].operand->value->lane == LANE_CARRIED) {
            return &bound[i];
        }
    }
    return NULL;
}

/// What a value is here; values from outside are scalars, constant masks and splats.
lane_t lanes_class(const finder_t *f, const value_t *value)
{
    if (lanes_is_inside(f->body, value)) {
        return (lane_t)value->lane;
    }
    switch (value->type.kind) {
        case TYPE_SCALAR:
        case TYPE_PTR:
            return LANE_SCALAR;
        case TYPE_MASK:
            return lanes_is_all(value) ? LANE_ALL : LANE_NONE;
        case TYPE_VREG:
            return lanes_uniform(value) ? LANE_SPLAT : LANE_NONE;
        default:
            return LANE_NONE;
    }
}

static bool all_operands(const finder_t *f, const op_t *op, lane_t lane)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (lanes_class(f, op->operands[i].value) != lane) {
            return false;
        }
    }
    return true;
}

static void set_lane(const op_t *op, uint32_t result, lane_t lane)
{
    if (result < op->results_num) {
        op->results[result].lane = (uint8_t)lane;
    }
}

/// Operations of the body ///

static const bound_t *find_item(const bound_t *bound, uint32_t num, sig_kind_t kind)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == kind && bound[i].operand != NULL) {
            return &bound[i];
        }
    }
    return NULL;
}

static bool right_width(const finder_t *f, elem_t elem)
{
    return lanes_elem_kind(elem) != '\0' && elem_bits(elem) == f->plan->bits;
}

static bool is_norm(const char *dist, uint32_t bits)
{
    char sized[16];
    snprintf(sized, sizeof(sized), "NORM_B%u", bits);
    return strcmp(dist, "NORM") == 0 || strcmp(dist, sized) == 0;
}

static void visit_load(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const bound_t *pointer = find_item(bound, num, SIG_P);
    const char *dist = lanes_attr(bound, num);
    if (pointer == NULL || op->results_num != 1) {
        lanes_give_up(f, op->loc, "this form of %s has no strips", op->name);
        return;
    }
    address_t *address = lanes_new_address(f, op, pointer, false);
    bool same =
        pointer->operand->value->type.elem != ELEM_NONE && strcmp(elem_token(address->elem), elem_token(op->elem)) == 0;
    if (same && address->moves && lanes_is_unpacked(dist, op->elem, f->plan->bits)) {
        set_lane(op, 0, LANE_WIDE);
        return;
    }
    bool normal = is_norm(dist, elem_bits(op->elem)) && same;
    if (normal && address->pitch == VREG_BYTES && !(address->moves && right_width(f, op->elem)) && !f->plan->once) {
        f->plan->parts = true;
        set_lane(op, 0, LANE_PARTS);
        return;
    }
    if (!(normal && right_width(f, op->elem) && address->moves) && lanes_visit_parts(f, op)) {
        return;
    }
    if (!is_norm(dist, elem_bits(op->elem))) {
        lanes_give_up(f, op->loc, "distribution %s has no strips", dist);
    } else if (!same || !right_width(f, op->elem)) {
        lanes_give_up(f, op->loc, "%u-bit elements in a loop of %u-bit lanes", elem_bits(op->elem), f->plan->bits);
    } else if (!address->moves) {
        lanes_give_up(f, op->loc, "the address does not move with the loop");
    }
    set_lane(op, 0, LANE_STRIP);
}

static void visit_store(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const bound_t *pointer = find_item(bound, num, SIG_P), *data = find_item(bound, num, SIG_V),
                  *mask = find_item(bound, num, SIG_G);
    bool packed = data != NULL && lanes_class(f, data->operand->value) == LANE_NARROW &&
                  lanes_stored_bits(op->elem, lanes_attr(bound, num)) == f->plan->bits;
    bool normal = right_width(f, op->elem) && is_norm(lanes_attr(bound, num), elem_bits(op->elem));
    lane_t lane = data == NULL ? LANE_NONE : lanes_class(f, data->operand->value);
    lane_t gate = mask == NULL ? LANE_NONE : lanes_class(f, mask->operand->value);
    bool gran = mask != NULL && mask->operand->value->type.gran == elem_bits(op->elem);
    bool whole =
        gran && (gate == LANE_PREFIX || gate == LANE_ALL) && is_norm(lanes_attr(bound, num), elem_bits(op->elem));
    if (lane == LANE_PARTS && whole && lanes_new_address(f, op, pointer, true)->pitch == VREG_BYTES) {
        return;
    }
    bool strips = normal && (lane == LANE_STRIP || lane == LANE_SPLAT) && gate != LANE_MASKS && gate != LANE_FIXED;
    if (!packed && !strips && lanes_visit_parts(f, op)) {
        return;
    }
    if (pointer == NULL || data == NULL || mask == NULL || !(normal || packed)) {
        lanes_give_up(f, op->loc, "this store has no strips: distribution %s of %u-bit elements, %u-bit lanes",
                      lanes_attr(bound, num), elem_bits(op->elem), f->plan->bits);
        return;
    }
    bool gated = gate == LANE_PREFIX || gate == LANE_MASK || (gate == LANE_ALL && f->plan->plt == NULL);
    gran = mask->operand->value->type.gran == f->plan->bits;
    if ((lane != LANE_STRIP && lane != LANE_SPLAT && lane != LANE_NARROW) || !gated || !gran) {
        lanes_give_up(f, op->loc, "the mask of the store is not that of the loop");
        return;
    }
    address_t *address = lanes_new_address(f, op, pointer, true);
    bool moves = address->moves && strcmp(elem_token(address->elem), elem_token(op->elem)) == 0;
    if (!moves && !lanes_visit_parts(f, op)) {
        lanes_give_up(f, op->loc, "the address does not move with the loop");
    }
}

/// A computed mask, as the bits of a register.
static void visit_mask_store(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const bound_t *pointer = find_item(bound, num, SIG_Q), *mask = find_item(bound, num, SIG_M);
    bool fits = pointer != NULL && mask != NULL && lanes_class(f, mask->operand->value) == LANE_MASK &&
                mask->operand->value->type.gran == f->plan->bits && strcmp(lanes_attr(bound, num), "NORM") == 0 &&
                elem_bits(pointer->operand->value->type.elem) == 8;
    if (!(fits && lanes_all_full(f)) && lanes_visit_parts(f, op)) {
        return;
    }
    if (!fits) {
        lanes_give_up(f, op->loc, "this store of a mask has no strips");
        return;
    }
    address_t *address = lanes_new_address(f, op, pointer, true);
    address->mask = true;
    address->moves = f->plan->once || address->variable * f->plan->step == MASK_BYTES;
    f->plan->masks = true;
    if (!address->moves) {
        lanes_give_up(f, op->loc, "the address does not move with the loop");
    }
}

static bool operand_fits(const finder_t *f, const op_t *op, const bound_t *bound)
{
    lane_t lane = lanes_class(f, bound->operand->value);
    switch (bound->item->kind) {
        case SIG_V:
            return lane == LANE_STRIP || lane == LANE_SPLAT;
        case SIG_U:
            return lane == LANE_STRIP && elem_class(bound->operand->value->type.elem) == CLASS_UINT;
        case SIG_S:
        case SIG_I16:
            return lane == LANE_SCALAR;
        case SIG_M:
            if (bound->operand == &op->operands[2] && lanes_has(op, LANES_CARRY_IN)) {
                return lane == LANE_MASK;
            }
            return lane == LANE_PREFIX || lane == LANE_ALL ||
                   (lane == LANE_MASK && bound->operand->value->type.gran == f->plan->bits &&
                    !lanes_has(op, LANES_CARRY));
        default:
            return false;
    }
}

/// The vsel that gives an accumulator back its lanes beyond the mask of the loop; whole strips have none.
static const op_t *kept_where_masked(const finder_t *f, const value_t *folded, const value_t *before)
{
    for (const op_t *op = folded->def->next; op != NULL && folded->uses_num == 1; op = op->next) {
        if (lanes_has(op, LANES_SELECTS) && op->operands_num == 3 && op->operands[0].value == folded) {
            lane_t gate = lanes_class(f, op->operands[2].value);
            bool whole = gate == LANE_PREFIX || gate == LANE_ALL;
            return whole && op->operands[1].value == before ? op : NULL;
        }
    }
    return NULL;
}

/// An accumulator: read once, by an operation that works lane by lane, and written by it.
static void visit_fold(finder_t *f, op_t *op, const bound_t *bound, uint32_t num)
{
    const bound_t *carried = lanes_carried(bound, num);
    const value_t *before = carried->operand->value;
    const op_t *yield = f->body->last;
    bool commutes = lanes_has(op, LANES_COMMUTES);
    bool place = (carried == &bound[0] || (carried == &bound[1] && commutes)) && lanes_has(op, LANES_FOLDS) &&
                 right_width(f, op->elem) && lanes_elem_kind(op->elem) != '\0' && op->results_num == 1;
    for (uint32_t i = 0; i < num; i++) {
        lane_t lane = bound[i].operand == NULL ? LANE_NONE : lanes_class(f, bound[i].operand->value);
        bool governs = lane == LANE_ALL || lane == LANE_PREFIX;
        place = place && (&bound[i] == carried || (bound[i].item->kind == SIG_V ? lane == LANE_STRIP : governs));
    }
    const op_t *kept = place ? kept_where_masked(f, &op->results[0], before) : NULL;
    const value_t *after = kept != NULL ? &kept->results[0] : place ? &op->results[0] : NULL;
    bool chain = place && before->uses_num == (kept != NULL ? 2 : 1) && after->uses_num == 1 &&
                 op_id(yield) == OP_YIELD && yield->operands_num >= before->index &&
                 yield->operands[before->index - 1].value == after;
    if (!place || !chain) {
        lanes_give_up(f, op->loc, "this use of the accumulator has no strips");
        return;
    }
    f->plan->folds_num++;
    f->plan->stops_at_nan |= lanes_has(op, LANES_EXTREME) && lanes_elem_kind(op->elem) == 'F';
    set_lane(op, 0, LANE_FOLDED);
    if (kept != NULL) {
        set_lane(kept, 0, LANE_FOLDED);
    }
}

/// A gather reads anywhere: its table must not be what the loop stores, and strips must hold whole registers,
/// so that a register is read before any of it is stored.
static void visit_gather(finder_t *f, op_t *op, const bound_t *bound, uint32_t num)
{
    const bound_t *table = find_item(bound, num, SIG_P), *index = find_item(bound, num, SIG_X),
                  *mask = find_item(bound, num, SIG_M);
    bool fits = table != NULL && index != NULL && mask != NULL && right_width(f, op->elem) && f->plan->bits == 32 &&
                op->results_num == 1 && lanes_class(f, table->operand->value) == LANE_SCALAR &&
                lanes_class(f, index->operand->value) == LANE_STRIP &&
                lanes_elem_kind(index->operand->value->type.elem) != 'F' &&
                elem_bits(index->operand->value->type.elem) == f->plan->bits &&
                strcmp(elem_token(table->operand->value->type.elem), elem_token(op->elem)) == 0;
    lane_t gate = mask == NULL ? LANE_NONE : lanes_class(f, mask->operand->value);
    fits = fits && (gate == LANE_PREFIX || gate == LANE_ALL || gate == LANE_MASK);
    if (!fits && lanes_visit_parts(f, op)) {
        return;
    }
    if (!fits) {
        lanes_give_up(f, op->loc, "this gather has no strips");
        return;
    }
    f->plan->whole = true;
    set_lane(op, 0, LANE_STRIP);
}

/// Whether the table has an operation on elements of this type.
static bool has_row(const finder_t *f, const op_t *op)
{
    bool wide_result = lanes_has(op, LANES_DIFFERENCE) && op->elem != ELEM_F32;
    const lanes_row_t *row = lanes_row(op);
    bool counts = op->results_num == (lanes_has(op, LANES_CARRY) ? 2 : 1);
    return row != NULL && right_width(f, op->elem) && strchr(row->kinds, lanes_elem_kind(op->elem)) != NULL && counts &&
           !wide_result;
}

/// The first operand that strips do not hold; its number, 0: all are held.
static uint32_t operand_amiss(const finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind != SIG_ATTR && (bound[i].operand == NULL || !operand_fits(f, op, &bound[i]))) {
            return i + 1;
        }
    }
    return 0;
}

/// An operation on strips, lane by lane.
static bool is_lanewise(const finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    uint32_t strips = 0;
    for (uint32_t i = 0; i < num; i++) {
        strips += bound[i].operand != NULL && lanes_class(f, bound[i].operand->value) == LANE_STRIP;
    }
    return has_row(f, op) && operand_amiss(f, op, bound, num) == 0 && strips != 0;
}

static void explain_lanewise(finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    uint32_t amiss = operand_amiss(f, op, bound, num);
    if (!has_row(f, op)) {
        lanes_give_up(f, op->loc, "%s of %s has no strips%s", op->name, elem_name(op->elem),
                      f->plan->once ? ", and the loop has one turn" : "");
    } else if (amiss != 0) {
        lanes_give_up(f, op->loc, "operand %u of %s is nothing that strips can hold", amiss, op->name);
    } else {
        lanes_give_up(f, op->loc, "no operand of %s moves with the loop", op->name);
    }
}

static void visit_lanewise(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    if (op->results_num == 1 && op->results[0].lane == LANE_FOLDED) {
        return;  // the end of a fold
    }
    if (lanes_carried(bound, num) != NULL) {
        visit_fold(f, op, bound, num);
        return;
    }
    if (lanes_has(op, LANES_CONVERTS) && lanes_visit_conversion(f, op)) {
        return;
    }
    if (lanes_has(op, LANES_GATHER)) {
        visit_gather(f, op, bound, num);
        return;
    }
    if (!is_lanewise(f, op, bound, num)) {
        bool done = lanes_visit_fixed(f, op) || lanes_visit_parts(f, op);
        if (!done) {
            explain_lanewise(f, op, bound, num);
        }
        return;
    }
    f->plan->calls |= lanes_row(op)->function[0] != '\0';
    for (uint32_t i = 0; i < op->results_num; i++) {
        set_lane(op, i, op->results[i].type.kind == TYPE_MASK ? LANE_MASK : LANE_STRIP);
    }
}

/// The chain of the loop: plt of a carried count whose rest is carried on.
static bool is_chained(const finder_t *f, const op_t *op)
{
    const block_t *body = f->body;
    const op_t *yield = body->last;
    const value_t *count = op->operands[0].value;
    return count->block == body && count->index > 0 && op_id(yield) == OP_YIELD &&
           yield->operands_num >= count->index && op->results_num == 2 &&
           yield->operands[count->index - 1].value == &op->results[1];
}

static const value_t *cast_of(const value_t *value)
{
    const op_t *def = value->def;
    bool cast = def != NULL && (op_id(def) == OP_INDEX_CAST || op_id(def) == OP_EXTSI);
    return cast ? def->operands[0].value : value;
}

/// Whether a sum has the same value in a wider type as long as all of it fits into 32 bits.
static bool is_exact(finder_t *f, const value_t *value, uint32_t depth)
{
    address_t sum;
    const op_t *def = value->def;
    if (lanes_class(f, value) == LANE_SCALAR || value == &f->body->args[0]) {
        return true;
    }
    if (cast_of(value) != value) {
        return lanes_affine(f, cast_of(value), &sum) && sum.terms_num == 0;
    }
    bool pair = def != NULL && depth < 8 && (op_id(def) == OP_ADDI || op_id(def) == OP_SUBI || op_id(def) == OP_MULI);
    return pair && is_exact(f, def->operands[0].value, depth + 1) && is_exact(f, def->operands[1].value, depth + 1);
}

/// A count that is less by a register's lanes in each turn, as %n - %i, and may be cut to those of a register.
static const address_t *counted_anew(finder_t *f, const value_t *count)
{
    int64_t limit;
    const value_t *whole = cast_of(count);
    const op_t *def = whole->def;
    if (def != NULL && op_id(def) == OP_MINSI && def->operands_num == 2) {
        bool first = value_constant(def->operands[0].value, &limit);
        if (!first && !value_constant(def->operands[1].value, &limit)) {
            return NULL;
        }
        whole = limit < f->plan->lanes ? NULL : cast_of(def->operands[first ? 1 : 0].value);
    }
    address_t *sum = ARENA_NEW(&f->cc->arena, address_t);
    bool counts = whole != NULL && is_exact(f, whole, 0) && lanes_affine(f, whole, sum) &&
                  (f->plan->once || sum->variable * f->plan->step == -(int64_t)f->plan->lanes);
    for (uint32_t i = 0; counts && i < sum->terms_num; i++) {
        const elem_t elem = sum->terms[i]->type.elem;
        bool wide = elem == ELEM_INDEX || elem_bits(elem) == 64 || sum->factors[i] == 1;
        counts = wide && !lanes_is_inside(f->body, sum->terms[i]);
    }
    return counts ? sum : NULL;
}

/// The count that a plt of the loop's width starts from, of which the loop carries the rest or has one iteration.
static bool starts_count(const finder_t *f, const op_t *op)
{
    return f->plan->plt == NULL &&
           (is_chained(f, op) || (f->plan->once && lanes_class(f, op->operands[0].value) == LANE_SCALAR));
}

/// Takes a plt for the mask of the loop, where its count is carried, or is counted anew in each iteration.
static bool take_plt(finder_t *f, op_t *op)
{
    lane_plan_t *plan = f->plan;
    const value_t *count = op->operands[0].value;
    if (plan->plt != NULL && plan->plt->operands[0].value == count) {
        return true;
    }
    if (starts_count(f, op)) {
        plan->plt = op;
        plan->left_arg = is_chained(f, op) ? count->index : 0;
        plan->left = plan->left_arg != 0 ? f->loop->operands[2 + count->index].value : count;
        return true;
    }
    bool alone = op->results_num == 2 && op->results[1].uses_num == 0 && lanes_class(f, count) == LANE_GONE;
    const address_t *sum = alone ? counted_anew(f, count) : NULL;
    if (sum == NULL || (plan->plt != NULL && (plan->sum == NULL || !lanes_same_sum(plan->sum, sum)))) {
        return false;
    }
    plan->plt = plan->plt == NULL ? op : plan->plt;
    plan->sum = plan->sum == NULL ? sum : plan->sum;
    return true;
}

/// The mask of the first lanes. A count that no turn can use up is no mask; the only turn of a loop may have any count.
static void visit_plt(finder_t *f, op_t *op)
{
    const lane_plan_t *plan = f->plan;
    const value_t *count = op->operands_num == 1 ? op->operands[0].value : NULL;
    const bool width = op->gran == plan->bits;
    int64_t constant;
    bool fixed = count != NULL && lanes_class(f, count) == LANE_SCALAR && op->results_num == 2 &&
                 op->results[1].uses_num == 0 && !plan->once;
    if (count == NULL || (!width && !fixed)) {
        lanes_give_up(f, op->loc, "this mask is not of the width of the lanes");
    } else if (width && value_constant(count, &constant) && constant >= plan->lanes) {
        set_lane(op, 0, LANE_ALL);
    } else if (width && take_plt(f, op)) {
        set_lane(op, 0, LANE_PREFIX);
    } else if (fixed) {
        set_lane(op, 0, LANE_FIXED);
    } else {
        lanes_give_up(f, op->loc, "the count of this plt is neither carried nor counted down by the loop");
    }
    set_lane(op, 1, LANE_LEFT);
}

/// What an index or a count may be made of; addresses take it apart.
static bool is_index_op(const op_t *op)
{
    switch (op_id(op)) {
        case OP_ADDI:
        case OP_SUBI:
        case OP_MULI:
        case OP_INDEX_CAST:
        case OP_INDEX_CASTUI:
        case OP_EXTSI:
        case OP_EXTUI:
        case OP_MINSI:
            return true;
        default:
            return false;
    }
}

static void visit_scalar(finder_t *f, op_t *op)
{
    bool movable = op->desc->cls == OPS_ARITH || op_id(op) == OP_ADDPTR || op_id(op) == OP_CASTPTR;
    if (movable && all_operands(f, op, LANE_SCALAR)) {
        for (uint32_t i = 0; i < op->results_num; i++) {
            set_lane(op, i, LANE_SCALAR);
        }
        return;
    }
    if (is_index_op(op)) {
        set_lane(op, 0, LANE_GONE);
        return;
    }
    lanes_give_up(f, op->loc, op->results_num == 0 ? "%s inside the loop" : "%s changes in the loop", op->name);
}

/// A scalar in all lanes; those beyond the mask of the loop are never stored.
static bool is_splat(const finder_t *f, const op_t *op)
{
    if (lanes_has(op, LANES_SPLAT)) {
        return all_operands(f, op, LANE_SCALAR);
    }
    if (!lanes_has(op, LANES_SPLAT_IF) || op->operands_num != 2 ||
        lanes_class(f, op->operands[0].value) != LANE_SCALAR) {
        return false;
    }
    lane_t gate = lanes_class(f, op->operands[1].value);
    return gate == LANE_ALL || (gate == LANE_PREFIX && f->plan->folds_num == 0);
}

void lanes_visit(finder_t *f, op_t *op)
{
    op->flags &= ~(uint32_t)OP_PARTS;
    if (op->desc == NULL || op->regions_num != 0) {
        lanes_give_up(f, op->loc, "%s inside the loop", op->name);
    } else if (op->desc->cls != OPS_VECTOR) {
        if (op_id(op) != OP_YIELD) {
            visit_scalar(f, op);
        }
    } else if (lanes_has(op, LANES_PREFIX)) {
        visit_plt(f, op);
    } else if (op->results_num == 1 && lanes_is_all(&op->results[0])) {
        set_lane(op, 0, LANE_ALL);
    } else if (lanes_has(op, LANES_LOAD)) {
        visit_load(f, op);
    } else if (lanes_has(op, LANES_STORE)) {
        visit_store(f, op);
    } else if (lanes_has(op, LANES_MASK_STORE)) {
        visit_mask_store(f, op);
    } else if (is_splat(f, op)) {
        set_lane(op, 0, LANE_SPLAT);
    } else {
        visit_lanewise(f, op);
    }
}
