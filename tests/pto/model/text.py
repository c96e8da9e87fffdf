# SPDX-License-Identifier: Apache-2.0
"""A writer of tile kernels as a production compiler emits them: every type spelled out, sizes as values, views cut in loops."""
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "vector"))

from numbers_model import FORMATS  # noqa: E402  (after the path is right)

LAYOUTS = {  # blayout, slayout, fractal
    "row": ("row_major", "none_box", 512), "col": ("col_major", "none_box", 512),
    "nz": ("col_major", "row_major", 512), "zn": ("row_major", "col_major", 512), "acc": ("col_major", "row_major", 1024),
    "zz": ("row_major", "row_major", 32), "nn": ("col_major", "col_major", 32)}


def low(values, elem):
    """Values rounded to a type of few bits."""
    return FORMATS[elem].decode(FORMATS[elem].encode(values))


class Kernels(list):
    """A list of the functions that it decorates, with a source of the numbers that they take."""

    def __init__(self, seed):
        super().__init__()
        self.random = np.random.default_rng(seed)

    def __call__(self, function):
        self.append(function)
        return function

    def normal(self, *shape):
        return self.random.standard_normal(shape).astype(np.float32)


class Value(str):
    """The name of a value, with its type."""

    def __new__(cls, name, kind):
        value = super().__new__(cls, name)
        value.kind = kind
        return value


def tile_type(elem, rows, cols, valid=None, loc="vec", layout="row", pad=0):
    """The type of a tile; valid: (rows, columns), "?" where they are given later."""
    blayout, slayout, fractal = LAYOUTS[layout]
    v_row, v_col = valid or (rows, cols)
    return (f"!pto.tile_buf<loc={loc}, dtype={elem}, rows={rows}, cols={cols}, v_row={v_row}, v_col={v_col}, "
            f"blayout={blayout}, slayout={slayout}, fractal={fractal}, pad={pad}>")


class Kernel:
    """A function in the making. params: "x:f32* n:index", pointers with a star."""

    def __init__(self, name, params, core="vector"):
        self.name, self.core = name, core
        self.lines, self.constants, self.count, self.depth = [], {}, 0, 1
        self.params = {}
        for param in params.split():
            key, kind = param.split(":")
            self.params[key] = Value(f"%{key}", f"!pto.ptr<{kind[:-1]}>" if kind.endswith("*") else kind)

    def __getattr__(self, key):
        try:
            return self.__dict__["params"][key]
        except KeyError:
            raise AttributeError(key) from None

    def __str__(self):
        params = ", ".join(f"{value}: {value.kind}" for value in self.params.values())
        kind = f"attributes {{pto.kernel_kind = #pto.kernel_kind<{self.core}>}} " if self.core else ""
        head = f"  func.func @{self.name}({params}) {kind}{{"
        constants = [f"    {name} = arith.constant {value} : {kind}" for (value, kind), name in self.constants.items()]
        return "\n".join([head, *constants, *self.lines, "    return", "  }"])

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def new(self, kind):
        self.count += 1
        return Value(f"%t{self.count}", kind)

    def value(self, it, kind="index"):
        """A value as it is, a number as a constant."""
        if isinstance(it, Value):
            return it
        text = repr(it) if kind in ("f16", "f32", "bf16") else str(it)
        return Value(self.constants.setdefault((text, kind), f"%c{len(self.constants)}_{kind}"), kind)

    def arith(self, op, *operands, kind="index", to=None):
        """arith.op of values and numbers; kind: of the operands, to: of the result, where it is another."""
        operands = [self.value(it, kind) for it in operands]
        out = self.new(to or kind)
        cast = f"{operands[0].kind} to {to}" if to and op.split(" ")[0] != "cmpi" else kind
        self.line(f"{out} = arith.{op}{',' if op.startswith('cmpi') else ''} {', '.join(operands)} : {cast}")
        return out

    def compare(self, how, a, b, kind="index"):
        return self.arith(f"cmpi {how}", a, b, kind=kind, to="i1")

    def select(self, condition, a, b, kind="index"):
        out = self.new(kind)
        self.line(f"{out} = arith.select {condition}, {self.value(a, kind)}, {self.value(b, kind)} : {kind}")
        return out

    @contextmanager
    def loop(self, first, last, step=1, carried=()):
        """scf.for; with carried values it gives (iteration variable, values...), whose .results are the loop's
        results."""
        turn = self.new("index")
        head = f"scf.for {turn} = {self.value(first)} to {self.value(last)} step {self.value(step)}"
        inner = [self.new(value.kind) for value in carried]
        results = [self.new(value.kind) for value in carried]
        if carried:
            head = (f"{', '.join(results)} = {head} iter_args({', '.join(f'{a} = {b}' for a, b in zip(inner, carried))}) -> "
                    f"({', '.join(value.kind for value in carried)})")
        self.line(head + " {")
        self.depth += 1
        turn.results = results
        yield (turn, *inner) if carried else turn
        self.depth -= 1
        self.line("}")

    def give(self, *values):
        """scf.yield."""
        self.line(f"scf.yield {', '.join(values)} : {', '.join(value.kind for value in values)}")

    @contextmanager
    def branch(self, condition, *kinds):
        """scf.if, with results of these types; .otherwise() begins the other side."""
        results = [self.new(kind) for kind in kinds]
        self.line(f"{', '.join(results)} = scf.if {condition} -> ({', '.join(kinds)}) {{" if kinds else f"scf.if {condition} {{")
        self.depth += 1
        yield results
        self.depth -= 1
        self.line("}")

    @contextmanager
    def section(self, kind):
        """What the cube core or the vector cores do."""
        self.line(f"pto.section.{kind} {{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")

    def otherwise(self):
        self.depth -= 1
        self.line("} else {")
        self.depth += 1

    def view(self, pointer, shape, strides=None, layout=None):
        """make_tensor_view; strides: those of rows after rows where left out."""
        shape = [self.value(size) for size in shape]
        if strides is None:
            strides = [self.value(1)]
            for size in reversed(shape[1:]):
                last = strides[0]
                strides.insert(0, size if last == self.value(1) else self.arith("muli", last, size))
        strides = [self.value(it) for it in strides]
        elem = pointer.kind[len("!pto.ptr<"):-1]
        out = self.new(f"!pto.tensor_view<{'?x' * len(shape)}{elem}>")
        mode = f" {{layout = #pto.layout<{layout}>}}" if layout else ""
        self.line(f"{out} = pto.make_tensor_view {pointer}, shape = [{', '.join(shape)}], strides = [{', '.join(strides)}]{mode} : {out.kind}")
        return out

    def part(self, view, offsets, sizes):
        """partition_view; constant sizes are part of the type."""
        elem = view.kind.split("x")[-1][:-1] if "x" in view.kind else view.kind
        dims = "x".join("?" if isinstance(size, Value) else str(size) for size in sizes)
        out = self.new(f"!pto.partition_tensor_view<{dims}x{elem}>")
        offsets, sizes = ([self.value(it) for it in them] for them in (offsets, sizes))
        self.line(f"{out} = pto.partition_view {view}, offsets = [{', '.join(offsets)}], sizes = [{', '.join(sizes)}] : {view.kind} -> {out.kind}")
        return out

    def tile(self, elem, rows, cols, valid=None, at=None, **kind):
        """alloc_tile; valid: (rows, columns), numbers as values that the type does not know; at: its address."""
        out = self.new(tile_type(elem, rows, cols, ("?", "?") if valid else None, **kind))
        clauses = [f"addr = {self.value(at, 'i64')}"] if at is not None else []
        if valid:
            clauses += [f"valid_row = {self.value(valid[0])}", f"valid_col = {self.value(valid[1])}"]
        self.line(f"{out} = pto.alloc_tile {' '.join(clauses)}{' ' if clauses else ''}: {out.kind}")
        return out

    def op(self, name, ins, outs, **attributes):
        """A tile instruction; attributes: written as they are."""
        ins, outs = ([it] if isinstance(it, str) else list(it) for it in (ins, outs))
        words = ", ".join(f"{key} = {value}" for key, value in attributes.items())
        words = f" {{{words}}}" if words else ""
        kinds = lambda them: ", ".join(it.kind for it in them)
        self.line(f"pto.{name} ins({', '.join(ins)}{words} : {kinds(ins)}) outs({', '.join(outs)} : {kinds(outs)})")
        return outs[0]

    def load(self, view, offsets, tile, sizes):
        return self.op("tload", self.part(view, offsets, sizes), tile)

    def store(self, tile, view, offsets, sizes, **attributes):
        return self.op("tstore", tile, self.part(view, offsets, sizes), **attributes)

    def scalar(self, pointer, offset):
        """load_scalar."""
        out = self.new(pointer.kind[len("!pto.ptr<"):-1])
        self.line(f"{out} = pto.load_scalar {pointer}[{self.value(offset)}] : {pointer.kind} -> {out.kind}")
        return out

    def treshape(self, tile, kind):
        """The tile read as another type; its valid region is that of the type."""
        out = self.new(kind)
        self.line(f"{out} = pto.treshape {tile} : {tile.kind} -> {kind}")
        return out

    def sub(self, tile, row, col, rows, cols):
        """A window of rows by columns."""
        out = self.new(tile_type(tile.kind.split("dtype=")[1].split(",")[0], rows, cols))
        self.line(f"{out} = pto.subview {tile}[{self.value(row)}, {self.value(col)}] sizes [{rows}, {cols}] : {tile.kind} -> {out.kind}")
        return out

    def getval(self, tile, offset):
        out = self.new(tile.kind.split("dtype=")[1].split(",")[0])
        self.line(f"{out} = pto.tgetval ins({tile}, {self.value(offset)} : {tile.kind}, index) outs : {out.kind}")
        return out

    def setval(self, tile, offset, value):
        self.line(f"pto.tsetval ins({self.value(offset)}, {value} : index, {value.kind}) outs({tile} : {tile.kind})")
