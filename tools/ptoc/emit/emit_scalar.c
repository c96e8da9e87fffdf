// SPDX-License-Identifier: Apache-2.0
//
// Scalar code in C. Integer arithmetic wraps and has no undefined cases, so most of arith uses the macros of
// pto/arith.h. Operations for which C has exactly these semantics are written in plain C.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/// Literals ///

/// A double as the bits of a small float format, rounded to nearest even. Overflow gives infinity, or NaN if the format
/// has no infinity.
static uint32_t encode_float(double value, int exponent_bits, int fraction_bits, bool infinity)
{
    uint32_t sign = signbit(value) ? 1u << (exponent_bits + fraction_bits) : 0;
    uint32_t top = ((1u << exponent_bits) - 1) << fraction_bits;
    uint32_t too_large = infinity ? top : top + (1u << fraction_bits) - 1;
    int bias = (1 << (exponent_bits - 1)) - 1;
    if (isnan(value)) {
        return sign | top | (infinity ? 1u << (fraction_bits - 1) : (1u << fraction_bits) - 1);
    }
    value = fabs(value);
    if (isinf(value)) {
        return sign | too_large;
    }
    int exponent = 0;
    frexp(value, &exponent);  // value = f * 2^exponent, f in [0.5, 1)
    if (exponent < 2 - bias || value == 0) {
        exponent = 2 - bias;  // subnormal
    }
    double scaled = ldexp(value, fraction_bits + 1 - exponent);
    uint32_t bits = (uint32_t)scaled;
    double rest = scaled - bits;
    bits += rest > 0.5 || (rest == 0.5 && (bits & 1) != 0);
    if (exponent - 2 + bias >= 1 << exponent_bits) {
        return sign | too_large;
    }
    bits += (uint32_t)(exponent - 2 + bias) << fraction_bits;
    return sign | (bits > too_large ? too_large : bits);
}

static void emit_float(emitter_t *e, double value, elem_t elem)
{
    const char *suffix = elem == ELEM_F64 ? "" : "f";
    double rounded = elem == ELEM_F32 ? (double)(float)value : value;
    if (isnan(rounded)) {
        emit_printf(e, "__builtin_nan%s(\"\")", suffix);
    } else if (isinf(rounded)) {
        emit_printf(e, "%s__builtin_inf%s()", rounded < 0 ? "-" : "", suffix);
    } else {
        char text[40];
        snprintf(text, sizeof(text), elem == ELEM_F64 ? "%.17g" : "%.9g", rounded);
        emit_printf(e, "%s%s%s", text, strpbrk(text, ".e") == NULL ? ".0" : "", suffix);
    }
}

static void emit_integer(emitter_t *e, int64_t value, elem_t elem)
{
    uint32_t bits = elem_bits(elem);
    bool is_unsigned = elem_class(elem) == CLASS_UINT;
    if (elem == ELEM_I1) {
        emit_printf(e, (value & 1) != 0 ? "true" : "false");
        return;
    }
    uint64_t kept = bits >= 64 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << bits) - 1);
    if (is_unsigned) {
        emit_printf(e, "%" PRIu64 "%s", kept, bits == 64 ? "u" : bits == 32 ? "u" : "");
        return;
    }
    int64_t wrapped = bits >= 64 ? value : (int64_t)(kept << (64 - bits)) >> (64 - bits);
    if (wrapped == INT64_MIN) {
        emit_printf(e, "INT64_MIN");
    } else if (wrapped == INT32_MIN) {
        emit_printf(e, "INT32_MIN");
    } else {
        emit_printf(e, "%" PRId64, wrapped);
    }
}

/// 0x... as the bits of a float
static void emit_float_bits(emitter_t *e, uint64_t bits, elem_t elem)
{
    if (elem == ELEM_F32 || elem == ELEM_F64 || elem == ELEM_F16) {
        emit_printf(e, "pto_bitcast(%s, (uint%u_t)0x%" PRIx64 ")", elem_ctype(elem), elem_bits(elem), bits);
    } else {
        emit_printf(e, "{0x%" PRIx64 "}", bits);
    }
}

void emit_literal(emitter_t *e, const attr_t *attr, type_t type)
{
    elem_t elem = type.elem;
    if (elem_is_int(elem)) {
        emit_integer(e, attr->integer, elem);
    } else if (attr->is_bits) {
        emit_float_bits(e, (uint64_t)attr->integer, elem);
    } else if (elem == ELEM_F16) {
        emit_printf(e, "pto_narrow_f16(");
        emit_float(e, attr->real, ELEM_F64);
        emit_printf(e, ")");
    } else if (elem == ELEM_BF16) {
        emit_printf(e, "{0x%04x}  /* %g */", encode_float(attr->real, 8, 7, true), attr->real);
    } else if (elem == ELEM_E5M2) {
        emit_printf(e, "{0x%02x}  /* %g */", encode_float(attr->real, 5, 2, true), attr->real);
    } else if (elem == ELEM_E4M3) {
        emit_printf(e, "{0x%02x}  /* %g */", encode_float(attr->real, 4, 3, false), attr->real);
    } else {
        emit_float(e, attr->real, elem);
    }
}

/// arith ///

static elem_t arg_elem(const op_t *op, uint32_t i)
{
    return i < op->operands_num ? (elem_t)op->operands[i].value->type.elem : ELEM_NONE;
}

static const char *result_ctype(emitter_t *e, const op_t *op)
{
    return emit_type(e, op->results[0].type);
}

/// Operations that C has for this type without a special case.
static const char *binary_operator(op_id_t id, elem_t elem)
{
    bool native = elem == ELEM_F32 || elem == ELEM_F64 || elem == ELEM_F16;
    switch (id) {
        case OP_ANDI:
            return "&";
        case OP_ORI:
            return "|";
        case OP_XORI:
            return "^";
        case OP_ADDF:
            return native ? "+" : NULL;
        case OP_SUBF:
            return native ? "-" : NULL;
        case OP_MULF:
            return native ? "*" : NULL;
        case OP_DIVF:
            return native ? "/" : NULL;
        default:
            return NULL;
    }
}

static const char *const cmpi_names[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
static const char *const cmpf_names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                         "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};

/// The predicate: a keyword, or the number of the generic form.
static const char *predicate(const op_t *op, const char *const *names, uint32_t names_num)
{
    const attr_t *attr = op_attr(op, "predicate");
    attr = attr == NULL ? op_positional(op, 0) : attr;
    if (attr == NULL) {
        return names[0];
    }
    if (attr->kind == ATTR_INT) {
        return names[(uint64_t)attr->integer % names_num];
    }
    if (attr->kind == ATTR_BOOL) {
        return attr->integer != 0 ? "true" : "false";
    }
    return attr->text == NULL ? names[0] : attr->text;
}

static void emit_cmpi(emitter_t *e, const op_t *op)
{
    const char *name = predicate(op, cmpi_names, 10), *a = emit_arg(op, 0), *b = emit_arg(op, 1);
    if (strcmp(name, "eq") == 0 || strcmp(name, "ne") == 0) {
        emit_printf(e, "%s %s %s", a, *name == 'e' ? "==" : "!=", b);
        return;
    }
    const char *sign = strcmp(name + 1, "lt") == 0   ? "<"
                       : strcmp(name + 1, "le") == 0 ? "<="
                       : strcmp(name + 1, "gt") == 0 ? ">"
                                                     : ">=";
    bool plain = *name == 's' ? elem_class(arg_elem(op, 0)) != CLASS_UINT && arg_elem(op, 0) != ELEM_I1
                              : elem_class(arg_elem(op, 0)) == CLASS_UINT;
    if (plain) {
        emit_printf(e, "%s %s %s", a, sign, b);
    } else {
        const char *view = *name == 's' ? "pto_sext" : "pto_zext";
        emit_printf(e, "%s(%s) %s %s(%s)", view, a, sign, view, b);
    }
}

static void emit_cmpf(emitter_t *e, const op_t *op)
{
    const char *name = predicate(op, cmpf_names, 16);
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
        emit_printf(e, "%s", name);
    } else {
        emit_printf(e, "pto_cmpf_%s(%s, %s)", name, emit_arg(op, 0), emit_arg(op, 1));
    }
}

static void emit_cast(emitter_t *e, const op_t *op)
{
    op_id_t id = op_id(op);
    const char *type = result_ctype(e, op), *a = emit_arg(op, 0);
    elem_t to = op->results[0].type.elem;
    switch (id) {
        case OP_EXTSI:
        case OP_INDEX_CAST:
            emit_printf(e, to == ELEM_I1 ? "(%s)(%s & 1)" : "(%s)pto_sext(%s)", type, a);
            break;
        case OP_EXTUI:
        case OP_INDEX_CASTUI:
            emit_printf(e, to == ELEM_I1 ? "(%s)(%s & 1)" : "(%s)pto_zext(%s)", type, a);
            break;
        case OP_TRUNCI:
            emit_printf(e, to == ELEM_I1 ? "(%s)(%s & 1)" : "(%s)%s", type, a);
            break;
        case OP_SITOFP:
        case OP_UITOFP:
            emit_printf(e, "pto_%s(%s, %s)", id == OP_SITOFP ? "sitofp" : "uitofp", a, elem_token(to));
            break;
        case OP_FPTOSI:
        case OP_FPTOUI:
            emit_printf(e, "(%s)pto_%s(%s, %u)", type, id == OP_FPTOSI ? "fptosi" : "fptoui", a, elem_bits(to));
            break;
        case OP_EXTF:
        case OP_TRUNCF:
            emit_printf(e, "pto_convertf(%s, %s)", a, elem_token(to));
            break;
        default:
            emit_printf(e, "pto_bitcast(%s, %s)", type, a);
            break;
    }
}

/// The second result has a statement of its own, before the first.
static void emit_extended(emitter_t *e, op_t *op)
{
    op_id_t id = op_id(op);
    const char *fn = id == OP_ADDUI_EXT ? "pto_addui_carry" : id == OP_MULSI_EXT ? "pto_mulsi_high" : "pto_mului_high";
    if (op->results_num > 1) {
        emit_define(e, op->loc, &op->results[1], "%s(%s, %s);\n", fn, emit_arg(op, 0), emit_arg(op, 1));
    }
    emit_define(e, op->loc, &op->results[0], "%s(%s, %s);\n", id == OP_ADDUI_EXT ? "pto_addi" : "pto_muli",
                emit_arg(op, 0), emit_arg(op, 1));
}

static void emit_arith_value(emitter_t *e, const op_t *op)
{
    op_id_t id = op_id(op);
    elem_t elem = arg_elem(op, 0);
    const char *sign = binary_operator(id, elem);
    if (elem_is_pair(elem) && id != OP_SELECT && id != OP_BITCAST) {
        const char *name = strchr(op->name, '.') + 1;
        emit_printf(e, "PTO_PAIR%u(pto_%s, %s", op->operands_num, name, emit_arg(op, 0));
        for (uint32_t i = 1; i < op->operands_num; i++) {
            emit_printf(e, ", %s", emit_arg(op, i));
        }
        emit_printf(e, ")");
    } else if (sign != NULL) {
        emit_printf(e, elem_is_int(elem) ? "%s %s %s" : "pto_canonical(%s %s %s)", emit_arg(op, 0), sign, emit_arg(op, 1));
    } else if (op->desc->cls == OPS_MATH) {
        emit_printf(e, "pto_math_%s(%s", op->name + 5, emit_arg(op, 0));
        for (uint32_t i = 1; i < op->operands_num; i++) {
            emit_printf(e, ", %s", emit_arg(op, i));
        }
        emit_printf(e, ")");
    } else if (id == OP_CMPI) {
        emit_cmpi(e, op);
    } else if (id == OP_CMPF) {
        emit_cmpf(e, op);
    } else if (id == OP_SELECT) {
        emit_printf(e, "%s ? %s : %s", emit_arg(op, 0), emit_arg(op, 1), emit_arg(op, 2));
    } else if (id == OP_NEGF) {
        emit_printf(e, "pto_negf(%s)", emit_arg(op, 0));
    } else if (op->operands_num == 2) {  // a macro of pto/arith.h
        emit_printf(e, "pto_%s(%s, %s)", op->desc->name + strlen("arith."), emit_arg(op, 0), emit_arg(op, 1));
    } else {
        emit_cast(e, op);
    }
}

static void emit_arith(emitter_t *e, op_t *op)
{
    op_id_t id = op_id(op);
    if (op->results_num == 0 || op->results[0].type.kind == TYPE_OPAQUE) {
        return;
    }
    if (id == OP_ADDUI_EXT || id == OP_MULSI_EXT || id == OP_MULUI_EXT) {
        emit_extended(e, op);
        return;
    }
    emit_begin(e, op->loc);
    if (id == OP_CONSTANT) {
        emit_printf(e, "const ");
    }
    emit_result(e, &op->results[0]);
    if (id == OP_CONSTANT && op->attrs_num != 0) {
        emit_literal(e, &op->attrs[0], op->results[0].type);
    } else if (op == e->flat) {
        emit_printf(e, "pto_is_flat ? (%s)pto_thread.index : ", result_ctype(e, op));
        emit_arith_value(e, op);
    } else {
        emit_arith_value(e, op);
    }
    emit_printf(e, ";\n");
}

/// Pointers, scalar memory, queries ///

static const char *mem_name(space_t space)
{
    static const char *const names[SPACE_COUNT] = {"PTO_MEM_GM",  "PTO_MEM_GM",  "PTO_MEM_UB",
                                                   "PTO_MEM_L1",  "PTO_MEM_L0A", "PTO_MEM_L0B",
                                                   "PTO_MEM_L0C", "PTO_MEM_BT",  "PTO_MEM_FB"};
    return names[space];
}

static void emit_castptr(emitter_t *e, op_t *op)
{
    type_t from = op->operands[0].value->type, to = op->results[0].type;
    const char *a = emit_arg(op, 0), *type = emit_type(e, to);
    emit_begin_op(e, op);
    if (to.kind != TYPE_PTR) {
        if (from.space == SPACE_GM) {
            emit_printf(e, "(%s)(uintptr_t)%s;\n", type, a);
        } else {
            emit_printf(e, "(%s)pto_mem_offset(%s, %s);\n", type, mem_name(from.space), a);
        }
    } else if (from.kind == TYPE_PTR) {
        emit_printf(e, "(%s)%s;\n", type, a);
    } else if (to.space == SPACE_GM) {
        emit_printf(e, "(%s)(uintptr_t)%s;\n", type, a);
    } else if (to.space == SPACE_UB) {
        emit_printf(e, "pto_ub(%s, %s);\n", elem_ctype(to.elem), a);
    } else {
        emit_printf(e, "pto_mem(%s, %s, %s);\n", elem_ctype(to.elem), mem_name(to.space), a);
    }
}

void emit_query(emitter_t *e, op_t *op, const char *call)
{
    emit_begin_op(e, op);
    emit_printf(e, "%s;\n", call);
}

static void emit_vms4(emitter_t *e, op_t *op)
{
    for (uint32_t i = 0; i < op->results_num; i++) {
        emit_define(e, op->loc, &op->results[i], "pto_get_vms4_sr(%u);\n", i);
    }
}

/// %a[%i, %j] in C: each index is checked against its extent.
static const char *element(emitter_t *e, const op_t *op)
{
    const array_t *array = op->operands[0].value->type.array;
    const char *text = emit_arg(op, 0);
    for (uint32_t i = 0; i < array->rank; i++) {
        text = arena_printf(&e->cc->arena, "%s[pto_index(%s, %u)]", text, emit_arg(op, i + 1), array->sizes[i]);
    }
    return text;
}

static void emit_array(emitter_t *e, op_t *op)
{
    if (op_id(op) == OP_ARRAY_GET) {
        emit_query(e, op, element(e, op));
        return;
    }
    emit_begin(e, op->loc);
    if (op_id(op) == OP_ARRAY_SET) {
        emit_printf(e, "%s = %s;\n", element(e, op), emit_arg(op, op->operands_num - 1u));
        return;
    }
    const array_t *array = op->results[0].type.array;
    const char *name = emit_name(e, &op->results[0]);
    emit_printf(e, "%s%s%s", emit_type(e, array->item), array->item.kind == TYPE_PTR ? "" : " ", name);
    for (uint32_t i = 0; i < array->rank; i++) {
        emit_printf(e, "[%u]", array->sizes[i]);
    }
    emit_printf(e, " = {0};\n");
}

/// The call of a scalar unit, or that of a thread.
const char *emit_element_load(emitter_t *e, const op_t *op, const char *scalar)
{
    const char *call = e->thread == NULL ? scalar : arena_printf(&e->cc->arena, "%s_load", e->thread);
    return arena_printf(&e->cc->arena, "pto_%s(%s, %s)", call, emit_arg(op, 0), emit_arg(op, 1));
}

const char *emit_element_store(emitter_t *e, const op_t *op, const char *scalar)
{
    const char *call = e->thread == NULL ? scalar : arena_printf(&e->cc->arena, "%s_store", e->thread);
    return arena_printf(&e->cc->arena, "pto_%s(%s, %s, %s)", call, emit_arg(op, 0), emit_arg(op, 1), emit_arg(op, 2));
}

void emit_scalar(emitter_t *e, op_t *op)
{
    ptoc_t *cc = e->cc;
    if (op_is_arith(op)) {
        emit_arith(e, op);
        return;
    }
    // A flat list: one call for each operation, with its operands.
    switch (op_id(op)) {
        case OP_CASTPTR:
            if (op->results[0].type.kind != TYPE_PTR) {
                emit_timed_call(e, "varies");  // an address
            }
            emit_castptr(e, op);
            break;
        case OP_ARRAY:
        case OP_ARRAY_GET:
        case OP_ARRAY_SET:
            emit_array(e, op);
            break;
        case OP_STRUCT:
        case OP_STRUCT_GET:
        case OP_STRUCT_SET:
            emit_struct(e, op);
            break;
        case OP_ADDPTR:
            emit_query(e, op, arena_printf(&cc->arena, "%s + %s", emit_arg(op, 0), emit_arg(op, 1)));
            break;
        case OP_REMOTE:
            emit_query(e, op, arena_printf(&cc->arena, "pto_remote(%s, %s)", emit_arg(op, 0), emit_arg(op, 1)));
            break;
        case OP_LOAD_SCALAR:
        case OP_LOAD:
        case OP_LD_DEV:
            emit_timed_call(e, "varies");
            emit_query(e, op, emit_element_load(e, op, op_id(op) == OP_LD_DEV ? "ld_dev" : "load_scalar"));
            break;
        case OP_STORE_SCALAR:
        case OP_STORE:
        case OP_ST_DEV:
            emit_query(e, op, emit_element_store(e, op, op_id(op) == OP_ST_DEV ? "st_dev" : "store_scalar"));
            break;
        case OP_SET_CTRL:
            emit_query(e, op, arena_printf(&cc->arena, "pto_set_ctrl(%s)", emit_arg(op, 0)));
            break;
        case OP_SBITSET0:
        case OP_SBITSET1:
            emit_query(e, op,
                       arena_printf(&cc->arena, "pto_%s(%s, %s)", op->name + 4, emit_arg(op, 0), emit_arg(op, 1)));
            break;
        case OP_VMS4_SR:
            emit_vms4(e, op);
            break;
        case OP_SPRCLR:
            emit_query(e, op, "pto_sprclr_ar()");
            break;
        case OP_SPRSTI:
        case OP_SPRSTS:
            emit_query(e, op,
                       arena_printf(&cc->arena, "pto_%s%s(%s, %s)", op->name + 4, op->results_num != 0 ? "_post" : "",
                                    emit_arg(op, 0), emit_arg(op, 1)));
            break;
        case OP_DSB:
            emit_query(e, op, arena_printf(&cc->arena, "pto_dsb(PTO_DSB_%s)", op_positional(op, 0)->text));
            break;
        case OP_DCCI:
            emit_query(e, op,
                       arena_printf(&cc->arena, "pto_dcci(%s, PTO_%s)", emit_arg(op, 0), op_positional(op, 0)->text));
            break;
        default:  // block queries and get_ctrl
            emit_query(e, op, arena_printf(&cc->arena, "pto_%s()", op->name + 4));
            break;
    }
}
