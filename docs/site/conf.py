# SPDX-License-Identifier: Apache-2.0
"""The settings of Sphinx for build.py."""
import pathlib
import re

from pygments.lexers.special import TextLexer

ROOT = pathlib.Path(__file__).resolve().parents[2]

project = "ptometal"
version = release = re.search(r"^project\(ptometal VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
extensions = ["myst_parser"]
html_theme = "furo"
html_copy_source = False
html_show_sphinx = html_show_copyright = False
myst_heading_anchors = 4
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure", "myst.header"]      # headings of pages may begin at the second level
# Pages that are found by links and by the search; a sidebar with all of them would be in each page.
ASIDE = ("docs/isa/", "examples/", "boards/")


def mark_aside(_, name, source):
    if name.startswith(ASIDE) and name != "docs/isa/README":
        source[0] = f"---\norphan: true\n---\n\n{source[0]}"


def setup(app):
    app.add_lexer("mlir", TextLexer)
    app.connect("source-read", mark_aside)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
