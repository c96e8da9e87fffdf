# SPDX-License-Identifier: Apache-2.0
"""The part of `ptometal demo` about tiles: kernels whose addresses and synchronisation ptoc plans, on the demo's data."""
import math
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / "data"
SIZE = 64  # of the matrices
RATE, SCALE = -0.125, 0.5


def load(path, code, count=None):
    data = path.read_bytes()
    values = struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)
    return values if count is None else values[:count]


def matrix(name):
    return [load(DATA / name, "e")[SIZE * i:SIZE * (i + 1)] for i in range(SIZE)]


def product(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def embedding(folder):
    """A row of the table for each word of the text changes by the gradient of its place."""
    target = folder / "table.f32"
    target.write_bytes((DATA / "table.f32").read_bytes())
    table, words, gradients = list(load(target, "f")), load(DATA / "words.i32", "i"), load(DATA / "hidden.f32", "f")
    width = len(gradients) // len(words)
    for place, row in enumerate(words):
        for k in range(width):
            table[row * width + k] += RATE * gradients[place * width + k]
    return target, table, [f"inout:{target}", f"in:{DATA}/words.i32", f"in:{DATA}/hidden.f32", len(words), RATE]


def cut(folder, names):
    for name in names:
        (folder / f"tile-{name}").write_bytes((DATA / name).read_bytes()[:2 * SIZE * SIZE])
    return [f"in:{folder}/tile-{name}" for name in names]


def attention_head(folder):
    """softmax(q x k^T x scale) x v."""
    target, weights = folder / "head.f32", []
    for row in product(matrix("q.f16"), zip(*matrix("k.f16"))):
        powers = [math.exp(SCALE * (score - max(row))) for score in row]
        weights.append([power / math.fsum(powers) for power in powers])
    want = [value for row in product(weights, matrix("v.f16")) for value in row]
    return target, want, [*cut(folder, ("q.f16", "k.f16", "v.f16")), f"out:{target}={4 * SIZE * SIZE}", SCALE]


def matmul_gelu(folder):
    """gelu(a x b + bias)."""
    target, bias = folder / "gelu.f32", load(DATA / "gain.f32", "f", SIZE)
    (folder / "tile-bias.f32").write_bytes(struct.pack(f"<{SIZE}f", *bias))
    sums = [x + b for row in product(matrix("q.f16"), matrix("k.f16")) for x, b in zip(row, bias)]
    return target, [x / (1 + math.exp(-1.702 * x)) for x in sums], [
        *cut(folder, ("q.f16", "k.f16")), f"in:{folder}/tile-bias.f32", f"out:{target}={4 * SIZE * SIZE}"]


# What it is, its sources, what it should give, the error allowed.
STEPS = [("embedding table, a row a word, by mscatter with atomic add", ["embedding.pto"], embedding, 0.0),
         ("one attention head of 64 words, two vector cores and a cube core", ["attention_head.pto"], attention_head, 2e-3),
         ("matrix product, bias and GELU fused", ["matmul_gelu.c", "matmul_gelu.pto"], matmul_gelu, 1e-4)]


def perform(run, folder, options, line, is_missing):
    """Runs the steps and prints a line each. Returns whether all are right."""
    print("\ntiles: " + ", ".join(f"examples/{source}" for _, sources, _, _ in STEPS for source in sources))
    good = True
    for what, sources, prepare, limit in STEPS:
        for source in sources:
            target, want, arguments = prepare(folder)
            done = run(str(HERE / source), [str(word) for word in arguments], entry=source.split(".")[0], **options)
            if is_missing(done):
                line("left out", f"{what}: this board has no cube core")
                continue
            error = max(abs(a - b) for a, b in zip(load(target, "f", len(want)), want))
            good &= error <= limit
            line("verified" if error <= limit else "WRONG", f"{source}: {what}; largest error {error:.1e}, allowed {limit:.0e}")
    return good
