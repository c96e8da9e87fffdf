# SPDX-License-Identifier: Apache-2.0
"""`ptometal image`: the bootable image of a kernel, in the format of a flash tool, with its inputs if wanted."""
import os
import shlex

from ptometal import build, child, kernel, link, project, qemu
from ptometal.commands import run
from ptometal.binary import formats, memory
from ptometal.common import DONE, usage_error
from ptometal.options import Option

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
           *[option for option in run.OPTIONS
             if option.name not in ("--timeout", "--keep", "--count", "--explore", "--clocks", *run.REPORTED)]]


def table(elf):
    """The memory usage, one line per memory."""
    lines = [f"  {'memory':8}{'address':>12}{'bytes':>12}{'used':>12}{'':>8}"]
    for name, address, size, used in memory.Image(elf).regions():
        lines.append(f"  {name:8}{address:#12x}{size:12}{used:12}{100 * used / size:7.1f}%")
    return "\n".join(lines)


def format_of(values):
    """The chosen format, or the one implied by the file's name."""
    ending = os.path.splitext(values.o or "")[1][1:]
    return values.format or (ending if ending in formats.FORMATS else "elf")


def make(values, words, folder):
    """Build the image given on the command line in a folder; returns the ELF file and the configuration."""
    values.timeout, values.count, values.keep = 0, False, None
    if len(words) > 1:
        values.link = link.parse("embedded")
        with run.Job(values, words) as job:
            elf = os.path.join(folder, "image.elf")
            kernel.link_or_copy(job.elf, elf)
            return elf, job.config
    config = build.Config.of(values)
    project.build_image(words[0], config, values, folder)
    if values.link and values.link.kind != config.board.first_link:
        return kernel.relink(folder, build.ensure_runtime(config), values.link.kind), config
    return os.path.join(folder, "kernel.elf"), config


def main(values, words):
    if not words:
        raise usage_error("image takes a kernel: ptometal image KERNEL [-o FILE] [options] [--] [ARG...]")
    kernel.check_source(words[0], projects=True)
    if words[0].endswith(".elf"):
        raise usage_error(f"{words[0]} is an image already")
    kind = format_of(values)
    target = values.o or os.path.splitext(os.path.basename(os.path.normpath(words[0])))[0] + "." + kind
    with child.scratch_folder("ptometal-") as folder:
        elf, config = make(values, words, folder)
        try:
            with open(target, "wb") as file:
                file.write(formats.convert(elf, kind))
            if config.board.is_host:
                os.chmod(target, os.stat(target).st_mode | 0o111)
        except OSError as error:
            raise usage_error(f"-o {target}: {error.strerror}") from None
        print(f"{target}: {os.path.getsize(target)} bytes for {config.name}")
        if not config.board.is_host:
            print(table(elf))
    if config.board.is_host:
        print(f"  {target} --blocks 1 -- ARG...")
    if kind == "elf" and config.board.has_emulator and "@FLASH@" not in " ".join(config.board.words("QEMU_LOAD")):
        alone = len(words) > 1
        line = qemu.command(target, config.vlen, 1, ["--blocks", "1", "--", "ARG..."], values.board,
                            config.backend, semihosting=not alone)
        print(f"  {shlex.join(line)}")
    return DONE
