# SPDX-License-Identifier: Apache-2.0
"""Compares two times."""
from ptometal.timing.graph import Graph
from ptometal.timing.report import guess_note, name
from ptometal.timing.trace import LANES, title

ROWS = 8    # of the critical path


class Facts:
    """The compared values. Lines of two files are unrelated, so names are compared."""

    def __init__(self, times):
        self.cycles, self.clock_mhz, self.arch = times["cycles"], times["clock_mhz"], times["arch"]
        self.pipes, self.path = {}, {}
        for pipe in times["pipes"]:     # of all cores
            for what in ("busy", "wait"):
                at = LANES.index(pipe["pipe"]), what
                self.pipes[at] = self.pipes.get(at, 0) + pipe[what]
        self.note = guess_note(times)
        graph = Graph(times)
        for command, cycles in graph.critical_path():
            at = f"{name(command['pipe'])} {title(command) if graph.is_work(command) else 'synchronisation'}"
            self.path[at] = self.path.get(at, 0) + cycles


def row(what, one, other):
    change = other - one
    if not change:
        moved = "the same"
    else:
        moved = f"{change:+}" + (f"  {100 * change / one:+.0f} %" if one else "")
    return f"  {what:<28} {one:>10} {other:>10}  {moved}"


def text(sources, times):
    a, b = map(Facts, times)
    lines = [f"{letter}: {source}, {facts.cycles / facts.clock_mhz:.2f} us at {facts.clock_mhz} MHz ({facts.arch})"
             for letter, source, facts in zip("AB", sources, (a, b))]
    lines += [f"  {'':<28} {'A':>10} {'B':>10}", row("cycles", a.cycles, b.cycles)]
    for at in sorted({*a.pipes, *b.pipes}):
        if a.pipes.get(at) or b.pipes.get(at):
            pipe, what = at
            lines.append(row(f"{name(LANES[pipe])} {'waits' if what == 'wait' else what}", a.pipes.get(at, 0),
                             b.pipes.get(at, 0)))
    moved = {at: b.path.get(at, 0) - a.path.get(at, 0) for at in {*a.path, *b.path}}
    moves = sorted((at for at in moved if moved[at]), key=lambda at: (-abs(moved[at]), at))[:ROWS]
    lines += ["critical path, what moved most first:"] if moves else []
    lines += [row(at, a.path.get(at, 0), b.path.get(at, 0)) for at in moves]
    return "\n".join(lines + [f"{letter}: {facts.note}" for letter, facts in zip("AB", (a, b)) if facts.note])
