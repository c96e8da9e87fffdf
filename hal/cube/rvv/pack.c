// SPDX-License-Identifier: Apache-2.0

#include "pack.h"

#include <riscv_vector.h>

#include "../decode.h"

/// Elements ///

// f16 of each code of the small types, without and with saturation: all their values are f16 numbers. Filled on first
// use; harts that fill one at the same time write the same values.
static uint16_t tables[2][HAL_CUBE_TYPE_NUM][256];
static bool table_ready[2][HAL_CUBE_TYPE_NUM];

static const uint16_t *table_of(const hal_cube_mad_t *mad, hal_cube_type_t type)
{
    uint16_t *table = tables[mad->sat][type];
    if (!__atomic_load_n(&table_ready[mad->sat][type], __ATOMIC_ACQUIRE)) {
        for (uint32_t code = 0; code < 256; code++) {
            float value = cube_decode_code(type, code);
            _Float16 half = (_Float16)(mad->sat ? cube_saturate(value, cube_largest(type)) : value);
            __builtin_memcpy(&table[code], &half, sizeof half);
        }
        __atomic_store_n(&table_ready[mad->sat][type], true, __ATOMIC_RELEASE);
    }
    return table;
}

static vfloat16m4_t decode(const uint16_t *table, vuint8m2_t codes, size_t vl)
{
    vuint16m4_t offsets = __riscv_vsll_vx_u16m4(__riscv_vzext_vf2_u16m4(codes, vl), 1, vl);
    return __riscv_vreinterpret_v_u16m4_f16m4(__riscv_vluxei16_v_u16m4(table, offsets, vl));
}

static vfloat16m4_t from_i8(vuint8m2_t codes, size_t vl)
{
    return __riscv_vfwcvt_f_x_v_f16m4(__riscv_vreinterpret_v_u8m2_i8m2(codes), vl);
}

static vfloat16m4_t saturate_f16(vfloat16m4_t value, size_t vl)
{
    _Float16 bound = (_Float16)cube_largest(HAL_CUBE_F16);
    vbool4_t none = __riscv_vmfne_vv_f16m4_b4(value, value, vl);
    value = __riscv_vfmin_vf_f16m4(__riscv_vfmax_vf_f16m4(value, -bound, vl), bound, vl);
    return __riscv_vfmerge_vfm_f16m4(value, 0, none, vl);
}

static vfloat32m8_t saturate_f32(vfloat32m8_t value, float largest, size_t vl)
{
    vbool4_t none = __riscv_vmfne_vv_f32m8_b4(value, value, vl);
    value = __riscv_vfmin_vf_f32m8(__riscv_vfmax_vf_f32m8(value, -largest, vl), largest, vl);
    return __riscv_vfmerge_vfm_f32m8(value, 0, none, vl);
}

static vfloat32m8_t round_tf32(vfloat32m8_t value, hal_cube_tf32_t mode, size_t vl)
{
    vuint32m8_t bits = __riscv_vreinterpret_v_f32m8_u32m8(value);
    vbool4_t finite = __riscv_vmsltu_vx_u32m8_b4(__riscv_vand_vx_u32m8(bits, CUBE_F32_INF, vl), CUBE_F32_INF, vl);
    vuint32m8_t rounded;
    if (mode == HAL_CUBE_TF32_EVEN) {
        vuint32m8_t odd = __riscv_vand_vx_u32m8(__riscv_vsrl_vx_u32m8(bits, 13, vl), 1, vl);
        rounded = __riscv_vadd_vx_u32m8(__riscv_vadd_vv_u32m8(bits, odd, vl), 0xfff, vl);
    } else {
        rounded = __riscv_vadd_vx_u32m8(bits, 0x1000, vl);
    }
    rounded = __riscv_vand_vx_u32m8(rounded, ~0x1fffu, vl);
    return __riscv_vreinterpret_v_u32m8_f32m8(__riscv_vmerge_vvm_u32m8(bits, rounded, finite, vl));
}

// Converts a loaded f32 to the operand of the multiply.
static vfloat32m8_t finish_f32(const hal_cube_mad_t *mad, hal_cube_type_t type, vfloat32m8_t value, size_t vl)
{
    if (mad->tf32 != HAL_CUBE_TF32_OFF && type == HAL_CUBE_F32) {
        value = round_tf32(value, mad->tf32, vl);
    }
    return mad->sat ? saturate_f32(value, cube_largest(type), vl) : value;
}

static vfloat32m8_t from_bf16(vuint16m4_t halves, size_t vl)
{
    return __riscv_vreinterpret_v_u32m8_f32m8(__riscv_vsll_vx_u32m8(__riscv_vzext_vf2_u32m8(halves, vl), 16, vl));
}

static bool is_packed(hal_cube_type_t type)
{
    return type == HAL_CUBE_E2M1 || type == HAL_CUBE_E1M2;
}

/// The right operand: rows become lanes, 32 bytes apart ///

typedef struct {
    const hal_cube_mad_t *mad;
    const uint16_t *table;
    const float *scales;  // NULL: none
    uint8_t *panel;
    size_t vector;  // bytes
    size_t vl;
} rhs_t;

static void copy_f32(rhs_t *p, const uint8_t *at, uint32_t steps)
{
    uint8_t *to = p->panel;
    size_t vector = p->vector, vl = p->vl;
    const uint8_t *end = at + (size_t)steps * 4;
    for (; end - at >= 8 && vl <= __riscv_vsetvlmax_e32m4(); at += 8, to += 2 * vector) {
        vfloat32m4x2_t two = __riscv_vlsseg2e32_v_f32m4x2((const float *)at, 32, vl);
        __riscv_vse32_v_f32m4((float *)to, __riscv_vget_v_f32m4x2_f32m4(two, 0), vl);
        __riscv_vse32_v_f32m4((float *)(to + vector), __riscv_vget_v_f32m4x2_f32m4(two, 1), vl);
    }
    for (; at != end; at += 4, to += vector) {
        __riscv_vse32_v_f32m8((float *)to, __riscv_vlse32_v_f32m8((const float *)at, 32, vl), vl);
    }
    p->panel = to;
}

// A word holds two steps; the upper half is the later one, and is an f32 as it is. Full vectors of whole columns need
// no checks in the loop.
#define COLUMN_STEPS 16
#define COPY_BF16_COLUMNS(L)                                                                            \
    static void copy_bf16_columns_##L(uint8_t *to, const uint8_t *column, size_t pitch, uint32_t num)   \
    {                                                                                                   \
        const size_t vl = __riscv_vsetvlmax_e32##L();                                                   \
        const uint32_t high = UINT32_C(0xffff0000);                                                     \
        size_t vector = vl * 4;                                                                         \
        __asm__("" : "+r"(vector)); /* else it becomes an offset for each store and one for the loop */ \
        for (; num != 0; num--, column += pitch) {                                                      \
            const uint8_t *at = column;                                                                 \
            _Pragma("GCC unroll 8") for (size_t i = 0; i < COLUMN_STEPS / 2; i++, at += 4)              \
            {                                                                                           \
                vuint32##L##_t two = __riscv_vlse32_v_u32##L((const uint32_t *)at, 32, vl);             \
                __riscv_vse32((uint32_t *)to, __riscv_vsll(two, 16, vl), vl);                           \
                to += vector;                                                                           \
                __riscv_vse32((uint32_t *)to, __riscv_vand(two, high, vl), vl);                         \
                to += vector;                                                                           \
            }                                                                                           \
        }                                                                                               \
    }
COPY_BF16_COLUMNS(m4)
COPY_BF16_COLUMNS(m8)

// Copies such columns; returns whether there is nothing left to do.
static bool copy_whole_bf16(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t valid,
                            uint32_t k0, uint32_t steps)
{
    const hal_cube_operand_t *rhs = &mad->rhs;
    if (rhs->type != HAL_CUBE_BF16 || mad->sat || valid != lanes || k0 % COLUMN_STEPS != 0 ||
        steps % COLUMN_STEPS != 0) {
        return false;
    }
    const uint8_t *column = rhs->data + k0 / COLUMN_STEPS * rhs->pitch + (size_t)n0 * 32;
    if (lanes == __riscv_vsetvlmax_e32m8()) {
        copy_bf16_columns_m8(panel, column, rhs->pitch, steps / COLUMN_STEPS);
    } else if (lanes == __riscv_vsetvlmax_e32m4()) {
        copy_bf16_columns_m4(panel, column, rhs->pitch, steps / COLUMN_STEPS);
    } else {
        return false;
    }
    return true;
}

static void copy_bf16(rhs_t *p, const uint8_t *at, uint32_t steps)
{
    uint8_t *to = p->panel;
    size_t vector = p->vector, vl = p->vl;
    const uint32_t high = UINT32_C(0xffff0000);
    for (const uint8_t *end = at + (size_t)steps / 2 * 4; at != end; at += 4) {
        vuint32m8_t two = __riscv_vlse32_v_u32m8((const uint32_t *)at, 32, vl);
        __riscv_vse32_v_u32m8((uint32_t *)to, __riscv_vsll_vx_u32m8(two, 16, vl), vl);
        to += vector;
        __riscv_vse32_v_u32m8((uint32_t *)to, __riscv_vand_vx_u32m8(two, high, vl), vl);
        to += vector;
    }
    if (steps % 2 != 0) {
        vuint16m4_t last = __riscv_vlse16_v_u16m4((const uint16_t *)at, 32, vl);
        __riscv_vse32_v_f32m8((float *)to, from_bf16(last, vl), vl);
        to += vector;
    }
    p->panel = to;
}

static void copy_f16(rhs_t *p, const uint8_t *at, uint32_t steps)
{
    uint8_t *to = p->panel;
    size_t vector = p->vector, vl = p->vl;
    const uint8_t *end = at + (size_t)steps * 2;
    for (; end - at >= 4; at += 4, to += 2 * vector) {
        vfloat16m4x2_t two = __riscv_vlsseg2e16_v_f16m4x2((const _Float16 *)at, 32, vl);
        __riscv_vse16_v_f16m4((_Float16 *)to, __riscv_vget_v_f16m4x2_f16m4(two, 0), vl);
        __riscv_vse16_v_f16m4((_Float16 *)(to + vector), __riscv_vget_v_f16m4x2_f16m4(two, 1), vl);
    }
    for (; at != end; at += 2, to += vector) {
        __riscv_vse16_v_f16m4((_Float16 *)to, __riscv_vlse16_v_f16m4((const _Float16 *)at, 32, vl), vl);
    }
    p->panel = to;
}

static void copy_i8(rhs_t *p, const uint8_t *at, uint32_t steps)
{
    uint8_t *to = p->panel;
    size_t vector = p->vector, vl = p->vl;
    const uint8_t *end = at + steps;
    // Full vectors of two steps are contiguous, and so one register group.
    for (; end - at >= 4 && vl == __riscv_vsetvlmax_e8m2(); at += 4) {
        vuint8m2x4_t codes = __riscv_vlsseg4e8_v_u8m2x4(at, 32, vl);
        for (size_t i = 0; i < 2; i++, to += 2 * vector) {
            vuint8m4_t pair = i == 0 ? __riscv_vcreate_v_u8m2_u8m4(__riscv_vget_v_u8m2x4_u8m2(codes, 0),
                                                                   __riscv_vget_v_u8m2x4_u8m2(codes, 1))
                                     : __riscv_vcreate_v_u8m2_u8m4(__riscv_vget_v_u8m2x4_u8m2(codes, 2),
                                                                   __riscv_vget_v_u8m2x4_u8m2(codes, 3));
            vfloat16m8_t values = __riscv_vfwcvt_f_x_v_f16m8(__riscv_vreinterpret_v_u8m4_i8m4(pair), 2 * vl);
            __riscv_vse16_v_f16m8((_Float16 *)to, values, 2 * vl);
        }
    }
    for (; end - at >= 4; at += 4) {
        vuint8m2x4_t codes = __riscv_vlsseg4e8_v_u8m2x4(at, 32, vl);
        __riscv_vse16_v_f16m4((_Float16 *)to, from_i8(__riscv_vget_v_u8m2x4_u8m2(codes, 0), vl), vl);
        to += vector;
        __riscv_vse16_v_f16m4((_Float16 *)to, from_i8(__riscv_vget_v_u8m2x4_u8m2(codes, 1), vl), vl);
        to += vector;
        __riscv_vse16_v_f16m4((_Float16 *)to, from_i8(__riscv_vget_v_u8m2x4_u8m2(codes, 2), vl), vl);
        to += vector;
        __riscv_vse16_v_f16m4((_Float16 *)to, from_i8(__riscv_vget_v_u8m2x4_u8m2(codes, 3), vl), vl);
        to += vector;
    }
    for (; at != end; at++, to += vector) {
        __riscv_vse16_v_f16m4((_Float16 *)to, from_i8(__riscv_vlse8_v_u8m2(at, 32, vl), vl), vl);
    }
    p->panel = to;
}

static vfloat16m4_t lanes_f16(const rhs_t *p, const uint8_t *at, uint32_t k)
{
    hal_cube_type_t type = p->mad->rhs.type;
    if (type == HAL_CUBE_F16) {
        return saturate_f16(__riscv_vlse16_v_f16m4((const _Float16 *)at, 32, p->vl), p->vl);
    }
    vuint8m2_t codes = __riscv_vlse8_v_u8m2(at, 32, p->vl);
    if (is_packed(type)) {
        codes = __riscv_vand_vx_u8m2(__riscv_vsrl_vx_u8m2(codes, k % 2 * 4, p->vl), 15, p->vl);
    }
    return decode(p->table, codes, p->vl);
}

static vfloat32m8_t lanes_f32(const rhs_t *p, const uint8_t *at, uint32_t k)
{
    hal_cube_type_t type = p->mad->rhs.type;
    vfloat32m8_t value;
    if (type == HAL_CUBE_F32) {
        value = __riscv_vlse32_v_f32m8((const float *)at, 32, p->vl);
    } else if (type == HAL_CUBE_BF16) {
        value = from_bf16(__riscv_vlse16_v_u16m4((const uint16_t *)at, 32, p->vl), p->vl);
    } else {
        value = __riscv_vfwcvt_f_f_v_f32m8(lanes_f16(p, at, k), p->vl);
    }
    value = finish_f32(p->mad, type, value, p->vl);
    return p->scales == NULL ? value : __riscv_vfmul_vv_f32m8(value, __riscv_vle32_v_f32m8(p->scales, p->vl), p->vl);
}

static void convert_rhs(rhs_t *p, bool half, const uint8_t *column, uint32_t k, uint32_t steps)
{
    uint32_t elements = cube_column_elements(p->mad->rhs.type);
    for (uint32_t i = k % elements; steps != 0; i++, steps--) {
        const uint8_t *at = column + i * 32 / elements;
        if (half) {
            __riscv_vse16_v_f16m4((_Float16 *)p->panel, lanes_f16(p, at, i), p->vl);
        } else {
            __riscv_vse32_v_f32m8((float *)p->panel, lanes_f32(p, at, i), p->vl);
        }
        p->panel += p->vector;
    }
}

static void load_scales(const hal_cube_operand_t *operand, float *scales, uint32_t row, size_t rows, uint32_t group)
{
    for (size_t i = 0; i < rows; i++) {
        scales[i] = cube_scale(cube_scale_code(operand, row + i, group));
    }
}

static __attribute__((noinline)) void pack_columns(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel,
                                                   uint32_t lanes, uint32_t n0, uint32_t valid, uint32_t k0,
                                                   uint32_t steps)
{
    const hal_cube_operand_t *rhs = &mad->rhs;
    float scales[MM_PASS];
    rhs_t p = {mad, NULL, rhs->scale != NULL ? scales : NULL, panel, (size_t)lanes * form.bytes, valid};
    uint32_t elements = cube_column_elements(rhs->type);
    bool native = form.native_rhs;
    if (elements > 16 && rhs->type != HAL_CUBE_I8) {
        p.table = table_of(mad, rhs->type);
    }
    if (valid < lanes) {
        __builtin_memset(panel, 0, p.vector * steps);
    }
    for (uint32_t k = k0; k < k0 + steps;) {
        uint32_t part = rhs->scale != NULL ? 32 : elements;  // scales change every 32 steps
        uint32_t count = k0 + steps - k < part ? k0 + steps - k : part;
        const uint8_t *column = rhs->data + k / elements * rhs->pitch + (size_t)n0 * 32;
        if (rhs->scale != NULL) {
            load_scales(rhs, scales, n0, valid, k / 32);
        }
        if (rhs->type == HAL_CUBE_I8) {
            copy_i8(&p, column, count);
        } else if (rhs->type == HAL_CUBE_BF16 && !mad->sat) {
            copy_bf16(&p, column, count);
        } else if (!native) {
            convert_rhs(&p, form.half, column, k, count);
        } else if (form.half) {
            copy_f16(&p, column, count);
        } else {
            copy_f32(&p, column, count);
        }
        k += count;
    }
}

void mm_pack_rhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t valid,
                 uint32_t k0, uint32_t steps)
{
    if (!copy_whole_bf16(mad, panel, lanes, n0, valid, k0, steps)) {
        pack_columns(mad, form, panel, lanes, n0, valid, k0, steps);
    }
}

/// The left operand: the layout of elements is unchanged ///

static void convert_row_group(const hal_cube_mad_t *mad, const uint16_t *table, float *to, const uint8_t *from,
                              float scale)
{
    hal_cube_type_t type = mad->lhs.type;
    for (size_t left = 32; left != 0;) {
        size_t vl = __riscv_vsetvl_e32m8(left);
        vuint8m2_t codes;
        if (is_packed(type)) {
            // Two codes in a byte: the low one first.
            vuint8m1_t bytes = __riscv_vle8_v_u8m1(from, vl / 2);
            vuint16m2_t pairs = __riscv_vzext_vf2_u16m2(bytes, vl / 2);
            pairs = __riscv_vor_vv_u16m2(__riscv_vand_vx_u16m2(pairs, 0x0f, vl / 2),
                                         __riscv_vsll_vx_u16m2(__riscv_vand_vx_u16m2(pairs, 0xf0, vl / 2), 4, vl / 2),
                                         vl / 2);
            codes = __riscv_vreinterpret_v_u16m2_u8m2(pairs);
            from += vl / 2;
        } else {
            codes = __riscv_vle8_v_u8m2(from, vl);
            from += vl;
        }
        vfloat32m8_t value = __riscv_vfwcvt_f_f_v_f32m8(decode(table, codes, vl), vl);
        value = finish_f32(mad, type, value, vl);
        __riscv_vse32_v_f32m8(to, __riscv_vfmul_vf_f32m8(value, scale, vl), vl);
        to += vl;
        left -= vl;
    }
}

static void scale_rows(const hal_cube_mad_t *mad, const uint16_t *table, float *to, const uint8_t *from, uint32_t m0,
                       uint32_t rows, uint32_t k)
{
    uint32_t groups = cube_column_elements(mad->lhs.type) / 32;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t g = 0; g < groups; g++) {
            float scale = cube_scale(cube_scale_code(&mad->lhs, m0 + row, k / 32 + g));
            convert_row_group(mad, table, to + 32 * g, from + 32 / groups * g, scale);
        }
        from += 32;
        to += 32 * groups;
    }
}

static void i8_to_f16(_Float16 *to, const uint8_t *from, size_t elements)
{
    // Whole rows of 32 elements fill a register group of any length.
    size_t vl = __riscv_vsetvl_e8m4(elements);
    for (const _Float16 *end = to + elements / vl * vl; to != end; from += vl, to += vl) {
        vint8m4_t codes = __riscv_vle8_v_i8m4((const int8_t *)from, vl);
        __riscv_vse16_v_f16m8(to, __riscv_vfwcvt_f_x_v_f16m8(codes, vl), vl);
    }
    if ((vl = elements % vl) != 0) {
        vint8m4_t codes = __riscv_vle8_v_i8m4((const int8_t *)from, vl);
        __riscv_vse16_v_f16m8(to, __riscv_vfwcvt_f_x_v_f16m8(codes, vl), vl);
    }
}

static void convert_to_f16(const hal_cube_mad_t *mad, const uint16_t *table, _Float16 *to, const uint8_t *from,
                           size_t elements)
{
    while (elements != 0) {
        size_t vl = __riscv_vsetvl_e16m4(elements);
        vfloat16m4_t value;
        if (mad->lhs.type == HAL_CUBE_F16) {
            value = saturate_f16(__riscv_vle16_v_f16m4((const _Float16 *)from, vl), vl);
            from += 2 * vl;
        } else {
            vuint8m2_t codes = __riscv_vle8_v_u8m2(from, vl);
            value = decode(table, codes, vl);
            from += vl;
        }
        __riscv_vse16_v_f16m4(to, value, vl);
        to += vl;
        elements -= vl;
    }
}

static void convert_to_f32(const hal_cube_mad_t *mad, float *to, const uint8_t *from, size_t elements)
{
    while (elements != 0) {
        size_t vl = __riscv_vsetvl_e32m8(elements);
        vfloat32m8_t value;
        if (mad->lhs.type == HAL_CUBE_BF16) {
            value = from_bf16(__riscv_vle16_v_u16m4((const uint16_t *)from, vl), vl);
            from += 2 * vl;
        } else {
            value = __riscv_vle32_v_f32m8((const float *)from, vl);
            from += 4 * vl;
        }
        __riscv_vse32_v_f32m8(to, finish_f32(mad, mad->lhs.type, value, vl), vl);
        to += vl;
        elements -= vl;
    }
}

// bf16 columns without saturation: they need no further conversion.
static void widen_columns(float *to, const uint8_t *column, size_t pitch, size_t elements, uint32_t num)
{
    for (; num != 0; num--, column += pitch, to += MM_MC * COLUMN_STEPS) {
        const uint8_t *from = column;
        float *d = to;
        for (size_t left = elements, vl; left != 0; left -= vl, d += vl, from += 2 * vl) {
            vl = __riscv_vsetvl_e32m8(left);
            __riscv_vse32(d, from_bf16(__riscv_vle16_v_u16m4((const uint16_t *)from, vl), vl), vl);
        }
    }
}

static __attribute__((noinline)) void convert_lhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel,
                                                  uint32_t m0, uint32_t rows, uint32_t k0, uint32_t steps)
{
    const hal_cube_operand_t *lhs = &mad->lhs;
    const uint16_t *table = form.columns > 16 && lhs->type != HAL_CUBE_I8 ? table_of(mad, lhs->type) : NULL;
    for (uint32_t k = k0; k < k0 + steps; k += form.columns) {
        const uint8_t *from = lhs->data + k / form.columns * lhs->pitch + (size_t)m0 * 32;
        if (lhs->scale != NULL) {
            scale_rows(mad, table, (float *)panel, from, m0, rows, k);
        } else if (lhs->type == HAL_CUBE_I8) {
            i8_to_f16((_Float16 *)panel, from, (size_t)rows * form.columns);
        } else if (form.half) {
            convert_to_f16(mad, table, (_Float16 *)panel, from, (size_t)rows * form.columns);
        } else {
            convert_to_f32(mad, (float *)panel, from, (size_t)rows * form.columns);
        }
        panel += (size_t)MM_MC * form.columns * form.bytes;
    }
}

void mm_pack_lhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, uint32_t m0, uint32_t rows, uint32_t k0,
                 uint32_t steps)
{
    const hal_cube_operand_t *lhs = &mad->lhs;
    if (lhs->type != HAL_CUBE_BF16 || mad->sat) {
        convert_lhs(mad, form, panel, m0, rows, k0, steps);
        return;
    }
    const uint8_t *column = lhs->data + k0 / COLUMN_STEPS * lhs->pitch + (size_t)m0 * 32;
    widen_columns((float *)panel, column, lhs->pitch, (size_t)rows * COLUMN_STEPS,
                  (steps + COLUMN_STEPS - 1) / COLUMN_STEPS);
}

/// The result ///

// 64 bytes of each row: the 16 elements of a fractal column, as 8 pairs.
typedef vuint64m1x8_t row_t;

// Converts sums in f32 to integers.
static row_t to_integers(row_t row)
{
    vuint64m8_t bits =
        __riscv_vcreate_v_u64m1_u64m8(__riscv_vget_v_u64m1x8_u64m1(row, 0), __riscv_vget_v_u64m1x8_u64m1(row, 1),
                                      __riscv_vget_v_u64m1x8_u64m1(row, 2), __riscv_vget_v_u64m1x8_u64m1(row, 3),
                                      __riscv_vget_v_u64m1x8_u64m1(row, 4), __riscv_vget_v_u64m1x8_u64m1(row, 5),
                                      __riscv_vget_v_u64m1x8_u64m1(row, 6), __riscv_vget_v_u64m1x8_u64m1(row, 7));
    vfloat32m8_t sums = __riscv_vreinterpret_v_u32m8_f32m8(__riscv_vreinterpret_v_u64m8_u32m8(bits));
    vint32m8_t integers = __riscv_vfcvt_x_f_v_i32m8(sums, __riscv_vsetvlmax_e32m8());
    bits = __riscv_vreinterpret_v_u32m8_u64m8(__riscv_vreinterpret_v_i32m8_u32m8(integers));
    return __riscv_vcreate_v_u64m1x8(__riscv_vget_v_u64m8_u64m1(bits, 0), __riscv_vget_v_u64m8_u64m1(bits, 1),
                                     __riscv_vget_v_u64m8_u64m1(bits, 2), __riscv_vget_v_u64m8_u64m1(bits, 3),
                                     __riscv_vget_v_u64m8_u64m1(bits, 4), __riscv_vget_v_u64m8_u64m1(bits, 5),
                                     __riscv_vget_v_u64m8_u64m1(bits, 6), __riscv_vget_v_u64m8_u64m1(bits, 7));
}

static inline __attribute__((always_inline)) void move_rows(uint8_t *to, ptrdiff_t to_stride, const uint8_t *from,
                                                            ptrdiff_t from_stride, size_t rows, bool integers)
{
    size_t most = __riscv_vsetvlmax_e64m1();
    ptrdiff_t to_step = (ptrdiff_t)most * to_stride, from_step = (ptrdiff_t)most * from_stride;
    for (; rows >= most; rows -= most, to += to_step, from += from_step) {
        row_t row = __riscv_vlsseg8e64_v_u64m1x8((const uint64_t *)from, from_stride, most);
        __riscv_vssseg8e64_v_u64m1x8((uint64_t *)to, to_stride, integers ? to_integers(row) : row, most);
    }
    if (rows != 0) {
        row_t row = __riscv_vlsseg8e64_v_u64m1x8((const uint64_t *)from, from_stride, rows);
        __riscv_vssseg8e64_v_u64m1x8((uint64_t *)to, to_stride, integers ? to_integers(row) : row, rows);
    }
}

// Moves columns of 16 elements.
static void move_columns(uint8_t *to, ptrdiff_t to_stride, ptrdiff_t to_column, const uint8_t *from,
                         ptrdiff_t from_stride, ptrdiff_t from_column, size_t rows, uint32_t columns)
{
    for (; columns != 0; columns--, to += to_column, from += from_column) {
        move_rows(to, to_stride, from, from_stride, rows, false);
    }
}

// Moves whole rows of a panel, each of which fills a group, between the panel and the columns of the result. One
// indexed access moves all pieces of a row, as far as offsets of 16 bits reach.
#define MOVE_GROUPS(L, O)                                                                                            \
    static void move_groups_##L(bool load, uint8_t *panel, uint8_t *at, size_t pitch, size_t rows)                   \
    {                                                                                                                \
        const size_t vl = __riscv_vsetvlmax_e64##L();                                                                \
        const vuint16##O##_t word = __riscv_vid_v_u16##O(vl), column = __riscv_vsrl(word, 3, vl);                    \
        const vuint16##O##_t offsets = __riscv_vmacc(__riscv_vsll(word, 3, vl), (uint16_t)(pitch - 64), column, vl); \
        size_t vector = vl * 8;                                                                                      \
        __asm__("" : "+r"(vector));                                                                                  \
        if (load) {                                                                                                  \
            _Pragma("GCC unroll 4") for (; rows != 0; rows--, panel += vector, at += 64)                             \
            {                                                                                                        \
                __riscv_vse64((uint64_t *)panel, __riscv_vluxei16((const uint64_t *)at, offsets, vl), vl);           \
            }                                                                                                        \
        } else {                                                                                                     \
            _Pragma("GCC unroll 4") for (; rows != 0; rows--, panel += vector, at += 64)                             \
            {                                                                                                        \
                __riscv_vsuxei16((uint64_t *)at, offsets, __riscv_vle64_v_u64##L((uint64_t *)panel, vl), vl);        \
            }                                                                                                        \
        }                                                                                                            \
    }
MOVE_GROUPS(m4, m1)
MOVE_GROUPS(m8, m2)

// Moves the rows if they are of this kind; returns whether they are.
static bool moves_groups(const hal_cube_mad_t *mad, bool load, uint8_t *panel, uint32_t lanes, uint32_t m0,
                         uint32_t rows, uint32_t n0, uint32_t valid)
{
    if (valid != lanes || (lanes / 16 - 1) * mad->dst_pitch > 65000) {
        return false;
    }
    uint8_t *at = mad->dst + n0 / 16 * mad->dst_pitch + (size_t)m0 * 64;
    if (lanes == __riscv_vsetvlmax_e32m8()) {
        move_groups_m8(load, panel, at, mad->dst_pitch, rows);
    } else if (lanes == __riscv_vsetvlmax_e32m4() && rows <= 48) {  // else 64-byte segments cost less
        move_groups_m4(load, panel, at, mad->dst_pitch, rows);
    } else {
        return false;
    }
    return true;
}

static void move_short_rows(uint8_t *to, ptrdiff_t to_stride, const uint8_t *from, ptrdiff_t from_stride, size_t rows,
                            uint32_t elements)
{
    for (; rows != 0; rows--) {
        __builtin_memcpy(to, from, elements * 4);
        to += to_stride;
        from += from_stride;
    }
}

// As above for sums of i8; `add`: added to the result.
static void store_integers(uint8_t *to, const uint8_t *from, ptrdiff_t from_stride, size_t rows, uint32_t elements,
                           bool add)
{
    for (; rows != 0; rows--) {
        size_t vl = __riscv_vsetvl_e32m4(elements);
        vint32m4_t sum = __riscv_vfcvt_x_f_v_i32m4(__riscv_vle32_v_f32m4((const float *)from, vl), vl);
        if (add) {
            sum = __riscv_vadd_vv_i32m4(sum, __riscv_vle32_v_i32m4((const int32_t *)to, vl), vl);
        }
        __riscv_vse32_v_i32m4((int32_t *)to, sum, vl);
        to += 64;
        from += from_stride;
    }
}

void mm_load_result(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t m0, uint32_t rows, uint32_t n0,
                    uint32_t valid)
{
    if (moves_groups(mad, true, panel, lanes, m0, rows, n0, valid)) {
        return;
    }
    const uint8_t *from = mad->dst + n0 / 16 * mad->dst_pitch + (size_t)m0 * 64;
    move_columns(panel, (ptrdiff_t)lanes * 4, 64, from, 64, (ptrdiff_t)mad->dst_pitch, rows, (valid + 15) / 16);
}

void mm_store_result(const hal_cube_mad_t *mad, const uint8_t *panel, uint32_t lanes, uint32_t m0, uint32_t rows,
                     uint32_t n0, uint32_t valid, bool add)
{
    bool integers = mad->lhs.type == HAL_CUBE_I8;
    if (!integers && moves_groups(mad, false, (uint8_t *)panel, lanes, m0, rows, n0, valid)) {
        return;
    }
    ptrdiff_t stride = (ptrdiff_t)lanes * 4;
    uint8_t *to = mad->dst + n0 / 16 * mad->dst_pitch + (size_t)m0 * 64;
    uint32_t whole = integers ? 0 : valid / 16;
    move_columns(to, 64, (ptrdiff_t)mad->dst_pitch, panel, stride, 64, rows, whole);
    to += whole * mad->dst_pitch;
    for (uint32_t n = whole * 16; n < valid; n += 16, to += mad->dst_pitch) {
        uint32_t elements = valid - n < 16 ? valid - n : 16;
        if (integers && !add && elements == 16) {
            move_rows(to, 64, panel + n * 4, stride, rows, true);
        } else if (integers) {
            store_integers(to, panel + n * 4, stride, rows, elements, add);
        } else {
            move_short_rows(to, 64, panel + n * 4, stride, rows, elements);
        }
    }
}

static void zero_panel(float *to, size_t elements)
{
    size_t vl = __riscv_vsetvlmax_e32m8();
    vfloat32m8_t zero = __riscv_vfmv_v_f_f32m8(0, vl);
    for (; elements >= 4 * vl; elements -= 4 * vl, to += 4 * vl) {
        __riscv_vse32_v_f32m8(to, zero, vl);
        __riscv_vse32_v_f32m8(to + vl, zero, vl);
        __riscv_vse32_v_f32m8(to + 2 * vl, zero, vl);
        __riscv_vse32_v_f32m8(to + 3 * vl, zero, vl);
    }
    for (; elements != 0; elements -= vl, to += vl) {
        vl = __riscv_vsetvl_e32m8(elements);
        __riscv_vse32_v_f32m8(to, zero, vl);
    }
}

void mm_start_panel(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t rows, uint32_t n0,
                    uint32_t valid)
{
    if (mad->bias == NULL || mad->lhs.type == HAL_CUBE_I8) {
        zero_panel((float *)panel, (size_t)rows * lanes);
        return;
    }
    size_t vl = lanes;
    vfloat32m8_t first = __riscv_vfmv_v_f_f32m8(0, vl);
    first = __riscv_vle32_v_f32m8_tu(first, (const float *)mad->bias + n0, valid);
    for (; rows != 0; rows--) {
        __riscv_vse32_v_f32m8((float *)panel, first, vl);
        panel += vl * 4;
    }
}

void mm_start_integers(const hal_cube_mad_t *mad)
{
    for (uint32_t n = 0; n < mad->n; n += 16) {
        uint32_t elements = mad->n - n < 16 ? mad->n - n : 16;
        uint8_t *to = mad->dst + n / 16 * mad->dst_pitch;
        move_short_rows(to, 64, (const uint8_t *)mad->bias + 4 * n, 0, mad->m, elements);
    }
}

void mm_saturate_panel(uint8_t *panel, size_t elements)
{
    float *at = (float *)panel;
    while (elements != 0) {
        size_t vl = __riscv_vsetvl_e32m8(elements);
        __riscv_vse32_v_f32m8(at, saturate_f32(__riscv_vle32_v_f32m8(at, vl), pto_f32_of(CUBE_F32_MAX), vl), vl);
        at += vl;
        elements -= vl;
    }
}
