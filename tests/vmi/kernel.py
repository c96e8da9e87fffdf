# SPDX-License-Identifier: Apache-2.0
"""A kernel on logical vectors: it copies its input to UB, computes, and stores every result. The same is done here on numpy
arrays of bits, with the number formats of tests/vector.
"""
import numpy as np

from logical_values import Mask, bits_of, pointer, raw_type

IN_BYTES, OUT_BASE, OUT_BYTES = 16384, 32768, 32768


class Kernel:
    """Its text, its input, and the bytes of UB behind it: `memory`."""

    def __init__(self, name, data):
        self.name, self.input = name, data
        self.memory = np.zeros(65536, np.uint8)
        self.memory[:IN_BYTES] = data
        self.lines, self.constants, self.count, self.out = [], {}, 0, OUT_BASE

    @property
    def output(self):
        return self.memory[OUT_BASE:OUT_BASE + OUT_BYTES]

    # ---- the run
    def prepare(self, folder):
        """The files and arguments of a run."""
        (folder / "in.bin").write_bytes(self.input.tobytes())
        (folder / "out.bin").write_bytes(bytes(OUT_BYTES))
        return "in:in.bin", "inout:out.bin"

    def mismatch(self, folder):
        """What is wrong with the output of a run."""
        got = np.frombuffer((folder / "out.bin").read_bytes(), np.uint8)
        wrong = np.flatnonzero(got != self.output)
        if wrong.size == 0:
            return ""
        at = wrong[0]
        return f"{wrong.size} wrong bytes, first {at:#x} (UB {at + OUT_BASE}): got {got[at:at + 8].tobytes().hex()}, expected " \
               f"{self.output[at:at + 8].tobytes().hex()}"

    # ---- text
    def new(self):
        self.count += 1
        return f"%r{self.count}"

    def constant(self, value, kind="index"):
        name = f"%c{value}_{kind}".replace("-", "m").replace(".", "p")
        text = f"{value:.6e}" if isinstance(value, float) else value
        self.constants[name] = f"{name} = arith.constant {text} : {kind}"
        return name

    def base(self, elem, at):
        """A pointer to an address of UB."""
        number, name = self.constant(at, "i64"), f"%p{at}_{elem}"
        self.constants[name] = f"{name} = pto.castptr {number} : i64 -> {pointer(elem)}"
        return name

    def emit(self, text):
        self.lines.append(text)

    def text(self):
        lines = [f"  func.func @{self.name}(%in: !pto.ptr<ui8, gm>, %out: !pto.ptr<ui8, gm>) attributes {{pto.kernel}} {{"]
        sizes = [self.constant(value, "i64") for value in (0, 1, IN_BYTES, OUT_BYTES)]
        zero, one, come, go = sizes
        ub, result = self.base("ui8", 0), self.base("ui8", OUT_BASE)
        lines += [f"    {line}" for line in sorted(self.constants.values(), key=lambda line: "castptr" in line)]
        types = "!pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, i64"
        lines += [f"    pto.mte_gm_ub %in, {ub}, {zero}, {come} nburst({one}, {come}, {come}) : {types}",
                  f"    pto.mte_gm_ub %out, {result}, {zero}, {go} nburst({one}, {go}, {go}) : {types}",
                  '    pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]', '    pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]',
                  "    pto.vecscope {", *(f"      {line}" for line in self.lines), "    }",
                  '    pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]', '    pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]',
                  f"    pto.mte_ub_gm {result}, %out, {go} nburst({one}, {go}, {go}) : !pto.ptr<ui8, ub>, !pto.ptr<ui8, gm>, "
                  "i64, i64, i64, i64", "    pto.barrier #pto.pipe<PIPE_ALL>", "    return", "  }"]
        return "\n".join(lines)

    # ---- memory
    def read(self, elem, at, offset, index):
        data = self.memory[at:].view(np.uint8)
        size = bits_of(elem) // 8
        where = (offset + np.asarray(index))[:, None] * size + np.arange(size)
        return np.ascontiguousarray(data[where]).view(raw_type(elem)).reshape(-1)

    def all(self, lanes):
        name = self.new()
        self.emit(f'{name} = pto.vmi.pset "PAT_ALL" : !pto.vmi.mask<{lanes}>')
        return Mask(name, np.ones(lanes, bool))

    def write(self, elem, offset_bytes, index, raw, active=None):
        size = bits_of(elem) // 8
        for lane, where in enumerate(np.asarray(index)):
            if active is None or active[lane]:
                at = offset_bytes + int(where) * size
                self.memory[at:at + size] = np.asarray(raw[lane:lane + 1]).view(np.uint8)

    def take(self, size):
        at, self.out = self.out, self.out + (size + 31) // 32 * 32 + 32 * (self.count % 3)
        return at

    def store(self, vector, mask=None):
        at = self.take(vector.lanes * bits_of(vector.elem) // 8)
        extra, kind = (f", {mask.name}", f", {mask.type}") if mask else ("", "")
        self.emit(f"pto.vmi.vstore {vector.name}, {self.base(vector.elem, at)}[{self.constant(0)}]{extra} : {vector.type}, "
                  f"{pointer(vector.elem)}{kind}")
        self.write(vector.elem, at, np.arange(vector.lanes), vector.raw, mask.set if mask else None)
