# SPDX-License-Identifier: Apache-2.0
"""Programs: launches of kernels on shared buffers, in one image and one boot.

A buffer is named memory of the board. A launch is a kernel, its arguments and a number of blocks. A launch waits for
earlier ones whose data it reads or overwrites, and for those named in `after`; nothing else orders them.
"""
import os

from ptometal.common import usage_error
from ptometal.program import image, job

TYPES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8, "u64": 8, "f16": 2, "bf16": 2, "f32": 4,
         "f64": 8, "e4m3": 1, "e5m2": 1, "hif8": 1, "e2m1x2": 1, "e1m2x2": 1}


class Bits:
    """A number as its bits, the low ones of 64."""

    def __init__(self, bits):
        self.bits = bits

    def slot(self, param):
        return self.bits & ((1 << 8 * param.element_bytes) - 1)

    def __str__(self):
        return f"{self.bits:#x}"


class Block:
    """An argument that identifies the running block: its index, the number of blocks, or the vector core's index."""

    def __init__(self, kind, name):
        self.kind, self.name = kind, name

    def __str__(self):
        return self.name


BLOCK_IDX, BLOCK_NUM = Block(job.BLOCK_IDX, "block index"), Block(job.BLOCK_NUM, "number of blocks")
SUBBLOCK_IDX = Block(job.SUBBLOCK_IDX, "subblock index")


class View:
    """A part of a buffer, and its use by a launch: IN, OUT, INOUT, or None for that of the parameter's type."""

    def __init__(self, buffer, offset, size, kind=None, step=0, ordered=True):
        self.buffer, self.offset, self.size, self.kind, self.step = buffer, offset, size, kind, step
        self.ordered = ordered      # whether it orders launches

    def __str__(self):
        whole = self.offset == 0 and self.size == self.buffer.size
        return self.buffer.name if whole else f"{self.size} bytes of {self.buffer.name} from {self.offset} on"

    def but(self, **changes):
        """A copy with other attributes."""
        view = object.__new__(View)     # a program has many
        view.__dict__.update(self.__dict__, **changes)
        return view

    def turned(self, kind):
        return self.but(kind=kind)

    def advancing(self, step):
        """A copy that advances by `step` bytes with each block."""
        return self.but(step=step)


class Buffer:
    """A named buffer in GM: zeros, or the contents of `data` (bytes) or of `path` (a file, from `start` on)."""

    def __init__(self, name, size, data=None, path=None, start=0, element_bytes=1):
        self.name, self.size, self.data, self.path, self.start = name, size, data, path, start
        self.element_bytes = element_bytes
        self.output = None        # the bytes after a run, if kept
        self.stores = self.resident = False     # resident: already on the board

    def view(self):
        return View(self, 0, self.size)

    def part(self, offset, size):
        """The bytes from an offset on."""
        if offset < 0 or size < 0 or offset + size > self.size:
            raise usage_error(f"buffer {self.name} has {self.size} bytes, and {size} bytes from offset {offset} on are "
                              "asked for")
        return View(self, offset, size)


def reads(what):
    """An argument that a launch only reads."""
    return view_of(what).turned(job.IN)


def writes(what):
    """An argument that a launch only writes."""
    return view_of(what).turned(job.OUT)


def updates(what):
    """An argument that a launch reads and writes."""
    return view_of(what).turned(job.INOUT)


def unordered(what):
    """An argument that does not order launches; `after` must order them."""
    return view_of(what).but(ordered=False)


def view_of(what):
    return what.view() if not isinstance(what, (View, int, float)) and hasattr(what, "view") else what


class Launch:
    """A launch of a program."""

    def __init__(self, number, kernel, args, blocks, after, name, place):
        self.number, self.kernel, self.args, self.blocks = number, kernel, args, blocks
        self.after, self.name = list(after), name
        self.place = place     # source location for messages
        self.checked = None         # with open views or not, once its arguments are known to match the kernel
        self.one_vector = False     # the second vector core of a cluster does nothing
        self.rank = 0               # whose clusters it runs on: each rank has an equal part of the board's

    def __str__(self):
        """The call, for messages."""
        blocks = f" on {self.blocks} blocks" if self.blocks != 1 else ""
        return f"{self.kernel.name}({', '.join(map(str, self.args))}){blocks}"


class Program:
    """Buffers and launches."""

    may_be_empty = False

    def __init__(self, config=None, arch=None, gm=None):
        self.config = config or build_config()
        self.arch, self.gm = arch, gm
        self.buffers, self.launches = [], []
        self.launched = {}      # the kernels of launches, by id

    def add(self, buffer):
        if any(other.name == buffer.name for other in self.buffers):
            raise usage_error(f"there are two buffers {buffer.name}")
        if buffer.size <= 0:
            raise usage_error(f"buffer {buffer.name} has no bytes")
        self.buffers.append(buffer)
        return buffer

    def launch(self, kernel, *args, blocks=1, after=(), rank=0, name=None, place=None):
        """Add a launch: one argument for each parameter of the kernel. Each rank has its part of the board's clusters."""
        number = len(self.launches)
        if not isinstance(blocks, int) or not 1 <= blocks < 1 << job.RANK_SHIFT:
            raise usage_error(f"{place or f'launch {number}'}: blocks={blocks} is no number of blocks")
        if not isinstance(rank, int) or not 0 <= rank < job.RANKS_MAX:
            raise usage_error(f"{place or f'launch {number}'}: rank={rank} is no rank")
        views = [view_of(arg) for arg in args]
        launch = Launch(number, kernel, views, blocks, after, name, place or f"launch {number}")
        launch.rank = rank
        self.launches.append(launch)
        self.launched[id(kernel)] = kernel
        return launch

    @property
    def kernels(self):
        return list(self.launched.values())

    def prepare(self, observer=None, open_views=False):
        """Compile the kernels and check every launch: only kernels can fail after that. With open views a kernel may
        declare more of a buffer than it is given."""
        if not self.launches and not self.may_be_empty:
            raise usage_error("the program has no launch")
        kernels = self.kernels
        image.compile_all(kernels, observer)
        image.check_names(kernels)
        stated = image.arch_of(kernels)
        if stated and self.arch and stated != self.arch:
            raise usage_error(f"--arch {self.arch}: the kernels are for {stated}")
        for launch in self.launches:
            if launch.checked != open_views:
                check(launch, open_views)
                launch.checked = open_views
        return stated or self.arch or "a5"

    def order(self):
        """The launches in the order of addition, but each after those that it names in `after`."""
        done, placed = [], set()

        def place(launch):
            path = [(launch, iter(launch.after))]
            on_path = {launch}
            while path:
                current, rest = path[-1]
                following = next((other for other in rest if other not in placed), None)
                if following is None:
                    path.pop()
                    on_path.discard(current)
                    if current not in placed:
                        placed.add(current)
                        done.append(current)
                elif following in on_path:
                    cycle = [entry[0] for entry in path]
                    names = [one.name or f"launch {one.number}" for one in cycle[cycle.index(following):]]
                    raise usage_error(f"{following.place}: the launches wait for each other in a cycle: " +
                                      ", ".join(f"{a} after {b}" for a, b in zip(names, names[1:] + names[:1])))
                else:
                    on_path.add(following)
                    path.append((following, iter(following.after)))

        for launch in self.launches:
            if launch in placed:
                continue
            if placed.issuperset(launch.after):
                placed.add(launch)
                done.append(launch)
            else:
                place(launch)
        return done

    def bounds(self):
        """The strictness of GM bounds: as in `gm`, else `granule` if a kernel is a .pto file."""
        return self.gm or ("granule" if any(kernel.is_text for kernel in self.kernels) else "strict")

    def slack(self, size):
        """The bytes behind a buffer of this size that may be read."""
        return 0 if self.bounds() == "strict" else job.slack_of(size)

    def job(self, paths, answers=False):
        """The job block; `paths` are the buffers' file names on the board's side: (input or "", output or "")."""
        block, order = job.Job(answers), self.order()
        sizes = [buffer.size for buffer in self.buffers]
        slacks = [self.slack(size) for size in sizes]
        offsets, _ = job.layout(sizes, slacks)
        for buffer, offset, slack, (source, target) in zip(self.buffers, offsets, slacks, paths):
            flags = ((0 if buffer.resident else job.IS_NEW) | (job.LOADS if source else 0) | (job.STORES if target else 0) |
                     (job.DISCARDS if self.bounds() == "discard" else 0))
            block.buffer(offset, buffer.size, slack, buffer.size if source else 0, source, target, buffer.name,
                         flags)
        numbers = {kernel.name: number for number, kernel in enumerate(self.kernels)}
        for kernel in self.kernels:
            block.kernel(kernel.name)
        places = {launch: number for number, launch in enumerate(order)}
        index = {id(buffer): number for number, buffer in enumerate(self.buffers)}
        for launch in order:
            args = [argument(param, arg, index) for param, arg in zip(launch.kernel.params, launch.args)]
            block.task(numbers[launch.kernel.name], launch.blocks, args, [places[other] for other in launch.after],
                       launch.one_vector, launch.rank)
        return block.data()

    def room(self):
        """The GM bytes that it needs."""
        sizes = [buffer.size for buffer in self.buffers]
        _, used = job.layout(sizes, [self.slack(size) for size in sizes])
        return used + (len(self.launches) + 64) * job.TASK_ROOM


def argument(param, arg, index):
    """The fields of a job block for one argument: (kind, buffer, value, bytes, step)."""
    if isinstance(arg, View):
        kind = kind_of(param, arg) | (0 if arg.ordered else job.UNORDERED)
        return kind, index[id(arg.buffer)], arg.offset, arg.size, arg.step
    if isinstance(arg, Block):
        return arg.kind, 0, 0, 0, 0
    return job.VALUE, 0, arg.slot(param) if isinstance(arg, Bits) else job.slot(param, arg), 0, 0


def kind_of(param, view):
    """The use of an argument by a launch: the given one, else the one implied by the parameter's type."""
    if view.kind is not None:
        return view.kind
    return job.IN if "const" in param.spelling.split() else job.INOUT


def signature(kernel):
    return ", ".join(f"{param.spelling} {param.name}" for param in kernel.params)


def check(launch, open_views=False):
    """Reject arguments that do not match the kernel."""
    kernel, params = launch.kernel, launch.kernel.params
    if len(launch.args) != len(params):
        raise usage_error(f"{launch.place}: kernel {kernel.name} takes {len(params)} arguments ({signature(kernel)}), "
                          f"{len(launch.args)} {'is' if len(launch.args) == 1 else 'are'} given")
    for param, arg in zip(params, launch.args):
        wrong = mismatch(param, arg, open_views) or (arg.step and beyond(arg, launch.blocks) if isinstance(arg, View) else None)
        if wrong:
            raise usage_error(f"{launch.place}: parameter {param.name} of {kernel.name}{wrong}")


def mismatch(param, arg, open_views):
    """What is wrong with an argument; None: nothing."""
    if isinstance(arg, View) != (param.kind == 0):
        return f" is {'a pointer' if param.kind == 0 else f'a number ({param.spelling})'}"
    if isinstance(arg, View):
        return mismatch_of_view(param, arg, open_views)
    if not isinstance(arg, (Block, Bits)):
        try:
            job.slot(param, arg)
        except job.Unfit as wrong:
            return f": {wrong}"
    return None


def mismatch_of_view(param, view, open_views):
    needed = param.buffer_bytes
    if needed and not open_views and view.size < needed:
        return (f": it has {needed} bytes, and buffer {view.buffer.name} has {view.size} from offset "
                f"{view.offset} on")
    if param.element_bytes and (view.offset % param.element_bytes or view.size % param.element_bytes):
        return (f": {view.size} bytes from offset {view.offset} on are no whole elements of "
                f"{param.element_bytes} bytes")
    return None


def beyond(view, blocks):
    """What is wrong with the address of the last block."""
    last = view.step * (blocks - 1)
    if not 0 <= last < view.size:
        return f": block {blocks - 1} would begin {last} bytes from its begin on, and it has {view.size}"
    return None


def build_config():
    return image.options()


def stage(buffer, folder, number):
    """Write the initial contents of a buffer into a folder; returns the file's name, or "" for zeros."""
    name = f"gm{number}.bin"
    path = os.path.join(folder, name)
    if os.path.lexists(path):
        os.unlink(path)
    if buffer.data is not None:
        with open(path, "wb") as file:
            file.write(buffer.data)
    elif buffer.path and buffer.start == 0:
        os.symlink(os.path.abspath(buffer.path), path)
    elif buffer.path:
        with open(buffer.path, "rb") as source, open(path, "wb") as file:
            source.seek(buffer.start)
            for piece in iter(lambda: source.read(1 << 20), b""):
                file.write(piece)
    else:
        return ""
    return name
