# SPDX-License-Identifier: Apache-2.0
"""The commands of a run as a graph: what each one started after."""


def key(command):
    return command["core"], command["pipe"], command["seq"]


def lane(command):
    return command["core"], command["pipe"]


class Graph:
    def __init__(self, times):
        self.cycles = times["cycles"]
        self.work = {key(command): command for command in times["commands"]}
        self.known = {**self.work, **{key(command): command for command in times["syncs"]}}

    def is_work(self, command):
        return key(command) in self.work

    def cause(self, command):
        """What a command started after, None: nothing that is known."""
        after = command.get("after")
        return self.known.get((after["core"], after["pipe"], after["seq"])) if after else None

    def work_before(self, command):
        """The work that a command started after: a wait ends by a set, what is meant stands in front of it."""
        cause = self.cause(command)
        while cause is not None and not self.is_work(cause):
            cause = self.cause(cause)
        return cause

    def critical_path(self):
        """The commands that the end waited for, the last one first: (command, cycles of the total that are its)."""
        if not self.known:
            return []
        at = max(self.known.values(), key=lambda command: (command["end"], command["start"]))
        path, until = [], self.cycles
        while at is not None and len(path) < len(self.known):
            path.append((at, until - at["start"]))
            until = at["start"]
            at = self.cause(at)
        return path

    def hand_overs(self):
        """Pairs of work on two pipes, where the second or a wait before it started after the first, by start."""
        following, pairs = {}, {}
        for command in sorted(self.known.values(), key=key, reverse=True):
            if self.is_work(command):
                following[lane(command)] = command
            target, cause = following.get(lane(command)), self.work_before(command)
            if target and cause and lane(cause) != lane(command):
                pairs[key(cause), key(target)] = cause, target
        return sorted(pairs.values(), key=lambda pair: (pair[0]["start"], pair[1]["start"], key(pair[1])))
