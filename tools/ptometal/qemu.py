# SPDX-License-Identifier: Apache-2.0
"""Boots an image under QEMU, and returns its output and exit status."""
import os
import select
import signal
import subprocess
import threading
import time

from ptometal import boards, child
from ptometal.binary import elf as binary
from ptometal.common import DONE, FAULT, INTERNAL, TIME_LIMIT, Stop, which


PROGRESS = "progress: "   # prefix of an image's lines about file transfers
COUNTED = "instructions: "
SAY_END = "--say-end"     # makes the image print the line ENDED
ENDED = PROGRESS + "the run has ended"


class Result:
    """The end of a run."""

    def __init__(self, status, stdout, stderr, seconds):
        self.status = status      # of the image; 124: time limit
        self.stdout = stdout      # the UART
        self.stderr = stderr      # semihosting console, and QEMU itself
        self.seconds = seconds

    def is_reported(self):
        """Whether an image started with SAY_END ended properly: it printed ENDED, or an error."""
        said = self.stdout + self.stderr
        return "fault: " in said or "error: " in said or (ENDED in said and self.status in (DONE, FAULT))


def process(path):
    """The command of an image that is a process: under QEMU if it is for the other CPU."""
    with open(path, "rb") as file:
        machine = binary.machine(file.read(64))
    if machine == binary.HOST:
        return [path]
    name = next((name for name, number in binary.HOSTS.items() if number == machine), "this CPU")
    emulator = next(filter(None, map(which, (f"qemu-{name}", f"qemu-{name}-static"))), None)
    if emulator is None:
        raise Stop(INTERNAL, f"{path}: this is for {name}, and no qemu-{name} is installed")
    return [emulator, "-L", f"/usr/{name}-linux-gnu", path]


def command(elf, vlen=512, harts=1, args=(), board="qemu-virt", backend="rvv", icount=False, extra=(),
            gm_bytes=0, semihosting=True, peers=None):
    """The command line of QEMU, or of a process. `args` is the image's command line.

    peers is the window of images side by side, a file.
    """
    words = list(args.split() if isinstance(args, str) else args)
    if boards.load(board).is_host:
        settings = [f"HAL_HOST_HARTS={harts}"] * (harts > 1) + [f"HAL_HOST_PEERS={peers}"] * bool(peers)
        return ["env", *settings] * bool(settings) + process(os.path.abspath(elf)) + words
    machine = boards.load(board).qemu(elf, vlen, harts, backend, gm_bytes, peers)
    line = machine + ["-display", "none", "-monitor", "none", "-serial", "stdio"]
    if semihosting:
        line += ["-semihosting-config", "enable=on,target=native" + "".join(
            ",arg=" + word.replace(",", ",,") for word in [os.path.basename(elf)] + words)]
    if icount:
        line += ["-icount", "shift=0"]
    return line + list(extra)


def run(elf, vlen=512, harts=1, args=(), timeout=60, icount=False, cwd=None, board="qemu-virt",
        backend="rvv", on_stdout=None, on_stderr=None, gm_bytes=0, semihosting=True, extra=(), peers=None,
        on_start=None):
    """Boot an image and wait for its end, at most `timeout` seconds (0: without limit).

    on_stdout and on_stderr are called with each line while it runs. gm_bytes is the size of all buffers. Loading files
    may take long, so the limit starts at the last line about progress. If on_stdout returns a number, that is the exit
    status, and the machine is powered off. on_start is called with the process.
    """
    line = command(os.path.abspath(elf), vlen, harts, args, board, backend, icount, gm_bytes=gm_bytes,
                   semihosting=semihosting, extra=extra, peers=peers)
    started = time.monotonic()
    # The emulator's own limit, in case the driver cannot end it: the CPU time of all its threads, with a margin.
    limit = timeout * (harts + 1) + 60 if timeout else None
    try:
        with child.running(line, signal.SIGKILL, limit, boards.load(board).is_host, cwd=cwd, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            if on_start:
                on_start(process)
            stated = []

            def read_stdout(text):
                status = on_stdout(text) if on_stdout else None
                if status is not None and not stated:
                    stated.append(status)
                    process.kill()

            limit = Limit(timeout)
            output = [collect(process.stdout, read_stdout), collect(process.stderr, on_stderr, limit)]
            status = limit.wait(process)
    except FileNotFoundError:
        raise Stop(INTERNAL, f"{line[0]} is not installed") from None
    text = []
    for thread, lines in output:
        thread.join()
        text.append("".join(lines))
    return Result(stated[0] if stated else status, text[0], text[1], time.monotonic() - started)


class Limit:
    """The time limit of a run, from now or from the last progress."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.end = time.monotonic() + seconds

    def progress(self):
        self.end = time.monotonic() + self.seconds

    def wait(self, process):
        """The exit status of a process, or TIME_LIMIT."""
        if not self.seconds:
            return process.wait()
        try:
            ending = os.pidfd_open(process.pid)     # tells at once; process.wait() with a limit looks every 50 ms
        except ProcessLookupError:      # another thread has waited for it
            return process.wait()
        try:
            ended = select.poll()
            ended.register(ending, select.POLLIN)
            while not ended.poll(max(self.end - time.monotonic(), 0) * 1000):
                if time.monotonic() >= self.end:
                    return TIME_LIMIT
            return process.wait()
        finally:
            os.close(ending)


def collect(pipe, on_line, limit=None):
    """Read a pipe to its end in a thread: returns the thread and the list that it appends to."""
    lines = []

    def read():
        for raw in pipe:
            text = raw.decode(errors="replace")
            if limit and text.startswith(PROGRESS):
                limit.progress()
            lines.append(text)
            if on_line:
                on_line(text)
        pipe.close()

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread, lines
