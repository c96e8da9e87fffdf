# SPDX-License-Identifier: Apache-2.0
"""Which tasks of an orchestration wait for which: by the rules of simpler, and no more than these.

A task waits for those that it names and, outside of manual scopes, for who made the memory of its tensors and for who
writes what it reads. Nobody waits for readers: who overwrites what another task reads names it.
"""
INPUT, OUTPUT, INOUT, OUTPUT_EXISTING, NO_DEP = range(5)     # TensorArgType


class Order:
    """What tasks wait for, as they come."""

    def __init__(self):
        self.launches = []      # of each task: the launches that are over when it is
        self.writers = {}       # of each memory: (first, end, task)

    def waits_of(self, task):
        """The launches that a task waits for; it is the next one."""
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
        """The launches that are over when the next task is: one of its own, or those that it waits for."""
        self.launches.append(frozenset(launches))
