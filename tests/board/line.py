# SPDX-License-Identifier: Apache-2.0
"""A noisy line between a machine's UART and the driver: it changes, drops and repeats bytes, and can be
disconnected."""
import os
import pty
import random
import select
import socket
import threading
import tty


class Line:
    """Carries bytes between a unix socket (the machine's) and a pseudo-terminal, whose path exists while it is
    connected."""

    def __init__(self, machine, name, seed=0, one_in=0, cut_after=None, silent_after=None):
        self.random = random.Random(seed)
        self.one_in = one_in                # one byte in this many is damaged; 0: none
        self.cut_after = cut_after          # disconnects after this many bytes from the machine
        self.silent_after = silent_after    # goes silent after this many bytes to the machine
        self.harmed = self.carried = self.given = 0
        self.machine = machine
        self.ours, self.theirs = pty.openpty()
        tty.setraw(self.theirs)
        self.name = name
        os.symlink(os.ttyname(self.theirs), name)
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def harm(self, data):
        """The bytes after transmission."""
        arrived = bytearray()
        for byte in data:
            if not self.one_in or self.random.randrange(self.one_in):
                arrived.append(byte)
                continue
            self.harmed += 1
            arrived += self.random.choice([b"", bytes([byte, byte]), bytes([byte ^ 1 << self.random.randrange(8)])])
        return bytes(arrived)

    def carry(self):
        sides = {self.machine.fileno(): self.ours, self.ours: self.machine.fileno()}
        while not self.stop.is_set():
            for source in select.select(list(sides), [], [], 0.05)[0]:
                try:
                    data = os.read(source, 256)
                except OSError:
                    return
                if not data:
                    return
                self.carried += len(data) if source == self.machine.fileno() else 0
                if self.cut_after is not None and self.carried > self.cut_after:
                    os.unlink(self.name)
                    os.close(self.theirs)
                    os.close(self.ours)
                    return
                self.given += len(data) if source == self.ours else 0
                if self.silent_after is None or self.given <= self.silent_after:
                    os.write(sides[source], self.harm(data))

    def close(self):
        self.stop.set()
        self.thread.join()


def connect(path):
    """Connect to the machine as soon as it listens."""
    while True:
        machine = socket.socket(socket.AF_UNIX)
        try:
            machine.connect(path)
            return machine
        except OSError:
            machine.close()
