#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every form of the op table through its generic C macro, for every type: it has to compile. Prints TAP.

The macros choose the typed function, so a form that a backend lacks, or declares otherwise than the table
says, is a compile-time error here.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import Tap

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import headers  # noqa: E402
import optable  # noqa: E402
from ptometal import build  # noqa: E402

ATTRIBUTES = optable.load_attributes()
PAIRS = optable.load_pairs()


def seconds_of(op, type_name):
    """The possible suffixes after T."""
    letters = op.suffix_letters()
    if "R" in letters:
        return [r for s, r in PAIRS[op.fn] if s == type_name] if op.fn in PAIRS else list(optable.TYPES)
    if "X" in letters:
        return [f"{sign}{bits}" for bits in op.index_widths() for sign in "iu"]
    return list(optable.GRANULARITIES) if "G" in letters else [""]


def c_type(letter, type_name, second):
    """The C type of an operand or result."""
    mask = type_name if type_name in optable.GRANULARITIES else (
        optable.granularity(type_name) if type_name else "")
    return {
        "V": f"pto_v{type_name}_t", "C": f"pto_v{optable.accumulator(type_name)}_t", "F": "pto_vf32_t",
        "U": f"pto_vi{mask and optable.TYPES.get(type_name, (0,))[0]}_t", "X": f"pto_v{second}_t",
        "R": f"pto_v{second}_t", "S": f"pto_{type_name}_t", "M": f"pto_{mask}_t", "G": f"pto_{second}_t",
        "M16": "pto_b16_t", "M32": "pto_b32_t", "A": "pto_align_t", "P": f"pto_{type_name}_t *", "Q": "uint8_t *",
        "i16": "int16_t", "i32": "int32_t", "i64": "int64_t", "idx": "ptrdiff_t",
    }[letter]


def calls_of(op, type_name, second):
    """The form as a macro call, without and with its optional attributes, and its parameters."""
    parameters, arguments = [], []
    for number, item in enumerate(op.operands):
        if item.letter != "#":
            parameters.append(f"{c_type(item.letter, type_name, second)} x{number}")
            arguments.append(f"x{number}")
            arguments += ["3"] if item.indexed else []
    first = {False: [], True: []}
    for item in op.attributes:
        first[item.optional].append(ATTRIBUTES[item.attribute][0][0])
    outs = []
    for number, item in enumerate(op.results[1:]):
        kind = "void *" if item.letter == "Q" else c_type(item.letter, type_name, second)
        parameters.append(f"{kind} *out{number}")
        outs.append(f"out{number}")
    own = ("R" in op.suffix_letters() or "G" in op.suffix_letters()) and "G" not in op.letters()
    arguments = ([second] if own else []) + arguments + first[False]
    named = type_name and not {"V", "P", "S", "M"} & set(op.letters())
    name = f"pto_{op.fn}" + (f"_{type_name}" if named else "")
    variants = [arguments + first[True] + outs]
    if first[True] and not outs:
        variants.append(arguments)
    return parameters, [f"{name}({', '.join(variant)});" for variant in variants]


def program():
    lines = ["#include <pto/pto.h>", "", "PTO_KERNEL(nothing)", "{", "}", ""]
    seen = set()
    for op in optable.load_ops():
        for type_name in op.types or ("",):
            for second in seconds_of(op, type_name):
                form = op.fn, type_name, second
                if form in seen:
                    continue
                seen.add(form)
                parameters, calls = calls_of(op, type_name, second)
                lines.append(f"static void use_{'_'.join(form)}({', '.join(parameters) or 'void'})")
                lines.append("{ " + " ".join(calls) + " }")
                if not ("X" in op.suffix_letters() and second.startswith("i")):     # an index is unsigned
                    name = op.function(type_name, second)
                    lines += [f"#if defined(PTO_TIMED) && !defined({name})", f"#error {name} is not reported", "#endif"]
    return "\n".join(["#pragma GCC diagnostic ignored \"-Wunused-function\"", *lines, ""]), len(seen)


def problem(done):
    return "\n".join((done.stdout + done.stderr).splitlines()[:40] or ["failed"]) if done.returncode else ""


def wrongly_written(folder):
    """What is wrong if the headers are written twice, one removed and one changed in between."""
    headers.write(folder)
    first, second, *others = sorted(folder / name for name in headers.texts())
    first.unlink()
    second.write_text("", encoding="utf-8")
    kept = [path.stat().st_mtime_ns for path in others]
    headers.write(folder)
    there = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}
    changed = "others are written too\n" * (kept != [path.stat().st_mtime_ns for path in others])
    return changed + "not what the tables say" * (there != headers.texts())


def unsigned():
    """The modules that make headers but are not in the signature of a build."""
    tools = {f"tools/{name}.py" for name in sys.modules if (ROOT / "tools" / f"{name}.py").exists()}
    return "\n".join(tools ^ set(build.HEADER_TOOLS))


def main():
    run = lambda *command: subprocess.run(command, capture_output=True, text=True, check=False)
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        tap.case("headers that differ are written", wrongly_written(Path(folder)))
    tap.case("builds know of all that makes headers", unsigned())
    tap.case("tools/places.py finds its examples", problem(run(sys.executable, str(ROOT / "tools" / "places.py"))))
    text, count = program()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "every_form.c"
        source.write_text(text, encoding="utf-8")
        for words, what in (((), ""), (("--time",), " with their reports to the clocks")):
            tap.case(f"{count} forms compile{what}",
                     problem(run(os.environ["PTOMETAL"], "image", str(source), "-o", f"{folder}/kernel.elf", *words,
                                 "--vlen", os.environ.get("PTO_VLEN", "512"),
                                 "--cc", os.environ.get("PTO_CC", "clang"),
                                 "--backend", os.environ.get("PTO_BACKEND", "rvv"))))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
