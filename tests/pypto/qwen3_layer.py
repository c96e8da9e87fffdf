#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One decoder layer of Qwen3-32B for 16 sequences, from public kernels; TAP. Not part of the suites: it needs 12 GB.

    qwen3_layer.py FOLDER [--board BOARD] [--policy POLICY] [--harts N]

FOLDER has the kernels of test/samples/Qwen3DecodeA3 of a checkout of PTOAS (aic/*.pto, aiv/*.pto, *.pto). They become one
program: its launches wait for those whose data they read. What each kernel wrote is compared with numpy, computed
from what the board gave it: float32 within 1e-4, bfloat16 within one unit in the last place or 1e-4.
"""
import argparse
import pathlib
import sys
import time

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]
import ptometal  # noqa: E402 (the path is set above)
from tap import Tap  # noqa: E402

BATCH, HIDDEN, INNER, KV, HEAD, GROUPS, PER_GROUP = 16, 8192, 25600, 1024, 128, 8, 8
SEQUENCE, BLOCK, PADDED = 4096, 256, 16      # positions of the cache, of a block of scores; rows of a group of heads
BLOCKS, PART, HALF = SEQUENCE // BLOCK, 512, HEAD // 2
LENGTHS = [1, 17, 256, 257, 300, 511, 512, 600, 64, 128, 700, 33, 2, 255, 900, 1000]      # of the sequences
EPSILON = 1e-6


def to_bf16(values):
    """The bits, rounded to nearest, ties to even."""
    bits = numpy.ascontiguousarray(values, "f4").view("u4")
    return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype("u2")


def real(bits):
    return (bits.astype("u4") << 16).view("f4") if bits.dtype == numpy.uint16 else bits


def weights(draw, rows, columns):
    return to_bf16((draw.random((rows, columns), dtype="f4") - 0.5) * (12 / rows) ** 0.5)


def normed(rows, gain):
    return rows / numpy.sqrt(numpy.mean(rows * rows, axis=1, keepdims=True) + EPSILON) * gain


class Layer:
    """The program, and its buffers by name."""

    def __init__(self, folder, config):
        kernels = {path.stem: path for path in folder.rglob("*.pto")}
        self.kernels = {name: ptometal.load(str(path), **config) for name, path in kernels.items()}
        self.program, self.at = ptometal.Program(**config), {}
        draw = numpy.random.default_rng(1)
        self.give("x", to_bf16(draw.standard_normal((BATCH, HIDDEN), "f4")))
        for name in "gain", "post_gain":
            self.give(name, draw.uniform(0.5, 1.5, (1, HIDDEN)).astype("f4"))
        for name, rows, columns in (("wq", HIDDEN, HIDDEN), ("wk", HIDDEN, KV), ("wv", HIDDEN, KV), ("wo", HIDDEN, HIDDEN),
                                    ("w_gate", HIDDEN, INNER), ("w_up", HIDDEN, INNER), ("w_down", INNER, HIDDEN)):
            self.give(name, weights(draw, rows, columns))
        phase = numpy.outer(numpy.array(LENGTHS) - 1, 1e6 ** (-numpy.arange(HALF) / HALF))
        self.give("cos", numpy.cos(phase).astype("f4"))
        self.give("sin", numpy.sin(phase).astype("f4"))
        for name in "k_cache", "v_cache":
            self.give(name, to_bf16(draw.standard_normal((BATCH * GROUPS * SEQUENCE, HEAD), "f4")))
            self.at[name].stores = True
        for name, shape, kind in (
                ("normed", (BATCH, HIDDEN), "u2"), ("q", (BATCH, HIDDEN), "f4"), ("k", (BATCH, KV), "f4"),
                ("v", (BATCH, KV), "f4"), ("heads", (BATCH, GROUPS, PADDED, HEAD), "u2"),
                ("scores", (BATCH, GROUPS, BLOCKS, PADDED, BLOCK), "f4"), ("exps", (BATCH, GROUPS, BLOCKS, PADDED, BLOCK), "u2"),
                ("sums", (BATCH, GROUPS, BLOCKS, PER_GROUP), "f4"), ("maxima", (BATCH, GROUPS, BLOCKS, PER_GROUP), "f4"),
                ("parts", (BATCH, GROUPS, BLOCKS, PADDED, HEAD), "f4"), ("attention", (BATCH, HIDDEN), "u2"),
                ("middle", (BATCH, HIDDEN), "f4"), ("post", (BATCH, HIDDEN), "u2"), ("gate", (INNER // PART, BATCH, PART), "f4"),
                ("up", (INNER // PART, BATCH, PART), "f4"), ("mlp", (BATCH, INNER), "u2"), ("y", (BATCH, HIDDEN), "u2"),
                ("pipe", (16, 1 << 16), "f4")):
            self.at[name] = self.program.buffer(shape=shape, dtype=kind, name=name)

    def give(self, name, array):
        self.at[name] = self.program.buffer(array, name=name)
        self.at[name].stores = False

    def launch(self, name, *args, blocks=None):
        """Add a launch. A kernel on several blocks has its block's index and their number as last parameters."""
        spmd = [] if blocks is None else [ptometal.BLOCK_IDX, ptometal.BLOCK_NUM]
        self.program.launch(self.kernels[name], *args, *spmd, blocks=blocks or 1)

    def chain(self):
        at, reads, updates = self.at, ptometal.reads, ptometal.updates
        has = {name: reads(buffer) for name, buffer in at.items()}
        self.launch("rmsnorm", has["x"], updates(at["normed"]), has["gain"])
        self.launch("q_proj", has["normed"], has["wq"], updates(at["q"]), blocks=HIDDEN // BLOCK)
        self.launch("kv_proj", has["normed"], has["wk"], has["wv"], updates(at["k"]), updates(at["v"]), blocks=KV // BLOCK)
        for row, length in enumerate(LENGTHS):
            blocks, pairs = -(-length // BLOCK), GROUPS // 2
            cos, sin = reads(at["cos"][row]), reads(at["sin"][row])
            self.launch("rope_kv_cache", updates(at["heads"]), updates(at["k_cache"]), updates(at["v_cache"]), has["k"], cos, sin,
                        cos, sin, has["v"], has["q"], row, length - 1)
            scores, exps, sums, maxima, parts = (at[name][row] for name in ("scores", "exps", "sums", "maxima", "parts"))
            self.launch("qk_matmul", has["heads"], updates(scores), has["k_cache"], row, blocks, blocks=pairs)
            self.launch("softmax", updates(sums), updates(maxima), updates(exps), reads(scores), blocks, length, blocks=pairs)
            self.launch("sv_matmul", updates(parts), reads(exps), has["v_cache"], blocks, row, blocks=pairs)
            self.launch("online_softmax", reads(parts), reads(maxima), reads(sums), updates(at["attention"][row]), blocks,
                        blocks=pairs)
        for block in range(0, HIDDEN // BLOCK, 2):
            self.launch("out_proj_residual", updates(at["middle"]), has["x"], has["attention"], has["wo"],
                        updates(at["pipe"][block // 2]), block)
        self.launch("post_rmsnorm", has["middle"], updates(at["post"]), has["post_gain"])
        for part in range(INNER // PART):
            for name, weight in ("gate", "w_gate"), ("up", "w_up"):
                self.launch(f"{name}_proj", has["post"], has[weight], updates(at[name][part]), 2 * part, blocks=2)
            self.launch("silu", reads(at["gate"][part]), reads(at["up"][part]), updates(at["mlp"]), 2 * part, blocks=2)
        for block in range(0, HIDDEN // BLOCK, 2):
            self.launch("down_proj_residual", updates(at["y"]), has["middle"], has["mlp"], has["w_down"],
                        updates(at["pipe"][block // 2]), block)

    def get(self, name):
        return real(self.at[name].array())

    def wanted(self):
        """(name, what numpy computes, the valid part of what the board has) for each intermediate."""
        everything = slice(None)
        yield "normed", normed(self.get("x"), self.get("gain")), everything
        for name, source, weight in ("q", "normed", "wq"), ("k", "normed", "wk"), ("v", "normed", "wv"):
            yield name, self.get(source) @ self.get(weight), everything
        yield from self.attention()
        yield "middle", self.get("x") + self.get("attention") @ self.get("wo"), everything
        yield "post", normed(self.get("middle"), self.get("post_gain")), everything
        for name in "gate", "up":
            product = self.get("post") @ self.get(f"w_{name}")
            yield name, product.reshape(BATCH, -1, PART).swapaxes(0, 1), everything
        gate, up = (self.get(name).swapaxes(0, 1).reshape(BATCH, INNER) for name in ("gate", "up"))
        yield "mlp", gate / (1 + numpy.exp(-gate)) * up, everything
        yield "y", self.get("middle") + self.get("mlp") @ self.get("w_down"), everything

    def turned(self, name, row):
        """Heads of a projection, turned by the position."""
        heads = self.get(name)[row].reshape(-1, HEAD)
        low, high, cos, sin = heads[:, :HALF], heads[:, HALF:], self.get("cos")[row], self.get("sin")[row]
        return numpy.concatenate([low * cos - high * sin, high * cos + low * sin], axis=1)

    def attention(self):
        k_cache, v_cache = (self.get(name).reshape(BATCH, GROUPS, SEQUENCE, HEAD) for name in ("k_cache", "v_cache"))
        heads, scores, exps, sums, maxima, parts = map(self.get, ("heads", "scores", "exps", "sums", "maxima", "parts"))
        for row, length in enumerate(LENGTHS):
            blocks = -(-length // BLOCK)
            turned = self.turned("q", row).reshape(GROUPS, PER_GROUP, HEAD)
            yield "heads", turned, (row, slice(None), slice(PER_GROUP))
            yield "k_cache", self.turned("k", row), cache_rows(row, length)
            yield "v_cache", self.get("v")[row].reshape(GROUPS, HEAD), cache_rows(row, length)
            keys = k_cache[row, :, :blocks * BLOCK].reshape(GROUPS, blocks, BLOCK, HEAD)
            values = v_cache[row, :, :blocks * BLOCK].reshape(GROUPS, blocks, BLOCK, HEAD)
            part = (row, slice(None), slice(blocks), slice(PER_GROUP))
            yield "scores", heads[row, :, None, :PER_GROUP] @ keys.swapaxes(2, 3), part
            valid = (numpy.arange(blocks * BLOCK) < length).reshape(1, blocks, 1, BLOCK)
            scaled = numpy.where(valid, scores[part] * numpy.float32(HEAD ** -0.5), -numpy.inf)
            highest = scaled.max(axis=3, keepdims=True)
            yield "maxima", highest[..., 0], part
            yield "exps", numpy.exp(scaled - highest), part
            yield "sums", exps[part].sum(axis=3), part
            yield "parts", exps[part] @ values, part
            scale = numpy.exp(maxima[part] - maxima[part].max(axis=1, keepdims=True))
            whole = (parts[part] * scale[..., None]).sum(axis=1) / (sums[part] * scale).sum(axis=1)[..., None]
            yield "attention", whole.reshape(HIDDEN), row


def cache_rows(row, length):
    return numpy.arange(GROUPS) * SEQUENCE + row * GROUPS * SEQUENCE + length - 1


def compare(found, want):
    """The largest difference, by what is allowed; the bits of bfloat16 are u2."""
    allowed = 1e-4 + 1e-4 * numpy.abs(want)
    if found.dtype == numpy.uint16:
        unit = numpy.exp2(numpy.floor(numpy.log2(numpy.maximum(numpy.abs(want), 1e-30))) - 7)
        allowed = numpy.maximum(1.5 * unit, 1e-4)      # `want` is not rounded: half a unit more
    return float((numpy.abs(real(found) - want) / allowed).max())


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--board", default="native")
    options.add_argument("--policy", default="eager")
    options.add_argument("--harts", type=int, default=1)
    values = options.parse_args()
    layer = Layer(values.folder, {"board": values.board})
    layer.chain()
    began = time.monotonic()
    layer.program.run(policy=values.policy, harts=values.harts, timeout=3600)
    took = time.monotonic() - began
    worst = {}
    for name, want, part in layer.wanted():
        worst[name] = max(worst.get(name, 0.0), compare(layer.at[name].array()[part], want))
    results = Tap()
    for name, ratio in worst.items():
        results.result(ratio <= 1, f"{name}: {ratio:.3f} of the tolerance", "")
    print(f"# {len(layer.program.launches)} launches in {took:.1f} s")
    return results.end()


if __name__ == "__main__":
    sys.exit(main())
