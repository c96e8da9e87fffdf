// SPDX-License-Identifier: Apache-2.0
//
// The register spelling of cube commands, to which the structured forms of <pto/cube.h> lower. Registers belong to the
// scalar unit and are captured when a command is issued. At the start of a block all are 0, loop counts 1.
#ifndef PTO_CUBE_RAW_H
#define PTO_CUBE_RAW_H

#ifndef PTO_CUBE_H
#error "include <pto/cube.h>"
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Registers

typedef enum {
    PTO_REG_QUANT_PRE,      // [31:0] scale, bits of an f32; [36:32] shift; [45:37] offset, signed; [46] signed result
    PTO_REG_RELU_ALPHA,     // [31:0] bits of an f32
    PTO_REG_FIX_CLIP_RELU,  // [15:0] upper bound
    PTO_REG_FPC,         // [7:0] row of vector_relu in block 1 of FB, in 64 bytes; [15:8] row of vector quantisation, in 128
    PTO_REG_LOOP3_PARA,  // [15:0] count [31:16] source stride [63:32] destination stride
    PTO_REG_CHANNEL_PARA,          // [63:48] source stride of nz2dn between rows
    PTO_REG_MTE2_NZ_PARA,          // [15:0] group count [31:16] loop2 [47:32] loop3 [63:48] loop4 destination stride
    PTO_REG_PAD_VAL_OUTTOL1,       // bits of the padding of GM -> L1
    PTO_REG_LOOP1_STRIDE_OUTTOL1,  // [39:0] source, [63:40] destination stride, bytes
    PTO_REG_LOOP2_STRIDE_OUTTOL1,
    PTO_REG_LOOP_SIZE_OUTTOL1,  // [20:0] loop 1, [41:21] loop 2
    PTO_REG_FMATRIX,             // A and B (pto/conv.h)
    PTO_REG_PADDING = PTO_REG_FMATRIX + 2,
    PTO_REG_NUM = PTO_REG_PADDING + 2,
} pto_cube_reg_t;

void pto_set_cube_reg_at(const pto_loc_t *loc, pto_cube_reg_t reg, uint64_t value);

#define PTO_SET_CUBE_REG(name, reg, value) PTO_SU_CALL(name, pto_set_cube_reg_at(PTO_LOC, reg, (uint64_t)(value)))

#define pto_set_quant_pre(value)       PTO_SET_CUBE_REG("set_quant_pre", PTO_REG_QUANT_PRE, value)
#define pto_set_relu_alpha(value)      PTO_SET_CUBE_REG("set_relu_alpha", PTO_REG_RELU_ALPHA, value)
#define pto_set_fix_clip_relu(value)   PTO_SET_CUBE_REG("set_fix_clip_relu", PTO_REG_FIX_CLIP_RELU, value)
#define pto_set_fpc(value)             PTO_SET_CUBE_REG("set_fpc", PTO_REG_FPC, value)
#define pto_set_mte2_nz_para(value)    PTO_SET_CUBE_REG("set_mte2_nz_para", PTO_REG_MTE2_NZ_PARA, value)
#define pto_set_pad_val_outtol1(value) PTO_SET_CUBE_REG("set_pad_val_outtol1", PTO_REG_PAD_VAL_OUTTOL1, value)
#define pto_set_loop1_stride_outtol1(value) \
    PTO_SET_CUBE_REG("set_loop1_stride_outtol1", PTO_REG_LOOP1_STRIDE_OUTTOL1, value)
#define pto_set_loop2_stride_outtol1(value) \
    PTO_SET_CUBE_REG("set_loop2_stride_outtol1", PTO_REG_LOOP2_STRIDE_OUTTOL1, value)
#define pto_set_loop_size_outtol1(value) PTO_SET_CUBE_REG("set_loop_size_outtol1", PTO_REG_LOOP_SIZE_OUTTOL1, value)

// Two operands: the low 40 and the high 24 bits.
#define pto_set_loop3_para(low, high) \
    PTO_SET_CUBE_REG("set_loop3_para", PTO_REG_LOOP3_PARA, (uint64_t)(high) << 40 | (uint64_t)(low))
#define pto_set_channel_para(low, high) \
    PTO_SET_CUBE_REG("set_channel_para", PTO_REG_CHANNEL_PARA, (uint64_t)(high) << 40 | (uint64_t)(low))

// set_atomic_*: the atomic mode of stores to GM from L0C without an atomic clause and from UB, bits 6..10 of CTRL.
#define PTO_SET_CTRL_FIELD(name, mask, value) \
    PTO_SU_CALL(name, pto_set_ctrl((pto_get_ctrl() & ~(int64_t)(mask)) | (int64_t)(value)))
#define PTO_CTRL_ATOMIC_TYPE  (7 << 6)
#define PTO_CTRL_ATOMIC_OP    (3 << 9)
#define pto_set_atomic_none() PTO_SET_CTRL_FIELD("set_atomic_none", PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_NONE << 6)
#define pto_set_atomic_f32()  PTO_SET_CTRL_FIELD("set_atomic_f32", PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_F32 << 6)
#define pto_set_atomic_f16()  PTO_SET_CTRL_FIELD("set_atomic_f16", PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_F16 << 6)
#define pto_set_atomic_bf16() PTO_SET_CTRL_FIELD("set_atomic_bf16", PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_BF16 << 6)
#define pto_set_atomic_s32()  PTO_SET_CTRL_FIELD("set_atomic_s32", PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_S32 << 6)
#define pto_set_atomic_s16()  PTO_SET_CTRL_FIELD("set_atomic_s16", PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_S16 << 6)
#define pto_set_atomic_s8()   PTO_SET_CTRL_FIELD("set_atomic_s8", PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_S8 << 6)
#define pto_set_atomic_add()  PTO_SET_CTRL_FIELD("set_atomic_add", PTO_CTRL_ATOMIC_OP, PTO_ATOMIC_ADD << 9)
#define pto_set_atomic_max()  PTO_SET_CTRL_FIELD("set_atomic_max", PTO_CTRL_ATOMIC_OP, PTO_ATOMIC_MAX << 9)
#define pto_set_atomic_min()  PTO_SET_CTRL_FIELD("set_atomic_min", PTO_CTRL_ATOMIC_OP, PTO_ATOMIC_MIN << 9)

// ---------------------------------------------------------------------------------------------------------------------
// Transfers

// copy_gm_to_cbuf(src, dst, n_burst, len_burst, src_stride, dst_stride), bytes; loops from the registers.
#define pto_copy_gm_to_cbuf(...) PTO_SU_CALL("copy_gm_to_cbuf", pto_copy_gm_to_cbuf_at(PTO_LOC, __VA_ARGS__))
pto_event_t pto_copy_gm_to_cbuf_at(const pto_loc_t *loc, const void *src, void *dst, int64_t n_burst, int64_t len_burst,
                                   int64_t src_stride, int64_t dst_stride);

// copy_gm_to_cbuf_multi_nd2nz(src, dst, sid, loop1_src_stride, l2_cache_ctrl, n, d, loop4_src_stride, smallc0_en); the
// destination is laid out by MTE2_NZ_PARA.
#define pto_copy_gm_to_cbuf_multi_nd2nz(src, dst, ...) \
    PTO_SU_CALL("copy_gm_to_cbuf_multi_nd2nz",         \
                pto_copy_gm_to_cbuf_multi_at(PTO_LOC, src, dst, PTO_ELEM_OF(dst), PTO_ND2NZ, __VA_ARGS__))
#define pto_copy_gm_to_cbuf_multi_dn2nz(src, dst, ...) \
    PTO_SU_CALL("copy_gm_to_cbuf_multi_dn2nz",         \
                pto_copy_gm_to_cbuf_multi_at(PTO_LOC, src, dst, PTO_ELEM_OF(dst), PTO_DN2NZ, __VA_ARGS__))
pto_event_t pto_copy_gm_to_cbuf_multi_at(const pto_loc_t *loc, const void *src, void *dst, pto_elem_t elem,
                                         pto_frac_mode_t mode, int64_t sid, int64_t loop1_src_stride,
                                         int64_t l2_cache_ctrl, int64_t n, int64_t d, int64_t loop4_src_stride,
                                         bool smallc0);

// copy_cbuf_to_bt(src, dst, n_burst, len_burst, src_gap, dst_gap) and copy_cbuf_to_fbuf with the same operands, in the
// units of mte_l1_bt and mte_l1_fb.
#define pto_copy_cbuf_to_bt(src, dst, n_burst, len_burst, src_gap, dst_gap)                                           \
    PTO_SU_CALL("copy_cbuf_to_bt", pto_mte_l1_bt_at(PTO_LOC, src, dst, PTO_ELEM_OF(src), PTO_ELEM_OF(dst), len_burst, \
                                                    &(const pto_mte_t){.nburst = {n_burst, src_gap, dst_gap}}))
#define pto_copy_cbuf_to_fbuf(src, dst, n_burst, len_burst, src_gap, dst_gap)       \
    PTO_SU_CALL("copy_cbuf_to_fbuf", pto_mte_l1_fb_at(PTO_LOC, src, dst, len_burst, \
                                                      &(const pto_mte_t){.nburst = {n_burst, src_gap, dst_gap}}))

/**
 * copy_matrix_cc_to_gm, _to_cbuf, _to_ub (src, dst, xm, xt): the stores of L0C with packed configuration words.
 *
 *   xm  [3:0] stream  [15:4] n  [31:16] m  [63:32] destination stride
 *   xt  [15:0] source stride  [17:16] dual destination (UB: 0 one, 1 split m, 2 split n)  [18] sub-block (UB)
 *       [19:16] cache hint (GM)  [29] quantisation mode bit 5  [31:30] clip  [33:32] unit flag
 *       [38:34] quantisation mode  [41:39] ReLU  [42] split columns of 8  [43] nz2nd  [62] nz2dn
 *
 * Parameters come from QUANT_PRE, RELU_ALPHA, FIX_CLIP_RELU, FPC, LOOP3_PARA, CHANNEL_PARA and CTRL.
 */
#define pto_copy_matrix_cc_to_gm(src, dst, xm, xt)   PTO_CC_CALL("copy_matrix_cc_to_gm", PTO_MEM_GM, src, dst, xm, xt)
#define pto_copy_matrix_cc_to_cbuf(src, dst, xm, xt) PTO_CC_CALL("copy_matrix_cc_to_cbuf", PTO_MEM_L1, src, dst, xm, xt)
#define pto_copy_matrix_cc_to_ub(src, dst, xm, xt)   PTO_CC_CALL("copy_matrix_cc_to_ub", PTO_MEM_UB, src, dst, xm, xt)
#define PTO_CC_CALL(name, mem, src, dst, xm, xt)                                                        \
    PTO_SU_CALL(name, pto_copy_matrix_cc_at(PTO_LOC, mem, src, PTO_ELEM_OF(src), dst, PTO_ELEM_OF(dst), \
                                            (uint64_t)(xm), (uint64_t)(xt)))
pto_event_t pto_copy_matrix_cc_at(const pto_loc_t *loc, uint32_t mem, const void *src, pto_elem_t src_elem, void *dst,
                                  pto_elem_t dst_elem, uint64_t xm, uint64_t xt);

#endif
