// SPDX-License-Identifier: Apache-2.0
//
// Operands and results between fractal order and the panels of kernel.S. Private to hal/cube/rvv.
#ifndef HAL_CUBE_RVV_PACK_H
#define HAL_CUBE_RVV_PACK_H

#include <hal/cube/cube.h>

#include "kernel.h"

#define MM_KC   128  // steps of k at a time; a multiple of the elements of any fractal column
#define MM_MC   128  // rows at a time
#define MM_PASS 256  // columns of the result at a time

// How an operand reaches a multiply: as f16 in the kernels of f16, or as f32 in those of f32.
typedef struct {
    bool half;
    bool native_lhs;   // needs no panel
    bool native_rhs;   // needs no conversion
    uint32_t bytes;    // of an element in a panel
    uint32_t columns;  // elements of a fractal column of the left operand
} mm_form_t;

mm_form_t mm_form_of(const hal_cube_mad_t *mad);

// A product over panels, of any size.
void mm_panels(const hal_cube_mad_t *mad, mm_form_t form, void *work);

/**
 * Lays out `steps` steps of k from k0 as vectors of `lanes` columns of the result from n0 on, of which `valid` exist.
 */
void mm_pack_rhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t valid,
                 uint32_t k0, uint32_t steps);

// Converts `rows` rows from m0 on of the fractal columns that hold `steps` steps from k0; columns MM_MC rows apart.
void mm_pack_lhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, uint32_t m0, uint32_t rows, uint32_t k0,
                 uint32_t steps);

// `rows` vectors of `lanes` elements from the result at (m0, n0), and back. `valid` columns exist. Sums of products of i8,
// exact in f32 for a chunk of k, become integers on the way back; `add`: they are added to what is there.
void mm_load_result(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t m0, uint32_t rows, uint32_t n0,
                    uint32_t valid);
void mm_store_result(const hal_cube_mad_t *mad, const uint8_t *panel, uint32_t lanes, uint32_t m0, uint32_t rows,
                     uint32_t n0, uint32_t valid, bool add);

// `rows` vectors of the bias of columns n0 on, or of zeros; of i8 zeros.
void mm_start_panel(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t rows, uint32_t n0,
                    uint32_t valid);

// The same of a transpose: `columns` columns of the result from n0 on are rows of the panel, rows from m0 on lanes.
void mm_load_turned(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns,
                    uint32_t m0, uint32_t valid);
void mm_start_turned(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns);
void mm_store_turned(const hal_cube_mad_t *mad, const uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns,
                     uint32_t m0, uint32_t valid, bool add);

// The initial values of i8, in place, where there is a bias: the products are added to them.
void mm_start_integers(const hal_cube_mad_t *mad);

// The last step of sat.
void mm_saturate_panel(uint8_t *panel, size_t elements);

#endif
