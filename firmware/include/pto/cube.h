// SPDX-License-Identifier: Apache-2.0
//
// The cube core: data path GM -> L1 -> L0A/L0B -> L0C -> L1, UB, GM, and the matrix multiply. One call for each text
// form; optional clauses are designated initialisers after the operands:
//
//   pto_mte_gm_l1_frac(a, l1_a, PTO_ND2NZ, 40, 50, .src_layout = {100}, .dst_group = {1, 1, 48, 0});
//   pto_mte_l1_l0a(l1_a, l0a, 40, 50);
//   pto_mte_l1_l0b(l1_b, l0b, 50, 64, .transpose = true);
//   pto_mad(l0a, l0b, l0c, 40, 64, 50, .unit_flag = PTO_CHECK_AND_SET);
//   pto_mte_l0c_gm(l0c, c, 40, 64, 48, 64, 0, 0, .layout = {PTO_NZ2ND},
//                  .pre_quant = PTO_PRE_QUANT(PTO_QF322F16_PRE_SCALAR, 1.0f),
//                  .pre_relu = PTO_PRE_RELU(PTO_SCALAR_RELU, 0.25f), .clip = PTO_CLIP((pto_f16_t)8));
//
// Layouts. C0 is 32 bytes, a fractal 16 rows of C0 (512 bytes; of L0C 16 rows of 16 elements):
//
//   L1, L0A   [K1][M1][16][C0]   element (m, k) in fractal column k / C0, fractal row m / 16
//   L0B       [K1][N1][16][C0]   element (k, n) in fractal column k / C0, fractal row n / 16: K innermost
//   L0C       [N1][M1][16][16]   element (m, n) of 32 bits in fractal column n / 16, fractal row m / 16
//
// Element types come from the types of the pointers; pto_<T>_t of hal/vector/element.h. Two fp4 elements are one byte,
// and counts are of elements.
//
// Pipes: GM -> L1 on MTE2; L1 -> L0A, L0B, BT, UB on MTE1; L1 -> FB and all of L0C -> on FIX; multiplies on M. Commands
// check their operands when they run, before the first byte moves. Sources: PTO micro-instruction SPEC chapter 16.
#ifndef PTO_CUBE_H
#define PTO_CUBE_H

#include <pto/dma.h>
#include <pto/elem.h>
#include <pto/sync.h>
#include <pto/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Element types

// The element type that a pointer points to; a compile error for others.
#define PTO_ELEM_OF(p)                   _Generic((p)[0], struct pto_no_type *: 0 PTO_FOR_ANY(PTO_ELEM_OF_TYPE, ))
#define PTO_ELEM_OF_TYPE(T, ...)         , pto_##T##_t: PTO_ELEM_OF_TOKEN(T)

// ---------------------------------------------------------------------------------------------------------------------
// GM -> L1

extern const pto_dma_kind_t pto_dma_mte_gm_l1, pto_dma_copy_gm_to_cbuf;

/**
 * mte_gm_l1: bursts of `len` bytes, as pto_mte_gm_ub(). .nburst = {count, src_stride, dst_stride}, strides in bytes
 * from start to start; .loop = {...} (inner first); .pad = PTO_PAD(value) fills each row up to the next 32 bytes.
 */
#define pto_mte_gm_l1(src, dst, len, ...) \
    PTO_SU_CALL("mte_gm_l1", pto_mte_at(PTO_LOC, &pto_dma_mte_gm_l1, src, dst, len, PTO_MTE_SHAPE(__VA_ARGS__)))

typedef enum {
    PTO_ND2NZ,  // source element (n, d) at n * inner_stride + d elements
    PTO_DN2NZ,  // source element (n, d) at d * inner_stride + n elements
} pto_frac_mode_t;

typedef struct {
    struct {
        int64_t inner_stride;  // bytes between rows of one matrix
        int64_t outer_stride;  // bytes between matrices
    } src_layout;
    struct {
        int64_t count;         // matrices
        int64_t loop2_stride;  // between rows n and n + 1, in units of 32 bytes
        int64_t loop3_stride;  // between C0 columns, in units of 32 bytes
        int64_t loop4_stride;  // between matrices, in units of 32 bytes
    } dst_group;
    struct {
        int64_t l2_cache_ctrl;  // a hint of 4 bits, no effect
        bool smallc0;           // d at most 4: packed rows of 4 elements
    } ctrl;
} pto_frac_t;

/**
 * mte_gm_l1_frac: a matrix of n x d elements (or a group of them) from GM into NZ fractals of L1.
 *
 * The last C0 column is padded with zeros. Faults: field widths (strides of the destination and counts 16 bits,
 * d 21 bits, strides of the source 40 bits), alignment of dst to 32 bytes, ranges, smallc0 with d > 4.
 */
#define pto_mte_gm_l1_frac(src, dst, mode, n, d, ...)                                                    \
    PTO_SU_CALL("mte_gm_l1_frac", pto_mte_gm_l1_frac_at(PTO_LOC, src, dst, PTO_ELEM_OF(dst), mode, n, d, \
                                                        &(const pto_frac_t){__VA_ARGS__}))
pto_event_t pto_mte_gm_l1_frac_at(const pto_loc_t *loc, const void *src, void *dst, pto_elem_t elem,
                                  pto_frac_mode_t mode, int64_t n, int64_t d, const pto_frac_t *shape);

/**
 * raw_fill_l1: `repeat` runs of `blocks` 32-byte blocks, `gap` blocks between them, filled with words of 16 or 32 bits.
 */
#define pto_raw_fill_l1(dst, byte_offset, value, repeat, blocks, gap, word_bits) \
    PTO_SU_CALL("raw_fill_l1", pto_raw_fill_l1_at(PTO_LOC, dst, byte_offset, value, repeat, blocks, gap, word_bits))
pto_event_t pto_raw_fill_l1_at(const pto_loc_t *loc, void *dst, int64_t byte_offset, uint32_t value, int64_t repeat,
                               int64_t blocks, int64_t gap, int64_t word_bits);

// ---------------------------------------------------------------------------------------------------------------------
// L1 -> L0A, L0B

typedef struct {
    int64_t start_row;  // of the first fractal, in fractals (16 rows)
    int64_t start_col;  // of the first fractal, in fractals (C0); of fp4 in halves of one
    bool transpose;     // the source is stored transposed
} pto_l0_load_t;

/**
 * mte_l1_l0a: the left operand, m x k, from NZ fractals of L1. With .transpose the fractals hold the k x m matrix.
 *
 * Whole fractals move: m and k are rounded up. Faults: addresses that are no multiple of 512 (L0A) or 32 (L1), ranges.
 */
#define pto_mte_l1_l0a(src, dst, m, k, ...)                                                                   \
    PTO_SU_CALL("mte_l1_l0a", pto_mte_l1_l0_at(PTO_LOC, PTO_MEM_L0A, src, dst, PTO_SAME_ELEM(src, dst), m, k, \
                                               &(const pto_l0_load_t){__VA_ARGS__}))
// mte_l1_l0b: the right operand, k x n. Without .transpose the fractals of L1 hold its transpose, rows along n.
#define pto_mte_l1_l0b(src, dst, k, n, ...)                                                                   \
    PTO_SU_CALL("mte_l1_l0b", pto_mte_l1_l0_at(PTO_LOC, PTO_MEM_L0B, src, dst, PTO_SAME_ELEM(src, dst), n, k, \
                                               &(const pto_l0_load_t){__VA_ARGS__}))
pto_event_t pto_mte_l1_l0_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, pto_elem_t elem,
                             int64_t rows, int64_t k, const pto_l0_load_t *shape);

/**
 * load_cbuf_to_ca, load_cbuf_to_cb, and the full-control forms of mte_l1_l0a and mte_l1_l0b: m_step x k_step fractals
 * from fractal (m_start, k_start); strides are from one fractal column to the next, in fractals. fp4 pointers make it
 * the _s4 form.
 *
 * With transpose, fractal rows of the source become fractal columns of the destination; elements of 8 bits need an
 * even m_step, elements of 4 bits a multiple of 4, elements of 32 bits an even k_step.
 */
#define pto_load_cbuf_to_ca(src, dst, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose) \
    PTO_SU_CALL(                                                                                           \
        "load_cbuf_to_ca",                                                                                 \
        pto_load_cbuf_at(PTO_LOC, PTO_MEM_L0A, src, dst, PTO_SAME_ELEM(src, dst),                          \
                         (const int64_t[]){m_start, k_start, m_step, k_step, src_stride, dst_stride}, transpose))
#define pto_load_cbuf_to_cb(src, dst, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose) \
    PTO_SU_CALL(                                                                                           \
        "load_cbuf_to_cb",                                                                                 \
        pto_load_cbuf_at(PTO_LOC, PTO_MEM_L0B, src, dst, PTO_SAME_ELEM(src, dst),                          \
                         (const int64_t[]){m_start, k_start, m_step, k_step, src_stride, dst_stride}, transpose))
pto_event_t pto_load_cbuf_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, pto_elem_t elem,
                             const int64_t steps[6], bool transpose);

// Operands of one element type.
#define PTO_SAME_ELEM(src, dst)                                         \
    (sizeof(struct {                                                    \
         _Static_assert((int)PTO_ELEM_OF(src) == (int)PTO_ELEM_OF(dst), \
                        "source and destination have "                  \
                        "different element types");                     \
         int unused;                                                    \
     }) == 0                                                            \
         ? PTO_ELEM_NUM                                                 \
         : PTO_ELEM_OF(src))

typedef struct {
    int64_t start_row, start_col;  // in scale fragments
} pto_mx_load_t;

/**
 * mte_l1_l0a_mx: scales (e8m0) of the m x k left operand at `dst`, one for each row and 32 elements of k.
 *
 * A fragment of 32 bytes in L1 holds the scales of 16 rows and two groups, [16][2]; fragments are [M1][K / 64]. `dst`
 * is the address of the scaled data in L0A. mte_l1_l0b_mx: as above for the k x n right operand. The scales of all
 * types are bytes, so the pointers may have any type.
 */
#define pto_mte_l1_l0a_mx(src, dst, m, k, ...) \
    PTO_SU_CALL("mte_l1_l0a_mx",               \
                pto_mte_l1_l0_mx_at(PTO_LOC, PTO_MEM_L0A, src, dst, m, k, &(const pto_mx_load_t){__VA_ARGS__}))
#define pto_mte_l1_l0b_mx(src, dst, k, n, ...) \
    PTO_SU_CALL("mte_l1_l0b_mx",               \
                pto_mte_l1_l0_mx_at(PTO_LOC, PTO_MEM_L0B, src, dst, n, k, &(const pto_mx_load_t){__VA_ARGS__}))
pto_event_t pto_mte_l1_l0_mx_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, int64_t rows, int64_t k,
                                const pto_mx_load_t *shape);

/**
 * The full-control form of the scale loads: x along the rows, y along k, steps and strides in fragments. The pointer of
 * mte_l1_l0a_mx and mte_l1_l0b_mx is that of the data.
 */
#define pto_mte_l1_l0a_mx_full(src, dst, x_start, y_start, x_step, y_step, src_stride, dst_stride) \
    PTO_SU_CALL("mte_l1_l0a_mx",                                                                   \
                pto_load_cbuf_mx_at(PTO_LOC, PTO_MEM_L0A, src, dst, true,                          \
                                    (const int64_t[]){x_start, y_start, x_step, y_step, src_stride, dst_stride}))
#define pto_mte_l1_l0b_mx_full(src, dst, x_start, y_start, x_step, y_step, src_stride, dst_stride) \
    PTO_SU_CALL("mte_l1_l0b_mx",                                                                   \
                pto_load_cbuf_mx_at(PTO_LOC, PTO_MEM_L0B, src, dst, true,                          \
                                    (const int64_t[]){x_start, y_start, x_step, y_step, src_stride, dst_stride}))
// The pointer of load_cbuf_to_ca_mx and load_cbuf_to_cb_mx is that of the scales: 1/16 of the data's offset.
#define pto_load_cbuf_to_ca_mx(src, dst, x_start, y_start, x_step, y_step, src_stride, dst_stride) \
    PTO_SU_CALL("load_cbuf_to_ca_mx",                                                              \
                pto_load_cbuf_mx_at(PTO_LOC, PTO_MEM_L0A, src, dst, false,                         \
                                    (const int64_t[]){x_start, y_start, x_step, y_step, src_stride, dst_stride}))
#define pto_load_cbuf_to_cb_mx(src, dst, x_start, y_start, x_step, y_step, src_stride, dst_stride) \
    PTO_SU_CALL("load_cbuf_to_cb_mx",                                                              \
                pto_load_cbuf_mx_at(PTO_LOC, PTO_MEM_L0B, src, dst, false,                         \
                                    (const int64_t[]){x_start, y_start, x_step, y_step, src_stride, dst_stride}))
pto_event_t pto_load_cbuf_mx_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, bool of_data,
                                const int64_t steps[6]);

// ---------------------------------------------------------------------------------------------------------------------
// L1 -> BT, FB

/**
 * mte_l1_bt: bias values of mad_bias. Bursts of `len` units of 32 bytes; .nburst = {count, src_gap, dst_gap}, gaps
 * after a burst in units. f16 and bf16 are widened to f32, so a unit of them, or a gap, takes 64 bytes of BT.
 */
#define pto_mte_l1_bt(src, dst, len, ...)                                                                 \
    PTO_SU_CALL("mte_l1_bt", pto_mte_l1_bt_at(PTO_LOC, src, dst, PTO_ELEM_OF(src), PTO_ELEM_OF(dst), len, \
                                              PTO_MTE_SHAPE(__VA_ARGS__)))
pto_event_t pto_mte_l1_bt_at(const pto_loc_t *loc, const void *src, void *dst, pto_elem_t src_elem, pto_elem_t dst_elem,
                             int64_t len, const pto_mte_t *shape);

/**
 * mte_l1_fb: parameters of the vector forms of pre_quant (8 bytes a channel) and pre_relu (4 bytes a channel). Bursts
 * of `len` units of 64 bytes; .nburst = {count, src_gap, dst_gap} in units.
 */
#define pto_mte_l1_fb(src, dst, len, ...) \
    PTO_SU_CALL("mte_l1_fb", pto_mte_l1_fb_at(PTO_LOC, src, dst, len, PTO_MTE_SHAPE(__VA_ARGS__)))
pto_event_t pto_mte_l1_fb_at(const pto_loc_t *loc, const void *src, void *dst, int64_t len, const pto_mte_t *shape);

// ---------------------------------------------------------------------------------------------------------------------
// Multiply

// Unit flags order a multiply and the store of its result without events, fractal by fractal of L0C. A multiply waits
// until the flags of its result are clear, and may set them; a store waits until they are set, and may clear them.
typedef enum {
    PTO_UNIT_FLAG_OFF,
    PTO_CHECK_ONLY,
    PTO_CHECK_AND_SET,    // mad
    PTO_CHECK_AND_CLEAR,  // mte_l0c_*
} pto_unit_flag_t;

// Exceptional values. A multiply without this clause keeps them; a store without it follows bit 48 of CTRL (0: sat).
typedef enum {
    PTO_SAT_AS_SET,
    PTO_SAT_ON,            // infinities and overflow become the largest number, NaN becomes 0
    PTO_SAT_PRESERVE_NAN,  // as PTO_SAT_ON, but a NaN stays if the type has one; stores only
    PTO_SAT_OFF,           // infinities, NaN and overflow as the type represents them
} pto_sat_mode_t;

typedef enum {
    PTO_TF32_OFF,
    PTO_TF32_ROUND_EVEN,  // f32 operands are rounded to 10 bits of fraction: to nearest, ties to even
    PTO_TF32_ROUND_AWAY,  // to nearest, ties away from zero
} pto_tf32_mode_t;

typedef struct {
    pto_unit_flag_t unit_flag;
    bool disable_gemv;  // if m = 1: the left operand is in fractals; default: k contiguous elements
    pto_sat_mode_t sat;
    pto_tf32_mode_t tf32_mode;
    bool n_dir;  // no effect on the result
} pto_mad_t;

typedef enum {
    PTO_MAD,       // from 0
    PTO_MAD_ACC,   // from dst
    PTO_MAD_BIAS,  // from bias[n]
    PTO_MAD_MX,    // as the three above, with scales
    PTO_MAD_MX_ACC,
    PTO_MAD_MX_BIAS,
    PTO_MAD_NUM,
} pto_mad_kind_t;

/**
 * mad: dst[m, n] = sum over k of lhs[m, k] * rhs[k, n]; mad_acc adds to dst, mad_bias to bias[n].
 *
 * Types: f16, bf16, f32, fp8 (any two of e4m3 and e5m2), hif8 to f32; i8 to i32. The sum runs over ascending k, from
 * the initial value on, with one rounding to f32 for each k (fused); integers wrap. Same bits on every backend.
 *
 * mad_mx: fp8 or fp4 to f32 with the scales that mte_l1_l0a_mx and mte_l1_l0b_mx loaded for the same addresses; k is
 * a multiple of 64. An operand is scaled in f32 before it is multiplied.
 *
 * Faults: m, n, k not in 1..4095; tiles that leave L0A, L0B, L0C or BT; addresses that are no multiple of 512, in L0C
 * 64 and BT 32; type combinations; tf32_mode without f32, sat with integers.
 */
#define pto_mad(lhs, rhs, dst, m, n, k, ...)     PTO_MAD_CALL(PTO_MAD, lhs, rhs, dst, NULL, m, n, k, __VA_ARGS__)
#define pto_mad_acc(lhs, rhs, dst, m, n, k, ...) PTO_MAD_CALL(PTO_MAD_ACC, lhs, rhs, dst, NULL, m, n, k, __VA_ARGS__)
#define pto_mad_bias(lhs, rhs, dst, bias, m, n, k, ...) \
    PTO_MAD_CALL(PTO_MAD_BIAS, lhs, rhs, dst, bias, m, n, k, __VA_ARGS__)
#define pto_mad_mx(lhs, rhs, dst, m, n, k, ...) PTO_MAD_CALL(PTO_MAD_MX, lhs, rhs, dst, NULL, m, n, k, __VA_ARGS__)
#define pto_mad_mx_acc(lhs, rhs, dst, m, n, k, ...) \
    PTO_MAD_CALL(PTO_MAD_MX_ACC, lhs, rhs, dst, NULL, m, n, k, __VA_ARGS__)
#define pto_mad_mx_bias(lhs, rhs, dst, bias, m, n, k, ...) \
    PTO_MAD_CALL(PTO_MAD_MX_BIAS, lhs, rhs, dst, bias, m, n, k, __VA_ARGS__)
#define PTO_MAD_CALL(kind, lhs, rhs, dst, bias, m, n, k, ...)                                                         \
    PTO_SU_CALL("mad", pto_mad_at(PTO_LOC, kind, lhs, PTO_ELEM_OF(lhs), rhs, PTO_ELEM_OF(rhs), dst, PTO_ELEM_OF(dst), \
                                  bias, m, n, k, &(const pto_mad_t){__VA_ARGS__}))
pto_event_t pto_mad_at(const pto_loc_t *loc, pto_mad_kind_t kind, const void *lhs, pto_elem_t lhs_elem, const void *rhs,
                       pto_elem_t rhs_elem, void *dst, pto_elem_t dst_elem, const void *bias, int64_t m, int64_t n,
                       int64_t k, const pto_mad_t *clauses);

// ---------------------------------------------------------------------------------------------------------------------
// L0C -> L1, GM, UB: FIXPIPE

// Modes of pre_quant; the values are those of the hardware's register field.
typedef enum {
    PTO_NO_CONVERT = 0,
    PTO_F32_F16 = 1,
    PTO_QF322HIF8_PRE_VEC = 2,
    PTO_QF322HIF8_PRE_SCALAR = 3,
    PTO_QF322HIF8_PRE_HYBRID_VEC = 4,
    PTO_QF322HIF8_PRE_HYBRID_SCALAR = 5,
    PTO_DEQS32_INT_VEC = 6,
    PTO_DEQS32_INT_SCALAR = 7,
    PTO_REQ8_VEC = 8,
    PTO_REQ8_SCALAR = 9,
    PTO_DEQF16_VEC = 10,
    PTO_DEQF16_SCALAR = 11,
    PTO_QF322FP8_PRE_VEC = 12,
    PTO_QF322FP8_PRE_SCALAR = 13,
    PTO_QF322F32_PRE_VEC = 14,
    PTO_QF322F32_PRE_SCALAR = 15,
    PTO_F32_BF16 = 16,
    PTO_QF162B8_PRE_VEC = 17,
    PTO_QF162B8_PRE_SCALAR = 18,
    PTO_QF162S4_PRE_VEC = 19,
    PTO_QF162S4_PRE_SCALAR = 20,
    PTO_REQ4_VEC = 21,
    PTO_REQ4_SCALAR = 22,
    PTO_QF322B8_PRE_VEC = 23,
    PTO_QF322B8_PRE_SCALAR = 24,
    PTO_QF322S4_PRE_VEC = 25,
    PTO_QF322S4_PRE_SCALAR = 26,
    PTO_DEQS16_VEC = 27,
    PTO_DEQS16_SCALAR = 28,
    PTO_QF162S16_PRE_VEC = 29,
    PTO_QF162S16_PRE_SCALAR = 30,
    PTO_QF322F16_PRE_VEC = 31,
    PTO_QF322F16_PRE_SCALAR = 32,
    PTO_QF322BF16_PRE_VEC = 33,
    PTO_QF322BF16_PRE_SCALAR = 34,
    PTO_QS322BF16_PRE_VEC = 35,
    PTO_QS322BF16_PRE_SCALAR = 36,
    PTO_QUANT_PRE_NUM,
} pto_quant_pre_t;

typedef enum {
    PTO_NO_RELU = 0,
    PTO_NORMAL_RELU = 1,  // max(x, 0)
    PTO_SCALAR_RELU = 2,  // x >= 0 ? x : alpha * x
    PTO_VECTOR_RELU = 3,  // alpha of each channel, from FB
    PTO_RELU_PRE_NUM,
} pto_relu_pre_t;

// A stage with its parameter: the bits of a scalar, or the address of rows in FB.
typedef struct {
    uint64_t payload;
    uint16_t mode;
    bool present;  // a payload was given
    bool raw;      // of pre_quant: a parameter word (PTO_REG_QUANT_PRE), with offset and sign
} pto_pre_t;

// PTO_PRE_QUANT(mode, payload), PTO_PRE_RELU(mode) or PTO_PRE_RELU(mode, payload). A payload is a number (f16, bf16 and
// f32 become the bits of an f32, integers are the raw parameter word) or a pointer into FB.
// clang-format off
#define PTO_PRE_QUANT(...)           PTO_PRE_PICK(__VA_ARGS__, PTO_PRE_2, PTO_PRE_1, )(__VA_ARGS__)
#define PTO_PRE_RELU(...)            PTO_PRE_PICK(__VA_ARGS__, PTO_PRE_2, PTO_PRE_1, )(__VA_ARGS__)
#define PTO_PRE_PICK(a, b, c, ...)   c
#define PTO_PRE_1(mode_)             {.mode = (mode_)}
#define PTO_PRE_2(mode_, payload_)   {.payload = PTO_PRE_PAYLOAD(payload_), .mode = (mode_), .present = true, \
                                      .raw = PTO_PRE_RAW(payload_)}
#define PTO_PRE_RAW(value) \
    _Generic((value), int32_t: true, uint32_t: true, int64_t: true, uint64_t: true, long long: true, \
             unsigned long long: true, default: false)
#define PTO_PRE_PAYLOAD(value)       \
    _Generic((value),                \
        pto_f16_t: pto_payload_f16,  \
        pto_bf16_t: pto_payload_bf16, \
        float: pto_payload_f32,      \
        double: pto_payload_f32,     \
        int32_t: pto_payload_bits,   \
        uint32_t: pto_payload_bits,  \
        int64_t: pto_payload_bits,   \
        uint64_t: pto_payload_bits,  \
        long long: pto_payload_bits, \
        unsigned long long: pto_payload_bits, \
        default: pto_payload_pointer)(value)
// clang-format on

static inline uint64_t pto_payload_f32(float value)
{
    return PTO_BITS_OF(value);
}

static inline uint64_t pto_payload_f16(pto_f16_t value)
{
    return pto_payload_f32((float)pto_wide_f16(value));
}

static inline uint64_t pto_payload_bf16(pto_bf16_t value)
{
    return (uint64_t)value.bits << 16;
}

static inline uint64_t pto_payload_bits(uint64_t value)
{
    return value;
}

static inline uint64_t pto_payload_pointer(const void *rows)
{
    return (uint64_t)(uintptr_t)rows;
}

// Upper bound of the result, after the ReLU: f16, or an integer of at most 16 bits.
typedef struct {
    uint64_t bits;
    bool present;
} pto_clip_t;

#define PTO_CLIP(value) {PTO_BITS_OF(value), true}

typedef enum {
    PTO_LAYOUT_DEFAULT,  // as PTO_NZ2ND
    PTO_NZ2ND,           // {PTO_NZ2ND}         element (m, n) at m * dst_stride + n
    PTO_NZ2DN,           // {PTO_NZ2DN, loop0}  element (m, n) at n * dst_stride + m; loop0: between rows of the source
    PTO_NZ2NZ,           // {PTO_NZ2NZ, split}  fractals; split = 1: f32 in columns of 8 instead of 16
} pto_fix_layout_t;

typedef enum {
    PTO_ATOMIC_NONE = 0,
    PTO_ATOMIC_F32 = 1,
    PTO_ATOMIC_F16 = 2,
    PTO_ATOMIC_S16 = 3,
    PTO_ATOMIC_S32 = 4,
    PTO_ATOMIC_S8 = 5,
    PTO_ATOMIC_BF16 = 6,
    PTO_ATOMIC_TYPE_NUM,
} pto_atomic_type_t;

typedef enum {
    PTO_ATOMIC_ADD = 0,
    PTO_ATOMIC_MAX = 1,
    PTO_ATOMIC_MIN = 2,
    PTO_ATOMIC_OP_NUM,
} pto_atomic_op_t;

typedef struct {
    pto_unit_flag_t unit_flag;
    pto_pre_t pre_quant;
    pto_pre_t pre_relu;
    pto_clip_t clip;
    struct {
        pto_fix_layout_t mode;
        int64_t value;
    } layout;
    pto_loop_t loop3;  // PTO_LOOP(count, src_stride, dst_stride): source in C0 units, destination in elements
    pto_sat_mode_t sat;
    struct {
        pto_atomic_type_t type;  // mte_l0c_gm; default: that of CTRL
        pto_atomic_op_t op;
    } atomic;
} pto_fix_t;

// Destination in UB of a result: one vector core, or one half for each of the two.
typedef struct {
    int64_t subblock;
    enum { PTO_UB_ONE, PTO_UB_SPLIT_M, PTO_UB_SPLIT_N } split;
} pto_ub_dst_t;

#define PTO_SUBBLOCK(id) ((pto_ub_dst_t){(id), PTO_UB_ONE})
#define PTO_SPLIT_M      ((pto_ub_dst_t){0, PTO_UB_SPLIT_M})
#define PTO_SPLIT_N      ((pto_ub_dst_t){0, PTO_UB_SPLIT_N})

/**
 * mte_l0c_gm, mte_l0c_l1, mte_l0c_ub: the m x n result at src, converted, to GM, L1 or UB.
 *
 * src_stride is the distance between fractal columns of L0C in C0 units: rows of 16 elements, 64 bytes. dst_stride is
 * in elements of the destination, between rows (PTO_NZ2ND), columns (PTO_NZ2DN) or fractal columns (PTO_NZ2NZ).
 * Clauses: see pto_fix_t. The address for mte_l0c_ub is in the UB of vector core 0; the other core's UB is written at
 * the same offset.
 *
 * Without pre_quant, f32 to f16 and bf16 are rounded to nearest even; f32 and i32 are unchanged. Faults: ranges, field
 * widths, alignment of UB and L1 to 32 bytes; a mode that does not fit the types; clauses that exclude each other; odd
 * m or n % 32 != 0 of a split; a sub-block that is not 0 or 1.
 */
#define pto_mte_l0c_gm(src, dst, m, n, src_stride, dst_stride, sid, l2_cache_ctrl, ...)                                \
    PTO_SU_CALL("mte_l0c_gm",                                                                                          \
                pto_mte_l0c_gm_at(PTO_LOC, src, PTO_ELEM_OF(src), dst, PTO_ELEM_OF(dst), m, n, src_stride, dst_stride, \
                                  sid, l2_cache_ctrl, &(const pto_fix_t){__VA_ARGS__}))
#define pto_mte_l0c_l1(src, dst, m, n, src_stride, dst_stride, ...)                                          \
    PTO_SU_CALL("mte_l0c_l1", pto_mte_l0c_l1_at(PTO_LOC, src, PTO_ELEM_OF(src), dst, PTO_ELEM_OF(dst), m, n, \
                                                src_stride, dst_stride, &(const pto_fix_t){__VA_ARGS__}))
#define pto_mte_l0c_ub(src, dst, m, n, src_stride, dst_stride, dst_mode, ...)                                \
    PTO_SU_CALL("mte_l0c_ub", pto_mte_l0c_ub_at(PTO_LOC, src, PTO_ELEM_OF(src), dst, PTO_ELEM_OF(dst), m, n, \
                                                src_stride, dst_stride, dst_mode, &(const pto_fix_t){__VA_ARGS__}))
pto_event_t pto_mte_l0c_gm_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              int64_t sid, int64_t l2_cache_ctrl, const pto_fix_t *clauses);
pto_event_t pto_mte_l0c_l1_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              const pto_fix_t *clauses);
pto_event_t pto_mte_l0c_ub_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              pto_ub_dst_t where, const pto_fix_t *clauses);

#include <pto/cube_raw.h>

#ifdef __cplusplus
}
#endif

#endif
