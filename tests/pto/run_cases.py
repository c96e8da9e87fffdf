#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the kernels of tests/ptoc/run/*.pto on the target and compare every byte of their outputs; TAP on stdout.

    run_cases.py IMAGE.elf [--subc borrow]      (the environment is that of pto_add_script_test)

The expected bytes are computed here, from what the documents say about each instruction, in plain Python. Kernels whose
stages overlap run under several policies and on four harts: the result is the same under each.
"""
import math
import os
import random
import re
import struct
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from tap import Tap
from tool import ptometal

LANES = 64
SCHEDULES = [("eager", 1), ("lazy", 1), ("random:1", 1), ("random:2", 1), ("eager", 4)]
if os.environ["PTO_VLEN"] in ("128", "1024"):    # which orders there are does not depend on it
    SCHEDULES = [("eager", 1), ("random:1", 1)]
elif os.environ["PTO_BOARD"] == "native":    # nor on the board, but harts are threads there
    SCHEDULES = [("eager", 1), ("eager", 4)]


def f32(value):
    """Round to the nearest f32."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def words(values):
    return struct.pack(f"<{len(values)}I", *(value & 0xFFFFFFFF for value in values))


def some_floats(source, count):
    return [f32(source.uniform(-1000, 1000)) for _ in range(count)]


def case_abs(source, tiles=1):
    x = some_floats(source, tiles * LANES)
    return [("in", floats(x))], floats([abs(value) for value in x])


def case_pingpong(tiles):
    def make(source):
        inputs, expected = case_abs(source, tiles)
        return inputs, expected, [tiles]
    return make


def case_factors_in_mat(source):
    a, b = ([source.randrange(-8, 9) for _ in range(64 * 64)] for _ in range(2))
    product = [float(sum(a[64 * i + k] * b[64 * k + j] for k in range(64))) for i in range(64) for j in range(64)]
    halves = [("in", struct.pack("<4096e", *values)) for values in (a, b)]
    return halves, floats(product)


def case_compare_packed(source):
    x = some_floats(source, 512)
    bits = bytes(sum((x[8 * i + j] > 0) << j for j in range(8)) for i in range(64))
    return [("in", floats(x))], bits + bytes(448)


def case_compare_select(source):
    x = some_floats(source, 512)
    return [("in", floats(x))], floats([value if value > 0 else -1.0 for value in x])


def case_extremes(source):
    x = some_floats(source, 512)
    rows = [x[64 * r:64 * r + 64] for r in range(8)]
    columns = [x[c::64] for c in range(64)]
    return ([("in", floats(x))],
            floats([max(row) for row in rows]) + words([row.index(max(row)) for row in rows])
            + floats([min(column) for column in columns]) + words([column.index(min(column)) for column in columns]))


def case_local_array(count):
    def make(source):
        x = some_floats(source, count) + [0.0] * (6 - count)
        return [("in", floats(x))], floats([x[3 * i + j] for j in range(3) for i in range(2)]), [count]
    return make


def case_struct(source):
    x = [float(source.randint(-8, 8)) for _ in range(300)]
    return [("in", floats(x))], floats([sum(x), 300.0, 300.0 - 256.0]), [300]


def case_switch(source):
    rows = {0: (10, 20), 1: (20, 20), 5: (30, 10)}
    values = [rows.get(i, (10, 10)) for i in range(7)]
    return [], words([word for i, (a, b) in enumerate(values) for word in (a, b, 0 if i == 4 else a + b)]), [7]


def case_one_bit(source):
    return [], words([-(i & 1) & 0xFFFFFFFF for i in range(7)]), [7]


def case_dialects(source):
    n = 8
    x = [f32(source.uniform(-3, 3)) for _ in range(n)]
    y = []
    for v in x:
        size, e = f32(abs(v)), f32(math.exp(v))
        b = f32(f32(math.tanh(e)) + f32(math.log(size)))
        y.append(f32(math.floor(f32(b + f32(f32(math.sqrt(size))**3))) + f32(size**v)))
    y = [2.0 * (1 if v >= 0 else -1) if i < 1 else v for i, v in enumerate(y)]
    for at in range(3 * n):
        i, steps = at // 3, at // 4 * 3 + at % 8 - -(-at // 2)
        y.append(float(max(min(steps + 3, 2 * i) % 5, 2 - i)))
    return [("in", floats(x))], floats([*y, 2.0, 0.0, 1.0]), [n]


def case_exchange(source):
    x = some_floats(source, 700)
    return [("in", floats(x)), ("inout", words([0] * 8)), ("in", bytes(64))], floats([value + value for value in x] * 2 + [1.0]), [7]


def case_collectives(source):
    x = small(source, 1200)
    a, b, c = x[:400], x[400:800], x[800:]
    total = [p + q + r for p, q, r in zip(a, b, c)]
    return [("in", floats(x)), ("in", bytes(64))], floats(x + total + [max(it) for it in zip(a, b, c)] + total + c + b + a)


def case_table_forms(source):
    table, rows, x = small(source, 64 * 8), [source.randrange(64) for _ in range(8)], small(source, 64)
    rows[5] = rows[2]
    out = [0.0] * 64 * 8
    for i, row in enumerate(rows):
        out[8 * row:8 * row + 8] = x[8 * i:8 * i + 8]
    for i, row in enumerate(rows):
        for k in range(8):
            out[8 * row + k] += x[8 * i + k] + 3 * table[8 * row + k]
    return [("in", floats(table)), ("in", words(rows)), ("in", floats(x))], floats(out)


def case_console(source):
    x = [float(i) for i in range(16)]
    return [("in", floats(x))], floats([value + 1.5 if i < 4 else value for i, value in enumerate(x)])


# The output of a kernel, each line with its source location.
CONSOLE = {"console": """\
console.pto:26: tile 2 x 8 f32, vec +0x0
1.5000 2.5000 3.5000 4.5000 4.0000 5.0000 6.0000 7.0000
8.0000 9.0000 10.0000 11.0000 12.0000 13.0000 14.0000 15.0000
console.pto:27: value +0004 of x, 100%
console.pto:28:    1.500
"""}


def case_three_times(source):
    x = some_floats(source, LANES)
    return [("in", floats(x))], floats([f32(value + f32(value * 2)) for value in x])


def case_barrier(source):
    x = some_floats(source, 2 * LANES)
    return [("in", floats(x))], floats(x[LANES:])


def case_mem_bar(source):
    x = some_floats(source, LANES)
    return [("in", floats(x))], floats([f32(f32(value * 2) + value) for value in x])


def case_strict(left):
    def make(source):
        x = some_floats(source, LANES)
        return [("in", floats(x))], floats([abs(value) if i < left else value for i, value in enumerate(x)]), [left]
    return make


def case_producer_consumer(count):
    def make(source):
        a, b = some_floats(source, count), some_floats(source, count)
        return [("in", floats(a)), ("in", floats(b))], floats([f32(x + y) for x, y in zip(a, b)]), [count]
    return make


def case_binary(source):
    x, y = some_floats(source, LANES), some_floats(source, LANES)
    i, j = ([source.choice([0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, source.getrandbits(32)]) for _ in range(LANES)]
            for _ in range(2))
    signed = [value - (value >> 31 << 32) for value in i]
    shift = [value & 31 for value in j]
    total = [f32(a + b) for a, b in zip(x, y)]
    rows = [floats(total), floats([f32(a - b) for a, b in zip(x, y)]), floats([f32(a * b) for a, b in zip(x, y)]),
            floats([f32(a / b) for a, b in zip(x, y)]), floats([max(a, b) for a, b in zip(x, y)]),
            floats([min(a, b) for a, b in zip(x, y)]), words([a & b for a, b in zip(i, j)]),
            words([a | b for a, b in zip(i, j)]), words([a ^ b for a, b in zip(i, j)]),
            words([a << b for a, b in zip(i, shift)]), words([a >> b for a, b in zip(signed, shift)]),
            floats([min(max(a, b), c) for a, b, c in zip(x, y, total)]), words([a + b for a, b in zip(i, j)]),
            words([a + b >> 32 for a, b in zip(i, j)]), words([a - b for a, b in zip(i, j)]),
            words([a >= b for a, b in zip(i, j)])]  # the carry of a subtraction: set if there is no borrow
    return [("in", floats(x) + floats(y) + words(i) + words(j))], b"".join(rows)


def case_other_forms(turn, bound):
    """Small halves, so that products and sums are exact."""
    def make(source):
        x = [source.randrange(-60, 60) * 0.5 for _ in range(256)]
        p, q = x[3:67], x[67:131]
        i, j = [int(value) for value in p], [int(value) for value in q]
        halves = b"".join(struct.pack("<2e", 2 * value, 0) for value in p)
        rows = [floats([a + b for a, b in zip(p, q)]),
                floats([value + 2 if k + turn * 64 < bound else 0 for k, value in enumerate(p)]),
                floats([b * a + a for a, b in zip(p, q)]), floats([math.floor(value) for value in p]), words(i),
                words([a * b - a for a, b in zip(i, j)]), words([a << 5 for a in i]), halves,
                b"".join(struct.pack("<q", value) for value in i[:32]), words([a + 5 for a in i])]
        return [("in", floats(x))], b"".join(rows), [turn, bound]
    return make


def case_all_lanes(blocks):
    """Small halves, so that products and sums are exact."""
    def make(source):
        x = [source.randrange(-60, 60) * 0.5 for _ in range(256)]
        p, q = x[:64], x[64:128]
        relu = [max(value, 0.0) for value in (a + b for a, b in zip(p, q))]
        raw = floats(x)
        below = [sum(value >= 0 for value in p[:lane]) for lane in range(64)]
        rows = [floats([a if a >= 0 else a * b for a, b in zip(p, q)]), floats(relu),
                floats([max(a - b, 0.0) for a, b in zip(p, q)]), floats([2 * a + b for a, b in zip(p, q)]),
                struct.pack("<128h", *map(int, p + q)), words(below),
                b"".join(raw[64 * block:64 * block + 32] if block < blocks else bytes(32) for block in range(8)),
                floats([2.0] * 64), floats([q[63]] * 64), floats([1.0] * 64),
                b"".join(struct.pack("<2e", value, 0) for value in relu)]
        return [("in", raw)], b"".join(rows), [blocks]
    return make


def case_subtract_wide(source, borrow=False):
    a, b = ([source.getrandbits(64) for _ in range(128)] for _ in range(2))
    b[:16] = a[:16]
    b[16:48] = [value & 0xFFFFFFFF | a[16 + i] >> 32 << 32 for i, value in enumerate(b[16:48])]
    low = [(x & 0xFFFFFFFF) < (y & 0xFFFFFFFF) for x, y in zip(a, b)]
    high = [x < y for x, y in zip(a, b)]
    difference = [x - y for x, y in zip(a, b)]
    rows = [words(a), words([value >> 32 for value in a]), words(b), words([value >> 32 for value in b])]
    return [("in", b"".join(rows))], b"".join([
        words(difference), words([value >> 32 for value in difference]),
        words([value == borrow for value in low]), words([value == borrow for value in high])])


def halves(values):
    return struct.pack(f"<{len(values)}e", *values)


def small(source, count):
    """Numbers whose products and sums are exact in every format here."""
    return [float(source.randint(-8, 8)) for _ in range(count)]


def product(a, b, m, n, k):
    return [sum(a[i * k + x] * b[x * n + j] for x in range(k)) for i in range(m) for j in range(n)]


def case_gemm(source):
    a, b, bias = small(source, 20 * 24), small(source, 24 * 32), small(source, 32)
    out = [max(value + bias[i % 32], 0.0) for i, value in enumerate(product(a, b, 20, 32, 24))]
    return [("in", halves(a)), ("in", halves(b)), ("in", floats(bias))], floats(out)


def case_gemv_mx(source):
    """256 e2m1, two per byte, the first in the low half. Right operand: element k of column n in a box row of 64
    elements."""
    e2m1 = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
    value = lambda code: -e2m1[code & 7] if code & 8 else e2m1[code]
    a, b = [source.randrange(16) for _ in range(256)], [[source.randrange(16) for _ in range(256)] for _ in range(16)]
    scale_a = [source.randrange(126, 130) for _ in range(8)]
    scale_b = [[source.randrange(126, 130) for _ in range(8)] for _ in range(16)]
    pairs = lambda codes: bytes(codes[i] | codes[i + 1] << 4 for i in range(0, len(codes), 2))
    boxes = b"".join(pairs(b[n][64 * box:64 * box + 64]) for box in range(4) for n in range(16))
    scales = bytes(scale_b[n][2 * box + g] for box in range(4) for n in range(16) for g in range(2))
    out = [sum(value(a[k]) * value(b[n][k]) * 2.0 ** (scale_a[k // 32] + scale_b[n][k // 32] - 254) for k in range(256))
           for n in range(16)]
    return [("in", pairs(a)), ("in", bytes(scale_a) + bytes(24)), ("in", boxes), ("in", scales)], floats(out)


def case_cluster(tiles):
    def make(source):
        a, b = small(source, tiles * 256), small(source, 16 * 32)
        out = [2 * value for i in range(tiles) for value in product(a[256 * i:256 * i + 256], b, 16, 32, 16)]
        return [("in", halves(a)), ("in", halves(b))], floats(out), [tiles]
    return make


def case_cross_core(source):
    a, b = small(source, 256), small(source, 16 * 32)
    scratch = [("inout", halves([0] * 256)), ("inout", floats([0] * 512))]
    return [("in", halves(a)), ("in", halves(b))] + scratch, floats(product(a, b, 16, 32, 16))


def case_reductions(source):
    n = 6
    x = small(source, n * n)
    even = [x[i * n + j] for i in range(n) for j in range(0, n, 2)]
    above = [x[i * n + j] for i in range(0, n, 2) for j in range(i, n)]
    places = [float(i % 3 == 0) + (i == 9) for i in range(13)]
    return [("in", floats(x))], floats([100 + sum(even), max(abs(v) for v in even), sum(above), len(above), min(x), 8.0, *places]), [n]


def case_branches(source):
    n, rows = 5, []
    x = small(source, n * n)
    for i in range(n):
        row = x[i * n:i * n + n]
        rows.append(sum(2 * v if v < 0 else v for v in row) + next((v for v in reversed(row) if v < 0), 0.0))
    return [("in", floats(x))], floats([*rows, 5.0, 2.0]), [n]


def case_angles(source):
    x = [f32(source.uniform(-9, 9)) for _ in range(20)] + [f32(source.uniform(1, 2) * 2.0**source.randint(-30, 60)) for _ in range(20)]
    x += [1 + 2.0**-12, f32(math.pi), f32(-math.pi / 2), 0.0, -0.0]
    rows = [(math.sin(v), math.cos(v), math.tan(v), float(Fraction(v)**2 + 1),
             float(Fraction(v / 3)**2 - Fraction((v / 3)**2))) for v in x]
    return [("in", floats(x))], floats([f32(value) for row in rows for value in row]), [len(x)]


def case_fusion_region(source):
    x = small(source, LANES)
    return [("in", floats(x))], floats([4 * (value + 1) for value in x] + [-value for value in x])


def case_memrefs(source):
    x = small(source, 3 * 96 + 64)
    rows = [x[96 * row:96 * row + 64] for row in range(4)]
    return [("in", floats(x))], floats([2 * value for row in rows for value in row])


def case_pipe_handles(tiles):
    def make(source):
        a, b, out = small(source, tiles * 256), small(source, 256), []
        for i in range(tiles):
            values = product(a[256 * i:256 * i + 256], b, 16, 16, 16)
            out += [value + 1 for value in values] + [2 * value for value in values]
        return [("in", halves(a)), ("in", halves(b)), ("inout", bytes(3 * 1024))], floats(out), [tiles]
    return make


def case_epilogue(tiles):
    def make(source):
        a, b, bias = ([float(source.randint(-3, 3)) for _ in range(count)] for count in (tiles * 256, 16 * 32, 32))
        out = [0.0] * (16 * 32)
        for first in range(0, tiles * 256, 256):
            for i, value in enumerate(product(a[first:first + 256], b, 16, 32, 16)):
                out[i] += max(value + bias[i % 32], 0.0) + 1
        return [("in", halves(a)), ("in", halves(b)), ("in", floats(bias))], halves(out), [tiles]
    return make


def case_post_update(registers):
    def make(source):
        x = some_floats(source, registers * LANES)
        return [("in", floats(x))], floats([f32(value + value) for value in x]), [registers]
    return make


def case_scalar_memory(source):
    x = [source.getrandbits(32) for _ in range(5)]
    streamed = 7 * 4  # bytes of 7 elements
    stored = [streamed, 3, 3, streamed, 3, 3, streamed, 3]  # base; word 3, the advanced pointer; byte 24
    return [("in", words(x))], words(stored + [value + 5 for value in x]), [5]


def case_atomic_add(source):
    x = some_floats(source, LANES)
    return [("in", floats(x))], floats([min(f32(value + value), 0.0) for value in x])


def case_nans(letter, code, nan):
    """Operations of two floats, `letter` and `code` being struct's: arithmetic makes one NaN; the sign is a bit of any."""
    bits = struct.calcsize(code) * 8
    sign = 1 << (bits - 1)
    infinity = {16: 0x7c00, 32: 0x7f800000}[bits]

    def value(word):
        return struct.unpack(letter, word.to_bytes(bits // 8, "little"))[0]

    def word(number):
        if number != number:
            return nan
        try:
            return int.from_bytes(struct.pack(letter, number), "little")
        except OverflowError:
            return infinity | (sign if number < 0 else 0)

    def divide(a, b):
        if b != 0 or a != a:
            return a / b if b != 0 else a
        return math.nan if a == 0 else math.copysign(math.inf, a) * math.copysign(1, b)

    def larger(a, b):
        return math.nan if a != a or b != b else max(a, b, key=lambda x: (x, math.copysign(1, x)))

    def number_of(choose, a, b):
        return b if a != a else a if b != b else choose(a, b)

    def set_sign(a, s):
        payload = nan if value(a) != value(a) and bits == 16 else a
        return payload & ~sign | s

    def make(_):
        plain = [word(x) for x in (0.0, -0.0, 1.0, -2.0, 3.140625, math.inf, -math.inf)]
        x = plain + [1, nan, nan | sign, nan | 0x12, (infinity | 0x13) | sign]
        out = []
        for a in x:
            for b in x:
                p, q = value(a), value(b)
                smaller = lambda p, q: -larger(-p, -q)      # noqa: E731
                out += [word(r) for r in (p + q, p - q, p * q, divide(p, q), larger(p, q), smaller(p, q),
                                          number_of(larger, p, q), number_of(smaller, p, q))]
                out += [set_sign(a, ~a & sign), set_sign(a, 0), set_sign(a, b & sign)]
        pack = struct.Struct(f"<{len(x)}{code}").pack
        return [("in", pack(*x))], struct.pack(f"<{len(out)}{code}", *out)
    return make


# kernel, title, the maker of (inputs, expected output, scalars), whether to run several schedules
CASES = [
    ("events", "one tile, flags", case_abs, True),
    ("buffers", "one tile, buffer tokens", case_abs, True),
    ("pingpong_events", "8 tiles", case_pingpong(8), True),
    ("pingpong_events", "7 tiles", case_pingpong(7), True),
    ("pingpong_dynamic", "7 tiles", case_pingpong(7), True),
    ("pingpong_buffers", "8 tiles", case_pingpong(8), True),
    ("pingpong_buffers", "1 tile", case_pingpong(1), True),
    ("compare_packed", "a comparison of tiles as one stream of bits", case_compare_packed, True),
    ("compare_select", "a comparison of tiles for a selection", case_compare_select, True),
    ("extremes", "extremes of rows and columns with their indices", case_extremes, True),
    ("level1", "tile operations with results", case_three_times, True),
    ("local_array", "2 x 3, full", case_local_array(6), False),
    ("local_array", "2 x 3, 4 elements set", case_local_array(4), False),
    ("switch", "7 indices", case_switch, False),
    ("one_bit", "7 integers", case_one_bit, False),
    ("dialects", "8 numbers", case_dialects, False),
    ("exchange", "7 rows of 100 through tiles of 3 x 64", case_exchange, True),
    ("collectives", "three ranks of 4 x 100", case_collectives, True),
    ("table_forms", "rows of a table, one twice", case_table_forms, True),
    ("console", "a tile and numbers", case_console, True),
    ("struct", "300 numbers", case_struct, False),
    ("barrier", "the second transfer wins", case_barrier, False),
    ("mem_bar", "a load behind a store", case_mem_bar, False),
    ("vecscope", "a 32 x 32 tile in the older form", lambda source: case_abs(source, 16), False),
    ("strict_vecscope", "5 lanes left", case_strict(5), False),
    ("strict_vecscope", "100 lanes left", case_strict(100), False),
    ("producer_consumer", "1024 elements", case_producer_consumer(1024), False),
    ("producer_consumer", "72 elements", case_producer_consumer(72), False),
    ("all_lanes", "3 blocks", case_all_lanes(3), False),
    ("all_lanes", "no block", case_all_lanes(-1), False),
    ("other_forms", "turn 2 of 150 lanes", case_other_forms(2, 150), False),
    ("other_forms", "a bound below 0", case_other_forms(1, -2147483648), False),
    ("subtract_wide", "128 numbers of 64 bits", case_subtract_wide, False),
    ("binary", "every two-input instruction", case_binary, False),
    ("gemm", "bias and ReLU on a cube core", case_gemm, True),
    ("gemv_mx", "a vector of 256 e2m1 and its scales", case_gemv_mx, False),
    ("factors_in_mat", "factors of a product in L1", case_factors_in_mat, True),
    ("cluster", "3 tiles to two vector cores", case_cluster(3), True),
    ("cluster_halves", "3 tiles, the halves in two modules", case_cluster(3), True),
    ("reductions", "36 numbers", case_reductions, False),
    ("branches", "25 numbers", case_branches, False),
    ("angles", "45 numbers", case_angles, False),
    ("fusion_region", "64 floats", case_fusion_region, True),
    ("memrefs", "4 rows", case_memrefs, True),
    ("pipe_handles", "7 tiles through UB and GM", case_pipe_handles(7), True),
    ("cluster_epilogue", "4 tiles added up", case_epilogue(4), True),
    ("cross_core", "signals that name a core", case_cross_core, True),
    ("post_update", "5 registers", case_post_update(5), False),
    ("scalar_memory", "5 numbers and AR", case_scalar_memory, False),
    ("atomic_add", "64 floats", case_atomic_add, True),
    ("nans_f32", "144 pairs", case_nans("<f", "I", 0x7fc00000), False),
    ("nans_f16", "144 pairs", case_nans("<e", "H", 0x7e00), False),
]


def first_difference(got, want):
    for at, (a, b) in enumerate(zip(got, want)):
        if a != b:
            return f"byte {at}: got {a:#04x}, expected {b:#04x}"
    return f"{len(got)} bytes, expected {len(want)}"


def run(image, kernel, inputs, want, scalars, policy, harts, folder):
    args = []
    for number, (kind, data) in enumerate(inputs):
        (folder / f"in{number}.bin").write_bytes(data)
        args.append(f"{kind}:in{number}.bin")
    output = folder / "out.bin"
    output.unlink(missing_ok=True)
    args.append(f"out:out.bin={len(want)}")
    done = ptometal("run", image, "--entry", kernel, "--policy", policy, "--harts", harts, "--", *args, *scalars, folder=folder,
                    timeout=60)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    if done.stderr.strip():
        return f"unexpected output: {done.stderr.strip()[-500:]}"
    said = re.sub(r"^\S*/", "", done.stdout, flags=re.MULTILINE)
    if kernel in CONSOLE and sorted(said.splitlines()) != sorted(CONSOLE[kernel].splitlines()):
        return f"on the console: {said}"
    got = output.read_bytes()
    return "" if got == want else first_difference(got, want)


def main():
    image = os.path.abspath(sys.argv[1])
    cases = CASES
    if sys.argv[2:] == ["--subc", "borrow"]:
        cases = [("subtract_wide", "masks of borrows", lambda source: case_subtract_wide(source, True), False)]
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="pto-") as name:
        for kernel, title, make, schedules in cases:
            inputs, want, *scalars = make(random.Random(f"{kernel} {title}"))
            for policy, harts in SCHEDULES if schedules else SCHEDULES[:1]:
                problem = run(image, kernel, inputs, want, scalars[0] if scalars else [], policy, harts, Path(name))
                tap.case(f"{kernel}, {title}, {policy}, {harts} hart{'s' * (harts > 1)}", problem)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
