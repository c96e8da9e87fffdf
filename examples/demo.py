# SPDX-License-Identifier: Apache-2.0
"""What `ptometal demo` shows: two kernels on real input, checked in double precision.

The driver calls main(run, argv, folder); run(kernel, args, **options) is `ptometal run`, captured.
"""

import array
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from data import make_data  # noqa: E402  (after the path is right)

DATA = HERE / "data"

WORDS = make_data.WORDS
DIMENSIONS = make_data.DIMENSIONS
UB_BYTES = 256 * 1024
EPSILON = 1e-5

# What f32 arithmetic in these kernels can be off by: relative to the largest value of a row.
LIMIT = 1e-6


def load(path):
    values = array.array("f", path.read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    return values


def rows_of(values, columns):
    return [values[i : i + columns] for i in range(0, len(values), columns)]


# The references: plain double precision, nothing shared with the kernels.


def softmax_reference(row):
    highest = max(row)
    powers = [math.exp(x - highest) for x in row]
    total = math.fsum(powers)
    return [p / total for p in powers]


def rmsnorm_reference(row, gain):
    rms = math.sqrt(math.fsum(x * x for x in row) / len(row) + EPSILON)
    return [x / rms * g for x, g in zip(row, gain)]


def worst_error(got_rows, want_rows):
    """The largest error, relative to the largest value of the row that it is in; infinite for a NaN."""
    worst = 0.0
    for got, want in zip(got_rows, want_rows, strict=True):
        scale = max(map(abs, want))
        for g, w in zip(got, want, strict=True):
            error = abs(g - w) / scale
            worst = error if error > worst else worst
            if math.isnan(error):
                return math.inf
    return worst


class Step:
    """One kernel on one input."""

    def __init__(self, title, kernel, inputs, output, shape, scalars):
        self.title = title
        self.kernel = kernel
        self.inputs = inputs
        self.output = output
        self.shape = shape
        self.scalars = scalars

    @property
    def elements(self):
        return self.shape[0] * self.shape[1]

    def execute(self, run, folder, options):
        """Runs the kernel. Returns its output as rows and the instructions it took, or None."""
        target = folder / self.output
        target.unlink(missing_ok=True)
        arguments = [f"in:{DATA / name}" for name in self.inputs]
        arguments += [f"out:{target}={4 * self.elements}"] + [str(s) for s in self.scalars]
        done = run(str(HERE / self.kernel), arguments, count=True, **options)
        if done.status != 0:
            sys.stderr.write(done.stderr)
            return None, None
        counted = re.search(r"instructions: (\d+)", done.stderr)
        return rows_of(load(target), self.shape[1]), int(counted[1]) if counted else None


SOFTMAX = Step("row softmax", "softmax.c", ["scores.f32"], "softmax.f32", (WORDS, WORDS), [WORDS, WORDS])
RMSNORM = Step("RMSNorm", "rmsnorm.c", ["hidden.f32", "gain.f32"], "rmsnorm.f32", (WORDS, DIMENSIONS),
               [WORDS, DIMENSIONS, EPSILON])


def relative_path(path):
    try:
        return path.resolve().relative_to(pathlib.Path.cwd())
    except ValueError:
        return path


def line(name, text):
    print(f"  {name:<13} {text}")


def report(step, what, got, want, instructions, folder):
    """Prints the result of a step; returns whether it is right."""
    error = worst_error(got, want)
    rows, columns = step.shape
    size = 4 * step.elements
    print(f"\n{step.title}: examples/{step.kernel}")
    line("input", f"{what}, {rows} x {columns} f32, {size} bytes = {size / UB_BYTES:.1f} x UB, so it streams")
    line("verified" if error <= LIMIT else "WRONG",
         f"{rows * columns} values against double precision: largest error {error:.1e}, allowed {LIMIT:.0e}")
    if instructions:
        line("instructions", f"{instructions}, {instructions * 64 / step.elements:.1f} for each vector of 64")
    line("output", f"{relative_path(folder / step.output)} (f32, row by row)")
    return error <= LIMIT


def show_attention(words, softmax):
    """The softmax in words: what a word attends to besides itself."""
    print("\nIn words: besides its own repetitions,")
    for word in ("direction", "copyright", "granted"):
        if word not in words:
            continue
        row = softmax[words.index(word)]
        order = sorted((i for i in range(len(words)) if words[i] != word), key=lambda i: -row[i])
        names = []
        for i in order:
            if words[i] not in names:
                names.append(words[i])
            if len(names) == 3:
                break
        print(f"  {word:<13} attends most to {', '.join(names)}")


OPTIONS = {"--vlen": int, "--harts": int, "--policy": str, "--board": str, "--backend": str, "--cc": str}


def parse(argv):
    """Options of the run, for instance --vlen 128 --harts=4; None if a word is not understood."""
    words = [part for word in argv for part in word.split("=", 1)]
    if len(words) % 2:
        return None
    options = {}
    for name, value in zip(words[::2], words[1::2]):
        try:
            options[name[2:]] = OPTIONS[name](value)
        except (KeyError, ValueError):
            return None
    return options


def main(run, argv, folder):
    options = parse(argv)
    if options is None:
        print(f"usage: ptometal demo [{' V] ['.join(OPTIONS)} V]", file=sys.stderr)
        return 2
    folder = pathlib.Path(folder)
    words = make_data.words_of(make_data.TEXT)[:WORDS]
    print(f"Two PTO kernels on a bare-metal RISC-V core, fed with the first {WORDS} words of {make_data.TEXT.name}")

    softmax, count = SOFTMAX.execute(run, folder, options)
    if softmax is None:
        return 3
    scores = rows_of(load(DATA / "scores.f32"), WORDS)
    right = report(SOFTMAX, "attention scores of each word to each", softmax,
                   [softmax_reference(row) for row in scores], count, folder)

    normed, count = RMSNORM.execute(run, folder, options)
    if normed is None:
        return 3
    gain = load(DATA / "gain.f32")
    hidden = rows_of(load(DATA / "hidden.f32"), DIMENSIONS)
    right &= report(RMSNORM, "hidden states, one row a word", normed,
                    [rmsnorm_reference(row, gain) for row in hidden], count, folder)

    if right:
        show_attention(words, softmax)
    print("\nEverything verified." if right else "\nThe results are wrong.")
    return 0 if right else 1
