# SPDX-License-Identifier: Apache-2.0
"""program.json: buffers and launches as text. docs/programs.md is its reference."""
import ast
import functools
import json
import os

from ptometal.binary import npy
from ptometal.common import did_you_mean, usage_error
from ptometal.program import BLOCK_IDX, BLOCK_NUM, SUBBLOCK_IDX, TYPES, Buffer, Program, View, image, job

VERSION = 1
BLOCKS = {"index": BLOCK_IDX, "number": BLOCK_NUM, "subblock": SUBBLOCK_IDX}
KINDS = {"in": job.IN, "out": job.OUT, "inout": job.INOUT}
LAUNCHES_MAX = 1 << 20
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
NO_BUILTINS = {"__builtins__": {}}


class Position:
    """A launch: made for each, its text for those of messages."""

    __slots__ = ("where", "scope", "ranks")

    def __init__(self, where, scope, ranks):
        self.where, self.scope, self.ranks = where, scope, ranks

    def __str__(self):
        hidden = ("ranks",) if self.ranks > 1 else ("rank", "ranks")
        return self.where + "".join(f", {name}={value}" for name, value in self.scope.items() if name not in hidden)


class Wrong(Exception):
    """What is wrong with a value. Who reads it knows where."""


class Reader:
    """The program in a file, parsed once."""

    def __init__(self, path, config, arch=None, gm=None, flags=(), warnings=(), ranks=1):
        self.path, self.folder = path, os.path.dirname(path)
        self.compiling = {"config": config, "arch": arch, "flags": flags, "warnings": warnings}
        self.program = Program(config, arch, gm)
        self.outputs = []      # (buffer, path, npy.Array or None)
        self.ranks, self.rank = ranks, 0      # how many, and the one that is read
        self.kernels, self.types, self.named = {}, {}, {}
        self.buffers = [{} for _ in range(ranks)]      # of each rank
        self.waiting = []      # (launch, names, position): names may be defined later
        self.checked = {}      # by id, launches and arguments whose fields are right: loops read them again

    def at(self, what):
        return f"{self.path}: {what}"

    def place(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def wrong(where, what):
        return usage_error(f"{where}: {what}")

    def ask(self, where, what, *args):
        """The result of a function; what is wrong with its arguments becomes an error at a place."""
        try:
            return what(*args)
        except Wrong as wrong:
            raise self.wrong(where, wrong) from None

    def fields(self, where, value, required, allowed):
        """An object with fields of these names."""
        self.ask(where, check_fields, value, required, allowed)
        return value

    def read(self):
        try:
            with open(self.path, encoding="utf-8") as file:
                root = json.load(file)
        except OSError as error:
            raise self.wrong(self.path, error.strerror) from None
        except (ValueError, RecursionError) as error:
            raise self.wrong(self.path, f"this is no JSON: {error}") from None
        if not isinstance(root, dict) or root.get("ptometal") != VERSION:
            raise self.wrong(self.path, f'this is no program of version {VERSION}: "ptometal": {VERSION} is missing')
        self.fields(self.path, root, ("ptometal", "kernels", "buffers", "launches"), ("arch",))
        self.read_arch(root.get("arch"))
        self.read_kernels(root["kernels"])
        for self.rank in range(self.ranks):
            for name, value in self.table(self.at("buffers"), root["buffers"]):
                self.read_buffer(name, value)
        for self.rank in range(self.ranks):
            self.read_launches(self.at("launches"), root["launches"], {"rank": self.rank, "ranks": self.ranks})
            for launch, names, where in self.waiting:
                launch.after += [self.ask(where, found, self.named, name, "launch") for name in names]
            self.waiting, self.named = [], {}
        return self

    def read_arch(self, arch):
        if arch is None:
            return
        if arch not in ("a5", "a2a3"):
            raise self.wrong(self.at("arch"), f"{arch} is not a5 or a2a3")
        if self.program.arch not in (None, arch):
            raise usage_error(f"--arch {self.program.arch}: {self.path} is for {arch}")
        self.program.arch = self.compiling["arch"] = arch

    def table(self, where, value):
        if not isinstance(value, dict):
            raise self.wrong(where, "this is an object: {...}")
        return value.items()

    def read_kernels(self, value):
        for name, what in self.table(self.at("kernels"), value):
            where = self.at(f"kernels.{name}")
            what = {"file": what} if isinstance(what, str) else self.fields(where, what, ("file",), ("entry",))
            if not isinstance(what["file"], str):
                raise self.wrong(where, "file is a name")
            self.kernels[name] = image.Kernel(self.place(what["file"]), what.get("entry"), **self.compiling)

    def read_buffer(self, name, value):
        where = self.at(f"buffers.{name}")
        self.fields(where, value, ("type", "shape"), ("in", "out", "inout"))
        element = TYPES.get(value["type"]) if isinstance(value["type"], str) else None
        if element is None:
            raise self.wrong(where, f"there is no type {value['type']}{did_you_mean(value['type'], TYPES)}")
        shape = value["shape"]
        if not isinstance(shape, list) or not all(isinstance(n, int) and 0 < n < 1 << 40 for n in shape):
            raise self.wrong(where, "shape is a list of whole numbers, each at least 1")
        size = element
        for extent in shape:
            size *= extent
        if size >= 1 << 48:
            raise self.wrong(where, "no buffer is that large")
        if "inout" in value and ("in" in value or "out" in value):
            raise self.wrong(where, "inout stands for both in and out")
        path, start, array = value.get("in", value.get("inout")), 0, None
        if path is not None:
            path = self.place(self.file(where, path))
            start, array = self.input(where, path, size, element)
        full = f"{name} of rank {self.rank}" if self.ranks > 1 else name
        buffer = self.program.add(Buffer(full, size, path=path, start=start, element_bytes=element))
        self.buffers[self.rank][name], self.types[name] = buffer, element
        target = value.get("out", value.get("inout"))
        if target is not None:
            if self.ranks > 1 and "{rank}" not in target:
                raise self.wrong(where, f"{target}: each rank writes a file of its own, named by {{rank}}")
            buffer.stores = True
            self.output(where, buffer, self.place(self.file(where, target)), npy.Array(self.descr(value["type"]), tuple(shape)))

    def file(self, where, name):
        """A file name, with {rank} replaced."""
        return self.ask(where, text, name, {"rank": self.rank})

    @staticmethod
    def descr(name):
        size = TYPES[name]
        kind = name[0] if name[0] in "iu" else "V" if name == "bf16" or size == 1 else "f"
        return f"{'<' if size > 1 else '|'}{kind}{size}"

    def input(self, where, path, size, element):
        """The location of an input's data, and its array."""
        if not os.path.isfile(path) or not os.access(path, os.R_OK):
            raise self.wrong(where, f"{path}: {'not readable' if os.path.exists(path) else 'there is no such file'}")
        start, array = 0, None
        if path.endswith(".npy"):
            try:
                array, start = npy.read_header(path)
            except npy.BadArray as bad:
                raise self.wrong(where, f"{path}: {bad}") from None
            if array.item_bytes != element:
                raise self.wrong(where, f"{path}: its elements are {array.descr}, of {array.item_bytes} bytes, "
                                 f"not {element}")
        there = os.path.getsize(path) - start
        if there != size:
            raise self.wrong(where, f"{path}: {there} bytes, the buffer has {size}")
        return start, array

    def output(self, where, buffer, path, array):
        folder = os.path.dirname(path) or "."
        if os.path.isdir(path) or not os.path.isdir(folder):
            text = "this is a folder" if os.path.isdir(path) else f"there is no folder {folder}"
            raise self.wrong(where, f"{path}: {text}")
        if not os.access(path if os.path.exists(path) else folder, os.W_OK):
            raise self.wrong(where, f"{path}: not writable")
        self.outputs.append((buffer, path, array if path.endswith(".npy") else None))

    def read_launches(self, where, value, scope):
        if not isinstance(value, list):
            raise self.wrong(where, "this is a list: [...]")
        for number, item in enumerate(value):
            inner = f"{where}[{number}]"
            if isinstance(item, dict) and "for" in item:
                self.read_loop(inner, item, scope)
            else:
                self.read_launch(inner, item, scope)

    def read_loop(self, where, item, scope):
        self.fields(where, item, ("for", "do"), ())
        loop = item["for"]
        if not isinstance(loop, dict) or len(loop) != 1:
            raise self.wrong(where, 'for names one variable: {"i": [FIRST, END]} or [FIRST, END, STEP]')
        (name, bounds), = loop.items()
        if name in scope or not name.isidentifier():
            raise self.wrong(where, f"{name} is no name for another variable")
        if not isinstance(bounds, list) or len(bounds) not in (2, 3):
            raise self.wrong(where, f"{name} runs over [FIRST, END] or [FIRST, END, STEP]")
        numbers = [self.ask(where, number, bound, scope) for bound in bounds]
        if len(numbers) == 3 and numbers[2] == 0:
            raise self.wrong(where, f"the step of {name} is 0")
        for value in range(*numbers):
            self.read_launches(where + ".do", item["do"], {**scope, name: value})

    def read_launch(self, where, item, scope):
        if id(item) not in self.checked:
            self.checked[id(item)] = self.fields(where, item, ("kernel", "args"), ("blocks", "after", "name"))
        at = Position(where, scope, self.ranks)
        if len(self.program.launches) == LAUNCHES_MAX:
            raise self.wrong(at, f"these are more than {LAUNCHES_MAX} launches")
        kernel = self.ask(at, found, self.kernels, item["kernel"], "kernel")
        if not isinstance(item["args"], list):
            raise self.wrong(at, "args is a list: [...]")
        args = []
        for arg in item["args"]:
            try:
                args.append(self.argument(arg, scope))
            except Wrong as wrong:
                raise self.wrong(f"{at}: args[{len(args)}]", wrong) from None
        blocks = self.ask(at, number, item["blocks"], scope) if "blocks" in item else 1
        if blocks < 1:
            raise self.wrong(at, f"{blocks} is no number of blocks")
        launch = self.program.launch(kernel, *args, blocks=blocks, rank=self.rank, place=at)
        if "name" in item:
            launch.name = self.ask(at, text, item["name"], scope)
            if launch.name in self.named:
                raise self.wrong(at, f"there are two launches {launch.name}")
            self.named[launch.name] = launch
        after = item.get("after", [])
        names = [after] if isinstance(after, str) else after
        if not isinstance(names, list):
            raise self.wrong(at, "after is a name or a list of names")
        self.waiting.append((launch, [self.ask(at, text, name, scope) for name in names], at))

    def argument(self, arg, scope):
        if isinstance(arg, dict):
            kind = self.checked.get(id(arg)) or self.check_object(arg)
            if kind in KINDS:
                return self.region(arg, kind, scope)
            return number(arg["value"], scope) if kind == "value" else found(BLOCKS, arg["block"], "block")
        if isinstance(arg, str):
            return found(self.buffers[self.rank], arg, "buffer").view()
        if isinstance(arg, bool) or not isinstance(arg, (int, float)):
            raise Wrong("an argument is a number, the name of a buffer or an object")
        return arg

    def check_object(self, arg):
        """Check the fields of an argument that is an object; returns the one that gives its kind."""
        kinds = [kind for kind in ("value", "block", *KINDS) if kind in arg]
        if len(kinds) != 1:
            raise Wrong("an object names a buffer by one of in, out and inout, or has value or block")
        check_fields(arg, (kinds[0],), ("at", "count", "each", "ordered", "of") if kinds[0] in KINDS else ())
        if not isinstance(arg.get("ordered", True), bool):
            raise Wrong(f"ordered is true or false, not {arg['ordered']}")
        self.checked[id(arg)] = kinds[0]
        return kinds[0]

    def region(self, arg, kind, scope):
        rank = number(arg["of"], scope) if "of" in arg else self.rank
        if not 0 <= rank < self.ranks:
            raise Wrong(f"there is no rank {rank} of {self.ranks}")
        buffer = found(self.buffers[rank], arg[kind], "buffer")
        element = buffer.element_bytes
        offset = number(arg["at"], scope) * element if "at" in arg else 0
        size = number(arg["count"], scope) * element if "count" in arg else buffer.size - offset
        if offset < 0 or size <= 0 or offset + size > buffer.size:
            raise Wrong(f"buffer {buffer.name} has {buffer.size // element} elements, {size // element} "
                        f"from {offset // element} on are asked for")
        step = number(arg["each"], scope) * element if "each" in arg else 0
        return View(buffer, offset, size, KINDS[kind], step, arg.get("ordered", True))


def check_fields(value, required, allowed):
    """Check that a value is an object with fields of these names."""
    if not isinstance(value, dict):
        raise Wrong("this is an object: {...}")
    for key in value:
        if key not in required + allowed:
            raise Wrong(f"there is no field {key}{did_you_mean(key, required + allowed)}")
    for key in required:
        if key not in value:
            raise Wrong(f"field {key} is missing")


def found(table, name, what):
    if not isinstance(name, str) or name not in table:
        raise Wrong(f"there is no {what} {name}{did_you_mean(name, table)}")
    return table[name]


def text(value, scope):
    """A name, with {i} replaced by a variable."""
    try:
        return value.format(**scope)
    except (AttributeError, KeyError, IndexError, ValueError):
        raise Wrong(f"{value} is no name") from None


def number(value, scope):
    """A whole number, or an expression of variables."""
    if type(value) is int:
        return value
    if not isinstance(value, str):
        raise Wrong(f"{value} is no whole number")
    try:
        return eval(compiled(value), NO_BUILTINS, scope)       # compiled() lets through what is harmless
    except NameError as missing:
        raise Wrong(f"{value}: there is no variable {missing.name}") from None
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        raise Wrong(f"{value} is no expression of whole numbers and variables with + - * // %") from None


@functools.lru_cache(1024)      # loops ask for the same expressions again
def compiled(expression):
    tree = ast.parse(expression, mode="eval")
    if not is_whole(tree.body):
        raise ValueError(expression)
    return compile(tree, "expression", "eval")


def is_whole(node):
    """Whether an expression consists of whole numbers, variables, and operators."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and is_whole(node.operand)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, OPERATORS) and is_whole(node.left) and is_whole(node.right)
    return isinstance(node, ast.Name) or isinstance(node, ast.Constant) and type(node.value) is int
