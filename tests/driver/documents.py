# SPDX-License-Identifier: Apache-2.0
"""Documents: links point to files of the tree, and pictures match their sources."""
import html
import re

from harness import ROOT, test

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
