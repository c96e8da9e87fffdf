# SPDX-License-Identifier: Apache-2.0
"""Runs an orchestration, C++ code on the host, and its tasks on the board."""
import bisect
import ctypes
import os
import sys

from ptometal import child, program
from ptometal.common import Stop, usage_error
from ptometal.program.stream import Resident, Stream
from ptometal.pypto.order import INPUT, OUTPUT, Order

HOST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "host.cpp")
DIMS, TENSORS, SCALARS = 5, 128, 128
NO_WORK = 1
CLUSTERS = 24      # of the device that orchestrations expect; blocks beyond the board's cores run one after another


class Tensor(ctypes.Structure):
    """ptometal_tensor_t of host.cpp."""
    _fields_ = [("base", ctypes.c_uint64), ("base_bytes", ctypes.c_uint64), ("offset", ctypes.c_uint64),
                ("bytes", ctypes.c_uint64), ("owner", ctypes.c_int64), ("role", ctypes.c_int32),
                ("untracked", ctypes.c_uint32), ("is_contiguous", ctypes.c_uint32), ("filled", ctypes.c_uint32),
                ("shapes", ctypes.c_uint32 * DIMS)]

    @property
    def end(self):
        return self.offset + self.bytes


class RawTask(ctypes.Structure):
    """ptometal_task_t of host.cpp."""
    _fields_ = [("kernels", ctypes.c_int32 * 3), ("block_num", ctypes.c_int32), ("kind", ctypes.c_int32),
                ("id", ctypes.c_int32), ("manual", ctypes.c_int32), ("tensor_num", ctypes.c_int32),
                ("scalar_num", ctypes.c_int32), ("after_num", ctypes.c_int32), ("tensors", Tensor * TENSORS),
                ("scalars", ctypes.c_uint64 * SCALARS), ("after", ctypes.POINTER(ctypes.c_int32))]


class Task:
    """A task submitted by the orchestration."""

    def __init__(self, raw):
        self.kernels, self.blocks, self.id = tuple(raw.kernels), raw.block_num, raw.id
        self.works, self.manual = raw.kind != NO_WORK, bool(raw.manual)
        self.tensors = raw.tensors[:raw.tensor_num]
        self.scalars, self.after = raw.scalars[:raw.scalar_num], raw.after[:raw.after_num]


class Argument(ctypes.Structure):
    """ptometal_argument_t of host.cpp: a tensor argument of the orchestration."""
    _fields_ = [("address", ctypes.c_uint64), ("bytes", ctypes.c_uint64), ("dim_num", ctypes.c_uint32),
                ("shapes", ctypes.c_uint32 * DIMS), ("type", ctypes.c_int32)]

    @classmethod
    def of(cls, address, size, shape, kind):
        return cls(address, size, len(shape), (ctypes.c_uint32 * DIMS)(*shape), kind)


ON_TASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(RawTask))
ON_MEMORY = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64)


class Calls(ctypes.Structure):
    """ptometal_driver_t of host.cpp."""
    _fields_ = [("task", ON_TASK), ("fetch", ON_MEMORY), ("changed", ON_MEMORY)]


class Memories:
    """The buffers that contain the host's tensors, by address."""

    def __init__(self, stream):
        self.stream, self.starts, self.buffers = stream, [], []

    def add(self, address, size, name, filled):
        """Add memory that overlaps no other."""
        memory = memoryview((ctypes.c_char * size).from_address(address)).cast("B")
        buffer = self.stream.add(Resident(name, memory, filled))
        at = bisect.bisect(self.starts, address)
        self.starts.insert(at, address)
        self.buffers.insert(at, buffer)
        return buffer

    def find(self, address):
        """The buffer that contains an address, and the offset in it."""
        at = bisect.bisect(self.starts, address) - 1
        if at < 0 or address - self.starts[at] >= self.buffers[at].size:
            return None, 0
        return self.buffers[at], address - self.starts[at]


def merged(tensors):
    """The memory of tensors as (address, bytes); overlapping ranges are merged."""
    ranges = []
    for address, size in sorted((tensor.address, tensor.bytes) for tensor in tensors if tensor.bytes):
        if ranges and address < ranges[-1][0] + ranges[-1][1]:
            ranges[-1][1] = max(ranges[-1][1], address + size - ranges[-1][0])
        else:
            ranges.append([address, size])
    return ranges


class Orchestration:
    """A run of a compiled orchestration. `entries`: the kernels by number (units.py)."""

    def __init__(self, library, entries, config, arch, **settings):
        self.library, self.entries = ctypes.CDLL(library), entries
        self.stream = Stream([entry.kernel for entry in entries.values()], config, arch, open_views=True, **settings)
        self.memories, self.order = Memories(self.stream), Order()
        self.failure = self.workspace = None

    def run(self, tensors, scalars, clusters=CLUSTERS):
        """Run it on tensors (Argument) and scalars (64 bits each); results are written to the tensors' memory."""
        ranges = merged(tensors)
        for address, size in ranges:
            number = min(i for i, tensor in enumerate(tensors) if address <= tensor.address < address + size)
            self.memories.add(address, size, f"argument {number}", True)
        calls = Calls(*(kind(self.guarded(call)) for kind, call in
                        ((ON_TASK, self.take), (ON_MEMORY, self.fetch), (ON_MEMORY, self.change))))
        try:
            count = self.library.ptometal_orchestrate((Argument * max(len(tensors), 1))(*tensors), len(tensors),
                                                      (ctypes.c_uint64 * max(len(scalars), 1))(*scalars),
                                                      len(scalars), clusters, ctypes.byref(calls))
            if self.failure:
                raise self.failure
            if count < 0:
                raise usage_error("the orchestration has ended with an error")
            self.stream.flush(*self.stream.buffers[:len(ranges)])
        finally:
            self.stream.close()
            self.library.ptometal_forget()
        for line in self.stream.warnings:
            print(line, file=sys.stderr)
        return count

    def guarded(self, call):
        """Wraps a callback from C++, which must not raise exceptions."""
        def guard(value):
            try:
                call(value)
                return 0
            except BaseException as error:     # pylint: disable=broad-except
                self.failure = self.failure or error
                return 1
        return guard

    def take(self, pointer):
        task = Task(pointer.contents)
        for tensor in task.tensors:
            if tensor.role == OUTPUT and tensor.base_bytes:
                self.memories.add(tensor.base, tensor.base_bytes, f"output {len(self.stream.buffers)}", bool(tensor.filled))
        waits = self.order.waits_of(task)
        if task.works:
            entry = self.entry_of(task)
            launch = self.stream.done + len(self.stream.launches)
            self.stream.add_launch(entry.kernel, entry.bind(task, self.view), task.blocks, sorted(waits), task.id,
                                   one_vector=min(task.kernels[:2]) >= 0 > task.kernels[2])
            waits = {launch}
        self.order.note(waits)

    def entry_of(self, task):
        cube, vector, other = task.kernels
        number = cube if cube >= 0 else vector
        both = cube >= 0 and vector >= 0
        if number not in self.entries or (other >= 0 and not both):
            raise usage_error(f"task {task.id} of the orchestration is of kernels {task.kernels}, which there are not")
        return self.entries[cube, vector] if both and (cube, vector) in self.entries else self.entries[number]

    def view(self, task, tensor):
        """The argument for a tensor; for None, private memory."""
        if tensor is None:
            self.workspace = self.workspace or self.stream.add(Resident("workspace", memoryview(bytearray(1 << 20)), False))
            return program.unordered(self.workspace.view().turned(program.job.INOUT))
        buffer, offset = self.memories.find(tensor.base)
        if buffer is None:
            raise usage_error(f"task {task.id} of the orchestration has a tensor that is of no memory")
        first = offset + tensor.offset
        length = min(tensor.bytes, buffer.size - first)
        # A tensor without elements is not accessed.
        view = buffer.part(first, length) if length > 0 else buffer.part(0, min(buffer.size, 32))
        return program.unordered(view.turned(program.job.IN if tensor.role == INPUT else program.job.INOUT))

    def fetch(self, address):
        """The orchestration reads memory: run the tasks that write it first."""
        buffer, _ = self.memories.find(address)
        if buffer is None:
            raise usage_error("the orchestration reads a tensor that is of no memory")
        if self.stream.launches or buffer.newer == "board":
            self.stream.flush(buffer)

    def change(self, address):
        buffer, _ = self.memories.find(address)
        buffer.newer, buffer.filled = "host", True


def compile_orchestration(source, folders, target):
    """Compile an orchestration with its driver, with include folders; writes a library."""
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-w", "-fPIC", "-shared", "-Wl,-z,defs",
               *["-I" + folder for folder in folders], source, HOST, "-o", target]
    status, output = child.output_of(command)
    if status:
        raise Stop(1, f"{source}: the orchestration does not compile:\n{output.rstrip()}")
    return target
