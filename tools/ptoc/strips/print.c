// SPDX-License-Identifier: Apache-2.0
//
// Plans as text, for --emit=ir. A plan is printed before its loop, as the strips that are emitted:
//
//   strip.for %i < %n {group = m4, ...} {
//     strip.guard ...          the runtime check
//     %x = strip.load %in[%i + 64]
//     %y = strip.op vadd %x, splat scalar %s if %mask
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

static void print_pair(const printer_t *p, const apart_t *apart)
{
    print_address(p, apart->store);
    text_printf(p->out, ", ");
    print_address(p, apart->other);
    if (apart->last_store != NULL) {
        text_printf(p->out, " to ");
        print_address(p, apart->last_store);
        text_printf(p->out, ", ");
        print_address(p, apart->last_other);
    }
}

static void print_guards(const printer_t *p, const strip_guard_t *guard, const char *where)
{
    static const char *const names[] = {"aligned ", "count", "number ", "rows", "one", "apart "};
    for (; guard != NULL; guard = guard->next) {
        begin(p, "guard ");
        text_printf(p->out, "%s", guard->apart != NULL && !guard->apart->same_lanes ? "clear " : names[guard->kind]);
        if (guard->kind == GUARD_ALIGNED) {
            print_address(p, guard->address);
        } else if (guard->kind == GUARD_NUMBER) {
            text_printf(p->out, "%%%s", guard->accumulator->name);
        } else if (guard->kind == GUARD_APART) {
            print_pair(p, guard->apart);
        }
        text_printf(p->out, "%s\n", where);
    }
}

static void print_arg(const printer_t *p, const strip_arg_t *arg)
{
    static const char *const kinds[] = {"", "scalar ", "first "};
    text_printf(p->out, " %s%s%%%s", arg->splat ? "splat " : "", kinds[arg->kind], arg->value->name);
}

/// Operations that are not on strips have the operands of the text.
static void print_operands(const printer_t *p, const strip_op_t *strip)
{
    const op_t *op = strip->op;
    const char *separator = " ";
    text_printf(p->out, " %s", op->name);
    for (uint32_t i = 0; i < op->operands_num; i++, separator = ", ") {
        const value_t *value = op->operands[i].value;
        text_printf(p->out, op->operands[i].indexed ? "[%%%s]" : "%s%%%s",
                    op->operands[i].indexed ? value->name : separator, value->name);
    }
}

static void print_strip(const printer_t *p, const strip_op_t *strip)
{
    static const char *const beyond[] = {"unknown", "padded", "kept", "zeroed"};
    const char *separator = "";
    text_printf(p->out, strip->function != NULL ? " %s" : "", strip->function);
    if (strip->fold != NULL) {
        text_printf(p->out, " %s %%%s", strip->op->form->fn, strip->fold->accumulator->name);
        separator = ",";
    }
    if (strip->address != NULL) {
        text_printf(p->out, " ");
        print_address(p, strip->address);
        separator = ",";
    }
    for (uint32_t i = 0; i < strip->args_num; i++, separator = ",") {
        text_printf(p->out, "%s", separator);
        print_arg(p, &strip->args[i]);
    }
    text_printf(p->out, strip->mask != NULL ? " if %%%s" : "", strip->mask != NULL ? strip->mask->name : "");
    if (strip->fold != NULL) {
        text_printf(p->out, " {beyond = %s}", beyond[strip->fold->beyond]);
    } else if (strip->lmul != p->plan->lmul) {
        text_printf(p->out, " {group = m%u}", strip->lmul);
    }
}

static void print_op(const printer_t *p, const strip_op_t *strip)
{
    static const char *const names[] = {"hoist", "part", "load", "store", "store", "gather", "convert",
                                        "fold",  "op",   "call", "copy",  "op",    "fence"};
    const op_t *op = strip->op;
    const bool whole = strip->kind == STRIP_HOIST || strip->kind == STRIP_PART;
    const uint32_t first = strip->kind == STRIP_CARRY;
    const uint32_t num = whole || first != 0 ? op->results_num : strip->kind != STRIP_FENCE && op->results_num != 0;
    text_printf(p->out, "%*s", p->depth * 2 + 2, "");
    for (uint32_t i = first; i < num; i++) {
        text_printf(p->out, "%%%s%s", op->results[i].name, i + 1 == num ? " = " : ", ");
    }
    text_printf(p->out, "strip.%s", names[strip->kind]);
    (whole ? print_operands : print_strip)(p, strip);
    text_printf(p->out, "\n");
}

void strips_print(const op_t *loop, int depth, text_t *out)
{
    const printer_t printer = {.plan = op_id(loop) == OP_FOR ? loop->aux : NULL, .out = out, .depth = depth};
    if (printer.plan == NULL) {
        return;
    }
    print_head(&printer);
    print_guards(&printer, printer.plan->rows_guards, " {rows}");
    print_guards(&printer, printer.plan->guards, "");
    for (const strip_op_t *strip = printer.plan->ops; strip != NULL; strip = strip->next) {
        print_op(&printer, strip);
    }
    text_printf(out, "%*s} else\n", depth * 2, "");
}
