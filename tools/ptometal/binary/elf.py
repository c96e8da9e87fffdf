# SPDX-License-Identifier: Apache-2.0
"""Reads the kernels of an image from the ELF file: the descriptors of firmware/include/pto/kernel.h.

Not by pyelftools: its import takes longer than an unchanged kernel takes to run on the board `native`, and every run reads an
image. What is needed are a section's bytes and those behind an address.
"""
import os
import struct

MACHINE_RISCV = 243
HOSTS = {"x86_64": 62, "aarch64": 183}      # what images of the board `native` are made for
HOST = HOSTS.get(os.uname().machine)
SHF_ALLOC = 2
SHT_NOBITS = 8

PROGRAM = 4      # pto_kernel_kind_t
# pto_param_kind_t
POINTER = 0


class NotAnImage(ValueError):
    """The file is no ELF image with kernels; the text gives the reason."""


class Param:
    """A parameter of a kernel: pto_param_t."""

    def __init__(self, name, spelling, kind, element_bytes):
        self.name = name
        self.spelling = spelling            # of its type: "float *"
        self.kind = kind
        self.element_bytes = element_bytes  # of the elements of a pointer
        self.buffer_bytes = None            # of its buffer, if the kernel declares it (PTO_BUFFER_BYTES)


class Kernel:
    """A kernel of an image."""

    def __init__(self, name, params, kind=0, arch=0):
        self.name = name
        self.params = params
        self.kind = kind        # pto_kernel_kind_t
        self.arch = arch        # pto_kernel_arch_t


def machine(data):
    """The ELF machine number of a file, or None."""
    return struct.unpack_from("<H", data, 18)[0] if len(data) >= 64 and data[:4] == b"\x7fELF" else None


class Elf:
    """The sections of a little-endian ELF file of 64 or 32 bits."""

    def __init__(self, data):
        self.data = data
        if len(data) < 64 or data[:4] != b"\x7fELF":
            raise NotAnImage("this is no ELF file")
        self.wide = data[4] == 2
        if machine(data) not in (MACHINE_RISCV, *HOSTS.values()) or data[5] != 1:
            raise NotAnImage("this is for neither RISC-V, x86-64 nor AArch64")
        self.pointer = "Q" if self.wide else "I"
        offset = struct.unpack_from("<" + self.pointer, data, 0x28 if self.wide else 0x20)[0]
        size, number, names = struct.unpack_from("<HHH", data, 0x3a if self.wide else 0x2e)
        try:
            self.sections = [self.section_at(offset + i * size) for i in range(number)]
            self.names = self.contents(self.sections[names])
        except (struct.error, IndexError, OverflowError):
            raise NotAnImage("this ELF file is incomplete") from None

    def section_at(self, at):
        """(offset of the name, type, flags, address, offset, size)"""
        form = "<IIQQQQ" if self.wide else "<IIIIII"
        return struct.unpack_from(form, self.data, at)

    def contents(self, section):
        _, kind, _, _, offset, size = section
        if kind == SHT_NOBITS:
            return b""
        data = self.data[offset:offset + size]
        if len(data) != size:
            raise NotAnImage("this ELF file is incomplete")
        return data

    def section(self, name):
        """The contents of the section of that name, or None."""
        for section in self.sections:
            if self.names[section[0]:].split(b"\0", 1)[0] == name.encode():
                return self.contents(section)
        return None

    def at(self, address):
        """The bytes from an address to the end of its section."""
        for section in self.sections:
            if section[2] & SHF_ALLOC and section[3] <= address < section[3] + section[5]:
                return self.contents(section)[address - section[3]:]
        raise NotAnImage("the description of its kernels is damaged")

    def text(self, address):
        return self.at(address).split(b"\0", 1)[0].decode(errors="replace")


def kernels(data):
    """The kernels in the bytes of an image."""
    elf = Elf(data)
    table = elf.section("pto_kernels")
    if not table:
        raise NotAnImage("this image has no kernels")
    pointer = elf.pointer
    record = struct.Struct(f"<{pointer}{pointer}{pointer}HBB{'4x' if elf.wide else ''}{pointer}{pointer}")
    param = struct.Struct(f"<{pointer}{pointer}BBH{'4x' if elf.wide else ''}")
    found = []
    try:
        for name, _, params, number, kind, arch, _, _ in record.iter_unpack(table):
            rows = list(param.iter_unpack(elf.at(params)[:number * param.size])) if number else []
            found.append(Kernel(elf.text(name), [Param(elf.text(row[0]), elf.text(row[1]), row[2], row[4])
                                                 for row in rows], kind, arch))
    except struct.error:
        raise NotAnImage("the description of its kernels is damaged") from None
    note_sizes(found, elf.section(".pto_buffers") or b"")
    return found


def note_sizes(found, text):
    """Lines of `kernel index bytes`."""
    by_name = {kernel.name: kernel for kernel in found}
    for line in text.decode(errors="replace").splitlines():
        name, index, size = line.split()
        if name in by_name and int(index) < len(by_name[name].params):
            by_name[name].params[int(index)].buffer_bytes = int(size)
