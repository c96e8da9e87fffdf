# SPDX-License-Identifier: Apache-2.0
"""`ptometal image`: the bootable image of a kernel, and how to boot it by hand."""
import os
import shlex
import shutil

from ptometal import build, child, kernel, qemu, run
from ptometal.common import DONE, usage_error
from ptometal.options import Option, describe, parse

SUMMARY = """ptometal image KERNEL [-o FILE] [options]

Build the image of a kernel and leave it in FILE (default: the kernel's name with .elf). `ptometal run FILE
ARG...` boots it; so does QEMU alone, with the command line that this prints.
"""

TAKEN = ("--arch", "--subc", "-D", "-I", "-W", "--help")
OPTIONS = [Option("-o", "FILE", text="the image"), *build.CONFIGURATION,
           *[option for option in run.OPTIONS if option.name in TAKEN]]


def main(argv):
    values, words = parse(argv, OPTIONS)
    if values.help:
        print(SUMMARY)
        print(describe(OPTIONS))
        return DONE
    if len(words) != 1:
        raise usage_error("image takes one kernel: ptometal image KERNEL [-o FILE] [options]")
    source = words[0]
    kernel.check_source(source)
    if source.endswith(".elf"):
        raise usage_error(f"{source} is an image already")
    config = build.Config.of(values)
    target = values.o or os.path.splitext(os.path.basename(source))[0] + ".elf"
    with child.scratch_folder("ptometal-") as folder:
        kernel.build_image(kernel.Request.of(source, config, values), folder)
        try:
            shutil.copyfile(os.path.join(folder, "kernel.elf"), target)
        except OSError as error:
            raise usage_error(f"-o {target}: {error.strerror}") from None
    line = qemu.command(target, config.vlen, 1, ["--blocks", "1", "--", "ARG..."], config.board.name,
                        config.backend)
    print(f"{target}: {os.path.getsize(target)} bytes for {config.name}")
    print(f"  {shlex.join(line)}")
    return DONE
