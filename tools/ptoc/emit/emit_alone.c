// SPDX-License-Identifier: Apache-2.0
//
// SIMT functions whose threads never meet: a C function of one thread, inlined into a loop over the grid. Where a
// thread takes its coordinates only to compute its number, the loop counts numbers, which compilers turn into vector
// code.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

/// The number of a thread as code computes it: (z * dim_y + y) * dim_x + x, or y * dim_x + x.
typedef struct flat {
    const op_t *sum;
    const value_t *dim_x, *dim_y;  // factors, NULL dim_y: no z
    uint32_t coordinates[3];       // uses in the sum
    uint32_t uses[3];              // in the function
} flat_t;

static int coordinate_of(const value_t *value)
{
    const op_t *def = value->def;
    return op_is(def, OP_TID_X) ? 0 : op_is(def, OP_TID_Y) ? 1 : op_is(def, OP_TID_Z) ? 2 : -1;
}

/// Takes `a * factor + coordinate`, with the operands in any order; returns a.
static const value_t *take_sum(const value_t *value, int coordinate, const value_t **factor)
{
    const op_t *sum = value->def;
    for (uint32_t i = 0; i < 2 && op_is(sum, OP_ADDI); i++) {
        const op_t *product = sum->operands[i].value->def;
        if (coordinate_of(sum->operands[1 - i].value) != coordinate || !op_is(product, OP_MULI) ||
            product->results[0].uses_num != 1) {
            continue;
        }
        int64_t number;
        bool second = value_constant(product->operands[1].value, &number) ||
                      op_is(product->operands[1].value->def, coordinate == 0 ? OP_BLOCK_DIM_X : OP_BLOCK_DIM_Y);
        *factor = product->operands[second].value;
        return product->operands[1 - second].value;
    }
    return NULL;
}

static void find_flat(op_t *op, void *arg)
{
    flat_t *flat = arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        int coordinate = coordinate_of(op->operands[i].value);
        if (coordinate >= 0) {
            flat->uses[coordinate]++;
        }
    }
    const value_t *dim_x, *dim_y = NULL;
    const value_t *row = op->results_num == 1 ? take_sum(&op->results[0], 0, &dim_x) : NULL;
    if (row == NULL || flat->sum != NULL) {
        return;
    }
    const value_t *plane = coordinate_of(row) == 1 ? NULL : take_sum(row, 1, &dim_y);
    if (plane == NULL ? coordinate_of(row) == 1 : coordinate_of(plane) == 2 && row->uses_num == 1) {
        *flat = (flat_t){op, dim_x, dim_y, {1, 1, plane != NULL}, {flat->uses[0], flat->uses[1], flat->uses[2]}};
    }
}

/// Whether a factor is this extent of the grid, as a condition; "" if it always is.
static const char *is_extent(emitter_t *e, const value_t *factor, uint32_t dim)
{
    int64_t number;
    return factor != NULL && value_constant(factor, &number)
               ? arena_printf(&e->cc->arena, " && pto_grid->dim[%u] == %" PRIu32, dim, (uint32_t)number)
               : "";
}

/// `header` and a loop over threads, each of which calls the function of one.
static void emit_loop(emitter_t *e, const func_t *func, const char *header, const char *thread, const char *is_flat)
{
    emit_text(e, func->loc, "%s {\n", header);
    e->indent++;
    emit_text(e, func->loc, "%s\n", thread);
    emit_text(e, func->loc, "%s_one(pto_grid, pto_thread, %s%s);\n", func->cname, is_flat, threads_args(e, func));
    emit_close(e);
}

static void emit_flat(emitter_t *e, func_t *func, const flat_t *flat)
{
    const char *plane = flat->dim_y != NULL ? "true" : "pto_grid->dim[2] == 1";
    emit_text(e, func->loc, "if (%s%s%s) {\n", plane, is_extent(e, flat->dim_x, 0), is_extent(e, flat->dim_y, 1));
    e->indent++;
    emit_loop(e, func, "PTO_WHOLE_GROUPS PTO_EACH_NUMBER(0, PTO_WHOLE(pto_grid->num))", "PTO_THIS_NUMBER;", "true");
    emit_loop(e, func, "PTO_EACH_NUMBER(PTO_WHOLE(pto_grid->num), pto_grid->num)", "PTO_THIS_NUMBER;", "true");
    emit_text(e, func->loc, "return;\n");
    emit_close(e);
}

void emit_threads_alone(emitter_t *e, func_t *func, bool opens)
{
    flat_t flat = {0};
    ir_walk(func->body.block, find_flat, &flat);
    // Threads that use their coordinates for their number alone are one loop, which compilers turn into vector code.
    bool is_flat = flat.sum != NULL && memcmp(flat.uses, flat.coordinates, sizeof flat.uses) == 0;
    e->flat = is_flat ? flat.sum : NULL;
    emit_line(e, func->loc);
    threads_head(e, func, "inline __attribute__((always_inline)) ", "_one",
                 PTO_GRID_PARAM ", const pto_thread_t pto_thread, const bool pto_is_flat");
    emit_printf(e, "\n{\n");
    emit_block(e, func->body.block);
    emit_printf(e, "}\n\n");
    e->flat = NULL;
    emit_line(e, func->loc);
    threads_head(e, func, "", "", PTO_GRID_PARAM);
    emit_printf(e, "\n{\n");
    threads_confine(e, func, opens);
    if (is_flat) {
        emit_flat(e, func, &flat);
    }
    emit_loop(e, func, "PTO_EACH_THREAD", "PTO_THIS_THREAD;", "false");
    emit_printf(e, "}\n\n");
}
