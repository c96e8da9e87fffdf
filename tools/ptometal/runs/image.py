# SPDX-License-Identifier: Apache-2.0
"""What an image says of itself: its kernels, its link, the core that it was built for."""
import re

from ptometal import boards, link
from ptometal.binary import elf
from ptometal.binary.memory import Image
from ptometal.common import usage_error


def link_of(path):
    """The link that an image was built for."""
    kernels_of(path, path)  # reports files that are not images
    known = {name: value for name, value in Image(path).symbols().items() if name.startswith(link.SYMBOL)}
    for name, version in known.items():
        if version != link.IMAGE_VERSION:
            raise usage_error(f"{path}: an image of version {version}, this ptometal runs {link.IMAGE_VERSION}: make it again")
        return name[len(link.SYMBOL):]
    return None


def kernels_of(path, source):
    """The kernels of an image."""
    with open(path, "rb") as file:
        try:
            return elf.kernels(file.read())
        except elf.NotAnImage as wrong:
            raise usage_error(f"{source}: {wrong}") from None


def has_clocks(path):
    """Whether an image reports times (firmware/time/report.c)."""
    with open(path, "rb") as file:
        return b"time: launch " in file.read()


def follow_image(path, values):
    """Boot an image on the core that it was built for, as given by its architecture attribute."""
    with open(path, "rb") as file:
        data = file.read()
    machine = elf.machine(data)
    if machine in elf.HOSTS.values():
        values.board = values.board if boards.load(values.board).is_host else "native"
        return
    if machine is not None and boards.load(values.board).is_host:
        raise usage_error(f"{path}: this is an image for RISC-V; board {values.board} runs those that were made for it")
    lengths = [int(length) for length in re.findall(rb"_zvl(\d+)b", data)]
    values.vlen = max(lengths, default=None) if values.vlen is None else values.vlen
    values.backend = values.backend or ("rvv" if lengths else "scalar")


def followed_kernel(kernels, entry):
    """The kernel that an image will run, or None if the image will report that it has none."""
    if entry is None:
        programs = [kernel for kernel in kernels if kernel.kind == elf.PROGRAM]
        kernels = programs or kernels
        return kernels[0] if len(kernels) == 1 else None
    return next((kernel for kernel in kernels if kernel.name == entry), None)
