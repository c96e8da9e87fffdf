# SPDX-License-Identifier: Apache-2.0
"""Random loops over rows, as in softmax and norms: maxima and sums of a row, computations on their first lane, and a
loop that stores. Rows may overlap each other, the inputs, and a gain that all of them read."""

from scope import Scope

REGISTER, MASK, PTR = "!pto.vreg<64xf32>", "!pto.mask<b32>", "!pto.ptr<f32, ub>"
COLUMNS = 261      # upper bound, exclusive
FOLDS = {"vmax": "0xFF800000", "vmin": "0x7F800000", "vadd": "0.0"}


class Rows(Scope):
    """A loop over rows."""

    def pointer(self, at):
        name = self.new()
        self.head.append(f"{name} = pto.castptr {self.constant(at, 'i64')} : i64 -> {PTR}")
        return name

    def lengths(self, columns):
        """The number of columns as an index and as plt's count; usually only known at run time."""
        rng = self.rng
        if rng.randrange(3) == 0:
            return self.constant(columns, "index"), self.constant(rng.choice([columns, columns, columns - 3, 700]), "i32")
        index, width, count = self.new(), self.new(), self.new()
        self.head.append(f"{index} = arith.index_cast %n : i32 to index")
        self.head.append(f"{width} = arith.remui {index}, {self.constant(columns + 1, 'index')} : index")
        self.head.append(f"{count} = arith.index_cast {width} : index to i32")
        return width, rng.choice([count, count, count, "%n"])

    def loop(self, lines, carried=None):
        """A loop over a row; `lines` gets the loop variable and the mask, and returns the carried values."""
        at, left, mask, rest = self.new(), self.new(), self.new(), self.new()
        result = self.new()
        so_far = self.new()
        arguments = f"{so_far} = {carried}, {left} = {self.count}" if carried else f"{left} = {self.count}"
        types = f"{REGISTER}, i32" if carried else "i32"
        self.lines.append(f"{result}:{2 if carried else 1} = scf.for {at} = {self.zero} to {self.width} step {self.step} "
                          f"iter_args({arguments}) -> ({types}) {{")
        self.lines.append(f"{mask}, {rest} = pto.plt_b32 {left} : i32 -> {MASK}, i32")
        more = lines(at, mask, so_far)
        self.lines.append(f"scf.yield {more}, {rest} : {types}" if carried else f"scf.yield {rest} : {types}")
        self.lines.append("}")
        return f"{result}#0"

    def load(self, pointer, at):
        return self.say(f"pto.vlds {pointer}[{at}] : {PTR} -> {REGISTER}")

    def binary(self, op, a, b, mask):
        return self.say(f"pto.{op} {a}, {b}, {mask} : {REGISTER}, {REGISTER}, {MASK} -> {REGISTER}")

    def fold(self, op, make):
        """A maximum, minimum or sum of `make(at, mask)`."""
        start = self.say(f"pto.vbr {self.constant(FOLDS[op], 'f32')} : f32 -> {REGISTER}")

        def turn(at, mask, so_far):
            strip = make(at, mask)
            if op == "vadd":
                return self.binary(op, so_far, strip, self.all)
            larger = self.binary(op, so_far, strip, mask)
            return self.say(f"pto.vsel {larger}, {so_far}, {mask} : {REGISTER}, {REGISTER}, {MASK} -> {REGISTER}")

        folded = self.loop(turn, start)
        across = {"vmax": "vcmax", "vmin": "vcmin", "vadd": "vcadd"}[op]
        return self.say(f"pto.{across} {folded}, {self.rng.choice([self.all] * 3 + [self.few])} : {REGISTER}, {MASK} -> {REGISTER}")

    def chain(self, value):
        """Operations on the first lane."""
        rng = self.rng
        for _ in range(rng.randrange(4)):
            mask, form = rng.choice([self.first, self.first, self.few, self.all]), rng.randrange(5)
            if form < 2:
                scalar = self.constant(rng.choice(["0.125", "-2.5", "1.0e-5", "3.0e38"]), "f32")
                value = self.say(f"pto.{rng.choice(['vmuls', 'vadds'])} {value}, {scalar}, {mask} : {REGISTER}, f32, {MASK} -> {REGISTER}")
            elif form == 2:
                value = self.say(f"pto.{rng.choice(['vsqrt', 'vneg'])} {value}, {mask} : {REGISTER}, {MASK} -> {REGISTER}")
            else:
                value = self.binary(rng.choice(["vadd", "vsub", "vmul", "vdiv"]), value, rng.choice([value, self.ones]), mask)
        return value

    def spread(self, value):
        """Broadcasts to all lanes; sometimes the register itself is used, too."""
        rng = self.rng
        if rng.randrange(5) == 0:
            self.lines.append(f'pto.vsts {value}, {self.aside}[{self.zero}], {self.all} : {REGISTER}, {PTR}, {MASK}')
        mask, position = rng.choice([self.all] * 5 + [self.few]), "HIGHEST" if rng.randrange(8) == 0 else "LOWEST"
        return self.say(f'pto.vdup {value}, {mask} {{position = "{position}"}} : {REGISTER}, {MASK} -> {REGISTER}')

    def places(self, columns, rows, out):
        """Bases and the pitch, in floats: rows of the output may overlap each other and the inputs."""
        rng = self.rng
        up = (columns + 7) // 8 * 8
        pitch = rng.choice([up, up, up, up + 8, up + 64, max(up - 8, 0), 0, -up])
        base = out + 512 + (rows * up * 4 if pitch < 0 else 0)
        moved = base + 32 * rng.choice([-1, -1, -2, -8, -(up // 8), 0, 1, 8, up // 8])   # later rows read stores
        read = rng.choice([32 * rng.randrange(400) + 16384, base, moved, moved])
        gain = rng.choice([32 * rng.randrange(200), 32 * rng.randrange(200), base + 4 * up, moved])
        return pitch, self.pointer(base), self.pointer(read), self.pointer(gain)

    def text(self, out):
        rng = self.rng
        columns, rows = rng.randrange(1, COLUMNS), rng.randrange(0, 4)
        self.width, self.count = self.lengths(columns)
        pitch, base, read, gain = self.places(columns, rows, out)
        self.aside = self.pointer(out + 7168)
        self.zero, self.step = self.constant(0, "index"), self.constant(64, "index")
        lower, upper, step = (self.constant(value, "index") for value in rng.choice([(0, rows, 1), (0, rows, 1), (1, rows + 1, 1), (0, 2 * rows, 2)]))
        at, pitch = self.new(), self.constant(pitch, "index")
        masks = [self.say(f'pto.pset_b32 "{pattern}" : {MASK}') for pattern in ("PAT_ALL", "PAT_VL1", "PAT_VL8")]
        self.all, self.first, self.few = masks
        self.ones = self.say(f"pto.vbr {self.constant('1.0', 'f32')} : f32 -> {REGISTER}")
        self.lines.append(f"scf.for {at} = {lower} to {upper} step {step} {{")
        row = self.say(f"arith.subi {at}, {lower} : index")
        row = row if rng.randrange(2) else self.say(f"arith.divui {row}, {step} : index")
        start = self.say(f"arith.muli {', '.join(rng.sample([row, pitch], 2))} : index")
        places = [self.say(f"pto.addptr {pointer}, {start} : {PTR} -> {PTR}") for pointer in (read, base)]
        source, target = places

        known = [self.ones]
        for op in rng.sample(list(FOLDS), rng.randrange(3)):
            def value(at, mask):
                strip = self.load(source, at)
                return self.binary(rng.choice(["vmul", "vsub", "vadd"]), strip, rng.choice(known + [strip]), mask)
            plain = rng.randrange(2) and op != "vadd"
            folded = self.fold(op, (lambda at, mask: self.load(source, at)) if plain else value)
            known.append(self.spread(self.chain(folded)))
        if rng.randrange(2):
            self.lines.append('pto.mem_bar "VST_VLD"')

        def store(at, mask, _):
            strip = self.load(rng.choice([source, source, target]), at)
            if rng.randrange(2):
                strip = self.binary("vmul", strip, self.load(gain, at), mask)
            strip = self.binary(rng.choice(["vdiv", "vsub", "vadd"]), strip, rng.choice(known), mask)
            self.lines.append(f"pto.vsts {strip}, {target}[{at}], {mask} : {REGISTER}, {PTR}, {MASK}")

        self.loop(store)
        self.lines.append("}")
        return "\n".join("    " + line for line in self.head + ["pto.vecscope {"] + ["  " + line for line in self.lines] + ["}"])
