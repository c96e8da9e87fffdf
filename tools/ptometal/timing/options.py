# SPDX-License-Identifier: Apache-2.0
"""The times that the options of a run ask for, and other numbers of isa/time that they give."""
import os
import re

from ptometal import boards, build
from ptometal.common import ROOT, did_you_mean, numbered_lines, usage_error

PREFIX = "time: "     # of lines of an image
PIPES = ("PIPE_S", "PIPE_V", "PIPE_M", "PIPE_MTE1", "PIPE_MTE2", "PIPE_MTE3", "PIPE_FIX")
SCALED = tuple(pipe.removeprefix("PIPE_") for pipe in PIPES[1:])     # pipes that --what-if scales
WRITTEN = ("trace", "timeline")     # options that write the times to a file
OF_BOARD = "time.txt"     # in the folder of a board: numbers measured there


def known_names():
    """The names of numbers in isa/time."""
    text = build.read(os.path.join(ROOT, "isa", "time", "a5.def"))
    return re.findall(r"^TIME_NUMBER\((\w+),", text, re.M)


def read_table(path):
    """Convert a file of --time-table, or of a board, to a word for the image: NAME=N,..."""
    pairs, known = [], known_names()
    for number, line in numbered_lines(path, f"table of times {path}"):
        words = line.split()
        if len(words) != 2 or not words[1].isdigit():
            raise usage_error(f"{path}:{number}: a line is NAME N")
        if words[0] not in known:
            raise usage_error(f"{path}:{number}: isa/time has no {words[0]}{did_you_mean(words[0], known)}")
        pairs.append("=".join(words))
    return ",".join(pairs)


def tables_of(values):
    """The files with other numbers: that of the board, and that of the user, which comes after and so counts."""
    own = os.path.join(boards.load(values.board).folder, OF_BOARD)
    return [path for path in (own if os.path.exists(own) else None, getattr(values, "time_table", None)) if path]


def check_wall(values):
    if not (values.time and values.trace):
        raise usage_error("--wall is for --trace")
    if values.clocks == "board" and not boards.load(values.board).is_host:
        raise usage_error("--wall is of the host, and --clocks board counts elsewhere")


def numbers_of(values):
    """The numbers that are not those of isa/time, as NAME=N,...; "": none. Raises Stop."""
    if getattr(values, "wall", None):
        check_wall(values)
    return ",".join(filter(None, [*map(read_table, tables_of(values)), *(getattr(values, "what_if", None) or []),
                                  "wall=1" if getattr(values, "wall", None) else ""]))


def of_run(values, source):
    """The requested times of a run, or None, and what the image is told of other numbers, or None. Options for drawings
    imply --time. `values.numbers` keeps the numbers for the run of the host that counts for this one."""
    outputs = {name: getattr(values, name, None) for name in WRITTEN}
    what_if = getattr(values, "what_if", None)
    values.time = values.time or bool(outputs["trace"] or outputs["timeline"] or what_if)
    if getattr(values, "time_table", None) and not values.time:
        raise usage_error("--time-table is for --time")
    if values.time and values.check:
        raise usage_error("--time: not with --check, --explore or a replay")
    if not values.time:
        if getattr(values, "wall", None):
            check_wall(values)
        return None, None
    if getattr(values, "numbers", None) is None:
        values.numbers = numbers_of(values)
    return times(source, outputs, what_if), values.numbers or None


def times(source, outputs, what_if=None):
    from ptometal.timing import record     # rarely needed
    return record.Times(source, outputs, what_if)


def unheard(source):
    """The times of an image with clocks that nobody asked for."""
    unheard_of = times(source, {})
    unheard_of.is_quiet = True
    return unheard_of
