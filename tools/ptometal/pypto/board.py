# SPDX-License-Identifier: Apache-2.0
"""The memory of the host that orchestrations use, as buffers of the board, and their tasks as launches."""
import bisect
import ctypes
import sys

from ptometal import program
from ptometal.common import usage_error
from ptometal.program.stream import Resident, Stream
from ptometal.pypto.order import INPUT


def merged(tensors):
    """The memory of tensors as (address, bytes); overlapping ranges are merged."""
    ranges = []
    for address, size in sorted((tensor.address, tensor.bytes) for tensor in tensors if tensor.bytes):
        if ranges and address < ranges[-1][0] + ranges[-1][1]:
            ranges[-1][1] = max(ranges[-1][1], address + size - ranges[-1][0])
        else:
            ranges.append([address, size])
    return ranges


class Board:
    """Runs launches on buffers, each a copy of memory of the host. `kernels` include all that launches name."""

    def __init__(self, kernels, config, arch, **settings):
        self.stream = Stream(kernels, config, arch, open_views=True, **settings)
        self.starts, self.buffers, self.arguments = [], [], []
        self.workspace = None

    @property
    def is_timed(self):
        return self.stream.times is not None

    def add(self, address, size, name, filled=True):
        """Add memory that overlaps no other."""
        memory = memoryview((ctypes.c_char * size).from_address(address)).cast("B")
        buffer = self.stream.add(Resident(name, memory, filled))
        at = bisect.bisect(self.starts, address)
        self.starts.insert(at, address)
        self.buffers.insert(at, buffer)
        return buffer

    def add_arguments(self, tensors):
        """Add the memory of tensors; it has the results once all has run."""
        for address, size in merged(tensors):
            if self.find(address)[0] is None:
                number = min(i for i, tensor in enumerate(tensors) if address <= tensor.address < address + size)
                self.arguments.append(self.add(address, size, f"argument {number}"))

    def add_output(self, tensor):
        self.add(tensor.base, tensor.base_bytes, f"output {len(self.stream.buffers)}", bool(tensor.filled))

    def find(self, address):
        """The buffer that contains an address, and the offset in it."""
        at = bisect.bisect(self.starts, address) - 1
        if at < 0 or address - self.starts[at] >= self.buffers[at].size:
            return None, 0
        return self.buffers[at], address - self.starts[at]

    def holder(self, address, what):
        found = self.find(address)
        if found[0] is None:
            raise usage_error(f"{what} of no memory")
        return found

    def launch(self, entry, task, after, rank, origin):
        """Add a launch for a task; returns its number."""
        number = self.stream.done + len(self.stream.launches)
        launch = self.stream.add_launch(entry.kernel, entry.bind(task, self), task.blocks, sorted(after), task.id, origin)
        launch.one_vector = min(task.kernels[:2]) >= 0 > task.kernels[2]
        launch.rank = rank
        return number

    def view(self, task, tensor):
        """The argument for a tensor."""
        buffer, offset = self.holder(tensor.base, f"task {task.id} of the orchestration has a tensor that is")
        first = offset + tensor.offset
        length = min(tensor.bytes, buffer.size - first)
        # A tensor without elements is not accessed.
        view = buffer.part(first, length) if length > 0 else buffer.part(0, min(buffer.size, 32))
        return program.unordered(view.turned(program.job.IN if tensor.role == INPUT else program.job.INOUT))

    def scratch(self):
        """An argument for memory whose contents nobody uses."""
        self.workspace = self.workspace or self.stream.add(Resident("workspace", memoryview(bytearray(1 << 20)), False))
        return program.unordered(self.workspace.view().turned(program.job.INOUT))

    def context(self, task, address):
        """The argument for a communication context, with all that follows it: the windows of all ranks."""
        buffer, offset = self.holder(address, f"task {task.id} of the orchestration has a communication context that is")
        return program.unordered(buffer.part(offset, buffer.size - offset).turned(program.job.INOUT))

    def flush(self, *wanted):
        """Run the launches, and copy buffers back that are newer on the board."""
        if self.stream.is_behind(*wanted):
            self.stream.flush(*wanted)

    def close(self):
        self.stream.close()

    def report(self):
        """Print warnings and findings."""
        for line in self.stream.warnings:
            print(line, file=sys.stderr)
        for finding in self.stream.session.findings.told():
            print(f"check: {finding['text']}", file=sys.stderr)
