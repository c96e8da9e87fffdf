# SPDX-License-Identifier: Apache-2.0
"""Instructions that copy elements unchanged, for each of their types: tails, and bytes that must be preserved."""
import numpy as np

from cases import Layout, defaults, expecting
from tiles import OPS, Case, Scalar, Tensor, size

ROWS, COLS, VALID = 7, 64, (5, 61)
PATTERNS = {"P0101": (2, 0), "P1010": (2, 1), "P0001": (4, 0), "P0010": (4, 1), "P0100": (4, 2), "P1000": (4, 3), "P1111": (1, 0)}


def each(*ops):
    for op in ops:
        for elem in OPS[op][1].types:
            yield op, elem


def bits_of(elem, value):
    """A numpy scalar of an element's bits."""
    return np.array(value).astype({1: "u1", 2: "u2", 4: "u4", 8: "u8"}[size(elem)])


def case(lay, op, operands, outs, elem, attributes=None, gm=None):
    image = lay.image()
    return Case(op, operands, defaults(op) if attributes is None else attributes, image=image, gm=gm,
                expect=expecting(image, outs, near=None), name=elem)


def windows(rng):
    none = [None, Scalar()]
    for op, elem in each("tmov", "textract", "tinsert", "ttrans", "tfillpad", "tprefetch"):
        lay = Layout(rng)
        if op == "ttrans":
            dst, src = lay.add(elem, 64, 32, (61, 7)), lay.add(elem, 8, 64, (7, 61))
            yield case(lay, op, [dst, src, None], [(dst, src.region.T.copy())], elem)
        elif op == "tprefetch":
            dst = lay.add(elem, ROWS, COLS, VALID)
            data = lay.add(elem, 8, 64).data
            yield case(lay, op, [dst, Tensor(elem, (8, 64), (64, 1))], [(dst, data[:5, :61])], elem, gm=data)
        elif op == "tfillpad":
            dst, src = lay.add(elem, 8, 64, pad=1), lay.add(elem, 8, 96, VALID)
            value = np.zeros_like(dst.data)
            value[:5, :61] = src.region
            yield case(lay, op, [dst, src], [(dst, value)], elem)
        else:
            dst, src = lay.add(elem, 8, 64, VALID), lay.add(elem, 8, 128, (6, 125))
            if op == "tmov":
                yield case(lay, op, [dst, src, *none], [(dst, src.data[:5, :61])], elem)
            elif op == "textract":
                yield case(lay, op, [dst, src, 2, 32, *none], [(dst, src.data[2:7, 32:93])], elem)
            else:
                value = src.data[:6, :125].copy()
                value[1:6, 32:93] = dst.region
                yield case(lay, op, [src, dst, 1, 32, *none], [(src, value)], elem)


# The bits of the largest and the smallest element; for floats, the finite ones.
EXTREMES = {"i8": (0x7F, 0x80), "u8": (0xFF, 0), "i16": (0x7FFF, 0x8000), "u16": (0xFFFF, 0), "i32": (0x7FFFFFFF, 0x80000000),
            "u32": (0xFFFFFFFF, 0), "f16": (0x7BFF, 0xFBFF), "bf16": (0x7F7F, 0xFF7F), "f32": (0x7F7FFFFF, 0xFF7FFFFF)}


def paddings(rng):
    for elem, extremes in EXTREMES.items():
        for pad, bits in zip((2, 3), extremes):
            lay = Layout(rng)
            dst, src = lay.add(elem, 8, 64, pad=pad), lay.add(elem, 8, 96, VALID)
            value = np.full(dst.data.shape, bits, f"u{dst.data.itemsize}").view(dst.data.dtype)
            value[:5, :61] = src.region
            yield case(lay, "tfillpad", [dst, src], [(dst, value)], elem)


def rows_and_columns(rng):
    for op, elem in each("trowexpand", "tcolexpand", "texpands"):
        lay = Layout(rng)
        dst = lay.add(elem, ROWS, COLS, VALID)
        if op == "texpands":
            floating = elem in ("f16", "bf16", "f32")
            one = {"f16": 0x3e00, "bf16": 0x3fc0, "f32": 0x3fc00000}.get(elem, 77)
            value = np.full(VALID, bits_of(elem, one)).view(dst.data.dtype)
            yield case(lay, op, [dst, Scalar("f32", 1.5) if floating else Scalar("i32", 77)], [(dst, value)], elem)
            continue
        src = lay.add(elem, ROWS, 1, (5, 1), column_major=True) if op == "trowexpand" else lay.add(elem, 1, COLS, (1, 61))
        yield case(lay, op, [dst, src], [(dst, np.broadcast_to(src.region, VALID).copy())], elem)


def side_by_side(rng):
    for op, elem in each("tconcat", "tconcatidx", "tinterleave", "tdeinterleave"):
        lay = Layout(rng)
        if "leave" in op:
            first, second, a, b = (lay.add(elem, ROWS, COLS, (5, 60)) for _ in range(4))
            stream = np.empty((5, 120), a.data.dtype)
            stream[:, 0::2], stream[:, 1::2] = a.region, b.region
            both = np.concatenate([a.region, b.region], axis=1)
            values = (stream[:, :60], stream[:, 60:]) if op == "tinterleave" else (both[:, 0::2], both[:, 1::2])
            yield case(lay, op, [first, second, a, b], list(zip((first, second), map(np.ascontiguousarray, values))), elem)
            continue
        dst = lay.add(elem, 4, 128, (3, 80 if op == "tconcatidx" else 90))
        a, b = lay.add(elem, 4, 64, (3, 61)), lay.add(elem, 4, 32, (3, 29))
        value, indices = np.concatenate([a.region, b.region], axis=1), []
        if op == "tconcatidx":  # in each row 17 + r of the first and some of the second, as indices
            counts = np.array([[17, 18, 100], [5, 6, 100]])
            index, bits = ("u8", np.uint8) if elem == "i8" else ("i32", np.int32)
            indices = [lay.add(index, 4, 32, data=np.repeat(np.append(row, 0)[:, None], 32, axis=1).astype(bits))
                       for row in counts * size(index)]
            value = dst.data[:3, :80].copy()
            for r, (x, y) in enumerate(((17, 5), (18, 6), (61, 19))):
                value[r, :x + y] = np.concatenate([a.data[r, :x], b.data[r, :y]])
        yield case(lay, op, [dst, a, b, *indices], [(dst, value)], elem)


def packed(rng):
    for op, elem in each("tpack"):
        for narrow in ("i16", "u8")[4 // size(elem) - 1:]:
            lay = Layout(rng)
            dst, src = lay.add(narrow, ROWS, COLS, VALID), lay.add(elem, ROWS, COLS, VALID)
            bits = np.ascontiguousarray(src.region).view(f"u{size(elem)}").astype(f"u{size(narrow)}")
            yield case(lay, op, [dst, src], [(dst, bits.view(dst.data.dtype))], elem)


def by_index(rng):
    """Duplicate indices; in a scatter the last one in row-major order wins."""
    for op, elem in each("tgather", "tscatter", "tgatherb"):
        lay = Layout(rng)
        dst, src = lay.add(elem, ROWS, COLS, VALID), lay.add(elem, ROWS, COLS, VALID)
        if op == "tgatherb":
            block = 32 // size(elem)
            blocks = -(-61 // block)
            offsets = rng.integers(0, (7 * 64 * size(elem) - 32) // 32, (ROWS, -(-blocks // 8) * 8)) * 32
            idx = lay.add("u32", *offsets.shape, (5, blocks), data=offsets.astype(np.uint32))
            flat, value = src.data.reshape(-1), np.empty(VALID, src.data.dtype)
            for r in range(5):
                for c in range(61):
                    value[r, c] = flat[offsets[r, c // block] // size(elem) + c % block]
            yield case(lay, op, [dst, src, idx], [(dst, value)], elem)
            continue
        places = rng.integers(0, 200 if op == "tscatter" else ROWS * COLS, (ROWS, COLS))
        kind = "i16" if elem == "i16" or (op == "tscatter" and size(elem) < 4) else "u32"
        idx = lay.add(kind, ROWS, COLS, VALID, data=places.astype("u4" if kind == "u32" else "i2"))
        if op == "tgather":
            yield case(lay, op, [dst, src, idx, None], [(dst, src.data.reshape(-1)[places[:5, :61]])], elem)
        else:
            value = dst.data.copy()
            for at, x in zip(places[:5, :61].reshape(-1), src.region.reshape(-1)):
                value.reshape(-1)[at] = x
            yield case(lay, op, [dst, src, idx], [(dst, value)], elem)


def by_pattern(rng):
    for op, elem in each("tgather_mask", "tscatter_mask"):
        for pattern, (step, first) in PATTERNS.items():
            lay = Layout(rng)
            if op == "tgather_mask":
                dst, src = lay.add(elem, ROWS, COLS), lay.add(elem, ROWS, COLS, VALID)
                taken = src.region[:, first::step].reshape(-1)
                value = dst.data.copy()
                value.reshape(-1)[:taken.size] = taken
                yield case(lay, op, [dst, src], [(dst, value)], elem, ["MASK_" + pattern, "AXIS_ROW"])
                lay = Layout(rng)
                dst, src = lay.add(elem, ROWS, COLS), lay.add(elem, ROWS, COLS, VALID)
                taken = src.region[first::step]
                value = dst.data.copy()
                value[:len(taken), :taken.shape[1]] = taken
                yield case(lay, op, [dst, src], [(dst, value)], elem, ["MASK_" + pattern, "AXIS_COL"])
                continue
            for axis in ("ROW", "COL"):
                lay = Layout(rng)
                dst = lay.add(elem, 8, COLS)
                value = np.zeros_like(dst.data)
                part = value[:, first::step] if axis == "ROW" else value[first::step]
                src = lay.add(elem, 8, COLS, part.shape)
                part[...] = src.region
                yield case(lay, op, [dst, src], [(dst, value)], elem, ["MASK_" + pattern, "AXIS_" + axis])


def selected(rng):
    for op, elem in each("tsels"):
        lay = Layout(rng)
        dst, src, mask = lay.add(elem, ROWS, COLS, VALID), lay.add(elem, ROWS, COLS, VALID), lay.add("u8", ROWS, 32, (5, 8))
        bits = np.unpackbits(mask.data, axis=1, bitorder="little")[:5, :61].astype(bool)
        floating = elem in ("f16", "bf16", "f32")
        other = bits_of(elem, {"f16": 0x3e00, "bf16": 0x3fc0, "f32": 0x3fc00000}.get(elem, 77)).view(src.data.dtype)
        scalar = Scalar("f32", 1.5) if floating else Scalar(elem, 77)
        yield case(lay, op, [dst, mask, src, None, scalar], [(dst, np.where(bits, src.region, other))], elem)


def all_cases(rng):
    for family in (windows, paddings, rows_and_columns, side_by_side, packed, by_index, by_pattern, selected):
        yield from family(rng)
