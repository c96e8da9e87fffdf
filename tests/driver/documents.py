# SPDX-License-Identifier: Apache-2.0
"""Documents: links point to files of the tree, pictures match their sources, and commands run."""
import html
import importlib
import os
import re
import shutil
import subprocess
import sys

from harness import PTOMETAL, ROOT, floats, test, test_with, write

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
LABEL = re.compile(r'\blabel="((?:[^"\\]|\\.)*)"')
FENCE = re.compile(r"^```.*?^```", re.S | re.M)


def documents():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").glob("*.md")]
    assert len(pages) > 20, pages
    return pages


@test
def links_lead_to_files(_):
    wrong, seen = [], 0
    for page in documents():
        for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
            if "://" in link or link.startswith("mailto:"):
                continue
            seen += 1
            if not (page.parent / link).exists():
                wrong.append(f"{page.relative_to(ROOT)}: {link}")
    assert seen > 50, seen
    assert not wrong, "\n".join(wrong)


@test
def pictures_are_drawn_from_their_sources(_):
    sources = sorted((ROOT / "docs/pictures").glob("*.dot"))
    assert len(sources) >= 4, sources
    for source in sources:
        drawn = html.unescape(source.with_suffix(".svg").read_text(encoding="utf-8"))
        shown = set(re.findall(r"<text [^>]*>([^<]*)</text>", drawn))
        wanted = {line for label in LABEL.findall(source.read_text(encoding="utf-8")) for line in label.split(r"\n")}
        assert wanted == shown, f"{source.name}: run docs/pictures/draw; differs in {wanted ^ shown}"


def labels_of(name):
    return [label.replace(r"\n", "\n") for label in LABEL.findall((ROOT / f"docs/pictures/{name}.dot").read_text(encoding="utf-8"))]


@test
def pictures_say_what_the_sources_do(_):
    report = " ".join(label.replace("\n", " ") for label in reversed(labels_of("report")[:6]))     # the others explain
    assert report in (ROOT / "docs/tutorial.md").read_text(encoding="utf-8"), report
    limits = (ROOT / "isa/limits.h").read_text(encoding="utf-8")
    for label in labels_of("memories"):
        name = label.partition("\n")[0]
        numbers = re.findall(r"(\d+) KiB", label)
        wanted = re.findall(rf"PTO_{name}_BYTES(?:_A2A3)? +\((\d+) \* 1024\)", limits)
        assert not numbers or numbers == wanted, (label, wanted)


BLOCK = re.compile(r"^```\w*\n(.*?)^```|^    ([^\n]*)$|`([^`\n]+)`", re.S | re.M)
COMMAND = re.compile(r"\s*(?:\$ )?(?:\./)?ptometal (\w+)(.*)")


@test
def commands_of_documents_have_their_options(_):
    sys.path.insert(0, str(ROOT / "tools"))
    from ptometal.cli import COMMANDS
    from ptometal.options import Option
    wrong, seen = [], 0
    readmes = [page for place in ("examples", "boards") for page in (ROOT / place).rglob("README.md")]
    for page in [*documents(), *readmes]:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for command, rest in filter(None, map(command_of, "\n".join(block).split("\n"))):
                if command == "setup" or command.isupper():
                    continue
                known = {option.name: option for option in importlib.import_module(f"ptometal.commands.{command}").OPTIONS} \
                    if command in COMMANDS else {}
                known["--help"] = Option("--help")
                words = rest.split()
                for word, value in zip(words, [*words[1:], ""]):
                    name, _, joined = word.strip("[]`").partition("=")
                    if not name.startswith("--") or name == "--":
                        continue
                    seen += 1
                    choices, value = known[name].choices if name in known else (), (joined or value).strip("[],.`")
                    if name not in known or choices and value.islower() and value not in choices:
                        wrong.append(f"{page.relative_to(ROOT)}: ptometal {command} {name} {value if name in known else ''}")
    assert seen > 60, seen
    assert not wrong, "\n".join(wrong)


def command_of(line):
    match = COMMAND.match(line)
    return match and (match[1], re.sub(r"\$\([^)]*\)|#.*", "", match[2]).partition(" -- ")[0])


LINE = re.compile(r"^ *(?:\$ )?((?:sudo |[A-Z_]+=\S+ )*(?:(?:\./)?ptometal|cmake|ctest|ninja|perf|valgrind|[\w/]*python3) .*)$", re.M)
PLACEHOLDER = re.compile(r"(?<![\w/.-])[A-Z]{1,7}(?![\w/.=])|\.\.\.")      # of the form of a command: KERNEL ARG...
# Documents whose commands other tests run, and commands that cannot run here, with the reason.
RUN_BY = {
    "README.md": "driver.readme, tests/machines/fresh.sh",
    "docs/tutorial.md": "driver.tutorial",
    "docs/at-scale.md": "driver.scale, tests/machines/slurm.sh",
    "docs/porting.md": "tests/board",
    "examples/project/README.md": "driver.projects",
}
NOT_RUN = {
    "--link gdb:localhost:3333": "needs the board; tests/board/links.py has QEMU in its place",
    "--link uart:/dev/ttyUSB1": "needs the board; tests/board/links.py has a socket of QEMU in its place",
    "sudo ./ptometal setup": "installs packages as root: tests/machines/fresh.sh",
    "./ptometal build": "any test builds the runtime",
    "./ptometal test --host": "these tests",
    "./ptometal test --board": "these tests, on another board",
    "ninja -C build/qemu-virt-512-clang": "in the build folder of these tests",
    "ctest --test-dir build/qemu-virt-512-clang": "these tests",
    "tests/vmi/run.py": "vmi.run, with fewer seeds",
    "tests/simt/run.py": "simt.run, with fewer seeds",
    "./ptometal debug examples/add.c": "asks its user: driver.debugger",
    "perf record": "needs perf; the program itself is run",
    "ring_allreduce.c --ranks": "driver.ranks runs it with 2, 3 and 8 ranks",
}
STATUS = {"examples/bugs/README.md": 3}      # where a command is there to find something


def commands_of(page):
    """The commands of a document that can be run, without the explanation behind them; on the host where a document names
    no board: what is tried here is the command."""
    text = page.read_text(encoding="utf-8")
    blocks = "\n".join("\n".join(block[:2]) for block in BLOCK.findall(text))
    for line in LINE.findall(re.sub(r"\\\n\s*", "", blocks)):
        line = re.split(r"\s{2,}|\s#", line)[0]
        if not PLACEHOLDER.search(line) and not any(part in line for part in NOT_RUN):
            yield line if "--board" in line else line.replace("ptometal run ", "ptometal run --board native ")


@test
def commands_of_documents_run(folder):
    readmes = [page for place in ("examples", "boards") for page in (ROOT / place).rglob("README.md")]
    for size, names in (1000, ("a", "x.f32")), (2048, ("a.f16", "b.f16")), (4096, ("a.f32", "b.f32")), (90_000, ("scores.f32",)):
        for name in names:
            write(folder, name, floats(size))
    for name in "bias.f32", "table.f32":
        shutil.copy(ROOT / "examples/data" / name, folder)
    for name, place in (("ptometal", PTOMETAL), ("examples", ROOT / "examples"), ("README.md", ROOT / "README.md")):
        (folder / name).symlink_to(place)
    write(folder, "kernel.cpp", re.search(r"```c\+\+\n(.*?)```", (ROOT / "docs/cpp.md").read_text(encoding="utf-8"), re.S)[1])
    ran = 0
    for page in [*documents(), *readmes]:
        name = str(page.relative_to(ROOT))
        for line in commands_of(page) if name not in RUN_BY else ():
            done = subprocess.run(["sh", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  env={**os.environ, "PATH": f"{ROOT}:{os.environ['PATH']}"}, check=False)
            assert done.returncode == STATUS.get(name, 0), f"{name}: {line}\n{done.stderr}"
            print(f"# {name}: {line}")
            ran += 1
    assert ran >= 5, ran
    texts = "\n".join(page.read_text(encoding="utf-8") for page in [*documents(), *readmes])
    assert not [part for part in NOT_RUN if part not in texts]
    assert all((ROOT / name).exists() for name in RUN_BY)


@test_with("sphinx", "myst_parser", "furo")
def site_is_built_without_a_warning(folder):
    done = subprocess.run([sys.executable, ROOT / "docs/site/build.py", folder / "site"], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    index = (folder / "site/searchindex.js").read_text(encoding="utf-8")     # a script, so that it works on files
    for page in ("docs/isa/binary/vadd", "docs/isa/system/synchronisation/set_flag", "docs/at-scale", "docs/glossary"):
        assert (folder / f"site/{page}.html").exists() and f'"{page}"' in index, page
    first = (folder / "site/index.html").read_text(encoding="utf-8")
    assert 'href="docs/checking.html"' in first and 'href="docs/pto-language.html"' in first
