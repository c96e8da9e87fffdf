#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the input of the examples from a text: the first words of this project's LICENSE.

  hidden.f32   300 x 250  one row per word: what a first transformer layer would get
  gain.f32     250        the weights of an RMSNorm over those rows
  scores.f32   300 x 300  how much each word attends to each other, before the softmax

  hidden.f16   300 x 250  the rows again, for a cube core
  weights.f16  250 x 135  a layer that names words: a column per word of the vocabulary, its embedding
  bias.f32     135        minus half of its square, so that the word that is nearest to a row gives the largest sum

  q.f16        4 x 300 x 64  attention that looks up what came next: queries are hidden states,
  k.f16        4 x 300 x 64  keys the words themselves,
  v.f16        4 x 300 x 64  values the words that follow them; in 4 heads, the last filled up with zeros

All files are little-endian, row by row, of f32 or f16 as they are named. 250, 300 and 135 are no multiples of the 64
lanes of a vector register nor of the 16 rows of a fractal, and the matrices of f32 are larger than the 256 KiB of a
core's UB, so a kernel has to deal with tails and has to stream.

A word's embedding comes from the company it keeps: positive pointwise mutual information of the words
within four places of each other, projected to 250 dimensions by fixed random signs. A row of `hidden`
is the embedding of the word at that place plus the usual sinusoids of its position. Rows are rounded
to multiples of 2^-10, so that everything after them is exact and the files are the same on every machine.

Usage: make_data.py [--check]
  --check   write nothing, fail if the files differ from what would be written
"""

import math
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
TEXT = HERE.parent.parent / "LICENSE"

WORDS = 300
DIMENSIONS = 250
WINDOW = 4
HEADS = 4
WIDTH = 64  # of a head


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


def rounded(row):
    return [round(x * 1024) / 1024 for x in row]


def in_heads(rows):
    """[word][dimension] as [head][word][64], in one list."""
    padded = [row + [0.0] * (HEADS * WIDTH - len(row)) for row in rows]
    return [x for head in range(HEADS) for row in padded for x in row[head * WIDTH : (head + 1) * WIDTH]]


def vocabulary_of(words):
    """The words of the rows, each once."""
    return sorted(set(words[:WORDS]))


def make_layer(words, table, hidden):
    prototypes = [rounded(table[word]) for word in vocabulary_of(words)]
    return {
        "hidden.f16": [x for row in hidden for x in row],
        "weights.f16": [x for column in zip(*prototypes) for x in column],
        "bias.f32": [-sum(x * x for x in row) / 2 for row in prototypes],
    }


def make_attention(words, table, hidden):
    return {
        "q.f16": in_heads(hidden),
        "k.f16": in_heads([rounded(table[word]) for word in words[:WORDS]]),
        "v.f16": in_heads([rounded(table[word]) for word in words[1 : WORDS + 1]]),
    }


def make_table(words, table):
    """Each word of the text by its row, and the rows."""
    rows = {word: row for row, word in enumerate(vocabulary_of(words))}
    return {
        "words.i32": [rows[word] for word in words[:WORDS]],
        "table.f32": [x for word in rows for x in rounded(table[word])],
    }


def make():
    words = words_of(TEXT)
    table = embeddings(words)
    hidden = []
    for place, word in enumerate(words[:WORDS]):
        hidden.append(rounded([e + p for e, p in zip(table[word], position(place))]))

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
        **make_layer(words, table, hidden),
        **make_attention(words, table, hidden),
        **make_table(words, table),
    }


def encode(name, values):
    """The bytes of a file; its name says of which type."""
    code = {"f16": "e", "f32": "f", "i32": "i"}[name.rsplit(".")[-1]]
    return struct.pack(f"<{len(values)}{code}", *values)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    for name, values in make().items():
        data = encode(name, values)
        path = HERE / name
        if sys.argv[1:]:
            if not path.exists() or path.read_bytes() != data:
                sys.exit(f"{path}: differs from what {pathlib.Path(__file__).name} makes")
        else:
            path.write_bytes(data)
            print(f"{path.relative_to(HERE.parent.parent)}: {len(values)} numbers")


if __name__ == "__main__":
    main()
