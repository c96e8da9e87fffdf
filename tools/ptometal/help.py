# SPDX-License-Identifier: Apache-2.0
"""`ptometal help`: what the commands are, and the reference of one instruction."""
import os
import sys

from ptometal.common import ROOT, did_you_mean, usage_error

SUMMARY = os.path.join(os.path.dirname(__file__), "help.txt")


def main(argv):
    if len(argv) > 1:
        raise usage_error(f"help takes one name of an instruction, {len(argv)} are given")
    if not argv or argv[0].startswith("-"):
        with open(SUMMARY, encoding="utf-8") as file:
            print(file.read(), end="")
        return 0
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    import reference   # the tables are read only when somebody asks for them
    page = reference.find(argv[0])
    if page is None:
        raise usage_error(f"{argv[0]}: no such instruction{did_you_mean(argv[0], reference.names())}")
    print(page, end="")
    return 0
