# SPDX-License-Identifier: Apache-2.0
"""Times as Chrome trace events, for Perfetto: a process for each core, with a lane for each pipe.

A cycle is written as a microsecond: viewers round to nanoseconds, and a cycle takes less than one.
"""
from ptometal.timing.graph import TASKS, Graph, key, lane, location, title
from ptometal.timing.report import name

LANES = ("PIPE_S", "PIPE_MTE2", "PIPE_MTE1", "PIPE_M", "PIPE_V", "PIPE_FIX", "PIPE_MTE3", TASKS)    # from GM to GM


def ids(core, number=0):
    """Process and thread ids. Perfetto reserves 0 for the idle process, and thread ids are global, so all must be
    unique."""
    return {"pid": core + 1, "tid": 10 * (core + 1) + number}


def at(command, phase, **more):
    """An event in the lane of a command."""
    return {"ph": phase, **ids(command["core"], LANES.index(command["pipe"])), **more}


def lane_names(times):
    """Names and order of the lanes; the last process is the critical path."""
    meta = lambda what, lane_at, **args: {"ph": "M", "name": what, **lane_at, "args": args}
    processes = [f"core {core} {role}" for core, role in enumerate(times["cores"])]
    for core, title_of_core in enumerate([*processes, "critical path"]):
        yield meta("process_name", ids(core), name=title_of_core)
        yield meta("process_sort_index", ids(core), sort_index=core)
    for pipe in times["pipes"]:
        number = LANES.index(pipe["pipe"])
        yield meta("thread_name", ids(pipe["core"], number), name=name(pipe["pipe"]))
        yield meta("thread_sort_index", ids(pipe["core"], number), sort_index=number)
    yield meta("thread_name", ids(len(times["cores"])), name="commands")


def slices(times, critical):
    """Slices for work, and for waits before it. A synchronisation only shows its wait."""
    for command in times["commands"]:
        facts = {"line": location(command), "block": command["block"], "issued": command["issue"]}
        facts.update({fact: command[fact] for fact in ("bytes", "guess") if fact in command})
        if key(command) in critical:
            facts["critical"] = True
        yield at(command, "X", cat="command", name=title(command), ts=command["start"],
                 dur=command["end"] - command["start"], args=facts)
    for command in times["commands"] + times["syncs"]:
        if command["wait"]:
            yield at(command, "X", cat="wait", name="wait", cname="grey", ts=command["start"] - command["wait"],
                     dur=command["wait"], args={"line": location(command), "for": title(command)})


def path_slices(times, path, graph):
    for command, cycles in reversed(path):
        if graph.is_work(command):
            yield {"ph": "X", **ids(len(times["cores"])), "cat": "critical",
                   "name": f"{name(command['pipe'])} {title(command)}", "ts": command["start"], "dur": cycles,
                   "args": {"line": location(command), "core": command["core"]}}


def wall_slices(times):
    """What the machine that counted has taken for each command, in a process of its own, in real microseconds."""
    commands = [command for command in times["commands"] if "wall_ns" in command]
    if not commands:
        return
    first, process = min(command["wall_ns"][0] for command in commands), len(times["cores"]) + 1
    yield {"ph": "M", "name": "process_name", **ids(process), "args": {"name": "wall-clock of the simulation"}}
    for number, (core, pipe) in enumerate(sorted({lane(command) for command in commands})):
        yield {"ph": "M", "name": "thread_name", **ids(process, number), "args": {"name": f"core {core} {name(pipe)}"}}
        for command in (command for command in commands if lane(command) == (core, pipe)):
            start, end = command["wall_ns"]
            yield {"ph": "X", **ids(process, number), "cat": "wall", "name": title(command), "ts": (start - first) / 1000,
                   "dur": (end - start) / 1000, "args": {"line": location(command)}}


def flows(graph):
    """Arrows for hand-overs. An arrow must start within its source's slice: at its last cycle."""
    for number, (source, target) in enumerate(graph.hand_overs(), 1):
        yield at(source, "s", cat="flag", name="flag", id=number, ts=max(source["start"], source["end"] - 1))
        yield at(target, "f", cat="flag", name="flag", id=number, ts=target["start"], bp="e")


def counter(core, what, unit, levels):
    return [{"ph": "C", "pid": ids(core)["pid"], "name": what, "ts": moment, "args": {unit: level}}
            for moment, level in sorted(levels.items())]


def queue_levels(commands):
    """The queue length of a pipe, issued but not finished commands, at each moment when it changes."""
    steps = {}
    for command in commands:
        steps[command["issue"]] = steps.get(command["issue"], 0) + 1
        steps[command["end"]] = steps.get(command["end"], 0) - 1
    level, levels = 0, {}
    for moment in sorted(steps):
        level += steps[moment]
        levels[moment] = level
    return levels


def byte_levels(commands):
    levels = {}
    for command in sorted(commands, key=lambda command: (command["start"], command["end"])):
        if command.get("bytes") and command["end"] > command["start"]:
            levels[command["start"]] = round(command["bytes"] / (command["end"] - command["start"]), 1)
            levels[command["end"]] = 0
    return levels


def counters(times):
    lanes = {}
    for command in times["commands"] + times["syncs"]:
        lanes.setdefault(lane(command), []).append(command)
    for (core, pipe), commands in sorted(lanes.items()):
        if pipe != "PIPE_S":
            yield from counter(core, f"{name(pipe)} queue", "commands", queue_levels(commands))
            yield from counter(core, f"{name(pipe)} bytes a cycle", "bytes", byte_levels(commands))


def events(times):
    """The output of --trace: docs/timing.md."""
    graph = Graph(times)
    path = graph.critical_path()
    drawn = [*slices(times, {key(command) for command, _ in path}), *path_slices(times, path, graph)]
    drawn.sort(key=lambda event: (event["pid"], event["tid"], event["ts"]))
    return {"displayTimeUnit": "ns",
            "otherData": {fact: times[fact] for fact in ("arch", "clock_mhz", "cycles")} | {"unit": "1 us is 1 cycle"},
            "traceEvents": [*lane_names(times), *drawn, *flows(graph), *counters(times), *wall_slices(times)]}
