# SPDX-License-Identifier: Apache-2.0
"""Diagnostics of kernels in C++, at the lines of the user.

A rule of a tile is a static assertion in our headers. Compilers report it there, and the user's line as a note; here the
rule is reported at the user's line:

    k.cpp:8:38: error: Tile: a row (row-major) ... must be a multiple of 32 bytes [in Tile<TileType::Vec, float, 4, 5>]
"""
import os
import re

from ptometal.compilers.calls import without_colour
from ptometal.compilers.cpp_text import HEADERS
from ptometal.common import MADE_HEADERS

START = re.compile(r"(?P<file>\S.*?):(?P<line>\d+):(?P<column>\d+): (?P<kind>fatal error|error|warning|note): (?P<text>.*)$")
ASSERTION = re.compile(r"static assertion failed(?: due to requirement '.*?')?: (?P<rule>.*)$")
# What a compiler says before a diagnostic of a header: how it came there.
LEAD = re.compile(r"In file included from |\s+from \S+:\d+|\S.*?: In |.*:\d+:\d+: +(?:recursively )?required |.*: recursively required")
SOURCE = re.compile(r" *\d* +\|")     # a line of source, or of marks below it
INSTANCE = re.compile(r"in instantiation of .*?'(?P<what>.*)' requested here|In instantiation of .*?['‘](?:struct |class )?(?P<gcc>.*)['’]")
REQUIRED = re.compile(r"(?P<place>\S.*?:\d+:\d+): +required from ")


def groups(output):
    """The diagnostics and notes of an output, as lists of lines; what leads to one is at its beginning."""
    found, lead = [], []
    for line in output.splitlines(keepends=True):
        plain = without_colour(line)
        if (LEAD.match(plain) and not START.match(plain)) or (lead and SOURCE.match(plain)):     # GCC 14 shows its source
            lead.append(line)
        elif START.match(plain):
            found.append([*lead, line])
            lead = []
        elif found and not lead:
            found[-1].append(line)
        else:
            found.append([*lead, line])
            lead = []
    return found + ([lead] if lead else [])


def is_ours(place):
    return os.path.abspath(place).startswith(HEADERS) or MADE_HEADERS in place


def start_of(group):
    return next(filter(None, (START.match(without_colour(line)) for line in group)), None)


def shorten(output):
    """The output with each broken rule at the user's line, and without notes about our headers."""
    kept, pending = [], None    # the rule that waits for a place of the user, and its whole text
    for group in groups(output):
        start = start_of(group)
        rule = start and is_ours(start["file"]) and start["kind"] == "error" and ASSERTION.match(start["text"])
        if rule:
            kept += [] if pending is None else pending[1]
            led = at_lead(group, rule["rule"])
            kept += led or []
            pending = None if led else (rule["rule"], group)
        elif start and start["kind"] == "note" and is_ours(start["file"]):
            continue
        elif pending and start and start["kind"] == "note":
            what = INSTANCE.match(start["text"])
            place = f"{start['file']}:{start['line']}:{start['column']}"
            kept.append(f"{place}: error: {pending[0]}{named(what and what['what'])}\n")
            kept += group[group_start(group) + 1:]
            pending = None
        else:
            kept += [] if pending is None else pending[1]
            pending = None
            kept += group
    return "".join(kept + ([] if pending is None else pending[1]))


def group_start(group):
    return next(at for at, line in enumerate(group) if START.match(without_colour(line)))


def named(what):
    return f" [in {what.replace('pto::', '')}]" if what else ""


def at_lead(group, rule):
    """The report of a rule whose place the compiler has said before it (GCC), or None."""
    lead = [without_colour(line) for line in group[:group_start(group)]]
    place = next((match["place"] for match in map(REQUIRED.match, lead) if match and not is_ours(match["place"])), None)
    what = next((match["gcc"] for match in map(INSTANCE.search, lead) if match and match["gcc"]), None)
    return [f"{place}: error: {rule}{named(what)}\n"] if place else None
