// SPDX-License-Identifier: Apache-2.0
//
// Checks of cube commands beyond their shapes: words of clauses and their order, element types, sizes.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

/// Bare words, and words in clauses ///

static bool is_mad(const op_t *op)
{
    return op->desc->cls == OPS_CUBE && op->desc->pipe == PIPE_M;
}

static bool is_store(const op_t *op)
{
    return OP_IS_ANY(op, OP_MTE_L0C_L1, OP_MTE_L0C_GM, OP_MTE_L0C_UB);
}

static bool is_flag_of(const op_t *op, const char *word)
{
    bool sat = cube_word(WORDS_SAT, word) != NULL;
    return op_is(op, OP_MTE_GM_L1_FRAC) ? cube_word(WORDS_FRAC, word) != NULL
           : is_mad(op)                 ? sat || strcmp(word, "disable_gemv") == 0 || strcmp(word, "n_dir") == 0
           : is_store(op)               ? sat || (cube_word(WORDS_LAYOUT, word) != NULL && strcmp(word, "nz2dn") != 0)
                                        : false;
}

/// Keys of the dictionary: flags, and attributes without another place. Keys with a dot belong to other dialects.
static bool is_key_of(const op_t *op, const attr_t *attr)
{
    bool fills = op_is(op, OP_RAW_FILL_L1) && strcmp(attr->key, "fill_word_bits") == 0;
    return (attr->kind == ATTR_UNIT && is_flag_of(op, attr->key)) || strcmp(attr->key, "transpose") == 0 || fills ||
           strchr(attr->key, '.') != NULL || strcmp(attr->key, "operandSegmentSizes") == 0;
}

static void check_flags(verifier_t *v, op_t *op)
{
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const attr_t *attr = &op->attrs[i];
        if (attr->key != NULL && attr->clause == 0 && !is_key_of(op, attr)) {
            FAIL_ATTR(v, attr, "unknown-attribute", "'%s' has no attribute '%s'", op->name, attr->key);
        }
        if (attr->key == NULL && attr->clause == 0 && attr->text != NULL && !is_flag_of(op, attr->text)) {
            bool takes = strstr(op->desc->shape, arena_printf(&v->scratch, " %s(", attr->text)) != NULL;
            FAIL_ATTR(v, attr, "cube-clause",
                      takes ? "'%s' takes the values of '%s' in parentheses" : "'%s' has no clause '%s'", op->name,
                      attr->text);
        }
    }
    if (op_is(op, OP_MTE_GM_L1_FRAC) && op_positional(op, 0) == NULL) {
        FAIL_OP(v, op, "cube-clause", "'%s' needs one of %s", op->name, cube_words(v->cc, WORDS_FRAC));
    }
}

/// A clause has one of the words of a set, by itself or after `key =`.
static void check_clause_word(verifier_t *v, op_t *op, const clause_t *clause, const char *key, word_set_t set)
{
    const char *word = clause != NULL ? cube_clause_word(op, clause, key) : "";
    if (clause != NULL && cube_word(set, word) == NULL) {
        verify_fail(v, clause->loc, (uint32_t)strlen(clause->name), "cube-clause", "%s(%s%s...) is one of %s, not '%s'",
                    clause->name, key != NULL ? key : "", key != NULL ? " = " : "", cube_words(v->cc, set), word);
    }
}

static void check_clause_words(verifier_t *v, op_t *op)
{
    const clause_t *dst = cube_clause(op, "dst_mode");
    check_clause_word(v, op, cube_clause(op, "unit_flag"), NULL,
                      is_mad(op) ? WORDS_MAD_UNIT_FLAG : WORDS_FIX_UNIT_FLAG);
    check_clause_word(v, op, cube_clause(op, "tf32_mode"), NULL, WORDS_TF32_MODE);
    check_clause_word(v, op, cube_clause(op, "sat"), NULL, WORDS_SAT_NAN);
    check_clause_word(v, op, cube_clause(op, "atomic"), "type", WORDS_ATOMIC_TYPE);
    check_clause_word(v, op, cube_clause(op, "atomic"), "op", WORDS_ATOMIC_OP);
    check_clause_word(v, op, cube_clause(op, "pre_relu"), "mode", WORDS_RELU);
    if (dst != NULL && dst->num == 0) {
        check_clause_word(v, op, dst, NULL, WORDS_SPLIT);
    }
    const clause_t *quant = cube_clause(op, "pre_quant");
    const char *mode = cube_clause_word(op, quant, "mode");
    if (quant != NULL && quant_find(mode) == NULL) {
        verify_fail(v, quant->loc, (uint32_t)strlen(quant->name), "cube-clause", "pre_quant(...) has no mode '%s'",
                    mode);
    }
}

/// The rank of a store's clause in their order; 0: a clause without a rank.
static uint32_t clause_rank(const char *name)
{
    static const struct {
        const char *name;
        uint32_t rank;
    } ranks[] = {
        {"dst_mode", 1}, {"unit_flag", 2}, {"pre_quant", 3}, {"pre_relu", 4}, {"nz2nd", 5},  {"nz2dn", 5},
        {"nz2nz", 5},    {"loop3", 6},     {"sat", 7},       {"nosat", 7},    {"atomic", 8},
    };
    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
        if (strcmp(ranks[i].name, name) == 0) {
            return ranks[i].rank;
        }
    }
    return 0;
}

/// The next clause or bare word after `after`, NULL at the end.
static const char *next_clause(const op_t *op, loc_t after, loc_t *loc)
{
    const char *name = NULL;
    *loc = UINT32_MAX;
    for (uint32_t i = 0; i < op->clauses_num; i++) {
        if (op->clauses[i].loc > after && op->clauses[i].loc < *loc) {
            *loc = op->clauses[i].loc;
            name = op->clauses[i].name;
        }
    }
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const attr_t *attr = &op->attrs[i];
        bool bare = attr->key == NULL && attr->clause == 0 && attr->text != NULL;
        if (bare && attr->loc > after && attr->loc < *loc) {
            *loc = attr->loc;
            name = attr->text;
        }
    }
    return name;
}

static void check_clause_order(verifier_t *v, op_t *op)
{
    loc_t loc = op->loc;
    const char *before = NULL, *name;
    while ((name = next_clause(op, loc, &loc)) != NULL) {
        uint32_t rank = clause_rank(name), last = before != NULL ? clause_rank(before) : 0;
        if (rank != 0 && rank == last) {
            verify_fail(v, loc, (uint32_t)strlen(name), "cube-clause", "'%s' and '%s' exclude each other", before,
                        name);
        } else if (rank != 0 && rank < last && is_store(op)) {
            verify_fail(v, loc, (uint32_t)strlen(name), "cube-clause", "'%s' stands in front of '%s'", name, before);
        }
        before = rank != 0 ? name : before;
    }
}

/// Element types ///

static elem_t pointer_elem(const op_t *op, uint32_t i)
{
    return op->operands_num > i && op->operands[i].value != NULL ? (elem_t)op->operands[i].value->type.elem : ELEM_NONE;
}

static uint32_t pointer_bit(const op_t *op, uint32_t i)
{
    return elem_table_bit(pointer_elem(op, i));
}

/// Whether the cube multiplies elements of a with those of b into c; sets of one type.
static bool multiplies(bool mx, uint32_t a, uint32_t b, uint32_t c)
{
    static const uint32_t fp8 = T_E4M3 | T_E5M2, fp4 = T_E2M1X2 | T_E1M2X2;
    if (c == T_I32) {
        return a == T_I8 && b == T_I8 && !mx;
    }
    bool small = ((a & fp8) != 0 && (b & fp8) != 0) || (mx && (a & fp4) != 0 && (b & fp4) != 0);
    bool same = a == b && (a & (T_F16 | T_BF16 | T_F32 | T_HIF8)) != 0;
    return c == T_F32 && (small || (!mx && same));
}

static void check_mad_types(verifier_t *v, op_t *op)
{
    uint32_t a = pointer_bit(op, 0), c = pointer_bit(op, 2);
    bool mx = OP_IS_ANY(op, OP_MAD_MX, OP_MAD_MX_ACC, OP_MAD_MX_BIAS);
    if (!multiplies(mx, a, pointer_bit(op, 1), c)) {
        FAIL_OP(v, op, "cube-types", "'%s' does not multiply %s with %s into %s", op->name,
                elem_name(pointer_elem(op, 0)), elem_name(pointer_elem(op, 1)), elem_name(pointer_elem(op, 2)));
        return;
    }
    if (OP_IS_ANY(op, OP_MAD_BIAS, OP_MAD_MX_BIAS) && pointer_bit(op, 3) != c) {
        FAIL_OPERAND(v, &op->operands[3], "cube-types", "the bias has the type of the result: %s, not %s",
                     elem_name(pointer_elem(op, 2)), elem_name(pointer_elem(op, 3)));
    }
    const clause_t *tf32 = cube_clause(op, "tf32_mode");
    if (tf32 != NULL && a != T_F32) {
        verify_fail(v, tf32->loc, (uint32_t)strlen(tf32->name), "cube-types", "tf32_mode(...) is for f32, not for %s",
                    elem_name(pointer_elem(op, 0)));
    }
    const attr_t *sat = op_word(op, "sat") != NULL ? op_word(op, "sat") : op_word(op, "nosat");
    if (sat != NULL && c == T_I32) {
        FAIL_ATTR(v, sat, "cube-types", "integers wrap: '%s' is for float types", sat->text);
    }
}

static bool is_payload_float(elem_t elem)
{
    return elem == ELEM_F16 || elem == ELEM_BF16 || elem == ELEM_F32;
}

/// A payload is a number, or rows in FB.
static void check_payload(verifier_t *v, op_t *op, const clause_t *clause, bool wanted, bool vector)
{
    const operand_t *payload = cube_payload(op, clause);
    uint32_t span = (uint32_t)strlen(clause->name);
    if (payload == NULL || !wanted) {
        if ((payload != NULL) != wanted) {
            verify_fail(v, clause->loc, span, "cube-clause", "mode '%s' of %s(...) takes %s",
                        cube_clause_word(op, clause, "mode"), clause->name, wanted ? "a payload" : "no payload");
        }
        return;
    }
    type_t type = payload->value != NULL ? payload->value->type : (type_t){0};
    bool good = type.kind == TYPE_NONE ||
                (is_payload_float(type.elem) &&
                 (vector ? type.kind == TYPE_PTR && type.space == SPACE_FB : type.kind == TYPE_SCALAR));
    if (!good) {
        verify_fail_value(v, payload, "cube-types", "mode '%s' takes %s of f16, bf16 or f32",
                          cube_clause_word(op, clause, "mode"), vector ? "a pointer to fb" : "a number");
    }
}

static void check_quant(verifier_t *v, op_t *op, const clause_t *clause)
{
    const quant_t *quant = quant_find(cube_clause_word(op, clause, "mode"));
    check_payload(v, op, clause, true, quant->vector);
    if (pointer_elem(op, 0) != quant->source || (pointer_bit(op, 1) & quant->results) == 0) {
        verify_fail(v, clause->loc, (uint32_t)strlen(clause->name), "cube-types", "mode '%s' does not go from %s to %s",
                    quant->spelling, elem_name(pointer_elem(op, 0)), elem_name(pointer_elem(op, 1)));
    }
}

/// The limit for f16 results is an f16, that for integers an integer of at most 16 bits.
static void check_clip(verifier_t *v, op_t *op, const operand_t *clip)
{
    type_t type = clip->value != NULL ? clip->value->type : (type_t){0};
    uint32_t to = pointer_bit(op, 1), from = elem_table_bit((elem_t)type.elem);
    bool good = type.kind == TYPE_NONE || (to == T_F16 && from == T_F16) ||
                (to == T_U8 && (from & (T_U16 | T_I16)) != 0) ||
                ((to & (T_I8 | T_I16)) != 0 && (from & (T_I8 | T_I16)) != 0);
    if (!good || (type.kind != TYPE_NONE && type.kind != TYPE_SCALAR)) {
        FAIL_OPERAND(v, clip, "cube-types", "a result of %s has no limit of %s", elem_name(pointer_elem(op, 1)),
                     verify_type(v, type));
    }
}

static void check_store(verifier_t *v, op_t *op)
{
    const clause_t *quant = cube_clause(op, "pre_quant"), *relu = cube_clause(op, "pre_relu");
    elem_t from = pointer_elem(op, 0);
    if (from != ELEM_F32 && from != ELEM_I32 && from != ELEM_S32) {
        FAIL_OPERAND(v, &op->operands[0], "cube-types", "an accumulator is f32 or i32, not %s", elem_name(from));
        return;
    }
    if (quant != NULL) {
        check_quant(v, op, quant);
    }
    if (relu != NULL) {
        const char *mode = cube_clause_word(op, relu, "mode");
        bool vector = strcmp(mode, "vector_relu") == 0;
        check_payload(v, op, relu, vector || strcmp(mode, "scalar_relu") == 0, vector);
    }
    if (cube_clip(op, relu) != NULL) {
        check_clip(v, op, cube_clip(op, relu));
    }
    bool nz2nz = op_word(op, "nz2nz") != NULL || cube_clause(op, "nz2nz") != NULL;
    if (nz2nz && (pointer_elem(op, 1) != ELEM_F32 || cube_clause(op, "loop3") != NULL)) {
        FAIL_OP(v, op, "cube-clause", "nz2nz writes f32, and not in a loop3(...)");
    }
    const clause_t *dn = cube_clause(op, "nz2dn");
    int64_t stride;
    if (dn != NULL && dn->num == 1 && cube_clause(op, "unit_flag") != NULL &&
        value_constant(op->operands[dn->first].value, &stride) && stride != 1) {
        verify_fail(v, dn->loc, 5, "cube-clause", "unit_flag(...) goes with nz2dn(1), and this is nz2dn(%lld)",
                    (long long)stride);
    }
}

/// Sizes ///

static bool constant_of(const op_t *op, uint32_t i, int64_t *value)
{
    return i < op->operands_num && op->operands[i].value != NULL && value_constant(op->operands[i].value, value);
}

static void check_multiple(verifier_t *v, op_t *op, uint32_t i, int64_t unit, const char *what)
{
    int64_t value;
    if (constant_of(op, i, &value) && value % unit != 0) {
        diag_t *diag = FAIL_OPERAND(v, &op->operands[i], "cube-range", "%s is a multiple of %lld, and %s is %lld", what,
                                    (long long)unit, value_spelling(v->cc, op->operands[i].value), (long long)value);
        verify_note_value(v, diag, op->operands[i].value);
    }
}

static void check_mad_sizes(verifier_t *v, op_t *op)
{
    bool bias = op_is(op, OP_MAD_BIAS) || op_is(op, OP_MAD_MX_BIAS);
    bool mx = OP_IS_ANY(op, OP_MAD_MX, OP_MAD_MX_ACC, OP_MAD_MX_BIAS);
    uint32_t first = bias ? 4 : 3;
    for (uint32_t i = first; i < first + 3; i++) {
        int64_t value;
        if (constant_of(op, i, &value) && value == 0) {
            FAIL_OPERAND(v, &op->operands[i], "cube-range", "m, n and k are positive");
        }
    }
    if (mx) {
        check_multiple(v, op, first + 2, 64, "k with scales");
    }
}

static void check_split(verifier_t *v, op_t *op)
{
    const clause_t *dst = cube_clause(op, "dst_mode");
    if (dst == NULL) {
        return;
    }
    int64_t subblock;
    if (dst->num == 1) {
        if (constant_of(op, dst->first, &subblock) && (subblock < 0 || subblock > 1)) {
            FAIL_OPERAND(v, &op->operands[dst->first], "cube-range", "a sub-block is 0 or 1, and this is %lld",
                         (long long)subblock);
        }
        return;
    }
    const char *word = cube_clause_word(op, dst, NULL);
    if (strcmp(word, "split_m") == 0) {
        check_multiple(v, op, 2, 2, "m of split_m");
    } else {
        check_multiple(v, op, 3, 32, "n of split_n");
    }
    if (cube_clause(op, "pre_quant") != NULL || cube_clause(op, "pre_relu") != NULL ||
        cube_clause(op, "nz2dn") != NULL || cube_clause(op, "nz2nz") != NULL || op_word(op, "nz2nz") != NULL) {
        verify_fail(v, dst->loc, (uint32_t)strlen(dst->name), "cube-clause",
                    "dst_mode(%s) goes with nz2nd, and without pre_quant and pre_relu", word);
    }
}

static void check_load(verifier_t *v, op_t *op)
{
    bool mx = OP_IS_ANY(op, OP_MTE_L1_L0A_MX, OP_MTE_L1_L0B_MX, OP_LOAD_L1_L0A_MX, OP_LOAD_L1_L0B_MX);
    bool plain = op_is(op, OP_MTE_L1_L0A) || op_is(op, OP_MTE_L1_L0B);
    if ((plain || mx) && op->operands_num != 4 && op->operands_num != 6 && op->operands_num != 8) {
        FAIL_OP(v, op, "operand-count",
                "'%s' takes two extents, with a start row and column four numbers, or six of the load itself",
                op->name);
        return;
    }
    bool typed = plain || OP_IS_ANY(op, OP_LOAD_L1_L0A, OP_LOAD_L1_L0B, OP_LOAD_L1_L0A_S4, OP_LOAD_L1_L0B_S4);
    if (typed && (pointer_bit(op, 0) == 0 || pointer_bit(op, 0) != pointer_bit(op, 1))) {
        FAIL_OP(v, op, "cube-types", "'%s' moves elements of one type: not from %s to %s", op->name,
                elem_name(pointer_elem(op, 0)), elem_name(pointer_elem(op, 1)));
    }
}

static void check_frac(verifier_t *v, op_t *op)
{
    const clause_t *shape = cube_clause(op, "shape"), *ctrl = cube_clause(op, "ctrl");
    int64_t small, d;
    if (shape != NULL && ctrl != NULL && constant_of(op, ctrl->first + 1u, &small) && small != 0 &&
        constant_of(op, shape->first + 1u, &d) && d > 4) {
        FAIL_OPERAND(v, &op->operands[shape->first + 1], "cube-range",
                     "small C0 packs at most 4 elements of d, and this is %lld", (long long)d);
    }
}

/// {fill_word_bits = 16 : i64}
static void check_fill(verifier_t *v, op_t *op)
{
    const attr_t *bits = op_attr(op, "fill_word_bits");
    if (bits == NULL || bits->kind != ATTR_INT || (bits->integer != 16 && bits->integer != 32)) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs fill_word_bits: 16 or 32", op->name);
    }
    check_multiple(v, op, 1, 32, "the byte offset");
}

void check_cube(verifier_t *v, op_t *op)
{
    if (op->desc->cls != OPS_CUBE) {
        return;
    }
    check_flags(v, op);
    check_clause_words(v, op);
    check_clause_order(v, op);
    if (v->failed) {
        return;
    }
    if (is_mad(op)) {
        check_mad_types(v, op);
        if (!v->failed) {
            check_mad_sizes(v, op);
        }
    } else if (is_store(op)) {
        check_store(v, op);
        check_split(v, op);
    } else if (op_is(op, OP_MTE_GM_L1_FRAC)) {
        check_frac(v, op);
    } else if (op_is(op, OP_RAW_FILL_L1)) {
        check_fill(v, op);
    } else {
        check_load(v, op);
        verify_integers(v, op, 2);
    }
}
