# SPDX-License-Identifier: Apache-2.0
"""The worker of pypto's programs of several ranks: memory, windows, and dispatches to ranks (docs/pypto.md)."""
import contextlib
import ctypes
import math
import mmap
import struct

from ptometal import child
from ptometal.common import usage_error
from ptometal.pypto import ranks, stand_ins

# CommContext of simpler: workspace and its size, rank, number of ranks, size of a window, and where those of all ranks are
# for reads and for writes.
RANKS_MAX = 64
CONTEXT = struct.Struct(f"<QQIIQ{RANKS_MAX}Q{RANKS_MAX}Q")
ALIGNMENT = 512


def aligned(size):
    return -(-size // ALIGNMENT) * ALIGNMENT


class Memory:
    """Zeroed memory of the host, or a part of it."""

    def __init__(self, size, whole=None, offset=0):
        self.nbytes = size
        self.whole = whole or mmap.mmap(-1, max(size, 1))      # pages that nobody touches cost nothing
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.whole)) + offset

    def part(self, offset, size):
        return Memory(size, self.whole, offset)

    def tensor(self, shapes, dtype):
        size = math.prod(shapes) * dtype.bytes
        if size > self.nbytes:
            raise usage_error(f"a tensor of {size} bytes in memory of {self.nbytes}")
        return stand_ins.Tensor(self.base, size, shapes, dtype, self)


class Member:
    """A rank's part of a domain: its context and the buffers of its window."""

    def __init__(self, number, size, context, buffers):
        self.domain_rank, self.domain_size, self.device_ctx, self.buffers = number, size, context, buffers


class Domain:
    """Windows of the same layout on several ranks. They follow their contexts in one memory, so who is given a context
    reaches all of them (Board.context). Contexts have addresses of the host: kernels use their distances."""

    def __init__(self, workers, window_size, buffers):
        num, window = len(workers), aligned(window_size)
        if num > RANKS_MAX:
            raise usage_error(f"a communication domain of {num} ranks: there are at most {RANKS_MAX}")
        step = aligned(CONTEXT.size)
        self.memory = Memory(num * (step + window))
        windows = [self.memory.base + num * step + number * window for number in range(num)]
        table = windows + [0] * (RANKS_MAX - num)
        self.members = {}
        for number, worker in enumerate(workers):
            CONTEXT.pack_into(self.memory.whole, number * step, 0, 0, number, num, window_size, *table, *table)
            parts, used = {}, num * step + number * window
            for spec in buffers:
                parts[spec.name] = self.memory.part(used, spec.nbytes)
                used += spec.nbytes
            self.members[worker] = Member(number, num, self.memory.base + number * step, parts)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __getitem__(self, worker):
        return self.members[worker]


class Orchestrator:
    """Collects the dispatches of a run."""

    def __init__(self, worker):
        self._worker = worker      # the generated code passes it to make_tensor_arg()
        self.dispatches, self.domains = [], []

    def allocate_domain(self, *, name, workers, window_size, buffers):      # pylint: disable=unused-argument
        domain = Domain(list(workers), window_size, buffers)
        self.domains.append(domain)
        return domain

    def submit_next_level(self, program, args, _config=None, *, worker):
        self.dispatches.append(ranks.Dispatch(program, args, worker))

    def submit_sub(self, *_, **__):
        raise usage_error("the program calls functions of Python between its dispatches (SubWorkers), which do not run here")


class Done:
    """The handle of a run that is over."""

    def result(self, timeout=None):      # pylint: disable=unused-argument
        return None


class Worker:
    """Takes the place of simpler's Worker(level=3)."""

    def __init__(self, device, platform):
        self.device, self.programs = device, {}      # by folder
        self.ending = contextlib.ExitStack()
        self.kernels = device.kernels(platform, self.ending.enter_context(child.scratch_folder("ptometal-")), has_ranks=True)

    def register(self, folder):
        if callable(folder):
            return folder      # a function of Python
        if folder not in self.programs:
            self.programs[folder] = self.device.program(folder, self.kernels)
        return self.programs[folder]

    def init(self, **_):
        pass

    def submit(self, function):
        orchestrator = Orchestrator(self)
        function(orchestrator, None, None)
        board = self.device.board(self.kernels)
        for domain in orchestrator.domains:
            board.add(domain.memory.base, domain.memory.nbytes, f"domain {len(board.buffers)}")
        ranks.run(board, orchestrator.dispatches)
        return Done()

    def close(self):
        self.ending.close()

    def create_buffer(self, size):
        return Memory(size)

    def alloc_child_tensor(self, _worker, shapes, dtype):
        return Memory(math.prod(shapes) * dtype.bytes)

    def free(self, memory):
        pass

    release_buffer = free

    def copy_to(self, target, source):
        ctypes.memmove(target.base, source.base, min(target.nbytes, source.nbytes))

    copy_from = copy_to
