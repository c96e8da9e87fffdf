#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every tile instruction that works on UB and GM against the numpy model. Prints TAP, one line an instruction.

    run.py TILE_TEST.elf REFUSED.elf       (the environment is that of pto_add_script_test)

Then the kernels of refused.c; by then each fault text in firmware/ops/tile must have occurred. All bytes of the local
image and of GM are compared, so an instruction that writes beyond its valid region fails.
"""
import os
import pathlib
import sys
import tempfile

import numpy as np

from tap import Tap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import cases  # noqa: E402  (after the path is right)
import cases_arith  # noqa: E402
import cases_convert  # noqa: E402
import cases_cube  # noqa: E402
import cases_data  # noqa: E402
import texts  # noqa: E402
import tiles  # noqa: E402
from ptometal import qemu  # noqa: E402


def boot(elf, folder, *arguments):
    """Runs an image in a folder; returns its output."""
    done = qemu.run(elf, int(os.environ["PTO_VLEN"]), 1, list(arguments), timeout=240, cwd=folder,
                    board=os.environ["PTO_BOARD"], backend=os.environ["PTO_BACKEND"])
    if done.status != 0:
        sys.exit(f"Bail out! {elf} ends with {done.status}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def outcomes_of(elf, written):
    """Runs the test image on a list of cases; (faulted, report or memories) of each."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "cases.bin")
        source.write_bytes(b"".join(case.write() for case in written))
        boot(elf, folder, "cases.bin", "results.bin")
        yield from tiles.results(pathlib.Path(folder, "results.bin").read_bytes(), written)


def batches(written, limit=3 << 20):
    """The cases in batches small enough for the image."""
    batch, size = [], 0
    for case in written:
        more = len(case.write())
        if batch and size + more > limit:
            yield batch
            batch, size = [], 0
        batch.append(case)
        size += more
    yield batch


def problem(case, faulted, found):
    """The error in the outcome of a case; empty if there is none."""
    if case.fault is not None:
        if not faulted:
            return f"no fault, expected '{case.fault}'"
        at = 0
        for word in case.fault.split("*"):
            at = found.find(word, at)
            if at < 0:
                return f"fault '{found}', expected '{case.fault}'"
        return ""
    if faulted:
        return f"fault: {found}"
    local, gm = found
    return case.expect(local, gm)


# Instructions whose types other tests cover, and which.
ELSEWHERE = {"tprint": "tests/pto"}


def types_without_case(written):
    """(instruction and type, problem) for each type of the table without a case, by the first tile of T."""
    seen = set()
    for case in written:
        kinds = zip(tiles.OPS[case.op][1].kinds, case.operands)
        seen.add((case.op, next((tile.elem for kind, tile in kinds if kind == "T" and tile is not None), None), case.fault is None))
    for op, (_, row) in tiles.OPS.items():
        for elem in row.types:
            tested = (op, elem, True) in seen
            yield f"{op} {elem}", "" if tested != (op in ELSEWHERE) else "no case" if not tested else "has a case here"


def group(elf, written):
    """The cases by instruction, with refused ones separate: {name: [(case, problem)]}; and all reports."""
    groups, reports = {}, []
    for batch in batches(written):
        for case, (faulted, found) in zip(batch, outcomes_of(elf, batch)):
            name = case.op + (" refuses" if case.fault is not None else "")
            groups.setdefault(name, []).append((case.name, problem(case, faulted, found)))
            reports += [found] if faulted else []
    return groups, reports


def main():
    cases_elf, refused_elf = sys.argv[1:]
    rng = np.random.default_rng(1)
    written = [case for module in (cases, cases_data, cases_arith, cases_convert, cases_cube) for case in module.all_cases(rng)]
    groups, reports = group(cases_elf, written)
    refused, more = texts.refused(boot(refused_elf, "."))
    groups.update(refused)
    groups["every type of an instruction has a case"] = list(types_without_case(written))
    groups["every text of a fault is seen"] = list(texts.coverage(reports + more))
    tap = Tap()
    for name, outcomes in groups.items():
        wrong = [f"{case}: {text}" for case, text in outcomes if text]
        tap.case(f"{name}, {len(outcomes)} cases", "\n".join(wrong[:4]))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
