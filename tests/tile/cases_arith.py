# SPDX-License-Identifier: Apache-2.0
"""Computing instructions not in cases.py, for each of their types. Tails, and bytes that must be preserved."""
import itertools

import numpy as np

import model
from cases import Layout, defaults, expecting
from cases_data import COLS, ROWS, VALID, case, each
from tiles import OPS, Case, Scalar, Tile

def value_of(elem, x):
    with np.errstate(all="ignore"):
        return model.to_bits(elem, np.asarray(x))


def numbers(tile):
    return model.to_float(tile.elem, tile.region)


def near(lay, op, operands, outs, elem, attributes, units):
    image = lay.image()
    return Case(op, operands, attributes, image=image, expect=expecting(image, outs, units), name=elem)


def scalar_of(elem, x):
    return Scalar("f32" if model.is_float(elem) else elem, x)


def powers(rng):
    for op, elem in each("tpow", "tpows"):
        lay = Layout(rng)
        dst, base, exponent = (lay.add(elem, ROWS, COLS, VALID) for _ in range(3))
        low = 0 if elem[0] == "u" else -3
        base.data = model.to_bits(elem, rng.integers(low, 4, (ROWS, COLS)).astype(np.float32 if model.is_float(elem) else int))
        exponent.data = model.to_bits(elem, rng.integers(0, 4, (ROWS, COLS)).astype(np.float32 if model.is_float(elem) else int))
        if op == "tpows":
            wanted, sources = numbers(base) ** 3, [base, scalar_of(elem, 3), None]
        else:
            wanted, sources = numbers(base) ** numbers(exponent), [base, exponent, None]
        yield near(lay, op, [dst, *sources], [(dst, value_of(elem, wanted))], elem, defaults(op), 1)


SUMS = {"taddc": lambda x, y, z: x + y + z, "tsubc": lambda x, y, z: x - y + z,
        "taddsc": lambda x, y, z: x + y + z, "tsubsc": lambda x, y, z: x - y + z,
        "tmuladddst": lambda x, y, d: x * y + d, "tfusedmuladd": lambda x, y, d: x * d + y,
        "tfusedmuladdrelu": lambda x, y, d: np.maximum(x * d + y, 0)}


def sums(rng):
    """Sums of small numbers, which are exact in every order."""
    for op, elem in each(*SUMS):
        lay = Layout(rng)
        dst, a, b, c = (lay.add(elem, ROWS, COLS, VALID, small=True) for _ in range(4))
        x, y, z = numbers(a), numbers(b), numbers(c)
        sources = [a, b, c]
        if op in ("taddsc", "tsubsc"):
            sources, y, z = [a, scalar_of(elem, 5), b], 5, y
        elif op not in ("taddc", "tsubc"):
            sources, z = [a, b], numbers(dst)
        yield case(lay, op, [dst, *sources], [(dst, value_of(elem, SUMS[op](x, y, z)))], elem)
    for to, elem in (("f16", "f16"), ("f32", "f32"), ("f32", "f16"), ("bf16", "bf16")):
        lay = Layout(rng)
        dst, src = lay.add(to, ROWS, COLS, VALID, small=True), lay.add(elem, ROWS, COLS, VALID, small=True)
        wanted = value_of(to, numbers(src) * np.float32(2.5) + numbers(dst))
        yield case(lay, "taxpy", [dst, src, Scalar("f32", 2.5)], [(dst, wanted)], f"{elem} to {to}")


def scalar_first(rng):
    for op, elem in each("tsdiv"):
        lay = Layout(rng)
        dst, src = (lay.add(elem, ROWS, COLS, VALID, small=True) for _ in range(2))
        with np.errstate(all="ignore"):
            wanted = model.divide(elem, np.full(VALID, 100, numbers(src).dtype), numbers(src))
        yield case(lay, op, [dst, scalar_of(elem, 100), src], [(dst, value_of(elem, wanted))], elem)


def narrowed(rng):
    """Sums and differences converted to another type: rounded to nearest even and saturated."""
    for op, (source, target) in itertools.product(("taddreluconv", "tsubreluconv"),
                                                  (("f32", "f16"), ("f16", "i8"), ("i16", "i8"))):
        lay = Layout(rng)
        dst, a, b = lay.add(target, ROWS, COLS, VALID), *(lay.add(source, ROWS, COLS, VALID) for _ in range(2))
        if source != "i16":
            for tile in (a, b):
                tile.data = model.to_bits(source, rng.standard_normal((ROWS, COLS)).astype(np.float32) * 60)
        total = numbers(a) + numbers(b) if op == "taddreluconv" else numbers(a) - numbers(b)
        total = total if source == "f32" else model.to_float(source, value_of(source, total))
        limit = 65504 if target == "f16" else 127
        wanted = np.minimum(np.maximum(total, 0), limit)
        yield case(lay, op, [dst, a, b], [(dst, value_of(target, wanted if target == "f16" else np.rint(wanted)))],
                   f"{source} to {target}")
    lay = Layout(rng)
    dst, a, b = lay.add("f16", ROWS, COLS, VALID), *(lay.add("i32", ROWS, COLS, VALID, small=True) for _ in range(2))
    wanted = value_of("f16", np.maximum((numbers(a) + numbers(b)) * np.float32(0.125), 0).astype(np.float32))
    yield case(lay, "tadddeqrelu", [dst, a, b, Scalar("f32", 0.125), None], [(dst, wanted)], "i32")


def sequences(rng):
    for op, elem in each("tci"):
        for descending in (0, 1):
            lay = Layout(rng)
            dst = lay.add(elem, 3, COLS, (3, 61))
            wanted = 300 + np.arange(183).reshape(3, 61) * (-1 if descending else 1)
            wanted = wanted.astype(np.float32) if model.is_float(elem) else wanted
            yield case(lay, op, [dst, scalar_of(elem, 300), None], [(dst, value_of(elem, wanted))], elem, [descending])
    for op, elem in each("ttri"):
        for upper in (0, 1):
            for diagonal in (-2, 0, 3, 100):
                lay = Layout(rng)
                dst = lay.add(elem, ROWS, COLS, VALID)
                r, c = np.indices(VALID)
                side = c - r >= diagonal if upper else c - r <= diagonal
                one = side.astype(np.float32) if model.is_float(elem) else side.astype(int)
                yield case(lay, op, [dst, diagonal], [(dst, value_of(elem, one))], f"{elem} {upper} {diagonal}", [upper])


def philox(counter, key, rounds):
    """Philox 4 x 32 after its paper (Salmon et al., Parallel random numbers: as easy as 1, 2, 3)."""
    x, key, mask = [int(word) for word in counter], list(key), 0xffffffff
    for _ in range(rounds):
        low, high = 0xd2511f53 * x[0], 0xcd9e8d57 * x[2]
        x = [high >> 32 ^ x[1] ^ key[0], high & mask, low >> 32 ^ x[3] ^ key[1], low & mask]
        key = [key[0] + 0x9e3779b9 & mask, key[1] + 0xbb67ae85 & mask]
    return x


def randoms(rng):
    for op, elem in each("trandom"):
        for rounds in (7, 10):
            lay = Layout(rng)
            dst = lay.add(elem, 2, 512, (2, 330))
            start, key, value = 0xffffffff << 32 | 0xfffffff0, (1, 0xdeadbeef), np.empty((2, 512), np.uint32)
            for r in range(2):
                for counter in range(128):
                    number = start + (64 + 330 % 64) * r + counter
                    value[r, 4 * counter:4 * counter + 4] = philox([number >> 32 * i & 0xffffffff for i in range(4)], key, rounds)
            words = [start >> 32 * i & 0xffffffff for i in range(4)]
            yield case(lay, op, [dst, *key, *words], [(dst, value[:, :330].view(dst.data.dtype))], f"{elem} {rounds}", [rounds])


PARTS = {"tpartadd": lambda x, y: x + y, "tpartmul": lambda x, y: x * y, "tpartmax": np.maximum, "tpartmin": np.minimum}


def partials(rng):
    for op, elem in each(*PARTS):
        for first in (True, False):
            lay = Layout(rng)
            dst, whole = lay.add(elem, ROWS, COLS, VALID), lay.add(elem, ROWS, COLS, VALID, small=True)
            part = lay.add(elem, ROWS, COLS, (3, 40), small=True)
            value = whole.region.copy()
            value[:3, :40] = value_of(elem, PARTS[op](numbers(whole)[:3, :40], numbers(part)))
            yield case(lay, op, [dst, *([whole, part] if first else [part, whole])], [(dst, value)], elem)
    for op, elem in each("tpartargmax", "tpartargmin"):
        lay = Layout(rng)
        dst, whole = lay.add(elem, ROWS, COLS, VALID), lay.add(elem, ROWS, COLS, VALID, small=True)
        part = lay.add(elem, ROWS, COLS, (3, 40), small=True)
        i, j, k = (lay.add("i32", ROWS, COLS, region) for region in (VALID, VALID, (3, 40)))
        x, y = numbers(whole)[:3, :40], numbers(part)
        takes = x > y if op == "tpartargmax" else x < y
        value, index = whole.region.copy(), j.region.copy()
        value[:3, :40] = np.where(takes, whole.region[:3, :40], part.region)
        index[:3, :40] = np.where(takes, j.region[:3, :40], k.region)
        yield case(lay, op, [dst, i, whole, part, j, k], [(dst, value), (i, index)], elem)


def packed_comparison(rng, elem, mode, valid):
    """dst has the valid region of src: packed bits if src has no gap, else rows of whole predicate stores."""
    lay = Layout(rng)
    dst, src = lay.add("u8", ROWS, COLS, valid), lay.add(elem, ROWS, COLS, valid, small=True)
    bits = model.COMPARE[mode](numbers(src), 3)
    store = model.bits_of_store(elem)
    if valid[1] < COLS:
        bits = np.pad(bits, ((0, 0), (0, -valid[1] % store)))
    wanted = model.pack_bits(bits.reshape(1, -1), store)
    stream = Tile("u8", 1, ROWS * COLS, (1, wanted.size), address=dst.address)
    return case(lay, "tcmps", [dst, src, scalar_of(elem, 3)], [(stream, wanted)], f"packed {elem} {mode} {valid}",
                [f"COMPARE_{mode}|COMPARE_PACKED"])


def comparisons(rng):
    for op, elem in each("tcmps"):
        for mode, function in model.COMPARE.items():
            lay = Layout(rng)
            src = lay.add(elem, ROWS, COLS, VALID, small=True)
            wanted = model.pack_bits(function(numbers(src), 3), model.bits_of_store(elem))
            mask = lay.add("u8", ROWS, 32, wanted.shape)
            yield case(lay, op, [mask, src, scalar_of(elem, 3)], [(mask, wanted)], f"{elem} {mode}", ["COMPARE_" + mode])
            for valid in (VALID, (5, COLS)):
                yield packed_comparison(rng, elem, mode, valid)
    for op, elem in each("tgather_cmp"):
        for mode, function in (("EQ", np.equal), ("GT", np.greater)):
            lay = Layout(rng)
            src = lay.add(elem, ROWS, COLS, VALID, small=True)
            dst, counts = lay.add("i32", ROWS, COLS), lay.add("i32", ROWS, 8, (5, 1))
            value, num = dst.data.copy(), np.zeros((5, 1), np.int32)
            for r in range(5):
                found = np.flatnonzero(function(numbers(src)[r], 2)) + r * COLS + 10
                value[r, :found.size], num[r] = found, found.size
            yield case(lay, op, [dst, counts, src, scalar_of(elem, 2), src], [(dst, value), (counts, num)], f"{elem} {mode}",
                       ["COMPARE_" + mode, 10])


def folds(rng):
    for op, elem in each("tpairreducesum"):
        lay = Layout(rng)
        dst, src = (lay.add(elem, ROWS, COLS, VALID, small=True) for _ in range(2))
        x = np.zeros((5, 122), np.float32 if model.is_float(elem) else np.int64)
        x[:, :61] = numbers(src)
        yield case(lay, op, [dst, src], [(dst, value_of(elem, x[:, 0::2] + x[:, 1::2]))], elem)
    for op, elem in each("thistogram"):
        last = 1 if elem == "u16" else 3
        for byte in range(last + 1):
            lay = Layout(rng)
            src = lay.add(elem, ROWS, COLS, VALID, data=rng.integers(0, 3, (ROWS, COLS)).astype(np.uint32))
            planes = [rng.integers(0, 3, (ROWS, COLS)) for _ in range(last + 1)]
            src.data = sum(plane << 8 * i for i, plane in enumerate(planes)).astype(src.data.dtype if elem != "u16" else "u2")
            idx = lay.add("u8", 8, COLS, data=rng.integers(0, 3, (8, COLS)).astype(np.uint8))
            dst = lay.add("u32", ROWS, 256, (5, 256))
            value = np.zeros((5, 256), np.uint32)
            for r in range(5):
                for c in range(61):
                    upper = [planes[last - f][r, c] == idx.data[(r, 0) if elem == "u16" else (f, 0)] for f in range(last - byte)]
                    value[r, planes[byte][r, c]] += all(upper)
            yield case(lay, op, [dst, src, idx], [(dst, value.cumsum(1, np.uint32))], f"{elem} byte {byte}", [byte])


def expansions(rng):
    for op, elem in each("trowexpandexpdif", "tcolexpandexpdif"):
        lay = Layout(rng)
        dst, full = (lay.add(elem, ROWS, COLS, VALID, small=True) for _ in range(2))
        part = lay.add(elem, ROWS, 1, (5, 1), small=True, column_major=True) if "row" in op else \
            lay.add(elem, 1, COLS, (1, 61), small=True)
        difference = numbers(full).astype(np.float64) - numbers(part)
        yield near(lay, op, [dst, full, part] + [None] * OPS[op][1].kinds.count("W"),
                   [(dst, value_of(elem, np.exp(difference)))], elem, [], 2)


def pairs(dtype, elem, values, indices):
    """Sorted pairs as elements of a tile: an f32 and the index, or an f16, two bytes of 0 and the index."""
    words = np.zeros((values.size, 8), np.uint8)
    words[:, :2 if elem == "f16" else 4] = np.ascontiguousarray(values).view(np.uint8).reshape(values.size, -1)
    words[:, 4:] = np.ascontiguousarray(indices, np.uint32).view(np.uint8).reshape(-1, 4)
    return words.reshape(-1).view(dtype)


def sorting(rng):
    dtypes = {"f32": np.float32, "f16": np.float16}
    for elem, dtype in dtypes.items():
        width = 8 // np.dtype(dtype).itemsize
        lay = Layout(rng)
        src, idx = lay.add(elem, 2, 64, (2, 60), small=True), lay.add("u32", 2, 64)
        dst = lay.add(elem, 2, 64 * width)
        value = dst.data.copy()
        for r in range(2):
            for begin in (0, 32):
                end = min(begin + 32, 60)
                order = np.argsort(-src.data[r, begin:end].astype(np.float32), kind="stable") + begin
                value[r, begin * width:end * width] = pairs(dtype, elem, src.data[r, order], idx.data[r, order])
        yield case(lay, "tsort32", [dst, src, idx, None], [(dst, value)], elem)
        yield from merges(rng, elem, dtype, width)


def merges(rng, elem, dtype, width):
    def a_list(num):
        values = -np.sort(-rng.integers(-20, 20, num)).astype(dtype)
        return values, rng.integers(0, 1 << 16, num)

    def merged(lists):
        values, indices = (np.concatenate(parts) for parts in zip(*lists))
        order = np.argsort(-values.astype(np.float32), kind="stable")
        return pairs(dtype, elem, values[order], indices[order])
    block = 64 // width
    lists = [a_list(block) for _ in range(8)]
    lay = Layout(rng)
    src = lay.add(elem, 1, 512, data=np.concatenate([pairs(dtype, elem, *one) for one in lists])[None])
    dst = lay.add(elem, 1, 512)
    value = np.concatenate([merged(lists[:4]), merged(lists[4:])])[None]
    yield case(lay, "tmrgsort", [dst, src, 64], [(dst, value)], elem, [])
    for num in (2, 3, 4):
        lists = [a_list(40 + 8 * i) for i in range(num)]
        lay = Layout(rng)
        tiles = [lay.add(elem, 1, one[0].size * width, data=pairs(dtype, elem, *one)[None]) for one in lists]
        value = merged(lists)[None]
        dst = lay.add(elem, 1, value.size)
        yield case(lay, f"tmrgsort{num}", [dst, None, *tiles], [(dst, value)], elem, [0])


def argument_columns(rng):
    for op in ("tcolargmax", "tcolargmin"):
        lay = Layout(rng)
        src, dst = lay.add("bf16", ROWS, COLS, VALID, small=True), lay.add("i32", 1, COLS, (1, 61))
        value = (np.argmax if "max" in op else np.argmin)(numbers(src), axis=0)[None].astype(np.int32)
        yield case(lay, op, [dst, src, None], [(dst, value)], "bf16")


def first_of_rows(rng):
    """The result of a column reduction goes to the first of several destination rows."""
    for op, function in (("tcolsum", np.sum), ("tcolmax", np.max), ("tcolmin", np.min)):
        lay = Layout(rng)
        dst, src = lay.add("i32", ROWS, COLS, VALID), lay.add("i32", ROWS, COLS, VALID, small=True)
        value = dst.region.copy()
        value[0] = value_of("i32", function(numbers(src), axis=0))
        yield case(lay, op, [dst, src, None], [(dst, value)], "several rows")


def nothing_valid(rng):
    """A destination without valid elements is preserved, whatever is valid of the sources."""
    for op, sources, optional in (("trowsum", 1, 1), ("tcolmax", 1, 1), ("trowargmin", 1, 1), ("tcolargmax", 1, 1), ("trowexpand", 1, 0),
                                  ("tcolexpand", 1, 0), ("trowexpandmul", 2, 1), ("tcolexpandadd", 2, 0), ("tpartmul", 2, 0),
                                  ("tdequant", 3, 0)):
        for valid in ((0, 0), (0, COLS)):
            lay = Layout(rng)
            dst = lay.add("i32" if "arg" in op else "f32", ROWS, COLS, valid)
            tiles = [lay.add("i16" if op == "tdequant" and i == 0 else "f32", ROWS, COLS, VALID, small=True) for i in range(sources)]
            yield case(lay, op, [dst, *tiles, *[None] * optional], [(dst, dst.region)], f"{valid} of {dst.elem}")


def all_cases(rng):
    for family in (powers, sums, scalar_first, narrowed, sequences, randoms, partials, comparisons, folds, expansions, sorting,
                   argument_columns, first_of_rows, nothing_valid):
        yield from family(rng)
