// SPDX-License-Identifier: Apache-2.0
//
// Conversion of operands and results between fractal order and the panels of kernel.S. Private to hal/cube/rvv.
#ifndef HAL_CUBE_RVV_PACK_H
#define HAL_CUBE_RVV_PACK_H

#include <hal/cube/cube.h>

#include "kernel.h"

#define MM_KC   128  // steps of k at a time; a multiple of the elements of any fractal column
#define MM_MC   128  // rows at a time
#define MM_PASS 256  // columns of the result at a time

// Form of the operands of a multiply: f16 for the kernels of f16, or f32 for those of f32.
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
 * Packs `steps` steps of k from k0 on as vectors of `lanes` columns of the result from n0 on, of which `valid` exist.
 */
void mm_pack_rhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t valid,
                 uint32_t k0, uint32_t steps);

// Converts `rows` rows from m0 on in the fractal columns of `steps` steps from k0 on. Columns are MM_MC rows apart.
void mm_pack_lhs(const hal_cube_mad_t *mad, mm_form_t form, uint8_t *panel, uint32_t m0, uint32_t rows, uint32_t k0,
                 uint32_t steps);

// Loads `rows` vectors of `lanes` elements from the result at (m0, n0), and stores them. `valid` columns exist. Sums of
// i8 products are exact in f32 for a chunk of k; the store converts them to integers. `add`: adds them to the result.
void mm_load_result(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t m0, uint32_t rows, uint32_t n0,
                    uint32_t valid);
void mm_store_result(const hal_cube_mad_t *mad, const uint8_t *panel, uint32_t lanes, uint32_t m0, uint32_t rows,
                     uint32_t n0, uint32_t valid, bool add);

// Fills `rows` vectors with the bias of columns n0 on, or with zeros; for i8 with zeros.
void mm_start_panel(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t rows, uint32_t n0,
                    uint32_t valid);

// As above for a transpose: `columns` columns of the result from n0 on are rows of the panel; rows from m0 on are
// lanes.
void mm_load_turned(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns,
                    uint32_t m0, uint32_t valid);
void mm_start_turned(const hal_cube_mad_t *mad, uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns);
void mm_store_turned(const hal_cube_mad_t *mad, const uint8_t *panel, uint32_t lanes, uint32_t n0, uint32_t columns,
                     uint32_t m0, uint32_t valid, bool add);

// Writes the initial values of i8 to the result if there is a bias: the products are added to them.
void mm_start_integers(const hal_cube_mad_t *mad);

// Applies sat to a panel of results.
void mm_saturate_panel(uint8_t *panel, size_t elements);

#endif
