# SPDX-License-Identifier: Apache-2.0
"""The cases of the tile tests: tails, valid regions smaller than the tile, both layouts, policies, constraints."""
import numpy as np

import model
import tile_table
import constraints
import constraints_cube
from tiles import BITS, OPS, Case, Scalar, Tensor, Tile, place, read, size

ALIGN = 32
SHAPES = [(8, 32, (8, 32)), (7, 64, (5, 61)), (3, 96, (3, 1))]


def random_data(rng, elem, rows, cols, small=False):
    """Random elements as numpy bits; small ones have exact sums and products."""
    if elem not in BITS:
        return rng.integers(0, 256, (rows, cols), dtype=np.uint8)
    if model.is_float(elem):
        x = rng.integers(-8, 9, (rows, cols)) if small else rng.standard_normal((rows, cols)) * 4
        return model.to_bits(elem, np.asarray(x, np.float32))
    bits = 8 * size(elem)
    x = rng.integers(-9, 10, (rows, cols)) if small else rng.integers(-(1 << (bits - 1)), 1 << (bits - 1), (rows, cols))
    return model.to_bits(elem, x)


class Layout:
    """Consecutive tiles in a random image."""

    def __init__(self, rng):
        self.rng, self.at, self.tiles = rng, 0, []

    def add(self, elem, rows, cols, valid=None, small=False, data=None, **options):
        tile = Tile(elem, rows, cols, valid, address=self.at, **options)
        tile.data = random_data(self.rng, elem, rows, cols, small) if data is None else data
        self.at += (rows * cols * size(elem) + ALIGN - 1) // ALIGN * ALIGN
        self.tiles.append(tile)
        return tile

    def image(self):
        image = self.rng.integers(0, 256, self.at, dtype=np.uint8)
        for tile in self.tiles:
            place(image, tile)
        return image


def same(expected, found, elem, near):
    """Compares two arrays of elements within `near` units in the last place; NaN equals NaN. None: bit by bit."""
    if near is None or not model.is_float(elem):
        bits = f"u{size(elem)}"
        return np.ascontiguousarray(expected).view(bits) != np.ascontiguousarray(found).view(bits)
    x, y = model.to_float(elem, expected), model.to_float(elem, found)
    differ = expected.view(f"u{size(elem)}") != found.view(f"u{size(elem)}")
    differ &= ~(np.isnan(x) & np.isnan(y)) & ~((x == 0) & (y == 0))
    if near:
        # For 16 bits a correctly rounded f32 may still round to the other side of a tie: one unit.
        unit = {"f32": 2.0 ** -23, "f16": 2.0 ** -10, "bf16": 2.0 ** -7}[elem]
        differ &= np.abs(x - y) > near * 1.01 * unit * np.maximum(np.abs(x), 2.0 ** -14)
    return differ


def expecting(image, outs, near=0):
    """An expectation: the image with the given values in the valid regions of some tiles."""
    def check(local, _gm):
        rest = local.copy()
        for tile, values in outs:
            found = read(local, tile)
            rows, cols = values.shape
            wrong = same(np.asarray(values), found[:rows, :cols], tile.elem, near)
            if wrong.any():
                r, c = (int(i[0]) for i in np.nonzero(wrong))
                return f"({r}, {c}): {found[r, c]}, expected {values[r, c]}; {int(wrong.sum())} differ"
            at = tile.offsets()[:rows, :cols]
            for i in range(size(tile.elem)):
                rest[at + i] = image[at + i]
        changed = np.nonzero(rest != image)[0]
        return f"byte {changed[0]} outside the valid region changed" if len(changed) else ""
    return check


def types_of(op):
    return [t for t in OPS[op][1].types if t in ("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "bf16", "f32")]


def defaults(op):
    """The attributes of an instruction with their default values, as enumerators or numbers."""
    values = tile_table.attribute_values()
    found = []
    for attribute in OPS[op][1].attributes:
        if attribute.is_number:
            found.append(int(attribute.default))
        else:
            found.append(next(name for name, text in values[attribute.cls] if text == attribute.default))
    return found


def elementwise(rng):
    for op, function in model.BINARY.items():
        for elem in types_of(op):
            for rows, cols, valid in SHAPES:
                lay = Layout(rng)
                dst, a, b = (lay.add(elem, rows, cols, valid, small=op in ("tdiv", "trem", "tfmod")) for _ in range(3))
                with np.errstate(all="ignore"):
                    x, y = (model.to_float(elem, t.region) for t in (a, b))
                    value = model.to_bits(elem, np.asarray(function(elem, x, y)))
                image = lay.image()
                operands = [dst, a, b] + [None] * OPS[op][1].kinds.count("W")
                yield Case(op, operands, defaults(op), image=image, expect=expecting(image, [(dst, value)]),
                           name=f"{elem} {rows}x{cols} {valid}")
    for op, base in model.SCALAR.items():
        for elem in types_of(op):
            for rows, cols, valid in SHAPES:
                lay = Layout(rng)
                dst, a = (lay.add(elem, rows, cols, valid, small=True) for _ in range(2))
                scalar = np.array(3 if not model.is_float(elem) else 2.5)
                with np.errstate(all="ignore"):
                    x = model.to_float(elem, a.region)
                    y = np.broadcast_to(scalar.astype(x.dtype), x.shape)
                    value = model.to_bits(elem, np.asarray(model.BINARY[base](elem, x, y)))
                image = lay.image()
                operand = Scalar("f32" if model.is_float(elem) else elem, scalar)
                operands = [dst, a, operand] + [None] * OPS[op][1].kinds.count("W")
                yield Case(op, operands, defaults(op), image=image, expect=expecting(image, [(dst, value)]),
                           name=f"{elem} {rows}x{cols} {valid}")
    for op, (function, near) in model.UNARY.items():
        for elem in types_of(op):
            for column_major in (False, True):
                for rows, cols, valid in SHAPES:
                    lay = Layout(rng)
                    dst, a = (lay.add(elem, rows, cols, valid, column_major=column_major) for _ in range(2))
                    if op in ("tlog", "tsqrt", "trsqrt"):
                        shift = np.float32(0 if op == "tsqrt" else 0.125)
                        a.data = model.to_bits(elem, np.abs(model.to_float(elem, a.data)) + shift)
                    with np.errstate(all="ignore"):
                        x = model.to_float(elem, a.region)
                        if op == "tlog":
                            value = np.log(x.astype(np.float64))
                        elif op == "trsqrt":
                            value = 1 / np.sqrt(x.astype(np.float64))
                        else:
                            value = function(elem, x)
                        value = model.to_bits(elem, np.asarray(value))
                    image = lay.image()
                    operands = [dst, a] + [None] * OPS[op][1].kinds.count("W")
                    yield Case(op, operands, defaults(op), image=image,
                               expect=expecting(image, [(dst, value)], near), name=f"{elem} {rows}x{cols} {valid}")


def reductions(rng):
    for op, function in list(model.ROW_REDUCE.items()) + list(model.COL_REDUCE.items()):
        rows_op = op in model.ROW_REDUCE
        for elem in types_of(op):
            for rows, cols, valid in SHAPES + [(4, 160, (4, 150))]:
                lay = Layout(rng)
                src = lay.add(elem, rows, cols, valid, small=True)
                if "prod" in op:
                    src.data = model.to_bits(elem, rng.integers(1, 3, (rows, cols)) if not model.is_float(elem) else
                                             rng.choice(np.array([0.5, 1, 2, -1], np.float32), (rows, cols)))
                dst = lay.add(elem, rows, 1, (valid[0], 1), column_major=True) if rows_op else \
                    lay.add(elem, 1, cols, (1, valid[1]))
                with np.errstate(all="ignore"):
                    value = model.to_bits(elem, function(model.to_float(elem, src.region)))
                image = lay.image()
                yield Case(op, [dst, src, None], defaults(op), image=image,
                           expect=expecting(image, [(dst, value)]), name=f"{elem} {rows}x{cols} {valid}")
    for op in ("trowargmax", "trowargmin", "tcolargmax", "tcolargmin"):
        for elem in types_of(op):
            if elem == "bf16":
                continue
            rows, cols, valid = 7, 64, (5, 61)
            lay = Layout(rng)
            src = lay.add(elem, rows, cols, valid, small=True)  # with equal values
            axis = 1 if "row" in op else 0
            x = model.to_float(elem, src.region)
            value = (np.argmax if "max" in op else np.argmin)(x, axis=axis)
            dst = lay.add("u32", rows, 8, (valid[0], 1)) if axis else lay.add("i32", 1, cols, (1, valid[1]))
            value = value[:, None].astype(np.uint32) if axis else value[None, :].astype(np.int32)
            image = lay.image()
            yield Case(op, [dst, src, None], [], image=image, expect=expecting(image, [(dst, value)]), name=elem)


# Rows of which several fill a register group, rows of whole strips and of several strips: of the second operand.
WHOLE_AND_WIDE = [(False, 72, 32, (72, 32)), (False, 3, 1024, (3, 1024)), (False, 2, 1088, (2, 1050))]


def expansions(rng):
    for word, base in model.EXPAND.items():
        for axis in ("row", "col"):
            op = f"t{axis}expand{word}"
            for elem in types_of(op):
                for first, rows, cols, valid in [(True, 7, 64, (5, 61)), (False, 7, 64, (5, 61)), *WHOLE_AND_WIDE]:
                    lay = Layout(rng)
                    dst, full = (lay.add(elem, rows, cols, valid, small=True) for _ in range(2))
                    part = lay.add(elem, rows, 1, (valid[0], 1), small=True, column_major=True) if axis == "row" else \
                        lay.add(elem, 1, cols, (1, valid[1]), small=True)
                    with np.errstate(all="ignore"):
                        x, y = model.to_float(elem, full.region), model.to_float(elem, part.region)
                        x, y = np.broadcast_arrays(x, y)
                        pair = (y, x) if first else (x, y)
                        value = model.to_bits(elem, np.asarray(model.BINARY[base](elem, *pair)))
                    image = lay.image()
                    sources = [part, full] if first else [full, part]
                    operands = [dst] + sources + [None] * OPS[op][1].kinds.count("W")
                    yield Case(op, operands, defaults(op), image=image, expect=expecting(image, [(dst, value)]),
                               name=f"{elem} {'first' if first else 'second'} {rows}x{cols} {valid}")


def comparisons(rng):
    for elem in types_of("tcmp"):
        for mode, function in model.COMPARE.items():
            rows, cols, valid = 7, 64, (5, 61)
            lay = Layout(rng)
            a, b = (lay.add(elem, rows, cols, valid, small=True) for _ in range(2))
            holds = function(model.to_float(elem, a.region), model.to_float(elem, b.region))
            value = model.pack_bits(holds, model.bits_of_store(elem))
            mask = lay.add("u8", rows, 32, value.shape)
            image = lay.image()
            yield Case("tcmp", [mask, a, b], ["COMPARE_" + mode], image=image,
                       expect=expecting(image, [(mask, value)]), name=f"{elem} {mode}")
    for elem in types_of("tsel"):
        rows, cols, valid = 7, 64, (5, 61)
        lay = Layout(rng)
        dst, a, b = (lay.add(elem, rows, cols, valid) for _ in range(3))
        mask = lay.add("u8", rows, 32, (5, 8))
        bits = np.unpackbits(mask.data, axis=1, bitorder="little")[:5, :61].astype(bool)
        image = lay.image()
        yield Case("tsel", [dst, mask, a, b, None], [], image=image,
                   expect=expecting(image, [(dst, np.where(bits, a.region, b.region))]), name=elem)


def gm_of(rng, elem, count):
    return random_data(rng, elem, 1, count, small=True)[0]


def memory(rng):
    for elem in OPS["tload"][1].types:
        data = random_data(rng, elem, 1, 2048)[0]
        for layout, column_major in ((0, False), (1, True)):
            lay = Layout(rng)
            tile = lay.add(elem, 8, 32, (5, 29), column_major=column_major,
                           data=np.zeros((8, 32), data.dtype))
            view = Tensor(elem, (6, 30), (40, 1) if layout == 0 else (1, 41), offset=16 * size(elem), layout=layout)
            r, c = np.indices((5, 29))
            wanted = data[16 + r * view.stride[0] + c * view.stride[1]]
            image = lay.image()
            yield Case("tload", [tile, view, Scalar()], ["PAD_MODE_NULL"], gm=data, image=image,
                       expect=expecting(image, [(tile, wanted)]), name=f"{elem} layout {layout}")

            def stored(local, gm, data=data, view=view, tile=tile, image=image):
                after = data.copy()
                r, c = np.indices((5, 29))
                after[16 + r * view.stride[0] + c * view.stride[1]] = read(image, tile)[:5, :29]
                return "" if gm.tobytes() == after.tobytes() and (local == image).all() else "GM differs"
            yield Case("tstore", [view, tile, None, Scalar()],
                       ["ST_PHASE_UNSPECIFIED", "STORE_PLAIN", "RELU_NONE"], gm=data, image=image, expect=stored,
                       name=f"{elem} layout {layout}")


POLICIES = {"UNDEFINED": None, "SKIP": None, "CLAMP": None, "WRAP": None}


def scatter_model(table, src, index, rows, policy, atomic):
    """The table after mscatter, element by element in row-major order."""
    after, width = table.copy(), table.shape[1]
    flat = after.reshape(-1)
    capacity = table.shape[0] if rows else flat.size
    for r in range(src.shape[0]):
        for c in range(src.shape[1]):
            at = int(np.uint32(index[r, 0] if rows else index[r, c]))
            if at >= capacity:
                if policy == "SKIP":
                    continue
                at = capacity - 1 if policy == "CLAMP" else at % capacity
            at = at * width + c if rows else at
            x, y = flat[at], src[r, c]
            flat[at] = {"STORE": y, "ADD": x + y, "MAX": max(x, y), "MIN": min(x, y)}[atomic]
    return after


def tables(rng):
    for elem in OPS["mscatter"][1].types:
        for rows_mode in (True, False):
            for policy in ("UNDEFINED", "SKIP", "CLAMP", "WRAP"):
                for atomic in ("STORE", "ADD", "MAX", "MIN"):
                    if atomic != "STORE" and elem not in (("i32", "u32", "f32") if atomic != "ADD" else
                                                          ("i32", "u32", "f32", "f16", "i16", "i8")):
                        continue
                    rows, cols = 8, 32
                    lay = Layout(rng)
                    src = lay.add(elem, rows, cols, (6, 29), small=True)
                    beyond = 0 if policy == "UNDEFINED" else 7
                    limit = 10 if rows_mode else 10 * 32
                    index = rng.integers(0, limit + beyond, (rows, 1 if rows_mode else cols)).astype(np.int32)
                    if beyond:
                        index[0, 0] = -3
                    idx = lay.add("i32", rows, index.shape[1], (6, 1 if rows_mode else 29), data=index,
                                  column_major=rows_mode)
                    table = gm_of(rng, elem, 320).reshape(10, 32)
                    with np.errstate(all="ignore"):
                        wanted = scatter_model(table, src.region, idx.region, rows_mode, policy, atomic)
                    image = lay.image()

                    def check(local, gm, wanted=wanted, image=image):
                        right = gm.tobytes() == wanted.tobytes() and (local == image).all()
                        return "" if right else "the table differs"
                    yield Case("mscatter", [Tensor(elem, (10, 32), (32, 1)), src, idx],
                               ["COALESCE_" + ("ROW" if rows_mode else "ELEM"), "SCATTER_" + atomic,
                                "SCATTER_" + policy, "CONFLICT_DEFAULT"], gm=table, image=image, expect=check,
                               name=f"{elem} {rows_mode} {policy} {atomic}")
            for policy in ("UNDEFINED", "CLAMP", "WRAP", "ZERO"):
                lay = Layout(rng)
                dst = lay.add(elem, 8, 32, (6, 29))
                limit = 10 if rows_mode else 320
                index = rng.integers(0, limit + (0 if policy == "UNDEFINED" else 9),
                                     (8, 1 if rows_mode else 32)).astype(np.uint32)
                idx = lay.add("u32", 8, index.shape[1], (6, 1 if rows_mode else 29), data=index, column_major=rows_mode)
                table = gm_of(rng, elem, 320).reshape(10, 32)
                place_ = index[:6, :29].astype(np.int64)
                outside = place_ >= limit
                place_ = place_ % limit if policy == "WRAP" else np.minimum(place_, limit - 1)
                value = table[place_[:, 0], :29] if rows_mode else table.reshape(-1)[place_]
                if policy == "ZERO":
                    value = np.where(outside, np.zeros((), value.dtype), value)
                image = lay.image()
                yield Case("mgather", [dst, Tensor(elem, (10, 32), (32, 1)), idx],
                           ["COALESCE_" + ("ROW" if rows_mode else "ELEM"), "GATHER_" + policy], gm=table, image=image,
                           expect=expecting(image, [(dst, value)]), name=f"{elem} {rows_mode} {policy}")


def moves(rng):
    for elem in ("i8", "f16", "i32"):
        lay = Layout(rng)
        dst, src = lay.add(elem, 8, 64, (7, 61)), lay.add(elem, 8, 96, (7, 61))
        image = lay.image()
        none = [None, Scalar()]
        mode = ["ACC_TO_VEC_0", "RELU_NONE"]
        yield Case("tmov", [dst, src] + none, mode + ["GROUP_AXIS1"], image=image,
                   expect=expecting(image, [(dst, src.region)]), name=elem)
        yield Case("textract", [dst, src, 1, 32] + none, mode, image=image,
                   expect=expecting(image, [(dst, src.data[1:8, 32:93])]), name=elem)
        lay = Layout(rng)
        dst, src = lay.add(elem, 64, 32, (61, 7)), lay.add(elem, 8, 64, (7, 61))
        image = lay.image()
        yield Case("ttrans", [dst, src, None], [], image=image,
                   expect=expecting(image, [(dst, src.region.T.copy())]), name=elem)
        yield Case("tinsert", [src, dst, 0, 0] + none, mode + ["INSERT_WHOLE"], image=image,
                   fault="are outside dst's", name=elem)
        lay = Layout(rng)
        dst, a, b = lay.add(elem, 4, 128, (3, 90)), lay.add(elem, 4, 64, (3, 61)), lay.add(elem, 4, 32, (3, 29))
        image = lay.image()
        yield Case("tconcat", [dst, a, b], [], image=image,
                   expect=expecting(image, [(dst, np.concatenate([a.region, b.region], axis=1))]), name=elem)
        lay = Layout(rng)
        dst, src = lay.add(elem, 8, 64, pad=1), lay.add(elem, 8, 64, (5, 61))
        value = np.zeros_like(src.data)
        value[:5, :61] = src.region
        image = lay.image()
        yield Case("tfillpad", [dst, src], ["PAD_VALUE_TILE"], image=image, expect=expecting(image, [(dst, value)]),
                   name=elem)
        lay = Layout(rng)
        dst, src = lay.add(elem, 8, 64), lay.add(elem, 8, 64, (5, 61))
        value = np.zeros_like(src.data)
        value[:5, :61] = src.region
        image = lay.image()
        yield Case("tfillpad", [dst, src], ["PAD_VALUE_ZERO"], image=image, expect=expecting(image, [(dst, value)]),
                   name=f"{elem} without a pad value of its own")


def sorting(rng):
    lay = Layout(rng)
    src = lay.add("f32", 2, 64, (2, 60), small=True)
    idx = lay.add("u32", 2, 64, data=np.arange(128, dtype=np.uint32).reshape(2, 64))
    dst = lay.add("f32", 2, 128)
    value = dst.data.copy()
    for r in range(2):
        for begin in (0, 32):
            end = min(begin + 32, 60)
            order = np.argsort(-src.data[r, begin:end], kind="stable") + begin
            value[r, 2 * begin:2 * end:2] = src.data[r, order]
            value[r, 2 * begin + 1:2 * end:2] = idx.data[r, order].view(np.float32)
    image = lay.image()
    yield Case("tsort32", [dst, src, idx, None], [], image=image, expect=expecting(image, [(dst, value)]), name="f32")


def refusals(rng):
    """Constraints: the text of each message."""
    lay = Layout(rng)
    a, b, c = (lay.add("f32", 8, 32) for _ in range(3))
    i = lay.add("i32", 8, 32)
    image = lay.image()

    def refuse(op, operands, fault, attributes=None, gm=None):
        return Case(op, operands, defaults(op) if attributes is None else attributes, image=image, fault=fault, gm=gm,
                    name=fault)

    def like(tile, **changes):
        return Tile(**{**{k: getattr(tile, k) for k in ("elem", "rows", "cols", "valid", "address", "loc")}, **changes})

    yield refuse("tadd", [a, b, i], "src1 has element type i32, the tiles before it f32")
    yield refuse("tadd", [a, b, like(c, rows=7, valid=(7, 32))], "valid region 7 x 32 of the second source differs from 8 x 32")
    yield refuse("tadd", [like(a, address=1 << 18), b, c], "dst: 1024 bytes at UB offset 262144 are outside")
    yield refuse("tadd", [like(a, address=2), b, c], "no multiple of the element's 4 bytes")
    yield refuse("tadd", [like(a, loc="mat"), b, c], "dst may not lie in mat")
    yield refuse("tadd", [like(a, valid=(9, 32)), b, c], "valid region 9 x 32 of dst exceeds its 8 x 32")
    yield refuse("tadd", [a, b, None], "tile src1 is missing")
    yield refuse("tadd", [a, b, like(c, column_major=True, pitch=8)], "are not both row-major without boxes")
    yield refuse("tand", [a, b, c, ][:3], "has element type f32, which the instruction does not take")
    yield refuse("tadds", [i, i, Scalar("f32", 1)], "a scalar of f32 does not become an element of i32")
    yield refuse("trowsum", [a, b, None], "dst has 32 valid columns, not 1")
    yield refuse("trowsum", [like(a, valid=(7, 1)), b, None], "dst has 7 valid rows, src 8")
    yield refuse("tcolargmax", [i, b, None], "dst has 8 valid rows, not 1")
    yield refuse("trowargmax", [like(i, elem="i16", valid=(8, 1)), b, None], "dst has indices of i16 for elements of f32")
    yield refuse("trowexpandadd", [a, like(b, valid=(3, 3)), like(c, valid=(2, 2)), None],
                 "neither src0 (3 x 3) nor src1 (2 x 2) has the valid region of dst (8 x 32)")
    yield refuse("tpartadd", [a, like(b, valid=(3, 3)), like(c, valid=(2, 2))], "neither src0 (3 x 3) nor src1 (2 x 2)")
    yield refuse("tconcat", [a, b, c], "32 and 32 columns exceed the 32 of dst")
    yield refuse("tpack", [a, b], "elements of 4 bytes are not packed to 4")
    yield refuse("tpack", [like(a, elem="i16", valid=(8, 31)), b], "valid region 8 x 32 of src differs from 8 x 31")
    yield refuse("tfillpad", [a, b], "dst has no pad value")
    yield refuse("ttrans", [a, a, None], "dst of 8 x 32 has no room for the transpose of 8 x 32")
    yield refuse("textract", [a, b, 1, 0, None, Scalar()], "outside src's 8 x 32", ["ACC_TO_VEC_0", "RELU_NONE"])
    yield refuse("tmrgsort", [like(a, rows=1, valid=None), like(b, rows=1, valid=None), 60], "60 is no multiple of 64")
    yield refuse("tcmp", [like(i, valid=(3, 1)), a, b], "dst has 3 valid rows, its tile 8", ["COMPARE_EQ"])
    table = np.zeros((10, 32), np.float32)
    view = Tensor("f32", (10, 32), (32, 1))
    index = lay.tiles[3]
    scatter = ["COALESCE_ELEM", "SCATTER_STORE", "SCATTER_UNDEFINED", "CONFLICT_DEFAULT"]
    yield refuse("mscatter", [view, a, index], "is outside the table's 320 elements", scatter, table)
    yield refuse("mscatter", [view, a, b], "indices are integers", scatter, table)
    yield refuse("mscatter", [Tensor("i32", (10, 32), (32, 1)), a, index], "the table has elements of i32", scatter,
                 table)
    yield refuse("mscatter", [Tensor("f32", (2, 5, 32), (160, 32, 1)), a, index], "first three extents must be 1",
                 scatter,
                 table)
    yield refuse("mscatter", [Tensor("f32", (10, 32), (32, 1), layout=1), a, index], "not of layout nd", scatter, table)
    yield refuse("mscatter", [view, like(a, cols=31, valid=(8, 31)), index], "124 bytes, no multiple of 32", scatter,
                 table)
    yield refuse("mscatter", [view, a, like(index, valid=(7, 32))], "is not one index for each of 8 x 32 elements",
                 scatter,
                 table)
    yield refuse("mscatter", [view, a, index], "is not one index for each of 8 rows",
                 ["COALESCE_ROW"] + scatter[1:], table)
    yield refuse("mscatter", [Tensor("u8", (10, 32), (32, 1)), like(a, elem="u8"), index],
                 "atomic max has no elements of u8",
                 ["COALESCE_ELEM", "SCATTER_MAX", "SCATTER_SKIP", "CONFLICT_DEFAULT"], table)
    yield refuse("tload", [like(a, address=16), Tensor("f32", (8, 32), (32, 1)), Scalar()], "no multiple of the DMA's 32 bytes",
                 ["PAD_MODE_NULL"], table)
    yield refuse("tload", [a, Tensor("f32", (4, 32), (32, 1)), Scalar()],
                 "valid region 8 x 32 of the tile exceeds the tensor's 4 x 32", ["PAD_MODE_NULL"], table)
    yield refuse("tload", [a, Tensor("f32", (10, 32), (64, 1)), Scalar()], "outside its 1280 bytes",
                 ["PAD_MODE_NULL"], table)
    yield refuse("tload", [a, Tensor("f16", (10, 32), (32, 1)), Scalar()], "differ in size", ["PAD_MODE_NULL"], table)


def all_cases(rng):
    for family in (elementwise, reductions, expansions, comparisons, memory, tables, moves, sorting, refusals,
                   constraints.refusals, constraints_cube.refusals):
        yield from family(rng)
