# SPDX-License-Identifier: Apache-2.0
"""`ptometal bench`: instruction counts of the kernels and commands, at each vector length.

The image firmware/apps/bench counts, this module prints. The counts are exact and repeatable, so
firmware/apps/bench/baseline.json holds all of them, and growth by more than 5 % is a failure.
"""
import json
import os
import struct
import textwrap

from ptometal import boards, build, link
from ptometal.binary.memory import Image
from ptometal.commands.bench import cycles, harts, native, ratios
from ptometal.common import BUILD, DONE, INTERNAL, ROOT, Stop, locked, usage_error
from ptometal.options import Option

SUMMARY = """ptometal bench [options]

Count the instructions of the bench kernels in four forms of the same work: RVV assembly written by hand,
plain C that the compiler vectorises, a PTO kernel in C, and the same kernel as .pto text; of tile instructions
also in C++. Behind each count stands its ratio to the form written by hand. Reductions, whose sums have a stated
order, are written by hand a second time, with the same bits, and have a second ratio. The examples and the kernel of
`ptometal new` are rows too. Then the price of single commands of the runtime. None of these images has functions of the
clocks of --time or of the checker: what is not asked for costs nothing.

With LLVM 19 or newer (Debian's package llvm-19) the same for cycles of two cores, by the models of llvm-mca.

Kernels as people write them, in C and as .pto, have a target of 1.10 times the form written by hand, reductions 1.15; what
is above it has its reason under the table.

Fails when a form gives another result than the one written by hand, when a count is more than 5 % above the checked-in
table, when a reduction has other bits than the one written by hand for them, or when a ratio is above its target for
no known reason.

On a board that is the host (native): times instead, as ratios to plain C of the same loops in the same run.

With --harts: the clock of kernels on several harts, as times that on one, at the first vector length. For
machines that are quiet. Fails when two harts are not faster than one on four blocks that compute, and when
16 harts take twice as long.
"""

OPTIONS = [
    Option("--board", "NAME", "qemu-virt", text="the board (default qemu-virt)"),
    Option("--vlen", "N", kind=int, many=True, text="only this vector length (may be given several times)"),
    Option("--cc", "NAME", choices=("clang", "gcc"), text="the compiler (default: what is there)"),
    Option("--link", "NAME", kind=link.parse, text="how the counts come out, as for run (default semihosting)"),
    Option("--harts", text="time kernels on 1, 2, 4 and 16 harts instead"),
    Option("--update", text="write the counts to the checked-in table"),
]

BASELINE = os.path.join(ROOT, "firmware", "apps", "bench", "baseline.json")
TOLERANCE = 1.05

FORMS = {"hand": "by hand", "same": "hand, same bits", "auto": "autovectorised", "lanes": "PTO in C",
         "c": "C over registers", "cpp": "C++", "pto": ".pto"}

# Rows that are no kernels, and their titles.
COMMANDS = {
    "boot": "from reset to the first kernel",
    "flag_pair": "a set_flag and its wait_flag",
    "buf_pair": "a get_buf and its rls_buf",
    "dma_command": "a transfer of 32 bytes",
    "vf_launch": "a launch of an empty vector function",
    "tile_call": "a tile call of constant shape, 8 elements",
    "tile_call_general": "the same of a shape known at run time",
    "block_end": "the end of a block",
    "block_later": "a block on a core that ran one before",
    "block_tiles": "the same of a kernel known to write 16 KiB",
    "loop_eager": "load, launch, store, and their flags",
    "loop_lazy": "the same under --policy lazy",
    "loop_adverse": "under --policy adverse",
    "loop_random": "under --policy random",
}
COPIES = {
    "copy_large": "4 rows of 32 KiB, one behind the other",
    "copy_whole": "32 KiB in one piece",
    "copy_dense": "64 rows of 512 bytes, one behind the other",
    "copy_rows_1024": "16 rows of 1024 bytes of 2048",
    "copy_rows_96": "64 rows of 96 bytes of 1024",
}
PRODUCTS = {"mad_f32": "f32", "mad_f16": "f16 to f32", "mad_bf16": "bf16 to f32", "mad_i8": "i8 to i32",
            "mad_e4m3": "e4m3 to f32", "mad_16x16x16": "f16, 16 x 16 x 16", "mad_17x33x50": "f16, 17 x 33 x 50",
            "mad_64x1x64": "f16, 64 x 1 x 64", "mad_1x64x64": "f16, 1 x 64 x 64",
            "mad_32x32x32": "f16, 32 x 32 x 32", "mad_48x40x56": "f16, 48 x 40 x 56",
            "mad_64x64x64": "f16, 64 x 64 x 64", "mad_33x65x127": "f16, 33 x 65 x 127",
            "mad_33x65x127_f32": "f32, 33 x 65 x 127", "mad_33x65x127_i8": "i8, 33 x 65 x 127"}
PRODUCTS_NOTE = """
Of the multiply alone: what its command costs to issue stands above. Small products are bounded by what is done once: some
200 instructions to choose a way and 70 for each register group of results, which find the rows of its lanes. A step of k
is 3 instructions a group (f32: 5): a gather of each operand and its address for two steps, a multiply-add for each. So
f16 of 16 x 16 x 16 at VLEN 512, two groups, takes 200 + 2 * 70 + 16 * 2 * 3 = 436 instructions, 9.4 products each; half
the figure of 128^3 would be 171 for all, which the steps and the lanes' rows exceed alone (236). 64 x 1 x 64 has half a
group of results and 64 steps that have to follow each other, as the order of the sum is stated: 200 + 70 + 192.
"""
PRODUCT_FORMS = {"runtime": "cube core", "hand": "RVV by hand", "auto": "plain C, vectorised"}
CORE_BYTES = "core_bytes"
OBSERVERS = ("time_", "pto_observe_")  # begins of the names of functions of --time and --check
IMAGES = ["bench", "bench_examples", "bench_examples_text", "prices"]
HARTS_IMAGE = "harts"


class Counts:
    """(row, form) -> (instructions or cycles, units)."""

    def __init__(self, of):
        self.of = of
        self.observers = []

    @classmethod
    def printed(cls, text):
        """The output of one run of the image."""
        of = {}
        for line in text.splitlines():
            words = line.split()
            if len(words) == 5 and words[0] == "bench":
                of[words[1], words[2]] = int(words[3]), int(words[4])
        return cls(of)

    def rows(self):
        """The kernels, in the image's order."""
        return list(dict.fromkeys(row for row, form in self.of if form == "hand" and row not in PRODUCTS))

    def per_unit(self, row, form):
        if (row, form) not in self.of:
            return None
        instructions, units = self.of[row, form]
        return instructions / units

    def flat(self):
        """As the table keeps them."""
        return {f"{row} {form}": instructions for (row, form), (instructions, _) in self.of.items()}


def code_bytes(archive):
    """Bytes of code in a static library of 64-bit little-endian ELF objects."""
    with open(archive, "rb") as file:
        data = file.read()
    if not data.startswith(b"!<arch>\n"):
        raise Stop(INTERNAL, f"{archive} is no static library")
    total, at = 0, 8
    while at + 60 <= len(data):
        size = int(data[at + 48:at + 58])
        member = data[at + 60:at + 60 + size]
        if member.startswith(b"\x7fELF"):
            total += elf_code_bytes(member)
        at += 60 + size + size % 2
    return total


def elf_code_bytes(elf):
    """Bytes in the executable sections of one object."""
    (offset,) = struct.unpack_from("<Q", elf, 0x28)
    entry, number = struct.unpack_from("<HH", elf, 0x3a)
    total = 0
    for index in range(number):
        _, _, flags, _, _, size = struct.unpack_from("<IIQQQQ", elf, offset + index * entry)
        total += size if flags & 4 else 0
    return total


def observers(image):
    """The functions of an image that only --time or --check need."""
    return [name for name in Image(image).symbols() if name.startswith(OBSERVERS)]


def run(images, start):
    """Run the images with start(IMAGE) one by one until one fails; returns its status and all output."""
    text = ""
    for image in images:
        result = start(image)
        text += result.stdout + result.stderr
        if result.status != 0:
            break
    return result.status, text


def make(config, names):
    """Build images of one configuration: their paths."""
    folder = config.folder
    with locked(os.path.join(BUILD, f".{config.name}.lock")):
        configure = build.configure_words(config, tests="ON")
        trouble = build.stream(["cmake", "-G", "Ninja", "-B", folder] + configure, "bench")
        trouble = trouble or build.stream(["ninja", "-C", folder] + names, f"bench at VLEN {config.vlen}")
    if trouble:
        raise Stop(INTERNAL, f"{trouble.rstrip()}\nptometal: error: the bench does not build")
    return [find(folder, f"{name}.elf") for name in names]


def measure(config, way):
    """Build the images of one configuration and run them over a link."""
    def start(image):
        return link.run(way, link.Run(image, config.board.word_for_cmake, config.vlen, config.backend, icount=True))

    images = make(config, IMAGES)
    status, text = run(images, start)
    complaints = [line for line in text.splitlines() if line.strip() and not line.startswith("bench ")]
    if status != 0:
        raise Stop(INTERNAL, "\n".join(complaints + [f"ptometal: error: the bench ended with status {status} at VLEN "
                                                     f"{config.vlen}"]))
    counts = Counts.printed(text)
    counts.of[CORE_BYTES, "runtime"] = code_bytes(find(config.folder, "libpto_runtime.a")), 1
    counts.observers = [name for image in images for name in observers(image)]
    return counts


def find(folder, name):
    for parent, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if f != "CMakeFiles"]
        if name in files:
            return os.path.join(parent, name)
    raise Stop(INTERNAL, f"the build left no {name} in {folder}")


def print_kernels(title, measured, why):
    """measured: VLEN -> Counts. Returns counts above their target without a known reason."""
    vlens = sorted(measured)
    notes = ratios.Notes(why)
    print(f"{title} for 256 bytes (64 floats); in brackets: times the form written by hand, "
          "and times the one with the same bits\n")
    print(f"{'kernel':<17} {'form':<16}" + "".join(f"{f'VLEN {vlen}':>20}" for vlen in vlens))
    for row in measured[vlens[0]].rows():
        name = row
        natural = {"lanes", "pto"} if measured[vlens[0]].per_unit(row, "lanes") is not None else {"c", "pto"}
        for form, label in FORMS.items():
            cells = []
            for vlen in vlens:
                count = measured[vlen].per_unit(row, form)
                hand = measured[vlen].per_unit(row, "hand")
                same = measured[vlen].per_unit(row, "same") if form in natural else None
                ratio = f"{count / hand:.2f}" if count is not None and form != "hand" else ""
                ratio += f" {count / same:.2f}" if ratio and same else ""
                ratio = f"({ratio})" if ratio else ""
                ratio += notes.mark(row, form, count / hand) if ratio and form in natural else ""
                ratio += notes.mark(row, form, count / same, " same") if ratio and same else ""
                cells.append(f"{count:8.1f} {ratio:<12}" if count is not None else "")
            if any(cells):
                print(f"{name:<17} {label:<16}" + "".join(f"{cell:>20}" for cell in cells).rstrip())
                name = ""
    print("\nAbove the target:")
    for line in notes.lines():
        print("\n".join(textwrap.wrap(line, 118, subsequent_indent="   ")))
    return [f"{title}: {line}" for line in notes.unexplained]


def print_cycles(configs, measured):
    """The same kernels in cycles, if llvm-mca is installed. Returns those above their target without a known reason."""
    found = cycles.tools()
    if not found:
        print(f"\ncycles: {cycles.ABSENT}")
        return []
    models = {config.vlen: cycles.measure(find(config.folder, "bench.elf"), config, found, measured[config.vlen].of)
              for config in configs}
    unexplained = []
    for core in cycles.CORES:
        print()
        counts = {vlen: Counts(models[vlen][core]) for vlen in models}
        unexplained += print_kernels(f"Cycles of {core} by llvm-mca", counts, ratios.why_cycles(configs[0].compiler, core))
    print(cycles.NOTE, end="")
    return unexplained


def print_commands(measured):
    vlens = sorted(measured)
    print(f"\n{'instructions of the runtime':<44}" + "".join(f"{f'VLEN {vlen}':>10}" for vlen in vlens))
    for row, label in COMMANDS.items():
        cells = [measured[vlen].per_unit(row, "runtime") for vlen in vlens]
        print(f"{label:<44}" + "".join(f"{cell:>10.0f}" for cell in cells))
    cells = [measured[vlen].per_unit(CORE_BYTES, "runtime") for vlen in vlens]
    print(f"{'bytes of code of core, HAL and DMA engine':<44}" + "".join(f"{cell:>10.0f}" for cell in cells))
    cells = [len(measured[vlen].observers) for vlen in vlens]
    print(f"{'functions of the clocks or of the checker':<44}" + "".join(f"{cell:>10}" for cell in cells))


def print_copies(measured):
    vlens = sorted(measured)
    print(f"\n{'bytes of a transfer an instruction':<44}" + "".join(f"{f'VLEN {vlen}':>10}" for vlen in vlens))
    for row, label in COPIES.items():
        cells = [256 / measured[vlen].per_unit(row, "runtime") for vlen in vlens]
        print(f"{label:<44}" + "".join(f"{cell:>10.1f}" for cell in cells))


def print_products(measured):
    vlens = sorted(measured)
    title = "multiply-accumulates an instruction, 128^3"
    print(f"\n{title:<44}" + "".join(f"{f'VLEN {vlen}':>10}" for vlen in vlens))
    for row, label in PRODUCTS.items():
        for form, how in PRODUCT_FORMS.items():
            cells = [measured[vlen].per_unit(row, form) for vlen in vlens]
            if None in cells:
                continue  # the row lacks this form
            print(f"{f'{label}, {how}':<44}" + "".join(f"{1 / cell:>10.1f}" for cell in cells))
    print(PRODUCTS_NOTE, end="")


def read_baseline():
    try:
        with open(BASELINE, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def compare(compiler, measured, way):
    """Lines about counts that grew too much, and how many counts are missing in the table. Counts before the first
    kernel are those of semihosting."""
    known = read_baseline().get(compiler, {})
    regressions, unknown = [], 0
    for vlen, counts in sorted(measured.items()):
        regressions += [f"VLEN {vlen}: {name}() is part of the images" for name in counts.observers]
        for name, count in counts.flat().items():
            before = known.get(str(vlen), {}).get(name)
            if name == "boot runtime" and way.kind != "semihosting":
                continue
            if before is None:
                unknown += 1
            elif count > before * TOLERANCE:
                regressions.append(f"{name}, VLEN {vlen}: {before} -> {count} ({count / before:.2f} x)")
    return regressions, unknown


def update(compiler, measured):
    baseline = read_baseline()
    for vlen, counts in measured.items():
        baseline.setdefault(compiler, {})[str(vlen)] = counts.flat()
    for table in baseline.values():
        for vlen in sorted(table, key=int):
            table[vlen] = table.pop(vlen)
    with open(BASELINE, "w", encoding="utf-8") as file:
        json.dump(baseline, file, indent=1)
        file.write("\n")


def on_host(values):
    """The bench of a board that is the host: times instead of counts."""
    for option in ("vlen", "harts", "update"):
        if getattr(values, option):
            raise usage_error(f"--{option}: board {values.board} has times, which no table keeps, of one hart")
    config = build.Config(values.board, None, values.cc)
    build.ensure_ptoc()
    (image,) = make(config, [native.IMAGE])
    print("\n".join(native.table(native.timed(image, config))))
    return DONE


def main(values, words):
    if words:
        raise usage_error(f"bench takes no {words[0]}")
    board = boards.load(values.board)
    if board.is_host:
        return on_host(values)
    if not board.vlens:
        raise usage_error(f"--board {values.board}: it has no vector unit, whose instructions are counted here")
    vlens = values.vlen or board.vlens
    configs = [build.Config(values.board, vlen, values.cc, link=values.link) for vlen in vlens]
    build.ensure_ptoc()
    way = values.link or link.default() or link.parse("semihosting")
    if values.harts:
        (image,) = make(configs[0], [HARTS_IMAGE])
        return harts.report(image, configs[0], way)
    compiler = configs[0].compiler
    measured = {config.vlen: measure(config, way) for config in configs}
    unexplained = print_kernels("Instructions", measured, ratios.why(compiler))
    print_commands(measured)
    print_copies(measured)
    print_products(measured)
    if way.kind == "semihosting":
        unexplained += print_cycles(configs, measured)

    if values.update:
        update(compiler, measured)
        print(f"\nwritten to {os.path.relpath(BASELINE)}")
        return DONE
    regressions, unknown = compare(compiler, measured, way)
    print(f"\n{compiler}: {len(regressions)} counts more than 5 % above {os.path.relpath(BASELINE)}"
          + (f", {unknown} not in it" if unknown else ""))
    for line in regressions:
        print(f"  {line}")
    for line in unexplained:
        print(f"  {line}")
    return 1 if regressions or unexplained else DONE
