# SPDX-License-Identifier: Apache-2.0
"""Runs an orchestration, C++ code on the host, which submits tasks."""
import ctypes
import os

from ptometal import child
from ptometal.common import Stop, usage_error
from ptometal.pypto.order import OUTPUT, Order

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

    @property
    def end(self):
        return self.address + self.bytes


ON_TASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(RawTask))
ON_MEMORY = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64)


class Calls(ctypes.Structure):
    """ptometal_driver_t of host.cpp."""
    _fields_ = [("task", ON_TASK), ("fetch", ON_MEMORY), ("change", ON_MEMORY)]


class Orchestration:
    """A run of a compiled orchestration on a rank. `entries`: the kernels by number (units.py). `fetch(buffer,
    for_write)` makes the host's copy of a buffer current. Its tasks wait for `before`, launches; `last` are those that no
    other one waits for."""

    def __init__(self, library, entries, board, fetch, rank, origin, before):
        self.library, self.entries, self.board, self.fetch_buffer = ctypes.CDLL(library), entries, board, fetch
        self.rank, self.origin, self.before = rank, origin, frozenset(before)
        self.order, self.last = Order(), set(before)
        self.failure = None
        self.library.ptometal_begin.restype = ctypes.c_void_p
        self.run_state = ctypes.c_void_p(self.library.ptometal_begin())

    def run(self, tensors, scalars, clusters=CLUSTERS):
        """Submit its tasks, on tensors (Argument) and scalars (64 bits each)."""
        calls = Calls(*(kind(self.guarded(call)) for kind, call in
                        ((ON_TASK, self.take), (ON_MEMORY, self.fetch), (ON_MEMORY, self.change))))
        count = self.library.ptometal_orchestrate(
            self.run_state, (Argument * max(len(tensors), 1))(*tensors), len(tensors),
            (ctypes.c_uint64 * max(len(scalars), 1))(*scalars), len(scalars), clusters, ctypes.byref(calls))
        if self.failure:
            raise self.failure
        if count < 0:
            raise usage_error("the orchestration has ended with an error")

    def end(self):
        """Give back the memory of outputs."""
        self.library.ptometal_end(self.run_state)

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
                self.board.add_output(tensor)
        waits = self.order.waits_of(task) or self.before
        if task.works:
            entry = self.entry_of(task)
            launch = self.board.launch(entry, task, waits, self.rank, self.origin)
            self.last = self.last - waits | {launch}
            waits = {launch}
        self.order.note(waits)

    def entry_of(self, task):
        cube, vector, other = task.kernels
        number = cube if cube >= 0 else vector
        both = cube >= 0 and vector >= 0
        if number not in self.entries or (other >= 0 and not both):
            raise usage_error(f"task {task.id} of the orchestration is of kernels {task.kernels}, which there are not")
        return self.entries[cube, vector] if both and (cube, vector) in self.entries else self.entries[number]

    def fetch(self, address, for_write=False):
        buffer, _ = self.board.holder(address, "the orchestration accesses a tensor that is")
        self.fetch_buffer(buffer, for_write)
        return buffer

    def change(self, address):
        """The host is about to change memory."""
        buffer = self.fetch(address, for_write=True)
        buffer.newer, buffer.filled = "host", True


def compile_orchestration(source, folders, target):
    """Compile an orchestration with its driver, with include folders; writes a library."""
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-w", "-fPIC", "-shared", "-Wl,-z,defs",
               *["-I" + folder for folder in folders], source, HOST, "-o", target]
    status, output = child.output_of(command)
    if status:
        raise Stop(1, f"{source}: the orchestration does not compile:\n{output.rstrip()}")
    return target
