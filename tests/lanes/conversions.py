# SPDX-License-Identifier: Apache-2.0
"""Random loops over elements of two widths. They are loaded as parts of wider lanes, converted, computed with,
converted back, and stored packed. Stores may overlap loads, by any multiple of 32 bytes."""

from scope import Scope

BITS = {"f32": 32, "si32": 32, "ui32": 32, "f16": 16, "bf16": 16, "si16": 16, "ui16": 16, "si8": 8, "ui8": 8}
UNPACKED = {(8, 16): "UNPK_B8", (8, 32): "UNPK4", (16, 32): "UNPK_B16"}
PACKED = {(8, 16): "PK_B16", (8, 32): "PK4_B32", (16, 32): "PK_B32"}
# Parameters of each conversion: rounding, saturation, part of the lane.
PAIRS = {("f32", "si32"): "rs", ("si32", "f32"): "r", ("ui32", "f32"): "r", ("f16", "si16"): "rs", ("si16", "f16"): "r",
         ("f16", "f32"): "p", ("bf16", "f32"): "p", ("f16", "si32"): "rp", ("bf16", "si32"): "rsp", ("si16", "f32"): "p",
         ("ui8", "f16"): "p", ("si8", "f16"): "p", ("ui8", "ui16"): "p", ("ui8", "ui32"): "q", ("si8", "si16"): "p",
         ("si8", "si32"): "q", ("ui16", "ui32"): "p", ("si16", "si32"): "p",
         ("f32", "f16"): "rsp", ("f32", "bf16"): "rsp", ("f32", "si16"): "rsp", ("f16", "si8"): "rsp", ("f16", "ui8"): "rsp",
         ("ui16", "ui8"): "sp", ("si16", "ui8"): "sp", ("ui32", "ui8"): "sq", ("ui32", "ui16"): "sp", ("si32", "ui8"): "sq",
         ("si32", "ui16"): "sp", ("si32", "si16"): "sp"}
BYTES = 2048   # bytes that a loop may access


class Conversions(Scope):
    """A loop that writes to a region of UB."""

    def __init__(self, rng, number, region):
        super().__init__(rng, number)
        self.region, self.outside = region, []

    def pointer(self, at, kind):
        name = self.new()
        kind = kind.replace("s", "")
        self.head.append(f"{name} = pto.castptr {self.constant(at, 'i64')} : i64 -> !pto.ptr<{kind}, ub>")
        return name, f"!pto.ptr<{kind}, ub>"

    def all_lanes(self, bits):
        name = self.new()
        self.outside.append(f'{name} = pto.pset_b{bits} "PAT_ALL" : !pto.mask<b{bits}>')
        return name

    def path(self):
        """The types of a lane in order; none is wider than the loop's lanes, and one has their width."""
        rng = self.rng
        types = [rng.choice(list(BITS))]
        for _ in range(rng.randrange(1, 4)):
            pairs = [pair for pair in PAIRS if pair[0] == types[-1]]
            saturating = [pair for pair in pairs if "s" in PAIRS[pair]]
            types.append(rng.choice(saturating if saturating and rng.randrange(2) else pairs or [types[-1:] * 2])[1])
        self.bits = max(BITS[kind] for kind in types)
        for i in range(1, len(types) - 1):  # parts of lanes can only be loaded and stored
            if BITS[types[i]] < self.bits:
                return self.path()
        return types

    def register(self, kind):
        return f"!pto.vreg<{2048 // BITS[kind]}x{kind}>"

    def convert(self, value, source, to, mask):
        rng, told, words = self.rng, PAIRS[source, to], []
        if "r" in told:
            words.append(f'rnd = "{rng.choice("RRRRAFCZO")}"')
        if "s" in told:
            words.append(f'sat = "{rng.choice(["SAT", "NOSAT"])}"')
        if "p" in told:
            words.append(f'part = "{rng.choice(["EVEN", "EVEN", "EVEN", "EVEN", "ODD"])}"')
        if "q" in told:
            words.append(f'part = "{rng.choice(["P0", "P0", "P0", "P2"])}"')
        gran = BITS[source]
        gate = self.all_lanes(gran) if gran < self.bits or rng.randrange(4) == 0 else mask
        return self.say(f"pto.vcvt {value}, {gate} {{{', '.join(words)}}} : {self.register(source)}, !pto.mask<b{gran}> -> {self.register(to)}")

    def compute(self, value, kind, mask):
        """An operation on whole lanes: bf16 has no arithmetic here."""
        if BITS[kind] < self.bits or kind == "bf16" or self.rng.randrange(2):
            return value
        op = self.rng.choice(["vadd", "vmax", "vmin", "vsub"])
        register = self.register(kind)
        return self.say(f"pto.{op} {value}, {value if op == 'vadd' else self.other(kind)}, {mask} : {register}, {register}, !pto.mask<b{self.bits}> -> {register}")

    def other(self, kind):
        pointer, ptr = self.pointer(self.place(), kind)
        return self.say(f"pto.vlds {pointer}[%i_{self.number}] : {ptr} -> {self.register(kind)}")

    def place(self):
        """The address of loads: in the data, or before or after that of the stores."""
        return 32 * self.rng.randrange(900) if self.rng.randrange(2) else self.region + 2048 + 32 * self.rng.randrange(-20, 21)

    def text(self):
        rng, types = self.rng, self.path()
        lanes = 2048 // self.bits
        most = BYTES // (lanes * 4) if self.bits == 32 else BYTES // (lanes * 2)
        upper = rng.randrange(0, most * lanes + 1)
        mask, i = f"%mask_{self.number}", f"%i_{self.number}"
        pointer, ptr = self.pointer(self.place(), types[0])
        dist = f' {{dist = "{UNPACKED[BITS[types[0]], self.bits]}"}}' if BITS[types[0]] < self.bits else ""
        value = self.say(f"pto.vlds {pointer}[{i}]{dist} : {ptr} -> {self.register(types[0])}")
        for source, to in zip(types, types[1:]):
            value = self.compute(value, source, mask)
            value = self.convert(value, source, to, mask) if source != to else value
        value = self.compute(value, types[-1], mask)
        target, ptr = self.pointer(self.region + 2048, types[-1])
        dist = f' {{dist = "{PACKED[BITS[types[-1]], self.bits]}"}}' if BITS[types[-1]] < self.bits else ""
        self.lines.append(f"pto.vsts {value}, {target}[{i}], {mask}{dist} : {self.register(types[-1])}, {ptr}, !pto.mask<b{self.bits}>")
        count = rng.choice(["%n", self.constant(rng.choice([upper, max(upper - 3, 0)]), "i32")])
        zero, bound, step = (self.constant(value, "index") for value in (0, upper, lanes))
        loop = [f"%end_{self.number}:1 = scf.for {i} = {zero} to {bound} step {step} iter_args(%left_{self.number} = {count}) -> (i32) {{",
                f"{mask}, %next_{self.number} = pto.plt_b{self.bits} %left_{self.number} : i32 -> !pto.mask<b{self.bits}>, i32"]
        lines = self.head + ["pto.vecscope {"] + self.outside + loop + self.lines
        return "\n".join("    " + line for line in [*lines, f"scf.yield %next_{self.number} : i32", "}", "}"])
