# SPDX-License-Identifier: Apache-2.0
"""The op table in every spelling: each instruction of each row written as a destination form (ins, outs) and in the generic
form of MLIR gives the C of its plain form."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PLAIN = re.compile(r"^(\s*)(?:(%[\w, %]+) = )?(pto\.[vp]\w+|pto\.init_align) ([^{:]*?)( \{[^}]*\})? : (.+)$")


def parts(line):
    """(indentation, results, name, operands, dictionary, types, result types) of a vector instruction."""
    found = PLAIN.match(line)
    if not found:
        return None
    indent, results, name, operands, entries, types = found.groups()
    before, arrow, behind = types.partition(" -> ")
    if not arrow and not re.search(r"%", operands):
        before, behind = "", before  # without operands the result stands alone
    return indent, results or "", name, operands.strip(), entries or "", before, behind


def destinations(line):
    """pto.vadd ins(%a, %b, %m : types) outs(%r : type)"""
    indent, results, name, operands, entries, before, behind = parts(line)
    outs = f" outs({results} : {behind})" if results else ""
    return f"{indent}{name} ins({operands}{entries}{f' : {before}' if before else ''}){outs}"


def generic(line):
    """%r = "pto.vadd"(%a, %b, %m) {...} : (types) -> type"""
    indent, results, name, operands, entries, before, behind = parts(line)
    if '"' in operands or "[" in operands:
        return None  # attributes have keys there, and offsets no brackets
    left = f"{results} = " if results else ""
    return f'{indent}{left}"{name}"({operands}){entries} : ({before}) -> ({behind})'


def emitted(ptoc, path):
    """The C of a file without its comments and places, or what ptoc says."""
    done = subprocess.run([ptoc, "--emit=c", path.name], cwd=path.parent, capture_output=True, text=True, timeout=20, check=False)
    return re.sub(r"^(#line|//).*\n", "", done.stdout, flags=re.M) if done.returncode == 0 else done.stderr


def check(ptoc, tap):
    for title, spell in (("ins and outs", destinations), ("the generic form", generic)):
        count, wrong = 0, []
        with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
            subprocess.run([sys.executable, str(ROOT / "tools/opkernels.py"), "--out", folder], check=True, timeout=60)
            for path in sorted(Path(folder).glob("*.pto")):
                lines = path.read_text(encoding="utf-8").split("\n")
                plain = emitted(ptoc, path)
                spelt = [spell(line) if parts(line) else None for line in lines]
                count += sum(line is not None for line in spelt)
                path.write_text("\n".join(new or old for new, old in zip(spelt, lines)), encoding="utf-8")
                if emitted(ptoc, path) != plain:
                    wrong.append(f"{path.stem}: {emitted(ptoc, path)[:300]}")
        tap.result(count > 100 and not wrong, f"the op table with {title}: {count} instructions", *wrong[:5])
