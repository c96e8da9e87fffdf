# SPDX-License-Identifier: Apache-2.0
"""Transfers data to and from an image: `--link NAME[:PLACE]` (docs/links.md).

Each link runs an image to its end; the driver starts the board's emulator unless the link names a place.
"""
import os

from ptometal import qemu
from ptometal.common import FAULT, Stop, usage_error

KINDS = ("semihosting", "embedded", "gdb", "uart", "files")
SYMBOL = "hal_link_"      # prefix of a symbol in each image, followed by the name of its link; its value is IMAGE_VERSION
IMAGE_VERSION = 1         # of cmake/pto_runtime.cmake


class Link:
    """The value of --link."""

    def __init__(self, text):
        self.text = text
        self.kind, _, self.place = text.partition(":")

    def __str__(self):
        return self.text


def parse(text):
    """semihosting, embedded, gdb[:HOST:PORT], uart[:PATH] or files"""
    link = Link(text)
    if link.kind not in KINDS or (":" in text and (not link.place or link.kind not in ("gdb", "uart"))):
        raise ValueError(text)
    return link


def default():
    """The link given by the environment, else None: the board's or the image's applies."""
    text = os.environ.get("PTO_LINK")
    try:
        return parse(text) if text else None
    except ValueError:
        raise usage_error(f"PTO_LINK={text}: not {parse.__doc__}") from None


class File:
    """A file of a run: its name for the image, its path, and the bytes that may be written (0: an input)."""

    def __init__(self, name, folder, room):
        self.name = name
        self.path = os.path.join(folder, name)
        self.room = room


class Run:
    """The parameters of a link for one run of an image."""

    def __init__(self, elf, board, vlen, backend, harts=1, words=(), files=(), folder=None, timeout=60,
                 icount=False, gm_bytes=0, on_stdout=None, on_stderr=None, peers=None, on_start=None):
        self.elf, self.board, self.vlen, self.backend = os.path.abspath(elf), board, vlen, backend
        self.harts = harts
        self.words = list(words)      # the image's command line, without the program name
        self.files = list(files)
        self.folder = folder or os.getcwd()
        self.timeout = timeout        # seconds; 0: none
        self.icount = icount
        self.gm_bytes = gm_bytes      # size of all buffers
        self.peers = peers            # the window of images side by side, a file
        self.on_start = on_start      # called with the process
        self.on_stdout = on_stdout or (lambda line: None)
        self.on_stderr = on_stderr or (lambda line: None)

    @property
    def line(self):
        """The image's command line."""
        return " ".join([os.path.basename(self.elf), *self.words])

    def emulator(self, **options):
        """The emulator's command line."""
        return qemu.command(self.elf, self.vlen, self.harts, self.words, self.board, self.backend, self.icount,
                            **{"gm_bytes": self.gm_bytes, **options})


def through_host(_, run):
    """Whether the image opens files itself: by semihosting, or as a process of the host."""
    return qemu.run(run.elf, run.vlen, run.harts, run.words, run.timeout, run.icount, run.folder, run.board,
                    run.backend, run.on_stdout, run.on_stderr, run.gm_bytes, peers=run.peers, on_start=run.on_start)


def through_console(_, run):
    """Whether inputs are in the image and all output comes through the board's console."""
    from ptometal.link import embed     # rarely needed
    console = embed.Console(run.folder, run.on_stdout)
    result = qemu.run(run.elf, run.vlen, run.harts, (), run.timeout, run.icount, run.folder, run.board, run.backend,
                      console.line, run.on_stderr, semihosting=False)
    if console.trouble:
        raise Stop(FAULT, console.trouble)
    return result


def through_gdb(link, run):
    from ptometal.link import gdb     # rarely needed
    return gdb.run(link.place, run)


def through_uart(link, run):
    from ptometal.link import uart
    return uart.run(link.place, run)


def run(link, what):
    """Run an image over a link; returns its exit status and its output."""
    ways = {"semihosting": through_host, "files": through_host, "embedded": through_console, "gdb": through_gdb, "uart": through_uart}
    return ways[link.kind](link, what)
