// SPDX-License-Identifier: Apache-2.0
//
// mgather and mscatter: tiles from and to a table in GM, by indices.
//
// Indices are unsigned. In row mode each row of the tile has an index, which names a row of the table. In element mode
// each element has one, which counts the elements of the table in row-major order. The policy determines the effect of
// an index beyond the table; `undefined` is a fault here, before anything moves. Of several elements with the same
// index, the last in row-major order wins.

#include "../atomic.h"
#include "lanes/lanes.h"
#include "transfer.h"

enum { KEEP, CLAMP, WRAP, SKIP, ZERO };

// One access: the table, the tile, the indices.
typedef struct {
    const pto_core_t *core;
    const pto_cmd_t *cmd;
    const pto_tensor_t *table;
    const pto_tile_t *tile, *index;
    const pto_tensor_t *gm_index;  // if indices are in GM, else NULL
    uint64_t capacity;             // rows or elements
    bool rows;
    uint32_t policy;
    uint64_t atomic;
    bool in_order;  // of stores to the same address the last one wins
    // Row mode with a tile of indices: address of the first one, and the distance between them
    const uint8_t *first_index;
    int64_t index_step;
} access_t;

#define NOWHERE UINT64_MAX

/// Checks ///

static void check_table(const access_t *a, bool one_matrix)
{
    if (a->table->layout != PTO_LAYOUT_ND) {
        PTO_TILE_FAULT(a->cmd, "the table is not of layout nd");
    }
    const int64_t *shape = a->table->shape;
    if (one_matrix && (shape[0] != 1 || shape[1] != 1 || shape[2] != 1)) {
        PTO_TILE_FAULT(a->cmd, "the table has shape %ld x %ld x %ld x %ld x %ld: its first three extents must be 1",
                       (long)shape[0], (long)shape[1], (long)shape[2], (long)shape[3], (long)shape[4]);
    }
    if (a->table->elem != a->tile->elem) {
        PTO_TILE_FAULT(a->cmd, "the table has elements of %s, the tile of %s", pto_elem_names[a->table->elem],
                       pto_elem_names[a->tile->elem]);
    }
}

static void check_index(const pto_cmd_t *cmd, const pto_tile_t *index, const pto_tile_t *tile, bool rows)
{
    if (index->elem != PTO_ELEM_I32 && index->elem != PTO_ELEM_U32) {
        PTO_TILE_FAULT(cmd, "idx has element type %s: indices are of 32 bits", pto_elem_names[index->elem]);
    }
    if (!pto_tile_is_plain(index)) {
        PTO_TILE_FAULT(cmd, "idx has boxes");
    }
    if (rows) {
        bool row = index->valid_rows == 1 && index->valid_cols == tile->valid_rows;
        bool column = index->valid_rows == tile->valid_rows && index->valid_cols == 1;
        if (!row && !column) {
            PTO_TILE_FAULT(cmd, "idx of %d x %d is not one index for each of %d rows", index->valid_rows,
                           index->valid_cols, tile->valid_rows);
        }
        return;
    }
    if (!pto_tile_is_rows(index)) {
        PTO_TILE_FAULT(cmd, "idx is not row-major");
    }
    if (index->valid_rows != tile->valid_rows || index->valid_cols != tile->valid_cols) {
        PTO_TILE_FAULT(cmd, "idx of %d x %d is not one index for each of %d x %d elements", index->valid_rows,
                       index->valid_cols, tile->valid_rows, tile->valid_cols);
    }
}

// Without a mode, one index for each row means row mode, unless that is also one for each element.
static bool is_row_mode(uint64_t coalesce, const pto_tile_t *index, const pto_tile_t *tile)
{
    if (coalesce != PTO_COALESCE_AUTO) {
        return coalesce == PTO_COALESCE_ROW;
    }
    bool elements = index->valid_rows == tile->valid_rows && index->valid_cols == tile->valid_cols;
    return !elements;
}

static uint64_t capacity_of(const pto_tensor_t *table, bool rows)
{
    const int64_t *shape = table->shape;
    int64_t num = shape[0] * shape[1] * shape[2] * shape[3] * (rows ? 1 : shape[4]);
    return (uint64_t)num;
}

/// Places ///

// The address of an element, counted in row-major order over the dimensions up to `dim`.
static uint8_t *element_of(const pto_tensor_t *tensor, uint64_t place, int32_t dim)
{
    int64_t offset = 0, rest = (int64_t)place;
    for (; dim >= 0; dim--) {
        offset += rest % tensor->shape[dim] * tensor->stride[dim];
        rest /= tensor->shape[dim];
    }
    return (uint8_t *)tensor->data + offset * pto_elem_bytes[tensor->elem];
}

static __attribute__((noinline)) uint32_t index_of_element(const access_t *a, int32_t row, int32_t col)
{
    if (a->gm_index != NULL) {
        uint64_t place = a->rows ? (uint64_t)row : (uint64_t)row * (uint32_t)a->tile->valid_cols + (uint32_t)col;
        return *(const uint32_t *)(const void *)element_of(a->gm_index, place, 4);
    }
    return ((const uint32_t *)pto_tile_base(a->core, a->index))[pto_tile_offset(a->index, row, col)];
}

static inline uint32_t index_at(const access_t *a, int32_t row, int32_t col)
{
    return a->first_index != NULL ? *(const uint32_t *)(const void *)(a->first_index + row * a->index_step)
                                  : index_of_element(a, row, col);
}

static void find_indices(access_t *a)
{
    if (!a->rows) {
        return;
    }
    const pto_tile_t *index = a->index;
    bool is_row = index->valid_rows == 1 && a->tile->valid_rows != 1;
    a->first_index = pto_tile_base(a->core, index);
    a->index_step = (is_row ? pto_tile_offset(index, 0, 1) : pto_tile_offset(index, 1, 0)) * 4;
}

// Applies the policy to an index beyond the table.
static __attribute__((noinline)) uint64_t place_beyond(const access_t *a, uint64_t index, int32_t row, int32_t col)
{
    switch (a->policy) {
        case CLAMP:
            return a->capacity - 1;
        case WRAP:
            return index % a->capacity;
        case KEEP:
            PTO_TILE_FAULT(a->cmd, "index %lu at (%d, %d) is outside the table's %lu %s", (unsigned long)index, row,
                           col, (unsigned long)a->capacity, a->rows ? "rows" : "elements");
        default:
            return NOWHERE;
    }
}

// An index within the table, or NOWHERE.
static inline uint64_t place_of(const access_t *a, int32_t row, int32_t col)
{
    uint64_t index = index_at(a, row, col);
    return index < a->capacity ? index : place_beyond(a, index, row, col);
}

// The address of a row or an element of the table.
static uint8_t *address_of(const access_t *a, uint64_t place)
{
    const pto_tensor_t *table = a->table;
    if (a->rows && place < (uint64_t)table->shape[3]) {
        return (uint8_t *)table->data + (int64_t)place * table->stride[3] * pto_elem_bytes[table->elem];
    }
    return element_of(table, place, a->rows ? 3 : 4);
}

// Checks that GM holds the table, from its first to its last element.
static bool is_table_in_gm(const pto_tensor_t *table)
{
    int64_t span = 1;
    for (uint32_t dim = 0; dim < 5; dim++) {
        if (table->stride[dim] < 0 || table->stride[dim] > INT32_MAX || table->shape[dim] > INT32_MAX) {
            return false;
        }
        span += (table->shape[dim] - 1) * table->stride[dim];
    }
    return pto_in_gm((uintptr_t)table->data, (uint64_t)(span * pto_elem_bytes[table->elem]));
}

// Checks that all indices are within the table, and their rows or elements in GM.
static void check_places(const access_t *a)
{
    if (a->capacity == 0) {
        PTO_TILE_FAULT(a->cmd, "the table is empty");
    }
    int64_t bytes = pto_elem_bytes[a->table->elem];
    int32_t cols = a->rows ? 1 : a->tile->valid_cols;
    bool whole = is_table_in_gm(a->table);
    for (int32_t r = 0; r < a->tile->valid_rows; r++) {
        for (int32_t c = 0; c < cols; c++) {
            uint64_t place = place_of(a, r, c);
            if (place != NOWHERE && !whole) {
                int64_t span = a->rows ? (a->tile->valid_cols - 1) * a->table->stride[4] + 1 : 1;
                pto_tile_check_gm(a->cmd, "the table", address_of(a, place), span * bytes);
            }
        }
    }
}

static void check_width(const access_t *a)
{
    if (a->rows && a->tile->valid_cols > a->table->shape[4]) {
        PTO_TILE_FAULT(a->cmd, "rows of %d elements and a table of %ld columns", a->tile->valid_cols,
                       (long)a->table->shape[4]);
    }
}

/// Observers ///

#ifdef PTO_OBSERVED

#define TOLD 256  // rows reported at once

// The table as rows for observers; false: its rows or elements are not at one distance.
static bool as_rows(const access_t *a, pto_table_t *table)
{
    const int64_t *shape = a->table->shape, *stride = a->table->stride;
    int64_t bytes = pto_elem_bytes[a->table->elem];
    bool gaps = a->rows ? stride[4] != 1 || stride[3] <= 0 : stride[3] != shape[4] * stride[4] || stride[4] <= 0;
    *table = (pto_table_t){.base = a->table->data,
                           .bytes = (uint64_t)((a->rows ? a->tile->valid_cols : 1) * bytes),
                           .num = a->capacity,
                           .pitch = (uint64_t)((a->rows ? stride[3] : stride[4]) * bytes)};
    return !gaps && shape[0] * shape[1] * shape[2] == 1 && a->capacity <= UINT32_MAX;
}

// Reports the accesses to the table before they happen.
static void observe_places(const access_t *a, pto_access_t kind)
{
    uint64_t bytes = pto_elem_bytes[a->table->elem], step = (uint64_t)a->table->stride[4] * bytes;
    int32_t cols = a->rows ? 1 : a->tile->valid_cols;
    uint32_t told[TOLD], num = 0;
    pto_table_t table;
    bool is_plain = as_rows(a, &table);
    for (int32_t r = 0; r < a->tile->valid_rows; r++) {
        for (int32_t c = 0; c < cols; c++) {
            uint64_t place = place_of(a, r, c);
            if (place == NOWHERE) {
                continue;
            }
            if (!is_plain) {
                pto_observe_access(kind, address_of(a, place), bytes, a->rows ? (uint64_t)a->tile->valid_cols : 1,
                                   step);
                continue;
            }
            told[num++] = (uint32_t)place;
            if (num == TOLD) {
                pto_observe_some_rows(kind, &table, told, num);
                num = 0;
            }
        }
    }
    pto_observe_some_rows(kind, &table, told, num);
}

#else
#define observe_places(a, kind) ((void)0)
#endif

/// Atomic operations ///

static bool has_atomic(uint64_t op, uint8_t elem)
{
    return elem == PTO_ELEM_U32 || elem == PTO_ELEM_I32 || elem == PTO_ELEM_F32 ||
           (op == PTO_SCATTER_ADD && pto_atomic_type_of(elem) != PTO_ATOMIC_NONE);
}

static void combine(const access_t *a, uint8_t *to, const uint8_t *from, int32_t n)
{
    uint8_t elem = a->tile->elem;
    int64_t step = a->table->stride[4], bytes = pto_elem_bytes[elem];
    if (a->atomic == PTO_SCATTER_STORE) {
        if (step == 1 || n == 1) {
            hal_copy(to, from, (size_t)(n * bytes));
            return;
        }
        for (int32_t i = 0; i < n; i++) {
            __builtin_memcpy(to + i * step * bytes, from + i * bytes, (size_t)bytes);
        }
        return;
    }
    _Static_assert(
        PTO_SCATTER_MAX - PTO_SCATTER_ADD == PTO_ATOMIC_MAX && PTO_SCATTER_MIN - PTO_SCATTER_ADD == PTO_ATOMIC_MIN,
        "one order of atomic operations");
    const uint32_t type = elem == PTO_ELEM_U32 ? PTO_ATOMIC_U32 : pto_atomic_type_of(elem);
    const pto_atomic_mode_t mode = {type, (uint32_t)(a->atomic - PTO_SCATTER_ADD)};
    const int32_t together = step == 1 ? n : 1;
    for (int32_t i = 0; i < n; i += together) {
        pto_atomic_row(to + i * step * bytes, from + i * bytes, (size_t)(together * bytes), mode);
    }
}

/// mscatter ///

static uint32_t scatter_policy(uint64_t oob)
{
    return oob == PTO_SCATTER_SKIP ? SKIP : oob == PTO_SCATTER_CLAMP ? CLAMP : oob == PTO_SCATTER_WRAP ? WRAP : KEEP;
}

// Adds rows of f32 without gaps, where no other core runs at the same time.
static void add_rows(const access_t *a)
{
    const uint8_t *base = pto_tile_base(a->core, a->tile);
    const pto_lane_fn_t add = pto_lanes_tadd[PTO_ELEM_F32];
    pto_tile_run_t run = {.rows = 1, .cols = (size_t)a->tile->valid_cols};
    for (int32_t r = 0; r < a->tile->valid_rows; r++) {
        uint64_t place = place_of(a, r, 0);
        if (place != NOWHERE) {
            run.d = address_of(a, place);
            run.a = run.d;
            run.b = base + (int64_t)r * a->tile->pitch * 4;
            add(&run);
        }
    }
}

static void scatter(const access_t *a)
{
    int64_t bytes = pto_elem_bytes[a->tile->elem];
    const uint8_t *base = pto_tile_base(a->core, a->tile);
    observe_places(a, a->atomic != PTO_SCATTER_STORE ? PTO_UPDATES_BY(a->atomic - PTO_SCATTER_ADD)
                      : a->in_order                  ? PTO_WRITES
                                                     : PTO_BURSTS);
    if (a->rows && a->atomic == PTO_SCATTER_ADD && a->tile->elem == PTO_ELEM_F32 && a->table->stride[4] == 1 &&
        !pto_tile_shares_gm()) {
        add_rows(a);
        return;
    }
    for (int32_t r = 0; r < a->tile->valid_rows; r++) {
        const uint8_t *row = base + (int64_t)r * a->tile->pitch * bytes;
        int32_t cols = a->rows ? 1 : a->tile->valid_cols;
        for (int32_t c = 0; c < cols; c++) {
            uint64_t place = place_of(a, r, c);
            if (place != NOWHERE) {
                combine(a, address_of(a, place), row + c * bytes, a->rows ? a->tile->valid_cols : 1);
            }
        }
    }
}

pto_step_t pto_tile_exec_mscatter(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tensor_t mem;
        pto_tile_t src, idx;
        uint64_t coalesce, atomic, oob, conflict;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    access_t a = {.core = core,
                  .cmd = cmd,
                  .table = &p->mem,
                  .tile = &p->src,
                  .index = &p->idx,
                  .atomic = p->atomic,
                  .in_order = p->conflict == PTO_CONFLICT_LAST || pto_run_state.options.arch == PTO_ARCH_A2A3,
                  .policy = scatter_policy(p->oob)};
    pto_tile_check_rows(cmd, "src", &p->src);
    if (p->src.cols * pto_elem_bytes[p->src.elem] % 32 != 0) {
        PTO_TILE_FAULT(cmd, "rows of src are %d bytes, no multiple of 32", p->src.cols * pto_elem_bytes[p->src.elem]);
    }
    check_table(&a, true);
    a.rows = is_row_mode(p->coalesce, &p->idx, &p->src);
    check_index(cmd, &p->idx, &p->src, a.rows);
    find_indices(&a);
    if (p->atomic != PTO_SCATTER_STORE && !has_atomic(p->atomic, p->src.elem)) {
        PTO_TILE_FAULT(cmd, "atomic %s has no elements of %s",
                       p->atomic == PTO_SCATTER_ADD   ? "add"
                       : p->atomic == PTO_SCATTER_MAX ? "max"
                                                      : "min",
                       pto_elem_names[p->src.elem]);
    }
    if (p->atomic != PTO_SCATTER_STORE) {
        pto_tile_check_atomic(cmd, &p->mem);
    }
    a.capacity = capacity_of(&p->mem, a.rows);
    check_width(&a);
    check_places(&a);
    scatter(&a);
    return PTO_DONE;
}

/// mgather ///

static uint32_t gather_policy(uint64_t oob)
{
    return oob == PTO_GATHER_ZERO ? ZERO : oob == PTO_GATHER_CLAMP ? CLAMP : oob == PTO_GATHER_WRAP ? WRAP : KEEP;
}

static void gather(const access_t *a)
{
    int64_t bytes = pto_elem_bytes[a->tile->elem];
    uint8_t *base = pto_tile_base(a->core, a->tile);
    observe_places(a, PTO_READS);
    for (int32_t r = 0; r < a->tile->valid_rows; r++) {
        uint64_t row = a->rows ? place_of(a, r, 0) : NOWHERE;
        for (int32_t c = 0; c < a->tile->valid_cols; c++) {
            uint64_t place = a->rows ? row : place_of(a, r, c);
            uint8_t *to = base + pto_tile_offset(a->tile, r, c) * bytes;
            if (place == NOWHERE) {
                __builtin_memset(to, 0, (size_t)bytes);
                continue;
            }
            const uint8_t *from = address_of(a, place) + (a->rows ? c * a->table->stride[4] * bytes : 0);
            __builtin_memcpy(to, from, (size_t)bytes);
        }
    }
}

static void run_gather(access_t *a, uint64_t oob)
{
    a->policy = gather_policy(oob);
    a->capacity = capacity_of(a->table, a->rows);
    check_table(a, false);
    check_width(a);
    check_places(a);
    gather(a);
}

pto_step_t pto_tile_exec_mgather(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst;
        pto_tensor_t mem;
        pto_tile_t idx;
        uint64_t coalesce, oob;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    access_t a = {.core = core, .cmd = cmd, .table = &p->mem, .tile = &p->dst, .index = &p->idx};
    pto_tile_check_rows(cmd, "dst", &p->dst);
    a.rows = is_row_mode(p->coalesce, &p->idx, &p->dst);
    check_index(cmd, &p->idx, &p->dst, a.rows);
    find_indices(&a);
    run_gather(&a, p->oob);
    return PTO_DONE;
}

/// mgather into L1: indices come from GM, as the cube core has no UB ///

static void check_gm_index(const access_t *a)
{
    const pto_tensor_t *index = a->gm_index;
    if (index->elem != PTO_ELEM_I32 && index->elem != PTO_ELEM_U32) {
        PTO_TILE_FAULT(a->cmd, "idx has element type %s: indices are of 32 bits", pto_elem_names[index->elem]);
    }
    uint64_t wanted = (uint64_t)a->tile->valid_rows * (a->rows ? 1 : (uint64_t)a->tile->valid_cols);
    uint64_t num = capacity_of(index, false);
    if (num != wanted) {
        PTO_TILE_FAULT(a->cmd, "idx has %lu indices for %lu %s", (unsigned long)num, (unsigned long)wanted,
                       a->rows ? "rows" : "elements");
    }
    for (uint64_t place = 0; place < num; place++) {
        const uint8_t *at = element_of(index, place, 4);
        pto_tile_check_gm(a->cmd, "idx", at, 4);
        PTO_OBSERVE(access, PTO_READS, at, 4, 1, 1);
    }
}

pto_step_t pto_tile_exec_mgather_gm(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst;
        pto_tensor_t mem, idx;
        uint64_t oob;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    if (p->dst.slayout != PTO_BOX_ROW_MAJOR || p->dst.blayout != PTO_COL_MAJOR) {
        PTO_TILE_FAULT(cmd, "dst is not in NZ layout");
    }
    access_t a = {.core = core,
                  .cmd = cmd,
                  .table = &p->mem,
                  .tile = &p->dst,
                  .gm_index = &p->idx,
                  .rows = pto_tile_op_of(cmd)->id == PTO_TILE_ID_mgather_rows};
    check_gm_index(&a);
    run_gather(&a, p->oob);
    return PTO_DONE;
}
