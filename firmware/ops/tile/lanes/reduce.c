// SPDX-License-Identifier: Apache-2.0
//
// Reductions of rows and columns, to values and to indices.
//
// The order of a sum does not depend on the length of vectors: a row is added up in 64 partial sums, column j in sum
// j % 64, these in four, i in i % 4 one after the other, and the four in halves; columns are added up from the first row
// to the last. f16 and bf16 rows are added up in f32 and rounded once.

#include "reduce.h"

// clang-format off
#define FOLD(expr)                                      \
    for (int i = 4; i < PTO_SUMS; i += 4) {             \
        for (int k = 0; k < 4; k++) {                   \
            x = acc[k], y = acc[i + k];                 \
            acc[k] = (expr);                            \
        }                                               \
    }                                                   \
    for (int half = 2; half != 0; half /= 2) {          \
        for (int i = 0; i < half; i++) {                \
            x = acc[i], y = acc[i + half];              \
            acc[i] = (expr);                            \
        }                                               \
    }

// Values of `A` from elements of T: a row to one value. `load` of a[j], `expr` of x and y, `store` of x.
#define EACH_ROW_FN(name, T, A, start, load, expr, store)                                  \
    static __attribute__((noinline)) void name##_each_##T(const pto_tile_run_t *run)       \
    {                                                                                      \
        const size_t n = run->cols;                                                        \
        for (size_t r = 0; r < run->rows; r++) {                                           \
            const pto_##T##_t *a = (const void *)(run->a + (ptrdiff_t)r * run->a_step);    \
            A acc[PTO_SUMS], x, y;                                                         \
            for (int i = 0; i < PTO_SUMS; i++) {                                           \
                acc[i] = (start);                                                          \
            }                                                                              \
            size_t j = 0;                                                                  \
            for (; j + PTO_SUMS <= n; j += PTO_SUMS) {                                     \
                for (size_t i = 0; i < PTO_SUMS; i++) {                                    \
                    x = acc[i], y = load(a[j + i]);                                        \
                    acc[i] = (expr);                                                       \
                }                                                                          \
            }                                                                              \
            for (size_t i = 0; j + i < n; i++) {                                           \
                x = acc[i], y = load(a[j + i]);                                            \
                acc[i] = (expr);                                                           \
            }                                                                              \
            FOLD(expr)                                                                     \
            *(pto_##T##_t *)(void *)(run->d + (ptrdiff_t)r * run->d_step) = store(acc[0]); \
        }                                                                                  \
    }
#define ROW_CHOICE(name, T, A, start, load, expr, store) \
    static void name##_##T(const pto_tile_run_t *run)    \
    {                                                    \
        if (!pto_columns_##name##_##T(run)) {            \
            name##_each_##T(run);                        \
        }                                                \
    }
#define ROW_FN(name, T, A, start, load, expr, store) \
    EACH_ROW_FN(name, T, A, start, load, expr, store) ROW_CHOICE(name, T, A, start, load, expr, store)
#define SELF(x)   (x)
#define TO_F16(x) pto_narrow_f16(x)
#define TO_F32(x) ((float)pto_wide_f16(x))
#define CUT(T)    (pto_##T##_t)
#define INT_EDGES(T, ...)                                                                   \
    ROW_FN(rowmax, T, pto_##T##_t, PTO_NEUTRAL(vmax, T), SELF, x > y ? x : y, SELF)         \
    ROW_FN(rowmin, T, pto_##T##_t, PTO_NEUTRAL(vmin, T), SELF, x < y ? x : y, SELF)
#define INT_ROWS(T, ...)                                                                    \
    ROW_FN(rowsum, T, uint32_t, 0, SELF, x + y, CUT(T))                                     \
    ROW_FN(rowprod, T, uint32_t, 1, SELF, x * y, CUT(T))
PTO_FOR_INTS64(INT_EDGES, )
PTO_FOR_INT16(INT_ROWS, ) PTO_FOR_INT32(INT_ROWS, )
ROW_FN(rowsum, i64, uint64_t, 0, SELF, x + y, CUT(i64)) ROW_FN(rowsum, u64, uint64_t, 0, SELF, x + y, CUT(u64))
#define FLOAT_ROWS(T, load, store)                                                          \
    ROW_FN(rowsum, T, float, 0, load, x + y, store)                                         \
    ROW_FN(rowprod, T, float, 1, load, x * y, store)                                        \
    ROW_FN(rowmax, T, float, PTO_NEUTRAL_vmax_f32, load, pto_maximum_f32(x, y), store)           \
    ROW_FN(rowmin, T, float, PTO_NEUTRAL_vmin_f32, load, pto_minimum_f32(x, y), store)
FLOAT_ROWS(f16, TO_F32, TO_F16)
FLOAT_ROWS(f32, SELF, SELF)

// Specialised for the most frequent shapes; selected in pto/tile/run.h.
#ifdef PTO_HAS_STRIPS
void pto_tile_rowsum_64_f32(const pto_tile_run_t *run) { rowsum_columns_f32(run, PTO_SUMS); }
void pto_tile_rowsum_128_f32(const pto_tile_run_t *run) { rowsum_four_f32(run, 2 * PTO_SUMS, 8); }
void pto_tile_colsum_m4_f32(const pto_tile_run_t *run) { colsum_m4_f32(run); }
void pto_tile_colsum_m2_f32(const pto_tile_run_t *run) { colsum_m2_f32(run); }
#endif

#define ROW_TYPES(X, ...) PTO_FOR_INT16(X, __VA_ARGS__) PTO_FOR_INT32(X, __VA_ARGS__) PTO_FOR_F16_32(X, __VA_ARGS__)
#define ROW_TABLE(name, ...)                                                                \
    const pto_tile_routine_t pto_lanes_t##name[PTO_ELEM_NUM] = {__VA_ARGS__ ROW_TYPES(PTO_ENTRY, name)};
ROW_TABLE(rowsum, PTO_FOR_INT64(PTO_ENTRY, rowsum))
ROW_TABLE(rowprod)
ROW_TABLE(rowmax, PTO_FOR_INT64(PTO_ENTRY, rowmax) PTO_ENTRY(i8, rowmax) PTO_ENTRY(u8, rowmax))
ROW_TABLE(rowmin, PTO_FOR_INT64(PTO_ENTRY, rowmin) PTO_ENTRY(i8, rowmin) PTO_ENTRY(u8, rowmin))

// Indices: of the first element that no other exceeds.
#define ARG_FN(name, T, load, op)                                   \
    static int32_t name##_##T(const void *a_, size_t n)             \
    {                                                               \
        const pto_##T##_t *a = a_;                                  \
        size_t best = 0;                                            \
        for (size_t j = 1; j < n; j++) {                            \
            if (load(a[j]) op load(a[best])) {                      \
                best = j;                                           \
            }                                                       \
        }                                                           \
        return (int32_t)best;                                       \
    }
#define ARG_FNS(T, load) ARG_FN(argmax, T, load, >) ARG_FN(argmin, T, load, <)
PTO_FOR_INT16(ARG_FNS, SELF) PTO_FOR_INT32(ARG_FNS, SELF) ARG_FNS(f16, TO_F32) ARG_FNS(f32, SELF)
typedef int32_t (*arg_fn_t)(const void *a, size_t n);
#define ARG_TABLE(name) static const arg_fn_t name##_table[PTO_ELEM_NUM] = {ROW_TYPES(PTO_ENTRY, name)};
ARG_TABLE(argmax)
ARG_TABLE(argmin)
// clang-format on

/// Rows ///

static void check_row_reduction(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src)
{
    pto_tile_check_rows(cmd, "src", src);
    if (!pto_tile_is_plain(dst)) {
        PTO_TILE_FAULT(cmd, "dst has boxes");
    }
    if (src->valid_rows == 0 || src->valid_cols == 0) {
        PTO_TILE_FAULT(cmd, "the valid region of src is empty");
    }
    if (dst->valid_rows != src->valid_rows) {
        PTO_TILE_FAULT(cmd, "dst has %d valid rows, src %d", dst->valid_rows, src->valid_rows);
    }
    if (dst->valid_cols != 1) {
        PTO_TILE_FAULT(cmd, "dst has %d valid columns, not 1", dst->valid_cols);
    }
}

pto_step_t pto_tile_exec_row_reduce(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    check_row_reduction(cmd, &p->dst, &p->src);
    pto_lanes_of(cmd, pto_tile_op_of(cmd)->lanes, p->src.elem)(&(const pto_tile_run_t){
        .d = pto_tile_base(core, &p->dst),
        .a = pto_tile_base(core, &p->src),
        .rows = (size_t)p->src.valid_rows,
        .cols = (size_t)p->src.valid_cols,
        .d_step = pto_tile_row_step(&p->dst),
        .a_step = pto_tile_row_step(&p->src),
    });
    return PTO_DONE;
}

static void check_index(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src)
{
    if (pto_elem_bytes[dst->elem] < pto_elem_bytes[src->elem]) {
        PTO_TILE_FAULT(cmd, "dst has indices of %s for elements of %s", pto_elem_names[dst->elem],
                       pto_elem_names[src->elem]);
    }
}

pto_step_t pto_tile_exec_row_arg(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    check_row_reduction(cmd, &p->dst, &p->src);
    check_index(cmd, &p->dst, &p->src);
    const arg_fn_t *table = pto_tile_op_of(cmd)->id == PTO_TILE_ID_trowargmax ? argmax_table : argmin_table;
    const uint8_t *src = pto_tile_base(core, &p->src);
    for (int32_t r = 0; r < p->src.valid_rows; r++) {
        const uint8_t *row = src + (size_t)r * (size_t)p->src.pitch * pto_elem_bytes[p->src.elem];
        pto_tile_put(core, &p->dst, r, 0, table[p->src.elem](row, (size_t)p->src.valid_cols));
    }
    return PTO_DONE;
}

/// Columns ///

static void check_col_reduction(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src)
{
    pto_tile_check_rows(cmd, "src", src);
    pto_tile_check_rows(cmd, "dst", dst);
    if (src->valid_rows == 0 || src->valid_cols == 0) {
        PTO_TILE_FAULT(cmd, "the valid region of src is empty");
    }
    if (dst->valid_cols != src->valid_cols) {
        PTO_TILE_FAULT(cmd, "dst has %d valid columns, src %d", dst->valid_cols, src->valid_cols);
    }
}

// Each column from its first row to its last.
// clang-format off
#define COL_FN(name, T, op)                                                                 \
    static void name##_##T(const pto_tile_run_t *run)                                       \
    {                                                                                       \
        if (pto_columns_##name##_##T(run)) {                                                \
            return;                                                                         \
        }                                                                                   \
        if (run->d != run->a) {                                                             \
            hal_copy(run->d, run->a, run->cols * sizeof(pto_##T##_t));                      \
        }                                                                                   \
        op[PTO_ELEM_OF_TOKEN(T)](&(const pto_tile_run_t){.d = run->d,                       \
                                                         .a = run->d,                       \
                                                         .b = run->a + run->a_step,         \
                                                         .rows = run->rows - 1,             \
                                                         .cols = run->cols,                 \
                                                         .b_step = run->a_step});           \
    }
#define COL_FNS(T, ...)                                                                     \
    COL_FN(colsum, T, pto_lanes_tadd) COL_FN(colprod, T, pto_lanes_tmul)                    \
    COL_FN(colmax, T, pto_lanes_tmax) COL_FN(colmin, T, pto_lanes_tmin)
PTO_LANE_TABLE(tadd);
PTO_LANE_TABLE(tmul);
PTO_LANE_TABLE(tmax);
PTO_LANE_TABLE(tmin);
PTO_FOR_NUMBERS(COL_FNS, )
#define COL_TABLE(name)                                                                     \
    const pto_tile_routine_t pto_lanes_t##name[PTO_ELEM_NUM] = {PTO_FOR_NUMBERS(PTO_ENTRY, name)};
COL_TABLE(colsum)
COL_TABLE(colprod)
COL_TABLE(colmax)
COL_TABLE(colmin)
// clang-format on

pto_step_t pto_tile_exec_col_reduce(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    check_col_reduction(cmd, &p->dst, &p->src);
    pto_lanes_of(cmd, pto_tile_op_of(cmd)->lanes, p->src.elem)(&(const pto_tile_run_t){
        .d = pto_tile_base(core, &p->dst),
        .a = pto_tile_base(core, &p->src),
        .rows = (size_t)p->src.valid_rows,
        .cols = (size_t)p->src.valid_cols,
        .a_step = pto_tile_row_step(&p->src),
    });
    return PTO_DONE;
}

// Elements in an order that integers compare: bits of floats with the order of negative numbers turned round.
static int64_t ordered(uint8_t elem, const uint8_t *at)
{
    switch (elem) {
        case PTO_ELEM_F32: {
            int32_t bits = *(const int32_t *)at;
            return bits < 0 ? (int64_t)INT32_MIN - bits : bits;
        }
        case PTO_ELEM_F16:
        case PTO_ELEM_BF16: {
            int16_t bits = *(const int16_t *)at;
            return bits < 0 ? (int64_t)INT16_MIN - bits : bits;
        }
        default:
            return pto_tile_integer(elem, at);
    }
}

pto_step_t pto_tile_exec_col_arg(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    check_col_reduction(cmd, &p->dst, &p->src);
    check_index(cmd, &p->dst, &p->src);
    if (p->dst.valid_rows != 1) {  // sums and extremes go to the first of several rows
        PTO_TILE_FAULT(cmd, "dst has %d valid rows, not 1", p->dst.valid_rows);
    }
    bool max = pto_tile_op_of(cmd)->id == PTO_TILE_ID_tcolargmax;
    size_t bytes = pto_elem_bytes[p->src.elem];
    const uint8_t *src = pto_tile_base(core, &p->src);
    for (int32_t c = 0; c < p->src.valid_cols; c++) {
        const uint8_t *at = src + (size_t)c * bytes;
        int32_t place = 0;
        int64_t best = ordered(p->src.elem, at);
        for (int32_t r = 1; r < p->src.valid_rows; r++) {
            int64_t value = ordered(p->src.elem, at + (size_t)r * (size_t)p->src.pitch * bytes);
            if (max ? value > best : value < best) {
                best = value;
                place = r;
            }
        }
        pto_tile_put(core, &p->dst, 0, c, place);
    }
    return PTO_DONE;
}

/// Pairs and histograms ///

pto_step_t pto_tile_exec_pair_reduce(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, src, dst);
    pto_tile_check_same_valid(cmd, "src", &p->src, "dst", &p->dst);
    size_t bytes = pto_elem_bytes[p->src.elem];
    int32_t cols = p->src.valid_cols;
    for (int32_t r = 0; r < p->src.valid_rows; r++) {
        const uint8_t *src = pto_tile_base(core, &p->src) + (size_t)r * (size_t)p->src.pitch * bytes;
        uint8_t *dst = pto_tile_base(core, &p->dst) + (size_t)r * (size_t)p->dst.pitch * bytes;
        for (int32_t k = 0; k < cols; k++) {
            bool pair = 2 * k + 1 < cols, any = 2 * k < cols;
            if (p->src.elem != PTO_ELEM_F32 && p->src.elem != PTO_ELEM_F16) {
                const uint8_t *x = src + 2 * (size_t)k * bytes;
                int64_t sum = any ? pto_tile_integer(p->src.elem, x) : 0;
                sum += pair ? pto_tile_integer(p->src.elem, x + bytes) : 0;
                __builtin_memcpy(dst + (size_t)k * bytes, &sum, bytes);
            } else if (p->src.elem == PTO_ELEM_F32) {
                const float *x = (const float *)src + 2 * k;
                ((float *)dst)[k] = pair ? x[0] + x[1] : any ? x[0] : 0;
            } else {
                const pto_f16_t *x = (const pto_f16_t *)src + 2 * k;
                ((pto_f16_t *)dst)[k] = pair  ? pto_narrow_f16(pto_wide_f16(x[0]) + pto_wide_f16(x[1]))
                                        : any ? x[0]
                                              : pto_narrow_f16(0);
            }
        }
    }
    return PTO_DONE;
}

// How often one byte of a row is at most each value, among elements whose higher bytes are those of idx.
pto_step_t pto_tile_exec_histogram(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, idx;
        int64_t byte;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, src, dst);
    int32_t bytes = pto_elem_bytes[p->src.elem];
    if (p->dst.elem != PTO_ELEM_U32 && p->dst.elem != PTO_ELEM_I32) {
        PTO_TILE_FAULT(cmd, "dst has element type %s, not ui32", pto_elem_names[p->dst.elem]);
    }
    if (p->idx.elem != PTO_ELEM_U8 && p->idx.elem != PTO_ELEM_I8) {
        PTO_TILE_FAULT(cmd, "idx has element type %s, not ui8", pto_elem_names[p->idx.elem]);
    }
    if (p->byte < 0 || p->byte >= bytes) {
        PTO_TILE_FAULT(cmd, "byte %ld of elements of %d bytes", (long)p->byte, bytes);
    }
    if (p->dst.valid_cols < 256 || p->dst.valid_rows != p->src.valid_rows) {
        PTO_TILE_FAULT(cmd, "dst has %d x %d valid elements, not %d x 256", p->dst.valid_rows, p->dst.valid_cols,
                       p->src.valid_rows);
    }
    int32_t filters = bytes - 1 - (int32_t)p->byte;
    if (filters != 0 && (p->idx.valid_cols == 0 || p->idx.valid_rows < (bytes == 2 ? p->src.valid_rows : filters))) {
        PTO_TILE_FAULT(cmd, "idx of %d x %d is too small for byte %ld", p->idx.valid_rows, p->idx.valid_cols,
                       (long)p->byte);
    }
    const uint8_t *idx = pto_tile_base(core, &p->idx);
    for (int32_t r = 0; r < p->src.valid_rows; r++) {
        const uint8_t *src = pto_tile_base(core, &p->src) + (int64_t)r * p->src.pitch * bytes;
        uint32_t *dst = (uint32_t *)pto_tile_base(core, &p->dst) + (int64_t)r * p->dst.pitch;
        hal_zero(dst, 256 * sizeof *dst);
        for (int32_t c = 0; c < p->src.valid_cols; c++, src += bytes) {
            bool counts = true;
            for (int32_t f = 0; f < filters; f++) {
                int64_t place = pto_tile_offset(&p->idx, bytes == 2 ? r : f, 0);
                counts = counts && src[bytes - 1 - f] == idx[place];
            }
            dst[src[p->byte]] += counts;
        }
        for (int32_t value = 1; value < 256; value++) {
            dst[value] += dst[value - 1];
        }
    }
    return PTO_DONE;
}
