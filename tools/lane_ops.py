# SPDX-License-Identifier: Apache-2.0
"""hal/vector/lane_ops.h, the computation of each lane-wise operation: from the formulas of isa/lanes.def and the types of
isa/vector.def."""
import re

import optable

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/lane_ops.py from isa/lanes.def and isa/vector.def: do not edit.
//
// The formulas of the lane-wise operations:
//
//   PTO_LANEWISE(vadd, f32, m8)(x, y)   on groups of the vector unit: the first pto_vl lanes. L is ignored. Operands
//                                       are evaluated once unless they are groups
//   PTO_LANEWISE_C(vadd, f32)(f32, x, y)  on elements, in C; operands may be evaluated several times
//   PTO_REGISTER_OPS_2(X, H)            X(T, fn) for each function of two registers and a mask. Others: of one (1),
//                                       with a scalar (S), with shift counts (U) or one count (N),
//                                       multiply-accumulate (3), axpy (A). H replaces X if bf16 is computed in f32
//   PTO_STRIP_OPS_2(X)                  as above for strips, as PTO_STRIPS_FIU(X, fn)
//   PTO_STRIP_OPS_NO_8(X)               X(fn) for those that have integers, but none of 8 bits
// clang-format off
#ifndef PTO_VECTOR_LANE_OPS_H
#define PTO_VECTOR_LANE_OPS_H

#define PTO_LANEWISE(op, T, L) PTO_LANE_FN(PTO_LANE_, op, PTO_LANE_KIND_##T)
#define PTO_LANEWISE_C(op, T)  PTO_LANE_FN(PTO_C_, op, PTO_C_KIND_##T)
#define PTO_LANE_FN(stem, op, kind)  PTO_LANE_FN_(stem, op, kind)
#define PTO_LANE_FN_(stem, op, kind) stem##op##_##kind
"""

KINDS = {**{t: kind.upper() for t, (_, kind) in optable.TYPES.items() if kind in "iu"}, "f16": "F", "f32": "F", "bf16": "B"}
C_KINDS = {"F": "F", "S": "F", "B": "F", "I": "N", "U": "N"}

# The lists by the signature of a function, and the operands of one.
SHAPES = {"V M : V": "1", "V V M : V": "2", "V S M : V": "S", "V U M : V": "U", "V i16 M : V": "N",
          "V V V M : V": "3", "V V S M : V": "A"}
OPERANDS = ("acc", "x", "y", "s", "n", "c", "mask")
# Sets of types as element.h names them, the largest first.
GROUPS = {"INTS64": "i8 u8 i16 u16 i32 u32 i64 u64", "INTS": "i8 u8 i16 u16 i32 u32", "INT16": "i16 u16", "INT32": "i32 u32",
          "INT64": "i64 u64", "SINT": "i8 i16 i32", "F16_32": "f16 f32"}

FORMULA = re.compile(r"^PTO_FORMULA\((\w+), *(\w+), *(.*)\)$")


def arguments(text):
    """Splits a text at commas outside of parentheses."""
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def load_formulas():
    """(function, kind) -> the formulas of V and of C."""
    formulas = {}
    for line in (optable.ISA / "lanes.def").read_text().splitlines():
        row = FORMULA.match(line)
        if row:
            rvv, c = arguments(row[3])
            formulas.update({(row[1], kind): (rvv, c) for kind in row[2]})
    return formulas


def operands(text):
    return [name for name in OPERANDS if re.search(rf"\b{name}\b", text)]


def vector(text):
    """A formula of V as C: instructions get their prefix and the vector length."""
    call = re.match(r"^(\w+)\((.*)\)$", text)
    if call is None:
        return f"({text})" if text in OPERANDS else text
    inner = ", ".join(vector(part) for part in arguments(call[2]))
    return f"__riscv_{call[1]}({inner}, pto_vl)" if call[1][0] == "v" else f"{call[1]}({inner})"


def scalar(text, kind):
    """A formula of C as C, on elements of type T."""
    call = re.match(r"^(BITS|CALL)\((.*)\)$", text)
    width = text.replace("WIDTH - 1", "(PTO_BITS_##T - 1)")
    if call and call[1] == "CALL":
        fn, *values = arguments(call[2])
        return f"pto_{fn}_##T({', '.join(values)})"
    if call:
        bits = re.sub(r"\bx\b", "pto_##T##_bits(x)", call[2]).replace("SIGN", "PTO_SIGN_##T")
        return f"pto_##T##_of({bits})"
    if text in OPERANDS:
        return f"({text})"
    if kind in "FS":
        return "pto_narrow_##T(%s)" % re.sub(r"\b([xys])\b", r"pto_wide_##T(\1)", text)
    return "((pto_##T##_t)(%s))" % re.sub(r"\b(acc|[xysn])\b", r"(\1)", width)


def macros(formulas):
    """The macros of V and of C. In C one macro serves signed and unsigned integers."""
    defined = set()
    for (fn, kind), (rvv, c) in formulas.items():
        names = operands(rvv)
        text = vector(rvv).replace("(n)", "(size_t)(n)") if fn.endswith("s") else vector(rvv)
        yield f"#define PTO_LANE_{fn}_{'F' if kind == 'S' else kind}({', '.join(names)}) {text}"
        if c and (fn, C_KINDS[kind]) not in defined:
            defined.add((fn, C_KINDS[kind]))
            yield f"#define PTO_C_{fn}_{C_KINDS[kind]}({', '.join(['T', *names])}) {scalar(c, kind)}"


def with_scalars(formulas, ops):
    """The formulas, and those of functions that equal others with a scalar operand."""
    result = {}
    for (fn, kind), texts in formulas.items():
        result[fn, kind] = texts
        with_scalar = next((op for op in ops if op.fn == fn + "s"), None)
        if with_scalar and not any(f == with_scalar.fn for f, _ in formulas) and kind != "B":
            name = "n" if "i16" in with_scalar.letters() else "s"
            texts = tuple(re.sub(r"\by\b", name, text) for text in texts)
            result[with_scalar.fn, kind] = texts
    return result


def register_list(op, formulas):
    """The types of a function, as macros of element.h."""
    left, words = {t for t in op.types if (op.fn, KINDS.get(t, "")) in formulas}, []
    for name, types in GROUPS.items():
        if left >= set(types.split()):
            words.append(f"PTO_FOR_{name}(X, {op.fn})")
            left -= set(types.split())
    words += [f"X({t}, {op.fn})" for t in optable.TYPES if t in left]
    if "bf16" in op.types and (op.fn, "B") not in formulas and (op.fn, "F") in formulas:
        words.append(f"H(bf16, {op.fn})")
    return " ".join(words)


def lists(formulas, ops):
    strips = optable.load_lanes()
    short = {op.fn for op in ops if "I" in strips.get(op.fn, "") and "i8" not in op.types}
    for shape in dict.fromkeys(SHAPES.values()):
        chosen = [op for op in ops if SHAPES.get(op.signature) == shape and any(fn == op.fn for fn, _ in formulas)]
        parts = [register_list(op, formulas) for op in chosen if op.fn != "vsel"]
        yield f"#define PTO_REGISTER_OPS_{shape}(X, H) \\\n    " + " \\\n    ".join(parts)
        parts = [f"PTO_STRIPS_{strips[op.fn]}{'_16' * (op.fn in short)}(X, {op.fn})"
                 for op in chosen if op.fn != "vsel"]
        yield f"#define PTO_STRIP_OPS_{shape}(X) " + " ".join(parts)
    yield "#define PTO_STRIP_OPS_NO_8(X) " + " ".join(f"X({fn})" for fn in sorted(short))


def headers():
    """Path -> text."""
    ops = optable.load_ops()
    formulas = with_scalars(load_formulas(), ops)
    kinds = [f"#define PTO_LANE_KIND_{t} {kind}" for t, kind in KINDS.items()]
    kinds += [f"#define PTO_C_KIND_{t} {C_KINDS[kind]}" for t, kind in KINDS.items()]
    return {"hal/vector/lane_ops.h": "\n".join(
        [HEAD, *kinds, "", *macros(formulas), "", *lists(formulas, ops), "", "// clang-format on", "#endif", ""])}
