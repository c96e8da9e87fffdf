#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every tile instruction that works on UB and GM against the numpy model. Prints TAP, one line an instruction.

    run.py TILE_TEST.elf       (the environment is that of pto_add_script_test)

All bytes of the local image and of GM are compared, so an instruction that writes beyond its valid region fails.
"""
import os
import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import cases  # noqa: E402  (after the path is right)
import tile_table  # noqa: E402
import tiles  # noqa: E402
from ptometal import qemu  # noqa: E402


def boot(elf, written):
    """Runs the test image on a list of cases; the bytes of its results."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "cases.bin")
        source.write_bytes(b"".join(case.write() for case in written))
        done = qemu.run(elf, int(os.environ["PTO_VLEN"]), 1, ["cases.bin", "results.bin"], timeout=240, cwd=folder,
                        board=os.environ["PTO_BOARD"], backend=os.environ["PTO_BACKEND"])
        if done.status != 0:
            sys.exit(f"Bail out! tile_test ends with {done.status}: {done.stdout}{done.stderr}")
        return pathlib.Path(folder, "results.bin").read_bytes()


def batches(written, limit=3 << 20):
    """The cases in lists small enough for the image."""
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
    """What is wrong with the outcome of a case; empty if nothing is."""
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


def main():
    elf = sys.argv[1]
    written = list(cases.all_cases(np.random.default_rng(1)))
    groups = {}
    for case, (faulted, found) in [pair for batch in batches(written)
                                   for pair in zip(batch, tiles.results(boot(elf, batch), batch))]:
        groups.setdefault(case.op + (" refuses" if case.fault is not None else ""), []).append(
            (case, problem(case, faulted, found)))
    failed = not tile_table.is_current()
    print(f"{'not ok' if failed else 'ok'} 1 - the header is what the table says")
    for number, (name, outcomes) in enumerate(groups.items(), 2):
        wrong = [(case, text) for case, text in outcomes if text]
        failed |= bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}, {len(outcomes)} cases")
        for case, text in wrong[:4]:
            print(f"# {case.name}: {text}")
    print(f"1..{len(groups) + 1}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
