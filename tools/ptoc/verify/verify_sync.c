// SPDX-License-Identifier: Apache-2.0
//
// Checks of synchronisation and transfers: pipes, events, buffer tokens, barriers, clauses and field widths.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

#define EVENTS_NUM     8
#define BUFFERS_NUM    32
#define SEMAPHORES_NUM 32
#define UB_BYTES_A5    (256 * 1024)
#define UB_BYTES_A2A3  (192 * 1024)
#define UB_ALIGN       32

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
        check_number(v, op, 0, SEMAPHORES_NUM, "event-range", "a semaphore id");
        return;
    }
    if (!is_flag(op)) {
        return;
    }
    const attr_t *attr = pipe_attr(op, 2);
    if (attr == NULL) {
        check_number(v, op, 0, EVENTS_NUM, "event-range", "an event id");
        return;
    }
    int event = event_find(attr->text);
    if (event < 0) {
        FAIL_ATTR(v, attr, "event-range", "'%s' is not an event: EVENT_ID0 to EVENT_ID%d", attr->text, EVENTS_NUM - 1);
    } else if (event >= EVENTS_NUM) {
        FAIL_ATTR(v, attr, "event-range", "there is no %s: a pair of pipes has EVENT_ID0 to EVENT_ID%d", attr->text,
                  EVENTS_NUM - 1);
    }
}

void check_buffer(verifier_t *v, op_t *op)
{
    if (!is_buffer(op)) {
        return;
    }
    check_number(v, op, 0, BUFFERS_NUM, "buffer-range", "a buffer id");
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

/// Clauses of transfers ///

/// "loop(3)*" of a shape.
typedef struct clause_rule {
    const char *name;
    size_t name_size;
    uint32_t least, most;  // operands
    bool optional, repeated;
} clause_rule_t;

/// The next clause of a shape at *at; false at its end.
static bool next_clause(const char **at, clause_rule_t *rule)
{
    for (;;) {
        while (**at == ' ') {
            ++*at;
        }
        size_t size = strcspn(*at, " ");
        if (size == 0 || **at == ':') {
            return false;
        }
        const char *word = *at, *open = memchr(word, '(', size);
        *at += size;
        if (open == NULL) {
            continue;
        }
        *rule = (clause_rule_t){.name = word, .name_size = (size_t)(open - word)};
        rule->least = rule->most = (uint32_t)(open[1] - '0');
        if (open[2] == '-') {
            rule->most = (uint32_t)(open[3] - '0');
        }
        char last = word[size - 1];
        rule->repeated = last == '*';
        rule->optional = last == '?' || last == '*';
        return true;
    }
}

static bool rule_names(const clause_rule_t *rule, const clause_t *clause)
{
    return strlen(clause->name) == rule->name_size && memcmp(clause->name, rule->name, rule->name_size) == 0;
}

static bool is_pad(const clause_t *clause)
{
    return strcmp(clause->name, "pad") == 0;
}

static void check_clause(verifier_t *v, op_t *op, const clause_t *clause)
{
    const char *at = op->desc->shape;
    clause_rule_t rule;
    uint32_t span = (uint32_t)strlen(clause->name);
    while (next_clause(&at, &rule)) {
        if (!rule_names(&rule, clause)) {
            continue;
        }
        // Padding on one side alone cannot be written.
        if (clause->num < rule.least || clause->num > rule.most || (is_pad(clause) && clause->num == 2)) {
            if (rule.least == rule.most) {
                verify_fail(v, clause->loc, span, "dma-clause", "%s(...) has %u operands, but %u %s given",
                            clause->name, rule.least, clause->num, clause->num == 1 ? "is" : "are");
            } else {
                verify_fail(v, clause->loc, span, "dma-clause", "%s(...) has %u or %u operands, but %u are given",
                            clause->name, rule.least, rule.most, clause->num);
            }
            return;
        }
        for (uint32_t i = 0; i < clause->num; i++) {
            const operand_t *operand = &op->operands[clause->first + i];
            const value_t *value = operand->value;
            bool any = is_pad(clause) && i == 0;
            if (value == NULL || value->type.kind == TYPE_NONE ||
                (value->type.kind == TYPE_SCALAR && (any || elem_is_int(value->type.elem)))) {
                continue;
            }
            diag_t *diag = FAIL_OPERAND(v, operand, "operand-type", "%s(...) takes %s here, and %s is %s", clause->name,
                                        any ? "a scalar" : "an integer", value_spelling(v->cc, value),
                                        verify_type(v, value->type));
            verify_note_value(v, diag, value);
        }
        return;
    }
    verify_fail(v, clause->loc, span, "dma-clause", "'%s' has no clause '%s'", op->name, clause->name);
}

static bool is_transfer(const op_t *op)
{
    return op->desc != NULL && (op->desc->cls == OPS_DMA || op->desc->cls == OPS_CUBE) && op->desc->shape != NULL;
}

/// The older copies come with and without the valid rows and columns of the tile.
static void check_copy(verifier_t *v, op_t *op)
{
    uint32_t with = op_is(op, OP_COPY_GM_UB) ? 13 : op_is(op, OP_COPY_UB_GM) ? 10 : 0;
    if (with != 0 && op->operands_num != with && op->operands_num != with - 2) {
        FAIL_OP(v, op, "operand-count", "'%s' takes %u operands, or %u with valid rows and columns, but %u are given",
                op->name, with - 2, with, op->operands_num);
    }
    for (uint32_t i = 2; with != 0 && i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        if (value != NULL && value->type.kind != TYPE_NONE &&
            (value->type.kind != TYPE_SCALAR || !elem_is_int(value->type.elem))) {
            diag_t *diag = FAIL_OPERAND(v, &op->operands[i], "operand-type", "'%s' takes an integer here, and %s is %s",
                                        op->name, value_spelling(v->cc, value), verify_type(v, value->type));
            verify_note_value(v, diag, value);
        }
    }
}

void check_dma(verifier_t *v, op_t *op)
{
    check_copy(v, op);
    if (!is_transfer(op) || strstr(op->desc->shape, "...") != NULL) {
        return;
    }
    const char *at = op->desc->shape;
    clause_rule_t rule;
    while (next_clause(&at, &rule)) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < op->clauses_num; i++) {
            bool same = rule_names(&rule, &op->clauses[i]);
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

static void check_field(verifier_t *v, const operand_t *operand, uint32_t bits, const char *what)
{
    int64_t value;
    if (operand->value == NULL || operand->value->undefined || !value_constant(operand->value, &value)) {
        return;
    }
    if (value < 0 || value >= INT64_C(1) << bits) {
        diag_t *diag = FAIL_OPERAND(v, operand, "dma-range", "the %s is a field of %u bits, and %s is %lld", what, bits,
                                    value_spelling(v->cc, operand->value), (long long)value);
        verify_note_value(v, diag, operand->value);
    }
}

/// Bits of the fields of each structured transfer.
static const struct fields {
    op_id_t id;
    uint8_t plain_first;  // operand that is the length of a burst
    uint8_t nburst[3], loop[3];
} fields[] = {
    {OP_MTE_GM_UB, 3, {16, 40, 21}, {21, 40, 21}},
    {OP_MTE_UB_GM, 2, {16, 21, 40}, {21, 21, 40}},
    {OP_MTE_UB_UB, 2, {16, 16, 16}, {0, 0, 0}},
    {OP_MTE_UB_L1, 2, {16, 16, 16}, {0, 0, 0}},
};

void check_dma_range(verifier_t *v, op_t *op)
{
    static const char *const words[] = {"count", "source stride", "destination stride"};
    for (size_t f = 0; f < sizeof(fields) / sizeof(fields[0]); f++) {
        if (!op_is(op, fields[f].id)) {
            continue;
        }
        if (op->operands_num > fields[f].plain_first && op->operands[fields[f].plain_first].clause == 0) {
            check_field(v, &op->operands[fields[f].plain_first], 16, "length of a burst");
        }
        for (uint32_t i = 0; i < op->clauses_num; i++) {
            const clause_t *clause = &op->clauses[i];
            const uint8_t *bits = strcmp(clause->name, "nburst") == 0 ? fields[f].nburst
                                  : strcmp(clause->name, "loop") == 0 ? fields[f].loop
                                                                      : NULL;
            for (uint32_t o = 0; bits != NULL && o < clause->num && o < 3; o++) {
                check_field(v, &op->operands[clause->first + o], bits[o], words[o]);
            }
            for (uint32_t o = 1; is_pad(clause) && o < clause->num; o++) {
                check_field(v, &op->operands[clause->first + o], 8, "padding count");
            }
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
    int64_t address, size = arch_of(v, op) == ARCH_A5 ? UB_BYTES_A5 : UB_BYTES_A2A3;
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
        if (address % UB_ALIGN != 0) {
            diag_t *diag = FAIL_OPERAND(v, &op->operands[i], "ub-range",
                                        "a transfer starts at a multiple of %d bytes in UB, and %s is at %lld",
                                        UB_ALIGN, value_spelling(v->cc, value), (long long)address);
            verify_note_value(v, diag, value);
        }
    }
}
