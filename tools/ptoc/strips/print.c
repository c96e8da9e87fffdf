// SPDX-License-Identifier: Apache-2.0
//
// Plans as text, for --emit=ir. A plan is printed before its loop, as the strips that are emitted:
//
//   strip.for %i < %n {group = m4, ...} {
//     strip.guard ...          the runtime check
//     %x = strip.load ...
//   } else
//   scf.for ...                the original loop, if the guard fails and for remaining lanes

#include "find.h"

#include <inttypes.h>

typedef struct printer {
    const lane_plan_t *plan;
    text_t *out;
    int depth;
} printer_t;

static void begin(const printer_t *p, const char *name)
{
    text_printf(p->out, "%*sstrip.%s", p->depth * 2 + 2, "", name);
}

static void print_term(text_t *out, const char *separator, const value_t *term, int64_t factor)
{
    text_printf(out, factor == 1 ? "%s%%%s" : "%s%%%s * %" PRId64, separator, term->name, factor);
}

/// base[variable + term * factor + offset]
static void print_address(const printer_t *p, const address_t *address)
{
    const char *separator = "";
    text_printf(p->out, "%%%s[", address->base->name);
    if (address->variable != 0) {
        print_term(p->out, "", &p->plan->loop->regions[0].block->args[0], address->variable);
        separator = " + ";
    }
    for (uint32_t i = 0; i < address->terms_num; i++, separator = " + ") {
        print_term(p->out, separator, address->terms[i], address->factors[i]);
    }
    if (address->offset != 0 || *separator == '\0') {
        text_printf(p->out, "%s%" PRId64, separator, address->offset);
    }
    text_printf(p->out, "]");
}

static void print_head(const printer_t *p)
{
    static const char *const forms[] = {"one", "all", "whole"}, *const paces[] = {"single", "pairs", "unrolled"},
                             *const counts[] = {"text", "loop", "rows", "same"};
    const lane_plan_t *plan = p->plan;
    const struct {
        const char *name;
        bool is;
    } words[] = {{"cut", plan->cut},     {"halves", plan->halves}, {"wide", plan->wide},
                 {"parts", plan->parts}, {"full", plan->full},     {"greatest", plan->greatest != NULL}};
    text_printf(p->out, "%*sstrip.for %%%s {lanes = ", p->depth * 2, "", plan->loop->regions[0].block->args[0].name);
    text_printf(p->out, plan->count >= 0 ? "%" PRId64 : "?", plan->count);
    text_printf(p->out, ", bits = %u, group = m%u, form = %s, pace = %s", plan->bits, plan->lmul, forms[plan->form],
                paces[plan->pace]);
    if (plan->count < 0) {
        text_printf(p->out, ", count = %s", counts[plan->counted]);
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        text_printf(p->out, "%s%s", words[i].is ? ", " : "", words[i].is ? words[i].name : "");
    }
    text_printf(p->out, "} {\n");
}

static void print_guards(const printer_t *p)
{
    const lane_plan_t *plan = p->plan;
    for (uint32_t i = 0; i < plan->addresses_num && plan->count != 0; i++) {
        if (lanes_may_misalign(&plan->addresses[i])) {
            begin(p, "guard aligned ");
            print_address(p, &plan->addresses[i]);
            text_printf(p->out, "\n");
        }
    }
    if (plan->sum != NULL && plan->count < 0) {
        begin(p, "guard count");
        text_printf(p->out, "\n");
    }
    if (plan->nan_start != NULL) {
        begin(p, "guard number ");
        text_printf(p->out, "%%%s\n", plan->nan_start->name);
    }
    for (uint32_t i = 0; i < plan->aparts_num; i++) {
        const apart_t *apart = &plan->aparts[i];
        begin(p, apart->same_lanes ? "guard apart " : "guard clear ");
        print_address(p, apart->store);
        text_printf(p->out, ", ");
        print_address(p, apart->other);
        text_printf(p->out, "%s\n", plan->apart_value == NULL ? "" : plan->rows_same ? " {rows}" : " {rows, row}");
    }
}

static const fold_t *fold_of(const lane_plan_t *plan, const op_t *op)
{
    const fold_t *fold = plan->folds;
    while (fold->op != op) {
        fold++;
    }
    return fold;
}

static void print_traits(const printer_t *p, const op_t *op, strip_kind_t kind)
{
    static const char *const beyond[] = {"unknown", "padded", "kept", "zeroed"};
    if (kind == STRIP_FOLD) {
        text_printf(p->out, " {beyond = %s}", beyond[fold_of(p->plan, op)->beyond]);
    } else if (op->results_num != 0 && lanes_group(p->plan, &op->results[0]) != p->plan->lmul) {
        text_printf(p->out, " {group = m%u}", lanes_group(p->plan, &op->results[0]));
    }
}

static void print_op(const printer_t *p, const op_t *op)
{
    static const char *const names[] = {"",      "hoist",  "part",    "load", "store",
                                        "store", "gather", "convert", "fold", "op"};
    const strip_kind_t kind = lanes_kind(p->plan, op);
    const char *separator = " ";
    if (kind == STRIP_NOTHING) {
        return;
    }
    text_printf(p->out, "%*s", p->depth * 2 + 2, "");
    for (uint32_t i = 0; i < op->results_num; i++) {
        text_printf(p->out, "%s%%%s%s", i == 0 ? "" : ", ", op->results[i].name, i + 1 == op->results_num ? " = " : "");
    }
    text_printf(p->out, "strip.%s %s", names[kind], op->name);
    for (uint32_t i = 0; i < op->operands_num; i++, separator = ", ") {
        const value_t *value = op->operands[i].value;
        text_printf(p->out, op->operands[i].indexed ? "[%%%s]" : "%s%%%s",
                    op->operands[i].indexed ? value->name : separator, value->name);
    }
    print_traits(p, op, kind);
    text_printf(p->out, "\n");
}

void strips_print(const op_t *loop, int depth, text_t *out)
{
    const printer_t printer = {.plan = op_id(loop) == OP_FOR ? loop->aux : NULL, .out = out, .depth = depth};
    if (printer.plan == NULL) {
        return;
    }
    print_head(&printer);
    print_guards(&printer);
    for (const op_t *op = loop->regions[0].block->first; op != NULL; op = op->next) {
        print_op(&printer, op);
    }
    text_printf(out, "%*s} else\n", depth * 2, "");
}
