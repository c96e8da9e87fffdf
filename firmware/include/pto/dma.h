// SPDX-License-Identifier: Apache-2.0
//
// Transfers between memories. A transfer is a burst of `len` bytes, repeated n times with a stride on each side,
// inside up to four loops:
//
//   pto_mte_gm_ub(x, in, 0, 128, .nburst = {32, 128, 128});                                 32 rows of 128 bytes
//   pto_mte_gm_ub(x, in, 0, 200, .nburst = {64, 200, 256}, .pad = PTO_PAD((pto_f16_t)0));   rows padded to 256
//   pto_mte_ub_gm(out, y, 256, .nburst = {8, 256, 256}, .loop = {{4, 2048, 4096}});         4 tiles of 8 rows
//
// Pipes: GM -> UB on MTE2, UB -> GM and UB -> L1 on MTE3, L1 -> UB on MTE1, UB -> UB on V.
//
// Operands are checked when the command runs, before the first byte moves. The checks cover field widths, and 32-byte
// alignment of UB and L1 addresses and strides. Every byte of every row has to be in the core's memories and the bound
// GM buffers.
#ifndef PTO_DMA_H
#define PTO_DMA_H

#include <pto/sync.h>
#include <pto/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTO_DMA_LOOPS 4

// Rows of one burst each: count, then the bytes between rows on the source and on the destination side. For UB -> UB
// and UB <-> L1 the distances are gaps after the burst, and all lengths are in units of 32 bytes.
typedef struct {
    int64_t n;
    int64_t src_stride;
    int64_t dst_stride;
} pto_nburst_t;

// One outer loop, from inner to outer. A group of three zeros is absent; `present` keeps a run-time count of 0.
typedef struct {
    int64_t count;
    int64_t src_stride;
    int64_t dst_stride;
    bool present;
} pto_loop_t;

#define PTO_LOOP(count, src_stride, dst_stride) {(count), (src_stride), (dst_stride), true}

// Padding of each row in UB: `left` elements before the burst, `right` after it, and the rest up to the row stride. If
// the stride is less, the rest ends at the next 32 bytes.
typedef struct {
    uint64_t bits;
    uint32_t element_bytes;  // 0: no padding
    int32_t left;
    int32_t right;
} pto_pad_t;

// PTO_PAD(value) or PTO_PAD(value, left, right); the counts are in elements of the value's type.
#define PTO_PAD(...)                          PTO_PAD_PICK(__VA_ARGS__, PTO_PAD_3, PTO_PAD_BAD, PTO_PAD_1, )(__VA_ARGS__)
#define PTO_PAD_PICK(a, b, c, d, ...)         d
#define PTO_PAD_1(value)                      PTO_PAD_3(value, 0, 0)
#define PTO_PAD_3(value, left_num, right_num) {PTO_BITS_OF(value), sizeof(value), (left_num), (right_num)}

// The bits of a scalar, zero-extended.
#define PTO_BITS_OF(value)                                         \
    (__extension__({                                               \
        __typeof__(value) pto_value = (value);                     \
        uint64_t pto_bits = 0;                                     \
        __builtin_memcpy(&pto_bits, &pto_value, sizeof pto_value); \
        pto_bits;                                                  \
    }))

typedef struct {
    pto_nburst_t nburst;
    pto_loop_t loop[PTO_DMA_LOOPS];
    pto_pad_t pad;
} pto_mte_t;

// The clauses of a transfer, .nburst first: without it nothing would move, so its absence is an error.
#define PTO_MTE_SHAPE(...) ((const pto_mte_t[PTO_MTE_CHECKED(#__VA_ARGS__)]){{__VA_ARGS__}})
#define PTO_MTE_CHECKED(clauses)                                                                                \
    sizeof(struct {                                                                                             \
        _Static_assert(__builtin_strncmp(clauses, ".nburst", 7) == 0,                                           \
                       "the clauses of a transfer begin with .nburst = {count, source stride, target stride}"); \
        char one;                                                                                               \
    })

// A kind of transfer: its memories, pipe, units and field widths.
typedef struct pto_dma_kind pto_dma_kind_t;
#define PTO_TRANSFER(id, name, ...) extern const pto_dma_kind_t pto_dma_##name;
#include <isa/transfer.def>

// Rows only: the common case has its own function because it issues in fewer instructions.
pto_event_t pto_dma_rows_at(const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src, void *dst, int64_t len,
                            int64_t n, int64_t src_stride, int64_t dst_stride);
pto_event_t pto_dma_at(const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src, void *dst, int64_t len,
                       const pto_mte_t *shape);
_Noreturn void pto_dma_bad_l2(const pto_loc_t *loc, int64_t l2_cache_ctl) __attribute__((cold));

static inline __attribute__((always_inline)) pto_event_t pto_mte_at(const pto_loc_t *loc, const pto_dma_kind_t *kind,
                                                                    const void *src, void *dst, int64_t len,
                                                                    const pto_mte_t *shape)
{
    bool rows_only = shape->pad.element_bytes == 0;
    for (int i = 0; i < PTO_DMA_LOOPS; i++) {
        const pto_loop_t *loop = &shape->loop[i];
        rows_only = rows_only && !loop->present && (loop->count | loop->src_stride | loop->dst_stride) == 0;
    }
    if (__builtin_constant_p(rows_only) && rows_only) {
        return pto_dma_rows_at(loc, kind, src, dst, len, shape->nburst.n, shape->nburst.src_stride,
                               shape->nburst.dst_stride);
    }
    return pto_dma_at(loc, kind, src, dst, len, shape);
}

// ---------------------------------------------------------------------------------------------------------------------
// Spelling before v0.6. Loop counts and strides are registers of the scalar unit, captured when a copy is issued.

pto_event_t pto_copy_gm_to_ubuf_at(const pto_loc_t *loc, const void *src, void *dst, int64_t sid, int64_t n_burst,
                                   int64_t len_burst, int64_t left_pad, int64_t right_pad, bool data_select,
                                   int64_t l2_cache_ctl, int64_t src_stride, int64_t dst_stride);
pto_event_t pto_copy_ubuf_to_gm_at(const pto_loc_t *loc, const void *src, void *dst, int64_t sid, int64_t n_burst,
                                   int64_t len_burst, int64_t reserved, int64_t dst_stride, int64_t src_stride);
pto_event_t pto_copy_local_at(const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src, void *dst, int64_t sid,
                              int64_t n_burst, int64_t len_burst, int64_t src_gap, int64_t dst_gap);

// The call for a number of operands up to 13.
#define PTO_PICK_14(a, b, c, d, e, f, g, h, i, j, k, l, m, n, ...) n
#define PTO_COPY_BAD(...)                                          _Static_assert(0, "wrong number of operands of a copy")

// pto_NAME() for each row of isa/transfer.def
#include <pto/transfers.h>

// The loop registers: [0] GM -> UB ("outtoub"), [1] UB -> GM ("ubtoout").
void pto_set_loop_size_at(const pto_loc_t *loc, uint32_t direction, int64_t loop1, int64_t loop2);
void pto_set_loop_stride_at(const pto_loc_t *loc, uint32_t direction, uint32_t loop, int64_t src, int64_t dst);
void pto_set_mov_pad_val_at(const pto_loc_t *loc, uint64_t bits, uint32_t element_bytes);

#define pto_set_loop_size_outtoub(loop1, loop2) \
    PTO_SU_CALL("set_loop_size_outtoub", pto_set_loop_size_at(PTO_LOC, 0, loop1, loop2))
#define pto_set_loop_size_ubtoout(loop1, loop2) \
    PTO_SU_CALL("set_loop_size_ubtoout", pto_set_loop_size_at(PTO_LOC, 1, loop1, loop2))
#define pto_set_loop1_stride_outtoub(src, dst) \
    PTO_SU_CALL("set_loop1_stride_outtoub", pto_set_loop_stride_at(PTO_LOC, 0, 0, src, dst))
#define pto_set_loop2_stride_outtoub(src, dst) \
    PTO_SU_CALL("set_loop2_stride_outtoub", pto_set_loop_stride_at(PTO_LOC, 0, 1, src, dst))
#define pto_set_loop1_stride_ubtoout(src, dst) \
    PTO_SU_CALL("set_loop1_stride_ubtoout", pto_set_loop_stride_at(PTO_LOC, 1, 0, src, dst))
#define pto_set_loop2_stride_ubtoout(src, dst) \
    PTO_SU_CALL("set_loop2_stride_ubtoout", pto_set_loop_stride_at(PTO_LOC, 1, 1, src, dst))
#define pto_set_mov_pad_val(value) \
    PTO_SU_CALL("set_mov_pad_val", pto_set_mov_pad_val_at(PTO_LOC, PTO_BITS_OF(value), sizeof(value)))

#ifdef __cplusplus
}
#endif

#endif
