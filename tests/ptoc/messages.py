#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every message of ptoc occurs in a golden file: the formats are extracted from its sources. TAP."""
import re
import sys
from pathlib import Path

from tap import Tap

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent.parent / "tools/ptoc"
CALL = re.compile(r"\b(?:diag_error|diag_warning|diag_note|verify_fail|FAIL_OP|FAIL_OPERAND|FAIL_ATTR|lint_warn|parse_fail)\(")
LITERALS = re.compile(r'"(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*')
CONVERSION = re.compile(r"%%|%[-+ 0#]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j)?[a-zA-Z]")


def arguments(text, start):
    """The text between the parentheses that open at `start`."""
    depth, quoted, at = 0, False, start
    while True:
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        else:
            quoted = char == '"'
            depth += (char == "(") - (char == ")")
            if depth == 0:
                return text[start + 1:at]
        at += 1


def formats():
    """(file, line, text) of each message: literals of more than a word in the calls that report."""
    for path in sorted(SOURCES.rglob("*.c")):
        text = re.sub(r'%"\s*PRI[dux]64(\s*")?', lambda found: "%lld" if found[1] else '%lld"', path.read_text(encoding="utf-8"))
        for call in CALL.finditer(text):
            for literal in LITERALS.finditer(arguments(text, call.end() - 1)):
                words = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literal[0])).replace('\\"', '"').replace("\\\\", "\\")
                if " " in words.strip() and re.search(r"[a-z]{2}", words):
                    yield path.relative_to(SOURCES), text.count("\n", 0, call.start()) + 1, words


def pattern(words):
    """A format as a regex."""
    out, at = "", 0
    for conversion in CONVERSION.finditer(words):
        out += re.escape(words[at:conversion.start()]) + ("%" if conversion[0] == "%%" else ".*")
        at = conversion.end()
    return out + re.escape(words[at:])


def main():
    shown = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("*.err")))
    rows = list(formats())
    missing = [f"{file}:{line}: {words}" for file, line, words in rows if not re.search(pattern(words), shown)]
    tap = Tap()
    tap.result(len(rows) > 300 and not missing, f"{len(rows) - len(missing)} of {len(rows)} texts of ptoc stand in a golden", *missing)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
