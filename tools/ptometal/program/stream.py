# SPDX-License-Identifier: Apache-2.0
"""Programs in pieces: tasks are added, and run when a result is requested.

All run in one boot. Buffers stay on the board between pieces; only requested results are copied back.
"""
from ptometal import program
from ptometal.program import session

OPEN = 1 << 20        # bytes behind a buffer at most, where views are open
RESERVE = 1 << 30     # bytes of GM for later buffers


class Resident(program.Buffer):
    """A buffer that stays on the board. `memory` is its copy on the host, writable."""

    def __init__(self, name, memory, filled=True):
        super().__init__(name, len(memory))
        self.memory, self.filled = memory, filled
        self.resident = False     # it is on the board
        self.newer = None         # the newer copy: "host", "board", or None if they are equal

    @property
    def loads(self):
        """Whether the next piece loads its contents from the host."""
        return self.newer == "host" if self.resident else self.filled


class Stream(program.Program):
    """A program that runs at each flush(). `kernels` must include all later ones; `times` (record.Times) hears the cycles."""

    may_be_empty = True       # a piece may only copy buffers back

    def __init__(self, kernels, config, arch=None, times=None, **settings):
        super().__init__(config, arch, gm="granule")
        self.all_kernels = list(kernels)
        self.times = times
        self.session = session.Session(time=times is not None, **settings)
        self.pieces = self.done = 0
        self.begin_piece()
        self.warnings = {}

    def begin_piece(self):
        self.launches, self.numbers = [], []       # numbers: of their tasks
        self.used, self.written = set(), set()     # the buffers that they may access, and those that they may write

    def slack(self, size):
        return max(super().slack(size), min(size, OPEN) if self.session.settings.open_views else 0)

    @property
    def kernels(self):
        return self.all_kernels

    def add_launch(self, kernel, args, blocks, after, number, origin=""):
        """`after`: numbers of launches of any piece. `number` and `origin`: of its task, for messages."""
        self.numbers.append(f"{number} {origin}" if origin else number)
        waits = [self.launches[other - self.done] for other in after if other >= self.done]
        launch = self.launch(kernel, *args, blocks=blocks, after=waits,
                             place=f"task {number} {origin or 'of the orchestration'}")
        views = [arg for arg in launch.args if isinstance(arg, program.View)]
        self.used.update(view.buffer for view in views)
        self.written.update(view.buffer for view in views if view.kind != program.job.IN)
        return launch

    def room(self):
        """The GM bytes that it needs, with a reserve before the first boot."""
        needed, boot = super().room(), self.session.current
        return needed if boot and needed <= boot.room else max(2 * needed, RESERVE)

    def is_behind(self, *buffers):
        """Whether the host has to flush before it reads buffers."""
        return bool(self.launches) or any(buffer.newer == "board" for buffer in buffers)

    def must_run(self, buffer, for_write=False):
        """Whether pending launches have to run before the host reads a buffer, or writes it."""
        return buffer in (self.used if for_write else self.written)

    def flush(self, *wanted):
        """Run pending launches, and copy buffers back."""
        if self.session.current and super().room() > self.session.current.room:
            self.move()
        self.run(wanted)

    def copy_back(self, *wanted):
        """Copy buffers back from the board; pending launches stay pending."""
        pending = self.launches, self.numbers, self.used, self.written
        later = [buffer for buffer in self.buffers if not buffer.resident]
        self.begin_piece()
        self.buffers = [buffer for buffer in self.buffers if buffer.resident]
        self.run(wanted)
        self.launches, self.numbers, self.used, self.written = pending
        self.buffers += later

    def move(self):
        """Leave a boot with too little memory: all buffers are copied back, and loaded in the next boot."""
        self.copy_back(*self.buffers)
        self.session.end_boot()
        for buffer in self.buffers:
            buffer.filled = buffer.filled or buffer.resident
            buffer.resident = False

    def run(self, wanted):
        for buffer in self.buffers:
            buffer.stores = buffer in wanted and (buffer.newer == "board" or buffer in self.written)
            buffer.data = buffer.memory if buffer.loads else None
        if self.times:
            self.times.tasks.begin_program()
        result = self.session.run(self, self.times)
        for line in result.warnings:
            self.warnings.setdefault(session.OF_TASK.sub("", line), None)
        for finding in result.findings:
            finding["text"] = session.TASK.sub(lambda found: f"task {self.numbers[int(found[1])]}, ", finding["text"])
            finding["task"] = self.numbers[finding["task"]]
        for buffer in self.buffers:
            buffer.resident = True
            buffer.newer = "board" if buffer in self.written or (buffer.newer == "board" and not buffer.stores) else None
            if buffer.stores:
                buffer.memory[:] = buffer.output
                buffer.output, buffer.newer = None, None
        self.pieces += 1
        self.done += len(self.launches)
        self.begin_piece()

    def close(self):
        self.session.close()
