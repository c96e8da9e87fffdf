# SPDX-License-Identifier: Apache-2.0
"""`ptometal flash`: write an image to the flash of a board and start it there."""
import os
import shlex
import subprocess
import sys

from ptometal import boards, child, kernel, qemu
from ptometal.commands.image import OPTIONS as IMAGE_OPTIONS
from ptometal.common import BUILD, DONE, FAULT, INTERNAL, TIME_LIMIT, Stop, say, usage_error
from ptometal.link import embed
from ptometal.options import Option, seconds
from ptometal.runs import bootable
from ptometal.runs.boot import UNREPORTED

SUMMARY = """ptometal flash KERNEL --board NAME [options] [--] [ARG...]

Build the image of a kernel as `ptometal image` does (with ARGs: the one that stands alone), write it to the board and
start it. An emulated board with flash gets a file with the contents of its flash, and boots from that. Hardware gets
the commands that PTO_BOARD_FLASH in its board.cmake states.
"""

OPTIONS = [*(option for option in IMAGE_OPTIONS if option.name not in ("-o", "--format")),
           Option("--timeout", "S", 60.0, kind=seconds, text="time limit of an emulated board in seconds (default 60)"),
           Option("--dry-run", text="only print the commands")]


def has_emulated_flash(board):
    return "@FLASH@" in " ".join(board.words("QEMU_LOAD"))


def commands(board, elf):
    """The commands that flash hardware, one list of words each; board.cmake separates them by ';'."""
    lines = [[]]
    for word in board.words("FLASH"):
        if word == ";":
            lines.append([])
        else:
            lines[-1].append(word.replace("@ELF@", elf).replace("@BOARD@", board.folder))
    return [line for line in lines if line]


def show(line):
    if line.rstrip() != qemu.ENDED:
        sys.stdout.write(line)


def boot(config, values, elf):
    """Start an emulated board from its flash; returns the exit status of the driver."""
    console = embed.Console(os.getcwd(), show)
    result = qemu.run(elf, config.vlen, values.harts, (), values.timeout, board=values.board,
                      backend=config.backend, on_stdout=console.line, semihosting=False)
    if console.trouble:
        raise Stop(FAULT, console.trouble)
    if result.status == DONE and not result.is_reported():
        raise Stop(FAULT, UNREPORTED.partition(": ")[2].rstrip())
    if result.status == TIME_LIMIT:
        say(f"error: no end within {values.timeout:g} s (--timeout)" + config.board.hint_if_silent(result.stdout + result.stderr))
    return result.status


def main(values, words):
    flashable = [name for name in boards.names()
                 if boards.load(name).words("FLASH") or has_emulated_flash(boards.load(name))]
    if not values.board:
        raise usage_error(f"which board? flash KERNEL --board NAME; boards with flash: {', '.join(flashable)}")
    board = boards.load(values.board)
    if not board.words("FLASH") and not board.has_emulator:
        raise usage_error(f"{values.board}: its board.cmake does not set PTO_BOARD_FLASH, the commands that flash it")
    if not board.words("FLASH") and not has_emulated_flash(board):
        raise usage_error(f"{values.board} is emulated and has no flash: `ptometal run` boots the image; boards with "
                          f"flash: {', '.join(flashable)}")
    if not words:
        raise usage_error("flash takes a kernel: ptometal flash KERNEL --board NAME [--] [ARG...]")
    kernel.check_source(words[0], projects=True)
    target = os.path.join(BUILD, "flash", board.tag + ".elf")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    timeout = values.timeout
    with child.scratch_folder("ptometal-") as folder:
        elf, config = bootable.make(values, words, folder)
        kernel.link_or_copy(elf, target + ".new")
        os.replace(target + ".new", target)
    values.timeout = timeout
    print(f"{os.path.relpath(target)}: {config.name}")
    print(bootable.table(target))
    if has_emulated_flash(board):
        line = board.qemu(target, config.vlen, values.harts, config.backend)
        print(f"  {shlex.join(line)}")
        return DONE if values.dry_run or len(words) == 1 else boot(config, values, target)
    for line in commands(board, target):
        print(f"  {shlex.join(line)}", flush=True)
        if not values.dry_run and subprocess.call(line) != 0:
            raise Stop(INTERNAL, f"{line[0]} failed")
    return DONE
