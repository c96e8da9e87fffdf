# SPDX-License-Identifier: Apache-2.0
"""Arguments of `ptometal run`: numbers, and files that are bound to parameters as GM buffers.

The image sees a private folder with staged files, never the user's. Results are moved to their final paths only after a
successful run, and only all together.
"""
import os
import re

from ptometal.binary import npy
from ptometal.common import plural, usage_error
from ptometal.results.output import Output, copy_file, publish

ARGUMENT = r"(?s)(in|inout|out):(.*)"
SIZE = r"0x[0-9a-fA-F]{1,16}|[0-9]{1,19}"
OFFSET = r"(?s)(.*)@(0x[0-9a-fA-F]{1,16}|[0-9]{1,19})"
LONGEST_NUMBER = 400
RANK = "{rank}"
CONTEXT = "comm"
PARAM_MAX = 64       # of isa/limits.h
BETWEEN = 1 << 20
SHAPE = r"[0-9]{1,19}((x[0-9]{1,19})+|x)"   # 64x is a shape of one dimension


class Buffer:
    """A file bound to one or more parameters."""

    def __init__(self, path, index, part=None):
        self.path = path          # as typed
        self.index = index
        self.part = part          # (N, NUM): the Nth of NUM parts along the first axis of an input
        self.mode = None          # in, inout or out
        self.size = None          # in bytes; None of an out buffer until it is known
        self.shape = None         # of an out buffer, in elements
        self.array = None         # the header of a .npy file
        self.start = 0            # offset of the data in the file
        self.params = []

    @property
    def staged(self):
        return f"gm{self.index}.bin"

    @property
    def written(self):
        return self.mode != "in"

    @property
    def is_array(self):
        return self.path.endswith(".npy")

    @property
    def place(self):
        return os.path.realpath(self.path)

    @property
    def name(self):
        """For messages."""
        return f"{self.mode}:{self.path}"

    def join(self, mode, size, shape):
        """Bind this file to one more parameter."""
        for known, new in ((self.size, size), (self.shape, shape)):
            if known is not None and new is not None and known != new:
                raise usage_error(f"{self.path} is one buffer, given with {known} and {new} bytes")
        self.mode = mode if self.mode in (None, mode) else "inout"
        self.size = size if self.size is None else self.size
        self.shape = shape if self.shape is None else self.shape

    def check(self):
        """Check everything that can fail before the kernel is built."""
        try:
            if self.mode != "out" or os.path.lexists(self.path):
                os.stat(self.path)
            else:
                os.stat(os.path.dirname(self.path) or ".")
                os.lstat(self.path)
        except FileNotFoundError:
            self.refuse_missing()
        except OSError as error:      # a name too long, a folder without access
            raise usage_error(f"{self.name}: {error.strerror}") from None
        if self.mode != "out":
            self.check_input()
        if self.written:
            self.check_output()

    def refuse_missing(self):
        if self.mode != "out":
            raise usage_error(f"{self.name}: there is no such file")
        folder = os.path.dirname(self.place)
        if not os.path.isdir(folder):
            raise usage_error(f"{self.name}: there is no folder {os.path.dirname(self.path) or folder}")

    def check_input(self):
        if not os.path.isfile(self.path):
            raise usage_error(f"{self.name}: this is not a file")
        if not os.access(self.path, os.R_OK):
            raise usage_error(f"{self.name}: not readable")
        data = os.path.getsize(self.path)
        if self.is_array:
            try:
                self.array, self.start = npy.read_header(self.path)
            except npy.BadArray as wrong:
                raise usage_error(f"{self.name}: {wrong}") from None
            data -= self.start
        if self.size is not None and data != self.size:
            raise usage_error(f"out:{self.path}={self.size}: the same file is an input of {data} bytes")
        if self.shape is not None and self.array and self.shape != self.array.shape:
            raise usage_error(f"out:{self.path}: the same file is an input of shape {shape_text(self.array.shape)}")
        self.size = data
        if self.part:
            self.take_part()

    def take_part(self):
        """Narrow an input to its part."""
        number, num = self.part
        extent = (self.array.shape or (1,))[0] if self.array else self.size
        if extent % num:
            raise usage_error(f"{self.name}: {num} ranks cannot share its {extent} {'rows' if self.array else 'bytes'} "
                              "equally")
        self.size //= num
        self.start += number * self.size

    def check_output(self):
        if os.path.isdir(self.path):
            raise usage_error(f"{self.name}: this is a folder")
        exists = os.path.exists(self.path)
        if not os.access(self.path if exists else os.path.dirname(self.place), os.W_OK):
            raise usage_error(f"{self.name}: not writable")

    def resolve(self, kernel):
        """Determine size and element type from the parameters of the built kernel."""
        for param in self.params:
            if self.size is None and param:
                self.size = param.buffer_bytes
            if self.shape is not None and param and param.element_bytes:
                self.size = param.element_bytes * product(self.shape)
            if self.array and param and not npy.fits(self.array, param):
                raise usage_error(f"{self.name}: its elements are {self.array.descr}, parameter {param.name} of "
                                  f"{kernel} is {param.spelling} ({npy.describe(param)})")
        if self.size is None:
            raise usage_error(f"argument {self.name}: how large is it? out:FILE=BYTES")
        if self.size == 0 and self.mode == "out":
            raise usage_error(f"argument {self.name}: a buffer has at least one byte")
        if self.is_array and self.array is None and self.params[0]:
            size = self.params[0].element_bytes
            if self.size % size:
                raise usage_error(f"{self.name}: {self.size} bytes is no multiple of the {size}-byte element of "
                                  f"parameter {self.params[0].name}")
            self.array = npy.Array(npy.describe(self.params[0]), self.shape or (self.size // size,))

    def word(self):
        """The argument for the image."""
        return f"{self.mode}:{self.staged}" + (f"={self.size}" if self.mode == "out" else "")

    def stage(self, folder):
        staged = os.path.join(folder, self.staged)
        if self.mode == "in" and self.start == 0 and not self.part:
            os.symlink(os.path.abspath(self.path), staged)
        elif self.mode != "out":
            with open(self.path, "rb") as source, open(staged, "wb") as target:
                source.seek(self.start)
                copy_bytes(source, target, self.size)

    def output(self, folder, movable):
        """Where the result goes, which the image has left in the folder."""
        staged = os.path.join(folder, self.staged)

        def write(target):
            if self.array:
                target.write(self.array.header())
            copy_file(staged, target)
        return Output(self.path, write, staged if movable and not self.array else None)


def copy_bytes(source, target, count):
    while count > 0 and (piece := source.read(min(count, 1 << 20))):
        target.write(piece)
        count -= len(piece)


def product(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


def shape_text(shape):
    return "x".join(map(str, shape))


def scalar(word):
    """Check a NUMBER; the image converts it by the type of the parameter."""
    for kind in (lambda text: int(text, 0), float):
        try:
            kind(word)
            return word
        except ValueError:
            pass
    return None


def take_size(path, word):
    """Split FILE=BYTES, FILE=AxB or FILE=Ax into the file, bytes or None, and shape or None."""
    path, equals, text = path.rpartition("=")
    if not equals:
        return text, None, None
    if re.fullmatch(SIZE, text):
        size = int(text, 16 if text.startswith("0x") else 10)
        if size == 0:
            raise usage_error(f"argument {word}: a buffer has at least one byte")
        return path, size, None
    if re.fullmatch(SHAPE, text):
        return path, None, tuple(int(extent) for extent in text.split("x") if extent)
    if text.isdecimal():
        raise usage_error(f"argument {word[:40]}...: no buffer is that large")
    raise usage_error(f"argument {word}: how large is it? out:FILE=BYTES")


def take_offset(path):
    """Split FILE@OFFSET into the rest and the byte offset in its buffer. A file of the whole name is meant itself."""
    match = re.fullmatch(OFFSET, path)
    return (match[1], int(match[2], 0)) if match and not os.path.lexists(path) else (path, 0)


def check_offset(buffer, offset, param):
    where = f"argument {buffer.name}@{offset}"
    if offset >= buffer.size:
        raise usage_error(f"{where}: the buffer has {plural(buffer.size, 'byte')}")
    if param and param.element_bytes and offset % param.element_bytes:
        raise usage_error(f"{where}: the elements of parameter {param.name} have {plural(param.element_bytes, 'byte')}")


def ranked(words, rank_num):
    """The arguments of all ranks, with the number of each for {rank}. A pair: the word, and the part of its file."""
    if rank_num == 1:
        return [(word, None) for word in words]
    shared = [word for word in words if re.match("(inout|out):", word) and RANK not in word]
    if shared:
        raise usage_error(f"--ranks {rank_num}: argument {shared[0]}: each rank writes a file of its own: put {RANK} "
                          "into its name")
    if len(words) * rank_num > PARAM_MAX:
        raise usage_error(f"--ranks {rank_num}: the ranks have {len(words) * rank_num} arguments, at most {PARAM_MAX}")
    return [(word.replace(RANK, str(rank)), None if RANK in word else (rank, rank_num))
            for rank in range(rank_num) for word in words]


class Arguments:
    """The arguments of one run: those of rank 1 follow those of rank 0."""

    def __init__(self, words, rank_num=1):
        self.items = []      # a Buffer or the text of a number, for each argument
        self.offsets = []    # in bytes; of a number 0
        self.rank_num = rank_num
        buffers = {}
        for word, part in ranked(words, rank_num):
            match = re.fullmatch(ARGUMENT, word)
            if not match:
                if len(word) > LONGEST_NUMBER:
                    raise usage_error(f"argument {word[:20]}...: no number is that long")
                if word != CONTEXT and scalar(word) is None:
                    raise usage_error(f"argument {word}: it is in:FILE, inout:FILE, out:FILE=BYTES or a number")
                self.items.append(word)
                self.offsets.append(0)
                continue
            mode, path = match.groups()
            path, offset = take_offset(path)
            size = shape = None
            if mode == "out":
                path, size, shape = take_size(path, word)
            if not path:
                raise usage_error(f"argument {word}: the name of the file is missing")
            buffer = buffers.setdefault((os.path.realpath(path), part), Buffer(path, len(buffers), part))
            buffer.join(mode, size, shape)
            self.items.append(buffer)
            self.offsets.append(offset)
        self.buffers = list(buffers.values())
        for buffer in self.buffers:
            buffer.check()

    def resolve(self, kernel):
        """Check and complete arguments for a kernel (None: the image will report that it has none)."""
        params = kernel.params if kernel else []
        for index, item in enumerate(self.items):
            if isinstance(item, Buffer):
                index %= len(self.items) // self.rank_num
                item.params.append(params[index] if index < len(params) else None)
        for buffer in self.buffers:
            buffer.resolve(kernel.name if kernel else "the kernel")
        for index, (item, offset) in enumerate(zip(self.items, self.offsets)):
            if offset:
                index %= len(self.items) // self.rank_num
                check_offset(item, offset, params[index] if index < len(params) else None)

    def check_count(self, kernel):
        """Reject a number of arguments other than the kernel's."""
        wanted, given = len(kernel.params), len(self.items) // self.rank_num
        if given != wanted:
            raise usage_error(f"kernel {kernel.name} takes {plural(wanted, 'argument')}, "
                              f"{given} {'is' if given == 1 else 'are'} given")

    def words(self):
        """The arguments for the image."""
        return [item.word() + (f"@{offset}" if offset else "") if isinstance(item, Buffer) else item
                for item, offset in zip(self.items, self.offsets)]

    def total_bytes(self):
        return sum(buffer.size for buffer in self.buffers)

    def room(self):
        """GM bytes of the buffers, with the runner's gaps between them."""
        return sum(buffer.size + BETWEEN for buffer in self.buffers)

    def stage(self, folder):
        for buffer in self.buffers:
            buffer.stage(folder)

    def are_written(self, folder):
        """Whether the image has written all results."""
        return all(os.path.exists(os.path.join(folder, buffer.staged)) for buffer in self.buffers if buffer.written)

    def publish(self, folder, movable):
        """Write all results to their files. `movable`: those in the folder are not needed any more."""
        publish([buffer.output(folder, movable) for buffer in self.buffers if buffer.written])
