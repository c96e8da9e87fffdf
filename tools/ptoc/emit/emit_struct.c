// SPDX-License-Identifier: Apache-2.0
//
// Structs in C: one C type for each. A value is the address of its storage, so that callees can write to it.

#include "ptoc.h"

#include "emit.h"

void emit_structs(emitter_t *e)
{
    for (const record_t *record = e->cc->records; record != NULL; record = record->next) {
        emit_printf(e, "typedef struct {\n");
        for (uint32_t i = 0; i < record->fields_num; i++) {
            type_t type = record->fields[i];
            emit_printf(e, "    %s f%u;\n", type.kind == TYPE_STRUCT ? type.record->cname : emit_type(e, type), i);
        }
        emit_printf(e, "} %s;  // %s\n\n", record->cname, record->name);
    }
}

/// s->f0.f1
static const char *field(emitter_t *e, const op_t *op)
{
    const char *text = emit_arg(op, 0);
    for (uint32_t i = 1; i < op->operands_num && op->operands[i].indexed; i++) {
        int64_t number = 0;
        value_constant(op->operands[i].value, &number);
        text = arena_printf(&e->cc->arena, "%s%sf%d", text, i == 1 ? "->" : ".", (int)number);
    }
    return text;
}

void emit_struct(emitter_t *e, op_t *op)
{
    if (op_id(op) == OP_STRUCT_SET) {
        emit_text(e, op->loc, "%s = %s;\n", field(e, op), emit_arg(op, op->operands_num - 1u));
        return;
    }
    emit_query(e, op,
               op_id(op) == OP_STRUCT_GET ? field(e, op)
                                          : arena_printf(&e->cc->arena, "&(%s){0}", op->results[0].type.record->cname));
}
