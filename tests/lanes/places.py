# SPDX-License-Identifier: Apache-2.0
"""Random loops over several places of a buffer, a run-time pitch apart, as limbs of long numbers are: places of loads and
stores may overlap, be the same, or lie in between of each other."""

from rows import COLUMNS, MASK, PTR, REGISTER, Rows

PLACES = 4


class Places(Rows):
    """A loop over columns that reads and writes all places."""

    def pitch(self, columns):
        """Floats from one place to the next, only known at run time: mostly more than the columns."""
        rng = self.rng
        up = (columns + 7) // 8
        least = rng.choice([up, up, up, up, max(up - 3, 0), 1, -up, -1])
        index, rest, sum_, pitch = self.new(), self.new(), self.new(), self.new()
        self.head.append(f"{index} = arith.index_cast %n : i32 to index")
        self.head.append(f"{rest} = arith.remui {index}, {self.constant(rng.randrange(1, 4), 'index')} : index")
        self.head.append(f"{sum_} = arith.addi {rest}, {self.constant(least, 'index')} : index")
        self.head.append(f"{pitch} = arith.muli {sum_}, {self.constant(8, 'index')} : index")
        return pitch

    def offsets(self, pitch, places):
        """Multiples of the pitch, as sums or products."""
        found = [self.zero, pitch]
        while len(found) < places:
            at = self.new()
            form = f"arith.addi {found[-1]}, {pitch}" if self.rng.randrange(2) else \
                f"arith.muli {pitch}, {self.constant(len(found), 'index')}"
            self.head.append(f"{at} = {form} : index")
            found.append(at)
        return self.rng.sample(found, places)

    def text(self, out):
        rng = self.rng
        columns = rng.randrange(1, COLUMNS)
        self.width, self.count = self.lengths(columns)
        self.zero, self.step = self.constant(0, "index"), self.constant(64, "index")
        middle = out + 4096
        near = middle + 32 * rng.randrange(-20, 21)
        pointers = [self.pointer(rng.choice([16384 + 32 * rng.randrange(-200, 200)] * 3 + [middle, near])) for _ in range(2)]
        target = self.pointer(middle)
        offsets = self.offsets(self.pitch(columns), rng.randrange(3, PLACES + 1))
        self.all = self.say(f'pto.pset_b32 "PAT_ALL" : {MASK}')

        def turn(at, mask, _):
            before = None
            for offset in offsets:
                place = self.say(f"arith.addi {at}, {offset} : index")
                strips = [self.load(pointer, place) for pointer in pointers]
                strip = self.binary(rng.choice(["vsub", "vadd"]), *strips, mask)
                before = strip if before is None else self.binary("vadd", strip, before, mask)
                self.lines.append(f"pto.vsts {before}, {target}[{place}], {mask} : {REGISTER}, {PTR}, {MASK}")

        self.loop(turn)
        return "\n".join("    " + line for line in self.head + ["pto.vecscope {"] + ["  " + line for line in self.lines] + ["}"])
