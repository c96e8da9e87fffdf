# SPDX-License-Identifier: Apache-2.0
"""Documents: links point to files of the tree, and pictures match their sources."""
import html
import importlib
import re
import subprocess
import sys

from harness import ROOT, test, test_with

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
