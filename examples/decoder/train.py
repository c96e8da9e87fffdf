#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the decoder on the documents of this repository, letter by letter, and leaves its weights: about a minute.

    train.py [STEPS]
"""
import pathlib
import sys

import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import decoder  # noqa: E402 (the path is set above)
import model    # noqa: E402

BATCH, STEPS, RATE, WARM_UP = 8, 500, 3e-3, 30
T, H, D, N = model.POSITIONS, model.HEADS, model.HEAD, model.WIDTH
COS, SIN = (part[None, :, None, :] for part in model.angles())
LATER = numpy.triu(numpy.full((T, T), -numpy.inf, "f4"), 1)


def letters():
    """Paragraphs of the documents that are sentences."""
    root = HERE.parent.parent
    text = "".join(path.read_text(encoding="utf-8") for path in [root / "README.md", *sorted((root / "docs").glob("*.md"))])
    lines = (line for line in text.splitlines() if line[:1].isalpha() and not line.startswith("http"))
    return numpy.array(model.encode("\n".join(lines)))


def norm(x, gain):
    r = 1 / numpy.sqrt((x * x).mean(-1, keepdims=True) + numpy.float32(1e-5))
    return x * r * gain, (x * r, r)


def norm_back(d, gain, kept):
    n, r = kept
    dn = d * gain
    return r * (dn - n * (dn * n).mean(-1, keepdims=True)), (d * n).sum((0, 1))


def turn(x, sign):
    x1, x2 = x[..., :D // 2], x[..., D // 2:]
    return numpy.concatenate([x1 * COS - sign * x2 * SIN, x2 * COS + sign * x1 * SIN], -1)


def times(x, w):
    return (x.reshape(-1, x.shape[-1]) @ w).reshape(*x.shape[:-1], w.shape[1])


def weight_back(x, d):
    return x.reshape(-1, x.shape[-1]).T @ d.reshape(-1, d.shape[-1])


def by_head(x):
    return x.reshape(-1, T, H, D)


def loss_and_gradients(w, words, wanted):
    """The mean loss of sequences of words, and its gradients by name."""
    gains = w["gains"]
    x = w["table"][words]
    h1, kept1 = norm(x, gains[0])
    q, k, v = (by_head(times(h1, w[name])) for name in ("wq", "wk", "wv"))
    q, k = (turn(part, 1).transpose(0, 2, 1, 3) for part in (q, k))
    v = v.transpose(0, 2, 1, 3)
    scores = q @ k.transpose(0, 1, 3, 2) * numpy.float32(0.125) + LATER
    p = numpy.exp(scores - scores.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    heads = (p @ v).transpose(0, 2, 1, 3).reshape(-1, T, N)
    x2 = x + times(heads, w["wo"])
    h2, kept2 = norm(x2, gains[1])
    gu = times(h2, w["wgu"])
    g, u = gu[..., :model.INNER], gu[..., model.INNER:]
    s = 1 / (1 + numpy.exp(-g))
    a = g * s * u
    x3 = x2 + times(a, w["wd"])
    h3, kept3 = norm(x3, gains[2])
    logits = times(h3, w["wout"])
    logits[..., model.LETTERS:] = -1e9
    e = numpy.exp(logits - logits.max(-1, keepdims=True))
    e /= e.sum(-1, keepdims=True)
    rows = e.reshape(-1, 128)
    at = numpy.arange(len(rows)), wanted.reshape(-1)
    loss = -numpy.log(rows[at] + 1e-9).mean()

    rows[at] -= 1
    d = e / numpy.float32(len(rows))
    grad = {"wout": weight_back(h3, d)}
    dx3, dgain3 = norm_back(times(d, w["wout"].T), gains[2], kept3)
    grad["wd"] = weight_back(a, dx3)
    da = times(dx3, w["wd"].T)
    dgu = numpy.concatenate([da * u * (s + g * s * (1 - s)), da * g * s], -1)
    grad["wgu"] = weight_back(h2, dgu)
    dx, dgain2 = norm_back(times(dgu, w["wgu"].T), gains[1], kept2)
    dx2 = dx3 + dx
    grad["wo"] = weight_back(heads, dx2)
    dheads = by_head(times(dx2, w["wo"].T)).transpose(0, 2, 1, 3)
    dp = dheads @ v.transpose(0, 1, 3, 2)
    dscores = p * (dp - (dp * p).sum(-1, keepdims=True)) * numpy.float32(0.125)
    parts = {"wq": turn((dscores @ k).transpose(0, 2, 1, 3), -1),
             "wk": turn((dscores.transpose(0, 1, 3, 2) @ q).transpose(0, 2, 1, 3), -1),
             "wv": (p.transpose(0, 1, 3, 2) @ dheads).transpose(0, 2, 1, 3)}
    dh1 = 0
    for name, part in parts.items():
        part = part.reshape(-1, T, N)
        grad[name] = weight_back(h1, part)
        dh1 = dh1 + times(part, w[name].T)
    dx, dgain1 = norm_back(dh1, gains[0], kept1)
    grad["table"] = numpy.zeros_like(w["table"])
    numpy.add.at(grad["table"], words.reshape(-1), (dx2 + dx).reshape(-1, N))
    grad["gains"] = numpy.stack([dgain1, dgain2, dgain3])
    return loss, grad


class Adam:
    def __init__(self, weights):
        self.first, self.second = ({name: numpy.zeros_like(w) for name, w in weights.items()} for _ in range(2))

    def update(self, weights, grad, rate, step):
        for name, d in grad.items():
            self.first[name] += 0.1 * (d - self.first[name])
            self.second[name] += 0.02 * (d * d - self.second[name])
            first, second = self.first[name] / (1 - 0.9 ** step), self.second[name] / (1 - 0.98 ** step)
            weights[name] -= numpy.float32(rate) * first / (numpy.sqrt(second) + 1e-8)


def main(steps):
    text, draw = letters(), numpy.random.default_rng(1)
    weights = model.random_weights()
    weights["table"] *= numpy.float32(0.5)
    adam = Adam(weights)
    for step in range(1, steps + 1):
        first = draw.integers(0, len(text) - T - 1, BATCH)
        words = numpy.stack([text[at:at + T + 1] for at in first])
        loss, grad = loss_and_gradients(weights, words[:, :-1], words[:, 1:])
        rate = RATE * min(step / WARM_UP, 0.5 + 0.5 * numpy.cos(numpy.pi * step / steps))
        adam.update(weights, grad, rate, step)
        if step % 50 == 0 or step == steps:
            print(f"step {step} of {steps}: loss {loss:.2f}", file=sys.stderr, flush=True)
    decoder.write_weights(decoder.TRAINED, weights)
    (decoder.TRAINED / "trained").write_text(f"{steps} steps\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else STEPS)
