// SPDX-License-Identifier: Apache-2.0
//
// Checks of synchronisation and transfers: pipes, events, buffer tokens, barriers, clauses and field widths.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

#include <isa/limits.h>


static bool is_flag(const op_t *op)
{
    return op_is(op, OP_SET_FLAG) || op_is(op, OP_WAIT_FLAG);
}

static bool is_buffer(const op_t *op)
{
    return op_is(op, OP_GET_BUF) || op_is(op, OP_RLS_BUF);
}

static bool is_barrier(const op_t *op)
{
    return op_is(op, OP_BARRIER) || op_is(op, OP_PIPE_BARRIER);
}

/// How many pipes an operation names.
static uint32_t pipes_num(const op_t *op)
{
    bool one = is_buffer(op) || is_barrier(op) || op_is(op, OP_SYNC_SET) || op_is(op, OP_SYNC_WAIT);
    return is_flag(op) ? 2 : one ? 1 : 0;
}

/// The which-th pipe: a positional attribute that is a word.
static const attr_t *pipe_attr(const op_t *op, uint32_t which)
{
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const attr_t *attr = &op->attrs[i];
        bool word = attr->key == NULL && attr->text != NULL;
        if (word && which-- == 0) {
            return attr;
        }
    }
    return NULL;
}

static int pipe_of(const op_t *op, uint32_t which)
{
    const attr_t *attr = pipe_attr(op, which);
    return attr != NULL ? pipe_find(attr->text) : -1;
}

/// Pipes ///

void check_pipes(verifier_t *v, op_t *op)
{
    const char *names[PIPE_COUNT + 1] = {NULL};
    for (int i = 0; i < PIPE_COUNT; i++) {
        names[i] = pipe_name((pipe_t)i);
    }
    for (uint32_t i = 0; i < pipes_num(op); i++) {
        const attr_t *attr = pipe_attr(op, i);
        if (attr == NULL) {
            return;  // check_intake
        }
        int pipe = pipe_find(attr->text);
        if (pipe < 0) {
            const char *near = verify_nearest(attr->text, names);
            if (near != NULL) {
                FAIL_ATTR(v, attr, "pipe-name", "there is no pipe '%s'; did you mean '%s'?", attr->text, near);
            } else {
                FAIL_ATTR(v, attr, "pipe-name", "there is no pipe '%s'", attr->text);
            }
        } else if (pipe == PIPE_ALL && !is_barrier(op)) {
            FAIL_ATTR(v, attr, "pipe-name", "PIPE_ALL is for barriers; '%s' names one pipe", op->name);
        }
    }
}

void check_pipe_core(verifier_t *v, op_t *op)
{
    core_kind_t core = verify_core(op);
    for (uint32_t i = 0; core != CORE_ANY && i < pipes_num(op); i++) {
        int pipe = pipe_of(op, i);
        bool cube_only = pipe == PIPE_M || pipe == PIPE_MTE1 || pipe == PIPE_FIX;
        if ((core == CORE_VECTOR && cube_only) || (core == CORE_CUBE && pipe == PIPE_V)) {
            FAIL_ATTR(v, pipe_attr(op, i), "pipe-core", "a %s core has no %s", core == CORE_CUBE ? "cube" : "vector",
                      pipe_name((pipe_t)pipe));
        }
    }
}

void check_same_pipe(verifier_t *v, op_t *op)
{
    if (is_flag(op) && pipe_of(op, 0) == pipe_of(op, 1) && pipe_of(op, 0) >= 0) {
        FAIL_ATTR(v, pipe_attr(op, 1), "same-pipe",
                  "a flag goes from one pipe to another; within %s use pto.pipe_barrier",
                  pipe_name((pipe_t)pipe_of(op, 0)));
    }
}

/// What the operations take, words and numbers apart: "two pipes and an event".
static const struct intake {
    op_id_t id;
    uint8_t words_least, words_most, numbers_least, numbers_most;
    const char *takes;
} intakes[] = {
    {OP_SET_FLAG, 2, 3, 0, 1, "two pipes and an event"},
    {OP_WAIT_FLAG, 2, 3, 0, 1, "two pipes and an event"},
    {OP_GET_BUF, 1, 1, 1, 2, "a pipe, a buffer id and a mode"},
    {OP_RLS_BUF, 1, 1, 1, 2, "a pipe, a buffer id and a mode"},
    {OP_BARRIER, 1, 1, 0, 0, "one pipe"},
    {OP_PIPE_BARRIER, 1, 1, 0, 0, "one pipe"},
    {OP_MEM_BAR, 1, 1, 0, 0, "one type"},
    {OP_SYNC_SET, 1, 1, 1, 1, "a pipe and an id"},
    {OP_SYNC_WAIT, 1, 1, 1, 1, "a pipe and an id"},
};

static void check_integers(verifier_t *v, op_t *op)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        bool integer = value == NULL || value->type.kind == TYPE_NONE ||
                       (value->type.kind == TYPE_SCALAR && elem_is_int(value->type.elem));
        if (!integer) {
            diag_t *diag = FAIL_OPERAND(v, &op->operands[i], "operand-type", "'%s' takes an integer here, and %s is %s",
                                        op->name, value_spelling(v->cc, value), verify_type(v, value->type));
            verify_note_value(v, diag, value);
        }
    }
}

void check_intake(verifier_t *v, op_t *op)
{
    uint32_t words = 0, numbers = op->operands_num;
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const attr_t *attr = &op->attrs[i];
        words += attr->key == NULL && attr->text != NULL;
        numbers += attr->key == NULL && attr->text == NULL;
    }
    for (size_t i = 0; i < sizeof(intakes) / sizeof(intakes[0]); i++) {
        const struct intake *intake = &intakes[i];
        if (!op_is(op, intake->id)) {
            continue;
        }
        check_integers(v, op);
        bool flag = intake->words_most == 3;
        if (words < intake->words_least || words > intake->words_most || numbers < intake->numbers_least ||
            numbers > intake->numbers_most || (flag && words + numbers != 3)) {
            FAIL_OP(v, op, "operand-count", "'%s' takes %s, but %u word%s and %u number%s are given", op->name,
                    intake->takes, words, words == 1 ? "" : "s", numbers, numbers == 1 ? "" : "s");
        }
    }
}

/// Ids ///

/// An integer of an operation, written as literal or as operand.
typedef struct number {
    const attr_t *attr;
    const operand_t *operand;
    loc_t loc;
    bool known;
    int64_t value;
} number_t;

/// The which-th integer of an operation in the order of the text.
static bool find_number(const op_t *op, uint32_t which, number_t *number)
{
    loc_t after = 0;
    for (uint32_t i = 0; i <= which; i++) {
        *number = (number_t){.loc = UINT32_MAX};
        for (uint32_t a = 0; a < op->attrs_num; a++) {
            const attr_t *attr = &op->attrs[a];
            if (attr->key == NULL && attr->kind == ATTR_INT && attr->loc > after && attr->loc < number->loc) {
                *number = (number_t){.attr = attr, .loc = attr->loc, .known = true, .value = attr->integer};
            }
        }
        for (uint32_t o = 0; o < op->operands_num; o++) {
            const operand_t *operand = &op->operands[o];
            if (operand->loc > after && operand->loc < number->loc) {
                *number = (number_t){.operand = operand, .loc = operand->loc};
            }
        }
        if (number->loc == UINT32_MAX) {
            return false;
        }
        after = number->loc;
    }
    if (number->operand != NULL && number->operand->value != NULL && !number->operand->value->undefined) {
        number->known = value_constant(number->operand->value, &number->value);
    }
    return true;
}

static void check_number(verifier_t *v, op_t *op, uint32_t which, int64_t limit, const char *rule, const char *what)
{
    number_t number;
    if (!find_number(op, which, &number) || !number.known || (number.value >= 0 && number.value < limit)) {
        return;
    }
    uint32_t span = number.operand != NULL ? verify_span(number.operand->value) : 1;
    diag_t *diag = verify_fail(v, number.loc, span, rule, "%s is 0 to %lld, and this is %lld", what,
                               (long long)limit - 1, (long long)number.value);
    if (number.operand != NULL) {
        verify_note_value(v, diag, number.operand->value);
    }
}

void check_event(verifier_t *v, op_t *op)
{
    if (op_is(op, OP_SYNC_SET) || op_is(op, OP_SYNC_WAIT)) {
        check_number(v, op, 0, PTO_SEMAPHORE_NUM, "event-range", "a semaphore id");
        return;
    }
    if (!is_flag(op)) {
        return;
    }
    const attr_t *attr = pipe_attr(op, 2);
    if (attr == NULL) {
        check_number(v, op, 0, PTO_EVENT_ID_NUM, "event-range", "an event id");
        return;
    }
    int event = event_find(attr->text);
    if (event < 0) {
        FAIL_ATTR(v, attr, "event-range",
                  "'%s' is not an event: write EVENT_ID0 to EVENT_ID%d, or an id that is computed as an operand: "
                  "[\"%s\", \"%s\", %%id]",
                  attr->text, PTO_EVENT_ID_NUM - 1, pipe_attr(op, 0)->text, pipe_attr(op, 1)->text);
    } else if (event >= PTO_EVENT_ID_NUM) {
        FAIL_ATTR(v, attr, "event-range", "there is no %s: a pair of pipes has EVENT_ID0 to EVENT_ID%d", attr->text,
                  PTO_EVENT_ID_NUM - 1);
    }
}

void check_buffer(verifier_t *v, op_t *op)
{
    if (!is_buffer(op)) {
        return;
    }
    check_number(v, op, 0, PTO_BUFFER_ID_NUM, "buffer-range", "a buffer id");
    check_number(v, op, 1, 2, "buffer-range", "a buffer mode");
}

/// Barriers and profiles ///

void check_barrier(verifier_t *v, op_t *op)
{
    static const char *const types[] = {"VV_ALL", "VST_VLD", "VLD_VST", "VST_VST", "VS_ALL", "VST_LD", "VLD_ST",
                                        "VST_ST", "SV_ALL",  "ST_VLD",  "LD_VST",  "ST_VST", NULL};
    if (!op_is(op, OP_MEM_BAR)) {
        return;
    }
    const attr_t *attr = pipe_attr(op, 0);
    for (uint32_t i = 0; types[i] != NULL; i++) {
        if (strcmp(types[i], attr->text) == 0) {
            return;
        }
    }
    const char *near = verify_nearest(attr->text, types);
    FAIL_ATTR(v, attr, "barrier-type", "there is no barrier '%s'; did you mean '%s'?", attr->text,
              near != NULL ? near : "VV_ALL");
}

static arch_t arch_of(const verifier_t *v, const op_t *op)
{
    for (const module_t *module = op->func->module; module != NULL; module = module->parent) {
        const attr_t *attr = attr_find(module->attrs, module->attrs_num, "pto.target_arch");
        if (attr != NULL && attr->text != NULL) {
            return strcmp(attr->text, "a5") == 0 ? ARCH_A5 : ARCH_A2A3;
        }
    }
    return v->cc->arch;
}

void check_arch(verifier_t *v, op_t *op)
{
    static const struct {
        op_id_t id;
        arch_t arch;
        const char *instead;
    } profiles[] = {
        {OP_SET_CROSS, ARCH_A2A3, "pto.set_intra_block"},
        {OP_WAIT_DEV, ARCH_A2A3, "pto.wait_intra_core"},
        {OP_SET_INTRA, ARCH_A5, "pto.set_cross_core"},
        {OP_WAIT_INTRA, ARCH_A5, "pto.wait_flag_dev"},
    };
    for (size_t i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
        if (op_is(op, profiles[i].id) && arch_of(v, op) != profiles[i].arch) {
            FAIL_OP(v, op, "arch", "'%s' does not exist on %s; '%s' takes its place", op->name,
                    profiles[i].arch == ARCH_A5 ? "A2/A3" : "A5", profiles[i].instead);
        }
    }
}

/// Transfers and their clauses ///

static bool is_pad(const clause_t *clause)
{
    return strcmp(clause->name, "pad") == 0;
}

/// The word of a shape for a clause.
static bool find_clause(const op_t *op, const clause_t *clause, shape_word_t *word)
{
    const char *at = op->desc->shape;
    while (shape_next(&at, word) && word->letter != ':') {
        if (word->letter == '(' && shape_word_is(word, clause->name)) {
            return true;
        }
    }
    return false;
}

static void check_clause(verifier_t *v, op_t *op, const clause_t *clause)
{
    uint32_t span = (uint32_t)strlen(clause->name);
    shape_word_t rule, word;
    if (!find_clause(op, clause, &rule)) {
        verify_fail(v, clause->loc, span, "dma-clause", "'%s' has no clause '%s'", op->name, clause->name);
        return;
    }
    uint32_t least = 0, most = 0;
    for (const char *at = rule.inside; shape_next_inside(&at, &word);) {
        least += !word.optional;
        most++;
    }
    // Padding on one side alone cannot be written.
    if (clause->num < least || clause->num > most || (is_pad(clause) && clause->num == 2)) {
        if (least == most) {
            verify_fail(v, clause->loc, span, "dma-clause", "%s(...) has %u operands, but %u %s given", clause->name,
                        least, clause->num, clause->num == 1 ? "is" : "are");
        } else {
            verify_fail(v, clause->loc, span, "dma-clause", "%s(...) has %u or %u operands, but %u are given",
                        clause->name, least, most, clause->num);
        }
        return;
    }
    const char *at = rule.inside;
    for (uint32_t i = 0; i < clause->num && shape_next_inside(&at, &word); i++) {
        verify_word(v, op, &word, &op->operands[clause->first + i]);
    }
}

static bool is_transfer(const op_t *op)
{
    return op->desc != NULL && (op->desc->cls == OPS_DMA || op->desc->cls == OPS_CUBE) && op->desc->shape != NULL;
}

/// Some older copies come with and without the valid rows and columns of the tile.
static void check_copy(verifier_t *v, op_t *op)
{
    uint32_t with = 0, without = 0;
    const char *at = op->desc->shape;
    shape_word_t word;
    while (shape_next(&at, &word) && word.letter != ':') {
        with += word.letter != '(';
        without += word.letter != '(' && !word.optional;
    }
    if (with != without && op->operands_num != with && op->operands_num != without) {
        FAIL_OP(v, op, "operand-count", "'%s' takes %u operands, or %u with valid rows and columns, but %u are given",
                op->name, without, with, op->operands_num);
    }
}

void check_dma(verifier_t *v, op_t *op)
{
    if (!is_transfer(op) || strstr(op->desc->shape, "...") != NULL) {
        return;
    }
    check_copy(v, op);
    const char *at = op->desc->shape;
    shape_word_t rule;
    while (shape_next(&at, &rule) && rule.letter != ':') {
        if (rule.letter != '(') {
            continue;
        }
        uint32_t count = 0;
        for (uint32_t i = 0; i < op->clauses_num; i++) {
            bool same = shape_word_is(&rule, op->clauses[i].name);
            count += same;
            if (same && count == 2 && !rule.repeated) {
                verify_fail(v, op->clauses[i].loc, (uint32_t)rule.name_size, "dma-clause", "%s(...) is given twice",
                            op->clauses[i].name);
            }
        }
        if (count == 0 && !rule.optional) {
            FAIL_OP(v, op, "dma-clause", "'%s' needs %.*s(...)", op->name, (int)rule.name_size, rule.name);
        }
    }
    for (uint32_t i = 0; i < op->clauses_num; i++) {
        check_clause(v, op, &op->clauses[i]);
    }
}

/// Field widths and addresses ///

/// A constant operand against the field that it goes to.
static void check_field(verifier_t *v, const operand_t *operand, const shape_word_t *word)
{
    int64_t value;
    if (word->bits == 0 || operand->value == NULL || operand->value->undefined ||
        !value_constant(operand->value, &value) || (value >= 0 && value < INT64_C(1) << word->bits)) {
        return;
    }
    char what[40];
    snprintf(what, sizeof(what), "%.*s", (int)word->name_size, word->name);
    for (char *c = what; *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    diag_t *diag = FAIL_OPERAND(v, operand, "dma-range", "the %s is a field of %u bits, and %s is %lld", what,
                                word->bits, value_spelling(v->cc, operand->value), (long long)value);
    verify_note_value(v, diag, operand->value);
}

void check_dma_range(verifier_t *v, op_t *op)
{
    if (!is_transfer(op)) {
        return;
    }
    shape_word_t word;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (shape_of_operand(op, i, &word)) {
            check_field(v, &op->operands[i], &word);
        }
    }
}

/// The byte address behind a pointer when it is a constant.
static bool constant_address(const value_t *value, int64_t *address)
{
    int64_t offset = 0;
    for (int i = 0; i < 16 && value != NULL && value->def != NULL; i++) {
        const op_t *def = value->def;
        if (def->operands_num == 0 || def->operands[0].value == NULL) {
            return false;
        }
        int64_t constant;
        if (op_is(def, OP_ADDPTR) && def->operands_num == 2 && def->operands[1].value != NULL) {
            if (!value_constant(def->operands[1].value, &constant)) {
                return false;
            }
            offset = (int64_t)((uint64_t)offset + (uint64_t)constant * (elem_bits(value->type.elem) / 8));
        } else if (op_is(def, OP_CASTPTR) && def->operands[0].value->type.kind == TYPE_SCALAR) {
            if (!value_constant(def->operands[0].value, &constant)) {
                return false;
            }
            *address = (int64_t)((uint64_t)constant + (uint64_t)offset);
            return true;
        } else if (!op_is(def, OP_CASTPTR)) {
            return false;
        }
        value = def->operands[0].value;
    }
    return false;
}

void check_ub_range(verifier_t *v, op_t *op)
{
    int64_t address, size = arch_of(v, op) == ARCH_A5 ? PTO_UB_BYTES : PTO_UB_BYTES_A2A3;
    bool pointer = (op_is(op, OP_CASTPTR) || op_is(op, OP_ADDPTR)) && op->results_num == 1 &&
                   op->results[0].type.kind == TYPE_PTR && op->results[0].type.space == SPACE_UB;
    if (pointer && constant_address(&op->results[0], &address) &&
        (address < 0 || address > size - op_is(op, OP_CASTPTR))) {
        FAIL_OP(v, op, "ub-range", "UB address %lld lies outside of UB, which has %lld bytes", (long long)address,
                (long long)size);
    }
    if (!is_transfer(op)) {
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        if (value == NULL || value->type.kind != TYPE_PTR || value->type.space != SPACE_UB ||
            !constant_address(value, &address)) {
            continue;
        }
        if (address % PTO_BLOCK_BYTES != 0) {
            diag_t *diag = FAIL_OPERAND(v, &op->operands[i], "ub-range",
                                        "a transfer starts at a multiple of %d bytes in UB, and %s is at %lld",
                                        PTO_BLOCK_BYTES, value_spelling(v->cc, value), (long long)address);
            verify_note_value(v, diag, value);
        }
    }
}
