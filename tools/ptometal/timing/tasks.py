# SPDX-License-Identifier: Apache-2.0
"""Times of a program: its tasks, timed one by one (firmware/time/tasks.c), placed on the cores of the board.

Tasks start in the order of tasks.c under the policy eager: the oldest ready task of a kind first, once as many cores are
free as its blocks need.
"""
import heapq
from collections import deque

from ptometal.timing.graph import TASKS, Graph
from ptometal.timing.report import MIN_SHARE, name, shares


class Task:
    """A task: its cycles, the cores it takes, busy cycles by pipe, and the numbers of tasks that wait for it."""

    def __init__(self, words, pipes):
        self.number, self.cycles, self.first, self.core_num, self.per_cluster, self.groups = map(int, words[:6])
        self.busy = {pipe: int(cycles) for pipe, cycles in zip(pipes, words[6:]) if cycles != "0"}
        self.kernel = words[6 + len(pipes)]
        self.before, self.waits = [], 0
        self.start = self.end = 0
        self.cores, self.after = [], None

    @property
    def kind(self):
        return self.core_num, self.first, self.per_cluster


class Tasks:
    """The tasks of programs, which run one after the other. Those submitted after a flush start when all before it are over."""

    def __init__(self):
        self.phases, self.cluster_cores = [], 0
        self.earlier = 0      # tasks of programs before this one, which numbers its own from 0

    def begin_program(self):
        self.earlier = len(self.all)

    def __bool__(self):
        return any(self.phases)

    @property
    def all(self):
        return [task for phase in self.phases for task in phase.values()]

    def take_task(self, words, pipes):
        task = Task(words, pipes)
        task.number += self.earlier
        self.phases[-1][task.number] = task

    def take_order(self, number, later):
        self.phases[-1][self.earlier + number].before.append(self.earlier + later)

    def place(self, core_num):
        """Give each task its cores, start and end; returns the end of the last one."""
        end, last = 0, None
        for phase in self.phases:
            ended = place_phase(phase, core_num, self.cluster_cores, end, last)
            if ended:
                end, last = ended.end, ended
        return end


def cores_for(task, free, core_num, cluster_cores):
    """The cores of all groups of a task, or None if too few are free."""
    found, groups = [], 0
    for cluster in range(0, core_num, cluster_cores):
        for index in range(task.per_cluster):
            group = [cluster + task.first + index + core for core in range(task.core_num)]
            if groups < task.groups and all(free[core] for core in group):
                found += group
                groups += 1
    return found if groups == task.groups else None


def place_phase(phase, core_num, cluster_cores, now, ended):
    """Run the tasks of a phase from `now` on; `ended` is the task that it waited for. Returns the last one to end."""
    free, running, ready = [True] * core_num, [], {}

    def is_ready(task):
        ready.setdefault(task.kind, deque()).append(task)

    def start_ready():
        for kind in sorted(ready):
            while ready[kind] and (cores := cores_for(ready[kind][0], free, core_num, cluster_cores)):
                task = ready[kind].popleft()
                task.cores, task.start, task.end, task.after = cores, now, now + task.cycles, ended
                for core in cores:
                    free[core] = False
                heapq.heappush(running, (task.end, task.number))

    for later in (phase[number] for task in phase.values() for number in task.before):
        later.waits += 1
    for number in sorted(phase):
        if phase[number].waits == 0:
            is_ready(phase[number])
    start_ready()
    while running:
        now, number = heapq.heappop(running)
        ended = phase[number]
        for core in ended.cores:
            free[core] = True
        for later in (phase[number] for number in ended.before):
            later.waits -= 1
            if later.waits == 0:
                is_ready(later)
        start_ready()
    return ended


def commands(tasks):
    """Each task as a command on each of its cores."""
    for task in tasks:
        for core in task.cores:
            command = {"core": core, "block": task.number, "pipe": TASKS, "seq": task.number, "op": task.kernel,
                       "file": "", "line": 0, "issue": task.start, "wait": 0, "start": task.start,
                       "end": task.end}
            if task.after:
                same = core if core in task.after.cores else task.after.cores[0]
                command["after"] = {"core": same, "pipe": TASKS, "seq": task.after.number}
            yield command


def pipes(cores, tasks):
    """The sums of each core, as those of a pipe."""
    found = [{"core": core, "pipe": TASKS, "busy": 0, "wait": 0, "commands": 0, "bytes": 0, "macs": 0, "peak": 0}
             for core in range(len(cores))]
    for task in tasks:
        for core in task.cores:
            found[core]["busy"] += task.cycles
            found[core]["commands"] += 1
    return found


def kernels(tasks):
    """Sums by kernel, the one that takes most cycles of cores first."""
    found = {}
    for task in tasks:
        of = found.setdefault(task.kernel, {"kernel": task.kernel, "tasks": 0, "cycles": 0, "core_cycles": 0, "busy": {}})
        of["tasks"] += 1
        of["cycles"] += task.cycles
        of["core_cycles"] += task.cycles * len(task.cores)
        for pipe, cycles in task.busy.items():
            of["busy"][pipe] = of["busy"].get(pipe, 0) + cycles
    return sorted(found.values(), key=lambda of: (-of["core_cycles"], of["kernel"]))


def core_lines(times):
    """How busy the cores of each role are."""
    roles = {}
    for pipe in times["pipes"]:
        roles.setdefault(times["cores"][pipe["core"]], []).append(pipe["busy"])
    return [f"  {len(busy)} {role}{'' if len(busy) == 1 else 's'} busy {100 * sum(busy) / (len(busy) * (times['cycles'] or 1)):.0f} %"
            for role, busy in roles.items()]


def kernel_line(of, width, whole):
    busiest = sorted(of["busy"].items(), key=lambda item: -item[1])[:3]
    pipes_text = ", ".join(f"{name(pipe)} {100 * cycles / of['core_cycles']:.0f} %" for pipe, cycles in busiest if cycles)
    return (f"  {of['kernel']:<{width}} {of['tasks']:>6} tasks, {of['cycles'] // of['tasks']:>8} cycles each, "
            f"{100 * of['core_cycles'] / whole:3.0f} % of all; busy: {pipes_text or 'nothing'}")


def text(times):
    """The whole report."""
    found, cycles = times["kernels"], times["cycles"]
    number = sum(of["tasks"] for of in found)
    lines = [f"time: {cycles} cycles, {cycles / times['clock_mhz']:.2f} us at {times['clock_mhz']} MHz ({times['arch']}), "
             f"{number} tasks", *core_lines(times)]
    width = max(len(of["kernel"]) for of in found)
    lines += [kernel_line(of, width, sum(of["core_cycles"] for of in found) or 1) for of in found]
    path = [f"{kernel} {100 * part / cycles:.0f} %" for kernel, part in shares(Graph(times)) if part >= MIN_SHARE * cycles]
    return "\n".join(lines + (["  critical path: " + ", ".join(path[:6])] if path else []))
