#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write docs/ops.md, which instruction is tested for which type, from the results of test runs.

    opsdoc.py [--out docs/ops.md] BUILD...

Each BUILD is a build folder after ctest; the TAP of vector.backends and vector.model in it is the
evidence.  A type counts as tested when every case of it passed in every one of the builds.  Builds with one backend
compare with the model alone.
"""
import argparse
import json
import re
import sys
from pathlib import Path

import entries as vt
from entries import optable

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"(not )?ok \d+ - (\w+)(?: \((\d+) cases\))?(.*)")
BACKENDS, MODEL = "vector.backends.1hart.tap", "vector.model.tap"
COLUMNS = (*vt.TYPES, *optable.GRANULARITIES)
MARKS = ("", "untested", "backends", "model")      # worst to best
SIGNS = {"": "", "untested": "no", "backends": "b", "model": "**yes**"}


def read_tap(path):
    """Lines of a TAP file: name -> (passed, cases)."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        match = LINE.match(line)
        if match:
            found[match[2]] = (not match[1] and "SKIP" not in match[4], int(match[3] or 0))
    return found


class Build:
    """The evidence of one build folder."""

    def __init__(self, folder):
        self.folder = folder
        config = json.loads((folder / "ptometal.json").read_text())
        self.label = f"{config['compiler']}, {config['backend']}, VLEN {config['vlen']}"
        names = set((folder / "tests/vector/generated/entries.txt").read_text().split())
        self.entries, _ = vt.load(names)
        self.backends = read_tap(folder / "tap" / BACKENDS)
        self.model = read_tap(folder / "tap" / MODEL)
        self.cases = sum(cases for _, cases in self.backends.values())
        self.modelled = sum(cases for _, cases in self.model.values())

    def mark(self, entry):
        agree = self.backends.get(entry.name, (False, 0))[0]
        if self.model.get(entry.name, (False, 0))[0] and (agree or not self.cases):
            return "model"
        return "backends" if agree else "untested"


def marks(builds):
    """(stem, type) -> the worst mark of its entries in any build."""
    worst = {}
    for build in builds:
        for entry in build.entries:
            for stem in entry.covers:
                key = stem, entry.type
                mark = build.mark(entry)
                worst[key] = min(worst.get(key, mark), mark, key=MARKS.index)
    return worst


def types_of(op, pairs):
    """The types of a form: if it has a result type of its own, those with a pair."""
    if op.fn not in pairs:
        return op.types
    return tuple(name for name in op.types if any(source == name for source, _ in pairs[op.fn]))


def table(ops, tested, pairs):
    """One Markdown table: a row for each form, a column for each type that occurs."""
    columns = [name for name in COLUMNS if any(name in op.types for op in ops)]
    lines = ["| Instruction | C function | " + " | ".join(columns) + " |",
             "| --- | --- |" + " :-: |" * len(columns)]
    for op in ops:
        if not op.types:             # init_align: tested with any stream
            best = max((mark for (stem, _), mark in tested.items() if stem == op.fn), default="untested",
                       key=MARKS.index)
            lines.append(f"| `{op.name}` {SIGNS[best]} | `pto_{op.fn}` |" + " |" * len(columns))
            continue
        cells = [SIGNS[tested.get((op.fn, name), "untested")] if name in types_of(op, pairs) else ""
                 for name in columns]
        lines.append(f"| `{op.name}` | `pto_{op.fn}_` | " + " | ".join(cells) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "ops.md")
    parser.add_argument("builds", nargs="+", type=Path)
    options = parser.parse_args()
    builds = [Build(folder) for folder in options.builds
              if (folder / "tests/vector/generated/entries.txt").exists()]
    if not builds:
        sys.exit("none of these folders has results of the vector tests")
    tested = marks(builds)
    lines = [
        "# Instructions and how they are tested", "",
        "Written by `tests/vector/opsdoc.py` from the results of test runs; do not edit.", "", "",
        "* **yes**: the RVV and the scalar backend agree bit for bit, and with the independent numpy",
        "  model (`tests/vector/model.py`), on every case: random and special values, all attributes,",
        "  full, partial and empty masks.",
        "* b: the two backends agree bit for bit; the documents leave the values open, so the model",
        "  does not check them.",
        "* no: no passing test. An empty cell: the ISA has no such form.", "",
        "Both profiles (`--arch a5`, `--arch a2a3`) take every form with the same meaning; they differ",
        "in synchronisation. Both backends have every form: `rvv` (RVV 1.0) and `scalar` (plain C).", "",
        "| Run | Cases, RVV against scalar | Cases against the model |", "| --- | --: | --: |"]
    lines += [f"| {build.label} | {build.cases or '-'} | {build.modelled} |" for build in builds]
    pairs = optable.load_pairs()
    total, good = 0, {"model": 0, "backends": 0}
    for title, ops in optable.load_headings().items():
        lines += ["", f"## {title}", "", *table(ops, tested, pairs)]
        for op in ops:
            for name in types_of(op, pairs):
                total += 1
                mark = tested.get((op.fn, name), "untested")
                if mark in good:
                    good[mark] += 1
    summary = (f"Of {total} pairs of instruction and type, {good['model']} agree with the model and "
               f"{good['backends']} more between the backends.")
    lines[4:5] = [summary, ""]
    options.out.write_text("\n".join(lines) + "\n")
    print(summary)


if __name__ == "__main__":
    main()
