// SPDX-License-Identifier: Apache-2.0
//
// Comparisons and selections. A mask holds one bit an element, from the lowest bit of a row's first byte on; a row of
// the mask starts where the row of its tile starts.

#include "lanes.h"

// Bits of n comparisons from `out` on; unused bits of the last byte are 0.
typedef void (*compare_fn_t)(const void *a, const void *b, uint64_t s, uint64_t mode, size_t n, uint8_t *out);

// clang-format off
#define COMPARE_LOOP(expr)                                  \
    for (size_t i = 0; i < n; i += 8) {                     \
        size_t count = n - i < 8 ? n - i : 8;               \
        uint8_t bits = 0;                                   \
        for (size_t j = 0; j < count; j++) {                \
            bits |= (uint8_t)((expr) << j);                 \
        }                                                   \
        out[i / 8] = bits;                                  \
    }
#define COMPARE_FN(T, V, load)                                                                             \
    static void compare_##T(const void *a_, const void *b_, uint64_t s_, uint64_t mode, size_t n, uint8_t *out) \
    {                                                                                                      \
        const pto_##T##_t *a = a_, *b = b_;                                                                \
        pto_##T##_t scalar;                                                                                \
        __builtin_memcpy(&scalar, &s_, sizeof scalar);                                                     \
        V s = load(scalar);                                                                                \
        switch (mode) {                                                                                    \
            case PTO_COMPARE_EQ: COMPARE_LOOP(load(a[i + j]) == (b != NULL ? load(b[i + j]) : s)) break;  \
            case PTO_COMPARE_NE: COMPARE_LOOP(load(a[i + j]) != (b != NULL ? load(b[i + j]) : s)) break;  \
            case PTO_COMPARE_LT: COMPARE_LOOP(load(a[i + j]) < (b != NULL ? load(b[i + j]) : s)) break;   \
            case PTO_COMPARE_LE: COMPARE_LOOP(load(a[i + j]) <= (b != NULL ? load(b[i + j]) : s)) break;  \
            case PTO_COMPARE_GT: COMPARE_LOOP(load(a[i + j]) > (b != NULL ? load(b[i + j]) : s)) break;   \
            default: COMPARE_LOOP(load(a[i + j]) >= (b != NULL ? load(b[i + j]) : s)) break;              \
        }                                                                                                  \
    }
#define SELF(x) (x)
#define COMPARE_INT(T, ...) COMPARE_FN(T, pto_##T##_t, SELF)
PTO_FOR_INTS64(COMPARE_INT, )
COMPARE_FN(f16, float, pto_wide_f16)
COMPARE_FN(f32, float, SELF)
COMPARE_FN(bf16, float, pto_bf16_to_float)

static const compare_fn_t compare_table[PTO_ELEM_NUM] = {PTO_FOR_NUMBERS(PTO_ENTRY, compare)};
// clang-format on

// Whether a mask has a bit for each element of `tile`.
static void check_mask(const pto_cmd_t *cmd, const char *name, const pto_tile_t *mask, const pto_tile_t *tile)
{
    pto_tile_check_rows(cmd, name, mask);
    if (mask->valid_rows < tile->valid_rows) {
        PTO_TILE_FAULT(cmd, "%s has %d valid rows, its tile %d", name, mask->valid_rows, tile->valid_rows);
    }
    int64_t bits = (int64_t)mask->cols * pto_elem_bytes[mask->elem] * 8;
    if (bits < tile->valid_cols) {
        PTO_TILE_FAULT(cmd, "%s has %ld bits a row, its tile %d columns", name, (long)bits, tile->valid_cols);
    }
}

// Returns the bytes of one store of predicates: the bits of 128 elements of 16 or 32 bits, or of 256 of 8 bits.
static size_t store_bytes(const pto_tile_t *src)
{
    return pto_elem_bytes[src->elem] == 1 ? 32 : 16;
}

// Returns the bytes of the stores for the bits of a row.
static size_t row_bytes_of(const pto_tile_t *src)
{
    size_t store = store_bytes(src);
    return ((size_t)src->valid_cols + 8 * store - 1) / (8 * store) * store;
}

size_t pto_tile_compare_bytes(const pto_tile_t *dst, const pto_tile_t *src)
{
    size_t bytes = row_bytes_of(src), room = (size_t)dst->cols * pto_elem_bytes[dst->elem];
    return bytes < room ? bytes : room;
}

// Bits of each row, and zeros up to the end of its last store.
static void compare_rows(const pto_core_t *core, const pto_tile_t *dst, const pto_tile_t *src, const pto_tile_t *other,
                         uint64_t scalar, uint64_t mode)
{
    size_t cols = (size_t)src->valid_cols, bits = (cols + 7) / 8, bytes = pto_tile_compare_bytes(dst, src);
    for (int32_t r = 0; r < src->valid_rows; r++) {
        uint8_t *out = pto_tile_row(core, dst, r);
        compare_table[src->elem](pto_tile_row(core, src, r), other != NULL ? pto_tile_row(core, other, r) : NULL,
                                 scalar, mode, cols, out);
        __builtin_memset(out + bits, 0, bytes - bits);
    }
}

pto_step_t pto_tile_exec_compare(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src0, src1;
        uint64_t mode;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, src0, src1);
    pto_tile_check_same_valid(cmd, "src0", &p->src0, "src1", &p->src1);
    check_mask(cmd, "dst", &p->dst, &p->src0);
    compare_rows(core, &p->dst, &p->src0, &p->src1, 0, p->mode);
    return PTO_DONE;
}

bool pto_tile_compare_is_packed(const pto_tile_t *dst, const pto_tile_t *src, uint64_t mode)
{
    return (mode & PTO_COMPARE_PACKED) != 0 && dst->pitch == dst->cols && dst->valid_cols == src->valid_cols &&
           src->valid_cols > 1;
}

// A stream of bits: packed rows if src is packed; else each row takes whole stores. The last store is padded with
// zeros. All of it fits: dst has a byte for each bit, and no fewer than 32 in a row.
static void compare_packed(const pto_core_t *core, const pto_tile_t *dst, const pto_tile_t *src, uint64_t scalar,
                           uint64_t mode)
{
    size_t rows = (size_t)src->valid_rows, cols = (size_t)src->valid_cols, store = store_bytes(src);
    bool flat = src->valid_cols == src->pitch && cols % 8 == 0;
    size_t row_bytes = flat ? cols / 8 : row_bytes_of(src);
    size_t bytes = (rows * row_bytes + store - 1) / store * store;
    uint8_t *out = pto_tile_base(core, dst);
    __builtin_memset(out, 0, bytes);
    for (size_t r = 0; r < rows; r++) {
        compare_table[src->elem](pto_tile_row(core, src, (int32_t)r), NULL, scalar, mode, cols, out + r * row_bytes);
    }
}

pto_step_t pto_tile_exec_compare_scalar(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src;
        pto_scalar_t scalar;
        uint64_t mode;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, src);
    check_mask(cmd, "dst", &p->dst, &p->src);
    uint64_t scalar = pto_tile_scalar(cmd, p->scalar, p->src.elem), mode = p->mode & ~(uint64_t)PTO_COMPARE_PACKED;
    if (pto_tile_compare_is_packed(&p->dst, &p->src, p->mode)) {
        compare_packed(core, &p->dst, &p->src, scalar, mode);
        return PTO_DONE;
    }
    compare_rows(core, &p->dst, &p->src, NULL, scalar, mode);
    return PTO_DONE;
}

/// Selections ///

// clang-format off
#define SELECT_FN(U)                                                                                     \
    static void select_##U(const uint8_t *mask, const void *a_, const void *b_, uint64_t s, void *d_, size_t n) \
    {                                                                                                    \
        const pto_##U##_t *a = a_, *b = b_;                                                              \
        pto_##U##_t *d = d_;                                                                             \
        for (size_t i = 0; i < n; i++) {                                                                 \
            d[i] = mask[i / 8] >> i % 8 & 1 ? a[i] : b != NULL ? b[i] : (pto_##U##_t)s;                   \
        }                                                                                                \
    }
SELECT_FN(u8)
SELECT_FN(u16)
SELECT_FN(u32)
SELECT_FN(u64)
// clang-format on

static void select_row(size_t bytes, const uint8_t *mask, const void *a, const void *b, uint64_t s, void *d, size_t n)
{
    if (bytes == 1) {
        select_u8(mask, a, b, s, d, n);
    } else if (bytes == 2) {
        select_u16(mask, a, b, s, d, n);
    } else if (bytes == 4) {
        select_u32(mask, a, b, s, d, n);
    } else {
        select_u64(mask, a, b, s, d, n);
    }
}

pto_step_t pto_tile_exec_select(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, mask, src0, src1;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src0, src1);
    pto_tile_check_same_valid(cmd, "src0", &p->src0, "dst", &p->dst);
    pto_tile_check_same_valid(cmd, "src1", &p->src1, "dst", &p->dst);
    check_mask(cmd, "mask", &p->mask, &p->dst);
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        select_row(pto_elem_bytes[p->dst.elem], pto_tile_row(core, &p->mask, r), pto_tile_row(core, &p->src0, r),
                   pto_tile_row(core, &p->src1, r), 0, pto_tile_row(core, &p->dst, r), (size_t)p->dst.valid_cols);
    }
    return PTO_DONE;
}

pto_step_t pto_tile_exec_select_scalar(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, mask, src;
        pto_scalar_t scalar;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src);
    pto_tile_check_same_valid(cmd, "src", &p->src, "dst", &p->dst);
    check_mask(cmd, "mask", &p->mask, &p->dst);
    uint64_t scalar = pto_tile_scalar(cmd, p->scalar, p->dst.elem);
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        select_row(pto_elem_bytes[p->dst.elem], pto_tile_row(core, &p->mask, r), pto_tile_row(core, &p->src, r), NULL,
                   scalar, pto_tile_row(core, &p->dst, r), (size_t)p->dst.valid_cols);
    }
    return PTO_DONE;
}
