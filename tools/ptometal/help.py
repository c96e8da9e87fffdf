# SPDX-License-Identifier: Apache-2.0
"""`ptometal help`: what the commands are, and the reference of an instruction or of a word."""
import os
import sys

from ptometal.common import ROOT, did_you_mean, usage_error

with open(os.path.join(os.path.dirname(__file__), "help.txt"), encoding="utf-8") as text:
    SUMMARY = text.read()
OPTIONS = []


def main(_, words):
    if len(words) > 1:
        raise usage_error(f"help takes one name of an instruction or a word of the glossary, {len(words)} are given")
    if not words:
        print(SUMMARY, end="")
        return 0
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    import reference   # the tables are read only when somebody asks for them
    page = reference.find(words[0])
    if page is None:
        raise usage_error(f"{words[0]}: no such instruction, and no word of docs/glossary.md{did_you_mean(words[0], reference.names())}")
    print(page, end="")
    return 0
