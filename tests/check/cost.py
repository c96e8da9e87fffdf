#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of the checker: instructions of each example with and without it, on the example's data; TAP.

    cost.py [NAME...]     examples by name, all by default

A run with the checker takes at most 12 times the instructions; currently 10.6 at most. The margin is for kernels that
get faster, which increases the ratio as well.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tap import Tap  # noqa: E402  (after the path is right)
from tool import instructions  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
DATA = EXAMPLES / "data"
LIMIT = 12


def cut(folder, name, num, source):
    """The first `num` numbers of a data file."""
    target = folder / name
    target.write_bytes((DATA / source).read_bytes()[:num * int(source[-2:]) // 8])  # .f16 or .f32
    return f"in:{target}"


def words_of(folder):
    """The arguments of each example by name: options, buffers and scalars."""
    out = f"out:{folder}/out"
    tiles = [cut(folder, f"tile-{name}", 64 * 64, name) for name in ("q.f16", "k.f16", "v.f16")]
    table = folder / "table.f32"
    table.write_bytes((DATA / "table.f32").read_bytes())
    return {
        "add": ([], [cut(folder, f"{i}.f32", 1000, "hidden.f32") for i in "ab"] + [f"{out}=4000", 1000]),
        "softmax": ([], [f"in:{DATA}/scores.f32", f"{out}=360000", 300, 300]),
        "rmsnorm": ([], [f"in:{DATA}/hidden.f32", f"in:{DATA}/gain.f32", f"{out}=300000", 300, 250, 1e-5]),
        "gemm": (["--blocks", 2], [*(f"in:{DATA}/{name}" for name in ("hidden.f16", "weights.f16", "bias.f32")),
                                   f"{out}=162000", 300, 135, 250]),
        "flash_attention": (["--blocks", 2], [*(f"in:{DATA}/{name}.f16" for name in "qkv"), f"{out}=76800", 1, 300, 0.5]),
        "matmul_gelu": (["--entry", "matmul_gelu"], [*tiles[:2], cut(folder, "bias.f32", 64, "gain.f32"), f"{out}=16384"]),
        "attention_head": ([], [*tiles, f"{out}=16384", 0.5]),
        "histogram": ([], [f"in:{DATA}/gain.f32", f"{out}=1024", 1000]),
        "embedding": ([], [f"inout:{table}", f"in:{DATA}/words.i32", f"in:{DATA}/hidden.f32", 300, -0.125]),
    }


def count(source, options, words):
    """The instructions of a run, or None and its output."""
    command = [os.environ["PTOMETAL"], "run", str(source), "--vlen", os.environ["PTO_VLEN"], "--backend",
               os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"], "--count", *map(str, options), "--", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return instructions(done.stderr) if done.returncode == 0 else None, done.stderr


RANKS = ("ring_allreduce",)     # what ranks cost is not measured


def main(names):
    sources = sorted(path for path in EXAMPLES.iterdir() if path.suffix in (".c", ".pto") and path.stem not in RANKS)
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        words = words_of(pathlib.Path(scratch))
        for source in (path for path in sources if not names or path.name in names):
            options, arguments = words[source.stem]
            without, said = count(source, options, arguments)
            checked, told = count(source, ["--check", *options], arguments)
            good = without is not None and checked is not None and checked <= LIMIT * without
            ratio = f"{checked / without:.1f}" if without and checked else "?"
            tap.result(good, f"{source.name}: {without} and {checked}, {ratio} times, at most {LIMIT}", said + told)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
