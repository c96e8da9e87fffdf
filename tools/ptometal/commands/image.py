# SPDX-License-Identifier: Apache-2.0
"""`ptometal image`: the bootable image of a kernel, in the format of a flash tool, with its inputs if wanted."""
import os
import shlex

from ptometal import child, kernel, qemu
from ptometal.binary import formats
from ptometal.common import DONE, usage_error
from ptometal.options import Option
from ptometal.runs import bootable, options

SUMMARY = """ptometal image KERNEL [-o FILE] [options] [--] [ARG...]

Build the image of a kernel (.c, .cpp, .pto) or of a CMake project (its folder) and leave it in FILE (default: the kernel's
name with the format), and say how full the memories of the board are. `ptometal run FILE ARG...` boots an ELF image; so does QEMU alone, with the
command line that this prints.

With the ARGs of `ptometal run` the image stands alone: inputs are in it, and outputs go to the console of the board
as lines of hexadecimal digits with a check sum.
"""

OPTIONS = [Option("-o", "FILE", text="the image"),
           Option("--format", "NAME", choices=tuple(formats.FORMATS),
                  text="elf, bin, hex (Intel), srec (Motorola) or uf2 (default: what FILE ends in, else elf)"),
           *[option for option in options.OPTIONS
             if option.name not in ("--timeout", "--keep", "--count", "--explore", "--clocks", *options.REPORTED)]]


def format_of(values):
    """The chosen format, or the one implied by the file's name."""
    ending = os.path.splitext(values.o or "")[1][1:]
    return values.format or (ending if ending in formats.FORMATS else "elf")


def main(values, words):
    if not words:
        raise usage_error("image takes a kernel: ptometal image KERNEL [-o FILE] [options] [--] [ARG...]")
    kernel.check_source(words[0], projects=True)
    if words[0].endswith(".elf"):
        raise usage_error(f"{words[0]} is an image already")
    kind = format_of(values)
    target = values.o or os.path.splitext(os.path.basename(os.path.normpath(words[0])))[0] + "." + kind
    with child.scratch_folder("ptometal-") as folder:
        elf, config = bootable.make(values, words, folder)
        try:
            with open(target, "wb") as file:
                file.write(formats.convert(elf, kind))
            if config.board.is_host:
                os.chmod(target, os.stat(target).st_mode | 0o111)
        except OSError as error:
            raise usage_error(f"-o {target}: {error.strerror}") from None
        print(f"{target}: {os.path.getsize(target)} bytes for {config.name}")
        if not config.board.is_host:
            print(bootable.table(elf))
    if config.board.is_host:
        print(f"  {target} --blocks 1 -- ARG...")
    if kind == "elf" and config.board.has_emulator and "@FLASH@" not in " ".join(config.board.words("QEMU_LOAD")):
        alone = len(words) > 1
        line = qemu.command(target, config.vlen, 1, ["--blocks", "1", "--", "ARG..."], values.board,
                            config.backend, semihosting=not alone)
        print(f"  {shlex.join(line)}")
    return DONE
