#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the generated parts of docs/pto-language.md: the index of instructions and the table of rules.

    language_index.py            rewrite the page
    language_index.py --check    only say whether it is current
"""
import re
import sys
from pathlib import Path

import generated
import transfers

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/pto-language.md"
OPS = ROOT / "isa/vector.def"
ATTRS = ROOT / "isa/attrs.def"
SYSOPS = ROOT / "isa/system.def"
RULES = ROOT / "tools/ptoc/rules.def"


def groups(path, pattern):
    """(heading, matches of the pattern) of the groups below comment headings of a table, in order."""
    found, heading, started = [], None, False
    for line in path.read_text().splitlines():
        started |= "clang-format off" in line
        comment, row = re.match(r"// (.*)", line), re.match(pattern, line)
        if started and comment and "clang-format" not in line:
            heading = comment[1]
        elif row:
            if not found or found[-1][0] != heading:
                found.append((heading, []))
            found[-1][1].append(row.groups())
    return found


def unique(items):
    return list(dict.fromkeys(items))


def instructions():
    lines = ["| Group | Instructions (`pto.` before each) |", "|---|---|"]
    for heading, rows in groups(OPS, r"PTO_OP\((\w+),"):
        lines.append(f"| {heading} | {' '.join(f'`{name}`' for name in unique(row[0] for row in rows))} |")
    return lines


def operations():
    lines = ["| Group | Operations |", "|---|---|"]
    for heading, rows in groups(SYSOPS, r'(?:OP|COMMAND)\(\w+,\s*"([^"]+)"|(#include <isa/transfer.def>)'):
        if rows[0][0] is None:
            rows = [(f"pto.{row.name}",) for row in transfers.load()]
        lines.append(f"| {heading} | {' '.join(f'`{name}`' for name in unique(row[0] for row in rows))} |")
    return lines


def attributes():
    classes = {}
    for _, rows in groups(ATTRS, r'PTO_(?:ATTR|SIZED)\((\w+),\s*(\w+),\s*\w+,\s*"([^"]+)"'):
        for cls, key, spelling in rows:
            classes.setdefault((cls, key), []).append(spelling)
    used = {}
    for row in re.finditer(r'PTO_OP\((\w+),\s*\w+,\s*"([^"]*)"', OPS.read_text()):
        for cls in re.findall(r"#(\w+)", row[2]):
            used.setdefault(cls, []).append(row[1])
    lines = ["| Key | Values, the default first where there is one | Of |", "|---|---|---|"]
    for (cls, key), values in classes.items():
        names = unique(re.sub(r"_b(8|16|32)$", "", name) for name in used.get(cls, []))
        if names:
            lines.append(f"| `{key}` | {' '.join(f'`{value}`' for value in values)} | {' '.join(f'`{name}`' for name in names)} |")
    return lines


def rules():
    lines = ["| Name | What it demands |", "|---|---|"]
    for _, rows in groups(RULES, r'PTO_(RULE|LINT)\("([^"]+)",\s*"([^"]+)"\)'):
        lines += [f"| `{name}`{' (warning)' if kind == 'LINT' else ''} | {sentence} |" for kind, name, sentence in rows]
    return lines


def generate(text):
    for name, part in (("instructions", instructions), ("operations", operations), ("attributes", attributes), ("rules", rules)):
        pattern = rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)"
        if not re.search(pattern, text, re.S):
            sys.exit(f"{PAGE.name}: no place for the {name}")
        text = re.sub(pattern, lambda found: found[1] + "\n".join(part()) + "\n" + found[2], text, flags=re.S)
    return text


if __name__ == "__main__":
    sys.exit(generated.main("language_index", {PAGE: generate(PAGE.read_text())}))
