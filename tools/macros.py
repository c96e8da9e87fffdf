# SPDX-License-Identifier: Apache-2.0
"""Macros that follow a rule: hal/vector/type_names.h, the properties of element types, pto/arguments.h, macros over the
arguments of a macro, and pto/math_calls.h, the functions of the math dialect."""
import re

import optable

TYPE_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/macros.py: do not edit. What macros find by pasting the name of an element type T (hal/vector/element.h).
//
//   PTO_BITS_T       its width                      PTO_GRAN_T        the granularity of its masks
//   PTO_NEUTRAL_<fn>_T          what vadd, vmul, vmax and vmin leave as it is
//   PTO_ELEM_TOKEN_T its enumerator in pto_elem_t   PTO_FOR_RAW       X(T, the unsigned type of its width, ...) for each T
//   PTO_FOR_VCVT     X_WIDEN(S, D, KIND) for the conversions of isa/cvt.def to elements that are no narrower, X_NARROW for
//                    others. KIND: FF from floats, IF from integers to floats, EXTEND and II between integers; EXACT
//
// In RVV, where types without arithmetic are unsigned integers:
//
//   PTO_E_T          the suffix of intrinsics       PTO_STRIP_C_T     the stem of vector types
//   PTO_SPLAT_T      the intrinsic of a splat       PTO_TO_RAW_T(x)   x as unsigned integers; PTO_OF_RAW_T(x) the inverse
//   PTO_LANES_C_T    the stem of the strips of PTO_FOR_LANES; PTO_STRIP_IN_T(x) what intrinsics take of one,
//                    PTO_STRIP_OUT_T(L, x) the inverse
//   PTO_RATIO_<bits><L>         the ratio of element bits to LMUL L: the suffix of mask types
//   PTO_WIDE_<fn>_<kind>        the instruction of a fold by lanes; PTO_STRIP_RED_<fn>_<kind> over all lanes
// clang-format off
#ifndef PTO_VECTOR_TYPE_NAMES_H
#define PTO_VECTOR_TYPE_NAMES_H
"""

ARGUMENTS_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/macros.py: do not edit.
//
// PTO_MAP(M, c, a, b, ...) is M(c, 0, a) M(c, 0 + 1, b) ...; PTO_NUM counts. Both take up to 127 arguments. More than
// 64 count as 65 and expand to nothing, so that the error about the limit of 64 parameters names the kernel.
//
// PTO_TIME_BIND_<n>(...) declares a1_, a2_, ... with the values of n arguments, PTO_TIME_NAMES_<n> lists these names,
// PTO_TIME_EACH_<n>(X) is X(a1_) X(a2_) ..., and PTO_TIME_GIVE_<n> numbers the result that argument n points to.
// clang-format off
#ifndef PTO_ARGUMENTS_H
#define PTO_ARGUMENTS_H

#define PTO_MAP(M, c, ...) PTO_JOIN(PTO_MAP_, PTO_NUM(__VA_ARGS__))(M, c, 0 __VA_OPT__(, ) __VA_ARGS__)
#define PTO_JOIN(a, b)     PTO_JOIN_(a, b)
#define PTO_JOIN_(a, b)    a##b
"""
MATH_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/macros.py from isa/system.def: do not edit. Included by <pto/math.h>. pto_math_NAME() computes
// pto_NAME_real() in double and rounds it to the type of a; math.fma, which rounds once, is in <pto/math.h>.
// clang-format off
#ifndef PTO_MATH_CALLS_H
#define PTO_MATH_CALLS_H
"""

PARAMETERS, COUNTED = 64, 127    # of a kernel, and of PTO_NUM
TIMED = 8                        # arguments of a vector instruction

FOLDS = {"vmax": "max", "vmin": "min", "vadd": "add", "vsub": "sub", "vmul": "mul", "vmula": "macc"}


def of_type(t):
    """Macro -> text, for an element type."""
    bits, kind = optable.TYPES[t]
    held = t if kind in "iu" or t in ("f16", "f32") else f"u{bits}"
    stem = {"i": "vint", "u": "vuint", "f": "vfloat"}[held[0]] + str(bits)
    cast = "(x)" if held[0] == "u" else "PTO_CAST_E({}, {})(x)"
    return {
        f"PTO_BITS_{t}": bits,
        f"PTO_GRAN_{t}": optable.granularity(t),
        f"PTO_ELEM_TOKEN_{t}": f"PTO_ELEM_{t.upper()}",
        f"PTO_E_{t}": held,
        f"PTO_STRIP_C_{t}": stem,
        f"PTO_SPLAT_{t}": "vfmv_v_f" if held[0] == "f" else "vmv_v_x",
        f"PTO_TO_RAW_{t}(x)": cast.format(f"u{bits}", held),
        f"PTO_OF_RAW_{t}(x)": cast.format(held, f"u{bits}"),
        f"PTO_LANES_C_{t}": "pto_strip_bf16" if t == "bf16" else stem,
        f"PTO_STRIP_IN_{t}(x)": "((x).bits)" if t == "bf16" else "(x)",
        f"PTO_STRIP_OUT_{t}(L, x)": "((pto_strip_bf16##L##_t){x})" if t == "bf16" else "(x)",
    }


def neutral(t):
    """Macro -> text: the neutral elements of a type of numbers. -0 + x is x for each x, unlike 0 + -0."""
    bits, kind = optable.TYPES[t]
    low, high = {"i": (f"INT{bits}_MIN", f"INT{bits}_MAX"), "u": ("0", f"UINT{bits}_MAX"),
                 "f": ("-__builtin_inff()", "__builtin_inff()")}[kind]
    values = {"vadd": "-0.0f" if kind == "f" else "0", "vmul": "1", "vmax": low, "vmin": high}
    return {f"PTO_NEUTRAL_{fn}_{t}": value for fn, value in values.items()}


def conversion(source, result):
    """A conversion as the end of a macro's name and its arguments."""
    (source_bits, source_kind), (bits, kind) = optable.TYPES[source], optable.TYPES[result]
    way = "WIDEN" if bits >= source_bits else "NARROW"
    between = "EXTEND" if bits > source_bits else "II"
    how = "FF" if source_kind == "f" else "IF" if kind == "f" else between
    return f"{way}({source}, {result}, {'EXACT' if (source, result) == ('hif8', 'f16') else how})"


def type_names():
    for t in optable.TYPES:
        yield from of_type(t).items()
        if optable.TYPES[t][1] in "iuf":
            yield from neutral(t).items()
    yield "PTO_FOR_RAW(X, ...)", " ".join(f"X({t}, u{bits}, __VA_ARGS__)" for t, (bits, _) in optable.TYPES.items())
    pairs = [pair for pair in optable.load_pairs()["vcvt"] if "p" not in (optable.TYPES[t][1] for t in pair)]
    yield "PTO_FOR_VCVT(X)", " ".join(f"X##_{conversion(*pair)}" for pair in pairs)
    for bits in (8, 16, 32, 64):
        for lmul in (1, 2, 4, 8):
            yield f"PTO_RATIO_{bits}m{lmul}", bits // lmul
    for kind in "FIU":
        for fn, name in FOLDS.items():
            insn = ("f" if kind == "F" else "") + "{}" + name + ("u" if kind == "U" and name in ("max", "min") else "")
            yield f"PTO_WIDE_{fn}_{kind}", "__riscv_v" + insn.format("")
            if name in ("max", "min"):
                yield f"PTO_STRIP_RED_{fn}_{kind}", "__riscv_v" + insn.format("red")


def listed(form, numbers, between):
    return between.join(form.format(n) for n in numbers)


def arguments():
    counts = list(range(COUNTED, -1, -1))
    yield "PTO_NUM(...)", "PTO_NUM_(_ __VA_OPT__(, ) __VA_ARGS__, %s)" % ", ".join(str(min(n, PARAMETERS + 1)) for n in counts)
    yield f"PTO_NUM_({', '.join(f'_{n}' for n in reversed(counts))}, n, ...)", "n"
    yield "PTO_MAP_0(M, c, i)", ""
    yield "PTO_MAP_1(M, c, i, x)", "M(c, i, x)"
    for n in range(2, PARAMETERS + 1):
        yield f"PTO_MAP_{n}(M, c, i, x, ...)", f"M(c, i, x) PTO_MAP_{n - 1}(M, c, i + 1, __VA_ARGS__)"
    yield f"PTO_MAP_{PARAMETERS + 1}(M, c, ...)", ""
    for n in range(TIMED + 1):
        numbers = range(1, n + 1)
        yield f"PTO_TIME_BIND_{n}({listed('x{}', numbers, ', ')})", listed("__auto_type a{0}_ = (x{0});", numbers, " ")
        yield f"PTO_TIME_NAMES_{n}", listed("a{}_", numbers, ", ")
        yield f"PTO_TIME_EACH_{n}(X)", listed("X(a{}_)", numbers, " ")
        yield f"PTO_TIME_GIVE_{n}", f"a{n}_->number = place_ + 1;" if n else ""


OF_THE_SIGN = ("absf", "copysign")     # not computed as a double, which would lose a NaN: pto/math.h has them


def math_calls():
    table = (optable.ISA / "system.def").read_text()
    for name, shape in re.findall(r'^OP\(MATH_\w+,\s*"math\.(\w+)",\s*MATH,\s*"(F(?: [=I])?) : ="\)$', table, re.M):
        if name in OF_THE_SIGN:
            continue
        names = "abc"[:len(shape.split())]
        values = (f"pto_{'sext' if kind == 'I' else 'real'}({x})" for x, kind in zip(names, shape.split()))
        yield f"pto_math_{name}({', '.join(names)})", f"pto_as(a, pto_{name}_real({', '.join(values)}))"


def header(head, rows):
    return "\n".join([head, *(f"#define {name} {text}".rstrip() for name, text in rows), "", "#endif", ""])


def headers():
    """Path -> text."""
    return {"hal/vector/type_names.h": header(TYPE_HEAD, type_names()),
            "pto/arguments.h": header(ARGUMENTS_HEAD, arguments()),
            "pto/math_calls.h": header(MATH_HEAD, math_calls())}
