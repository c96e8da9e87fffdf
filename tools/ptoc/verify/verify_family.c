// SPDX-License-Identifier: Apache-2.0
//
// Rules of individual families of vector instructions beyond their signature: conversions, immediate offsets, streams.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

/// Rules of individual families ///

/// Pairs of vcvt and its relatives, by type token.
static const struct pair {
    const char *fn, *from, *to, *attrs;
} pairs[] = {
#define PTO_CVT(fn, from, to, attrs) {#fn, #from, #to, attrs},
#include <isa/cvt.def>
};

static const char *pairs_text(verifier_t *v, const char *fn, const char *from)
{
    text_t text = {0};
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (strcmp(pairs[i].fn, fn) == 0 && strcmp(pairs[i].from, from) == 0) {
            text_printf(&text, " %s", pairs[i].to);
        }
    }
    const char *copy = arena_printf(&v->scratch, "%s", text.data != NULL ? text.data : " nothing");
    text_free(&text);
    return copy;
}

/// Quarter parts need element sizes with a ratio of four.
static void check_part(verifier_t *v, op_t *op, const char *attrs)
{
    const attr_t *part = op_attr(op, "part");
    const char *text = part != NULL && part->text != NULL ? strrchr(part->text, 'P') : NULL;
    bool quarter = text != NULL && text[1] >= '0' && text[1] <= '3';
    if (quarter && strchr(attrs, 'q') == NULL) {
        FAIL_ATTR(v, part, "attribute-value", "part \"%s\" is for conversions between 8 and 32 bits; this one has %s",
                  part->text, strchr(attrs, 'p') != NULL ? "EVEN and ODD" : "no parts");
    }
}

void check_conversion(verifier_t *v, op_t *op)
{
    if (!verify_is_vector(op) || op->form->results_num != 1 || op->form->results[0].kind != SIG_R ||
        op->elem == ELEM_NONE) {
        return;
    }
    uint32_t num;
    const listed_type_t *listed = verify_listed_results(op, &num);
    type_t to = op->results_num > 0 ? op->results[0].type : num > 0 ? listed[0].type : (type_t){0};
    if (to.kind != TYPE_VREG) {
        return;
    }
    const char *fn = op->form->fn, *from = elem_token(op->elem);
    bool restricted = false;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (strcmp(pairs[i].fn, fn) == 0) {
            restricted = true;
            if (strcmp(pairs[i].from, from) == 0 && strcmp(pairs[i].to, elem_token(to.elem)) == 0) {
                check_part(v, op, pairs[i].attrs);
                return;
            }
        }
    }
    if (restricted) {
        FAIL_OP(v, op, "conversion", "'%s' does not go from %s to %s; from %s it goes to%s", op->name,
                elem_name(op->elem), elem_name(to.elem), elem_name(op->elem), pairs_text(v, fn, from));
    }
}

/// pldi and psti: the offset is an immediate.
void check_immediate(verifier_t *v, op_t *op)
{
    if (!verify_is_vector(op) || (op->form->types & T_IN_UNITS) == 0) {
        return;
    }
    bool load = form_use(op->form) == USE_LOAD;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        int64_t constant;
        if (op->operands[i].value != NULL && op->operands[i].value->type.kind == TYPE_SCALAR &&
            !op->operands[i].value->undefined && !value_constant(op->operands[i].value, &constant)) {
            FAIL_OPERAND(v, &op->operands[i], "immediate", "the offset of '%s' is a constant; '%s' takes any offset",
                         op->name, load ? "pto.plds" : "pto.psts");
        }
    }
}

/// Whether an instruction rounds within its type, as vtrc does.
static bool truncates(const op_form_t *form)
{
    bool rounds = false;
    for (uint32_t i = 0; i < form->operands_num; i++) {
        rounds |= form->operands[i].kind == SIG_ATTR && form->operands[i].attr == ATTRS_rnd;
    }
    return rounds && form->results[0].kind == SIG_V;
}

/// Rules of individual instructions beyond their signature.
void check_family(verifier_t *v, op_t *op)
{
    if (!verify_is_vector(op)) {
        return;
    }
    const attr_t *rnd = op_attr(op, "rnd") != NULL ? op_attr(op, "rnd") : op_positional(op, 0);
    bool trc = truncates(op->form) && rnd != NULL && rnd->text != NULL && rnd->text[0] != '\0';
    if (trc && strchr("RAFCZ", rnd->text[strlen(rnd->text) - 1]) == NULL) {
        FAIL_ATTR(v, rnd, "attribute-value", "%s rounds by R, A, F, C or Z, not by \"%s\"", op->name, rnd->text);
    }
    // The offset of a predicate stream counts elements of the mask's width.
    bool predicate = form_is_stream(op->form) && (op->form->types & T_MASKS) != 0;
    const value_t *base = predicate && op->operands_num == 3 ? op->operands[2].value : NULL;
    if (base != NULL && base->type.kind == TYPE_PTR && base->type.elem != ELEM_NONE && op->gran != 0 &&
        (!elem_is_int(base->type.elem) || elem_bits(base->type.elem) != op->gran)) {
        verify_fail_value(v, &op->operands[2], "pointer-type", "a b%u predicate goes to !pto.ptr<ui%u, ub>", op->gran,
                          op->gran);
    }
}

typedef enum { STREAM_UNKNOWN, STREAM_LOAD, STREAM_STORE } stream_t;

/// The kind of unaligned stream of an align value, determined from its definition alone.
static stream_t stream_of(const value_t *value)
{
    if (value == NULL || value->def == NULL || value->def->form == NULL) {
        return STREAM_UNKNOWN;
    }
    return form_use(value->def->form) == USE_LOAD ? STREAM_LOAD : STREAM_STORE;
}

void check_align_stream(verifier_t *v, op_t *op)
{
    if (!verify_is_vector(op)) {
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        if (value == NULL || value->type.kind != TYPE_ALIGN) {
            continue;
        }
        stream_t want = form_use(op->form) == USE_LOAD ? STREAM_LOAD : STREAM_STORE;
        stream_t have = stream_of(value);
        if (have != STREAM_UNKNOWN && have != want) {
            diag_t *diag =
                FAIL_OPERAND(v, &op->operands[i], "align-stream", "%s belongs to a stream of %s; start from %s",
                             value_spelling(v->cc, value), have == STREAM_LOAD ? "loads" : "stores",
                             want == STREAM_LOAD ? "pto.vldas" : "pto.init_align");
            verify_note_value(v, diag, value);
        }
    }
}

/// The operation of `block` around `op`, itself if it stands there, or NULL.
static const op_t *op_within(const op_t *op, const block_t *block)
{
    while (op != NULL && op->parent != block) {
        op = op->parent->region != NULL ? op->parent->region->owner : NULL;
    }
    return op;
}

/// Whether two operations stand in different branches of one scf.if, so that one of them runs at most.
static bool in_other_branch(const op_t *op, const op_t *other)
{
    for (const block_t *block = op->parent; block->region != NULL && block->region->owner != NULL;) {
        const op_t *owner = block->region->owner;
        const op_t *peer = op_within(other, owner->parent);
        if (peer == owner && op_within(other, block) == NULL) {
            return op_is(owner, OP_IF);
        }
        block = owner->parent;
    }
    return false;
}

/// The loop between an operation and the block of a value that it uses, or NULL.
static const op_t *loop_between(const op_t *op, const value_t *value)
{
    const block_t *home = value->def != NULL ? value->def->parent : value->block;
    for (const block_t *block = op->parent; block != home && block->region != NULL;
         block = block->region->owner->parent) {
        if (block->region->owner == NULL || op_is_vecscope(block->region->owner)) {
            return NULL;
        }
        if (!op_is(block->region->owner, OP_IF)) {
            return block->region->owner;
        }
    }
    return NULL;
}

void check_align_chain(verifier_t *v, op_t *op)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        value_t *value = op->operands[i].value;
        if (value == NULL || value->undefined || value->type.kind != TYPE_ALIGN) {
            continue;
        }
        const char *name = value_spelling(v->cc, value);
        const op_t *loop = loop_between(op, value);
        diag_t *diag = NULL;
        if (loop != NULL) {
            diag = FAIL_OPERAND(v, &op->operands[i], "align-chain",
                                "the loop would use %s again in each iteration; "
                                "pass it on in iter_args",
                                name);
            diag_note(v->cc, diag, loop->loc, "the loop starts here");
        } else if (value->taken != NULL && !in_other_branch(op, value->taken)) {
            diag = FAIL_OPERAND(v, &op->operands[i], "align-chain",
                                "%s is used a second time; go on from the align value "
                                "that its first use gives",
                                name);
            diag_note(v->cc, diag, value->taken->loc, "%s is used here", name);
        }
        value->taken = op;
    }
}
