// SPDX-License-Identifier: Apache-2.0
//
// Types of several elements: equality and names.

#include "ptoc.h"

#include <string.h>

bool shape_equal(const shape_t *a, const shape_t *b)
{
    if (a == b || a == NULL || b == NULL) {
        return a == b;
    }
    bool dims = a->rank == b->rank && memcmp(a->dims, b->dims, sizeof(a->dims)) == 0;
    bool tile = memcmp(a->valid, b->valid, sizeof(a->valid)) == 0 && a->blayout == b->blayout &&
                a->slayout == b->slayout && a->pad == b->pad && a->compact == b->compact && a->fractal == b->fractal &&
                a->count == b->count;
    return dims && tile;
}

static void print_dim(text_t *text, int64_t dim)
{
    if (dim == DIM_DYNAMIC) {
        text_append(text, "?", 1);
    } else {
        text_printf(text, "%lld", (long long)dim);
    }
}

static void print_dims(text_t *text, type_t type)
{
    for (uint32_t i = 0; i < type.shape->rank; i++) {
        print_dim(text, type.shape->dims[i]);
        text_append(text, "x", 1);
    }
    bool dialect = elem_class(type.elem) == CLASS_PACK && type.elem >= ELEM_HIF8;
    text_printf(text, "%s%s", dialect ? "!pto." : "", elem_name(type.elem));
}

static void print_tile(text_t *text, type_t type)
{
    static const char *const layouts[] = {"none_box", "row_major", "col_major"};
    const shape_t *shape = type.shape;
    text_printf(text, shape->count != 0 ? "!pto.multi_tile_buf<%s, " : "!pto.tile_buf<%s, ",
                tile_space_name(type.space));
    print_dims(text, type);
    if (shape->valid[0] != shape->dims[0] || shape->valid[1] != shape->dims[1]) {
        text_printf(text, ", valid=");
        print_dim(text, shape->valid[0]);
        text_append(text, "x", 1);
        print_dim(text, shape->valid[1]);
    }
    if (shape->blayout != LAYOUT_ROW) {
        text_printf(text, ", blayout=%s", layouts[shape->blayout]);
    }
    if (shape->slayout != LAYOUT_NONE) {
        text_printf(text, ", slayout=%s", layouts[shape->slayout]);
    }
    if (shape->fractal != 512) {
        text_printf(text, ", fractal=%u", shape->fractal);
    }
    if (shape->pad != 0) {
        text_printf(text, ", pad=%u", shape->pad);
    }
    if (shape->compact != 0) {
        text_printf(text, ", compact=%u", shape->compact);
    }
    if (shape->count != 0) {
        text_printf(text, ", count=%u", shape->count);
    }
    text_append(text, ">", 1);
}

const char *shape_name(ptoc_t *cc, type_t type)
{
    text_t text = {0};
    switch (type.kind) {
        case TYPE_TILE:
            print_tile(&text, type);
            break;
        default:
            text_printf(&text, type.kind == TYPE_TENSOR ? "!pto.tensor_view<" : "!pto.partition_tensor_view<");
            print_dims(&text, type);
            text_append(&text, ">", 1);
            break;
    }
    const char *name = arena_copy(&cc->arena, text.data, text.size);
    text_free(&text);
    return name;
}
