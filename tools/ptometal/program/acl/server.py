# SPDX-License-Identifier: Apache-2.0
"""Carries out the requests of a host program: acl.c has their sender.

    memory N BYTES      a new memory, in the file memoryN
    launch STREAM KERNEL BLOCKS ARG...      an ARG is MEMORY+OFFSET, or the bits of a scalar
    record EVENT STREAM              the event is the last launch of the stream so far
    wait STREAM EVENT                later launches of the stream wait for that
    run                 run what was launched
    read N, write N     run what was launched, and bring the file up to date, for the host to read or to write

Each is answered by a line: ok, or error and a text. Launches are held back until they are needed.
"""
import mmap
import os

from ptometal import program
from ptometal.common import Stop
from ptometal.program import session, stream


class Server:
    """The memories and launches of one host program."""

    def __init__(self, kernels, config, folder, **settings):
        self.kernels = {kernel.name: kernel for kernel in kernels}
        self.stream = stream.Stream(kernels, config, **settings)
        self.folder = folder
        self.fault = None       # the report of the first one
        self.launched = 0
        self.pending = {}       # stream -> the launches that its next one waits for
        self.recorded = {}      # event -> the launches before it

    def answer(self, line):
        """The answer to a request. After a fault there is no other one."""
        verb, *words = line.split()
        try:
            if self.fault is None:
                getattr(self, verb)(*words)
        except session.Fault as fault:
            self.fault = str(fault)
        except Stop as stop:
            return f"error {stop.message}"
        return "ok" if self.fault is None else "error " + " ".join(self.fault.splitlines())

    def memory(self, number, size):
        with open(os.path.join(self.folder, f"memory{number}"), "r+b") as file:
            memory = memoryview(mmap.mmap(file.fileno(), int(size)))
        self.stream.add(stream.Resident(f"memory {number}", memory))

    def launch(self, stream_, name, blocks, *words):
        kernel = self.kernels[name]
        args = [self.argument(word) for word in words]
        self.stream.add_launch(kernel, args, int(blocks), self.pending.get(stream_, []), self.launched)
        self.pending[stream_] = [self.launched]
        self.launched += 1

    def record(self, event, stream_):
        self.recorded[event] = self.pending.get(stream_, [])

    def wait(self, stream_, event):
        """Of an event that was not recorded there is nothing to wait for."""
        self.pending[stream_] = self.pending.get(stream_, []) + self.recorded.get(event, [])

    def argument(self, word):
        memory, plus, offset = word.partition("+")
        if not plus:
            return program.Bits(int(word))
        buffer = self.stream.buffers[int(memory)]
        return buffer.part(int(offset), buffer.size - int(offset))

    def run(self):
        if self.stream.launches:
            self.stream.flush()

    def read(self, number):
        buffer = self.stream.buffers[int(number)]
        if self.stream.is_behind(buffer):
            self.stream.flush(buffer)

    def write(self, number):
        self.read(number)
        buffer = self.stream.buffers[int(number)]
        if buffer.resident:
            buffer.newer = "host"

    def close(self):
        """Run what is left, and end the boot."""
        self.answer("run")
        self.stream.close()
