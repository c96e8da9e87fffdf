# SPDX-License-Identifier: Apache-2.0
"""Images that contain their command line and inputs, and their output on the console."""
import os
import re
import zlib

from ptometal import kernel, qemu
from ptometal.compilers.calls import call

FILE = re.compile(r"ptometal: file (\S+) (\d+)\s*$")
END = re.compile(r"ptometal: end (\S+) ([0-9a-f]{8})\s*$")
HEX = re.compile(r":([0-9a-f]{2})+\s*$")
EXIT = re.compile(r"ptometal: exit (\d+)\s*$")


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def assembly(words, files):
    """The source of hal/transfer/embedded.h for a command line and (name, path) of files."""
    lines = ["    .section .rodata.embedded, \"a\"", "    .globl hal_embedded_cmdline, hal_embedded_files",
             "hal_embedded_cmdline:", f"    .asciz {quoted(' '.join(['image', qemu.SAY_END, *words]))}"]
    for index, (name, path) in enumerate(files):
        lines += [f"name{index}:", f"    .asciz {quoted(name)}", "    .balign 64", f"data{index}:",
                  f"    .incbin {quoted(path)}", f"end{index}:"]
    lines += ["    .balign 8", "hal_embedded_files:"]
    word = "    .if __riscv_xlen == 64\n    .dword {0}\n    .else\n    .word {0}\n    .endif"
    for index in range(len(files)):
        lines += [word.format(value) for value in (f"name{index}", f"data{index}", f"end{index} - data{index}")]
    lines += [word.format("0")] * 3
    return "\n".join(lines).replace(".if __riscv_xlen == 64", ".ifdef PTO_RV64") + "\n"


def link(job, settings):
    """Link the kernel of a prepared job with its words and staged files as embedded.elf; returns its path."""
    files = [(buffer.staged, os.path.join(job.folder, buffer.staged))
             for buffer in job.arguments.buffers if buffer.mode != "out"]
    path = {name: os.path.join(job.folder, "embedded." + name) for name in ("S", "o")}
    with open(path["S"], "w", encoding="utf-8") as file:
        if settings["march"].startswith("rv64"):
            file.write("    .set PTO_RV64, 1\n")
        file.write(assembly(job.words, files))
    call(settings["compile"] + ["-c", path["S"], "-o", path["o"]], [])
    return kernel.relink(job.folder, settings, "embedded", [path["o"]], "embedded.elf")


class Console:
    """Extracts files from the lines of a console, and the exit status if the machine cannot power off."""

    def __init__(self, folder, on_line):
        self.folder = folder
        self.on_line = on_line
        self.name, self.size, self.data = None, 0, bytearray()
        self.trouble = None

    def line(self, text):
        """Handle a line; returns the exit status in it, or None."""
        if text.startswith(":") and self.name:
            self.data += bytes.fromhex(text[1:].strip()) if HEX.match(text) else b""
        elif match := FILE.match(text):
            self.name, self.size, self.data = match[1], int(match[2]), bytearray()
        elif match := END.match(text):
            self.finish(match)
        elif match := EXIT.match(text):
            return int(match[1])
        elif self.on_line and text.strip():
            self.on_line(text)
        return None

    def finish(self, match):
        if match[1] != self.name or len(self.data) != self.size or zlib.crc32(self.data) != int(match[2], 16):
            self.trouble = f"{match[1]}: bytes were lost or changed on the console"
        else:
            with open(os.path.join(self.folder, os.path.basename(self.name)), "wb") as file:
                file.write(self.data)
        self.name = None


