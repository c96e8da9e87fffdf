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
OPERATORS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
             ast.FloorDiv: lambda a, b: a // b, ast.Mod: lambda a, b: a % b}


class Position:
    """A launch, or one of its arguments: made for each, its text for those of messages."""

    __slots__ = ("where", "scope", "ranks", "number")

    def __init__(self, where, scope, ranks, number=None):
        self.where, self.scope, self.ranks, self.number = where, scope, ranks, number

    def __str__(self):
        hidden = ("ranks",) if self.ranks > 1 else ("rank", "ranks")
        shown = "".join(f", {name}={value}" for name, value in self.scope.items() if name not in hidden)
        return f"{self.where}{shown}" + ("" if self.number is None else f": args[{self.number}]")


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

    def at(self, what):
        return f"{self.path}: {what}"

    def place(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def wrong(where, text):
        return usage_error(f"{where}: {text}")

    def fields(self, where, value, required, allowed):
        """An object with fields of these names."""
        if not isinstance(value, dict):
            raise self.wrong(where, "this is an object: {...}")
        for key in value:
            if key not in required + allowed:
                raise self.wrong(where, f"there is no field {key}{did_you_mean(key, required + allowed)}")
        for key in required:
            if key not in value:
                raise self.wrong(where, f"field {key} is missing")
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
                launch.after += [self.find(where, self.named, name, "launch") for name in names]
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
        return self.text(where, name, {"rank": self.rank})

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

    def find(self, where, table, name, what):
        if not isinstance(name, str) or name not in table:
            raise self.wrong(where, f"there is no {what} {name}{did_you_mean(name, table)}")
        return table[name]

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
        numbers = [self.number(where, bound, scope) for bound in bounds]
        if len(numbers) == 3 and numbers[2] == 0:
            raise self.wrong(where, f"the step of {name} is 0")
        for value in range(*numbers):
            self.read_launches(where + ".do", item["do"], {**scope, name: value})

    def read_launch(self, where, item, scope):
        self.fields(where, item, ("kernel", "args"), ("blocks", "after", "name"))
        at = Position(where, scope, self.ranks)
        if len(self.program.launches) == LAUNCHES_MAX:
            raise self.wrong(at, f"these are more than {LAUNCHES_MAX} launches")
        kernel = self.find(at, self.kernels, item["kernel"], "kernel")
        if not isinstance(item["args"], list):
            raise self.wrong(at, "args is a list: [...]")
        args = [self.argument(Position(where, scope, self.ranks, number), arg, scope) for number, arg in enumerate(item["args"])]
        blocks = self.number(at, item.get("blocks", 1), scope)
        if blocks < 1:
            raise self.wrong(at, f"{blocks} is no number of blocks")
        launch = self.program.launch(kernel, *args, blocks=blocks, rank=self.rank, place=at)
        if "name" in item:
            launch.name = self.text(at, item["name"], scope)
            if launch.name in self.named:
                raise self.wrong(at, f"there are two launches {launch.name}")
            self.named[launch.name] = launch
        after = item.get("after", [])
        names = [after] if isinstance(after, str) else after
        if not isinstance(names, list):
            raise self.wrong(at, "after is a name or a list of names")
        self.waiting.append((launch, [self.text(at, name, scope) for name in names], at))

    def text(self, where, value, scope):
        """A name, with {i} replaced by a variable."""
        try:
            return value.format(**scope)
        except (AttributeError, KeyError, IndexError, ValueError):
            raise self.wrong(where, f"{value} is no name") from None

    def argument(self, where, arg, scope):
        if isinstance(arg, bool) or arg is None or isinstance(arg, list):
            raise self.wrong(where, "an argument is a number, the name of a buffer or an object")
        if isinstance(arg, (int, float)):
            return arg
        if isinstance(arg, str):
            return self.find(where, self.buffers[self.rank], arg, "buffer").view()
        if "value" in arg:
            return self.number(where, self.fields(where, arg, ("value",), ())["value"], scope)
        if "block" in arg:
            return self.find(where, BLOCKS, self.fields(where, arg, ("block",), ())["block"], "block")
        kinds = [kind for kind in KINDS if kind in arg]
        if len(kinds) != 1:
            raise self.wrong(where, "an object names a buffer by one of in, out and inout, or has value or block")
        return self.region(where, arg, kinds[0], scope)

    def region(self, where, arg, kind, scope):
        self.fields(where, arg, (kind,), ("at", "count", "each", "ordered", "of"))
        rank = self.number(where, arg.get("of", self.rank), scope)
        if not 0 <= rank < self.ranks:
            raise self.wrong(where, f"there is no rank {rank} of {self.ranks}")
        buffer = self.find(where, self.buffers[rank], arg[kind], "buffer")
        element = buffer.element_bytes
        offset = self.number(where, arg.get("at", 0), scope) * element
        size = self.number(where, arg["count"], scope) * element if "count" in arg else buffer.size - offset
        if offset < 0 or size <= 0 or offset + size > buffer.size:
            raise self.wrong(where, f"buffer {buffer.name} has {buffer.size // element} elements, {size // element} "
                             f"from {offset // element} on are asked for")
        if not isinstance(arg.get("ordered", True), bool):
            raise self.wrong(where, f"ordered is true or false, not {arg['ordered']}")
        step = self.number(where, arg["each"], scope) * element if "each" in arg else 0
        return View(buffer, offset, size, KINDS[kind], step, arg.get("ordered", True))

    def number(self, where, value, scope):
        """A whole number, or an expression of variables."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, float) or not isinstance(value, str):
            raise self.wrong(where, f"{value} is no whole number")
        try:
            return evaluate(parse(value), scope)
        except KeyError as missing:
            raise self.wrong(where, f"{value}: there is no variable {missing.args[0]}") from None
        except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
            raise self.wrong(where, f"{value} is no expression of whole numbers and variables with "
                             "+ - * // %") from None


@functools.lru_cache(1024)      # loops ask for the same expressions again
def parse(expression):
    return ast.parse(expression, mode="eval").body


def evaluate(node, scope):
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return scope[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -evaluate(node.operand, scope)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](evaluate(node.left, scope), evaluate(node.right, scope))
    raise ValueError(node)
