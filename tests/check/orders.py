# SPDX-License-Identifier: Apache-2.0
"""All orders of a small kernel, by brute force: a model of the machine without clocks.

A kernel is a list of commands, in tuples as for the image `small`:

    ("l", slot, gm)         MTE2 loads a slot of UB        ("S", src, dst, id)   set_flag     ("g", pipe, id, mode)  get_buf
    ("c", from, to)         V computes one from another    ("W", src, dst, id)   wait_flag    ("r", pipe, id, mode)  rls_buf
    ("s", slot, gm)         MTE3 stores a slot             ("b", pipe)           pipe_barrier

Every pipe starts its commands in order. V ends a command before it starts the next. Transfers of MTE2 and MTE3, and
their signals, end later in any order, except that a signal follows all earlier transfers. A state is the set of started
and of ended commands; everything else follows from these.
"""
V, MTE2, MTE3, ALL = 1, 4, 5, 7
PIPES = (V, MTE2, MTE3)


def pipe_of(command):
    what = command[0]
    return {"l": MTE2, "c": V, "s": MTE3, "W": command[2] if what == "W" else None}.get(what) or command[1]


def accesses(command):
    """The locations that a command reads and those it writes."""
    what = command[0]
    if what == "l":
        return {("gm", command[2])}, {("ub", command[1])}
    if what == "c":
        return {("ub", command[1])}, {("ub", command[2])}
    if what == "s":
        return {("ub", command[1])}, {("gm", command[2])}
    return set(), set()


def conflict(one, other):
    (reads, writes), (other_reads, other_writes) = accesses(one), accesses(other)
    return bool(writes & (other_reads | other_writes) or reads & other_writes)


class Orders:
    """Possible outcomes: races (pairs of numbers), repeated sets of a flag, and whether all commands can end."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.pipes = [pipe_of(command) for command in kernel]
        self.before = {}        # for each release that a get waits for: the number of commands of each pipe
        self.tickets()
        pairs = [(i, j) for j in range(len(kernel)) for i in range(j) if conflict(kernel[i], kernel[j])]
        self.races, self.twice, self.deadlock, self.complete = set(), set(), False, False
        first, second = set(), set()        # pairs of which one ended before the other started
        todo, seen = [(0, 0)], {(0, 0)}
        while todo:
            started, ended = todo.pop()
            for i, j in pairs:
                a, b = 1 << i, 1 << j
                if started & a and started & b and not ended & (a | b):
                    self.races.add((i, j))
                if ended & a and not started & b:
                    first.add((i, j))
                if ended & b and not started & a:
                    second.add((i, j))
            nexts = list(self.steps(started, ended))
            if not nexts:
                everything = (1 << len(kernel)) - 1
                self.deadlock |= ended != everything
                self.complete |= ended == everything
            for state in nexts:
                if state is not None and state not in seen:
                    seen.add(state)
                    todo.append(state)
        self.races |= first & second

    def tickets(self):
        """The releases that each get, or each release in mode 1, waits for: those of gets issued before."""
        gets, mode1 = {}, {}
        for i, command in enumerate(self.kernel):
            if command[0] == "g":
                _, pipe, buffer, mode = command
                waits = {other: count for (b, other), count in gets.items() if b == buffer and other != pipe}
                if mode == 0:
                    self.before[i] = waits
                else:
                    mode1[pipe, buffer] = waits
                gets[buffer, pipe] = gets.get((buffer, pipe), 0) + 1
            elif command[0] == "r" and command[3] == 1:
                self.before[i] = mode1[command[1], command[2]]

    def ended_of(self, ended, matches):
        return sum(ended >> i & 1 and matches(command) for i, command in enumerate(self.kernel))

    def is_issued(self, number, ended):
        """The scalar unit waits at a barrier of all pipes until everything issued has ended."""
        last = max((i for i in range(number) if self.kernel[i] == ("b", ALL)), default=-1)
        return last < 0 or ended >> last & 1

    def steps(self, started, ended):
        """The states after one more start or end; None: a fault."""
        kernel = self.kernel
        for i, command in enumerate(kernel):
            bit = 1 << i
            if started & bit:
                if not ended & bit and self.can_end(i, ended):
                    if command[0] == "S" and self.pending(command, ended) > 0:
                        self.twice.add(i)
                        yield None
                    else:
                        yield started, ended | bit
            elif self.can_start(i, started, ended):
                yield started | bit, ended

    def pending(self, flag, ended):
        return (self.ended_of(ended, lambda c: c == ("S",) + flag[1:]) -
                self.ended_of(ended, lambda c: c == ("W",) + flag[1:]))

    def earlier(self, number):
        return [i for i in range(number) if self.pipes[i] == self.pipes[number]]

    def can_start(self, number, started, ended):
        command = self.kernel[number]
        if not self.is_issued(number, ended):
            return False
        if command == ("b", ALL):
            return all(ended >> i & 1 for i in range(number))
        earlier = self.earlier(number)
        if not all(started >> i & 1 for i in earlier):
            return False
        # Commands that block their pipe: all of V, elsewhere waits, gets and barriers.
        if not all(ended >> i & 1 for i in earlier if self.pipes[i] == V or self.kernel[i][0] in "Wgb"):
            return False
        if command[0] == "W":
            return self.pending(command, ended) > 0
        if command[0] == "b":
            return all(ended >> i & 1 for i in earlier)
        return all(self.ended_of(ended, lambda c, p=pipe: c[:3] == ("r", p, command[2])) >= count
                   for pipe, count in self.before.get(number, {}).items())

    def can_end(self, number, ended):
        return self.kernel[number][0] not in "Sr" or all(ended >> i & 1 for i in self.earlier(number))
