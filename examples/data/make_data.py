#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the input of the examples from a text: the first words of this project's LICENSE.

  hidden.f32   300 x 250  one row per word: what a first transformer layer would get
  gain.f32     250        the weights of an RMSNorm over those rows
  scores.f32   300 x 300  how much each word attends to each other, before the softmax

All files are little-endian float32, row by row. 250 and 300 are no multiples of the 64 lanes of a
vector register, and both matrices are larger than the 256 KiB of a core's UB, so a kernel has to deal
with tails and has to stream.

A word's embedding comes from the company it keeps: positive pointwise mutual information of the words
within four places of each other, projected to 250 dimensions by fixed random signs. A row of `hidden`
is the embedding of the word at that place plus the usual sinusoids of its position. Rows are rounded
to multiples of 2^-10, so that everything after them is exact and the files are the same on every machine.

Usage: make_data.py [--check]
  --check   write nothing, fail if the files differ from what would be written
"""

import array
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TEXT = HERE.parent.parent / "LICENSE"

WORDS = 300
DIMENSIONS = 250
WINDOW = 4


def words_of(path):
    return re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower())


def random_signs(count, seed=1):
    """`count` values of +1 and -1 from a 64-bit linear congruential generator (Knuth's MMIX)."""
    state = seed
    signs = []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        signs.append(1.0 if state >> 63 else -1.0)
    return signs


def embeddings(words):
    """Word -> list of DIMENSIONS numbers."""
    together = {}
    alone = {}
    for i, word in enumerate(words):
        for other in words[max(0, i - WINDOW) : i]:
            for a, b in ((word, other), (other, word)):
                together[a, b] = together.get((a, b), 0) + 1
                alone[a] = alone.get(a, 0) + 1
    total = sum(alone.values())

    vocabulary = sorted(alone)
    signs = {w: random_signs(DIMENSIONS, seed) for seed, w in enumerate(vocabulary, 1)}
    table = {w: [0.0] * DIMENSIONS for w in vocabulary}
    for (a, b), count in sorted(together.items()):
        information = math.log2(count * total / (alone[a] * alone[b]))
        if information > 0:
            row = table[a]
            for d, sign in enumerate(signs[b]):
                row[d] += information * sign
    scale = 1 / math.sqrt(DIMENSIONS)
    return {w: [x * scale for x in row] for w, row in table.items()}


def position(place):
    """The sinusoids that tell a transformer where in the text a word stands."""
    row = []
    for d in range(DIMENSIONS):
        angle = place / 10000 ** (d // 2 * 2 / DIMENSIONS)
        row.append(0.125 * (math.cos(angle) if d % 2 else math.sin(angle)))
    return row


def make():
    words = words_of(TEXT)
    table = embeddings(words)
    hidden = []
    for place, word in enumerate(words[:WORDS]):
        row = [e + p for e, p in zip(table[word], position(place))]
        hidden.append([round(x * 1024) / 1024 for x in row])

    # Weights that a trained norm tends to: they even out how much each dimension varies.
    gain = []
    for column in zip(*hidden):
        spread = math.sqrt(sum(x * x for x in column) / WORDS)
        gain.append(round(256 / (1 + spread)) / 256)

    # Products of multiples of 2^-10 add up without rounding; the division rounds once.
    root = math.sqrt(DIMENSIONS)
    scores = [[sum(a * b for a, b in zip(q, k)) / root for k in hidden] for q in hidden]

    return {
        "hidden.f32": [x for row in hidden for x in row],
        "gain.f32": gain,
        "scores.f32": [x for row in scores for x in row],
    }


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    for name, values in make().items():
        data = array.array("f", values)
        if sys.byteorder == "big":
            data.byteswap()
        path = HERE / name
        if sys.argv[1:]:
            if not path.exists() or path.read_bytes() != data.tobytes():
                sys.exit(f"{path}: differs from what {pathlib.Path(__file__).name} makes")
        else:
            path.write_bytes(data.tobytes())
            print(f"{path.relative_to(HERE.parent.parent)}: {len(data)} floats")


if __name__ == "__main__":
    main()
