# SPDX-License-Identifier: Apache-2.0
"""The frames of the UART link, and replies to the requests in them (hal/transfer/uart.c)."""
import struct
import zlib

from ptometal.common import INTERNAL, Stop
from ptometal.link.files import Files, Lines, Progress

FLAG, ESCAPE, FLIP = 0x7e, 0x7d, 0x20
CRC_BYTES = 4
HEAD = struct.Struct("<BBHQ")         # of a request: op, number, file, at
ANSWER = struct.Struct("<BBq")        # 'A', number, value
POLL = b"P"
VERSION = 1                           # of the frames: the file of a request C


def stuffed(data):
    """Data with FLAG escaped: FLAG and ESCAPE become ESCAPE and the byte ^ FLIP."""
    for byte in (ESCAPE, FLAG):
        data = data.replace(bytes([byte]), bytes([ESCAPE, byte ^ FLIP]))
    return data


def unstuffed(data):
    for byte in (FLAG, ESCAPE):
        data = data.replace(bytes([ESCAPE, byte ^ FLIP]), bytes([byte]))
    return data


def frame(body):
    """The frame around a body."""
    flag = bytes([FLAG])
    return flag + stuffed(body + struct.pack("<I", zlib.crc32(body))) + flag


class Decoder:
    """Finds the frames in a stream of bytes."""

    def __init__(self):
        self.rest = b""         # an incomplete frame
        self.wrong = 0          # number of invalid frames
        self.noise = b""        # the first of them, for a message

    def feed(self, data):
        """The bodies of the frames completed by data, and None for each invalid one."""
        *ended, self.rest = (self.rest + data).split(bytes([FLAG]))
        return [self.body_of(unstuffed(piece)) for piece in ended if piece]

    def body_of(self, piece):
        body, check = piece[:-CRC_BYTES], piece[-CRC_BYTES:]
        if len(piece) > CRC_BYTES and struct.pack("<I", zlib.crc32(body)) == check:
            return body
        self.wrong += 1
        self.noise = self.noise or piece
        return None


class Server:
    """Replies to the requests of an image. A repeated request gets the same reply again."""

    def __init__(self, line, folder, sizes, on_stdout, on_stderr):
        self.command_line = line.encode()
        self.files = Files(folder)
        self.sizes = sizes
        self.console = {1: Lines(on_stdout), 2: Lines(on_stderr)}
        self.progress = Progress(on_stderr)
        self.last = None, b""
        self.repeated = 0
        self.status = None

    @property
    def in_transfer(self):
        """Whether further requests are due: the image has an open file, or has not read its arguments."""
        return bool(self.files.open_files) or self.last[0] is None

    def answer(self, body):
        """The frame that replies to a request."""
        if body == self.last[0]:
            self.repeated += 1
        elif len(body) >= HEAD.size:
            op, number, file, at = HEAD.unpack_from(body)
            value, data = self.do(chr(op), file, at, body[HEAD.size:])
            self.last = body, frame(ANSWER.pack(ord("A"), number, value) + data)
        return self.last[1]

    def do(self, op, file, at, data):
        """Execute a request; returns the value and the data of the reply."""
        files = self.files
        if op == "C" and file != VERSION:
            raise Stop(INTERNAL, f"the image speaks version {file} of the frames of the UART, this ptometal speaks {VERSION}: "
                       "make the image again")
        if op in "CR" and len(data) == 2:
            return self.give(op, file, at, *struct.unpack("<H", data))
        if op == "O":
            return files.open(data.decode(errors="replace"), min(file, 2)), b""
        if op == "S":
            return files.size(file), b""
        if op == "W":
            return self.take(file, at, data), b""
        if op == "K":
            return files.close(file), b""
        if op == "D":
            return files.remove(data.decode(errors="replace")), b""
        if op == "T" and file in self.console:
            self.console[file].add(data)
            return 0, b""
        if op == "X":
            self.status = at & 0xff
            return 0, b""
        return -1, b""

    def give(self, op, file, at, count):
        if op == "C":
            return len(self.command_line), self.command_line[at:at + count]
        data = self.files.read(file, at, count)
        if data is None:
            return -1, b""
        self.progress.show("reading", self.files.open_files[file][1], at, self.files.size(file))
        return len(data), data

    def take(self, file, at, data):
        written = self.files.write(file, at, data)
        if written >= 0:
            name = self.files.open_files[file][1]
            self.progress.show("writing", name, at, self.sizes.get(name, 0))
        return written

    def end(self):
        for lines in self.console.values():
            lines.end()
        self.files.close_all()
