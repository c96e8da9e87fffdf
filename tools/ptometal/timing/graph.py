# SPDX-License-Identifier: Apache-2.0
"""The commands of a run as a graph: the command that each one started after."""
import os

TASKS = "TASKS"     # in the place of a pipe, for tasks of a program


def key(command):
    return command["core"], command["pipe"], command["seq"]


def lane(command):
    return command["core"], command["pipe"]


def title(command):
    return command.get("function") or command["op"]


def location(command):
    """FILE:LINE of a command, the kernel of a task."""
    if command["pipe"] == TASKS:
        return command["op"]
    return f"{os.path.basename(command['file'])}:{command['line']}"


class Graph:
    def __init__(self, times):
        self.cycles = times["cycles"]
        self.work = {key(command): command for command in times["commands"]}
        self.known = {**self.work, **{key(command): command for command in times["syncs"]}}
        self.in_front = {}      # the work before a synchronisation
        self.next_work = {}     # by command: the next work of its pipe in its block, or itself if it is work
        following = {}
        for command in sorted(self.known.values(), key=key, reverse=True):
            if self.is_work(command):
                following[lane(command)] = command
            after = following.get(lane(command))
            self.next_work[key(command)] = after if after and after["block"] == command["block"] else None
        self.last, self.block_before = {}, {}   # the last command of a block; the previous block of a core and block
        running = {}
        for command in sorted(self.known.values(), key=lambda command: (command["end"], command["start"])):
            core, block = command["core"], command["block"]
            if running.get(core) != block:
                self.block_before[core, block] = running.get(core)
                running[core] = block
            self.last[block] = command

    def is_work(self, command):
        return key(command) in self.work

    def cause(self, command):
        """The command that this one started after; None: unknown."""
        after = command.get("after")
        return self.known.get((after["core"], after["pipe"], after["seq"])) if after else None

    def work_before(self, command):
        """The work that a command started after. A wait ends with a set; the work is before that set."""
        cause, passed = self.cause(command), []
        while cause is not None and not self.is_work(cause) and key(cause) not in self.in_front:
            passed.append(key(cause))
            cause = self.cause(cause)
        if cause is not None and not self.is_work(cause):
            cause = self.in_front[key(cause)]
        self.in_front.update(dict.fromkeys(passed, cause))
        return cause

    def before_block(self, command):
        """The command that this block started after: a core finishes a block before the next one."""
        return self.last.get(self.block_before[command["core"], command["block"]])

    def critical_path(self):
        """The commands that the end depended on, last first: (command, its share of the total cycles)."""
        if not self.known:
            return []
        at = max(self.known.values(), key=lambda command: (command["end"], command["start"]))
        path, until = [], self.cycles
        while at is not None and len(path) < len(self.known):
            path.append((at, until - at["start"]))
            until = at["start"]
            at = self.cause(at) or self.before_block(at)
        return path

    def hand_overs(self):
        """Pairs of work on two pipes in which the second, or a wait before it, started after the first; by start."""
        pairs = {}
        for command in self.known.values():
            target, cause = self.next_work[key(command)], self.work_before(command)
            if target and cause and lane(cause) != lane(command):
                pairs[key(cause), key(target)] = cause, target
        return sorted(pairs.values(), key=lambda pair: (pair[0]["start"], pair[1]["start"], key(pair[1])))
