# SPDX-License-Identifier: Apache-2.0
"""Random programs of puts, gets and signals on three ranks, against a model that enumerates all legal orders: what a run
gives under any policy must be one of its outcomes. PTO_RANK_PROGRAMS=1000 runs as many."""
import os
import random

import numpy

from harness import ROOT, run, test

RANKS, OPS, CELLS, SIGNALS, WIDTH, VALUES = 3, 5, 2, 2, 8, 8
NOTHING, PUT, ADD, COPY, COPIED, FENCE, NOTIFY, COUNT, WAIT, GET, DSB = range(11)
WEIGHTS = {PUT: 5, ADD: 2, COPY: 3, COPIED: 2, FENCE: 2, NOTIFY: 3, COUNT: 2, WAIT: 5, GET: 5, DSB: 1}
STATES_MAX = 20000
IMAGES = [["--images", *schedule] for schedule in ([], ["--policy", "adverse"], ["--policy", "random:1"], ["--harts", "2"])]
POLICIES = ("eager", "lazy", "adverse", *(f"random:{seed}" for seed in range(1, 8)))


class TooMany(Exception):
    """A program with more orders than the model looks at."""


class Model:
    """All states that a program can reach. A state: the place of each rank in its program, the exchanges that its
    pipes have not executed, the writes on its link, the copies under way, cells, signals, and what each rank has read."""

    def __init__(self, program):
        self.program = program
        self.outcomes, self.stuck, seen = set(), False, set()
        start = ((0,) * RANKS, ((),) * RANKS, ((),) * RANKS, ((),) * RANKS, (0,) * RANKS * CELLS, (0,) * RANKS * SIGNALS, ((),) * RANKS)
        todo = [start]
        while todo:
            state = todo.pop()
            if state in seen:
                continue
            seen.add(state)
            if len(seen) > STATES_MAX:
                raise TooMany
            following = list(self.following(state))
            if not following:
                ended = all(place == OPS for place in state[0])
                self.stuck |= not ended
                self.outcomes.add((state[4], state[6]))
            todo += following

    def following(self, state):
        places, queues, writes, copies, cells, signals, seen = state
        for rank in range(RANKS):
            for i, write in enumerate(writes[rank]):
                yield (places, queues, changed(writes, rank, without(writes[rank], i)), copies, landed(cells, write), signals,
                       seen)
            for i, copy in enumerate(copies[rank]):
                yield (places, queues, writes, changed(copies, rank, without(copies[rank], i)), landed(cells, copy), signals,
                       seen)
            if queues[rank]:
                yield self.executed(state, rank)
            if places[rank] < OPS:
                yield from self.step(state, rank)

    def executed(self, state, rank):
        """The pipes execute the oldest exchange of a rank: a write to another one goes on its link."""
        places, queues, writes, copies, cells, signals, seen = state
        first = queues[rank][0]
        what, at, _ = first
        if what == GET:
            seen = changed(seen, rank, (*seen[rank], cells[at]))
        elif at // CELLS == rank:
            cells = landed(cells, first)
        else:
            writes = changed(writes, rank, tuple(sorted((*writes[rank], first))))
        return places, changed(queues, rank, queues[rank][1:]), writes, copies, cells, signals, seen

    def step(self, state, rank):
        places, queues, writes, copies, cells, signals, seen = state
        what, other, place, value = self.program[rank][places[rank]]
        places = changed(places, rank, places[rank] + 1)
        at, drained = other * CELLS + place, not queues[rank]
        if what in (PUT, ADD, GET):
            queues = changed(queues, rank, (*queues[rank], (what, at, value)))
        elif what == COPY and drained:
            copies = changed(copies, rank, (*copies[rank], (PUT, at, value)))
        elif what in (NOTIFY, COUNT) and drained and not writes[rank]:
            at = other * SIGNALS + place
            signals = changed(signals, at, value + (signals[at] if what == COUNT else 0))
        elif not (what == COPIED and drained and not copies[rank] or what == FENCE and drained and not writes[rank] or
                  what == DSB and not writes[rank] or what == WAIT and signals[rank * SIGNALS + place] >= value or
                  what == NOTHING):
            return
        yield places, queues, writes, copies, cells, signals, seen


def changed(items, at, item):
    return (*items[:at], item, *items[at + 1:])


def without(items, at):
    return (*items[:at], *items[at + 1:])


def landed(cells, write):
    what, at, value = write
    return changed(cells, at, value + (cells[at] if what == ADD else 0))


def draw(source):
    kinds, weights = list(WEIGHTS), list(WEIGHTS.values())

    def op():
        what = source.choices(kinds, weights)[0]
        small = what in (NOTIFY, COUNT, WAIT)
        return what, source.randrange(RANKS), source.randrange(SIGNALS if small else CELLS), source.randint(1, 2 if small else 7)

    return [[op() for _ in range(OPS)] for _ in range(RANKS)]


def programs(number, seed):
    """Programs that end in all orders, with their outcomes; those with several are kept more often."""
    source, found = random.Random(seed), []
    while len(found) < number:
        program = draw(source)
        try:
            model = Model(program)
        except TooMany:
            continue
        if not model.stuck and (len(model.outcomes) > 1 or source.random() < 0.2):
            found.append((program, model.outcomes))
    return found


def outcome(program, cells, seen, column):
    """What a run gave in one column, as the model writes it; without a column every element of a row has to agree."""
    def number(row):
        return int(row[column or 0]) if column is not None or (row == row[0]).all() else tuple(row)

    reads = tuple(tuple(number(seen[rank][i]) for i in range(OPS) if program[rank][i][0] == GET) for rank in range(RANKS))
    return tuple(number(cells[rank][cell]) for rank in range(RANKS) for cell in range(CELLS)), reads


@test
def runs_of_ranks_are_legal_orders(folder):
    number = int(os.environ.get("PTO_RANK_PROGRAMS", "60"))
    chosen = programs(number, 7)
    table = numpy.array([program for program, _ in chosen], "i4")
    numpy.save(folder / "table.npy", numpy.ascontiguousarray(numpy.broadcast_to(table, (RANKS, *table.shape))))
    values = numpy.repeat(numpy.arange(VALUES, dtype="i4")[:, None], WIDTH, 1)
    numpy.save(folder / "values.npy", numpy.broadcast_to(values, (RANKS, *values.shape)).copy())
    given = [set() for _ in chosen]
    for schedule in [["--policy", policy] for policy in POLICIES] + [["--harts", "4"]] + IMAGES:
        run(folder, ROOT / "tests/driver/ranks/orders.c", "--ranks", "3", *schedule, "in:table.npy", "in:values.npy",
            f"out:cells.{{rank}}.npy={number}x{CELLS}x{WIDTH}", f"out:signals.{{rank}}={number * SIGNALS * 4}",
            f"out:seen.{{rank}}.npy={number}x{OPS}x{WIDTH}", str(number)).expect(0)
        # Ranks that run at the same time may meet within a row: each of its elements has an order of its own.
        parallel = "--images" in schedule or "--harts" in schedule
        cells = [numpy.load(folder / f"cells.{rank}.npy") for rank in range(RANKS)]
        seen = [numpy.load(folder / f"seen.{rank}.npy") for rank in range(RANKS)]
        for i, (program, outcomes) in enumerate(chosen):
            for column in range(WIDTH) if parallel else [None]:
                found = outcome(program, [part[i] for part in cells], [part[i] for part in seen], column)
                assert found in outcomes, (schedule, i, program, column, found, sorted(outcomes))
                given[i].add(found)
    several = sum(len(outcomes) > 1 for _, outcomes in chosen)
    reached = sum(len(found) > 1 for found in given)
    assert reached > several / 2, f"{reached} of {several} programs with several outcomes gave more than one"
