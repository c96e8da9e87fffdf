# SPDX-License-Identifier: Apache-2.0
"""`ptometal lsp`: a language server for .pto files.

It is written in Python on Debian's pygls, not in ptoc: pygls keeps documents, positions and the protocol, the pages of
`ptometal help` are made by Python already, and ptoc judges a text of 2,000 lines in 15 ms as a process of its own, which a
crash cannot take the editor's session with.
"""
import importlib.util

from ptometal import build
from ptometal.common import DONE, usage_error
from ptometal.options import Option

SUMMARY = """ptometal lsp [options]

A language server for .pto files (LSP over stdin and stdout): diagnostics while typing, pages of operations, completion,
definitions, references, renaming, outlines and semantic tokens. docs/editors.md has set-ups for editors.
"""
OPTIONS = [Option("--arch", "NAME", choices=("a5", "a2a3"), text="the profile of files that name none: a5 (default) or a2a3"),
           Option("--stdio", text="the default, which some editors ask for")]


def main(values, words):
    if words:
        raise usage_error("lsp takes no words: an editor starts it and talks to its stdin")
    if not importlib.util.find_spec("pygls"):
        raise usage_error("lsp needs Debian's python3-pygls: `./ptometal setup` (as root) installs it")
    ptoc, _ = build.ensure_ptoc()
    from ptometal.commands.lsp import server
    server.start(ptoc, ["--arch", values.arch] if values.arch else [])
    return DONE
