# SPDX-License-Identifier: Apache-2.0
"""Reference pages of what is no vector instruction and no row of tile.def: arith, scf, synchronisation, transfers, the cube
core, tiles and pipes, exchange, SIMT. Forms from isa/system.def, tile_values.def and simt.def, meanings from
isa/system_semantics.def and simt_semantics.def, C calls from the headers, examples from kernels that the tests compile."""
import functools
import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

import transfers

ROOT = Path(__file__).resolve().parents[1]
ISA = ROOT / "isa"
HEADERS = ROOT / "firmware/include/pto"

ROW = re.compile(r'^(?:OP|COMMAND)\((\w+),\s*"([^"]+)",\s*(\w+),\s*(?:(\w+),\s*(\w+),\s*(\w+),\s*(\w+),\s*)?(.*)\)$')
SIMT = re.compile(r'^SIMT\((\w+),\s*"([^"]+)",\s*(\w+),\s*(?:"([^"]*)"|(\w+)),\s*"([^"]*)"\)$')
ALIAS = re.compile(r'^ALIAS\((\w+),\s*"([^"]+)"\)$')
MEANS = re.compile(r'^MEANS\((\w+),\s*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\)$')

LETTERS = {"I": "integer or index", "F": "float", "A": "scalar", "B": "i1", "N": "integer or index", "=": "as the first",
           "@": "any value", "pipe": "pipe", "event": "event, 0 to 7", "event|N": "event, 0 to 7", "barrier": "word",
           "spr": "word", "frac": "word", "#buffer": "0 to 31", "#mode": "0 or 1", "#semaphore": "0 to 31",
           "#cross": "0 to 15", "pipe|N": "pipe", "pipe|core": "pipe, or number of a vector core",
           "*ptr": "pointer"}
CORES = {"VEC": "vector cores", "CUBE": "cube cores", "A5": "A5 only", "A2A3": "A2/A3 only", "ANY": None}
# Optional operands of the older copies: the valid rows and columns, which change nothing.
TRANSFER_FORMS = {
    "PLAIN": "{unit} nburst(count:16,source_stride:{src},destination_stride:{dst}){clauses}",
    "COPY": "N count:16 {unit} source_gap:{src} destination_gap:{dst}",
    "COPY_IN": "N? N? N count:16 {unit} left_padding:8 right_padding:8 N cache_control:2 source_stride:{src} destination_stride:{dst}",
    "COPY_OUT": "N? N? N count:16 {unit} N destination_stride:{dst} source_stride:{src}"}
TRANSFER_FORMS["CACHED"] = "cache_control:2 " + TRANSFER_FORMS["PLAIN"]

# Sources of examples in order of preference: kernels for readers first, then tests of forms.
EXAMPLES = ("examples/add.pto", "examples/softmax.pto", "examples/gemm.pto", "examples/flash_attention.pto",
            "examples/attention_head.pto", "examples/embedding.pto", "examples/ring_allreduce.pto",
            *(f"tests/ptoc/run/{name}.pto" for name in (
                "angles", "atomic-add", "branches", "buffers", "console", "dialects", "exchange", "pipe-handles",
                "scopes/reductions",                 "scalar-memory", "scopes/strict-vecscope", "struct", "scopes/vecscope", "cube/gemv-mx")),
            *(f"tests/ptoc/accepted/{name}.pto" for name in (
                "arith", "brackets", "cube", "language", "registers", "statements", "spellings", "sync-cores-a2a3", "tile-values",
                "tile-spellings", "simt")), "tests/ptoc/planned/branch.pto")
C_EXAMPLES = ("examples/add.c", "examples/softmax.c", "examples/gemm.c", "examples/flash_attention.c", "examples/matmul_gelu.c")


# A meaning that begins with a name or a number of it stays without a capital.
FORMULA = re.compile(r"pto\.|dst\[|condition \?|a( [^a-z]|[^\w ]| in | towards | with )|[12e] ?[/^]|ln\(|\W")


@dataclass(frozen=True)
class Operation:
    """A row of system.def or tile_values.def."""
    id: str
    name: str
    chapter: str
    call: str
    where: str
    pipe: str
    shape: str
    aliases: tuple
    types: str = ""     # of rows of simt.def
    kind: str = ""


@dataclass(frozen=True)
class Meaning:
    operands: tuple     # (name, unit or description)
    text: str
    illegal: str


def limits():
    return dict(re.findall(r"^#define PTO_BITS_(\w+)\s+(\d+)", (ISA / "limits.h").read_text(), re.M))


def transfer_rows():
    """The rows of transfer.def as system.def expands them."""
    for row in transfers.load():
        clauses = f" loop(count:21,source_stride:{row.src_bits},destination_stride:{row.dst_bits})*" if row.loops == "LOOPS" else ""
        clauses += " pad(A,left_count:8?,right_count:8?)?" if row.pad == "PAD" else ""
        shape = TRANSFER_FORMS[row.form].format(unit="burst_length:16", src=row.src_bits, dst=row.dst_bits, clauses=clauses)
        yield row.id, f"pto.{row.name}", row.name, row.where, row.pipe, f"*{row.src} >{row.dst} {shape} :"


def simt_rows():
    """The rows of simt.def."""
    text, chapter = (ISA / "simt.def").read_text(), ""
    groups = {name: "".join(re.findall(r'"([^"]*)"', body)) for name, body in
              re.findall(r"#define (SIMT_\w+)\s((?:.*\\\n)*.*)", text)}
    started = False
    for line in re.sub(r",\n\s+", ", ", text).splitlines():
        started |= "clang-format off" in line
        if started and line.startswith("// ") and "clang-format" not in line:
            chapter = f"SIMT, {line[3].lower()}{line[4:]}"
        elif row := SIMT.match(line):
            shape = "" if "..." in row[6] else row[6]
            yield Operation(row[1], row[2], chapter, "", "A5", "V" if row[3] == "LAUNCH" else "", shape, (), groups[row[5]] if row[4] is None else row[4],
                            row[3])


@functools.cache
def load():
    """Every operation, in the order of the tables."""
    bits, rows, aliases, chapter = limits(), [], {}, ""
    for path in (ISA / "system.def", ISA / "tile_values.def"):
        started = False
        for line in path.read_text().splitlines():
            started |= "clang-format off" in line
            row, alias = ROW.match(line), ALIAS.match(line)
            if line.startswith("// ") and started and "clang-format" not in line:
                chapter = re.split(r": the table|: front|; prefetches", line[3:])[0]
            elif line == "#include <isa/transfer.def>":
                rows += [(id_, name, chapter, call, where, pipe, shape)
                         for id_, name, call, where, pipe, shape in transfer_rows()]
            elif alias:
                aliases.setdefault(alias[1], []).append(alias[2])
            elif row:
                shape = re.sub(r'" BITS\((\w+)\) "', lambda found: bits[found[1]], row[8]).strip('"')
                rows.append((row[1], row[2], chapter, row[4], row[5], row[6], shape))
    return [*(Operation(*row, tuple(aliases.get(row[0], ()))) for row in rows), *simt_rows()]


def operands(shape):
    """(clause or "", kind, name or "", optional) of each operand of a shape."""
    found = []
    for word in re.findall(r"[^\s(]+(?:\([^)]*\)[?*]?)?", re.split(r"(?:^| ):", shape)[0]):
        clause = re.fullmatch(r"(\w+)\((.*)\)([?*]?)", word)
        members = [item for item in clause[2].split(",") if item] if clause else [word]
        for item in members or [""]:
            optional = item.endswith("?") or bool(clause and clause[3])
            name, colon, width = item.rstrip("?*").partition(":")
            kind = f"integer, {width} bits" if colon else LETTERS.get(name, name)
            found.append((clause[1] if clause else "", kind if item else "clause", name if colon else "", optional))
    return found


def kind_text(kind):
    return f"pointer to {kind[1:]}{', written' if kind[0] == '>' else ''}" if kind[0] in "*>" else kind


@functools.cache
def meanings():
    found = {}
    texts = [(ISA / name).read_text() for name in ("system_semantics.def", "simt_semantics.def")]
    for line in "\n".join(texts).splitlines():
        row = MEANS.match(line)
        if row:
            parts = [item.partition(": ")[::2] for item in row[2].split("; ")] if row[2] else []
            found[row[1]] = Meaning(tuple(parts), row[3], row[4])
        elif line.startswith("MEANS("):
            raise SystemExit(f"isa/*_semantics.def: not a row of the expected form: {line}")
    wrong = {op.id for op in load()} ^ set(found)
    if wrong:
        raise SystemExit(f"isa/*_semantics.def: not what the tables have: {', '.join(sorted(wrong))}")
    for op in load():
        check_operands(op, found[op.id])
    return found


def check_operands(op, meaning):
    shape = operands(op.shape)
    if not op.shape or "..." in op.shape:
        return
    names = [name for name, _ in meaning.operands]
    agree = len(shape) == len(names) and all(not in_shape or in_shape == name for (_, _, in_shape, _), name in zip(shape, names))
    if not agree:
        raise SystemExit(f"system_semantics.def: {op.id} names {names}, its shape has {[item[2] or item[1] for item in shape]}")


def operand_table(op, meaning):
    shape = operands(op.shape) if op.shape and "..." not in op.shape else []
    lines = []
    for index, (name, note) in enumerate(meaning.operands):
        clause, kind, _, optional = shape[index] if shape else ("", "", "", False)
        label = f"{clause}({name})" if clause not in ("", name) else f"{clause}(...)" if clause else name
        facts = [fact for fact in (kind_text(kind) if kind and kind != "clause" else "", note, "optional" if optional else "") if fact]
        lines.append(f"| `{label}` | {'; '.join(facts)} |")
    return ["| Operand | |", "|---|---|", *lines, ""] if lines else []


@functools.cache
def c_calls():
    """Name -> (its macro or function with parameters, header)."""
    found = {f"pto_{row.name}": (row.prototype, "dma.h") for row in transfers.load()}
    for path in sorted(HEADERS.rglob("*.h")):
        text = path.read_text()
        for name, parameters in re.findall(r"^#define (pto_\w+)\(([^)]*)\)", text, re.M):
            found.setdefault(name, (f"{name}({parameters})", path.name))
        for name, parameters in re.findall(r"^(?:static inline )?[\w ]+?[ *](pto_\w+)\(([^)]*)\)(?:;|\n\{)", text, re.M):
            found.setdefault(name, (f"{name}({'' if parameters == 'void' else ' '.join(parameters.split())})", path.name))
    return found


def c_line(op):
    name = op.call or re.sub(r"\W", "_", op.name.removeprefix("pto."))
    found = c_calls().get(f"pto_{name}") if op.name.startswith("pto.") and not op.chapter.startswith("SIMT") else None
    return found and (c_signature(op, *found), found[1])


def c_signature(op, call, _header):
    """The prototype of a macro that passes on all of its parameters, with the text's operand names."""
    shape = operands(op.shape)
    if not call.endswith("...)") or not shape or any(clause for clause, *_ in shape):
        return call
    names = [name.replace(" ", "_") for name, _ in meanings()[op.id].operands]
    shown = [f"[{name}]" if item[3] else name for name, item in zip(names, shape)]
    return f"{call.partition('(')[0]}({', '.join(shown)})"


def statements(text):
    """(line number, indentation, lines) of each statement of a .pto text, including the lines indented deeper."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if not line.strip() or line.lstrip().startswith(("//", "}", ":")):
            continue
        end = number + 1
        while end < len(lines) and (len(lines[end]) - len(lines[end].lstrip()) > depth or re.match(r"\s*}", lines[end])
                                    and len(lines[end]) - len(lines[end].lstrip()) == depth and lines[number].rstrip().endswith("{")):
            end += 1
        yield number, lines[number:end]


def with_definitions(text, number, statement):
    """A statement after the one-line statements that define its operands."""
    lines, wanted, kept = text.splitlines(), set(re.findall(r"%\w+", "\n".join(statement))), []
    for line in reversed(lines[:number]):
        defined = re.match(r"\s*(%[\w:]+(?:, %\w+)*) = (?!scf)", line)
        if line.lstrip().startswith("func.func"):
            break
        if defined and set(re.findall(r"%\w+", defined[1])) & wanted and len(kept) < 8:
            kept.insert(0, line.strip())
            wanted |= set(re.findall(r"%\w+", line)) if "castptr" in line or "addptr" in line else set()
    return [*kept, *textwrap.dedent("\n".join(statement)).splitlines()]


def pattern(op):
    names = "|".join(re.escape(name) for name in (op.name, *op.aliases))
    short = {"func.return": "|return", "func.call": "|call"}.get(op.name, "")
    return re.compile(rf'\s*(?:%[^=]*= )?"?(?:{names}{short})(?![\w.])')


def example(op):
    """(text, file) of the first use in EXAMPLES."""
    wanted = pattern(op)
    for name in EXAMPLES:
        text = (ROOT / name).read_text()
        for number, statement in statements(text):
            if wanted.match(statement[0]) and len(statement) <= 12:
                return "\n".join(with_definitions(text, number, statement)), name
    raise SystemExit(f"{op.name}: no kernel that system_reference.py takes its examples from has it")


def c_example(call):
    for name in C_EXAMPLES:
        found = re.search(rf"^ *((?:\w.*= )?{call}\([^;]*;)", (ROOT / name).read_text(), re.M)
        if found:
            return "\n".join(line.strip() for line in found[1].splitlines())
    return None


def page(op):
    meaning = meanings()[op.id]
    text = meaning.text if FORMULA.match(meaning.text) else meaning.text[0].upper() + meaning.text[1:]
    lines = [f"# {op.name}", "", f"{text}.", ""]
    lines += operand_table(op, meaning)
    facts = [f"Pipe: {op.pipe}" if op.pipe and op.pipe != "S" else "", f"Cores: {CORES[op.where]}" if CORES.get(op.where) else "",
             f"Types: {op.types}" if op.types else "",
             f"Illegal: {meaning.illegal}" if meaning.illegal else "",
             f"Other names: {' '.join(f'`{alias}`' for alias in op.aliases)}" if op.aliases else ""]
    lines += [f"* {fact}" for fact in facts if fact] + ([""] if any(facts) else [])
    call = c_line(op)
    if call:
        lines += [f"In C, from `<pto/{call[1]}>`:", "", "```c", call[0]]
        shown = c_example(call[0].partition("(")[0])
        lines += ["", shown] if shown else []
        lines += ["```", ""]
    text, source = example(op)
    lines += ["## Example", "", "```", text, "```", "", f"From `{source}`."]
    return "\n".join(lines) + "\n"


def names():
    """All names of a page: with the dialect, and without for pto."""
    return [name for op in load() for full in (op.name, *op.aliases) for name in {full, full.removeprefix("pto.")}]


def find(name):
    for op in load():
        if name in [form for full in (op.name, *op.aliases) for form in (full, full.removeprefix("pto."))]:
            return op
    return None


def chapters():
    """Chapter -> its operations."""
    found = {}
    for op in load():
        found.setdefault(op.chapter, []).append(op)
    return found


def path(op):
    """The page of an operation below docs/isa."""
    level, _, rest = op.chapter.partition(", ")
    title = f"{level}/{rest.partition(',')[0]}" if level == "SIMT" else level
    folder = re.sub(r"[^a-z0-9/]+", "-", title.lower())
    return f"system/{folder}/{op.name.removeprefix('pto.')}.md"
