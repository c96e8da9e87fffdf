#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the results of a run of the vector tests with the numpy model: TAP, a line per entry.

    check.py --entries entries.txt --results results.bin [--seed N] [--scale F] [--only GLOB] [--digest FILE]

The inputs are made again from the seed, so the results file holds nothing but results.  Integers,
bits, predicates, memory and correctly rounded floats must match to the bit (any NaN for a NaN);
other functions within the tolerance that the model gives, in units in the last place.  FILE has the SHA-256 of all
results, which are the same bytes at every length of registers: also of functions with a tolerance, and of each NaN.
"""
import argparse
import fnmatch
import hashlib
import sys
from pathlib import Path

import numpy as np

import cases
import entries as vt
import model
from numbers_model import FORMATS
from tap import Tap


def gather(pool, starts, size):
    return pool[np.asarray(starts, np.int64)[:, None] + np.arange(size)]


def inputs_of(group, pool):
    """The operands of a group as arrays."""
    tests = group.cases

    def column(field, size):
        lists = [getattr(test, field) for test in tests]
        return [gather(pool, [item[i] for item in lists], size) for i in range(len(lists[0]))]
    masks = [np.unpackbits(raw, axis=1, bitorder="little").astype(bool) for raw in column("m", 32)]

    def integers(field):
        lists = [getattr(test, field) for test in tests]
        return [np.array([item[i] for item in lists], np.uint64 if max(
            item[i] for item in lists) >> 63 else np.int64).astype(np.int64)
            for i in range(len(lists[0]))]
    memory = gather(pool, [test.memory for test in tests], cases.MEMORY)
    return model.Inputs(column("v", 256), masks, integers("s"), integers("p"), memory)


def layout(entry):
    """The parts of one result in the file: (kind, bytes), as the image writes them."""
    vectors = [name for letter, name in entry.results if letter in "VCRFU"]
    masks = [name for letter, name in entry.results if letter in "MG"]
    scalars = len(entry.results) - len(vectors) - len(masks)
    parts = [("vector", 256)] * len(vectors) + [("mask", 32)] * len(masks)
    return parts + [("scalar", 8)] * scalars + [("memory", cases.MEMORY)] * entry.stores


def split(entry, data, count):
    """The results of a group by kind: lists of byte arrays [cases, size]."""
    parts, at = {kind: [] for kind in ("vector", "mask", "scalar", "memory")}, 0
    for kind, size in layout(entry):
        parts[kind].append(data.reshape(count, -1)[:, at:at + size])
        at += size
    return parts


def wrong_lanes(expected, actual):
    """The mismatches with the model: a boolean array [cases, items]."""
    if expected.kind == "mask":
        return np.unpackbits(actual, axis=1, bitorder="little").astype(bool) != expected.data
    if expected.kind == "scalar":
        return np.ascontiguousarray(actual).view(np.int64) != expected.data[:, None]
    if expected.kind == "memory":
        return actual != expected.data
    raw = model.as_lanes(actual, expected.type)
    differ = raw != expected.data
    form = FORMATS.get(expected.type)
    if form is None or not differ.any():
        return differ
    value, wanted = form.decode(raw), form.decode(expected.data)
    differ &= ~(np.isnan(value) & np.isnan(wanted))
    if expected.near is not None:
        with np.errstate(invalid="ignore"):
            close = np.abs(value - expected.near) <= expected.tolerance
            close |= np.isinf(expected.tolerance)
        differ &= ~close
    return differ


def largest_error(expected, actual):
    """In units in the last place, over the finite results; 0 if not measured."""
    if not expected.measured:
        return 0.0
    value = FORMATS[expected.type].decode(model.as_lanes(actual, expected.type))
    error = np.abs(value - expected.near) / expected.tolerance
    return float(np.max(error, initial=0.0, where=np.isfinite(error) & (expected.data != 0)))


def describe(group, variant, expected, actual, wrong):
    case, lane = (int(index[0]) for index in np.nonzero(wrong))
    if expected.kind == "vector":
        raw = model.as_lanes(actual, expected.type)
        got, want = f"{int(raw[case, lane]):#x}", f"{int(expected.data[case, lane]):#x}"
    elif expected.kind == "scalar":
        got = str(int(np.ascontiguousarray(actual[case]).view(np.int64)[0]))
        want = str(int(expected.data[case]))
    else:
        bits = actual if expected.kind == "memory" else np.unpackbits(actual, axis=1, bitorder="little")
        got, want = f"{bits[case, lane]:#x}", f"{int(expected.data[case, lane]):#x}"
    return (f"{group.entry.name} {' '.join(variant)}: {wrong.any(axis=1).sum()} of {len(wrong)} cases, "
            f"first case {case} {expected.kind} item {lane}: {got}, expected {want}")


def operands_text(group, pool, case, lane):
    """The lane's operands of a failing case, for the report."""
    words = []
    test = group.cases[case]
    kinds = [(letter, name) for letter, name in group.entry.operands if letter in "VUXRCF"]
    for start, (_, name) in zip(test.v, kinds):
        size = vt.TYPES[name][0] // 8
        if lane * size < 256:
            words.append(f"{int.from_bytes(pool[start + lane * size:][:size].tobytes(), 'little'):#x}")
    return "operands " + " ".join(words + [f"s{i}={value:#x}" for i, value in enumerate(test.s)])


def check_group(group, data, pool, lines, errors):
    """Compare one group; returns (checked, failed) cases, and adds to the errors by entry."""
    variant, count = group.entry.variants[group.variant], len(group.cases)
    try:
        expected = model.evaluate(group.entry, variant, inputs_of(group, pool))
    except model.Undecided:
        return 0, 0
    actual = split(group.entry, data, count)
    failed = np.zeros(count, bool)
    for result in expected:
        found = actual[result.kind].pop(0)
        wrong = wrong_lanes(result, found)
        errors[group.number] = max(errors.get(group.number, 0.0), largest_error(result, found))
        if wrong.any() and not failed.any():
            lines.append(describe(group, variant, result, found, wrong))
            case, lane = (int(index[0]) for index in np.nonzero(wrong))
            if result.kind == "vector":
                lines.append(operands_text(group, pool, case, lane))
        failed |= wrong.any(axis=1)
    assert not any(actual.values()), f"{group.entry.name}: the model gives too few results"
    return count, int(failed.sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--entries", type=Path, required=True)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default="*", help="check the entries whose name matches")
    parser.add_argument("--digest", type=Path, help="a file with the SHA-256 of all results")
    options = parser.parse_args()
    np.seterr(all="ignore")          # NaN and infinities are expected
    all_entries, groups, pool = cases.build(cases.read_names(options.entries), options.seed,
                                            options.scale)
    pool = np.frombuffer(pool, np.uint8)
    data = np.fromfile(options.results, np.uint8)
    at, totals, notes, errors = 0, {}, {}, {}
    for group in groups:
        size = sum(part for _, part in layout(group.entry)) * len(group.cases)
        if fnmatch.fnmatch(group.entry.name, options.only):
            lines = notes.setdefault(group.number, [])
            checked, failed = check_group(group, data[at:at + size], pool, lines, errors)
            before = totals.get(group.number, (0, 0))
            totals[group.number] = before[0] + checked, before[1] + failed
        at += size
    if at != len(data):
        print(f"Bail out! {options.results} has {len(data)} bytes, expected {at}")
        return 1
    skipped, tap = 0, Tap()
    for number, (checked, failed) in totals.items():
        name = all_entries[number].name
        if not checked:
            tap.skip(name, "not in the model")
            skipped += 1
            continue
        tap.result(not failed, f"{name} ({checked} cases)", *notes[number][:4])
        if errors.get(number):
            print(f"# {name}: largest error {errors[number]:.3f} ulp")
    agree = len(totals) - tap.failed - skipped
    if options.digest:
        got, wanted = hashlib.sha256(data).hexdigest(), options.digest.read_text().split()[0]
        tap.result(got == wanted, "the results are those of every length of registers",
                   f"SHA-256 {got}, expected {wanted}; where that is meant, write it to {options.digest}")
    print(f"# {sum(item[0] for item in totals.values())} cases against the numpy model: "
          f"{agree} entries agree, {len(totals) - agree - skipped} do not, {skipped} not in the model")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
