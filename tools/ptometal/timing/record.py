# SPDX-License-Identifier: Apache-2.0
"""The times of a run, from the output of firmware/time/report.c: recorded, written as JSON, reported as text."""
import json
import sys

from ptometal.common import say, usage_error
from ptometal.timing import picture, report, tasks, timeline, trace
from ptometal.timing.options import PIPES, PREFIX


def dump(value):
    return json.dumps(value, indent=1) + "\n"


# Text output for each option that writes a kernel's times.
FORMS = {"trace": lambda times, _: dump(trace.events(times)), "timeline": timeline.page}
PICTURE = ".svg"    # at the end of the file of --timeline


def write(option, path, text):
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise usage_error(f"--{option} {path}: {error.strerror}") from None


def what_if_text(name, number):
    """What a number of --what-if means."""
    if name == "buffers":
        return f"there were {number} buffers for each, whether or not they fit"
    return f"{name.removeprefix('percent_')} took {number} % of its time"


class Times:
    """The times of one run of a kernel; `outputs`: the files to write, by option."""

    def __init__(self, source, outputs, what_if=None):
        self.source, self.outputs, self.what_if = source, outputs, what_if
        self.is_quiet = False   # without a report
        self.arch, self.clock_mhz, self.cycles = "", 0, None
        self.cores, self.pipes, self.commands, self.syncs = [], [], [], []
        self.last = None        # the last command taken
        self.tasks = tasks.Tasks()

    def take(self, line, translate):
        """Record a line. `translate` replaces names in a text by the user's."""
        kind, _, rest = line[len(PREFIX):].rstrip("\n").partition(" ")
        if kind == "+":
            self.take_command(rest, translate)
        elif kind == "wall":
            self.last["wall_ns"] = list(map(int, rest.split()))
        elif kind == "launch":
            arch, clock = rest.split()
            self.arch, self.clock_mhz = arch, int(clock)
            self.cores = []
            self.tasks.phases.append({})
        elif kind == "core":
            self.cores.append(rest.partition(" ")[2])
        elif kind == "pipe":
            core, pipe, busy, waiting, commands, moved, products, possible = map(int, rest.split())
            self.pipes.append({"core": core, "pipe": PIPES[pipe], "busy": busy, "wait": waiting, "commands": commands,
                               "bytes": moved, "macs": products, "peak": possible})
        elif kind == "cluster":
            self.tasks.cluster_cores = int(rest)
        elif kind == "task":
            self.tasks.take_task(rest.split(" "), PIPES)
        elif kind == "before":
            self.tasks.take_order(*map(int, rest.split()))
        elif kind == "end":
            self.cycles = int(rest)

    def take_command(self, rest, translate):
        words = rest.split(" ", 11)
        core, block, pipe, seq, kind, issue, wait, start, end, moved = map(int, words[:10])
        op, function, place = translate(words[11]).split("|", 2)
        file, _, number = place.rpartition(":")
        command = {"core": core, "block": block, "pipe": PIPES[pipe], "seq": seq, "op": op, "file": file,
                   "line": int(number), "issue": issue, "wait": wait, "start": start, "end": end}
        if function:
            command["function"] = function
        if kind & 2:
            command["guess"] = True
        if moved:
            command["bytes"] = moved
        if words[10] != "-":
            after = words[10].split(".")
            command["after"] = {"core": int(after[0]), "pipe": PIPES[int(after[1])], "seq": int(after[2])}
        (self.syncs if kind & 1 else self.commands).append(command)
        self.last = command

    def as_json(self):
        """What --json says of times: docs/timing.md."""
        more = self.place_tasks() if self.tasks else {}
        for pipe in self.pipes:
            pipe["idle"] = self.cycles - pipe["busy"] - pipe["wait"]
        order = lambda command: (command["start"], command["end"], command["core"], command["pipe"], command["seq"])
        return {"arch": self.arch, "clock_mhz": self.clock_mhz, "cycles": self.cycles, "cores": self.cores,
                "pipes": self.pipes, "commands": sorted(self.commands, key=order),
                "syncs": sorted(self.syncs, key=order), **more}

    def place_tasks(self):
        """Fill in the times of a program from those of its tasks."""
        self.cycles = self.tasks.place(len(self.cores))
        self.pipes = list(tasks.pipes(self.cores, self.tasks.all))
        self.commands = list(tasks.commands(self.tasks.all))
        return {"kernels": tasks.kernels(self.tasks.all)}

    def finish(self):
        """Report the times if the run was complete, and write the files."""
        if self.cycles is None:
            return
        times = self.as_json()
        sys.stdout.flush()
        if not self.is_quiet:
            changed = [what_if_text(*word.split("=")) for word in self.what_if or ()]
            say((tasks if self.tasks else report).text(times) + "".join(f"\n  counted as if {text}" for text in changed))
        for option, path in self.outputs.items():
            if path:
                form = picture.picture if option == "timeline" and path.endswith(PICTURE) else FORMS[option]
                write(option, path, form(times, self.source))
