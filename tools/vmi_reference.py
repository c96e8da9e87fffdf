# SPDX-License-Identifier: Apache-2.0
"""The pages of operations on logical vectors, from isa/vmi.def. Part of reference.py."""
import re
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).resolve().parents[1] / "isa/vmi.def"
ROW = re.compile(r'^VMI\((\w+),\s*(\w+),\s*"([^"]*)",\s*"([^"]*)",\s*([^"]*?),\s*"([^"]*)",\s*"(.*)"\)$')
OTHER = "Other names"
TYPES = {"V": "!pto.vmi.vreg<LxT>", "W": "!pto.vmi.vreg<LxR>", "X": "!pto.vmi.vreg<LxX>", "N": "!pto.vmi.vreg<NxR>",
         "G": "!pto.vmi.vreg<CxT>", "E": "!pto.vmi.vreg<NxT>", "M": "!pto.vmi.mask<L>", "K": "!pto.vmi.mask<N>", "S": "T",
         "n": "index", "B": "T", "P": "!pto.ptr<T, ub>", "Q": "!pto.ptr<T, ub>"}
NAMES = {"V": "a b c", "W": "dst", "X": "index", "N": "src", "G": "dst", "E": "src", "M": "m n", "K": "m", "S": "s", "n": "n k",
         "B": "src", "P": "base", "Q": "base"}
WORDS = {"pmode": "`zero` (default) or `merge`", "order": "`ASC` (default) or `DESC`", "reassoc": "may add floats in any order",
         "dist_mode": "`continuous` (default), `unpack`, `dintlv` or `brc`", "rounding": "`R` `A` `F` `C` `Z` `H`",
         "saturate": "`SAT` or `NOSAT`", "cmp": "`eq` `ne` `lt` `le` `gt` `ge`", "group": "a number of groups",
         "num_groups": "a number of groups", "group_size": "lanes of a group", "pattern": "`PAT_ALL`, `PAT_VL16`",
         "predicate": "`olt`, `slt`, `ult`"}


@dataclass
class Row:
    name: str
    kind: str
    micro: str
    signature: str
    types: str
    attrs: list
    meaning: str


def load():
    """Heading -> rows."""
    found, heading = {}, ""
    for line in TABLE.read_text().splitlines():
        if row := ROW.match(line):
            found.setdefault(heading, []).append(Row(*row.groups()[:5], row[6].split(), row[7]))
        elif re.match(r"// [A-Z][\w ,]*$", line):
            heading = line[3:]
    return found


def chapters():
    """Heading -> names, without aliases."""
    return {heading: list(dict.fromkeys(row.name for row in rows)) for heading, rows in load().items() if heading != OTHER}


def path(name):
    heading = next(heading for heading, names in chapters().items() if name in names)
    return f"vmi/{heading.lower().replace(' ', '-')}/{name}.md"


def items(text):
    """(name, type, optional) of each item of a signature; offsets belong to their pointers."""
    names, out = {letter: iter(words.split()) for letter, words in NAMES.items()}, []
    for word in text.split():
        letter, optional = word[0], word.endswith("?")
        out.append((f"%{next(names[letter])}" + ("[%i]" if "[]" in word else ""), TYPES[letter], optional))
    return out


def syntax(row):
    sources, results = (items(part) for part in row.signature.split(":"))
    words = ", ".join(f"[{name}]" if optional else name for name, _, optional in sources)
    gives = ", ".join(f"%r{number}" if len(results) > 1 else "%r" for number in range(len(results)))
    attrs = [name for name in row.attrs if name.rstrip("!") != "pattern"]
    text = (f"{gives} = " if gives else "") + f"pto.vmi.{row.name}"
    text += (' "PATTERN"' if "pattern!" in row.attrs else "") + (f" {words}" if words else "")
    if attrs:
        text += " {" + ", ".join(name.rstrip("!") if name.endswith("!") else f"[{name}]" for name in attrs) + "}"
    kinds = ", ".join(kind for _, kind, _ in sources)
    return f"{text} : {kinds}{' -> ' if kinds and results else ''}{', '.join(kind for _, kind, _ in results)}"


SIGNS = ("T_ORDERED", "T_UNSIGNED", "T_SIGNED")   # of isa/vmi.def: how integers are taken


def types(row):
    """The element types of a row, with groups of the table expanded."""
    groups = dict(re.findall(r"^#define (\w+)\s+\(?([^()\n]*)\)?$", TABLE.read_text(), re.M))
    words = row.types
    while any(re.search(rf"\b{group}\b", words) for group in groups):
        for group, members in groups.items():
            words = re.sub(rf"\b{group}\b", members, words)
    return [word.removeprefix("T_").lower() for word in re.findall(r"T_\w+", words) if word not in SIGNS]


def page(name):
    rows = [row for rows in load().values() for row in rows if row.name == name]
    lines = [f"# pto.vmi.{name}", ""]
    for row in rows:
        lines += ["```", syntax(row), "```", "", *(f"`{part}`  " for part in row.meaning.split("; ")), ""]
        lines += [f"* T: {' '.join(types(row))}"] if types(row) else []
        lines += [f"* `{attr.rstrip('!')}`: {WORDS[attr.rstrip('!')]}" for attr in row.attrs]
        lines += [""]
    return "\n".join(lines)


def others():
    lines = ["# Other names of operations on logical vectors", "",
             "What a compiler's own stages write. Groups are `num_groups`; elements are told apart by f and i, signs by s and u.",
             "", "| Operation | Meaning |", "|---|---|"]
    return "\n".join(lines + [f"| `pto.vmi.{row.name}` | {row.meaning} |" for row in load()[OTHER]]) + "\n"


def names():
    return [f"vmi.{name}" for listed in chapters().values() for name in listed]


def pages():
    found = {path(name): page(name) for listed in chapters().values() for name in listed}
    return found | {"vmi/other-names.md": others()}


def index():
    """The lines of the index of all pages."""
    lines = ["", "Logical vectors, whose number of lanes is free ([other names](vmi/other-names.md)). L is the number of lanes, C of "
             "groups, S = L / C:", "", "| Group | Operations |", "|---|---|"]
    for heading, listed in chapters().items():
        lines.append(f"| {heading} | {' '.join(f'[{name}]({path(name)})' for name in listed)} |")
    return lines
