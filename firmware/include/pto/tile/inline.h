// SPDX-License-Identifier: Apache-2.0
//
// The fastest path of tile instructions: inlined loops for tiles of constant shape.
//
// A record and a call cost as much as a fifth of a routine's work on 8 KiB. A routine also has to serve all shapes and
// all distances between operands. If nothing is queued ahead of the command, its loop runs inline instead. It is built
// from the operations of the routine, so the result is the same bit for bit. It cannot fault: its operands have been
// found in UB and in a bound buffer. Other shapes, and instructions without a row below, use routines (pto/tile/run.h).
// Private to these headers.
#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#if defined(PTO_HAS_STRIPS) && !defined(PTO_CHECKED)

// Returns UB, if a command of a pipe with operands below `end` may run inline.
PTO_TILE_INLINE bool pto_tile_is_here(uint32_t pipe, uint64_t end, uint8_t **ub)
{
    const pto_direct_t *core = pto_direct();
    bool fits = pipe == PIPE_V && __builtin_constant_p(end <= PTO_UB_BYTES_A2A3) && end <= PTO_UB_BYTES_A2A3;
    if (__builtin_expect(core == NULL || (core->ready >> pipe & 1) == 0 || (!fits && end > core->ub.bytes), 0)) {
        return false;
    }
    pto_tile_here_begins();
    *ub = (uint8_t *)core->ub.base;
    return true;
}

// Loops with a constant trip count over n elements T of d, and over rows. They do four iterations at a time, up to the
// end of d, then a remainder. Vector lengths and steps are hidden in variables. With constants, compilers set the
// length in every iteration, and add offsets for each copy of the body and once more at the end.
#define PTO_TILE_HERE_VL(T, L, n) PTO_TILE_HERE_VL_(PTO_CAT3(__riscv_vsetvl_e, PTO_BITS_##T, L), n)
#ifdef __clang__
#define PTO_TILE_HERE_VL_(setvl, n) setvl(n)
#else
// GCC 14 merges this vsetvl with one for other lanes before it, and drops its result although it is used. An empty
// instruction that uses the result keeps it.
#define PTO_TILE_HERE_VL_(setvl, n) pto_tile_here_kept(setvl(n))
PTO_TILE_INLINE size_t pto_tile_here_kept(size_t vl)
{
    PTO_OPAQUE(vl);
    return vl;
}
#endif
#define PTO_TILE_HERE_ITERATIONS(num, d_bytes, ...)                             \
    if ((num) >= 4) {                                                           \
        const uint8_t *pto_end = d + (size_t)(num) / 4 * 4 * (size_t)(d_bytes); \
        PTO_OPAQUE(pto_end);                                                    \
        PTO_STRIP_FOURS(d, pto_end, __VA_ARGS__)                                \
    }                                                                           \
    PTO_UNROLL_ALL                                                              \
    for (size_t pto_left = (size_t)(num) % 4; pto_left != 0; pto_left--) {      \
        __VA_ARGS__                                                             \
    }
#define PTO_TILE_HERE_STRIPS(T, L, n, ...)                                                                              \
    do {                                                                                                                \
        size_t pto_step = PTO_STRIP_MAX(T, L) * sizeof(pto_##T##_t);                                                    \
        PTO_OPAQUE(pto_step);                                                                                           \
        if ((n) >= PTO_STRIP_MAX(T, L)) {                                                                               \
            const size_t pto_vl = PTO_TILE_HERE_VL(T, L, PTO_STRIP_MAX(T, L));                                          \
            PTO_TILE_HERE_ITERATIONS((n) / PTO_STRIP_MAX(T, L), PTO_STRIP_MAX(T, L) * sizeof(pto_##T##_t), __VA_ARGS__) \
        }                                                                                                               \
        if ((n) % PTO_STRIP_MAX(T, L) != 0) {                                                                           \
            const size_t pto_vl = (n) % PTO_STRIP_MAX(T, L);                                                            \
            __VA_ARGS__                                                                                                 \
        }                                                                                                               \
    } while (0)
// Returns the address of a tile. Distances between operands are hidden too: else compilers advance one pointer, and add
// to it for each access. Operands at the same address share a pointer, so that they share loads.
#define PTO_TILE_HERE_IS_SAME(x, y) (__builtin_constant_p((x)->address == (y)->address) && (x)->address == (y)->address)
PTO_TILE_INLINE uint8_t *pto_tile_here_at(uint8_t *ub, const pto_tile_t *tile)
{
    uint8_t *at = ub + tile->address;
    PTO_OPAQUE(at);
    return at;
}

#define PTO_TILE_HERE_LOAD(p)     PTO_STRIP_LOAD(f32, m8, (const float *)(const void *)(p))
#define PTO_TILE_HERE_STORE(p, x) PTO_STRIP_STORE(f32, m8, (float *)(void *)(p), x)

// ---------------------------------------------------------------------------------------------------------------------
// Lanes of f32

PTO_TILE_INLINE bool pto_tile_here_is_f32(const pto_tile_t *x)
{
    return x == NULL || x->elem == PTO_ELEM_F32;
}

PTO_TILE_INLINE bool pto_tile_here_are_f32(const pto_tile_t *d, const pto_tile_t *a, const pto_tile_t *b)
{
    return pto_tile_here_is_f32(d) && pto_tile_here_is_f32(a) && pto_tile_here_is_f32(b);
}

// Returns UB, if a vector instruction with these operands may run inline.
PTO_TILE_INLINE bool pto_tile_here_begin(const pto_tile_t *d, const pto_tile_t *a, const pto_tile_t *b, uint8_t **ub)
{
    return pto_tile_is_here(PIPE_V, pto_tile_later(pto_tile_later(pto_tile_end(d), a), b), ub);
}

// Returns the number of lanes if it is constant and all operands are packed; else 0.
PTO_TILE_INLINE size_t pto_tile_here_lanes(const pto_tile_t *d, const pto_tile_t *a, const pto_tile_t *b)
{
    if (d == NULL || a == NULL || !pto_tile_is_known(d) || !pto_tile_is_lane_operand(d, a) ||
        !pto_tile_is_lane_operand(d, b)) {
        return 0;
    }
    const int32_t run = d->blayout == PTO_ROW_MAJOR ? d->valid_cols : d->valid_rows;
    const size_t n = (size_t)d->valid_rows * (size_t)d->valid_cols;
    const bool whole = pto_tile_is_whole(d, run) && pto_tile_is_whole(a, run) && pto_tile_is_whole(b, run);
    return __builtin_constant_p(n) && __builtin_constant_p(whole) && whole ? n : 0;
}

#define PTO_TILE_HERE_PAIR(op)                                                                                     \
    PTO_TILE_INLINE bool pto_tile_here_##op(const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1) \
    {                                                                                                              \
        const size_t n = src1 == NULL ? 0 : pto_tile_here_lanes(dst, src0, src1);                                  \
        uint8_t *ub;                                                                                               \
        if (n == 0 || !pto_tile_here_are_f32(dst, src0, src1) || !pto_tile_here_begin(dst, src0, src1, &ub)) {     \
            return false;                                                                                          \
        }                                                                                                          \
        uint8_t *d = pto_tile_here_at(ub, dst);                                                                    \
        const uint8_t *a = PTO_TILE_HERE_IS_SAME(src0, dst) ? d : pto_tile_here_at(ub, src0);                      \
        const uint8_t *b = PTO_TILE_HERE_IS_SAME(src1, src0)  ? a                                                  \
                           : PTO_TILE_HERE_IS_SAME(src1, dst) ? d                                                  \
                                                              : pto_tile_here_at(ub, src1);                        \
        PTO_TILE_HERE_STRIPS(f32, m8, n, {                                                                         \
            PTO_STRIP(f32, m8) x = PTO_TILE_HERE_LOAD(a), y = PTO_TILE_HERE_LOAD(b);                               \
            PTO_TILE_HERE_STORE(d, PTO_LANEWISE(op, f32, m8)(x, y));                                               \
            a += pto_step, b += pto_step, d += pto_step;                                                           \
        });                                                                                                        \
        return true;                                                                                               \
    }
PTO_TILE_HERE_PAIR(vadd)
PTO_TILE_HERE_PAIR(vsub)
PTO_TILE_HERE_PAIR(vmul)
PTO_TILE_HERE_PAIR(vdiv)

#define PTO_TILE_HERE_MORE(...) __VA_ARGS__
#define PTO_TILE_HERE_ONE(op, params, is_right, ...)                                                                \
    PTO_TILE_INLINE bool pto_tile_here_##op(const pto_tile_t *dst, const pto_tile_t *src PTO_TILE_HERE_MORE params) \
    {                                                                                                               \
        const size_t n = pto_tile_here_lanes(dst, src, NULL);                                                       \
        uint8_t *ub;                                                                                                \
        if (n == 0 || !pto_tile_here_are_f32(dst, src, NULL) || !(is_right) ||                                      \
            !pto_tile_here_begin(dst, src, NULL, &ub)) {                                                            \
            return false;                                                                                           \
        }                                                                                                           \
        uint8_t *d = pto_tile_here_at(ub, dst);                                                                     \
        const uint8_t *a = PTO_TILE_HERE_IS_SAME(src, dst) ? d : pto_tile_here_at(ub, src);                         \
        PTO_TILE_HERE_STRIPS(f32, m8, n, {                                                                          \
            PTO_STRIP(f32, m8) x = PTO_TILE_HERE_LOAD(a);                                                           \
            PTO_TILE_HERE_STORE(d, PTO_LANEWISE(op, f32, m8)(x __VA_OPT__(, ) __VA_ARGS__));                        \
            a += pto_step, d += pto_step;                                                                           \
        });                                                                                                         \
        return true;                                                                                                \
    }
PTO_TILE_HERE_ONE(vabs, (), true)
PTO_TILE_HERE_ONE(vneg, (), true)
PTO_TILE_HERE_ONE(vrec, (), true)
PTO_TILE_HERE_ONE(vrelu, (), true)

PTO_TILE_INLINE float pto_tile_here_float(pto_scalar_t scalar)
{
    float s;
    __builtin_memcpy(&s, &scalar.bits, sizeof s);
    return s;
}
#define PTO_TILE_HERE_SCALAR(op) \
    PTO_TILE_HERE_ONE(op, (, pto_scalar_t s), s.elem == PTO_ELEM_F32, pto_tile_here_float(s))
PTO_TILE_HERE_SCALAR(vadds)
PTO_TILE_HERE_SCALAR(vsubs)
PTO_TILE_HERE_SCALAR(vmuls)

// ---------------------------------------------------------------------------------------------------------------------
// Each row of f32 with its own value, or with the same row

// Whether rows are processed one by one: for many short rows, a routine processes several at a time.
PTO_TILE_INLINE bool pto_tile_here_by_rows(size_t rows, size_t row, size_t max)
{
    return rows != 0 && (rows <= 16 || 2 * row > max);
}

// Returns how many register groups a row fills, or 1 if it fits in one; else 0.
PTO_TILE_INLINE size_t pto_tile_here_strips(size_t rows, size_t row, size_t max)
{
    return !pto_tile_here_by_rows(rows, row, max) ? 0
           : row <= max                           ? 1
           : row % max == 0 && row <= 4 * max     ? row / max
                                                  : 0;
}

// As above for the rows of an expansion, if everything is constant.
PTO_TILE_INLINE size_t pto_tile_here_row(const pto_tile_t *d, const pto_tile_t *a, const pto_tile_t *b)
{
    if (d == NULL || a == NULL || b == NULL || !pto_tile_is_known_rows(d) || !pto_tile_is_known_rows(a) ||
        !pto_tile_is_known(b) || !pto_tile_same_valid(d, a) || !pto_tile_here_are_f32(d, a, b)) {
        return 0;
    }
    const size_t strips = pto_tile_here_strips((size_t)d->valid_rows, (size_t)d->valid_cols, PTO_STRIP_MAX(f32, m8));
    return __builtin_constant_p(d->valid_rows) && __builtin_constant_p(strips) ? strips : 0;
}
#define PTO_TILE_HERE_ROWS(dst, src, ...)                                                                      \
    do {                                                                                                       \
        const size_t pto_vl =                                                                                  \
            PTO_TILE_HERE_VL(f32, m8, strips > 1 ? PTO_STRIP_MAX(f32, m8) : (size_t)(dst)->valid_cols);        \
        size_t d_step = (size_t)pto_tile_step(dst), a_step = (size_t)pto_tile_step(src);                       \
        if (d_step == a_step) {                                                                                \
            PTO_OPAQUE(d_step);                                                                                \
            a_step = d_step;                                                                                   \
        } else {                                                                                               \
            PTO_OPAQUE(d_step); PTO_OPAQUE(a_step);                                                            \
        }                                                                                                      \
        PTO_TILE_HERE_ITERATIONS((dst)->valid_rows, pto_tile_step(dst), __VA_ARGS__ a += a_step, d += d_step;) \
    } while (0)

// Whether several contiguous rows fill register groups: the operand of each lane is then gathered by index.
PTO_TILE_INLINE bool pto_tile_here_is_many(const pto_tile_t *d, const pto_tile_t *a, const pto_tile_t *b)
{
    const size_t n =
        b == NULL || !pto_tile_is_known_rows(d) || !pto_tile_is_known(b) ? 0 : pto_tile_here_lanes(d, a, NULL);
    return n != 0 && pto_tile_here_are_f32(d, a, b) && n % PTO_STRIP_MAX(f32, m8) == 0 && 2 * (size_t)d->valid_cols <= PTO_STRIP_MAX(f32, m8) &&
           PTO_STRIP_MAX(f32, m8) % (size_t)d->valid_cols == 0;
}

// Lane indices of a group.
#define PTO_TILE_HERE_ID(vl)         __riscv_vid_v_u16m4(vl)
#define PTO_TILE_HERE_LOOK_UP(p, at) __riscv_vluxei16_v_f32m8((const float *)(const void *)(p), at, pto_vl)

#define PTO_TILE_HERE_OPERANDS                                                            \
    uint8_t *d = pto_tile_here_at(ub, dst);                                               \
    const uint8_t *a = PTO_TILE_HERE_IS_SAME(src0, dst) ? d : pto_tile_here_at(ub, src0); \
    const uint8_t *b = pto_tile_here_at(ub, src1);

#define PTO_TILE_HERE_ROW_GROUPS(op)                                                                                   \
    PTO_TILE_INLINE void pto_tile_here_row_groups_##op(const pto_tile_t *dst, const pto_tile_t *src0,                  \
                                                       const pto_tile_t *src1, uint8_t *ub)                            \
    {                                                                                                                  \
        PTO_TILE_HERE_OPERANDS                                                                                         \
        const size_t all = PTO_STRIP_MAX(f32, m8), rows = all / (size_t)dst->valid_cols;                               \
        vuint16m4_t at = __riscv_vsrl(PTO_TILE_HERE_ID(all), (size_t)__builtin_ctz((uint32_t)dst->valid_cols), all);   \
        at = __riscv_vsll(at, 2, all);                                                                                 \
        PTO_TILE_HERE_STRIPS(f32, m8, (size_t)dst->valid_rows *(size_t)dst->valid_cols, {                              \
            PTO_STRIP(f32, m8) x = PTO_TILE_HERE_LOAD(a), y = PTO_TILE_HERE_LOOK_UP(b, at);                            \
            PTO_TILE_HERE_STORE(d, PTO_LANEWISE(op, f32, m8)(x, y));                                                   \
            a += pto_step, b += 4 * rows, d += pto_step;                                                               \
        });                                                                                                            \
    }
#define PTO_TILE_HERE_EACH_ROW(scalar_op)                                                                              \
    PTO_TILE_INLINE void pto_tile_here_row_##scalar_op(const pto_tile_t *dst, const pto_tile_t *src0,                  \
                                                       const pto_tile_t *src1, uint8_t *ub, const size_t strips)       \
    {                                                                                                                  \
        PTO_TILE_HERE_OPERANDS                                                                                         \
        PTO_TILE_HERE_ROWS(dst, src0, {                                                                                \
            const float s = *(const float *)(const void *)b;                                                           \
            PTO_UNROLL_ALL                                                                                             \
            for (size_t i = 0; i < strips; i++) {                                                                      \
                const size_t at = i * PTO_STRIP_MAX(f32, m8) * sizeof(float);                                          \
                PTO_STRIP(f32, m8) x = PTO_TILE_HERE_LOAD(a + at);                                                     \
                PTO_TILE_HERE_STORE(d + at, PTO_LANEWISE(scalar_op, f32, m8)(x, s));                                   \
            }                                                                                                          \
            b += pto_tile_row_step(src1);                                                                              \
        });                                                                                                            \
    }
#define PTO_TILE_HERE_BY_ROW(op, scalar_op)                                                                            \
    PTO_TILE_HERE_ROW_GROUPS(op) PTO_TILE_HERE_EACH_ROW(scalar_op)                                                     \
    PTO_TILE_INLINE bool pto_tile_here_row_##op(const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1) \
    {                                                                                                                  \
        const size_t strips = pto_tile_here_row(dst, src0, src1);                                                      \
        uint8_t *ub;                                                                                                   \
        const bool many = pto_tile_here_is_many(dst, src0, src1) && pto_tile_row_step(src1) == sizeof(float);          \
        if ((strips == 0 && !many) || src1->valid_rows != dst->valid_rows || src1->valid_cols != 1 ||                  \
            !pto_tile_here_begin(dst, src0, src1, &ub)) {                                                              \
            return false;                                                                                              \
        }                                                                                                              \
        if (many) {                                                                                                    \
            pto_tile_here_row_groups_##op(dst, src0, src1, ub);                                                        \
        } else {                                                                                                       \
            pto_tile_here_row_##scalar_op(dst, src0, src1, ub, strips);                                                \
        }                                                                                                              \
        return true;                                                                                                   \
    }
PTO_TILE_HERE_BY_ROW(vadd, vadds)
PTO_TILE_HERE_BY_ROW(vsub, vsubs)
PTO_TILE_HERE_BY_ROW(vmul, vmuls)

#define PTO_TILE_HERE_COL_GROUPS(op)                                                                                   \
    PTO_TILE_INLINE void pto_tile_here_col_groups_##op(const pto_tile_t *dst, const pto_tile_t *src0,                  \
                                                       const pto_tile_t *src1, uint8_t *ub)                            \
    {                                                                                                                  \
        PTO_TILE_HERE_OPERANDS                                                                                         \
        const size_t all = PTO_STRIP_MAX(f32, m8), pto_vl = all;                                                       \
        vuint16m4_t at = __riscv_vand(PTO_TILE_HERE_ID(all), (uint16_t)(dst->valid_cols - 1), all);                    \
        const PTO_STRIP(f32, m8) y = PTO_TILE_HERE_LOOK_UP(b, __riscv_vsll(at, 2, all));                               \
        PTO_TILE_HERE_STRIPS(f32, m8, (size_t)dst->valid_rows *(size_t)dst->valid_cols, {                              \
            PTO_STRIP(f32, m8) x = PTO_TILE_HERE_LOAD(a);                                                              \
            PTO_TILE_HERE_STORE(d, PTO_LANEWISE(op, f32, m8)(x, y));                                                   \
            a += pto_step, d += pto_step;                                                                              \
        });                                                                                                            \
    }
#define PTO_TILE_HERE_EACH_COL(op)                                                                                     \
    PTO_TILE_INLINE void pto_tile_here_col_strips_##op(const pto_tile_t *dst, const pto_tile_t *src0,                  \
                                                       const pto_tile_t *src1, uint8_t *ub, const size_t strips)       \
    {                                                                                                                  \
        for (size_t i = 0; i < strips; i++) {                                                                          \
            const size_t at = i * PTO_STRIP_MAX(f32, m8) * sizeof(float);                                              \
            uint8_t *d = ub + dst->address + at;                                                                       \
            const uint8_t *a = ub + src0->address + at, *b = ub + src1->address + at;                                  \
            PTO_STRIP(f32, m8) y;                                                                                      \
            {                                                                                                          \
                const size_t pto_vl = strips > 1 ? PTO_STRIP_MAX(f32, m8) : (size_t)dst->valid_cols;                   \
                y = PTO_TILE_HERE_LOAD(b);                                                                             \
            }                                                                                                          \
            PTO_TILE_HERE_ROWS(dst, src0, {                                                                            \
                PTO_STRIP(f32, m8) x = PTO_TILE_HERE_LOAD(a);                                                          \
                PTO_TILE_HERE_STORE(d, PTO_LANEWISE(op, f32, m8)(x, y));                                               \
            });                                                                                                        \
        }                                                                                                              \
    }
#define PTO_TILE_HERE_BY_COL(op)                                                                                       \
    PTO_TILE_HERE_COL_GROUPS(op) PTO_TILE_HERE_EACH_COL(op)                                                            \
    PTO_TILE_INLINE bool pto_tile_here_col_##op(const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1) \
    {                                                                                                                  \
        const size_t strips = pto_tile_here_row(dst, src0, src1);                                                      \
        const bool many = pto_tile_here_is_many(dst, src0, src1);                                                      \
        uint8_t *ub;                                                                                                   \
        if ((strips == 0 && !many) || src1->blayout != PTO_ROW_MAJOR || src1->valid_cols != dst->valid_cols ||         \
            !pto_tile_here_begin(dst, src0, src1, &ub)) {                                                              \
            return false;                                                                                              \
        }                                                                                                              \
        if (many) {                                                                                                    \
            pto_tile_here_col_groups_##op(dst, src0, src1, ub);                                                        \
        } else {                                                                                                       \
            pto_tile_here_col_strips_##op(dst, src0, src1, ub, strips);                                                \
        }                                                                                                              \
        return true;                                                                                                   \
    }
PTO_TILE_HERE_BY_COL(vadd)
PTO_TILE_HERE_BY_COL(vsub)
PTO_TILE_HERE_BY_COL(vmul)

// ---------------------------------------------------------------------------------------------------------------------
// Transposition of f32: a group takes several columns of all rows, which are contiguous in d

PTO_TILE_INLINE bool pto_tile_here_trans(const pto_tile_t *dst, const pto_tile_t *src)
{
    const size_t all = PTO_STRIP_MAX(f32, m8);
    if (dst == NULL || src == NULL || !pto_tile_is_known_rows(dst) || !pto_tile_is_known_rows(src) ||
        !pto_tile_here_is_f32(dst) || !pto_tile_here_is_f32(src) || !__builtin_constant_p(src->valid_rows) ||
        !__builtin_constant_p(src->valid_cols) || src->valid_rows <= 0 || dst->rows < src->valid_cols ||
        dst->cols < src->valid_rows || dst->pitch != src->valid_rows) {
        return false;
    }
    const size_t rows = (size_t)src->valid_rows, most = all / rows, step = (size_t)pto_tile_step(src);
    uint8_t *ub;
    if (most < 2 || (rows & (rows - 1)) != 0 || (size_t)src->valid_cols % most != 0 ||
        rows * step + 4 * most >= 65536 || dst->address == src->address ||
        !pto_tile_is_here(PIPE_V, pto_tile_later(pto_tile_end(dst), src), &ub)) {
        return false;
    }
    uint8_t *d = pto_tile_here_at(ub, dst);
    const uint8_t *a = pto_tile_here_at(ub, src);
    const vuint16m4_t lane = PTO_TILE_HERE_ID(all);
    const vuint16m4_t row = __riscv_vand(lane, (uint16_t)(rows - 1), all);
    const vuint16m4_t col = __riscv_vsrl(lane, (size_t)__builtin_ctz((uint32_t)rows), all);
    const vuint16m4_t at = __riscv_vadd(__riscv_vmul(row, (uint16_t)step, all), __riscv_vsll(col, 2, all), all);
    PTO_TILE_HERE_STRIPS(f32, m8, rows *(size_t)src->valid_cols, {
        PTO_TILE_HERE_STORE(d, PTO_TILE_HERE_LOOK_UP(a, at));
        a += 4 * most, d += pto_step;
    });
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Conversion between f32 and types of half its width: the steps of ops/tile/lanes/convert_lanes.c

PTO_TILE_INLINE bool pto_tile_here_convert(const pto_tile_t *dst, const pto_tile_t *src, pto_tile_attr_t rounding,
                                           pto_tile_attr_t saturation)
{
    const size_t n = pto_tile_here_lanes(dst, src, NULL);
    uint8_t *ub;
    if (n == 0 || !__builtin_constant_p(rounding)) {
        return false;
    }
    const pto_tile_routine_t routine = pto_tile_frequent_conversion(src->elem, dst->elem, rounding, saturation);
    if (routine == NULL || routine == pto_tile_tcvt_i32_f32 ||
        !pto_tile_is_here(PIPE_V, pto_tile_later(pto_tile_end(dst), src), &ub)) {
        return false;
    }
    uint8_t *d = pto_tile_here_at(ub, dst);
    const uint8_t *a = PTO_TILE_HERE_IS_SAME(src, dst) ? d : pto_tile_here_at(ub, src);
    size_t half = PTO_STRIP_MAX(u16, m4) * sizeof(uint16_t);
    PTO_OPAQUE(half);
    if (routine == pto_tile_tcvt_bf16_f32) {
        PTO_TILE_HERE_STRIPS(u32, m8, n, {
            PTO_STRIP(u16, m4) x = PTO_STRIP_LOAD(u16, m4, (const uint16_t *)(const void *)a);
            PTO_STRIP_STORE(u32, m8, (uint32_t *)(void *)d, __riscv_vsll(__riscv_vzext_vf2(x, pto_vl), 16, pto_vl));
            a += half, d += pto_step;
        });
    } else if (routine == pto_tile_tcvt_f16_f32) {
        PTO_TILE_HERE_STRIPS(f32, m8, n, {
            PTO_STRIP(f16, m4) x = PTO_STRIP_LOAD(f16, m4, (const pto_f16_t *)(const void *)a);
            PTO_TILE_HERE_STORE(d, __riscv_vfwcvt_f(x, pto_vl));
            a += half, d += pto_step;
        });
    } else if (routine == pto_tile_tcvt_f32_f16) {
        PTO_TILE_HERE_STRIPS(f16, m4, n, {
            PTO_STRIP(f32, m8) x = PTO_TILE_HERE_LOAD(a);
            PTO_STRIP_STORE(f16, m4, (pto_f16_t *)(void *)d, __riscv_vfncvt_f(x, pto_vl));
            a += 2 * pto_step, d += pto_step;
        });
    } else {
        PTO_TILE_HERE_STRIPS(u16, m4, n, {
            PTO_STRIP(f32, m8) x = __riscv_vfadd(PTO_TILE_HERE_LOAD(a), -0.0f, pto_vl);
            PTO_STRIP(u32, m8) bits = __riscv_vreinterpret_v_f32m8_u32m8(x);
            PTO_STRIP_STORE(u16, m4, (uint16_t *)(void *)d,
                            routine == pto_tile_tcvt_f32_bf16 ? __riscv_vnclipu(bits, 16, __RISCV_VXRM_RNE, pto_vl)
                                                              : __riscv_vnclipu(bits, 16, __RISCV_VXRM_RNU, pto_vl));
            a += 2 * pto_step, d += pto_step;
        });
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows between a tile and GM

PTO_TILE_INLINE bool pto_tile_here_rows(uint32_t pipe, bool to_gm, const pto_tile_t *tile, const pto_tensor_t *tensor)
{
    if (!pto_tile_is_copied(tile, tensor)) {
        return false;
    }
    const size_t max = PTO_STRIP_MAX(u8, m8), bytes = pto_elem_bytes[tile->elem];
    const size_t rows = (size_t)tile->valid_rows, row = (size_t)tile->valid_cols * bytes;
    const size_t strips = pto_tile_here_strips(rows, row, max);
    uint8_t *ub;
    if (!__builtin_constant_p(rows) || !__builtin_constant_p(strips) || strips == 0 ||
        !pto_tile_is_here(pipe, pto_tile_end(tile), &ub)) {
        return false;
    }
    size_t far = (size_t)tensor->stride[3] * bytes, near = (size_t)pto_tile_row_step(tile);
    // With a step of 0 the loop would end at once.
    if ((rows > 1 && far == 0) || !pto_tile_is_in_buffer(pto_direct(), tensor, (rows - 1) * far + row)) {
        return false;
    }
    const size_t end = to_gm ? far : near;
    PTO_OPAQUE(near); PTO_OPAQUE(far);
    const size_t d_step = to_gm ? far : near, a_step = to_gm ? near : far;
    const size_t pto_vl = PTO_TILE_HERE_VL(u8, m8, strips > 1 ? max : row);
    uint8_t *const at = ub + tile->address, *const gm = (uint8_t *)tensor->data, *d = to_gm ? gm : at;
    const uint8_t *a = to_gm ? at : gm;
    PTO_TILE_HERE_ITERATIONS(rows, end, {
        PTO_UNROLL_ALL
        for (size_t i = 0; i < strips; i++) {
            PTO_STRIP_STORE(u8, m8, d + i * max, PTO_STRIP_LOAD(u8, m8, a + i * max));
        }
        a += a_step, d += d_step;
    })
    return true;
}

#endif

// ---------------------------------------------------------------------------------------------------------------------
// The operation of each instruction

#define PTO_TILE_HERE_tadd          , vadd
#define PTO_TILE_HERE_tsub          , vsub
#define PTO_TILE_HERE_tmul          , vmul
#define PTO_TILE_HERE_tdiv          , vdiv
#define PTO_TILE_HERE_tabs          , vabs
#define PTO_TILE_HERE_tneg          , vneg
#define PTO_TILE_HERE_trecip        , vrec
#define PTO_TILE_HERE_trelu         , vrelu
#define PTO_TILE_HERE_tadds         , vadds
#define PTO_TILE_HERE_tsubs         , vsubs
#define PTO_TILE_HERE_tmuls         , vmuls
#define PTO_TILE_HERE_trowexpandadd , row_vadd
#define PTO_TILE_HERE_trowexpandsub , row_vsub
#define PTO_TILE_HERE_trowexpandmul , row_vmul
#define PTO_TILE_HERE_tcolexpandadd , col_vadd
#define PTO_TILE_HERE_tcolexpandsub , col_vsub
#define PTO_TILE_HERE_tcolexpandmul , col_vmul
#define PTO_TILE_HERE_ttrans        , trans
#define PTO_TILE_HERE_tcvt          , convert
#define PTO_TILE_HERE_tload         , rows
#define PTO_TILE_HERE_tstore        , rows

// Whether the instruction of a row has run inline.
#define PTO_TILE_HERE(row, ...) PTO_JOIN(pto_tile_here_, PTO_TILE_HERE_PICK(row, none, ~))(__VA_ARGS__)
#define PTO_TILE_HERE_PICK(...) PTO_TILE_HERE_SECOND(__VA_ARGS__)
#if defined(PTO_HAS_STRIPS) && !defined(PTO_CHECKED)
#define PTO_TILE_HERE_SECOND(row, op, ...) op
#else
#define PTO_TILE_HERE_SECOND(row, op, ...) none
#endif
#define pto_tile_here_none(...) false
