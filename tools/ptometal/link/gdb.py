# SPDX-License-Identifier: Apache-2.0
"""The link through a debugger: a job block in memory, accessed over the gdb stub of the emulator or any other.

hal/transfer/job.h describes the block.
"""
import os
import signal
import socket
import struct
import subprocess
import time

from ptometal import boards, child
from ptometal.common import INTERNAL, TIME_LIMIT, Stop, usage_error
from ptometal.link import rsp
from ptometal.link.files import Lines, Progress
from ptometal.binary.memory import Image
from ptometal.qemu import Result

LOOK_EVERY = 1          # seconds: then stop the machine, read its console, and continue
MAGIC = 0x6a6f7470
WAITING, READY, DONE = 1, 2, 3
HEAD = struct.Struct("<IIiIQQQ")            # magic, state, status, file_num, taken, line, line_bytes
FILE = struct.Struct("<40sQQQ")             # name, address, bytes, room
FILES_MAX = 32
RING_HEAD = struct.Struct("<II")            # written, read
RING_BYTES = 4096
STATE_AT, FILES_AT = 4, HEAD.size
RINGS_AT = FILES_AT + FILES_MAX * FILE.size
BLOCK_BYTES = RINGS_AT + 2 * (RING_HEAD.size + RING_BYTES)
ALIGNMENT, TAKEN_ALIGNMENT = 64, 65536


def aligned(value, to):
    return -(-value // to) * to


class Job:
    """A run, accessed through a stub."""

    def __init__(self, run, stub):
        self.run, self.stub = run, stub
        image = Image(run.elf)
        symbols = image.symbols()
        if "hal_job_wait" not in symbols:
            raise usage_error(f"{run.elf}: the image is not linked for --link gdb")
        self.image, self.base = image, symbols["hal_gm"]
        self.wait, self.waited = symbols["hal_job_wait"], symbols["hal_job_waited"]
        self.xlen = 64 if image.wide else 32
        self.console = Lines(run.on_stdout), Lines(run.on_stderr)
        self.progress = Progress(run.on_stderr)
        self.places = []          # (file, its index in the block)

    def load(self):
        """Load the image into a machine that is already running, as after reset."""
        stub = self.stub
        emulator = stub.is_qemu
        stub.monitor("system_reset" if emulator else "reset halt")
        for address, data in self.image.segments():
            stub.write(address, data, lambda at, size: self.progress.show("loading", "the image", at, size))
        for section in self.image.sections():
            if not section.stored:
                stub.write(section.address, bytes(section.size))
        stub.write(self.base, bytes(HEAD.size))
        if not emulator:      # the emulator's reset vector jumps to the image, and passes the device tree
            stub.start_all_at(self.image.entry, self.xlen)

    def go_on(self, place):
        """Continue to one of the image's breakpoints; False: it stopped elsewhere."""
        stub = self.stub
        stub.break_at(place)
        stub.resume()
        came = stub.stopped(LOOK_EVERY)
        if not came:
            stub.interrupt()
            if not stub.stopped(rsp.ANSWER_WITHIN):
                raise rsp.Lost(f"the machine does not stop within {rsp.ANSWER_WITHIN} s")
        stub.forget_breakpoint()
        return came

    def serve(self):
        """Run the image to its end; returns its exit status, or TIME_LIMIT."""
        last = time.monotonic()
        while True:
            # Alternates between two breakpoints, so that none has to be stepped over.
            if self.go_on(self.wait):
                self.go_on(self.waited)
            state, status = self.look()
            if state == DONE:
                self.fetch()
                return status & 0xff
            if state == WAITING:
                self.fill()
                last = time.monotonic()
            if self.run.timeout and time.monotonic() - last > self.run.timeout:
                return TIME_LIMIT

    def look(self):
        """State and status of the image, after reading its console."""
        magic, state, status, *_ = HEAD.unpack(self.stub.read(self.base, HEAD.size))
        if magic != MAGIC:
            return 0, 0
        for index, lines in enumerate(self.console):
            ring = self.base + RINGS_AT + index * (RING_HEAD.size + RING_BYTES)
            written, read = RING_HEAD.unpack(self.stub.read(ring, RING_HEAD.size))
            count = (written - read) & 0xffffffff
            at = read % RING_BYTES
            if 0 < count <= RING_BYTES:
                text = self.stub.read(ring + RING_HEAD.size + at, min(count, RING_BYTES - at))
                text += self.stub.read(ring + RING_HEAD.size, count - len(text)) if len(text) < count else b""
                lines.add(text)
                self.stub.write(ring + 4, struct.pack("<I", written))
        return state, status

    def fill(self):
        """Write the image's arguments and files."""
        run, stub = self.run, self.stub
        line = run.line.encode()
        place = self.base + aligned(BLOCK_BYTES, ALIGNMENT)
        stub.write(place, line)
        head_line, place, table = place, aligned(place + len(line), ALIGNMENT), b""
        for file in run.files:
            size = os.path.getsize(file.path) if os.path.exists(file.path) else 0
            table += FILE.pack(file.name.encode(), place, size, file.room)
            self.send(file, place)
            place = aligned(place + max(size, file.room), ALIGNMENT)
        stub.write(self.base + FILES_AT, table)
        taken = aligned(place - self.base, TAKEN_ALIGNMENT)
        stub.write(self.base + 12, struct.pack("<IQQQ", len(run.files), taken, head_line, len(line)))
        stub.write(self.base + STATE_AT, struct.pack("<I", READY))

    def send(self, file, place):
        if os.path.exists(file.path):
            with open(file.path, "rb") as source:
                self.stub.write(place, source.read(),
                                lambda at, size: self.progress.show("reading", file.name, at, size))

    def fetch(self):
        """Read the image's results."""
        for index, file in enumerate(self.run.files):
            if not file.room:
                continue
            record = self.stub.read(self.base + FILES_AT + index * FILE.size, FILE.size)
            _, place, size, _ = FILE.unpack(record)
            with open(file.path, "wb") as target:
                step = 1 << 16
                for at in range(0, size, step):
                    target.write(self.stub.read(place + at, min(step, size - at)))
                    self.progress.show("writing", file.name, at, size)


def run(place, what):
    """Run an image over the stub at HOST:PORT, or on the emulator."""
    started = time.monotonic()
    job, status = on_board(place, what) if place else on_emulator(what)
    for lines in job.console:
        lines.end()
    return Result(status, job.console[0].text, job.console[1].text, time.monotonic() - started)


def finish(name, what, connection, load):
    """Run the image through a connection to a stub."""
    try:
        job = Job(what, rsp.Stub(connection))
        if load:
            job.load()
        return job, job.serve()
    except rsp.Lost as lost:
        raise Stop(INTERNAL, f"{name}: {lost}") from None
    except rsp.Refused as refused:
        raise Stop(INTERNAL, f"{name}: the stub refuses {refused}") from None


def on_board(place, what):
    host, _, port = place.rpartition(":")
    if not port.isdecimal():
        raise usage_error(f"--link gdb:{place}: it is gdb:HOST:PORT")
    try:
        connection = socket.create_connection((host or "localhost", int(port)), rsp.ANSWER_WITHIN)
    except (OSError, OverflowError) as error:
        raise Stop(INTERNAL, f"gdb:{place}: {getattr(error, 'strerror', None) or error}") from None
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection:
        return finish(f"gdb:{place}", what, connection, True)


def room(what):
    """GM bytes of the files and the block, in addition to the buffers."""
    sizes = [max(file.room, os.path.getsize(file.path) if os.path.exists(file.path) else 0) for file in what.files]
    return BLOCK_BYTES + TAKEN_ALIGNMENT + sum(aligned(size, ALIGNMENT) for size in sizes)


def on_emulator(what):
    if "@RAM@" not in " ".join(boards.load(what.board).words("QEMU")):
        what.gm_bytes = 0
    with child.scratch_folder("ptometal-") as folder:
        path = os.path.join(folder, "gdb.socket")
        line = what.emulator(semihosting=False, gm_bytes=what.gm_bytes and what.gm_bytes + room(what), extra=[
            "-S", "-chardev", f"socket,path={path},server=on,wait=off,id=gdb", "-gdb", "chardev:gdb"])
        with child.running(line, signal.SIGKILL, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, cwd=what.folder) as process:
            try:
                connection = connect(path, process)
                with connection:
                    return finish("the emulator's gdb stub", what, connection, False)
            except Stop as stop:
                process.kill()
                said = process.stderr.read().decode(errors="replace")
                raise Stop(stop.status, f"{said}ptometal: error: {stop.message}" if said else stop.message) from None


def connect(path, process):
    """Connect to the emulator as soon as it listens."""
    for _ in range(1000):
        if process.poll() is not None:
            break
        try:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(path)
            return connection
        except OSError:
            connection.close()
            time.sleep(0.01)
    raise Stop(INTERNAL, "the emulator did not start")
