# SPDX-License-Identifier: Apache-2.0
"""The reports and the demo shown in the README match the tree.

    readme.py       print the README with current output (the environment is that of the tests)
"""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from harness import CONFIGURATION, ROOT, Outcome, floats, ptometal, run, test, write

BROKEN = ROOT / "examples/troubleshooting"
COUNT = re.compile(r"\b\d+(?:\.\d)?(?=, [\d.]+ for | for (?:each|1000))")     # number of instructions
GROWTH = 1.05      # the bench's limit


def readme():
    return (ROOT / "README.md").read_text(encoding="utf-8")


def shown_runs(text):
    """(command line, the report below it) of each `ptometal run` in the README's section on troubleshooting."""
    for block in re.findall(r"^```\n(.*?)^```", text.partition("## Troubleshooting")[2], re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, shown = part.partition("\n")
            yield line, shown


def shown_demo(text):
    return re.search(r"^\$ \./ptometal demo\n(.*?)^```", text, re.S | re.M)[1]


def demo():
    """The demo's output, with paths as if it had been started in the tree."""
    return re.sub(r"\S*/demo/(?=\w+\.f32)", "build/demo/", ptometal(ROOT, "demo", *CONFIGURATION).expect(0).stdout)


def prepare(folder):
    """The folder in which the README's commands run."""
    for path in [*BROKEN.glob("*.c"), *BROKEN.glob("*.pto"), ROOT / "examples/add.c"]:
        write(folder, path.name, path.read_text(encoding="utf-8"))
    for name in ("a.f32", "b.f32"):
        write(folder, name, floats(1000))


def report(folder, line):
    words = line.split()
    assert words[:2] == ["./ptometal", "run"], line
    return run(folder, *words[2:]).stderr


def without_addresses(text):
    """A report without registers and other parts that vary by compiler."""
    return re.sub(r"0x[0-9a-f]{6,}", "0x...", re.sub(r" ra=0x[0-9a-f]+ \([^)]*\)", "", without_registers(text))).strip()


def without_registers(text):
    return "".join(line for line in text.splitlines(keepends=True) if not re.match(r"  +[a-z0-9]+ +0x[0-9a-f]{16}", line))


@test
def reports_in_the_readme_are_real(folder):
    prepare(folder)
    typed = set()
    for line, shown in shown_runs(readme()):
        got = report(folder, line)
        assert without_addresses(got) == without_addresses(shown), f"{line}: the README shows\n{shown}and it is\n{got}"
        typed.add(line.split()[2])
    sources = {path.name for path in BROKEN.iterdir()} - {"README.md"}
    assert sources <= typed and len(sources) >= 6, f"the README runs {typed}, and there are {sources}"


@test
def demo_in_the_readme_is_real(_):
    shown = shown_demo(readme())
    got = demo()
    plain = [COUNT.sub("#", text) for text in (got, shown)]
    assert plain[0] == plain[1], f"README.md shows another demo than this, see tests/driver/readme.py:\n{got}"
    if os.environ.get("PTO_CC") != "clang":
        return
    for now, then in zip(*(map(float, COUNT.findall(text)) for text in (got, shown))):
        assert then / GROWTH <= now <= then * GROWTH, f"the demo counts {now:g}, README.md shows {then:g}"


@test
def demo_says_why_it_stopped(folder):
    sys.path.insert(0, str(ROOT / "examples"))
    import demo as example
    for status, report, reason in ((124, "fault: no end within 60 s\n", "it did not end within the time limit, exit status 124."),
                                   (3, "fault: deadlock\n", "it faulted, exit status 3."), (70, "", "it could not run, exit status 70.")):
        said, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
            got = example.main(lambda *_, **__: Outcome(subprocess.CompletedProcess([], status, "", report), 0, 0), {}, folder)
        assert got == status and "wrong" not in said.getvalue(), (got, said.getvalue())
        assert errors.getvalue() == f"{report}The demo stopped at examples/softmax.c: {reason}\n", errors.getvalue()


def main():
    text = readme()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for line, shown in shown_runs(text):
            got = without_registers(report(folder, line))
            if without_addresses(got) != without_addresses(shown):
                text = text.replace(f"{line}\n{shown}", f"{line}\n{got}")
        text = text.replace(shown_demo(text), demo())
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
