# SPDX-License-Identifier: Apache-2.0
"""Dependences between the tasks of an orchestration: exactly those of simpler's rules.

A task waits for tasks that it names. Outside of manual scopes it also waits for the owner of its tensors' memory and
for writers of the data it reads. No task waits for readers: a task that overwrites data read by another must name it.
"""
INPUT, OUTPUT, INOUT, OUTPUT_EXISTING, NO_DEP = range(5)     # TensorArgType


class Order:
    """The dependences of tasks in order of submission."""

    def __init__(self):
        self.launches = []      # for each task: the launches complete before its dependents start
        self.writers = {}       # by memory: (first, end, task)

    def waits_of(self, task):
        """The launches that the next task waits for."""
        found = set(task.after)
        if not task.manual:
            for tensor in task.tensors:
                self.look_up(tensor, found)
            for tensor in task.tensors:
                if tensor.role in (INOUT, OUTPUT_EXISTING) and not tensor.untracked:
                    self.writers.setdefault(tensor.base, []).append((tensor.offset, tensor.end, task.id))
        return set().union(*(self.launches[other] for other in found))

    def look_up(self, tensor, found):
        if tensor.role == OUTPUT:
            return
        if tensor.owner >= 0:
            found.add(tensor.owner)
        if tensor.role not in (INPUT, INOUT) or tensor.untracked:
            return
        kept = []
        for first, end, writer in self.writers.get(tensor.base, ()):
            meets = first < tensor.end and tensor.offset < end
            if meets:
                found.add(writer)
            covered = tensor.offset <= first and end <= tensor.end and tensor.is_contiguous
            if not (meets and covered and tensor.role == INOUT):
                kept.append((first, end, writer))
        self.writers[tensor.base] = kept

    def note(self, launches):
        """Record the launches of the next task: its own, or those that it waits for."""
        self.launches.append(frozenset(launches))
