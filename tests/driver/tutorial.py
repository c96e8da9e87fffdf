# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial.md: its commands, run in order, print what it shows, and draw its pictures.

    tutorial.py     write the tutorial and its pictures with current output
"""
import os
import pathlib
import re
import subprocess
import tempfile

from harness import PTOMETAL, ROOT, test

PAGE = ROOT / "docs/tutorial.md"
PICTURES = ROOT / "docs/pictures"
BLOCK = re.compile(r"^```\n(\$ .*?)^```", re.S | re.M)
BUILDS = re.compile(r"^ptometal: building .*\n", re.M)      # what a first run says in front
COUNT = re.compile(r"(?<=instructions: )\d+")
GROWTH = 1.05      # the bench's limit; other compilers make other code


def steps(text):
    """(command, what the page shows of it), in order."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            yield part.partition("\n")[::2]


def typed(folder, line):
    """What a command prints. The folder looks like the checkout to it."""
    for name, target in ("examples", ROOT / "examples"), ("ptometal", PTOMETAL):
        if not (folder / name).exists():
            (folder / name).symlink_to(target)
    printed = subprocess.run(["sh", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False).stdout
    return BUILDS.sub("", printed)


def drawn(folder):
    """The pictures of the runs: (its place in the documents, its text)."""
    return [(PICTURES / f"layernorm-{path.name}", path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.svg"))]


@test
def tutorial_shows_what_its_commands_print(folder):
    commands, text = 0, PAGE.read_text(encoding="utf-8")
    for line, shown in steps(text):
        got, commands = typed(folder, line), commands + 1
        assert COUNT.sub("N", got) == COUNT.sub("N", shown), f"{line}: the tutorial shows\n{shown}and it is\n{got}"
        if os.environ.get("PTO_CC") == "clang":
            for now, then in zip(map(int, COUNT.findall(got)), map(int, COUNT.findall(shown))):
                assert then / GROWTH <= now <= then * GROWTH, f"{line}: {now} instructions, the tutorial shows {then}"
    assert commands > 20, commands
    for path, picture in drawn(folder):
        assert f"(pictures/{path.name})" in text and picture == path.read_text(encoding="utf-8"), f"{path.name}: run tests/driver/tutorial.py"


def main():
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for line, shown in list(steps(text)):
            text = text.replace(f"$ {line}\n{shown}", f"$ {line}\n{typed(folder, line)}", 1)
        for path, picture in drawn(folder):
            path.write_text(picture, encoding="utf-8")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
