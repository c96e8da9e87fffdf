#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the runtime says: the reports of refused.c, and that each text of runtime and runner stands in some test. TAP.

    texts.py REFUSED.elf       (the environment is that of pto_add_script_test)

Those of the checker (firmware/check) are among them. The texts of firmware/ops/tile have a count of their own
(tests/tile/texts.py), those of ptoc too (tests/ptoc/messages.py).
"""
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FIRMWARE = ROOT / "firmware"
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests"), str(ROOT / "tests/ptoc")]

import messages  # noqa: E402  (after the path is right)
from ptometal import qemu  # noqa: E402
from tap import Tap  # noqa: E402

CALL = re.compile(r"\b(?:pto_fault_at|pto_warn|runner_error|put|check_unknown)\(")
KERNEL = re.compile(r"// fault: (.+)\nPTO_\w*KERNEL\((\w+),")
FOLDERS = ("core", "ops", "ops/cube", "apps/runner", "check")
# Texts that no test brings about, and why.
UNSEEN = {
    "%s outside a kernel": "the API of kernels, called by what starts them",
    "%zu buffers or %u parameters of %u ranks are more than %u": "a caller of pto_run() that is wrong: it ends the image",
    "rank %u of %u images: there are at most %u": "the driver starts no more than there is room for",
    "SIMT code outside of a kernel": "vector functions run in kernels",
    "kernel %s needs a cube core, which the board has not": "this board has them",
    "%s: the cluster has one vector core": "this board's have two",
    "a schedule of more than %u holds": "the driver writes no longer ones (HOLDS_MAX of schedule.py)",
    "memory behind the first pages that have been touched": "a note of the checker when its tables are full: here and below",
    "memory in more pieces than there is room for": "its tables hold a quarter of the image's memory",
    "memory in more states than there is room for": "the same",
    "more doubtful ranges of a vector function than there is room for": "the same",
    "%s at pc=0x%zx": "the driver puts file and line behind it, which tests expect",
    "%s: in a program, this board has it for kernels of whole clusters only": "this board has no sync unit in hardware",
    "there is no memory for a task of kernel %s: %zu bytes, and %zu are left": "with GM full of buffers; tasks are flushed before",
    "%zu bytes are no memory for a program on %zu buffers": "the same",
    "--check: %zu bytes of GM are left, too few for the order of %u tasks": "the same",
    "%s: the buffer ends before this offset": "the driver refuses such offsets",
    "the image has no kernel": "images are built of kernels",
    "the command line exceeds %u characters": "the driver writes long ones to a file, '@FILE'",
}


def refused(printed):
    """(kernel, what is wrong with its report)"""
    reports = dict(re.findall(r"^(\w+): (.*)$", printed, re.MULTILINE))
    for words, name in KERNEL.findall((HERE / "refused.c").read_text(encoding="utf-8")):
        report = reports.get(name, "the kernel did not run")
        wanted = ".*".join(map(re.escape, words.split("*")))
        good = re.search(wanted, report) and re.search(rf"refused\.c:\d+ in {name}", report)
        yield name, "" if good else f"'{report}', expected '{words}'"


def pieces(words):
    """What stands between the conversions of a format, the longest piece first."""
    return sorted((piece.strip(" ;,:\n") for piece in messages.CONVERSION.split(words.replace("\\n", ""))), key=len, reverse=True)


def shown():
    """The tests that expect a report, as one text: patterns without their escapes, strings and comments in one piece."""
    paths = [ROOT / "README.md"] + [path for path in sorted((ROOT / "tests").rglob("*")) if path.suffix in (".py", ".c", ".txt")
                                    and path.name != Path(__file__).name]
    paths += sorted((ROOT / "examples/bugs").glob("*.c"))     # with their findings
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return re.sub(r"\n// ", " ", re.sub(r'"\s*\n\s*r?f?"', "", text.replace("\\", "")))


def texts():
    """(place, text) of each fault, warning and error."""
    for folder in FOLDERS:
        for path in sorted((FIRMWARE / folder).glob("*.c")):
            source = re.sub(r'"\s*PRI[dux]\w+\s*"', "lu", path.read_text(encoding="utf-8"))
            for call in CALL.finditer(source):
                literal = messages.LITERALS.search(messages.arguments(source, call.end() - 1))
                if literal:
                    words = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literal[0])).replace('\\"', '"')
                    yield f"{path.relative_to(FIRMWARE)}:{source.count(chr(10), 0, call.start()) + 1}", words


def main():
    done = qemu.run(sys.argv[1], int(os.environ["PTO_VLEN"]), 1, [], timeout=50, cwd=".", board=os.environ["PTO_BOARD"],
                    backend=os.environ["PTO_BACKEND"])
    tap = Tap()
    for name, problem in refused(done.stdout + done.stderr):
        tap.case(name, problem)
    rows, tests = list(texts()), shown()
    missing = [f"{place}: {words}" for place, words in rows if words not in UNSEEN and pieces(words)[0] not in tests]
    tap.result(len(rows) > 100 and not missing, f"{len(rows) - len(missing)} of {len(rows)} texts stand in a test", *missing)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
