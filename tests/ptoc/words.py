# SPDX-License-Identifier: Apache-2.0
"""The words of cube clauses in .pto: each mode of quantisation with each result type, and rejected for the other
accumulator; each type and operation of atomics; each spelling of isa/cube.def and isa/system.def occurs in some file.
The same tables in C: each row has a call, and a test on the target makes it."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import transfers  # noqa: E402

HERE = Path(__file__).resolve().parent
TABLE = (ROOT / "isa/cube.def").read_text(encoding="utf-8")
QUANT = re.findall(r'^PTO_QUANT\("(\w+)",\s*(\w+),\s*(\w+),\s*(\w+),\s*(.*?)\)', TABLE, re.M)
TEXT_TYPES = {"T_F32": "f32", "T_F16": "f16", "T_BF16": "bf16", "T_HIF8": "hif8", "T_E4M3": "f8E4M3FN",
              "T_E5M2": "f8E5M2", "T_I32": "i32", "T_I16": "i16", "T_I8": "i8", "T_U8": "ui8"}
ATOMICS = {"f32": ("f32", "f32", None), "f16": ("f32", "f16", "f32_f16"), "bf16": ("f32", "bf16", "f32_bf16"),
           "s32": ("i32", "i32", None), "s16": ("i32", "i16", "deqs16_scalar"), "s8": ("i32", "i8", "req8_scalar")}

KERNEL = """module attributes {{pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<cube>}} {{
  func.func @kernel(%out: !pto.ptr<{out}, gm>) attributes {{pto.kernel}} {{
    %c0 = arith.constant 0 : i64
    %c16 = arith.constant 16 : i64
    %scale = arith.constant 1.0 : f32
    %rows = pto.castptr %c0 : i64 -> !pto.ptr<f32, fb>
    %sums = pto.castptr %c0 : i64 -> !pto.ptr<{source}, l0c>
    pto.mte_l0c_gm %sums, %out, %c16, %c16, %c16, %c16, %c0, %c0{clauses}
      : !pto.ptr<{source}, l0c>, !pto.ptr<{out}, gm>, i64, i64, i64, i64, i64, i64{types}
    return
  }}
}}
"""


def quant(spelling, payload):
    operand, kind = ("%rows", "!pto.ptr<f32, fb>") if payload == "VEC" else ("%scale", "f32")
    return f", pre_quant({operand}, mode = {spelling}), nz2nd", f", {kind}"


def compiled(ptoc, source, out, clauses, types):
    """(exit status, output) for a kernel with one store."""
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        path = Path(folder) / "kernel.pto"
        path.write_text(KERNEL.format(source=source, out=out, clauses=clauses, types=types), encoding="utf-8")
        run = subprocess.run([ptoc, str(path), "-o", "-"], capture_output=True, text=True, timeout=60)
        return run.returncode, run.stdout + run.stderr


def check_quantisation(ptoc, tap):
    wrong, count = [], 0
    for spelling, value, payload, source, results in QUANT:
        source = source.lower()
        clauses, types = quant(spelling, payload)
        for result in results.split(" | "):
            status, text = compiled(ptoc, source, TEXT_TYPES[result], clauses, types)
            count += 1
            if status != 0 or not re.search(rf"\bPTO_{value}\b", text):
                wrong.append(f"{spelling} to {result}: {text[-300:]}")
        status, text = compiled(ptoc, "i32" if source == "f32" else "f32", TEXT_TYPES[result], clauses, types)
        if status != 1 or "error: " not in text:
            wrong.append(f"{spelling} of another accumulator: {text[-300:]}")
    tap.result(count > 35 and not wrong, f"{len(QUANT)} modes of quantisation, {count} results", *wrong[:5])


def check_atomics(ptoc, tap):
    wrong = []
    for kind, (source, out, mode) in ATOMICS.items():
        for op in ("add", "max", "min"):
            clauses, types = quant(mode, "SCALAR") if mode else (", nz2nd", "")
            status, text = compiled(ptoc, source, out, f"{clauses}, atomic(type = {kind}, op = {op})", types)
            if status != 0 or f"PTO_ATOMIC_{kind.upper()}, PTO_ATOMIC_{op.upper()}" not in text:
                wrong.append(f"{kind} {op}: {text[-300:]}")
    tap.result(not wrong, "every type and operation of atomics", *wrong[:5])


def check_spellings(tap):
    """Every spelling occurs in some file of these tests."""
    texts = [path.read_text(encoding="utf-8") for folder in ("accepted", "run", "planned") for path in
             sorted((HERE / folder).rglob("*.pto"))]
    words = set(re.findall(r"[\w.]+", "\n".join(texts)))
    names = re.findall(r'^(?:OP|COMMAND|ALIAS)\(\w+, *"(pto\.[\w.]+)"', (ROOT / "isa/system.def").read_text(), re.M)
    names += [f"pto.{row.name}" for row in transfers.load()]
    names += re.findall(r'^PTO_WORD\((?!ATOMIC)\w+, *"(\w+)"', TABLE, re.M)
    missing = [name for name in names if name not in words]
    tap.result(len(names) > 120 and not missing, f"{len(names)} names of the tables are met", *missing)


# Rows that are plain C instead of a call, and calls with another name.
PLAIN_C = {"castptr", "addptr", "load", "store", "declare_local_array", "local_array_get", "local_array_set",
           "declare_struct", "struct_get", "struct_set"}
RENAMED = {"sprclr": "sprclr_ar"}


def calls():
    """The C calls that the rows of isa/system.def and isa/transfer.def need."""
    text = (ROOT / "isa/system.def").read_text(encoding="utf-8")
    names = re.findall(r'^COMMAND\(\w+, *"[^"]+", *\w+, *(\w+)', text, re.M)
    names += [RENAMED.get(name, name) for name in re.findall(r'^OP\(\w+, *"pto\.(\w+)", *(?:SCALAR|VALUE)', text, re.M)
              if name not in PLAIN_C]
    names += [row.name for row in transfers.load()]
    return sorted(set(names))


def check_calls(tap):
    headers = "\n".join(path.read_text(encoding="utf-8") for folder in ("firmware/include/pto", "hal/vector")
                        for path in sorted((ROOT / folder).glob("*.h")))
    tests = "\n".join(path.read_text(encoding="utf-8") for folder in ("tests/target", "tests/cube", "tests/vector")
                      for path in sorted((ROOT / folder).iterdir()) if path.suffix in (".c", ".h", ".py"))
    # Names may be composed: pto_set_atomic_##type(), PTO_ATOMIC_##type.
    tests += "".join(f" pto_set_atomic_{word}(" for macro in re.findall(r"^TYPES\(KERNEL, (\w+)\)", tests, re.M)
                     for word in (macro, *re.findall(r"X\((\w+), op\)", tests)))
    tests += "".join(f" PTO_ATOMIC_{word}" for row in re.findall(r"X\(\w+, \w+, (\w+), (\w+)\)", tests) for word in row)
    headers += "".join(transfers.headers().values())
    missing = [f"{name} is no C call" for name in calls() if not re.search(rf"\bpto_{name}\(", headers)]
    missing += [f"no test calls pto_{name}" for name in calls() if not re.search(rf"\bpto_{name}\(", tests)]
    words = re.findall(r'^PTO_WORD\(\w+, *"\w+", *(\w+)', TABLE, re.M) + [row[1] for row in QUANT]
    missing += [f"no test says PTO_{word}" for word in sorted(set(words)) if not re.search(rf"\bPTO_{word}\b", tests)]
    tap.result(len(calls()) > 90 and not missing, f"{len(calls())} C calls and {len(set(words))} words of clauses are tried",
               *missing)  # a misparsed table would have nothing missing


def check(ptoc, tap):
    check_calls(tap)
    check_quantisation(ptoc, tap)
    check_atomics(ptoc, tap)
    check_spellings(tap)
