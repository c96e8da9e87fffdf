# SPDX-License-Identifier: Apache-2.0
"""Convolutions (tests/cpp/conv.cpp, conv.c) against numpy."""
import pathlib
import re
import sys
import tempfile

import numpy as np
from run import HERE, run
from tap import Tap

KERNELS = HERE / "conv.cpp"
C0 = {"f16": 16, "i8": 32, "f32": 8}
TYPES = {"f16": np.float16, "i8": np.int8, "f32": np.float32}
FILTER = (3, 2)
FEW = [["--policy", "adverse"], ["--harts", "4"]]
# As in conv.cpp: type, type of the result, images, channels, height, width, stride, dilation, padding (left, right, top,
# bottom), element around.
CASES = {"plain": ("f16", np.float32, 1, 16, 6, 7, (1, 1), (1, 1), (0, 0, 0, 0), 0),
         "padded": ("f16", np.float32, 2, 21, 6, 7, (1, 2), (1, 1), (1, 2, 3, 0), 1.5),
         "dilated": ("i8", np.int32, 2, 40, 9, 8, (2, 1), (2, 3), (0, 1, 1, 2), -3),
         "single": ("f32", np.float32, 1, 11, 5, 6, (1, 1), (1, 2), (2, 0, 0, 1), 0.5)}


def with_c0(array, axis, c0):
    """The array with its channels, along `axis`, as groups of c0, the second of which comes last; zeros fill the last."""
    channels = array.shape[axis]
    padding = [(0, 0)] * array.ndim
    padding[axis] = (0, -channels % c0)
    grouped = np.pad(array, padding)
    shape = grouped.shape
    return np.moveaxis(grouped.reshape(*shape[:axis], -1, c0, *shape[axis + 1:]), axis + 1, -1)


def wanted_loads(data, c0):
    """What load_all() dumps, a layout after another."""
    n, c, h, w, d = 2, c0 + 3, 4, 5, 3
    take = lambda *shape: data[:np.prod(shape)].reshape(shape)
    volume = with_c0(take(n, c, d, h, w), 1, c0)                    # [n][c1][d][h][w][c0]
    filter2 = with_c0(take(16, c, h, w), 1, c0)                     # [16][c1][h][w][c0]
    filter3 = with_c0(take(16, c, d, h, w), 1, c0)                  # [16][c1][d][h][w][c0]
    return [with_c0(np.moveaxis(take(n, h, w, c), 3, 1), 1, c0), with_c0(take(n, c, h, 8)[..., :w], 1, c0),
            take(n, 2, h, 8, c0)[:, :, :, :w], np.moveaxis(volume, 2, 1), np.moveaxis(filter2, 0, 3),
            np.moveaxis(filter3, 0, 4)]


def convolution(x, weights, stride, dilation, padding, around):
    """The convolution of images [n][c][h][w]: [n * positions][16]. The element around them fills absent channels, too."""
    left, right, top, bottom = padding
    x = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=around).astype(np.float64)
    rows, cols = ((size - step * (length - 1) - 1) // stride_of + 1
                  for size, step, length, stride_of in zip(x.shape[2:], dilation, FILTER, stride))
    result = np.zeros((x.shape[0], rows, cols, 16))
    for row in range(rows):
        for col in range(cols):
            y, z = row * stride[0], col * stride[1]
            patch = x[:, :, y:y + dilation[0] * 2 + 1:dilation[0], z:z + dilation[1] + 1:dilation[1]]
            result[:, row, col] = np.einsum("ncij,ocij->no", patch, weights.astype(np.float64))
    return result.reshape(-1, 16)


def compare_loads(tap, folder, random):
    for name, c0 in C0.items():
        data = random.integers(-100, 100, 16 * (c0 + 3) * 60).astype(TYPES[name])
        wanted = np.concatenate([part.ravel() for part in wanted_loads(data, c0)])
        data.tofile(folder / "in")
        for schedule in FEW:
            done = run(folder, KERNELS, "--entry", f"loads_{name}", *schedule, "--", "in:in", f"out:y={wanted.nbytes}")
            result = np.fromfile(folder / "y", TYPES[name]) if done.returncode == 0 else np.zeros(0)
            tap.result(np.array_equal(result, wanted), f"loads of {name} {' '.join(schedule)}", done.stderr)
            (folder / "y").unlink(missing_ok=True)


def compare_products(tap, folder, random):
    for name, (kind, result_type, n, c, h, w, *form) in CASES.items():
        x, weights = (random.integers(-4, 5, shape).astype(TYPES[kind]) for shape in ((n, c, h, w), (16, c, *FILTER)))
        x.tofile(folder / "x")
        weights.tofile(folder / "weights")
        wanted = convolution(x, weights, *form).astype(result_type)
        for schedule in [*FEW, ["--check"]]:
            done = run(folder, KERNELS, "--entry", name, *schedule, "--", "in:x", "in:weights", f"out:y={wanted.nbytes}")
            result = np.fromfile(folder / "y", result_type) if done.returncode == 0 else np.zeros(0)
            good = np.array_equal(result, wanted.ravel()) and "check:" not in done.stdout + done.stderr
            tap.result(good, f"{name} {' '.join(schedule)}", done.stderr)
            (folder / "y").unlink(missing_ok=True)
        if name == "plain":
            for option in "--check", "--time":
                done = run(folder, HERE / "conv.c", option, "--", "in:x", "in:weights", f"out:y={wanted.nbytes}")
                tap.result(done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", result_type), wanted.ravel()),
                           f"plain in C {option}", done.stderr)
            tap.result(bool(re.search(r"MTE1 +busy +\d\d", done.stdout + done.stderr)), "... takes time on MTE1",
                       done.stdout, done.stderr)


def blocks(images, c0):
    """[..., C, H, W] as [..., C1, H, W, C0]."""
    return with_c0(images, images.ndim - 3, c0)


def filters(blocked):
    """[N, ..., C0] as [..., N1 * 16, C0]."""
    padded = np.zeros((-(-len(blocked) // 16) * 16, *blocked.shape[1:]), blocked.dtype)
    padded[:len(blocked)] = blocked
    return np.moveaxis(padded, 0, -2)


def moves(random):
    """(kernel, its inputs, its outputs) of conv_moves.cpp"""
    images = random.integers(-100, 100, (2, 18, 3, 5)).astype(np.float32)
    groups = random.integers(0, 255, (2, 3, 40, 2, 3)).astype(np.uint8)
    volumes = random.integers(-100, 100, (18, 20, 2, 3, 2)).astype(np.float16)
    pixels, weights = (random.integers(-3, 4, shape).astype(np.float32) for shape in ((30, 16), (16, 24)))
    blocked, product = blocks(images, 8), (pixels @ weights).reshape(2, 3, 5, 24)
    maps = product.transpose(0, 3, 1, 2)
    turned = [images], [blocked, filters(blocked), images]
    return [("turned", *turned), ("turned_by_flags", *turned),
            ("outside", [blocked], [images, blocked]),
            ("grouped", [groups], [np.stack([filters(blocks(group, 32)) for group in groups])]),
            ("volumes", [volumes], [np.stack([filters(blocks(volumes[:, :, d], 16)) for d in range(2)])]),
            ("maps", [pixels, filters(weights.T.reshape(24, 2, 8))],
             [np.concatenate([x.ravel() for x in (blocks(maps, 8), blocks(maps, 8), maps, maps, product)])])]


def compare_moves(tap, folder, random):
    source = HERE / "conv_moves.cpp"
    for kernel, ins, outs in moves(random):
        for i, data in enumerate(ins):
            data.tofile(folder / f"in{i}")
        words = [f"in:in{i}" for i in range(len(ins))] + [f"out:out{i}={data.nbytes}" for i, data in enumerate(outs)]
        for schedule in [["--policy", "random:7"], ["--check"]]:
            done = run(folder, source, "--entry", kernel, *schedule, "--", *words)
            good = done.returncode == 0 and "check:" not in done.stdout + done.stderr and all(
                (folder / f"out{i}").read_bytes() == data.tobytes() for i, data in enumerate(outs))
            tap.result(good, f"{kernel} {' '.join(schedule)}", done.stdout + done.stderr)
            for i in range(len(outs)):
                (folder / f"out{i}").unlink(missing_ok=True)
    for kernel, size, text in (("mismatched", 2, "TTRANS: the shapes of the ConvTiles do not match"),
                               ("patches_outside", 2, "a ConvTile outside of L1 and UB: only the scalar unit"),
                               ("misplaced", 192, "TSTORE: a ConvTile is stored in its own layout, with elements of its size")):
        done = run(folder, source, "--entry", kernel, "--", f"out:y={size}")
        told = re.search(text + r".*; at .*conv_moves\.cpp:\d+", done.stderr)
        tap.result(done.returncode == 3 and bool(told), kernel, done.stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        compare_loads(tap, folder, np.random.default_rng(1))
        compare_products(tap, folder, np.random.default_rng(2))
        compare_moves(tap, folder, np.random.default_rng(3))
        done = run(folder, KERNELS, "--entry", "too_large", "--", "out:y=2")
        told = re.search(r"timg2col: a filter of 3 x 1 does not fit 2 x 2 .*conv\.cpp:\d+", done.stderr)
        tap.result(done.returncode == 3 and bool(told), "a filter that is too large", done.stderr)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
