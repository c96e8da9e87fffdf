# SPDX-License-Identifier: Apache-2.0
"""Products of matrices for each of their types: boxes of 16 rows of 32 bytes, sums of small numbers, which are exact."""
import sys
from pathlib import Path

import numpy as np

from tiles import MEMORIES, OPS, Case, Tensor, Tile, size

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "vector"))

from numbers_model import FORMATS  # noqa: E402  (after the path is right)

# Addresses of tiles in their memories. Scales have one of their own, beside each operand's.
BIAS, LEFT_SCALE, RIGHT_SCALE, LEFT, RIGHT, ACC = 0, 256, 512, 1024, 16384, 49152
BYTES = 65536
GROUP = 32  # elements with one scale
OTHER = {"e4m3": "e5m2", "e5m2": "e4m3", "e2m1x2": "e1m2x2", "e1m2x2": "e2m1x2"}  # types that may be mixed


def codes(rng, elem, rows, cols):
    """Small numbers that exist in each type, and their bits: fp4 two per byte, the first in the low half."""
    values = rng.integers(-4, 5, (rows, cols))
    if elem == "i8":
        return values, values.astype(np.int8).view(np.uint8)
    if elem == "e1m2x2":
        values = values / 4
    bits = FORMATS[elem.removesuffix("x2")].encode(values.astype(float), "R", True).astype(f"u{size(elem)}")
    return values, bits[:, 0::2] | bits[:, 1::2] << 4 if elem.endswith("x2") else bits


def put(image, at, values):
    image[at:at + values.nbytes] = np.ascontiguousarray(values).view(np.uint8).reshape(-1)


def put_boxes(image, at, bits):
    """Columns of boxes of 16 rows of 32 bytes."""
    width = 32 // bits.dtype.itemsize
    put(image, at, bits.reshape(-1, 16, bits.shape[1] // width, width).transpose(2, 0, 1, 3))


def get_acc(image, rows, cols, dtype):
    raw = image[ACC:ACC + rows * cols * 4].view(dtype)
    return raw.reshape(cols // 16, rows // 16, 16, 16).transpose(1, 2, 0, 3).reshape(rows, cols)


def scaled(rng, image, at, x, in_one_piece):
    """Rows of numbers, with each group of a row scaled by a power of two. The scales are stored in the image as rows of
    boxes of 16 rows by two groups. One group has the NaN scale."""
    powers = rng.integers(-1, 2, (len(x), x.shape[1] // GROUP))
    bits = (powers + 127).astype(np.uint8)
    scales = 2.0 ** powers
    bits[3, 1], scales[3, 1] = 255, np.nan
    boxes = bits[0] if in_one_piece else bits.reshape(-1, 16, bits.shape[1] // 2, 2).transpose(0, 2, 1, 3)
    put(image, at, boxes)
    return x * scales.repeat(GROUP, axis=1)


def product(rng, op, elem, other=None):
    """Product of 32 x K by K x 48 elements, not all valid; `other` is the type of the right tile."""
    row, mx, other = "gemv" in op, "_mx" in op, other or elem
    depth = 128 if mx else 64
    m, k, n = 1 if row else 27, 100 if mx else 61, 45
    dtype, result = (np.int32, "i32") if elem == "i8" else (np.float32, "f32")
    image = rng.integers(0, 256, BYTES, dtype=np.uint8)
    (x, x_bits), (y, y_bits) = codes(rng, elem, 32, depth), codes(rng, other, 48, depth)  # y: the columns of the right tile
    start, bias = rng.integers(-9, 10, (32, 48)), rng.integers(-9, 10, 48)
    lhs = Tile(elem, 32, depth, (m, k), LEFT, "left", column_major=True, box=1, fractal=512)
    if row:  # a single row is contiguous
        lhs = Tile(elem, 1, depth, (1, k), LEFT, "left")
        put(image, LEFT, x_bits[0])
    else:
        put_boxes(image, LEFT, x_bits)
    put_boxes(image, RIGHT, y_bits)
    rhs = Tile(other, depth, 48, (k, n), RIGHT, "right", box=2, fractal=512)
    acc = Tile(result, 32, 48, (m, n), ACC, "acc", column_major=True, box=1, fractal=1024)
    put(image, ACC, start.astype(dtype).reshape(2, 16, 3, 16).transpose(2, 0, 1, 3))
    put(image, BIAS, bias.astype(dtype))
    operands = [lhs, rhs]
    if mx:
        x = scaled(rng, image, LEFT_SCALE, x, row)
        y = scaled(rng, image, RIGHT_SCALE, y, False)
        groups = depth // GROUP
        operands = [lhs, Tile("e8m0", len(x), groups, address=LEFT_SCALE, loc="scaling", box=1, fractal=32),
                    rhs, Tile("e8m0", groups, 48, address=RIGHT_SCALE, loc="scaling", box=2, column_major=True, fractal=32)]
    wanted, operands = x[:m, :k] @ y[:n, :k].T, [acc] + operands
    if op.endswith("_acc"):
        wanted, operands = wanted + start[:m, :n], [acc] + operands
    elif op.endswith("_bias"):
        wanted, operands = wanted + bias[:n], operands + [Tile(result, 1, 48, (1, n), BIAS, "bias")]

    def check(local, _gm):
        found = get_acc(local, 32, 48, dtype)[:m, :n]
        wrong = np.argwhere((found != wanted) & ~(np.isnan(found) & np.isnan(wanted)))
        return f"{tuple(wrong[0])}: {found[tuple(wrong[0])]}, expected {wanted[tuple(wrong[0])]}" if len(wrong) else ""
    return Case(op, operands, ["ACC_PHASE_UNSPECIFIED"], image=image, memory=MEMORIES.index("L0C"), expect=check,
                name=f"{elem} by {other}")


def gathered(rng, op, elem, policy):
    """Rows or elements of a table of 10 x 40, gathered into boxes of L1 by indices after it in GM."""
    rows, cols, width = 27, 29, 32 // size(elem)
    height, span = 32, -(-cols // width) * width
    by_rows = op == "mgather_rows"
    table = rng.integers(0, 256, 10 * 40 * size(elem), dtype=np.uint8)
    limit = 10 if by_rows else 400
    index = rng.integers(0, limit + (0 if policy == "UNDEFINED" else 9), rows * (1 if by_rows else cols)).astype(np.uint32)
    place = index.astype(np.int64) % limit if policy == "WRAP" else np.minimum(index, limit - 1)
    bits = table.view(f"u{size(elem)}").reshape(10, 40)
    wanted = bits[place, :cols] if by_rows else bits.reshape(-1)[place].reshape(rows, cols)
    if policy == "ZERO":
        wanted = np.where((index >= limit).reshape(rows, -1), np.zeros((), wanted.dtype), wanted)
    image = rng.integers(0, 256, BYTES, dtype=np.uint8)
    boxes = image[:height * span * size(elem)].view(wanted.dtype).reshape(span // width, height, width)
    full = boxes.transpose(1, 0, 2).reshape(height, span).copy()
    full[:rows, :cols] = wanted
    expected = image.copy()
    put_boxes(expected, 0, full)

    def check(local, _gm):
        return "" if (local == expected).all() else f"byte {np.argwhere(local != expected)[0]} differs"
    dst = Tile(elem, height, span, (rows, cols), 0, "mat", column_major=True, box=1, fractal=512)
    shape = (1, rows) if by_rows else (rows, cols)
    operands = [dst, Tensor(elem, (10, 40), (40, 1)), Tensor("i32", shape, (shape[1], 1), table.nbytes)]
    return Case(op, operands + ([] if by_rows else [None]), ["GATHER_" + policy], gm=np.concatenate([table, index.view(np.uint8)]),
                image=image, memory=MEMORIES.index("L1"), expect=check, name=f"{elem} {policy}")


def all_cases(rng):
    for op in ("mgather_rows", "mgather_elems"):
        for elem in OPS[op][1].types:
            yield from (gathered(rng, op, elem, policy) for policy in ("UNDEFINED", "CLAMP", "WRAP", "ZERO"))
    for op in (f"{base}{scales}{form}" for base in ("tmatmul", "tgemv") for scales in ("", "_mx") for form in ("", "_acc", "_bias")):
        for elem in OPS[op][1].types:
            yield product(rng, op, elem)
            if elem in OTHER:
                yield product(rng, op, elem, OTHER[elem])
