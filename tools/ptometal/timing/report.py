# SPDX-License-Identifier: Apache-2.0
"""Times as text: the total, each pipe, and the critical path of commands."""
from ptometal.timing.graph import TASKS, Graph, key, lane, location, title

MIN_SHARE = 0.01    # of the total, to be listed
WORTH_SHARE = 0.1   # of the total, to be worth a sentence


def name(pipe):
    return pipe.removeprefix("PIPE_")


def place(command):
    """What the critical path is summed by: commands of a source line, tasks of a kernel."""
    if command["pipe"] == TASKS:
        return location(command)
    return f"{name(command['pipe'])} {title(command)} at {location(command)}"


def shares(graph):
    """The critical path's cycles by source location, largest first."""
    total = {}
    for command, cycles in graph.critical_path():
        if graph.is_work(command):
            total[place(command)] = total.get(place(command), 0) + cycles
    return sorted(total.items(), key=lambda item: -item[1])


def waits(graph, syncs):
    """Cycles of waits by waiter: {(core, pipe): {(pipe, location) of the command waited for: cycles}}."""
    result = {}
    for command in syncs:
        cause = graph.work_before(command)
        if cause is not None and cause["pipe"] != command["pipe"]:
            of = result.setdefault(lane(command), {})
            at = cause["pipe"], place(cause)
            of[at] = of.get(at, 0) + command["wait"]
    return result


def advice(times, graph):
    """The longest wait of a computing pipe, as a sentence; "" if there is none worth it."""
    found = waits(graph, times["syncs"])
    computing = [(cycles, who, at) for who, of in found.items() if who[1] in ("PIPE_V", "PIPE_M")
                 for at, cycles in of.items()]
    cycles, who, (pipe, where) = max(computing, default=(0, (0, ""), ("", "")), key=lambda item: item[0])
    if cycles < WORTH_SHARE * times["cycles"] or not cycles:
        return ""
    sentence = f"{name(who[1])} waits {100 * cycles / times['cycles']:.0f} % of the time for {where}"
    # If each pipe waits for the other, they alternate: one fills a buffer that the other still reads. Waits after the
    # last load are not part of that.
    back = sum(command["wait"] for command in times["syncs"] if lane(command) == (who[0], pipe)
               and (graph.next_work[key(command)] or {}).get("bytes")
               and (graph.work_before(command) or {}).get("pipe") == who[1])
    turns = pipe == "PIPE_MTE2" and back >= WORTH_SHARE * times["cycles"]
    return sentence + (", which waits for it in turn: a second buffer would hide it" if turns else "")


def guess_note(times):
    """The functions whose instructions were not reported; "": none."""
    guesses = sorted({command["function"] for command in times["commands"] if command.get("guess")})
    return f"of {', '.join(guesses)} only the loads and stores of scalars were counted" if guesses else ""


def rate(pipe):
    """The work of a busy pipe per cycle, relative to the capacity of its path or the cube."""
    done, what = (pipe.get("macs"), "MACs") if pipe.get("macs") else (pipe["bytes"], "bytes")
    if not done or not pipe["busy"]:
        return ""
    peak = pipe.get("peak", 0) / pipe["busy"]
    of = f" of {peak:.0f}" if peak >= 1 else ""
    return f", {done / pipe['busy']:.0f}{of} {what} a cycle"


def text(times):
    """The whole report."""
    graph = Graph(times)
    cycles = times["cycles"]
    lines = [f"time: {cycles} cycles, {cycles / times['clock_mhz']:.2f} us at {times['clock_mhz']} MHz ({times['arch']})"]
    share = lambda part: f"{100 * part / cycles:3.0f} %" if cycles else "  0 %"
    several = len(times["cores"]) > 1
    for pipe in times["pipes"]:
        if pipe["commands"] or pipe["pipe"] == "PIPE_S":
            core = f"core {pipe['core']} " if several else ""
            lines.append(f"  {core}{name(pipe['pipe']):<5} busy {pipe['busy']:>8} {share(pipe['busy'])}  "
                         f"waits {pipe['wait']:>8} {share(pipe['wait'])}  idle {share(pipe['idle'])}{rate(pipe)}")
    path = [(where, part) for where, part in shares(graph) if part >= MIN_SHARE * cycles][:6]
    if path and cycles:
        lines.append("  critical path: " + ", ".join(f"{where} {100 * part / cycles:.0f} %" for where, part in path))
    sentence = advice(times, graph)
    lines += [f"  {sentence}"] if sentence else []
    note = guess_note(times)
    return "\n".join(lines + ([f"  {note}"] if note else []))
