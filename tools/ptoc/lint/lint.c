// SPDX-License-Identifier: Apache-2.0
//
// The lint: warnings about legal programs with probable mistakes. It runs on verified modules. This file has the lints
// of single operations and pairs; lint_sync.c follows the order of commands.

#include "ptoc.h"

#include <inttypes.h>
#include <string.h>

#include "lint.h"

/// Options ///

static const char *const lint_names[] = {
#define PTO_LINT(name, sentence) name,
#include "rules.def"
};

#define LINTS_NUM (sizeof(lint_names) / sizeof(lint_names[0]))

bool lint_option(ptoc_t *cc, const char *name)
{
    if (strcmp(name, "all") == 0 || strcmp(name, "error") == 0) {
        cc->werror |= name[0] == 'e';
        return true;
    }
    bool off = strncmp(name, "no-", 3) == 0;
    for (uint32_t i = 0; i < LINTS_NUM; i++) {
        if (strcmp(lint_names[i], off ? name + 3 : name) == 0) {
            cc->lint_off = off ? cc->lint_off | 1u << i : cc->lint_off & ~(1u << i);
            return true;
        }
    }
    return false;
}

diag_t *lint_warn(ptoc_t *cc, const op_t *op, const char *rule, const char *format, ...)
{
    for (uint32_t i = 0; i < LINTS_NUM; i++) {
        if (strcmp(lint_names[i], rule) == 0 && (cc->lint_off >> i & 1) != 0) {
            return NULL;
        }
    }
    text_t text = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&text, format, args);
    va_end(args);
    diag_t *diag =
        cc->werror ? diag_error(cc, op->loc, rule, "%s", text.data) : diag_warning(cc, op->loc, rule, "%s", text.data);
    text_free(&text);
    diag->span = (uint32_t)strlen(op->name);
    return diag->text == NULL ? NULL : diag;
}

bool lint_on_cube(const op_t *op)
{
    for (; op != NULL; op = op->parent != NULL ? op->parent->region->owner : NULL) {
        if (op_is(op, OP_SECTION_CUBE)) {
            return true;
        }
    }
    return false;
}

int lint_id(const op_t *op)
{
    item_t item;
    int64_t id;
    bool known = (op_item(op, "event", 0, &item) || op_item(op, "buffer", 0, &item)) && item_constant(&item, &id);
    return known && id >= 0 && id < 64 ? (int)id : -1;
}

/// Flags without a matching set or wait ///

typedef struct flags {
    ptoc_t *cc;
    op_t **ops;
    uint32_t num, capacity;
    bool calls;
} flags_t;

static void collect_flag(op_t *op, void *arg)
{
    flags_t *flags = arg;
    flags->calls |= op_is(op, OP_CALL);
    if (!op_is(op, OP_SET_FLAG) && !op_is(op, OP_WAIT_FLAG)) {
        return;
    }
    if (flags->num == flags->capacity) {
        uint32_t capacity = flags->capacity == 0 ? 64 : flags->capacity * 2;
        op_t **ops = ARENA_ARRAY(&flags->cc->arena, op_t *, capacity);
        if (flags->num > 0) {
            memcpy(ops, flags->ops, sizeof(*ops) * flags->num);
        }
        flags->ops = ops;
        flags->capacity = capacity;
    }
    flags->ops[flags->num++] = op;
}

/// The sets and waits of a module: by core, pipes and event; the last event is for ids that are not constant.
#define EVENTS 65
typedef bool seen_t[2][2][PIPE_COUNT][PIPE_COUNT][EVENTS];

static bool *seen_slot(seen_t seen, const op_t *op, bool set)
{
    int src = op_pipe(op, 0), dst = op_pipe(op, 1), id = lint_id(op);
    return src < 0 || dst < 0 ? NULL : &seen[set][lint_on_cube(op)][src][dst][id < 0 ? EVENTS - 1 : id];
}

static bool has_partner(seen_t seen, const op_t *op, bool set)
{
    const bool *own = seen_slot(seen, op, !set);
    if (own == NULL) {
        return true;
    }
    int src = op_pipe(op, 0), dst = op_pipe(op, 1), id = lint_id(op);
    // Code outside of sections runs on both cores.
    for (int cube = 0; cube < 2; cube++) {
        const bool *events = seen[!set][cube][src][dst];
        bool any = false;
        for (int i = 0; i < EVENTS; i++) {
            any |= events[i];
        }
        if (id < 0 ? any : events[id] || events[EVENTS - 1]) {
            return true;
        }
    }
    return false;
}

static void lint_flags(ptoc_t *cc, func_t *func)
{
    flags_t flags = {.cc = cc};
    ir_walk(func->body.block, collect_flag, &flags);
    if (flags.num == 0 || flags.calls || func->is_private) {
        return;  // the matching operation may be in another function
    }
    bool(*seen)[2][PIPE_COUNT][PIPE_COUNT][EVENTS] = arena_alloc(&cc->arena, sizeof(seen_t));
    for (uint32_t i = 0; i < flags.num; i++) {
        bool *slot = seen_slot(seen, flags.ops[i], op_is(flags.ops[i], OP_SET_FLAG));
        if (slot != NULL) {
            *slot = true;
        }
    }
    for (uint32_t i = 0; i < flags.num; i++) {
        op_t *op = flags.ops[i];
        bool set = op_is(op, OP_SET_FLAG);
        if (has_partner(seen, op, set)) {
            continue;
        }
        const char *src = pipe_name((pipe_t)op_pipe(op, 0)), *dst = pipe_name((pipe_t)op_pipe(op, 1));
        if (set) {
            lint_warn(cc, op, "set-without-wait", "nothing waits for this flag from %s to %s, and it stays set", src,
                      dst);
        } else {
            lint_warn(cc, op, "wait-without-set", "nothing sets this flag from %s to %s, and %s waits for ever", src,
                      dst, dst);
        }
    }
}

/// Instructions that left A5 ///

/// Bytes retained by an unaligned store reach UB when its stream is flushed.
static void lint_stream(op_t *op, void *arg)
{
    ptoc_t *cc = arg;
    for (uint32_t i = 0; op->form != NULL && i < op->results_num; i++) {
        bool store = op->results[i].type.kind == TYPE_ALIGN && form_use(op->form) == USE_STORE;
        if (store && op->results[i].uses_num == 0) {
            lint_warn(cc, op, "unflushed-stream",
                      "%%%s is used by nothing: without a flush (pto.vstar, pto.vstas) the last bytes "
                      "of the stream stay behind",
                      op->results[i].name);
        }
    }
}

/// Rows of a tile without boxes that are no multiple of 32 bytes, the unit of every transfer of an NPU.
static void lint_rows(op_t *op, void *arg)
{
    const type_t *type = op_is(op, OP_ALLOC_TILE) || op_is(op, OP_ALLOC_MULTI) ? &op->results[0].type : NULL;
    if (type == NULL || op->implied || type->space != SPACE_UB || type->shape->slayout != LAYOUT_NONE) {
        return;
    }
    bool columns = type->shape->blayout == LAYOUT_COL;
    int64_t bits = type->shape->dims[columns ? 0 : 1] * elem_bits((elem_t)type->elem);
    if (bits % 256 != 0) {
        lint_warn(arg, op, "tile-rows", "the %s of %s have %" PRId64 " bytes; on an NPU these are a multiple of 32",
                  columns ? "columns" : "rows", value_spelling(arg, &op->results[0]), bits / 8);
    }
}

static void lint_removed(op_t *op, void *arg)
{
    ptoc_t *cc = arg;
    if (op->form == NULL || op_arch(cc, op) != ARCH_A5) {
        return;
    }
    if ((op->form->types & T_NOT_A5) != 0) {
        lint_warn(cc, op, "not-on-a5", "'%s' is kept for old kernels; A5 does not have it", op->name);
    }
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    for (uint32_t i = 0; i < num; i++) {
        const attr_value_t *value = bound[i].item->kind == SIG_ATTR ? bound[i].value : NULL;
        if (value != NULL && bound[i].attr != NULL && strncmp(value->spelling, "MRG", 3) == 0) {
            lint_warn(cc, op, "not-on-a5", "the distribution %s is kept for old kernels; A5 does not have it",
                      value->spelling);
        }
    }
}

static void lint_funcs(ptoc_t *cc, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            lint_flags(cc, func);
            ir_walk(func->body.block, lint_removed, cc);
            ir_walk(func->body.block, lint_stream, cc);
            ir_walk(func->body.block, lint_rows, cc);
            lint_order(cc, func);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        lint_funcs(cc, inner);
    }
}

void lint_module(ptoc_t *cc, module_t *module)
{
    if (!cc->quiet_lint) {
        lint_funcs(cc, module);
    }
}
