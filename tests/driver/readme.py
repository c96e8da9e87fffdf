# SPDX-License-Identifier: Apache-2.0
"""The reports that the README shows."""
import re

import kernels
from harness import ROOT, floats, run, test, write


def readme_runs():
    """(command line, the report below it) of each `ptometal run` in the README's troubleshooting."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Troubleshooting")[2]
    for block in re.findall(r"^```\n(.*?)^```", text, re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, shown = part.partition("\n")
            yield line, shown


def without_addresses(text):
    """A report without what differs between compilers, and without its registers."""
    lines = [line for line in text.splitlines() if not re.match(r"  +[a-z0-9]+ +0x[0-9a-f]{16}", line)]
    text = re.sub(r" ra=0x[0-9a-f]+ \([^)]*\)", "", "\n".join(lines))
    return re.sub(r"0x[0-9a-f]{6,}", "0x...", text).strip()


@test
def reports_in_the_readme_are_real(folder):
    for name, (source, old, new) in kernels.README.items():
        text = (ROOT / "examples" / source).read_text(encoding="utf-8")
        assert old in text, f"{name}: {source} has no {old!r}"
        write(folder, name, text.replace(old, new, 1))
    for name in ("a.f32", "b.f32"):
        write(folder, name, floats(1000))
    count = 0
    for line, shown in readme_runs():
        words = line.split()
        assert words[:2] == ["./ptometal", "run"], line
        got = run(folder, *words[2:]).stderr
        assert without_addresses(got) == without_addresses(shown), f"{line}: the README shows\n{shown}and it is\n{got}"
        count += 1
    assert count >= 8, f"{count} reports"
