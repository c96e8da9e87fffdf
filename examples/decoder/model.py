# SPDX-License-Identifier: Apache-2.0
"""The decoder in numpy: its sizes, its weights, and what decoder.json computes, step by step."""
import numpy

WIDTH, HEADS, POSITIONS, INNER, LETTERS = 256, 4, 64, 512, 96     # LETTERS: of 128 rows
HEAD = WIDTH // HEADS
SHAPES = {"wq": (WIDTH, WIDTH), "wk": (WIDTH, WIDTH), "wv": (WIDTH, WIDTH), "wo": (WIDTH, WIDTH),
          "wgu": (WIDTH, 2 * INNER), "wd": (INNER, WIDTH), "wout": (WIDTH, 128)}


def random_weights(seed=0):
    draw = numpy.random.default_rng(seed)
    weights = {name: draw.standard_normal(shape, "f4") * shape[0] ** -0.5 for name, shape in SHAPES.items()}
    return {**weights, "table": draw.standard_normal((128, WIDTH), "f4"), "gains": numpy.ones((3, WIDTH), "f4")}


def angles():
    """cos and sin of each position for the 32 points of a head."""
    turn = numpy.arange(POSITIONS)[:, None] * 10000.0 ** (-numpy.arange(HEAD // 2) / (HEAD // 2))
    return numpy.cos(turn).astype("f4"), numpy.sin(turn).astype("f4")


def encode(text):
    """Numbers of letters: the newline is 0."""
    return [ord(letter) - 31 if " " <= letter <= "~" else 0 for letter in text]


def decode(words):
    return "".join(chr(word + 31) if word else "\n" for word in words)


def half(x):
    return x.astype("f2").astype("f4")


def norm(x, gain):
    return half(x / numpy.sqrt((x * x).mean(-1, keepdims=True, dtype="f4") + numpy.float32(1e-5)) * gain)


def rope(x, cos, sin):
    x1, x2 = x.reshape(HEADS, 2, HEAD // 2).transpose(1, 0, 2)
    return numpy.stack([x1 * cos - x2 * sin, x2 * cos + x1 * sin], 1).reshape(WIDTH)


class Decoder:
    """Takes words one by one; has caches of keys and values."""

    def __init__(self, weights):
        self.w = {name: half(w) if name in SHAPES else w for name, w in weights.items()}
        self.cos, self.sin = angles()
        self.k, self.v = (numpy.zeros((POSITIONS, WIDTH), "f4") for _ in range(2))

    def step(self, at, word):
        """The logits behind a word."""
        w, x = self.w, self.w["table"][word]
        h = norm(x, w["gains"][0])
        q = rope(h @ w["wq"], self.cos[at], self.sin[at])
        self.k[at], self.v[at] = rope(h @ w["wk"], self.cos[at], self.sin[at]), h @ w["wv"]
        heads = numpy.empty(WIDTH, "f4")
        for head in range(HEADS):
            part = slice(head * HEAD, head * HEAD + HEAD)
            scores = self.k[:at + 1, part] @ q[part] * numpy.float32(0.125)
            weight = numpy.exp(scores - scores.max())
            heads[part] = weight / weight.sum() @ self.v[:at + 1, part]
        x = x + half(heads) @ w["wo"]
        g, u = (norm(x, w["gains"][1]) @ w["wgu"]).reshape(2, INNER)
        x = x + half(g / (1 + numpy.exp(-g)) * u) @ w["wd"]
        return norm(x, w["gains"][2]) @ w["wout"]
