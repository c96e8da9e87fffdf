# SPDX-License-Identifier: Apache-2.0
"""`run --ranks N --images`: an image for each rank, side by side, with a window of memory that all map (docs/ranks.md)."""
import copy
import mmap
import os
import signal
import struct
import threading
import time

from ptometal import boards, child, link, qemu
from ptometal.common import DONE, FAULT, usage_error

GRACE = 3                  # seconds in which the others may report that a rank has failed
LINK_ROOM = 64 << 20       # LINK_BYTES of firmware/apps/runner/buffers.c
# Of pto_peers_t (firmware/core/core.h), in the header of the window (hal/peers/peers.h).
FIRST_FAILED, STATES, STATE_BYTES = 0x208, 0x20c, 8
FAILED, DIED = 3, 4        # firmware/core/peers.c
RANKS_MAX = 16


def check(values, board, kind):
    """Reject options of a run that has one image for each rank."""
    if not 2 <= (values.ranks or 1) <= RANKS_MAX:
        raise usage_error(f"--images: an image runs each rank: --ranks 2 to {RANKS_MAX}")
    if board.word("PEERS", "none") == "none" or (not board.is_host and not board.words("QEMU_PEERS")):
        raise usage_error(f"--images: board {board.name} shares no memory with another one")
    if kind not in ("semihosting", "files"):
        raise usage_error(f"--images: not with --link {kind}")
    for key in ("check", "explore", "time", "count"):
        if getattr(values, key, None):
            raise usage_error(f"--images: --{key} judges ranks of one image: leave --images out")


class Window:
    """The memory that all images map: a file without a name, zeroed, with its size at the start."""

    def __init__(self, room):
        step = boards.RAM_STEP
        self.bytes = -(-(room + LINK_ROOM) // step) * step + step
        self.file = os.memfd_create("ptometal-window")
        os.truncate(self.file, self.bytes)
        self.path = f"/proc/{os.getpid()}/fd/{self.file}"
        self.header = mmap.mmap(self.file, mmap.PAGESIZE)
        struct.pack_into("<Q", self.header, 0, self.bytes)

    def state(self, rank):
        return struct.unpack_from("<I", self.header, STATES + STATE_BYTES * rank)[0]

    def note_death(self, rank):
        if self.state(rank) < FAILED:
            if not any(self.header[FIRST_FAILED:STATES]):
                struct.pack_into("<I", self.header, FIRST_FAILED, rank + 1)
            struct.pack_into("<I", self.header, STATES + STATE_BYTES * rank, DIED)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.header.close()
        os.close(self.file)


class Images:
    """The images of one run. What they print on stderr is held back, and shown in the order in which they end."""

    def __init__(self, chosen, run, num, window):
        self.chosen, self.run, self.num, self.window = chosen, run, num, window
        self.processes, self.results = {}, {}
        self.order = []      # ranks, as they have ended
        self.ended = threading.Condition()
        self.output = threading.Lock()

    def run_rank(self, rank):
        mine = copy.copy(self.run)
        mine.words = ["--images", "--rank", str(rank), *self.run.words]
        mine.peers = self.window.path
        mine.on_start = lambda process: self.processes.update({rank: process})
        mine.on_stdout = self.show
        mine.on_stderr = lambda line: rank == 0 and line.startswith(qemu.PROGRESS) and self.run.on_stderr(line)
        result = None
        try:
            result = link.run(self.chosen, mine)
        finally:
            with self.ended:
                self.results[rank] = result
                self.order.append(rank)
                self.ended.notify()

    def show(self, line):
        with self.output:
            self.run.on_stdout(line)

    def failed(self, rank):
        result = self.results[rank]
        return result is None or result.status != DONE or not result.is_reported()

    def finish(self):
        """Wait for all images. Once one has failed, the others get GRACE seconds to say so."""
        end = None
        with self.ended:
            while len(self.order) < self.num:
                for rank in filter(self.failed, self.order):
                    self.window.note_death(rank)
                    end = end or time.monotonic() + GRACE
                if not self.ended.wait(None if end is None else max(end - time.monotonic(), 0)) and end is not None:
                    break
        for rank, process in self.processes.items():
            if rank not in self.results:
                child.stop(process, signal.SIGKILL)

    def result(self, seconds):
        """The result of all: the status of the first that has failed."""
        text = "".join(self.results[rank].stderr for rank in self.order if self.results[rank])
        first = next(filter(self.failed, self.order), None)
        status = DONE if first is None else self.results[first].status if self.results[first] else FAULT
        if first is not None and (status < 0 or status in (DONE, FAULT)) and not self.results[first].is_reported():
            text = f"fault: rank {first} died: its image ended with status {status}\n" + text
            status = FAULT
        for line in text.splitlines(keepends=True):
            if not line.startswith(qemu.PROGRESS):
                self.run.on_stderr(line)
        stdout = "".join(self.results[rank].stdout for rank in range(self.num) if self.results[rank])
        return qemu.Result(status, stdout, text, seconds)


def run(chosen, what, num):
    """Run an image for each rank; returns the exit status and the output of all."""
    started = time.monotonic()
    with Window(what.gm_bytes) as window:
        images = Images(chosen, what, num, window)
        threads = [threading.Thread(target=images.run_rank, args=(rank,), daemon=True) for rank in range(num)]
        for thread in threads:
            thread.start()
        try:
            images.finish()
        finally:
            for rank, process in list(images.processes.items()):
                if process.poll() is None:
                    child.stop(process, signal.SIGKILL)
            for thread in threads:
                thread.join(5)
        return images.result(time.monotonic() - started)
