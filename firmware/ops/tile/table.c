// SPDX-License-Identifier: Apache-2.0
//
// The rows of isa/tile.def as objects, one each, so that an image holds only the executors of the instructions that its
// kernels name.

#include "tile.h"

enum {
    PTO_TILE_PIPE_V = PIPE_V,
    PTO_TILE_PIPE_M = PIPE_M,
    PTO_TILE_PIPE_MTE2 = PIPE_MTE2,
    PTO_TILE_PIPE_MTE3 = PIPE_MTE3,
};

// The pipe of the fast path, where memories are known: between UB and GM, or within UB.
#define RUN_PIPE(pipe)                           \
    ((pipe) < PTO_PIPE_NUM           ? (pipe)    \
     : (pipe) == PTO_TILE_PIPE_LOAD  ? PIPE_MTE2 \
     : (pipe) == PTO_TILE_PIPE_STORE ? PIPE_MTE3 \
                                     : PIPE_V)

#define T_I8     PTO_ELEM_BIT(I8)
#define T_U8     PTO_ELEM_BIT(U8)
#define T_I16    PTO_ELEM_BIT(I16)
#define T_U16    PTO_ELEM_BIT(U16)
#define T_I32    PTO_ELEM_BIT(I32)
#define T_U32    PTO_ELEM_BIT(U32)
#define T_I64    PTO_ELEM_BIT(I64)
#define T_U64    PTO_ELEM_BIT(U64)
#define T_F16    PTO_ELEM_BIT(F16)
#define T_BF16   PTO_ELEM_BIT(BF16)
#define T_F32    PTO_ELEM_BIT(F32)
#define T_E4M3   PTO_ELEM_BIT(E4M3)
#define T_E5M2   PTO_ELEM_BIT(E5M2)
#define T_HIF8   PTO_ELEM_BIT(HIF8)
#define T_E2M1X2 PTO_ELEM_BIT(E2M1X2)
#define T_E1M2X2 PTO_ELEM_BIT(E1M2X2)
#define T_E8M0   PTO_ELEM_BIT(E8M0)

// Families whose executors work with lane functions of the instruction; others have none.
#define LANES_binary(id)         , pto_lanes_##id
#define LANES_unary(id)          , pto_lanes_##id
#define LANES_scalar(id)         , pto_lanes_##id
#define LANES_scalar_first(id)   , pto_lanes_##id
#define LANES_ternary(id)        , pto_lanes_##id
#define LANES_ternary_scalar(id) , pto_lanes_##id
#define LANES_axpy(id)           , pto_lanes_##id
#define LANES_trans(id)          , pto_lanes_##id
#define LANES_row_reduce(id)     , pto_lanes_##id
#define LANES_col_reduce(id)     , pto_lanes_##id
#define LANES_row_expand_op(id)  , pto_lanes_##id
#define LANES_col_expand_op(id)  , pto_lanes_##id
#define LANES(family, id)        LANES_PICK(LANES_##family(id), NULL, )
#define LANES_PICK(...)          LANES_SECOND(__VA_ARGS__)
#define LANES_SECOND(a, b, ...)  b

// pto_tile_observed_t of families; of others it is PTO_TILE_BY_PLACE.
#define OBSERVED_trans         , PTO_TILE_REARRANGED
#define OBSERVED_gather        , PTO_TILE_REARRANGED
#define OBSERVED_gather_cmp    , PTO_TILE_REARRANGED
#define OBSERVED_gather_mask   , PTO_TILE_REARRANGED
#define OBSERVED_gatherb       , PTO_TILE_REARRANGED
#define OBSERVED_scatter       , PTO_TILE_REARRANGED
#define OBSERVED_scatter_mask  , PTO_TILE_REARRANGED
#define OBSERVED_interleave    , PTO_TILE_REARRANGED
#define OBSERVED_sort32        , PTO_TILE_REARRANGED
#define OBSERVED_mrgsort       , PTO_TILE_TELLS_RESULTS
#define OBSERVED_mrgsort_lists , PTO_TILE_TELLS_RESULTS
#define OBSERVED_move          , PTO_TILE_TELLS_ALL
#define OBSERVED_extract       , PTO_TILE_TELLS_ALL
#define OBSERVED_insert        , PTO_TILE_TELLS_ALL
#define OBSERVED_concat        , PTO_TILE_TELLS_ALL
#define OBSERVED_fillpad       , PTO_TILE_TELLS_ALL
#define OBSERVED(family)       LANES_PICK(OBSERVED_##family, PTO_TILE_BY_PLACE, )

size_t pto_tile_describe_run(const pto_cmd_t *cmd, char *text, size_t bytes);
pto_step_t pto_tile_exec_run(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd);

#define PTO_TILE_OP(id, name, pipe, family, types, ins, outs, attrs) \
    pto_step_t pto_tile_exec_##family(pto_core_t *core, uint32_t pipe_, const pto_cmd_t *cmd);
#include <isa/tile.def>

#define PTO_TILE_OP(id_, name_, pipe_, family, types_, ins_, outs_, attrs)                            \
    const pto_tile_op_t pto_tile_##id_ = {                                                            \
        .run = {name_, pto_tile_exec_run, pto_tile_describe_run, 0, RUN_PIPE(PTO_TILE_PIPE_##pipe_)}, \
        .op = {name_, pto_tile_exec_##family, pto_tile_describe},                                     \
        PTO_TILE_ROW_##id_,                                                                           \
        .ins = ins_,                                                                                  \
        .outs = outs_,                                                                                \
        .lanes = LANES(family, id_),                                                                  \
        .types = types_,                                                                              \
        .pipe = PTO_TILE_PIPE_##pipe_,                                                                \
        .id = PTO_TILE_ID_##id_,                                                                      \
        .observed = OBSERVED(family),                                                                 \
    };                                                                                                \
    _Static_assert(PTO_TILE_TYPES_##id_ == (types_), "tools/tile_table.py reads the same types");
#include <isa/tile.def>
