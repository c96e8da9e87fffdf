#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each operation of isa/simt.def with each of its types against numpy, and that none is left out; TAP on stdout.

    oracle.py [GROUP...]    (the environment is that of pto_add_script_test)
"""
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import operations
from tap import Tap
from tool import ROOT, module, problem, ptometal

sys.path.insert(0, str(ROOT / "tools"))
import system_reference  # noqa: E402


@dataclass
class Row:
    """A row of isa/simt.def: its name without `pto.`, kind and types."""
    name: str
    kind: str
    types: list


def rows():
    return [Row(row.name.removeprefix("pto."), row.kind, row.types.split()) for row in system_reference.simt_rows()]


def main():
    tap, table = Tap(), rows()
    groups = [group for group in operations.groups(table) if not sys.argv[1:] or group.name in sys.argv[1:]]
    covered = {pair for group in groups for case in group.cases for pair in case.covers}
    if not sys.argv[1:]:
        wanted = {(row.name, kind) for row in table if row.kind != "LAUNCH" for kind in row.types or [""]}
        tap.result(covered == wanted, "each operation and type of the table has a case", f"without: {sorted(wanted - covered)}",
                   f"not in the table: {sorted(covered - wanted)}")
    with tempfile.TemporaryDirectory(prefix="simt-") as name:
        folder = Path(name)
        (folder / "cases.pto").write_text(module(groups))
        built = problem(ptometal("image", "cases.pto", "-o", "cases.elf", folder=folder, timeout=600))
        if built:
            tap.case("an image with all cases", built)
        for group in groups if not built else []:
            why = problem(ptometal("run", "cases.elf", "--entry", group.name, "--", *group.prepare(folder), folder=folder))
            for title, wrong in group.mismatches(folder):
                tap.case(title, why or wrong)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
