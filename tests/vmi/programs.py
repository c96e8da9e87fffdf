# SPDX-License-Identifier: Apache-2.0
"""Random kernels on logical vectors, and what they compute.

Each kernel does some operations of isa/vmi.def on vectors of random types and lengths. Floats have exact sums in any order.
"""
import random
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/vector"), str(ROOT / "tools")]
from model_convert import convert  # noqa: E402
from kernel import IN_BYTES, OUT_BASE, OUT_BYTES, Kernel  # noqa: E402
from logical_values import (FLOATS, INTS, LOW, WIDTH, Mask, Vector, bits, bits_of, is_int, numbers,  # noqa: E402
                            pointer, raw_type, token)

PLACES = {"f32": (4096, 4096), "f16": (8192, 2048), "bf16": (10240, 2048), "low": (12288, 1024)}  # in UB; others at 0
LENGTHS = [1, 2, 4, 8, 10, 24, 40, 64, 96, 100, 128, 200, 256, 300, 512]


def input_bytes(seed):
    """Arbitrary integers, and floats with exact sums."""
    source = np.random.default_rng(seed)
    data = source.integers(0, 256, IN_BYTES, dtype=np.uint8)
    for elem, step, top in (("f32", 4, 64), ("f16", 1, 3), ("bf16", 1, 3)):
        at, size = PLACES[elem]
        values = source.integers(-top, top + 1, size * 8 // bits_of(elem)) / step
        data[at:at + size] = bits(values, elem).view(np.uint8)
    at, size = PLACES["low"]
    data[at:at + size] = source.integers(0x20, 0x50, size) | source.integers(0, 2, size) << 7
    return data


class Program(Kernel):
    def __init__(self, seed):
        super().__init__(f"vmi{seed}", input_bytes(seed))
        self.random, self.vectors = random.Random(f"vmi {seed}"), []
        kinds = [name for name in dir(self) if name.startswith("do_")]
        kinds += ["do_convert", "do_reduce"] * 4 + ["do_spread", "do_group_access", "do_modes", "do_binary", "do_stream", "do_functions"] * 2
        while len([line for line in self.lines if "vstore" in line]) < 10 and self.out < OUT_BASE + OUT_BYTES - 9000:
            getattr(self, self.random.choice(kinds))()

    # ---- values
    def elem(self, *classes):
        return self.random.choice([elem for names in classes for elem in names])

    def place(self, elem, elements):
        """Address and offset, in elements, of a part of the input."""
        at, size = PLACES["low" if elem in LOW else elem] if elem in WIDTH else (0, 4096)
        step = max(1, 32 * 8 // bits_of(elem))
        last = (size * 8 // bits_of(elem) - elements) // step
        return at, self.random.randint(0, max(0, min(last, 8))) * step

    def load(self, elem, lanes):
        at, offset = self.place(elem, lanes)
        vector = Vector(self.new(), elem, self.read(elem, at, offset, np.arange(lanes)), True)
        self.emit(f"{vector.name} = pto.vmi.vload {self.base(elem, at)}[{self.constant(offset)}] : {pointer(elem)} -> {vector.type}")
        self.vectors.append(vector)
        return vector

    def lanes(self, elem, most=4096):
        limit = {"f32": 512}.get(elem, 512)
        return self.random.choice([lanes for lanes in LENGTHS if lanes <= min(limit, most)])

    def vector(self, elem, lanes, fresh=False):
        known = [v for v in self.vectors if v.elem == elem and v.lanes == lanes and (v.fresh or not fresh)]
        if known and self.random.random() < 0.5:
            return self.random.choice(known)
        return self.load(elem, lanes)

    def result(self, elem, raw, keep=True):
        vector = Vector(self.new(), elem, np.asarray(raw).astype(raw_type(elem)))
        calm = is_int(elem) or np.all(np.abs(vector.values()) < 64)
        if keep and calm:
            self.vectors.append(vector)
        return vector

    def mask(self, lanes):
        """A mask by one of the possible constructors."""
        name, kind = self.new(), self.random.randrange(5)
        count = self.random.randint(0, lanes)
        if kind == 0:
            self.emit(f"{name} = pto.vmi.create_mask {self.constant(count)} : index -> !pto.vmi.mask<{lanes}xpred>")
            return Mask(name, np.arange(lanes) < count)
        if kind == 1:
            size = self.random.choice([size for size in range(1, lanes + 1) if lanes % size == 0])
            count = self.random.randint(0, size)
            self.emit(f"{name} = pto.vmi.create_group_mask {self.constant(count)} {{num_groups = {lanes // size}, "
                      f"group_size = {size}}} : index -> !pto.vmi.mask<{lanes}>")
            return Mask(name, np.arange(lanes) % size < count)
        if kind == 2:
            elem = self.elem(INTS, FLOATS)
            a, b, seed = self.vector(elem, lanes), self.vector(elem, lanes), self.all(lanes)
            word = self.random.choice(["eq", "ne", "lt", "le", "gt", "ge"])
            self.emit(f'{name} = pto.vmi.vcmp {a.name}, {b.name}, {seed.name} {{cmp = "{word}"}} : {a.type}, {b.type}, {seed.type} '
                      f"-> {seed.type}")
            return Mask(name, self.compare(word, a.values(), b.values()))
        if kind == 3:
            a, b = self.mask(lanes), self.mask(lanes)
            word, joined = self.random.choice([("vand", a.set & b.set), ("vor", a.set | b.set), ("vxor", a.set ^ b.set)])
            self.emit(f"{name} = pto.vmi.{word} {a.name}, {b.name} : {a.type}, {b.type} -> {a.type}")
            return Mask(name, joined)
        a = self.mask(lanes)
        self.emit(f"{name} = pto.vmi.vnot {a.name} : {a.type} -> {a.type}")
        return Mask(name, ~a.set)

    @staticmethod
    def compare(word, a, b):
        return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[word]

    def groups(self, lanes):
        return self.random.choice([groups for groups in range(1, min(lanes, 64) + 1) if lanes % groups == 0])

    def governed(self, raw, mask, old=None):
        return raw if mask is None else np.where(mask.set, raw, 0 if old is None else old).astype(raw.dtype)

    def lanewise(self, name, elem, operands, raw, old=None, extra="", keep=True):
        """An operation with or without a mask, and its store."""
        vectors = [operand for operand in operands if isinstance(operand, Vector)]
        lanes = vectors[0].lanes
        mask = self.mask(lanes) if self.random.random() < 0.5 else None
        merge = mask is not None and old is not None and self.random.random() < 0.5
        result = self.result(elem, self.governed(np.asarray(raw).astype(raw_type(elem)), mask, old if merge else None), keep)
        words = [operand.name if isinstance(operand, Vector) else operand[0] for operand in operands] + ([mask.name] if mask else [])
        types = [operand.type if isinstance(operand, Vector) else operand[1] for operand in operands] + ([mask.type] if mask else [])
        attrs = ", ".join(filter(None, [extra, 'pmode = "merge"' if merge else ""]))
        self.emit(f"{result.name} = pto.vmi.{name} {', '.join(words)}{' {' + attrs + '}' if attrs else ''} : {', '.join(types)} -> {result.type}")
        self.store(result)
        return result

    # ---- operations
    def do_binary(self):
        elem = self.elem(INTS, FLOATS)
        name = self.random.choice(["vadd", "vsub", "vmax", "vmin"] + (["vmul"] if bits_of(elem) > 8 else []))
        lanes = self.lanes(elem)
        a, b = self.vector(elem, lanes), self.vector(elem, lanes)
        x, y = a.values(), b.values()
        values = {"vadd": x + y, "vsub": x - y, "vmul": x * y, "vmax": np.maximum(x, y), "vmin": np.minimum(x, y)}[name]
        self.lanewise(name, elem, [a, b], bits(values, elem), a.raw)

    def do_logic(self):
        elem, name = self.elem(INTS), self.random.choice(["vand", "vor", "vxor"])
        lanes = self.lanes(elem)
        a, b = self.vector(elem, lanes), self.vector(elem, lanes)
        self.lanewise(name, elem, [a, b], {"vand": a.raw & b.raw, "vor": a.raw | b.raw, "vxor": a.raw ^ b.raw}[name], a.raw)

    def do_shift(self):
        elem, left = self.elem(INTS), self.random.random() < 0.5
        a, b = (self.vector(elem, lanes) for lanes in [self.lanes(elem)] * 2)
        if self.random.random() < 0.5:
            count = self.random.randrange(bits_of(elem))
            operand, amount = (self.constant(count, "i16"), "i16"), count
        else:
            operand, amount = b, b.raw.astype(np.int64) % bits_of(elem)
        name = ("vshl" if left else "vshr") + ("" if isinstance(operand, Vector) else "s")
        self.lanewise(name, elem, [a, operand], bits(a.values() << amount if left else a.values() >> amount, elem), a.raw)

    def do_unary(self):
        elem = self.elem(INTS, FLOATS)
        a = self.vector(elem, self.lanes(elem))
        names = ["vneg"] + (["vnot"] if is_int(elem) else []) + (["vabs"] if elem[0] != "u" else [])
        names += ["vrelu"] if elem in ("si32", "i32", "f16", "f32") else []
        name, x = self.random.choice(names), a.values(True)
        if name == "vneg" and not is_int(elem):
            raw = a.raw ^ raw_type(elem).type(1 << (bits_of(elem) - 1))
        else:
            raw = {"vneg": bits(-x, elem), "vnot": ~a.raw, "vabs": bits(np.abs(x), elem), "vrelu": bits(np.maximum(x, 0), elem)}[name]
        self.lanewise(name, elem, [a], raw, a.raw)

    def do_scalar(self):
        elem = self.elem(INTS, FLOATS)
        a = self.vector(elem, self.lanes(elem))
        number = self.random.randint(0, 100) if is_int(elem) else float(self.random.randint(-3, 3))
        name = self.random.choice(["vadds", "vmaxs", "vmins"] + (["vmuls"] if bits_of(elem) > 8 else []))
        x = a.values()
        values = {"vadds": x + number, "vmaxs": np.maximum(x, number), "vmins": np.minimum(x, number), "vmuls": x * number}[name]
        self.lanewise(name, elem, [a, (self.constant(number, elem), elem)], bits(values, elem), a.raw)

    def do_fused(self):
        elem = self.elem(["f16", "f32"])
        a, b, c = (self.vector(elem, lanes, True) for lanes in [self.lanes(elem)] * 3)
        x, y, z = a.values(), b.values(), c.values()
        scale = (self.constant(2.0, elem), elem)
        name, operands, values = self.random.choice([
            ("vaxpy", [a, b, scale], 2 * x + y), ("vmula", [a, b, c], x + y * z), ("vlrelu", [a, scale], np.where(x >= 0, x, 2 * x)),
            ("vprelu", [a, b], np.where(x >= 0, x, y * x)), ("vdiv", [a, self.spread(2.0, elem, a.lanes)], x / 2)])
        self.lanewise(name, elem, operands, bits(values, elem), a.raw)

    def spread(self, number, elem, lanes):
        vector = self.result(elem, np.full(lanes, bits(np.array([number]), elem)[0]))
        self.emit(f"{vector.name} = pto.vmi.vbrc {self.constant(number, elem)} : {elem} -> {vector.type}")
        return vector

    def do_products(self):
        elem = self.elem(["i32", "si32", "ui32"])
        a, b = (self.vector(elem, lanes) for lanes in [self.lanes(elem)] * 2)
        product = a.values(True).astype(object) * b.values(True).astype(object)
        low, high = (self.result(elem, np.array([int(p) >> shift & 0xFFFFFFFF for p in product], np.uint32)) for shift in (0, 32))
        self.emit(f"{low.name}, {high.name} = pto.vmi.vmull {a.name}, {b.name} : {a.type}, {b.type} -> {low.type}, {high.type}")
        self.store(low)
        self.store(high)

    def do_carry(self):
        elem = self.elem(["i32", "ui32"])
        a, b = (self.vector(elem, lanes) for lanes in [self.lanes(elem)] * 2)
        mask, total = self.mask(a.lanes), a.raw.astype(np.uint64) + b.raw
        carry, again = self.new(), self.new()
        one = self.result(elem, np.where(mask.set, total, 0))
        self.emit(f"{one.name}, {carry} = pto.vmi.vaddc {a.name}, {b.name}, {mask.name} : {a.type}, {b.type}, {mask.type} -> "
                  f"{one.type}, {mask.type}")
        more = a.raw.astype(np.uint64) + a.raw + (mask.set & (total >> np.uint64(32) != 0))
        two = self.result(elem, np.where(mask.set, more, 0))
        self.emit(f"{two.name}, {again} = pto.vmi.vaddcs {a.name}, {a.name}, {carry}, {mask.name} : {a.type}, {a.type}, {mask.type}, "
                  f"{mask.type} -> {two.type}, {mask.type}")
        self.store(one)
        self.store(two, Mask(again, mask.set & (more >> np.uint64(32) != 0)))

    def do_select(self):
        elem = self.elem(INTS, FLOATS, LOW)
        a, b = (self.vector(elem, lanes) for lanes in [self.lanes(elem)] * 2)
        mask = self.mask(a.lanes)
        result = self.result(elem, np.where(mask.set, a.raw, b.raw))
        self.emit(f"{result.name} = pto.vmi.vsel {mask.name}, {a.name}, {b.name} : {mask.type}, {a.type}, {b.type} -> {result.type}")
        self.store(result)

    def do_reduce(self):
        elem, name = self.elem(INTS, ["f16", "f32"]), self.random.choice(["vcadd", "vcmax", "vcmin"])
        lanes = self.lanes(elem)
        a, mask, groups = self.vector(elem, lanes, True), self.mask(lanes), self.groups(lanes)
        values = a.values().reshape(groups, -1)
        some = mask.set.reshape(groups, -1)
        if name != "vcadd" and not some.any(axis=1).all():
            mask, some = self.all(lanes), np.ones_like(some)
        least, most = (-np.inf, np.inf) if not is_int(elem) else (-(1 << 40), 1 << 40)
        values = {"vcadd": np.where(some, values, 0).sum(axis=1), "vcmax": np.where(some, values, least).max(axis=1),
                  "vcmin": np.where(some, values, most).min(axis=1)}[name]
        result = self.result(elem, bits(values, elem))
        attrs = [f"group = {groups}"] if groups > 1 or self.random.random() < 0.5 else []
        attrs += ["reassoc"] if name == "vcadd" and not is_int(elem) else []
        self.emit(f"{result.name} = pto.vmi.{name} {a.name}, {mask.name}{' {' + ', '.join(attrs) + '}' if attrs else ''} : {a.type}, "
                  f"{mask.type} -> {result.type}")
        self.store(result)

    def do_spread(self):
        elem = self.elem(INTS, FLOATS)
        lanes = self.lanes(elem)
        groups = self.groups(lanes)
        a = self.vector(elem, groups)
        result = self.result(elem, np.repeat(a.raw, lanes // groups))
        attrs = f" {{group = {groups}}}" if groups > 1 else ""
        self.emit(f"{result.name} = pto.vmi.vbrc {a.name}{attrs} : {a.type} -> {result.type}")
        self.store(result)

    def do_ramp(self):
        elem = self.elem(INTS, ["f16", "f32"])
        lanes = self.lanes(elem)
        per_reg = 2048 // bits_of(elem)
        groups = self.random.choice([n for n in range(1, lanes + 1) if lanes % n == 0 and (
            per_reg % (lanes // n) == 0 or lanes // n % per_reg == 0)] + [1])
        down, size = self.random.random() < 0.5, lanes // groups
        start = self.random.randint(0, 50)
        values = start + (np.arange(lanes) % size) * (-1 if down else 1)
        result = self.result(elem, bits(values, elem))
        base = self.constant(start if is_int(elem) else float(start), elem)
        attrs = f'order = "{"DESC" if down else "ASC"}"' + (f", group = {groups}" if groups > 1 else "")
        self.emit(f"{result.name} = pto.vmi.vci {base} {{{attrs}}} : {elem} -> {result.type}")
        self.store(result)

    def do_permute(self):
        elem = self.elem(INTS, FLOATS)
        lanes = self.lanes(elem, 2048 // bits_of(elem))
        index_elem = f"i{bits_of(elem)}"
        a, any_index, ones = self.vector(elem, lanes), self.vector(index_elem, lanes), self.spread(0, index_elem, lanes)
        low = 1 << (lanes.bit_length() - 1)
        top = self.spread(low - 1, index_elem, lanes)
        index = self.result(index_elem, any_index.raw & top.raw)
        self.emit(f"{index.name} = pto.vmi.vand {any_index.name}, {top.name} : {index.type}, {index.type} -> {index.type}")
        result = self.result(elem, a.raw[index.raw.astype(int)])
        self.emit(f"{result.name} = pto.vmi.vselr {a.name}, {index.name} : {a.type}, {index.type} -> {result.type}")
        self.store(result)
        del ones

    def do_interleave(self):
        elem = self.elem(INTS, FLOATS)
        lanes = self.random.choice([n for n in LENGTHS if n % 2 == 0 and n <= 512])
        a, b = self.vector(elem, lanes), self.vector(elem, lanes)
        both = np.concatenate([a.raw, b.raw])
        joins = self.random.random() < 0.5
        parts = np.stack([a.raw, b.raw], axis=1).reshape(2, -1) if joins else np.stack([both[::2], both[1::2]])
        mask = self.mask(lanes) if self.random.random() < 0.5 else None
        one, two = (self.result(elem, self.governed(part, mask)) for part in parts)
        extra, kind = (f", {mask.name}", f", {mask.type}") if mask else ("", "")
        self.emit(f"{one.name}, {two.name} = pto.vmi.{'vintlv' if joins else 'vdintlv'} {a.name}, {b.name}{extra} : {a.type}, "
                  f"{b.type}{kind} -> {one.type}, {two.type}")
        self.store(one)
        self.store(two)

    def do_convert(self):
        pairs = [("f16", "f32"), ("bf16", "f32"), ("f32", "f16"), ("f32", "bf16"), ("bf16", "f16"), ("f16", "si32"), ("f16", "si16"),
                 ("f16", "si8"), ("f16", "ui8"), ("f32", "si32"), ("f32", "si16"), ("bf16", "si32"), ("si32", "f32"), ("si16", "f32"),
                 ("si16", "f16"), ("si8", "f16"), ("si8", "f32"), ("ui8", "f32")]
        pairs += [(elem, "f32") for elem in LOW] + [("f32", elem) for elem in LOW] + [("f16", "f8E5M2"), ("f8E4M3FN", "f16")]
        pairs += [(a, b) for a in INTS for b in INTS if bits_of(a) != bits_of(b)]
        source, target = self.random.choice(pairs)
        a = self.vector(source, self.lanes(source), True)
        narrow = bits_of(target) < bits_of(source) or (not is_int(source) and not is_int(target) and bits_of(target) == bits_of(source))
        saturates = narrow or (not is_int(source) and is_int(target) and (source, target) != ("f16", "si32"))
        saturate = saturates and self.random.random() < 0.7
        rounds = not is_int(source) and (narrow or is_int(target)) and target != "hif8" and self.random.random() < 0.5
        rounding = self.random.choice(["R", "A", "Z"]) if rounds else "A" if target == "hif8" else "R"
        raw = convert(a.values(), token(source), token(target), rounding, saturate)
        result = self.result(target, raw)
        attrs = [f'rounding = "{rounding}"'] if rounds else []
        attrs += [f'saturate = "{"SAT" if saturate else "NOSAT"}"'] if saturates else []
        self.emit(f"{result.name} = pto.vmi.vcvt {a.name}{' {' + ', '.join(attrs) + '}' if attrs else ''} : {a.type} -> {result.type}")
        self.store(result)

    def do_cast(self):
        elem = self.elem(INTS, FLOATS)
        a = self.vector(elem, self.random.choice([64, 128, 200, 256]))
        target = self.elem(INTS)
        result = self.result(target, np.ascontiguousarray(a.raw).view(raw_type(target)))
        self.emit(f"{result.name} = pto.vmi.vinterpret_cast {a.name} : {a.type} -> {result.type}")
        self.store(result)

    def do_histogram(self):
        lanes, bins = self.random.choice([64, 200, 256, 512]), self.random.choice([128, 256])
        acc, src, mask = self.vector("ui16", bins), self.vector("ui8", lanes), self.mask(lanes)
        counts = np.bincount(src.raw[mask.set], minlength=256)
        name = self.random.choice(["vdhist", "vchist"])
        counts = counts if name == "vdhist" else np.cumsum(counts)
        result = self.result("ui16", acc.raw + counts[:bins])
        self.emit(f"{result.name} = pto.vmi.{name} {acc.name}, {src.name}, {mask.name} : {acc.type}, {src.type}, {mask.type} -> {result.type}")
        self.store(result)

    def do_gather(self):
        elem, lanes = self.elem(INTS, FLOATS), self.random.choice([8, 64, 100, 128, 256])
        at, offset = self.place(elem, 256)
        index = self.result("ui32", np.arange(lanes) * 3 % 200)
        ramp, three, top = self.new(), self.spread(3, "ui32", lanes), None
        self.emit(f"{ramp} = pto.vmi.vci {self.constant(0, 'ui32')} : ui32 -> {index.type}")
        scaled, rows = self.new(), self.result("ui32", (np.arange(lanes) * 3) & 127)
        top = self.spread(127, "ui32", lanes)
        self.emit(f"{scaled} = pto.vmi.vmul {ramp}, {three.name} : {index.type}, {index.type} -> {index.type}")
        self.emit(f"{rows.name} = pto.vmi.vand {scaled}, {top.name} : {index.type}, {index.type} -> {index.type}")
        self.vectors.remove(index)
        mask, here = self.mask(lanes), self.new()
        self.emit(f"{here} = pto.addptr {self.base(elem, at)}, {self.constant(offset)} : {pointer(elem)} -> {pointer(elem)}")
        raw = np.where(mask.set, self.read(elem, at, offset, rows.raw.astype(int)), 0)
        result = self.result(elem, raw)
        self.emit(f"{result.name} = pto.vmi.vgather {here}, {rows.name}, {mask.name} : {pointer(elem)}, {rows.type}, {mask.type} -> {result.type}")
        self.store(result)
        to = self.take(130 * bits_of(elem) // 8)
        self.emit(f"pto.vmi.vscatter {result.name}, {self.base(elem, to)}, {rows.name}, {mask.name} : {result.type}, {pointer(elem)}, "
                  f"{rows.type}, {mask.type}")
        order = np.arange(lanes)[::-1]  # of equal indices the lowest lane wins
        self.write(elem, to, rows.raw[order], result.raw[order], mask.set[order])

    def do_group_access(self):
        elem = self.elem(INTS, FLOATS)
        lanes = self.lanes(elem, 256)
        groups = self.groups(lanes)
        size = lanes // groups
        block = 2048 // bits_of(elem) if size % (2048 // bits_of(elem)) == 0 else 1
        stride = size if block > 1 else size + self.random.randint(0, 3)
        at, offset = self.place(elem, groups * stride)
        index = np.arange(lanes) // size * stride + np.arange(lanes) % size
        result = self.result(elem, self.read(elem, at, offset, index))
        self.emit(f"{result.name} = pto.vmi.vload {self.base(elem, at)}[{self.constant(offset)}], {self.constant(stride)} {{group = {groups}}} : "
                  f"{pointer(elem)}, index -> {result.type}")
        self.store(result)
        to = self.take(groups * stride * bits_of(elem) // 8)
        self.emit(f"pto.vmi.vstore {result.name}, {self.base(elem, to)}[{self.constant(0)}], {self.constant(stride)} {{group = {groups}}} : "
                  f"{result.type}, {pointer(elem)}")
        self.write(elem, to, index, result.raw)

    def do_modes(self):
        elem = self.elem(INTS, FLOATS)
        lanes = self.random.choice([64, 100, 128, 256])
        at, offset = self.place(elem, 2 * lanes)
        place, ptr = f"{self.base(elem, at)}[{self.constant(offset)}]", pointer(elem)
        kind = self.random.randrange(4)
        if kind == 0:
            result = self.result(elem, np.full(lanes, self.read(elem, at, offset, [0])[0]))
            self.emit(f'{result.name} = pto.vmi.vload {place} {{dist_mode = "brc"}} : {ptr} -> {result.type}')
        elif kind == 1:
            one, result = (self.result(elem, self.read(elem, at, offset, 2 * np.arange(lanes) + part)) for part in (0, 1))
            self.emit(f'{one.name}, {result.name} = pto.vmi.vload {place} {{dist_mode = "dintlv"}} : {ptr} -> {one.type}, {result.type}')
            to = self.take(2 * lanes * bits_of(elem) // 8)
            self.emit(f'pto.vmi.vstore {result.name}, {one.name}, {self.base(elem, to)}[{self.constant(0)}] {{dist_mode = "dintlv"}} : '
                      f"{one.type}, {one.type}, {ptr}")
            self.write(elem, to, np.arange(2 * lanes), np.stack([result.raw, one.raw], axis=1).reshape(-1))
        elif kind == 2 and is_int(elem) and bits_of(elem) < 32:
            wide = self.random.choice([name for name in INTS if bits_of(name) > bits_of(elem)])
            result = self.result(wide, self.read(elem, at, offset, np.arange(lanes)))
            self.emit(f'{result.name} = pto.vmi.vload {place} {{dist_mode = "unpack"}} : {ptr} -> {result.type}')
        else:
            stride, per_block = self.random.randint(0, 2), 256 // bits_of(elem)
            lanes = self.random.choice([per_block * blocks for blocks in (4, 8, 16)])
            index = np.arange(lanes) // per_block * stride * per_block + np.arange(lanes) % per_block
            at, offset = self.place(elem, 1)
            place = f"{self.base(elem, at)}[{self.constant(offset)}]"
            result = self.result(elem, self.read(elem, at, offset, index), at + offset * bits_of(elem) // 8 + 32 * 16 * stride < IN_BYTES)
            self.emit(f"{result.name} = pto.vmi.vload {place}, {self.constant(stride, 'i16')} : {ptr}, i16 -> {result.type}")
            to, mask = self.take(16 * 32 * stride + 32), self.all(lanes)
            self.emit(f"pto.vmi.vsstb {result.name}, {self.base(elem, to)}[{self.constant(0)}], {self.constant(stride, 'i16')}, {mask.name} : "
                      f"{result.type}, {ptr}, i16, {mask.type}")
            self.write(elem, to, index, result.raw)
        self.store(result, self.mask(result.lanes) if self.random.random() < 0.5 else None)

    def do_functions(self):
        """Elementary functions give the bits of their instructions, register by register."""
        elem, name = self.elem(["f16", "f32"]), self.random.choice(["vexp", "vln", "vsqrt", "vexpdif"])
        per_reg = 2048 // bits_of(elem)
        a = self.load(elem, per_reg * self.random.randint(1, 3))
        wide = "f32" if name == "vexpdif" else elem
        result, scratch, back, both, whole = (self.new() for _ in range(5))
        kind, gives, ints = a.type, f"!pto.vmi.vreg<{a.lanes}x{wide}>", f"!pto.vmi.vreg<{a.lanes}xui{bits_of(wide)}>"
        if name == "vexpdif":
            mask = self.all(a.lanes)
            self.emit(f"{result} = pto.vmi.vexpdif {a.name}, {a.name}, {mask.name} : {kind}, {kind}, {mask.type} -> {gives}")
        else:
            self.emit(f"{result} = pto.vmi.{name} {a.name} : {kind} -> {gives}")
        to = self.take(a.lanes * bits_of(wide) // 8)
        source, target = self.take(a.lanes * bits_of(elem) // 8), self.base(wide, to)
        self.emit(f"pto.vmi.vstore {a.name}, {self.base(elem, source)}[{self.constant(0)}] : {kind}, {pointer(elem)}")
        self.write(elem, source, np.arange(a.lanes), a.raw)
        self.emit('pto.mem_bar "VST_VLD"')
        self.micro(name, elem, wide, a.lanes // per_reg, self.base(elem, source), target)
        self.emit('pto.mem_bar "VST_VLD"')
        self.emit(f"{back} = pto.vmi.vload {target}[{self.constant(0)}] : {pointer(wide)} -> {gives}")
        self.emit(f"{both} = pto.vmi.vinterpret_cast {back} : {gives} -> {ints}")
        self.emit(f"{whole} = pto.vmi.vinterpret_cast {result} : {gives} -> {ints}")
        difference = self.result(f"ui{bits_of(wide)}", np.zeros(a.lanes))
        self.emit(f"{difference.name} = pto.vmi.vxor {both}, {whole} : {ints}, {ints} -> {ints}")
        self.emit('pto.mem_bar "VLD_VST"')
        self.emit(f"pto.vmi.vstore {difference.name}, {self.base(difference.elem, to)}[{self.constant(0)}] : {ints}, {pointer(difference.elem)}")
        del scratch

    def micro(self, name, elem, wide, regs, source, target):
        """The same by instructions on registers."""
        per_reg, width = 2048 // bits_of(elem), bits_of(elem)
        mask, wide_mask = self.new(), self.new()
        self.emit(f'{mask} = pto.pset_b{width} "PAT_ALL" : !pto.mask<b{width}>')
        self.emit(f'{wide_mask} = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>')
        reg, out = f"!pto.vreg<{per_reg}x{elem}>", f"!pto.vreg<{2048 // bits_of(wide)}x{wide}>"
        for i in range(regs):
            x, offset = self.new(), self.constant(i * per_reg)
            self.emit(f"{x} = pto.vlds {source}[{offset}] : {pointer(elem)} -> {reg}")
            if name != "vexpdif":
                y = [self.new()]
                self.emit(f"{y[0]} = pto.{name} {x}, {mask} : {reg}, !pto.mask<b{width}> -> {reg}")
            else:
                y = [self.new() for _ in range(32 // width)]
                for part, value in zip(("EVEN", "ODD"), y):
                    self.emit(f'{value} = pto.vexpdif {x}, {x}, {mask}, "{part}" : {reg}, {reg}, !pto.mask<b{width}> -> {out}')
                if len(y) == 2:
                    low, high = self.new(), self.new()
                    self.emit(f"{low}, {high} = pto.vintlv {y[0]}, {y[1]} : {out}, {out} -> {out}, {out}")
                    y = [low, high]
            for part, value in enumerate(y):
                at = self.constant(i * per_reg + part * 64)
                self.emit(f"pto.vsts {value}, {target}[{at}], {mask if wide == elem else wide_mask} : {out}, {pointer(wide)}, "
                          f"!pto.mask<b{bits_of(wide)}>")

    def do_stream(self):
        """A loop over vectors: load, convert, compute, convert, store, with a mask of the remaining lanes."""
        source, target = self.random.choice([("f32", "f32"), ("f16", "f32"), ("f32", "f16"), ("bf16", "bf16"), ("f32", "f8E4M3FN"),
                                             ("f8E4M3FN", "f32"), ("i32", "i32"), ("si16", "si32"), ("ui8", "ui32"), ("si32", "ui8"),
                                             ("i8", "i8"), ("ui8", "ui16")])
        wide = "f32" if source == "bf16" else source if bits_of(source) > bits_of(target) else target
        step = self.random.choice([lanes for lanes in (64, 128, 256) if lanes * bits_of(wide) % 2048 == 0])
        most = min(PLACES.get("low" if source in LOW else source, (0, 4096))[1] * 8 // bits_of(source), 1024)
        turns = self.random.randint(1, min(4, most // step))
        lanes, at = step * turns, PLACES["low" if source in LOW else source][0] if source in WIDTH else 0
        left = self.random.randint(0, lanes + 9)
        raw = self.read(source, at, 0, np.arange(lanes))
        i, rest, mask, x, w, y, r, next_left = (self.new() for _ in range(8))
        kinds = {elem: f"!pto.vmi.vreg<{step}x{elem}>" for elem in (source, wide, target)}
        to = self.take(lanes * bits_of(target) // 8)
        into, begin, end = self.base(target, to), self.constant(0), self.constant(lanes)
        masked = self.random.random() < 0.7
        carried = f"{self.new()} = " if masked else ""
        args = f" iter_args({rest} = {self.constant(left)}) -> (index)" if masked else ""
        row, pair = self.new(), self.new()
        form = self.random.choice(["rows", "pairs", "lanes"])
        if form == "rows":
            self.emit(f"{carried}scf.for {row} = {begin} to {self.constant(turns)} step {self.constant(1)}{args} {{")
            self.emit(f"  {i} = arith.muli {row}, {self.constant(step)} : index")
        elif form == "pairs":
            self.emit(f"{carried}scf.for {pair} = {begin} to {self.constant(turns)} step {self.constant(1)}{args} {{")
            self.emit(f"  {row} = arith.muli {pair}, {self.constant(2)} : index")
            self.emit(f"  {i} = arith.muli {row}, {self.constant(step // 2)} : index")
        else:
            self.emit(f"{carried}scf.for {i} = {begin} to {end} step {self.constant(step)}{args} {{")
        if masked:
            self.emit(f"  {mask} = pto.vmi.create_mask {rest} : index -> !pto.vmi.mask<{step}xpred>")
        self.emit(f"  {x} = pto.vmi.vload {self.base(source, at)}[{i}] : {pointer(source)} -> {kinds[source]}")
        values = raw
        if source != wide:
            values = convert(numbers(raw, source), token(source), token(wide), "R", True).astype(raw_type(wide))
            self.emit(f"  {w} = pto.vmi.vcvt {x} : {kinds[source]} -> {kinds[wide]}")
        total = bits(numbers(values, wide) + numbers(values, wide), wide)
        self.emit(f"  {y} = pto.vmi.vadd {w if source != wide else x}, {w if source != wide else x} : {kinds[wide]}, {kinds[wide]} -> "
                  f"{kinds[wide]}")
        if target != wide:
            total = convert(numbers(total, wide), token(wide), token(target), "R", True).astype(raw_type(target))
            self.emit(f'  {r} = pto.vmi.vcvt {y} {{saturate = "SAT"}} : {kinds[wide]} -> {kinds[target]}')
        extra, kind = (f", {mask}", f", !pto.vmi.mask<{step}xpred>") if masked else ("", "")
        self.emit(f"  pto.vmi.vstore {r if target != wide else y}, {into}[{i}]{extra} : {kinds[target]}, {pointer(target)}{kind}")
        if masked:
            self.emit(f"  {next_left} = arith.subi {rest}, {self.constant(step)} : index")
            self.emit(f"  scf.yield {next_left} : index")
        self.emit("}")
        self.write(target, to, np.arange(lanes), total, np.arange(lanes) < left if masked else None)

    def do_choice(self):
        """A vector and a mask selected by a condition."""
        elem = self.elem(INTS, FLOATS)
        a, b = (self.vector(elem, lanes) for lanes in [self.lanes(elem)] * 2)
        one, two, taken = self.mask(a.lanes), self.mask(a.lanes), self.random.random() < 0.5
        condition, value, mask = (self.new() for _ in range(3))
        low, high = self.constant(0), self.constant(1)
        self.emit(f"{condition} = arith.cmpi {'slt' if taken else 'sgt'}, {low}, {high} : index")
        if self.random.random() < 0.5:
            self.emit(f"{value} = arith.select {condition}, {a.name}, {b.name} : {a.type}")
            self.emit(f"{mask} = arith.select {condition}, {one.name}, {two.name} : {one.type}")
        else:
            self.emit(f"{value}, {mask} = scf.if {condition} -> ({a.type}, {one.type}) {{")
            self.emit(f"  scf.yield {a.name}, {one.name} : {a.type}, {one.type}")
            self.emit("} else {")
            self.emit(f"  scf.yield {b.name}, {two.name} : {a.type}, {one.type}")
            self.emit("}")
        self.store(Vector(value, elem, a.raw if taken else b.raw), Mask(mask, one.set if taken else two.set))

    def do_loop(self):
        """A vector and a mask carried around a loop, and a mask of a variable count."""
        elem = self.elem(INTS)
        lanes, turns = self.lanes(elem), self.random.randint(0, 3)
        a, mask = self.vector(elem, lanes), self.mask(lanes)
        result, last = Vector(self.new(), elem, a.raw), Mask(self.new(), mask.set)
        inner = [self.new() for _ in range(5)]
        self.emit(f"{result.name}, {last.name} = scf.for {inner[0]} = {self.constant(0)} to {self.constant(turns)} step {self.constant(1)} "
                  f"iter_args({inner[1]} = {a.name}, {inner[2]} = {mask.name}) -> ({a.type}, {mask.type}) {{")
        self.emit(f"  {inner[3]} = pto.vmi.vadd {inner[1]}, {inner[1]}, {inner[2]} : {a.type}, {a.type}, {mask.type} -> {a.type}")
        self.emit(f"  {inner[4]} = pto.vmi.create_mask {inner[0]} : index -> {mask.type}")
        self.emit(f"  scf.yield {inner[3]}, {inner[4]} : {a.type}, {mask.type}")
        self.emit("}")
        for turn in range(turns):
            result.raw = np.where(last.set, result.raw + result.raw, 0).astype(raw_type(elem))
            last.set = np.arange(lanes) < turn
        self.store(result)
        self.store(a, last)
