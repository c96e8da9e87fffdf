# SPDX-License-Identifier: Apache-2.0
"""A client of the remote serial protocol, which gdb uses with QEMU, OpenOCD and others."""
import re
import select
import time

ANSWER_WITHIN = 5       # seconds
PACKET_BYTES = 512      # default if the stub does not state a limit
HARDWARE, SOFTWARE = 1, 0
PC = 32                 # number of the register


class Lost(Exception):
    """The stub has closed the connection, or does not reply."""


class Refused(Exception):
    """The stub rejected a request."""


class Stub:
    """A stub at the other end of a connected socket."""

    def __init__(self, connection):
        self.connection = connection
        self.connection.settimeout(ANSWER_WITHIN)
        self.data = b""
        self.console = []         # what the stub says on its console
        self.breakpoint = None
        features = self.ask("qSupported:hwbreak+;swbreak+")
        size = re.search(r"PacketSize=([0-9a-fA-F]+)", features)
        self.packet_bytes = int(size[1], 16) if size else PACKET_BYTES

    def send(self, text):
        body = text.encode("latin-1")
        try:
            self.connection.sendall(b"$" + body + b"#%02x" % (sum(body) & 0xff))
        except OSError as error:
            raise Lost(error.strerror or "no answer") from None

    def more(self, seconds):
        """Wait for bytes; False on timeout."""
        if not select.select([self.connection], [], [], seconds)[0]:
            return False
        try:
            data = self.connection.recv(65536)
        except OSError as error:
            raise Lost(error.strerror or "no answer") from None
        if not data:
            raise Lost("closed by the other end")
        self.data += data
        return True

    def packet(self, seconds, last=None):
        """The next packet, or None after `timeout` seconds. A damaged packet is requested again."""
        end = time.monotonic() + seconds
        while True:
            match = re.search(rb"\$([^#]*)#([0-9a-fA-F]{2})|(?:^|(?<=\+))-", self.data, re.S)
            if match:
                self.data = self.data[match.end():]
                if match[1] is None:
                    self.send(last or "")
                elif sum(match[1]) & 0xff == int(match[2], 16):
                    self.connection.sendall(b"+")
                    return match[1].decode("latin-1")
                else:
                    self.connection.sendall(b"-")
            elif not self.more(max(0, end - time.monotonic())) and time.monotonic() >= end:
                return None

    def ask(self, text):
        """The reply to a packet."""
        self.send(text)
        while True:
            answer = self.packet(ANSWER_WITHIN, text)
            if answer is None:
                raise Lost(f"no answer for {ANSWER_WITHIN} s")
            if answer.startswith("O") and answer != "OK":
                self.console.append(bytes.fromhex(answer[1:]).decode(errors="replace"))
                continue
            return answer

    def command(self, text, what):
        """Send a packet whose reply must be OK."""
        answer = self.ask(text)
        if answer != "OK":
            raise Refused(f"{what}: {'not supported' if not answer else answer}")

    def monitor(self, text):
        """A command for the stub itself, which may not know it."""
        return self.ask("qRcmd," + text.encode().hex())

    @property
    def is_qemu(self):
        return self.ask("qqemu.sstepbits").startswith("ENABLE")

    def read(self, address, size):
        data, step = b"", (self.packet_bytes - 8) // 2
        while len(data) < size:
            count = min(step, size - len(data))
            answer = self.ask(f"m{address + len(data):x},{count:x}")
            if answer.startswith("E") or len(answer) % 2 or not answer:
                raise Refused(f"reading {count} bytes at {address + len(data):#x}: {answer or 'not supported'}")
            data += bytes.fromhex(answer)
        return data

    def write(self, address, data, progress=None):
        step = (self.packet_bytes - 40) // 2
        for at in range(0, len(data), step):
            part = data[at:at + step]
            self.command(f"M{address + at:x},{len(part):x}:{part.hex()}",
                         f"writing {len(part)} bytes at {address + at:#x}")
            if progress:
                progress(at, len(data))

    def break_at(self, address):
        """A breakpoint, in hardware if possible: code may be in flash or protected."""
        for kind in (HARDWARE, SOFTWARE):
            if self.ask(f"Z{kind},{address:x},2") == "OK":
                self.breakpoint = f"z{kind},{address:x},2"
                return
        raise Refused(f"a breakpoint at {address:#x}")

    def forget_breakpoint(self):
        self.command(self.breakpoint, "taking the breakpoint away")

    def threads(self):
        found, answer = [], self.ask("qfThreadInfo")
        while answer.startswith("m"):
            found += answer[1:].split(",")
            answer = self.ask("qsThreadInfo")
        return found

    def start_all_at(self, address, xlen):
        """Continue all harts at an address."""
        value = address.to_bytes(xlen // 8, "little").hex()
        for thread in self.threads() or ["0"]:
            self.ask(f"Hg{thread}")
            self.command(f"P{PC:x}={value}", "setting pc")

    def resume(self):
        self.send("c")

    def interrupt(self):
        self.connection.sendall(b"\x03")

    def stopped(self, seconds):
        """Whether the machine stops within a number of seconds."""
        answer = self.packet(seconds)
        while answer is not None and answer.startswith("O"):
            answer = self.packet(seconds)
        if answer is None:
            return False
        if answer[0] in "WX":
            raise Lost("the machine has ended")
        return True
