# SPDX-License-Identifier: Apache-2.0
"""What `ptometal demo` shows: kernels on real input, as C and as text, checked in double precision.

The driver calls main(run, options, folder); run(kernel, args, **options) is `ptometal run`, captured.
"""

import math
import operator
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import demo_tiles  # noqa: E402  (after the path is right)
from data import make_data  # noqa: E402

DATA = HERE / "data"

WORDS = make_data.WORDS
DIMENSIONS = make_data.DIMENSIONS
HEADS = make_data.HEADS
WIDTH = make_data.WIDTH
UB_BYTES = 256 * 1024
EPSILON = 1e-5
SCALE = 0.5  # of the scores of the attention


def load(path):
    """The numbers of a file: f16 or f32, by its name."""
    data = path.read_bytes()
    code = "e" if path.suffix == ".f16" else "f"
    return struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)


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


def layer_reference(row, columns, bias):
    return [max(sum(map(operator.mul, row, column)) + b, 0.0) for column, b in zip(columns, bias)]


def attention_reference(query, keys, columns):
    """Of one query: what its weights make of the values, whose columns are given."""
    weights = softmax_reference([sum(map(operator.mul, query, key)) * SCALE for key in keys])
    return [sum(map(operator.mul, weights, column)) for column in columns]


def worst_error(got_rows, want_rows):
    """The largest error, relative to the largest value of the row that it is in; infinite for a NaN."""
    worst = 0.0
    for got, want in zip(got_rows, want_rows, strict=True):
        scale = max(map(abs, want)) or 1.0
        for g, w in zip(got, want, strict=True):
            error = abs(g - w) / scale
            worst = error if error > worst else worst
            if math.isnan(error):
                return math.inf
    return worst


class Step:
    """One kernel on one input, as C and as text."""

    def __init__(self, title, kernel, what, inputs, output, shape, scalars, limit, unit, blocks=1):
        self.title = title
        self.kernel = kernel  # without .c and .pto
        self.what = what
        self.inputs = inputs
        self.output = output
        self.shape = shape  # rows and columns of the output
        self.scalars = scalars
        self.limit = limit  # of the error, relative to the largest value of a row
        self.unit = unit  # (how many, what): what instructions are counted for
        self.blocks = blocks

    def execute(self, run, target, source, options):
        """Runs the kernel of a source file. Returns what it printed and how it ended."""
        target.unlink(missing_ok=True)
        arguments = [f"in:{DATA / name}" for name in self.inputs]
        arguments += [f"out:{target}={4 * self.shape[0] * self.shape[1]}"] + [str(s) for s in self.scalars]
        return run(str(HERE / source), arguments, count=True, blocks=self.blocks, **options)


SOFTMAX = Step("row softmax", "softmax",
               f"attention scores of each word to each, {WORDS} x {WORDS} f32, {4 * WORDS**2} bytes = "
               f"{4 * WORDS**2 / UB_BYTES:.1f} x UB, so it streams",
               ["scores.f32"], "softmax.f32", (WORDS, WORDS), [WORDS, WORDS], 1e-6,
               (WORDS**2 / 64, "for each vector of 64"))
RMSNORM = Step("RMSNorm", "rmsnorm",
               f"hidden states, one row a word, {WORDS} x {DIMENSIONS} f32, {4 * WORDS * DIMENSIONS} bytes = "
               f"{4 * WORDS * DIMENSIONS / UB_BYTES:.1f} x UB, so it streams",
               ["hidden.f32", "gain.f32"], "rmsnorm.f32", (WORDS, DIMENSIONS), [WORDS, DIMENSIONS, EPSILON], 1e-6,
               (WORDS * DIMENSIONS / 64, "for each vector of 64"))


def layer_step(num):
    return Step("fully connected layer with ReLU", "gemm",
                f"hidden states times a column for each of {num} words, {WORDS} x {DIMENSIONS} by {DIMENSIONS} x {num} "
                "f16, on two cube cores",
                ["hidden.f16", "weights.f16", "bias.f32"], "layer.f32", (WORDS, num), [WORDS, num, DIMENSIONS], 1e-6,
                (WORDS * DIMENSIONS * num / 1000, "for 1000 products"), blocks=2)


ATTENTION = Step("flash attention", "flash_attention",
                 f"hidden states, words, and the words that follow them, {HEADS} heads of {WORDS} x {WIDTH} f16, on "
                 "two clusters",
                 ["q.f16", "k.f16", "v.f16"], "attention.f32", (HEADS * WORDS, WIDTH), [HEADS, WORDS, SCALE], 1e-3,
                 (2 * HEADS * WORDS**2 * WIDTH / 1000, "for 1000 products"), blocks=2)


# What the outputs should be.


def softmax_rows():
    return [softmax_reference(row) for row in rows_of(load(DATA / "scores.f32"), WORDS)]


def rmsnorm_rows():
    gain = load(DATA / "gain.f32")
    return [rmsnorm_reference(row, gain) for row in rows_of(load(DATA / "hidden.f32"), DIMENSIONS)]


def layer_rows():
    bias = load(DATA / "bias.f32")
    columns = list(zip(*rows_of(load(DATA / "weights.f16"), len(bias))))
    return [layer_reference(row, columns, bias) for row in rows_of(load(DATA / "hidden.f16"), DIMENSIONS)]


def attention_rows():
    heads = zip(*(rows_of(rows_of(load(DATA / f"{name}.f16"), WIDTH), WORDS) for name in "qkv"))
    return [attention_reference(query, keys, columns)
            for queries, keys, values in heads for columns in [list(zip(*values))] for query in queries]


def relative_path(path):
    try:
        return path.resolve().relative_to(pathlib.Path.cwd())
    except ValueError:
        return path


def line(name, text):
    print(f"  {name:<13} {text}", flush=True)


def is_missing(done):
    """Whether a run ended because the board has not the cores."""
    return "which the board has not" in done.stderr


class Stopped(Exception):
    """A kernel did not end well: nothing is known about its results."""

    REASONS = {1: "it does not compile", 3: "it faulted", 124: "it did not end within the time limit"}

    def __init__(self, kernel, done):
        reason = self.REASONS.get(done.status, "it could not run")
        super().__init__(f"The demo stopped at examples/{pathlib.Path(kernel).name}: {reason}, exit status {done.status}.")
        self.status = done.status
        self.report = done.stderr


def stopping(run):
    """`run` that raises Stopped, but not where the board has not the cores."""
    def checked(kernel, args, **options):
        done = run(kernel, args, **options)
        if done.status and not is_missing(done):
            raise Stopped(kernel, done)
        return done
    return checked


def perform(step, want_rows, run, folder, options):
    """Runs a step, prints its result. Returns the rows of its output; None: they are wrong, []: the board cannot."""
    target, second = folder / step.output, folder / f"text-{step.output}"
    print(f"\n{step.title}: examples/{step.kernel}.c and {step.kernel}.pto")
    line("input", step.what)
    done = step.execute(run, target, f"{step.kernel}.c", options)
    text = step.execute(run, second, f"{step.kernel}.pto", options)
    if is_missing(done) or is_missing(text):
        line("left out", "this board has no cube core")
        return []
    got = rows_of(load(target), step.shape[1])
    error = worst_error(got, want_rows())
    same = target.read_bytes() == second.read_bytes()
    good = error <= step.limit and same
    line("verified" if good else "WRONG",
         f"{step.shape[0] * step.shape[1]} values against double precision: largest error {error:.1e}, allowed "
         f"{step.limit:.0e}; from text {'the same' if same else 'OTHER'} bytes")
    counted = re.search(r"instructions: (\d+)", done.stderr)
    if counted:
        line("instructions", f"{counted[1]}, {int(counted[1]) / step.unit[0]:.1f} {step.unit[1]}")
    line("output", f"{relative_path(target)} (f32, row by row)")
    return got if good else None


# What the outputs say about the words.


def show_softmax(words, softmax):
    """What a word attends to besides itself."""
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
        line(word, f"attends most to {', '.join(names)}")


def show_layer(words, layer):
    """Whether the largest value of a row is that of its word."""
    vocabulary = make_data.vocabulary_of(words)
    named = sum(vocabulary[max(range(len(row)), key=row.__getitem__)] == word for word, row in zip(words, layer))
    line("the layer", f"names {named} of {len(words)} words by their hidden states")


def show_attention(words, attention):
    """The word that the heads of a place read out, by the layer's columns."""
    bias = load(DATA / "bias.f32")
    columns = list(zip(*rows_of(load(DATA / "weights.f16"), len(bias))))
    vocabulary = make_data.vocabulary_of(words)
    read = []
    for place in range(len(words)):
        row = [x for head in range(HEADS) for x in attention[head * WORDS + place]]
        sums = layer_reference(row, columns, bias)
        read.append(vocabulary[max(range(len(sums)), key=sums.__getitem__)])
    right = sum(a == b for a, b in zip(read, words[1:]))
    line("attention", f"reads out the word that follows at {right} of {len(words) - 1} places: "
         + ", ".join(f"{word} {read[words.index(word)]}" for word in ("apache", "copyright") if word in words))


def main(run, options, folder):
    folder = pathlib.Path(folder)
    words = make_data.words_of(make_data.TEXT)[:WORDS]
    layer = layer_step(len(make_data.vocabulary_of(words)))
    steps = [(SOFTMAX, softmax_rows, show_softmax), (RMSNORM, rmsnorm_rows, None), (layer, layer_rows, show_layer),
             (ATTENTION, attention_rows, show_attention)]
    print(f"PTO kernels on a bare-metal RISC-V core, fed with the first {WORDS} words of {make_data.TEXT.name}")
    try:
        outputs = [perform(step, want_rows, stopping(run), folder, options) for step, want_rows, _ in steps]
        tiles = demo_tiles.perform(stopping(run), folder, options, line, is_missing)
    except Stopped as stopped:
        sys.stdout.flush()
        print(f"{stopped.report}{stopped}", file=sys.stderr)
        return stopped.status
    if None in outputs or not tiles:
        print("\nThe results are wrong.")
        return 1
    print("\nIn words")
    for (_, _, show), output in zip(steps, outputs):
        if show is not None and output:
            show(words, output)
    print("\nEverything verified.")
    return 0
