# SPDX-License-Identifier: Apache-2.0
"""The op table in every spelling of the documents: each instruction of each row, in each spelling, compiles to the C of
its plain form. The other operations are in accepted/statements.pto, and give the same C without their types."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import optable  # noqa: E402

PLAIN = re.compile(r"^(\s*)(?:(%[\w, %]+) = )?(pto\.[vp]\w+|pto\.init_align) ([^{:]*?)( \{[^}]*\})? : (.+)$")


def parts(line):
    """(indentation, results, name, operands, dictionary, types, result types) of a vector instruction."""
    found = PLAIN.match(line)
    if not found:
        return None
    indent, results, name, operands, entries, types = found.groups()
    before, arrow, behind = types.partition(" -> ")
    if not arrow and not re.search(r"%", operands):
        before, behind = "", before  # without operands there is only the result type
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
        return None  # attributes have keys in this form, and offsets no brackets
    left = f"{results} = " if results else ""
    return f'{indent}{left}"{name}"({operands}){entries} : ({before}) -> ({behind})'


def parenthesised(line):
    """%r = pto.vadd %a, %b, %m : (types) -> type"""
    indent, results, name, operands, entries, before, behind = parts(line)
    left = f"{results} = " if results else ""
    return f"{indent}{left}{name} {operands}{entries} : ({before}) -> {behind or '()'}" if before else None


def without_attributes(line):
    """Optional attributes default to their first value."""
    indent, results, name, operands, entries, before, behind = parts(line)
    return line.replace(entries, "") if entries else None


def some_attributes(take, alone):
    """One of several optional attributes, or all except one; rounding with the key of older pages."""
    def spell(line):
        words = re.findall(r'\w+ = "\w+"', parts(line)[4])
        if len(words) < 2:
            return None
        one = words[take % len(words)]
        kept = [one.replace("rnd =", "round_mode =")] if alone else [word for word in words if word != one]
        return line.replace(parts(line)[4], f" {{{', '.join(kept)}}}")
    return spell


def keyed(line):
    """Bare words as dictionary entries."""
    indent, results, name, operands, entries, before, behind = parts(line)
    word = re.search(r', ("\w+")', operands)
    key = KEYS.get(name.removeprefix("pto."))
    if not word or not key or entries:
        return None
    return line.replace(word[0], "", 1).replace(" : ", f" {{{key} = {word[1]}}} : ", 1)


def offsets_listed(line):
    """Lists the type of the offset in brackets, or omits it if listed."""
    indent, results, name, operands, entries, before, behind = parts(line)
    pointer = re.search(r"!pto\.ptr<\w+, ub>(, index)?", before)
    if "[" not in operands:
        return None
    end = pointer.end() if pointer[1] is None else pointer.start(1)
    changed = before[:end] + (", index" if pointer[1] is None else "") + before[pointer.end():]
    return line.replace(f" : {before}", f" : {changed}", 1)


def types_open(line):
    """Types of pointers and masks without their parameters, as on some pages."""
    found = parts(line)[5]
    changed = re.sub(r"!pto\.ptr<\w+, ub>", "!pto.ptr", re.sub(r"!pto\.mask<\w+>", "!pto.mask<G>", found))
    return line.replace(found, changed, 1) if changed != found else None


# Instruction -> the key of its only attribute written as a word.
KEYS = {op.name: optable.load_keys()[op.attributes[0].attribute] for op in optable.load_ops()
        if len(op.attributes) == 1 and not op.attributes[0].optional}

VECTOR = {"ins and outs": destinations, "the generic form": generic, "types in parentheses": parenthesised,
          "attributes left out": without_attributes, **{f"attribute {i} alone": some_attributes(i, True) for i in range(3)},
          **{f"all but attribute {i}": some_attributes(i, False) for i in range(3)}, "attributes by key": keyed,
          "offsets with and without types": offsets_listed, "open types": types_open}
# Spellings of these instructions alone: the number of surplus lines.
LEAST = {"attributes left out": 5, **dict.fromkeys((name for name in VECTOR if "ttribute " in name), 3),
         "attributes by key": 20, "offsets with and without types": 10}


def emitted(ptoc, path):
    """The C of a file without comments and source locations, or ptoc's errors."""
    done = subprocess.run([ptoc, "--emit=c", path.name], cwd=path.parent, capture_output=True, text=True, timeout=20, check=False)
    return re.sub(r"^(#line|//).*\n", "", done.stdout, flags=re.M) if done.returncode == 0 else done.stderr


def check_vectors(ptoc, tap, title, spell, kernels):
    """kernels: path, its lines, the C of them."""
    count, wrong = 0, []
    for path, lines, plain in kernels:
        spelt = [spell(line) if parts(line) else None for line in lines]
        if any(spelt):
            count += sum(line is not None for line in spelt)
            path.write_text("\n".join(new or old for new, old in zip(spelt, lines)), encoding="utf-8")
            found = emitted(ptoc, path)
            if found != plain:
                wrong.append(f"{path.stem}: {found[:300]}")
    tap.result(count >= LEAST.get(title, 100) and not wrong, f"the op table with {title}: {count} instructions", *wrong[:5])


def check_statements(ptoc, tap):
    """accepted/statements.pto, without the types of operations without results."""
    source = Path(__file__).resolve().parent / "accepted/statements.pto"
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        path = Path(folder) / source.name
        text = source.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        plain = emitted(ptoc, path)
        text, count = re.subn(r"^(  pto\.(?!local_array|vbitsort)\w+ .*?) : .*", r"\1", text, flags=re.M)
        path.write_text(text, encoding="utf-8")
        found = emitted(ptoc, path)
    tap.result(count > 20 and found == plain, f"{count} statements outside vector scopes without types", found[:300])


def handles(text):
    """Front-end pipes as handles, as after PTOAS's lowering."""
    text = re.sub(r"pto\.ai._initialize_pipe (\{.*\}) \(c2v_consumer_buf = (%\w+) : i32, v2c_consumer_buf = (%\w+) : i32\)",
                  r"%pipe = pto.initialize_l2l_pipe \1 (\2 : i32, \3 : i32) -> !pto.pipe", text)
    text = re.sub(r"pto\.tpush_to_ai.\((%\w+) : (.*)\) \{", r"pto.tpush(\1, %pipe : \2, !pto.pipe) {", text)
    text = re.sub(r"(%\w+) = pto\.tpop_from_ai. (\{.*\}) -> (.*)",
                  r"\1 = pto.declare_tile -> \3\n    pto.tpop(\1, %pipe : \3, !pto.pipe) \2", text)
    return re.sub(r"pto\.tfree_from_ai. ", "pto.tfree(%pipe : !pto.pipe) ", text)


def memrefs(text):
    """Local arrays as memref."""
    text = re.sub(r"pto\.declare_local_array -> !pto\.local_array", "memref.alloca() {alignment = 64 : i64} : memref", text)
    text = re.sub(r"pto\.local_array_set (%.*\]), (%\w+) : !pto\.local_array(<\w+>), f32", r"memref.store \2, \1 : memref\3", text)
    return re.sub(r"pto\.local_array_get (%.*\]) : !pto\.local_array(<\w+>) -> f32", r"memref.load \1 : memref\2", text)


def check_same(ptoc, tap, path, spell, word, places):
    """A file of run/ gives the same C in another form."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        copy = Path(folder) / path.name
        copy.write_text(text, encoding="utf-8")
        plain = emitted(ptoc, copy)
        copy.write_text(spell(text), encoding="utf-8")
        found = emitted(ptoc, copy)
    count = spell(text).count(word)
    tap.result(count == places and found == plain, f"{path.stem} with {word}: {count} places", found[:300])


def check(ptoc, tap):
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        subprocess.run([sys.executable, str(ROOT / "tools/opkernels.py"), "--out", folder], check=True, timeout=60)
        paths = sorted(Path(folder).glob("*.pto"))
        kernels = [(path, path.read_text(encoding="utf-8").split("\n"), emitted(ptoc, path)) for path in paths]
        for title, spell in VECTOR.items():
            check_vectors(ptoc, tap, title, spell, kernels)
    check_statements(ptoc, tap)
    check_same(ptoc, tap, ROOT / "examples/attention_head.pto", handles, "!pto.pipe", 8)
    check_same(ptoc, tap, ROOT / "tests/ptoc/run/local-array.pto", memrefs, " : memref<", 3)
