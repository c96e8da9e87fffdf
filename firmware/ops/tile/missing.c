// SPDX-License-Identifier: Apache-2.0
//
// Families without an executor yet. TODO: execute them (issue 10)

#include "tile.h"

#define MISSING(family)                                                                           \
    pto_step_t pto_tile_exec_##family(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)      \
    {                                                                                             \
        PTO_TILE_FAULT(cmd, "this version does not execute it");                                  \
    }
MISSING(mgather)
MISSING(mscatter)
MISSING(relu_convert)
MISSING(relu_dequant)
MISSING(random)
MISSING(quant)
MISSING(quant_mx)
MISSING(dequant)
MISSING(gather)
MISSING(gather_cmp)
MISSING(gather_mask)
MISSING(gatherb)
MISSING(scatter)
MISSING(scatter_mask)
MISSING(sort32)
MISSING(mrgsort)
MISSING(mrgsort_lists)
