// SPDX-License-Identifier: Apache-2.0
//
// Shared by the executors of the cube core. Private to firmware/ops/cube.
#ifndef PTO_OPS_CUBE_H
#define PTO_OPS_CUBE_H

#include <pto/cube.h>

#include <isa/limits.h>

#include <pto/print.h>

#include "../../core/core.h"
#include "../check.h"

#define FRACTAL     PTO_L0_FRACTAL_BYTES
#define FRACTAL_L0C PTO_L0C_FRACTAL_BYTES

// Observers see a unit flag of L0C as two hand-overs. The one from multiply to store adds this to its number.
#define UNIT_FLAG_SET 0x10000

static inline uint64_t pto_ceil_div(uint64_t value, uint64_t divisor)
{
    return (value + divisor - 1) / divisor;
}

// Bits of an element; 4 for fp4, although its pointers point to pairs.
uint32_t pto_cube_bits(const pto_loc_t *loc, const char *name, uint32_t elem);

// Queues a command whose operands are numbers.
pto_cmd_t *pto_cube_begin(const pto_loc_t *loc, uint32_t pipe, const pto_op_t *op, const uint64_t *data, size_t num);
pto_event_t pto_cube_commit(uint32_t pipe);

// Numbers of a record, and the widths of their fields. A number that does not fit is a fault that names it.
typedef struct {
    uint8_t field, bits;
    const char *what;
} pto_cube_field_t;

void pto_cube_check_fields(const pto_cmd_t *cmd, const pto_cube_field_t *fields, size_t num);
#define PTO_CUBE_CHECK(cmd, fields) pto_cube_check_fields(cmd, fields, sizeof(fields) / sizeof *(fields))

// Work memory of a multiply on this core (HAL_CUBE_WORK_BYTES). Only PIPE_M may use it.
void *pto_cube_work(const pto_core_t *core);

// The scales of the operand at an offset of L0A or L0B. They are [rows / 16][k / 64] fragments of 32 bytes.
uint8_t *pto_cube_scales(const pto_core_t *core, uint32_t mem, size_t offset);

#endif
