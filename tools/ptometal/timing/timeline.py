# SPDX-License-Identifier: Apache-2.0
"""Times as a self-contained web page: timeline.html with timeline.js and the data."""
import json
import os

from ptometal.timing import report
from ptometal.timing.graph import Graph, key, lane, location, title
from ptometal.timing.trace import LANES

FOLDER = os.path.dirname(os.path.abspath(__file__))
PATH_ROWS = 12
SYNC, CRITICAL, GUESS = 1, 2, 4     # flags of a command, as in timeline.js


class Table:
    """A string table: the page contains each text once."""

    def __init__(self):
        self.numbers = {}

    def number(self, *entry):
        return self.numbers.setdefault(entry, len(self.numbers))


class Sources:
    """Lines of source files, if readable."""

    def __init__(self):
        self.files = {}

    def line(self, path, number):
        if path not in self.files:
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    self.files[path] = file.read().splitlines()
            except OSError:
                self.files[path] = []
        lines = self.files[path]
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def lanes(times):
    """The active pipes of each core, ordered from GM to GM."""
    used = {lane(command) for command in times["commands"] + times["syncs"]}
    pipes = [pipe for pipe in times["pipes"] if lane(pipe) in used]
    return sorted(pipes, key=lambda pipe: (pipe["core"], LANES.index(pipe["pipe"])))


def model(times):
    """The data for timeline.js."""
    graph = Graph(times)
    drawn = lanes(times)
    number_of = {lane(pipe): number for number, pipe in enumerate(drawn)}
    path = graph.critical_path()
    critical = {key(command) for command, _ in path}
    ordered = sorted(graph.known.values(), key=lambda command: (command["start"], command["end"], key(command)))
    index = {key(command): number for number, command in enumerate(ordered)}
    names, places, sources, commands = Table(), Table(), Sources(), []
    for command in ordered:
        cause = graph.work_before(command)
        bits = (SYNC * (not graph.is_work(command)) | CRITICAL * (key(command) in critical) |
                GUESS * command.get("guess", False))
        commands.append([number_of[lane(command)], command["start"], command["end"], command["wait"],
                         command.get("bytes", 0), names.number(title(command)),
                         places.number(command["file"], command["line"], location(command)), command["block"],
                         command["issue"], index[key(cause)] if cause else -1, bits])
    return {"arch": times["arch"], "mhz": times["clock_mhz"], "cycles": times["cycles"], "cores": times["cores"],
            "notes": [note for note in (report.advice(times, graph), report.guess_note(times)) if note],
            "names": [name for name, in names.numbers],
            "places": [[where, sources.line(file, line)] for file, line, where in places.numbers],
            "lanes": [dict(pipe, name=report.name(pipe["pipe"])) for pipe in drawn], "commands": commands,
            "handOvers": [[index[key(source)], index[key(target)]] for source, target in graph.hand_overs()],
            "path": [index[key(command)] for command, _ in reversed(path)],
            "shares": path_rows(path, graph, index)}


def path_rows(path, graph, index):
    """The source locations of the critical path: [one of its commands, cycles], largest first."""
    rows = {}
    for command, cycles in path:
        if graph.is_work(command):
            row = rows.setdefault(report.place(command), [index[key(command)], 0])
            row[1] += cycles
    return sorted(rows.values(), key=lambda row: -row[1])[:PATH_ROWS]


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def page(times, source):
    """The output of --timeline."""
    # In a script element `<` may start its end tag, even inside a string.
    data = json.dumps(model(times), separators=(",", ":")).replace("<", "\\u003c")
    name = os.path.basename(os.path.abspath(source)).replace("&", "&amp;").replace("<", "&lt;")
    text = read("timeline.html").replace("@NAME@", name)
    return text.replace("@SCRIPT@", read("timeline.js")).replace("@TIMES@", data)
