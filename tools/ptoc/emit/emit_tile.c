// SPDX-License-Identifier: Apache-2.0
//
// The tile level in C over pto/tile.h: a tile is a pto_tile_t variable, a view a pto_tensor_t, an operation one call.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

#include "plan/plan.h"

static const char *name_of(const operand_t *operand)
{
    return operand->value->cname;
}

static int64_t number_of(const op_t *op, const char *key, int64_t missing)
{
    const attr_t *attr = op_attr(op, key);
    return attr == NULL ? missing : attr->integer;
}

/// Views ///

/// The operands of a clause as a C array: (const int64_t[]){a, b}
static void emit_list(emitter_t *e, const op_t *op, const char *name)
{
    const clause_t *clause = op_clause(op, name, 0);
    emit_printf(e, "(const int64_t[]){");
    for (uint32_t i = 0; clause != NULL && i < clause->num; i++) {
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", name_of(&op->operands[clause->first + i]));
    }
    emit_printf(e, "}");
}

uint32_t emit_buffer_of(const value_t *pointer)
{
    while (pointer->def != NULL && pointer->def->operands_num != 0) {
        pointer = pointer->def->operands[0].value;
    }
    uint32_t buffer = 0;
    for (uint32_t i = 0; pointer->block != NULL && i < pointer->index; i++) {
        buffer += pointer->block->args[i].type.kind == TYPE_PTR;
    }
    return buffer;
}

static void emit_make_view(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "pto_tensor_in_buffer(%u, pto_tensor_at(PTO_LOC, %s, PTO_ELEM_OF_TOKEN(%s), PTO_LAYOUT_%s, %u, ",
                emit_buffer_of(op->operands[0].value), name_of(&op->operands[0]), elem_token(op->results[0].type.elem),
                view_layout(&op->results[0]), op->results[0].type.shape->rank);
    emit_list(e, op, "shape");
    emit_printf(e, ", ");
    emit_list(e, op, "strides");
    emit_printf(e, "));\n");
}

static void emit_partition(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "pto_partition_at(PTO_LOC, &%s, %u, ", name_of(&op->operands[0]), op->results[0].type.shape->rank);
    emit_list(e, op, "offsets");
    emit_printf(e, ", ");
    emit_list(e, op, "sizes");
    emit_printf(e, ");\n");
}

static void emit_view_query(emitter_t *e, op_t *op, const char *field)
{
    uint32_t rank = op->operands[0].value->type.shape->rank;
    emit_begin_op(e, op);
    emit_printf(e, "%s.%s[%u + pto_index(%s, %u)];\n", name_of(&op->operands[0]), field, DIMS_MAX - rank,
                name_of(&op->operands[1]), rank);
}

/// Tiles ///

static const char *tile_memory(space_t space)
{
    static const char *const names[SPACE_COUNT] = {
        [SPACE_UB] = "VEC",  [SPACE_L1] = "MAT",  [SPACE_L0A] = "LEFT",  [SPACE_L0B] = "RIGHT",
        [SPACE_L0C] = "ACC", [SPACE_BT] = "BIAS", [SPACE_FB] = "SCALING"};
    return names[space] == NULL ? "VEC" : names[space];
}

/// Whether a tile has the layout of its type, with extents that are multiples of its box. In UB and L0A the runtime has
/// other box orders, in L0C a single box size.
static bool is_as_written(type_t type)
{
    const shape_t *shape = type.shape;
    bool positive =
        shape->dims[0] > 0 && shape->dims[1] > 0 && shape->dims[0] <= INT32_MAX && shape->dims[1] <= INT32_MAX;
    if (shape->slayout == LAYOUT_NONE) {
        return positive && shape->compact != 2;
    }
    int64_t rows = tile_box_extent(type, 0), cols = tile_box_extent(type, 1);
    return positive && shape->compact != 2 && type.space != SPACE_UB && type.space != SPACE_L0A &&
           (type.space != SPACE_L0C || shape->fractal == 1024) && elem_bits(type.elem) >= 8 && rows > 0 && cols > 0 &&
           shape->dims[0] % rows == 0 && shape->dims[1] % cols == 0;
}

/// The valid rows or columns, of an operand or else of the type; false if they are unknown here, or too many.
static bool known_valid(type_t type, int d, const operand_t *operand, int64_t *valid)
{
    *valid = type.shape->valid[d];
    bool known = operand == NULL ? *valid != DIM_DYNAMIC : value_constant(operand->value, valid);
    return known && *valid >= 0 && *valid <= type.shape->dims[d];
}

static void emit_tile_fields(emitter_t *e, const shape_t *shape)
{
    if (shape->blayout == LAYOUT_COL) {
        emit_printf(e, ", .blayout = PTO_COL_MAJOR");
    }
    if (shape->slayout != LAYOUT_NONE) {
        emit_printf(e, ", .slayout = PTO_BOX_%s_MAJOR, .fractal16 = %u", shape->slayout == LAYOUT_ROW ? "ROW" : "COL",
                    shape->fractal / 16);
    }
    static const char *const pads[] = {"NULL", "ZERO", "MAX", "MIN"};
    if (shape->pad != 0) {
        emit_printf(e, ", .pad = PTO_PAD_%s", pads[shape->pad & 3]);
    }
    if (shape->compact == 2) {
        emit_printf(e, ", .pitch = %" PRId64, shape->dims[shape->blayout == LAYOUT_ROW] + 1);
    }
}

/// A tile's type, up to its address: `pto_tile(VEC, f32, 16, 64`
static void emit_tile_type(emitter_t *e, type_t type)
{
    emit_printf(e, "pto_tile(%s, %s, %" PRId64 ", %" PRId64, tile_memory(type.space), elem_token(type.elem),
                type.shape->dims[0], type.shape->dims[1]);
    emit_tile_fields(e, type.shape);
}

bool emit_checked_tile(emitter_t *e, type_t type, const operand_t *rows, const operand_t *cols)
{
    const shape_t *shape = type.shape;
    int64_t valid[2];
    if (!is_as_written(type) || !known_valid(type, 0, rows, &valid[0]) || !known_valid(type, 1, cols, &valid[1])) {
        return false;
    }
    emit_printf(e,
                "pto_checked_tile(%s, %s, %" PRId64 ", %" PRId64 ", .valid_rows = %" PRId64 ", .valid_cols = %" PRId64
                ", .pitch = %" PRId64,
                tile_memory(type.space), elem_token(type.elem), shape->dims[0], shape->dims[1], valid[0], valid[1],
                shape->dims[shape->blayout == LAYOUT_ROW]);
    emit_tile_fields(e, shape);
    return true;
}

static void emit_valid(emitter_t *e, type_t type, const operand_t *rows, const operand_t *cols)
{
    const operand_t *operands[2] = {rows, cols};
    for (int i = 0; i < 2; i++) {
        const char *field = i == 0 ? "valid_rows" : "valid_cols";
        if (operands[i] != NULL) {
            emit_printf(e, ", .%s = (int32_t)%s", field, name_of(operands[i]));
        } else if (type.shape->valid[i] != DIM_DYNAMIC && type.shape->valid[i] != type.shape->dims[i]) {
            emit_printf(e, ", .%s = %" PRId64, field, type.shape->valid[i]);
        }
    }
}

static void emit_alloc(emitter_t *e, op_t *op)
{
    const operand_t *addr = op_operand(op, "addr");
    const operand_t *rows = op_operand(op, "valid_row"), *cols = op_operand(op, "valid_col");
    int64_t planned;
    emit_begin_op(e, op);
    bool checked = emit_checked_tile(e, op->results[0].type, rows, cols);
    if (!checked) {
        emit_tile_type(e, op->results[0].type);
    }
    if (plan_address(op, &planned)) {
        emit_printf(e, ", .address = %" PRId64, planned);
    } else if (addr != NULL) {
        emit_printf(e, ", .address = pto_tile_address_at(PTO_LOC, %s)", name_of(addr));
    }
    if (!checked) {
        emit_valid(e, op->results[0].type, rows, cols);
    }
    emit_printf(e, ");\n");
}

/// The address of a slot is the tile's plus the size of the slots before it.
static void emit_slot(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "pto_tile_slot_at(PTO_LOC, &%s, %s, %u, %" PRIu64 ");\n", name_of(&op->operands[0]),
                name_of(&op->operands[1]), op->operands[0].value->type.shape->count, tile_bytes(op->results[0].type));
}

static void emit_set_valid(emitter_t *e, const op_t *op, const char *tile, const char *rows, const char *cols)
{
    emit_text(e, op->loc, "pto_set_validshape(&%s, %s, %s);\n", tile, rows, cols);
}

static void emit_subview(emitter_t *e, op_t *op)
{
    const shape_t *shape = op->results[0].type.shape;
    const clause_t *valid = op_clause(op, "valid", 0);
    bool open = shape->valid[0] == DIM_DYNAMIC || shape->valid[1] == DIM_DYNAMIC;
    emit_begin_op(e, op);
    emit_printf(e, "pto_subview_used(&%s, %s, %s, %" PRId64 ", %" PRId64, name_of(&op->operands[0]),
                name_of(&op->operands[1]), name_of(&op->operands[2]), shape->dims[0], shape->dims[1]);
    for (uint32_t d = 0; d < 2; d++) {
        if (valid != NULL && valid->num == 2) {
            emit_printf(e, ", %s", name_of(&op->operands[valid->first + d]));
        } else if (open) {
            emit_printf(e, ", PTO_VALID_OF_TILE");
        } else {
            emit_printf(e, ", %" PRId64, shape->valid[d]);
        }
    }
    emit_printf(e, ");\n");
}

/// Valid extents of a reshaped tile where its type is dynamic. The same shape inherits them; between single rows and
/// columns the number of valid elements is kept. Any other shape is valid as a whole.
static void emit_open_valid(emitter_t *e, const op_t *op)
{
    const shape_t *from = op->operands[0].value->type.shape, *to = op->results[0].type.shape;
    const char *tile = name_of(&op->operands[0]);
    bool same = from->dims[0] == to->dims[0] && from->dims[1] == to->dims[1];
    bool lines = (from->dims[0] == 1 || from->dims[1] == 1) && (to->dims[0] == 1 || to->dims[1] == 1) &&
                 from->dims[0] * from->dims[1] == to->dims[0] * to->dims[1];
    for (int d = 0; d < 2 && (same || lines); d++) {
        const char *field = d == 0 ? "valid_rows" : "valid_cols";
        if (to->valid[d] == DIM_DYNAMIC && same) {
            emit_printf(e, ", .%s = %s.%s", field, tile, field);
        } else if (to->valid[d] == DIM_DYNAMIC && to->dims[d] != 1) {
            emit_printf(e, ", .%s = %s.valid_rows * %s.valid_cols", field, tile, tile);
        }
    }
}

static void emit_reshape(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "pto_treshape(&%s, ", name_of(&op->operands[0]));
    emit_tile_type(e, op->results[0].type);
    emit_valid(e, op->results[0].type, NULL, NULL);
    emit_open_valid(e, op);
    emit_printf(e, "));\n");
}

static void emit_get_valid(emitter_t *e, op_t *op, uint32_t first)
{
    for (uint32_t i = 0; i < op->results_num; i++) {
        emit_define(e, op->loc, &op->results[i], "%s.%s;\n", name_of(&op->operands[0]),
                    first + i == 0 ? "valid_rows" : "valid_cols");
    }
}

static void emit_element(emitter_t *e, op_t *op)
{
    bool get = op_id(op) == OP_TGETVAL;
    emit_begin_op(e, op);
    if (get) {
        emit_printf(e, "pto_tgetval(%s, &%s, %s);\n", elem_ctype(op->results[0].type.elem), name_of(&op->operands[0]),
                    name_of(&op->operands[1]));
    } else {
        emit_printf(e, "pto_tsetval(%s, &%s, %s, %s);\n", elem_ctype(op->operands[2].value->type.elem),
                    name_of(&op->operands[2]), name_of(&op->operands[0]), name_of(&op->operands[1]));
    }
}

/// Pipes between cores ///

static void emit_reserve(emitter_t *e, op_t *op)
{
    int64_t base = 0;
    plan_address(op, &base);
    emit_begin_op(e, op);
    emit_printf(e, "%" PRId64 ";\n", base);
}

/// acc_push_epilogue: converts between the pushed type and the popped one as data leave the accumulator.
static void emit_epilogue(emitter_t *e, op_t *op)
{
    const attr_t *epilogue = op_attr(op, "acc_push_epilogue");
    const op_t *pop = epilogue == NULL ? NULL : plan_popped(op);
    if (pop == NULL || pop->results[0].type.kind != TYPE_TILE) {
        return;
    }
    emit_printf(e, ", .becomes = ");
    emit_tile_type(e, pop->results[0].type);
    emit_printf(e, ")");
    for (uint32_t i = 0; i < epilogue->items_num; i++) {
        if (strcmp(epilogue->items[i].text, "normal_relu") == 0) {
            emit_printf(e, ", .relu = 1");
        }
    }
}

static void emit_pipe(emitter_t *e, op_t *op)
{
    const operand_t *gm = op_operand(op, "gm_slot_buffer"), *tensor = op_operand(op, "gm_slot_tensor");
    const operand_t *c2v = op_operand(op, "c2v_consumer_buf"), *v2c = op_operand(op, "v2c_consumer_buf");
    int64_t both = number_of(op, "dir_mask", 1) == 3, slots = number_of(op, "slot_num", both ? 4 : 8);
    emit_text(e, op->loc, "pto_initialize_pipe(%" PRId64 ", .dir_mask = %" PRId64 ", .slot_size = %" PRId64,
              number_of(op, "id", 0), number_of(op, "dir_mask", 1), number_of(op, "slot_size", 0));
    emit_printf(e, ", .slot_num = %" PRId64 ", .local_slot_num = %" PRId64, slots,
                number_of(op, "local_slot_num", slots));
    if (gm != NULL) {
        emit_printf(e, ", .gm = %s", name_of(gm));
    }
    if (tensor != NULL) {
        emit_printf(e, ", .gm = %s.data, .entry = %s", name_of(tensor), name_of(tensor));
    }
    if (c2v != NULL) {
        emit_printf(e, ", .c2v_base = (uint32_t)%s", name_of(c2v));
    }
    if (v2c != NULL) {
        emit_printf(e, ", .v2c_base = (uint32_t)%s", name_of(v2c));
    }
    emit_epilogue(e, op);
    emit_printf(e, ");\n");
}

/// aiv_subblockid(%part): the vector core whose part of a split entry the tile holds.
static const char *part_suffix(const op_t *op)
{
    return op_clause(op, "aiv_subblockid", 0) != NULL ? "_part" : "";
}

/// The last arguments of a call: how the entry is split.
static void emit_split(emitter_t *e, const op_t *op)
{
    const clause_t *part = op_clause(op, "aiv_subblockid", 0);
    emit_printf(e, "%" PRId64, number_of(op, "split", 0));
    emit_printf(e, part != NULL ? ", %s);\n" : ");\n", part != NULL ? name_of(&op->operands[part->first]) : "");
}

static void emit_push(emitter_t *e, op_t *op)
{
    emit_begin(e, op->loc);
    bool global = op->operands_num != 0 && op->operands[0].value->type.kind == TYPE_TENSOR;
    emit_printf(e, "pto_%s%s(%" PRId64 ", ", op->name + 4, global ? "_global" : part_suffix(op),
                number_of(op, "id", 0));
    if (op->operands_num != 0) {
        emit_printf(e, "&%s, ", name_of(&op->operands[0]));
    }
    emit_split(e, op);
}

/// The popped tile has the shape of the result's type, at the slot's address.
static void emit_pop(emitter_t *e, op_t *op)
{
    type_t type = op->results[0].type;
    emit_begin_op(e, op);
    if (type.kind == TYPE_TENSOR) {
        emit_printf(e, "pto_%s_global(%" PRId64 ", %" PRId64 ");\n", op->name + 4, number_of(op, "id", 0),
                    number_of(op, "split", 0));
        return;
    }
    emit_printf(e, "pto_%s%s(%" PRId64 ", ", op->name + 4, part_suffix(op), number_of(op, "id", 0));
    emit_tile_type(e, type);
    bool valid = op->operands_num >= 2 && op->operands[0].clause == 0;
    emit_valid(e, type, valid ? &op->operands[0] : NULL, valid ? &op->operands[1] : NULL);
    emit_printf(e, "), ");
    emit_split(e, op);
}

/// Other ranks ///

static void emit_comm_copy(emitter_t *e, op_t *op)
{
    const attr_t *atomic = op_attr(op, "atomicType");
    const operand_t *stage = &op->operands[op_clause(op, "buf", 0)->first];
    emit_text(e, op->loc, "pto_comm_%s(&%s, &%s, &%s", op->name + strlen("pto.comm."), name_of(&op->operands[0]),
              name_of(&op->operands[1]), name_of(stage));
    if (op_is(op, OP_COMM_TPUT)) {
        emit_printf(e, ", %s", tile_attr_value("atomic_type", atomic == NULL ? "atomic_none" : atomic->text));
    }
    emit_printf(e, ");\n");
}

/// The local view, the tiles, the group.
static void emit_collective(emitter_t *e, op_t *op)
{
    const clause_t *recv = op_clause(op, "recv", 0), *group = op_clause(op, "group", 0);
    const attr_t *reduce = op_attr(op, "reduceOp");
    emit_text(e, op->loc, "pto_comm_%s(", op->name + strlen("pto.comm."));
    if (op_is(op, OP_COMM_REDUCE)) {
        emit_printf(e, "%s, ", tile_attr_value("reduce_op", reduce->text));
    }
    for (uint32_t i = 0; i <= recv->first; i++) {
        emit_printf(e, "&%s, ", name_of(&op->operands[i]));
    }
    for (uint32_t i = 0; i < group->num; i++) {
        emit_printf(e, "%s&%s", i > 0 ? ", " : "", name_of(&op->operands[group->first + i]));
    }
    emit_printf(e, ");\n");
}

static void emit_signal(emitter_t *e, op_t *op)
{
    bool notifies = op_is(op, OP_COMM_NOTIFY);
    const char *word = op_attr(op, notifies ? "notifyOp" : "cmp")->text;
    emit_begin_op(e, op);
    emit_printf(e, "pto_comm_%s(&%s, (int32_t)%s, ", op->name + strlen("pto.comm."), name_of(&op->operands[0]),
                name_of(&op->operands[1]));
    emit_printf(e, "%s);\n", tile_attr_value(notifies ? "notify_op" : "cmp", word));
}

/// The console ///

static void emit_print(emitter_t *e, op_t *op)
{
    const attr_t *format = NULL;
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        format = op->attrs[i].kind == ATTR_STRING ? &op->attrs[i] : format;
    }
    emit_text(e, op->loc, "pto_print_value(\"");
    for (const char *c = format == NULL ? "" : format->text; *c != '\0'; c++) {
        emit_printf(e, *c == '\n' ? "\\n" : *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    emit_printf(e, "\", %s);\n", op->operands_num != 0 ? name_of(&op->operands[0]) : "0");
}

static void emit_view_dim(emitter_t *e, op_t *op)
{
    emit_view_query(e, op, "shape");
}

static void emit_view_stride(emitter_t *e, op_t *op)
{
    emit_view_query(e, op, "stride");
}

/// The address of a view's data.
static void emit_view_addr(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "(%s)%s.data;\n", emit_type(e, op->results[0].type), name_of(&op->operands[0]));
}

static void emit_tassign(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "%s;\n", name_of(&op->operands[0]));
    emit_text(e, op->loc, "%s.address = (uint32_t)%s;\n", op->results[0].cname, name_of(&op->operands[1]));
}

static void emit_set_valid_of(emitter_t *e, op_t *op)
{
    emit_set_valid(e, op, name_of(&op->operands[0]), name_of(&op->operands[1]), name_of(&op->operands[2]));
}

static void emit_valid_of(emitter_t *e, op_t *op)
{
    emit_get_valid(e, op, op_id(op) == OP_VALID_COLS);
}

static void emit_tile_addr(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "pto_tile_buf_addr(%s, &%s);\n", elem_ctype(op->results[0].type.elem), name_of(&op->operands[0]));
}

static void emit_quant_scalar(emitter_t *e, op_t *op)
{
    emit_text(e, op->loc, "pto_set_quant_scalar(%" PRId64 ", %s);\n", number_of(op, "id", 0),
              name_of(&op->operands[0]));
}

static void emit_quant_vector(emitter_t *e, op_t *op)
{
    emit_text(e, op->loc, "pto_set_quant_vector(%" PRId64 ", &%s);\n", number_of(op, "id", 0),
              name_of(&op->operands[0]));
}

static void emit_async_copy(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "pto_comm_%s(&%s, &%s);\n", op->name + strlen("pto.comm."), name_of(&op->operands[0]),
                name_of(&op->operands[1]));
}

static void emit_async_end(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "pto_comm_%s_async(%s);\n", op_id(op) == OP_ASYNC_WAIT ? "wait" : "test", name_of(&op->operands[0]));
}

/// Sessions have no state, and there is no cache to prefetch into.
static void emit_nothing_under_way(emitter_t *e, op_t *op)
{
    emit_begin_op(e, op);
    emit_printf(e, "1;\n");
}

static void emit_trap(emitter_t *e, op_t *op)
{
    emit_text(e, op->loc, "pto_trap();\n");
}

static void emit_fence_all(emitter_t *e, op_t *op)
{
    emit_text(e, op->loc, "pto_pipe_barrier(PIPE_ALL);\n");
    emit_text(e, op->loc, "pto_dsb(PTO_DSB_ALL);\n");
}

void emit_tile(emitter_t *e, op_t *op)
{
    // No other operation emits code: GM is coherent, so cache maintenance is a no-op, and signals are registers.
    static void (*const emits[OP_COUNT])(emitter_t *, op_t *) = {
        [OP_MAKE_VIEW] = emit_make_view,
        [OP_PARTITION] = emit_partition,
        [OP_VIEW_DIM] = emit_view_dim,
        [OP_VIEW_STRIDE] = emit_view_stride,
        [OP_VIEW_ADDR] = emit_view_addr,
        [OP_ALLOC_TILE] = emit_alloc,
        [OP_ALLOC_MULTI] = emit_alloc,
        [OP_DECLARE_TILE] = emit_alloc,
        [OP_MULTI_GET] = emit_slot,
        [OP_SUBVIEW] = emit_subview,
        [OP_SUBSET] = emit_subview,
        [OP_TRESHAPE] = emit_reshape,
        [OP_TILE_BITCAST] = emit_reshape,
        [OP_TASSIGN] = emit_tassign,
        [OP_SET_VALID] = emit_set_valid_of,
        [OP_GET_VALID] = emit_valid_of,
        [OP_VALID_ROWS] = emit_valid_of,
        [OP_VALID_COLS] = emit_valid_of,
        [OP_TILE_ADDR] = emit_tile_addr,
        [OP_TGETVAL] = emit_element,
        [OP_TSETVAL] = emit_element,
        [OP_RESERVE] = emit_reserve,
        [OP_IMPORT] = emit_reserve,
        [OP_AIC_PIPE] = emit_pipe,
        [OP_AIV_PIPE] = emit_pipe,
        [OP_QUANT_SCALAR] = emit_quant_scalar,
        [OP_QUANT_VECTOR] = emit_quant_vector,
        [OP_TPUSH_AIV] = emit_push,
        [OP_TPUSH_AIC] = emit_push,
        [OP_TFREE_AIC] = emit_push,
        [OP_TFREE_AIV] = emit_push,
        [OP_TPOP_AIC] = emit_pop,
        [OP_TPOP_AIV] = emit_pop,
        [OP_TALLOC_AIC] = emit_pop,
        [OP_TALLOC_AIV] = emit_pop,
        [OP_COMM_TPUT] = emit_comm_copy,
        [OP_COMM_TGET] = emit_comm_copy,
        [OP_COMM_BROADCAST] = emit_collective,
        [OP_COMM_GATHER] = emit_collective,
        [OP_COMM_SCATTER] = emit_collective,
        [OP_COMM_REDUCE] = emit_collective,
        [OP_COMM_PUT_ASYNC] = emit_async_copy,
        [OP_COMM_GET_ASYNC] = emit_async_copy,
        [OP_COMM_NOTIFY] = emit_signal,
        [OP_COMM_WAIT] = emit_signal,
        [OP_COMM_TEST] = emit_signal,
        [OP_COMM_SESSION] = emit_nothing_under_way,
        [OP_PREFETCH_CTX] = emit_nothing_under_way,
        [OP_PREFETCH] = emit_nothing_under_way,
        [OP_PREFETCH_SESSION] = emit_nothing_under_way,
        [OP_ASYNC_WAIT] = emit_async_end,
        [OP_ASYNC_TEST] = emit_async_end,
        [OP_PRINT] = emit_print,
        [OP_TRAP] = emit_trap,
        [OP_FENCE_ALL] = emit_fence_all,
    };
    tile_bound_t bound;
    if (emit_scales(e, op)) {
        return;
    }
    if (tile_bind(op, &bound)) {
        emit_tile_form(e, op, &bound);
    } else if (emits[op_id(op)] != NULL) {
        emits[op_id(op)](e, op);
    }
}
