// SPDX-License-Identifier: Apache-2.0
//
// Tile pipes between the cores of a cluster.
//
// Each core counts the entries that it has pushed, popped and freed (core.h), and only it writes these counts. A
// producer may write an entry when every consumer has freed the previous one in its slot; a consumer may read it when
// every producer has pushed it. Towards the vector cores the cube core produces and both vector cores consume, and vice
// versa. A pipe without split on A5 connects the cube core with one vector core, whichever uses it. A unified core is
// alone in its cluster, and has both ends of its pipes.
//
// In GM and in UB an entry is rows of elements without gaps; in L1 it is NZ.

#include <pto/fifo.h>
#include <pto/print.h>

#include "tile.h"
#include "transfer.h"

typedef struct {
    pto_pipe_config_t config;
    bool present;
    uint32_t allocated[2], pushes[2], pops[2];  // as issued
    pto_scalar_t scale;
    pto_tile_t scales;
} end_t;

// Ends of pipes, by core. Only the scalar unit of the core accesses them; its commands have copies.
__attribute__((section(".noinit"))) static end_t ends[BOARD_CLUSTERS][PTO_CLUSTER_CORES][PTO_FIFO_NUM];

// Record of a command.
typedef struct {
    pto_tile_t tile;  // pushed, or popped into
    uint32_t id, to_cube, split;
    uint32_t part;   // of a split entry: the vector core that it belongs to
    uint32_t entry;  // number of the entry within the block
    uint32_t slot_num;
    uint32_t slot_size;
    uint64_t gm;     // of the entry, 0: none
    uint32_t local;  // address of the consumer's slot in its memory
    pto_tile_t becomes;
    pto_scalar_t scale;
    pto_tile_t scales;  // one for each column; absent if one scale serves all
    bool relu;
} entry_t;

/// Counts ///

// The core in a slot of this core's cluster, or NULL if it takes no part in the launch.
static const pto_core_t *core_in_slot(const pto_core_t *core, uint32_t slot)
{
    for (uint32_t i = 0; i < pto_run_state.core_num; i++) {
        const pto_core_t *other = pto_run_state.cores[i];
        if (other->cluster == core->cluster && (other->slot == slot || other->kind->unified)) {
            return other;
        }
    }
    return NULL;
}

typedef enum { PUSHED, FREED } count_t;

static uint32_t count_of(const pto_core_t *core, const entry_t *e, count_t what)
{
    const uint32_t *count =
        what == PUSHED ? &core->fifo[e->id][e->to_cube].pushed : &core->fifo[e->id][e->to_cube].freed;
    return __atomic_load_n(count, __ATOMIC_ACQUIRE);
}

// The least count of all vector cores of the cluster; without split on A5, the greatest.
static uint32_t vector_count(const pto_core_t *core, const entry_t *e, count_t what)
{
    bool one = e->split == 0 && pto_run_state.options.arch == PTO_ARCH_A5;
    uint32_t count = one ? 0 : UINT32_MAX;
    for (uint32_t slot = 0; slot < BOARD_VECTOR_CORES; slot++) {
        const pto_core_t *other = core_in_slot(core, slot);
        if (other != NULL) {
            uint32_t own = count_of(other, e, what);
            count = (own < count) != one ? own : count;
        }
    }
    return count;
}

static uint32_t cube_count(const pto_core_t *core, const entry_t *e, count_t what)
{
    const pto_core_t *cube = core_in_slot(core, BOARD_VECTOR_CORES);
    return cube != NULL ? count_of(cube, e, what) : 0;
}

static bool is_free(const pto_core_t *core, const entry_t *e)
{
    uint32_t freed = e->to_cube ? cube_count(core, e, FREED) : vector_count(core, e, FREED);
    return e->entry < freed + e->slot_num;
}

static bool is_there(const pto_core_t *core, const entry_t *e)
{
    uint32_t pushed = e->to_cube ? vector_count(core, e, PUSHED) : cube_count(core, e, PUSHED);
    return e->entry < pushed;
}

// A core of the other side that has pushed or freed fewer entries.
static const pto_core_t *behind(const pto_core_t *core, const entry_t *e, count_t what, uint32_t entries)
{
    const uint32_t first = core->kind->cube ? 0 : BOARD_VECTOR_CORES,
                   last = core->kind->cube ? BOARD_VECTOR_CORES : first + 1;
    for (uint32_t slot = first; slot < last; slot++) {
        const pto_core_t *other = core_in_slot(core, slot);
        if (other != NULL && count_of(other, e, what) < entries) {
            return other;
        }
    }
    return NULL;
}

static void add(const pto_core_t *core, uint32_t *count)
{
    __atomic_store_n(count, *count + 1, __ATOMIC_RELEASE);
    pto_wake_group(core);
}

// For observers: an entry is handed over when it has been pushed, and back when it has been freed.
static void observe_entry(const pto_core_t *core, const entry_t *e, uint32_t entry, count_t what, bool gives)
{
#ifdef PTO_OBSERVED
    (gives ? pto_observe_give : pto_observe_take)(
        core->cluster, (what == FREED ? 1u << 31 : 0) | e->to_cube << 30 | e->id << 26 | (entry & 0x3ffffff));
#else
    (void)core, (void)e, (void)entry, (void)what, (void)gives;
#endif
}

/// Data ///

enum { SPLIT_NONE, SPLIT_ROWS, SPLIT_COLS, SPLIT_ROWS_ODD, SPLIT_COLS_ODD };

static bool splits_rows(uint32_t split)
{
    return split == SPLIT_ROWS || split == SPLIT_ROWS_ODD;
}

static bool splits_cols(uint32_t split)
{
    return split == SPLIT_COLS || split == SPLIT_COLS_ODD;
}

// Part of an entry: the rows and columns of one vector core.
typedef struct {
    int32_t row, col, rows, cols;
} part_t;

// The part of a vector core in a tile that the cube core pushes: half of the valid region.
static part_t half_of(const pto_tile_t *tile, uint32_t split, uint32_t subblock)
{
    part_t part = {0, 0, tile->valid_rows, tile->valid_cols};
    if (splits_rows(split)) {
        int32_t upper = (part.rows + 1) / 2;
        part.row = subblock == 0 ? 0 : upper;
        part.rows = subblock == 0 ? upper : part.rows - upper;
    } else if (splits_cols(split)) {
        int32_t left = (part.cols + 1) / 2;
        part.col = subblock == 0 ? 0 : left;
        part.cols = subblock == 0 ? left : part.cols - left;
    }
    return part;
}

// The whole extent, of which a vector core has `own`. The other has as much, or one less or more if the extent is odd.
static int32_t whole_extent(int32_t own, bool splits, bool odd, uint32_t subblock)
{
    return splits ? 2 * own + (odd ? (subblock == 0 ? -1 : 1) : 0) : own;
}

// The position of a vector core's valid region in an entry, and the rows and columns of the entry.
static part_t part_of(const entry_t *e, int32_t *rows, int32_t *cols)
{
    const pto_tile_t *tile = &e->tile;
    part_t part = {0, 0, tile->valid_rows, tile->valid_cols};
    *rows = whole_extent(part.rows, splits_rows(e->split), e->split == SPLIT_ROWS_ODD, e->part);
    *cols = whole_extent(part.cols, splits_cols(e->split), e->split == SPLIT_COLS_ODD, e->part);
    part.row = e->part == 0 ? 0 : *rows - part.rows;
    part.col = e->part == 0 ? 0 : *cols - part.cols;
    return part;
}

// Copies part of a tile to rows without gaps at `to`, `pitch` elements apart; or back.
static void copy_rows(const pto_core_t *core, const pto_tile_t *tile, part_t part, uint8_t *rows, int64_t pitch,
                      bool to_rows)
{
    int64_t bytes = pto_elem_bytes[tile->elem];
    uint8_t *base = pto_tile_base(core, tile);
    bool nz = tile->slayout == PTO_BOX_ROW_MAJOR && tile->blayout == PTO_COL_MAJOR;
    int32_t width = pto_tile_is_rows(tile) ? part.cols : nz ? pto_tile_box(tile).cols : 1;
    int64_t step = (pto_tile_is_rows(tile) ? tile->pitch : width) * bytes;
    pto_tile_observe(tile, base, part.row, part.col, part.rows, part.cols, !to_rows);
    PTO_OBSERVE(access, to_rows ? PTO_WRITES : PTO_READS, rows, (uint64_t)(part.cols * bytes), (uint64_t)part.rows,
                (uint64_t)(pitch * bytes));
    for (int32_t c = 0; c < part.cols;) {
        int32_t left = nz ? width - (part.col + c) % width : width;
        int32_t count = left < part.cols - c ? left : part.cols - c;
        uint8_t *outer = rows + c * bytes;
        if (pto_tile_is_rows(tile) || nz) {
            uint8_t *inner = base + pto_tile_offset(tile, part.row, part.col + c) * bytes;
            hal_copy_rows(to_rows ? outer : inner, to_rows ? pitch * bytes : step, to_rows ? inner : outer,
                          to_rows ? step : pitch * bytes, (size_t)(count * bytes), (size_t)part.rows);
        } else {
            for (int32_t r = 0; r < part.rows; r++) {
                uint8_t *inner = base + pto_tile_offset(tile, part.row + r, part.col + c) * bytes;
                uint8_t *at = outer + r * pitch * bytes;
                __builtin_memcpy(to_rows ? at : inner, to_rows ? inner : at, (size_t)bytes);
            }
        }
        c += count;
    }
}

static int32_t at_most(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

// A range of the local memory of another core.
static uint8_t *local_range(const pto_cmd_t *cmd, hal_window_t window, const char *name, uint32_t offset,
                            uint64_t bytes)
{
    if (offset > window.bytes || bytes > window.bytes - offset) {
        PTO_TILE_FAULT(cmd, "a slot of %lu bytes at %s offset %u is outside its %zu bytes", (unsigned long)bytes, name,
                       offset, window.bytes);
    }
    return window.base + offset;
}

static void check_fits(const pto_cmd_t *cmd, const entry_t *e, int32_t rows, int32_t cols)
{
    if ((int64_t)rows * cols * pto_elem_bytes[e->tile.elem] > e->slot_size) {
        PTO_TILE_FAULT(cmd, "an entry of %d x %d %s exceeds slots of %u bytes", rows, cols,
                       pto_elem_names[e->tile.elem], e->slot_size);
    }
}

// A tile in acc into a slot of a vector core or an entry in GM, converted.
static void push_converted(const pto_core_t *core, const pto_cmd_t *cmd, const entry_t *e, uint8_t *to)
{
    const pto_tile_t *tile = &e->tile;
    pto_tile_t slot = e->becomes;
    if (e->gm != 0) {  // rows without gaps
        slot.blayout = PTO_ROW_MAJOR;
        slot.slayout = PTO_NONE_BOX;
        slot.pitch = at_most(tile->valid_cols, slot.cols);
    }
    pto_tile_convert_t convert = pto_tile_conversion(core, cmd, tile, slot.elem, &e->scales, e->scale, e->relu, false);
    pto_tile_convert_window(core, &convert, &slot, to, 0, 0, tile, 0, 0, at_most(tile->valid_rows, slot.rows),
                            at_most(tile->valid_cols, slot.cols));
}

static void check_becomes(const pto_cmd_t *cmd, const entry_t *e)
{
    if (e->tile.loc != PTO_LOC_ACC || e->split != SPLIT_NONE) {
        PTO_TILE_FAULT(cmd, "a pipe that converts takes whole tiles in acc, not split %u of one in %s", e->split,
                       pto_tile_loc_names[e->tile.loc]);
    }
    if (pto_tile_span(&e->becomes) > e->slot_size) {
        PTO_TILE_FAULT(cmd, "an entry of %d x %d %s exceeds slots of %u bytes", e->becomes.rows, e->becomes.cols,
                       pto_elem_names[e->becomes.elem], e->slot_size);
    }
}

// Cube core to the slots of the vector cores: to each its part.
static void push_to_ubs(const pto_core_t *core, const pto_cmd_t *cmd, const entry_t *e)
{
    const pto_tile_t *tile = &e->tile;
    int32_t rows = tile->rows / (splits_rows(e->split) ? 2 : 1), pitch = tile->cols / (splits_cols(e->split) ? 2 : 1);
    for (uint32_t sub = 0; sub < BOARD_VECTOR_CORES; sub++) {
        uint8_t *to =
            local_range(cmd, hal_memory(HAL_MEM_UB, pto_cluster_index(core), sub), "UB", e->local, e->slot_size);
        if (pto_tile_is_present(&e->becomes)) {
            push_converted(core, cmd, e, to);
            continue;
        }
        check_fits(cmd, e, rows, pitch);
        copy_rows(core, tile, half_of(tile, e->split, sub), to, pitch, true);
    }
}

// Vector core to the slot of the cube core, in NZ.
static void push_to_l1(const pto_core_t *core, const pto_cmd_t *cmd, const entry_t *e)
{
    const pto_tile_t *tile = &e->tile;
    int32_t rows = splits_rows(e->split) ? 2 * tile->rows : tile->rows;
    int32_t cols = splits_cols(e->split) ? 2 * tile->cols : tile->cols;
    check_fits(cmd, e, rows, cols);
    pto_tile_t slot = pto_tile_at(NULL, (pto_tile_t){.loc = PTO_LOC_MAT,
                                                     .elem = tile->elem,
                                                     .rows = rows,
                                                     .cols = cols,
                                                     .valid_rows = rows,
                                                     .valid_cols = cols,
                                                     .address = e->local,
                                                     .blayout = PTO_COL_MAJOR,
                                                     .slayout = PTO_BOX_ROW_MAJOR});
    local_range(cmd, core->mem[PTO_MEM_L1], "L1", e->local, pto_tile_span(&slot));
    part_t part = part_of(e, &rows, &cols);
    pto_core_uses_l1(core);
    pto_tile_copy_window(core, &slot, part.row, part.col, tile, 0, 0, tile->valid_rows, tile->valid_cols);
}

static uint8_t *gm_range(const pto_cmd_t *cmd, const entry_t *e)
{
    pto_tile_check_gm(cmd, "the entry", (const void *)(uintptr_t)e->gm, e->slot_size);
    return (uint8_t *)(uintptr_t)e->gm;
}

// Copies to or from an entry in GM, whose rows have the length of their valid region; a vector core copies its part.
static void copy_gm(const pto_core_t *core, const pto_cmd_t *cmd, const entry_t *e, bool to_gm)
{
    uint8_t *gm = gm_range(cmd, e);
    int32_t rows = e->tile.valid_rows, cols = e->tile.valid_cols;
    part_t whole = {0, 0, rows, cols}, part = core->kind->cube ? whole : part_of(e, &rows, &cols);
    check_fits(cmd, e, rows, cols);
    copy_rows(core, &e->tile, whole, gm + ((int64_t)part.row * cols + part.col) * pto_elem_bytes[e->tile.elem], cols,
              to_gm);
}

/// Commands ///

static const entry_t *entry_of(const pto_cmd_t *cmd)
{
    return (const entry_t *)cmd->data;
}

static pto_step_t exec_push(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const entry_t *e = entry_of(cmd);
    if (!is_free(core, e)) {
        return PTO_BLOCKED;
    }
    observe_entry(core, e, e->entry - e->slot_num, FREED, false);
    // Without a split, both vector cores of A2A3 push the same tile: the first writes it.
    bool silent =
        !core->kind->cube && e->split == SPLIT_NONE && core->subblock != 0 && pto_run_state.options.arch != PTO_ARCH_A5;
    if (pto_tile_is_present(&e->tile) && !silent) {
        if (pto_tile_is_present(&e->becomes)) {
            check_becomes(cmd, e);
        }
        if (pto_tile_is_present(&e->becomes) && e->gm != 0) {
            push_converted(core, cmd, e, gm_range(cmd, e));
        } else if (e->gm != 0) {
            copy_gm(core, cmd, e, true);
        } else if (e->to_cube) {
            push_to_l1(core, cmd, e);
        } else {
            push_to_ubs(core, cmd, e);
        }
    }
    observe_entry(core, e, e->entry, PUSHED, true);
    add(core, &core->fifo[e->id][e->to_cube].pushed);
    return PTO_DONE;
}

static pto_step_t exec_pop(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const entry_t *e = entry_of(cmd);
    if (!is_there(core, e)) {
        return PTO_BLOCKED;
    }
    observe_entry(core, e, e->entry, PUSHED, false);
    if (pto_tile_is_present(&e->tile) && e->gm != 0) {
        copy_gm(core, cmd, e, false);
    }
    add(core, &core->fifo[e->id][e->to_cube].popped);
    return PTO_DONE;
}

static pto_step_t exec_free(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const entry_t *e = entry_of(cmd);
    uint32_t popped = core->fifo[e->id][e->to_cube].popped;
    if (core->fifo[e->id][e->to_cube].freed == popped) {
        PTO_TILE_FAULT(cmd, "pipe %u has no entry that has been popped and not freed", e->id);
    }
    observe_entry(core, e, core->fifo[e->id][e->to_cube].freed, FREED, true);
    add(core, &core->fifo[e->id][e->to_cube].freed);
    return PTO_DONE;
}

static pto_step_t exec_alloc(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const entry_t *e = entry_of(cmd);
    if (!is_free(core, e)) {
        return PTO_BLOCKED;
    }
    observe_entry(core, e, e->entry - e->slot_num, FREED, false);
    return PTO_DONE;
}

static size_t describe(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    const entry_t *e = entry_of(cmd);
    return pto_format(text, bytes, "entry %u of pipe %u, %s", e->entry, e->id,
                      e->to_cube ? "AIV to AIC" : "AIC to AIV");
}

static const pto_core_t *lacks_slot(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const entry_t *e = entry_of(cmd);
    return is_free(core, e) ? NULL : behind(core, e, FREED, e->entry - e->slot_num + 1);
}

static const pto_core_t *lacks_entry(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const entry_t *e = entry_of(cmd);
    return is_there(core, e) ? NULL : behind(core, e, PUSHED, e->entry + 1);
}

static const pto_core_t *lacks_nothing(const pto_core_t *core, const pto_cmd_t *cmd)
{
    (void)core, (void)cmd;
    return NULL;
}

#define FIFO_OP(op, run, other) {.name = (op), .exec = (run), .describe = describe, .lacks = (other)}
static const pto_op_t ops_push[2] = {FIFO_OP("tpush_to_aiv", exec_push, lacks_slot),
                                     FIFO_OP("tpush_to_aic", exec_push, lacks_slot)};
static const pto_op_t ops_pop[2] = {FIFO_OP("tpop_from_aic", exec_pop, lacks_entry),
                                    FIFO_OP("tpop_from_aiv", exec_pop, lacks_entry)};
static const pto_op_t ops_free[2] = {FIFO_OP("tfree_from_aic", exec_free, lacks_nothing),
                                     FIFO_OP("tfree_from_aiv", exec_free, lacks_nothing)};
static const pto_op_t ops_alloc[2] = {FIFO_OP("talloc_to_aiv", exec_alloc, lacks_slot),
                                      FIFO_OP("talloc_to_aic", exec_alloc, lacks_slot)};

/// Issue ///

void pto_initialize_pipe_at(const pto_loc_t *loc, int64_t id, pto_pipe_config_t config)
{
    pto_core_t *core = pto_issuer(loc, "initialize_pipe");
    if ((uint64_t)id >= PTO_FIFO_NUM) {
        pto_fault_at(loc, "initialize_pipe: pipe %ld is not 0 to %u", (long)id, PTO_FIFO_NUM - 1);
    }
    if (config.dir_mask < 1 || config.dir_mask > 3 || config.slot_size <= 0 || config.slot_num < 0 ||
        config.local_slot_num < 0) {
        pto_fault_at(loc,
                     "initialize_pipe: dir_mask %ld, slot_size %ld, slot_num %ld or local_slot_num %ld is impossible",
                     (long)config.dir_mask, (long)config.slot_size, (long)config.slot_num, (long)config.local_slot_num);
    }
    if (config.slot_num == 0) {
        config.slot_num = config.dir_mask == 3 ? 4 : 8;
    }
    if (config.local_slot_num == 0) {
        config.local_slot_num = config.slot_num;
    }
    ends[pto_cluster_index(core)][core->slot][id] = (end_t){.config = config, .present = true, .scale = PTO_NONE};
}

static end_t *quantised_end(const pto_loc_t *loc, const char *what, int64_t id)
{
    pto_core_t *core = pto_issuer(loc, what);
    if ((uint64_t)id >= PTO_FIFO_NUM || !ends[pto_cluster_index(core)][core->slot][id].present) {
        pto_fault_at(loc, "%s: pipe %ld is not initialised", what, (long)id);
    }
    return &ends[pto_cluster_index(core)][core->slot][id];
}

void pto_set_quant_scalar_at(const pto_loc_t *loc, int64_t id, float scale)
{
    end_t *end = quantised_end(loc, "set_quant_scalar", id);
    end->scale = pto_scalar_from(&scale, sizeof scale, PTO_ELEM_U64);
    end->scales = (pto_tile_t){0};
}

void pto_set_quant_vector_at(const pto_loc_t *loc, int64_t id, const pto_tile_t *scales)
{
    end_t *end = quantised_end(loc, "set_quant_vector", id);
    end->scale = PTO_NONE;
    end->scales = *scales;
}

// The end of a pipe, and a record for its next entry. `produces`: the caller must be the producer.
static end_t *end_of(const pto_loc_t *loc, const char *what, int64_t id, uint32_t to_cube, int64_t split, bool produces)
{
    pto_core_t *core = pto_issuer(loc, what);
    if ((uint64_t)id >= PTO_FIFO_NUM) {
        pto_fault_at(loc, "%s: pipe %ld is not 0 to %u", what, (long)id, PTO_FIFO_NUM - 1);
    }
    end_t *end = &ends[pto_cluster_index(core)][core->slot][id];
    if (!end->present || (end->config.dir_mask >> to_cube & 1) == 0) {
        pto_fault_at(loc, "%s: pipe %ld is not initialised in this direction", what, (long)id);
    }
    if (core->kind->cube == (produces == (to_cube != 0)) && !core->kind->unified) {
        pto_fault_at(loc, "%s on a %s", what, core->kind->name);
    }
    const int64_t last = core->kind->unified ? SPLIT_NONE : SPLIT_COLS_ODD;
    if ((uint64_t)split > (uint64_t)last) {
        pto_fault_at(loc, "%s: split %ld is not 0 to %d on a %s", what, (long)split, (int)last, core->kind->name);
    }
    return end;
}

static entry_t entry_at(const end_t *end, int64_t id, uint32_t to_cube, int64_t split, uint32_t entry)
{
    const pto_pipe_config_t *config = &end->config;
    uint32_t slot = entry % (uint32_t)config->slot_num;
    // A pipe in both directions has the entries of one direction after those of the other.
    uint32_t first = config->dir_mask == 3 && to_cube ? (uint32_t)config->slot_num : 0;
    uint32_t local_num = (uint32_t)(config->gm != NULL ? config->local_slot_num : config->slot_num);
    uint32_t base = to_cube ? config->v2c_base : config->c2v_base;
    entry_t e = {.id = (uint32_t)id,
                 .to_cube = to_cube,
                 .split = (uint32_t)split,
                 .entry = entry,
                 .slot_num = (uint32_t)config->slot_num,
                 .slot_size = (uint32_t)config->slot_size,
                 .local = base + entry % local_num * (uint32_t)config->slot_size};
    if (config->gm != NULL) {
        e.gm = (uint64_t)(uintptr_t)config->gm + (uint64_t)(first + slot) * (uint64_t)config->slot_size;
    }
    return e;
}

static pto_event_t issue(const pto_loc_t *loc, uint32_t pipe, const pto_op_t *op, const entry_t *entry)
{
    pto_core_t *core = pto_issuer(loc, op->name);
    pto_cmd_t *cmd = pto_issue_begin(core, pipe, op, loc);
    __builtin_memcpy(cmd->data, entry, sizeof *entry);
    return pto_issue_commit(core, pipe);
}

static uint32_t producing_pipe(const pto_tile_t *tile, uint32_t to_cube)
{
    return to_cube || (tile != NULL && tile->loc != PTO_LOC_ACC) ? PIPE_MTE3 : PIPE_FIX;
}

static uint32_t consuming_pipe(uint32_t to_cube)
{
    return to_cube ? PIPE_MTE1 : PIPE_V;
}

// Returns the part of an entry that a tile holds: as the kernel states, else that of its core.
static uint32_t part_at(const pto_loc_t *loc, const char *what, int64_t part)
{
    if (part == PTO_OWN_PART) {
        return pto_issuer(loc, what)->subblock;
    }
    if ((uint64_t)part >= BOARD_VECTOR_CORES) {
        pto_fault_at(loc, "%s: vector core %ld is not 0 to %d", what, (long)part, BOARD_VECTOR_CORES - 1);
    }
    return (uint32_t)part;
}

pto_event_t pto_tpush_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, const pto_tile_t *tile, int64_t split,
                         int64_t part)
{
    end_t *end = end_of(loc, ops_push[to_cube].name, id, to_cube, split, true);
    entry_t e = entry_at(end, id, to_cube, split, end->pushes[to_cube]++);
    e.tile = *tile;
    e.part = part_at(loc, ops_push[to_cube].name, part);
    if (to_cube == 0) {
        e.becomes = end->config.becomes;
        e.scale = end->scale;
        e.scales = end->scales;
        e.relu = end->config.relu;
    }
    return issue(loc, producing_pipe(tile, to_cube), &ops_push[to_cube], &e);
}

pto_event_t pto_tpush_as_at(const pto_loc_t *loc, int64_t id, const pto_tile_t *tile, const pto_tile_t *becomes,
                            pto_scaled_t scaled, bool relu)
{
    end_t *end = end_of(loc, ops_push[0].name, id, 0, SPLIT_NONE, true);
    entry_t e = entry_at(end, id, 0, SPLIT_NONE, end->pushes[0]++);
    const uint64_t *reg = pto_issuer(loc, ops_push[0].name)->su.cube_reg;
    e.tile = *tile;
    e.becomes = *becomes;
    e.relu = relu;
    e.scale = scaled == PTO_SCALED_BY_ONE ? (pto_scalar_t){reg[PTO_REG_QUANT_PRE], PTO_ELEM_U64} : PTO_NONE;
    if (scaled == PTO_SCALED_BY_ROW) {
        e.scales = pto_tile_at(loc, (pto_tile_t){.loc = PTO_LOC_SCALING, .elem = PTO_ELEM_U64, .rows = 1, .valid_rows = 1,
                                                 .cols = tile->cols, .valid_cols = tile->valid_cols,
                                                 .address = (uint32_t)(reg[PTO_REG_FPC] >> 8 & 0xff) * 128});
    }
    return issue(loc, PIPE_FIX, &ops_push[0], &e);
}

pto_tile_t pto_tpop_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, pto_tile_t tile, int64_t split, int64_t part)
{
    end_t *end = end_of(loc, ops_pop[to_cube].name, id, to_cube, split, false);
    entry_t e = entry_at(end, id, to_cube, split, end->pops[to_cube]++);
    e.part = part_at(loc, ops_pop[to_cube].name, part);
    tile.address = e.local;
    uint32_t wanted = to_cube ? PTO_LOC_MAT : PTO_LOC_VEC;
    if (tile.loc != wanted) {
        pto_fault_at(loc, "%s into a tile in %s, not %s", ops_pop[to_cube].name, pto_tile_loc_names[tile.loc],
                     pto_tile_loc_names[wanted]);
    }
    const pto_core_t *core = pto_issuer(loc, ops_pop[to_cube].name);
    size_t bytes = core->mem[pto_tile_memory[tile.loc]].bytes;
    if (tile.address > bytes || pto_tile_span(&tile) > bytes - tile.address) {
        pto_fault_at(loc, "%s: %lu bytes at offset %u are outside the %zu bytes of %s", ops_pop[to_cube].name,
                     (unsigned long)pto_tile_span(&tile), tile.address, bytes, pto_tile_loc_names[tile.loc]);
    }
    e.tile = tile;
    pto_event_t popped = issue(loc, PIPE_MTE2, &ops_pop[to_cube], &e);
    if (end->config.direct) {
        pto_wait_event_at(loc, consuming_pipe(to_cube), popped);
    }
    return tile;
}

pto_event_t pto_tfree_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split)
{
    end_t *end = end_of(loc, ops_free[to_cube].name, id, to_cube, split, false);
    entry_t e = entry_at(end, id, to_cube, split, 0);
    if (end->config.direct) {
        pto_wait_event_at(loc, PIPE_MTE2, pto_pipe_barrier_at(loc, consuming_pipe(to_cube)));
    }
    return issue(loc, PIPE_MTE2, &ops_free[to_cube], &e);
}

/// Entries in GM ///

static pto_tensor_t tensor_of(const pto_loc_t *loc, const end_t *end, const entry_t *e)
{
    if (e->gm == 0) {
        pto_fault_at(loc, "pipe %u has no entries in GM", e->id);
    }
    pto_tensor_t tensor = end->config.entry;
    tensor.data = (void *)(uintptr_t)e->gm;
    return tensor;
}

pto_tensor_t pto_talloc_global_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split)
{
    end_t *end = end_of(loc, ops_alloc[to_cube].name, id, to_cube, split, true);
    entry_t e = entry_at(end, id, to_cube, split, end->allocated[to_cube]++);
    issue(loc, producing_pipe(NULL, to_cube), &ops_alloc[to_cube], &e);
    return tensor_of(loc, end, &e);
}

pto_event_t pto_tpush_global_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split)
{
    end_t *end = end_of(loc, ops_push[to_cube].name, id, to_cube, split, true);
    entry_t e = entry_at(end, id, to_cube, split, end->pushes[to_cube]++);
    return issue(loc, producing_pipe(NULL, to_cube), &ops_push[to_cube], &e);
}

pto_tensor_t pto_tpop_global_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split)
{
    end_t *end = end_of(loc, ops_pop[to_cube].name, id, to_cube, split, false);
    entry_t e = entry_at(end, id, to_cube, split, end->pops[to_cube]++);
    issue(loc, PIPE_MTE2, &ops_pop[to_cube], &e);
    return tensor_of(loc, end, &e);
}
