# SPDX-License-Identifier: Apache-2.0
"""The reports of refused.c, and the covered texts of firmware/ops/tile."""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "firmware/ops/tile"
sys.path.insert(0, str(HERE.parent / "ptoc"))

import messages  # noqa: E402  (after the path is right)

CALL = re.compile(r"\b(?:PTO_TILE_FAULT|pto_fault_at)\(")
KERNEL = re.compile(r"// fault: (.+)\nPTO_\w*KERNEL\((\w+),")
# Texts that this image cannot produce, with reasons.
UNSEEN = {
    "%.*s lies in %s, and this core has no %s": "all cores of this board form addresses in all memories of the cluster",
}


def refused(printed):
    """The errors in the kernels of refused.c, {name: [(name, problem)]}, and the reports."""
    source = (HERE / "refused.c").read_text(encoding="utf-8")
    reports = dict(re.findall(r"^(\w+): (.*)$", printed, re.MULTILINE))
    groups = {}
    for kernel in KERNEL.finditer(source):
        words, name = kernel.groups()
        report = reports.get(name, "the kernel did not run")
        wanted = ".*".join(map(re.escape, words.split("*")))
        body = source.find("// <- here", kernel.end(), source.find("\n}\n", kernel.end()))
        line = source.count("\n", 0, body) + 1
        good = re.search(wanted, report) and f"refused.c:{line} in {name}" in report
        groups[f"refused: {name}"] = [(name, "" if good else f"'{report}', expected '{words}' at line {line}")]
    return groups, list(reports.values())


def coverage(reports):
    """(location, problem) of each text that no report contains, or that one contains although UNSEEN excludes it."""
    shown = "\n".join(reports)
    for path in sorted(SOURCES.rglob("*.c")):
        text = path.read_text(encoding="utf-8")
        for call in CALL.finditer(text):
            literal = messages.LITERALS.search(messages.arguments(text, call.end() - 1))
            words = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literal[0]))
            seen = re.search(": " + messages.pattern(words), shown) is not None
            place = f"{path.name}:{text.count(chr(10), 0, call.start()) + 1}"
            yield place, "" if seen != (words in UNSEEN) else f"'{words}' is {'seen' if seen else 'in no report'}"
