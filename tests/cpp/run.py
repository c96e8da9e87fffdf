#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels in C++ give the numbers of numpy under every policy, and are judged by the checker as others are. Prints TAP.

Usage: run.py     (the environment is that of pto_add_script_test)
"""
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from tap import Tap
from tool import ROOT, instructions

sys.path.insert(0, str(ROOT / "tools"))

from ptometal.compilers import cpp_text  # noqa: E402  (after the path is right)

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = HERE / "kernels.cpp"
EXPLICIT = ("chained", "documented", "flagged", "mangled", "borrowed")
SCHEDULES = [["--policy", "eager"], ["--policy", "lazy"], ["--policy", "adverse"], ["--policy", "random:7"],
             ["--harts", "4"]]


def run(folder, source, *words):
    return subprocess.run([os.environ["PTOMETAL"], "run", str(source), "--board", os.environ["PTO_BOARD"], "--vlen",
                           os.environ["PTO_VLEN"], "--cc", os.environ["PTO_CC"], *words], cwd=folder,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def cases(random):
    """(kernel, options, words of its arguments, file and result that it has to give, allowed error)"""
    a, b = (random.standard_normal((64, 64)).astype(np.float32) for _ in range(2))
    rows = random.standard_normal((37, 48)).astype(np.float32)
    left, right = (random.standard_normal(shape).astype(np.float16) for shape in ((32, 64), (64, 48)))
    whole = random.integers(-1000, 1000, (3, 64), dtype=np.int32)
    inputs = {"a": a, "b": b, "rows": rows, "left": left, "right": right, "whole": whole}
    high = np.exp(rows.astype(np.float64) - rows.max(1, keepdims=True))
    changed = whole + 1
    changed[:, 63] = changed[:, 0] + changed[:, 1]
    product = left.astype(np.float64) @ right.astype(np.float64)
    borrowed = np.concatenate([a[0, ::-1], np.arange(63, -1, -1, np.int32).view(np.float32), a[0]])
    return inputs, [
        ("chained", [], ["in:a", "in:b"], a + b, 0),
        ("flagged", [], ["in:a", "in:b"], a + b, 0),
        ("mangled", [], ["in:a", "in:b"], a + b, 0),
        ("borrowed", [], ["in:a"], borrowed, 0),
        ("softmax", [], ["in:rows"], (high / high.sum(1, keepdims=True)).astype(np.float32), 1e-6),
        ("documented", [], ["in:left", "in:right"], product.astype(np.float32), 1e-4),
        ("product", [], ["in:left", "in:right"], (product * 0.5 + 1).astype(np.float32), 1e-4),
        ("borrowed", ["--sync", "auto"], ["in:a"], borrowed, 0),
        ("scalars", ["--blocks", "3"], ["in:whole"], changed * 2, 0),
    ]


def arguments(kernel, words, wanted):
    return [*words, f"out:y={wanted.nbytes}", *(["37"] if kernel == "softmax" else [])]


def judge(tap, folder, case):
    """One kernel under each schedule, and by the checker."""
    kernel, options, words, wanted, allowed = case
    for schedule in SCHEDULES:
        (folder / "y").unlink(missing_ok=True)
        done = run(folder, KERNELS, "--entry", kernel, *options, *schedule, "--",
                   *arguments(kernel, words, wanted))
        result = np.fromfile(folder / "y", wanted.dtype) if done.returncode == 0 else np.zeros(0)
        good = result.size == wanted.size and np.abs(result - wanted.ravel()).max() <= allowed
        automatic = "has no synchronisation of its own" in done.stderr
        tap.result(good and automatic == (kernel not in EXPLICIT),
                   f"{kernel} {' '.join(schedule)}", done.stderr)
    done = run(folder, KERNELS, "--entry", kernel, *options, "--check", "--", *arguments(kernel, words, wanted))
    tap.result(done.returncode == 0 and "check:" not in done.stdout + done.stderr, f"{kernel}: nothing to find",
               done.stdout + done.stderr)


def spelled(a, b):
    """What the kernel of that name makes of two matrices of 8 x 64."""
    both = np.stack([a, b], 2).reshape(8, 128)
    padded = np.full((8, 64), np.inf, np.float32)
    padded[:6, :50] = a[:6, :50]
    quotient = np.float32(a.astype(np.float16)) / b
    return np.stack([a + b, both[:, :64], np.concatenate([a, b], 1)[:, 0::2], a * np.tile(b.reshape(64, 8)[:8], 8),
                     padded, np.fmod(quotient, np.float32(2)), np.tri(8, 64, 3, dtype=np.float32)])


def e4m3(bits):
    """8-bit floats without special values."""
    exponent, mantissa = bits >> 3 & 15, bits & 7
    value = np.where(exponent == 0, mantissa * 2.0**-9, (8 + mantissa) * 2.0**(exponent.astype(float) - 10))
    return np.where(bits & 128, -value, value)


def e2m1(data):
    """4-bit floats, two in a byte along the rows."""
    values = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6])
    return values[np.stack([data & 15, data >> 4], 2).reshape(len(data), -1)]


def scales(left, right):
    """Scales of both operands in the layouts of the kernel, one after the other."""
    a, b = left.reshape(2, 16, 2, 2), right.reshape(2, 2, 2, 16)
    return np.concatenate([x.ravel() for x in (
        a.transpose(0, 2, 1, 3), b.transpose(2, 0, 3, 1),                       # ZZ, NN
        left, right.reshape(2, 2, 32).transpose(0, 2, 1),                       # ND
        left.reshape(32, 2, 2).transpose(1, 0, 2), right.T)])                   # DN


def alike(result, wanted):
    """Whether floats are close. What is no normal number, as integers in their place, must have the same bits."""
    wanted = wanted.ravel() if wanted.dtype == np.float32 else wanted.ravel().astype(np.float32)
    normal = [(x == 0) | (np.abs(x) >= np.finfo(np.float32).tiny) for x in (result, wanted)]
    close = np.isclose(result, wanted, 1e-5, 1e-4) & normal[0] & normal[1]
    return bool((close | (result.view(np.uint32) == wanted.view(np.uint32))).all())


def compare_forms(tap, folder, random):
    """Kernels of forms.cpp, with their results."""
    a, b = (random.uniform(1, 4, (8, 64)).astype(np.float32) for _ in range(2))
    left, right = (random.integers(0, 120, shape, dtype=np.uint8) for shape in ((32, 128), (128, 32)))
    of_left, of_right = (random.integers(120, 134, shape, dtype=np.uint8) for shape in ((32, 4), (4, 32)))
    wide = np.repeat(2.0**(of_left.astype(float) - 127), 32, 1) * e4m3(left)
    high = np.repeat(2.0**(of_right.astype(float) - 127), 32, 0) * e4m3(right)
    pairs = [random.integers(0, 256, shape, dtype=np.uint8) for shape in ((32, 64), (128, 32))]
    of_pairs = random.integers(125, 129, (4, 64), dtype=np.uint8)
    small = (np.repeat(2.0**(of_left.astype(float) - 127), 32, 1) * e2m1(pairs[0])) @ \
        (np.repeat(2.0**(of_pairs.astype(float) - 127), 32, 0) * e2m1(pairs[1]))
    ranks = random.integers(-9, 9, (2, 128)).astype(np.float32)
    total = ranks.sum(0)
    whole = random.integers(1, 4, (8, 64), dtype=np.int32)
    composed = np.concatenate([(1 // whole).astype(np.int32).view(np.float32).ravel(), a[:, 1::2].ravel(), a.max(1),
                               a.argmax(1).astype(np.uint32).view(np.float32)])
    counts = np.repeat(4 * random.integers(1, 32, (2, 8, 1), dtype=np.int32), 8, 2)
    joined, added = np.zeros((8, 128), np.float32), np.zeros((8, 8), np.int32)
    added[:, 0] = counts.sum(0)[:, 0]
    for row, (n0, n1) in enumerate(counts[:, :, 0].T // 4):
        joined[row, :n0 + n1] = np.concatenate([a[row, 32:][:n0], a[row, :n1]])
    bits = np.zeros((8, 32), np.uint8)      # each row of bits begins where the row of the mask does
    bits[:, :8] = np.packbits(a > a[0, 8], 1, "little")
    windows = np.concatenate([added.view(np.float32).ravel(), bits.ravel().view(np.float32), joined.ravel()])
    factors = [random.standard_normal(shape).astype(np.float16) for shape in ((32, 64), (64, 32))]
    bias = random.standard_normal(32).astype(np.float32)
    simulated = factors[0][:, :50].astype(np.float32) @ factors[1][:50].astype(np.float32) + bias
    limits = np.array([1, 2, 3, 4, 0, 1, 2, 3], np.int32)
    places = np.full((8, 64), -1, np.int32)
    for row, limit in enumerate(limits):
        found = np.flatnonzero(a[row] > limit)
        places[row, :found.size] = 10 + 64 * row + found
    matched = np.concatenate([(places >= 0).sum(1, dtype=np.int32), places.ravel()]).view(np.float32)
    inputs = {"limits": limits, "p0": pairs[0], "p1": pairs[1], "of_pairs": np.concatenate([of_left.ravel(), of_pairs.T.ravel()]),
              "n": whole, "f0": factors[0], "f1": factors[1], "bias": bias, "x": a, "z": b, "left8": left, "right8": right,
              "scales": scales(of_left, of_right), "counts": counts, "ranks": ranks, "signals": np.zeros(8, np.int32)}
    for file, data in inputs.items():
        data.tofile(folder / file)
    for kernel, words, wanted in (("spelled", ["in:x", "in:z"], spelled(a, b)),
                                  ("composed", ["in:x", "in:n"], composed),
                                  ("windows", ["in:x", "in:counts"], windows),
                                  ("matched", ["in:x", "in:limits"], matched),
                                  ("simulated", ["in:f0", "in:f1", "in:bias"], simulated),
                                  ("scaled", ["in:left8", "in:right8", "in:scales"], np.stack([wide @ high] * 3)),
                                  ("scaled_row", ["in:left8", "in:right8", "in:scales"], (wide @ high)[:1]),
                                  ("small", ["in:p0", "in:p1", "in:of_pairs"], small),
                                  ("exchanged", ["inout:ranks", "inout:signals"],
                                   np.concatenate([ranks.ravel(), total, 2 * total]))):
        done = run(folder, HERE / "forms.cpp", "--entry", kernel, "--", *words, f"out:y={4 * wanted.size}")
        result = np.fromfile(folder / "y", np.float32) if done.returncode == 0 else np.zeros(0)
        good = result.size == wanted.size and alike(result, wanted)
        tap.result(good, f"forms: {kernel}", done.stderr)
        (folder / "y").unlink(missing_ok=True)
        if kernel in ("matched", "simulated"):
            done = run(folder, HERE / "forms.cpp", "--entry", kernel, "--check", "--", *words, f"out:y={4 * wanted.size}")
            tap.result(done.returncode == 0 and "check:" not in done.stderr, f"forms: {kernel}: nothing to find", done.stderr)


def compare_sections(tap, folder, random):
    """Kernels with code for each kind of core: of one kind, and of a cluster."""
    a, b = (random.standard_normal(shape).astype(np.float16) for shape in ((32, 64), (64, 32)))
    x, scratch = random.standard_normal((32, 64)).astype(np.float32), np.zeros((32, 32), np.float32)
    for file, data in {"sa": a, "sb": b, "sx": x, "scratch": scratch, "fifo": np.zeros((2, 32, 32), np.float32)}.items():
        data.tofile(folder / file)
    done = run(folder, HERE / "packed.cpp", "--", "in:sx", "-3", f"out:y={4 * x.size}")
    good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", np.float32), -3 * x.ravel())
    tap.result(good, "sections: arguments in an array", done.stderr)
    product = 2 * (a.astype(np.float64) @ b.astype(np.float64))
    for kernel, words, wanted, schedules in (
            ("doubled", ["in:sx"], 2 * x, [[]]),
            ("scaled_product", ["in:sa", "in:sb", "inout:scratch"], product, [*SCHEDULES, ["--check"]]),
            ("scaled_by_event", ["in:sa", "in:sb", "inout:scratch"], product, [["--policy", "random:7"], ["--check"]]),
            ("pipe_in_ub", ["in:sa", "in:sb", "inout:fifo"], 10.5 * product, [*SCHEDULES, ["--check"]]),
            ("pipe_in_gm", ["in:sa", "in:sb", "inout:fifo"], 10.5 * product, [*SCHEDULES, ["--check"]]),
            ("pipes_by_flags", ["in:sa", "in:sb", "inout:fifo"], 0.5 * product, [*SCHEDULES, ["--check"]])):
        for schedule in schedules:
            done = run(folder, HERE / "sections.cpp", "--entry", kernel, *schedule, "--", *words,
                       f"out:y={4 * wanted.size}")
            result = np.fromfile(folder / "y", np.float32) if done.returncode == 0 else np.zeros(0)
            good = result.size == wanted.size and np.allclose(result, wanted.ravel(), 1e-5, 1e-4)
            tap.result(good and "check:" not in done.stdout + done.stderr,
                       f"sections: {' '.join([kernel, *schedule])}", done.stderr)
            (folder / "y").unlink(missing_ok=True)


def compare_unordered(tap, folder, random):
    """Kernels of a file without words of synchronisation."""
    a, b = (random.integers(-4, 5, (32, 32)).astype(np.float16) for _ in range(2))
    product = a.astype(np.float32) @ b.astype(np.float32)
    for kernel, wanted in (("loaded", product + b.astype(np.float32).sum(0)), ("pushed", 3 * product + 1),
                           ("again", b.astype(np.float32))):
        for schedule in [*SCHEDULES, ["--check"]]:
            a.tofile(folder / "ua"), b.tofile(folder / "ub")
            done = run(folder, HERE / "unordered.cpp", "--entry", kernel, *schedule, "--", "inout:ua", "in:ub", "out:y=4096")
            good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", np.float32), wanted.ravel())
            tap.result(good and "check:" not in done.stdout + done.stderr, f"{kernel} {' '.join(schedule)}", done.stderr)

    np.arange(32, dtype=np.float32).tofile(folder / "ua")
    done = run(folder, HERE / "unordered.cpp", "--entry", "shown", "--policy", "lazy", "--", "inout:ua")
    tap.result("tensor 1 x 1 x 1 x 2 x 3 f32\n8.5000 9.5000 10.5000\n16.5000 17.5000 18.5000\n" in done.stdout,
               "elements of GM on the console", done.stdout, done.stderr)


def compare_pipes(tap, folder, random):
    """Both ends of pipes in one function."""
    a, b = (random.integers(-3, 4, (32, 32)).astype(np.float16) for _ in range(2))
    a.tofile(folder / "pa"), b.tofile(folder / "pb")
    wanted = sum((a + r).astype(np.float32) @ b.astype(np.float32) + r for r in range(5))
    for kernel, fifo in ("in_slots", []), ("in_gm", ["out:entries=8192"]):
        for schedule in [*SCHEDULES, ["--check"]]:
            done = run(folder, HERE / "pipes.cpp", "--entry", kernel, *schedule, "--", "in:pa", "in:pb", *fifo, "out:y=4096")
            good = done.returncode == 0 and (np.fromfile(folder / "y", np.float32).reshape(32, 32) == wanted).all()
            tap.result(good and "check:" not in done.stdout, f"{kernel} {' '.join(schedule)}", done.stdout + done.stderr)
    refuse(tap, folder, "a unified core has no halves", 3, ["split 1 is not 0 to 0 on a unified core; at", "in halves;"],
           HERE / "pipes.cpp", "--entry", "halves", "--", "out:y=2048")


def compare_conversions(tap, folder, random):
    """Products that a pipe converts: to int8 by one scale and by one for each column, to f16, to bf16 by a scale."""
    a, b = (random.integers(-4, 5, shape).astype(np.float16) for shape in ((32, 64), (64, 32)))
    factors = random.choice([0.125, 0.25, 0.5], 32).astype(np.float32)
    words = factors.view(np.uint32).astype(np.uint64) | np.uint64(1 << 46)
    product = a.astype(np.float64) @ b.astype(np.float64)
    narrow = lambda x: np.clip(np.rint(x), -128, 127).astype(np.int8)
    bf16 = (2 * product).astype(np.float32)    # few bits: exact in bf16
    wanted = [narrow(np.maximum(0, product * 0.25)), narrow(product * factors), product.astype(np.float16),
              (bf16.view(np.uint32) >> 16).astype(np.uint16)]
    assert not (bf16.view(np.uint32) & 0xffff).any() and abs(product).max() > 127
    for file, data in {"sa": a, "sb": b, "factors": words, "fifo": np.zeros(4096, np.uint8)}.items():
        data.tofile(folder / file)
    for kernel in "converted_in_ub", "converted_in_gm":
        for schedule in [*SCHEDULES[-1:], ["--check", "--policy", "lazy"]]:
            done = run(folder, HERE / "sections.cpp", "--entry", kernel, *schedule, "--", "in:sa", "in:sb", "in:factors",
                       "inout:fifo", "out:y=6144")
            good = done.returncode == 0 and (folder / "y").read_bytes() == b"".join(x.tobytes() for x in wanted)
            tap.result(good and "check:" not in done.stdout + done.stderr, f"{kernel} {' '.join(schedule)}", done.stderr)


def compare_nibbles(tap, folder, random):
    """4-bit integers in each rounding mode (nibbles.cpp)."""
    x = random.uniform(-9, 9, (4, 39)).astype(np.float16)
    x[0, :10] = -2.5, -1.5, -0.5, 0.5, 1.5, np.inf, -np.inf, np.nan, 7.5, -8.5
    modes = np.rint, lambda y: np.trunc(y + np.copysign(0.5, y)), np.floor, np.ceil, np.trunc
    numbers = np.stack([np.clip(mode(np.nan_to_num(x.astype(np.float32))), -8, 7) for mode in modes])
    bits = np.full((5, 4, 40), 14, np.uint8)
    bits[:, :, :39] = numbers.astype(np.int8) & 15
    pairs = np.full((5, 4, 64), 0xee, np.uint8)
    pairs[:, :, :20] = bits[:, :, 0::2] | bits[:, :, 1::2] << 4
    x.tofile(folder / "x4")
    for entry, schedule in itertools.product(("nibbles_ordered", "nibbles_flagged"), [*SCHEDULES, ["--check"]]):
        done = run(folder, HERE / "nibbles.cpp", "--entry", entry, *schedule, "--", "in:x4", "out:pairs=1280",
                   "out:numbers=1560")
        good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "pairs", np.uint8), pairs.ravel()) and \
            np.array_equal(np.fromfile(folder / "numbers", np.float16), numbers.ravel())
        tap.result(good and "check:" not in done.stdout + done.stderr, f"{entry} {' '.join(schedule)}", done.stderr)
    refuse(tap, folder, "... of f32", 3, ["TCVT: int4b_t converts from and to f16", "nibbles.cpp:63 in refused"],
           HERE / "nibbles.cpp", "--entry", "refused", "--", "in:x4")


def compare_with_c(tap, folder):
    """A kernel in C++ issues what its twin in C issues."""
    counts, results = [], []
    for source, options in ((KERNELS, ["--entry", "flagged"]), (HERE / "twin.c", [])):
        done = run(folder, source, *options, "--count", "--", "in:a", "in:b", "out:y=16384")
        counts.append(instructions(done.stderr))
        results.append((folder / "y").read_bytes())
    tap.result(results[0] == results[1] and 0 < counts[0] <= 1.05 * counts[1], "flagged is no slower than in C",
               f"{counts[0]} instructions in C++, {counts[1]} in C")


def refuse(tap, folder, title, status, texts, *words):
    """A run that ends with a status and says each of the texts."""
    done = run(folder, *words)
    output = done.stdout + done.stderr
    tap.result(done.returncode == status and all(text in output for text in texts), title, str(done.returncode), output)
    return output


def compare_instances(tap, folder):
    """A line makes a kernel of a template; it has the names of the template's parameters."""
    x = np.arange(64, dtype=np.float32)
    for kernel, kind, count in (("scale_float_64", np.float32, 64), ("scale_half_32", np.float16, 32)):
        x[:count].astype(kind).tofile(folder / "x")
        done = run(folder, HERE / "entries.cpp", "--entry", kernel, "--", "in:x", f"out:y={count * kind().nbytes}", "1.5")
        good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", kind), 1.5 * x[:count])
        tap.result(good, kernel, done.stderr)
    done = run(folder, HERE / "entries.cpp", "--entry", "modes", "--", "out:y=8", "5", "4")
    good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", np.int32), (5, 1))
    tap.result(good, "enumerations are numbers", done.stderr)
    got = []
    for kernel in "outer", "inner", "added_3", "added_4", "made_25", "marked", "mixed":
        done = run(folder, HERE / "entries.cpp", "--entry", kernel, "--", "out:y=4")
        got += np.fromfile(folder / "y", np.int32).tolist() if done.returncode == 0 else [done.stderr]
    tap.result(got == list(range(21, 28)), "kernels in namespaces, by macros, with attributes", got)
    refuse(tap, folder, "... within their type", 2, ["300 is out of range (parameter mode of modes is int8_t)"],
           HERE / "entries.cpp", "--entry", "modes", "--", "out:y=8", "300", "4")
    refuse(tap, folder, "an object is no number", 2, ["parameter pair of pairs is an object of a class"],
           HERE / "entries.cpp", "--entry", "pairs", "--", "out:y=8", "1")
    refuse(tap, folder, "an instance has the parameters of its template", 2,
           ["takes 3 arguments (float * x, float * y, float factor)"], HERE / "entries.cpp",
           "--entry", "scale_float_64", "--", "in:x")


PTO_UB_BYTES = 256 * 1024
ASSIGNED = """#include <pto/pto-inst.hpp>
using namespace pto;
extern "C" __global__ AICORE void assigned(__gm__ float *x)
{
    Tile<TileType::Vec, float, 1, 16> tile;
    TASSIGN<%d>(tile);
    TADD(tile, tile, tile);
}
"""


def refuse_shapes(tap, folder):
    """A rule of tiles is one error, at the user's line; nothing is said of our headers."""
    rule = "error: Tile: a row (row-major) or a column (column-major) must be a multiple of 32 bytes"
    text = (HERE / "entries.cpp").read_text().replace("<half, 32>", "<half, 20>")
    (folder / "instance.cpp").write_text(text)
    (folder / "odd.cpp").write_text(ASSIGNED % 16)
    (folder / "late.cpp").write_text(ASSIGNED % (PTO_UB_BYTES - 32))
    at = "error: TASSIGN: the address must be a multiple of 32"
    end = "error: TASSIGN: the tile must end within its memory"
    for source, place, rule, what in ((HERE / "misaligned.cpp", ":8:", rule, "Tile<TileType::Vec, float, 4, 5>"),
                                      ("instance.cpp", ":13:", rule, "Tile<TileType::Vec, "),
                                      ("odd.cpp", ":6:", at, ""), ("late.cpp", ":6:", end, "")):
        output = refuse(tap, folder, f"{source}: {rule[7:]}", 1, [f"{source}{place}", rule, f"[in {what}"], source, "--", "in:a")
        tap.result(output.count("error: ") == 1 and "pto/" not in output, "... is one error", output)


# No word tells that two of these kernels wait for events.
EVENTS = """#include <pto/pto-inst.hpp>
using namespace pto;
template <int how>
AICORE void twice(__gm__ float *x)
{
    Tile<TileType::Vec, float, 1, 64> tile;
    GlobalTensor<float, Shape<1, 1, 1, 1, 64>, pto::Stride<64, 64, 64, 64, 1>> x_gm(x);
    auto loaded = TLOAD(tile, x_gm);
    if constexpr (how == 2) {
        loaded.Wait();
    }
    if constexpr (how == 1) {
        loaded = TADD(tile, tile, tile, loaded);
    } else {
        loaded = TADD(tile, tile, tile);
    }
    if constexpr (how == 2) {
        loaded.Wait();
    }
    if constexpr (how == 1) {
        TSTORE(x_gm, tile, loaded);
    } else {
        TSTORE(x_gm, tile);
    }
}
extern "C" __global__ AICORE void bare(__gm__ float *x) { twice<0>(x); }
extern "C" __global__ AICORE void passed(__gm__ float *x) { twice<1>(x); }
extern "C" __global__ AICORE void waited(__gm__ float *x) { twice<2>(x); }
"""


def find_events(tap, folder):
    (folder / "events.cpp").write_text(EVENTS)
    for entry in "bare", "passed", "waited":
        np.arange(64, dtype=np.float32).tofile(folder / "e")
        done = run(folder, "events.cpp", "--entry", entry, "--policy", "lazy", "--", "inout:e")
        automatic = f"{entry} has no synchronisation of its own" in done.stderr
        tap.result(done.returncode == 0 and np.fromfile(folder / "e", np.float32).tolist() == list(range(0, 128, 2)) and
                   automatic == (entry == "bare"), f"events of its own: {entry}", done.stderr)


def agree_on_order(tap, folder):
    """An object tells in either order whether a kernel has synchronisation of its own."""
    settings = json.loads((pathlib.Path(os.environ["PTO_BUILD"]) / "ptometal.json").read_text(encoding="utf-8"))
    names = "forms.cpp", "kernels.cpp", "names.cpp", "pipes.cpp", "sections.cpp", "unordered.cpp"
    for source in [*(HERE / name for name in names), ROOT / "tests/driver/ranks/pages.cpp"]:
        text = cpp_text.wrap(str(source), str(folder), None)
        lacking = []
        for options, functions in (([], cpp_text.SYNCHRONISATION), (["-DPTO_SYNC_AUTO=1"], cpp_text.IN_AUTOMATIC)):
            words = [*cpp_text.options(settings["compile"]), *options, "-w", "-c", text, "-o", str(folder / "order.o")]
            subprocess.run(words, check=True)
            graph = cpp_text.references(str(folder / "order.o"))
            lacking.append({name for name in cpp_text.chosen(str(source), None)
                            if cpp_text.unsynchronised(functions)(str(source), name, graph)})
        tap.result(lacking[0] == lacking[1], f"{source.name}: order of its own, or not", f"{lacking}")


def main():
    tap = Tap()
    inputs, all_cases = cases(np.random.default_rng(1))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, data in inputs.items():
            data.tofile(folder / file)
        for case in all_cases:
            judge(tap, folder, case)
        compare_forms(tap, folder, np.random.default_rng(2))
        compare_sections(tap, folder, np.random.default_rng(3))
        compare_unordered(tap, folder, np.random.default_rng(6))
        compare_pipes(tap, folder, np.random.default_rng(7))
        compare_conversions(tap, folder, np.random.default_rng(4))
        compare_with_c(tap, folder)
        softmax = ["--entry", "softmax", "--sync", "explicit", "--check", "--", "in:rows", f"out:y={37 * 48 * 4}", "37"]
        refuse(tap, folder, "without its events softmax has races", 3,
               ["check: race, read after write", "tload at ", "kernels.cpp:"], KERNELS, *softmax)
        compare_instances(tap, folder)
        find_events(tap, folder)
        agree_on_order(tap, folder)
        refuse_shapes(tap, folder)
        refuse(tap, folder, "a fault names the line of the kernel", 3, ["past_ub.cpp:11 in past_ub;", "outside"],
               HERE / "past_ub.cpp", "--entry", "past_ub", "--", "in:a")
        for row, status in ((2, 0), (3, 3), (-1, 3)):
            refuse(tap, folder, f"two of four rows from {row} on", status,
                   [f"subview: 2 x 64 elements from ({row}, 0) are outside the tile's 4 x 64; at {HERE}/past_ub.cpp:19"] if status else [],
                   HERE / "past_ub.cpp", "--entry", "past_tile", "--", str(row))
        compare_nibbles(tap, folder, np.random.default_rng(8))
        (folder / "none.cpp").write_text("void f() {}\n")
        refuse(tap, folder, "a file without a kernel", 1, ["none.cpp: no kernel: a function"], "none.cpp")
        refuse(tap, folder, "--sync is for C++", 2, ["--sync auto: only kernels in C++"],
               HERE.parents[1] / "examples" / "add.c", "--sync", "auto")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
