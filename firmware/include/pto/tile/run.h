// SPDX-License-Identifier: Apache-2.0
//
// Fast paths of tile instructions (pto/tile/issue.h). Private to these headers.
//
// Each path tests whether it applies: layouts and types are constants, the operands lie in UB without boxes, and the
// rules of the family hold. Valid regions and addresses may be variables; they are checked at the issue.
#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

// Issues the record of the calling core if it may not run at once.
pto_event_t pto_tile_queue_run_at(const pto_loc_t *loc, const pto_tile_op_t *op, uint32_t pipe);

// Runs a routine. Weak: an image may define its own, to measure or to trace (pto/runtime.h).
void pto_tile_run(const pto_tile_run_t *run);

/**
 * Begins the record of a routine: returns where its operands go.
 *
 * @param routine  NULL if the instruction has none
 * @param end      end of the operands, as an offset in UB
 * @return NULL if there is no routine, UB is too small, or no kernel runs
 */
PTO_TILE_INLINE pto_tile_run_t *pto_tile_begin_run(uint32_t pipe, pto_tile_routine_t routine, uint64_t end)
{
    pto_direct_t *core = pto_direct();
    // A core without UB has no PIPE_V either, which is a fault of its own.
    bool fits = pipe == PIPE_V && __builtin_constant_p(end <= PTO_UB_BYTES_A2A3) && end <= PTO_UB_BYTES_A2A3;
    if (__builtin_expect(routine == NULL || core == NULL || (!fits && end > core->ub.bytes), 0)) {
        return NULL;
    }
    core->now.run.routine = routine;
    return &core->now.run;
}

// Issues the record that was begun. If nothing is queued ahead of it, the routine runs here.
PTO_TILE_INLINE pto_event_t pto_tile_commit_run(const pto_loc_t *loc, const pto_tile_op_t *op, uint32_t pipe,
                                                pto_tile_run_t *run)
{
    pto_direct_t *core = (pto_direct_t *)(void *)((uint8_t *)run - offsetof(pto_direct_t, now.run));
    if (__builtin_expect((core->ready >> pipe & 1) == 0, 0)) {
        return pto_tile_queue_run_at(loc, op, pipe);
    }
    core->now.op = op;
    core->now.loc = loc;
    pto_tile_run(run);
    core->now.loc = NULL;
    return PTO_EVENT_DONE;
}

// The routine of an instruction for an operand's element type, if the instruction takes that type.
#define PTO_TILE_ROUTINE(id, operand)                                                                                \
    ((operand) != NULL && (PTO_TILE_TYPES_##id >> ((operand)->elem & 31) & 1) != 0 ? pto_lanes_##id[(operand)->elem] \
                                                                                   : NULL)

// ---------------------------------------------------------------------------------------------------------------------
// Tiles

// Whether the layout of a tile is known at compile time, and it lies in UB without boxes.
PTO_TILE_INLINE bool pto_tile_is_known(const pto_tile_t *tile)
{
    return __builtin_constant_p(tile->loc) && __builtin_constant_p(tile->elem) && __builtin_constant_p(tile->pitch) &&
           __builtin_constant_p(tile->blayout) && __builtin_constant_p(tile->slayout) && tile->loc == PTO_LOC_VEC &&
           tile->slayout == PTO_NONE_BOX && tile->address % pto_elem_bytes[tile->elem] == 0;
}

PTO_TILE_INLINE bool pto_tile_is_known_rows(const pto_tile_t *tile)
{
    return pto_tile_is_known(tile) && tile->blayout == PTO_ROW_MAJOR;
}

PTO_TILE_INLINE bool pto_tile_same_valid(const pto_tile_t *a, const pto_tile_t *b)
{
    return a->valid_rows == b->valid_rows && a->valid_cols == b->valid_cols;
}

PTO_TILE_INLINE uint64_t pto_tile_end(const pto_tile_t *tile)
{
    return tile->address + pto_tile_span(tile);
}

PTO_TILE_INLINE uint64_t pto_tile_later(uint64_t end, const pto_tile_t *tile)
{
    return tile != NULL && pto_tile_end(tile) > end ? pto_tile_end(tile) : end;
}

// Bytes between consecutive runs, and between consecutive rows.
PTO_TILE_INLINE ptrdiff_t pto_tile_step(const pto_tile_t *tile)
{
    return (ptrdiff_t)tile->pitch * pto_elem_bytes[tile->elem];
}

PTO_TILE_INLINE ptrdiff_t pto_tile_row_step(const pto_tile_t *tile)
{
    return tile->blayout == PTO_ROW_MAJOR ? pto_tile_step(tile) : pto_elem_bytes[tile->elem];
}

// Returns the UB of the core of a record. Call it before the record is written, so that compilers load it once.
PTO_TILE_INLINE uint8_t *pto_tile_ub(const pto_tile_run_t *run)
{
    const void *core = (const uint8_t *)run - offsetof(pto_direct_t, now.run);
    return (uint8_t *)((const pto_direct_t *)core)->ub.base;
}

// ---------------------------------------------------------------------------------------------------------------------
// Lanes: d from up to three sources of the same region and layout

PTO_TILE_INLINE bool pto_tile_is_lane_operand(const pto_tile_t *d, const pto_tile_t *x)
{
    return x == NULL || (pto_tile_is_known(x) && x->blayout == d->blayout && pto_tile_same_valid(d, x));
}

PTO_TILE_INLINE bool pto_tile_is_whole(const pto_tile_t *x, int32_t length)
{
    return x == NULL || x->pitch == length;
}

PTO_TILE_INLINE void pto_tile_put_report(pto_tile_run_t *run, const pto_tile_t *tile)
{
    run->address = tile->address;
    run->elem = tile->elem;
    run->valid_rows = tile->valid_rows;
    run->valid_cols = tile->valid_cols;
}

// Fills in a record of runs; a single one if the rows are contiguous.
PTO_TILE_INLINE void pto_tile_put_lanes(pto_tile_run_t *run, const pto_tile_t *d, const pto_tile_t *a,
                                        const pto_tile_t *b, const pto_tile_t *c)
{
    bool by_rows = d->blayout == PTO_ROW_MAJOR;
    int32_t rows = by_rows ? d->valid_rows : d->valid_cols, cols = by_rows ? d->valid_cols : d->valid_rows;
    bool whole = pto_tile_is_whole(d, cols) && pto_tile_is_whole(a, cols) && pto_tile_is_whole(b, cols) &&
                 pto_tile_is_whole(c, cols);
    uint8_t *const ub = pto_tile_ub(run);
    run->rows = whole ? 1 : (size_t)rows;
    run->cols = whole ? (size_t)rows * (size_t)cols : (size_t)cols;
    pto_tile_put_report(run, d);
    run->d = ub + d->address;
    run->a = ub + a->address;
    if (b != NULL) {
        run->b = ub + b->address;
    }
    if (c != NULL) {
        run->c = ub + c->address;
    }
    if (__builtin_constant_p(whole) && whole) {
        return;
    }
    run->d_step = pto_tile_step(d);
    run->a_step = pto_tile_step(a);
    if (b != NULL) {
        run->b_step = pto_tile_step(b);
    }
    if (c != NULL) {
        run->c_step = pto_tile_step(c);
    }
}

PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_lanes(pto_tile_routine_t routine, const pto_tile_t *d, const pto_tile_t *a,
                                                   const pto_tile_t *b, const pto_tile_t *c)
{
    if (d == NULL || a == NULL || !pto_tile_is_known(d) || !pto_tile_is_lane_operand(d, a) || a->elem != d->elem ||
        !pto_tile_is_lane_operand(d, b) || (b != NULL && b->elem != d->elem) || !pto_tile_is_lane_operand(d, c) ||
        (c != NULL && c->elem != d->elem)) {
        return NULL;
    }
    uint64_t end = pto_tile_later(pto_tile_later(pto_tile_later(pto_tile_end(d), a), b), c);
    pto_tile_run_t *run = pto_tile_begin_run(PIPE_V, routine, end);
    if (run != NULL) {
        pto_tile_put_lanes(run, d, a, b, c);
    }
    return run;
}

// As above with a scalar, if its bits are those of an element.
PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_scalar(pto_tile_routine_t routine, const pto_tile_t *d,
                                                    const pto_tile_t *a, const pto_tile_t *b, pto_scalar_t scalar)
{
    if (d == NULL || (scalar.elem != d->elem && (scalar.elem > PTO_ELEM_U64 || d->elem > PTO_ELEM_U64))) {
        return NULL;
    }
    pto_tile_run_t *run = pto_tile_run_lanes(routine, d, a, b, NULL);
    if (run != NULL) {
        run->s = scalar.bits;
    }
    return run;
}

// Images that measure inlined instructions (pto/tile/inline.h) define PTO_TILE_COUNTED and these functions.
#ifdef PTO_TILE_COUNTED
void pto_tile_here_begins(void);
void pto_tile_here_ends(void);
#else
#define pto_tile_here_begins() (void)0
#define pto_tile_here_ends()   (void)0
#endif
#define PTO_TILE_DO_HERE(id, ...)                             \
    do {                                                      \
        if (PTO_TILE_HERE(PTO_TILE_HERE_##id, __VA_ARGS__)) { \
            pto_tile_here_ends();                             \
            return PTO_EVENT_DONE;                            \
        }                                                     \
    } while (0)
#define PTO_TILE_RUN(id, pipe, ...)                                            \
    do {                                                                       \
        pto_tile_run_t *const pto_run = PTO_TILE_SHORT ? (__VA_ARGS__) : NULL; \
        if (pto_run != NULL) {                                                 \
            return pto_tile_commit_run(loc, &pto_tile_##id, pipe, pto_run);    \
        }                                                                      \
    } while (0)
#define PTO_TILE_RUN_binary(id, dst, src0, src1, ...) \
    PTO_TILE_DO_HERE(id, dst, src0, src1);                  \
    PTO_TILE_RUN(id, PIPE_V, src1 == NULL ? NULL : pto_tile_run_lanes(PTO_TILE_ROUTINE(id, dst), dst, src0, src1, dst))
#define PTO_TILE_RUN_unary(id, dst, src, ...) \
    PTO_TILE_DO_HERE(id, dst, src); \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_lanes(PTO_TILE_ROUTINE(id, dst), dst, src, NULL, NULL))
#define PTO_TILE_RUN_scalar(id, dst, src, scalar, ...) \
    PTO_TILE_DO_HERE(id, dst, src, scalar); \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_scalar(PTO_TILE_ROUTINE(id, dst), dst, src, NULL, scalar))
#define PTO_TILE_RUN_scalar_first(id, dst, scalar, src, ...) PTO_TILE_RUN_scalar(id, dst, src, scalar)
#define PTO_TILE_RUN_ternary(id, dst, src0, src1, src2, ...) \
    PTO_TILE_RUN(                                            \
        id, PIPE_V,                                          \
        src1 == NULL || src2 == NULL ? NULL : pto_tile_run_lanes(PTO_TILE_ROUTINE(id, dst), dst, src0, src1, src2))
#define PTO_TILE_RUN_ternary_scalar(id, dst, src0, scalar, src1, ...) \
    PTO_TILE_RUN(id, PIPE_V,                                          \
                 src1 == NULL ? NULL : pto_tile_run_scalar(PTO_TILE_ROUTINE(id, dst), dst, src0, src1, scalar))
#define PTO_TILE_RUN_axpy(id, dst, src, scalar, ...) \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_scalar(PTO_TILE_ROUTINE(id, dst), dst, src, dst, scalar))

// Returns the routine that sets elements of this size to the scalar.
pto_tile_routine_t pto_tile_fill_routine(uint32_t elem);
#define PTO_TILE_RUN_expands(id, dst, scalar)                                      \
    PTO_TILE_RUN(id, PIPE_V,                                                       \
                 dst == NULL || (PTO_TILE_TYPES_##id >> (dst->elem & 31) & 1) == 0 \
                     ? NULL                                                        \
                     : pto_tile_run_scalar(pto_tile_fill_routine(dst->elem), dst, dst, NULL, scalar))

// Observers need operands, so checked kernels use the general path.
#ifdef PTO_CHECKED
#define PTO_TILE_SHORT false
#else
#define PTO_TILE_SHORT true
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Rows and columns

PTO_TILE_INLINE void pto_tile_put_rows(pto_tile_run_t *run, const pto_tile_t *d, const pto_tile_t *a, int32_t rows,
                                       int32_t cols)
{
    uint8_t *const ub = pto_tile_ub(run);
    run->rows = (size_t)rows;
    run->cols = (size_t)cols;
    pto_tile_put_report(run, d);
    run->d = ub + d->address;
    run->a = ub + a->address;
    run->d_step = pto_tile_row_step(d);
    run->a_step = pto_tile_row_step(a);
}

// Reduces to one value for each row, or for each column.
PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_reduce(pto_tile_routine_t routine, const pto_tile_t *d,
                                                    const pto_tile_t *a, bool by_rows)
{
    if (d == NULL || a == NULL || !pto_tile_is_known(d) || !pto_tile_is_known_rows(a) || d->elem != a->elem ||
        a->valid_rows <= 0 || a->valid_cols <= 0 || d->valid_rows != (by_rows ? a->valid_rows : 1) ||
        d->valid_cols != (by_rows ? 1 : a->valid_cols) || (!by_rows && d->blayout != PTO_ROW_MAJOR)) {
        return NULL;
    }
    pto_tile_run_t *run = pto_tile_begin_run(PIPE_V, routine, pto_tile_later(pto_tile_end(d), a));
    if (run != NULL) {
        pto_tile_put_rows(run, d, a, a->valid_rows, a->valid_cols);
    }
    return run;
}

// Transposes: a row of d for each column of a.
PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_trans(pto_tile_routine_t routine, const pto_tile_t *d, const pto_tile_t *a)
{
    if (d == NULL || a == NULL || !pto_tile_is_known_rows(d) || !pto_tile_is_known_rows(a) || d->elem != a->elem ||
        d->rows < a->valid_cols || d->cols < a->valid_rows || d->address == a->address) {
        return NULL;
    }
    pto_tile_run_t *run = pto_tile_begin_run(PIPE_V, routine, pto_tile_later(pto_tile_end(d), a));
    if (run != NULL) {
        pto_tile_put_rows(run, d, a, a->valid_rows, a->valid_cols);
    }
    return run;
}

// Combines each row of a with the value of that row in b, or with the row b.
PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_expand(pto_tile_routine_t routine, const pto_tile_t *d,
                                                    const pto_tile_t *a, const pto_tile_t *b, bool by_rows)
{
    if (d == NULL || a == NULL || b == NULL || !pto_tile_is_known_rows(d) || !pto_tile_is_known_rows(a) ||
        !pto_tile_is_known(b) || d->elem != a->elem || d->elem != b->elem || !pto_tile_same_valid(d, a)) {
        return NULL;
    }
    // A row's value may be a block of 32 bytes that repeats it.
    bool fits = by_rows ? b->valid_rows == d->valid_rows &&
                              (b->valid_cols == 1 || (b->blayout == PTO_ROW_MAJOR && !b->blocks &&
                                                      b->valid_cols * pto_elem_bytes[b->elem] == 32))
                        : b->blayout == PTO_ROW_MAJOR && b->valid_cols == d->valid_cols;
    if (!fits) {
        return NULL;
    }
    pto_tile_run_t *run = pto_tile_begin_run(PIPE_V, routine, pto_tile_later(pto_tile_later(pto_tile_end(d), a), b));
    if (run == NULL) {
        return NULL;
    }
    uint8_t *const ub = pto_tile_ub(run);
    pto_tile_put_rows(run, d, a, d->valid_rows, d->valid_cols);
    run->b = ub + b->address;
    run->b_step = by_rows ? pto_tile_row_step(b) : 0;
    return run;
}

// Columns of 64 rows in a group of f32, and which row counts are taken in larger steps (ops/tile/lanes/reduce.h).
#define PTO_TILE_SUM_COLUMNS      (PTO_STRIP_MAX(f32, m8) >= 256 ? 4 : PTO_STRIP_MAX(f32, m8) >= 128 ? 2 : 1)
#define PTO_TILE_SUM_IS_FEW(rows) ((rows) <= PTO_STRIP_MAX(f32, m8) / PTO_TILE_SUM_COLUMNS / 2)
void pto_tile_rowsum_64_f32(const pto_tile_run_t *run);
void pto_tile_rowsum_128_f32(const pto_tile_run_t *run);

// Returns the routine of a sum of rows, or the specialised one for a frequent shape.
PTO_TILE_INLINE pto_tile_routine_t pto_tile_rowsum(const pto_tile_t *a, pto_tile_routine_t routine)
{
#ifdef PTO_HAS_STRIPS
    const size_t rows = a == NULL ? 0 : (size_t)a->valid_rows, cols = a == NULL ? 0 : (size_t)a->valid_cols;
    if (__builtin_constant_p(rows) && __builtin_constant_p(cols) && rows >= 8 && a->elem == PTO_ELEM_F32) {
        if (cols == 64 && !PTO_TILE_SUM_IS_FEW(rows)) {
            return pto_tile_rowsum_64_f32;
        }
        if (cols == 128 && PTO_TILE_SUM_IS_FEW(rows) && rows <= PTO_STRIP_MAX(f32, m8) / 8) {
            return pto_tile_rowsum_128_f32;
        }
    }
#endif
    return routine;
}

// As above for a sum of columns: contiguous rows of half a group or a quarter.
void pto_tile_colsum_m4_f32(const pto_tile_run_t *run);
void pto_tile_colsum_m2_f32(const pto_tile_run_t *run);
PTO_TILE_INLINE pto_tile_routine_t pto_tile_colsum(const pto_tile_t *a, pto_tile_routine_t routine)
{
#ifdef PTO_HAS_STRIPS
    const int32_t rows = a == NULL ? 0 : a->valid_rows, cols = a == NULL ? 0 : a->valid_cols;
    const int32_t step = a == NULL ? 0 : (int32_t)a->pitch;
    if (__builtin_constant_p(rows) && __builtin_constant_p(cols) && __builtin_constant_p(step) && rows % 4 == 0 &&
        step == cols && a->elem == PTO_ELEM_F32) {
        if (cols == PTO_STRIP_MAX(f32, m8) / 2) {
            return pto_tile_colsum_m4_f32;
        }
        if (cols == PTO_STRIP_MAX(f32, m8) / 4) {
            return pto_tile_colsum_m2_f32;
        }
    }
#endif
    return routine;
}
#define PTO_TILE_REDUCE_trowsum(src)  pto_tile_rowsum(src, PTO_TILE_ROUTINE(trowsum, src))
#define PTO_TILE_REDUCE_trowprod(src) PTO_TILE_ROUTINE(trowprod, src)
#define PTO_TILE_REDUCE_trowmax(src)  PTO_TILE_ROUTINE(trowmax, src)
#define PTO_TILE_REDUCE_trowmin(src)  PTO_TILE_ROUTINE(trowmin, src)
#define PTO_TILE_REDUCE_tcolsum(src)  pto_tile_colsum(src, PTO_TILE_ROUTINE(tcolsum, src))
#define PTO_TILE_REDUCE_tcolprod(src) PTO_TILE_ROUTINE(tcolprod, src)
#define PTO_TILE_REDUCE_tcolmax(src)  PTO_TILE_ROUTINE(tcolmax, src)
#define PTO_TILE_REDUCE_tcolmin(src)  PTO_TILE_ROUTINE(tcolmin, src)

#define PTO_TILE_RUN_row_reduce(id, dst, src, ...) \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_reduce(PTO_TILE_REDUCE_##id(src), dst, src, true))
#define PTO_TILE_RUN_col_reduce(id, dst, src, ...) \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_reduce(PTO_TILE_REDUCE_##id(src), dst, src, false))
#define PTO_TILE_RUN_trans(id, dst, src, ...) \
    PTO_TILE_DO_HERE(id, dst, src); \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_trans(PTO_TILE_ROUTINE(id, dst), dst, src))
#define PTO_TILE_RUN_row_expand_op(id, dst, src0, src1, ...) \
    PTO_TILE_DO_HERE(id, dst, src0, src1); \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_expand(PTO_TILE_ROUTINE(id, dst), dst, src0, src1, true))
#define PTO_TILE_RUN_col_expand_op(id, dst, src0, src1, ...) \
    PTO_TILE_DO_HERE(id, dst, src0, src1); \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_expand(PTO_TILE_ROUTINE(id, dst), dst, src0, src1, false))

// ---------------------------------------------------------------------------------------------------------------------
// Conversion

// Packs a conversion into the scalar: types, rounding and saturation.
PTO_TILE_INLINE uint64_t pto_tile_pair(uint32_t from, uint32_t to, uint64_t rounding, uint64_t saturation)
{
    return from | to << 8 | rounding << 16 | saturation << 32;
}

// Returns NULL for packed types.
pto_tile_routine_t pto_tile_convert_routine(uint64_t pair);

// The most frequent conversions, without saturation: from, to, rounding, routine.
// clang-format off
#define PTO_TILE_CONVERSIONS(X)                          \
    X(F16,  F32,  PTO_TILE_ANY_ROUNDING, f16_f32)        \
    X(F32,  F16,  PTO_TILE_TO_EVEN,      f32_f16)        \
    X(BF16, F32,  PTO_TILE_ANY_ROUNDING, bf16_f32)       \
    X(F32,  BF16, PTO_TILE_TO_EVEN,      f32_bf16)       \
    X(F32,  BF16, PTO_TILE_AWAY,         f32_bf16_away)  \
    X(I32,  F32,  PTO_TILE_TO_EVEN,      i32_f32)
// clang-format on
#define PTO_TILE_ANY_ROUNDING(rounding) true
#define PTO_TILE_AWAY(rounding)         ((rounding) == PTO_ROUND_ROUND)
#define PTO_TILE_TO_EVEN(rounding)                                                                     \
    ((rounding) != PTO_ROUND_ROUND && (rounding) != PTO_ROUND_FLOOR && (rounding) != PTO_ROUND_CEIL && \
     (rounding) != PTO_ROUND_TRUNC && (rounding) != PTO_ROUND_ODD)
#define PTO_TILE_CONVERSION(FROM, TO, is_rounding, name) void pto_tile_tcvt_##name(const pto_tile_run_t *run);
PTO_TILE_CONVERSIONS(PTO_TILE_CONVERSION)
#undef PTO_TILE_CONVERSION

// Returns the routine of a frequent conversion, or NULL.
PTO_TILE_INLINE pto_tile_routine_t pto_tile_frequent_conversion(uint32_t from, uint32_t to, uint64_t rounding,
                                                                uint64_t saturation)
{
    if (saturation == PTO_SATURATION_ON) {
        return NULL;
    }
#define PTO_TILE_CONVERSION(FROM, TO, is_rounding, name)                           \
    if (from == PTO_ELEM_##FROM && to == PTO_ELEM_##TO && is_rounding(rounding)) { \
        return pto_tile_tcvt_##name;                                               \
    }
    PTO_TILE_CONVERSIONS(PTO_TILE_CONVERSION)
#undef PTO_TILE_CONVERSION
    return NULL;
}

PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_convert(const pto_tile_t *d, const pto_tile_t *a, pto_tile_attr_t rounding,
                                                     pto_tile_attr_t saturation)
{
    if (d == NULL || a == NULL || !pto_tile_is_known(d) || !pto_tile_is_lane_operand(d, a)) {
        return NULL;
    }
    uint64_t pair = pto_tile_pair(a->elem, d->elem, rounding, saturation);
    pto_tile_routine_t routine =
        __builtin_constant_p(pair) ? pto_tile_frequent_conversion(a->elem, d->elem, rounding, saturation) : NULL;
    pto_tile_run_t *run = pto_tile_begin_run(PIPE_V, routine != NULL ? routine : pto_tile_convert_routine(pair),
                                             pto_tile_later(pto_tile_end(d), a));
    if (run == NULL) {
        return NULL;
    }
    pto_tile_put_lanes(run, d, a, NULL, NULL);
    if (routine == NULL) {
        run->s = pair;
    }
    return run;
}

#define PTO_TILE_RUN_convert(id, dst, src, tmp, rounding, saturation) \
    PTO_TILE_DO_HERE(id, dst, src, rounding, saturation);             \
    PTO_TILE_RUN(id, PIPE_V, pto_tile_run_convert(dst, src, rounding, saturation))

// ---------------------------------------------------------------------------------------------------------------------
// Rows between a tile and GM: here columns count bytes

// Whether the bytes lie in one bound buffer.
bool pto_tile_in_gm_at(const void *gm, uint64_t bytes);

// Whether they lie in the buffer that most likely holds the tensor.
PTO_TILE_INLINE bool pto_tile_is_in_buffer(const pto_direct_t *core, const pto_tensor_t *tensor, uint64_t bytes)
{
    const pto_gm_buffer_t *buffer = &core->gm[tensor->buffer];
    uintptr_t offset = (uintptr_t)tensor->data - (uintptr_t)buffer->address;
    return __builtin_expect(offset <= buffer->bytes && bytes <= buffer->bytes - offset, 1);
}

PTO_TILE_INLINE bool pto_tile_in_gm(const pto_tile_run_t *run, const pto_tensor_t *tensor, uint64_t bytes)
{
    const void *core = (const uint8_t *)run - offsetof(pto_direct_t, now.run);
    return pto_tile_is_in_buffer((const pto_direct_t *)core, tensor, bytes) || pto_tile_in_gm_at(tensor->data, bytes);
}

// Returns the routine that copies rows of this size between a tile and GM.
pto_tile_routine_t pto_tile_copy_routine(uint32_t address, const void *gm, size_t row, size_t tile_step, size_t gm_step,
                                         bool to_gm);
void pto_tile_copy_rows(const pto_tile_run_t *run);

// Whether the copy is known to go row by row. Rows that are contiguous in the tile and fill at most half of eight
// registers are copied several at a time.
PTO_TILE_INLINE bool pto_tile_copies_rows(size_t row, size_t tile_step)
{
#ifdef __riscv_v_fixed_vlen
    const size_t most = __riscv_v_fixed_vlen / 2;
#else
    const size_t most = 0;
#endif
    return __builtin_constant_p(row > most || tile_step != row) && (row > most || tile_step != row);
}

// Whether a tensor is one matrix with contiguous rows that contains the valid region of a tile.
PTO_TILE_INLINE bool pto_tile_is_matrix(const pto_tensor_t *tensor, const pto_tile_t *tile)
{
    // A single column is the same in both layouts.
    bool rows = tensor->layout == PTO_LAYOUT_ND && tensor->stride[4] == 1;
    bool column = tensor->layout != PTO_LAYOUT_NZ && tensor->shape[4] == 1;
    return (rows || column) && tensor->elem < PTO_ELEM_NUM &&
           pto_elem_bytes[tensor->elem] == pto_elem_bytes[tile->elem] && tensor->shape[0] == 1 &&
           tensor->shape[1] == 1 && tensor->shape[2] == 1 && tensor->stride[3] >= 0 && tile->valid_rows > 0 &&
           tile->valid_cols > 0 && tile->valid_rows <= tensor->shape[3] && tile->valid_cols <= tensor->shape[4];
}

PTO_TILE_INLINE bool pto_tile_is_copied(const pto_tile_t *tile, const pto_tensor_t *tensor)
{
    return tile != NULL && tensor != NULL && pto_tile_is_known(tile) && tile->address % 32 == 0 &&
           (tile->blayout == PTO_ROW_MAJOR || tile->valid_cols == 1) && pto_tile_is_matrix(tensor, tile);
}

PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_rows(uint32_t pipe, bool to_gm, const pto_tile_t *tile,
                                                  const pto_tensor_t *tensor)
{
    if (!pto_tile_is_copied(tile, tensor)) {
        return NULL;
    }
    int64_t bytes = pto_elem_bytes[tile->elem], row = tile->valid_cols * bytes, step = tensor->stride[3] * bytes;
    int64_t local = pto_tile_row_step(tile);
    bool whole = step == row && local == row;  // contiguous on both sides
    pto_tile_routine_t routine =
        pto_tile_copies_rows((size_t)row, (size_t)local)
            ? pto_tile_copy_rows
            : pto_tile_copy_routine(tile->address, tensor->data, (size_t)row, (size_t)local, (size_t)step, to_gm);
    pto_tile_run_t *run = pto_tile_begin_run(pipe, routine, pto_tile_end(tile));
    if (run == NULL || !pto_tile_in_gm(run, tensor, (uint64_t)((tile->valid_rows - 1) * step + row))) {
        return NULL;
    }
    uint8_t *const at = pto_tile_ub(run) + tile->address, *const data = (uint8_t *)tensor->data;
    run->rows = whole ? 1 : (size_t)tile->valid_rows;
    run->cols = (size_t)(whole ? tile->valid_rows * row : row);
    pto_tile_put_report(run, tile);
    run->d = to_gm ? data : at;
    run->a = to_gm ? at : data;
    run->d_step = to_gm ? step : local;
    run->a_step = to_gm ? local : step;
    return run;
}

#define PTO_TILE_RUN_load(id, dst, src, ...) PTO_TILE_RUN_##id(dst, src __VA_OPT__(, ) __VA_ARGS__)
#define PTO_TILE_RUN_tload(dst, src, pad_value, pad_mode)                                      \
    PTO_TILE_RUN_COPY(                                                                         \
        tload, pad_mode == PTO_PAD_MODE_NULL && dst != NULL && dst->pad == PTO_PAD_NULL,       \
        PIPE_MTE2, false, dst, src)
#define PTO_TILE_RUN_tprefetch(dst, src)
#define PTO_TILE_RUN_store(id, dst, src, fp, scale, phase, atomic, relu)                                              \
    PTO_TILE_RUN_COPY(                                                                                                \
        id, fp == NULL && scale.elem == PTO_ELEM_NUM && atomic == PTO_STORE_PLAIN && relu == PTO_RELU_NONE, PIPE_MTE3, \
        true, src, dst)
#define PTO_TILE_RUN_COPY(id, is_plain, pipe, ...)         \
    if (is_plain) {                                        \
        PTO_TILE_DO_HERE(id, pipe, __VA_ARGS__);           \
        PTO_TILE_RUN(id, pipe, pto_tile_run_rows(pipe, __VA_ARGS__)); \
    }

// ---------------------------------------------------------------------------------------------------------------------
// Copies of windows within UB: here too, columns count bytes

PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_window(const pto_tile_t *dst, const pto_tile_t *src, int64_t row,
                                                    int64_t col, int32_t rows, int32_t cols)
{
    if (!pto_tile_is_known(dst) || !pto_tile_is_known(src) || dst->blayout != src->blayout ||
        pto_elem_bytes[dst->elem] != pto_elem_bytes[src->elem] || row < 0 || col < 0 || rows <= 0 || cols <= 0 ||
        row + rows > src->rows || col + cols > src->cols) {
        return NULL;
    }
    pto_tile_run_t *run = pto_tile_begin_run(PIPE_V, pto_tile_copy_rows, pto_tile_later(pto_tile_end(dst), src));
    if (run == NULL) {
        return NULL;
    }
    const bool by_rows = dst->blayout == PTO_ROW_MAJOR;
    const size_t bytes = pto_elem_bytes[dst->elem], length = (size_t)(by_rows ? cols : rows) * bytes;
    const size_t runs = (size_t)(by_rows ? rows : cols);
    const bool whole = (size_t)pto_tile_step(dst) == length && (size_t)pto_tile_step(src) == length;
    uint8_t *const ub = pto_tile_ub(run);
    run->rows = whole ? 1 : runs;
    run->cols = whole ? runs * length : length;
    pto_tile_put_report(run, dst);
    run->d = ub + dst->address;
    run->a = ub + src->address + (size_t)(by_rows ? row * src->pitch + col : col * src->pitch + row) * bytes;
    run->d_step = pto_tile_step(dst);
    run->a_step = pto_tile_step(src);
    return run;
}

// Moves other than between tiles in UB have more operands.
#define PTO_TILE_IS_COPY(id, dst, src, fp, scale, mode, relu)                                              \
    (dst != NULL && src != NULL && fp == NULL && scale.elem == PTO_ELEM_NUM && mode == PTO_ACC_TO_VEC_0 && \
     relu == PTO_RELU_NONE && (PTO_TILE_TYPES_##id >> (src->elem & 31) & 1) != 0)
#define PTO_TILE_LEAST(a, b) ((a) < (b) ? (a) : (b))
#define PTO_TILE_RUN_move(id, dst, src, fp, scale, mode, relu, axis)                                         \
    PTO_TILE_RUN(id, PIPE_V,                                                                                 \
                 PTO_TILE_IS_COPY(id, dst, src, fp, scale, mode, relu)                                       \
                     ? pto_tile_run_window(dst, src, 0, 0, PTO_TILE_LEAST(src->valid_rows, dst->valid_rows), \
                                           PTO_TILE_LEAST(src->valid_cols, dst->valid_cols))                 \
                     : NULL)
#define PTO_TILE_RUN_extract(id, dst, src, row, col, fp, scale, mode, relu)                      \
    PTO_TILE_RUN(id, PIPE_V,                                                                     \
                 PTO_TILE_IS_COPY(id, dst, src, fp, scale, mode, relu)                           \
                     ? pto_tile_run_window(dst, src, row, col, dst->valid_rows, dst->valid_cols) \
                     : NULL)

// ---------------------------------------------------------------------------------------------------------------------
// Scatters into one matrix in GM. The scalar is its number of rows, or of elements

// Returns the routine that scatters elements of a type, or rows of them; NULL if there is none.
pto_tile_routine_t pto_tile_scatter_routine(uint32_t elem, bool rows, pto_tile_attr_t atomic, pto_tile_attr_t oob);

PTO_TILE_INLINE bool pto_tile_is_index(const pto_tile_t *index, const pto_tile_t *tile, bool rows)
{
    if (rows) {
        return (index->valid_rows == 1 && index->valid_cols == tile->valid_rows) ||
               (index->valid_rows == tile->valid_rows && index->valid_cols == 1);
    }
    return index->blayout == PTO_ROW_MAJOR && pto_tile_same_valid(index, tile);
}

// Whether a tensor is a table of rows, each with room for a row of the tile.
PTO_TILE_INLINE bool pto_tile_is_table(const pto_tensor_t *table, const pto_tile_t *src)
{
    return table->elem == src->elem && table->layout == PTO_LAYOUT_ND && table->shape[0] == 1 && table->shape[1] == 1 &&
           table->shape[2] == 1 && table->shape[3] > 0 && table->stride[4] == 1 &&
           table->stride[3] >= table->shape[4] && src->valid_cols <= table->shape[4];
}

// Whether rows of a tile can be scattered by an index without a copy.
PTO_TILE_INLINE bool pto_tile_can_scatter(const pto_tile_t *src, const pto_tile_t *index)
{
    return pto_tile_is_known_rows(src) && pto_tile_is_known(index) &&
           (index->elem == PTO_ELEM_I32 || index->elem == PTO_ELEM_U32) &&
           src->cols * pto_elem_bytes[src->elem] % 32 == 0 && src->valid_rows > 0 && src->valid_cols > 0;
}

// Bytes between the indices of consecutive rows: an index of rows may be a row or a column.
PTO_TILE_INLINE ptrdiff_t pto_tile_index_step(const pto_tile_t *index, bool rows)
{
    if (!rows || index->valid_rows != 1) {
        return pto_tile_row_step(index);
    }
    return index->blayout == PTO_ROW_MAJOR ? 4 : pto_tile_step(index);
}

PTO_TILE_INLINE pto_tile_run_t *pto_tile_run_scatter(const pto_tensor_t *table, const pto_tile_t *src,
                                                     const pto_tile_t *index, pto_tile_attr_t coalesce,
                                                     pto_tile_attr_t atomic, pto_tile_attr_t oob)
{
    if (table == NULL || src == NULL || index == NULL || !pto_tile_can_scatter(src, index) ||
        !pto_tile_is_table(table, src)) {
        return NULL;
    }
    bool rows = coalesce == PTO_COALESCE_AUTO ? !pto_tile_same_valid(index, src) : coalesce == PTO_COALESCE_ROW;
    int64_t bytes = pto_elem_bytes[src->elem],
            size = ((table->shape[3] - 1) * table->stride[3] + table->shape[4]) * bytes;
    if (!pto_tile_is_index(index, src, rows) || (!rows && table->stride[3] != table->shape[4]) || size > UINT32_MAX) {
        return NULL;
    }
    pto_tile_routine_t routine = pto_tile_scatter_routine(src->elem, rows, atomic, oob);
    pto_tile_run_t *run = pto_tile_begin_run(PIPE_MTE3, routine, pto_tile_later(pto_tile_end(src), index));
    if (run == NULL || !pto_tile_in_gm(run, table, (uint64_t)size)) {
        return NULL;
    }
    uint8_t *const ub = pto_tile_ub(run);
    bool whole = !rows && src->pitch == src->valid_cols && index->pitch == src->valid_cols;
    run->rows = whole ? 1 : (size_t)src->valid_rows;
    run->cols = (size_t)(whole ? src->valid_rows * src->valid_cols : src->valid_cols);
    pto_tile_put_report(run, src);
    run->s = (uint64_t)(rows ? table->shape[3] : table->shape[3] * table->shape[4]);
    run->d = (uint8_t *)table->data;
    run->d_step = table->stride[3] * bytes;
    run->a = ub + src->address;
    run->a_step = pto_tile_step(src);
    run->b = ub + index->address;
    run->b_step = pto_tile_index_step(index, rows);
    return run;
}

#define PTO_TILE_RUN_mscatter(id, mem, src, idx, coalesce, atomic, oob, conflict) \
    PTO_TILE_RUN(id, PIPE_MTE3, pto_tile_run_scatter(mem, src, idx, coalesce, atomic, oob))
