// SPDX-License-Identifier: Apache-2.0
//
// tcvt: every pair of element types through a value that holds both exactly, and the frequent pairs in loops that
// become vector code. Rounding and saturation are those of the vector instruction's scalar twin, in every image.

#ifndef PTO_VECTOR_SCALAR
#define PTO_VECTOR_SCALAR 1
#endif
#include <hal/vector/vector.h>

#include "lanes.h"

static bool is_int(uint8_t elem)
{
    return elem <= PTO_ELEM_U64;
}

// Mode NONE is the usual one of C: floats become integers towards zero. Mode ODD is for floats.
static pto_attr_t rounding_of(uint64_t mode, uint8_t from, uint8_t to)
{
    const bool to_integer = !is_int(from) && is_int(to);
    switch (mode) {
        case PTO_ROUND_ROUND:
            return PTO_RND_A;
        case PTO_ROUND_FLOOR:
            return PTO_RND_F;
        case PTO_ROUND_CEIL:
            return PTO_RND_C;
        case PTO_ROUND_TRUNC:
            return PTO_RND_Z;
        case PTO_ROUND_ODD:
            return to_integer ? PTO_RND_Z : PTO_RND_O;
        case PTO_ROUND_NONE:
            return to_integer ? PTO_RND_Z : PTO_RND_R;
        default:
            return PTO_RND_R;
    }
}

// Without satmode ON the instruction saturates where the hardware's sequence does: to fp8, to 32 and 64-bit integers,
// and from wider integers except i32 -> i16. Other floats overflow to infinity, other integers keep their low bits.
static pto_attr_t saturation_of(uint64_t mode, uint8_t from, uint8_t to)
{
    if (mode == PTO_SATURATION_ON || to == PTO_ELEM_E4M3 || to == PTO_ELEM_E5M2) {
        return PTO_SAT;
    }
    bool narrow = is_int(from) && is_int(to) && !(from == PTO_ELEM_I32 && to == PTO_ELEM_I16) && from != PTO_ELEM_I64;
    return narrow ? PTO_SAT : PTO_NOSAT;
}

/// One element ///

static double float_at(uint8_t elem, const uint8_t *at)
{
    switch (elem) {
        case PTO_ELEM_F16:
            return pto_from_f16(*(const pto_f16_t *)at);
        case PTO_ELEM_BF16:
            return pto_from_bf16(*(const pto_bf16_t *)at);
        case PTO_ELEM_F32:
            return pto_from_f32(*(const float *)at);
        case PTO_ELEM_E4M3:
            return pto_from_e4m3(*(const pto_e4m3_t *)at);
        case PTO_ELEM_E5M2:
            return pto_from_e5m2(*(const pto_e5m2_t *)at);
        default:
            return pto_from_hif8(*(const pto_hif8_t *)at);
    }
}

static void put_integer(uint8_t elem, uint8_t *at, int64_t x, pto_attr_t sat)
{
    switch (elem) {
        case PTO_ELEM_I8:
            *(int8_t *)at = pto_to_i8_int(x, sat);
            break;
        case PTO_ELEM_U8:
            *at = pto_to_u8_int(x, sat);
            break;
        case PTO_ELEM_I16:
            *(int16_t *)at = pto_to_i16_int(x, sat);
            break;
        case PTO_ELEM_U16:
            *(uint16_t *)at = pto_to_u16_int(x, sat);
            break;
        case PTO_ELEM_I32:
            *(int32_t *)at = pto_to_i32_int(x, sat);
            break;
        case PTO_ELEM_U32:
            *(uint32_t *)at = (uint32_t)(sat == PTO_SAT ? pto_saturate(x, 0, UINT32_MAX) : x);
            break;
        default:
            *(int64_t *)at = x;
            break;
    }
}

static void put_float(uint8_t elem, uint8_t *at, double x, pto_attr_t rnd, pto_attr_t sat)
{
    switch (elem) {
        case PTO_ELEM_F16:
            *(pto_f16_t *)at = pto_to_f16(x, rnd, sat);
            break;
        case PTO_ELEM_BF16:
            *(pto_bf16_t *)at = pto_to_bf16(x, rnd, sat);
            break;
        case PTO_ELEM_F32:
            *(float *)at = (float)x;
            break;
        case PTO_ELEM_E4M3:
            *(pto_e4m3_t *)at = pto_to_e4m3(x, rnd, sat);
            break;
        case PTO_ELEM_E5M2:
            *(pto_e5m2_t *)at = pto_to_e5m2(x, rnd, sat);
            break;
        default:
            *(pto_hif8_t *)at = pto_to_hif8(x, rnd, sat);
            break;
    }
}

// An integer for put_integer, which takes it as signed: what is beyond that, or below 0, saturates here.
static int64_t integer_for(uint8_t from, const uint8_t *src, uint8_t to, pto_attr_t sat)
{
    int64_t x = pto_tile_integer(from, src);
    if (x >= 0 || sat != PTO_SAT || from == to) {
        return x;
    }
    return from == PTO_ELEM_U64 ? INT64_MAX : to == PTO_ELEM_U64 ? 0 : x;
}

// Beyond 2^63 a u64 is converted as half of itself, odd where a bit is lost.
static void put_large(uint8_t to, uint8_t *dst, uint64_t x, pto_attr_t rnd, pto_attr_t sat)
{
    if (to == PTO_ELEM_F32) {
        *(float *)dst = 2 * pto_int_f32((int64_t)(x >> 1 | (x & 1)), rnd);
    } else {
        put_float(to, dst, (double)x, rnd, sat);
    }
}

static uint64_t to_u64(double x, pto_attr_t rnd)
{
    if (x >= 0x1p63) {
        return x < 0x1p64 ? (uint64_t)x : UINT64_MAX;
    }
    return (uint64_t)pto_integer(x, rnd, 0, INT64_MAX);
}

static void convert_element(uint8_t from, const uint8_t *src, uint8_t to, uint8_t *dst, pto_attr_t rnd, pto_attr_t sat)
{
    if (is_int(from) && is_int(to)) {
        put_integer(to, dst, integer_for(from, src, to, sat), sat);
    } else if (from == PTO_ELEM_U64 && pto_tile_integer(from, src) < 0) {
        put_large(to, dst, (uint64_t)pto_tile_integer(from, src), rnd, sat);
    } else if (is_int(from) && to == PTO_ELEM_F32) {
        *(float *)dst = pto_int_f32(pto_tile_integer(from, src), rnd);
    } else if (is_int(from)) {
        put_float(to, dst, (double)pto_tile_integer(from, src), rnd, sat);
    } else if (!is_int(to)) {
        double x = float_at(from, src);
        put_float(to, dst, from == to ? pto_round_integer(x, rnd) : x, rnd, sat);
    } else if (to == PTO_ELEM_U64) {
        put_integer(to, dst, (int64_t)to_u64(float_at(from, src), rnd), PTO_NOSAT);
    } else if (to == PTO_ELEM_I64 || to == PTO_ELEM_U32) {
        int64_t low = to == PTO_ELEM_I64 ? INT64_MIN : 0, high = to == PTO_ELEM_U32 ? UINT32_MAX : INT64_MAX;
        put_integer(to, dst, pto_integer(float_at(from, src), rnd, low, high), PTO_NOSAT);
    } else {
        put_integer(to, dst, pto_integer(float_at(from, src), rnd, INT32_MIN, INT32_MAX), sat);
    }
}

/// Runs ///

static void convert_run(uint8_t from, const uint8_t *src, uint8_t to, uint8_t *dst, size_t n, pto_attr_t rnd,
                        pto_attr_t sat)
{
    size_t src_bytes = pto_elem_bytes[from], dst_bytes = pto_elem_bytes[to];
    // A widening in place goes backwards.
    bool back = dst_bytes > src_bytes && dst == src;
    for (size_t i = 0; i < n; i++) {
        size_t j = back ? n - 1 - i : i;
        convert_element(from, src + j * src_bytes, to, dst + j * dst_bytes, rnd, sat);
    }
}

// Executes a run whose scalar encodes the conversion.
static void convert_rows(const pto_tile_run_t *run)
{
    uint8_t from = (uint8_t)run->s, to = (uint8_t)(run->s >> 8);
    pto_attr_t rnd = rounding_of(run->s >> 16 & 0xffff, from, to), sat = saturation_of(run->s >> 32, from, to);
    for (size_t r = 0; r < run->rows; r++) {
        convert_run(from, run->a + (ptrdiff_t)r * run->a_step, to, run->d + (ptrdiff_t)r * run->d_step, run->cols, rnd,
                    sat);
    }
}

pto_tile_routine_t pto_tile_convert_routine(uint64_t pair)
{
    uint8_t from = (uint8_t)pair, to = (uint8_t)(pair >> 8);
    if (from > PTO_ELEM_HIF8 || to > PTO_ELEM_HIF8) {
        return NULL;
    }
    pto_tile_routine_t routine = pto_tile_frequent_conversion(from, to, pair >> 16 & 0xffff, pair >> 32);
    return routine != NULL ? routine : convert_rows;
}

// Two numbers to a byte, and back.
static void pack_run(uint8_t to, const pto_bf16_t *src, uint8_t *dst, size_t n, pto_attr_t rnd)
{
    int places = to == PTO_ELEM_E2M1X2 ? 1 : 2;
    for (size_t i = 0; i < n; i++) {
        uint8_t low = pto_to_fp4(pto_from_bf16(src[2 * i]), places, rnd);
        dst[i] = (uint8_t)(low | pto_to_fp4(pto_from_bf16(src[2 * i + 1]), places, rnd) << 4);
    }
}

static void unpack_run(uint8_t from, const uint8_t *src, pto_bf16_t *dst, size_t n)
{
    int places = from == PTO_ELEM_E2M1X2 ? 1 : 2;
    for (size_t i = 2 * n; i-- > 0;) {
        uint32_t code = src[i / 2] >> 4 * (i % 2) & 15;
        double x = pto_from_code(code & 7, places, 0);
        dst[i] = pto_to_bf16(code & 8 ? -x : x, PTO_RND_R, PTO_NOSAT);
    }
}

// The columns of packed elements are pairs, as in the IR manual, or, where src and dst have equally many, elements, as in
// pto-isa. Rows of a tile are half as long then.
static bool counts_elements(const pto_tile_t *dst, const pto_tile_t *src)
{
    return pto_is_fp4(dst->elem) != pto_is_fp4(src->elem) && dst->valid_cols == src->valid_cols &&
           dst->blayout == PTO_ROW_MAJOR && dst->valid_cols % 2 == 0;
}

static void check_convert(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src)
{
    bool pack = pto_is_fp4(dst->elem), unpack = pto_is_fp4(src->elem);
    if (pack != unpack && (pack ? src : dst)->elem != PTO_ELEM_BF16) {
        PTO_TILE_FAULT(cmd, "%s does not become %s", pto_elem_names[src->elem], pto_elem_names[dst->elem]);
    }
    if (dst->elem > PTO_ELEM_E1M2X2 || (pack && unpack)) {
        PTO_TILE_FAULT(cmd, "%s does not become %s", pto_elem_names[src->elem], pto_elem_names[dst->elem]);
    }
    if (!pto_tile_is_plain(src) || !pto_tile_is_plain(dst) || src->blayout != dst->blayout) {
        PTO_TILE_FAULT(cmd, "src and dst are not of one layout without boxes");
    }
    if (src->valid_rows == dst->valid_rows && counts_elements(dst, src)) {
        return;
    }
    int32_t src_cols = src->valid_cols * (unpack ? 2 : 1), dst_cols = dst->valid_cols * (pack ? 2 : 1);
    if (src->valid_rows != dst->valid_rows || src_cols != dst_cols) {
        PTO_TILE_FAULT(cmd, "valid region %d x %d of src differs from %d x %d of dst", src->valid_rows, src->valid_cols,
                       dst->valid_rows, dst->valid_cols);
    }
}

static void exec_packed(pto_tile_run_t *run, const pto_tile_t *dst, const pto_tile_t *src, pto_attr_t rounding)
{
    const bool pack = pto_is_fp4(dst->elem);
    const uint32_t elements = counts_elements(dst, src) ? 2 : 1;  // of a column
    const size_t pairs = (pack ? run->cols : (size_t)src->valid_cols) / elements;
    *(pack ? &run->d_step : &run->a_step) /= elements;
    for (size_t i = 0; i < run->rows; i++, run->a += run->a_step, run->d += run->d_step) {
        if (!pack) {
            unpack_run(src->elem, run->a, (pto_bf16_t *)(void *)run->d, pairs);
            continue;
        }
        if (elements == 2) {
            hal_zero(run->d, (size_t)run->d_step);  // as pto-isa does
        }
        pack_run(dst->elem, (const pto_bf16_t *)(const void *)run->a, run->d, pairs, rounding);
    }
}

pto_step_t pto_tile_exec_convert(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src;
        uint64_t rounding, saturation;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    check_convert(cmd, &p->dst, &p->src);
    bool rows = p->dst.blayout == PTO_ROW_MAJOR;
    pto_tile_run_t run = {
        .d = pto_tile_base(core, &p->dst),
        .a = pto_tile_base(core, &p->src),
        .s = pto_tile_pair(p->src.elem, p->dst.elem, p->rounding, p->saturation),
        .rows = (size_t)(rows ? p->dst.valid_rows : p->dst.valid_cols),
        .cols = (size_t)(rows ? p->dst.valid_cols : p->dst.valid_rows),
        .d_step = pto_tile_step(&p->dst),
        .a_step = pto_tile_step(&p->src),
    };
    pto_tile_routine_t routine = pto_tile_convert_routine(run.s);
    if (routine != NULL) {
        routine(&run);
        return PTO_DONE;
    }
    exec_packed(&run, &p->dst, &p->src, rounding_of(p->rounding, p->src.elem, p->dst.elem));
    return PTO_DONE;
}
