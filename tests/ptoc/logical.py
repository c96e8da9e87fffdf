# SPDX-License-Identifier: Apache-2.0
"""A kernel for each row of isa/vmi.def with each of its element types, which ptoc accepts. Part of run.py."""
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import vmi_reference  # noqa: E402

SPELLED = {"i8": "i8", "u8": "ui8", "i16": "i16", "u16": "ui16", "i32": "i32", "u32": "ui32", "e4m3": "f8E4M3FN",
           "e5m2": "f8E5M2", "hif8": "!pto.hif8", "e2m1x2": "!pto.f4E2M1x2", "e1m2x2": "!pto.f4E1M2x2", "bf16x2": "!pto.bf16x2"}
GIVEN = {"cmp": 'cmp = "lt"', "num_groups": "num_groups = 4", "group_size": "group_size = 20", "group": "group = 4",
         "reassoc": "reassoc"}
TARGETS = {"f16": ["f32", "bf16", "si32", "si16", "si8", "ui8", "!pto.hif8"], "bf16": ["f32", "f16", "si32"],
           "f32": ["f16", "bf16", "f8E4M3FN", "f8E5M2", "!pto.hif8", "si32", "si16"], "bf16x2": ["!pto.f4E2M1x2", "!pto.f4E1M2x2"],
           "e4m3": ["f32", "f16"], "e5m2": ["f32", "bf16"], "hif8": ["f32", "f16"], "e2m1x2": ["!pto.bf16x2"],
           "e1m2x2": ["!pto.bf16x2"], "i8": ["i16", "ui32", "f16", "f32"], "u8": ["ui16", "si32", "f16"], "i16": ["i8", "i32", "f32"],
           "u16": ["si8", "ui32", "f32"], "i32": ["i16", "si8", "f32"], "u32": ["ui8", "si16", "f32"]}
NARROW = {"bf16x2", "i64"}


def width(elem):
    name = elem.removeprefix("!pto.")
    return {"bf16x2": 32, "hif8": 8, "bf16": 16, "f16": 16, "f32": 32}.get(name) or (8 if name[:2] in ("f8", "f4") else
                                                                                    int(name.lstrip("siu")))


def is_float(elem):
    return elem.lstrip("!pto.")[0] in "fb" or "hif8" in elem


class Kernel:
    """One operation with possible operands."""

    def __init__(self, name, row, elem, target=None, lanes=80, attrs=()):
        self.name, self.lines, self.row, self.elem, self.lanes, self.count = name, [], row, elem, lanes, 0
        sources, results = row.signature.split(":")
        words, types = zip(*map(self.operand, sources.split())) if sources.split() else ((), ())
        gives = [self.result(word, target) for word in results.split()]
        names = ", ".join(f"%r{number}" for number in range(len(gives)))
        given = [GIVEN[attr.rstrip("!")] for attr in row.attrs if attr in ("cmp!", "num_groups!", "group_size!", "group!", "reassoc")]
        given += attrs
        first = {"pset": '"PAT_ALL"', "pge": '"PAT_VL16"', "cmpf": '"olt", ', "cmpi": '"slt", '}.get(row.name, "")
        text = (f"{names} = " if gives else "") + f"pto.vmi.{row.name} {first}{', '.join(words)}"
        text += (" {" + ", ".join(given) + "}" if given else "") + f" : {', '.join(types)}"
        text += (" -> " if types and gives else "") + ", ".join(gives)
        self.lines.append(text)

    def make(self, elem, lanes):
        base = self.pointer(elem)
        self.lines.append(f"%v{self.count} = pto.vmi.vload {base}[%c0] : !pto.ptr<{elem}, ub> -> !pto.vmi.vreg<{lanes}x{elem}>")
        return f"%v{self.count}", f"!pto.vmi.vreg<{lanes}x{elem}>"

    def pointer(self, elem):
        self.count += 1
        self.lines.append(f"%p{self.count} = pto.castptr %zero : i64 -> !pto.ptr<{elem}, ub>")
        return f"%p{self.count}"

    def operand(self, word):
        letter, elem = word[0], self.elem
        grouped = "num_groups!" in self.row.attrs
        if letter in "VE":
            return self.make(elem, self.lanes)
        if letter == "X":
            return self.make(f"ui{max(16, width(elem))}" if self.row.kind != "PERMUTE" else f"i{width(elem)}", self.lanes)
        if letter == "N":
            return self.make("ui8" if self.row.kind == "HIST" else "i32", self.lanes)
        if letter == "B" and grouped:
            return self.make(elem, 4)
        if letter in "MK":
            self.count += 1
            self.lines.append(f"%m{self.count} = pto.vmi.create_mask %c1 : index -> !pto.vmi.mask<{self.lanes}>")
            return f"%m{self.count}", f"!pto.vmi.mask<{self.lanes}>"
        if letter in "SB":
            self.count += 1
            number = "1.0" if is_float(elem) else "1"
            self.lines.append(f"%s{self.count} = arith.constant {number} : {elem}")
            return f"%s{self.count}", elem
        if letter in "PQ":
            name = self.pointer(elem)
            return name + ("[%c0]" if "[]" in word else ""), f"!pto.ptr<{elem}, ub>"
        return ("%i32", "i32") if self.row.name == "plt" else ("%h", "i16") if self.row.kind in ("BLOCKS",) or \
            "n n" in self.row.signature or self.row.name in ("vshls", "vshrs") else ("%c1", "index")

    def result(self, word, target):
        groups = 4 if any(attr in ("num_groups!",) for attr in self.row.attrs) else 1
        if word[0] == "M":
            return f"!pto.vmi.mask<{self.lanes}>"
        if word[0] == "n":
            return "i32"
        elem = target or self.elem
        if word[0] == "N":
            elem = f"ui{width(self.elem)}"
        return f"!pto.vmi.vreg<{groups if word[0] == 'G' else self.lanes}x{elem}>"

    def text(self):
        lines = [f"  func.func @{self.name}() attributes {{pto.aicore}} {{"]
        lines += [f"    %{name} = arith.constant {number} : {kind}" for name, number, kind in (
            ("c0", 0, "index"), ("c1", 1, "index"), ("zero", 0, "i64"), ("i32", 1, "i32"), ("h", 1, "i16"))]
        return "\n".join([*lines, "    pto.vecscope {", *(f"      {line}" for line in self.lines), "    }", "    return", "  }"])


def plain(row):
    """The row without its optional parts; loads and stores in their first mode."""
    sources, results = row.signature.split(":")
    required = [word for word in sources.split() if not word.endswith("?")]
    row.signature = " ".join(required) + " : " + " ".join(word for word in results.split() if not word.endswith("?"))
    return row


def cast_attrs(source, target):
    """Whether a conversion needs `saturate`."""
    narrow = width(target) < width(source) or (is_float(source) and is_float(target) and width(target) == width(source))
    whole = is_float(source) and not is_float(target) and not (source == "f16" and width(target) == 32)
    return ['saturate = "SAT"'] if (narrow and "f4" not in target) or whole else []


def kernels():
    rows = [row for rows in vmi_reference.load().values() for row in rows]
    for number, row in enumerate(rows):
        full = row.signature
        for elem in vmi_reference.types(row) or ["f32"]:
            spelled, name = SPELLED.get(elem, elem), f"k{number}_{elem}"
            if row.kind == "CONVERT":
                for to, target in enumerate(TARGETS.get(elem, [])):
                    direction = {"extf": is_float, "truncf": is_float, "sitofp": is_float}.get(row.name, lambda target: True)
                    fits = row.name == "vcvt" or (row.name, elem, target) in (
                        ("extf", "f16", "f32"), ("truncf", "f32", "f16"), ("fptosi", "f32", "si32"), ("fptoui", "f16", "ui8"),
                        ("sitofp", "i32", "f32"), ("extsi", "i8", "i16"), ("extui", "u8", "ui16"), ("trunci", "i32", "i16"))
                    if fits and direction(target):
                        yield Kernel(f"{name}_{to}", plain(row), spelled, target, attrs=cast_attrs(spelled, target))
                continue
            lanes = 128 if row.kind == "HIST" else 64 if row.kind == "PERMUTE" else 80
            target = "f32" if row.kind == "EXPDIF" else None
            yield Kernel(name, plain(row), spelled, target, lanes)
            if full.count("M?") and row.kind == "LANES":
                row.signature = full.replace("?", "")
                yield Kernel(f"{name}_m", row, spelled, target, lanes)
            row.signature = full


def check(ptoc, tap):
    made = [kernel.text() for kernel in kernels()]
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        path = Path(folder) / "logical.pto"
        path.write_text('module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {\n' +
                        "\n".join(made) + "\n}\n")
        run = subprocess.run([ptoc, "-w", str(path), "-o", str(Path(folder) / "logical.c")], capture_output=True, text=True, timeout=60)
    tap.result(run.returncode == 0 and len(made) > 400, f"{len(made)} forms of operations on logical vectors", run.stderr[-2000:])


if __name__ == "__main__":
    print("module attributes {pto.target_arch = \"a5\", pto.kernel_kind = #pto.kernel_kind<vector>} {")
    print("\n".join(kernel.text() for kernel in kernels()) + "\n}")
