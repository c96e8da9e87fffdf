// SPDX-License-Identifier: Apache-2.0
//
// Results that are computed as their transpose, with lanes along m: used if n is small and m is not. A row of a panel
// is a column of the result, with 64 bytes between elements.

#include <riscv_vector.h>

#include "pack.h"

static uint8_t *column_at(const hal_cube_mad_t *mad, uint32_t n, uint32_t m)
{
    return mad->dst + n / 16 * mad->dst_pitch + n % 16 * 4 + (size_t)m * 64;
}

void mm_load_turned(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns,
                    uint32_t m0, uint32_t valid)
{
    for (uint32_t i = 0; i < columns; i++, panel += (size_t)lanes * 4) {
        const float *from = (const float *)column_at(mad, n0 + i, m0);
        __riscv_vse32_v_f32m8((float *)panel, __riscv_vlse32_v_f32m8(from, 64, valid), valid);
    }
}

void mm_start_turned(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns)
{
    bool zero = mad->bias == NULL || mad->lhs.type == HAL_CUBE_I8;
    for (uint32_t i = 0; i < columns; i++, panel += (size_t)lanes * 4) {
        float first = zero ? 0 : ((const float *)mad->bias)[n0 + i];
        __riscv_vse32_v_f32m8((float *)panel, __riscv_vfmv_v_f_f32m8(first, lanes), lanes);
    }
}

void mm_store_turned(const hal_cube_mad_t *mad, const uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns,
                     uint32_t m0, uint32_t valid, bool add)
{
    for (uint32_t i = 0; i < columns; i++, panel += (size_t)lanes * 4) {
        int32_t *to = (int32_t *)column_at(mad, n0 + i, m0);
        vfloat32m8_t sum = __riscv_vle32_v_f32m8((const float *)panel, valid);
        if (mad->lhs.type != HAL_CUBE_I8) {
            __riscv_vsse32_v_f32m8((float *)to, 64, sum, valid);
            continue;
        }
        vint32m8_t integers = __riscv_vfcvt_x_f_v_i32m8(sum, valid);
        if (add) {
            integers = __riscv_vadd_vv_i32m8(integers, __riscv_vlse32_v_i32m8(to, 64, valid), valid);
        }
        __riscv_vsse32_v_i32m8(to, 64, integers, valid);
    }
}
