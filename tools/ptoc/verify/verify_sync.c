// SPDX-License-Identifier: Apache-2.0
//
// Checks of synchronisation and transfers: pipes, events, buffer tokens, barriers, clauses and field widths.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

#include <isa/limits.h>

/// The kinds of words in a shape: their name in messages, the valid ids, and the rule that limits these.
static const struct word_kind {
    const char *name, *what;
    int64_t limit;
    const char *rule;
} word_kinds[] = {
    {"pipe", "pipe", 0, "pipe-name"},
    {"barrier", "type", 0, "barrier-type"},
    {"event", "event", PTO_EVENT_ID_NUM, "event-range"},
    {"buffer", "buffer id", PTO_BUFFER_ID_NUM, "buffer-range"},
    {"mode", "mode", 2, "buffer-range"},
    {"semaphore", "semaphore id", PTO_SEMAPHORE_NUM, "event-range"},
    {"cross", "semaphore id", PTO_CROSS_ID_NUM, "event-range"},
};

#define KINDS_NUM  (sizeof(word_kinds) / sizeof(word_kinds[0]))
#define ITEMS_READ 16

static const struct word_kind *kind_of(const shape_word_t *word)
{
    for (size_t i = 0; i < KINDS_NUM; i++) {
        if (shape_word_is(word, word_kinds[i].name)) {
            return &word_kinds[i];
        }
    }
    return NULL;
}

/// An operation whose shape consists of such words.
static bool has_words(const op_t *op)
{
    return op->desc != NULL && op->desc->cls == OPS_SYNC && !op_is(op, OP_SYNCALL);
}

static bool is_flag(const op_t *op)
{
    return op_is(op, OP_SET_FLAG) || op_is(op, OP_WAIT_FLAG);
}

static uint32_t item_span(const item_t *item)
{
    return item->operand != NULL ? verify_span(item->operand->value) : verify_attr_span(item->attr);
}

/// Pipes ///

static void check_pipe_word(verifier_t *v, op_t *op, const item_t *item)
{
    const char *names[PIPE_COUNT + 1] = {NULL};
    for (int i = 0; i < PIPE_COUNT; i++) {
        names[i] = pipe_name((pipe_t)i);
    }
    const char *text = item->attr->text;
    int pipe = pipe_find(text);
    const char *near = pipe < 0 ? verify_nearest(text, names) : NULL;
    if (near != NULL) {
        FAIL_ATTR(v, item->attr, "pipe-name", "there is no pipe '%s'; did you mean '%s'?", text, near);
    } else if (pipe < 0) {
        FAIL_ATTR(v, item->attr, "pipe-name", "there is no pipe '%s'", text);
    } else if (pipe == PIPE_ALL && op->desc->does != DOES_BARRIER) {
        FAIL_ATTR(v, item->attr, "pipe-name", "PIPE_ALL is for barriers; '%s' names one pipe", op->name);
    }
}

/// A pipe given by number: it is part of the command, so it must be constant.
static void check_pipe_number(verifier_t *v, op_t *op, const item_t *item)
{
    int64_t number;
    if (!item_constant(item, &number)) {
        verify_fail(v, item->loc, item_span(item), "pipe-name", "'%s' takes a pipe, or the number of one as a constant",
                    op->name);
    } else if (pipe_of_number(number) < 0 || pipe_of_number(number) == PIPE_ALL) {
        verify_fail(v, item->loc, item_span(item), "pipe-name", "there is no pipe with the number %lld",
                    (long long)number);
    }
}

static void check_core_number(verifier_t *v, const item_t *item)
{
    int64_t number;
    if (item_constant(item, &number) && (number < 0 || number >= PTO_VECTOR_CORE_NUM)) {
        verify_fail(v, item->loc, item_span(item), "event-range",
                    "a vector core of a cluster is 0 to %d, and this is %lld", PTO_VECTOR_CORE_NUM - 1,
                    (long long)number);
    }
}

void check_pipes(verifier_t *v, op_t *op)
{
    item_t item;
    for (uint32_t i = 0; has_words(op) && op_item(op, "pipe", i, &item); i++) {
        if (item.attr != NULL && item.attr->text != NULL) {
            check_pipe_word(v, op, &item);
        } else if (op_core_number(op, &item)) {
            check_core_number(v, &item);
        } else {
            check_pipe_number(v, op, &item);
        }
    }
}

void check_pipe_core(verifier_t *v, op_t *op)
{
    core_t core = op_core(op);
    item_t item;
    for (uint32_t i = 0; core != CORE_ANY && has_words(op) && op_item(op, "pipe", i, &item); i++) {
        int pipe = op_pipe(op, i);
        bool cube_only = pipe == PIPE_M || pipe == PIPE_MTE1 || pipe == PIPE_FIX;
        if ((core == CORE_VECTOR && cube_only) || (core == CORE_CUBE && pipe == PIPE_V)) {
            verify_fail(v, item.loc, item_span(&item), "pipe-core", "a %s core has no %s",
                        core == CORE_CUBE ? "cube" : "vector", pipe_name((pipe_t)pipe));
        }
    }
}

void check_same_pipe(verifier_t *v, op_t *op)
{
    item_t item;
    if (is_flag(op) && op_pipe(op, 0) == op_pipe(op, 1) && op_pipe(op, 0) >= 0 && op_item(op, "pipe", 1, &item)) {
        verify_fail(v, item.loc, item_span(&item), "same-pipe",
                    "a flag goes from one pipe to another; within %s use pto.pipe_barrier",
                    pipe_name((pipe_t)op_pipe(op, 0)));
    }
}

/// Counts and kinds ///

void verify_integers(verifier_t *v, const op_t *op, uint32_t first)
{
    for (uint32_t i = first; i < op->operands_num && !v->failed; i++) {
        const value_t *value = op->operands[i].value;
        bool integer = value == NULL || value->type.kind == TYPE_NONE ||
                       (value->type.kind == TYPE_SCALAR && elem_is_int(value->type.elem));
        if (!integer) {
            verify_fail_value(v, &op->operands[i], "operand-type", "'%s' takes an integer here", op->name);
        }
    }
}

/// "two pipes and an event"
static const char *intake_text(verifier_t *v, const op_t *op)
{
    shape_word_t word;
    uint32_t pipes = 0, count = 0, num = 0;
    for (const char *at = op->desc->shape; shape_next(&at, &word) && word.letter != ':'; num++) {
        pipes += shape_word_is(&word, "pipe");
    }
    const char *text = pipes == 2 ? "two pipes" : "";
    count = pipes == 2 ? 2 : 0;
    for (const char *at = op->desc->shape; shape_next(&at, &word) && word.letter != ':';) {
        const struct word_kind *kind = kind_of(&word);
        if ((pipes == 2 && shape_word_is(&word, "pipe"))) {
            continue;
        }
        const char *between = count == 0 ? "" : count + 1 == num ? " and " : ", ";
        const char *article = kind->what[0] == 'e' ? "an" : "a";
        text = arena_printf(&v->scratch, "%s%s%s %s", text, between, article, kind->what);
        count++;
    }
    return text;
}

void check_intake(verifier_t *v, op_t *op)
{
    if (!has_words(op)) {
        return;
    }
    item_t items[ITEMS_READ], item;
    uint32_t num = op_items(op, items, ITEMS_READ), words = 0;
    for (uint32_t i = 0; i < num; i++) {
        words += items[i].attr != NULL && items[i].attr->text != NULL;
    }
    verify_integers(v, op, 0);
    bool fits = true;
    uint32_t seen[KINDS_NUM] = {0}, bound = 0;
    shape_word_t word;
    for (const char *at = op->desc->shape; shape_next(&at, &word) && word.letter != ':';) {
        const struct word_kind *kind = kind_of(&word);
        bool found = op_item(op, kind->name, seen[kind - word_kinds]++, &item);
        fits &= found || word.optional;
        bound += found;
    }
    fits &= bound == num;
    if (!fits) {
        FAIL_OP(v, op, "operand-count", "'%s' takes %s, but %u word%s and %u number%s are given", op->name,
                intake_text(v, op), words, words == 1 ? "" : "s", num - words, num - words == 1 ? "" : "s");
    } else if (op->results_num != 0) {
        FAIL_OP(v, op, "result-count", "'%s' gives no results, but %u %s bound", op->name, op->results_num,
                op->results_num == 1 ? "is" : "are");
    }
}

/// Ids ///

/// A pipe as written.
static const char *pipe_word(const op_t *op, uint32_t which)
{
    item_t item;
    return op_item(op, "pipe", which, &item) && item.attr != NULL && item.attr->text != NULL ? item.attr->text : "";
}

/// How many ids there are. On A2/A3, and with a mode on A5, the semaphores of sync.set are those of set_cross_core.
static int64_t ids_of(verifier_t *v, const op_t *op, const struct word_kind *kind)
{
    bool cross = OP_IS_ANY(op, OP_SYNC_SET, OP_SYNC_WAIT) &&
                 (op_arch(v->cc, op) == ARCH_A2A3 || op_attr(op, "ffts_mode") != NULL);
    return cross && kind->limit > PTO_CROSS_ID_NUM ? PTO_CROSS_ID_NUM : kind->limit;
}

void check_ids(verifier_t *v, op_t *op)
{
    for (size_t k = 0; has_words(op) && k < KINDS_NUM; k++) {
        const struct word_kind *kind = &word_kinds[k];
        const int64_t limit = ids_of(v, op, kind);
        item_t item;
        int64_t id;
        if (limit == 0 || !op_item(op, kind->name, 0, &item)) {
            continue;
        }
        bool text = item.attr != NULL && item.attr->text != NULL;
        if (!item_constant(&item, &id)) {
            if (text) {
                FAIL_ATTR(v, item.attr, kind->rule,
                          "'%s' is not an event: write EVENT_ID0 to EVENT_ID%lld, or an id that is computed as an "
                          "operand: [\"%s\", \"%s\", %%id]",
                          item.attr->text, (long long)limit - 1, pipe_word(op, 0), pipe_word(op, 1));
            }
        } else if (text && id >= limit) {
            FAIL_ATTR(v, item.attr, kind->rule, "there is no %s: a pair of pipes has EVENT_ID0 to EVENT_ID%lld",
                      item.attr->text, (long long)limit - 1);
        } else if (id < 0 || id >= limit) {
            const char *article = kind->what[0] == 'e' ? "an" : "a";
            const char *what = kind->what[0] == 'e' ? "event id" : kind->what;
            diag_t *diag =
                verify_fail(v, item.loc, item.operand != NULL ? item_span(&item) : 1, kind->rule,
                            "%s %s is 0 to %lld, and this is %lld", article, what, (long long)limit - 1, (long long)id);
            if (item.operand != NULL) {
                verify_note_value(v, diag, item.operand->value);
            }
        }
    }
}

/// Barriers and profiles ///

void check_barrier(verifier_t *v, op_t *op)
{
    static const char *const types[] = {"VV_ALL", "VST_VLD", "VLD_VST", "VST_VST", "VS_ALL", "VST_LD", "VLD_ST",
                                        "VST_ST", "SV_ALL",  "ST_VLD",  "LD_VST",  "ST_VST", NULL};
    item_t item;
    if (!op_is(op, OP_MEM_BAR) || !op_item(op, "barrier", 0, &item)) {
        return;
    }
    for (uint32_t i = 0; types[i] != NULL; i++) {
        if (strcmp(types[i], item.attr->text) == 0) {
            return;
        }
    }
    const char *near = verify_nearest(item.attr->text, types);
    FAIL_ATTR(v, item.attr, "barrier-type", "there is no barrier '%s'; did you mean '%s'?", item.attr->text,
              near != NULL ? near : "VV_ALL");
}

/// An attribute must have one of a list of words.
static void check_attr_word(verifier_t *v, op_t *op, const char *key, const char *const *words)
{
    const attr_t *attr = op_attr(op, key);
    if (attr == NULL || attr->text == NULL) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs %s: %s, ...", op->name, key, words[0]);
        return;
    }
    for (uint32_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], attr->text) == 0) {
            return;
        }
    }
    const char *near = verify_nearest(attr->text, words);
    FAIL_ATTR(v, attr, "attribute-value", "'%s' is not a value of %s; did you mean '%s'?", attr->text, key,
              near != NULL ? near : words[0]);
}

void check_syncall(verifier_t *v, op_t *op)
{
    static const char *const modes[] = {"hard", "soft", NULL}, *const cores[] = {"aiv_only", "aic_only", "mix", NULL};
    if (!op_is(op, OP_SYNCALL)) {
        return;
    }
    check_attr_word(v, op, "mode", modes);
    check_attr_word(v, op, "core_type", cores);
    if (v->failed) {
        return;
    }
    bool soft = strcmp(op_attr(op, "mode")->text, "soft") == 0;
    if (soft != (op->operands_num > 0) || op->operands_num > 2) {
        FAIL_OP(v, op, "operand-count",
                "'%s' takes a counter in GM and a number of cores in soft mode, nothing in hard", op->name);
        return;
    }
    type_t type = soft && op->operands[0].value != NULL ? op->operands[0].value->type : (type_t){0};
    bool counter = type.kind == TYPE_PTR && type.space == SPACE_GM && elem_bits((elem_t)type.elem) == 32;
    if (type.kind != TYPE_NONE && !counter) {
        FAIL_OPERAND(v, &op->operands[0], "operand-type", "the counter is a !pto.ptr<i32, gm>, and %s is %s",
                     value_spelling(v->cc, op->operands[0].value), verify_type(v, type));
    } else {
        verify_integers(v, op, 1);
    }
}

/// {ffts_mode = 0}: all cores of a kind, the vector cores of a cluster, or between cube and vector cores.
void check_cross_mode(verifier_t *v, op_t *op)
{
    const attr_t *mode =
        op->desc->does == DOES_SIGNAL || op->desc->does == DOES_AWAIT ? op_attr(op, "ffts_mode") : NULL;
    if (mode != NULL && (mode->kind != ATTR_INT || mode->integer < 0 || mode->integer > 2)) {
        FAIL_ATTR(v, mode, "attribute-value", "ffts_mode is 0, 1 or 2");
    }
}

/// The equivalent operation of the other profile.
static const char *other_profile(const op_t *op)
{
    return op_is(op, OP_SET_CROSS)   ? "pto.set_intra_block"
           : op_is(op, OP_WAIT_DEV)  ? "pto.wait_intra_core"
           : op_is(op, OP_SET_INTRA) ? "pto.set_cross_core"
                                     : "pto.wait_flag_dev";
}

void check_arch(verifier_t *v, op_t *op)
{
    uint8_t where = op->desc->where;
    if ((where == ON_A5 || where == ON_A2A3) && (where == ON_A5) != (op_arch(v->cc, op) == ARCH_A5)) {
        FAIL_OP(v, op, "arch", "'%s' does not exist on %s; '%s' takes its place", op->name,
                where == ON_A5 ? "A2/A3" : "A5", other_profile(op));
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
    // Padding of one side alone has no syntax.
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

/// Some older copies exist with and without the tile's valid rows and columns.
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

/// Checks that a constant operand fits its field.
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

/// The byte address of a pointer if it is constant.
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
    static const char *const memories[SPACE_COUNT] = {"", "GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};
    int64_t address;
    bool pointer =
        (op_is(op, OP_CASTPTR) || op_is(op, OP_ADDPTR)) && op->results_num == 1 && op->results[0].type.kind == TYPE_PTR;
    space_t space = pointer ? (space_t)op->results[0].type.space : SPACE_ANY;
    // No document gives the sizes of BT and FB.
    bool known = space >= SPACE_UB && space <= SPACE_L0C;
    int64_t size = known ? (int64_t)space_bytes(space, op_arch(v->cc, op)) : 0;
    if (known && constant_address(&op->results[0], &address) &&
        (address < 0 || address > size - op_is(op, OP_CASTPTR))) {
        FAIL_OP(v, op, "ub-range", "%s address %lld lies outside of %s, which has %lld bytes", memories[space],
                (long long)address, memories[space], (long long)size);
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
        if (address % PTO_DMA_BLOCK_BYTES != 0) {
            diag_t *diag = FAIL_OPERAND(v, &op->operands[i], "ub-range",
                                        "a transfer starts at a multiple of %d bytes in UB, and %s is at %lld",
                                        PTO_DMA_BLOCK_BYTES, value_spelling(v->cc, value), (long long)address);
            verify_note_value(v, diag, value);
        }
    }
}
