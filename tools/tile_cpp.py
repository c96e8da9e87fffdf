# SPDX-License-Identifier: Apache-2.0
"""The intrinsics of C++ kernels, made of isa/tile.def and isa/cpp.def."""
import functools
import re
import sys
from dataclasses import dataclass, replace

import tile_table

TABLE = tile_table.ROOT / "isa" / "cpp.def"

ROW = re.compile(r'^PTO_CPP\((\w+),\s*"([^"]*)",\s*"([^"]*)",\s*(\w+),\s*"([^"]*)"\)$')

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {
"""
TILES, SCALARS = "TRXMW", "SQ"
# Commands that kernels synchronise with as with commands of another pipe (pto-isa `docs/isa/MGATHER.md`, `Op` of events).
TAKEN_FOR = {"mgather": ("PIPE_V", "PIPE_MTE2"), "mscatter": ("PIPE_V", "PIPE_MTE3"), "tci": ("PIPE_S", "PIPE_V"),
             "texpands": ("detail::padding(dst.tile)", "PIPE_V"), "tfillpad": ("detail::padding(dst.tile)", "PIPE_MTE1"),
             "tmov": ("detail::moving(dst.tile, src.tile)", "PIPE_MTE1")}
# What a command takes of the destination for its source: pto-isa's headers ask for elements of one size (moves), or nothing.
TAKEN_FROM_DST = {"tfillpad": "elements", "ttrans": "elements", "tcvt": "region"}
REFS = {"T": "detail::tile_ref", "P": "detail::tile_pointer", "G": "detail::tensor_ref", "S": "detail::scalar_ref"}


@dataclass(frozen=True)
class Form:
    """One overload: template parameters, (name, kind) of its parameters, its row, the arguments of the C call."""
    name: str
    template: str
    params: tuple
    op: tile_table.TileOp
    args: tuple


def enumerator(values, attribute):
    """The default of an attribute as an argument of the C call."""
    if attribute.is_number:
        return attribute.default
    return "PTO_" + next(name for name, spelling in values[attribute.cls] if spelling == attribute.default)


def kind_of(operand):
    """T, G or S, or the C++ type of a number."""
    if operand.locations == "g":
        return "G"
    if operand.kind in TILES:
        return "T"
    return "S" if operand.kind in SCALARS else "int64_t" if operand.kind == "I" else "G"


def regular(op, values):
    """The calls of a row without an entry in isa/cpp.def."""
    if any(a.default is None for a in op.attributes):
        return
    name = op.name.upper().replace(".", "_")
    precise = [a for a in op.attributes if a.cls == "precision"]
    template = "auto precision = DivAlgorithm::DEFAULT" if precise else ""
    typed = next((o.name for o in op.ins + op.outs if o.kind == "T"), None)
    for with_tmp in (False, True) if any(o.kind == "W" and o.optional for o in op.operands) else (False,):
        params, args = [], []
        for operand in op.operands:
            absent = operand.kind == "Q" or (operand.optional and (operand.kind != "W" or not with_tmp))
            if not absent:
                params.append((operand.c_name, kind_of(operand)))
            if operand.kind == "S":
                args.append(f"{operand.c_name}.as({typed})")
            elif absent or operand.kind == "W":
                args.append("NONE" if operand.kind == "Q" else "NULL")
            else:
                args.append(operand.c_name)
        args += ["precision" if a.cls == "precision" else enumerator(values, a) for a in op.attributes]
        yield Form(name, template, tuple(params), op, tuple(args))


def parameter(word):
    """`name:kind`, or `name=default` for an optional number."""
    name, _, kind = word.partition(":")
    return (name, kind.replace("_TRandom", " TRandom")) if kind else tuple(word.split("="))


def irregular(ops, values):
    """The rows of isa/cpp.def."""
    for line in TABLE.read_text().splitlines():
        if not line.startswith("PTO_CPP("):
            continue
        row = ROW.match(line)
        if not row:
            sys.exit(f"{TABLE.name}: not a row: {line}")
        name, template, params, op, args = row.groups()
        op, args = ops[op], args.split()
        count = len(op.operands) + len(op.attributes)
        if len(args) != count:
            sys.exit(f"{TABLE.name}: {name}: {len(args)} arguments, {op.id} takes {count}")
        first = len(op.operands)
        for at, attribute in enumerate(op.attributes, first):
            if args[at] == "=":
                args[at] = enumerator(values, attribute)
        yield Form(name, template, tuple(map(parameter, params.split())), op, tuple(args))


def argument(arg, form, kind):
    """An argument of the C call."""
    kinds = dict(form.params)
    name, _, typed = arg.partition(".as(")
    if typed:
        tile = typed.rstrip(")")
        return f"{name}.as({f'{tile}.tile.elem' if kinds.get(tile) == 'T' else f'PTO_ELEM_{tile}'})"
    if arg == "NULL":
        return "nullptr"
    if arg == "NONE":
        return "PTO_NONE"
    if kinds.get(arg) == "T":
        return f"&{arg}.tile"
    if kinds.get(arg) == "P":
        return f"{arg}.get()"
    if kinds.get(arg) == "G":
        return f"&{arg}.tensor"
    if kinds.get(arg) == "S":
        return f"{arg}.plain()"
    if kinds.get(arg) == "uint64_t":
        return f"detail::to_scalar({arg})" if kind == "Q" else arg
    if kind == "A" and not arg.startswith("PTO_"):
        return f"detail::attr({arg})"
    return arg


def accesses(form):
    """The operands that the command writes and reads, for the order of commands."""
    outs, ins = {o.c_name for o in form.op.outs}, []
    names = dict(form.params)
    for place, operand in enumerate(form.op.operands):
        arg = form.args[place]
        if names.get(arg) in ("T", "P", "G") and operand.kind != "W":
            ins.append(f".{'writes' if operand.c_name in outs else 'reads'}({arg})")
    return "".join(ins)


def with_defaults(form):
    """The forms that lack the last template parameters, which have defaults: kernels name types in their place."""
    words = form.template.split(", ")
    while form.template and not any(len(word) == 1 for word in words) and re.match(r"[A-Z]\w* \w+ = ", words[-1]):
        name, default = words.pop().split()[1::2]
        form = replace(form, template=", ".join([*words, "class Named"]),
                       args=tuple(default if arg == name else arg for arg in form.args))
        yield form
        if not words:
            return


def overload(form):
    """The text of one overload."""
    def shown(param):
        name, kind = param
        if kind in REFS:
            return f"{REFS[kind]} {name}"
        if kind.isdigit():
            return f"int64_t {name} = {kind}"
        return f"{kind.replace('const_', 'const ').replace('&', ' &')} {name}"

    def head():
        words = [f"class {word} = void" if len(word) == 1 else word for word in form.template.split(", ") if word]
        named = any("class " in word and word != "class Named" for word in words)
        return ", ".join(words if named else [*words, "class... Types"])

    params = ", ".join(map(shown, form.params))
    args = ", ".join(argument(a, form, k) for a, k in zip(form.args, form.op.kinds))
    first = next(name for name, kind in form.params if kind in "TG")
    # The result of a row is a single value, even if more columns of the tile are valid.
    column = "    dst.tile.valid_cols = 1;\n" if form.op.family in ("row_reduce", "row_arg") else ""
    # For 4-bit types products count elements along k, other instructions bytes.
    pairs = "".join(f"    detail::count_elements({arg}.tile);\n" for arg, operand in zip(form.args, form.op.operands)
                    if form.op.family == "matmul" and set(operand.locations) & set("lr"))
    taken = f"    detail::take_{TAKEN_FROM_DST[form.op.id]}(src.tile, dst.tile);\n" if form.op.id in TAKEN_FROM_DST else ""
    behind, issue = "", f"command.issued(pto_{form.op.id}_at({first}.loc, {args}))"
    if form.op.id in TAKEN_FOR:
        pipe, own = TAKEN_FOR[form.op.id]
        behind, issue = f"    detail::behind({first}.loc, {pipe}, {own});\n", f"detail::ahead({first}.loc, {pipe}, {issue})"
    return f"""
template <{head()}, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent {form.name}({params}, const Events &...events)
{{
{column}{pairs}{taken}{behind}    detail::command command;
    command{accesses(form)}.after(events...);
    return {issue};
}}
"""


def forms():
    """All overloads but those that repeat others without their last template parameters."""
    values, ops = tile_table.attribute_values(), {op.id: op for op in tile_table.load()}
    found = list(irregular(ops, values))
    named = {form.op.id for form in found}
    return found + [form for op in ops.values() if op.id not in named for form in regular(op, values)]


@functools.cache
def signatures():
    """Row -> how its intrinsics are called: `TMATMUL<AccPhase phase = AccPhase::Unspecified>(c, a, b, events...)`."""
    found = {}
    for form in forms():
        words = [f"class {word}" if len(word) == 1 else word for word in form.template.split(", ") if word]
        named = f"<{', '.join(words)}>" if words else ""
        params = [f"{name} = {kind}" if kind.isdigit() else name for name, kind in form.params]
        found.setdefault(form.op.id, []).append(f"{form.name}{named}({', '.join([*params, 'events...'])})")
    return found


def headers():
    """Path -> text."""
    all_forms = forms()
    all_forms += [shorter for form in all_forms for shorter in with_defaults(form)]
    text = "".join(overload(form) for op in tile_table.load() for form in all_forms if form.op.id == op.id)
    # pto-isa has a function of each instruction for each machine, which kernels for its simulator call.
    same = "".join(f"#define {name}_IMPL {name}\n" for name in sorted({form.name for form in all_forms}))
    return {"pto/ops.hpp": f"{HEAD}{text}\n}}  // namespace pto\n\n{same}// clang-format on\n"}
