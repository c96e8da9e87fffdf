// SPDX-License-Identifier: Apache-2.0
//
// Functions with pto.simt_entry: a C function that runs the code of a thread for each thread of a grid, and the vector
// function that calls it.
//
// If threads never meet, each runs to its end before the next one starts. Else the code is cut into pieces at votes,
// shuffles, reductions and barriers, and at the control flow around them. A piece is a loop over the threads that reach
// it, which a mask has. Values that a later piece needs are kept in a frame, an array of all threads for each.
//
//   piece            PTO_EACH_IN(mask) { loads from the frame; operations; stores to the frame }
//   vote, shuffle    a call on arrays of the frame
//   scf.if           a mask for each branch
//   scf.for, while   a mask of the threads that still loop; the loop ends when it is empty
//
// Threads that exchange values are a warp, so warps follow each other; around a barrier all threads of the grid are one
// group.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

#include <isa/limits.h>

#define STACK_FRAME_MAX 8192  // bytes of a frame on the stack of a vector function

/// Functions of threads ///

static void mark_callees(op_t *op, void *arg)
{
    (void)arg;
    func_t *callee = op_is(op, OP_CALL) ? op_callee(op) : NULL;
    if (callee != NULL && !callee->is_threaded && callee->body.block != NULL) {
        callee->is_threaded = true;
        ir_walk(callee->body.block, mark_callees, NULL);
    }
}

void threads_mark(module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func_is_simt(func) && func->body.block != NULL) {
            func->is_threaded = true;
            ir_walk(func->body.block, mark_callees, NULL);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        threads_mark(inner);
    }
}

/// What the code of a thread has.
typedef struct traits {
    bool syncs;  // with all threads
    bool opens;  // reaches more memory than UB and a stack
} traits_t;

static void find_traits(op_t *op, void *arg)
{
    traits_t *traits = arg;
    if (op->desc == NULL) {
        return;
    }
    traits->syncs |= op_is(op, OP_SYNCTHREADS);
    traits->opens |= op_is(op, OP_CASTPTR) || op_is(op, OP_CALL) || op_is(op, OP_KEEP) || op_is(op, OP_RESUME) ||
                     op_is(op, OP_VECCOREID);
}

static traits_t func_traits(const func_t *func)
{
    traits_t traits = {0};
    ir_walk(func->body.block, find_traits, &traits);
    for (uint32_t i = 0; i < func->params_num; i++) {
        traits.opens |= func->params[i].type.kind == TYPE_PTR && func->params[i].type.space != SPACE_UB;
    }
    return traits;
}

/// Threads of a group: slots of its masks and arrays.
static uint32_t group_slots(const func_t *func, traits_t traits)
{
    uint32_t threads = (uint32_t)func_simt_threads(func);
    return !traits.syncs ? PTO_WARP : (threads + PTO_WARP - 1) / PTO_WARP * PTO_WARP;
}

/// Pieces and kept values ///

// During the emission of a function the upper bits of op->flags hold the number of its piece.
static uint32_t piece_of(const op_t *op)
{
    return op->flags >> 16;
}

static void set_piece(op_t *op, void *arg)
{
    op->flags = (op->flags & 0xffff) | *(uint32_t *)arg << 16;
}

static void number_pieces(block_t *block, uint32_t *piece)
{
    ++*piece;
    for (op_t *op = block->first; op != NULL; op = op->next) {
        bool meets = op_meets(op);
        *piece += meets;
        set_piece(op, piece);
        for (uint32_t i = 0; i < op->regions_num; i++) {
            if (op->regions[i].block != NULL && meets) {
                number_pieces(op->regions[i].block, piece);
            } else if (op->regions[i].block != NULL) {
                ir_walk(op->regions[i].block, set_piece, piece);
            }
        }
        *piece += meets;
    }
}

/// Parameters and constants are the same for all threads.
static bool is_uniform(const value_t *value)
{
    return value->def != NULL ? op_is(value->def, OP_CONSTANT) : value->block->region->owner == NULL;
}

typedef struct threads {
    emitter_t *e;
    uint32_t slots, masks_num, kept_num, bytes;
    text_t frame;  // the members of the frame
} threads_t;

static const char *member(emitter_t *e, const value_t *value)
{
    return arena_printf(&e->cc->arena, "%s_%u", emit_identifier(e, value->name), value->kept);
}

static void keep(threads_t *t, value_t *value)
{
    if (value->kept != 0 || is_uniform(value)) {
        return;
    }
    value->kept = ++t->kept_num;
    const char *type = emit_type(t->e, value->type);
    text_printf(&t->frame, "    %s%s%s[%u];\n", type, value->type.kind == TYPE_PTR ? "" : " ", member(t->e, value),
                t->slots);
    t->bytes += t->slots * (value->type.kind == TYPE_PTR ? 8 : (elem_bits(value->type.elem) + 7) / 8);
}

static uint32_t home_of(const value_t *value)
{
    return value->def != NULL ? piece_of(value->def) : piece_of(value->block->region->owner);
}

static void keep_across(op_t *op, void *arg)
{
    threads_t *t = arg;
    if ((op->flags & OP_LIVE) == 0) {
        return;  // its operands may be dead as well, and so have no C name
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        value_t *value = op->operands[i].value;
        if (!is_uniform(value) && home_of(value) != piece_of(op)) {
            keep(t, value);
        }
    }
    if (!op_meets(op)) {
        return;
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (op->results[i].uses_num != 0) {
            keep(t, &op->results[i]);
        }
    }
    for (uint32_t r = 0; r < op->regions_num; r++) {
        block_t *block = op->regions[r].block;
        for (uint32_t i = 0; block != NULL && i < block->args_num; i++) {
            keep(t, &block->args[i]);
        }
    }
}

/// Pieces ///

/// A value in a loop over slots, outside of a piece.
static const char *slot_value(emitter_t *e, const value_t *value)
{
    return value->kept == 0 ? value->cname : arena_printf(&e->cc->arena, "pto_frame->%s[pto_slot]", member(e, value));
}

static void open_slots(emitter_t *e, loc_t loc, const char *mask)
{
    emit_text(e, loc, "PTO_EACH_IN(%s) {\n", mask);
    e->indent++;
}

static void copy_to(emitter_t *e, loc_t loc, value_t *target, const char *value)
{
    if (target->kept != 0) {
        emit_text(e, loc, "%s = %s;\n", slot_value(e, target), value);
    }
}

static void load_kept(op_t *op, void *arg)
{
    emitter_t *e = arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        value_t *value = op->operands[i].value;
        bool loaded = value->cname != NULL && value->timed == piece_of(op);
        if (value->kept == 0 || home_of(value) == piece_of(op) || loaded) {
            continue;
        }
        value->timed = piece_of(op);  // loaded there
        const char *from = slot_value(e, value);
        emit_define(e, op->loc, value, "%s;\n", from);
    }
}

static void load_nested(op_t *op, emitter_t *e)
{
    load_kept(op, e);
    for (uint32_t i = 0; i < op->regions_num; i++) {
        if (op->regions[i].block != NULL) {
            ir_walk(op->regions[i].block, load_kept, e);
        }
    }
}

/// The end of a region around which threads meet: its values go to the frame.
static void emit_region_end(emitter_t *e, op_t *end, const char *mask)
{
    op_t *owner = end->parent->region->owner;
    if (owner == NULL || (!op_is(end, OP_YIELD) && !op_is(end, OP_CONDITION))) {
        return;
    }
    if (op_is(end, OP_CONDITION)) {
        emit_text(e, end->loc, "if (!%s) {\n", emit_arg(end, 0));
        e->indent++;
        for (uint32_t i = 0; i < owner->results_num; i++) {
            copy_to(e, end->loc, &owner->results[i], emit_arg(end, i + 1));
        }
        emit_text(e, end->loc, "PTO_MASK_DROP(%s);\n", mask);
        emit_close(e);
        block_t *after = owner->regions[1].block;
        for (uint32_t i = 0; i < after->args_num; i++) {
            copy_to(e, end->loc, &after->args[i], emit_arg(end, i + 1));
        }
        return;
    }
    bool is_for = op_is(owner, OP_FOR), is_while = op_is(owner, OP_WHILE);
    value_t *targets = is_for     ? owner->regions[0].block->args + 1
                       : is_while ? owner->regions[0].block->args
                                  : owner->results;
    for (uint32_t i = 0; i < end->operands_num; i++) {
        copy_to(e, end->loc, &targets[i], emit_arg(end, i));
    }
    if (is_for) {
        value_t *iv = &owner->regions[0].block->args[0];
        const char *at = slot_value(e, iv);
        copy_to(e, end->loc, iv,
                arena_printf(&e->cc->arena, "pto_addi(%s, %s)", at, slot_value(e, owner->operands[2].value)));
    }
}

static void emit_piece(emitter_t *e, op_t *first, const op_t *end, const char *mask)
{
    uint32_t mark = emit_names_mark(e);
    open_slots(e, first->loc, mask);
    emit_text(e, first->loc, "PTO_SLOT_THREAD;\n");
    op_t *last = NULL;
    for (op_t *op = first; op != end; op = op->next) {
        if (!op_is(op, OP_CONSTANT)) {
            load_nested(op, e);
        }
    }
    for (op_t *op = first; op != end; op = op->next) {
        if (!op_is(op, OP_CONSTANT)) {
            emit_operations(e, op, op->next);
        }
        last = op;
    }
    for (op_t *op = first; op != end; op = op->next) {
        for (uint32_t i = 0; i < op->results_num; i++) {
            if (op->results[i].kept != 0) {
                emit_text(e, op->loc, "%s = %s;\n", slot_value(e, &op->results[i]), op->results[i].cname);
            }
        }
    }
    if (last != NULL) {
        emit_region_end(e, last, mask);
    }
    emit_close(e);
    emit_names_release(e, mark);
}

static bool has_work(const op_t *first, const op_t *end)
{
    for (const op_t *op = first; op != end; op = op->next) {
        bool ends = op_is(op, OP_RETURN) ||
                    (op_is(op, OP_YIELD) && op->operands_num == 0 && !op_is(op->parent->region->owner, OP_FOR));
        if (!op_is(op, OP_CONSTANT) && !ends) {
            return true;
        }
    }
    return false;
}

/// Meetings ///

static void emit_meeting(emitter_t *e, op_t *op, const char *mask);

static void emit_thread_block(emitter_t *e, block_t *block, const char *mask)
{
    op_t *op = block->first;
    while (op != NULL) {
        if (op_meets(op)) {
            emit_meeting(e, op, mask);
            op = op->next;
            continue;
        }
        op_t *end = op;
        while (end != NULL && !op_meets(end)) {
            end = end->next;
        }
        if (has_work(op, end)) {
            emit_piece(e, op, end, mask);
        }
        op = end;
    }
}

static const char *new_mask(emitter_t *e, const char *what)
{
    const char *name = arena_printf(&e->cc->arena, "pto_%s", what);
    for (uint32_t i = 2; !emit_name_take(e, intern(e->cc, name, strlen(name))); i++) {
        name = arena_printf(&e->cc->arena, "pto_%s_%u", what, i);
    }
    return name;
}

static void declare_mask(emitter_t *e, loc_t loc, const char *name, const char *from)
{
    emit_begin(e, loc);
    if (from == NULL) {
        emit_printf(e, "uint32_t %s[PTO_WARPS] = {0};\n", name);
    } else {
        emit_printf(e, "uint32_t %s[PTO_WARPS];\n", name);
        emit_text(e, loc, "pto_mask_copy(%s, %s, sizeof %s);\n", name, from, name);
    }
}

static void emit_branch_block(emitter_t *e, const op_t *op, uint32_t region, const char *mask)
{
    if (region < op->regions_num && op->regions[region].block != NULL) {
        emit_text(e, op->loc, "if (pto_mask_any(%s, sizeof %s)) {\n", mask, mask);
        e->indent++;
        emit_thread_block(e, op->regions[region].block, mask);
        emit_close(e);
    }
}

static void emit_meeting_if(emitter_t *e, op_t *op, const char *mask)
{
    const char *then = new_mask(e, "then"), *other = new_mask(e, "else");
    declare_mask(e, op->loc, then, NULL);
    declare_mask(e, op->loc, other, NULL);
    open_slots(e, op->loc, mask);
    emit_text(e, op->loc, "if (%s) {\n", slot_value(e, op->operands[0].value));
    e->indent++;
    emit_text(e, op->loc, "PTO_MASK_ADD(%s);\n", then);
    e->indent--;
    emit_text(e, op->loc, "} else {\n");
    e->indent++;
    emit_text(e, op->loc, "PTO_MASK_ADD(%s);\n", other);
    emit_close(e);
    emit_close(e);
    emit_branch_block(e, op, 0, then);
    emit_branch_block(e, op, 1, other);
}

static void emit_meeting_for(emitter_t *e, op_t *op, const char *mask)
{
    block_t *body = op->regions[0].block;
    const char *loop = new_mask(e, "loop");
    declare_mask(e, op->loc, loop, mask);
    open_slots(e, op->loc, mask);
    copy_to(e, op->loc, &body->args[0], slot_value(e, op->operands[0].value));
    for (uint32_t i = 1; i < body->args_num; i++) {
        copy_to(e, op->loc, &body->args[i], slot_value(e, op->operands[i + 2].value));
    }
    emit_close(e);
    emit_text(e, op->loc, "for (;;) {\n");
    e->indent++;
    open_slots(e, op->loc, loop);
    emit_text(e, op->loc, "if (!(%s < %s)) {\n", slot_value(e, &body->args[0]), slot_value(e, op->operands[1].value));
    e->indent++;
    emit_text(e, op->loc, "PTO_MASK_DROP(%s);\n", loop);
    emit_close(e);
    emit_close(e);
    emit_text(e, op->loc, "if (!pto_mask_any(%s, sizeof %s)) {\n", loop, loop);
    e->indent++;
    emit_text(e, op->loc, "break;\n");
    emit_close(e);
    emit_thread_block(e, body, loop);
    emit_close(e);
    if (op->results_num != 0) {
        open_slots(e, op->loc, mask);
        for (uint32_t i = 0; i < op->results_num; i++) {
            copy_to(e, op->loc, &op->results[i], slot_value(e, &body->args[i + 1]));
        }
        emit_close(e);
    }
}

static void emit_meeting_while(emitter_t *e, op_t *op, const char *mask)
{
    block_t *before = op->regions[0].block;
    const char *loop = new_mask(e, "loop");
    declare_mask(e, op->loc, loop, mask);
    open_slots(e, op->loc, mask);
    for (uint32_t i = 0; i < before->args_num; i++) {
        copy_to(e, op->loc, &before->args[i], slot_value(e, op->operands[i].value));
    }
    emit_close(e);
    emit_text(e, op->loc, "while (pto_mask_any(%s, sizeof %s)) {\n", loop, loop);
    e->indent++;
    emit_thread_block(e, before, loop);
    emit_thread_block(e, op->regions[1].block, loop);
    emit_close(e);
}

/// An operand as an array of all slots: its member of the frame, or a copy of what all threads share.
static const char *array_of(emitter_t *e, const op_t *op, uint32_t i, const char *mask)
{
    value_t *value = op->operands[i].value;
    if (value->kept != 0) {
        return arena_printf(&e->cc->arena, "pto_frame->%s", member(e, value));
    }
    const char *name = arena_printf(&e->cc->arena, "pto_all_%u", i);
    emit_text(e, op->loc, "%s %s[PTO_WARPS * PTO_WARP];\n", emit_type(e, value->type), name);
    open_slots(e, op->loc, mask);
    emit_text(e, op->loc, "%s[pto_slot] = %s;\n", name, value->cname);
    emit_close(e);
    return name;
}

static void emit_group(emitter_t *e, op_t *op, const char *mask)
{
    static const char *const votes[] = {"PTO_VOTE_ALL", "PTO_VOTE_ANY", "PTO_VOTE_UNI"};
    static const char *const shuffles[] = {"PTO_SHUFFLE_IDX", "PTO_SHUFFLE_UP", "PTO_SHUFFLE_DOWN", "PTO_SHUFFLE_BFLY"};
    static const char *const sums[] = {"PTO_REDUX_ADD", "PTO_REDUX_MAX", "PTO_REDUX_MIN"};
    arena_t *arena = &e->cc->arena;
    op_id_t id = op_id(op);
    if (op->results_num == 0 || op->results[0].kept == 0) {
        return;
    }
    emit_text(e, op->loc, "{\n");
    e->indent++;
    emit_timed_exchange(e, op, mask);
    const char *value = array_of(e, op, 0, mask);
    const char *control = op->operands_num > 1 ? array_of(e, op, 1, mask) : NULL;
    const char *result = arena_printf(arena, "pto_frame->%s", member(e, &op->results[0]));
    const char *set = arena_printf(arena, "%s, sizeof %s", mask, mask);
    if (id == OP_VOTE_BALLOT) {
        emit_text(e, op->loc, "pto_simt_ballot(%s, %s, %s);\n", set, result, value);
    } else if (id >= OP_VOTE_ALL && id <= OP_VOTE_UNI) {
        emit_text(e, op->loc, "pto_simt_vote(%s, %s, %s, %s);\n", votes[id - OP_VOTE_ALL], set, result, value);
    } else if (control != NULL) {
        const attr_t *width = op_attr(op, "width");
        emit_text(e, op->loc, "pto_simt_shuffle(%s, %" PRId64 ", %s, %s, %s, sizeof %s[0], %s);\n",
                  shuffles[id - OP_SHUFFLE_IDX], width != NULL ? width->integer : PTO_WARP, set, result, value, value,
                  control);
    } else {
        bool of_unsigned = op_word(op, "unsigned") != NULL && id != OP_REDUX_ADD;
        const char *kind = !of_unsigned         ? sums[id - OP_REDUX_ADD]
                           : id == OP_REDUX_MAX ? "PTO_REDUX_UMAX"
                                                : "PTO_REDUX_UMIN";
        emit_text(e, op->loc, "pto_simt_redux_%s(%s, %s, %s, %s);\n", elem_token(op->results[0].type.elem), kind, set,
                  result, value);
    }
    emit_close(e);
}

static void emit_meeting(emitter_t *e, op_t *op, const char *mask)
{
    switch (op_id(op)) {
        case OP_SYNCTHREADS:
            emit_simt(e, op);
            break;
        case OP_IF:
            emit_meeting_if(e, op, mask);
            break;
        case OP_FOR:
            emit_meeting_for(e, op, mask);
            break;
        case OP_WHILE:
            emit_meeting_while(e, op, mask);
            break;
        default:
            emit_group(e, op, mask);
            break;
    }
}

/// Functions ///

/// The head of a function with the parameters of a SIMT function behind those named `first`.
void threads_head(emitter_t *e, const func_t *func, const char *kind, const char *suffix, const char *first)
{
    emit_printf(e, "PTO_UNWATCHED static %svoid %s%s(%s", kind, func->cname, suffix, first);
    for (uint32_t i = 0; i < func->params_num; i++) {
        const char *space = func->params[i].type.kind == TYPE_PTR ? "" : " ";
        emit_printf(e, ", %s%s%s", emit_type(e, func->params[i].type), space, func->params[i].cname);
    }
    emit_printf(e, ")");
}

/// The arguments for these parameters, after a comma.
const char *threads_args(emitter_t *e, const func_t *func)
{
    const char *text = "";
    for (uint32_t i = 0; i < func->params_num; i++) {
        text = arena_printf(&e->cc->arena, "%s, %s", text, func->params[i].cname);
    }
    return text;
}

void emit_threads_prototype(emitter_t *e, func_t *func)
{
    threads_head(e, func, "", "", PTO_GRID_PARAM);
    emit_printf(e, ";\n\nPTO_VF(%s, (int32_t, pto_x), (int32_t, pto_y), (int32_t, pto_z)", func->cname);
    for (uint32_t i = 0; i < func->params_num; i++) {
        emit_printf(e, ", (%s, %s)", emit_type(e, func->params[i].type), func->params[i].cname);
    }
    emit_printf(e,
                ")\n{\n    const pto_grid_t pto_grid = pto_grid_of(pto_x, pto_y, pto_z);\n    PTO_THREADS_MET();\n    "
                "%s(&pto_grid",
                func->cname);
    emit_printf(e, "%s);\n}\n\n", threads_args(e, func));
}

/// Either ends the confinement of the vector function, or checks the pointers that it starts from.
void threads_confine(emitter_t *e, const func_t *func, bool opens)
{
    if (opens) {
        emit_text(e, func->loc, "pto_simt_open();\n");
    }
    for (uint32_t i = 0; i < func->params_num && !opens; i++) {
        if (func->params[i].type.kind == TYPE_PTR) {
            emit_text(e, func->loc, "pto_thread_pointer(%s);\n", func->params[i].cname);
        }
    }
}

/// Constants between pieces, once for all threads.
static void emit_shared_constants(emitter_t *e, const block_t *block)
{
    for (op_t *op = block->first; op != NULL; op = op->next) {
        if (op_is(op, OP_CONSTANT) && (op->flags & OP_LIVE) != 0) {
            emit_scalar(e, op);
        }
        for (uint32_t i = 0; i < op->regions_num && op_meets(op); i++) {
            if (op->regions[i].block != NULL) {
                emit_shared_constants(e, op->regions[i].block);
            }
        }
    }
}

/// Slots that threads keep words in, from launch to launch.
static void count_slots(op_t *op, void *arg)
{
    uint32_t *slots = arg;
    const attr_t *slot = op_is(op, OP_KEEP) || op_is(op, OP_RESUME) ? op_attr(op, "slot") : NULL;
    if (slot != NULL && slot->integer + 2 > *slots) {
        *slots = (uint32_t)slot->integer + 2;
    }
}

static void emit_together(emitter_t *e, func_t *func, traits_t traits)
{
    threads_t t = {.e = e, .slots = group_slots(func, traits)};
    uint32_t pieces = 0;
    number_pieces(func->body.block, &pieces);
    ir_walk(func->body.block, keep_across, &t);
    bool large = traits.syncs || t.bytes > STACK_FRAME_MAX;
    emit_printf(e, "struct %s_frame {\n%s%s};\n\n", func->cname, t.kept_num == 0 ? "    char pto_empty;\n" : "",
                t.frame.data != NULL ? t.frame.data : "");
    text_free(&t.frame);
    emit_line(e, func->loc);
    threads_head(e, func, "", "", PTO_GRID_PARAM);
    emit_printf(e, "\n{\n");
    emit_text(e, func->loc, "enum { PTO_WARPS = %u };\n", t.slots / PTO_WARP);
    e->thread = traits.opens || large ? "thread" : "confined";
    threads_confine(e, func, traits.opens || large);
    if (large) {
        uint32_t slots = 0;
        ir_walk_module((module_t *)e->root, count_slots, &slots);
        emit_text(e, func->loc, "PTO_FRAME_FITS(struct %s_frame, %u);\n", func->cname, slots);
        emit_text(e, func->loc, "struct %s_frame *pto_frame = pto_simt_frame(PTO_FRAME_BYTES(struct %s_frame));\n",
                  func->cname, func->cname);
    } else {
        emit_text(e, func->loc, "struct %s_frame pto_frame[1];\n", func->cname);
    }
    emit_shared_constants(e, func->body.block);
    emit_text(e, func->loc, "PTO_EACH_GROUP(PTO_WARPS * PTO_WARP) {\n");
    e->indent++;
    emit_text(e, func->loc, "uint32_t pto_group[PTO_WARPS];\n");
    emit_text(e, func->loc, "pto_mask_all(pto_group, sizeof pto_group, pto_grid->num - pto_first);\n");
    emit_thread_block(e, func->body.block, "pto_group");
    emit_close(e);
    emit_printf(e, "}\n\n");
}

void emit_threads(emitter_t *e, func_t *func)
{
    traits_t traits = func_traits(func);
    e->thread = traits.opens ? "thread" : "confined";
    if (func_meets(func)) {
        emit_together(e, func, traits);
    } else {
        emit_threads_alone(e, func, traits.opens);
    }
    e->thread = NULL;
}
