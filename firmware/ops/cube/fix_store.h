// SPDX-License-Identifier: Apache-2.0
//
// The record of a store from L0C, which fix_issue.c writes and fix.c executes. Private to the two.
#ifndef PTO_OPS_FIX_STORE_H
#define PTO_OPS_FIX_STORE_H

#include <pto/cube.h>

#include "../../core/core.h"

enum {
    SRC,
    DST,
    M,
    N,
    SRC_STRIDE,
    DST_STRIDE,
    QUANT,
    RELU,
    CLIP,
    LAYOUT_VALUE,
    COUNT3,
    SRC3,
    DST3,
    OTHER,  // the same offset in the UB of the other vector core
    NUM,
};

// Indices of the record's small arguments.
typedef struct {
    uint64_t src_elem : 6, dst_elem : 6, quant : 6, relu : 3, layout : 2, mem : 3, unit_flag : 2, clips : 1, sat : 2,
        split : 2, second : 1, atomic_type : 3, atomic_op : 2, raw_quant : 1;
} mode_t;
_Static_assert(sizeof(mode_t) == sizeof((pto_cmd_t){0}.arg), "a record holds the mode");

// Sets of element types.
#define T_I8   (1u << PTO_ELEM_I8)
#define T_U8   (1u << PTO_ELEM_U8)
#define T_I16  (1u << PTO_ELEM_I16)
#define T_I32  (1u << PTO_ELEM_I32)
#define T_F16  (1u << PTO_ELEM_F16)
#define T_BF16 (1u << PTO_ELEM_BF16)
#define T_F32  (1u << PTO_ELEM_F32)
#define T_E4M3 (1u << PTO_ELEM_E4M3)
#define T_E5M2 (1u << PTO_ELEM_E5M2)
#define T_HIF8 (1u << PTO_ELEM_HIF8)

// A mode of quantisation: whether it has a parameter for each column, its source type and its result types.
typedef struct {
    bool vector;
    uint8_t source;
    uint32_t results;
} quant_t;

extern const quant_t pto_fix_quants[PTO_QUANT_PRE_NUM];

static inline bool is_scaling(uint32_t quant)
{
    return quant != PTO_NO_CONVERT && quant != PTO_F32_F16 && quant != PTO_F32_BF16;
}

pto_step_t pto_fix_exec(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd);
size_t pto_fix_describe(const pto_cmd_t *cmd, char *text, size_t bytes);

#endif
