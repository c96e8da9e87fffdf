// SPDX-License-Identifier: Apache-2.0
//
// Conversions of strips, over hal/vector/rvv/strip_convert.h.

#include "ptoc.h"

#include "emit.h"

void emit_conversion(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    const char *from = elem_token(op->elem), *to = elem_token(op->results[0].type.elem);
    emit_begin(e, op->loc);
    emit_printf(e, "PTO_STRIP(%s, m%u) %s = PTO_STRIP_CVT_%s_%s(%s, %s, %s, m%u);\n", to,
                lanes_group(plan, &op->results[0]), emit_name(e, &op->results[0]), from, to,
                op->operands[0].value->cname, lanes_rounding(op), lanes_saturates(op) ? "SAT" : "NOSAT", plan->lmul);
}
