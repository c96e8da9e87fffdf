# SPDX-License-Identifier: Apache-2.0
"""hal/vector/generic.h, the C11 generic macros over the typed vector functions, and typed.h, the typed functions as
macros: from the op table."""
from dataclasses import replace

import optable

WIDTH = 100

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// pto_vadd(a, b, mask) is pto_vadd_f32(a, b, mask) if a is a pto_vf32_t. The type comes from the first
// vector operand, else from the pointer, else from the scalar, else from the mask. Operands that fit no
// form are compile-time errors that name the types.
//
// - Optional attributes may be omitted from the right: pto_vlds(p, i), pto_vlds(p, i, PTO_LD_US).
// - A result type that the operands do not determine is the first argument: pto_vcvt(f16, v, mask, PTO_RND_R).
// - Shift counts and lane indices may be of any integer type of the width.
// - Forms without operands that determine a type have typed names only: pto_pset_b32(PTO_PAT_ALL).
//
// PTO_VECTOR_CALL and PTO_VECTOR_DO (vector.h) run an instruction with and without results.
// clang-format off
#ifndef PTO_VECTOR_GENERIC_H
#define PTO_VECTOR_GENERIC_H

// Optional argument n, or its default.
#define PTO_OPT_1(d, ...) PTO_OPT_1_(0, ##__VA_ARGS__, d)
#define PTO_OPT_2(d, ...) PTO_OPT_2_(0, ##__VA_ARGS__, d, d)
#define PTO_OPT_3(d, ...) PTO_OPT_3_(0, ##__VA_ARGS__, d, d, d)
#define PTO_OPT_1_(z, a, ...) a
#define PTO_OPT_2_(z, a, b, ...) b
#define PTO_OPT_3_(z, a, b, c, ...) c

// Reinterprets an integer register as unsigned.
#define PTO_RAW(x) _Generic((x), \\
    pto_vi8_t: pto_raw_i8, pto_vu8_t: pto_raw_u8, pto_vi16_t: pto_raw_i16, pto_vu16_t: pto_raw_u16, \\
    pto_vi32_t: pto_raw_i32, pto_vu32_t: pto_raw_u32, pto_vi64_t: pto_raw_i64, pto_vu64_t: pto_raw_u64 \\
    PTO_OR_STRIPS(PTO_STRIPS_IU, PTO_LANES_V, pto_raw))(x)

// _Generic associations: f is the stem of a function, x an operand that also selects it.

// Associations of the index and of the mask.
#define PTO_OF_X(f) pto_vu8_t: f##_u8, pto_vu16_t: f##_u16, pto_vu32_t: f##_u32 PTO_OR_MIXED
#define PTO_OF_G(f) pto_b8_t: f##_b8, pto_b16_t: f##_b16, pto_b32_t: f##_b32 PTO_OR_MIXED
#define PTO_BY_X(f, x) _Generic((x), PTO_OF_X(f))
#define PTO_BY_G(f, x) _Generic((x), PTO_OF_G(f))

// Associations of a pointer.
#define PTO_OF_PTR(t, f) pto_##t##_t *: f, const pto_##t##_t *: f

// Further associations, if <pto/lanes.h> has defined strips: for instructions of isa/lanes.def by their kinds of
// elements, for stores and for conversions. Mixing strips and registers is then an error.
#define PTO_OR_STRIPS(list, X, f)
#define PTO_OR_MIXED"""

TYPED_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// The typed functions in kernels that count cycles: a call by its typed name is reported as one of generic.h.
// clang-format off
#ifndef PTO_VECTOR_TYPED_H
#define PTO_VECTOR_TYPED_H
"""

# Functions that also exist for strips, and their kinds of elements.
STRIPS = {**optable.load_lanes(), "vsts": "ALL"}
CONVERSIONS = optable.load_lanes_conversions()

DEFAULTS = {name: values[0][0] for name, values in optable.load_attributes().items()}

# C parameter names by signature letter.
STEMS = {"V": "v", "U": "n", "X": "x", "P": "p", "Q": "p", "M": "m", "M16": "m", "M32": "m", "G": "m", "S": "s",
         "A": "align"}

# The controlling type of an association, by the letter of the operand that selects a form; pointers have two.
CONTROLS = {"V": "pto_v{0}_t", "S": "pto_{0}_t", "M": "pto_{0}_t"}


def wrap(text):
    """A macro on lines of WIDTH, wrapped after commas."""
    lines = [""]
    for word in text.replace(", ", ",\0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(word) + 3 > WIDTH:
            lines.append("   ")
        lines[-1] += (" " if lines[-1] else "") + word
    return " \\\n".join(lines)


class Associations:
    """Lists of associations, each a macro of the function's stem f and, if a mask or an index also selects the form, of
    that operand x. Forms with the same types share a list."""

    def __init__(self):
        self.names, self.lines = {}, []

    def use(self, letter, types, second=""):
        key = letter, types, second
        if key not in self.names:
            self.names[key] = f"PTO_OF_{letter}{second}_{len(self.names) + 1}"
            targets = f"PTO_BY_{second}(f##_{{0}}, x)" if second else "f##_{0}"
            form = "PTO_OF_PTR({0}, " + targets + ")" if letter == "P" else f"{CONTROLS[letter]}: {targets}"
            body = ", ".join(form.format(t) for t in types)
            self.lines.append(wrap(f"#define {self.names[key]}(f{', x' if second else ''}) {body}"))
        return self.names[key]

    def use_of_result(self, sources):
        """As above for functions with the result's type r after the source's."""
        key = "R", sources
        if key not in self.names:
            self.names[key] = f"PTO_OF_R_{len(self.names) + 1}"
            body = ", ".join(f"pto_v{s}_t: f##_{s}_##r" for s in sources)
            self.lines.append(wrap(f"#define {self.names[key]}(f, r) {body}"))
        return self.names[key]


def operands(op):
    """The macro's parameters for the operands, and the function's argument for each."""
    names, values, seen = [], [], {}
    for item in op.operands:
        if item.letter == "#":
            continue
        stem = STEMS.get(item.letter, "i")
        seen[stem] = seen.get(stem, 0) + 1
        name = stem if seen[stem] == 1 else f"{stem}{seen[stem]}"
        names.append(name)
        if item.letter in ("U", "X"):
            values.append(f"PTO_RAW({name})")
        elif item.letter == "Q" and item.indexed and not op.in_units:
            values += [f"({name}) + (offset)", "0"]
        else:
            values.append(name)
        if item.indexed:
            names.append("offset")
            values += ["offset"] if item.letter == "P" or op.in_units else []
    return names, values


def attributes(op):
    """Parameters of the required attributes, arguments for all attributes, and whether some are optional."""
    names, values, optional = [], [], 0
    for item in op.attributes:
        if item.optional:
            optional += 1
            values.append(f"PTO_OPT_{optional}({DEFAULTS[item.attribute]}, ##__VA_ARGS__)")
        else:
            names.append(item.attribute)
            values.append(item.attribute)
    return names, values, optional > 0


def parameter_of(op, letter, names):
    return [n for n in names if n != "offset"][op.letters().index(letter)]


def selection(op, lists, pairs):
    """The leading parameter that names the result's type, if any, and the expression for the function."""
    names, _ = operands(op)
    letter = next((x for x in "VPSM" if x in op.letters()), None)
    if letter is None:
        return None
    control, stem = parameter_of(op, letter, names), f"pto_{op.fn}"
    suffix = "".join(op.suffix_letters())
    if suffix == "R":
        known = pairs.get(op.fn) or {(s, r): "" for s in op.types for r in op.types}
        for result in sorted({r for _, r in known}, key=list(optable.TYPES).index):
            sources = tuple(s for s, r in known if r == result)
            body = f"{lists.use_of_result(sources)}({stem}, {result})"
            more = f" PTO_OR_STRIPS(PTO_STRIPS_TO_{result}, PTO_LANES_CS, {stem})" if op.fn == "vcvt" and result in CONVERSIONS else ""
            lists.lines.append(wrap(f"#define PTO_TO_{op.fn}_{result} {body}{more}"))
        return ["type"], f"_Generic(({control}), PTO_TO_{op.fn}_##type)"
    if suffix == "G" and "G" not in op.letters():
        body = ", ".join(f"pto_{g}_t: {stem}_{g}_##type" for g in op.types)
        return ["type"], f"_Generic(({control}), {body})"
    kinds = STRIPS.get(op.fn)
    more = f" PTO_OR_STRIPS(PTO_STRIPS_{kinds}, PTO_LANES_V, {stem})" if kinds else ""
    if suffix == "G":
        return [], (f"_Generic(({control}), {lists.use(letter, op.types, 'G')}"
                    f"({stem}, {parameter_of(op, 'G', names)}){more})")
    if suffix == "X" and len(op.index_widths()) == 1:
        form = "PTO_OF_PTR({0}, {1})" if letter == "P" else f"{CONTROLS[letter]}: {{1}}"
        body = ", ".join(form.format(t, f"{stem}_{t}_u{op.index_widths()[0]}") for t in op.types)
        return [], f"_Generic(({control}), {body})"
    if suffix == "X":
        return [], (f"_Generic(({control}), {lists.use(letter, op.types, 'X')}"
                    f"({stem}, PTO_RAW({parameter_of(op, 'X', names)})))")
    return [], f"_Generic(({control}), {lists.use(letter, op.types)}({stem}){more})"


def conversions():
    """The conversions of strips, as X(from, to, ...), for each result type."""
    yield "\n// Conversions of isa/lanes.def."
    for result, sources in CONVERSIONS.items():
        yield wrap(f"#define PTO_STRIPS_TO_{result}(X, ...) " + " ".join(f"X({s}, {result}, __VA_ARGS__)" for s in sources))
    yield ""


def comment(doc):
    """The documentation that editors show for a macro: the names of its operands and results."""
    results = f" -> {', '.join(doc.results)}" if doc.results else ""
    note = f" ({doc.note})" if doc.note else ""
    return f"/// ({', '.join(doc.operands)}){results}: {doc.semantics}{note}"


def second(op):
    """The number of the argument that points to a second register, mask or stream; 0: there is none."""
    if len(op.results) < 2 or op.results[1].letter not in "VMA":
        return 0
    return len(operands(op)[1]) + len(op.attributes) + 1


def call_of(op, of):
    """The head of the call that runs a form; argument `of` has the element type."""
    return f"PTO_VECTOR_CALL({op.fn}, {of}, {second(op)}" if op.results else f"PTO_VECTOR_DO({op.fn}, {of}"


def seconds_of(op, type_name, pairs):
    """The possible types after T in the names of a form's functions."""
    letters = op.suffix_letters()
    if "R" in letters:
        return [r for s, r in pairs.get(op.fn) or {(type_name, r): "" for r in optable.TYPES} if s == type_name]
    if "X" in letters:
        return [f"u{bits}" for bits in op.index_widths()]
    return list(optable.GRANULARITIES) if "G" in letters else [""]


def typed(op, of, pairs):
    """The typed functions of a form as macros."""
    yield f"#define PTO_TYPED_{op.fn}(f, ...) {call_of(op, of)}, f, __VA_ARGS__)"
    yield from (f"#define {name}(...) PTO_TYPED_{op.fn}({name}, __VA_ARGS__)"
                for t in op.types or [""] for name in (op.function(t, x) for x in seconds_of(op, t, pairs)))


def scoped(op, doc):
    """Forms that differ only by name: the function, with the check of its context."""
    names, _ = operands(op)
    attr_names, _, _ = attributes(op)
    arguments = ", ".join(names + attr_names + [f"out{i}" for i in range(1, len(op.results))])
    functions = [f"pto_{op.fn}" + (f"_{t}" if t else "") for t in op.types or [""]]
    call = call_of(op, 0)
    return [line for f in functions for line in (
        comment(doc), wrap(f"#define {f}({arguments}) (PTO_VECTOR_SCOPE_CHECK(\"{f[4:]}\"), "
                           f"{', '.join([call, f'({f})'] + [a for a in [arguments] if a])}))"))]


def rows():
    """The number of each function's first row in the table: for PTO_VECTOR_CALL and PTO_VECTOR_DO."""
    first = {}
    for number, op in enumerate(optable.load_ops()):
        first.setdefault(op.fn, number)
    yield "// The first row of isa/vector.def of each function."
    yield from (f"#define PTO_ROW_{fn} {number}" for fn, number in first.items())


def forms():
    """The rows of the table, one for each C function: rows that differ only in granularity are merged."""
    merged = {}
    for op in optable.load_ops():
        types = merged[op.fn].types if op.fn in merged else ()
        merged[op.fn] = replace(merged.get(op.fn, op), types=types + tuple(t for t in op.types if t not in types))
    return merged.values()


def headers():
    """Path -> text."""
    lists, macros, named, pairs, docs = Associations(), [], [], optable.load_pairs(), optable.load_docs()
    for op in forms():
        chosen = selection(op, lists, pairs)
        if chosen is None:
            macros += scoped(op, docs[op.fn])
            continue
        (front, function), (names, values) = chosen, operands(op)
        attr_names, attr_values, optional = attributes(op)
        outs = [f"out{i}" for i in range(1, len(op.results))]
        parameters = front + names + attr_names + outs + (["..."] if optional else [])
        if optional and outs:  # the result pointers follow the attributes, so none can be optional
            optional_names = [item.attribute for item in op.attributes if item.optional]
            parameters = front + names + attr_names + optional_names + outs
            attr_values = attr_names + optional_names
        arguments = ", ".join(values + attr_values + outs)
        macros.append(comment(docs[op.fn]))
        letters = op.letters()
        of = values.index(names[letters.index("V")]) + 1 if "V" in letters else 0
        macros.append(wrap(f"#define pto_{op.fn}({', '.join(parameters)}) "
                           f"(PTO_VECTOR_SCOPE_CHECK(\"{op.fn}\"), {call_of(op, of)}, {function}, {arguments}))"))
        named += typed(op, of, pairs)
    end = ["", "// clang-format on", "#endif", ""]
    return {"hal/vector/generic.h": "\n".join([HEAD, *conversions(), *lists.lines, "", *rows(), "", *macros, *end]),
            "hal/vector/typed.h": "\n".join([TYPED_HEAD, *named, *end])}
