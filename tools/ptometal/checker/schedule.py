# SPDX-License-Identifier: Apache-2.0
"""Schedules: commands that wait until others complete. Read by `--policy replay:FILE` and written by `--explore`.

One line per pair, `#` starts a comment, the first states the version of the format:

    # ptometal schedule 1
    core 0.0 PIPE_V 1 after core 0.0 PIPE_MTE2 2

The first command of PIPE_V does not begin before the second one of PIPE_MTE2 has completed. 0.0 is the core's number in
the launch, in a program that of its cluster, and its slot in the cluster. For PIPE_S the number counts earlier steps of the
scalar unit. In a program a line may name tasks:

    task 3 after task 5
"""
import collections
import re

from ptometal.common import TEXT_VERSION, numbered_lines, usage_error

PIPES = ("PIPE_S", "PIPE_V", "PIPE_M", "PIPE_MTE1", "PIPE_MTE2", "PIPE_MTE3", "PIPE_FIX")
COMMAND = r"core (\d+)\.(\d+) (PIPE_\w+) (\d+)"
LINE = rf"{COMMAND}\s+after\s+{COMMAND}"
TASKS = r"task (\d+)\s+after\s+task (\d+)"
HOLDS_MAX = 64

Command = collections.namedtuple("Command", "core slot pipe seq")
Task = collections.namedtuple("Task", "number")
Hold = collections.namedtuple("Hold", "held until")


def command_text(command):
    if isinstance(command, Task):
        return f"task {command.number}"
    return f"core {command.core}.{command.slot} {command.pipe} {command.seq}"


def text(holds):
    """The lines of a file."""
    return f"# ptometal schedule {TEXT_VERSION}\n" + "".join(f"{command_text(hold.held)} after {command_text(hold.until)}\n" for hold in holds)


def word(holds):
    """The image's --policy option for a schedule."""
    return "replay:" + ",".join(hold_word(*hold) for hold in holds)


def hold_word(held, until):
    if isinstance(held, Task):
        return f"t{held.number}.{until.number}"
    return ".".join(f"{c.core}.{c.slot}.{PIPES.index(c.pipe)}.{c.seq}" for c in (held, until))


def policy_word(policy):
    """The image's --policy option for the user's."""
    name, _, path = policy.partition(":")
    return word(read(path)) if name == "replay" else policy


def read(path):
    """The holds in a file."""
    holds = [parse(line, f"{path}:{number}") for number, line in numbered_lines(path, f"--policy replay:{path}")]
    if len(holds) > HOLDS_MAX:
        raise usage_error(f"{path}: a schedule has at most {HOLDS_MAX} lines")
    return holds


def parse(line, place):
    match = re.fullmatch(TASKS, line)
    if match and all(int(number) < 1 << 32 for number in match.groups()):
        return Hold(*(Task(int(number)) for number in match.groups()))
    match = re.fullmatch(LINE, line)
    if not match or match[3] not in PIPES or match[7] not in PIPES or any(
            int(match[i]) >= 1 << 32 for i in (1, 2, 4, 5, 6, 8)):
        raise usage_error(f"{place}: a line is core 0.0 PIPE_V 1 after core 0.0 PIPE_MTE2 2")
    fields = match.groups()
    return Hold(*(Command(int(core), int(slot), pipe, int(seq)) for core, slot, pipe, seq in (fields[:4], fields[4:])))
