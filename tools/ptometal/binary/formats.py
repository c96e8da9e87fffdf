# SPDX-License-Identifier: Apache-2.0
"""Formats for flash tools and debuggers: the memory contents of an image as bin, hex, srec or uf2.

Not by intelhex: it writes one of the four, in as many lines as `intel_hex` has.
"""
import struct

from ptometal.common import usage_error
from ptometal.binary.memory import Image

RECORD = 32                     # bytes of data in a line of hex or srec
UF2_BLOCK, UF2_DATA = 512, 256
UF2_MAGIC = 0x0A324655, 0x9E5D5157, 0x0AB16F30
UF2_FAMILY = 0                  # without a flag for it: the address decides


def raw(image):
    """The memory from the first address to the last; gaps are zeros."""
    return image.flat()[1]


def checked(values, offset):
    """A record as hexadecimal digits, with a check sum that makes the sum of all bytes `offset`."""
    return bytes(values + [(offset - sum(values)) & 0xff]).hex().upper()


def pieces(image):
    for address, data in image.segments():
        for at in range(0, len(data), RECORD):
            yield address + at, data[at:at + RECORD]


def intel_hex(image):
    """Intel HEX with extended linear addresses: 32 bits of address."""
    lines, upper = [], 0
    for address, data in pieces(image):
        # A record must not cross a 64 KiB boundary.
        while data:
            part = data[:0x10000 - (address & 0xffff)]
            if address >> 16 != upper:
                upper = address >> 16
                lines.append(":" + checked([2, 0, 0, 4, upper >> 8 & 0xff, upper & 0xff], 0))
            head = [len(part), address >> 8 & 0xff, address & 0xff, 0]
            lines.append(":" + checked(head + list(part), 0))
            address, data = address + len(part), data[len(part):]
    lines.append(":" + checked([4, 0, 0, 5, *struct.pack(">I", image.entry)], 0))
    return ("\n".join([*lines, ":00000001FF"]) + "\n").encode()


def srec(image):
    """Motorola S-records with 32-bit addresses; S7 names the entry."""
    lines = ["S0" + checked([3, 0, 0], 0xff)]
    for address, data in pieces(image):
        lines.append("S3" + checked([len(data) + 5, *struct.pack(">I", address), *data], 0xff))
    lines.append("S7" + checked([5, *struct.pack(">I", image.entry)], 0xff))
    return ("\n".join(lines) + "\n").encode()


def uf2(image):
    """Blocks of 512 bytes with 256 bytes of data each, aligned to 256."""
    base, data = image.flat()
    data = bytes(base % UF2_DATA) + data
    base -= base % UF2_DATA
    data += bytes(-len(data) % UF2_DATA)
    number = len(data) // UF2_DATA
    blocks = []
    for index in range(number):
        part = data[index * UF2_DATA:(index + 1) * UF2_DATA]
        head = struct.pack("<8I", UF2_MAGIC[0], UF2_MAGIC[1], 0, base + index * UF2_DATA, UF2_DATA, index, number,
                           UF2_FAMILY)
        blocks.append((head + part).ljust(UF2_BLOCK - 4, b"\0") + struct.pack("<I", UF2_MAGIC[2]))
    return b"".join(blocks)


FORMATS = {"elf": None, "bin": raw, "hex": intel_hex, "srec": srec, "uf2": uf2}


def convert(elf, kind):
    """The bytes of an ELF file in another format."""
    image = Image(elf)
    if kind == "elf":
        return image.data
    if any(address + len(data) > 1 << 32 for address, data in image.segments()):
        raise usage_error(f"--format {kind}: the image has addresses of more than 32 bits")
    return FORMATS[kind](image)
