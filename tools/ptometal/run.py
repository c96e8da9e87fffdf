# SPDX-License-Identifier: Apache-2.0
"""`ptometal run`: build a kernel, boot it, bind files to its parameters, write the results back.

The image sees a private folder with staged files, never the user's: what it writes is moved to its place
only after a run that ended well.
"""
import contextlib
import os
import re
import shutil
import sys

from ptometal import build, child, kernel, qemu, symbols
from ptometal.common import DONE, FAULT, INTERNAL, TIME_LIMIT, USAGE, Stop, say, usage_error
from ptometal.options import Option, describe, parse, positive, seconds

SUMMARY = """ptometal run KERNEL [options] [--] ARG...

Build the kernel in KERNEL (.c, .pto, or an image made by `ptometal image`), boot it on the board, run it
on the given data and write the results back. One ARG for each parameter of the kernel, in order:

  in:FILE          a buffer with the contents of FILE
  inout:FILE       the same, written back after the run
  out:FILE=BYTES   a buffer of zeros, written to FILE after the run
  NUMBER           a scalar: 64, -1, 0x40, 1.5

The same FILE given twice is one buffer. Files are written only when the run ended well.
"""
EPILOGUE = """
Exit status: 0 done; 1 the kernel does not compile; 2 wrong usage; 3 the kernel faulted on the target;
124 time limit; 70 ptometal itself failed.
"""

POLICY = re.compile(r"eager|lazy|random:\d+")
STAGED = re.compile(r"\bgm(\d+)\.bin\b")
ARGUMENT = re.compile(r"(in|inout|out):(.*)", re.S)


def policy(text):
    if not POLICY.fullmatch(text):
        raise ValueError(text)
    return text


def folder_flag(text):
    return "-I" + text


def define_flag(text):
    return "-D" + text


def flags_of(values):
    """What the command line asks of the C compiler."""
    return values.D + values.I + (["-DPTO_SUBC_BORROW=1"] if values.subc == "borrow" else [])


OPTIONS = [
    Option("--entry", "NAME", text="the kernel, where the file has several"),
    Option("--blocks", "N", 1, kind=positive, text="number of blocks (default 1)"),
    Option("--arch", "NAME", "a5", choices=("a5", "a2a3"), text="profile of the ISA: a5 (default) or a2a3"),
    Option("--subc", "NAME", "carry", choices=("carry", "borrow"),
           text="the mask of vsubc and vsubcs: carry (1 is no borrow, default) or borrow"),
    Option("--harts", "N", 1, kind=positive, text="harts of the board (default 1)"),
    Option("--policy", "P", "eager", kind=policy,
           text="who steps next on one hart: eager (default), lazy or random:SEED"),
    Option("--gm", "NAME", choices=("strict", "granule"),
           text="what reads past a GM buffer are: faults (strict, default) or warnings (granule, default for .pto)"),
    Option("--timeout", "S", 60.0, kind=seconds, text="time limit in seconds (default 60; 0: none)"),
    Option("--count", text="count instructions: `instructions: N` on stderr (QEMU runs slower)"),
    *build.CONFIGURATION,
    Option("-D", "NAME=VALUE", kind=define_flag, many=True, text="define a macro for a kernel in C"),
    Option("-I", "DIR", kind=folder_flag, many=True, text="a folder with headers for a kernel in C"),
    Option("--keep", "DIR", text="leave image, generated C and staged files in DIR"),
    Option("--help", text="this help"),
]


class Buffer:
    """A file that is bound to one parameter or more."""

    def __init__(self, path, mode, size, index):
        self.path = path          # as typed
        self.mode = mode          # in, inout or out
        self.size = size          # of an out buffer
        self.staged = f"gm{index}.bin"

    @property
    def written(self):
        return self.mode != "in"

    def join(self, mode, size):
        """One more parameter names the same file."""
        if size is not None and self.size is not None and size != self.size:
            raise usage_error(f"{self.path} is one buffer, given with {self.size} and {size} bytes")
        if mode != self.mode:
            self.mode = "inout" if "inout" in (mode, self.mode) or "in" in (mode, self.mode) else "out"
        self.size = size if self.size is None else self.size

    def word(self):
        """The argument for the image."""
        return f"{self.mode}:{self.staged}" + (f"={self.size}" if self.mode == "out" else "")

    def check(self):
        """Everything that can be known to fail before the kernel runs."""
        if self.mode != "out":
            if not os.path.exists(self.path):
                raise usage_error(f"{self.mode}:{self.path}: there is no such file")
            if not os.path.isfile(self.path):
                raise usage_error(f"{self.mode}:{self.path}: this is not a file")
            if not os.access(self.path, os.R_OK):
                raise usage_error(f"{self.mode}:{self.path}: not readable")
            if self.size is not None and os.path.getsize(self.path) != self.size:
                raise usage_error(f"out:{self.path}={self.size}: the same file is an input of "
                                  f"{os.path.getsize(self.path)} bytes")
        if self.written:
            folder = os.path.dirname(self.path) or "."
            if not os.path.isdir(folder):
                raise usage_error(f"{self.mode}:{self.path}: there is no folder {folder}")
            if os.path.isdir(self.path):
                raise usage_error(f"{self.mode}:{self.path}: this is a folder")
            if not os.access(self.path if os.path.exists(self.path) else folder, os.W_OK):
                raise usage_error(f"{self.mode}:{self.path}: not writable")

    def stage(self, folder):
        staged = os.path.join(folder, self.staged)
        if self.mode == "in":
            os.symlink(os.path.abspath(self.path), staged)
        elif self.mode == "inout":
            shutil.copyfile(self.path, staged)

    def publish(self, folder):
        """Put the result in its place: a rename, so that nobody sees half of it."""
        staged = os.path.join(folder, self.staged)
        target = os.path.realpath(self.path)
        if os.path.exists(target) and not os.path.isfile(target):   # a device or a pipe
            shutil.copyfile(staged, target)
            return
        partial = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{os.getpid()}")
        try:
            shutil.copyfile(staged, partial)
            if os.path.exists(target):
                shutil.copymode(target, partial)
            os.replace(partial, target)
        except OSError as error:
            if os.path.exists(partial):
                os.unlink(partial)
            raise Stop(FAULT, f"out:{self.path}: {error.strerror}") from None


def scalar(word):
    """Check a NUMBER; the image converts it by the type of the parameter."""
    for kind in (lambda text: int(text, 0), float):
        try:
            kind(word)
            return word
        except ValueError:
            pass
    return None


def bind(words):
    """The ARGs: the words for the image, and the buffers among them."""
    buffers, staged = {}, []
    for word in words:
        match = ARGUMENT.fullmatch(word)
        if not match:
            if scalar(word) is None:
                raise usage_error(f"argument {word}: it is in:FILE, inout:FILE, out:FILE=BYTES or a number")
            staged.append(word)
            continue
        mode, path = match.groups()
        size = None
        if mode == "out":
            path, equals, text = path.rpartition("=")
            if not equals or not text.isascii() or not re.fullmatch(r"0x[0-9a-fA-F]+|\d+", text):
                raise usage_error(f"argument {word}: how large is it? out:FILE=BYTES")
            size = int(text, 0)
            if size == 0:
                raise usage_error(f"argument {word}: a buffer has at least one byte")
        if not path:
            raise usage_error(f"argument {word}: the name of the file is missing")
        place = os.path.realpath(path)
        if place in buffers:
            buffers[place].join(mode, size)
        else:
            buffers[place] = Buffer(path, mode, size, len(buffers))
        staged.append(buffers[place])
    for buffer in buffers.values():
        buffer.check()
    return [word.word() if isinstance(word, Buffer) else word for word in staged], list(buffers.values())


def image_words(values, arguments, source):
    """The command line that the runner in the image reads."""
    words = ["--blocks", str(values.blocks), "--arch", values.arch, "--policy", values.policy]
    bounds = values.gm or ("granule" if source.endswith(".pto") else "strict")
    words += ["--gm", bounds]
    if values.count:
        words.append("--count")
    if values.entry:
        words += ["--entry", values.entry]
    return words + ["--"] + arguments


class Job:
    """A prepared run: image and staged files in a private folder."""

    def __init__(self, values, words):
        if not words:
            raise usage_error("run needs a kernel: ptometal run KERNEL [options] [--] ARG...")
        self.values = values
        source = words[0]
        kernel.check_source(source)
        arguments, self.buffers = bind(words[1:])
        if source.endswith(".elf"):
            follow_image(source, values)
        self.config = build.Config.of(values)
        if values.harts > self.config.board.max_harts:
            raise usage_error(f"--harts {values.harts}: {self.config.board.name} has at most "
                              f"{self.config.board.max_harts}")
        self.words = image_words(values, arguments, source)
        with contextlib.ExitStack() as stack:
            self.folder = stack.enter_context(child.scratch_folder("ptometal-"))
            self.elf = os.path.join(self.folder, "kernel.elf")
            stack.callback(self.keep)
            self.prepare(source)
            self.ending = stack.pop_all()

    def prepare(self, source):
        if source.endswith(".elf"):
            shutil.copyfile(source, self.elf)
        else:
            kernel.build_image(kernel.Request(source, self.config, self.values.arch, flags_of(self.values)),
                               self.folder)
        for buffer in self.buffers:
            buffer.stage(self.folder)

    def with_file_names(self, line):
        """A line of a report with the user's names of the staged files."""
        return STAGED.sub(lambda match: self.buffers[int(match[1])].path
                          if int(match[1]) < len(self.buffers) else match[0], line)

    def publish(self):
        for buffer in self.buffers:
            if buffer.written:
                buffer.publish(self.folder)

    def keep(self):
        if self.values.keep:
            shutil.copytree(self.folder, self.values.keep, dirs_exist_ok=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ending.close()


def follow_image(path, values):
    """Boot an image on the core that it was built for, which its architecture attribute names."""
    with open(path, "rb") as file:
        lengths = [int(length) for length in re.findall(rb"_zvl(\d+)b", file.read())]
    values.vlen = values.vlen or max(lengths, default=None)
    values.backend = values.backend or ("rvv" if lengths else "scalar")


def boot(job):
    """Run a prepared job; returns the exit status of the driver."""
    names = symbols.Symbols(job.elf)

    def show_error(line):
        sys.stderr.write(job.with_file_names(names.annotate(line)))
        sys.stderr.flush()

    def show_output(line):
        sys.stdout.write(line)
        sys.stdout.flush()

    values, config = job.values, job.config
    result = qemu.run(job.elf, config.vlen, values.harts, job.words, values.timeout,
                      icount=values.count, cwd=job.folder, board=values.board, backend=config.backend,
                      on_stdout=show_output, on_stderr=show_error)
    if result.status == TIME_LIMIT:
        say(f"error: no end within {values.timeout:g} s (--timeout); nothing was written")
    elif result.status == DONE:
        job.publish()
    elif result.status not in (USAGE, FAULT):
        qemu_failed = "qemu-system" in result.stderr
        say(f"error: {'QEMU' if qemu_failed else 'the image'} ended with status {result.status}")
        return INTERNAL if qemu_failed else FAULT
    return result.status


def main(argv):
    values, words = parse(argv, OPTIONS)
    if values.help:
        print(SUMMARY)
        print(describe(OPTIONS))
        print(EPILOGUE, end="")
        return DONE
    with Job(values, words) as job:
        return boot(job)
