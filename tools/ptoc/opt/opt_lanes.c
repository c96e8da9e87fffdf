// SPDX-License-Identifier: Apache-2.0
//
// Finds lane-wise loops, see lanes.h.

#include "ptoc.h"

#include "emit/emit.h"
#include "lanes.h"

#include <string.h>

#define VREG_BYTES 256

/// Instructions with a macro in strips.h, and for which kinds of elements: floats, signed, unsigned.
static const struct {
    const char *name, *kinds;
} lane_ops[] = {
    {"vabs", "FIU"},  {"vneg", "FI"},   {"vsqrt", "F"},    {"vrec", "F"},     {"vrelu", "FI"},  {"vnot", "IU"},
    {"vmov", "FIU"},  {"vadd", "FIU"},  {"vsub", "FIU"},   {"vmul", "FIU"},   {"vdiv", "F"},    {"vmax", "FIU"},
    {"vmin", "FIU"},  {"vand", "IU"},   {"vor", "IU"},     {"vxor", "IU"},    {"vshl", "IU"},   {"vshr", "IU"},
    {"vadds", "FIU"}, {"vsubs", "FIU"}, {"vmuls", "FIU"},  {"vmaxs", "FIU"},  {"vmins", "FIU"}, {"vands", "IU"},
    {"vors", "IU"},   {"vxors", "IU"},  {"vshls", "IU"},   {"vshrs", "IU"},   {"vmula", "FIU"}, {"vaxpy", "F"},
    {"vlrelu", "F"},  {"vprelu", "F"},  {"vaddrelu", "F"}, {"vsubrelu", "F"}, {"vsel", "FIU"},  {"vcmp", "FIU"},
    {"vcmps", "FIU"}, {"vexp", "F"},    {"vln", "F"},      {"vrsqrt", "F"},   {"vexpdif", "F"}, {"vaddc", "U"},
    {"vsubc", "U"},   {"vaddcs", "U"},  {"vsubcs", "U"},   {"vtrc", "F"},
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

const char *lanes_kinds(const op_t *op)
{
    for (size_t i = 0; op->form != NULL && i < sizeof(lane_ops) / sizeof(lane_ops[0]); i++) {
        bool found = strcmp(op->form->fn, lane_ops[i].name) == 0 ||
                     (strcmp(op->form->fn, "vmov_all") == 0 && strcmp(lane_ops[i].name, "vmov") == 0);
        if (found) {
            return lane_ops[i].kinds;
        }
    }
    return NULL;
}

static bool is_fn(const op_t *op, const char *name)
{
    return op->form != NULL && strcmp(op->form->fn, name) == 0;
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

bool lanes_is_inside(const finder_t *f, const value_t *value)
{
    const block_t *block = value->def != NULL ? value->def->parent : value->block;
    while (block != NULL && block != f->body) {
        block = block->region->owner == NULL ? NULL : block->region->owner->parent;
    }
    return block != NULL;
}

static bool is_all_mask(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL || (!is_fn(def, "pset") && !is_fn(def, "pge"))) {
        return false;
    }
    const attr_t *attr = def->attrs_num != 0 ? &def->attrs[0] : NULL;
    return attr != NULL && attr->text != NULL && strcmp(attr->text, "PAT_ALL") == 0;
}

static const char *attr_spelling(const bound_t *bound, uint32_t num)
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
    return is_fn(op, "vlds") && strcmp(attr_spelling(bound, ops_operands(op, bound, NULL)), sized) == 0;
}

bool lanes_uniform(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL) {
        return false;
    }
    if (is_fn(def, "vdup") || is_fn(def, "vdups")) {
        return def->operands_num == 2 && is_all_mask(def->operands[1].value);
    }
    return (is_fn(def, "vbr") && def->operands_num == 1) || is_broadcast(def);
}

const value_t *lanes_scalar(const value_t *value)
{
    return is_fn(value->def, "vdup") || is_fn(value->def, "vlds") ? NULL : value->def->operands[0].value;
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
    if (lanes_is_inside(f, value)) {
        return (lane_t)value->lane;
    }
    switch (value->type.kind) {
        case TYPE_SCALAR:
        case TYPE_PTR:
            return LANE_SCALAR;
        case TYPE_MASK:
            return is_all_mask(value) ? LANE_ALL : LANE_NONE;
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
    const char *dist = attr_spelling(bound, num);
    if (pointer == NULL || op->results_num != 1) {
        lanes_give_up(f, op->loc, "this form of %s has no strips", op->name);
        return;
    }
    address_t *address = lanes_new_address(f, op, pointer, false);
    bool same =
        pointer->operand->value->type.elem != ELEM_NONE && strcmp(elem_token(address->elem), elem_token(op->elem)) == 0;
    if (same && address->moves && strcmp(dist, "UNPK_B16") == 0 && op->elem == ELEM_F16 && f->plan->bits == 32) {
        set_lane(op, 0, LANE_WIDE);
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
                  strcmp(attr_spelling(bound, num), "PK_B32") == 0;
    bool normal = right_width(f, op->elem) && is_norm(attr_spelling(bound, num), elem_bits(op->elem));
    if (pointer == NULL || data == NULL || mask == NULL || !(normal || packed)) {
        lanes_give_up(f, op->loc, "this store has no strips: distribution %s of %u-bit elements, %u-bit lanes",
                      attr_spelling(bound, num), elem_bits(op->elem), f->plan->bits);
        return;
    }
    lane_t lane = lanes_class(f, data->operand->value), gate = lanes_class(f, mask->operand->value);
    bool gated = gate == LANE_PREFIX || gate == LANE_MASK || (gate == LANE_ALL && f->plan->plt == NULL);
    bool gran = mask->operand->value->type.gran == f->plan->bits;
    if ((lane != LANE_STRIP && lane != LANE_SPLAT && lane != LANE_NARROW) || !gated || !gran) {
        lanes_give_up(f, op->loc, "the mask of the store is not that of the loop");
        return;
    }
    address_t *address = lanes_new_address(f, op, pointer, true);
    if (!address->moves || strcmp(elem_token(address->elem), elem_token(op->elem)) != 0) {
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
            if (bound->operand == &op->operands[2] && (is_fn(op, "vaddcs") || is_fn(op, "vsubcs"))) {
                return lane == LANE_MASK;
            }
            return is_fn(op, "vsel") ? lane == LANE_MASK || lane == LANE_PREFIX || lane == LANE_ALL
                                     : lane == LANE_PREFIX || lane == LANE_ALL;
        default:
            return false;
    }
}

/// The vsel that gives an accumulator back its lanes beyond the mask of the loop; whole strips have none.
static const op_t *kept_where_masked(const finder_t *f, const value_t *folded, const value_t *before)
{
    for (const op_t *op = folded->def->next; op != NULL && folded->uses_num == 1; op = op->next) {
        if (is_fn(op, "vsel") && op->operands_num == 3 && op->operands[0].value == folded) {
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
    bool commutes = is_fn(op, "vadd") || is_fn(op, "vmul") || is_fn(op, "vmax") || is_fn(op, "vmin");
    bool kind = commutes || is_fn(op, "vsub") || is_fn(op, "vmula");
    bool place = (carried == &bound[0] || (carried == &bound[1] && commutes)) && kind && right_width(f, op->elem) &&
                 lanes_elem_kind(op->elem) != '\0' && op->results_num == 1;
    for (uint32_t i = 0; i < num; i++) {
        lane_t lane = bound[i].operand == NULL ? LANE_NONE : lanes_class(f, bound[i].operand->value);
        bool governs = lane == LANE_ALL || lane == LANE_PREFIX;
        place = place && (&bound[i] == carried || (bound[i].item->kind == SIG_V ? lane == LANE_STRIP : governs));
    }
    const op_t *kept = place ? kept_where_masked(f, &op->results[0], before) : NULL;
    const value_t *after = kept != NULL ? &kept->results[0] : place ? &op->results[0] : NULL;
    bool chain = place && before->uses_num == (kept != NULL ? 2 : 1) && after->uses_num == 1 &&
                 live_id(yield) == OP_YIELD && yield->operands_num >= before->index &&
                 yield->operands[before->index - 1].value == after;
    if (!place || !chain) {
        lanes_give_up(f, op->loc, "this use of the accumulator has no strips");
        return;
    }
    f->plan->folds_num++;
    f->plan->stops_at_nan |= (is_fn(op, "vmax") || is_fn(op, "vmin")) && lanes_elem_kind(op->elem) == 'F';
    set_lane(op, 0, LANE_FOLDED);
    if (kept != NULL) {
        set_lane(kept, 0, LANE_FOLDED);
    }
}

/// f16 in 32-bit slots to f32: the even halves are all there is.
static bool is_widening(const finder_t *f, const op_t *op, const bound_t *bound)
{
    const attr_t *part = op_attr(op, "part");
    return is_fn(op, "vcvt") && op->elem == ELEM_F16 && f->plan->bits == 32 && op->results_num == 1 &&
           op->results[0].type.elem == ELEM_F32 &&
           (part == NULL || (part->text != NULL && strcmp(part->text, "EVEN") == 0)) && bound[0].operand != NULL &&
           bound[1].operand != NULL && lanes_class(f, bound[0].operand->value) == LANE_WIDE &&
           lanes_class(f, bound[1].operand->value) == LANE_ALL;
}

/// An attribute's value; what is left out is the default.
static bool has_attr(const bound_t *bound, uint32_t num, attr_class_t cls, const char *spelling)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR && bound[i].item->attr == cls) {
            return bound[i].value != NULL && strcmp(bound[i].value->spelling, spelling) == 0;
        }
    }
    return false;
}

/// f32 to f16 in the even halves of 32-bit slots, as the instruction rounds; to be stored packed.
static bool is_narrowing(const finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    if (!is_fn(op, "vcvt") || op->elem != ELEM_F32 || f->plan->bits != 32 || op->results_num != 1 ||
        op->results[0].type.elem != ELEM_F16 || bound[0].operand == NULL || bound[1].operand == NULL) {
        return false;
    }
    lane_t gate = lanes_class(f, bound[1].operand->value);
    return has_attr(bound, num, ATTRS_rnd, "R") && has_attr(bound, num, ATTRS_sat, "NOSAT") &&
           has_attr(bound, num, ATTRS_cvt_part, "EVEN") && lanes_class(f, bound[0].operand->value) == LANE_STRIP &&
           (gate == LANE_PREFIX || gate == LANE_ALL);
}

/// A gather reads anywhere: its table must not be what the loop stores, and strips must hold whole registers,
/// so that a register is read before any of it is stored.
static void visit_gather(finder_t *f, op_t *op, const bound_t *bound, uint32_t num)
{
    const bound_t *table = find_item(bound, num, SIG_P), *index = find_item(bound, num, SIG_X),
                  *mask = find_item(bound, num, SIG_M);
    bool fits = table != NULL && index != NULL && mask != NULL && right_width(f, op->elem) && f->plan->bits <= 32 &&
                op->results_num == 1 && lanes_class(f, table->operand->value) == LANE_SCALAR &&
                lanes_class(f, index->operand->value) == LANE_STRIP &&
                elem_class(index->operand->value->type.elem) == CLASS_UINT &&
                elem_bits(index->operand->value->type.elem) == f->plan->bits &&
                strcmp(elem_token(table->operand->value->type.elem), elem_token(op->elem)) == 0;
    lane_t gate = mask == NULL ? LANE_NONE : lanes_class(f, mask->operand->value);
    if (!fits || (gate != LANE_PREFIX && gate != LANE_ALL)) {
        lanes_give_up(f, op->loc, "this gather has no strips");
        return;
    }
    f->plan->whole = true;
    set_lane(op, 0, LANE_STRIP);
}

const char *lanes_function(const op_t *op)
{
    static const struct {
        const char *name, *function;
    } functions[] = {{"vexp", "exp"}, {"vexpdif", "exp"}, {"vln", "ln"}, {"vrsqrt", "rsqrt"}};
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (is_fn(op, functions[i].name)) {
            return functions[i].function;
        }
    }
    return NULL;
}

static bool has_two_results(const op_t *op)
{
    return is_fn(op, "vaddc") || is_fn(op, "vsubc") || is_fn(op, "vaddcs") || is_fn(op, "vsubcs");
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
    if (is_widening(f, op, bound)) {
        set_lane(op, 0, LANE_STRIP);
        return;
    }
    if (is_narrowing(f, op, bound, num)) {
        set_lane(op, 0, LANE_NARROW);
        return;
    }
    if (is_fn(op, "vgather2") || is_fn(op, "vgather2_bc")) {
        visit_gather(f, op, bound, num);
        return;
    }
    bool wide_result = is_fn(op, "vexpdif") && op->elem != ELEM_F32;
    const char *kinds = lanes_kinds(op);
    bool counts = op->results_num == (has_two_results(op) ? 2 : 1);
    if (kinds == NULL || !right_width(f, op->elem) || strchr(kinds, lanes_elem_kind(op->elem)) == NULL || !counts ||
        wide_result) {
        lanes_give_up(f, op->loc, "%s of %s has no strips", op->name, elem_name(op->elem));
        return;
    }
    uint32_t strips = 0;
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR) {
            continue;
        }
        if (bound[i].operand == NULL || !operand_fits(f, op, &bound[i])) {
            lanes_give_up(f, op->loc, "operand %u of %s is nothing that strips can hold", i + 1, op->name);
            return;
        }
        strips += lanes_class(f, bound[i].operand->value) == LANE_STRIP;
    }
    if (strips == 0) {
        lanes_give_up(f, op->loc, "no operand of %s moves with the loop", op->name);
        return;
    }
    f->plan->calls |= lanes_function(op) != NULL;
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
    return count->block == body && count->index > 0 && live_id(yield) == OP_YIELD &&
           yield->operands_num >= count->index && op->results_num == 2 &&
           yield->operands[count->index - 1].value == &op->results[1];
}

/// The mask of the first lanes. A count that no turn can use up is no mask; the only turn of a loop may have any count.
static void visit_plt(finder_t *f, op_t *op)
{
    lane_plan_t *plan = f->plan;
    const value_t *count = op->operands_num == 1 ? op->operands[0].value : NULL;
    int64_t constant;
    if (count == NULL || op->gran != plan->bits) {
        lanes_give_up(f, op->loc, "this mask is not of the width of the lanes");
        return;
    }
    if (value_constant(count, &constant) && constant >= plan->lanes) {
        set_lane(op, 0, LANE_ALL);
    } else if (plan->plt != NULL && plan->plt->operands[0].value == count) {
        set_lane(op, 0, LANE_PREFIX);
    } else if (plan->plt == NULL && (is_chained(f, op) || (plan->once && lanes_class(f, count) == LANE_SCALAR))) {
        plan->plt = op;
        plan->left_arg = is_chained(f, op) ? count->index : 0;
        plan->left = plan->left_arg != 0 ? f->loop->operands[2 + count->index].value : count;
        set_lane(op, 0, LANE_PREFIX);
    } else {
        lanes_give_up(f, op->loc, "the count of this plt is not carried through the loop");
    }
    set_lane(op, 1, LANE_LEFT);
}

/// What an index may be made of; addresses take it apart.
static bool is_index_op(const op_t *op)
{
    switch (live_id(op)) {
        case OP_ADDI:
        case OP_SUBI:
        case OP_MULI:
        case OP_INDEX_CAST:
        case OP_INDEX_CASTUI:
        case OP_EXTSI:
        case OP_EXTUI:
            return true;
        default:
            return false;
    }
}

static void visit_scalar(finder_t *f, op_t *op)
{
    bool movable = op->desc->cls == OPS_ARITH || live_id(op) == OP_ADDPTR || live_id(op) == OP_CASTPTR;
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
    lanes_give_up(f, op->loc, "%s changes in the loop", op->name);
}

/// A scalar in all lanes; those beyond the mask of the loop are never stored.
static bool is_splat(const finder_t *f, const op_t *op)
{
    if (is_fn(op, "vbr")) {
        return all_operands(f, op, LANE_SCALAR);
    }
    if (!is_fn(op, "vdups") || op->operands_num != 2 || lanes_class(f, op->operands[0].value) != LANE_SCALAR) {
        return false;
    }
    lane_t gate = lanes_class(f, op->operands[1].value);
    return gate == LANE_ALL || (gate == LANE_PREFIX && f->plan->folds_num == 0);
}

static void visit_op(finder_t *f, op_t *op)
{
    if (op->desc == NULL || op->regions_num != 0) {
        lanes_give_up(f, op->loc, "%s inside the loop", op->name);
    } else if (op->desc->cls != OPS_VECTOR) {
        if (live_id(op) != OP_YIELD) {
            visit_scalar(f, op);
        }
    } else if (is_fn(op, "plt")) {
        visit_plt(f, op);
    } else if (op->results_num == 1 && is_all_mask(&op->results[0])) {
        set_lane(op, 0, LANE_ALL);
    } else if (is_fn(op, "vlds")) {
        visit_load(f, op);
    } else if (is_fn(op, "vsts")) {
        visit_store(f, op);
    } else if (is_splat(f, op)) {
        set_lane(op, 0, LANE_SPLAT);
    } else {
        visit_lanewise(f, op);
    }
}

/// Carried is either the count of a plt, which nobody may ask for afterwards, or accumulators.
static bool carried_fits(const finder_t *f)
{
    uint32_t carried = f->body->args_num - 1;
    if (f->plan->folds_num != 0) {
        bool alone = !f->plan->stops_at_nan || f->plan->folds_num == 1;
        for (uint32_t i = 0; i < f->plan->addresses_num; i++) {
            alone = alone && !(f->plan->stops_at_nan && f->plan->addresses[i].store);
        }
        return carried == f->plan->folds_num + (f->plan->left_arg != 0) && alone;
    }
    for (uint32_t i = 0; i < f->loop->results_num; i++) {
        if (f->loop->results[i].uses_num != 0) {
            return false;
        }
    }
    return carried == 0 || (carried == 1 && f->plan->left_arg == 1);
}

/// Registers ///

/// An operation's place in the body, for live ranges.
static uint32_t place_of(const op_t *op)
{
    return op->flags >> 16;
}

/// The most strips that are alive at one time, with what the macros need besides.
static uint32_t strips_alive(const finder_t *f)
{
    uint32_t places = 0, most = 1;
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        op->flags = (op->flags & 0xFFFF) | ++places << 16;
    }
    uint32_t *last_use = ARENA_ARRAY(&f->cc->arena, uint32_t, places + 2);
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        for (uint32_t i = 0; i < op->operands_num; i++) {
            const value_t *value = op->operands[i].value;
            if (value->def != NULL && lanes_is_inside(f, value) &&
                (value->lane == LANE_STRIP || value->lane == LANE_WIDE || value->lane == LANE_NARROW)) {
                last_use[place_of(value->def)] = place_of(op);
            }
        }
    }
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        uint32_t alive = 0, at = place_of(op);  // a second result is computed after the first: both find the operands
        for (uint32_t i = 1; i <= at; i++) {
            alive += last_use[i] > at || (i == at && last_use[i] >= at);
        }
        bool temporaries = is_fn(op, "vmaxs") || is_fn(op, "vmins") || is_fn(op, "vtrc") || is_fn(op, "vmax") ||
                           is_fn(op, "vmin") || is_fn(op, "vlrelu") || is_fn(op, "vprelu") ||
                           (is_fn(op, "vabs") && lanes_elem_kind(op->elem) == 'I');
        alive += temporaries + (has_two_results(op) ? 2 : 0);
        // The functions need groups of their own beside the result.
        alive += is_fn(op, "vexp") || is_fn(op, "vexpdif") ? 2 : is_fn(op, "vln") || is_fn(op, "vrsqrt") ? 4 : 0;
        most = alive > most ? alive : most;
    }
    return most;
}

/// The width of the lanes that a loop counts: of what it stores, else of its mask, else the widest that it works on.
static uint32_t lane_bits(const block_t *body)
{
    uint32_t stored = 0, governed = 0, widest = 0;
    for (const op_t *op = body->first; op != NULL; op = op->next) {
        if (is_fn(op, "vsts") && stored == 0) {
            bound_t bound[SIG_MAX];
            const char *dist = attr_spelling(bound, ops_operands(op, bound, NULL));
            stored = strcmp(dist, "PK_B32") == 0 ? 32 : elem_bits(op->elem);
        } else if (is_fn(op, "plt") && governed == 0) {
            governed = op->gran;
        }
        bool vector = op->form != NULL && op->results_num != 0 && op->results[0].type.kind == TYPE_VREG;
        uint32_t bits = vector ? elem_bits(op->results[0].type.elem) : 0;
        widest = bits > widest ? bits : widest;
    }
    return stored != 0 ? stored : governed != 0 ? governed : widest;
}

/// How often a loop turns, -1 when that is only known at run time.
static int64_t turns_of(const op_t *loop, int64_t step)
{
    int64_t lower, upper;
    bool known = value_constant(loop->operands[0].value, &lower) && value_constant(loop->operands[1].value, &upper);
    if (!known || lower < -(INT64_C(1) << 40) || upper > INT64_C(1) << 40) {
        return -1;
    }
    return upper <= lower ? 0 : (upper - lower + step - 1) / step;
}

/// The lanes of the whole loop, when its bounds are constants.
static int64_t count_lanes(const finder_t *f)
{
    int64_t left, turns = turns_of(f->loop, f->plan->step), total = turns * f->plan->lanes;
    if (turns < 0) {
        return -1;
    }
    if (f->plan->plt == NULL) {
        return total;
    }
    if (!value_constant(f->plan->left, &left)) {
        return -1;
    }
    return left < 0 ? 0 : left < total ? left : total;
}

static lane_plan_t *plan_loop(finder_t *f)
{
    ptoc_t *cc = f->cc;
    op_t *loop = f->loop;
    int64_t step;
    uint32_t bits = lane_bits(f->body);
    if (loop->operands_num < 3 || !value_constant(loop->operands[2].value, &step) || step <= 0 || step > 1 << 20) {
        lanes_give_up(f, loop->loc, "the step is not a constant");
        return NULL;
    }
    if (bits == 0) {
        lanes_give_up(f, loop->loc, "the loop neither loads nor stores");
        return NULL;
    }
    f->plan = ARENA_NEW(&cc->arena, lane_plan_t);
    *f->plan = (lane_plan_t){
        .loop = loop, .lanes = VREG_BYTES * 8 / bits, .bits = bits, .step = step, .once = turns_of(loop, step) == 1};
    for (uint32_t i = 0; i < f->body->args_num; i++) {
        bool vector = f->body->args[i].type.kind == TYPE_VREG;
        f->body->args[i].lane = (uint8_t)(i == 0 ? LANE_INDEX : vector ? LANE_CARRIED : LANE_LEFT);
    }
    for (op_t *op = f->body->first; op != NULL && !f->failed; op = op->next) {
        visit_op(f, op);
    }
    if (!f->failed && !carried_fits(f)) {
        lanes_give_up(f, loop->loc, "what the loop carries or returns is neither a count nor an accumulator alone");
    }
    if (f->failed) {
        return NULL;
    }
    f->plan->count = count_lanes(f);
    lanes_compare(f);
    if (f->plan->aparts_num != 0 && f->plan->plt != NULL && lanes_is_inside(f, f->plan->left)) {
        lanes_give_up(f, f->plan->plt->loc, "the count of this plt is computed in the loop");
    }
    uint32_t alive = f->failed ? 0 : strips_alive(f);
    f->plan->lmul = alive <= 3 ? 8 : alive <= 7 ? 4 : 2;
    f->plan->full = alive * f->plan->lmul >= 24;
    if (f->plan->addresses_num == 0) {
        lanes_give_up(f, loop->loc, "the loop neither loads nor stores");
    } else if (alive > 14) {
        lanes_give_up(f, loop->loc, "too many values are alive at one time");
    }
    return f->failed ? NULL : f->plan;
}

/// So that --emit=ir shows it.
static void add_attr(ptoc_t *cc, op_t *op, const char *key, const char *text)
{
    attr_t *attrs = ARENA_ARRAY(&cc->arena, attr_t, (size_t)op->attrs_num + 1);
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        attrs[i] = op->attrs[i];
    }
    attrs[op->attrs_num++] = (attr_t){.key = key, .kind = ATTR_STRING, .loc = op->loc, .text = text};
    op->attrs = attrs;
}

/// --explain-speed: what becomes of a loop, and the operation that keeps it from strips.
static void explain(const finder_t *f, const lane_plan_t *plan)
{
    if (plan != NULL) {
        diag_remark(f->cc, f->loop->loc, "speed", "the loop runs in strips of register groups m%u", plan->lmul);
        return;
    }
    diag_t *diag = diag_remark(f->cc, f->loop->loc, "speed", "the loop runs register by register: %s", f->why);
    if (f->why_loc != f->loop->loc) {
        diag_note(f->cc, diag, f->why_loc, "here");
    }
}

static void find_in(op_t *op, void *arg)
{
    ptoc_t *cc = arg;
    if (live_id(op) == OP_FOR && op->regions_num == 1 && (op_vecscope(op) != NULL || op_is_vecscope(op))) {
        finder_t f = {.cc = cc, .loop = op, .body = op->regions[0].block};
        const lane_plan_t *plan = op->aux = plan_loop(&f);
        if (plan != NULL) {
            add_attr(cc, op, "ptoc.strips", arena_printf(&cc->arena, "m%u", plan->lmul));
        }
        if (cc->explain) {
            explain(&f, plan);
        }
    }
}

void lanes_find(ptoc_t *cc, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            ir_walk(func->body.block, find_in, cc);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        lanes_find(cc, inner);
    }
}
