# SPDX-License-Identifier: Apache-2.0
"""Reads ELF images: the contents of memory before the first instruction, and the memory usage."""
import struct

from ptometal.common import USAGE, Stop

LOAD = 1          # p_type
NOBITS = 8        # sh_type
SYMBOLS = 2
ALLOCATED = 2     # sh_flags


class Section:
    """One section of an image that takes memory."""

    def __init__(self, name, address, size, stored):
        self.name = name
        self.address = address
        self.size = size
        self.stored = stored   # False: no contents in the file


class Image:
    """An ELF file of 32 or 64 bits, little-endian."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:4] != b"\x7fELF" or self.data[5] != 1:
            raise Stop(USAGE, f"{path}: this is no little-endian ELF image")
        self.wide = self.data[4] == 2
        # e_entry, e_phoff, e_shoff; then from e_flags on
        self.entry, self.headers, self.sections_at = struct.unpack_from("<QQQ" if self.wide else "<III", self.data, 24)
        (_, _, self.header_bytes, self.header_num, self.section_bytes, self.section_num,
         self.names) = struct.unpack_from("<IHHHHHH", self.data, 48 if self.wide else 36)

    def segments(self):
        """(physical address, bytes) of all contents, lowest address first."""
        found = []
        for index in range(self.header_num):
            at = self.headers + index * self.header_bytes
            if self.wide:
                kind, _, offset, _, physical, size = struct.unpack_from("<IIQQQQ", self.data, at)
            else:
                kind, offset, _, physical, size = struct.unpack_from("<IIIII", self.data, at)
            if kind == LOAD and size:
                found.append((physical, self.data[offset:offset + size]))
        return sorted(found)

    def sections(self):
        """The sections that take memory, by address."""
        heads = []
        for index in range(self.section_num):
            at = self.sections_at + index * self.section_bytes
            heads.append(struct.unpack_from("<IIQQQQ" if self.wide else "<IIIIII", self.data, at))
        if not heads:
            return []
        names = heads[self.names][4]
        found = []
        for name, kind, flags, address, _, size in heads:
            if flags & ALLOCATED and size:
                end = self.data.index(b"\0", names + name)
                found.append(Section(self.data[names + name:end].decode(), address, size, kind != NOBITS))
        return sorted(found, key=lambda section: section.address)

    def symbols(self):
        """name -> value of the global symbols."""
        found = {}
        heads = [struct.unpack_from("<IIQQQQII" if self.wide else "<IIIIIIII", self.data,
                                    self.sections_at + index * self.section_bytes)
                 for index in range(self.section_num)]
        for _, kind, _, _, offset, size, strings, _ in heads:
            if kind != SYMBOLS:
                continue
            names, record = heads[strings][4], struct.Struct("<IBBHQQ" if self.wide else "<IIIBBH")
            for row in record.iter_unpack(self.data[offset:offset + size]):
                value = row[4] if self.wide else row[1]
                at = names + row[0]
                found[self.data[at:self.data.index(b"\0", at)].decode()] = value
        return found

    def regions(self):
        """(name, address, bytes, bytes in use) of the memories of the image (linker/ptometal.ld.in)."""
        symbols = self.symbols()
        rows = []
        for name in ("FLASH", "RAM"):
            if f"hal_region_{name}" not in symbols:
                continue
            base, size = symbols[f"hal_region_{name}"], symbols[f"hal_region_{name}_bytes"]
            ends = [section.address + section.size for section in self.sections()]
            ends += [address + len(data) for address, data in self.segments()]
            used = max((end - base for end in ends if base < end <= base + size), default=0)
            rows.append((name, base, size, used))
        return rows

    def flat(self):
        """(address, bytes) of one contiguous piece: gaps between segments are zeros."""
        segments = self.segments()
        base = segments[0][0]
        end = max(address + len(data) for address, data in segments)
        memory = bytearray(end - base)
        for address, data in segments:
            memory[address - base:address - base + len(data)] = data
        return base, bytes(memory)
