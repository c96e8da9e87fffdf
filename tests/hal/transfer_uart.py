#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Both sides of the UART link, with a line between them that harms one byte of some in each direction. Prints TAP.

Usage: transfer_uart.py PROGRAM     (that of transfer_uart.c)
"""
import pathlib
import random
import subprocess
import sys
import tempfile
import types

from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from ptometal.common import Stop  # noqa: E402  (after the path is right)
from ptometal.link import uart  # noqa: E402

ONE_IN, STATUS = 400, 7
DATA = random.Random(0).randbytes(20000)
HARMS = {"lost": lambda byte: b"", "changed": lambda byte: bytes([byte ^ 0x10]), "doubled": lambda byte: bytes([byte] * 2)}


class BadPort(uart.Port):
    """A port that damages bytes, or disconnects after a number of bytes."""

    def __init__(self, process, harm=None, cut_after=None):
        super().__init__(process.stdout.fileno(), process.stdin.fileno())
        self.harm, self.left, self.random, self.harmed = harm, cut_after, random.Random(1), 0

    def line(self, data):
        arrived = bytearray()
        for byte in data:
            hit = self.harm and self.random.randrange(ONE_IN) == 0
            self.harmed += bool(hit)
            arrived += self.harm(byte) if hit else bytes([byte])
        return bytes(arrived)

    def receive(self, seconds):
        data = super().receive(seconds)
        if self.left is not None:
            self.left -= len(data)
            if self.left < 0:
                raise uart.Lost("pulled out")
        return self.line(data)

    def send(self, data):
        super().send(self.line(data))


def serve(folder, **harm):
    """A session with the program: the session, the exit status or error, its output, and the bytes of the file."""
    (folder / "in").write_bytes(DATA)
    said = []
    run = types.SimpleNamespace(line="", folder=str(folder), files=[], timeout=0, on_stdout=said.append,
                                on_stderr=said.append)
    with subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        session = uart.Session(run, "line", BadPort(process, **harm), patient=True)
        try:
            status = session.serve()
        except Stop as stop:
            status = stop.message
        process.kill()
    session.server.end()
    out = folder / "out"
    return session, status, [text for text in said if text == "reversed\n"], out.read_bytes() if out.exists() else b""


def main():
    tap = Tap()
    for title, harm in (("no byte is harmed", None), *((f"bytes are {name}", harm) for name, harm in HARMS.items())):
        with tempfile.TemporaryDirectory() as name:
            session, status, said, out = serve(pathlib.Path(name), harm=harm)
        repeated = session.server.repeated + session.decoder.wrong
        noticed = session.port.harmed > 20 and repeated > 5 if harm else session.decoder.wrong == 0
        good = status == STATUS and said == ["reversed\n"] and out == DATA[::-1] and noticed
        tap.result(good, title,
                   f"status {status}, {session.port.harmed} harmed, {repeated} repeated, {said}, {len(out)} bytes")
    with tempfile.TemporaryDirectory() as name:
        _, status, _, _ = serve(pathlib.Path(name), cut_after=5000)
    tap.result(status == "line: pulled out", "the line is pulled out", f"status {status}")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
