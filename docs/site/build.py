#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation as a site: build.py FOLDER

By Debian's Sphinx with MyST and Furo (python3-sphinx, python3-myst-parser, furo): its search works on files, without a server.
The sources are copied first, since README.md becomes the first page. A link that leads nowhere fails the build.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = ROOT / "docs/site"
PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "tests/README.md")
LINK = re.compile(r"(\[[^\]\n]*\])\(([^)#\s:]+)(#[^)]*)?\)")


def copy_sources(target):
    """All pages as they stand in the tree, so that links between them and to files hold."""
    shutil.copytree(ROOT / "docs", target / "docs", ignore=shutil.ignore_patterns("site"))
    shutil.copytree(ROOT / "examples", target / "examples", ignore=shutil.ignore_patterns("data", "weights", "__pycache__"))
    for readme in (ROOT / "boards").glob("*/README.md"):
        (target / readme.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(readme, target / readme.relative_to(ROOT))
    for name in PAGES:
        (target / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, target / name)
    contents = (SITE / "contents.md").read_text(encoding="utf-8")
    (target / "index.md").write_text((ROOT / "README.md").read_text(encoding="utf-8") + "\n" + contents, encoding="utf-8")
    for page in target.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        changed = LINK.sub(lambda match: site_link(target, page, match), text)
        if changed != text:
            page.write_text(changed, encoding="utf-8")


def site_link(target, page, match):
    """A link of a page as the site has it: README.md is index.md, and a folder is no page."""
    place = (page.parent / match[2]).resolve()
    if place == target.resolve() / "README.md":
        return f"{match[1]}({match[2].removesuffix('README.md')}index.md{match[3] or ''})"
    if place.is_relative_to(target.resolve()) and (ROOT / place.relative_to(target.resolve())).is_dir():
        return match[1][1:-1]
    return match[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path, help="for the pages; index.html is the first")
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory(prefix="pto-site-") as scratch:
        source = pathlib.Path(scratch) / "source"
        copy_sources(source)
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", SITE, "-d", f"{scratch}/doctrees",
                   source, folder]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
