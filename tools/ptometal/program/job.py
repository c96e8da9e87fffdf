# SPDX-License-Identifier: Apache-2.0
"""Job blocks, read by firmware/apps/runner/program.c. docs/programs.md has the format."""
import struct

MAGIC, VERSION = b"PTOJ", 1
ANSWERS = 1
LOADS, STORES, IS_NEW, DISCARDS = 1, 2, 4, 8
VALUE, IN, OUT, INOUT, BLOCK_IDX, BLOCK_NUM, SUBBLOCK_IDX = range(7)
ONE_VECTOR = 1 << 31   # in addition to the number of blocks
RANK_SHIFT = 24        # of the rank, beside it
RANKS_MAX = 1 << 7
UNORDERED = 0x100      # in addition to IN, OUT and INOUT

HEADER = struct.Struct("<4sIQIIIIII")
BUFFER = struct.Struct("<QQQQIIII")
ARG = struct.Struct("<IIQQQ")
TASK = struct.Struct("<IIIIII")
WORD = struct.Struct("<I")

GAP = 4096            # bytes after each buffer
ALIGNMENT = 512
GRANULE = 64 << 10    # a device maps memory in pieces of this size
TASK_ROOM = 4096      # upper bound of the GM bytes of a task

INTEGER = {1: "bhiq", 2: "BHIQ"}                 # pto_param_kind_t: INT, UINT
FLOAT, BF16 = 3, 4


class Unfit(ValueError):
    """A number does not fit the type of a parameter; the text gives the reason."""


def slot(param, number):
    """A number as the 64-bit slot of a scalar parameter."""
    size = param.element_bytes
    try:
        if param.kind in INTEGER:
            if not isinstance(number, int):
                raise Unfit(f"{number} is no whole number")
            data = struct.pack("<" + INTEGER[param.kind][size.bit_length() - 1], number)
        elif param.kind == FLOAT:
            data = struct.pack("<" + {2: "e", 4: "f", 8: "d"}[size], number)
        elif param.kind == BF16:
            data = bf16(number)
        else:
            raise Unfit(f"a parameter of type {param.spelling} takes no number")
    except (struct.error, OverflowError):
        raise Unfit(f"{number} is out of range") from None
    return int.from_bytes(data, "little")


def bf16(number):
    """Rounded to nearest, ties to even."""
    bits = int.from_bytes(struct.pack("<f", number), "little")
    if number == number:
        bits += 0x7fff + (bits >> 16 & 1)
    return struct.pack("<H", bits >> 16 & 0xffff)


class Strings:
    """A string table with offsets."""

    def __init__(self):
        self.data, self.offsets = bytearray(), {}

    def add(self, text):
        if text not in self.offsets:
            self.offsets[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return self.offsets[text]


def layout(sizes, slacks):
    """The offsets of buffers in GM, and their total size."""
    offsets, used = [], 0
    for size, slack in zip(sizes, slacks):
        offsets.append(used)
        used += -(-(size + slack + GAP) // ALIGNMENT) * ALIGNMENT
    return offsets, used


def slack_of(size):
    """Bytes past a buffer that commands may read, as on a device (--gm granule)."""
    return -size % GRANULE + GRANULE


class Job:
    """A block under construction."""

    def __init__(self, answers=False):
        self.flags = ANSWERS if answers else 0
        self.strings = Strings()
        self.kernels, self.buffers, self.tasks, self.args, self.after = [], [], [], [], []

    def kernel(self, name):
        self.kernels.append(WORD.pack(self.strings.add(name)))

    def buffer(self, offset, size, slack, file_bytes, source, target, name, flags):
        self.buffers.append(BUFFER.pack(offset, size, slack, file_bytes, self.strings.add(source),
                                        self.strings.add(target), self.strings.add(name), flags))

    def task(self, kernel, blocks, args, after, one_vector=False, rank=0):
        """`args`: (kind, buffer, value, bytes, step). `one_vector`: the second vector core of a cluster does nothing."""
        how = blocks | rank << RANK_SHIFT | (ONE_VECTOR if one_vector else 0)
        self.tasks.append(TASK.pack(kernel, how, len(self.args), len(args), len(self.after), len(after)))
        self.args += [ARG.pack(kind, buffer, value, size, step & (1 << 64) - 1)
                      for kind, buffer, value, size, step in args]
        self.after += [WORD.pack(number) for number in after]

    def data(self):
        parts = [self.buffers, self.args, self.tasks, self.after, self.kernels, [bytes(self.strings.data)]]
        body = b"".join(b"".join(part) for part in parts)
        body += bytes(-len(body) % 64)
        return HEADER.pack(MAGIC, VERSION, len(body), self.flags, len(self.kernels), len(self.buffers),
                           len(self.tasks), len(self.args), len(self.after)) + body
