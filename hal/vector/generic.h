// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// pto_vadd(a, b, mask) is pto_vadd_f32(a, b, mask) if a is a pto_vf32_t. The type comes from the first
// vector operand, else from the pointer, else from the scalar, else from the mask. Operands that fit no
// form are compile-time errors that name the types.
//
// - Optional attributes may be omitted from the right: pto_vlds(p, i), pto_vlds(p, i, PTO_LD_US).
// - A result type that the operands do not determine is the first argument: pto_vcvt(f16, v, mask, PTO_RND_R).
// - Shift counts and lane indices may be of any integer type of the width.
// - Forms without operands that determine a type have typed names only: pto_pset_b32(PTO_PAT_ALL).
//
// PTO_VECTOR_CALL and PTO_VECTOR_DO (vector.h) run an instruction with and without results.
// clang-format off
#ifndef PTO_VECTOR_GENERIC_H
#define PTO_VECTOR_GENERIC_H

#include "generic_types.h"

// Optional argument n, or its default.
#define PTO_OPT_1(d, ...) PTO_OPT_1_(0, ##__VA_ARGS__, d)
#define PTO_OPT_2(d, ...) PTO_OPT_2_(0, ##__VA_ARGS__, d, d)
#define PTO_OPT_3(d, ...) PTO_OPT_3_(0, ##__VA_ARGS__, d, d, d)
#define PTO_OPT_1_(z, a, ...) a
#define PTO_OPT_2_(z, a, b, ...) b
#define PTO_OPT_3_(z, a, b, c, ...) c

// Reinterprets an integer register as unsigned.
#define PTO_RAW(x) _Generic((x), \
    pto_vi8_t: pto_raw_i8, pto_vu8_t: pto_raw_u8, pto_vi16_t: pto_raw_i16, pto_vu16_t: pto_raw_u16, \
    pto_vi32_t: pto_raw_i32, pto_vu32_t: pto_raw_u32, pto_vi64_t: pto_raw_i64, pto_vu64_t: pto_raw_u64 \
    PTO_OR_STRIPS_IU(pto_raw))(x)

/// (base, offset) -> dst: dst = the 256 bytes at base + offset, as dist distributes them (aligned to 32 bytes (BRC: to the element, E2B_B16: to 16))
#define pto_vlds(p, offset, ...) (PTO_VECTOR_SCOPE_CHECK("vlds"), PTO_VECTOR_CALL(vlds, 0, 0, \
    _Generic((p), PTO_OF_P_1(pto_vlds)), p, offset, PTO_OPT_1(PTO_LD_NORM, ##__VA_ARGS__)))
/// (base, step) -> dst, next: dst = vlds(base, 0, dist); next = base + step elements (as vlds)
#define pto_vlds_post(p, i, dist_ld, out1) (PTO_VECTOR_SCOPE_CHECK("vlds_post"), \
    PTO_VECTOR_CALL(vlds_post, 0, 0, _Generic((p), PTO_OF_P_1(pto_vlds_post)), p, i, dist_ld, \
    out1))
/// (base, offset) -> low, high: low, high = the 512 bytes at base + offset, deinterleaved: DINTLV low[i] = mem[2i], high[i] = mem[2i + 1]; BDINTLV the same with blocks of 32 bytes (aligned to 32 bytes)
#define pto_vldsx2(p, offset, dist_ldx2, out1) (PTO_VECTOR_SCOPE_CHECK("vldsx2"), \
    PTO_VECTOR_CALL(vldsx2, 0, 4, _Generic((p), PTO_OF_P_1(pto_vldsx2)), p, offset, dist_ldx2, \
    out1))
/// (base, step) -> low, high, next: low, high = vldsx2(base, 0, dist); next = base + step elements (as vldsx2)
#define pto_vldsx2_post(p, i, dist_ldx2, out1, out2) (PTO_VECTOR_SCOPE_CHECK("vldsx2_post"), \
    PTO_VECTOR_CALL(vldsx2_post, 0, 4, _Generic((p), PTO_OF_P_1(pto_vldsx2_post)), p, i, \
    dist_ldx2, out1, out2))
/// (base, offset) -> dst: dst[i] = mem[base + offset + n * i], n elements as the stride names them (aligned to the element of the stride)
#define pto_vsld(p, offset, stride) (PTO_VECTOR_SCOPE_CHECK("vsld"), PTO_VECTOR_CALL(vsld, 0, 0, \
    _Generic((p), PTO_OF_P_1(pto_vsld)), p, offset, stride))
/// (base, block, repeat, m) -> dst: dst block b = m[b] ? the block at base + 32 * (repeat + b * block) : 0 (base aligned to 32 bytes; strides are unsigned)
#define pto_vsldb(p, i, i2, m) (PTO_VECTOR_SCOPE_CHECK("vsldb"), PTO_VECTOR_CALL(vsldb, 0, 0, \
    _Generic((p), PTO_OF_P_1(pto_vsldb)), p, i, i2, m))
/// (base, block, repeat, m) -> dst, next: dst block b = m[b] ? the block at base + 32 * b * block : 0; next = base + 32 * repeat bytes (base aligned to 32 bytes; strides are unsigned)
#define pto_vsldb_post(p, i, i2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vsldb_post"), \
    PTO_VECTOR_CALL(vsldb_post, 0, 0, _Generic((p), PTO_OF_P_1(pto_vsldb_post)), p, i, i2, m, \
    out1))
/// (base, strides, m) -> dst: vsldb(base, strides >> 16, strides & 0xffff, m) (as vsldb)
#define pto_vsldb_packed(p, i, m) (PTO_VECTOR_SCOPE_CHECK("vsldb_packed"), \
    PTO_VECTOR_CALL(vsldb_packed, 0, 0, _Generic((p), PTO_OF_P_1(pto_vsldb_packed)), p, i, m))
/// (base) -> stream: stream = an unaligned load stream that starts at base
#define pto_vldas(p) (PTO_VECTOR_SCOPE_CHECK("vldas"), PTO_VECTOR_CALL(vldas, 0, 0, _Generic((p), \
    PTO_OF_P_1(pto_vldas)), p))
/// (base, stream) -> dst, stream_out: dst = the 256 bytes at base, at any alignment of the element; stream_out = stream moved behind them (the stream starts from vldas)
#define pto_vldus(p, align, out1) (PTO_VECTOR_SCOPE_CHECK("vldus"), PTO_VECTOR_CALL(vldus, 0, 3, \
    _Generic((p), PTO_OF_P_1(pto_vldus)), p, align, out1))
/// (base, stream, step) -> dst, stream_out, next: as vldus; next = base + step elements (the stream starts from vldas)
#define pto_vldus_post(p, align, i, out1, out2) (PTO_VECTOR_SCOPE_CHECK("vldus_post"), \
    PTO_VECTOR_CALL(vldus_post, 0, 4, _Generic((p), PTO_OF_P_1(pto_vldus_post)), p, align, i, \
    out1, out2))
/// (base, index, m) -> dst: dst[i] = m[i] ? base[index[i]] : 0; where the registers differ in lanes, the smaller count takes part (indices are unsigned, byte offsets have 32 bits)
#define pto_vgather2(p, x, m) (PTO_VECTOR_SCOPE_CHECK("vgather2"), PTO_VECTOR_CALL(vgather2, 0, 0, \
    _Generic((p), PTO_OF_PX_2(pto_vgather2, PTO_RAW(x))), p, PTO_RAW(x), m))
/// (base, index, n) -> dst: dst[i] = i < n ? base[index[i]] : 0 (as vgather2)
#define pto_vgather2_n(p, x, i) (PTO_VECTOR_SCOPE_CHECK("vgather2_n"), PTO_VECTOR_CALL(vgather2_n, \
    0, 0, _Generic((p), PTO_OF_PX_2(pto_vgather2_n, PTO_RAW(x))), p, PTO_RAW(x), i))
/// (base, index, m) -> dst: dst[i] = m[i] ? zero_extend(base[index[i]]) : 0 (as vgather2)
#define pto_vgather2_wide(p, x, m) (PTO_VECTOR_SCOPE_CHECK("vgather2_wide"), \
    PTO_VECTOR_CALL(vgather2_wide, 0, 0, _Generic((p), PTO_OF_PTR(i8, pto_vgather2_wide_i8_u16), \
    PTO_OF_PTR(u8, pto_vgather2_wide_u8_u16)), p, PTO_RAW(x), m))
/// (base, index, m) -> dst: dst[i] = m[i] ? base[index[i]] : 0 (as vgather2)
#define pto_vgather2_bc(p, x, m) (PTO_VECTOR_SCOPE_CHECK("vgather2_bc"), \
    PTO_VECTOR_CALL(vgather2_bc, 0, 0, _Generic((p), PTO_OF_PX_2(pto_vgather2_bc, PTO_RAW(x))), p, \
    PTO_RAW(x), m))
/// (base, offset, m) -> dst: dst block b = m[b] ? the 32 bytes at base + offset[b] bytes : 0 (base and offsets aligned to 32 bytes)
#define pto_vgatherb(p, x, m) (PTO_VECTOR_SCOPE_CHECK("vgatherb"), PTO_VECTOR_CALL(vgatherb, 0, 0, \
    _Generic((p), PTO_OF_PTR(i8, pto_vgatherb_i8_u32), PTO_OF_PTR(u8, pto_vgatherb_u8_u32), \
    PTO_OF_PTR(i16, pto_vgatherb_i16_u32), PTO_OF_PTR(u16, pto_vgatherb_u16_u32), PTO_OF_PTR(i32, \
    pto_vgatherb_i32_u32), PTO_OF_PTR(u32, pto_vgatherb_u32_u32), PTO_OF_PTR(i64, \
    pto_vgatherb_i64_u32), PTO_OF_PTR(u64, pto_vgatherb_u64_u32), PTO_OF_PTR(f16, \
    pto_vgatherb_f16_u32), PTO_OF_PTR(bf16, pto_vgatherb_bf16_u32), PTO_OF_PTR(f32, \
    pto_vgatherb_f32_u32), PTO_OF_PTR(e4m3, pto_vgatherb_e4m3_u32), PTO_OF_PTR(e5m2, \
    pto_vgatherb_e5m2_u32), PTO_OF_PTR(hif8, pto_vgatherb_hif8_u32), PTO_OF_PTR(e2m1x2, \
    pto_vgatherb_e2m1x2_u32), PTO_OF_PTR(e1m2x2, pto_vgatherb_e1m2x2_u32)), p, PTO_RAW(x), m))
/// (src, base, offset, m): the bytes at base + offset = the lanes of src with m set, as dist distributes them (aligned to 32 bytes (1PT: to the element))
#define pto_vsts(v, p, offset, m, ...) (PTO_VECTOR_SCOPE_CHECK("vsts"), PTO_VECTOR_DO(vsts, 1, \
    _Generic((v), PTO_OF_VG_3(pto_vsts, m) PTO_OR_STRIPS_ALL(pto_vsts)), v, p, offset, m, \
    PTO_OPT_1(PTO_ST_NORM, ##__VA_ARGS__)))
/// (src, base, offset): vsts with all lanes (as vsts)
#define pto_vsts_all(v, p, offset, ...) (PTO_VECTOR_SCOPE_CHECK("vsts_all"), \
    PTO_VECTOR_DO(vsts_all, 1, _Generic((v), PTO_OF_V_4(pto_vsts_all)), v, p, offset, \
    PTO_OPT_1(PTO_ST_NORM, ##__VA_ARGS__)))
/// (src, base, step, m) -> next: vsts(src, base, 0, m, dist); next = base + step elements (as vsts)
#define pto_vsts_post(v, p, i, m, ...) (PTO_VECTOR_SCOPE_CHECK("vsts_post"), \
    PTO_VECTOR_CALL(vsts_post, 1, 0, _Generic((v), PTO_OF_VG_3(pto_vsts_post, m)), v, p, i, m, \
    PTO_OPT_1(PTO_ST_NORM, ##__VA_ARGS__)))
/// (low, high, base, offset, m): mem[2i] = low[i]; mem[2i + 1] = high[i]; m is ignored (aligned to 32 bytes)
#define pto_vstsx2(v, v2, p, offset, m, dist_stx2) (PTO_VECTOR_SCOPE_CHECK("vstsx2"), \
    PTO_VECTOR_DO(vstsx2, 1, _Generic((v), PTO_OF_VG_3(pto_vstsx2, m)), v, v2, p, offset, m, \
    dist_stx2))
/// (src, base, offset): mem[base + offset + n * i] = src[i], n elements as the stride names them (aligned to the element of the stride)
#define pto_vsst(v, p, offset, stride) (PTO_VECTOR_SCOPE_CHECK("vsst"), PTO_VECTOR_DO(vsst, 1, \
    _Generic((v), PTO_OF_V_4(pto_vsst)), v, p, offset, stride))
/// (src, base, block, repeat, m): where m[b]: the block at base + 32 * (repeat + b * block) = block b of src, in the order of b (base aligned to 32 bytes; strides are unsigned)
#define pto_vsstb(v, p, i, i2, m) (PTO_VECTOR_SCOPE_CHECK("vsstb"), PTO_VECTOR_DO(vsstb, 1, \
    _Generic((v), PTO_OF_V_4(pto_vsstb)), v, p, i, i2, m))
/// (src, base, block, repeat, m) -> next: where m[b]: the block at base + 32 * b * block = block b of src; next = base + 32 * repeat bytes (as vsstb)
#define pto_vsstb_post(v, p, i, i2, m) (PTO_VECTOR_SCOPE_CHECK("vsstb_post"), \
    PTO_VECTOR_CALL(vsstb_post, 1, 0, _Generic((v), PTO_OF_V_4(pto_vsstb_post)), v, p, i, i2, m))
/// (src, base, strides, m): vsstb(src, base, strides >> 16, strides & 0xffff, m) (as vsstb)
#define pto_vsstb_packed(v, p, i, m) (PTO_VECTOR_SCOPE_CHECK("vsstb_packed"), \
    PTO_VECTOR_DO(vsstb_packed, 1, _Generic((v), PTO_OF_V_4(pto_vsstb_packed)), v, p, i, m))
/// (src, base, index, m): where m[i]: base[index[i]] = src[i]; of equal indices the lowest lane wins (indices are unsigned, byte offsets have 32 bits)
#define pto_vscatter(v, p, x, m) (PTO_VECTOR_SCOPE_CHECK("vscatter"), PTO_VECTOR_DO(vscatter, 1, \
    _Generic((v), PTO_OF_VX_5(pto_vscatter, PTO_RAW(x))), v, p, PTO_RAW(x), m))
/// (src, base, index, n): where i < n: base[index[i]] = src[i] (as vscatter)
#define pto_vscatter_n(v, p, x, i) (PTO_VECTOR_SCOPE_CHECK("vscatter_n"), \
    PTO_VECTOR_DO(vscatter_n, 1, _Generic((v), PTO_OF_VX_5(pto_vscatter_n, PTO_RAW(x))), v, p, \
    PTO_RAW(x), i))
/// () -> stream: stream = an unaligned store stream without anything kept back
#define pto_init_align() (PTO_VECTOR_SCOPE_CHECK("init_align"), PTO_VECTOR_CALL(init_align, 0, 0, \
    (pto_init_align)))
/// (stream, n, src, base) -> stream_out: base[i] = src[i] for i < n; stream_out = stream moved behind them (the stream starts from init_align; at most one register is written)
#define pto_vstus(align, i, v, p) (PTO_VECTOR_SCOPE_CHECK("vstus"), PTO_VECTOR_CALL(vstus, 3, 0, \
    _Generic((v), PTO_OF_V_4(pto_vstus)), align, i, v, p))
/// (stream, n, src, base) -> stream_out, next: as vstus; next = mode is POST_UPDATE ? base + n : base (as vstus)
#define pto_vstus_mode(align, i, v, p, post, out1) (PTO_VECTOR_SCOPE_CHECK("vstus_mode"), \
    PTO_VECTOR_CALL(vstus_mode, 3, 0, _Generic((v), PTO_OF_V_4(pto_vstus_mode)), align, i, v, p, \
    post, out1))
/// (stream, n, src, base) -> stream_out, next: as vstus; next = base + n (as vstus)
#define pto_vstus_post(align, i, v, p, out1) (PTO_VECTOR_SCOPE_CHECK("vstus_post"), \
    PTO_VECTOR_CALL(vstus_post, 3, 0, _Generic((v), PTO_OF_V_4(pto_vstus_post)), align, i, v, p, \
    out1))
/// (stream, offset, src, base) -> stream_out, next: base[offset + i] = src[i]; next = mode is POST_UPDATE ? offset + N : offset (as vstus)
#define pto_vstu(align, i, v, p, post, out1) (PTO_VECTOR_SCOPE_CHECK("vstu"), \
    PTO_VECTOR_CALL(vstu, 3, 0, _Generic((v), PTO_OF_V_4(pto_vstu)), align, i, v, p, post, out1))
/// (stream, src, base) -> stream_out: the first SQZN bytes of src to base + AR bytes; POST_UPDATE: AR = AR + SQZN (SQZN is left by vsqz and vusqz, AR is cleared by sprclr)
#define pto_vstur(align, v, p, ...) (PTO_VECTOR_SCOPE_CHECK("vstur"), PTO_VECTOR_CALL(vstur, 2, 0, \
    _Generic((v), PTO_OF_V_4(pto_vstur)), align, v, p, PTO_OPT_1(PTO_NO_POST_UPDATE, \
    ##__VA_ARGS__)))
/// (stream, base, offset): flush what the stream keeps back, to base + offset (ends a stream of vstus)
#define pto_vstas(align, p, i) (PTO_VECTOR_SCOPE_CHECK("vstas"), PTO_VECTOR_DO(vstas, 0, \
    _Generic((p), PTO_OF_P_1(pto_vstas)), align, p, i))
/// (stream, base, offset) -> next: vstas(stream, base, offset); next = base + offset (ends a stream of vstus)
#define pto_vstas_post(align, p, i) (PTO_VECTOR_SCOPE_CHECK("vstas_post"), \
    PTO_VECTOR_CALL(vstas_post, 0, 0, _Generic((p), PTO_OF_P_1(pto_vstas_post)), align, p, i))
/// (stream, base): flush what the stream keeps back, to base + AR (ends a stream of vstur)
#define pto_vstar(align, p) (PTO_VECTOR_SCOPE_CHECK("vstar"), PTO_VECTOR_DO(vstar, 0, \
    _Generic((p), PTO_OF_P_1(pto_vstar)), align, p))
/// (stream, base, offset): flush what the stream keeps back, to base + offset (ends a stream of vstu)
#define pto_vsta(align, p, offset) (PTO_VECTOR_SCOPE_CHECK("vsta"), PTO_VECTOR_DO(vsta, 0, \
    _Generic((p), PTO_OF_P_1(pto_vsta)), align, p, offset))
/// (base, offset) -> m: m = 256 bits at base + offset; US: m bit i = bit i / 2; DS: m bit i = bit 2i
#define pto_plds_b8(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("plds_b8"), PTO_VECTOR_CALL(plds, \
    0, 0, (pto_plds_b8), p, offset, dist_pld))
/// (base, offset) -> m: m = 256 bits at base + offset; US: m bit i = bit i / 2; DS: m bit i = bit 2i
#define pto_plds_b16(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("plds_b16"), \
    PTO_VECTOR_CALL(plds, 0, 0, (pto_plds_b16), p, offset, dist_pld))
/// (base, offset) -> m: m = 256 bits at base + offset; US: m bit i = bit i / 2; DS: m bit i = bit 2i
#define pto_plds_b32(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("plds_b32"), \
    PTO_VECTOR_CALL(plds, 0, 0, (pto_plds_b32), p, offset, dist_pld))
/// (base, step) -> m, next: m = plds(base, 0); next = base + step bytes
#define pto_plds_post_b8(p, i, dist_pld, out1) (PTO_VECTOR_SCOPE_CHECK("plds_post_b8"), \
    PTO_VECTOR_CALL(plds_post, 0, 0, (pto_plds_post_b8), p, i, dist_pld, out1))
/// (base, step) -> m, next: m = plds(base, 0); next = base + step bytes
#define pto_plds_post_b16(p, i, dist_pld, out1) (PTO_VECTOR_SCOPE_CHECK("plds_post_b16"), \
    PTO_VECTOR_CALL(plds_post, 0, 0, (pto_plds_post_b16), p, i, dist_pld, out1))
/// (base, step) -> m, next: m = plds(base, 0); next = base + step bytes
#define pto_plds_post_b32(p, i, dist_pld, out1) (PTO_VECTOR_SCOPE_CHECK("plds_post_b32"), \
    PTO_VECTOR_CALL(plds_post, 0, 0, (pto_plds_post_b32), p, i, dist_pld, out1))
/// (base, units) -> m: m = plds(base, units of 32 bytes; US: of 16)
#define pto_pldi_b8(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pldi_b8"), PTO_VECTOR_CALL(pldi, \
    0, 0, (pto_pldi_b8), p, offset, dist_pld))
/// (base, units) -> m: m = plds(base, units of 32 bytes; US: of 16)
#define pto_pldi_b16(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pldi_b16"), \
    PTO_VECTOR_CALL(pldi, 0, 0, (pto_pldi_b16), p, offset, dist_pld))
/// (base, units) -> m: m = plds(base, units of 32 bytes; US: of 16)
#define pto_pldi_b32(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pldi_b32"), \
    PTO_VECTOR_CALL(pldi, 0, 0, (pto_pldi_b32), p, offset, dist_pld))
/// (base, units) -> m, next: m = plds(base, 0); next = base + units of 32 bytes (US: of 16)
#define pto_pldi_post_b8(p, i, dist_pld, out1) (PTO_VECTOR_SCOPE_CHECK("pldi_post_b8"), \
    PTO_VECTOR_CALL(pldi_post, 0, 0, (pto_pldi_post_b8), p, i, dist_pld, out1))
/// (base, units) -> m, next: m = plds(base, 0); next = base + units of 32 bytes (US: of 16)
#define pto_pldi_post_b16(p, i, dist_pld, out1) (PTO_VECTOR_SCOPE_CHECK("pldi_post_b16"), \
    PTO_VECTOR_CALL(pldi_post, 0, 0, (pto_pldi_post_b16), p, i, dist_pld, out1))
/// (base, units) -> m, next: m = plds(base, 0); next = base + units of 32 bytes (US: of 16)
#define pto_pldi_post_b32(p, i, dist_pld, out1) (PTO_VECTOR_SCOPE_CHECK("pldi_post_b32"), \
    PTO_VECTOR_CALL(pldi_post, 0, 0, (pto_pldi_post_b32), p, i, dist_pld, out1))
/// (base, words) -> m: plds(base, 8 * words bytes)
#define pto_pld_b8(p, i, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pld_b8"), PTO_VECTOR_CALL(pld, 0, 0, \
    (pto_pld_b8), p, i, dist_pld))
/// (base, words) -> m: plds(base, 8 * words bytes)
#define pto_pld_b16(p, i, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pld_b16"), PTO_VECTOR_CALL(pld, 0, 0, \
    (pto_pld_b16), p, i, dist_pld))
/// (base, words) -> m: plds(base, 8 * words bytes)
#define pto_pld_b32(p, i, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pld_b32"), PTO_VECTOR_CALL(pld, 0, 0, \
    (pto_pld_b32), p, i, dist_pld))
/// (m, base, offset): the 32 bytes at base + offset = m; PK: 16 bytes, of every second bit
#define pto_psts(m, p, offset, dist_pst) (PTO_VECTOR_SCOPE_CHECK("psts"), PTO_VECTOR_DO(psts, 0, \
    _Generic((m), PTO_OF_M_6(pto_psts)), m, (p) + (offset), 0, dist_pst))
/// (m, base, step) -> next: psts(m, base, 0); next = base + step bytes
#define pto_psts_post(m, p, i, dist_pst) (PTO_VECTOR_SCOPE_CHECK("psts_post"), \
    PTO_VECTOR_CALL(psts_post, 0, 0, _Generic((m), PTO_OF_M_6(pto_psts_post)), m, p, i, dist_pst))
/// (m, base, units): psts(m, base, units of 32 bytes; PK: of 16)
#define pto_psti(m, p, offset, dist_pst) (PTO_VECTOR_SCOPE_CHECK("psti"), PTO_VECTOR_DO(psti, 0, \
    _Generic((m), PTO_OF_M_6(pto_psti)), m, p, offset, dist_pst))
/// (m, base, units) -> next: psts(m, base, 0); next = base + units of 32 bytes (PK: of 16)
#define pto_psti_post(m, p, i, dist_pst) (PTO_VECTOR_SCOPE_CHECK("psti_post"), \
    PTO_VECTOR_CALL(psti_post, 0, 0, _Generic((m), PTO_OF_M_6(pto_psti_post)), m, p, i, dist_pst))
/// (m, base, words): psts(m, base, 8 * words bytes)
#define pto_pst(m, p, i, dist_pst) (PTO_VECTOR_SCOPE_CHECK("pst"), PTO_VECTOR_DO(pst, 0, \
    _Generic((m), PTO_OF_M_6(pto_pst)), m, p, i, dist_pst))
/// (stream, m, base) -> stream_out, next: one bit a lane of m to base (b16: 16 bytes, b32: 8); next = base behind them (the stream starts from init_align)
#define pto_pstu(align, m, p, out1) (PTO_VECTOR_SCOPE_CHECK("pstu"), PTO_VECTOR_CALL(pstu, 0, 0, \
    _Generic((m), PTO_OF_M_7(pto_pstu)), align, m, p, out1))
/// () -> m: m[i] = the pattern: VLn i < n, H i < N / 2, Q i < N / 4, M3 M4 i % 3, i % 4 == 0
#define pto_pset_b8(pat) (PTO_VECTOR_SCOPE_CHECK("pset_b8"), PTO_VECTOR_CALL(pset, 0, 0, \
    (pto_pset_b8), pat))
/// () -> m: m[i] = the pattern: VLn i < n, H i < N / 2, Q i < N / 4, M3 M4 i % 3, i % 4 == 0
#define pto_pset_b16(pat) (PTO_VECTOR_SCOPE_CHECK("pset_b16"), PTO_VECTOR_CALL(pset, 0, 0, \
    (pto_pset_b16), pat))
/// () -> m: m[i] = the pattern: VLn i < n, H i < N / 2, Q i < N / 4, M3 M4 i % 3, i % 4 == 0
#define pto_pset_b32(pat) (PTO_VECTOR_SCOPE_CHECK("pset_b32"), PTO_VECTOR_CALL(pset, 0, 0, \
    (pto_pset_b32), pat))
/// () -> m: the same as pset
#define pto_pge_b8(pat) (PTO_VECTOR_SCOPE_CHECK("pge_b8"), PTO_VECTOR_CALL(pge, 0, 0, \
    (pto_pge_b8), pat))
/// () -> m: the same as pset
#define pto_pge_b16(pat) (PTO_VECTOR_SCOPE_CHECK("pge_b16"), PTO_VECTOR_CALL(pge, 0, 0, \
    (pto_pge_b16), pat))
/// () -> m: the same as pset
#define pto_pge_b32(pat) (PTO_VECTOR_SCOPE_CHECK("pge_b32"), PTO_VECTOR_CALL(pge, 0, 0, \
    (pto_pge_b32), pat))
/// (n) -> m, left: m[i] = i < n; left = n < N ? 0 : n - N (n is signed: below 0 no lane)
#define pto_plt_b8(i, out1) (PTO_VECTOR_SCOPE_CHECK("plt_b8"), PTO_VECTOR_CALL(plt, 0, 0, \
    (pto_plt_b8), i, out1))
/// (n) -> m, left: m[i] = i < n; left = n < N ? 0 : n - N (n is signed: below 0 no lane)
#define pto_plt_b16(i, out1) (PTO_VECTOR_SCOPE_CHECK("plt_b16"), PTO_VECTOR_CALL(plt, 0, 0, \
    (pto_plt_b16), i, out1))
/// (n) -> m, left: m[i] = i < n; left = n < N ? 0 : n - N (n is signed: below 0 no lane)
#define pto_plt_b32(i, out1) (PTO_VECTOR_SCOPE_CHECK("plt_b32"), PTO_VECTOR_CALL(plt, 0, 0, \
    (pto_plt_b32), i, out1))
/// (a, b, m) -> dst: dst = a & b & m, on all 256 bits
#define pto_pand(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("pand"), PTO_VECTOR_CALL(pand, 0, 0, \
    _Generic((m), PTO_OF_M_6(pto_pand)), m, m2, m3))
/// (a, b, m) -> dst: dst = (a | b) & m, on all 256 bits
#define pto_por(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("por"), PTO_VECTOR_CALL(por, 0, 0, \
    _Generic((m), PTO_OF_M_6(pto_por)), m, m2, m3))
/// (a, b, m) -> dst: dst = (a ^ b) & m, on all 256 bits
#define pto_pxor(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("pxor"), PTO_VECTOR_CALL(pxor, 0, 0, \
    _Generic((m), PTO_OF_M_6(pto_pxor)), m, m2, m3))
/// (a, m) -> dst: dst = ~a & m, on all 256 bits
#define pto_pnot(m, m2) (PTO_VECTOR_SCOPE_CHECK("pnot"), PTO_VECTOR_CALL(pnot, 0, 0, _Generic((m), \
    PTO_OF_M_6(pto_pnot)), m, m2))
/// (a, b, m) -> dst: dst = (a & m) | (b & ~m), on all 256 bits
#define pto_psel(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("psel"), PTO_VECTOR_CALL(psel, 0, 0, \
    _Generic((m), PTO_OF_M_6(pto_psel)), m, m2, m3))
/// (a, b) -> low, high: low, high = a[0], b[0], a[1], b[1], ...
#define pto_pintlv(m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("pintlv"), PTO_VECTOR_CALL(pintlv, 0, 3, \
    _Generic((m), PTO_OF_M_6(pto_pintlv)), m, m2, out1))
/// (a, b) -> even, odd: even, odd = the even and the odd lanes of a, then of b
#define pto_pdintlv(m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("pdintlv"), PTO_VECTOR_CALL(pdintlv, 0, \
    3, _Generic((m), PTO_OF_M_6(pto_pdintlv)), m, m2, out1))
/// (m) -> dst: dst bit i (HIGHER: 128 + i) = m bit 2i, i < 128; the other half 0
#define pto_ppack(type, m, half) (PTO_VECTOR_SCOPE_CHECK("ppack"), PTO_VECTOR_CALL(ppack, 0, 0, \
    _Generic((m), pto_b8_t: pto_ppack_b8_##type, pto_b16_t: pto_ppack_b16_##type, \
    pto_b32_t: pto_ppack_b32_##type), m, half))
/// (m) -> dst: dst bit 2i = m bit i (HIGHER: 128 + i), i < 128; odd bits 0
#define pto_punpack(type, m, half) (PTO_VECTOR_SCOPE_CHECK("punpack"), PTO_VECTOR_CALL(punpack, 0, \
    0, _Generic((m), pto_b8_t: pto_punpack_b8_##type, pto_b16_t: pto_punpack_b16_##type, \
    pto_b32_t: pto_punpack_b32_##type), m, half))
/// (m) -> dst: dst = the same 256 bits at another granularity
#define pto_pbitcast(type, m) (PTO_VECTOR_SCOPE_CHECK("pbitcast"), PTO_VECTOR_CALL(pbitcast, 0, 0, \
    _Generic((m), pto_b8_t: pto_pbitcast_b8_##type, pto_b16_t: pto_pbitcast_b16_##type, \
    pto_b32_t: pto_pbitcast_b32_##type), m))
/// (s) -> dst: dst[i] = s
#define pto_vbr(s) (PTO_VECTOR_SCOPE_CHECK("vbr"), PTO_VECTOR_CALL(vbr, 0, 0, _Generic((s), \
    PTO_OF_S_8(pto_vbr)), s))
/// (a, m) -> dst: dst[i] = m[i] ? a[LOWEST: 0, HIGHEST: N - 1] : 0
#define pto_vdup(v, m, ...) (PTO_VECTOR_SCOPE_CHECK("vdup"), PTO_VECTOR_CALL(vdup, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vdup)), v, m, PTO_OPT_1(PTO_LOWEST, ##__VA_ARGS__)))
/// (s, m) -> dst: dst[i] = m[i] ? s : 0
#define pto_vdups(s, m) (PTO_VECTOR_SCOPE_CHECK("vdups"), PTO_VECTOR_CALL(vdups, 0, 0, \
    _Generic((s), PTO_OF_S_10(pto_vdups)), s, m))
/// (s) -> dst: dst[i] = ASC: s + i, DESC: s - i (integers wrap, floats round once)
#define pto_vci(s, ...) (PTO_VECTOR_SCOPE_CHECK("vci"), PTO_VECTOR_CALL(vci, 0, 0, _Generic((s), \
    PTO_OF_S_11(pto_vci)), s, PTO_OPT_1(PTO_ASC, ##__VA_ARGS__)))
/// (a, m) -> dst: dst[i] = m[i] ? |a[i]| : 0 (the least integer stays; of floats the sign bit alone changes)
#define pto_vabs(v, m) (PTO_VECTOR_SCOPE_CHECK("vabs"), PTO_VECTOR_CALL(vabs, 1, 0, _Generic((v), \
    PTO_OF_V_9(pto_vabs) PTO_OR_STRIPS_FIU(pto_vabs)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? -a[i] : 0 (integers wrap; of floats the sign bit alone changes)
#define pto_vneg(v, m) (PTO_VECTOR_SCOPE_CHECK("vneg"), PTO_VECTOR_CALL(vneg, 1, 0, _Generic((v), \
    PTO_OF_V_9(pto_vneg) PTO_OR_STRIPS_FI(pto_vneg)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? exp(a[i]) : 0 (f32 within 0.996 ulp; f16 is the f32 result, rounded)
#define pto_vexp(v, m) (PTO_VECTOR_SCOPE_CHECK("vexp"), PTO_VECTOR_CALL(vexp, 1, 0, _Generic((v), \
    PTO_OF_V_12(pto_vexp) PTO_OR_STRIPS_F(pto_vexp)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? ln(a[i]) : 0 (f32 within 0.829 ulp; NaN below 0, -infinity at 0)
#define pto_vln(v, m) (PTO_VECTOR_SCOPE_CHECK("vln"), PTO_VECTOR_CALL(vln, 1, 0, _Generic((v), \
    PTO_OF_V_12(pto_vln) PTO_OR_STRIPS_F(pto_vln)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? sqrt(a[i]) : 0 (correctly rounded; NaN below 0)
#define pto_vsqrt(v, m) (PTO_VECTOR_SCOPE_CHECK("vsqrt"), PTO_VECTOR_CALL(vsqrt, 1, 0, \
    _Generic((v), PTO_OF_V_12(pto_vsqrt) PTO_OR_STRIPS_F(pto_vsqrt)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? 1 / sqrt(a[i]) : 0 (f32 within 0.501 ulp; infinity at 0, NaN below)
#define pto_vrsqrt(v, m) (PTO_VECTOR_SCOPE_CHECK("vrsqrt"), PTO_VECTOR_CALL(vrsqrt, 1, 0, \
    _Generic((v), PTO_OF_V_12(pto_vrsqrt) PTO_OR_STRIPS_F(pto_vrsqrt)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? 1 / a[i] : 0 (correctly rounded)
#define pto_vrec(v, m) (PTO_VECTOR_SCOPE_CHECK("vrec"), PTO_VECTOR_CALL(vrec, 1, 0, _Generic((v), \
    PTO_OF_V_12(pto_vrec) PTO_OR_STRIPS_F(pto_vrec)), v, m))
/// (a, m) -> dst: dst[i] = m[i] && a[i] > 0 ? a[i] : 0 (NaN and -0 give +0)
#define pto_vrelu(v, m) (PTO_VECTOR_SCOPE_CHECK("vrelu"), PTO_VECTOR_CALL(vrelu, 1, 0, \
    _Generic((v), PTO_OF_V_13(pto_vrelu) PTO_OR_STRIPS_FI(pto_vrelu)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? ~a[i] : 0
#define pto_vnot(v, m) (PTO_VECTOR_SCOPE_CHECK("vnot"), PTO_VECTOR_CALL(vnot, 1, 0, _Generic((v), \
    PTO_OF_V_14(pto_vnot) PTO_OR_STRIPS_IU(pto_vnot)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? number of bits set in a[i] : 0
#define pto_vbcnt(v, m) (PTO_VECTOR_SCOPE_CHECK("vbcnt"), PTO_VECTOR_CALL(vbcnt, 1, 0, \
    _Generic((v), PTO_OF_V_15(pto_vbcnt)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? number of equal bits from the top of a[i], the sign among them : 0
#define pto_vcls(v, m) (PTO_VECTOR_SCOPE_CHECK("vcls"), PTO_VECTOR_CALL(vcls, 1, 0, _Generic((v), \
    PTO_OF_V_15(pto_vcls)), v, m))
/// (a, m) -> dst: dst[i] = m[i] ? a[i] : 0
#define pto_vmov(v, m) (PTO_VECTOR_SCOPE_CHECK("vmov"), PTO_VECTOR_CALL(vmov, 1, 0, _Generic((v), \
    PTO_OF_V_9(pto_vmov) PTO_OR_STRIPS_FIU(pto_vmov)), v, m))
/// (a) -> dst: dst = a
#define pto_vmov_all(v) (PTO_VECTOR_SCOPE_CHECK("vmov_all"), PTO_VECTOR_CALL(vmov_all, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vmov_all) PTO_OR_STRIPS_FIU(pto_vmov_all)), v))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] + b[i] : 0 (integers wrap; bf16 is computed in f32)
#define pto_vadd(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vadd"), PTO_VECTOR_CALL(vadd, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vadd) PTO_OR_STRIPS_FIU(pto_vadd)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] - b[i] : 0 (integers wrap; bf16 is computed in f32)
#define pto_vsub(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vsub"), PTO_VECTOR_CALL(vsub, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vsub) PTO_OR_STRIPS_FIU(pto_vsub)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] * b[i] : 0 (integers wrap; bf16 is computed in f32)
#define pto_vmul(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vmul"), PTO_VECTOR_CALL(vmul, 1, 0, \
    _Generic((v), PTO_OF_V_16(pto_vmul) PTO_OR_STRIPS_FIU(pto_vmul)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] / b[i] : 0 (correctly rounded)
#define pto_vdiv(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vdiv"), PTO_VECTOR_CALL(vdiv, 1, 0, \
    _Generic((v), PTO_OF_V_12(pto_vdiv) PTO_OR_STRIPS_F(pto_vdiv)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? max(a[i], b[i]) : 0 (NaN if either is NaN; -0 is less than +0)
#define pto_vmax(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vmax"), PTO_VECTOR_CALL(vmax, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vmax) PTO_OR_STRIPS_FIU(pto_vmax)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? min(a[i], b[i]) : 0 (NaN if either is NaN; -0 is less than +0)
#define pto_vmin(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vmin"), PTO_VECTOR_CALL(vmin, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vmin) PTO_OR_STRIPS_FIU(pto_vmin)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] & b[i] : 0
#define pto_vand(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vand"), PTO_VECTOR_CALL(vand, 1, 0, \
    _Generic((v), PTO_OF_V_14(pto_vand) PTO_OR_STRIPS_IU(pto_vand)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] | b[i] : 0
#define pto_vor(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vor"), PTO_VECTOR_CALL(vor, 1, 0, _Generic((v), \
    PTO_OF_V_4(pto_vor) PTO_OR_STRIPS_IU(pto_vor)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] ^ b[i] : 0
#define pto_vxor(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vxor"), PTO_VECTOR_CALL(vxor, 1, 0, \
    _Generic((v), PTO_OF_V_14(pto_vxor) PTO_OR_STRIPS_IU(pto_vxor)), v, v2, m))
/// (a, n, m) -> dst: dst[i] = m[i] ? a[i] << n[i] % width : 0 (counts are unsigned)
#define pto_vshl(v, n, m) (PTO_VECTOR_SCOPE_CHECK("vshl"), PTO_VECTOR_CALL(vshl, 1, 0, \
    _Generic((v), PTO_OF_V_17(pto_vshl) PTO_OR_STRIPS_IU(pto_vshl)), v, PTO_RAW(n), m))
/// (a, n, m) -> dst: dst[i] = m[i] ? a[i] >> n[i] % width : 0 (counts are unsigned; signed types shift in the sign)
#define pto_vshr(v, n, m) (PTO_VECTOR_SCOPE_CHECK("vshr"), PTO_VECTOR_CALL(vshr, 1, 0, \
    _Generic((v), PTO_OF_V_17(pto_vshr) PTO_OR_STRIPS_IU(pto_vshr)), v, PTO_RAW(n), m))
/// (a, b, m) -> dst, carry: dst[i] = m[i] ? a[i] + b[i] : 0; carry[i] = m[i] && the unsigned sum overflows
#define pto_vaddc(v, v2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vaddc"), PTO_VECTOR_CALL(vaddc, 1, 4, \
    _Generic((v), PTO_OF_V_18(pto_vaddc) PTO_OR_STRIPS_U(pto_vaddc)), v, v2, m, out1))
/// (a, b, m) -> dst, carry: dst[i] = m[i] ? a[i] - b[i] : 0; carry[i] = m[i] && a[i] >= b[i], unsigned (1 means no borrow)
#define pto_vsubc(v, v2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vsubc"), PTO_VECTOR_CALL(vsubc, 1, 4, \
    _Generic((v), PTO_OF_V_18(pto_vsubc) PTO_OR_STRIPS_U(pto_vsubc)), v, v2, m, out1))
/// (a, b, carry_in, m) -> dst, carry: dst[i] = m[i] ? a[i] + b[i] + carry_in[i] : 0; carry[i] = m[i] && the unsigned sum overflows
#define pto_vaddcs(v, v2, m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("vaddcs"), PTO_VECTOR_CALL(vaddcs, \
    1, 5, _Generic((v), PTO_OF_V_18(pto_vaddcs) PTO_OR_STRIPS_U(pto_vaddcs)), v, v2, m, m2, out1))
/// (a, b, carry_in, m) -> dst, carry: dst[i] = m[i] ? a[i] + ~b[i] + carry_in[i] : 0; carry[i] = m[i] && that sum overflows (1 means no borrow)
#define pto_vsubcs(v, v2, m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("vsubcs"), PTO_VECTOR_CALL(vsubcs, \
    1, 5, _Generic((v), PTO_OF_V_18(pto_vsubcs) PTO_OR_STRIPS_U(pto_vsubcs)), v, v2, m, m2, out1))
/// (a, b, m) -> dst: dst[i] = m[i] ? (a[i] >= 0 ? a[i] : b[i] * a[i]) : 0
#define pto_vprelu(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vprelu"), PTO_VECTOR_CALL(vprelu, 1, 0, \
    _Generic((v), PTO_OF_V_12(pto_vprelu) PTO_OR_STRIPS_F(pto_vprelu)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] && a[i] + b[i] > 0 ? a[i] + b[i] : 0 (NaN and -0 give +0)
#define pto_vaddrelu(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vaddrelu"), PTO_VECTOR_CALL(vaddrelu, 1, \
    0, _Generic((v), PTO_OF_V_12(pto_vaddrelu) PTO_OR_STRIPS_F(pto_vaddrelu)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] && a[i] - b[i] > 0 ? a[i] - b[i] : 0 (NaN and -0 give +0)
#define pto_vsubrelu(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vsubrelu"), PTO_VECTOR_CALL(vsubrelu, 1, \
    0, _Generic((v), PTO_OF_V_12(pto_vsubrelu) PTO_OR_STRIPS_F(pto_vsubrelu)), v, v2, m))
/// (a, b, m) -> dst: dst[i] = m[i] ? exp(a[j] - b[j]) : 0; f32: j = i; f16: j = 2i (EVEN) or 2i + 1 (ODD), widened first (the difference is rounded to f32)
#define pto_vexpdif(v, v2, m, part) (PTO_VECTOR_SCOPE_CHECK("vexpdif"), PTO_VECTOR_CALL(vexpdif, \
    1, 0, _Generic((v), PTO_OF_V_12(pto_vexpdif) PTO_OR_STRIPS_F(pto_vexpdif)), v, v2, m, part))
/// (a, b, s, m) -> dst: dst[i] = m[i] ? s * a[i] + b[i] : 0 (rounded once)
#define pto_vaxpy(v, v2, s, m) (PTO_VECTOR_SCOPE_CHECK("vaxpy"), PTO_VECTOR_CALL(vaxpy, 1, 0, \
    _Generic((v), PTO_OF_V_12(pto_vaxpy) PTO_OR_STRIPS_F(pto_vaxpy)), v, v2, s, m))
/// (acc, a, b, m) -> dst: dst[i] = m[i] ? acc[i] + a[i] * b[i] : 0 (floats are rounded once, integers wrap)
#define pto_vmula(v, v2, v3, m) (PTO_VECTOR_SCOPE_CHECK("vmula"), PTO_VECTOR_CALL(vmula, 1, 0, \
    _Generic((v), PTO_OF_V_19(pto_vmula) PTO_OR_STRIPS_FIU(pto_vmula)), v, v2, v3, m))
/// (a, b, m) -> low, high: low[i], high[i] = m[i] ? the halves of the 64-bit product a[i] * b[i] : 0
#define pto_vmull(v, v2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vmull"), PTO_VECTOR_CALL(vmull, 1, 4, \
    _Generic((v), PTO_OF_V_18(pto_vmull)), v, v2, m, out1))
/// (a, s, m) -> dst: dst[i] = m[i] ? a[i] + s : 0 (as vadd)
#define pto_vadds(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vadds"), PTO_VECTOR_CALL(vadds, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vadds) PTO_OR_STRIPS_FIU(pto_vadds)), v, s, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? a[i] - s : 0 (as vsub)
#define pto_vsubs(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vsubs"), PTO_VECTOR_CALL(vsubs, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vsubs) PTO_OR_STRIPS_FIU(pto_vsubs)), v, s, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? a[i] * s : 0 (as vmul)
#define pto_vmuls(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vmuls"), PTO_VECTOR_CALL(vmuls, 1, 0, \
    _Generic((v), PTO_OF_V_16(pto_vmuls) PTO_OR_STRIPS_FIU(pto_vmuls)), v, s, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? max(a[i], s) : 0 (as vmax)
#define pto_vmaxs(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vmaxs"), PTO_VECTOR_CALL(vmaxs, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vmaxs) PTO_OR_STRIPS_FIU(pto_vmaxs)), v, s, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? min(a[i], s) : 0 (as vmin)
#define pto_vmins(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vmins"), PTO_VECTOR_CALL(vmins, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vmins) PTO_OR_STRIPS_FIU(pto_vmins)), v, s, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? a[i] & s : 0
#define pto_vands(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vands"), PTO_VECTOR_CALL(vands, 1, 0, \
    _Generic((v), PTO_OF_V_17(pto_vands) PTO_OR_STRIPS_IU(pto_vands)), v, s, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? a[i] | s : 0
#define pto_vors(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vors"), PTO_VECTOR_CALL(vors, 1, 0, \
    _Generic((v), PTO_OF_V_17(pto_vors) PTO_OR_STRIPS_IU(pto_vors)), v, s, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? a[i] ^ s : 0
#define pto_vxors(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vxors"), PTO_VECTOR_CALL(vxors, 1, 0, \
    _Generic((v), PTO_OF_V_17(pto_vxors) PTO_OR_STRIPS_IU(pto_vxors)), v, s, m))
/// (a, n, m) -> dst: dst[i] = m[i] ? a[i] << n % width : 0 (the count is unsigned)
#define pto_vshls(v, i, m) (PTO_VECTOR_SCOPE_CHECK("vshls"), PTO_VECTOR_CALL(vshls, 1, 0, \
    _Generic((v), PTO_OF_V_17(pto_vshls) PTO_OR_STRIPS_IU(pto_vshls)), v, i, m))
/// (a, n, m) -> dst: dst[i] = m[i] ? a[i] >> n % width : 0 (the count is unsigned; signed types shift in the sign)
#define pto_vshrs(v, i, m) (PTO_VECTOR_SCOPE_CHECK("vshrs"), PTO_VECTOR_CALL(vshrs, 1, 0, \
    _Generic((v), PTO_OF_V_17(pto_vshrs) PTO_OR_STRIPS_IU(pto_vshrs)), v, i, m))
/// (a, s, m) -> dst: dst[i] = m[i] ? (a[i] >= 0 ? a[i] : s * a[i]) : 0
#define pto_vlrelu(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vlrelu"), PTO_VECTOR_CALL(vlrelu, 1, 0, \
    _Generic((v), PTO_OF_V_12(pto_vlrelu) PTO_OR_STRIPS_F(pto_vlrelu)), v, s, m))
/// (a, m) -> dst: lane by lane of the wider type, where m: dst = a converted, rounded by rnd, saturated by sat, from or to the part of the lane (the pair of types is in the list)
#define pto_vcvt(type, v, m, ...) (PTO_VECTOR_SCOPE_CHECK("vcvt"), PTO_VECTOR_CALL(vcvt, 1, 0, \
    _Generic((v), PTO_TO_vcvt_##type), v, m, PTO_OPT_1(PTO_RND_R, ##__VA_ARGS__), \
    PTO_OPT_2(PTO_NOSAT, ##__VA_ARGS__), PTO_OPT_3(PTO_CVT_EVEN, ##__VA_ARGS__)))
/// (a, m) -> dst: dst[i] = m[i] ? a[i] rounded to an integer by rnd : 0 (NaN and infinity keep their bits)
#define pto_vtrc(v, m, rnd) (PTO_VECTOR_SCOPE_CHECK("vtrc"), PTO_VECTOR_CALL(vtrc, 1, 0, \
    _Generic((v), PTO_OF_V_33(pto_vtrc) PTO_OR_STRIPS_F(pto_vtrc)), v, m, rnd))
/// (a) -> dst: dst = the same 256 bytes as another type
#define pto_vbitcast(type, v) (PTO_VECTOR_SCOPE_CHECK("vbitcast"), PTO_VECTOR_CALL(vbitcast, 1, 0, \
    _Generic((v), PTO_TO_vbitcast_##type), v))
/// (a, b, m) -> dst: dst = vcvt(vrelu(a + b), m, rnd, sat, part) (the pair of types is in the list)
#define pto_vaddreluconv(type, v, v2, m, ...) (PTO_VECTOR_SCOPE_CHECK("vaddreluconv"), \
    PTO_VECTOR_CALL(vaddreluconv, 1, 0, _Generic((v), PTO_TO_vaddreluconv_##type), v, v2, m, \
    PTO_OPT_1(PTO_RND_R, ##__VA_ARGS__), PTO_OPT_2(PTO_NOSAT, ##__VA_ARGS__), \
    PTO_OPT_3(PTO_CVT_EVEN, ##__VA_ARGS__)))
/// (a, b, m) -> dst: dst = vcvt(vrelu(a * b), m, rnd, sat, part) (the pair of types is in the list)
#define pto_vmulconv(type, v, v2, m, ...) (PTO_VECTOR_SCOPE_CHECK("vmulconv"), \
    PTO_VECTOR_CALL(vmulconv, 1, 0, _Generic((v), PTO_TO_vmulconv_##type), v, v2, m, \
    PTO_OPT_1(PTO_RND_R, ##__VA_ARGS__), PTO_OPT_2(PTO_NOSAT, ##__VA_ARGS__), \
    PTO_OPT_3(PTO_CVT_EVEN, ##__VA_ARGS__)))
/// (a, m) -> dst: dst[0] = the sum of a[i] where m[i]; floats: by halves to 32 sums, these from first to last (8 and 16 bits give a sum twice as wide)
#define pto_vcadd(v, m) (PTO_VECTOR_SCOPE_CHECK("vcadd"), PTO_VECTOR_CALL(vcadd, 1, 0, \
    _Generic((v), PTO_OF_V_36(pto_vcadd)), v, m))
/// (a, m) -> dst: dst[0] = the largest a[i] where m[i]; dst[1] = the bits of its first index (NaN if one is NaN; no lane: the identity)
#define pto_vcmax(v, m) (PTO_VECTOR_SCOPE_CHECK("vcmax"), PTO_VECTOR_CALL(vcmax, 1, 0, \
    _Generic((v), PTO_OF_V_36(pto_vcmax)), v, m))
/// (a, m) -> dst: dst[0] = the smallest a[i] where m[i]; dst[1] = the bits of its first index (NaN if one is NaN; no lane: the identity)
#define pto_vcmin(v, m) (PTO_VECTOR_SCOPE_CHECK("vcmin"), PTO_VECTOR_CALL(vcmin, 1, 0, \
    _Generic((v), PTO_OF_V_36(pto_vcmin)), v, m))
/// (a, m) -> dst, where: dst[0] = the largest a[i] where m[i]; where[i] = m[i] && a[i] is that value (as vcmax)
#define pto_vcbmax(v, m, out1) (PTO_VECTOR_SCOPE_CHECK("vcbmax"), PTO_VECTOR_CALL(vcbmax, 1, 3, \
    _Generic((v), PTO_OF_V_36(pto_vcbmax)), v, m, out1))
/// (a, m) -> dst, where: dst[0] = the smallest a[i] where m[i]; where[i] = m[i] && a[i] is that value (as vcmin)
#define pto_vcbmin(v, m, out1) (PTO_VECTOR_SCOPE_CHECK("vcbmin"), PTO_VECTOR_CALL(vcbmin, 1, 3, \
    _Generic((v), PTO_OF_V_36(pto_vcbmin)), v, m, out1))
/// (a, m) -> dst: dst[b] = the sum of block b where m, neighbours first (integers wrap; f16 is summed in f32)
#define pto_vcgadd(v, m) (PTO_VECTOR_SCOPE_CHECK("vcgadd"), PTO_VECTOR_CALL(vcgadd, 1, 0, \
    _Generic((v), PTO_OF_V_37(pto_vcgadd)), v, m))
/// (a, m) -> dst: dst[b] = the largest of block b where m (as vcmax)
#define pto_vcgmax(v, m) (PTO_VECTOR_SCOPE_CHECK("vcgmax"), PTO_VECTOR_CALL(vcgmax, 1, 0, \
    _Generic((v), PTO_OF_V_37(pto_vcgmax)), v, m))
/// (a, m) -> dst: dst[b] = the smallest of block b where m (as vcmin)
#define pto_vcgmin(v, m) (PTO_VECTOR_SCOPE_CHECK("vcgmin"), PTO_VECTOR_CALL(vcgmin, 1, 0, \
    _Generic((v), PTO_OF_V_37(pto_vcgmin)), v, m))
/// (a, m) -> dst: dst[i] = a[2i] + a[2i + 1] for i < N / 2, lanes without m as 0
#define pto_vcpadd(v, m) (PTO_VECTOR_SCOPE_CHECK("vcpadd"), PTO_VECTOR_CALL(vcpadd, 1, 0, \
    _Generic((v), PTO_OF_V_12(pto_vcpadd)), v, m))
/// (acc, a, m, bin) -> dst: dst[i] = acc[i] + how many bytes of a with m equal i + 128 * (bin & 1) (counts wrap at 16 bits)
#define pto_dhistv2(i, v, m, i2) (PTO_VECTOR_SCOPE_CHECK("dhistv2"), PTO_VECTOR_CALL(dhistv2, 2, \
    0, _Generic((v), PTO_OF_V_38(pto_dhistv2)), i, v, m, i2))
/// (acc, a, m, bin) -> dst: dst[i] = acc[i] + how many bytes of a with m are at most i + 128 * (bin & 1) (counts wrap at 16 bits)
#define pto_chistv2(i, v, m, i2) (PTO_VECTOR_SCOPE_CHECK("chistv2"), PTO_VECTOR_CALL(chistv2, 2, \
    0, _Generic((v), PTO_OF_V_38(pto_chistv2)), i, v, m, i2))
/// (a, b, m) -> dst: dst[i] = m[i] && a[i] cmp b[i] (with a NaN only ne holds)
#define pto_vcmp(v, v2, m, cmp) (PTO_VECTOR_SCOPE_CHECK("vcmp"), PTO_VECTOR_CALL(vcmp, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vcmp) PTO_OR_STRIPS_FIU(pto_vcmp)), v, v2, m, cmp))
/// (a, s, m) -> dst: dst[i] = m[i] && a[i] cmp s (with a NaN only ne holds)
#define pto_vcmps(v, s, m, cmp) (PTO_VECTOR_SCOPE_CHECK("vcmps"), PTO_VECTOR_CALL(vcmps, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vcmps) PTO_OR_STRIPS_FIU(pto_vcmps)), v, s, m, cmp))
/// (a, b, m) -> dst: dst[i] = m[i] ? a[i] : b[i]
#define pto_vsel(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vsel"), PTO_VECTOR_CALL(vsel, 1, 0, \
    _Generic((v), PTO_OF_V_4(pto_vsel) PTO_OR_STRIPS_FIU(pto_vsel)), v, v2, m))
/// (a, index) -> dst: dst[i] = a[index[i] % N] (indices are unsigned)
#define pto_vselr(v, n) (PTO_VECTOR_SCOPE_CHECK("vselr"), PTO_VECTOR_CALL(vselr, 1, 0, \
    _Generic((v), PTO_OF_V_39(pto_vselr)), v, PTO_RAW(n)))
/// (a, index) -> dst: dst[i] = a[index[i] % N] (indices are unsigned)
#define pto_vselrv2(v, n) (PTO_VECTOR_SCOPE_CHECK("vselrv2"), PTO_VECTOR_CALL(vselrv2, 1, 0, \
    _Generic((v), PTO_OF_V_39(pto_vselrv2)), v, PTO_RAW(n)))
/// (a, index) -> dst: dst[i] = a[index[i] % N] (indices are unsigned)
#define pto_vperm(v, n) (PTO_VECTOR_SCOPE_CHECK("vperm"), PTO_VECTOR_CALL(vperm, 1, 0, \
    _Generic((v), PTO_OF_V_39(pto_vperm)), v, PTO_RAW(n)))
/// (a, b) -> low, high: low, high = a[0], b[0], a[1], b[1], ...
#define pto_vintlv(v, v2, out1) (PTO_VECTOR_SCOPE_CHECK("vintlv"), PTO_VECTOR_CALL(vintlv, 1, 3, \
    _Generic((v), PTO_OF_V_40(pto_vintlv)), v, v2, out1))
/// (a, b) -> even, odd: even, odd = the even and the odd lanes of a, then of b
#define pto_vdintlv(v, v2, out1) (PTO_VECTOR_SCOPE_CHECK("vdintlv"), PTO_VECTOR_CALL(vdintlv, 1, \
    3, _Generic((v), PTO_OF_V_40(pto_vdintlv)), v, v2, out1))
/// (a, b) -> dst: dst = LOWER: the first, HIGHER: the second result of vintlv
#define pto_vintlvv2(v, v2, half) (PTO_VECTOR_SCOPE_CHECK("vintlvv2"), PTO_VECTOR_CALL(vintlvv2, \
    1, 0, _Generic((v), PTO_OF_V_40(pto_vintlvv2)), v, v2, half))
/// (a, b) -> dst: dst = LOWER: the first, HIGHER: the second result of vdintlv
#define pto_vdintlvv2(v, v2, half) (PTO_VECTOR_SCOPE_CHECK("vdintlvv2"), \
    PTO_VECTOR_CALL(vdintlvv2, 1, 0, _Generic((v), PTO_OF_V_40(pto_vdintlvv2)), v, v2, half))
/// (a, m) -> dst: dst = the lanes of a with m set, moved together to the front; SQZN = their bytes
#define pto_vsqz(v, m) (PTO_VECTOR_SCOPE_CHECK("vsqz"), PTO_VECTOR_CALL(vsqz, 1, 0, _Generic((v), \
    PTO_OF_V_19(pto_vsqz)), v, m))
/// (a, m) -> dst: dst[i] = the number of lanes below i with m set; SQZN = the bytes of all of them (the values of a are not used)
#define pto_vusqz(v, m) (PTO_VECTOR_SCOPE_CHECK("vusqz"), PTO_VECTOR_CALL(vusqz, 1, 0, \
    _Generic((v), PTO_OF_V_15(pto_vusqz)), v, m))
/// (a) -> dst: the lower (HIGHER: upper) half of dst = the low half of each lane of a; the other half 0
#define pto_vpack(type, v, half) (PTO_VECTOR_SCOPE_CHECK("vpack"), PTO_VECTOR_CALL(vpack, 1, 0, \
    _Generic((v), PTO_TO_vpack_##type), v, half))
/// (a, half) -> dst: dst[i] = a[i + (half ? N : 0)], sign-extended to twice the width
#define pto_vsunpack(type, v, i) (PTO_VECTOR_SCOPE_CHECK("vsunpack"), PTO_VECTOR_CALL(vsunpack, 1, \
    0, _Generic((v), PTO_TO_vsunpack_##type), v, i))
/// (a, half) -> dst: dst[i] = a[i + (half ? N : 0)], zero-extended to twice the width
#define pto_vzunpack(type, v, i) (PTO_VECTOR_SCOPE_CHECK("vzunpack"), PTO_VECTOR_CALL(vzunpack, 1, \
    0, _Generic((v), PTO_TO_vzunpack_##type), v, i))
/// (a) -> dst: dst[i] = a[i + (HIGHER ? N : 0)], sign-extended to twice the width
#define pto_vsunpack_h(type, v, half) (PTO_VECTOR_SCOPE_CHECK("vsunpack_h"), \
    PTO_VECTOR_CALL(vsunpack_h, 1, 0, _Generic((v), PTO_TO_vsunpack_h_##type), v, half))
/// (a) -> dst: dst[i] = a[i + (HIGHER ? N : 0)], zero-extended to twice the width
#define pto_vzunpack_h(type, v, half) (PTO_VECTOR_SCOPE_CHECK("vzunpack_h"), \
    PTO_VECTOR_CALL(vzunpack_h, 1, 0, _Generic((v), PTO_TO_vzunpack_h_##type), v, half))
/// (a, n) -> dst: dst[i] = i >= n ? a[i - n] : 0 (n is unsigned)
#define pto_vshift(v, i) (PTO_VECTOR_SCOPE_CHECK("vshift"), PTO_VECTOR_CALL(vshift, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vshift)), v, i))
/// (a, b, n) -> dst: dst[i] = (b followed by a)[n + i], 0 behind both (n is unsigned)
#define pto_vslide(v, v2, i) (PTO_VECTOR_SCOPE_CHECK("vslide"), PTO_VECTOR_CALL(vslide, 1, 0, \
    _Generic((v), PTO_OF_V_9(pto_vslide)), v, v2, i))
/// (dst, src, index, n): n times: 32 scores of src, highest first, to dst as records (score, index[...] of it) (dst aligned to 8 bytes; equal scores keep their order, NaN last)
#define pto_vbitsort(p, p2, p3, i) (PTO_VECTOR_SCOPE_CHECK("vbitsort"), PTO_VECTOR_DO(vbitsort, 0, \
    _Generic((p), PTO_OF_P_45(pto_vbitsort)), p, p2, p3, i))
/// (dst, src, config): 32 scores of src, highest first, to dst; config & 0xff groups, 0 is 1 (equal scores keep their order, NaN last)
#define pto_vsort32(p, p2, i) (PTO_VECTOR_SCOPE_CHECK("vsort32"), PTO_VECTOR_DO(vsort32, 0, \
    _Generic((p), PTO_OF_P_45(pto_vsort32)), p, p2, i))
/// (dst, src0, src1, src2, src3, count, config): dst = four sorted lists of records, merged; count has their lengths in 16 bits each (lists aligned to 8 bytes; config: repetitions, lists that take part, stop when one is empty)
#define pto_vmrgsort4(p, p2, p3, p4, p5, i, i2) (PTO_VECTOR_SCOPE_CHECK("vmrgsort4"), \
    PTO_VECTOR_DO(vmrgsort4, 0, _Generic((p), PTO_OF_P_45(pto_vmrgsort4)), p, p2, p3, p4, p5, i, \
    i2))
/// (dst, src, config): blocks of 16 x 16 elements, transposed; config & 0xffff blocks, 0 is 1 (aligned to 32 bytes; dst may be src)
#define pto_vtranspose(p, p2, i) (PTO_VECTOR_SCOPE_CHECK("vtranspose"), PTO_VECTOR_DO(vtranspose, \
    0, _Generic((p), PTO_OF_P_46(pto_vtranspose)), p, p2, i))

// clang-format on
#endif
