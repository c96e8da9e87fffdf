# SPDX-License-Identifier: Apache-2.0
"""Random SIMT kernels: their text, and the words that they write, by an interpreter that runs each thread on its own.

A program is a list of statements on i32 values. Threads of the interpreter are generators. A thread that comes to a vote,
a shuffle, a reduction or a barrier stops there. Who has come to the earliest place of the program goes on together: as
control flow is structured, nobody else can come there any more. That is what an active mask is, without a mask.
"""
import array
import random

OUT_WORDS = 4        # of each thread
MOST_THREADS = 160
WORD = 0xFFFFFFFF


def signed(value, bits=32):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def prmt(a, b, selector):
    data, result = ((b & WORD) << 32 | a & WORD).to_bytes(8, "little"), []
    for i in range(4):
        nibble = selector >> 4 * i & 15
        byte = data[nibble & 7]
        result.append(byte if nibble < 8 else 255 if byte & 128 else 0)
    return signed(int.from_bytes(bytes(result), "little"))


BINARY = {
    "arith.addi": lambda a, b: signed(a + b),
    "arith.subi": lambda a, b: signed(a - b),
    "arith.muli": lambda a, b: signed(a * b),
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
    "arith.maxsi": max,
    "arith.minui": lambda a, b: min(a, b, key=lambda v: v & WORD),
    "pto.mulhi signed": lambda a, b: signed(a * b >> 32),
    "pto.mulhi unsigned": lambda a, b: signed((a & WORD) * (b & WORD) >> 32),
}
COMPARE = {"slt": lambda a, b: a < b, "ult": lambda a, b: a & WORD < b & WORD, "eq": lambda a, b: a == b,
           "sge": lambda a, b: a >= b}
QUERIES = {
    "get_tid_x": lambda t: t.x, "get_tid_y": lambda t: t.y, "get_tid_z": lambda t: t.z,
    "get_block_dim_x": lambda t: t.dims[0], "get_block_dim_y": lambda t: t.dims[1], "get_block_dim_z": lambda t: t.dims[2],
    "get_laneid": lambda t: t.lane, "get_lanemask_eq": lambda t: signed(1 << t.lane),
    "get_lanemask_lt": lambda t: signed((1 << t.lane) - 1), "get_lanemask_le": lambda t: signed((2 << t.lane) - 1),
    "get_lanemask_gt": lambda t: signed(WORD & ~((2 << t.lane) - 1)),
    "get_lanemask_ge": lambda t: signed(WORD & ~((1 << t.lane) - 1)),
}


class Thread:
    def __init__(self, index, dims):
        self.index, self.dims, self.lane = index, dims, index % 32
        self.x, self.y, self.z = index % dims[0], index // dims[0] % dims[1], index // dims[0] // dims[1]


def shuffle(kind, width, lane, control, values):
    """The value that a lane reads; its own if the source takes no part."""
    base, local = lane // width * width, lane % width
    source = {"idx": control, "up": local - control, "down": local + control, "bfly": local ^ control}[kind]
    return values.get(base + source, values[lane]) if 0 <= source < width else values[lane]


def reduce_lanes(kind, values):
    if kind == "redux_add signed":
        return signed(sum(values))
    pick = max if kind.startswith("redux_max") else min
    return pick(values, key=(lambda v: v & WORD) if kind.endswith("unsigned") else None)


def meet(what, values, controls):
    """The results of threads of a warp that meet: {lane: value}."""
    kind = what[0]
    if kind.startswith("vote"):
        truth = [value & 1 for value in values.values()]
        result = {"vote_all": all(truth), "vote_any": any(truth), "vote_uni": len(set(truth)) == 1}.get(kind)
        if kind == "vote_ballot":
            result = signed(sum(1 << lane for lane, value in values.items() if value & 1))
        return dict.fromkeys(values, int(result))
    if kind.startswith("redux"):
        return dict.fromkeys(values, reduce_lanes(kind, list(values.values())))
    return {lane: shuffle(kind.split("_")[1], what[1], lane, controls[lane], values) for lane in values}


class Function:
    """A function of threads: statements, as tuples, and its text."""

    def __init__(self, draw, name, resumes, keeps, syncs):
        self.draw, self.name, self.num = draw, name, 0
        self.resumes, self.keeps, self.syncs = resumes, keeps, syncs
        self.meets = syncs or draw.random() < 0.7   # else each thread runs on its own
        self.constants = sorted({draw.choice([0, 1, 2, 3, 5, 7, 16, 31, -1, 255, 0x7FFFFFFF, -(1 << 31), draw.randrange(1 << 30)])
                                 for _ in range(6)} | {1, 3})
        names = [f"%c{i}" for i in range(len(self.constants))] + ["%index", "%own"]
        self.body, self.last = self.block(names + [f"%kept{slot}" for slot in resumes], draw.randrange(6, 12), 2)

    def new(self):
        self.num += 1
        return f"%v{self.num}"

    def block(self, names, length, depth):
        """Statements, and the names that are visible at their end."""
        names, found = list(names), []
        for _ in range(length):
            found.append(self.statement(names, depth))
        return found, names

    def statement(self, names, depth):
        draw, pick = self.draw, lambda: self.draw.choice(names[-8:] if self.draw.random() < 0.7 else names)
        kinds = ["binary"] * 5 + ["query", "select", "prmt", "wide", "meet", "meet", "meet", "own_atomic", "sum_atomic", "exchange"]
        kinds = [kind for kind in kinds if self.meets or kind != "meet"]
        kind = draw.choice(kinds + (["if", "for", "while"] * 2 if depth else []))
        if kind == "exchange" and (depth < 2 or not self.syncs):
            kind = "binary"
        made = (kind, self.new(), *self.operands(kind, pick, names, depth))
        if kind != "sum_atomic":
            names.append(made[1])
        return made

    def operands(self, kind, pick, names, depth):
        draw = self.draw
        if kind == "binary":
            return draw.choice(list(BINARY)), pick(), pick()
        if kind == "query":
            return (draw.choice(list(QUERIES)),)
        if kind == "select":
            return draw.choice(list(COMPARE)), pick(), pick(), pick(), pick()
        if kind == "prmt":
            return pick(), pick(), pick()
        if kind == "wide":
            return draw.choice(["signed", "unsigned"]), pick(), pick(), draw.randrange(33)
        if kind == "meet":
            what = draw.choice([("vote_all",), ("vote_any",), ("vote_uni",), ("vote_ballot",), ("redux_add signed",),
                                ("redux_max signed",), ("redux_min unsigned",), ("redux_max unsigned",), ("redux_min signed",),
                                *[(f"shuffle_{way}", draw.choice([16, 32])) for way in ("idx", "up", "down", "bfly")]])
            return what, pick(), draw.randrange(0, 20)
        if kind == "own_atomic":
            return draw.choice(["add", "sub", "exch", "max signed", "min unsigned", "and", "or", "xor", "cas"]), pick(), pick()
        if kind == "sum_atomic":
            return draw.choice(["add", "xor", "max signed", "or"]), pick(), draw.randrange(4)
        if kind == "exchange":
            return pick(), draw.randrange(1, 40)
        if kind == "if":
            branches = [self.branch(names, depth) for _ in range(2)]
            return draw.choice(list(COMPARE)), pick(), pick(), *branches
        if kind == "for":
            carried = self.new()
            iv = self.new()
            return pick(), iv, carried, pick(), *self.branch([*names, iv, carried], depth)
        carried, count = self.new(), self.new()
        return pick(), carried, count, pick(), *self.branch([*names, carried, count], depth)

    def branch(self, names, depth):
        body, names = self.block(names, self.draw.randrange(1, 4), depth - 1)
        return body, names[-1]

    # Text

    def text(self):
        lines = [f"  func.func @{self.name}(%in: !pto.ptr<i32, gm>, %out: !pto.ptr<i32, gm>, %own_words: !pto.ptr<i32, gm>, "
                 "%sums: !pto.ptr<i32, gm>, %ub: !pto.ptr<i32, ub>) attributes {pto.simt_entry} {"]
        lines += [f"    %kept{slot} = pto.resume {{slot = {slot} : i64}} : i32" for slot in self.resumes]
        lines += [f"    %c{i} = arith.constant {value} : i32" for i, value in enumerate(self.constants)]
        lines += [f"    %n{i} = arith.constant {i} : i32" for i in range(41)]
        lines += ["    %i32 = arith.constant 32 : i64", "    %two = arith.constant 2 : index", "    %four = arith.constant 4 : index",
                  "    %first = arith.constant 0 : index", "    %step = arith.constant 1 : index",
                  "    %tx = pto.get_tid_x : i32", "    %ty = pto.get_tid_y : i32", "    %tz = pto.get_tid_z : i32",
                  "    %dx = pto.get_block_dim_x : i32", "    %dy = pto.get_block_dim_y : i32", "    %dz = pto.get_block_dim_z : i32",
                  "    %zy = arith.muli %tz, %dy : i32", "    %row = arith.addi %zy, %ty : i32", "    %begin = arith.muli %row, %dx : i32",
                  "    %index = arith.addi %begin, %tx : i32", "    %at = arith.index_castui %index : i32 to index",
                  "    %plane = arith.muli %dx, %dy : i32", "    %threads = arith.muli %plane, %dz : i32",
                  "    %own = pto.load %in[%at] : !pto.ptr<i32, gm> -> i32",
                  "    %own_word = pto.addptr %own_words, %at : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>"]
        lines += ["    %early = arith.addi %index, %own : i32"]
        lines += self.lines(self.body, "    ")
        lines += ["    %unused = arith.muli %early, %own : i32"]  # dead, as %early is: neither is kept where threads meet
        lines += ["    %place = arith.muli %at, %four : index"]
        for i, name in enumerate(self.last[-OUT_WORDS:]):
            lines += [f"    %o{i} = arith.constant {i} : index", f"    %p{i} = arith.addi %place, %o{i} : index",
                      f"    pto.stg {name}, %out[%p{i}] l2cache(wtsred) : !pto.ptr<i32, gm>, i32"]
        lines += [f"    pto.keep {self.last[-1 - i]} {{slot = {slot} : i64}} : i32" for i, slot in enumerate(self.keeps)]
        return "\n".join([*lines, "    return", "  }"])

    def lines(self, body, pad):
        return [pad + line for made in body for line in getattr(self, "text_" + made[0])(*made[1:])]

    def text_binary(self, to, what, a, b):
        name, _, sign = what.partition(" ")
        types = "i32, i32 -> i32" if sign else "i32"
        return [f"{to} = {name} {a}, {b}{' ' + sign if sign else ''} : {types}"]

    def text_query(self, to, what):
        return [f"{to} = pto.{what} : i32"]

    def text_select(self, to, how, a, b, c, d):
        return [f"{to}_t = arith.cmpi {how}, {a}, {b} : i32", f"{to} = arith.select {to}_t, {c}, {d} : i32"]

    def text_prmt(self, to, a, b, c):
        return [f"{to} = pto.prmt {a}, {b}, {c} : i32, i32, i32 -> i32"]

    def text_wide(self, to, sign, a, b, shift):
        return [f"{to}_w = pto.mul_i32toi64 {a}, {b} {sign} : i32, i32 -> i64", f"{to}_s = arith.constant {shift} : i64",
                f"{to}_h = arith.shrsi {to}_w, {to}_s : i64", f"{to} = arith.trunci {to}_h : i64 to i32"]

    def text_meet(self, to, what, a, control):
        kind = what[0]
        if kind.startswith("vote"):
            lines = [f"{to}_p = arith.trunci {a} : i32 to i1"]
            if kind == "vote_ballot":
                return lines + [f"{to} = pto.vote_ballot {to}_p : i1 -> i32"]
            return lines + [f"{to}_q = pto.{kind} {to}_p : i1 -> i1", f"{to} = arith.extui {to}_q : i1 to i32"]
        if kind.startswith("redux"):
            name, sign = kind.split(" ")
            return [f"{to} = pto.{name} {a} {sign} : i32 -> i32"]
        return [f"{to} = pto.{kind} {a}, %n{control} {{width = {what[1]} : i32}} : i32, i32 -> i32"]

    def text_own_atomic(self, to, what, a, b):
        name, _, sign = what.partition(" ")
        compare = f" {b}," if name == "cas" else ""
        return [f"{to} = pto.atomic_{name} %own_word,{compare} {a} l2cache(nmfv){' ' + sign if sign else ''} "
                ": !pto.ptr<i32, gm>, i32 -> i32"]

    def text_sum_atomic(self, to, what, a, at):
        name, _, sign = what.partition(" ")
        number = {"add": 0, "xor": 1, "max": 2, "or": 3}[name] * 4 + at
        return [f"{to}_i = arith.constant {number} : index", f"{to}_p = pto.addptr %sums, {to}_i : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>",
                f"{to} = pto.atomic_{name} {to}_p, {a}{' ' + sign if sign else ''} : !pto.ptr<i32, gm>, i32 -> i32"]

    def text_exchange(self, to, a, distance):
        return ["pto.syncthreads", f"pto.store {a}, %ub[%at] : !pto.ptr<i32, ub>, i32", "pto.syncthreads",
                f"{to}_f = arith.addi %index, %n{distance} : i32", f"{to}_r = arith.remui {to}_f, %threads : i32",
                f"{to}_at = arith.index_castui {to}_r : i32 to index", f"{to} = pto.load %ub[{to}_at] : !pto.ptr<i32, ub> -> i32"]

    def text_if(self, to, how, a, b, then, other):
        return [f"{to}_t = arith.cmpi {how}, {a}, {b} : i32", f"{to} = scf.if {to}_t -> i32 {{",
                *self.lines(then[0], "  "), f"  scf.yield {then[1]} : i32", "} else {",
                *self.lines(other[0], "  "), f"  scf.yield {other[1]} : i32", "}"]

    def text_for(self, to, bound, iv, carried, first, body, last):
        return [f"{to}_m = arith.andi {bound}, %n3 : i32", f"{to}_u = arith.index_castui {to}_m : i32 to index",
                f"{to} = scf.for {iv}_i = %first to {to}_u step %step iter_args({carried} = {first}) -> (i32) {{",
                f"  {iv} = arith.index_cast {iv}_i : index to i32", *self.lines(body, "  "), f"  scf.yield {last} : i32", "}"]

    def text_while(self, to, bound, carried, count, first, body, last):
        return [f"{to}_m = arith.andi {bound}, %n3 : i32",
                f"{to}, {to}_n = scf.while ({carried}_a = {first}, {count}_a = {to}_m) : (i32, i32) -> (i32, i32) {{",
                f"  {to}_c = arith.cmpi sgt, {count}_a, %n0 : i32", f"  scf.condition({to}_c) {carried}_a, {count}_a : i32, i32",
                "} do {", f"^bb0({carried}: i32, {count}: i32):", *self.lines(body, "  "),
                f"  {to}_d = arith.subi {count}, %n1 : i32", f"  scf.yield {last}, {to}_d : i32, i32", "}"]

    # Meaning

    def thread(self, thread, memory):
        """Generator of a thread: yields (place, what, value, control), is sent the result."""
        own = memory.input[thread.index]
        values = {f"%c{i}": value for i, value in enumerate(self.constants)}
        values.update({"%index": thread.index, "%own": own})
        values.update({f"%kept{slot}": memory.kept[slot][thread.index] for slot in self.resumes})
        yield from self.run(self.body, values, thread, memory, ())
        for i, name in enumerate(self.last[-OUT_WORDS:]):
            memory.output[OUT_WORDS * thread.index + i] = values[name]
        for i, slot in enumerate(self.keeps):
            memory.kept[slot][thread.index] = values[self.last[-1 - i]]

    def run(self, body, values, thread, memory, place):
        for number, (kind, to, *more) in enumerate(body):
            here = (*place, number)
            get = lambda name: values[name]
            if kind == "binary":
                values[to] = BINARY[more[0]](get(more[1]), get(more[2]))
            elif kind == "query":
                values[to] = QUERIES[more[0]](thread)
            elif kind == "select":
                values[to] = get(more[3]) if COMPARE[more[0]](get(more[1]), get(more[2])) else get(more[4])
            elif kind == "prmt":
                values[to] = prmt(*map(get, more))
            elif kind == "wide":
                a, b = (v if more[0] == "signed" else v & WORD for v in map(get, more[1:3]))
                values[to] = signed(signed(a * b, 64) >> more[3])
            elif kind == "meet":
                values[to] = yield here, more[0], get(more[1]), more[2]
            elif kind == "own_atomic":
                values[to] = memory.own[thread.index]
                memory.own[thread.index] = atomic(more[0], values[to], get(more[1]), get(more[2]))
            elif kind == "sum_atomic":
                at = {"add": 0, "xor": 1, "max": 2, "or": 3}[more[0].split(" ")[0]] * 4 + more[2]
                memory.sums[at] = atomic(more[0], memory.sums[at], get(more[1]), 0)
            elif kind == "exchange":
                yield (*here, 0), "sync", 0, 0
                memory.shared[thread.index] = get(more[0])
                yield (*here, 1), "sync", 0, 0
                values[to] = memory.shared[(thread.index + more[1]) % memory.threads]
            elif kind == "if":
                branch = 0 if COMPARE[more[0]](get(more[1]), get(more[2])) else 1
                yield from self.run(more[3 + branch][0], values, thread, memory, (*here, branch))
                values[to] = get(more[3 + branch][1])
            elif kind == "for":
                bound, iv, carried, first, inner, last = more
                values[carried] = get(first)
                for i in range(get(bound) & 3):
                    values[iv] = i
                    yield from self.run(inner, values, thread, memory, (*here, i))
                    values[carried] = get(last)
                values[to] = values[carried]
            else:
                bound, carried, count, first, inner, last = more
                values[carried], values[count] = get(first), get(bound) & 3
                turn = 0
                while values[count] > 0:
                    yield from self.run(inner, values, thread, memory, (*here, turn))
                    values[carried] = get(last)
                    values[count] -= 1
                    turn += 1
                values[to] = values[carried]


def atomic(what, old, value, compare):
    name = what.split(" ")[0]
    if name == "cas":
        return value if old == compare else old
    if name == "exch":
        return value
    if name in ("max", "min"):
        return (max if name == "max" else min)(old, value, key=(lambda v: v & WORD) if "unsigned" in what else None)
    return BINARY["arith." + {"add": "addi", "sub": "subi", "and": "andi", "or": "ori", "xor": "xori"}[name]](old, value)


def run_grid(function, dims, memory):
    """Run the threads until each has ended: those at the earliest place of a warp, or of the grid, go on together."""
    threads = [Thread(i, dims) for i in range(memory.threads)]
    running = {t.index: function.thread(t, memory) for t in threads}
    stops = {}

    def go_on(index, result):
        try:
            stops[index] = running[index].send(result)
        except StopIteration:
            stops.pop(index, None)

    for index in list(running):
        go_on(index, None)
    while stops:
        for warp in sorted({index // 32 for index in stops}):
            while True:
                here = {index: stop for index, stop in stops.items() if index // 32 == warp}
                if not here or min(stop[0] for stop in here.values()) in {stop[0] for stop in here.values() if stop[1] == "sync"}:
                    break
                first = min(stop[0] for stop in here.values())
                group = {index: stop for index, stop in here.items() if stop[0] == first}
                what = next(iter(group.values()))[1]
                results = meet(what, {index % 32: stop[2] for index, stop in group.items()},
                               {index % 32: stop[3] for index, stop in group.items()})
                for index in group:
                    go_on(index, results[index % 32])
        if stops:   # all that run are at the same barrier
            assert len({stop[0] for stop in stops.values()}) == 1
            for index in list(stops):
                go_on(index, 0)


class Memory:
    def __init__(self, words, threads):
        self.input, self.threads = words, threads
        self.output, self.own, self.sums = [0] * (OUT_WORDS * MOST_THREADS), list(words), [0] * 16
        self.shared, self.kept = [0] * MOST_THREADS, {slot: [0] * MOST_THREADS for slot in (0, 1, 5)}


class Program:
    """A kernel with one or two launches of grids."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.name = f"simt_{seed}"
        while True:
            self.dims = draw.choice([32, 33, 7, 64, 1, 40, draw.randrange(1, 80)]), draw.choice([1, 1, 2, 3]), draw.choice([1, 1, 2])
            threads = self.dims[0] * self.dims[1] * self.dims[2]
            if threads <= MOST_THREADS:
                break
        words = [draw.choice([draw.randrange(-8, 40), signed(draw.getrandbits(32))]) for _ in range(MOST_THREADS)]
        again = draw.random() < 0.4
        slots = (0, 1, 5) if again else ()
        self.functions = [Function(draw, f"{self.name}_a", (), slots, draw.random() < 0.5)]
        if again:
            self.functions.append(Function(draw, f"{self.name}_b", slots[:draw.randrange(1, 4)], (), draw.random() < 0.5))
        memory = Memory(words, threads)
        for function in self.functions:
            run_grid(function, self.dims, memory)
        self.input = words
        self.outputs = {"out": memory.output, "own": memory.own, "sums": memory.sums}

    def prepare(self, folder):
        """The files and arguments of a run."""
        buffers = {"in": self.input, "out": [0] * len(self.outputs["out"]), "own": self.input, "sums": [0] * 16}
        for name, words in buffers.items():
            (folder / name).write_bytes(array.array("i", words).tobytes())
        return "in:in", "inout:out", "inout:own", "inout:sums"

    def mismatch(self, folder):
        """What is wrong with the output of a run."""
        for name, expected in self.outputs.items():
            got = array.array("i", (folder / name).read_bytes())
            wrong = [at for at, word in enumerate(expected) if got[at] != word]
            if wrong:
                return f"{name}: {len(wrong)} wrong words, first [{wrong[0]}]: got {got[wrong[0]]}, expected {expected[wrong[0]]}"
        return ""

    def text(self):
        x, y, z = self.dims
        lines = [f"  func.func @{self.name}(%in: !pto.ptr<i32, gm>, %out: !pto.ptr<i32, gm>, %own: !pto.ptr<i32, gm>, "
                 "%sums: !pto.ptr<i32, gm>) attributes {pto.aicore} {",
                 "    %c0 = arith.constant 0 : i64", "    %ub = pto.castptr %c0 : i64 -> !pto.ptr<i32, ub>",
                 f"    %x = arith.constant {x} : i32", f"    %y = arith.constant {y} : i32", f"    %z = arith.constant {z} : i32"]
        types = "(!pto.ptr<i32, gm>, !pto.ptr<i32, gm>, !pto.ptr<i32, gm>, !pto.ptr<i32, gm>, !pto.ptr<i32, ub>) -> ()"
        lines += ["    pto.store_vfsimt_info %z, %y, %x : i32, i32, i32"] if x % 2 else []
        for function in self.functions:
            call = f"func.call @{function.name}" if x % 2 else f"pto.simt_launch @{function.name}<<<%x, %y, %z>>>"
            lines += [f"    {call}(%in, %out, %own, %sums, %ub) : {types}"]
        lines += ["    pto.barrier #pto.pipe<PIPE_ALL>", "    return", "  }"]
        return "\n".join([*lines, *[function.text() for function in self.functions]])
