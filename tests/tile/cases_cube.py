# SPDX-License-Identifier: Apache-2.0
"""Products of matrices for each of their types: boxes of 16 rows of 32 bytes, sums of small numbers, which are exact."""
import sys
from pathlib import Path

import numpy as np

from tiles import MEMORIES, OPS, Case, Tensor, Tile, size

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "vector"))

from numbers_model import FORMATS  # noqa: E402  (after the path is right)

BIAS, LEFT, RIGHT, ACC = 0, 1024, 16384, 49152  # where tiles lie in their memories
BYTES = 65536


def codes(rng, elem, rows, cols):
    """Small numbers, and their bits."""
    values = rng.integers(-4, 5, (rows, cols))
    if elem == "i8":
        return values, values.astype(np.int8).view(np.uint8)
    return values, FORMATS[elem].encode(values.astype(float), "R", True).astype(f"u{size(elem)}")


def put_boxes(image, at, bits, turned=False):
    """Columns of boxes of 16 rows of 32 bytes; of a right tile those of its transpose, rows of boxes."""
    bits = bits.T if turned else bits
    width = 32 // bits.dtype.itemsize
    boxes = np.ascontiguousarray(bits.reshape(-1, 16, bits.shape[1] // width, width).transpose(2, 0, 1, 3))
    image[at:at + boxes.nbytes] = boxes.view(np.uint8).reshape(-1)


def get_acc(image, rows, cols, dtype):
    raw = image[ACC:ACC + rows * cols * 4].view(dtype)
    return raw.reshape(cols // 16, rows // 16, 16, 16).transpose(1, 2, 0, 3).reshape(rows, cols)


def product(rng, op, elem):
    m, k, n = (1 if "gemv" in op else 27), 61, 45  # valid, of 32 x 64 x 48
    dtype, result = (np.int32, "i32") if elem == "i8" else (np.float32, "f32")
    image = rng.integers(0, 256, BYTES, dtype=np.uint8)
    (x, x_bits), (y, y_bits) = codes(rng, elem, 32, 64), codes(rng, elem, 64, 48)
    start, bias = rng.integers(-9, 10, (32, 48)), rng.integers(-9, 10, 48)
    lhs = Tile(elem, 32, 64, (m, k), LEFT, "left", column_major=True, box=1, fractal=512)
    if "gemv" in op:  # a single row lies in one piece
        lhs = Tile(elem, 1, 64, (1, k), LEFT, "left")
        image[LEFT:LEFT + x_bits[0].nbytes] = x_bits[0].view(np.uint8)
    else:
        put_boxes(image, LEFT, x_bits)
    put_boxes(image, RIGHT, y_bits, turned=True)
    rhs = Tile(elem, 64, 48, (k, n), RIGHT, "right", box=2, fractal=512)
    acc = Tile(result, 32, 48, (m, n), ACC, "acc", column_major=True, box=1, fractal=1024)
    get_acc(image, 32, 48, dtype)[...] = 0
    at = np.ascontiguousarray(start.astype(dtype).reshape(2, 16, 3, 16).transpose(2, 0, 1, 3))
    image[ACC:ACC + at.nbytes] = at.view(np.uint8).reshape(-1)
    image[BIAS:BIAS + 192] = bias.astype(dtype).view(np.uint8)
    wanted, operands = x[:m, :k] @ y[:k, :n], [acc, lhs, rhs]
    if op.endswith("_acc"):
        wanted, operands = wanted + start[:m, :n], [acc, acc, lhs, rhs]
    elif op.endswith("_bias"):
        wanted, operands = wanted + bias[:n], operands + [Tile(result, 1, 48, (1, n), BIAS, "bias")]

    def check(local, _gm):
        found = get_acc(local, 32, 48, dtype)[:m, :n]
        wrong = np.argwhere(found != wanted)
        return f"{tuple(wrong[0])}: {found[tuple(wrong[0])]}, expected {wanted[tuple(wrong[0])]}" if len(wrong) else ""
    return Case(op, operands, ["ACC_PHASE_UNSPECIFIED"], image=image, memory=MEMORIES.index("L0C"), expect=check, name=elem)


def gathered(rng, op, elem, policy):
    """Rows or elements of a table of 10 x 40, by indices behind it in GM, into boxes of L1."""
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
    for op in ("tmatmul", "tmatmul_acc", "tmatmul_bias", "tgemv", "tgemv_acc", "tgemv_bias"):
        for elem in OPS[op][1].types:
            yield product(rng, op, elem)
